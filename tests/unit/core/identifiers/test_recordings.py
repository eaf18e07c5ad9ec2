"""Ids in results of real services' shapes: the table per connector and the rules for all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from commonplace.identifiers.capture import LIMIT, Captured, capture
from tests.unit.core.identifiers.recordings import Recording, recordings

pytestmark = pytest.mark.requirement("A11")

RECORDINGS = recordings()
by_name = pytest.mark.parametrize("recording", RECORDINGS, ids=str)
SERVICES = {
    "aws",
    "github",
    "gitlab",
    "google_drive",
    "hubspot",
    "jira",
    "linear",
    "notion",
    "salesforce",
    "sentry",
    "slack",
    "stripe",
}


def captured(recording: Recording) -> list[Captured]:
    return capture(recording.connector, recording.tool, recording.arguments, recording.result)


def test_there_are_three_recordings_of_each_service_and_forty_in_all() -> None:
    counted = Counter(recording.service for recording in RECORDINGS)
    assert {service for service, number in counted.items() if number >= 3} >= SERVICES
    assert len(RECORDINGS) >= 40


def test_of_all_ids_95_percent_are_captured() -> None:
    wanted = found = 0
    for recording in RECORDINGS:
        values = {one.value for one in captured(recording)}
        wanted += len(recording.ids)
        found += len(values.intersection(recording.ids))
    assert wanted > 200
    assert found / wanted >= 0.95, f"{found} of {wanted}"


@by_name
def test_nothing_but_ids_is_captured(recording: Recording) -> None:
    values = [one.value for one in captured(recording)]
    assert set(values) <= set(recording.ids)
    assert len(values) == len(set(values)) <= LIMIT


@by_name
def test_no_credential_and_no_part_of_one_is_captured(recording: Recording) -> None:
    for one in captured(recording):
        assert one.value not in recording.secrets
        assert not any(secret in one.value for secret in recording.secrets)


@by_name
def test_each_id_stands_where_it_is_said_to_stand(recording: Recording) -> None:
    for one in captured(recording):
        if one.source == "argument":
            assert (one.field, one.value) in list(strings(recording.arguments))
        else:
            assert (one.field, one.value) in list(strings(document(recording.result)))


@by_name
def test_structured_content_and_text_give_the_same(recording: Recording) -> None:
    value = document(recording.result)
    ways = [
        {"structuredContent": value, "content": []},
        {"content": [{"type": "text", "text": json.dumps(value)}]},
        json.dumps(value),
    ]
    expected = captured(recording)
    for way in ways:
        assert capture(recording.connector, recording.tool, recording.arguments, way) == expected


def document(result: Any) -> Any:
    """Return the JSON value of a result; of free text an empty object."""
    if isinstance(result, dict) and "structuredContent" in result:
        return result["structuredContent"]
    if isinstance(result, dict) and "content" in result:
        try:
            return json.loads(result["content"][0]["text"])
        except ValueError:
            return {}
    return result


def strings(value: Any, field: str = "") -> Any:
    """Yield field and value of all strings; of a list's items the list's field."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, field)
