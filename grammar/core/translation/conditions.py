"""Conditions: whether something is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.translation.cards import shared, together, verb_row
from rules_check.grammar.core.translation.names_in_scope import (
    ONE,
    THIS,
    YOU,
    Meant,
    Named,
    Untranslated,
    Who,
    all_so,
    attribute,
    both,
    compare,
    count,
    is_open,
    is_so,
    not_so,
    one_so,
    told,
)
from rules_check.grammar.core.translation.numbers import Numbers
from rules_check.grammar.core.translation.players import RANKED

W = a.Window
TURN: Final = c.Span("turn")
AMONG_WHICH: Final = (
    'it is not said among which cards: "if it has the highest cost among them", '
    'or, of cards that players show, "if your card has the highest cost"'
)
CONFRONTATION: Final = c.Span("confrontation")
COMPARED: Final = (a.Different, a.Alike, a.OneType)
"""What is said of cards by comparing each with the others."""


class Conditions(Numbers):
    """Translates conditions and stretches of time."""

    def window(self, window: a.Window) -> c.Value:
        """A stretch of time."""
        match window:
            case W.THIS_TURN:
                return TURN
            case W.YOUR_TURN | W.EACH_OF_YOUR_TURNS:
                return c.Span("turns", YOU)
            case W.EACH_TURN:
                return c.Span("each_turn")
            case W.CONFRONTATION:
                return CONFRONTATION
            case W.FOES_TURN:
                return c.Span("turns", c.Group("foes", YOU))
            case W.OTHER_TURN:
                return c.Span("turns", c.Group("others", YOU))
            case W.ANY_TURN:
                return c.Span("turns", c.Group("everyone"))
            case W.REST_OF_GAME:
                return c.Span("game")
            case _:
                assert_never(window)

    def condition(self, condition: a.Condition) -> c.Value:
        """Whether it is so."""
        try:
            return told(self._condition(condition), condition)
        except Untranslated as why:
            why.at = why.at or a.hull(condition)
            raise

    def _condition(self, condition: a.Condition) -> c.Value:
        match condition:
            case a.There(counted, a.Comparison.AT_LEAST, a.ONE) if _ranked(counted.cards.filter):
                raise Untranslated(condition, AMONG_WHICH)
            case a.There(counted, comparison, value):
                number = told(self.size_of(counted), counted)
                return compare(comparison.value, number, self.number(value))
            case a.Has(who, there):
                return self._of_them(who, lambda _one: self.condition(there))
            case a.Is(what, wanted):
                return self._are(what, wanted)
            case a.AttackIs() if not self.in_defense:
                raise Untranslated(condition, "only a Defense is used against an Attack")
            case a.AttackIs(wanted):
                found = self.fits(attribute("attack_card"), wanted)
                return found if found is not None else c.During(c.Span("this_attack"))
            case a.ShareType() | a.DifferInType():
                return self._types(condition)
            case a.In(what, place, before):
                return self._in(what, place, before)
            case a.OwnsOrPlays(what):
                return self._owns_or_plays(what)
            case a.CardsSoFar(nth, wanted):
                number = count(self.played_so_far(wanted))
                return compare("=", number, c.Number(nth))
            case a.HasMore(who, cards, than, how, times):
                return self._of_them(who, lambda one: self.has_more(one, cards, than, how, times))
            case a.Compare(first, comparison, second):
                return compare(comparison.value, self.number(first), self.number(second))
            case a.IsParity(of, kind):
                return c.Arithmetic(kind.value, (self.number(of),))
            case a.HasPoints(who, kind, comparison, value):
                row = self.points_row(condition, kind)
                number = self.number(value)
                return self._of_them(
                    who, lambda one: compare(comparison.value, attribute(row, one), number)
                )
            case a.Cannot(effect):
                return self._cannot(effect)
            case a.MatchesChoice():
                return self._matches(condition)
            case a.During(window):
                return c.During(self.window(window))
            case a.PlayersDid():
                return self._players_did(condition)
            case a.PlayersAre():
                return self._players_are(condition)
            case a.HighestCost(verb):
                return compare("=", count(self.highest(condition, verb)), ONE)
            case a.DefeatedInConfrontation(window):
                return self._did_yourself("succeed", self.window(window))
            case a.AnnouncedConfrontation(negated):
                did = self._did_yourself("announce", TURN)
                return not_so(did) if negated else did
            case a.Not(inner):
                return not_so(self.condition(inner))
            case a.AllOf(first, second):
                return all_so(self.condition(first), self.condition(second))
            case a.AnyOf(first, second):
                return one_so([self.condition(first), self.condition(second)])
            case _:
                assert_never(condition)

    def points_row(self, node: a.Node, kind: a.AttributeKind) -> str:
        """What a player has so much of: Power or VP."""
        if kind is a.AttributeKind.POWER:
            return "power"
        if kind is a.AttributeKind.VP:
            return "vp"
        raise Untranslated(node, f"players have no {kind}")

    def _did_yourself(self, verb: str, window: c.Value) -> c.Value:
        with self.local() as event:
            by = compare("=", attribute("by", event), YOU)
            return compare(">=", count(c.Did(c.Event((verb,), event.name, where=by), window)), ONE)

    def played_so_far(self, wanted: a.Filter) -> c.Value:
        """What you have played this turn, of such cards."""
        with self.local() as event:
            by = compare("=", attribute("by", event), YOU)
            fit = self.fits(attribute("card", event), wanted)
            return c.Did(c.Event(("play",), event.name, where=is_so([by, fit])), TURN)

    # ------------------------------------------------------------------ of players

    def _of_them(self, who: a.Player, so: Callable[[c.Value], c.Value]) -> c.Value:
        """Whether it is so of one of several players (picked kinds), or of all of them."""
        meant = self.who(who)
        if not meant.many:
            with self.for_player(meant.value):
                return so(meant.value)
        with self.local() as one, self.for_player(one):
            test = so(one)
        return self._holds(meant, one, test)

    def _holds(self, meant: Who, one: c.Var, test: c.Value) -> c.Value:
        if meant.picked:
            return c.Quantified(False, one.name, meant.value, test)
        some = compare(">=", count(meant.value), ONE)
        return all_so(some, c.Quantified(True, one.name, meant.value, test))

    def _players_are(self, node: a.PlayersAre) -> c.Value:
        avoids = isinstance(node.test, a.AvoidedAttack | a.HitByAttack)
        attack, self.attack = self.attack, None if avoids else self.attack
        last = self.last_attack
        if avoids and attack is not None:
            self.last_attack = attack.name
        try:
            return self._such_players(node)
        finally:
            self.attack, self.last_attack = attack, last

    def _such_players(self, node: a.PlayersAre) -> c.Value:
        meant = self.who(node.who)
        among: c.Value = meant.value
        if not meant.many and isinstance(node.test, RANKED):
            among = c.Group("everyone")
        if not meant.many and node.comparison is None:
            found = self.passes(meant.value, node.test, among)
            return self._ranked_alone(node, found, among)
        with self.local() as one:
            test = self.passes(one, node.test, among)
        if node.comparison is None:
            return self._holds(meant, one, test)
        such = count(c.Filter(one.name, meant.value, test))
        return compare(node.comparison.value, such, c.Number(node.value))

    def _ranked_alone(self, node: a.PlayersAre, found: c.Value, among: c.Value) -> c.Value:
        """One player whose card is ranked among those of all: in a tie it may be nobody (HU-RU10).
        Who has the most of something has so much, whether others have as much or not."""
        if not isinstance(node.test, a.CostRank) or node.test.alone:
            return found
        with self.local() as one:
            test = self.passes(one, node.test, among)
            tie = is_open("tie")
            first = c.The(c.Filter(one.name, among, test), settings=(tie,))
        player = self.who(node.who).value
        return compare("in", player, first)

    def _players_did(self, node: a.PlayersDid) -> c.Value:
        """At least so many of the players did, or did not do, what was told before."""
        attack = self.attack
        self.attack = None if node.negated else attack
        meant = self.who(node.who)
        self.attack = attack
        results = [self.results_of[m] for m in a.bound_to(node) if m in self.results_of]
        if not results:
            raise Untranslated(node, "nothing was named before that it could speak of")
        with self.local() as one:
            done = one_so([c.Status("done", self.said(r).value, one) for r in results])
            match node.effect:
                case a.Move(verb, a.Cards() as what) | a.Show(verb, a.Cards() as what):
                    done = all_so(done, self._did_so_many(one, verb, what, results))
                case a.Play(a.Cards() as what):
                    done = all_so(done, self._did_so_many(one, a.Verb.PLAY, what, results))
                case _:
                    pass
            such = c.Filter(one.name, meant.value, not_so(done) if node.negated else done)
        return compare(">=", count(such), c.Number(node.at_least))

    def _did_so_many(
        self, player: c.Value, verb: a.Verb, what: a.Cards, results: list[Named]
    ) -> c.Value:
        least: c.Value = ONE
        if isinstance(what.quantity, a.Exactly | a.AtLeast):
            least = self.number(what.quantity.amount)
        with self.local() as event:
            by = compare("=", attribute("by", event), player)
            fit = self.fits(attribute("card", event), what.filter)
            did = c.Event((verb_row(verb),), event.name, where=is_so([by, fit]))
            found = both(*(c.Did(did, self.said(result).value) for result in results))
        return compare(">=", count(found), least)

    def highest(self, node: a.Node, verb: a.Verb) -> c.Value:
        """Of the cards to which a text did that, those with the highest cost."""
        with self.local() as event:
            cost = attribute("cost", attribute("card", event))
            return c.Best(True, cost, event.name, self.did_this_way(node, (verb,), None))

    # ------------------------------------------------------------------ of cards

    def _are(self, what: a.Selection, wanted: a.Filter) -> c.Value:
        """There are such cards, and each and all together are as the filter says."""
        if _ranked(wanted):
            raise Untranslated(what, AMONG_WHICH)
        if isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly):
            source = self.cards(what).value
            with self.local() as card:
                test = self.fits(card, wanted)
                such: c.Value = source if test is None else c.Filter(card.name, source, test)
            least = c.Arithmetic("atleast", (self.number(what.quantity.amount), ONE))
            if what.quantity.amount == a.ONE:
                return compare(">=", count(such), ONE)
            return compare(">=", count(such), least)
        found = self.cards(what)
        several = [self.go_together(test, found.value, found.value) for test in together(wanted)]
        if not found.many:
            so = is_so([self.fits(found.value, wanted), *several])
            return so if so is not None else compare("=", found.value, found.value)
        with self.local() as card:
            test = self.fits(card, wanted)
            each = None if test is None else c.Quantified(True, card.name, found.value, test)
        # what is said of cards together ("different costs") cannot be said of a single one
        more = any(isinstance(x, COMPARED) for x in together(wanted))
        enough = compare(">" if more else ">=", count(found.value), ONE)
        so = is_so([enough, each, *several])
        assert so is not None
        return so

    def _types(self, node: a.ShareType | a.DifferInType) -> c.Value:
        found = self.noted(node, a.bound_to(node)).value
        two = compare(">", count(found), ONE)
        if isinstance(node, a.DifferInType):
            return all_so(two, compare("=", count(attribute("apart", found)), count(found)))
        first = Meant(c.Ends(c.End.TOP, ONE, found), True)
        with self.local() as card:
            like = shared(self, card, first, self_too=True)
            every = c.Quantified(True, card.name, found, like)
        return all_so(two, every)

    def _in(self, what: a.Selection, place: a.Place, before: bool) -> c.Value:
        found = self.cards(what)
        where = self.place(place)

        def lies(card: c.Value) -> c.Value:
            if before:
                return compare("in", c.Attribute("place", (card,), c.AsOf.THEN), where)
            return compare("in", card, where)

        if not found.many:
            return lies(found.value)
        with self.local() as card:
            every = c.Quantified(True, card.name, found.value, lies(card))
        return all_so(compare(">=", count(found.value), ONE), every)

    def _owns_or_plays(self, what: a.Selection) -> c.Value:
        mine = both(c.Place("owned", YOU), THIS)
        found = self.matching(what, mine) if isinstance(what, a.Cards) else self.cards(what).value
        if isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE):
            number = self._told_number(what.quantity)
            if number is None:
                raise Untranslated(what, "how many of them is not a number")
            return compare(">=", count(found), number)
        with self.local() as card:
            return c.Quantified(False, card.name, found, compare("in", card, mine))

    def _matches(self, node: a.MatchesChoice) -> c.Value:
        marks = a.bound_to(node)
        chosen = [self.values_of[mark] for mark in marks if mark in self.values_of]
        if len(chosen) != 1:
            raise Untranslated(node, "neither odd nor even was chosen before")
        value, many = self.said(chosen[0])
        if node.who != a.YOU and many and isinstance(value, c.Var):
            who = self.who(node.who)
            value = value if who.many else attribute("theirs", value, who.value)
        cards = self.noted(node, tuple(mark for mark in marks if mark not in self.values_of))

        def fit(card: c.Value) -> c.Value:
            chosen = [compare("in" if many else "=", c.Kind(x), value) for x in ("odd", "even")]
            odd = c.Arithmetic("odd", (attribute("cost", card),))
            return one_so([all_so(chosen[0], odd), all_so(chosen[1], not_so(odd))])

        if not cards.many:
            return fit(cards.value)
        with self.local() as card:
            every = c.Quantified(True, card.name, cards.value, fit(card))
        return all_so(compare(">=", count(cards.value), ONE), every)

    # ------------------------------------------------------------------ what cannot be done

    def _cannot(self, effect: a.Effect) -> c.Value:
        """It cannot be done just now by whom it names."""
        match effect:
            case a.Move(a.Verb.DRAW, a.Cards(places=())):
                piles = both(c.Place("deck", self.actor), c.Place("discard", self.actor))
                return compare("=", count(piles), c.Number(0))
            case a.Move(verb, a.Cards() as what) | a.Show(verb, a.Cards() as what):
                return self._too_few(what, verb, effect.who)
            case a.Play(a.Cards() as what):
                return self._too_few(what, a.Verb.PLAY, effect.who)
            case a.PayPower(amount, who):
                number = self.number(amount)
                return not_so(
                    self._of_them(who, lambda one: compare(">=", attribute("power", one), number))
                )
            case _:
                raise Untranslated(effect, "it is not known when this cannot be done")

    def _too_few(self, what: a.Cards, verb: a.Verb, who: a.Player) -> c.Value:
        def enough(_player: c.Value) -> c.Value:
            source = self.could_be(what, verb)
            least: c.Value = ONE
            if isinstance(what.quantity, a.Exactly | a.AtLeast):
                least = self.number(what.quantity.amount)
            if together(what.filter):
                raise Untranslated(what, "which cards go together cannot be asked beforehand")
            return compare(">=", count(source), least)

        return not_so(self._of_them(who, enough))


def _ranked(wanted: a.Filter) -> bool:
    """Whether the card with the highest or the lowest cost is asked for."""
    return any(isinstance(test, a.Extreme) for test in wanted.tests)
