"""The meaning of a sentence is made of the meanings of its parts: subject, verb, how many of which
cards, where, on what condition, and when.

Each cell of the table is one sentence. What it means is what its plain sentence means, in the
condition and at the time that a sentence of nothing but these says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from rules_check.checker import Checker
from rules_check.checks.raised import raised
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
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
SAMPLE = CELLS[:: max(1, len(CELLS) // tries(90, len(CELLS)))]
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


# ------------------------------------------------------------------- several acts in a row

DOERS = ("", "each foe", "that foe", "each foe may", "you may", "your teammate may", "each player")
ACTS = ("discard a card", "draw a card", "gain a Weakness", "lose 1 VP", "gain a Hero")
JOINTS = (" and ", " or ", " and then ", ", then ")
SAID_BEHIND = (
    "if you control a Hero",
    "unless you control a Location",
    "if you played a Villain this turn",
    "if there are two or more Heroes in the Line-Up",
    "for each Hero you control",
    "while you control a Hero",
)
BELONGS = frozenset({"behind-several", "reading"})
"""The questions of what it belongs to."""


class Row(NamedTuple):
    """Two acts of one player, and what is said behind them."""

    doer: str
    acts: tuple[str, str]
    joint: str
    behind: str

    def said(self) -> str:
        """The sentence, behind one that says who "that foe" is."""
        base = not self.doer or self.doer.endswith("may")
        one, two = self.acts if base else map(_of_others, self.acts)
        done = f"{self.doer} {one}{self.joint}{two} {self.behind}".strip()
        before = "Choose a foe. " if self.doer == "that foe" else ""
        return f"{before}{done[0].upper()}{done[1:]}."


def _of_others(act: str) -> str:
    verb, rest = act.split(" ", 1)
    return f"{verb}s {rest}"


ROWS = [
    Row(doer, (one, two), joint, behind)
    for doer, one, two, joint, behind in product(DOERS, ACTS, ACTS, JOINTS, ("", *SAID_BEHIND))
    if one != two
]
SOME_ROWS = ROWS[:: max(1, len(ROWS) // tries(70, len(ROWS)))]


def _nested(form: c.Form, players: frozenset[str] = frozenset()) -> bool:
    """Whether something is done by each of several players once for each of several players."""
    if isinstance(form, c.ForEach) and isinstance(form.source, c.Group):
        spoken = {x.name for y in form.body for x in walk(y) if isinstance(x, c.Var)}
        return not players <= spoken or any(
            _nested(one, frozenset({form.name})) for one in form.body
        )
    return any(_nested(one, players) for one in c.parts(form))


def test_there_are_enough_rows() -> None:
    assert len({row.said() for row in ROWS}) == len(ROWS) > 3_000


def test_what_one_of_several_players_does_is_done_by_that_player_alone() -> None:
    """And what stands behind two acts is asked of, or is refused, or is set apart by a comma."""
    checker = Checker()
    doubled, silent, understood = [], [], 0
    for row in SOME_ROWS:
        text = f"set: T\nruleset: confrontations\n\nSample\nVillain, cost 3, 1 VP\n{row.said()}\n"
        (card,) = checker.check_text(text, "row.txt").cards
        if not card.understood:
            continue
        understood += 1
        asked = {one.id for one in raised(card.subject)}
        if row.behind and row.joint != ", then " and not asked & BELONGS:
            silent.append(row.said())
        if "reading" not in asked:
            ((played, _),) = card_defs(read_card_text(text, "row"), parser=PARSER)
            doubled += [row.said()] * (not unplayable(played) and _nested(core_of(played)))
    assert doubled == []
    assert silent == []
    assert understood * 3 > len(SOME_ROWS) * 2
