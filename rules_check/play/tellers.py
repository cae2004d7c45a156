"""What is told of each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.zones import CHARACTERS, HAND, PARKED, PER_PLAYER
from rules_check.oracle.writing.chosen import chosen_words
from rules_check.play.acts import NOBODY, PLAYS, Act, Gained
from rules_check.play.phrases import Phrases

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.events import Event


class Tellers:
    """Turns events into acts, one function for each kind of event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._say = Phrases(game)
        self._active = NOBODY
        self._acts: list[Act] = []
        self._power: dict[int, int] = {}
        self._price = 0
        self._assists = False
        self._confronting = False
        self._villain = ""
        self._defended: set[int] = set()
        self._hit: tuple[int, ...] = ()
        self._printed: int | None = None
        say = self._say
        self._tellers: dict[str, Callable[[Event], None]] = {
            "play": self._play,
            "play again": lambda e: self._does(e, f"plays {say.cards(e.cards)} again"),
            "power": self._gain_power,
            "pay": self._pay,
            "buy": self._buy,
            "defeat": self._defeat,
            "turn up": self._turn_up,
            "first appearance": self._appears,
            "use": lambda e: self._does(e, f"uses {say.cards(e.cards)}"),
            "trigger": self._trigger,
            "confront": self._confront,
            "compare": self._compare,
            "next version": lambda e: self._below(f"next is {say.character(e.cards[0])}"),
            "cancel": lambda e: self._tail(e, "cancels the Confrontation"),
            "first player": self._first,
            "beside": self._beside,
            "attack": self._attack,
            "hit": self._hits,
            "nothing": self._nothing,
            "void": lambda _: self._below("the Attack does nothing"),
            "defend": self._defend,
            "avoid": self._avoid,
            "avoided": self._avoided,
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
            "commit": lambda e: self._tail(e, f"puts {_cards(e.detail[0])} face down"),
            "total": lambda e: self._tail(e, f"counts a total cost of {e.detail[0]}"),
            "vp": self._vp,
            "control": self._control,
            "flip": lambda e: self._tail(e, f"turns {say.cards(e.cards)} over"),
            "forbidden": lambda e: self._tail(e, f"may not {e.detail[0]}"),
            "replace": self._replace,
            "stop": self._stop,
            "immune": lambda e: self._below(f"{say.who(e.player)} is not attacked"),
            "out": lambda e: self._below(f"{say.who(e.player)} is out of the game"),
        }

    # ------------------------------------------------------------------------- acts

    def _open(self, act: Act) -> None:
        self._end_attack()
        self._acts.append(act)

    def _does(self, event: Event, said: str, *names: str, reason: bool = False) -> None:
        """A player does something with a card."""
        self._open(Act(event.player, said, list(names), reason=reason, source=event.cards[0]))

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
        """What a player does: on the line of the act if it is theirs and nobody else has done
        anything since; else with their name."""
        act = self._current(event)
        if event.player == act.seat and (event.player == NOBODY or not act.below):
            act.add(said)
        else:
            act.add(f"{self._doer(event)} {said}", below=True)

    def _doer(self, event: Event) -> str:
        """Who does it: what the text of a Super-Villain that appears does to the Line-Up, no player
        does."""
        shared = event.kind in MOVES and min(event.detail, default=-1) >= self._game.shared
        if self._villain and (shared or event.kind == "nothing"):
            return self._villain
        return self._say.who(event.player)

    def _stop(self, event: Event) -> None:
        """No rule says how it would go on."""
        cards, most = self._say.cards(event.cards), event.detail[0]
        if event.topic == "undecided.triggers":
            self._below(
                f"not decided: cut off after {most} events; {cards} would go on without end"
            )
        else:
            self._below(f"not decided: cut off after {most} plays of {cards} inside each other")

    def _below(self, said: str) -> None:
        if not self._acts:
            self._open(Act(self._active))
        self._acts[-1].add(said, below=True)

    # ------------------------------------------------------------------ the player acts

    def _play(self, event: Event) -> None:
        verb = "assists with" if self._assists else PLAYS
        self._assists = False
        name = self._say.cards(event.cards)
        if len(event.detail) == 2:
            owner, kind = divmod(event.detail[0], PER_PLAYER)
            shared = event.detail[0] >= self._game.shared
            if shared or owner != event.player or kind not in (HAND, PARKED):
                name += f" from {self._say.place(event.detail[0], event.player)}"
        self._does(event, verb, name)

    def _gain_power(self, event: Event) -> None:
        """The Power that a player has now, where it comes; a count that follows the game is told
        with the card that counts."""
        player, source = event.player, event.cards[0] if event.cards else -1
        total = self._power.get(player, 0) + event.detail[0]
        self._power[player] = total
        if not event.detail[0]:
            return
        last = self._acts[-1] if self._acts else None
        if event.topic.startswith("power.live") and (last is None or last.source != source):
            self._does(event, f"by {self._say.cards(event.cards)}", reason=True)
        act = self._current(event)
        helped = player == self._active and bool(act.names)
        if act.below or not (player == act.seat or helped):
            act.add(f"{self._say.who(player)} has Power {total}", below=True)
        else:
            act.add(f"Power {total}", power=True)

    def _pay(self, event: Event) -> None:
        if not event.detail:
            self._does(event, f"uses {self._say.cards(event.cards)}")
            return
        price = event.detail[0]
        self._power[event.player] = self._power.get(event.player, 0) - price
        if event.topic.startswith(("buy.pays", "defeat.pays", "hunt.pays")):
            self._price = price
        else:
            self._tail(event, f"pays {price} Power")

    def _buy(self, event: Event) -> None:
        name = self._say.cards(event.cards)
        if event.topic.startswith("buy.beside"):
            name += " from the own Super Hero card"
        self._does(event, "buys", f"{name} for {self._price}")

    def _defeat(self, event: Event) -> None:
        """A Character falls where Power is compared, which is told; a Super-Villain is paid for."""
        if event.topic.startswith("defeat."):
            self._does(event, "defeats", f"{self._say.cards(event.cards)} for {self._price}")
        elif event.topic.startswith("hunt."):
            left = self._power.get(event.player, 0)
            self._tail(event, f"defeats it for {self._price}; Power {left}")

    def _trigger(self, event: Event) -> None:
        self._does(event, f"by {self._say.cards(event.cards)}", reason=True)

    def _turn_up(self, event: Event) -> None:
        """The next Super-Villain; one that is new in the Line-Up has been told already."""
        if not event.topic.startswith("line_up."):
            self._open(Act(NOBODY, f"{self._say.cards(event.cards)} is flipped up"))

    def _appears(self, event: Event) -> None:
        name = self._say.cards(event.cards)
        if not self._acts or self._acts[-1].said != f"{name} is flipped up":
            self._open(Act(NOBODY, f"First Appearance of {name}"))
        self._villain = name

    # ----------------------------------------------------------------- Confrontations

    def _confront(self, event: Event) -> None:
        self._confronting = True
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
        act = self._current(event)
        act.add(f"{self._say.who(event.player)} costs {change}", below=act.below)

    # ------------------------------------------------------------------------ Attacks

    def _attack(self, event: Event) -> None:
        self._defended.clear()
        if event.topic.startswith("hunt."):
            pile = self._say.who(event.detail[0])
            self._does(event, f"hunts {self._say.cards(event.cards)} in {pile}'s discard pile")
            return
        at = f" against {self._say.everyone(event.detail)}" if event.detail else ""
        self._below(f"Attack{at}")
        self._acts[-1].attack = True

    def _hits(self, event: Event) -> None:
        """Who is hit; if nothing more is told of the Attack, nothing has come of it."""
        self._hit = event.detail

    def _end_attack(self) -> None:
        hit, self._hit = self._hit, ()
        self._villain = ""
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

    def _avoided(self, event: Event) -> None:
        if event.topic.startswith("hunt."):
            kept = self._power.get(event.player, 0)
            self._below(f"the Attack is avoided; Power {kept} is kept")

    # ------------------------------------------------------------------- what happens

    def _first(self, event: Event) -> None:
        self._open(Act(NOBODY, f"{self._say.who(event.player)} goes first"))

    def _beside(self, event: Event) -> None:
        who = self._say.who(event.player)
        self._open(Act(NOBODY, f"{self._say.cards(event.cards)} lies on {who}"))

    def _nothing(self, event: Event) -> None:
        """What a text asks for cannot be done, by whoever should do it. Who may do it and does
        not, or should do it to cards of which there are none, is not told of."""
        start, _, verb = event.topic.partition(".")
        if event.topic == "end.no_appearance":
            self._below(f"{self._say.cards(event.cards)} makes no Attack")
        elif event.topic == "nothing.pay":
            self._tail(event, f"does not have {event.detail[0]} Power to pay")
        elif event.topic == "nothing.vp":
            self._tail(event, "has no VP to lose")
        elif event.topic == "nothing.stays":
            self._tail(event, f"cannot move {self._say.cards(event.cards)} there")
        elif event.topic == "nothing.repeat":
            self._tail(event, "stops there, since it would never end")
        elif start == "nothing" and event.player != NOBODY:
            verb, *more = verb.split(".")
            if not {"up_to", "of_them"} & set(more):
                self._tail(event, f"has nothing to {verb}")

    def _move(self, event: Event) -> None:
        """Cards of one kind of move that follow one another are told together."""
        if event.topic.startswith("end.sweep"):
            return
        act = self._current(event)
        if event.cards == (act.card,) and event.kind == "discard":
            return  # the card that blocks
        seat = event.player
        last = event.topic.rpartition(".")[2] if seat != NOBODY else ""
        key: tuple[object, ...] = (event.kind, seat, event.detail, last)
        own = seat == act.seat and seat != NOBODY
        mine = own and (not act.below or event.topic.startswith("end."))
        if act.run[:1] == ("gain",):
            act.gained = (act.run, tuple(act.cards))

        def words(cards: Sequence[int]) -> str:
            said = self._moved(event, cards)
            return said if mine or seat == NOBODY else f"{self._doer(event)} {said}"

        act.add_move(key, event.cards, words, below=not mine)
        if last == "just_gained" and act.gained is not None:
            self._gained_to(act, event, act.gained)

    def _gained_to(self, act: Act, event: Event, gained: Gained) -> None:
        """Cards that a text gains and puts elsewhere never lie in the discard pile: told as one."""
        (_, seat, way, _), cards = gained
        source, to = event.detail
        if source != to and seat == event.player and tuple(act.cards) == cards:
            del act.told[-1]
            said = self._moved(event._replace(kind="gain", detail=(way[0], to)), cards)
            below = act.told[-1].below
            act.told[-1].text = f"{self._say.who(seat)} {said}" if below else said
            act.run, act.gained = (), None

    def _moved(self, event: Event, cards: Sequence[int]) -> str:
        if event.player == NOBODY:
            said, set_up = self._say.cards(cards), self._active == NOBODY
            if event.kind == "remove":
                return f"set aside: {said}" if set_up else f"removed from the game: {said}"
            return f"Line-Up: {said}" if set_up else f"new in the Line-Up: {said}"
        return self._say.move(event.kind, event.player, cards, event.detail, event.topic)

    def _shuffle(self, event: Event) -> None:
        if self._active != NOBODY:
            self._tail(event, "shuffles")

    def _lose_power(self, event: Event) -> None:
        """What was not spent; in a Confrontation Power is there to be compared."""
        act = self._current(event)
        if event.detail[0] and not self._confronting:
            act.add(f"{event.detail[0]} Power not used")

    def _choose(self, event: Event) -> None:
        if event.cards:
            self._tail(event, f"uses the text of {self._say.cards(event.cards)}")
            return
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

    def _replace(self, event: Event) -> None:
        name = self._say.cards(event.cards[:1])
        self._below(f"the text of {name} applies instead")


def touches(game: Game, event: Event, seats: tuple[int, ...]) -> bool:
    """Whether something happens to one of these players, or they do something."""
    if event.kind in {"hit", "power", "trigger", "avoided", "play"}:
        return False
    if event.kind == "flip":
        theirs = [game.box[seat * PER_PLAYER + CHARACTERS] for seat in seats]
        return any(card in cards for card in event.cards for cards in theirs)
    if event.player in seats or event.kind in {"look at", "reveal", "choose", "option"}:
        return True
    places = event.detail if event.kind in MOVES and len(event.detail) == 2 else ()
    return any(zone // PER_PLAYER in seats for zone in places)


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"
