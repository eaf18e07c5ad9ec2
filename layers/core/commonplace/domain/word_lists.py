"""Word lists as data: ``data/<name>.toml`` in the folder of the module that uses them.

Parsing TOML costs a cold start tens of milliseconds, reading JSON a tenth of one. So what was parsed is kept as
JSON in ``data/__pycache__``, as Python keeps what it compiled. A build makes the JSON in advance and removes the
TOML (``python word_lists.py <folder>``). ``python -m tests.lint.word_lists`` checks the files; nothing here does.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any


class WordLists:
    """The lists of one file, each by its name."""

    def __init__(self, module: str, name: str) -> None:
        """Read the lists called ``name`` of the module with this ``__file__``."""
        self._lists = read(Path(module).with_name("data") / f"{name}.toml")

    def words(self, name: str) -> frozenset[str]:
        """Return a list whose order says nothing."""
        return frozenset(self._lists[name])

    def ordered(self, name: str) -> tuple[str, ...]:
        """Return a list in its order."""
        return tuple(self._lists[name])

    def meanings(self, name: str) -> dict[str, str]:
        """Return what each word of a list means."""
        return dict(self._lists[name])

    def by_language(self, name: str) -> dict[str, list[str]]:
        """Return a list for each language or script."""
        return dict(self._lists[name])

    def groups(self, name: str) -> list[list[str]]:
        """Return groups of words."""
        return list(self._lists[name])

    def groups_by_language(self, name: str) -> dict[str, list[list[str]]]:
        """Return groups of words for each language or script."""
        return dict(self._lists[name])

    def pairs(self, name: str) -> list[tuple[list[str], list[str]]]:
        """Return pairs of groups of words."""
        return [(one, other) for one, other in self._lists[name]]

    def rows(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a table."""
        return list(self._lists[name])


def read(source: Path) -> dict[str, Any]:
    """Return what a file says, from the JSON that was kept of it where that is of the same file."""
    kept = _kept(source)
    try:
        status = source.stat()
    except FileNotFoundError:  # as built
        return _compiled(kept)[1]
    stamp = [status.st_mtime_ns, status.st_size]
    try:
        of, lists = _compiled(kept)
    except (OSError, ValueError):
        of, lists = None, {}
    if of != stamp:
        lists = parse(source)
        if not sys.dont_write_bytecode:
            _keep(kept, stamp, lists)
    return lists


def parse(source: Path) -> dict[str, Any]:
    """Return what a file says, from the file itself."""
    import tomllib

    return tomllib.loads(source.read_text("utf-8"))


def build(folder: Path) -> None:
    """Put JSON in the place of all lists below a folder."""
    for source in folder.rglob("data/*.toml"):
        _keep(_kept(source), None, parse(source))
        source.unlink()


def _kept(source: Path) -> Path:
    return source.parent / "__pycache__" / f"{source.stem}.json"


def _compiled(kept: Path) -> tuple[list[int] | None, dict[str, Any]]:
    """Return what was kept of a file: its time and size, which a build leaves out, and what it says."""
    stamp, lists = json.loads(kept.read_bytes())
    return stamp, lists


def _keep(kept: Path, stamp: list[int] | None, lists: dict[str, Any]) -> None:
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    try:
        kept.parent.mkdir(exist_ok=True)
        beside.write_text(json.dumps([stamp, lists], ensure_ascii=False), "utf-8")
        beside.replace(kept)
    except OSError:
        if stamp is None:
            raise  # a build that keeps nothing is none; a folder that cannot be written is parsed again


if __name__ == "__main__":
    build(Path(sys.argv[1]))
