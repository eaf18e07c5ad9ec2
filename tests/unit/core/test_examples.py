"""The examples in the docstrings of modules run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import commonplace

PACKAGES = ("domain", "guards", "identifiers", "operations", "search", "storage")
MODULES = sorted(
    found.name
    for package in PACKAGES
    for found in pkgutil.walk_packages([f"{commonplace.__path__[0]}/{package}"], f"commonplace.{package}.")
    if ".languages" not in found.name
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


# Each public module of these has an example, where one says more than a type does.
@pytest.mark.parametrize("package", PACKAGES)
def test_packages_have_examples(package: str) -> None:
    names = [name for name in MODULES if name.startswith(f"commonplace.{package}.")]
    finder = doctest.DocTestFinder(exclude_empty=True)

    assert any(test.examples for name in names for test in finder.find(importlib.import_module(name)))
