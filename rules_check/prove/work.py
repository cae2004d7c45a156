"""Does the proofs of a set, in so many processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, replace

from rules_check.grammar import ast as a
from rules_check.oracle.box.arranging import Arrangement
from rules_check.properties.symbolic.obligations import Obligation
from rules_check.properties.symbolic.prove import MOST_PATHS, Proof, prove
from rules_check.prove.decks import Deck, play_set

__all__ = ["Deck", "Task", "play_set", "prove_all", "prove_and_play", "prove_task"]


@dataclass(frozen=True, slots=True)
class Task:
    """One obligation, with all that another process needs to prove it.

    `more` are cards of a file that come into the set; they take the place of cards of the same
    name.
    """

    game: Arrangement
    more: Deck
    obligation: Obligation
    bound: int
    seconds: float | None
    paths: int = MOST_PATHS


def prove_task(task: Task) -> Proof:
    """Prove one obligation."""
    cards = play_set(task.game, task.more)
    return prove(
        cards, task.obligation, bound=task.bound, seconds=task.seconds, max_paths=task.paths
    )


def prove_and_play(task: Task) -> Proof:
    """The same, and for what is refuted a game from the set-up, if there is one."""
    proof = prove_task(task)
    if all(verdict.witness is None for verdict in proof.verdicts):
        return proof
    from rules_check.prove.from_setup import from_setup

    cards = play_set(task.game, task.more)
    verdicts = [
        replace(v, played=tuple(from_setup(cards, task.obligation.card, v.property).lines()))
        if v.witness is not None
        else v
        for v in proof.verdicts
    ]
    return replace(proof, verdicts=tuple(verdicts))


def prove_all(
    tasks: Sequence[Task], executor: Executor, watch: Callable[[Proof], None]
) -> list[Proof]:
    """The proofs in the order of the tasks; the long ones are begun first."""
    found: dict[int, Proof] = {}
    going: dict[Future[Proof], int] = {}
    for at in sorted(range(len(tasks)), key=lambda at: (-_length(tasks[at]), at)):
        future = executor.submit(prove_and_play, tasks[at])
        if future.done():
            found[at] = future.result()
            watch(found[at])
        else:
            going[future] = at
    for future in as_completed(going):
        found[going[future]] = future.result()
        watch(found[going[future]])
    return [found[at] for at in range(len(tasks))]


def _length(task: Task) -> int:
    """How long a proof may take, roughly: the length of the text; rules are quick."""
    card = task.obligation.card
    return 0 if card is None else a.size(card.text)
