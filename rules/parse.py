"""From the TOML text of a ruleset (`NAME.toml`) to a `Ruleset`, with every value checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rules_check.rules.folders import ruleset_names
from rules_check.rules.language import asked_in_rulings, told
from rules_check.rules.model import (
    END_STEPS,
    TURN_STEPS,
    Basic,
    Cited,
    Components,
    Mix,
    MixedDeck,
    Order,
    Ranges,
    Role,
    Ruleset,
    Ruling,
    Unread,
    Value,
    Variant,
)
from rules_check.rules.parameters import PARAMETERS
from rules_check.rules.patterns import patterns
from rules_check.rules.reader import Table
from rules_check.rules.rulebooks import load_rules


def parse_ruleset(text: str, file: str) -> Ruleset:
    """The ruleset that a TOML text writes; `file` is for messages."""
    root = Table.parse(text, file)
    game = root.table("game")
    name = game.text("name")
    prefix = game.text("prefix")
    given = root.table("parameters")
    parameters = _parameters(given)
    missing = root.table("missing")
    not_stated = missing.texts("not_stated")
    not_applicable = missing.texts("not_applicable")
    _check_complete(given, missing, not_stated + not_applicable)
    basics = tuple(_basics(root.table("basics")))
    components = _components(root.table("components"), basics)
    turn = tuple(_orders(root, "turn", TURN_STEPS))
    end_of_turn = tuple(_orders(root, "end_of_turn", END_STEPS))
    variants = tuple(_variant(table) for table in root.tables("variant", optional=True))
    stand_ins = _stand_ins(root.table("stand_ins", optional=True))
    ruleset = Ruleset(
        file=file,
        name=name,
        title=game.text("title"),
        prefix=prefix,
        teams=game.flag("teams"),
        types=game.texts("types"),
        keywords=game.texts("keywords"),
        characters=game.texts("characters"),
        components=components,
        basics=basics,
        ranges=_ranges(root.table("ranges")),
        parameters=parameters,
        not_stated=not_stated,
        not_applicable=not_applicable,
        open=_open(root.table("open"), parameters),
        unread=_unread(root, parameters),
        variants=variants,
        turn=turn,
        end_of_turn=end_of_turn,
        steps=_steps(root.table("steps"), (*turn, *end_of_turn)),
        checks=_checks(root.table("checks")),
        rulings=tuple(_rulings(root, prefix, stand_ins)),
        rulebook=partial(load_rules, name),
        mixes=tuple(_mixes(root, name, variants)),
        stand_ins=stand_ins,
        character_word=game.text("character_word", "Character"),
        symbols=game.flag("symbols", True),
    )
    game.finish()
    missing.finish()
    root.finish()
    return ruleset


def _flatten(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{before}{key}.")
        else:
            yield before + key, tuple(value) if isinstance(value, list) else value


def _parameters(table: Table) -> Mapping[str, Value]:
    values = dict(_flatten(table.data))
    for key, value in values.items():
        if key not in PARAMETERS:
            raise table.error(key, "is not a parameter")
        problem = PARAMETERS[key].problem(value)
        if problem is not None:
            raise table.error(key, problem)
    return values


def _check_complete(given: Table, missing: Table, missing_keys: tuple[str, ...]) -> None:
    values = dict(_flatten(given.data))
    for key in missing_keys:
        if key not in PARAMETERS:
            raise missing.error(key, "is not a parameter")
        if key in values or missing_keys.count(key) > 1:
            raise missing.error(key, "has a value, or is listed twice")
    for key in PARAMETERS:
        if key not in values and key not in missing_keys:
            raise given.error(key, "has no value and is not listed as missing")


def _basics(table: Table) -> Iterator[Basic]:
    for name in table:
        entry = table.table(name)
        yield Basic(
            name,
            entry.word("role", Role),
            entry.number("copies"),
            entry.number("each_player", 0),
        )
        entry.finish()


def _components(table: Table, basics: tuple[Basic, ...]) -> Components:
    components = Components(
        table.number("game_cards"),
        table.number("main_deck"),
        table.number("characters"),
        table.number("super_villains", 0),
    )
    table.finish()
    cards = components.main_deck + components.super_villains
    total = cards + sum(basic.copies for basic in basics)
    if total != components.game_cards:
        raise table.error("game_cards", f"is {components.game_cards}, but the parts sum to {total}")
    return components


def _ranges(table: Table) -> Ranges:
    ranges = Ranges(
        cost=table.span("cost"),
        copies=table.span("copies"),
        level=table.span("level") if table.has("level") else None,
        character_costs=table.numbers("character_costs", ()),
        super_villain_cost=(
            table.span("super_villain_cost") if table.has("super_villain_cost") else None
        ),
        ours=table.texts("ours"),
    )
    table.finish()
    for key in ranges.ours:
        if not table.has(key):
            raise table.error("ours", f"names {key!r}, which is not a range of this table")
    if ranges.level and ranges.level != (1, len(ranges.character_costs)):
        raise table.error("level", "does not fit the number of character_costs")
    return ranges


def _open(table: Table, parameters: Mapping[str, Value]) -> Mapping[str, str]:
    questions = table.all_texts()
    for key in questions:
        if key not in parameters:
            raise table.error(key, "is not a parameter with a value")
    return questions


def _unread(root: Table, parameters: Mapping[str, Value]) -> Unread:
    if not root.has("unread"):
        return Unread("", ())
    table = root.table("unread")
    unread = Unread(table.text("reason"), table.texts("parameters"))
    table.finish()
    for key in unread.parameters:
        if key not in parameters:
            raise table.error("parameters", f"{key!r} is not a parameter with a value")
    return unread


def _variant(table: Table) -> Variant:
    variant = Variant(
        name=table.text("name"),
        title=table.text("title"),
        teams=table.flag("teams", False),
        rules=table.texts("rules"),
        parameters=_parameters(table.table("parameters", optional=True)),
        parking=table.flag("parking", False),
        parked_power=_numbers(table.table("parked_power", optional=True)),
        kept_out=table.texts("kept_out", ()),
        kept_out_players=table.number("kept_out_players", 0),
        beside=table.table("beside", optional=True).all_texts(),
        hunting=table.flag("hunting", False),
    )
    table.finish()
    return variant


def _mixes(root: Table, name: str, variants: tuple[Variant, ...]) -> Iterator[Mix]:
    found: set[tuple[str, str]] = set()
    for table in root.tables("mix", optional=True):
        sides = table.table("sides", optional=True)
        mix = Mix(
            other=table.text("with"),
            how=table.text("how"),
            deck=table.word("deck", MixedDeck),
            stacks=table.texts("stacks"),
            rules=table.texts("rules"),
            variant=table.text("variant", ""),
            sides={side: sides.texts(side) for side in sides},
            keep=table.texts("keep", ()),
        )
        table.finish()
        if mix.other not in ruleset_names() or mix.other == name:
            raise table.error("with", f"expected another ruleset, found {mix.other!r}")
        if mix.variant and mix.variant not in {variant.name for variant in variants}:
            raise table.error("variant", f"there is no variant {mix.variant!r}")
        if (mix.other, mix.how) in found:
            raise table.error("how", "is used twice for this game")
        found.add((mix.other, mix.how))
        yield mix


def _numbers(table: Table) -> Mapping[str, int]:
    return {name: table.number(name) for name in table}


def _orders(root: Table, key: str, known: tuple[str, ...]) -> Iterator[Order]:
    for table in root.tables(key):
        order = Order(
            name=table.text("name"),
            steps=table.texts("steps"),
            questions=table.texts("questions", ()),
            reading=table.number("reading", 0),
        )
        table.finish()
        for step in order.steps:
            if step not in known:
                raise table.error("steps", f"{step!r} is not one of {', '.join(known)}")
        yield order


def _steps(table: Table, orders: tuple[Order, ...]) -> Mapping[str, tuple[str, ...]]:
    steps = {step: table.texts(step) for order in orders for step in order.steps}
    table.finish()
    return steps


def _checks(table: Table) -> Cited:
    cited: dict[str, tuple[str, ...]] = {}
    for key in table:
        if isinstance(table.data[key], dict):
            parts = table.table(key)
            cited |= {f"{key}.{part}": parts.texts(part) for part in parts}
        else:
            cited[key] = table.texts(key)
    return cited


def _stand_ins(table: Table) -> Mapping[str, tuple[str, ...]]:
    """The cards of ours that stand in for a card of the book whose text is not printed."""
    return {name: table.texts(name) for name in table}


def _rulings(
    root: Table, prefix: str, stand_ins: Mapping[str, tuple[str, ...]]
) -> Iterator[Ruling]:
    ids: set[str] = set()
    answered: set[tuple[str, str]] = set()
    for table in root.tables("ruling"):
        ruling = _ruling(table, stand_ins)
        if not ruling.id.startswith(f"{prefix}-RU"):
            raise table.error("id", f"expected {prefix}-RU and a number, found {ruling.id!r}")
        if ruling.id in ids:
            raise table.error("id", "is used twice")
        ids.add(ruling.id)
        if ruling.language is not None:
            for card in ruling.cards or ("",):
                place = (card.casefold(), ruling.language[0])
                if place in answered:
                    raise table.error("language", "another ruling answers this already")
                answered.add(place)
        yield ruling


def _ruling(table: Table, stand_ins: Mapping[str, tuple[str, ...]]) -> Ruling:
    readings, cards = table.texts("readings"), table.texts("cards")
    ruling = Ruling(
        id=table.text("id"),
        cards=cards,
        question=table.text("question"),
        readings=readings,
        answer=table.reading("answer", readings),
        patterns=table.texts("patterns"),
        rules=table.texts("rules"),
        version=table.text("version", ""),
        language=_language(table.table("language")) if table.has("language") else None,
        switch=_switch(table.table("switch"), readings) if table.has("switch") else None,
        stand_ins=tuple(ours for name in cards for ours in stand_ins.get(name, ())),
    )
    table.finish()
    for pattern in ruling.patterns:
        if pattern not in patterns():
            raise table.error("patterns", f"{pattern!r} is not one of {', '.join(patterns())}")
    return ruling


def _switch(table: Table, readings: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    name, values = table.text("name"), table.texts("values")
    table.finish()
    if len(values) != len(readings):
        raise table.error("values", f"has {len(values)} values for {len(readings)} readings")
    return name, values


def _language(table: Table) -> tuple[str, str]:
    question, answer = table.text("question"), table.text("answer")
    table.finish()
    for key, value, words in (
        ("question", question, asked_in_rulings()),
        ("answer", answer, tuple(told(question).answers)),
    ):
        if value not in words:
            raise table.error(key, f"expected one of {', '.join(words)}, found {value!r}")
    return question, answer
