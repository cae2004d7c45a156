"""What can set off a text that waits, or make a text that stands matter: the acts to try.

Which acts these are is read off the index of what stands that the engine itself keeps, so a new
kind of trigger is either tried or reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.carried_out import core_to_play
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.acts import Moving, carry, move_tops
from rules_check.oracle.quick.attack import defend, forestall, strike
from rules_check.oracle.quick.attack import may_use as may_defend
from rules_check.oracle.quick.attack import use as use_defense
from rules_check.oracle.quick.confrontation import announce, targets
from rules_check.oracle.quick.standing import forbids, happen, keywords_of, noted, watching
from rules_check.oracle.quick.statements import block
from rules_check.oracle.quick.super_villains import defeat_super_villain, may_defeat
from rules_check.oracle.quick.telling import say
from rules_check.oracle.quick.turn import DRAWING, act, begin_turn, buy_card, may_buy
from rules_check.oracle.quick.using import abilities, for_confronted, may_use, use
from rules_check.oracle.quick.values import Scope, value
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PER_PLAYER
from rules_check.properties.symbolic.explore import Infeasible
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Act, Run
from rules_check.rules.model import Ruleset

NOTHING: Final[Act] = ("nothing", ACTIVE)

BY_VERB: Final[dict[str, str]] = {
    "play": "play",
    "give": "play",
    "buy": "buy",
    "gain": "gain",
    "receive": "gain",
    "discard": "discard",
    "draw": "draw",
    "destroy": "destroy",
    "reveal": "reveal",
    "attack": "attack",
    "avoid": "attack",
    "confront": "confront",
    "announce": "confront",
    "defeat": "defeat",
    "succeed": "defeat",
    "turn_begin": "start",
    "turn_end": "end",
}
"""What is tried for a text that waits for a verb."""


def try_acts(run: Run) -> None:
    """Try nothing, or acts that matter to what stands now; or what the script says."""
    for _ in range(run.tries):
        if run.core.result is not None:
            return
        if _try_act(run) == NOTHING:
            must(not owed(run))
            return


def owed(run: Run) -> bool:
    """Whether something has to be used before the turn ends."""
    core = run.core
    return watching(core).musts and any(
        one.frame.you == ACTIVE and one.stands.must and may_use(core, one)
        for _, one in abilities(core)
    )


def _try_act(run: Run) -> Act:
    name, player = NOTHING
    if run.script is not None:
        name, player = run.script.pop(0) if run.script else NOTHING
    elif acts := list(dict.fromkeys(acts_for(run))):
        name, player = run.act(NOTHING, *acts)
    run.acted.append((name, player))
    ACTS[name](run, player)
    run.go()
    run.look_at_power()
    return name, player


def acts_for(run: Run) -> Iterator[Act]:
    """The acts that matter to what stands now, with the players who do them."""
    core = run.core
    if core.active != ACTIVE:
        return
    watch = watching(core)
    mates = core.g.mates[ACTIVE]
    for one in (*watch.ons, *watch.befores):
        who = one.frame.you if _you_do_it(one) else None
        for verb in sorted(one.stands.verbs):
            yield from _verb_acts(run, verb, who)
        if "gain" in one.stands.verbs and _stacks_named(core, one):
            yield from (("take", p) for p in range(core.g.players) if who is None or p == who)
    if watch.becoming:
        yield from _counted(mates)
    for ability in watch.uses:
        if ability.frame.you is not None and not ability.stands.held:
            in_block = ability.stands.in_block and run.confronting
            yield ("raise" if in_block else "use", ability.frame.you)
            if run.confronting and not in_block and for_confronted(core, ability.stands):
                yield ("raise", ability.frame.you)
    changes = set(watch.changes)
    if changes & {"price", "toll", "cost"}:
        yield ("buy", ACTIVE)
    if watch.power and run.tries > 1:
        yield from _counted(mates)
    for verb in watch.forbidding:
        if verb in BY_VERB:
            yield from _verb_acts(run, verb, None)
    if changes & {"keywords", "types", "text", "controllers"} or watch.lending:
        yield ("play", ACTIVE)
    if "keywords" in changes:
        yield from (("play", mate) for mate in mates)
    if not run.confronting:
        if "lineup_size" in changes:
            yield ("refill", ACTIVE)
        if "keywords" in changes or "sweep" in watch.forbidding:
            yield ("sweep", ACTIVE)
        if core.lasting:
            yield ("over", ACTIVE)
            if "cost" in changes:
                yield ("next", ACTIVE)  # in whose turn Characters are Confronted


def _you_do_it(one: quick.Active[quick.On]) -> bool:
    return isinstance(one.stands.event, quick.Pattern) and one.stands.event.you_do_it


def _stacks_named(core: quick.State, one: quick.Active[quick.On]) -> list[int]:
    """The stacks of the cards that an event names: a Weakness lies in no Line-Up."""
    kinds = (x.name for x in walk(one.stands.form.event) if isinstance(x, c.Kind))
    return [core.g.stacks[name] for name in kinds if name in core.g.stacks]


def _counted(mates: Iterable[int]) -> Iterator[Act]:
    """What may change a number that is counted."""
    yield from ((name, ACTIVE) for name in ("gain", "discard", "play", "draw", "destroy"))
    yield from (("play", mate) for mate in mates)


def _verb_acts(run: Run, verb: str, who: int | None) -> Iterator[Act]:
    core = run.core
    if verb not in BY_VERB:
        raise TooLong(f"nothing is known that sets off a text about {verb!r}")
    name = BY_VERB[verb]
    everyone: Iterable[int] = range(core.g.players)
    if name in ("start", "end"):
        if not run.confronting:
            yield (name, ACTIVE)
        return
    if name == "play":
        everyone = (ACTIVE, *core.g.mates[ACTIVE])
    elif name in ("buy", "attack", "confront", "defeat"):
        everyone, who = (ACTIVE,), None
    if name == "defeat" and core.g.boss < 0:
        return  # Power is compared in every Confrontation that is tried
    seated = [p for p in everyone if who is None or p == who]
    yield from ((name, p) for p in seated)
    if verb == "discard" and run.tries > 1:  # where from may be what the texts differ in
        yield from (("mill", p) for p in seated)
        if core.g.hand_verb == "discard" and ACTIVE in seated and not run.confronting:
            yield ("end", ACTIVE)  # the hand that is put away is discarded


# ------------------------------------------------------------------------------ doing


def _play(run: Run, player: int) -> None:
    card = run.helper(player * PER_PLAYER + HAND)
    must(card >= 0)
    play_from_hand(run, player, card)


def play_from_hand(run: Run, player: int, card: int) -> None:
    """A card is played from the hand, by the active player or as an Assist."""
    core = run.core
    must(not forbids(core, "play", player, card))
    if player == ACTIVE:
        act(core, ("play", card))
    else:
        must("Assist" in keywords_of(core, card))
        act(core, ("assist", card))


def _buy(run: Run, player: int) -> None:
    card = run.helper(run.game.line_up)
    must(card >= 0)
    buy(run, player, card)


def buy(run: Run, player: int, card: int) -> None:
    """A card is bought, if that is allowed."""
    core = run.core
    must(core.confronted is None or not core.g.no_buying)
    must(may_buy(core, player, card))
    buy_card(core, player, card)


def _gain(run: Run, player: int) -> None:
    _move(run, "gain", player, run.game.line_up, player * PER_PLAYER + DISCARD)


def _take(run: Run, player: int) -> None:
    """Gain the top card of a stack that a text waits for."""
    core = run.core
    watch = watching(core)
    piles = (at for one in (*watch.ons, *watch.befores) for at in _stacks_named(core, one))
    pile = next(piles, None)
    must(pile is not None)
    assert pile is not None
    top = core.zones[pile][:1]
    must(bool(top) and not forbids(core, "gain", player, top[0]))
    move_by(run, "gain", player, top[0], player * PER_PLAYER + DISCARD)


def _discard(run: Run, player: int) -> None:
    _move(run, "discard", player, player * PER_PLAYER + HAND, player * PER_PLAYER + DISCARD)


def _mill(run: Run, player: int) -> None:
    """Discard the top card of the deck."""
    top = run.core.zones[player * PER_PLAYER + DECK][:1]
    must(bool(top))
    move_by(run, "discard", player, top[0], player * PER_PLAYER + DISCARD)


def _destroy(run: Run, player: int) -> None:
    _move(run, "destroy", player, player * PER_PLAYER + HAND, None)


def _move(run: Run, verb: str, player: int, source: int, to: int | None) -> None:
    card = run.helper(source)
    must(card >= 0 and not forbids(run.core, verb, player, card))
    move_by(run, verb, player, card, to)


YOU: Final = c.Var("you")


@cache
def moving(verb: str) -> Moving:
    """A move as a text says it; where to is told by who makes it."""
    form = c.Move(YOU, c.Place("discard", YOU), verb, YOU)
    return Moving(form, verb, value(YOU, Scope()), value(form.to, Scope()), None, remembers=True)


def move_by(run: Run, verb: str, player: int, card: int, to: int | None = None) -> None:
    """Move a card as an effect does that tells the player to: a text may step in. It is destroyed
    if `to` is None."""
    core = run.core
    goal = core.g.where_destroyed(card) if to is None else to
    frame = quick.Frame(player, run.tops[ACTIVE])  # a text tells so
    carry(core, frame, moving(verb), player, card, (goal, False), core.next_number())


def _draw(run: Run, player: int) -> None:
    core = run.core
    deck = quick.Zones((player * PER_PLAYER + DECK,))
    number = core.next_number()
    frame = quick.Frame(player, run.tops[ACTIVE])
    move_tops(core, frame, DRAWING, player, 1, deck, number, "effect.draw")


def _reveal(run: Run, player: int) -> None:
    core = run.core
    card = run.helper(player * PER_PLAYER + HAND)
    must(card >= 0)
    here = core.where[card]
    say(core, "reveal", player, "effect.reveal", (card,))
    noted(core, "reveal", player, card, here, here, None, "card", None)


@cache
def discarding(ruleset: Ruleset) -> tuple[c.Attack, quick.Run]:
    """The Attack that is tried: whoever is hit discards a card."""
    each = a.Player(a.PlayerKind.EACH_FOE)
    text = a.Attack(a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, each))
    core = core_to_play(a.CardText((text,)), ruleset, character=False, keywords=())
    assert isinstance(core, c.Core)
    form = core.texts[0].body[0]
    assert isinstance(form, c.Attack)
    return form, block(form.body, Scope(remembers=True))


def aim(run: Run) -> tuple[quick.Frame, quick.Aimed]:
    """The active player attacks a foe by no card."""
    core = run.core
    form, _ = discarding(run.game.ruleset)
    frame, aimed = quick.Frame(ACTIVE, None), quick.Aimed(ACTIVE, None, [FOE])
    frame.names[form.name] = aimed
    frame.that = FOE
    aimed.at_that_foe = True
    say(core, "attack", ACTIVE, "attack.one", (), (FOE,))
    before = len(core.pending)
    happen(core, quick.Fact("attack", ACTIVE, whom=FOE, cause="card"))
    core.attacks = (*core.attacks, aimed)
    core.frames = (*core.frames, frame)
    if len(core.pending) > before:
        forestall(core, before, [FOE])
    return frame, aimed


def hit(run: Run, frame: quick.Frame, aimed: quick.Aimed) -> None:
    """The Attack hits whoever has not avoided it."""
    core = run.core
    _, body = discarding(run.game.ruleset)
    strike(core, frame, aimed, body, nothing_done, everyone=False, whole=False)
    core.attacks = core.attacks[:-1]
    core.frames = core.frames[:-1]


def nothing_done(s: quick.State, f: quick.Frame) -> int:
    """A text that does nothing."""
    return quick.UNKNOWN


def attack(run: Run, player: int) -> None:
    """The active player attacks a foe, who may avoid it."""
    frame, aimed = aim(run)
    defend(run.core, aimed, FOE)
    hit(run, frame, aimed)


def defended(run: Run, player: int, card: int) -> None:
    """The same, and a Defense is used."""
    frame, aimed = aim(run)
    core = run.core
    must(may_defend(core, aimed, FOE, player, card) is not None)
    say(core, "defend", player, "defense.own", (card,), (FOE,))
    use_defense(core, aimed, FOE, player, card)
    hit(run, frame, aimed)


def _confront(run: Run, player: int) -> None:
    core = run.core
    must(core.confronted is None and FOE in targets(core))
    core.answers, core.at = (("confront", FOE),), 0
    announce(core)


def _defeat(run: Run, player: int) -> None:
    """Defeat the Super-Villain."""
    core = run.core
    must(core.face_up is not None and may_defeat(core, core.face_up))
    defeat_super_villain(core, player, core.face_up)


def _use(run: Run, player: int) -> None:
    _ask(run, player, blocking=False)


def _raise(run: Run, player: int) -> None:
    run.core.phase = "block"
    _ask(run, player, blocking=True)


def _ask(run: Run, player: int, *, blocking: bool) -> None:
    """Use one of the abilities that can be used now."""
    core = run.core
    can = {
        action: one
        for action, one in abilities(core)
        if (one.frame.you == player or one.stands.for_others)
        and may_use(core, one, blocking=blocking)
    }
    must(bool(can))
    asked = quick.Choice(player, "main", (*can,))
    use(core, can[run.decided(asked)])


def _start(run: Run, player: int) -> None:
    run.core.phase = "start"
    run.step("start_effects")


def _end(run: Run, player: int) -> None:
    """The turn ends; where two texts are told apart, the hand is put away, before its effects or
    after them."""
    run.core.phase = "end"
    told_apart = run.tries > 1
    for name in run.core.g.steps:
        if name == "end_effects" or (told_apart and name == "clear_hand"):
            run.step(name)


def _sweep(run: Run, player: int) -> None:
    run.step("sweep")


def _refill(run: Run, player: int) -> None:
    run.step("refill")


def _over(run: Run, player: int) -> None:
    """All turns go by, without anything being done in them, up to the next one of this player, who
    has as much Power there."""
    core = run.core
    again = core.power[player]
    run.go()
    for _ in range(run.game.players):
        _next(run, player)
        if core.active == player:
            break
    core.power[player] = again
    say(core, "power", player, "effect.power", (), (again,))


def _next(run: Run, player: int) -> None:
    """The turn is over, and the next player's turn begins."""
    core = run.core
    run.go()
    if core.result is None:
        run.step("next_player")
        begin_turn(core)
    core.phase = "play"


def _nothing(run: Run, player: int) -> None:
    pass


def must(possible: Any) -> None:
    """What the rules do not allow is not tried."""
    if not possible:
        raise Infeasible


ACTS: Final[dict[str, Callable[[Run, int], None]]] = {
    "nothing": _nothing,
    "play": _play,
    "buy": _buy,
    "gain": _gain,
    "take": _take,
    "discard": _discard,
    "mill": _mill,
    "destroy": _destroy,
    "draw": _draw,
    "reveal": _reveal,
    "attack": attack,
    "confront": _confront,
    "defeat": _defeat,
    "use": _use,
    "raise": _raise,
    "start": _start,
    "end": _end,
    "sweep": _sweep,
    "refill": _refill,
    "over": _over,
    "next": _next,
}
"""How each act is done."""
