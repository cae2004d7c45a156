"""What the wording or the rules leave open, with both readings and whoever settles it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.checks.raised import Raised, Settled, raised, settled
from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding, Related, Span
from rules_check.grammar.wording import wording
from rules_check.rules.model import Ruleset, Ruling
from rules_check.rules.patterns import BY_FORM, conventions

LETTERS: Final = "ABCDEFGH"

ANALOGY: Final = ("analogy", "other book")
"""Who settles a question, but not for this text."""

SETTLED: Final = "RC304"
"""The code of what is told to those only who ask for everything."""


def check(subject: Subject, everything: bool = False) -> Iterator[Finding]:
    """Questions about the wording (RC301) and the rules (RC302) that are open, and those that only
    the clarification of another card settles (RC303); with `everything` also what is settled
    (RC304)."""
    for one in raised(subject, lesser=everything):
        answer = settled(subject.ruleset, subject.card.name, one)
        if everything or not is_settled(one, answer):
            yield finding(subject, one, answer)


def is_settled(one: Raised, answer: Settled) -> bool:
    """Whether whoever answers a question has settled it, or hardly anybody asks it."""
    return _told_as(one, answer)[0] == SETTLED


def finding(subject: Subject, one: Raised, answer: Settled | None = None) -> Finding:
    """What is to be told of one question; `answer`: who answers it, if that is known."""
    answer = answer or settled(subject.ruleset, subject.card.name, one)
    code, message = _told_as(one, answer)
    printed = tuple(line.text for line in subject.card.printed)
    notes = list(echoes(one))
    rules: tuple[str, ...] = ()
    if answer.ruling is not None and answer.book is not None:
        word = "by analogy" if answer.by in ANALOGY else "settled by"
        source = _source(answer.book, answer.ruling)
        notes.append(f"{word}: {source}: {_letter(one, answer.answer)}")
        rules = (answer.ruling.id,)
    elif answer.parameter and subject.ruleset is not None:
        said = f"{subject.ruleset.title}, {answer.parameter}"
        notes.append(f"settled by: {said}: {_letter(one, answer.answer)}")
    elif answer.by == "language":
        says = conventions()[answer.rule].says
        notes.append(f"settled by: the card language, {answer.rule}: {_letter(one, answer.answer)}")
        notes.append(f"{answer.rule}: {says}")
        rules = (answer.rule,)
    elif answer.rule and subject.ruleset is not None:
        said = f"{subject.ruleset.title}, rule {answer.rule}"
        notes.append(f"settled by: {said}: {_letter(one, answer.answer)}")
        rules = (answer.rule,)
    elif subject.ruleset is not None and one.question.parameter in subject.ruleset.open:
        asked = subject.ruleset.open[one.question.parameter]
        notes.append(f"the book itself leaves it open: question {asked}")
    elif one.rank != "equal":
        notes.append("A is how it is usually played; no clarification of this book says so")
    at = place(subject, one.node) if one.at is None else subject.span(*one.at)
    return Finding(
        code,
        f"{message}: {one.question.asks}",
        at,
        "this leaves it open" if code != SETTLED else "asked here",
        subject.card.name,
        tuple(notes),
        _help(one, answer, printed) if code != SETTLED else "",
        rules=rules,
        related=tuple(Related(span, "and this as well") for span in _again(subject, one, at)),
        question=one.id,
    )


def _again(subject: Subject, one: Raised, first: Span) -> list[Span]:
    """Further places of the card that leave the same question open."""
    spans = dict.fromkeys(place(subject, node) for node in one.again)
    return [span for span in spans if span != first]


def _told_as(one: Raised, answer: Settled) -> tuple[str, str]:
    """The code and the message for a question."""
    if answer.by == "language":
        return SETTLED, "a question that the card language settles"
    if answer.by in ("book", "card"):
        whose = "the book" if answer.by == "book" else "a clarification of this card"
        return SETTLED, f"a question that {whose} settles"
    general = answer.ruling is not None and not answer.ruling.cards
    whose = "in another book" if answer.by == "other book" else "for another card"
    whose = "for another kind of text" if answer.by == "analogy" and general else whose
    if one.rank == "lesser" or (one.rank == "asked" and answer.by == "nobody"):
        if answer.by == "analogy":
            return SETTLED, f"a question that is settled {whose}"
        return SETTLED, "a question that hardly anybody asks"
    if answer.by in ANALOGY:
        return "RC303", f"open question, settled {whose}"
    return ("RC301" if one.question.about == "wording" else "RC302"), "open question"


def _letter(one: Raised, answer: str) -> str:
    return LETTERS[one.keys.index(answer)] if answer in one.keys else answer


def _source(ruleset: Ruleset, ruling: Ruling) -> str:
    about = ", ".join(ruling.cards) if ruling.cards else "general"
    return f"{ruleset.title}, clarification {ruling.id} ({about})"


def echoes(one: Raised) -> Iterator[str]:
    """ "read as A: …" for each reading: the lines that differ, or what the rules would be."""
    versions = [wording(text) for text in one.texts]
    for letter, key, lines in zip(LETTERS, one.keys, versions, strict=False):
        if one.question.switch:
            yield f"read as {letter}: {one.says(key)}"
            continue
        others = [line for version in versions if version is not lines for line in version]
        own = [line for line in lines if line not in others] or lines
        meant = f" ({one.says(key)})" if versions.count(lines) > 1 else ""
        yield f"read as {letter}: {' / '.join(own)}{meant}"


def _help(one: Raised, answer: Settled, printed: tuple[str, ...]) -> str:
    """How to go on: the readings are wordings that say one thing each, or rules that a book can
    have. `printed`: the lines of the card."""
    letters = [*LETTERS[: len(one.keys)]]
    first, last = ", ".join(letters[:-1]), letters[-1]
    if one.question.wordings:
        known = one.question.wordings.items()
        ways = "; ".join(f"for {_letter(one, key)}: {text}" for key, text in known)
        return f"say it on the card; a text that does, {ways}"
    if one.question.switch and answer.by in ANALOGY:
        return f"let a clarification name this card, and say {first} or {last}"
    if one.question.shape == BY_FORM:
        where = "on the card" if one.question.about == "wording" else "on the card or in the book"
        return f"say {where} whether {first} or {last} is meant"
    if one.question.switch:
        return f"let the rulebook say {first} or {last}; words of the card cannot"
    said = f"{first} and {last} can each be read in one way only: write the one that you mean"
    versions = [tuple(wording(text)) for text in one.texts]
    if len(set(versions)) < len(versions):
        said = f"no wording is known that says {first} or {last} alone: say it in other words"
    elif printed in versions:
        same = LETTERS[versions.index(printed)]
        said = f"{same} has no other words than those of the card: say it in other words, or"
        said += f" write {last if same == first else first}"
    elif any("[" in line for version in versions for line in version):
        said = "brackets show what belongs together, and are not for print: say it in other words"
    if answer.by in ANALOGY:
        return f"{said}, or let a clarification name this card"
    return said


def _within(inner: a.Node, outer: a.Node) -> bool:
    return any(node is inner for node in a.walk(outer))


def place(subject: Subject, asked: a.Node) -> Span:
    """The words that leave a question open, or the sentence that they stand in."""
    at = a.place_of(asked)
    if at is not None and not isinstance(asked, a.Power):  # its words are only "+1 Power"
        return subject.span(*at)
    if isinstance(asked, a.Question):
        outside = asked.options[-1]
        asked = outside.abilities[-1] if isinstance(outside, a.Abilities) else asked
    around = (node for node in a.walk(subject.parsed.text) if _within(asked, node))
    known = [at for at in map(a.hull, around) if at is not None]
    line, start, _ = a.hull(asked) or (known[-1] if known else (0, 0, 0))
    for spoken in subject.parsed.spoken:
        if spoken.line == line and spoken.start <= start < spoken.end:
            return subject.span(line, spoken.start, spoken.end)
    return subject.span(0, 0, len(subject.card.printed[0].text))
