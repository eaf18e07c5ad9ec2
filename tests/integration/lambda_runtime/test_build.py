"""What `sam build` makes: the sources, the locked libraries, and nothing else."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from tests.support.agents import ROOT, stack
from tests.support.lambda_runtime import BUILD, LAYER, LambdaRuntime, stale

pytestmark = [pytest.mark.lambda_runtime, pytest.mark.xdist_group("lambda_runtime")]


def test_build_holds_the_sources_as_they_are(runtime: LambdaRuntime) -> None:
    assert stale() == []


def test_functions_hold_their_handler_alone(runtime: LambdaRuntime) -> None:
    assert {key: sorted(path.name for path in (BUILD / key).iterdir()) for key in stack().functions} == {
        key: ["handler.py"] for key in stack().functions
    }


def test_build_holds_no_compiled_files_of_other_pythons(runtime: LambdaRuntime) -> None:
    assert {path.name for path in BUILD.rglob("*.pyc") if "cpython-313" not in path.name} == set()
    assert {path.name for path in LAYER.rglob("*.so") if "cpython-313" not in path.name} == set()


def test_layer_is_compiled_whole_and_for_good(runtime: LambdaRuntime) -> None:
    """A function's disk is read-only, and the times of its files are the build's: no file may be compiled anew."""
    sources = {path for path in LAYER.rglob("*.py") if "__pycache__" not in path.parts}
    compiled = {path: path.parent / "__pycache__" / f"{path.stem}.cpython-313.pyc" for path in sources}

    assert {path for path, one in compiled.items() if not one.is_file()} == set()
    # PEP 552: of the flags, the lowest bit says "by hash", the next "check the source".
    assert {one.read_bytes()[4] for one in compiled.values()} == {0b01}


def test_layer_holds_what_the_lock_says(runtime: LambdaRuntime) -> None:
    lock = (ROOT / "layers" / "core" / "requirements.txt").read_text()
    locked = dict(re.findall(r"^([A-Za-z0-9_-]+)==(\S+)", lock, re.MULTILINE))
    installed: list[Distribution] = [PathDistribution(path) for path in LAYER.glob("*.dist-info")]

    assert {_normal(one.metadata["Name"]): one.version for one in installed} == {
        _normal(name): version for name, version in locked.items()
    }
    assert {"boto3", "botocore"} & set(map(_normal, locked)) == set()  # the runtime has them


def test_layer_holds_nothing_else(runtime: LambdaRuntime) -> None:
    libraries = {
        Path(str(file)).parts[0]
        for found in LAYER.glob("*.dist-info")
        for file in PathDistribution(found).files or ()
    }

    assert {path.name for path in LAYER.iterdir()} - libraries == {
        "__pycache__",
        "commonplace",
        "requirements.txt",
    }
    assert {path.name for path in LAYER.parent.iterdir()} == {"python"}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
