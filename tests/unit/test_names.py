"""Names of tests are short enough to be read in a report."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MOST = 70  # characters


def test_names_of_tests_are_under_70_characters() -> None:
    names = {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }

    assert len(names) > 1_500
    assert sorted(name for name in names if len(name) >= MOST) == []
