"""What a campaign has come to, as text or JSON. The same games give the same bytes."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any

from rules_check.fitting import page_width
from rules_check.fuzz.plan import RANDOM, Plan
from rules_check.fuzz.results import Results
from rules_check.fuzz.worker import card_names, named, rule_ids
from rules_check.oracle.box.arranging import Wish, arrange
from rules_check.play.deck import DeckSource, deck_of
from rules_check.properties.citations import rules_behind
from rules_check.properties.registry import PROPERTIES, find_property

ENDINGS = {
    "last_character": "by the last Character",
    "refill_fail": "by the Line-Up",
    "main_deck_empty": "by the main deck",
    "villain_flip_fail": "by the last Super-Villain",
    "card": "by a card",
    "left": "given up",
    "failed": "failed",
}


def summary(results: Results) -> dict[str, Any]:
    """The figures of a campaign as JSON values."""
    games = results.in_order()
    plan = results.plan
    return {
        "seed": plan.seed,
        "planned": plan.count,
        "games": len(games),
        "decisions": sum(record["decisions"] for record in games),
        "cards": plan.cards if plan.cards == RANDOM else [source.file for source in plan.cards],
        **({} if plan.deck is None else {"deck": _deck(plan.deck, plan.games[0])}),
        "properties": list(plan.properties) or [prop.name for prop in PROPERTIES],
        "by_game": {
            wish.title: _figures(wish, games, plan.deck) for wish in dict.fromkeys(plan.games)
        },
        "violations": [
            {
                "game": record["game"],
                "seed": record["seed"],
                "saved": record.get("saved"),
                "found": record["violations"],
            }
            for record in games
            if record["violations"]
        ],
    }


def _deck(deck: DeckSource, wish: Wish) -> dict[str, Any]:
    """The user's own set: its file, and what there is to say of it."""
    return {"file": deck.file, "notes": list(deck_of(deck, arrange(wish).game).notes)}


def _figures(wish: Wish, games: list[dict[str, Any]], deck: DeckSource | None) -> dict[str, Any]:
    cards = card_names(wish, deck)
    mine = [record for record in games if record["game"] == wish.title]
    played: set[str] = set()
    there: set[str] = set()
    fired: set[str] = set()
    for record in mine:
        played |= named(cards, record["played"])
        there |= named(cards, record["there"]) if "there" in record else set(cards)
        fired |= named(rule_ids(wish), record["fired"])
    return {
        "games": len(mine),
        "decisions": _lengths([record["decisions"] for record in mine]),
        "turns": _lengths([record["turns"] for record in mine]),
        "endings": dict(sorted(Counter(record["end"] for record in mine).items())),
        "cards_never_played": [card for card in cards if card in there - played],
        "cards_left_out": [card for card in cards if mine and card not in there],
        "rules_never_fired": [id_ for id_ in rule_ids(wish) if id_ not in fired],
        "rules": len(rule_ids(wish)),
    }


def _lengths(values: list[int]) -> dict[str, int]:
    if not values:
        return {"least": 0, "median": 0, "most": 0}
    return {"least": min(values), "median": int(median(values)), "most": max(values)}


# ------------------------------------------------------------------------------- as text


def render(results: Results, form: str, *, quiet: bool = False) -> str:
    """The report; `quiet` leaves only what was broken."""
    figures = summary(results)
    if form == "json":
        return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    lines: list[str] = []
    if not quiet:
        for name, one in figures["by_game"].items():
            notes = figures.get("deck", {}).get("notes", ())
            lines += [*_game_lines(name, one, notes), ""]
    for broken in figures["violations"]:
        lines += [*_violation_lines(broken, results.plan), ""]
    lines.append(_verdict(figures))
    return "\n".join(lines) + "\n"


def _game_lines(name: str, one: dict[str, Any], notes: Iterable[str]) -> Iterator[str]:
    endings = ", ".join(f"{number:,} {ENDINGS[end]}" for end, number in one["endings"].items())
    yield f"{name}: {_games(one['games'])}" + (f" ({endings})" if endings else "")
    for note in notes:
        yield from _wrapped(note)
    for what in ("decisions", "turns"):
        least, middle, most = (one[what][key] for key in ("least", "median", "most"))
        yield f"  {what} a game: {least:,} to {most:,}, median {middle:,}"
    yield from _listed("cards never played", one["cards_never_played"])
    if one["cards_left_out"]:
        yield from _listed("cards that were in no game", one["cards_left_out"])
    yield from _listed(f"rules never fired, of {one['rules']}", one["rules_never_fired"])


def _listed(title: str, items: list[str]) -> Iterator[str]:
    said = f"{len(items)}: {', '.join(items)}" if items else "none"
    yield from _wrapped(f"{title}: {said}")


def _wrapped(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        page_width(80),
        initial_indent="  ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _violation_lines(broken: dict[str, Any], plan: Plan) -> Iterator[str]:
    books = {wish.title: arrange(wish).game for wish in plan.games}
    yield f"{broken['game']}, seed {broken['seed']}:"
    for found in broken["found"]:
        prop = find_property(found["property"])
        rules = " ".join(rules_behind(prop, books[broken["game"]]))
        yield f"  step {found['step']}: {found['property']}: {found['message']}"
        yield f"    {prop.sentence} [{rules}]"
    if broken["saved"]:
        yield f"  rules-check play --replay {broken['saved']}"
    elif plan.cards == RANDOM:
        yield "  with random cards"


def _verdict(figures: dict[str, Any]) -> str:
    games, decisions = figures["games"], figures["decisions"]
    number = len(figures["properties"])
    cards = figures["cards"]
    named = [figures["deck"]["file"]] if "deck" in figures else []
    named += [] if cards == RANDOM else cards
    kind = f" with {', '.join(named)}" if named else ""
    kind += " with random cards" if cards == RANDOM else ""
    what = "1 property" if number == 1 else f"{number} properties"
    left = figures["planned"] - games
    rest = f"; {_games(left)} not played" if left > 0 else ""
    broken = len(figures["violations"])
    found = f"refuted by {_games(broken)}" if broken else "violations not found"
    seed = figures["seed"]
    return f"{what}{kind}, {decisions:,} decisions: {found} ({_games(games)}, seed {seed}{rest})"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"
