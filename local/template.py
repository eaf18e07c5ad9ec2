"""Reads template.yaml, the only list of tables, functions, routes and event sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from local import bindings
from local.section import Section
from local.stack import Authorizer, Cors, Function, Schedule, Stack, StreamBinding, Table
from local.yaml_tags import Resolver, TemplateError, Value, is_intrinsic, read

__all__ = ["DEFAULT_PATH", "Schedule", "Stack", "StreamBinding", "TemplateError", "load", "with_globals"]

DEFAULT_PATH = Path(__file__).resolve().parent.parent / "template.yaml"

# Resource types without effect on one machine.
_WITHOUT_EFFECT = (
    "AWS::IAM::",
    "AWS::Logs::",
    "AWS::CloudWatch::",
    "AWS::SNS::",
    "AWS::SQS::",
    "AWS::KMS::",
    "AWS::SecretsManager::",
    "AWS::SSM::",
    "AWS::Lambda::Permission",
)
_CREATE_TABLE = ("AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes", "GlobalSecondaryIndexes")
_TABLE_IGNORED = ("DeletionProtectionEnabled", "SSESpecification", "Tags", "TableClass", "ResourcePolicy")
_FUNCTION_IGNORED = (
    "Architectures",
    "AutoPublishAlias",
    "DeploymentPreference",
    "Description",
    "EphemeralStorage",
    "KmsKeyArn",
    "LoggingConfig",
    "PackageType",
    "PermissionsBoundary",
    "Policies",
    "RecursiveLoop",
    "ReservedConcurrentExecutions",
    "Role",
    "Runtime",
    "SnapStart",
    "Tags",
)
_API_IGNORED = (
    "AccessLogSettings",
    "DefaultRouteSettings",
    "Description",
    "DisableExecuteApiEndpoint",
    "FailOnWarnings",
    "Name",
    "RouteSettings",
    "Tags",
)


def load(
    path: Path | str = DEFAULT_PATH,
    *,
    stack_name: str = "commonplace",
    parameters: dict[str, str] | None = None,
) -> Stack:
    """Read a SAM template.

    Parameters
    ----------
    path
        The template; the project's own by default.
    stack_name
        ``AWS::StackName``, which is the prefix of the tables' names.
    parameters
        Override the parameters' defaults.

    Raises
    ------
    TemplateError
        If the template has something that the local run would not serve as AWS does.
    """
    path = Path(path).resolve()
    document = read(path)
    resolver = Resolver(document, stack_name, parameters or {})
    resources = _resources(resolver, document)

    tables = {key: _table(key, part) for key, part in resources.pop("AWS::DynamoDB::Table", {}).items()}
    layers = resources.pop("AWS::Serverless::LayerVersion", {}).values()
    apis = resources.pop("AWS::Serverless::HttpApi", {})
    cors = _cors(apis)
    authorizers, default_authorizers = _authorizers(apis, resolver)
    functions: dict[str, Function] = {}
    found = bindings.Bindings(tables=tables, apis=default_authorizers, authorizers=authorizers)
    for key, part in resources.pop("AWS::Serverless::Function", {}).items():
        events = part.section("Events")
        functions[key] = _function(key, part, resolver, path.parent)
        found.add(key, events)
    for kind, parts in resources.items():
        if not kind.startswith(_WITHOUT_EFFECT):
            raise TemplateError(f"{next(iter(parts.values())).where}: the local run does not know {kind}")
    _check_authorizers(authorizers, functions)
    return Stack(
        name=stack_name,
        root=path.parent,
        tables=tables,
        functions=functions,
        routes=tuple(found.routes),
        authorizers=authorizers,
        streams=tuple(found.streams),
        schedules=tuple(found.schedules),
        layers=tuple(path.parent / str(layer.require("ContentUri")) for layer in layers),
        environment=_shared_environment(functions),
        cors=cors,
    )


def _resources(resolver: Resolver, document: dict[str, Any]) -> dict[str, dict[str, Section]]:
    """Group the resources' properties by type, without those that a condition excludes."""
    groups: dict[str, dict[str, Section]] = {}
    shared = dict(document.get("Globals") or {})
    function_globals = shared.pop("Function", None) or {}
    if shared:
        raise TemplateError(f"Globals: the local run does not know {', '.join(shared)}")
    for key, resource in (document.get("Resources") or {}).items():
        where = f"Resources.{key}"
        if not isinstance(resource, dict) or not isinstance(resource.get("Type"), str):
            raise TemplateError(f"{where}: has no Type")
        if not resolver.included(resource, where):
            continue
        properties = resource.get("Properties") or {}
        if resource["Type"] == "AWS::Serverless::Function":
            properties = with_globals(function_globals, properties)
        section = Section(resolver, properties, f"{where}.Properties")
        groups.setdefault(resource["Type"], {})[key] = section
    return groups


def with_globals(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Merge as SAM does: mappings by key, lists one after the other, and else the function's own value."""
    merged = {**shared, **own}
    for key in shared.keys() & own.keys():
        values = (shared[key], own[key])
        if all(isinstance(value, list) for value in values):
            merged[key] = [*shared[key], *own[key]]
        elif all(isinstance(value, dict) and not is_intrinsic(value) for value in values):
            merged[key] = with_globals(shared[key], own[key])
    return merged


def _table(logical_id: str, part: Section) -> Table:
    name = str(part.require("TableName"))
    create: dict[str, Any] = {"TableName": name, "BillingMode": "PAY_PER_REQUEST"}
    part.only("BillingMode", "PAY_PER_REQUEST")
    for key in _CREATE_TABLE:
        if (value := part.take(key)) is not None:
            create[key] = value
    stream = part.section("StreamSpecification")
    view = stream.take("StreamViewType")
    stream.done(("ResourcePolicy",))
    if view:
        create["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": view}
    ttl = part.section("TimeToLiveSpecification")
    attribute, enabled = ttl.take("AttributeName"), ttl.flag("Enabled")
    ttl.done()
    recovery = part.section("PointInTimeRecoverySpecification")
    recovers = recovery.flag("PointInTimeRecoveryEnabled")
    recovery.done(("RecoveryPeriodInDays",))
    part.done(_TABLE_IGNORED)
    return Table(logical_id, name, create, attribute if enabled else None, recovers, view)


def _function(logical_id: str, part: Section, resolver: Resolver, root: Path) -> Function:
    environment = part.section("Environment")
    variables = environment.take("Variables", {})
    environment.done()
    asynchronous = part.section("EventInvokeConfig")
    destination = asynchronous.section("DestinationConfig").section("OnFailure")
    function = Function(
        logical_id=logical_id,
        name=str(part.take("FunctionName", f"{resolver.stack_name}-{logical_id}")),
        code=root / str(part.require("CodeUri")),
        handler=str(part.require("Handler")),
        environment={str(key): _text(value) for key, value in variables.items()},
        timeout_seconds=part.integer("Timeout", 3),
        memory_mb=part.integer("MemorySize", 128),
        retries=asynchronous.integer("MaximumRetryAttempts", 2),
        max_event_age_seconds=asynchronous.integer("MaximumEventAgeInSeconds", 21_600),
        on_failure=destination.take("Destination"),
        layers=tuple(str(layer) for layer in part.take("Layers", [])),
    )
    asynchronous.done()
    part.done(_FUNCTION_IGNORED)
    return function


def _text(value: Value) -> str:
    """Return a variable's value as CloudFormation writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shared_environment(functions: dict[str, Function]) -> dict[str, str]:
    """Merge the functions' variables, since one process has one environment."""
    shared: dict[str, str] = {}
    for function in functions.values():
        for key, value in function.environment.items():
            if shared.setdefault(key, value) != value:
                raise TemplateError(
                    f"Resources.{function.logical_id}: {key} differs from another function's, "
                    "and the local run holds all functions in one process"
                )
    return shared


def _cors(apis: dict[str, Section]) -> Cors | None:
    """Return the API's CORS configuration; None if it has none."""
    for api in apis.values():
        found = api.choice("CorsConfiguration")
        if found.is_empty():
            continue
        cors = Cors(
            origins=_words(found, "AllowOrigins"),
            methods=_words(found, "AllowMethods"),
            headers=_words(found, "AllowHeaders"),
            exposed=_words(found, "ExposeHeaders"),
            max_age_seconds=found.integer("MaxAge", 0),
        )
        found.done()
        if any("*" in origin for origin in cors.origins):
            raise TemplateError(f"{found.where}.AllowOrigins: the local run knows no wildcards")
        return cors
    return None


def _words(part: Section, key: str) -> tuple[str, ...]:
    return tuple(str(word) for word in part.take(key, []))


def _authorizers(
    apis: dict[str, Section], resolver: Resolver
) -> tuple[dict[str, Authorizer], dict[str, str | None]]:
    """Return the authorizers by name, and each API's default one."""
    found: dict[str, Authorizer] = {}
    defaults: dict[str, str | None] = {}
    if len(apis) > 1:
        raise TemplateError(f"{', '.join(apis)}: the local run serves one HttpApi")
    for key, api in apis.items():
        api.only("StageName", "$default")
        auth = api.section("Auth")
        default = auth.take("DefaultAuthorizer")
        for name, part in auth.section("Authorizers").sections():
            found[name] = _authorizer(name, part)
        auth.done()
        if default is not None and default not in found:
            raise TemplateError(f"{auth.where}.DefaultAuthorizer: no authorizer is called {default}")
        api.done(_API_IGNORED)
        defaults[resolver.resolve({"Ref": key}, api.where)] = default
    return found, defaults


def _authorizer(name: str, part: Section) -> Authorizer:
    arn = str(part.require("FunctionArn"))
    part.only("AuthorizerPayloadFormatVersion", "2.0", 2.0)
    if not part.flag("EnableSimpleResponses"):
        raise TemplateError(f"{part.where}.EnableSimpleResponses: the local run knows simple responses alone")
    identity = part.section("Identity")
    authorizer = Authorizer(
        name=name,
        function=arn.rpartition(":")[2],
        headers=tuple(str(header).lower() for header in identity.take("Headers", [])),
        query=tuple(str(parameter) for parameter in identity.take("QueryStrings", [])),
        cache_seconds=identity.integer("ReauthorizeEvery", 0),
    )
    if authorizer.cache_seconds and not (authorizer.headers or authorizer.query):
        raise TemplateError(f"{identity.where}: a cache needs an identity source")
    identity.done()
    part.done(("EnableFunctionDefaultPermissions", "FunctionInvokeRole"))
    return authorizer


def _check_authorizers(authorizers: dict[str, Authorizer], functions: dict[str, Function]) -> None:
    """Replace the functions' names, which the ARNs hold, by their logical ids."""
    by_name = {function.name: key for key, function in functions.items()}
    for name, authorizer in list(authorizers.items()):
        if authorizer.function not in by_name:
            raise TemplateError(f"authorizer {name}: no function is called {authorizer.function}")
        authorizers[name] = Authorizer(
            name, by_name[authorizer.function], authorizer.headers, authorizer.query, authorizer.cache_seconds
        )
