"""The folder that holds everything the local run keeps."""

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
    """The data of one local run; several processes may use it at once.

    Parameters
    ----------
    path
        The folder; it is made where it is missing.
    """

    path: Path

    @property
    def database(self) -> Path:
        """The one file that the embedded engine keeps all tables in."""
        return self.path / "commonplace.db"

    @property
    def _welcomed(self) -> Path:
        return self.path / "welcomed"

    def make(self) -> None:
        """Create the folder, for its owner alone, since memories are personal.

        Raises
        ------
        DataError
            Where that is not possible.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.database.exists():
                # Somebody threw the tables away: the key that was shown went with them.
                self._welcomed.unlink(missing_ok=True)
        except OSError as error:
            raise DataError(f"The data folder {self.path} cannot be used: {error.strerror}.") from error

    def require(self) -> None:
        """Refuse a folder that no server has kept data in: what is made in a new one leads nowhere.

        Raises
        ------
        DataError
            Where there is no data.
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
        """Tell whether nobody has been shown a key yet."""
        return not self._welcomed.exists()

    def mark_welcomed(self) -> None:
        """Note that a key was shown; a start killed before this note shows one the next time."""
        self._welcomed.touch()

    def note_address(self, url: str) -> None:
        """Note where the server listens, for links to it."""
        self._address.write_text(f"{url}\n")

    @property
    def address(self) -> str | None:
        """Where the server of this folder was last started; None: never."""
        return self._address.read_text().strip() if self._address.exists() else None

    @property
    def _address(self) -> Path:
        return self.path / "address"

    def open(self, stack: Stack) -> Engine:
        """Open the tables, make what is missing and bind the functions' code to them.

        Parameters
        ----------
        stack
            The loaded template.

        Returns
        -------
        Engine
            What answers the calls of this process and, over HTTP, of others.
        """
        from local.dynamodb import Engine, connect  # boto3 is slow to import: not for --help

        self.make()
        prepare(stack)
        engine = Engine(self.database)
        client = connect(engine)
        create_tables(client, stack)

        from commonplace.storage.connection import use

        use(client)
        return engine
