"""What proofs show, as text or JSON. The same cards and bound give the same bytes."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_check.fitting import page_width, width_of
from rules_check.properties.citations import applies, rules_behind
from rules_check.properties.model import Property
from rules_check.properties.registry import PROPERTIES
from rules_check.properties.symbolic.prove import Proof, Verdict, cards
from rules_check.prove.outcomes import VERDICTS
from rules_check.prove.support import Support, counted
from rules_check.rules.model import Ruleset

CELL: Final = 17
WIDTH: Final = 96
ASSUMED: Final = (
    "other cards are blank; zones are as small as the bound says; what a text means is what was "
    "read; the verdicts are about these properties, not about whether a text does what it says"
)
"""What every verdict leaves out; docs/proofs.md says more."""


@dataclass(frozen=True, slots=True)
class ProofReport:
    """The proofs of one run, and what they were about."""

    ruleset: Ruleset
    bound: int
    proofs: Sequence[Proof]
    support: Support
    properties: tuple[Property, ...]
    times: bool = False

    @property
    def failed(self) -> bool:
        """Whether something is refuted, or was not shown: nothing was about it, or not decided."""
        words = {verdict.word for proof in self.proofs for verdict in proof.verdicts}
        return bool(words & {"refuted", "vacuous", "unknown"})


def render(report: ProofReport, form: str, *, quiet: bool = False) -> str:
    """The report; `quiet` leaves what is not proved, and the last line."""
    if form == "json":
        return json.dumps(as_json(report), ensure_ascii=False, indent=2) + "\n"
    blocks: list[list[str]] = []
    if not quiet:
        blocks += [list(_heading(report)), *_tables(report)]
    for proof in report.proofs:
        for verdict in proof.verdicts:
            if verdict.word not in ("proved", "holds up to"):
                blocks.append(list(_finding(report, proof, verdict)))
    if untested := list(_untested(report)):
        blocks.append(untested)
    if not quiet:
        blocks.append(list(_support(report)))
    blocks.append([_last_line(report)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


# ------------------------------------------------------------------------------- as text


def _heading(report: ProofReport) -> Iterator[str]:
    kinds = Counter("card" if proof.obligation.card else "rule" for proof in report.proofs)
    said = f"{_number(kinds['card'], 'card')} and {_number(kinds['rule'], 'rule')}"
    yield f"{report.ruleset.title}: {said}, up to {cards(report.bound)} per zone"
    for prop in report.properties:
        rules = ", ".join(rules_behind(prop, report.ruleset.name))
        yield from _fold(f"{prop.sentence} [{rules}]", f"  {prop.name}: ")


def _tables(report: ProofReport) -> Iterator[list[str]]:
    """One table, or on a narrow terminal several: as many properties as fit in each."""
    start = max(len(proof.obligation.label) for proof in report.proofs) + 10 + 10 * report.times
    room, every = width_of(sys.stdout), report.properties
    fits = max(1, (room - start) // CELL) if room else len(every)
    for at in range(0, len(every), max(1, fits)):
        yield list(_table(report, every[at : at + fits]))


def _table(report: ProofReport, columns: Sequence[Property]) -> Iterator[str]:
    """A row for each card or rule, a column for each property."""
    width = max(len(proof.obligation.label) for proof in report.proofs)
    heads = [_folded_name(prop.name) for prop in columns]
    for line in range(max(map(len, heads))):
        last = line == max(map(len, heads)) - 1
        start = "rule or card".ljust(width) + "   paths" if last else " " * (width + 8)
        start += "   seconds" if last and report.times else " " * 10 * report.times
        cells = [head[line] if line < len(head) else "" for head in heads]
        yield (start + "  " + "".join(cell.ljust(CELL) for cell in cells)).rstrip()
    for proof in report.proofs:
        start = f"{proof.obligation.label.ljust(width)}{proof.paths:8,}"
        start += f"{proof.seconds:10.2f}" if report.times else ""
        said = {verdict.property: _cell(verdict) for verdict in proof.verdicts}
        cells = [said.get(prop, ".") for prop in columns]
        yield (start + "  " + "".join(cell.ljust(CELL) for cell in cells)).rstrip()


def _folded_name(name: str) -> list[str]:
    """A property in short lines, broken after hyphens."""
    lines = [""]
    for part in name.replace("-", "- ").split():
        if len(lines[-1]) + len(part) > CELL - 2:
            lines.append("")
        lines[-1] += part
    return lines


def _cell(verdict: Verdict) -> str:
    return f"holds up to ({verdict.bound})" if verdict.word == "holds up to" else verdict.word


def _finding(report: ProofReport, proof: Proof, verdict: Verdict) -> Iterator[str]:
    """A verdict that is neither proved nor bounded; a refutation with its game."""
    yield f"{proof.obligation.label}: {verdict.property.name}: {verdict}"
    game = verdict.witness
    if game is None:
        return
    prop = verdict.property
    rules = ", ".join(rules_behind(prop, report.ruleset.name))
    yield from _fold(f"{prop.sentence} [{rules}]", "  ")
    for title, lines in (
        ("position", game.position),
        ("cards", game.cards),
        ("actions", game.actions),
        ("broken", (game.broken,)),
    ):
        for at, line in enumerate(lines):
            yield f"  {title if at == 0 else '':10}{line}"
    yield "  (replayed on the plain engine)"
    if verdict.played:
        yield "  a game from the set-up:"
        yield from (f"    {line}" for line in verdict.played)


def _untested(report: ProofReport) -> Iterator[str]:
    """Where a verdict says less than it may seem: the situations in which nothing was about it."""
    for proof in report.proofs:
        for verdict in proof.verdicts:
            if verdict.untested and verdict.paths:
                said = f"{proof.obligation.label}: {verdict.property.name}: "
                where = ", ".join(verdict.untested)
                yield from _fold(where, f"{said}not put to the test in: ")
            if verdict.word == "holds up to" and not verdict.reaches():
                yield f"{proof.obligation.label}: {verdict.property.name}: {verdict}"


def _support(report: ProofReport) -> Iterator[str]:
    for what, grades in (("cards", report.support.cards), ("rules", report.support.rules)):
        if grades:
            numbers = counted(grades.values())
            said = ", ".join(f"{number} {name}" for name, number in numbers.items())
            of = f"{len(grades)} {what}"
            yield f"support: {of}: {said}"
    book = report.ruleset.name
    played = [p.name for p in PROPERTIES if p.statement is None and applies(p, book)]
    yield from _fold(", ".join(played), "only played, by rules-check fuzz: ")
    yield from _fold(ASSUMED, "assumed: ")


def _last_line(report: ProofReport) -> str:
    words = Counter(verdict.word for proof in report.proofs for verdict in proof.verdicts)
    said = [f"{words['proved']} proved"]
    said.append(f"{words['holds up to']} holds up to ({cards(report.bound)} per zone)")
    said += [f"{words[word]} {word}" for word in VERDICTS[2:]]
    return f"{_number(words.total(), 'verdict')}: {', '.join(said)}"


def _number(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _fold(text: str, start: str) -> list[str]:
    return textwrap.wrap(
        text,
        page_width(WIDTH),
        initial_indent=start,
        subsequent_indent="    ",
        break_on_hyphens=False,
    )


# ------------------------------------------------------------------------------- as JSON


def as_json(report: ProofReport) -> dict[str, Any]:
    """The report as JSON values."""
    words = Counter(verdict.word for proof in report.proofs for verdict in proof.verdicts)
    return {
        "version": 1,
        "game": report.ruleset.name,
        "bound": report.bound,
        "properties": [prop.name for prop in report.properties],
        "proofs": [_proof(report, proof) for proof in report.proofs],
        "support": {
            "cards": {**counted(report.support.cards.values()), "by_card": report.support.cards},
            "rules": {**counted(report.support.rules.values()), "by_rule": report.support.rules},
        },
        "verdicts": {word: words[word] for word in VERDICTS},
    }


def _proof(report: ProofReport, proof: Proof) -> dict[str, Any]:
    subject = proof.obligation
    return {
        "card" if subject.card is not None else "rule": subject.label,
        "paths": proof.paths,
        **({"seconds": round(proof.seconds, 3)} if report.times else {}),
        "verdicts": [_verdict(verdict) for verdict in proof.verdicts],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    found: dict[str, Any] = {
        "property": verdict.property.name,
        "verdict": verdict.word,
        "paths": verdict.paths,
    }
    if verdict.word == "holds up to":
        found["bound"] = verdict.bound
        if not verdict.reaches():
            found["counted_to"] = verdict.counted_to
    if verdict.why:
        found["why"] = verdict.why
    if verdict.untested:
        found["untested"] = list(verdict.untested)
    if verdict.witness is not None:
        game = verdict.witness
        found["game"] = {
            "position": list(game.position),
            "cards": list(game.cards),
            "actions": list(game.actions),
            "broken": game.broken,
            "from_setup": list(verdict.played),
        }
    return found
