"""What each ability of a card listens to and what it causes, from its core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_held, walk
from rules_check.grammar.core.carried_out import translated
from rules_check.grammar.core.translate import Untranslated
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.fitting import of_itself
from rules_check.properties.interactions.parts import NOTHING, Parts, Touch
from rules_check.properties.interactions.spoken import (
    Names,
    Spoken,
    destination,
    happened,
    itself,
    lie_in,
    patterns,
    spoken,
)
from rules_check.properties.interactions.touches import TOUCHES, told_by


class Act(NamedTuple):
    """Something that a text does to cards: the verb, which cards, where they go, and whether it is
    part of an Attack."""

    form: c.Form
    verb: str
    cards: Spoken
    to: Parts
    attack: bool = False


class Wait(NamedTuple):
    """A pattern of events of which a text speaks, and the form that does: after it (`On`), in its
    place (`On` with `before`), or to forbid it (`Forbid`)."""

    event: c.Event
    form: c.On | c.Forbid


@dataclass(slots=True)
class Reader:
    """Goes through a core from top to bottom: what it touches, does and waits for, and what its
    names stand for meanwhile."""

    names: Names = field(default_factory=dict)
    touch: Touch = NOTHING
    acts: list[Act] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    attacks: int = 0

    def read(self, form: c.Form, asked: bool = False) -> None:
        """Read a form with all that stands in it; `asked`: it is part of a question how things are,
        so that its places are looked at, and not only taken from."""
        asked = asked or (isinstance(form, ASKS) and not _is_of_event(form))
        if asked or not isinstance(form, c.Place):
            self.touch = self.touch.with_(own_touch(form, self.names))
        self._name(form)
        attack = isinstance(form, c.Attack)
        self.attacks += attack
        for part in _below(form):
            self.read(part, asked)
        self.attacks -= attack

    def _name(self, form: c.Form) -> None:
        """Note what is done and waited for, and what the names stand for from here on."""
        match form:
            case c.Let(name, value):
                self.names[name] = spoken(value, self.names)
            case c.Choose(name, "Card" | "Cards", source):
                self.names[name] = spoken(source, self.names)
            case c.ForEach(name, source) | c.Quantified(_, name, source):
                self.names[name] = spoken(source, self.names)
            case c.Move():
                to = destination(form, self.names)
                self._act(form, form.verb, form.cards, to)
                if isinstance(form.cards, c.Var) and form.cards.name in self.names:
                    moved = self.names[form.cards.name]
                    self.names[form.cards.name] = tuple(some.moved(to) for some in moved)
            case c.Play(card):
                self._act(form, "play", card, lie_in(spoken(card, self.names)))
            case c.Show(cards):
                for verb in ("reveal", "look"):
                    self._act(form, verb, cards, lie_in(spoken(cards, self.names)))
            case c.On(event) | c.Forbid(event):
                for one in patterns(event):
                    self.waits.append(Wait(one, form))
                    before = isinstance(form, c.On) and form.before
                    self.names[one.name] = happened(one, before)
                    if of_itself(one) and not before:
                        self.names["this"] = itself(one)
            case _:
                pass

    def _act(self, form: c.Form, verb: str, cards: c.Value, to: Parts) -> None:
        what = spoken(cards, self.names)
        attack = bool(self.attacks)
        self.acts += [Act(form, one, what, to, attack) for one in sorted(told_by(verb))]


ASKS: Final = (c.Compare, c.Quantified, c.Fold, c.Best, c.Arithmetic)
"""What asks how things are: a place in it is looked at, and not only taken from."""


def _is_of_event(form: c.Form) -> bool:
    """Whether it asks from where to where a card went: no place is looked at for that."""
    match form:
        case c.Compare("in", c.Attribute("from" | "to")):
            return True
        case c.Fold("distinct"):
            return True
        case _:
            return False


def _below(form: c.Form) -> list[c.Form]:
    """The forms below a form in the order in which they are carried out. What is changed is not
    looked at, and a price is paid first."""
    match form:
        case c.Change(attribute):
            inner = [*attribute.of] if isinstance(attribute, c.Attribute) else []
            return [*inner, *(part for part in c.parts(form) if part is not attribute)]
        case c.Option(body=body):
            last = set(map(id, body))
            return [*(x for x in c.parts(form) if id(x) not in last), *body]
        case _:
            return c.parts(form)


def own_touch(form: c.Form, names: Names) -> Touch:
    """What a form touches by itself."""
    entry = TOUCHES[type(form)]
    return entry if isinstance(entry, Touch) else entry(form, names)


# ------------------------------------------------------------------------- abilities


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability of a card: its number on the card from 1, its core, and what it touches.

    `node` is what was read of it, `said` the ability in the standard wording, `acts` what it does,
    `waits` what it waits for or forbids.
    """

    card: CardDef
    number: int
    node: a.Ability
    core: c.Core
    touch: Touch
    acts: tuple[Act, ...]
    waits: tuple[Wait, ...]
    said: str

    @property
    def key(self) -> str:
        """A name of its own: the card, its Level, and which of its abilities."""
        return f"{label(self.card)} #{self.number}"

    @property
    def homes(self) -> frozenset[str]:
        """Where it works: when the card is played, from a hand, while it is in play."""
        return frozenset(text.home for text in self.core.texts)

    @property
    def answers(self) -> bool:
        """Whether it is used against what somebody else does: a Defense, a Block."""
        return any(isinstance(form, c.Option) and is_held(form) for form in self.forms())

    def forms(self) -> Iterator[c.Form]:
        """All forms of its core."""
        return walk(self.core)


def label(card: CardDef) -> str:
    """The name under which a card is told, with its Level."""
    return f"{card.name} {card.level}" if card.level else card.name


class _Said(NamedTuple):
    """An ability as it was read: its number, its meaning, its core, and its words."""

    number: int
    node: a.Ability
    core: c.Core
    words: str


def abilities_of(card: CardDef) -> tuple[Ability, ...]:
    """The abilities of a card, each with what it touches."""
    return tuple(_ability(card, *said) for said in _said(card))


@PerObject
def _said(card: CardDef) -> tuple[_Said, ...]:
    """The abilities of a card with their cores: the same cards are asked for again with each
    company."""
    meant = a.meant(card.text)
    words = tuple(map(_wording, _single(meant.abilities)))
    nodes = tuple(_single(bind(meant).abilities))
    character = a.Title.CHARACTER in card.titles
    return tuple(
        _Said(number, node, _core_of(nodes[:number], character), said)
        for number, (node, said) in enumerate(zip(nodes, words, strict=True), 1)
        if not isinstance(node, (a.Assist, a.Reminder))
    )


def _ability(card: CardDef, number: int, node: a.Ability, core: c.Core, said: str) -> Ability:
    reader = Reader()
    reader.read(core)
    acts, waits = tuple(reader.acts), tuple(reader.waits)
    return Ability(card, number, node, core, reader.touch, acts, waits, said)


def _core_of(nodes: tuple[a.Ability, ...], character: bool) -> c.Core:
    """The core of the last of some abilities. One that speaks of what was said before it is taken
    together with that; one that has no core does nothing."""
    for first in reversed(range(len(nodes))):
        try:
            return translated(a.CardText(nodes[first:]), character)
        except Untranslated:
            pass
    return c.Core(())


@PerObject
def without_ability(ability: Ability) -> CardDef:
    """The card of an ability with all its other abilities."""
    said = enumerate(_single(a.meant(ability.card.text).abilities), 1)
    rest = tuple(node for number, node in said if number != ability.number)
    return replace(ability.card, text=a.CardText(rest))


def touch_of(cards: Iterable[CardDef]) -> Touch:
    """What the texts of cards touch together."""
    found = NOTHING
    for card in cards:
        for ability in abilities_of(card):
            found = found.with_(ability.touch)
    return found


def _wording(ability: a.Ability) -> str:
    return " / ".join(wording(a.CardText((ability,))))


def _single(abilities: tuple[a.Ability, ...]) -> Iterator[a.Ability]:
    for ability in abilities:
        if isinstance(ability, a.Abilities):
            yield from _single(ability.abilities)
        else:
            yield ability
