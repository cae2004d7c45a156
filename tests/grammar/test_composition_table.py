"""The meaning of a sentence is made of the meanings of its parts: subject, verb, how many of which
cards, where, on what condition, and when.

Each cell of the table is one sentence. What it means is what its plain sentence means, in the
condition and at the time that a sentence of nothing but these says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.parse import Parser, vocabulary
from rules_check.meaning.document import core_of
from rules_check.oracle.box.playset import card_defs, load_play_set
from rules_check.oracle.playable import unplayable
from rules_check.properties.words.plain_games import Table
from tests.effort import tries

SUBJECTS = ("you may", "each foe", "your teammate may", "that foe", "each player", "a foe")
VERBS = (
    ("discard", ("from {their} hand",), ""),
    ("destroy", ("in {their} hand", "in {their} discard pile", "in the Line-Up"), ""),
    ("reveal", ("from {their} hand",), ""),
    ("put", ("from {their} hand", "from {their} discard pile"), " on top of {their} deck"),
    ("gain", ("from the Line-Up",), ""),
    ("draw", ("",), ""),
)
CARDS = (
    *("a card", "two cards", "up to two cards", "any number of cards", "all cards"),
    *("a Hero", "a card with cost 3 or less", "each Villain"),
)
CONDITIONS = (
    "",
    "if you control a Hero",
    "unless you control a Location",
    "if you played a Villain this turn",
    "if there are two or more Heroes in the Line-Up",
    "if your discard pile is empty",
)
TIMES = (
    "",
    "at the end of your turn, ",
    "when you play a Hero this turn, ",
    "once during each of your turns, ",
    "during a Confrontation, ",
)
NAMES = vocabulary(("Punch", "Weakness"))
PLAIN = a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.ONE)))


class Cell(NamedTuple):
    """A sentence: what is done, on what condition, and when."""

    done: str
    condition: str
    time: str

    def said(self) -> str:
        """The sentence."""
        said = f"{self.time}{self.done}{' ' * bool(self.condition)}{self.condition}."
        return said[0].upper() + said[1:]


def done() -> Iterator[str]:
    """What is done: by whom, and to which cards of which place."""
    for subject, (verb, places, tail), cards in product(SUBJECTS, VERBS, CARDS):
        if verb == "draw" and cards not in CARDS[:4]:
            continue
        their = "your" if subject == "you may" else "their"
        form = verb if "may" in subject else verb + ("es" if verb.endswith("sh") else "s")
        form = form.replace("discardes", "discards").replace("destroyes", "destroys")
        for place in places:
            words = f"{subject} {form} {cards} {place}{tail}".format(their=their)
            yield " ".join(words.split())


CELLS = [Cell(*one) for one in product(done(), CONDITIONS, TIMES)]
SAMPLE = CELLS[:: max(1, len(CELLS) // tries(180, len(CELLS)))]
PARSER = Parser()


def meaning(said: str) -> a.Effect:
    """The effect of one sentence."""
    parsed = PARSER.parse([said], NAMES)
    assert not parsed.troubles, said
    (ability,) = parsed.text.abilities
    assert isinstance(ability, a.Plain)
    return ability.effect


def composed(cell: Cell) -> a.Effect:
    """What a cell means, of what its parts mean."""
    found = meaning(Cell(cell.done, "", "").said())
    for frame in (Cell("draw a card", cell.condition, ""), Cell("draw a card", "", cell.time)):
        found = _in_place_of_drawing(meaning(frame.said()), found)
    return found


def _in_place_of_drawing(frame: Any, found: a.Effect) -> Any:
    if frame == PLAIN:
        return found
    return a.rebuild(frame, lambda inner: _in_place_of_drawing(inner, found))


def test_there_are_enough_cells() -> None:
    assert len(CELLS) >= 3_000
    assert len({cell.said() for cell in CELLS}) == len(CELLS)


def test_a_sentence_means_what_its_parts_mean() -> None:
    wrong = [cell.said() for cell in SAMPLE if meaning(cell.said()) != composed(cell)]
    assert wrong == []


def test_another_part_is_another_meaning() -> None:
    for cell in SAMPLE[:: max(1, len(SAMPLE) // 30)]:
        others = [cell._replace(condition=one) for one in CONDITIONS if one != cell.condition]
        others += [cell._replace(time=one) for one in TIMES if one != cell.time]
        meant = meaning(cell.said())
        assert all(meaning(other.said()) != meant for other in others[:: len(others) // 3])


def test_cells_are_played() -> None:
    """A card with the sentence goes through a dealt game."""
    playset = load_play_set("confrontations")
    played = 0
    for cell in SAMPLE[:: max(1, len(SAMPLE) // tries(30, 600))]:
        text = f"set: Table\nruleset: confrontations\n\nSample\nHero, cost 3, 1 VP\n{cell.said()}\n"
        ((card, _),) = card_defs(read_card_text(text, "table"), parser=PARSER)
        if unplayable(card):
            assert "that foe" in cell.done
            continue
        played += bool(Table(playset, card, core_of(card)).played(0).steps)
    assert played > 20
