"""Values that the words before them call a password, a key or a code, in any of the languages of ``words``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from .values import is_drawn, is_passphrase, is_strong_password, is_weak_password
from .words import CODES, COMPOUNDS, KEYS, LINKS, OTHER_KEYS, PASSWORDS, TIGHT_LINKS

_WINDOW = 110  # characters after the word in which the link and the beginning of its value must stand
_LINKS_TRIED = 3
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Noun(NamedTuple):
    """A word for a credential where it stands in a text."""

    word: str
    start: int
    end: int
    english: bool


class Given(NamedTuple):
    """A value and how it is linked to its noun."""

    value: str
    quoted: bool
    alone: bool
    link: str  # "sign", "verb", "tight" or "" when it only follows
    words: str  # the link's own
    direct: bool


_Judge = Callable[[Noun, Given], bool]


@cache
def _pattern(name: str) -> re.Pattern[str]:
    sign = r"[\"'`\])*]{0,3}\s{0,5}(?:=>|:{1,3}=|={1,2}|->|→|[:：＝]|\?=|\|\|?|>)[*]{0,2}"
    adverb = r"(?:\s(?:still|now|currently|always|just|simply|actually|jetzt|immer|noch|maintenant|ahora))?"
    return {
        "link": re.compile(
            rf"(?P<sign>{sign}(?:\s?[A-Za-z]{{1,12}}\s?=(?![=>]))?)"
            rf"|(?P<verb>(?<!\w)(?:{LINKS}){adverb}\s?:?(?=[\s\"]))|(?P<tight>{TIGHT_LINKS})",
            re.IGNORECASE,
        ),
        "value": re.compile(
            r"\s{0,4}(?:\\?[\"'`“„«「『‘]{1,3}(?P<quoted>[^\"'`”“»」』’\n\\]{1,120})"
            r"|(?P<bare>[!-~]{1,200}|\S{1,60}))(?P<after>.?.?)"
        ),
        "left": re.compile(r"([A-Za-z]+)[ \t]$|[\w.-]*$", re.ASCII),
        "right": re.compile(r"[\w.-]*", re.ASCII),
        "ending": re.compile(r"[^\s\x00-\x7f:：=＝，。、]{0,5}|[^\W\d_]{0,4}"),
        "ended": re.compile(r"[.!?][\s\"']|[。！？,;{}&|<>\n]|\":"),
        "code": re.compile(
            rf"{CODES}[^\d\n.;]{{0,40}}?(?P<code>\d(?:[ -]?\d){{2,11}}|(?=[a-z]*\d)[a-z0-9]{{4,6}}-[a-z0-9]{{4,6}})"
            r"(?![\w%]|[.,:/-]\d)",
            re.IGNORECASE,
        ),
    }[name]


def assigned(text: str) -> str | None:
    """Return the kind of the first value that is assigned to a word for a credential.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str or None
        ``password``, ``secret key``, ``code`` or None.
    """
    low = lowered(text)
    tried: dict[str, bool] = {}
    for noun in _occurrences(low, PASSWORDS):
        if _holds(text, noun, _is_password, tried):
            return "password"
    tried.clear()
    for noun in _occurrences(low, KEYS):
        if _holds(text, noun, _is_key, tried):
            return "secret key"
    return "code" if _has_code(text, low) else None


def lowered(text: str) -> str:
    """Return a text in lower case, in which every character keeps its place."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def _occurrences(low: str, table: dict[str, tuple[str, ...]]) -> Iterator[Noun]:
    plain = low.isascii()
    for language, nouns in table.items():
        for word in nouns:
            if plain and not word.isascii():
                continue
            start = low.find(word)
            while start >= 0:
                yield Noun(word, start, start + len(word), language == "en")
                start = low.find(word, start + len(word))


def _holds(text: str, noun: Noun, judge: _Judge, tried: dict[str, bool]) -> bool:
    # The same words again get the same answer; a text of one line a thousand times costs one.
    around = f"{noun.word}\0{text[max(0, noun.start - 24) : noun.end + _WINDOW]}"
    if around not in tried:
        tried[around] = any(judge(noun, given) for given in _values(text, noun))
    return tried[around]


def _values(text: str, noun: Noun) -> Iterator[Given]:
    """Yield the values that may be the noun's."""
    position = _after_noun(text, noun)
    if position is None:
        return
    window = text[position : position + _WINDOW]
    window = window[: window.find("\n")] if "\n" in window.lstrip("\n") else window
    following = _given(text, position, None, direct=True)
    if following and text[position : position + 1].isspace():
        yield following
    for number, link in enumerate(_pattern("link").finditer(window)):
        between = window[: link.start()]
        direct = not between.strip(" \t*_")
        if number >= _LINKS_TRIED or _ends_clause(between):
            return
        given = _given(text, position + link.end(), link, direct=direct)
        if given:
            yield given
        if direct:
            return


def _after_noun(text: str, noun: Noun) -> int | None:
    """Return where the noun with its endings is over, or None if it is part of another word or name."""
    left = _pattern("left").search(text[max(0, noun.start - 40) : noun.start])
    before = {part.lower() for part in _PARTS.findall(left.group())} if left else set()
    if noun.word in _PLAIN_KEYS and (before & OTHER_KEYS or _is_glued(text, noun)):
        return None
    if not noun.word.isascii() or not noun.english:
        ending = _pattern("ending").match(text, noun.end)
        end = ending.end() if ending and not _is_cjk(noun.word) else noun.end
        return end if noun.word.isascii() is False or not _goes_on(text, end) else None
    rest = _pattern("right").match(text, noun.end)
    tail = rest.group() if rest else ""
    if tail.endswith("."):
        return None
    if tail and text[noun.end].islower() and text[noun.end - 1].islower() and tail != "s":
        return None
    if any(part.lower() in COMPOUNDS for part in _PARTS.findall(tail)):
        return None
    return noun.end + len(tail)


_PLAIN_KEYS = frozenset({"key", "_key", "-key", "token", "secret", "auth", "creds", "cookie"})


def _is_glued(text: str, noun: Noun) -> bool:
    """Tell whether a short noun is the end of another word (monkey), not of a compound (apiKey, DB_KEY)."""
    if noun.word != "key" or noun.start == 0:
        return False
    before, first = text[noun.start - 1], text[noun.start]
    return before.isalpha() and not (first.isupper() and before.islower())


def _goes_on(text: str, end: int) -> bool:
    return text[end : end + 1].isalnum()


def _is_cjk(word: str) -> bool:
    return "\u3040" <= word[0] <= "\u9fff" or "\uac00" <= word[0] <= "\ud7af"


def _ends_clause(between: str) -> bool:
    """Tell whether what stands between noun and link ends the clause or makes another thing of the noun."""
    if _pattern("ended").search(between):
        return True
    words = between.lower().split()[:2]
    return any(word.strip("()[]\"'`*") in COMPOUNDS for word in words)


def _given(text: str, position: int, link: re.Match[str] | None, *, direct: bool) -> Given | None:
    match = _pattern("value").match(text, position)
    if not match:
        return None
    quoted, bare = match.group("quoted"), match.group("bare")
    after = match.group("after").strip()
    alone = (
        not after
        or quoted is not None
        or after[0] in ".,;:!?)]}>\"'`。、，"
        or bare[-1:] in ".,;!?"
        and (not after or after[:1].isupper())
    )
    kind = (link.lastgroup or "") if link else ""
    return Given(quoted or bare, quoted is not None, alone, kind, link.group() if link else "", direct)


def _is_password(noun: Noun, given: Given) -> bool:
    value = given.value
    if given.quoted and " " in value:
        return given.direct and bool(given.link) and noun.word.startswith("passp") and is_passphrase(value)
    if is_strong_password(value):
        return bool(given.link) or len(value) >= 6
    if not given.direct or not given.link:
        return False
    if given.link == "sign" or given.words.lower().startswith(_PLAIN_VERBS):
        return is_weak_password(value, quoted=given.quoted, alone=given.alone, verb=given.link == "verb")
    return False


# Verbs that lead to a plain word as well; "est" and "ist" lead to what is said about the password too often.
_PLAIN_VERBS = ("is", "was", "are", "equals", "to be", "set to", "changed to", "reset to", "now", "laute")


def _is_key(noun: Noun, given: Given) -> bool:
    value = given.value
    if noun.word == "key":
        return given.link == "sign" and len(value) >= 16 and not value.isalnum() and is_drawn(value)
    if not given.link:
        return noun.english and len(value) >= 16 and is_drawn(value)
    if is_drawn(value):
        return True
    if noun.word in _CHOSEN and given.direct:
        pair = re.split(r"[/:|]", value, maxsplit=1)
        chosen = pair[1] if len(pair) == 2 and noun.word != "secret" else value
        return len(chosen) >= 6 and is_strong_password(chosen) and any(char in "!@#$%^&*" for char in chosen)
    return False


# Words for what people may have chosen themselves as well.
_CHOSEN = frozenset(
    {"secret", "creds", "credential", "auth", "zugangsdaten", "identifiants", "credenciais", "credenziali"}
)


def _has_code(text: str, low: str) -> bool:
    if not any(char.isdigit() for char in low) or not any(hint in low for hint in _CODE_HINTS):
        return False
    return any(_is_code(match) for match in _pattern("code").finditer(text))


def _is_code(match: re.Match[str]) -> bool:
    code = match.group("code")
    digits = [char for char in code if char.isdigit()]
    if re.fullmatch(r"(?:19|20)\d\d(?:-\d\d){0,2}", code):
        return False
    if match.group().lower().startswith("cv"):
        return len(digits) in (3, 4)
    return len(digits) >= 4 or (len(code) >= 9 and len(digits) >= 2)


_CODE_HINTS = (
    "pin", "code", "cvv", "cvc", "otp", "tan", "comb", "geheimzahl", "код", "暗証", "验证码", "驗證碼", "認証", "確認",
    "인증", "पिन", "ಪಿನ್", "código",
)  # fmt: skip
