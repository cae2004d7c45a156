"""Cards that you choose, and somebody else does something with them."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, only, read, refuse
from rules_check.grammar.attach import doer
from rules_check.grammar.phrases import words as w

K = a.PlayerKind
ONE_PLAYER: Final = frozenset(
    {K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE, K.TEAMMATE, K.LEFT, K.RIGHT, K.ATTACKER, K.THAT_PLAYER}
)
NAMED: Final = ONE_PLAYER - {K.TEAMMATE, K.LEFT, K.RIGHT, K.ATTACKER} | {
    *(K.A_FOE, K.EACH_FOE, K.OTHER_FOE, K.ANY_FOES, K.CONFRONTED),
    *(K.A_PLAYER, K.ANOTHER_PLAYER, K.EACH_PLAYER, K.EACH_OTHER_PLAYER),
}
"""Who may be "that foe" or "that player" where they do something with a card of "that foe's"
choice."""
HELD: Final = frozenset({a.Verb.DISCARD})
"""What is done with cards in hand, if no place is said."""


def as_chosen(tree: Part, effect: a.Effect, may: bool) -> tuple[a.Effect, set[int]]:
    """What somebody does with cards "of their choice" (as it is anyway) or "of your choice", and
    the phrases that say so; `may`: it is something that they may do."""
    said: set[int] = set()
    for part in (*tree.find_data("of_choice"), *tree.find_data("you_choose")):
        yours = bool(w.kinds(part) & {"OF_CHOICE", "YOU"})
        if yours and doer(effect) != a.YOU:
            refuse(may)  # do you choose before they have said yes?
            several = doer(effect).kind not in ONE_PLAYER or doer(effect).test is not None
            effect = _other_chooses(effect, a.YOU) if several else _you_choose(effect)
        else:
            refuse(yours is not (doer(effect) == a.YOU))
            that = any(str(word).startswith("of that ") for word in w.parts_of(part))
            refuse(that and doer(effect).kind not in NAMED)
        said.add(id(part))
    for part in tree.find_data("chosen_by"):
        refuse(may)
        effect = _other_chooses(effect, read(part.children[-1]))
        said.add(id(part))
    return effect, said


ONE_CHOOSER: Final = frozenset(
    {
        *(K.YOU, K.LEFT, K.RIGHT, K.THEIR_LEFT, K.THEIR_RIGHT, K.TEAMMATE, K.THEIR_TEAMMATE),
        *(K.ATTACKER, K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE, K.CONFRONTED),
    }
)
"""Who can choose for somebody else: one player, of whom it is clear who it is."""


def _other_chooses(effect: a.Effect, who: a.Player) -> a.Effect:
    """What somebody does with "a card chosen by the player on their left"."""
    move = only(a.Move, effect)
    what = only(a.Cards, move.what)
    refuse(who.kind not in ONE_CHOOSER or who.test is not None or move.chooser is not None)
    refuse(who == move.who or what.random or any(place.edge for place in what.places))
    refuse(not isinstance(what.quantity, a.Exactly | a.UpTo))
    known = what.places or what.among or what.filter.tests
    refuse(not known and move.verb not in HELD)
    return a.replace(move, chooser=who)


def _you_choose(effect: a.Effect) -> a.Effect:
    """What one other player does with "a card of your choice": you choose it first."""
    move = only(a.Move, effect)
    what = only(a.Cards, move.what)
    refuse(move.who.kind not in ONE_PLAYER or move.who.test is not None)
    refuse(what.quantity != a.Exactly(a.ONE) or what.random)
    known = what.places or what.among or what.filter.tests
    refuse(not known and move.verb not in HELD)
    if not known:
        what = a.replace(what, places=(a.Place(a.Zone.HAND, move.who),))
    return a.Seq((a.Choose(what, a.YOU), a.replace(move, what=a.IT)))
