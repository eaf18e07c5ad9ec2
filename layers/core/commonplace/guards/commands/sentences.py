# ruff: noqa: RUF001
"""Cuts a text into sentences, and these into pieces in which an order may begin."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Literal

from .patterns import compiled

# A reader takes an order in within a few dozen words; a longer stretch without a full stop is cut, so that no
# rule ever sees more than this. Parts overlap, so that a command at a cut is found.
LONGEST = 400
OVERLAP = 120

# A full stop ends a sentence only before a blank: addresses and numbers hold stops too.
_END = r"(?<=[.!?…;])[\"'”’»)\]]*\s+|(?<=[。！？；｡।॥])|[\n\r\u2028\u2029]+"
_PIECE = r"[,:()\[\]{}\"“”„«»|—–><]+|\s[-*•]+\s|[，、：「」『』（）《》]+"
_WORD = r"[^\W_]+"
_ADDRESS = r"\b[\w.+-]{1,64}@[\w-]{1,63}\.\w|https?://|\bwww\.|\b[\w-]{2,63}\.(?:com|net|org|io|ru|xyz|example)\b"
_MONEY = (
    r"[$€£¥₹₽]\s?\d|\d\s?[$€£¥₹₽]|\b\d[\d.,]* ?(?:usd|eur|btc|eth|dollars?|euros?|евро|рубл\w+|доллар\w+"
    r"|dolares|dollari|reais|pesos|yuan|rupees?)\b"
)


class Sentence:
    """One sentence, read as lower-case words without accents.

    Attributes
    ----------
    raw
        As written, in lower case.
    pieces
        Words of each piece between commas, colons, brackets and quotation marks.
    words
        All words.
    flat
        The words with one blank between, before and after them.
    asks
        Whether it ends with a question mark.
    """

    __slots__ = ("_address", "_flat", "_money", "asks", "marks", "pieces", "raw", "words")

    def __init__(self, raw: str) -> None:
        self.raw = raw = raw.lower()
        bare = without_accents(raw)
        self.pieces: list[list[str]] = []
        self.marks: list[str] = []  # the text before each piece
        start, mark = 0, ""
        for cut in compiled(_PIECE).finditer(bare):
            self._piece(mark, bare[start : cut.start()])
            start, mark = cut.end(), cut.group()
        self._piece(mark, bare[start:])
        self.words = [word for piece in self.pieces for word in piece]
        self.asks = raw.rstrip(" \"'”’»)").endswith(("?", "？", "؟"))
        self._flat = ""
        self._address: bool | None = None
        self._money: bool | None = None

    @property
    def flat(self) -> str:
        """The words with one blank between, before and after them."""
        if not self._flat:
            self._flat = f" {' '.join(self.words)} "
        return self._flat

    @property
    def names_address(self) -> bool:
        """Whether it has an address of mail or web."""
        if self._address is None:
            self._address = compiled(_ADDRESS).search(self.raw) is not None
        return self._address

    @property
    def names_money(self) -> bool:
        """Whether it has an amount of money."""
        if self._money is None:
            self._money = compiled(_MONEY).search(self.raw) is not None
        return self._money

    def _piece(self, mark: str, text: str) -> None:
        words = compiled(_WORD).findall(text)
        if words:
            self.pieces.append(words)
            self.marks.append(mark)


def without_accents(text: str) -> str:
    """Return a text with the accents taken off its Latin letters; people and attackers leave them out."""
    if text.isascii():
        return text
    text = text.replace("ß", "ss").replace("ё", "е").replace("й", "\ue000")
    bare = "".join(char for char in unicodedata.normalize("NFD", text) if not "\u0300" <= char <= "\u036f")
    return bare.replace("\ue000", "й")


_UNSEEN = "[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\u093c]"


def written_plainly(text: str) -> str:
    """Return a text of an Indic or East Asian script in the one form that patterns are written in."""
    # Apart, the dot below (nukta) of Devanagari can be left out, as many writers do.
    form: Literal["NFC", "NFD"] = "NFD" if compiled("[\u0900-\u097f]").search(text) else "NFC"
    return " ".join(compiled(_UNSEEN).sub("", unicodedata.normalize(form, text)).split())


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, none longer than a few hundred characters."""
    for sentence in compiled(_END).split(text):
        if len(sentence) <= LONGEST:
            if sentence and not sentence.isspace():
                yield sentence
            continue
        start = 0
        while start < len(sentence):
            yield sentence[start : start + LONGEST]
            start += LONGEST - OVERLAP
