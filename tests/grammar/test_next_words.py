"""What can come next: exact words, whether a text can end there, sentences that show it."""

from __future__ import annotations

import pytest

from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.next_words import Group, Next, NextWords
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.standard_words import completer, standard_phrases
from tests.effort import tries
from tests.together import all_of

NAMES = vocabulary(["Punch", "Weakness", "Mera"])
NEXT = NextWords(NAMES)


def group(found: Next, name: str) -> Group:
    return next(one for one in found.groups if one.name == name)


def offered(found: Next) -> set[str]:
    """Every word that is offered, however sure it is."""
    return {word for one in found.groups for word in (*one.words, *one.rare, *one.perhaps)}


# --------------------------------------------------------------------- the recogniser


KNOWN = sentence_parser().recogniser()
PHRASES = [  # the others are read by the grammar of `syntax`
    phrase
    for phrase in standard_phrases()[:: tries(4, 1)]
    if KNOWN.reach([{kind} for kind in phrase.kinds]) > len(phrase.kinds)
]


@all_of("phrase", PHRASES, lambda phrase: " ".join(phrase.words)[:40])
def test_every_word_of_a_standard_sentence_is_expected_where_it_stands(phrase):
    for at, kind in enumerate(phrase.kinds):
        begun = KNOWN.begun(phrase.kinds[:at])
        assert begun is not None
        assert kind in begun.expected, phrase.words[:at]
    whole = KNOWN.begun(phrase.kinds)
    assert whole is not None
    assert whole.ends


def test_the_shortest_ends_are_ends():
    for text in ("", "Draw a", "Each foe with fewer cards in their hand than you"):
        kinds = [word.kind for word in sentence_parser().lexer.split(text, NAMES)]
        begun = KNOWN.begun(kinds)
        assert begun is not None
        endings = completer().endings(begun)
        assert set(endings) == set(begun.expected)
        for ways in endings.values():
            cost, ending = ways[0]
            assert cost == min(way[0] for way in ways)
            assert (
                KNOWN.reach([{kind} for kind in (*kinds, *ending)]) == len(kinds) + len(ending) + 1
            )


def test_what_begins_no_sentence_is_told():
    assert KNOWN.begun(["CARD", "CARD", "CARD"]) is None


# ----------------------------------------------------------------------------- words


def test_a_noun_behind_an_article():
    found = NEXT.after(["Draw a "])
    assert (found.begins, found.ends) == (True, False)
    assert group(found, "card or cards").words == ("card",)
    assert "Hero" in group(found, "a card type").words
    assert group(found, "a card name").words + group(found, "a card name").rare == (
        "Mera", "Punch", "Weakness",
    )  # fmt: skip


def test_a_verb_stands_in_the_form_that_goes_with_its_subject():
    assert "discards" in group(NEXT.after(["Each foe "]), "a verb").words
    verbs = group(NEXT.after(["You may "]), "a verb").words
    assert "discard" in verbs
    assert "discards" not in verbs


@pytest.mark.parametrize("text", ["Draw two cards", "Draw two cards. ", "+2 Power"])
def test_a_whole_sentence_can_end(text: str):
    assert NEXT.after([text]).ends


@pytest.mark.parametrize("text", ["Put two", "", "Attack: ", "If you control a Hero, "])
def test_a_part_of_one_cannot(text: str):
    found = NEXT.after([text])
    assert found.begins
    assert not found.ends


def test_what_looks_right_but_is_not_understood_is_only_perhaps():
    found = NEXT.after(["Put a "])
    assert "card" in group(found, "card or cards").words  # "Put a card" alone has no place
    (*_, example) = group(found, "card or cards").examples
    assert example.text.endswith("on top of your deck.")
    assert "of" in {word for one in found.groups for word in one.perhaps}


@pytest.mark.parametrize(
    ("text", "letters", "word"),
    [
        ("Each foe disc", "disc", "discards"),
        ("Draw up ", "", "to"),
        ("Draw up", "up", "up to"),
        ("Draw any n", "n", "number of"),
        ("Discard a Pu", "pu", "Punch"),
    ],
)
def test_words_that_are_not_finished(text: str, letters: str, word: str):
    found = NEXT.after([text])
    assert (found.letters, found.at) == (letters, len(text) - len(letters))
    assert word in offered(found)


def test_the_text_before_counts():
    first, second = NEXT.after(["If you do, "]), NEXT.after(["You may discard a card. If you do, "])
    assert first.begins
    assert not any(one.examples for one in first.groups)  # nothing before it that could be done
    assert "draw" in group(second, "a verb").words


def test_a_line_behind_another():
    found = NEXT.after(["+2 Power", "Attack: Each foe "])
    example = group(found, "a verb").examples[0]
    assert example.says[0] == "+2 Power"
    assert example.text.startswith("+2 Power / Attack: Each foe ")


def test_where_no_sentence_goes_on():
    found = NEXT.after(["Draw a card sideways and "])
    assert (found.begins, found.at) == (False, len("Draw a card "))
    assert "from" in offered(found)


@pytest.mark.parametrize(
    "text", ["blorp", "Draw card card card", "(", "“”", "; ; ;", "Draw a \u202e"]
)
def test_strange_texts(text):
    assert not NEXT.after([text]).ends


# -------------------------------------------------------------------------- examples

TEXTS = ("Each foe ", "You may ", "If you control a Hero, ", "Draw a card from ", "Choose one: ")


@all_of("text", TEXTS)
def test_every_example_is_understood_and_begins_with_the_text(text):
    for one in NEXT.after([text]).groups:
        for example in one.examples:
            assert example.text.lower().startswith(text.lower().rstrip())
            assert parse_lines(example.text.split(" / "), NAMES).understood, example.text


def test_no_word_of_the_text_is_lost_in_an_example():
    """ "Each foe cards reduce your score" is read, but as "Cards reduce your score"."""
    found = NEXT.after(["Each foe "])
    assert "cards" in group(found, "card or cards").perhaps
    assert not group(found, "card or cards").examples


def test_the_same_every_time():
    assert NextWords(NAMES).after(["Draw "]) == NextWords(NAMES).after(["Draw "])
