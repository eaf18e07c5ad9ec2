"""Random sequences of writes, in two processes at two levels, against a small reference."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from commonplace.domain.levels import Level
from commonplace.search.embedding.protocol import Vector
from commonplace.search.embedding.vectors import of_length_1
from local.dynamodb import connect
from tests.conftest import bind, new_key
from tests.support.apps import App
from tests.support.clock import DAY, SECOND, HandClock
from tests.support.processes import Processes

SENTENCES = ["Tea is hot.", "Ice is cold.", "The mill burned down.", "Bob owes Ann ten euros."]
LEVELS = [Level.PUBLIC, Level.INTERNAL]
SENTENCE, LEVEL, PROCESS = st.sampled_from(SENTENCES), st.sampled_from(LEVELS), st.integers(0, 1)


class Apart:
    """A model to which all texts mean something else."""

    model_id, dimensions = "apart", 64
    typical = None

    def passages(self, texts: Sequence[str]) -> Vector:
        seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") for text in texts]
        drawn = [np.random.default_rng(seed).standard_normal(self.dimensions) for seed in seeds]
        return of_length_1(np.array(drawn, np.float32))

    def is_whole(self, text: str) -> bool:
        return True


@contextmanager
def account() -> Iterator[tuple[dict[Level, App], Processes, HandClock]]:
    clock = HandClock()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        client = connect(Path(folder) / "tables.db")
        bind(client, clock, patch)
        for module in ("search.embedding.meaning", "search.warm_vectors"):
            patch.setattr(f"commonplace.{module}.embedder", Apart)
        apps = {level: App(new_key("acme", clock=clock, level=level)) for level in LEVELS}
        yield apps, Processes(client, clock).bind(patch), clock
        client.close()


class Writes(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._open = account()
        self.apps, self.processes, self.clock = self._open.__enter__()
        self.live: dict[str, tuple[str, Level]] = {}
        self.superseded: dict[str, str] = {}
        self.sent: list[tuple[str, Level, dict[str, Any], Any, int]] = []

    def teardown(self) -> None:
        self._open.__exit__(None, None, None)

    def call(self, operation: str, level: Level, process: int, **body: Any) -> Any:
        with self.processes.process(process):
            answer = self.apps[level].call(operation, idempotency_key=f"k{len(self.sent)}", **body)
        if answer.status == 200:
            self.sent.append((operation, level, body, answer.body, self.clock.now))
        return answer

    def said(self, sentence: str, level: Level) -> set[str]:
        """Ids of what a store at this level may be a duplicate of."""
        return {one for one, (said, at) in self.live.items() if said == sentence and at <= level}

    @rule(sentence=SENTENCE, level=LEVEL, process=PROCESS, force=st.booleans())
    def store(self, sentence: str, level: Level, process: int, force: bool) -> None:
        met = set() if force else self.said(sentence, level)
        answer = self.call("store_memory", level, process, content=sentence, force=force).body
        if met:
            assert answer["status"] == "duplicate"
            assert answer["duplicate_of"] in met
        else:
            assert answer["status"] == "stored"
            self.live[answer["id"]] = (sentence, level)

    @rule(sentences=st.lists(SENTENCE, min_size=1, max_size=5), level=LEVEL, process=PROCESS)
    def bulk(self, sentences: list[str], level: Level, process: int) -> None:
        new = [sentence for sentence in dict.fromkeys(sentences) if not self.said(sentence, level)]
        answer = self.call("bulk_store", level, process, content=" ".join(sentences)).body
        assert (answer["stored"], answer["duplicates"]) == (len(new), len(sentences) - len(new))
        self.live |= {one: (sentence, level) for one, sentence in zip(answer["ids"], new, strict=True)}

    @rule(data=st.data(), sentence=SENTENCE, level=LEVEL, process=PROCESS)
    def supersede(self, data: st.DataObject, sentence: str, level: Level, process: int) -> None:
        known = sorted([*self.live, *self.superseded])
        if not known:
            return
        old_id = data.draw(st.sampled_from(known))
        at = self.live[old_id][1] if old_id in self.live else None
        answer = self.call("supersede", level, process, old_memory_id=old_id, new_content=sentence)
        if at is None:
            assert answer.status in (403, 404, 409)
        elif at != level:
            assert answer.status == (403 if at < level else 404)
        else:
            del self.live[old_id]
            self.superseded[old_id] = answer.body["new_memory_id"]
            self.live[answer.body["new_memory_id"]] = (sentence, level)

    @rule(data=st.data(), process=PROCESS)
    def forget(self, data: st.DataObject, process: int) -> None:
        if not self.live:
            return
        memory_id = data.draw(st.sampled_from(sorted(self.live)))
        with self.processes.process(process):
            self.apps[self.live.pop(memory_id)[1]].good("forget", memory_id=memory_id)

    @rule(data=st.data(), process=PROCESS)
    def send_again(self, data: st.DataObject, process: int) -> None:
        """Within a day it is answered as it was, whatever became of it."""
        recent = [number for number, one in enumerate(self.sent) if self.clock.now - one[-1] < DAY - 60 * SECOND]
        if not recent:
            return
        number = data.draw(st.sampled_from(recent))
        operation, level, body, first, _ = self.sent[number]
        with self.processes.process(process):
            again = self.apps[level].call(operation, idempotency_key=f"k{number}", **body)
        assert (again.body, again.headers["idempotent-replayed"]) == (first, "true")

    @rule(time=st.sampled_from([SECOND, 10 * SECOND, DAY]))
    def wait(self, time: int) -> None:
        self.clock.advance(time)

    @invariant()
    def every_store_lists_what_lives(self) -> None:
        for level, app in self.apps.items():
            listed = {row["id"]: row["content"] for row in app.good("list_memories", limit=500)["memories"]}
            assert listed == {one: said for one, (said, at) in self.live.items() if at <= level}


@pytest.mark.requirement("S6", "S8", "D5", "D8")
def test_writes_do_what_the_reference_does() -> None:
    run_state_machine_as_test(
        Writes,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
