"""Values that the words before them call a password, a key or a code, in any of the languages of ``words``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from . import nouns
from .nouns import Noun
from .patterns import QUOTES, any_digit, compiled, lines_with
from .values import (
    is_chosen,
    is_drawn,
    is_grouped,
    is_hexadecimal,
    is_passphrase,
    is_short_number,
    is_strong_password,
    is_weak_password,
)
from .words import CODE_HINTS, CODES, COMPOUNDS, ELSEWHERE, LINKS, OTHER_KEYS, TIGHT_LINKS

_WINDOW = 110  # characters after the word in which link and start of the value must be
_LINKS_TRIED = 3

_SIGN = r"[\"'`\])*]{0,3}\s{0,5}(?:=>|:{1,3}=|={1,2}|->|→|[:：＝]|\?=|\|\|?|>|\s[—–]\s)[*]{0,2}"  # noqa: RUF001
# The value of a pair whose name is the noun ({"name": "API_KEY", "value": "…"}), or of a call (setToken("…")).
_CALL = (
    r"[\"'`]?\s{0,3},?\s{0,8}[\"'`]?value[\"'`]?\s{0,2}[:=]|[\"'`]\s?\]?\s{0,2},(?=\s{0,2}[\"'`])|\(\s?(?=[\"'`])"
    r"|\s-\s(?=[!-~]{12})"  # new token - …
    r"|\sfor\s(?:the\s)?[\w.'-]{1,24}(?:\s[\w.'-]{1,24})?(?:,\s|\s?\()(?=[!-~]{16})"  # a key for Acme, …
)
_ADVERB = r"(?:\s(?:still|now|currently|always|just|simply|actually|jetzt|immer|noch|maintenant|ahora))?"
_LINK = (
    rf"(?P<call>{_CALL})|(?P<sign>{_SIGN}(?:\s?[&A-Za-z][&A-Za-z'<>. ]{{0,20}}=(?![=>]))?)"  # password: str = "…"
    rf"|(?P<verb>(?:(?<!\w)(?:{LINKS})|'s){_ADVERB}\s?:?(?=[\s\"]))|(?P<tight>{TIGHT_LINKS})"
)
_VALUE = (
    r"\s{0,4}(?:\\?[\"'`“„«「『‘]{1,3}(?P<quoted>[^\"'`”“»」』’\n\\]{1,120})"  # noqa: RUF001
    r"|(?P<bare>[!-~]{1,200}|\S{1,60}))(?P<after>.?.?)"
)
_CLAUSE_ENDS = r"[.!?][\s\"']|[。！？,;{}&|<>\n]|\":"  # noqa: RUF001
_CODE = (
    rf"{CODES}[^\d\n.;]{{0,40}}?"
    r"(?P<code>\d(?:[ -]?\d){2,11}|(?=[a-z-]{0,11}\d)[a-z0-9]{4,6}-[a-z0-9]{4,6})(?![A-Za-z0-9_%]|[.,:/-]\d)"
)

# Verbs behind which a plain word is the password; "ist" and "est" lead to what is said of it too often.
_PLAIN_VERBS = ("is", "was", "are", "has", "equals", "to be", "set to", "changed to", "reset to", "now", "laute")
# Words that mean much else besides, and the links behind which they mean a password.
_SHORT = {"pass": ("sign",), "pw": ("sign", "verb")}
# Links that are prepositions in English: "the password on the router is …".
_PREPOSITIONS = ("on", "to", "er", "es", "son", "war")
_EQUATIONS = ("as", "is", "was")
_REVERSED = (
    r"(?<!\S)(?P<value>[!-~]{12,600}) (?:as|is|was)(?: (?:the|our|my|its|your|their|an?))?"
    r"(?P<between>(?: [\w'.-]{1,20}){0,5}?) (?P<noun>key|token|secret|credential)s?\b(?: (?P<after>\w{1,20}))?"
)
_NEXT_LINE = r"[\"']?\s{0,3}\n\s{0,20}value\s?:"
_SET = r"(?i)\b(?:set|change|update|reset|rotate|switch|point)[a-z]{0,4}\s(?:the\s)?[\w .-]{0,50}$"
_PHRASES = ("passphrase", "pass phrase")
# Words for what machines draw and people choose.
_EITHER = ("creds", "credential", "secret", "auth", "zugangsdaten", "identifiants", "credenciales", "credenziali")
_CHOSEN_KEY = 8  # characters of a password that is called a key, as languages other than English do
_BARE_KEY = 16  # characters from which on a value is believed behind a mere "key" or without a link


class Given:
    """A value and how it is linked to its noun.

    Attributes
    ----------
    value
        Without its quotes.
    quoted, alone
        It is in quotes; nothing follows it in its clause.
    link
        ``sign``, ``verb``, ``tight``, or empty if it only follows.
    words
        Text of the link.
    direct
        Nothing is between noun and link.
    line
        The value and what follows it, to the end of the line.
    """

    __slots__ = ("alone", "direct", "line", "link", "quoted", "value", "words")

    def __init__(self, match: re.Match[str], link: re.Match[str] | None, *, direct: bool) -> None:
        quoted, bare, after = match.group("quoted"), match.group("bare") or "", match.group("after").strip()
        ended = not after or after[0] in ".,;:!?)]}>。、，" + QUOTES  # noqa: RUF001
        self.value = (quoted or bare).partition("</")[0]
        self.quoted = quoted is not None
        self.alone = ended or self.quoted or (bare[-1] in ".,;!?" and after[:1].isupper())
        self.link = (link.lastgroup or "") if link else ""
        self.words = link.group() if link else ""
        self.direct = direct
        self.line = match.string[match.start() : match.start() + _WINDOW].strip().partition("\n")[0]


_Judge = Callable[[str, Noun, Given], bool]


def assigned(text: str) -> str | None:
    """Return the kind of the first value that is assigned to a word for a credential: a password, key or code."""
    low = nouns.lowered(text)
    tried: dict[str, bool] = {}
    if any(_holds(text, low, noun, _is_password, tried) for noun in nouns.passwords(low)):
        return "password"
    tried.clear()
    if any(_holds(text, low, noun, _is_key, tried) for noun in nouns.keys(low)):
        return "secret key"
    if _has_reversed(text, low):
        return "secret key"
    return "code" if _has_code(text, low) else None


def _holds(text: str, low: str, noun: Noun, judge: _Judge, tried: dict[str, bool]) -> bool:
    # The same words again get the same answer: a line repeated a thousand times costs one.
    around = f"{text[max(0, noun.start - 40) : noun.start]}\0{noun.word}\0{text[noun.end : noun.end + _WINDOW]}"
    if around not in tried:
        tried[around] = any(judge(text, noun, given) for given in _values(text, low, noun))
    return tried[around]


def _values(text: str, low: str, noun: Noun) -> Iterator[Given]:
    """Yield the values that may be the noun's."""
    position = nouns.end_of_name(text, noun)
    if position is None:
        return
    # What comes after the same word again is that one's.
    again = low.find(noun.word, position, position + _WINDOW)
    window = text[position : again if again >= 0 else position + _WINDOW]
    pair = compiled(_NEXT_LINE).match(window)
    if not pair:
        window = window[: window.find("\n")] if "\n" in window.lstrip("\n") else window
    if window[:1].isspace():
        following = _given(text, position, None, direct=True)
        if following:
            yield following
    for number, link in enumerate(compiled(_LINK, re.IGNORECASE).finditer(window)):
        between = window[: link.start()]
        direct = not between.strip(" \t*_")
        if number >= _LINKS_TRIED or _ends_clause(between):
            return
        if noun.english and link.group().lower().strip() in _PREPOSITIONS and not (direct and _is_set(text, noun)):
            continue
        inside = not direct and link.lastgroup == "sign" and not window[link.end() - 1 : link.end() + 1].count(" ")
        given = None if inside else _given(text, position + link.end(), link, direct=direct)
        if given:
            yield given
        if direct:
            return


def _is_set(text: str, noun: Noun) -> bool:
    """Return whether a noun is what is set to a value ("set ACME_TOKEN to …")."""
    return compiled(_SET).search(text[max(0, noun.start - 60) : noun.start]) is not None


def _ends_clause(between: str) -> bool:
    """Return whether the words between noun and link end the clause or give the noun another meaning."""
    if compiled(_CLAUSE_ENDS).search(between):
        return True
    return any(word.strip("()[]*" + QUOTES) in COMPOUNDS for word in between.lower().split()[:2])


def _given(text: str, position: int, link: re.Match[str] | None, *, direct: bool) -> Given | None:
    match = compiled(_VALUE).match(text, position)
    return Given(match, link, direct=direct) if match else None


def _is_password(text: str, noun: Noun, given: Given) -> bool:
    value = given.value
    if given.link == "call":
        return False  # checkPassword("…") may have any word
    if noun.word in _SHORT:
        return _is_short_password(text, noun, given)
    linked = given.direct and bool(given.link)
    if linked and noun.word in _PHRASES and is_passphrase(value if given.quoted else given.line):
        return True
    if linked and is_grouped(given.value if given.quoted else given.line):
        return True
    if given.quoted and " " in value:
        return False
    if is_strong_password(value):
        return bool(given.link) or len(value) >= 6
    if not linked or not (given.link == "sign" or given.words.lower().startswith(_PLAIN_VERBS)):
        return False
    return is_weak_password(value, quoted=given.quoted, alone=given.alone, verb=given.link == "verb")


def _is_short_password(text: str, noun: Noun, given: Given) -> bool:
    """Judge behind "pass" and "pw": "PASS: test_login_2 of 8" is a result, and no password."""
    value = given.value
    if given.link not in _SHORT[noun.word] or not given.alone:
        return False
    if compiled(r"[a-z0-9]+(?:_[a-z0-9]+)+").fullmatch(value):
        return False
    verdict = ":" in given.words and text[noun.start : noun.end] == "PASS"
    return is_chosen(value) if verdict or not given.direct else is_strong_password(value)


def _is_key(text: str, noun: Noun, given: Given) -> bool:
    value = given.value
    if noun.word == "key" and not nouns.is_qualified(text, noun):
        return given.link == "sign" and len(value) >= _BARE_KEY and is_drawn(value) and not is_hexadecimal(value)
    if not given.link:
        return noun.english and len(value) >= _BARE_KEY and is_drawn(value)
    if is_drawn(value):
        return True
    if given.direct and given.link and _is_short(text, noun, value):
        return True
    if (
        not noun.english
        and given.link in ("sign", "verb", "tight")
        and len(value) >= _CHOSEN_KEY
        and is_chosen(value)
    ):
        return True  # der Schlüssel lautet …
    if noun.word not in _EITHER or not given.direct:
        return False
    pair = re.split(r"[/:|]", value, maxsplit=1)
    return is_chosen(pair[1] if len(pair) == 2 and noun.word != "secret" else value)


def _is_short(text: str, noun: Noun, value: str) -> bool:
    """Return whether a value is a short number as some issuers give as secrets, tokens and API keys."""
    if noun.word not in ("secret", "token") and not (
        noun.word == "key" and "api" in nouns.parts_before(text, noun)
    ):
        return False
    return is_short_number(value, is_secret=noun.word == "secret")


def _has_reversed(text: str, low: str) -> bool:
    """Return whether a text says of a value that it is a key ("use … as the Acme API key")."""
    if not any(f" {word} " in low for word in _EQUATIONS):
        return False
    return any(map(_is_reversed, compiled(_REVERSED, re.IGNORECASE).finditer(text)))


def _is_reversed(match: re.Match[str]) -> bool:
    between = match.group("between").lower().replace("'s", "").split()
    if any(word in COMPOUNDS or word in OTHER_KEYS or word in ELSEWHERE for word in between):
        return False
    if match.group("after") and match.group("after").lower().strip("s") in COMPOUNDS:
        return False
    if match.group("noun").lower() == "key" and not between:
        return False
    return is_drawn(match.group("value"))


def _has_code(text: str, low: str) -> bool:
    if not any_digit(text) or not any(hint in low for hint in CODE_HINTS):
        return False
    pattern = compiled(_CODE, re.IGNORECASE)
    lines = (line for line in lines_with(text, low, CODE_HINTS) if any_digit(line))
    return any(_is_code(match) for line in lines for match in pattern.finditer(line))


def _is_code(match: re.Match[str]) -> bool:
    code = match.group("code")
    digits = sum(char.isdigit() for char in code)
    if compiled(r"(?:19|20)\d\d(?:-\d\d){0,2}").fullmatch(code):
        return False
    if match.group().lower().startswith("cv"):
        return digits in (3, 4)
    return digits >= 4 or (len(code) >= 9 and digits >= 2)
