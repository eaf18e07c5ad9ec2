"""Access tokens of an issuer: which are valid, what they allow, and the reasons of refusals."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from joserfc.jwk import ECKey

from commonplace.auth.authorize import authorize
from commonplace.auth.keys import directory
from commonplace.auth.oidc.issuer import issuer_at
from commonplace.domain.levels import Level
from commonplace.operations.caller import Caller, caller_of
from commonplace.operations.settings import settings
from commonplace.refusals.errors import Busy, NotAllowed, NotSignedIn, Refusal
from commonplace.storage.actions import Put
from commonplace.storage.commit import commit
from commonplace.storage.directory import Membership
from commonplace.storage.sign_ins import clients_key
from tests.support.agents import ROOT, Agent
from tests.support.clock import SECOND, HandClock
from tests.support.issuer import AUDIENCE, CLIENT, MANAGE, READ, SUBJECT, WRITE, Issuer, new_key
from tests.support.mcp_agents import McpAgent

if TYPE_CHECKING:
    from commonplace.operations.runtime import Runtime

TEAM = "team_1"


def context(token: str) -> dict[str, str]:
    verdict = authorize({"headers": {"authorization": f"Bearer {token}"}})
    assert verdict["isAuthorized"] is True
    found: dict[str, str] = verdict["context"]
    return found


def caller(token: str) -> Caller:
    return caller_of(context(token))


def refusal(token: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        caller(token)
    assert token not in str(refused.value)
    return refused.value


def account_of(issuer: Issuer, subject: str = SUBJECT) -> str:
    name = "\n".join((issuer.url, subject)).encode()
    return f"acc_{hashlib.sha256(name).hexdigest()[:32]}"


@pytest.mark.requirement("B2")
@pytest.mark.parametrize("algorithm", ["RS256", "PS256", "ES256", "EdDSA"])
def test_a_token_opens_the_account_of_its_subject(issuer: Issuer, algorithm: str) -> None:
    issuer.keys = [new_key("one", algorithm)]
    found = caller(issuer.token(header={"alg": algorithm}))

    assert found.account_id == account_of(issuer)
    assert (set(found.scopes), found.level, found.team) == ({"read", "write"}, Level.PUBLIC, None)
    assert found.key_id == f"oidc_{hashlib.sha256(b'agent').hexdigest()[:12]}"
    assert caller(issuer.token(sub="other")).account_id == account_of(issuer, "other")


@pytest.mark.requirement("B2", "A8")
@pytest.mark.parametrize(
    ("claims", "scopes"),
    [
        ({"scope": READ}, {"read"}),
        ({"scope": f"openid {WRITE}"}, {"write"}),
        ({"scope": None, "scp": [READ, WRITE, 1]}, {"read", "write"}),
        ({"scope": None, "scp": READ}, {"read"}),
        ({"scope": f"{READ} {WRITE} {MANAGE}"}, {"read", "write", "manage"}),
    ],
)
def test_scopes_are_those_that_the_token_names(issuer: Issuer, claims: dict[str, Any], scopes: set[str]) -> None:
    assert caller(issuer.token(**claims)).scopes == scopes


@pytest.mark.requirement("B2", "A8")
def test_a_token_without_known_scopes_gets_the_default_ones(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = issuer.token(scope="openid commonplace:owner commonplace:READ")
    refused = refusal(token)
    assert isinstance(refused, NotAllowed)
    assert WRITE in refused.message

    monkeypatch.setenv("OIDC_DEFAULT_SCOPES", "read")
    settings.cache_clear()
    assert caller(token).scopes == {"read"}
    assert Agent(token).call("remember", text="no").status == 403
    assert Agent(token).recall() == []


@pytest.mark.requirement("B1", "B2")
def test_a_token_manages_only_where_it_names_that_scope(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("read write manage", "manage"):
        monkeypatch.setenv("OIDC_DEFAULT_SCOPES", text)
        settings.cache_clear()
        token = issuer.token(scope="openid")
        assert Agent(token).call("/v1/sessions/reset").status == 403
    assert Agent(issuer.token()).call("/v1/sessions/reset").status == 403
    assert Agent(issuer.token(scope=f"{READ} {MANAGE}")).call("/v1/sessions/reset").status == 200


def signed_with_public_key(issuer: Issuer) -> str:
    """A token that an HMAC with the issuer's published key would confirm."""
    head, claims, _ = issuer.token().split(".")
    head = base64.urlsafe_b64encode(json.dumps({"alg": "HS256", "kid": "first"}).encode()).rstrip(b"=").decode()
    key = issuer.keys[0]
    assert isinstance(key, ECKey)
    secret = key.as_pem(private=False)
    mac = hmac.new(secret, f"{head}.{claims}".encode(), hashlib.sha256).digest()
    return f"{head}.{claims}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def unsigned(issuer: Issuer, algorithm: str, **header: Any) -> str:
    head = base64.urlsafe_b64encode(json.dumps({"alg": algorithm, **header}).encode()).rstrip(b"=").decode()
    return f"{head}.{issuer.token().split('.')[1]}.AA"


def with_own_key(issuer: Issuer) -> str:
    """A token that brings its key along, as several headers allow."""
    key = new_key("first")
    public = key.as_dict(private=False)
    return issuer.token(key, {"jwk": public, "jku": "http://127.0.0.1:1/keys", "x5u": "http://127.0.0.1:1/x"})


BAD: dict[str, tuple[str, Callable[[Issuer], str]]] = {
    "another issuer": ("issuer", lambda i: i.token(iss=f"{i.url}/")),
    "no issuer": ("issuer", lambda i: i.token(iss=None)),
    "another audience": ("audience", lambda i: i.token(aud="https://other.example.com")),
    "no audience": ("audience", lambda i: i.token(aud=None)),
    "audience inside another": ("audience", lambda i: i.token(aud=f"{AUDIENCE}/more")),
    "expired": ("expired", lambda i: i.token(exp=int(i.now()) - 31)),
    "no expiry": ("time", lambda i: i.token(exp=None)),
    "expiry as text": ("time", lambda i: i.token(exp="4000000000")),
    "not yet": ("time", lambda i: i.token(nbf=int(i.now()) + 40)),
    "no subject": ("subject", lambda i: i.token(sub=None)),
    "subject of lines": ("subject", lambda i: i.token(sub="a\nb")),
    "unsigned": ("algorithm", lambda i: unsigned(i, "none")),
    "unsigned in capitals": ("algorithm", lambda i: unsigned(i, "NONE")),
    "signed with the public key": ("algorithm", signed_with_public_key),
    "algorithm of another key": ("key", lambda i: unsigned(i, "RS256")),
    "another signature": ("signature", lambda i: i.token()[:-8] + "AAAAAAAA"),
    "another key under the same name": ("signature", lambda i: i.token(new_key("first"))),
    "its own key": ("signature", with_own_key),
    "a key that is not known": ("key", lambda i: i.token(new_key("other"))),
    "critical header": ("algorithm", lambda i: unsigned(i, "ES256", kid="first", crit=["exp"], exp=1)),
    "an ID token": ("kind", lambda i: i.token(header={"typ": "JWT"}, aud=[CLIENT, AUDIENCE])),
    "an ID token for the audience": ("kind", lambda i: i.token(header={"typ": "JWT"}, at_hash="x")),
    "another kind": ("kind", lambda i: i.token(header={"typ": "logout+jwt"})),
    "too long": ("token", lambda i: i.token(more="x" * 9_000)),
    "no token": ("token", lambda i: "a.b.c"),
}


@pytest.mark.requirement("B2")
@pytest.mark.parametrize("case", BAD)
def test_other_tokens_open_nothing_and_the_answer_says_why(issuer: Issuer, case: str) -> None:
    reason, make = BAD[case]
    caller(issuer.token())  # the keys are known
    token = make(issuer)

    assert context(token) == {"account": "", "refused": reason}
    assert isinstance(refusal(token), NotSignedIn)
    assert Agent(token).call("recall").error["type"] == "authentication_error"


@pytest.mark.requirement("B2")
def test_clocks_may_differ_by_half_a_minute(issuer: Issuer) -> None:
    now = int(issuer.now())

    assert caller(issuer.token(exp=now - 28, nbf=now + 28, aud=["other", AUDIENCE])).account_id


@pytest.mark.requirement("B2", "D9")
def test_a_token_has_the_team_that_its_owner_chose_while_he_is_a_member(issuer: Issuer, clock: HandClock) -> None:
    token, book, account_id = issuer.token(), directory(), account_of(issuer)
    caller(token)
    book.team_named("crew", TEAM, clock())
    chosen = clients_key(account_id) | {"team_id": TEAM}
    commit(book.client, [Put(book.table, chosen)])
    assert caller(token).team is None  # chosen, and no member

    member = Membership(True, False)
    book.put_membership(TEAM, account_id, member, name="Ada", member_id="mem_1", now=clock())
    team = caller(token).team
    assert team is not None
    assert (team.team_id, team.may_read, team.may_write) == (TEAM, True, False)

    book.remove_membership(TEAM, account_id)
    assert caller(token).team is None


@pytest.mark.requirement("B2", "A19")
def test_an_account_that_nobody_made_works_from_its_first_token_on(issuer: Issuer) -> None:
    agent = Agent(issuer.token(scope=f"{READ} {WRITE} {MANAGE}"))

    assert agent.call("/v1/owner/export").status == 200
    agent.remember("of the first day", durable=True)
    assert agent.recall() == ["of the first day"]
    assert agent.call("/v1/owner/erasures", what="account").status == 200
    assert agent.recall() == []
    assert Agent(issuer.token(sub="other")).recall() == []


@pytest.mark.requirement("B2")
def test_the_mcp_endpoint_takes_tokens_and_challenges_with_scopes(issuer: Issuer) -> None:
    agent = McpAgent(issuer.token())
    assert agent.tool("remember", text="over MCP", durable=True).structured["status"] == "stored"

    where = "/.well-known/oauth-protected-resource/mcp"
    scope = f'scope="{READ} {WRITE}"'
    nobody = agent.on(key=None).request("tools/list")
    assert nobody.status == 401
    assert nobody.headers["www-authenticate"].startswith(f"Bearer {scope}, resource_metadata=")
    expired = agent.on(key=issuer.token(exp=1)).request("tools/list")
    assert (expired.status, "expired" in expired.body["error"]["message"]) == (401, True)
    assert expired.headers["www-authenticate"].startswith(f'Bearer error="invalid_token", {scope}')
    poor = agent.on(key=issuer.token(scope="openid")).request("tools/list")
    assert poor.status == 403
    assert poor.headers["www-authenticate"].startswith(f'Bearer error="insufficient_scope", {scope}')
    assert poor.headers["www-authenticate"].endswith(f'{where}"')


@pytest.mark.requirement("B2")
def test_an_issuer_that_does_not_answer_is_told_as_what_it_is(issuer: Issuer, clock: HandClock) -> None:
    token = issuer.token()
    issuer.documents["/.well-known/openid-configuration"] = (503, b"down")

    assert isinstance(refusal(token), Busy)
    assert (McpAgent(token).request("tools/list").status, Agent(token).call("recall").status) == (503, 503)
    assert len(issuer.asked) == 1  # and it is not asked by each call
    issuer.documents.clear()
    clock.advance(30 * SECOND)
    assert caller(token).account_id


@pytest.mark.requirement("B2")
def test_a_key_that_is_new_is_found_and_one_that_was_withdrawn_stops(issuer: Issuer, clock: HandClock) -> None:
    old, new = issuer.keys[0], new_key("second")
    assert caller(issuer.token()).account_id
    issuer.keys = [new]
    assert context(issuer.token())["refused"] == "key"  # not looked for at once again
    assert issuer.asked.count("/keys") == 1
    clock.advance(30 * SECOND)
    assert caller(issuer.token()).account_id
    assert context(issuer.token(old))["refused"] == "key"
    for _ in range(5):
        context(issuer.token(new_key("invented")))
    assert issuer.asked.count("/keys") == 2

    issuer.keys = [old]
    clock.advance(29 * 60 * SECOND)
    assert caller(issuer.token(new)).account_id  # withdrawn, and not noticed yet
    clock.advance(61 * SECOND)
    assert context(issuer.token(new, exp=int(issuer.now()) + 60))["refused"] == "key"


@pytest.mark.requirement("B2")
def test_keys_outlast_an_issuer_that_is_down_for_an_hour_at_most(issuer: Issuer, clock: HandClock) -> None:
    assert caller(issuer.token()).account_id
    issuer.documents["/.well-known/openid-configuration"] = (500, b"")

    clock.advance(59 * 60 * SECOND)
    assert caller(issuer.token()).account_id
    clock.advance(61 * SECOND)
    assert isinstance(refusal(issuer.token()), Busy)


@pytest.mark.requirement("B2")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/.well-known/openid-configuration", b'{"issuer": "https://other.example.com"}'),
        ("/.well-known/openid-configuration", b'{"issuer": "URL", "jwks_uri": "file:///etc/passwd"}'),
        ("/.well-known/openid-configuration", b'{"issuer": "URL", "jwks_uri": "http://example.com/keys"}'),
        ("/.well-known/openid-configuration", b"[]"),
        ("/keys", b"no JSON"),
        ("/keys", b'{"keys": {}}'),
        ("/keys", b'{"keys": [1]}'),
        ("/keys", b'{"keys": "' + b"x" * 300_000 + b'"}'),
    ],
)
def test_documents_that_are_none_open_nothing(issuer: Issuer, path: str, body: bytes) -> None:
    issuer.documents[path] = (200, body.replace(b"URL", issuer.url.encode()))

    assert context(issuer.token()) == {"account": "", "refused": "unreachable"}


@pytest.mark.requirement("B2")
@pytest.mark.parametrize("weak", [{"use": "enc"}, {"alg": "ES384"}, {"key_ops": ["sign"]}, {"crv": "P-384"}])
def test_keys_for_something_else_check_nothing(issuer: Issuer, weak: dict[str, Any]) -> None:
    key = issuer.keys[0].as_dict(private=False) | weak
    issuer.documents["/keys"] = (200, json.dumps({"keys": [key]}).encode())

    assert context(issuer.token())["refused"] == "key"


@pytest.mark.requirement("B1", "B2")
def test_keys_of_ours_load_nothing_of_what_reads_tokens() -> None:
    code = (
        "import sys\n"
        "from tests import conftest\n"
        "from tests.support.agents import function, NO_CONTEXT\n"
        "from commonplace.storage import connection\n"
        "from local.dynamodb import connect\n"
        "from local.deploy import create_tables\n"
        "from tests.support.agents import stack\n"
        "import os, tempfile, pathlib\n"
        "os.environ.update(OIDC_ISSUER='https://login.example.com', OIDC_AUDIENCE='a', OIDC_CLIENT_ID='c')\n"
        "client = connect(pathlib.Path(tempfile.mkdtemp()) / 'tables.db')\n"
        "create_tables(client, stack()); connection.use(client)\n"
        "from commonplace.auth.keys import issue_key, new_key\n"
        "for key in (issue_key(account='acme'), new_key(), 'no.such', ''):\n"
        "    event = {'headers': {'authorization': f'Bearer {key}'}}\n"
        "    found = function('AuthorizeFunction').handler(event, NO_CONTEXT)\n"
        "print(sorted({'jwt', 'cryptography', 'commonplace.auth.oidc'} & set(sys.modules)))\n"
    )
    paths = ":".join(str(ROOT / part) for part in (".", "layers/core"))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": paths, "PATH": ""},
        check=False,
    )

    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.requirement("B2")
def test_without_an_issuer_a_token_is_a_key_that_nobody_knows(runtime: Runtime) -> None:
    issuer_at.cache_clear()

    assert context(Issuer("https://login.example.com").token()) == {"account": ""}
    assert issuer_at.cache_info().currsize == 0
