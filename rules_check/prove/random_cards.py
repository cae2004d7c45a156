"""Random cards proved: what the language can say is put to the proofs, in so many processes.

A refutation of a random card is either a text that really breaks the property, or a false alarm;
so each is told with the text, what is claimed, and the game. Needs Hypothesis and Z3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from typing import Any, Final

from rules_check.properties.model import Property
from rules_check.properties.random_cards import CARDS, random_set
from rules_check.properties.symbolic.obligations import of_card
from rules_check.properties.symbolic.prove import ENGINE_FAILS, PROOF_FAILS, Verdict, prove
from rules_check.prove.outcomes import VERDICTS

PATHS: Final = 300
"""So many paths are explored for a card, as in a check; what needs more is counted as unknown."""


@dataclass(frozen=True, slots=True)
class RandomTask:
    """Some random cards of one seed, with all that another process needs to prove them."""

    game: str
    seed: int
    cards: int
    properties: tuple[Property, ...]
    bound: int
    seconds: float | None
    paths: int = PATHS


@dataclass(frozen=True, slots=True)
class RandomCard:
    """A random card as a card file has it, its seed, and what is known of it."""

    seed: int
    block: str
    verdicts: tuple[Verdict, ...]
    paths: int

    @property
    def told(self) -> list[Verdict]:
        """What somebody has to look at: refutations, and errors."""
        return [v for v in self.verdicts if v.witness is not None or _fails(v)]


def _fails(verdict: Verdict) -> bool:
    return verdict.why.startswith((ENGINE_FAILS, PROOF_FAILS))


def tasks_of(
    number: int,
    seed: int,
    game: str,
    properties: tuple[Property, ...],
    bound: int,
    seconds: float | None,
) -> Iterator[RandomTask]:
    """The tasks that so many random cards take, from a seed on; a seed gives a dozen cards."""
    for at in range(0, number, CARDS):
        cards = min(CARDS, number - at)
        yield RandomTask(game, seed + at // CARDS, cards, properties, bound, seconds)


def prove_task(task: RandomTask) -> list[RandomCard]:
    """Prove the cards of one seed."""
    made = random_set(task.game, task.seed)
    found = []
    for card, block in made.made[: task.cards]:
        proof = prove(
            made.play_set,
            of_card(made.play_set, card, task.properties),
            bound=task.bound,
            seconds=task.seconds,
            max_paths=task.paths,
        )
        found.append(RandomCard(task.seed, block, proof.verdicts, proof.paths))
    return found


def prove_random(
    tasks: Sequence[RandomTask], executor: Executor, watch: Callable[[RandomCard], None]
) -> list[RandomCard]:
    """What is known of each card, in the order of the tasks."""
    found: dict[int, list[RandomCard]] = {}

    def note(at: int, cards: list[RandomCard]) -> None:
        found[at] = cards
        for card in cards:
            watch(card)

    going: dict[Future[list[RandomCard]], int] = {}
    for at, task in enumerate(tasks):
        future = executor.submit(prove_task, task)
        if future.done():
            note(at, future.result())
        else:
            going[future] = at
    for future in as_completed(going):
        note(going[future], future.result())
    return [card for at in sorted(found) for card in found[at]]


def failed(found: Sequence[RandomCard]) -> bool:
    """Whether something is refuted, or ended with an error."""
    return any(card.told for card in found)


def render(found: Sequence[RandomCard], form: str) -> str:
    """Every refutation and error with its card; then how many cards there are of each kind."""
    if form == "json":
        return json.dumps(_as_json(found), ensure_ascii=False, indent=2) + "\n"
    lines = [line for card in found for line in _told(card)]
    words = Counter(v.word for card in found for v in card.verdicts)
    said = ", ".join(f"{words[word]:,} {word}" for word in VERDICTS)
    cards = Counter(_worst(card) for card in found)
    by_card = ", ".join(f"{cards[word]:,} {word}" for word in VERDICTS)
    lines.append(f"{words.total():,} verdicts: {said}")
    lines += [f"  unknown: {number:,} {why}" for why, number in _reasons(found).most_common()]
    lines.append(f"{len(found):,} random cards, each by the worst of its verdicts: {by_card}")
    return "\n".join(lines) + "\n"


def _worst(card: RandomCard) -> str:
    order = ("refuted", "unknown", "vacuous", "holds up to")
    words = {verdict.word for verdict in card.verdicts}
    return next((word for word in order if word in words), "proved")


def _reasons(found: Sequence[RandomCard]) -> Counter[str]:
    """Why verdicts are unknown."""
    return Counter(v.why for card in found for v in card.verdicts if v.word == "unknown")


def _told(card: RandomCard) -> Iterator[str]:
    for verdict in card.told:
        yield from card.block.splitlines()
        yield f"  {verdict.property.name}: {verdict} (seed {card.seed})"
        game = verdict.witness
        if game is not None:
            yield f"  {'claim':10}{verdict.property.sentence}"
            parts = (("position", game.position), ("cards", game.cards), ("actions", game.actions))
            for title, lines in (*parts, ("broken", (game.broken,))):
                for at, line in enumerate(lines):
                    yield f"  {title if at == 0 else '':10}{line}"
        yield ""


def _as_json(found: Sequence[RandomCard]) -> dict[str, Any]:
    words = Counter(v.word for card in found for v in card.verdicts)
    return {
        "version": 1,
        "cards": len(found),
        "verdicts": {word: words[word] for word in VERDICTS},
        "unknown": dict(_reasons(found).most_common()),
        "told": [
            {
                "card": card.block,
                "seed": card.seed,
                "property": verdict.property.name,
                "verdict": str(verdict),
                **({"game": _game(verdict)} if verdict.witness is not None else {}),
            }
            for card in found
            for verdict in card.told
        ],
    }


def _game(verdict: Verdict) -> dict[str, Any]:
    assert verdict.witness is not None
    parts = ("position", "cards", "actions")
    game = {name: list(getattr(verdict.witness, name)) for name in parts}
    return {**game, "broken": verdict.witness.broken}
