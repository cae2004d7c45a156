"""A sentence that speaks of nothing before it means the same behind any other sentence."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar import pointing, subjects
from rules_check.grammar.binding import bind
from tests.effort import tries
from tests.meaning.test_meaning import CONTRASTS, PARAPHRASES, meaning_if_understood

PHRASEBOOK = Path(__file__).parents[2] / "grammar" / "phrasebook.txt"
BACK = re.compile(
    r"\b(instead|another|others?|else|also|too|as well|again|both|rest|those|them|it|they|that"
    r"|this way|do so|does so|same|otherwise|repeat|can.t|cannot|who do(es)?|do(es)?n.t|do(es)? not"
    r"|different|attack|then|you each|of you|none|fewer than|gained|destroyed|discarded|remaining"
    r"|its|refuses?|theirs?|does|do|did|either|neither|which|whichever|whoever|anyone|whatever|revealed|lower"
    r"|chosen|choose|yours|cheaper|the (hero|heroes|cards|one|difference)|two or more"
    r"|all do|(discards?|puts?|destroys?) one|equal number|whose card|chooses? not to"
    r"|first|second|third|last|next|further|additional)\b",
    re.IGNORECASE,
)
"""Words with which a sentence can speak of another."""


def sentences() -> list[str]:
    """Single sentences of the phrasebook and of the other files here."""
    kept = [line for line in PHRASEBOOK.read_text(encoding="utf-8").splitlines() if line]
    texts = [*kept, *(text for group in (*PARAPHRASES, *CONTRASTS) for text in group)]
    found = {s.strip() for text in texts for s in re.findall(r"[^.:/#]+\.", text)}
    return sorted(found)


def effects(text: str) -> list[a.Effect] | None:
    """What a text does, one after the other; None: it is not understood, or no plain text."""
    found = meaning_if_understood(text)
    if found is None or len(found.abilities) != 1 or not isinstance(found.abilities[0], a.Plain):
        return None
    (ability,) = bind(a.meant(found)).abilities
    assert isinstance(ability, a.Plain)
    effect = _plain(ability.effect)
    return list(effect.effects) if isinstance(effect, a.Seq) else [effect]


def _plain(node: Any) -> a.Effect:
    """Without the rounds of one that are only there to be spoken of later."""
    if isinstance(node, a.Each) and node.who in (a.YOU, a.THAT_PLAYER):
        node = node.effect
    plain: a.Effect = a.rebuild(node, _plain)
    return plain


def stands_alone(first: str, second: str) -> bool | None:
    """Whether the second means the same behind the first; None: this cannot be said."""
    one, other = effects(first), effects(second)
    both = effects(f"{first} {second}") if one and other else None
    if one is None or other is None or both is None or one == other:
        return None  # said twice, it can be done in one go
    return both == [*one, *other]


def test_a_sentence_of_its_own_means_the_same_behind_another() -> None:
    chance = random.Random(0)
    firsts = sentences()
    seconds = [s for s in firsts if not BACK.search(s)]
    assert len(seconds) > 500
    pairs = [(chance.choice(firsts), chance.choice(seconds)) for _ in range(tries(80, 4000))]
    found = {pair: stands_alone(*pair) for pair in pairs}
    assert sum(said is not None for said in found.values()) > len(pairs) / 4
    assert [pair for pair, said in found.items() if said is False] == []


PAIRS = [
    ("Each player draws a card.", "If you have the fewest cards in your hand, draw a card."),
    ("Each foe discards a card.", "If you control more Locations than each foe, draw a card."),
    ("When you gain this card, draw a card.", "The player on your left discards their hand."),
    ("When you play a Hero, draw a card.", "Steal 1 VP from each foe."),
    ("When you play a Hero, +1 Power.", "Discard any number of cards and draw that many cards."),
    ("When you play a Hero, +1 Power.", "The player with the fewest cards in hand draws a card."),
    ("When you play this card, draw a card.", "If you control the most Locations, +2 Power."),
    ("Gain a card from the Line-Up.", "Each foe with no Weaknesses gains one."),
    ("Discard your hand.", "Each foe who has not discarded a card this turn discards two."),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_what_was_taken_for_a_part_of_the_sentence_before(first: str, second: str) -> None:
    assert stands_alone(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Each foe discards a card.", "If they have more cards in hand than you, draw a card."),
        ("When you play a Hero, draw a card.", "If it is a Villain, draw a card."),
        ("When you play a Hero, draw a card.", "Then discard a card."),
    ],
)
def test_what_speaks_of_the_sentence_before_belongs_to_it(first: str, second: str) -> None:
    both = effects(f"{first} {second}")
    assert both is not None
    assert len(both) == 1


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "LOOKING", ())
    assert not stands_alone(*PAIRS[0])
    assert not stands_alone(*PAIRS[1])
    monkeypatch.setattr(pointing, "SEATED", frozenset())
    assert not stands_alone(*PAIRS[2])
