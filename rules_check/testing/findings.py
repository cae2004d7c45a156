"""What is wrong with a scenario, as diagnostics: where it stands, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules_check.diagnostics import Diagnostic, diagnose
from rules_check.grammar.findings import Finding, Span, closest
from rules_check.oracle.scenarios.lines import Lines
from rules_check.oracle.scenarios.model import (
    BadKey,
    BadPosition,
    BrokenCards,
    NotToml,
    Scenario,
    ScenarioError,
)
from rules_check.oracle.scenarios.runner import EVENT, Failure, Outcome

NOT_MET: Final = "RC701"
NOT_POSSIBLE: Final = "RC702"
NOT_TOML: Final = "RC703"
GARBLED: Final = "RC704"
NO_POSITION: Final = "RC705"
NO_SCENARIOS: Final = "RC706"
NOT_RUN: Final = "RC707"
UNCONFIRMED: Final = "RC708"
FAULT: Final = "RC901"

PAGE: Final = "docs/scenario-files.md"
"""The page that tells how scenarios are written."""


@dataclass(frozen=True, slots=True)
class Page:
    """A scenario file as it was typed."""

    path: str
    lines: Lines
    rows: Sequence[str]

    def diagnostic(self, finding: Finding) -> Diagnostic:
        """What is found in this file."""
        return diagnose(finding, self.path, self.rows)


# ------------------------------------------------------------------- what cannot be played


def mistake(error: ScenarioError, page: Page) -> Diagnostic:
    """A scenario, or a whole file, that cannot be read or played as it is written."""
    code, advice = _kind(error)
    if code == NOT_TOML:
        span = page.lines.mistake(error.problem)
    else:
        span = page.lines.find(error.number, error.key, error.words)
    message, label = error.problem, ""
    if isinstance(error, BadKey) and error.key:
        message = f"`{error.key}`{'' if error.reason.startswith('is ') else ':'} {error.reason}"
    if code == NOT_RUN:
        message, label = f"not run: {error.problem}", "a card that it needs has errors"
    return page.diagnostic(
        Finding(code, message, span, label=label, card=error.scenario, help=advice)
    )


def _kind(error: ScenarioError) -> tuple[str, str]:
    """The code of an error, and what to do."""
    if isinstance(error, NotToml):
        return NOT_TOML, f"texts stand in quotes, lists in [ ] with commas; {PAGE} has examples"
    if isinstance(error, BrokenCards):
        return NOT_RUN, "put the card right: `rules-check` with the card file tells more"
    if not isinstance(error, BadPosition):
        return GARBLED, f"{PAGE} lists the keys, and what may stand under `when` and `then`"
    if "no such card" in error.problem:
        return NO_POSITION, "cards are named as on the card; `cards` names a card file of your own"
    if "not understood: " in error.problem:
        words = error.problem.partition("not understood: ")[2]
        return NO_POSITION, f'`rules-check explain "{words}"` tells where understanding ends'
    return NO_POSITION, f"{PAGE} tells what `given` may say"


def empty(page: Page) -> Diagnostic:
    """A file without scenarios, which would pass whatever the cards do."""
    advice = "begin each scenario with a line [[scenario]]"
    finding = Finding(NO_SCENARIOS, "the file has no scenarios", page.lines.start(0), help=advice)
    return page.diagnostic(finding)


def fault(scenario: Scenario, error: Exception, page: Page) -> Diagnostic:
    """A defect of the engine."""
    message = f"not run: the engine ended with {type(error).__name__}: {error}"
    advice = "this is not your mistake: please report it with the scenario and its cards"
    span = page.lines.start(scenario.number)
    return page.diagnostic(Finding(FAULT, message, span, card=scenario.id, help=advice))


# -------------------------------------------------------------------------- what failed


def failed(outcome: Outcome, page: Page) -> list[Diagnostic]:
    """Everything that was not as the scenario says; each game is told once."""
    found: list[Diagnostic] = []
    told = -1
    for failure in outcome.failures:
        game = _game(outcome, failure.told) if failure.told != told else iter(())
        told = failure.told
        found.append(page.diagnostic(_failure(outcome.scenario, failure, tuple(game), page)))
    return found


def _failure(scenario: Scenario, failure: Failure, game: tuple[str, ...], page: Page) -> Finding:
    title = (f"scenario: {scenario.title}",) if scenario.title else ()
    if failure.offered is None:
        label, more = _found(failure)
        return Finding(
            NOT_MET,
            f"{_step(scenario, failure)} is not as expected",
            _place(scenario, failure, page),
            label=label,
            card=scenario.id,
            notes=(*title, *more, *game),
            help="if the game is right, correct this line; if not, the text of the card",
        )
    if failure.open:
        who, _, kind = failure.open.partition(" ")
        return Finding(
            NOT_MET,
            f"the scenario ends while {who} has to decide ({kind})",
            _place(scenario, failure, page),
            label="what comes of this is still open",
            card=scenario.id,
            notes=(*title, *_offered(failure.offered), *game),
            help="write the answer under `when`; if the decision is what the scenario shows, "
            f'add "choice: {failure.open}" to `then`',
        )
    near = closest(failure.text, failure.offered)
    meant = f"did you mean `{near}`? " if near and near != failure.text else ""
    return Finding(
        NOT_POSSIBLE,
        f"{_step(scenario, failure)} cannot be done; the scenario ends here",
        _place(scenario, failure, page),
        label=failure.problem,
        card=scenario.id,
        notes=(*title, *_offered(failure.offered), *game),
        help=f"{meant}write what is offered, or change `given` so that this is possible",
    )


def _found(failure: Failure) -> tuple[str, tuple[str, ...]]:
    """What goes under the caret, and what is too long for it; the game tells events itself."""
    said, line = failure.problem, failure.text.removeprefix("then ")
    if said.startswith("happened: "):
        if line.startswith("no event"):
            return "this happened", ()
        return f"this did not happen{', or in another order' if ' before ' in line else ''}", ()
    if said.startswith("offered are: "):
        label = "this is offered" if line.startswith("not ") else "this is not offered"
        return label, _offered(said.removeprefix("offered are: ").split("; "))
    if said.startswith("cited are: "):
        return "nothing happened because of this rule", (said,)
    return said, ()


def _offered(actions: Sequence[str]) -> tuple[str, ...]:
    if not actions or actions == ["none"]:
        return ("nothing is offered",)
    return ("offered are:", *(f"  {action}" for action in dict.fromkeys(actions)))


def _step(scenario: Scenario, failure: Failure) -> str:
    """Which step, in words."""
    if not failure.step:
        return "the set-up"
    if failure.step <= scenario.acts:
        return f"step {failure.step} of `when`"
    return f"line {failure.step - scenario.acts} of `then`"


def _place(scenario: Scenario, failure: Failure, page: Page) -> Span:
    if not failure.step:
        return page.lines.item(scenario.number, "then", 0)
    if failure.step <= scenario.acts:
        return page.lines.item(scenario.number, "when", failure.step - 1)
    return page.lines.item(scenario.number, "then", failure.step - 1 - scenario.acts)


def _game(outcome: Outcome, told: int) -> Iterator[str]:
    lines = outcome.transcript[:told]
    if lines:
        yield "the game up to there, with the rules behind it:"
        yield from (f"  {line}" for line in numbered(lines))
    else:
        yield "nothing has happened up to there"


def numbered(transcript: Sequence[str]) -> Iterator[str]:
    """A transcript, its events numbered and its actions as they are."""
    number = 0
    for line in transcript:
        if line.startswith(EVENT):
            number += 1
            yield f"{number:4}. {line.removeprefix(EVENT)}"
        else:
            yield line


def unconfirmed(scenario: Scenario, page: Page) -> Diagnostic:
    """A draft: it says what the engine does, which may not be what the card should do."""
    return page.diagnostic(
        Finding(
            UNCONFIRMED,
            "nobody has confirmed what is expected here",
            page.lines.find(scenario.number, "draft"),
            label="a draft",
            card=scenario.id,
            help="read each line of `then`, correct what is wrong, and delete this line",
        )
    )
