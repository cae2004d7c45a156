"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from grammar import ast as a
from grammar.build_words import open_clause, takes_window
from grammar.build_conditions import condition, moment, occasion, until
from grammar.compose import OPENERS, Opener, Sentence, compose, sequence
from grammar.build_nouns import (
    PLAYERS,
    WINDOWS,
    Misfit,
    amount,
    card_type,
    cards,
    core,
    countable,
    edge,
    first,
    is_tree,
    keyword,
    kinds,
    number,
    place,
    player,
    possessive,
    selection,
    third_person,
    title,
    token,
    verb,
    span,
    window,
)

Part = Any

VERB_KINDS = (
    "MOVE", "PASS", "ADD", "SUBTRACT", "PLAY", "REVEAL", "LOOK_AT", "CHOOSE", "SHUFFLE", "SWAP",
    "DEAL", "PAY", "LOSE", "SEARCH", "GAIN_CONTROL", "REFILL", "GET", "CONTROL", "CANCEL", "AVOID", "FLIP", "LEAVE", "REPLACE", "TOTAL", "WIN",
    "USE", "DOUBLE",
)  # fmt: skip


class Nobody(Exception):
    """A verb in the "-s" form with nobody to do it; carries the place of the verb."""

    def __init__(self, word: Token) -> None:
        super().__init__(str(word))
        self.at = int(word.line or 0)


class Builder:
    """Builds the effects of one sentence, remembering who acts."""

    def __init__(self, subject: a.Player | None = None) -> None:
        self.subject = subject
        self.base = a.YOU
        """Who does verbs in the base form."""

    # ---------------------------------------------------------------- sentences

    def sentence(self, tree: Part) -> Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        if is_tree(tree, "opened"):
            opener = OPENERS[tree.children[0].children[0].type]
            return opener, self.chain(tree.children[-1])
        return Opener.NONE, self.chain(tree)

    def chain(self, tree: Part) -> a.Effect:
        """A chain of clauses: one effect, or several after each other."""
        if not is_tree(tree, "chain"):
            return self.effect(tree)
        parts = [part for part in tree.children if isinstance(part, Tree)]
        return sequence([self.effect(part) for part in parts])

    def effect(self, tree: Part) -> a.Effect:
        """One link of a chain."""
        parts = tree.children
        match str(tree.data):
            case "chain":
                return self.chain(tree)
            case "clause":
                return self.clause(tree)
            case "either":
                return a.ChooseOne(tuple(self.effect(part) for part in parts))
            case "group":
                return compose([self.sentence(part) for part in parts])
            case "may":
                who = player(parts[0])
                self.subject = who
                outer, self.base = self.base, who
                effect = self.chain(parts[-1])
                self.base = outer
                if isinstance(effect, a.Tried) and _said_with_to(parts[-1]):
                    return a.May(effect.effect, effect.then, who=who)
                return a.May(effect, who=who)
            case "inverted_may":
                effect = self.effect(parts[0])
                return a.May(effect, self.chain(parts[-1]))
            case "if":
                return a.If(self.condition(parts[1]), self.chain(parts[-1]))
            case "while":
                return a.While(self.condition(parts[1]), self.chain(parts[-1]))
            case "when":
                when = occasion(parts[0])
                effect = self.chain(parts[-1])
                if when is a.Window.THIS_TURN:
                    return a.Within(effect, when)
                if isinstance(when, a.Window):
                    return a.If(a.During(when), effect)
                return a.When(when, effect)
            case "choose_one":
                options = [part for part in parts if is_tree(part, "chain")]
                said = next((part for part in parts if is_tree(part, *PLAYERS)), None)
                word = next(part for part in parts if token(part, "CHOOSE"))
                who = player(said) if said is not None else self.actor(Tree("", [word]), None)
                found: list[a.Effect] = []
                for option in options:
                    self.subject = who
                    found.append(self.chain(option))
                return a.ChooseOne(tuple(found), who)
            case "until_first":
                return a.Lasting(self.chain(parts[-1]), until(parts[0]))
            case "once":
                within = window(tree)
                assert within is not None
                return a.When(a.Once(within), self.chain(parts[-1]))
            case "for_each_first":
                return for_each(countable(parts[1]), self.chain(parts[-1]))
        raise Misfit(tree.data)

    def condition(self, tree: Part) -> a.Condition:
        """A condition."""
        return condition(tree, lambda part: self.predicate(part, a.THAT_PLAYER))

    # ------------------------------------------------------------------ clauses

    def clause(self, tree: Tree[Token]) -> a.Effect:
        """A subject, a predicate and what hangs on it."""
        parts = [part for part in tree.children if isinstance(part, Tree)]
        who: a.Player | None = None
        if is_tree(parts[0], *PLAYERS, "each_who_did"):
            who = player(parts.pop(0))
            self.subject = who
        head = parts.pop(0)
        if is_tree(head, "group"):
            effect = self.effect(head)
        elif is_tree(head, "forbid"):
            effect = self.forbid(head, who or a.YOU)
        else:
            effect = self.predicate(head, who)
        closed = is_tree(head, "group")
        for suffix in parts:
            effect = self.suffix(effect, suffix, closed)
            closed = False
        return effect

    def forbid(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        """ "cannot …", "do not …": the words of time say how long it is forbidden."""
        inner = self.predicate(tree.children[1], who)  # type: ignore[arg-type]
        if getattr(inner, "window", None) is not None:
            raise Misfit
        return a.Forbid(inner, span(tree, getattr(inner, "what", None)))

    def suffix(self, effect: a.Effect, tree: Tree[Token], closed: bool) -> a.Effect:
        """What is said after a clause about that clause (`closed`: it stands in brackets)."""
        parts = tree.children
        match str(tree.data):
            case "suffix_each":
                return for_each(countable(parts[1]), effect)  # type: ignore[arg-type]
            case "suffix_moment":
                when = moment(parts[0])
                if isinstance(effect, a.Forbid) and effect.when is None:
                    return a.Forbid(effect.effect, when)
                return a.Delayed(when, effect)
            case "suffix_if":
                return a.If(self.condition(parts[1]), effect)
            case "suffix_if_done":
                event = a.Event((verb(parts[1]),), None, a.THIS)  # type: ignore[arg-type]
                return a.When(a.Trigger(event), effect)
            case "suffix_unless":
                who = player(parts[1])
                return a.Unless(effect, self.predicate(parts[2], who))
            case "suffix_instead":
                return a.Instead(effect)
            case "suffix_until":
                return repeat_until(effect, self.condition(parts[1]))
            case "suffix_lasting":
                return a.Lasting(effect, until(parts[0]))
            case "suffix_window":
                if takes_window(effect) and not closed:
                    raise Misfit
                within = WINDOWS[parts[0].children[-1].children[0].type]  # type: ignore[union-attr]
                return a.Within(effect, within)
            case "suffix_to":
                if isinstance(effect, a.Tried | a.Within) or is_tree(parts[0], "avoid"):
                    raise Misfit
                return a.Tried(effect, self.predicate(parts[0], None))  # type: ignore[arg-type]
            case "suffix_avoid":
                return sequence([effect, a.AvoidAttack()])
            case "suffix_before_draw":
                return effect
        raise Misfit(tree.data)

    def actor(self, tree: Tree[Token], who: a.Player | None) -> a.Player:
        """Who does it: the subject said, or the one before for an "-s" form, or you."""
        if who is not None:
            return who
        word = tree.children[0] if tree.children else None
        if isinstance(word, Token) and word.type in VERB_KINDS and third_person(word):
            if self.subject is None:
                raise Nobody(word)
            return self.subject
        return self.base

    # --------------------------------------------------------------- predicates

    def predicate(self, tree: Tree[Token], who: a.Player | None) -> a.Effect:
        """A verb and its objects."""
        build: Callable[[Tree[Token], a.Player], a.Effect] | None
        build = getattr(self, f"_{tree.data}", None)
        if build is None:
            raise Misfit(tree.data)
        return build(tree, self.actor(tree, who))

    def _power(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Power(a.Number(number(first(tree, "number"))), who)

    def _power_equal(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Power(amount(tree.children[-1]), who)

    def _get_power(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return self.predicate(tree.children[-1], who)  # type: ignore[arg-type]

    def _pay_power(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.PayPower(a.Number(number(first(tree, "number"))), who)

    def _lose_vp(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.LoseVP(a.Number(number(first(tree, "number"))), who)

    def _search(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        (where,) = place(tree.children[1])
        found = cards(tree.children[2])
        if not isinstance(found, a.Cards):
            raise Misfit
        return a.Search(where, found, who)

    def _refill_now(self, _tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.RefillLineUp()

    def _gain_control(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return self._control(tree, who)

    def _choose_value(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        words = kinds(tree)
        if "CARD_TYPE" in words:
            return a.ChooseValue(a.DifferentKind.TYPE, who)
        kind = a.DifferentKind.NAME if "NAME_WORD" in words else a.DifferentKind.COST
        return a.ChooseValue(kind, who)

    def _double_power(self, _tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.DoublePower()

    def _gain_vp(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        if verb(tree.children[0]) is not a.Verb.GAIN:  # type: ignore[arg-type]
            raise Misfit
        return a.GainVP(a.Number(number(first(tree, "number"))), who)

    def _move(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        what = verb(tree.children[0])  # type: ignore[arg-type]
        steps: list[a.Effect] = []
        for part in tree.children[1:]:
            if isinstance(part, Token):
                continue
            if is_tree(part, "destinations"):
                last = steps.pop()
                assert isinstance(last, a.Move)
                steps.append(destinations(last, part))
            else:
                steps.append(a.Move(what, selection(part), None, who))
        for step in steps:
            if isinstance(step, a.Move) and step.to is None and step.verb is a.Verb.PUT:
                raise Misfit  # "put" has to say where
        return sequence(steps)

    def _move_in(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        if verb(tree.children[0]) is not a.Verb.PUT:  # type: ignore[arg-type]
            raise Misfit
        (to,) = place(tree.children[2])
        return a.Move(a.Verb.PUT, selection(tree.children[1]), to, who)

    def _move_pair(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        one, two = (part for part in tree.children if token(part, *VERB_KINDS))
        what = selection(next(p for p in tree.children if isinstance(p, Tree)))
        if one.type == "CHOOSE":  # "choose and discard": whoever discards chooses anyway
            return self._done(two, what, tree, who)
        many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
        again = a.THEM if many else a.IT
        return sequence([self._done(one, what, None, who), self._done(two, again, tree, who)])

    def _done(
        self, word: Token, what: a.Selection, tree: Tree[Token] | None, who: a.Player
    ) -> a.Effect:
        verb_ = verb(word)
        if verb_ in {a.Verb.REVEAL, a.Verb.LOOK}:
            return a.Show(verb_, what, who)
        if verb_ is a.Verb.PLAY:
            return a.Play(what, who=who)
        move = a.Move(verb_, what, None, who)
        tail = first(tree, "destinations") if tree is not None else None
        return destinations(move, tail) if tail is not None else move

    def _pass(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        steps: list[a.Effect] = []
        parts = [part for part in tree.children if isinstance(part, Tree)]
        for what, target in zip(parts[::2], parts[1::2], strict=True):
            steps.append(a.Move(a.Verb.PASS, selection(what), pass_to(target), who))
        return sequence(steps)

    def _show(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Show(verb(tree.children[0]), selection(tree.children[1]), who)  # type: ignore[arg-type]

    def _choose(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Choose(selection(tree.children[1]), who)

    def _choose_player(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.ChoosePlayer(player(tree.children[1]), who)

    def _choose_parity(self, _tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.ChooseParity()

    def _play(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        what = selection(tree.children[1])
        again = "AGAIN" in kinds(tree)
        return a.Play(what, again, who, span(tree, None if again else what))

    def _shuffle(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Shuffle(selection(tree.children[1]), who)

    def _shuffle_into(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        what = selection(tree.children[1])
        move = a.Move(a.Verb.PUT, what, None, who)
        done = destinations(move, tree.children[2])  # type: ignore[arg-type]
        if not isinstance(done, a.Move) or done.to is None:
            raise Misfit
        done = replace(done, verb=a.Verb.PUT)
        assert done.to is not None
        if done.to.zone is a.Zone.TABLE:
            return a.Shuffle(what, who)
        return a.Seq((done, a.Shuffle(a.Whole(done.to), who)))

    def _swap(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.Swap(selection(tree.children[1]), selection(tree.children[2]), who)

    def _deal(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        to = next(p for p in tree.children if is_tree(p, *PLAYERS))
        return a.Deal(number(first(tree, "number")), player(to))

    def _add_cost(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.ChangeCost(_cost_of(tree), amount(tree.children[1]), True, span(tree))

    def _add_cost_verse(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        each = countable(next(p for p in tree.children if is_tree(p, "countable")))
        change = a.ChangeCost(a.CharacterCost(), amount(tree.children[1]), True, span(tree))
        return for_each(each, change)

    def _less_cost(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.ChangeCost(_cost_of(tree), amount(tree.children[1]), False, span(tree))

    def _cards_cost(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        found = core(tree.children[0].children[0]).filter()  # type: ignore[union-attr, arg-type]
        of = a.CostOfCards(found, "DEFEAT" in kinds(tree))
        many = a.Number(number(first(tree, "number")))
        return a.ChangeCost(of, many, "MORE" in kinds(tree), span(tree))

    def _cancel(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.CancelConfrontation(str(tree.children[0]).startswith("immediately"))

    def _replace(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        what = selection(tree.children[1])
        assert isinstance(what, a.Ref)
        return a.Replace(what)

    def _flip(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        owner = possessive(tree.children[1].children[0])  # type: ignore[union-attr]
        return a.Flip(a.CharacterOf(owner), who)

    def _control(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        what = selection(tree.children[1])
        return a.Control(what, who, span(tree, what))

    def _gain_text(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        what, source = (p for p in tree.children if isinstance(p, Tree) and p.data != "span")
        return a.GainText(self._itself(what), selection(source), span(tree))

    def _itself(self, tree: Tree[Token]) -> a.Selection:
        """A card that speaks of itself by name means itself."""
        found = selection(tree)
        if isinstance(found, a.Cards) and isinstance(found.quantity, a.Every):
            nouns = found.filter.nouns
            if len(nouns) == 1 and isinstance(nouns[0], a.NameNoun) and not found.filter.tests:
                return a.THIS
        return found

    def _grant_it(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return self._grant(Tree("grant", [Tree("it", []), Tree("is_also", []), *tree.children]), who)

    def _grant(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        also = first(tree, "is_also")
        assert also is not None
        what, when = selection(tree.children[0]), span(tree)
        grants: list[a.Effect] = []
        for part in tree.children:
            if is_tree(part, "quality"):
                word = part.children[-1]  # type: ignore[union-attr]
                assert isinstance(word, Token)
                if also.children and word.type != "KEYWORD":
                    raise Misfit  # "has a Hero" is not "is also a Hero"
                grants.append(a.Grant(what, _quality(word), when))
        return sequence(grants)

    def _avoid(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        if str(tree.children[-1]) != "attack":
            raise Misfit
        return a.AvoidAttack()

    def _win(self, _tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.WinGame(who)

    def _leave(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        rest = a.Window.REST_OF_GAME if "REST_OF_GAME" in kinds(tree) else None
        return a.Stays(selection(tree.children[1]), a.Place(a.Zone.FRONT, a.YOU), rest)

    def _move_leave(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        move = a.Move(a.Verb.PUT, selection(tree.children[1]), None, who)
        done = destinations(move, Tree("destinations", [tree.children[2]]))
        if isinstance(done, a.Move) and done.to is not None and done.to.zone is a.Zone.FRONT:
            raise Misfit  # that is "leave it in front of you"
        return done

    def _stays(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        what = selection(tree.children[0])
        if "IN_PLAY" in kinds(tree):
            return a.Stays(what, a.Place(a.Zone.PLAY), span(tree))
        (where,) = place(tree.children[2])
        return a.Stays(what, where, span(tree))

    def _refill(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.RefillTo(number(first(tree, "number")))

    def _play_before(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        found = cards(next(p for p in tree.children if isinstance(p, Tree)))
        if not isinstance(found, a.Cards):
            raise Misfit
        return a.PlayBefore(a.THIS, found, "YOUR" in kinds(tree))

    def _go_first(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        if str(tree.children[0]) != "first":
            raise Misfit
        return a.GoFirst()

    def _use(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.UseAnyNumber(span(tree))

    def _worth(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.Worth(a.Number(number(first(tree, "number"))))

    def _reduce_score(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        found = cards(tree.children[0])
        if not isinstance(found, a.Cards):
            raise Misfit
        return a.ReduceScore(found.filter)

    def _total_cost(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        return a.TotalCost(selection(tree.children[-1]), who)

    def _starts_game(self, tree: Tree[Token], who: a.Player) -> a.Effect:
        put = a.Move(a.Verb.PUT, a.THIS, None, who)
        done = destinations(put, Tree("destinations", [tree.children[-1]]))
        if not isinstance(done, a.Move) or done.to is None:
            raise Misfit
        return a.StartsGame(done.to)

    def _parity_of(self, tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.ParityOf(number(tree.children[0]), a.ParityKind(str(tree.children[-1])))

    def _effects_remain(self, _tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.EffectsRemain()

    def _no_appearance(self, _tree: Tree[Token], _who: a.Player) -> a.Effect:
        return a.NoFirstAppearance()


def _said_with_to(chain: Tree[Token]) -> bool:
    """Is it one clause of the form "pay 2 Power to draw a card"?"""
    match chain.children:
        case [Tree(data="clause", children=children)]:
            return any(is_tree(part, "suffix_to") for part in children)
    return False


def _quality(word: Token) -> a.CardType | a.Title | a.Keyword:
    if word.type == "TYPE":
        return card_type(word)
    return title(word) if word.type == "TITLE" else keyword(word)


def _cost_of(tree: Tree[Token]) -> a.CostOf:
    found = first(tree, "any_character_cost", "owned_character_cost")
    assert found is not None
    if found.data == "any_character_cost":
        return a.CharacterCost()
    return a.CharacterCost(possessive(found.children[0]))


def pass_to(tree: Tree[Token]) -> a.Place:
    """Where a passed card goes."""
    match str(tree.data):
        case "to_player":
            return a.Place(a.Zone.HAND, player(tree.children[0]))
        case "to_place":
            (where,) = place(tree.children[0])
            return where
        case "to_left":
            return a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_LEFT))
        case "to_right":
            return a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_RIGHT))
    raise Misfit


def destinations(move: a.Move, tree: Tree[Token]) -> a.Effect:
    """A move with its destination, or a choice between several."""
    moved = [_to(move, group) for group in _split(tree)]
    return moved[0] if len(moved) == 1 else a.ChooseOne(tuple(moved))


def _split(tree: Tree[Token]) -> list[list[Tree[Token]]]:
    groups: list[list[Tree[Token]]] = [[]]
    for part in tree.children:
        if token(part, "OR"):
            groups.append([])
        elif isinstance(part, Tree):
            groups[-1].append(part)
    return groups


def _to(move: a.Move, parts: list[Tree[Token]]) -> a.Move:
    to: a.Place | None = None
    verb_ = move.verb
    any_order = False
    face_down = False
    edge_: a.Edge | None = None
    for part in parts:
        match str(part.data):
            case "to_place":
                (to,) = place(part.children[0])
            case "to_table":
                to = a.Place(a.Zone.TABLE)
            case "to_edge":
                edge_ = edge(part.children[0])  # type: ignore[arg-type]
            case "to_play":
                to = a.Place(a.Zone.PLAY)
            case "to_no_game":
                to = a.Place(a.Zone.OUT_OF_GAME)
            case "to_front":
                to = a.Place(a.Zone.FRONT, a.YOU)
            case "to_back":
                verb_ = a.Verb.RETURN
            case "to_under":
                owner = possessive(part.children[1].children[0])  # type: ignore[union-attr]
                to = a.Place(a.Zone.UNDER_CHARACTER, owner)
            case "to_face_down":
                face_down = True
            case "to_face_up":
                pass
            case "to_any_order":
                any_order = True
    if to is None and face_down:
        to = a.Place(a.Zone.TABLE)
    if to is None and edge_ is not None:  # "on top" of where it came from
        to = a.Place(a.Zone.STACK, None, edge_)
    if to is None and verb_ is a.Verb.RETURN and move.verb is a.Verb.PUT:
        return a.Move(verb_, move.what, None, move.who, any_order)
    if to is not None and face_down:
        to = a.Place(to.zone, to.owner, to.edge, to.name, True)
    return a.Move(verb_, move.what, to, move.who, any_order)


def repeat_until(effect: a.Effect, end: a.Condition) -> a.Effect:
    """ "Destroy cards in the Line-Up until there are four": one by one, and counted there."""
    what = getattr(effect, "what", None)
    if isinstance(effect, a.Seq):
        what = getattr(effect.effects[0], "what", None)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Every):
        single = replace(what, quantity=a.Exactly(a.ONE))
        if isinstance(effect, a.Seq):
            first_, *more = effect.effects
            again = [replace(e, what=a.IT) if getattr(e, "what", None) == a.THEM else e for e in more]
            effect = a.Seq((replace(first_, what=single), *again))  # type: ignore[call-arg, type-var]
        else:
            effect = replace(effect, what=single)  # type: ignore[call-arg, type-var]
        if isinstance(end, a.There) and end.count.cards == a.Cards(a.Every()):
            end = replace(end, count=a.CountOf(a.Cards(a.Every(), places=what.places)))
    return a.RepeatUntil(effect, end)


def for_each(each: a.Amount, effect: a.Effect) -> a.Effect:
    """Something for each counted thing; Power, costs and VP take it into their amount."""
    match effect:
        case a.Power(a.Number(n), who):
            return a.Power(a.Times(n, each), who)
        case a.Worth(a.Number(n)):
            return a.Worth(a.Times(n, each))
        case a.ChangeCost(of, a.Number(n), more, span):
            return a.ChangeCost(of, a.Times(n, each), more, span)
    return a.ForEach(each, effect)
