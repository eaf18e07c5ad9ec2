"""template.yaml stays readable: short lines, no comment twice, what functions share in Globals alone."""

from __future__ import annotations

import re
from collections import Counter

from tests.template.reading import TEMPLATE, written

LONGEST_LINE = 120
MOST_LINES = 3_000  # about 30 for each function
LINES = TEMPLATE.read_text(encoding="utf-8").splitlines()


def test_lines_are_short() -> None:
    assert {number: line for number, line in enumerate(LINES, 1) if len(line) > LONGEST_LINE} == {}


def test_template_is_short() -> None:
    assert len(LINES) <= MOST_LINES


def test_no_comment_comes_twice() -> None:
    comments = [found[1] for line in LINES if (found := re.search(r"(?:^|\s)# (?!-)(.+)$", line))]

    assert [comment for comment, times in Counter(comments).items() if times > 1] == []
    assert len(comments) > 20


def test_no_function_repeats_what_globals_say() -> None:
    shared = {key: value for key, value in written()["Globals"]["Function"].items() if key != "Environment"}
    repeated = [
        f"{name}.{key}"
        for name, resource in written()["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
        for key, value in resource["Properties"].items()
        if value == shared.get(key)
    ]

    assert repeated == []
