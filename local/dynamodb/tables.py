"""Tables and indexes: their definition, and what of an item they key and project."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from . import values
from .errors import ApiError, invalid, invalid_item, malformed, unsupported
from .values import Item, Value

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"
# Index ids are table id × this + position; a table has at most 5 local and 20 global indexes.
INDEXES_PER_TABLE = 32
_TABLE_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}\Z")
_PROJECTIONS = ("ALL", "KEYS_ONLY", "INCLUDE")
_VIEWS = ("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES")
_RECORDED = frozenset({"SSESpecification", "Tags", "TableClass", "DeletionProtectionEnabled"})


@dataclass(frozen=True, slots=True)
class Entry:
    """An item's place in an index: its key there and the size of what is projected."""

    pk: bytes
    sk: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Index:
    """A secondary index; `projected` is None if it holds every attribute."""

    id: int
    name: str
    hash: str
    range: str | None
    local: bool
    projected: frozenset[str] | None

    def project(self, item: Item) -> Item:
        """Return what the index holds of an item."""
        if self.projected is None:
            return item
        return {name: value for name, value in item.items() if name in self.projected}


class Table:
    """A table as its description defines it.

    Parameters
    ----------
    id_ : int
        The number the storage knows it by.
    definition : dict[str, Any]
        What `define` made of the CreateTable request.
    """

    def __init__(self, id_: int, definition: dict[str, Any]) -> None:
        self.id = id_
        self.definition = definition
        self.name: str = definition["TableName"]
        self.hash, self.range = _roles(definition["KeySchema"])
        self.types: dict[str, str] = {
            one["AttributeName"]: one["AttributeType"] for one in definition["AttributeDefinitions"]
        }
        self.keys: tuple[str, ...] = (self.hash,) if self.range is None else (self.hash, self.range)
        self.ttl: str | None = definition.get("TimeToLive")
        stream = definition.get("StreamSpecification") or {}
        self.view: str | None = stream.get("StreamViewType") if stream.get("StreamEnabled") else None
        self.arn = ARN + self.name
        self.stream_arn = f"{self.arn}/stream/{definition['Label']}" if self.view else None
        self.indexes: dict[str, Index] = {}
        for local, group in ((True, "LocalSecondaryIndexes"), (False, "GlobalSecondaryIndexes")):
            for one in definition.get(group) or []:
                index = self._index(one, local=local, position=len(self.indexes))
                self.indexes[index.name] = index
        self.index_keys = {
            name: index
            for index in self.indexes.values()
            for name in (index.hash, index.range)
            if name is not None and name not in self.keys
        }

    def _index(self, one: dict[str, Any], *, local: bool, position: int) -> Index:
        hash_, range_ = _roles(one["KeySchema"])
        projection = one["Projection"]
        projected = None
        if projection["ProjectionType"] != "ALL":
            keys = [*self.keys, hash_, *([] if range_ is None else [range_])]
            projected = frozenset([*keys, *projection.get("NonKeyAttributes", [])])
        return Index(
            self.id * INDEXES_PER_TABLE + position, one["IndexName"], hash_, range_, local, projected
        )

    def index(self, name: object) -> Index:
        """Return an index by name."""
        found = self.indexes.get(name) if isinstance(name, str) else None
        if found is None:
            raise invalid(f"The table does not have the specified index: {name}")
        return found

    def check_key(self, key: object) -> tuple[Item, bytes, bytes]:
        """Check the ``Key`` of a request and return it with its encoded parts."""
        item, _ = values.check_item(key)
        if len(item) != len(self.keys) or any(
            name not in item or self.types[name] not in item[name] for name in self.keys
        ):
            raise invalid_item("The provided key element does not match the schema")
        return item, *self.encode(item)

    def check_new(self, item: Item) -> tuple[bytes, bytes]:
        """Check the keys of an item that is put and return the encoded primary key."""
        for name in self.keys:
            if name not in item:
                raise invalid_item(
                    f"One or more parameter values were invalid: Missing the key {name} in the item"
                )
            if self.types[name] not in item[name]:
                raise invalid_item(
                    f"One or more parameter values were invalid: Type mismatch for key {name} "
                    f"expected: {self.types[name]} actual: {values.type_of(item[name])}"
                )
        self.check_index_keys(item)
        return self.encode(item)

    def encode(self, item: Item) -> tuple[bytes, bytes]:
        """Return the encoded primary key of an item whose keys have the right types."""
        pk = _encode(self.hash, item[self.hash], "HASH")
        return pk, b"" if self.range is None else _encode(self.range, item[self.range], "RANGE")

    def check_index_keys(self, item: Item) -> None:
        """Refuse attributes that an index cannot have as its key."""
        for name, index in self.index_keys.items():
            value = item.get(name)
            if value is None:
                continue
            wanted = self.types[name]
            if wanted not in value:
                raise invalid_item(
                    f"One or more parameter values were invalid: Type mismatch for Index Key {name} "
                    f"Expected: {wanted} Actual: {values.type_of(value)} IndexName: {index.name}"
                )
            if wanted != "N":
                self._check_index_key(name, value, index)

    def _check_index_key(self, name: str, value: Value, index: Index) -> None:
        encoded = values.encode_key(value)
        if not encoded:
            noun = "string" if "S" in value else "binary"
            raise invalid_item(
                "One or more parameter values are not valid. A value specified for a secondary index key is "
                f"not supported. The AttributeValue for a key attribute cannot contain an empty {noun} value. "
                f"IndexName: {index.name}, IndexKey: {name}"
            )
        role = "HASH" if name == index.hash else "RANGE"
        if values.key_too_long(encoded, role):
            limit = 2048 if role == "HASH" else 1024
            raise invalid_item(
                "One or more parameter values were invalid: Aggregated size of all "
                f"{role.lower()} keys has exceeded the size limit of {limit} bytes"
            )

    def entry(self, index: Index, item: Item, size: int) -> Entry | None:
        """Return an item's place in an index, or None if it has not the keys of it."""
        value = item.get(index.hash)
        if value is None:
            return None
        sk = b""
        if index.range is not None:
            sort = item.get(index.range)
            if sort is None:
                return None
            sk = values.encode_key(sort)
        held = size if index.projected is None else values.item_size(item, index.projected)
        return Entry(values.encode_key(value), sk, held)

    def expiry(self, item: Item) -> float | None:
        """Return when an item expires, if its table and it say so."""
        value = item.get(self.ttl) if self.ttl else None
        return float(value["N"]) if value is not None and "N" in value else None

    def key_of(self, item: Item, index: Index | None = None) -> Item:
        """Return the primary key of an item, with that of an index if one is given."""
        names = list(self.keys)
        if index is not None:
            names += [name for name in (index.hash, index.range) if name and name not in names]
        return {name: item[name] for name in names}

    def describe(self, count: int, size: int) -> dict[str, Any]:
        """Return the ``TableDescription``."""
        definition = self.definition
        out: dict[str, Any] = {
            name: definition[name]
            for name in ("TableName", "AttributeDefinitions", "KeySchema", "CreationDateTime")
        }
        out |= {
            "TableStatus": "ACTIVE",
            "TableArn": self.arn,
            "TableId": definition["TableId"],
            "ItemCount": count,
            "TableSizeBytes": size,
            "ProvisionedThroughput": {
                "NumberOfDecreasesToday": 0,
                "ReadCapacityUnits": 0,
                "WriteCapacityUnits": 0,
            },
            "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
            "DeletionProtectionEnabled": bool(definition.get("DeletionProtectionEnabled")),
        }
        for group in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
            if definition.get(group):
                out[group] = [self._describe_index(one, group) for one in definition[group]]
        if self.view:
            out["StreamSpecification"] = definition["StreamSpecification"]
            out["LatestStreamArn"] = self.stream_arn
            out["LatestStreamLabel"] = definition["Label"]
        return out

    def _describe_index(self, one: dict[str, Any], group: str) -> dict[str, Any]:
        status = {"IndexStatus": "ACTIVE"} if group == "GlobalSecondaryIndexes" else {}
        return {**one, **status, "IndexArn": f"{self.arn}/index/{one['IndexName']}"}


def _encode(name: str, value: Value, role: str) -> bytes:
    encoded = values.encode_key(value)
    if not encoded:
        noun = "string" if "S" in value else "binary"
        raise invalid_item(
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
            f"contain an empty {noun} value. Key: {name}"
        )
    if values.key_too_long(encoded, role):
        raise invalid_item(
            "One or more parameter values were invalid: "
            + (
                "Size of hashkey has exceeded the maximum size limit of2048 bytes"
                if role == "HASH"
                else "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
            )
        )
    return encoded


def _roles(schema: list[dict[str, str]]) -> tuple[str, str | None]:
    names = [one["AttributeName"] for one in schema]
    return names[0], names[1] if len(names) > 1 else None


# CreateTable -----------------------------------------------------------------------------------


def define(params: dict[str, Any], *, now: float, table_id: str, label: str) -> dict[str, Any]:
    """Check a CreateTable request and return what is kept of it.

    Parameters
    ----------
    params : dict[str, Any]
        The request.
    now : float
        The time of creation.
    table_id : str
        A unique id.
    label : str
        The label of the table's stream.

    Returns
    -------
    dict[str, Any]
        The definition, as JSON can hold it.
    """
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
            raise invalid(f"One or more parameter values were invalid: List of {group} is empty")
        if len(given) > most:
            raise invalid(
                "One or more parameter values were invalid: Number of "
                f"{group} exceeds per-table limit of {most}"
            )
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
        raise invalid(
            "One or more parameter values were invalid: Some AttributeDefinitions are not valid: none were given"
        )
    types: dict[str, str] = {}
    for one in given:
        name, kind = one.get("AttributeName"), one.get("AttributeType")
        if kind not in ("S", "N", "B"):
            raise invalid(
                f"1 validation error detected: Value '{kind}' at 'attributeDefinitions.member.attributeType' "
                "failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]"
            )
        if name in types:
            raise invalid(f"Duplicate AttributeName: {name}")
        types[name] = kind
    return types


def _schema(given: object) -> list[dict[str, str]]:
    if not isinstance(given, list) or not 1 <= len(given) <= 2:
        raise invalid("1 validation error detected: 'keySchema' must have one or two members")
    roles = [one.get("KeyType") for one in given]
    names = [one.get("AttributeName") for one in given]
    if roles[0] != "HASH":
        raise invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
    if len(given) == 2 and roles[1] != "RANGE":
        raise invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
    if len(set(names)) != len(names):
        raise invalid("Both the Hash Key and the Range Key element in the KeySchema have the same name")
    return [{"AttributeName": name, "KeyType": role} for name, role in zip(names, roles, strict=True)]


def _names(schema: list[dict[str, str]]) -> set[str]:
    return {one["AttributeName"] for one in schema}


def _check_definitions(types: dict[str, str], used: set[str]) -> None:
    shown = f"Keys: [{', '.join(sorted(used))}], AttributeDefinitions: [{', '.join(sorted(types))}]"
    if used - types.keys():
        raise invalid(
            "One or more parameter values were invalid: Some index key attributes are not defined in "
            f"AttributeDefinitions. {shown}"
        )
    if types.keys() - used:
        raise invalid(
            "One or more parameter values were invalid: Number of attributes in KeySchema does not "
            f"exactly match number of attributes defined in AttributeDefinitions. {shown}"
        )


def _define_index(
    one: dict[str, Any], group: str, table: list[dict[str, str]], seen: set[str]
) -> dict[str, Any]:
    unknown = set(one) - {"IndexName", "KeySchema", "Projection"}
    if unknown:
        raise unsupported(f"{sorted(unknown)[0]} of an index")
    name = one.get("IndexName")
    if not isinstance(name, str) or not _TABLE_NAME.match(name):
        raise invalid(f"Invalid table/index name: {name}")
    if name in seen:
        raise invalid(f"One or more parameter values were invalid: Duplicate index name: {name}")
    seen.add(name)
    schema = _schema(one.get("KeySchema"))
    if group == "LocalSecondaryIndexes":
        _check_local(name, schema, table)
    return {"IndexName": name, "KeySchema": schema, "Projection": _projection(one.get("Projection"))}


def _check_local(name: str, schema: list[dict[str, str]], table: list[dict[str, str]]) -> None:
    if len(table) < 2:
        raise invalid(
            "One or more parameter values were invalid: Table KeySchema does not have a range key, "
            "which is required when specifying a LocalSecondaryIndex"
        )
    if len(schema) < 2:
        raise invalid(
            "One or more parameter values were invalid: Index KeySchema does not have a range key "
            f"for index: {name}"
        )
    if schema[0] != table[0]:
        raise invalid(
            "One or more parameter values were invalid: Index KeySchema does not have the same leading "
            f"hash key as table KeySchema for index: {name}. index hash key: {schema[0]['AttributeName']}, "
            f"table hash key: {table[0]['AttributeName']}"
        )


def _projection(given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise invalid("One or more parameter values were invalid: Unknown ProjectionType: null")
    kind, extra = given.get("ProjectionType"), given.get("NonKeyAttributes")
    if kind not in _PROJECTIONS:
        raise invalid(f"One or more parameter values were invalid: Unknown ProjectionType: {kind}")
    if kind != "INCLUDE" and extra is not None:
        raise invalid(
            f"One or more parameter values were invalid: ProjectionType is {kind}, "
            "but NonKeyAttributes is specified"
        )
    if kind == "INCLUDE" and not extra:
        raise invalid(
            "One or more parameter values were invalid: ProjectionType is INCLUDE, "
            "but NonKeyAttributes is not specified"
        )
    return given


def _stream(given: object) -> dict[str, Any] | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise malformed("StreamSpecification is sent as an object")
    view = given.get("StreamViewType")
    if given.get("StreamEnabled") and view not in _VIEWS:
        raise stream_error("StreamViewType is required when StreamEnabled is true")
    if not given.get("StreamEnabled") and view is not None:
        raise stream_error("StreamViewType is given, but StreamEnabled is false")
    return given


def stream_error(message: str) -> ApiError:
    """Return the refusal of a stream's specification."""
    return invalid(f"One or more parameter values were invalid: {message}")
