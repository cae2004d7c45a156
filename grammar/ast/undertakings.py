"""What players do by the rules, what they cannot do against an Attack, and what is left alone."""

from __future__ import annotations

from rules_check.grammar.ast.base import EffectNode
from rules_check.grammar.ast.nouns import ANY_CARD, YOU, Filter, Player, Selection
from rules_check.grammar.ast.verbs import Verb


class Undertake(
    EffectNode,
    symbol="undertaking",
    says=[
        ("~announce (a|any) =Confrontation", {"verb": Verb.ANNOUNCE}),
        ("~announce =Confrontations", {"verb": Verb.ANNOUNCE}),
        ("~confront", {"verb": Verb.ANNOUNCE}),
        ("~confront (a|any) foe", {"verb": Verb.ANNOUNCE}),
        ("~confront foes", {"verb": Verb.ANNOUNCE}),
        ("~confront (a|any) player", {"verb": Verb.ANNOUNCE}),
        ("~confront players", {"verb": Verb.ANNOUNCE}),
        ("use Block cards", {"verb": Verb.BLOCK}, ""),
    ],
):
    """What players do by the rules, and not because a text says so: a text can forbid it."""

    verb: Verb
    who: Player = YOU


class UndertakeDefeat(
    EffectNode,
    symbol="undertaking",
    says=[
        ("~defeat this card", {"this": True}),
        "~defeat <cards:any_kind>",
    ],
):
    """What players do by the rules to Super-Villains that they pay for: a text can forbid it."""

    cards: Filter = ANY_CARD
    who: Player = YOU
    this: bool = False


class Unavoidable(
    EffectNode,
    says=[
        ("this =Attack cannot be avoided", {"whom": None}),
        "<whom:picked_foes> cannot avoid this =Attack",
    ],
):
    """Nobody (or none of these players) avoids the Attack of which this is part."""

    whom: Player | None = None


class LeaveThere(EffectNode, says="~leave <what:left> where it is"):
    """Nothing is done to these cards: they stay where they are."""

    what: Selection
    who: Player = YOU
