"""The event sources of functions, read from their ``Events``: routes, streams and schedules."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from local.section import Section
from local.stack import Authorizer, Route, Schedule, StreamBinding, Table
from local.yaml_tags import TemplateError


@dataclass
class Bindings:
    """Collects the events of all functions."""

    tables: dict[str, Table]
    apis: dict[str, str | None]  # default authorizers by the API's Ref
    authorizers: dict[str, Authorizer]
    routes: list[Route] = field(default_factory=list)
    streams: list[StreamBinding] = field(default_factory=list)
    schedules: list[Schedule] = field(default_factory=list)

    def add(self, function: str, events: Section) -> None:
        """Read the ``Events`` of a function, given by its logical id.

        Raises
        ------
        TemplateError
            If an event or one of its properties is not supported.
        """
        for name, event in events.sections():
            kind = event.require("Type")
            part = event.section("Properties")
            event.done()
            match kind:
                case "HttpApi":
                    self._add_route(self._route(function, part))
                case "DynamoDB":
                    self._add_stream(function, name, part)
                case "Schedule" | "ScheduleV2":
                    self._add_schedule(function, name, kind, part)
                case _:
                    raise TemplateError(f"{event.where}: the local run knows no events of type {kind}")
            part.done(("Description", "Name", "RoleArn", "PermissionsBoundary", "MetricsConfig", "KmsKeyArn"))

    def _route(self, function: str, part: Section) -> Route:
        api = part.require("ApiId")
        if api not in self.apis:
            raise TemplateError(f"{part.where}.ApiId: no HttpApi of this template")
        part.only("PayloadFormatVersion", "2.0", 2.0)
        part.take("TimeoutInMillis")
        part.take("RouteSettings")
        auth = part.section("Auth")
        authorizer = auth.take("Authorizer", self.apis[api])
        auth.done()
        if authorizer == "NONE":
            authorizer = None
        elif authorizer is not None and authorizer not in self.authorizers:
            raise TemplateError(f"{auth.where}.Authorizer: no authorizer is called {authorizer}")
        path, method = part.take("Path"), str(part.take("Method", "ANY")).upper()
        if path in (None, "$default"):
            return Route(function, "", "", authorizer)
        if not str(path).startswith("/"):
            raise TemplateError(f"{part.where}.Path: {path} does not begin with a slash")
        return Route(function, "ANY" if method == "X-AMAZON-APIGATEWAY-ANY-METHOD" else method, path, authorizer)

    def _add_route(self, route: Route) -> None:
        for other in self.routes:
            if other.key == route.key:
                raise TemplateError(f"{route.key} leads to both {other.function} and {route.function}")
        self.routes.append(route)

    def _add_stream(self, function: str, name: str, part: Section) -> None:
        binding = StreamBinding(
            function=function,
            event=name,
            table=self._table(str(part.require("Stream")), part.where),
            start=str(part.require("StartingPosition")),
            batch_size=part.integer("BatchSize", 100),
            window_seconds=part.integer("MaximumBatchingWindowInSeconds", 0),
            filters=_filters(part.section("FilterCriteria")),
            report_item_failures="ReportBatchItemFailures" in part.take("FunctionResponseTypes", []),
            bisect=part.flag("BisectBatchOnFunctionError"),
            retries=part.integer("MaximumRetryAttempts", -1),
            max_age_seconds=part.integer("MaximumRecordAgeInSeconds", -1),
            on_failure=_on_failure(part.section("DestinationConfig")),
        )
        part.take("ParallelizationFactor")  # one reader keeps the order per key too
        if binding.start not in ("TRIM_HORIZON", "LATEST"):
            raise TemplateError(f"{part.where}.StartingPosition: the local run knows no {binding.start}")
        if str(part.take("Enabled", True)).lower() == "true":
            self.streams.append(binding)

    def _table(self, arn: str, where: str) -> str:
        name = arn.partition(":table/")[2].partition("/")[0]
        if not any(table.name == name and table.stream_view for table in self.tables.values()):
            raise TemplateError(f"{where}.Stream: {arn} is no stream of a table of this template")
        return name

    def _add_schedule(self, function: str, name: str, kind: str, part: Section) -> None:
        policy = part.section("RetryPolicy")
        dead_letters = part.section("DeadLetterConfig")
        schedule = Schedule(
            function=function,
            event=name,
            expression=str(part.require("Schedule" if kind == "Schedule" else "ScheduleExpression")),
            input=part.take("Input"),
            retries=policy.integer("MaximumRetryAttempts", 185),
            max_age_seconds=policy.integer("MaximumEventAgeInSeconds", 86_400),
            on_failure=dead_letters.take("Arn"),
        )
        policy.done()
        dead_letters.done()
        part.only("ScheduleExpressionTimezone", "UTC")
        part.take("FlexibleTimeWindow")
        enabled = str(part.take("Enabled", True)).lower() == "true"
        if enabled and part.take("State", "ENABLED") == "ENABLED":
            self.schedules.append(schedule)


def _filters(part: Section) -> tuple[dict[str, Any], ...]:
    found = []
    for item in part.take("Filters", []):
        try:
            pattern = json.loads(item["Pattern"])
        except (KeyError, TypeError, ValueError) as error:
            raise TemplateError(f"{part.where}: a filter's Pattern must be JSON") from error
        found.append(pattern)
    part.done()
    return tuple(found)


def _on_failure(part: Section) -> str | None:
    destination = part.section("OnFailure")
    part.done()
    arn = destination.take("Destination")
    destination.take("Type")
    destination.done()
    return None if arn is None else str(arn)
