"""Cuts letters that were run together into words again."""

from __future__ import annotations

import re
from functools import cache

from .languages import table

_LONGEST = 14
_MOST_RUNS = 4  # a piece of text; each costs its length times that of the longest word
_WORDS = (
    "ignore disregard forget override bypass reveal send delete forward transfer pay print show tell execute run "
    "all any the my your our these those previous prior above earlier preceding original system safety initial "
    "instructions instruction rules prompt guidelines directives policies orders password passwords key keys api "
    "secret secrets data files file user users customer customers you are now from on and to do not never always "
    "every everything told were have must it this that me of in with for as act pretend be hidden money account "
    "database email emails list message messages token tokens credentials everyone an a at by is without "
    "restrictions unrestricted mode developer admin new follow only respond answer reply write translate "
    "summarize "
    "poem text following call tool tools link click visit open download install buy refund approve please then "
    "before after response responses his her their conversation history chat command commands shell root access "
    "full private content filter filters up out has been was will can should information upload post "
    "vergiss ignoriere alle vorherigen anweisungen regeln sende losche oublie ignorez toutes les precedentes "
    "instrucciones ignora todas las anteriores istruzioni tutte precedenti instrucoes dimentica olvida "
    "esqueca"
)


@cache
def vocabulary() -> frozenset[str]:
    """Return the words that runs of letters are cut into."""
    english = table("en")
    return frozenset(_WORDS.split()) | english.verbs | english.secrets | english.readers | english.objects


def cut_again(text: str) -> str:
    """Cut runs of letters into known words: "ignoreallpreviousinstructions"."""
    return re.sub(r"[^\W\d_]{9,120}", lambda match: " ".join(_words_of(match.group())), text, count=_MOST_RUNS)


def _words_of(run: str) -> list[str]:
    """Return the cut of a run that leaves the fewest letters unknown."""
    known = vocabulary()
    if run in known:
        return [run]
    best: list[tuple[int, int]] = [(0, 0)]  # letters unknown up to here, start of the last part
    for end in range(1, len(run) + 1):
        cost, start = best[end - 1][0] + 1, -1
        for begin in range(max(0, end - _LONGEST), end):
            if best[begin][0] < cost and run[begin:end] in known:
                cost, start = best[begin][0], begin
        best.append((cost, start))
    parts: list[str] = []
    end, unknown = len(run), ""
    while end:
        start = best[end][1]
        if start < 0:
            unknown = run[end - 1] + unknown
            end -= 1
            continue
        if unknown:
            parts.append(unknown)
            unknown = ""
        parts.append(run[start:end])
        end = start
    if unknown:
        parts.append(unknown)
    return parts[::-1]
