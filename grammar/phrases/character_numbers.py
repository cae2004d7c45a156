"""Levels and costs of players' Characters: "either foe's Character is Level 3", "your Character
costs less than your teammate's", "the combined Levels of your Character and …"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, table
from rules_check.grammar.phrases import words as w

K = a.PlayerKind
_KINDS: Final = {"LEVEL": a.AttributeKind.LEVEL, "COST": a.AttributeKind.COST}
_LEVELS: Final = {
    "OR_MORE": a.Comparison.AT_LEAST,
    "AT_LEAST": a.Comparison.AT_LEAST,
    "OR_LESS": a.Comparison.AT_MOST,
    "AT_MOST": a.Comparison.AT_MOST,
}
_ONE: Final = frozenset(
    {K.YOU, K.TEAMMATE, K.THAT_FOE, K.THAT_PLAYER, K.CHOSEN_FOE, K.CONFRONTED, K.LEFT, K.RIGHT}
)

rule(
    "_at_level",
    '"at"? LEVEL number (OR_MORE | OR_LESS)?',
    '"at"? (AT_LEAST | AT_MOST) LEVEL number',
)


def _level(c: Parts) -> a.LevelIs:
    said: Part = w.first(c, *_LEVELS)
    how = a.Comparison.EQUAL if said is None else _LEVELS[said.type]
    return a.LevelIs(how, w.number(w.first(c, "number")))


def _title(c: Parts, plural: bool) -> None:
    said = str(w.first(c, "TITLE"))
    refuse(not said.startswith("character") or said.endswith("s") is not plural)


def _either_foe(c: Parts) -> a.PlayersAre:
    """ "either foe's Character is Level 3", "neither foe's Character is Level 3"."""
    _title(c, False)
    refuse(w.first(c, "NONE") not in {None, "neither"} or str(w.first(c, "FOE")).endswith("s"))
    none = "NONE" in w.kinds(c)
    how = a.Comparison.EQUAL if none else a.Comparison.AT_LEAST
    return a.PlayersAre(a.Player(K.EACH_FOE), _level(c), how, 0 if none else 1)


def _both_foes(c: Parts) -> a.PlayersAre:
    """ "both foes' Characters are Level 3"."""
    _title(c, True)
    return a.PlayersAre(a.Player(K.EACH_FOE), _level(c))


def _one(tree: Part) -> a.CharacterOf:
    found = only(a.CharacterOf, read(tree))
    refuse(found.owner.kind not in _ONE or found.owner.test is not None)
    return found


def _costs(c: Parts) -> a.Compare:
    """ "your Character costs less than your teammate's"."""
    one = _one(c[0])
    if w.is_tree(c[-1], "owned_title") or isinstance(read(c[-1]), a.CharacterOf):
        two = _one(c[-1])
    else:
        two = a.CharacterOf(only(a.Player, read(c[-1])))
        refuse(two.owner.kind not in _ONE)
    refuse(one == two)
    words = w.kinds(c)
    how = a.Comparison.MORE if "MORE_THAN" in words else a.Comparison.LESS
    how = a.Comparison.EQUAL if "SAME" in words else how
    first, second = (a.AttributeOf(a.AttributeKind.COST, of) for of in (one, two))
    return a.Compare(first, how, second)


def _combined(c: Parts) -> a.Plus:
    """ "the combined Levels of your Character and your teammate's Character"."""
    word: Part = w.first(c, "LEVEL", "COST")
    refuse(w.first(c, "TOTAL") not in {None, "total"})
    one, two = (_one(part) for part in w.trees(c))
    refuse(one == two)
    kind = _KINDS[word.type]
    return a.Plus(a.AttributeOf(kind, one), a.AttributeOf(kind, two))


_COSTS: Final = "owned_title COST_VERB"
table(
    one_condition={
        '(EITHER | NONE) FOE "\'s" TITLE "is" _at_level': _either_foe,
        'BOTH_FOES "\'" TITLE "are" _at_level': _both_foes,
        (
            f"{_COSTS} (FEWER_THAN | MORE_THAN | LOWER_THAN) owned_title",
            f"{_COSTS} (FEWER_THAN | MORE_THAN | LOWER_THAN) possessive",
            f'{_COSTS} SAME "as" owned_title',
            f'{_COSTS} SAME "as" possessive',
        ): _costs,
    },
    amount_plain={
        (
            '"the"? ("combined" | TOTAL) (LEVEL | COST) "of" owned_title "and" owned_title',
            '"the"? "sum" "of" "the" (LEVEL | COST_VERB) "of" owned_title "and" owned_title',
        ): _combined,
    },
)
