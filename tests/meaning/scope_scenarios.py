"""Scenarios made of the files in `scopes/`: every effect for every scope."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rules_check.oracle.scenarios.files import Scenario, read_scenarios
from tests.effort import tries

FOLDER = Path(__file__).with_name("scopes")
COMMON = "scopes.toml"
SEATS = ("P1", "P2", "P3", "P4")


def scope_files() -> list[str]:
    """The names of the files that they are made of."""
    return sorted(path.name for path in FOLDER.glob("*.toml") if path.name != COMMON)


@cache
def scope_scenarios() -> tuple[Scenario, ...]:
    """The scenarios of the files: of all effects in `make long`, of every third in `make test`, so
    that each scope is tried with some of every file."""
    files = {
        path.name: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.glob("*.toml"))
    }
    common = files.pop(COMMON)
    return tuple(
        scenario for name, data in files.items() for scenario in _of_file(name, data, common)
    )


def _of_file(name: str, data: dict[str, Any], common: dict[str, Any]) -> Iterator[Scenario]:
    text = 'game = "confrontations"\n'
    for effect in data["effect"][:: tries(3, 1)]:
        scopes = [x for x in common["scope"] if x["name"] not in effect.get("without", ())]
        cards = "\n".join(_card(effect, scope) for scope in scopes) + "\n" + common["tokens"]
        for scope in scopes:
            text += "\n".join(_scenario(effect, scope, cards)) + "\n"
    return read_scenarios(text, name)


def _card(effect: dict[str, Any], scope: dict[str, Any]) -> str:
    """The card of a scope; all those of one effect are in one game, which is made but once."""
    text = scope["card"].format(says=effect["says"])
    lines = "\n".join([text, *effect.get("lines", ())])
    return f"Card for {scope['name']}\nVillain, cost 3, 0 VP, source original\n{lines}\n"


def _scenario(effect: dict[str, Any], scope: dict[str, Any], cards: str) -> Iterator[str]:
    """One scenario as a scenario file has it."""
    name = f"Card for {scope['name']}"
    who = effect.get("players", {}).get(scope["name"], scope["players"])
    yield "[[scenario]]"
    yield f'id = "CONF-PL02-{effect["name"]}-{scope["name"].replace(" ", "-")}"'
    yield 'rules = ["CONF-PL02"]'
    yield f"title = {json.dumps(scope['card'].format(says=effect['says']))}"
    yield f'given.cards = """\n{cards}"""'
    for seat in SEATS:
        hand = [name, "Vulnerability"] if seat == "P1" else []
        yield f"given.{seat}.hand = {json.dumps([*hand, 'Punch', 'Red Token', 'Green Token'])}"
        yield f'given.{seat}.deck = ["Blue Token", "Red Token x2"]'
        yield f'given.{seat}.discard = ["Green Token", "Brown Token"]'
        yield f'given.{seat}.play = ["Gray Token"]'
    yield 'given.phase = "play"'
    yield f"given.power = {{ P1 = {effect.get('power', 3)}, P2 = 3, P3 = 3, P4 = 3 }}"
    yield from (f"given.{line}" for line in effect.get("given", ()))
    ends = ["P1: end turn"] if "score" in effect else []
    if ends:
        yield "given.main_deck_size = 0"
    answers = [f"{seat}: {answer}" for seat in who for answer in effect.get("answers", ())]
    yours = [f"P1: {answer}" for _ in who for answer in effect.get("yours", ())]
    before = scope.get("before", ())
    steps = [f"P1: play {name}", *before, *answers, *yours, *effect.get("later", ()), *ends]
    yield f"when = {json.dumps(steps)}"
    yield f"then = {json.dumps(list(_expected(effect, who)))}"


def _expected(effect: dict[str, Any], who: list[str]) -> Iterator[str]:
    yield from effect.get("also", ())
    yield from effect.get("also_for", {}).get(str(len(who)), ())
    for seat in SEATS:
        for line in effect.get("done" if seat in who else "not_done", ()):
            yield line.format(player=seat) if "{player}" in line else f"{seat} {line}"
        if "score" in effect:
            yield f"score: {seat} {effect['score'] if seat in who else 0}"
