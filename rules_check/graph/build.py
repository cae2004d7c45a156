"""The graph of abilities of a set, made with networkx."""

from __future__ import annotations

from typing import Any

import networkx as nx

from rules_check.properties.interactions.links import Links
from rules_check.properties.interactions.reading import Ability, label


def build(links: Links) -> Any:
    """A directed graph: a node for each ability, an edge for each way in which one has to do with
    another."""
    graph = nx.MultiDiGraph()
    for ability in links.abilities:
        graph.add_node(ability.key, **described(ability))
    for link in links.all:
        graph.add_edge(
            link.source.key, link.target.key, why=link.why.value, what=[str(x) for x in link.what]
        )
    return graph


def described(ability: Ability) -> dict[str, Any]:
    """What is told of an ability."""
    touch = ability.touch
    return {
        "card": label(ability.card),
        "type": type_of(ability),
        "text": ability.said,
        "causes": sorted(touch.causes),
        "listens": sorted(touch.listens),
        "counts": sorted(touch.counts),
        "forbids": sorted(touch.bans),
        "reads": sorted(touch.reads),
        "writes": sorted(touch.writes),
    }


def type_of(ability: Ability) -> str:
    """The card type that an ability is grouped by."""
    card = ability.card
    if card.titles and card.type is None:
        return card.titles[0].value
    return card.type.value if card.type is not None else "no type"


def groups(graph: Any) -> list[list[str]]:
    """The abilities that have to do with each other, however indirectly; the largest first."""
    found = [sorted(part) for part in nx.weakly_connected_components(graph) if len(part) > 1]
    return sorted(found, key=lambda part: (-len(part), part))


def busiest(graph: Any, number: int = 5) -> list[tuple[str, int]]:
    """The abilities that have to do with most others."""
    near = {
        node: len(set(graph.successors(node)) | set(graph.predecessors(node))) for node in graph
    }
    ranked = sorted(near.items(), key=lambda item: (-item[1], item[0]))
    return [(node, count) for node, count in ranked[:number] if count]


def node_link(graph: Any) -> dict[str, Any]:
    """The graph as JSON values, in the node-link form of networkx."""
    data: dict[str, Any] = nx.node_link_data(graph, edges="links")
    return data
