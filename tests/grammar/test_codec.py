"""AST to JSON values and back."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.codec import decode, encode, outline
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature, ask
from tests.together import all_of

ROOT = Path(__file__).parents[2]
SETS = sorted((ROOT / "cards").glob("*.txt"))
each_set = pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=pytest.mark.xdist_group(path.stem)) for path in SETS],
)


@cache
def texts(path: Path) -> tuple[a.CardText, ...]:
    """The meaning of every card of a set, with questions about the rules asked."""
    file = read_card_file(path)
    names = vocabulary([*(card.name for card in file.cards), *file.names])
    parsed = [parse_lines([line.text for line in card.printed], names) for card in file.cards]
    return tuple(ask(one.text, Nature()) for one in parsed)


@each_set
def test_every_card_comes_back_the_same(path: Path) -> None:
    for text in texts(path):
        written = json.dumps(encode(text))
        assert decode(json.loads(written)) == text


@each_set
def test_what_comes_back_is_hashable_and_equal(path: Path) -> None:
    assert {decode(encode(text)) for text in texts(path)} == set(texts(path))


@each_set
def test_the_same_meaning_is_written_the_same_way(path: Path) -> None:
    for text in texts(path):
        assert json.dumps(encode(decode(encode(text)))) == json.dumps(encode(text))


def test_different_meanings_are_written_differently() -> None:
    every = {text for path in SETS for text in texts(path)}
    assert len({json.dumps(encode(text)) for text in every}) == len(every)


@pytest.mark.parametrize("name", ["@", "@@", "@Zone.hand", "@Verb.draw", "Punch", "", "list"])
def test_a_name_that_looks_like_something_else(name: str) -> None:
    noun = a.NameNoun(name)
    assert decode(json.loads(json.dumps(encode(noun)))) == noun


def test_defaults_at_the_end_are_left_out() -> None:
    assert encode(a.Power(a.Number(2))) == ["Power", ["Number", 2]]
    assert encode(a.CardText(())) in (["CardText"], ["CardText", {"list": []}])


@pytest.mark.parametrize("zone", list(a.Zone))
def test_members_of_an_enumeration(zone: a.Zone) -> None:
    assert decode(encode(zone)) is zone


@all_of(
    "value",
    [
        [],
        [None],
        [["Power"]],
        ["NoSuchNode"],
        ["Power"],
        ["Power", 1, 2, 3, 4, 5, 6],
        "@",
        "@Zone.nowhere",
        "@NoSuchEnum.hand",
        ["CardText", {"list": [["NoSuchNode"]]}],
        {"list": ["@Zone.nowhere"]},
    ],
)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not an AST"):
        decode(value)


@pytest.mark.parametrize("value", [{}, {"row": []}, {"list": 5}, 1.5, ["Node"]], ids=repr)
def test_values_that_encode_never_writes_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not an AST"):
        decode(value)


@each_set
def test_outline_has_a_line_for_every_node(path: Path) -> None:
    for text in texts(path):
        lines = outline(text)
        shown = Counter(re.sub(r"^\s*(\w+: )?", "", line).split(" ")[0] for line in lines)
        nodes = Counter(type(node).__name__ for node in a.walk(text))
        assert lines[0] == "CardText"
        for kind in nodes.keys() - {"Player", "Filter"}:  # these may be defaults, left out
            assert shown[kind] == nodes[kind], kind
        assert all(kind in nodes or kind.endswith(":") for kind in shown)
        assert all(line == line.rstrip() for line in lines)
        assert not any(" at 0x" in line for line in lines)


def test_a_text_that_is_sent_to_another_process_keeps_the_places_of_its_words() -> None:
    names = vocabulary(("Punch", "Weakness"))
    text = parse_lines(["Draw a card for each Hero you control. Gain a Weakness."], names).text
    sent = pickle.loads(pickle.dumps(text))
    assert sent == text
    places = [a.place_of(one) for one in a.walk(text)]
    assert [a.place_of(one) for one in a.walk(sent)] == places
    assert sum(place is not None for place in places) > 2
