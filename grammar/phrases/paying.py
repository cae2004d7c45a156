"""Who does what is paid for: "each foe may discard a card to draw a card" lets them draw."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer

K = a.PlayerKind
KNOWN: Final = frozenset(
    {K.TEAMMATE, K.LEFT, K.RIGHT, K.ATTACKER, K.CONFRONTED, K.YOUR_FOE, K.THAT_FOE, K.CHOSEN_FOE}
)
"""Single players: whoever is called so is the same player a second time."""


def payer(price: a.Effect, base: a.Player) -> a.Player | None:
    """Whoever pays does what follows "to": of several players, or of one who is chosen, it is
    "that player". None: as verbs in the base form are done anyway."""
    who = base if base != a.YOU else doer(price)
    if who == a.YOU or (who.kind in KNOWN and who.test is None):
        return None if who in {a.YOU, base} else who
    return a.THAT_PLAYER
