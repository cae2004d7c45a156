"""Power is compared once: paths that come to the same Confrontation need not all decide it.

At the end of a run with a Confrontation only numbers matter: the Power, the cost, what is known of
them, and the Characters of the foe. Where nothing stands any more, paths that differ in other
things (who has drawn which card) would decide it in the same ways. The first of them does.
"""

from __future__ import annotations

from typing import Any

from rules_check.oracle.quick.standing import watching
from rules_check.oracle.quick.values import character_of, cost_to_defeat
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER, SCORE
from rules_check.properties.symbolic.comparing import power_after, printed_cost, raised
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.game import zones_of
from rules_check.properties.symbolic.numbers import SymInt
from rules_check.properties.symbolic.runs import ACTIVE, Run


class ComparedOnce:
    """The Confrontations that have been decided, each with the decisions that led to it."""

    def __init__(self) -> None:
        self._known: dict[Any, list[int]] = {}

    def before(self, run: Run) -> bool:
        """Whether another path has come to this Confrontation before."""
        explorer: Explorer = run.game.explorer
        key = self._key(run, explorer)
        if key is None:
            return False
        taken = explorer.decisions
        first = self._known.setdefault(key, taken[:])
        return taken[: len(first)] != first

    def _key(self, run: Run, explorer: Explorer) -> Any:
        """All that deciding it looks at; None if that may be more than numbers."""
        core = run.core
        if core.confronted is None or explorer.others or busy(core):
            return None
        zones = zones_of(core)
        stack = zones.stacks[core.confronted * PER_PLAYER + CHARACTERS]
        if zones.piles()[stack.zone] is not stack or len(stack.known()) > 1:
            return None
        card = character_of(core, core.confronted)
        assert card is not None
        numbers = (
            core.power[ACTIVE],
            cost_to_defeat(core, card, ACTIVE),
            core.defeats,
            run.defeats,
            power_after(run, ACTIVE, run.events),
            printed_cost(run, core.confronted) + raised(run, core.confronted, run.events),
        )
        named = tuple(_named(explorer, number) for number in numbers)
        unknowns = {x for number in numbers if isinstance(number, SymInt) for x in number.factors}
        facts = frozenset(
            (operator, _names(explorer, sums), constant)
            for operator, (sums, constant) in explorer.about(unknowns)
        )
        is_open = zones.is_open(ACTIVE * PER_PLAYER + SCORE)
        rest = (core.confronted, stack.top, core.phase, is_open)
        return run.situation.name, rest, named, facts


def busy(core: Any) -> bool:
    """Whether something stands or lasts, waits to be carried out, or belongs to somebody else."""
    if core.lasting or core.pending or core.owners:
        return True
    watch = watching(core)
    stands = watch.ons or watch.befores or watch.changes or watch.forbidding or watch.uses
    return bool(stands or watch.power)


def _named(explorer: Explorer, number: Any) -> Any:
    """A number, in which unknowns are called by their names: these are the same on all paths."""
    if not isinstance(number, SymInt):
        return number
    sums, constant = number.linear()
    return _names(explorer, sums), constant


def _names(explorer: Explorer, sums: tuple[tuple[int, int], ...]) -> Any:
    return tuple(sorted((explorer.unknowns[at], factor) for at, factor in sums))
