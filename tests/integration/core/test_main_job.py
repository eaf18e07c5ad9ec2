"""The main job over HTTP: agents remember and recall through the real functions."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.clients.play_conversations import play
from tests.support.agents import ROOT, Agent
from tests.support.http_agents import Http
from tests.support.server import Running

CORPUS = ROOT.parent / "shared" / "corpora" / "conversations.dev.json.gz"

IssueAgent = Callable[..., Agent]


@pytest.mark.requirement("A1", "A2", "A3", "A4", "A5")
@pytest.mark.skipif(not CORPUS.is_file(), reason="the public test data (conversations.dev.json.gz) is not here")
def test_an_agent_plays_real_conversations(issue: IssueAgent) -> None:
    for number, conversation in enumerate(json.loads(gzip.decompress(CORPUS.read_bytes()))):
        played = play(issue("reader").in_session(f"conversation-{number}"), conversation)
        assert len(played.texts) >= 0.98 * len(conversation["observations"])  # the guard takes few for commands
        newest_first = played.texts[::-1]

        speakers = list(played.by_speaker)
        assert [(item["kind"], item["text"]) for item in played.top[:2]] == [
            ("goal", f"Know {' and '.join(speakers)} well"),
            (
                "plan",
                "Read the conversation\n"
                + "\n".join(f"{n}. keep what {name} tells" for n, name in enumerate(speakers, 1)),
            ),
        ]
        questions = [f"What matters most to {name}?" for name in speakers]
        assert {item["text"] for item in played.top[2 : 2 + len(speakers)]} == set(questions)
        assert [item["text"] for item in played.top[2 + len(speakers) :]] == newest_first[: 23 - len(speakers)]
        for name, found in played.by_speaker.items():
            named = [text for text in newest_first if name.lower() in text.lower()]
            assert [text for text in found if text in named] == [text for text in named if text in found]
            assert found[0].startswith("Know ")
            assert len(found) == 25
        assert len(played.forgotten) == -(-len(played.texts) // 50)
        for text, after in zip(played.forgotten, played.after, strict=True):
            assert text not in after


READER = """
import sys
from tests.support.agents import Agent
from tests.support.http_agents import Http
agent = Agent(sys.argv[2], sys.argv[3], Http(int(sys.argv[1])))
for line in sys.stdin:
    print(line.strip() in agent.recall(limit=1), flush=True)
"""


@pytest.mark.requirement("A1", "A2")
def test_a_second_process_reads_every_write_at_once(issue: IssueAgent, server: Running) -> None:
    writer = issue("writer").in_session("read-your-writes")
    command = [sys.executable, "-c", READER, str(server.port), writer.key, "read-your-writes"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        missed = 0
        for number in range(1000):
            text = f"write {number}"
            writer.remember(text, key=f"key {number % 3}" if number % 2 else None, durable=number % 5 == 0)
            reader.stdin.write(text + "\n")
            reader.stdin.flush()
            missed += reader.stdout.readline() != "True\n"
        reader.stdin.close()
    assert missed == 0


@pytest.mark.requirement("A2")
@pytest.mark.parametrize("durable", [False, True])
def test_fifty_writers_on_one_key_leave_one_item(issue: IssueAgent, durable: bool) -> None:
    agent = issue(f"writers-{durable}")
    texts = [f"writer {number}" for number in range(50)]

    def write(text: str) -> dict[str, object]:
        return agent.remember(text, key="the one", durable=durable)

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(write, texts))

    (item,) = agent.call("recall").body["items"]
    assert {answer["id"] for answer in answers} == {item["id"]}
    assert {answer["status"] for answer in answers} == {"stored"}
    assert item["text"] in texts


@pytest.mark.requirement("A3", "A4")
def test_many_clients_of_one_session_leave_one_goal_and_one_whole_plan(issue: IssueAgent) -> None:
    agent = issue("planners")

    def plan(number: int) -> None:
        assert agent.call("set_goal", goal=f"goal {number}").status == 200
        questions = [f"{number}: question {n}" for n in range(number % 4)]
        assert agent.call("checkpoint", goal=f"plan {number}", open_questions=questions).status == 200

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(plan, range(24)))

    items = agent.call("recall", limit=25).body["items"]
    (goal,) = (item for item in items if item["kind"] == "goal")
    (kept,) = (item for item in items if item["kind"] == "plan")
    number = int(kept["text"].split()[1])
    asked = {item["text"] for item in items if item["kind"] == "question"}
    assert goal["text"] in {f"goal {n}" for n in range(24)}
    assert asked == {f"{number}: question {n}" for n in range(number % 4)}


@pytest.mark.requirement("B4", "B1", "A5")
def test_two_accounts_with_equal_names_never_meet(issue: IssueAgent) -> None:
    mine, theirs = issue("mine").in_session("s"), issue("theirs").in_session("s")
    for agent in (mine, theirs):
        agent.remember("same text", key="same key")
        agent.remember("same text", key="same key", durable=True)
        assert agent.call("set_goal", goal="same goal").status == 200
        assert agent.call("checkpoint", goal="same plan", open_questions=["same?"]).status == 200
    before = mine.call("recall", limit=25).body
    their_ids = {item["id"] for item in theirs.call("recall", limit=25).body["items"]}
    assert len(their_ids) == 5
    assert their_ids.isdisjoint(item["id"] for item in before["items"])

    refusals = {
        mine.call("forget", id=memory_id).error["message"] for memory_id in [*their_ids, str(uuid.uuid4())]
    }
    assert refusals == {"there is no such memory here"}
    for memory_id in their_ids:
        assert theirs.call("forget", id=memory_id).status == 200
    assert theirs.recall() == []
    assert mine.call("recall", limit=25).body == before


@pytest.mark.requirement("B1", "A8")
def test_keys_of_the_command_have_the_scopes_and_rights_asked_for(issue: IssueAgent) -> None:
    writer = issue("crew-1", "--team", "crew", "--may-read", "--may-write")
    reader = issue("crew-2", "--team", "crew", "--may-read", "--scopes", "read")
    writer.remember("ours", share_with_team=True)

    assert reader.recall() == ["ours"]
    assert reader.call("remember", text="no").status == 403
    assert Agent(writer.key[:-1] + "?", transport=writer.transport).call("recall").status == 401


@pytest.mark.requirement("A2")
def test_base64_and_plain_bodies_are_answered_alike(issue: IssueAgent) -> None:
    agent = issue("plain")
    plain = agent.send("remember", b'{"text": "as json", "key": "k"}')
    binary = agent.send("remember", b'{"text": "as bytes", "key": "k"}', **{"content-type": "image/png"})

    assert (plain.status, binary.status) == (200, 200)
    assert plain.body["id"] == binary.body["id"]
    assert agent.recall() == ["as bytes"]


@pytest.mark.requirement("A1", "A2")
def test_kill_9_in_the_midst_of_writes_loses_no_answer(launch: Callable[..., Running], tmp_path: Path) -> None:
    """Three kills of the whole process group, in the midst of 800 writes and of a start."""
    running = launch("--quiet").wait()
    assert running.key is not None
    key = running.key
    acknowledged: list[str] = []
    for kills in (True, True, False):
        http = Http(running.port)
        agent = Agent(key, transport=http)

        def write(number: int, agent: Agent = agent) -> str | None:
            try:
                return str(agent.remember(f"write {number}", durable=True)["id"])
            except Exception:
                return None

        with ThreadPoolExecutor(4) as pool:
            results = [pool.submit(write, number) for number in range(len(acknowledged), 800)]
            if kills:
                results[200].result()
                running.end(signal.SIGKILL)
        http.close()
        acknowledged += [done for result in results if (done := result.result()) is not None]
        if kills:
            assert 198 <= len(acknowledged) < 800  # three may have been under way before that one
            launch("--quiet").end(signal.SIGKILL)  # in the midst of a start
            running = launch("--quiet").wait()

    assert len(acknowledged) == 800
    stored = _all_ids(running)
    assert set(acknowledged) <= stored


def _all_ids(running: Running) -> set[str]:
    running.end(signal.SIGTERM)
    from local.dynamodb import connect
    from tests.support.agents import stack

    client = connect(running.data / "commonplace.db")
    name = stack().environment["MEMORIES_TABLE"]
    pages = client.get_paginator("scan").paginate(TableName=name, ProjectionExpression="memory_id")
    ids = {item["memory_id"]["S"] for page in pages for item in page["Items"]}
    client.close()
    return ids
