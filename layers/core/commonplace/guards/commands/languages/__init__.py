"""Tables of the languages, loaded when a text is written in one."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from ..sentences import without_accents
from .table import Phrase, Table

# A few of the commonest words, by which a language is tried; a wrong guess costs time and nothing else.
_SIGNS = {
    "de": "der das und ist nicht du sie alle alles bitte den dem ein eine einen mit fur von ab ihre deine dein "
    "jetzt wenn sobald immer vorherigen anweisungen ignoriere ignorieren vergiss",
    "fr": "le les des du et est ne pas vous tu tous toutes tout une dans pour votre vos ton tes mes mon ce cette "
    "maintenant quand chaque instructions ignore ignorez oublie oubliez aux sur au que qui",
    "es": "el los las y es no tu tus todas todos una un para por del al con que de lo ahora cuando cada siempre "
    "instrucciones ignora ignore olvida olvide usted su sus se nunca",
    "it": "il gli le di e non tu tutte tutti una un per del della delle che con ora quando ogni sempre tue tuo le "
    "istruzioni ignora dimentica lei suo i la mi sei dal alla al nella mai",
    "pt": "o os as e nao voce todas todos uma um para por do da dos das que com agora quando cada sempre suas seu "
    "instrucoes ignore esqueca seus ao a nunca tudo no na em",
    "nl": "de het een en niet je jij u alle alles van voor met nu wanneer zodra altijd als jouw uw vorige "
    "instructies negeer vergeet dit deze op naar is",
    "xx": "",
}
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_LATIN = re.compile("[A-Za-z]")
_WORD = re.compile(r"[^\W_]+")


@cache
def _signs() -> dict[str, frozenset[str]]:
    return {code: frozenset(signs.split()) for code, signs in _SIGNS.items() if signs}


@cache
def table(code: str) -> Table:
    """Return the table of a language."""
    found: Table = import_module(f".{code}", __package__).TABLE
    return found


def tables_for(text: str) -> list[Table]:
    """Return the tables of the languages a text may be written in, among those that part words by blanks."""
    result = []
    if _LATIN.search(text):
        result.append(table("en"))
        found = frozenset(_WORD.findall(without_accents(text.lower())))
        result.extend(table(code) for code, signs in _signs().items() if not found.isdisjoint(signs))
    if _CYRILLIC.search(text):
        result.append(table("ru"))
    return result


_SCRIPTS = (
    (re.compile("[\u3040-\u30ff]"), ("ja",)),
    (re.compile("[\uac00-\ud7a3]"), ("ko",)),
    (re.compile("[\u0900-\u097f]"), ("hi",)),
    (re.compile("[\u0c80-\u0cff]"), ("kn",)),
)
_HAN = re.compile("[\u4e00-\u9fff]")


def unspaced_for(text: str) -> list[tuple[tuple[Phrase, ...], str]]:
    """Return the rules of the languages a text may be written in, among those judged by their characters."""
    if text.isascii():
        return []
    codes = [code for script, codes in _SCRIPTS if script.search(text) for code in codes]
    if _HAN.search(text) and "ja" not in codes:
        codes.append("zh")
    return [_endings(code) for code in codes]


@cache
def _endings(code: str) -> tuple[tuple[Phrase, ...], str]:
    module = import_module(f".{code}", __package__)
    return module.RULES, module.REPORTED
