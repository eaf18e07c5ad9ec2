"""What an export holds at a time: a function may hold 128 MB, and a page is all that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.export_import import apart, export, fill


@pytest.mark.requirement("A19")
def test_an_export_of_ten_thousand_memories_stays_within_128_mb(tmp_path: Path) -> None:
    done = apart(export, tmp_path, apart(fill, tmp_path, 10_000))

    assert done["memories"] == 10_000
    assert done["largest page"] <= 4_000_000
    assert done["MB at most"] < 128, "the embedded engine included"
