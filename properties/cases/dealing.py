"""Small positions with a card, and games played in them by chance: the same for the same text.

A position has the card where its texts work, cards of which the text speaks and some of which it
does not, and little else. Confrontations, ends of the game and Super-Villains are dealt to cards
that speak of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.game import CoreState
from rules_check.oracle.quick.state import Kind
from rules_check.oracle.scenarios.moments import BETWEEN_ACTIONS
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import EndTurn
from rules_check.properties.cases.trying import Position, Table
from rules_check.properties.cases.ways import HELD
from rules_check.properties.words.plain_games import needed

MOST_ACTS: Final = 12
"""So much is done in a game."""
CONFRONTING: Final = frozenset(
    {"announce", "confront", "confronted", "confronting", "confrontation", "blocking"}
)


class Dealer:
    """Deals positions with a card."""

    def __init__(self, table: Table) -> None:
        self.table = table
        game = table.game
        texts = table.ways.texts
        core = c.Core(texts)
        self.seats = [game.seat(player) for player in range(game.players)]
        self.homes = {text.home for text in texts} or {"played"}
        forms = list(walk(core))
        spans = {x.row for x in forms if isinstance(x, c.Span)}
        rows = {x.row for x in forms if isinstance(x, c.Place | c.Group | c.Attribute)}
        events = {verb for x in forms if isinstance(x, c.Event) for verb in x.verbs}
        self.attacked = "this_attack" in spans or "attack" in events
        self.fights = game.ruleset.has_confrontations and not CONFRONTING.isdisjoint(
            spans | rows | events
        )
        self.needs_power = any(isinstance(x, c.Points) and x.row != "give" for x in forms) or not {
            "buy",
            "gain",
            "defeat",
        }.isdisjoint(events)
        named = {x.name for x in forms if isinstance(x, c.Kind)}
        self.stacks = [name for name in game.stacks if name in named]
        self.main = "main" in rows or any(isinstance(x, c.Do) for x in forms)
        self.super_villains = list[str]()
        asked = {"superstack", "defeat", "appear"} & (rows | events)
        if game.boss_stack >= 0 and asked:
            self.super_villains = [
                kind.name for kind in game.core.kinds if "Super-Villain" in kind.titles
            ]
        self.turns = bool({"turn_begin", "turn_end", "announce", "confront"} & events)
        kinds = [kind for kind in game.core.kinds if not kind.is_character]
        spoken = (*_by_word(forms, kinds), *needed(game.core, core))
        self.needs = [name for name in dict.fromkeys(spoken) if name != table.kind.name]
        self.attackers = _plainest(x for x in kinds if "Attack" in x.labels and x.played)
        self.defenders = _plainest(x for x in kinds if "Defense" in x.labels)
        self.attacks = any(isinstance(x, c.Attack) for x in forms)
        self.avoids = "avoid" in events
        if not self.attacked and not self.avoids:
            self.attackers = []
        deck = [one.name for one, _ in game.playset.main_deck if one.name != table.kind.name]
        by_name = {kind.name: kind for kind in reversed(kinds)}
        self.deck = sorted(deck, key=lambda name: _said(by_name[name]))
        starters = [x.name for x in game.ruleset.basics if x.role == "starter"]
        self.plain = starters[0]
        self.plains = (self.plain, *self.deck[:1])
        self.basics = list(game.playset.basics)
        self.copies = Counter(kind.name for kind in game.core.kinds)
        self.character = table.kind.is_character
        self.villain = "Super-Villain" in table.kind.titles

    def first(self) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """The plainest positions, and what is done there."""
        name, plain = self.table.kind.name, self.plain
        at = "level" if self.character else "hand"
        play = (f"P1: play {name}",)
        for confront in (False, True) if self.table.game.ruleset.has_confrontations else (False,):
            for cards in (0, 1, 3):
                position: dict[str, Any] = {"phase": "play"}
                for seat in self.seats:
                    position[seat] = {"hand": [plain] * cards, "deck": [plain] * cards}
                mine = [plain] * max(1, cards)
                if at == "level":
                    position["P1"] = {"hand": mine, "level": self.table.kind.level or 1}
                else:
                    position["P1"] = {"hand": [name, *mine], "deck": [plain] * cards}
                if confront:
                    position["confront"] = self._foe(0)
                yield position, play
        for number in range(self.table.ways.chooses_one if at == "hand" else 0):
            there = {"hand": [name, plain], "deck": [plain] * 2, "discard": [plain]}
            yield {"phase": "play", "P1": there}, (*play, f"P1: option {number + 1}")
        yield from self._held(name)
        if self.character and self.fights:
            yield from self._confronted(self.table.game.seats[0])
        if self.homes & {"character", "play"} and (self.attacked or self.avoids):
            yield from self._attacked(name)

    def _confronted(self, name: str) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """You are confronted, where everybody has come as far as you."""
        level: dict[str, Any] = {"level": self.table.kind.level} if self.table.kind.level else {}
        for at, seat in enumerate(self.seats):
            if at not in self.table.game.core.teams[0]:
                for deck in ([self.plain], []):
                    tables = {other: dict(level) for other in self.seats}
                    tables["P1"] = {**level, "deck": deck}
                    tables[seat] = {**level, "hand": [self.plain]}
                    position = {"phase": "start", "active": seat, **tables}
                    yield position, (f"{seat}: confront {name}",)

    def _attacked(self, name: str) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """The card is at work while you are attacked, and you can avoid it."""
        level = {"level": self.table.kind.level or 1}
        mine = level if self.character else {"play": [name]}
        for at, seat in enumerate(self.seats):
            if at in self.table.game.core.teams[0]:
                continue
            for attacker in self.attackers[:3]:
                attack = f"{seat}: play {attacker}"
                for defender in self.defenders[:3]:
                    hand = {"hand": [defender, self.plain], "discard": [self.plain], **mine}
                    foe = {"hand": [attacker, self.plain]}
                    position = {"phase": "play", "active": seat, "P1": hand, seat: foe}
                    yield position, (attack, f"P1: defend with {defender}", "P1: yes")
                    yield position, (attack, "P1: pass")

    def _held(self, name: str) -> Iterator[tuple[Position, tuple[str, ...]]]:
        """The card is in the hand when it may be used there: another attacks, confronts you, or is
        your teammate."""
        teams, plain = self.table.game.core.teams, self.plain
        hand = {"hand": [name, plain], "deck": [plain]}
        labels = {label for text in self.table.ways.texts for label in text.labels}
        for at, seat in enumerate(self.seats):
            common = {"phase": "play", "active": seat, "P1": hand}
            if at in teams[0]:
                if at and "Assist" in labels:
                    assist = (f"P1: assist with {name}",)
                    for more in ({}, {"confront": self._foe(at)}):
                        position = {**common, seat: {"hand": [plain], "deck": [plain]}, **more}
                        yield position, assist
                        yield position, (f"{seat}: play {plain}",)
                continue
            if "Defense" in labels:
                for attacker in self.attackers[:6]:
                    position = {**common, seat: {"hand": [attacker, plain]}}
                    attack = f"{seat}: play {attacker}"
                    yield position, (attack, f"P1: defend with {name}", "P1: yes")
                    yield position, (attack, "P1: pass")
            if "Block" in labels:
                fight = f"{seat}: play {plain}"
                for power in (None, *self._enough()):
                    position = {**common, "confront": "P1", seat: {"hand": [plain]}}
                    if power is not None:
                        position["power"] = {seat: power}
                    yield position, (fight, f"P1: block with {name}", "P1: yes")
                    yield position, (fight, "P1: pass")

    def _enough(self) -> Iterator[int]:
        """The Power by which a Block may save your Character, and some more."""
        seats = self.table.game.seats
        cost = next(
            (x.cost for x in self.table.game.core.kinds if x.is_character and x.name == seats[0]), 0
        )
        yield from range(max(0, cost - 1), cost + 6)

    def deal(self, number: int) -> Position:
        """A position with something to do."""
        rng = Random(f"{self.table.kind.name} {number}")
        left = Counter(self.copies)
        left[self.table.kind.name] -= 1

        large = 2 if rng.random() < 0.15 else 1

        def some(most: int) -> list[str]:
            found: list[str] = []
            most *= large
            for _ in range(int(rng.random() * (most + 1))):
                chance = rng.random()
                if chance < 0.5 and self.needs:
                    name = self.needs[int(rng.random() * len(self.needs))]
                elif chance < 0.75:
                    name = self.plain
                elif chance < 0.8 or not self.deck:
                    name = self.basics[int(rng.random() * len(self.basics))]
                else:  # plain cards more often
                    name = _one(self.deck, rng)
                if left[name] > 0:
                    left[name] -= 1
                    found.append(name)
            return found

        def for_sale(most: int) -> list[str]:
            """Cards of the main deck, of which the text speaks, or any."""
            found: list[str] = []
            spoken = [name for name in self.needs if name not in self.basics]
            for _ in range(int(rng.random() * (most * large + 1))):
                names = spoken if spoken and rng.random() < 0.5 else self.deck
                name = names[int(rng.random() * len(names))] if names else self.plain
                if left[name] > 0 and name not in self.basics:
                    left[name] -= 1
                    found.append(name)
            return found

        at: dict[str, Any] = {}
        for seat in self.seats:
            at[seat] = {
                "hand": some(3),
                "deck": some(3),
                "discard": some(2),
            }
        at["P1"]["hand"].append(self.plain)
        if rng.random() < 0.3:
            at["P1"]["play"] = [x for x in some(2 * large) if self._stands(x)]
        at["line_up"] = for_sale(3)
        if self.main:
            at["main_deck"] = for_sale(3) + self.deck[:1]
            if rng.random() < 0.2:
                at["main_deck_size"] = len(at["main_deck"])
        if self.stacks and rng.random() < 0.4:
            stack = self.stacks[int(rng.random() * len(self.stacks))]
            at["stacks"] = {stack: int(rng.random() * 3)}
        if rng.random() < 0.2:
            at["destroyed"] = some(2)
        if self.super_villains and rng.random() < 0.6:
            at["super_villains"] = self._stack(rng)
        self._turn(at, rng)
        self._lay(at, rng)
        return {key: value for key, value in at.items() if value not in ([], {})}

    def _stack(self, rng: Random) -> list[str]:
        """Some Super-Villains, each once."""
        names = [name for name in self.super_villains if name != self.table.kind.name]
        return list(dict.fromkeys(names[int(rng.random() * len(names))] for _ in range(3)))

    def _turn(self, at: dict[str, Any], rng: Random) -> None:
        """Whose turn it is, and how far it has come."""
        others = (
            self.attacked or self.avoids or self.fights or not self.homes <= {"played", "owned"}
        )
        active = "P1"
        if others and rng.random() < 0.4:
            active = self.seats[int(rng.random() * len(self.seats))]
        if active != "P1":
            at["active"] = active
        at["phase"] = "play"
        if (self.turns or self.character) and rng.random() < 0.4:
            at["phase"] = "start"
            return
        if rng.random() < (0.7 if self.needs_power or self.fights else 0.2):
            at["power"] = {active: int(rng.random() * 16)}
        chance = 0.5 if self.fights else 0.15
        if self.table.game.ruleset.has_confrontations and rng.random() < chance:
            at["confront"] = self._foe(self.seats.index(active), rng)
        if self.attackers and active != "P1":
            at[active]["hand"].append(_one(self.attackers, rng))
            if self.avoids and self.defenders:
                at["P1"]["hand"].append(_one(self.defenders, rng))
        if self.attacks and self.defenders and rng.random() < 0.3:
            seat = self.seats[int(rng.random() * len(self.seats))]
            at[seat]["hand"].append(_one(self.defenders, rng))

    def _foe(self, player: int, rng: Random | None = None) -> str:
        teams = self.table.game.core.teams
        foes = [x for at, x in enumerate(self.seats) if at not in teams[player]]
        if rng is None:
            return foes[0]
        if player and "P1" in foes and rng.random() < 0.6:
            return "P1"
        return foes[int(rng.random() * len(foes))]

    def _stands(self, name: str) -> bool:
        """Whether a card can lie in play at the beginning of a turn."""
        kinds = self.table.game.core.kinds
        return any(kind.name == name and "Location" in kind.types for kind in kinds)

    def _lay(self, at: dict[str, Any], rng: Random) -> None:
        """Put the card where its texts can work."""
        name, kind = self.table.kind.name, self.table.kind
        if self.character:
            at["P1"]["level"] = kind.level or 1
            if not kind.level:
                del at["P1"]["level"]
            elif self.fights:  # whoever has come further than the others may not be confronted
                for seat in self.seats[1:]:
                    if rng.random() < 0.5:
                        at[seat]["level"] = kind.level
            return
        if self.villain and rng.random() < 0.5:
            at["super_villains"] = [name]
            at["face_down"] = rng.random() < 0.7
            if not at["face_down"]:
                del at["face_down"]
            return
        chance = rng.random()
        if "owned" in self.homes and chance < 0.6:
            at["P1"]["deck"].append(name)
            at["main_deck_size"] = 0
            at.pop("main_deck", None)
            return
        if "play" in self.homes and chance < 0.6:
            at["P1"].setdefault("play", []).append(name)
        elif "anywhere" in self.homes and chance < 0.7:
            lying = ("line_up", "deck", "discard")[int(rng.random() * 3)]
            lines = at["line_up"] if lying == "line_up" else at["P1"][lying]
            lines.insert(0, name)
            at["power"] = {at.get("active", "P1"): 15}
            if at["phase"] == "start":
                del at["power"]
        else:
            more = rng.random() < 0.15 and len(self.table.own) > 1
            at["P1"]["hand"][:0] = [name] * (1 + more)


def _by_word(forms: Iterable[c.Form], kinds: Iterable[Kind]) -> list[str]:
    """The cards in whose names are words of which the text speaks."""
    words = {
        x.left.name
        for x in forms
        if isinstance(x, c.Compare)
        and isinstance(x.left, c.Kind)
        and isinstance(x.right, c.Attribute)
        and x.right.row == "namewords"
    }
    return [kind.name for kind in kinds if any(word in kind.name for word in words)]


def _one(names: list[str], rng: Random) -> str:
    """One of them, the first more often."""
    return names[int(rng.random() * rng.random() * len(names))]


def _plainest(kinds: Iterable[Kind]) -> list[str]:
    """Their names, those that say little first."""
    said = {x.name: _said(x) for x in kinds}
    return sorted(said, key=lambda name: said[name])


def _said(kind: Kind) -> tuple[bool, int, int, str]:
    """How much a card says, and how much it costs."""
    forms = sum(1 for text in kind.texts for _ in walk(text.form))
    return not kind.just_gives, forms, kind.cost, kind.name


def by_chance(table: Table, rng: Random) -> Callable[[CoreState, Choice], Option | None]:
    """Somebody who decides by chance, and likes to do something with the card itself."""
    done = 0

    def choose(_state: CoreState, choice: Choice) -> Option | None:
        nonlocal done
        between = choice.kind in BETWEEN_ACTIONS
        if between and done >= MOST_ACTS:
            return None
        done += 1
        options = list(choice.options)
        mine = [x for x in options if not table.own.isdisjoint(x[1:2]) and x[0] != "card"]
        if mine and rng.random() < (0.6 if choice.kind in HELD else 0.7):
            return mine[int(rng.random() * len(mine))]
        if choice.kind is ChoiceKind.MAIN:
            going_on = [x for x in options if not isinstance(x, EndTurn)]
            if going_on and rng.random() < 0.85:
                options = going_on
        return options[int(rng.random() * len(options))]

    return choose
