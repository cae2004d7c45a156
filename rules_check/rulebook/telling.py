"""A question with its game, in lines: the passages, the readings, the position, what is done."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rules_check.rulebook.folding import WIDTH, fold
from rules_check.rulebook.games import HARMS, Asked, End
from rules_check.rules.load import load_ruleset

if TYPE_CHECKING:
    from rules_check.rules.model import Question, Rule, Ruleset

NUMBERS: Final = frozenset({"level", "beaten_by"})
PLACES: Final = {"play": "in play", "discard": "discard", "score": "score pile"}
SHARED: Final = {
    "line_up": "Line-Up",
    "main_deck": "main deck",
    "super_villains": "Super-Villain stack",
}


def block(asked: Asked) -> Iterator[str]:
    """Everything about one question; its game in at most ten lines."""
    question = asked.question
    yield from fold(f"{question.id}  ", question.title)
    for number, reading in enumerate(question.readings, start=1):
        yield from fold(f"  {number}. ", reading)
    for rule in passages(question):
        yield "  says: " + beginning(f"{rule.id} ({rule.section}) {rule.text}", WIDTH - 8)
    default = f"reading {question.default}" if question.default else "none"
    yield from fold("  our default: ", default + (f". {question.note}" if question.note else ""))
    if question.see:
        yield f"  see: {', '.join(question.see)}"
    if asked.ends:
        yield f"  differs: {HARMS[asked.harm]}"
        yield from game_lines(asked)
        return
    if asked.verdict is not None:
        yield from fold(f"  {asked.word}: ", asked.verdict.reason)
    else:
        yield from fold("  situation: ", question.situation)


def passages(question: Question) -> Iterator[Rule]:
    """The rules that a question is about, of whatever books."""
    books = [load_ruleset(book) for book in question.books]
    for id_ in question.rules:
        yield from (book.rules[id_] for book in books if id_ in book.rules)


def beginning(text: str, width: int) -> str:
    """As many words as there is room for; the rest is in the book."""
    return textwrap.shorten(text, width, placeholder=" …", break_on_hyphens=False)


# ------------------------------------------------------------------------------ the game


def game_lines(asked: Asked) -> Iterator[str]:
    """The position, what everybody does, and what comes of it under each reading."""
    assert asked.verdict is not None
    table, ends = asked.verdict.table, asked.ends
    given = "; ".join(position(table.get("given", {})))
    yield from fold("  game: ", f"{who(table, ends[0])}. {given}" if given else who(table, ends[0]))
    if asked.verdict.when:
        yield from fold("    ", "; ".join(asked.verdict.when))
    for end in ends:
        yield from fold(f"    reading {end.reading.number}: ", outcome(end), 6)


def outcome(end: End) -> str:
    """What is done under one reading, and what comes of it."""
    done = [_done(step) for step in end.reading.when]
    wording = worded(end.reading.cards)
    said = [*([wording] if wording else []), *done]
    return (
        f"{'; '.join(said)} => {'; '.join(end.reading.then)}"
        if said
        else ("=> " + "; ".join(end.reading.then))
    )


def _done(step: str) -> str:
    """An action; what holds on the way stands in brackets."""
    return f"({step.removeprefix('then ')})" if step.startswith("then ") else step


def who(table: Mapping[str, Any], end: End) -> str:
    """The game that is played, and who sits where."""
    game = end.played.game
    title = game.ruleset.name
    if mix := table.get("mix"):
        title += f" with {mix['with']}"
    if variant := table.get("variant"):
        title += f", {variant}"
    seats = ", ".join(f"P{at} {seat}" for at, seat in enumerate(game.seats, start=1))
    return f"{title} ({seats})"


def position(given: Mapping[str, Any]) -> Iterator[str]:
    """The given position, piece by piece."""
    if "new" in given:
        yield "a new game"
    if "cards" in given:
        yield worded(given["cards"])
    for key, value in given.items():
        if key in ("new", "cards", "phase", "active", "confront", "power"):
            continue
        if key.startswith("P") and isinstance(value, dict):
            yield from (_seat(key, place, what) for place, what in value.items())
        elif isinstance(value, list):
            yield f"{SHARED.get(key, key.replace('_', ' '))}: {', '.join(value)}"
        elif isinstance(value, dict):
            yield from (f"{name} {key}: {number}" for name, number in value.items())
        else:
            yield f"{key.replace('_', ' ')}: {value}"
    active = given.get("active", "P1")
    confronts = f", who Confronts {given['confront']}" if "confront" in given else ""
    powers = [f"{seat} has {number} Power" for seat, number in given.get("power", {}).items()]
    if "new" not in given:
        yield f"turn of {active}{confronts}"
    yield from powers


def _seat(seat: str, place: str, what: Any) -> str:
    if place in NUMBERS:
        return f"{seat} {place.replace('_', ' ')} {what}"
    return f"{seat} {PLACES.get(place, place)}: {', '.join(what)}"


def worded(cards: str) -> str:
    """Cards of a game with their texts, in one line."""
    told = []
    for card in cards.strip().split("\n\n") if cards else ():
        name, *lines = card.strip().splitlines()
        if lines:
            told.append(f'{name} says "{" / ".join(lines[1:])}"')
    return "; ".join(told)


# ------------------------------------------------------------------------------ the book


def heading(title: str, asked: Sequence[Asked]) -> list[str]:
    """The book, and how many of its questions there are of each kind."""
    number = len(asked)
    counts: dict[str, int] = {}
    for one in asked:
        word = HARMS[one.harm] if one.ends else one.word
        counts[word] = counts.get(word, 0) + 1
    told = ", ".join(f"{count} {word}" for word, count in counts.items())
    questions = f"{number} open question{'' if number == 1 else 's'}"
    return [f"{title}: {questions}", *fold("  ", told)]


def as_json(asked: Asked) -> dict[str, Any]:
    """A question with its game, as JSON values."""
    question, verdict = asked.question, asked.verdict
    value: dict[str, Any] = {
        "id": question.id,
        "title": question.title,
        "about": question.about,
        "kind": question.kind,
        "books": list(question.books),
        "readings": list(question.readings),
        "default": question.default or None,
        "note": question.note,
        "situation": question.situation,
        "rules": list(question.rules),
        "passages": [
            {"id": rule.id, "section": rule.section, "text": rule.text}
            for rule in passages(question)
        ],
        "see": list(question.see),
        "verdict": asked.word,
        "reason": verdict.reason if verdict is not None else "",
        "harm": asked.harm if asked.ends else None,
        "game": None,
    }
    if asked.ends and verdict is not None:
        value["game"] = {
            **verdict.table,
            "when": list(verdict.when),
            "readings": [
                {
                    "number": end.reading.number,
                    "rules": end.scenario.reading.to_json(),
                    "cards": end.reading.cards,
                    "when": list(end.reading.when),
                    "then": list(end.reading.then),
                }
                for end in asked.ends
            ],
        }
    return value


def title_of(book: Ruleset) -> str:
    """The title of a book, with its short name."""
    return f"{book.title} ({book.name})"
