"""Tells the engine of the tables the time of each write, and hears from it the greatest that any process told.

The embedded engine keeps that time with its data. DynamoDB does not know it, but its answers say what time it is,
by a clock that does not step.
"""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ..domain.clock import SECOND, system_clock
from ..domain.write_clock import KnownTimes

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

HEADER = "x-latest-write"  # microseconds since 1970
_AWS = (".amazonaws.com", ".amazonaws.com.cn", ".api.aws")

_known: WeakKeyDictionary[Any, KnownTimes] = WeakKeyDictionary()


def known_times(client: DynamoDBClient | None) -> KnownTimes:
    """Return what this process knows of the times of writes through a client."""
    if client is None:
        return KnownTimes(is_told=False)
    found = _known.get(client)
    if found is None:
        made = KnownTimes()
        found = _known.setdefault(client, made)
        if found is made:
            _listen(client, found)
    return found


def _listen(client: DynamoDBClient, known: KnownTimes) -> None:
    events = client.meta.events
    if client.meta.endpoint_url.endswith(_AWS):
        known.is_told = False
        events.register("after-call.dynamodb", _ServiceClock(known).hear)
        return

    def tell(params: dict[str, Any], **_: Any) -> None:
        if known.given:
            params["headers"][HEADER] = str(known.given)

    def hear(http_response: Any, **_: Any) -> None:
        told = http_response.headers.get(HEADER)
        known.hear(None if told is None else int(told))

    events.register("before-call.dynamodb", tell)
    events.register("after-call.dynamodb", hear)


class _ServiceClock:
    def __init__(self, known: KnownTimes) -> None:
        self._known, self._date = known, ""

    def hear(self, http_response: Any, **_: Any) -> None:
        """Compare the machine's clock with an answer's date, once for each second."""
        date = str(http_response.headers.get("date", ""))
        if date == self._date:
            return
        self._date = date
        try:
            moment = parsedate_to_datetime(date)
        except ValueError:
            return
        self._known.hear_service(int(moment.timestamp()) * SECOND, system_clock())
