"""What a card has that its ruleset does not know: keywords, amounts, numbers out of range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_check.checks.reasons import rules_behind
from rules_check.checks.subject import Subject
from rules_check.checks.words import (
    KEYWORDS,
    book,
    keywords_over,
    listed,
    says_amount,
    sentences,
    typed,
)
from rules_check.grammar import ast as a
from rules_check.grammar.cardline import GARBLED
from rules_check.grammar.cardmodel import CardLine, CardType, Title
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import KeywordPlace
from rules_check.rules.model import Ruleset


def check(subject: Subject) -> Iterator[Finding]:
    """RC205, RC206, RC208, RC215 and RC217 of one card."""
    if subject.ruleset is not None:
        yield from _keywords(subject, subject.ruleset)
    yield from _blocks(subject)
    if subject.ruleset is not None and subject.card.line is not None:
        yield from _missing(subject, subject.ruleset, subject.card.line)
        yield from _numbers(subject, subject.ruleset, subject.card.line)


# ------------------------------------------------------------------ keywords


def known_keyword(ruleset: Ruleset, keyword: str) -> bool:
    """Does the rulebook say what the keyword prefix does?"""
    if keyword == "stack ongoing":
        return "Ongoing" in ruleset.keywords and ruleset.components.super_villains > 0
    return KEYWORDS.get(keyword, keyword) in ruleset.keywords


def _keywords(subject: Subject, ruleset: Ruleset) -> Iterator[Finding]:
    for place in subject.parsed.keywords:
        if not known_keyword(ruleset, place.keyword):
            yield _keyword_finding(subject, ruleset, place)


def _keyword_finding(subject: Subject, ruleset: Ruleset, place: KeywordPlace) -> Finding:
    name = book(ruleset)
    words = typed(subject, place.line, place.start, place.end).rstrip(" :.")
    message = f'the rulebook of {name} has no keyword "{words}"'
    label = f"not a keyword of {name}"
    keywords = listed([keyword for keyword in ruleset.keywords if keyword != "Payment"])
    ways = [f"use a keyword of {name} ({keywords})", "write the effect in plain words"]
    rules: tuple[str, ...] = ()
    if place.keyword == "payment":
        message = f'the rulebook of {name} does not know a price before a colon ("{words}:")'
        label = f"{name} has no payment abilities"
        ways = [f'write "You may {words[:1].lower()}{words[1:]}. If you do, ..."']
    elif place.keyword == "confrontation" and ruleset.says_during_a_confrontation:
        ways = ['begin the text with "During a Confrontation, "']
        rules = rules_behind(ruleset, "RC205.confrontation")
    elif place.keyword == "stack ongoing":
        message = f'"{words}" works from the stack of Super-Villains, and {name} has none'
        ways = ['write "Ongoing" for a card that stays in play']
    ways.append("correct the line `ruleset:` if the card belongs to another game")
    return Finding(
        "RC205",
        message,
        subject.span(place.line, place.start, place.end),
        label=label,
        card=subject.card.name,
        help=", or ".join(ways),
        rules=rules,
    )


# -------------------------------------------------------------------- blocks


def _blocks(subject: Subject) -> Iterator[Finding]:
    """RC206: a Block that raises no Character's cost."""
    ruleset = subject.ruleset
    lines_in_doubt = {trouble.line for trouble in subject.parsed.troubles}
    for place in subject.parsed.keywords:
        if place.keyword != "block" or place.line in lines_in_doubt:
            continue
        if says_amount(subject, place):
            continue
        if ruleset is not None and not known_keyword(ruleset, place.keyword):
            continue
        spoken = [s for s in sentences(subject) if keywords_over(subject, s)[-1:] == [place]]
        effects = [sentence.effect for sentence in spoken]
        if effects and not any(_changes_character(effect) for effect in effects):
            yield _block_finding(subject, place)


def _changes_character(effect: a.Effect) -> bool:
    return any(
        isinstance(part, a.ChangeCost) and isinstance(part.of, a.CharacterCost)
        for part in a.walk(effect)
    )


def _block_finding(subject: Subject, place: KeywordPlace) -> Finding:
    ruleset = subject.ruleset
    way = 'add the amount: "If you do, add 2 to a Character\'s cost this turn."'
    if ruleset is not None and ruleset.parameters.get("block.syntax") == "number":
        way = 'write the amount behind the keyword: "Block (2)"'
    elif ruleset is not None and ruleset.parameters.get("block.beneficiary") == "own":
        way = 'add the amount: "If you do, add 2 to your Character\'s cost this turn."'
    return Finding(
        "RC206",
        "the Block does not say how much it adds to a Character's cost, so it blocks nothing",
        subject.span(place.line, place.start, place.end),
        label="adds how much?",
        card=subject.card.name,
        help=way,
        rules=rules_behind(ruleset, "RC206"),
    )


# ------------------------------------------------------------------- numbers


def _missing(subject: Subject, ruleset: Ruleset, line: CardLine) -> Iterator[Finding]:
    """RC217: a cost, which every card has that can be bought or defeated. What could not be read
    has a place, and is told already."""
    if line.type is None or line.type is CardType.WEAKNESS or {"cost", GARBLED} & {*line.spans}:
        return
    if line.type is CardType.CHARACTER and not ruleset.ranges.character_costs:
        return
    kind = "Super-Villain" if Title.SUPER_VILLAIN in line.titles else str(line.type)
    yield Finding(
        "RC217",
        f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind} without a cost",
        line.spans.get("type", subject.card.name_span),
        label="what does it cost?",
        card=subject.card.name,
        help="add `cost 3`, or `cost ?` where it is not known",
    )


def _numbers(subject: Subject, ruleset: Ruleset, line: CardLine) -> Iterator[Finding]:
    """RC208: level, cost and copies."""
    if line.level is not None:
        yield from _level(subject, ruleset, line, line.level)
    if isinstance(line.cost, int):
        yield from _cost(subject, ruleset, line, line.cost)
    if line.copies is not None:
        yield from _copies(subject, ruleset, line.copies)


def _level(subject: Subject, ruleset: Ruleset, line: CardLine, level: int) -> Iterator[Finding]:
    name, allowed = book(ruleset), ruleset.ranges.level
    rules = rules_behind(ruleset, "RC208.level")
    if line.type is not CardType.CHARACTER:
        kind = f"a {line.type}" if line.type is not None else "this card"
        message = f"level {level} on {kind}: only Characters have a level"
        yield _number(subject, "level", message, "no level here", "take the level away", rules)
    elif allowed is None:
        message = f"level {level}: the Characters of {name} have no levels"
        yield _number(subject, "level", message, "no level here", "take the level away")
    elif not allowed[0] <= level <= allowed[1]:
        message = f"level {level} does not exist in {name}"
        way = f"the levels are {_range(allowed)}"
        yield _number(subject, "level", message, _range(allowed), way, rules)


def _cost(subject: Subject, ruleset: Ruleset, line: CardLine, cost: int) -> Iterator[Finding]:
    name, ranges = book(ruleset), ruleset.ranges
    if line.type is CardType.CHARACTER:
        yield from _character_cost(subject, ruleset, line, cost)
    elif Title.SUPER_VILLAIN in line.titles and ranges.super_villain_cost is not None:
        low, high = ranges.super_villain_cost
        if not low <= cost <= high:
            message = f"cost {cost}: the Super-Villains of {name} cost {low} to {high}"
            rules = rules_behind(ruleset, "RC208.super_villain_cost")
            yield _of_another_book(subject, message, ranges.super_villain_cost, rules)
    elif not ranges.cost[0] <= cost <= ranges.cost[1]:
        message = f"cost {cost} is outside what cards of {name} cost"
        yield _of_another_book(subject, message, ranges.cost, notes=_ours(ruleset, "cost"))


def _of_another_book(
    subject: Subject,
    message: str,
    limits: tuple[int, int],
    rules: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Finding:
    """RC215: other sets of the family have such costs, the book of this game does not."""
    low, high = limits
    way = f"give it a cost from {low} to {high}, or allow it by a comment if it is meant"
    made = _number(subject, "cost", message, f"{low} to {high}", way, rules, notes)
    return replace(made, code="RC215")


def _character_cost(
    subject: Subject, ruleset: Ruleset, line: CardLine, cost: int
) -> Iterator[Finding]:
    name, costs = book(ruleset), ruleset.ranges.character_costs
    rules = rules_behind(ruleset, "RC208.character_cost")
    if not costs:
        message = f"cost {cost}: the Characters of {name} have no cost"
        yield _number(subject, "cost", message, "no cost here", "take the cost away")
        return
    level = line.level
    if level is not None and 1 <= level <= len(costs) and cost != costs[level - 1]:
        right = costs[level - 1]
        message = f"a level {level} Character of {name} costs {right}, not {cost}"
        way = f"write cost {right}"
        if cost in costs:
            way += f", or level {costs.index(cost) + 1}"
        notes = _ours(ruleset, "level")
        yield _number(subject, "cost", message, f"level {level} costs {right}", way, rules, notes)
    elif cost not in costs:
        shown = listed([str(value) for value in costs], "or")
        message = f"cost {cost}: the Characters of {name} cost {shown}"
        yield _number(subject, "cost", message, shown, f"give it cost {shown}", rules)


def _copies(subject: Subject, ruleset: Ruleset, copies: int) -> Iterator[Finding]:
    """Basic cards are left to the check of the set: the rulebook states their number."""
    low, high = ruleset.ranges.copies
    folded = subject.card.name.casefold()
    basic = any(basic.name.casefold() == folded for basic in ruleset.basics)
    if not basic and not low <= copies <= high:
        if copies < low:
            message = f"x{copies}: a card of the set has at least one copy"
            way = "write at least x1"
        else:
            message = f"x{copies}: the whole main deck of {book(ruleset)} has {high} cards"
            way = f"write at most x{high}"
        label = f"x{low} to x{high}"
        yield _number(subject, "copies", message, label, way, notes=_ours(ruleset, "copies"))


def _range(allowed: tuple[int, int]) -> str:
    return listed([str(value) for value in range(allowed[0], allowed[1] + 1)])


def _ours(ruleset: Ruleset, field: str) -> tuple[str, ...]:
    if field not in ruleset.ranges.ours:
        return ()
    told = {
        "level": "the rulebook prints the costs, not which level has which; that is inferred",
        "cost": "the rulebook prints no limit; this one is wide enough for every card known",
        "copies": "the rulebook prints no limit; this one is the size of the main deck",
    }
    return (told[field],)


def _number(
    subject: Subject,
    field: str,
    message: str,
    label: str,
    way: str,
    rules: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Finding:
    assert subject.card.line is not None
    return Finding(
        "RC208",
        message,
        subject.card.line.spans.get(field, subject.card.name_span),
        label=label,
        card=subject.card.name,
        notes=notes,
        help=f"{way}; or correct the line `ruleset:` if the card belongs to another game",
        rules=rules,
    )
