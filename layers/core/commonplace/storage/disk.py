"""Errors of a database that is a file on a disk, as the local run has one; DynamoDB has none of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import ClientError

DISK_FAILED = "storage.failed"
# Keys of refusals by the errors' codes.
_FAULTS = {
    "StorageFullException": "storage.full",
    "StorageQuotaException": "storage.quota",
    "StorageReadOnlyException": "storage.read_only",
    "StorageFailedException": DISK_FAILED,
}


def disk_fault(error: BaseException) -> str | None:
    """Return the key of the refusal that says what is wrong with the disk; None: it is another error."""
    return _FAULTS.get(error.response["Error"]["Code"]) if isinstance(error, ClientError) else None


@contextmanager
def despite_full_disk() -> Iterator[None]:
    """Go on where the disk takes nothing: for a write that a read would rather have, and does without."""
    try:
        yield
    except ClientError as error:
        if disk_fault(error) is None:
            raise
