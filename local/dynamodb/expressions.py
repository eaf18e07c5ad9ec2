"""The grammar of expressions: a tokenizer and a recursive-descent parser.

`conditions`, `keyconditions` and `updates` bind the tree to names and values. Trees are immutable and
cached by text, since a program sends few different expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from .errors import ApiError, invalid_expression, misplaced_function
from .nodes import Node, Operation, Path, Ref, Update
from .reserved import RESERVED

MAX_LENGTH = 4096
MAX_OPERATORS = 300
MAX_PARTS = 32
_MAX_NESTING = 100

_TOKEN = re.compile(
    r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<hash>#[A-Za-z0-9_]+)|(?P<value>:[A-Za-z0-9_]+)"
    r"|(?P<index>[0-9]+)|(?P<sign><>|<=|>=|[=<>()\[\],.+\-])"
)
_SPACE = re.compile(r"[ \t\r\n]*")
_COMPARATORS = frozenset({"=", "<>", "<", "<=", ">", ">="})
_ARITHMETIC = ("+", "-")
_KEYWORDS = frozenset({"AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"})
# Functions and how many operands each takes.
CONDITION_FUNCTIONS = {
    "attribute_exists": 1,
    "attribute_not_exists": 1,
    "attribute_type": 2,
    "begins_with": 2,
    "contains": 2,
    "size": 1,
}
UPDATE_FUNCTIONS = {"if_not_exists": 2, "list_append": 2}


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The token as a keyword; empty if it is not one."""
        word = self.text.upper() if self.kind == "name" else ""
        return word if word in _KEYWORDS else ""


class _Parser:
    """One pass over one expression."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text
        self.at = 0
        self.operators = 0
        self.nesting = 0
        # The first reserved word; a syntax error goes before it.
        self.reserved = ""
        self.functions = UPDATE_FUNCTIONS if kind == "UpdateExpression" else CONDITION_FUNCTIONS
        if not text.strip():
            raise self.error("The expression can not be empty;")
        if len(text.encode("utf-8", "replace")) > MAX_LENGTH:
            raise self.error(
                f"Expression size has exceeded the maximum allowed size; expression size: {len(text)}"
            )
        self.tokens = self._tokenize()

    def error(self, message: str) -> ApiError:
        """Return the error of this expression."""
        return invalid_expression(self.kind, message)

    def _tokenize(self) -> list[_Token]:
        tokens: list[_Token] = []
        position = self._skip(0)
        while position < len(self.text):
            match = _TOKEN.match(self.text, position)
            if match is None or match.lastgroup is None:
                bad = self.text[position]
                near = self.text[max(position - 10, 0) : position + 10]
                raise self.error(f'Syntax error; token: "{bad}", near: "{near}"')
            tokens.append(_Token(match.lastgroup, match.group(), match.start(), match.end()))
            position = self._skip(match.end())
        tokens.append(_Token("end", "<EOF>", len(self.text), len(self.text)))
        return tokens

    def _skip(self, position: int) -> int:
        match = _SPACE.match(self.text, position)
        return match.end() if match else position

    def syntax_error(self) -> ApiError:
        """Return the error that the current token does not belong here."""
        first = self.tokens[max(self.at - 1, 0)]
        last = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        near = self.text[first.start : last.end]
        return self.error(f'Syntax error; token: "{self.tokens[self.at].text}", near: "{near}"')

    @property
    def token(self) -> _Token:
        """The token to be read next."""
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        """Read a sign or keyword if it comes next."""
        taken = self.token.word == text or (self.token.kind == "sign" and self.token.text == text)
        self.at += taken
        return taken

    def advance(self) -> str:
        """Read any token."""
        self.at += 1
        return self.tokens[self.at - 1].text

    def expect(self, text: str) -> None:
        """Read a sign or keyword that must come next."""
        if not self.take(text):
            raise self.syntax_error()

    def end(self) -> None:
        """Check that nothing is left."""
        if self.token.kind != "end":
            raise self.syntax_error()
        if self.reserved:
            raise self.error(f"Attribute name is a reserved keyword; reserved keyword: {self.reserved}")

    def operator(self) -> str:
        """Read an operator or function, and count it against the limit."""
        self.operators += 1
        if self.operators > MAX_OPERATORS:
            raise self.error(f"The expression contains too many operators; maximum operators: {MAX_OPERATORS}")
        return self.advance()

    def list_of(self, read: Callable[[], T]) -> list[T]:
        """Read one or more, with commas between them."""
        found = [read()]
        while self.take(","):
            found.append(read())
        return found

    # Paths and operands ------------------------------------------------------------------------

    def path(self) -> Path:
        """Read a document path."""
        parts: list[str | int] = [self.path_name()]
        while True:
            if self.take("."):
                parts.append(self.path_name())
            elif self.take("["):
                if self.token.kind != "index":
                    raise self.syntax_error()
                digits = self.advance().lstrip("0") or "0"
                if len(digits) > 9:
                    raise self.error("List index is not within the allowable range")
                parts.append(int(digits))
                self.expect("]")
            else:
                break
        if len(parts) > MAX_PARTS:
            raise self.error(f"The document path has too many nesting elements; nesting levels: {len(parts)}")
        return Path(tuple(parts))

    def path_name(self) -> str:
        """Read a name, or its placeholder."""
        token = self.token
        if token.kind not in ("name", "hash") or token.word:
            raise self.syntax_error()
        if token.text.upper() in RESERVED:
            self.reserved = self.reserved or token.text
        return self.advance()

    def ref(self) -> Ref:
        """Read the placeholder of a value."""
        if self.token.kind != "value":
            raise self.syntax_error()
        return Ref(self.advance())

    def operand(self) -> Node:
        """Read a path, a value or a function."""
        token = self.token
        if token.kind == "value":
            return self.ref()
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if token.kind == "name" and not token.word and following.text == "(":
            return self.call()
        return self.path()

    def call(self) -> Operation:
        """Read a function."""
        name = self.token.text
        if name not in CONDITION_FUNCTIONS and name not in UPDATE_FUNCTIONS:
            raise self.error(f"Invalid function name; function: {name}")
        if name not in self.functions:
            place = "an update" if self.functions is UPDATE_FUNCTIONS else "a condition"
            raise self.error(f"The function is not allowed in {place} expression; function: {name}")
        self.operator()
        self.expect("(")
        self.enter()
        operands = self.list_of(self.operand_in_parentheses)
        self.expect(")")
        self.nesting -= 1
        if len(operands) != self.functions[name]:
            raise self.error(
                "Incorrect number of operands for operator or function; "
                f"operator or function: {name}, number of operands: {len(operands)}"
            )
        return Operation(name, tuple(operands))

    def operand_in_parentheses(self) -> Node:
        """Read an operand with or without parentheses."""
        if not self.take("("):
            return self.operand()
        self.enter()
        if self.token.text == "(":
            raise self.error("The expression has redundant parentheses;")
        inner = self.operand_in_parentheses()
        self.expect(")")
        self.nesting -= 1
        return inner

    def enter(self) -> None:
        """Go one level deeper, within the limit."""
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise self.error("The expression is nested too deeply")

    # Conditions --------------------------------------------------------------------------------

    def condition(self) -> Node:
        """Read a condition."""
        return self.chain("OR", lambda: self.chain("AND", self.negation))

    def chain(self, operator: str, term: Callable[[], Node]) -> Node:
        """Read terms with one operator between them."""
        terms = [term()]
        while self.token.word == operator:
            self.check_condition(terms[-1])
            self.operator()
            terms.append(term())
        if len(terms) == 1:
            return terms[0]
        self.check_condition(terms[-1])
        return Operation(operator, tuple(terms))

    def check_condition(self, node: Node) -> None:
        """Refuse an operand in the place of a condition."""
        if not isinstance(node, Operation):
            raise self.syntax_error()
        if node.name == "size":
            raise misplaced_function(self.kind, "size")

    def negation(self) -> Node:
        """Read ``NOT`` before a condition, or the condition."""
        if self.token.word != "NOT":
            return self.comparison()
        self.operator()
        self.enter()
        term = self.negation()
        self.check_condition(term)
        self.nesting -= 1
        return Operation("NOT", (term,))

    def comparison(self) -> Node:
        """Read a comparison, ``BETWEEN``, ``IN``, a function or a condition in parentheses."""
        left = self.group()
        token = self.token
        comparator = token.kind == "sign" and token.text in _COMPARATORS
        if not comparator and token.word not in ("BETWEEN", "IN"):
            return left
        self.check_operand(left)
        self.operator()
        if comparator:
            right = self.operand_in_parentheses()
            self.check_operand(right)
            return Operation(token.text, (left, right))
        if token.word == "BETWEEN":
            low = self.operand_in_parentheses()
            self.expect("AND")
            return Operation("BETWEEN", (left, low, self.operand_in_parentheses()))
        self.expect("(")
        options = self.list_of(self.operand_in_parentheses)
        self.expect(")")
        if len(options) > 100:
            raise self.error(
                f"The IN operator is provided with too many operands; number of operands: {len(options)}"
            )
        return Operation("IN", (left, *options))

    def check_operand(self, node: Node) -> None:
        """Refuse a condition in the place of an operand."""
        if isinstance(node, Operation) and node.name != "size":
            raise misplaced_function(self.kind, node.name) if node.name in self.functions else self.syntax_error()

    def group(self) -> Node:
        """Read a condition or operand with or without parentheses."""
        if not self.take("("):
            return self.operand()
        if self.token.text == "(":
            start = self.at
            inner = self._inside()
            if self.token.text == ")" and self.tokens[self.at - 1].text == ")" and self._closes(start):
                raise self.error("The expression has redundant parentheses;")
        else:
            inner = self._inside()
        self.expect(")")
        return inner

    def _inside(self) -> Node:
        self.enter()
        inner = self.condition()
        self.nesting -= 1
        return inner

    def _closes(self, start: int) -> bool:
        """Return whether the parenthesis at `start` is closed by the token just read."""
        depth = 0
        for token in self.tokens[start : self.at - 1]:
            depth += (token.text == "(") - (token.text == ")")
            if not depth:
                return False
        return depth == 1

    # Updates -----------------------------------------------------------------------------------

    def update(self) -> Update:
        """Read the sections of an update."""
        sets: list[tuple[Path, Node]] = []
        removes: list[Path] = []
        adds: list[tuple[Path, Ref]] = []
        deletes: list[tuple[Path, Ref]] = []
        readers: dict[str, Callable[[], None]] = {
            "SET": lambda: sets.append(self.assignment()),
            "REMOVE": lambda: removes.append(self.path()),
            "ADD": lambda: adds.append((self.path(), self.ref())),
            "DELETE": lambda: deletes.append((self.path(), self.ref())),
        }
        seen = set()
        while self.token.kind != "end":
            word = self.token.word
            if word not in readers:
                raise self.syntax_error()
            if word in seen:
                raise self.error(f'The "{word}" section can only be used once in an update expression;')
            seen.add(word)
            self.operator()
            readers[word]()
            while self.token.text == ",":
                self.operator()
                readers[word]()
        return Update(tuple(sets), tuple(removes), tuple(adds), tuple(deletes))

    def assignment(self) -> tuple[Path, Node]:
        """Read ``path = operand [+|- operand]``."""
        path = self.path()
        self.expect("=")
        start = self.at
        wrapped = self.take("(")
        value = self.arithmetic(self.operand_in_parentheses())
        if wrapped:
            if self.tokens[start + 1].text == "(" and self._closes(start + 1):
                raise self.error("The expression has redundant parentheses;")
            self.expect(")")
            if not (isinstance(value, Operation) and value.name in _ARITHMETIC):
                value = self.arithmetic(value)
        return path, value

    def arithmetic(self, left: Node) -> Node:
        """Read ``+`` or ``-`` and its right operand, if they follow."""
        if self.token.text not in _ARITHMETIC:
            return left
        return Operation(self.operator(), (left, self.operand_in_parentheses()))

    def projection(self) -> tuple[Path, ...]:
        """Read the paths of a projection."""
        return tuple(self.list_of(self.path))


@lru_cache(maxsize=1024)
def parse_condition(kind: str, text: str) -> Node:
    """Parse a condition, filter or key condition; `kind` is the parameter that holds it, for messages."""
    parser = _Parser(kind, text)
    tree = parser.condition()
    parser.end()
    parser.check_condition(tree)
    return tree


@lru_cache(maxsize=1024)
def parse_update(text: str) -> Update:
    """Parse an update expression."""
    parser = _Parser("UpdateExpression", text)
    tree = parser.update()
    parser.end()
    return tree


@lru_cache(maxsize=1024)
def parse_projection(text: str) -> tuple[Path, ...]:
    """Parse a projection expression."""
    parser = _Parser("ProjectionExpression", text)
    tree = parser.projection()
    parser.end()
    return tree
