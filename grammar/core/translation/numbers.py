"""Numbers: what is printed, counted, added up and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.translation.cards import (
    ATTRIBUTE_OF,
    CardPhrases,
    together,
    verb_row,
)
from rules_check.grammar.core.translation.names_in_scope import (
    ONE,
    THIS,
    YOU,
    Meant,
    Untranslated,
    all_so,
    attribute,
    both,
    compare,
    count,
    is_open,
    is_so,
    told,
    without,
)
from rules_check.grammar.core.translation.players import Players

NOTHING = c.Number(0)


class Numbers(Players, CardPhrases):
    """Translates amounts."""

    def number(self, amount: a.Amount) -> c.Value:
        """How many."""
        return told(self._number(amount), amount)

    def _number(self, amount: a.Amount) -> c.Value:
        match amount:
            case a.Number(value):
                return number_of(value)
            case a.CountOf():
                self._of_somebody(amount)
                return self.size_of(amount)
            case a.CountPlayers(who):
                return count(self.who(who).value)
            case a.AttributeOf(kind, of):
                return self._summed(kind, of)
            case a.ThatMany():
                return self._that_many(amount)
            case a.Times(1, each):
                return self.number(each)
            case a.Times(number, each):
                return c.Arithmetic("*", (number_of(number), self.number(each)))
            case a.Plus(first, second):
                return c.Arithmetic("+", (self.number(first), self.number(second)))
            case a.Minus(first, second):
                return c.Arithmetic("-", (self.number(first), self.number(second)))
            case a.Half(of, up):
                return c.Arithmetic("half_down" if up is False else "half_up", (self.number(of),))
            case a.Difference(first, second):
                one, other = self.number(first), self.number(second)
                ways = (c.Arithmetic("-", (one, other)), c.Arithmetic("-", (other, one)))
                return c.Arithmetic("atleast", ways)
            case a.Bounded(of, least, most):
                found = self.number(of)
                if most is not None:
                    found = c.Arithmetic("atmost", (found, number_of(most)))
                if least is not None:
                    found = c.Arithmetic("atleast", (found, number_of(least)))
                return found
            case a.Highest(kind, cards, highest):
                source = self.cards(cards).value
                with self.local() as card:
                    values = c.Collect(attribute(ATTRIBUTE_OF[kind], card), card.name, source)
                    return c.Fold("max" if highest else "min", values)
            case a.MostHeld(who, cards, most):
                with self.local() as player, self.for_player(player):
                    held = c.Collect(self.how_many(cards), player.name, self.who(who).value)
                    return c.Fold("max" if most else "min", held)
            case a.Question():
                raise Untranslated(amount, "a question is open")
            case _:
                raise Untranslated(amount, "it is not said how many")

    def _summed(self, kind: a.AttributeKind, of: a.Selection) -> c.Value:
        """The number of a card, summed if there are several; without cards 0, but nothing to
        compare with."""
        row = ATTRIBUTE_OF[kind]
        if self.one_of is not None and of is self.one_of[0]:
            return attribute(row, self.one_of[1])
        found = self._of_all_rounds(of) or self.cards(of)
        if found.value == THIS or (isinstance(found.value, c.Attribute) and not found.many):
            return attribute(row, found.value)
        value = found.value
        if self.comparing and not found.many:
            return attribute(row, value)
        if self.comparing and isinstance(of, a.Cards) and of.quantity == a.Exactly(a.ONE):
            one = value if isinstance(value, c.Ends) else c.Ends(c.End.TOP, ONE, value)
            return attribute(row, c.The(one))
        if isinstance(of, a.Cards) and isinstance(of.quantity, a.Exactly):
            value = self._just_so_many(of, of.quantity.amount, value)
        with self.local() as card:
            return c.Fold("sum", c.Collect(attribute(row, card), card.name, value))

    def _just_so_many(self, of: a.Cards, amount: a.Amount, best: c.Value) -> c.Value:
        """Of the highest or lowest, just so many cards."""
        extreme = next((x for x in together(of.filter) if isinstance(x, a.Extreme)), None)
        if extreme is None:
            return best
        number = self.number(amount)
        if number == ONE:
            return c.Ends(c.End.TOP, ONE, best)
        source = self.matching(of, c.Place("controlled", YOU))
        sure, tied = self.outstanding(source, number, extreme.highest)
        left = c.Arithmetic("-", (number, count(sure)))
        return both(sure, c.Ends(c.End.TOP, left, tied))

    def _of_all_rounds(self, of: a.Selection) -> Meant | None:
        """At the end of a repetition: what cards have together, those of all its rounds have."""
        if not isinstance(of, a.Ref) or of.kind is not a.RefKind.THEM:
            return None
        marks = a.bound_to(of)
        if not marks or not self.in_all_rounds.keys() >= set(marks):
            return None
        return Meant(both(*(self.in_all_rounds[mark] for mark in marks)), True)

    def _that_many(self, amount: a.ThatMany) -> c.Value:
        """As many as were just moved, shown or paid."""
        found: list[c.Value] = []
        for mark in a.bound_to(amount):
            if mark in self.values_of:
                value, many = self.said(self.values_of[mark])
                found.append(c.Fold("sum", value) if many else value)
            elif results := [act.result for act in self.acts if act.mark == mark]:
                found += [count(attribute("cards", self.said(one).value)) for one in results]
            elif mark in self.results_of:
                found.append(attribute("amount", self.said(self.results_of[mark]).value))
            elif mark in self.cards_of:
                found.append(count(self.noted(amount, (mark,)).value))
        if not found:
            raise Untranslated(amount, "no number was named before")
        total, *others = found
        for other in others:
            total = c.Arithmetic("+", (total, other))
        return total

    # ------------------------------------------------------------------ counting

    def size_of(self, node: a.CountOf) -> c.Value:
        """How many cards are counted."""
        source = self.counted(node)
        number = self._size(node, source)
        if node.per != 1:
            number = c.Arithmetic("div", (number, number_of(node.per)))
        return number

    def _of_somebody(self, node: a.CountOf) -> None:
        """Cards "in a foe's hand" are counted where somebody has chosen the foe."""
        for place in node.cards.places:
            if place.owner is not None and self.owner_of(place).picked:
                raise Untranslated(
                    place, "the cards of one of several players are meant, and it is not said whose"
                )

    def counted(self, node: a.CountOf) -> c.Value:
        """The cards that are counted."""
        source = self.cards(node.cards).value
        return without(source, THIS) if node.itself is False else source

    def _size(self, node: a.CountOf, source: c.Value) -> c.Value:
        if isinstance(node.cards.quantity, a.CostWorth):
            return c.Conditional(self._worth(node.cards.quantity, source), ONE, NOTHING)
        for test in together(node.cards.filter):
            match test:
                case a.Alike(kind):
                    return self._largest(source, kind)
                case a.OneType():
                    return self._largest(source, a.DifferentKind.TYPE)
                case a.Different(a.DifferentKind.TYPE):
                    return count(attribute("apart", source))
                case a.Different(kind):
                    return self.kinds_among(kind, source)
                case a.TotalAtMost() | a.TotalAtLeast():
                    raise Untranslated(test, "cards are counted, and a total is asked")
                case a.Extreme():
                    pass
                case _:
                    assert_never(test)
        if node.different is a.DifferentKind.TYPE and node.apart is not None:
            with self.local() as card:
                kinds: c.Value = c.Fold(
                    "distinct", c.Collect(attribute("types", card), card.name, source)
                )
                apart = compare("!=", card, c.Kind(node.apart.value))
                return count(c.Filter(card.name, kinds, apart))
        if node.different is not None:
            if node.apart is not None:
                raise Untranslated(node, "a card type is left out of what is no card type")
            return self.kinds_among(node.different, source)
        return count(source)

    def _largest(self, source: c.Value, kind: a.DifferentKind) -> c.Value:
        """How many cards the largest group has that has one name, cost or type."""
        row = {a.DifferentKind.NAME: "name", a.DifferentKind.COST: "cost"}.get(kind, "types")
        op = "in" if kind is a.DifferentKind.TYPE else "="
        with self.local() as one:
            values = c.Fold("distinct", c.Collect(attribute(row, one), one.name, source))
            with self.local() as card:
                group = c.Filter(card.name, source, compare(op, one, attribute(row, card)))
            return c.Fold("max", c.Collect(count(group), one.name, values))

    def _worth(self, quantity: a.CostWorth, source: c.Value) -> c.Value:
        op = "<=" if quantity.up_to else ">="
        some = compare(">=", count(source), ONE)
        return all_so(some, compare(op, self.total(source), c.Number(quantity.amount)))

    def how_many(self, cards: a.Cards) -> c.Value:
        """How many such cards there are."""
        return self.size_of(a.CountOf(cards))

    def so_many(self, cards: a.Cards, just: bool = False) -> c.Value:
        """Whether there are so many such cards as are told."""
        source = self.cards(cards).value
        return self._as_many(cards, source, just)

    def _as_many(self, cards: a.Cards, source: c.Value, just: bool = False) -> c.Value:
        """Whether there are as many cards as a phrase says."""
        totals = [
            self.go_together(test, source, source)
            for test in together(cards.filter)
            if isinstance(test, a.TotalAtMost | a.TotalAtLeast)
        ]
        tests = tuple(
            t for t in cards.filter.tests if not isinstance(t, a.TotalAtMost | a.TotalAtLeast)
        )
        plain = a.replace(cards, filter=a.Filter(cards.filter.nouns, tests))
        number = self._size(a.CountOf(plain), source)
        match cards.quantity:
            case a.CostWorth() as worth:
                so: c.Value = self._worth(worth, source)
            case a.Exactly(a.Number(1)) | a.Every() | a.AnyNumber():
                so = compare("=" if just else ">=", number, ONE)
            case a.Exactly(amount):
                so = compare("=", number, self.number(amount))
            case a.AtLeast(amount):
                so = compare(">=", number, self.number(amount))
            case a.UpTo(amount):
                so = compare("<=", number, self.number(amount))
            case _:
                assert_never(cards.quantity)
        found = is_so([so, *totals])
        assert found is not None
        return found

    def so_many_did(self, verbs: Sequence[a.Verb], cards: a.Selection, player: c.Value) -> c.Value:
        """Whether a player did that to so many such cards in this text."""
        source = self.did_to(verbs, cards, player)
        wanted = cards if isinstance(cards, a.Cards) else a.Cards(a.Exactly(a.ONE))
        return self._as_many(wanted, source)

    def did_to(self, verbs: Sequence[a.Verb], cards: a.Selection, player: c.Value) -> c.Value:
        """The cards of those meant to which a player did that in this text."""
        with self.local() as event:
            names = tuple(map(verb_row, verbs))
            by = compare("=", attribute("by", event), player)
            done: c.Value = c.Event(names, event.name, where=by)
        asked = (is_open("counts"),)
        found = [
            attribute("cards", c.Did(done, one, settings=asked))
            for one in self.windows_this_way(cards, verbs)
        ]
        source = c.Fold("distinct", both(*found))
        if isinstance(cards, a.Cards):
            extreme = [t for t in together(cards.filter) if isinstance(t, a.Extreme)]
            with self.local() as card:
                test = self.fits(card, cards.filter)
                meant: c.Value = source if test is None else c.Filter(card.name, source, test)
            if extreme:
                meant = self._among_all(verbs, cards, meant, extreme[0])
            return meant
        with self.local() as card:
            those = self.cards(cards).value
            return c.Filter(card.name, source, compare("in", card, those))

    def _among_all(
        self, verbs: Sequence[a.Verb], cards: a.Cards, mine: c.Value, test: a.Extreme
    ) -> c.Value:
        """The highest among the cards of all players to which that was done."""
        with self.local() as card:
            everybody: c.Value = attribute("cards", self.did_this_way(cards, verbs, None))
            with self.local() as other:
                fit = self.fits(other, cards.filter)
                if fit is not None:
                    everybody = c.Filter(other.name, everybody, fit)
                best = c.Best(test.highest, attribute("cost", other), other.name, everybody)
            return c.Filter(card.name, mine, compare("in", card, best))


def number_of(value: int) -> c.Value:
    """A printed number; below 0 it is taken off."""
    if value >= 0:
        return c.Number(value)
    return c.Arithmetic("-", (NOTHING, c.Number(-value)))
