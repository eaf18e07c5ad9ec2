"""Imports the functions of a stack into this process and calls them as Lambda does."""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from local.stack import Function, Stack
from local.yaml_tags import ACCOUNT, REGION

Answer: TypeAlias = Any  # whatever a handler returns
Handler: TypeAlias = Callable[[dict[str, Any], "LambdaContext"], Answer]

_imports = threading.Lock()


class LoadError(Exception):
    """A function cannot be imported."""


class FunctionError(Exception):
    """A function raised; the message has the error's type and place, and no values."""


@dataclass(frozen=True)
class LambdaContext:
    """The second argument of a handler."""

    function_name: str
    memory_limit_in_mb: int
    log_group_name: str
    log_stream_name: str
    timeout_seconds: int
    function_version: str = "$LATEST"
    aws_request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    client_context: None = None
    identity: None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def invoked_function_arn(self) -> str:
        """The function's ARN."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        """Return how long the function may still run."""
        return max(0, int((self.started + self.timeout_seconds - time.monotonic()) * 1000))


@dataclass(frozen=True)
class LoadedFunction:
    """A function with its handler imported."""

    function: Function
    handler: Handler

    def invoke(self, event: dict[str, Any]) -> Answer:
        """Call the handler, which may keep or change the event.

        Raises
        ------
        FunctionError
            If the handler raises.
        """
        name = self.function.name
        context = LambdaContext(
            function_name=name,
            memory_limit_in_mb=self.function.memory_mb,
            log_group_name=f"/aws/lambda/{name}",
            log_stream_name="local",
            timeout_seconds=self.function.timeout_seconds,
        )
        try:
            return self.handler(event, context)
        except (Exception, SystemExit) as error:
            raise FunctionError(describe(error)) from error


def describe(error: BaseException) -> str:
    """Return an error's type and place; its message may contain request data, so it is not logged."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    path = Path(frames[-1].filename)
    return f"{type(error).__name__} at {'/'.join(path.parts[-3:])}:{frames[-1].lineno}"


def prepare(stack: Stack) -> None:
    """Set the environment and the import path as on Lambda, before any function is imported."""
    os.environ.update(stack.environment)
    os.environ.setdefault("AWS_REGION", REGION)
    os.environ.setdefault("AWS_DEFAULT_REGION", os.environ["AWS_REGION"])
    # Metrics and routine log lines are for CloudWatch; here they would hide the line per request.
    os.environ.setdefault("POWERTOOLS_METRICS_DISABLED", "true")
    os.environ.setdefault("POWERTOOLS_LOG_LEVEL", "WARNING")
    for layer in stack.layers:
        if str(layer) not in sys.path:
            sys.path.insert(0, str(layer))


class LazyHandler:
    """A handler that is imported at its first call."""

    def __init__(self, function: Function, root: Path) -> None:
        self._function, self._root = function, root
        self._handler: Handler | None = None

    def load(self) -> Handler:
        """Import it, unless that is done; concurrent calls wait.

        Raises
        ------
        LoadError
            As :func:`load_functions`.
        """
        if self._handler is None:
            self._handler = load_function(self._function, self._root).handler
        return self._handler

    def __call__(self, event: dict[str, Any], context: LambdaContext) -> Answer:
        """Call the handler."""
        return self.load()(event, context)


def load_functions(stack: Stack, *, later: bool = False) -> dict[str, LoadedFunction]:
    """Import every function of the stack; return them by logical id.

    Parameters
    ----------
    stack
    later
        Whether functions with a layer of their own are imported at their first call: the libraries of one such
        layer take longer than all other functions together.

    Raises
    ------
    LoadError
        If a file or a handler is missing or its import fails.
    """
    return {
        key: LoadedFunction(function, LazyHandler(function, stack.root))
        if later and len(function.layers) > 1
        else load_function(function, stack.root)
        for key, function in stack.functions.items()
    }


def load_function(function: Function, root: Path) -> LoadedFunction:
    """Import one function under a module name of its own, since all their files have the same name."""
    file = function.file
    if not file.is_file():
        raise LoadError(f"{function.logical_id}: there is no {_shown(file, root)}")
    try:
        module = _import(_module_name(file, root), file)
    except Exception as error:
        raise LoadError(f"{function.logical_id}: {_shown(file, root)} fails to import: {error!r}") from error
    handler = getattr(module, function.attribute, None)
    if not callable(handler):
        raise LoadError(f"{function.logical_id}: {_shown(file, root)} has no {function.attribute}")
    return LoadedFunction(function, handler)


def _import(name: str, file: Path) -> ModuleType:
    with _imports:
        if (known := sys.modules.get(name)) is not None and getattr(known, "__file__", None) == str(file):
            return known
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise ImportError(f"{file.name} is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module


def _module_name(file: Path, root: Path) -> str:
    return ".".join(Path(_shown(file, root)).with_suffix("").parts)


def _shown(file: Path, root: Path) -> str:
    return str(file.relative_to(root) if file.is_relative_to(root) else file)
