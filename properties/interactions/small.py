"""Small positions in which a few cards of a set meet, with plain cards around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.wording import wording
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.reading import (
    Ability,
    abilities_of,
    label,
    touch_of,
    without_ability,
)
from rules_check.properties.interactions.spoken import lie_in, spoken

V = a.Verb
BLANK: Final = a.CardText()
ME, FOE = "P1", "P2"


def _does(verb: a.Verb, who: a.Player = a.YOU) -> a.CardText:
    effect = a.Move(verb, a.Cards(a.Exactly(a.Number(1))), who=who)
    return a.CardText((a.Plain(effect),))


FOES: Final = a.Player(a.PlayerKind.EACH_FOE)

DOERS: Final[dict[a.Verb, tuple[str, a.CardText]]] = {
    V.DRAW: ("Drawing Card", _does(V.DRAW)),
    V.DISCARD: ("Discarding Card", _does(V.DISCARD)),
    V.DESTROY: (
        "Destroying Card",
        a.CardText(
            (
                a.Plain(
                    a.Move(
                        V.DESTROY,
                        a.Cards(a.Exactly(a.Number(1)), places=(a.Place(a.Zone.HAND, a.YOU),)),
                    )
                ),
            )
        ),
    ),
    V.GAIN: (
        "Gaining Card",
        a.CardText(
            (
                a.Plain(
                    a.Move(
                        V.GAIN,
                        a.Cards(a.Exactly(a.Number(1)), places=(a.Place(a.Zone.LINE_UP),)),
                    )
                ),
            )
        ),
    ),
    V.ATTACK: (
        "Attacking Card",
        a.CardText((a.Attack(a.Move(V.DISCARD, a.Cards(a.Exactly(a.Number(1))), who=FOES)),)),
    ),
}
"""Cards that do what a text may wait for, one verb each."""

WITH_KEYWORD: Final[dict[a.AnyKeyword, a.Ability]] = {
    a.Keyword.ATTACK: a.Attack(a.Move(V.DISCARD, a.Cards(a.Exactly(a.Number(1))), who=FOES)),
    a.Keyword.BLOCK: a.BlockValue(1),
    a.Keyword.ASSIST: a.Assist(),
    a.Keyword.DEFENSE: a.Defense(
        a.May(a.Move(V.DISCARD, a.THIS), a.AvoidAttack()),
    ),
    a.Keyword.ONGOING: a.Ongoing(a.Plain(a.RefillTo(9))),
}
"""Text of a plain card that is called by a keyword."""


@cache
def plain(kind: a.CardType, book: str, cost: int = 3) -> CardDef:
    """A card of a type without a text. It is one object for all positions: what is worked out for
    a card is kept by the object."""
    return CardDef(f"Plain {kind.value}", kind, (), cost, 1, 0, "", BLANK, "", book=book)


@dataclass(frozen=True, slots=True)
class Small:
    """A small position: the cards that meet, the game, and the position as scenarios write it.

    `plays` are the names of the cards that may be played in it; `buys`, `ends`: whether cards may
    be bought, and the turn be ended.
    """

    cards: tuple[CardDef, ...]
    game: Game
    position: dict[str, Any]
    plays: frozenset[str]
    buys: bool
    others: tuple[CardDef, ...]
    ends: bool = False

    def state(self) -> CoreState:
        """The position on the plain engine, at its first decision."""
        state = build_state(self.game, self.position)
        assert isinstance(state, CoreState)
        return state

    def told(self) -> tuple[str, ...]:
        """The position in words."""
        return tuple(_told(self))

    def described(self) -> tuple[str, ...]:
        """The plain cards that have a text, in words."""
        return tuple(
            f"{card.name}: {' / '.join(wording(card.text))}"
            for card in self.others
            if card.text != BLANK
        )


def _told(small: Small) -> Iterator[str]:
    position = small.position
    for card in small.cards:
        if a.Title.CHARACTER in card.titles:
            yield f"{label(card)} is the Character of {_seat_of(small, card)}"
    for seat in (ME, FOE):
        for place, names in position[seat].items():
            if names and place != "level":
                yield f"{seat} {WORDS[place]}: {', '.join(names)}"
    if position.get("line_up"):
        yield f"Line-Up: {', '.join(position['line_up'])}"
    if "confront" in position:
        yield f"{ME} Confronts {position['confront']}"
    if position["phase"] == "start":
        yield f"the turn of {ME} begins"


WORDS: Final = {"hand": "hand", "deck": "deck", "discard": "discard pile", "play": "in play"}


def _seat_of(small: Small, card: CardDef) -> str:
    stacks = small.game.playset.characters
    for player, seat in enumerate(small.game.seats):
        if card in stacks[seat]:
            return f"P{player + 1}"
    return ME


def stands(card: CardDef) -> bool:
    """Whether a card stays in play with its text."""
    kind = kind_of(card, 0)
    return bool(kind.standing) or kind.is_ongoing


def works_in_turns_of_others(card: CardDef) -> bool:
    """Whether a card that is no Character can do something in the turn of another player: its text
    stands, or is used from the hand."""
    homes = frozenset().union(*(ability.homes for ability in abilities_of(card)))
    return a.Title.CHARACTER not in card.titles and bool(homes & {"play", "hand"})


def meet(
    playset: PlaySet,
    cards: Sequence[CardDef],
    *,
    confronting: bool = False,
    starting: bool = False,
    standing: bool = True,
    bare: bool = False,
    told_apart: bool = False,
    theirs: Sequence[CardDef] = (),
    without: Iterable[CardDef | Ability] = (),
) -> Small:
    """The position in which these cards meet; those of `without` have lost their text, or an
    ability.

    The turn is only `starting`, or cards are played already. With `standing` cards whose text
    stands are in play already; else they are in the hand. P1 has them all but for those that are
    `theirs`: of the foe. A `bare` position has hardly anything else in it. The plain cards of a
    deck and a discard pile are those of the hand, or have names by which they are `told_apart`.
    """
    lost = list(without)
    real = [_lacking(card, lost) for card in cards]
    needed = _needed(playset, cards)
    piles = [[_in_pile(card, pile) for card in needed[:2]] for pile in ("Hidden", "Used")]
    game = Game(_set_of(playset, real, [*needed, *(piles[0] + piles[1] if told_apart else [])]))
    characters = [card for card in cards if a.Title.CHARACTER in card.titles]
    others = [card for card in cards if a.Title.CHARACTER not in card.titles]
    placed = [card for card in others if standing and stands(card)]
    foes = {id(card) for card in theirs}
    hand = [card.name for card in others if card not in placed and id(card) not in foes]
    spare, other = needed[0].name, needed[1].name
    doers = [card.name for card in needed if card.text != BLANK]
    mine: dict[str, Any] = {
        "hand": [*hand, *(doers if bare else [card.name for card in needed]), spare],
        "deck": [needed[-1].name] if bare else [other, spare],
        "discard": [] if bare else [spare],
        "play": [card.name for card in placed if id(card) not in foes],
    }
    if told_apart:
        mine["deck"], mine["discard"] = ([card.name for card in pile] for pile in piles)
    touch = touch_of(cards)
    position: dict[str, Any] = {
        "phase": "start" if starting else "play",
        ME: mine,
        FOE: {"hand": [spare, other], "deck": [spare]},
        "line_up": [spare, other],
    }
    buys = not confronting and bool({V.BUY, V.GAIN} & (touch.listens | touch.counts | touch.bans))
    if not starting and (buys or Part.COST in touch.writes):
        position["power"] = {ME: 6}
    if confronting:
        position["confront"] = FOE
    if bare:
        position |= {FOE: {"hand": [spare]}, "line_up": []}
    if foes:
        held = [card.name for card in theirs if card not in placed]
        stood = [card.name for card in theirs if card in placed]
        table = position[FOE]
        position[FOE] = {**table, "hand": [*held, *table["hand"]], "play": stood}
    plays = frozenset([*hand, *(doers if bare else [card.name for card in needed])])
    return Small((*characters, *others), game, position, plays, buys, tuple(needed))


PLACES: Final = {
    Part.HAND: "hand",
    Part.DECK: "deck",
    Part.DISCARD: "discard",
    Part.PLAY: "play",
}
"""The places of a player in a position, by their parts."""


def around_numbers(small: Small) -> Iterator[Small]:
    """The position, and others like it in which the numbers that the texts ask for are just
    reached, just missed and just passed: how many cards a player has in a place, how much Power."""
    yield small
    for part, number in dict.fromkeys(_numbers(small.cards)):
        for wanted in (number, number + 1, number - 1):
            if part is Part.POWER and small.position["phase"] == "play" and wanted >= 0:
                yield replace(small, position={**small.position, "power": {ME: wanted}})
            elif part in PLACES:
                filled = _filled(small, PLACES[part], wanted)
                if filled is not None:
                    yield filled


def _numbers(cards: Iterable[CardDef]) -> Iterator[tuple[Part, int]]:
    """The numbers with which texts compare how many cards lie somewhere, or Power."""
    for card in cards:
        for ability in abilities_of(card):
            for form in ability.forms():
                match form:
                    case c.Compare(_, c.Fold("count", of), c.Number(value)):
                        yield from ((part, value) for part in sorted(lie_in(spoken(of, {}))))
                    case c.Compare(_, c.Attribute("power"), c.Number(value)):
                        yield Part.POWER, value
                    case _:
                        pass


def _filled(small: Small, place: str, number: int) -> Small | None:
    """The position with so many cards in a place of P1: plain ones are added or taken away; None
    if that cannot be."""
    table = small.position[ME]
    names = {card.name for card in small.cards}
    kept = [name for name in table.get(place, ()) if name in names]
    plain_ones = [name for name in table.get(place, ()) if name not in names]
    more = number - len(kept)
    if more < 0 or number == len(table.get(place, ())) or more > MOST_PLAIN:
        return None
    fill = [*plain_ones, *[small.others[0].name] * more][:more]
    return replace(small, position={**small.position, ME: {**table, place: [*kept, *fill]}})


COPIES: Final = 15
"""So many plain cards of a kind there are."""

MOST_PLAIN: Final = 8
"""So many plain cards are put into one place."""


def _needed(playset: PlaySet, cards: Sequence[CardDef]) -> list[CardDef]:
    """Plain cards for the texts to speak of: of each type and keyword that they name, and one
    that does each verb for which they wait."""
    book = playset.ruleset.name
    nodes = [node for card in cards for node in a.walk(card.text)]
    types = [n.type for n in nodes if isinstance(n, a.TypeNoun) and not n.negated]
    kinds = dict.fromkeys([a.CardType.HERO, *types, a.CardType.VILLAIN])
    made = [plain(kind, book) for kind in kinds]
    for keyword in dict.fromkeys(n.keyword for n in nodes if isinstance(n, a.KeywordNoun)):
        if keyword in WITH_KEYWORD:
            text = a.CardText((WITH_KEYWORD[keyword],))
            made.append(_equipment(f"Plain {keyword} card", text, book))
    touch = touch_of(cards)
    for verb, (name, text) in DOERS.items():
        if verb in touch.listens | touch.counts:
            made.append(_equipment(name, text, book))
    names = {n.name for n in nodes if isinstance(n, a.NameNoun) and not n.part}
    known = {card.name for card in cards}
    for card, _ in playset.main_deck:
        if card.name in names - known:
            made.append(_blank(card))
    return made


@cache
def _in_pile(card: CardDef, pile: str) -> CardDef:
    """A plain card of a pile, by a name of its own."""
    return replace(card, name=card.name.replace("Plain", pile))


@cache
def _equipment(name: str, text: a.CardText, book: str) -> CardDef:
    return replace(plain(a.CardType.EQUIPMENT, book), name=name, text=text)


def _lacking(card: CardDef, lost: Sequence[CardDef | Ability]) -> CardDef:
    """A card that has perhaps lost its text, or an ability of it."""
    for one in lost:
        if one is card:
            return _blank(card)
        if isinstance(one, Ability) and one.card is card:
            return without_ability(one)
    return card


@PerObject
def _blank(card: CardDef) -> CardDef:
    """A card that has lost its text."""
    return replace(card, text=BLANK)


@PerObject
def _another(card: CardDef) -> CardDef:
    """A card without a text in the place of one that is met elsewhere."""
    return replace(card, text=BLANK, name=f"Plain {card.name}")


def _key(card: CardDef) -> tuple[str, int]:
    return card.name, card.level


def _set_of(playset: PlaySet, cards: Sequence[CardDef], needed: Sequence[CardDef]) -> PlaySet:
    """A set of just these cards; other Characters and Super-Villains have no text."""
    met = set(map(_key, cards))
    characters = {
        seat: tuple(_another(card) if _key(card) in met else _blank(card) for card in levels)
        for seat, levels in playset.characters.items()
    }
    villains = tuple(map(_blank, playset.super_villains))
    deck: list[tuple[CardDef, int]] = [(card, COPIES) for card in needed]
    basics = dict(playset.basics)
    seats = list(playset.seats)
    for card in cards:
        if a.Title.CHARACTER in card.titles:
            characters[seats.pop(0)] = (card,)
        elif card.name in basics:
            basics[card.name] = card
        elif playset.is_super_villain(card):
            villains = (card, *(x for x in villains if x.name != card.name))
        else:
            deck.append((card, 1))
    return replace(
        playset,
        main_deck=tuple(deck),
        characters=characters,
        super_villains=villains,
        basics=basics,
    )
