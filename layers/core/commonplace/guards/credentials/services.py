"""Names of services that issue keys, as they stand within the names of settings (``HEROKU_PROD = …``).

A string behind a sign behind such a name is taken for a credential where it would be nothing by itself (a
UUID, a hexadecimal number). Short names stand here only where no other word holds them. They are compared
with ``-``, ``_`` and spaces as written and without.
"""

from __future__ import annotations

import re
from functools import cache

from .context import parts_before
from .entropy import looks_drawn, randomness
from .patterns import compiled, words

_SERVICES = words(
    """
    1password ably abuseipdb adafruit adjust_ adobe adyen aftership agora airbrake airtable aiven akamai
    alchemy algolia alibaba aliyun alpaca amazon amplitude anthropic anypoint apify apilayer apollo
    appcenter appdynamics applovin appsflyer appsmith appveyor artifactory asaas asana assemblyai atlassian
    auth0 authress authy autodesk avalara avaza aweber axiom azure backblaze bamboo baremetrics basecamp
    baseten beamer binance bingmaps bitbucket bitfinex bitly bitmex bitrise bitstamp bittrex blazemeter
    blockfrost box_ braintree branch_io branchio braze brevo browserstack bscscan bugsnag buildkite
    buttercms bybit calendly campaignmonitor canva cerebras cexio chargebee chartmogul checkly checkout
    circleci cisco clearbit clerk clickhouse clickup clojars close.io cloudant cloudflare cloudinary
    cloudsmith cloudways co_api_key cockroach codacy codeclimate codecov codemagic codeship cohere coinapi
    coinbase coingecko coinlayer composio confluence confluent consul contentful contentstack contribsys
    convertkit couchbase coveralls crisp_ crowdin crowdstrike currencylayer customer.io customerio
    customerly databricks datadog datarobot dd_api deadmanssnitch deepgram deepinfra deepl deepseek deno_
    descope discord discourse dixa dnsimple docker docparser docusign doppler dribbble drift_ drone_ droneci
    dropbox duffel duo_ dwolla dynatrace e2b_ easypost easyship ebay elastic_ elasticemail elasticsearch
    elevenlabs eraser etherpad etherscan etsy eventbrite exa_api exchangerate ezproxy facebook fastforex
    fastly fauna faunadb figma filestack finicity finnhub firebase fireworks fivetran fixer.io flagsmith
    flickr flutter_wave flutterwave flyio formstack foursquare frameio freemius freshbooks freshchat
    freshdesk freshservice front_api fullstory fxmarket geckoboard gemini genius geocodio getresponse ghost_
    giphy gitea gitguardian github gitlab gitter gladly gocardless godaddy google gorgias grafana grafbase
    groove_ groq growthbook gtmetrix gumroad happi harness hashicorp hasura heap heapanalytics helius
    helpcrunch helpscout heroku hetzner highnote hiver honeybadger honeycomb hootsuite hotjar hubspot
    hugging huggingface hunter.io hypertrack ibmcloud iconfinder imagekit imgur infisical influx infobip
    infracost infura inngest instabot instagram instamojo instana intercom intra42 intrinio ipgeolocation
    ipinfo ipstack ironio ironsource iterable jenkins jfrog jira_ jotform jumpcloud juro kagi kanbanize
    keen.io keycloak keygen kissmetrics klarna klaviyo klipfolio kraken kucoin kustomer langfuse langsmith
    lark_ lastfm launchdarkly lemonsqueezy line_ linear linkedin linode livekit lob_ localytics logdna
    logentries loggly loginradius logrocket logz lokalise looker mailboxlayer mailchimp mailerlite mailgun
    mailjet mailmodo mandrill mapbox marketstack mattermost maxmind meilisearch meraki mercury messagebird
    messagecard microsoft missive mistral mixmax mixpanel mockaroo mollie monday mongo_ mongodb moosend
    moralis mrticktock mux_ myexperiment myfreshworks neo4j neondb netlify newrelic nexmo nexus ngrok
    nightfall notion npm_ nuget nvidia nylas nytimes octopus okta okx_ olark omnisend onelogin onepagecrm
    onesignal onfido openai opencagedata openrouter openshift openweather opsgenie optimizely oracle
    outreach ovh_ paddle pagerduty papertrail parsehub partnerstack passbase paymo paymongo paypal paystack
    pdflayer perplexity phantombuster phrase pinata pinecone pinterest pipedream pipedrive pipefy pixabay
    plaid planetscale planview plivo pollsapi polygon positionstack postageapp postgrid posthog postman
    postmark powrbot prefect prismic privateai privatebin productboard profitwell proxmox proxycrawl pubnub
    pulumi pusher qualtrics qubole quickbooks quicknode rabbitmq railway ramp_ rapidapi rawg razorpay
    readme_ realm_ reamaze rebrandly recurly reddit redis_ redmine replicate resend restpack revenuecat
    revolut ringcentral riotgames rollbar rootly rubygems rudderstack runpod sage_ salesforce samsara sanity
    saucelabs scaleway scalingo scrapestack scrapfly scrapingbee screenshotapi securitytrails segment sellfy
    semaphore sendbird sendgrid sendinblue sentry serpapi serpstack servicenow settlemint sherpadesk shippo
    shodan shopify shortcut shotstack shutterstock sidekiq signalfx signaturit simplesat sinch siteleaf
    skrapp skyscanner slack smartling smartsheet smugmug snapchat snipcart snowflake snyk sonar sonarqube
    soundcloud sourcegraph sparkpost splunk sportradar sportsmonk spotify square squarespace stability
    statsig statuspage stormglass storyblok storychief strapi strava stripe stripo stytch sumo_ sumologic
    supabase surveymonkey survicate svix swiftype tailscale tallyfy tatum tawk teamcity technicalanalysis
    telegram telesign telnyx tencent terraform thingspeak ticketmaster tiktok timescale tines tly_ todoist
    together_ togetherai toggl tomtom tradier travelpayouts travis trello trulioo tumblr turso twelve_data
    twelvedata twilio twitch twitter tyk_ typeform typesense unkey unleash unsplash upcdatabase uplead
    uploadcare upstash uptimerobot urlscan userstack vagrantcloud vatlayer vercel verimail veriphone vimeo
    virustotal voicegain vonage voyageai vultr vyte wakatime walmart wandb watson weather weatherbit
    weatherstack webex webflow webscraper websitepulse weights wepay wise_ wistia wiz_ woocommerce wordpress
    workday worksnaps workstack wrike xendit xero yandex yelp yousign youtube zapier zendesk zenhub zenrows
    zenscrape zeplin zerobounce zerossl zerotier zipbooks zipcodeapi zoho zoom_ zuora zuplo
    """
)

# Words behind which even a service's string is no secret, besides those that announce identifiers anywhere.
_HARMLESS = words(
    """
    web ios android issue team org organization organisation space user account customer app application
    tenant repo repository deploy deployment database table event cluster endpoint region zone board task
    pipeline release public publishable site incident monitor report payment charge subscription message
    thread email domain environment env resource entity index campaign list store product shop location
    merchant state lineage style
    """
)
_NAME = 90  # characters in which the name must stand
_LEAST = 12


@cache
def _by_start() -> dict[str, tuple[str, ...]]:
    starts: dict[str, tuple[str, ...]] = {}
    for service in _SERVICES:
        starts[service[:3]] = (*starts.get(service[:3], ()), service)
    return starts


def names_service(text: str) -> bool:
    """Tell whether a text in lower case holds the name of a service."""
    starts = _by_start()
    for place in range(len(text) - 2):
        services = starts.get(text[place : place + 3])
        if services and text.startswith(services, place):
            return True
    return False


def is_of_service(text: str, start: int) -> bool:
    """Tell whether what begins at a place stands behind a sign behind a service's name.

    Parameters
    ----------
    text
        The text.
    start
        The place.
    """
    before = text[max(0, start - _NAME) : start]
    before = before[before.rfind("\n") + 1 :]
    sign = compiled(r"[\s'\"`]{0,3}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[`'\"\s=]{0,5}$").search(before)
    if not sign:
        return False
    low = before[: sign.start()].lower()
    if not names_service(low) and not names_service(re.sub("[-_ ]", "", low)):
        return False
    parts = parts_before(text, start)
    return not parts or parts[-1] not in _HARMLESS


def is_drawn_by_service(value: str) -> bool:
    """Tell whether a value may have been drawn, which a number, a word or a name with a version is not."""
    digits = any(char.isdigit() for char in value)
    letters = any(char.isalpha() for char in value)
    if len(value) < _LEAST or not letters:
        return False
    if compiled(r"[0-9a-fA-F-]+").fullmatch(value):
        return digits and len(value) >= 20
    if not digits:
        return len(value) >= 20 and randomness(value) > 4
    return len(value) >= 14 and looks_drawn(value)
