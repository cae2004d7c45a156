"""The ways that the text of a card can go: every statement, and of what depends on something both
branches.

A way belongs to a form of the core. Forms are told apart by where they stand, so that the same
statement twice is two. Names for values (Let, Result) do nothing themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules_check.grammar.core import beside
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import counts, is_held, lends, said_by, spans_of, walk
from rules_check.oracle.quick.statements import is_endless
from rules_check.oracle.values.ways import Way

HELD: Final = {"defend": "Defense", "block": "Block", "assist": "Assist"}
"""What is used from the hand at its time: what that is called, and the keyword."""
Words = tuple[int, int, int]
SEATED: Final = frozenset({"hit", "avoided"})
"""Players of an Attack: that there are none is told by the Attack."""
NONE: Final = frozenset({Way.NOTHING})
CANNOT: Final[Mapping[type[c.Form], frozenset[Way]]] = {
    c.Choose: frozenset({Way.NOTHING, Way.SHORT})
}
"""What cannot come of a form that is only offered if it can be done in full."""
WITH_YOU: Final = frozenset({"everyone", "team", "guarded"})
"""Players of whom you are one."""
ALWAYS_COMES: Final = frozenset({"turn_begin", "turn_end", "game_end", "appear"})
"""What comes in every game; that it does not is no way of a text."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One way of a form: the number of the form in its card, and which words say it."""

    form: int
    way: Way
    text: int
    at: Words | None


class Ways:
    """All ways of the texts of a card."""

    def __init__(self, texts: Sequence[c.Text]) -> None:
        self.texts = tuple(texts)
        self.forms: list[c.Form] = []
        self._by_id: dict[int, int] = {}
        self._alike: dict[tuple[type[c.Form], Words | None], int] = {}
        self.acts: dict[int, dict[str, int]] = {}
        """Of what waits for one of several acts ("buy or gain") a form for each."""
        goals: list[Goal] = []
        for number, text in enumerate(self.texts):
            guarded = {id(form) for form in _guarded(text)}
            certain = {id(form) for form in _certain(text)}
            stands = {id(form) for form in text.body if text.home != "played"}
            legs = dict(_of_legs(text))
            sifted = [
                c.Var(x.name)
                for x in walk(text)
                if isinstance(x, c.Let) and isinstance(x.value, c.Filter)
            ]
            for form, around in _with_words(text, None):
                if id(form) in self._by_id:
                    continue  # said once, and stands in several places
                at = len(self.forms)
                self.forms.append(form)
                self._by_id[id(form)] = at
                self._alike.setdefault((type(form), form.at), at)
                none = (Way.NOTHING,) if isinstance(form, c.Move) and form.cards in sifted else ()
                goals += (
                    Goal(at, way, number, words_of(form) or around)
                    for way in (*ways_of(form), *none, *legs.get(id(form), ()))
                    if not (way in CANNOT.get(type(form), NONE) and id(form) in guarded)
                    and not (way is Way.FAILS and id(form) in certain)
                    and not (way is Way.AGAIN and id(form) not in stands)
                )
                for verb in _several_acts(form) if form.at or around else ():  # which are said
                    leg = c.Event((verb,))
                    goals.append(Goal(len(self.forms), Way.ONLY, number, form.at or around))
                    self.acts.setdefault(at, {})[verb] = self._by_id[id(leg)] = len(self.forms)
                    self.forms.append(leg)
                if isinstance(form, c.Option) and is_held(form) and "Block" in text.labels:
                    goals.append(Goal(at, Way.VAIN, number, words_of(form) or around))
        self.goals: tuple[Goal, ...] = tuple(goals)
        self.by_key: Mapping[tuple[int, Way], Goal] = {(x.form, x.way): x for x in goals}
        self.waiting: tuple[tuple[int, c.On, frozenset[int]], ...] = tuple(
            (at, form, frozenset(self._numbers(form.body)))
            for at, form in enumerate(self.forms)
            if isinstance(form, c.On) and (at, Way.UNMET) in self.by_key
        )
        self.bodies: Mapping[int, frozenset[int]] = {
            at: frozenset(self._numbers(form.body))
            for at, form in enumerate(self.forms)
            if isinstance(form, c.On) and ((at, Way.AGAIN) in self.by_key or at in self.acts)
        }
        """Of what comes so often in a turn the forms that are carried out then."""
        self.legs: tuple[tuple[int, ...], ...] = tuple(self._several())
        """What is named beside one another."""
        self.comes: Mapping[int, frozenset[int]] = {
            self._by_id[id(leg)]: frozenset(self._numbers(form.body))
            for form in self.forms
            if isinstance(form, c.On)
            for leg in beside.events(form)
        }
        """Of one of the things for which a text waits the forms that are carried out then."""
        self.limited = frozenset(at for at, way in self.by_key if way is Way.AGAIN)
        """What comes or is used so often in a turn."""
        self.unlimited = [
            at
            for at, form in enumerate(self.forms)
            if isinstance(form, c.Option) and (at, Way.AGAIN) in self.by_key and is_unlimited(form)
        ]
        """What is used any number of times."""
        self.keyed = [at for at, way in self.by_key if way is Way.ANEW]
        """What is used so often in a turn in each of several ways."""
        self.priced = frozenset(at for at, way in self.by_key if way is Way.UNUSABLE)
        self.timed = frozenset(at for at, way in self.by_key if way is Way.OUTSIDE)
        """What works in a Confrontation only."""
        self.avoided = tuple(at for at, way in self.by_key if way is Way.AVOIDED)
        self.blocks = tuple(at for at, way in self.by_key if way is Way.VAIN)
        offered = [len(x.ways) for x in self.forms if isinstance(x, c.Offer)]
        self.chooses_one = max((number for number in offered if number > 1), default=0)
        """Of how many things somebody chooses one; 0 if there is no such choice."""
        self.asked_first = frozenset(self._of_options())
        """What is looked at before it is done: whether it can be done."""
        self.lent: Mapping[int, int] = {
            at: self._by_id[id(play)]
            for at, form in enumerate(self.forms)
            if isinstance(form, c.Option) and not is_held(form) and (play := lends(form))
        }
        """What lets a card be played later, and the form that says so."""
        held = [at for at, form in enumerate(self.forms) if isinstance(form, c.Option)]
        self.held: Mapping[str, tuple[int, ...]] = {
            called: tuple(
                at for at in held if (at, Way.DECLINED) in self.by_key and self._label(at) == label
            )
            for called, label in HELD.items()
        }
        """The forms by which a card is used from the hand, by what that is called."""
        self.by_rules: Mapping[str, tuple[int, ...]] = {
            called: tuple(
                self._by_id[id(x)]
                for at in self.held[called]
                for x in walk(self.forms[at])
                if isinstance(x, c.Play)
            )
            for called in ("assist",)
        }
        """What the rules of a book carry out themselves when a card is so used."""

    def _label(self, at: int) -> str:
        """What a card is called by because of the text in which a form stands."""
        text = self.texts[self.by_key[at, Way.DECLINED].text]
        return next((label for label in text.labels if label in HELD.values()), "")

    def number(self, form: c.Form) -> int:
        """The number of a form; of one that the engine has made of another, that of the other."""
        found = self._by_id.get(id(form))
        return self._alike.get((type(form), form.at), -1) if found is None else found

    def _several(self) -> Iterator[tuple[int, ...]]:
        for form in self.forms:
            each = [beside.conditions(form)]
            each += [tuple(leg.form for leg in group) for group in beside.groups_of(form)]
            each += [beside.events(form)] if isinstance(form, c.On) else []
            yield from (tuple(self._by_id[id(one)] for one in legs) for legs in each if legs)

    def _of_options(self) -> Iterator[int]:
        for form in self.forms:
            if isinstance(form, c.Option):
                yield from self._numbers((*form.price, *form.body))

    def _numbers(self, block: c.Block) -> Iterator[int]:
        for one in block:
            for form in walk(one):
                yield self._by_id[id(form)]


def _with_words(form: c.Form, around: Words | None) -> Iterator[tuple[c.Form, Words | None]]:
    """A form and all forms in it, each with the words around it."""
    yield form, around
    around = form.at or around
    for part in c.parts(form):
        yield from _with_words(part, around)


def words_of(form: c.Form) -> Words | None:
    """The words that say a form; of what depends on something those of the condition."""
    if isinstance(form, c.If | c.Conditional | c.While):
        return said_by((form.test,)) or said_by((form,))
    return form.at or said_by((form,))


def _guarded(text: c.Text) -> Iterator[c.Form]:
    """What is only offered if it can be done, so that it never finds nothing."""
    for form in walk(text):
        if isinstance(form, c.Offer) and _is_single(form):
            yield from form.ways[0]
        if isinstance(form, c.Option):
            yield from form.price


def _certain(text: c.Text) -> Iterator[c.Form]:
    """What asks whether there is a Confrontation where there is one: while players Block."""
    for form in walk(text):
        if isinstance(form, c.Option) and any(x.row == "blocking" for x in spans_of(form.within)):
            yield from (
                x
                for x in walk(form)
                if isinstance(x, c.If)
                and isinstance(x.test, c.During)
                and isinstance(x.test.window, c.Span)
                and x.test.window.row in CONFRONTATIONS
            )


def _of_legs(text: c.Text) -> Iterator[tuple[int, tuple[Way, ...]]]:
    """Of what a text names beside one another each by itself: by which form, and its way."""
    for form in walk(text):
        way = Way.BUT if beside.needs_all(form) else Way.ONLY
        yield from ((id(leg), (way,)) for leg in beside.conditions(form))
        for group in beside.groups_of(form):
            yield from ((id(leg.form), (Way.ONLY,)) for leg in group)
        if isinstance(form, c.On):
            yield from ((id(leg), (Way.ONLY,)) for leg in beside.events(form))


def _several_acts(form: c.Form) -> tuple[str, ...]:
    """The acts for one of which a text waits, if there are several."""
    event = form.event if isinstance(form, c.On) else None
    verbs = event.verbs if isinstance(event, c.Event) else ()
    return verbs if len(verbs) > 1 else ()


def _together(form: c.Form) -> tuple[Way, ...]:
    """What a form names beside one another may all be there, or be chosen at once."""
    most = form.most if isinstance(form, c.Choose) else None
    return () if most == c.Number(1) or not beside.groups_of(form) else (Way.TOGETHER,)


def _tested(form: c.Form) -> tuple[Way, ...]:
    """A condition holds or does not; of several that all have to hold each may be the one that does
    not."""
    each = beside.needs_all(form) and beside.conditions(form)
    return (Way.HOLDS,) if each else (Way.HOLDS, Way.FAILS)


def _is_single(form: c.Offer) -> bool:
    """Whether one thing may be done or not."""
    return form.least == c.Number(0) and len(form.ways) == 1


def ways_of(form: c.Form) -> tuple[Way, ...]:
    """The ways that a form can go, itself and what it names beside one another, which is several
    if it is all there."""
    together = _together(form)
    return (*(way for way in _itself(form) if not (together and way is Way.MANY)), *together)


def _itself(form: c.Form) -> tuple[Way, ...]:
    """The ways that a form can go itself. A number that the language makes depend on something (of
    what an empty stack gives, say) is none that a text says."""
    match form:
        case c.If() | c.While():
            return _tested(form)
        case c.Conditional():
            return () if said_by((form.test,)) is None else _tested(form)
        case c.Choose():
            return _of_choice(form)
        case c.ForEach():
            return (Way.RUN, Way.NOTHING) if _may_be_none(form.source) else (Way.RUN,)
        case c.Offer():
            return (Way.TAKEN, Way.DECLINED, Way.IMPOSSIBLE) if _is_single(form) else ()
        case c.Attack():
            return (Way.HIT,) if form.unavoidable is not None else (Way.HIT, Way.AVOIDED)
        case c.Move():
            return _of_move(form)
        case c.Points():
            some = (Way.RUN, Way.NOTHING) if _may_count_nothing(form.amount) else (Way.RUN,)
            return *some, *_of_count(form.amount)
        case c.Change():
            counted = any(isinstance(x, c.Fold) for x in walk(form.value))
            some = (Way.RUN, Way.NOTHING) if counted else (Way.RUN,)
            return *some, *_of_count(form.value)
        case c.Forbid():
            return (Way.FORBIDDEN,)
        case c.On():
            once = ((Way.AGAIN,) if _comes_so_often(form) else ()) + _outside(form)
            return once if _comes_always(form) else (Way.UNMET, *once)
        case c.Option():
            said = form.where is not None and said_by((form.where,)) is not None
            asked = _tested(form) if said else ()
            if is_held(form):
                return *asked, Way.DECLINED
            needs = () if lends(form) or not _may_be_impossible(form) else (Way.UNUSABLE,)
            if lends(form) and is_unlimited(form):
                return asked
            anew = (Way.ANEW,) if form.key is not None and form.limit is not None else ()
            return *asked, Way.AGAIN, *anew, *needs, *_outside(form)
        case c.Best():
            return (Way.YOURS, Way.THEIRS, Way.TIED) if _is_of_players(form) else (Way.TIED,)
        case c.Show(cards) | c.Let(_, cards) if _is_of_deck(cards):
            return Way.RUN, Way.SHORT
        case c.Show() | c.Play() | c.Deed() | c.Do() | c.Proceed() | c.Repeat():
            return (Way.RUN,)
        case _:
            return ()


def _of_count(amount: c.Value) -> tuple[Way, ...]:
    """What is counted may be several, and of different things some may be alike."""
    found = counts(amount)
    if found is None:
        return ()
    different = isinstance(found.of, c.Fold) and found.of.row == "distinct"
    return (Way.MANY, Way.ALIKE) if different else (Way.MANY,)


def _is_of_deck(cards: c.Value) -> bool:
    """Whether it is so many cards from one end of a deck, or of the main deck."""
    cards = cards.of if isinstance(cards, c.The) else cards
    return (
        isinstance(cards, c.Ends)
        and isinstance(cards.of, c.Place)
        and cards.of.row in ("deck", "main")
    )


def is_unlimited(form: c.Option) -> bool:
    """Whether it can be used any number of times, whatever is paid."""
    return form.limit is None or (form.key is None and is_endless(form))


CONFRONTATIONS: Final = frozenset({"confrontation", "confronting"})
"""Stretches of time in which there is a Confrontation."""


def _outside(form: c.On | c.Option) -> tuple[Way, ...]:
    """What works in a Confrontation does nothing outside of one."""
    works_in = (span.row for span in spans_of(form.within))
    return () if CONFRONTATIONS.isdisjoint(works_in) else (Way.OUTSIDE,)


def _may_be_impossible(form: c.Option) -> bool:
    """Whether there is a price to pay, or cards are needed for what is done."""
    return bool(form.price) or any(
        isinstance(x, c.Choose | c.Move) and not isinstance(getattr(x, "cards", x), c.Var)
        for one in form.body
        for x in walk(one)
    )


def _of_choice(form: c.Choose) -> tuple[Way, ...]:
    found = [Way.RUN]
    most, least = form.most, form.least
    if isinstance(most, c.Number) and most.value > 1 and most != least:
        found.append(Way.FULL)
    if form.least == c.Number(0):
        found.append(Way.DECLINED)
    if isinstance(form.least, c.Number) and form.least.value > 1:
        found.append(Way.SHORT)
    if _may_be_none(form.source):
        found.append(Way.NOTHING)
    if isinstance(form.source, c.Group) and form.source.row in WITH_YOU:
        found += [Way.YOURS, Way.THEIRS]
    return tuple(found)


def _of_move(form: c.Move) -> tuple[Way, ...]:
    match form.cards:
        case c.Var() | c.Quote() | c.Join(_, c.Var(), c.Var()):
            return (Way.RUN,)
        case c.Ends(_, _, c.Place("deck")):
            return Way.RUN, Way.SHORT  # what then comes is a matter of the book
        case _:
            return Way.RUN, Way.NOTHING


def _may_be_none(source: c.Value) -> bool:
    """Whether there may be none of them: of the players at the table there are always some, and of
    the types of cards."""
    match source:
        case c.Filter() | c.Var() | c.Ends() | c.The() | c.Join() | c.Collect():
            return True
        case c.Place():
            return True
        case c.Attribute(row):
            return row not in SEATED and not row.startswith("all_")
        case _:
            return False


def _may_count_nothing(amount: c.Value) -> bool:
    """Whether a number is counted, and not of those whom an Attack hits."""
    hit = any(isinstance(x, c.Attribute) and x.row in SEATED for x in walk(amount))
    return not isinstance(amount, c.Number) and not hit


def _is_of_players(form: c.Best) -> bool:
    """Whether players are compared, or what each of them did."""
    source = form.source
    while isinstance(source, c.Filter):
        source = source.source
    return isinstance(source, c.Group | c.Did)


def _comes_always(form: c.On) -> bool:
    """Whether nothing else can come that is like it: it is done in every game, or to this card."""
    event = form.event
    if not isinstance(event, c.Event):
        return False
    of_this = event.where is not None and any(
        isinstance(x, c.Compare) and x.op == "=" and x.right == c.Var("this") and is_card(x.left)
        for x in walk(event.where)
    )
    return of_this or not set(event.verbs) - ALWAYS_COMES


def _comes_so_often(form: c.On) -> bool:
    """Whether it counts how often something comes in a turn, or comes itself."""
    if (
        form.before
        or not isinstance(form.event, c.Event)
        or not set(form.event.verbs) - ALWAYS_COMES
    ):
        return False
    return form.nth is not None or isinstance(form.limit, c.Number)


def is_card(form: c.Value) -> bool:
    """Whether it is the card of an event."""
    return isinstance(form, c.Attribute) and form.row == "card"
