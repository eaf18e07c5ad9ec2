"""Calls a function when its schedule is due."""

from __future__ import annotations

import json
import uuid
from typing import Any

from local.dispatcher.times import compile_times
from local.dispatcher.worker import DISK_PAUSE_SECONDS, Context, iso
from local.functions import FunctionError, LoadedFunction
from local.stack import Schedule
from local.yaml_tags import ACCOUNT, REGION, TemplateError

_PAUSES_SECONDS = (60.0, 120.0)  # Lambda's, before the second and the third attempt


class ScheduleWorker:
    """Serves one schedule.

    A call that was due while no server ran is made once. The next due time is stored only after the call, so
    that a killed call is repeated.
    """

    def __init__(self, schedule: Schedule, function: LoadedFunction, context: Context) -> None:
        self.name = schedule.key
        self._schedule, self._function, self._context = schedule, function, context
        self._next = compile_times(schedule.expression, schedule.key)
        self._input = _input(schedule)
        self._due: float | None = None
        self._attempts = 0
        self._not_before = 0.0
        self._last = float("inf")  # when the clock was last read

    def step(self) -> bool:
        """Call the function if it is due; return whether it was."""
        now, steady = self._context.clock(), self._context.steady()
        if self._due is None:
            self._due = self._context.store.due(self.name, self._schedule.expression)
        if self._due is None or (now < self._last and self._next(now) < self._due):
            self._plan(now)  # it is new, or the clock has stepped back
        self._last = now
        if self._due is None or now < self._due or steady < self._not_before:
            return False
        refused = self._context.disk_faults()
        try:
            self._function.invoke(self._event(self._due))
        except FunctionError as error:
            if self._context.disk_faults() != refused:
                self._not_before = now + DISK_PAUSE_SECONDS
                return True
            self._attempts += 1
            self._context.log(f"{self.name}: failed, {error}")
            if self._attempts <= self._function.function.retries and not self._too_old(now):
                self._not_before = steady + _PAUSES_SECONDS[min(self._attempts, len(_PAUSES_SECONDS)) - 1]
                return True
            self._give_up(now)
        self._attempts = 0
        self._plan(now)
        return True

    def _plan(self, now: float) -> None:
        self._due = self._next(now)
        self._context.store.set_due(self.name, self._schedule.expression, self._due)

    def _too_old(self, now: float) -> bool:
        return self._due is not None and now - self._due > self._function.function.max_event_age_seconds

    def _give_up(self, now: float) -> None:
        self._context.log(f"{self.name}: gave up after {self._attempts} attempts")
        function = self._function.function
        condition = "EventAgeExceeded" if self._too_old(now) else "RetriesExhausted"
        self._context.send_failure(
            self.name, function.on_failure, f"{function.name}:$LATEST", condition, self._attempts
        )

    def _event(self, due: float) -> dict[str, Any]:
        if self._input is not None:
            return json.loads(json.dumps(self._input))  # type: ignore[no-any-return]
        return {
            "version": "0",
            "id": str(uuid.uuid4()),
            "detail-type": "Scheduled Event",
            "source": "aws.events",
            "account": ACCOUNT,
            "time": iso(due),
            "region": REGION,
            "resources": [f"arn:aws:events:{REGION}:{ACCOUNT}:rule/{self.name}"],
            "detail": {},
        }


def _input(schedule: Schedule) -> dict[str, Any] | None:
    if schedule.input is None:
        return None
    try:
        event = json.loads(schedule.input)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise TemplateError(f"{schedule.key}: Input must be a JSON object")
    return event
