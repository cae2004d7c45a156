"""Vectors are filled: written by the reference engine from scenarios, questions and cards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from rules_check.conform.cards import keyed
from rules_check.conform.games import Table, play_set
from rules_check.conform.parsing import asked_text
from rules_check.conform.recording import Recording, record
from rules_check.grammar.core.codec import to_json
from rules_check.meaning.document import core_of
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.conformance.comparing import copies
from rules_check.oracle.conformance.contract import CARDS, MIX, SET_UP, VARIANT
from rules_check.oracle.conformance.positions import (
    dump_action,
    dump_choice,
    dump_view,
    is_chance,
    load_action,
)
from rules_check.oracle.conformance.vectors import (
    changes,
    content_hash,
    first_position,
    written_changes,
)
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.checks import Sees
from rules_check.oracle.scenarios.model import Act, Expect, Scenario, ScenarioError
from rules_check.oracle.scenarios.moments import Moment
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Ruleset
from rules_check.version import VERSION

JSON = Any

FILLER: Final = "rules-check"

OF_KIND: Final[Mapping[str, str]] = {
    "legal-actions": "offers what is not allowed, or does not offer what is",
    "reject": "accepts what is not allowed",
    "score": "counts points otherwise",
    "view": "shows cards that a player may not see",
    "parse": "understands a text otherwise",
}


# ------------------------------------------------------------------------- from scenarios


def from_scenario(scenario: Scenario) -> Iterator[dict[str, JSON]]:
    """The vectors of a scenario. Raises ValueError (ScenarioError) if it cannot be told."""
    if scenario.set_up_refused:
        yield _refused_seats(scenario)
        return
    if scenario.end_of_turn or scenario.reading:
        return  # not as the books are read
    found = record(scenario)
    base = _base(scenario, found)
    steps = found.steps
    told = bool(steps) or found.setup["begin"] != "play" or found.states[0].choice is None
    if told:
        expect = {"positions": written_changes(found.setup, found.positions)}
        yield _vector(base, "transition", "", steps, expect)
    done: set[str] = set()
    for at, step in zip(found.at, scenario.steps, strict=False):
        for vector in _of_step(base, found, at, step):
            if vector["id"] not in done:
                done.add(vector["id"])
                yield vector
    if not told and not done:
        yield _legal(base, found, 0)
    if found.states[-1].result is not None:
        expect = {"result": found.positions[-1]["result"]}
        yield _vector(base, "score", "score", steps, expect)
        yield _after_the_end(base, found)
    yield from _own_texts(base, found)


def _after_the_end(base: Mapping[str, JSON], found: Recording) -> dict[str, JSON]:
    """When the game is over, nothing can be done any more."""
    g, s = found.game, found.states[-1]
    last = {"actor": g.seat(s.active), "action": ["end"], "nature": []}
    refused = g.refuse(s, load_action(g, s, last["action"]))
    assert refused is not None
    before = changes(first_position(found.setup), found.positions[-1])
    expect = {"refused": True, "code": refused.code, "position": before}
    return _vector(base, "reject", "reject.over", [*found.steps, last], expect)


def _own_texts(base: Mapping[str, JSON], found: Recording) -> Iterator[dict[str, JSON]]:
    """What the cards say that a scenario brings with it."""
    known = keyed(found.game.playset)
    names = {entry.card.name for entry in known.values()}
    for data in found.setup["cards"]:
        key = data["key"]
        card = known[key].card
        if card.printed:
            plain = {"variant": None, "mix": [], "features": [], "setup": None, "cards": [key]}
            vector = {
                **base,
                **plain,
                "title": f"The text of {key}",
                "ask": asked_text(card, names),
            }
            expect = {"core": to_json(core_of(card, [base["ruleset"]]))}
            yield _vector(vector, "parse", f"text.{_slug(key)}", [], expect)


def _of_step(
    base: Mapping[str, JSON], found: Recording, at: int, step: object
) -> Iterator[dict[str, JSON]]:
    """The vector of one line of a scenario: what is offered, refused, seen."""
    s = found.states[at]
    if s.choice is None or is_chance(s):
        return
    match step:
        case Expect(text, check):
            words = text.removeprefix("then ")
            if words.startswith(("offered:", "not offered:", "choice:")):
                yield _legal(base, found, at)
            elif isinstance(check, Sees):
                yield _view(base, found, at, check.seat)
            elif words[:1] == "P" and words[2:].startswith(" cost:"):
                yield _view(base, found, at, int(words[1]) - 1)
        case Act(refused=code, seat=seat, label=label) if code:
            g = found.game
            moment = Moment(g, s, frozenset(), frozenset())
            action = dump_action(g, s, moment.option(f"P{seat + 1}: {label}"))
            last = {"actor": g.seat(seat), "action": action, "nature": []}
            before = changes(first_position(found.setup), found.positions[at])
            expect = {"refused": True, "code": code, "position": before}
            suffix = f"reject.{at}.{_slug(label)}"
            yield _vector(base, "reject", suffix, [*found.steps[:at], last], expect)
        case _:
            pass


def _slug(label: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in label.lower()).split())


def _legal(base: Mapping[str, JSON], found: Recording, at: int) -> dict[str, JSON]:
    s = found.states[at]
    assert s.choice is not None
    choice = dump_choice(found.game, s, s.choice)
    alike = copies(found.positions[at]["zones"], choice["options"])
    expect = {"choice": choice, "alike": alike}
    return _vector(base, "legal-actions", f"legal.{at}", found.steps[:at], expect)


def _view(base: Mapping[str, JSON], found: Recording, at: int, seat: int) -> dict[str, JSON]:
    seen = dump_view(found.game, found.states[at], seat)
    choice = seen["choice"] or {}
    expect = {
        "view": seen,
        "alike": copies(found.positions[at]["zones"], choice.get("options", ())),
    }
    seat_name = found.game.seat(seat)
    vector = _vector(base, "view", f"view.{at}.{seat_name}", found.steps[:at], expect)
    return {**vector, "ask": {"seat": seat_name}}


def _base(scenario: Scenario, found: Recording) -> dict[str, JSON]:
    table = found.table
    begins = [SET_UP] if found.setup["begin"] == SET_UP else []
    features = [
        *begins,
        *([CARDS] if found.setup["cards"] else []),
        *([MIX] if found.mix else []),
        *([VARIANT + table.variant] if table.variant else []),
    ]
    return {
        "id": scenario.id,
        "title": scenario.title,
        "ruleset": table.ruleset,
        "variant": table.variant or None,
        "mix": found.mix,
        "features": features,
        "rules": list(scenario.rules),
        "cards": cards_of(found.game, found.setup, found.steps, found.positions),
        "bug_class": bug_class_of(load_ruleset(table.ruleset), scenario.rules),
        "setup": found.setup,
        "ask": {},
        "status": "normative",
        "source": f"{scenario.file}: {scenario.id}",
    }


def _vector(
    base: Mapping[str, JSON], kind: str, suffix: str, steps: list[JSON], expect: JSON
) -> dict[str, JSON]:
    id_ = f"{base['id']}.{suffix}" if suffix else base["id"]
    bug_class = OF_KIND.get(kind, base["bug_class"])
    return {
        **base,
        "id": id_,
        "kind": kind,
        "bug_class": bug_class,
        "steps": steps,
        "expect": expect,
    }


def bug_class_of(book: Ruleset, rules: Iterable[str]) -> str:
    """Which part of the book an engine gets wrong that fails."""
    known = [book.rules[rule].kind for rule in rules if rule in book.rules]
    section = book.rulebook().sections[known[0]] if known else book.title
    return f"does otherwise what the book says about {section}"


def cards_of(
    g: Game, setup: Mapping[str, JSON], steps: Sequence[JSON], positions: Sequence[JSON]
) -> list[str]:
    """The cards that take part: named in a step, moved by one, or standing in play."""
    named = {x for step in steps for x in step["action"][1:] if isinstance(x, str)}
    for before, after in pairwise(positions):
        where = {card: zone for zone, cards in before["zones"].items() for card in cards}
        for zone, cards in after["zones"].items():
            named.update(card for card in cards if where.get(card) != zone)
    for zone, cards in setup["zones"].items():
        if zone.endswith(" play"):
            named.update(cards)
        elif zone.endswith(" characters"):
            named.add(cards[0])
    ids = {g.card_id(card): g.full_name(card) for card in range(len(g.kinds))}
    return sorted({ids[card] for card in named if card in ids})


def _refused_seats(scenario: Scenario) -> dict[str, JSON]:
    """Players who get no game."""
    mix = [] if scenario.mix is None else [_mix(scenario)]
    features = [
        *([MIX] if mix else []),
        *([VARIANT + scenario.variant] if scenario.variant else []),
    ]
    setup = {"begin": SET_UP, "seats": list(scenario.players), "cards": [], "zones": {}}
    return {
        "id": f"{scenario.id}.reject",
        "title": scenario.title,
        "kind": "reject",
        "ruleset": scenario.game,
        "variant": scenario.variant or None,
        "mix": mix,
        "features": [SET_UP, *features],
        "rules": list(scenario.rules),
        "cards": [],
        "bug_class": "sets up a game that nobody may play",
        "setup": setup,
        "ask": {},
        "steps": [],
        "expect": {"refused": True},
        "status": "normative",
        "source": f"{scenario.file}: {scenario.id}",
    }


def _mix(scenario: Scenario) -> JSON:
    mix = scenario.mix
    assert mix is not None
    return {"with": mix.other, "how": mix.how, "out": list(mix.out)}


# -------------------------------------------------------------------------- from questions


def from_questions() -> Iterator[dict[str, JSON]]:
    """Vectors of open questions: each reading has its own expectation."""
    from rules_check.rulebook.games import scenario_for
    from rules_check.rules.verdicts import load_verdicts

    books = [load_ruleset(name) for name in play_set_names()]
    questions = {id_: q for book in books for id_, q in book.questions.items()}
    for id_, verdict in sorted(load_verdicts().items()):
        if verdict.word != "executable" or any(reading.cards for reading in verdict.readings):
            continue
        for script in verdict.readings:
            for acts in (len(verdict.when), len(verdict.when) + len(script.when)):
                played: dict[int, Recording] = {}
                for rules in verdict.readings:
                    scenario = scenario_for(verdict, script, rules)
                    cut = replace(scenario, steps=scenario.steps[:acts], acts=acts)
                    try:
                        played[rules.number] = record(cut, cut=True)
                    except (ValueError, ScenarioError):
                        break
                question = questions.get(id_)
                if question is not None and len(played) == len(verdict.readings):
                    vector = _pending(id_, question.title, question.rules, cut, played)
                    if vector is not None:
                        yield vector
                        break
            else:
                continue
            break


def _pending(
    id_: str, title: str, rules: Iterable[str], scenario: Scenario, played: dict[int, Recording]
) -> dict[str, JSON] | None:
    first = next(iter(played.values()))
    same = all(x.setup == first.setup and x.steps == first.steps for x in played.values())
    told = [
        {
            "reading": number,
            "expect": {"positions": written_changes(x.setup, x.positions)},
        }
        for number, x in sorted(played.items())
    ]
    if not same or all(x["expect"] == told[0]["expect"] for x in told):
        return None
    base = _base(scenario, first)
    own = load_ruleset(scenario.game).rules
    cited = [rule for rule in rules if rule in own] or list(rules)
    base |= {"id": f"question-{id_}", "title": title, "rules": cited, "status": "pending"}
    base |= {"question": id_, "source": f"question {id_}"}
    return _vector(base, "transition", "", first.steps, told)


# ------------------------------------------------------------------------------ from cards


def from_cards() -> Iterator[dict[str, JSON]]:
    """Vectors about the texts of the cards of every game."""
    for name in play_set_names():
        book = load_ruleset(name)
        cards = play_set(Table(name, ""))
        known = keyed(cards)
        names = {entry.card.name for entry in known.values()}
        for key, entry in known.items():
            card = entry.card
            if not card.printed:
                continue
            yield {
                "id": f"{book.prefix}-text.{_slug(key)}",
                "title": f"The text of {key}",
                "kind": "parse",
                "ruleset": name,
                "variant": None,
                "mix": [],
                "features": [],
                "rules": _rules_of_text(book, card.name),
                "cards": [key],
                "bug_class": OF_KIND["parse"],
                "setup": None,
                "ask": asked_text(card, names),
                "steps": [],
                "expect": {"core": to_json(core_of(card, [name]))},
                "status": "normative",
                "source": f"card {key}",
            }


def _rules_of_text(book: Ruleset, name: str) -> list[str]:
    """The rules behind a card's text: of its rulings, else of what is done with texts at all."""
    ruled = [rule for ruling in book.rulings if ruling.names(name) for rule in ruling.rules]
    own = [rule for rule in dict.fromkeys(ruled) if rule in book.rules]
    return own or list(book.checks.get("RC201", ()))[:1] or list(book.steps["play_and_buy"][:1])


# ---------------------------------------------------------------------------------- whole


def with_info(vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """The vector with its hashes: of its content, and of the words of the rules it is about."""
    told = {key: value for key, value in vector.items() if key != "source"}
    return {
        **told,
        "info": {
            "hash": content_hash(told),
            "rules_hash": rules_hash(told["rules"]),
            "filler": FILLER,
            "filler_version": VERSION,
            "source": vector["source"],
        },
    }


def rules_hash(rules: Iterable[str]) -> str:
    """A hash of what the rules say: it changes when one of them does."""
    known = all_rules()
    text = "\n".join(f"{rule}: {known.get(rule, '')}" for rule in sorted(rules))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def all_rules() -> dict[str, str]:
    """What every rule of every book says, by its id."""
    books = (load_ruleset(name) for name in play_set_names())
    return {rule.id: rule.text for book in books for rule in book.rules.values()}
