"""The word lists: each file has the lists that its module reads, sorted, without doubles or dead entries.

An entry is dead that can never match: what it is compared with never has its form, or another entry matches first.
``python -m tests.lint.word_lists`` prints what is wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from commonplace.domain.word_lists import parse
from commonplace.guards.credentials import context, identifiers, issuers, placeholders, services, values
from commonplace.guards.credentials import words as announcing
from commonplace.guards.credentials.patterns import AROUND
from commonplace.identifiers import connectors, fields, generic
from commonplace.search.analysis import endings, irregular, languages, runs, stop_words
from commonplace.search.analysis.folding import folded, plain
from commonplace.search.analysis.languages import LATIN
from commonplace.search.analysis.scripts import script
from commonplace.search.analysis.words import words
from commonplace.search.duplicates import lexicon, numerals, opposites, pronouns, synonyms

ROOT = Path(__file__).resolve().parents[2]

Complaints = Iterator[str]
Check = Callable[[Any], Complaints]
Lists = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """What the entries of a list are compared with."""

    says: str
    holds: Callable[[str], object]
    compared: Callable[[str], str] = str  # as what an entry is compared


def pattern(expression: str) -> Form:
    return Form(f"matches {expression}", re.compile(expression).fullmatch)


PART = pattern("[a-z]+")  # of a name, parted where capitals or signs part it
PART_WITH_DIGITS = pattern("[a-z0-9]+")
PARTS = pattern("[a-z]+_[a-z]+")
LOW = Form("is in lower case", lambda entry: entry == entry.lower())
WHOLE_LOW = Form("is one word in lower case", lambda entry: entry == entry.lower() and len(entry.split()) == 1)
FOLDED = Form("is one folded word", lambda entry: words(folded(entry)) == [entry])
FOLDS = Form("is one word", lambda entry: words(folded(entry)) == [folded(entry)], folded)
ENDING = Form("has no spaces", lambda entry: len(entry.split()) == 1, lambda entry: plain(folded(entry)))
BARE_ENDING = Form("is folded and without optional marks", lambda entry: entry == plain(folded(entry)))
SIGN = Form("is folded", lambda entry: entry == folded(entry))


_LETTERS = pattern(r"[^\W\d_]+")


def listed(form: Form, *, in_order: bool = False) -> Check:
    """A list of words."""

    def check(entries: Any) -> Complaints:
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            yield "is no list of words"
            return
        yield from doubles(entries, form)
        yield from (
            f"{entry!r} can never match: not what {form.says}" for entry in entries if not form.holds(entry)
        )
        if not in_order:
            yield from unsorted(entries)

    return check


def by_language(form: Form) -> Check:
    """A list of words for each language of Latin letters or script."""
    return table(lambda name: listed(in_script(form, name)))


def places_by_language(form: Form, count: int) -> Check:
    """For each language, the forms of so many words in their order."""

    def of(name: str) -> Check:
        def check(places: Any) -> Complaints:
            if len(places) > count:
                yield f"has {len(places)} places, and {count} have a meaning"
            yield from doubles(list(chain.from_iterable(places)), form)
            for place in places:
                yield from listed(in_script(form, name))(place)

        return check

    return table(of)


def groups(form: Form) -> Check:
    """Groups of words, each represented by its first."""

    def check(found: Any) -> Complaints:
        yield from doubles(list(chain.from_iterable(found)), form)
        yield from unsorted([group[0] for group in found])
        for group in found:
            if len(group) < 2:
                yield f"{group[0]!r} has no synonym"
            yield from listed(form)(group[1:])

    return check


def pairs(form: Form) -> Check:
    """Pairs of lists of words."""

    def check(found: Any) -> Complaints:
        yield from unsorted(found)
        for pair in found:
            yield from doubles(list(chain.from_iterable(pair)), form)
            yield from unsorted(pair)
            for side in pair:
                yield from listed(form)(side)

    return check


def meanings(form: Form, meaning: Form) -> Check:
    """Words, and what each of them means."""

    def check(found: Any) -> Complaints:
        yield from listed(form)(list(found))
        yield from (
            f"{entry!r} is not what {meaning.says}" for entry in found.values() if not meaning.holds(entry)
        )

    return check


def table(of: Callable[[str], Check], names: Iterable[str] | None = None) -> Check:
    """A list for each of some names."""

    def check(found: Any) -> Complaints:
        yield from unsorted(list(found))
        for name, value in found.items():
            if names is not None and name not in names:
                yield f"unknown field {name!r}"
            yield from (f"{name}: {complaint}" for complaint in of(name)(value))

    return check


def rows(required: Mapping[str, Form], optional: Mapping[str, Form]) -> Check:
    """Rows of a table, sorted by their first field."""

    def check(found: Any) -> Complaints:
        first = next(iter(required))
        yield from unsorted([row.get(first, "") for row in found])
        yield from doubles([repr(sorted(row.items())) for row in found], Form("is a row", bool))
        for row in found:
            yield from (f"{row}: no {name}" for name in required.keys() - row.keys())
            for name, value in row.items():
                form = required.get(name) or optional.get(name)
                if form is None:
                    yield f"{row}: unknown field {name!r}"
                elif not form.holds(value):
                    yield f"{row}: {name} can never match: not what {form.says}"

    return check


def doubles(entries: list[str], form: Form) -> Complaints:
    seen: set[str] = set()
    for entry in entries:
        compared = form.compared(entry)
        if compared in seen:
            yield f"{entry!r} is there twice"
        seen.add(compared)


def unsorted(entries: list[Any]) -> Complaints:
    for entry, following in pairwise(entries):
        if following < entry:
            yield f"{following!r} is behind {entry!r}: not sorted"


def in_script(form: Form, name: str) -> Form:
    """A form whose words are of the script, or the language's, that a list is called by."""
    wanted = "latin" if name in LATIN else name
    return Form(
        f"{form.says}, in {name}",
        lambda entry: form.holds(entry) and script(folded(entry)[0]) == wanted,
        form.compared,
    )


def covered(entries: Iterable[str], covers: Callable[[str, str], bool]) -> Complaints:
    """Complain of entries where another one matches whenever they do."""
    entries = list(entries)
    for entry in entries:
        other = next((other for other in entries if other != entry and covers(other, entry)), None)
        if other is not None:
            yield f"{entry!r} can never match: {other!r} does wherever it would"


def shadowed(entries: Iterable[str], before: Iterable[str], name: str) -> Complaints:
    """Complain of entries that are looked for in another list first."""
    yield from (f"{entry!r} can never match: {name} has it" for entry in sorted({*entries} & {*before}))


# What a list cannot tell by itself.


def _announcing(lists: Lists) -> Complaints:
    yield from covered(lists["code_hints"], lambda other, entry: other in entry)
    for name in ("compounds", "other_keys"):
        yield from shadowed(lists["elsewhere"], lists[name], name)
    for name in ("passwords", "keys"):
        yield from doubles(list(chain.from_iterable(lists[name].values())), LOW)


def _values(lists: Lists) -> Complaints:
    yield from covered(lists["saying_endings"], lambda other, entry: entry.endswith(other))


def _placeholders(lists: Lists) -> Complaints:
    yield from doubles([*lists["fillers"], *lists["stand_ins"]], LOW)


def _context(lists: Lists) -> Complaints:
    yield from (
        f"{pair!r} can never match: its last word announces by itself"
        for pair in lists["pairs"]
        if pair.rpartition("_")[2] in lists["announcers"]
    )


def _identifiers(lists: Lists) -> Complaints:
    yield from covered(lists["file_beginnings"], lambda other, entry: entry.startswith(other))


def _services(lists: Lists) -> Complaints:
    yield from covered(lists["names"], _holds_service)
    yield from (
        f"{short!r} can never match: {name!r} does wherever it would"
        for short in lists["short_names"]
        for name in lists["names"]
        if name in short
    )


def _holds_service(name: str, longer: str) -> bool:
    """Tell whether a name is found wherever a longer one is: behind a letter, one that ends with ``_`` is not."""
    if not name.endswith("_"):
        return name in longer
    places = [place.start() for place in re.finditer(f"(?={re.escape(name)})", longer)]
    return any(not longer[place - 1].isalpha() if place else longer.endswith("_") for place in places)


def _fields(lists: Lists) -> Complaints:
    for name in ("secret", "fleeting"):
        for pair in lists[f"{name}_pairs"]:
            if not {*lists[name]}.isdisjoint(pair.split("_")):
                yield f"{pair!r} can never match: a word of it is in {name}"
    yield from shadowed(lists["places"], lists["fleeting"], "fleeting")
    yield from shadowed(lists["secret_ends"], lists["secret"], "secret")
    yield from shadowed(lists["names_of_things"], lists["secret_pairs"], "secret_pairs")


def _generic(lists: Lists) -> Complaints:
    for name in ("secret_prefixes", "fleeting_prefixes"):
        yield from shadowed(lists["kinds"], lists[name], name)
    yield from shadowed(lists["fleeting_prefixes"], lists["secret_prefixes"], "secret_prefixes")


def _irregular(lists: Lists) -> Complaints:
    yield from doubles(list(chain.from_iterable(lists["forms"].values())), FOLDED)


def _lexicon(lists: Lists) -> Complaints:
    first = ("articles", "denials", "telling")
    for later, before in (("telling", first[:2]), ("small", first)):
        for language, entries in lists[later].items():
            for name in before:
                of = lists[name].get(language, ())
                yield from shadowed(map(folded, entries), map(folded, of), f"{name}.{language}")


def _numerals(lists: Lists) -> Complaints:
    for name in ("days", "months"):
        for places in lists[name].values():
            for forms in places:
                yield from covered(map(folded, forms), _goes_on)


def _goes_on(word: str, longer: str) -> bool:
    return longer.startswith(word) and len(word) >= 6 and len(longer) - len(word) <= 4


def _opposites(lists: Lists) -> Complaints:
    for pair in lists["words"]:
        for side in pair:
            yield from covered(side, lambda other, entry: other.endswith("-") and entry.startswith(other[:-1]))


def _pronouns(lists: Lists) -> Complaints:
    known = {folded(form) for places in lists["pronouns"].values() for form in chain.from_iterable(places)}
    for name in ("doers", "owners"):
        yield from (f"{entry!r} can never match: no pronoun" for entry in lists[name] if entry not in known)
    yield from shadowed(lists["doers"], lists["owners"], "owners")


@dataclass(frozen=True)
class File:
    """What one file has: by the module that reads it, and its lists with their forms."""

    module: str | None
    name: str
    lists: Mapping[str, Check]
    more: Callable[[Lists], Complaints] = lambda _: iter(())

    @property
    def path(self) -> Path:
        return Path(self.module or "").with_name("data") / f"{self.name}.toml"


_WORD_OF_SERVICE = pattern("[a-z0-9_.]{3,90}")
_BEGINNING = Form(
    "begins a word and has no white space, comma or bracket",
    lambda entry: re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_./-][^\s,;()]*", entry),
)
_NAMED = Form("names something", lambda entry: entry.strip() == entry != "")
_PATTERN = Form("compiles", lambda entry: re.compile(entry, re.ASCII))
_SAYING = Form(
    "has five letters or more", lambda entry: entry.isalpha() and len(entry) >= 5 and WHOLE_LOW.holds(entry)
)
_COMMON = Form(
    "is a word without quotes", lambda entry: WHOLE_LOW.holds(entry) and entry.strip(AROUND + "!?") == entry
)
_OPPOSITE = Form(
    "is one word, or the beginning of one",
    lambda entry: FOLDS.holds(entry.removesuffix("-")),
    folded,
)
_HAN = Form("is one sign, not of hiragana", lambda entry: len(entry) == 1 and not "\u3041" <= entry <= "\u309f")
_LANGUAGE = pattern("[a-z]{2}")

FILES = (
    File(
        announcing.__file__,
        "words",
        {
            "code_hints": listed(LOW),
            "compounds": listed(WHOLE_LOW),
            "elsewhere": listed(PART),
            "other_keys": listed(PART_WITH_DIGITS),
            "qualifiers": listed(PART),
            "passwords": table(lambda _: listed(LOW)),
            "keys": table(lambda _: listed(LOW)),
        },
        _announcing,
    ),
    File(
        values.__file__,
        "values",
        {
            "common": listed(_COMMON),
            "joining": listed(pattern("[a-z]{3,}")),
            "saying_endings": listed(PART),
            "sayings": listed(_SAYING),
        },
        _values,
    ),
    File(
        placeholders.__file__,
        "placeholders",
        {
            "fillers": listed(_LETTERS),
            "letters": listed(_LETTERS),
            "local": listed(LOW),
            "manuals": listed(LOW),
            "stand_ins": listed(_LETTERS),
            "stock": listed(LOW),
            "test_cards": listed(pattern("[0-9]{13,19}")),
        },
        _placeholders,
    ),
    File(context.__file__, "context", {"announcers": listed(PART), "pairs": listed(PARTS)}, _context),
    File(
        identifiers.__file__,
        "identifiers",
        {
            "names": listed(pattern("[a-z0-9]{1,15}(?:_(?:live|test|sched))?")),
            "file_beginnings": listed(pattern("[A-Za-z0-9][A-Za-z0-9+/]*")),
        },
        _identifiers,
    ),
    File(
        issuers.__file__,
        "issuers",
        {
            "issuers": rows(
                {"beginning": _BEGINNING, "kind": _NAMED, "rest": _PATTERN}, {"checksum": pattern("github")}
            )
        },
    ),
    File(
        services.__file__,
        "services",
        {
            "names": listed(_WORD_OF_SERVICE),
            "short_names": listed(PART_WITH_DIGITS),
            "plain_names": listed(PART_WITH_DIGITS),
            "harmless": listed(PART_WITH_DIGITS),
            "setters": listed(PART_WITH_DIGITS),
            "getters": listed(PART_WITH_DIGITS),
        },
        _services,
    ),
    File(
        fields.__file__,
        "fields",
        {
            "secret": listed(pattern("[a-z]+|[0-9]+")),
            "secret_pairs": listed(PARTS),
            "secret_ends": listed(PART),
            "names_of_things": listed(PARTS),
            "doubtful": listed(PART),
            "fleeting": listed(pattern("[a-z]+|[0-9]+")),
            "fleeting_pairs": listed(PARTS),
            "places": listed(PART),
            "written": listed(WHOLE_LOW),
            "id_ends": listed(PART),
            "own": listed(pattern("[a-z]\\w*")),
        },
        _fields,
    ),
    File(
        generic.__file__,
        "generic",
        {
            "secret_prefixes": listed(PART_WITH_DIGITS),
            "fleeting_prefixes": listed(PART_WITH_DIGITS),
            "kinds": meanings(PART_WITH_DIGITS, pattern("[a-z_]+")),
        },
        _generic,
    ),
    File(
        connectors.__file__,
        "connectors",
        {"aws": listed(pattern("[a-z-]+")), "stripe": listed(pattern("[a-z_]+"))},
    ),
    File(
        endings.__file__,
        "endings",
        {"endings": by_language(ENDING), "given_way": by_language(BARE_ENDING), "innermost": by_language(ENDING)},
    ),
    File(irregular.__file__, "irregular", {"forms": table(lambda _: listed(FOLDED))}, _irregular),
    File(languages.__file__, "languages", {"small_words": by_language(FOLDED)}),
    File(
        stop_words.__file__,
        "stop_words",
        {
            "stop_words": table(lambda _: listed(FOLDS)),
            "pieces": table(lambda _: listed(SIGN)),
            "particles": table(lambda _: listed(SIGN), ("japanese",)),
        },
    ),
    File(runs.__file__, "particles", {"particles": listed(in_script(FOLDED, "hangul"))}),
    File(
        lexicon.__file__,
        "lexicon",
        {
            "even": listed(FOLDED),
            "small_korean": listed(in_script(FOLDED, "hangul")),
            "small_signs": listed(_HAN),
            "subjects": listed(SIGN, in_order=True),
            **dict.fromkeys(("articles", "small", "telling", "denials", "contraries"), by_language(FOLDS)),
        },
        _lexicon,
    ),
    File(
        numerals.__file__,
        "numerals",
        {
            "numbers": places_by_language(FOLDS, 30),
            "tens": places_by_language(FOLDS, 7),
            "days": places_by_language(FOLDS, 7),
            "near_days": places_by_language(FOLDS, 3),
            "months": places_by_language(FOLDS, 12),
        },
        _numerals,
    ),
    File(opposites.__file__, "opposites", {"words": pairs(_OPPOSITE), "signs": pairs(SIGN)}, _opposites),
    File(
        pronouns.__file__,
        "pronouns",
        {
            "doers": listed(FOLDED),
            "owners": listed(FOLDED),
            "with_object": listed(FOLDED),
            "pronouns": places_by_language(FOLDS, 10),
            "signs": table(lambda _: listed(SIGN), ("me", "us", "you", "him", "her", "them", "him_or_her")),
        },
        _pronouns,
    ),
    File(
        synonyms.__file__,
        "synonyms",
        {name: groups(in_script(FOLDS, name)) for name in (*LATIN, "cyrillic", "devanagari", "kannada", "hangul")},
    ),
)


def complaints() -> Complaints:
    """Yield what is wrong, and where."""
    known = {file.path for file in FILES}
    for stray in sorted({*ROOT.glob("layers/**/data/*.toml")} - known):
        yield f"{stray.relative_to(ROOT)}: no check knows this file"
    for file in FILES:
        where = file.path.relative_to(ROOT)
        lists = parse(file.path)
        yield from (f"{where}: {complaint}" for complaint in complaints_of(file, lists))


def complaints_of(file: File, lists: Lists) -> Complaints:
    """Yield what is wrong with the lists of one file."""
    names = lists.keys() | file.lists.keys()
    for name in sorted(names):
        if name not in file.lists:
            yield f"unknown field {name!r}"
        elif name not in lists:
            yield f"no {name}"
        else:
            yield from (f"{name}: {complaint}" for complaint in file.lists[name](lists[name]))
    if lists.keys() == file.lists.keys():
        yield from file.more(lists)


def main() -> int:
    found = list(complaints())
    for complaint in found:
        print(complaint)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
