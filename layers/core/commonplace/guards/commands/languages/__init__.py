"""Tables of the languages, loaded when a text is written in one."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..patterns import compiled
from ..sentences import without_accents
from .table import Endings, Table, prepared

# A few of the commonest words, by which a language is tried; a wrong guess costs time and nothing else.
_SIGNS = {
    "de": "der das den dem des und ist nicht du sie ihr ich wir alle alles bitte ein eine einen einem mit "
    "fur von zu ab "
    "deine dein deinen ihre ihren jetzt wenn sobald immer mir mich sich dass jede jeden jeder diese dieser "
    "vorherigen "
    "anweisungen ignoriere vergiss auf wie als kein keine nur hat sind wird im zum zur",
    "fr": "le les des du et est ne pas vous tu je il elle tous toutes tout une dans votre vos ton tes mes "
    "mon ce cette "
    "maintenant quand chaque ignorez oublie oubliez aux au que qui avec par sont leur qu sans en",
    "es": "el los las la lo y es tu tus todas todos una un para por del al con que de ahora cuando cada "
    "siempre en "
    "instrucciones ignora olvida usted su sus se nunca como esta este ",
    "it": "il lo gli le la di tu tutte tutti una un per del della delle che con ora quando ogni sempre tue tuo "
    "istruzioni ignora dimentica lei suo sei dal alla al nella mai questo ",
    "pt": " os nao voce todas todos uma um para por dos das que com agora quando cada sempre suas seu "
    "instrucoes esqueca seus ao nunca tudo na em de se este esta ",
    "nl": "het een en niet je jij alle alles van voor nu wanneer zodra altijd als jouw uw vorige "
    "instructies negeer "
    "vergeet deze naar de ik wij ze zijn te aan om bij elke",
}
# Words of English that are no words of the others.
_ENGLISH = (
    "the of to and for with that this you your it my not by from have has or they will if what how any every was "
    "are been which when who does did be her his him she he we our their them before after about than then there "
    "here uses wants prefers likes should would could must just only because until between during without into its"
)
_CYRILLIC = "[\u0400-\u04ff]"
_LATIN = "[A-Za-z]"
_WORD = r"[^\W_]+"


@cache
def _signs() -> dict[str, frozenset[str]]:
    return {code: frozenset(signs.split()) for code, signs in _SIGNS.items()}


@cache
def _english() -> frozenset[str]:
    return frozenset(_ENGLISH.split())


@cache
def table(code: str) -> Table:
    """Return the table of a language."""
    return prepared(import_module(f".{code}", __package__).TABLE)


def tables_for(text: str) -> list[Table]:
    """Return the tables of the languages a text may be written in, among those that part words by blanks."""
    result = []
    if compiled(_LATIN).search(text):
        result.append(table("en"))
        found = frozenset(compiled(_WORD).findall(without_accents(text.lower())))
        enough = _enough(found)
        codes = [code for code, signs in _signs().items() if len(found & signs) >= enough]
        result.extend(table(code) for code in codes)
    if compiled(_CYRILLIC).search(text):
        result.append(table("ru"))
    return result


_SCRIPTS = (
    ("[\u3040-\u30ff]", "ja"),
    ("[\uac00-\ud7a3]", "ko"),
    ("[\u0900-\u097f]", "hi"),
    ("[\u0c80-\u0cff]", "kn"),
)
_KANA = _SCRIPTS[0][0]
_HAN = "[\u4e00-\u9fff]"


def _enough(found: frozenset[str]) -> int:
    """Return how many of its signs try a language: any language if nothing speaks for English."""
    english = len(found & _english())
    return 0 if not english else 1 if english < 3 else 2


def unspaced_for(text: str) -> list[Endings]:
    """Return the rules of the languages a text may be written in, among those judged by their characters."""
    if text.isascii():
        return []
    codes = [code for script, code in _SCRIPTS if compiled(script).search(text)]
    han, kana = len(compiled(_HAN).findall(text)), len(compiled(_KANA).findall(text))
    # Japanese writes Han characters too, but among as many of its own.
    if han > 4 * kana:
        codes.append("zh")
    return [_endings(code) for code in codes]


def language_of(text: str) -> str:
    """Return the language a text is most likely written in, English if nothing speaks for another."""
    if not text.isascii():
        by_script = next((code for script, code in _SCRIPTS if compiled(script).search(text)), None)
        if by_script is not None:
            return by_script
        if compiled(_HAN).search(text):
            return "zh"
        if compiled(_CYRILLIC).search(text):
            return "ru"
    found = frozenset(compiled(_WORD).findall(without_accents(text.lower())))
    counts = {code: len(found & signs) for code, signs in _signs().items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > len(found & _english()) else "en"


@cache
def _endings(code: str) -> Endings:
    module = import_module(f".{code}", __package__)
    return Endings(module.RULES, module.REPORTED, getattr(module, "READING", None))
