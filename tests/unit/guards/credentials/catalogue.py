"""A catalogue of issuers, and their credentials as they stand in settings, code, logs and sentences.

The issuers and their formats stand in ``issuers.txt``; what is drawn is drawn at run time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.unit.guards.credentials.samples import (
    BASE32,
    BASE64,
    DIGITS,
    HEX,
    LOWER,
    MIXED,
    UPPER,
    URL_SAFE,
    Draw,
)

_ALPHABETS = {
    "hex": HEX,
    "HEX": HEX.upper(),
    "low": LOWER,
    "up": UPPER,
    "mix": MIXED,
    "url": URL_SAFE,
    "b64": BASE64,
    "b32": BASE32,
    "dig": DIGITS,
    "let": MIXED[:52],
}


@dataclass(frozen=True)
class Issuer:
    """Who issues, what the setting is called, and the form of its value."""

    service: str
    setting: str
    form: str

    @property
    def stands_alone(self) -> bool:
        """The form itself says whose it is: it begins with letters of the issuer's, or has two parts."""
        beginning = self.form.partition("{")[0]
        return len(beginning) >= 3 or "jwt" in self.form or (self.form.count("{") >= 2 and "uuid" not in self.form)

    def value(self, draw: Draw) -> str:
        return re.sub(r"\{(\w+)(?::(\d+))?\}", lambda match: _drawn(match, draw), self.form)


def _drawn(match: re.Match[str], draw: Draw) -> str:
    if match.group(1) == "uuid":
        return draw.uuid()
    if match.group(1) == "jwt":
        return draw.jwt()
    return draw(int(match.group(2)), _ALPHABETS[match.group(1)])


ISSUERS = [
    Issuer(*line.split(" ", 2))
    for line in (Path(__file__).parent / "issuers.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]

_SIGNS = ["=>", "=", ":", "||", ":=", "?=", ">", ",", ":::="]


@dataclass(frozen=True)
class Words:
    """The names of an issuer and its setting, in the spellings that contexts use, and the value."""

    service: str
    setting: str
    value: str
    draw: Draw

    @property
    def title(self) -> str:
        return self.service.replace("_", " ").title()

    @property
    def words(self) -> str:
        return self.setting.replace("_", " ")

    @property
    def class_name(self) -> str:
        return self.service.title().replace("_", "")

    @property
    def host(self) -> str:
        return self.service.replace("_", "")

    @property
    def variable(self) -> str:
        return f"{self.service}_{self.setting}".upper()

    @property
    def camel(self) -> str:
        first, *others = self.setting.split("_")
        return first + "".join(other.title() for other in others)

    @property
    def header(self) -> str:
        return f"X-{self.service}-{self.setting}".title().replace("_", "-")

    def noise(self, most: int, more: str = "") -> str:
        return self.draw(int(self.draw(4, DIGITS)) % (most + 1), MIXED + "_-." + more)

    def one_of(self, choices: list[str]) -> str:
        return choices[int(self.draw(4, DIGITS)) % len(choices)]


def _as_scanners_see_it(w: Words) -> str:
    """Return a line as scanners' rules allow it: anything, the name within it, a sign, quotes, the value."""
    name = w.noise(40) + w.service + w.noise(15, " ")
    sign = w.one_of(["", " ", "'", '"']) + w.one_of(_SIGNS) + w.one_of(["", " ", "`", '"', " '", "="])
    return name + sign + w.value + w.one_of(["", "'", "\\n", ";", "\\r", '"'])


CONTEXTS: dict[str, Callable[[Words], str]] = {
    # Settings
    "environment": lambda w: f"export {w.variable}={w.value}",
    "quoted environment": lambda w: f'{w.variable}="{w.value}"',
    "ini": lambda w: f"[{w.service}]\n{w.setting} = {w.value}",
    "properties": lambda w: f"{w.service}.{w.setting.replace('_', '.')}={w.value}",
    "yaml": lambda w: f"{w.service}:\n  {w.setting}: {w.value}\n  timeout: 30",
    "json": lambda w: json.dumps({w.service: {w.camel: w.value, "retries": 3}}),
    "json pair": lambda w: json.dumps({"service": w.service, w.setting: w.value}),
    "toml": lambda w: f'{w.service}-{w.setting.replace("_", "-")} = "{w.value}"',
    "terraform": lambda w: f'provider "{w.service}" {{\n  {w.setting} = "{w.value}"\n}}',
    "variables": lambda w: f'{w.service}_{w.setting}    = "{w.value}"',
    "kubernetes": lambda w: f'env:\n  - name: {w.variable}\n    value: "{w.value}"',
    "task definition": lambda w: json.dumps({"name": w.variable, "value": w.value}),
    "xml attribute": lambda w: (
        f'<add key="{w.class_name}{w.setting.title().replace("_", "")}" value="{w.value}" />'
    ),
    "xml element": lambda w: f"<{w.host}><{w.camel}>{w.value}</{w.camel}></{w.host}>",
    "compose": lambda w: f"    environment:\n      - {w.variable}={w.value}",
    "workflow": lambda w: (
        f"  - uses: {w.host}/action@v3\n    with:\n      {w.setting.replace('_', '-')}: {w.value}"
    ),
    "dockerfile": lambda w: f"ENV {w.variable} {w.value}",
    "npmrc": lambda w: f"//registry.{w.host}.com/:_authToken={w.value}",
    # Commands
    "config:set": lambda w: f"heroku config:set {w.variable}={w.value} --app web",
    "header": lambda w: f'curl -H "{w.header}: {w.value}" https://api.{w.host}.com/v1/items',
    "bearer": lambda w: f"curl https://api.{w.host}.io/me -H 'Authorization: Bearer {w.value}'",
    "scheme": lambda w: f"Authorization: Token {w.value}",
    "user": lambda w: f"curl -u {w.value}: https://api.{w.host}.com/charges",
    "flag": lambda w: f"{w.service.replace('_', '-')} login --{w.setting.replace('_', '-')} {w.value}",
    "query": lambda w: f"GET https://api.{w.host}.com/v2/items?{w.setting}={w.value}&limit=5",
    "link": lambda w: f"git clone https://deploy:{w.value}@git.{w.host}.com/acme/app.git",
    "powershell": lambda w: f"$env:{w.variable} = '{w.value}'",
    "setx": lambda w: f'setx {w.variable} "{w.value}"',
    "log": lambda w: f"2025-10-14T09:12:33Z DEBUG {w.service} request {w.setting}={w.value} status=200",
    # Code
    "keyword": lambda w: f'client = {w.class_name}({w.setting}="{w.value}")',
    "constructor": lambda w: f"const {w.host} = new {w.class_name}('{w.value}');",
    "init": lambda w: f'{w.host}.init("{w.value}")',
    "setter": lambda w: f'{w.host}Client.set{w.setting.title().replace("_", "")}("{w.value}");',
    "builder": lambda w: f'{w.class_name}.builder().{w.camel}("{w.value}").build()',
    "environ": lambda w: f'os.environ["{w.variable}"] = "{w.value}"',
    "php": lambda w: f"'{w.service}_{w.setting}' => '{w.value}',",
    "go": lambda w: f'cfg := {w.host}.Config{{{w.setting.title().replace("_", "")}: "{w.value}"}}',
    "ruby": lambda w: f"{w.class_name}.configure {{ |c| c.{w.setting} = '{w.value}' }}",
    "rust": lambda w: f'const {w.variable}: &str = "{w.value}";',
    "java": lambda w: f'private static final String {w.setting.upper()} = "{w.value}"; // {w.title}',
    "dictionary": lambda w: f"headers = {{'{w.header}': '{w.value}'}}",
    # Sentences
    "statement": lambda w: f"The {w.title} {w.words} for staging is {w.value}.",
    "use": lambda w: f"We use {w.value} as the {w.title} {w.words} in production.",
    "is our": lambda w: f"{w.value} is our {w.title} {w.words}",
    "set to": lambda w: f"Set {w.variable} to {w.value} on the worker.",
    "for": lambda w: f"{w.words} for {w.title}: {w.value}",
    "gave": lambda w: f"Support gave us a temporary {w.words} for {w.title}, {w.value}, valid until May.",
    "here": lambda w: f"here is the {w.service.replace('_', ' ')} {w.words} you asked for: {w.value}",
    "rotated": lambda w: f"Anna rotated the {w.title} {w.words} ({w.value}) on Friday.",
    "dash": lambda w: f"Anna: new {w.title} {w.words} - {w.value}",
    "arrow": lambda w: f"- {w.title} {w.words} → {w.value}",
    "genitive": lambda w: f"{w.title}'s {w.words} = {w.value}",
    "remember": lambda w: f"Remember my {w.title} {w.words}: {w.value}",
    "table": lambda w: f"| {w.title} {w.words} | `{w.value}` |",
    "comment": lambda w: f"# {w.title} {w.words} (prod): {w.value}",
    "german": lambda w: f"Der API-Schlüssel für {w.title} lautet {w.value}.",
    "french": lambda w: f"La clé API de {w.title} est {w.value}",
    "spanish": lambda w: f"La clave de {w.title} es {w.value}",
    # Nothing but the issuer's name, or not even that
    "name": lambda w: f"{w.title}: {w.value}",
    "scanner": _as_scanners_see_it,
    "alone": lambda w: w.value,
}


def line(issuer: Issuer, context: str, draw: Draw) -> str:
    """Return a line with a fresh credential of an issuer."""
    return CONTEXTS[context](Words(issuer.service, issuer.setting, issuer.value(draw), draw))
