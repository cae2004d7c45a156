"""Attacks: at whom they are aimed, and what is carried out when they hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attacked import names_them, of_those_hit, told_beforehand
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.core.translation.acts import Steps
from rules_check.grammar.core.translation.names_in_scope import (
    EVERYONE,
    ONE,
    YOU,
    AttackOn,
    both,
    compare,
    is_open,
    told,
)
from rules_check.grammar.core.translation.players import NOBODY, foes
from rules_check.grammar.core.translation.standing import Standing

K = a.PlayerKind
SOME: Final = frozenset({K.ANY_FOES, K.ANY_PLAYERS, K.ANY_OTHER_PLAYERS})
ONE_OF: Final = frozenset({K.A_FOE, K.ANOTHER_PLAYER, K.A_PLAYER, K.ANY_PLAYER})
ALL: Final = frozenset(
    {
        *(K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER),
        *(K.REMAINING, K.OTHER_TWO, K.OTHER_THREE),
    }
)
THE_ONE: Final = frozenset({K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE, K.CONFRONTED})
SEATED: Final = frozenset({K.LEFT, K.RIGHT, K.FOES_TEAMMATE})
MATES: Final = frozenset({K.THEIR_TEAMMATE, K.FOES_TEAMMATE})
PICKED_OUT: Final = frozenset({K.EACH_FOE, K.EACH_OTHER_PLAYER, K.EACH_PLAYER, K.THE_PLAYER})
KNOWN: Final = frozenset(
    {
        *(K.YOU, K.TEAMMATE, K.YOU_OR_TEAMMATE, K.YOU_AND_TEAMMATE, K.OWNER),
        *(K.THAT_PLAYER, K.THAT_FOE, K.CHOSEN_FOE, K.EACH_OF_THEM, K.ATTACKER),
    }
)
"""Kinds that are no further foes: you, and those spoken of already."""
COUNTED: Final = (a.ConditionNode, a.AmountNode, a.CountOf, a.CountPlayers, a.Unavoidable)
"""What only looks at players, or says who cannot avoid the Attack."""
HIDDEN: Final = frozenset({a.Zone.HAND, a.Zone.DECK})


ASKED: Final = (is_open("avoiding"), is_open("empty"))
"""What books say of every Attack."""


class Attacks(Standing):
    """Translates Attacks."""

    def attacks(self, node: a.Node, effect: a.Effect, *, appearance: bool = False) -> Steps:
        """An Attack: aimed, Defenses used, then carried out once."""
        self.appearance = appearance
        everybody = EVERYONE if appearance else foes()
        steps, aimed, at_all = self._aim(effect, everybody)
        targets = aimed if aimed == everybody else self._with_mates(effect, aimed)
        unavoidable = self._unavoidable(effect)
        name = self.fresh("a")
        outer, self.attack = self.attack, AttackOn(name, aimed, at_all, targets != aimed)
        body = self.inner(effect)
        self.attack, self.last_attack, self.appearance = outer, name, False
        return [*steps, told(c.Attack(name, targets, body, unavoidable, settings=ASKED), node)]

    def _aim(self, effect: a.Effect, everybody: c.Value) -> tuple[Steps, c.Value, bool]:
        """At whom an Attack is aimed, what is chosen for it, and whether it is at all of them."""
        chosen = [x for x in a.walk(effect) if isinstance(x, a.ChoosePlayer)]
        theirs = {id(x.player) for x in chosen if x.who != a.YOU}
        theirs |= {id(x.whom) for x in a.walk(effect) if isinstance(x, a.Unavoidable)}
        marks = {a.mark_of(x) for x in a.walk(effect)} - {0}
        named = [
            x
            for x in a.walk(effect)
            if isinstance(x, a.Player) and id(x) not in theirs and not _said_again(x, marks)
        ]
        kinds = {x.kind for x in named}
        if kinds & SOME:
            several = next((x for x in chosen if x.player.kind in SOME), None)
            if several is not None:
                return (*self._choose_several(several, everybody), False)
        yours = any(x.who == a.YOU for x in chosen)
        if kinds & ONE_OF and (yours or not kinds & ALL):
            return (*self._choose_one(effect, everybody), False)
        if kinds & ALL:
            return [], *self._picked_out(effect, everybody)
        if kinds & THE_ONE:
            those = [x for x in named if x.kind in THE_ONE]
            those += [
                x.who
                for x in a.walk(effect)
                if isinstance(x, a.Each)
                and x.who.kind in SEATED
                and not (a.bound_to(x.who) and marks.issuperset(a.bound_to(x.who)))
            ]
            return [], self._all_of(those), False
        if kinds & SEATED:
            seated = [
                x
                for x in named
                if x.kind in SEATED and not (a.bound_to(x) and marks.issuperset(a.bound_to(x)))
            ]
            if seated:
                return [], self._all_of(seated), False
        return [], *self._picked_out(effect, everybody)

    def _choose_several(self, choice: a.ChoosePlayer, everybody: c.Value) -> tuple[Steps, c.Value]:
        name = self.named("q", Sort.PLAYERS)
        most = None if choice.most is None else c.Number(choice.most)
        least = most if choice.exact and most is not None else c.Number(0)
        asked = c.Choose(name.name, "Players", everybody, least, most, YOU)
        return [told(asked, choice)], c.Var(name.name)

    def _choose_one(self, effect: a.Effect, everybody: c.Value) -> tuple[Steps, c.Value]:
        one = next((who for who in _affected(effect) if who.kind in ONE_OF), None)
        source = everybody
        if one is not None and one.test is not None and told_beforehand(one.test):
            with self.local() as player:
                source = c.Filter(player.name, everybody, self.passes(player, one.test, everybody))
        name = self.named("q", Sort.PLAYER)
        asked = c.Choose(name.name, "Player", source, ONE, ONE, YOU)
        return [asked if one is None else told(asked, one)], c.Var(name.name)

    def _picked_out(self, effect: a.Effect, everybody: c.Value) -> tuple[c.Value, bool]:
        """Those whom an Attack names by leaving others out; all, if it does not."""
        found: list[a.Player] = []
        for who in _affected(effect):
            if who.kind in PICKED_OUT and names_them(who.test):
                found.append(who)
            elif not (who.kind in KNOWN or of_those_hit(who.test)):
                return everybody, True
        if not found:
            return everybody, True
        if all(who.kind is K.EACH_FOE for who in found) and everybody == foes():
            return both(*dict.fromkeys(self.who(who).value for who in found)), True
        with self.local() as player:
            meant = both(*dict.fromkeys(self.who(who).value for who in found))
            return c.Filter(player.name, everybody, compare("in", player, meant)), True

    def _all_of(self, named: list[a.Player]) -> c.Value:
        found = list(dict.fromkeys(self.who(who).value for who in named))
        return both(*found)

    def _with_mates(self, effect: a.Effect, aimed: c.Value) -> c.Value:
        """With the teammates of whom the Attack goes on to speak."""
        marks = {a.mark_of(x) for x in a.walk(effect)} - {0}
        doing = (x.who for x in a.walk(effect) if isinstance(x, a.Each))
        if not any(
            who.kind in MATES and a.bound_to(who) and marks.issuperset(a.bound_to(who))
            for who in doing
        ):
            return aimed
        with self.local() as player:
            return both(aimed, c.Collect(c.Group("mates", player), player.name, aimed))

    def _unavoidable(self, effect: a.Effect) -> c.Value | None:
        """Who cannot avoid the Attack."""
        found: list[c.Value] = []
        for node, condition in _unavoidables(effect, None):
            whom = EVERYONE if node.whom is None else self.who(node.whom).value
            if condition is not None:
                whom = c.Conditional(self.condition(condition), whom, NOBODY)
            found.append(told(whom, node))
        return both(*found) if found else None


def _unavoidables(
    effect: a.Node, condition: a.Condition | None
) -> Iterator[tuple[a.Unavoidable, a.Condition | None]]:
    if isinstance(effect, a.Unavoidable):
        yield effect, condition
    elif isinstance(effect, a.If):
        yield from _unavoidables(effect.then, effect.condition)
        if effect.otherwise is not None:
            yield from _unavoidables(effect.otherwise, a.Not(effect.condition))
    else:
        for part in a.children(effect):
            yield from _unavoidables(part, condition)


def _said_again(who: a.Player, marks: set[int]) -> bool:
    """Whether a player is one whom the Attack itself has named."""
    return who.kind in THE_ONE and bool(a.bound_to(who)) and marks.issuperset(a.bound_to(who))


def _affected(node: a.Node) -> Iterator[a.Player]:
    """The players to whom a text does something."""
    if isinstance(node, a.Player):
        yield node
    elif not isinstance(node, COUNTED):
        for part in a.children(node):
            yield from _affected(part)
