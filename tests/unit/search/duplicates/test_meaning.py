"""How near in meaning two texts must be, which are judged, and what the packaged model makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from commonplace.search.duplicates import Candidate, nearest_first, same_meaning
from commonplace.search.duplicates.settings import keeps_details, least_similarity
from tests.benchmarks.duplicates import Candidates, Pair, judged, pairs

pytestmark = pytest.mark.xdist_group("meaning")  # each text gets its vector once, not once a worker

NEW, STORED = "Carla wrote the report.", "The report was written by Carla."


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("DUPLICATE_SIMILARITY", raising=False)
    least_similarity.cache_clear()
    yield
    least_similarity.cache_clear()


@pytest.fixture(scope="module")
def known() -> Candidates:
    return Candidates()


def at(similarity: float, new: str = NEW, stored: str = STORED) -> bool:
    one, two = np.zeros(384, np.float32), np.zeros(384, np.float32)
    one[0], two[0], two[1] = 1.0, similarity, (1 - similarity**2) ** 0.5
    return same_meaning(Candidate(new, one), Candidate(stored, two))


@pytest.mark.requirement("S8")
def test_texts_far_apart_are_no_duplicates() -> None:
    assert at(0.95)
    assert not at(0.89)


@pytest.mark.requirement("S8")
def test_the_fewer_words_are_shared_the_nearer_the_meaning_must_be() -> None:
    # Three shared; two shared and one alone on each side.
    assert at(0.91)
    assert not at(0.904, "It was Carla who handed in the report.")
    assert at(0.94, "It was Carla who handed in the report.")


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(("value", "found"), [("0.8", True), ("0.90", True), ("0.97", False), ("off", False)])
def test_the_threshold_is_configuration(monkeypatch: pytest.MonkeyPatch, value: str, found: bool) -> None:
    monkeypatch.setenv("DUPLICATE_SIMILARITY", value)
    assert at(0.93) is found
    assert at(0.5, "Same text.", "same text.")


@pytest.mark.requirement("S8")
@pytest.mark.parametrize("value", ["much", "0", "-1", "1.2", "nan"])
def test_another_threshold_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DUPLICATE_SIMILARITY", value)
    with pytest.raises(RuntimeError, match="DUPLICATE_SIMILARITY"):
        least_similarity()


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(("setting", "is_same"), [(None, False), ("keep", False), ("drop", True)])
@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("The user is allergic to shellfish.", "The user is allergic to peanuts."),
        ("Anna owes Ben five euros.", "Ben owes Anna five euros."),
    ],
)
def test_whether_a_detail_makes_a_difference_is_configuration(
    known: Candidates, monkeypatch: pytest.MonkeyPatch, setting: str | None, is_same: bool, new: str, stored: str
) -> None:
    if setting is not None:
        monkeypatch.setenv("DUPLICATE_DETAILS", setting)
    keeps_details.cache_clear()
    assert same_meaning(known(new), known(stored)) is is_same
    # Another number is another fact in either setting.
    assert not same_meaning(known("router is 192.168.9.1"), known("router is 192.168.7.1"))
    keeps_details.cache_clear()


@pytest.mark.requirement("S8")
def test_another_setting_for_details_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUPLICATE_DETAILS", "maybe")
    keeps_details.cache_clear()
    with pytest.raises(RuntimeError, match="DUPLICATE_DETAILS"):
        keeps_details()
    keeps_details.cache_clear()


@pytest.mark.requirement("S8")
def test_the_nearest_are_judged_first_and_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert nearest_first([("far", 0.5), ("near", 0.97), ("nearest", 0.99), ("nan", float("nan"))]) == [
        "nearest",
        "near",
    ]
    assert nearest_first((f"{place:02}", 0.95 - place / 1000) for place in range(40)) == [
        f"{place:02}" for place in range(20)
    ]
    monkeypatch.setenv("DUPLICATE_SIMILARITY", "off")
    least_similarity.cache_clear()
    assert nearest_first([("near", 0.97)]) == []


def rates(some: list[Pair], known: Candidates) -> dict[str, tuple[int, int]]:
    seen: Counter[str] = Counter()
    same: Counter[str] = Counter()
    for pair, is_same in judged(some, known):
        seen[pair.label] += 1
        same[pair.label] += is_same
    return {label: (same[label], seen[label]) for label in seen}


def in_one_language(part: str) -> list[Pair]:
    return [pair for pair in pairs() if pair.part == part and not pair.is_translated]


@pytest.mark.requirement("S8")
def test_the_measured_rates_hold_on_every_fourth_pair(known: Candidates) -> None:
    some = [pair for pair in pairs() if not pair.is_translated and pair.part != "contrasts"][::4]
    found = rates(some, known)
    assert found["paraphrase"][0] >= 0.8 * found["paraphrase"][1]
    assert found["near-miss"][0] <= 0.1 * found["near-miss"][1]
    assert found["unrelated"][0] == 0


@pytest.mark.slow
@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("part", "least", "most"), [("tuned", 0.80, 0.04), ("held-out", 0.80, 0.06), ("contrasts", 0.90, 0.01)]
)
def test_the_measured_rates_hold(known: Candidates, part: str, least: float, most: float) -> None:
    found = rates(in_one_language(part), known)
    assert round(found["paraphrase"][0] / found["paraphrase"][1], 2) >= least
    assert round(found["near-miss"][0] / found["near-miss"][1], 2) <= most
    assert found.get("unrelated", (0, 0))[0] == 0


@pytest.mark.requirement("S8")
@pytest.mark.parametrize(
    ("new", "stored", "is_same"),
    [
        ("The user prefers morning meetings.", "I'd rather have meetings in the morning.", True),
        ("router is 192.168.9.1", "router is 192.168.7.1", False),
        ("due 16 October", "due 15 October", False),
        ("Ben owes Anna 5 euros.", "Anna owes Ben 5 euros.", False),
        ("The cat sleeps on the sofa.", "Invoices are due within a month.", False),
        ("Ich wohne in Berlin.", "I live in Berlin.", True),
    ],
)
def test_with_the_model(known: Candidates, new: str, stored: str, is_same: bool) -> None:
    assert same_meaning(known(new), known(stored)) is is_same


@pytest.mark.requirement("D4")
def test_an_emoji_is_only_its_own_duplicate_with_the_model_too(known: Candidates) -> None:
    assert same_meaning(known("👍"), known("👍"))
    assert not same_meaning(known("👍"), known("👎"))
