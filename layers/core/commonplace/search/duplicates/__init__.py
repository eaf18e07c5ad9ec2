"""Whether two memories say the same: a new one that does is not stored in addition to the old.

In all modules a ``word`` is folded, and ``languages`` are the bits of the Latin languages that its text may be of
(:mod:`commonplace.search.analysis.languages`).
"""

from .candidate import Candidate, identical_form
from .rule import nearest_first, same_meaning

__all__ = ["Candidate", "identical_form", "nearest_first", "same_meaning"]
