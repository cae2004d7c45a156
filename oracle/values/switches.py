"""What a clarification or an open question decides about the engine, as named switches.

A ruling of a rulebook may set a switch (`switch` and one of `values` for each reading, see
rules/). The first reading of each switch here holds when no ruling speaks of it; it is written
nowhere else. The other readings exist so that every answer to a ruling, or to a question that the
books leave open (rules/games/), can be played and compared; those that the engine carries out are
listed in `oracle.quick.readings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final, Literal, NoReturn, get_args, get_type_hints

from rules_check.rules.model import Ruleset, Ruling


class Switches:
    """How a game reads each ruling; it never changes."""

    def __init__(self, **readings: str) -> None:
        vars(self).update(STANDARD, **readings)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} is read as it is; `but` makes another reading of it")

    def but(self, **readings: str) -> Switches:
        """The same with other readings of some rulings."""
        return Switches(**{**vars(self), **readings})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Switches) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(frozenset(vars(self).items()))

    def unlike(self, other: Switches) -> Mapping[str, str]:
        """What is read otherwise than by another, as it is read here."""
        theirs = vars(other)
        return {name: value for name, value in vars(self).items() if value != theirs[name]}

    # Confrontations and Blocks

    confrontation_text: Literal["announced", "always"]
    """Standing Confrontation text works only while its player is Confronting, or always."""
    success: Literal["defeat", "announce", "power"]
    """To succeed is to defeat a Character, to have announced, or to have Power enough."""
    success_waits: Literal["rest_of_turn", "played_after"]
    """"If you succeed" waits for the rest of the turn, or looks back when it is played."""
    cancel: Literal["now", "later"]
    """The right to cancel a Confrontation is used at once, or may be kept."""
    equal: Literal["defeats", "saves"]
    """Power equal to the cost defeats the Character, or does not."""
    overflow: Literal["one", "many"]
    """Surplus Power does nothing, or defeats the next version too."""
    after_confrontation: Literal["closed", "plays"]
    """After a Confrontation no card is played any more, or cards are."""
    leftover_power: Literal["lost", "buys"]
    """After a Confrontation nothing is bought any more, or leftover Power buys."""
    chosen_foe: Literal["any", "confronted"]
    """A foe chosen during a Confrontation may be any, or has to be the Confronted one."""
    forced_block: Literal["no_effect", "works"]
    """A Block card that a foe makes a player discard does nothing more, or Blocks."""
    own_block_text: Literal["ignored", "works"]
    """Block text does nothing when the card is played, or works then too."""
    block_speaks_of: Literal["blocker", "character_owner", "confronting"]
    """Whose things a Block counts: the blocker's, the Confronted player's, the attacker's."""
    raise_outside: Literal["lapses", "kept"]
    """A cost raised outside a Confrontation is over with the turn, or kept for the next one."""
    raisers: Literal["not_blocks", "blocks"]
    """Another card that raises a cost is no Block, or is used as one."""

    # Attacks and Defenses

    avoiding: Literal["attack_only", "whole_card"]
    """Avoiding an Attack avoids it, or cancels all text of the card."""
    empty_attack: Literal["stands", "void"]
    """An Attack that can do nothing can still be avoided, or is none."""
    several_foes: Literal["one", "nothing"]
    """"Each foe" means the only one too, or nobody if there is only one."""
    reveal_defense: Literal["once_per_attack", "again"]
    """A Defense is revealed once against an Attack, or again."""
    reveal_defense_turn: Literal["each_attack", "once_a_turn"]
    """A Defense is revealed against each Attack, or once a turn."""
    totals: Literal["after_defenses", "told_first"]
    """Whom a comparison of costs picks out is known after all Defenses, or told before them."""
    avoided: Literal["by_defense", "no_effect"]
    """An Attack is avoided by a Defense, or whenever it does nothing to a player."""
    defense_card: Literal["keyword", "helps"]
    """A Defense card has that keyword, or any text that avoids Attacks."""
    revealed_card: Literal["hand", "discard"]
    """A Defense that was only revealed goes back to the hand, or is discarded."""

    # Super-Villains

    super_villain_type: Literal["villain", "two_types", "other"]
    """A Super-Villain is a Villain, is of two types, or is no Villain."""
    appearance_played: Literal["no", "yes"]
    """A First Appearance is not used when the card is played, or is."""

    # Assist

    assist_you: Literal["active", "player"]
    """An Assist card speaks to the active player, or to the one who plays it."""
    assist_decider: Literal["active", "player"]
    """The active player decides what an Assist card leaves open, or the one who plays it."""
    assist_played_by: Literal["player", "active_too"]
    """The teammate has played an Assist card, or the active player too."""
    assist_bonus: Literal["player", "active"]
    """What an Assist card triggers on the teammate's side is theirs, or the active player's."""

    # playing cards, and what texts mean

    play_again: Literal["adds", "replaces"]
    """A card that is played again gives once more, or only what the last play gives."""
    trigger_timing: Literal["after_card", "before_card"]
    """Triggers of playing a card are resolved after its text, or before it."""
    option_timing: Literal["now", "later"]
    """A choice between options is made when the card is played, or may wait."""
    start_effect: Literal["once", "repeats"]
    """A start-of-turn effect happens once, or again while its condition holds."""
    repeat: Literal["while", "do_while", "all"]
    """Repeating looks at its end first, or does it once before."""
    control: Literal["played", "ongoing_only"]
    """Cards played this turn are controlled, or only Ongoing ones are."""
    returned_card: Literal["left", "still_controlled"]
    """A card that left play is not controlled any more, or still is."""
    played_cards: Literal["in_play", "count_as_discarded"]
    """Cards in play are only there, or count as cards of the discard pile."""
    discard_triggers: Literal["any", "own_turn"]
    """Texts wait for discards in any turn, or only in their player's own."""
    discard_from: Literal["place", "anywhere"]
    """A text about discarding from a place waits for that, or for any discard."""
    looked_at: Literal["returns", "leaves"]
    """Cards of the main deck that were shown go back there, or are destroyed."""
    negative_vp: Literal["counts", "is_zero"]
    """VP below 0 count as they are where a text compares them, or as 0."""
    listed_cards: Literal["each", "pairs"]
    """"For each A and B" counts every card, or pairs."""
    once_per_type: Literal["paid", "once", "revealed"]
    """Once per type: for each type paid with, once at all, or as often as there are types."""
    payment: Literal["unlimited", "once"]
    """A payment ability is used as often as it is paid for, or once a turn."""
    pay_again: Literal["once", "any_number"]
    """An ability that lets its player pay Power is used once a turn, or as often as it is paid."""
    use_timing: Literal["any_time", "at_once"]
    """A once-a-turn ability is used at any time of the turn, or before anything else is done."""
    name_part: Literal["words", "kind"]
    """Part of a name means all cards with these words in their names, or a kind of card."""
    same_name: Literal["whole", "words"]
    """A name means the card of that name, or (if a ruling says so) all with these words in it."""
    zero: Literal["even", "neither"]
    """0 is even, or neither odd nor even."""
    no_type: Literal["none", "like_a_type"]
    """A card without a type neither shares one nor has a different one, or that is like a type."""
    this_way: Literal["really", "attacked"]
    """Who did something this way did it, or was only told to."""
    revealing: Literal["in_turn", "together"]
    """Players reveal cards one after the other, or choose them all before any is shown."""
    tied: Literal["all", "first", "nobody"]
    """"The player" with the highest cost means all who are tied, the first of them, or nobody."""
    passer: Literal["attacker", "foe"]
    """In an Attack that passes cards the attacker chooses them, or the foe does."""
    draws_from: Literal["drawer", "you"]
    """Other players draw from their own decks, or from that of the card's player."""

    # variants

    hunted_power: Literal["kept", "spent"]
    """Whoever hunts a Super-Villain in vain keeps the Power, or has spent it."""
    hidden_villain: Literal["line_up", "nowhere"]
    """Without a stack, a text about its top card means the Line-Up, or nothing."""

    # what the books leave open: Confrontations and Blocks

    beforehand: Literal["nothing", "assists", "abilities"]
    """Before the announcement nothing is done, or teammates Assist, or abilities are used."""
    after_done: Literal["nothing", "assists", "abilities"]
    """Whoever is done does nothing more, or the teammate still Assists, or abilities are used."""
    whole_hand: Literal["no", "yes"]
    """A Confronting player stops when they like, or plays every card that can be played."""
    used_block: Literal["discarded", "triggers", "played"]
    """A card used as a Block is only discarded, is a play for triggers, or is played in full."""
    blocks_by: Literal["side", "anyone"]
    """Blocks are used by the Confronted side, or by anybody."""
    blocks_used: Literal["one_by_one", "together"]
    """Blocks are used one after the other, or only those held when the first could be."""
    power_fixed: Literal["compared", "done"]
    """Power that follows the game is counted when it is compared, or last when all is done."""
    cost_read: Literal["compared", "announced"]
    """The cost is read at the comparison, or but for Blocks at the announcement."""
    least_cost: Literal["none", "zero"]
    """A Character's cost can be less than 0, or not."""
    target_cost: Literal["current", "printed"]
    """The lowest cost is the lowest one now, or the lowest printed one."""
    cancelled_buy: Literal["yes", "no"]
    """After a cancelled Confrontation cards are bought as usual, or not."""
    gains_confronting: Literal["allowed", "forbidden"]
    """In a turn with a Confrontation cards can be gained, or not."""

    # what the books leave open: Assist

    assist_confrontation: Literal["works", "ignored"]
    """Confrontation text of an Assist card works for the active player, or for nobody."""
    assist_order: Literal["player", "active"]
    """The players an Assist card affects are counted from its player, or the active player."""
    assist_ongoing: Literal["stays", "swept"]
    """An Ongoing card that came by Assist stays, or goes with the other cards."""
    assist_leaves: Literal["swept", "announced", "own_turn"]
    """An Assist card leaves with the others, when the end is announced, or a turn later."""
    parked_play: Literal["next_turn", "at_once"]
    """A card put on the Character can be played from the next turn on, or at once."""
    parked_power: Literal["parked", "always"]
    """What a card gives from the Character card it gives only from there, or always."""
    parked_falls: Literal["stays", "discarded", "goes"]
    """A card on a defeated Character stays for the next, is discarded, or goes with it."""
    parking_in: Literal["variant", "nowhere"]
    """Cards are put on the Character card where a variant says so, or nowhere."""

    # what the books leave open: Attacks and Defenses

    second_defense: Literal["none", "each"]
    """Nobody defends a player who is protected already, or each may still do it."""
    defense_profits: Literal["user", "protected"]
    """What a Defense gives goes to its user, or to the player it protects."""
    affected: Literal["turn_order", "seats"]
    """Several players are attacked in turn order, or clockwise."""

    # what the books leave open: texts, triggers and turns

    trigger_order: Literal["chosen", "fixed"]
    """Several triggers of a player come as the player chooses, or as they were set off."""
    nested_triggers: Literal["after_outer", "after_inner"]
    """What a card played by another sets off waits for the other, or not."""
    again_triggers: Literal["yes", "no"]
    """A card that is played again sets off what waits for plays, or not."""
    bonus: Literal["stays", "goes"]
    """Power that came with a condition stays, or goes when the condition fails."""
    turn_order: Literal["alternating", "clockwise"]
    """Turns alternate between the teams, or go clockwise; partners sit side by side."""
    neighbours: Literal["turn_order", "seats"]
    """Who is to the left and right follows the turn order, or the seats."""
    turn_over: Literal["last_step", "announced"]
    """What holds for a turn holds to its last step, or until the end is announced."""
    ongoing_stays: Literal["ongoing", "locations", "nothing"]
    """At the end of a turn every Ongoing card stays in play, only Locations, or nothing."""
    short_draw: Literal["as_much", "nothing"]
    """Who cannot draw as many cards as told draws those there are, or none."""
    hand_filled: Literal["own_turn", "any_turn"]
    """A hand is filled at the end of the own turn only, or also before it."""
    new_hand: Literal["whole", "up_to"]
    """A new hand is drawn beside cards already there, or they count."""
    first_cards: Literal["cards", "anything"]
    """A card that has to come first comes before other cards, or before abilities too."""

    # what the books leave open: Super-Villains and the end of the game

    last_super_villain: Literal["flip", "at_once"]
    """The game ends when no Super-Villain can be turned up, or when the last is defeated."""
    hidden_defeats: Literal["any", "one"]
    """Without a stack any number of Super-Villains is defeated in a turn, or one."""
    hidden_end: Literal["refill", "at_once"]
    """A main deck emptied by a text ends the game when the Line-Up is refilled, or at once."""
    appearance_order: Literal["ended", "next"]
    """A First Appearance hits first who has just ended the turn, or the next player."""
    second_hunt: Literal["allowed", "none"]
    """After a hunt that succeeded another is possible, or none."""
    hunt_is: Literal["defeat", "gain"]
    """A Super-Villain taken from a discard pile was defeated, or only gained."""
    kept_power: Literal["free", "bound"]
    """Power kept after a hunt in vain need not be spent, or must be."""
    beside_scores: Literal["no", "yes"]
    """A card that lies beside a Super Hero to be bought does not score, or does."""
    own_characters: Literal["no", "yes"]
    """Characters that were not defeated do not score for their owner, or do."""
    last_trophy: Literal["kept", "out"]
    """The last Character of a player who is out is a trophy, or out of the game."""
    kept_out_slot: Literal["empty", "filled"]
    """A card that leaves the Line-Up for good leaves a slot to fill, or has filled it."""
    held_line_up: Literal["enough", "fails"]
    """A Line-Up that a text holds lower is full, or not filled."""

    # what the books leave open: gaining and buying

    passed_card: Literal["passed", "gained"]
    """A card that is passed to a player, or put among that player's cards, is not gained by that
    player, or is."""
    weakness_sale: Literal["never", "always"]
    """Weaknesses are never for sale, or as all cards of a stack."""

    # buying, gaining, decks

    leaving_line_up: Literal["any", "bought"]
    """A count of the Line-Up follows every card that leaves it, or bought ones only."""
    removed_card: Literal["gone", "for_sale"]
    """A card removed from the Line-Up for a while is gone, or can still be bought."""
    played_location: Literal["returns", "stays"]
    """An Ongoing card that a text plays and puts back goes back, or stays in play."""
    defeat_is_gain: Literal["as_parameter", "no"]
    """Defeating counts as gaining where the book's parameter says so, or never."""
    other_sources: Literal["all", "stack_only"]
    """A text that names a stack and other places means all of them, or the stack."""
    banner_when: Literal["gained", "bought"]
    """"When you gain this" is about any gain, or about buying."""
    banner_played: Literal["no", "yes"]
    """"When you gain this" does nothing when the card is played, or works then too."""
    weaknesses_return: Literal["in_play", "owned"]
    """A defeated player keeps Weaknesses, or all of them go back to their stack."""
    reshuffle: Literal["needed", "at_once"]
    """An empty deck is reshuffled when a card of it is needed, or at once."""

    # What only one reading of a question asks for

    granted: Literal["later_too", "now"]
    """A type that a played text grants is also for cards that come later, or for those there."""
    no_card: Literal["not_so", "nothing"]
    """What is asked of a card that is not there is not so, or nothing is asked and follows."""
    options: Literal["possible", "any"]
    """An option that can do nothing is not chosen, or may be."""
    empty_main_deck: Literal["nothing", "no_option"]
    """What an option wants of an empty main deck is left out, or it cannot be chosen."""
    done_with: Literal["nothing", "weakness"]
    """Who is done in a Confrontation has played what must be played, or plays it afterwards."""
    gained_card: Literal["chosen", "first"]
    """Of several cards in the Line-Up the gaining player chooses, or the first is gained."""
    price: Literal["discarded", "set_aside"]
    """A price lies in the discard pile before the effect, or is set aside until it is over."""
    appearances: Literal["filled", "each"]
    """Super-Villains of one refill appear when all slots are filled, or each in its turn."""
    slots: Literal["count", "places"]
    """The Line-Up is filled up to a number of cards, or its places are, beside other cards."""
    assist_time: Literal["free", "any_time"]
    """An Assist comes when a card could be played, or also in the middle of a text."""
    raise_time: Literal["with_blocks", "any_time"]
    """Other abilities raise a cost with the Blocks, or also in answer to an Attack."""

    # What the words of a text leave open (grammar.core.doubts)

    aimed: Literal["again", "at_first"]
    """Whom an Attack is about is asked again after Defenses, or only when it is made."""
    attack_choice: Literal["carried_out", "announced"]
    """What an Attack does is chosen when it is carried out, or before anybody defends."""
    shown_first: Literal["hit", "before"]
    """What an Attack shows is shown after Defenses, or before them."""
    all_avoid: Literal["one", "all"]
    """An Attack is avoided if one player avoids it, or if all do."""
    bare_number: Literal["at_least", "exactly"]
    """A bare number means so many or more, or exactly so many."""
    same_twice: Literal["different", "same"]
    """Several options that are chosen are different, or the same may be chosen again."""
    one_attack: Literal["each", "together"]
    """Several Attacks of a card are avoided one by one, or together."""
    first_time: Literal["turn", "since"]
    """The first time is that of the turn, or that since the card came into play."""
    still_there: Literal["wherever", "still_there"]
    """A card is taken later from wherever it is, or only from where it was put."""
    counted_plays: Literal["plays", "cards"]
    """A card that was played twice counts twice, or once."""
    counted_twice: Literal["twice", "once"]
    """A card that is both of two things that are counted counts twice, or once."""
    some_or_each: Literal["once", "each"]
    """What follows if a foe does something comes once, or for each foe who does."""
    put_back: Literal["as_they_lie", "chosen"]
    """Several cards go onto a pile as they lie, or in an order that is chosen."""
    shuffled_for: Literal["anything", "draws"]
    """An empty deck is shuffled whenever a card of it is needed, or not to destroy or put one."""
    paid_in_part: Literal["whole", "part"]
    """What somebody may do for something is done in full, or as far as possible."""
    destroyed_from: Literal["at_hand", "discard_too"]
    """A card that may be anywhere is taken from hand or play, or from the discard pile too."""
    power_had: Literal["left", "made"]
    """The Power that somebody has is what is left of it, or all of this turn."""
    unsaid_time: Literal["turn", "game"]
    """What a played card changes without saying how long lasts for the turn, or for the game."""
    lowered: Literal["price", "cost"]
    """Cards that cost less have a lower price, or a lower cost for all purposes."""
    look_shuffled: Literal["yes", "no"]
    """A deck that is too short is shuffled to look at its cards, or not."""
    searched: Literal["as_it_lies", "shuffled"]
    """A deck that was searched stays as it lies, or is shuffled."""
    follow_up: Literal["you", "doer"]
    """What follows if one of several players does something is done by you, or by that player."""
    gained_from: Literal["line_up", "stacks_too"]
    """A card that is gained, and nobody says from where, comes from the Line-Up, or from a stack,
    too."""
    if_they_do: Literal["each", "once", "all"]
    """What follows if each of several players does something comes once for each who does, once if
    one does, or once if all do."""
    first_from: Literal["turn", "card"]
    """The first time, on a card that is played, is that of the turn, or that from then on."""
    waited_this_turn: Literal["once", "next", "each"]
    """What follows if something is done this turn comes once, also if it was done before; once,
    only if it is done later; or each time that it is done later."""
    if_not_done: Literal["now", "at_end"]
    """What was not done this turn is known when it is asked, or when the turn ends."""
    you_and_teammate: Literal["each", "both"]
    """What you and your teammate may do is decided by each of them, or by you for both."""
    cannot_in_part: Literal["as_far", "none", "enough"]
    """Who can do only a part of what is told does that part and could not do it, does nothing of
    it, or has done it."""
    hit_by: Literal["not_avoided", "done"]
    """An Attack hits who did not avoid it, or who does what it says."""
    attacked_others: Literal["affected", "attacked", "spared"]
    """An Attack about each other player is about a teammate who is not attacked, it attacks the
    teammate too, or it leaves the teammate alone."""
    picks_shown: Literal["you", "owner"]
    """Of another player's cards that are shown, you pick those that go, or that player does."""
    moved_counts: Literal["counts", "not"]
    """A card that a text has put somewhere is counted there by the same text, or not."""
    none_chosen: Literal["not_done", "done"]
    """Who chooses none of any number of cards has not done it, or has."""
    next_one: Literal["game", "turn"]
    """What a played card does with the next card, or the next time, it does whenever that comes, or
    this turn only."""
    draws_forbidden: Literal["all", "own"]
    """Who cannot draw cards this turn gets no new hand at its end, or does."""
    when_this_turn: Literal["each", "next"]
    """What a played card does "when" something is done this turn it does each time, or once."""
    option_often: Literal["once", "any_number"]
    """What may be done during each of your turns may be done once in a turn, or as often as one
    likes."""
    end_effects: Literal["after_hand", "before_hand"]
    """What comes at the end of a turn comes when the hand was put away, or before that."""
    clean_up: Literal["counts", "not"]
    """Who waits for discards of a turn waits for the hand that is put away at its end, too, where
    that is a discard; or not."""
    doubled: Literal["now", "all_turn"]
    """Power is doubled as it is now, or whenever it comes this turn."""
    passing: Literal["together", "in_turn"]
    """Several players pass cards at the same time, or one after the other."""
    left_order: Literal["as_they_lie", "chosen"]
    """Cards that were shown and not taken stay as they lie, or in an order that is chosen."""
    left_over: Literal["stay", "bottom"]
    """What was revealed on the way to a card stays where it is, or goes to the bottom."""
    your_or_theirs: Literal["you", "doer"]
    """Where you or your teammate may do something, "your" is of you, or of whoever does it."""
    played_pile: Literal["owner", "yours"]
    """A card of another player that you have played goes to its owner's discard pile, or yours."""
    hidden_pick: Literal["seen", "random"]
    """Who picks a card of another player's hand sees the hand, or picks at random."""
    that_foe_avoided: Literal["not", "too"]
    """ "That foe" behind an Attack on one foe is nobody if it was avoided, or that foe."""
    that_foe_is: Literal["chosen", "confronted"]
    """ "That foe" in a Confrontation text is the foe who was chosen before, or the Confronted
    one."""
    option_chosen: Literal["player", "you"]
    """Which of two things another player does is chosen by that player, or by you."""
    otherwise_of: Literal["inner", "outer"]
    """ "Otherwise" behind a condition within another is of the inner one, or of the outer one."""
    both_or_each: Literal["both", "each"]
    """Two cards that may be taken are taken both or not at all, or either of them."""
    each_your: Literal["own", "you"]
    """Where you and your teammate each take a card of "your" pile, each has their own, or it is
    yours."""
    limit_unmet: Literal["some", "none"]
    """Of several cards with one limit for all of them as many are taken as there are, or none if
    there are fewer."""
    all_different: Literal["all", "some"]
    """Three or more cards are different if no two are alike, or if not all are."""
    undone_instead: Literal["nothing", "usual"]
    """Where what comes instead cannot be done, nothing happens, or what would have happened."""
    lies_on: Literal["any_character", "character"]
    """A cost that is changed beyond a turn is that of whichever Character is on top, or of the one
    at which it was changed."""
    confrontation_reach: Literal["sentence", "line"]
    """ "During a Confrontation" is said of its sentence, or of those behind it in its line, too."""
    unsaid_past: Literal["turn", "game"]
    """What somebody has done, if no time is said, is of this turn, or of the game."""
    price_asked: Literal["price", "cost"]
    """Where a text lowers what a card costs to buy and asks for its cost, the price only is lower,
    or the cost."""
    option_in_part: Literal["none", "some"]
    """Of several things another player does one that can be done in full, if there is one, or one
    of which only some can be done."""
    replaced_act: Literal["not_done", "done"]
    """Who does something else instead of what a text says has not done it, or has."""
    avoider_receives: Literal["no", "yes"]
    """Who has avoided an Attack that passes cards receives none, or does."""
    below_none: Literal["less", "none"]
    """Power of less than 0 is taken off, or is none."""
    your_foe: Literal["given", "chosen"]
    """ "Your foe", of two, is whom the situation gives, or else one whom you choose."""
    avoided_by: Literal["saved", "defender"]
    """An Attack is avoided by whoever it does not hit, or by whoever used the Defense."""
    confronted_uses: Literal["no", "yes"]
    """What may be done "during a Confrontation" is done in one's own, or also when one is
    Confronted, with the Blocks."""
    deeds_of: Literal["you", "team"]
    """Whom you have defeated in the game is told of you alone, or of your team."""
    done_by: Literal["anyone", "you"]
    """What was done, and nobody says by whom, was done by anybody, or by you."""
    new_hand_drawn: Literal["counts", "not"]
    """Who waits for draws waits for those of the new hand, too, or not."""
    played_from: Literal["kept", "back"]
    """A card that was nobody's and that you have played is yours, or goes back when the turn
    ends."""
    put_is: Literal["put", "gained"]
    """A card that was nobody's and is put among yours was not gained, or was."""
    than_any: Literal["each", "one"]
    """More than any of several players is more than each of them, or than one."""
    turn_meant: Literal["at_hand", "next"]
    """What somebody gets in the turn of somebody else is of the turn at hand, or of the next of
    that player."""


@cache
def readings() -> Mapping[str, tuple[str, ...]]:
    """All readings of each switch, the standard one first."""
    return {name: get_args(hint) for name, hint in get_type_hints(Switches).items()}


STANDARD: Final[Mapping[str, str]] = {name: values[0] for name, values in readings().items()}
"""The reading of each switch that holds when no ruling speaks of it."""

AS_USUAL: Final = Switches()
"""All of them."""


def switches_of(ruleset: Ruleset, rulings: Mapping[str, int]) -> Switches:
    """How a ruleset reads its rulings; `rulings` gives some another reading (from 1)."""
    values = dict(STANDARD)
    known = {ruling.id for ruling in ruleset.rulings}
    for name in rulings:
        if name not in known:
            raise ValueError(f"no such ruling: {name}")
    for ruling in ruleset.rulings:
        if ruling.switch is not None:
            name, options = ruling.switch
            reading = rulings.get(ruling.id, ruling.answer)
            if reading != ruling.answer or values[name] == STANDARD[name]:
                values[name] = options[reading - 1]
    return Switches(**values)


ASKED: Final = "asked"
"""The id of the ruling that stands in a ruleset made by `asking`."""


def asking(ruleset: Ruleset, switch: str) -> Ruleset:
    """The ruleset with one switch left open: a ruling `ASKED` with all its readings decides it."""
    values = readings()[switch]
    kept = [one for one in ruleset.rulings if one.switch is None or one.switch[0] != switch]
    asked = Ruling(ASKED, (), switch, values, 1, (), (), switch=(switch, values))
    return replace(ruleset, rulings=(*kept, asked))
