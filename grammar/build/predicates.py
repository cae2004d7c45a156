"""Parse trees of predicates, a verb and its objects, to effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lark import Tree

from rules_check.grammar import ast as a
from rules_check.grammar.build import costs, grants, moves
from rules_check.grammar.build.amounts import amount, countable
from rules_check.grammar.build.cards import any_number, cards, selection
from rules_check.grammar.build.destinations import destinations
from rules_check.grammar.build.players import place, player, possessive
from rules_check.grammar.build.repetition import for_each
from rules_check.grammar.build.words import (
    PLAYERS,
    Misfit,
    Part,
    first,
    is_tree,
    kinds,
    number,
    span,
    token,
    verb,
)


def build_predicate(tree: Part, who: a.Player) -> a.Effect:
    """The effect of a predicate done by `who`."""
    build = PREDICATES.get(str(tree.data))
    if build is None:
        raise Misfit(tree.data)
    return build(tree, who)


def _power(tree: Part, who: a.Player) -> a.Effect:
    amount_ = number(first(tree, "number"))
    return a.Power(a.Number(-amount_ if "DASH" in kinds(tree) else amount_), who)


def _power_equal(tree: Part, who: a.Player) -> a.Effect:
    value = amount(tree.children[-1])
    if "TWICE" not in kinds(tree):
        return a.Power(value, who)
    if not isinstance(value, a.CountOf | a.CountPlayers):
        raise Misfit
    return a.Power(a.Times(2, value), who)


def _have_do(tree: Part, who: a.Player) -> a.Effect:
    """ "you may have each foe draw a card"."""
    if who != a.YOU:
        raise Misfit
    return build_predicate(tree.children[-1], player(tree.children[1]))


def _get_power(tree: Part, who: a.Player) -> a.Effect:
    """ "you get +2 Power", "gain 2 Power", "this card gives +2 Power"."""
    for word in tree.children:
        if token(word, "MOVE") and verb(word) is not a.Verb.GAIN:
            raise Misfit
        if token(word, "PASS") and not str(word).startswith("give"):
            raise Misfit
    many = first(tree, "number")
    if many is not None:
        return a.Power(a.Number(number(many)), who)
    return build_predicate(tree.children[-1], who)


def _pay_power(tree: Part, who: a.Player) -> a.Effect:
    return a.PayPower(a.Number(number(first(tree, "number"))), who)


def _lose_vp(tree: Part, who: a.Player) -> a.Effect:
    return a.LoseVP(a.Number(number(first(tree, "number"))), who)


def _search(tree: Part, who: a.Player) -> a.Effect:
    (where,) = place(tree.children[1])
    found = cards(tree.children[2])
    if not isinstance(found, a.Cards):
        raise Misfit
    return a.Search(where, found, who)


def _refill_now(_tree: Part, _who: a.Player) -> a.Effect:
    return a.RefillLineUp()


def _gain_control(tree: Part, who: a.Player) -> a.Effect:
    return _control(tree, who)


def _choose_value(tree: Part, who: a.Player) -> a.Effect:
    words = kinds(tree)
    if "CARD_TYPE" in words:
        return a.ChooseValue(a.DifferentKind.TYPE, who)
    kind = a.DifferentKind.COST if "COST" in words else a.DifferentKind.NAME
    if not words & {"COST", "CARD", "NAME_WORD", "NAMES"} or len(tree.children) == 2:
        kind = a.DifferentKind.COST  # "choose a number"
    return a.ChooseValue(kind, who)


def _double_power(_tree: Part, _who: a.Player) -> a.Effect:
    return a.DoublePower()


def _gain_vp(tree: Part, who: a.Player) -> a.Effect:
    if verb(tree.children[0]) is not a.Verb.GAIN:
        raise Misfit
    said = first(tree, "number")
    if said is None:
        return a.GainVP(amount(tree.children[-1]), who)
    return a.GainVP(a.Number(number(said)), who)


def _show(tree: Part, who: a.Player) -> a.Effect:
    return a.Show(verb(tree.children[0]), selection(tree.children[1]), who)


def _choose(tree: Part, who: a.Player) -> a.Effect:
    return a.Choose(selection(tree.children[1]), who)


def _choose_player(tree: Part, who: a.Player) -> a.Effect:
    return a.ChoosePlayer(player(tree.children[1]), who)


def _choose_parity(_tree: Part, _who: a.Player) -> a.Effect:
    return a.ChooseParity()


def _play(tree: Part, who: a.Player) -> a.Effect:
    what = any_number(tree.children[1])
    again = "AGAIN" in kinds(tree)
    return a.Play(what, again, who, span(tree, None if again else what))


def _play_twice(tree: Part, who: a.Player) -> a.Effect:
    what = selection(tree.children[1])
    if isinstance(what, a.Ref):
        return a.Seq((a.Play(what, False, who), a.Play(what, True, who)))
    many = not isinstance(what, a.Cards) or what.quantity != a.Exactly(a.ONE)
    return a.Seq((a.Play(what, False, who), a.Play(a.THEM if many else a.IT, True, who)))


def _add_cost(tree: Part, _who: a.Player) -> a.Effect:
    return a.ChangeCost(_cost_of(tree), amount(tree.children[1]), True, span(tree))


def _add_cost_verse(tree: Part, _who: a.Player) -> a.Effect:
    each = countable(next(p for p in tree.children if is_tree(p, "countable")))
    change = a.ChangeCost(a.CharacterCost(), amount(tree.children[1]), True, span(tree))
    return for_each(each, change)


def _less_cost(tree: Part, _who: a.Player) -> a.Effect:
    return a.ChangeCost(_cost_of(tree), amount(tree.children[1]), False, span(tree))


def _cancel(tree: Part, _who: a.Player) -> a.Effect:
    return a.CancelConfrontation(str(tree.children[0]).startswith("immediately"))


def _replace(tree: Part, _who: a.Player) -> a.Effect:
    what = selection(tree.children[1])
    assert isinstance(what, a.Ref)
    return a.Replace(what)


def _flip(tree: Part, who: a.Player) -> a.Effect:
    owner = possessive(tree.children[1].children[0])
    return a.Flip(a.CharacterOf(owner), who)


def _control(tree: Part, who: a.Player) -> a.Effect:
    what = selection(tree.children[1])
    return a.Control(what, who, span(tree, what))


def _avoid(tree: Part, who: a.Player) -> a.Effect:
    word = first(tree, "KEYWORD")
    if word is None:
        return a.AvoidAttack(who)  # "avoid it"
    if not str(word).startswith("attack"):
        raise Misfit
    whose = next((p for p in tree.children if is_tree(p, *PLAYERS)), None)
    return a.AvoidAttack(player(whose) if whose is not None else who)


def _win(_tree: Part, who: a.Player) -> a.Effect:
    return a.WinGame(who)


def _leave(tree: Part, _who: a.Player) -> a.Effect:
    rest = a.Window.REST_OF_GAME if "REST_OF_GAME" in kinds(tree) else None
    return a.Stays(selection(tree.children[1]), a.Place(a.Zone.FRONT, a.YOU), rest)


def _stays(tree: Part, _who: a.Player) -> a.Effect:
    what = selection(tree.children[0])
    if "IN_PLAY" in kinds(tree):
        return a.Stays(what, a.Place(a.Zone.PLAY), span(tree))
    (where,) = place(tree.children[2])
    return a.Stays(what, where, span(tree))


def _refill(tree: Part, _who: a.Player) -> a.Effect:
    return a.RefillTo(number(first(tree, "number")))


def _play_before(tree: Part, _who: a.Player) -> a.Effect:
    found = cards(next(p for p in tree.children if isinstance(p, Tree)))
    if not isinstance(found, a.Cards):
        raise Misfit
    return a.PlayBefore(a.THIS, found, "YOUR" in kinds(tree))


def _go_first(tree: Part, _who: a.Player) -> a.Effect:
    if str(tree.children[0]) != "first":
        raise Misfit
    return a.GoFirst()


def _use(tree: Part, _who: a.Player) -> a.Effect:
    return a.UseAnyNumber(span(tree))


def _use_once(tree: Part, _who: a.Player) -> a.Effect:
    when = span(tree)
    assert when is not None
    return a.UseOnce(when)


def _discard_down(tree: Part, who: a.Player) -> a.Effect:
    if verb(tree.children[0]) is not a.Verb.DISCARD:
        raise Misfit
    hand = a.Place(a.Zone.HAND, a.YOU if who == a.YOU else a.THAT_PLAYER)
    left = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    enough = a.There(left, a.Comparison.AT_MOST, a.Number(number(first(tree, "number"))))
    one = a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, who)
    return a.RepeatUntil(one, enough)


def _worth(tree: Part, _who: a.Player) -> a.Effect:
    return a.Worth(a.Number(number(first(tree, "number"))))


def _worth_equal(tree: Part, _who: a.Player) -> a.Effect:
    return a.Worth(amount(tree.children[-1]))


def _reduce_score(tree: Part, _who: a.Player) -> a.Effect:
    found = cards(tree.children[0])
    if not isinstance(found, a.Cards):
        raise Misfit
    return a.ReduceScore(found.filter)


def _total_cost(tree: Part, who: a.Player) -> a.Effect:
    return a.TotalCost(selection(tree.children[-1]), who)


def _starts_game(tree: Part, who: a.Player) -> a.Effect:
    put = a.Move(a.Verb.PUT, a.THIS, None, who)
    done = destinations(put, Tree("destinations", [tree.children[-1]]))
    if not isinstance(done, a.Move) or done.to is None:
        raise Misfit
    return a.StartsGame(done.to)


def _parity_of(tree: Part, _who: a.Player) -> a.Effect:
    return a.ParityOf(number(tree.children[0]), a.ParityKind(str(tree.children[-1])))


def _effects_remain(_tree: Part, _who: a.Player) -> a.Effect:
    return a.EffectsRemain()


def _no_appearance(_tree: Part, _who: a.Player) -> a.Effect:
    return a.NoFirstAppearance()


def _cost_of(tree: Part) -> a.CostOf:
    found = first(tree, "any_character_cost", "owned_character_cost")
    assert found is not None
    if found.data == "any_character_cost":
        return a.CharacterCost()
    return a.CharacterCost(possessive(found.children[0]))


PREDICATES: Mapping[str, Callable[[Part, a.Player], a.Effect]] = {
    "power": _power,
    "power_equal": _power_equal,
    "get_power": _get_power,
    "pay_power": _pay_power,
    "lose_vp": _lose_vp,
    "search": _search,
    "refill_now": _refill_now,
    "gain_control": _gain_control,
    "choose_value": _choose_value,
    "double_power": _double_power,
    "gain_vp": _gain_vp,
    "have_do": _have_do,
    "move": moves.build_move,
    "put_next": moves.build_put_next,
    "goes": moves.build_goes,
    "move_in": moves.build_move_in,
    "move_pair": moves.build_move_pair,
    "pass": moves.build_pass,
    "give_player": moves.build_give,
    "show": _show,
    "choose": _choose,
    "choose_player": _choose_player,
    "choose_parity": _choose_parity,
    "play": _play,
    "play_twice": _play_twice,
    "shuffle": moves.build_shuffle,
    "shuffle_into": moves.build_shuffle_into,
    "swap": moves.build_swap,
    "deal": moves.build_deal,
    "add_cost": _add_cost,
    "add_cost_verse": _add_cost_verse,
    "less_cost": _less_cost,
    "cards_cost": costs.build_cards_cost,
    "nth_cost": costs.build_nth_cost,
    "pay_less": costs.build_pay_less,
    "cost_by": costs.build_cost_by,
    "gives_power": costs.build_gives_power,
    "cancel": _cancel,
    "replace": _replace,
    "flip": _flip,
    "control": _control,
    "gain_text": grants.build_gain_text,
    "copy": grants.build_copy,
    "treat": grants.build_treat,
    "cannot_be": grants.build_cannot_be,
    "grant_it": grants.build_grant_it,
    "grant": grants.build_grant,
    "avoid": _avoid,
    "win": _win,
    "leave": _leave,
    "move_leave": moves.build_move_leave,
    "stays": _stays,
    "refill": _refill,
    "play_before": _play_before,
    "go_first": _go_first,
    "use": _use,
    "use_once": _use_once,
    "discard_down": _discard_down,
    "worth": _worth,
    "worth_equal": _worth_equal,
    "reduce_score": _reduce_score,
    "total_cost": _total_cost,
    "starts_game": _starts_game,
    "parity_of": _parity_of,
    "effects_remain": _effects_remain,
    "no_appearance": _no_appearance,
}
"""Every predicate rule of the grammar, and the function that builds it."""
