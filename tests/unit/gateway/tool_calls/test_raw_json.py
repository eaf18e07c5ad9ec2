"""The text of one field of an object, byte for byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.gateway.tool_calls.raw_json import raw_field

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.requirement("A7")
@given(before=st.dictionaries(st.text(), VALUES, max_size=3), value=VALUES, indent=st.sampled_from([None, 0, 2]))
def test_the_text_is_what_was_sent(before: dict[str, object], value: object, indent: int | None) -> None:
    before.pop("result", None)
    whole = json.dumps({**before, "result": value, "later": [1]}, indent=indent)

    raw = raw_field(whole, "result")

    assert raw is not None
    assert raw in whole
    assert json.loads(raw) == value


@pytest.mark.requirement("A7")
@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ('{"result":3804086584686624768}', "3804086584686624768"),
        (' {\n"a" : {"result": 1} ,\t"result" : 1.50e+10 }', "1.50e+10"),
        ('{"result":"\\u00e9"}', '"\\u00e9"'),
        ('{"result": [ 1,  2 ] }', "[ 1,  2 ]"),
        ('{"a": 1}', None),
        ("{}", None),
    ],
)
def test_digits_spaces_and_escapes_stay(text: str, raw: str | None) -> None:
    assert raw_field(text, "result") == raw
