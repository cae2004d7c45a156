"""Numbers that make words empty, and numbers that no card can have together (RC207)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules_check.checks.never import Said, never
from rules_check.checks.subject import Subject
from rules_check.checks.words import with_word_before, without_article
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken
from rules_check.grammar.wordroles import Role, roles

NOTHING_CHANGES = "zero changes nothing"
NOTHING_BELOW = "no number is below zero"


def check(subject: Subject, said: Said) -> Iterator[Finding]:
    """RC207 about the numbers of one sentence."""
    yield from _zeros(subject, said)
    yield from _contradictions(subject, said)


# --------------------------------------------------------------------------- zero


def _zeros(subject: Subject, said: Said) -> Iterator[Finding]:
    """Numbers that make the words around them empty."""
    spoken, nodes = said
    if not any(isinstance(node, a.Number | a.Times) and _is_zero(node) for node in nodes):
        return
    empty = {
        place: why
        for node in nodes
        for place, why in (*_zero_amounts(spoken, node), *_zero_cards(spoken, node))
        if place is not None
    }
    for place in sorted(empty):
        way = "take it away, or write the number you mean"
        yield never(subject, place, empty[place], "does nothing", way)


def _is_zero(amount: a.Number | a.Times) -> bool:
    """Is it zero, or the number below it ("fewer than zero" is at most that)?"""
    return (amount.value if isinstance(amount, a.Number) else amount.number) <= 0


def _zero_amounts(spoken: Spoken, node: a.Node) -> Iterator[tuple[a.WordPlace | None, str]]:
    """Where an amount is zero, or would have to be less."""
    match node:
        case a.Power(a.Number(0) | a.Times(0)) | a.GainVP(a.Number(0)) | a.LoseVP(a.Number(0)):
            yield a.place_of(node), NOTHING_CHANGES
        case a.ChangeCost(a.CharacterCost(), a.Number(0) | a.Times(0) as amount):
            yield _joined(a.place_of(node), a.place_of(amount)), NOTHING_CHANGES  # "add 0"
        case a.ChangeCost(_, a.Number(0) | a.Times(0) as amount):
            yield a.place_of(amount), NOTHING_CHANGES  # "0 less"
        case (
            a.There(_, a.Comparison.LESS, a.Number(0) as least)
            | a.HasPoints(_, _, a.Comparison.LESS, a.Number(0) as least)
            | a.Attribute(_, a.Comparison.LESS, a.Number(0) as least)
        ):
            yield with_word_before(spoken, a.place_of(least)), NOTHING_BELOW  # "fewer than 0"
        case a.UpTo(a.Number(most)) if most < 0:
            yield a.place_of(node), NOTHING_BELOW
        case _:
            pass


def _zero_cards(spoken: Spoken, node: a.Node) -> Iterator[tuple[a.WordPlace | None, str]]:
    """Where something is done to no card."""
    if not isinstance(node, a.EffectNode | a.Event):
        return
    done = isinstance(node, a.Move | a.Show | a.Play | a.Choose | a.Event)
    for cards in (found for child in a.children(node) for found in _chosen(child)):
        match cards.quantity:
            case a.UpTo(a.Number(0)) as most:
                yield _to_noun(spoken, a.place_of(most), cards), "there is nothing to choose"
            case a.Exactly(a.Number(0) as many) if done:
                place = with_word_before(spoken, a.place_of(many))  # the verb, or "the top"
                yield _to_noun(spoken, place, cards), "it is done to no card"
            case _:
                pass


def _to_noun(spoken: Spoken, place: a.WordPlace | None, cards: a.Cards) -> a.WordPlace | None:
    """From a number of cards to the word for them."""
    if place is None:
        return None
    line, start, end = place
    _, _, last = a.place_of(cards) or (line, start, spoken.end)
    nouns = (
        word.end
        for word in spoken.words
        if end < word.end <= last and roles(word) & {Role.CARDS, Role.TO_CARDS}
    )
    return line, start, next(nouns, end)


def _chosen(what: a.Node) -> Iterator[a.Cards]:
    """The cards that somebody chooses, if the phrase speaks of any."""
    match what:
        case a.Cards():
            yield what
        case a.Both() | a.OneOf() | a.Question():
            for part in a.children(what):
                yield from _chosen(part)
        case _:
            pass


def _joined(one: a.WordPlace | None, two: a.WordPlace | None) -> a.WordPlace | None:
    """From where the one begins to where the other ends."""
    return None if one is None or two is None else (one[0], one[1], two[2])


# ----------------------------------------------------------------- contradictions


def _contradictions(subject: Subject, said: Said) -> Iterator[Finding]:
    """Cards that would have to be two things at once."""
    for tests in dict.fromkeys(_all_tests(said.nodes)):
        if _possible(tests):
            continue
        asked = [test for test in tests if any(_asks(test, kind) for kind in a.AttributeKind)]
        found = sorted(filter(None, map(a.place_of, asked)))
        if not found:
            continue
        line, start, _ = without_article(said.spoken, found[0])
        yield never(
            subject,
            (line, start, max(end for _, _, end in found)),
            "no card is both",
            "never at the same time",
            'keep one of the two, or write "or" if either will do',
        )


def _all_tests(nodes: Iterable[a.Node]) -> Iterator[tuple[a.Test, ...]]:
    for node in nodes:
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
