"""What a game is played with: the kinds of cards with their texts as functions, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick.state import Choice, Option, Run, State, Zones
from rules_check.oracle.values.zones import (
    BESIDE,
    BOSS_ZONES,
    DECK,
    DESTROYED,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PER_PLAYER,
    PLAY,
    PLAYER_ZONES,
    REMOVED,
    SHARED,
    SHARED_ZONES,
    TABLE,
)
from rules_check.oracle.values.zones import CHARACTERS as CHARACTERS_ZONE

if TYPE_CHECKING:
    from rules_check.oracle.quick.standing import Standing, Stands, Watch

Rules = Mapping[str, Any]
"""The rules of a game as the message `ruleset` tells them (docs/conformance.md)."""


class NoCore(Exception):
    """The text of a card has no core, so nobody can say what the card does."""


@dataclass(slots=True, eq=False)
class Text:
    """A text of a card: where it works, what cards are called by because of it, what it says."""

    form: c.Text
    home: str
    labels: tuple[str, ...]
    body: Run | None = None
    """What is carried out, of a text that is carried out when the card is played."""
    stands: Sequence[Stands] = ()
    """What stands while it works."""
    worth: Run | None = None
    """What it makes of the points of its card, of a text that counts at the end."""
    sets_points: bool = False
    """Whether it says what its card is worth, if anything."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.form == other.form

    def __hash__(self) -> int:
        return hash(self.form)


@dataclass(slots=True, eq=False)
class Kind:
    """A kind of card: its printed values, and its texts, or why it has none."""

    key: str
    name: str
    book: str
    type: str | None
    titles: tuple[str, ...]
    cost: Any
    vp: Any
    level: int
    pile: str | None
    texts: tuple[Text, ...] = ()
    why_none: str = ""
    is_character: bool = False
    types: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    gives: int = 0
    """The fixed Power of a card that does nothing but give it."""
    made: list[Standing] = field(default_factory=list)
    """Everything that stands or may come to stand by its texts, in a fixed order."""
    played: tuple[Text, ...] = ()
    """What is carried out when it is played."""
    at_home: dict[str, tuple[tuple[int, Text], ...]] = field(default_factory=dict)
    """Its texts with something that stands, by where they work."""
    listens: frozenset[str] = frozenset()
    """Where something of it stands that is not only asked for at its time."""
    shifts: bool = False
    """Whether something of it that stands decides which texts stand."""
    ongoing: bool = False
    about_itself: tuple[tuple[int, Text], ...] = ()
    """What waits for something that happens to this card, wherever it is."""
    own_price: bool = False
    """Whether it says something itself about its price."""
    changes: frozenset[str] = frozenset()
    """Which attributes its texts change at any time."""
    speaks_of: frozenset[str] = frozenset()
    """The verbs of all events of which its texts speak."""
    recalls: frozenset[str] = frozenset()
    """Those of events of which they speak long after they have happened."""


OF_CARDS: Final = (
    "destroy.returns_to_stack",
    "ongoing.cap",
    "gain.includes_buy",
    "gain.includes_defeat",
    "opponent.kind",
)
"""What a book says about its own cards; it goes with them into a mixed game."""


class Game:
    """The rules and cards of a game; it never changes. Cards, zones and players are numbers."""

    def __init__(
        self,
        ruleset: str,
        rules: Rules,
        seats: Sequence[str],
        cards: Mapping[str, Kind],
        books: Mapping[str, Mapping[str, Any]],
        zones: Mapping[str, Sequence[str]],
    ) -> None:
        """`cards` are the kinds by the ids of all cards; `zones` where they lie at first."""
        self.ruleset = ruleset
        self.rules = rules
        self.seats = tuple(seats)
        self.players = len(self.seats)
        self.books = books
        self.everybody = tuple(range(self.players))
        self.ids = list(cards)
        self.kinds = list(cards.values())
        self.card_of = {name: number for number, name in enumerate(self.ids)}
        self.parameters: Mapping[str, Any] = rules["parameters"]
        self.variant: Mapping[str, Any] = rules["variant"] or {}
        self.steps: tuple[str, ...] = (*rules["turn"], *rules["end_of_turn"])
        self.play_step = self.steps.index("play_and_buy")
        self.draw_step = self.steps.index("draw")
        self.step_functions: tuple[Callable[[State], bool | None], ...] = ()
        self.next_step: tuple[int, ...] = ()
        self.offers: dict[int, Callable[[State], Choice | None]] = {}
        self.actives: dict[tuple[int, int | None, str], Watch] = {}
        """What the texts of a card say that always stand, for whom and where."""
        self.rounds: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {}
        """The players in turn order, by who begins."""
        self.teams = tuple(map(self._team, self.everybody))
        self._lay_zones(zones)
        self._sort_cards()
        self.kept_for = {
            self.card_of[card]: player
            for player, zone in enumerate(self.beside)
            for card in zones.get(self.zone_names[zone], ())
        }

    def says(self, parameter: str, default: Any = None) -> Any:
        """What the book of the game says about something."""
        return self.parameters.get(parameter, default)

    def book(self, card: int | None, parameter: str, default: Any = None) -> Any:
        """What the book of a card says about its text; else the book of the game."""
        if card is not None and self.books:
            own = self.books.get(self.kinds[card].book, {})
            if parameter in own:
                return own[parameter]
        return self.parameters.get(parameter, default)

    def _team(self, player: int) -> tuple[int, ...]:
        """A player and the partners: with teams, whoever sits across."""
        if not self.rules["teams"]:
            return (player,)
        return tuple(p for p in self.everybody if p % 2 == player % 2)

    def _lay_zones(self, zones: Mapping[str, Sequence[str]]) -> None:
        """Number the zones: those of players, the shared ones, the stacks, and what a game has
        besides."""
        shared = self.players * PER_PLAYER
        self.line_up, self.main_deck = shared + LINE_UP, shared + MAIN_DECK
        self.destroyed, self.removed = shared + DESTROYED, shared + REMOVED
        self.on_table = shared + TABLE
        names = [f"P{p + 1} {name}" for p in self.everybody for name in PLAYER_ZONES]
        names += SHARED_ZONES
        owners: list[int | None] = [p for p in self.everybody for _ in PLAYER_ZONES]
        owners += [None] * SHARED
        stacked = {kind.name: None for kind in self.kinds if kind.pile == "stack"}
        told = [name.removeprefix("stack:") for name in zones if name.startswith("stack:")]
        self.stacks: dict[str, int] = {}
        for name in dict.fromkeys([*told, *stacked]):
            self.stacks[name] = len(names)
            names.append(f"stack:{name}")
            owners.append(None)
        self.stack_zones = tuple(self.stacks.values())
        self.is_stack = frozenset(self.stack_zones)
        self.beside: tuple[int, ...] = ()
        if any(name.endswith(f" {BESIDE}") for name in zones) or self.variant.get("beside"):
            self.beside = tuple(range(len(names), len(names) + self.players))
            names += [f"P{p + 1} {BESIDE}" for p in self.everybody]
            owners += self.everybody
        self.boss, self.unused = -1, -1
        villains = any(kind.pile == "super-villain" for kind in self.kinds)
        if villains or any(name in zones for name in BOSS_ZONES):
            self.boss, self.unused = len(names), len(names) + 1
            names += BOSS_ZONES
            owners += [None, None]
        names.append("nowhere")  # the last one, where no card ever lies
        owners.append(None)
        self.zone_names = tuple(names)
        self.zone_of = {name: number for number, name in enumerate(names)}
        self.zone_count = len(names)
        self.zone_player = tuple(owners)
        piles = {self.main_deck, self.boss, *self.stack_zones}
        for p in self.everybody:
            piles |= {p * PER_PLAYER + DECK, p * PER_PLAYER + CHARACTERS_ZONE}
        self.is_pile = frozenset(piles - {-1})
        bases = [p * PER_PLAYER for p in self.everybody]
        self.own_zones = tuple(Zones((zone,)) for zone in range(shared))
        self.in_play = frozenset(base + PLAY for base in bases)
        self.in_hand = frozenset(base + HAND for base in bases)
        self.tops = frozenset({self.boss, *(base + CHARACTERS_ZONE for base in bases)})
        """Where only the top card works: another comes to light when it leaves."""

    def _sort_cards(self) -> None:
        """What is asked often, worked out once."""
        numbers = range(len(self.kinds))
        kinds = self.kinds
        self.keys = [kind.key for kind in kinds]
        self.is_character = [kind.is_character for kind in kinds]
        self.printed: dict[str, list[Any]] = {
            "cost": [kind.cost for kind in kinds],
            "vp": [kind.vp for kind in kinds],
            "gives": [kind.gives for kind in kinds],
            "level": [kind.level for kind in kinds],
            "types": [kind.types for kind in kinds],
            "titles": [list(kind.titles) for kind in kinds],
            "name": [kind.name for kind in kinds],
            "namewords": [[kind.name] for kind in kinds],
            "words": [f" {kind.name.casefold()} " for kind in kinds],
        }
        """What is printed on the cards."""
        self.play_options: list[Option] = [("play", card) for card in numbers]
        self.buy_options: list[Option] = [("buy", card) for card in numbers]
        self.card_options: list[Option] = [("card", card) for card in numbers]
        stacks = self.rules["stacks"]
        self.sold = [stacks.get(kind.name) != "weakness" for kind in self.kinds]
        self.for_sale = tuple(
            z for name, z in self.stacks.items() if stacks.get(name) != "weakness"
        )
        self.plain_price = [None if kind.own_price else kind.cost for kind in self.kinds]
        self.heard = [self._heard(kind) for kind in self.kinds]
        self.about = [kind.about_itself for kind in self.kinds]
        self.stirs = [
            bool(kind.about_itself) or bool(kind.listens & {"play", "hand"}) for kind in self.kinds
        ]
        """Whether something stands, or waits for it, when a card comes or goes."""
        self.hidden = self.says("opponent.kind") == "main_deck"
        self.lies_hidden = [self.hidden and "Super-Villain" in k.titles for k in self.kinds]
        self.capped = [
            kind.ongoing
            and kind.type == "Location"
            and self.book(card, "ongoing.cap") == "once_per_own_turn"
            for card, kind in enumerate(self.kinds)
        ]
        self.parking: bool = self.variant.get("parking", False)
        self.hunting: bool = self.variant.get("hunting", False)
        self.one_defense = self.says("defense.per_attack") != "one_per_protected_player"
        self.shared_defense = self.says("defense.beneficiary") == "own_or_partner"
        self.shared_block = self.says("block.beneficiary") == "own_or_partner"
        self.can_assist = self.rules["teams"] and any(
            "Assist" in kind.labels or kind.changes & {"keywords", "text"} for kind in self.kinds
        )
        self.changeable = frozenset[str]().union(*(kind.changes for kind in self.kinds))
        self.spoken_of = frozenset[str]().union(*(kind.speaks_of for kind in kinds))
        """The verbs of all events of which a text of the game speaks."""
        self.recalled = frozenset[str]().union(*(kind.recalls for kind in kinds))
        """Those of events of which a text speaks long after they have happened."""
        self.labels = [kind.labels for kind in self.kinds]
        self.shifters = any(kind.shifts for kind in self.kinds)
        """Whether there is a card that decides, as long as it stands, which texts stand."""
        self.shifting = bool(self.changeable & {"face", "text", "controllers"})
        few = self.players == self.variant.get("kept_out_players")
        self.kept_out: tuple[str, ...] = tuple(self.variant.get("kept_out", ())) if few else ()
        self.words_in_names: tuple[str, ...] = tuple(self.rules["words_in_names"])
        self.hand_size: int = self.says("hand_size")
        self.line_up_size: int = self.says("lineup.size")
        self.end_conditions: tuple[str, ...] = tuple(self.says("end.conditions"))
        self.most_defeats: int = self.says("confront.max_defeats_per_turn")
        self.hand_verb = "discard" if self.says("end_of_turn.hand_is_discard_event") else "put"
        self.no_buying: bool = self.says("confront.forbids_buy", True)
        self.target_rule: str = self.says("confront.target_rule", "sole")
        self.other_raisers: bool = self.says("block.other_raisers", True)
        self.announces = "announce" in self.steps

    def _heard(self, kind: Kind) -> frozenset[int]:
        """The zones in which something of a card stands, or where only the top card works: when it
        comes or goes, something else stands."""
        found: set[int] = set(self.tops)
        if "play" in kind.listens:
            found |= self.in_play
        if "hand" in kind.listens:
            found |= self.in_hand
        return frozenset(found)

    def where_destroyed(self, card: int) -> int:
        """Where a destroyed card goes (`destroy.returns_to_stack`)."""
        name = self.kinds[card].name
        returns = name in self.book(card, "destroy.returns_to_stack", ())
        return self.stacks.get(name, self.destroyed) if returns else self.destroyed
