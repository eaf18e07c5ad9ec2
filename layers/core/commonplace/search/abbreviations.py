"""Full stops that do not end a sentence: abbreviations and ordinals at which the library splits wrongly."""

from __future__ import annotations

import re

# Never the end of a sentence: titles, and words that need another word after them.
_GO_ON = {
    "de": "fa frl dr prof dipl hrsg ca z.b d.h d.r z.t u.u v.a bzw evtl ggf inkl zzgl bspw vgl sog",
    "en": "mr mrs ms dr prof mt rev gen gov capt lt approx e.g i.e vs",
    "fr": "mme mlle mlles mmes dr pr ste av env p.ex c.-à-d",
    "es": "sr sra srta sres dr dra d.ª av avda aprox p.ej",
    "it": "sig sig.ra dott dott.ssa prof avv p.zza ca p.es",
    "pt": "sr sra dr dra prof profa av aprox p.ex",
    "nl": "dhr mevr mw dr drs prof ca bijv d.w.z o.a",
}
# Not the end of a sentence before a number: months, and words such as "No.".
_BEFORE_NUMBERS = {
    "de": "jan feb mär apr jun jul aug sep sept okt nov dez nr abs bd kap tel abb",
    "en": "jan feb apr jun jul aug sep sept oct nov dec vol fig pp tel",
    "fr": "janv févr avr juill sept oct nov déc chap vol tél",
    "es": "ene feb abr jun jul sept oct nov dic núm pág tel",
    "it": "genn febbr apr magg giu lug sett ott nov dic pag tel",
    "pt": "jan fev abr jun jul nov dez núm pág tel",
    "nl": "jan feb mrt apr jun jul aug sept okt nov dec nr blz",
}
# German: after these a number with a full stop is an ordinal (`wegen des 2. Quartals`),
_BEFORE_ORDINALS = re.compile(
    r"(d(er|ie|as|es|em|en)|am|vom|im|zu[mr]|beim|ab|seit|(jed|dies|ihr|sein|mein|unser)(e[rsmn]?)?)\Z",
    re.IGNORECASE,
)
# but not if one of these follows: they are no nouns, and begin a sentence.
_NO_NOUNS = re.compile(
    r"(er|sie|es|wir|ich|ihr|du|man|das|die|der|eine?|dann|danach|dort|da|und|aber|heute|morgen|so|nun|jetzt|auch)\b",
    re.IGNORECASE,
)
_ALWAYS = frozenset(word for words in _GO_ON.values() for word in words.split())
_NUMBERED = frozenset(word for words in _BEFORE_NUMBERS.values() for word in words.split())
# The last word with its full stop, and the part before it in `z. B.`, `p. ex.`.
_LAST = re.compile(r"(?:(?<!\S)([^\W\d_])\.\s?)?(?<![^\s(\[\"'„“«.])([^\s(\[\"'„“«]+)\.\Z")
_HALF = re.compile(r"(?<!\S)[dzuivpe]\.\Z")  # the first part of such an abbreviation, and the second
_OTHER_HALF = re.compile(r"[^\W\d_]{1,2}\.")
_ORDINAL = re.compile(r"([^\W\d_]+)\s\d{1,2}\.\Z")
_READ = 60  # characters before the full stop that are examined


def goes_on(before: str, after: str) -> bool:
    """Check whether a sentence goes on after the full stop that ends ``before``.

    ``after`` is what follows on the same line; both are stripped.
    """
    end = before[-_READ:]
    if not end.endswith(".") or not after:
        return False
    if _is_known(end, _ALWAYS) or (_HALF.search(end) and _OTHER_HALF.match(after)):
        return True
    if after[0].islower():
        # A text written without capitals may begin a sentence with a small letter.
        return _begins_with_capital(before)
    if after[0].isdigit():
        return _is_known(end, _NUMBERED)
    ordinal = _ORDINAL.search(end)
    return bool(ordinal and _BEFORE_ORDINALS.match(ordinal[1]) and not _NO_NOUNS.match(after))


def _is_known(end: str, known: frozenset[str]) -> bool:
    last = _LAST.search(end)
    if last is None:
        return False
    word = last[2].lower()
    return word in known or (last[1] is not None and f"{last[1].lower()}.{word}" in known)


def _begins_with_capital(text: str) -> bool:
    first = next((char for char in text if char.isalpha()), "")
    return first.isupper()
