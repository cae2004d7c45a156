"""Tasks: what is still to be done, as named values on the agenda.

Here stand the tasks that several rooms put there; a task of one module stands beside the
function that does it (`oracle.running.agenda`). An effect or an ability of the card language is
its own task.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.oracle.values.named import Named


class Task(Named):
    """Something still to be done, or how to go on with an answer."""


Todo: TypeAlias = Task | a.Node
"""What can be on the agenda."""


class PopFrame(Task):
    """The text is done: forget what its words referred to."""

    tag = "pop"


class PopPlayed(Task):
    """The text of a card that was played is done."""

    tag = "pop_played"


class Triggers(Task):
    """Resolve what is pending."""

    tag = "triggers"


POP: Final = PopFrame()
POP_PLAYED: Final = PopPlayed()
TRIGGERS: Final = Triggers()


class Draw(Task):
    """Draw cards one after the other; `noted`: later sentences of the text speak of them; `owner`:
    whose deck it is, if it is not the own one."""

    tag = "draw"
    player: int
    number: Any
    topic: str
    noted: bool
    owner: int = -1


class ForPlayer(Task):
    """Do an effect for one of the players it means."""

    tag = "as"
    node: Any
    player: int


class TakeTop(Task):
    """Move cards from the top of a deck one after the other: so many left of those wanted; so many
    that do not fit have stayed there."""

    tag = "take_top"
    node: a.Move
    player: int
    place: a.Place
    number: Any
    wanted: Any
    stayed: int


class Shift(Task):
    """Move a card with all that follows from the verb."""

    tag = "shift"
    verb: a.Verb
    player: int
    card: int
    to: int
    top: bool = False


class IfDone(Task):
    """What follows if a player did it, and if not; the frame's log had `start` entries before."""

    tag = "if_done"
    node: a.May | a.Tried
    player: int
    start: int


class Main(Task):
    """Offer everything that the active player can do now."""

    tag = "main"


MAIN: Final = Main()


class OwnBlock(Task):
    """Block text in one's own turn (a reading no book chooses)."""

    tag = "own_block"
    card: int


class CompareAgain(Task):
    """Compare Power with the next version too, where more than one defeat is allowed."""

    tag = "compare_again"


class ForceBlock(Task):
    """A forced discard works as a Block (a reading no book chooses)."""

    tag = "force_block"
    player: int
    card: int


class AtOtherTime(Task):
    """A window in which only some things are done (a reading no book chooses).

    `what` is "assists", "abilities" or "raises"; `phase` is the one to go back to.
    """

    tag = "at_other_time"
    what: str
    phase: str


class LayStack(Task):
    """The stack of Super-Villains is shuffled and laid out."""

    tag = "lay_stack"


# ------------------------------------------------------------------------ steps of a turn


class Step(Task):
    """A step of the turn, named in the rulesets."""


class StartEffects(Step):
    """All "at the start of your turn" effects."""

    tag = "start_effects"


class Announce(Step):
    """Before any card is played, a Confrontation may be announced."""

    tag = "announce"


class PlayAndBuy(Step):
    """Cards are played and bought until the player has done enough."""

    tag = "play_and_buy"


class Block(Step):
    """The Confronting side is done: now the cost may be raised."""

    tag = "block"


class Compare(Step):
    """Power is compared with the cost of the Confronted Character."""

    tag = "compare"


class EndEffects(Step):
    """All "at the end of your turn" effects."""

    tag = "end_effects"


class AnnounceEnd(Step):
    """The end of the turn is announced."""

    tag = "announce_end"


class ClearHand(Step):
    """The cards still in hand go to the discard pile."""

    tag = "clear_hand"


class Sweep(Step):
    """What was played goes to the discard pile."""

    tag = "sweep"


class LosePower(Step):
    """Unspent Power is lost."""

    tag = "lose_power"


class DrawHand(Step):
    """Draw a new hand."""

    tag = "draw_hand"


class Refill(Step):
    """Fill the Line-Up."""

    tag = "refill"


class Appears(Task):
    """A Super-Villain has come into the Line-Up: its First Appearance."""

    tag = "appears"
    card: int


class Flip(Step):
    """Turn up the next Super-Villain."""

    tag = "flip"


class NextPlayer(Step):
    """The next player in the turn order begins."""

    tag = "next_player"


STEPS: Final[Mapping[str, Step]] = {
    "start_effects": StartEffects(),
    "announce": Announce(),
    "play_and_buy": PlayAndBuy(),
    "block": Block(),
    "compare": Compare(),
    "end_effects": EndEffects(),
    "announce_end": AnnounceEnd(),
    "clear_hand": ClearHand(),
    "sweep": Sweep(),
    "lose_power": LosePower(),
    "draw": DrawHand(),
    "refill": Refill(),
    "flip": Flip(),
    "next_player": NextPlayer(),
}
"""The step of each name that rulesets use."""


class BeginTurn(Task):
    """A new turn begins."""

    tag = "turn"
    player: int
