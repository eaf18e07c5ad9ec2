"""The commands that join and cut: against a started server, and against files that nobody should trust."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from commonplace.export.reading import LINE_BYTES, read_json
from local.importing import Done, FileError, import_file
from local.service import Service, ServiceError
from tests.support.exports import memory
from tests.support.server import ROOT, Launch, Running

HEAD = b'{"format":"commonplace-export","version":1,"records":[\n'


def command(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end."""
    line = [sys.executable, "-m", "local", *arguments]
    return subprocess.run(line, cwd=ROOT, input=given, capture_output=True, timeout=120, check=False)


def exported(running: Running, key: str) -> bytes:
    done = command("export", "--url", f"http://127.0.0.1:{running.port}", "--key", key)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.requirement("A19")
def test_export_erase_import_over_the_started_server(launch: Launch, tmp_path: Path) -> None:
    running = launch().wait()
    key, url = running.manage_key, f"http://127.0.0.1:{running.port}"
    for number in range(30):
        text = f"Tree {number} by the canal is {number} m tall"
        assert running.tool("remember", {"text": text, "durable": number % 2 == 0}, key)[0] == 200
    before = running.tool("recall", {"limit": 25}, key)[1]

    file = tmp_path / "export.json"
    file.write_bytes(exported(running, key))
    document = json.loads(file.read_text(encoding="utf-8"))
    assert (document["format"], document["version"], document["level"]) == ("commonplace-export", 1, "PUBLIC")
    kept = [one for one in document["records"] if one["type"] == "memory"]
    assert len(kept) == 30

    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    assert running.call("POST", "/v1/owner/erasures", '{"what": "account"}', headers)[0] == 200
    assert running.tool("recall", {}, key)[1]["items"] == []
    done = command("import", "--url", url, "--key", key, str(file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["stored"] == 30
    assert running.tool("recall", {"limit": 25}, key)[1] == before

    again = command("import", "--url", url, "--key", key, "-", given=file.read_bytes())
    assert (again.returncode, json.loads(again.stdout)["unchanged"]) == (0, 30)
    assert key.encode() not in done.stdout + done.stderr + again.stderr


@pytest.mark.requirement("A19")
def test_commands_say_what_is_wrong_and_never_the_key(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(b"{}")
    key = "not_a_key"
    cases = {
        ("import", "--key", key, str(file)): (2, b"is no export"),
        ("import", "--key", key, str(tmp_path / "none")): (2, b"cannot be read"),
        ("import", str(file)): (1, b"no key"),
        ("export",): (1, b"no key"),
        ("export", "--key", key, "--url", "localhost"): (1, b"http://"),
    }
    for arguments, (code, said) in cases.items():
        done = command(*arguments)
        assert (done.returncode, said in done.stderr, done.stdout) == (code, True, b""), done.stderr
        assert key.encode() not in done.stderr


@dataclass
class Taking(Service):
    """A service that takes whatever is of the form, and notes the lines.

    Attributes
    ----------
    at_once
        Most records of a call that it has time for.
    cannot_read
        Words at which it refuses a whole body.
    """

    url: str = ""
    key: str = ""
    at_once: int = 10**9
    cannot_read: str = "\x00"
    taken: dict[int, str] = field(default_factory=dict)

    def post(self, path: str, body: bytes) -> dict[str, Any]:
        page = json.loads(body)
        assert (path, page["format"], page["version"]) == ("/v1/owner/import", "commonplace-export", 1)
        if self.cannot_read in body.decode():
            raise ServiceError(400, "body: cannot be read")
        records: Sequence[Any] = page["records"][: self.at_once]
        for line, record in enumerate(records, page["first_line"]):
            self.taken[line] = record["text"]
        counts = dict.fromkeys(("quarantined", "unchanged", "ignored", "stores_created", "speakers_registered"), 0)
        rest = page["first_line"] + len(records) if len(records) < len(page["records"]) else None
        return {"stored": len(records), **counts, "refused": [], "renamed": [], "next_line": rest}


def imported(service: Service, content: bytes | io.BufferedReader) -> Done:
    file = io.BytesIO(content) if isinstance(content, bytes) else content
    return import_file(service, file, lambda _: None, read_json, LINE_BYTES)


def document(*lines: bytes | str) -> bytes:
    """A file of these lines."""
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    return HEAD + b",\n".join(raw) + b"\n]}\n"


def good(number: int) -> str:
    return json.dumps(memory(number))


BAD = {
    "not JSON": b"{oops",
    "not UTF-8": b'{"text": "\xff"}',
    "very deep": b"[" * 100_000 + b"]" * 100_000,
    "a number of thousands of digits": b"9" * 5_000,
    "two values": b'{"a": 1}, {"b": 2}',
    "an end that comes too soon": b'{"a": 1}]}, {"b": 2}',
    "nothing": b"",
    "too long": b'{"text": "' + b"x" * (LINE_BYTES + 1) + b'"}',
}


@pytest.mark.requirement("A19", "D1")
@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_line_that_cannot_be_read_is_refused_alone(bad: bytes) -> None:
    service = Taking()
    done = imported(service, document(good(1), bad, good(3)))

    assert [line for line, _ in done.refused] == [3]
    assert service.taken == {2: memory(1)["text"], 4: memory(3)["text"]}
    assert done.complete


@pytest.mark.requirement("A19")
def test_an_unreadable_body_is_halved_until_the_line_is_found() -> None:
    service = Taking(cannot_read="number 5 ")
    done = imported(service, document(*(good(number) for number in range(1, 10))))

    assert [line for line, _ in done.refused] == [6]
    assert sorted(service.taken) == [2, 3, 4, 5, 7, 8, 9, 10]


@pytest.mark.requirement("A19")
def test_it_goes_on_where_the_service_had_no_time() -> None:
    service = Taking(at_once=3)
    done = imported(service, document(*(good(number) for number in range(1, 11))))

    assert service.taken == {number + 1: memory(number)["text"] for number in range(1, 11)}
    assert done.counts["stored"] == 10


@pytest.mark.requirement("A19")
def test_a_file_that_was_cut_off_is_told() -> None:
    whole = document(good(1), good(2), good(3))

    assert imported(Taking(), whole).complete
    assert not imported(Taking(), whole[: -len(b"\n]}\n")]).complete
    cut = imported(Taking(), whole[:-40])
    assert ([line for line, _ in cut.refused], cut.complete) == ([4], False)


@pytest.mark.requirement("A19")
def test_what_stands_behind_the_end_is_told_and_not_taken() -> None:
    whole = document(good(1), good(2))
    page = whole[: -len(b"]}\n")] + b'],"next_cursor":null}\n\n'
    cases = {whole + b"\n \n": [], page: [], whole + document(good(3), good(4)): [5]}
    cases[whole[: -len(b"]}\n")] + b"]}, " + good(3).encode() + b"\n" + good(4).encode()] = [4, 5]
    for content, told in cases.items():
        service = Taking()
        done = imported(service, content)
        assert ([line for line, _ in done.refused], sorted(service.taken)) == (told, [2, 3])


@pytest.mark.requirement("A19")
def test_progress_tells_the_last_line_whatever_became_of_it() -> None:
    told: list[str] = []
    for lines in ((good(1), good(2)), (b"{oops", b"{oops")):
        import_file(Taking(), io.BytesIO(document(*lines)), told.append, read_json, LINE_BYTES)

    assert told[0] == "line 3: 2 stored, 0 there already, 0 refused"
    assert told[-1] == "line 3: 0 stored, 0 there already, 2 refused"


@pytest.mark.requirement("A19")
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"format":"commonplace-export","version":2,"records":[\n]}',
        b'{"format":"commonplace-export","version":true,"records":[\n]}',
        b'{"format":"other","version":1,"records":[\n]}',
        b"[" * 100_000,
        b"\xff\xfe[",
    ],
)
def test_what_does_not_begin_as_an_export_is_sent_nowhere(content: bytes) -> None:
    service = Taking()
    with pytest.raises(FileError):
        imported(service, content)
    assert service.taken == {}


class Endless(io.RawIOBase):
    """A file of which one line is 1 GB long; nothing of it is kept."""

    def __init__(self, length: int) -> None:
        self._parts = self._content(length)
        self._left = b""

    @staticmethod
    def _content(length: int) -> Iterator[bytes]:
        yield HEAD + good(1).encode() + b",\n"
        piece = b"x" * 65_536
        for _ in range(length // len(piece)):
            yield piece
        yield b",\n" + good(3).encode() + b"\n]}\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            self._left = next(self._parts, b"")
        part = self._left[: len(buffer)]
        buffer[: len(part)] = part
        self._left = self._left[len(part) :]
        return len(part)


@pytest.mark.requirement("A19")
def test_a_line_of_1_gb_is_refused_by_its_size_and_never_held() -> None:
    service = Taking()
    tracemalloc.start()
    try:
        done = imported(service, io.BufferedReader(Endless(2**30)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert [line for line, _ in done.refused] == [3]
    assert sorted(service.taken) == [2, 4]
    assert peak < 8_000_000  # bytes
