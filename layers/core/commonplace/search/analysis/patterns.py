"""Patterns that texts of plain ASCII words do without; they are made when the first other text comes."""

from __future__ import annotations

import re

_SPACELESS = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"

# Signs that only say how others are shown.
UNSEEN = re.compile(
    # Soft hyphen, variation selectors, direction marks, BOM.
    "[\u00ad\u034f\u061c\u180b-\u180f\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]"
    # A joiner inside a word of an Indic script changes its shape alone. (In Persian it parts word and ending.)
    "|(?<=[\u0900-\u0dff])[\u200c\u200d]+"
    # Where words are written without spaces, some writers mark their ends unseen; most do not.
    f"|(?<={_SPACELESS})\u200b+(?={_SPACELESS})"
)
OTHER_DIGIT = re.compile(r"(?![0-9])\d")

# Marks that readers leave out: accents, Hebrew points, Arabic vowels, the nukta of Hindi.
OPTIONAL_MARK = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u093c]"
)

# What an apostrophe ties to a word and is none of its own: what's, don't, we'll; l'école, qu'il.
TIED = re.compile(
    r"(?<=[^\W\d_])['\u2019](?:s|t|d|m|ll|re|ve)(?![^\W_])"
    r"|(?<![^\W_])(?:[ldjcnmts]|qu|dell|all|un)['\u2019](?=[^\W\d_]{2})"
)

# Japanese puts its grammar in hiragana between words of Han and katakana.
JAPANESE = re.compile("([\u3041-\u309f]+)|[\u30a0-\u30ff]+|[^\u3041-\u309f\u30a0-\u30ff]+")
