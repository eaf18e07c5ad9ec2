"""Whether two memories say the same: a new one that does is not stored beside the old."""

from .candidate import Candidate, identical_form
from .rule import nearest_first, same_meaning

__all__ = ["Candidate", "identical_form", "nearest_first", "same_meaning"]
