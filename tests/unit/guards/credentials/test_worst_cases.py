"""No text makes the guard slow: time grows with length, whatever repeats."""

from __future__ import annotations

import time

import pytest

from commonplace.guards.credentials import find_credential
from commonplace.guards.credentials.issuers import rows
from tests.unit.guards.credentials.samples import BASE64, DIGITS, HEX, LOWER, MIXED, URL_SAFE, Draw

pytestmark = [pytest.mark.requirement("A15"), pytest.mark.slow]

SIZE = 100_000
BOUND = 1.0  # s of CPU; the benchmark measures, this only tells a line from a curve: that one takes minutes

REPEATED = [
    "a",
    "A1",
    " ",
    "1",
    "4111 ",
    "ey",
    "eyaaaaaaaaaa.",
    "password: a ",
    "password is the ",
    "password ",
    "password\n",
    "key=",
    "token ",
    "api key ",
    "a/",
    "://",
    "http://a:",
    "http://a@",
    HEX,
    "-----BEGIN ",
    "-----BEGIN CERTIFICATE-----",
    "$2b$",
    "$6$a$",
    "cookie: a=b;",
    "authorization: ",
    "Basic ",
    "abandon ",
    "legal winner thank year wave sausage ",
    "curl -u ",
    "login a/b ",
    "user ",
    "&token=",
    "?key=a",
    "Password=;",
    "a=b;",
    '"',
    "\n",
    "\\n",
    "\\",
    "=",
    ":",
    ".",
    "-",
    "_",
    "密码",
    "密码是",
    "パスワードは",
    "ಪಾಸ್‌ವರ್ಡ್ ",
    "\u200c",
    "\ud800",
    "İ",
    "hooks.a/",
    "webhooks/a/",
    "1234567890:AA",
    "a8Q~",
    HEX + "-us",
    "contribsys:",
    "mysql -p ",
    "identified by '",
    "aaaaa as password ",
    "PIN code ",
    "door code a ",
    "1-2 ",
    "privatekey=",
    "otpauth://a",
    "session=",
    "sess_",
    "T3BlbkFJ" + "a_",
    "a_b_c_1_",
    "id id id: ",
    "sha256:",
    "a.",
    "a@a.",
    "1.",
    "(",
    "x-",
    "pass ",
    "550e8400-e29b-41d4-a716-446655440000 ",
    "Set-Cookie: ",
    "<",
    "&amp;",
    "a1b2c3d4e5f6 as the ",
    "a1b2c3d4e5f6 is the token ",
    "token for a b, ",
    'Token("a',
    'token", "a',
    '"name": "key", "value": "a", ',
    "key\nvalue: ",
    "set token to ",
    "acme:\n  a: ",
    "github.init('a",
    "curl -u a: ",
    "aaaa bbbb password cccc dddd ",
    "msh",
    "-us1",
]


def filled(make: object) -> str:
    assert callable(make)
    parts: list[str] = []
    size = 0
    while size < SIZE:
        parts.append(make())
        size += len(parts[-1])
    return "".join(parts)[:SIZE]


d = Draw(3)
VARIED = {
    "short hexadecimal": lambda: d(22, HEX) + " ",
    "short tokens": lambda: d(19, MIXED) + " ",
    "names with numbers": lambda: d(4, LOWER[:26]) + "-" + d(3, DIGITS) + "-",
    "passwords that are words": lambda: "password " + d(4, LOWER[:26]) + " ",
    "settings": lambda: d(3, LOWER[:26]) + "_key = " + d(6, LOWER[:26]) + "\n",
    "statements": lambda: "password is " + d(4, LOWER[:26]) + " ",
    "prose": lambda: d(6, LOWER[:26]) + " ",
    "numbers": lambda: "4" + d(15, DIGITS) + " ",
    "one line of base64": lambda: d(1000, BASE64),
    "one token": lambda: d(1000, MIXED),
    "one token with signs": lambda: d(1000, URL_SAFE),
    "links": lambda: (
        "https://" + d(5, LOWER[:26]) + ".example/" + d(9, LOWER[:26]) + "?token=" + d(3, LOWER) + " "
    ),
    "services": lambda: "github = " + d(12, HEX) + " ",
}


def seconds(text: str) -> float:
    """Return the CPU seconds that a text takes; where they are too many, the lesser of two runs."""
    runs: list[float] = []
    while len(runs) < 2 and min(runs, default=BOUND) >= BOUND:
        start = time.process_time()
        find_credential(text)
        runs.append(time.process_time() - start)
    return min(runs)


@pytest.mark.parametrize("part", REPEATED)
def test_a_repeated_part(part: str) -> None:
    assert seconds((part * (SIZE // len(part) + 1))[:SIZE]) < BOUND


@pytest.mark.parametrize("beginning", sorted({row["beginning"] for row in rows()}))
def test_a_repeated_beginning(beginning: str) -> None:
    text = (beginning + "aa_aa ") * (SIZE // (len(beginning) + 6))
    assert seconds(text) < BOUND


@pytest.mark.parametrize("name", sorted(VARIED))
def test_varied_parts(name: str) -> None:
    assert seconds(filled(VARIED[name])) < BOUND
