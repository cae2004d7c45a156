"""What a book says about its own cards. It goes with them into any game that they are mixed into.

The steps of a turn, Confrontations, the end of the game are those of the game that is played.
What a word of a card means (is buying gaining?), how often a text works, where a destroyed card
goes, and every ruling is read in the book of that card; where that book does not state it, in
the book of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules_check.grammar import ast as a
from rules_check.oracle.box.reading import AS_PRINTED, Reading
from rules_check.oracle.values.switches import Switches, switches_of
from rules_check.oracle.values.zones import PER_PLAYER
from rules_check.rules.model import Ruleset

WITH_CARDS = (
    "destroy.returns_to_stack",
    "ongoing.cap",
    "gain.includes_buy",
    "gain.includes_defeat",
)
"""The parameters that are about cards, not about the game."""


class CardRules(NamedTuple):
    """The rules for the cards of one book.

    `gains` are the verbs that count as gaining, `buys` those that count as buying, `returning` the
    cards that go back to their stack when they are destroyed. `once_per_own_turn`: what is ongoing
    comes once in a turn unless it says "each time"; `in_own_turn`: on a Location also then, and
    only in the turns of its player unless it says in whose.
    """

    sw: Switches
    gains: tuple[a.Verb, ...]
    buys: tuple[a.Verb, ...]
    once_per_own_turn: bool
    in_own_turn: bool
    returning: tuple[str, ...]

    def counting_as(self, verbs: tuple[a.Verb, ...]) -> tuple[a.Verb, ...]:
        """The facts that an event with these verbs waits for."""
        if a.Verb.BUY in verbs:
            verbs = tuple(dict.fromkeys((*verbs, *self.buys)))
        if a.Verb.RECEIVE in verbs:  # whatever is passed to a player is received
            verbs = tuple(dict.fromkeys((*verbs, a.Verb.PASS)))
        if a.Verb.GAIN in verbs:
            return tuple(dict.fromkeys((*verbs, *self.gains)))
        return verbs


def whose_deed(fact: tuple[Any, ...], verbs: tuple[a.Verb, ...]) -> int:
    """The player of whom a fact is told, where a text asks for these verbs: a card that was passed
    was received by the player to whom it went."""
    verb, player, _, _, to = fact
    if verb is a.Verb.PASS and a.Verb.PASS not in verbs:
        return int(to) // PER_PLAYER
    return int(player)


def as_told(fact: tuple[Any, ...], verbs: tuple[a.Verb, ...]) -> tuple[Any, ...]:
    """A fact as a text speaks of it that waits for these verbs."""
    return (fact[0], whose_deed(fact, verbs), *fact[2:])


def rules_of_books(
    books: Sequence[Ruleset],
    parameters: Mapping[str, Any],
    rulings: Mapping[str, int],
    reading: Reading = AS_PRINTED,
) -> Mapping[str, CardRules]:
    """The rules for the cards of each book; the first is that of the game, whose variant may have
    changed `parameters`. `rulings` gives rulings another reading, `reading` what else is read
    otherwise, in every book."""
    known = {ruling.id for book in books for ruling in book.rulings}
    for name in rulings:
        if name not in known:
            raise ValueError(f"no such ruling: {name}")
    found: dict[str, CardRules] = {}
    for at, book in enumerate(books):
        said = {key: book.parameters[key] for key in WITH_CARDS if key in book.parameters}
        own = {ruling.id for ruling in book.rulings}
        flipped = {id_: reading for id_, reading in rulings.items() if id_ in own}
        said.update(reading.parameters)
        sw = switches_of(book, flipped).but(**dict(reading.switches))
        found[book.name] = _rules(sw, {**parameters, **(said if at else {})})
    return found


def _rules(sw: Switches, parameters: Mapping[str, Any]) -> CardRules:
    gains = [a.Verb.GAIN, a.Verb.RECEIVE]
    if parameters.get("gain.includes_buy"):
        gains.append(a.Verb.BUY)
    if parameters.get("gain.includes_defeat") and sw.defeat_is_gain != "no":
        gains.append(a.Verb.DEFEAT)
    cap = parameters.get("ongoing.cap")
    own = cap == "once_per_own_turn"
    once = own or cap == "once_unless_each_time"
    paid = parameters["opponent.kind"] != "characters"
    buys = (a.Verb.BUY, a.Verb.DEFEAT) if paid else (a.Verb.BUY,)
    returning = parameters.get("destroy.returns_to_stack", ())
    return CardRules(sw, tuple(gains), buys, once, own, returning)
