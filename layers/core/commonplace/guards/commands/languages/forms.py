"""Builds the forms of an order from infinitives, for languages that inflect them regularly.

Accents are left out, as in everything that the tables compare with. Each function returns the forms that can
only be an order (or an infinitive), and those that are a third person as well: where the subject may be left
out, "envia un informe" is both "send a report" and "she sends a report".
"""

from __future__ import annotations

from collections.abc import Iterable

Forms = tuple[frozenset[str], frozenset[str]]


def spanish(infinitives: str) -> Forms:
    """Return the forms of Spanish verbs."""
    sure: set[str] = set()
    unsure: set[str] = set()
    for verb in infinitives.split():
        stem, ending = verb[:-2], verb[-2:]
        if ending == "ar":
            formal = _respelt(stem, {"c": "qu", "g": "gu", "z": "c"}) + "e"
            unsure.add(stem + "a")
        else:
            formal = _respelt(stem, {"gu": "g", "g": "j", "c": "zc"}) + "a"
            unsure.add(stem + "e")
        sure |= {verb, verb[:-1] + "d", formal, formal + "n", formal + "s"}
    return frozenset(sure), frozenset(unsure - sure)


def portuguese(infinitives: str) -> Forms:
    """Return the forms of Portuguese verbs."""
    sure: set[str] = set()
    unsure: set[str] = set()
    for verb in infinitives.split():
        stem, ending = verb[:-2], verb[-2:]
        if ending == "ar":
            formal, plural = _respelt(stem, {"c": "qu", "g": "gu", "ç": "c"}) + "e", "m"
            unsure.add(stem.replace("ç", "c") + "a")
        else:
            formal, plural = _respelt(stem, {"gu": "g", "g": "j"}) + "a", "m"
            unsure.add(stem + "e")
        sure |= {verb.replace("ç", "c"), formal, formal + plural, formal + "s"}
    return frozenset(sure), frozenset(unsure - sure)


def italian(infinitives: str) -> Forms:
    """Return the forms of Italian verbs; of those in -ire that take -isc-, write -isco."""
    sure: set[str] = set()
    unsure: set[str] = set()
    for verb in infinitives.split():
        if verb.endswith("isco"):
            stem = verb[:-4]
            sure |= {stem + "isci", stem + "isca", stem + "ite", stem + "ire"}
            continue
        stem, ending = verb[:-3], verb[-3:]
        soft = _respelt(stem, {"c": "ch", "g": "gh"}) if ending == "are" else stem
        if ending == "are":
            sure |= {soft.removesuffix("i") + "i", stem + "ate", verb, verb[:-1], soft + "ino"}
            unsure.add(stem + "a")
        else:
            sure |= {stem + "i", stem + "a", stem + ending[0] + "te", verb, verb[:-1]}
    return frozenset(sure), frozenset(unsure - sure)


def french(infinitives: str) -> Forms:
    """Return the forms of French verbs in -er, -ir and -re."""
    sure: set[str] = set()
    for verb in infinitives.split():
        stem, ending = verb[:-2], verb[-2:]
        if ending == "er":
            sure |= {verb, stem + "e", stem + "es", stem + ("eez" if stem.endswith("g") else "ez"), stem + "ez"}
            if stem.endswith(("oy", "uy", "ay")):
                sure |= {stem[:-1] + "ie", stem[:-1] + "ies"}
            if stem.endswith("el"):
                sure.add(stem + "le")
        elif ending == "ir":
            sure |= {verb, stem + "is", stem + "issez"}
        else:
            sure |= {verb, stem + "s", stem + "ez"}
    return frozenset(sure), frozenset()


def german(infinitives: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the imperatives of German verbs, and their infinitives (which need "Sie" or stand last)."""
    imperatives: set[str] = set()
    whole: set[str] = set()
    for verb in infinitives.split():
        prefix, _, base = verb.rpartition("|")
        stem = base[:-2] if base.endswith("en") else base[:-1]
        imperatives |= {stem, stem + "e", stem + ("et" if stem.endswith(("t", "d")) else "t")}
        if stem.endswith(("el", "er")):
            imperatives.add(stem[:-2] + stem[-1] + "e")
        whole |= {base, prefix + base}
    return frozenset(imperatives - whole), frozenset(whole)


def dutch(pairs: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the imperatives of Dutch verbs and their infinitives, given as stem/infinitive."""
    stems = {pair.partition("/")[0] for pair in pairs.split()}
    return frozenset(stems), frozenset(pair.partition("/")[2] for pair in pairs.split() if "/" in pair)


def russian(imperatives: str) -> frozenset[str]:
    """Return singular and plural of Russian imperatives."""
    both: set[str] = set()
    for form in imperatives.split():
        both |= {form, form[:-2] + "йтесь" if form.endswith("йся") else _russian_plural(form)}
    return frozenset(both)


def _russian_plural(form: str) -> str:
    if form.endswith("ся"):
        return form[:-2] + "тесь"
    return form[:-2] + "итесь" if form.endswith("ись") and len(form) > 4 else form + "те"


def _respelt(stem: str, changes: dict[str, str]) -> str:
    for ending, respelt in changes.items():
        if stem.endswith(ending):
            return stem[: -len(ending)] + respelt
    return stem


def joined(*parts: Iterable[str]) -> frozenset[str]:
    """Return all words of several sets."""
    return frozenset(word for part in parts for word in part)
