"""Questions to a set of cards: `type:Hero cost:<=4 when:discard>does:draw -keyword:Attack`.

A term is about the card (its type, its cost) or about a piece of its meaning. `>` stands between a
piece and a piece inside it. All terms must hold; one behind `-` must not.
"""

from __future__ import annotations

import operator
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from rules_check.checker import CardResult
from rules_check.grammar import ast as a
from rules_check.grammar.cardmodel import CardType
from rules_check.grammar.parse import parse_lines, vocabulary

Piece = Callable[[a.Node], bool]
"""Is this node what is looked for?"""
OfCard = Callable[[CardResult], bool]

WORDS: Final[Mapping[str, tuple[type[a.Node], ...]]] = {
    "power": (a.Power, a.DoublePower),
    "vp": (a.GainVP, a.LoseVP, a.Worth),
    "search": (a.Search,),
    "shuffle": (a.Shuffle,),
    "forbid": (a.Forbid,),
    "cheaper": (a.ChangeCost,),
    "win": (a.WinGame,),
    "avoid": (a.AvoidAttack,),
    "choose": (a.Choose, a.ChoosePlayer, a.ChooseValue, a.ChooseParity, a.ChooseOne),
    "swap": (a.Swap,),
    "deal": (a.Deal,),
    "repeat": (a.RepeatUntil,),
}
"""What a text can do that is no verb of a `Move`; and verbs that other nodes say, too."""

COMPARED: Final = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "": operator.eq,
}


class BadQuery(ValueError):
    """A query that cannot be asked; the message says what is wrong, and what there is."""


@dataclass(frozen=True, slots=True)
class Query:
    """The terms of a query: what must hold of a card, each with its sign."""

    terms: tuple[tuple[bool, OfCard], ...]

    def fits(self, card: CardResult) -> bool:
        """Does a card fit? One that is not understood has no meaning to look into."""
        return all(term(card) is wanted for wanted, term in self.terms)


def read_query(text: str, own: Iterable[str] = ()) -> Query:
    """The query that a text writes; `own` are the keywords of the sets. Raises BadQuery."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadQuery("a quotation mark is not closed") from None
    if not words:
        raise BadQuery(f"there is no term; terms are {_known()}")
    known = [*(word.value for word in a.Keyword), *own]
    for value in re.findall(r"(?:^|[\s>-])keyword:([^>]*)", "\n".join(words)):
        _one_of("keyword", value.split("\n")[0], known, whole=True)
    return Query(tuple(_term(word) for word in words))


def _known() -> str:
    return ", ".join(f"{key}:…" for key in (*CARD, *PIECES))


def _term(word: str) -> tuple[bool, OfCard]:
    wanted = not word.startswith("-")
    said = word if wanted else word[1:]
    key, colon, value = said.partition(":")
    if not colon:
        return wanted, _text(said)
    if key in CARD:
        return wanted, CARD[key](value)
    return wanted, _inside([_piece(part) for part in _parts(said)])


def _parts(said: str) -> list[str]:
    """The pieces of a chain; `>` before a key only, so that `cost:>3` is no chain."""
    return re.split(rf">(?=(?:{'|'.join(PIECES)}):)", said)


def _piece(part: str) -> Piece:
    key, _, value = part.partition(":")
    if key not in PIECES:
        close = get_close_matches(key, (*CARD, *PIECES), 1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise BadQuery(f"no term is called {key}{hint}; terms are {_known()}")
    if not value:
        raise BadQuery(f"{key}: what is missing behind the colon")
    return PIECES[key](value)


def _inside(chain: list[Piece]) -> OfCard:
    """Is there a node for the first piece, in it one for the second, and so on?"""

    def found(node: a.Node, at: int) -> bool:
        below = a.walk(node)
        if at:
            next(below)
        rest = at + 1
        return any(chain[at](x) and (rest == len(chain) or found(x, rest)) for x in below)

    return lambda card: card.understood and found(card.subject.text, 0)


# ----------------------------------------------------------------------- pieces of a meaning


def _one_of(key: str, value: str, known: list[str], *, whole: bool = False) -> set[str]:
    """The words that are meant by a whole one or a part of one. Raises BadQuery."""
    folded = value.casefold()
    same = {word for word in known if word.casefold() == folded}
    found = same or {word for word in known if folded in word.casefold() and not whole}
    if not found:
        raise BadQuery(f'{key}: nothing is called "{value}"; there are {", ".join(sorted(known))}')
    return found


def verbs_of(node: a.Node) -> Iterator[a.Verb]:
    """The verbs that stand in the fields of a node itself."""
    for name in a.field_names(type(node)):
        value = getattr(node, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, a.Verb):
                yield one


def _does(value: str) -> Piece:
    found = _one_of("does", value, [*map(str, a.Verb), *WORDS])
    classes = tuple(node for word in found for node in WORDS.get(word, ()))
    return lambda node: (
        isinstance(node, classes)
        or (isinstance(node, a.EffectNode) and any(verb in found for verb in verbs_of(node)))
    )


def _when(value: str) -> Piece:
    found = _one_of("when", value, [str(verb) for verb in a.Verb])

    def waits(node: a.Node) -> bool:
        return isinstance(node, a.EffectNode) and any(
            isinstance(event, a.Event) and any(verb in found for verb in event.verbs)
            for part in a.children(node)
            if not isinstance(part, a.EffectNode)
            for event in a.walk(part)
        )

    return waits


def _who(value: str) -> Piece:
    found = _one_of("who", value, [kind.value for kind in a.PlayerKind])
    return lambda node: isinstance(node, a.Player) and node.kind.value in found


def _zone(value: str) -> Piece:
    found = _one_of("zone", value, [zone.value for zone in a.Zone])
    return lambda node: any(
        isinstance(field, a.Zone) and field.value in found
        for field in (getattr(node, name) for name in a.field_names(type(node)))
    )


def _about(value: str) -> Piece:
    folded = value.casefold()

    def names(node: a.Node) -> bool:
        match node:
            case a.TypeNoun(kind):
                return kind.value.casefold() == folded
            case a.TitleNoun(title):
                return title.value.casefold() == folded
            case a.NameNoun(name):
                return folded in name.casefold()
            case a.KeywordNoun(keyword):
                return keyword.value.casefold() == folded
            case _:
                return False

    return names


def _node(value: str) -> Piece:
    found = _one_of("node", value, list(a.NODES))
    return lambda node: type(node).__name__ in found


def _says(value: str) -> Piece:
    """A sentence of the card language: the same meaning stands somewhere in the card."""
    parsed = parse_lines([value], vocabulary([]))
    if not parsed.understood:
        raise BadQuery(f'says: "{value}" is not understood (rules-check explain tells where)')
    (ability,) = parsed.text.abilities[:1] or [None]
    wanted = ability.effect if isinstance(ability, a.Plain) else ability
    return lambda node: node == wanted


def _keyword(value: str) -> Piece:
    """What stands behind a keyword of the game, or of a set."""
    folded = value.casefold()
    known = {word.value.casefold(): word for word in a.Keyword}
    if folded in known:
        return lambda node: a.KEYWORD_OF.get(type(node)) is known[folded]
    return lambda node: isinstance(node, a.Coined) and node.name.casefold() == folded


PIECES: Final[Mapping[str, Callable[[str], Piece]]] = {
    "keyword": _keyword,
    "does": _does,
    "when": _when,
    "who": _who,
    "zone": _zone,
    "about": _about,
    "says": _says,
    "node": _node,
}


# ------------------------------------------------------------------------------ the card


def _text(value: str) -> OfCard:
    folded = value.casefold()
    return lambda card: (
        folded in "\n".join([card.card.name, *(line.text for line in card.card.printed)]).casefold()
    )


def _name(value: str) -> OfCard:
    return lambda card: value.casefold() in card.card.name.casefold()


def _type(value: str) -> OfCard:
    _one_of("type", value, [word.value for word in (*CardType, *a.Title)], whole=True)
    folded = value.casefold()

    def of_type(card: CardResult) -> bool:
        line = card.card.line
        words = [] if line is None else [*([line.type.value] if line.type else []), *line.titles]
        return folded in (word.casefold() for word in words)

    return of_type


def _number(key: str) -> Callable[[str], OfCard]:
    def read(value: str) -> OfCard:
        match = re.fullmatch(r"(<=|>=|<|>|)(-?\d+)|(-?\d+)-(\d+)", value)
        if match is None:
            raise BadQuery(f"{key}: write a number, <=3, >=3, <3, >3 or 2-4, not {value!r}")
        sign, number, low, high = match.groups()

        def fits(card: CardResult) -> bool:
            found = getattr(card.card.line, key, None)
            printed = getattr(found, "number", found)
            if not isinstance(printed, int):
                return False
            if low is not None:
                return int(low) <= printed <= int(high)
            return bool(COMPARED[sign](printed, int(number)))

        return fits

    return read


CARD: Final[Mapping[str, Callable[[str], OfCard]]] = {
    "type": _type,
    "name": _name,
    "text": _text,
    **{key: _number(key) for key in ("cost", "vp", "copies", "level")},
}
