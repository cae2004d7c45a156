"""Pairs of cards proved together: those that touch the same, in so many processes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from typing import Any

from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.playset import CardDef
from rules_check.properties.interactions.proving import PAIR_PATHS, Pair, prove_pair, touching
from rules_check.properties.model import Property
from rules_check.prove.decks import Deck, play_set

__all__ = ["PairReport", "PairTask", "prove_pairs", "render", "touching"]

TOGETHER = 12
"""So many pairs are given to a process at a time."""


@dataclass(frozen=True, slots=True)
class PairTask:
    """Some pairs, with all that another process needs to prove them."""

    game: Arrangement
    more: Deck
    pairs: tuple[tuple[CardDef, ...], ...]
    properties: tuple[Property, ...]
    bound: int
    seconds: float | None
    paths: int = PAIR_PATHS

    def split(self) -> Iterator[PairTask]:
        """The same in pieces."""
        for at in range(0, len(self.pairs), TOGETHER):
            pairs = self.pairs[at : at + TOGETHER]
            yield PairTask(
                self.game, self.more, pairs, self.properties, self.bound, self.seconds, self.paths
            )


def _prove(task: PairTask) -> list[Pair]:
    cards = play_set(task.game, task.more)
    return [
        prove_pair(
            cards,
            pair,
            task.properties,
            bound=task.bound,
            max_paths=task.paths,
            seconds=task.seconds,
        )
        for pair in task.pairs
    ]


def prove_pairs(task: PairTask, executor: Executor, watch: Callable[[Pair], None]) -> list[Pair]:
    """What is known of each pair, in their order."""
    going = {executor.submit(_prove, piece): at for at, piece in enumerate(task.split())}
    found: dict[int, list[Pair]] = {}
    for future in as_completed(going):
        found[going[future]] = future.result()
        for pair in found[going[future]]:
            watch(pair)
    return [pair for at in sorted(found) for pair in found[at]]


@dataclass(frozen=True, slots=True)
class PairReport:
    """What was found of the pairs of a set; `cards` is how many cards there are."""

    title: str
    cards: int
    bound: int
    pairs: Sequence[Pair]

    @property
    def failed(self) -> bool:
        """Whether something is refuted, or not decided."""
        return any(pair.word != "kept" for pair in self.pairs)


def render(report: PairReport, form: str) -> str:
    """The report."""
    if form == "json":
        return json.dumps(_as_json(report), ensure_ascii=False, indent=2) + "\n"
    every = report.cards * (report.cards - 1) // 2
    lines = [f"{report.title}: {len(report.pairs):,} of {every:,} pairs of cards touch the same"]
    for pair in report.pairs:
        lines += _told(pair)
    words = Counter(pair.word for pair in report.pairs)
    zone = f"{report.bound} card" if report.bound == 1 else f"{report.bound} cards"
    said = (
        f"{words['kept']:,} keep together what each keeps alone (up to {zone} per zone)",
        f"{words['refuted']} refuted",
        f"{words['alone']} of which one card breaks something alone",
        f"{words['unknown']} unknown",
    )
    lines += ["", f"{len(report.pairs):,} pairs: {', '.join(said)}"]
    return "\n".join(lines) + "\n"


def _told(pair: Pair) -> Iterator[str]:
    names = " and ".join(card.name for card in pair.cards)
    if pair.word == "unknown":
        yield f"{names}: unknown ({pair.why})"
    elif pair.word == "alone":
        yield f"{names}: one of them breaks it alone (rules-check prove)"
    elif pair.shown is not None:
        yield ""
        yield f"{pair.shown.message}: refuted"
        parts = (("position", pair.shown.position), ("cards", pair.shown.others))
        for title, lines in (*parts, ("actions", pair.shown.acts)):
            yield from (f"  {title:<9} {line}" for line in lines)
        yield from (f"  {line}" for line in pair.shown.outcome)


def _as_json(report: PairReport) -> dict[str, Any]:
    return {
        "version": 1,
        "game": report.title,
        "bound": report.bound,
        "cards": report.cards,
        "pairs": [
            {
                "cards": [card.name for card in pair.cards],
                "verdict": pair.word,
                "paths": pair.paths,
                **({"why": pair.why} if pair.why else {}),
                **({"game": _game(pair)} if pair.shown is not None else {}),
            }
            for pair in report.pairs
        ],
    }


def _game(pair: Pair) -> dict[str, list[str]]:
    assert pair.shown is not None
    parts = ("position", "others", "acts", "outcome")
    return {name: list(getattr(pair.shown, name)) for name in parts}
