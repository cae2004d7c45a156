"""The campaign: it plays, it counts, and it notices what goes wrong."""

from __future__ import annotations

import re

import pytest

from rules_check.oracle.box.arranging import Wish
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.players import campaign
from rules_check.oracle.players.campaign import Tally, main, missing_endings, play_some, report
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.values.option_forms import Option
from tests.effort import tries

BATMAN = "rivals-batman-joker"


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])
def test_games_end_without_an_error(name: str, kind: str) -> None:
    games = tries(1, 5)
    tally = play_some(Wish(name), kind, range(games))
    assert tally.failures == []
    assert sum(tally.endings.values()) == tally.games == games
    assert tally.decisions > tally.turns > 0
    assert len(tally.played) > 20


def test_processes_play_the_same_games() -> None:
    one = campaign.campaign([Wish(BATMAN)], ["greedy"], 2, 1)
    two = campaign.campaign([Wish(BATMAN)], ["greedy"], 2, 2)
    assert one == two
    assert list(report(one)) == list(report(two))


class Broken:
    """A player that fails in the middle of some games."""

    def __init__(self, rng: object) -> None:
        self.player = PLAYERS["greedy"](rng)  # type: ignore[arg-type]
        self.left = 20

    def decide(self, *asked: object) -> Option:
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("on purpose")
        return self.player.decide(*asked)  # type: ignore[arg-type]


def test_a_game_that_fails_is_reported_with_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "PLAYERS", {"greedy": Broken})
    words = ["--games", "2", "--jobs", "1", "--play-set", BATMAN, "--players", "greedy"]
    assert main(words) == 1
    out = capsys.readouterr().out
    assert out.count("failed: ZeroDivisionError: on purpose\n") == 2
    assert f"  rules-check play {BATMAN} --players greedy --seed 1\n" in out


def test_an_ending_that_nobody_reaches_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "1", "--jobs", "1", "--play-set", BATMAN, "--players", "greedy"]
    assert main(words) == 1
    assert f"never reached: {BATMAN}: last_character\n" in capsys.readouterr().out


def test_endings_of_all_kinds_of_players_count_together() -> None:
    random, greedy = Tally(Wish(BATMAN), "random", 1), Tally(Wish(BATMAN), "greedy", 1)
    random.endings["last_character"] = 1
    assert missing_endings([random, greedy]) == [f"{BATMAN}: refill_fail", f"{BATMAN}: tie-break"]
    greedy.endings["refill_fail"] = 1
    greedy.tie_breaks = 1
    assert missing_endings([random, greedy]) == []


def test_the_report_names_what_was_left_out() -> None:
    tally = play_some(Wish(BATMAN), "greedy", range(1))
    lines = list(report([tally]))
    assert lines[0].split()[:5] == ["game", "players", "games", "decisions", "turns"]
    assert lines[1].split()[:3] == [BATMAN, "greedy", "1"]
    assert any(re.match(rf"{BATMAN}, cards never played: [1-9]", line) for line in lines)
    assert any(re.match(rf"{BATMAN}, rules never cited \(of \d+\): [1-9]", line) for line in lines)
    assert max(map(len, lines)) < 120
