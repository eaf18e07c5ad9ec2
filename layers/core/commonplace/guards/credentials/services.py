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
    01ai 1password ably abstract_api abstractapi abtasty abuseipdb acoustic_ active_campaign
    activecampaign acunetix adafruit addressy adjust_ adobe adyen africas_talking africastalking afterpay
    aftership agconnect agora ahrefs ai21 ai_ml aimlapi airbrake airbridge airbyte airnow airship_
    airtable airwallex aiven akamai akeyless akoya alchemy aleph_alpha alephalpha algolia alibaba
    alienvault aliyun allnodes alloy_ alpaca alpha_vantage alphavantage amadeus amazon ambee amplitude
    anchorage_ angelone ankr_ anthropic anypoint anyscale api_football api_ninjas apifootball apify
    apigee apilayer apininjas apollo appcenter appdynamics applovin appsflyer appsmith appveyor aqua_
    arize_ arkham artifactory asaas asana ascendex ashby_ assemblyai astra_ astronomer atlassian
    attentive_ aurora_ auth0 authelia authentik authorize_net authorizenet authress authy autodesk
    avalara avaza avoma aweber axiom aylien azure backblaze baichuan baidu_ balldontlie bamboo bambora
    bandwidth_ baremetrics basecamp baseten battle_net battlenet beam_cloud beamer beehiiv belvo
    benchmarkemail betfair better_stack betterstack bigcommerce bigmodel billit billogram billomat
    binance bingmaps bingx bitbucket bitfinex bitflyer bitget bitgo_ bithumb bitly bitmart bitmex
    bitpanda bitquery bitrise bitso_ bitstamp bittrex bitvavo bitwarden blackboard_ blackduck blazemeter
    blesta bling_ blockfrost blocknative bloomreach bloxroute bluecore bluehost bluesky blynk bob_hr
    bokio_ bold_commerce box_ braintree braintrust_ branch_ branch_io branchio brave_ braze breathehr
    breeze_api breezometer breezy_hr brevo bright_data brightcove brightdata bring_ browserbase
    browserless browserstack bscscan bucketeer budbee bugcrowd bugsnag buildkite builtwith bunny_net
    bunnycdn buttercms buymeacoffee bybit cal_com calendly campaigner_ campaignmonitor canny_ canva
    casdoor cashfree ccavenue cdn77 census_ censys cerbos cerebras cerebrium cexio chainstack changelly
    changenow chargebee chartmogul checkly checkmarx cherryservers chimoney chorus_ chroma_
    chutes_ cielo_ circle_ circleci cisco civo_ clarifai classlink clearbit clearml clerk clever_
    clevertap clickhouse clicksend clickup climacell clockify clockodo clojars close.io cloudamqp
    cloudant cloudflare cloudinary cloudpayments cloudsmith cloudways clover_ co_api_key cockroach
    cocoapods coda_ codacy codeberg codeclimate codecov codefresh codemagic codeship cognism cohere
    coinapi coinbase coincheck coingecko coinglass coinlayer coinmarketcap coinmate coinone comet_
    comet_api comet_ml commercetools complyadvantage composio conekta configcat confluence confluent
    conoha constellix constructor_io constructorio consul contabo contentful contentstack contribsys
    convert_ convertkit convex_ copernicus copper_ copy_ai copyai coralogix cordial_ coreweave couchbase
    countly courier_ covalent_ coveo coveralls cpanel crawlbase crazyegg crisp_ cronofy crowdin
    crowdstrike crusoe crypto_com cryptocom cryptoquant culqi cultureamp currencyapi currencylayer
    currents_api curseforge customer.io customerio customerly d_id dadata dagster daraja darksky
    dashscope databricks datadog dataforseo datarobot datastax datev_ datocms daum_ dd_api deadmanssnitch
    debank debitoor deel_ deepcoin deepgram deepinfra deepl deepnote deepseek deepsource deezer defender_
    deno_ deribit descope desec_ detectify devcycle devino dhan_ dhl_ diffbot digicert dinero_ dingtalk
    directadmin discord discourse dixa dnsimple dnsmadeeasy dnspod docker docomo docparser docusign
    domaintools doppler dotdigital doubao dpd_ dpo_ dribbble drift_ drip_ drone_ droneci dropbox
    dropcontact drpc_ duckdns duffel dune_ duo_ dwolla dyn_ dynadot dynamicyield dynatrace e2b_ easybill
    easypost easyship ebanx ebay economic_ ecwid_ edgio efi_bank egnyte elastic_ elasticemail elasticpath
    elasticsearch elevenlabs emarsys enom_ env0_ envoyer eodhd epsagon equinix eraser etherpad etherscan
    etrade etsy eventbrite eventregistry everhour exa_api exact_online exactonline exchangerate exmo_
    exoscale exotel ezproxy facebook faceit factorial_ fal_ fal_ai fanart fast2sms fastbill fastforex
    fastly fauna featherless fedex_ feishu fermyon fifteenfive figma figment_ filebase filestack
    financialmodelingprep fincra findthatlead finicity finnhub firebase fireblocks fireflies fireworks
    fitbit fivetran fixer.io flagd flagsmith flashbots flickr flutter_wave flutterwave flyio fmp_
    footballdata forge_ formstack forter fortify_ fortnox fossa_ foxycart frameio fraudlabs freemius
    freshbooks freshchat freshdesk freshsales freshservice friendli front_api frontegg fullcontact
    fullstory fusionauth fxcm_ fxmarket fyers_ gainsight galileo_ gandi_ garmin gate_io gateio gcore
    geckoboard gemfury gemini genius geocodio gerencianet getblock getdrip getimg getresponse getui_
    ghost_ giphy gitea github gitlab gitter gladia gladly glassnode globalsign gls_ gnews_ gocardless
    gocd godaddy gogs gong_ google gorgias grafana grafbase grain_ grammarly graphhopper greenhouse_
    greynoise groove_ groq growthbook gtmetrix guardian_ guardrails_ gumroad gupshup gusto_ hackerone
    hanko happi harness harvest_ hashicorp hasura haveibeenpwned hcaptcha healthchecks heap hedra_
    helicone helius hellosign helpcrunch helpscout here_api heroku hetzner hex_tech heygen hibob hibp_
    highnote hightouch hitbtc hiver holvi home_assistant homeassistant honeybadger honeycomb hootsuite
    hostinger hostwinds hotjar hover_ huawei_ huaweicloud hubspot hubstaff hugging humanloop hunter.io
    hunyuan huobi hygraph hyperbolic_ hypertrack iamport ibmcloud icims iconfinder idenfy ideogram
    iex_cloud iexcloud ig_markets igdb_ igmarkets imagekit imgix imgur imperva import_io indicative
    inference_net infisical influx infobip infracost infura infusionsoft inngest insider_ inspectlet
    instabot instagram instamojo instana instantly_ intercom interserver interswitch intigriti intra42
    intrinio invision_ ionos_ ip_api ipapi ipbase ipdata ipgeolocation ipinfo iplocate ipqs_
    ipqualityscore ipregistry ipstack iqair ironio ironsource iterable iugu_ jarvislabs jasper_ jdcloud
    jenkins jfrog jira_ jobvite jotform jpush judgeme jumio_ jumpcloud june_so juro justuno jw_player
    jwplayer kaggle kagi kaiko_ kajabi kakao kaleyra kamatera kameleoon kanbanize karix kartra_ kaspr
    kddi_ keap_ keboola keen.io kestra_ keycdn keycloak keygen kimi_ kinde_ kinsta_ kissmetrics
    kiteconnect klarna klaviyo klevu klipfolio kluster knock_ knowlarity kochava kofi_ komodor kong_
    korapay korbit kount_ koyeb kraken krutrim ksyun kubecost kucoin kushki kustomer labelbox lacework
    lakera_ lambda_labs lambdalabs langfuse langsmith languagetool lark_ lastfm latitude_sh lattice_
    launchdarkly lbank_ leadiq leancloud leaseweb lemlist lemonsqueezy leonardo_ lepton_ letsencrypt
    lever_co lexoffice liberapay lightdash lightrun lightspeed lightstep line_api line_channel line_pay
    linear lingyi linkedin linode liquid_ listrak lithic_ liveblocks livekit llama_cloud llamacloud
    llamaindex llamaparse lob_ localytics locationiq logdna logentries loggly loginradius logrocket
    logtail logto logz lokalise looker loom_ loops_ loops_so loox_ loqate losant lovo_ lucidworks
    lucky_orange luma_ lumaai lumigo lunarcrush luno_ lusha_ magento mail_ru mailboxlayer mailchimp
    mailerlite mailersend mailgun mailjet mailmodo mailru mailshake mailtrap majestic_ make_com mandrill
    mapbox mapillary mapquest maptiler marketstack marqeta mashape mastodon matillion matomo mattermost
    mautic maxar maxmind mediastack meilisearch melissa_ meltano mend_ meraki mercado_pago mercadobitcoin
    mercadopago mercari mercury messagebird messagecard messari metabase_ meteoblue meteostat mexc_ mezmo
    microsoft middesk midjourney minimax miro_ missive mistral mixmax mixpanel mob_tech mobilepay
    mockaroo modal_ mode_analytics moderntreasury modrinth moengage mollie monday monetate moneybird
    moneygram mongo_ mongodb monnify moonpay moonshot_ moosend moralis mouseflow moz_ mpesa_ mrticktock
    msg91 murf_ musixmatch mux_ myexperiment myfreshworks n8n_ nacelle namesilo nansen nasdaq_data naver_
    nearmap nebius neo4j neondb neptune_ neptuneai nessus netbird netcore_ netcup netdata netlify
    newrelic newsapi newsdata nexmo nextcloud nexus nftport ngrok nightfall nium_ nlp_cloud nlpcloud
    noip_ nordigen northflank notion novita_ novu_ nownodes npm_ ns1_ nuget nvidia nylas nytimes oanda_
    octoai octoparse octopus odds_api oddsapi okcoin okendo okta okx_ olark omdb_ ometria omnisend
    onedrive onelogin onepagecrm onesignal onfido ontraport openai openaq opencage opencollective openfga
    openpay openroute opensea openshift openzeppelin opsgenie optimizely oracle orca_ ory_ oso_cloud
    otter_ outreach ovh_ ovhcloud oxylabs ozon_ ozow_ packagecloud packet_ packlink paddle pagar_me
    pagarme pagerduty pagseguro pandadoc pantheon paperspace papertrail parasail parcelhub parsehub
    particle_ particle_io partnerstack passbase patreon patronus_ paxos_ payfast paygate paymo payoneer
    paypal paypay payphone paysafe paystack paytm payu_ payumoney pdflayer pdl_ pennylane peopledatalabs
    permit_io perplexity persona_ personio pesapal pexels phantombuster phemex phonepe phrase pika_
    pinata pinecone pingdom pinnacle_ pinterest pipedream pipedrive pipefy pixabay plaid planet_
    planetlabs planetscale planview platformsh plausible_ play_ht playfab playht plesk_ plex_ plivo ploi_
    pluggy podia_ pokt_ pollsapi poloniex polygon polymarket porkbun portainer portkey portone
    positionstack postageapp postgrid posthog postman postmark postnord postscript_ powrbot prefect
    preset_ pressable_ prestashop printful printify prismacloud prismic privateai privatebin privy_
    probely probit productboard profitwell promptlayer propelauth proxmox proxycrawl proxycurl pubg_
    pubnub pulumi pusher qdrant qianfan qiniu qiwi_ qonto qovery qualtrics qualys quandl quay_io qubole
    questdb questrade quickbooks quickmail quicknode quickpay quillbot qwen_ rabbitmq rackspace railway
    rakuten ramp_ ramp_network rancher_ rapid7 rapidapi rapyd rawg raygun razorpay readme_ realm_ reamaze
    rebrandly recall_ai recaptcha recharge_ recruitee recurly redash reddit redis_ rediscloud redislabs
    redmine redpanda reducto remitly replicate reply_io rescuetime resemble_ resend restpack retool_
    rev_ai revenuecat revolut ringcentral riotgames rippling_ riskified rivery_ robinhood_ roblox
    roboflow robokassa rocketchat rollbar rootly royal_mail royalmail rubygems rudderstack runcloud
    runpod rytr_ sage_ sage_hr sajari sakura_ sakuracloud salad_ saleor salesforce salesloft saltedge
    sambanova samsara sanity santiment sarvam saucelabs saxo_ sber_ sberbank scale_ai scaleai scaleway
    scalingo schwab scopus scraper_api scraperapi scrapestack scrapfly scrapingbee scrapingdog
    screenshotapi seamless_ai searchspring sectigo securitytrails segment segmind sellfy semaphore
    sematext semgrep semrush sendbird sendcloud sendgrid sendinblue sendy_ sentinel_hub sentinelhub
    sentinelone sentry serpapi serper_ serpstack serpstat servicenow settlemint sevdesk shapeshift
    sherpadesk shipengine shipmondo shippo shiprocket shipstation shodan shopify shopware shortcut
    shotstack shutterstock sidekiq sift_ sigma_ signalfx signalwire signaturit signifyd signnow
    siliconflow similarweb simplesat simplex_ sinch singlestore singular_ siteground siteleaf skrapp
    skrill skyscanner slack smallstep smartlead smartling smartlook smartproxy smartrecruiters smartsheet
    smartthings smarty_ smartystreets sms_ru smsbump smsc_ smsru smugmug snapchat snipcart snov_io snovio
    snowflake snyk socketdev socketlabs socure sonar sonatype soniox soundcloud sourcegraph sourcehut
    spacelift sparkpost speechmatics splunk sportradar sportsdata sportsmonk spotify spree_ spyfu square
    stability stackhawk stackpath stamped_ statsig statuspage steam_ stepfun stitch_ stoplight_ storj_
    stormglass storyblok storychief strapi strato_ strava stripe stripo stytch sumo_ sumologic sumsub
    sumup supabase superset_ supertokens surveymonkey survicate svix swiftype swish_ symbl_ synapsefi
    synthesia sysdig tailscale tallyfy tardis_ targomo targon tastytrade tatum tavily tavus tawk
    teachable_ teamcity teamtailor teamwork_ technicalanalysis telegram telesign teller_ telnyx tempo_io
    temporal_ tenable_ tenableio tencent tenderly tenjin termii terraform textlocal textmagic the_graph
    thegraph themoviedb thesportsdb thetvdb thingspeak thinkific thoughtspot thundra ticketmaster tiingo
    tiktok timedoctor timescale tines tink_ tinkoff tiny_erp tipalti tly_ tmdb toast_ todoist together_
    togetherai toggl tomorrow_ tomorrow_io tomorrowio tomtom totvs tradier transak transifex
    travelpayouts traveltime travis tray_io treasuryprime trello trigger_dev tripadvisor tripletex
    truelayer trulioo trustly tumblr turnstile_ turso twelve_data twelvedata twilio twinfield twingate
    twistlock twitch twitter tyk_ typeform typesense ubersuggest ucloud umeng unity_ unkey unleash
    unsplash unstructured_ upbit_ upcdatabase upcloud uplead uploadcare ups_ upstash upstox uptimerobot
    upyun urlscan userstack usps_ vagrantcloud valr_ valuefirst vast_ai vastai vatlayer vellum_ venafi
    veracode vercel veriff verimail veriphone viber_ victorops vimeo vipps virustotal visma_
    visual_crossing visualcrossing vk_ vkontakte voicegain voilanorbert volcengine volces vonage voyageai
    vtb_ vtex_ vultr vwo_ vyte wakatime walmart wandb wappalyzer warrant_ wasabi watson wavespeed weather
    weaviate web3storage webengage webex webflow webscraper websitepulse webull webz_ wechat weights
    weixin wellsaid wepay what3words whatsapp whitebit whitesource whmcs whoisxml wildberries windmill_
    wise_ wistia wiz_ wompi_ woocommerce woodpecker woox_ wordpress wordtune workable_ workato workday
    workos worksnaps workstack worldpay wpengine wrike writer_ wyre_ xata_ xendit xero xiaomi_ xtcom
    yahoo yandex yelp yoco_ yodlee yookassa yotpo_ yousign youtube zabbix zaif_ zaius zapier zapper_
    zeabur zendesk zenhub zenrows zenscrape zeplin zerobounce zerodha zerossl zerotier zettle zhipu
    zilliz zipbooks zipcodeapi zitadel zoho zoom_ zoominfo zscaler zulip zuora zuplo zyte_
    """
)
# Short names, which count as words of their own only.
_SHORT = words(
    """
    box civo coda crisp deel drift dune duo e2b exa fmp gong iugu jira keap kong lark lob loom luno miro
    moz mux n8n nium novu npm okx ory ozon payu pika plex qiwi ramp sage sumo tink tyk valr vk vtex wise
    wiz xata yoco zoom
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
# Names that are words of the language too, and count where they are called.
_PLAIN = words(
    """
    apollo banana bandwidth box brave canny close copper elastic fixer front greenhouse guardian harvest height
    here hunter knock line loops lusha modal particle phrase segment serper steam together tenable
    unity wave workable
    """
)
_SIGN = r"(?:[\s'\"`]{0,3}(?:=>|:{1,3}=|\?=|\|\||[=>:,])[`'\"\s=]{0,5}|\(\s?['\"`])$"
_SETTERS = words(
    "client api sdk init initialize configure config setup authenticate login connect app new from instance"
)
_GETTERS = words(
    "get find fetch load open read delete remove update list show retrieve create add post put has is"
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
        if services and any(
            text.startswith(service, place) and not (service[-1] == "_" and text[place - 1 : place].isalpha())
            for service in services
        ):
            return True
    return not _SHORT.isdisjoint(compiled("[a-z0-9]+").findall(text))


def is_of_service(text: str, start: int) -> bool:
    """Tell whether what begins at a place stands behind a sign behind a service's name.

    Parameters
    ----------
    text
        The text.
    start
        The place.
    """
    head, _, before = text[max(0, start - _NAME) : start].rpartition("\n")
    section = head.rpartition("\n")[2].rstrip()
    sign = compiled(_SIGN).search(before)
    if not sign:
        return False
    if sign.group() == ":" and compiled(r"/[\w.-]+$").search(before[: sign.start()]):
        return False  # the tag of an image
    called = sign.group().startswith("(")
    # Of a call only the name that is called counts: AcmeClient("…"), acme.init("…").
    low = (
        (compiled(r"[\w.]*$").search(before[: sign.start()]) or sign).group() if called else before[: sign.start()]
    )
    if called and not _sets_up(low):
        return False
    if called and not _PLAIN.isdisjoint(compiled("[a-z]+").findall(low.lower())):
        return True
    if section.endswith((":", "]", "{")) and compiled(r"[\s\"'-]*[\w.-]+").fullmatch(
        low
    ):  # [acme] or acme: in the line above
        low = section + low
    low = low.lower()
    if not names_service(low) and not names_service(re.sub("[-_ ]", "", low)):
        return False
    parts = parts_before(text, start)
    return not parts or parts[-1] not in _HARMLESS


def _sets_up(name: str) -> bool:
    """Tell whether what is called is a service's own name or takes its key, and fetches nothing by an id."""
    called = name.rpartition(".")[2]
    parts = [part.lower() for part in compiled(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+").findall(called)]
    if not parts or parts[0] in _GETTERS or parts[-1] in _HARMLESS:
        return False
    return parts[-1] in _SETTERS or "".join(parts) in _PLAIN or names_service(called.lower())


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
