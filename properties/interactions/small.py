"""Small positions in which a few cards of a set meet, with plain cards around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.wording import wording
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.scenarios.positions import build_state
from rules_check.properties.interactions.parts import Part, Touch
from rules_check.properties.interactions.reading import abilities_of, label

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


def plain(kind: a.CardType, book: str, cost: int = 3) -> CardDef:
    """A card of a type without a text."""
    return CardDef(f"Plain {kind.value}", kind, (), cost, 1, 0, "", BLANK, "", book=book)


@dataclass(frozen=True, slots=True)
class Small:
    """A small position: the cards that meet, the game, and the position as scenarios write it.

    `plays` are the names of the cards that may be played in it.
    """

    cards: tuple[CardDef, ...]
    game: Game
    position: dict[str, Any]
    plays: frozenset[str]
    buys: bool
    others: tuple[CardDef, ...]

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


def meet(
    playset: PlaySet,
    cards: Sequence[CardDef],
    *,
    confronting: bool = False,
    standing: bool = True,
    bare: bool = False,
    without: Iterable[CardDef] = (),
) -> Small:
    """The position in which these cards meet; those of `without` have lost their text.

    With `standing` cards whose text stands are in play already; else they are in the hand. A
    `bare` position has hardly anything else in it.
    """
    blank = set(map(id, without))
    real = [replace(card, text=BLANK) if id(card) in blank else card for card in cards]
    needed = _needed(playset, cards)
    game = Game(_set_of(playset, real, needed))
    characters = [card for card in cards if a.Title.CHARACTER in card.titles]
    others = [card for card in cards if a.Title.CHARACTER not in card.titles]
    placed = [card for card in others if standing and stands(card)]
    hand = [card.name for card in others if card not in placed]
    spare, other = needed[0].name, needed[1].name
    doers = [card.name for card in needed if card.text != BLANK]
    mine: dict[str, Any] = {
        "hand": [*hand, *(doers if bare else [card.name for card in needed]), spare],
        "deck": [needed[-1].name] if bare else [other, spare],
        "discard": [] if bare else [spare],
        "play": [card.name for card in placed],
    }
    touch = touch_of_cards(cards)
    position: dict[str, Any] = {
        "phase": "play",
        ME: mine,
        FOE: {"hand": [spare, other], "deck": [spare]},
        "line_up": [spare, other],
    }
    buys = not confronting and bool({V.BUY, V.GAIN} & (touch.listens | touch.counts | touch.bans))
    if buys or Part.COST in touch.writes:
        position["power"] = {ME: 6}
    if confronting:
        position["confront"] = FOE
    if bare:
        position |= {FOE: {"hand": [spare]}, "line_up": []}
    plays = frozenset([*hand, *(doers if bare else [card.name for card in needed])])
    return Small((*characters, *others), game, position, plays, buys, tuple(needed))


def touch_of_cards(cards: Iterable[CardDef]) -> Touch:
    """What the texts of cards touch together."""
    found = Touch()
    for card in cards:
        for ability in abilities_of(card):
            found = found.with_(ability.touch)
    return found


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
            base = plain(a.CardType.EQUIPMENT, book)
            made.append(replace(base, name=f"Plain {keyword} card", text=text))
    touch = touch_of_cards(cards)
    for verb, (name, text) in DOERS.items():
        if verb in touch.listens | touch.counts:
            made.append(replace(plain(a.CardType.EQUIPMENT, book), name=name, text=text))
    names = {n.name for n in nodes if isinstance(n, a.NameNoun) and not n.part}
    known = {card.name for card in cards}
    for card, _ in playset.main_deck:
        if card.name in names - known:
            made.append(replace(card, text=BLANK))
    return made


def _key(card: CardDef) -> tuple[str, int]:
    return card.name, card.level


def _set_of(playset: PlaySet, cards: Sequence[CardDef], needed: Sequence[CardDef]) -> PlaySet:
    """A set of just these cards; other Characters and Super-Villains have no text."""
    met = set(map(_key, cards))
    characters = {
        seat: tuple(
            replace(card, text=BLANK, name=f"Plain {card.name}" if _key(card) in met else card.name)
            for card in levels
        )
        for seat, levels in playset.characters.items()
    }
    villains = tuple(replace(card, text=BLANK) for card in playset.super_villains)
    deck: list[tuple[CardDef, int]] = [(card, 9) for card in needed]
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
