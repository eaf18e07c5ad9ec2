"""CreateTable: checks a table definition and returns the form that is stored."""

from __future__ import annotations

import json
import re
from typing import Any

from .checks import require_list, require_object, require_string
from .errors import bad_values, constraint, invalid, one_of, unsupported

_TABLE_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}\Z")
_PROJECTIONS = ("ALL", "KEYS_ONLY", "INCLUDE")
_VIEWS = ("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES")
_RECORDED = frozenset({"SSESpecification", "Tags", "TableClass", "DeletionProtectionEnabled"})


def define(params: dict[str, Any], *, now: float, table_id: str, label: str) -> dict[str, Any]:
    """Check a CreateTable request and return the definition to store; `label` is that of the table's stream."""
    name = params.get("TableName")
    if not isinstance(name, str) or not _TABLE_NAME.match(name):
        raise invalid(
            "Invalid table/index name.  Table/index names must be between 3 and 255 characters long, "
            "and may contain only the characters a-z, A-Z, 0-9, '_', '-', and '.'"
        )
    if params.get("BillingMode") != "PAY_PER_REQUEST":
        raise unsupported(f"BillingMode {params.get('BillingMode', 'PROVISIONED')}")
    types = _types(params.get("AttributeDefinitions"))
    schema = _schema(params.get("KeySchema"))
    used = _names(schema)
    indexes: dict[str, list[dict[str, Any]]] = {}
    seen: set[str] = set()
    for group, most in (("LocalSecondaryIndexes", 5), ("GlobalSecondaryIndexes", 20)):
        given = params.get(group)
        if given is None:
            continue
        if not isinstance(given, list) or not given:
            raise bad_values(f"List of {group} is empty")
        if len(given) > most:
            raise bad_values(f"Number of {group} exceeds per-table limit of {most}")
        indexes[group] = [_define_index(one, group, schema, seen) for one in given]
        for one in indexes[group]:
            used |= _names(one["KeySchema"])
    _check_definitions(types, used)
    definition = {
        "TableName": name,
        "AttributeDefinitions": params["AttributeDefinitions"],
        "KeySchema": schema,
        "StreamSpecification": _stream(params.get("StreamSpecification")),
        "CreationDateTime": now,
        "TableId": table_id,
        "Label": label,
        **indexes,
    }
    definition |= {one: params[one] for one in _RECORDED if one in params}
    return json.loads(json.dumps(definition))  # type: ignore[no-any-return]


def _types(given: object) -> dict[str, str]:
    if not isinstance(given, list) or not given:
        raise bad_values("Some AttributeDefinitions are not valid: none were given")
    types: dict[str, str] = {}
    for one in given:
        name = require_string(require_object(one, "An attribute definition").get("AttributeName"), "AttributeName")
        kind = one.get("AttributeType")
        if kind not in ("S", "N", "B"):
            raise one_of("attributeDefinitions.member.attributeType", kind, ("B", "N", "S"))
        if name in types:
            raise invalid(f"Duplicate AttributeName: {name}")
        types[name] = kind
    return types


def _schema(given: object) -> list[dict[str, str]]:
    if not isinstance(given, list) or not 1 <= len(given) <= 2:
        raise constraint("keySchema", given, "have one or two members")
    roles = [require_object(one, "A key schema element").get("KeyType") for one in given]
    names = [require_string(one.get("AttributeName"), "AttributeName") for one in given]
    if roles[0] != "HASH":
        raise invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
    if len(given) == 2 and roles[1] != "RANGE":
        raise invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
    if len(set(names)) != len(names):
        raise invalid("Both the Hash Key and the Range Key element in the KeySchema have the same name")
    return [{"AttributeName": name, "KeyType": str(role)} for name, role in zip(names, roles, strict=True)]


def _names(schema: list[dict[str, str]]) -> set[str]:
    return {one["AttributeName"] for one in schema}


def _check_definitions(types: dict[str, str], used: set[str]) -> None:
    shown = f"Keys: [{', '.join(sorted(used))}], AttributeDefinitions: [{', '.join(sorted(types))}]"
    if used - types.keys():
        raise bad_values(f"Some index key attributes are not defined in AttributeDefinitions. {shown}")
    if types.keys() - used:
        raise bad_values(
            "Number of attributes in KeySchema does not "
            f"exactly match number of attributes defined in AttributeDefinitions. {shown}"
        )


def _define_index(one: dict[str, Any], group: str, table: list[dict[str, str]], seen: set[str]) -> dict[str, Any]:
    unknown = set(require_object(one, "An index")) - {"IndexName", "KeySchema", "Projection"}
    if unknown:
        raise unsupported(f"{sorted(unknown)[0]} of an index")
    name = one.get("IndexName")
    if not isinstance(name, str) or not _TABLE_NAME.match(name):
        raise invalid(f"Invalid table/index name: {name}")
    if name in seen:
        raise bad_values(f"Duplicate index name: {name}")
    seen.add(name)
    schema = _schema(one.get("KeySchema"))
    if group == "LocalSecondaryIndexes":
        _check_local(name, schema, table)
    return {"IndexName": name, "KeySchema": schema, "Projection": _projection(one.get("Projection"))}


def _check_local(name: str, schema: list[dict[str, str]], table: list[dict[str, str]]) -> None:
    if len(table) < 2:
        raise bad_values(
            "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"
        )
    if len(schema) < 2:
        raise bad_values(f"Index KeySchema does not have a range key for index: {name}")
    if schema[0] != table[0]:
        raise bad_values(
            "Index KeySchema does not have the same leading "
            f"hash key as table KeySchema for index: {name}. index hash key: {schema[0]['AttributeName']}, "
            f"table hash key: {table[0]['AttributeName']}"
        )


def _projection(given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise bad_values("Unknown ProjectionType: null")
    kind, extra = given.get("ProjectionType"), given.get("NonKeyAttributes")
    if kind not in _PROJECTIONS:
        raise bad_values(f"Unknown ProjectionType: {kind}")
    if kind != "INCLUDE" and extra is not None:
        raise bad_values(f"ProjectionType is {kind}, but NonKeyAttributes is specified")
    if extra is not None:
        extra = [require_string(name, "A non-key attribute") for name in require_list(extra, "NonKeyAttributes")]
    if kind == "INCLUDE" and not extra:
        raise bad_values("ProjectionType is INCLUDE, but NonKeyAttributes is not specified")
    return given


def _stream(given: object) -> dict[str, Any] | None:
    if given is None:
        return None
    stream = require_object(given, "StreamSpecification")
    view = stream.get("StreamViewType")
    if stream.get("StreamEnabled") and view not in _VIEWS:
        raise bad_values("StreamViewType is required when StreamEnabled is true")
    if not stream.get("StreamEnabled") and view is not None:
        raise bad_values("StreamViewType is given, but StreamEnabled is false")
    return stream
