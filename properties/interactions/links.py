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
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.fitting import (
    Happening,
    Print,
    may_be,
    may_happen,
    may_meet,
    of_each_kind,
    of_itself,
    printed,
)
from rules_check.properties.interactions.parts import Part, Parts
from rules_check.properties.interactions.reading import Ability, Act, Wait, abilities_of, label
from rules_check.properties.interactions.spoken import Some, card_of, happened, lie_in, spoken


class Why(StrEnum):
    """By what one ability has to do with another."""

    SETS_OFF = "sets off"
    COUNTED = "is counted by"
    READ = "is read by"
    FORBIDS = "forbids"
    REPLACES = "takes the place of"
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
    causes, listens, counts, bans, replaces = (_by(abilities, field) for field in (0, 3, 4, 5, 6))
    writes, reads = _by(abilities, 1), _by(abilities, 2)
    for verb, waiting in listens.items():
        for source in causes.get(verb, ()):
            for target in waiting:
                if _can_set_off(source, verb, target):
                    yield Link(source, target, Why.SETS_OFF, (_told(verb),))
    yield from _waiting_for_the_same(listens)
    for verb, asking in counts.items():
        for source in causes.get(verb, ()):
            for target in asking:
                if source is not target:
                    yield Link(source, target, Why.COUNTED, (_told(verb),))
    for why, stopping in ((Why.FORBIDS, bans), (Why.REPLACES, replaces)):
        for verb, sources in stopping.items():
            for source in sources:
                for target in causes.get(verb, ()):
                    if source is not target and _can_set_off(target, verb, source):
                        yield Link(source, target, why, (_told(verb),))
    for part, reading in reads.items():
        if part in (Part.COST, Part.QUALITY, Part.CONFRONTATION, Part.POWER, Part.VP):
            sources = [x for x in writes.get(part, ()) if _lasts(x, part)]
        else:
            sources = [x for x in writes.get(part, ()) if not _only_makes_anew(x, part)]
        for source in sources:
            for target in reading:
                if source is not target:
                    yield Link(source, target, Why.READ, (part,))
    changing = writes.get(Part.COST, [])
    for at, source in enumerate(changing):
        for target in changing[at + 1 :]:
            if _same_costs(source, target):
                yield Link(source, target, Why.SAME_COSTS, (Part.COST,))
    yield from _given_back(abilities)


def _told(verb: str) -> str:
    """A verb of the core in words."""
    return verb.replace("_", " ")


def _by(abilities: Sequence[Ability], field: int) -> dict[str, list[Ability]]:
    found: dict[str, list[Ability]] = defaultdict(list)
    for ability in abilities:
        for key in sorted(ability.touch[field]):
            found[key].append(ability)
    return found


# ------------------------------------------------------------------------------- events


def _can_set_off(source: Ability, verb: str, target: Ability) -> bool:
    """Whether what one ability does can be what another waits for, forbids or replaces."""
    waits = [wait for wait in target.waits if verb in wait.event.verbs]
    acts = [act for act in source.acts if act.verb == verb]
    if not waits or not acts:  # a Defense or a Block; or what happens to no card
        return True
    return any(_fits(act, source, wait, target) for act in acts for wait in waits)


def _fits(act: Act, source: Ability, wait: Wait, target: Ability) -> bool:
    """Whether an act on a card can be what a text waits for: there is such a card."""
    subject = card_of(wait.event)
    cause = "Attack" if act.attack else "card"
    for some in act.cards:
        for card, this in _cards(some, source, wait, target):
            known = Happening(card, some.parts, act.to, cause, this)
            if may_be(some, card) and may_happen(wait.event, subject, known):
                return True
    return False


def _cards(
    some: Some, source: Ability, wait: Wait, target: Ability
) -> Iterator[tuple[Print, bool]]:
    """The cards that are tried, and whether each is the one that waits: that one, and one of each
    kind; of a text about its own card, only this."""
    same = source.card is target.card
    if some.this:
        yield printed(source.card), same
        return
    yield printed(target.card), True
    tests = [one.test for one in some.asked]
    tests += [] if wait.event.where is None else [wait.event.where]
    for card in of_each_kind(tests):
        yield card, False


AT_ONCE: Final = (frozenset({"announce", "confront"}),)
"""Verbs of one and the same act of the rules: whoever announces a Confrontation Confronts."""


def at_once(verbs: Iterable[str]) -> frozenset[str]:
    """Verbs, with those of the same acts of the rules."""
    found = frozenset(verbs)
    return found.union(*(act for act in AT_ONCE if act & found))


def _waiting_for_the_same(listens: dict[str, list[Ability]]) -> Iterator[Link]:
    """Links between abilities that one event can set off."""
    for verb, waiting in listens.items():
        for at, source in enumerate(waiting):
            for target in waiting[at + 1 :]:
                if _same_event(source, verb, target, verb):
                    yield Link(source, target, Why.SAME_EVENT, (_told(verb),))
    for verbs in AT_ONCE:
        one, other = sorted(verbs)
        for source in listens.get(one, ()):
            for target in listens.get(other, ()):
                if source is not target and _same_event(source, one, target, other):
                    yield Link(source, target, Why.SAME_EVENT, (_told(other),))


def _same_event(one: Ability, verb: str, other: Ability, second: str) -> bool:
    """Whether one event can set both off."""
    mine, theirs = _set_off_by(one, verb), _set_off_by(other, second)
    return any(may_meet(_asked(x), _asked(y)) for x in mine for y in theirs)


def _set_off_by(ability: Ability, verb: str) -> list[Wait]:
    """What an ability waits for that is not its own card's."""
    return [
        wait
        for wait in ability.waits
        if verb in wait.event.verbs
        and isinstance(wait.form, c.On)
        and not wait.form.before
        and not of_itself(wait.event)
    ]


def _asked(wait: Wait) -> Some:
    """The cards to which what an ability waits for may happen."""
    return happened(wait.event)[0]


# -------------------------------------------------------------------------------- parts


def _lasts(ability: Ability, part: str) -> bool:
    """Whether an ability changes a number that others look at, and not only gives Power."""
    return part != Part.POWER or any(map(_takes_or_multiplies, ability.forms()))


def _takes_or_multiplies(form: c.Form) -> bool:
    """Whether points are taken, or given by how many there are."""
    if not isinstance(form, c.Points):
        return False
    by_points = (isinstance(x, c.Attribute) and x.row == "power" for x in walk(form.amount))
    return form.row != "give" or any(by_points)


def _only_makes_anew(ability: Ability, part: str) -> bool:
    """Whether it touches the discard pile only when an empty deck is made anew of it."""
    return part == Part.DISCARD and ability.touch.causes <= {"draw", "reveal", "look"}


COSTS: Final = frozenset({"cost", "price", "toll"})
"""Attributes that say what a card costs."""


def _same_costs(one: Ability, other: Ability) -> bool:
    """Whether both change what the same cards cost."""
    mine, theirs = (list(cost_changes(x)) for x in (one, other))
    for change in mine:
        for second in theirs:
            if _row_of(change) == _row_of(second) and any(
                may_meet(x, y) for x in _changed(change) for y in _changed(second)
            ):
                return True
    return False


def cost_changes(ability: Ability) -> Iterator[c.Change]:
    """The changes of costs that an ability says."""
    for form in ability.forms():
        if isinstance(form, c.Change) and _row_of(form) in COSTS:
            yield form


def _row_of(change: c.Change) -> str:
    return change.attribute.row if isinstance(change.attribute, c.Attribute) else ""


def _changed(change: c.Change) -> tuple[Some, ...]:
    """The cards of which an attribute is changed."""
    if change.source is not None:
        return spoken(change.source, {})
    of = change.attribute.of if isinstance(change.attribute, c.Attribute) else ()
    return spoken(of[0], {}) if of else ()


# ----------------------------------------------------------- what can be used once more

USED: Final = frozenset({Part.PLAY, Part.DISCARD})
"""Where cards lie that were used."""


class _Back(NamedTuple):
    """Cards that an ability brings back to be played: which, and where they lay; `on_deck`: they
    have to be drawn first."""

    source: Ability
    some: Some
    on_deck: bool


def _given_back(abilities: Sequence[Ability]) -> Iterator[Link]:
    """Links by which a card can be played again, or an ability be paid for again."""
    playable = [x for x in abilities if a.Title.CHARACTER not in x.card.titles and _is_played(x)]
    backs = [back for source in abilities for back in _back(source)]
    for back in backs:
        for target in playable:
            same = back.source.card is target.card
            if same if back.some.this else may_be(back.some, printed(target.card)):
                what = tuple(sorted(back.some.first & USED))
                yield Link(back.source, target, Why.GIVES_BACK, what)
    drawing = [x for x in abilities if "draw" in x.touch.causes]
    for back in (back for back in backs if back.on_deck):
        for target in drawing:
            if target is not back.source:
                yield Link(back.source, target, Why.FEEDS, (Part.DECK,))
                yield Link(target, back.source, Why.GIVES_BACK, (Part.DECK,))
    for target in abilities:
        takes = _taken(target)
        for source in abilities if takes else ():
            given = takes & _gives(source)
            if source is not target and given:
                yield Link(source, target, Why.FEEDS, tuple(sorted(given)))


def _is_played(ability: Ability) -> bool:
    return "played" in ability.homes


def takes_from_play(ability: Ability) -> bool:
    """Whether an ability takes a card out of play that was played, so that it can be used again."""
    if ability.answers:
        return False
    return any(
        isinstance(act.form, c.Move) and Part.PLAY in lie_in(act.cards) for act in ability.acts
    )


def _back(ability: Ability) -> Iterator[_Back]:
    """What an ability brings back to be played: cards that were played or discarded; not those of
    a deck, which is only made anew of discarded ones."""
    for act in dict.fromkeys(ability.acts):
        for some in act.cards:
            if not some.first & USED or (Part.DECK in some.first and not some.this):
                continue
            match act.form:
                case c.Play():
                    yield _Back(ability, some, False)
                case c.Move(verb="draw"):
                    pass
                case c.Move() if Part.HAND in act.to and not act.to & USED:
                    yield _Back(ability, some, False)
                case c.Move(end=c.End.TOP) if act.to == {Part.DECK}:
                    yield _Back(ability, some, True)
                case _:
                    pass


def _gives(ability: Ability) -> Parts:
    """What an ability gives a player that can be paid with."""
    found = {Part.HAND for act in ability.acts if Part.HAND in act.to}
    for form in ability.forms():
        if isinstance(form, c.Points) and form.row == "give":
            found.add(Part.POWER if form.kind == "Power" else Part.VP)
    return frozenset(found)


def _taken(ability: Ability) -> Parts:
    """What the prices of an ability take from a player, as often as the player likes."""
    found: set[Part] = set()
    if ability.answers:
        return frozenset()
    prices = [
        form.price
        for form in ability.forms()
        if isinstance(form, c.Option) and (form.limit is None or form.key is not None)
    ]
    paid = [part for price in prices for one in price for part in walk(one)]
    for act in ability.acts:
        if any(act.form is form for form in paid) and Part.HAND in lie_in(act.cards):
            found.add(Part.HAND)
    for form in paid:
        if isinstance(form, c.Points) and form.row != "give":
            found.add(Part.POWER if form.kind == "Power" else Part.VP)
    return frozenset(found)
