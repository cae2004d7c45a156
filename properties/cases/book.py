"""The case book of a card: few small games that show every way its text can go.

Games are dealt and tried; of each way the smallest game is kept, whichever it was tried for. The
first case shows as much as can be shown at once; each further one shows what is not shown yet. What
is not reached is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from rules_check.oracle.game import Game
from rules_check.oracle.values.ways import Way
from rules_check.oracle.values.zones import DECK
from rules_check.properties.cases.dealing import Dealer, by_chance
from rules_check.properties.cases.places import is_bare
from rules_check.properties.cases.shrinking import Shrinker, cards_of, tidy
from rules_check.properties.cases.trying import BESIDES, GOES, OF_SEVERAL, SHOWN, Key, Table, Trial
from rules_check.properties.cases.ways import Goal, Ways

MOST_DEALT: Final = 500
"""So many games are dealt to a card before what is not reached is told."""
FIRST: Final = 48
"""So many in any case, so that there is a choice."""
A_LITTLE: Final = 8
"""A game that takes no more to read than this need not be shown for itself."""
MUCH_MORE: Final = 45
"""So much more may a game take to read that is another than a shown one in one thing only."""
LACKS: Final = frozenset({Way.NOTHING, Way.IMPOSSIBLE, Way.FAILS, Way.UNUSABLE})
"""Ways of a text that does not find what it looks for."""
BARE: Final = 14
"""So much farther is a game in which no card at all lies where one is looked for."""
LOST: Final = 12
"""So much farther from a shown game is one in which something of the text is not done any more."""
READ_FOR_ONE: Final = 30
"""So much may a game grow for one way more that it shows."""


FEW_NEEDS: Final = 3
"""Of the cards of which a text speaks, so many are laid where there is none."""
BY_ITSELF: Final = frozenset(
    {Way.AGAIN, Way.ANEW, Way.ALIKE, Way.TIED, Way.UNUSABLE, Way.VAIN, Way.OUTSIDE}
)
"""Ways that nobody sees in a game that is told for another: each has its own."""
IF_THERE: Final = frozenset({Way.MANY, Way.ALIKE, Way.ANEW})
"""Ways that say more of another way of the same words: they are shown where they are reached."""
DONE: Final = GOES - OF_SEVERAL - {Way.ANEW}
"""What a text does; which of several it is, is shown by itself."""
NO_KEYS: Final[frozenset[Key]] = frozenset()


class Case(NamedTuple):
    """A game that shows some ways of a card; the first of them is what it is shown for."""

    trial: Trial
    shows: tuple[Goal, ...]
    new: int = 0
    """So many of them, the first ones, are shown by no case before; 0 in the first case of a text,
    which is one of the whole text."""


@dataclass(frozen=True, slots=True)
class Book:
    """The cases of a card, and what was not reached in how many games."""

    name: str
    ways: Ways
    cases: tuple[Case, ...]
    missed: tuple[Goal, ...]
    tried: int
    cards: tuple[str, ...] = ()
    """Plain cards, and some of which the text speaks."""


@dataclass(slots=True)
class _Pool:
    """For each way the smallest game in which the card goes it, and for each text a game in which
    it goes on unhindered as far as it can."""

    table: Table
    best: dict[Key, Trial] = field(default_factory=dict)
    fullest: dict[int, tuple[int, int, Trial]] = field(default_factory=dict)
    near: dict[Key, tuple[tuple[int, bool, int], Trial]] = field(default_factory=dict)
    """For each way, of the games that are another than a shown one in one thing only, the one that
    is the most like it, and how far it is from that."""
    freest: dict[int, tuple[int, int, int, Trial]] = field(default_factory=dict)
    """The same with as little in its way as there is."""

    def show(self, trial: Trial) -> None:
        """A game was tried."""
        goes: Counter[int] = Counter()
        for key in trial.at:
            goes[self.table.ways.by_key[key].text] += key[1] in DONE
            known = self.best.get(key)
            if known is None or self._reading(trial, key) < self._reading(known, key):
                self.best[key] = trial
        less = -trial.reading(NO_KEYS)
        for text, number in goes.items():
            if number and (number, less) > self.fullest.get(text, (0, 0))[:2]:
                self.fullest[text] = number, less, trial
            free = -len(trial.hindered)
            if number and (number, free, less) > self.freest.get(text, (0, 0, 0))[:3]:
                self.freest[text] = number, free, less, trial

    def _reading(self, trial: Trial, key: Key) -> int:
        """How much there is to read in a game that shows one way; more if what the text looks for
        is not there because nothing is."""
        return trial.reading(frozenset({key})) + self._bare(trial, key)

    def _bare(self, trial: Trial, key: Key) -> int:
        form = self.table.ways.forms[key[0]]
        return BARE * (key[1] in LACKS and is_bare(form, trial.position))

    def show_near(
        self, trial: Trial, text: int, shown: Trial, only: Set[Way] | None = None
    ) -> None:
        """A game was tried that is like one that is shown for a text; for some ways only."""
        if only is None:
            self.show(trial)
        ways = self.table.ways.by_key
        goes = {key for key in shown.at if key[1] in GOES and ways[key].text == text}
        seen = _seen(shown)
        for key in trial.at:
            if self.table.ways.by_key[key].text != text:
                continue
            if only is not None and (key[1] not in only or key not in self.best):
                continue
            known = self.near.get(key)
            besides = self._reading(trial, key) - trial.cost
            if key[1] is Way.AVOIDED:
                besides += LOST * _are_away(trial, shown)
            if key[1] is Way.UNMET and trial.position.get("active") != shown.position.get("active"):
                besides += LOST
            goes_on = _turns(trial) > _turns(shown)
            besides += _besides_again(trial) if key[1] is Way.AGAIN else 0
            besides += LOST * (len(goes - trial.at.keys()) + max(0, seen - _seen(trial)))
            apart = (besides, goes_on, abs(trial.cost - shown.cost))
            if known is None or apart < known[0]:
                self.near[key] = apart, trial

    def apart(self, wanted: frozenset[Key]) -> Trial | None:
        """A game that is near to one that is shown, if it does not take much more to read than any
        other."""
        for key in sorted(wanted & self.near.keys()):
            near, best = self.near[key][1], self.best[key]
            goes_on = self.near[key][0][1]
            if (
                not goes_on
                and wanted <= near.at.keys()
                and (near.reading(wanted) <= best.reading(wanted) + MUCH_MORE)
            ):
                return near
        return None


def _are_away(trial: Trial, shown: Trial) -> int:
    """How many cards of a shown game another one does not have, where a card more is enough."""
    mine = Counter((path, name) for path, cards in cards_of(trial.position) for name in cards)
    theirs = Counter((path, name) for path, cards in cards_of(shown.position) for name in cards)
    return sum((theirs - mine).values())


def _turns(trial: Trial) -> int:
    """How many turns there are."""
    return sum(event.kind == "turn" for event in trial.events)


def _seen(trial: Trial) -> int:
    """How many times cards are shown to somebody."""
    return sum(event.kind in SHOWN and bool(event.cards) for event in trial.events)


def _besides_again(trial: Trial) -> int:
    """What is in the way of seeing that nothing comes a second time: other cards, and that for
    another reason nothing comes."""
    vain = sum(event.kind in ("nothing", "reshuffle") for event in trial.events)
    draws = any(event.kind == "draw" and event.player == 0 for event in trial.events)
    vain += draws and not trial.state.zones[DECK]  # which would be a reason of its own
    names = {name for _, cards in cards_of(trial.position) for name in cards}
    return BESIDES * (vain + len(names))


def case_book(game: Game, card: int) -> Book:
    """The case book of a card of a game."""
    table = Table(game, card)
    dealer = Dealer(table)
    pool = _Pool(table)
    for position, plan in dealer.first():
        _look(pool, table.follow(tidy(position), plan))
    near = IF_THERE | {Way.AGAIN}  # which is near others
    wanted = {key for key in table.ways.by_key if key[1] not in near}
    for number in range(MOST_DEALT):
        if number >= FIRST and wanted <= pool.best.keys():
            break
        rng = Random(f"{table.kind.name} plays {number}")
        _look(pool, table.play(dealer.deal(number), by_chance(table, rng)))
    cases = tuple(_without_twins(_chosen(table, pool, dealer)))
    shown = {(goal.form, goal.way) for case in cases for goal in case.shows}
    missed = tuple(
        goal
        for goal in table.ways.goals
        if (goal.form, goal.way) not in shown and goal.way not in IF_THERE
    )
    cards = tuple(dict.fromkeys((*dealer.plains, *dealer.needs[:FEW_NEEDS])))
    return Book(table.kind.name, table.ways, cases, missed, table.tried, cards)


def _look(pool: _Pool, trial: Trial | None) -> None:
    if trial is not None:
        pool.show(trial)


def _chosen(table: Table, pool: _Pool, dealer: Dealer) -> Iterator[Case]:
    """Cases until everything is shown that was reached: text by text, first what goes on unhindered
    and then what is in its way, each by itself."""
    shrinker, needs = Shrinker(table, dealer, pool.show), dealer.needs
    left: dict[Key, Goal] = dict(table.ways.by_key)
    begun: set[int] = set()
    while (found := _next(table, pool, left)) is not None:
        small, wanted = _made(pool, shrinker, *found)
        shows = [goal for key, goal in left.items() if key in wanted]
        others = [x for key, x in table.ways.by_key.items() if key in small.at and x not in shows]
        text = shows[0].text
        if shows[0].way in GOES:
            for near in shrinker.neighbours(small, needs):
                pool.show_near(near, text, small)
            for near in shrinker.elsewhere(small):
                pool.show_near(near, text, small, OF_SEVERAL)
        for key in (*wanted, *small.at):
            if key[1] in BY_ITSELF and key not in wanted:
                continue
            if key in left and (key in wanted or _is_shown(pool, small, key, left[key], text)):
                del left[key]
        yield Case(small, (*shows, *others), len(shows) if text in begun else 0)
        begun.add(text)


def _made(
    pool: _Pool, shrinker: Shrinker, trial: Trial, wanted: frozenset[Key]
) -> tuple[Trial, frozenset[Key]]:
    """A small game for these ways. What is another than in a game that is shown is best seen in one
    that is like it."""
    near = pool.apart(wanted)
    if near is not None:
        return near, wanted
    return _at_once(pool, shrinker, trial, wanted)


def _at_once(
    pool: _Pool, shrinker: Shrinker, trial: Trial, wanted: frozenset[Key]
) -> tuple[Trial, frozenset[Key]]:
    """A small game for these ways; for some of them, if all at once take much more to read."""
    small = shrinker.shrink(trial, wanted)
    for *_, free in pool.freest.values():
        if free is not trial and wanted <= free.at.keys():
            other = shrinker.shrink(free, wanted)
            small = min(small, other, key=lambda x: x.reading(wanted))

    def worth(game: Trial) -> int:
        shown = wanted & game.at.keys()
        return READ_FOR_ONE * len(shown) - game.reading(shown)

    plainest = max((pool.best[key] for key in sorted(wanted)), key=worth)
    if worth(plainest) <= worth(small) or any(
        way is Way.HOLDS and (form, Way.FAILS) in plainest.at.keys() - small.at.keys()
        for form, way in wanted
    ):
        return small, wanted
    some = wanted & plainest.at.keys()
    return shrinker.shrink(plainest, some), some


def _is_shown(pool: _Pool, small: Trial, key: Key, goal: Goal, text: int) -> bool:
    """Whether a game that is shown for other ways of a text is enough for this one: what goes on
    unhindered need not be shown twice, anything else has no smaller game of its own."""
    if goal.text != text:
        return False
    one = frozenset({key})
    other = pool.near[key][1] if key in pool.near else pool.best[key]  # which would be shown
    return key[1] in GOES or other.reading(one) + A_LITTLE >= small.reading(one)


def _next(table: Table, pool: _Pool, left: dict[Key, Goal]) -> tuple[Trial, frozenset[Key]] | None:
    """The next game, and what it is shown for."""
    for text in range(len(table.ways.texts)):
        there = [key for key, goal in left.items() if goal.text == text and key in pool.best]
        goes = [key for key in there if key[1] in DONE]
        goes = goes or [key for key in there if key[1] in OF_SEVERAL]
        if goes:
            games = [pool.best[key] for key in goes]
            games += [one for *_, one in [pool.fullest[text]] if text in pool.fullest]
            trial = max(games, key=lambda x: (sum(y in x.at for y in goes), -x.reading(NO_KEYS)))
            return trial, frozenset(key for key in goes if key in trial.at)
        if there:
            return pool.best[there[0]], frozenset(there[:1])
    return None


def _without_twins(cases: Iterator[Case]) -> Iterator[Case]:
    """Of cases that are the same game only the first."""
    known: list[tuple[object, tuple[str, ...], bool]] = []
    for case in cases:
        again = case.shows[0].way is Way.AGAIN
        game = (case.trial.position, case.trial.plan, again)
        if game not in known:
            known.append(game)
            yield case
