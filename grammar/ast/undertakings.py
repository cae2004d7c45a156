"""What players do by the rules, and not because a text tells them to."""

from __future__ import annotations

from rules_check.grammar.ast.base import EffectNode
from rules_check.grammar.ast.nouns import YOU, Player
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
