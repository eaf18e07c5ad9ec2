"""Word lists as data: ``data/<name>.toml`` in the folder of the module that uses them.

Parsing TOML costs a cold start tens of milliseconds, reading JSON a tenth of one. So the parsed file is cached as
JSON in ``data/__pycache__``, as Python caches bytecode. A build makes the JSON in advance and removes the TOML
(``python word_lists.py <folder>``). ``python -m tests.lint.word_lists`` checks the files; nothing here does.
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
        """Return a list as a set."""
        return frozenset(self._lists[name])

    def ordered(self, name: str) -> tuple[str, ...]:
        """Return a list in its order."""
        return tuple(self._lists[name])

    def meanings(self, name: str) -> dict[str, str]:
        """Return the meaning of each word of a list."""
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
    """Return the lists of a file, from its cache if that is up to date."""
    cache = _cache_of(source)
    try:
        status = source.stat()
    except FileNotFoundError:  # as built
        return _cached(cache)[1]
    stamp = [status.st_mtime_ns, status.st_size]
    try:
        of, lists = _cached(cache)
    except (OSError, ValueError):
        of, lists = None, {}
    if of != stamp:
        lists = parse(source)
        if not sys.dont_write_bytecode:
            _write(cache, stamp, lists)
    return lists


def parse(source: Path) -> dict[str, Any]:
    """Return the lists of a file without its cache."""
    import tomllib

    return tomllib.loads(source.read_text("utf-8"))


def build(folder: Path) -> None:
    """Replace all lists below a folder by their caches."""
    for source in folder.rglob("data/*.toml"):
        _write(_cache_of(source), None, parse(source))
        source.unlink()


def _cache_of(source: Path) -> Path:
    return source.parent / "__pycache__" / f"{source.stem}.json"


def _cached(cache: Path) -> tuple[list[int] | None, dict[str, Any]]:
    """Return time and size of a cached file (None from a build), and its lists."""
    stamp, lists = json.loads(cache.read_bytes())
    return stamp, lists


def _write(cache: Path, stamp: list[int] | None, lists: dict[str, Any]) -> None:
    temporary = cache.with_name(f"{cache.name}.{os.getpid()}")
    try:
        cache.parent.mkdir(exist_ok=True)
        temporary.write_text(json.dumps([stamp, lists], ensure_ascii=False), "utf-8")
        temporary.replace(cache)
    except OSError:
        if stamp is None:
            raise  # a build must write; without it, a read-only folder is parsed again each time


if __name__ == "__main__":
    build(Path(sys.argv[1]))
