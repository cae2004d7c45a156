"""Doubts of forms: the same words, carried out in another sensible way.

A form has things that words seldom say: when players are counted, from where "it" is taken, in
which order cards go back. What is usually meant is the core that a text has; a function here writes
the other way down as another core. A text leaves such a question open where that is another core.

What only the engine can do otherwise (an option that can do nothing, a card that is passed) is not
written anew: there `IN_DOUBT` says which forms make it matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    is_place,
    is_row,
    said_by,
    spans_of,
    speaks_of,
    walk,
)
from rules_check.grammar.core.rewriting import (
    Rewriting,
    bound_in,
    renamed,
    rewritten,
    substituted,
)

YOU: Final = c.Var("you")
ONE: Final = c.Number(1)
TURN: Final = c.Span("turn")
EACH_ONE: Final = "each one"
"""A name that no text has."""

Texts = tuple[c.Text, ...]


def played_cards(form: c.Value) -> c.Did | None:
    """The plays of which these are the cards."""
    if isinstance(form, c.Attribute) and form.row == "cards":
        (of,) = form.of
        if isinstance(of, c.Did) and isinstance(of.event, c.Event) and of.event.verbs == ("play",):
            return of
    return None


# ------------------------------------------------------------------------- time


def since_it_stands(texts: Texts) -> Iterator[c.Text]:
    """ "The first time" counts from when the card came into play, not from when the turn began."""

    def counted(form: c.Statement) -> c.Statement:
        if not isinstance(form, c.On) or form.nth != ONE or form.limit is not None:
            return form
        if form.within != c.Span("turns", YOU):
            return form  # it cannot come into play in somebody else's turn
        return replace(form, nth=None, limit=ONE, per=TURN)

    for text in texts:
        comes = text.home == "play"
        yield replace(text, body=tuple(map(counted, text.body))) if comes else text


def if_still_there(texts: Texts) -> Iterator[c.Text]:
    """What is done later to a card that was moved is done only if it still lies where it was
    put."""
    for text in texts:
        now = rewritten(text, {c.On: lambda form: replace(form, body=())})
        moves = [x for x in walk(now) if isinstance(x, c.Move) and not x.name]
        put = {x.cards.name: x.to for x in moves if isinstance(x.cards, c.Var)}
        for x in walk(now):  # a card that is only chosen lies where it was
            if isinstance(x, c.Choose) and isinstance(x.source, c.Place):
                put.setdefault(x.name, x.source)

        def there(form: Any, put: Mapping[str, c.Value] = put) -> c.Statement:
            cards = form.cards if isinstance(form, c.Move) else form.card
            if not isinstance(cards, c.Var) or cards.name not in put:
                return form  # type: ignore[no-any-return]
            return c.If(c.Compare("in", cards, put[cards.name]), (form,), at=form.at)

        def later(form: c.On, there: Callable[[Any], c.Statement] = there) -> c.On:
            return replace(form, body=rewritten(form.body, {c.Move: there, c.Play: there}))

        yield rewritten(text, {c.On: later})


def for_the_game(texts: Texts) -> Iterator[c.Text]:
    """What a card that is played changes, without saying how long, lasts for the game."""

    def without_end(span: c.Span) -> c.Span:
        return c.Span("game", at=span.at) if span == TURN else span

    for text in texts:
        lasts = any(_lasts_unsaid(x) for x in walk(text))
        played = text.home == "played"
        yield rewritten(text, {c.Span: without_end}) if played and lasts else text


def _lasts_unsaid(form: c.Form) -> bool:
    """Whether something is forbidden, cheaper or under control for the turn, but for the card
    itself."""
    if isinstance(form, c.Forbid):
        return form.within == TURN
    if not isinstance(form, c.Change) or form.within != TURN:
        return False
    of = form.attribute
    lasting = isinstance(of, c.Attribute) and of.row in ("price", "cost", "controllers")
    return lasting and not speaks_of(form, "this")


# ------------------------------------------------------------------------- Attacks


def asked_once(texts: Texts) -> Iterator[c.Text]:
    """Whom an Attack is about is asked when it is made, before Defenses change hands and piles."""
    for text in texts:
        yield replace(text, body=_asked_once(text.body))


def _asked_once(it: Any) -> Any:
    if isinstance(it, tuple):
        new: list[Any] = []
        for one in map(_asked_once, it):
            new += _those_before(one) if isinstance(one, c.Attack) else (one,)
        return tuple(new)
    if not isinstance(it, c.Form) or not any(isinstance(x, c.Attack) for x in walk(it)):
        return it
    kind: Any = type(it)  # which mypy takes for unhashable
    parts = {name: getattr(it, name) for name in c.field_names(kind)}
    return replace(it, **{name: _asked_once(part) for name, part in parts.items()})


def _those_before(attack: c.Attack) -> tuple[c.Statement, ...]:
    """An Attack behind the name of those whom it is about first, if Defenses could change that."""
    first = attack.body[0] if attack.body else None
    if not isinstance(first, c.ForEach) or not isinstance(first.source, c.Filter):
        return (attack,)
    again, hit = first.source, c.Attribute("hit", (c.Var(attack.name),))
    if again.source != hit or not _seen_and_changing(again, attack.name):
        return (attack,)
    about = f"{attack.name} {again.name}"
    named = c.Let(about, replace(again, source=attack.at_whom))
    test = c.Compare("in", c.Var(again.name), c.Var(about), at=again.test.at)
    each = replace(first, source=replace(again, test=test))
    return named, replace(attack, body=(each, *attack.body[1:]))


def _seen_and_changing(which: c.Filter, attack: str) -> bool:
    """Whether everybody can see before an Attack what is asked of players, and Defenses of others
    can change it: how many cards a hand has, and discard piles that are not their own."""
    test, own = which.test, c.Var(which.name)
    counted = [x.of for x in walk(test) if isinstance(x, c.Fold) and x.row == "count"]
    hands = [x for x in walk(test) if is_place(x, "hand")]
    piles = [*hands, *(x for x in walk(test) if is_place(x, "discard") and own not in walk(x))]
    seen = all(any(x is one for one in counted) for x in hands)
    return bool(piles) and seen and not speaks_of(test, attack)


def shown_first(texts: Texts) -> Iterator[c.Text]:
    """What an Attack shows before it speaks of those who are hit is shown before they defend."""
    for text in texts:
        body: list[c.Statement] = []
        for one in text.body:
            first = 0
            if isinstance(one, c.Attack):
                while first < len(one.body) and not speaks_of(one.body[first], one.name):
                    first += 1
                if first < len(one.body) and any(isinstance(x, c.Show) for x in one.body[:first]):
                    body += one.body[:first]
                    one = replace(one, body=one.body[first:])
            body.append(one)
        yield replace(text, body=tuple(body))


def chosen_first(form: c.Attack) -> c.Statement:
    """What an Attack does is chosen before anybody defends."""
    if len(form.body) != 1 or not isinstance(form.body[0], c.Offer):
        return form
    offer = form.body[0]
    if offer.by != YOU or len(offer.ways) < 2 or offer.otherwise or offer.name:
        return form
    ways = []
    for at, way in enumerate(offer.ways):
        own = frozenset({form.name})
        attack = replace(form, body=way)
        ways.append((renamed(attack, f" {at}", own) if at else attack,))
    return replace(offer, ways=tuple(ways))


def one_attack(texts: Texts) -> Iterator[c.Text]:
    """Several Attacks of a card are one, which is avoided as a whole."""
    attacks = [
        one
        for text in texts
        if text.home == "played"
        for one in text.body
        if isinstance(one, c.Attack)
    ]
    if len(attacks) < 2 or len({one.at_whom for one in attacks}) > 1:
        yield from texts
        return
    first, *others = attacks
    body = first.body
    for at, one in enumerate(others, 2):
        apart = renamed(one, f" {at}", bound_in(one))
        body += substituted(apart.body, apart.name, c.Var(first.name))
    whole = replace(first, body=body)
    for text in texts:
        if text.home != "played":
            yield text
            continue
        kept = [one for one in text.body if not any(one is x for x in others)]
        yield replace(text, body=tuple(whole if one is first else one for one in kept))


# ------------------------------------------------------------------------- counting


def each_card_once(form: c.Fold) -> c.Fold:
    """Of cards that were played every card counts once, however often it was played."""
    of = form.of
    plays = played_cards(of.source) if isinstance(of, c.Filter) else played_cards(of)
    if form.row != "count" or plays is None:
        return form
    return replace(form, of=c.Fold("distinct", of))


def played_twice(texts: Texts) -> Iterator[c.Text]:
    """The same, in a text that has a card played again."""
    again = any(
        isinstance(x, c.Play) and x.answer("counts_again") for text in texts for x in walk(text)
    )
    for text in texts:
        yield rewritten(text, {c.Fold: each_card_once}) if again else text


def counted_once(form: c.Arithmetic) -> c.Value:
    """A card that is both of two things that are counted counts once."""
    if form.row != "+" or len(form.of) != 2:
        return form
    one, two = form.of
    if not (isinstance(one, c.Fold) and isinstance(two, c.Fold)):
        return form
    first, second = one.of, two.of
    if one.row != "count" or two.row != "count":
        return form
    if not (isinstance(first, c.Filter) and isinstance(second, c.Filter)):
        return form
    if first.source != second.source or _only_types(first) == _only_types(second):
        return form
    test = substituted(second.test, second.name, c.Var(first.name))
    return replace(one, of=replace(first, test=c.Logic("or", (first.test, test))))


def _only_types(form: c.Filter) -> bool:
    """Whether cards are told by their types alone: hardly one has two."""
    rows = {x.row for x in walk(form.test) if isinstance(x, c.Attribute)}
    return rows == {"types"}


def for_each_of_them(form: c.If) -> c.Statement:
    """ "If a foe …" is asked of each of them, and what follows is done as often."""
    test = form.test
    if form.otherwise or not isinstance(test, c.Compare) or (test.op, test.right) != (">=", ONE):
        return form
    several = [
        x
        for x in walk(test)
        if isinstance(x, c.Compare)
        and x.op == "in"
        and is_row(x.left, "by")
        and any(isinstance(y, c.Group) and y.row in ("foes", "everyone") for y in walk(x.right))
    ]
    if len(several) != 1 or not isinstance(test.left, c.Fold):
        return form
    group = several[0]
    each = c.Compare("=", group.left, c.Var(EACH_ONE))
    asked = rewritten(test, {c.Compare: lambda x: each if x is group or x == group else x})
    return c.ForEach(EACH_ONE, group.right, (replace(form, test=asked),), at=form.at)


def avoided_by_all(form: c.Compare) -> c.Compare:
    """An Attack is avoided if nobody is hit."""
    of = form.left.of if isinstance(form.left, c.Fold) else None
    if (form.op, form.right) != (">=", ONE) or not isinstance(of, c.Filter):
        return form
    test = of.test
    avoided = isinstance(test, c.Compare) and test.op == "in" and is_row(test.right, "avoided")
    return replace(form, right=c.Fold("count", of.source)) if avoided else form


def exactly(form: c.Compare) -> c.Compare:
    """A bare number means exactly so many."""
    counts = isinstance(form.left, c.Fold) and form.left.row == "count"
    several = isinstance(form.right, c.Number) and form.right.value > 1
    return replace(form, op="=") if form.op == ">=" and counts and several else form


def same_twice(form: c.Offer) -> c.Statement:
    """Of several options the same one may be chosen again."""
    several = isinstance(form.least, c.Number) and form.least.value > 1
    if not several or form.least != form.most or form.name or form.otherwise:
        return form
    once = replace(form, least=ONE, most=ONE)
    return c.Repeat(c.Round.TIMES, form.least, (once,), at=form.at)


# ------------------------------------------------------------------------- cards and where they go


def in_an_order(texts: Texts) -> Iterator[c.Text]:
    """Who puts several cards on a pile chooses their order."""
    for text in texts:
        several = {
            x.name
            for one in text.body
            for x in walk(one)
            if (isinstance(x, c.Choose) and x.sort == "Cards" and x.most != ONE)
            or (isinstance(x, c.Let) and _are_several(x.value))
        }

        def ordered(form: c.Move, several: set[str] = several) -> c.Move:
            many = isinstance(form.cards, c.Var) and form.cards.name in several
            piled = form.end is c.End.TOP and not form.random and form.verb in ("put", "return")
            if not (many and piled) or form.order is not None or is_place(form.to, "lineup"):
                return form
            return replace(form, order=form.by or YOU)

        yield rewritten(text, {c.Move: ordered})


def _are_several(value: c.Value) -> bool:
    """Whether a name may stand for several cards of a pile."""
    if isinstance(value, c.Ends):
        return value.number != ONE
    return isinstance(value, c.Join | c.Filter)


def discard_pile_too(form: c.Choose) -> c.Choose:
    """A card that may lie anywhere may lie in the discard pile too."""

    def anywhere(join: c.Join) -> c.Join:
        left, right = join.left, join.right
        at_hand = is_place(left, "hand") and is_place(right, "inplay")
        if join.op is not c.SetOp.WITH or not at_hand or not isinstance(left, c.Place):
            return join
        return c.Join(c.SetOp.WITH, join, c.Place("discard", left.of))

    return replace(form, source=rewritten(form.source, {c.Join: anywhere}))


def all_that_was_made(form: c.Compare) -> c.Compare:
    """Power that was spent this turn counts as Power that somebody has."""
    if form.left != c.Attribute("power", (YOU,)) or form.op not in (">=", ">"):
        return form
    by = c.Compare("=", c.Attribute("by", (c.Var(EACH_ONE),)), YOU)
    paid = c.Did(c.Event(("pay",), EACH_ONE, where=by), TURN)
    bought = c.Attribute("cards", (c.Did(c.Event(("buy",), EACH_ONE, where=by), TURN),))
    amounts = c.Collect(c.Attribute("amount", (c.Var("payment"),)), "payment", paid)
    costs = c.Collect(c.Attribute("cost", (c.Var("bought"),)), "bought", bought)
    spent = c.Arithmetic("+", (c.Fold("sum", amounts), c.Fold("sum", costs)))
    made = c.Arithmetic("+", (form.left, spent))
    return replace(form, left=made)


def only_what_lies_there(form: c.Move) -> c.Move:
    """A deck is shuffled anew to draw, discard or reveal, and for nothing else."""
    top = form.cards
    if form.verb in ("draw", "discard") or not isinstance(top, c.Ends):
        return form
    if not is_place(top.of, "deck"):
        return form
    there = c.Fold("count", top.of)
    fewer = c.Arithmetic("atmost", (top.number, there))
    return replace(form, cards=replace(top, number=fewer))


def look_at_what_lies_there(texts: Texts) -> Iterator[c.Text]:
    """A deck is shuffled anew to reveal cards to everybody, and not to look at one."""
    for text in texts:
        seen = {
            x.cards.name
            for x in walk(text)
            if isinstance(x, c.Show) and isinstance(x.cards, c.Var) and x.to != c.Group("everyone")
        }

        def fewer(form: c.Ends) -> c.Ends:
            if not is_place(form.of, "deck"):
                return form
            there = c.Fold("count", form.of)
            return replace(form, number=c.Arithmetic("atmost", (form.number, there)))

        def named(form: c.Let, seen: set[str] = seen) -> c.Let:
            return rewritten(form, {c.Ends: fewer}) if form.name in seen else form

        yield rewritten(text, {c.Let: named})


def shuffled_after(texts: Texts) -> Iterator[c.Text]:
    """A deck is shuffled when somebody has searched it."""
    for text in texts:
        shuffled = any(isinstance(x, c.Do) and x.row == "shuffle" for x in walk(text))
        yield text if shuffled else replace(text, body=_with_shuffles(text.body))


def _with_shuffles(block: c.Block) -> c.Block:
    """The statements, and behind them a shuffle of each deck that is looked through in them."""
    searched = [
        one.cards for one in block if isinstance(one, c.Show) and is_place(one.cards, "deck")
    ]
    within = {
        c.ForEach: lambda form: replace(form, body=_with_shuffles(form.body)),
        c.Offer: lambda form: replace(form, ways=tuple(map(_with_shuffles, form.ways))),
    }
    inner = tuple(rewritten(one, within) for one in block)
    return (*inner, *(c.Do("shuffle", (deck,)) for deck in searched))


def who_did_it_goes_on(texts: Texts) -> Iterator[c.Text]:
    """What follows "if you do" is done by whoever of several players did it, you among them."""
    for text in texts:
        with_you = {
            x.name
            for x in walk(text)
            if isinstance(x, c.Choose) and x.source in (c.Group("team", YOU), c.Group("everyone"))
        }
        asked = {
            one.name: one.of[0].by
            for one in walk(text)
            if isinstance(one, c.Result)
            and isinstance(one.of[0], c.Offer)
            and isinstance(one.of[0].by, c.Var)
            and one.of[0].by.name in with_you
        }

        def follows(form: c.If, asked: Mapping[str, c.Var] = asked) -> c.If:
            done = form.test
            if not isinstance(done, c.Status) or done.row != "done":
                return form
            doer = asked.get(done.of.name) if isinstance(done.of, c.Var) else None
            if doer is None or doer in [x for one in form.then for x in walk(one)]:
                return form
            return replace(form, then=substituted(form.then, YOU.name, doer))

        yield rewritten(text, {c.If: follows})


def from_stacks_too(form: c.Choose) -> c.Choose:
    """A card that is gained, of whatever type, may come from a stack, too."""
    source = form.source
    types = any(isinstance(x, c.Kind) for x in walk(source))
    if form.sort not in ("Card", "Cards") or types or not isinstance(source, c.Filter):
        return form
    if not is_place(source.source, "lineup"):
        return form
    both = c.Join(c.SetOp.WITH, source.source, c.Place("stacks"))
    return replace(form, source=replace(source, source=both))


def as_far_as_possible(form: c.Offer) -> c.Offer:
    """What is done for something is done with as many cards as there are, if they are fewer."""

    def fewer(choose: c.Choose) -> c.Choose:
        least = choose.least
        if choose.sort != "Cards" or not isinstance(least, c.Number) or least.value < 2:
            return choose
        there = c.Arithmetic("atmost", (least, c.Fold("count", choose.source)))
        some = c.Arithmetic("atleast", (there, ONE))
        return replace(choose, least=some, most=some if choose.most == least else choose.most)

    if len(form.ways) != 1:
        return form
    return replace(form, ways=rewritten(form.ways, {c.Choose: fewer}))


def lower_costs(texts: Texts) -> Iterator[c.Text]:
    """Cards do not only have a lower price: their cost is lower, wherever it is asked for."""
    for text in texts:
        yield rewritten(text, {c.Change: lower_cost}) if text.home == "played" else text


def lower_cost(form: c.Change) -> c.Change:
    """The same of one of them."""
    of = form.attribute
    if not isinstance(of, c.Attribute) or of.row != "price" or form.op is not c.ChangeOp.LESS:
        return form
    return replace(form, attribute=c.Attribute("cost", of.of[:1], of.as_of, at=of.at))


# ------------------------------------------------------------------------- the tables

OF_FORMS: Final[Mapping[tuple[str, Any], Rewriting]] = {
    ("all_avoid", "all"): {c.Compare: avoided_by_all},
    ("attack_choice", "announced"): {c.Attack: chosen_first},
    ("bare_number", "exactly"): {c.Compare: exactly},
    ("counted_twice", "once"): {c.Arithmetic: counted_once},
    ("gained_from", "stacks_too"): {c.Choose: from_stacks_too},
    ("destroyed_from", "discard_too"): {c.Choose: discard_pile_too},
    ("paid_in_part", "part"): {c.Offer: as_far_as_possible},
    ("power_had", "made"): {c.Compare: all_that_was_made},
    ("same_twice", "same"): {c.Offer: same_twice},
    ("shuffled_for", "draws"): {c.Move: only_what_lies_there},
    ("some_or_each", "each"): {c.If: for_each_of_them},
}
"""What forms become in another reading, wherever they stand."""

OF_TEXTS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    ("aimed", "at_first"): asked_once,
    ("counted_plays", "cards"): played_twice,
    ("first_time", "since"): since_it_stands,
    ("follow_up", "doer"): who_did_it_goes_on,
    ("look_shuffled", "no"): look_at_what_lies_there,
    ("lowered", "cost"): lower_costs,
    ("one_attack", "together"): one_attack,
    ("put_back", "chosen"): in_an_order,
    ("searched", "shuffled"): shuffled_after,
    ("shown_first", "before"): shown_first,
    ("still_there", "still_there"): if_still_there,
    ("unsaid_time", "game"): for_the_game,
}
"""What the texts of a card become in another reading."""


# ------------------------------------------------------------------------- where a question is


def options_of_others(core: c.Core) -> Iterator[c.Form]:
    """Somebody else chooses between things of which one may be impossible, and would rather do
    that."""
    for form in _all(core):
        if isinstance(form, c.Offer) and len(form.ways) > 1 and form.by != YOU:
            acts = (x for way in form.ways for one in way for x in walk(one))
            if any(isinstance(x, c.Move) and x.by == form.by for x in acts):
                yield form


def passes_itself(core: c.Core) -> Iterator[c.Form]:
    """A card that says what happens when it is gained is passed to somebody."""
    if any(text.home == "anywhere" for text in core.texts):
        for form in _all(core):
            if isinstance(form, c.Move) and form.verb == "pass":
                yield form


def waits_for_a_refill(core: c.Core) -> Iterator[c.Form]:
    """What lasts for the turn waits for cards that come into the Line-Up, as they do when the turn
    ends."""
    for form in _all(core):
        if isinstance(form, c.On) and form.within == TURN and isinstance(form.event, c.Event):
            into = (
                x for x in walk(form.event) if isinstance(x, c.Compare) and is_row(x.left, "to")
            )
            if any(is_place(x.right, "lineup") for x in into):
                yield form


def adds_to_line_up(core: c.Core) -> Iterator[c.Form]:
    """A card is added to the Line-Up, which then has more than it has slots."""
    for form in _all(core):
        if isinstance(form, c.Move) and is_place(form.to, "lineup") and form.verb == "put":
            yield form


def appears_for_all(core: c.Core) -> Iterator[c.Form]:
    """A First Appearance lets players take, one after the other, what may run out."""
    for text in core.texts:
        for form in walk(text) if text.home == "super_up" else ():
            if isinstance(form, c.ForEach) and any(
                is_place(x, "stack", "lineup", "main", "stacks") for x in walk(form)
            ):
                yield form


def waits_for_blocks(core: c.Core) -> Iterator[c.Form]:
    """A text waits for Block cards that are played: by using them, too?"""
    for form in _all(core):
        if isinstance(form, c.On) and isinstance(form.event, c.Event):
            block = c.Kind("Block") in walk(form.event)
            yours = any(x in (TURN, c.Span("turns", YOU)) for x in spans_of(form.within))
            if form.event.verbs == ("play",) and block and not yours:
                yield form


IN_DOUBT: Final[Mapping[str, Callable[[c.Core], Iterator[c.Form]]]] = {
    "appearance_order": appears_for_all,
    "options": options_of_others,
    "passed_card": passes_itself,
    "slots": adds_to_line_up,
    "turn_over": waits_for_a_refill,
    "used_block": waits_for_blocks,
}
"""The forms that make a switch of the engine matter."""


def _all(core: c.Core) -> Iterator[c.Form]:
    return (x for text in core.texts for one in text.body for x in walk(one))


def ways_to(one: c.Form, other: Any) -> Iterator[list[c.Form]]:
    """The forms from a core down to each small one in which it is not the same as another; what
    only the other names beforehand is passed over."""
    mine = c.parts(one)
    theirs = c.parts(other) if type(one) is type(other) else []
    if len(theirs) > len(mine):
        theirs = [x for x in theirs if x in mine or not isinstance(x, c.Let)]
    unlike = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    if len(mine) != len(theirs) or not unlike:
        yield [one]
        return
    for part, instead in unlike:
        for way in ways_to(part, instead):
            yield [one, *way]


def words_of_way(way: list[c.Form]) -> c.Words | None:
    """The words of the last form on a way that has some; None if they are not known."""
    last = said_by(tuple(way[-1:]))
    return last or next((form.at for form in reversed(way) if form.at is not None), None)
