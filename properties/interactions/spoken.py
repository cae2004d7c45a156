"""Which cards a core speaks of: where they lie, what is asked of them, where they go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rows import VERBS
from rules_check.properties.interactions.parts import ANYWHERE, OWN, PARTS_OF, Part, Parts


class Asked(NamedTuple):
    """What is asked of a card: the form that stands for the card, and the condition."""

    subject: c.Form
    test: c.Value


class Some(NamedTuple):
    """Cards of which a text speaks: where they may lie, and what is asked of them; `this`: the card
    that has the text; `before`: where they lay before the text moved them, if it did."""

    parts: Parts
    asked: tuple[Asked, ...] = ()
    this: bool = False
    before: Parts | None = None

    @property
    def first(self) -> Parts:
        """Where they lay when the text began."""
        return self.parts if self.before is None else self.before

    def moved(self, to: Parts) -> Some:
        """The same cards after the text has moved them."""
        return self._replace(parts=to, before=self.first)


Spoken = tuple[Some, ...]
"""Cards of which a text speaks: those of one description, or of another."""

Names = dict[str, Spoken]
"""What the names of a text stand for, as far as they are cards."""

ANY: Final[Spoken] = (Some(ANYWHERE),)
ITSELF: Final[Spoken] = (Some(OWN, this=True),)

PASSED_ON: Final = ("theirs", "untaken", "apart")
"""Attributes of cards that are some of these cards."""


def spoken(value: c.Form, names: Names) -> Spoken:
    """The cards that a value can be."""
    match value:
        case c.Var("this"):
            return names.get("this", ITSELF)
        case c.Var(name):
            return names.get(name, ANY)
        case c.Place("lay" | "origin", of) if of is not None:
            return spoken(of, names)
        case c.Place(row):
            return (Some(PARTS_OF.get(row, ANYWHERE)),)
        case c.Filter(name, source, test):
            found = spoken(source, names)
            return tuple(x._replace(asked=(*x.asked, Asked(c.Var(name), test))) for x in found)
        case c.Ends(of=of):
            return tuple(_made_anew(x) for x in spoken(of, names))
        case c.Best(source=source):
            return spoken(source, names)
        case c.The(of=of) | c.Fold(of=of):
            return spoken(of, names)
        case c.Join(c.SetOp.WITHOUT, left, _):
            return spoken(left, names)
        case c.Join(_, left, right) | c.Conditional(_, left, right):
            return tuple(dict.fromkeys((*spoken(left, names), *spoken(right, names))))
        case c.Several(items):
            return tuple(dict.fromkeys(x for item in items for x in spoken(item, names))) or ANY
        case c.Collect(inner, name, source):
            return spoken(inner, {**names, name: spoken(source, names)})
        case c.Did(event):
            return tuple(x for one in patterns(event) for x in happened(one)) or ANY
        case c.Attribute("card" | "cards", (of,)):
            return spoken(of, names)
        case c.Attribute(row, (of, *_)) if row in PASSED_ON:
            return spoken(of, names)
        case c.Attribute("character"):
            return (Some(frozenset({Part.CHARACTERS})),)
        case _:
            return ANY


def _made_anew(some: Some) -> Some:
    """The top of a deck: it may have to be made anew of the discard pile."""
    return some._replace(parts=some.parts | {Part.DISCARD}) if Part.DECK in some.parts else some


def lie_in(cards: Spoken) -> Parts:
    """Where cards may lie."""
    return frozenset().union(*(some.parts for some in cards))


def destination(form: c.Move, names: Names) -> Parts:
    """Where a move puts its cards. One that is destroyed may belong to a stack, which may not be in
    the game."""
    inner = {**names, form.name: spoken(form.cards, names)} if form.name else names
    to = lie_in(spoken(form.to, inner))
    return to | {Part.STACKS, Part.REMOVED} if Part.DESTROYED in to else to


def patterns(event: c.Form) -> Iterator[c.Event]:
    """The patterns of events of a value."""
    if isinstance(event, c.Event):
        yield event


def happened(event: c.Event, before: bool = False) -> Spoken:
    """The cards to which an event happens: where it puts them, or `before` it, where they are."""
    asked = () if event.where is None else (Asked(card_of(event), event.where),)
    if before:
        return (Some(ANYWHERE, asked),)
    rows = [VERBS[verb] for verb in event.verbs if verb in VERBS]
    places = [PARTS_OF[row.to] if row.to else ANYWHERE for row in rows]
    return (Some(frozenset().union(*places) or ANYWHERE, asked),)


NEW_TO_THEM: Final = frozenset({"gain", "buy", "defeat", "receive"})
"""By these verbs players get cards that were not theirs."""


def itself(event: c.Event) -> Spoken:
    """The card whose text waits for something that happens to it: if its player just got it, it was
    not used before."""
    got = NEW_TO_THEM.issuperset(event.verbs)
    return (Some(lie_in(happened(event)), this=True, before=frozenset() if got else None),)


def card_of(event: c.Event) -> c.Attribute:
    """The card of an event, as its text speaks of it."""
    return c.Attribute("card", (c.Var(event.name),))
