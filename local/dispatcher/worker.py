"""What all workers of a dispatcher need, and the message to an on-failure destination."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from local.dispatcher.store import Store
from local.yaml_tags import ACCOUNT, REGION

# How long a worker waits for the disk to take writes again.
DISK_PAUSE_SECONDS = 5.0


class Worker(Protocol):
    """Does a small piece of work at each step."""

    @property
    def name(self) -> str:
        """The name in logs."""

    def step(self) -> bool:
        """Do it; return whether there was any."""


def steady(clock: Callable[[], float]) -> Callable[[], float]:
    """Return a clock for pauses, which a step back of a wall clock does not lengthen."""
    from commonplace.domain.clock import Steady  # the layer is found only once functions are loaded

    return Steady(clock, time.monotonic if clock is time.time else None)


@dataclass(frozen=True)
class Context:
    """The surroundings of a worker.

    Attributes
    ----------
    store
        Keeps checkpoints, due times and failures.
    clock
        Epoch seconds; it may step.
    log
        Takes a line.
    disk_faults
        Counts what the disk has refused: a call that fails meanwhile has failed for the disk's sake, and is not
        counted as an attempt.
    steady
        Seconds that never go back, for pauses.
    """

    store: Store
    clock: Callable[[], float]
    log: Callable[[str], None]
    disk_faults: Callable[[], int] = lambda: 0
    steady: Callable[[], float] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the steady clock."""
        object.__setattr__(self, "steady", steady(self.clock))

    def send_failure(
        self,
        source: str,
        destination: str | None,
        function: str,
        condition: str,
        attempts: int,
        *,
        timespec: str = "seconds",
        **members: Any,
    ) -> None:
        """Send what a function did not process to its on-failure destination, if it has one.

        Parameters
        ----------
        source
            The worker's name.
        destination
            An ARN.
        function
            The function's name, with its version where Lambda gives one.
        condition
            ``RetriesExhausted`` and the like.
        attempts
        timespec
            The precision of the timestamp.
        **members
            Further members of the message.
        """
        if destination is None:
            return
        now = self.clock()
        body = {
            "version": "1.0",
            "timestamp": iso(now, timespec),
            "requestContext": {
                "requestId": str(uuid.uuid4()),
                "functionArn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}",
                "condition": condition,
                "approximateInvokeCount": attempts,
            },
            **members,
        }
        self.store.add_failure(now, source, destination, body)


def iso(moment: float, timespec: str = "seconds") -> str:
    """Return epoch seconds as AWS writes times."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec=timespec).replace("+00:00", "Z")
