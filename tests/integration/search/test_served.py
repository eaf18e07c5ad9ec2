"""One memory behind two dialects, on the started server: agents' tools and the public client of the stores."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import wontopos

from tests.support.server import Running, launcher

PATIENCE = 20.0  # seconds until the stream was read, on a machine that does much else


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    for start in launcher(tmp_path_factory.mktemp("served") / "data"):
        yield start().wait()


@pytest.fixture
def client(server: Running) -> Iterator[wontopos.Client]:
    assert server.key is not None
    with wontopos.Client(api_key=server.key, base_url=f"http://127.0.0.1:{server.port}", retries=0) as one:
        yield one


def remember(server: Running, text: str, **arguments: Any) -> None:
    assert server.key is not None
    status, answer = server.tool("remember", {"text": text, **arguments}, server.key)
    assert status == 200, answer


@pytest.mark.requirement("S5", "S12")
def test_a_remembered_fact_is_found_by_the_client_by_meaning(server: Running, client: wontopos.Client) -> None:
    client.add_speaker("Bob", user_id="default")
    remember(server, "The cat prefers salmon for dinner", durable=True, speaker="Bob")
    remember(server, "I promised to buy fresh flowers", speaker="me")

    end = time.monotonic() + PATIENCE
    while True:
        hits = client.search("Was frisst das Kätzchen am liebsten?", "default")
        if all(hit["similarity"] is not None for hit in hits) or time.monotonic() > end:
            break
        time.sleep(0.1)
    assert [(hit["content"], hit["speaker"], hit["scope"], hit["classification"]) for hit in hits] == [
        ("The cat prefers salmon for dinner", "Bob", "account", "PUBLIC"),
        ("I promised to buy fresh flowers", "me", "session", "PUBLIC"),
    ]
    assert hits[0]["similarity"] > hits[1]["similarity"]
    found = client.recall("What does the kitty like?", "default")["long_term"]["memories"]
    assert found[0]["content"] == "The cat prefers salmon for dinner"


@pytest.mark.requirement("S12")
def test_what_the_client_stores_is_recalled_by_agents(server: Running, client: wontopos.Client) -> None:
    client.add_speaker("Ada", user_id="default")
    client.add("The deadline moved to Tuesday", "default", speaker="Ada")

    assert server.key is not None
    status, answer = server.tool("recall", {"topic": "deadline"}, server.key)
    (item,) = answer["items"]
    assert status == 200
    assert (item["text"], item["speaker"], item["scope"]) == ("The deadline moved to Tuesday", "Ada", "account")
    status, answer = server.tool("memory_search", {"query": "deadlines"}, server.key)
    assert [hit["content"] for hit in answer["results"]] == ["The deadline moved to Tuesday"]


@pytest.mark.requirement("D8", "S11")
def test_case_71_the_client_waits_for_a_long_text_that_is_under_way(server: Running) -> None:
    """As after a lost connection: it sends the same text under the same key while the first still runs."""
    assert server.key is not None
    lines = [f"Crate {number:03} of the harbour holds the nets of boat {number:03}." for number in range(120)]
    api_key, key, base = server.key, "once-only", f"http://127.0.0.1:{server.port}"

    def add(_: int) -> dict[str, Any]:
        with wontopos.Client(api_key=api_key, base_url=base, retries=4) as one:
            answer: dict[str, Any] = one.add_bulk(" ".join(lines), "default", idempotency_key=key)
            return answer

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(add, range(3)))

    replayed = [answer.pop("replayed", False) for answer in answers]
    assert sorted(replayed) == [False, True, True]
    assert answers[0]["chunks"] == 120
    assert answers[0] == answers[1] == answers[2]
    with wontopos.Client(api_key=api_key, base_url=base, retries=0) as one:
        with pytest.raises(wontopos.WosError) as raised:
            one.add_bulk("Another text.", "default", idempotency_key=key)
        assert raised.value.status == 422
        stored = [row["content"] for row in one.list_memories("default", limit=500)["memories"]]
    assert len([text for text in stored if text.startswith("Crate")]) == answers[0]["stored"]
