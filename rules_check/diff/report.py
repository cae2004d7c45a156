"""What has changed, as text or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_check.cases.against import CardChanges
from rules_check.diff.cases import lines, record
from rules_check.diff.compare import Change, Key, standard
from rules_check.oracle.scenarios.drafts import given_keys
from rules_check.properties.symbolic.prove import cards
from rules_check.properties.symbolic.witness_lines import told
from rules_check.properties.words.ends import OtherEnds

FIRST, SECOND = "before", "after"


def text(
    changes: Sequence[Change], bound: int, cases: Mapping[Key, CardChanges], *, everything: bool
) -> Iterator[str]:
    """The changes in lines, with the cases that go another way, and a last line that counts."""
    for change in changes:
        if everything or change.word != "unchanged" or change.values:
            yield from _told(change, bound)
            if (of_card := cases.get(change.key)) is not None:
                yield from lines(of_card)
            yield ""
    yield summary(changes)


def summary(changes: Sequence[Change]) -> str:
    """The last line: how many cards there are of each kind."""
    counted = Counter(change.word for change in changes)
    parts = [f"{number} {_counted(word, number)}" for word, number in counted.items()]
    number = len(changes)
    return f"{number} {'card' if number == 1 else 'cards'}: {', '.join(parts) or 'none'}"


def _counted(word: str, number: int) -> str:
    return "differ" if word == "differs" and number > 1 else word


def _told(change: Change, bound: int) -> Iterator[str]:
    yield f"{change.name}: {_verdict(change, bound)}"
    for what, before, after in change.values:
        yield f"  {what}: {before} before, {after} after"
    if change.before and change.after and change.word not in ("unchanged", "reworded"):
        yield f"  {FIRST}: {standard(change.before)}"
        yield f"  {SECOND}:  {standard(change.after)}"
    if change.apart is not None and change.apart.witness is not None:
        yield "  a game in which they differ:"
        yield from (f"    {line}" for line in told(change.apart.witness, FIRST, SECOND))
    if change.dealt is not None:
        yield f"  a game in which they differ: {change.dealt.what}"
        yield from (f"    given {line}" for line in _given(change.dealt))
        yield from (f"    {line}" for line in change.dealt.answers)


def _given(dealt: OtherEnds) -> Iterator[str]:
    """Where a dealt game begins."""
    if dealt.position is None:
        yield "a new game"
        return
    for key, value in given_keys(dealt.position):
        if value not in ("[]", '"play"'):
            yield f"{key}: {value}"


def _verdict(change: Change, bound: int) -> str:
    bound = change.apart.bound if change.apart is not None else bound
    match change.word:
        case "unchanged":
            return "only its values have changed" if change.values else "unchanged"
        case "reworded":
            return "other words, the same meaning"
        case "same":
            return f"the same in every game (up to {cards(bound)} per zone)"
        case "differs":
            return "differs"
        case "unknown":
            assert change.apart is not None
            return f"unknown ({change.apart.why})"
        case "not compared":
            return f"not compared, {change.why or 'it has errors'}"
        case word:
            return word


def as_json(changes: Sequence[Change], bound: int, cases: Mapping[Key, CardChanges]) -> str:
    """The changes for programs."""
    found = []
    for change in changes:
        of_card = cases.get(change.key)
        found.append({**_record(change), **({"cases": record(of_card)} if of_card else {})})
    return json.dumps({"bound": bound, "cards": found}, indent=2, ensure_ascii=False)


def _record(change: Change) -> dict[str, Any]:
    record: dict[str, Any] = {"name": change.name, "verdict": change.word}
    if change.values:
        record["values"] = [
            {"what": what, "before": before, "after": after}
            for what, before, after in change.values
        ]
    if change.before is not None:
        record["before"] = standard(change.before)
    if change.after is not None:
        record["after"] = standard(change.after)
    if change.why:
        record["why"] = change.why
    if change.dealt is not None:
        record["dealt"] = {
            "given": list(_given(change.dealt)),
            "answers": list(change.dealt.answers),
            "what": change.dealt.what,
        }
    if change.apart is not None:
        record["paths"] = change.apart.paths
        if change.apart.why:
            record["why"] = change.apart.why
        if (witness := change.apart.witness) is not None:
            record["witness"] = {
                "position": list(witness.position),
                "cards": list(witness.cards),
                "before": list(witness.first.actions),
                "after": list(witness.second.actions),
                "differences": [
                    {"what": what, "before": one, "after": other}
                    for what, one, other in witness.differences()
                ],
            }
    return record
