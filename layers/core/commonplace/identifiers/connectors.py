"""Ids of single services: kind, field and form.

To add one, add a line to its service in ``TABLE``: kind, pattern of the field's name, pattern of the value. Both
must match as a whole; the field's either its name (``head_sha``) or its name after that of its object
(``project.key``). The order of lines is that of use: if a call has more ids than are stored, an object's own id of
an earlier line comes first. A service is recognised by words in the connector's name. Ids of any service (UUID,
ULID, ``cus_…``, ARN, ``gid://…``) need no line: see ``generic``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..domain.word_lists import WordLists


class Line(NamedTuple):
    """One kind of id, with patterns of the field's name and of the value, each as a whole."""

    kind: str
    fields: str
    values: str


def _ids_of(*things: str) -> str:
    """Return a pattern of the fields for ids of some things: ``page_id``, ``parentPageIds``."""
    return rf"(?i:\w*(?:{'|'.join(things)})_?ids?)"


ANY = r"\w*"
_ID = r"(?i:_?id)|\w*(?:_id|Id|ID|_ids|Ids)"  # the object's own, or any other's
_SHA = r"[0-9a-f]{40}|[0-9a-f]{64}"
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_CODE = r"(?=[A-Z0-9]*\d)[A-Z0-9]"  # capitals with a digit among them, so no word
_PATH = r"[\w.-]+(?:/[\w.-]+)+"

_LISTS = WordLists(__file__, "connectors")
_AWS_RESOURCES, _STRIPE = map("|".join, map(_LISTS.ordered, ("aws", "stripe")))
_SALESFORCE = r"(?=[A-Za-z]{0,17}\d)[0-9a-zA-Z]{4}[0-9A-Za-z]0[0-9A-Za-z]{9}(?:[A-Z0-5]{3})?"

TABLE: Mapping[tuple[str, ...], tuple[Line, ...]] = {
    ("github", "gh", "ghe", "git", "gitea", "forgejo", "codeberg"): (
        Line(
            "commit", r"\w*sha|\w*oid|ref|before|after|" + _ids_of("commit", "head", "base", "tree", "blob"), _SHA
        ),
        Line("node", r"\w*node_id|" + _ID, r"[A-Z][A-Za-z]{0,5}_[\w-]{6,120}|M[A-Z]\w{8,120}={0,2}"),
        Line("repository", r"full_name|nameWithOwner|repository|repo", r"[A-Za-z0-9][\w-]{0,38}/[\w.-]{1,100}"),
        Line("gist", r"gist_?[Ii]d|id", r"[0-9a-f]{20}|[0-9a-f]{32}"),
    ),
    ("gitlab",): (
        Line("commit", r"id|\w*[sS]ha|before|after|" + _ids_of("commit", "parent"), _SHA),
        Line("commit", r"short_?[iI]d", r"[0-9a-f]{8,11}"),
        Line("reference", r"references?|full|fullReference|references\.\w+", rf"(?:{_PATH})?[#!&$%]\d{{1,9}}"),
        Line("project", r"path_with_namespace|full_?[Pp]ath|project_?[iI]d|id", _PATH),
        Line(
            "number", r"\w*iid|" + _ids_of("project", "issue", "request", "pipeline", "job", "group"), r"\d{1,12}"
        ),
    ),
    ("jira", "atlassian", "confluence"): (
        Line("issue", r"(?i:\w*key|\w*issue\w*|parent|epic\w*)", r"[A-Z][A-Z0-9_]{1,11}-\d{1,9}"),
        Line(
            "project", r"(?:project|space)\.key|(?i:(?:project|space)_?keys?)", r"[A-Z][A-Z0-9_]{1,11}|~\w{10,128}"
        ),
        Line(
            "account",
            r"(?i:account_?id)|" + _ids_of("author", "owner", "user"),
            rf"[0-9a-z]{{24}}|\d{{1,10}}:{_UUID}",
        ),
        Line("id", _ID, r"\d{4,19}"),
    ),
    ("linear",): (
        Line("issue", r"identifier|id|(?i:\w*issue(?:_?ids?)?|parent(?:_?id)?)", r"[A-Z][A-Z0-9]{0,9}-\d{1,7}"),
        Line("team", r"team\.key|team_?[Kk]ey", r"[A-Z][A-Z0-9]{0,9}"),
    ),
    ("slack",): (
        Line("message", r"(?:\w*_)?ts|thread_?[Tt]s|latest_reply", r"\d{10}\.\d{6}"),
        Line("channel", _ID + r"|\w*channels?", rf"[CDG]{_CODE}{{8,12}}"),
        Line("user", _ID + r"|\w*users?|creator|members|inviter|author", rf"[UW]{_CODE}{{8,12}}"),
        Line("team", _ID + r"|\w*team|enterprise", rf"[TE]{_CODE}{{8,12}}"),
        Line("file", _ID + r"|files?", rf"F{_CODE}{{8,12}}"),
        Line("object", _ID, rf"(?:[ABQSV]|Bk|Ft|Lk|Rm|Rt|Wf){_CODE}{{8,12}}"),
    ),
    ("stripe",): (Line("object", ANY, rf"(?:{_STRIPE})_(?:(?:test|live)_)?[A-Za-z0-9]{{8,96}}"),),
    ("notion",): (
        Line("page", _ID, r"[0-9a-f]{32}"),
        Line("block", r"after", _UUID),
    ),
    ("drive", "gdrive", "google", "gdocs", "gsheets", "sheets", "docs", "gmail", "calendar", "gcal"): (
        Line("file", _ID + r"|parents|file|folder", r"1[\w-]{32,60}|0[AB][\w-]{15,60}"),
        Line("revision", r"\w*[rR]evisionId", r"[\w-]{16,90}"),
        Line("permission", r"permissions?\.id|permissionIds?", r"\d{16,24}"),
        Line("message", r"id|threadId|" + _ids_of("message", "draft"), r"(?=[0-9]*[a-f])[0-9a-f]{16}"),
        Line("event", r"id|\w*[eE]ventId", r"[a-v0-9]{26}(?:_\d{8}(?:T\d{6}Z)?)?"),
    ),
    ("aws", "amazon", "ec2", "s3", "lambda", "dynamodb", "cloudwatch", "iam", "ecs", "rds"): (
        Line("resource", ANY, rf"(?:{_AWS_RESOURCES})-(?=[0-9a-zA-Z]*\d)[0-9a-zA-Z]{{8,32}}"),
        Line("account", r"Account|" + _ids_of("account", "owner", "registry"), r"\d{12}"),
        Line("principal", _ID, rf"A[A-Z]{{3}}{_CODE}{{15,17}}(?::[\w+=,.@-]{{2,64}})?"),
        Line("key", r"(?i:\w*(?:kms|master|target)_?key_?id|key_?id)", rf"{_UUID}|mrk-[0-9a-f]{{32}}"),
        Line("distribution", r"Id|[dD]istributionId", rf"E{_CODE}{{12,13}}"),
        Line("zone", r"Id|\w*[zZ]oneI[dD]", rf"(?:/hostedzone/)?Z{_CODE}{{10,31}}"),
        Line("api", _ids_of("api"), r"(?=[a-z]*\d)[a-z0-9]{10}"),
        Line("pool", r"Id|" + _ids_of("pool"), rf"[a-z]{{2}}(?:-[a-z]+){{1,2}}-\d(?:_[A-Za-z0-9]{{9}}|:{_UUID})"),
        Line("run", _ids_of("run", "flow"), r"jr_[0-9a-f]{64}|j-[A-Z0-9]{12,14}"),
    ),
    ("salesforce", "sfdc", "sforce"): (Line("record", _ID + r"|\w+__[cr]", _SALESFORCE),),
    ("hubspot",): (Line("object", _ID + r"|(?:canonical-)?vid|associatedcompanyid", r"\d{1,20}"),),
    ("sentry",): (
        Line("issue", r"short_?[Ii]d|(?i:\w*issue\w*)", r"[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)+"),
        Line("event", _ID, r"[0-9a-f]{32}"),
        Line("id", _ID, r"\d{1,20}"),
    ),
    ("bitbucket",): (
        Line("object", r"uuid", rf"\{{{_UUID}\}}"),
        Line("commit", r"hash", _SHA),
        Line("repository", r"full_name", _PATH),
    ),
    ("asana",): (Line("object", r"\w*gid|task|project|workspace|section|parent", r"\d{10,20}"),),
    ("trello",): (
        Line("object", _ID + r"|id[A-Z]\w*", r"[0-9a-f]{24}"),
        Line("card", r"shortLink", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{8}"),
    ),
    ("clickup",): (Line("task", _ID + r"|parent", r"\d{6,20}|8(?=[0-9]*[a-z])[0-9a-z]{6,10}"),),
    ("airtable",): (
        Line("object", ANY, r"(?:app|tbl|rec|viw|fld|usr|sel|att|wsp|ach)(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{14}"),
    ),
    ("pagerduty",): (Line("object", _ID, rf"[PQRE]{_CODE}{{6,13}}"),),
    ("datadog",): (Line("dashboard", _ID, r"[a-z0-9]{3}-[a-z0-9]{3}-[a-z0-9]{3}"),),
    ("twilio",): (Line("object", r"\w*[sS]id", r"(?:[ACMPSVWIRZFQ][A-Z])(?<!SK)[0-9a-f]{32}"),),
    ("figma",): (
        Line("file", r"(?:file_?)?[kK]ey", r"(?=[A-Za-z]*\d)(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{22}"),
        Line("node", _ID, r"I?\d{1,8}:\d{1,8}(?:;\d{1,8}:\d{1,8}){0,5}"),
    ),
    ("discord", "zendesk", "freshdesk", "monday", "box", "intercom", "shopify"): (
        Line("object", _ID, r"\d{5,20}"),
    ),
    ("teams", "outlook", "onedrive", "sharepoint", "microsoft"): (
        Line("item", _ID, r"01[A-Z2-7]{32}"),
        Line("chat", _ID, r"19:[\w-]{10,80}@(?:thread\.(?:v2|tacv2|skype)|unq\.gbl\.spaces)"),
        Line("drive", _ID, r"b![\w-]{40,90}"),
        Line("message", _ID, r"AA[MQ][\w-]{60,180}={0,2}"),
    ),
    ("cloudflare",): (Line("object", _ID, r"[0-9a-f]{32}"),),
    ("dropbox",): (Line("file", _ID, r"id:[\w-]{20,40}"),),
    ("mongodb", "mongo"): (Line("object", _ID + r"|\$oid", r"[0-9a-f]{24}"),),
}
