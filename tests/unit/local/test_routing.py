"""Which route a request takes: API Gateway's rules for HTTP APIs."""

from __future__ import annotations

import pytest

from local.routing import Router
from local.stack import Route

# The example of the documentation ("Routing API requests"), and one path with several methods.
KEYS = [
    "GET /pets/dog/1",
    "GET /pets/dog/{id}",
    "GET /pets/{proxy+}",
    "ANY /{proxy+}",
    "$default",
    "GET /both",
    "ANY /both",
    "POST /only",
    "GET /a/{x}/c",
    "GET /a/b/{y}",
]


def route(key: str) -> Route:
    method, _, path = key.partition(" ") if key != "$default" else ("", "", "")
    return Route(function=key, method=method, path=path, authorizer=None)


@pytest.fixture
def router() -> Router:
    return Router(route(key) for key in reversed(KEYS))


@pytest.mark.parametrize(
    ("method", "path", "key", "parameters"),
    [
        ("GET", "/pets/dog/1", "GET /pets/dog/1", {}),
        ("GET", "/pets/dog/2", "GET /pets/dog/{id}", {"id": "2"}),
        ("GET", "/pets/cat/1", "GET /pets/{proxy+}", {"proxy": "cat/1"}),
        ("POST", "/test/5", "ANY /{proxy+}", {"proxy": "test/5"}),
        ("POST", "/pets/dog/1", "ANY /{proxy+}", {"proxy": "pets/dog/1"}),
        ("GET", "/both", "GET /both", {}),
        ("PUT", "/both", "ANY /both", {}),
        ("GET", "/", "$default", {}),
        ("GET", "/a/b/c", "GET /a/b/{y}", {"y": "c"}),
        ("GET", "/a/z/c", "GET /a/{x}/c", {"x": "z"}),
        ("GET", "/pets/dog/a%20b", "GET /pets/dog/{id}", {"id": "a b"}),
        ("GET", "/pets/dog/a%2Fb", "GET /pets/dog/{id}", {"id": "a/b"}),
        ("GET", "/pets/%64og/1", "GET /pets/dog/1", {}),
        ("GET", "/pets/dog/", "GET /pets/{proxy+}", {"proxy": "dog/"}),
        ("GET", "/pets/dog/2/", "GET /pets/{proxy+}", {"proxy": "dog/2/"}),
        ("GET", "/pets/", "GET /pets/{proxy+}", {"proxy": ""}),
        ("GET", "/pets", "ANY /{proxy+}", {"proxy": "pets"}),
    ],
)
def test_found(router: Router, method: str, path: str, key: str, parameters: dict[str, str]) -> None:
    found = router.find(method, path)

    assert found is not None
    assert (found[0].function, found[1]) == (key, parameters)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/only"), ("POST", "/only/"), ("POST", "/other"), ("GET", "/")]
)
def test_not_found_without_a_default(method: str, path: str) -> None:
    router = Router([route("POST /only"), route("POST /only/{id}")])

    assert router.find(method, path) is None
