"""RC207: words that can never apply in any game of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules_check.checks.reasons import rules_behind
from rules_check.checks.ruleset import known_keyword
from rules_check.checks.subject import Subject
from rules_check.checks.words import book, keywords_over, sentences, typed
from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Title
from rules_check.grammar.findings import Finding
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import Spoken
from rules_check.rules.model import Ruleset

ATTACKS = frozenset({"attack", "first appearance attack"})
ON_SUPER_VILLAINS = frozenset({"first appearance attack", "stack ongoing"})

NOTHING_TO_DO = frozenset("MOVE PASS PLAY REVEAL LOOK_AT CHOOSE EDGE".split())
"""Words after which "zero cards" means that nothing happens."""


def check(subject: Subject) -> Iterator[Finding]:
    """RC207 of one card."""
    for spoken in sentences(subject):
        yield from _zeros(subject, spoken)
        yield from _contradictions(subject, spoken)
        yield from _hit_by_no_attack(subject, spoken)
        if subject.ruleset is not None:
            yield from _no_team(subject, spoken, subject.ruleset)
            yield from _no_confrontation(subject, spoken, subject.ruleset)
            yield from _no_stack(subject, spoken, subject.ruleset)
            yield from _no_such_cards(subject, spoken, subject.ruleset)
    if subject.ruleset is not None:
        yield from _not_a_super_villain(subject, subject.ruleset)
    yield from _blocks_of_zero(subject)


def _finding(
    subject: Subject,
    place: tuple[int, int, int],
    why: str,
    label: str,
    way: str,
    rules: tuple[str, ...] = (),
) -> Finding:
    words = " ".join(typed(subject, *place).split())
    return Finding(
        "RC207",
        f'"{words}" can never apply: {why}',
        subject.span(*place),
        label=label,
        card=subject.card.name,
        help=way,
        rules=rules,
    )


def _place(spoken: Spoken, first: Word, last: Word) -> tuple[int, int, int]:
    return spoken.line, first.start, last.end


# --------------------------------------------------- whatever the ruleset is


def _zeros(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """Numbers that make the words around them empty."""
    words = spoken.words
    for at, word in enumerate(words):
        if word.kind != "NUMBER" or word.value != "0" or not 0 < at < len(words) - 1:
            continue
        before, after = words[at - 1], words[at + 1]
        first, last, why = before, after, "zero changes nothing"
        match before.kind, after.kind:
            case "PLUS", "POWER":
                pass
            case "UP_TO", kind if kind != "COST_WORTH":
                why = "there is nothing to choose"
            case "ADD" | "SUBTRACT", _:
                last = word
            case _, "LESS" | "MORE":
                first = word
            case "FEWER_THAN" | "LOWER_THAN", _:
                last, why = word, "no number is below zero"
            case "MOVE" | "LOSE", "VP":
                pass
            case before_kind, "CARD" | "TYPE" | "NAME" | "PART" | "KEYWORD" | "TITLE" if (
                before_kind in NOTHING_TO_DO
            ):
                why = "it is done to no card"
            case _:
                continue
        way = "take it away, or write the number you mean"
        yield _finding(subject, _place(spoken, first, last), why, "does nothing", way)


def _contradictions(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """Cards that would have to be two things at once."""
    for tests in dict.fromkeys(_all_tests(spoken.effect)):
        if _possible(tests):
            continue
        numbers = {str(number) for test in tests for number in _numbers_of(test)}
        first, last = _attribute_words(spoken.words, numbers)
        yield _finding(
            subject,
            _place(spoken, first, last),
            "no card is both",
            "never at the same time",
            'keep one of the two, or write "or" if either will do',
        )


def _all_tests(effect: a.Node) -> Iterator[tuple[a.Test, ...]]:
    for node in a.walk(effect):
        match node:
            case a.AllOf(a.Is(one, first), a.Is(two, second)) if one == two:
                yield (*first.tests, *second.tests)
            case a.Filter(_, tests) if len(tests) > 1:
                yield tests
            case _:
                pass


def _possible(tests: Sequence[a.Test]) -> bool:
    """Is there a number that fits all that is asked of a card's cost (VP, Power)?"""
    for kind in a.AttributeKind:
        asked = [test for test in tests if _asks(test, kind)]
        numbers = [number for test in asked for number in _numbers_of(test)]
        low = 0 if kind is a.AttributeKind.COST else min(numbers, default=0) - 2
        candidates = range(low, max([low, *numbers]) + 3)
        if asked and not any(all(_fits(test, n) for test in asked) for n in candidates):
            return False
    return True


def _asks(test: a.Test, kind: a.AttributeKind) -> bool:
    if isinstance(test, a.Attribute):
        return test.kind is kind and isinstance(test.value, a.Number)
    return kind is a.AttributeKind.COST and isinstance(test, a.CostOneOf | a.Parity)


def _numbers_of(test: a.Test) -> Iterable[int]:
    match test:
        case a.Attribute(value=a.Number(number)):
            return (number,)
        case a.CostOneOf(values):
            return values
        case _:
            return ()


def _fits(test: a.Test, number: int) -> bool:
    match test:
        case a.Attribute(_, comparison, a.Number(value)):
            match comparison:
                case a.Comparison.EQUAL:
                    return number == value
                case a.Comparison.AT_MOST:
                    return number <= value
                case a.Comparison.AT_LEAST:
                    return number >= value
                case a.Comparison.LESS:
                    return number < value
                case a.Comparison.MORE:
                    return number > value
        case a.CostOneOf(values):
            return number in values
        case a.Parity(kind):
            return (number % 2 == 1) is (kind is a.ParityKind.ODD)
        case _:
            return True


def _attribute_words(words: Sequence[Word], numbers: set[str]) -> tuple[Word, Word]:
    """The stretch of a sentence that asks for these numbers."""
    found: list[int] = []
    for start, word in enumerate(words):
        at = start
        if word.kind == "PARITY" or (word.kind == "NUMBER" and word.value in numbers):
            found.append(at - 1 if at and words[at - 1].kind == "COST" else at)
            while at + 1 < len(words) and words[at + 1].kind in {
                "OR_LESS",
                "OR_MORE",
                "VP",
                "COST",
            }:
                at += 1
            found.append(at)
    if not found:
        return words[0], words[-1]
    return words[min(found)], words[max(found)]


def _hit_by_no_attack(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """ "Hit by this Attack" on a card that has none."""
    if any(place.keyword in ATTACKS for place in subject.parsed.keywords):
        return
    words = spoken.words
    for at, word in enumerate(words[:-2]):
        if word.kind == "HIT_BY":
            yield _finding(
                subject,
                _place(spoken, word, words[at + 2]),
                "this card has no Attack",
                "which Attack?",
                'put "Attack:" before the text that attacks',
            )


def _blocks_of_zero(subject: Subject) -> Iterator[Finding]:
    for place in subject.parsed.keywords:
        words = typed(subject, place.line, place.start, place.end)
        number = "".join(sign for sign in words if sign.isdigit())
        known = subject.ruleset is None or known_keyword(subject.ruleset, place.keyword)
        if place.keyword == "block" and known and number and int(number) == 0:
            where = (place.line, place.start, place.start + len(words.rstrip(" :.")))
            way = "write the number you mean, or take the Block away"
            yield _finding(subject, where, "zero raises no cost", "adds nothing", way)


# ------------------------------------------------- what the ruleset does not have


def _no_team(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    if ruleset.teams or any(variant.teams for variant in ruleset.variants):
        return
    for word in spoken.words:
        if word.kind == "TEAMMATE":
            yield _finding(
                subject,
                _place(spoken, word, word),
                f"{book(ruleset)} is played without teams",
                "there is no such player",
                'take the words away, or speak of "you" or of "each player"',
                rules_behind(ruleset, "RC207.teams"),
            )


def _no_confrontation(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    """A Confrontation, or a Character's cost, in a game without Confrontations."""
    if any(not known_keyword(ruleset, place.keyword) for place in keywords_over(subject, spoken)):
        return  # the keyword itself is reported
    words = spoken.words
    name = book(ruleset)
    if not ruleset.has_confrontations:
        for at, word in enumerate(words):
            named = word.kind == "KEYWORD" and word.value.startswith("confrontation")
            if word.kind == "IN_CONFRONTATION" or named:
                first = words[at - 1] if at and words[at - 1].kind in {"THIS_CARD", "A"} else word
                why, label = f"{name} has no Confrontations", "this moment never comes"
                way = "take the words away, or name a moment of this game"
                yield _finding(subject, _place(spoken, first, word), why, label, way)
    if not ruleset.ranges.character_costs and any(
        isinstance(node, a.CharacterCost) for node in a.walk(spoken.effect)
    ):
        first, last = _character_words(words)
        why = f"the Characters of {name} have no cost"
        way = "take the sentence away"
        yield _finding(subject, _place(spoken, first, last), why, "no such number", way)


def _character_words(words: Sequence[Word]) -> tuple[Word, Word]:
    """The words "Character's cost", or as much of them as there is."""
    for at, word in enumerate(words):
        if word.kind == "TITLE":
            ends = [w for w in words[at : at + 3] if w.kind == "COST"]
            return word, ends[-1] if ends else word
    return words[0], words[-1]


def _no_stack(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    words = spoken.words
    basics = {
        basic.name.casefold() for role in ("for sale", "weakness") for basic in ruleset.basic(role)
    }
    rules = rules_behind(ruleset, "RC207.stacks")
    name = book(ruleset)
    for at, word in enumerate(words):
        if word.kind == "SV_STACK" and not ruleset.components.super_villains:
            why = f"{name} has no Super-Villain stack"
            way = 'name a place of this game ("the Line-Up", "the main deck")'
            yield _finding(subject, _place(spoken, word, word), why, "no such place", way, rules)
        elif (
            word.kind == "STACK"
            and at
            and words[at - 1].kind in {"NAME", "PART"}
            and words[at - 1].value.casefold() not in basics
            and not any(variant.teams and not ruleset.teams for variant in ruleset.variants)
        ):
            why = f"{name} has no stack of that name"
            way = f"the stacks are: {', '.join(sorted(_stacks(ruleset)))}"
            where = _place(spoken, words[at - 1], word)
            yield _finding(subject, where, why, "no such place", way, rules)


def _stacks(ruleset: Ruleset) -> Iterator[str]:
    for basic in (*ruleset.basic("for sale"), *ruleset.basic("weakness")):
        yield f"the {basic.name} stack"


def _no_such_cards(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    """Cards called by a keyword that no card of the game has, or cards that get it."""
    missing = {
        keyword
        for node in a.walk(spoken.effect)
        for keyword in _keywords_in(node)
        if str(keyword) not in ruleset.keywords
    }
    for word in spoken.words:
        if word.kind != "KEYWORD" or word.value.removesuffix("s").title() not in missing:
            continue
        yield _finding(
            subject,
            _place(spoken, word, word),
            f'{book(ruleset)} has no keyword "{word.value.removesuffix("s").title()}"',
            "no such cards",
            f"name cards of this game: it has the keywords {', '.join(ruleset.keywords)}",
        )


def _keywords_in(node: a.Node) -> Iterable[a.Keyword]:
    match node:
        case a.KeywordNoun(keyword) | a.HasKeyword(keyword):
            return (keyword,)
        case a.Grant(quality=a.Keyword() as quality):
            return (quality,)
        case _:
            return ()


def _not_a_super_villain(subject: Subject, ruleset: Ruleset) -> Iterator[Finding]:
    """Text that only works on the stack of Super-Villains, on another card."""
    line = subject.card.line
    if line is None or line.type is None or Title.SUPER_VILLAIN in line.titles:
        return
    for place in subject.parsed.keywords:
        if place.keyword in ON_SUPER_VILLAINS and known_keyword(ruleset, place.keyword):
            yield _finding(
                subject,
                (place.line, place.start, place.end),
                "only a Super-Villain lies on the stack where this works",
                "not a Super-Villain",
                'add "Super-Villain" to the card line, or use another keyword',
                rules_behind(ruleset, "RC207.super_villains"),
            )
