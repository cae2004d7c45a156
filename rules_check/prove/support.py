"""The support map: which cards and rules are proved, which up to a bound, which only played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.game import Game
from rules_check.properties.symbolic.prove import Proof
from rules_check.rules.load import load_rules

GRADES: Final = ("proved", "up to the bound", "only played")


@dataclass(frozen=True, slots=True)
class Support:
    """The grade of each card, and of each executable rule of the book by its id."""

    cards: dict[str, str]
    rules: dict[str, str]


def support_of(playset: PlaySet, proofs: Sequence[Proof]) -> Support:
    """What the proofs say about cards, and about the rules that stand behind what happened.

    A rule is as well supported as the worst of the obligations on whose paths it was at work;
    one that was never at work there has only been played.
    """
    cards = {p.obligation.label: grade(p) for p in proofs if p.obligation.card is not None}
    game = Game(playset)
    grades: dict[str, str] = {}
    for proof in proofs:
        worst = grade(proof)
        for rule in {rule for topic in proof.topics for rule in game.cites(topic)}:
            grades[rule] = max(worst, grades.get(rule, worst), key=GRADES.index)
    book = [rule.id for rule in load_rules(playset.ruleset.name).rules.values() if rule.executable]
    return Support(cards, {rule: grades.get(rule, GRADES[-1]) for rule in book})


def grade(proof: Proof) -> str:
    """The grade that all verdicts of a proof deserve."""
    words = {verdict.word for verdict in proof.verdicts}
    if words == {"proved"}:
        return GRADES[0]
    return GRADES[1] if words <= {"proved", "holds up to"} else GRADES[2]


def counted(grades: Iterable[str]) -> dict[str, int]:
    """How many there are of each grade."""
    found = Counter(grades)
    return {name: found[name] for name in GRADES}
