"""Exports and imports in tests, through the real handlers, the authorizer included."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.agents import Answer, InProcess

PAGE_BYTES = 4_000_000


@dataclass(frozen=True)
class Carrier:
    """Who exports and imports with a key."""

    key: str

    def send(self, path: str, body: bytes) -> Answer:
        """Send a body as it is."""
        return InProcess().post(f"/v1/owner/{path}", body, {"authorization": f"Bearer {self.key}"})

    def page(self, cursor: str | None = None) -> dict[str, Any]:
        """Export one page."""
        answer = self.send("export", json.dumps({} if cursor is None else {"cursor": cursor}).encode())
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body

    def pages(self) -> list[dict[str, Any]]:
        """Export all pages."""
        found = [self.page()]
        while found[-1]["next_cursor"] is not None:
            found.append(self.page(found[-1]["next_cursor"]))
        return found

    def export(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Export all records, or those of a kind."""
        return [one for page in self.pages() for one in page["records"] if kind in (None, one["type"])]

    def texts(self) -> list[str]:
        """Export the memories' texts."""
        return sorted(one["text"] for one in self.export("memory"))

    def take(self, records: Sequence[Any], **also: Any) -> dict[str, Any]:
        """Import records."""
        answer = self.try_to_take(records, **also)
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body

    def try_to_take(self, records: Sequence[Any], **also: Any) -> Answer:
        """Send records to be imported."""
        body = {"format": "commonplace-export", "version": 1, "records": records, **also}
        return self.send("import", json.dumps(body).encode())


def memory(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A memory as a file may hold it."""
    made: dict[str, Any] = {
        "type": "memory",
        "id": f"0199f000-0000-7000-8000-{number:012d}",
        "scope": "account",
        "kind": "fact",
        "text": f"Plane tree number {number} stands by the canal.",
        "level": "PUBLIC",
        "importance": 0.6,
        "created_at": "2026-10-01T10:00:00.000000Z",
        "updated_at": "2026-10-01T10:00:00.000000Z",
    }
    return made | fields
