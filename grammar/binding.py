"""Every reference is bound to what it speaks of, before a text is carried out.

`bind` takes a text in which no question is open. What a later word can speak of gets a mark: an
effect that names cards, chooses a value or pays, a player who is named, an event. "It", "them",
"the rest", "that many", "that player", "who does" are bound to such marks. Sentences about other
players than "you" become an `Each`: what in it speaks of "that player", or of what that player
did, is done once for each of them, and what stands behind it speaks of all of them together.

What a reference means is then a matter of marks and of scopes (for which player, in which round of
a repetition), never of what happened to be done last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar import owners
from rules_check.grammar.among import left_over
from rules_check.grammar.ast.phrase import only
from rules_check.grammar.bound_abilities import OfAbilities
from rules_check.grammar.bound_rounds import Rounds
from rules_check.grammar.comparing import beside_itself, of_the_largest
from rules_check.grammar.given import (
    given,
    given_several,
    of_all_compared,
    of_the_left_over,
    of_the_one,
    of_the_other,
    one_for_all,
)
from rules_check.grammar.named import HELD, Named, Sort
from rules_check.grammar.of_both import beside_you, by_each
from rules_check.grammar.owners import of_main_deck
from rules_check.grammar.rounds import passes_chosen, passes_on
from rules_check.grammar.spoken import ALL, DID, OF_FOE, OTHERS
from rules_check.grammar.subjects import (
    PLURAL,
    POINTING,
    THAT,
    THE_FOE,
    WITH_CARDS,
    by,
    flat,
    is_own_shuffle,
    like_it,
    named_cards,
    players_told,
    subject,
    what_called,
)
from rules_check.grammar.told import (
    after_branches,
    asks_of_it,
    chosen_first,
    discarded_first,
    held,
    is_asked_of_this,
    moved_in,
    several_told,
)
from rules_check.grammar.waiting import awaited, one_after_another

N = TypeVar("N", bound=a.Node)
K = a.PlayerKind
THEM = a.RefKind.THEM
ANYONE = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER})
"""Players of whom nothing is said: whoever does it need not be the one to whom it happens."""


def bind(text: a.CardText) -> a.CardText:
    """The same text with its references bound."""
    return a.CardText(tuple(_Binder().abilities(of_main_deck(discarded_first(text)).abilities)))


class _Binder(OfAbilities, Rounds):
    """Binds one text from its first to its last word."""

    # -------------------------------------------------------------------- effects

    def effect(self, effect: a.Effect) -> a.Effect:
        """An effect, with those that follow one another put together by players."""
        done = list(self._grouped(flat(effect)))
        return done[0] if len(done) == 1 else a.Seq(tuple(done))

    def _grouped(self, effects: list[a.Effect]) -> Iterator[a.Effect]:
        """Effects in order; what belongs to the players of one goes into its `Each`."""
        at = mine = start = 0
        while at < len(effects):
            first = self._of_owner(effects[at])
            at += 1
            who = self._subject(first)
            alike = at > 1 and beside_you(effects[at - 2], first, who or a.THAT_PLAYER)
            if who is None and alike:  # "you and that player"
                who = a.THAT_PLAYER
            if who is None:
                start = len(self.named)
                done = self._yours([first, *effects[at:]])
                mine = a.mark_of(done)
                yield done
                continue
            mark = self._mark()
            around = self.here
            yours = self.named[start:] if alike else []
            del self.named[len(self.named) - len(yours) :]
            before = len(self.named)
            bound_who = self._player(who)
            self.here = (*around, mark)
            self._name(mark, Sort.PLAYER, picked=who.kind if who.kind in ALL else None)
            bound_who = self._having(bound_who, first)
            rounds = [[self._single(by_each(first, who))]]
            own = len(self.named) if alike else before
            while self._goes_on(effects[at:], who, own):
                if passes_chosen(effects[at], who) or passes_on(rounds[-1][-1], who):
                    rounds.append([])
                rounds[-1].append(self._single(by_each(effects[at], who)))
                at += 1
            self.here = around
            self._leave(before, mark, who, mine if alike else 0, first)
            self._both_cards(before, yours)
            if isinstance(who.test, DID) and not isinstance(first, a.May | a.Unless):
                self.by_deed.add(mark)
            if who.kind in THE_FOE:
                self.same[mark] = a.bound_to(bound_who)
            for body in rounds:
                inner = body[0] if len(body) == 1 else a.Seq(tuple(body))
                each = a.placed(a.Each(bound_who, inner), a.place_of(first))
                yield a.tied(each, mark, self._same_players(bound_who, mark, mine if alike else 0))

    def _yours(self, effects: list[a.Effect]) -> a.Effect:
        """What you do; if another player does the same next, it is done for each of the two."""
        effect = effects[0]
        if not self._by_two(effects):
            return self._single(effect)
        mark = self._mark()
        around, self.here = self.here, (*self.here, mark)
        done = self._single(effect)
        self.here = around
        each = a.placed(a.Each(a.YOU, done), a.place_of(effect))
        return a.tied(each, mark, self._same_players(a.YOU, mark))

    def _of_owner(self, effect: a.Effect) -> a.Effect:
        """An effect that speaks of a player who was named only by what is theirs."""
        if self.owner is None or self._spoken_of() or self.looking:
            return effect
        return owners.about(effect, self.owner)

    def _having(self, who: a.Player, doing: a.Effect) -> a.Player:
        """Players told by what they have or did: "one of them", "it" can be one of these cards."""
        many = several_told(who.test)
        one = held(who.test, doing)
        if who.test is None or (many is None and not one):
            return who
        mark = self._mark()
        self._name(mark, Sort.CARDS, several=one or bool(many), value=HELD if one else "")
        return a.tied(a.replace(who, test=a.tied(who.test, mark)), bound=a.bound_to(who))

    def _single(self, effect: a.Effect) -> a.Effect:
        """One effect, whose players (if it has any) are already settled."""
        known = effect if self.standing else one_after_another(effect)
        if known is not effect:
            return self.effect(known)
        match effect:
            case a.Seq():
                return self.effect(effect)
            case a.May(a.Delayed(a.Moment() as moment, later)):  # asked when the time has come
                return self._later(a.Delayed(moment, a.replace(effect, effect=later)))
            case a.May() | a.Tried():
                return self._choice(effect)
            case a.If():
                known = effect if self.standing else awaited(effect)
                if known is not effect:
                    return self._single(known)
                return self._if(effect)
            case a.Unless():
                return self._unless(effect)
            case a.ChooseOne():
                known = effect if self._another_named(effect) else one_for_all(effect)
                if known is not effect:
                    return self._single(known)
                effect = only(a.ChooseOne, of_the_left_over(effect))
                who = self._player(effect.who)
                return a.replace(effect, options=self._branches(effect.options), who=who)
            case a.ForEach():
                return self._for_each(effect)
            case a.RepeatUntil():
                return self._repeat(effect)
            case a.Within() | a.Instead() | a.Lasting(a.Move()):
                return a.replace(effect, effect=self.effect(effect.effect))
            case a.When() | a.Delayed():
                return self._later(effect)
            case a.Swap(a.Cards(), a.Cards() as other) if a.IT in a.walk(other) and not any(
                one.sort is Sort.CARDS for one in self.named
            ):
                return self._single(chosen_first(effect))
            case _:
                return self._plain(effect)

    def _another_named(self, choice: a.ChooseOne) -> bool:
        """Whether "it" in an option can be a card that was spoken of before, as well as the one
        that the first option takes ("Draw a card. Discard a card or destroy it")."""
        what = getattr(choice.options[0], "what", None)
        one_of_them = isinstance(what, a.Cards) and what.among is not None
        cards = (one for one in self.named if one.sort is Sort.CARDS and one.mark != a.SELF)
        return not one_of_them and any(cards)

    def _unless(self, effect: a.Unless) -> a.Effect:
        """What happens if a price is not paid cannot speak of what is named in it: "they" are
        those who were asked to pay it."""
        effect = only(a.Unless, of_the_left_over(effect))
        start = len(self.named)
        payer = subject(effect.unless)
        done = effect.effect
        if payer is not None and payer.kind not in PLURAL and payer.kind not in ANYONE:
            done = by(done, THAT, payer)
        price = self.effect(effect.unless)
        priced = self.named[start:]
        del self.named[start:]
        new = a.replace(effect, effect=self.effect(done), unless=price)
        self.named[start:start] = priced
        return new

    def _choice(self, effect: a.May | a.Tried) -> a.Effect:
        new = effect = only(type(effect), of_the_left_over(effect))
        if isinstance(new, a.May):
            new = a.replace(new, who=self._player(new.who))
        start = len(self.named)
        inner = self.effect(effect.effect)
        self.named[start:] = after_branches([self.named[start:]])
        then, otherwise = self._branches([effect.then, effect.otherwise])
        new = a.replace(new, effect=inner, then=then, otherwise=otherwise)
        return a.tied(new, self._mark())

    def _if(self, effect: a.If) -> a.Effect:
        asks = asks_of_it(effect.condition)
        if asks:  # of what was drawn because of what it is, it is not asked
            self.named = [one for one in self.named if one.mark not in self.aside]
        named = [one.several for one in self.named if one.sort is Sort.CARDS]
        if not any(named):
            effect = given_several(effect) if named else given(effect)
        effect = of_all_compared(of_the_other(of_the_one(effect)))
        condition = self._parts(effect.condition)
        if isinstance(condition, a.There):
            condition = a.tied(condition, self._mark())
            self.counted, self.asked = (a.mark_of(condition),), condition
        if is_asked_of_this(effect.condition):
            self.named.append(Named(a.SELF, Sort.CARDS))
        mark = 0
        told = players_told(effect.condition)
        self.owner = owners.owner_asked(effect.condition) or self.owner
        if told is not None:
            mark = self._mark()
            sort, kind = told  # those of whom it is so
            self._name(mark, sort, picked=kind)
            if isinstance(getattr(effect.condition, "test", None), DID):
                self.by_deed.add(mark)  # of whether others do, all who were asked are spoken of
        then, otherwise = self._branches([effect.then, effect.otherwise])
        self.counted = ()
        new = a.replace(effect, condition=condition, then=then, otherwise=otherwise)
        self.aside |= moved_in(new) if asks else set()
        return a.tied(new, mark) if mark else new

    def _branches(self, effects: Iterable[a.Effect | None]) -> tuple[Any, ...]:
        """Effects of which one is done: none of them can speak of what another names."""
        start = list(self.named)
        found: list[list[Named]] = []
        done: list[a.Effect | None] = []
        for effect in effects:
            self.named = list(start)
            done.append(None if effect is None else self.effect(effect))
            found.append(self.named[len(start) :])
        self.named = start + after_branches(found)
        return tuple(done)

    def _later(self, effect: a.When | a.Delayed) -> a.Effect:
        """What happens when an event comes: its card and its player can be spoken of."""
        mark = self._mark()
        start = len(self.named)
        name = "occasion" if isinstance(effect, a.When) else "when"
        occasion = self._parts(getattr(effect, name))
        event = next((x for x in a.walk(occasion) if isinstance(x, a.Event)), None)
        if event is not None:
            self._name(mark, Sort.CARDS, called=what_called(event.what))
        theirs = isinstance(occasion, a.Moment) and occasion.whose != a.YOU
        if theirs or (event is not None and event.who != a.YOU):
            self._name(mark, Sort.PLAYER)
        inner = self.effect(effect.effect)
        del self.named[start:]
        return a.tied(a.replace(effect, **{name: occasion, "effect": inner}), mark)

    def _plain(self, effect: a.Effect) -> a.Effect:
        """An effect without others in it."""
        effect = owners.within(left_over(effect))
        self.by_them = getattr(effect, "who", a.YOU) != a.YOU
        new = self._parts(effect)
        mark = self._mark()
        self.owner = owners.owner_told(new, mark) or self.owner
        if isinstance(effect, WITH_CARDS) and not is_own_shuffle(effect):
            self.named.append(named_cards(mark, new))
        match effect:
            case a.PayPower() | a.GainVP() | a.LoseVP():
                self._name(mark, Sort.NUMBER)
            case a.ChoosePlayer(player):
                many = player.kind in PLURAL
                sort = Sort.PLAYERS if many else Sort.PLAYER
                self._name(mark, sort, many, value="chosen", picked=player.kind)
            case a.ChooseValue(kind):
                self._name(mark, Sort.VALUE, value=kind.value)
            case a.ChooseParity():
                self._name(mark, Sort.VALUE, value="parity")
            case a.TotalCost():
                self._name(mark, Sort.VALUE, value="total")
            case a.Deal():
                return a.tied(new, mark, self._cards(a.RefKind.THEM))
            case _:
                pass
        return a.tied(new, mark)

    def _parts(self, node: N) -> N:
        """A node that is no effect (or one with none in it), with the references in it bound."""
        match node:
            case a.Player():
                return self._player(node)  # type: ignore[return-value]
            case a.Cards(among=a.Ref(a.RefKind.THEM | a.RefKind.IT) as them):  # "a Hero in it"
                rest: N = a.rebuild(a.replace(node, among=None), self._parts)
                return a.replace(rest, among=a.tied(them, bound=self._group()))
            case a.Ref(kind) if kind is not a.RefKind.THIS:
                place = None if node.place is None else self._parts(node.place)
                found = self._cards(kind, node.called) if kind is not THEM else self._them()
                return a.tied(a.replace(node, place=place), bound=found)
            case a.AttributeOf(of=a.Ref(a.RefKind.IT) as of) if self._only_several():
                return a.replace(node, of=a.tied(of))  # "its cost": of which of them?
            case a.CountOf() if (most := of_the_largest(node)) is not node:
                return self._parts(most)  # type: ignore[return-value]
            case a.Same(_, a.Ref(a.RefKind.IT) as of):  # of no other card: of this one
                like = self._cards(a.RefKind.IT) or (a.SELF,)
                return a.replace(node, of=a.tied(of, bound=like))
            case a.ShareType() | a.DifferInType():
                return a.tied(node, bound=self._cards(a.RefKind.THEM))
            case a.Attribute(value=value) if a.Other() in a.walk(value):
                new_value = beside_itself(self._parts(value))
                return a.replace(node, value=new_value)
            case a.Same(of=a.Cards() as cards) if a.Other() in cards.filter.tests:
                return a.replace(node, of=beside_itself(self._parts(cards)))
            case a.SharesType():
                return a.tied(node, bound=self._cards(a.RefKind.IT))
            case a.Other():
                return a.tied(node, bound=self._told_from())
            case a.MatchesChoice():
                marks = self._cards(a.RefKind.IT) + self._value("parity")
                return a.tied(a.replace(node, who=self._player(node.who)), bound=marks)
            case a.Chosen(kind):
                if not self._value(kind.value):  # "of that type": of the card spoken of
                    return self._parts(like_it(kind))  # type: ignore[no-any-return]
                return a.tied(node, bound=self._value(kind.value))
            case a.ThatMany():
                return a.tied(node, bound=self._latest(Sort.CARDS, Sort.NUMBER))
            case a.PlayersDid():
                return a.tied(node, bound=self._latest(Sort.PLAYERS))
            case a.AllOf(
                a.PlayersAre(a.Player(K.YOU), mine) as first,
                a.PlayersAre(a.Player(K.EACH_OTHER_PLAYER, None), theirs) as second,
            ) if mine == theirs:  # "you are the only player who …": others than you
                second = a.replace(second, test=self._test(theirs))
                return a.replace(node, first=self._parts(first), second=second)
            case a.PlayersAre():
                test = self._of_you(node) or self._test(node.test)
                asked = self._player(node.who)
                if asked.kind is K.EACH_OF_THEM and isinstance(test, DID):
                    asked = a.tied(asked, bound=a.bound_to(test))
                return a.replace(node, who=asked, test=test)
            case a.Has() | a.HasMore() | a.Event() | a.MostHeld():
                who = None if node.who is None else self._player(node.who)
                changed = self._of_theirs(node)
                if isinstance(node, a.HasMore):
                    changed = a.replace(changed, than=self._player(node.than))
                return a.replace(changed, who=who)
            case _:
                new: N = a.rebuild(node, self._parts)
                return new

    def _of_theirs(self, node: N) -> N:
        """A node in the parts of which "that player" is whoever is looked at."""
        looking, self.looking = self.looking, True
        new: N = a.rebuild(node, self._parts)
        self.looking = looking
        return new

    def _player(self, who: a.Player) -> a.Player:
        test = None if who.test is None else self._test(who.test)
        new = who if test is who.test else a.replace(who, test=test)
        if who.kind in POINTING:
            return new if self.looking else a.tied(new, bound=self._spoken_of())
        if who.kind in OF_FOE:
            found = self._latest(Sort.PLAYER) or self._for_whom()
            return a.tied(new, bound=self.same.get(found[0], found) if found else found)
        if who.kind is K.EACH_OF_THEM:
            return a.tied(new, bound=self._all_of_them())
        if who.kind in OTHERS:
            return a.tied(new, bound=self._against(who))
        if who.kind is K.ANOTHER_PLAYER and self.by_them:  # than whoever does it
            return a.tied(new, bound=self._for_whom())
        if who.kind is K.OWNER and not a.bound_to(who):
            return a.tied(new, bound=self._cards(a.RefKind.IT))
        return new

    def _test(self, test: Any) -> Any:
        """What picks players out, with the references in it bound."""
        match test:
            case a.DidSo() | a.DidNot() | a.CouldNot():
                return a.tied(test, bound=self._told())
            case a.Picked():
                return a.tied(test, bound=self._value("chosen"))
            case a.CostRank(zone=None, character=False):
                said = self._value("total") if test.total else self._latest_cards()
                return a.tied(test, bound=said)
            case a.CardIs(wanted):
                new = a.replace(test, filter=self._parts(wanted))
                return a.tied(new, bound=self._latest_cards())
            case a.Except(who):
                return a.replace(test, who=self._player(who))
            case _:
                return self._of_theirs(test)
