"""create_store: ids compare without case, collide by punctuation, and are a thousand at most."""

from __future__ import annotations

import pytest

from tests.support.apps import App


@pytest.mark.requirement("S11")
def test_a_store_is_made_once(app: App) -> None:
    assert app.good("create_store", user_id="alice") == {"user_id": "alice", "status": "created"}
    assert app.good("create_store", user_id="alice") == {"user_id": "alice", "status": "exists"}
