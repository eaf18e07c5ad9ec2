"""Schedule: takes up the erasures that nobody has looked after, and what of them was given up.

Its operation: commonplace/erasure/rounds.py.
"""

from commonplace.erasure.background import advance_all
from commonplace.operations.http import process


def handler(_event: object, _context: object) -> dict[str, int]:
    """Look after all that is open, and tell how many that are."""
    return {"open": advance_all(process())}
