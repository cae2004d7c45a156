"""Every text of the project has a core in each of its readings, or stands in a list.

`untranslated.txt` has the texts without a core, each with the node that has none. It only gets
shorter: a text in it that is translated fails, and so does one that is not in it and is not.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.core import rows
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.codec import from_json, to_json
from rules_check.grammar.core.equality import standard
from rules_check.grammar.core.forms import Core, Filled
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import read_core
from rules_check.grammar.core.settling import settle, still_open
from rules_check.grammar.core.translate import Reading, Untranslated, cores, translate
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature, ask, keywords_of
from rules_check.properties import strategies
from rules_check.rules.load import load_ruleset
from rules_check.rules.patterns import questions
from tests.effort import LONG, tries
from tests.grammar.core.project_texts import project_texts
from tests.meaning.test_meaning import CONTRASTS, meaning
from tests.together import all_of

pytestmark = pytest.mark.xdist_group("project texts")  # one worker reads them

LIST = Path(__file__).with_name("untranslated.txt")
READ_AGAIN = 1 if LONG else 4
"""Of the cores, one in so many is printed and read again."""


@cache
def made() -> tuple[tuple[str, tuple[Reading, ...]], ...]:
    """The readings of each text."""
    return tuple(
        (one.words, tuple(cores(one.text, character=one.character))) for one in project_texts()
    )


@cache
def translated() -> tuple[tuple[str, Core], ...]:
    return tuple(
        (words, one.core) for words, found in made() for one in found if isinstance(one.core, Core)
    )


def listed() -> dict[str, str]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    rows_ = (line.partition(": ") for line in lines if not line.startswith("#"))
    return {words: node for node, _, words in rows_}


def without_core() -> dict[str, str]:
    return {
        words: type(one.core.node).__name__
        for words, found in made()
        for one in found
        if isinstance(one.core, Untranslated)
    }


def test_texts_without_a_core_are_those_of_the_list() -> None:
    looked_at = {one.words for one in project_texts()}
    assert len(looked_at) > 400
    refused = {words for words, core in translated() if check(core)}
    known = {words: node for words, node in listed().items() if words in looked_at - refused}
    assert without_core() == known


def test_every_core_can_be_carried_out_or_stands_in_the_list() -> None:
    faults = {words: found[0] for words, core in translated() if (found := check(core))}
    assert {words: one.problem for words, one in faults.items() if not one.said} == {}
    named = {words: type(one.at).__name__ for words, one in faults.items()}
    known = listed()
    assert {words: node for words, node in named.items() if known.get(words) != node} == {}


def test_every_core_is_printed_read_and_told_as_json() -> None:
    for words, core in translated()[::READ_AGAIN]:
        assert read_core(printed(core)) == core, words
        assert from_json(json.loads(json.dumps(to_json(core)))) == core, words


def test_every_statement_knows_its_words() -> None:
    """Of a card with one sentence, each statement is said by words of that line."""
    (text,) = (parse_lines(["Each foe discards a card."], vocabulary([])).text,)
    core = translate(bind(text))
    (loop,) = core.texts[0].body
    assert loop.at is not None
    assert loop.at[0] == 0


def test_what_stands_otherwise_stands_while_the_condition_does_not_hold() -> None:
    words = "Ongoing: If you control a Hero, +1 Power. Otherwise, +2 Power."
    heroes = "count({y in controlled(you) : Hero in types(y)}) >= 1"
    core = translate(bind(parse_lines([words], vocabulary([])).text))
    expected = f"""text play [Ongoing]:
  change power(you) += 1 within turns(you) & while({heroes}) @counted=live
  change power(you) += 2 within turns(you) & while(not {heroes}) @counted=live
"""
    assert printed(core) == expected


def test_what_has_no_translation_is_told_with_its_words() -> None:
    text = bind(parse_lines(["Draw a card. +Power equal to its cost."], vocabulary([])).text)
    assert translate(text).texts
    text = bind(parse_lines(["+Power equal to its cost."], vocabulary([])).text)
    with pytest.raises(Untranslated, match="Ref: nothing was named before") as found:
        translate(text)
    assert found.value.at is not None


@all_of(
    "words, why",
    [
        ("That foe draws a card.", "no foe was named before"),
        ("The chosen foe discards a card.", "no foe was chosen before"),
        ("+1 Power for each card discarded this way.", "nothing in this text does that"),
        ("+1 Power for each card you destroy when you play this card.", "nothing in this text"),
        ("+1 Power for each card in a foe's hand.", "it is not said whose"),
        ("If this card has the highest cost, draw a card.", "among which cards"),
        ("You may put a card you buy this turn on top of your deck.", "only the end of the turn"),
        ("Ongoing: At the end of this turn, draw a card.", "comes in each turn"),
        ("You cannot draw more than one card for the rest of the game.", "turn by turn"),
        ("Discard two cards. Draw a card for each other card discarded this way.", "told from"),
        ("Draw three cards. Discard the rest.", "nothing was done with some of them"),
        ("The other two players each draw a card.", "other than whom"),
        ("Leave it where it is.", "nothing was named before"),
        ("Pass your hand to each foe's hand.", "to each of several players"),
    ],
)
def test_nothing_is_filled_in_that_a_text_does_not_say(words: str, why: str) -> None:
    with pytest.raises(Untranslated, match=why):
        core_of(words)


def test_that_foe_is_the_one_of_a_confrontation() -> None:
    assert "facing(you)" in printed(core_of("Confrontation: That foe discards a card."))


def test_a_player_is_chosen_first_where_nobody_chooses_the_cards() -> None:
    core = printed(core_of("Destroy the top card of a foe's deck."))
    assert "choose q: Player from foes(you), 1 by you\n" in core
    core = printed(core_of("Destroy a card in a foe's discard pile."))
    assert "choose c: Card from discard(foes(you)), 1 by you\n" in core


def test_it_is_one_of_several_and_nobody_has_said_which() -> None:
    with pytest.raises(Untranslated, match="several cards were named before"):
        core_of("Reveal the top two cards of your deck. If it is a Hero, draw it.")
    by_the_test = core_of("Each foe with exactly one Hero in their discard pile destroys it.")
    assert "the(c @tie=open)" in printed(by_the_test)
    for book in ("heroes-unite", "confrontations"):
        assert "tie" in {one.name for _, one in still_open(settle(by_the_test, load_ruleset(book)))}


def test_of_two_ways_none_speaks_of_what_the_other_does() -> None:
    with pytest.raises(Untranslated, match="nothing was named before"):
        core_of("Confrontation: Discard a card.", "Otherwise, draw it.")


class Unheard(a.EffectNode, abstract=True):
    """An effect of which the translation knows nothing."""


def test_a_new_kind_of_effect_fails_by_its_name() -> None:
    with pytest.raises(Untranslated, match="Unheard"):
        translate(a.CardText((a.Plain(Unheard()),)))


def test_readings_beyond_the_most_are_told() -> None:
    (several,) = [one for one in project_texts() if len(list(cores(one.text))) > 1][:1]
    few = cores(several.text, character=several.character, most=1)
    assert len(list(few)) == 1
    assert few.more
    assert not cores(several.text, character=several.character).more


# ------------------------------------------------------------------------- settings


def core_of(*lines: str) -> Core:
    return translate(bind(parse_lines(list(lines), vocabulary(["Weakness"])).text))


HIGHEST = (
    "Each player reveals a card from their hand."
    " The player whose card has the highest cost draws a card."
)


def test_a_book_settles_what_it_speaks_of_and_is_cited() -> None:
    core = core_of(HIGHEST)
    assert {one.name for _, one in still_open(core)} == {"mode", "tie"}
    settled = settle(core, load_ruleset("heroes-unite"))
    assert still_open(settled) == []
    assert "@mode=together" in printed(settled)
    assert "@tie=nobody" in printed(settled)
    left = settle(core, load_ruleset("confrontations"))
    assert {one.name for _, one in still_open(left)} == {"mode", "tie"}


def test_an_answer_knows_its_ruling() -> None:
    settled = settle(core_of(HIGHEST), load_ruleset("heroes-unite"))
    loop = settled.texts[0].body[0]
    (mode,) = loop.settings  # type: ignore[union-attr]
    assert (mode.by, mode.cites.startswith("HU-")) == (Filled.RULE, True)


@all_of("name", rows.SETTINGS)
def test_answers_of_a_setting_are_those_of_its_question(name: str) -> None:
    row = rows.SETTINGS[name]
    if row.question:
        assert set(questions()[row.question].answers) == set(row.answers)


# ------------------------------------------------------------------------- random meanings


@settings(max_examples=tries(10, 300), suppress_health_check=list(HealthCheck))
@given(strategies.card_texts, booleans())
def test_a_random_meaning_has_a_core_that_is_well_made_or_is_refused(
    text: a.CardText, character: bool
) -> None:
    """A core may say what nobody can do; its names, sorts and rows are right."""
    try:
        core = translate(bind(a.meant(text)), character=character)
    except Untranslated:
        return
    assert [fault for fault in check(core) if not fault.said] == []
    assert read_core(printed(core)) == core


# ------------------------------------------------------------------------- contrasts

FEWEST = "The player with the fewest cards in hand draws a card."
BLOCK = "Block: You may discard this card during a Confrontation. If you do, add 2 to"
ALIKE = {
    # one reading of a question
    "Attack: Each foe discards a card. Draw a card.": (
        "Attack: Each foe discards a card and you draw a card."
    ),
    # of a card that is played it is the next start anyway
    "At the start of your turn, draw a card.": "At the start of your next turn, draw a card.",
    # a text that is played listens this turn
    "Each time you play a Hero this turn, draw a card.": "Each time you play a Hero, draw a card.",
    # in a Block your Character is the one that you may Block for
    f"{BLOCK} a Character's cost this turn.": f"{BLOCK} your Character's cost this turn.",
    # a ban at the start of a turn is for all the turn
    "During your next turn, you cannot buy cards.": (
        "At the start of your next turn, you cannot buy cards."
    ),
    # cards are gained from the Line-Up anyway
    "Gain a Hero and a Villain from the Line-Up.": "Gain a Hero and a Villain.",
    # who is other is who remains
    f"{FEWEST} Each remaining player discards a card.": (
        f"{FEWEST} Each other player discards a card."
    ),
}
"""Pairs that mean the same to the engine of today, and why."""


@all_of("pair", CONTRASTS[:: tries(12, 1)], lambda pair: pair[0])
def test_texts_that_differ_have_cores_that_differ(pair: list[str]) -> None:
    first, second = (standard_of(words) for words in pair[:2])
    assert (first == second) is (ALIKE.get(pair[0]) == pair[1])


def standard_of(words: str) -> Core | str:
    """The core of a text up to names; its words, if it has none."""
    parsed = meaning(words)
    found = next(iter(cores(ask(parsed, Nature(keywords=keywords_of(parsed)))))).core
    return standard(found) if isinstance(found, Core) else words


def test_an_attack_on_the_confronted_foe_is_aimed_at_nobody_else() -> None:
    text = meaning("Confrontation: Attack: The Confronted foe gains a Weakness.")
    (one,) = cores(text)
    assert isinstance(one.core, Core)
    assert "at confronted @" in printed(one.core)
