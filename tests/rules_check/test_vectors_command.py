"""The vectors: their index, their schema, what they cover, and that they still hold."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules_check.cli import main
from rules_check.conform import quick
from rules_check.conform.behind import rules_behind
from rules_check.conform.cores import CoreReference, capabilities
from rules_check.conform.filled import once_each, verify
from rules_check.conform.filling import from_scenario, rules_hash, with_info
from rules_check.conform.games import Table, game_of, ruleset_message
from rules_check.conform.outcomes import OUTCOMES, Verdict, settle_questions
from rules_check.conform.packing import Packer
from rules_check.conform.runner import judged
from rules_check.conform.store import (
    WITHDRAWN,
    ids_and_rules,
    load_index,
    load_vectors,
    write_vectors,
)
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.conformance.comparing import diverges
from rules_check.oracle.conformance.contract import FEATURES, KINDS, is_ordered
from rules_check.oracle.conformance.setups import dump_setup
from rules_check.oracle.conformance.vectors import (
    applied,
    changes,
    content_hash,
    whole_positions,
    withheld,
)
from rules_check.oracle.scenarios.positions import laid_out
from rules_check.oracle.scenarios.runner import load_scenarios
from rules_check.oracle.values.choices import CHOICE_KINDS
from rules_check.oracle.values.option_forms import Option
from rules_check.rules.load import load_ruleset

pytestmark = pytest.mark.xdist_group("vectors")  # one worker reads them

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/conformance.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def vectors() -> dict[str, dict[str, Any]]:
    return {vector["id"]: vector for vector in load_vectors()}


def test_index_is_that_of_the_vectors(vectors: dict[str, dict[str, Any]]) -> None:
    index = load_index()
    there = {id_: entry for id_, entry in index.items() if entry.hash != WITHDRAWN}
    assert there.keys() == vectors.keys()
    for id_, vector in vectors.items():
        assert there[id_] == (id_, vector["kind"], vector["ruleset"], vector["info"]["hash"])


def test_rules_are_told_without_unpacking(vectors: dict[str, dict[str, Any]]) -> None:
    told = dict(ids_and_rules())
    assert told == {id_: vector["rules"] for id_, vector in vectors.items()}


def test_hashes_are_those_of_the_content(vectors: dict[str, dict[str, Any]]) -> None:
    for vector in list(vectors.values())[::20]:
        assert vector["info"]["hash"] == content_hash(vector)


def test_there_are_enough_of_every_kind(vectors: dict[str, dict[str, Any]]) -> None:
    assert len(vectors) >= 1500
    counts = Counter((vector["ruleset"], vector["kind"]) for vector in vectors.values())
    assert counts.keys() == {(name, kind) for name in play_set_names() for kind in KINDS}
    needed = {feature for vector in vectors.values() for feature in vector["features"]}
    assert needed <= set(capabilities(quick.QUICK)["features"])
    assert {x for x in capabilities(quick.QUICK)["features"] if x.startswith("variant:")} <= needed


def test_every_executable_rule_has_a_vector(vectors: dict[str, dict[str, Any]]) -> None:
    cited = {rule for vector in vectors.values() for rule in vector["rules"]}
    for name in play_set_names():
        rules = load_ruleset(name).rules.values()
        assert not [rule.id for rule in rules if rule.executable and rule.id not in cited]


def test_vectors_are_what_the_schema_says(vectors: dict[str, dict[str, Any]]) -> None:
    text = (ROOT / "rules_check/schemas/vector.schema.json").read_text(encoding="utf-8")
    schema = jsonschema.Draft202012Validator(json.loads(text))
    pending = [vector for vector in vectors.values() if vector["status"] == "pending"]
    for vector in [*list(vectors.values())[::90], *pending[::20]]:
        schema.validate(vector)
    some = next(iter(vectors.values()))
    for wrong in ({**some, "more": 1}, {**some, "rules": []}, {**some, "kind": "dance"}):
        assert list(schema.iter_errors(wrong))


def test_vectors_hold_on_the_reference_engine(vectors: dict[str, dict[str, Any]]) -> None:
    assert not list(filter(None, verify(list(vectors.values())[::50])))


def test_texts_of_vectors_still_have_their_meaning(vectors: dict[str, dict[str, Any]]) -> None:
    texts = [vector for vector in vectors.values() if vector["kind"] == "parse"]
    assert not list(filter(None, verify(texts[::8])))


def test_stale_vector_is_noticed(vectors: dict[str, dict[str, Any]]) -> None:
    good = vectors["RBJ-G03"]
    other = json.loads(json.dumps(good))
    other["expect"]["positions"][1]["power"]["P1"] = 7
    info = {**good["info"], "hash": content_hash(other)}
    old_rule = {**good["info"], "rules_hash": rules_hash(["RBJ-G01"])}
    found = list(verify([good, other, {**other, "info": info}, {**good, "info": old_rule}]))
    assert found[0] is None
    assert [x.why.split(":")[0] for x in found[1:] if x] == [
        "its content is not what its hash says",
        "step 1",
        "a rule that it is about has changed",
    ]


def test_filling_gives_what_is_kept(vectors: dict[str, dict[str, Any]]) -> None:
    scenarios = load_scenarios(ROOT / "tests/scenarios")
    kept = {vector["info"]["hash"] for vector in vectors.values()}
    for scenario in scenarios[::150]:
        for vector in from_scenario(scenario):
            made = json.loads(json.dumps(with_info(vector)))
            if made["kind"] != "parse" or made["id"] in vectors:  # a text is asked about once
                assert made["info"]["hash"] in kept
                assert set(made["rules"]) <= set(vectors.get(made["id"], made)["rules"])


def test_no_two_vectors_ask_the_same(vectors: dict[str, dict[str, Any]]) -> None:
    """Where a question is open, another one may be asked of the same game."""
    single = Counter(content_hash(one) for one in vectors.values())
    assert [hashed for hashed, times in single.items() if times > 1] == []
    settled = [one for one in vectors.values() if one["status"] == "normative"]
    asked = Counter(json.dumps({**withheld(one), "id": ""}, sort_keys=True) for one in settled)
    assert [text for text, times in asked.items() if times > 1] == []


def test_packing_loses_nothing(vectors: dict[str, dict[str, Any]]) -> None:
    there, back = Packer(), Packer()
    for vector in list(vectors.values())[:200]:
        assert back.unpack(json.loads(json.dumps(there.pack(vector)))) == vector


def test_withdrawn_id_stays_and_is_not_used_again(
    vectors: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    one, two = vectors["RBJ-G01"], vectors["RBJ-G03"]
    write_vectors([one, two], tmp_path)
    index = write_vectors([one], tmp_path)
    assert index["RBJ-G03"].hash == WITHDRAWN
    with pytest.raises(ValueError, match="RBJ-G03"):
        write_vectors([one, two], tmp_path)


# ------------------------------------------------------------------------------ comparing


def told(vector: dict[str, Any]) -> dict[str, Any]:
    """The right answer to a transition, to be spoiled."""
    positions = list(whole_positions(vector["setup"], vector["expect"]["positions"]))
    answer: dict[str, Any] = json.loads(json.dumps({"positions": positions}))
    return answer


def test_order_counts_in_decks_only(vectors: dict[str, dict[str, Any]]) -> None:
    vector = vectors["RBJ-G03"]
    answer = told(vector)
    assert diverges(vector, vector["expect"], answer) is None
    for position in answer["positions"]:
        for zone in position["zones"]:
            if not is_ordered(zone):
                position["zones"][zone].reverse()
        position["choice"]["options"].reverse()
    assert diverges(vector, vector["expect"], answer) is None
    answer["positions"][2]["zones"]["main-deck"].reverse()
    found = diverges(vector, vector["expect"], answer)
    assert found is not None
    assert (found.step, [x.path for x in found.differences]) == (2, ["zones.main-deck"])


def test_rule_behind_a_difference_is_named(vectors: dict[str, dict[str, Any]]) -> None:
    vector = vectors["RBJ-X11"]  # about another rule: the engine draws a card too few
    answer = told(vector)
    zones = answer["positions"][1]["zones"]
    zones["P1 deck"] = [zones["P1 hand"].pop()]
    found = diverges(vector, vector["expect"], answer)
    assert found is not None
    assert rules_behind(vector, found)[0] == "RBJ-E07"


def test_any_copy_of_a_card_will_do(vectors: dict[str, dict[str, Any]]) -> None:
    vector = vectors["RBJ-G03"]
    answer = told(vector)
    options = answer["positions"][0]["choice"]["options"]
    at = options.index(["play", "Punch#1"])
    options[at] = ["play", "Punch#2"]
    assert diverges(vector, vector["expect"], answer) is None
    options.append(["play", "Punch#1"])
    assert diverges(vector, vector["expect"], answer) is not None
    options[at:] = [["play", "Weakness#1"]]
    assert diverges(vector, vector["expect"], answer) is not None


def test_changes_and_whole_positions_are_inverse() -> None:
    before = {"a": 1, "b": None, "zones": {"x": ["1"], "y": ["2", "3"]}}
    after = {"a": 1, "b": 2, "zones": {"y": ["3"], "z": ["1", "2"]}}
    assert changes(before, after) == {"b": 2, "zones": {"x": [], "y": ["3"], "z": ["1", "2"]}}
    assert applied(before, changes(before, after)) == after


def test_open_question_is_followed_in_one_way(vectors: dict[str, dict[str, Any]]) -> None:
    vector = next(x for x in vectors.values() if x["status"] == "pending")
    first, second = vector["expect"][:2]
    answers = []
    for one in (first, second):
        positions = list(whole_positions(vector["setup"], one["expect"]["positions"]))
        answers.append(judged(vector, {"positions": positions}, capabilities(quick.QUICK)))
    assert [verdict.outcome for verdict in answers] == ["pass", "pass"]
    assert settle_questions(answers[:1]) == answers[:1]
    assert [x.outcome for x in settle_questions(answers)] == ["fail", "fail"]
    wrong = judged(vector, {"positions": []}, capabilities(quick.QUICK))
    assert isinstance(wrong, Verdict)
    assert wrong.outcome == "fail"


# ------------------------------------------------------------------------------- the page


def table(heading: str) -> set[str]:
    """What stands in the first column of the first table behind some words of the page."""
    rows = PAGE[PAGE.index(heading) :].split("\n\n")
    lines = next(part for part in rows if part.startswith("|")).split("\n")[2:]
    return {word for line in lines for word in re.findall(r"`([^`]+)`", line.split("|")[1])}


def test_page_lists_the_words_of_the_contract() -> None:
    tags = {json.loads(re.sub(r", .*", "]", row))[0] for row in table("An action is a list")}
    own = {
        t for t, kind in Option.kinds.items() if kind.__module__.startswith("rules_check.oracle.")
    }
    assert tags == own - {"?"}  # without those that other parts of the program make up
    asked = {w for row in PAGE.split("\n") if row.startswith("| `[") for w in row.split("|")[3:4]}
    kinds = {word for cell in asked for word in re.findall(r"`([^`]+)`", cell)}
    assert kinds == CHOICE_KINDS.keys()
    assert {f.partition(":")[0] for f in table("what a vector may need beyond")} == {
        f.partition(":")[0] for f in capabilities(quick.QUICK)["features"]
    }
    assert set(FEATURES) < set(capabilities(quick.QUICK)["features"])
    assert table("| kind | what is asked") == set(KINDS)
    outcomes = PAGE[PAGE.index("| outcome | when |") :].split("\n\n")[0].split("\n")[2:]
    words = {line.split("|")[1].strip() for line in outcomes}
    assert words == OUTCOMES.keys()


def test_exchange_of_the_page_is_what_the_reference_says() -> None:
    """The example of the page, played in live mode: the choices are those that it shows."""
    reference, setup = CoreReference(quick.QUICK, quick.tried), example()
    assert reference.answer(ruleset_message(Table("rivals-batman-joker", ""))) == {"ok": True}
    steps: list[dict[str, Any]] = [
        {"cmd": "new", "setup": setup},
        {"cmd": "answer", "actor": "P1", "action": ["play", "Straw Phantom#1"], "nature": []},
        {"cmd": "answer", "actor": "P2", "action": ["pass"], "nature": [["card", "Kick#1"]]},
        {"cmd": "answer", "actor": "P1", "action": ["play", "Punch#1"], "nature": []},
    ]
    shown = re.findall(r'"choice": ({"player": "P\d", "kind": "\w+", "options": \[.*?\]\]})', PAGE)
    expected = list(map(json.loads, shown))[-4:]
    last: dict[str, Any] = {}
    for seq, (message, choice) in enumerate(zip(steps, expected, strict=True)):
        answer = reference.answer({**message, "seq": seq})
        assert answer is not None
        last = answer["position"]
        assert last["choice"] == choice
    assert last["power"] == {"P1": 3, "P2": 0}
    assert last["zones"]["P2 discard"] == ["Kick#1"]
    refused = {"cmd": "answer", "seq": 9, "actor": "P2", "action": ["end"], "nature": []}
    assert reference.answer(refused) == {"seq": 9, "refused": True, "code": "turn.other_choice"}
    missing = {"cmd": "answer", "seq": 9, "actor": "P1", "action": ["end"], "nature": []}
    told = reference.answer(missing)
    assert told is not None
    assert told["position"]["choice"] == {"player": "nature", "kind": "shuffle", "options": []}


def test_reference_goes_on_after_data_that_is_no_game() -> None:
    reference, setup = CoreReference(quick.QUICK, quick.tried), example()
    reference.answer(ruleset_message(Table("rivals-batman-joker", "")))
    unknown = {**setup, "zones": {**setup["zones"], "P1 hand": ["No Such Card#1"]}}
    told = reference.answer({"cmd": "new", "seq": 1, "setup": unknown})
    assert told is not None
    assert "No Such Card" in told["errored"]["message"]
    act = {"cmd": "answer", "seq": 2, "actor": "P1", "action": ["end"], "nature": []}
    assert reference.answer(act) == {"seq": 2, "errored": {"message": "no game"}}
    answer = reference.answer({"cmd": "new", "seq": 3, "setup": setup})
    assert answer is not None
    assert "position" in answer
    wrong = {"cmd": "answer", "seq": 4, "actor": "P1", "action": ["play", "Straw Phantom#1"]}
    reference.answer({**wrong, "nature": []})
    odd = {**act, "actor": "P2", "action": ["pass"], "nature": [["card", "Punch#9"]]}
    told = reference.answer(odd)
    assert told is not None
    assert "chance cannot decide" in told["errored"]["message"]


def example() -> dict[str, Any]:
    """The set-up of the page."""
    game = game_of(Table("rivals-batman-joker", ""), ("Batman", "The Joker"), [])
    hands = {"P1": ["Straw Phantom", "Punch"], "P2": ["Grapnel Line", "Kick", "Punch"]}
    given: dict[str, Any] = {seat: {"hand": hand} for seat, hand in hands.items()}
    given["P1"]["discard"] = ["Vulnerability x2"]
    given["P2"]["deck"] = ["Vulnerability"]
    return dump_setup(game, laid_out(game, {"phase": "play", **given}), "play")


# --------------------------------------------------------------------------- the command


def test_list_show_export_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--ruleset", "rivals-batman-joker", "--kind", "score"]
    assert main(["vectors", "list", *chosen]) == 0
    assert capsys.readouterr().out.endswith("score\n28 vectors\n")
    assert main(["vectors", "show", "RBJ-G03"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Four Punches are 4 Power"
    assert main(["vectors", "show", "RBJ-G3"]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert main(["vectors", "export", str(tmp_path), *chosen]) == 0
    assert len(list(tmp_path.glob("rivals-batman-joker/score/*.json"))) == 28
    assert main(["vectors", "verify", *chosen]) == 0
    assert "28 vectors, 0 that do not hold" in capsys.readouterr().out


def test_coverage_names_no_rule_without_a_vector(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "list", "--coverage"]) == 0
    said = capsys.readouterr().out
    assert "15 of  15 rules" in said
    assert said.endswith("executable rules without one: none\n")


def test_vectors_that_ask_the_same_are_one_about_all_their_rules() -> None:
    same = {"kind": "score", "ruleset": "heroes-unite", "expect": {"P1": 3}}
    found = once_each(
        [
            {**same, "id": "A", "title": "a", "source": "a", "rules": ["HU-A01", "HU-A02"]},
            {**same, "id": "B", "title": "b", "source": "b", "rules": ["HU-A02", "HU-A03"]},
            {**same, "id": "C", "title": "a", "rules": ["HU-A01"], "expect": {"P1": 4}},
        ]
    )
    assert [(one["id"], one["rules"]) for one in found] == [
        ("A", ["HU-A01", "HU-A02", "HU-A03"]),
        ("C", ["HU-A01"]),
    ]
