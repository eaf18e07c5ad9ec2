"""The commands that join and cut: against a started server, and against files that nobody should trust."""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from pydantic_core import PydanticCustomError

from commonplace.export.format import in_utc
from commonplace.export.reading import LINE_BYTES, read_json
from local.exporting import TargetError, export, whole_file
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


def told(content: bytes) -> list[Any]:
    """What two exports in a row have alike."""
    records = json.loads(content)["records"]
    return [one for one in records if (one["type"], one.get("action")) != ("audit", "export")]


@pytest.mark.requirement("A19")
def test_export_erase_import_over_the_started_server(launch: Launch, tmp_path: Path) -> None:
    running = launch().wait()
    key, url = running.manage_key, f"http://127.0.0.1:{running.port}"
    for number in range(30):
        text = f"Tree {number} by the canal is {number} m tall"
        assert running.tool("remember", {"text": text, "durable": number % 2 == 0}, key)[0] == 200
    before = running.tool("recall", {"limit": 25}, key)[1]

    file, output = tmp_path / "export.json", exported(running, key)
    written = command("export", "--url", url, "--key", key, str(file))
    count = len(json.loads(output)["records"]) + 1  # the audit's line of the first
    assert (written.returncode, json.loads(written.stdout)) == (0, {"records": count}), written.stderr
    assert f"complete: {count} records" in written.stderr.decode()
    assert told(output) == told(file.read_bytes())  # case 72
    again = command("export", "--url", url, "--key", key, str(file))
    assert (again.returncode, b"--force" in again.stderr) == (1, True)
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
    """A file of which one part is as long as wanted; nothing of it is kept."""

    def __init__(self, length: int, begin: bytes, end: bytes) -> None:
        self._parts = self._content(length, begin, end)
        self._left = b""

    @staticmethod
    def _content(length: int, begin: bytes, end: bytes) -> Iterator[bytes]:
        yield begin
        piece = b"x" * 65_536
        for _ in range(length // len(piece)):
            yield piece
        yield end

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
    begin, end = HEAD + good(1).encode() + b",\n", b",\n" + good(3).encode() + b"\n]}\n"
    tracemalloc.start()
    try:
        done = imported(service, io.BufferedReader(Endless(2**30, begin, end)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert [line for line, _ in done.refused] == [3]
    assert sorted(service.taken) == [2, 4]
    assert peak < 8_000_000  # bytes


UTF16_LE, UTF16_BE, UTF8 = (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (b"", "utf-8")
RECORDS = [memory(number, text=f'Straße {number} 🌳 \\ " }} ] {{ 東京') for number in range(1, 6)]
ABOUT: dict[str, Any] = {"format": "commonplace-export", "version": 1, "exported_at": "2026-10-20T10:00:00Z"}


LAYOUTS = ["as it was", "jq .", "jq --tab", "jq -c", "jq -S", "json.dump", "a page", "records first"]
LAYOUTS += ["braces of their own", "spaces before it"]


def rewritten(how: str) -> str:
    """A document of some records, as tools that people have write it anew."""
    whole = ABOUT | {"level": "PUBLIC", "records": RECORDS}
    by_line = document(*(json.dumps(one, ensure_ascii=False) for one in RECORDS)).decode()
    return {
        "as it was": by_line,
        "jq .": json.dumps(whole, indent=2, ensure_ascii=False) + "\n",
        "jq --tab": json.dumps(whole, indent="\t", ensure_ascii=False) + "\n",
        "jq -c": json.dumps(whole, separators=(",", ":"), ensure_ascii=False) + "\n",
        "jq -S": json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False),
        "json.dump": json.dumps(whole),
        "a page": json.dumps(whole | {"page": 1, "next_cursor": None}, indent=4),
        "records first": json.dumps({"records": RECORDS, **ABOUT}),
        "braces of their own": json.dumps(whole, indent=2).replace("[\n    {", "\n  [\n    {", 1),
        "spaces before it": "\n \n" + by_line,
    }[how]


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("how", LAYOUTS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(
    "encoding",
    [UTF8, (codecs.BOM_UTF8, "utf-8"), UTF16_LE, UTF16_BE, (codecs.BOM_UTF32_LE, "utf-32-le")],
    ids=["UTF-8", "UTF-8 with a BOM", "UTF-16 LE", "UTF-16 BE", "UTF-32 LE"],
)
def test_case_69_a_document_that_was_written_anew(how: str, ends: str, encoding: tuple[bytes, str]) -> None:
    mark, name = encoding
    content = mark + rewritten(how).replace("\n", ends).encode(name)
    for file in (io.BytesIO(content), Once(content)):
        service = Taking(at_once=2)
        done = import_file(service, cast(BinaryIO, file), lambda _: None, read_json, LINE_BYTES)
        assert (done.refused, done.complete, done.counts["stored"]) == ([], True, 5)
        assert [text for _, text in sorted(service.taken.items())][-1] == RECORDS[-1]["text"]


class Once(io.BytesIO):
    """What comes through a pipe: it is read once."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise OSError(29, "Illegal seek")


@pytest.mark.requirement("A19")
@pytest.mark.parametrize(
    ("how", "unit", "number"), [("jq .", "line", 29), ("jq -c", "record", 3), ("as it was", "line", 4)]
)
def test_what_is_refused_is_told_where_it_stands(how: str, unit: str, number: int) -> None:
    """In the file that was imported, whatever its layout; the others are taken."""
    content = rewritten(how).replace("Straße 3 ", "\x01 3 ").encode()

    done = imported(Taking(), content)

    assert (done.unit, [one for one, _ in done.refused], done.counts["stored"]) == (unit, [number], 4)
    if how == "jq .":
        assert content.decode().splitlines()[number - 1].strip() == "{"


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("how", ["jq .", "jq -c", "as it was"])
def test_every_file_that_was_cut_off_is_told(how: str) -> None:
    """At any byte; what is whole of it is taken, and nothing else is told."""
    content = rewritten(how).encode()
    for end in range(0, len(content) - 3, 41):
        service = Taking()
        done, problem = tried(service, content[:end])
        if done is None:
            assert (service.taken, "Straße" in problem) == ({}, False)
            continue
        assert not done.complete
        assert len(service.taken) <= 5
        assert len(service.taken) + len(done.refused) >= content[:end].count(b'"updated_at"') - 1


def tried(service: Service, content: bytes) -> tuple[Done | None, str]:
    """What became of an import, or why there was none."""
    try:
        return imported(service, content), ""
    except FileError as error:
        return None, str(error)


OTHERS = {
    "an empty file": b"",
    "a file of spaces alone": b" \n\n",
    "UTF-16 without a byte order mark": rewritten("as it was").encode("utf-16-le"),
    "UTF-16 without a byte order mark ": rewritten("jq .").encode("utf-16-be"),
    "UTF-32 without a byte order mark": rewritten("jq .").encode("utf-32-be"),
    "a gzip file": gzip.compress(rewritten("as it was").encode()),
    "a ZIP file": b"PK\x03\x04" + b"\x00" * 30,
    "an HTML page": b"<!DOCTYPE html>\n<html><body>Sign in</body></html>",
    "XML or HTML": b'<?xml version="1.0"?><a/>',
    "a database": b"SQLite format 3\x00" + b"\x00" * 100,
    "a JSON array": json.dumps(RECORDS).encode(),
    "records without the document": b"\n".join(json.dumps(one).encode() for one in RECORDS),
    "another text": b"type,text\nmemory,Secret words\n",
    "a binary file": b"\x7fELF\x02\x01\x00\x00",
    "its head does not say": b'{"memories": [{"text": "Secret words"}]}',
    "cut off in line 2": b'{"format":\n"comm',
    "no JSON from line 3": b'{\n"format": "commonplace-export",\nSecret words}',
    "of another version": b'{"format": "commonplace-export", "version": 2, "records": []}',
    "of another version ": b'{"records": [], "format": "commonplace-export", "version": true}',
}


@pytest.mark.requirement("A19")
@pytest.mark.parametrize(("said", "content"), OTHERS.items(), ids=OTHERS)
def test_case_69_a_file_that_is_no_export_is_told_what_it_is(said: str, content: bytes) -> None:
    service = Taking()
    with pytest.raises(FileError) as raised:
        imported(service, content)

    assert said.strip() in str(raised.value)
    assert not any(word in str(raised.value) for word in ("Secret", "Straße", "Sign in"))
    assert service.taken == {}


@pytest.mark.requirement("A19")
def test_what_stands_behind_a_document_of_any_layout_is_told() -> None:
    for how in ("jq .", "jq -c"):
        content = rewritten(how)
        done = imported(Taking(), (content + content).encode())
        number = content.count("\n") + 1 if how == "jq ." else len(RECORDS) + 1
        assert ([one for one, _ in done.refused], done.counts["stored"]) == ([number], 5)


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("time", ["2026-06-01T10:00:00", "2026-06-01", "2026-06-01T10:00:00-24:00", "yesterday"])
def test_a_time_without_a_zone_is_told_what_it_lacks(time: str) -> None:
    with pytest.raises(PydanticCustomError, match=r"end it with Z, or with an offset such as \+02:00"):
        in_utc(time)


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_file_is_never_replaced(tmp_path: Path, force: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, Path(os.devnull), tmp_path):
        before = target.stat().st_mode
        with pytest.raises(TargetError), whole_file(target, force=force):
            raise AssertionError("it was opened")
        assert target.stat().st_mode == before
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.requirement("A19")
def test_of_a_link_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_bytes(b"old")
    link.symlink_to(real)
    with whole_file(link, force=True) as out:
        out.write(b"new")
    assert (link.is_symlink(), real.read_bytes()) == (True, b"new")


@pytest.mark.requirement("A19")
@pytest.mark.parametrize("seekable", [True, False])
def test_a_long_record_in_any_layout_is_never_held(seekable: bool) -> None:
    """Of 128 MB: what comes through a pipe is copied, to be read twice."""
    head = json.dumps(ABOUT)[:-1].encode() + b', "records": [' + good(1).encode() + b', {"text": "'
    source = io.BufferedReader(Endless(2**27, head, b'"}, ' + good(3).encode() + b"]}"))
    service = Taking()
    tracemalloc.start()
    try:
        with tempfile.TemporaryFile() as file:
            if seekable:
                shutil.copyfileobj(source, file)
                file.seek(0)
            done = imported(service, cast(Any, file if seekable else source))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert ([one for one, _ in done.refused], done.counts["stored"]) == ([2], 2)
    assert peak < 8_000_000  # bytes


@dataclass
class Telling(Service):
    """A service that has two pages to tell, and may fail at the second."""

    url: str = ""
    key: str = ""
    fails: bool = False

    def post(self, path: str, body: bytes) -> dict[str, Any]:
        number = 2 if "cursor" in json.loads(body) else 1
        if number == 2 and self.fails:
            raise ServiceError(503, "busy")
        page = ABOUT | {"page": number, "level": "PUBLIC", "records": RECORDS[: 3 * number - 2]}
        return page | {"next_cursor": "c" if number == 1 else None}


def test_a_file_is_there_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    with whole_file(file) as out:
        assert [one.stat().st_mode & 0o777 for one in tmp_path.iterdir()] == [0o600]
        assert not file.exists()
        export(Telling(), out, lambda _: None)

    assert [one.name for one in tmp_path.iterdir()] == ["export.json"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(json.loads(file.read_text(encoding="utf-8"))["records"]) == 5
    assert "東京" in file.read_text(encoding="utf-8")


def test_an_output_survives_any_code_page() -> None:
    """PowerShell reads what a program writes in the console's code page, and writes it as UTF-16."""
    out = io.BytesIO()
    export(Telling(), out, lambda _: None, ascii_only=True)

    saved = codecs.BOM_UTF16_LE + out.getvalue().decode("cp850").replace("\n", "\r\n").encode("utf-16-le")
    service = Taking()
    done = imported(service, saved)
    assert (done.refused, done.complete) == ([], True)
    assert "東京" in service.taken[2]


@pytest.mark.parametrize("before", [None, b"what was there"])
@pytest.mark.parametrize(
    "problem",
    [ServiceError(503, "busy"), OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()],
    ids=["service", "full disk", "Ctrl-C"],
)
def test_a_failed_export_leaves_no_half_file(tmp_path: Path, before: bytes | None, problem: BaseException) -> None:
    file = tmp_path / "export.json"
    if before is not None:
        file.write_bytes(before)

    def fail(_: str) -> None:
        raise problem

    expected = (ServiceError, TargetError, KeyboardInterrupt)
    with pytest.raises(expected) as raised, whole_file(file, force=True) as out:
        export(Telling(), out, fail)

    assert [one.read_bytes() for one in tmp_path.iterdir()] == ([] if before is None else [before])
    if isinstance(problem, OSError):
        assert "free some space" in str(raised.value)


def test_a_file_that_is_there_is_replaced_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(b"mine")
    with pytest.raises(TargetError, match="--force"), whole_file(file) as out:
        out.write(b"new")
    assert file.read_bytes() == b"mine"

    with whole_file(file, force=True) as out:
        out.write(b"new")
    assert file.read_bytes() == b"new"


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    with pytest.raises(TargetError, match="is there already"), whole_file(file):
        file.write_bytes(b"of another export")

    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("export.json", b"of another export")]


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "none" / "export.json"):
        done = command("export", "--key", "k", "--url", "http://127.0.0.1:9", str(path))
        assert (done.returncode, done.stdout) == (1, b"")
        assert b"Nothing was exported" in done.stderr
        assert b"Traceback" not in done.stderr
