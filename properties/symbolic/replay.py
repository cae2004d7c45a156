"""A path made concrete: a plain game with the values of a model, played on the plain engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.zones import BOSS_ZONES, CHARACTERS, PER_PLAYER, REMOVED
from rules_check.properties.model import Property
from rules_check.properties.passage import Breach, broken
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.game import (
    Asked,
    begin_turn_of_first,
    proof_set,
    without_scoring,
    zones_of,
)
from rules_check.properties.symbolic.numbers import value_of
from rules_check.properties.symbolic.runs import Helper, Run, Try, TryAct
from rules_check.properties.symbolic.telling import (
    SOME_VILLAIN,
    describe,
    tell_act,
    tell_answer,
    tell_others,
    tell_position,
)


class Mismatch(Exception):
    """The plain engine went another way than the symbolic one; says where."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A path on the plain engine.

    `same` tells whether it ended as the symbolic run did, `agrees` whether it also breaks the
    property; `position`, `actions` and `broken` tell the game in words, and `cards` what the
    generic cards are.
    """

    same: bool
    agrees: bool
    position: tuple[str, ...]
    actions: tuple[str, ...]
    cards: tuple[str, ...]
    broken: str
    difference: str = ""


@lru_cache(maxsize=4096)
def _once(card: CardDef) -> CardDef:
    """The same card for equal ones: what is worked out for a card is then worked out once."""
    return card


def replay(playset: PlaySet, run: Run, model: Any, prop: Property | None = None) -> Replayed:
    """Play a path on the plain engine with the values of a model."""
    maker = Maker(playset, run, model)
    difference, broken_so = "", ""
    try:
        plain = maker.play()
        difference = maker.difference(plain)
        broken_so = next(broken_by(plain, prop), "") if prop is not None else ""
    except Mismatch as problem:
        difference = str(problem)
    start, placed = maker.state(), set(maker.numbers.values())
    return Replayed(
        not difference,
        bool(broken_so) and not difference,
        (*tell_position(maker.game, start, run, placed), *tell_others(maker.game, start, run)),
        tuple(maker.actions),
        tuple(maker.described),
        broken_so,
        difference,
    )


def breaches(run: Run, prop: Property) -> list[Breach]:
    """What a run could break a property by: at its end, and by what was offered on the way."""
    noted = [(sentence, condition) for one, sentence, condition in run.noted if one == prop]
    return [*(prop.statement.breaches(run) if prop.statement is not None else ()), *noted]


def broken_by(run: Run, prop: Property) -> Iterator[str]:
    """How a plain run breaks a property."""
    return broken(breaches(run, prop))


class Maker:
    """Builds the plain game and its position, and plays it."""

    def __init__(
        self,
        playset: PlaySet,
        run: Run,
        model: Any,
        started: Mapping[int, tuple[int, ...]] | None = None,
        cards: tuple[CardDef | None, CardDef | None] | None = None,
    ) -> None:
        """`cards`: the card under proof, with all of its text, and the one beside it."""
        self.run = run
        self.model = model
        self.subject: CardDef | None = run.game.subject
        self.beside: CardDef | None = None
        if cards is not None:
            self.subject, self.beside = cards
        self.actions: list[str] = []
        self.described: list[str] = []
        known = zones_of(run.state).initial()
        self.started: Mapping[int, tuple[int, ...]] = known if started is None else started
        self.defs: dict[int, CardDef] = {}
        self.game = Game(self._playset(playset), run.game.seats, rulings=run.game.rulings)
        without_scoring(self.game)
        self.numbers = self._number()

    def _playset(self, playset: PlaySet) -> PlaySet:
        """The cards of the path: generic ones as printed cards, and copies of known ones."""
        sym = self.run.game
        kinds: dict[int, CardDef] = {}
        copies: Counter[str] = Counter()
        for zone, cards in sorted(self.started.items()):
            for card in cards:
                kind = sym.kinds[card]
                if not isinstance(kind, GenericKind):
                    copies[kind.name] += 1
                    continue
                if kind.index not in kinds:
                    boss = sym.zone_name(zone) in BOSS_ZONES
                    kinds[kind.index] = self._make(kind, len(kinds) + 1, boss=boss)
                self.defs[card] = kinds[kind.index]
                copies[kinds[kind.index].name] += 1
        base = proof_set(playset, self.subject, self.beside, sym.company)
        deck = [(card, max(1, copies[card.name])) for card, _ in base.main_deck]
        deck += [
            (made, copies[made.name])
            for made in kinds.values()
            if a.Title.CHARACTER not in made.titles
        ]
        characters = {seat: self._stack(player) for player, seat in enumerate(sym.seats)}
        stacked = [card for stack in characters.values() for card in stack]
        fallen = [x for x in kinds.values() if a.Title.CHARACTER in x.titles and x not in stacked]
        characters[sym.seats[-1]] += tuple(fallen)  # they have been somebody's
        return replace(base, main_deck=tuple(deck), characters={**playset.characters, **characters})

    def _make(self, kind: GenericKind, number: int, *, boss: bool) -> CardDef:
        if boss and kind.is_any_super_villain:
            return _once(replace(kind.concrete(self.model, SOME_VILLAIN), type=a.CardType.VILLAIN))
        made = kind.concrete(self.model, f"Card {len(self.described) + 1}")
        if kind.character:
            return _once(replace(made, name=f"Character {number}", type=None))
        self.described.append(describe(made))
        return _once(made)

    def _stack(self, player: int) -> tuple[CardDef, ...]:
        found = []
        for card in self.started[player * PER_PLAYER + CHARACTERS]:
            game = self.run.game
            known = game.kinds[card]
            both = [x for x in (self.subject, game.company) if x is not None]
            real = next((x for x in both if (x.name, x.level) == (known.name, known.level)), None)
            made = self.defs.get(card, real)
            assert made is not None
            found.append(made)
        return tuple(found)

    def _number(self) -> dict[int, int]:
        """The plain number of each symbolic card."""
        left: dict[tuple[str, Any], list[int]] = {}
        for number, kind in enumerate(self.game.kinds):
            left.setdefault((kind.name, kind.level), []).append(number)
        numbers: dict[int, int] = {}
        for cards in self.started.values():
            for card in cards:
                known = self.defs.get(card, self.run.game.kinds[card])
                same = left.get((known.name, known.level))
                if not same:
                    raise ValueError(f"no {known.name} left in the box")
                numbers[card] = same.pop(0)
        return numbers

    def _name_card(self, card: int) -> None:
        """The last action is done with this card."""
        if self.actions:
            name = self.game.name(card) if card >= 0 else "nothing"
            self.actions[-1] = self.actions[-1].replace("{card}", name)

    def mapped(self, option: Option) -> Option:
        """An option of the symbolic game in the plain one."""
        return option.with_cards(lambda card: self.numbers.get(card, -1))

    def state(self) -> CoreState:
        """The concrete position."""
        g, run = self.game, self.run
        s = Asked(g.core)
        placed = set(self.numbers.values())
        rest = tuple(card for card in range(len(g.kinds)) if card not in placed)
        s.zones[g.shared + REMOVED] = rest
        for zone, cards in self.started.items():
            s.zones[zone] = s.zones[zone] + tuple(self.numbers[card] for card in cards)
        for zone, cards in enumerate(s.zones):
            for card in cards:
                s.where[card] = zone
        begin_turn_of_first(s)
        s.defeats = value_of(self.model, run.defeats)
        s.face_up = self.numbers.get(run.face_up)
        s.power = [value_of(self.model, power) for power in run.power]
        s.vp = [value_of(self.model, vp) for vp in run.vp]
        return CoreState(g, s)

    def play(self) -> Run:
        """Run the situation with the recorded answers."""
        run = self.run
        recorded = iter(run.answers)

        def answer(plain: Run, choice: Choice) -> Option:
            symbolic = next(recorded, None)
            if symbolic is None:
                raise Mismatch(f"the plain engine asks for more: {choice.kind}")
            option = self.mapped(symbolic)
            own = isinstance(choice.asked_by, (Helper, Try))
            shuffle = choice.kind is ChoiceKind.SHUFFLE
            if not own and not shuffle and option not in choice.options:
                raise Mismatch(f"{option} is not offered: {choice.options}")
            if isinstance(option, TryAct):
                self.actions.extend(tell_act(option))
            elif isinstance(choice.asked_by, Helper):
                self._name_card(*option.named_cards)
            elif choice.player >= 0:
                said = tell_answer(self.game, plain.state, choice, option)
                self.actions.append(said)
            return option

        plain = Run(
            self.game,
            self.state(),
            run.situation,
            answer,
            self.numbers.get(run.subject, -1),
            run.target,
            run.properties,
            tuple((v, p, self.numbers[c], z, to) for v, p, c, z, to in run.history),
        )
        self.actions.extend(run.situation.told)
        if plain.subject >= 0:
            self._name_card(plain.subject)
        plain.play_out()
        if next(recorded, None) is not None:
            raise Mismatch("the plain engine asks for less")
        if run.confronting and run.situation.compares and "P1: done" not in self.actions:
            self.actions.append("P1: done")
        return plain

    def difference(self, plain: Run) -> str:
        """In what the plain end differs from the symbolic one; empty if in nothing."""
        sym = self.run.state
        zones, end, g = zones_of(sym), plain.state, self.game
        placed = set(self.numbers.values())
        for zone in range(g.zone_count):
            want = tuple(self.numbers[card] for card in zones.known(zone))
            have = tuple(card for card in end.zones[zone] if card in placed)
            if want != have:
                return f"{g.zone_name(zone)} differs"
        for name in ("power", "vp"):
            values = [value_of(self.model, value) for value in getattr(sym, name)]
            if values != getattr(end, name):
                return f"{name} differs"
        for name in ("phase", "confronted", "announced", "active", "turn"):
            if getattr(sym, name) != getattr(end, name):
                return f"{name} differs"
        if value_of(self.model, sym.defeats) != end.defeats:
            return "the number of defeats differs"
        if [x.stands.form for x in sym.core.lasting] != [x.stands.form for x in end.core.lasting]:
            return "what lasts differs"
        if (sym.result is None) is not (end.result is None):
            return "the end of the game differs"
        return ""
