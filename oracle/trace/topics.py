"""The topics of events that tell more than one thing apart.

A topic leads to the rules behind an event (`oracle.trace.citing`). Where rules speak of some events
of a kind only, the position decides on a further word of the topic. The game itself never
depends on these words: they are for the trace.
"""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import APPEARANCE, State
from rules_check.oracle.values.tasks import Draw, ForPlayer, TakeTop
from rules_check.oracle.values.zones import DECK, HAND, PER_PLAYER

V = a.Verb
BUY: Final = V.BUY
Names = tuple[str, ...]


def by_assist(s: State, topic: str) -> str:
    """The topic, with a word for what the text of an Assist card does."""
    if s.trace is not None and s.frames and ("assisted", s.frames[-1].source) in s.used:
        return topic + ".assist"
    return topic


def of_reshuffle(g: Table, s: State) -> str:
    """A reshuffle: what it is needed for, and whether in the middle of a text or a new hand."""
    topic = "shuffle.reshuffle"
    waiting = s.agenda[-1] if s.agenda else None
    match waiting:
        case Draw():
            topic += ".draw"
        case ForPlayer(a.Show()):
            topic += ".reveal"
        case TakeTop(node):
            topic += "." + node.verb.value
        case _:
            pass
    if s.frames:
        return topic + ".in_text"
    midway = isinstance(waiting, Draw) and waiting.number < g.hand_size
    return topic + ".midway" if midway else topic


def of_play(s: State, player: int, parked: bool) -> str:
    """Playing a card: from the Character card, or after something was bought."""
    if s.trace is not None:
        if parked:
            return "play.card.parked"
        if player == s.active and [x for x in s.facts if x[0] is BUY]:
            return "play.card.after_buying"
    return "play.card"


def of_price(g: Table, s: State, player: int) -> str:
    """Paying for a card: with cards still in hand?"""
    early = g.explains and s.zones[player * PER_PLAYER + HAND]
    return "buy.pays.early" if early else "buy.pays"


def of_buy(g: Table, s: State, card: int) -> str:
    """Buying: from where, and whether one of that name was bought this turn."""
    topic = "buy.line_up" if g.in_line_up(s, card) else "buy.stack"
    topic = "buy.beside" if s.where[card] in g.beside else topic
    if s.trace is not None and g.beside and topic == "buy.line_up":
        own = g.pairs
        if g.kinds[card].name in [own.get(seat) for seat in g.seats]:
            topic += ".other_copy"
    if s.trace is not None and any(
        x[0] is BUY and g.kind_index[x[2]] == g.kind_index[card] for x in s.facts
    ):
        return topic + ".again"
    return topic


def of_move(s: State, verb: V, player: int, card: int, returns: bool) -> str:
    """A move that a text tells: by an Assist, to Block, in a Confrontation of one's own."""
    topic = "destroy.returns" if returns else "effect." + verb.value
    if s.trace is None:
        return topic
    topic = by_assist(s, topic)
    if verb is V.REMOVE and any(getattr(x, "tag", "") == "moved_for" for x in s.agenda[-1:]):
        return topic + ".for_a_while"
    if verb is V.DISCARD and s.phase == "block":
        return topic + ".to_block"
    if verb is V.GAIN and s.confronted >= 0 and player == s.active:
        return topic + ".confronting"
    gained = s.frames and any(x[:3] == (V.GAIN, player, card) for x in s.frames[-1].way)
    if verb is V.PUT and gained:
        return topic + ".just_gained"
    return topic


def end_of_pile(g: Table, to: int, top: bool) -> str:
    """The word of a topic for the end of a deck to which a card goes; "" for other places."""
    deck = to == g.main_deck or (to < g.shared and to % PER_PLAYER == DECK)
    return (".top" if top else ".bottom") if deck else ""


def of_lack(s: State, node: a.Move, chosen: tuple[int, ...]) -> tuple[str, Names]:
    """What cannot be done, or only in part, and the names of cards that were asked for."""
    topic = ("partly." if chosen else "nothing.") + node.verb.value
    if any(x.verb is node.verb for x in s.frames[-1].way):
        topic += ".any_more"
    what = node.what
    if isinstance(what, a.Ref) or (isinstance(what, a.Cards) and what.among is not None):
        topic += ".of_them"
    elif isinstance(what, a.Cards) and isinstance(what.quantity, a.UpTo | a.AnyNumber):
        topic += ".up_to"
    return topic, tuple(x.name for x in a.walk(node.what) if isinstance(x, a.NameNoun))


def empty_stacks(g: Table, s: State, node: a.Effect) -> Names:
    """The stacks of which a text speaks and that are empty."""
    named = [x.name for x in a.walk(node) if isinstance(x, a.NameNoun) and x.name in g.stacks]
    return tuple(name for name in named if not s.zones[g.stacks[name]])


def of_power(g: Table, s: State, node: a.Amount) -> str:
    """Power: by an Assist, and what is counted for it where rules speak of that."""
    if s.trace is None:
        return "effect.power"
    topic = by_assist(s, "effect.power")
    known = g.known_counts.get(id(node))
    if known is None:
        known = g.known_counts[id(node)] = (node, _counted(node))
    return topic + known[1]


def _counted(node: a.Amount) -> str:
    """The word of a topic for what an amount counts, or ""."""
    for part in a.walk(node):
        match part:
            case a.HitByAttack():
                return ".per_hit"
            case a.Controlled():
                return ".per_controlled"
            case a.CountOf(_, a.DifferentKind.TYPE):
                return ".per_type"
            case a.KeywordNoun(keyword):
                return ".per_" + keyword.value.lower()
            case _:
                pass
    return ""


def of_trigger(s: State, you: int, fact: tuple[Any, ...]) -> str:
    """A trigger: a card just gained, a card with which its player Assists, or any other."""
    if fact[0] in (V.GAIN, V.BUY, V.RECEIVE) and fact[3:] == (-1, -1):
        return "resolve.trigger.when_gained"
    if fact[0] is V.PLAY and fact[1] == you != s.active:
        return "resolve.trigger.assist"
    return "resolve.trigger"


def of_attack(s: State, everyone: bool) -> str:
    """An Attack: at all foes or at one, and whether in a Confrontation."""
    if s.phase == APPEARANCE:
        return "attack.aimed.appearance"
    topic = "attack.aimed.all" if everyone else "attack.aimed.one"
    return topic + ".confronting" if s.confronted >= 0 else topic


def in_appearance(s: State, topic: str) -> str:
    """Something that happens in an Attack: that of a First Appearance?"""
    return topic + ".appearance" if s.phase == APPEARANCE else topic


def of_defense(s: State, attack: Frame, target: int, player: int) -> str:
    """A Defense: for whom, and what else this Attack has to do with its player."""
    topic = in_appearance(s, "defense.own" if player == target else "defense.partner")
    if any(player == user for _, user in attack.used):
        return topic + ".second"
    if player != target:
        topic += ".attacked_too" if player in (attack.targets or ()) else ".not_attacked"
    return topic


def raised(s: State, player: int) -> Any:
    """By how much the cost of a Character has been changed for a while."""
    return sum(x.number for x in s.lasting if x.what == "cost" and x.player == player)


def of_raise(g: Table, s: State, player: int) -> str:
    """A raised cost: a Block, one more of them, or another text at another time."""
    if s.phase != "block":
        return "cost.raised"
    return "block.raises.again" if g.explains and raised(s, player) else "block.raises"


def of_cost(printed: Any, changed: Any, cost: Any) -> str:
    """A cost that is compared: changed by texts that stand, for a while, both, or "" for none."""
    standing = cost != printed + changed
    if standing:
        return "cost.reckoned.both" if changed else "cost.reckoned.standing"
    return "cost.reckoned.raised" if changed else ""
