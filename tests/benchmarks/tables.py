"""New tables for one benchmark: on the embedded engine, in a folder that goes with it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.agents import stack

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@contextmanager
def new_tables() -> Iterator[DynamoDBClient]:
    """Let this process's functions, which have been prepared (``local.functions``), work on empty tables."""
    from commonplace.storage import connection
    from local.deploy import create_tables
    from local.dynamodb import connect

    with tempfile.TemporaryDirectory() as folder, closing(connect(Path(folder) / "tables.db")) as client:
        create_tables(client, stack())
        connection.use(client)
        try:
            yield client
        finally:
            connection.use(None)
