"""What each class of the card language touches: one entry for each, and nowhere else.

An entry is a `Touch`, or a function from the node and the text it stands in to one. It speaks of
the node alone; what stands in it has entries of its own (`reading.touch_of` puts them together).
A class without an entry is an error: `tests/properties/interactions/test_touches.py` looks for
them, and compares the entries with what the engine does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from rules_check.grammar import ast as a
from rules_check.properties.interactions.parts import (
    ANYWHERE,
    NOTHING,
    OWN,
    PART_OF,
    Part,
    Touch,
    changes,
    does,
    looks,
)
from rules_check.properties.interactions.places import destination_of, lies_in

V = a.Verb
N = TypeVar("N", bound=a.Node)
Entry: TypeAlias = Touch | Callable[[Any, a.CardText], Touch]

TOUCHES: Final[dict[type[a.Node], Entry]] = {}
"""What each class touches."""


def touches(
    kind: type[N],
) -> Callable[[Callable[[N, a.CardText], Touch]], Callable[[N, a.CardText], Touch]]:
    """Enter the function that tells what the nodes of a class touch."""

    def enter(function: Callable[[N, a.CardText], Touch]) -> Callable[[N, a.CardText], Touch]:
        TOUCHES[kind] = function
        return function

    return enter


def touches_alone(kind: type[N]) -> Callable[[Callable[[N], Touch]], Callable[[N], Touch]]:
    """The same for a function that need not know the text around the node."""

    def enter(function: Callable[[N], Touch]) -> Callable[[N], Touch]:
        TOUCHES[kind] = lambda node, _: function(node)
        return function

    return enter


def enter(entry: Touch, *kinds: type[a.Node]) -> None:
    """Enter what all nodes of these classes touch."""
    TOUCHES.update(dict.fromkeys(kinds, entry))


# ---------------------------------------------------------------------------- abilities

enter(NOTHING, a.Plain, a.WhenGained, a.Ongoing, a.Reminder, a.Coined, a.Abilities, a.CardText)
enter(Touch(listens=frozenset({V.GAIN, V.BUY})), a.WhenGained)
enter(does(V.ATTACK), a.Attack, a.FirstAppearance)
enter(Touch(frozenset({V.AVOID}), listens=frozenset({V.ATTACK})), a.Defense)
enter(Touch(frozenset({V.BLOCK}), frozenset({Part.COST}), listens=frozenset({V.CONFRONT})), a.Block)
enter(
    Touch(
        frozenset({V.BLOCK, V.DISCARD}),
        frozenset({Part.COST, Part.HAND, Part.DISCARD}),
        listens=frozenset({V.CONFRONT}),
    ),
    a.BlockValue,
)
enter(NOTHING, a.Payment, a.Assist)
enter(looks(Part.CONFRONTATION), a.Confrontation)

# ------------------------------------------------------------------- effects of one verb

enter(changes(Part.POWER), a.Power)
enter(changes(Part.POWER, reads=(Part.POWER,)), a.PayPower, a.DoublePower)
enter(changes(Part.VP), a.GainVP)
enter(changes(Part.VP, reads=(Part.VP,)), a.LoseVP)
enter(does(V.CHOOSE), a.Choose, a.ChoosePlayer)
enter(NOTHING, a.ChooseParity, a.ChooseValue)
enter(does(V.PUT, writes={Part.LINE_UP, Part.MAIN_DECK}), a.RefillLineUp, a.Replace)
enter(looks(Part.COST), a.TotalCost)
enter(changes(Part.CONFRONTATION), a.CancelConfrontation)
enter(changes(Part.CHARACTERS), a.Flip)
enter(changes(Part.PLAY), a.Control, a.GainText, a.Stays)
enter(changes(Part.QUALITY), a.Grant)
enter(does(V.AVOID), a.AvoidAttack)
enter(changes(Part.RESULT), a.WinGame)
enter(changes(Part.LINE_UP), a.RefillTo)
enter(changes(Part.VP), a.Worth, a.ReduceScore)
enter(
    NOTHING,
    *(a.Unavoidable, a.PlayBefore, a.GoFirst, a.UseOnce, a.UseAnyNumber, a.StartsGame),
    *(a.ParityOf, a.EffectsRemain, a.NoFirstAppearance, a.LeaveThere),
)

ALSO: Final = {V.PASS: (V.RECEIVE,)}
"""What the other side of a verb is called."""


@touches(a.Move)
def _move(node: a.Move, text: a.CardText) -> Touch:
    source = lies_in(node.what, text, node.verb)
    return does(node.verb, *ALSO.get(node.verb, ()), writes=source | destination_of(node, text))


@touches(a.Show)
def _show(node: a.Show, text: a.CardText) -> Touch:
    """An empty deck is made anew of the discard pile before its top is shown."""
    piles = {Part.DECK, Part.DISCARD} if Part.DECK in lies_in(node.what, text, node.verb) else set()
    return does(node.verb, writes=piles)


@touches_alone(a.Search)
def _search(node: a.Search) -> Touch:
    return does(V.LOOK)._replace(reads=frozenset({PART_OF[node.where.zone]}))


@touches(a.Play)
def _play(node: a.Play, text: a.CardText) -> Touch:
    """A card that gives nothing but Power gives it as part of its play."""
    return does(V.PLAY, writes=lies_in(node.what, text, V.PLAY) | {Part.PLAY, Part.POWER})


@touches(a.Shuffle)
def _shuffle(node: a.Shuffle, text: a.CardText) -> Touch:
    return changes(*lies_in(node.what, text, V.PUT), Part.DECK)


@touches(a.Swap)
def _swap(node: a.Swap, text: a.CardText) -> Touch:
    both = lies_in(node.first, text, V.SWAP) | lies_in(node.second, text, V.SWAP)
    return does(V.SWAP, writes=both)


enter(does(V.DEAL, writes=ANYWHERE), a.Deal)
enter(changes(Part.COST), a.ChangeCost)


@touches_alone(a.Undertake)
def _undertake(node: a.Undertake) -> Touch:
    return does(node.verb, writes={Part.CONFRONTATION})


# ------------------------------------------------------------- effects composed of others

enter(
    NOTHING,
    *(a.Seq, a.May, a.Tried, a.If, a.Unless, a.ChooseOne, a.ForEach, a.RepeatUntil, a.Within),
    *(a.Lasting, a.While, a.Instead, a.Delayed, a.When, a.Forbid, a.Each),
)

# ------------------------------------------------------------------ conditions, occasions

enter(
    NOTHING,
    *(
        a.There,
        a.Has,
        a.Is,
        a.AttackIs,
        a.ShareType,
        a.DifferInType,
        a.In,
        a.HasMore,
        a.Compare,
        a.IsParity,
    ),
    *(a.Cannot, a.MatchesChoice, a.PlayersDid, a.PlayersAre, a.Not, a.AllOf, a.AnyOf),
    *(a.Moment, a.GameEnd, a.Trigger, a.Once, a.Until),
)
enter(Touch(reads=OWN), a.OwnsOrPlays)
enter(looks(Part.COST), a.HighestCost)
enter(Touch(counts=frozenset({V.PLAY})), a.CardsSoFar)
enter(looks(Part.CONFRONTATION), a.During)
enter(Touch(counts=frozenset({V.DEFEAT})), a.DefeatedInConfrontation)
enter(Touch(counts=frozenset({V.ANNOUNCE, V.CONFRONT})), a.AnnouncedConfrontation)


@touches_alone(a.HasPoints)
def _has_points(node: a.HasPoints) -> Touch:
    return looks(Part.VP if node.kind is a.AttributeKind.VP else Part.POWER)


@touches_alone(a.Event)
def _event(node: a.Event) -> Touch:
    return Touch(listens=frozenset(node.verbs))


# ----------------------------------------------------------------------- nouns and amounts

NUMBERS: Final = {
    a.AttributeKind.COST: Part.COST,
    a.AttributeKind.VP: Part.VP,
    a.AttributeKind.POWER: Part.POWER,
}
"""The part of a position that a printed number belongs to."""


@touches_alone(a.Place)
def _place(node: a.Place) -> Touch:
    return looks(PART_OF[node.zone])


@touches_alone(a.AttributeOf)
def _attribute_of(node: a.AttributeOf) -> Touch:
    return looks(*[NUMBERS[node.kind]] if node.kind in NUMBERS else [])


@touches_alone(a.Attribute)
def _attribute(node: a.Attribute) -> Touch:
    return looks(*[NUMBERS[node.kind]] if node.kind in NUMBERS else [])


@touches_alone(a.Acted)
def _acted(node: a.Acted) -> Touch:
    return Touch(counts=frozenset(node.verbs))


@touches_alone(a.ThisWay)
def _this_way(node: a.ThisWay) -> Touch:
    return NOTHING if node.window is None else Touch(counts=frozenset({node.verb}))


enter(looks(Part.PLAY), a.Controlled)
enter(Touch(reads=OWN), a.Owned)
enter(looks(Part.QUALITY), a.TypeNoun, a.TitleNoun, a.KeywordNoun, a.HasKeyword)
enter(looks(Part.COST), a.CostOneOf, a.Extreme, a.Parity, a.TotalAtMost, a.TotalAtLeast)
enter(looks(Part.COST), a.CostRank, a.CostCompared)
enter(looks(Part.CHARACTERS), a.LevelIs)
