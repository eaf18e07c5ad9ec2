"""A data folder made by commit d1a4a91 is opened by the code of today, and everything works on."""

from __future__ import annotations

import json
import re
import shutil
import signal
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from local.importing import import_file
from tests.conftest import new_key
from tests.fixtures.data_folder_d1a4a91.opened import Site, open_site
from tests.fixtures.data_folder_d1a4a91.questions import MARK, PREFIX, ask
from tests.support.clock import DAY
from tests.support.server import launcher, run

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "data_folder_d1a4a91"
KNOWN: dict[str, Any] = json.loads((FIXTURE / "known.json").read_text())
BEFORE: dict[str, Any] = json.loads((FIXTURE / "answers.json").read_text())
KEYS = {name: PREFIX + "".join(halves) for name, halves in KNOWN["keys"].items()}
pytestmark = pytest.mark.xdist_group("folder_of_d1a4a91")  # the questions are asked once
# What Ana's agents kept for good, and the team; in the order of recall.
FOR_GOOD = [
    "Lea likes short answers 🌱🙂",
    "Ein anderer schrieb: das Tor klemmt.",
    "Der Vektor hierzu fehlt noch.",
    "Am Dienstag kam der Mulch.",
    "ホースは新しいです。",
    "Geöffnet von 9 bis 17 Uhr ⏰",
    "Frau Öztürk ist montags da.",
    "木村さんは月曜日に水をやります。",
    "Der Schuppen ist abgeschlossen.",
    "Gießkannen gehören allen.",
    "倉庫の番号は二番です。",
    "The plane tree by the canal was planted in 1987.",
]
OF_THE_TEAM = {FOR_GOOD[4], *FOR_GOOD[7:10]}


def unpacked(to: Path) -> Path:
    """A copy of the folder."""
    with tarfile.open(FIXTURE / "folder.tar.xz") as packed:
        packed.extractall(to, filter="data")
    return to


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpacked(tmp_path / "data")


@dataclass(frozen=True)
class Today:
    """What the code of today answered, and what is in the tables after it."""

    answers: dict[str, Any]
    rows: list[str]


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Today]:
    """All questions, asked once."""
    with pytest.MonkeyPatch.context() as patch:
        site = open_site(unpacked(tmp_path_factory.mktemp("today") / "data"), KNOWN["until"], patch)
        try:
            answers = ask(site, KNOWN, lambda account: new_key(account, clock=site.clock))
            yield Today(json.loads(json.dumps(answers)), list(site.rows()))
        finally:
            site.close()


def texts(answer: Any) -> list[str]:
    return [item["text"] for item in answer["body"]["items"]]


def without_newer_fields(answer: Any) -> Any:
    """Leave out the fields that answers have gained since the commit."""
    if isinstance(answer, list):
        return [without_newer_fields(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    newer: set[str] = set()
    if {"key", "content", "classification", "tags"} <= set(answer) and "found" not in answer:
        newer = {"id", "created_at", "updated_at"}  # a row of memory_list or memory_search
    if "items" in answer:
        newer = {"more"}  # recall
    if answer.get("type") == "memory":
        newer = {"unrated"}  # an export's record of what an application stored
    return {name: without_newer_fields(one) for name, one in answer.items() if name not in newer}


# What is ranked by how well it fits: a later ranking may find others, in another order.
RANKED = re.compile("recalls? (Samen|tree)|search |wide |recall of stores |deep_recall|gather")


def shape(answer: Any) -> Any:
    """The fields of an answer, those of rows once."""
    if isinstance(answer, list):
        return [shape(answer[0])] if answer else []
    return {name: shape(one) for name, one in answer.items()} if isinstance(answer, dict) else None


def rows(answer: Any) -> list[str]:
    """The texts of what a search found."""
    body = answer["body"]
    found = next(body[name] for name in ("items", "results", "memories") if name in body)
    return [one.get("text") or one["content"] for one in found]


def test_every_question_is_answered_as_before(today: Today) -> None:
    assert list(today.answers) == list(BEFORE)
    as_then = {name: without_newer_fields(answer) for name, answer in today.answers.items()}
    unlike = {
        name: (answer, BEFORE[name])
        for name, answer in as_then.items()
        if answer != BEFORE[name] and not RANKED.search(name)
    }
    assert unlike == {}
    ranked = [name for name in as_then if RANKED.search(name)]
    assert [name for name in ranked if as_then[name].get("status") != BEFORE[name].get("status")] == []


@pytest.mark.requirement("A1", "C3")
def test_what_answers_a_question_is_still_first(today: Today) -> None:
    for name in ("search wer ist montags da in offen", "search wer ist montags da in angebot"):
        assert rows(today.answers[name]) == ["Frau Öztürk ist montags da."]
    for name in ("search Was sagt Mina über die Rosen?", "search Wie lang ist das Beet?"):
        assert rows(today.answers[name])[0] == rows(BEFORE[name])[0]
        assert shape(without_newer_fields(today.answers[name])) == shape(BEFORE[name])
    assert rows(today.answers["kimura recalls tree"]) == ["桜は三月に咲きます 🌸"]  # by its meaning


@pytest.mark.requirement("B1")
def test_keys_work_on_and_revoked_ones_do_not(today: Today) -> None:
    status = {key: today.answers[f"{key} recalls"]["status"] for key in KEYS}

    assert status == {key: 401 if key == "ana_revoked" else 200 for key in KEYS}
    assert today.answers["a key may not write"]["status"] == 403
    assert today.answers["after: ana_writes recalls"]["status"] == 401  # revoked by the code of today
    assert not any(PREFIX in row for row in today.rows)


def test_memories_of_every_scope_and_script_are_recalled(today: Today) -> None:
    recalled = texts(today.answers["ana recalls"])

    assert set(FOR_GOOD) <= set(recalled)
    assert "Den Garten bis zum Sommerfest fertig machen 🌻" in recalled
    assert "ತೋಟದ ಬಾಗಿಲು ಬೆಳಿಗ್ಗೆ ಆರು ಗಂಟೆಗೆ ತೆರೆಯುತ್ತದೆ." in recalled
    assert "会議は毎週水曜日の午前九時に始まります。" in recalled  # as the owner edited it
    assert "Samen kommen von der Genossenschaft" in recalled  # the third under its key
    gone = ("Meyer", "Schulze", "Zaun", "Pumpe", "Tomaten stehen", "Ignore all", "Vor dem Neubeginn", MARK)
    assert [text for text in recalled if any(word in text for word in gone)] == []
    assert "Samen kommen jetzt von Müller" not in texts(today.answers["recall after that"])  # replaced, forgotten


@pytest.mark.requirement("A19")
def test_half_done_erasures_are_completed(today: Today) -> None:
    receipts = {what: today.answers[f"at last: receipt of {what}"]["body"] for what in KNOWN["erasures"]}

    assert {what: one["status"] for what, one in receipts.items()} == dict.fromkeys(receipts, "complete")
    assert {what: one["deleted"] for what, one in receipts.items()} == {
        "session": {"activity": 0, "memories": 2, "tool_results": 0},
        "memory": {"memories": 1},
        "account": {"activity": 2, "directory": 1, "memories": 133, "sessions": 2, "tool_results": 0},
        "store": {"activity": 0, "directory": 0, "memories": 7},
    }
    assert [row for row in today.rows if MARK in row] == []
    speaker = today.answers["receipt of the speaker"]["body"]
    # It is found by a name that was removed; the account that imported it before keeps its own.
    assert (speaker["status"], speaker["deleted"]) == ("complete", {"directory": 1, "memories": 1})
    ana = BEFORE["export of ana"][0]["id"]
    assert [row for row in today.rows if "Lena mag Lavendel" in row and ana in row] == []
    kept = today.answers["after: keller: list"]["body"]["memories"]
    assert [one["content"] for one in kept] == ["Nach dem Löschen geschrieben."]


def test_a_chain_of_versions_goes_on(today: Today) -> None:
    versions = today.answers["its lineage"]["body"]["versions"]

    lengths = ("zwei", "drei", "vier", "fünf")
    assert [one["content"] for one in versions] == [f"Das Beet ist {length} Meter lang." for length in lengths]
    assert [one["is_superseded"] for one in versions] == [True, True, True, False]


@pytest.mark.requirement("A19")
def test_a_backup_is_restored_elsewhere(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, elsewhere = tmp_path / "backup.db", tmp_path / "elsewhere"
    made = run("backup", "--data", str(folder), str(file))
    assert (made.returncode, made.stderr) == (0, "")
    restored = run("restore", "--data", str(elsewhere), str(file))
    assert restored.returncode == 0, restored.stderr
    erased = {"memories": 141, "activity": 2, "directory": 1, "sessions": 2}  # the half done erasures are, at once
    assert json.loads(restored.stdout) == {"erased_anew": erased}

    site = open_site(elsewhere, KNOWN["until"], monkeypatch)
    recalled = site.good(KEYS["ana"], "recall", limit=25)["items"]
    assert [one["text"] for one in recalled] == texts(BEFORE["ana recalls"])
    site.work(240)
    receipt = site.good(
        new_key("Leaver", clock=site.clock), f"/v1/owner/erasures/{KNOWN['erasures']['account']}", method="GET"
    )
    assert receipt["status"] == "complete"
    assert [row for row in site.rows() if MARK in row] == []
    site.close()


def test_a_folder_that_lay_for_a_month(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = open_site(folder, KNOWN["until"] + 31 * DAY, monkeypatch)

    assert [one["text"] for one in site.good(KEYS["ana"], "recall", limit=25)["items"]] == FOR_GOOD
    assert site.good(KEYS["ana"], "recall", in_session="kette", limit=25)["items"]
    site.work(300)
    manager = new_key("Ana", clock=site.clock)
    for what, erasure in KNOWN["erasures"].items():
        key = new_key("Leaver", clock=site.clock) if what == "account" else manager
        assert site.good(key, f"/v1/owner/erasures/{erasure}", method="GET")["status"] == "complete"
    assert [row for row in site.rows() if MARK in row] == []
    assert not any('"session/' in row and "Vor dem Neubeginn" in row for row in site.rows())
    site.close()


@pytest.mark.requirement("A1")
def test_the_server_serves_it_and_its_export_is_imported_elsewhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "account.json"
    for launch in launcher(folder):  # by the machine's clock: only what is kept for good is looked at
        server = launch("--quiet").wait()
        assert server.key is None  # one was shown before
        status, recalled = server.tool("recall", {"limit": 25}, KEYS["ana"])
        assert status == 200
        assert set(FOR_GOOD) <= {one["text"] for one in recalled["items"]}
        assert server.tool("recall", {}, KEYS["ana_revoked"])[0] == 401
        done = run("export", "--url", f"http://127.0.0.1:{server.port}", "--key", KEYS["ana"], "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        file.write_text(done.stdout)
        assert server.end(signal.SIGTERM) == 0
        assert [line for line in server.errors if "Traceback" in line] == []

    other = _empty(tmp_path / "other", monkeypatch)
    key = new_key("Anderswo", clock=other.clock)
    with file.open("rb") as read:
        imported = import_file(other.service(key), read, lambda _: None, json.loads, 1_000_000)
    assert (imported.complete, imported.refused) == (True, [])
    assert set(FOR_GOOD) - OF_THE_TEAM <= {one["text"] for one in other.good(key, "recall", limit=25)["items"]}
    garden = other.good(key, "/api/v1/memory/list", user_id="garten")["memories"]
    before = BEFORE["garten: list"]["body"]["memories"]
    assert sorted(one["content"] for one in garden) == sorted(one["content"] for one in before)
    other.close()


def _empty(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return open_site(folder, KNOWN["until"], monkeypatch)
