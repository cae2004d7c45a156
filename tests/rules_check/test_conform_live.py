"""Live games: engines that agree, and differences that are found, made small and kept."""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules_check.cli import main
from rules_check.conform.badge import badge
from rules_check.conform.behind import likely_rules
from rules_check.conform.cases import Case, Fault, Partner, answer_problem, replayed
from rules_check.conform.filled import problem
from rules_check.conform.live import Campaign, Wanted, lacking, planned, playable, run_live
from rules_check.conform.outcomes import Conformance, Verdict
from rules_check.conform.process import Crashed, TimedOut
from rules_check.conform.runner import forms_of
from rules_check.grammar.core.forms import FORMS
from rules_check.oracle.box.arranging import Wish
from rules_check.oracle.conformance.comparing import Difference
from rules_check.oracle.conformance.positions import load_action
from tests.rules_check.live_partners import FaultyLane, partner

ROOT = Path(__file__).parents[2]
RBJ = (Wish("rivals-batman-joker"),)
SEED = 3  # of a middle game, in which cards are played and bought
JSON = Any


def campaign(partner: Partner, games: int = 4, seed: int = SEED, **more: Any) -> Campaign:
    wanted = Wanted(RBJ, games, seed, **{"begins": ("middle",), **more})
    return run_live(wanted, partner, stopped=lambda: False, note=lambda _: None)


def bought_for_less(message: Mapping[str, JSON], answer: JSON) -> JSON:
    """A bought card costs one Power less."""
    if message["cmd"] == "answer" and message["action"][0] == "buy":
        position = answer["position"]
        power = {**position["power"], message["actor"]: position["power"][message["actor"]] + 1}
        return {**answer, "position": {**position, "power": power}}
    return answer


def never_ends(message: Mapping[str, JSON], answer: JSON) -> JSON:
    """The end of a turn is not offered while something can be played."""
    if message["cmd"] in ("new", "answer") and (choice := answer["position"]["choice"]):
        options = choice["options"]
        if any(action[0] == "play" for action in options):
            left = [action for action in options if action != ["end"]]
            choice = {**choice, "options": left}
            return {**answer, "position": {**answer["position"], "choice": choice}}
    return answer


def crashes(message: Mapping[str, JSON], answer: JSON) -> JSON:
    if message["cmd"] == "answer" and message["action"][0] == "buy":
        raise Crashed("it ended with status 3")
    return answer


def hangs(message: Mapping[str, JSON], answer: JSON) -> JSON:
    if message["cmd"] == "answer" and message["action"][0] == "buy":
        raise TimedOut("no answer within 10 s")
    return answer


def refuses(message: Mapping[str, JSON], answer: JSON) -> JSON:
    if message["cmd"] == "answer" and message["action"][0] == "buy":
        return {"seq": message["seq"], "refused": True, "code": "buy.too_expensive"}
    return answer


def errs(message: Mapping[str, JSON], answer: JSON) -> JSON:
    if message["cmd"] == "answer" and message["action"][0] == "buy":
        return {"seq": message["seq"], "errored": {"message": "KeyError: 'Kick'"}}
    return answer


# ------------------------------------------------------------------------------ agreeing


def test_engine_without_a_fault_agrees() -> None:
    found = campaign(partner(), begins=("whole", "middle"), games=2)
    assert [verdict.outcome for verdict in found.verdicts] == ["pass", "pass"]
    assert found.complete
    assert found.decisions > 100


def test_engine_that_sets_no_game_up_gets_one_that_is() -> None:
    features = ["live"]
    found = campaign(partner(features=features), begins=("whole",), games=1)
    assert [verdict.outcome for verdict in found.verdicts] == ["pass"]


def test_random_cards_stay_within_the_forms() -> None:
    forms = sorted(FORMS.keys() - {"Attack"})
    wanted = Wanted(RBJ, 1, 0, random_cards=True)
    some, same = (list(planned(wanted, forms)) for _ in range(2))
    assert some == same
    assert len(some[0].cards) > 5
    assert all(forms_of(card) <= set(forms) for live in some for card in live.cards)
    found = campaign(partner(forms=forms), games=1, seed=0, random_cards=True)
    assert [verdict.outcome for verdict in found.verdicts] == ["pass"]


def test_game_that_an_engine_refuses_is_unsupported() -> None:
    def refuses_the_game(message: Mapping[str, JSON], answer: JSON) -> JSON:
        return {"ok": False, "reason": "later"} if message["cmd"] == "ruleset" else answer

    found = campaign(partner(refuses_the_game), games=2)
    assert [verdict.outcome for verdict in found.verdicts] == ["unsupported"] * 2
    assert "later" in found.verdicts[0].why


# ----------------------------------------------------------------------------- differing


@pytest.mark.parametrize(
    ("fault", "outcome", "why", "rule"),
    [
        (bought_for_less, "fail", "power: expected", "RBJ-G02"),
        (refuses, "fail", 'refused: expected false, found "buy.too_expensive"', "RBJ-G02"),
        (never_ends, "fail", "choice.options: expected", "RBJ-G13"),
        (errs, "errored", "KeyError: 'Kick'", "RBJ-G02"),
        (crashes, "crashed", "it ended with status 3", "RBJ-G02"),
        (hangs, "timeout", "no answer within 10 s", "RBJ-G02"),
    ],
)
def test_difference_is_found_and_made_small(fault: Any, outcome: str, why: str, rule: str) -> None:
    other = partner(fault)
    found = campaign(other)
    verdict = found.verdicts[-1]
    vector = verdict.vector
    assert verdict.outcome == outcome
    assert why in verdict.why
    assert verdict.transcript
    assert len(vector["steps"]) <= 1
    near = [
        card for zone, cards in vector["setup"]["zones"].items() if "hand" in zone for card in cards
    ]
    assert len(near) <= 2
    assert vector["setup"]["turn"] == 1
    assert rule in vector["rules"]
    assert problem(vector) == ""
    assert isinstance(other.lane, FaultyLane)
    assert other.lane.started <= 45
    schema = json.loads((ROOT / "rules_check/schemas/vector.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(vector)))


def test_same_seed_finds_the_same() -> None:
    one, two = (campaign(partner(bought_for_less)) for _ in range(2))
    assert one.verdicts[-1].vector == two.verdicts[-1].vector
    assert one.decisions == two.decisions


def test_engine_that_is_not_deterministic_is_said_to_be() -> None:
    wrong: list[JSON] = []

    def sometimes(message: Mapping[str, JSON], answer: JSON) -> JSON:
        told = answer if wrong else bought_for_less(message, answer)
        if told is not answer:
            wrong.append(told)
        return told

    found = campaign(partner(sometimes))
    assert found.verdicts[-1].outcome == "fail"
    assert "not deterministic" in found.verdicts[-1].why


def test_campaign_is_cut_short() -> None:
    calls = itertools.count()
    wanted = Wanted(RBJ, 4, SEED, begins=("middle",))
    found = run_live(wanted, partner(), stopped=lambda: next(calls) > 20, note=lambda _: None)
    assert not found.complete
    assert found.why_cut == "the run was cut short"
    late = run_live(wanted, partner(), stopped=lambda: False, note=lambda _: None, seconds=-1)
    assert (late.complete, late.verdicts) == (True, [])


def test_answer_that_the_contract_does_not_know() -> None:
    assert answer_problem({"seq": 1}, 2, strict=False) == "seq: expected 2, found 1"
    assert "expected one of" in answer_problem({"seq": 2}, 2, strict=False)
    assert "turn is missing" in answer_problem({"seq": 2, "position": {}}, 2, strict=False)
    told = {"seq": 2, "refused": True, "shoe": 1}
    assert answer_problem(told, 2, strict=False) == ""
    assert "knows no key 'shoe'" in answer_problem(told, 2, strict=True)
    assert "errored.message" in answer_problem({"seq": 2, "errored": {}}, 2, strict=False)


def test_rules_of_an_action_that_only_one_engine_offers() -> None:
    found = campaign(partner(never_ends))
    case = found.verdicts[-1].vector
    (live,) = planned(Wanted(RBJ, 1), None)
    replay = replayed(Case(live.table, case["setup"], tuple(case["steps"])))
    assert replay is not None
    state = replay.states[-1]
    more = (Difference("choice.options", "nothing else", [["buy", "Kick#1"], {}, ["x"]]),)
    rules = likely_rules(replay.game, None, state, [], more)
    refused = replay.game.refuse(state, _buy_kick(replay))
    assert refused is not None
    assert rules == list(refused.rules)


def _buy_kick(replay: Any) -> Any:
    return load_action(replay.game, replay.states[-1], ["buy", "Kick#1"])


def test_what_may_be_the_same_mistake() -> None:
    power = Fault("fail", 1, (Difference("power", {}, {}),))
    hand = Fault("fail", 2, (Difference("zones.P1 hand", [], []), Difference("turn", 1, 2)))
    other = Fault("fail", 2, (Difference("zones.P2 hand", [], []),))
    use = Fault("fail", 1, (Difference("choice.options", [["use", "x", 0]], "nothing else"),))
    buy = Fault("fail", 1, (Difference("choice.options", [["buy", "x"]], "nothing else"),))
    assert hand.like(other)
    assert not power.like(hand)
    assert not use.like(buy)
    assert not power.like(power._replace(outcome="errored"))


# ---------------------------------------------------------------------------- which games


def test_games_that_an_engine_can_play() -> None:
    claims = {"rulesets": ["confrontations"], "features": ["live", "variant:few-players"]}
    assert lacking(claims, random_cards=False) == ""
    assert lacking(claims, random_cards=True) == "cards"
    assert lacking({"features": []}, random_cards=False) == "live"
    wishes, why = playable(["confrontations", "heroes-unite"], claims)
    assert [wish.title for wish in wishes] == ["confrontations", "confrontations few-players"]
    assert why == ["heroes-unite: the engine does not list it"]
    wishes, why = playable(["confrontations"], {**claims, "forms": ["Text"]})
    assert not wishes
    assert "forms that the engine does not list: " in why[0]


# ---------------------------------------------------------------------------- the command


def test_fault_of_another_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.chdir(ROOT)
    mutant = [sys.executable, "-m", "tests.mutants.engine", "price-is-not-paid"]
    badge_file, saved = tmp_path / "badge.json", tmp_path / "saved"
    words = ["--games", "3", "--begin", "middle", "--ruleset", "rivals-batman-joker", "--strict"]
    assert (
        main(["conform", *words, "--save", str(saved), "--badge", str(badge_file), "--", *mutant])
        == 1
    )
    said = capsys.readouterr().out
    assert "decisions compared" in said
    assert json.loads(badge_file.read_text())["color"] == "red"
    (file,) = saved.iterdir()
    assert f"rules-check conform --vectors {file} -- " in said
    vector = json.loads(file.read_text(encoding="utf-8"))
    assert len(vector["steps"]) == 1
    assert main(["conform", "--vectors", str(file), "--", *mutant]) == 1
    said = capsys.readouterr().out
    assert f"fail: {vector['id']}" in said
    assert f"rules-check conform --vectors {file} --only {vector['id']}" in said
    changed = {**vector, "steps": []}
    file.write_text(json.dumps(changed), encoding="utf-8")
    assert main(["conform", "--vectors", str(saved), "--", *mutant]) == 2
    assert "its content is not what its hash says" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "2", "--only", "RBJ"], "--only is about vectors"),
        (["--games", "2", "--jobs", "2"], "leave --jobs out"),
        (["--games", "2", "--smoke"], "--smoke asks one vector"),
        (["--seed", "2"], "--seed is for live games: add --games N"),
        (["--games", "2"], "./no-such-engine: No such file"),
        (["--vectors", "no-such-file.json"], "no-such-file.json: the file cannot be read"),
        (["--vectors", "docs"], "docs: there is no .json file in this folder"),
        (["--vectors", "pyproject.toml"], "pyproject.toml:1: not JSON"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    os.chdir(ROOT)
    assert main(["conform", *words, "--", "./no-such-engine"]) == 2
    assert said in capsys.readouterr().err


def test_badge_tells_how_many_pass() -> None:
    def told(*outcomes: str, complete: bool = True) -> dict[str, Any]:
        verdicts = tuple(Verdict({"id": "x"}, outcome) for outcome in outcomes)
        found: dict[str, Any] = json.loads(badge(Conformance((), {}, verdicts, complete)))
        return found

    assert told("pass", "skipped")["message"] == "1 of 1"
    assert told("pass", "skipped")["color"] == "brightgreen"
    assert told("pass", "fail")["color"] == "red"
    assert told("pass", "fail")["isError"]
    assert told("pass", complete=False)["message"] == "incomplete"
    assert told("skipped")["message"] == "nothing tried"
