"""The events under ``events/`` and what is expected of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commonplace.auth.keys import directory
from commonplace.auth.sign_ins import begin
from commonplace.operations import http
from commonplace.operations.runtime import Runtime
from commonplace.operations.settings import settings
from commonplace.storage.store import Tables
from events.prepare import ACCOUNT
from tests.support.agents import ROOT, stack

EVENTS = ROOT / "events"
_EXPECTED = ".expected.json"
_KEY = "${KEY}"
_SIGN_IN, _CSRF = "${SIGN_IN}", "${CSRF}"


@dataclass(frozen=True)
class Case:
    """One event: ``agent/recall/good`` is ``events/agent/recall/good.json``."""

    name: str

    @property
    def tool(self) -> str:
        """The function's folder: ``agent/recall``."""
        return self.name.rpartition("/")[0]

    @property
    def function(self) -> str:
        """The function's logical id."""
        code = stack().root / "functions" / self.tool
        return next(key for key, function in stack().functions.items() if function.code == code)

    @property
    def is_good(self) -> bool:
        return self.name.rpartition("/")[2].startswith("good")

    def event(self, key: str) -> dict[str, Any]:
        """The event with a key in the place that waits for one, or with a sign-in that is begun for it."""
        text = (EVENTS / f"{self.name}.json").read_text().replace(_KEY, key)
        if key and _SIGN_IN in text:
            text = signed_in(text)
        event: dict[str, Any] = json.loads(text)
        return event

    @property
    def after(self) -> tuple[Case, ...]:
        """What must have been called before, in order, each after its own."""
        found: dict[Case, None] = {}
        for name in self._expected.get("after", ()):
            earlier = Case(name)
            found |= dict.fromkeys((*earlier.after, earlier))
        return tuple(found)

    @property
    def by_the_tests_clock(self) -> bool:
        """Whether the answer depends on the day: on another clock than the tests' it would be another."""
        return bool(self._expected.get("by_the_tests_clock", False))

    @property
    def answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._expected["answer"]
        return answer

    @property
    def _expected(self) -> dict[str, Any]:
        expected: dict[str, Any] = json.loads((EVENTS / f"{self.name}{_EXPECTED}").read_text())
        return expected


@cache
def cases() -> tuple[Case, ...]:
    """All events."""
    files = sorted(EVENTS.glob("*/*/*.json"))
    return tuple(Case(_name(file)) for file in files if not file.name.endswith(_EXPECTED))


def signed_in(text: str) -> str:
    """Put a new sign-in's cookie, and the token of its forms, where they are waited for."""
    running = Runtime(Tables(directory().client, settings()), http.process().clock)
    secret, sign_in = begin(running, ACCOUNT, "Events")
    return text.replace(_SIGN_IN, secret).replace(_CSRF, sign_in.csrf)


def expectations() -> set[str]:
    """The names of the events that something is expected of."""
    return {_name(file).removesuffix(".expected") for file in EVENTS.glob(f"*/*/*{_EXPECTED}")}


def check(case: Case, answer: Any) -> None:
    """Compare a function's answer with what is expected: what is named must be there and equal."""
    if answer.get("headers", {}).get("content-type") == "application/json":
        answer = answer | {"body": json.loads(answer["body"])}
    assert pinned(answer, case.answer) == case.answer, answer


def pinned(found: Any, expected: Any) -> Any:
    """Reduce what was found to the fields that are expected; lists keep their length."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return {name: pinned(found[name], value) for name, value in expected.items() if name in found}
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [pinned(one, other) for one, other in zip(found, expected, strict=True)]
    return found


def _name(file: Path) -> str:
    return file.relative_to(EVENTS).with_suffix("").as_posix()
