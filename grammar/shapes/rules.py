"""Texts that are clear, and that the rules can be played with in more than one way.

What is looked for is what a clarification of a book speaks of; a switch of the engine tells the
readings apart.
"""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.shapes.base import (
    Asked,
    Found,
    Shape,
    abilities_of,
    all_of,
    shape,
    this,
    within,
)

K = a.PlayerKind
V = a.Verb

OTHERS: Final = frozenset(
    {K.EACH_FOE, K.OTHER_FOE, K.A_FOE, K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE, K.EACH_PLAYER}
    | {K.EACH_OTHER_PLAYER, K.CONFRONTED, K.THAT_PLAYER, K.ANY_FOES}
)


def _first(*kinds: type[a.Node]) -> Shape:
    """The first node of these kinds."""

    def look(asked: Asked) -> Iterator[Found]:
        for node in all_of(asked.text, *kinds):
            yield Found(node)
            return

    return look


def _enter(name: str, look: Shape) -> None:
    look.__name__ = name
    shape(look)


_enter("has_block", _first(a.Block, a.BlockValue))
_enter("when_gained", _first(a.WhenGained))
_enter("pays_power", _first(a.PayPower))
_enter("asks_for_success", _first(a.DefeatedInConfrontation))


# --------------------------------------------------------- Confrontations, Blocks, Assist


@shape
def discards_blocks(asked: Asked) -> Iterator[Found]:
    """Others have to discard Block cards."""
    for move in all_of(asked.text, a.Move):
        if move.verb is V.DISCARD and move.who.kind in OTHERS:
            nouns = [n for n in all_of(move.what, a.KeywordNoun) if n.keyword is a.Keyword.BLOCK]
            yield from (Found(move) for _ in nouns)


@shape
def block_counts_yours(asked: Asked) -> Iterator[Found]:
    """A Block counts cards of "yours"."""
    for ability in abilities_of(asked, a.Block, a.BlockValue):
        for place in all_of(ability, a.Place):
            if place.owner == a.YOU:
                yield Found(ability)
                return


@shape
def raises_outside_block(asked: Asked) -> Iterator[Found]:
    """A Character's cost is raised by a text that is no Block."""
    for ability, _ in within(asked.text):
        if not isinstance(ability, a.Block | a.BlockValue):
            for change in all_of(ability, a.ChangeCost):
                if change.more and isinstance(change.of, a.CharacterCost):
                    yield Found(change)


def _assist(asked: Asked) -> bool:
    return any(True for _ in all_of(asked.text, a.Assist))


@shape
def assists(asked: Asked) -> Iterator[Found]:
    """An Assist card speaks of "you"."""
    if _assist(asked):
        for ability in abilities_of(asked, a.Plain, a.Attack, a.Confrontation):
            yield Found(ability, beyond=_from_your_hand(asked.text))
            return


def _from_your_hand(text: a.CardText) -> bool:
    """Whether "you" give up cards of your hand, or the card itself goes to a pile of yours: the
    books speak of what you get, and to be rid of a card for good is a benefit."""
    hand = a.Place(a.Zone.HAND, a.YOU)
    for move in all_of(text, a.Move):
        if this(move.what) and isinstance(move.to, a.Place) and move.to.owner == a.YOU:
            return True
        places = [*all_of(move.what, a.Place)] if isinstance(move.what, a.Node) else []
        # "Reveal the top card of your deck. You may discard it" is of the deck
        from_hand = isinstance(move.what, a.Cards) and move.what.among is None and not places
        given = hand in places and move.verb is not V.DESTROY
        if move.who == a.YOU and (given or (move.verb is V.DISCARD and from_hand)):
            return True
    return False


@shape
def assists_with_a_choice(asked: Asked) -> Iterator[Found]:
    """An Assist card leaves something to be decided."""
    if _assist(asked):
        yield from (Found(node) for node in all_of(asked.text, a.May, a.ChooseOne))


# ---------------------------------------------------------------------- texts that wait


def _triggers(asked: Asked, *verbs: a.Verb) -> Iterator[tuple[a.When, a.Event]]:
    for when in all_of(asked.text, a.When):
        match when.occasion:
            case a.Trigger(event) if any(verb in event.verbs for verb in verbs):
                yield when, event


@shape
def waits_for_plays(asked: Asked) -> Iterator[Found]:
    """A text waits for a card to be played; the books speak of Characters and Locations."""
    stands = asked.nature.character or asked.nature.type is a.CardType.LOCATION
    for when, event in _triggers(asked, V.PLAY):
        if event.what != a.THIS:
            yield Found(when, lesser=stands or isinstance(when.effect, a.Power))


@shape
def waits_for_teammates(asked: Asked) -> Iterator[Found]:
    """A text waits for what a teammate plays."""
    for when, event in _triggers(asked, V.PLAY):
        if event.who is not None and event.who.kind in (K.YOU_OR_TEAMMATE, K.TEAMMATE):
            yield Found(when)


@shape
def waits_for_gains(asked: Asked) -> Iterator[Found]:
    """A text waits for cards to be gained."""
    yield from (Found(when) for when, _ in _triggers(asked, V.GAIN))


@shape
def waits_for_avoiding(asked: Asked) -> Iterator[Found]:
    """A text waits for an Attack to be avoided."""
    yield from (Found(when) for when, _ in _triggers(asked, V.AVOID))


@shape
def start_with_condition(asked: Asked) -> Iterator[Found]:
    """A text at the start of the turn with a condition that it may itself change."""
    for when in all_of(asked.text, a.When):
        match when:
            case a.When(a.Moment(a.Point.START), a.If() as inner):
                yield Found(inner)


# -------------------------------------------------------------------- what words mean


@shape
def counts_discard_pile(asked: Asked) -> Iterator[Found]:
    """A count of your discard pile."""
    for count in all_of(asked.text, a.CountOf):
        if a.Place(a.Zone.DISCARD_PILE, a.YOU) in count.cards.places:
            yield Found(count)


@shape
def looks_at_line_up(asked: Asked) -> Iterator[Found]:
    """A count of the Line-Up on which Power depends."""
    for node in all_of(asked.text, a.If, a.Power):
        for place in all_of(node.condition if isinstance(node, a.If) else node, a.Place):
            if place.zone is a.Zone.LINE_UP:
                yield Found(node)
                return


@shape
def plays_again(asked: Asked) -> Iterator[Found]:
    """A card is played again; a reminder may say what becomes of what it gave."""
    said = any(True for _ in all_of(asked.text, a.EffectsRemain))
    plays = (play for play in all_of(asked.text, a.Play) if play.again)
    yield from (Found(play, lesser=said) for play in plays)


@shape
def adds_vp(asked: Asked) -> Iterator[Found]:
    """VP of cards are used."""
    for node in all_of(asked.text, a.AttributeOf, a.Attribute):
        if node.kind is a.AttributeKind.VP:
            yield Found(node)


@shape
def part_of_a_name(asked: Asked) -> Iterator[Found]:
    """Cards are called by part of a name."""
    for noun in all_of(asked.text, a.NameNoun, a.NameHas):
        if isinstance(noun, a.NameHas) or noun.part:
            yield Found(noun)


@shape
def compares_types(asked: Asked) -> Iterator[Found]:
    """Card types are compared, or counted; a card in the Line-Up has one."""
    kinds = (a.ShareType, a.DifferInType, a.SharesType, a.OneType)
    typed = [
        node
        for cards in all_of(asked.text, a.Cards)
        if cards.places and all(place.zone is a.Zone.LINE_UP for place in cards.places)
        for node in all_of(cards, a.SharesType)
    ]
    for node in all_of(asked.text, *kinds):
        yield Found(node, lesser=any(node is one for one in typed))


@shape
def speaks_of_villains(asked: Asked) -> Iterator[Found]:
    """Villains, or card types, are spoken of."""
    for node in all_of(asked.text, a.TypeNoun, a.CountOf):
        match node:
            case a.TypeNoun(a.CardType.VILLAIN) | a.CountOf(_, a.DifferentKind.TYPE):
                yield Found(node)


@shape
def odd_or_even(asked: Asked) -> Iterator[Found]:
    """Something is odd or even."""
    kinds = (a.Parity, a.IsParity, a.ChooseParity, a.MatchesChoice)
    if not any(isinstance(node, a.ParityOf) for node in a.walk(asked.text)):
        for node in all_of(asked.text, *kinds):  # whoever asks for odd ones never means 0
            yield Found(node, lesser=getattr(node, "kind", None) is a.ParityKind.ODD)


@shape
def counts_a_list(asked: Asked) -> Iterator[Found]:
    """Cards of several names are counted together."""
    for node in all_of(asked.text, a.CountOf, a.Plus):
        if isinstance(node, a.Plus) or len(node.cards.filter.nouns) > 1:
            yield Found(node)


@shape
def once_per_type(asked: Asked) -> Iterator[Found]:
    """A price that may be paid once per card type."""
    for paid in abilities_of(asked, a.Payment):
        if isinstance(paid, a.Payment) and paid.once_per is a.OncePer.CARD_TYPE:
            yield Found(paid)


@shape
def speaks_of_defense_cards(asked: Asked) -> Iterator[Found]:
    """Defense cards are spoken of."""
    for noun in all_of(asked.text, a.KeywordNoun):
        if noun.keyword is a.Keyword.DEFENSE:
            yield Found(noun)


@shape
def plays_and_puts_back(asked: Asked) -> Iterator[Found]:
    """A card is played and then put somewhere."""
    for several in all_of(asked.text, a.Seq):
        kinds = [type(effect) for effect in several.effects]
        if a.Play in kinds and a.Move in kinds[kinds.index(a.Play) :]:
            yield Found(several)


@shape
def removes_for_a_while(asked: Asked) -> Iterator[Found]:
    """A card is removed from the Line-Up until something."""
    for lasting in all_of(asked.text, a.Lasting):
        if any(move.verb is V.REMOVE for move in all_of(lasting, a.Move)):
            yield Found(lasting)


@shape
def looks_at_villain_stack(asked: Asked) -> Iterator[Found]:
    """The Super-Villain stack is looked at."""
    for place in all_of(asked.text, a.Place):
        if place.zone is a.Zone.SUPER_VILLAIN_STACK:
            yield Found(place)


@shape
def leaves_when_played(asked: Asked) -> Iterator[Found]:
    """A card that goes away by its own text."""
    for ability in abilities_of(asked, a.Plain, a.Confrontation):
        for move in all_of(ability, a.Move):
            if this(move.what) and move.verb in (V.RETURN, V.PUT, V.DESTROY):
                yield Found(move)


# ------------------------------------------------------------------- a card that is not there


@shape
def nothing_shown(asked: Asked) -> Iterator[Found]:
    """ "If it is a Hero, …. Otherwise, …" of the top card of a deck, of which there may be none:
    what is done if it is none says nothing of that card."""
    for several in all_of(asked.text, a.Seq):
        for first, second in pairwise(several.effects):
            match first, second:
                case (
                    a.Show(_, a.Cards(a.Exactly(a.ONE), places=(a.Place(edge=a.Edge.TOP),)))
                    | a.Move(_, a.Cards(a.Exactly(a.ONE), places=(a.Place(edge=a.Edge.TOP),))),
                    a.If(a.Not(a.Is(a.IT)), branch) | a.If(a.Is(a.IT), _, branch),
                ) if branch is not None and _without_it(branch):
                    yield Found(second.condition)


def _without_it(branch: a.Effect) -> bool:
    """Whether something in an effect does not speak of "it"."""
    match branch:
        case a.Seq(several):
            return any(map(_without_it, several))
        case _:
            return a.IT not in a.walk(branch)
