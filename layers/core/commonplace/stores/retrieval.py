"""Searches in a store: retrieval behind the checks that the store and its speaker exist."""

from __future__ import annotations

from ..domain.heads import Heads
from ..operations.call import Call
from ..search.retrieval import Hit, Question, ReadAhead, View, nothing_else, retrieve
from .filters import Criteria
from .reading import require_store
from .speakers import require_speaker


def retrieve_in_store(
    call: Call,
    store_id: str,
    question: Question,
    criteria: Criteria,
    limit: int,
    read_ahead: ReadAhead = nothing_else,
) -> tuple[View, list[Hit]]:
    """Find the memories of a store that match a question and criteria, best first.

    Parameters
    ----------
    store_id
        As sent.
    read_ahead
        As for :func:`.search.retrieval.retrieve`.

    Raises
    ------
    NotFound
        If there is no such store, or the speaker is not registered in it.
    """

    def check(heads: Heads) -> None:
        require_store(heads.store, store_id)
        if criteria.speaker is not None:
            require_speaker(heads.store, criteria.speaker)

    return retrieve(call, question, criteria, limit, read_ahead=read_ahead, check=check)
