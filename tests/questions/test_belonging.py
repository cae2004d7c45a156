"""What of a sentence, or of the next one, belongs to a condition, an option or an exception: asked
where it is open, with a wording for each reading that leaves it open no more, and a game."""

from __future__ import annotations

from functools import cache

import pytest

from rules_check.checker import Checker
from rules_check.checks.questions import SETTLED, check
from rules_check.checks.raised import Raised, raised
from rules_check.grammar.cache import Cache
from rules_check.grammar.wording import wording
from rules_check.prove.games import QuickGames
from rules_check.rules.folders import ruleset_names
from rules_check.rules.load import load_ruleset
from rules_check.rules.patterns import questions
from tests.effort import tries
from tests.questions.test_forms import asked_by, card_of, core_of, looked_at
from tests.together import all_of

OPEN = {
    "Draw a card and +1 Power. If you have played a Hero this turn, +3 Power instead.": (
        "replaces-more",
        "Draw a card. If you played a Hero this turn, +3 Power. Otherwise, +1 Power.",
        "If you played a Hero this turn, +3 Power. Otherwise, draw a card and +1 Power.",
    ),
    "Draw a card and +1 Power. If you have played a Hero this turn, draw two cards instead.": (
        "replaces-more",
        "If you played a Hero this turn, draw two cards. Otherwise, draw a card. +1 Power.",
        "If you played a Hero this turn, draw two cards. Otherwise, draw a card and +1 Power.",
    ),
    "You may discard a card, then draw a card.": (
        "may-and-then",
        "You may discard a card. If you do, draw a card.",
        "You may discard a card. Draw a card.",
    ),
    "+1 Power. You may destroy a card in your hand, then draw a card and +2 Power.": (
        "may-and-then",
        "+1 Power. You may destroy a card in your hand. If you do, draw a card and +2 Power.",
        "+1 Power. You may destroy a card in your hand. Draw a card. +2 Power.",
    ),
    "If you have played a Hero this turn, draw a card. Then each foe discards a card. +1 Power.": (
        "then-too",
        "If you played a Hero this turn, draw a card. Each foe discards a card. +1 Power.",
        "If you played a Hero this turn, draw a card and each foe discards a card. +1 Power.",
    ),
    "You may destroy a card in your hand. If you do, draw a card. Then +1 Power.": (
        "then-too",
        "You may destroy a card in your hand. If you do, draw a card. +1 Power.",
        "You may destroy a card in your hand. If you do, draw a card and +1 Power.",
    ),
    "Discard two cards, then +2 Power.": (
        "done-as-far",
        "Discard two cards. +2 Power.",
        "Discard two cards. If there are two or more cards you discarded this way, +2 Power.",
    ),
    "You may discard a Starter and draw two cards.": (
        "may-and-then",
        "You may discard a Starter. If you do, draw two cards.",
        "You may discard a Starter. Draw two cards.",
    ),
    "Discard a Hero, then draw two cards.": (
        "done-as-far",
        "Discard a Hero. Draw two cards.",
        "Discard a Hero. If there is a card you discarded this way, draw two cards.",
    ),
    "Draw a card. If you have played a Hero this turn, draw two cards.": (
        "added-or-instead",
        "If you played a Hero this turn, draw three cards. Otherwise, draw a card.",
        "If you played a Hero this turn, draw two cards. Otherwise, draw a card.",
    ),
    "+1 Power. If you control a Location, +3 Power.": (
        "added-or-instead",
        "If you control a Location, +4 Power. Otherwise, +1 Power.",
        "If you control a Location, +3 Power. Otherwise, +1 Power.",
    ),
    "Choose one: +3 Power; or draw a card. Destroy a card in your hand.": (
        "behind-options",
        "Choose 1: Draw a card. Destroy a card in your hand. OR +3 Power.",
        "+3 Power or draw a card. / Destroy a card in your hand.",
    ),
    "You may discard a Hero and a Villain or a Location. If you do, +4 Power.": (
        "and-or-of-three",
        "You may discard a Hero and a Villain or discard a Location. If you do, +4 Power.",
        "You may discard a Hero and a Villain or Location. If you do, +4 Power.",
    ),
    "Put an Equipment from your discard pile into your deck.": (
        "into-deck",
        "Put an Equipment from your discard pile on top of your deck.",
        "Put an Equipment from your discard pile into your deck. Shuffle your deck.",
    ),
    "You may destroy any Starter in your discard pile.": (
        "any-of-kind",
        "You may destroy a Starter in your discard pile.",
        "You may destroy any number of Starters in your discard pile.",
    ),
    "Gain up to two cards from the Line-Up with a cost of 6 or less.": (
        "limit-of-several",
        "Gain up to two cards with cost 6 or less from the Line-Up.",
        "Gain up to two cards with a total cost of 6 or less from the Line-Up.",
    ),
    "Gain a Villain or a Hero with cost 5 or less.": (
        "limit-of-last",
        "Gain a Villain or Hero with cost 5 or less.",
        "Gain a Villain or gain a Hero with cost 5 or less.",
    ),
    "Attack: Destroy a card in each foe's discard pile.": (
        "who-picks",
        "Attack: Choose a card from each foe's discard pile. Destroy it.",
        "Attack: Each foe destroys a card in their discard pile.",
    ),
    "Each player draws a card. Then discard a card.": (
        "who-acts",
        "Each player draws a card. / Discard a card.",
        "Each player draws a card and discards a card.",
    ),
    "Gain the card in the Line-Up with the highest cost.": (
        "tied-cards",
        "Gain a card with the highest cost from the Line-Up.",
        "Gain all cards with the highest cost from the Line-Up.",
    ),
    "+2 Power and draw a card. If you control another Equipment, +4 Power instead.": (
        "replaces-more",
        "If you control another Equipment, +4 Power. Otherwise, +2 Power. Draw a card.",
        "If you control another Equipment, +4 Power. Otherwise, +2 Power and draw a card.",
    ),
    "Draw a card and +2 Power if you control a Hero.": (
        "behind-several",
        "Draw a card. If you control a Hero, +2 Power.",
        "If you control a Hero, draw a card and +2 Power.",
    ),
    "Choose one: +3 Power; or draw a card and gain a Villain from the Line-Up if you control a"
    " Hero.": (
        "behind-several",
        (
            "Choose 1: +3 Power. OR Draw a card. If you control a Hero, gain a Villain from the"
            " Line-Up."
        ),
        (
            "Choose one: +3 Power; or if you control a Hero, draw a card and gain a Villain from"
            " the Line-Up."
        ),
    ),
    "Draw a card or +1 Power for each Hero you control.": (
        "behind-several",
        "Choose one: draw a card; or +1 Power for each Hero you control.",
        "For each Hero you control, draw a card or +1 Power.",
    ),
    "You may draw a card and gain 1 VP for each Hero you control.": (
        "behind-several",
        "You may draw a card and [gain 1 VP for each Hero you control].",
        "For each Hero you control, you may draw a card and gain 1 VP.",
    ),
    "You may discard a card or destroy a card in your hand if you control a Hero.": (
        "behind-several",
        (
            "You may choose one: discard a card; or if you control a Hero, destroy a card in your"
            " hand."
        ),
        "If you control a Hero, you may discard a card or destroy a card in your hand.",
    ),
    "Each foe discards a card or gains a Weakness unless they discard a Hero.": (
        "behind-several",
        (
            "Each foe chooses one: discard a card; or gain a Weakness unless that player discards"
            " a Hero."
        ),
        (
            "Each foe may discard a Hero. If they choose not to, that player chooses one: discard"
            " a card; or gain a Weakness."
        ),
    ),
    "Choose a foe. That foe discards a card and loses 1 VP unless they control a Hero.": (
        "behind-several",
        (
            "Choose a foe. That foe discards a card. If that player controls no Heroes, that foe"
            " loses 1 VP."
        ),
        (
            "Choose a foe. If that player controls no Heroes, that foe discards a card and loses"
            " 1 VP."
        ),
    ),
    "Draw two cards and gain 1 VP at the end of your turn.": (
        "behind-several",
        "Draw two cards. Gain 1 VP at the end of your turn.",
        "At the end of your turn, draw two cards and gain 1 VP.",
    ),
    "Choose one: +3 Power; or draw two cards. Then, discard a card.": (
        "behind-options",
        "Choose 1: Draw two cards. Discard a card. OR +3 Power.",
        "+3 Power or draw two cards. / Discard a card.",
    ),
    "Destroy an Equipment or a Location you control.": (
        "limit-of-last",
        "Destroy an Equipment or Location you control.",
        "Destroy an Equipment or destroy a Location you control.",
    ),
    "+1 Power for each Punch and +2 Power for each Villain you have played this turn, to a maximum"
    " of 2.": (
        "limit-of-sum",
        (
            "+1 Power for each Punch you played this turn. +2 Power for each Villain you played"
            " this turn, to a maximum of 2."
        ),
        (
            "+Power equal to the number of Punch cards you played this turn plus twice the number"
            " of Villains you played this turn, to a maximum of 2."
        ),
    ),
    "Reveal the top card of your deck. If it is an Equipment, you may put it into your hand."
    " Otherwise, put it on the bottom of your deck.": (
        "otherwise-declined",
        (
            "Reveal the top card of your deck. If it is an Equipment, you may put it into your"
            " hand. If it is not an Equipment, put it on the bottom of your deck."
        ),
        (
            "Reveal the top card of your deck. If it is an Equipment, you may put it into your"
            " hand. If you choose not to, put it on the bottom of your deck. Otherwise, put it on"
            " the bottom of your deck."
        ),
    ),
    "Each Hero you play this turn gives you an additional +1 Power.": (
        "from-now",
        "Each time you play a Hero this turn, +1 Power.",
        "+1 Power for each Hero you play or have played this turn.",
    ),
    "Each foe discards a card, gains a Weakness, and loses 1 VP if you control a Hero.": (
        "behind-several",
        (
            "Each foe discards a card and gains a Weakness. If you control a Hero, each foe loses"
            " 1 VP."
        ),
        ("If you control a Hero, each foe discards a card, gains a Weakness, and loses 1 VP."),
    ),
    "Attack: Choose a foe. Destroy a Hero in that foe's discard pile.": (
        "who-picks",
        "Attack: Choose a foe. Choose a Hero from that foe's discard pile. Destroy it.",
        "Attack: Choose a foe. That foe destroys a Hero in their discard pile.",
    ),
    "Choose a foe. Put a card from that foe's hand on the bottom of their deck.": (
        "who-picks",
        "Choose a foe. Choose a card from that foe's hand. Put it on the bottom of their deck.",
        (
            "Choose a foe. That foe chooses a card from their hand. Put it on the bottom of their"
            " deck."
        ),
    ),
    "Choose a foe. Swap a card in your hand with a card in that foe's hand.": (
        "who-picks",
        "Choose a foe. Choose a card from that foe's hand. Swap a card from your hand with it.",
        (
            "Choose a foe. That foe chooses a card from their hand. Swap a card from your hand with"
            " it."
        ),
    ),
    "Discard the top card of your deck. You may destroy a card in your hand. If it is a Starter,"
    " +3 Power.": (
        "which-it",
        (
            "Discard the top card of your deck. You may destroy a card in your hand. If a card"
            " destroyed this way is a Starter, +3 Power."
        ),
        (
            "Discard the top card of your deck. You may destroy a card in your hand. If a card"
            " discarded this way is a Starter, +3 Power."
        ),
    ),
    "You may discard a card. If you do, gain a card from the Line-Up. If that card is a Hero,"
    " +2 Power.": (
        "which-it",
        (
            "You may discard a card. If you do, gain a card from the Line-Up. If a card gained this"
            " way is a Hero, +2 Power."
        ),
        (
            "You may discard a card. If you do, gain a card from the Line-Up. If a card discarded"
            " this way is a Hero, +2 Power."
        ),
    ),
    "If you have the most Villains in your discard pile, draw two cards.": (
        "tied-most",
        (
            "If you have at least as many Villains in your discard pile as each other player,"
            " draw two cards."
        ),
        "If you have more Villains in your discard pile than each other player, draw two cards.",
    ),
    "+1 Power for each Equipment you play this turn.": (
        "from-now",
        "Each time you play an Equipment this turn, +1 Power.",
        "+1 Power for each Equipment you play or have played this turn.",
    ),
}
"""Texts with the question that they leave open, and how each reading is told."""

LEFT_ALONE = {
    "replaces-more": (
        "Draw a card. +1 Power. If you have played a Hero this turn, +3 Power instead.",
        "Draw a card and +1 Power. If you have played a Hero this turn, +3 Power.",
        "Gain a card and put it into your hand. If it is a Hero, put it into your deck instead.",
    ),
    "may-and-then": (
        "You may draw a card and +1 Power.",
        "You may discard a card and each foe draws a card.",
        "You may draw a card, then discard a card.",
        "You may discard any number of cards, then draw that many cards.",
        "You may have each foe discard a card, then draw a card.",
        "You may gain a Hero, then put it on top of your deck.",
    ),
    "then-too": (
        "If you have played a Hero this turn, gain a Villain. Then put it on top of your deck.",
        "If you have played a Hero this turn, draw a card. Discard a card.",
        "If you control a Hero, draw a card. Then, if you control a Villain, +1 Power.",
        "Each foe discards a card. Then draw a card.",
        "If you control a Hero, draw a card. Otherwise, +1 Power. Then discard a card.",
    ),
    "done-as-far": (
        "Discard a card, then draw three cards.",
        "Discard two cards. Draw three cards.",
        "Discard two cards, then each foe draws a card.",
        "Discard up to two cards, then draw three cards.",
    ),
    "added-or-instead": (
        "Draw a card. If you have played a Hero this turn, draw two additional cards.",
        "Draw a card. If you have played a Hero this turn, draw two cards instead.",
        "Draw two cards. If you have played a Hero this turn, draw a card.",
        "+1 Power. If you have played a Hero this turn, draw a card.",
        "+1 Power / If you have played a Hero this turn, +2 Power.",
    ),
    "behind-options": (
        "Choose one: +2 Power; or draw two cards, then discard a card.",
        "Choose one: +2 Power; or draw two cards. / Discard a card.",
        "Choose one: draw two cards and discard a card; or +2 Power.",
    ),
    "and-or-of-three": (
        "You may discard either a Hero and a Villain, or a Location.",
        "You may discard a Hero or a Villain.",
        "You may discard a Hero and a Villain.",
    ),
    "into-deck": (
        "Put a Hero from your discard pile on top of your deck.",
        "Shuffle a Hero from your discard pile into your deck.",
        "Put a Hero from your discard pile into your hand.",
    ),
    "any-of-kind": (
        "You may destroy any card in your discard pile.",
        "You may destroy any one Starter in your discard pile.",
        "You may destroy any number of Starters in your discard pile.",
    ),
    "limit-of-several": (
        "Gain up to two cards from the Line-Up, each with cost 6 or less.",
        "Gain a card from the Line-Up with a cost of 6 or less.",
        "Gain up to two cards with a total cost of 6 or less from the Line-Up.",
    ),
    "limit-of-last": (
        "Gain a Villain or Hero with cost 5 or less.",
        "Gain a Hero with cost 5 or less.",
        "Gain a Hero with cost 5 or less or a Villain.",
    ),
    "behind-several": (
        "Draw a card. +2 Power if you control a Hero.",
        "Draw a card and an additional +2 Power if you control a Hero.",
        "Draw a card, and +2 Power if you control a Hero.",
        "If you control a Hero, draw a card and +2 Power.",
        "+1 Power for each Punch and +2 Power for each Weakness in your discard pile.",
        "Draw a card, then gain 1 VP for each Hero you control.",
        "Draw a card, or gain 1 VP for each Hero you control.",
        "If you control a Villain, +1 Power and an additional +1 Power for each Hero you control.",
        "Reveal the top card of your deck and draw it if it is a Hero.",
    ),
    "limit-of-sum": (
        "+1 Power. +2 Power for each Kick you have played this turn, to a maximum of 5.",
        "Draw a card and +2 Power for each Kick you have played this turn, to a maximum of 5.",
    ),
    "otherwise-declined": (
        "If you control a Hero, you may draw a card. If you do not control a Hero, +1 Power.",
        "You may discard a card. If you do, draw two cards. Otherwise, +1 Power.",
    ),
    "which-it": (
        "Discard the top card of your deck. If it is a Starter, +2 Power.",
        "Reveal the top card of your deck. You may draw it. If it is a Hero, +2 Power.",
        "You may discard a card. If it is a Hero, draw a card.",
        "Gain a Hero from the Line-Up. You may discard a card. If it is a Starter, draw a card.",
        "You may discard a card. If you do, draw two cards. If it is a Hero, +2 Power.",
    ),
    "tied-most": ("If you have more Heroes in your discard pile than each foe, draw a card.",),
    "who-picks": (
        "You may destroy a card in a foe's discard pile.",
        "Choose a foe. You may destroy a card in that foe's discard pile.",
        "Choose a foe. That foe chooses a card in their hand. Put it on the bottom of their deck.",
        "Swap a card in your hand with a card in your discard pile.",
        "Attack: Each foe destroys a card in their discard pile.",
    ),
    "tied-cards": ("Gain a card with the highest cost from the Line-Up.",),
    "from-now": (
        "+1 Power for each Equipment you have played this turn.",
        "Each time you play an Equipment this turn, +1 Power.",
    ),
}
"""Texts that leave nothing open: what is said stands alone, or speaks of what was done."""


def _raised(text: str, question: str) -> Raised:
    (one,) = [x for x in raised(looked_at(text).subject) if x.id == question]
    return one


@all_of("text", OPEN)
def test_it_is_asked_and_each_reading_is_told_in_words_of_its_own(text: str) -> None:
    question, *told = OPEN[text]
    found = _raised(text, question)
    assert [" / ".join(wording(one)) for one in found.texts] == told
    assert core_of(told[0]) != core_of(told[1])
    for one in told:
        assert question not in asked_by(one)


@all_of("question", LEFT_ALONE)
def test_where_nothing_is_open_nothing_is_asked(question: str) -> None:
    for text in LEFT_ALONE[question]:
        assert question not in asked_by(text), text


@cache
def _checker(question: str) -> Checker:
    games = QuickGames(None, everything=True, only=frozenset({question}))
    return Checker(Cache(), shower=games)


@pytest.mark.parametrize("text", list(OPEN)[:: tries(3, 1)])
def test_a_game_shows_the_difference(text: str) -> None:
    question, *_ = OPEN[text]
    found = _checker(question).check_text(card_of(text), "sample.txt")
    assert any(one.witness is not None for one in found.diagnostics)


@pytest.mark.parametrize("game", ["heroes-unite", "rivals-shazam-black-adam"])
def test_a_general_rule_of_a_book_settles_what_it_speaks_of(game: str) -> None:
    subject = looked_at("Discard two cards, then draw three cards.", game).subject
    (told,) = [x for x in check(subject, everything=True) if x.question == "done-as-far"]
    by_rule = game == "rivals-shazam-black-adam"
    assert (told.code == SETTLED) is by_rule
    assert told.rules == (("RSB-R02",) if by_rule else ())
    assert any(note.startswith("settled by: ") and "RSB-R02: A" in note for note in told.notes) is (
        by_rule
    )


def test_the_rules_that_settle_questions_are_rules_of_books() -> None:
    known = {rule for name in ruleset_names() for rule in load_ruleset(name).rules}
    for question in questions().values():
        for rule, answer in question.rules:
            assert rule in known
            assert answer in question.answers


def test_a_card_may_be_the_one_that_its_own_condition_asks_for() -> None:
    assert "self" in asked_by("If you have played an Equipment this turn, draw a card.")
    assert "self" not in asked_by("If you have played another Equipment this turn, draw a card.")
    assert "self" not in asked_by("If you have played a Starter this turn, draw a card.")
