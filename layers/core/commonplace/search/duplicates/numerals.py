# ruff: noqa: RUF001 - letters of other scripts are intended here
"""Numbers and days, however they are written: a text with others says something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...domain.word_lists import WordLists
from ..analysis.scripts import is_spaceless
from .tables import Lookup, table_of_forms

_LISTS = WordLists(__file__, "numerals")
_NUMBERS, _TENS, _DAYS, _NEAR_DAYS, _MONTHS = (
    table_of_forms(_LISTS.groups_by_language(name)) for name in ("numbers", "tens", "days", "near_days", "months")
)

# A run of digits; of letters, in Indic scripts with the marks on them.
_NUMBER = re.compile(r"\d+(?:[.,:/\u2013-]\d+)*|[\u0900-\u0963\u0966-\u0dff]+|[^\W\d_\u0900-\u0dff]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:[,.\u202f']\d{3})+")
_FROM_MONDAY = "月火水木金土日"
_DAY_OF_SIGNS = re.compile(f"([{_FROM_MONDAY}])曜|(?:星期|礼拜|周)([一二三四五六日天])")
_THAI_DAYS = ("จันทร์", "อังคาร", "พุธ", "พฤหัส", "ศุกร์", "เสาร์", "อาทิตย์")
_THAI_DAY = re.compile("วัน(" + "|".join(_THAI_DAYS) + ")")
_THAI_MONTHS = ("มกรา", "กุมภา", "มีนา", "เมษา", "พฤษภา", "มิถุนา", "กรกฎา", "สิงหา", "กันยา", "ตุลา", "พฤศจิกา", "ธันวา")
_THAI_MONTH = re.compile("(" + "|".join(_THAI_MONTHS) + ")(?:คม|ยน|พันธ์)")
_THAI_NEAR_DAYS = ("เมื่อวาน", "วันนี้", "พรุ่งนี้")
_NEAR_DAY_OF_SIGNS = re.compile("昨日|昨天|今日|今天|明日|明天")
_FIRST_TENS = 30
_HAN_DIGITS = {"〇": "0", "零": "0", "二": "2", "两": "2", "兩": "2"} | {
    char: str(place) for place, char in enumerate("三四五六七八九", 3)
}
_UNIT, _TEN = Lookup(_NUMBERS), Lookup(_TENS)
_KINDS_OF_DAYS = (
    ("day", Lookup(_DAYS, ended=True)),
    ("month", Lookup(_MONTHS, ended=True)),
    ("near", Lookup(_NEAR_DAYS)),
)


def numbers_in(plain: str, languages: int) -> tuple[str, ...]:
    """Return the numbers of a folded text in their order: digits, and the words for small ones as digits."""
    return tuple(_numbers(plain, languages))


def _numbers(plain: str, languages: int) -> Iterator[str]:
    for piece in _NUMBER.findall(plain):
        if piece[0].isdecimal():
            yield re.sub(r"\D", "", piece) if _THOUSANDS.fullmatch(piece) else piece
        elif is_spaceless(piece[0]):
            yield from (_HAN_DIGITS[char] for char in piece if char in _HAN_DIGITS)
        elif (place := _UNIT.place(piece, languages)) is not None:
            yield str(place)
        elif (place := _TEN.place(piece, languages)) is not None:
            yield str(_FIRST_TENS + 10 * place)


def is_number(word: str, languages: int) -> bool:
    """Whether a folded word is a number, in digits or as a word."""
    return word.isdecimal() or _UNIT(word, languages) or _TEN(word, languages)


def days_in(plain: str, found: Iterable[str], languages: int) -> frozenset[tuple[str, int]]:
    """Return the days and months that a folded text of these words names, today and its neighbours included."""
    days = {
        (kind, place)
        for word in found
        for kind, table in _KINDS_OF_DAYS
        if (place := table.place(word, languages)) is not None
    }
    for japanese, chinese in _DAY_OF_SIGNS.findall(plain):
        days.add(("day", _FROM_MONDAY.index(japanese) if japanese else min("一二三四五六日天".index(chinese), 6)))
    days |= {("near", "昨今明".index(day[0])) for day in _NEAR_DAY_OF_SIGNS.findall(plain)}
    if not plain.isascii():
        days |= {("day", _THAI_DAYS.index(day)) for day in _THAI_DAY.findall(plain)}
        days |= {("month", _THAI_MONTHS.index(month)) for month in _THAI_MONTH.findall(plain)}
        days |= {("near", place) for place, day in enumerate(_THAI_NEAR_DAYS) if day in plain}
    return frozenset(days)
