"""Who has the most of something, said in other words: "among all players", "who has the largest
discard pile"; and what a card is worth: "half the number of Equipment in your deck"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.comparisons import compared_cards
from rules_check.grammar.phrases.sums import rounding

K = a.PlayerKind
_PILES: Final = {"HAND": a.Zone.HAND, "DECK": a.Zone.DECK, "DISCARD_PILE": a.Zone.DISCARD_PILE}

# ------------------------------------------------------------------------------ players


def _most_of_all(c: Parts) -> a.PlayersAre:
    """ "you have the fewest cards in hand among all players": nobody has fewer."""
    who = only(a.Player, read(c[0]))
    refuse(who.kind not in {K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE})
    refuse(w.first(c, "PLAYER") != "players")
    owner = a.YOU if who == a.YOU else a.THAT_PLAYER
    cards = compared_cards(w.first(c, "core"), w.kinds(c), owner)
    return a.PlayersAre(who, a.HavingMost(cards, "MOST" in w.kinds(c)))


def _largest(c: Parts) -> a.HavingMost:
    """ "who has the largest discard pile": the most cards in it."""
    size = str(w.first(c, "HIGHEST", "LOWEST"))
    refuse(size not in {"largest", "smallest"})
    zone = _PILES[_pile(c).type]
    cards = a.Cards(a.Every(), places=(a.Place(zone, a.THAT_PLAYER),))
    return a.HavingMost(cards, size == "largest")


def _pile(c: Parts) -> Part:
    said = w.first(c, *_PILES)
    refuse(said is None or str(said).endswith("s"))
    return said


def _have_largest(c: Parts) -> a.PlayersAre:
    """ "you have the smallest hand": nobody has a smaller one."""
    who = only(a.Player, read(c[0]))
    refuse(who.kind not in {K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE})
    return a.PlayersAre(who, _largest(c))


_SIZE: Final = '"the" (HIGHEST | LOWEST) (HAND | DECK | DISCARD_PILE)'
table(
    who_tail={f'"who" HAVE {_SIZE}': _largest},
    one_condition={
        'who_np _has "the" (MOST | FEWEST) core ("among" | "of") ALL PLAYER': _most_of_all,
        f'who_np HAVE {_SIZE} (("among" | "of") ALL PLAYER)?': _have_largest,
    },
)

# -------------------------------------------------------------------------------- worth


def _worth(c: Parts, _who: a.Player) -> a.Worth:
    """ "worth half the number of Equipment in your deck, rounded up", "worth as much as …"."""
    return a.Worth(a.Half(read(w.trees(c)[-1]), rounding(c)))


table(
    predicate={
        '_this_is? "worth" "half" "of"? amount_plain _rounded?': _worth,
        '_this_is? "worth" AS_MANY VP "as" NUMBER_OF countable': lambda c, _: a.Worth(
            countable(c[-1])
        ),
        "this HAVE VP EQUAL_TO amount": lambda c, _: a.Worth(read(c[-1])),
    },
)
