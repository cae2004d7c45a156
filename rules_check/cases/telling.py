"""A case in words: what is given, what is done, and what happens, as a player would tell it.

The player of the card is "you"; the others are called by their seats, and the first time by what
they are to you.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules_check.cases.deciding import NO_EMPTY
from rules_check.cases.endings import BEGINS, at_end, brought
from rules_check.cases.lacking import lacking, noun
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.box.playset import levels_of
from rules_check.oracle.game import CoreState
from rules_check.oracle.quick.setup import state_of
from rules_check.oracle.scenarios.positions import laid_out
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import (
    AssistWith,
    BlockWith,
    BuyCard,
    ChooseEffect,
    ChoosePlayer,
    Confront,
    Decline,
    DefeatCard,
    DefendWith,
    Done,
    EndTurn,
    No,
    Pass,
    PayFor,
    PlayCard,
    Stop,
    UseAbility,
    Yes,
)
from rules_check.oracle.values.zones import HAND, PER_PLAYER, PLAY
from rules_check.play.phrases import OWN, SAYS, Phrases, listed
from rules_check.properties.cases.places import OF_PLAYERS

if TYPE_CHECKING:
    from rules_check.cases.deciding import Empty
    from rules_check.cases.lacking import Goes
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.events import Event
    from rules_check.oracle.values.option_forms import Option
    from rules_check.properties.cases.trying import Position, Step, Trial

YOU: Final = 0
"""The seat of whoever has the card."""
NOBODY: Final = -1
NOTHING_LEFT: Final = "nothing left"
LACKS: Final = re.compile(r"\b(no|cannot)\b|\bnothing to\b")
"""It is told that something is not there."""
SAYS_AGAIN: Final = frozenset(
    "assist block choose commit confront decline defend hit moment option otherwise"
    " raise reckon rider score total use teams character stack trigger".split()
)
"""Events that the act before them, or those after them, say already; or that nobody needs."""
NOT_TOLD: Final = SAYS_AGAIN | frozenset(
    {
        "speaks of",
        "confrontation text",
        "no confrontation text",
        "starting deck",
        "set aside",
        "return to decks",
        "team score",
        "tie-break",
        "lose power",
        "avoided",
        "beside",
        "first player",
        "empty deck",
        "confrontation over",
    }
)
PLACES: Final = (
    ("hand", "in hand"),
    ("deck", "in the deck"),
    ("discard", "in the discard pile"),
    ("play", "in play"),
    ("parked", "on the Character"),
    ("score", "in the score pile"),
)
SHARED: Final = (
    ("line_up", "in the Line-Up"),
    ("main_deck", "on top of the main deck"),
    ("destroyed", "in the destroyed pile"),
    ("removed", "removed from the game"),
    ("super_villains", "on the Super-Villain stack"),
)


WHERE: Final = {
    "hand": "in {} hand",
    "deck": "in {} deck",
    "discard": "in {} discard pile",
    "in play": "in play",
    "score pile": "in {} score pile",
}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
"""Which of several choices, where no words of the card say it."""
DECLINES: Final[Mapping[ChoiceKind, str]] = {
    ChoiceKind.DEFEND: "does not avoid the Attack",
    ChoiceKind.BLOCK: "does not block",
}


USES: Final = (PlayCard, AssistWith, BlockWith, DefendWith, UseAbility, PayFor)
"""What is done with a card, whose text is carried out then."""


class Act(NamedTuple):
    """Something that is done, and what comes of it; the first may be nothing."""

    does: str
    comes: tuple[str, ...]


NOTHING_COMES: Final = Act("", ("Nothing comes of it.",))
"""What is told of a game in which nothing happens."""


def changed(form: c.Change) -> str:
    """The attribute that is changed."""
    return form.attribute.row if isinstance(form.attribute, c.Attribute) else ""


class Unused(NamedTuple):
    """The card could be used in that way before this step, and is not."""

    step: int
    verb: str


class Failure(NamedTuple):
    """The card has found nothing of a kind, when so many events had been told."""

    told: int
    noun: str


class Speaks(NamedTuple):
    """What follows is done by the text of this card."""

    card: int


class By(NamedTuple):
    """Something that the text of a card does in between."""

    card: int
    said: str


class You(Phrases):
    """Says things to the player in the first seat."""

    def who(self, seat: int) -> str:
        """A player."""
        if seat == YOU:
            return "you"
        return self.game.seat(seat) if 0 <= seat < self.game.players else "nobody"

    def place(self, zone: int, seat: int) -> str:
        """A zone: yours, their own, or that of somebody else."""
        if zone < self.game.shared:
            owner, kind = divmod(zone, PER_PLAYER)
            own = OWN[kind].replace("Character", self.game.ruleset.character_word)
            if kind == PLAY and owner == seat:
                return own
            whose = "their" if owner == seat else f"{self.who(owner)}'s"
            return f"{'your' if owner == YOU else whose} {own}"
        return super().place(zone, seat)

    def _into(self, zone: int) -> str:
        """The word before a place to which a card goes."""
        hand = zone < self.game.shared and zone % PER_PLAYER == HAND
        return "into" if hand else super()._into(zone)

    def everyone(self, seats: Iterable[int]) -> str:
        """Several players, you first."""
        return listed([self.who(seat) for seat in sorted(seats)])

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        """A sentence about a player, from a verb in the third person."""
        who = self.who(seat)
        said = f"{who} {infinitive(verb) if seat == YOU else verb}"
        return sentence(f"{said} {rest}" if rest else said)


def infinitive(verb: str) -> str:
    """What "you" do, from what another does: "draws" is "draw"."""
    first, *more = verb.split(" ")
    known = {"has": "have", "is": "are", "does": "do", "passes": "pass"}
    back = {said.split(" ")[0]: name for name, said in SAYS.items() if " " not in said}
    plain = known.get(first) or back.get(first) or first.removesuffix("s")
    return " ".join((plain, *more))


def spoken(name: str, said: str) -> str:
    """A sentence of which is said whose text does it."""
    first = said.split(" ")[0]
    return f"{name}: {said[:1].lower() if first in COMMON else said[:1]}{said[1:]}"


COMMON: Final = frozenset({"You", "Your", "The", "It", "Nothing", "Power", "Either"})
"""First words of sentences that are no names."""
RULES: Final = frozenset({"turn", "end", "end of turn", "done", "first appearance", "over"})
"""Events after which it is no text any more that does something."""
SPEAKING: Final = frozenset({"trigger", "hit", "avoided"})
"""Events after which the text of their card does something."""
LIVE: Final = "power.live"
"""What a text gives as long as it counts something, whatever is carried out just then."""
SHARED_ROWS: Final[Mapping[str, str]] = {
    "lineup": "line_up",
    "destroyed": "destroyed",
    "main": "main_deck",
    "superstack": "super_villains",
}
"""What shared places are called in a position."""
SAYS_WHICH: Final = frozenset({"reveal", "look at", "buy"})
"""Events that say which cards it is about."""
BY_COSTS: Final = (c.Filter, c.Collect, c.Best, c.Quantified, c.Choose, c.If, c.Conditional, c.On)
"""Forms that may depend on what something costs."""
NAMED_ACTS: Final = frozenset({ChoiceKind.DEFEND, ChoiceKind.BLOCK})
"""Decisions that name the card that is used."""


def sentence(said: str) -> str:
    """With a capital and a full stop."""
    end = "" if said.endswith((".", "?")) else "."
    return f"{said[:1].upper()}{said[1:]}{end}"


def counted(names: Sequence[str]) -> str:
    """Names with their numbers: "Punch x2, Kick"."""
    counts = Counter(names)
    return listed([name if n == 1 else f"{name} x{n}" for name, n in counts.items()])


def _has(table: Mapping[str, Any]) -> str:
    """The cards of a player, place by place."""
    return "; ".join(f"{counted(table[key])} {where}" for key, where in PLACES if table.get(key))


class Teller:
    """Tells cases of one card in one game."""

    def __init__(self, game: Game, card: int, called: str = "") -> None:
        self.game = game
        self.card = card
        self.subject = game.name(card)
        self.called = called or self.subject
        self.character = game.kinds[card] if game.kinds[card].character else None
        self.say = You(game)
        self._ending = False
        self._brought: set[int] = set()
        self._idle: set[int] = set()
        self._gained: tuple[int, tuple[int, ...]] | None = None
        self._scores: dict[int, Any] = {}
        self._nouns: Mapping[str, str] = {}
        self._levels = levels_of(game.ruleset.name)
        self._speaks = NOBODY
        self.parts: tuple[int, ...] = ()
        """The other Characters that have a part in what was told last."""

    # ------------------------------------------------------------------------- given

    def given(
        self,
        trial: Trial,
        goes: Goes = (),
        parts: Sequence[int] = (),
        empty: Empty = NO_EMPTY,
    ) -> Iterator[str]:
        """What matters of the position, if the text goes these ways; the other Characters that
        have a part, and the empty places that matter."""
        position = trial.position
        who = {self.game.seats.index(self.game.kinds[card].name): card for card in parts}
        active = position.get("active", "P1")
        if self.character is not None:
            level = self.character.level
            at = f"Level {level}" if level else ""
            named = self.called != self.subject
            known = f"{self.subject}, {at}" if at else self.subject
            yield sentence(f"you are {self.called} ({known})" if named else f"you are {known}")
        yield from (self._is_who(player, card) for player, card in sorted(who.items()))
        if active != "P1":
            yield sentence(f"it is the turn of {self._whose(active)}")
        elif position.get("phase") == "start":
            yield "Your turn begins."
        yield from self._yours(position.get(self.game.seat(YOU), {}), named=YOU in who)
        yield from self._theirs(position, who)
        yield from lacking(self.game, trial, goes, empty)
        for key, where in SHARED:
            if position.get(key):
                yield sentence(f"{where}: {counted(position[key])}")
        if position.get("face_down"):
            yield "The top Super-Villain is face down."
        if "main_deck_size" in position:
            size = position["main_deck_size"]
            many = "1 card" if size == 1 else f"{size} cards"
            yield f"The main deck {f'has {many}' if size else 'is empty'}."
        for stack, number in position.get("stacks", {}).items():
            left = "is empty" if not number else f"has {number} left"
            yield f"The {stack} stack {left}."
        for seat, number in position.get("power", {}).items():
            yield self.say.does(self._seat(seat), "has", f"{number} Power")
        if "confront" in position:
            target = self._seat(position["confront"])
            yield self.say.does(self._seat(active), "confronts", self.say.who(target))
        yield from self._confronted(trial)
        yield from self._costs(trial, goes)

    def _confronted(self, trial: Trial) -> Iterator[str]:
        """What the Characters cost with which somebody's Power is compared, and what is printed on
        those that cost something else."""
        targets = dict.fromkeys(x.detail[0] for x in trial.events if x.kind == "compare")
        begun = self._as_given(trial.position) if targets else None
        for player in targets:
            name = self.game.seats[player]
            level = trial.position.get(self.game.seat(player), {}).get("level", 1)
            kinds = [x for x in self.game.kinds if x.character and x.name == name]
            for kind in [x for x in kinds if x.level in (0, level)][:1]:
                known = self._levels.get((name, kind.level), name)
                cost = kind.cost if begun is None else self.game.character_cost(begun, player)
                printed = "" if cost == kind.cost else f" now, and {kind.cost} is printed on it"
                yield sentence(f"{self.character_of(player)} ({known}) costs {cost}{printed}")

    def _as_given(self, position: Position) -> CoreState:
        """The game as the position has it, before anything happens."""
        setup = self.game.setup_of(laid_out(self.game, position))
        return CoreState(self.game, state_of(self.game.core, setup, trace=False))

    def _is_who(self, player: int, card: int) -> str:
        """Whose Character has a part."""
        kind = self.game.kinds[card]
        name = self._name(card)
        of = ", ".join(
            filter(
                None,
                (
                    kind.name if kind.name != name else "",
                    f"Level {kind.level}" if kind.level else "",
                ),
            )
        )
        known = f"{name} ({of})" if of else name
        if player == YOU:
            return sentence(f"you are {known}")
        return sentence(f"{self._whose(self.game.seat(player))} is {known}")

    def _yours(self, table: Mapping[str, Any], *, named: bool) -> Iterator[str]:
        has = _has(table)
        if has:
            yield sentence(f"you have {has}")
        if "level" in table and self.character is None and not named:
            yield f"Your {self.game.ruleset.character_word} is at Level {table['level']}."

    def _costs(self, trial: Trial, goes: Goes) -> Iterator[str]:
        """What the cards cost of which the text asks that: it need not be printed on them."""
        if not (_asks_for_costs(goes) or any(map(_compares_costs, self._texts_of(goes)))):
            return
        costs = {kind.name: kind.cost for kind in self.game.kinds if not kind.character}
        names: dict[str, None] = {}
        for text in self._texts_of(goes):
            names |= dict.fromkeys(self._asked_for_cost(trial, text))
        known = [name for name in names if name in costs and name != self.called]
        said = [f"{name} costs {costs[name]}" for name in known]
        if said:
            yield sentence(f"{listed(said)} here")

    def _asked_for_cost(self, trial: Trial, text: c.Text) -> Iterator[str]:
        """The cards of which a text may ask what they cost: those that lie where it looks, or to
        which something happens."""
        places = set(_places_of_costs(text))
        position = trial.position
        for key, cards in position.items():
            if isinstance(cards, list):
                yield from cards if any(SHARED_ROWS.get(x.row) == key for x in places) else ()
            elif isinstance(cards, dict) and key.startswith("P"):
                mine = self._seat(key) == YOU
                rows = {x.row for x in places if (x.of == c.Var("you")) is mine}
                for row in rows & cards.keys():
                    yield from cards[row]
        if not places or any(x.row not in (*SHARED_ROWS, *OF_PLAYERS) for x in places):
            waited = {verb for x in walk(text) if isinstance(x, c.Event) for verb in x.verbs}
            kinds = waited | SAYS_WHICH if waited else MOVES | SAYS_WHICH
            for event in trial.events:
                if event.kind in kinds and event.player >= YOU and not at_end(event):
                    yield from (self._name(card) for card in event.cards)

    def _texts_of(self, goes: Goes) -> Iterator[c.Text]:
        """The texts of the card that have a part."""
        shown = {id(form) for form, _ in goes}
        for text in self.game.core.kinds[self.card].texts:
            if any(id(form) in shown for form in walk(text.form)):
                yield text.form

    def _theirs(self, position: Position, parts: Collection[int] = ()) -> Iterator[str]:
        """What the others have; those who have the same are told together."""
        alike: dict[str, list[str]] = {}
        for player in range(YOU + 1, self.game.players):
            seat = self.game.seat(player)
            table = position.get(seat, {})
            if has := _has(table):
                alike.setdefault(has, []).append(seat)
            if "level" in table and player not in parts:
                word = self.game.ruleset.character_word
                yield f"The {word} of {seat} is at Level {table['level']}."
        for has, seats in alike.items():
            verb = "has" if len(seats) == 1 else "each have"
            yield sentence(f"{listed([self._whose(x) for x in seats])} {verb} {has}")

    def _whose(self, seat: str) -> str:
        player = self._seat(seat)
        if player == YOU:
            return "you"
        mate = player in self.game.core.teams[YOU]
        return f"{'your teammate' if mate else 'a foe'} ({seat})"

    def _seat(self, name: str) -> int:
        return next(at for at in range(self.game.players) if self.game.seat(at) == name)

    # ------------------------------------------------------------------------- the acts

    def story(
        self,
        trial: Trial,
        unused: Unused | None = None,
        nouns: Mapping[str, str] | None = None,
        failure: Failure | None = None,
    ) -> list[Act]:
        """What is done, and what comes of it. `nouns`: of what there is none; `failure`: where the
        card finds none, which is told unless somebody says so."""
        told: list[Act] = []
        events = trial.events
        self._ending, self._scores, self._nouns = False, {}, nouns or {}
        self._speaks, self.parts, self._gained = NOBODY, (), None
        needed = self._needed(trial, unused)
        numbers = brought(events, needed, self.game.line_up, lambda x: x.kind not in NOT_TOLD)
        self._brought = {id(events[number]) for number in numbers}
        self._idle = {id(event) for event in _without_effect(trial)}
        at = trial.steps[0].told if trial.steps else len(events)
        first = tuple(self.comes(events[:at], None))
        if first:
            told.append(Act("", first))
        for number, step in enumerate(trial.steps):
            end = trial.steps[number + 1].told if number + 1 < len(trial.steps) else len(events)
            mine = events[step.told : end]
            if unused is not None and number == unused.step:
                refuses = f"You do not {unused.verb} with {self.called}."
                if isinstance(step.option, Pass) and step.seat == YOU:
                    told.append(Act(refuses, tuple(self.comes(mine, step))))
                    continue
                told.append(Act(refuses, ()))
            said = self._said_act(step, mine)
            fails = failure is not None and step.told < failure.told <= end
            at = failure.told if failure is not None and fails else end
            comes = [*self.comes(events[step.told : at], step)]
            if failure is not None and fails:
                comes += self._without(failure, comes, events[at:end], step)
            told.append(Act(said, tuple(comes)))
        return told or [NOTHING_COMES]

    def _without(
        self, failure: Failure, before: Sequence[str], events: Sequence[Event], step: Step
    ) -> Iterator[str]:
        """That the card has found nothing, unless that is said already, and what comes then."""
        speaks = self._speaks
        behind = list(self.comes(events, step))
        if not any(LACKS.search(said) for said in (*before[-1:], *behind[:1])):
            said = f"There is no such {failure.noun}."
            mine = speaks != NOBODY and self._name(speaks) == self.called
            yield said if mine else spoken(self.called, said)
        yield from behind

    def _said_act(self, step: Step, events: Sequence[Event]) -> str:
        """What somebody does; if another card asks for it than the one that was told of last, with
        its name."""
        said = self.act(step, events)
        used = step.option[1:2] if isinstance(step.option, USES) else ()
        if used:
            self._speaks = used[0]
            self._has_part(used[0])
        elif isinstance(step.option, BuyCard | DefeatCard):
            self._speaks = step.option.card
        elif step.kind in NAMED_ACTS or step.asker < 0:
            self._speaks = step.asker
        else:
            said = self._by(step.asker, said)
        return said

    def _by(self, card: int, said: str) -> str:
        """What the text of a card does: said with its name, if that was not told of last."""
        last, self._speaks = self._speaks, card
        name = self._name(card) if card != NOBODY else ""
        if not name or (last != NOBODY and self._name(last) == name):
            return said
        self._has_part(card)
        return spoken(name, said)

    def _has_part(self, card: int) -> None:
        """A Character of which the case is not, and that has a part in it."""
        mine = self._name(card) == self.called
        if self.game.kinds[card].character and not mine and card not in self.parts:
            self.parts = (*self.parts, card)

    def _needed(self, trial: Trial, unused: Unused | None) -> dict[int, set[int]]:
        """The cards that have to be where they are when so many events have been told."""
        found: dict[int, set[int]] = {}
        for number, step in enumerate(trial.steps):
            card = getattr(step.option, "card", None)
            cards = found.setdefault(step.told, set())
            cards |= {card} if isinstance(card, int) else set()
            if unused is not None and number == unused.step:
                kinds = self.game.kinds
                cards |= {at for at, kind in enumerate(kinds) if kind is kinds[self.card]}
        return found

    def act(self, step: Step, events: Sequence[Event] = ()) -> str:
        """What somebody does, as a sentence; a Defense may be for another."""
        whom = next(
            (x.detail[0] for x in events if x.kind in ("defend", "decline") and x.detail), step.seat
        )
        does = self._act(step.option, step)
        if step.kind is ChoiceKind.DEFEND and whom != step.seat:
            other = self.say.who(whom)
            does = does.replace("defends with", f"defends {other} with")
            does = does.replace("avoid the Attack", f"avoid the Attack on {other}")
        return self.say.does(step.seat, does)

    def _act(self, option: Option, step: Step) -> str:
        """What is done, in the third person."""
        label = step.text.partition(": ")[2]
        _, unless, after = step.asked.rpartition("unless ")
        unless = unless if step.kind is ChoiceKind.UNLESS else ""
        asked = after if unless else step.asked
        offered = f"“{asked.rstrip('.')}”" if asked else "the offer"
        match option:
            case PlayCard() | BuyCard() | DefeatCard():
                verb, _, card = label.partition(" ")
                return f"{verb}s {card}"
            case AssistWith() | BlockWith() | DefendWith():
                verb, _, card = label.partition(" with ")
                return f"{verb}s with {card}"
            case UseAbility() | PayFor():
                return f"uses {self._name(option.card)}"
            case Confront():
                return f"confronts {self.say.who(option.player)}"
            case ChoosePlayer():
                own = "yourself" if option.player == YOU else "themselves"
                who = own if option.player == step.seat else self.say.who(option.player)
                return f"chooses {who}"
            case ChooseEffect():
                way = step.ways[option.value] if option.value < len(step.ways) else ""
                if way:
                    return f"chooses “{way.rstrip('.')}”"
                which = ORDINALS[option.value : option.value + 1]
                return f"takes the {which[0]} choice" if which else f"chooses {label}"
            case Yes():
                return f"chooses {offered}" if unless else f"accepts {offered}"
            case No():
                return f"declines {offered}"
            case Pass():
                return DECLINES.get(step.kind, "passes")
            case Stop():
                return "chooses no more" if step.chosen else "chooses none"
            case Decline():
                return "announces no Confrontation"
            case Done():
                return "is done"
            case EndTurn():
                return "ends the turn"
            case _:
                return f"chooses {self._placed(label.removeprefix('choose '))}"

    # ------------------------------------------------------------------- what comes of it

    def comes(self, events: Sequence[Event], step: Step | None) -> Iterator[str]:
        """What happens, a sentence each; cards that move in one way are told together."""
        known, speaks = "", self._speaks
        for told in self._comes(events, step):
            if isinstance(told, Speaks):
                speaks = told.card
                if speaks == NOBODY:
                    self._speaks = NOBODY
                continue
            if isinstance(told, By):
                yield self._by(told.card, told.said)
                known = ""
                continue
            if told and told != known:
                yield self._by(speaks, told)
            known = told if NOTHING_LEFT in told else ""  # which is said once for each card

    def _comes(self, events: Sequence[Event], step: Step | None) -> Iterator[str | Speaks | By]:
        gained: list[Event] = []
        for told in self._in_runs(events, step):
            if gained and type(told) is list and _goes_on(gained, told):
                yield self._gained_and_put(gained, told)
                gained = []
                continue
            yield from self._moved(gained)
            gained = []
            if isinstance(told, str | Speaks | By):
                yield told
            elif told and told[0].kind == "gain":
                gained = told
            else:
                yield from self._moved(told)
        yield from self._moved(gained)

    def _gained_and_put(self, gained: list[Event], put: list[Event]) -> str:
        """ "gain a card and put it into your hand": the place that is named prevails."""
        (one,) = self._moved(gained)
        event, cards = put[0], [card for x in put for card in x.cards]
        said = self.say.move(event.kind, event.player, cards, event.detail, event.topic)
        verb, _, rest = said.partition(" ")
        verb = infinitive(verb) if event.player == YOU else verb
        where = rest.partition(" discard pile ")[2]
        return f"{one.rstrip('.')} and {verb} {'it' if len(cards) == 1 else 'them'} {where}."

    def _in_runs(
        self, events: Sequence[Event], step: Step | None
    ) -> Iterator[list[Event] | str | Speaks | By]:
        """Cards that move in one way, or what else happens in words."""
        run: list[Event] = []
        for event in _what_is_done_first(events, self._nouns):
            if event.kind == "score":
                self._scores[event.player] = event.detail[0]
            known = self._is_known(event, step)
            if event.kind in MOVES and not known:
                if run and _alike(run[-1], event):
                    run.append(event)
                    continue
                yield run
                run = [event]
                continue
            yield run
            run = []
            if event.kind in RULES:
                yield Speaks(NOBODY)
            elif event.kind in SPEAKING and event.cards:
                yield Speaks(event.cards[0])
            if not known and (said := self._event(event)):
                live = event.kind == "power" and event.topic.startswith(LIVE) and event.cards
                yield By(event.cards[0], said) if live else said
        yield run

    def _is_known(self, event: Event, step: Step | None) -> bool:
        """Whether an event is no news: it is what was done, or what the rules do at the end of
        every turn."""
        if event.kind == "end of turn":
            by_itself, self._ending = not self._ending, True
            return not by_itself or (step is not None and isinstance(step.option, EndTurn))
        if event.kind == "end":
            self._ending = True
            return step is not None and isinstance(step.option, EndTurn)
        if event.kind == "done":
            return step is not None and isinstance(step.option, Done)
        if event.kind in BEGINS:
            self._ending = False
        if id(event) in self._brought:
            return False
        if at_end(event) or (event.kind == "reshuffle" and self._ending):
            return True
        if event.kind == "nothing" and (
            self._ending or (step is not None and isinstance(step.option, Stop))
        ):
            return True
        return event.kind in NOT_TOLD or self._is_act(event, step)

    def _is_act(self, event: Event, step: Step | None) -> bool:
        """Whether an event is what was just done."""
        if step is None or event.player != step.seat:
            return False
        does = "play" if step.option[0] == "assist" else step.option[0]
        return event.kind == does and tuple(step.option[1:2]) == event.cards[:1]

    def _lacks(self, row: str) -> str:
        """The cards that are none of which the text that is carried out changes that."""
        card = self.card if self._speaks == NOBODY else self._speaks
        for text in self.game.core.kinds[card].texts:
            for form in walk(text.form):
                if isinstance(form, c.Change) and changed(form) == row:
                    source = form.source
                    return noun(source.test) if isinstance(source, c.Filter) else "card"
        return "card"

    def _comes_back(self) -> bool:
        """Whether the text that is carried out puts back what it removes when the turn ends."""
        card = self.card if self._speaks == NOBODY else self._speaks
        forms = [x for text in self.game.core.kinds[card].texts for x in walk(text.form)]
        return any(
            isinstance(form, c.On)
            and isinstance(form.event, c.Event)
            and "turn_end" in form.event.verbs
            and any(isinstance(x, c.Move) and x.verb == "return" for x in walk(form))
            for form in forms
        )

    def _moved(self, run: list[Event]) -> Iterator[str]:
        if not run:
            return
        event, cards = run[0], [card for one in run for card in one.cards]
        if event.kind == "remove" and event.player != NOBODY and self._comes_back():
            where = self.say.place(event.detail[0], event.player)
            names = self.say.cards(cards)
            yield self.say.does(
                event.player, "removes", f"{names} from {where} until the end of the turn"
            )
            return
        if event.player == NOBODY:
            yield self._by_rules(event, cards)
            return
        said = self.say.move(event.kind, event.player, cards, event.detail, event.topic)
        if event.kind == "put" and (event.player, tuple(cards)) == self._gained:
            said = self._put_at_once(said, event, cards)
        self._gained = (event.player, tuple(cards)) if event.kind == "gain" else None
        yield self.say.does(event.player, *said.split(" ", 1))

    def _put_at_once(self, said: str, event: Event, cards: Sequence[int]) -> str:
        """A card that was gained is put where its text says: it comes from nowhere else."""
        source, target = event.detail[0], event.detail[-1]
        place = self.say.place(source, event.player)
        if source == target:
            return f"puts {self.say.cards(cards)} into {place}"
        return said.replace(f" from {place}", "")

    def _by_rules(self, event: Event, cards: Sequence[int]) -> str:
        """Cards that nobody moves."""
        if event.detail[1:] == (self.game.line_up,) and event.detail[0] == self.game.main_deck:
            return self._into_line_up(event, cards)
        where = self.say.place(event.detail[-1], NOBODY) if event.detail else "elsewhere"
        names, goes = self.say.cards(cards), "goes" if len(cards) == 1 else "go"
        return sentence(f"{names} {goes} to {where}")

    def _into_line_up(self, event: Event, cards: Sequence[int]) -> str:
        """Cards of the main deck come into the Line-Up."""
        names, one = self.say.cards(cards), len(cards) == 1
        if event.topic == "effect.replace":
            which = "it is" if one else "they are"
            return sentence(f"{which} replaced by {names} from the main deck")
        if at_end(event):
            return sentence(f"{names} {'comes' if one else 'come'} into the Line-Up")
        return "The Line-Up is filled up."

    def _event(self, event: Event) -> str:
        """One event that is no move."""
        say, who = self.say, event.player
        cards = say.cards(tuple(dict.fromkeys(event.cards)))
        number = event.detail[0] if event.detail else 0
        match event.kind:
            case "end":
                return sentence(f"nothing is left to do: {self._turn(who)} ends")
            case "done":
                return say.does(who, "has", "nothing left to do")
            case "reshuffle":
                pile = "your" if who == YOU else "their"
                return say.does(who, "shuffles", f"{pile} discard pile into a new deck")
            case "end of turn":
                return sentence(f"{self._turn(who)} ends")
            case "turn":
                return "" if event.detail[:1] == (1,) else sentence(f"{self._turn(who)} begins")
            case "play" | "play again":
                return say.does(who, "plays", cards)
            case "power" if number:
                verb = "gets" if number > 0 else "loses"
                return say.does(who, verb, f"{abs(number)} Power")
            case "power":
                mine = any(self.game.name(card) == self.subject for card in event.cards)
                return say.does(who, "gets", "no Power") if mine else ""
            case "attack":
                at = say.everyone(event.detail)
                return sentence(f"{cards} attacks {at}") if event.detail else ""
            case "avoid":
                return say.does(who, "avoids", "the Attack")
            case "void":
                return sentence(f"the Attack of {cards} does nothing")
            case "reveal" | "look at":
                if not event.cards:
                    return say.does(who, "has", f"no card to {event.kind}")
                return say.does(who, SAYS[event.kind], cards)
            case "nothing":
                return self._nothing(event)
            case "forbidden":
                return say.does(who, "is", "not allowed to do it")
            case "stays":
                kinds = self.game.core.kinds
                staying = [x for x in event.cards if "Location" not in kinds[x].types]
                one = "stays" if len(staying) == 1 else "stay"
                return sentence(f"{say.cards(staying)} {one} in play") if staying else ""
            case "shuffle":
                return say.does(who, "shuffles") if who != NOBODY else ""
            case "pay":
                return say.does(who, "pays", f"{number} Power") if event.detail else ""
            case "cost":
                return self._costs_more(event)
            case "compare":
                target, power, cost = event.detail
                won = event.topic.startswith(("confront.equal", "confront.succeeds"))
                who_ends = f"{self.character_of(target)} {'is defeated' if won else 'stands'}"
                return sentence(f"Power {power} against cost {cost}: {who_ends}")
            case "cancel":
                return "The Confrontation is cancelled."
            case "vp":
                return say.does(who, "gets" if number >= 0 else "loses", f"{abs(number)} VP")
            case "flip":
                return sentence(f"{cards} is flipped")
            case "turn up":
                return sentence(f"{cards} is turned up")
            case "first appearance":
                return sentence(f"First Appearance of {cards}")
            case "control" if not event.cards:
                lacks = self._lacks("controllers")
                return sentence(f"there is no {lacks} for {self.say.who(who)} to control")
            case "control":
                return say.does(who, "controls", cards)
            case "replace":
                return sentence(f"the text of {cards} applies instead")
            case "next version":
                level = self.game.kinds[event.cards[0]].level
                named = cards + (f", Level {level}" if level else "")
                return sentence(f"{self.character_of(who)} is now {named}")
            case "immune":
                return say.does(who, "is", "not hit")
            case "out":
                return say.does(who, "is", "out of the game")
            case "over":
                return f"The game is over. {self._winners(event.detail)}".strip()
            case "winner":
                return " ".join(filter(None, (self._points(), self._winners(event.detail))))
            case "stop":
                return "It would go on without end."
            case _:
                return sentence(f"{event.kind}: {cards}") if event.cards else ""

    def _winners(self, seats: Sequence[int]) -> str:
        """Who has won: one side; of several it is a draw."""
        if not seats:
            return ""
        if len({self.game.core.teams[seat] for seat in seats}) == 1:
            verb = "win" if YOU in seats or len(seats) > 1 else "wins"
            return sentence(f"{self.say.everyone(seats)} {verb}")
        some = f" between {self.say.everyone(seats)}" if len(seats) < self.game.players else ""
        return f"It is a draw{some}."

    def _points(self) -> str:
        """How many points each side has."""
        sides: dict[tuple[int, ...], Any] = {}
        for seat, points in self._scores.items():
            side = tuple(self.game.core.teams[seat])
            sides[side] = sides.get(side, 0) + points
        said = []
        for side, points in sides.items():
            have = "have" if YOU in side or len(side) > 1 else "has"
            together = " together" if len(side) > 1 else ""
            said.append(f"{self.say.everyone(side)} {have} {points} VP{together}")
        return sentence(", ".join(said)) if said else ""

    def _costs_more(self, event: Event) -> str:
        """What is added to the cost of a Character; of no use where nobody is confronted."""
        number = event.detail[0]
        character = self.character_of(event.player)
        if not number:
            return sentence(f"nothing is added to the cost of {character}")
        said = f"{character} costs {abs(number)} {'more' if number > 0 else 'less'}"
        if id(event) in self._idle:
            said += ", which has no effect outside of a Confrontation"
        return sentence(said)

    def _name(self, card: int) -> str:
        """A card as the file calls it: a Level may have a name of its own."""
        kinds = self.game.kinds
        mine = kinds[card].name == kinds[self.card].name and (
            kinds[card].level == kinds[self.card].level
        )
        if mine:
            return self.called
        return self._levels.get((kinds[card].name, kinds[card].level), self.game.name(card))

    def _placed(self, label: str) -> str:
        """A card that is chosen, and where it lies: not as scenarios call that."""
        name, bracket, place = label.rpartition(" (")
        seat, _, words = place.removesuffix(")").partition(" ")
        seats = [self.game.seat(at) for at in range(self.game.players)]
        if not bracket or seat not in seats or words not in WHERE:
            return label
        whose = "your" if seats.index(seat) == YOU else f"{seat}'s"
        return f"{name} {WHERE[words].format(whose)}"

    def _turn(self, player: int) -> str:
        return "your turn" if player == YOU else f"the turn of {self.say.who(player)}"

    def character_of(self, player: int) -> str:
        """The Character of a player, as the book calls it."""
        word = self.game.ruleset.character_word
        return f"your {word}" if player == YOU else f"the {word} of {self.say.who(player)}"

    def _nothing(self, event: Event) -> str:
        """What a text asks for cannot be done."""
        start, _, verb = event.topic.partition(".")
        if start == "partly" and verb not in self._nouns:
            left = f"{NOTHING_LEFT} to {verb.partition('.')[0]}"
            return self.say.does(event.player, "has", left)
        verb, *more = verb.split(".")
        if (
            event.player == NOBODY
            or start not in ("nothing", "partly")
            or {"up_to", "of_them"} & set(more)
        ):
            return "Nothing comes of it." if event.player == NOBODY else ""
        match verb:
            case "pay":
                return self.say.does(event.player, "does", "not have the Power to pay")
            case "vp":
                return self.say.does(event.player, "has", "no VP to lose")
            case "stays":
                cards = self.say.cards(event.cards)
                return self.say.does(event.player, "cannot", f"move {cards} there").replace(
                    "canno ", "cannot "
                )
            case "repeat":
                return "It stops there, since it would never end."
            case _:
                what = f"no {self._nouns[verb]}" if verb in self._nouns else "nothing"
                return self.say.does(event.player, "has", f"{what} to {verb}")


def _without_effect(trial: Trial) -> Iterator[Event]:
    """What is added to the cost of a Character in a turn in which nobody confronts anybody."""
    added: list[Event] = []
    fights = "confront" in trial.position
    for event in trial.events:
        if event.kind == "end of turn":
            yield from () if fights else added
            added, fights = [], False
        fights = fights or event.kind == "confront"
        if event.kind == "cost":
            added.append(event)
    yield from () if fights else added


def _asks_for_costs(goes: Goes) -> bool:
    """Whether one of the forms asks what something costs, and does not say what it costs then."""
    asking = [list(walk(form)) for form, _ in goes]
    return any(
        isinstance(x, c.Attribute) and x.row == "cost"
        for parts in asking
        if not any(isinstance(x, c.Change) for x in parts)
        for x in parts
    )


def _places_of_costs(text: c.Text) -> Iterator[c.Place]:
    """The places in which cards lie of which a text asks what they cost; of a name those in which
    its cards lay."""
    bound = {x.name: x for x in walk(text) if isinstance(x, c.Let | c.Choose)}
    for form in walk(text):
        if not isinstance(form, BY_COSTS) or not any(
            isinstance(x, c.Attribute) and x.row == "cost" for x in walk(form)
        ):
            continue
        if isinstance(form, c.If | c.Conditional):
            form = form.test
        names = [bound[x.name] for x in walk(form) if isinstance(x, c.Var) and x.name in bound]
        for one in (form, *names):
            yield from (x for x in walk(one) if isinstance(x, c.Place))


def _compares_costs(text: c.Text) -> bool:
    """Whether what a text does depends on what something costs."""
    return any(
        isinstance(x, c.Attribute) and x.row == "cost"
        for form in walk(text)
        if isinstance(form, c.Compare | c.Best)
        for x in walk(form)
    )


def _is_done_after_all(event: Event, behind: Sequence[Event], nouns: Collection[str]) -> bool:
    """Whether somebody finds nothing in one place to do something with, and does it then."""
    start, _, verb = event.topic.partition(".")
    return (
        (event.kind, start) == ("nothing", "nothing")
        and verb not in nouns
        and any((x.kind, x.player) == (verb, event.player) for x in behind)
    )


def _what_is_done_first(events: Sequence[Event], nouns: Collection[str]) -> list[Event]:
    """The events in the order in which they are told: that there is nothing left to do something
    with comes behind what is done."""
    found: list[Event] = []
    late: list[Event] = []
    for number, event in enumerate(events):
        if _is_done_after_all(event, events[number + 1 : number + 2], nouns):
            continue
        if late and (event.kind, event.player) != (_lacks_verb(late[0]), late[0].player):
            found, late = [*found, *late], []
        if event.kind == "nothing" and event.topic.startswith("partly."):
            late.append(event)
        else:
            found.append(event)
    return [*found, *late]


def _lacks_verb(event: Event) -> str:
    """What cannot be done any more."""
    return event.topic.split(".")[1]


def _goes_on(gained: Sequence[Event], put: Sequence[Event]) -> bool:
    """Whether just these cards, which somebody has gained, are put somewhere by the same player."""
    if not put or put[0].kind != "put" or put[0].player != gained[0].player:
        return False
    cards = [[card for event in run for card in event.cards] for run in (gained, put)]
    return cards[0] == cards[1] and put[0].detail[:1] == gained[0].detail[-1:]


def _alike(one: Event, other: Event) -> bool:
    return one[:2] == other[:2] and one.detail == other.detail and one.topic == other.topic
