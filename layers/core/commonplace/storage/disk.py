"""Errors of a database that is a file on a disk, as the local run has one; DynamoDB has none of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import ClientError

from ..refusals.errors import NotStorable, Refusal


def disk_fault(error: BaseException) -> Refusal | None:
    """Return the refusal that says what is wrong with the disk; None: it is another error."""
    match error.response["Error"]["Code"] if isinstance(error, ClientError) else None:
        case "StorageFullException":
            return NotStorable("storage.full")
        case "StorageQuotaException":
            return NotStorable("storage.quota")
        case "StorageReadOnlyException":
            return NotStorable("storage.read_only")
        case "StorageFailedException":
            return Refusal("storage.failed")
    return None


@contextmanager
def despite_full_disk() -> Iterator[None]:
    """Go on where the disk takes nothing: for a write that a read would rather have, and does without."""
    try:
        yield
    except ClientError as error:
        if disk_fault(error) is None:
            raise
