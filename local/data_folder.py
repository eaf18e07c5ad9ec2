"""The folder with all data of the local run."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from local.deploy import create_tables
from local.functions import prepare
from local.stack import Stack

if TYPE_CHECKING:
    from local.dynamodb import Engine


class DataError(Exception):
    """The folder cannot be used."""


@dataclass(frozen=True)
class DataFolder:
    """The data of one local run; several processes may use it at the same time."""

    path: Path

    @property
    def database(self) -> Path:
        """The file of the embedded engine, with all tables."""
        return self.path / "commonplace.db"

    @property
    def _welcomed(self) -> Path:
        return self.path / "welcomed"

    def make(self) -> None:
        """Create the folder, readable by its owner only, since memories are personal.

        Raises
        ------
        DataError
            If that is not possible.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.database.exists():
                # The tables were deleted, and with them the key that was shown.
                self._welcomed.unlink(missing_ok=True)
        except OSError as error:
            raise DataError(f"The data folder {self.path} cannot be used: {error.strerror}.") from error

    def require(self) -> None:
        """Refuse a folder without data.

        Raises
        ------
        DataError
            If there is no data.
        """
        if self.path.exists() and not self.path.is_dir():
            raise DataError(f"The data folder {self.path} cannot be used: Not a directory.")
        if not self.database.exists():
            raise DataError(
                f"There is no data in {self.path}. Name the folder that the server runs with (--data DIR), or"
                f" start the server with this one first: make run DATA={shlex.quote(str(self.path))}"
            )

    @property
    def is_new(self) -> bool:
        """Whether no key has been shown yet."""
        return not self._welcomed.exists()

    def mark_welcomed(self) -> None:
        """Record that a key was shown; a start that is killed before shows one the next time."""
        self._welcomed.touch()

    def note_address(self, url: str) -> None:
        """Store the server's address, for links to it; a full disk keeps the one of before."""
        new = self.path / "address.new"
        try:
            if self.address != url:
                new.write_text(f"{url}\n")
                new.replace(self._address)
        except OSError:
            new.unlink(missing_ok=True)

    @property
    def address(self) -> str | None:
        """The address of the last start; None if there was none."""
        return self._address.read_text().strip() if self._address.exists() else None

    @property
    def _address(self) -> Path:
        return self.path / "address"

    def open(self, stack: Stack) -> Engine:
        """Open the tables, create missing ones and bind the functions' code to them."""
        from local.dynamodb import Engine, connect  # boto3 is slow to import: not for --help

        self.make()
        prepare(stack)
        engine = Engine(self.database)
        client = connect(engine)
        create_tables(client, stack)

        from commonplace.storage.connection import use

        use(client)
        return engine
