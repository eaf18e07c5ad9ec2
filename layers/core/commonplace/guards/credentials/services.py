"""Names of services that issue keys, as they stand within the names of settings (``HEROKU_PROD = …``).

A string behind a sign behind such a name is taken for a credential where it would be nothing by itself (a
UUID, a hexadecimal number). Short names stand here only where no other word holds them. They are compared
with ``-``, ``_`` and spaces as written and without.
"""

from __future__ import annotations

SERVICES: tuple[str, ...] = tuple(
    """
    1password ably adafruit adobe adyen agora airbrake airtable aiven akamai alchemy algolia alibaba aliyun
    alpaca amazon amplitude anthropic apify apollo appcenter appdynamics appsflyer appsmith artifactory asaas
    asana assemblyai atlassian auth0 authress autodesk avalara aweber axiom azure backblaze bamboo basecamp
    baseten beamer binance bingmaps bitbucket bitfinex bitly bitmex bitrise bitstamp bittrex blockfrost box_
    braintree branchio braze brevo browserstack bugsnag buildkite bybit calendly campaignmonitor canva cerebras
    chargebee checkly checkout circleci cisco clearbit clerk clickhouse clickup clojars close.io cloudant
    cloudflare cloudinary cloudsmith co_api_key cockroach codacy codeclimate codecov cohere coinbase coingecko
    composio confluence confluent consul contentful contentstack contribsys convertkit couchbase coveralls
    crowdin crowdstrike customer.io customerio databricks datadog datarobot dd_api deepgram deepinfra deepl
    deepseek deno_ descope discord discourse docker docusign doppler dribbble drone_ droneci dropbox duffel duo_
    dwolla dynatrace e2b_ easypost ebay elastic_ elasticsearch elevenlabs eraser etherscan etsy eventbrite
    exa_api facebook fastly fauna figma filestack finicity finnhub firebase fireworks fivetran flickr
    flutterwave flyio foursquare frameio freemius freshbooks freshdesk freshservice fullstory gemini genius
    getresponse ghost_ giphy gitea gitguardian github gitlab gitter gocardless godaddy google grafana groq
    gumroad harness hashicorp heap helius helpscout heroku hetzner highnote hootsuite hotjar hubspot hugging
    huggingface hunter.io ibmcloud imgur infisical influx infobip infracost infura inngest instagram instana
    intercom intra42 ipinfo ipstack ironsource jenkins jfrog jira_ jumpcloud kagi keen.io keycloak klarna
    klaviyo kraken kucoin langfuse langsmith lastfm launchdarkly lemonsqueezy line_ linear linkedin linode
    livekit lob_ logdna logentries loggly logrocket logz looker mailchimp mailerlite mailgun mailjet mandrill
    mapbox mattermost maxmind meraki mercury messagebird microsoft mistral mixpanel mollie monday mongo_ mongodb
    moralis mux_ neo4j neondb netlify newrelic nexmo nexus ngrok notion npm_ nuget nvidia nytimes octopus okta
    onelogin onesignal onfido openai openrouter openshift openweather opsgenie optimizely oracle outreach ovh_
    paddle pagerduty papertrail paypal paystack perplexity phrase pinata pinecone pinterest pipedream pipedrive
    plaid planetscale plivo polygon postgrid posthog postman postmark prefect prismic privateai privatebin
    proxmox pubnub pulumi pusher qualtrics quickbooks quicknode rabbitmq railway rapidapi razorpay readme_
    recurly reddit redis_ replicate resend revenuecat revolut ringcentral rollbar rootly rubygems rudderstack
    runpod salesforce samsara sanity saucelabs scaleway scalingo scrapfly scrapingbee segment semaphore sendbird
    sendgrid sendinblue sentry serpapi serpstack servicenow settlemint shippo shodan shopify shortcut
    shutterstock sidekiq signalfx sinch skyscanner slack smartling smartsheet snapchat snowflake snyk sonar
    sonarqube soundcloud sourcegraph sparkpost splunk spotify square squarespace stability statsig statuspage
    storyblok strapi strava stripe stytch sumo_ sumologic supabase surveymonkey svix tailscale tatum teamcity
    telegram telnyx tencent terraform thingspeak ticketmaster tiktok timescale tines todoist together_
    togetherai toggl tomtom travis trello trulioo tumblr turso twelvedata twilio twitch twitter tyk_ typeform
    typesense unkey unleash unsplash upstash uptimerobot vercel vimeo virustotal vonage voyageai vultr wakatime
    walmart wandb weather webex webflow weights wise_ wistia woocommerce wordpress workday wrike xendit xero
    yandex yelp youtube zapier zendesk zenhub zeplin zerobounce zerotier zoho zoom_ zuora zuplo
    """.split()  # noqa: SIM905
)
