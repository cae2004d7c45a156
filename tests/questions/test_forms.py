"""Questions that belong to forms of the core: asked where another reading is another core, quiet
where words answer them, and shown by games."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from rules_check.checker import CardResult, Checker
from rules_check.checks.questions import check
from rules_check.checks.raised import raised
from rules_check.grammar.cache import Cache
from rules_check.grammar.core.checker import check as check_core
from rules_check.grammar.core.doubts import IN_DOUBT
from rules_check.grammar.core.equality import same
from rules_check.grammar.core.rereading import EVERYWHERE, OF_CARDS, as_read
from rules_check.grammar.core.rows import SETTINGS
from rules_check.grammar.core.translate import Untranslated, cores
from rules_check.oracle.values.switches import readings
from rules_check.prove.games import QuickGames
from rules_check.rules.patterns import BY_FORM, LanguageQuestion, questions
from tests.effort import tries
from tests.questions.cards import HERE
from tests.together import all_of

BY_FORMS = {one.id: one for one in questions().values() if one.shape == BY_FORM}
TRAPS: list[dict[str, Any]] = tomllib.loads(
    (HERE / "traps-of-forms.toml").read_text(encoding="utf-8")
)["trap"]


@cache
def _checker() -> Checker:
    return Checker(Cache())


def card_of(text: str, game: str = "heroes-unite", line: str = "", name: str = "Sample") -> str:
    """A card file with one card."""
    kind = "Location" if "Ongoing" in text else "Equipment"
    line = line or f"{kind}, cost 3, 1 VP, source original"
    lines = text.split(" / ")
    return "\n".join([f"set: Sample\nruleset: {game}\n", name, line, *lines, ""])


@cache
def looked_at(text: str, game: str = "heroes-unite") -> CardResult:
    """A text on a card, checked once."""
    (card,) = _checker().check_text(card_of(text, game), "sample.txt").cards
    assert card.understood, text
    return card


@cache
def asked_by(text: str, game: str = "heroes-unite") -> frozenset[str]:
    """The questions that a text raises."""
    return frozenset(one.id for one in raised(looked_at(text, game).subject))


@cache
def core_of(text: str) -> Any:
    """What a text means, whatever it leaves open."""
    found = next(iter(cores(looked_at(text).subject.text, most=1))).core
    assert not isinstance(found, Untranslated)
    return found


def test_each_answer_is_a_reading_of_its_switch() -> None:
    for question in BY_FORMS.values():
        assert tuple(question.answers) == readings()[question.switch], question.id


def test_each_reading_is_another_core_or_its_forms_are_known() -> None:
    for question in BY_FORMS.values():
        _, *others = question.answers
        written = all((question.switch, key) in {*EVERYWHERE, *OF_CARDS} for key in others)
        setting = any(row.question == question.id for row in SETTINGS.values())
        assert [written, setting, question.switch in IN_DOUBT].count(True) == 1, question.id


@all_of("question", BY_FORMS)
def test_its_example_raises_it_and_the_wording_of_an_answer_does_not(question: str) -> None:
    asked: LanguageQuestion = BY_FORMS[question]
    game = "confrontations" if asked.teams else "heroes-unite"
    assert question in asked_by(asked.example, game)
    for key, text in asked.wordings.items():
        assert question not in asked_by(text, game)
        meant = core_of(asked.example)
        if key != next(iter(asked.answers)):
            meant = as_read(meant, {asked.switch: key})
        assert same(core_of(text), meant), (question, key)


ANSWERED = {
    "done-by": "Draw a card for each card you destroyed this turn.",
    "than-any": "If you have more cards in your hand than each foe, +2 Power.",
    "draws-forbidden": "You cannot draw cards for the rest of this turn.",
    "option-in-part": "Attack: Each foe chooses one: gain a Weakness; or discard up to two cards.",
    "that-foe-avoided": "Attack: A foe discards a card and gains a Weakness.",
    "confrontation-reach": "During a Confrontation, +2 Power. / Draw a card.",
    "granted": "Heroes in the Line-Up cost 1 less to buy this turn.",
    "each-your": "You and your teammate may each destroy a Starter in their own discard pile.",
    "limit-unmet": "Gain up to two Villains with a total cost of 7 or less from the Line-Up.",
    "undone-instead": "Ongoing: The first time you would gain a Weakness during each foe's turn,"
    " you may discard a card instead.",
    "when-this-turn": "Each time you buy a Villain this turn, draw a card.",
    "option-often": "Ongoing: Once during each of your turns, you may discard a Starter. If you do,"
    " draw a card.",
    "left-order": "Reveal the top three cards of your deck. Draw one of them and put the others"
    " back on top in any order.",
    "left-over": "Reveal cards from the top of your deck until you reveal a Hero. Draw that card"
    " and discard the other revealed cards.",
    "option-chosen": "Each foe chooses one: discard a card; or gain a Weakness.",
    "both-or-each": "You may destroy a Starter in your hand. You may destroy a Starter in your"
    " discard pile.",
    "next-one": "Put the next Equipment you buy or gain this turn on top of your deck.",
    "none-chosen": "You may discard one or more cards. If you do, draw two cards.",
    "put-back": "Put two cards from your discard pile on top of your deck in any order.",
    "destroyed-from": "You may destroy a Starter in your hand. If you do, draw a card.",
    "unsaid-time": "The next card you buy this turn costs you 2 less.",
    "lowered": "Cards in the Line-Up cost you 1 less this turn.",
    "paid-in-part": "You may discard up to two cards. If you do, +4 Power.",
    "cannot-in-part": "Each foe discards up to two cards. Each foe who cannot gains a Weakness.",
    "moved-counts": "Gain a Villain from the Line-Up. +1 Power for each other Villain in your"
    " discard pile.",
    "first-from": "The first time you play a Hero during each of your turns, draw a card.",
    "if-not-done": "If you have not played a Hero this turn, draw a card.",
    "if-they-do": "Each foe may discard a card. If each of them does, draw a card.",
    "waited-this-turn": "If you play or have played a Hero this turn, draw a card.",
    "you-and-teammate": "You and your teammate may each discard a card.",
    "some-or-each": "Attack: Each foe discards a card. If any foe discards a Hero this way, draw a"
    " card.",
    "whose-turn": "Ongoing: The first time you play a Defense card during each of your turns, draw"
    " a card.",
}


@pytest.mark.parametrize("question", ANSWERED)
def test_words_that_answer_it_leave_nothing_to_ask(question: str) -> None:
    assert question not in asked_by(ANSWERED[question])


@all_of("trap", [one["name"] for one in TRAPS])
def test_a_trap_is_told_or_it_is_known_why_not(trap: str) -> None:
    card = next(one for one in TRAPS if one["name"] == trap)
    file = card_of(card["text"], card["game"], card["line"], card["name"])
    (found,) = _checker().check_text(file, "trap.txt").cards
    told = {one.question for one in check(found.subject)} if found.understood else set()
    if "question" in card:
        assert card["question"] in told
    else:
        assert card["because"]


def test_how_many_of_them_are_told() -> None:
    assert len(TRAPS) == 56
    assert sum("question" in one for one in TRAPS) == 41


SHOWN = {
    "done-by": "Ongoing: Each time a card is destroyed, draw a card.",
    "put-is-gained": "Put a Villain from the Line-Up into your hand. If you have gained a Villain"
    " this turn, +2 Power.",
    "played-from": "Play the top card of the main deck.",
    "turn-meant": "Defense: You may discard this card to avoid an Attack. If you do, +2 Power.",
    "avoider-receives": "Attack: Each foe passes a card from their hand to the player on their"
    " left.",
    "than-any": "If you have more cards in your hand than any foe, +2 Power.",
    "below-none": "Destroy a card in your hand. +Power equal to its cost minus 2.",
    "undone-instead": "Ongoing: The first time you would gain a Weakness each turn, discard a card"
    " instead.",
    "destroyed-from": "Put a Villain on top of your deck.",
    "option-in-part": "Attack: Each foe chooses one: gain a Weakness; or discard two cards.",
    "that-foe-avoided": "Attack: A foe discards a card. / That foe gains a Weakness.",
    "limit-unmet": "Gain two Villains with a total cost of 7 or less from the Line-Up.",
    "all-different": "Reveal the top three cards of your deck. If they have different card types,"
    " draw them.",
    "when-this-turn": "When you buy a Villain this turn, draw a card.",
    "option-often": "Ongoing: During your turn, you may discard a Hero to draw two cards.",
    "doubled": "Double your Power this turn.",
    "hidden-pick": "Choose a foe. Discard a card from that foe's hand.",
    "end-effects": "At the end of your turn, you may destroy a Starter in your discard pile.",
    "put-back": "Put all Villains from your discard pile on top of your deck.",
    "passing": "Each player passes a card from their hand to the player on their right.",
    "left-order": "Reveal the top three cards of your deck. You may draw one of them.",
    "left-over": "Reveal cards from the top of the main deck until you reveal a Hero. Gain it.",
    "option-chosen": "Attack: Each foe discards a card or gains a Weakness.",
    "both-or-each": "You may destroy a Starter in your hand and a Starter in your discard pile.",
    "none-chosen": "You may discard any number of cards. If you do, draw two cards.",
    "one-attack": "Attack: Each foe discards a card. / Attack: Each foe gains a Weakness.",
    "paid-in-part": "You may discard two cards. If you do, +4 Power.",
    "shuffled-for": "You may destroy the top card of your deck.",
    "counted-twice": "+1 Power for each Villain and each Attack card you played this turn.",
}


SHOWN_IN_TEAMS = {
    "avoided-by": "Attack: Each foe discards a card. +1 Power for each foe who avoids this Attack.",
    "your-foe": "Your foe discards two cards.",
    "confronted-uses": "Ongoing: Once during a Confrontation, you may discard a card. If you do,"
    " draw a card.",
    "each-your": "You and your teammate may each destroy a Starter in your discard pile.",
    "clean-up": "Each time you discard an Equipment from your hand this turn, draw two cards.",
    "your-or-theirs": "You or your teammate may destroy a Starter in your discard pile.",
    "played-pile": "Choose a foe. Play a card from that foe's hand, then discard it.",
    "that-foe-is": "Choose a foe. / Confrontation: That foe discards a card.",
    "otherwise-of": "Confrontation: If you control a Hero, +5 Power. Otherwise, +3 Power.",
}
SHOWN_BETWEEN_TWO = {
    "passed-is-gained": "WHEN YOU GAIN THIS: Gain a Weakness. / Pass this card to a foe's hand.",
}
GAMES = (
    {(x, "heroes-unite"): y for x, y in SHOWN.items()}
    | {(x, "rivals-shazam-black-adam"): y for x, y in SHOWN_BETWEEN_TWO.items()}
    | {(x, "confrontations"): y for x, y in SHOWN_IN_TEAMS.items()}
)


@pytest.mark.parametrize(("question", "game"), list(GAMES)[:: tries(3, 1)])
def test_a_game_shows_it(question: str, game: str) -> None:
    games = QuickGames(None, everything=True, only=frozenset({question}))
    checker = Checker(Cache(), shower=games)
    found = checker.check_text(card_of(GAMES[question, game], game), "sample.txt")
    assert any(one.witness is not None for one in found.diagnostics)


LEFT_ALONE = {
    "confronted-uses": "Ongoing: Once during a Confrontation, you may discard a card. If you do,"
    " add 2 to a Character's cost this turn.",
    "done-by": "If a player destroyed a Villain this turn, +2 Power.",
    "deeds-of-team": "If you have defeated a Character this turn, draw a card.",
    "put-is-gained": "Gain a Villain from the Line-Up and put it into your hand. If you have gained"
    " a Villain this turn, +2 Power.",
    "played-from": "Play the top card of the main deck, then put it on the bottom of the main"
    " deck.",
    "turn-meant": "Defense: You may discard this card to avoid an Attack. If you do, draw a card.",
    "new-hand-drawn": "Each time you draw a card this turn, +1 Power.",
    "avoider-receives": "Attack: The player on your left passes a card from their hand to the"
    " player on their left.",
    "avoided-by": "Attack: Each foe discards a card.",
    "than-any": "If you have more cards in your hand than each foe, +2 Power.",
    "your-foe": "Confrontation: Your foe discards two cards.",
    "below-none": "+Power equal to the number of cards in your hand.",
    "put-back": "Look at the top three cards of your deck. Put one of them into your hand and the"
    " rest on the bottom of your deck.",
    "destroyed-from": "Attack: Each foe puts a card on top of their deck.",
    "each-your": "You and your teammate each draw a card.",
    "limit-unmet": "Gain two Villains with cost 3 or less from the Line-Up.",
    "all-different": "Reveal the top two cards of your deck. If they have different card types,"
    " draw them.",
    "undone-instead": "When this card would be destroyed, put it into your discard pile instead.",
    "replaced-act": "When this card would be destroyed, put it into your discard pile instead.",
    "lies-on": "Subtract 2 from your foe's Character's cost this turn.",
    "when-this-turn": "Ongoing: When you buy a Villain during your turn, draw a card.",
    "clean-up": "At the end of your turn, discard a card.",
    "doubled": "+2 Power. If you have played a Hero this turn, +2 Power.",
    "passing": "Each player discards a card.",
    "hidden-pick": "Choose a foe. That foe reveals their hand. Discard a card from their hand.",
    "end-effects": "At the end of your turn, draw a card.",
    "left-order": "Reveal the top two cards of your deck. Draw one of them.",
    "left-over": "Draw cards until you have five cards in your hand.",
    "your-or-theirs": "You or your teammate may destroy a Starter in their discard pile.",
    "played-pile": "Play a card from your discard pile, then discard it.",
    "that-foe-is": "Confrontation: Choose a foe. That foe discards a card.",
    "option-chosen": "Choose one: draw a card; or +2 Power.",
    "otherwise-of": "Confrontation: +4 Power. / Otherwise, +2 Power.",
    "both-or-each": "You may discard a Hero and a Villain. If you do, draw two cards.",
    "draws-forbidden": "Foes cannot draw cards this turn.",
    "next-one": "At the end of your turn, draw a card.",
    "none-chosen": "You may discard any number of cards. If you do, draw that many cards.",
    "cannot-in-part": "Each foe discards a card. Each foe who cannot gains a Weakness.",
    "hit-by": "Attack: Each foe discards a card. +1 Power for each foe who does not avoid this"
    " Attack.",
    "moved-counts": "Gain a Villain from the Line-Up. If you have two or more Villains in your"
    " discard pile, draw a card.",
    "attacked-others": "Each other player discards a card.",
    "first-from": "Ongoing: The first time you play a Hero during each of your turns, draw a card.",
    "if-not-done": "If you do not play a Hero this turn, +2 Power.",
    "if-they-do": "Each foe may discard a card. If they do, they draw a card.",
    "waited-this-turn": "Ongoing: If you play a Hero during your turn, draw a card.",
    "you-and-teammate": "You or your teammate may discard a card.",
}


@pytest.mark.parametrize("question", LEFT_ALONE)
def test_where_only_one_reading_makes_sense_nothing_is_asked(question: str) -> None:
    assert question not in asked_by(LEFT_ALONE[question], "confrontations")


def test_whether_a_teammate_is_attacked_is_asked_where_there_are_teammates() -> None:
    text = "Attack: Each other player discards a card."
    assert "attacked-others" in asked_by(text, "confrontations")
    assert "attacked-others" not in asked_by(text, "heroes-unite")


def test_a_card_that_is_put_among_those_of_somebody_else_may_be_gained() -> None:
    banner = "WHEN YOU GAIN THIS: Gain a Weakness. / "
    for place in ("your foe's discard pile", "your foe's hand"):
        text = f"{banner}Put this card into {place}."
        assert "passed-is-gained" in asked_by(text, "rivals-shazam-black-adam")
    text = f"{banner}Put this card into your hand."
    assert "passed-is-gained" not in asked_by(text, "rivals-shazam-black-adam")


@pytest.mark.parametrize("who", ["anyone", "a foe"])
def test_what_follows_if_one_of_those_told_to_do_it_does_may_come_for_each(who: str) -> None:
    text = f"Each foe may discard a card. If {who} does, draw a card."
    assert "some-or-each" in asked_by(text)


def test_what_follows_a_round_speaks_of_the_round_in_its_own_place() -> None:
    """It is asked of both sentences, and of no other."""
    text = "Draw a card. Each foe may discard a card. If they do, draw a card. +1 Power."
    (one,) = [x for x in raised(looked_at(text).subject) if x.id == "if-they-do"]
    assert one.at is not None
    assert text[one.at[1] : one.at[2]] == "Each foe may discard a card. If they do, draw a card"


TWICE = {
    "if-not-done": "If you do not play a Hero this turn, draw a card. If you do not buy a Villain"
    " this turn, draw a card.",
    "some-or-each": "Each foe discards a card. If a foe discards a Starter this way, draw a card."
    " If a foe discards any other card this way, +2 Power.",
    "waited-this-turn": "If you play a Hero this turn, draw a card. If you buy a Villain this turn,"
    " draw a card.",
}


@pytest.mark.parametrize("question", TWICE)
def test_what_is_left_open_twice_is_a_core_in_each_reading(question: str) -> None:
    _, *others = BY_FORMS[question].answers
    for key in others:
        core = core_of(TWICE[question])
        made = as_read(core, {BY_FORMS[question].switch: key})
        assert made != core
        assert check_core(made) == []


def test_a_sentence_that_answers_it_does_not_answer_for_another() -> None:
    said, unsaid = "Heroes cost you 1 less this turn.", "The next card you buy costs you 2 less."
    for text in (f"{said} {unsaid}", f"{unsaid} {said}"):
        (one,) = [x for x in raised(looked_at(text).subject) if x.id == "unsaid-time"]
        assert one.at is not None
        _line, start, end = one.at
        assert text[start:end] in unsaid
        assert one.question.not_yet, "a reading would be one of the other sentence, too"
    assert "unsaid-time" not in asked_by(said)


def test_the_end_of_the_turn_is_asked_of_where_the_book_has_it_in_two_orders() -> None:
    text = "At the end of your turn, you may destroy a Starter in your discard pile."
    told = {
        game: {one.question for one in check(looked_at(text, game).subject)}
        for game in ("heroes-unite", "confrontations", "rivals-batman-joker")
    }
    assert [game for game, asked in told.items() if "end-effects" in asked] == ["heroes-unite"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "some-or-each",
            (
                "Attack: Each foe reveals the top card of their deck. If a Hero is revealed"
                " this way, draw a card."
            ),
        ),
        ("granted", "Each Hero you control is also a Villain this turn."),
        (
            "passed-is-gained",
            (
                "Attack: You may pass a Weakness from your discard pile to a foe's"
                " discard pile. If a foe has gained a Weakness this turn, draw a card."
            ),
        ),
        ("whose-turn", "Ongoing: The first time you play a Defense card each turn, draw a card."),
        ("whose-turn", "Ongoing: The first time you discard a card each turn, draw a card."),
        ("whose-turn", "Ongoing: The first time you gain a card each turn, draw a card."),
    ],
)
def test_it_is_asked_of_other_sentences_too(question: str, text: str) -> None:
    assert question in asked_by(text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "some-or-each",
            "Reveal the top card of your deck. If a Hero is revealed this way, draw a card.",
        ),
        (
            "put-back",
            (
                "Defense: You may reveal this card from your hand to avoid an Attack. If you do,"
                " put it on top of your deck."
            ),
        ),
        ("whose-turn", "Ongoing: The first time you buy a Hero each turn, draw a card."),
        ("confrontation-reach", "Confrontation: +2 Power. Draw a card."),
        ("confrontation-reach", "+2 Power during a Confrontation. Draw a card."),
        ("option-in-part", "Attack: Each foe chooses one: gain a Weakness; or discard a card."),
        (
            "some-or-each",
            (
                "Each player passes a card from their hand to the player on their left. If you"
                " receive a Starter this way, draw a card."
            ),
        ),
        (
            "unsaid-past",
            (
                "If you have played a Hero this turn, +1 Power. If you have played two or more,"
                " draw a card."
            ),
        ),
    ],
)
def test_it_is_not_asked_where_nothing_is_open(question: str, text: str) -> None:
    assert question not in asked_by(text, "confrontations")


@pytest.mark.parametrize(("name", "asked"), [("Kick Coach", True), ("Kickboxing Coach", False)])
def test_a_name_is_part_of_another_by_whole_words(name: str, asked: bool) -> None:
    (card,) = _checker().check_text(card_of("Gain a Kick.", name=name), "sample.txt").cards
    told = [one for one in raised(card.subject) if one.id == "same-name" and one.rank != "lesser"]
    assert bool(told) is asked


def test_a_confrontation_is_a_condition_of_what_is_done_instead() -> None:
    text = "+2 Power and draw a card. During a Confrontation, +4 Power instead."
    assert "replaces-more" in asked_by(text, "rivals-batman-joker")


@pytest.mark.parametrize(
    "text",
    [
        "Reveal the top card of each foe's deck. You may play one of those cards.",
        "Choose a foe. Look at the top two cards of that foe's deck. You may play one of them.",
    ],
)
def test_what_is_chosen_among_cards_of_foes_is_a_card_of_theirs(text: str) -> None:
    assert "played-pile" in asked_by(text)
    assert "played-pile" not in asked_by(
        text.replace("each foe's", "your").replace("that foe's", "your")
    )
