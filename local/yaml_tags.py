"""Reads YAML with CloudFormation's tags and resolves them for the local stack."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Value: TypeAlias = Any  # any part of a template

REGION = "us-east-1"
ACCOUNT = "000000000000"

_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster where built
_SUB = re.compile(r"\$\{(!?)([^}]+)\}")


class TemplateError(Exception):
    """The template has something that the local run cannot serve as AWS would."""


@dataclass(frozen=True)
class Intrinsic:
    """An unresolved call of a CloudFormation function."""

    name: str
    argument: Any
    line: int


def read(path: Path) -> dict[str, Any]:
    """Parse a template; its intrinsic functions become :class:`Intrinsic`.

    Raises
    ------
    TemplateError
        If the file is missing, or not a YAML mapping.
    """

    class Loader(_Loader):  # type: ignore[misc, valid-type]
        """A loader of its own, so that other users of the YAML library do not get these tags."""

    Loader.add_multi_constructor("!", _construct)
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader)  # noqa: S506 - derives from SafeLoader
    except OSError as error:
        raise TemplateError(f"{path}: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise TemplateError(f"{path}: {error}") from error
    if not isinstance(document, dict):
        raise TemplateError(f"{path}: is no CloudFormation template")
    return document


def _construct(loader: yaml.SafeLoader, tag: str, node: yaml.Node) -> Intrinsic:
    argument: Any
    if isinstance(node, yaml.ScalarNode):
        argument = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        argument = loader.construct_sequence(node, deep=True)
    else:
        assert isinstance(node, yaml.MappingNode)  # noqa: S101 - YAML has no fourth kind
        argument = loader.construct_mapping(node, deep=True)
    return Intrinsic(tag, argument, node.start_mark.line + 1)


def is_intrinsic(value: dict[Any, Any]) -> bool:
    """Tell whether a mapping is a function's call in its long form, such as ``{"Ref": "Api"}``."""
    return len(value) == 1 and all(key == "Ref" or str(key).startswith("Fn::") for key in value)


@dataclass
class Resolver:
    """Replaces intrinsic functions by the values they have in the local stack.

    Parameters
    ----------
    document
        The parsed template.
    stack_name
        ``AWS::StackName``.
    parameters
        Override the parameters' defaults.
    """

    document: dict[str, Any]
    stack_name: str
    parameters: dict[str, str] = field(default_factory=dict)

    def resolve(self, value: Value, where: str) -> Value:
        """Return any part of a template with its intrinsic functions replaced by their results.

        ``where`` is its path, for messages.

        Raises
        ------
        TemplateError
            If a function or a name is unknown.
        """
        if isinstance(value, Intrinsic):
            return self._call(value, where)
        if isinstance(value, list):
            items = [self.resolve(item, f"{where}[{index}]") for index, item in enumerate(value)]
            return [item for item in items if item is not NO_VALUE]
        if isinstance(value, dict):
            if is_intrinsic(value):
                ((key, argument),) = value.items()
                return self._call(Intrinsic(str(key).removeprefix("Fn::"), argument, 0), where)
            pairs = {key: self.resolve(item, f"{where}.{key}") for key, item in value.items()}
            return {key: item for key, item in pairs.items() if item is not NO_VALUE}
        return value

    def _call(self, call: Intrinsic, where: str) -> Value:
        at = f"{where} (line {call.line})" if call.line else where
        match call.name:
            case "Ref":
                return self._ref(str(call.argument), at)
            case "GetAtt":
                return self._get_att(call.argument, at)
            case "Sub":
                return self._sub(call.argument, at)
            case "FindInMap":
                return self._find_in_map(call.argument, at)
            case "Join":
                separator, parts = call.argument
                return str(separator).join(str(part) for part in self.resolve(parts, at))
            case "Split":
                separator, text = call.argument
                return str(self.resolve(text, at)).split(str(separator))
            case "Select":
                index, parts = call.argument
                return self.resolve(parts, at)[int(self.resolve(index, at))]
            case "If":
                name, yes, no = call.argument
                return self.resolve(yes if self._condition(name, at) else no, at)
            case "Equals" | "Not" | "And" | "Or" | "Condition":
                return self._truth(call, at)
            case _:
                raise TemplateError(f"{at}: the function {call.name} is not known to the local run")

    def _ref(self, name: str, at: str) -> Value:
        if name in (pseudo := self._pseudo()):
            return pseudo[name]
        if name in (declared := self.document.get("Parameters") or {}):
            if name in self.parameters:
                return self.parameters[name]
            if "Default" not in declared[name]:
                raise TemplateError(f"{at}: the parameter {name} has no default")
            return declared[name]["Default"]
        resource = self._resource(name, at)
        properties = resource.get("Properties") or {}
        named = _NAME_PROPERTY.get(resource["Type"])
        if named and named in properties:
            return self.resolve(properties[named], f"Resources.{name}.Properties.{named}")
        return f"{self.stack_name}-{name}"

    def _get_att(self, argument: Value, at: str) -> str:
        name, _, attribute = (
            argument.partition(".") if isinstance(argument, str) else (argument[0], "", argument[1])
        )
        kind = self._resource(name, at)["Type"]
        shape = _ARN.get(kind)
        if shape is None or attribute not in ("Arn", "StreamArn", "QueueArn", "TopicArn"):
            raise TemplateError(f"{at}: the local run knows no {name}.{attribute} of a {kind}")
        arn = f"arn:aws:{shape}".format(region=REGION, account=ACCOUNT, name=self._ref(name, at))
        return f"{arn}/stream/local" if attribute == "StreamArn" else arn

    def _sub(self, argument: Value, at: str) -> str:
        text, names = (argument, {}) if isinstance(argument, str) else argument

        def value(match: re.Match[str]) -> str:
            literal, name = match[1], match[2].strip()
            if literal:
                return "${" + name + "}"
            if name in names:
                return str(self.resolve(names[name], at))
            return str(self._get_att(name, at) if "." in name else self._ref(name, at))

        return _SUB.sub(value, text)

    def _find_in_map(self, argument: Value, at: str) -> Value:
        name, first, second = self.resolve(argument, at)
        try:
            return self.document["Mappings"][name][first][second]
        except KeyError:
            raise TemplateError(f"{at}: no {first}.{second} in the mapping {name}") from None

    def _condition(self, name: str, at: str) -> bool:
        conditions = self.document.get("Conditions") or {}
        if name not in conditions:
            raise TemplateError(f"{at}: the condition {name} is not declared")
        return bool(self.resolve(conditions[name], f"Conditions.{name}"))

    def _truth(self, call: Intrinsic, at: str) -> bool:
        if call.name == "Condition":
            return self._condition(call.argument, at)
        values = self.resolve(call.argument, at)
        if call.name == "Equals":
            return str(values[0]) == str(values[1])
        if call.name == "Not":
            return not values[0]
        return all(values) if call.name == "And" else any(values)

    def included(self, resource: dict[str, Any], where: str) -> bool:
        """Return whether a resource has no condition, or one that holds."""
        return "Condition" not in resource or self._condition(resource["Condition"], where)

    def _resource(self, name: str, at: str) -> dict[str, Any]:
        resource = (self.document.get("Resources") or {}).get(name)
        if not isinstance(resource, dict):
            raise TemplateError(f"{at}: nothing is called {name}")
        return resource

    def _pseudo(self) -> dict[str, Any]:
        return {
            "AWS::StackName": self.stack_name,
            "AWS::Region": REGION,
            "AWS::AccountId": ACCOUNT,
            "AWS::Partition": "aws",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::NoValue": NO_VALUE,
        }


class _NoValue:
    """The value of ``AWS::NoValue``: the property is absent."""


NO_VALUE = _NoValue()

# The property with the name of a resource, which Ref returns.
_NAME_PROPERTY = {
    "AWS::DynamoDB::Table": "TableName",
    "AWS::Serverless::Function": "FunctionName",
    "AWS::SQS::Queue": "QueueName",
    "AWS::SNS::Topic": "TopicName",
    "AWS::Logs::LogGroup": "LogGroupName",
}
_ARN = {
    "AWS::DynamoDB::Table": "dynamodb:{region}:{account}:table/{name}",
    "AWS::Serverless::Function": "lambda:{region}:{account}:function:{name}",
    "AWS::SQS::Queue": "sqs:{region}:{account}:{name}",
    "AWS::SNS::Topic": "sns:{region}:{account}:{name}",
    "AWS::Logs::LogGroup": "logs:{region}:{account}:log-group:{name}:*",
    "AWS::IAM::Role": "iam::{account}:role/{name}",
    "AWS::SecretsManager::Secret": "secretsmanager:{region}:{account}:secret:{name}",
}
