"""Defaults of the command line."""

from pathlib import Path

DEFAULT_DATA = Path(".data")
