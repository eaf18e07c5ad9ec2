"""Case 68: after an erasure's receipt no file of the data folder holds a byte of what was erased."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from local.backups import back_up
from local.data_folder import DataFolder
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.http_agents import Http
from tests.support.server import Running, launcher, run

PATIENCE = 180.0  # seconds; the rounds take 35, and the machine may be busy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    for start in launcher(tmp_path_factory.mktemp("erased") / "data"):
        yield start("--quiet").wait()


@dataclass(frozen=True)
class Account:
    """An account of the server, with a key that may do everything."""

    server: Running
    http: Http
    agent: Agent
    app: App

    def erase(self, what: str, **arguments: str) -> dict[str, Any]:
        """Erase, wait for the receipt, and return it."""
        answer = self.agent.call("/v1/owner/erasures", what=what, **arguments)
        assert answer.status == 200, answer.body
        return self.complete(answer.body["id"])

    def complete(self, erasure_id: str) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while (receipt := self.receipt(erasure_id))["status"] != "complete":
            assert time.monotonic() < end, "".join(self.server.errors[-20:])
            time.sleep(0.2)
        return receipt

    def receipt(self, erasure_id: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.agent.key}"}
        answer = self.http.send("GET", f"/v1/owner/erasures/{erasure_id}", "", "", headers)
        assert answer.status == 200, answer.body
        return dict(answer.body)


@pytest.fixture
def account(server: Running, request: pytest.FixtureRequest) -> Iterator[Account]:
    """An account of its own for each test."""
    name = f"account-{abs(hash(request.node.name)) % 10**9}"
    may = ("--team", f"team-of-{name}", "--may-read", "--may-write", "--scopes", "read,write,manage")
    made = run("key", "--data", str(server.data), "--account", name, *may)
    key, http = made.stdout.strip(), Http(server.port)
    yield Account(server, http, Agent(key, transport=http), App(key, transport=http))
    http.close()


def files_with(folder: Path, *words: str) -> set[tuple[str, str]]:
    """Name the files of a folder in which words stand."""
    return {
        (file.name, word)
        for file in folder.rglob("*")
        if file.is_file()
        for data in [file.read_bytes()]
        for word in words
        if word.encode() in data
    }


def packed_results(folder: Path) -> list[str]:
    """Pieces of the results that are kept for pointers, in the form in which they are in the file."""
    with closing(sqlite3.connect(f"{(folder / 'commonplace.db').as_uri()}?mode=ro", uri=True)) as opened:
        rows = [json.loads(body) for (body,) in opened.execute("SELECT body FROM items")]
    texts = [row["piece"]["B"] for row in rows if "piece" in row]
    return [text[start : start + 24] for text in texts for start in range(0, len(text) - 24, 24)]


def rewritten_at(folder: Path) -> float:
    """When the database was last written anew."""
    with closing(sqlite3.connect(f"{(folder / 'commonplace.db').as_uri()}?mode=ro", uri=True)) as opened:
        return float(opened.execute("SELECT max(at) FROM marks").fetchone()[0])


def put_everywhere(account: Account, word: str) -> None:
    """Put a word into every field of every dialect that keeps what it is given."""
    agent, app = account.agent, account.app
    agent.remember(f"{word} of this session")
    agent.remember(f"{word} for good", durable=True, speaker="me", tags=[word], key=word, importance=1)
    agent.remember(f"{word} of the team", share_with_team=True)
    for tool, arguments in (
        ("memory_save", {"key": word, "content": f"{word} classified", "tags": [word]}),
        ("set_goal", {"goal": f"{word} is reached"}),
        ("checkpoint", {"goal": f"{word} again", "plan_steps": [word], "open_questions": [f"what is {word}"]}),
    ):
        assert agent.call(tool, **arguments).status == 200
    other = agent.in_session(word)
    other.remember(f"{word} in a session of this name")
    assert other.call("/v1/sessions/reset").status == 200
    other.remember(f"{word} after its reset")
    app.good("create_store", user_id=word)
    app.good("add_speaker", user_id=word, speaker=word)
    spoken = {"speaker": word, "category": word}
    app.good("store_memory", user_id=word, content=f"{word} in a store", metadata=spoken, idempotency_key="once")
    app.good("bulk_store", user_id=word, content="\n\n".join(f"{word} has the number {n}." for n in range(20)))
    app.good("remove_speaker", user_id=word, speaker=word)
    for number in range(13):  # results that a pointer replaces, an id in them, and a note
        result = {
            "rows": [f"{word} {number % 2} {row * 7919}" for row in range(400)],
            "customer": "cus_9x8Y7w6V5u",
        }
        call = {"connector": word, "tool": word, "arguments": {"q": word, "n": number // 6}, "result": result}
        assert agent.call("/v1/tool-calls", **call).status == 200


@pytest.mark.requirement("E3", "A19")
def test_case_68_no_file_holds_what_an_account_erased(account: Account) -> None:
    folder, word = account.server.data, "heliotropequokka"
    put_everywhere(account, word)
    pieces = packed_results(folder)
    assert files_with(folder, word)
    assert len(pieces) > 10
    assert files_with(folder, *pieces)

    receipt = account.erase("account")

    assert receipt["deleted"]["memories"] > 25
    assert files_with(folder, word, *pieces) == set()
    backup = folder.parent / "backup.db"
    back_up(DataFolder(folder), backup)
    assert files_with(backup.parent, word, *pieces) == set()


@pytest.mark.requirement("E3", "A19")
def test_case_68_no_file_holds_a_part_that_was_erased(account: Account) -> None:
    """One store, session, speaker and memory, one after the other; what is not erased stays."""
    folder, agent, app = account.server.data, account.agent, account.app
    app.good("create_store", user_id="shop")
    app.good("store_memory", user_id="shop", content="magentawombat in a store")
    app.good("add_speaker", speaker="Ada")
    app.good("store_memory", content="cinnabarnumbat was said", metadata={"speaker": "Ada"})
    agent.in_session("trip").remember("vermilionquoll in a session", tags=["vermilionquoll"])
    ochre = agent.remember("ochrebilby alone", durable=True, tags=["ochrebilby"])
    agent.remember("indigokoala stays", durable=True)

    asked = [
        agent.call("/v1/owner/erasures", **arguments).body["id"]
        for arguments in (
            {"what": "store", "store": "shop"},
            {"what": "speaker", "speaker": "Ada"},
            {"what": "session", "session": "trip"},
            {"what": "memory", "id": ochre["id"]},
        )
    ]
    receipts = [account.complete(one) for one in asked]

    assert [one["deleted"]["memories"] > 0 for one in receipts] == [True] * 4
    words = ("magentawombat", "cinnabarnumbat", "vermilionquoll", "ochrebilby", "indigokoala")
    assert {word for _, word in files_with(folder, *words)} == {"indigokoala"}
    assert "indigokoala stays" in agent.recall()


@pytest.mark.requirement("E3")
def test_a_receipt_waits_for_a_program_that_reads_an_older_state(account: Account) -> None:
    folder, agent = account.server.data, account.agent
    memory = agent.remember("saffronpotoroo is read meanwhile", durable=True)
    with closing(sqlite3.connect(folder / "commonplace.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM items").fetchone()[0] > 0
        before = rewritten_at(folder)
        asked = agent.call("/v1/owner/erasures", what="memory", id=memory["id"]).body
        assert (asked["status"], asked["completed_at"]) == ("sweeping", None)
        assert agent.recall() == []
        agent.remember("others write meanwhile", durable=True)
        end = time.monotonic() + PATIENCE
        while rewritten_at(folder) == before:  # then only the log waits for the reader
            assert time.monotonic() < end, account.receipt(asked["id"])
            time.sleep(0.1)
        assert account.receipt(asked["id"])["status"] == "sweeping"
        assert files_with(folder, "saffronpotoroo")
        reader.execute("COMMIT")

    assert account.complete(asked["id"])["deleted"] == {"memories": 1}
    assert files_with(folder, "saffronpotoroo") == set()
