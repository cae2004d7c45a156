"""Which abilities of a set have to do with each other, and by what.

Abilities are looked up by the verbs and parts that they touch, so that two that share none of
them never meet here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.fitting import may_be, may_meet
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.places import destination_of, lies_in
from rules_check.properties.interactions.reading import Ability, abilities_of, label

V = a.Verb


class Why(StrEnum):
    """By what one ability has to do with another."""

    SETS_OFF = "sets off"
    COUNTED = "is counted by"
    READ = "is read by"
    FORBIDS = "forbids"
    SAME_COSTS = "changes the same costs as"
    SAME_EVENT = "waits for the same as"
    GIVES_BACK = "gives back"
    FEEDS = "feeds"


class Link(NamedTuple):
    """One ability has to do with another: by what, and with which verbs or parts."""

    source: Ability
    target: Ability
    why: Why
    what: tuple[str, ...]


COUNTABLE: Final = frozenset(Part) - {Part.QUALITY}
"""Parts by which abilities are linked that change and read them; types change only by a grant."""


@dataclass(frozen=True)
class Links:
    """The abilities of some cards, and all links between them."""

    abilities: tuple[Ability, ...]

    @cached_property
    def all(self) -> tuple[Link, ...]:
        """Every link, in the order of the cards."""
        return tuple(_links(self.abilities))

    @cached_property
    def pairs(self) -> dict[frozenset[str], list[Link]]:
        """The links between different cards, by the two cards."""
        found: dict[frozenset[str], list[Link]] = defaultdict(list)
        for link in self.all:
            one, other = label(link.source.card), label(link.target.card)
            if one != other:
                found[frozenset({one, other})].append(link)
        return dict(found)

    @property
    def cards(self) -> dict[str, CardDef]:
        """The cards by the names under which they are told."""
        return {label(ability.card): ability.card for ability in self.abilities}


def links_of(cards: Iterable[CardDef]) -> Links:
    """The links between the abilities of these cards."""
    return Links(tuple(ability for card in cards for ability in abilities_of(card)))


def _links(abilities: Sequence[Ability]) -> Iterator[Link]:
    causes, listens, counts, bans = (_by(abilities, field) for field in (0, 3, 4, 5))
    writes, reads = _by(abilities, 1), _by(abilities, 2)
    for verb, waiting in listens.items():
        for source in causes.get(verb, ()):
            for target in waiting:
                if _can_set_off(source, verb, target):
                    yield Link(source, target, Why.SETS_OFF, (verb,))
        for at, source in enumerate(waiting):
            for target in waiting[at + 1 :]:
                if _same_event(source, target, verb):
                    yield Link(source, target, Why.SAME_EVENT, (verb,))
    for verb, asking in counts.items():
        for source in causes.get(verb, ()):
            for target in asking:
                if source is not target:
                    yield Link(source, target, Why.COUNTED, (verb,))
    for verb, forbidding in bans.items():
        for source in forbidding:
            for target in causes.get(verb, ()):
                yield Link(source, target, Why.FORBIDS, (verb,))
    for part, reading in reads.items():
        if part in (Part.COST, Part.QUALITY, Part.CONFRONTATION, Part.POWER, Part.VP):
            sources = [x for x in writes.get(part, ()) if _lasts(x, part)]
        else:
            sources = [x for x in writes.get(part, ()) if not _only_makes_anew(x, part)]
        for source in sources:
            for target in reading:
                if source is not target:
                    yield Link(source, target, Why.READ, (part,))
    changing = [x for x in writes.get(Part.COST, ()) if _lasts(x, Part.COST)]
    for at, source in enumerate(changing):
        for target in changing[at + 1 :]:
            if _same_costs(source, target):
                yield Link(source, target, Why.SAME_COSTS, (Part.COST,))
    yield from _given_back(abilities)


def _by(abilities: Sequence[Ability], field: int) -> dict[str, list[Ability]]:
    found: dict[str, list[Ability]] = defaultdict(list)
    for ability in abilities:
        for key in sorted(ability.touch[field]):
            found[key].append(ability)
    return found


# ------------------------------------------------------------------------------- events


def events_of(ability: Ability) -> list[a.Event]:
    """The events for which an ability waits."""
    return [node for node in a.walk(ability.node) if isinstance(node, a.Event)]


def _can_set_off(source: Ability, verb: str, target: Ability) -> bool:
    """Whether what one ability does can be what another waits for."""
    events = [event for event in events_of(target) if verb in event.verbs]
    if not events:  # a Defense, a Block, or what happens when the card is gained
        if isinstance(target.node, a.WhenGained):
            return any(may_be(wanted, target.card) for wanted in _filters(source, verb))
        return True
    for event in events:
        for wanted in _filters(source, verb):
            if event.what == a.THIS:
                if (source.card is target.card) or may_be(wanted, target.card):
                    return True
            elif not isinstance(event.what, a.Cards) or may_meet(wanted, event.what.filter):
                return True
    return False


def _filters(source: Ability, verb: str) -> list[a.Filter]:
    """Which cards an ability does something to."""
    found = []
    for node in a.walk(source.node):
        if isinstance(node, (a.Move, a.Show, a.Play)) and getattr(node, "verb", V.PLAY) == verb:
            found.append(_wanted(node.what))
    return found or [a.ANY_CARD]


def _wanted(what: a.Selection) -> a.Filter:
    return what.filter if isinstance(what, a.Cards) else a.ANY_CARD


def _same_event(one: Ability, other: Ability, verb: str) -> bool:
    """Whether one event can set both off."""
    mine = [e for e in events_of(one) if verb in e.verbs and not e.would]
    theirs = [e for e in events_of(other) if verb in e.verbs and not e.would]
    for event in mine:
        for second in theirs:
            if event.what == a.THIS or second.what == a.THIS:
                continue
            wanted = [e.what.filter for e in (event, second) if isinstance(e.what, a.Cards)]
            if len(wanted) < 2 or may_meet(wanted[0], wanted[1]):
                return True
    return False


# -------------------------------------------------------------------------------- parts


def _lasts(ability: Ability, part: str) -> bool:
    """Whether an ability changes a number that others look at, and not only gives Power."""
    if part != Part.POWER:
        return True
    return any(isinstance(node, (a.DoublePower, a.PayPower)) for node in a.walk(ability.node))


def _only_makes_anew(ability: Ability, part: str) -> bool:
    """Whether it touches the discard pile only when an empty deck is made anew of it."""
    return part == Part.DISCARD and ability.touch.causes <= {V.DRAW, V.REVEAL, V.LOOK}


def _same_costs(one: Ability, other: Ability) -> bool:
    """Whether both change what the same cards cost."""
    mine, theirs = (
        [node.of for node in a.walk(x.node) if isinstance(node, a.ChangeCost)] for x in (one, other)
    )
    for cost in mine:
        for second in theirs:
            if isinstance(cost, a.CostOfCards) and isinstance(second, a.CostOfCards):
                if may_meet(cost.cards, second.cards) and cost.to_defeat is second.to_defeat:
                    return True
            elif isinstance(cost, a.CharacterCost) and isinstance(second, a.CharacterCost):
                return True
    return False


# ----------------------------------------------------------- what can be used once more

USED: Final = frozenset({Part.PLAY, Part.DISCARD})
AGAIN: Final = frozenset({Part.HAND, Part.DECK})


def _given_back(abilities: Sequence[Ability]) -> Iterator[Link]:
    """Links by which a card can be played again, or an ability be paid for again."""
    playable = [x for x in abilities if a.Title.CHARACTER not in x.card.titles and _is_played(x)]
    paid = [x for x in abilities if isinstance(_inner(x.node), a.Payment)]
    backs, tops, drawing = [], [], []
    for source in abilities:
        for wanted, this, parts, on_deck in _back(source):
            backs.append((source, wanted, this, parts))
            if on_deck:
                tops.append(source)
        if V.DRAW in source.touch.causes:
            drawing.append(source)
    for source, wanted, this, parts in backs:
        for target in playable:
            fits = source.card is target.card if this else may_be(wanted, target.card)
            if fits:
                yield Link(source, target, Why.GIVES_BACK, parts)
    for source in tops:
        for target in drawing:
            if target is not source:
                yield Link(source, target, Why.FEEDS, (Part.DECK,))
                yield Link(target, source, Why.GIVES_BACK, (Part.DECK,))
    for target in paid:
        ability = _inner(target.node)
        assert isinstance(ability, a.Payment)
        takes = _taken(ability.cost, target)
        for source in abilities:
            if source is not target and takes & _gives(source):
                yield Link(source, target, Why.FEEDS, tuple(sorted(takes & _gives(source))))


def _inner(node: a.Ability) -> a.Ability:
    while isinstance(node, (a.Ongoing, a.Confrontation)):
        node = node.ability
    return node


def _is_played(ability: Ability) -> bool:
    return isinstance(_inner(ability.node), (a.Plain, a.Attack))


def takes_from_play(ability: Ability) -> bool:
    """Whether an ability takes a card out of play that was played, so that it can be used again."""
    if isinstance(ability.node, (a.Defense, a.Block, a.BlockValue)):
        return False  # they are used from the hand
    for node in a.walk(ability.node):
        match node:
            case a.Move(verb, what) if Part.PLAY in lies_in(what, ability.text, verb):
                return True
            case _:
                pass
    return False


def _back(ability: Ability) -> Iterator[tuple[a.Filter, bool, tuple[str, ...], bool]]:
    """What an ability brings back to be played: which cards, whether itself, from where, and
    whether by way of a deck."""
    for node in a.walk(ability.node):
        match node:
            case a.Move():
                source = _used(node.what, ability, node.verb)
                to = destination_of(node, ability.text)
                if node.verb is not V.DRAW and source and to & AGAIN and not to & USED:
                    yield _wanted(node.what), _is_this(node.what), _from(source), False
                elif source and node.to is not None and node.to.edge is a.Edge.TOP:
                    yield _wanted(node.what), _is_this(node.what), _from(source), True
            case a.Play(what) if node.again or _used(what, ability, V.PLAY):
                yield (
                    _wanted(what),
                    _is_this(what),
                    _from(lies_in(what, ability.text, V.PLAY)),
                    False,
                )
            case _:
                pass


def _used(what: a.Selection, ability: Ability, verb: a.Verb) -> frozenset[Part]:
    """Where an ability takes cards from that were played or discarded; not those of a deck, which
    is only made anew of discarded ones."""
    parts = lies_in(what, ability.text, verb)
    return parts & USED if Part.DECK not in parts or _is_this(what) else frozenset()


def _from(parts: frozenset[Part]) -> tuple[str, ...]:
    return tuple(sorted(parts & USED))


def _is_this(what: a.Selection) -> bool:
    return isinstance(what, a.Ref) and what.kind is a.RefKind.THIS


def _gives(ability: Ability) -> frozenset[Part]:
    """What an ability gives a player that can be paid with."""
    found: set[Part] = set()
    for node in a.walk(ability.node):
        match node:
            case a.Move() if Part.HAND in destination_of(node, ability.text):
                found.add(Part.HAND)
            case a.Power() | a.DoublePower():
                found.add(Part.POWER)
            case a.GainVP():
                found.add(Part.VP)
            case _:
                pass
    return frozenset(found)


def _taken(cost: a.Effect, ability: Ability) -> frozenset[Part]:
    """What a price takes from a player."""
    found: set[Part] = set()
    for node in a.walk(cost):
        match node:
            case a.Move(verb, what) if Part.HAND in lies_in(what, ability.text, verb):
                found.add(Part.HAND)
            case a.PayPower():
                found.add(Part.POWER)
            case a.LoseVP():
                found.add(Part.VP)
            case _:
                pass
    return frozenset(found)
