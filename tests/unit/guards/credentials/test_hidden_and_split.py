"""Credentials that are hidden in characters that nobody sees, or split over neighbouring parts (case 61)."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from commonplace.auth.keys import INVITATION_PREFIX, new_key
from commonplace.guards.admission import TextField, admit, refuse_credential_as_id
from commonplace.operations.caller import session_of
from commonplace.refusals.errors import CredentialRefused
from tests.unit.guards.credentials.samples import BASE32, Draw

pytestmark = pytest.mark.requirement("A15", "D3")

TOKENS = {
    "GitHub": Draw(5).github("gh" + "p_"),
    "own key": new_key(),
    "own invitation": new_key(INVITATION_PREFIX),
    "AWS": "AK" + "IA" + Draw(6)(16, BASE32),
    "JWT": Draw(7).jwt(),
    "Telegram": "123456789" + ":AA" + Draw(8)(33),
}
LEAST = 8  # characters of a token that would be a fragment of it


def refusal(*fields: TextField, **names: object) -> CredentialRefused | None:
    try:
        admit(*fields, **names)  # type: ignore[arg-type]
    except CredentialRefused as refused:
        return refused
    return None


def assert_refused(token: str, *fields: TextField, **names: object) -> None:
    refused = refusal(*fields, **names)
    assert refused is not None
    said = f"{refused} {refused.__dict__}"
    assert not any(token[place : place + LEAST] in said for place in range(len(token) - LEAST))


def text(value: str) -> TextField:
    return TextField("text", value, 20_000)


def steps(*values: str) -> list[TextField]:
    return [TextField("goal", "ship it")] + [
        TextField(f"plan_steps.{number}", value) for number, value in enumerate(values)
    ]


def in_tags(value: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in value)


def in_selectors(value: str) -> str:
    return "".join(chr(0xFE00 + byte) if byte < 16 else chr(0xE0100 + byte - 16) for byte in value.encode())


def in_letters_of_selectors(value: str) -> str:
    return "".join(chr(0xE0100 + byte) for byte in value.encode())


def in_halves_of_selectors(value: str) -> str:
    return "".join(chr(0xFE00 + int(half, 16)) for half in value.encode().hex())


def in_bits(zero: str, one: str, *, width: int = 8, between: str = "") -> Callable[[str], str]:
    def hide(value: str) -> str:
        bits = between.join(format(ord(char), f"0{width}b") for char in value)
        return bits.replace("0", zero).replace("1", one)

    return hide


def in_base_4(value: str) -> str:
    digits = "\u200b\u200c\u200d\u2060"
    return "".join(digits[ord(char) >> shift & 3] for char in value for shift in (6, 4, 2, 0))


HIDERS = {
    "tags": in_tags,
    "selectors": in_selectors,
    "letters of selectors": in_letters_of_selectors,
    "halves of selectors": in_halves_of_selectors,
    "bits": in_bits("\u200b", "\u200c"),
    "bits the other way": in_bits("\u200c", "\u200b"),
    "seven bits": in_bits("\u200b", "\u200c", width=7),
    "bits with a sign between": in_bits("\u200b", "\u200c", between="\u200d"),
    "bits as short as can be": in_bits("\u2060", "\ufeff", width=1, between="\u200d"),
    "base 4": in_base_4,
}


@pytest.mark.parametrize("hider", HIDERS)
@pytest.mark.parametrize("token", TOKENS)
def test_case_61_hidden_characters_are_read(token: str, hider: str) -> None:
    value, hide = TOKENS[token], HIDERS[hider]
    half = len(value) // 2
    assert_refused(value, text(f"Deploys go out {hide(value)} on Tuesday"))
    assert_refused(value, text(f"it is {value[:half]}{hide(value[half:])} since May"))
    assert_refused(value, text("hello" + hide(base64.b64encode(value.encode()).decode())))
    carrier = "Deploys go out on Tuesday"
    hidden = hide(value)
    woven = "".join(seen + unseen for seen, unseen in zip(carrier, hidden, strict=False)) + hidden[len(carrier) :]
    assert_refused(value, text(woven))


@pytest.mark.parametrize("token", TOKENS)
def test_case_61_split_over_fields(token: str) -> None:
    value = TOKENS[token]
    third, half = -(-len(value) // 3), len(value) // 2
    one, two, three = value[:third], value[third : 2 * third], value[2 * third :]
    assert_refused(value, *steps(one, two, three))
    assert_refused(value, *steps("look around", one, two, three, "tell Anna"))
    assert_refused(value, *steps("1. " + one, "2. " + two, "3. " + three, "4. deploy"))
    assert_refused(value, text(value[half:]), key=value[:half], tags=["ops"])
    if len(value) <= 160:
        tags = [value[:half], value[half:]]
        assert_refused(value, text("a note"), key="deploy-notes", tags=tags)
        assert_refused(value, text("a note"), key="deploy-notes", speaker="Anna", tags=["ops", *tags, "later"])
    for cut in range(1, 9):
        assert_refused(value, *steps("wait", value[:cut], value[cut:], "done"))


@pytest.mark.parametrize("size", [8, 13, 20])
@pytest.mark.parametrize("token", TOKENS)
def test_case_61_folded_between_other_lines(token: str, size: int) -> None:
    value = TOKENS[token]
    pieces = [value[start : start + size] for start in range(0, len(value), size)]
    for between in ("\n", "\n  ", "\n\n", "\n- ", "\n> ", '"\n  "', "\\\n"):
        assert_refused(value, text(f"Notes of today{between}{between.join(pieces)}{between}We ship on Friday"))
    numbered = "\n".join(f"{number}. {piece}" for number, piece in enumerate(pieces, 1))
    assert_refused(value, text(f"Plan\n{numbered}\n99. deploy"))
    named = "\n".join(f"Step {number}: {piece}" for number, piece in enumerate(pieces, 1))
    assert_refused(value, text(f"Plan\n{named}\nThen rest"))


@pytest.mark.parametrize("token", TOKENS)
def test_case_61_as_the_name_of_a_session(token: str) -> None:
    value = TOKENS[token][:128]
    if token == "JWT":
        return  # longer than a name
    for name in (value, f"deploy {value}", in_tags(value)[:128]):
        with pytest.raises(CredentialRefused):
            refuse_credential_as_id("session", name)
        with pytest.raises(CredentialRefused) as refused:
            session_of({"x-session-id": name})
        assert refused.value.field == "X-Session-Id"


@pytest.mark.parametrize(
    "name", ["main", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "claude-code/checkout-2024-11-02"]
)
def test_ordinary_names_of_sessions_pass(name: str) -> None:
    assert session_of({"x-session-id": name}) == name


@pytest.mark.parametrize(
    "value",
    [
        "Ship it 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f on Friday",
        "family 👨\u200d👩\u200d👧 and ❤\ufe0f and ☎\ufe0e",
        "می\u200cخواهم این را نگه دارم",
        "ನನ್ನ ಪಾಸ್\u200cವರ್ಡ್ ನೀತಿ",
        "葛\U000e0100城 and 葛\U000e0101飾",
        "prod\nstaging\ndev\n\nsk\nke\nghp",
        "1. npm run build\n2. npm test\n3. npm publish",
    ],
)
def test_ordinary_signs_and_lists_pass(value: str) -> None:
    assert refusal(text(value)) is None
