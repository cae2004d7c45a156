"""Where the keys and texts of a scenario file stand."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_check.oracle.scenarios.lines import Lines
from tests.together import all_of

TEXT = '''\
# [[scenario]] in a comment
game = "confrontations"  # a "comment"
players = ["Superman", "Circe"]

[[scenario]]
id = "one"
given.phase = "play"
given.P1.hand = ["Punch x2", 'Weakness']
given = { P2 = { hand = ["Kick"], deck = [] }, line_up = ["Mera"] }
when = [
    "P1: play Punch",  # P1: play Kick
    "P1: play Punch",
    "then P1 power: 2",
]
then = ["P1 power: 2"]
given.cards = """
[[scenario]]
id = "Brass \\"Gong\\""
Draw a crad.
"""

[[scenario]]
"id" = "two"
"given".P1.deck = ["a = b"]
then = ["P1 hand: Mera",
  "P1 power: 2"]

[scenario.given.P2]
hand = ["Mera"]

[mix]
with = "x"
'''


def place(number: int, key: str, words: str = "", text: str = TEXT) -> tuple[int, str]:
    """The line, and what is marked in it."""
    return marked(Lines(text).find(number, key, words), text)


def marked(span, text: str = TEXT) -> tuple[int, str]:
    line = text.split("\n")[span.line - 1]
    return span.line, line[span.column - 1 : span.column - 1 + span.length]


@all_of(
    "number, key, words, expected",
    [
        (0, "game", "", (2, "game")),
        (0, "game", "confrontations", (2, "confrontations")),
        (0, "players", "Circe", (3, "Circe")),
        (1, "id", "", (6, "id")),
        (1, "given.phase", "", (7, "given.phase")),
        (1, "given.P1.hand", "Punch", (8, "Punch")),
        (1, "given.P1.hand", "Weakness", (8, "Weakness")),
        (1, "given.P2.hand", "", (9, "hand")),
        (1, "given.P2.hand", "Kick", (9, "Kick")),
        (1, "given.line_up", "Mera", (9, "Mera")),
        (1, "when", "then P1 power: 2", (13, "then P1 power: 2")),
        (1, "then", "P1 power: 2", (15, "P1 power: 2")),
        (1, "given.cards", "Draw a crad.", (19, "Draw a crad.")),
        (1, "title", "", (5, "[[scenario]]")),
        (2, "title", "", (22, "[[scenario]]")),
        (2, "id", "two", (23, "two")),
        (2, "given.P1.deck", "a = b", (24, "a = b")),
        (2, "given.P2.hand", "Mera", (29, "Mera")),
        (2, "given.P2", "", (29, "hand")),
        (2, "", "P1 hand: Mera", (25, "P1 hand: Mera")),
        (0, "mix.with", "x", (32, "x")),
        (2, "players", "Circe", (3, "Circe")),
        (0, "nothing", "", (1, "# [[scenario]] in a comment")),
        (9, "id", "", (1, "# [[scenario]] in a comment")),
    ],
)
def test_keys_and_words_are_found(number, key, words, expected):
    assert place(number, key, words) == expected


def test_items_of_a_list_are_told_apart():
    lines = Lines(TEXT)
    assert [lines.item(1, "when", at).line for at in range(3)] == [11, 12, 13]
    assert marked(lines.item(2, "then", 1)) == (26, "P1 power: 2")
    assert marked(lines.item(1, "then", 7)) == (15, "then")


def test_files_of_other_systems():
    text = TEXT.replace("\n", "\r\n")
    assert place(1, "title", text=text) == (5, "[[scenario]]")
    assert place(1, "given.cards", "Draw a crad.", text) == (19, "Draw a crad.")


@pytest.mark.parametrize("text", ["", "\n", "a = ", 'a = "b', "[[scenario]]\nid = 'x'\n  then = ["])
def test_the_place_of_a_mistake_is_in_the_file(text):
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text + "\n[")
    span = Lines(text + "\n[").mistake(str(caught.value))
    assert 1 <= span.line <= len((text + "\n[").split("\n"))


@given(st.text(alphabet="[]{}=\"'\n\r #,.\\abscenario", max_size=80))
def test_any_text_is_looked_through(text):
    lines = Lines(text)
    rows = text.split("\n")
    for span in (lines.start(1), lines.find(1, "a.b", "c"), lines.item(0, "a", 0)):
        assert 1 <= span.line <= len(rows)
        assert 1 <= span.column <= len(rows[span.line - 1]) + 1
        assert span.length >= 1
