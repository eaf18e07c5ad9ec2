"""What an owner may set up, and what is refused: names, addresses, headers, rights."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from ipaddress import ip_address
from typing import Any

import pytest
from moto import mock_aws

from commonplace.domain.levels import Level
from commonplace.gateway.connectors.addresses import Allowed, is_public, may_connect, numeric_address
from commonplace.gateway.connectors.secrets import lookup_for
from commonplace.gateway.connectors.urls import parse_url
from commonplace.owner import connectors as operations
from commonplace.refusals.errors import InvalidInput
from commonplace.storage import connectors as tables
from commonplace.storage.connectors import Connector
from tests.conftest import new_key
from tests.support.clock import HandClock
from tests.support.upstreams import LEGACY, Handler, Upstream, error, serving, tool
from tests.unit.gateway.connectors.conftest import Owner

PUBLIC = "https://93.184.215.14/mcp"


def refused(answer: Any, field: str) -> None:
    assert (answer.status, answer.error["type"], answer.error["field"]) == (400, "invalid_request_error", field)


@pytest.mark.requirement("D6")
@pytest.mark.parametrize("name", ["a__b", "a_", "tulimoa", "", "A", "1a", "a" * 21, "a.b", "é", "a\n", "-a"])
def test_case_27_an_invalid_name_is_refused(owner: Owner, name: str) -> None:
    refused(owner.connect(name, PUBLIC), "name")
    assert owner.listed() == []


@pytest.mark.requirement("D6")
@pytest.mark.parametrize("name", ["a", "a-b", "a1", "a" * 20, "tulimoa2"])
def test_a_name_is_taken(owner: Owner, name: str) -> None:
    assert owner.connect(name, PUBLIC).status == 200
    assert [one["name"] for one in owner.listed()] == [name]


REFUSED_HOSTS = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::169.254.169.254]",
    "[2002:7f00:1::]",
    "169.254.169.254",
    "169.254.170.2",
    "[::ffff:169.254.169.254]",
    "2852039166",
    "[fe80::1]",
    "[fe80::1%25eth0]",
    "[fd00:ec2::254]",
    "[fec0::1]",
    "100.100.100.200",
    "168.63.129.16",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "[ff02::1]",
    "192.0.0.9",
    "192.88.99.1",
    "198.18.0.1",
    "100.64.0.1",
    "[3fff::1]",
    "[3fff:fff::1]",
    "[5f00::1]",
    "[100::1]",
    "[100:0:0:1::1]",
    "[2001:1::1]",
    "[2001:2::1]",
    "[2001:20::1]",
    "[2001:30::1]",
    "[2001:db8::1]",
    "[64:ff9b:1::808:808]",
    "[64:ff9b:1:7f00:0:108:808:808]",
    "[::ffff:0:8.8.8.8]",
    "[4000::1]",
    "localhost",
    "a.localhost",
    "LOCALHOST.",
    "metadata.google.internal",
    "printer.local",
]


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("host", REFUSED_HOSTS)
def test_case_30_an_address_that_is_not_public_is_refused(
    owner: Owner, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "settings", lambda: _deployed())
    refused(owner.connect("up", f"https://{host}/mcp"), "url")
    assert owner.listed() == []


def _deployed() -> Any:
    from commonplace.operations.settings import settings

    return replace(settings(), connector_allowed_private=(), connector_secrets="secrets-manager")


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    "url",
    [
        "http://93.184.215.14/mcp",
        "ftp://93.184.215.14/",
        "//93.184.215.14/mcp",
        "https://",
        "https:///mcp",
        "https://user@93.184.215.14/mcp",
        "https://user:pass@93.184.215.14/mcp",
        "https://@93.184.215.14/mcp",
        "https://93.184.215.14/mcp#x",
        "https://93.184.215.14:0/mcp",
        "https://93.184.215.14:99999/mcp",
        "https://93.184.215.14/a b",
        "https://93.184.215.14/a\r\nX: y",
        "https://93.184.215.14\\@127.0.0.1/",
        "https://münchen.example/mcp",
        "https://93.184.215.14/" + "x" * 2_100,
        "https://[::1",
    ],
)
def test_an_invalid_address_is_refused(owner: Owner, url: str) -> None:
    refused(owner.connect("up", url), "url")


@pytest.mark.requirement("A20", "A15")
def test_a_credential_in_an_address_is_refused_and_not_repeated(owner: Owner) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    answer = owner.connect("up", f"{PUBLIC}?token={secret}")

    refused(answer, "url")
    assert secret not in json.dumps(answer.body)


@pytest.mark.requirement("A20")
def test_a_host_that_leads_inside_is_refused(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "_resolved", lambda *_: [ip_address("93.184.215.14"), ip_address("10.0.0.1")])

    refused(owner.connect("up", "https://mcp.example.com/mcp"), "url")


@pytest.mark.requirement("A20")
def test_a_host_that_nobody_knows_yet_is_taken(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(operations, "resolve_in_time", slow)

    assert owner.connect("up", "https://mcp.example.com/mcp").status == 200


@pytest.mark.requirement("A20")
@pytest.mark.parametrize(
    ("words", "host", "address", "allowed"),
    [
        ((), "a.example", "93.184.215.14", True),
        ((), "a.example", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ((), "a.example", "10.0.0.1", False),
        (("a.example",), "a.example", "10.0.0.1", True),
        (("a.example",), "b.example", "10.0.0.1", False),
        (("10.0.0.0/8",), "b.example", "10.0.0.1", True),
        (("10.0.0.0/8",), "b.example", "::ffff:10.0.0.1", True),
        (("10.0.0.0/8",), "b.example", "127.0.0.1", False),
        (("loopback",), "b.example", "127.0.0.1", True),
        (("loopback",), "localhost", "::1", True),
        (("loopback",), "b.example", "169.254.169.254", False),
        (("169.254.169.254",), "b.example", "169.254.169.254", True),
    ],
)
def test_what_the_configuration_allows(words: tuple[str, ...], host: str, address: str, allowed: bool) -> None:
    assert may_connect(host, ip_address(address), Allowed(words)) is allowed


@pytest.mark.requirement("A20")
def test_http_is_for_allowed_addresses_alone() -> None:
    assert parse_url("http://127.0.0.1:8080/mcp?x=1", Allowed(("loopback",))).authority == "127.0.0.1:8080"
    assert parse_url("http://tools.corp:80/", Allowed(("tools.corp",))).authority == "tools.corp"
    with pytest.raises(InvalidInput):
        parse_url("http://tools.corp/", Allowed(("loopback",)))


@pytest.mark.parametrize("host", ["example.com", "x", "1.2.3.4.5", "0x", "1.example"])
def test_a_name_is_no_number(host: str) -> None:
    assert numeric_address(host) is None


def test_public_addresses_are_public() -> None:
    public = ("1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101", "2001:200::1", "3ffe:ffff::1")
    assert [one for one in public if not is_public(ip_address(one))] == []


@pytest.mark.requirement("A20", "A15")
@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer of-mine-0815"},
        {"Authorization": "env:PATH"},
        {"Authorization": "env:AWS_SECRET_ACCESS_KEY"},
        {"Authorization": "env:COMMONPLACE_CONNECTOR_"},
        {"Authorization": "secret:name"},
        {"Authorization": ""},
        {"Host": "env:COMMONPLACE_CONNECTOR_X"},
        {"content-length": "env:COMMONPLACE_CONNECTOR_X"},
        {"Mcp-Session-Id": "env:COMMONPLACE_CONNECTOR_X"},
        {"X\r\nY": "env:COMMONPLACE_CONNECTOR_X"},
        {"": "env:COMMONPLACE_CONNECTOR_X"},
        {"A": "env:COMMONPLACE_CONNECTOR_X", "a": "env:COMMONPLACE_CONNECTOR_X"},
        {f"X-{n}": "env:COMMONPLACE_CONNECTOR_X" for n in range(11)},
    ],
)
def test_headers_hold_references_alone(owner: Owner, headers: dict[str, str]) -> None:
    answer = owner.connect("up", PUBLIC, headers=headers)

    refused(answer, "headers")
    assert "0815" not in json.dumps(answer.body)


@pytest.mark.requirement("A20", "B4")
@pytest.mark.parametrize(
    "reference", ["secret:../acc_2/x", "secret:a/b", "secret:/x", "secret:", "env:COMMONPLACE_CONNECTOR_X"]
)
def test_a_deployed_reference_names_no_other_accounts_secret(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, reference: str
) -> None:
    monkeypatch.setattr(operations, "settings", lambda: _deployed())
    refused(owner.connect("up", PUBLIC, headers={"Authorization": reference}), "headers")


@pytest.mark.requirement("A20", "B4")
def test_secrets_are_read_in_the_accounts_own_folder() -> None:
    import boto3

    from commonplace.gateway.connectors import secrets_manager

    with mock_aws():
        secrets_manager._client.cache_clear()
        boto3.client("secretsmanager").create_secret(
            Name="commonplace/connectors/acc_1/files", SecretString="mine"
        )
        assert lookup_for("acc_1", "secrets-manager")("secret:files") == "mine"
        assert lookup_for("acc_2", "secrets-manager")("secret:files") is None
        assert lookup_for("acc_2", "secrets-manager")("secret:../acc_1/files") is None
        assert lookup_for("acc_1", "secrets-manager")("env:COMMONPLACE_CONNECTOR_X") is None
        secrets_manager._client().close()
    secrets_manager._client.cache_clear()


@pytest.mark.requirement("A20")
def test_a_connector_is_replaced_listed_and_deleted(owner: Owner, clock: HandClock) -> None:
    made = owner.connect("up", PUBLIC, level="CONFIDENTIAL").body
    clock.advance(1)
    changed = owner.connect("up", f"{PUBLIC}/2", enabled=False).body

    assert changed == {
        "name": "up",
        "url": f"{PUBLIC}/2",
        "level": "PUBLIC",
        "enabled": False,
        "headers": {},
        "created_at": made["created_at"],
        "updated_at": changed["updated_at"],
    }
    assert changed["updated_at"] > made["updated_at"]
    assert owner.listed() == [changed]
    assert owner.disconnect("up").body == {"deleted": True, "name": "up"}
    assert owner.listed() == []
    assert owner.disconnect("up").status == 404


@pytest.mark.requirement("A20", "D9")
def test_a_change_by_version_meets_what_was_seen_or_is_refused(
    owner: Owner, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = owner.connect("up", PUBLIC, version="").body
    clock.advance(1)

    again = owner.connect("up", f"{PUBLIC}/2", version="")
    assert (again.status, again.error["field"], owner.listed()) == (409, "name", [made])
    changed = owner.connect("up", f"{PUBLIC}/2", version=made["updated_at"]).body
    late = owner.connect("up", f"{PUBLIC}/3", version=made["updated_at"])
    assert (late.status, late.error["type"], owner.listed()) == (409, "conflict_error", [changed])
    assert owner.connect("none", PUBLIC, version=made["updated_at"]).status == 404

    # Between reading and writing, too: what was read is of before.
    seen = Connector("up", PUBLIC, Level.PUBLIC, updated_at=_moment(made["updated_at"]))
    for there, version, field in (([seen], made["updated_at"], None), ([], "", "name")):
        with monkeypatch.context() as patch:
            patch.setattr(tables, "listed", _once(there))
            raced = owner.connect("up", f"{PUBLIC}/3", version=version)
        assert (raced.status, raced.error.get("field"), owner.listed()) == (409, field, [changed])
    owner.disconnect("up")
    assert owner.connect("up", PUBLIC, version=changed["updated_at"]).status == 404


def _once(found: list[Connector]) -> Any:
    """Read this first, then what is there."""
    firsts, listed = [found], tables.listed
    return lambda *where: firsts.pop() if firsts else listed(*where)


def _moment(written: str) -> int:
    return round(datetime.fromisoformat(written).timestamp() * 1_000_000)


@pytest.mark.requirement("A20")
def test_a_connector_can_be_turned_off_whatever_is_allowed_by_now(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: dict[str, Any] = {
        "url": "http://127.0.0.1:9/mcp",
        "headers": {"Authorization": "env:COMMONPLACE_CONNECTOR_X"},
    }
    assert owner.connect("up", **there).status == 200
    monkeypatch.setattr(operations, "settings", lambda: _deployed())

    refused(owner.connect("up", **there), "headers")
    refused(owner.connect("up", "http://127.0.0.1:8/mcp", enabled=False), "url")
    assert owner.connect("up", **there, enabled=False).body["enabled"] is False


@pytest.mark.requirement("A20", "B1", "B4", "A8")
def test_who_may_set_up_what(owner: Owner, clock: HandClock) -> None:
    owner.connect("up", PUBLIC)
    reader = Owner(new_key("acme", scopes=frozenset({"read"}), clock=clock))
    writer = Owner(new_key("acme", scopes=frozenset({"read", "write"}), clock=clock))
    stranger = Owner(new_key("globex", clock=clock))

    for other in (reader, writer):
        asked = (
            other.connect("up2", PUBLIC),
            other.disconnect("up"),
            other.test("up"),
            other.call("GET", operations.PATH),
        )
        assert [answer.status for answer in asked] == [403] * 4
    assert stranger.listed() == []
    assert (
        stranger.disconnect("up").body["error"]["message"] == stranger.disconnect("none").body["error"]["message"]
    )
    assert (stranger.disconnect("up").status, stranger.test("up").status) == (404, 404)
    assert Owner("cpk_wrong").connect("up", PUBLIC).status == 401
    assert [one["name"] for one in owner.listed()] == ["up"]


@pytest.mark.requirement("A20")
def test_an_account_has_twenty_connectors_at_most(owner: Owner) -> None:
    for number in range(20):
        assert owner.connect(f"up{number}", "").status == 200

    assert owner.connect("one-more", "").status == 409
    assert owner.connect("up0", PUBLIC).status == 200


@pytest.mark.requirement("A20")
def test_no_more_than_twenty_are_created_by_concurrent_calls(owner: Owner) -> None:
    for number in range(16):
        assert owner.connect(f"up{number}", "").status == 200

    def change(number: int) -> int:
        name = "up0" if number % 3 == 2 else f"late{number}"
        return owner.connect(name, "", level="INTERNAL").status

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(change, range(24)))

    assert (answers.count(200), answers.count(409)) == (8 + 4, 12)
    assert len(owner.listed()) == 20


@pytest.mark.requirement("A20")
def test_one_that_is_deleted_while_it_is_changed_counts_as_a_new_one(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        owner.connect(f"up{number}", "")
    listed = tables.listed
    account: list[Any] = []

    def read(*where: Any) -> list[Connector]:
        found = listed(*where)
        if not account:
            account.append(where)
            owner.disconnect("up0")
            owner.connect("other", "")
        return found

    monkeypatch.setattr(tables, "listed", read)

    assert owner.connect("up0", "", level="INTERNAL").status == 409
    assert [len(owner.listed()), "up0" in str(owner.listed())] == [20, False]


@pytest.mark.requirement("A20")
@pytest.mark.parametrize("field", ["level", "enabled", "headers", "more"])
def test_fields_are_checked(owner: Owner, field: str) -> None:
    assert owner.connect("up", PUBLIC, **{field: 7}).status == 400


@pytest.mark.requirement("A20")
def test_a_test_shows_the_tools_that_the_upstream_lists(owner: Owner) -> None:
    with serving(Upstream(era=LEGACY, stream=True, tools=[tool("b.c", description="x" * 300), tool("a")])) as up:
        owner.connect("up", up.url, enabled=False)
        answer = owner.test("up").body

    assert answer["reached"] is True
    assert answer["error"] is None
    assert answer["protocol_version"] == LEGACY
    assert [(one["own_name"], len(one["description"].encode())) for one in answer["tools"]] == [
        ("a", 6),
        ("b.c", 200),
    ]
    assert (answer["cut_off"], answer["left_out"]) == (False, 0)


@pytest.mark.requirement("A20")
def test_a_test_counts_what_it_leaves_out(owner: Owner) -> None:
    bad = [tool(""), tool("a"), 7, "b", {"name": "no-schema"}, tool("half-\ud800")]

    def lists(handler: Handler, body: Any) -> None:
        result = {"tools": [tool("a"), *bad]}
        handler.answer(200, json.dumps({"jsonrpc": "2.0", "id": body["id"], "result": result}).encode())

    with serving(Upstream(era=LEGACY, misdeeds={"tools/list": lists})) as up:
        owner.connect("up", up.url)
        answer = owner.test("up").body

    assert [[one["own_name"] for one in answer["tools"]], answer["left_out"]] == [["a"], 6]
    assert answer["cut_off"] is False


@pytest.mark.requirement("A20")
def test_a_test_shows_an_upstreams_error_message_in_any_encoding(owner: Owner) -> None:
    def fails(handler: Handler, body: Any) -> None:
        message = json.dumps(error(body, -32603, "no\ud800 <b>luck</b>"))
        handler.answer(200, message.encode())

    with serving(Upstream(era=LEGACY, misdeeds={"tools/list": fails})) as up:
        owner.connect("up", up.url)
        answer = owner.test("up")

    assert (answer.status, answer.body["reached"]) == (200, False)
    assert answer.body["error"] == "it answered with error -32603: no? <b>luck</b>"
