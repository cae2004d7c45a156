"""Texts in which it is open who does it, who is meant, or which card is."""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.shapes.base import Asked, Found, all_of, shape, swapped, within

K = a.PlayerKind

HAND: Final = a.Zone.HAND
ONE_SAID: Final = (" the foe with the ", " the player with the ", " the foe whose ")
ONE_OF: Final = {
    K.EACH_FOE: K.A_FOE,
    K.EACH_PLAYER: K.A_PLAYER,
    K.EACH_OTHER_PLAYER: K.ANOTHER_PLAYER,
    K.THE_PLAYER: K.A_PLAYER,
}
"""One of several players, whom you choose."""


@shape
def picks_from_others(asked: Asked) -> Iterator[Found]:
    """You do something with a card from somebody else's hand or discard pile: who picks it?"""
    allowed = {id(x) for may in all_of(asked.text, a.May) for x in a.walk(may)}
    yield from _taken_elsewhere(asked)
    for move in all_of(asked.text, a.Move):
        match move:
            case a.Move(
                a.Verb.DISCARD | a.Verb.DESTROY,
                a.Cards(
                    a.Exactly(a.Number()), _, (a.Place(zone, a.Player() as owner, None),)
                ) as cards,
                None,
                a.YOU,
            ) if _others_hold(zone, owner, id(move) in allowed) and not cards.random:
                it = a.IT if cards.quantity == a.Exactly(a.ONE) else a.THEM
                own = a.Place(zone, a.THAT_PLAYER)
                pick, act = a.Choose(cards), a.Move(move.verb, it)
                offered = id(move) in allowed
                both = asked.but(move, a.Seq((pick, act)))
                yours = both if offered else in_a_row(asked, move, pick, act)
                held = a.replace(cards, places=(own,), spread=a.Spread.TOTAL)
                theirs = a.replace(move, who=owner, what=held)
                yield Found(move, (yours, asked.but(move, theirs)))


def _taken_elsewhere(asked: Asked) -> Iterator[Found]:
    """The same of a card that goes somewhere else, or into your hand for one of yours."""
    for act in all_of(asked.text, a.Move, a.Swap):
        match act:
            case a.Move(
                a.Verb.PUT | a.Verb.RETURN | a.Verb.PASS | a.Verb.GAIN,
                a.Cards(
                    a.Exactly(a.Number(1)), _, (a.Place(zone, a.Player() as owner, None),)
                ) as cards,
                _,
                a.YOU,
            ) if act.chooser is None:
                name = "what"
            case a.Swap(
                _,
                a.Cards(
                    a.Exactly(a.Number(1)), _, (a.Place(zone, a.Player() as owner, None),)
                ) as cards,
                a.YOU,
            ):
                name = "second"
            case _:
                continue
        if zone is not HAND or owner.kind not in ONE_OTHER or owner.test or cards.random:
            continue
        with_it = a.replace(act, **{name: a.IT})
        theirs = a.replace(cards, places=(a.Place(zone, a.THAT_PLAYER),))
        chosen = (a.Choose(cards), a.Choose(theirs, owner))
        yield Found(act, tuple(in_a_row(asked, act, one, with_it) for one in chosen))


def in_a_row(asked: Asked, old: a.Effect, first: a.Effect, then: a.Effect) -> a.CardText:
    """The text with one thing before another in the place of an act; where the act is what may be
    done, before it is offered."""
    for may in all_of(asked.text, a.May):
        if may.effect is old:
            return in_a_row(asked, may, first, a.replace(may, effect=then))
    for several in all_of(asked.text, a.Seq):
        if any(x is old for x in several.effects):
            rows = ([first, then] if x is old else [x] for x in several.effects)
            return asked.but(several, a.Seq(tuple(x for row in rows for x in row)))
    return asked.but(old, a.Seq((first, then)))


ONE_OTHER: Final = frozenset({K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE, K.CONFRONTED, K.THAT_PLAYER})
"""One player of whom it is clear who it is."""


def _others_hold(zone: a.Zone, owner: a.Player, may: bool) -> bool:
    """Whether it may be the owner who picks a card: of a hand, or of a discard pile; not if you
    need not take one of it."""
    if zone is a.Zone.DISCARD_PILE:
        several = owner.kind in (K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER)
        return several or (owner.kind in ONE_OTHER and not may)
    return zone is HAND and owner.kind is not K.YOU


@shape
def after_each_player(asked: Asked) -> Iterator[Found]:
    """A sentence without a subject behind one about each player: you alone, or each of them?"""
    for at, ability in enumerate(asked.text.abilities):
        if not isinstance(ability, a.Plain) or not isinstance(ability.effect, a.Seq):
            continue
        effects = ability.effect.effects
        for number, (one, two) in enumerate(pairwise(effects), 1):
            match one, two:
                case a.Move(_, _, _, a.Player(K.EACH_PLAYER | K.YOU_AND_TEAMMATE) as all_), a.Move(
                    a.Verb.DISCARD | a.Verb.DESTROY, a.Cards(), None, a.YOU
                ) if _new_sentence(asked, one, two):
                    every = a.replace(two, who=all_)
                    parts = [a.Plain(_seq(part)) for part in (effects[:number], effects[number:])]
                    before, after = asked.text.abilities[:at], asked.text.abilities[at + 1 :]
                    apart = a.CardText((*before, *parts, *after))
                    yield Found(two, (apart, asked.but(two, every)))


def _new_sentence(asked: Asked, one: a.Node, two: a.Node) -> bool:
    """Does the second begin a sentence of its own, without a subject?"""
    said = asked.words(two).lower()
    between = asked.between(one, two).strip().lower()
    return between in (".", ". then") and not said.startswith(("you ", "then you "))


def _seq(effects: tuple[a.Effect, ...]) -> a.Effect:
    return effects[0] if len(effects) == 1 else a.Seq(effects)


@shape
def that_foe_of_several(asked: Asked) -> Iterator[Found]:
    """ "That foe" where only "each foe" was spoken of before."""
    seen = False
    for ability in asked.text.abilities:
        if any(isinstance(node, a.ChoosePlayer) for node in a.walk(ability)) or isinstance(
            ability, a.Confrontation
        ):
            return
        players = list(all_of(ability, a.Player))
        meant = [player for player in players if player.kind is K.THAT_FOE]
        if seen and meant:
            texts = []
            for kind in (K.EACH_FOE, K.A_FOE):
                changed = ability
                for player in meant:
                    changed = swapped(changed, player, a.Player(kind, player.test))
                texts.append(asked.but(ability, changed))
            yield Found(meant[0] if a.place_of(meant[0]) else ability, tuple(texts))
            return
        seen = seen or any(player.kind is K.EACH_FOE for player in players)


@shape
def it_of_two(asked: Asked) -> Iterator[Found]:
    """ "If it is ..." behind two cards that were moved: in one sentence, or one of them if you
    liked."""
    yield from _it_of_two_sentences(asked)
    for several in all_of(asked.text, a.Seq):
        effects = several.effects
        for one, two, three in zip(effects, effects[1:], effects[2:], strict=False):
            match one, two, three:
                case (
                    a.Move(first, a.Cards(a.Exactly(a.Number(1)))),
                    a.Move(second, a.Cards(a.Exactly(a.Number(1)))),
                    a.If(a.Is(a.Ref(a.RefKind.IT) as it)) as condition,
                ) if first is not second and "." not in (asked.between(one, two) or "."):
                    texts = tuple(
                        asked.but(condition, swapped(condition, it, _moved_by(verb)))
                        for verb in (second, first)
                    )
                    yield Found(condition, texts)


def _it_of_two_sentences(asked: Asked) -> Iterator[Found]:
    """ "Discard the top card of your deck. You may destroy a card. If it was …": which of them?"""
    for several in all_of(asked.text, a.Seq):
        effects = several.effects
        for at in range(1, len(effects)):
            condition = effects[at]
            match condition:
                case a.If(a.Is(a.Ref(a.RefKind.IT) as it, kind)) if all(
                    x is it for x in all_of(condition, a.Ref)
                ):
                    pass
                case _:
                    continue
            before = effects[at - 1]
            match before:
                case a.May(a.Move() as first, a.Move() as last, None, a.YOU):
                    pass  # "You may … If you do, …"
                case a.May(a.Move() as last, None, None, a.YOU) if at > 1:
                    first = effects[at - 2]
                case _:
                    continue
            cards = [one for one in map(_one_card, (first, last)) if one is not None]
            if len(cards) < 2 or first.verb is last.verb:
                continue
            if any(True for x in all_of(last, a.Ref)):
                continue  # it is the same card
            if all(_may_be(one.filter, kind) for one in cards):
                texts = (
                    asked.but(condition, swapped(condition, it, _moved_by(x.verb)))
                    for x in (last, first)
                )
                yield Found(condition, tuple(texts))


def _may_be(known: a.Filter, kind: a.Filter) -> bool:
    """Whether cards that are so far told by a type may or may not be of another kind."""
    types = {x.type for x in known.nouns if isinstance(x, a.TypeNoun)}
    asked = {x.type for x in kind.nouns if isinstance(x, a.TypeNoun)}
    return not types or not asked or not (types.isdisjoint(asked) or types <= asked)


def _one_card(act: a.Node) -> a.Cards | None:
    """The one card that you move, of your own choice or from a pile; None if it is another act."""
    match act:
        case a.Move(_, a.Cards(a.Exactly(a.Number(1))) as cards, _, a.YOU):
            return cards
        case _:
            return None


def _moved_by(verb: a.Verb) -> a.Cards:
    """The card to which the verb was just done."""
    return a.Cards(a.Exactly(a.ONE), a.make_filter((), (a.ThisWay(verb),)))


# ------------------------------------------------------------------------ from where, which


@shape
def discards_a_location(asked: Asked) -> Iterator[Found]:
    """Somebody discards a Location: from the hand, or one that lies in play?"""
    for move in all_of(asked.text, a.Move):
        match move:
            case a.Move(
                a.Verb.DISCARD,
                a.Cards(a.Exactly() | a.UpTo(), a.Filter((a.TypeNoun(kind),), ())) as cards,
            ) if kind is a.CardType.LOCATION and not cards.places and cards.among is None:
                owner = a.YOU if move.who == a.YOU else a.THAT_PLAYER
                controlled = a.make_filter(cards.filter.nouns, (a.Controlled(owner),))
                hand = a.replace(cards, places=(a.Place(HAND, owner),))
                play = a.replace(cards, filter=controlled)
                texts = tuple(asked.but(move, a.replace(move, what=what)) for what in (hand, play))
                yield Found(move, texts)


@shape
def has_a_named_card(asked: Asked) -> Iterator[Found]:
    """ "Each foe who has no Weakness": in hand, or anywhere among the player's cards?"""
    for node in a.walk(asked.text):
        match node:
            case (
                a.Having(a.Cards() as cards)
                | a.HavingMore(a.Cards() as cards)
                | a.HavingMost(a.Cards() as cards)
                | a.HasMore(_, a.Cards() as cards)
                | a.There(a.CountOf(a.Cards() as cards))
            ):
                places = _of_their_own(asked, node, cards)
                if places:
                    anywhere = asked.but(cards, a.replace(cards, places=places))
                    yield Found(node, (asked.text, anywhere))


def _of_their_own(asked: Asked, node: a.Node, cards: a.Cards) -> tuple[a.Place, ...]:
    """The places of a player who is said to have a card with this name, and not said where."""
    named = any(isinstance(noun, a.NameNoun) for noun in cards.filter.nouns)
    words = asked.words(node).lower()
    said = not words or any(word in words for word in ("hand", "hold"))
    match cards.places:
        case (a.Place(zone, owner, None),) if zone is HAND and named and not said:
            return tuple(a.Place(one, owner) for one in (HAND, a.Zone.DECK, a.Zone.DISCARD_PILE))
        case _:
            return ()


BARE: Final = frozenset({"one", "two", "three", "1", "2", "3"})


def _bare(words: str) -> bool:
    """A number alone: "one", "one of your choice"."""
    return words.lower().removesuffix(" of your choice").removesuffix(" of their choice") in BARE


@shape
def draws_and_discards_one(asked: Asked) -> Iterator[Found]:
    """ "Draw two cards, then discard one": of the hand, or of the cards drawn?"""
    for one, two in pairwise(all_of(asked.text, a.Move)):
        match one, two:
            case (
                a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(many)), _, ()), None, drawer),
                a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.Number(few)) as much), None, doer),
            ) if few < many and drawer == doer and _bare(asked.words(two.what)):
                assert isinstance(two.what, a.Cards)
                drawn = a.replace(a.Cards(much), among=a.THEM)
                texts = tuple(asked.but(two.what, what) for what in (a.Cards(much), drawn))
                yield Found(two.what, texts)


@shape
def tied_for_most(asked: Asked) -> Iterator[Found]:
    """ "If you have the most Heroes": is it so if somebody else has as many?"""
    for one in all_of(asked.text, a.PlayersAre):
        match one:
            case a.PlayersAre(a.YOU, a.HavingMost(a.Cards() as cards, most, False)):
                tied, alone = ENOUGH[most]
                others = a.Player(K.EACH_OTHER_PLAYER)
                readings = (a.HasMore(a.YOU, cards, others, how) for how in (tied, alone))
                yield Found(one, tuple(asked.but(one, x) for x in readings))


ENOUGH: Final = {
    True: (a.Comparison.AT_LEAST, a.Comparison.MORE),
    False: (a.Comparison.AT_MOST, a.Comparison.LESS),
}
"""How much you have in comparison with each other player if you have the most, or the fewest: with
a tie, and without one."""


@shape
def the_most(asked: Asked) -> Iterator[Found]:
    """ "The foe with the most cards", "the foe whose card has the highest cost": one is spoken of,
    and several may be tied."""
    for player in all_of(asked.text, a.Player):
        test = player.test
        if not isinstance(test, a.HavingMost | a.CostRank) or player.kind not in ONE_OF:
            continue
        if test.alone or (player.kind is K.THE_PLAYER and isinstance(test, a.CostRank)):
            continue  # who it is of those that reveal a card is asked of the engine
        told = (x.test for x in all_of(asked.text, a.PlayersAre))
        if a.replace(test, alone=True) in told:  # the text says what happens if they are tied
            continue
        said = _sentence_around(asked, player)
        if any(words in said for words in ONE_SAID):
            every = K.EACH_PLAYER if player.kind is K.THE_PLAYER else player.kind
            kinds = (every, ONE_OF[player.kind])
            yield Found(player, tuple(asked.but(player, a.Player(x, test)) for x in kinds))


def _sentence_around(asked: Asked, node: a.Node) -> str:
    """The printed line in which a node stands, in small letters."""
    at = a.hull(node)
    if at is None or not 0 <= at[0] < len(asked.printed):
        return ""
    return " " + asked.printed[at[0]].lower()


THE_ONE: Final = re.compile(
    r"\bthe (lowest|highest)-cost\b"
    r"|\bthe (card|[a-z-]+)( in [a-z' -]+| from [a-z' -]+)? with the (lowest|highest|most|least)\b"
)
"""Words of one card that is told by its cost."""


@shape
def the_lowest_card(asked: Asked) -> Iterator[Found]:
    """ "The lowest-cost card": one is spoken of, and several may be tied."""
    for cards in all_of(asked.text, a.Cards):
        if not any(isinstance(test, a.Extreme) for test in cards.filter.tests):
            continue
        if cards.quantity != a.Exactly(a.ONE) or cards.random:
            continue
        if _only_one(asked, cards):  # the text says what happens if they are tied
            continue
        said = asked.words(cards).lower() or _sentence_around(asked, cards)
        if THE_ONE.search(said):
            every = a.replace(cards, quantity=a.Every())
            yield Found(cards, (asked.but(cards, a.replace(cards)), asked.but(cards, every)))


def _only_one(asked: Asked, cards: a.Cards) -> bool:
    """Whether a text asks if only one card is so ("In case of a tie, nobody draws")."""
    one = (a.Comparison.EQUAL, 1)
    done = (x for x in all_of(asked.text, a.PlayersAre) if (x.comparison, x.value) == one)
    there = (x for x in all_of(asked.text, a.There) if (x.comparison, x.value) == (one[0], a.ONE))
    every = a.replace(cards, quantity=a.Every())
    return any(isinstance(x.test, a.DidTo) and x.test.cards == cards for x in done) or any(
        x.count.cards == every for x in there
    )


@shape
def who_did_not(asked: Asked) -> Iterator[Found]:
    """ "Each foe who does not" behind an Attack: also one who avoided it?"""
    attack = next((one for one, _ in within(asked.text) if isinstance(one, a.Attack)), None)
    if attack is None or not isinstance(attack.effect, a.Move | a.Seq):
        return
    moves = [move for move in all_of(attack, a.Move) if move.who.kind is K.EACH_FOE]
    for player in all_of(asked.text, a.Player):
        if isinstance(player.test, a.DidNot) and len(moves) == 1:
            did = a.DidTo((moves[0].verb,), moves[0].what, True)
            texts = tuple(
                asked.but(player, a.Player(player.kind, test)) for test in (did, a.CouldNot())
            )
            yield Found(player, texts)


@shape
def done_in_part(asked: Asked) -> Iterator[Found]:
    """ "Discard two cards. If you do, ...": all of it, or as much as was possible?"""
    for tried in all_of(asked.text, a.Tried):
        match tried:
            case a.Tried(
                a.Move(verb, a.Cards(a.Exactly(a.Number(number))), None, a.YOU) as move, then, None
            ) if number > 1 and then is not None:
                texts = tuple(
                    asked.but(tried, a.Seq((move, a.If(_at_least(verb, least), then))))
                    for least in (number, 1)
                )
                yield Found(tried, texts)


def _at_least(verb: a.Verb, number: int) -> a.There:
    cards = a.Cards(a.Every(), a.make_filter((), (a.ThisWay(verb, None, a.YOU),)))
    return a.There(a.CountOf(cards), a.Comparison.AT_LEAST, a.Number(number))


@shape
def name_within_names(asked: Asked) -> Iterator[Found]:
    """A card is called by a name that stands within the name of another, or that it has itself."""
    names = {*asked.names, asked.nature.name}
    for found in all_of(asked.text, a.Filter):
        match found:
            case a.Filter((a.NameNoun(name, False, False) as noun,), tests) if (
                name == asked.nature.name or any(_is_part(name, one) for one in names)
            ) and not asked.before(noun).endswith("named"):
                whole, words = (
                    asked.but(found, a.make_filter((), (*tests, a.NameHas(name, full))))
                    for full in (True, False)
                )
                alone = not any(_is_part(name, one) for one in names)
                yield Found(noun, (whole, words), lesser=alone)


def _is_part(name: str, longer: str) -> bool:
    """Whether another name has the words of this one: "Drone" of "Scout Drone", not of "Drones"."""
    return name != longer and f" {name} " in f" {longer} "


@shape
def each_player_attacked(asked: Asked) -> Iterator[Found]:
    """ "Attack: Each player discards a card": "each player" is you, too."""
    for attack in all_of(asked.text, a.Attack):
        everyone = [x for x in all_of(attack, a.Player) if x.kind is a.PlayerKind.EACH_PLAYER]
        if everyone:
            others = attack
            for who in everyone:
                others = swapped(others, who, a.replace(who, kind=a.PlayerKind.EACH_OTHER_PLAYER))
            yield Found(everyone[0], (asked.text, asked.but(attack, others)))


HAVING: Final = re.compile(r"\b(have|has|had)\b(?!.*\bhands?\b)", re.IGNORECASE)


@shape
def had_in_hand(asked: Asked) -> Iterator[Found]:
    """ "If you have another Equipment": to have a card is to hold it."""
    for there in all_of(asked.text, a.There):
        cards = there.count.cards
        match cards:
            case a.Cards(
                a.Every(),
                a.Filter((a.TypeNoun(), *_), tests),
                (a.Place(a.Zone.HAND, a.Player() as owner),),
            ) if HAVING.search(asked.words(there)):
                played = a.make_filter(cards.filter.nouns, (*tests, a.Controlled(owner)))
                in_play = a.replace(cards, filter=played, places=())
                yield Found(there, (asked.text, asked.but(cards, in_play)))
