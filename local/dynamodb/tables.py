"""Tables and secondary indexes: their key schemas, projections and descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import values
from .errors import bad_values, invalid, invalid_item
from .values import Item, Key

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"
_LONG_HASH_KEY = "Size of hashkey has exceeded the maximum size limit of2048 bytes"
_INDEX_KEY = "A value specified for a secondary index key is not supported. "
# Index ids are table id times this + position; a table has at most 5 local and 20 global indexes.
INDEXES_PER_TABLE = 32


@dataclass(frozen=True, slots=True)
class Entry:
    """An item's entry in an index: its key there and the size of the projected attributes."""

    pk: bytes
    sk: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Index:
    """A secondary index; `projected` is None if its projection is ALL."""

    id: int
    name: str
    hash: str
    range: str | None
    local: bool
    projected: frozenset[str] | None

    def project(self, item: Item) -> Item:
        """Return the attributes of an item that the index projects."""
        if self.projected is None:
            return item
        return {name: value for name, value in item.items() if name in self.projected}


class Table:
    """A table: the id of its rows in the storage, and what `define` made of the CreateTable request."""

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

    def check_key(self, key: object) -> tuple[Item, Key]:
        """Check the ``Key`` of a request and return it, and encoded."""
        item, _ = values.check_item(key)
        if len(item) != len(self.keys) or any(
            name not in item or self.types[name] not in item[name] for name in self.keys
        ):
            raise invalid_item("The provided key element does not match the schema")
        return item, self.encode(item)

    def check_new(self, item: Item) -> Key:
        """Check the keys of an item to put and return the encoded primary key."""
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

    def encode(self, item: Item) -> Key:
        """Return the encoded primary key of an item whose keys have the right types."""
        pk = values.check_key(item[self.hash], "HASH", f"Key: {self.hash}", too_long=_LONG_HASH_KEY)
        if self.range is None:
            return pk, b""
        return pk, values.check_key(item[self.range], "RANGE", f"Key: {self.range}")

    def check_index_keys(self, item: Item) -> None:
        """Refuse attributes of a type or value that an index key cannot have."""
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
                role = "HASH" if name == index.hash else "RANGE"
                place = f"IndexName: {index.name}, IndexKey: {name}"
                values.check_key(value, role, place, note=_INDEX_KEY)

    def entry(self, index: Index, item: Item, size: int) -> Entry | None:
        """Return an item's entry in an index, or None if it lacks a key attribute of the index."""
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
        """Return the TTL attribute of an item, in epoch seconds."""
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


def _roles(schema: list[dict[str, str]]) -> tuple[str, str | None]:
    names = [one["AttributeName"] for one in schema]
    return names[0], names[1] if len(names) > 1 else None
