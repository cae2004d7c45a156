"""A game is made smaller and plainer, as long as the card goes the same ways in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.options import ChoosePlayer
from rules_check.properties.cases.dealing import Dealer
from rules_check.properties.cases.starting import later
from rules_check.properties.cases.trying import Key, Position, Table, Trial, raised, weight

MOST_NEEDS: Final = 4
"""Of so many cards of which the text speaks one more is tried."""
FEW_NEEDS: Final = 2
"""So many of them, the plainest, are laid instead of others."""
MOST_TRIES: Final = 260
"""So many games are tried to make one smaller."""


PILES: Final = {
    "line_up": "main deck",
    "main_deck": "main deck",
    "super_villains": "super-villain",
}
"""Which cards lie in a shared place."""
FOES: Final = ("P2", "P3", "P4", "P5")


class Shrinker:
    """Makes games of a table smaller, and shows every game that it tries to somebody."""

    def __init__(self, table: Table, dealer: Dealer, show: Callable[[Trial], None]) -> None:
        self.table, self.plains, self.show = table, dealer.plains, show
        self.defenders = dealer.defenders
        by_weight = sorted(dealer.needs, key=lambda name: weight(table, name))
        self.needs = tuple(name for name in by_weight[:FEW_NEEDS] if name not in self.plains)

    def shrink(self, trial: Trial, wanted: Set[Key]) -> Trial:
        """The smallest game that is found in which the card goes all of the wanted ways."""
        best, left = self._cut(trial, wanted), MOST_TRIES
        again = True
        while again and left > 0:
            again = False
            for position, plan in self._begun_later_or_smaller(best):
                left -= 1
                found = self.table.follow(position, plan)
                if found is not None and found.ended():
                    self.show(found)
                    if wanted <= found.at.keys() and found.reading(wanted) < best.reading(wanted):
                        best = found
                        again = True
                        break
                if left <= 0:
                    break
        return best

    def neighbours(self, trial: Trial, needs: Sequence[str]) -> Iterator[Trial]:
        """Games that are another in one thing only: a card is away, is another or is there too,
        somebody does something else, a number is another."""
        whole = self.table.follow(trial.position, trial.plan, listening=True)
        if whole is None:
            return
        for position, plan in self._one_thing(whole, needs):
            found = self.table.follow(position, plan)
            if found is not None and found.ended():
                yield found

    def elsewhere(self, trial: Trial) -> Iterator[Trial]:
        """Games in which one of your cards lies in another place of yours."""
        for position, before in self._elsewhere(trial.position) if self.table.ways.legs else ():
            found = self.table.follow(position, (*before, *trial.plan))
            if found is not None and found.ended():
                yield found

    def _one_thing(
        self, trial: Trial, needs: Sequence[str]
    ) -> Iterator[tuple[Position, tuple[str, ...]]]:
        position, plan = trial.position, trial.plan
        yield from self._smaller(trial)
        for number, step in enumerate(trial.steps):
            for other in step.others:
                yield position, (*plan[:number], other)
                yield position, (*plan[:number], other, *plan[number + 1 :])
        if self.table.ways.limited:
            yield from _once_more(trial, needs)
        yield from self._avoided(trial)
        yield from self._for_a_mate(trial)
        if self.table.ways.timed and "confront" in position:
            yield from self._not_in_it(position, plan)
        foes = [at for at in range(self.table.game.players) if at not in self._mates()]
        if self.table.ways.waiting and position.get("phase") == "play":
            yield from self._with_something_else(position, plan)
            yield from _by_another(position, plan, self.table.game.seat(foes[0]))
        if "confront" not in position and position.get("phase") == "play" and self._fights():
            yield {**position, "confront": self.table.game.seat(foes[0])}, plan
        yield from ((other, plan) for other in self._with_another(position, needs))
        if any(isinstance(x, c.Place) and x.row == "main" for x in self.table.ways.forms):
            rest = {key: value for key, value in position.items() if key != "main_deck"}
            yield {**rest, "main_deck_size": 0}, plan
        for fuller, before in self._with_more(position, needs):
            yield fuller, (*before, *plan)

    def _with_something_else(
        self, position: Position, plan: tuple[str, ...]
    ) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """A plainer card is played than one that is; another one in hand keeps the turn going."""
        for old, new, other in self._plainer(position):
            if any(text == f"P1: play {old}" for text in plan):
                hand = [*other.get("P1", {}).get("hand", []), self.plains[0]]
                fuller = _with({"P1": {}, **other}, ("P1", "hand"), hand)
                yield fuller, tuple(text.replace(old, new) for text in plan)

    def _for_a_mate(self, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """A Block is used for somebody on your side who is confronted."""
        position, plan = trial.position, trial.plan
        if not self.table.ways.blocks or position.get("confront") != "P1":
            return
        for number, step in enumerate(trial.steps):
            for other in step.others if isinstance(step.option, ChoosePlayer) else ():
                for player in self._mates()[1:]:
                    confront = {**position, "confront": self.table.game.seat(player)}
                    yield confront, (*plan[:number], other, *plan[number + 1 :])

    def _avoided(self, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """Somebody who is attacked has one of the plainest Defenses, too, and uses it."""
        if not self.table.ways.avoided:
            return
        attacks = [x for x in trial.events if x.kind == "attack" and x.detail]
        at = next((at for at, x in enumerate(trial.events) if x in attacks[:1]), 0)
        done = sum(step.told <= at for step in trial.steps)
        hit = attacks[0].detail if attacks else ()
        lose = {x.player for x in trial.events[at:] if x.kind in MOVES}
        for player in [x for x in hit if x in lose] or hit:
            seat = self.table.game.seat(player)
            there = trial.position.get(seat, {})
            for name in self.defenders[:FEW_NEEDS]:
                hand = [*there.get("hand", []), name]
                fuller = {**trial.position, seat: {**there, "hand": hand}}
                acts = (f"{seat}: defend with {name}", f"{seat}: yes")
                yield fuller, (*trial.plan[:done], *acts, *trial.plan[done:])

    def _not_in_it(
        self, position: Position, plan: tuple[str, ...]
    ) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """The same outside of the Confrontation, and a plain card in it; there is another one in
        the hand, so that the turn goes on."""
        plain = self.plains[0]
        hand = position.get("P1", {}).get("hand", [])
        fuller = _with({"P1": {}, **position}, ("P1", "hand"), [*hand, plain])
        yield {key: value for key, value in fuller.items() if key != "confront"}, plan
        yield fuller, (f"P1: play {plain}",)

    def _elsewhere(self, position: Position) -> Iterator[tuple[Position, tuple[str, ...]]]:
        mine = position.get("P1", {})
        places = ("hand", "discard", "play")
        for zone in places:
            cards = mine.get(zone, [])
            for at in (at for at, name in enumerate(cards) if name != self.table.kind.name):
                left = _with(position, ("P1", zone), [*cards[:at], *cards[at + 1 :]])
                for other in (x for x in places if x != zone):
                    yield self._laid(left, other, (cards[at],))

    def _laid(
        self, position: Position, zone: str, names: Sequence[str]
    ) -> tuple[Position, tuple[str, ...]]:
        """The position with cards more in a place of yours, and what is done first: what does not
        stay in play is played."""
        played = [name for name in names if zone == "play" and name not in self.table.staying]
        zone = "hand" if played else zone
        there = position.get("P1", {}).get(zone, [])
        fuller = _with({"P1": {}, **position}, ("P1", zone), [*there, *names])
        return fuller, tuple(f"P1: play {name}" for name in played)

    def _mates(self) -> Sequence[int]:
        return self.table.game.core.teams[0]

    def _fights(self) -> bool:
        return self.table.game.ruleset.has_confrontations

    def _with_more(
        self, position: Position, needs: Sequence[str]
    ) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """One card more, or several plain ones; and what is done first."""
        for zone in ("hand", "discard", "deck", "play"):
            for name in dict.fromkeys((*self.plains, *needs[:MOST_NEEDS])):
                yield self._laid(position, zone, (name,))
            for number in (2, 5):
                yield self._laid(position, zone, (self.plains[0],) * number)
        for name in [*needs[:MOST_NEEDS], *self.plains[1:]]:
            if not self._may_lie(name, "line_up"):
                continue
            line_up = [*position.get("line_up", []), name]
            yield {**position, "line_up": line_up}, ()
        power: Mapping[str, int] = position.get("power", {})
        for seat, number in power.items():
            yield {**position, "power": {**power, seat: number + 1}}, ()

    def _with_another(self, position: Position, needs: Sequence[str]) -> Iterator[Position]:
        """One card of a pile is another one, which says more."""
        for path, cards in cards_of(position):
            if path[0] not in ("P1", "main_deck") or path[-1] not in ("deck", "main_deck"):
                continue
            for at, name in enumerate(cards):
                for other in (*self.plains[1:], *needs[:FEW_NEEDS]):
                    if other != name and self._may_lie(other, path[0]):
                        yield _with(position, path, [*cards[:at], other, *cards[at + 1 :]])

    def _begun_later_or_smaller(self, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """Games that begin where this one stands later, and games that are smaller."""
        yield from later(self.table, trial)
        if self.table.ways.blocks:
            if trial.position.get("confront", "P1") != "P1":
                yield {**trial.position, "confront": "P1"}, trial.plan
            yield from _with_enough_power(self.table, trial)
        yield from self._smaller(trial)
        for seat, there in trial.position.items():
            if isinstance(there, dict) and there.get("discard"):
                pile = [*there.get("deck", []), *there["discard"]]
                for more in range(2):  # what would be shuffled into a deck lies in it
                    cards = [*[self.plains[0]] * more, *pile]
                    fuller = {**there, "deck": cards, "discard": []}
                    yield tidy({**trial.position, seat: fuller}), trial.plan

    def _cut(self, trial: Trial, wanted: Set[Key]) -> Trial:
        """The game up to where the last of the ways is gone."""
        last = max((trial.at[key] for key in wanted), default=0)
        found = self.table.follow(trial.position, trial.plan[:last])
        whole = found is not None and found.ended() and wanted <= found.at.keys()
        return found if whole and found is not None else trial

    def _smaller(self, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """Games that may be smaller: whole places first, then cards, numbers and acts."""
        position, plan = trial.position, trial.plan
        for smaller in without_places(position):
            yield smaller, plan
        for number in reversed(range(len(plan))):
            yield position, (*plan[:number], *plan[number + 1 :])
        for smaller in without_cards(position):
            yield smaller, plan
        for old, new, smaller in self._plainer(position):
            yield smaller, plan
            if any(old in text for text in plan):
                yield smaller, tuple(text.replace(old, new) for text in plan)
        for smaller in _lower(position):
            yield smaller, plan
        for smaller in _without_levels(position, mine=not self.table.kind.is_character):
            yield smaller, plan
        for fuller in self._fuller(position):
            yield fuller, plan

    def _fuller(self, position: Position) -> Iterator[Position]:
        """A plain card lies where there is none, so that nothing else is missing."""
        for player in range(self.table.game.players):
            seat = self.table.game.seat(player)
            there = position.get(seat, {})
            for name in self.plains[1:] if not there.get("deck") else ():
                yield _with({seat: {}, **position}, (seat, "deck"), [name])
            for zone in ("hand", "deck"):
                if not there.get(zone):
                    for number in (1, 2, 3):
                        cards = [self.plains[0]] * number
                        yield _with({seat: {}, **position}, (seat, zone), cards)

    def _may_lie(self, name: str, place: str) -> bool:
        """Whether it is a card of that pile; anywhere else any card can lie."""
        return PILES.get(place) in (None, self.table.piles.get(name))

    def _plainer(self, position: Position) -> Iterator[tuple[str, str, Position]]:
        """One card is another, plainer one."""
        own = self.table.kind.name
        for path, cards in cards_of(position):
            for at, name in enumerate(cards):
                for plain in (*self.plains, *self.needs):
                    if not self._may_lie(plain, path[0]):
                        continue
                    if name != own and weight(self.table, name) > weight(self.table, plain):
                        other = [*cards[:at], plain, *cards[at + 1 :]]
                        yield name, plain, _with(position, path, other)


def _with_enough_power(table: Table, trial: Trial) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """Whoever confronts has just so much Power that a Block makes the difference."""
    position, plan = trial.position, trial.plan
    active = position.get("active", "P1")
    for at, event in enumerate(trial.events):
        if event.kind != "compare":
            continue
        target, power, cost = event.detail
        known: Mapping[str, int] = position.get("power", {})
        wanted = known.get(active, 0) + cost - raised(trial, target, at) - power
        if wanted > known.get(active, 0):
            begun = {**position, "phase": "play", "confront": table.game.seat(target)}
            left = tuple(text for text in plan if not text.startswith(f"{active}: confront "))
            yield {**begun, "power": {**known, active: wanted}}, left


def _by_another(
    position: Position, plan: tuple[str, ...], other: str
) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """The same is done by somebody else, in whose turn it is."""
    if position.get("active", "P1") != "P1" or "confront" in position:
        return
    mine, theirs = position.get("P1", {}), position.get(other, {})
    hand = {"hand": mine["hand"]} if "hand" in mine else {}
    kept = {key: value for key, value in mine.items() if key != "hand"}
    there = {**position, "active": other, "P1": kept, other: {**theirs, **hand}}
    if "P1" in position.get("power", {}):
        there["power"] = {other: position["power"]["P1"]}
    yield tidy(there), tuple(f"{other}{x.removeprefix('P1')}" for x in plan)


def _once_more(trial: Trial, needs: Sequence[str]) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """The same is done a second time, or something like it, with more of what that takes."""
    position, plan = {"P1": {}, **trial.position}, trial.plan
    hand = position["P1"].get("hand", [])
    fuller = _with(position, ("P1", "deck"), [*position["P1"].get("deck", [])] * 2)
    for seat in [key for key in position if key in FOES]:
        twice = [*position[seat].get("hand", [])] * 2
        fuller = _with({seat: {}, **fuller}, (seat, "hand"), twice)
    for number, text in enumerate(plan):
        if trial.steps[number].seat != 0:
            continue
        again = (*plan, *plan[number:])
        yield trial.position, again
        does, _, name = text.removeprefix("P1: ").partition(" ")
        if does == "buy":
            for there in (position, fuller):
                yield _with_twice(there, name), again
            for other in needs[:MOST_NEEDS]:
                yield _with_twice(fuller, other), (*plan, f"P1: buy {other}")
            continue
        if does == "use" and "power" in position:
            doubled = {seat: 2 * number for seat, number in position["power"].items()}
            yield {**fuller, "power": doubled}, again
        if does == "use" and position.get("line_up"):
            for other in (*position["line_up"], *needs[:MOST_NEEDS]):
                yield _with(position, ("line_up",), [*position["line_up"], other]), again
        more = [*hand, name] if name in hand else [*hand, *hand]
        for there in (position, fuller):
            yield _with(there, ("P1", "hand"), more), again
        if does == "use":
            for other in needs[:MOST_NEEDS]:
                yield _with(position, ("P1", "hand"), [*hand, other]), again
    for name in needs[:MOST_NEEDS]:
        yield _with(fuller, ("P1", "hand"), [*hand, name]), (*plan, f"P1: play {name}")


def _with_twice(position: Position, name: str) -> Position:
    """The position with one more of a card for sale, and twice the Power."""
    power: Mapping[str, int] = position.get("power", {})
    more = _with(position, ("line_up",), [*position.get("line_up", []), name])
    return {**more, "power": {seat: 2 * number for seat, number in power.items()}}


def without_places(position: Position) -> Iterator[Position]:
    """The position without a whole place, or half of one."""
    for key, there in position.items():
        if isinstance(there, dict) and "level" in there:
            continue  # the Character is one of the cards that matter
        if key == "phase":
            if position[key] != "play":
                yield {**position, key: "play"}
        else:
            yield {other: value for other, value in position.items() if other != key}
    for path, cards in cards_of(position):
        if len(path) > 1 or len(cards) > 1:
            yield _with(position, path, [])
            if len(cards) > 3:
                yield _with(position, path, cards[: len(cards) // 2])


def without_cards(position: Position) -> Iterator[Position]:
    """The position without one card."""
    for path, cards in cards_of(position):
        for at in reversed(range(len(cards))):
            yield _with(position, path, [*cards[:at], *cards[at + 1 :]])


def _lower(position: Position) -> Iterator[Position]:
    if position.get("confront", "P2") not in ("P1", "P2"):
        yield {**position, "confront": "P2"}
    power: Mapping[str, int] = position.get("power", {})
    for seat, number in power.items():
        for less in dict.fromkeys((0, number // 2, number - 1)):
            if 0 <= less < number:
                yield {**position, "power": {**power, seat: less}}


def _without_levels(position: Position, *, mine: bool) -> Iterator[Position]:
    for seat, value in position.items():
        if (mine or seat != "P1") and isinstance(value, dict) and "level" in value:
            yield _with(position, (seat,), {k: v for k, v in value.items() if k != "level"})


def cards_of(position: Position) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The places of a position with cards, and which."""
    for key, value in position.items():
        if isinstance(value, list):
            yield (key,), value
        elif isinstance(value, dict):
            for zone, cards in value.items():
                if isinstance(cards, list):
                    yield (key, zone), cards


def _with(position: Position, path: tuple[str, ...], value: Any) -> Position:
    """The position with something else in a place; an empty place is not named."""
    if len(path) == 1:
        changed = {**position, path[0]: value}
    else:
        changed = {**position, path[0]: {**position.get(path[0], {}), path[1]: value}}
    return tidy(changed)


def tidy(position: Position) -> Position:
    """The position without what is empty; an empty stack of Super-Villains is one."""
    found: dict[str, Any] = {}
    for key, value in position.items():
        if isinstance(value, dict) and key.startswith("P"):
            value = {zone: cards for zone, cards in value.items() if cards not in ([], {})}
        if value not in ([], {}):
            found[key] = value
    return found
