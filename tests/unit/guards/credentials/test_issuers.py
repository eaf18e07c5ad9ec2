"""Credentials of known issuers, and of issuers that no table knows."""

from __future__ import annotations

import pytest

from commonplace.guards.credentials import find_credential
from commonplace.guards.credentials.checksums import github_checksum, luhn
from commonplace.guards.credentials.issuers import rows
from tests.unit.guards.credentials.samples import ISSUED, UNKNOWN, Draw, Sample

pytestmark = pytest.mark.requirement("A15")

SEEDS = range(12)


@pytest.mark.parametrize("sample", ISSUED, ids=lambda sample: sample.make(Draw(0))[:7] + " " + sample.kind)
def test_a_known_issuers_credential_is_found_and_named(sample: Sample) -> None:
    for seed in SEEDS:
        token = sample.make(Draw(seed))
        assert find_credential(token) == sample.kind
        assert find_credential(f"Anna wrote: use {token} for the report.") == sample.kind


@pytest.mark.parametrize("sample", UNKNOWN, ids=lambda sample: sample.make(Draw(0))[:9])
def test_an_unknown_issuers_credential_is_found_by_its_build(sample: Sample) -> None:
    found = [find_credential("it is " + sample.make(Draw(seed))) for seed in range(40)]
    assert found.count(None) <= 2  # what a draw may make look written
    assert {kind for kind in found if kind} <= {"access key", "token"}


@pytest.mark.parametrize("beginning", sorted({row["beginning"] for row in rows()}))
def test_a_beginning_alone_is_none(beginning: str) -> None:
    assert find_credential(f"Their keys begin with {beginning} since May") is None


@pytest.mark.parametrize("tail", ["x" * 36, "*" * 36, "your" + "_token_here", "<" + "token>", "EXAMPLE" * 5])
@pytest.mark.parametrize("beginning", ["gh" + "p_", "sk" + "_live_", "gl" + "pat-", "do" + "p_v1_"])
def test_a_stand_in_behind_a_beginning_is_none(beginning: str, tail: str) -> None:
    assert find_credential(f"export TOKEN={beginning}{tail}") is None


def test_github_checksum() -> None:
    token = Draw(1).github("gh" + "p_")
    assert github_checksum(token) is True
    assert github_checksum(token[:-1] + ("a" if token[-1] != "a" else "b")) is False
    assert github_checksum(token[:20]) is False


def test_a_valid_checksum_makes_a_credential_of_what_reads_as_a_stand_in() -> None:
    import zlib

    from commonplace.guards.credentials.checksums import base62

    middle = "example" + "x" * 23
    beginning = "gh" + "p_"
    assert find_credential(beginning + middle + base62(zlib.crc32(middle.encode()), 6)) == "GitHub token"
    assert find_credential(beginning + middle + "000000") is None


@pytest.mark.parametrize(("number", "valid"), [("79927398713", True), ("79927398710", False), ("0", True)])
def test_luhn(number: str, valid: bool) -> None:
    assert luhn(number) is valid
