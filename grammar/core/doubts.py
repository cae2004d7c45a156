"""Doubts of forms: the same words, carried out in another sensible way.

A form has things that words seldom say: when players are counted, from where "it" is taken, in
which order cards go back. What is usually meant is the core that a text has; a function here writes
the other way down as another core. A text leaves such a question open where that is another core.

What only the engine can do otherwise (an option that can do nothing, a card that is passed) is not
written anew: there `IN_DOUBT` says which forms make it matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, Final, TypeGuard

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    is_place,
    is_row,
    raises,
    said_by,
    says_you_do_it,
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
THE_END: Final = "end of the turn"
THIS_WAY: Final = "this way"
WHAT_COMES: Final = "what comes"
"""Names that no text has."""

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


def since_it_was_played(texts: Texts) -> Iterator[c.Text]:
    """ "The first time" of a card that is played is the first time from then on."""

    def from_now(form: c.On) -> c.On:
        if form.nth != ONE or form.limit is not None or TURN not in spans_of(form.within):
            return form
        return replace(form, nth=None, limit=ONE)

    for text in texts:
        yield rewritten(text, {c.On: from_now}) if text.home == "played" else text


def only_later(texts: Texts) -> Iterator[c.Text]:
    """What is waited for "this turn" comes once, and what was done before does not count."""
    yield from _waiting(texts, lambda on: replace(on, limit=ONE))


def each_time_later(texts: Texts) -> Iterator[c.Text]:
    """It comes as often as it is done from now on."""
    often = c.Setting("often", "each", c.Filled.SAID)
    yield from _waiting(texts, lambda on: replace(on, settings=(often, *on.settings)))


def _waiting(texts: Texts, anew: Callable[[c.On], c.On]) -> Iterator[c.Text]:
    """Texts that wait for events in the place of those that ask whether there was one."""
    numbers = count()

    def waiting(form: c.On) -> c.On:
        on = _waits_for_it(form, f"{WHAT_COMES} {next(numbers)}")
        return anew(on) if on else form

    for text in texts:
        yield rewritten(text, {c.On: waiting})


def _waits_for_it(form: c.On, name: str) -> c.On | None:
    """The same text waiting for each event of which it is asked whether there is one this turn;
    it has that name."""
    if not form.retro or form.within != TURN:
        return None
    test = form.event.test if isinstance(form.event, c.Becomes) else None
    if not isinstance(test, c.Compare) or (test.op, test.right) != (">=", ONE):
        return None
    counted = test.left.of if isinstance(test.left, c.Fold) else test.left
    cards = counted.source if isinstance(counted, c.Filter) else counted
    did = cards.of[0] if isinstance(cards, c.Attribute) and cards.row == "cards" else cards
    event = did.event if isinstance(did, c.Did) and did.window == TURN else None
    if not isinstance(event, c.Event) or event.where is None or event.whole:
        return None
    where = event.where
    if isinstance(counted, c.Filter):
        it = c.Attribute("card", (c.Var(event.name),)) if cards is not did else c.Var(event.name)
        where = c.Logic("and", (where, *_all_of(substituted(counted.test, counted.name, it))))
    plays = "play" in event.verbs
    order = (c.Setting("order", "", c.Filled.OPEN, "before-its-text"),) if plays else ()
    where = substituted(where, event.name, c.Var(name))
    once = replace(event, name=name, where=where)
    return c.On(once, form.body, within=form.within, settings=order, at=form.at)


def _all_of(test: c.Value) -> tuple[c.Value, ...]:
    """The conditions that have to be so."""
    return test.of if isinstance(test, c.Logic) and test.op == "and" else (test,)


def asked_at_the_end(texts: Texts) -> Iterator[c.Text]:
    """Whether something is not done this turn is only known when the turn ends."""

    numbers = count()

    def at_the_end(form: c.If) -> c.Statement:
        test = form.test
        if form.otherwise or not isinstance(test, c.Compare) or not isinstance(test.left, c.Fold):
            return form
        counted = test.left.row == "count" and (test.op, test.right) == ("=", c.Number(0))
        of = [x for x in walk(test.left) if isinstance(x, c.Did)]
        if not counted or [x.window for x in of] != [TURN] or not _still_of_use(form.then):
            return form
        name = f"{THE_END} {next(numbers)}"
        yours = c.Compare("=", c.Attribute("by", (c.Var(name),)), YOU)
        ended = c.Event(("turn_end",), name, where=yours)
        return c.On(ended, (form,), within=c.Span("game"), limit=ONE, at=form.at)

    for text in texts:
        yield rewritten(text, {c.If: at_the_end}) if text.home == "played" else text


def _still_of_use(block: c.Block) -> bool:
    """Whether what is done would be of use at the end of a turn, when Power is lost."""
    acts = [x for one in block for x in walk(one) if isinstance(x, c.Act | c.Standing)]
    power = [isinstance(x, c.Points) and x.kind == "Power" for x in acts]
    return not all(power) and not any(isinstance(x, c.Change) for x in acts)


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


def next_of_this_turn(texts: Texts) -> Iterator[c.Text]:
    """What a card that is played does with the next card, or the next time, it does in this turn
    or not at all."""
    for text in texts:
        yield rewritten(text, {c.On: only_this_turn}) if text.home == "played" else text


def only_this_turn(form: c.On) -> c.On:
    """The same of what waits for one thing that you do."""
    event = form.event
    if not isinstance(event, c.Event) or form.within != c.Span("game") or form.limit != ONE:
        return form
    moments = {"turn_begin", "turn_end"}
    if moments.intersection(event.verbs) or not says_you_do_it(event):
        return form
    return replace(form, within=TURN)


def before_the_end(form: c.Forbid) -> c.Forbid:
    """Who cannot draw cards this turn draws a new hand when it ends: that is not "during" it. So do
    others when theirs end."""
    event = form.event
    if not isinstance(event, c.Event) or event.verbs != ("draw",):
        return form
    everyone = event.where is None or c.Group("everyone") in walk(event.where)
    if form.within == TURN and (everyone or says_you_do_it(event)):
        return replace(form, within=c.Overlap(TURN, c.Span("turns", YOU)))
    theirs = form.within not in (None, TURN) or _who_did_another(event)
    if not theirs or event.where is None:
        return form  # others draw their new hands in their own turns
    rules = c.Compare("=", c.Attribute("cause", (c.Var(event.name),)), c.Kind("rules"))
    told = c.Logic("not", (rules,))
    return replace(form, event=replace(event, where=c.Logic("and", (event.where, told))))


def _who_did_another(event: c.Event) -> bool:
    """Whether it is an event of whoever another event is of: of those whose turn has begun."""
    by = (x for x in walk(event) if isinstance(x, c.Attribute) and x.row == "by")
    return any(x.of != (c.Var(event.name),) for x in by)


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
        yield replace(text, body=in_blocks(text.body, c.Attack, _those_before))


def in_blocks(it: Any, kind: type[c.Form], anew: Callable[[Any], c.Block]) -> Any:
    """A form or a block with some statements in the place of each one of a kind in it, from the
    inside."""
    if isinstance(it, tuple):
        new: list[Any] = []
        for one in (in_blocks(x, kind, anew) for x in it):
            new += anew(one) if isinstance(one, kind) else (one,)
        return tuple(new)
    if not isinstance(it, c.Form) or not c.kinds_within(it) & c.bits_of((kind,)):
        return it
    own: Any = type(it)  # which mypy takes for unhashable
    parts = {name: getattr(it, name) for name in c.field_names(own)}
    return replace(it, **{name: in_blocks(part, kind, anew) for name, part in parts.items()})


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


def really_done_to(texts: Texts) -> Iterator[c.Text]:
    """An Attack hits those who do what it says, not all who did not avoid it."""
    for text in texts:
        for attack in [x for x in walk(text) if isinstance(x, c.Attack)]:
            text = _those_who_do_it(text, attack)
        yield text


def _those_who_do_it(text: c.Text, attack: c.Attack) -> c.Text:
    """The same for one Attack, which has each of those who are hit do one thing."""
    hit = c.Attribute("hit", (c.Var(attack.name),))
    rounds = [x for x in walk(attack) if isinstance(x, c.ForEach) and x.source == hit]
    acts = [(x, c.Var(one.name)) for one in rounds for x in walk(one) if isinstance(x, c.Move)]
    if len(acts) != 1 or acts[0][0].by != acts[0][1]:
        return text
    act, told = acts[0][0], f"{attack.name} {THIS_WAY}"

    def noted(form: c.Move) -> c.Statement:
        return c.Result(told, (form,), at=form.at) if form == act else form

    def did_it(form: c.Compare) -> c.Value:
        if form.op != "in" or form.right != hit:
            return form
        by = c.Compare("=", c.Attribute("by", (c.Var(THIS_WAY),)), form.left)
        counts = (c.Setting("counts", "", c.Filled.OPEN, "this-way"),)
        did = c.Did(c.Event((act.verb,), THIS_WAY, where=by), c.Var(told), settings=counts)
        cards = c.Fold("distinct", c.Attribute("cards", (did,)))
        return c.Compare(">=", c.Fold("count", cards), ONE, at=form.at)

    new = rewritten(text, {c.Compare: did_it})
    return text if new is text else rewritten(new, {c.Move: noted})


def on_all_others(form: c.Attack) -> c.Attack:
    """An Attack about each other player is made on a teammate, too."""
    about = _each_other(form)
    if not about:
        return form
    hit = c.Attribute("hit", (c.Var(form.name),))
    return replace(
        form,
        at_whom=c.Group("others", YOU),
        body=rewritten(form.body, {c.Join: lambda x: hit if x in about else x}),
    )


def on_foes_only(form: c.Attack) -> c.Attack:
    """An Attack about each other player leaves a teammate alone."""
    about = _each_other(form)
    hit = c.Attribute("hit", (c.Var(form.name),))
    return replace(form, body=rewritten(form.body, {c.Join: lambda x: hit if x in about else x}))


def _each_other(form: c.Attack) -> list[c.Join]:
    """What an Attack on the foes says of each other player who does not avoid it."""
    if form.at_whom != c.Group("foes", YOU):
        return []
    avoided = c.Attribute("avoided", (c.Var(form.name),))
    each = c.Join(c.SetOp.WITHOUT, c.Group("others", YOU), avoided)
    return [x for x in walk(form) if isinstance(x, c.Join) and x == each]


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


def without_those_moved(texts: Texts) -> Iterator[c.Text]:
    """Cards that a text has moved to a place are not among those that it counts there."""
    for text in texts:
        body: list[c.Statement] = []
        moved: dict[c.Value, c.Value] = {}
        for one in text.body:
            body.append(_with_amounts(one, partial(_but, moved)) if moved else one)
            acts = [x for x in walk(one) if isinstance(x, c.Move) and not x.name]
            for act in acts:
                if isinstance(act.cards, c.Var) and act.cards != c.Var("this"):
                    before = moved.get(act.to)
                    both = before and c.Join(c.SetOp.WITH, before, act.cards)
                    moved[act.to] = both or act.cards
        yield replace(text, body=tuple(body))


def _with_amounts(one: c.Statement, anew: Callable[[c.Fold], c.Fold]) -> c.Statement:
    """A statement in which counts are others, if so much is given, drawn or done."""

    def amount(form: c.Value) -> c.Value:
        return rewritten(form, {c.Fold: anew})

    rewriting: Rewriting = {
        c.Change: lambda form: replace(form, value=amount(form.value)),
        c.Ends: lambda form: replace(form, number=amount(form.number)),
        c.Points: lambda form: replace(form, amount=amount(form.amount)),
        c.Repeat: lambda form: (
            replace(form, test=amount(form.test)) if form.how is c.Round.TIMES else form
        ),
    }
    return rewritten(one, rewriting)


def _but(moved: Mapping[c.Value, c.Value], form: c.Fold) -> c.Fold:
    """A count of a place without some of its cards."""
    of = form.of.source if isinstance(form.of, c.Filter) else form.of
    if form.row != "count" or of not in moved:
        return form
    others = c.Join(c.SetOp.WITHOUT, of, moved[of])
    kept = replace(form.of, source=others) if isinstance(form.of, c.Filter) else others
    return replace(form, of=kept)


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


def for_each_of_them(texts: Texts) -> Iterator[c.Text]:
    """ "If a foe …" is asked of each of them, and what follows is done as often; so it is of "if a
    Hero is revealed this way", of what several players revealed."""
    numbers = count()

    def each_of_them(form: c.If) -> c.Statement:
        of = _of_each(form, EACH_ONE)
        return _of_each(form, f"{EACH_ONE} {next(numbers)}") if of is not form else form

    for text in texts:
        several = set(_results_of_several(text))

        def each_card(form: c.If, several: set[str] = several) -> c.Statement:
            asked = each_of_them(form)
            return _for_each_card(form, several) if asked is form else asked

        yield rewritten(text, {c.If: each_card})


def _results_of_several(text: c.Text) -> Iterator[str]:
    """The names of what each of several players did."""
    aimed = {x.name: x.at_whom for x in walk(text) if isinstance(x, c.Attack)}
    for form in walk(text):
        if not isinstance(form, c.ForEach):
            continue
        source = form.source
        if is_row(source, "hit") and isinstance(source, c.Attribute):
            (attack,) = source.of
            source = aimed.get(attack.name, source) if isinstance(attack, c.Var) else source
        if isinstance(source, c.Group) and source.row in ("foes", "everyone", "others"):
            yield from (x.name for x in walk(form) if isinstance(x, c.Result))


def _for_each_card(form: c.If, several: set[str]) -> c.Statement:
    """What follows if there is such a card among those of several players, for each such card."""
    match form.test:
        case c.Compare(
            ">=",
            c.Fold(
                "count",
                c.Filter(
                    name, c.Attribute("cards", (c.Did(c.Event(where=None), c.Var(result)),))
                ) as such,
            ),
            number,
        ) if number == ONE and result in several and not form.otherwise:
            return c.ForEach(name, such, form.then, at=form.at)
    return form


def _of_each(form: c.If, name: str) -> c.Statement:
    """The same for one of them, with a name for each."""
    test = form.test
    if form.otherwise or not isinstance(test, c.Compare) or (test.op, test.right) != (">=", ONE):
        return form
    done = _of_whom_it_is_asked(test)
    if done is not None:
        who, status = done
        if all(isinstance(one, c.ForEach) for one in form.then):
            return form  # each of them does it
        asked_of = replace(status, who=c.Var(name))
        return c.ForEach(name, who, (replace(form, test=asked_of),), at=form.at)
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
    each = c.Compare("=", group.left, c.Var(name))
    asked = rewritten(test, {c.Compare: lambda x: each if x is group or x == group else x})
    return c.ForEach(name, group.right, (replace(form, test=asked),), at=form.at)


def _of_whom_it_is_asked(test: c.Compare) -> tuple[c.Value, c.Status] | None:
    """The players of whom it is asked whether one has done what all were told, and that question;
    None if something else is asked."""
    of = test.left.of if isinstance(test.left, c.Fold) else None
    if not isinstance(of, c.Filter) or not isinstance(of.test, c.Status):
        return None
    return (of.source, of.test) if of.test.who == c.Var(of.name) else None


def if_one_of_them_does(texts: Texts) -> Iterator[c.Text]:
    """ "If they do" behind what each of several players does: once, if one of them does."""

    def one_does(of: c.Filter) -> c.Value:
        return c.Compare(">=", c.Fold("count", of), ONE)

    for text in texts:
        yield _behind_rounds(text, one_does)


def if_all_of_them_do(texts: Texts) -> Iterator[c.Text]:
    """The same if all of them do."""

    def all_do(of: c.Filter) -> c.Value:
        some = c.Compare(">=", c.Fold("count", of.source), ONE)
        return c.Logic("and", (some, c.Quantified(True, of.name, of.source, of.test)))

    for text in texts:
        yield _behind_rounds(text, all_do)


def _behind_rounds(text: c.Text, so: Callable[[c.Filter], c.Value]) -> c.Text:
    """A text in which what each of several players may set off is set off once."""
    return replace(
        text, body=in_blocks(text.body, c.ForEach, lambda form: _behind_the_round(form, so))
    )


def _behind_the_round(form: c.ForEach, so: Callable[[c.Filter], c.Value]) -> c.Block:
    """A round of players in which something follows for you; the same round as a result, and it
    is asked of that."""
    if len(form.body) != 2 or not _are_players(form.source):
        return (form,)
    tried, follows = form.body
    if not isinstance(tried, c.Result) or not isinstance(follows, c.If) or follows.otherwise:
        return (form,)
    test = follows.test
    if not isinstance(test, c.Status) or test.row != "done" or test.of != c.Var(tried.name):
        return (form,)
    own = {form.name, *bound_in(tried)}
    if any(speaks_of(one, name) for one in follows.then for name in own):
        return (form,)
    rounds = replace(tried, of=(replace(form, body=tried.of),))
    each = c.Filter(EACH_ONE, form.source, replace(test, who=c.Var(EACH_ONE)))
    return (rounds, replace(follows, test=so(each)))


def _are_players(source: c.Value) -> bool:
    """Whether these may be several players, who are the same before and after a round of theirs."""
    if isinstance(source, c.Join):
        return _are_players(source.left)
    group = isinstance(source, c.Group) and source.row in ("foes", "everyone", "others", "team")
    return group or is_row(source, "hit") or is_row(source, "targets")


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

        rest = {
            c.Var(x.name)
            for x in walk(text)
            if isinstance(x, c.Let) and isinstance(x.value, c.Join)
        }

        def ordered(form: c.Move, several: set[str] = several, rest: set[c.Var] = rest) -> c.Move:
            named = isinstance(form.cards, c.Var) and form.cards.name in several
            many = named or isinstance(form.cards, c.Filter | c.Join)
            many = many or is_place(form.cards, "hand", "discard", "lineup")
            below = form.end is c.End.BOTTOM and is_place(form.to, "deck")
            below = below and not (named and form.cards in rest)
            piled = (form.end is c.End.TOP or below) and form.verb in ("put", "return")
            laid = not form.random and form.order is None and not is_place(form.to, "lineup")
            if not (many and piled and laid):
                return form
            return replace(form, order=form.by or YOU)

        yield rewritten(text, {c.Move: ordered})


def _are_several(value: c.Value) -> bool:
    """Whether a name may stand for several cards of a pile."""
    if isinstance(value, c.Ends):
        return value.number != ONE
    one = isinstance(value, c.Filter) and isinstance(value.source, c.Var)  # if it is such a card
    return isinstance(value, c.Join | c.Filter) and not one


def discard_pile_too(texts: Texts) -> Iterator[c.Text]:
    """A card that may lie anywhere may lie in the discard pile too: one that is destroyed, or one
    that is described."""

    def anywhere(join: c.Join) -> c.Join:
        left, right = join.left, join.right
        at_hand = is_place(left, "hand") and is_place(right, "inplay")
        if join.op is not c.SetOp.WITH or not at_hand or not isinstance(left, c.Place):
            return join
        return c.Join(c.SetOp.WITH, join, c.Place("discard", left.of))

    for text in texts:
        moves = (x for x in walk(text) if isinstance(x, c.Move) and x.verb == "destroy")
        destroyed = {x.cards.name for x in moves if isinstance(x.cards, c.Var)}

        def taken(form: c.Choose, destroyed: set[str] = destroyed) -> c.Choose:
            described = isinstance(form.source, c.Filter)
            if not described and form.name not in destroyed:
                return form
            return replace(form, source=rewritten(form.source, {c.Join: anywhere}))

        yield rewritten(text, {c.Choose: taken})


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


def owner_picks(texts: Texts) -> Iterator[c.Text]:
    """Of another player's cards that are shown, that player picks the ones that go."""
    for text in texts:
        seen = [x.cards for x in walk(text) if isinstance(x, c.Show)]
        shown = {x.name for x in seen if isinstance(x, c.Var)}
        whose = {
            x.name: whose_cards(x.value if isinstance(x, c.Let) else x.source)
            for x in walk(text)
            if isinstance(x, c.Let | c.Choose) and x.name in shown
        }
        moves = [x for x in walk(text) if isinstance(x, c.Move) and x.by == YOU]
        gone = [x.cards for x in moves if x.verb in ("discard", "destroy")]
        attacks = [x for x in walk(text) if isinstance(x, c.Attack)]
        target = {
            each.name: attack.at_whom
            for attack in attacks
            for each in walk(attack)
            if isinstance(each, c.ForEach) and speaks_of(each.source, attack.name)
            if isinstance(attack.at_whom, c.Var)
        }
        whose |= {name: target[p.name] for name, p in whose.items() if p and p.name in target}
        one = {x.name for x in walk(text) if isinstance(x, c.Choose) and x.sort == "Player"}

        def picks(
            form: c.Choose,
            known: set[str],
            whose: Mapping[str, c.Var | None] = whose,
            gone: Sequence[c.Value] = gone,
        ) -> c.Choose:
            of = form.source.source if isinstance(form.source, c.Filter) else form.source
            owner = whose.get(of.name) if isinstance(of, c.Var) else None
            yours = form.by == YOU and c.Var(form.name) in gone and not form.manner
            return replace(form, by=owner) if yours and owner and owner.name in known else form

        def within(form: c.ForEach, picks: Any = picks) -> c.ForEach:
            return rewritten(form, {c.Choose: partial(picks, known={form.name})})

        yield rewritten(text, {c.Choose: partial(picks, known=one), c.ForEach: within})


def whose_cards(form: c.Value) -> c.Var | None:
    """The one player, not you, whose hand or deck cards are of."""
    of = [x.of for x in walk(form) if isinstance(x, c.Place) and is_place(x, "hand", "deck")]
    (only, *others) = of or [None]
    return only if isinstance(only, c.Var) and only != YOU and not others else None


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


def together_with_teammate(texts: Texts) -> Iterator[c.Text]:
    """What you and your teammate may do is decided by you: both do it, or neither."""
    for text in texts:
        yield replace(text, body=in_blocks(text.body, c.ForEach, both_or_neither))


def both_or_neither(form: c.ForEach) -> c.Block:
    """The same of one of them."""
    if form.source != c.Group("team", YOU) or not form.body:
        return (form,)
    first, *rest = form.body
    tried = first.of[0] if isinstance(first, c.Result) and len(first.of) == 1 else first
    if not isinstance(tried, c.Offer) or tried.by != c.Var(form.name) or len(tried.ways) != 1:
        return (form,)
    if tried.otherwise or tried.name or any(speaks_of(one, form.name) for one in rest):
        return (form,)
    both = replace(tried, by=YOU, ways=((replace(form, body=tried.ways[0]),),))
    if isinstance(first, c.Result):
        return (replace(first, of=(both,)), *rest)
    return (form,) if rest else (both,)


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
    if len(form.ways) != 1:
        return form
    return replace(form, ways=rewritten(form.ways, {c.Choose: as_many_as_there_are}))


def as_many_as_there_are(form: c.Choose) -> c.Choose:
    """Of several cards as many are taken as there are, if they are fewer; but one at least."""
    least = form.least
    if form.sort != "Cards" or not isinstance(least, c.Number) or least.value < 2:
        return form
    there = c.Arithmetic("atmost", (least, c.Fold("count", form.source)))
    some = c.Arithmetic("atleast", (there, ONE))
    return replace(form, least=some, most=some if form.most == least else form.most)


def none_if_fewer(texts: Texts) -> Iterator[c.Text]:
    """Who cannot do all of what is told does nothing of it."""
    for text in texts:
        yield _where_it_may_fail(text, all_or_nothing)


def all_or_nothing(form: c.Choose) -> c.Choose:
    """Of several cards none is taken if there are fewer."""
    kept = tuple(one for one in form.settings if one.name != "fewer")
    return replace(form, settings=(*kept, c.Setting("fewer", "none", c.Filled.SAID)))


def some_are_enough(texts: Texts) -> Iterator[c.Text]:
    """Who cannot do all of what is told, but some of it, has done it."""
    for text in texts:
        yield _where_it_may_fail(text, as_many_as_there_are)


def _where_it_may_fail(text: c.Text, anew: Callable[[c.Choose], c.Choose]) -> c.Text:
    """A text in which choices of several cards are others, if it is asked who could not do what
    they are for."""
    asked = [x for x in walk(text) if isinstance(x, c.Status) and x.row == "impossible"]
    for test in walk(text):
        if isinstance(test, c.Logic) and test.op == "not":
            asked += [x for x in test.of if isinstance(x, c.Status) and x.row == "done"]
    failed = {x.of.name for x in asked if isinstance(x.of, c.Var)}

    def several(choose: c.Choose) -> c.Choose:
        number = choose.least.value if isinstance(choose.least, c.Number) else 0
        return anew(choose) if choose.sort == "Cards" and number > 1 else choose

    def tried(form: c.Result) -> c.Result:
        offered = any(isinstance(x, c.Offer) for one in form.of for x in walk(one))
        if form.name not in failed or offered:
            return form
        return replace(form, of=rewritten(form.of, {c.Choose: several}))

    return rewritten(text, {c.Result: tried})


def none_is_enough(texts: Texts) -> Iterator[c.Text]:
    """Who may do something with any number of cards has done it with none of them, too."""
    for text in texts:
        own = {
            form.name: {form.name, *bound_in(form)}
            for form in walk(text)
            if isinstance(form, c.Result) and _with_any_number(form)
        }

        def not_declined(form: c.Status, own: Mapping[str, set[str]] = own) -> c.Value:
            ours = isinstance(form.of, c.Var) and form.of.name in own and form.who is None
            if form.row != "done" or not ours or form.settings:
                return form
            return c.Logic("not", (replace(form, row="declined"),), at=form.at)

        def asked(
            form: c.If, own: Mapping[str, set[str]] = own, so: Any = not_declined
        ) -> c.Statement:
            of = {x.of.name for x in walk(form.test) if isinstance(x, c.Status) and _is_var(x.of)}
            names = {name for one in of if one in own for name in own[one]}
            if any(speaks_of(one, name) for one in form.then for name in names):
                return form  # what follows from none of them is nothing
            return replace(form, test=rewritten(form.test, {c.Status: so}))

        yield rewritten(text, {c.If: asked})


def _is_var(form: c.Value) -> TypeGuard[c.Var]:
    return isinstance(form, c.Var)


def _with_any_number(form: c.Result) -> bool:
    """Whether you do one thing with cards that you choose, of which there may be none."""
    first, *more = form.of
    block = form.of
    if isinstance(first, c.Offer):
        if more or len(first.ways) != 1 or first.otherwise or first.name or first.by != YOU:
            return False
        (block,) = first.ways
    if len(block) != 2:
        return False
    choose, act = block
    if not isinstance(choose, c.Choose) or not isinstance(act, c.Move):
        return False
    none = choose.sort == "Cards" and choose.least == c.Number(0) and choose.by == YOU
    return none and act.cards == c.Var(choose.name)


def lower_costs(texts: Texts) -> Iterator[c.Text]:
    """Cards do not only have a lower price: their cost is lower, wherever it is asked for."""
    for text in texts:
        played = text.home == "played"
        yield replace(text, body=in_blocks(text.body, c.Change, lower_cost)) if played else text


def lower_cost(form: c.Change) -> c.Block:
    """The same of one of them."""
    of = form.attribute
    if not isinstance(of, c.Attribute) or of.row != "price" or form.op is not c.ChangeOp.LESS:
        return (form,)
    cost = c.Attribute("cost", of.of[:1], of.as_of, at=of.at)
    return form, replace(form, attribute=cost)


# ------------------------------------------------------------------------- the tables

OF_FORMS: Final[Mapping[tuple[str, Any], Rewriting]] = {
    ("all_avoid", "all"): {c.Compare: avoided_by_all},
    ("attacked_others", "attacked"): {c.Attack: on_all_others},
    ("attacked_others", "spared"): {c.Attack: on_foes_only},
    ("attack_choice", "announced"): {c.Attack: chosen_first},
    ("bare_number", "exactly"): {c.Compare: exactly},
    ("counted_twice", "once"): {c.Arithmetic: counted_once},
    ("draws_forbidden", "own"): {c.Forbid: before_the_end},
    ("gained_from", "stacks_too"): {c.Choose: from_stacks_too},
    ("paid_in_part", "part"): {c.Offer: as_far_as_possible},
    ("power_had", "made"): {c.Compare: all_that_was_made},
    ("same_twice", "same"): {c.Offer: same_twice},
    ("shuffled_for", "draws"): {c.Move: only_what_lies_there},
}
"""What forms become in another reading, wherever they stand."""

OF_TEXTS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    ("aimed", "at_first"): asked_once,
    ("cannot_in_part", "enough"): some_are_enough,
    ("cannot_in_part", "none"): none_if_fewer,
    ("counted_plays", "cards"): played_twice,
    ("destroyed_from", "discard_too"): discard_pile_too,
    ("first_from", "card"): since_it_was_played,
    ("first_time", "since"): since_it_stands,
    ("follow_up", "doer"): who_did_it_goes_on,
    ("hit_by", "done"): really_done_to,
    ("if_not_done", "at_end"): asked_at_the_end,
    ("if_they_do", "once"): if_one_of_them_does,
    ("if_they_do", "all"): if_all_of_them_do,
    ("look_shuffled", "no"): look_at_what_lies_there,
    ("lowered", "cost"): lower_costs,
    ("moved_counts", "not"): without_those_moved,
    ("next_one", "turn"): next_of_this_turn,
    ("none_chosen", "done"): none_is_enough,
    ("one_attack", "together"): one_attack,
    ("picks_shown", "owner"): owner_picks,
    ("put_back", "chosen"): in_an_order,
    ("searched", "shuffled"): shuffled_after,
    ("shown_first", "before"): shown_first,
    ("some_or_each", "each"): for_each_of_them,
    ("still_there", "still_there"): if_still_there,
    ("unsaid_time", "game"): for_the_game,
    ("waited_this_turn", "each"): each_time_later,
    ("waited_this_turn", "next"): only_later,
    ("you_and_teammate", "both"): together_with_teammate,
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
    """A card is passed to somebody, or put among the cards of another player, and says what
    happens when it is gained, or asks who has gained one."""
    asks = any(isinstance(x, c.Did) and _is_gain(x.event) for x in _all(core))
    if asks or any(text.home == "anywhere" for text in core.texts):
        for form in _all(core):
            if isinstance(form, c.Move) and (form.verb == "pass" or _is_given(form)):
                yield form


def _is_gain(event: c.Value) -> bool:
    """Whether it is what somebody gains, who is not you."""
    return isinstance(event, c.Event) and "gain" in event.verbs and not says_you_do_it(event)


def _is_given(form: c.Move) -> bool:
    """Whether the card itself is put into the hand, deck or discard pile of somebody else."""
    to = form.to
    goes = form.verb == "put" and form.cards == c.Var("this") and is_place(to, "hand", "discard")
    return goes and isinstance(to, c.Place) and to.of not in (None, YOU)


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


def waits_for_your_end(core: c.Core) -> Iterator[c.Form]:
    """What comes at the end of your turn looks for cards in your hand or discard pile."""
    for form in _all(core):
        if not isinstance(form, c.On) or not isinstance(form.event, c.Event):
            continue
        sought = [
            y
            for x in walk(form)
            if isinstance(x, c.Choose | c.Fold)
            for y in walk(x.source if isinstance(x, c.Choose) else x.of)
        ]
        yours = any(is_place(x, "hand", "discard") and YOU in walk(x) for x in sought)
        if form.event.verbs == ("turn_end",) and says_you_do_it(form.event) and yours:
            yield form


def used_in_confrontations(core: c.Core) -> Iterator[c.Form]:
    """What a text that stands lets you do in a Confrontation, whoever has announced it; what raises
    a cost is of use with the Blocks only."""
    for text in core.texts:
        for form in walk(text) if text.home in ("play", "character") else ():
            if not isinstance(form, c.Option) or raises(form):
                continue
            rows = {x.row for x in spans_of(form.within)}
            if "confrontation" in rows and "turns" not in rows:
                yield form


PRICES: Final = frozenset({"destroy", "discard"})
"""What texts have you do, and ask whether you have done it."""


def replaces_what_you_do(core: c.Core) -> Iterator[c.Form]:
    """Cards that you would destroy or discard go somewhere else instead."""
    for form in _all(core):
        if not isinstance(form, c.On) or not form.before or not isinstance(form.event, c.Event):
            continue
        told = {x.verb for one in form.body for x in walk(one) if isinstance(x, c.Move)}
        others = PRICES.issuperset(form.event.verbs) and not told & {*form.event.verbs}
        if others and told and says_you_do_it(form.event) and not speaks_of(form.event, "this"):
            yield form


IN_DOUBT: Final[Mapping[str, Callable[[c.Core], Iterator[c.Form]]]] = {
    "appearance_order": appears_for_all,
    "confronted_uses": used_in_confrontations,
    "end_effects": waits_for_your_end,
    "options": options_of_others,
    "passed_card": passes_itself,
    "replaced_act": replaces_what_you_do,
    "slots": adds_to_line_up,
    "turn_over": waits_for_a_refill,
    "used_block": waits_for_blocks,
}
"""The forms that make a switch of the engine matter."""


def _all(core: c.Core) -> Iterator[c.Form]:
    return (x for text in core.texts for one in text.body for x in walk(one))


def ways_to(one: c.Form, other: Any) -> Iterator[list[c.Form]]:
    """The forms from a core down to each small one in which it is not the same as another; what
    only the other names, beforehand or as a result, is passed over."""
    if isinstance(other, c.Result) and other.of == (one,):
        return
    mine = c.parts(one)
    theirs = c.parts(other) if type(one) is type(other) else []
    if len(theirs) > len(mine):
        theirs = [x for x in theirs if x in mine or not isinstance(x, c.Let)]
    unlike = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    lost = [part for part in mine if part not in theirs]
    if len(theirs) > len(mine) and len(lost) == 1:  # it has become several
        yield [one, *lost]
        return
    added = [part for part in theirs if part not in mine]
    if len(theirs) > len(mine) and not lost and added:  # something comes with it
        yield from ([one, part] for part in added)
        return
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
