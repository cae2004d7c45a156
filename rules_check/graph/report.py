"""The interactions of a set in lines, as JSON, and in the language of Graphviz."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rules_check.graph.build import busiest, groups, node_link
from rules_check.output.report import plural
from rules_check.properties.interactions.examine import Examined
from rules_check.properties.interactions.games import Shown


def text(done: Examined, graph: Any) -> Iterator[str]:
    """What there is and what was found, for people."""
    links = Counter(link.why.value for link in done.links.all)
    yield (
        f"{plural(len(done.links.cards), 'card')}, {len(graph)} abilities,"
        f" {plural(len(done.links.all), 'link')}"
    )
    for why, number in links.most_common():
        yield f"{number:6}  {why}"
    largest = [len(part) for part in groups(graph)]
    if largest:
        yield f"{plural(len(largest), 'group')} of abilities that have to do with each other"
        ranked = [f"{key} ({count})" for key, count in busiest(graph)]
        yield f"those that have to do with most others: {', '.join(ranked)}"
    yield ""
    if not done.all_pairs:
        return
    for shown in done.found:
        yield shown.message
        yield from (f"    {line}" for line in game_lines(shown))
        yield ""
    yield from examined_lines(done)


def game_lines(shown: Shown) -> list[str]:
    """The game of a finding in lines."""
    lines = [*shown.position]
    lines += [f"({line})" for line in shown.others]
    lines += ["; ".join(shown.acts)] if shown.acts else []
    return [*lines, *shown.outcome]


def examined_lines(done: Examined) -> list[str]:
    """How much was looked at."""
    many = f"{done.examined:,} of {done.pairs:,} pairs of cards that have to do with each other"
    tried = f"{done.all_pairs:,} pairs in all; {done.answers:,} answers tried"
    lines = [f"{many} were run together ({tried})"]
    if done.circles:
        looked = done.circles - done.circles_left
        lines.append(f"{looked} of {plural(done.circles, 'possible loop')} looked at")
    if done.left or done.circles_left:
        lines.append("the rest was not looked at: --answers N tries more")
    number = len(done.found)
    lines.append(plural(number, "finding") if number else "no findings")
    return lines


def as_json(done: Examined, graph: Any) -> str:
    """Everything for programs."""
    return json.dumps(
        {
            "graph": node_link(graph),
            "findings": [_record(shown) for shown in done.found],
            "pairs": {
                "all": done.all_pairs,
                "linked": done.pairs,
                "examined": done.examined,
                "left": done.left,
                "circles": done.circles,
                "circles_left": done.circles_left,
                "answers": done.answers,
            },
        },
        indent=2,
        ensure_ascii=False,
    )


def _record(shown: Shown) -> dict[str, Any]:
    return {
        "kind": shown.kind,
        "cards": list(shown.names),
        "message": shown.message,
        "position": list(shown.position),
        "others": list(shown.others),
        "actions": list(shown.acts),
        "outcome": list(shown.outcome),
        "given": shown.given,
    }


def dot(graph: Any, found: Sequence[Shown]) -> str:
    """The graph for Graphviz, a cluster for each card type."""
    marked = {name for shown in found for name in shown.names}
    lines = ["digraph interactions {", "  rankdir=LR; node [shape=box, style=filled];"]
    types = dict.fromkeys(data["type"] for _, data in graph.nodes(data=True))
    joined = {node for edge in graph.edges() for node in edge}
    for at, kind in enumerate(types):
        lines += [f"  subgraph cluster_{at} {{", f"    label={_quoted(kind)};"]
        for node, data in graph.nodes(data=True):
            if data["type"] == kind and node in joined:
                colour = ', color="#c00000", penwidth=2' if data["card"] in marked else ""
                lines.append(
                    f"    {_quoted(node)} [tooltip={_quoted(data['text'])},"
                    f' fillcolor="#eeeeee"{colour}];'
                )
        lines.append("  }")
    for source, target, data in graph.edges(data=True):
        label = f"{data['why']}: {', '.join(data['what'])}"
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [label={_quoted(label)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
