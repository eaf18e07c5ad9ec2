"""What the rules know of one language."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """A wording that is an order wherever it stands.

    Attributes
    ----------
    kind
        What is answered when it is found.
    hints
        Words (or, in scripts without blanks, pieces of words) one of which every match holds.
    pattern
        Regular expression over the words of a sentence, one blank between them.
    steering
        Whether it steers the reader even where imperatives are natural (a goal, a plan).
    questions
        Whether it is an order in a question too.
    """

    kind: str
    hints: frozenset[str]
    pattern: str
    steering: bool = True
    questions: bool = False


class Endings(NamedTuple):
    """Rules of a language that is judged by its characters.

    Attributes
    ----------
    rules
        Wordings that are orders.
    reported
        Pattern of the words by which someone is reported to have said it.
    reading
        Characters that are read as others.
    """

    rules: tuple[Phrase, ...]
    reported: str
    reading: dict[int, int] | None = None


def lifted(limits: str, *, your: str, gone: str, here: str, none: str) -> Phrase:
    """Return the wording that tells a reader that its limits are gone.

    Parameters
    ----------
    limits
        Rules, filters, restrictions.
    your, gone, here, none
        Patterns: whose limits; that they hold no more; for whom or when, where the first is not said; and "you
        have no", before them.
    """
    either = "|".join(limits.split())
    return Phrase(
        "override of instructions",
        words(limits),
        rf" (?:{your})(?: \w+){{0,2}} (?:{either})(?: \w+){{0,3}}? (?:{gone})(?= )"
        rf"| (?:{either})(?: \w+){{0,3}}? (?:{gone})(?: \w+){{0,2}}? (?:{here})(?= )"
        rf"| (?:{none})(?: \w+){{0,2}} (?:{either})(?= )",
    )


def told_of_answers(answers: str, *, your: str, modals: str) -> Phrase:
    """Return the wording that says what an answer must be: "your answer must be in rhymes"."""
    either = "|".join(answers.split())
    return Phrase(
        "order to the reader",
        words(answers),
        rf" (?:{your})(?: \w+){{0,2}} (?:{either})(?: \w+){{0,3}}? (?:{modals})(?= )",
        steering=False,
    )


def asked_for_prompt(pattern: str, hints: str) -> Phrase:
    """Return the wording of the question for a reader's instructions."""
    return Phrase("override of instructions", words(hints), pattern, questions=True)


def user_ignored(verbs: str, wish: str, user: str) -> Phrase:
    """Return the wording that sets aside what the user asked for, given as patterns."""
    ignore = "|".join(verbs.split())
    return Phrase(
        "override of instructions",
        words(verbs),
        rf"^ (?:\w+ ){{0,2}}?(?:{ignore})(?: \w+){{0,2}} (?:{wish})(?: \w+){{0,3}}? (?:{user})(?= )",
        steering=False,
    )


def words(text: str) -> frozenset[str]:
    """Return the words of a table's line."""
    return frozenset(text.split())


class Table(NamedTuple):
    """Words and wordings of a language that parts its words with blanks, in lower case and without accents.

    Attributes
    ----------
    orders
        Forms that order something a reader could do harm with: send, pay, delete, reveal, run.
    tasks
        Forms that order work: write, translate, summarise.
    unsure
        Those of both that may be something else too, a noun or a third person. They need an object.
    grave
        Those of the orders that are steering when they carry a secret to an address, and that make a question a
        request.
    objects
        Words an object begins with.
    finite
        Words that make what went before them a subject: is, was, has.
    leads
        Words that may stand before an imperative: please, now, assistant.
    openers
        Words that begin a clause before the main one: if, when, before.
    lead_in
        Pattern of the wordings behind which a verb is an order: you must, make sure to.
    can_you
        Pattern of the question that is a request.
    cancelling
        Forms of ignore, disregard, forget.
    rules
        What an override cancels: instructions, rules, the prompt.
    everything
        Words of which an override holds one as well: all, previous, your.
    before_cancelling
        Words behind which such a form is an order in mid-sentence.
    negations
        do not, never.
    telling
        Forms of tell, mention, reveal as they follow a negation.
    readers
        The user and others who are kept from knowing.
    reported
        Words by which someone else is reported to have said it.
    secrets
        Passwords, keys, customers' data, the prompt.
    addressees
        Names for the reader: assistant, model, bot.
    phrases
        Wordings that are orders wherever they stand.
    clitics
        Pattern of pronouns that hang on to an imperative.
    polite
        Words behind which an infinitive is an order.
    infinitives
        Infinitives that are orders at a sentence's end.
    plural
        Pattern of a plural noun, by which a verb that may be a noun is told to be one.
    idioms
        Pattern of what people say to each other all day and nobody carries out.
    total
        Pattern of what an override cancels as a whole, behind its verb: everything above.
    noun_signs
        Words behind which an unsure verb is a noun: use of, call with.
    particles
        Words that make a verb of what may be a noun: break down the plot.
    nouns
        Verbs that are nouns before a noun's sign only: forecast for Friday, but forecast the weather.
    compounds
        Verbs with the word that makes a noun of them, parted by a slash: end/users, write/access.
    phrasal
        Verbs with the word that must follow them, parted by a slash: talk/about, hand/over.
    shape
        Pattern of a first word that is an order by its form alone, whatever the verb.
    shape_object
        Whether an object must follow it.
    hence
        Words behind which an order may follow any clause: "this is urgent, so pay the invoice".
    things
        Words with which nothing is an idiom any more: "share the token" is not "share the love".
    persons
        Who does what a heading's verb says, where the subject is left out: "customer's reply: accepts".
    mine
        Words by which what is to be ignored is the speaker's own: my last message.
    turns
        Those of the rules that may be the speaker's own.
    subordinate
        Words behind which "you must" belongs to another clause.
    lead_hints
        Words one of which every lead-in holds.
    can_hints
        Words one of which every request holds.
    negation_first
        Whether a negation stands before its verb.
    inverted
        Whether a question may begin with a verb in the form of an order.
    verb_last
        Whether an infinitive stands behind its objects.
    drops_subject
        Whether a third person may stand without its subject.
    weak_cancelling
        Those of the cancelling forms that are everyday work in a plan: replace, clear.
    no_verbs
        Words that no order begins with though an article follows them.
    articles
        Words before which an unknown verb is taken for one.
    in_your_answer
        Pattern of the place in an answer that an order may name.
    own
        Words of this language that are no words of the others.
    speakers
        Who reports nothing when speaking: I, we.
    links
        Words behind the plural object of an unsure verb: use numbers for vowels.
    goods
        What is handed over without an article: money, data.
    trigger
        Pattern of the occasion of a standing order; its group "standing" is what comes again and again.
    trigger_hints
        Words one of which every trigger holds.
    label
        Pattern of a heading that makes an order of what follows.
    system_label
        Pattern of a heading that does so if the text speaks to its reader.
    bound
        Words by which a text speaks to its reader.
    verbs
        Orders and tasks.
    hints
        Hints of all phrases.
    hooks
        Words one of which every order holds whose verb the table knows and nothing hangs on.
    """

    orders: frozenset[str]
    tasks: frozenset[str]
    unsure: frozenset[str]
    grave: frozenset[str]
    objects: frozenset[str]
    finite: frozenset[str]
    leads: frozenset[str]
    openers: frozenset[str]
    lead_in: str
    can_you: str
    cancelling: frozenset[str]
    rules: frozenset[str]
    everything: frozenset[str]
    before_cancelling: frozenset[str]
    negations: frozenset[str]
    telling: frozenset[str]
    readers: frozenset[str]
    reported: frozenset[str]
    secrets: frozenset[str]
    addressees: frozenset[str]
    phrases: tuple[Phrase, ...]
    clitics: str = ""
    polite: frozenset[str] = frozenset()
    infinitives: frozenset[str] = frozenset()
    plural: str = ""
    idioms: str = ""
    total: str = ""
    noun_signs: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    compounds: frozenset[str] = frozenset()
    phrasal: frozenset[str] = frozenset()
    mine: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    hence: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    shape: str = ""
    shape_object: bool = False
    turns: frozenset[str] = frozenset()
    subordinate: frozenset[str] = frozenset()
    lead_hints: frozenset[str] = frozenset()
    can_hints: frozenset[str] = frozenset()
    negation_first: bool = True
    inverted: bool = True
    verb_last: bool = False
    drops_subject: bool = False
    weak_cancelling: frozenset[str] = frozenset()
    no_verbs: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    in_your_answer: str = ""
    own: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    goods: frozenset[str] = frozenset()
    trigger: str = ""
    trigger_hints: frozenset[str] = frozenset()
    label: str = ""
    system_label: str = ""
    bound: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    hints: frozenset[str] = frozenset()
    hooks: frozenset[str] = frozenset()


def prepared(table: Table) -> Table:
    """Return a table with the sets by which most sentences are passed over at once."""
    return table._replace(
        verbs=table.orders | table.tasks,
        hooks=table.orders.union(
            table.tasks,
            table.cancelling,
            table.telling,
            table.trigger_hints,
            table.lead_hints,
            table.can_hints,
            *(phrase.hints for phrase in table.phrases),
        ),
        hints=frozenset(hint for phrase in table.phrases for hint in phrase.hints),
    )
