"""Logs ids, counts and places in our code; never a text, a key or a name."""

from __future__ import annotations

import traceback
from functools import cache

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit

from ..storage.disk import disk_fault

# Imported only where something is logged: a call that succeeds logs nothing and need not load it.


def log_fault(error: BaseException, *, function: str, request_id: str) -> None:
    """Log a fault of ours and count it for the alarm.

    The error's class and its places in the code are logged; its message is not, since it may quote the input. A
    disk that takes nothing is no fault of ours, and every read would log it: the local run says it once.
    """
    if disk_fault(error) is not None:
        return
    frames = [
        f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    logger().error("fault", function=function, request_id=request_id, error=type(error).__name__, frames=frames)
    # Its own instance: the shared one keeps dimensions, and two faults in parallel would mix them.
    counts = EphemeralMetrics(namespace="Commonplace", service="commonplace")
    counts.add_dimension(name="function", value=function)
    counts.add_metric(name="Faults", unit=MetricUnit.Count, value=1)
    counts.flush_metrics()


@cache
def logger() -> Logger:
    """Return this process's structured logger."""
    return Logger(service="commonplace", log_uncaught_exceptions=False)
