"""What `sam build` makes: the sources, the locked libraries, and nothing else."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest
from packaging.markers import Marker

from tests.support.agents import stack
from tests.support.lambda_runtime import BUILD, LambdaRuntime, built_layer, layer_source, layers, stale
from tests.template.reading import layers_of

pytestmark = [pytest.mark.lambda_runtime, pytest.mark.xdist_group("lambda_runtime")]

MOST_BYTES = 220_000_000
# The embedding model's engine: a plain library, whatever Python built it.
_LOADED_BY_NAME = {"_engine.cpython-312-x86_64-linux-gnu.so"}


def test_build_holds_the_sources_as_they_are(runtime: LambdaRuntime) -> None:
    assert stale() == []


def test_functions_hold_their_handler_alone(runtime: LambdaRuntime) -> None:
    assert {key: sorted(path.name for path in (BUILD / key).iterdir()) for key in stack().functions} == {
        key: ["handler.py"] for key in stack().functions
    }


def test_build_holds_no_compiled_files_of_other_pythons(runtime: LambdaRuntime) -> None:
    assert {path.name for path in BUILD.rglob("*.pyc") if "cpython-313" not in path.name} == set()
    for layer in layers():
        names = {path.name for path in built_layer(layer).rglob("*.cpython-*.so")} - _LOADED_BY_NAME
        assert {name for name in names if "cpython-313" not in name} == set()


@pytest.mark.parametrize("layer", layers())
def test_layer_is_compiled_whole_and_for_good(layer: str, runtime: LambdaRuntime) -> None:
    """A function's disk is read-only, and the times of its files are the build's: no file may be compiled anew."""
    sources = {path for path in built_layer(layer).rglob("*.py") if "__pycache__" not in path.parts}
    compiled = {path: path.parent / "__pycache__" / f"{path.stem}.cpython-313.pyc" for path in sources}

    assert {path for path, one in compiled.items() if not one.is_file()} == set()
    # PEP 552: of the flags, the lowest bit says "by hash", the next "check the source".
    assert {one.read_bytes()[4] for one in compiled.values()} == {0b01}


@pytest.mark.parametrize("layer", layers())
def test_layer_holds_what_the_lock_says(layer: str, runtime: LambdaRuntime) -> None:
    locked = _locked(layer)
    installed: list[Distribution] = [PathDistribution(path) for path in built_layer(layer).glob("*.dist-info")]

    assert {_normal(one.metadata["Name"]): one.version for one in installed} == {
        _normal(name): version for name, version in locked.items()
    }
    assert {"boto3", "botocore"} & set(map(_normal, locked)) == set()  # the runtime has them


@pytest.mark.parametrize("function", [key for key in stack().functions if len(layers_of(key)) > 1])
def test_layers_that_meet_on_a_function_share_no_library(function: str) -> None:
    names = [_normal(name) for layer in layers_of(function) for name in _locked(layer)]

    assert sorted(names) == sorted(set(names))


@pytest.mark.requirement("A1")
@pytest.mark.parametrize("function", sorted(stack().functions))
def test_function_and_its_layers_are_small_enough(function: str, runtime: LambdaRuntime) -> None:
    """Lambda takes 250 MB at most, all layers together."""
    parts = [BUILD / function, *(built_layer(layer) for layer in layers_of(function))]
    size = sum(path.stat().st_size for part in parts for path in part.rglob("*") if path.is_file())

    assert size < MOST_BYTES


@pytest.mark.parametrize("layer", layers())
def test_layer_holds_nothing_else(layer: str, runtime: LambdaRuntime) -> None:
    built = built_layer(layer)
    libraries = {
        Path(str(file)).parts[0]
        for found in built.glob("*.dist-info")
        for file in PathDistribution(found).files or ()
    }
    own = {path.name for path in layer_source(layer).iterdir() if path.is_dir()}

    assert {path.name for path in built.iterdir()} - libraries - {"__pycache__"} == {*own, "requirements.txt"}
    assert {path.name for path in built.parent.iterdir()} == {"python"}


def _locked(layer: str) -> dict[str, str]:
    """What a layer's lock has for the system that functions run on."""
    lock = (layer_source(layer) / "requirements.txt").read_text()
    found = re.findall(r"^([A-Za-z0-9_-]+)==(\S+)(?: ; (.*?))?(?: \\)?$", lock, re.MULTILINE)
    system = {"sys_platform": "linux", "platform_python_implementation": "CPython", "python_version": "3.13"}
    return {name: version for name, version, marker in found if not marker or Marker(marker).evaluate(system)}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
