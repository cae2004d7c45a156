"""What can set off a text that waits, or make a text that stands matter: the acts to try.

Which acts these are is read off the table of listening texts that the engine itself keeps, so
a new kind of trigger is either tried or reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.effects.attack import start_attack
from rules_check.oracle.effects.moves import shift
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.effects.replacing import replaced
from rules_check.oracle.meaning.seats import partner
from rules_check.oracle.running.moving import happen
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.turns.confrontation import announced, targets
from rules_check.oracle.turns.legal import why_no_assist, why_no_buy, why_no_play
from rules_check.oracle.turns.main_phase import assist, buy_card
from rules_check.oracle.turns.super_villains import act_defeat, why_no_defeat
from rules_check.oracle.turns.turn import moment
from rules_check.oracle.turns.using import (
    effect_of,
    find_use,
    owed,
    payments,
    raises_cost,
    start_payment,
    start_use,
    usable,
)
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Confront, DefeatCard, PayFor, UseAbility
from rules_check.oracle.values.tasks import (
    MAIN,
    POP,
    TRIGGERS,
    Announce,
    BeginTurn,
    Draw,
    Main,
    NextPlayer,
    Refill,
    Shift,
    Sweep,
)
from rules_check.oracle.values.zones import CHARACTERS, DECK, DISCARD, HAND, PER_PLAYER
from rules_check.properties.symbolic.explore import Infeasible
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Act, Run

V = a.Verb

ATTACK: Final = a.Move(V.DISCARD, a.Cards(a.Exactly(a.ONE)), None, a.Player(a.PlayerKind.THAT_FOE))
"""The Attack that is tried: that foe discards a card."""

NOTHING: Final[Act] = ("nothing", ACTIVE)

BY_VERB: Final[dict[a.Verb, str]] = {
    V.PLAY: "play",
    V.BUY: "buy",
    V.GAIN: "gain",
    V.RECEIVE: "gain",
    V.DISCARD: "discard",
    V.DRAW: "draw",
    V.DESTROY: "destroy",
    V.REVEAL: "reveal",
    V.ATTACK: "attack",
    V.AVOID: "attack",
    V.CONFRONT: "confront",
    V.DEFEAT: "defeat",
}
"""What is tried for a text that waits for a verb."""


def try_acts(run: Run) -> None:
    """Try nothing, or acts that matter to what listens now; or what the script says."""
    for number in range(run.tries):
        if run.state.result is not None:
            return
        if number:
            run.state.agenda.append(TRIGGERS)
        if _try_act(run) == NOTHING:
            _must(not owed(run.game, run.state, ACTIVE))
            return


def _try_act(run: Run) -> Act:
    name, player = NOTHING
    if run.script is not None:
        name, player = run.script.pop(0) if run.script else NOTHING
    elif acts := list(dict.fromkeys(acts_for(run))):
        name, player = run.act(NOTHING, *acts)
    run.acted.append((name, player))
    ACTS[name](run, player)
    run.go()
    if run.state.result is None:
        refresh_live(run.game, run.state)
    return name, player


def acts_for(run: Run) -> Iterator[Act]:
    """The acts that matter to what listens now, with the players who do them."""
    g, s = run.game, run.state
    watch, mate = g.watching(s), partner(g, ACTIVE)
    for verb, listeners in watch.verbs.items():
        for listener in listeners:
            yield from _verb_acts(run, verb, listener.seats)
    for listener in watch.would:
        for verb in listener.node.occasion.event.verbs:
            yield from _verb_acts(run, verb, listener.seats)
    for listener in watch.moments:
        node: Any = listener.node
        when: Any = node.when if isinstance(node, a.Delayed) else node.occasion
        if not run.confronting:
            yield ("start" if when.point is a.Point.START else "end", ACTIVE)
    for listener in watch.once:
        raising = raises_cost(effect_of(listener.node))
        yield ("raise" if raising and run.confronting else "use", listener.you)
    if watch.costs:
        yield ("buy", ACTIVE)
    if run.counts:
        yield from ((name, ACTIVE) for name in ("gain", "discard", "play", "draw", "destroy"))
        if mate >= 0:
            yield ("play", mate)
    for listener in watch.bans:
        yield from _ban_acts(run, listener.node.effect)
    if run.tries > 1:  # what the other text forbids is allowed here
        forbidden = () if g.compared is None else _forbidden(g.compared)
        yield from (act for effect in forbidden for act in _ban_acts(run, effect))
    if watch.grants or watch.texts or watch.lent:
        yield ("play", ACTIVE)
    for listener in watch.grants:
        if listener.node.quality is a.Keyword.ASSIST and mate >= 0:
            yield ("play", mate)
    if not run.confronting:
        if watch.refill:
            yield ("refill", ACTIVE)
        if watch.grants or any(x.what == "stays" for x in s.lasting):
            yield ("sweep", ACTIVE)
        if s.lasting:
            yield ("over", ACTIVE)
    known = (*s.zones[ACTIVE * PER_PLAYER + CHARACTERS][:1], *g.in_play(s, ACTIVE))
    if any(g.has_payment[card] for card in known):
        yield ("pay", ACTIVE)


@PerObject
def _forbidden(card: CardDef) -> list[a.Effect]:
    return [node.effect for node in a.walk(card.text) if isinstance(node, a.Forbid)]


def _verb_acts(run: Run, verb: a.Verb, seats: tuple[int, ...] | None) -> Iterator[Act]:
    if verb not in BY_VERB:
        raise TooLong(f"nothing is known that sets off a text about {verb.value!r}")
    name = BY_VERB[verb]
    everyone: Iterable[int] = range(run.game.players)
    if name == "play":
        everyone = (ACTIVE, partner(run.game, ACTIVE))
    elif name in ("buy", "attack", "confront", "defeat"):
        everyone, seats = (ACTIVE,), None
    if name == "defeat" and run.game.boss_stack < 0:
        return  # Power is compared in every Confrontation that is tried
    seated = [p for p in everyone if p >= 0 and (seats is None or p in seats)]
    yield from ((name, p) for p in seated)
    if verb is V.DISCARD and run.tries > 1:  # where from may be what the texts differ in
        yield from (("mill", p) for p in seated)


def _ban_acts(run: Run, effect: a.Effect) -> Iterator[Act]:
    match effect:
        case a.Move(verb):
            yield from _verb_acts(run, verb, None)
        case a.Play():
            yield from _verb_acts(run, V.PLAY, None)
        case a.AvoidAttack():
            yield ("attack", ACTIVE)
        case _:
            pass


# ------------------------------------------------------------------------------ doing


def _play(run: Run, player: int) -> None:
    g, s = run.game, run.state
    card = run.helper(player * PER_PLAYER + HAND)
    if player == ACTIVE:
        _must(card >= 0 and why_no_play(g, s, player, card) is None)
        play_card(g, s, player, card)
    else:
        _must(card >= 0 and why_no_assist(g, s, player, card) is None)
        assist(g, s, card)


def _buy(run: Run, player: int) -> None:
    g, s = run.game, run.state
    _must(s.confronted < 0)
    card = run.helper(g.line_up)
    _must(card >= 0 and why_no_buy(g, s, player, card) is None)
    buy_card(g, s, card)


def _gain(run: Run, player: int) -> None:
    _move(run, V.GAIN, player, run.game.line_up, player * PER_PLAYER + DISCARD)


def _discard(run: Run, player: int) -> None:
    _move(run, V.DISCARD, player, player * PER_PLAYER + HAND, player * PER_PLAYER + DISCARD)


def _mill(run: Run, player: int) -> None:
    """Discard the top card of the deck."""
    top = run.state.zones[player * PER_PLAYER + DECK][:1]
    _must(bool(top))
    move_by(run, V.DISCARD, player, top[0], player * PER_PLAYER + DISCARD)


def _destroy(run: Run, player: int) -> None:
    _move(run, V.DESTROY, player, player * PER_PLAYER + HAND, None)


def _move(run: Run, verb: a.Verb, player: int, source: int, to: int | None) -> None:
    g, s = run.game, run.state
    card = run.helper(source)
    _must(card >= 0 and not g.banned(s, verb, player, card))
    move_by(run, verb, player, card, to)


def move_by(run: Run, verb: a.Verb, player: int, card: int, to: int | None = None) -> None:
    """Move a card as an effect does that tells the player to: a text may step in. It is destroyed
    if `to` is None."""
    g, s = run.game, run.state
    _tells(run, Frame(player, -1))
    place = g.destroyed_to(card) if to is None else to
    if not replaced(g, s, None, Shift(verb, player, card, place)):
        shift(g, s, verb, player, card, place)


def _tells(run: Run, frame: Frame) -> None:
    """What is done next, is done by an effect."""
    run.state.frames.append(frame)
    run.state.agenda.append(POP)


def _draw(run: Run, player: int) -> None:
    _tells(run, Frame(player, -1))
    run.state.agenda.append(Draw(player, 1, "effect.draw", False))


def _reveal(run: Run, player: int) -> None:
    s = run.state
    card = run.helper(player * PER_PLAYER + HAND)
    _must(card >= 0)
    _tells(run, Frame(player, -1))
    happen(run.game, s, V.REVEAL, player, card, s.where[card], s.where[card])


def _attack(run: Run, player: int) -> None:
    frame = Frame(player, -1)
    frame.that = FOE
    _tells(run, frame)
    start_attack(run.game, run.state, ATTACK)


def _confront(run: Run, player: int) -> None:
    g, s = run.game, run.state
    _must(s.confronted < 0 and FOE in targets(g, s))
    announced(g, s, Announce(), Confront(FOE))


def _defeat(run: Run, player: int) -> None:
    """Defeat the Super-Villain, up to where the next thing would be done."""
    g, s = run.game, run.state
    _must(why_no_defeat(g, s, player, s.face_up) is None)
    act_defeat(g, s, DefeatCard(s.face_up))
    run.go(until=Main)


def _use(run: Run, player: int) -> None:
    g, s = run.game, run.state
    _ask(run, player, usable(g, s, player, raising=False))


def _raise(run: Run, player: int) -> None:
    g, s = run.game, run.state
    s.phase = "block"
    _ask(run, player, usable(g, s, player, raising=True))


def _pay(run: Run, player: int) -> None:
    _ask(run, player, payments(run.game, run.state, player))


def _ask(run: Run, player: int, options: list[Option]) -> None:
    """Use one of the abilities that can be used now."""
    g, s = run.game, run.state
    _must(bool(options))
    option = run.decide(Choice(player, ChoiceKind.MAIN, tuple(options), MAIN))
    if isinstance(option, UseAbility):
        start_use(g, s, find_use(g, s, option))
    else:
        assert isinstance(option, PayFor)
        start_payment(g, s, player, option.card, option.at)


def _start(run: Run, player: int) -> None:
    run.state.phase = "start"
    moment(run.game, run.state, a.Point.START, "turn.start_effect")


def _end(run: Run, player: int) -> None:
    run.state.phase = "end"
    moment(run.game, run.state, a.Point.END, "turn.end_effect")


def _sweep(run: Run, player: int) -> None:
    run.do(Sweep())


def _refill(run: Run, player: int) -> None:
    run.do(Refill())


def _over(run: Run, player: int) -> None:
    run.go()
    run.do(NextPlayer())
    run.go(until=BeginTurn)


def _nothing(run: Run, player: int) -> None:
    pass


def _must(possible: Any) -> None:
    """What the rules do not allow is not tried."""
    if not possible:
        raise Infeasible


ACTS: Final[dict[str, Callable[[Run, int], None]]] = {
    "nothing": _nothing,
    "play": _play,
    "buy": _buy,
    "gain": _gain,
    "discard": _discard,
    "mill": _mill,
    "destroy": _destroy,
    "draw": _draw,
    "reveal": _reveal,
    "attack": _attack,
    "confront": _confront,
    "defeat": _defeat,
    "use": _use,
    "raise": _raise,
    "pay": _pay,
    "start": _start,
    "end": _end,
    "sweep": _sweep,
    "refill": _refill,
    "over": _over,
}
"""How each act is done."""
