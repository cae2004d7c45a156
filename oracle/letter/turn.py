"""A turn: its steps in the order of the book, and the part in which cards are played and bought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import assisting
from rules_check.oracle.letter.acts import by_rules, hides, move_tops, play_card
from rules_check.oracle.letter.confrontation import announce, block, compare
from rules_check.oracle.letter.events import fits
from rules_check.oracle.letter.position import (
    LINE_UP,
    MAIN_DECK,
    SUPER_VILLAINS,
    Card,
    Fact,
    Frame,
    Player,
    Standing,
    Zones,
    is_stack,
    zone_of,
)
from rules_check.oracle.letter.scoring import finish
from rules_check.oracle.letter.standing import (
    end_with,
    expire,
    forbids,
    happen,
    is_forbidden,
    works,
)
from rules_check.oracle.letter.super_villains import (
    arrive,
    defeat_super_villain,
    flip,
    hunt,
    may_defeat,
    may_hunt,
)
from rules_check.oracle.letter.table import Action, Choice, Table
from rules_check.oracle.letter.using import abilities, lent, may_use, use
from rules_check.oracle.letter.values import keywords_of, of_card, price_of, texts_of

END: Action = ("end",)
DONE: Action = ("done",)


def step(t: Table) -> None:
    """The next step of the game. A turn that is over gives way to the next."""
    if t.pos.step < 0:
        begin_turn(t)
        t.pos.step = 0
        return
    name = t.game.steps[t.pos.step]
    goes_on = name == "play_and_buy" and not play_and_buy(t)
    if name != "play_and_buy":
        STEPS[name](t)
    if name == "next_player":
        t.pos.step = -1
    elif not goes_on:
        t.pos.step += 1


def begin_turn(t: Table) -> None:
    """A new turn: what held for the last one only is forgotten."""
    pos = t.pos
    end_with(t, Fact("turn_begin", pos.active))
    pos.turn += 1
    pos.phase = "start"
    pos.confronted = None
    pos.defeats = 0
    pos.before, pos.facts = (*pos.before, *pos.facts), ()
    pos.used, pos.given = (), {}
    pos.so = {key: so for key, so in pos.so.items() if key[0] == "lasts"}
    pos.power = dict.fromkeys(pos.power, 0)


def start_effects(t: Table) -> None:
    """All "at the start of your turn" texts.

    Rules: CONF-TS01.
    """
    t.happen(Fact("turn_begin", t.pos.active))
    t.resolve()


# ------------------------------------------------------------------------- playing and buying


def play_and_buy(t: Table) -> bool:
    """Everything that can be done now is offered, until the player has done enough; whether that
    is so. If nobody has a card and nobody is asked anything else in a turn, somebody has to say
    that the turn ends: turns would go round for ever.

    Rules: RBJ-G01, CONF-TS04, RSB-T02, HU-TS01.
    """
    pos = t.pos
    pos.phase = "play"
    t.look_at_power()
    acts = offered(t)
    options = list(acts)
    if may_end(t):
        options.append(END if pos.confronted is None else DONE)
    announces = "announce" in t.game.steps
    held = any(pos.cards(zone_of(p, "hand")) for p in pos.from_on(pos.active))
    if len(options) == 1 and (announces or options != [END] or held):
        taken = options[0]
    else:
        taken = t.decide(main_choice(t, options))
    if taken in (END, DONE):
        pos.phase = "done"
        return True
    act(t, acts, taken)
    t.resolve()
    return False


def main_choice(t: Table, options: list[Action]) -> Choice:
    """What the active player is asked; copies in the same zone are as good, and an Assist card is
    played by the teammate."""
    to_play = playable(t)
    alike = [
        (tag, card)
        for tag, *rest in options
        if tag in ("play", "buy", "assist", "park")
        for card in copies(t, rest[0], to_play if tag == "play" else None)
    ]
    assists = [(x, t.pos.owner(x[1])) for x in (*options, *alike) if x[0] == "assist"]
    actors = [(action, who) for action, who in assists if who is not None]
    return Choice(t.pos.active, "main", tuple(options), tuple(alike), tuple(actors))


def copies(t: Table, card: Card, to_play: list[Card] | None) -> list[Card]:
    """The cards with the same key in the same zone, or wherever they may be played from; of a stack
    only the top one is there."""
    zone = t.pos.where(card)
    if is_stack(zone):
        return []
    there = t.pos.cards(zone) if to_play is None else to_play
    return [x for x in there if t.kind(x).key == t.kind(card).key]


def offered(t: Table) -> dict[Action, Standing | None]:
    """What can be done now; with an ability, which one it is."""
    found: dict[Action, Standing | None] = {("play", card): None for card in plays(t)}
    found |= {("buy", card): None for card in buys(t)}
    found |= {
        ("defeat", card): None for card in t.pos.cards(SUPER_VILLAINS)[:1] if may_defeat(t, card)
    }
    found |= {("hunt", card): None for card in may_hunt(t)}
    found |= {("assist", card): None for card in assists(t)}
    found |= {("park", card): None for card in parks(t)}
    found |= {action: one for action, one in abilities(t) if may_use(t, one)}
    return found


def act(t: Table, acts: dict[Action, Standing | None], taken: Action) -> None:
    """Somebody acts."""
    player, card = t.pos.active, taken[1]
    match taken[0]:
        case "play":
            one = dict(lent(t, player)).get(card)
            if one is not None and card not in t.pos.cards(zone_of(player, "hand")):
                t.pos.used = (*t.pos.used, ("use", *one.key))
            play_card(t, player, card, player)
        case "buy":
            verb = "defeat" if hides(t, card) else "buy"
            pay(t, player, card, verb)
        case "defeat":
            defeat_super_villain(t, player, card)
        case "hunt":
            hunt(t, player, card)
        case "assist":
            assist(t, card)
        case "park":
            t.pos.used = (*t.pos.used, ("parked", card))
            by_rules(t, "put", player, card, zone_of(player, "parked"))
        case _:
            chosen = acts[taken]
            assert chosen is not None
            use(t, chosen)


def pay(t: Table, player: Player, card: Card, verb: str) -> None:
    """The card is paid for, and goes to the buyer's discard pile at once (RBJ-G12)."""
    if verb != "buy":
        t.pos.power[player] -= price_of(t, card, player)
    by_rules(t, verb, player, card, zone_of(player, "discard"))


def plays(t: Table) -> list[Card]:
    """The cards in hand that can be played, and those on the Character card: each kind once."""
    parked = parked_to_play(t)
    first: dict[tuple[str, bool], Card] = {}
    for card in playable(t):
        first.setdefault((t.kind(card).key, card in parked), card)
    return list(first.values())


def playable(t: Table) -> list[Card]:
    """The cards that nothing forbids to play: in hand, those that a text lets one play from
    elsewhere, and the one on the Character card."""
    player = t.pos.active
    others = [card for card, _ in lent(t, player)]
    held = [*t.pos.cards(zone_of(player, "hand")), *others, *parked_to_play(t)]
    return [card for card in held if not forbids(t, "play", player, card)]


def buys(t: Table) -> list[Card]:
    """The cards in the Line-Up and on top of the stacks for sale that the Power is enough for; not
    during a Confrontation (RBJ-G01)."""
    pos, player = t.pos, t.pos.active
    if pos.confronted is not None and t.game.says("confront.forbids_buy", True):
        return []
    for_sale = [*pos.cards(LINE_UP), *pos.cards(zone_of(player, "beside"))]
    for zone in pos.zones:
        if is_stack(zone) and t.game.rules["stacks"].get(zone.partition(":")[2]) != "weakness":
            for_sale += pos.cards(zone)[:1]
    can = [card for card in for_sale if is_sold(t, card) and may_buy(t, player, card)]
    return t.one_of_each(can)


def is_sold(t: Table, card: Card) -> bool:
    """Whether cards of this kind are for sale: a Weakness never is."""
    return bool(t.game.rules["stacks"].get(t.kind(card).name) != "weakness")


def may_buy(t: Table, player: Player, card: Card) -> bool:
    """Whether the Power is enough, and nothing forbids it."""
    enough = t.pos.power[player] >= price_of(t, card, player)
    return enough and not forbids(t, "buy", player, card)


def may_end(t: Table) -> bool:
    """Whether the active player can stop: nothing has to be played or used first. A card that
    cannot be played need not be."""
    fact = Fact("turn_end", t.pos.active)
    for one in t.standing("forbid"):
        if isinstance(one.statement, c.Forbid) and works(t, one):
            card = one.frame.this
            stuck = card is not None and forbids(t, "play", t.pos.active, card)
            if not stuck and fits(t, one.frame, one.statement.event, fact):
                return False
    owed = any(
        one.frame.you == t.pos.active and is_must(one) and may_use(t, one)
        for _, one in abilities(t)
    )
    return not owed and not parked_to_play(t)


def is_must(one: Standing) -> bool:
    """Whether an ability has to be used before the turn ends."""
    return isinstance(one.statement, c.Option) and one.statement.answer("must") == "must"


def assists(t: Table) -> list[Card]:
    """The Assist cards that the teammate of the active player can play, each kind once."""
    active = t.pos.active
    mates = [p for p in t.game.team(active) if p != active and p not in t.pos.out]
    can = [
        card
        for mate in mates
        for card in t.pos.cards(zone_of(mate, "hand"))
        if "Assist" in keywords_of(t, card) and not forbids(t, "play", mate, card)
    ]
    return t.one_of_each(can)


def assist(t: Table, card: Card) -> None:
    """The teammate plays an Assist card: its text speaks to the active player (CONF-AS03), unless
    it is answered otherwise; so is who has played it, and whose is what that triggers on the
    teammate's side."""
    mate, active = t.pos.owner(card), t.pos.active
    assert mate is not None
    play = assisting(texts_of(t, card)) or c.Play(c.Var("this"), c.Group("active"))
    if play.answer("assist_played") == "active_too":
        here = t.pos.where(card)
        happen(t, Fact("play", active, card, here, here))
    play_card(t, mate, card, mate if play.answer("assist_you") == "player" else active)
    if play.answer("assist_bonus") == "active":
        t.pos.pending = tuple(
            replace(one, frame=replace(one.frame.copy(), you=active))
            if one.fact.verb == "play" and one.fact.by == one.player == mate
            else one
            for one in t.pos.pending
        )


def parks(t: Table) -> list[Card]:
    """The Assist cards that can be put on the Character card, where a variant says so: one a turn,
    and not while one lies there."""
    player = t.pos.active
    parking = (t.game.rules["variant"] or {}).get("parking", False)
    if not parking or any(used[0] == "parked" for used in t.pos.used):
        return []
    if t.pos.cards(zone_of(player, "parked")):
        return []
    hand = t.pos.cards(zone_of(player, "hand"))
    return t.one_of_each(card for card in hand if "Assist" in keywords_of(t, card))


def parked_to_play(t: Table) -> list[Card]:
    """The card on the Character card that came there in an earlier turn; it has to be played."""
    player = t.pos.active
    return [
        card
        for card in t.pos.cards(zone_of(player, "parked"))
        if (t.game.rules["variant"] or {}).get("parking", False)
        and ("parked", card) not in t.pos.used
        and not forbids(t, "play", player, card)
    ]


# ------------------------------------------------------------------------- the end of a turn


def announce_end(t: Table) -> None:
    """The end is announced: from now on it is no longer "during your turn".

    Rules: RBJ-E01, CONF-ET01, RSB-E01, HU-ER01.
    """
    t.pos.phase = "end"


def clear_hand(t: Table) -> None:
    """The cards still in hand go to the discard pile; in some books that is discarding.

    Rules: RBJ-E02, CONF-ET02, RSB-E02, HU-ER02.
    """
    player = t.pos.active
    verb = "discard" if t.game.says("end_of_turn.hand_is_discard_event") else "put"
    for card in t.pos.cards(zone_of(player, "hand")):
        by_rules(t, verb, player, card, zone_of(player, "discard"))
    t.resolve()


def end_effects(t: Table) -> None:
    """All "at the end of your turn" texts; the cards played are still in play.

    Rules: RBJ-E03, CONF-ET03, RSB-E03, HU-ER03.
    """
    t.happen(Fact("turn_end", t.pos.active))
    t.resolve()


def sweep(t: Table) -> None:
    """What was played goes to the discard pile of its owner; Ongoing cards stay.

    Rules: RBJ-E05, CONF-ET04, RSB-E04, HU-ER04.
    """
    for player in t.pos.from_on(t.pos.active):
        there = t.pos.cards(zone_of(player, "play"))
        going = [card for card in there if not stays(t, player, card)]
        for card in sorted(going, key=lambda card: card not in t.pos.owners):
            by_rules(t, "put", player, card, zone_of(t.pos.owner(card) or player, "discard"))


def stays(t: Table, player: Player, card: Card) -> bool:
    """Whether a card stays in play at the end of a turn."""
    fact = Fact("sweep", player, card, t.pos.where(card))
    return "Ongoing" in keywords_of(t, card) or is_forbidden(t, fact)


def lose_power(t: Table) -> None:
    """Power that was not spent is lost.

    Rules: RBJ-E06, CONF-ET05, RSB-E05, HU-ER05.
    """
    t.pos.power = dict.fromkeys(t.pos.power, 0)


def draw(t: Table) -> None:
    """A new hand is drawn.

    Rules: RBJ-E07, CONF-ET06, RSB-E06, HU-ER06.
    """
    player = t.pos.active
    number = of_card(t, "newhand", (player,))
    draw_cards(t, player, number)
    t.resolve()


def draw_cards(t: Table, player: Player, number: int) -> None:
    """The rules let a player draw cards."""
    hand = c.Place("hand", c.Var("you"))
    drawn = c.Move(c.Var("you"), hand, "draw", c.Var("you"))
    deck = Zones((zone_of(player, "deck"),))
    move_tops(t, Frame(player, None), drawn, player, number, deck, t.pos.next_number())


def refill_line_up(t: Table) -> bool:
    """Cards come from the top of the main deck until the Line-Up is full; whether there were
    enough."""
    size = t.changed("lineup_size", (), t.game.says("lineup.size"))
    while len(t.pos.cards(LINE_UP)) < size:
        following = next(iter(t.pos.cards(MAIN_DECK)), None)
        if following is None:
            return False
        by_rules(t, "put", None, following, LINE_UP)
    return True


def refill(t: Table) -> None:
    """The Line-Up is filled; if that cannot be done the game ends.

    Rules: RBJ-E08, CONF-ET07, RSB-E07, HU-ER07.
    """
    filled = refill_line_up(t)
    arrive(t)
    conditions = t.game.says("end.conditions")
    if not filled and "refill_fail" in conditions:
        finish(t, "refill_fail")
    elif "main_deck_empty" in conditions and not t.pos.cards(MAIN_DECK):
        finish(t, "main_deck_empty")


def next_player(t: Table) -> None:
    """The next player in the turn order begins; what held until the end of this turn is over.

    Rules: RBJ-E12, CONF-ET09, RSB-E11, HU-ER10.
    """
    pos = t.pos
    ended = pos.active
    expire(t)
    end_with(t, Fact("turn_end", ended))
    at = pos.order.index(ended)
    turned = (*pos.order[at + 1 :], *pos.order[: at + 1])
    pos.active = next(p for p in turned if p not in pos.out)


STEPS: Final[dict[str, Callable[[Table], None]]] = {
    "start_effects": start_effects,
    "announce": announce,
    "block": block,
    "compare": compare,
    "announce_end": announce_end,
    "clear_hand": clear_hand,
    "end_effects": end_effects,
    "sweep": sweep,
    "lose_power": lose_power,
    "draw": draw,
    "refill": refill,
    "flip": flip,
    "next_player": next_player,
}
"""The steps of a turn by the names that the books have for them (`rules.turn`)."""
