"""Every scenario passes, flipped rulings make theirs fail, and no rule goes without one."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, groupby
from pathlib import Path

import pytest

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.scenarios.files import (
    BadKey,
    BadPosition,
    Scenario,
    ScenarioError,
    load_scenarios,
    read_scenarios,
)
from rules_check.oracle.scenarios.runner import Outcome, run
from rules_check.rules.load import load_rules, load_ruleset
from tests.meaning.carried_out import play
from tests.together import all_of, try_all

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(path.name for path in FOLDER.glob("*.toml"))


@cache
def scenarios() -> dict[str, list[Scenario]]:
    """All of them by file, read when the first is played: workers without them need not."""
    in_order = groupby(load_scenarios(FOLDER), lambda scenario: scenario.file)
    return {file: list(inside) for file, inside in in_order}


def every_scenario() -> Iterator[Scenario]:
    return chain.from_iterable(scenarios().values())


def report(outcome: Outcome) -> str:
    return "\n".join([*map(str, outcome.failures), "", *outcome.transcript])


@pytest.mark.xdist_group("scenarios")  # see tests/meaning/test_coverage.py
@all_of("file", FILES)
def test_scenarios_of_a_file_pass(file: str) -> None:
    def passes(scenario: Scenario) -> None:
        outcome = play(scenario)
        if not outcome.passed:
            pytest.fail(report(outcome), pytrace=False)

    try_all(scenarios()[file], passes, lambda scenario: scenario.id)


@pytest.mark.xdist_group("scenarios")
def test_scenario_of_a_ruling_fails_with_another_reading() -> None:
    def fails(case: tuple[Scenario, int]) -> None:
        scenario, reading = case
        outcome = run(scenario, rulings={scenario.ruling: reading})
        if outcome.passed:
            pytest.fail(f"it makes no difference\n{report(outcome)}", pytrace=False)

    cases = [(scenario, reading) for scenario in every_scenario() for reading in scenario.flips]
    try_all(cases, fails, lambda case: f"{case[0].id}, reading {case[1]}")


# ------------------------------------------------------------------------ coverage


def without(ids: Iterable[str], named: Iterable[str]) -> list[str]:
    return sorted(set(ids) - set(named))


@pytest.mark.xdist_group("scenarios")
@pytest.mark.parametrize("name", PLAY_SETS)
def test_every_executable_rule_has_a_scenario(name: str) -> None:
    executable = (rule.id for rule in load_rules(name).rules.values() if rule.executable)
    named = (rule for scenario in every_scenario() for rule in scenario.rules)
    assert without(executable, named) == []


@pytest.mark.xdist_group("scenarios")
@pytest.mark.parametrize("name", PLAY_SETS)
def test_every_ruling_has_a_scenario(name: str) -> None:
    rules = load_rules(name).rules
    rulings = (
        ruling.id
        for ruling in load_ruleset(name).rulings
        if any(rules[rule].executable for rule in ruling.rules)
    )
    assert without(rulings, (scenario.ruling for scenario in every_scenario())) == []


# ---------------------------------------------------------------------- the runner

TITLE = 'title = "A scenario for the runner"'


def scenario_of(body: str, rules: str = '"CONF-GP12"', id_: str = "CONF-GP12") -> Scenario:
    text = f'game = "confrontations"\n[[scenario]]\nid = "{id_}"\nrules = [{rules}]\n{TITLE}\n'
    (scenario,) = read_scenarios(text + body, "some.toml")
    return scenario


def failures(body: str) -> list[str]:
    return [str(failure) for failure in run(scenario_of(body)).failures]


PUNCH = 'given.phase = "play"\ngiven.P1.hand = ["Punch x2", "Weakness"]\n'


def test_a_right_expectation_passes() -> None:
    body = PUNCH + 'when = ["P1: play Punch x2"]\nthen = ["P1 power: 2", "P1 hand: Weakness"]'
    outcome = run(scenario_of(body))
    assert outcome.passed
    assert outcome.transcript[0] == "    turn P1 Superman 1 (CONF-GP01)"
    assert outcome.transcript[1] == "P1: play Punch"
    assert outcome.transcript[3].startswith("    power P1 Punch: 1 (CONF-")
    assert outcome.topics


ASKED = (
    'given.phase = "play"\ngiven.P1.hand = ["Test Card", "Punch"]\ngiven.P1.deck = ["Weakness"]\n'
    'given.cards = """\nTest Card\nHero, cost 3, 1 VP, source original\n'
    'You may draw a card.\n"""\n'
)


def test_a_decision_that_is_open_at_the_end_fails() -> None:
    body = ASKED + 'when = ["P1: play Test Card"]\nthen = ["P1 hand: Punch"]'
    (failure,) = failures(body)
    assert failure.startswith("some.toml: CONF-GP12: step 1, 'P1: play Test Card': ")
    assert failure.endswith("a decision is open at the end: P1 may; offered are: P1: yes; P1: no")


@pytest.mark.parametrize(
    "then",
    [
        'when = ["P1: play Test Card"]\nthen = ["choice: P1 may"]',
        'when = ["P1: play Test Card"]\nthen = ["P1 hand: Punch", "offered: P1: no"]',
        'when = ["P1: play Test Card", "P1: no"]\nthen = ["P1 hand: Punch"]',
        'when = ["P1: play Test Card", "P1: yes"]\nthen = ["P1 hand: Punch, Weakness"]',
    ],
)
def test_a_decision_that_is_expected_or_taken_is_not_open(then: str) -> None:
    assert failures(ASKED + then) == []


CHOICES = (
    'given.phase = "play"\ngiven.P1.hand = ["Test Card", "Punch"]\ngiven.P1.deck = ["Punch"]\n'
    'given.cards = """\nTest Card\nHero, cost 3, 1 VP, source original\n'
    'Choose one: Draw a card; or +2 Power; or each player discards a card.\n"""\n'
    'when = ["P1: play Test Card"]\n'
)


@pytest.mark.parametrize("words", ["option 4", "4", "odd", "yes", "stop", "choose Weakness"])
def test_what_a_choice_does_not_offer_is_not_offered(words: str) -> None:
    then = f'then = ["offered: P1: option 3", "not offered: P1: {words}"]'
    assert failures(CHOICES + then) == []


def test_an_option_that_is_not_offered_is_refused() -> None:
    acts = '"P1: play Test Card", "P1: option 4 -> refused not_offered"'
    found = failures(CHOICES.replace('"P1: play Test Card"', acts) + 'then = ["choice: P1 option"]')
    assert "no action" not in "".join(found)


def test_a_decision_that_was_expected_before_is_open_at_the_end() -> None:
    acts = (
        '"P1: play Test Card", "then choice: P1 may", "P1: buy Punch -> refused buy.not_for_sale"'
    )
    (failure,) = failures(ASKED + f'when = [{acts}]\nthen = ["P1 hand: Punch"]')
    assert "a decision is open at the end: P1 may" in failure


@all_of(
    "check, problem",
    [
        ("P1 power: 3", "expected 3, found 2"),
        ("P1 in play: Punch", "expected Punch, found Punch x2"),
        ("P1 in play: Weakness, Punch", "expected Punch, Weakness, found Punch x2"),
        ("P1 in play: empty", "expected empty, found Punch x2"),
        ("P1 in play size: 1", "expected 1, found 2 (Punch x2)"),
        ("P1 in play has Punch x3", "expected at least Punch x3, found Punch x2"),
        ("P1 in play has no Punch", "found Punch"),
        (
            "P1 in play has no Pnuch",
            "no card of this game is called 'Pnuch'; did you mean 'Punch'?",
        ),
        ("Foo stack: 3", "there is no Foo stack; there are Enhanced Strength, Weakness"),
        ("P1 sees Foo stack", "there is no Foo stack; there are Enhanced Strength, Weakness"),
        ("P1 in play top: Weakness", "found Punch"),
        ("P1 characters top: Superman 2", "found Superman 1"),
        ("P1 sees P2 hand", "P2 hand is empty: there is nothing to see"),
        ("P1 does not see P1 hand", "what the player sees of it: Weakness"),
        ("P1 sees main deck", "what the player sees of it: nothing"),
        ("P1 cost: 8", "expected 8, found 9"),
        ("P1 level: 2", "expected 2, found 1"),
        ("Weakness stack: 14", "expected 14, found 15"),
        ("Line-Up has Superboy", "expected at least Superboy, found empty"),
        ("active: P2", "expected P2, found P1"),
        ("confronted: P2", "expected P2, found nobody"),
        ("not cites CONF-GP12", "it is"),
        ("cites CONF-WK01", "cited are: CONF-"),
        ("event: draw P1", "happened: "),
        ("no event: play P1 Punch", "happened: "),
        ("event: draw P1 before play P1", "happened: "),
        ("over: refill_fail", "expected refill_fail, found no"),
        ("winner: P1 P3", "expected P1 P3, found no"),
        ("score: P1 5", "expected 5, found no score: the game is not over"),
        ("choice: P2 play", "expected P2 play, found P1 "),
        ("offered: P1: play Punch", "offered are: P1: "),
        ("not offered: P1: end turn", "offered are: P1: "),
        ("not offered: P1: yodel", "is no action at all"),
        ("stacks: Weakness", "expected Weakness, found Enhanced Strength, Weakness"),
        ("no main-deck card has the symbol of Circe", "expected empty, found "),
        ("no main-deck card has the symbol of Nobody", "expected empty, found no Character Nobody"),
        ("every main-deck card has the symbol of a played Character", "expected empty, found "),
    ],
)
def test_a_wrong_expectation_fails(check: str, problem: str) -> None:
    (said,) = failures(PUNCH + f'when = ["P1: play Punch x2"]\nthen = ["{check}"]')
    assert said.startswith(f"some.toml: CONF-GP12: step 2, 'then {check}': {problem}")


def test_every_wrong_expectation_is_told() -> None:
    said = failures(PUNCH + 'when = ["then P1 power: 1"]\nthen = ["P1 power: 2", "P1 power: 0"]')
    assert [line.split("'")[1] for line in said] == ["then P1 power: 1", "then P1 power: 2"]


def test_an_action_that_is_not_offered_fails_and_ends_the_run() -> None:
    body = PUNCH + 'when = ["P1: play Punch x3"]\nthen = ["P1 power: 9"]'
    (said,) = failures(body)
    assert "step 1, 'P1: play Punch x3': not offered; offered are: P1: " in said


def test_an_action_of_the_wrong_player_fails() -> None:
    (said,) = failures(PUNCH + 'when = ["P2: play Punch"]\nthen = ["P1 power: 0"]')
    assert "not offered; offered are: P1: " in said


def test_a_player_who_is_not_there_fails() -> None:
    players = 'variant = "few-players"\nplayers = ["Superman", "Lex Luthor"]\n'
    two = players + 'given.phase = "play"\ngiven.P1.hand = ["Punch x2"]\n'
    (said,) = failures(two + 'then = ["P3 hand: empty"]')
    assert said.endswith("there is no P3: the players of this game are Superman and Lex Luthor")
    (said,) = failures(two + 'when = ["P4: play Punch"]\nthen = ["P1 power: 0"]')
    assert "there is no P4" in said
    with pytest.raises(BadPosition, match="P3: there is no such player"):
        failures(two + 'given.P3.hand = ["Punch"]\nthen = ["P1 power: 0"]')


def test_an_action_that_is_none_fails() -> None:
    (said,) = failures(PUNCH + 'when = ["P1: yodel -> refused no"]\nthen = ["P1 power: 0"]')
    assert "is no action at all" in said


def test_a_refusal_that_does_not_come_fails() -> None:
    (said,) = failures(PUNCH + 'when = ["P1: play Punch -> refused no"]\nthen = ["P1 power: 0"]')
    assert "expected to be refused, but is offered" in said


def test_a_refusal_with_another_code_fails() -> None:
    body = PUNCH + 'when = ["P1: buy Weakness -> refused some.code"]\nthen = ["P1 power: 0"]'
    (said,) = failures(body)
    assert ": refused with " in said


def test_nature_is_not_asked_out_of_turn() -> None:
    (said,) = failures(PUNCH + 'when = ["nature: order Punch"]\nthen = ["P1 power: 0"]')
    assert "nature is not asked; offered are: P1: " in said


def test_nature_waits_for_its_own_step() -> None:
    body = (
        'given.phase = "play"\ngiven.P1.hand = ["Morning Patrol"]\n'
        'given.P1.discard = ["Punch", "Weakness", "Superboy"]\n'
    )
    play = '"P1: play Morning Patrol", "then choice: nature shuffle"'
    for answer, hand in (
        ("nature: order Superboy", "Superboy"),
        ("nature: as it lies", "Punch"),
        ("then P1 hand: Punch", "Punch"),
    ):
        said = failures(f'{body}when = [{play}, "{answer}"]\nthen = ["P1 hand: {hand}"]')
        assert said == []
    said = failures(f'{body}when = [{play}, "nature: order Mera"]\nthen = ["P1 hand: empty"]')
    assert "no Mera is left among the cards to be shuffled" in said[0]


def test_given_cards_join_the_deck_and_the_characters() -> None:
    body = (
        'given.phase = "play"\ngiven.P1.hand = ["Brass Gong", "Punch"]\ngiven.cards = """\n'
        "Brass Gong\nEquipment, cost 2, 1 VP\n+7 Power\n\n"
        "Superman\nCharacter, level 1, cost 9, 5 VP\n"
        'Each time you play an Equipment during your turn, +1 Power.\n"""\n'
    )
    assert failures(body + 'when = ["P1: play Brass Gong"]\nthen = ["P1 power: 8"]') == []


@pytest.mark.parametrize("name", ["Superboy", "Punch"])
def test_a_given_card_takes_the_place_of_the_one_of_its_name(name: str) -> None:
    body = f'given.phase = "play"\ngiven.P1.hand = ["{name}", "Weakness"]\ngiven.cards = """\n'
    body += f'{name}\nHero, cost 2, 1 VP\n+7 Power\n"""\n'
    assert failures(body + f'when = ["P1: play {name}"]\nthen = ["P1 power: 7"]') == []


def test_the_example_of_the_readme_passes() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    example = readme.partition("```toml\n")[2].partition("```")[0]
    (scenario,) = read_scenarios(example, "README.md")
    outcome = run(scenario)
    assert outcome.passed, report(outcome)


def test_a_set_up_that_is_not_refused_fails() -> None:
    (said,) = failures('given = "new"\nthen = ["set-up refused: some words"]')
    assert "expected 'some words', but there is a game" in said


@all_of(
    "body, key, problem",
    [
        ('then = ["P1 power: 0"]\nwhe = []', "whe", "is not known here"),
        ("", "then", "is missing"),
        ("then = []", "then", "expects nothing"),
        ('then = "P1 power: 0"', "then", "expected a list of texts"),
        ('then = ["P1 powr: 0"]', "then", "this is no check"),
        ('then = ["P6 power: 0"]', "then", "this is no check"),
        ('then = ["P1 deck size: many"]', "then", "the size is no number"),
        ('then = ["P1 Line-Up: empty"]', "then", "is no zone"),
        ('then = ["P1 hand: Punch,"]', "then", "a name is missing"),
        ('then = ["P1 sees the moon"]', "then", "'the moon' is no zone"),
        ('then = ["P1 power: 0"]\nwhen = ["play Punch"]', "when", "expected `P1: ...`"),
        ('then = ["P1 power: 0"]\nwhen = ["P7: play Punch"]', "when", "expected P1, P2"),
        ('then = ["P1 power: 0"]\nwhen = ["P1: end turn x2 -> refused no"]', "when", "tried once"),
        ('then = ["P1 power: 0"]\ngiven.P1.hnd = []', "given.P1.hnd", "is not known here"),
        ('then = ["P1 power: 0"]\ngiven.lineup = []', "given.lineup", "is not known here"),
        ('then = ["P1 power: 0"]\ngiven.line_up = "Mera"', "given.line_up", "expected a list"),
        ('then = ["P1 power: 0"]\ngiven = { new = true, turn = 3 }', "given.new", "nothing but"),
        ('then = ["P1 power: 0"]\ngame = "chess"', "game", "expected one of"),
        ('then = ["P1 power: 0"]\nmix = { with = "chess", how = "x" }', "mix.with", "one of"),
        ('then = ["P1 power: 0"]\nmix = { with = "confrontations" }', "mix.how", "is missing"),
        ('then = ["P1 power: 0"]\nmix = { wth = "chess" }', "mix.wth", "is not known here"),
        ('then = ["P1 power: 0"]\nruling = "CONF-RU99"', "ruling", "no ruling CONF-RU99"),
        ('then = ["set-up refused: x"]\nwhen = ["P1: done"]', "then", "nobody plays"),
    ],
)
def test_what_cannot_be_read_is_an_error(body: str, key: str, problem: str) -> None:
    with pytest.raises(BadKey) as caught:
        scenario_of(body)
    error = caught.value
    assert (error.file, error.scenario, error.key) == ("some.toml", "CONF-GP12", key)
    assert problem in error.problem
    assert str(error).startswith(f"some.toml: CONF-GP12: {key}: ")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_ids_are_checked() -> None:
    then = 'then = ["P1 power: 0"]'
    with pytest.raises(BadKey, match="the book has no rule CONF-GP99"):
        scenario_of(then, rules='"CONF-GP99"')
    with pytest.raises(BadKey, match="expected the id of one of its rules"):
        scenario_of(then, id_="CONF-GP13-other")


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("game = ", encoding="utf-8")
    with pytest.raises(BadKey, match=r"^a\.toml: not valid TOML"):
        load_scenarios(tmp_path)


def test_an_id_is_used_once(tmp_path: Path) -> None:
    text = (
        'game = "confrontations"\n[[scenario]]\nid = "CONF-GP12"\nrules = ["CONF-GP12"]\n'
        f'{TITLE}\nthen = ["P1 power: 0"]\n'
    )
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadKey, match=r"^b\.toml: CONF-GP12: id: already used in a\.toml$"):
        load_scenarios(tmp_path)


def test_a_position_that_cannot_be_built_is_an_error() -> None:
    for given, key, said in (
        ('P1.hand = ["Pnuch"]', "P1.hand", "did you mean 'Punch'?"),
        ('P1.hand = ["Superboy x9"]', "P1.hand", "no more cards of that name"),
        ("P1.level = 4", "P1.level", "expected 1 to 3, found 4"),
        ("stacks = { Weakness = -1 }", "stacks.Weakness", "expected 0 or more, found -1"),
        ('stacks = { Weakness = "few" }', "stacks.Weakness", "expected 0 or more, found 'few'"),
        ("stacks = { Kryptonite = 1 }", "stacks.Kryptonite", "there are Enhanced Strength"),
        ("main_deck_size = -1", "main_deck_size", "expected 0 or more"),
        ('phase = "play"\ngiven.power = { P1 = 1.5 }', "power.P1", "expected 0 or more"),
        ('order = ["P1", "P1"]', "order", "each of them once"),
        ('active = "P9"', "active", "no player 'P9'; there are P1, P2, P3, P4"),
        ('cards = "No card line"', "cards", "the card line is missing"),
        ('cards = "Nobody\\nCharacter, level 1, cost 9, 5 VP\\nDraw a card."', "cards", "no such"),
    ):
        with pytest.raises(BadPosition, match=r"^some\.toml: CONF-GP12: ") as caught:
            run(scenario_of(f'given.{given}\nthen = ["P1 power: 0"]'))
        assert caught.value.key == f"given.{key}"
        assert said in caught.value.problem
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(ScenarioError):
        run(scenario_of('players = ["Nobody"]\nthen = ["P1 power: 0"]'))
