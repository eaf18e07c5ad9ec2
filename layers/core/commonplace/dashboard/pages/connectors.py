"""Connectors: set up, test, turn off and delete the upstream MCP servers whose tools agents use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...domain.levels import Level
from ...gateway.connectors.headers import (
    ENVIRONMENT_PREFIX,
    OF_ENVIRONMENT,
    OF_SECRETS_MANAGER,
    is_header_name,
    is_reference,
    secret_id,
)
from ...operations.http import Answer
from ...operations.settings import settings
from ...owner.connectors import CONNECT, DISCONNECT, LIST_CONNECTORS, MOST, ShownConnector
from ...refusals.errors import InvalidInput, NotFound
from ..connector_views import SHOWN, TestView
from ..visit import Visit
from .page import Action, Page

ADDRESS = 120  # characters of an address in the list
_WHOLE_PAGE = {"hx-retarget": "#main", "hx-reselect": "#main", "hx-reswap": "outerHTML"}


def show(visit: Visit) -> Answer:
    """Show the connectors, and a form to add one."""
    return _shown(visit, None)


def show_one(visit: Visit) -> Answer:
    """Show the form of one connector."""
    visit = _without_secrets(visit)
    one = _named(visit, visit.path.get("name") or visit.field("name"))
    # The form was opened on an older state: show the newer one next to it, and use that from now on.
    is_newer = visit.field("form") == "change" and visit.field("version") != one.updated_at
    if is_newer:
        visit = visit.with_newer(_as_form(one))
    return visit.show("connectors_one.html", one=one, as_form=_as_form(one), is_newer=is_newer, **_of_forms(visit))


def connect(visit: Visit) -> Answer:
    """Add a connector; an existing one of this name is not changed."""
    CONNECT.call(visit.call, {"name": visit.field("name").strip(), "version": "", **_sent(visit)})
    return visit.done("connected")


def change(visit: Visit) -> Answer:
    """Change a connector, if it has not changed since the form was opened."""
    before, sent = _named(visit, visit.field("name")), _sent(visit)
    # The form sends unchanged headers back: a new address only gets headers that were entered for it.
    loses_headers = bool(before.headers) and sent["url"] != before.url and sent["headers"] == before.headers
    if loses_headers:
        sent["headers"] = {}
    after = CONNECT.call(visit.call, {"name": before.name, "version": visit.field("version") or "none", **sent})
    if loses_headers:
        return visit.done("without_headers")
    rose = Level[after.level] - Level[before.level]
    return visit.done("raised" if rose > 0 else "lowered" if rose < 0 else "saved")


def switch(visit: Visit) -> Answer:
    """Turn a connector on or off, without other changes."""
    one, enabled = _named(visit, visit.field("name")), visit.field("enabled") == "yes"
    unchanged = one.model_dump(include={"name", "url", "level", "headers"})
    CONNECT.call(visit.call, unchanged | {"enabled": enabled, "version": one.updated_at})
    return visit.done("on" if enabled else "off", to=f"/connectors?at={one.name}")


def disconnect(visit: Visit) -> Answer:
    """Delete a connector."""
    DISCONNECT.call(visit.call, {"name": visit.field("name")})
    return visit.done("deleted")


def test(visit: Visit) -> Answer:
    """Ask a connector's upstream for its tools, and show them next to it."""
    from ...gateway.connectors.failures import UpstreamFailed
    from ...owner.test_connector import TEST_CONNECTOR, probe

    asked = TEST_CONNECTOR.parse({"name": visit.field("name")})
    try:
        return _shown(visit, TestView.of(probe(visit.call, asked)))
    except UpstreamFailed as failure:
        return _shown(visit, TestView(asked.name, failure=failure))


def _after_disconnect(visit: Visit) -> Answer:
    """Show the question again, or the list if the connector no longer exists."""
    try:
        return show_one(visit)
    except NotFound:
        return show(visit)


def _without_secrets(visit: Visit) -> Visit:
    """Remove header values that may be secrets from a refused form; references stay."""
    if visit.problem is None or "headers" not in visit.problem.values:
        return visit
    (text, *_) = (*visit.problem.values["headers"], "")
    from_environment = settings().connector_secrets == "environment"
    lines = []
    for line in text.split("\n"):
        name, colon, value = line.partition(":")
        if colon and is_header_name(name.strip()):
            lines.append(line if is_reference(value.strip(), from_environment=from_environment) else f"{name}: …")
    values = {**visit.problem.values, "headers": ("\n".join(lines),)}
    return replace(visit, problem=replace(visit.problem, values=values))


def _shown(visit: Visit, tested: TestView | None) -> Answer:
    visit = _without_secrets(visit)
    found = LIST_CONNECTORS.call(visit.call, {}).connectors
    # The refused form is of a connector that no longer exists.
    lost = (
        visit.problem is not None
        and visit.problem.form != "connect"
        and visit.field("name") not in {one.name for one in found}
    )
    answer = visit.show(
        connectors=found,
        tested=tested,
        lost=lost,
        most=MOST,
        shown=SHOWN,
        length=ADDRESS,
        switched=visit.query("at") if visit.query("done") in ("on", "off") else "",
        **_of_forms(visit),
    )
    if lost:  # htmx has no element to replace
        answer["headers"].update(_WHOLE_PAGE)
    return answer


def _of_forms(visit: Visit) -> dict[str, Any]:
    """Return the values that forms need about levels and secrets."""
    setup = settings()
    is_local = setup.connector_secrets == "environment"
    example = f"{OF_ENVIRONMENT}{ENVIRONMENT_PREFIX}TICKETS" if is_local else f"{OF_SECRETS_MANAGER}tickets"
    return {
        "levels": [level.name for level in Level],
        "example": example,
        "from_environment": is_local,
        "folder": secret_id(visit.call.caller.account_id, ""),
        "loopback": "loopback" in setup.connector_allowed_private,
    }


def _named(visit: Visit, name: str) -> ShownConnector:
    for one in LIST_CONNECTORS.call(visit.call, {}).connectors:
        if one.name == name:
            return one
    raise NotFound("connector.not_found", field="name")


def _sent(visit: Visit) -> dict[str, Any]:
    """Return the form's input as arguments of connect.

    Raises
    ------
    InvalidInput
        If the address is missing or not allowed, or a line is no header.
    """
    url, posted = visit.field("url").strip(), visit.field("posted") == "yes"
    if posted and url:
        raise InvalidInput("field.combination.url", field="url")
    if not posted and not url:
        raise InvalidInput("field.empty", field="url")
    return {
        "url": url,
        "level": visit.field("level"),
        "enabled": visit.field("enabled") == "yes",
        "headers": _headers(visit.field("headers")),
    }


def _headers(text: str) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.split("\n"))):
        name, colon, reference = line.partition(":")
        if not colon:
            raise InvalidInput("header.invalid", field="headers")
        if name.strip() in headers:
            raise InvalidInput("header.repeated", field="headers")
        headers[name.strip()] = reference.strip()
    return headers


def _as_form(one: ShownConnector) -> dict[str, str]:
    """Return a connector as values of its form."""
    return {
        "url": one.url,
        "posted": "" if one.url else "yes",
        "level": one.level,
        "headers": "\n".join(f"{name}: {reference}" for name, reference in one.headers.items()),
        "enabled": "yes" if one.enabled else "",
    }


PAGE = Page(
    "connectors",
    icon="connectors",
    get=show,
    parts={"{name}": show_one},
    actions={
        "connect": Action(connect),
        "change": Action(change, shown_by=show_one),
        "switch": Action(switch),
        "disconnect": Action(disconnect, shown_by=_after_disconnect),
        "test": Action(test),
    },
)
