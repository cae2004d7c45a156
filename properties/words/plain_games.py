"""Games with a card, played side by side with another meaning of its text.

The positions are dealt by chance from the cards of the game, the same for the same card. Both games
get the same answers. They differ as soon as something else is offered, done or shown, lies
somewhere else or counts; how a choice is put does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property
from random import Random
from typing import Any, Final, NamedTuple

from rules_check.grammar.ast import CardText, CardType, Title
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.rows import VERBS
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.per_object import PerObject
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.game import Game
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick.playing import run, take
from rules_check.oracle.quick.scoring import score
from rules_check.oracle.quick.setup import lay
from rules_check.oracle.quick.turn import END
from rules_check.oracle.quick.values import character_of, cost_of, cost_to_defeat, price_of
from rules_check.oracle.scenarios.positions import laid_out
from rules_check.oracle.scenarios.tables import with_further
from rules_check.properties.words import made_for

COPIES: Final = 6
"""Copies of the card in the game."""
ANSWERS: Final = 24
"""A game is left after so many answers, nature's included."""
ROUND_THE_TABLE: Final = 70
"""So many in every fourth game, in which turns are short, so that each player has one."""
OWN_FIRST: Final = 0.7
"""How often an option with the card itself is taken, if there is one."""
NEXT_TURN: Final = (0.15, 0.5)
"""How often a turn is ended while there is something else to do; in a short turn."""
BY_CHANCE: Final = 12
"""So many positions are dealt by chance alone, before those that are made for the text."""
NATURE: Final = -1
DEEDS: Final = frozenset(
    {*(verb for verb, row in VERBS.items() if row.moves), "play", "reveal", "look at"}
)
"""Events for which texts can wait, and which they count: it matters what a deed is called, and who
has seen a card."""


class Difference(NamedTuple):
    """Where two meanings of a card part: in which of the dealt games, after how many answers, and
    what is another then."""

    number: int
    answers: int
    what: str


class Step(NamedTuple):
    """A decision of a game: what could be seen when it came up, and the answer; None at the end."""

    seen: Seen
    answer: quick.Option | None


class Played(NamedTuple):
    """A game with the card as it is: how it began, its decisions, and how it would be counted."""

    setup: Mapping[str, Any]
    steps: tuple[Step, ...]
    scores: list[Any]


class Table:
    """A card in its game, in positions dealt by chance."""

    def __init__(
        self, playset: PlaySet, card: CardDef, core: c.Core, reading: Reading = AS_PRINTED
    ) -> None:
        self.card = card
        self.core = core
        doers = _doers(core, card.book)
        self.game = _with(playset, card, doers, reading)
        self.engine = self.game.core
        self.own = frozenset(
            number
            for number, kind in enumerate(self.game.kinds)
            if kind.name == card.name and kind.level == card.level
        )
        self.sets_up = any(text.home == "setup" for text in core.texts)
        needs = dict.fromkeys([*(doer.name for doer, _ in doers), *needed(self.engine, core)])
        self.needs = [name for name in needs if name != card.name]
        self.changes = any(isinstance(x, c.Change) for x in walk(core))
        self._played: list[Played] = []
        self._telling: list[int] = []
        self._other: tuple[c.Core, quick.Game] = core, self.engine

    @cached_property
    def wants(self) -> tuple[made_for.Wanted, ...]:
        """The cards for which the text looks."""
        others = [kind for kind in self.engine.kinds if kind.name != self.card.name]
        doers = {verb: _doer(verb, "you", self.card.book).name for verb in TO}
        return made_for.wanted(self.core, others, doers)

    def played(self, number: int) -> Played:
        """One of the games with the card as it is."""
        while len(self._played) <= number:
            self._played.append(self._play(len(self._played)))
        return self._played[number]

    def _play(self, number: int) -> Played:
        return self.played_from(self.dealt(number), number)

    def dealt(self, number: int) -> dict[str, Any] | None:
        """The position of the game of this number; None: it begins with its set-up."""
        return None if self.sets_up and not number % 2 else _deal(self, number)

    def played_from(self, at: Mapping[str, Any] | None, number: int) -> Played:
        """The game of this number from a position, with the card as it is."""
        if at is None:
            setup = self.game.setup_of_box()
        else:
            setup = self.game.setup_of(laid_out(self.game, at))
        rng = Random(number)
        steps: list[Step] = []
        short = number % 4 == 2
        most = ROUND_THE_TABLE if short else ANSWERS

        def answered(s: Going, choice: quick.Choice | None) -> quick.Option | None:
            if len(steps) == most:
                return None
            seen = _seen(s, choice, self.changes)
            answer = choice and _taken(choice, self.own, NEXT_TURN[short], rng)
            steps.append(Step(seen, answer))
            return answer

        s = gone_through(self.engine, setup, answered)
        return Played(setup, tuple(steps), _scores(s))

    def difference(self, core: c.Core, games: int, begin: int = 0) -> Difference | None:
        """The first of so many games that goes another way with this meaning; those before a number
        were played with it already."""
        other = self._meaning(core)
        telling = self._telling
        again = [number for number in telling if begin <= number or not begin]
        others = (number for number in range(begin, games) if number not in telling)
        for number in (*again, *others):
            found = self.apart(other, number, self.played(number))
            if found is not None:
                if number in telling:
                    telling.remove(number)
                telling.insert(0, number)  # what told one apart may well tell another
                return found
        return None

    def _meaning(self, core: c.Core) -> quick.Game:
        """The game with another meaning of the card: the same for all rounds of games."""
        known, made = self._other
        if known is not core:
            made = self.game.with_core(min(self.own), core)
            self._other = core, made
        return made

    def apart(self, other: quick.Game, number: int, played: Played) -> Difference | None:
        """Where a game goes another way; None if it does not."""
        steps = iter(enumerate(played.steps))
        found: Difference | None = None

        def answered(s: Going, choice: quick.Choice | None) -> quick.Option | None:
            nonlocal found
            answers, step = next(steps, (0, None))
            if step is None:
                return None
            seen = _seen(s, choice, self.changes)
            if seen == step.seen:
                return step.answer
            named = zip(Seen._fields, seen, step.seen, strict=True)
            what = next(SAID[name] for name, one, two in named if one != two)
            found = Difference(number, answers, what)
            return None

        s = gone_through(other, played.setup, answered)
        if found is None and _scores(s) != played.scores:
            return Difference(number, len(played.steps), "it counts otherwise at the end")
        return found

    def told(self, difference: Difference, played: Played | None = None) -> list[str]:
        """What was answered in a game until it goes another way, in words."""
        played = played or self.played(difference.number)
        s = self.game.begun(played.setup, trace=False)
        lines = []
        for step in played.steps[: difference.answers]:
            choice, asked = s.choice, s.core.choice
            if choice is None or asked is None or step.answer is None:
                break
            if asked.player != NATURE:
                option = choice.options[asked.options.index(step.answer)]
                lines.append(f"{self.game.seat(choice.player)}: {self.game.label(s, option)}")
            take(s.core, step.answer)
            s.look()
        return lines


# ------------------------------------------------------------------------- positions


P: Final = c.Var("p")
TO: Final[Mapping[str, c.Place]] = {
    "draw": c.Place("hand", P),
    "discard": c.Place("discard", P),
    "destroy": c.Place("destroyed", None),
    "gain": c.Place("discard", P),
    "put": c.Place("deck", P),
}
"""Where a plain card moves a card with a deed for which texts wait, or which they forbid."""
FROM: Final[Mapping[str, tuple[c.Place, ...]]] = {
    "draw": (),
    "discard": (c.Place("hand", P), c.Place("inplay", P)),
    "destroy": (
        c.Place("hand", P),
        c.Place("inplay", P),
        c.Place("discard", P),
        c.Place("lineup", None),
    ),
    "gain": (c.Place("lineup", None),),
    "put": (c.Place("hand", P), c.Place("inplay", P), c.Place("discard", P)),
}
"""From where one of the cards is chosen for it; of none: the top card of the deck."""


OF_ATTACKS: Final = frozenset({"attack", "hit", "avoid"})
"""Events that come only where somebody attacks."""


def _doers(core: c.Core, book: str) -> list[tuple[CardDef, int]]:
    """Plain cards that do what the text waits for or forbids, to you and to others."""
    verbs = {verb for x in walk(core) if isinstance(x, c.Event) for verb in x.verbs}
    found = [
        (_doer(verb, whose, book), 3) for verb in TO if verb in verbs for whose in ("you", "foes")
    ]
    if not verbs.isdisjoint(OF_ATTACKS):
        found.append((_plain("Attack and Defense", book, ATTACK, DEFENSE), 6))
    return found


@cache
def _doer(verb: str, whose: str, book: str) -> CardDef:
    card: c.Value = c.Ends(c.End.TOP, c.Number(1), c.Place("deck", P))
    body: list[c.Statement] = []
    if FROM[verb]:
        card = c.Var("c")
        there: c.Value = FROM[verb][0]
        for more in FROM[verb][1:]:
            there = c.Join(c.SetOp.WITH, there, more)
        body.append(c.Choose("c", Sort.CARD, there, c.Number(1), c.Number(1), P))
    end = c.End.TOP if verb == "put" else None
    body.append(c.Move(card, TO[verb], verb, P, end=end))
    you = c.Var("you")
    whom = you if whose == "you" else c.Group("foes", you)
    name = f"{verb.capitalize()} for {'You' if whose == 'you' else 'Foes'}"
    return _plain(name, book, c.Text("played", (), (c.ForEach("p", whom, tuple(body)),)))


YOU: Final = c.Var("you")
THIS: Final = c.Var("this")
ATTACK: Final = c.Text(
    "played",
    ("Attack",),
    (
        c.Attack(
            "a",
            c.Group("foes", YOU),
            (
                c.ForEach(
                    "p",
                    c.Attribute("hit", (c.Var("a"),)),
                    (
                        c.Choose("c", Sort.CARD, FROM["discard"][0], c.Number(1), c.Number(1), P),
                        c.Move(c.Var("c"), TO["discard"], "discard", P),
                    ),
                ),
            ),
        ),
    ),
)
"""Attack: Each foe discards a card."""
DEFENSE: Final = c.Text(
    "hand",
    ("Defense",),
    (
        c.Option(
            YOU,
            (),
            price=(
                c.Move(THIS, c.Place("discard", c.Attribute("owner", (THIS,))), "discard", YOU),
                c.Do("avoid", (c.Group("attacked", None),)),
            ),
            within=c.Span("this_attack"),
        ),
    ),
)
"""Defense: You may discard this card to avoid an Attack."""


def _plain(name: str, book: str, *texts: c.Text) -> CardDef:
    """A card that is there for its texts only."""
    core = c.Core(texts)
    return CardDef(name, CardType.HERO, (), 3, 1, 0, "", CardText(), "", book=book, core=core)


def _with(
    playset: PlaySet, card: CardDef, doers: Sequence[tuple[CardDef, int]], reading: Reading
) -> Game:
    """The game with the card in it, and some others: a Character is played by one of the
    players."""
    playset = with_further(playset, doers)
    if Title.CHARACTER not in card.titles:
        return Game(with_further(playset, [(card, COPIES)]), reading=reading)
    seats = list(playset.seats)
    known = playset.characters.get(card.name)
    if known is None:  # in the place of another
        whole = replace(playset, characters={**playset.characters, seats[0]: (card,)})
        return Game(whole, reading=reading)
    if card.name not in seats:
        sides = playset.sides.values()
        mates = next((side for side in sides if card.name in side), (seats[0],))
        seats[next((at for at, seat in enumerate(seats) if seat in mates), 0)] = card.name
    return Game(with_further(playset, [(card, COPIES)]), seats, reading=reading)


def needed(engine: quick.Game, core: c.Core) -> list[str]:
    """The cards of the game of which the text speaks, by a type, a keyword or a name, and those
    that do what it waits for."""
    spoken = {x.name for x in walk(core) if isinstance(x, c.Kind)}
    verbs = {verb for x in walk(core) if isinstance(x, c.Event) for verb in x.verbs}
    kinds = {kind.name: kind for kind in engine.kinds if not kind.is_character}
    return [
        name
        for name, kind in kinds.items()
        if not spoken.isdisjoint((name, *kind.types, *kind.labels, *kind.titles))
        or not verbs.isdisjoint(_done_by(kind))
    ]


@PerObject
def _done_by(kind: quick.Kind) -> frozenset[str]:
    """What the texts of a card do to cards."""
    forms = (x for text in kind.texts for x in walk(text.form))
    return frozenset(x.verb for x in forms if isinstance(x, c.Move))


def _deal(table: Table, number: int) -> dict[str, Any]:
    """A position in which there is something to do."""
    game, card = table.game, table.card
    rng = Random(f"{card.name} {number}")
    deck = [one for one, _ in game.playset.main_deck if one.name != card.name]
    rng.shuffle(deck)
    needs = table.needs
    basics = [name for name in game.playset.basics if name != card.name]
    piles = {
        "names": [one.name for one in deck] * 3,
        "basics": basics * 6,
        "standing": [one.name for one in deck if one.type is CardType.LOCATION] * 2,
    }
    left = Counter(kind.name for kind in game.kinds if kind.name != card.name)
    made = made_for.picked(table.wants, left, rng) if number >= BY_CHANCE else []

    dealt: list[str] = []

    def some(most: int, of: str) -> list[str]:
        """Some cards, of which the text speaks, or of which another copy lies elsewhere, or any."""
        found: list[str] = []
        while len(found) < most and piles[of]:
            chance = 1.0 if of == "standing" else rng.random()
            if chance < 0.4 and needs:
                name = needs[int(rng.random() * len(needs))]
            elif 0.4 < chance < 0.5 and dealt:
                name = dealt[int(rng.random() * len(dealt))]
            else:
                name = piles[of].pop(0)
            if left[name] > 0:
                left[name] -= 1
                found.append(name)
        dealt.extend(found)
        return found

    few = number % 4 == 1
    seats = [game.seat(player) for player in range(game.players)]
    at: dict[str, Any] = {
        seat: {
            "hand": [*some(rng.randint(1, 3), "names"), *some(rng.randint(0, 2), "basics")],
            "deck": some(rng.randint(0, 1) if few else rng.randint(2, 6), "names"),
            "discard": [*some(rng.randint(0, 3), "names"), *some(rng.randint(0, 1), "basics")],
            "play": some(rng.randint(0, 2) if rng.random() < 0.3 else 0, "standing"),
        }
        for seat in seats
    }
    at["line_up"] = some(rng.randint(1, 5), "names")
    at["destroyed"] = some(rng.randint(0, 2), "names")
    yours = number >= BY_CHANCE and number % 4 > 0  # your turn, in which you play the card
    begins = number % 3 == 2 and not yours
    others = number % 5 in (3, 4) and not yours
    active = seats[rng.randint(1, len(seats) - 1) if others else 0]
    at["active"] = active
    at["phase"] = "start" if begins else "play"
    if not begins:
        at["power"] = {active: rng.randint(0, 12)}
        foes = [x for x in seats if not _together(game, seats.index(x), seats.index(active))]
        if number % 3 == 1 and game.ruleset.has_confrontations and foes:
            at["confront"] = foes[0]
            level = game.playset.characters[game.seats[seats.index(foes[0])]][0]
            if rng.random() < 0.6:  # a little more or less than it takes
                at["power"] = {active: max(0, level.cost + rng.randint(-2, 3))}
                at[active]["hand"] = at[active]["hand"][:1]
    made_for.lay(at, made, seats, rng)
    _lay(table, at, seats, rng)
    return at


def _together(game: Game, one: int, other: int) -> bool:
    return other in game.core.teams[one]


def _lay(table: Table, at: dict[str, Any], seats: list[str], rng: Random) -> None:
    """Put the card itself where its text can work."""
    card, game = table.card, table.game
    if game.playset.is_super_villain(card) and rng.random() < 0.5:
        at["super_villains"] = [card.name]
        at["face_down"] = rng.random() < 0.3
    elif Title.CHARACTER in card.titles:
        if card.level and card.name in game.seats:
            at[seats[game.seats.index(card.name)]]["level"] = card.level
    else:
        stands = "play" in table.engine.kinds[min(table.own)].at_home
        place = "play" if stands and rng.random() < 0.5 else "hand"
        at[seats[0]].setdefault(place, []).append(card.name)
        others = [(seats[-1], "hand"), (seats[-1], "play"), (seats[0], "discard")]
        seat, place = others[int(rng.random() * 3)]
        if len(table.own) > 2:
            if place != "play" or stands:
                at[seat].setdefault(place, []).append(card.name)
            if rng.random() < 0.5:
                at["line_up"].append(card.name)


# ------------------------------------------------------------------------- a game that goes on


Answered = Callable[["Going", quick.Choice | None], quick.Option | None]
"""What is answered where this is asked (None: the game is over); None leaves the game."""


class Going(quick.State):
    """A state that knows who answers: what is asked in the midst of a text is answered at once, so
    that nothing has to be run again from the last rest."""

    __slots__ = ("answered",)

    def __init__(self, g: quick.Game) -> None:
        super().__init__(g)
        self.answered: Answered | None = None

    def ask(
        self,
        player: int,
        kind: str,
        options: list[quick.Option],
        alike: list[quick.Option] | None = None,
    ) -> quick.Option:
        """What a player decides."""
        if len(options) > 1 and self.at == len(self.answers):
            self._answer(quick.Choice(player, kind, tuple(options)))
        return super().ask(player, kind, options, alike)

    def chance(self, kind: str, cards: tuple[int, ...]) -> tuple[int, ...]:
        """What nature decides."""
        if self.at == len(self.answers):
            self._answer(quick.Choice(NATURE, kind, (), (), cards))
        return super().chance(kind, cards)

    def _answer(self, choice: quick.Choice) -> None:
        answer = self.answered and self.answered(self, choice)
        if answer is not None:
            self.answers = (*self.answers, answer)


def gone_through(g: quick.Game, setup: Mapping[str, Any], answered: Answered) -> quick.State:
    """A game from a set-up to its end, or to where no answer comes."""
    s = Going(g)
    lay(s, setup, trace=True)
    left = False

    def heard(s: Going, choice: quick.Choice | None) -> quick.Option | None:
        nonlocal left
        answer = answered(s, choice)
        left = answer is None
        return answer

    s.answered = heard
    run(s, None)
    while not left:
        answer = heard(s, s.choice)
        if answer is not None:
            take(s, answer)
    return s


# ------------------------------------------------------------------------- what is seen


class Seen(NamedTuple):
    """What can be seen of a state."""

    offered: tuple[int, frozenset[quick.Option], frozenset[int]] | None
    zones: list[tuple[int, ...]]
    power: list[Any]
    vp: list[Any]
    deeds: list[Any]
    costs: tuple[Any, ...]
    turn: tuple[Any, ...]


SAID: Final[Mapping[str, str]] = {
    "offered": "something else is offered",
    "zones": "cards lie elsewhere",
    "power": "another Power",
    "vp": "other Victory Points",
    "deeds": "something else is done or shown",
    "costs": "other costs",
    "turn": "the turn goes another way",
}
"""In which way two states differ, in words."""


def _seen(s: quick.State, asked: quick.Choice | None, costs: bool) -> Seen:
    """What can be seen of a state where this is asked; `costs`: of Characters and of cards for
    sale, too. What was told until then is not told again."""
    deeds = [x[:3] for x in s.trace or () if x.kind in DEEDS]
    s.trace = []
    return Seen(
        asked and (asked.player, frozenset(asked.options), frozenset(asked.cards)),
        s.zones[:],
        s.power[:],
        s.vp[:],
        deeds,
        all_costs(s) if costs else (),
        (s.turn, s.active, s.confronted, s.face_up, s.order, s.out, s.result),
    )


def all_costs(s: quick.State) -> tuple[Any, ...]:
    """What Characters cost, and the cards in the Line-Up, for the active player."""
    characters = [character_of(s, player) for player in range(s.g.players)]
    return (
        *(cost_of(s, card) for card in characters if card is not None),
        *(cost_to_defeat(s, card, s.active) for card in characters if card is not None),
        *(price_of(s, card, s.active) for card in s.zones[s.g.line_up]),
    )


def _scores(s: quick.State) -> list[Any]:
    return [score(s, player) for player in range(s.g.players)]


def _taken(choice: quick.Choice, own: Set[int], next_turn: float, rng: Random) -> quick.Option:
    """One of the options, by chance."""
    if choice.player == NATURE:
        cards = list(choice.cards)
        rng.shuffle(cards)
        return ("order", *cards) if choice.kind == "shuffle" else ("card", cards[0])
    options = sorted(choice.options, key=repr)
    if choice.kind == "main":
        going_on = [x for x in options if x != END]
        if going_on and rng.random() > next_turn:
            options = going_on
    mine = [x for x in options if not own.isdisjoint(x[1:])]
    if mine and rng.random() < OWN_FIRST:
        options = mine
    return options[int(rng.random() * len(options))]
