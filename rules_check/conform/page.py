"""The report of a run as one HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from rules_check.conform.outcomes import OUTCOMES, Conformance, Verdict
from rules_check.glyphs import shorten, visible

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
details { border: 1px solid #ccc; border-radius: .4rem; margin: .5rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } pre { overflow-x: auto; background: #f4f4f4; padding: .6rem; }
.pass { color: #176d2c; } .fail { color: #a41616; } .cut { background: #fff0c2; padding: .5rem; }
.bar { background: #d9f2dc; display: inline-block; height: .8rem; width: 12rem; }
.bar span { background: #a41616; display: block; height: 100%; }
td { overflow-wrap: anywhere; vertical-align: top; } li code { overflow-wrap: anywhere; }
del, ins { text-decoration: none; } del { background: #ffdada; } ins { background: #d9f2dc; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  pre { background: #262626; } del { background: #5a1f1f; } ins { background: #1d4a26; }
  .pass { color: #7bd88f; } .fail { color: #ff8080; } .cut { background: #4a3b00; } }
"""

LIMIT: Final = 1500


def _safe(text: str, limit: int = LIMIT) -> str:
    return escape(shorten(visible(text), limit))


class Told(NamedTuple):
    """What the page says in words: who was tested, the outcomes in a line, and the rules that are
    likely to be broken."""

    name: str
    summary: str
    suspects: Sequence[str]


def render_html(
    run: Conformance,
    told: Told,
    rules: Callable[[Verdict], list[str]],
    where: Callable[[Verdict], str],
    sections: Mapping[tuple[str, str], list[Verdict]],
) -> str:
    """The page; `sections` are the verdicts by ruleset and section of its book."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Conformance of {_safe(told.name)}</title><style>{STYLE}</style></head><body>",
        f"<h1>Conformance of {_safe(told.name)}</h1>",
        f"<p><code>{_safe(' '.join(run.command))}</code></p>",
    ]
    if not run.complete:
        lines.append(f'<p class="cut"><strong>Incomplete:</strong> {_safe(run.why_cut)}</p>')
    lines.append(f'<p class="{"fail" if run.failed else "pass"}">{_safe(told.summary)}</p>')
    counts = run.counts()
    rows = [
        f"<tr><td>{counts[outcome]}</td><th>{outcome}</th><td>{words}</td></tr>"
        for outcome, words in OUTCOMES.items()
        if counts[outcome]
    ]
    lines += ["<table>", *rows, "</table>"]
    failed = sorted((x for x in run.verdicts if x.failed), key=lambda x: len(x.vector["steps"]))
    if failed:
        if told.suspects:
            items = "".join(f"<li>{_safe(line)}</li>" for line in told.suspects)
            lines += ["<h2>Likely to be broken</h2>", f"<ol>{items}</ol>"]
        lines += ["<h2>Where it fails</h2>", *_overview(sections), "<h2>What differs</h2>"]
        lines.append("<p>The shortest games come first.</p>")
    for number, verdict in enumerate(failed):
        opened = "" if number else " open"
        lines += _failure(verdict, rules(verdict), where(verdict), opened)
    return "\n".join([*lines, "</body></html>"]) + "\n"


def _overview(sections: Mapping[tuple[str, str], list[Verdict]]) -> Iterator[str]:
    """A line for each section of a book in which something fails."""
    yield "<table><tr><th>ruleset</th><th>section</th><th>failed</th><th></th></tr>"
    for (ruleset, code), verdicts in sections.items():
        failed = sum(verdict.failed for verdict in verdicts)
        if failed:
            part = f'<span style="width: {100 * failed / len(verdicts):.0f}%"></span>'
            yield f"<tr><td>{_safe(ruleset)}</td><td>{_safe(code)}</td>"
            yield f"<td>{failed} of {len(verdicts)}</td>"
            yield f'<td><span class="bar">{part}</span></td></tr>'
    yield "</table>"


def _failure(verdict: Verdict, rules: list[str], where: str, opened: str) -> Iterator[str]:
    vector = verdict.vector
    head = f"<strong>{_safe(verdict.id)}</strong> {_safe(vector['title'])}"
    yield f'<details{opened}><summary><span class="fail">{verdict.outcome}</span> {head}</summary>'
    yield "<ul>" + "".join(f"<li>{_safe(rule)}</li>" for rule in rules) + "</ul>"
    yield f"<p>An engine that fails here {_safe(vector['bug_class'])}.</p>"
    yield from _game(verdict)
    if verdict.divergence is not None:
        yield f"<p>{_safe(where)}:</p><table>"
        yield "<tr><th>where</th><th>expected</th><th>found</th></tr>"
        for found in verdict.divergence.differences[:20]:
            one, other = _value(found.expected), _value(found.found)
            yield f"<tr><td>{_safe(found.path)}</td><td><ins>{one}</ins></td>"
            yield f"<td><del>{other}</del></td></tr>"
        yield "</table>"
    else:
        yield f"<p>{_safe(verdict.why)}</p>"
    if verdict.transcript:
        told = "\n".join(_safe(line) for line in verdict.transcript)
        yield f"<details><summary>messages</summary><pre>{told}</pre></details>"
    if verdict.stderr:
        told = "\n".join(_safe(line) for line in verdict.stderr.splitlines()[-30:])
        yield f"<details><summary>standard error</summary><pre>{told}</pre></details>"
    again = verdict.again or f"rules-check vectors show {verdict.id}"
    yield f"<p><code>{_safe(again)}</code></p></details>"


def _game(verdict: Verdict) -> Iterator[str]:
    """The steps up to the difference, and what lay with the players before them."""
    vector, found = verdict.vector, verdict.divergence
    zones = (vector["setup"] or {}).get("zones", {})
    lying = [(zone, cards) for zone, cards in zones.items() if zone.endswith((" hand", " play"))]
    steps = vector["steps"][: found.step if found is not None else None]
    if not (lying or steps):
        return
    yield "<details><summary>the game</summary><ul>"
    for zone, cards in lying:
        yield f"<li>{_safe(zone)}: {_safe(', '.join(cards))}</li>"
    yield "</ul><ol>"
    for step in steps:
        yield f"<li>{_safe(step['actor'])} <code>{_value(step['action'])}</code></li>"
    yield "</ol></details>"


def _value(value: object) -> str:
    return _safe(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
