"""Signing in, for what it uses of the tables to be noted: by a link, for longer, and by a first token."""

from __future__ import annotations

from typing import Any, Protocol

import pytest

from commonplace.auth.sign_ins import new_link
from commonplace.operations import http
from commonplace.operations.settings import settings
from events.prepare import ACCOUNT
from tests.events.cases import Case
from tests.support.clock import SECOND, HandClock
from tests.support.issuer import AUDIENCE, CLIENT, Issuer, issuing


class Player(Protocol):
    """What :class:`tests.template.test_least_privilege.Player` does."""

    clock: HandClock
    key: str

    def invoke(self, name: str, event: dict[str, Any]) -> Any: ...


def sign_in(player: Player) -> None:
    """Open a link, and come back a minute later."""
    link = Case("owner/sign_in/bad_link").event(player.key)
    code = new_link(http.process(), ACCOUNT)
    signed_in = player.invoke("SignInFunction", link | {"rawQueryString": f"code={code}"})
    assert signed_in["statusCode"] == 303, signed_in
    player.clock.advance(60 * SECOND)
    cookie = signed_in["cookies"][0].partition(";")[0]
    again = player.invoke(
        "SignInFunction", Case("owner/sign_in/good_choose").event(player.key) | {"cookies": [cookie]}
    )
    assert again["statusCode"] == 303, again


def come_with_a_token(player: Player) -> None:
    """Ask the authorizer with the first token of an account."""
    now = lambda: player.clock.now // SECOND  # noqa: E731
    with pytest.MonkeyPatch.context() as monkeypatch, issuing(Issuer(now=now)) as issuer:
        for name, value in (("ISSUER", issuer.url), ("AUDIENCE", AUDIENCE), ("CLIENT_ID", CLIENT)):
            monkeypatch.setenv(f"OIDC_{name}", value)
        settings.cache_clear()
        answer = player.invoke("AuthorizeFunction", Case("gateway/authorize/good").event(issuer.token()))
        assert answer["context"]["account"].startswith("acc_"), answer
    settings.cache_clear()
