"""From events to lines that a person reads: what belongs together stands in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.oracle.writing.chosen import chosen_words
from rules_check.play.acts import NOBODY, Act, Line, lines_of
from rules_check.play.phrases import Phrases
from rules_check.play.secrets import visible

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.events import Event

AHEAD: Final = frozenset({"moment", "raise", "reckon", "assist", "end", "done"})
"""Events that are told by the one after them; its line has their rules too."""

SILENT: Final = AHEAD | frozenset(
    {
        "character",
        "starting deck",
        "stack",
        "set aside",
        "beside",
        "first appearance",
        "teams",
        "decline",
        "confrontation text",
        "no confrontation text",
        "otherwise",
        "rider",
        "empty deck",
        "speaks of",
        "avoided",
        "confrontation over",
        "stays",
        "over",
        "return to decks",
        "score",
        "team score",
        "tie-break",
        "winner",
    }
)
"""Events that are not told, because others tell the same."""


class Narrator:
    """Tells events as a seat sees them (None: as somebody who sees all hands)."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self._game = game
        self._seat = seat
        self._say = Phrases(game)
        self._active = NOBODY
        self._acts: list[Act] = []
        self._power: dict[int, int] = {}
        self._price = 0
        self._assists = False
        self._defended: set[int] = set()
        self._waiting: list[Event] = []
        self._hit: tuple[int, ...] = ()
        self._printed: int | None = None
        self._head: Line | None = None
        say = self._say
        self._tellers: dict[str, Callable[[Event], None]] = {
            "play": self._play,
            "play again": self._play_again,
            "power": self._gain_power,
            "pay": self._pay,
            "buy": self._buy,
            "defeat": self._defeat,
            "turn up": lambda e: self._open(Act(NOBODY, f"turned up: {say.cards(e.cards)}")),
            "use": lambda e: self._open(Act(e.player, f"uses {say.cards(e.cards)}")),
            "trigger": self._trigger,
            "confront": self._confront,
            "compare": self._compare,
            "next version": lambda e: self._below(f"next is {say.character(e.cards[0])}"),
            "cancel": lambda e: self._tail(e, "cancels the Confrontation"),
            "first player": self._first,
            "attack": self._attack,
            "hit": self._hits,
            "nothing": self._nothing,
            "void": lambda _: self._below("the Attack does nothing"),
            "defend": self._defend,
            "avoid": self._avoid,
            "block": self._block,
            "cost": self._cost,
            "end of turn": lambda e: self._open(Act(e.player, "ends the turn")),
            "lose power": self._lose_power,
            "reshuffle": lambda e: self._tail(e, "shuffles the discard pile into a new deck"),
            "shuffle": self._shuffle,
            "choose": self._choose,
            "option": lambda e: self._tail(e, f'chooses "{chosen_words(game, e)}"'),
            "reveal": self._show,
            "look at": self._show,
            "commit": lambda e: self._tail(e, f"chooses {_cards(e.detail[0])} unseen"),
            "total": lambda e: self._tail(e, f"counts a total cost of {e.detail[0]}"),
            "vp": self._vp,
            "control": self._control,
            "flip": lambda e: self._tail(e, f"turns {say.cards(e.cards)} over"),
            "forbidden": lambda e: self._tail(e, f"may not {e.detail[0]}"),
            "replace": lambda e: self._below(f"{say.cards(e.cards[:1])} steps in"),
            "stop": lambda e: self._below(f"{say.cards(e.cards)} is not played once more"),
            "immune": lambda e: self._below(f"{say.who(e.player)} is not attacked"),
            "out": lambda e: self._below(f"{say.who(e.player)} is out of the game"),
        }

    def lines(self, events: Iterable[Event]) -> Iterator[Line]:
        """The lines that tell these events; to be called again with those that follow."""
        for event in events:
            if event.kind == "turn":
                self._end_attack()
                if (
                    self._acts and self._active != NOBODY
                ):  # nothing came of what was to be told with the next act
                    self._acts[-1].events += self._waiting
                    self._waiting = []
                yield from self._flush()
                self._head = self._heading(event)
            else:
                self._tell(visible(self._game, event, self._seat))
        yield from self._flush()

    def knows(self, kind: str) -> bool:
        """Whether there are words for events of this kind."""
        return kind in self._tellers or kind in SILENT or kind in MOVES or kind == "turn"

    def _tell(self, event: Event) -> None:
        """One event: its own words, or those of a move."""
        before = len(self._acts)
        if self._hit and _touches(event, self._hit):
            self._hit = ()
        if event.kind in SILENT:
            self._assists = self._assists or event.kind == "assist"
            if event.kind == "reckon" and event.detail:
                self._printed = event.detail[0]
            if event.topic.startswith("confront.declined") and self._head is not None:
                self._head = self._head.with_event(event)  # it says which kind of turn this is
                return
            self._note(event, ahead=event.kind in AHEAD)
            return
        if event.kind in self._tellers:
            self._tellers[event.kind](event)
        elif event.kind in MOVES:
            self._move(event)
        else:
            self._tail(event, f"{event.kind}: {self._say.cards(event.cards)}")
        if len(self._acts) > before and self._active != NOBODY:
            self._acts[-1].events[:0] = self._waiting
            self._waiting = []
        self._note(event, ahead=event.topic.startswith("buy.pays"))

    def _note(self, event: Event, *, ahead: bool = False) -> None:
        """The event stands behind what was told last, or (`ahead`) what is told next."""
        if ahead or not self._acts:
            self._waiting.append(event)
        else:
            self._acts[-1].note(event)

    def _heading(self, event: Event) -> Line:
        self._active = event.player
        self._power = {}
        events = (*self._waiting, event)
        self._waiting = []
        turn, *cost = event.detail
        return Line(f"Turn {turn}: {self._say.character(event.cards[0], *cost)}", 0, events)

    def _flush(self) -> Iterator[Line]:
        if self._head is not None:
            yield self._head
            self._head = None
        acts, self._acts = self._acts, []
        if acts and self._active == NOBODY:
            yield Line("Set-up", 0, tuple(self._waiting))
            self._waiting = []
        yield from lines_of(acts, self._active, self._say)

    # ------------------------------------------------------------------------- acts

    def _open(self, act: Act) -> None:
        self._end_attack()
        self._acts.append(act)

    def _current(self, event: Event) -> Act:
        """The act that an event belongs to: the last, but no step of the end of the turn comes
        of a text that worked before it."""
        if event.topic.startswith("end.") and self._acts and self._acts[-1].reason:
            self._open(Act(event.player))
        set_up = self._active == NOBODY
        if not self._acts or (set_up and self._acts[-1].said):
            self._open(Act(NOBODY if set_up else event.player))
        return self._acts[-1]

    def _tail(self, event: Event, said: str) -> None:
        act = self._current(event)
        if event.player == act.seat:
            act.add(said)
        else:
            act.add(f"{self._say.who(event.player)} {said}", below=True)

    def _below(self, said: str) -> None:
        if not self._acts:
            self._open(Act(self._active))
        self._acts[-1].add(said, below=True)

    # ------------------------------------------------------------------ the player acts

    def _play(self, event: Event) -> None:
        verb = "assists with" if self._assists else "plays"
        self._assists = False
        self._open(Act(event.player, verb, [self._say.cards(event.cards)]))

    def _play_again(self, event: Event) -> None:
        self._open(Act(event.player, f"plays {self._say.cards(event.cards)} again"))

    def _gain_power(self, event: Event) -> None:
        total = self._power.get(event.player, 0) + event.detail[0]
        self._power[event.player] = total
        act = self._current(event)
        if act.attack:
            act.add(f"Power {total}")
        elif event.player in {act.seat, self._active}:
            act.power = total
        else:
            act.add(f"{self._say.who(event.player)} has Power {total}", below=True)

    def _pay(self, event: Event) -> None:
        if not event.detail:
            self._open(Act(event.player, f"uses {self._say.cards(event.cards)}"))
            return
        price = event.detail[0]
        self._power[event.player] = self._power.get(event.player, 0) - price
        if event.topic.startswith(("buy.pays", "defeat.pays")):
            self._price = price
        else:
            self._tail(event, f"pays {price} Power")

    def _buy(self, event: Event) -> None:
        bought = f"{self._say.cards(event.cards)} for {self._price}"
        self._open(Act(event.player, "buys", [bought]))

    def _defeat(self, event: Event) -> None:
        """A Character falls where Power is compared, which is told; a Super-Villain is paid for."""
        if event.topic.startswith("defeat."):
            beaten = f"{self._say.cards(event.cards)} for {self._price}"
            self._open(Act(event.player, "defeats", [beaten]))

    def _trigger(self, event: Event) -> None:
        self._open(Act(event.player, f"by {self._say.cards(event.cards)}", reason=True))

    # ----------------------------------------------------------------- Confrontations

    def _confront(self, event: Event) -> None:
        target = self._say.character(event.cards[0], *event.detail[1:])
        self._open(Act(event.player, f"confronts {target}"))

    def _compare(self, event: Event) -> None:
        target, power, cost = event.detail
        beaten = event.topic.startswith(("confront.equal", "confront.succeeds"))
        end = "is defeated" if beaten else "stands"
        printed, self._printed = self._printed, None
        changed = "" if printed is None else f" after all changes (printed {printed})"
        said = f"Power {power} against cost {cost}{changed}: {self._say.who(target)} {end}"
        self._open(Act(NOBODY, said))

    def _block(self, event: Event) -> None:
        confronted = event.detail[0] if event.detail else event.player
        whom = "" if confronted == event.player else f" for {self._say.who(confronted)}"
        said = f"blocks{whom} with {self._say.cards(event.cards)}"
        self._open(Act(event.player, said, card=event.cards[0]))

    def _cost(self, event: Event) -> None:
        number = event.detail[0]
        change = f"{abs(number)} {'more' if number >= 0 else 'less'}"
        self._current(event).add(f"{self._say.who(event.player)} costs {change}")

    # ------------------------------------------------------------------------ Attacks

    def _attack(self, event: Event) -> None:
        self._defended.clear()
        at = f" against {self._say.everyone(event.detail)}" if event.detail else ""
        self._below(f"Attack{at}")
        self._acts[-1].attack = True

    def _hits(self, event: Event) -> None:
        """Who is hit; if nothing more is told of the Attack, nothing has come of it."""
        self._hit = event.detail

    def _end_attack(self) -> None:
        hit, self._hit = self._hit, ()
        if hit:
            self._below(f"nothing happens to {self._say.everyone(hit)}")

    def _defend(self, event: Event) -> None:
        target = event.detail[0] if event.detail else event.player
        self._defended.add(target)
        whom = "" if target == event.player else f" {self._say.who(target)}"
        card = self._say.cards(event.cards)
        self._below(f"{self._say.who(event.player)} defends{whom} with {card}")

    def _avoid(self, event: Event) -> None:
        if event.player not in self._defended:
            self._below(f"{self._say.who(event.player)} avoids the Attack")

    # ------------------------------------------------------------------- what happens

    def _first(self, event: Event) -> None:
        self._open(Act(NOBODY, f"{self._say.who(event.player)} goes first"))

    def _nothing(self, event: Event) -> None:
        """What a text asks for cannot be done, by whoever should do it."""
        start, _, verb = event.topic.partition(".")
        if start == "nothing" and event.player != NOBODY:
            verb = verb.partition(".")[0]
            self._tail(event, f"has nothing to {verb}")

    def _move(self, event: Event) -> None:
        """Cards of one kind of move that follow one another are told together."""
        if event.topic.startswith("end.sweep"):
            return
        act = self._current(event)
        if event.cards == (act.card,) and event.kind == "discard":
            return  # the card that blocks
        mine = event.player == act.seat and event.player != NOBODY
        key = (event.kind, event.player, event.detail, event.topic.rpartition(".")[2])

        def words(cards: Sequence[int]) -> str:
            return self._moved(event, cards, mine=mine)

        act.add_move(key, event.cards, words, below=not mine)

    def _moved(self, event: Event, cards: Sequence[int], *, mine: bool) -> str:
        if event.player == NOBODY:
            said = self._say.cards(cards)
            if event.kind == "remove":
                return f"set aside: {said}"
            return f"Line-Up: {said}" if self._active == NOBODY else f"new in the Line-Up: {said}"
        said = self._say.move(event.kind, event.player, cards, event.detail, event.topic)
        return said if mine else f"{self._say.who(event.player)} {said}"

    def _shuffle(self, event: Event) -> None:
        if self._active != NOBODY:
            self._tail(event, "shuffles")

    def _lose_power(self, event: Event) -> None:
        act = self._current(event)
        if event.detail[0]:
            act.add(f"{event.detail[0]} Power not used")

    def _choose(self, event: Event) -> None:
        value = event.detail[0]
        if event.topic.startswith("effect.choose_foe"):
            value = self._say.who(value)
        self._tail(event, f"chooses {value}")

    def _show(self, event: Event) -> None:
        if event.cards:
            self._tail(event, self._say.move(event.kind, event.player, event.cards, ()))

    def _vp(self, event: Event) -> None:
        number = event.detail[0]
        self._tail(event, f"{'gets' if number >= 0 else 'loses'} {abs(number)} VP")

    def _control(self, event: Event) -> None:
        if event.cards:
            self._tail(event, f"controls {self._say.cards(event.cards)}")


def _touches(event: Event, seats: tuple[int, ...]) -> bool:
    """Whether something happens to one of these players, or they do something."""
    if event.kind in {"hit", "power", "trigger", "avoided", "play"}:
        return False
    if event.player in seats or event.kind in {"look at", "reveal", "choose", "option"}:
        return True
    places = event.detail if event.kind in MOVES and len(event.detail) == 2 else ()
    return any(zone // PER_PLAYER in seats for zone in places)


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"
