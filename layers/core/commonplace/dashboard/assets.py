"""Style, script and pictures: files of this layer under names that change with what is in them."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from ..operations.http import Answer

FOLDER = Path(__file__).parent / "static"
PATH = "/assets/"
YEAR = 31_536_000  # seconds
# What a style is written with for its readers; its strings hold none of this.
_COMMENT, _SPACE = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"(?<=[{};,:])\s+|\s+(?=\{)|^\s+")
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def asset(name: str) -> str:
    """Return a file's address, for templates.

    Raises
    ------
    KeyError
        If there is no such file.
    """
    return PATH + _hashed()[name]


def answer_asset(path: str) -> Answer | None:
    """Answer with a file.

    Parameters
    ----------
    path
        Of the request. A name with the hash of what is in it may be kept for good, one without for minutes.

    Returns
    -------
    dict or None
        None if there is no such file: of another version, or somebody guesses.
    """
    asked = path.removeprefix(PATH)
    name = next((name for name, hashed in _hashed().items() if asked in (hashed, name)), None)
    if name is None:
        return None
    kept = "max-age=300" if asked == name else f"public, max-age={YEAR}, immutable"
    headers = {"content-type": _TYPES[Path(name).suffix], "cache-control": kept}
    return {"statusCode": 200, "headers": headers, "body": _body(FOLDER / name)}


def _body(file: Path) -> bytes:
    """Read a file as it is sent: a style without comments, and without spaces that say nothing."""
    data = file.read_bytes()
    return _SPACE.sub(b"", _COMMENT.sub(b"", data)) if file.suffix == ".css" else data


@cache
def _hashed() -> dict[str, str]:
    """Names with a hash by names without: ``dashboard.0123456789ab.css``."""
    return {
        file.name: f"{file.stem}.{hashlib.sha256(_body(file)).hexdigest()[:12]}{file.suffix}"
        for file in FOLDER.iterdir()
        if file.suffix in _TYPES
    }
