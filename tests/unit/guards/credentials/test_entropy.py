"""Names against draws, and what the judgement rests on."""

from __future__ import annotations

import pytest

from commonplace.guards.credentials import entropy
from commonplace.guards.credentials.base58 import base58check
from commonplace.guards.credentials.identifiers import is_identifier
from commonplace.guards.credentials.placeholders import is_placeholder, is_reference
from tests.unit.guards.credentials.samples import LOWER, MIXED, Draw

pytestmark = pytest.mark.requirement("A15")

WRITTEN = [
    "fix-3696-slice1-gapA-emit",
    "AbstractSingletonProxyFactoryBean2",
    "useInfiniteQueryWithPlaceholderDataV5",
    "MAX_RETRIES_BEFORE_CIRCUIT_BREAKER_OPENS_V2",
    "Donaudampfschifffahrtsgesellschaft",
    "backup-2024-10-15-0300",
    "linux-image-6.8.0-45-generic",
    "convertUTF8StringToBase64Url",
]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_not_drawn(name: str) -> None:
    assert entropy.randomness(name) < 0
    assert entropy.looks_drawn(name) is False


@pytest.mark.parametrize(
    ("alphabet", "length", "least"), [(LOWER, 20, 0.97), (MIXED, 24, 0.95), (MIXED, 40, 0.99)]
)
def test_what_is_drawn_is_not_written(alphabet: str, length: int, least: float) -> None:
    drawn = [entropy.looks_drawn(Draw(seed)(length, alphabet)) for seed in range(500)]
    assert sum(drawn) / len(drawn) >= least


@pytest.mark.parametrize(("text", "bits"), [("", 0.0), ("密码", 0.0), ("-", 0.0), ("\ud800", 0.0), ("a", 0.0)])
def test_what_has_no_pairs_says_nothing(text: str, bits: float) -> None:
    assert entropy.randomness(text) == bits


@pytest.mark.parametrize(
    ("text", "size"), [("abc", 26), ("aB", 52), ("aB1", 62), ("1", 10), ("é", 0), ("", 0), ("A-1", 36)]
)
def test_alphabet_size(text: str, size: int) -> None:
    assert entropy.alphabet_size(text) == size


@pytest.mark.parametrize(("text", "times"), [("a1b2", 3), ("abc", 0), ("12ab", 1), ("", 0), ("a-1", 0)])
def test_switches(text: str, times: int) -> None:
    assert entropy.switches(text) == times


@pytest.mark.parametrize(
    ("token", "public"),
    [
        ("cus_9x8Y7w6V5u4T3s", True),
        ("pi_3MtwBwLkdIwHu7ix28a3tqPa", True),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", True),
        ("550e8400-e29b-41d4-a716-446655440000", True),
        ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", True),
        ("SGVsbG8gd29ybGQsIHRoaXMgaXMgYSB0ZXN0", True),
        ("JVSWK5DJNZTSA3LPOZSWIIDUN4QFI2DVOJZWIYLZ", True),
    ],
)
def test_identifiers(token: str, public: bool) -> None:
    assert is_identifier(token) is public


def test_a_draw_is_no_identifier() -> None:
    assert [seed for seed in range(200) if is_identifier(Draw(seed)(40, MIXED))] == []


def test_base58_checks() -> None:
    address = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    assert len(base58check(address)) == 21
    assert base58check(address[:-1] + "b") == b""
    assert base58check("0OIl") == b""


@pytest.mark.parametrize(
    ("value", "placeholder", "reference"),
    [
        ("<token>", True, False),
        ("xxxxxxxx", True, False),
        ("${TOKEN}", False, True),
        ("op://vault/item", False, True),
        ("process.env.KEY", False, True),
        ("q7Lm2Vx9", False, False),
        ("", True, False),
    ],
)
def test_stand_ins_and_references(value: str, placeholder: bool, reference: bool) -> None:
    assert is_placeholder(value) is placeholder
    assert is_reference(value) is reference
