"""One quick proof: the verdicts on a card, and what there is to report of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_check.grammar.findings import Witness
from rules_check.properties.citations import rules_behind
from rules_check.properties.symbolic.explore import TIME_IS_UP, too_many
from rules_check.properties.symbolic.prove import ENGINE_FAILS, NOT_REACHED, PROOF_FAILS, Verdict
from rules_check.prove.outcomes import LEFT_OUT, REFUTED, UNKNOWN, VACUOUS, Outcome, Shown
from rules_check.prove.work import Task, prove_task

BROKEN, FAILS, NOTHING = "RC601", "RC602", "RC603"


def attempt(task: Task) -> Outcome:
    """Prove a card within the paths of the task; whatever happens, something can be said of it."""
    names = [prop.name for prop in task.obligation.properties]
    try:
        proof = prove_task(task)
    except Exception as error:  # noqa: BLE001 (the card cannot even be laid out)
        why = f"{PROOF_FAILS}: {type(error).__name__}: {error}"
        return Outcome(dict.fromkeys(names, UNKNOWN), 0, why=why)
    stopped = (too_many(task.paths), TIME_IS_UP)
    verdicts = tuple(_of_a_check(verdict) for verdict in proof.verdicts)
    words = {v.property.name: LEFT_OUT if v.why in stopped else v.word for v in verdicts}
    late = any(verdict.why == TIME_IS_UP for verdict in verdicts)
    unknown = [v.why for v in verdicts if v.word == UNKNOWN and v.why not in stopped]
    why = next((why for why in unknown if not why.startswith(ENGINE_FAILS)), "")
    return Outcome(words, proof.paths, tuple(_shown(task.game.game, verdicts)), why, late)


def _of_a_check(verdict: Verdict) -> Verdict:
    """What a text says and no path does is nothing that the card could be blamed for: the proof
    does not reach it, and so it is not decided."""
    missed = verdict.word == VACUOUS and verdict.why.startswith(NOT_REACHED)
    return replace(verdict, word=UNKNOWN) if missed else verdict


def _shown(game: str, verdicts: tuple[Verdict, ...]) -> Iterator[Shown]:
    for verdict in verdicts:
        if verdict.word == REFUTED:
            yield _breach(game, verdict)
    failures = [verdict.why for verdict in verdicts if verdict.why.startswith(ENGINE_FAILS)]
    if failures:
        yield _failure(failures[0])
    empty = [verdict.property for verdict in verdicts if verdict.word == VACUOUS]
    if empty:
        yield Shown(
            NOTHING,
            f"no game with this card is about {' or '.join(prop.name for prop in empty)}",
            "nothing to prove (vacuous)",
            tuple(prop.sentence for prop in empty),
            "see whether the card can do what it is meant to do",
            tuple(dict.fromkeys(r for prop in empty for r in rules_behind(prop, game))),
        )


def _breach(game: str, verdict: Verdict) -> Shown:
    found = verdict.witness
    assert found is not None
    lines = (("position", found.position), ("cards", found.cards), ("actions", found.actions))
    notes = [f"{title}: {'; '.join(lines)}" for title, lines in lines if lines]
    return Shown(
        BROKEN,
        f"a game with this card breaks {verdict.property.name}",
        "the game is told below",
        (verdict.property.sentence, *notes, f"broken: {found.broken}"),
        "change the text, or allow RC601 with a reason if the card is meant to break this rule",
        rules_behind(verdict.property, game),
        Witness(found.position, found.cards, found.actions, found.broken),
    )


def _failure(why: str) -> Shown:
    return Shown(
        FAILS,
        why,
        "this card cannot be played",
        help="this is a fault of the engine: please report it with the card",
    )
