"""The benchmark runs, measures everything and writes JSON. No figure is judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import dominion, generate
from bench.figures import Aim, Figure, Setting, table
from bench.phases import PHASES, Watch
from rules_check.grammar.parse import parse_lines, vocabulary
from tests.effort import LONG

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.xdist_group("bench")  # one worker: the quick run is done once

LINES = """
start-up
  bare interpreter: python -c pass
  rules-check --version
  rules-check --help
cards/
  cold: empty cache
  cold, without proofs: --no-proofs
  warm: from the cache on disk
  two cards edited
  warm, without proofs: --no-proofs
  without a cache and proofs: --no-cache --no-proofs
  modules of Lark and Z3 loaded when warm
generated set:
  cold, without proofs
  cold
  warm
  warm, without proofs
  modules of Lark and Z3 loaded when warm
  cold, without proofs, a wrong word in every tenth card
the same in one process
  cold
  warm: from the cache on disk
  again: from memory
one new card of 40 words
  median of
  slowest
  with a wrong word, median of
  in its set of
growth
cards
    cards a second
    peak memory
cards: time
cards: peak memory
  memory a card
share of time
share of time
ways to parse
  rules of the grammar
  rules that can begin at a word
  full grammar
  predictions by the next word
  and by the words of the sentence
  error place: failed parse
  error place: recogniser
random play on one core
  confrontations, trace off
    games a second
  confrontations, trace on
    games a second
  rivals-batman-joker, trace off
  rivals-shazam-black-adam, trace off
State.copy() at random decisions
  confrontations, mean of
  confrontations, worst
a larger main deck: confrontations
  deck x1
    copy of a position, mean
    copy of a position, worst
  deck x2
cards: time a decision
cards: mean copy
a larger main deck: rivals-batman-joker
a larger main deck: rivals-shazam-black-adam
proofs in one process
  bound 1
    proofs a second
  bound 2
  bound 1 to 2: paths
  bound 1 to 2: time
interactions of generated sets
  4 cards: pairs to look at
    to link their abilities
    to look within a check
  4 to 8 cards: all pairs
  4 to 8 cards: pairs to look at
  4 to 8 cards: time within a check
rules-check fuzz
  --jobs 1
rules-check conform
  --jobs 1
    vectors a second
rules-check conform --games
  compared decisions
    games a second
worst inputs: one check, in one process
  a number beyond its limit
    memory
"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What a quick run prints, and its JSON: half a minute, so only when there is time."""
    if not LONG:
        pytest.skip("make long runs the benchmark")
    file = tmp_path_factory.mktemp("bench") / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--json", str(file)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads(file.read_text(encoding="utf-8"))


def test_the_table_has_every_line_in_order(quick: tuple[str, dict[str, Any]]) -> None:
    printed = iter(quick[0].splitlines())
    for expected in LINES.strip().splitlines():
        assert any(expected in line for line in printed), f"no line {expected!r}\n{quick[0]}"
    assert all(phase in quick[0] for phase in PHASES)


def test_the_json_has_every_figure(quick: tuple[str, dict[str, Any]]) -> None:
    printed, document = quick
    assert document["quick"] is True
    assert document["pyminion"] == dominion.version()
    assert {figure["section"] for figure in document["figures"]} <= set(printed.splitlines())
    assert all(figure["name"] in printed for figure in document["figures"])
    assert all(figure["value"] >= 0 for figure in document["figures"])
    assert all((figure["aim"] is None) == (figure["met"] is None) for figure in document["figures"])


def test_ways_to_parse_agree(quick: tuple[str, dict[str, Any]]) -> None:
    notes = [figure["note"] for figure in quick[1]["figures"] if "same" in figure["note"]]
    assert len(notes) == 3
    for note in notes:
        same, _, all_of_them = note.rpartition(": ")[2].partition(" of ")
        assert same == all_of_them


def test_an_aim_is_met_or_missed_by_value_or_ratio() -> None:
    setting = Setting("3.11", 2, quick=False)
    aim, ratio = Aim(10, "at most 10 ms"), Aim(5, "at most x5", "starts")
    figures = [
        Figure("times", "one", 10, "ms", aim, seconds=0.07),
        Figure("times", "two", 11, "ms", aim, seconds=0.07),
        Figure("times", "three", 99, "ms", ratio, seconds=0.05),
        Figure("times", "four", 99, "ms", ratio, seconds=0.051),
        Figure("times", "five", 99, "ms"),
        Figure("times", "six", 300, "ms", Aim(0.4, "at most 0.4 s", "seconds"), seconds=0.3),
        Figure("times", "seven", 1, "s", Aim(0.4, "at most 0.4 s", "seconds"), seconds=1.0),
    ]
    figures = [figure.compared(0.01) for figure in figures]
    assert [figure.met for figure in figures] == [True, False, True, False, None, True, False]
    printed = table(setting, figures)
    assert printed.count("met") - printed.count("aims met") == 3
    assert printed.count("missed") == 3
    assert printed.endswith("3 of 6 aims met\n")


def test_a_phase_within_another_is_counted_once() -> None:
    watch = Watch()
    begin = watch.timed("inner", lambda: None)
    with watch.phase("outer"):
        begin()
    with watch.phase("inner"):
        pass
    assert set(watch.seconds) == {"outer", "inner"}
    assert all(seconds >= 0 for seconds in watch.seconds.values())


def test_a_generated_set_is_the_beginning_of_a_larger_one() -> None:
    assert generate.cards(5) == generate.cards(9)[:5]
    assert generate.cards(5, seed=1) != generate.cards(5, seed=2)
    assert (
        len({generate.name(index) for index in range(generate.MOST_CARDS)}) == generate.MOST_CARDS
    )


def test_generated_cards_differ_and_are_understood() -> None:
    made = generate.cards(12)
    assert generate.distinct(generate.cards(200)) > 200
    names = vocabulary(generate.name(index) for index in range(100))
    for card in made:
        lines = card.text.splitlines()[2:]
        assert parse_lines(lines, names).understood, card.text


def test_a_card_has_as_many_words_as_wanted_and_a_misspelt_one_is_not_understood() -> None:
    made = generate.card_of_words(3, 40)
    assert len(" ".join(made.sentences).split()) == 40
    wrong = generate.misspelt(made)
    assert wrong != made
    names = vocabulary(generate.name(index) for index in range(100))
    assert not parse_lines(wrong.text.splitlines()[2:], names).understood
