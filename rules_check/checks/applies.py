"""RC207: words that can never apply in any game of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_check.checks import numbers, sense
from rules_check.checks.never import Said, never
from rules_check.checks.reasons import rules_behind
from rules_check.checks.ruleset import known_keyword
from rules_check.checks.subject import Subject
from rules_check.checks.words import after_the, book, keywords_over, places, sentences, word_at
from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import Title
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken
from rules_check.grammar.wordroles import Role, roles
from rules_check.rules.model import Basic, Ruleset

ATTACKS = frozenset({"attack", "first appearance attack"})
ON_SUPER_VILLAINS = frozenset({"first appearance attack", "stack ongoing"})


def check(subject: Subject) -> Iterator[Finding]:
    """RC207 of one card."""
    for spoken in sentences(subject):
        said = Said(spoken, tuple(a.walk(spoken.effect)))
        yield from numbers.check(subject, said)
        yield from sense.check(subject, said)
        yield from _hit_by_no_attack(subject, said)
        if subject.ruleset is not None:
            yield from _no_team(subject, said, subject.ruleset)
            yield from _no_confrontation(subject, said, subject.ruleset)
            yield from _no_stack(subject, said, subject.ruleset)
            yield from _no_such_cards(subject, said, subject.ruleset)
    if subject.ruleset is not None:
        yield from _not_a_super_villain(subject, subject.ruleset)
    yield from _blocks_of_zero(subject)


# --------------------------------------------------- whatever the ruleset is


def _hit_by_no_attack(subject: Subject, said: Said) -> Iterator[Finding]:
    """ "Hit by this Attack" on a card that has none."""
    if any(place.keyword in ATTACKS for place in subject.parsed.keywords):
        return
    if any(isinstance(node, a.Attack) for node in a.walk(subject.parsed.text)):
        return  # an own keyword of the set has it
    for place in places(said.nodes, a.HitByAttack):
        yield never(
            subject,
            place,
            "this card has no Attack",
            "which Attack?",
            'put "Attack:" before the text that attacks',
        )


def _blocks_of_zero(subject: Subject) -> Iterator[Finding]:
    if subject.ruleset is not None and not known_keyword(subject.ruleset, "block"):
        return  # the keyword itself is reported
    for place in places(a.walk(subject.parsed.text), a.BlockValue, number=0):
        way = "write the number you mean, or take the Block away"
        yield never(subject, place, "zero raises no cost", "adds nothing", way)


# ------------------------------------------------- what the ruleset does not have


def _no_team(subject: Subject, said: Said, ruleset: Ruleset) -> Iterator[Finding]:
    if ruleset.teams or any(variant.teams for variant in ruleset.variants):
        return
    for word in said.spoken.words:
        if Role.TEAMMATE in roles(word):
            yield never(
                subject,
                (said.spoken.line, word.start, word.end),
                f"{book(ruleset)} is played without teams",
                "there is no such player",
                'take the words away, or speak of "you" or of "each player"',
                rules_behind(ruleset, "RC207.teams"),
            )


def _no_confrontation(subject: Subject, said: Said, ruleset: Ruleset) -> Iterator[Finding]:
    """A Confrontation, or a Character's cost, in a game without Confrontations."""
    if any(
        not known_keyword(ruleset, place.keyword) for place in keywords_over(subject, said.spoken)
    ):
        return  # the keyword itself is reported
    name = book(ruleset)
    if not ruleset.has_confrontations:
        for place in _confrontations(said.spoken):
            why, label = f"{name} has no Confrontations", "this moment never comes"
            way = "take the words away, or name a moment of this game"
            yield never(subject, place, why, label, way)
    if not ruleset.ranges.character_costs:
        for place in places(said.nodes, a.CharacterCost)[:1]:
            why = f"the Characters of {name} have no cost"
            way = "take the sentence away"
            yield never(subject, place, why, "no such number", way)


def _confrontations(spoken: Spoken) -> Iterator[a.WordPlace]:
    """Where a sentence speaks of Confrontations: as a moment, or by the keyword."""
    for at, word in enumerate(spoken.words):
        keyword = word.value.startswith("confrontation") and not word.is_name
        if keyword or Role.CONFRONTATION in roles(word):
            before = spoken.words[at - 1] if at else word
            first = before if before.value in {"this", "a", "an"} else word
            yield spoken.line, first.start, word.end


def _no_stack(subject: Subject, said: Said, ruleset: Ruleset) -> Iterator[Finding]:
    rules = rules_behind(ruleset, "RC207.stacks")
    name = book(ruleset)
    villains: list[a.WordPlace] = []
    if not ruleset.components.super_villains:
        villains = places(said.nodes, a.Place, zone=a.Zone.SUPER_VILLAIN_STACK)
    for place in sorted([*villains, *_unknown_stacks(said, ruleset)]):
        why = f"{name} has no stack of that name"
        way = f"the stacks are: {', '.join(sorted(map(_stack, _with_stack(ruleset))))}"
        if place in villains:
            why = f"{name} has no Super-Villain stack"
            way = 'name a place of this game ("the Line-Up", "the main deck")'
        yield never(subject, place, why, "no such place", way, rules)


def _unknown_stacks(said: Said, ruleset: Ruleset) -> Iterator[a.WordPlace]:
    """Where stacks are named that the game does not have (another game may bring them along)."""
    if any(variant.teams and not ruleset.teams for variant in ruleset.variants):
        return
    basics = {basic.name.casefold() for basic in _with_stack(ruleset)}
    for place in places(said.nodes, a.Place, zone=a.Zone.STACK):
        place = after_the(said.spoken, place)
        called = word_at(said.spoken, place)
        if called.is_name and not called.is_unknown_name and called.value.casefold() not in basics:
            yield place


def _stack(basic: Basic) -> str:
    return f"the {basic.name} stack"


def _with_stack(ruleset: Ruleset) -> tuple[Basic, ...]:
    """The basic cards that lie on stacks of their own."""
    return (*ruleset.basic("for sale"), *ruleset.basic("weakness"))


def _no_such_cards(subject: Subject, said: Said, ruleset: Ruleset) -> Iterator[Finding]:
    """Cards called by a keyword that no card of the game has, or cards that get it."""
    missing = {
        place: keyword
        for node in said.nodes
        for keyword in _keywords_in(node)
        if keyword.value not in ruleset.keywords and (place := a.place_of(node)) is not None
    }
    for place in sorted(missing):
        yield never(
            subject,
            place,
            f'{book(ruleset)} has no keyword "{missing[place]}"',
            "no such cards",
            f"name cards of this game: it has the keywords {', '.join(ruleset.keywords)}",
        )


def _keywords_in(node: a.Node) -> Iterable[a.Keyword]:
    match node:
        case a.KeywordNoun(a.Keyword() as keyword) | a.HasKeyword(a.Keyword() as keyword):
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
    found = [
        (place.line, place.start, place.end)
        for place in subject.parsed.keywords
        if place.keyword in ON_SUPER_VILLAINS and known_keyword(ruleset, place.keyword)
    ]
    for place in [*found, *_coined_for_super_villains(subject)]:
        yield never(
            subject,
            place,
            "only a Super-Villain lies on the stack where this works",
            "not a Super-Villain",
            'add "Super-Villain" to the card line, or use another keyword',
            rules_behind(ruleset, "RC207.super_villains"),
        )


def _coined_for_super_villains(subject: Subject) -> Iterator[a.WordPlace]:
    """Own keywords of the set whose meaning works on that stack only."""
    for coined in a.walk(subject.parsed.text):
        place = a.place_of(coined)
        if isinstance(coined, a.Coined) and place is not None:
            nodes = list(a.walk(coined.meaning))
            stack = any(isinstance(node, a.Ongoing) and node.stack for node in nodes)
            if stack or any(isinstance(node, a.FirstAppearance) for node in nodes):
                yield place
