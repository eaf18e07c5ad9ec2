"""The engrams: compositions of searches, by name. What each does stands in commonplace/stores/engram_steps."""

from __future__ import annotations

ENGRAMS = {
    "deep_recall": (
        "Searches, then searches again by what the best hits say, so that a fact is found that shares no word "
        "or meaning with the question, but with its answer."
    ),
    "timeline": "The best hits in the order in which they happened, or were stored where no date is known.",
    "gather": (
        "Searches by the whole question, by each of its parts and for each speaker, and brings the best of all "
        "together."
    ),
}
