"""The games of the open questions: every reading ends as it says, and no two of them alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules_check.oracle.box.reading import AS_PRINTED, read_reading
from rules_check.oracle.scenarios.model import Expect
from rules_check.play.session import replay
from rules_check.rulebook import games
from rules_check.rulebook.games import HARMS, Asked, ask, by_harm, swapped
from rules_check.rulebook.saving import save_games
from rules_check.rulebook.telling import game_lines
from rules_check.rules.errors import RulesetError
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Question
from rules_check.rules.verdicts import load_verdicts, parse_verdicts
from tests.effort import tries
from tests.together import pages, try_all

MOST_LINES = 10
"""A game is told in so many lines at most."""


def all_questions() -> Mapping[str, Question]:
    return {id_: q for name in RULESETS for id_, q in load_ruleset(name).questions.items()}


EXECUTABLE = sorted(id_ for id_, x in load_verdicts().items() if x.word == "executable")


def test_each_question_has_a_game_or_a_reason() -> None:
    questions, verdicts = all_questions(), load_verdicts()
    assert set(questions) == set(verdicts)
    assert len(questions) == 206
    counted = Counter(verdict.word for verdict in verdicts.values())
    assert counted["executable"] >= 138
    assert set(counted) == {"executable", "same", "not printed"}
    for verdict in verdicts.values():
        assert (verdict.word == "executable") is not bool(verdict.reason)


def test_what_is_said_to_differ_is_not_said_to_be_the_same() -> None:
    """Only what a player knows may differ without any state or choice being another."""
    questions = all_questions()
    same = [id_ for id_, verdict in load_verdicts().items() if verdict.word == "same"]
    assert [id_ for id_ in same if questions[id_].kind != "SAME"] == ["CB-74", "D-07"]
    played = [questions[id_].kind for id_ in EXECUTABLE]
    assert "SAME" not in played


def test_the_default_of_a_question_is_what_the_engine_plays() -> None:
    """Where one reading needs no change of the engine, and the question has a default."""
    played = {}
    for id_ in EXECUTABLE:
        plain = [x.number for x in load_verdicts()[id_].readings if not x.changes]
        if len(plain) == 1 and all_questions()[id_].default:
            played[id_] = plain[0]
    assert len(played) > 80
    assert played == {id_: all_questions()[id_].default for id_ in played}


@pytest.mark.xdist_group("question games")
@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize("page", pages(EXECUTABLE, 20), ids=lambda page: page[0])
def test_the_readings_of_a_question_differ_and_are_replayed(
    page: list[str], tmp_path: Path
) -> None:
    def differ(id_: str) -> None:
        asked = games.ask(all_questions()[id_])
        assert [str(failure) for end in asked.ends for failure in end.failures] == []
        assert asked.harm != "none"
        for script, rules, played in swapped(asked):
            assert not played.outcome.passed, f"reading {script} is played by the rules of {rules}"
        assert len(list(game_lines(asked))) <= MOST_LINES
        if id_ in EXECUTABLE[:: tries(5, 1)]:
            replays_as_told(asked, tmp_path / id_)

    try_all(page, differ)


def replays_as_told(asked: Asked, folder: Path) -> None:
    files = list(save_games([asked], folder))
    assert len(files) == len(asked.ends)
    for path, end in zip(files, asked.ends, strict=True):
        session = replay(str(path))
        assert session.state == end.played.state
        moment = end.played._replace(game=session.game, state=session.state).moment()
        told = end.scenario.steps[end.scenario.acts :]
        assert told
        for step in told:
            assert isinstance(step, Expect)
            assert step.check.problem(moment) == ""


@pytest.mark.xdist_group("question games")
@pytest.mark.usefixtures("asked_once")
def test_the_worst_comes_first() -> None:
    told = by_harm(load_ruleset("rivals-batman-joker").questions.values())
    words = [HARMS[asked.harm] if asked.ends else asked.word for asked in told]
    assert list(dict.fromkeys(words)) == [
        "a different winner",
        "a different state",
        "only a different choice",
        *("not printed", "same"),
    ]
    assert words == sorted(words, key=list(dict.fromkeys(words)).index)


# ------------------------------------------------------------------------ broken twins


def test_a_switch_that_does_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "read_reading", lambda _: AS_PRINTED)
    asked = ask(all_questions()["D-12"])
    assert [bool(end.failures) for end in asked.ends] == [False, True]


def test_a_game_in_which_nothing_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script of one reading passes by the rules of the other."""
    monkeypatch.setattr(games, "read_reading", lambda _: AS_PRINTED)
    asked = ask(all_questions()["A-08"])
    passed = [played.outcome.passed for script, _, played in swapped(asked) if script == 1]
    assert passed == [True]
    assert asked.harm == "none"


# ------------------------------------------------------------------------------- mistakes

GAME = """
[[game]]
question = "A-01"
game = "confrontations"
given.phase = "play"
when = ["P1: end turn"]
[[game.reading]]
number = 1
then = ["over: no"]
[[game.reading]]
number = 2
{second}
"""


def parsed(text: str) -> None:
    for _ in parse_verdicts(text, "games.toml"):
        pass


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[game]]\n", "games.toml: game 1.question: is missing"),
        (GAME.format(second=""), "reading 2.then: is missing"),
        (GAME.format(second="then = []"), "reading 2.then: is empty"),
        (GAME.format(second='then = ["over: no"]\nswitch = 1'), "switch: is not a key"),
        (GAME.format(second='then = ["over: no"]').replace("number = 2", "number = 1"), "two or"),
        ('[[verdict]]\nquestion = "A-03"\nis = "dull"\nreason = "x"', "expected one of same, "),
        ('[[verdict]]\nquestion = "A-03"\nis = "same"', "reason: is missing"),
        ("[[gane]]\n", "gane: is not a key that is known here"),
    ],
)
def test_a_mistake_in_the_data_is_told(text: str, message: str) -> None:
    with pytest.raises(RulesetError) as raised:
        parsed(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"rules": {}}, "rules: is not known here; known are rulings, parameters, "),
        ({"rulings": {"CONF-RU01": "one"}}, "rulings: CONF-RU01: expected the number of a reading"),
        ({"parameters": {"hand": 5}}, "parameters: there is no hand"),
        ({"parameters": {"hand_size": "five"}}, "parameters: hand_size: expected a whole number"),
        ({"switches": {"bonus": "maybe"}}, "switches: bonus: expected stays or goes"),
        ({"switches": {"bones": "goes"}}, "switches: there is no bones"),
        ({"switches": []}, "switches: expected a table"),
        ({"turn": 1}, "turn: expected the name of an order of steps"),
    ],
)
def test_a_mistake_in_a_reading_is_told(value: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", "\\(")):
        read_reading(value)


def test_a_reading_that_the_question_does_not_have_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, verdict),) = parse_verdicts(
        GAME.format(second='then = ["over: no"]').replace("number = 2", "number = 7"), "games.toml"
    )
    monkeypatch.setattr(games, "load_verdicts", lambda: {"A-01": verdict})
    with pytest.raises(RulesetError, match="game A-01: reading 7: A-01 has 2"):
        ask(all_questions()["A-01"])
