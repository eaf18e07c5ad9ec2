"""Patterns for texts other than plain ASCII words; compiled on first use."""

from __future__ import annotations

import re

_SPACELESS = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"

# Invisible characters, which only affect how others are displayed.
UNSEEN = re.compile(
    # Soft hyphen, variation selectors, direction marks, BOM.
    "[\u00ad\u034f\u061c\u180b-\u180f\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]"
    # In a word of an Indic script a joiner only changes the shape. (In Persian it separates word and ending.)
    "|(?<=[\u0900-\u0dff])[\u200c\u200d]+"
    # In scripts without spaces, some texts mark the ends of words by zero-width spaces; most do not.
    f"|(?<={_SPACELESS})\u200b+(?={_SPACELESS})"
)
OTHER_DIGIT = re.compile(r"(?![0-9])\d")

# Marks that many people do not type: accents, Hebrew points, Arabic vowels, the nukta of Hindi.
OPTIONAL_MARK = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u093c]"
)

# Endings and articles attached by an apostrophe, which are not part of the word: what's, we'll; l'école, qu'il.
TIED = re.compile(
    r"(?<=[^\W\d_])['\u2019](?:s|t|d|m|ll|re|ve)(?![^\W_])"
    r"|(?<![^\W_])(?:[ldjcnmts]|qu|dell|all|un)['\u2019](?=[^\W\d_]{2})"
)

# Japanese writes particles and endings in hiragana, between words in Han and katakana.
JAPANESE = re.compile("([\u3041-\u309f]+)|[\u30a0-\u30ff]+|[^\u3041-\u309f\u30a0-\u30ff]+")
