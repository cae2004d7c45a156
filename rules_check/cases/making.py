"""Case books of the cards of a file: each case as a scenario that has passed, and told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules_check.cases.afterwards import at_the_end, changed_prices
from rules_check.cases.book_questions import OfBook, Otherwise, concerning, open_in_book
from rules_check.cases.deciding import empty_places, with_names
from rules_check.cases.lacking import noun, nouns
from rules_check.cases.open_questions import (
    Asked,
    decides,
    hangs_on,
    in_other_words,
    questions_of,
)
from rules_check.cases.telling import NOTHING_COMES, Act, Failure, Teller, Unused
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_held, said_by, walk
from rules_check.grammar.core.beside import groups_of
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.game import Game, GameError
from rules_check.oracle.quick.statements import CONFRONTING
from rules_check.oracle.scenarios.drafts import (
    changed_numbers,
    changed_zones,
    given_keys,
    holds,
    moment_of,
    numbers_told,
    one_line,
    quoted,
    slug,
)
from rules_check.oracle.scenarios.files import read_own_scenarios
from rules_check.oracle.scenarios.model import Scenario, ScenarioError
from rules_check.oracle.scenarios.moments import Moment, card_name, cards_text, offer
from rules_check.oracle.scenarios.own_cards import OwnCards
from rules_check.oracle.scenarios.positions import build_state, laid_out
from rules_check.oracle.scenarios.runner import run
from rules_check.oracle.scenarios.tables import table as game_of
from rules_check.oracle.scenarios.zones import SEAT_WORDS, Zone, zones_of
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.ways import Way
from rules_check.properties.cases.book import Book, Case, case_book
from rules_check.properties.cases.dealing import Dealer
from rules_check.properties.cases.places import looked_at
from rules_check.properties.cases.trying import GOES, OF_SEVERAL, Table, Trial
from rules_check.properties.cases.ways import HELD, Goal, Words
from rules_check.prove.defined import defined

if TYPE_CHECKING:
    from rules_check.checker import CardResult, FileResult
    from rules_check.oracle.box.playset import PlaySet

ACTED: Final = GOES | {Way.SHORT, Way.TIED, Way.AVOIDED}
"""Ways in which words of a card do something; of others only those are told that a case is for."""
SEEN: Final = frozenset({"reveal", "look at", "avoid", "cancel"})
"""Events that leave no trace on the table, and are expected by name."""
MAIN_DECK: Final = "main-deck"
LINE_UP: Final = "line-up"
NOT_HERE: Final = "is not in the game"


class Read(NamedTuple):
    """How the cards are read: as the books say but for this, or with other words on them."""

    reading: Reading = AS_PRINTED
    own: OwnCards | None = None


AS_IT_IS: Final = Read()


class Told(NamedTuple):
    """A case in words: its name, what it shows, what is given, what is done and what happens, and
    the words of the card that make it so."""

    id: str
    title: str
    given: tuple[str, ...]
    acts: tuple[Act, ...]
    words: tuple[Words, ...]
    shows: tuple[tuple[str, str], ...]
    position: Mapping[str, Any]
    when: tuple[str, ...]
    then: tuple[str, ...]
    questions: tuple[str, ...] = ()
    """The open questions on which it hangs, and how they were played."""


@dataclass(frozen=True, slots=True)
class CardBook:
    """The case book of a card of a file, or why it has none."""

    name: str
    line: int
    headline: str
    printed: tuple[str, ...]
    level: int = 0
    readings: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    cases: tuple[Told, ...] = ()
    missed: tuple[str, ...] = ()
    """What is said of the ways that were not reached; of several with the same words once."""
    not_reached: int = 0
    ways: int = 0
    tried: int = 0
    why_none: str = ""


@dataclass(slots=True)
class Maker:
    """Makes the case books of a file. `given` is the text of the cards themselves, where no file
    can be named."""

    own: OwnCards
    result: FileResult
    given: str = ""
    _games: dict[Scenario, Game | None] = field(default_factory=dict)

    def books(self, only: str | None = None) -> Iterator[CardBook]:
        """The case books of the cards, or of one of them."""
        for one in self.result.cards:
            if only in (None, one.card.name):
                yield self.book(one)

    def book(self, one: CardResult) -> CardBook:
        """The case book of a card."""
        card = one.card
        plain = CardBook(
            card.name,
            self.result.file.row(card.name_span.line),
            headline(one),
            tuple(line.text for line in card.printed),
            level_of(one),
        )
        why = self._why_none(one)
        if why:
            return _but(plain, why_none=why)
        if not card.printed:
            return plain
        found = self.game_with(one)
        if found is None:
            return _but(plain, why_none=NOT_HERE)
        game, at, players = found
        book = case_book(game, at)
        cases, failed = self._told(one, game, at, players, book)
        known = {case.title for case in cases}
        missed = (*(_other(card.printed, goal, book, known) for goal in book.missed), *failed)
        return _but(
            plain,
            readings=_questions(one, book, cases),
            players=players,
            cases=cases,
            missed=tuple(dict.fromkeys(missed)),
            not_reached=len(missed),
            ways=len(book.ways.goals),
            tried=book.tried,
        )

    # ------------------------------------------------------------------------- the game

    def _why_none(self, one: CardResult) -> str:
        if not one.understood:
            return "its text is not understood"
        line = one.card.name_span.line
        for broken in self.own.broken:
            if broken.line == line:
                return broken.why or "it has errors"
        return self.own.problem

    def game_with(self, one: CardResult) -> tuple[Game, int, tuple[str, ...]] | None:
        """A game in which the Characters have little to say to the card, and the card in it."""
        playset = load_play_set(self.own.ruleset)
        card = defined(one)
        if card is None:
            return None
        name, level = card.name, card.level
        best: tuple[int, Game, int, tuple[str, ...]] | None = None
        arranged = [(name,)] if _is_character(one) else [(), *map(_one, seated_first(playset))]
        for first in arranged:
            players = arrangement(playset, first[0]) if first else ()
            found = self._at(name, level, players)
            if found is None:
                continue
            game, at = found
            heard = _interruptions(game, at)
            if best is None or heard < best[0]:
                best = heard, game, at, players
            if not heard:
                break
        return None if best is None else best[1:]

    def game_of(
        self, one: CardResult, players: tuple[str, ...], read: Read = AS_IT_IS
    ) -> tuple[Game, int] | None:
        """The game with these Characters, and the card in it."""
        card = defined(one)
        return None if card is None else self._at(card.name, card.level, players, read)

    def _at(
        self, name: str, level: int, players: tuple[str, ...], read: Read = AS_IT_IS
    ) -> tuple[Game, int] | None:
        game = self._game(players, read)
        for at, kind in enumerate(game.core.kinds if game is not None else ()):
            if kind.name == name and kind.level == level and game is not None:
                return game, at
        return None

    def _game(self, players: tuple[str, ...], read: Read) -> Game | None:
        scenario = self._scenario(players, read)
        if scenario not in self._games:
            self._games[scenario] = None
            with suppress(GameError, ScenarioError, ValueError):
                self._games[scenario] = game_of(scenario, None)
        return self._games[scenario]

    def _scenario(self, players: tuple[str, ...], read: Read) -> Scenario:
        own = () if self.given else (self.own,)
        return Scenario(
            self.own.path,
            "",
            self.own.ruleset,
            (),
            "",
            (),
            {},
            players=players,
            own=own if read.own is None else (read.own,),
            cards=self.given if read.own is None else "",
            reading=read.reading,
        )

    def _in_other_readings(
        self, one: CardResult, players: tuple[str, ...], asked: Asked
    ) -> Iterator[Table]:
        """The card in games in which a question is answered otherwise."""
        card, raised = defined(one), asked.raised
        for key, text in zip(raised.keys, raised.texts, strict=True):
            if key == asked.played or card is None:
                continue
            if raised.question.switch:
                read = Read(Reading(switches=((raised.question.switch, key),)))
            else:
                read = Read(own=in_other_words(self.own, one, wording(text)))
            found = self._at(card.name, card.level, players, read)
            if found is not None:
                yield Table(*found)

    # ------------------------------------------------------------------------- the cases

    def _told(
        self, one: CardResult, game: Game, at: int, players: tuple[str, ...], book: Book
    ) -> tuple[tuple[Told, ...], list[str]]:
        """The cases in words, each played once more from its scenario; and what fails then. A
        question that hardly anybody asks and that decides already the first case of a text, where
        nothing is in its way, is named at none: it is whether the text is read as it is."""
        teller, known = Teller(game, at, one.card.name), set[str]()
        table = Table(game, at)
        asked = [(x, [*self._in_other_readings(one, players, x)]) for x in questions_of(one)]
        labels = {label for text in table.ways.texts for label in text.labels}
        known_switches = {x.raised.question.switch for x, _ in asked}
        of_book = [
            x
            for x in concerning(table.kind, one.card.name, self.own.ruleset, labels)
            if x.switches.isdisjoint(known_switches)  # of which the text asks itself
        ]
        others: dict[Otherwise, Table | None] = {}

        def table_of(changed: Otherwise) -> Table | None:
            if changed not in others:
                words = changed.words and in_other_words(self.own, one, changed.words)
                read = Read(Reading(switches=changed.switches), words or None)
                found = self.game_of(one, players, read)
                others[changed] = None if found is None else Table(*found)
            return others[changed]

        plain: dict[int, tuple[Asked, ...]] = {}
        worded: dict[int, list[OfBook]] = {}
        """Of a text the questions of its words, which are named at the first case only."""
        told: list[Told] = []
        failed: list[str] = []
        for case in book.cases:
            made, text = self._case(one, teller, table, book, case, known), case.shows[0].text
            hangs = [x for x, tables in asked if hangs_on(table, case.trial, tables)]
            plain.setdefault(text, tuple(x for x in hangs if not x.always))
            named_ = [x.said for x in hangs if x not in plain[text]]
            in_book = [x for x in of_book if not (x.is_of_words and x in worded.get(text, ()))]
            for x, said in open_in_book(table, case.trial, in_book, table_of):
                named_.append(said)
                worded.setdefault(text, []).append(x)
            made = made._replace(questions=tuple(named_))
            known |= {made.id, made.title}
            if self.passes(made, players):
                told.append(made)
            else:
                failed.extend(_said(one.card.printed, goal, book) for goal in case.shows[:1])
        return tuple(told), failed

    def _case(
        self,
        one: CardResult,
        teller: Teller,
        table: Table,
        book: Book,
        case: Case,
        known: set[str],
    ) -> Told:
        printed = tuple(line.text for line in one.card.printed)
        goal = case.shows[0]
        title = _title(printed, case, book)
        if title in known:
            title = _told_apart(f"{title} ({_quote(printed, goal.at)})", known)
        wanted = {(x.form, x.way) for x in case.shows}
        trial = with_names(table, case.trial, wanted & case.trial.at.keys())
        empty = empty_places(table, trial, book.cards)
        goes = [(book.ways.forms[x.form], x.way) for x in case.shows if x.text == goal.text]
        lacks, forms = _failure(trial, goal, goes[0][0]), book.ways.forms
        story = teller.story(trial, _unused(case, book), dict(nouns(goes, forms)), lacks)
        return Told(
            named(one.card.name, title, known),
            title,
            tuple(teller.given(trial, goes, teller.parts, empty)),
            _with_the_end(story, tuple(at_the_end(teller, trial, goes))),
            tuple(
                dict.fromkeys(
                    x.at
                    for x in case.shows
                    if x.at is not None and x.text == goal.text and (x is goal or x.way in ACTED)
                )
            ),
            tuple((_quote(printed, x.at), str(x.way)) for x in case.shows),
            trial.position,
            trial.plan,
            tuple(
                x
                for x in expected(teller.game, trial, book)
                if holds(x, moment_of(teller.game, trial.state))
            ),
        )

    def passes(self, made: Told, players: tuple[str, ...]) -> bool:
        """Whether the scenario of a case, as it is written, is played and passes."""
        text = f"{self.head()}{written(made, players, self.given)}"
        read = read_own_scenarios(text, "cases.toml", lambda _: self.own)
        if read.errors:
            raise AssertionError(f"a case cannot be read: {read.errors[0]}")
        (scenario,) = read.scenarios
        return run(scenario).passed

    def head(self, card_file: str = "") -> str:
        """What stands at the top of a scenario file."""
        if self.given:
            return f"game = {quoted(self.own.ruleset)}\n"
        return f"cards = [{quoted(card_file or self.own.path)}]\n"


def _told_apart(title: str, known: Set[str]) -> str:
    """A title that no case has yet: of places with the same words which of them it is."""
    numbered = (f"{title.removesuffix(')')}, the {which})" for which in ORDINALS[1:])
    return next((x for x in (title, *numbered) if x not in known), title)


def _failure(trial: Trial, goal: Goal, form: c.Form) -> Failure | None:
    """Where the card finds nothing to choose."""
    told = trial.told.get((goal.form, goal.way))
    if told is None or not isinstance(form, c.Choose) or goal.way is not Way.NOTHING:
        return None
    found = noun(form.source.test) if isinstance(form.source, c.Filter) else "card"
    return Failure(told, found.removeprefix("such "))


def _unused(case: Case, book: Book) -> Unused | None:
    """Whether the case is that the card is not used, where it could be."""
    goal = case.shows[0]
    if goal.way is not Way.DECLINED or not isinstance(book.ways.forms[goal.form], c.Option):
        return None
    verbs = [verb for verb, forms in book.ways.held.items() if goal.form in forms]
    step = case.trial.at[goal.form, goal.way] - 1
    return Unused(step, verbs[0]) if verbs else None


def _questions(one: CardResult, book: Book, cases: Sequence[Told]) -> tuple[str, ...]:
    """The open questions of a card, and how they were played; also one that hardly anybody asks, if
    a case hangs on it or a way that is shown goes by its answer."""
    decided = dict.fromkeys(said for case in cases for said in case.questions)
    shown = {goal.way for case in book.cases for goal in case.shows}
    of_text = [
        x.said for x in questions_of(one) if x.always or x.said in decided or decides(x, shown)
    ]
    return tuple(dict.fromkeys((*of_text, *decided)))


def _with_the_end(story: Sequence[Act], seen: tuple[str, ...]) -> tuple[Act, ...]:
    """What was told, and what can be seen at the end."""
    if not seen:
        return tuple(story)
    return (*(act for act in story if act != NOTHING_COMES), Act("", seen))


def _one(name: str) -> tuple[str]:
    return (name,)


def _but(book: CardBook, **changed: Any) -> CardBook:
    from dataclasses import replace

    return replace(book, **changed)


def _is_character(one: CardResult) -> bool:
    from rules_check.grammar.cardmodel import CardType

    return one.card.line is not None and one.card.line.type is CardType.CHARACTER


def level_of(one: CardResult) -> int:
    """The Level of a Character card; 0 of any other."""
    return (one.card.line.level if one.card.line is not None else None) or 0


def headline(one: CardResult) -> str:
    """The card line in words: type, cost, points."""
    line = one.card.line
    if line is None:
        return ""
    said = [line.type.value if line.type else ""]
    said += [f"Level {line.level}"] if line.level else []
    said += [f"cost {line.cost}"] if line.cost is not None else []
    said += [f"{line.vp} VP"] if line.vp is not None else []
    return ", ".join(filter(None, said))


# ------------------------------------------------------------------------- who plays


def seated_first(playset: PlaySet) -> list[str]:
    """The Characters that may sit in the first seat, those that nobody has to choose first."""
    return list(dict.fromkeys((*playset.seats[1:], *playset.characters)))


def arrangement(playset: PlaySet, first: str) -> tuple[str, ...]:
    """Characters by seat with one of them first; sides alternate where there are any."""
    order = list(dict.fromkeys((first, *playset.seats, *playset.characters)))
    number = len(playset.seats)
    if not playset.sides:
        return tuple(order[:number])
    known = [side for side in playset.sides.values() if first in side]
    mine = (first, *(known or list(playset.sides.values()))[0])  # who is new may sit on any side
    sides = ([x for x in order if x in mine], [x for x in order if x not in mine])
    return tuple(sides[at % 2][at // 2] for at in range(number))


def _interruptions(game: Game, card: int) -> int:
    """How often a Character has something to say when the card does the plainest things."""
    table = Table(game, card)
    found = 0
    for position, plan in Dealer(table).first():
        trial = table.follow(position, plan)
        for event in trial.events if trial is not None else ():
            kinds = (game.core.kinds[x] for x in event.cards if x not in table.own)
            found += event.kind == "trigger" and any(kind.is_character for kind in kinds)
    return found


# ------------------------------------------------------------------------- the scenario


def expected(game: Game, trial: Trial, book: Book) -> Iterator[str]:
    """What a scenario expects of a case: what has changed on the table, and what was shown."""
    laid = laid_out(game, trial.position)
    begun = build_state(game, trial.position)
    before = {zone: _names(game, laid.zones, zone) for zone in zones_of(game)}
    at = moment_of(game, trial.state)
    now = {zone: zone.names(at) for zone in before}
    same = [zone for zone in _placed(trial) if zone in before and now[zone] == before[zone]]
    for zone in same:
        if now[zone] and trial.strangers.isdisjoint(_cards(game, trial.state.zones, zone)):
            yield f"{zone.words}: {cards_text(now[zone])}"
    for line in changed_zones(at, before):
        place, _, _ = line.rpartition(":")
        zone = next(x for x in before if x.words == place.removesuffix(" size"))
        if zone.key == MAIN_DECK:
            continue  # how many it has depends on the other cards of the file
        lying = _cards(game, trial.state.zones, zone)
        if trial.strangers.isdisjoint(lying):
            yield line
        elif len(lying) != len(before[zone]) and zone.key != LINE_UP:
            yield f"{zone.words} size: {len(lying)}"
    numbers = list(numbers_told(moment_of(game, begun)))
    if not trial.steps:  # all of it came by itself
        numbers = [line for line in numbers if not line.startswith("active")]
    yield from changed_numbers(at, numbers)
    yield from dict.fromkeys(_shown(at, trial))
    yield from _uses(game, trial, book)
    for card, price in changed_prices(game, trial):
        can = "offered" if price <= trial.state.power[0] else "not offered"
        yield f"{can}: P1: buy {game.name(card)}"
    if trial.state.result is not None and trial.state.result.scores:
        yield f"score: P1 {trial.state.result.scores[0]}"


def _placed(trial: Trial) -> Iterator[Zone]:
    """The zones that the position names: that nothing has changed there is expected, too."""
    words = {key: name for name, key in SEAT_WORDS.items()}
    for key, value in trial.position.items():
        if key == "line_up":
            yield Zone("Line-Up", LINE_UP, None)
        elif isinstance(value, dict) and key.startswith("P"):
            seat = int(key[1:]) - 1
            yield from (Zone(f"{key} {words[x]}", x, seat) for x in value if x in words)


def _cards(game: Game, zones: Sequence[Sequence[int]], zone: Zone) -> Sequence[int]:
    return zones[game.zone_number(zone.key, -1 if zone.seat is None else zone.seat)]


def _names(game: Game, zones: Sequence[Sequence[int]], zone: Zone) -> list[str]:
    return [card_name(game, card) for card in _cards(game, zones, zone)]


def _uses(game: Game, trial: Trial, book: Book) -> Iterator[str]:
    """Whether the card can be used now, if it is one that is used in a turn."""
    choice = trial.state.choice
    used = any(isinstance(x, c.Option) and not is_held(x) for x in book.ways.forms)
    if used and choice is not None and (choice.player, choice.kind) == (0, ChoiceKind.MAIN):
        action = f"P1: use {book.name}"
        offered = any(offer(game, trial.state, option) == action for option in choice.options)
        yield f"{'offered' if offered else 'not offered'}: {action}"


def _shown(at: Moment, trial: Trial) -> Iterator[str]:
    for event in trial.events:
        if event.kind in SEEN and event.player >= 0:
            names = ", ".join(at.card_name(card) for card in event.cards if card >= 0)
            named_ = f" {names}" if event.kind in ("reveal", "look at") and names else ""
            yield f"event: {event.kind} P{event.player + 1}{named_}"


def written(made: Told, players: Sequence[str], given: str = "", *, draft: bool = False) -> str:
    """A case as a scenario of a file for `rules-check test`."""
    seats = f"players = [{', '.join(map(quoted, players))}]\n" if players else ""
    cards = f"given.cards = {quoted(given)}\n" if given else ""
    keys = "".join(f"given.{key} = {value}\n" for key, value in given_keys(made.position))
    when = "".join(f"    {quoted(line)},\n" for line in made.when)
    then = "".join(f"    {quoted(line)},\n" for line in made.then)
    acts = f"when = [\n{when}]\n" if when else ""
    mark = "draft = true  # nobody has confirmed what is expected here\n" if draft else ""
    asked = "".join(f"# open question: {one_line(said)}\n" for said in made.questions)
    return (
        f"\n[[scenario]]\n{asked}id = {quoted(made.id)}\ntitle = {quoted(made.title)}\n{mark}"
        f"{seats}{cards}{keys}{acts}then = [\n{then}]\n"
    )


# ------------------------------------------------------------------------- names

WENT: Final[Mapping[Way, str]] = {
    Way.RUN: "",
    Way.HOLDS: "it is so",
    Way.FAILS: "it is not so",
    Way.TAKEN: "done",
    Way.DECLINED: "not wanted",
    Way.IMPOSSIBLE: "not possible",
    Way.NOTHING: "there is none",
    Way.SHORT: "the deck is too short",
    Way.HIT: "",
    Way.AVOIDED: "avoided",
    Way.TIED: "a tie",
    Way.FORBIDDEN: "forbidden",
    Way.UNMET: "something else happens",
    Way.AGAIN: "once more in the same turn",
    Way.FULL: "as many as it allows",
    Way.UNUSABLE: "not possible",
    Way.VAIN: "the Power is enough all the same",
    Way.ONLY: "only",
    Way.TOGETHER: "all of them at once",
    Way.BUT: "all but",
    Way.YOURS: "it is you",
    Way.THEIRS: "it is another player",
    Way.OUTSIDE: "outside of a Confrontation",
    Way.MANY: "",
    Way.ALIKE: "some are alike",
    Way.ANEW: "once more in the same turn, in another way",
}
"""What is said of a way behind the words that go it."""
OF_CHOICE: Final[Mapping[Way, str]] = {
    Way.SHORT: "there are too few",
    Way.DECLINED: "none is chosen",
}
"""The same of a choice of cards."""


def _title(printed: Sequence[str], case: Case, book: Book) -> str:
    """What a case shows: of what goes on unhindered all words of a line that say it."""
    goal = case.shows[0]
    if goal.way not in GOES - OF_SEVERAL - {Way.ANEW} or goal.at is None:
        return titled(printed, goal, book)
    done = GOES - OF_SEVERAL
    shown = [x.at for x in case.shows if x.way in done and x.text == goal.text]
    if case.new:  # the rest of the text is told already
        shown = [_led(printed, x, book) for x in case.shows[: case.new] if x.way in done]
    lines: dict[int, list[Words]] = {}
    for at in shown:
        if at is not None and at[0] < len(printed):
            lines.setdefault(at[0], []).append(at)
    parts = []
    for number, places in sorted(lines.items()):
        first, last = min(at[1] for at in places), max(at[2] for at in places)
        start = _start(printed[number], first)
        if case.new and _is_told(number, start, first, case, book):
            start = first
        end = _end(printed[number], last)
        goes_on = " …" if _is_cut(printed[number], end) else ""
        words = _quote(printed, (number, start, end))
        parts.append(f"{_keyword(printed[number], start)}{words}{goes_on}")
    return f"“{_shortened(' / '.join(parts))}”"


def _is_told(line: int, start: int, end: int, case: Case, book: Book) -> bool:
    """Whether a case before this one shows what stands there."""
    before = book.cases[: book.cases.index(case)]
    shown = (x.at for one in before for x in one.shows if x.at is not None)
    return any(at[0] == line and start <= at[1] < end for at in shown)


def _led(printed: Sequence[str], goal: Goal, book: Book) -> Words | None:
    """The whole clause in which words stand, with the word that leads to it."""
    if goal.at is None or goal.at[0] >= len(printed):
        return goal.at
    line, start, end = goal.at
    if not isinstance(book.ways.forms[goal.form], c.Points | c.Change):
        line, start, end = clause(printed, goal.at)
    leads = LEADS.search(printed[line][:start])
    return line, start if leads is None else leads.start(), end


def _shortened(words: str) -> str:
    """No more words than are read at once."""
    said = words.split()
    if len(said) <= MOST_SAID + FEW_LEFT:
        return words
    return f"{' '.join(said[:MOST_SAID]).rstrip('…/ ')} …"


def titled(printed: Sequence[str], goal: Goal, book: Book) -> str:
    """What a case shows: words of the card, and which way they go."""
    form = book.ways.forms[goal.form]
    if goal.way in (Way.ONLY, Way.BUT) and goal.at is not None:
        sentence = _shortened(_around(printed, goal.at))
        return f"“{sentence}”: {WENT[goal.way]} {_leg(printed, goal, book)}"
    words = _said_of(printed, goal, book)
    if not words or (goal.way in OF_HELD and isinstance(form, c.Option)):
        text = book.ways.texts[goal.text]
        words = next((x for x in text.labels if x in HELD.values()), book.name)
    else:
        words = f"“{_shortened(words)}”"
    went = went_of(form, goal.way)
    if isinstance(form, c.Choose) and went and (where := _place_of(form, goal, book)):
        went = f"{went} ({where})"
    return f"{words}: {went}" if went else words


def _place_of(form: c.Choose, goal: Goal, book: Book) -> str:
    """Where is chosen, if the same words let choose in several places."""
    same = (x for x in book.ways.goals if (x.way, x.at) == (goal.way, goal.at) and x != goal)
    if not any(isinstance(book.ways.forms[x.form], c.Choose) for x in same):
        return ""
    rows = [place.row for place in looked_at(form)]
    return PLACE_WORDS.get(rows[0], "") if len(rows) == 1 else ""


PLACE_WORDS: Final = {
    "hand": "hand",
    "discard": "discard pile",
    "deck": "deck",
    "lineup": "Line-Up",
    "play": "in play",
}
"""What places are called behind a title."""
WHOSE: Final[Mapping[c.Form, str]] = {
    c.Var("you"): "your ",
    c.Group("mates", c.Var("you")): "your teammate's ",
}


def _leg(printed: Sequence[str], goal: Goal, book: Book) -> str:
    """One of the things that a text names beside one another: its words, or which of them it is if
    it has none that are not also those of another."""
    assert goal.at is not None
    form = book.ways.forms[goal.form]
    if isinstance(form, c.Event):  # one of several acts, which have no words of their own
        verbs = next(tuple(x) for x in book.ways.acts.values() if goal.form in x.values())
        said = re.search(rf"\b{form.verbs[0]}\w*", _sentence(printed, goal.at))
        return f"“{said[0]}”" if said else f"the {ORDINALS[verbs.index(form.verbs[0])]}"
    line, start, end = goal.at
    several = next(x for x in book.ways.legs if goal.form in x)
    others = [x for at in several if at != goal.form and (x := book.ways.by_key[at, goal.way].at)]
    if any(at[0] == line and at[1] < end and start < at[2] for at in others):
        if isinstance(form, c.Place) and form.row in PLACE_WORDS:
            whose = WHOSE.get(form.of, "the ") if form.of is not None else "the "
            return f"{whose}{PLACE_WORDS[form.row]}"
        return f"the {ORDINALS[several.index(goal.form)]}"
    return f"“{_quote(printed, goal.at)}”"


BOTH: Final = 2
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def went_of(form: c.Form, way: Way) -> str:
    """What is said of the way that a form goes."""
    if isinstance(form, c.If | c.Conditional | c.While) and form.test in CONFRONTING:
        return "in a Confrontation" if way is Way.HOLDS else "outside of a Confrontation"
    if way is Way.NOTHING and isinstance(form, c.Points | c.Change):
        return "it counts nothing"
    if way is Way.TOGETHER:
        both = all(len(group) == BOTH for group in groups_of(form))
        return "both at once" if both else WENT[way]
    if isinstance(form, c.Choose) and way in OF_CHOICE:
        return OF_CHOICE[way]
    if isinstance(form, c.Choose) and way is Way.THEIRS:
        return "for another player"
    if way is Way.SHORT and any(isinstance(x, c.Place) and x.row == "main" for x in walk(form)):
        return "the main deck is too short"
    if way is Way.NOTHING and isinstance(form, c.ForEach) and _of_players(form.source):
        return "there is no such player"
    return WENT[way]


def _of_players(source: c.Value) -> bool:
    """Whether it is something for each of several players."""
    while isinstance(source, c.Filter):
        source = source.source
    return isinstance(source, c.Attribute | c.Group) and source.row in PLAYERS


PLAYERS: Final = frozenset({"hit", "avoided", "everyone", "foes", "mates", "others"})
"""Rows that are players."""


def _quote(printed: Sequence[str], at: Words | None) -> str:
    if at is None or at[0] >= len(printed):
        return ""
    words = " ".join(printed[at[0]][at[1] : at[2]].split()).strip(" .,;:")
    return words.removesuffix(" OR").removesuffix(" or").removesuffix(" and").rstrip(" .,;:")


def _said_of(printed: Sequence[str], goal: Goal, book: Book) -> str:
    """The words of a form; of what is no sentence, a choice or a count, the sentence around it."""
    form = book.ways.forms[goal.form]
    words = _quote(printed, goal.at)
    if goal.way in REFUSED and goal.at is not None and isinstance(form, c.Offer):
        sentence, unless, asked = _sentence(printed, goal.at).partition(" unless ")
        if unless and form.otherwise and words in sentence:
            return asked  # which is what is not wanted, or not possible
    if goal.at is not None and isinstance(form, c.Offer):
        return _quote(printed, said_by((form,)) or goal.at)  # with what is offered
    noun = (
        isinstance(form, c.Choose | c.Best | c.Conditional | c.Attack | c.Show | c.Let)
        or len(words.split()) < FEW_WORDS
    )
    if goal.at is not None and noun and not isinstance(form, c.Points):
        return _around(printed, goal.at)
    if goal.at is not None and isinstance(form, c.Points | c.Change):
        line, end = goal.at[0], _end(printed[goal.at[0]], goal.at[2])
        return _quote(printed, (line, goal.at[1], end))
    return _quote(printed, clause(printed, goal.at)) if goal.at is not None else words


def _sentence(printed: Sequence[str], at: Words) -> str:
    """The sentence in which words stand."""
    line = printed[at[0]]
    ends = [x.start() for x in re.finditer(r"\.", line[at[2] :])]
    end = at[2] + ends[0] if ends else len(line)
    return _quote(printed, (at[0], _start(line, at[1]), end))


def _around(printed: Sequence[str], at: Words) -> str:
    """The sentence in which words stand; of a long one what stands behind the last comma, if the
    words would be cut off."""
    sentence, words = _sentence(printed, at), _quote(printed, at)
    before = sentence.find(words)
    if before < len(_shortened(sentence).removesuffix("…").rstrip()):
        return sentence
    start = max((x.end() for x in re.finditer(r"[,;:] ", sentence[:before])), default=0)
    return f"… {sentence[start:]}" if start else sentence


def clause(printed: Sequence[str], at: Words) -> Words:
    """The whole clause in which words stand, so that they do not say something else."""
    if at[0] >= len(printed):
        return at
    line, start, end = printed[at[0]], at[1], at[2]
    before, behind = line[:start].rstrip(), line[end:].lstrip()
    if before and not BEGINS_CLAUSE.search(before) and not line[start:end].startswith("+"):
        start = max((x.end() for x in re.finditer(CLAUSE, line[:start])), default=0)
    if behind and not ENDS_CLAUSE.match(behind) and not line[:end].rstrip().endswith(CLOSED):
        found = re.search(rf"[.;:,)]|{NEXT}", line[end:])
        end = end + found.start() if found else len(line)
    while start < end and line[start] == " ":
        start += 1
    return at[0], start, end


OF_HELD: Final = frozenset({Way.DECLINED, Way.VAIN})
REFUSED: Final = frozenset({Way.DECLINED, Way.IMPOSSIBLE})
JOINS: Final = r"(?:and|or|OR|then|may|if|If|unless|when|while|do|not|instead|to)"
CLAUSE: Final = rf"[.;:,()/]|\b{JOINS}\b"
"""What stands between two clauses."""
NEXT: Final = r" (?:and|or|OR|then|if|unless|instead|until|while)\b"
LEADS: Final = re.compile(r"\b(?:[Ii]f|[Oo]therwise,|[Uu]nless|[Ff]or each) $")
"""What leads to a clause and belongs to it."""
BEGINS_CLAUSE: Final = re.compile(rf"(?:[.;:,()/“]|\b{JOINS})$")
ENDS_CLAUSE: Final = re.compile(rf"[.;:,()/”]|{NEXT.strip()}")
CLOSED: Final = (".", ";", ":", ",", ")")


def _start(line: str, at: int) -> int:
    """Where the sentence around a place begins."""
    return max((x.end() for x in re.finditer(r"[.:] +", line[:at])), default=0)


def _end(line: str, at: int) -> int:
    """Where words end that belong together: with what they count or how long they hold, and with
    the last words of a sentence."""
    found = re.search(r"[.;:,]( |$)", line[at:])
    end = at + found.start() if found else len(line)
    rest = line[at:end]
    return end if QUALIFIES.match(rest) or 0 < len(rest.split()) <= FEW_LEFT else at


def _is_cut(line: str, end: int) -> bool:
    """Whether a sentence goes on behind its quoted words."""
    return bool(re.match(r"[ ,]* [\w+(“]", line[end:])) and line[end - 1 : end] not in ".;"


def _keyword(line: str, start: int) -> str:
    """The keyword before a sentence, which says when it works."""
    found = re.search(r"(?:^|\. )([A-Z][A-Za-z ]{2,24}: )$", line[:start])
    return found.group(1) if found else ""


QUALIFIES: Final = re.compile(r" (for each|for every|equal to|instead|until|this turn|while|if)\b")
"""What belongs to the words before it."""
FEW_LEFT: Final = 2
"""So many words more are no reason to cut a quotation."""
MOST_WORDS: Final = 7
"""Words of a title in an id."""
FEW_WORDS: Final = 3
"""Fewer words than these do not tell what they are about."""
MOST_SAID: Final = 14
"""Words of a card in a title."""


def named(card: str, title: str, known: set[str]) -> str:
    """The id of a case, from words of the card and of what it shows."""
    said, _, went = title.rpartition("”: ") if "”: " in title else (title, "", "")
    words, way = slug(said).split("-"), [slug(went)] if went else []
    found = "-".join((slug(card), *words[:MOST_WORDS], *way))
    if found in known:
        found = "-".join((slug(card), *words, *way))
    wanted, number = found, 2
    while found in known:
        found, number = f"{wanted}-{number}", number + 1
    return found


def _said(printed: Sequence[Any], goal: Goal, book: Book) -> str:
    return titled([line.text for line in printed], goal, book)


def _other(printed: Sequence[Any], goal: Goal, book: Book, known: Set[str]) -> str:
    """The same, told apart from the cases that are shown."""
    title = _said(printed, goal, book)
    if title not in known:
        return title
    words = _quote([line.text for line in printed], goal.at)
    return f"{title} ({words})" if words else title


Progress = Callable[[int, int], None]
