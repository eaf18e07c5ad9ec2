"""What is an id in the results of one service: field, form and what it is of.

To add one, add a line to its service in ``TABLE``: kind, pattern of the field's name, pattern of the value. The
field's pattern is compared with the name as a whole, alone (``head_sha``) and behind that of the object it stands
in (``project.key``); so is the value's. The lines stand in the order of use: where a call has more ids than are
kept, an object's own id of an earlier line comes first. A service goes by the names it is told by in a
connector's name. What has a form of its own everywhere (UUID, ULID, ``cus_…``, ARN) needs no line: see ``generic``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Line(NamedTuple):
    """One kind of id.

    Attributes
    ----------
    kind
        What it is of.
    fields, values
        Patterns of the field's name and of the value, each as a whole.
    """

    kind: str
    fields: str
    values: str


_ID = r"id|\w*(?:_id|Id|ID|_ids|Ids)"
_SHA = r"[0-9a-f]{40}|[0-9a-f]{64}"
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ISSUE_KEY = r"[A-Z][A-Z0-9_]{1,11}-\d{1,9}"
_GOOGLE_FILE = r"1[\w-]{32,60}|0[A-Z][\w-]{15,60}"
_STRIPE = (
    "acct|ba|bps|btok|card|cbtxn|ch|clock|cn|cs|cus|dp|du|evt|fee|fi|file|ic|ich|ii|il|in|ipi|iss|lsub|li|link|mandate"
    "|or|plan|plink|pi|pm|pmc|po|pr|price|prod|promo|pst|pyr|py|qt|rdp|re|rcpt|sched|seti|shr|si|sis|sli|sqr|sub|sub_sched"
    "|tax|ten|tml|tmr|topup|tr|trr|tu|txcd|txi|txn|txr|uqt|vs|we|wc"
)

TABLE: Mapping[tuple[str, ...], tuple[Line, ...]] = {
    ("github", "gh", "ghe"): (
        Line("commit", r"(?:\w*_)?sha|\w*(?:commit|head|base|tree|blob)_?[Ii]d|\w*oid|ref|before|after", _SHA),
        Line(
            "node",
            r"\w*node_id|id|\w+Id",
            r"[A-Z][A-Za-z]{0,5}_[\w-]{8,120}|(?=[\w=]*[A-Z])M[A-Z][\w]{10,120}={0,2}",
        ),
        Line("repository", r"full_name|nameWithOwner|repository|repo", r"[A-Za-z0-9][\w-]{0,38}/[\w.-]{1,100}"),
        Line("gist", r"gist_id|id", r"[0-9a-f]{20}|[0-9a-f]{32}"),
    ),
    ("gitlab",): (
        Line("commit", r"id|(?:\w*_)?sha|\w*commit_id|diffHeadSha|before|after|checkout_sha", _SHA),
        Line("commit", r"short_id|shortId", r"[0-9a-f]{8,11}"),
        Line(
            "reference",
            r"full|fullReference|reference|references\.\w+",
            r"[\w.-]+(?:/[\w.-]+)+[#!&$%~]\d+|[#!&]\d+",
        ),
        Line("project", r"path_with_namespace|fullPath|full_path|project_id|id", r"[\w.-]+(?:/[\w.-]+)+"),
        Line("number", r"iid|issue_iid|merge_request_iid", r"\d{1,9}"),
        Line("number", r"(?:project|issue|pipeline|job|group|user|merge_request)_?[Ii]d", r"\d{1,12}"),
    ),
    ("jira", "atlassian", "confluence"): (
        Line("issue", r"key|\w*issue\w*|parent|epic\w*", _ISSUE_KEY),
        Line("issue", r"(?:issues?|parent|inwardIssue|outwardIssue)\.id|issue_?[Ii]d", r"\d{4,19}"),
        Line(
            "page",
            r"(?:content|page|results|ancestors|parent|space)_?\w*\.id|(?:page|content|parent|space)_?[Ii]d",
            r"\d{4,19}",
        ),
        Line(
            "project",
            r"project\.key|project_?[Kk]ey|space_?[Kk]ey|space\.key",
            r"[A-Z][A-Z0-9_]{1,11}|~\w{10,128}",
        ),
        Line("account", r"\w*[aA]ccount_?[Ii]d", rf"[0-9a-f]{{24}}|\d{{1,10}}:{_UUID}|{_UUID}"),
        Line("id", r"id|\w+(?:_id|Id)", r"\d{4,19}"),
    ),
    ("linear",): (
        Line("issue", r"identifier|id|\w*[iI]ssue(?:_?[Ii]d)?|parent", r"[A-Z][A-Z0-9]{0,9}-\d{1,7}"),
        Line("team", r"team\.key|team_?[Kk]ey", r"[A-Z][A-Z0-9]{0,9}"),
    ),
    ("slack",): (
        Line("message", r"ts|thread_ts|\w*message_ts|latest_reply|threadTs", r"\d{10}\.\d{6}"),
        Line(
            "channel", rf"{_ID}|\w*channels?|conversations?|latest_channel", r"[CDG](?=[A-Z0-9]*\d)[A-Z0-9]{8,12}"
        ),
        Line(
            "user",
            rf"{_ID}|\w*users?|creator|members|inviter|topic\.creator|purpose\.creator",
            r"[UW](?=[A-Z0-9]*\d)[A-Z0-9]{8,12}",
        ),
        Line("team", rf"{_ID}|\w*team|enterprise", r"[TE](?=[A-Z0-9]*\d)[A-Z0-9]{8,12}"),
        Line("file", rf"{_ID}|files?|file_ids", r"F(?=[A-Z0-9]*\d)[A-Z0-9]{8,12}"),
        Line("id", _ID, r"(?:[ABSVQ]|Rm|Wf|Ft|Bk|Lk|Rt)(?=[A-Z0-9]*\d)[A-Z0-9]{8,12}"),
    ),
    ("stripe",): (Line("object", r"\w*", rf"(?:{_STRIPE})_(?:(?:test|live)_)?[A-Za-z0-9]{{8,96}}"),),
    ("notion",): (
        Line(
            "page",
            r"id|\w*(?:page|block|database|data_source|user|comment|discussion|workspace|space|view)_?[Ii]d",
            r"[0-9a-f]{32}",
        ),
    ),
    (
        "drive",
        "gdrive",
        "google",
        "gdocs",
        "gsheets",
        "sheets",
        "docs",
        "gmail",
        "calendar",
        "gcal",
        "workspace",
    ): (
        Line("file", rf"{_ID}|parents|file|folder", _GOOGLE_FILE),
        Line("revision", r"\w*[rR]evision_?[Ii]d", r"0B[\w-]{15,80}|[\w-]{20,80}"),
        Line("permission", r"permissions?\.id|permission_?[Ii]ds?", r"\d{16,24}|anyoneWithLink"),
        Line(
            "message",
            r"(?:messages?|threads?|drafts?|message_?|thread_?)\.?[iI]d|id|threadId|historyId",
            r"(?=[0-9a-f]*[a-f])[0-9a-f]{16}",
        ),
        Line(
            "event",
            r"(?:id|event_?[Ii]d|recurringEventId|items\.id)",
            r"(?=[a-v0-9_TZ]*\d)[a-v0-9]{26}(?:_\d{8}T\d{6}Z)?",
        ),
        Line("sheet", r"sheet_?[Ii]d", r"\d{1,12}"),
    ),
    ("aws", "amazon", "ec2", "s3", "lambda", "dynamodb", "cloudwatch", "iam", "ecs", "rds"): (
        Line(
            "resource",
            r"\w*",
            r"(?:i|vol|vpc|subnet|sg|sgr|ami|snap|eni|igw|nat|rtb|rtbassoc|acl|eipalloc|eipassoc|vpce|pcx|tgw|tgw-attach|tgw-rtb|vgw|vpn|cgw|lt|r|fs|fsap|dopt|pl|ipam|cr|bgw|lgw|mi|key|rs|pg|fl|j|cluster|d|ws|ssm|mw|pm|ei|lni|eigw|aclassoc)-(?=[0-9a-zA-Z]*\d)[0-9a-zA-Z]{8,32}",
        ),
        Line(
            "account",
            r"\w*(?:Account|Owner|account_|owner_)(?:Id|id)?|accountId|ownerId|Account|OwnerId|RegistryId|registryId",
            r"\d{12}",
        ),
        Line(
            "principal",
            r"(?:User|Role|Group|Policy|InstanceProfile|Principal|user|role|group|policy)_?Id|UniqueId|UserId",
            r"A[A-Z]{3}[A-Z0-9]{17}(?::[\w+=,.@-]{2,64})?",
        ),
        Line("key", r"(?:KMS|Kms|kms|SSEKMS)?(?:Master)?Key_?I[dD]|TargetKeyId", rf"{_UUID}|mrk-[0-9a-f]{{32}}"),
        Line("distribution", r"Id|DistributionId|distributionId", r"E[A-Z0-9]{12,13}"),
        Line("zone", r"\w*(?:HostedZone|Zone|hostedZone)I[dD]|Id", r"(?:/hostedzone/)?Z[A-Z0-9]{10,31}"),
        Line(
            "execution",
            r"\w*(?:Execution|Query|Job|Run|Command|Task)Id",
            rf"{_UUID}|jr_[0-9a-f]{{64}}|JobFlow-[A-Z0-9]{{12,}}",
        ),
        Line("rest_api", r"(?:restApi|api|Api|RestApi)I[dD]", r"[a-z0-9]{10}"),
        Line(
            "user_pool",
            r"(?:UserPool|IdentityPool|userPool)Id|Id",
            r"[a-z]{2}(?:-[a-z]+){1,2}-\d_[A-Za-z0-9]{9}|[a-z]{2}(?:-[a-z]+){1,2}-\d:" + _UUID,
        ),
    ),
    ("salesforce", "sfdc", "sforce"): (
        Line(
            "record",
            r"[iI]d|\w+(?:Id|_id|__c|Ids)",
            r"(?=[A-Za-z0-9]{0,17}\d)[a-zA-Z0-9]{4}[A-Za-z0-9]0[A-Za-z0-9]{9}(?:[A-Z0-5]{3})?|(?=[A-Za-z0-9]{0,17}\d)[0a][0-9A-Za-z]{14}(?:[A-Z0-5]{3})?",
        ),
    ),
    ("hubspot",): (
        Line(
            "object",
            r"id|\w*(?:[oO]bject|[cC]ontact|[cC]ompany|[dD]eal|[tT]icket|[oO]wner|[uU]ser|[rR]ecord|[pP]ortal|[lL]ist|[eE]ngagement|[fF]orm|[hH]ub|[tT]eam|[eE]vent|[nN]ote|[tT]ask)_?[iI]ds?|vid|canonical-vid|associatedcompanyid",
            r"\d{3,20}",
        ),
        Line("form", r"formId|form_id|guid|portal\w*", _UUID),
    ),
    ("sentry",): (
        Line("issue", r"shortId|short_id|\w*issue\w*", r"[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)+"),
        Line("event", r"id|\w*event_?I[dD]|eventId|event_id|latestEvent\w*", r"[0-9a-f]{32}"),
        Line(
            "id", r"id|\w*(?:issue|group|project|organization|team|monitor|replay|release)_?[iI][dD]", r"\d{4,20}"
        ),
    ),
    ("bitbucket",): (
        Line("object", r"uuid", r"\{" + _UUID + r"\}"),
        Line("commit", r"hash", _SHA),
        Line("repository", r"full_name", r"[\w.-]+/[\w.-]+"),
    ),
    ("asana",): (Line("object", r"gid|\w*_gid|task|project|workspace|section", r"\d{10,20}"),),
    ("trello",): (
        Line("object", _ID, r"[0-9a-f]{24}"),
        Line("card", r"shortLink", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{8}"),
    ),
    ("clickup",): (
        Line("task", r"id|\w*(?:task|list|folder|space|team|parent)(?:_id)?", r"\d{6,20}|8[0-9a-z]{6,10}"),
    ),
    ("airtable",): (
        Line(
            "object",
            rf"{_ID}|\w*(?:base|table|record|view|field)s?",
            r"(?:app|tbl|rec|viw|fld|usr|sel|att|wsp|ach)(?=[A-Za-z0-9]*[A-Z0-9])[A-Za-z0-9]{14}",
        ),
    ),
    ("pagerduty",): (Line("object", _ID, r"[PQRE](?=[A-Z0-9]*\d)[A-Z0-9]{6,13}"),),
    ("datadog",): (Line("dashboard", r"id|dashboard_id", r"[a-z0-9]{3}-[a-z0-9]{3}-[a-z0-9]{3}"),),
    ("twilio",): (
        Line(
            "object",
            r"sid|\w*_sid|\w+Sid",
            r"(?:AC|SM|MM|CA|PN|MG|WA|VA|IS|US|CH|RE|AP|ZS|FW|FN|AD|QU|CF)[0-9a-f]{32}",
        ),
    ),
    ("figma",): (
        Line("file", r"key|file_?[Kk]ey", r"(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{22}"),
        Line("node", r"id|node_?[Ii]ds?", r"I?\d{1,8}:\d{1,8}(?:;\d{1,8}:\d{1,8}){0,5}"),
    ),
    ("discord",): (Line("object", _ID, r"\d{17,20}"),),
    ("telegram", "zendesk", "freshdesk", "monday", "box", "intercom"): (Line("object", _ID, r"\d{5,20}"),),
    ("teams", "outlook", "onedrive", "sharepoint", "microsoft"): (
        Line("item", _ID, r"01[A-Z2-7]{32}"),
        Line("chat", _ID, r"19:[\w-]{10,80}@(?:thread\.(?:v2|tacv2|skype)|unq\.gbl\.spaces)"),
        Line("drive", r"id|driveId", r"b![\w-]{40,90}"),
        Line("message", _ID, r"AA[MQ][\w-]{60,180}={0,2}"),
    ),
    ("cloudflare",): (Line("object", rf"{_ID}|\w*(?:zone|account)", r"[0-9a-f]{32}"),),
    ("dropbox",): (Line("file", _ID, r"id:[\w-]{20,40}"),),
    ("shopify",): (Line("object", _ID, r"\d{10,16}"),),
    ("mongodb", "mongo"): (Line("object", r"_id|\w*[iI]d|\$oid", r"[0-9a-f]{24}"),),
}
