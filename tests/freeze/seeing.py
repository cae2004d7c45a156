"""What can be seen of a text in one tree: what a check says, and seeded games with the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

from tests.freeze.texts import Text, card_names, fitting
from tests.freeze.tree import NOT_PLAYED, Deck, Played, Tree

ANSWERS: Final = (12, 12, 24)
"""A text is played in three positions: in a turn, in a Confrontation, and from the start of a turn
(a Super-Villain: face up, face down, and again face up). The second has decks of one card, which
are soon empty. Each game is left after so many answers, nature's included; the last goes round the
table."""

COPIES: Final = 4
OWN_FIRST: Final = 0.75
"""How often the random player takes an option with the text's own card, if there is one."""

Seen = dict[str, Any]
"""Plain data: `understood`, `found`, `refused`, `echo`, `readings`, `asked`, `core`, `games`."""


def see(tree: Tree, text: Text) -> Seen:
    """Everything that is compared of a text."""
    looked = tree.look(text.card_file())
    seen: Seen = {
        "understood": looked.understood,
        "found": looked.found,
        "refused": looked.refused,
        "echo": looked.echo,
        "readings": looked.readings,
        "asked": looked.asked,
        "games": [],
    }
    if looked.core is not None:
        seen["core"] = looked.core
    if looked.understood and not looked.refused:
        seen["games"] = _games(tree, text)
    return seen


def _games(tree: Tree, text: Text) -> list[dict[str, Any]]:
    deck = play_set(tree, text.game)
    try:
        played = tree.begin(deck, COPIES)
        return [play_game(played, text, number) for number in range(len(ANSWERS))]
    except NOT_PLAYED as error:
        return [{"not played": str(error)}]


@cache
def play_set(tree: Tree, game: str) -> Deck:
    """The play set of a game with the cards of `fitting.toml`."""
    deck = f"{fitting()['deck']['cards']}\n{fitting()['games'][game]['deck']}"
    return tree.play_set(game, f"set: Table\nruleset: {game}\n\n{deck}")


# ---------------------------------------------------------------------- a position


def position(played: Played, text: Text, number: int, rng: Random) -> dict[str, Any]:
    """A small position in which there is something to do, dealt by chance."""
    table = fitting()["games"][text.game]
    basics: Sequence[str] = table["basics"]
    piles = {"names": card_names(text.game) * 8, "basics": [*basics] * 6}

    def some(cards: int, of: str) -> list[str]:
        return [piles[of].pop(int(rng.random() * len(piles[of]))) for _ in range(cards)]

    at: dict[str, Any] = {
        seat: {
            "hand": [*some(2, "names"), *some(2, "basics")],
            "deck": [*some(1 if number == 1 else 4, "names")],
            "discard": [*some(2, "names"), *some(1, "basics")],
        }
        for seat in played.seats
    }
    at["line_up"] = some(4, "names")
    at["phase"] = "start" if number == 2 else "play"
    if at["phase"] == "play":
        at["power"] = {"P1": 6}
    if number == 1 and table["confronted"]:
        at["confront"] = table["confronted"]
    if played.has_super_villain:
        at["super_villains"] = [played.card]
        at["face_down"] = number == 1
        if at["phase"] == "play":
            at["power"] = {"P1": 12}
    elif played.level:
        at[played.seat]["level"] = played.level
    elif played.card not in played.game.seats and played.card not in basics:
        kept = "play" if number == 2 and text.line.startswith("Location") else "hand"
        at["P1"].setdefault(kept, []).append(played.card)
        at["P2"]["hand"].append(played.card)
        at["line_up"].append(played.card)
    return at


# ---------------------------------------------------------------------- a game


def play_game(played: Played, text: Text, number: int) -> dict[str, Any]:
    """A game from one position: each decision with what came of it, and where it ended."""
    rng = Random(f"{text.key} {number}")
    played.lay(position(played, text, number, rng))
    steps: list[list[Any]] = [["", "begin", [], "", played.events()]]
    for _ in range(ANSWERS[number]):
        asked = played.decision()
        if asked is None:
            break
        who, kind, labels = asked
        order = sorted(range(len(labels)), key=labels.__getitem__)
        if kind == "shuffle":
            labels = sorted(labels)
            _shuffle(order, rng)
            chosen, taken = order, ""
        else:
            chosen = [_take(order, labels, played.card, rng)]
            taken = labels[chosen[0]]
        played.answer(chosen)
        steps.append([who, kind, labels, taken, played.events()])
    return {"steps": steps, "end": played.position()}


def _take(order: Sequence[int], labels: Sequence[str], card: str, rng: Random) -> int:
    """The number of an option. It does not depend on the order in which they are offered."""
    own = [at for at in order if card in labels[at]]
    among = own if own and rng.random() < OWN_FIRST else order
    return among[int(rng.random() * len(among))]


def _shuffle(order: list[int], rng: Random) -> None:
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
