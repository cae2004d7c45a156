"""The engine on positions of which little is known: generic cards, lazily filled zones.

Characters are generic, with unknown costs. Nothing but the card under proof, and cards that it
names, has a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import Game
from rules_check.oracle.meaning import places
from rules_check.oracle.meaning.places import COMMON_ZONES, OWN_ZONES
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.options import AssistWith, BuyCard, ChooseCard, DefeatCard, PlayCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PARKED, PER_PLAYER, PLAY, SCORE
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.zones import LazyZones

GENERIC = 100_000
"""The kinds of generic cards are numbered from here."""


COUNTED_OPEN = (a.Zone.HAND, a.Zone.DECK)
"""Zones whose total cost is a number like any other as long as nobody looks at the cards."""


class PerCard:
    """A table of the engine with one entry for each card, worked out when asked for."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[int], Any]) -> None:
        self.work_out = work_out

    def __getitem__(self, card: int) -> Any:
        return self.work_out(card)


class SymbolicGame(Game):
    """A game with one card under proof (or none: the rules alone) and generic ones."""

    explains = False

    def __init__(
        self,
        playset: PlaySet,
        subject: CardDef | None,
        explorer: Explorer,
        *,
        beside: CardDef | None = None,
        company: CardDef | None = None,
        rulings: Mapping[str, int] | None = None,
    ) -> None:
        """`beside` is another card with which the one under proof is compared: whatever its
        text needs is there too. `company` is a card that is in the game with its text."""
        self.subject, self.compared, self.company = subject, beside, company
        super().__init__(proof_set(playset, subject, beside, company), rulings=rulings)
        self.explorer = explorer
        self.fixed_kinds = False
        self.open_totals = False
        without_scoring(self)
        nodes = [
            node
            for card in (subject, beside, company)
            if card is not None
            for node in a.walk(card.text)
        ]
        self.speaks_of_attacks = a.Keyword.ATTACK in [
            getattr(node, "keyword", None) for node in nodes
        ]
        self.speaks_of_characters = any(
            isinstance(node, a.TitleNoun) and node.title is a.Title.CHARACTER for node in nodes
        )
        self.speaks_of_confrontations = any(isinstance(node, a.Confrontation) for node in nodes)
        self.compares_names = any(_compares_names(node) for node in nodes)
        own = subject.name if subject is not None and self.compares_names else ""
        names = {own, *(node.name for node in nodes if isinstance(node, a.NameNoun))}
        self.named = [k for k in self.kind_list if k.name in names and not k.character]
        self.stack_kinds = {
            zone: next(k for k in self.kind_list if k.name == name)
            for name, zone in self.stacks.items()
        }
        self.sizes = sizes_asked(nodes, just_below=beside is not None)
        self.real = len(self.kinds)
        self._tables()

    def _tables(self) -> None:
        kinds = self.kinds
        tables: dict[str, Callable[[int], Any]] = {
            "play_options": PlayCard,
            "buy_options": BuyCard,
            "defeat_options": DefeatCard,
            "card_options": ChooseCard,
            "assist_options": AssistWith,
            "plain_power": lambda c: self.power_alone(kinds[c]),
            "printed_cost": lambda c: kinds[c].cost,
            "has_standing": lambda c: bool(kinds[c].standing or kinds[c].own),
            "has_own_trigger": lambda c: bool(kinds[c].own),
            "has_block": lambda c: bool(kinds[c].block) or self.sw.raisers == "blocks",
            "has_defense": lambda c: bool(kinds[c].defense),
            "has_payment": lambda c: bool(kinds[c].payments),
            "has_first": lambda c: bool(kinds[c].first),
            "can_assist": lambda c: kinds[c].assist,
            "has_own_cost": lambda c: bool(self.own_costs[self.kind_index[c]]),
            "destroyed_zone": lambda c: self.zone_when_destroyed(kinds[c]),
        }
        for name, work_out in tables.items():
            setattr(self, name, PerCard(work_out))
        for name in ("own_costs", "at_game_end"):
            known = getattr(self, name)
            setattr(self, name, PerCard(partial(_of_kind, known)))

    def zone_sizes(self, zone: int, bound: int) -> list[int]:
        """How many cards a zone may hold: up to the bound, or what the text asks for."""
        own = zone < self.shared
        table = OWN_ZONES if own else COMMON_ZONES
        number = zone % PER_PLAYER if own else zone - self.shared
        more = {
            size for kind, n in table.items() if n == number for size in self.sizes.get(kind, ())
        }
        return sorted({*range(bound + 1), *more})

    def in_play(self, s: State, player: int) -> tuple[int, ...]:
        """Only what is known to be in play: generic cards have no standing text."""
        return zones_of(s).known(player * PER_PLAYER + PLAY)

    def total_cost(self, s: State, f: Frame, what: a.Selection) -> Any:
        """Of a whole zone that nobody has looked at, any number: it stays open what lies there."""
        zones = self._whole_zones(s, f, what) if self.open_totals else []
        if not zones or self.named or self.compares_names:
            return super().total_cost(s, f, what)
        return sum([zones_of(s).total(zone) for zone in zones])

    def _whole_zones(self, s: State, f: Frame, what: a.Selection) -> list[int]:
        match what:
            case a.Whole(a.Place(zone, _, None) as place) if zone in COUNTED_OPEN:
                return places.zones_of(self, s, f, place)
            case a.Cards(a.Every(), wanted, (a.Place(zone, _, None) as place,), among=None) if (
                zone in COUNTED_OPEN and wanted == a.ANY_CARD
            ):
                return places.zones_of(self, s, f, place)
            case _:
                return []

    # ---------------------------------------------------------------------------- cards

    def subject_kind(self) -> Kind:
        """The card under proof as the engine sees it."""
        assert self.subject is not None
        return self.kind_of(self.subject)

    def kind_of(self, card: CardDef) -> Kind:
        """A card that is in the game with its text, as the engine sees it."""
        return next(k for k in self.kind_list if k.name == card.name and k.level == card.level)

    def new_card(self, s: State, kind: Any, zone: int) -> int:
        """One more physical card."""
        card = len(self.kinds)
        self.kinds.append(kind)
        self.kind_index.append(kind.index)
        self.copy.append(card)
        s.where.append(zone)
        return card

    def generic(self, s: State, zone: int, *, character: bool = False) -> int:
        """One more card of which nothing is known; where names matter it may be a second copy."""
        if self.compares_names and not character:
            copies = self.generic_kinds()
            which = self.explorer.pick(1 + len(copies))
            if which:
                return self.new_card(s, copies[which - 1], zone)
        if self.speaks_of_characters and zone < self.shared and zone % PER_PLAYER == SCORE:
            character = bool(self.explorer.pick(2))  # one that was defeated
        return self.new_generic(s, zone, character=character)

    def generic_kinds(self) -> list[GenericKind]:
        """The cards of which nothing was known at first, each of them once."""
        known: list[Any] = self.kinds[self.real :]
        found = [kind for kind in dict.fromkeys(known) if isinstance(kind, GenericKind)]
        return [kind for kind in found if not kind.character]

    def new_generic(self, s: State, zone: int, *, character: bool = False) -> int:
        """One more card of which nothing is known, and that is no copy of another."""
        kind = GenericKind(
            GENERIC + len(self.kinds),
            self.explorer,
            character=character,
            attacks=self.speaks_of_attacks,
        )
        return self.new_card(s, kind, zone)

    def forget_cards(self) -> None:
        """Back to the cards of the box, before another path is run."""
        del self.kinds[self.real :]
        del self.kind_index[self.real :]
        del self.copy[self.real :]


def _of_kind(known: Sequence[tuple[Any, ...]], kind: int) -> tuple[Any, ...]:
    """An entry of a table by kinds of card; generic ones have none."""
    return known[kind] if kind < len(known) else ()


def _compares_names(node: a.Node) -> bool:
    match node:
        case a.CountOf(_, a.DifferentKind.NAME) | a.Different(a.DifferentKind.NAME):
            return True
        case a.Chosen(a.DifferentKind.NAME):
            return True
        case _:
            return False


def sizes_asked(nodes: Iterable[a.Node], *, just_below: bool = False) -> dict[a.Zone, set[int]]:
    """The numbers of cards that a text speaks of, by zone.

    "If you control three …" changes its mind at three, "draw three cards" needs three, "for each
    two" counts from two on, and who has more than others needs two. What is counted in no place
    (what was done before, say) is not here but in `counted_to`.
    `just_below`: also one card less, from which an act leads there.
    """
    found: dict[a.Zone, set[int]] = {}
    for node in nodes:
        match node:
            case a.There(a.CountOf(a.Cards() as counted), _, a.Number(number)):
                below = (number - 1,) if just_below and number > 1 else ()
                _ask(found, counted, a.Zone.PLAY, (*below, number, number + 1))
            case a.Move(verb, a.Cards(a.Exactly(a.Number(number))) as moved) if number > 1:
                _ask(found, moved, WHERE.get(verb, a.Zone.HAND), (number,))
            case a.Show(_, a.Cards(a.Exactly(a.Number(number))) as shown) if number > 1:
                _ask(found, shown, a.Zone.HAND, (number,))
            case a.CountOf(counted, different, per) if per > 1 or different is not None:
                _ask(found, counted, a.Zone.PLAY, (max(per, 2), max(per, 2) + 1))
            case a.Minus(a.CountOf(counted), a.Number(number)):
                _ask(found, counted, a.Zone.PLAY, (number, number + 1))
            case a.HasMore(_, counted, _, _, times) | a.HavingMore(counted, _, _, times):
                _ask(found, counted, a.Zone.HAND, tuple(range(2, times + 2)))
            case a.HavingMost(counted) | a.MostHeld(_, counted):
                _ask(found, counted, a.Zone.HAND, (2,))
            case a.Having(
                a.Cards(a.Exactly(a.Number(number)) | a.AtLeast(a.Number(number))) as had
            ):
                _ask(found, had, a.Zone.HAND, (number, number + 1))
            case a.Half() | a.IsParity() | a.Compare() | a.Difference():
                for counted in _counted(node):
                    _ask(found, counted, a.Zone.PLAY, (2,))
            case a.Move(
                verb, a.Cards(a.UpTo(a.Number(number)) | a.AtLeast(a.Number(number))) as moved
            ) if number > 1:
                _ask(found, moved, WHERE.get(verb, a.Zone.HAND), (number,))
            case _:
                pass
    return found


def _counted(node: a.Node) -> Iterator[a.Cards]:
    """The cards that are counted in a piece of text."""
    return (part.cards for part in a.walk(node) if isinstance(part, a.CountOf))


def counted_to(nodes: Iterable[a.Node]) -> int:
    """How far a text counts what lies in no place of its own: what was done before, or this way.

    A proof with a smaller bound does not reach what it says of so many.
    """
    most = 1
    for node in nodes:
        match node:
            case a.There(a.CountOf(a.Cards() as counted), comparison, a.Number(number)) if (
                _of_the_past(counted)
            ):
                most = max(most, number + (comparison not in (a.Comparison.AT_LEAST, LESS)))
            case a.CountOf(a.Cards() as counted, _, per) if _of_the_past(counted):
                most = max(most, per)
            case a.Trigger(_, a.Often.NTH):
                most = max(most, node.nth)
            case a.Half() | a.IsParity() | a.Compare() | a.Difference():
                most = max(most, 2 if any(map(_of_the_past, _counted(node))) else 1)
            case _:
                pass
    return most


LESS = a.Comparison.LESS


def _of_the_past(cards: a.Cards) -> bool:
    """Whether cards are told by what was done with them."""
    told = any(isinstance(test, a.Acted | a.ThisWay) for test in cards.filter.tests)
    return told and not cards.places


WHERE = {a.Verb.DRAW: a.Zone.DECK, a.Verb.GAIN: a.Zone.LINE_UP, a.Verb.BUY: a.Zone.LINE_UP}
"""Where a verb looks if the text names no place; else in the hand."""


def _ask(
    found: dict[a.Zone, set[int]], cards: a.Cards, zone: a.Zone, sizes: tuple[int, ...]
) -> None:
    for place in [place.zone for place in cards.places] or [zone]:
        found.setdefault(place, set()).update(sizes)


def zones_of(s: State) -> LazyZones:
    """The zones of a symbolic state."""
    assert isinstance(s.zones, LazyZones)
    return s.zones


def without_scoring(game: Game) -> None:
    """Let what lacks not end the game: points are not counted here."""
    game.end_conditions = tuple(x for x in game.end_conditions if not x.endswith("_fail"))


def proof_set(
    playset: PlaySet,
    subject: CardDef | None,
    beside: CardDef | None = None,
    company: CardDef | None = None,
) -> PlaySet:
    """The basic cards, the card under proof and its company, and main-deck cards that they name,
    or that the card names with which it is compared."""
    deck: list[tuple[CardDef, int]] = []
    characters: dict[str, tuple[CardDef, ...]] = dict.fromkeys(playset.characters, ())
    basics = dict(playset.basics)
    villains = playset.super_villains[:1]
    seats = list(playset.seats)
    texts = [card.text for card in (subject, beside, company) if card is not None]
    nodes = [node for text in texts for node in a.walk(text)]
    names = {node.name for node in nodes if isinstance(node, a.NameNoun)}
    for card in (subject, company):
        if card is None:
            continue
        if a.Title.CHARACTER in card.titles:
            characters[seats.pop(0)] = (card,)
        elif card.name in basics:
            basics[card.name] = card
        elif playset.is_super_villain(card):
            villains = (card,)
        else:
            deck.append((card, 1))
        names.discard(card.name)
    deck.extend((card, 1) for card, _ in playset.main_deck if card.name in names)
    return replace(
        playset,
        main_deck=tuple(deck),
        characters=characters,
        basics=basics,
        super_villains=villains,
    )


def unknown_state(
    g: SymbolicGame, bound: int, subject_zone: int | None, company_zone: int | None = None
) -> tuple[State, int]:
    """A position in which everything is open but the seats and where the card under proof is, and
    its company.

    It is the turn of the first seat. Returns the state and the card, -1 if there is none.
    """
    g.forget_cards()
    s = State(g.players, 0, g.real)
    zones = LazyZones(g, s, bound)
    s.zones = zones
    subject = -1
    if subject_zone is not None:
        subject = g.new_card(s, g.subject_kind(), subject_zone)
    company = -1
    if company_zone is not None and g.company is not None:
        company = g.new_card(s, g.kind_of(g.company), company_zone)
    for player in range(g.players):
        base = player * PER_PLAYER
        if not g.parking:
            zones.close(base + PARKED)
        if subject_zone == base + CHARACTERS:
            top = subject
        elif company_zone == base + CHARACTERS:
            top = company
        else:
            top = g.generic(s, base + CHARACTERS, character=True)
        zones.stack_up(base + CHARACTERS, top)
    for card, zone in ((subject, subject_zone), (company, company_zone)):
        if zone is not None and zones.is_open(zone):
            zones.add(zone, card)
    if g.boss_stack >= 0:
        if subject_zone != g.boss_stack:
            top = g.generic(s, g.boss_stack)
            kind: Any = g.kinds[top]
            kind.titles.known[a.Title.SUPER_VILLAIN] = True
            zones.add(g.boss_stack, top)
        s.face_up = zones.known(g.boss_stack)[0]
    s.vp = [g.explorer.number(f"VP of P{player + 1}") for player in range(g.players)]
    s.order = tuple(range(g.players))
    s.turn = 1
    s.phase = "play"
    return s, subject
