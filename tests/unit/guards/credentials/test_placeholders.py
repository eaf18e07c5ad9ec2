"""A value is a placeholder only as a whole: what stands in it as a part excuses nothing."""

from __future__ import annotations

import pytest

from commonplace.guards.credentials import find_credential
from tests.unit.guards.credentials.samples import join

pytestmark = pytest.mark.requirement("A15")

SERIES = join("abcdEFGH1234", "ijklMNOP5678", "qrstUVWX9012")
REFUSED = [
    "my password is " + join("Sni", "pers#22"),
    "the database password is " + join("Hidden-", "Valley9"),
    "root password: " + join("Todo", "List!9x"),
    "API key: " + join("dummy", "9fK2mX81Qz"),
    "API_KEY=" + join("dummy-", "9fK2mX81Qz4"),
    "secret: " + join("1234", "5678"),
    "secret: " + join("8765", "4321"),
    "password: " + join("hunter2", "supersecret"),
    "password: " + join("example", "9K2m!"),
    "password is " + join("Your", "Mom#99"),
    "pw: " + join("Removed", "!7x"),
    "Passwort: " + join("Geheim-", "Ort9"),
    "contraseña: " + join("oculta", "#77Luz"),
    "password: " + join("$Hun", "ter22!"),
    "the token is " + join("sample", "Qz81mX2kLp90"),
    "gh" + "p_" + SERIES,
    "sk" + "_live_" + SERIES[:24],
    "AI" + "za" + "Sy" + SERIES[:33],
]
KEPT = [
    "API key: your-api-key-here",
    "api_key = <YOUR_API_KEY>",
    "api_key: YOUR_API_KEY",
    "API_KEY=yourApiKeyHere",
    "password: changeme",
    "the password is 'changeme'",
    "password: example123",
    "PASSWORD=replace-me",
    "token: <paste token here>",
    "token: [REDACTED]",
    "token=dummy-token",
    "client_secret: REDACTED",
    "STRIPE_KEY=sk_test_your_key_here",
    "API_KEY=sk-" + "x" * 20,
    "token: gh" + "p_" + "x" * 36,
    "token: gh" + "p_…9xQ2",
    "the test card is 4242 4242 4242 4242",
    "4242424242424242",
    "pay with 5555 5555 5555 4444 in the sandbox",
    "DATABASE_URL=postgres://postgres:postgres@localhost:5432/app",
    "postgres:postgres@localhost",
    "amqp://guest:guest@rabbitmq:5672",
    "AKIAIOSFODNN7EXAMPLE",
]


@pytest.mark.parametrize("text", REFUSED)
def test_case_60_a_part_that_is_a_placeholder_excuses_nothing(text: str) -> None:
    assert find_credential(text) is not None


@pytest.mark.parametrize("text", KEPT)
def test_case_60_a_placeholder_as_a_whole_is_kept(text: str) -> None:
    assert find_credential(text) is None


def test_case_60_a_database_elsewhere_with_its_own_name_is_refused() -> None:
    assert find_credential("postgres://postgres:postgres@db.acme.example/app") == "connection string"
