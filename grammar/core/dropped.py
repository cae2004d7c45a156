"""Words that a text's tree has a place for, and its core has not: the translation dropped them.

What words fill in the tree (a player, a zone, a noun, a number, a time, a flag) is changed there to
what other words would say, and the text translated again. If no change makes another core, nothing
of these words is left in the meaning. Nothing is played, so it is quick, and it also sees what a
game could not show: "the player on your left" that became the one on your right matters in each
game, but so would any other player; that "right" gives the same core tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.ast import base
from rules_check.grammar.binding import bind
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.equality import standard
from rules_check.grammar.core.rewriting import rewritten
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.core.translate import Untranslated, translate
from rules_check.grammar.questions import readings

Put = Callable[[Any], a.CardText]
"""The whole text with something else in this place."""
READINGS: Final = 4
"""So many readings of a text are looked at: words that matter in one of them are not dropped."""


class Dropped(NamedTuple):
    """Words that the core has nothing of: what they say, where they stand, what was tried."""

    what: str
    at: a.WordPlace
    tried: tuple[str, ...]


def dropped(text: a.CardText, *, character: bool = False, each: bool = False) -> list[Dropped]:
    """The words of a text that its core has nothing of. `each`: each other word that would mean
    the same, also if a third would not."""
    found: list[set[Dropped]] = []
    for reading in islice(readings(text), READINGS):
        core = _core(reading.text, character)
        if core is not None:
            found.append(set(_looked_at(reading.text, core, character, each)))
    return sorted(set.intersection(*found), key=lambda one: one.at) if found else []


def _core(text: a.CardText, character: bool) -> c.Core | None:
    try:
        return _bare(translate(bind(a.meant(text)), character=character))
    except (Untranslated, ValueError, TypeError, LookupError, AttributeError):
        return None  # a tree that nobody can say need not have a meaning


def _bare(core: c.Core) -> c.Core:
    """A core without the names that nothing in it speaks of, and without telling one card from
    cards of which there is one."""
    used = {one.name for one in walk(core) if isinstance(one, c.Var)}

    def unnamed(form: c.Result) -> c.Statement:
        return form if form.name in used or len(form.of) > 1 else form.of[0]

    def one_card(form: c.Choose) -> c.Choose:
        return replace(form, sort=Sort.CARDS) if form.sort == Sort.CARD else form

    return standard(rewritten(core, {c.Result: unnamed, c.Choose: one_card}))


def _looked_at(text: a.CardText, core: c.Core, character: bool, each: bool) -> Iterator[Dropped]:
    def same(other: a.CardText) -> bool:
        return _core(other, character) == core

    appear = {
        at[0]
        for one in a.walk(text)
        if isinstance(one, a.FirstAppearance)
        if (at := base.hull(one))
    }
    for place in places(text):
        for one in place.alike(same) if each else place.void(same)[1]:
            if one.at[0] not in appear or one.what != "player: kind":  # it happens to each player
                yield one


# ------------------------------------------------------------------------- places of a tree


def places(text: a.CardText) -> Iterator[Place]:
    """The places of a text that words fill."""
    return _places(text, lambda new: new, None)


@dataclass(frozen=True, slots=True)
class Place:
    """A field of a node that words fill: what else it could hold, and the places within it."""

    what: str
    at: a.WordPlace | None
    others: tuple[tuple[str, a.CardText], ...]
    within: tuple[Place, ...] = ()

    def void(self, same: Callable[[a.CardText], bool]) -> tuple[bool, list[Dropped]]:
        """Whether it says nothing, and the largest places of those that say nothing."""
        looked = [one.void(same) for one in self.within]
        nothing = bool(self.others or looked) and all(void for void, _ in looked)
        nothing = nothing and all(same(new) for _, new in self.others)
        if nothing and self.others and self.at is not None:
            return True, [Dropped(self.what, self.at, tuple(told for told, _ in self.others))]
        return nothing, [one for _, found in looked for one in found]

    def alike(self, same: Callable[[a.CardText], bool]) -> Iterator[Dropped]:
        """What could be said here, or within, to mean the same."""
        for told, new in self.others:
            if self.at is not None and same(new):
                yield Dropped(self.what, self.at, (told,))
        for one in self.within:
            yield from one.alike(same)


def _places(
    node: a.Node,
    put: Put,
    around: a.WordPlace | None,
    matters: bool = False,
    banned: bool = False,
) -> Iterator[Place]:
    """The places of a node that words fill. `matters`: it names cards to which something is done,
    so that it matters whether all are meant; or a moment that is waited for, so that it matters
    whether it is the next one. `banned`: it is what cannot be done, to one card or to any."""
    at = base.hull(node) or around
    for name in base.field_names(type(node)):
        value = getattr(node, name)

        def put_here(new: Any, name: str = name) -> a.CardText:
            return put(base.replace(node, **{name: new}))

        if (type(node).__name__, name) in UNSAID:
            continue
        if isinstance(node, a.Moment) and name == "next" and not (matters and node.point is END):
            continue  # the start of your turn is that of the next anyway
        if isinstance(node, a.Moment) and name == "whose" and node.this:
            continue  # "this turn" is whosever it is
        acts = isinstance(node, a.Move | a.Show | a.Choose | a.Play) and not banned
        done = acts and name == "what"
        bans = isinstance(node, a.Forbid) and name == "effect"
        hangs = done or name == "occasion" or (matters and name == "quantity")
        said = value != type(node).node_defaults.get(name, ...)
        if isinstance(value, tuple):
            yield from _parts(f"{_words(node)}: {name}", value, put_here, at)
        elif isinstance(value, a.Node):
            inner = tuple(_places(value, put_here, at, hangs, bans))
            others = tuple(_others(node, name, value, matters)) if said else ()
            if others:
                made = tuple((told, put_here(new)) for told, new in others)
                yield Place(_words(value), base.hull(value) or at, made, inner)
            else:
                yield from inner
        elif said and not _is_article(node, at):
            made = tuple((told, put_here(new)) for told, new in _contraries(value))
            if made:
                yield Place(f"{_words(node)}: {name}", at, made)


def _parts(what: str, value: tuple[Any, ...], put: Put, at: a.WordPlace | None) -> Iterator[Place]:
    """The places of several things in one field; each may be left out."""
    for number, part in enumerate(value):
        before, behind = value[:number], value[number + 1 :]

        def put_there(new: Any, before: Any = before, behind: Any = behind) -> a.CardText:
            return put((*before, new, *behind))

        out = (LEFT_OUT, put((*before, *behind)))
        if isinstance(part, a.Node):
            here = base.hull(part) or at
            yield Place(_words(part), here, (out,), tuple(_places(part, put_there, at)))
        else:
            others = tuple((told, put_there(new)) for told, new in _contraries(part))
            yield Place(what, at, (out, *others))


def _is_article(node: a.Node, at: a.WordPlace | None) -> bool:
    """Whether a number is said by "a", "an", "another" or "the", which need not count anything."""
    return node == a.ONE and at is not None and at[2] - at[1] != len("one")


LEFT_OUT: Final = "left out"


def _others(
    node: a.Node, name: str, value: a.Node, matters: bool
) -> Iterator[tuple[str, a.Node | None]]:
    """What else could stand in a field that holds a node."""
    kind = str(base.field_type(type(node), name))
    quantity = value if kind == "Quantity" and matters else None
    if "None" in kind and (type(node).__name__, name) not in ALSO_UNSAID:
        yield LEFT_OUT, None
    if kind == "Amount" and not isinstance(value, a.Number | a.Question):
        yield "one", a.ONE
    if isinstance(quantity, a.Every):
        yield "one", a.Exactly(a.ONE)
    if isinstance(quantity, a.AnyNumber) and base.place_of(quantity) is not None:
        yield "one", a.Exactly(a.ONE)
    if isinstance(quantity, a.UpTo):
        yield "exactly so many", a.Exactly(quantity.amount)


def _contraries(value: Any) -> Iterator[tuple[str, Any]]:
    """What other words would say in the place of a value that is no node."""
    if isinstance(value, bool):
        yield "the contrary", not value
    elif isinstance(value, Enum):
        for other in CONTRARIES.get((type(value), value), ()):
            yield str(other.value), other
    elif isinstance(value, int):
        yield "one more", value + 1


def _words(node: a.Node) -> str:
    """What a node is, in small letters."""
    name = type(node).__name__
    return "".join(f" {x.lower()}" if x.isupper() else x for x in name).strip()


UNSAID: Final = frozenset(
    {
        ("CancelConfrontation", "now"),  # "immediately": so is everything
        ("Flip", "who"),  # it is told whose Character it is
        ("DefeatedInConfrontation", "window"),  # there is one Confrontation in a turn
        ("Moment", "each"),  # "at the start of your turn" is at that of each
        ("ChoosePlayer", "exact"),
        ("Reminder", "effect"),
        ("MatchesChoice", "who"),  # one choice is made, by whomever
    }
)
"""Fields that only say how a thing was put."""

ALSO_UNSAID: Final = frozenset(
    {
        ("Event", "what"),  # "when you gain a card"
        ("Place", "owner"),  # "their hand" where it is theirs anyway
    }
)
"""Fields that need not be filled to say the same."""

END: Final = a.Point.END
P, Z, W, V = a.PlayerKind, a.Zone, a.Window, a.Verb
_ROWS: Final[Sequence[tuple[Enum, Enum]]] = (
    # players; who is spoken of again ("that player") has no contrary
    (P.YOU, P.EACH_FOE),
    (P.TEAMMATE, P.YOU),
    (P.YOU_OR_TEAMMATE, P.YOU),
    (P.YOU_AND_TEAMMATE, P.YOU),
    (P.EACH_FOE, P.EACH_PLAYER),
    (P.OTHER_FOE, P.EACH_FOE),
    (P.ANY_FOES, P.ANY_PLAYERS),
    (P.EACH_PLAYER, P.EACH_FOE),
    (P.EACH_OTHER_PLAYER, P.EACH_FOE),
    (P.ANY_PLAYERS, P.ANY_FOES),
    (P.ANY_OTHER_PLAYERS, P.ANY_FOES),
    (P.A_FOE, P.EACH_FOE),
    (P.A_FOE, P.YOU),
    (P.A_PLAYER, P.YOU),
    (P.ANY_PLAYER, P.YOU),
    (P.ANOTHER_PLAYER, P.A_FOE),
    (P.LEFT, P.RIGHT),
    (P.RIGHT, P.LEFT),
    (P.THEIR_LEFT, P.THEIR_RIGHT),
    (P.THEIR_RIGHT, P.THEIR_LEFT),
    (P.THEIR_TEAMMATE, P.YOU),
    (P.FOES_TEAMMATE, P.YOU),
    (P.ATTACKERS_TEAMMATE, P.YOU),
    (P.ATTACKER, P.YOU),
    (P.CONFRONTED, P.YOU),
    (P.OWNER, P.YOU),
    # places
    (Z.HAND, Z.DISCARD_PILE),
    (Z.DECK, Z.DISCARD_PILE),
    (Z.DISCARD_PILE, Z.HAND),
    (Z.PLAY, Z.HAND),
    (Z.LINE_UP, Z.DESTROYED_PILE),
    (Z.MAIN_DECK, Z.LINE_UP),
    (Z.SUPER_VILLAIN_STACK, Z.MAIN_DECK),
    (Z.DESTROYED_PILE, Z.LINE_UP),
    (Z.UNDER_CHARACTER, Z.HAND),
    (a.Edge.TOP, a.Edge.BOTTOM),
    (a.Edge.BOTTOM, a.Edge.TOP),
    # what cards are called
    (a.CardType.STARTER, a.CardType.VILLAIN),
    (a.CardType.VILLAIN, a.CardType.HERO),
    (a.CardType.LOCATION, a.CardType.HERO),
    (a.CardType.HERO, a.CardType.VILLAIN),
    (a.CardType.SUPER_POWER, a.CardType.EQUIPMENT),
    (a.CardType.EQUIPMENT, a.CardType.SUPER_POWER),
    (a.Title.SUPER_VILLAIN, a.Title.SUPER_HERO),
    (a.Title.SUPER_HERO, a.Title.SUPER_VILLAIN),
    (a.Keyword.ATTACK, a.Keyword.DEFENSE),
    (a.Keyword.DEFENSE, a.Keyword.ATTACK),
    (a.Keyword.BLOCK, a.Keyword.ATTACK),
    (a.Keyword.ASSIST, a.Keyword.ATTACK),
    (a.Keyword.ONGOING, a.Keyword.ATTACK),
    (a.Keyword.CONFRONTATION, a.Keyword.ATTACK),
    (a.AttributeKind.COST, a.AttributeKind.VP),
    (a.AttributeKind.VP, a.AttributeKind.COST),
    (a.AttributeKind.POWER, a.AttributeKind.VP),
    (a.DifferentKind.NAME, a.DifferentKind.TYPE),
    (a.DifferentKind.TYPE, a.DifferentKind.COST),
    (a.DifferentKind.COST, a.DifferentKind.NAME),
    # numbers
    (a.Comparison.EQUAL, a.Comparison.AT_MOST),
    (a.Comparison.EQUAL, a.Comparison.AT_LEAST),
    (a.Comparison.AT_MOST, a.Comparison.AT_LEAST),
    (a.Comparison.AT_LEAST, a.Comparison.AT_MOST),
    (a.Comparison.LESS, a.Comparison.MORE),
    (a.Comparison.MORE, a.Comparison.LESS),
    (a.ParityKind.ODD, a.ParityKind.EVEN),
    (a.ParityKind.EVEN, a.ParityKind.ODD),
    (a.Spread.EACH, a.Spread.TOTAL),
    # times
    (W.THIS_TURN, W.REST_OF_GAME),
    (W.YOUR_TURN, W.FOES_TURN),
    (W.EACH_OF_YOUR_TURNS, W.FOES_TURN),
    (W.EACH_TURN, W.EACH_OF_YOUR_TURNS),
    (W.CONFRONTATION, W.THIS_TURN),
    (W.FOES_TURN, W.YOUR_TURN),
    (W.OTHER_TURN, W.YOUR_TURN),
    (W.ANY_TURN, W.YOUR_TURN),
    (W.REST_OF_GAME, W.THIS_TURN),
    (a.Point.START, a.Point.END),
    (a.Point.END, a.Point.START),
    (a.Often.NEXT, a.Often.EACH),
    # verbs
    (V.DRAW, V.DISCARD),
    (V.DISCARD, V.DESTROY),
    (V.DESTROY, V.DISCARD),
    (V.GAIN, V.DESTROY),
    (V.BUY, V.PLAY),
    (V.PLAY, V.BUY),
    (V.REVEAL, V.DISCARD),
    (V.CHOOSE, V.DISCARD),
    (V.DEFEAT, V.BUY),
    (V.PASS, V.DISCARD),
)
CONTRARIES: Final[Mapping[tuple[type[Enum], Enum], list[Enum]]] = {
    (type(one), one): [other for said, other in _ROWS if said is one] for one, _ in _ROWS
}
"""What words of another meaning would say in the same place. A zone and a verb may be one word."""
