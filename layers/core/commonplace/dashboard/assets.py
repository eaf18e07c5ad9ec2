"""Static files: stylesheet, scripts and images, under names with a hash of their content."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from ..operations.http import Answer

FOLDER = Path(__file__).parent / "static"
PATH = "/assets/"
YEAR = 31_536_000  # seconds
# Removed from stylesheets; no string in them matches.
_COMMENT, _SPACE = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"(?<=[{};,:])\s+|\s+(?=\{)|^\s+")
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def asset(name: str) -> str:
    """Return a file's address, for templates."""
    return PATH + _hashed()[name]


def answer_asset(path: str) -> Answer | None:
    """Answer with a file: cacheable for a year under its hashed name, for minutes under its plain name.

    Returns
    -------
    dict or None
        None if there is no such file or version.
    """
    asked = path.removeprefix(PATH)
    name = next((name for name, hashed in _hashed().items() if asked in (hashed, name)), None)
    if name is None:
        return None
    caching = "max-age=300" if asked == name else f"public, max-age={YEAR}, immutable"
    headers = {"content-type": _TYPES[Path(name).suffix], "cache-control": caching}
    return {"statusCode": 200, "headers": headers, "body": _body(FOLDER / name)}


def _body(file: Path) -> bytes:
    """Read a file; comments and redundant spaces of stylesheets are removed."""
    data = file.read_bytes()
    return _SPACE.sub(b"", _COMMENT.sub(b"", data)) if file.suffix == ".css" else data


@cache
def _hashed() -> dict[str, str]:
    """Return hashed names (``dashboard.0123456789ab.css``) by plain names."""
    return {
        file.name: f"{file.stem}.{hashlib.sha256(_body(file)).hexdigest()[:12]}{file.suffix}"
        for file in FOLDER.iterdir()
        if file.suffix in _TYPES
    }
