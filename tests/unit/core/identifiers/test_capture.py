"""What is captured, in which order, and what never is."""

from __future__ import annotations

import json
import random
import string
import uuid
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.guards.admission import TextField, admit
from commonplace.identifiers.capture import LIMIT, Captured, capture
from commonplace.identifiers.connectors import TABLE
from commonplace.identifiers.walking import MOST_VALUES
from tests.unit.core.identifiers.recordings import recordings
from tests.unit.guards.credentials.catalogue import ISSUERS
from tests.unit.guards.credentials.samples import ISSUED, UNKNOWN, Draw

pytestmark = pytest.mark.requirement("A11")

UUID = "6fa459ea-ee8a-4ca4-894e-db77e160355e"
ULID = "01J9Z3K4M5N6P7Q8R9S0T1V2W3"
SHA = "6dcb09b5b57875f334f61aebed695e2e4193db5e"
CONNECTORS = ["orders", *(names[0] for names in TABLE)]


def values(connector: str, result: Any, arguments: Any = None) -> list[str]:
    return [one.value for one in capture(connector, "get", arguments or {}, result)]


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("customer", "cus_9x8Y7w6V5u4T3s", "customer"),
        ("customer", "cus_NffrFeUfNV2Hib", "customer"),
        ("payment", "pi_3MtwBwLkdIwHu7ix28a3tqPa", "payment_intent"),
        ("thing", "zap_4f9a8b7c6d5e", "id"),
        ("thing_id", "zap_Qm7LpTzRaB", "id"),
        ("checkout", "cs_test_a1B2c3D4e5F6g7H8", "checkout_session"),
        ("user", f"user_{UUID}", "user"),
        ("warehouse", UUID, "uuid"),
        ("warehouse", UUID.upper(), "uuid"),
        ("parcel", ULID, "ulid"),
        ("role", "arn:aws:iam::123456789012:role/Admin", "arn"),
        ("bucket", "arn:aws-cn:s3:::my-bucket", "arn"),
        ("product", "gid://shopify/Product/10079785100", "global_id"),
        ("vm", f"/subscriptions/{UUID}/resourceGroups/rg1/providers/Microsoft.Compute", "azure_resource"),
        ("_id", "5f43a1b2c3d4e5f60718293a", "object_id"),
        ("file_id", "file-8Kd02mQz81Xy", "id"),
    ],
)
def test_ids_of_any_service(field: str, value: str, kind: str) -> None:
    assert capture("orders", "get", {}, {field: value}) == [Captured(value, field, kind, "result")]
    assert capture("orders", "get", {field: value}, None) == [Captured(value, field, kind, "argument")]


@pytest.mark.parametrize(
    "value",
    [
        *("2024", "42", "3804086584686624768", "1.5", "", "a", "true"),
        *("2026-10-20", "2026-10-20T10:00:00Z", "20261020", "10:15:30", "+49 30 901820", "4111 1111 1111 1111"),
        *("open", "Anna Meier", "in_progress", "order_confirmation", "user_settings2024", "img_20240131123000"),
        *(
            "error_code404notfound",
            "payment_2024q4",
            "us-east-1",
            "utf_8",
            "gpt_4o",
            "sha_256",
            "ASIAPACIFICREGION",
        ),
        *("anna@example.com", "https://example.com/a/" + UUID, f"see {UUID}", f"{UUID}, {UUID}", f" {UUID}"),
        *("see cus_9x8Y7w6V5u4T3s", "cus_9x8Y7w6V5u4T3s\n", "cus_", "cus_1", "process.env.STRIPE_KEY"),
        *("sha256:" + "ab" * 32, SHA, "5d41402abc4b2a76b9719d911017c592", "10.0.0.1", "1.2.3", "v2.0.0-rc1"),
    ],
)
@pytest.mark.parametrize("field", ["value", "status", "data", "name"])
def test_no_ids_of_any_service(field: str, value: str) -> None:
    assert values("orders", {field: value}) == []


@pytest.mark.parametrize("field", ["text", "message", "body", "description", "comment", "title", "note", "query"])
def test_free_text_is_not_looked_at_even_if_it_is_an_id(field: str) -> None:
    assert values("orders", {field: UUID}, {field: "cus_9x8Y7w6V5u4T3s"}) == []


@pytest.mark.parametrize(
    "field",
    [
        *(
            "request_id",
            "requestId",
            "x-request-id",
            "RequestId",
            "trace_id",
            "traceId",
            "spanId",
            "correlation_id",
        ),
        *(
            "etag",
            "ETag",
            "cursor",
            "nextCursor",
            "endCursor",
            "page_token",
            "nextPageToken",
            "NextToken",
            "after",
        ),
        *("idempotency_key", "client_msg_id", "md5Checksum", "content_hash", "checksum", "fingerprint"),
    ],
)
def test_what_is_of_no_use_after_the_call_is_left_out(field: str) -> None:
    assert values("orders", {field: UUID, "id": ULID}) == [ULID]
    assert values("slack", {field: UUID, "id": "C012AB3CD"}) == ["C012AB3CD"]


@pytest.mark.parametrize(
    "field",
    [
        *(
            "token",
            "access_token",
            "accessToken",
            "api_key",
            "apiKey",
            "API-Key",
            "secret",
            "client_secret",
            "password",
        ),
        *(
            "Authorization",
            "session_token",
            "refreshToken",
            "private_key",
            "signature",
            "cookie",
            "otp",
            "license_key",
        ),
        *("webhookSecret", "passwort", "contraseña", "пароль", "verification_code"),
        *(
            "csrf",
            "csrfId",
            "x-csrf-id",
            "code_verifier",
            "tok",
            "assertion",
            "hmac",
            "salt",
            "unlock",
            "activation",
        ),
    ],
)
@pytest.mark.parametrize("connector", ["orders", "stripe", "github"])
def test_a_credentials_field_gives_nothing_whatever_stands_there(connector: str, field: str) -> None:
    for value in (UUID, {"value": UUID}, [ULID], {"a": [{"b": {"id": UUID}}]}):
        assert values(connector, {field: value}) == []
        assert values(connector, {"data": [{field: value}]}) == []


@pytest.mark.requirement("A15")
@pytest.mark.parametrize("field", ["pin", "userPin", "private", "grant", "ticket", "login_ticket"])
@pytest.mark.parametrize("connector", ["orders", "stripe", "github"])
def test_a_text_under_the_name_of_what_opens_something_is_not_kept(connector: str, field: str) -> None:
    for value in (UUID, [ULID, UUID], "zap_4f9a8b7c6d5e"):
        assert values(connector, {"data": [{field: value}]}) == []
    assert values(connector, [{"name": field, "value": UUID}]) == []


def test_a_thing_of_such_a_name_has_an_id() -> None:
    assert set(values("orders", {"ticket": {"id": UUID}, "grant_id": ULID})) == {UUID, ULID}
    assert values("github", {"full_name": "vercel/invite_service"}) == ["vercel/invite_service"]


@pytest.mark.requirement("A15")
@pytest.mark.parametrize("field", ["id", "value", "node_id", "object_id", "invitation"])
@pytest.mark.parametrize(
    "prefix",
    [
        "csrf_",
        "otp_",
        "magic_",
        "invite_",
        "whk_",
        "tvly_",
        "tvly-",
        "vercel_",
        "cfut_",
        "PMAK-",
        "PMAK_",
        "pmak_",
    ],
)
def test_what_an_issuer_put_its_prefix_before_is_not_kept(prefix: str, field: str) -> None:
    for connector in CONNECTORS:
        for drawn in ("8f2a91c04b7d", "a1B2c3D4e5F6g7H8", UUID, f"{'9a8b7c6d' * 3}-{'5e4f3a2b' * 4}"):
            assert values(connector, {field: prefix + drawn}) == []


@pytest.mark.parametrize("field", ["session", "session_id", "sid", "key", "code", "state"])
def test_a_field_that_may_hold_a_credential_gives_nothing(field: str) -> None:
    assert values("orders", {field: UUID}) == []
    assert values("orders", {field: "zap_4f9a8b7c6d5e"}) == []


def test_a_services_line_takes_its_ids_from_such_a_field() -> None:
    assert values("stripe", {"session": "cs_test_a1B2c3D4e5F6g7H8"}) == ["cs_test_a1B2c3D4e5F6g7H8"]
    assert values("jira", {"key": "ED-24"}) == ["ED-24"]
    assert values("stripe", {"session_key": "cs_test_a1B2c3D4e5F6g7H8"}) == []


def test_the_value_of_a_pair_that_names_a_credential_is_none() -> None:
    pairs = [{"name": "HEROKU_API_KEY", "value": UUID}, {"Key": "DbPassword", "Value": ULID}]
    assert values("orders", pairs) == []
    assert values("orders", [{"name": "PROJECT", "value": UUID}]) == [UUID]


@pytest.mark.requirement("A15")
@pytest.mark.parametrize("field", ["id", "value", "customer", "object_id", "ref", "sha", "node_id", "data"])
def test_no_issuers_credential_is_captured_from_any_connector(field: str) -> None:
    tokens = [sample.make(Draw(seed)) for sample in (*ISSUED, *UNKNOWN) for seed in range(3)]
    for connector in CONNECTORS:
        for token in tokens:
            assert values(connector, {field: token}) == [], f"{connector} {token[:9]}…"


@pytest.mark.requirement("A15")
def test_no_credential_of_the_catalogue_is_captured_under_its_setting() -> None:
    public = {"client_id", "app_id"}  # shown to everyone, and no credentials
    for issuer in ISSUERS:
        value = issuer.value(Draw(len(issuer.form)))
        if issuer.setting in public:
            continue
        for connector in ("orders", issuer.service, "stripe", "aws"):
            assert values(connector, {issuer.setting: value}) == []
            assert values(connector, [{"name": issuer.setting, "value": value}]) == []


def text(connector: str, field: str, value: str) -> str:
    (one,) = capture(connector, "get", {}, {field: value})
    return one.text


def test_the_text_that_is_kept_says_what_the_id_is_of() -> None:
    assert text("orders", "customer", "cus_9x8Y7w6V5u4T3s") == "customer cus_9x8Y7w6V5u4T3s"
    assert text("orders", "id", "cus_9x8Y7w6V5u4T3s") == "customer id cus_9x8Y7w6V5u4T3s"
    assert text("orders", "payer", "cus_9x8Y7w6V5u4T3s") == "customer payer cus_9x8Y7w6V5u4T3s"
    assert text("github", "sha", SHA) == f"commit sha {SHA}"
    assert text("github", "node_id", "R_kgDOABPHjQ") == "node_id R_kgDOABPHjQ"
    assert text("github", "full_name", "octo-org/web") == "repository full_name octo-org/web"
    assert text("jira", "key", "ED-24") == "issue key ED-24"
    assert text("orders", "warehouse", UUID) == f"warehouse {UUID}"
    assert text("orders", "id", UUID) == f"id {UUID}"
    assert text("orders", "thing_id", "zap_4f9a8b7c6d5e") == "thing_id zap_4f9a8b7c6d5e"


@pytest.mark.parametrize(
    "field",
    ["ignore_all_previous_orders", "send refunds to", "a" * 31, "</memory-note>", "x\ny", "sendAllTheMoney"],
)
def test_a_fields_name_cannot_say_more_than_a_name(field: str) -> None:
    assert text("orders", field, UUID) == f"uuid {UUID}"


def test_the_text_that_is_kept_passes_the_guard_of_every_write() -> None:
    for recording in recordings():
        for one in capture(recording.connector, recording.tool, recording.arguments, recording.result):
            admitted = admit(TextField("text", one.text, imperative_allowed=True))
            assert admitted.is_active, one.text


def test_numbers_are_not_captured_and_a_cut_number_neither() -> None:
    result = {"id": 3804086584686624768, "issue_id": 42, "customer_id": 1.5e300}
    for connector in CONNECTORS:
        assert values(connector, result) == []


def test_at_most_ten_the_arguments_first_then_from_the_outside_in() -> None:
    ids = [str(uuid.UUID(int=n + (4 << 76))) for n in range(40)]
    result = {
        "items": [{"id": ids[10 + n], "owner": ids[30]} for n in range(12)],
        "parent": {"owner": ids[4], "id": ids[3]},
        "owner": ids[2],
        "id": ids[1],
    }
    expected = [ids[0], ids[1], ids[2], ids[3], ids[4], *ids[10:15]]
    assert values("orders", result, {"order": ids[0]}) == expected
    assert values("orders", result, {"order": ids[1]}) == [ids[1], *expected[2:], ids[15]]


def test_own_ids_of_all_items_come_before_what_they_refer_to() -> None:
    items = [{"owner": f"usr_7Kd02mQz81X{n}", "id": f"ord_8Kd02mQz81Y{n}"} for n in range(3)]
    assert values("orders", items) == [item["id"] for item in items] + [item["owner"] for item in items]


def test_a_services_line_goes_before_the_rules_for_all() -> None:
    result = {"id": UUID, "identifier": "ENG-142"}
    assert values("linear", result) == ["ENG-142", UUID]
    assert values("orders", result) == [UUID]


@pytest.mark.parametrize(
    "name", ["github", "my-github", "github2", "GitHub", "acme-github-prod", "mygithub", "gh"]
)
def test_a_service_is_told_by_its_connectors_name(name: str) -> None:
    assert values(name, {"sha": SHA}) == [SHA]


@pytest.mark.parametrize("name", ["hub", "laws", "ghost", "orders", "g-h"])
def test_a_service_is_not_told_by_a_part_of_a_short_word(name: str) -> None:
    assert values(name, {"sha": SHA, "Account": "123456789012"}) == []


def test_a_service_is_told_by_the_tool_where_the_connector_says_nothing() -> None:
    assert [one.value for one in capture("tools", "github_get_commit", {}, {"sha": SHA})] == [SHA]


@pytest.mark.parametrize(
    "text",
    [
        f"Created {UUID}",
        f'"{UUID}"',
        f"{{'id': '{UUID}'}}",
        f'{{"id": "{UUID}"',
        f'{{"id": "{UUID}"}} done',
        UUID,
        "[" * 100_000,
        "[" + "1" * 5_000 + "]",
    ],
    ids=lambda text: text[:12],
)
def test_a_text_that_is_no_document_gives_nothing(text: str) -> None:
    assert values("orders", {"content": [{"type": "text", "text": text}]}) == []
    assert values("orders", text) == []


def test_blocks_other_than_text_and_what_is_no_result_give_nothing() -> None:
    blocks = [
        {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
        {"type": "resource_link", "uri": f"file:///{UUID}", "name": UUID},
        {"type": "resource", "resource": {"uri": "file:///a", "blob": "aGVsbG8="}},
        {"type": "text", "text": 5},
        {"type": "text"},
    ]
    assert values("orders", {"content": blocks, "isError": True}) == []
    nothings: list[Any] = [None, 5, True, [], {}, {"content": None}, {"content": []}, {"structuredContent": None}]
    for nothing in nothings:
        assert values("orders", nothing) == []


def test_documents_in_resources_and_in_a_wrapped_text_are_read() -> None:
    document = json.dumps({"id": UUID})
    resource = {"type": "resource", "resource": {"uri": "file:///a.json", "text": document}}
    assert values("orders", {"content": [{"type": "text", "text": "Here it is:"}, resource]}) == [UUID]
    assert values("orders", {"content": [], "structuredContent": {"result": document}}) == [UUID]


def test_an_object_with_a_field_named_content_is_no_mcp_result() -> None:
    assert values("orders", {"content": [{"type": "paragraph", "id": UUID}], "id": ULID}) == [ULID, UUID]


def test_a_value_that_is_a_thousand_levels_deep_is_found() -> None:
    deep: Any = {"id": UUID}
    for _ in range(1_000):
        deep = {"a": [deep]}
    assert values("orders", deep) == [UUID]


def test_only_so_many_values_are_looked_at() -> None:
    many = {"rows": [{"name": f"row {n}"} for n in range(MOST_VALUES)], "id": ULID}
    assert values("orders", {**many, "last": [[[[{"id": UUID}]]]]}) == [ULID]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from([UUID, ULID, SHA]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12) | st.just("id"), inner, max_size=5)
    ),
    max_leaves=40,
)


@given(json_values, json_values, st.sampled_from(CONNECTORS))
@settings(max_examples=300, derandomize=True, deadline=None)
def test_no_value_breaks_it_and_what_it_gives_stands_there(arguments: Any, result: Any, connector: str) -> None:
    found = capture(connector, "get", arguments, result)
    assert len(found) <= LIMIT
    written = json.dumps([arguments, result])
    assert all(json.dumps(one.value) in written for one in found)
    assert found == capture(connector, "get", arguments, result)


def test_ids_drawn_at_random_behind_a_prefix_are_found() -> None:
    chance = random.Random(11)
    letters = string.ascii_letters + string.digits
    prefixes = ["cus", "sub", "msg", "ord", "zap", "wflow", "thread"]
    found = total = 0
    for prefix in prefixes:
        for length in (10, 14, 24):
            for _ in range(50):
                drawn = f"{prefix}_" + "".join(chance.choice(letters) for _ in range(length))
                total += 1
                found += values("orders", {"thing_id": drawn}) == [drawn]
    assert found / total >= 0.97
