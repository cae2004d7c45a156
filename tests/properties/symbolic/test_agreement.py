"""The symbolic run and the plain engine agree: paths with values end in the same position."""

from __future__ import annotations

from itertools import islice

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.properties.symbolic.explore import Explorer
from rules_check.properties.symbolic.prove import runs_of
from rules_check.properties.symbolic.replay import replay
from tests.effort import tries
from tests.properties.symbolic.faults import MORE
from tests.properties.symbolic.proofs import found, play_set

EVERY, MOST = tries(9, 7), tries(10, 50)


def compare(game: str, bound: int, labels: list[str]) -> int:
    """Replay paths on the plain engine; how many there were."""
    number = 0
    for label in labels:
        explorer = Explorer()
        runs = runs_of(play_set(game), found(game)[label], explorer, bound)
        for run in islice(runs, 0, MOST, EVERY):
            replayed = replay(play_set(game), run, explorer.model())
            assert replayed.same, f"{label}: {run.situation.name}: {replayed.difference}"
            number += 1
    return number


@pytest.mark.parametrize("game", PLAY_SETS)
def test_sampled_paths_of_every_card_and_rule_replay_to_the_same_result(game: str) -> None:
    """Of every sixth in `make test`; of all in `make long`."""
    number = compare(game, 1, list(found(game))[:: tries(6, 1)])
    print(f"{game}: {number} paths")
    assert number >= tries(6, 250 if game == "confrontations" else 100)


def test_so_do_paths_with_more_cards_in_each_zone() -> None:
    labels = ["Etrigan", "Cold Breath", "Card Trick", "Ransom Note", "step: sweep", "step: block"]
    assert compare("confrontations", 3, labels) >= tries(6, 15)


def test_a_difference_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = Explorer()
    differences = []
    for run in runs_of(play_set(), found()["step: compare"], explorer, 1):
        with monkeypatch.context() as patch:
            MORE(patch)  # only the plain engine has the fault
            differences.append(replay(play_set(), run, explorer.model()).difference)
    assert "" in differences
    assert any(differences)
