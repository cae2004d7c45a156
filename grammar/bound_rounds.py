"""What is done again and again, and what its words speak of: for `grammar.binding`."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.given import one_by_one
from rules_check.grammar.named import Sort
from rules_check.grammar.spoken import ALL, Spoken
from rules_check.grammar.subjects import PLURAL, speaks_of_them, this_way
from rules_check.grammar.told import asked_last


class Rounds(Spoken):
    """Goes through repetitions; whoever binds says what becomes of the effects in them."""

    def effect(self, effect: a.Effect) -> a.Effect:
        """An effect with its references bound."""
        raise NotImplementedError

    def _parts(self, node: Any) -> Any:
        """Parts of an effect with their references bound."""
        raise NotImplementedError

    def _player(self, who: a.Player) -> a.Player:
        """Players with their references bound."""
        raise NotImplementedError

    def _for_each(self, effect: a.ForEach) -> a.Effect:
        match effect.amount:
            case a.CountPlayers(who) if who.kind in PLURAL and speaks_of_them(effect.effect, who):
                return self._for_players(effect, who)
            case _:
                one = any(x.sort is Sort.CARDS and not x.several for x in self.named)
                known = effect if one else one_by_one(effect)
                if known is not effect:
                    return self.effect(known)
                amount = self._parts(effect.amount)
                mark = self._mark()
                inner = self._round(mark, effect.effect)
                return a.tied(a.replace(effect, amount=amount, effect=inner), mark)

    def _for_players(self, effect: a.ForEach, who: a.Player) -> a.Effect:
        """What is done for one player after the other, of whom it speaks ("For each foe, reveal the
        top card of that foe's deck")."""
        mark, before, around = self._mark(), len(self.named), self.here
        players = self._player(who)
        self.here = (*around, mark)
        self._name(mark, Sort.PLAYER, picked=who.kind if who.kind in ALL else None)
        inner = self.effect(effect.effect)
        self.here = around
        self._leave(before, mark, who, 0, effect.effect)
        return a.tied(a.placed(a.Each(players, inner), a.place_of(effect)), mark)

    def _round(self, mark: int, effect: a.Effect) -> a.Effect:
        """What is done again and again; behind it, its cards are those of all rounds."""
        before = len(self.named)
        around, self.here = self.here, (*self.here, mark)
        self.rounds.add(mark)
        inner = self.effect(effect)
        self.here = around
        self.named[before:] = [one._replace(several=True) for one in self.named[before:]]
        return inner

    def _repeat(self, effect: a.RepeatUntil) -> a.Effect:
        mark = self._mark()
        inner = self._round(mark, effect.effect)
        until = asked_last(effect, inner) or this_way(self._parts(effect.until))
        new = a.tied(a.replace(effect, effect=inner, until=until), mark)
        if any(isinstance(x, a.Show) for x in a.walk(inner)):
            self._name(mark, Sort.CARDS)  # the card at which it ends
        return new
