"""Cards named one after the other, or by where they go back: "reveal the top card of your deck,
then the top card of …", "a Villain in your discard pile returns to your hand"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import coordinate, filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of


def _show_then(c: Parts, who: a.Player) -> a.Effect:
    """ "reveal the top card of your deck, then the top card of your teammate's deck"."""
    verb = w.verb(c[0])
    return attach.sequence([a.Show(verb, read(part), who) for part in w.trees(c)])


def _returns(c: Parts, who: a.Player) -> a.Effect:
    """ "a Villain in your discard pile returns to your hand": you choose it, for you are told."""
    refuse(who != a.YOU or str(w.first(c, "MOVE")) not in {"returns", "return"})
    what = read(c[0])
    placed = isinstance(what, a.Cards) and bool(what.places)
    refuse(not placed and not isinstance(what, a.Ref))
    several = what == a.THEM or (isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE))
    refuse(several is str(w.first(c, "MOVE")).endswith("s"))
    moved = destinations_of(a.Move(a.Verb.PUT, what), c[-1].children)
    refuse(not isinstance(moved, a.Move) or moved.to is None)
    return only(a.Move, moved)


def _and_one_there(c: Parts) -> a.Selection:
    """ "a Hero in your hand and one in the Line-Up": a Hero as well."""
    first, number, *posts = c
    one = filters.among_them(posts).cards(a.Exactly(w.numeral([number])))
    found = coordinate.both([read(first), one])
    refuse(not isinstance(found, a.Both) or getattr(found.second, "among", None) is not None)
    return found


table(
    both={'one_selection "and" number post+': _and_one_there},
    predicate={
        "(REVEAL | LOOK_AT) top_one COMMA? THEN top_one": _show_then,
        "(it | this | them | quantified) MOVE destinations": _returns,
    },
)
