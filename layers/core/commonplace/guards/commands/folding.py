# ruff: noqa: RUF001, RUF002, RUF003
"""Undoes what hides the letters of a text from a guard and not from a reader.

Each way is tried only where a cheap look says that it may have been used, and what comes out is judged like
any text, so a harmless text that happens to look encoded stays harmless.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

# A text is unfolded in its first part only: nobody hides an order in the hundredth kilobyte of a disguise,
# and a guard must not be a way to spend time.
_MOST = 8_000

_SPELT = re.compile(r"(?<![^\W_])(?:[^\W\d_][ ._\-*|/~+,]{1,3}){4,}[^\W\d_](?![^\W_])")
_PARTED = re.compile(r"(?<=[^\W\d_])[._\-*|/~+\\^`·•]{1,2}(?=[^\W\d_])")
_LEET = re.compile(r"[a-z][@$!|0-9]+[a-z]|\b[@$0-9|][a-z]{2,}|[a-z]{2}[0-9$]\b", re.IGNORECASE)
_DIGITS = re.compile(
    r"(?:[0-9a-fA-F]{1,3}[\s,;:./|\-]{1,3}(?:0x)?){6}|[01]{40}|(?:=[0-9A-F]{2}){8}|(?:[01]{7,8}\s){5}|(?:\\x[0-9a-f]{2}\W?){6}"
)
_LONG_WORD = re.compile(r"\S{20}")
_MORSE = re.compile(r"(?:[.\-·−–—_]{1,6}[ /|]{1,3}){8,}[.\-·−–—_]{1,6}")
_BINARY = re.compile(r"(?:[01]{7,8}[\s,]*){6,}")
_NUMBERS = re.compile(r"(?:\b\d{2,3}[\s,;]+){7,}\d{2,3}\b")
_SPACED_HEX = re.compile(r"(?:\b(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:;]+){7,}(?:0x|\\x)?[0-9a-fA-F]{2}\b")
_BASE85 = re.compile(r"<~([!-uz\s]{10,4000})~?>?")
_BASE85_BARE = re.compile(r"(?<!\S)[!-~]{30,}(?!\S)")
_QUOTED = re.compile("(?:=[0-9A-Fa-f]{2}){8,}")
_PLACES = re.compile(r"(?<!\d)(?:\d{1,2}[ ,.\-/|]{1,3}){11,}\d{1,2}(?!\d)")
_NATO = (
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo "
    "sierra tango uniform victor whiskey xray yankee zulu"
)
_BASE32 = re.compile(r"\b[A-Z2-7]{24,}={0,6}")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{4,}[\s]?){3,}={0,2}")
_SQUARES = re.compile("[\U0001f130-\U0001f189\U0001f1e6-\U0001f1ff]")
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{6,}")
_BRAILLE = re.compile("[\u2801-\u283f]{2,}")
_PIG = re.compile(r"\b[a-z]{2,}(?:ay|way|yay)\b", re.IGNORECASE)

# Letters of other scripts, and of phonetic and turned alphabets, that stand for Latin ones.
_ALIKE = {
    "а": "a", "ӓ": "a", "α": "a", "ɑ": "a", "ᴀ": "a", "ɐ": "a", "в": "b", "ь": "b", "β": "b", "ʙ": "b", "ƅ": "b",
    "с": "c", "ϲ": "c", "ᴄ": "c", "ɔ": "c", "ԁ": "d", "ɗ": "d", "ᴅ": "d", "ժ": "d", "е": "e", "є": "e", "ҽ": "e",
    "ε": "e", "ᴇ": "e", "ǝ": "e", "ə": "e", "ғ": "f", "ꜰ": "f", "ϝ": "f", "ɟ": "f", "ɡ": "g", "ɢ": "g", "ց": "g",
    "ƃ": "g", "һ": "h", "н": "h", "ʜ": "h", "ɥ": "h", "і": "i", "ї": "i", "ι": "i", "ɪ": "i", "ı": "i", "ӏ": "l",
    "ᴉ": "i", "ј": "j", "ϳ": "j", "ᴊ": "j", "ɾ": "j", "к": "k", "κ": "k", "ᴋ": "k", "ʞ": "k", "ʟ": "l", "ⅼ": "l",
    "ɩ": "l", "м": "m", "ᴍ": "m", "μ": "m", "ɯ": "m", "ɴ": "n", "п": "n", "η": "n", "ո": "n", "о": "o", "ο": "o",
    "σ": "o", "ᴏ": "o", "օ": "o", "ө": "o", "р": "p", "ρ": "p", "ᴘ": "p", "ԛ": "q", "ʠ": "q", "г": "r", "ʀ": "r",
    "ɹ": "r", "ѕ": "s", "ꜱ": "s", "ʂ": "s", "т": "t", "τ": "t", "ᴛ": "t", "ʇ": "t", "υ": "u", "ս": "u", "ᴜ": "u",
    "ʋ": "v", "ν": "v", "ѵ": "v", "ᴠ": "v", "ʌ": "v", "ѡ": "w", "ω": "w", "ԝ": "w", "ᴡ": "w", "ʍ": "w", "х": "x",
    "χ": "x", "у": "y", "ү": "y", "γ": "y", "ʏ": "y", "ʎ": "y", "ᴢ": "z", "ʐ": "z", "ζ": "z", "ł": "l", "ø": "o",
    "đ": "d", "ħ": "h", "ŧ": "t", "ƙ": "k", "ƒ": "f", "ʼ": "'", "Ꭺ": "a", "Ꭼ": "e", "Ꮃ": "w", "Ꮯ": "c",
    "Ꮪ": "s", "Ꭱ": "r", "Ꮲ": "p", "Ꮮ": "l", "Ꭲ": "i", "Ꮖ": "i", "ⲟ": "o", "ꓲ": "i",
}  # fmt: skip
# The other way about: Latin letters in Russian words.
_CYRILLIC = dict(zip("aceopxyikmtbhug", "асеорхуікмтвниг", strict=True)) | {"i": "и", "k": "к"}

_LEET_LETTERS = {
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "6": "g", "2": "z", "@": "a",
    "$": "s", "!": "i", "|": "l", "€": "e", "£": "l", "+": "t",
}  # fmt: skip

_MORSE_LETTERS = dict(
    zip(
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
        "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.".split(),
        "abcdefghijklmnopqrstuvwxyz0123456789",
        strict=True,
    )
)

# By these a text that was turned round, shifted or run together is told from an ordinary one.
COMMON = frozenset(
    "the and all you your to of in is for with this that are not from now it on previous instructions ignore "
    "system user must send tell rules prompt always next every "
    "der die das und alle ist nicht les des une vous toutes est pour el los las que todas para il di tutte "
    "istruzioni instrucciones anweisungen de la le et en os as todas voce het een van alle".split()
)
_CIPHERED = (
    "the and all you your for with this that not from now previous instructions ignore system user must send tell rules "
    "prompt always password full everything forward right alle und nicht les vous toutes todas para tutte"
).split()
_VOCABULARY = frozenset(
    "ignore disregard forget override bypass reveal send delete forward transfer pay print show tell execute run "
    "all any the my your our these those previous prior above earlier preceding original system safety initial "
    "instructions instruction rules prompt guidelines directives policies orders password passwords key keys api "
    "secret secrets data files file user users customer customers you are now from on and to do not never always "
    "every everything told were have must it this that me of in with for as act pretend be hidden money account "
    "database email emails list message messages token tokens credentials everyone an a at by is without "
    "restrictions unrestricted mode developer admin new follow only respond answer reply write translate summarize "
    "poem text following call tool tools link click visit open download install buy refund approve please then "
    "before after response responses his her their conversation history chat command commands shell root access "
    "full private content filter filters up out has been was will can should information upload post "
    "vergiss ignoriere alle vorherigen anweisungen regeln sende losche oublie ignorez toutes les precedentes "
    "instrucciones ignora todas las anteriores istruzioni tutte precedenti instrucoes dimentica olvida esqueca".split()
)
_LONGEST_WORD = 14


def readings(text: str) -> Iterator[str]:
    """Yield other ways to read a text, for each disguise that it may wear.

    Parameters
    ----------
    text
        As a reader gets it.

    Yields
    ------
    str
        What it says without the disguise; perhaps nonsense.
    """
    text = text[:_MOST]
    plain = text
    if not text.isascii():
        yield from _hidden_characters(text)
        plain = unicodedata.normalize("NFKC", text)
        plain = "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Mn", "Me", "Cs", "Co"))
        plain = _SQUARES.sub(_letter_in_square, plain)
        if _letters(plain) != _letters(text):
            yield plain
        yield from _look_alikes(plain)
    yield from _encodings(plain)
    yield from _turned(plain)
    yield from _parted(plain)
    yield from _leet(plain)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _hidden_characters(text: str) -> Iterator[str]:
    """Read what stands in characters that are not shown at all."""
    for run in _TAGS.findall(text):
        yield "".join(chr(ord(char) - 0xE0000) for char in run)
    for run in _SELECTORS.findall(text):
        octets = bytes(
            (ord(char) - 0xFE00 if ord(char) < 0xFE10 else ord(char) - 0xE0100 + 16) & 0xFF for char in run
        )
        yield octets.decode("utf-8", "replace")
    if _BRAILLE.search(text):
        yield text.translate(_braille())


@cache
def _braille() -> dict[int, str]:
    dots = [1, 3, 9, 25, 17, 11, 27, 19, 10, 26]
    cells = [*dots, *(d | 4 for d in dots), *(d | 36 for d in (dots[0], dots[1], dots[2], dots[3], dots[4]))]
    letters = "abcdefghijklmnopqrstuvxyz"
    table = {0x2800 + cell: letter for cell, letter in zip(cells, letters, strict=True)}
    return table | {0x283A: "w", 0x2800: " "}


def _letter_in_square(match: re.Match[str]) -> str:
    point = ord(match.group())
    for start in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
        if start <= point < start + 26:
            return chr(97 + point - start)
    return match.group()


@cache
def _alike() -> dict[int, str]:
    return str.maketrans(_ALIKE)


def _look_alikes(text: str) -> Iterator[str]:
    """Read letters of other scripts as the Latin ones they look like, and Latin ones among Cyrillic."""
    lower = text.lower()
    latin = lower.translate(_alike())
    if latin != lower:
        yield latin
        # Turned letters are read from the end.
        if any(char in lower for char in "ǝɹʇɥʍʎʞ"):
            yield latin[::-1].translate(str.maketrans("unbdpq", "nuqpdb"))
            yield latin[::-1]
    if any("\u0430" <= char <= "\u044f" for char in lower) and any("a" <= char <= "z" for char in lower):
        yield lower.translate(str.maketrans(_CYRILLIC))


def _encodings(text: str) -> Iterator[str]:
    """Read what is written in codes."""
    if "- ." in text or ".-" in text or "-." in text or any(char in text for char in "−–—·_"):
        yield from _from_morse(text)
    if _DIGITS.search(text):
        yield from _from_numbers(text)
    if _LONG_WORD.search(text):
        yield from _from_bases(text)


def _from_morse(text: str) -> Iterator[str]:
    for match in _MORSE.finditer(text):
        dashes = re.sub("[−–—_]", "-", match.group().replace("·", "."))
        words = re.split(r"\s*[/|]\s*|\s{2,}", dashes)
        yield " ".join("".join(_MORSE_LETTERS.get(sign, "") for sign in word.split()) for word in words)


def _from_numbers(text: str) -> Iterator[str]:
    for match in _BINARY.finditer(text):
        bits = re.sub(r"[\s,]", "", match.group())
        yield from _octets(int(bits[n : n + 8], 2) for n in range(0, len(bits) - 7, 8))
    for match in _NUMBERS.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match.group())]
        yield from _octets(number & 0xFF for number in numbers)
        if all(not set(str(number)) & {"8", "9"} for number in numbers):
            yield from _octets(int(str(number), 8) & 0xFF for number in numbers)
    for match in _PLACES.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match.group())]
        if all(1 <= number <= 26 for number in numbers):
            yield _cut_again("".join(chr(96 + number) for number in numbers))
    for match in _QUOTED.finditer(text):
        yield from _octets(int(pair, 16) for pair in match.group().split("=")[1:])
    for match in _SPACED_HEX.finditer(text):
        yield from _octets(int(pair, 16) for pair in re.findall(r"(?:0x|\\x)?([0-9a-fA-F]{2})\b", match.group()))


def _from_bases(text: str) -> Iterator[str]:
    for match in _BASE85.finditer(text):
        yield from _decoded(lambda match=match: base64.a85decode("".join(match.group(1).split())))  # type: ignore[misc]
    for match in _BASE85_BARE.finditer(text):
        if not match.group().isalnum():
            yield from _decoded(lambda match=match: base64.a85decode(match.group()))  # type: ignore[misc]
            yield from _decoded(lambda match=match: base64.b85decode(match.group()))  # type: ignore[misc]
    for match in _BASE32.finditer(text):
        raw = match.group().rstrip("=")
        yield from _decoded(lambda raw=raw: base64.b32decode(raw + "=" * (-len(raw) % 8)))  # type: ignore[misc]
    for match in _BASE64.finditer(text):
        raw = re.sub(r"[\s=]", "", match.group()).replace("-", "+").replace("_", "/")
        if len(raw) >= 16 and not raw.isalpha():
            raw = raw[: len(raw) - (len(raw) % 4 == 1)]
            yield from _decoded(lambda raw=raw: base64.b64decode(raw + "=" * (-len(raw) % 4)))  # type: ignore[misc]


def _octets(values: Iterator[int]) -> Iterator[str]:
    read = bytes(values).decode("utf-8", "replace")
    if read.isprintable():
        yield read


def _decoded(decode: object) -> Iterator[str]:
    try:
        read = decode().decode("utf-8")  # type: ignore[operator]
    except (ValueError, binascii.Error):
        return
    if read and sum(char.isprintable() or char.isspace() for char in read) == len(read):
        yield read
        yield read[::-1]


def _turned(text: str) -> Iterator[str]:
    """Read a text from its end, word by word from their ends, and shifted along the alphabet."""
    words = re.findall(r"[^\W\d_]+", text[:1200].lower())
    found = frozenset(words)
    if len(found & _backwards()) > 1:
        yield text[::-1]
        yield re.sub(r"[^\W\d_]+", lambda match: match.group()[::-1], text)
    if not text.isascii():
        return
    if len(words) > 2:
        hits: dict[int, int] = {}
        shifted = _shifted()
        for word in found & shifted.keys():
            hits[shifted[word]] = hits.get(shifted[word], 0) + 1
        for shift, count in hits.items():
            if count > 1:
                yield text.translate(_mirror() if shift == _MIRRORED else _shift(shift))
        if len(_PIG.findall(text)) > 2 and (start := _PIG.search(text)):
            yield re.sub(r"[A-Za-z]+", _from_pig_latin, text[start.start() :])
    if len(text) > 20 and sum(map(text.count, "?@6E2:C")) * 4 > len(text):
        yield "".join(chr(33 + (ord(char) - 33 + 47) % 94) if "!" <= char <= "~" else char for char in text)
    if len(found & _spelling().keys()) > 5:
        yield _cut_again("".join(_spelling().get(word, " ") for word in words))


# Not told from what a text turned round holds by chance.
_SHORT = 3
_MIRRORED = 26


@cache
def _backwards() -> frozenset[str]:
    return frozenset(word[::-1] for word in COMMON if len(word) >= _SHORT) - COMMON - {"ton", "saw", "mot", "nap"}


@cache
def _shifted() -> dict[str, int]:
    """Return the commonest words under each shift of the alphabet, and the shift that undoes it."""
    table: dict[str, int] = {}
    for word in _CIPHERED:
        table[word.translate(_mirror())] = _MIRRORED
        for shift in range(1, 26):
            table[word.translate(_shift(26 - shift))] = shift
    return {word: shift for word, shift in table.items() if word not in COMMON}


@cache
def _spelling() -> dict[str, str]:
    return {name: name[0] for name in (*_NATO.split(), "alpha", "juliet", "x")}


@cache
def _shift(by: int) -> dict[int, int]:
    lower = {97 + n: 97 + (n + by) % 26 for n in range(26)}
    return lower | {point - 32: to - 32 for point, to in lower.items()}


@cache
def _mirror() -> dict[int, int]:
    lower = {97 + n: 122 - n for n in range(26)}
    return lower | {point - 32: to - 32 for point, to in lower.items()}


def _from_pig_latin(match: re.Match[str]) -> str:
    word = match.group().lower()
    for ending in ("way", "yay"):
        if word.endswith(ending) and len(word) > 4 and word[0] in "aeiou":
            return word[: -len(ending)]
    if not word.endswith("ay"):
        return word
    stem = word[:-2]
    tail = re.search(r"[^aeiou]+$", stem)
    if tail is None:
        return stem
    # The group of consonants that was moved back is at most three letters; the vocabulary knows which.
    for length in range(1, min(4, len(tail.group()) + 1)):
        if (turned := stem[-length:] + stem[:-length]) in _VOCABULARY:
            return turned
    return stem[-1] + stem[:-1]


def _parted(text: str) -> Iterator[str]:
    """Read words whose letters are parted: "i g n o r e", "i.g.n.o.r.e", "ig-nore"."""
    lower = text.lower()
    if _SPELT.search(lower):
        # Wider gaps part words; without any the letters are cut into words again.
        joined = _SPELT.sub(_joined, lower)
        yield joined
        yield _cut_again(joined)
    if _PARTED.search(lower) and _hides_words(lower):
        yield _PARTED.sub("", lower)
        yield _PARTED.sub(" ", lower)
        yield _cut_again(_PARTED.sub("", lower))
    for start in _squeezed_orders(squeezed := "".join(filter(str.isalpha, lower)), lower):
        yield _cut_again(squeezed[start : start + 120])


def _hides_words(text: str) -> bool:
    """Tell whether words hold signs that part known words, or run several of them together."""
    for word in text.split():
        if _PARTED.search(word):
            whole = _PARTED.sub("", word).strip(".,:;!?()\"'")
            if whole in _VOCABULARY or (len(whole) > _LONGEST_WORD and "@" not in word and "//" not in word):
                return True
    return False


def _joined(match: re.Match[str]) -> str:
    run = match.group()
    gaps = re.findall(r"[ ._\-*|/~+,]{1,3}", run)
    least = min(len(gap) for gap in gaps)
    letters = re.split(r"[ ._\-*|/~+,]{1,3}", run)
    parts = [letters[0]]
    for gap, letter in zip(gaps, letters[1:], strict=True):
        # "i-g-n-o-r-e a-l-l": a blank among other signs is a gap between words as well.
        apart = len(gap) > least or (" " in gap and any(" " not in other for other in gaps))
        parts.append((" " if apart else "") + letter)
    return "".join(parts)


_SQUEEZED = (
    "(?:ignore|disregard|forget|override|bypass|ignorier|ignoriere|ignorez|ignora|vergiss|oublie|negeer)(?:all|any|the|my|your|"
    "of|previous|prior|above|earlier|system|safety|every|alle|vorherigen|toutes|les|todas|las|tutte|le|as){1,5}(?:instruc|"
    "rules|prompt|anweisung|istruzion|guideline)"
)
_CANCELLED = ("instruc", "rules", "prompt", "anweisung", "istruzion", "guideline")


def _squeezed_orders(squeezed: str, lower: str) -> Iterator[int]:
    """Yield where an override begins in a text without its blanks that it has not with them."""
    if not any(noun in squeezed for noun in _CANCELLED):
        return
    for match in re.finditer(_SQUEEZED, squeezed):
        if not any(word.startswith(match.group()[:5]) and len(word) < 12 for word in lower.split()) or (
            not any(noun in lower for noun in _CANCELLED)
        ):
            yield match.start()


def _cut_again(text: str) -> str:
    """Cut runs of letters into known words: "ignoreallpreviousinstructions"."""
    return re.sub(r"[^\W\d_]{9,400}", lambda match: " ".join(_words_of(match.group())), text)


def _words_of(run: str) -> list[str]:
    """Return the cut of a run that leaves the fewest letters unknown."""
    if run in _VOCABULARY:
        return [run]
    best: list[tuple[int, int]] = [(0, 0)]  # letters unknown up to here, start of the last part
    for end in range(1, len(run) + 1):
        cost, start = best[end - 1][0] + 1, -1
        for begin in range(max(0, end - _LONGEST_WORD), end):
            if best[begin][0] < cost and run[begin:end] in _VOCABULARY:
                cost, start = best[begin][0], begin
        best.append((cost, start))
    parts: list[str] = []
    end, unknown = len(run), ""
    while end:
        start = best[end][1]
        if start < 0:
            unknown = run[end - 1] + unknown
            end -= 1
            continue
        if unknown:
            parts.append(unknown)
            unknown = ""
        parts.append(run[start:end])
        end = start
    if unknown:
        parts.append(unknown)
    return parts[::-1]


def _leet(text: str) -> Iterator[str]:
    """Read digits and signs within words as the letters they stand for."""
    if len(_LEET.findall(text)) < 2:
        return
    lower = text.lower()
    for one in "il":
        yield lower.translate(str.maketrans(_LEET_LETTERS | {"1": one}))
