"""What the engine cannot play: a text that is understood, and that nothing would carry out.

Whatever the engine does is entered in tables beside the functions that do it; a text for which
there is no entry, or a reference that is bound to nothing, is refused when its card is loaded.
So no text is carried out in part, or not at all, without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.card_kinds import Kind, kind_of, sequence
from rules_check.oracle.box.cards import ON_TOP
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.effects.actions import AT_ITS_OWN_TIME
from rules_check.oracle.effects.lasting import CAN_LAST
from rules_check.oracle.meaning.awaited import adds_up, awaited, speaks_of_later
from rules_check.oracle.meaning.compared import TOGETHER
from rules_check.oracle.of_whom import of_whom
from rules_check.oracle.out_of_place import out_of_place
from rules_check.oracle.running.agenda import TASKS
from rules_check.oracle.standing.bans import FORBIDS
from rules_check.oracle.standing.watch import waiting, where_it_waits
from rules_check.oracle.turns.scoring import AT_THE_END
from rules_check.oracle.unbound import of_which, unbound
from rules_check.oracle.which_card import which_card


class Unplayable(NamedTuple):
    """A piece of a text that cannot be played, and why."""

    node: a.Node
    why: str

    def words(self, printed: Sequence[str]) -> str:
        """The words that say it, of the lines of its card; empty if they are not known."""
        at = a.hull(self.node)
        return printed[at[0]][at[1] : at[2]] if at is not None and at[0] < len(printed) else ""


TURN_OVER: Final = "this turn is over when it happens, and what was done in it is forgotten"
EACH_TURN: Final = "what stands on a card comes in each turn, and not only in this or the next one"
ONCE_WAITS: Final = "what may be used once does not wait for something else as well"
NEVER: Final = "nothing sets it off while the card is in play"
NO_DEFENSE: Final = 'an Attack is avoided by a Defense: it begins with "Defense:"'
NOT_HERE: Final = "it is read at a time of its own, and cannot depend on anything here"
ON_THE_STACK: Final = "nothing works from the stack"
ON_STACK_OR_IN_PLAY: Final = (
    "it does not say whether a Super-Villain does so on the stack or in front of a player"
)
NO_BAN: Final = "this cannot be forbidden"
ONE_BY_ONE: Final = "cards are played, gained and so on one by one, not several at once"
NOT_ALONE: Final = "no card is so by itself: it is a matter of several cards"
AMONG_WHICH: Final = (
    'it is not said among which cards: "if it has the highest cost among them", '
    'or, of cards that players show, "if your card has the highest cost"'
)
FROM_EACH: Final = 'only "you" can take so many cards from each of several players'
NO_LASTING: Final = "this is done at once and does not last"
NO_END: Final = "this is not counted at the end of the game"
NO_START: Final = "no card can start the game there"
NO_TYPE: Final = "a price that counts by card type is one card that you yourself pay with"
NOT_INSTEAD: Final = "nothing before it would happen otherwise"
NOT_YET: Final = "only the end of the turn can tell, and the text does not wait for it"
NOT_BACK: Final = "it would have to be taken back if the condition comes true later this turn"
NO_INSTEAD: Final = "nothing can step in before a card is drawn, played, bought, shown or defeated"
NO_FUNCTION: Final = "nothing carries it out"
NOT_ENDED: Final = (
    'only the start or the end of a turn ends what lasts ("until the end of your next turn")'
)
NO_EDGE: Final = "it is not said whether on top of the deck, at its bottom, or shuffled in"
NO_PLACE: Final = "it is not said from where, nor to the bottom or top of what"
SEVERAL_PRICES: Final = "whoever buys several cards pays for each, and the text buys them at once"
NOT_ALL_ASKED: Final = "others have yet to say whether they avoid the Attack"
BY_TURNS: Final = "what is done is counted turn by turn, and this would count over several turns"
ENDLESS: Final = "it would be done for ever: nothing in it is used up"

EVERYONE: Final = frozenset(
    {a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER}
)
USED_UP: Final = (a.Move, a.Show, a.Play, a.Swap, a.PayPower)
"""What cannot be done again and again for ever: cards and Power run out."""

DECKS: Final = frozenset({a.Zone.DECK, a.Zone.MAIN_DECK})
TAKEN_OUT: Final = frozenset({a.Verb.DESTROY, a.Verb.REMOVE})
NOT_REPLACED: Final = frozenset(
    {a.Verb.DRAW, a.Verb.PLAY, a.Verb.BUY, a.Verb.REVEAL, a.Verb.LOOK, a.Verb.CHOOSE, a.Verb.DEFEAT}
)
"""What happens without an effect that moves a card (see `effects/replacing.py`)."""


@PerObject
def unplayable(card: CardDef) -> list[Unplayable]:
    """The pieces of a card's text that the engine cannot play."""
    kind = kind_of(card, 0)
    found = [Unplayable(*one) for one in (*unbound(kind.text), *of_which(kind.text))]
    found += (Unplayable(*one) for one in (*of_whom(kind.text), *which_card(kind.text)))
    found += [*_unsupported(kind.text), *_purchases(kind.text), *_into_decks(kind.text)]
    found += [*_too_early(kind.text), *_asked_too_early(kind.text), *_never(kind)]
    found += _on_the_stack(kind)
    found += (Unplayable(node, why) for node, why in out_of_place(kind.text, card.book))
    return list(dict.fromkeys(found))


def why_unplayable(card: CardDef) -> str:
    """Why a card cannot be played, in a sentence with its words; empty if it can."""
    for problem in unplayable(card):
        words = problem.words(card.printed) or "its text"
        return f'"{words}" is understood, but the engine cannot play it: {problem.why}'
    return ""


def refuse_unplayable(cards: Iterable[CardDef]) -> None:
    """Raise PlaySetError for the first card that cannot be played."""
    for card in cards:
        message = why_unplayable(card)
        if message:
            raise PlaySetError("", card.name, message)


def _unsupported(text: a.CardText) -> Iterator[Unplayable]:
    """Effects for which nothing is entered where they stand."""
    own_time = {id(part) for part in _top_level(text)}
    aimed = {id(part) for part in _when_aimed(text)}
    replaces = {id(part) for part in _stepping_in(text)}
    for node in a.walk(text):
        match node:
            case a.Forbid(effect) if type(effect) not in FORBIDS:
                yield Unplayable(node, NO_BAN)
            case a.Event(verbs, would=True) if NOT_REPLACED.intersection(verbs):
                yield Unplayable(node, NO_INSTEAD)
            case a.Forbid(effect) if (test := _of_several(effect, a.Extreme)) is not None:
                yield Unplayable(test, NOT_ALONE)
            case a.Is(filter=wanted) if _extreme(wanted):
                yield Unplayable(node, AMONG_WHICH)
            case a.There(a.CountOf(a.Cards(filter=wanted)), a.Comparison.AT_LEAST, a.ONE) if (
                _extreme(wanted)
            ):
                yield Unplayable(node, AMONG_WHICH)
            case a.Cards(places=(a.Place(owner=a.Player(kind)),), spread=a.Spread.EACH) if (
                kind in EVERYONE
            ):
                yield Unplayable(node, FROM_EACH)
            case a.Event(what=what) if _several(what):
                yield Unplayable(node, ONE_BY_ONE)
            case a.Event() if (test := _of_several(node)) is not None:
                yield Unplayable(test, NOT_ALONE)
            case a.Lasting(effect) if not isinstance(effect, CAN_LAST):
                yield Unplayable(node, NO_LASTING)
            case a.While() if not where_it_waits(node):
                yield Unplayable(node, NO_LASTING)
            case a.When(a.Once(), a.When() as later):
                yield Unplayable(later, ONCE_WAITS)
            case a.Until(a.Event()):
                yield Unplayable(node, NOT_ENDED)
            case a.Lasting(effect, until) if _outlasts_the_turn(until) and _counts(effect):
                yield Unplayable(node, BY_TURNS)
            case (
                a.ChangeCost(window=a.Window.REST_OF_GAME) | a.Forbid(when=a.Window.REST_OF_GAME)
            ) if _counts(node):
                yield Unplayable(node, BY_TURNS)
            case a.Trigger(often=a.Often.NTH, window=a.Window.REST_OF_GAME):
                yield Unplayable(node, BY_TURNS)
            case a.RepeatUntil(a.Forbid() | a.ChangeCost() | a.Grant() | a.Control()):
                yield Unplayable(node, NOT_ENDED)
            case a.RepeatUntil(effect) if not _uses_up(effect):
                yield Unplayable(node, ENDLESS)
            case a.When(a.GameEnd(), effect):
                yield from _ending(effect)
            case a.When(a.Moment(next=True), effect) | a.Delayed(a.Moment(next=True), effect):
                yield from (Unplayable(x, TURN_OVER) for x in a.walk(effect) if _this_turn(x))
            case a.StartsGame(place) if place != ON_TOP and place.zone is not a.Zone.MAIN_DECK:
                yield Unplayable(node, NO_START)
            case a.Payment(cost, _, True) if not isinstance(cost, a.Move) or _several(cost.what):
                yield Unplayable(cost, NO_TYPE)
            case a.Move(
                a.Verb.PUT,
                a.Cards(filter=a.Filter((), (a.Other(),)), places=(), among=None),
                a.Place(a.Zone.STACK, name=None),
            ):
                yield Unplayable(node, NO_PLACE)  # "put another on the bottom"
            case a.Unavoidable() if id(node) not in aimed:
                yield Unplayable(node, NOT_HERE)
            case a.Instead() if id(node) not in replaces:
                yield Unplayable(node, NOT_INSTEAD)
            case a.UseOnce() | a.UseAnyNumber():
                pass  # wherever it stands, it is about the whole card
            case _ if isinstance(node, AT_ITS_OWN_TIME) and id(node) not in own_time:
                yield Unplayable(node, NOT_HERE)
            case a.EffectNode() if type(node) not in TASKS:
                yield Unplayable(node, NO_FUNCTION)
            case _:
                pass


def _outlasts_the_turn(until: a.Until) -> bool:
    """Whether something lasts beyond the turn at hand."""
    moment = until.end
    return isinstance(moment, a.Moment) and (moment.next or moment.point is a.Point.START)


def _counts(effect: a.Node) -> bool:
    """Whether a changed cost or a ban depends on how many cards were bought, drawn and so on."""
    if isinstance(effect, a.ChangeCost):
        return isinstance(effect.of, a.CostOfCards) and effect.of.nth > 0
    if isinstance(effect, a.Forbid) and isinstance(effect.effect, a.Move | a.Play):
        what = effect.effect.what
        return isinstance(what, a.Cards) and isinstance(what.quantity, a.AtLeast)
    return False


def _asked_too_early(text: a.CardText) -> Iterator[Unplayable]:
    """What a Defense asks of others, who are asked for theirs only later."""
    for defense in (x for x in a.walk(text) if isinstance(x, a.Defense)):
        asked = (x for x in a.walk(defense) if isinstance(x, a.AvoidedAttack))
        yield from (Unplayable(x, NOT_ALL_ASKED) for x in asked)


def _purchases(text: a.CardText) -> Iterator[Unplayable]:
    """Effects that buy several cards at once."""
    bans = (node for node in a.walk(text) if isinstance(node, a.Forbid))
    barred = {id(part) for ban in bans for part in a.walk(ban)}
    for node in a.walk(text):
        match node:
            case a.Move(a.Verb.BUY, a.Cards(quantity)) if id(node) not in barred:
                if quantity not in (a.Exactly(a.ONE), a.UpTo(a.ONE)):
                    yield Unplayable(node, SEVERAL_PRICES)
            case _:
                pass


def _into_decks(text: a.CardText) -> Iterator[Unplayable]:
    """Cards that go "into" a deck, and nobody knows where in it; what is shuffled then has no place
    there, and a card that returns lies where it was."""
    bans = (node for node in a.walk(text) if isinstance(node, a.Forbid))
    barred = {id(part) for ban in bans for part in a.walk(ban)}
    shuffles = [x.what for x in a.walk(text) if isinstance(x, a.Shuffle)]
    shuffled = {what.place.zone for what in shuffles if isinstance(what, a.Whole)}
    for node in a.walk(text):
        match node:
            case a.Move(verb, what, a.Place(zone, edge=None) as to) if zone in DECKS:
                back = verb is a.Verb.RETURN and isinstance(what, a.Ref)
                if not back and zone not in shuffled and id(node) not in barred:
                    yield Unplayable(to if a.hull(to) else node, NO_EDGE)
            case _:
                pass


def _uses_up(node: a.Node) -> bool:
    """Whether something in an effect runs out when it is done again and again."""
    if isinstance(node, a.Forbid | a.When | a.Delayed):
        return False
    return isinstance(node, USED_UP) or any(map(_uses_up, a.children(node)))


def _this_turn(node: a.Node) -> bool:
    """Does it ask what was done in the turn at hand?"""
    match node:
        case a.Acted(window=a.Window.THIS_TURN) | a.ThisWay(window=a.Window.THIS_TURN):
            return True
        case _:
            return False


def _of_several(node: a.Node, *but: type[a.Node]) -> a.Node | None:
    """What is said of cards together where each is asked for by itself; the highest of a place
    (`but`) can be told."""
    for part in a.walk(node):
        if isinstance(part, a.Cards):
            placed = bool(part.places) or part.among is not None
            for test in part.filter.tests:
                if isinstance(test, TOGETHER) and not (placed and isinstance(test, but)):
                    return test
    return None


def _extreme(wanted: a.Filter) -> bool:
    """Whether the card with the highest or lowest cost is asked for."""
    return any(isinstance(test, a.Extreme) for test in wanted.tests)


def _stepping_in(text: a.CardText) -> Iterator[a.Node]:
    """What is said of something that would happen."""
    for node in a.walk(text):
        would = (isinstance(x, a.Event) and x.would for x in a.walk(node))
        if isinstance(node, a.When | a.Delayed) and any(would):
            yield from a.walk(node.effect)


def _too_early(text: a.CardText) -> Iterator[Unplayable]:
    """Conditions about the whole turn that are asked in the middle of it, and cannot wait."""
    at_the_end = {
        id(part)
        for node in a.walk(text)
        if isinstance(node, a.When | a.Delayed) and _at_an_end(node)
        for part in a.walk(node)
    }
    barred = {id(part) for ban in a.walk(text) if isinstance(ban, a.Forbid) for part in a.walk(ban)}
    for node in a.walk(text):
        if id(node) in at_the_end:
            continue
        if isinstance(node, a.ForEach) and speaks_of_later(node.amount):
            yield Unplayable(node.amount, NOT_YET)
        if isinstance(node, a.Move) and isinstance(node.what, a.Cards):
            if speaks_of_later(node.what.filter) and id(node) not in barred:
                yield Unplayable(node.what, NOT_YET)  # "You may put a card you buy this turn …"
            counts = [x for x in a.walk(node.what.quantity) if isinstance(x, a.CountOf)]
            yield from (Unplayable(x, NOT_YET) for x in counts if speaks_of_later(x))
        if not isinstance(node, a.If):
            continue
        if not awaited(node.condition):
            if speaks_of_later(node.condition):
                yield Unplayable(node.condition, NOT_YET)
        elif node.otherwise is not None and not adds_up(node):
            yield Unplayable(node.otherwise, NOT_BACK)


def _at_an_end(node: a.When | a.Delayed) -> bool:
    """Whether a text waits for the end of a turn, or of the game."""
    when = node.when if isinstance(node, a.Delayed) else node.occasion
    return when == a.GameEnd() or (isinstance(when, a.Moment) and when.point is a.Point.END)


def _several(what: a.Selection | None) -> bool:
    """Whether an event is about more than one card at once."""
    match what:
        case a.Cards(a.Exactly(number) | a.AtLeast(number) | a.UpTo(number)):
            return number != a.ONE
        case a.OneOf(first, second):
            return _several(first) or _several(second)
        case _:
            return isinstance(what, a.Both | a.Whole)


def _ending(effect: Any) -> Iterator[Unplayable]:
    """What the end of the game does not count."""
    match effect:
        case a.If(_, then, otherwise):
            yield from _ending(then)
            if otherwise is not None:
                yield from _ending(otherwise)
        case a.Seq(effects):
            for one in effects:
                yield from _ending(one)
        case a.Move(verb) if verb not in TAKEN_OUT:
            yield Unplayable(effect, NO_END)
        case _ if type(effect) not in AT_THE_END:
            yield Unplayable(effect, NO_END)
        case _:
            pass


def _top_level(text: a.CardText) -> Iterator[a.Node]:
    """What stands by itself in a text, or speaks of the end of the game."""
    for node in a.walk(text):
        match node:
            case a.Plain(effect) | a.Reminder(effect):
                yield from sequence(effect)
            case a.When(a.GameEnd(), effect):
                yield from (part for part in a.walk(effect) if isinstance(part, a.Worth))
            case _:
                pass


def _when_aimed(text: a.CardText) -> Iterator[a.Node]:
    """What is read when an Attack is aimed: what stands by itself in it, or after "if"."""
    for node in a.walk(text):
        if isinstance(node, a.Attack | a.FirstAppearance):
            for part in sequence(node.effect):
                while isinstance(part, a.If) and part.otherwise is None:
                    part = part.then
                yield part


def _on_the_stack(kind: Kind) -> Iterator[Unplayable]:
    """What is ongoing on the stack of Super-Villains, or could be: only of a card that says that
    it is left in front of its player is it known that it works there."""
    left = any(isinstance(x, a.Stays) for x in a.walk(kind.text))
    for node in (x for x in a.walk(kind.text) if isinstance(x, a.Ongoing)):
        if node.stack:
            yield Unplayable(node, ON_THE_STACK)
        elif a.Title.SUPER_VILLAIN in kind.titles and not left:
            yield Unplayable(node, ON_STACK_OR_IN_PLAY)


def _never(kind: Kind) -> Iterator[Unplayable]:
    """Texts of a card that stays in play for which nothing waits."""
    for piece in kind.standing:
        node = piece.node
        if isinstance(node, a.May) and any(isinstance(x, a.AvoidAttack) for x in a.walk(node)):
            yield Unplayable(node, NO_DEFENSE)
            continue
        match node:
            case a.When(a.Moment(next=True) | a.Moment(this=True) as moment):
                yield Unplayable(moment, EACH_TURN)
                continue
            case _:
                pass
        if where_it_waits(waiting(node)):
            continue
        match node:
            case a.When(a.GameEnd()) | a.Stays() | a.Delayed(_, a.Stays()):
                continue
            case _ if isinstance(node, AT_ITS_OWN_TIME):
                continue
            case _:
                yield Unplayable(node, NEVER)
