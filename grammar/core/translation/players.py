"""Players: whom a phrase means, and what picks them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.translation.names_in_scope import (
    EVERYONE,
    ONE,
    YOU,
    Named,
    Translating,
    Untranslated,
    Who,
    all_so,
    attribute,
    both,
    compare,
    count,
    is_open,
    not_so,
    one_so,
    without,
)
from rules_check.grammar.subjects import EACH_ONE, POINTING

K = a.PlayerKind
NOBODY: Final = c.Group("nobody")
NOBODY_NAMED: Final = "nobody was named before of whom it could speak"
NOT_PICKED: Final = "several players were named before, and none of them was picked out"
OF_ONE: Final = "only one player has such a card, and it is compared with others"
NOT_ATTACKED: Final = frozenset({K.YOU, K.ATTACKER, K.OWNER})
"""Who is not looked for among those attacked: who avoided the Attack may still own a card."""
POINTING_OR_YOURS: Final = frozenset(
    {
        *(K.YOU, K.TEAMMATE, K.YOU_OR_TEAMMATE, K.YOU_AND_TEAMMATE, K.OWNER),
        *(K.THAT_FOE, K.CHOSEN_FOE, K.THAT_PLAYER, K.EACH_OF_THEM, K.FOES_TEAMMATE),
        *(K.THEIR_LEFT, K.THEIR_RIGHT, K.THEIR_TEAMMATE),
    }
)
"""Kinds that name nobody but you and yours, or point at somebody who was named."""
ALL_OR_KNOWN: Final = EACH_ONE | {K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE}
"""Kinds that pick nobody out of several players."""
RANKED: Final = (a.CostRank, a.HavingMost)
"""Tests that one player should pass, and several may if they are tied."""


def foes(of: c.Value = YOU) -> c.Value:
    """The foes of a player."""
    return c.Group("foes", of)


class Players(Translating):
    """Translates phrases about players."""

    def who(self, who: a.Player) -> Who:
        """The players whom a phrase means."""
        all_ = self._meant(who)
        meant = self._left(who, all_)
        self.others_named = self.others_named or who.kind not in POINTING_OR_YOURS
        self.picks_out = self.picks_out or who.kind not in ALL_OR_KNOWN or who.test is not None
        if who.test is None:
            return meant
        with self.local() as one:
            test = self.passes(one, who.test, all_.value)
        value: c.Value = c.Filter(one.name, meant.value, test)
        if who.kind is K.THE_PLAYER and isinstance(who.test, RANKED):
            tie = is_open("tie")
            return Who(c.The(value, settings=(tie,)), many=True)
        return Who(value, many=True, picked=meant.picked)

    def _left(self, who: a.Player, meant: Who) -> Who:
        """While an Attack goes on: without those who avoided it."""
        attack = self.attack
        if attack is None or isinstance(who.test, a.AvoidedAttack):
            return meant
        if who.kind is K.YOU_OR_TEAMMATE:
            return meant
        if meant.picked and attack.at_all:
            left = without(meant.value, attribute("avoided", c.Var(attack.name)))
            return Who(left, many=True, picked=True)
        if meant.picked or meant.value in (attack.aimed, attack.hit):
            return Who(attack.hit, many=True)
        if who.kind is K.EACH_FOE and attack.at_all:
            return Who(attack.hit, many=True)
        now = [YOU, self.actor, *(player for _, player in self.in_round)]
        if not meant.many and (who.kind in NOT_ATTACKED or meant.value in now):
            return meant
        return Who(without(meant.value, attribute("avoided", c.Var(attack.name))), many=True)

    def _meant(self, who: a.Player) -> Who:
        """The players of a kind, whatever a test says of them."""
        marks = a.bound_to(who)
        match who.kind:
            case K.YOU:
                return Who(YOU, many=False)
            case K.TEAMMATE:
                return Who(c.Group("mates", YOU), many=True)
            case K.YOU_OR_TEAMMATE:
                return Who(c.Group("team", YOU), many=True, picked=True)
            case K.YOU_AND_TEAMMATE:
                return Who(c.Group("team", YOU), many=True)
            case K.EACH_FOE | K.ANY_FOES:
                return Who(EVERYONE if self.appearance else foes(), many=True)
            case K.A_FOE:
                return Who(foes(), many=True, picked=True)
            case K.OTHER_FOE:
                return Who(self._others(who, foes(), marks), many=True)
            case K.THAT_FOE | K.CHOSEN_FOE if marks and not self.of_yours.issuperset(marks):
                return self.spoken_players(who, marks)
            case K.CHOSEN_FOE:
                raise Untranslated(who, "no foe was chosen before")
            case K.THAT_FOE:
                return Who(self._faced(who), many=True)
            case K.YOUR_FOE:
                return Who(c.Group("facing", YOU), many=True)
            case K.EACH_PLAYER | K.ANY_PLAYERS:
                return Who(EVERYONE, many=True)
            case K.EACH_OTHER_PLAYER if marks:
                return Who(without(EVERYONE, self.spoken_players(who, marks).value), many=True)
            case K.EACH_OTHER_PLAYER | K.ANY_OTHER_PLAYERS:
                return Who(c.Group("others", YOU), many=True)
            case K.REMAINING:
                return Who(self._others(who, EVERYONE, marks), many=True)
            case K.OTHER_TWO | K.OTHER_THREE:
                return Who(self._other_so_many(who, 2 if who.kind is K.OTHER_TWO else 3), many=True)
            case K.EACH_OF_THEM:
                return self.spoken_players(who, marks)
            case K.A_PLAYER | K.ANY_PLAYER:
                return Who(EVERYONE, many=True, picked=True)
            case K.ANOTHER_PLAYER:
                others = c.Group("others", self._not_them(who) if marks else YOU)
                return Who(others, many=True, picked=True)
            case K.THAT_PLAYER:
                return self.spoken_players(who, marks) if marks else self._looked_at(who)
            case K.LEFT:
                return Who(c.Group("left", YOU), many=False)
            case K.RIGHT:
                return Who(c.Group("right", YOU), many=False)
            case K.THEIR_LEFT:
                return self._beside(who, "left")
            case K.THEIR_RIGHT:
                return self._beside(who, "right")
            case K.THEIR_TEAMMATE:
                return self._beside(who, "mates")
            case K.FOES_TEAMMATE if marks:
                return self._beside(who, "mates")
            case K.FOES_TEAMMATE:
                return self._of_each(self._faced(who), "mates")
            case K.ATTACKERS_TEAMMATE:
                return Who(c.Group("mates", c.Group("attacker")), many=True)
            case K.THE_PLAYER:
                return Who(EVERYONE, many=True)
            case K.ATTACKER:
                return Who(c.Group("attacker"), many=False)
            case K.CONFRONTED:
                return Who(c.Group("confronted"), many=True)
            case K.OWNER:
                return self._owner(who)
            case _:
                assert_never(who.kind)

    def _faced(self, who: a.Player) -> c.Value:
        """The foe whom a Confrontation gives, or of those spoken of the one whom the situation
        gives."""
        if self.faces_a_foe:
            return c.Group("facing", YOU)
        if not self.others_named:
            raise Untranslated(who, "no foe was named before")
        if self.chooses_players or not self.picks_out:
            raise Untranslated(who, NOT_PICKED)
        return c.Group("facing", YOU)

    def _looked_at(self, who: a.Player) -> Who:
        """Whoever is looked at, or acts and is not you."""
        if self.they is None:
            raise Untranslated(who, "nobody was named before of whom it could speak")
        return Who(self.they, many=False)

    def _not_them(self, who: a.Player) -> c.Value:
        found = self.spoken_players(who, a.bound_to(who))
        if found.many:
            raise Untranslated(who, "it is not said other than whom")
        return found.value

    def _beside(self, who: a.Player, row: str) -> Who:
        """Who sits beside those spoken of, or is with them."""
        marks = a.bound_to(who)
        found = self.spoken_players(who, marks) if marks else self._looked_at(who)
        if found.many:
            return self._of_each(found.value, row)
        return Who(c.Group(row, found.value), many=row == "mates")

    def _of_each(self, players: c.Value, row: str) -> Who:
        with self.local() as one:
            return Who(c.Collect(c.Group(row, one), one.name, players), many=True)

    def _others(self, who: a.Player, everybody: c.Value, marks: tuple[int, ...]) -> c.Value:
        """All but those spoken of."""
        those = self._noted([mark for mark in marks if mark != a.GIVEN])
        if those is None:
            raise Untranslated(who, "it is not said other than whom")
        rest = without(everybody, those.value)
        if a.GIVEN not in marks:
            return rest
        return c.Conditional(compare("=", count(those.value), c.Number(0)), NOBODY, rest)

    def _other_so_many(self, who: a.Player, number: int) -> c.Value:
        """The other two or three players: all but those spoken of, and without you if these would
        be more."""
        known = tuple(mark for mark in a.bound_to(who) if mark != a.GIVEN)
        if not known and not (self.others_named or self.faces_a_foe):
            raise Untranslated(who, "it is not said other than whom")
        if not known:
            return c.Group("others", YOU)
        rest = self._others(who, EVERYONE, known)
        more = compare(">", count(rest), c.Number(number))
        found: c.Value = c.Conditional(more, without(rest, YOU), rest)
        if a.GIVEN in a.bound_to(who):
            those = self.spoken_players(who, known).value
            found = c.Conditional(compare("=", count(those), c.Number(0)), NOBODY, found)
        return found

    def _owner(self, who: a.Player) -> Who:
        """To whom the first card spoken of belongs."""
        marks = a.bound_to(who)
        if not marks:
            if self.candidate is None:
                raise Untranslated(who, "no card was named before of whose owner it could speak")
            return Who(attribute("owner", self.candidate), many=False)
        found = self.noted(who, marks)
        card = c.The(c.Ends(c.End.TOP, ONE, found.value)) if found.many else found.value
        return Who(attribute("owner", card), many=False)

    # ------------------------------------------------------------------ spoken of before

    def spoken_players(self, node: a.Node, marks: tuple[int, ...]) -> Who:
        """The player for whom the text is carried out now, or all who were meant."""
        for around, player in reversed(self.in_round):
            if around & set(marks):
                return Who(player, many=False)
        found = self._noted(marks)
        if found is None:
            raise Untranslated(node, NOBODY_NAMED)
        if isinstance(node, a.Player) and node.kind in POINTING and marks[-1] in self.of_each:
            raise Untranslated(node, NOT_PICKED)
        return found

    def _noted(self, marks: tuple[int, ...] | list[int]) -> Who | None:
        found: list[Who] = []
        for mark in marks:
            known = self.players_of.get(mark)
            if isinstance(known, Named):
                found.append(Who(*self.said(known)))
            elif known is not None:
                found.append(known)
            elif mark in self.results_of and mark not in self.cards_of:
                found.append(Who(attribute("whos", self.said(self.results_of[mark]).value), True))
            elif mark in self.cards_of:
                found.append(self._of_cards(mark))
        if len(found) < 2:
            return found[0] if found else None
        return Who(both(*(one.value for one in found)), many=True)

    def _of_cards(self, mark: int) -> Who:
        """The players of whose doing cards were noted."""
        results = [act.result for act in self.acts if act.mark == mark]
        if not results:
            return Who(self.actor, many=False)
        return Who(attribute("whos", self.said(results[0]).value), many=True)

    # ------------------------------------------------------------------ tests

    def passes(self, player: c.Value, test: a.PlayerTest, among: c.Value) -> c.Value:
        """Whether a player is such as a test says."""
        match test:
            case a.Having():
                return self._having(player, test)
            case a.DidTo():
                return self._did_to(player, test)
            case a.CostCompared(higher, zone, place):
                theirs = self.total(self._zone_of(zone, player))
                other = self.total(self.place(place))
                return compare(">" if higher else "<", theirs, other)
            case a.HavingMore(cards, than, how, times):
                return self.has_more(player, cards, than, how, times)
            case a.HavingMost(cards, most, alone):
                return self._ranked(
                    player, among, lambda one: self._count_for(one, cards), most, alone, most
                )
            case a.CardIs(wanted):
                return self._card_is(player, test, wanted)
            case a.Except(who):
                return not_so(self.is_one(player, self.who(who)))
            case a.DidSo():
                return one_so(self._status("done", test, player))
            case a.DidNot():
                return not_so(one_so(self._status("done", test, player)))
            case a.CouldNot():
                return one_so(self._status("impossible", test, player))
            case a.HitByAttack():
                return compare("in", player, attribute("hit", self._this_attack(test)))
            case a.AvoidedAttack():
                return compare("in", player, attribute("avoided", self._this_attack(test)))
            case a.Picked(negated):
                chosen = self._noted(a.bound_to(test))
                if chosen is None:
                    raise Untranslated(test, "nobody was chosen before")
                found = self.is_one(player, chosen)
                return not_so(found) if negated else found
            case a.CostRank():
                return self._cost_rank(player, test, among)
            case a.LevelIs(comparison, level):
                found_level = attribute("level", attribute("character", player))
                return compare(comparison.value, found_level, c.Number(level))
            case _:
                assert_never(test)

    def is_one(self, player: c.Value, who: Who) -> c.Value:
        """Whether a player is one of these."""
        return compare("in" if who.many else "=", player, who.value)

    def _this_attack(self, node: a.Node) -> c.Value:
        name = self.last_attack if self.attack is None else self.attack.name
        if name is None and self.in_defense and isinstance(node, a.AvoidedAttack):
            raise Untranslated(node, "others have yet to say whether they avoid the Attack")
        if name is None and self.in_defense:
            return attribute("attack_now")
        if name is None:
            raise Untranslated(node, "no Attack is made in this text")
        return c.Var(name)

    def _status(self, row: str, test: a.Node, player: c.Value) -> list[c.Value]:
        found: list[c.Value] = []
        for mark in a.bound_to(test):
            result = self.results_of.get(mark)
            if result is not None:
                found.append(c.Status(row, self.said(result).value, player))
        if not found:
            raise Untranslated(test, "nothing was named before that it could speak of")
        return found

    def _having(self, player: c.Value, test: a.Having) -> c.Value:
        with self.for_player(player):
            so = self.so_many(test.cards, test.just)
        return not_so(so) if test.none else so

    def _did_to(self, player: c.Value, test: a.DidTo) -> c.Value:
        """Whether a player did that to so many such cards in this text."""
        any_card = isinstance(test.cards, a.Cards) and test.cards.filter == a.ANY_CARD
        if test.negated and any_card and self.shows_all and test.verbs == (a.Verb.REVEAL,):
            raise Untranslated(
                test, "all cards there are revealed, and it does not say which ones are meant"
            )
        with self.for_player(player):
            so = self.so_many_did(test.verbs, test.cards, player)
        return not_so(so) if test.negated else so

    def _ranked(
        self,
        player: c.Value,
        among: c.Value,
        value: Callable[[c.Value], c.Value],
        most: bool,
        alone: bool,
        at_least_one: bool,
    ) -> c.Value:
        """Whether nobody of these has more (or less); `alone`: nor as much."""
        with self.local() as other:
            best: c.Value = c.Best(most, value(other), other.name, among)
        so = compare("in", player, best)
        return all_so(
            so,
            *([compare("=", count(best), ONE)] if alone else []),
            *([compare(">=", value(player), ONE)] if at_least_one else []),
        )

    def _count_for(self, player: c.Value, cards: a.Cards) -> c.Value:
        with self.for_player(player):
            return self.how_many(cards)

    def has_more(
        self, player: c.Value, cards: a.Cards, than: a.Player, how: a.Comparison, times: int
    ) -> c.Value:
        """Whether a player has more such cards than each of others (or one of them) has."""
        others = self.who(than)

        def more(other: c.Value) -> c.Value:
            number = self._count_for(other, cards)
            if times != 1:
                number = c.Arithmetic("*", (c.Number(times), number))
            return compare(how.value, self._count_for(player, cards), number)

        if not others.many:
            return more(others.value)
        with self.local() as other:
            if others.picked:
                return c.Quantified(False, other.name, without(others.value, player), more(other))
            return c.Quantified(True, other.name, without(others.value, player), more(other))

    def _card_is(self, player: c.Value, test: a.CardIs, wanted: a.Filter) -> c.Value:
        """Whether a card that was the player's, of those spoken of, is such a card."""
        with self.local() as event:
            card = attribute("card", event)
            fit = self.fits(card, wanted)
            mine = compare("=", attribute("whose", event), player)
            so = all_so(mine, fit) if fit is not None else mine
            return c.Quantified(False, event.name, self._events(test), so)

    def _events(self, node: a.Node) -> c.Value:
        """What was done to the cards spoken of."""
        marks = set(a.bound_to(node))
        found = [self.said(act.result).value for act in self.acts if act.mark in marks]
        if not found:
            raise Untranslated(node, "nothing was done with cards before that it could speak of")
        return both(*found)

    def _cost_rank(self, player: c.Value, test: a.CostRank, among: c.Value) -> c.Value:
        if test.character:
            return self._ranked(
                player,
                among,
                lambda one: attribute("cost", attribute("character", one)),
                test.highest,
                test.alone,
                False,
            )
        if test.zone is not None:
            zone = test.zone
            return self._ranked(
                player,
                among,
                lambda one: self.total(self._zone_of(zone, one)),
                test.highest,
                test.alone,
                False,
            )
        if test.total:
            return self._total_rank(player, test, among)
        marks = set(a.bound_to(test))
        acts = [act.result for act in self.acts if act.mark in marks]
        if len(acts) == 1 and not any(block.player is not None for block in acts[0].within):
            raise Untranslated(test, OF_ONE)
        return self._ranked(
            player, among, lambda one: self._cost_for(test, one), test.highest, test.alone, False
        )

    def _cost_for(self, test: a.CostRank, player: c.Value) -> c.Value:
        """What the last card costs that was a player's, of those spoken of."""
        with self.local() as event:
            mine = compare("=", attribute("whose", event), player)
            events = c.Filter(event.name, self._events(test), mine)
        last = c.The(c.Ends(c.End.BOTTOM, ONE, attribute("cards", events)))
        return attribute("cost", last)

    def _total_rank(self, player: c.Value, test: a.CostRank, among: c.Value) -> c.Value:
        """The total that each player has told."""
        (mark, *others) = a.bound_to(test) or (0,)
        known = self.values_of.get(mark)
        if known is None or others:
            raise Untranslated(test, "no total was named before")
        name = c.Var(known.name)
        return self._ranked(
            player,
            among,
            lambda one: c.Fold("sum", attribute("theirs", name, one)),
            test.highest,
            test.alone,
            False,
        )

    # ------------------------------------------------------------------ for others to do

    def _zone_of(self, zone: a.Zone, player: c.Value) -> c.Value:
        with self.for_player(player):
            return self.place(a.Place(zone))
