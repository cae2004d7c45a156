"""A turn: its steps in the order of the book, and the part in which cards are played and bought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick.acts import (
    Moving,
    by_rules,
    move_tops,
    pay_for,
    play_card,
    refill_line_up,
    reshuffle,
    shifted,
    shifted_all,
    tell_drawn,
    without,
)
from rules_check.oracle.quick.choosing import one_of_each
from rules_check.oracle.quick.confrontation import announce, block, compare, may_announce
from rules_check.oracle.quick.scoring import finish
from rules_check.oracle.quick.standing import (
    among,
    changed,
    end_with,
    expire,
    forbids,
    happen,
    is_forbidden,
    items,
    look_at_power,
    mention,
    watching,
    with_label,
    works,
)
from rules_check.oracle.quick.state import (
    Active,
    Choice,
    Fact,
    Frame,
    Game,
    On,
    Option,
    Pending,
    State,
    Use,
    Zones,
    choice_of,
)
from rules_check.oracle.quick.super_villains import (
    AVOIDED,
    arrive,
    defeat_super_villain,
    flip,
    hunt,
    may_defeat,
    may_hunt,
)
from rules_check.oracle.quick.telling import of_buy, say
from rules_check.oracle.quick.using import abilities, lent, may_use, use
from rules_check.oracle.quick.values import Scope, cost_of, price_of, value
from rules_check.oracle.quick.waiting import goes_back, resolve
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DECK,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
)

END: Final[Option] = ("end",)
DONE: Final[Option] = ("done",)


def begin_turn(s: State) -> None:
    """A new turn: what held for the last one only is forgotten."""
    if s.lasting:
        end_with(s, Fact("turn_begin", s.active))
    s.turn += 1
    s.phase = "start"
    s.confronted = None
    s.defeats = 0
    if s.g.recalls_turns:
        s.before = (*s.before, tuple(s.facts))
    s.facts = []
    s.unnoted = 0
    s.used, s.given = (), {}
    if s.so:
        s.so = {one.key: s.so[one.key] for one in s.lasting if one.key in s.so}
    s.power = [0] * s.g.players
    if s.trace is not None:
        tell_turn(s)


def tell_turn(s: State) -> None:
    """Whose turn begins, and what it costs to defeat that player's Character now."""
    top = s.zones[s.active * PER_PLAYER + CHARACTERS][:1]
    cost = [cost_of(s, card) for card in top] if s.g.explains else []
    topic = "turn.begins.next" if s.turn > 1 else "turn.begins"
    say(s, "turn", s.active, topic, top, (s.turn, *cost))


def start_effects(s: State) -> None:
    """All "at the start of your turn" texts.

    Rules: CONF-TS01.
    """
    mention(s, "turn_begin", s.active)
    if s.pending:
        tell_moment(s, "turn.start_effect")
        if s.g.reads.start_effect == "repeats":
            again = [x for x in s.pending if is_conditional(x)]
            s.pending += tuple(x._replace() for x in again for _ in range(MORE_TIMES))
        resolve(s)


MORE_TIMES: Final = 4
"""So often more a start-of-turn effect is tried, where it is read so; its condition decides each
time."""


def is_conditional(waits: Pending) -> bool:
    """Whether what waits depends on a condition."""
    return isinstance(waits.active.stands.form.body[0], c.If)


def tell_moment(s: State, topic: str) -> None:
    """What was to come at this time comes now."""
    if s.trace is not None:
        for one in s.pending:
            if not goes_back(one):
                say(s, "moment", one.player, topic, (one.card,))


# ------------------------------------------------------------------------- playing and buying


def offer(s: State) -> Choice:
    """Everything that can be done now. If nobody has a card and nobody is asked anything else in a
    turn, somebody has to say that the turn ends: turns would go round for ever.

    Rules: RBJ-G01, CONF-TS04, RSB-T02, HU-TS01.
    """
    s.phase = "play"
    watch = s.watch or watching(s)
    if watch.power:
        look_at_power(s)
    options = offered(s)
    free = s.g.ends_freely and not (watch.musts or "turn_end" in watch.forbidding)
    if free or may_end(s):
        options.append(END if s.confronted is None else DONE)
    return choice_of((s.active, "main", (*options,), (), ()))


def is_forced(s: State, choice: Choice) -> bool:
    """Whether there is nothing to decide."""
    options = choice.options
    return len(options) == 1 and (options[0] != END or is_alive(s))


def play_and_buy(s: State) -> bool | None:
    """What was offered is done, until the player has done enough; whether more can be."""
    s.choice = None
    taken = s.answers[s.at]
    s.at += 1
    tag = taken[0]
    if tag == "play" and not (s.watch or watching(s)).lending:
        play_card(s, s.active, taken[1], s.active)
    elif tag == "end" or tag == "done":
        if s.trace is not None:
            kept = ".assist_kept" if s.g.can_assist and assists(s) else ""
            say(s, tag, s.active, f"turn.{tag}{kept}")
        s.phase = "done"
        return None
    else:
        act(s, taken)
    if s.pending:
        resolve(s)
    return True


def is_alive(s: State) -> bool:
    """Whether somebody has a card, or is asked something else in a turn."""
    if s.g.announces:
        return True
    return any(s.zones[p * PER_PLAYER + HAND] for p in s.from_on(s.active))


def alike(s: State, options: tuple[Option, ...]) -> list[Option]:
    """Answers that are as good as those offered: copies in the same zone, or wherever they may be
    played from; of a stack only the top one is there."""
    keys = s.g.keys
    found: list[Option] = []
    for tag, *rest in options:
        if tag in ("play", "buy", "assist", "park"):
            zone = s.where[rest[0]]
            if zone not in s.g.is_stack:
                there: Any = playable(s) if tag == "play" else s.zones[zone]
                found += [(tag, x) for x in there if keys[x] == keys[rest[0]]]
    return found


def offered(s: State) -> list[Option]:
    """What can be done now; which ability an option uses is kept in `offers`."""
    g, active = s.g, s.active
    watch = s.watch or watching(s)
    play, keys = g.play_options, g.keys
    first: dict[Any, Option] = {}
    if g.parking:
        for card in plays(s):
            first[card] = play[card]
    else:
        plain = not watch.lending and "play" not in watch.forbidding
        for card in s.zones[active * PER_PLAYER + HAND] if plain else playable(s):
            key = keys[card]
            if key not in first:
                first[key] = play[card]
    found = [*first.values()]
    if s.confronted is None or not g.no_buying:
        sale = None
        if g.plain_shop and "price" not in watch.changes and "buy" not in watch.forbidding:
            shop = g.shop_of(s.zones)
            if shop != s.shop:
                s.shop, s.sale = shop, on_sale(g, shop)
            sale = s.sale
        if sale is not None:
            power = s.power[active]
            for price, option in sale:
                if power >= price if price is not None else may_buy(s, active, option[1]):
                    found.append(option)
        else:
            for card in one_of_each(s, buys(s)):
                found.append(g.buy_options[card])
    if g.offers_more:
        offer_more(s, found)
    if watch.uses:
        offers: dict[Option, Active[Use]] = {}
        for action, one in abilities(s) if watch.listed is None else watch.listed:
            if (one.frame.you == active or one.stands.for_others) and may_use(s, one):
                offers[action] = one
        found += offers
        s.offers = offers
    else:
        s.offers = NO_OFFERS
    return found


NO_OFFERS: Final[dict[Option, Active[Use]]] = {}


def offer_more(s: State, found: list[Option]) -> None:
    """What only some games offer: a Super-Villain to defeat, one to hunt, a card of the teammate to
    play, one to put on the Character card."""
    g = s.g
    if g.boss >= 0:
        top = s.zones[g.boss][:1]
        enough = top and (g.tolls or s.power[s.active] >= g.printed["cost"][top[0]])
        if enough and top[0] == s.face_up and may_defeat(s, top[0]):
            found.append(("defeat", top[0]))
    if g.hunting:
        found += [("hunt", card) for card in may_hunt(s)]
    if g.can_assist:
        for card in assists(s):
            found.append(("assist", card))
    if g.parking:
        found += [("park", card) for card in parks(s)]


def act(s: State, taken: Option) -> None:
    """Somebody acts."""
    player, card = s.active, taken[1]
    match taken[0]:
        case "play":
            if (s.watch or watching(s)).lending and card not in s.zones[player * PER_PLAYER + HAND]:
                one = dict(lent(s, player)).get(card)
                if one is not None:
                    s.used = (*s.used, ("use", *one.key))
            play_card(s, player, card, player)
        case "buy":
            buy_card(s, player, card)
        case "defeat":
            defeat_super_villain(s, player, card)
        case "hunt":
            hunt(s, player, card)
        case "assist":
            mate = s.owner(card)
            assert mate is not None
            if s.trace is not None:
                granted = "" if "Assist" in s.g.labels[card] else ".granted"
                helped = s.zones[player * PER_PLAYER + CHARACTERS][:1]
                say(s, "assist", mate, f"assist.played{granted}", (card, *helped), (player,))
            assist(s, mate, card, player)
        case "park":
            s.used = (*s.used, ("parked", card))
            by_rules(s, "put", player, card, player * PER_PLAYER + PARKED, "variant.parked")
        case _:
            use(s, s.offers[taken])


def assist(s: State, mate: int, card: int, player: int) -> None:
    """The teammate plays an Assist card: its text speaks to the active player, unless this game
    reads it otherwise (`assist_you`)."""
    reads = s.g.reads
    if reads.assist_ongoing == "swept" or reads.assist_leaves == "announced":
        s.used = (*s.used, ("assisted", card))
    if reads.assist_played_by == "active_too":
        here = s.where[card]
        happen(s, Fact("play", player, card, here, here))
    play_card(s, mate, card, mate if reads.assist_you == "player" else player)
    if reads.assist_bonus == "active":
        s.pending = tuple(for_the_active(s, one) for one in s.pending)


def for_the_active(s: State, one: Pending) -> Pending:
    """`assist_bonus`: what an Assist card triggers on the teammate's side is for the active
    player."""
    if one.fact.verb != "play" or one.fact.by != one.player or one.player == s.active:
        return one
    frame = one.frame.copy()
    frame.you = s.active
    return one._replace(frame=frame)


def buy_card(s: State, player: int, card: int) -> None:
    """The cost is paid, and the card goes to the discard pile at once. A Super-Villain that has no
    stack is defeated by it."""
    hidden = s.g.lies_hidden[card]
    topic = ""
    if hidden:
        pay_for(s, player, card)
        topic = "defeat.hidden"
    elif s.trace is not None:
        topic = of_buy(s, card)
    goal = player * PER_PLAYER + DISCARD
    shifted(s, "defeat" if hidden else "buy", player, card, goal, False, topic=topic)


def plays(s: State) -> list[int]:
    """The cards in hand that can be played, and those on the Character card: each kind once."""
    parked = parked_to_play(s)
    first: dict[tuple[str, bool], int] = {}
    for card in playable(s):
        first.setdefault((s.g.keys[card], card in parked), card)
    return list(first.values())


def playable(s: State) -> list[int]:
    """The cards that nothing forbids to play: in hand, those that a text lets one play from
    elsewhere, and the one on the Character card."""
    player = s.active
    watch = s.watch or watching(s)
    held = [*s.zones[player * PER_PLAYER + HAND]]
    if watch.lending:
        held += [card for card, _ in lent(s, player)]
    if s.g.parking:
        held += parked_to_play(s)
    if "play" not in watch.forbidding:
        return held
    return [card for card in held if not forbids(s, "play", player, card)]


def on_sale(g: Game, shop: tuple[tuple[int, ...], ...]) -> tuple[tuple[Any, Option], ...]:
    """What is for sale in the Line-Up and on top of the stacks, each kind in each zone once, with
    its price where no text changes that; none for a card that says itself what it costs, or who
    cannot buy it."""
    line_up, *stacks = shop[:-1]
    prices, buy = g.plain_price, g.buy_options
    found: list[tuple[Any, Option]] = []
    for zone in (line_up, *(stack[:1] for stack in stacks)):
        seen: set[str] = set()
        for card in zone:
            if g.sold[card] and g.keys[card] not in seen:
                seen.add(g.keys[card])
                found.append((prices[card], buy[card]))
    return tuple(found)


def buys(s: State) -> list[int]:
    """The cards in the Line-Up and on top of the stacks for sale that the Power is enough for; not
    during a Confrontation (RBJ-G01)."""
    g, player, zones = s.g, s.active, s.zones
    for_sale = [*zones[g.line_up]]
    if g.beside:
        for_sale += zones[g.beside[player]]
    if g.sells_removed:
        for_sale += removed_for_a_while(s)
    for zone in g.for_sale:
        for_sale += zones[zone][:1]
    return [card for card in for_sale if g.sold[card] and may_buy(s, player, card)]


def removed_for_a_while(s: State) -> list[int]:
    """The cards that have left the Line-Up and will go back there."""
    found: list[int] = []
    for one in s.lasting:
        if isinstance(one.stands, On) and one.stands.goes_back:
            for run in one.stands.goes:
                found += items(s, run(s, one.frame))
    gone = {x.card for x in s.facts if x.from_ == s.g.line_up}
    return [card for card in found if card in gone]


def may_buy(s: State, player: int, card: int) -> bool:
    """Whether the Power is enough, and nothing forbids it."""
    enough: bool = s.power[player] >= price_of(s, card, player)
    return enough and not forbids(s, "buy", player, card)


def may_end(s: State) -> bool:
    """Whether the active player can stop: nothing has to be played or used first. A card that
    cannot be played need not be."""
    watch = s.watch or watching(s)
    reads = s.g.reads
    afterwards = reads.done_with == "weakness" and s.confronted is not None
    if "turn_end" in watch.forbidding and not afterwards:
        fact = Fact("turn_end", s.active)
        for one in watch.forbidding["turn_end"]:
            if works(s, one):
                card = one.frame.this
                stuck = card is not None and forbids(s, "play", s.active, card)
                if not stuck and one.stands.event.fits(s, one.frame, fact):
                    return False
    if watch.musts and any(
        one.frame.you == s.active and one.stands.must and may_use(s, one) for _, one in abilities(s)
    ):
        return False
    confronts = reads.whole_hand == "yes" and s.confronted is not None
    if confronts and {*s.zones[s.active * PER_PLAYER + HAND]} & {*playable(s)}:
        return False
    if reads.kept_power == "bound" and AVOIDED in s.used:
        line_up = s.zones[s.g.line_up]
        if any(s.g.sold[card] and may_buy(s, s.active, card) for card in line_up):
            return False
    return not s.g.parking or not parked_to_play(s)


def assists(s: State) -> list[int]:
    """The Assist cards that the teammate of the active player can play, each kind once."""
    watch, called = s.watch or watching(s), s.g.called["Assist"]
    as_printed = "keywords" not in watch.changes and watch.stages is None
    can: list[int] = []
    for mate in s.g.mates[s.active]:
        held = s.zones[mate * PER_PLAYER + HAND]
        if (as_printed and called.isdisjoint(held)) or mate in s.out:
            continue
        for card in among(held, called) if as_printed else with_label(s, held, "Assist"):
            if "play" not in watch.forbidding or not forbids(s, "play", mate, card):
                can.append(card)
    return one_of_each(s, can) if can else can


def parks(s: State) -> list[int]:
    """The Assist cards that can be put on the Character card, where a variant says so: one a turn,
    and not while one lies there."""
    base = s.active * PER_PLAYER
    if s.zones[base + PARKED] or any(used[0] == "parked" for used in s.used):
        return []
    return one_of_each(s, with_label(s, s.zones[base + HAND], "Assist"))


def parked_to_play(s: State) -> list[int]:
    """The card on the Character card that came there in an earlier turn; it has to be played."""
    player, at_once = s.active, s.g.reads.parked_play == "at_once"
    return [
        card
        for card in s.zones[player * PER_PLAYER + PARKED]
        if s.g.parking
        and (at_once or ("parked", card) not in s.used)
        and not forbids(s, "play", player, card)
    ]


# ------------------------------------------------------------------------- the end of a turn


def announce_end(s: State) -> None:
    """The end is announced: from now on it is no longer "during your turn".

    Rules: RBJ-E01, CONF-ET01, RSB-E01, HU-ER01.
    """
    s.phase = "end"
    if s.trace is not None:
        say(s, "end of turn", s.active, "end.announced")


def clear_hand(s: State) -> None:
    """The cards still in hand go to the discard pile; in some books that is discarding.

    Rules: RBJ-E02, CONF-ET02, RSB-E02, HU-ER02.
    """
    player = s.active
    base, verb = player * PER_PLAYER, s.g.hand_verb
    hand = s.zones[base + HAND]
    if hand:
        shifted_all(s, verb, player, hand, base + DISCARD, "end.clear_hand")
    if s.pending:
        resolve(s)


def end_effects(s: State) -> None:
    """All "at the end of your turn" texts; the cards played are still in play.

    Rules: RBJ-E03, CONF-ET03, RSB-E03, HU-ER03.
    """
    mention(s, "turn_end", s.active)
    if s.pending:
        tell_moment(s, "turn.end_effect")
        resolve(s)


def sweep(s: State) -> None:
    """What was played goes to the discard pile of its owner; Ongoing cards stay.

    Rules: RBJ-E05, CONF-ET04, RSB-E04, HU-ER04.
    """
    for player in s.from_on(s.active):
        there = s.zones[player * PER_PLAYER + PLAY]
        if not there:
            continue
        staying = staying_in_play(s, player, there)
        going = without(there, {*staying}) if staying else there
        if staying and player == s.active and s.trace is not None:
            tell_staying(s, player, among(there, frozenset(staying)))
        if not going:
            continue
        topic = "end.sweep" if player == s.active else "end.sweep_assist"
        if not s.owners:
            shifted_all(s, "put", player, going, player * PER_PLAYER + DISCARD, topic)
        else:
            sweep_to_owners(s, player, going, topic)


def tell_staying(s: State, player: int, kept: tuple[int, ...]) -> None:
    """What stays in play."""
    say(s, "stays", player, "end.stays.several" if kept[1:] else "end.stays", kept)


def sweep_to_owners(s: State, player: int, cards: tuple[int, ...], topic: str) -> None:
    """Cards that a player has played go to the discard piles of their owners, those of others
    first."""
    for card in sorted(cards, key=lambda card: card not in s.owners):
        owner = s.owner(card)
        goal = (player if owner is None else owner) * PER_PLAYER + DISCARD
        by_rules(s, "put", player, card, goal, "end.sweep.owner" if card in s.owners else topic)


def staying_in_play(s: State, player: int, cards: tuple[int, ...]) -> list[int]:
    """The cards that stay in play at the end of a turn."""
    found = with_label(s, cards, "Ongoing")
    watch = s.watch or watching(s)
    if "sweep" in watch.forbidding:
        against = watch.forbidding["sweep"]
        for x in cards:
            for one in against:
                if not one.stands.event.of_this or one.frame.this == x:
                    if is_forbidden(s, Fact("sweep", player, x, s.where[x])):
                        found.append(x)
                    break
    return found


def lose_power(s: State) -> None:
    """Power that was not spent is lost.

    Rules: RBJ-E06, CONF-ET05, RSB-E05, HU-ER05.
    """
    if s.trace is not None:
        say(s, "lose power", s.active, "end.lose_power", (), (s.power[s.active],))
    s.power = [0] * s.g.players


def is_short(s: State) -> bool:
    """Whether the deck of the active player has to be shuffled for a new hand."""
    return len(s.zones[s.active * PER_PLAYER + DECK]) < new_hand_size(s)


def new_hand_size(s: State) -> int:
    """How many cards the active player draws for a new hand."""
    size = s.g.hand_size
    return changed(s, "newhand", (s.active,), size) if "newhand" in s.g.changeable else size


def draw(s: State) -> None:
    """A new hand is drawn.

    Rules: RBJ-E07, CONF-ET06, RSB-E06, HU-ER06.
    """
    draw_cards(s, s.active, new_hand_size(s), "end.draw")
    if s.pending:
        resolve(s)


DRAWN: Final = c.Move(c.Var("you"), c.Place("hand", c.Var("you")), "draw", c.Var("you"))
DRAWING: Final = Moving(DRAWN, "draw", value(c.Var("you"), Scope()), value(DRAWN.to, Scope()), None)


def draw_cards(s: State, player: int, number: int, topic: str) -> None:
    """The rules let a player draw cards. If nothing can step in, those that are left in the deck
    before it is shuffled come at once."""
    deck, hand = player * PER_PLAYER + DECK, player * PER_PLAYER + HAND
    if s.g.reads.short_draw == "nothing":
        there = len(s.zones[deck]) + len(s.zones[player * PER_PLAYER + DISCARD])
        number = 0 if number > there else number
    s.count = act = s.count + 1
    watch = s.watch or watching(s)
    plain, speaking = not watch.befores and "draw" not in watch.forbidding, s.g.speaking
    while number > 0:
        cards = s.zones[deck][:number]
        if not plain or not speaking.isdisjoint(cards):
            move_tops(s, Frame(player, None), DRAWING, player, number, Zones((deck,)), act, topic)
            return
        if cards:
            shifted_all(s, "draw", player, cards, hand, topic, act)
            number -= len(cards)
        elif s.zones[player * PER_PLAYER + DISCARD]:
            reshuffle(s, deck, purpose="draw", number=number)
        else:
            break
    if s.g.reads.reshuffle == "at_once" and not s.zones[deck]:
        reshuffle(s, deck)
    if s.trace is not None:
        tell_drawn(s, player, deck, short=number > 0)


def refill(s: State) -> None:
    """The Line-Up is filled; if that cannot be done the game ends.

    Rules: RBJ-E08, CONF-ET07, RSB-E07, HU-ER07.
    """
    if s.trace is not None and len(s.zones[s.g.line_up]) >= s.g.line_up_size:
        say(s, "nothing", None, "end.no_refill")
    filled = refill_line_up(s, "end.refill")
    if s.arrived:
        arrive(s)
        if s.g.reads.appearances == "each" and s.result is None:
            refill(s)  # it goes on when the Super-Villain has appeared
            return
    conditions = s.g.end_conditions
    if not filled and "refill_fail" in conditions:
        finish(s, "refill_fail")
    elif "main_deck_empty" in conditions and not s.zones[s.g.main_deck]:
        finish(s, "main_deck_empty")


def next_player(s: State) -> None:
    """The next player in the turn order begins; what held until the end of this turn is over.

    Rules: RBJ-E12, CONF-ET09, RSB-E11, HU-ER10.
    """
    ended = s.active
    if s.lasting:
        expire(s)
        end_with(s, Fact("turn_end", ended))
    after = s.from_on(ended)  # without those who are out
    s.active = after[0] if ended in s.out else after[1 % len(after)]
    s.passing = s.watch = None  # in another order
    if s.active in s.watches:
        s.watch = s.watches[s.active]


STEPS: Final[dict[str, Callable[[State], bool | None]]] = {
    "start_effects": start_effects,
    "announce": announce,
    "play_and_buy": play_and_buy,
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
"""The steps of a turn by the names that the books have for them (`rules.turn`); one that tells so
is not over yet."""

OFFERS: Final[dict[str, Callable[[State], Choice | None]]] = {
    "announce": may_announce,
    "play_and_buy": offer,
}
"""What is offered at rest, before a step is carried out; nothing: the step is left out."""
