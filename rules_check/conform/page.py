"""The report of a run as one HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from rules_check.conform.outcomes import OUTCOMES, Conformance, Verdict
from rules_check.glyphs import shorten, visible

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
details { border: 1px solid #ccc; border-radius: .4rem; margin: .5rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } pre { overflow-x: auto; background: #f4f4f4; padding: .6rem; }
.pass { color: #176d2c; } .fail { color: #a41616; } .cut { background: #fff0c2; padding: .5rem; }
del, ins { text-decoration: none; } del { background: #ffdada; } ins { background: #d9f2dc; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  pre { background: #262626; } del { background: #5a1f1f; } ins { background: #1d4a26; }
  .pass { color: #7bd88f; } .fail { color: #ff8080; } .cut { background: #4a3b00; } }
"""

LIMIT: Final = 1500


def _safe(text: str, limit: int = LIMIT) -> str:
    return escape(shorten(visible(text), limit))


def render_html(
    run: Conformance,
    name: str,
    summary: str,
    rules: Callable[[Verdict], list[str]],
    where: Callable[[Verdict], str],
) -> str:
    """The page."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Conformance of {_safe(name)}</title><style>{STYLE}</style></head><body>",
        f"<h1>Conformance of {_safe(name)}</h1>",
        f"<p><code>{_safe(' '.join(run.command))}</code></p>",
    ]
    if not run.complete:
        lines.append(f'<p class="cut"><strong>Incomplete:</strong> {_safe(run.why_cut)}</p>')
    lines.append(f'<p class="{"fail" if run.failed else "pass"}">{_safe(summary)}</p>')
    counts = run.counts()
    rows = [
        f"<tr><td>{counts[outcome]}</td><th>{outcome}</th><td>{words}</td></tr>"
        for outcome, words in OUTCOMES.items()
        if counts[outcome]
    ]
    lines += ["<table>", *rows, "</table>"]
    failed = [verdict for verdict in run.verdicts if verdict.failed]
    if failed:
        lines.append("<h2>What differs</h2>")
    for verdict in failed:
        lines += _failure(verdict, rules(verdict), where(verdict))
    return "\n".join([*lines, "</body></html>"]) + "\n"


def _failure(verdict: Verdict, rules: list[str], where: str) -> Iterator[str]:
    vector = verdict.vector
    head = f"<strong>{_safe(verdict.id)}</strong> {_safe(vector['title'])}"
    yield f'<details><summary><span class="fail">{verdict.outcome}</span> {head}</summary>'
    yield "<ul>" + "".join(f"<li>{_safe(rule)}</li>" for rule in rules) + "</ul>"
    yield f"<p>An engine that fails here {_safe(vector['bug_class'])}.</p>"
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


def _value(value: object) -> str:
    return _safe(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
