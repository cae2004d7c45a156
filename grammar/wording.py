"""An AST back to house-style text, so that reading it gives the same AST.

A sentence that cannot be said plainly is grouped with square brackets, which the
grammar knows: "If you control a Location, [you may draw a card; each foe discards a card]."
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar import phrases
from rules_check.grammar.attach import Opener
from rules_check.grammar.compose import NoCondition, Sentence, compose
from rules_check.grammar.lines import belongs
from rules_check.grammar.phrases.chains import Clauses, opening, sentence, tails

phrases.load()

MOST_KEPT: Final = 2_000
"""So many wordings of abilities are kept."""


def wording(node: a.CardText) -> list[str]:
    """The printed lines of a card."""
    return [line for ability in node.abilities for line in ability_lines(ability)]


def explained(node: a.CardText) -> list[str]:
    """The same; what own keywords of the set mean stands behind them as a reminder."""

    def named(part: Any) -> Any:
        if not isinstance(part, a.Coined):
            return a.rebuild(part, named)
        meaning = " ".join(explained(a.CardText((part.meaning,))))
        return a.Coined(f"{ability_lines(part)[0]} ({meaning})", part.meaning)

    return wording(named(node))


def ability_lines(ability: a.Ability) -> list[str]:
    """The printed line or lines of one ability."""
    return list(_lines(ability))


@lru_cache(maxsize=MOST_KEPT)
def _lines(ability: a.Ability) -> tuple[str, ...]:
    """The same, worked out once: the readings of a card have most of their abilities in common, and
    each of them is told and looked at."""
    return tuple(_said(ability))


def _said(ability: a.Ability) -> list[str]:
    match ability:
        case a.Plain(a.ChooseOne(options, a.YOU, 1)) if len(options) > 1 and _big(options):
            return ["Choose 1: " + " OR ".join(map(text, options))]
        case a.Plain(a.Power(a.Number(n), a.YOU)):
            return [f"{n:+} Power"]
        case a.Plain(effect):
            return [text(effect)]
        case a.Payment(cost, effect, once):
            tail = f" (max once per {once})" if once else ""
            return [f"{capital(Clauses().chain(cost))}: {text(effect)}{tail}"]
        case a.Reminder(effect):
            return [f"({text(effect)})"]
        case a.Coined(name, _, number):
            return [name if number is None else f"{name} {number}"]
        case a.Abilities(abilities):
            return [_in_one_line(abilities)]
        case a.Question("attack-scope"):
            outside = ability.option("outside")
            assert isinstance(outside, a.Abilities)
            return [_in_one_line(outside.abilities, marked=False)]
        case a.Question():
            return ability_lines(ability.options[0])
        case _:
            return _prefixed(a.prefix_of(ability), *a.said_in(ability))


def _prefixed(row: a.Prefix, *said: Any) -> list[str]:
    """The lines of an ability with a keyword prefix, of its fields."""
    match row.takes:
        case a.Takes.NOTHING:
            return [row.words]
        case a.Takes.NUMBER:
            number, rider = said
            return [f"{row.words} ({number})" + (f": {text(rider)}" if rider is not None else "")]
        case a.Takes.EFFECT | a.Takes.MAY:
            return [f"{row.words}: {text(said[0])}"]
        case a.Takes.ATTACK:
            return [f"{row.words}: {_attack(said[0])}"]
        case a.Takes.ABILITY | a.Takes.ABILITY_OR_ELSE:
            first, *more = ability_lines(said[0])
            if row.takes is a.Takes.ABILITY_OR_ELSE and said[1] is not None:
                more.append(text(said[1], "otherwise, "))
            return [f"{row.words}: {first}", *more]
        case _:
            assert_never(row.takes)


def _in_one_line(abilities: tuple[a.Ability, ...], marked: bool = True) -> str:
    """Several abilities in one printed line; text after an Attack is marked as outside it."""
    said: list[str] = []
    for before, ability in zip((None, *abilities), abilities, strict=False):
        if isinstance(ability, a.Plain):
            outside = marked and isinstance(before, a.Attack)
            said.append(text(ability.effect, opening(Opener.AFTER_ATTACK) if outside else ""))
        elif isinstance(ability, a.Coined):
            (line,) = ability_lines(ability)
            said.append(line if line.endswith(")") else f"{line}.")
        else:
            said += ability_lines(ability)
    return " ".join(said)


def _big(options: tuple[a.Effect, ...]) -> bool:
    """Is a choice better printed as "Choose 1: A OR B" (an option of several sentences)?"""
    conditions = [option.condition for option in options if isinstance(option, a.If)]
    confronting = a.During(a.Window.CONFRONTATION) in conditions
    return confronting or any(len(sentences(option)) > 1 for option in options)


def _attack(effect: a.Effect) -> str:
    """Sentences of an Attack that would not surely belong to it go into one sentence."""
    row = sentences(effect)
    if all(map(belongs, row[1:])):
        return _joined(row)
    return full(Clauses().chain(effect))


def text(effect: a.Effect, start: str = "") -> str:
    """An effect as one or more whole sentences; the first begins with `start`."""
    return _joined(sentences(effect), start)


def _joined(row: list[Sentence], start: str = "") -> str:
    said = [sentence(opener, inner) for opener, inner in row]
    return " ".join(map(full, [start + said[0], *said[1:]]))


def full(said: str) -> str:
    """With capital and full stop; brackets that end with the sentence are not needed."""
    return f"{capital(LAST_GROUP.sub(_without_brackets, said))}."


LAST_GROUP: Final = re.compile(r"^([^][]*(?:, | and ))\[((?:if|you may) [^][]*)\]$")
"""A sentence with one group, at its end: it goes on to the full stop anyway."""


def _without_brackets(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}"


def capital(said: str) -> str:
    """With a capital letter at the start."""
    if said.startswith("["):
        return "[" + capital(said[1:])
    return said[:1].upper() + said[1:]


def sentences(effect: a.Effect) -> list[Sentence]:
    """The sentences that say an effect; as few as needed to come back the same."""
    for row in (_row(effect), _branches(effect)):
        try:
            if compose(row) == effect:
                return row
        except NoCondition:
            continue
    return [(Opener.NONE, effect)]


def _row(effect: a.Effect) -> list[Sentence]:
    """Split wherever a new sentence can begin."""
    match effect:
        case a.Seq(effects):
            return [
                pair
                for part in _together(effects)
                for pair in (_branch(part) if isinstance(part, a.Seq) else _row(part))
            ]
        case a.When(occasion, inner):
            head, *more = _row(inner)
            return [(Opener.NONE, a.When(occasion, head[1])), *more]
        case _:
            return _branch(effect)


def _branches(effect: a.Effect) -> list[Sentence]:
    """Split between the links of a sequence, but not within one."""
    if isinstance(effect, a.Seq):
        return [pair for part in _together(effect.effects) for pair in _branch(part)]
    return _branch(effect)


def _together(effects: tuple[a.Effect, ...]) -> list[a.Effect]:
    """Clauses of one subject that is not you stay in one sentence."""
    groups: list[list[a.Effect]] = []
    for effect in effects:
        who = getattr(effect, "who", a.YOU)
        plain = isinstance(effect, a.Move | a.Show | a.Choose) and who != a.YOU
        last = groups[-1][-1] if groups else None
        if plain and isinstance(last, a.Move | a.Show | a.Choose) and last.who == who:
            groups[-1].append(effect)
        else:
            groups.append([effect])
    return [group[0] if len(group) == 1 else a.Seq(tuple(group)) for group in groups]


def _branch(effect: a.Effect) -> list[Sentence]:
    """The same for one link: its first sentence holds everything but the tails."""
    match effect:
        case a.Seq((*before, last)) if isinstance(last, a.May | a.Tried | a.If | a.When):
            head, *more = _branch(last)
            return [(Opener.NONE, a.Seq((*before, head[1]))), *more]
        case a.When(occasion, inner):
            head, *more = _branch(inner)
            return [(Opener.NONE, a.When(occasion, head[1])), *more]
        case a.If(condition, then):
            head, *more = _branch(then)
            row: list[Sentence] = [(Opener.NONE, a.If(condition, head[1])), *more]
        case a.May() | a.Tried():
            row = tails(effect)[:1]
        case _:
            return [(Opener.NONE, effect)]
    for opener, tail in tails(effect)[1:]:
        head, *more = _branch(tail)
        row += [(opener, head[1]), *more]
    return row
