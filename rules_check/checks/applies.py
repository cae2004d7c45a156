"""RC207: words that can never apply in any game of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules_check.checks.reasons import rules_behind
from rules_check.checks.ruleset import known_keyword
from rules_check.checks.subject import Subject
from rules_check.checks.words import (
    book,
    keywords_over,
    places,
    sentences,
    typed,
    with_word_before,
    without_article,
    word_at,
)
from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Title
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken
from rules_check.grammar.wordroles import Role, roles
from rules_check.rules.model import Basic, Ruleset

ATTACKS = frozenset({"attack", "first appearance attack"})
ON_SUPER_VILLAINS = frozenset({"first appearance attack", "stack ongoing"})

NOTHING_CHANGES = "zero changes nothing"
NOTHING_BELOW = "no number is below zero"


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
    place: a.WordPlace,
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


# --------------------------------------------------- whatever the ruleset is


def _zeros(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """Numbers that make the words around them empty."""
    empty = {
        place: why
        for node in a.walk(spoken.effect)
        for place, why in (*_zero_amounts(spoken, node), *_zero_cards(spoken, node))
        if place is not None
    }
    for place in sorted(empty):
        way = "take it away, or write the number you mean"
        yield _finding(subject, place, empty[place], "does nothing", way)


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


def _contradictions(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """Cards that would have to be two things at once."""
    for tests in dict.fromkeys(_all_tests(spoken.effect)):
        if _possible(tests):
            continue
        asked = [test for test in tests if any(_asks(test, kind) for kind in a.AttributeKind)]
        said = sorted(filter(None, map(a.place_of, asked)))
        if not said:
            continue
        line, start, _ = without_article(spoken, said[0])
        yield _finding(
            subject,
            (line, start, max(end for _, _, end in said)),
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


def _hit_by_no_attack(subject: Subject, spoken: Spoken) -> Iterator[Finding]:
    """ "Hit by this Attack" on a card that has none."""
    if any(place.keyword in ATTACKS for place in subject.parsed.keywords):
        return
    for place in places(spoken.effect, a.HitByAttack):
        yield _finding(
            subject,
            place,
            "this card has no Attack",
            "which Attack?",
            'put "Attack:" before the text that attacks',
        )


def _blocks_of_zero(subject: Subject) -> Iterator[Finding]:
    if subject.ruleset is not None and not known_keyword(subject.ruleset, "block"):
        return  # the keyword itself is reported
    for place in places(subject.parsed.text, a.BlockValue, number=0):
        way = "write the number you mean, or take the Block away"
        yield _finding(subject, place, "zero raises no cost", "adds nothing", way)


# ------------------------------------------------- what the ruleset does not have


def _no_team(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    if ruleset.teams or any(variant.teams for variant in ruleset.variants):
        return
    for word in spoken.words:
        if Role.TEAMMATE in roles(word):
            yield _finding(
                subject,
                (spoken.line, word.start, word.end),
                f"{book(ruleset)} is played without teams",
                "there is no such player",
                'take the words away, or speak of "you" or of "each player"',
                rules_behind(ruleset, "RC207.teams"),
            )


def _no_confrontation(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    """A Confrontation, or a Character's cost, in a game without Confrontations."""
    if any(not known_keyword(ruleset, place.keyword) for place in keywords_over(subject, spoken)):
        return  # the keyword itself is reported
    name = book(ruleset)
    if not ruleset.has_confrontations:
        for place in _confrontations(spoken):
            why, label = f"{name} has no Confrontations", "this moment never comes"
            way = "take the words away, or name a moment of this game"
            yield _finding(subject, place, why, label, way)
    if not ruleset.ranges.character_costs:
        for place in places(spoken.effect, a.CharacterCost)[:1]:
            why = f"the Characters of {name} have no cost"
            way = "take the sentence away"
            yield _finding(subject, place, why, "no such number", way)


def _confrontations(spoken: Spoken) -> Iterator[a.WordPlace]:
    """Where a sentence speaks of Confrontations: as a moment, or by the keyword."""
    for at, word in enumerate(spoken.words):
        if word.value.startswith("confrontation") or Role.CONFRONTATION in roles(word):
            before = spoken.words[at - 1] if at else word
            first = before if before.value in {"this", "a", "an"} else word
            yield spoken.line, first.start, word.end


def _no_stack(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    rules = rules_behind(ruleset, "RC207.stacks")
    name = book(ruleset)
    villains: list[a.WordPlace] = []
    if not ruleset.components.super_villains:
        villains = places(spoken.effect, a.Place, zone=a.Zone.SUPER_VILLAIN_STACK)
    for place in sorted([*villains, *_unknown_stacks(spoken, ruleset)]):
        why = f"{name} has no stack of that name"
        way = f"the stacks are: {', '.join(sorted(map(_stack, _with_stack(ruleset))))}"
        if place in villains:
            why = f"{name} has no Super-Villain stack"
            way = 'name a place of this game ("the Line-Up", "the main deck")'
        yield _finding(subject, place, why, "no such place", way, rules)


def _unknown_stacks(spoken: Spoken, ruleset: Ruleset) -> Iterator[a.WordPlace]:
    """Where stacks are named that the game does not have (another game may bring them along)."""
    if any(variant.teams and not ruleset.teams for variant in ruleset.variants):
        return
    basics = {basic.name.casefold() for basic in _with_stack(ruleset)}
    for place in places(spoken.effect, a.Place, zone=a.Zone.STACK):
        called = word_at(spoken, place)
        if called.is_name and not called.is_unknown_name and called.value.casefold() not in basics:
            yield place


def _stack(basic: Basic) -> str:
    return f"the {basic.name} stack"


def _with_stack(ruleset: Ruleset) -> tuple[Basic, ...]:
    """The basic cards that lie on stacks of their own."""
    return (*ruleset.basic("for sale"), *ruleset.basic("weakness"))


def _no_such_cards(subject: Subject, spoken: Spoken, ruleset: Ruleset) -> Iterator[Finding]:
    """Cards called by a keyword that no card of the game has, or cards that get it."""
    missing = {
        place: keyword
        for node in a.walk(spoken.effect)
        for keyword in _keywords_in(node)
        if keyword.value not in ruleset.keywords and (place := a.place_of(node)) is not None
    }
    for place in sorted(missing):
        yield _finding(
            subject,
            place,
            f'{book(ruleset)} has no keyword "{missing[place]}"',
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
