"""What is not played, although a core says what it means.

Whether a text says something that can be carried out, the core decides (`grammar/core/judge.py`).
What is listed here is refused as well when its card is loaded: nobody has held the engine to the
interpreter for it, or it would do nothing, and no text is carried out in part, or not at all,
without a word. The list is over the old tree of a text, and goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.core.asking import said_by
from rules_check.grammar.core.carried_out import refusals, translated, words_of
from rules_check.grammar.core.judge import judged
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.subjects import EACH_ONE, POINTING
from rules_check.grammar.whose import ONE_OF, TOPS, not_chosen
from rules_check.oracle.box.card_kinds import Kind, kind_of, sequence
from rules_check.oracle.box.cards import ON_TOP
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.box.playset_file import PlaySetError


class Unplayable(NamedTuple):
    """Words of a text that cannot be played, and why; `not_yet`: it is the engine that cannot, and
    not what they say."""

    at: a.WordPlace | None
    why: str
    not_yet: bool = False

    def words(self, printed: Sequence[str]) -> str:
        """The words, of the lines of their card; empty if they are not known."""
        at = self.at
        return printed[at[0]][at[1] : at[2]] if at is not None and at[0] < len(printed) else ""

    @property
    def told(self) -> str:
        """Why it cannot be played, behind the words that say so."""
        if self.not_yet:
            return f"understood, but the engine cannot play this yet: {self.why}"
        return f"understood, but it cannot be carried out: {self.why}"


ONCE_WAITS: Final = "what may be used once does not wait for something else as well"
NEVER: Final = "nothing sets it off while the card is in play"
NOT_HERE: Final = "it is read at a time of its own, and does not depend on anything here"
ON_THE_STACK: Final = "nothing works from the stack"
ON_STACK_OR_IN_PLAY: Final = (
    "it does not say whether a Super-Villain does so on the stack or in front of a player"
)
NO_BAN: Final = "this cannot be forbidden"
BAN_ON_WHOM: Final = "it does not tell apart whose cards or places each of several may not use"
NO_LASTING: Final = "this is done at once and does not last"
NO_END: Final = "this is not counted at the end of the game"
NO_START: Final = "no card can start the game there"
NO_INSTEAD: Final = "nothing can step in before a card is drawn, played, bought, shown or defeated"
NO_FUNCTION: Final = "nothing carries it out"
BY_TURNS: Final = "what is done is counted turn by turn, and this would count over several turns"
SECOND: Final = "a card has one such text, and this is a second one: only the first would be used"
IN_ANOTHER: Final = "a Defense is used only if it is a text of its own"
OF_WHOM: Final = "one of several players is meant, nobody chooses the cards, and so not the player"

AT_ITS_OWN_TIME: Final = (
    a.PlayBefore,
    a.GoFirst,
    a.UseOnce,
    a.UseAnyNumber,
    a.Worth,
    a.ReduceScore,
    a.StartsGame,
    a.ParityOf,
    a.EffectsRemain,
    a.NoFirstAppearance,
)
"""What is read at a time of its own, and not when a card is played."""
CAN_LAST: Final = (
    a.ChangeCost,
    a.Control,
    a.Flip,
    a.Forbid,
    a.GainText,
    a.Grant,
    a.Move,
    a.NewHand,
    a.RefillTo,
    a.Stays,
    a.When,
    a.While,
)
"""What can last."""
FORBIDS: Final = (a.AvoidAttack, a.Move, a.Play, a.Undertake, a.UndertakeDefeat)
"""What can be forbidden."""
AT_THE_END: Final = (a.GainVP, a.If, a.LoseVP, a.Move, a.Seq, a.Worth)
"""What is counted at the end of the game."""
UNBOUND: Final = (a.RepeatThis, a.ElseDo, a.DoSame, a.DoBoth)
"""What only stands for something else, until that is found."""

TAKEN_OUT: Final = frozenset({a.Verb.DESTROY, a.Verb.REMOVE})
NOT_REPLACED: Final = frozenset(
    {a.Verb.DRAW, a.Verb.PLAY, a.Verb.BUY, a.Verb.REVEAL, a.Verb.LOOK, a.Verb.CHOOSE, a.Verb.DEFEAT}
)
"""What happens without an effect that moves a card (see `effects/replacing.py`)."""


@PerObject
def unplayable(card: CardDef) -> list[Unplayable]:
    """What of a card's text cannot be carried out, or else what the engine cannot play yet."""
    if card.core is not None:
        return []
    kind = kind_of(card, 0)
    refused = judged(kind.text, character=kind.character, book=card.book)
    if refused:
        return [Unplayable(*one) for one in refused]
    found = [*_unsupported(kind.text), *_second(kind.text), *_never(kind), *_on_the_stack(kind)]
    if not found:
        core = translated(kind.text, kind.character, words_of(kind.text))
        return [Unplayable(said_by((form,)), why, True) for form, why in refusals(core, quick=True)]
    return list(dict.fromkeys(Unplayable(a.hull(node), why, True) for node, why in found))


def why_unplayable(card: CardDef) -> str:
    """Why a card cannot be played, in a sentence with its words; empty if it can."""
    for problem in unplayable(card):
        words = problem.words(card.printed) or "its text"
        return f'"{words}" is {problem.told}'
    return ""


def refuse_unplayable(cards: Iterable[CardDef]) -> None:
    """Raise PlaySetError for the first card that cannot be played."""
    for card in cards:
        message = why_unplayable(card)
        if message:
            raise PlaySetError("", card.name, message)


class Found(NamedTuple):
    """A piece of a text that the engine cannot play, and why."""

    node: a.Node
    why: str


def _said(text: a.CardText) -> Iterator[a.Node]:
    """The pieces of a text that do something: a reminder does not, but for what is read at a time
    of its own."""
    for node in _outside_reminders(text):
        if isinstance(node, a.Reminder):
            yield from (part for part in sequence(node.effect) if isinstance(part, AT_ITS_OWN_TIME))
        else:
            yield node


def _outside_reminders(node: a.Node) -> Iterator[a.Node]:
    yield node
    if not isinstance(node, a.Reminder):
        for part in a.children(node):
            yield from _outside_reminders(part)


def _unsupported(text: a.CardText) -> Iterator[Found]:
    """Effects for which nothing is entered where they stand."""
    own_time = {id(part) for part in _top_level(text)}
    aimed = {id(part) for part in _when_aimed(text)}
    for node in _said(text):
        match node:
            case a.Forbid(effect) if type(effect) not in FORBIDS:
                yield Found(node, NO_BAN)
            case a.Forbid(effect) if any(map(_of_each_one, a.walk(effect))):
                yield Found(node, BAN_ON_WHOM)
            case a.Event(verbs, would=True) if NOT_REPLACED.intersection(verbs):
                yield Found(node, NO_INSTEAD)
            case a.Lasting(effect) if not isinstance(effect, CAN_LAST):
                yield Found(node, NO_LASTING)
            case a.While() if not where_it_waits(node):
                yield Found(node, NO_LASTING)
            case a.When(a.Once(), a.When() as later):
                yield Found(later, ONCE_WAITS)
            case a.Trigger(often=a.Often.NTH, window=a.Window.REST_OF_GAME):
                yield Found(node, BY_TURNS)
            case a.When(a.GameEnd(), effect):
                yield from _ending(effect)
            case a.StartsGame(place) if place != ON_TOP and place.zone is not a.Zone.MAIN_DECK:
                yield Found(node, NO_START)
            case a.Swap(first, second) if not_chosen(None, first) or not_chosen(None, second):
                yield Found(node, OF_WHOM)  # "Swap a random card from a foe's hand with …"
            case a.Move(verb, a.Cards() as what) if not_chosen(verb, what):
                yield Found(node, OF_WHOM)
            case a.Move(_, a.Cards() as what, a.Place(owner=a.Player(kind))) if kind in ONE_OF:
                if any(place.edge is a.Edge.TOP and place.zone in TOPS for place in what.places):
                    yield Found(node, OF_WHOM)  # "… of a foe's deck into another player's hand"
            case a.Ongoing(a.Defense() as defense):
                yield Found(defense, IN_ANOTHER)
            case a.Unavoidable() if id(node) not in aimed:
                yield Found(node, NOT_HERE)
            case a.UseOnce() | a.UseAnyNumber():
                pass  # wherever it stands, it is about the whole card
            case _ if isinstance(node, AT_ITS_OWN_TIME) and id(node) not in own_time:
                yield Found(node, NOT_HERE)
            case _ if isinstance(node, UNBOUND):
                yield Found(node, NO_FUNCTION)
            case _:
                pass


def _of_each_one(node: a.Node) -> bool:
    """Whether a ban speaks of what is of whoever it bars, or of each of several players."""
    if isinstance(node, a.Place) and node.owner is not None and node.owner.kind in EACH_ONE:
        return True
    return isinstance(node, a.Player) and node.kind in POINTING and not a.bound_to(node)


def _second(text: a.CardText) -> Iterator[Found]:
    """Blocks and Defenses behind the first one."""
    for kinds in ((a.Block, a.BlockValue), (a.Defense,)):
        such = [one for one in text.abilities if isinstance(one, kinds)]
        yield from (Found(one, SECOND) for one in such[1:])


def _ending(effect: Any) -> Iterator[Found]:
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
            yield Found(effect, NO_END)
        case _ if type(effect) not in AT_THE_END:
            yield Found(effect, NO_END)
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


def _on_the_stack(kind: Kind) -> Iterator[Found]:
    """What is ongoing on the stack of Super-Villains, or could be: only of a card that says that
    it is left in front of its player is it known that it works there."""
    left = any(isinstance(x, a.Stays) for x in a.walk(kind.text))
    for node in (x for x in a.walk(kind.text) if isinstance(x, a.Ongoing)):
        if node.stack:
            yield Found(node, ON_THE_STACK)
        elif a.Title.SUPER_VILLAIN in kind.titles and not left:
            yield Found(node, ON_STACK_OR_IN_PLAY)


def _never(kind: Kind) -> Iterator[Found]:
    """Texts of a card that stays in play for which nothing waits."""
    for piece in kind.standing:
        node = piece.node
        if where_it_waits(waiting(node)):
            continue
        match node:
            case a.When(a.GameEnd()) | a.Stays() | a.Delayed(_, a.Stays()):
                continue
            case _ if isinstance(node, AT_ITS_OWN_TIME):
                continue
            case _:
                yield Found(node, NEVER)


GROWS: Final = (a.Comparison.AT_LEAST, a.Comparison.MORE)


def speaks_of_later(node: Any) -> bool:
    """Whether a text speaks of what is done at any time of the turn, also later."""
    return any(
        isinstance(x, a.Acted) and x.tense is not a.Tense.PAST and x.window is not None
        for x in a.walk(node)
    )


@PerObject
def awaited(condition: a.Condition) -> tuple[a.Verb, ...]:
    """What can be done later in the turn that makes a condition come true; () if nothing can."""
    match condition:
        case a.There(a.CountOf(cards), comparison, value) if comparison in GROWS:
            if speaks_of_later(value):
                return ()
            tests = [x for x in cards.filter.tests if isinstance(x, a.Acted) and speaks_of_later(x)]
            return tuple(verb for test in tests for verb in test.verbs)
        case a.AllOf(first, second) | a.AnyOf(first, second):
            return awaited(first) + awaited(second)
        case _:
            return ()


def waiting(node: Any) -> Any:
    """A standing text as it is listened to: "if …, +1 Power" holds while the condition does."""
    match node:
        case a.If(condition, a.If(further, then, None), None):
            return waiting(a.If(a.AllOf(condition, further), then))
        case a.If(condition, then, None) if isinstance(then, (a.Power, a.ChangeCost)):
            return a.While(condition, then)
        case _:
            return node


def where_it_waits(node: Any) -> str:
    """Where in a Watch a standing text belongs ("": nowhere)."""
    match node:
        case a.When(a.Trigger(event), _):
            return "would" if event.would else "verbs"
        case a.If(condition, _, None) if awaited(condition):
            return "verbs"
        case a.When(a.Moment(), _):
            return "moments"
        case a.When(a.Once(), _) | a.May() | a.If(a.During(a.Window.YOUR_TURN), a.May(), None):
            return "once"
        case a.If(a.During(a.Window.EACH_OF_YOUR_TURNS), a.May(), None):
            return "once"
        case a.While(_, a.ChangeCost(of)) | a.ChangeCost(of):
            return "character_costs" if isinstance(of, a.CharacterCost) else "costs"
        case a.Power() | a.While(_, a.Power()):
            return "live"
        case a.Grant():
            return "grants"
        case a.Forbid():
            return "bans"
        case a.RefillTo():
            return "refill"
        case a.NewHand():
            return "hand"
        case a.GainText():
            return "texts"
        case _:
            return ""
