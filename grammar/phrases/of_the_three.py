"""Cards spoken of by their number alone, and two that change places: "one of the three", "you
choose which of the two they discard", "swap the two"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import quantity
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sentences import Builder

_FIRST, _SECOND = a.Ref(a.RefKind.FIRST), a.Ref(a.RefKind.SECOND)
_THEM: Final = frozenset({"them", "those cards", "those two cards", "both", "both cards"})
rule("the_so_many", "THE number CARD?", "THEM")


def _of_the(c: Parts) -> a.Cards:
    """ "one of the three": of the cards spoken of, which were so many."""
    much = quantity(c[0])
    refuse(much.another or w.kinds(c[0]) & {"A", "TARGET", "NO", "EACH"})
    many = w.number(c[-1])
    refuse(many < 2 or much.value.value >= many)
    return a.Cards(much.quantity, among=a.THEM)


def _two(tree: Part) -> None:
    """Refuse what are not just two cards spoken of."""
    number = w.first(tree, "number")
    refuse(number is not None and w.number(number) != 2)
    refuse(w.first(tree, "THEM") not in {None, *_THEM})
    refuse(w.first(tree, "CARD") not in {None, "cards"})


def _swap_them(c: Parts, who: a.Player) -> a.Swap:
    """ "swap them", "switch the two": each goes where the other was."""
    _two(c[-1])
    return a.Swap(_FIRST, _SECOND, who)


def _choose_which(c: Parts, _: Builder) -> a.Effect:
    """ "you choose which of the two they discard": of the cards spoken of."""
    chooser, doer = (only(a.Player, read(part)) for part in c if w.is_tree(part, *PLAYERS))
    refuse(chooser == doer)
    verb = w.verb(w.first(c, "MOVE"))
    refuse(verb not in {a.Verb.DISCARD, a.Verb.DESTROY})
    number = w.first(c, "number")
    refuse(number is not None and w.number(number) != 1)
    one = a.Cards(a.Exactly(a.ONE), among=a.THEM)
    return a.Seq((a.Choose(one, chooser), a.Move(verb, a.IT, None, doer)))


table(
    cards={'quantity "of" THE number': _of_the},
    predicate={"SWAP the_so_many": _swap_them},
    unit={
        (
            'who CHOOSE "which" number? ("of" the_so_many)? who_np MOVE',
            'who CHOOSE "which" CARD? who_np MOVE',
        ): _choose_which,
    },
)
