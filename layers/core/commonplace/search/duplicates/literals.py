"""What in a text is no plain word: an address, a path, an identifier, a setting, an amount with its sign."""

from __future__ import annotations

import re
from collections import Counter

# Between spaces and signs of scripts without spaces.
_CHUNK = re.compile("[!-~\u00a1-\u1fff\u20ac]+")
_ROUND_IT = ".,;:!?()\"'\u00ab\u00bb\u00a1\u00bf"
_LITERAL = re.compile(
    r"[^\W_][/\\_@=<>{}\[\]#~|^&(:.][^\W_]"  # a/b, a_b, a@b, a=b, a(b, a.b
    r"|[A-Za-z]-?\d|\d-?[A-Za-z]"
    r"|[A-Za-z][+#]+(?!\w)"  # C++
    r"|[%\u20ac$\u00a3\u00a5]"
)
_MEASURE = re.compile(r"\d+(?:[.,:]\d+)*[A-Za-z]{1,2}")  # 10am, 5GB: a number and a word
_NAME = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)+")  # Node.js, e.g.


def literals(text: str) -> Counter[str]:
    """Count a text's literals; capitals make a difference in them, except in names with a dot."""
    found: Counter[str] = Counter()
    for chunk in _CHUNK.findall(text):
        bare = chunk.strip(_ROUND_IT)
        if is_literal(bare):
            found[bare.casefold() if _NAME.fullmatch(bare) else bare] += 1
    return found


def is_literal(chunk: str) -> bool:
    """Whether what is between spaces is a literal."""
    return _LITERAL.search(chunk) is not None and _MEASURE.fullmatch(chunk) is None
