"""What a text has spoken of so far, and which of it a word means: for `grammar.binding`."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.comparing import compares_all, compares_cards
from rules_check.grammar.named import HELD, Named, Sort, nearest
from rules_check.grammar.of_both import beside_you
from rules_check.grammar.subjects import (
    PLURAL,
    by,
    from_each,
    of_that_player,
    one_subject,
    open_refs,
    points,
    said_before,
    speaks_of_them,
    subject,
)

K = a.PlayerKind

FOES: Final = frozenset({K.EACH_FOE, K.A_FOE, K.ANY_FOES, K.YOUR_FOE, K.THAT_FOE, K.CHOSEN_FOE})
"""Players who are picked out of the foes."""

ALL: Final = frozenset(
    {K.EACH_PLAYER, K.A_PLAYER, K.ANY_PLAYER, K.ANY_PLAYERS, K.THE_PLAYER, K.YOU_AND_TEAMMATE}
)
"""Players who are picked out of all players, so that "each other player" is everyone else."""

OF_FOE: Final = frozenset({K.THAT_FOE, K.CHOSEN_FOE, K.FOES_TEAMMATE})
"""Players known by a foe who was chosen, or who is the other side of what goes on."""

DID: Final = (a.DidSo, a.DidNot, a.CouldNot)
"""What is said of players who were told to do something."""

EVERY: Final = frozenset({K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER, K.YOU_AND_TEAMMATE})
"""Players each of whom does something of their own."""

OTHERS: Final = frozenset(
    {K.OTHER_FOE, K.EACH_OTHER_PLAYER, K.REMAINING, K.OTHER_TWO, K.OTHER_THREE}
)
"""Players who are others than those named before."""

_THAT_ONE: Final = (a.Player(K.THAT_FOE), a.Player(K.THAT_PLAYER))
ONE: Final = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER})
"""Players of whom one is picked out."""


class Spoken:
    """What can be spoken of at a place of a text."""

    def __init__(self) -> None:
        self.marks = 0
        self.named: list[Named] = []
        self.here: tuple[int, ...] = ()
        """The marks of the players for each of whom, and of the rounds in which, the words at hand
        are carried out."""
        self.rounds: set[int] = set()
        """Those of them that are no player's: what is done again and again."""
        self.same: dict[int, tuple[int, ...]] = {}
        """For the mark of an `Each` about a foe who was chosen: the mark of that choice."""
        self.counted: tuple[int, ...] = ()
        """The mark of the count that a condition at hand asks for ("if …, destroy them")."""
        self.asked: a.Condition | None = None
        """That condition."""
        self.eachs: dict[int, a.PlayerKind] = {}
        """For the mark of an `Each` about several players: which."""
        self.linked: dict[int, tuple[int, ...]] = {}
        """For the mark of an `Each`: those before it that are about the same players."""
        self.aside: set[int] = set()
        """What was drawn or gained because "it" was so: if it is asked again what it is, it is not
        one of these ("If it is a Hero, draw a card. If it is a Villain, …")."""
        self.by_deed: set[int] = set()
        """The marks of those picked out by what they did, who were not asked anything more."""
        self.standing = False
        """Whether the text stands and is looked at again and again."""
        self.owner: a.Player | None = None
        """Whose place was named last, if "you" did something there ("a foe's discard pile")."""
        self.deed: tuple[int, a.Effect | None] = (0, None)
        """What one other player did last, as "that player" does it, and the mark of it."""
        self.by_them = False
        """Whether what is bound just now is done by somebody else than you."""
        self.looking = False
        """Whether "that player" is whoever is looked at ("each foe with a Hero in their hand")."""

    def _mark(self) -> int:
        self.marks += 1
        return self.marks

    def _name(self, mark: int, sort: Sort, several: bool = False, **more: Any) -> None:
        self.named.append(Named(mark, sort, several, **more))

    def _both_cards(self, before: int, yours: list[Named]) -> None:
        """Behind what you and another player each do, "them" are the cards of both."""
        mine = [one for one in yours if one.sort is Sort.CARDS][-1:]
        theirs = [one for one in self.named[before:] if one.sort is Sort.CARDS][-1:]
        for one, other in zip(mine, theirs, strict=False):
            own = one.means or (one.mark,)
            both = (*own, *(other.means or (other.mark,)))
            at = self.named.index(other)
            self.named[at] = other._replace(several=True, means=both, yours=own)
            yours = [x for x in yours if x is not one]
        self.named[before:before] = yours

    def _spoken_of(self) -> tuple[int, ...]:
        return self._latest(Sort.PLAYER) or self._latest(Sort.PLAYERS)

    def _all_of_them(self) -> tuple[int, ...]:
        """Those who were spoken of last, and you, if you did the same as they."""
        found = self._latest(Sort.PLAYERS) or self._latest(Sort.PLAYER)
        beside = (one.beside for one in self.named if one.mark in found and one.beside)
        return (*found, *beside)

    def _latest(self, *sorts: Sort) -> tuple[int, ...]:
        found = [one.mark for one in self.named if one.sort in sorts]
        return tuple(found[-1:])

    def _told(self) -> tuple[int, ...]:
        """Those who were last told to do something: of those who do and of those who cannot, just
        the same is spoken of."""
        told = [one for one in self.named if one.mark not in self.by_deed]
        found = [one.mark for one in told if one.sort in (Sort.PLAYERS, Sort.PLAYER)]
        return tuple(found[-1:]) or self._latest(Sort.PLAYERS, Sort.PLAYER)

    def _latest_cards(self) -> tuple[int, ...]:
        """The cards that were named last; of you and another player, those of both."""
        found = [one for one in self.named if one.sort is Sort.CARDS][-1:]
        return next((one.means if one.yours else (one.mark,) for one in found), ())

    def _of_you(self, node: a.PlayersAre) -> Any:
        """What you and your teammate did of what you were told to do, bound to that; None: it is
        said of others, or something else is."""
        if node.who.kind is not K.YOU_AND_TEAMMATE or not isinstance(node.test, DID):
            return None
        told = [one for one, kind in self.eachs.items() if kind is K.YOU_AND_TEAMMATE]
        return a.tied(node.test, bound=tuple(told[-1:]))

    def _value(self, value: str) -> tuple[int, ...]:
        found = [one.mark for one in self.named if one.value == value]
        return tuple(found[-1:])

    def _cards(self, kind: a.RefKind, called: a.CardType | None = None) -> tuple[int, ...]:
        """The nearest cards that fit: "it" is one card if it can be, "them" several."""
        return nearest(self.named, kind, called, yours=not self.here)

    def _told_from(self) -> tuple[int, ...]:
        """The cards from which others are told: the nearest, one or several; of several that were
        named together, the one that was known before."""
        found = self._latest_cards()
        known = [one.known for one in self.named if (one.mark,) == found and one.several]
        return next(filter(None, known), found)

    def _them(self) -> tuple[int, ...]:
        """The cards that "them" are: where only one was named, those that a condition at hand
        counts. Where it counts by that one ("a card with that name"), and there can be one alone,
        nobody knows whether the first is one of them."""
        found = self._cards(a.RefKind.THEM)
        several = any(one.sort is Sort.CARDS and one.several for one in self.named)
        if several or not self.counted or len(found) > 1 or found == (a.SELF,):
            return found
        assert isinstance(self.asked, a.There)
        by_it = found and any(found[0] in a.bound_to(x) for x in a.walk(self.asked.count))
        return () if by_it and self.asked.value == a.ONE else self.counted

    def _only_several(self) -> bool:
        """Whether no one card was named, but several at once."""
        cards = [one.several for one in self.named if one.sort is Sort.CARDS]
        return bool(cards) and all(cards) and not self.here

    def _for_whom(self) -> tuple[int, ...]:
        """The innermost player for whom the words at hand are carried out; a round is nobody."""
        return tuple(mark for mark in self.here if mark not in self.rounds)[-1:]

    def _same_players(self, who: a.Player, mark: int, mine: int = 0) -> tuple[int, ...]:
        """The `Each` before that is about the same players ("Each foe may discard a card. Each foe
        who does …"): each of them speaks of what they did there themselves. `mine`: the `Each` of
        what you do in the same way."""
        before = [m for m, kind in self.eachs.items() if m not in self.here]
        told = [m for m in a.bound_to(who) + _marks(who.test) if m in before]
        same = [m for m in before if self.eachs[m] is who.kind or isinstance(who.test, a.DidTo)]
        if who.kind in EVERY or mine or who == a.YOU:
            self.eachs[mark] = who.kind
        found = tuple(dict.fromkeys(told)) or tuple(same[-1:])
        found = (*found, mine) if mine and mine not in found else found
        linked = (*found, *(m for one in found for m in self.linked.get(one, ())))
        self.linked[mark] = tuple(dict.fromkeys(linked))
        if mine:
            self.linked[mine] = (*self.linked.get(mine, ()), mark)
        return self.linked[mark]

    def _by_two(self, effects: list[a.Effect]) -> bool:
        """Whether the first is done by you, and then by another player in the same way."""
        if len(effects) < 2:
            return False
        first, second, *_ = effects
        return beside_you(first, second, self._subject(second) or a.THAT_PLAYER)

    def _leave(self, before: int, mark: int, who: a.Player, mine: int, done: a.Effect) -> None:
        """Behind an `Each`, what was named in it is there once for each of its players. Who has
        done just what another player did before is spoken of together with that one."""
        inside = self.named[before:]
        several = who.kind in PLURAL
        del self.named[before:]
        for one in inside:
            if one.mark != mark and one.value != HELD:
                self.named.append(one._replace(several=one.several or several))
        some = who.kind if mine else picks(who)
        sort = Sort.PLAYERS if several else Sort.PLAYER
        same = by(done, who) if who.kind not in PLURAL else None
        other, deed = self.deed
        too = other if same is not None and same == deed and other in self._spoken_of() else 0
        self._name(mark, sort, several, picked=some, beside=mine or too)
        if inside and inside[-1].value == "chosen":  # whom they chose is spoken of next
            self.named[-2:] = reversed(self.named[-2:])
        self.deed = (mark, same)

    def _goes_on(self, more: list[a.Effect], who: a.Player, before: int) -> bool:
        """Whether a further effect is about each of these players, or what each of them did."""
        if not more or compares_all(more[0]) or self._by_two(more):
            return False
        effect = more[0]
        own = [one.several for one in self.named[before:] if one.sort is Sort.CARDS]
        if compares_cards(effect) and not any(own):
            return False  # "If the costs are equal": of the cards of several players
        doing = self._subject(effect)
        if doing in _THAT_ONE and who.kind in EVERY and self._about_one_card(effect, before):
            return True  # "Each foe reveals a card. You may …. That foe discards it"
        if doing is not None:
            picked = who.test is not None  # asked once who they are, not again for each clause
            return doing == who and (picked or any(map(points, a.walk(effect))))
        if speaks_of_them(effect, who):
            return True
        return self._about_one_card(effect, before)

    def _subject(self, effect: a.Effect) -> a.Player | None:
        """Who does it; also of what they do if something is so of each of them ("each foe draws a
        card if that player has …")."""
        who = subject(effect) or from_each(effect)
        if who is not None or not isinstance(effect, a.If) or not of_that_player(effect.condition):
            return who
        doing = one_subject(effect.then)
        named = any(one.sort in (Sort.PLAYER, Sort.PLAYERS) for one in self.named)
        return doing if not named or said_before(effect.then, effect.condition) else None

    def _about_one_card(self, effect: a.Effect, before: int) -> bool:
        """Whether it speaks of the one card that each of these players has to do with."""
        if not any(isinstance(x, a.Ref) and x.kind is a.RefKind.IT for x in open_refs(effect)):
            return False
        cards = [one for one in self.named if one.sort is Sort.CARDS][-1:]
        return bool(cards) and cards[0] in self.named[before:]

    def _group(self) -> tuple[int, ...]:
        """The cards of which some are meant ("all Villains among them"): several that were not
        taken out of others themselves, if there are any."""
        whole = [one for one in self.named if not (one.sort is Sort.CARDS and one.some)]
        several = any(one.sort is Sort.CARDS and one.several for one in self.named)
        single = set(self._cards(a.RefKind.THEM)) - {a.SELF}
        if self.counted and not several and len(single) < 2:
            return self.counted  # of one card, "one of those" is not one
        return nearest(whole, a.RefKind.THEM) or self._cards(a.RefKind.THEM)

    def _against(self, who: a.Player) -> tuple[int, ...]:
        """Those against whom "the other foe", "each other player" or "the remaining players" are
        set: who was picked out before; none, where these are just all others than you."""
        kind = who.kind
        picked = [one for one in self.named if one.picked is not None]
        match kind:
            case _ if isinstance(who.test, a.DidTo):  # "everyone else who revealed a card"
                fitting = picked
            case K.OTHER_FOE | K.REMAINING | K.OTHER_TWO | K.OTHER_THREE:
                fitting = picked
            case _:
                fitting = [one for one in picked if one.beside or one.picked in ALL]
                fitting = fitting if fitting[-1:] == picked[-1:] else []
        for one in fitting[-1:]:
            beside = (one.beside,) if one.beside else ()
            return (one.mark, *beside) if one.several else (one.mark, *beside, a.GIVEN)
        return self._spoken_of() if kind in {K.OTHER_FOE, K.REMAINING} else ()


def _marks(test: a.Node | None) -> tuple[int, ...]:
    return () if test is None else a.bound_to(test)


def picks(who: a.Player) -> a.PlayerKind | None:
    """Of which players some are picked out by a text, if it does so."""
    kind = who.kind
    some = kind in ONE or kind in {K.THE_PLAYER, K.YOU_AND_TEAMMATE}
    return kind if some or (who.test is not None and kind in FOES | ALL) else None
