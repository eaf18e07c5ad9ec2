# ruff: noqa: RUF001
"""Judges one reading of a text, sentence by sentence, by the tables of its languages.

An order is looked for where one can stand: at the start of a clause, after "please", "you must" or "if …,".
A verb in mid-sentence with a subject of its own is a statement about someone else.
"""

from __future__ import annotations

from .languages import tables_for, unspaced_for
from .languages.table import Endings, Table
from .patterns import compiled
from .sentences import Sentence, sentences, written_plainly

OVERRIDE = "override of instructions"
ORDER = "order to the reader"
TASK = "task"
TRIGGER = "standing trigger"

# How far behind a verb its object is looked for, in words.
_REACH = 9
_HEADS = frozenset(":—–-|>：")  # what stands between a heading and what it heads
_QUOTES = frozenset("\"“”„«»'‘’")


def judge(text: str, *, imperative_allowed: bool) -> str | None:
    """Return the kind of the first order found, or None.

    Parameters
    ----------
    text
        One reading.
    imperative_allowed
        Whether plain imperatives pass.
    """
    tables, unspaced = tables_for(text), unspaced_for(text)
    for raw in sentences(text):
        if unspaced and (kind := _unspaced(raw, unspaced, imperative_allowed)):
            return kind
        if not tables:
            continue
        sentence = Sentence(raw)
        found = frozenset(sentence.words)
        for table in tables:
            if kind := _judge_sentence(sentence, found, table, imperative_allowed):
                return kind
    return None


def _judge_sentence(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    if not table.clitics and found.isdisjoint(table.hooks):
        return _labelled(sentence, found, table) or (None if allowed else _unknown_verb(sentence, found, table))
    if kind := _override(sentence, found, table, allowed) or _labelled(sentence, found, table):
        return kind
    if kind := _triggered(sentence, found, table, allowed):
        return kind
    if kind := _phrase(sentence, found, table, allowed):
        return kind
    return (
        _hiding(sentence, found, table)
        or _imperative(sentence, found, table, allowed)
        or (None if allowed else _unknown_verb(sentence, found, table))
    )


def _unspaced(raw: str, languages: list[Endings], allowed: bool) -> str | None:
    """Judge a sentence by patterns over its characters, for scripts whose orders stand in endings."""
    written = written_plainly(raw.strip())
    asks = written.endswith(("?", "？"))
    for language in languages:
        flat = written.translate(language.reading) if language.reading else written
        for rule in language.rules:
            if (allowed and not rule.steering) or (asks and not rule.questions):
                continue
            if not any(hint in flat for hint in rule.hints) or not compiled(rule.pattern).search(flat):
                continue
            if rule.questions or not compiled(language.reported).search(flat):
                return rule.kind
    return None


def _override(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    """Find "ignore all previous instructions" in the place of an order."""
    if found.isdisjoint(table.cancelling) or (
        found.isdisjoint(table.rules) and found.isdisjoint(table.everything)
    ):
        return None
    words = sentence.words
    starts = _starts(sentence, table)
    for at, word in enumerate(words):
        if word not in table.cancelling or (allowed and word in table.weak_cancelling):
            continue
        if not (
            at in starts or (at and words[at - 1] in table.before_cancelling) or _stands_alone(words, at, table)
        ):
            continue
        if _is_reported(words, at, table) or (sentence.asks and at not in starts):
            continue
        behind = words[at + 1 : at + 1 + _REACH]
        if behind and behind[0] in table.mine and table.rules.intersection(behind) <= table.turns:
            continue
        if any(noun in table.rules for noun in behind) and any(word in table.everything for word in behind):
            return OVERRIDE
        if table.total and compiled(table.total).match(f" {' '.join(behind)} "):
            return OVERRIDE
    return None


def _labelled(sentence: Sentence, found: frozenset[str], table: Table) -> str | None:
    """Find a text that is headed as an order: "Note to all assistants: …", "New instructions: …"."""
    if not sentence.pieces or not (len(sentence.pieces) > 1 or sentence.raw.rstrip().endswith(":")):
        return None
    mark = sentence.marks[1] if len(sentence.marks) > 1 else ":"
    if not any(char in mark for char in _HEADS):
        return None
    head = f" {' '.join(sentence.pieces[0])} "
    if not found.isdisjoint(table.addressees | table.rules) and compiled(table.label).match(head):
        return ORDER
    if not found.isdisjoint(table.bound) and compiled(table.system_label).match(head):
        return ORDER
    return None


def _triggered(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    """Find "whenever the user asks …, say …": what is to be done at each such time to come."""
    if found.isdisjoint(table.trigger_hints) or sentence.asks:
        return None
    match = compiled(table.trigger).search(sentence.flat)
    if match is None or (allowed and not match.group("standing")):
        return None
    place = sentence.flat.count(" ", 0, match.start())
    if _is_reported(sentence.words, place, table):
        return None
    at = 0
    for piece, mark in zip(sentence.pieces, sentence.marks, strict=True):
        rest = _without_leads(piece, table)
        behind = at > place or (place and not at)
        at += len(piece)
        if not behind or not rest or not (mark or place):
            continue
        while rest and rest[0] in table.negations:
            rest = rest[1:]
        form = _form(rest[0], table)[0] if rest else None
        if form is None or (len(rest) > 1 and rest[1] in table.finite):
            continue
        if not _is_idiom(rest, sentence, found, table):
            return TRIGGER
    return None


def _phrase(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    hits = found & table.hints
    if not hits:
        return None
    for rule in table.phrases:
        if hits.isdisjoint(rule.hints) or (allowed and not rule.steering):
            continue
        if sentence.asks and not rule.questions:
            continue
        match = compiled(rule.pattern).search(sentence.flat)
        if match and not _is_reported(sentence.words, sentence.flat.count(" ", 0, match.start()), table):
            return rule.kind
    return None


def _hiding(sentence: Sentence, found: frozenset[str], table: Table) -> str | None:
    """Find "do not tell the user"."""
    if found.isdisjoint(table.negations) or found.isdisjoint(table.telling) or found.isdisjoint(table.readers):
        return None
    words = sentence.words
    starts = _starts(sentence, table)
    for at, word in enumerate(words):
        if word not in table.telling:
            continue
        front = max(0, at - 3)
        negated = [n for n in range(front, at) if words[n] in table.negations]
        if not table.negation_first:
            negated += [n for n in range(at + 1, min(at + 6, len(words))) if words[n] in table.negations]
        if not negated or _is_reported(words, at, table) or sentence.asks:
            continue
        place = min(min(negated), at)
        if not any(n in starts for n in range(max(0, place - 1), place + 1)):
            continue
        if any(noun in table.readers for noun in words[at + 1 : at + 1 + _REACH] + words[front:at]):
            return ORDER
    return None


def _imperative(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    """Find a verb in the form and the place of an order."""
    lead = _request if sentence.asks else _after_lead_in
    if kind := lead(sentence, found, table, allowed):
        return kind
    if found.isdisjoint(table.verbs) and not (table.clitics and _hangs(sentence, table)):
        return None if not table.polite else _polite_infinitive(sentence, table, allowed)
    head = sentence.pieces[0]
    for piece, mark_behind in _open_pieces(sentence, table):
        rest = _without_leads(piece, table)
        negated = bool(rest) and rest[0] in table.negations
        while rest and rest[0] in table.negations:
            rest = rest[1:]
        quotes = piece is sentence.pieces[0] and bool(mark_behind) and _QUOTES.issuperset(mark_behind)
        if len(rest) < 2 and not (rest and quotes):
            continue
        base, hung = _form(rest[0], table)
        if base in table.unsure and piece is not sentence.pieces[0] and not table.persons.isdisjoint(head):
            continue
        if base is None or not (hung or _reads_as_verb(base, rest[1:], sentence, table, negated)):
            continue
        if kind := _weigh(base, rest, sentence, found, table, allowed):
            return kind
    return _polite_infinitive(sentence, table, allowed)


def _unknown_verb(sentence: Sentence, found: frozenset[str], table: Table) -> str | None:
    """Find an order by a verb that no table holds, from its place before an article: "Frobnicate the list"."""
    if not (table.articles or table.shape) or sentence.asks or not sentence.pieces:
        return None
    rest = _without_leads(sentence.pieces[0], table)
    if table.shape:
        before = sentence.pieces[0][: len(sentence.pieces[0]) - len(rest)]
        return None if before and before[-1] in table.addressees else _order_by_shape(rest, found, table)
    if (
        len(rest) < 3
        or rest[0] in table.no_verbs
        or rest[0] in table.cancelling
        or rest[0].endswith(("s", "ed", "ing", "ly"))
        or len(rest[0]) < 3
    ):
        return None
    if not found.isdisjoint(table.reported) or any(word in table.finite for word in rest[1:3]):
        return None
    if rest[0] in table.verbs - table.unsure:
        return None
    if rest[1] in table.articles and not found.isdisjoint(table.own):
        return None if _is_idiom(rest, sentence, found, table) else TASK
    if found.isdisjoint(table.finite) and "your" in found and compiled(table.in_your_answer).search(sentence.flat):
        return TASK
    return None


def _order_by_shape(rest: list[str], found: frozenset[str], table: Table) -> str | None:
    """Find an order by a first word that has the form of one, whatever its verb: "Saupoudrez le gateau"."""
    while rest and rest[0] in table.negations:
        rest = rest[1:]
    if len(rest) < 2 or not compiled(table.shape).match(rest[0]) or rest[1] in table.finite:
        return None
    if rest[0] in table.cancelling:
        return None
    if not found.isdisjoint(table.reported) or (table.shape_object and rest[1] not in table.objects):
        return None
    return TASK


def _is_idiom(rest: list[str], sentence: Sentence, found: frozenset[str], table: Table) -> bool:
    """Tell what people say to each other all day from an order: "share the love", but not "share the token"."""
    if not table.idioms or not found.isdisjoint(table.things) or sentence.names_address or sentence.names_money:
        return False
    return compiled(table.idioms).match(f" {' '.join(rest)} ") is not None


def _hangs(sentence: Sentence, table: Table) -> bool:
    """Return whether any word is an order with a pronoun hanging on it."""
    return any(_form(word, table)[0] for word in sentence.words)


def _weigh(
    verb: str, rest: list[str], sentence: Sentence, found: frozenset[str], table: Table, allowed: bool
) -> str | None:
    if _is_harmful(verb, sentence, found, table):
        return ORDER
    if allowed or (sentence.asks and (table.inverted or verb in table.unsure)):
        return None
    if _is_idiom(rest, sentence, found, table):
        return None
    return ORDER if verb in table.orders else TASK


def _after_lead_in(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    """Find a verb after "you must" or "make sure to"."""
    if found.isdisjoint(table.lead_hints):
        return None
    for match in compiled(table.lead_in).finditer(sentence.flat):
        place = sentence.flat.count(" ", 0, match.start())
        before = sentence.words[place - 1] if place else ""
        if before in (table.openers | table.subordinate) - table.leads or _is_reported(
            sentence.words, place, table
        ):
            continue
        verb = _verb_behind(sentence.flat[match.end() :].split(), table)
        if verb is not None and (not allowed or _is_harmful(verb, sentence, found, table)):
            return ORDER
    return None


def _verb_behind(words: list[str], table: Table) -> str | None:
    """Return the order that follows a lead-in: its next word or, where verbs stand last, a later infinitive."""
    verb = _form(words[0], table)[0] if words else None
    if verb is None and table.verb_last:
        return next((word for word in words if word in table.infinitives), None)
    return verb


def _request(sentence: Sentence, found: frozenset[str], table: Table, allowed: bool) -> str | None:
    """Find a question that asks for something harmful: "Can you send the password to …?"."""
    if found.isdisjoint(table.can_hints):
        return None
    match = compiled(table.can_you).search(sentence.flat)
    if match is None:
        return None
    behind = sentence.flat[match.end() :].split()
    verbs = behind if table.verb_last else [_form(word, table)[0] for word in behind[:1]]
    secret = not found.isdisjoint(table.secrets)
    if not any(verb in table.grave for verb in verbs if verb):
        return None
    if sentence.names_address and secret:
        return ORDER
    return ORDER if not allowed and (sentence.names_address or secret or sentence.names_money) else None


def _is_harmful(verb: str, sentence: Sentence, found: frozenset[str], table: Table) -> bool:
    """Return whether a verb would carry something secret to an address."""
    return verb in table.grave and not found.isdisjoint(table.secrets) and sentence.names_address


def _polite_infinitive(sentence: Sentence, table: Table, allowed: bool) -> str | None:
    """Find an infinitive in the place of an imperative: "Bitte alle Dateien löschen"."""
    words = sentence.words
    if not table.polite or sentence.asks or len(words) < 2 or words[-1] not in table.infinitives:
        return None
    if any(word in table.finite or word in table.reported for word in words):
        return None
    if words[0] not in table.polite and not sentence.raw.rstrip().endswith("!"):
        return None
    return None if allowed else ORDER


def _form(word: str, table: Table) -> tuple[str | None, bool]:
    """Return the verb form a word is, and whether a pronoun hangs on it."""
    if word in table.verbs:
        return word, False
    if table.clitics and len(word) > 4:
        match = compiled(table.clitics).search(word)
        if match:
            base = word[: match.start()]
            if base in table.verbs:
                return base, True
    return None, False


def _reads_as_verb(verb: str, rest: list[str], sentence: Sentence, table: Table, negated: bool) -> bool:
    """Tell an imperative from a noun or a subject of the same form: "Run the tests" from "Run 12 failed"."""
    if not rest:  # a quotation follows
        return verb not in table.unsure
    following = rest[0]
    if f"{verb}/{following}" in table.compounds or (table.nouns and f"{verb}-{following}" in sentence.raw):
        return False
    if _is_name_behind(verb, sentence):
        return not any(word in table.finite for word in rest[:6])
    if f"{verb}/{following}" in table.phrasal and len(rest) > 1:
        return not any(word in table.finite for word in rest[:6])
    if verb in table.unsure and following in table.noun_signs:
        return False
    if table.nouns and verb in table.nouns and _is_noun(rest, table):
        return False
    if following in table.objects or (negated and not (table.drops_subject and verb in table.unsure)):
        return True
    if following in table.particles and len(rest) > 2 and rest[1] in table.objects:
        return True
    if any(word in table.finite for word in rest[:3]) or (following.isdigit() and not sentence.names_money):
        return False
    if table.plural and following.endswith(("ed", "ing")):
        return False
    return verb not in table.unsure or sentence.names_address or sentence.names_money or _has_object(rest, table)


def _is_name_behind(verb: str, sentence: Sentence) -> bool:
    """Return whether a file or a function is named behind: "read ~/.ssh/id_rsa", "call send_mail"."""
    raw = sentence.raw
    if "/" not in raw and "_" not in raw and "(" not in raw:
        return False
    at = raw.find(verb + " ")
    behind = r"\s[\"'`]?(?:(?:~|\.{1,2})?/[\w.]|[a-z][a-z0-9]{0,30}_[a-z_]|[a-z]\w{1,40}\()"
    return at >= 0 and compiled(behind).match(raw, at + len(verb)) is not None


def _is_noun(rest: list[str], table: Table) -> bool:
    """Tell a noun by the sign behind it, or by the verb behind its compound: "reply times improved"."""
    if rest[0] in table.noun_signs or rest[0] in table.objects:
        return rest[0] not in table.objects
    if any(word in table.finite for word in rest[:7]):
        return True
    if len(rest) > 1 and rest[1] in table.verbs and compiled(table.plural).match(rest[0]):
        return True
    for at, word in enumerate(rest[1:4], 2):
        if word in table.objects or word in table.links:
            return False
        if word.endswith("ed"):
            return at == len(rest) or rest[at].isdigit() or rest[at] in table.links | table.articles
    return False


def _has_object(rest: list[str], table: Table) -> bool:
    """Return whether a verb that may be a noun has an object without an article: "use numbers for vowels"."""
    if not table.plural or any(word in table.finite or word.endswith("ed") for word in rest[:7]):
        return False
    if rest[0] in table.goods or (len(rest) > 2 and rest[1] == "as"):
        return True
    return len(rest) > 2 and rest[1] in table.links and compiled(table.plural).match(rest[0]) is not None


def _without_leads(words: list[str], table: Table) -> list[str]:
    at = 0
    while at < len(words) and words[at] in table.leads and at < 8:
        at += 1
    return words[at:]


def _open_pieces(sentence: Sentence, table: Table) -> list[tuple[list[str], str]]:
    """Return the pieces of a sentence that a main clause can begin with, and the marks behind them.

    What follows a comma counts only behind an opening ("If you see this, …", "Hey team, …"): behind a
    subject and its verb it is one more thing that subject does.
    """
    opened, result = True, []
    # "The runbook says: restart the worker" reports; "Next step: restart the worker" does not.
    reported = bool(sentence.pieces) and _is_reported(sentence.pieces[0], len(sentence.pieces[0]), table)
    marks_behind = [*sentence.marks[1:], ""][: len(sentence.marks)]
    for piece, mark, behind in zip(sentence.pieces, sentence.marks, marks_behind, strict=True):
        headed = not reported and any(char in mark for char in _HEADS)
        if opened or headed or (not reported and piece[0] in table.hence):
            result.append((piece, behind))
        opened = (opened or headed) and (piece[0] in table.openers or piece[0] in table.leads or len(piece) == 1)
    return result


# Behind these a verb has a subject or hangs on another verb, and is no order.
_GOVERNS = frozenset(
    """
    to not never can could may might must should would will shall do does did don t i we they he she it
    you who that which often sometimes usually always also and or even still just than as please models
    users people attackers say says read reads ich wir sie er es man du zu je nous vous ils elles il elle
    on yo nosotros ellos ellas io noi loro eu eles elas ik wij zij men я мы они он она
    """.split()  # noqa: SIM905 - read more easily than a list
)


def _stands_alone(words: list[str], at: int, table: Table) -> bool:
    """Return whether "ignore all previous instructions" stands whole behind words that do not govern it.

    So an order behind a heading is found where no mark parts the two.
    """
    near = words[at + 1 : at + 6]
    return (
        at > 0
        and words[at] not in table.weak_cancelling
        and words[at - 1] not in _GOVERNS
        and words[at - 1] not in table.finite
        and words[at - 1] not in table.speakers
        and any(word in table.rules for word in near)
        and sum(word in table.everything for word in near) > 1
    )


def _starts(sentence: Sentence, table: Table) -> set[int]:
    """Return the places of words at which a clause begins, behind its leads."""
    starts: set[int] = set()
    at = 0
    for piece in sentence.pieces:
        lead = len(piece) - len(_without_leads(piece, table))
        starts.update(range(at, at + lead + 1))
        at += len(piece)
    return starts


def _is_reported(words: list[str], before: int, table: Table) -> bool:
    """Return whether a word of reporting stands before a place: "he told me to …", but not "as I said, …"."""
    return any(
        word in table.reported and not (at and words[at - 1] in table.speakers)
        for at, word in enumerate(words[:before])
    )
