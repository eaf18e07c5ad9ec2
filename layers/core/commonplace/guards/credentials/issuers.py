"""The issuers whose credentials are known by how they begin.

To add one, add a line to ``_TABLE``: kind, literal beginning, pattern of the rest; a fourth element, if the
issuer has one, is the checksum that proves a candidate. Keep the beginning two characters or longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from .checksums import github_checksum
from .entropy import randomness
from .patterns import compiled
from .placeholders import is_placeholder

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

_Row = tuple[str, str, str] | tuple[str, str, str, Callable[[str], bool]]

_TABLE: tuple[_Row, ...] = (
    # Source code and packages
    ("GitHub token", "ghp_", r"\w{36,}", github_checksum),
    ("GitHub token", "gho_", r"\w{36,}", github_checksum),
    ("GitHub token", "ghu_", r"\w{36,}", github_checksum),
    ("GitHub token", "ghs_", r"\w{36,}", github_checksum),
    ("GitHub token", "ghr_", r"\w{36,}", github_checksum),
    ("GitHub token", "github_pat_", r"\w{30,}"),
    ("GitLab token", "glpat-", r"[\w-]{20,}"),
    ("GitLab token", "gldt-", r"[\w-]{20,}"),
    ("GitLab token", "glrt-", r"[\w-]{20,}"),
    ("GitLab token", "glrtr-", r"[\w-]{20,}"),
    ("GitLab token", "glft-", r"[\w-]{20,}"),
    ("GitLab token", "glcbt-", r"\w{1,5}_[\w-]{20,}"),
    ("GitLab token", "glptt-", r"[0-9a-f]{40}"),
    ("GitLab token", "glimt-", r"[\w-]{20,}"),
    ("GitLab token", "glwt-", r"[\w-]{20,}"),
    ("GitLab token", "glagent-", r"[\w-]{40,}"),
    ("GitLab token", "gloas-", r"[\w-]{40,}"),
    ("GitLab token", "glsoat-", r"[\w-]{20,}"),
    ("GitLab token", "glffct-", r"[\w-]{20,}"),
    ("GitLab token", "GR1348941", r"[\w-]{20,}"),
    ("Bitbucket token", "ATBB", r"\w{28,}"),
    ("Atlassian token", "ATATT3", r"[\w=-]{60,}"),
    ("Atlassian token", "ATCTT3", r"[\w=-]{60,}"),
    ("Sourcegraph token", "sgp_", r"(?:[a-zA-Z0-9]{16}_|local_)?[0-9a-fA-F]{40}"),
    ("Sourcegraph token", "slk_", r"[0-9a-f]{64}"),
    ("npm token", "npm_", r"\w{36,}", github_checksum),
    ("PyPI token", "pypi-", r"AgE[\w-]{40,}"),
    ("RubyGems token", "rubygems_", r"[0-9a-f]{48}"),
    ("NuGet key", "oy2", r"[a-z0-9]{43}"),
    ("Clojars token", "CLOJARS_", r"\w{60}"),
    ("crates.io token", "cio", r"[A-Za-z0-9]{32}"),
    ("Docker token", "dckr_pat_", r"[\w-]{27,}"),
    ("Docker token", "dckr_oat_", r"[\w-]{27,}"),
    ("JFrog key", "AKCp", r"[A-Za-z0-9]{65,75}"),
    ("JFrog token", "cmVmdGtu", r"[A-Za-z0-9]{50,}"),
    ("SonarQube token", "squ_", r"[0-9a-f]{40}"),
    ("SonarQube token", "sqp_", r"[0-9a-f]{40}"),
    ("SonarQube token", "sqa_", r"[0-9a-f]{40}"),
    ("Snyk token", "snyk_", r"[\w.-]{30,}"),
    ("CircleCI token", "CCIPAT_", r"\w{30,}"),
    ("CircleCI token", "CCIPRJ_", r"\w{30,}"),
    ("Buildkite token", "bkua_", r"[0-9a-f]{40}"),
    ("Harness token", "pat.", r"[\w-]{22}\.[\w]{24}\.[\w]{20}"),
    ("Harness token", "sat.", r"[\w-]{22}\.[\w]{24}\.[\w]{20}"),
    ("Octopus key", "API-", r"[A-Z0-9]{25,}"),
    ("Endor token", "endr+", r"[\w-]{16,}"),
    ("Infracost key", "ico-", r"[A-Za-z0-9]{32}"),
    ("Val Town token", "vtwn_", r"\w{20,}"),
    ("Deno token", "ddp_", r"[A-Za-z0-9]{36}"),
    # Clouds and hosting
    ("AWS access key", "AKIA", r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("AWS access key", "ASIA", r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("AWS access key", "ABIA", r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("AWS access key", "ACCA", r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("AWS Bedrock key", "ABSK", r"[A-Za-z0-9+/]{60,}"),
    ("AWS Bedrock key", "bedrock-api-key-", r"[A-Za-z0-9+/=]{20,}"),
    ("Google API key", "AIza", r"[\w-]{35}"),
    ("Google OAuth token", "ya29.", r"[\w-]{20,}"),
    ("Google client secret", "GOCSPX-", r"[\w-]{20,}"),
    ("Google refresh token", "1//0", r"[\w-]{30,}"),
    ("Google HMAC key", "GOOG1", r"[A-Z0-9]{20,}"),
    ("Alibaba access key", "LTAI", r"[A-Za-z0-9]{16,}"),
    ("Tencent secret id", "AKID", r"[A-Za-z0-9]{32}"),
    ("DigitalOcean token", "dop_v1_", r"[0-9a-f]{64}"),
    ("DigitalOcean token", "doo_v1_", r"[0-9a-f]{64}"),
    ("DigitalOcean token", "dor_v1_", r"[0-9a-f]{64}"),
    ("DigitalOcean key", "DO00", r"[A-Z0-9]{16}"),
    ("Cloudflare origin key", "v1.0-", r"[0-9a-f]{24}-[0-9a-f]{100,}"),
    ("Heroku key", "HRKU-", r"[\w-]{30,}"),
    ("Fly.io token", "fm1_", r"[\w+/=-]{30,}"),
    ("Fly.io token", "fm1a_", r"[\w+/=-]{30,}"),
    ("Fly.io token", "fm2_", r"[\w+/=-]{30,}"),
    ("Fly.io token", "fo1_", r"[\w-]{30,}"),
    ("Netlify token", "nfp_", r"\w{36,}"),
    ("Render key", "rnd_", r"[A-Za-z0-9]{24,}"),
    ("Scaleway key", "SCW", r"[A-Z0-9]{17}(?![A-Za-z0-9])"),
    ("Scalingo token", "tk-us-", r"[\w-]{40,}"),
    ("Vercel token", "vcp_", r"[A-Za-z0-9]{24,}"),
    ("Vercel token", "vck_", r"[A-Za-z0-9]{24,}"),
    ("Vercel blob token", "vercel_blob_rw_", r"\w{20,}"),
    ("Neon key", "napi_", r"[A-Za-z0-9]{32,}"),
    ("Aiven password", "AVNS_", r"[\w-]{16,}"),
    ("Aiven token", "aivenv1", r"[\w+/=]{40,}"),
    ("Yandex token", "t1.", r"[A-Z0-9a-z_-]{20,}={0,2}\.[\w-]{60,}"),
    ("Yandex token", "AQVN", r"[\w-]{35,38}"),
    ("Yandex token", "y0_", r"[\w-]{40,}"),
    ("Yandex key", "YC", r"[A-Za-z0-9_-]{38}(?![\w-])"),
    ("OpenShift token", "sha256~", r"[\w-]{43}"),
    ("PlanetScale token", "pscale_tkn_", r"[\w=.-]{32,}"),
    ("PlanetScale password", "pscale_pw_", r"[\w=.-]{32,}"),
    ("PlanetScale token", "pscale_oauth_", r"[\w=.-]{32,}"),
    ("Supabase token", "sbp_", r"[0-9a-z_]{40,}"),
    ("Supabase key", "sb_secret_", r"[\w-]{20,}"),
    ("MongoDB Atlas secret", "mdb_sa_sk_", r"[\w-]{20,}"),
    ("CockroachDB key", "CCDB1_", r"\w{40,}"),
    ("Databricks token", "dapi", r"[0-9a-h]{32}"),
    ("Databricks secret", "dose", r"[0-9a-f]{32}"),
    ("dbt token", "dbtc_", r"[\w-]{30,}"),
    ("dbt token", "dbtu_", r"[\w-]{30,}"),
    ("Prefect key", "pnu_", r"[a-zA-Z0-9]{36}"),
    ("Prefect key", "pnb_", r"[a-zA-Z0-9]{36}"),
    ("Pulumi token", "pul-", r"[0-9a-f]{40}"),
    ("Tailscale key", "tskey-", r"\w+-[\w-]{16,}"),
    ("Defined Networking token", "dnkey-", r"[\w=-]{26,}"),
    ("Vault token", "hvs.", r"[\w-]{24,}"),
    ("Vault token", "hvb.", r"[\w-]{24,}"),
    ("Vault token", "hvr.", r"[\w-]{24,}"),
    ("Vault token", "s.", r"[A-Za-z0-9]{24}(?![A-Za-z0-9])"),
    ("Vault token", "b.AAAAAQ", r"[\w-]{100,}"),
    ("Doppler token", "dp.", r"(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    ("1Password token", "ops_", r"eyJ[\w+/=-]{40,}"),
    ("1Password secret key", "A3-", r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){2,3}"),
    ("Infisical token", "st.", r"[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    ("age key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{50,}"),
    ("age key", "AGE-PLUGIN-", r"[A-Z0-9]+-1[A-Z0-9]{20,}"),
    ("ngrok token", "ngrok_", r"\w{30,}"),
    ("LaunchDarkly key", "sdk-", _UUID),
    ("LaunchDarkly key", "api-", _UUID),
    ("LaunchDarkly key", "mob-", _UUID),
    ("WakaTime key", "waka_", _UUID),
    ("Authress key", "sc_", r"[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}"),
    ("Authress key", "scauth_", r"[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}"),
    ("Authress key", "ext_", r"[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}"),
    ("Authress key", "authress_", r"[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}"),
    ("Unkey key", "unkey_", r"[A-Za-z0-9]{16,}"),
    # Language models
    ("OpenAI key", "sk-proj-", r"[\w-]{20,}"),
    ("OpenAI key", "sk-svcacct-", r"[\w-]{20,}"),
    ("OpenAI key", "sk-admin-", r"[\w-]{20,}"),
    ("Anthropic key", "sk-ant-", r"[\w-]{20,}"),
    ("OpenRouter key", "sk-or-", r"(?:v\d-)?[0-9a-f]{32,}"),
    ("Langfuse key", "sk-lf-", _UUID),
    ("secret key", "sk-", r"[A-Za-z0-9]{20,}(?![\w-])"),
    ("Hugging Face token", "hf_", r"[A-Za-z]{34,}"),
    ("Hugging Face token", "hf_", r"[A-Za-z0-9]{30,}"),
    ("Hugging Face token", "api_org_", r"[A-Za-z]{34}"),
    ("Replicate token", "r8_", r"[A-Za-z0-9]{37}"),
    ("Groq key", "gsk_", r"[A-Za-z0-9]{40,}"),
    ("Perplexity key", "pplx-", r"[A-Za-z0-9]{40,}"),
    ("xAI key", "xai-", r"[A-Za-z0-9]{40,}"),
    ("NVIDIA key", "nvapi-", r"[\w-]{40,}"),
    ("Cerebras key", "csk-", r"[a-z0-9]{40,}"),
    ("Fireworks key", "fw_", r"[A-Za-z0-9]{22,}"),
    ("Jina key", "jina_", r"[\w-]{40,}"),
    ("Tavily key", "tvly-", r"[\w-]{20,}"),
    ("Pinecone key", "pcsk_", r"\w{40,}"),
    ("Firecrawl key", "fc-", r"[0-9a-f]{32}"),
    ("Voyage key", "pa-", r"[A-Za-z0-9_-]{43}(?![\w-])"),
    ("LangSmith key", "lsv2_", r"(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    ("E2B key", "e2b_", r"[0-9a-f]{40}"),
    ("RunPod key", "rpa_", r"[A-Z0-9]{30,}"),
    ("Weights & Biases key", "wandb_v1_", r"\w{20,}"),
    ("Composio key", "ak_", r"[A-Za-z0-9]{20,}(?![\w-])"),
    ("Logfire token", "pylf_v", r"\d_\w{20,}"),
    # Payment and shops
    ("Stripe key", "sk_live_", r"\w{10,}"),
    ("Stripe key", "sk_test_", r"\w{10,}"),
    ("Stripe key", "sk_prod_", r"\w{10,}"),
    ("Stripe key", "rk_live_", r"\w{10,}"),
    ("Stripe key", "rk_test_", r"\w{10,}"),
    ("Stripe key", "rk_prod_", r"\w{10,}"),
    ("Stripe webhook secret", "whsec_", r"[\w+/=]{16,}"),
    ("Shopify token", "shpat_", r"[0-9a-fA-F]{32}"),
    ("Shopify token", "shpca_", r"[0-9a-fA-F]{32}"),
    ("Shopify token", "shppa_", r"[0-9a-fA-F]{32}"),
    ("Shopify token", "shpss_", r"[0-9a-fA-F]{32}"),
    ("Shopify token", "shpua_", r"[0-9a-fA-F]{32}"),
    ("Square token", "sq0atp-", r"[\w-]{22,}"),
    ("Square secret", "sq0csp-", r"[\w-]{40,}"),
    ("Square token", "EAAA", r"[\w+/=-]{40,}"),
    ("Braintree token", "access_token$", r"(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}"),
    ("PayPal token", "A21AA", r"[\w-]{60,}"),
    ("Flutterwave key", "FLWSECK", r"(?:_TEST)?-[0-9a-zA-Z]{12,}"),
    ("Flutterwave key", "FLWPUBK", r"(?:_TEST)?-[0-9a-zA-Z]{32}-X"),
    ("Duffel token", "duffel_", r"(?:test|live)_[\w=-]{40,}"),
    ("EasyPost key", "EZAK", r"[A-Za-z0-9]{54}"),
    ("EasyPost key", "EZTK", r"[A-Za-z0-9]{54}"),
    ("Shippo token", "shippo_", r"(?:live|test)_[0-9a-fA-F]{40}"),
    ("Plaid token", "access-", r"(?:sandbox|development|production)-" + _UUID),
    ("Paddle key", "pdl_", r"(?:live|sdbx)_apikey_\w{20,}"),
    ("Razorpay key", "rzp_", r"(?:live|test)_[A-Za-z0-9]{14,}"),
    ("Lob key", "live_", r"[0-9a-f]{35}"),
    ("Lob key", "test_", r"[0-9a-f]{35}"),
    ("Adyen key", "AQE", r"[\w+/=-]{60,}"),
    ("Coinbase key", "organizations/", _UUID + "/apiKeys/" + _UUID),
    # Talking and mailing
    ("Slack token", "xox", r"[abceoprst](?:\.xox[a-z])?-[\w-]{10,}"),
    ("Slack token", "xapp-", r"\d-[\w-]{10,}"),
    ("Slack token", "xwfp-", r"[\w-]{10,}"),
    ("Twilio key", "SK", r"[0-9a-fA-F]{32}(?![\w-])"),
    ("SendGrid key", "SG.", r"[\w=-]{20,24}\.[\w=.-]{39,}"),
    ("SendGrid key", "SG.", r"[\w=.-]{60,}"),
    ("Brevo key", "xkeysib-", r"[0-9a-f]{64}-\w{16}"),
    ("Brevo key", "xsmtpsib-", r"[0-9a-f]{64}-\w{16}"),
    ("Mailgun key", "key-", r"[0-9a-f]{32}"),
    ("Mailgun key", "pubkey-", r"[0-9a-f]{32}"),
    ("Mandrill key", "md-", r"[\w-]{22}(?![\w-])"),
    ("Resend key", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"),
    ("Telnyx key", "KEY0", r"[0-9A-F]{28,}_\w{20,}"),
    ("OneSignal key", "os_v2_", r"\w+_[a-z0-9]{60,}"),
    ("Dropbox token", "sl.", r"[\w=-]{100,}"),
    ("Facebook token", "EAA", r"[A-Za-z0-9]{60,}"),
    ("X bearer token", "AAAAAAAAAA", r"[A-Za-z0-9%+/=]{40,}"),
    ("FCM key", "AAAA", r"[\w-]{7}:[\w-]{100,}"),
    # Work and data
    ("Adafruit key", "aio_", r"[a-zA-Z0-9]{28}"),
    ("Adobe secret", "p8e-", r"[A-Za-z0-9-]{32}"),
    ("Airtable token", "pat", r"\S{14,15}\.[0-9a-f]{64}"),
    ("Asana token", "1/", r"\d{10,}(?:/\d{10,})?:[0-9a-f]{32}"),
    ("Asana token", "2/", r"\d{10,}(?:/\d{10,})?:[0-9a-f]{32}"),
    ("Beamer key", "b_", r"[\w=-]{44}(?![\w-])"),
    ("ClickUp token", "pk_", r"\d{5,}_[A-Z0-9]{32}"),
    ("Klaviyo key", "pk_", r"[0-9a-f]{34}"),
    ("Contentful token", "CFPAT-", r"[\w-]{40,}"),
    ("Dynatrace token", "dt0", r"[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{60,}"),
    ("Figma token", "figd_", r"[\w-]{30,}"),
    ("Figma token", "figu_", r"[\w-]{30,}"),
    ("Frame.io token", "fio-u-", r"[\w=-]{60,}"),
    ("Grafana key", "eyJrIjoi", r"[A-Za-z0-9+/]{50,}={0,3}"),
    ("Grafana token", "glc_", r"[A-Za-z0-9+/]{32,}"),
    ("Grafana token", "glsa_", r"[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    ("HubSpot token", "pat-", r"(?:na|eu|ap)\d-" + _UUID),
    ("Intra42 secret", "s-s4t2", r"(?:ud|af)-[0-9a-f]{64}"),
    ("Linear key", "lin_api_", r"\w{40}"),
    ("Linear token", "lin_oauth_", r"\w{40,}"),
    ("Lark secret", "cli_", r"[0-9a-f]{16}:[A-Za-z0-9]{32}"),
    ("Mapbox token", "pk.", r"[A-Za-z0-9]{60,}\.[\w-]{22}"),
    ("Mapbox token", "sk.", r"[A-Za-z0-9]{60,}\.[\w-]{22}"),
    ("New Relic key", "NRAK-", r"[A-Za-z0-9]{27}"),
    ("New Relic key", "NRII-", r"[\w-]{32}"),
    ("New Relic key", "NRJS-", r"[0-9a-f]{19}"),
    ("New Relic key", "NRRA-", r"[0-9a-f]{42}"),
    ("Notion token", "ntn_", r"[A-Za-z0-9]{40,}"),
    ("Notion token", "secret_", r"[A-Za-z0-9]{40,}"),
    ("Okta token", "SSWS ", r"00[\w-]{40}"),
    ("Postman key", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    ("PostHog key", "phx_", r"[A-Za-z0-9]{40,}"),
    ("ReadMe key", "rdme_", r"[a-z0-9]{70}"),
    ("Sentry token", "sntrys_", r"[\w+/=-]{40,}"),
    ("Sentry token", "sntryu_", r"[0-9a-f]{64}"),
    ("Sentry token", "sntrya_", r"[0-9a-f]{64}"),
    ("SettleMint token", "sm_aat_", r"[A-Za-z0-9]{16}"),
    ("SettleMint token", "sm_pat_", r"[A-Za-z0-9]{16}"),
    ("SettleMint token", "sm_sat_", r"[A-Za-z0-9]{16}"),
    ("Trello token", "ATTA", r"[0-9a-f]{60,}"),
    ("Typeform token", "tfp_", r"[\w=.-]{40,}"),
    ("Zapier token", "sk-ak-", r"[\w-]{20,}"),
    ("Zoho token", "1000.", r"[0-9a-f]{32}\.[0-9a-f]{32}"),
    ("Zuplo key", "zpka_", r"\w{30,}"),
    ("Highnote key", "hnk_", r"\w{20,}"),
    ("Datadog key", "ddapp_", r"\w{30,}"),
    ("Honeycomb key", "hcaik_", r"\w{30,}"),
    ("Honeycomb key", "hcxik_", r"\w{30,}"),
    ("Axiom token", "xaat-", _UUID),
    ("Axiom token", "xapt-", _UUID),
    ("Trigger.dev key", "tr_", r"(?:dev|prod|stg|pat)_\w{16,}"),
    ("Inngest key", "signkey-", r"\w+-[0-9a-f]{32,}"),
    ("Cal.com key", "cal_", r"(?:live_)?[0-9a-f]{32}"),
    ("PubNub key", "sec-c-", r"[A-Za-z0-9+/=]{30,}"),
    ("QuickNode key", "QN_", r"[0-9a-f]{30,}"),
    ("Rootly key", "rootly_", r"[0-9a-f]{60,}"),
    ("Expo token", "ExponentPushToken[", r"[\w-]{20,}\]"),
    # Wallets
    ("extended private key", "xprv", r"[1-9A-HJ-NP-Za-km-z]{100,}"),
    ("extended private key", "yprv", r"[1-9A-HJ-NP-Za-km-z]{100,}"),
    ("extended private key", "zprv", r"[1-9A-HJ-NP-Za-km-z]{100,}"),
    ("Nostr private key", "nsec1", r"[a-z0-9]{58}"),
)

_MOST = 400  # characters of the rest that are looked at
_WORD_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9_./-]")


@cache
def _by_start() -> dict[str, list[_Row]]:
    table: dict[str, list[_Row]] = {}
    for row in _TABLE:
        table.setdefault(row[1][:2], []).append(row)
    return table


def issued(text: str) -> str | None:
    """Return the kind of the first credential with a known beginning.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str or None
        The kind, such as ``GitHub token``; None if there is none.
    """
    table = _by_start()
    for start in _WORD_START.finditer(text):
        for row in table.get(start.group(), ()):
            if text.startswith(row[1], start.start()) and _is_issued(row, text, start.start()):
                return row[0]
    return None


def _is_issued(row: _Row, text: str, start: int) -> bool:
    beginning = row[1]
    begin = start + len(beginning)
    match = compiled(row[2], re.ASCII).match(text, begin, begin + _MOST)
    if not match:
        return False
    if len(row) == 4 and row[3](text[start : match.end()]):
        return True  # proven: no placeholder has a valid checksum
    rest = match.group()
    if is_placeholder(rest):
        return False
    # Words behind a beginning that is one by chance (sk-learn-…, re_compile_…) are no credential.
    digits = sum(map(str.isdigit, rest))
    least = -8 if digits and len(beginning) > 3 else 0
    return digits * 6 >= len(rest) or randomness(rest) > least
