"""What goes on for a while: beginning it and ending it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules_check.grammar import ast as a
from rules_check.oracle.core import move_card
from rules_check.oracle.listeners import Listener
from rules_check.oracle.state import Frame, Lasting, State, Task
from rules_check.oracle.zones import PER_PLAYER

if TYPE_CHECKING:
    from rules_check.oracle.game import Game


class Lasts:
    """Lasting effects of a position."""

    def last(
        self,
        s: State,
        what: str,
        node: Any,
        frame: Frame,
        until: Task = ("turn",),
        number: Any = 0,
        player: int = -1,
    ) -> None:
        """Begin something that goes on until `until`."""
        s.serial += 1
        s.lasting.append(
            Lasting(
                what, frame.you, frame.source, node, until, number, player, frame.copy(), s.serial
            )
        )
        s.watch = None

    def drop(self, s: State, lasting: Lasting) -> None:
        """End something that goes on."""
        s.lasting = [x for x in s.lasting if x.serial != lasting.serial]
        s.watch = None

    def forget(self, s: State, listener: Listener) -> None:
        """A delayed text has spoken: it does so only once."""
        if listener.key[:1] == ("lasting",):
            s.lasting = [x for x in s.lasting if x.serial != listener.key[1]]
            s.watch = None

    def forget_if_over(self, s: State, listener: Listener) -> None:
        """A text that waited for one moment has spoken."""
        for lasting in s.lasting:
            if lasting.serial == listener.key[1] and lasting.until[0] == "moment":
                self.forget(s, listener)
                return

    def return_weaknesses(self: Game, s: State, player: int) -> None:
        """All Weaknesses of a player go back to their stack (a reading no book chooses)."""
        for zone in range(player * PER_PLAYER, player * PER_PLAYER + 4):
            for card in s.zones[zone]:
                if self.kinds[card].name in self.weakness_kinds:
                    to = self.destroyed_to(card)
                    move_card(self, s, card, to, a.Verb.DESTROY, player, "destroy.returns")
