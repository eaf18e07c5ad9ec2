"""Tables and indexes: their definition, and what of an item they key and project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import values
from .errors import bad_values, invalid, invalid_item
from .values import Item, Value

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"
# Index ids are table id times this + position; a table has at most 5 local and 20 global indexes.
INDEXES_PER_TABLE = 32


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
        return Index(self.id * INDEXES_PER_TABLE + position, one["IndexName"], hash_, range_, local, projected)

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
                raise bad_values(f"Missing the key {name} in the item")
            if self.types[name] not in item[name]:
                raise bad_values(
                    f"Type mismatch for key {name} "
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
                raise bad_values(
                    f"Type mismatch for Index Key {name} "
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
            raise bad_values(
                f"Aggregated size of all {role.lower()} keys has exceeded the size limit of {limit} bytes"
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
        raise bad_values(
            "Size of hashkey has exceeded the maximum size limit of2048 bytes"
            if role == "HASH"
            else "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
        )
    return encoded


def _roles(schema: list[dict[str, str]]) -> tuple[str, str | None]:
    names = [one["AttributeName"] for one in schema]
    return names[0], names[1] if len(names) > 1 else None
