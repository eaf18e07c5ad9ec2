"""The grammar of expressions: a tokenizer and a recursive-descent parser.

Text becomes a tree that knows nothing of names, values or items; `conditions` and `updates` bind
it. Trees are immutable and cached by text, since a program sends few different expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from .errors import ApiError, invalid
from .nodes import Between, Call, Compare, In, Logic, Node, Path, Ref, Update
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


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The token as a keyword, or the empty text."""
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
            raise self.fault("The expression can not be empty;")
        if len(text.encode("utf-8", "replace")) > MAX_LENGTH:
            raise self.fault(
                f"Expression size has exceeded the maximum allowed size; expression size: {len(text)}"
            )
        self.tokens = self._tokenize()

    def fault(self, message: str) -> ApiError:
        """Return the error of this expression."""
        return invalid(f"Invalid {self.kind}: {message}")

    def misused(self, function: str) -> ApiError:
        """Return the error that a function stands where its result does not fit."""
        return self.fault(
            f"The function is not allowed to be used this way in an expression; function: {function}"
        )

    def _tokenize(self) -> list[_Token]:
        tokens: list[_Token] = []
        position = self._skip(0)
        while position < len(self.text):
            match = _TOKEN.match(self.text, position)
            if match is None or match.lastgroup is None:
                bad = self.text[position]
                near = self.text[max(position - 10, 0) : position + 10]
                raise self.fault(f'Syntax error; token: "{bad}", near: "{near}"')
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
        return self.fault(f'Syntax error; token: "{self.tokens[self.at].text}", near: "{near}"')

    @property
    def token(self) -> _Token:
        """The token to be read next."""
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        """Read a sign or keyword if it comes next."""
        if self.token.word == text or (self.token.kind == "sign" and self.token.text == text):
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Read a sign or keyword that must come next."""
        if not self.take(text):
            raise self.syntax_error()

    def end(self) -> None:
        """Check that nothing is left."""
        if self.token.kind != "end":
            raise self.syntax_error()
        if self.reserved:
            raise self.fault(f"Attribute name is a reserved keyword; reserved keyword: {self.reserved}")

    def count(self) -> None:
        """Count an operator or function against the limit."""
        self.operators += 1
        if self.operators > MAX_OPERATORS:
            raise self.fault(f"The expression contains too many operators; maximum operators: {MAX_OPERATORS}")

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
                digits = self.token.text.lstrip("0") or "0"
                if len(digits) > 9:
                    raise self.fault("List index is not within the allowable range")
                parts.append(int(digits))
                self.at += 1
                self.expect("]")
            else:
                break
        if len(parts) > MAX_PARTS:
            raise self.fault(f"The document path has too many nesting elements; nesting levels: {len(parts)}")
        return Path(tuple(parts))

    def path_name(self) -> str:
        """Read a name, or its placeholder."""
        token = self.token
        if token.kind not in ("name", "hash") or token.word:
            raise self.syntax_error()
        if token.text.upper() in RESERVED:
            self.reserved = self.reserved or token.text
        self.at += 1
        return token.text

    def ref(self) -> Ref:
        """Read the placeholder of a value."""
        token = self.token
        if token.kind != "value":
            raise self.syntax_error()
        self.at += 1
        return Ref(token.text)

    def operand(self) -> Node:
        """Read a path, a value or a function."""
        token = self.token
        if token.kind == "value":
            return self.ref()
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if token.kind == "name" and not token.word and following.text == "(":
            return self.call()
        return self.path()

    def call(self) -> Call:
        """Read a function."""
        name = self.token.text
        if name not in CONDITION_FUNCTIONS and name not in UPDATE_FUNCTIONS:
            raise self.fault(f"Invalid function name; function: {name}")
        if name not in self.functions:
            place = "an update" if self.functions is UPDATE_FUNCTIONS else "a condition"
            raise self.fault(f"The function is not allowed in {place} expression; function: {name}")
        self.count()
        self.at += 2
        self.enter()
        operands = [self.operand_in_parentheses()]
        while self.take(","):
            operands.append(self.operand_in_parentheses())
        self.expect(")")
        self.nesting -= 1
        if len(operands) != self.functions[name]:
            raise self.fault(
                "Incorrect number of operands for operator or function; "
                f"operator or function: {name}, number of operands: {len(operands)}"
            )
        return Call(name, tuple(operands))

    def operand_in_parentheses(self) -> Node:
        """Read an operand that may stand in parentheses."""
        if not self.take("("):
            return self.operand()
        self.enter()
        if self.token.text == "(":
            raise self.fault("The expression has redundant parentheses;")
        inner = self.operand_in_parentheses()
        self.expect(")")
        self.nesting -= 1
        return inner

    def enter(self) -> None:
        """Go one level deeper, within the limit."""
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise self.fault("The expression is nested too deeply")

    # Conditions --------------------------------------------------------------------------------

    def condition(self) -> Node:
        """Read alternatives."""
        return self.chain("OR", lambda: self.chain("AND", self.negation))

    def chain(self, operator: str, term: Callable[[], Node]) -> Node:
        """Read terms with one operator between them."""
        terms = [term()]
        while self.token.word == operator:
            self.check_condition(terms[-1])
            self.count()
            self.at += 1
            terms.append(term())
        if len(terms) == 1:
            return terms[0]
        self.check_condition(terms[-1])
        return Logic(operator, tuple(terms))

    def check_condition(self, node: Node) -> None:
        """Refuse an operand where a condition must stand."""
        if isinstance(node, Call) and node.name == "size":
            raise self.fault("The function is not allowed to be used this way in an expression; function: size")
        if isinstance(node, Path | Ref):
            raise self.syntax_error()

    def negation(self) -> Node:
        """Read ``NOT`` before a condition, or the condition."""
        if not self.take("NOT"):
            return self.comparison()
        self.count()
        self.enter()
        term = self.negation()
        self.check_condition(term)
        self.nesting -= 1
        return Logic("NOT", (term,))

    def comparison(self) -> Node:
        """Read a comparison, ``BETWEEN``, ``IN``, a function or a condition in parentheses."""
        left = self.group()
        token = self.token
        if token.kind == "sign" and token.text in _COMPARATORS:
            self.check_operand(left)
            self.count()
            self.at += 1
            right = self.operand_in_parentheses()
            self.check_operand(right)
            return Compare(token.text, left, right)
        if token.word == "BETWEEN":
            self.check_operand(left)
            self.count()
            self.at += 1
            low = self.operand_in_parentheses()
            self.expect("AND")
            high = self.operand_in_parentheses()
            return Between(left, low, high)
        if token.word == "IN":
            self.check_operand(left)
            self.count()
            self.at += 1
            self.expect("(")
            options = [self.operand_in_parentheses()]
            while self.take(","):
                options.append(self.operand_in_parentheses())
            self.expect(")")
            if len(options) > 100:
                raise self.fault(
                    f"The IN operator is provided with too many operands; number of operands: {len(options)}"
                )
            return In(left, tuple(options))
        return left

    def check_operand(self, node: Node) -> None:
        """Refuse a condition where an operand must stand."""
        if isinstance(node, Call):
            if node.name != "size":
                raise self.misused(node.name)
        elif not isinstance(node, Path | Ref):
            raise self.syntax_error()

    def group(self) -> Node:
        """Read a condition or operand that may stand in parentheses."""
        if not self.take("("):
            return self.operand()
        if self.token.text == "(":
            start = self.at
            inner = self._inside()
            if self.token.text == ")" and self.tokens[self.at - 1].text == ")" and self._closes(start):
                raise self.fault("The expression has redundant parentheses;")
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
                raise self.fault(f'The "{word}" section can only be used once in an update expression;')
            seen.add(word)
            self.at += 1
            self.count()
            readers[word]()
            while self.take(","):
                self.count()
                readers[word]()
        return Update(tuple(sets), tuple(removes), tuple(adds), tuple(deletes))

    def assignment(self) -> tuple[Path, Node]:
        """Read ``path = operand [+|- operand]``."""
        path = self.path()
        self.expect("=")
        start = self.at
        wrapped = self.take("(")
        left = self.operand_in_parentheses()
        if self.token.text in ("+", "-"):
            operator = self.token.text
            self.count()
            self.at += 1
            left = Compare(operator, left, self.operand_in_parentheses())
        if wrapped:
            if self.tokens[start + 1].text == "(" and self._closes(start + 1):
                raise self.fault("The expression has redundant parentheses;")
            self.expect(")")
            if self.token.text in ("+", "-") and not isinstance(left, Compare):
                operator = self.token.text
                self.count()
                self.at += 1
                left = Compare(operator, left, self.operand_in_parentheses())
        return path, left

    def projection(self) -> tuple[Path, ...]:
        """Read the paths of a projection."""
        paths = [self.path()]
        while self.take(","):
            paths.append(self.path())
        return tuple(paths)


T = TypeVar("T")


def _whole(parser: _Parser, read: Callable[[], T]) -> T:
    tree = read()
    parser.end()
    return tree


@lru_cache(maxsize=1024)
def parse_condition(kind: str, text: str) -> Node:
    """Parse a condition, filter or key condition.

    Parameters
    ----------
    kind : str
        The parameter's name, for messages.
    text : str
        The expression.

    Returns
    -------
    Node
        Its tree.
    """
    parser = _Parser(kind, text)
    tree = _whole(parser, parser.condition)
    parser.check_condition(tree)
    return tree


@lru_cache(maxsize=1024)
def parse_update(text: str) -> Update:
    """Parse an update expression."""
    parser = _Parser("UpdateExpression", text)
    return _whole(parser, parser.update)


@lru_cache(maxsize=1024)
def parse_projection(text: str) -> tuple[Path, ...]:
    """Parse a projection expression."""
    parser = _Parser("ProjectionExpression", text)
    return _whole(parser, parser.projection)
