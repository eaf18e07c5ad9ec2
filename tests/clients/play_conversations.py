"""Play long conversations as an agent would: goal, plan, a memory an observation, recall by topic, forget.

Run it against a server of your own::

    python -m tests.clients.play_conversations --url http://127.0.0.1:8787 --key $KEY conversations.json.gz

The file holds a list of conversations, each with ``observations`` of ``speaker`` and ``text``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.support.agents import Agent
from tests.support.http_agents import Http


@dataclass(frozen=True)
class Played:
    """What was sent and what came back, for one conversation.

    Attributes
    ----------
    texts
        Observations in the order remembered, but for what the guard took for a command.
    ids
        Their memories' ids.
    top
        Recall without a topic, limit 25.
    by_speaker
        Recall by each speaker's name, limit 25.
    forgotten
        Texts that were forgotten.
    after
        Recall by topic, of each forgotten text's words, after it was forgotten.
    seconds
        Time for all calls.
    calls
        How many there were.
    """

    texts: list[str]
    ids: list[str]
    top: list[dict[str, Any]]
    by_speaker: dict[str, list[str]]
    forgotten: list[str]
    after: list[list[str]]
    seconds: float
    calls: int


def play(agent: Agent, conversation: dict[str, Any]) -> Played:
    """Play one conversation in the agent's session.

    Parameters
    ----------
    agent
        Key, session and transport.
    conversation
        As in the file.
    """
    started = time.perf_counter()
    observations = conversation["observations"]
    speakers = list(dict.fromkeys(observation["speaker"] for observation in observations))
    calls = [
        agent.call("set_goal", goal=f"Know {' and '.join(speakers)} well"),
        agent.call(
            "checkpoint",
            goal="Read the conversation",
            plan_steps=[f"keep what {name} tells" for name in speakers],
            open_questions=[f"What matters most to {name}?" for name in speakers],
        ),
    ]
    assert [answer.status for answer in calls] == [200, 200], calls
    answers = [(observation["text"], agent.remember(observation["text"])) for observation in observations]
    texts = [text for text, answer in answers if answer["status"] == "stored"]
    ids = [answer["id"] for _, answer in answers if answer["status"] == "stored"]
    top = agent.call("recall", limit=25).body["items"]
    by_speaker = {name: agent.recall(topic=name, limit=25) for name in speakers}
    forgotten = texts[::50]
    for memory_id in ids[::50]:
        assert agent.call("forget", id=memory_id).status == 200
    after = [agent.recall(topic=text[:500], limit=25) for text in forgotten]
    calls_made = 3 + len(observations) + len(speakers) + 2 * len(forgotten)
    return Played(texts, ids, top, by_speaker, forgotten, after, time.perf_counter() - started, calls_made)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--url", default="http://127.0.0.1:8787")
    parser.add_argument("--key", required=True)
    options = parser.parse_args(arguments)
    transport = Http(urlsplit(options.url).port or 80)
    for number, conversation in enumerate(json.loads(gzip.decompress(options.file.read_bytes()))):
        played = play(Agent(options.key, f"conversation-{number}", transport), conversation)
        print(
            f"conversation {number}: {len(played.texts)} observations kept, {len(played.forgotten)} forgotten, "
            f"{played.calls} calls in {played.seconds:.2f} s "
            f"({1000 * played.seconds / played.calls:.1f} ms each)"
        )
    transport.close()


if __name__ == "__main__":
    main()
