"""Cards: where they lie, which are meant, what they have to be, how some of them are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, TypeGuard, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.core.translation.names_in_scope import (
    EVERYONE,
    ONE,
    THIS,
    YOU,
    Meant,
    Named,
    Picking,
    Translating,
    Untranslated,
    Who,
    all_so,
    attribute,
    both,
    by_default,
    compare,
    count,
    is_open,
    is_so,
    not_so,
    one_so,
    told,
    without,
)
from rules_check.grammar.core.translation.players import RANKED
from rules_check.grammar.subjects import EACH_ONE

V, Z = a.Verb, a.Zone
OF_A_PLAYER: Final = {
    Z.HAND: "hand",
    Z.DECK: "deck",
    Z.DISCARD_PILE: "discard",
    Z.PLAY: "inplay",
    Z.FRONT: "inplay",
    Z.SCORE_PILE: "score",
}
OF_NOBODY: Final = {
    Z.LINE_UP: "lineup",
    Z.MAIN_DECK: "main",
    Z.SUPER_VILLAIN_STACK: "superstack",
    Z.DESTROYED_PILE: "destroyed",
    Z.TABLE: "table",
    Z.OUT_OF_GAME: "out",
}
FROM_HAND: Final = frozenset({V.DISCARD, V.PASS, V.REVEAL, V.LOOK, V.CHOOSE, V.SWAP, V.PLAY})
FROM_HAND_AND_PLAY: Final = frozenset({V.DESTROY, V.PUT, V.RETURN, V.REMOVE, V.DEAL})
FROM_LINE_UP: Final = frozenset({V.GAIN, V.BUY, V.RECEIVE})
FROM_STACKS: Final = FROM_LINE_UP | {V.PUT}
FROM_DECK: Final = frozenset({V.DRAW})
LEAVES: Final = frozenset({V.REVEAL, V.LOOK, V.CHOOSE, V.PLAY})
K = a.PlayerKind
ONE_PERSON: Final = frozenset(
    {
        *(K.TEAMMATE, K.THEIR_TEAMMATE, K.FOES_TEAMMATE, K.ATTACKERS_TEAMMATE),
        *(K.YOUR_FOE, K.THAT_FOE, K.CHOSEN_FOE, K.CONFRONTED),
    }
)
"""Phrases that say one player, whom a group of the core gives."""
ATTRIBUTE_OF: Final = {
    a.AttributeKind.COST: "cost",
    a.AttributeKind.VP: "vp",
    a.AttributeKind.POWER: "gives",
    a.AttributeKind.LEVEL: "level",
}
KIND_OF: Final = {
    a.DifferentKind.NAME: "name",
    a.DifferentKind.TYPE: "types",
    a.DifferentKind.COST: "cost",
}

Together: TypeAlias = a.Different | a.OneType | a.Alike | a.TotalAtMost | a.TotalAtLeast | a.Extreme
"""Tests about several cards together."""

WHICH_OF_THEM: Final = c.Setting("tie", "", c.Filled.OPEN)
""" "It" where there may be several: nobody has said which, and no book can."""
ONE_EACH: Final = "several players have such a card each, and it speaks of one"
OF_TWO: Final = "two cards changed places, and it is not said which of them is meant"
OF_SEVERAL: Final = "several cards were named before, and it is not said which of them is meant"
OF_EACH: Final = "each of several players has several of them: of each player, or of all together?"
IF_TIED: Final = 'several players may be tied, and then it is not said whose: say "a foe with", …'
LOOKS: Final = (a.Acted, a.ThisWay, a.Controlled, a.Owned)
"""Tests that say where to look, if no place is named."""


class Chosen(NamedTuple):
    """How cards are chosen: what is done for it, and the cards."""

    steps: list[c.Statement]
    cards: Meant
    named: Named | None = None


def together(wanted: a.Filter) -> list[Together]:
    """What is said of several cards together."""
    return [test for test in wanted.tests if isinstance(test, Together)]


class CardPhrases(Translating):
    """Translates phrases about cards."""

    # ------------------------------------------------------------------ places

    def place(self, place: a.Place) -> c.Value:
        """A place where cards lie."""
        zone = place.zone
        if zone in OF_A_PLAYER:
            return told(c.Place(OF_A_PLAYER[zone], self.owner_of(place).value), place)
        if zone in OF_NOBODY:
            return told(c.Place(OF_NOBODY[zone]), place)
        match zone:
            case Z.STACK if place.name is None:
                return told(c.Place("stacks"), place)
            case Z.STACK:
                assert place.name is not None
                return told(c.Place("stack", c.Kind(place.name)), place)
            case Z.UNDER_THIS:
                return told(c.Place("under", THIS), place)
            case Z.UNDER_CHARACTER:
                owner = self.owner_of(place)
                if not owner.many:
                    return told(c.Place("under", attribute("character", owner.value)), place)
                with self.local() as one:
                    under = c.Place("under", attribute("character", one))
                    return told(c.Collect(under, one.name, owner.value), place)
            case _:
                raise Untranslated(place, "no cards lie at such a place")

    def owner_of(self, place: a.Place) -> Who:
        """Whose a place is: if nothing is said, of whoever acts."""
        if place.owner is None:
            return Who(self.actor, many=False)
        test = place.owner.test
        ranked = isinstance(test, RANKED) and not test.alone
        if ranked and place.owner.kind in (*EACH_ONE, K.THE_PLAYER):
            raise Untranslated(place, IF_TIED)
        owner = self.who(place.owner)
        if place.owner.kind is a.PlayerKind.ANY_PLAYER and self.attack is None:
            return Who(EVERYONE, many=True)
        if owner.picked and self.picking is not None:
            return Who(self._picked_first(place.owner, owner, self.picking), many=False)
        return owner

    def _picked_first(self, who: a.Player, meant: Who, picking: Picking) -> c.Value:
        """The player whose cards are chosen from, who is chosen first."""
        if who not in picking.picked:
            named = self.named("q", Sort.PLAYER)
            asked = c.Choose(named.name, "Player", meant.value, ONE, ONE, picking.by)
            picking.steps.append(told(asked, who))
            picking.picked[who] = c.Var(named.name)
        return picking.picked[who]

    def _there(self, place: a.Place, number: c.Value | None) -> c.Value:
        """The cards of a place: of an end of a pile, only so many."""
        lie = self.place(place)
        end = c.End.TOP if place.edge is None else c.End(place.edge.value)
        if place.zone is Z.SUPER_VILLAIN_STACK:
            return c.Ends(end, number or ONE, lie)
        if place.zone is Z.STACK and place.name is not None and number is not None:
            return c.Ends(end, number, lie)
        if place.edge is None:
            return lie
        if place.zone is Z.LINE_UP:
            raise Untranslated(place, "the Line-Up has no top and no bottom")
        if isinstance(lie, c.Place):
            lie = replace(lie, of=self._one_person(place, lie.of))
        if self.standing and place.zone is Z.DECK:
            raise Untranslated(
                place,
                "nobody looks at the top of a deck all the time: it may have to be shuffled first",
            )
        return c.Ends(c.End(place.edge.value), number or ONE, lie)

    def _one_person(self, place: a.Place, owner: c.Value | None) -> c.Value | None:
        """Of whom a pile is of which the top is taken: "your teammate" is one player."""
        if owner is None or place.owner is None or place.owner.kind not in ONE_PERSON:
            return owner
        return c.The(owner) if self.who(place.owner).many else owner

    # ------------------------------------------------------------------ what is meant

    def cards(self, what: a.Selection) -> Meant:
        """The cards that a phrase means, where nothing is chosen."""
        match what:
            case a.Cards():
                found = self.matching(what, c.Place("controlled", YOU))
                return Meant(self._in_full(what, found), True)
            case a.Whole(place):
                return Meant(self.place(place), True)
            case a.Ref():
                return self._spoken(what)
            case a.Both(first, second):
                one = self.cards(first).value
                return Meant(both(one, without(self.cards(second).value, one)), True)
            case a.OneOf(first, second):
                one, other = self.cards(first).value, self.cards(second).value
                some = compare(">=", count(one), ONE)
                return Meant(c.Conditional(some, one, other), True)
            case a.CharacterOf(owner):
                return self._characters(owner)
            case a.Question():
                raise Untranslated(what, "a question is open")
            case _:
                assert_never(what)

    def _characters(self, owner: a.Player) -> Meant:
        who = self.who(owner)
        if not who.many:
            return Meant(attribute("character", who.value), False)
        with self.local() as one:
            found = c.Collect(attribute("character", one), one.name, who.value)
            return Meant(found, True)

    def _in_full(self, what: a.Cards, found: c.Value) -> c.Value:
        """Cards of which nothing is chosen: "the N highest" of them."""
        for test in together(what.filter):
            if isinstance(test, a.Extreme):
                with self.local() as card:
                    found = c.Best(test.highest, attribute("cost", card), card.name, found)
        return found

    def _spoken(self, ref: a.Ref) -> Meant:
        found = self.spoken(ref, a.bound_to(ref), ref.kind)
        if ref.kind is a.RefKind.IT and ref.called is None and self._is_told_by(ref):
            found = Meant(c.The(found.value, settings=(WHICH_OF_THEM,)), False)
        tests: list[c.Value] = []
        with self.local() as card:
            if ref.place is not None:
                tests.append(compare("in", card, self.place(ref.place)))
            if ref.called is not None:
                tests.append(compare("in", c.Kind(ref.called.value), attribute("types", card)))
            if tests:
                found = Meant(c.Filter(card.name, found.value, all_so(*tests)), True)
        return Meant(told(found.value, ref), found.many)

    def _is_told_by(self, ref: a.Ref) -> bool:
        """Whether "it" is what a player was told by ("a foe with a Hero in hand discards it").
        Refuses it where several cards were named, in one place or by each of several players: no
        book can say which of them is meant."""
        marks = a.bound_to(ref)
        known = self.cards_of.get(marks[0]) if len(marks) == 1 else None
        if known is None:
            return False
        value, many = self.said(known) if isinstance(known, Named) else known
        if many and marks[0] in self.swapped:
            raise Untranslated(ref, OF_TWO)
        if many and marks[0] in self.several:
            raise Untranslated(ref, OF_SEVERAL)
        if not (many and isinstance(known, Named) and isinstance(value, c.Var)):
            return False
        if self._is_behind(known):
            raise Untranslated(ref, ONE_EACH)
        return any(block.player is not None for block in known.within)

    def spoken(self, node: a.Node, marks: tuple[int, ...], kind: a.RefKind) -> Meant:
        """The cards noted under marks."""
        if kind is a.RefKind.THIS:
            return Meant(THIS, False)
        if kind is a.RefKind.THEM and marks == (a.SELF,):
            raise Untranslated(node, "it speaks of several cards, and only this card was named")
        found = self.noted(node, marks)
        match kind:
            case a.RefKind.IT | a.RefKind.THEM:
                return found
            case a.RefKind.REST if not self.deeds_told and self.told_of.isdisjoint(marks):
                raise Untranslated(node, "nothing was done with some of them, so there is no rest")
            case a.RefKind.REST if all(self.cards_of.get(x) in self.moved_whole for x in marks):
                raise Untranslated(node, "all of them were moved, so there is no rest of them")
            case a.RefKind.REST | a.RefKind.OTHER:
                taken = [self.said(one).value for one in self._taken(marks)]
                if kind is a.RefKind.OTHER and not self.with_this.isdisjoint(marks):
                    taken.append(THIS)
                return Meant(without(found.value, *taken), True)
            case a.RefKind.FIRST:
                with self.local() as card:
                    two = compare(">=", count(found.value), c.Number(2))
                    first = c.Ends(c.End.TOP, ONE, found.value)
                    return Meant(c.Filter(card.name, first, two), True)
            case a.RefKind.SECOND:
                ends = [c.Ends(c.End.TOP, c.Number(number), found.value) for number in (2, 1)]
                return Meant(without(*ends), True)
            case _:
                assert_never(kind)

    def _taken(self, marks: tuple[int, ...]) -> list[Named]:
        """What other pieces of the text have taken since these were named: a card that was paid
        before may be among them, if it was shuffled in."""
        own = {self.cards_of.get(mark) for mark in marks}
        since = min((self.moved_before.get(mark, 0) for mark in marks), default=0)
        return [one for one in self.moved[since:] if one not in own]

    def noted(self, node: a.Node, marks: tuple[int, ...]) -> Meant:
        """The cards noted under marks, each once."""
        found: list[Meant] = []
        for mark in marks:
            if mark == a.SELF:
                found.append(Meant(THIS, False))
            elif mark == a.CANDIDATE and self.candidate is not None:
                found.append(Meant(self.candidate, False))
            elif mark in self.cards_of:
                known = self.cards_of[mark]
                if isinstance(known, Named):
                    found.append(self.said(known))
                else:
                    found.append(known)
        if not found:
            raise Untranslated(node, "nothing was named before that it could speak of")
        if len(found) == 1:
            return found[0]
        return Meant(c.Fold("distinct", both(*(one.value for one in found))), True)

    # ------------------------------------------------------------------ candidates

    def matching(
        self,
        what: a.Cards,
        default: c.Value,
        number: c.Value | None = None,
        beside: Sequence[c.Value] = (),
    ) -> c.Value:
        """The cards that fit, where the phrase says to look, or else where it is looked anyway."""
        tests = what.filter.tests
        self._told_apart(tests)
        looks = next((test for test in tests if isinstance(test, LOOKS)), None)
        if what.among is not None:
            self._is_of_one_player(what, what.among)
            source = self._spoken(what.among).value
            if self.in_round or self.rounds:
                source = attribute("untaken", source)
        elif what.places:
            source = both(*(self._there(place, number) for place in what.places))
        elif looks is not None:
            source = self._looked_for(looks, one=what.quantity == a.Exactly(a.ONE))
            tests = tuple(test for test in tests if test is not looks)
        else:
            source = default
        wanted = a.Filter(what.filter.nouns, tests)
        with self.local() as card:
            test = self.fits(card, wanted, beside)
            return source if test is None else c.Filter(card.name, source, test)

    def _is_of_one_player(self, what: a.Cards, among: a.Ref) -> None:
        """Refuses "one of them" of cards of which each of several players has several."""
        if not isinstance(what.quantity, a.Exactly | a.UpTo):
            return
        for mark in a.bound_to(among):
            known = self.cards_of.get(mark)
            if isinstance(known, Named) and known.sort is Sort.CARDS:
                of_each = (x for x in known.within if x.marks & self.of_each)
                if any(x not in self.opened for x in of_each) and not self._is_theirs(known):
                    raise Untranslated(what, OF_EACH)

    def _is_theirs(self, known: Named) -> bool:
        """Whether only what a name was in the rounds of one player is meant."""
        return not isinstance(self.said(known).value, c.Var)

    def _is_behind(self, known: Named) -> bool:
        """Whether the round of players in which a name was bound is over."""
        now = {block.number for block in self.opened}
        return any(x.player is not None and x.number not in now for x in known.within)

    def _told_apart(self, tests: Sequence[a.Test]) -> None:
        """ "Another card discarded this way": not told from all that was discarded this way."""
        ways = [test.verb for test in tests if isinstance(test, a.ThisWay) and test.window is None]
        done = {act.mark for act in self.acts if act.verb in ways and act.mark}
        for test in tests if done else ():
            if isinstance(test, a.Other) and done.issubset(a.bound_to(test)):
                raise Untranslated(
                    test, "it is not said which of these cards the others are told from"
                )

    def _looked_for(
        self, test: a.Acted | a.ThisWay | a.Controlled | a.Owned, *, one: bool
    ) -> c.Value:
        match test:
            case a.Acted() | a.ThisWay():
                return attribute("cards", self.deeds(test))
            case a.Controlled(who):
                return c.Place("controlled", self._whose(who, one=one))
            case a.Owned(who):
                return c.Place("owned", self._whose(who, one=one))
            case _:
                assert_never(test)

    def _whose(self, who: a.Player, *, one: bool) -> c.Value:
        """Who controls the cards that are taken: of "all Locations a foe controls" that foe is
        chosen first; `one`: with one card, that says already whose."""
        meant = self.who(who)
        kinds = a.PlayerKind
        anybody = who.kind in (kinds.ANY_PLAYER, kinds.YOU_OR_TEAMMATE) and self.attack is None
        if one or anybody or not meant.picked or self.picking is None:
            return meant.value
        return self._picked_first(who, meant, self.picking)

    def deeds(self, test: a.Acted | a.ThisWay) -> c.Value:
        """What was done to cards: in a stretch of time, or in this text."""
        if _is_done_now(test) and not self.standing and self.told_to.isdisjoint(test.verbs):
            raise Untranslated(test, "nothing in this text does that")
        who = None if test.who is None else self.who(test.who)
        verbs = (test.verb,) if isinstance(test, a.ThisWay) else test.verbs
        if isinstance(test, a.ThisWay) and test.window is None:
            return self.did_this_way(test, verbs, who)
        unsaid = c.Span("game" if self.scores else "turn")
        window = unsaid if test.window is None else self.window(test.window)
        return c.Did(self.event_by(verbs, who), window)

    def event_by(self, verbs: Sequence[a.Verb], who: Who | None) -> c.Value:
        """Somebody does one of these."""
        names = tuple(verb_row(verb) for verb in verbs)
        if who is None:
            return c.Event(names)
        with self.local() as event:
            op = "in" if who.many else "="
            return c.Event(names, event.name, where=compare(op, attribute("by", event), who.value))

    def did_this_way(self, node: a.Node, verbs: Sequence[a.Verb], who: Who | None) -> c.Value:
        """What this text has done so far, for the player and round at hand."""
        asked = (is_open("counts"),)
        event = self.event_by(verbs, who)
        windows = self.windows_this_way(node, verbs)
        return both(*(c.Did(event, one, settings=asked) for one in windows))

    def windows_this_way(self, node: a.Node, verbs: Sequence[a.Verb]) -> list[c.Value]:
        """What came of the statements of this text that do one of these. Who receives a card does
        so in the round of the player who passes it."""
        counted = {V.PASS, *verbs} if V.RECEIVE in verbs else set(verbs)
        found = [
            self.said(act.result).value if act.verb in verbs else c.Var(act.result.name)
            for act in self.acts
            if act.verb in counted
        ]
        if not found and self.told_to.isdisjoint(verbs):
            raise Untranslated(node, "nothing in this text does that")
        return found or [c.Span("text")]

    def default_place(self, verb: a.Verb) -> c.Value:
        """Where a verb looks if the text names no place."""
        if verb in FROM_HAND:
            return c.Place("hand", self.actor)
        if verb in FROM_HAND_AND_PLAY:
            return both(c.Place("hand", self.actor), c.Place("inplay", self.actor))
        if verb in FROM_LINE_UP:
            return c.Place("lineup")
        if verb in FROM_DECK:
            return c.Place("deck", self.actor)
        return c.Place("anywhere")

    def _from_stack(self, what: a.Cards, verb: a.Verb, number: c.Value | None) -> c.Value:
        """Where a verb looks; for cards that have a stack, there."""
        place = self.default_place(verb)
        if verb not in FROM_STACKS:
            return place
        for noun in reversed(what.filter.nouns):
            if isinstance(noun, a.NameNoun) and not noun.negated:
                kind = c.Kind(noun.name)
                stack: c.Value = c.Place("stack", kind)
                if number is not None:
                    stack = c.Ends(c.End.TOP, number, stack)
                place = c.Conditional(attribute("stacked", kind), stack, place)
        return place

    # ------------------------------------------------------------------ choosing

    def choose(
        self,
        what: a.Selection,
        verb: a.Verb,
        by: c.Value,
        beside: Sequence[c.Value] = (),
    ) -> Chosen:
        """Cards chosen by a player for what is done to them."""
        self.not_too_early(what)
        outer, picking = self.picking, Picking(by)
        self.picking = None if _one_by_one(what) else picking
        try:
            found = self._chosen_cards(what, verb, by, beside)
        finally:
            self.picking = outer
        return found._replace(steps=[*picking.steps, *found.steps])

    def _chosen_cards(
        self, what: a.Selection, verb: a.Verb, by: c.Value, beside: Sequence[c.Value]
    ) -> Chosen:
        match what:
            case a.Cards() if what.spread is a.Spread.EACH and len(what.places) > 1:
                return self._of_each_place(what, verb, by, beside)
            case a.Cards(spread=a.Spread.EACH, places=(a.Place(owner=a.Player(kind)),)) if (
                kind in EACH_ONE
            ):
                raise Untranslated(
                    what, "only you, who have the text, can take so many from each of several"
                )
            case a.Cards():
                return self._choose(what, verb, by, beside)
            case a.Both(first, second):
                one = self.choose(first, verb, by, beside)
                other = self.choose(second, verb, by, (*beside, one.cards.value))
                value = both(one.cards.value, other.cards.value)
                return Chosen(one.steps + other.steps, Meant(value, True))
            case a.OneOf(first, second):
                source = both(*(self.could_be(one, verb) for one in (first, second)))
                return self._ask(what, source, ONE, ONE, by, Sort.CARD)
            case a.Ref() | a.Whole() | a.CharacterOf() | a.Question():
                return Chosen([], self.cards(what))
            case _:
                assert_never(what)

    def not_too_early(self, node: a.Node) -> None:
        """What is done in a turn is known when it ends."""
        if not self.at_an_end and speaks_of_later(node):
            raise Untranslated(
                node, "only the end of the turn can tell, and the text does not wait for it"
            )

    def could_be(self, what: a.Selection, verb: a.Verb) -> c.Value:
        """The cards that could be chosen."""
        if isinstance(what, a.Cards):
            number = self._told_number(what.quantity)
            return self.matching(what, self._from_stack(what, verb, number), number)
        if isinstance(what, a.Both | a.OneOf):
            return both(self.could_be(what.first, verb), self.could_be(what.second, verb))
        return self.cards(what).value

    def _of_each_place(
        self, what: a.Cards, verb: a.Verb, by: c.Value, beside: Sequence[c.Value]
    ) -> Chosen:
        steps: list[c.Statement] = []
        values: list[c.Value] = []
        for place in what.places:
            one = a.replace(what, places=(place,), spread=a.Spread.TOTAL)
            found = self._choose(one, verb, by, beside)
            steps += found.steps
            values.append(found.cards.value)
        return Chosen(steps, Meant(both(*values), True))

    def _told_number(self, quantity: a.Quantity) -> c.Value | None:
        match quantity:
            case a.Exactly(value) | a.UpTo(value) | a.AtLeast(value):
                return self.number(value)
            case a.AnyNumber() | a.Every() | a.CostWorth():
                return None
            case _:
                assert_never(quantity)

    def _choose(
        self, what: a.Cards, verb: a.Verb, by: c.Value, beside: Sequence[c.Value]
    ) -> Chosen:
        number = self._told_number(what.quantity)
        default = self._from_stack(what, verb, number)
        source = self.matching(what, default, number, beside)
        tests = together(what.filter)
        match what.quantity:
            case a.Every() if not tests:
                return Chosen([], Meant(source, True))
            case a.Every() if all(isinstance(test, a.Extreme) for test in tests):
                return Chosen([], Meant(self._in_full(what, source), True))
            case a.Every() if any(isinstance(test, a.OneType) for test in tests):
                return self._all_of_its_type(what, source, by)
            case a.Every():
                return self._ask(what, source, count(source), count(source), by, Sort.CARDS)
            case a.Exactly() if self._from_the_top(what) and not what.random and not tests:
                value: c.Value = source
                if number == ONE:
                    return Chosen([], Meant(c.The(value), False))
                return Chosen([], Meant(value, True))
            case a.Exactly() if number != ONE and _only_ranked(tests) and not what.random:
                assert number is not None
                return self._so_many_best(what, source, number, by, tests[0])
            case a.Exactly():
                assert number is not None
                sort = Sort.CARD if number == ONE else Sort.CARDS
                return self._ask(what, source, number, number, by, sort)
            case a.UpTo():
                return self._ask(what, source, c.Number(0), number, by, Sort.CARDS)
            case a.AtLeast():
                assert number is not None
                return self._ask(what, source, number, None, by, Sort.CARDS)
            case a.AnyNumber():
                return self._ask(what, source, c.Number(0), None, by, Sort.CARDS)
            case a.CostWorth(_, up_to):
                least = c.Number(0 if up_to else 1)
                return self._ask(what, source, least, None, by, Sort.CARDS)
            case _:
                assert_never(what.quantity)

    def _so_many_best(
        self, what: a.Cards, source: c.Value, number: c.Value, by: c.Value, test: Together
    ) -> Chosen:
        """The two cheapest: whichever belongs to them for sure, and as many as are left of those
        tied for the last."""
        assert isinstance(test, a.Extreme)
        steps: list[c.Statement] = []
        if not isinstance(source, c.Place | c.Var):
            all_ = self.named("c", Sort.CARDS)
            steps.append(told(c.Let(all_.name, source), what))
            source = c.Var(all_.name)
        sure, tied = self.outstanding(source, number, test.highest)
        named = self.named("c", Sort.CARDS)
        steps.append(told(c.Let(named.name, sure), what))
        left = c.Arithmetic("-", (number, count(c.Var(named.name))))
        plain = a.replace(what, filter=a.Filter(what.filter.nouns))
        asked = self._ask(plain, tied, left, left, by, Sort.CARDS)
        steps += asked.steps
        return Chosen(steps, Meant(both(c.Var(named.name), asked.cards.value), True))

    def outstanding(
        self, source: c.Value, number: c.Value, highest: bool
    ) -> tuple[c.Value, c.Value]:
        """Of so many with the highest or lowest cost: those that are among them for sure, and those
        that are tied for the last."""

        def so_many(card: c.Value, *, tied: bool) -> c.Value:
            op = (">" if highest else "<") + ("=" if tied else "")
            with self.local() as other:
                before = compare(op, attribute("cost", other), attribute("cost", card))
                return count(c.Filter(other.name, source, before))

        with self.local() as card:
            as_good = compare("<=", so_many(card, tied=True), number)
            sure = c.Filter(card.name, source, as_good)
            better = compare("<", so_many(card, tied=False), number)
            tied = c.Filter(card.name, source, all_so(better, not_so(as_good)))
        return sure, tied

    def _from_the_top(self, what: a.Cards) -> bool:
        """Whether so many cards are taken from one end: nothing is chosen."""
        if what.among is not None or len(what.places) != 1:
            return False
        place = what.places[0]
        if place.zone is Z.SUPER_VILLAIN_STACK:
            return True
        return place.edge is not None and place.zone in (Z.DECK, Z.MAIN_DECK, Z.STACK)

    def _all_of_its_type(self, what: a.Cards, source: c.Value, by: c.Value) -> Chosen:
        """One card that has a card type is chosen, and all that share one with it go with it."""
        with self.local() as card:
            typed = compare(">=", count(attribute("types", card)), ONE)
            there = c.Filter(card.name, source, typed)
        first = self._ask(a.replace(what, filter=a.ANY_CARD), there, ONE, ONE, by, Sort.CARD)
        all_ = self.named("c", Sort.CARDS)
        with self.local() as card:
            test = one_so([compare("=", card, first.cards.value), shared(self, card, first.cards)])
            let = c.Let(all_.name, c.Filter(card.name, source, test))
        return Chosen([*first.steps, let], Meant(c.Var(all_.name), True), all_)

    def _ask(
        self,
        what: a.Selection,
        source: c.Value,
        least: c.Value,
        most: c.Value | None,
        by: c.Value,
        sort: Sort,
    ) -> Chosen:
        named = self.named("c", sort)
        such_that = None
        random = False
        if isinstance(what, a.Cards):
            random = what.random
            such_that = self._such_that(what, c.Var(named.name), source)
            if any(isinstance(test, a.Extreme) for test in together(what.filter)) and (
                sort is Sort.CARD
            ):
                source = self._in_full(what, source)
        manner = c.Manner.RANDOM if random else c.Manner.OPEN
        in_full = isinstance(what, a.Cards) and any(
            isinstance(test, a.Alike | a.OneType | a.TotalAtLeast) for test in what.filter.tests
        )
        fewer = (by_default("fewer", "none"),) if in_full and least != c.Number(0) else ()
        asked = c.Choose(
            named.name, sort.value, source, least, most, by, such_that, manner, settings=fewer
        )
        step = told(asked, what)
        return Chosen([step], Meant(c.Var(named.name), sort is Sort.CARDS), named)

    def _such_that(self, what: a.Cards, chosen: c.Value, source: c.Value) -> c.Value | None:
        tests = [self.go_together(test, chosen, source, what) for test in together(what.filter)]
        if isinstance(what.quantity, a.CostWorth):
            op = "<=" if what.quantity.up_to else ">="
            tests.append(compare(op, self.total(chosen), c.Number(what.quantity.amount)))
        return is_so(tests)

    def total(self, cards: c.Value) -> c.Value:
        """The costs of cards added up."""
        with self.local() as card:
            return c.Fold("sum", c.Collect(attribute("cost", card), card.name, cards))

    def go_together(
        self, test: Together, cards: c.Value, source: c.Value, what: a.Cards | None = None
    ) -> c.Value | None:
        """What cards have to be together."""
        match test:
            case a.TotalAtMost(most):
                return compare("<=", self.total(cards), c.Number(most))
            case a.TotalAtLeast(least):
                return compare(">=", self.total(cards), c.Number(least))
            case a.Different(a.DifferentKind.TYPE):
                return compare("=", count(attribute("apart", cards)), count(cards))
            case a.Different(kind):
                return compare("=", self.kinds_among(kind, cards), count(cards))
            case a.Alike(kind):
                return compare("<=", self.kinds_among(kind, cards), ONE)
            case a.OneType():
                first = Meant(c.Ends(c.End.TOP, ONE, cards), True)
                with self.local() as card:
                    return c.Quantified(
                        True, card.name, cards, shared(self, card, first, self_too=True)
                    )
            case a.Extreme(highest):
                if what is not None and what.quantity == a.Exactly(a.ONE):
                    return None
                with self.local() as card, self.local() as other:
                    op = ">=" if highest else "<="
                    ranks = compare(op, attribute("cost", card), attribute("cost", other))
                    rest = without(source, cards)
                    inner = c.Quantified(True, other.name, rest, ranks)
                    return c.Quantified(True, card.name, cards, inner)
            case _:
                assert_never(test)

    def kinds_among(self, kind: a.DifferentKind, cards: c.Value) -> c.Value:
        """How many different names, costs or types cards have."""
        with self.local() as card:
            values = c.Collect(attribute(KIND_OF[kind], card), card.name, cards)
            return count(c.Fold("distinct", values))

    # ------------------------------------------------------------------ what a card has to be

    def fits(
        self, card: c.Value, wanted: a.Filter, beside: Sequence[c.Value] = ()
    ) -> c.Value | None:
        """What a card has to be, by itself; None: anything."""
        named = [self._noun(card, noun) for noun in wanted.nouns if not noun.negated]
        barred = [self._noun(card, noun) for noun in wanted.nouns if noun.negated]
        tests = [
            self._test(card, test, beside)
            for test in wanted.tests
            if not isinstance(test, Together)
        ]
        return is_so([one_so(named) if named else None, *barred, *tests])

    def _noun(self, card: c.Value, noun: a.Noun) -> c.Value:
        match noun:
            case a.TypeNoun(kind):
                found: c.Value = compare("in", c.Kind(kind.value), attribute("types", card))
            case a.TitleNoun(title):
                found = compare("in", c.Kind(title.value), attribute("titles", card))
            case a.NameNoun(name, part):
                found = has_name(card, name, part)
            case a.KeywordNoun(keyword):
                found = compare("in", c.Kind(str(keyword)), attribute("keywords", card))
            case _:
                assert_never(noun)
        return told(not_so(found) if noun.negated else found, noun)

    def _test(self, card: c.Value, test: a.Test, beside: Sequence[c.Value]) -> c.Value | None:
        found = self._plain_test(card, test, beside)
        return None if found is None else told(found, test)

    def _plain_test(self, card: c.Value, test: a.Test, beside: Sequence[c.Value]) -> c.Value | None:
        match test:
            case a.Other():
                return self._other(card, test, beside)
            case a.Parity(kind):
                return c.Arithmetic(kind.value, (attribute("cost", card),))
            case a.Attribute(kind, comparison, value):
                outer, self.candidate = self.candidate, card
                own = attribute(ATTRIBUTE_OF[kind], card)
                found = self._with_some_card(
                    value, lambda: compare(comparison.value, own, self._compared(value))
                )
                self.candidate = outer
                return found
            case a.CostOneOf(values):
                costs = c.Several(tuple(map(c.Number, values)))
                return compare("in", attribute("cost", card), costs)
            case a.HasKeyword(keyword):
                return compare("in", c.Kind(str(keyword)), attribute("keywords", card))
            case a.NameHas(part, True):
                name = c.Attribute("name", (card,), c.AsOf.PRINTED)
                return compare("=", name, c.Kind(part))
            case a.NameHas(part):
                return has_name(card, part, True)
            case a.Chosen(kind):
                return self._chosen(card, test, kind)
            case a.SharesType():
                return shared(self, card, self.noted(test, a.bound_to(test)))
            case a.Same(kind, of, negated):
                outer, self.candidate = self.candidate, card
                others = self.cards(of)
                self.candidate = outer
                return self._same(card, kind, others, negated)
            case a.ThisWay() | a.Acted():
                return compare("in", card, attribute("cards", self.deeds(test)))
            case a.Owned(who):
                return compare("in", card, c.Place("owned", self.who(who).value))
            case a.Controlled(who):
                return compare("in", card, c.Place("controlled", self.who(who).value))
            case (
                a.Different()
                | a.OneType()
                | a.Alike()
                | a.TotalAtMost()
                | a.TotalAtLeast()
                | a.Extreme()
            ):
                return None
            case _:
                assert_never(test)

    def _with_some_card(self, value: a.Amount, test: Callable[[], c.Value]) -> c.Value:
        """A test that speaks of a number of "a card" of several ("the cost of a card you played
        this turn"): it has to be so with one of them."""
        for one in a.walk(value):
            if isinstance(one, a.AttributeOf) and isinstance(one.of, a.Cards):
                several = self.cards(one.of) if _is_any(one.of) else None
                if several is not None and several.many and not isinstance(several.value, c.Ends):
                    outer = self.one_of
                    with self.local() as other:
                        self.one_of = one.of, other
                        found = c.Quantified(False, other.name, several.value, test())
                    self.one_of = outer
                    return found
        return test()

    def _compared(self, value: a.Amount) -> c.Value:
        """What a number is compared with: of one card that is not there it is none."""
        outer, self.comparing = self.comparing, True
        number = self.number(value)
        self.comparing = outer
        return number

    def _other(self, card: c.Value, test: a.Other, beside: Sequence[c.Value]) -> c.Value:
        """Not this card, nor one spoken of, nor one that the same selection has named."""
        if a.CANDIDATE in a.bound_to(test):
            if self.candidate is None:
                raise Untranslated(test, "it is not said other than which card")
            return compare("!=", card, self.candidate)
        barred: list[c.Value] = [compare("!=", card, THIS)]
        for mark in a.bound_to(test):
            if mark in self.cards_of:
                barred.append(not_so(compare("in", card, self.noted(test, (mark,)).value)))
        return all_so(*barred, *(not_so(compare("in", card, one)) for one in beside))

    def _chosen(self, card: c.Value, test: a.Chosen, kind: a.DifferentKind) -> c.Value:
        values = [self.values_of[mark] for mark in a.bound_to(test) if mark in self.values_of]
        if not values:
            raise Untranslated(test, "nothing was chosen before")
        found = []
        for known in values:
            value, many = self.said(known)
            own = attribute(KIND_OF[kind], card)
            if kind is a.DifferentKind.TYPE and many:
                with self.local() as one:
                    found.append(c.Quantified(False, one.name, own, compare("in", one, value)))
            elif kind is a.DifferentKind.TYPE:
                found.append(compare("in", value, own))  # type: ignore[arg-type]
            else:
                found.append(compare("in" if many else "=", own, value))  # type: ignore[arg-type]
        return one_so(found)

    def _same(self, card: c.Value, kind: a.DifferentKind, others: Meant, negated: bool) -> c.Value:
        """A card that has the name, cost or type of another one."""
        with self.local() as other:
            if kind is a.DifferentKind.TYPE:
                with self.local() as one:
                    like: c.Value = c.Quantified(
                        False,
                        one.name,
                        attribute("types", card),
                        compare("in", one, attribute("types", other)),
                    )
            else:
                like = compare("=", attribute(KIND_OF[kind], card), attribute(KIND_OF[kind], other))
            if negated:
                itself = compare("=", card, other)
                return not_so(c.Quantified(False, other.name, others.value, one_so([itself, like])))
            itself = compare("!=", card, other)
            return c.Quantified(False, other.name, others.value, all_so(itself, like))


def _is_any(cards: a.Cards) -> bool:
    """Whether "a card" may be any of several, and is not the one that was spoken of."""
    told = any(isinstance(test, a.ThisWay | a.Extreme) for test in cards.filter.tests)
    return cards.quantity == a.Exactly(a.ONE) and cards.among is None and not told


def speaks_of_later(node: a.Node) -> bool:
    """Whether it asks what is done in a stretch of time that is not over."""
    return any(
        isinstance(x, a.Acted) and x.tense is not a.Tense.PAST and x.window is not None
        for x in a.walk(node)
    )


def _is_done_now(test: a.Acted | a.ThisWay) -> TypeGuard[a.Acted]:
    """Whether it asks what a text does while it is carried out."""
    return isinstance(test, a.Acted) and test.tense is a.Tense.PRESENT and test.window is None


def verb_row(verb: a.Verb) -> str:
    """The row of a verb."""
    return {V.LOOK: "look"}.get(verb, verb.value)


def has_name(card: c.Value, name: str, part: bool) -> c.Compare:
    """Whether a card has a name, or these words in it."""
    if part:
        return compare("in", c.Kind(name), attribute("namewords", card))
    return compare("=", attribute("name", card), c.Kind(name))


def shared(names: Translating, card: c.Value, others: Meant, *, self_too: bool = False) -> c.Value:
    """Whether a card shares a card type with one of others."""
    with names.local() as other, names.local() as one:
        same = c.Quantified(
            False,
            one.name,
            attribute("types", card),
            compare("in", one, attribute("types", other)),
        )
        if self_too:
            return c.Quantified(False, other.name, others.value, same)
        apart = compare("!=", card, other)
        return c.Quantified(False, other.name, others.value, all_so(apart, same))


def _only_ranked(tests: Sequence[Together]) -> bool:
    """Whether of several cards together only the highest or lowest cost is said."""
    return len(tests) == 1 and isinstance(tests[0], a.Extreme)


def _one_by_one(what: a.Selection) -> bool:
    """Whether cards are taken one by one from all that lie there: then the card says whose it is,
    and nobody is asked for the player first."""
    if not isinstance(what, a.Cards):
        return False
    ends = any(place.edge is not None for place in what.places)
    ranked = any(isinstance(test, a.Extreme) for test in what.filter.tests)
    return not (what.random or ends or ranked or isinstance(what.quantity, a.Every))
