"""Ids that a call used and that its result showed."""

from __future__ import annotations

from typing import Any

import pytest

from commonplace.identifiers.meeting import MOST_TEXT, met_ids, used_ids
from tests.unit.core.identifiers.recordings import Recording, recordings

pytestmark = pytest.mark.requirement("A12")

UUID = "6fa459ea-ee8a-4ca4-894e-db77e160355e"
CUSTOMER = "cus_9x8Y7w6V5u4T3s"


def text(*texts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": one} for one in texts]}


def test_used_ids_are_those_of_the_arguments_with_a_form() -> None:
    arguments = {
        "customer": CUSTOMER,
        "order": {"id": UUID},
        "limit": "10",
        "name": "Anna",
        "text": UUID,
        "key": "a",
        "api_key": "0b51cbb5-8a1f-4f6e-9d7c-1a2b3c4d5e6f",
        "id": 42,
    }
    assert used_ids("orders", "get", arguments) == (CUSTOMER, UUID)


@pytest.mark.parametrize(
    "shown",
    [
        f"Created customer {CUSTOMER}.",
        f"* `{CUSTOMER}` (new)",
        f"[open](https://example.com/customers/{CUSTOMER}?tab=1)",
        f'{{"id": "{CUSTOMER}"}}',
        f"customer={CUSTOMER}&limit=1",
        f"**{CUSTOMER}**",
    ],
)
def test_an_id_is_met_wherever_it_is_shown(shown: str) -> None:
    assert CUSTOMER in (met_ids("orders", "get", text(shown)) or ())
    assert CUSTOMER in (met_ids("orders", "get", {"note": shown}) or ())
    assert CUSTOMER in (met_ids("orders", "get", shown) or ())


def test_what_is_no_id_is_not_met() -> None:
    shown = "On 2026-10-20 at 10:00 we paid 1,250.00 EUR for 3 seats in room B12 (v2.1.0), see https://example.com"
    assert met_ids("orders", "get", text(shown)) == ()


@pytest.mark.parametrize("recording", recordings(), ids=str)
def test_the_ids_of_recorded_results_are_met(recording: Recording) -> None:
    met = met_ids(recording.connector, recording.tool, recording.result)
    assert met is not None
    used = used_ids(recording.connector, recording.tool, {"x_id": list(recording.ids)})
    told = set(used_ids(recording.connector, recording.tool, recording.arguments))
    assert set(used) - told <= set(met)


def test_too_large_a_result_may_show_any_id() -> None:
    largest = "a" * (MOST_TEXT - len(CUSTOMER) - 1)
    assert met_ids("orders", "get", f"{largest} {CUSTOMER}") == (CUSTOMER,)
    assert met_ids("orders", "get", f"{largest}  {CUSTOMER}") is None
    assert met_ids("orders", "get", text(largest, "b" * 100)) is None


def test_too_deep_a_result_may_show_any_id() -> None:
    deep: Any = {"id": CUSTOMER}
    for _ in range(5_000):
        deep = [deep]
    assert met_ids("orders", "get", {"structuredContent": deep, "content": []}) is None
    assert used_ids("orders", "get", deep) == (CUSTOMER,)
