"""Some five hundred issuers, each in some sixty contexts, and the same forms under a name that nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.guards.credentials import find_credential
from tests.unit.guards.credentials.catalogue import CONTEXTS, ISSUERS, Issuer, line
from tests.unit.guards.credentials.samples import Draw

pytestmark = pytest.mark.requirement("A15")

# A name alone makes no key of a commit's hash where the name is a word of the language as well.
LEAST = {"name": 0.93, "alone": 0.95, "link": 0.97}

# Settings whose value is no secret, or that only words of the language could find.
OPEN = {"client_id", "app_id", "key_id", "project_id", "test_reporter_id", "login", "pat"}

# Contexts that call the value what it is, and so need no table.
CALLED = sorted(set(CONTEXTS) - {"name", "scanner", "alone", "constructor", "init"})


def test_there_are_many() -> None:
    assert len({issuer.service for issuer in ISSUERS}) >= 500
    assert len(ISSUERS) == len(set(ISSUERS))


def test_at_least_97_percent_of_three_lines_each_are_refused() -> None:
    draw = Draw(2024)
    contexts = [sorted(set(CONTEXTS) - (set() if issuer.stands_alone else {"alone"})) for issuer in ISSUERS]
    lines = [
        line(issuer, names[(place * 7 + turn * 23) % len(names)], draw)
        for place, (issuer, names) in enumerate(zip(ISSUERS, contexts, strict=True))
        for turn in range(3)
    ]
    missed = [text for text in lines if not find_credential(text)]
    assert len(missed) <= 0.03 * len(lines), missed


@pytest.mark.parametrize("context", sorted(CONTEXTS))
def test_in_every_context(context: str) -> None:
    draw = Draw(7)
    issuers = [issuer for issuer in ISSUERS if issuer.stands_alone or context != "alone"]
    missed = [text for issuer in issuers if not find_credential(text := line(issuer, context, draw))]
    assert len(missed) <= (1 - LEAST.get(context, 0.96)) * len(issuers), missed


@given(st.sampled_from(ISSUERS), st.sampled_from(CALLED), st.integers(0, 10**6))
@settings(max_examples=400, derandomize=True, deadline=None)
def test_what_is_called_a_key_needs_no_table(issuer: Issuer, context: str, seed: int) -> None:
    """The same forms, from an issuer whose name nobody knows."""
    draw = Draw(seed)
    value = draw(40) if issuer.setting in OPEN or len(issuer.value(draw)) < 32 or " " in issuer.form else ""
    unknown = Issuer("zorbelia", "api_key", value or issuer.form)
    if "0x" in unknown.form:  # an address, unless it is called a secret
        unknown = Issuer("zorbelia", "client_secret", unknown.form)
    text = line(unknown, context, draw)
    assert find_credential(text) is not None, text
