"""The part of o200k_base's vocabulary that the bound of tokens knows, drawn from the whole.

``python -m tests.unit.gateway.notes.vocabulary`` writes the files again.
"""

from __future__ import annotations

import base64
import gzip
from importlib.resources import files
from pathlib import Path

import commonplace.gateway.notes

FOLDER = Path(commonplace.gateway.notes.__file__).parent
RANKS = 40_000  # of the lowest numbers, which the most frequent tokens have


def whole() -> dict[bytes, int]:
    """Return all tokens and their numbers."""
    packed = files("bpe_openai").joinpath("data", "o200k_base.tiktoken.gz").read_bytes()
    lines = (line.split() for line in gzip.decompress(packed).splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def part() -> tuple[list[str], list[str]]:
    """Return the lines of both files.

    ``vocabulary.txt`` has tokens as they are: those of the lowest numbers and all of one or two characters;
    ``vocabulary.hex`` those that cannot be a line of text: all that begin or end within a character, and of the
    others those with a line end or another control character.
    """
    lines, coded = [], []
    for token, rank in whole().items():
        try:
            text = token.decode("utf-8")
        except UnicodeDecodeError:
            coded.append(token.hex())
            continue
        if rank < RANKS or len(text) <= 2:
            if any(char < " " for char in text):
                coded.append(token.hex())
            else:
                lines.append(text)
    return sorted(lines), sorted(coded)


if __name__ == "__main__":
    for name, lines in zip(("vocabulary.txt", "vocabulary.hex"), part(), strict=True):
        (FOLDER / name).write_bytes("\n".join(lines).encode())
        print(f"{name}: {len(lines):,} tokens, {(FOLDER / name).stat().st_size:,} bytes")
