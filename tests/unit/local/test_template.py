"""The loader of template.yaml: on the project's own and on small ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from local import template
from local.template import TemplateError

HEAD = """\
Parameters:
  Stage: {Type: String, Default: dev}
  Needed: {Type: String}
Mappings:
  Stages: {dev: {Days: 14}, prod: {Days: 90}}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
  IsDev: !Not [!Condition IsProd]
Globals:
  Function:
    Timeout: 7
    Environment:
      Variables: {TABLE: !Ref Things, DAYS: !FindInMap [Stages, !Ref Stage, Days], LOUD: true}
Resources:
  Things:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "${AWS::StackName}-things"
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
      StreamSpecification: {StreamViewType: KEYS_ONLY}
  Queue: {Type: AWS::SQS::Queue}
  Api:
    Type: AWS::Serverless::HttpApi
    Properties:
      Auth:
        DefaultAuthorizer: Bearer
        Authorizers:
          Bearer:
            FunctionArn: !GetAtt Guard.Arn
            AuthorizerPayloadFormatVersion: "2.0"
            EnableSimpleResponses: true
            Identity: {Headers: [Authorization], QueryStrings: [tenant], ReauthorizeEvery: 20}
  Guard:
    Type: AWS::Serverless::Function
    Properties: {CodeUri: functions/guard/, Handler: handler.handler}
"""
FUNCTION = """\
  Work:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: functions/work/
      Handler: handler.handler
      Events:
"""


def load(folder: Path, *parts: str) -> template.Stack:
    file = folder / "template.yaml"
    file.write_text("".join(parts), encoding="utf-8")
    return template.load(file)


def event(kind: str, **properties: object) -> str:
    body = {"Type": kind, "Properties": properties}
    return f"        Call: {json.dumps(body)}\n".replace('"!', "!").replace('!"', "")


class TestOwnTemplate:
    def test_tables(self) -> None:
        stack = template.load()

        names = {table.name for table in stack.tables.values()}
        assert {"commonplace-memories", "commonplace-directory", "commonplace-erasures"} <= names
        memories = stack.table("commonplace-memories")
        assert memories.ttl_attribute == "expires_at"
        assert memories.recovery
        assert memories.stream_view == "KEYS_ONLY"
        assert memories.create["StreamSpecification"] == {
            "StreamEnabled": True,
            "StreamViewType": "KEYS_ONLY",
        }
        indexes = {index["IndexName"] for index in memories.create["LocalSecondaryIndexes"]}
        assert indexes == {"by_rank", "by_time", "by_speaker"}

    def test_functions_share_one_environment_that_names_the_tables(self) -> None:
        stack = template.load()

        assert stack.environment["MEMORIES_TABLE"] == "commonplace-memories"
        assert all(function.environment == stack.environment for function in stack.functions.values())

    def test_routes_and_their_authorizer(self) -> None:
        stack = template.load()

        recall = next(route for route in stack.routes if route.key == "POST /v1/tools/recall")
        assert recall.function == "RecallFunction"
        assert recall.authorizer is not None
        authorizer = stack.authorizers[recall.authorizer]
        assert authorizer.headers == ("authorization",)
        assert authorizer.cache_seconds <= 20
        assert authorizer.function in stack.functions

    def test_the_code_lies_where_the_layout_has_it(self) -> None:
        stack = template.load()

        recall = stack.functions["RecallFunction"]
        assert recall.file == stack.root / "functions/agent/recall/handler.py"
        assert recall.attribute == "handler"

    def test_another_stack_name(self) -> None:
        stack = template.load(stack_name="other", parameters={"ToolNamespace": "mine"})

        assert stack.tables["MemoriesTable"].name == "other-memories"
        assert stack.environment["TOOL_NAMESPACE"] == "mine"


class TestSmallTemplates:
    def test_values_are_resolved(self, tmp_path: Path) -> None:
        stack = load(tmp_path, HEAD)

        assert stack.environment == {"TABLE": "commonplace-things", "DAYS": "14", "LOUD": "true"}
        assert stack.functions["Guard"].timeout_seconds == 7
        assert stack.authorizers["Bearer"].query == ("tenant",)
        assert stack.tables["Things"].ttl_attribute is None
        assert not stack.tables["Things"].recovery

    def test_what_globals_say_is_merged_as_sam_does(self, tmp_path: Path) -> None:
        head = HEAD.replace(
            "    Timeout: 7\n", "    Timeout: 7\n    Handler: handler.handler\n    Layers: [first]\n"
        )
        own = "{CodeUri: c, Timeout: 8, Layers: [second], Environment: {Variables: {MORE: {Ref: Stage}}}}"
        stack = load(tmp_path, head, f"  X: {{Type: AWS::Serverless::Function, Properties: {own}}}\n")

        function, other = stack.functions["X"], stack.functions["Guard"]
        assert (function.handler, function.timeout_seconds, other.timeout_seconds) == ("handler.handler", 8, 7)
        assert (function.layers, other.layers) == (("first", "second"), ("first",))
        assert function.environment == {**other.environment, "MORE": "dev"}

    def test_routes(self, tmp_path: Path) -> None:
        stack = load(tmp_path, HEAD, FUNCTION, event("HttpApi", ApiId="!Ref Api!", Method="get", Path="/a/{id}"))

        assert [(route.key, route.authorizer) for route in stack.routes] == [("GET /a/{id}", "Bearer")]

    def test_a_route_without_authorizer(self, tmp_path: Path) -> None:
        stack = load(
            tmp_path,
            HEAD,
            FUNCTION,
            event("HttpApi", ApiId="!Ref Api!", Path="/open", Auth={"Authorizer": "NONE"}),
        )

        assert [(route.key, route.authorizer) for route in stack.routes] == [("ANY /open", None)]

    def test_the_default_route(self, tmp_path: Path) -> None:
        stack = load(tmp_path, HEAD, FUNCTION, event("HttpApi", ApiId="!Ref Api!"))

        assert [route.key for route in stack.routes] == ["$default"]

    def test_a_stream(self, tmp_path: Path) -> None:
        pattern = {"eventName": ["INSERT"]}
        stack = load(
            tmp_path,
            HEAD,
            FUNCTION,
            event(
                "DynamoDB",
                Stream="!GetAtt Things.StreamArn!",
                StartingPosition="TRIM_HORIZON",
                BatchSize=10,
                MaximumBatchingWindowInSeconds=1,
                FilterCriteria={"Filters": [{"Pattern": json.dumps(pattern)}]},
                FunctionResponseTypes=["ReportBatchItemFailures"],
                BisectBatchOnFunctionError=True,
                MaximumRetryAttempts=3,
                MaximumRecordAgeInSeconds=3600,
                DestinationConfig={"OnFailure": {"Type": "SQS", "Destination": "!GetAtt Queue.Arn!"}},
            ),
        )

        (binding,) = stack.streams
        assert binding == template.StreamBinding(
            function="Work",
            event="Call",
            table="commonplace-things",
            batch_size=10,
            window_seconds=1,
            filters=(pattern,),
            report_item_failures=True,
            bisect=True,
            retries=3,
            max_age_seconds=3600,
            on_failure="arn:aws:sqs:us-east-1:000000000000:commonplace-Queue",
        )

    def test_a_disabled_binding_is_left_out(self, tmp_path: Path) -> None:
        stream = {"Stream": "!GetAtt Things.StreamArn!", "StartingPosition": "LATEST", "Enabled": False}
        stack = load(tmp_path, HEAD, FUNCTION, event("DynamoDB", **stream))

        assert stack.streams == ()

    @pytest.mark.parametrize(("kind", "name"), [("ScheduleV2", "ScheduleExpression"), ("Schedule", "Schedule")])
    def test_schedules(self, tmp_path: Path, kind: str, name: str) -> None:
        policy = {"MaximumRetryAttempts": 1, "MaximumEventAgeInSeconds": 600}
        stack = load(tmp_path, HEAD, FUNCTION, event(kind, **{name: "rate(1 minute)", "RetryPolicy": policy}))

        assert stack.schedules == (
            template.Schedule("Work", "Call", "rate(1 minute)", retries=1, max_age_seconds=600),
        )

    def test_a_resource_whose_condition_fails_is_left_out(self, tmp_path: Path) -> None:
        extra = "  Extra: {Type: AWS::Nobody::Knows, Condition: IsProd}\n"

        assert "Extra" not in load(tmp_path, HEAD, extra).functions

    def test_a_stream_of_a_table_without_one_is_refused(self, tmp_path: Path) -> None:
        bare = HEAD.replace("      StreamSpecification: {StreamViewType: KEYS_ONLY}\n", "")
        stream = event("DynamoDB", Stream="!GetAtt Things.StreamArn!", StartingPosition="LATEST")

        with pytest.raises(TemplateError, match=r"Work.*Stream.*no stream"):
            load(tmp_path, bare, FUNCTION, stream)


class TestRefusals:
    """What the local run would serve differently from AWS stops it, by name and place."""

    @pytest.mark.parametrize(
        ("part", "message"),
        [
            ("  X: {Type: AWS::S3::Bucket}\n", r"Resources\.X.*AWS::S3::Bucket"),
            ("  X: {}\n", r"Resources\.X: has no Type"),
            (
                FUNCTION + event("HttpApi", ApiId="!Ref Api!", Path="a"),
                r"Path: a does not begin with a slash",
            ),
            (FUNCTION + event("HttpApi", Path="/a"), r"ApiId is missing"),
            (
                FUNCTION + event("HttpApi", ApiId="!Ref Api!", Path="/a", PayloadFormatVersion="1.0"),
                r"PayloadFormatVersion.*'1\.0'",
            ),
            (
                FUNCTION + event("HttpApi", ApiId="!Ref Api!", Path="/a", Auth={"Authorizer": "Who"}),
                r"no authorizer is called Who",
            ),
            (FUNCTION + event("HttpApi", ApiId="!Ref Api!", Path="/a", Extra=1), r"does not know Extra"),
            (FUNCTION + event("S3", Bucket="b"), r"Call.*no events of type S3"),
            (
                FUNCTION
                + event(
                    "DynamoDB",
                    Stream="!GetAtt Things.StreamArn!",
                    StartingPosition="LATEST",
                    TumblingWindowInSeconds=5,
                ),
                r"TumblingWindowInSeconds",
            ),
            (
                FUNCTION
                + event(
                    "DynamoDB",
                    Stream="!GetAtt Things.StreamArn!",
                    StartingPosition="LATEST",
                    FilterCriteria={"Filters": [{"Pattern": "no json"}]},
                ),
                r"Pattern must be JSON",
            ),
            ("  X: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Ref Nobody}}\n", r"Nobody"),
            ("  X: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Ref Needed}}\n", r"no default"),
            (
                "  X: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Base64 x}}\n",
                r"TableName \(line \d+\).*Base64",
            ),
            (
                "  X: {Type: AWS::DynamoDB::Table, Properties: {TableName: t, BillingMode: PROVISIONED}}\n",
                r"BillingMode.*PROVISIONED",
            ),
            (
                "  X: {Type: AWS::DynamoDB::Table, Properties: {TableName: t, ImportSourceSpecification: {}}}\n",
                r"ImportSourceSpecification",
            ),
            (
                "  X: {Type: AWS::Serverless::Function, Properties: {CodeUri: c, Handler: h.h, "
                "Environment: {Variables: {TABLE: other}}}}\n",
                r"X: TABLE differs",
            ),
            (
                "  X: {Type: AWS::Serverless::Function, Properties: {CodeUri: c, Handler: h.h, Timeout: soon}}\n",
                r"Timeout: 'soon' is no whole number",
            ),
            ("  X: {Type: AWS::Serverless::HttpApi}\n", r"one HttpApi"),
        ],
    )
    def test_refused(self, tmp_path: Path, part: str, message: str) -> None:
        with pytest.raises(TemplateError, match=message):
            load(tmp_path, HEAD, part)

    def test_two_functions_on_one_route(self, tmp_path: Path) -> None:
        route = event("HttpApi", ApiId="!Ref Api!", Path="/a")

        with pytest.raises(TemplateError, match=r"ANY /a leads to both Work and Other"):
            load(tmp_path, HEAD, FUNCTION, route, FUNCTION.replace("Work", "Other"), route)

    @pytest.mark.parametrize("content", ["a: [", "- 1", ""])
    def test_no_template(self, tmp_path: Path, content: str) -> None:
        with pytest.raises(TemplateError, match=r"template\.yaml"):
            load(tmp_path, content)

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(TemplateError, match=r"No such file"):
            template.load(tmp_path / "absent.yaml")


class TestIntrinsics:
    @pytest.mark.parametrize(
        ("expression", "value"),
        [
            ('!Join ["-", [a, !Ref Stage]]', "a-dev"),
            ('!Sub ["${A}-${!B}", {A: !Ref Stage}]', "dev-${B}"),
            ('!Sub "${Things.Arn}"', "arn:aws:dynamodb:us-east-1:000000000000:table/commonplace-things"),
            ("!Select [1, [a, b]]", "b"),
            ("!If [IsProd, a, b]", "b"),
            ("!If [IsDev, a, b]", "a"),
            ("{Ref: Stage}", "dev"),
            ('{"Fn::GetAtt": [Queue, Arn]}', "arn:aws:sqs:us-east-1:000000000000:commonplace-Queue"),
            ("!Ref Guard", "commonplace-Guard"),
        ],
    )
    def test_value(self, tmp_path: Path, expression: str, value: str) -> None:
        own = f"Environment: {{Variables: {{X: {expression}}}}}"
        stack = load(
            tmp_path,
            HEAD,
            f"  X: {{Type: AWS::Serverless::Function, Properties: {{CodeUri: c, Handler: h.h, {own}}}}}",
        )

        assert stack.functions["X"].environment["X"] == value

    def test_no_value_removes_the_property(self, tmp_path: Path) -> None:
        part = (
            "  X: {Type: AWS::Serverless::Function, Properties: {CodeUri: c, Handler: h.h, "
            "Environment: {Variables: {X: !If [IsProd, 1, !Ref AWS::NoValue]}}}}"
        )

        assert "X" not in load(tmp_path, HEAD, part).functions["X"].environment
