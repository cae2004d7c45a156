"""The quick engine on positions of which little is known: generic cards, lazily filled zones.

Characters are generic, with unknown costs. Nothing but the card under proof, and cards that it
names, has a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.places import COMMON_ZONES, OWN_ZONES
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import NOBODY, AskedBy, CoreState, Game
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.standing import look_again
from rules_check.oracle.quick.values import cost_of, counting_of
from rules_check.oracle.values.zones import CHARACTERS, DECK, HAND, PARKED, PER_PLAYER, SCORE
from rules_check.properties.symbolic.cards import GenericKind
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.kinds import Unknown, templates_of
from rules_check.properties.symbolic.sizes import compares_names, sizes_asked
from rules_check.properties.symbolic.zones import LazyZones, Pile

GENERIC = 100_000
"""The kinds of generic cards are numbered from here."""


class PerCard:
    """A table of the engine with one entry for each card, worked out when asked for."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[int], Any]) -> None:
        self.work_out = work_out

    def __getitem__(self, card: int) -> Any:
        return self.work_out(card)


class Table:
    """A table of the engine with one entry for each card: of a card of the box, or of one like it,
    what the engine has worked out; of a generic one what is told of its kind."""

    __slots__ = ("generic", "known", "like")

    def __init__(self, known: Any, like: list[int], generic: Callable[[int], Any]) -> None:
        self.known = known
        self.like = like
        self.generic = generic

    def __getitem__(self, card: int) -> Any:
        at = self.like[card]
        return self.generic(card) if at < 0 else self.known[at]


class Those:
    """A set of cards of the engine: a card that is like one of the box is in it if that one is.
    Generic ones are not, or as `generic` tells; where they are not, a zone that nobody has looked
    at need not be looked at."""

    __slots__ = ("cards", "generic", "like")

    def __init__(
        self,
        cards: frozenset[int],
        like: list[int],
        generic: Callable[[int], bool] | None = None,
    ) -> None:
        self.cards = cards
        self.like = like
        self.generic = generic

    def __contains__(self, card: object) -> bool:
        if not isinstance(card, int):
            return False
        at = self.like[card]
        if at >= 0:
            return at in self.cards
        return self.generic is not None and self.generic(card)

    def isdisjoint(self, cards: Iterable[int]) -> bool:
        """Whether none of the cards is in it."""
        if self.generic is None:
            if not self.cards:
                return True
            if isinstance(cards, Pile):
                cards = cards.known()
        return not any(card in self for card in cards)


class SymbolicGame(Game):
    """A game with one card under proof (or none: the rules alone) and generic ones."""

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
        """`beside` is another card with which the one under proof is compared: whatever its text
        needs is there too. `company` is a card that is in the game with its text."""
        self.subject, self.compared, self.company = subject, beside, company
        super().__init__(proof_set(playset, subject, beside, company), rulings=rulings)
        self.explorer = explorer
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
        self.compares_names = any(compares_names(node) for node in nodes)
        own = subject.name if subject is not None and self.compares_names else ""
        names = {own, *(node.name for node in nodes if isinstance(node, a.NameNoun))}
        self.named = [k for k in self.kind_list if k.name in names and not k.character]
        self.stack_kinds = {
            zone: next(k for k in self.kind_list if k.name == name)
            for name, zone in self.stacks.items()
        }
        self.sizes = sizes_asked(nodes, just_below=beside is not None)
        self.real = len(self.kinds)
        self.like = [*range(self.real)]
        """For each card one of its kind in the box; -1 for generic cards."""
        self.templates = templates_of(self.ruleset, counting_of(self.parameters))
        self._tables()

    def _tables(self) -> None:
        """The tables of the engine, for cards that come to be in a proof as well."""
        core, like = self.core, self.like
        kinds: list[Any] = core.kinds
        changes: Any = core
        vars(self)["own_costs"] = PerCard(partial(_of_kind, self.own_costs))
        changes.explains = changes.sifts = False
        changes.known = known_cards
        without_scoring(self)
        changes.changeable = core.changeable | {"cost"}  # by Blocks
        changes.can_assist = core.rules["teams"]
        changes.offers_more = core.boss >= 0 or core.hunting or core.can_assist or core.parking
        for tag in ("play", "buy", "card"):
            setattr(changes, f"{tag}_options", PerCard(partial(_option, tag)))
        generic: dict[str, Callable[[int], Any]] = {
            "keys": lambda card: kinds[card].key,
            "is_character": lambda card: kinds[card].is_character,
            "sold": lambda _: True,
            "plain_price": lambda _: None,
            "heard": lambda _: core.tops,
            "stands_in_play": lambda _: False,
            "stands_in_hand": lambda _: False,
            "lies_hidden": lambda card: core.hidden and "Super-Villain" in kinds[card].titles,
            "capped": lambda _: False,
            "labels": lambda card: kinds[card].labels,
        }
        for name, of in generic.items():
            setattr(changes, name, Table(getattr(core, name), like, of))
        rows: dict[str, Callable[[int], Any]] = {
            row: partial(_printed, kinds, row)
            for row in ("cost", "vp", "gives", "level", "types", "titles", "name")
        }
        rows["namewords"] = lambda card: [kinds[card].name]
        rows["words"] = rows["name"]
        changes.printed = {row: Table(core.printed[row], like, of) for row, of in rows.items()}
        for name in (
            "standing_in_play",
            "standing_in_hand",
            "speaking",
            "setting_up",
            "listening",
        ):
            setattr(changes, name, Those(getattr(core, name), like))
        changes.stirring = {verb: Those(some, like) for verb, some in core.stirring.items()}
        changes.called = {
            label: Those(some, like, partial(_called, kinds, label))
            for label, some in core.called.items()
        }

    def zone_sizes(self, zone: int, bound: int) -> list[int]:
        """How many cards a zone may hold: up to the bound, or what the text asks for."""
        own = zone < self.shared
        table = OWN_ZONES if own else COMMON_ZONES
        number = zone % PER_PLAYER if own else zone - self.shared
        more = {
            size for kind, n in table.items() if n == number for size in self.sizes.get(kind, ())
        }
        return sorted({*range(bound + 1), *more})

    def _asked(self, core: quick.State) -> AskedBy:  # noqa: ARG002
        """Nobody reads the words of what asks."""
        return NOBODY

    def cost(self, s: Any, card: int) -> Any:
        """What is the cost of a card now."""
        return cost_of(s.core if isinstance(s, CoreState) else s, card)

    # ---------------------------------------------------------------------------- cards

    def subject_kind(self) -> Kind:
        """The card under proof as it is printed."""
        assert self.subject is not None
        return self.kind_of(self.subject)

    def made(self, kind: Kind) -> quick.Kind:
        """A card with its texts as functions."""
        return self.core.kinds[self.kind_index.index(kind.index)]

    def kind_of(self, card: CardDef) -> Kind:
        """A card that is in the game with its text, as it is printed."""
        return next(k for k in self.kind_list if k.name == card.name and k.level == card.level)

    def new_card(self, s: Any, kind: Any, zone: int) -> int:
        """One more physical card."""
        card = len(self.kinds)
        made: Any
        if isinstance(kind, GenericKind):
            self.like.append(-1)
            made = Unknown(kind, self.templates)
        else:
            self.like.append(self.kind_index.index(kind.index))
            made = self.core.kinds[self.like[-1]]
            look_again(s)  # something may stand by it
        self.kinds.append(kind)
        self.kind_index.append(kind.index)
        self.copy.append(card)
        self.core.kinds.append(made)
        self.core.ids.append(f"{kind.name}#{card}")
        s.where.append(zone)
        return card

    def generic(self, s: Any, zone: int, *, character: bool = False) -> int:
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

    def new_generic(self, s: Any, zone: int, *, character: bool = False) -> int:
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
        core = self.core
        for table in (self.kinds, self.kind_index, self.copy, self.like, core.kinds, core.ids):
            del table[self.real :]
        core.tables.clear()
        core.actives.clear()


def _of_kind(known: Sequence[tuple[Any, ...]], kind: int) -> tuple[Any, ...]:
    """An entry of a table by kinds of card; generic ones have none."""
    return known[kind] if kind < len(known) else ()


def _option(tag: str, card: int) -> quick.Option:
    return tag, card


def _printed(kinds: list[Any], row: str, card: int) -> Any:
    return getattr(kinds[card], row)


def _called(kinds: list[Any], label: str, card: int) -> bool:
    return label in kinds[card].labels


def known_cards(cards: Any) -> tuple[int, ...]:
    """The cards of a zone that are known; by the others nothing can stand."""
    return cards.known() if isinstance(cards, Pile) else cards


class Asked(quick.State):
    """A state of the engine in which whoever has to decide is asked at once, so that nothing is
    run twice."""

    __slots__ = ("run",)

    run: Any

    def ask(
        self,
        player: int,
        kind: str,
        options: list[quick.Option],
        alike: list[quick.Option] | None = None,
    ) -> quick.Option:
        """What a player decides. A decision with one possible answer is not asked."""
        if len(options) == 1:
            return options[0]
        choice = quick.Choice(player, kind, (*options,), (*(alike or ()),), ())
        taken: quick.Option = self.run.decided(choice)
        return taken

    def chance(self, kind: str, cards: tuple[int, ...]) -> tuple[int, ...]:
        """What nature decides: cards in an order, or one of them."""
        choice = quick.Choice(quick.NATURE, kind, (), (), (*cards,))
        found: tuple[int, ...] = self.run.decided(choice)
        return found

    def total_cost(self, zones: Any) -> Any:
        """Of whole zones that nobody has looked at, any number: it stays open what lies there."""
        game, lazy = self.run.game, self.zones
        if not isinstance(lazy, LazyZones) or not isinstance(zones, quick.Zones):
            return None
        counted = all(zone % PER_PLAYER in (HAND, DECK) and zone < game.shared for zone in zones)
        if not counted or game.named or game.compares_names:
            return None
        return sum([lazy.total(zone) for zone in zones])

    def printed_there(self, row: str) -> Iterable[Any]:
        """What is printed on the cards of the box; of others their names, if they are known."""
        if not isinstance(self.zones, LazyZones):
            return super().printed_there(row)
        of, real = self.g.printed[row], self.run.game.real
        return map(of.__getitem__, range(real if row == "cost" else len(self.where)))

    def rounds_of(self, form: c.ForEach, f: quick.Frame, players: list[int]) -> list[int]:
        """The players for whom a text does something in turn."""
        alone = self.run.alone
        return players if alone is None else alone.rounds(self.run, form, f, players)

    def attacked_by(self, aimed: quick.Aimed, players: list[int]) -> Iterable[int]:
        """Those who may avoid an Attack, in turn."""
        alone = self.run.alone
        return players if alone is None else alone.attacked(self.run, aimed, players)


def without_scoring(game: Game) -> None:
    """Let what lacks not end the game: points are not counted here."""
    core: Any = game.core
    core.end_conditions = tuple(x for x in core.end_conditions if not x.endswith("_fail"))


def zones_of(s: Any) -> LazyZones:
    """The zones of a symbolic state."""
    assert isinstance(s.zones, LazyZones)
    return s.zones


def unknown_state(
    g: SymbolicGame, bound: int, subject_zone: int | None, company_zone: int | None = None
) -> tuple[CoreState, int]:
    """A position in which everything is open but the seats and where the card under proof is, and
    its company.

    It is the turn of the first seat. Returns the state and the card, -1 if there is none.
    """
    g.forget_cards()
    s = Asked(g.core)
    zones = s.zones = lazy_zones(g, s, bound)
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
    begin_turn_of_first(s)
    return CoreState(g, s), subject


def lazy_zones(g: SymbolicGame, s: Asked, bound: int) -> LazyZones:
    """Zones of which nothing is known."""
    zones = LazyZones(g, s, bound)
    zones.append(())  # the last one, where no card ever lies
    return zones


def begin_turn_of_first(s: Asked) -> None:
    """It is the turn of the first seat, and cards are played."""
    s.turn = 1
    s.phase = "play"
    s.step = s.g.play_step


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
