# ruff: noqa: RUF001
"""Tells the form of a text and cuts it into the units that are judged one by one.

A form says what a plain imperative inside it is: behind a label, in code or in a log it is a record. It is no
shelter: comments, string values and what stands behind a label are units of their own and judged like any text.

>>> [(unit.form, unit.text) for unit in units("Decision: use DynamoDB.")]
[('label', 'use DynamoDB.')]
>>> form_of("DELETE FROM sessions WHERE expires < now();")
'sql'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .fold import fold
from .sentences import LONGEST, OVERLAP

LABEL, HEAD, PROSE, QUOTE = "label", "head", "prose", "quote"
# Forms in which only what steers counts.
MACHINE = frozenset(
    {
        "sql",
        "code",
        "shell",
        "http",
        "log",
        "config",
        "json",
        "certificate",
        "stack",
        "diff",
        "csv",
        "cron",
        "regex",
    }
)
RECORDS = MACHINE | {LABEL, QUOTE, "string", "comment"}


class Unit(NamedTuple):
    """A piece of a text that is judged by itself: a sentence, a comment, the value of a string."""

    text: str
    form: str
    first: bool = True


# Stems of the words that make a heading a label: what was decided, agreed, is a rule, is still to be done.
_LABELS = [
    line
    for line in (Path(__file__).parent / "data" / "labels.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
_STEMS = tuple(
    sorted({word.replace("|", " ").strip() for line in _LABELS for word in line.split()}, key=len, reverse=True)
)
_FAR_EASTERN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LABEL_WORD = re.compile(
    "|".join(re.escape(stem) if _FAR_EASTERN.match(stem) else r"(?<!\w)" + re.escape(stem) for stem in _STEMS)
)
_HEAD = re.compile(
    r"^\s*(?:[-*•#>]+\s+)?(?:\[[ xX]\]\s*)?([^\n:：.!?。]{1,48}?(?:\.\d[^\n:：]{0,12})?)\s*(?:[:：]\s+|"
    r"[：]|\s[–—→-]+\s)(?=\S)"
)
_MARKED = re.compile(
    r"^\s*(?:(?:TODO|ToDo|Todo|todo|FIXME|HACK|XXX|NOTE|BUG)\b(?:\([^)\n]{1,30}\))?\s*[:：-]?\s*|"
    r"(?:[-*]\s*)?\[[ xX]?\]\s*)(?=\S)"
)
_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？।॥])")
_PROSE_WORD = re.compile(
    r"\b(?:the|an?|your|my|our|their|is|are|was|were|you|we|it|this|that|please|when|before|always|never|of|with"
    r"|der|die|das|den|dem|ein|eine|und|nicht|bitte|le|la|les|des|une?|est|et|el|los|las|una|que|del|il|gli|di|per"
    r"|het|een|de|niet|os|as|um|uma|do|da)\b"
)
_SQL_SURE = re.compile(
    r"^\s*(?:\(*\s*SELECT\b|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\S+\s+(?:AS\s+\w+\s+)?SET|"
    r"DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+(?:OR\s+"
    r"REPLACE\s+)?(?:TEMP(?:ORARY)?\s+|UNIQUE\s+|MATERIALIZED\s+|GLOBAL\s+|EXTERNAL\s+)*(?:TABLE|"
    r"INDEX|VIEW|DATABASE|SCHEMA|ROLE|USER|TYPE|SEQUENCE|"
    r"TRIGGER|FUNCTION|PROCEDURE|EXTENSION|POLICY|COLUMN|CATALOG|STREAM|TAG|STAGE|"
    r"TASK)|WITH\s+(?:RECURSIVE\s+)?\w+(?:\s*\([^)]*\))?\s+AS\b|GRANT\s+\S.*\s(?:ON|"
    r"TO)\s|"
    r"REVOKE\s.*\sFROM\s|TRUNCATE\s+TABLE|MERGE\s+INTO|EXPLAIN\s|PRAGMA\s|VACUUM\b|"
    r"ANALYZE\b|SHOW\s+\w|DESCRIBE\s|COPY\s+\w+|COMMENT\s+ON|"
    r"RAISE\s+(?:NOTICE|EXCEPTION)|SET\s+\S+\s*(?:=|TO)|BEGIN\b|COMMIT\b|ROLLBACK\b|"
    r"START\s+TRANSACTION|CALL\s+\w+\(|CACHE\s+|UNCACHE\s|USE\s+\w+;|VALUES\s*\(|"
    r"ROLLBACK)"
)
_SQL_LOWER = re.compile(
    r"^\s*(?:select\s+.+\sfrom\s+\w|select\s+[\w.(*]+\s*(?:\(|$)|insert\s+into\s+\w+|"
    r"update\s+\w+\s+set\s+\w+\s*=|delete\s+from\s+\w+(?:\s+where\b|\s*;|$)"
    r"|(?:create|alter|drop)\s+(?:table|index|view|database)\s+\w|show\s+(?:tables|"
    r"databases)|explain\s+select|with\s+\w+\s+as\s*\(|truncate\s+table)",
    re.I,
)
_HTTP = re.compile(
    r"^\s*(?:[<>*] )?(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE)\s+(?:/|"
    r"https?://)|HTTP/\d|[\w-]{2,40}: ?\S.*(?:HTTP/\d)|"
    r"(?:Host|User-Agent|Accept(?:-\w+)*|Content-[\w-]+|Set-Cookie|Cookie|Cache-Control|"
    r"Authorization|WWW-Authenticate|Location|Server|ETag|"
    r"Etag|Date|Retry-After|Vary|Allow|Link|Origin|Referer|Strict-Transport-Security|"
    r"Connection|Transfer-Encoding|If-[\w-]+|Last-Modified|X-[\w-]+|"
    r"Access-Control-[\w-]+|Upgrade|Via|Age|Expires|Range|Alt-Svc|Pragma|SERVER|ST|NT|USN|CSeq|Warning):\s)"
)
_LOG = re.compile(
    r"^\s*(?:[\[(<]?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d|[\[(]?\d{1,2}[/-](?:\w{3}|"
    r"\d\d)[/-]\d{2,4}[: T]\d\d:\d\d|\[?\d\d:\d\d:\d\d|"
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)?,?\s*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|"
    r"Sep|Oct|Nov|Dec)\s+\d{1,2}\s+\d\d:\d\d|"
    r"\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|NOTICE|TRACE|ERR|SEVERE|PANIC|EMERG|ALERT)\b[\]:|( ]|"
    r"(?:level|ts|time|msg|severity)=\S|[\d.]{7,15} - \S+ \[|<\d{1,3}>|\[\s*\d+\.\d{3,}\]|"
    r"[IWEF]\d{4} \d\d:|\w[\w./-]{1,30}\[\d+\]:|"
    r"#\d+ \S+ .*\d+(?:\.\d+)?s\b|[\w.-]+ \| )"
)
_PAIRS = re.compile(r"\b[\w.]+=(?:\"[^\"]*\"|\S+)")
_CODE = re.compile(
    r"^\s*(?:def \w+\(|class \w+[:({]|class \w+ (?:extends|implements)|import [\w.{}*, \"']+(?: from\b.*|"
    r";|$)|from [\w.]+ import |return\b.*[;(\[{.=\"'\d]|return;?$|(?:const|let|"
    r"var)\s+[\w{\[]+.*[=;]|func(?:tion)?\s*\w*\s*\(|"
    r"fn \w+|pub fn|#include|#define|#!/|package \w+;?$|use [\w:]+(?:::|;)|(?:public|"
    r"private|protected|static|final|abstract)\s+\w+.*[;{(]|(?:if|for|while|switch)\s*\(.*|"
    r"(?:if|elif|for|while|with|except|try|else)\b.*:$|throw new |raise \w+|assert \w|"
    r"print(?:ln|f)?\(|@\w+(?:\(|$)|\}|\]|\)|await \w|async |lambda |<\?php|<\w+[^>]*>.*</?\w+|"
    r"<\w+[^>]*/>|"
    r"puts [\"']|end$|type \w+ (?:struct|=|interface)|(?:String|int|float|double|"
    r"bool|boolean|char|auto|void|long)\s+\w+|enum \w|struct \w|interface \w+ ?\{|"
    r"module \w|yield |del \w+$|pass$|break;?$|continue;?$)"
)
_CODE_SIGN = re.compile(
    r"=>|[=!]==?|:=|->|::|\+\+|&&|\|\||\w\([^()]*\)\s*[;{.]|\w+\.\w+\(|[;{]\s*$|"
    r"^\s*[\w.\[\]\"'$]+\s*[-+*/]?=\s*[^=\s]|\]\s*=|\{\{?\s*\w|\w+\(\w*\)$"
)
_CALL = re.compile(r"^\s*[\w.]+\(.*\)\s*;?$", re.S)
_SHELL = re.compile(
    r"^\s*(?:\$\s+|#\s+(?=(?:apt|yum|dnf|systemctl|mount)\b)|[\w.-]+@[\w.-]+:\S*[$#]\s+)?(?:sudo\s+|"
    r"time\s+|nohup\s+|[A-Z_]+=\S+\s+)*(?:[a-z][\w.+-]*|\./\S+|/\S+|:)(?=\s|$)"
)
_COMMANDS = frozenset(
    """
    sudo npm npx pnpm yarn git docker docker-compose podman kubectl helm aws az gcloud curl wget ssh scp
    sftp rsync tar gzip gunzip zip unzip chmod chown ls cd cp mv rm mkdir rmdir cat grep rg find sed awk
    xargs sort uniq head tail wc cut tr pip pip3 pipx uv python python3 node deno bun make cmake cargo
    rustup go apt apt-get yum dnf apk brew pacman snap systemctl service journalctl export source echo
    printf alias set unset terraform ansible ansible-playbook psql mysql mysqldump pg_dump sqlite3
    redis-cli mongosh openssl ffmpeg tmux screen vim nano crontab ps kill top df du mount umount ln touch
    tee diff patch test trap ping dig nslookup nc netstat ss ip ifconfig iptables ufw useradd usermod
    passwd su bash sh zsh exec eval read local declare shift exit while until for if nvm pyenv rbenv
    bundle gem rails rake php composer java javac mvn gradle dotnet code jq yq base64 sha256sum md5sum
    date sleep watch env which type history tr dd lsblk fdisk mkfs hostnamectl timedatectl nmap tcpdump
    strace lsof gdb gcc g++ clang restic borg rclone certbot nginx caddy hass-cli mosquitto_pub
    mosquitto_sub pytest ruff mypy black isort tox pre-commit gh glab sam cdk serverless
    """.split()  # noqa: SIM905 - read more easily than a list
)
# Commands that are words of everyday sentences, too.
_ODD_NAMES = frozenset(
    """
    make find go cat set read test date watch sort cut head tail time code type which patch service
    screen kill touch exit sleep if for while until echo source export import mount uniq local shift
    history cd top tee env patch black
    """.split()  # noqa: SIM905 - read more easily than a list
)
_SHELL_SIGN = re.compile(r"(?:^|\s)--?\w|[|&;<>$`{}\\~]|(?:^|\s)\.{0,2}/\S|\S/\S|\w=\S|\w\.\w|[*\"']")
_SECTION = re.compile(r"^\s*\[[\w .:\"-]+\]\s*$")
_KEY = re.compile(r"^\s*(?:- )?[\"']?[\w][\w./-]*[\"']?\s*(?:=|:(?=\s|$))\s*(.*)$")
_CRON = re.compile(r"^\s*(?:@(?:daily|hourly|reboot|weekly|monthly|yearly)\s|(?:[\d*/,-]+\s+){4}[\w*/,-]+\s+\S)")
_STACK = re.compile(
    r"(?m)^\s+at [\w$.<>]+\(|^\s*File \"[^\"]+\", line \d+|^Traceback|^goroutine \d+|"
    r"^panic: |^\s*Caused by: |^(?:[\w.]+\.)?[A-Z]\w+(?:Error|Exception)\b|^thread '.*' panicked|"
    r"^\s+from \S+:\d+:in"
)
_DIFF = re.compile(r"(?m)^(?:@@ .* @@|diff --git |--- a/|\+\+\+ b/)|\A[-+][^\s-].*(?:\n[-+ ].*)+\Z")
_REGEX = re.compile(r"\(\?[:#!=<iP]|\\[dwsbD][+*{\]?)]|\[\^?[\w-]+-[\w-]+\][+*{?]|^\^.*\$$|\.\*\?|\[\^")
_QUOTED = re.compile(
    r"\"([^\"\n]{6,400})\"|(?<!\w)'([^'\n]{6,400})'(?!\w)|`([^`\n]{6,400})`|“([^”]{6,400})”|"
    r"„([^“”]{6,400})[“”]|«([^»]{6,400})»|「([^」]{4,400})」|『([^』]{4,400})』"
)
_COMMENT = re.compile(
    r"/\*+(.*?)(?:\*/|\Z)|<!--(.*?)(?:-->|\Z)|\"\"\"(.*?)(?:\"\"\"|\Z)|(?m:^[ \t]*(?:#+|"
    r"//+|--|;+|%+|REM|dnl|'|\.\\\")\s?(.*)$)|(?m:(?:\s//+|\s#|\s--|\s;|;;)\s+(.*)$)|"
    r"\(\?#([^)]*)\)",
    re.S,
)
_COMMENTED = re.compile(r"\s*(?:#|//|--|;|/\*|\"\"\"|<!--)")
_ARMOUR = re.compile(r"-----BEGIN.*?(?:-----END[^\n]*|\Z)", re.S)
# Characters and lines that tell a form, and characters that a heading may have: a longer look tells no more.
_BEGINNING, _LINES, _LINE, _HEADING = 6_000, 30, 300, 120
_WORDS = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff]")


def form_of(text: str) -> str:
    """Return the machine form of a text, or "prose": its beginning tells."""
    lines = [line[:_LINE] for line in text[:_BEGINNING].strip().split("\n", _LINES)[:_LINES]]
    line = "\n".join(lines)
    if "-----BEGIN " in line:
        return "certificate"
    if line[:1] in "{[" and text.rstrip()[-1:] in "}]" and re.match(r"[{\[]\s*(?:[\"'{\[]|$|\d)", line):
        return "json" if ":" in line or '"' in line else "config"
    if _STACK.search(line):
        return "stack"
    if _DIFF.search(line):
        return "diff"
    first = next((each for each in lines if not _COMMENTED.match(each)), lines[0])
    return _form_by_line(line, lines, first)


def _form_by_line(line: str, lines: list[str], first: str) -> str:
    """Return the form as the first line that is no comment shows it."""
    for name, pattern in (("cron", _CRON), ("http", _HTTP), ("log", _LOG)):
        if pattern.match(first):
            return name
    if _SQL_SURE.match(first) or (_SQL_LOWER.match(first) and not _PROSE_WORD.search(first)):
        return "sql"
    if re.match(r"\s*(?:/\*|<!--|\"\"\"|'''|#!|// |-- \S|REM |dnl |\.\\\"|;; )", line):
        return "code"
    if len(_PAIRS.findall(first)) > 1 and not _SHELL.match(first):
        return "log"
    if _CODE.match(first) or _CALL.match(line):
        return "code"
    return _form_by_signs(lines, first)


def _form_by_signs(lines: list[str], first: str) -> str:
    if _is_shell(first):
        return "shell"
    if all(
        _SECTION.match(each) or _is_setting(each) or not each.strip() or each.lstrip()[:1] in "#;"
        for each in lines
    ):
        return "config"
    if len(lines) > 1 and min(each.count(",") + each.count(";") for each in lines if each.strip()) > 1:
        return "csv"
    if (
        len(_CODE_SIGN.findall(first)) > (1 if _PROSE_WORD.search(first) else 0)
        and len(_WORDS.findall(first)) < 16
    ):
        return "code"
    if _REGEX.search(first) and len(_WORDS.findall(first)) < 12:
        return "regex"
    signs = sum(char in "{}()[];=<>|&$*/\\+_@\"'`" for char in first)
    return "code" if signs > max(3, len(first) // 7) else PROSE


def _is_shell(line: str) -> bool:
    match = _SHELL.match(line)
    if not match:
        return False
    name = match.group().split()[-1]
    rest = line[match.end() :]
    bare = _QUOTED.sub("", rest)
    if line.lstrip().startswith("$ ") or name.startswith("./"):
        return True
    known = name in _COMMANDS
    if _PROSE_WORD.search(bare) or (not known and not re.search(r"\s--?\w", bare)):
        return False
    if name in _ODD_NAMES or not known:
        return bool(_SHELL_SIGN.search(rest)) and len(_WORDS.findall(bare)) < 14
    return bool(_SHELL_SIGN.search(rest)) or len(rest.split()) < 4


def _is_setting(line: str) -> bool:
    match = _KEY.match(line)
    if not match:
        return False
    value, key = match.group(1), line.strip()
    words = len(value.split())
    if "=" in key.split(":")[0]:
        return True
    named = bool(
        re.match(r"[\"']?(?:[a-z0-9]+[._/-][\w./-]+|[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+|[a-z]+)[\"']?\s*:", key)
    )
    return named and (words < 3 or value[:1] in "\"'[{")


def _label(line: str) -> tuple[str, str]:
    """Return the form and the rest of a line that may have a heading."""
    line = line.strip()
    match = _MARKED.match(line[:_HEADING])
    if match:
        return LABEL, line[match.end() :]
    match = _HEAD.match(line[:_HEADING])
    if not match or len(match.group(1).split()) > 7:
        return PROSE, line
    return (LABEL if _LABEL_WORD.search(fold(match.group(1))) else HEAD), line[match.end() :]


def _comments(text: str) -> Iterator[Unit]:
    """Yield the sentences of comments, of at least two words."""
    for match in _COMMENT.finditer(text):
        body = next((group for group in match.groups() if group), "").strip(" \t*\n-=")
        if len(_WORDS.findall(body[:_LINE])) > 1:
            for line in body.split("\n"):
                yield from _sentences(_label(line)[1], "comment", first=False)


def _quoted(text: str, form: str) -> Iterator[Unit]:
    """Yield the sentences of quotations or string values, of at least two words."""
    for match in _QUOTED.finditer(text):
        body = next(group for group in match.groups() if group)
        if len(_WORDS.findall(body)) > 1:
            yield from _sentences(body, form, first=False)


def _sentences(text: str, form: str, *, first: bool = True) -> Iterator[Unit]:
    """Yield the sentences of a text."""
    for sentence in _END.split(text):
        for part in _parts(sentence):
            yield Unit(part, form, first)
            first = False


def _parts(text: str) -> Iterator[str]:
    """Yield a text, a long one in parts that overlap, without what has no words."""
    for start in range(0, len(text), LONGEST - OVERLAP):
        part = text[start : start + LONGEST]
        if has_words(part):
            yield part
        if len(text) <= start + LONGEST:
            break


def units(text: str) -> list[Unit]:
    """Return what is judged of a text, one by one; the worst decides."""
    text = text.strip()
    form = form_of(text)
    found = list(_machine(text, form) if form in MACHINE else _prose(text))
    return found or [Unit(text[:LONGEST], form)]


def _machine(text: str, form: str) -> Iterator[Unit]:
    if form == "certificate":
        text = _ARMOUR.sub("", text)
    for line in text.split("\n"):
        yield from (Unit(part, form, first=False) for part in _parts(line))
    yield from _comments(text)
    yield from _quoted(text, "string")


def _prose(text: str) -> Iterator[Unit]:
    held = PROSE  # a label holds until a blank line or another heading
    for line in text.split("\n"):
        if not line.strip():
            held = PROSE
            continue
        own, rest = _label(line)
        form = held if own == PROSE else own
        if form != PROSE and (inner := form_of(rest)) in MACHINE:
            yield from _machine(rest, inner)
            continue
        yield from _sentences(rest, form)
        if line.count(" ") > 2:
            yield from _quoted(rest, QUOTE)
        if form in (LABEL, HEAD):
            held = LABEL if form == LABEL else PROSE


def has_words(text: str) -> bool:
    """Check whether a text has any word of at least two letters."""
    return _WORDS.search(text) is not None
