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
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u064b-\u065f\u0670\u093c\u09bc\u0a3c\u0abc\u0b3c]"
)

# Turkish and Azerbaijani write two letters where others have one i, and who types without them writes that one.
DOTTED_I = re.compile("\u0131|i\u0307")

# Spellings of one sound in the scripts of India: a nasal, with a virama, before a consonant of its row (in Hindi:
# ङ् before क, ञ् before च, ण् before ट, न् before त, म् before प), and the half moon over a vowel.
HOMORGANIC = re.compile(
    "|".join(
        pattern
        for block in (0x0900, 0x0980, 0x0A00, 0x0A80, 0x0B00, 0x0C00, 0x0C80)
        for pattern in (
            chr(block + 0x01),
            *(
                f"{chr(block + nasal)}{chr(block + 0x4D)}(?=[{chr(block + first)}-{chr(block + first + 3)}])"
                for nasal, first in ((0x19, 0x15), (0x1E, 0x1A), (0x23, 0x1F), (0x28, 0x24), (0x2E, 0x2A))
            ),
        )
    )
)

# Endings and articles attached by an apostrophe, which are not part of the word: what's, we'll; l'école, qu'il.
TIED = re.compile(
    r"(?<=[^\W\d_])['\u2019](?:s|t|d|m|ll|re|ve)(?![^\W_])"
    r"|(?<![^\W_])(?:[ldjcnmts]|qu|dell|all|un)['\u2019](?=[^\W\d_]{2})"
)

# Japanese writes particles and endings in hiragana, between words in Han and katakana.
JAPANESE = re.compile("([\u3041-\u309f]+)|[\u30a0-\u30ff]+|[^\u3041-\u309f\u30a0-\u30ff]+")
