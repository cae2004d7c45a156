"""A kind of card from its core: every text becomes functions, once."""

from __future__ import annotations

from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import sets_points, walk
from rules_check.grammar.core.rows import ORDER_OF_CHANGES
from rules_check.oracle.quick.reading import (
    changed_standing,
    ever_changed,
    recalls_turns,
    remembers,
    verbs_in,
    verbs_recalled,
)
from rules_check.oracle.quick.scoring import at_the_end
from rules_check.oracle.quick.state import Kind, Text, Use
from rules_check.oracle.quick.statements import block, stands_of
from rules_check.oracle.quick.values import Book, Scope

STANDING = ("character", "play", "hand", "stack")
"""Where texts work that stand on the table."""
SHIFTING = frozenset({"face", "text", "controllers"})


def text_of(form: c.Text, scope: Scope) -> Text:
    """One text."""
    text = Text(form, form.home, form.labels)
    scope.remembers = any(map(remembers, form.body))
    match form.home:
        case "played":
            text.body = block(form.body, scope)
        case "owned":
            text.worth = at_the_end(form.body, scope)
            text.sets_points = sets_points(form)
        case _:
            text.stands = stands_of(form.body, scope)
    return text


def kind_of(
    core: c.Core | str,
    counting: Book,
    *,
    key: str,
    name: str,
    book: str,
    type_: str | None,
    titles: tuple[str, ...],
    numbers: tuple[Any, Any, int],
    pile: str | None,
) -> Kind:
    """A kind of card with its texts as functions, or with why it has none. `numbers` are its cost,
    its Victory Points and its level."""
    cost, vp, level = numbers
    types = [] if type_ is None else [type_]
    if "Super-Villain" in titles:
        type_, types = as_super_villain(type_, types, counting.reads.super_villain_type)
    kind = Kind(
        key=key,
        name=name,
        book=book,
        type=type_,
        titles=titles,
        cost=cost,
        vp=vp,
        level=level,
        pile=pile,
        why_none=core if isinstance(core, str) else "",
        is_character="Character" in titles,
        types=types,
    )
    return kind if isinstance(core, str) else with_texts(kind, core, counting)


def another_core(kind: Kind, core: c.Core, counting: Book) -> Kind:
    """The same card with other texts."""
    return kind_of(
        core,
        counting,
        key=kind.key,
        name=kind.name,
        book=kind.book,
        type_=kind.type,
        titles=kind.titles,
        numbers=(kind.cost, kind.vp, kind.level),
        pile=kind.pile,
    )


def as_super_villain(
    type_: str | None, types: list[str], read: str
) -> tuple[str | None, list[str]]:
    """The type of a Super-Villain: it is a Villain, of two types, or of another."""
    if read == "other":
        return None, []
    return type_, [*types, "Super-Villain"] if read == "two_types" else types


def with_texts(kind: Kind, core: c.Core, book: Book) -> Kind:
    """A kind of card with its texts, and what is known of them."""
    kind.texts = tuple(text_of(form, Scope(book, made=kind.made)) for form in core.texts)
    kind.labels = list(dict.fromkeys(label for text in kind.texts for label in text.labels))
    kind.gives = fixed_power(core)
    kind.just_gives = (
        kind.gives > 0 and not any(map(takes_power, core.texts)) and book.noting is None
    )
    kind.played = tuple(text for text in kind.texts if text.body is not None)
    kind.takes_back = any(map(takes_back, core.texts))
    for home in {text.home for text in kind.texts}:
        kind.at_home[home] = tuple(
            (at, text) for at, text in enumerate(kind.texts) if text.home == home and text.stands
        )
    kind.at_home = {home: texts for home, texts in kind.at_home.items() if texts}
    kind.listens = frozenset(
        home
        for home, texts in kind.at_home.items()
        if home in STANDING and any(map(is_watched, texts))
    )
    kind.ongoing = "Ongoing" in kind.labels
    kind.about_itself = kind.at_home.get("anywhere", ())
    kind.changes = frozenset[str]().union(*(ever_changed(text) for text in core.texts)) & {
        *ORDER_OF_CHANGES
    }
    kind.speaks_of = frozenset[str]().union(*map(verbs_in, core.texts))
    if kind.takes_back:
        kind.speaks_of |= {"give"}
    kind.recalls_turns = any(map(recalls_turns, core.texts))
    kind.recalls = frozenset[str]().union(*map(verbs_recalled, core.texts))
    kind.own_ban = any(
        text.home == "anywhere" and isinstance(step, c.Forbid)
        for text in core.texts
        for x in text.body
        for step in walk(x)
    )
    kind.own_price = any(
        text.home == "anywhere" and "price" in changed_standing(step)
        for text in core.texts
        for step in text.body
    )
    kind.shifts = any(
        text.home in STANDING and changed_standing(step) & SHIFTING
        for text in core.texts
        for step in text.body
    )
    return kind


def takes_back(form: c.Form) -> bool:
    """Whether a text may take back the Power that a card has given."""
    again = (isinstance(x, c.Play) and x.answer("again") == "replaces" for x in walk(form))
    return any(again) or cancels_card(form)


def cancels_card(form: c.Form) -> bool:
    """Whether a text has an Attack with which all of the card is avoided."""
    return any(isinstance(x, c.Attack) and x.answer("avoiding") == "whole_card" for x in walk(form))


def is_watched(text: tuple[int, Text]) -> bool:
    """Whether a text has something that stands, but Defenses and Blocks."""
    return any(not isinstance(one, Use) or not one.held for one in text[1].stands)


def takes_power(form: c.Form) -> bool:
    """Whether a text gives less than no Power."""
    match form:
        case c.Points("give", _, c.Number(number)):
            return number < 0
        case _:
            return any(map(takes_power, c.parts(form)))


def fixed_power(core: c.Core) -> int:
    """The fixed Power of a card that does nothing but give it."""
    power = 0
    for text in core.texts:
        for step in text.body if text.home == "played" else ():
            match step:
                case c.Points("give", c.Var("you"), c.Number(number), "Power"):
                    power += number
                case _:
                    return 0
    return power
