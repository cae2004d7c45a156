"""The report of a run: for people, for other programs, for CI.

What a foreign program said is shown, never obeyed: control characters by their numbers, cut to a
limit, escaped as each format wants it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from rules_check.conform.behind import rules_behind
from rules_check.conform.filling import all_rules
from rules_check.conform.likely import suspects
from rules_check.conform.outcomes import OUTCOMES, VECTOR, Conformance, Verdict
from rules_check.conform.page import Told, render_html
from rules_check.glyphs import shorten, visible
from rules_check.output.report import plural
from rules_check.rules.load import load_ruleset

JSON = Any

LIMIT: Final = 400
"""So many characters of one value are shown to people."""

SHOWN: Final = 10
"""So many failures are told at length, unless somebody says another number."""


def safe(text: str, limit: int = LIMIT) -> str:
    """Foreign text in one line of limited length."""
    return shorten(visible(text), limit)


@cache
def _rules() -> Mapping[str, str]:
    return all_rules()


def rule_lines(verdict: Verdict) -> list[str]:
    """The rules that a vector is about, with what they say."""
    return [f"{rule}: {_rules().get(rule, '')}" for rule in verdict.vector["rules"]]


def behind_lines(verdict: Verdict) -> list[str]:
    """The rules behind what happens where an engine diverges, with what they say."""
    if verdict.divergence is None:
        return []
    behind = rules_behind(verdict.vector, verdict.divergence)
    if set(behind) <= set(verdict.vector["rules"]):
        return []  # they are told already
    return [f"{rule}: {_rules().get(rule, '')}" for rule in behind]


def where(verdict: Verdict) -> str:
    """The step at which an engine went wrong."""
    found = verdict.divergence
    if found is None:
        return ""
    if not found.step:
        return "after the set-up"
    steps = verdict.vector["steps"]
    step = steps[found.step - 1] if found.step <= len(steps) else {}
    action = json.dumps(step.get("action", []), ensure_ascii=False)
    return f"after step {found.step}, {step.get('actor', '')} {action}"


def name(run: Conformance) -> str:
    """Who was tested."""
    who = run.implementation
    said = f"{who.get('name', 'unknown')} {who.get('version', '')} ({who.get('language', '?')})"
    return safe(said, 120)


def summary(run: Conformance) -> str:
    """The outcomes in a line."""
    counts = run.counts()
    told = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]]
    cut = "" if run.complete else f" INCOMPLETE: {run.why_cut}"
    compared = f", {run.decisions} decisions compared" if run.what == "game" else ""
    number = plural(len(run.verdicts), run.what)
    return f"{number}: {', '.join(told) or 'none'}{compared}{cut}"


# ---------------------------------------------------------------------------------- text


def render_text(run: Conformance, shown: int = SHOWN) -> str:
    """For a terminal."""
    failed = sorted((x for x in run.verdicts if x.failed), key=_length)
    lines = [f"{name(run)}: {' '.join(map(safe, run.command))}"]
    for verdict in failed[:shown]:
        lines += ["", *failure_lines(verdict)]
    if len(failed) > shown:
        lines += ["", f"and {len(failed) - shown} more (--show N tells more of them)"]
    lines += ["", *_by_section(run), *_suspected(run), summary(run)]
    return "\n".join(lines) + "\n"


def suspect_lines(run: Conformance) -> list[str]:
    """The rules that are likely to be broken, seen from all failures of vectors."""
    found = suspects(run.verdicts) if run.what == VECTOR else []
    return [
        f"{x.rule}: {_rules().get(x.rule, '')} ({x.failed} of its {x.tried} vectors fail)"
        for x in found
    ]


def _suspected(run: Conformance) -> Iterator[str]:
    if lines := suspect_lines(run):
        yield "likely to be broken, the likeliest first:"
        yield from (f"  {line}" for line in lines)


def _length(verdict: Verdict) -> tuple[int, int]:
    """How long a vector is: the shortest game that shows a mistake is told first."""
    vector = verdict.vector
    return len(vector["steps"]), len(vector["features"])


def failure_lines(verdict: Verdict) -> Iterator[str]:
    """A failure at length."""
    vector = verdict.vector
    yield f"{verdict.outcome}: {verdict.id}: {vector['title']}"
    for rule in rule_lines(verdict):
        yield f"  rule {rule}"
    yield f"  {vector['kind']}; an engine that fails here {vector['bug_class']}"
    if verdict.divergence is not None:
        yield f"  {where(verdict)}:"
        for rule in behind_lines(verdict):
            yield f"  behind it: {rule}"
        for found in verdict.divergence.differences[:8]:
            yield f"    - {safe(found.path)}: {safe(_json(found.expected))}"
            yield f"    + {safe(found.path)}: {safe(_json(found.found))}"
    if verdict.divergence is None or "deterministic" in verdict.why:
        yield f"  {safe(verdict.why)}"
    for line in verdict.transcript[-4:]:
        yield f"  {safe(line, 200)}"
    for line in verdict.stderr.splitlines()[-5:]:
        yield f"  stderr: {safe(line, 200)}"
    yield f"  {verdict.again or f'rules-check vectors show {verdict.id}'}"


def _json(value: JSON) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def by_section(run: Conformance) -> dict[tuple[str, str], list[Verdict]]:
    """The verdicts that were tried, by ruleset and section code of their first rule."""
    found: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in run.verdicts:
        tried = verdict.outcome not in ("unsupported", "skipped", "not-run")
        if tried and verdict.vector["rules"]:
            code = verdict.vector["rules"][0].split("-")[1].rstrip("0123456789")
            found.setdefault((verdict.vector["ruleset"], code), []).append(verdict)
    return found


def _by_section(run: Conformance) -> Iterator[str]:
    """Where the failures are."""
    for (ruleset, code), verdicts in by_section(run).items():
        failed = sum(verdict.failed for verdict in verdicts)
        if failed:
            yield f"{ruleset} {code}: {failed} of {len(verdicts)} fail"


# ---------------------------------------------------------------------------------- json


def render_json(run: Conformance) -> str:
    """For other programs; `complete` is false until the run has come to its end."""
    vectors = run.what == VECTOR
    document = {
        "version": 1,
        "complete": run.complete,
        "why_cut": run.why_cut,
        "command": list(run.command),
        "implementation": dict(run.implementation),
        "seconds": round(run.seconds, 1),
        **({} if vectors else {"decisions": run.decisions}),
        "counts": {outcome: run.counts()[outcome] for outcome in OUTCOMES},
        **({"suspects": [x._asdict() for x in suspects(run.verdicts)]} if vectors else {}),
        "results": [_result(verdict) for verdict in run.verdicts],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _result(verdict: Verdict) -> dict[str, JSON]:
    vector = verdict.vector
    told: dict[str, JSON] = {
        "id": verdict.id,
        "outcome": verdict.outcome,
        "kind": vector["kind"],
        "ruleset": vector["ruleset"],
        "rules": vector["rules"],
        "hash": vector["info"]["hash"],
    }
    if verdict.why:
        told["why"] = verdict.why
    if verdict.issue:
        told["issue"] = verdict.issue
    if verdict.readings:
        told["readings"] = list(verdict.readings)
    if verdict.divergence is not None:
        told["step"] = verdict.divergence.step
        told["differences"] = [x._asdict() for x in verdict.divergence.differences]
        told["rules_behind"] = rules_behind(vector, verdict.divergence)
    if verdict.transcript:
        told["transcript"] = list(verdict.transcript)
    if verdict.stderr:
        told["stderr"] = verdict.stderr
    return told


# --------------------------------------------------------------------------------- junit


def render_junit(run: Conformance) -> str:
    """As JUnit XML: a suite for each ruleset, a test for each vector."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<testsuites name={_quoted(f'rules-check conform: {name(run)}')}>")
    suites: dict[str, list[Verdict]] = {}
    for verdict in run.verdicts:
        suites.setdefault(verdict.vector["ruleset"], []).append(verdict)
    for ruleset, verdicts in suites.items():
        failed = sum(v.failed for v in verdicts)
        skipped = sum(v.outcome in _NOT_RUN for v in verdicts)
        head = f'tests="{len(verdicts)}" failures="{failed}" skipped="{skipped}"'
        lines.append(f"  <testsuite name={_quoted(ruleset)} {head}>")
        lines += [_testcase(verdict) for verdict in verdicts]
        lines.append("  </testsuite>")
    if not run.complete:
        lines.append('  <testsuite name="the run" tests="1" errors="1">')
        why = _quoted(f"incomplete: {run.why_cut}")
        lines.append(f'    <testcase classname="run" name="complete"><error message={why}/>')
        lines.append("    </testcase>\n  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


_NOT_RUN: Final = frozenset("skipped unsupported not-run expected-fail".split())


def _testcase(verdict: Verdict) -> str:
    vector = verdict.vector
    head = (
        f"classname={_quoted(vector['ruleset'] + '.' + vector['kind'])} name={_quoted(verdict.id)}"
    )
    head += f' time="{verdict.seconds:.3f}"'
    if verdict.failed:
        inside = escape("\n".join(failure_lines(verdict)))
        kind = quoteattr(verdict.outcome)
        told = f"<failure type={kind} message={_quoted(verdict.why)}>{inside}</failure>"
    elif verdict.outcome in _NOT_RUN:
        told = f"<skipped message={_quoted(f'{verdict.outcome}: {verdict.why}')}/>"
    else:
        return f"    <testcase {head}/>"
    return f"    <testcase {head}>{told}</testcase>"


def _quoted(text: str) -> str:
    return quoteattr(safe(text))


# ----------------------------------------------------------------------- github, markdown


def render_github(run: Conformance) -> str:
    """As annotations of a GitHub workflow, and a line at the end."""
    lines = []
    for verdict in run.verdicts:
        if verdict.failed:
            title = _property(f"{verdict.outcome} {verdict.id}")
            rules = ", ".join(verdict.vector["rules"])
            message = f"{verdict.vector['title']} ({rules}): {verdict.why}"
            lines.append(f"::error title={title}::{_data(safe(message, 1000))}")
    level = "notice" if run.complete and not run.failed else "warning"
    lines.append(f"::{level} title=rules-check conform::{_data(summary(run))}")
    return "\n".join(lines) + "\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def render_markdown(run: Conformance) -> str:
    """For a comment or a job summary."""
    lines = [f"## Conformance of {_cell(name(run))}", "", _cell(summary(run)), ""]
    lines += ["| ruleset | section | tried | failed |", "|---|---|---|---|"]
    for (ruleset, code), verdicts in by_section(run).items():
        failed = sum(verdict.failed for verdict in verdicts)
        lines.append(f"| {ruleset} | {code} | {len(verdicts)} | {failed} |")
    if lines_of_rules := suspect_lines(run):
        lines += ["", "Likely to be broken, the likeliest first:", ""]
        lines += [f"1. {_cell(line)}" for line in lines_of_rules]
    failed_ones = [verdict for verdict in run.verdicts if verdict.failed]
    if failed_ones:
        lines += ["", "| vector | rules | outcome | what |", "|---|---|---|---|"]
    for verdict in failed_ones[:100]:
        rules = ", ".join(verdict.vector["rules"])
        cells = (verdict.id, rules, verdict.outcome, f"{where(verdict)} {verdict.why}")
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    if len(failed_ones) > 100:
        lines.append(f"\n… and {len(failed_ones) - 100} more")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Text that Markdown shows as it is."""
    shown = safe(text)
    for sign in "\\`*_{}[]<>#|!~&":
        shown = shown.replace(sign, f"\\{sign}" if sign not in "<>&" else f"&#{ord(sign)};")
    return shown


def _html(run: Conformance) -> str:
    sections = {
        (ruleset, load_ruleset(ruleset).rulebook().sections.get(code, code)): verdicts
        for (ruleset, code), verdicts in by_section(run).items()
    }
    told = Told(name(run), summary(run), suspect_lines(run))
    return render_html(run, told, rule_lines, where, sections)


RENDER: Final[Mapping[str, Callable[[Conformance], str]]] = {
    "text": render_text,
    "json": render_json,
    "junit": render_junit,
    "github": render_github,
    "markdown": render_markdown,
    "html": _html,
}
