"""Loading functions by file and calling them with Lambda's context."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from local.functions import FunctionError, LazyHandler, LoadError, load_function, load_functions, prepare
from local.stack import Function, Stack

HANDLER = """\
import os
SEEN = os.environ.get("TABLE")
def handler(event, context):
    return {"seen": SEEN, "event": event, "context": context}
def fails(event, context):
    raise ValueError("what the caller wrote: " + event["text"])
def leaves(event, context):
    raise SystemExit(1)
"""


def function(root: Path, folder: str, handler: str = "handler.handler", code: str = HANDLER) -> Function:
    file = root / folder / "handler.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(code, encoding="utf-8")
    return Function("Work", "commonplace-Work", root / folder, handler, {}, timeout_seconds=5, memory_mb=256)


def test_files_of_one_name_are_modules_of_their_own(tmp_path: Path) -> None:
    first = load_function(function(tmp_path, "functions/a/work"), tmp_path)
    second = load_function(function(tmp_path, "functions/b/work"), tmp_path)

    modules = {first.handler.__module__, second.handler.__module__}
    assert modules == {"functions.a.work.handler", "functions.b.work.handler"}
    assert modules <= sys.modules.keys()


def test_another_checkout_does_not_get_this_ones_module(tmp_path: Path) -> None:
    first = load_function(function(tmp_path / "one", "functions/c/work"), tmp_path / "one")
    again = load_function(function(tmp_path / "one", "functions/c/work"), tmp_path / "one")
    other = load_function(function(tmp_path / "two", "functions/c/work"), tmp_path / "two")

    assert first.handler is again.handler
    assert first.handler is not other.handler


def test_the_context(tmp_path: Path) -> None:
    context = load_function(function(tmp_path, "functions/d/work"), tmp_path).invoke({})["context"]

    assert context.function_name == "commonplace-Work"
    assert context.memory_limit_in_mb == 256
    assert context.invoked_function_arn.endswith(":function:commonplace-Work")
    assert context.log_group_name == "/aws/lambda/commonplace-Work"
    assert context.log_stream_name
    assert len(context.aws_request_id) == 36
    assert 4_000 < context.get_remaining_time_in_millis() <= 5_000


@pytest.mark.requirement("D7")
def test_an_error_names_kind_and_place_but_no_value(tmp_path: Path) -> None:
    loaded = load_function(function(tmp_path, "functions/e/work", "handler.fails"), tmp_path)

    with pytest.raises(FunctionError) as error:
        loaded.invoke({"text": "my secret"})

    assert str(error.value) == "ValueError at e/work/handler.py:6"


def test_a_function_that_leaves_does_not_take_the_server_along(tmp_path: Path) -> None:
    loaded = load_function(function(tmp_path, "functions/f/work", "handler.leaves"), tmp_path)

    with pytest.raises(FunctionError, match="SystemExit"):
        loaded.invoke({})


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    absent = Function("Work", "w", tmp_path / "functions/g", "handler.handler", {})
    with pytest.raises(LoadError, match=r"Work: there is no functions/g/handler\.py"):
        load_function(absent, tmp_path)
    with pytest.raises(LoadError, match=r"Work: functions/h/handler\.py has no nothing"):
        load_function(function(tmp_path, "functions/h", "handler.nothing"), tmp_path)
    with pytest.raises(LoadError, match=r"Work: functions/i/handler\.py fails to import: ZeroDivisionError"):
        load_function(function(tmp_path, "functions/i", code="1 / 0"), tmp_path)
    assert "functions.i.handler" not in sys.modules


def test_prepare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "POWERTOOLS_METRICS_DISABLED", "POWERTOOLS_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(sys, "path", list(sys.path))
    layer = tmp_path / "layers/core"

    prepare(Stack("s", tmp_path, {}, {}, layers=(layer,), environment={"TABLE": "t"}))

    assert os.environ["TABLE"] == "t"
    assert os.environ["AWS_REGION"]
    assert sys.path[0] == str(layer)


def test_functions_with_a_layer_of_their_own_are_imported_later(tmp_path: Path) -> None:
    folders = {"Own": ("core", "own"), "Plain": ("core",)}
    made = {
        name: replace(function(tmp_path, f"functions/later/{name.lower()}"), layers=layers)
        for name, layers in folders.items()
    }
    loaded = load_functions(Stack("s", tmp_path, {}, made), later=True)

    assert "functions.later.plain.handler" in sys.modules
    assert "functions.later.own.handler" not in sys.modules
    assert loaded["Own"].invoke({"x": 1})["event"] == {"x": 1}
    assert isinstance(loaded["Own"].handler, LazyHandler)
    assert loaded["Own"].handler.load() is loaded["Own"].handler.load()
    assert not isinstance(load_functions(Stack("s", tmp_path, {}, made))["Own"].handler, LazyHandler)


def test_a_function_that_fails_to_import_later_fails_its_calls(tmp_path: Path) -> None:
    broken = replace(function(tmp_path, "functions/broken/later", code="import none_such"), layers=("core", "own"))
    loaded = load_functions(Stack("s", tmp_path, {}, {"Work": broken}), later=True)["Work"]

    assert isinstance(loaded.handler, LazyHandler)
    with pytest.raises(LoadError, match="fails to import"):
        loaded.handler.load()
    with pytest.raises(FunctionError, match="LoadError"):
        loaded.invoke({})
