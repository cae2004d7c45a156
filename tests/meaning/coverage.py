"""What of the card language scenarios carry out: `python -m tests.meaning.coverage`.

The table has a row for each node class and each kind of player, and a column for each scope. A
cell counts the scenarios that carry it out; `-` is empty for a reason that `gaps.toml` gives, and
`?` is missing.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.scenarios.files import load_scenarios
from tests.meaning.carried_out import SCOPES, WHOLE, Card, Piece, Record, pieces, record_scenarios
from tests.meaning.scope_scenarios import scope_scenarios

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAPS = Path(__file__).with_name("gaps.toml")

Cell = tuple[str, str]

COLUMNS: Final = tuple(name for name in SCOPES if name != "others")
"""The scopes that are asked for."""

ANYWHERE: Final = "anywhere"
"""The only column of rows that have no scope of their own."""


@cache
def record() -> Record:
    """What all scenarios carry out."""
    return record_scenarios(chain(load_scenarios(SCENARIOS), scope_scenarios()))


@cache
def gaps() -> dict[str, Any]:
    """The cells, and the branches of cards, that are empty on purpose."""
    return tomllib.loads(GAPS.read_text(encoding="utf-8"))


def kinds() -> dict[str, tuple[str, ...]]:
    """The rows by kind of node."""
    nodes = a.NODES
    amounts = (a.AmountNode, a.Number, a.CountOf, a.CountPlayers, a.AttributeOf, a.ThatMany)
    quantities = (a.Exactly, a.UpTo, a.AtLeast, a.AnyNumber, a.Every, a.CostWorth)
    scoped: dict[str, Any] = {
        "effects": a.EffectNode,
        "conditions": a.ConditionNode,
        "amounts": amounts,
        "quantities": quantities,
        "tests of cards": a.TestNode,
    }
    rows = {
        kind: tuple(sorted(name for name, node in nodes.items() if issubclass(node, classes)))
        for kind, classes in scoped.items()
    }
    taken = set(chain.from_iterable(rows.values()))
    rows["other nodes"] = tuple(sorted(set(nodes) - taken))
    rows["players"] = tuple(f"Player: {kind.value}" for kind in a.PlayerKind)
    return rows


def cells() -> Iterator[Cell]:
    """The cells of the table."""
    for kind, rows in kinds().items():
        columns = (ANYWHERE,) if kind in ("other nodes", "players") else COLUMNS
        yield from ((row, column) for row in rows for column in columns)


def number(cell: Cell) -> int:
    """How many scenarios carry a cell out."""
    row, column = cell
    columns = SCOPES if column == ANYWHERE else (column,)
    return len(set().union(*(record().nodes.get((row, scope), set()) for scope in columns)))


@cache
def reasons() -> dict[Cell, str]:
    """Why cells are empty on purpose; a gap without scopes is about all but "you"."""
    found: dict[Cell, str] = {}
    for gap in gaps()["gap"]:
        for row in gap["nodes"]:
            for column in gap.get("scopes", COLUMNS[1:]):
                found[row, column] = gap["reason"]
    return found


def missing() -> list[Cell]:
    """The cells that are empty for no reason."""
    return [cell for cell in cells() if not number(cell) and cell not in reasons()]


def needless() -> list[Cell]:
    """The cells that have a reason to be empty, and are none or are not."""
    known = set(cells())
    return [cell for cell in reasons() if cell not in known or number(cell)]


# -------------------------------------------------------------------------------- cards


def play_set_cards() -> Iterator[tuple[Card, Kind]]:
    """Every card of the play sets."""
    for name in PLAY_SETS:
        play_set = load_play_set(name)
        levels = (card for stack in play_set.characters.values() for card in stack)
        main_deck = (card for card, _ in play_set.main_deck)
        for card in (*main_deck, *play_set.basics.values(), *levels):
            kind = Kind(card, 0)
            yield (name, f"{kind.name} {kind.level}" if kind.character else kind.name), kind


def unnamed() -> list[Card]:
    """The cards of the play sets that are in no scenario."""
    return [card for card, _ in play_set_cards() if card not in record().cards]


def not_taken() -> list[str]:
    """What of the cards' texts no scenario carries out, and the branches that none takes."""
    allowed = {branch for gap in gaps()["branch"] for branch in gap["branches"]}
    found = []
    for card, kind in play_set_cards():
        done = record().cards.get(card, set())
        text = pieces(kind.text)
        for at, piece in enumerate(text):
            for branch in _branches(text, piece, kind):
                if kind.power is None and (f"{at} {branch}" if branch else at) not in done:
                    found.append(f"{card[1]}: {type(piece.node).__name__} {branch or 'done'}")
    return [line for line in dict.fromkeys(found) if line not in allowed]


def _branches(text: list[Piece], piece: Piece, kind: Kind) -> Iterator[str]:
    """The branches of a node; the empty one is that it is carried out at all."""
    around = [text[at].node for at in piece.around]
    if any(isinstance(node, WHOLE) for node in around):
        return
    used = any(
        isinstance(node, (a.Defense, a.Block, a.Ongoing))
        or (isinstance(node, a.When) and isinstance(node.occasion, a.Once))
        for node in around
    )
    match piece.node:
        case a.If():
            yield ""
            yield "not so"
        case a.May() if not used:
            yield ""
            yield "no"
        case a.Confrontation() if not used and not kind.character:
            yield ""
            yield "without"
        case a.Attack():
            yield ""
        case a.EffectNode():
            yield ""
            if isinstance(around[-1], a.Attack):
                yield "avoided"
        case _:
            pass


# -------------------------------------------------------------------------------- table


def table() -> Iterator[str]:
    """The lines of the table."""
    for kind, rows in kinds().items():
        columns = (ANYWHERE,) if kind in ("other nodes", "players") else COLUMNS
        yield f"{kind:32}" + "".join(f"{column:>14}" for column in columns)
        for row in rows:
            yield f"  {row:30}" + "".join(f"{_sign((row, column)):>14}" for column in columns)
        yield ""
    for reason in dict.fromkeys(reasons().values()):
        empty = [row if scope == ANYWHERE else f"{row}/{scope}" for row, scope in reasons()]
        said = [cell for cell, why in zip(empty, reasons().values(), strict=True) if why == reason]
        yield f"- {reason}: {', '.join(said)}"


def _sign(cell: Cell) -> str:
    return str(number(cell) or ("-" if cell in reasons() else "?"))


def main() -> int:
    """Print the table, and what is missing."""
    print("\n".join(table()))
    wrong = [
        *(f"fails, and shows nothing: {name}" for name in record().failed),
        *(f"no scenario: {row}, {column}" for row, column in missing()),
        *(f"not empty, or no cell: {row}, {column}" for row, column in needless()),
        *(f"in no scenario: {name} ({game})" for game, name in unnamed()),
        *(f"in no scenario: {line}" for line in not_taken()),
    ]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
