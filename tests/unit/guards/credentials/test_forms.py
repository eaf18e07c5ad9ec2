"""Credentials that are known by the form of the text around them."""

from __future__ import annotations

import base64

import pytest

from commonplace.guards.credentials import find_credential
from tests.unit.guards.credentials.samples import (
    BASE32,
    BASE64,
    CHOSEN,
    DIGITS,
    HEX,
    LOWER,
    MIXED,
    UPPER,
    URL_SAFE,
    Draw,
    join,
    seed_phrase,
)

pytestmark = pytest.mark.requirement("A15")

d = Draw(7)
KEY = "PRIVATE " + "KEY"
POINT = "Password" + "="


@pytest.mark.parametrize(
    "text",
    [
        f"-----BEGIN RSA {KEY}-----\nMIIE",
        f"-----BEGIN {KEY}-----\n{d(60, BASE64)}",
        f"-----BEGIN EC {KEY}-----",
        f"-----BEGIN ENCRYPTED {KEY}-----",
        f"-----BEGIN OPENSSH {KEY}-----",
        f"-----BEGIN PGP {KEY} BLOCK-----",
        f"-----BEGIN DSA {KEY}-----\\nMIIB",
        "PuTTY-User-" + "Key-File-3: ssh-ed25519",
        "---- BEGIN SSH2 " + "ENCRYPTED PRIVATE KEY ----",
        f"[Interface]\nPrivateKey = {d(43, BASE64)}=",
        f"private key: 0x{d(64, HEX)}",
        "MII" + "EpAIBAAKCAQEA" + d(80, BASE64),
        "b3BlbnNzaC1r" + "ZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB",
    ],
)
def test_private_keys(text: str) -> None:
    assert find_credential(text) == "private key"


@pytest.mark.parametrize(
    "text",
    [
        f"postgres://app:{CHOSEN[0]}@db.internal:5432/prod",
        f"mongodb+srv://anna:{d(16)}@cluster0.example.net",
        f"redis://:{d(20)}@redis:6379",
        f"amqps://u:{CHOSEN[1]}@mq",
        f"https://anna:{CHOSEN[3]}@example.org/",
        f"ftp://user:{join('let', 'mein')}@ftp.example.org",
        f"https://{d(40)}@github.com/acme/api.git",
        f"Server=db;Database=x;User Id=sa;{POINT}{CHOSEN[4]};",
        f"DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={d(86, BASE64)}==;EndpointSuffix=core.net",
        f"Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={d(43, BASE64)}=",
    ],
)
def test_connection_strings(text: str) -> None:
    assert find_credential(text) == "connection string"


@pytest.mark.parametrize(
    "text",
    [
        f"https://x.blob.core.windows.net/c/f?sv=2023-01-03&sig={d(40)}%3D",
        f"https://b.s3.amazonaws.com/k?X-Amz-Signature={d(64, HEX)}",
        f"https://api.example.org/v1?token={d(20)}",
        f"https://example.org/cb#access_token={d(40)}&state=1",
        f"https://example.org/f?api_key={d(32, HEX)}",
        f"https://example.org/reset?password={CHOSEN[1]}",
    ],
)
def test_tokens_in_links(text: str) -> None:
    assert find_credential(text) == "token in a link"


@pytest.mark.parametrize(
    "text",
    [
        f"https://hooks.slack.com/services/T{d(8, UPPER)}/B{d(8, UPPER)}/{d(24)}",
        f"https://discord.com/api/webhooks/{d(18, DIGITS)}/{d(68, URL_SAFE)}",
        f"https://acme.webhook.office.com/webhookb2/{d.uuid()}@{d.uuid()}/IncomingWebhook/{d(32, HEX)}/{d.uuid()}",
        f"https://hooks.zapier.com/hooks/catch/123456/{d(7, LOWER)}",
        f"https://maker.ifttt.com/trigger/door/with/key/{d(22)}",
        f"https://calendar.google.com/calendar/ical/anna/private-{d(32, HEX)}/basic.ics",
        f"https://hooks.some-service.dev/in/{d(32)}",
    ],
)
def test_addresses_that_are_the_secret(text: str) -> None:
    assert find_credential(text) == "webhook address"


def test_one_time_password_seed() -> None:
    uri = f"otpauth://totp/Acme:anna?secret={d(32, BASE32)}&issuer=Acme"
    assert find_credential(uri) == "one-time password seed"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"Authorization: Bearer {d(24)}", "authorization header"),
        (f"-H 'authorization: token {d(40, HEX)}'", "authorization header"),
        (f'"Authorization": "ApiKey {d(40)}"', "authorization header"),
        (f"it wants Bearer {d(32)} now", "authorization header"),
        (
            "Authorization: Basic " + base64.b64encode(f"admin:{CHOSEN[0]}".encode()).decode(),
            "authorization header",
        ),
        ('{"auth": "' + base64.b64encode(f"bot:{CHOSEN[0]}".encode()).decode() + '"}', "authorization header"),
        (f"Cookie: sessionid={d(32)}; theme=dark", "cookie"),
        (f"Set-Cookie: connect.sid=s%3A{d(32)}.{d(43, URL_SAFE)}; Path=/", "cookie"),
        (f"PHPSESSID={d(26, LOWER)}", "cookie"),
        (f"cookie: _app={d(40)}", "cookie"),
    ],
)
def test_headers(text: str, kind: str) -> None:
    assert find_credential(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        f"root:$6${d(16)}${d(86)}:19000:0:99999:7:::",
        f"admin:$2y$10${d(53)}",
        f"$argon2id$v=19$m=65536,t=3,p=4${d(22)}${d(43)}",
        f"anna:$apr1${d(8)}${d(22)}",
        f"pbkdf2_sha256$600000${d(22)}${d(43)}=",
        "{SSHA}" + d(32, BASE64),
    ],
)
def test_password_hashes(text: str) -> None:
    assert find_credential(text) == "password hash"


@pytest.mark.parametrize(
    "text",
    [
        f"curl -u admin:{CHOSEN[3]} https://example.org",
        f"wget --password={CHOSEN[3]} https://example.org",
        f"sshpass -p '{CHOSEN[1]}' ssh root@host",
        f"mysql -u root -p{CHOSEN[4]} shop",
        f"redis-cli -h cache -a {CHOSEN[0]}",
        f"docker login -u anna -p {CHOSEN[3]} registry.example.org",
        f"machine api.example.org login anna password {CHOSEN[0]}",
        f"ALTER USER bob IDENTIFIED BY '{join('tig', 'er')}'",
        f"CREATE ROLE x WITH PASSWORD '{join('tig', 'er')}'",
        f"{CHOSEN[1]} is the password",
        f"use {CHOSEN[3]} as password",
        f"Login: admin / {CHOSEN[1]}",
        f"WIFI:T:WPA;S:Acme;P:{CHOSEN[0]};;",
        f"log in with anna@example.com and {CHOSEN[1]}",
    ],
)
def test_commands_and_pairs(text: str) -> None:
    assert find_credential(text) == "password"


@pytest.mark.parametrize(
    ("beginning", "length"),
    [("4", 16), ("51", 16), ("2221", 16), ("34", 15), ("37", 15), ("6011", 16), ("3530", 16), ("62", 16)],
)
def test_cards(beginning: str, length: int) -> None:
    number = d.card(beginning, length)
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert find_credential(f"card {number}") == "payment card"
    assert find_credential(f"paid with {number}") == "payment card"
    assert find_credential(f"card {wrong}") is None


def test_cards_as_they_are_printed() -> None:
    number = d.card("4", 16)
    parted = " ".join(number[place : place + 4] for place in range(0, 16, 4))
    assert find_credential(f"Her Visa is {parted}") == "payment card"
    assert find_credential(parted.replace(" ", "-")) == "payment card"


@pytest.mark.parametrize("before", ["order", "Bestellung", "tracking number", "IMEI", "account", "invoice no."])
def test_numbers_of_other_things_with_a_valid_check_digit(before: str) -> None:
    assert find_credential(f"{before} {d.card('4', 16)}") is None


def test_card_needs_length_and_beginning() -> None:
    assert find_credential(f"it is {d.card('4', 13)}") is None  # as many article numbers begin
    assert find_credential(f"card {d.card('4', 13)}") == "payment card"
    assert find_credential(f"it is {d.card('91', 16)}") is None
    assert find_credential(f"it is x{d.card('4', 16)}") is None


@pytest.mark.parametrize("size", [16, 20, 24, 28, 32])
def test_seed_phrases(size: int) -> None:
    phrase = seed_phrase(bytes((7 * place + size) % 256 for place in range(size)))
    words = phrase.split()
    assert len(words) == size * 3 // 4
    assert find_credential(phrase) == "seed phrase"
    assert find_credential(f"Keep this: {phrase}. Thanks!") == "seed phrase"
    assert find_credential("\n".join(f"{n}. {word}" for n, word in enumerate(words, 1))) == "seed phrase"


def test_listed_words_without_the_checksum() -> None:
    words = seed_phrase(bytes(range(16))).split()
    wrong = " ".join([*words[:-1], "zoo" if words[-1] != "zoo" else "zone"])
    assert find_credential(wrong) is None
    assert find_credential(f"my seed phrase: {wrong}") == "seed phrase"
    assert find_credential(" ".join(words[:11])) is None


def test_base64_with_signs_as_aws_draws_it() -> None:
    found = [find_credential(f"the secret of AWS: {Draw(seed)(40, BASE64)}") for seed in range(40)]
    assert found.count(None) == 0


def test_mixed_case_hexadecimal_is_no_digest() -> None:
    draw = Draw(3)
    assert find_credential("it is " + draw(40, MIXED[:6] + MIXED[26:32] + DIGITS)) == "token"
    assert find_credential("it is " + draw(40, HEX)) is None
