"""Other readings of a text as another core: what a switch says is said by the forms there are.

A core in which a setting has another answer than the usual one is written anew where the core has
words for what that answer means. So whoever carries cores out need not know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from rules_check.grammar.core import doubts, left_open, left_unsaid
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    avoids,
    is_place,
    is_row,
    names_in,
    raises,
    speaks_of,
    walk,
)
from rules_check.grammar.core.doubts import ONE, TURN, YOU, Texts
from rules_check.grammar.core.rewriting import Rewriting, rewritten

FOES: Final = c.Group("foes", YOU)
EVERYONE: Final = c.Group("everyone")
CONFRONTED: Final = c.Group("confronted")
CONFRONTING: Final = c.Span("confronting", YOU)
SO: Final = c.Compare("=", ONE, ONE)
"""What is always so."""
IT: Final = "it as read"
"""A name that no text has."""

T = TypeVar("T")


class NotReread(ValueError):
    """A text says something that this reading has no core for."""


def as_read(core: c.Core, read: Mapping[str, Any]) -> c.Core:
    """The same card in another reading. Raises NotReread."""
    for switch in read.items():
        core = rewritten(core, EVERYWHERE.get(switch, {}))
        if switch in OF_CARDS:
            core = c.Core(tuple(OF_CARDS[switch](core.texts)))
    return core


def in_other_words(core: c.Core) -> c.Core:
    """The same core, in which what an unusual answer to a setting means is said by other forms."""
    texts = (
        rewritten(text, ANSWERED if text.home == "played" else {**ANSWERED, c.Offer: at_once})
        for text in core.texts
    )
    return rewritten(replace(core, texts=tuple(texts)), {c.Did: really})


def but(form: Any, setting: str, answer: str) -> Any:
    """The same form with another answer."""
    settings = tuple(
        replace(one, answer=answer) if one.name == setting else one for one in form.settings
    )
    return replace(form, settings=settings)


def at_least_one(of: c.Value) -> c.Compare:
    """That there is one of them."""
    return c.Compare(">=", c.Fold("count", of), ONE)


# ------------------------------------------------------------------------- answers to settings

SPOKEN_OF: Final[Mapping[str, c.Value]] = {
    "character_owner": CONFRONTED,
    "confronting": c.Group("active"),
}
"""Whose things a Block counts, if not the blocker's."""


def option_answered(form: c.Option) -> c.Option:
    """A Block that counts for somebody else; an ability that is used once for any type, or as often
    as there are types."""
    if form.answer("speaks_of") in SPOKEN_OF:
        whom = SPOKEN_OF[form.answer("speaks_of")]

        def counted(change: c.Change) -> c.Change:
            theirs = rewritten(change.value, {c.Var: lambda x: whom if x == YOU else x})
            return replace(change, value=theirs)

        form = but(rewritten(form, {c.Change: counted}), "speaks_of", "blocker")
    often: Mapping[str, c.Value] = {
        "once": ONE,
        "revealed": c.Fold("count", c.Attribute("all_types")),
    }
    if form.answer("per_type") in often:
        limit = often[form.answer("per_type")]
        form = but(replace(form, key=None, limit=limit), "per_type", "paid")
    return form


def offer_answered(form: c.Offer) -> c.Statement:
    """A choice between options that may wait is an ability for the rest of the turn."""
    if form.answer("later") != "later":
        return form
    now: c.Offer = but(form, "later", "now")
    return kept(now, (now,)) if form.by == YOU and not form.name else now


def at_once(form: c.Offer) -> c.Offer:
    """What is chosen at another time than when the card is played does not wait."""
    later = form.answer("later") == "later"
    return but(form, "later", "now") if later else form


def kept(form: c.Form, body: c.Block) -> c.Option:
    """What could be decided now may be used later in the turn, once."""
    return c.Option(YOU, body, within=TURN, limit=ONE, per=TURN, at=form.at)


def wait_answered(form: c.On) -> c.Statement:
    """What would be waited for has happened when the card is played, or it counts no more."""
    if form.answer("waits") != "played_after":
        return form
    return c.If(at_least_one(c.Did(form.event, TURN)), form.body)


def was_told(form: c.Form) -> bool:
    """Whether it is asked who was told to do something."""
    return isinstance(form, c.Did) and form.answer("counts") == "attacked"


def told_to(form: Any) -> Any:
    """Of those of whom it is asked whether they did something, it is so of all who were told to."""

    def rewriting(test: c.Value) -> c.Value:
        asks = any(was_told(x) and speaks_of(x, form.name) for x in walk(test))
        return SO if asks else test

    asked = {c.Compare: rewriting, c.Quantified: rewriting, c.Logic: rewriting}
    return replace(form, test=rewritten(form.test, asked))


def really(form: c.Did) -> c.Did:
    """What was done is asked of no player: it is what was really done."""
    return but(form, "counts", "really") if was_told(form) else form


def repeat_answered(form: c.Repeat) -> c.Repeat:
    """A repetition of which all is done looks at its end first."""
    all_of_it = form.answer("test") == "all"
    return but(form, "test", "while") if all_of_it else form


ANSWERED: Final[Rewriting] = {
    c.Option: option_answered,
    c.Offer: offer_answered,
    c.On: wait_answered,
    c.Filter: told_to,
    c.Quantified: told_to,
    c.Repeat: repeat_answered,
}


# ------------------------------------------------------------------------- anywhere in a text


def zero_is_neither(form: c.Arithmetic) -> c.Value:
    """0 is neither odd nor even."""
    if form.row != "even":
        return form
    return c.Logic("and", (form, c.Compare("!=", form.of[0], c.Number(0))))


def in_pairs(form: c.Fold) -> c.Value:
    """ "For each A and B" counts pairs."""
    found = form.of
    if form.row != "count" or not isinstance(found, c.Filter):
        return form
    test = found.test
    if not isinstance(test, c.Logic) or test.op != "or" or not all(map(is_called, test.of)):
        return form
    each = (replace(form, of=replace(found, test=one)) for one in test.of)
    return c.Arithmetic("atmost", tuple(each))


def is_called(form: c.Value) -> bool:
    """Whether a condition says what a card is called."""
    if not isinstance(form, c.Compare):
        return False
    if form.op == "=":
        return is_row(form.left, "name") and isinstance(form.right, c.Kind)
    rows = ("types", "titles", "keywords", "namewords")
    named = any(is_row(form.right, row) for row in rows)
    return form.op == "in" and isinstance(form.left, c.Kind) and named


def name_is_whole(form: c.Compare) -> c.Compare:
    """Part of a name means a card of that name."""
    if form.op == "in" and isinstance(form.right, c.Attribute) and form.right.row == "namewords":
        return c.Compare("=", replace(form.right, row="name"), form.left)
    return form


SEVERAL_FOES: Final = c.Compare(">", c.Fold("count", FOES), ONE)


def each_of_several(form: c.ForEach) -> c.ForEach:
    """ "Each foe" means nobody if there is only one."""
    if not are_foes(form.source):
        return form
    return replace(form, source=c.Conditional(SEVERAL_FOES, form.source, c.Group("nobody")))


def attack_on_several(form: c.Attack) -> c.Statement:
    """An Attack on each foe is none if there is only one."""
    return c.If(SEVERAL_FOES, (form,)) if are_foes(form.at_whom) else form


def confronted_foe(form: c.Choose) -> c.Choose:
    """A foe chosen during a Confrontation is the Confronted one, if that is a foe."""
    if form.sort != "Player" or not are_foes(form.source):
        return form
    it = c.Filter(IT, form.source, c.Compare("in", c.Var(IT), CONFRONTED))
    return replace(form, source=c.Conditional(at_least_one(it), it, form.source))


def are_foes(form: c.Value) -> bool:
    """Whether some foes are meant."""
    return form == FOES or (isinstance(form, c.Filter) and are_foes(form.source))


def ongoing_only(form: c.Place) -> c.Value:
    """Only Ongoing cards are controlled."""
    if form.row != "controlled":
        return form
    keywords = c.Attribute("keywords", (c.Var(IT),))
    return c.Filter(IT, form, c.Compare("in", c.Kind("Ongoing"), keywords))


def still_controlled(form: c.Place) -> c.Value:
    """A card that was played this turn is controlled wherever it is."""
    if form.row != "controlled" or form.of is None:
        return form
    by = c.Compare("=", c.Attribute("by", (c.Var(IT),)), form.of)
    played = c.Attribute("cards", (c.Did(c.Event(("play",), IT, where=by), TURN),))
    return c.Join(c.SetOp.WITH, form, played)


def only_the_stack(form: c.Join) -> c.Value:
    """A text that names a stack and other places means the stack."""
    stacks = [x for x in (form.left, form.right) if is_place(x, "stack", "stacks")]
    return stacks[0] if stacks and form.op is c.SetOp.WITH else form


def foe_passes(form: c.Attack) -> c.Attack:
    """In an Attack that passes cards the foe chooses them."""
    moves = [x for part in form.body for x in walk(part) if isinstance(x, c.Move)]
    passed = {x.cards.name for x in moves if x.verb == "pass" and isinstance(x.cards, c.Var)}
    target = c.The(c.Attribute("targets", (c.Var(form.name),)))

    def by_target(choose: c.Choose) -> c.Choose:
        yours = choose.name in passed and choose.by == YOU
        return replace(choose, by=target) if yours else choose

    return replace(form, body=rewritten(form.body, {c.Choose: by_target}))


def from_anywhere(form: c.On) -> c.On:
    """A text about discarding from a place waits for any discard."""
    event = form.event
    if not isinstance(event, c.Event) or "discard" not in event.verbs or event.where is None:
        return form
    place = c.Attribute("from", (c.Var(event.name),))
    several = isinstance(event.where, c.Logic) and event.where.op == "and"
    told = event.where.of if several and isinstance(event.where, c.Logic) else (event.where,)
    left = tuple(x for x in told if not isinstance(x, c.Compare) or x.left != place)
    where = c.Logic("and", left) if len(left) > 1 else left[0] if left else None
    return replace(form, event=replace(event, where=where))


def in_your_turn(form: c.On) -> c.On:
    """Texts wait for discards only in their player's own turns."""
    event = form.event
    if not isinstance(event, c.Event) or "discard" not in event.verbs:
        return form
    if event.verbs != ("discard",):
        raise NotReread("a discard among other events in one's own turn only")
    yours = c.Compare("=", c.Group("active"), YOU)
    where = yours if event.where is None else c.Logic("and", (yours, event.where))
    return replace(form, event=replace(event, where=where))


def cancel_later(form: c.Offer) -> c.Statement:
    """The right to cancel a Confrontation may be kept."""
    cancels = [isinstance(x, c.Do) and x.row == "cancel" for way in form.ways for x in way]
    return kept(form, form.ways[0]) if form.by == YOU and cancels == [True] else form


def is_success(event: c.Value) -> bool:
    """Whether it is a success in a Confrontation."""
    return isinstance(event, c.Event) and event.verbs == ("succeed",)


def after_announcing(form: c.On) -> c.Statement:
    """To announce a Confrontation is to succeed."""
    if not is_success(form.event):
        return form
    return c.If(at_least_one(have_announced(c.Did(form.event, TURN))), form.body)


def have_announced(form: c.Did) -> c.Did:
    """The same where it is asked for."""
    event = form.event
    if not isinstance(event, c.Event) or not is_success(event):
        return form
    return replace(form, event=replace(event, verbs=("announce",)))


ENOUGH: Final = c.Logic(
    "and",
    (
        c.During(CONFRONTING),
        c.Compare(
            ">=",
            c.Attribute("power", (YOU,)),
            c.Attribute("cost", (c.Attribute("character", (c.The(CONFRONTED),)),)),
        ),
    ),
)
"""That there is Power enough in a Confrontation."""


def with_power_enough(form: c.On) -> c.Statement:
    """To have Power enough in a Confrontation is to succeed: now, or when Blocks may be used."""
    event = form.event
    if not isinstance(event, c.Event) or not is_success(event):
        return form
    later = replace(form, event=replace(event, verbs=("reach",)))
    return c.If(ENOUGH, form.body, (later,))


def has_power_enough(form: c.Compare) -> c.Value:
    """The same where it is asked for."""
    counted = form.left.of if isinstance(form.left, c.Fold) else None
    return ENOUGH if isinstance(counted, c.Did) and is_success(counted.event) else form


def kept_for_confrontation(form: c.Change) -> c.Statement:
    """A cost raised outside a Confrontation lasts to the end of a turn with one."""
    of = form.attribute
    if not isinstance(of, c.Attribute) or of.row != "cost" or form.within != TURN:
        return form
    if not is_row(of.of[0], "character"):
        return form
    there = at_least_one(c.Did(c.Event(("announce",)), TURN))
    until = c.Until(c.Event(("turn_end",), IT, where=there))
    return c.If(at_least_one(CONFRONTED), (form,), (replace(form, within=until),))


def told_first(form: c.Attack) -> c.Attack:
    """Whom a comparison of costs picks out is told before anybody defends."""
    hit, own = c.Attribute("hit", (c.Var(form.name),)), {form.name}
    for part in form.body:
        own |= names_in(part)
    at_whom = form.at_whom
    for x in (x for part in form.body for x in walk(part)):
        if isinstance(x, c.Filter) and x.source == hit and compares_costs(x.test):
            known = not any(speaks_of(x.test, name) for name in own)
            at_whom = c.Filter(x.name, at_whom, x.test) if known else at_whom
    return form if at_whom is form.at_whom else replace(form, at_whom=at_whom)


def compares_costs(form: c.Value) -> bool:
    """Whether players are told apart by what cards cost."""
    of_cost = any(isinstance(x, c.Attribute) and x.row == "cost" for x in walk(form))
    return of_cost and any(isinstance(x, c.Best | c.Fold) for x in walk(form))


EVERYWHERE: Final[Mapping[tuple[str, Any], Rewriting]] = {
    **doubts.OF_FORMS,
    **left_open.OF_FORMS,
    **left_unsaid.OF_FORMS,
    ("cancel", "later"): {c.Offer: cancel_later},
    ("chosen_foe", "confronted"): {c.Choose: confronted_foe},
    ("control", "ongoing_only"): {c.Place: ongoing_only},
    ("discard_from", "anywhere"): {c.On: from_anywhere},
    ("discard_triggers", "own_turn"): {c.On: in_your_turn},
    ("listed_cards", "pairs"): {c.Fold: in_pairs},
    ("name_part", "kind"): {c.Compare: name_is_whole},
    ("other_sources", "stack_only"): {c.Join: only_the_stack},
    ("passer", "foe"): {c.Attack: foe_passes},
    ("raise_outside", "kept"): {c.Change: kept_for_confrontation},
    ("returned_card", "still_controlled"): {c.Place: still_controlled},
    ("several_foes", "nothing"): {c.ForEach: each_of_several, c.Attack: attack_on_several},
    ("success", "announce"): {c.On: after_announcing, c.Did: have_announced},
    ("success", "power"): {c.On: with_power_enough, c.Compare: has_power_enough},
    ("totals", "told_first"): {c.Attack: told_first},
    ("zero", "neither"): {c.Arithmetic: zero_is_neither},
}
"""What is written anew wherever a text says it."""


# ------------------------------------------------------------------------- of whole texts


def always_works(texts: Texts) -> Iterator[c.Text]:
    """Standing Confrontation text works outside Confrontations too."""
    for text in texts:
        stands = text.home in ("character", "play")
        yield replace(text, body=tuple(map(outside_too, text.body))) if stands else text


def outside_too(form: c.Statement) -> c.Statement:
    """What stands without saying that it does so in a Confrontation; a price is asked as before."""
    if not isinstance(form, c.On | c.Option | c.Change | c.Forbid):
        return form
    if any(one.name in ("paid", "per_type") for one in form.settings):
        return form
    within: Any = besides(form.within)
    return form if within == form.within else replace(form, within=within)


def besides(window: c.Value | None) -> c.Value | None:
    """A stretch of time without the Confrontation."""
    if isinstance(window, c.Overlap):
        left, right = besides(window.left), besides(window.right)
        if left is not None and right is not None:
            return replace(window, left=left, right=right)
        return left or right
    return None if window == CONFRONTING else window


def with_banner(texts: Texts) -> Iterator[c.Text]:
    """ "When you gain this" works when the card is played too."""
    yield from texts
    for text in texts:
        for on in text.body if text.home == "anywhere" else ():
            if isinstance(on, c.On) and any(one.name == "banner" for one in on.settings):
                yield c.Text("played", (), on.body)


def with_appearance(texts: Texts) -> Iterator[c.Text]:
    """A First Appearance is used when the card is played: an Attack on the foes, but what it says
    of each player its own player does too."""
    yield from texts

    def on_foes(form: c.Attack) -> c.Attack:
        return replace(form, at_whom=FOES) if form.at_whom == EVERYONE else form

    def and_you(form: c.Attribute) -> c.Value:
        return c.Join(c.SetOp.WITH, form, YOU) if form.row == "hit" else form

    for text in texts:
        for on in text.body if text.home == "super_up" else ():
            if isinstance(on, c.On):
                body = rewritten(on.body, {c.Attack: on_foes, c.Attribute: and_you})
                yield c.Text("played", (), body)


def with_own_block(texts: Texts) -> Iterator[c.Text]:
    """Block text works when the card is played too."""
    yield from texts
    for text in texts:
        for option in text.body if "Block" in text.labels else ():
            if isinstance(option, c.Option):
                yield c.Text("played", (), own_block(option.body))


def own_block(body: c.Block) -> c.Block:
    """What a Block does to its own player's Character; of a number, nothing that comes with it."""
    first = body[0] if body else None
    if not isinstance(first, c.ForEach) or first.source != CONFRONTED:
        return body
    it = c.Var(first.name)
    return rewritten(first.body, {c.Var: lambda x: YOU if x == it else x})


def with_raisers(texts: Texts) -> Iterator[c.Text]:
    """A Defense that raises a cost is used as a Block: discarded, but nothing is avoided."""
    yield from texts
    for text in texts:
        for option in text.body if "Defense" in text.labels else ():
            if isinstance(option, c.Option) and raises(option):
                price = (c.Move(c.Var("this"), c.Place("discard", YOU), "discard", YOU),)
                body = tuple(one for one in option.body if not avoids((one,)))
                within = c.Span("blocking")
                yield c.Text("hand", (), (c.Option(YOU, body, price, within=within),))


def helping(texts: Texts) -> Iterator[c.Text]:
    """A card whose text avoids Attacks is a Defense card."""
    yield from texts
    if any(avoids(text.body) for text in texts):
        yield c.Text("played", ("Defense",), ())


def clearing(texts: Texts) -> Iterator[c.Text]:
    """Cards of the main deck that a text has shown do not go back there."""
    in_main = c.Compare("in", c.Var(IT), c.Place("main"))
    for text in texts:
        shows = [x.cards for one in text.body for x in walk(one) if isinstance(x, c.Show)]
        shown = shows if text.home == "played" else []
        gone = (c.Filter(IT, x, in_main) for x in shown if comes_from_main(x, text.body))
        away = (c.Move(x, c.Place("destroyed"), "destroy", YOU) for x in gone)
        yield replace(text, body=(*text.body, *away))


def comes_from_main(cards: c.Value, body: c.Block) -> bool:
    """Whether cards are, or were named as, some of the main deck."""
    if isinstance(cards, c.Var):
        lets = [x for one in body for x in walk(one) if isinstance(x, c.Let)]
        return any(x.name == cards.name and comes_from_main(x.value, ()) for x in lets)
    return any(isinstance(x, c.Place) and x.row == "main" for x in walk(cards))


def with_played_cards(texts: Texts) -> Iterator[c.Text]:
    """Cards in play count as cards of the discard pile, where such are looked for."""
    return map(count_as_discarded, texts)


def count_as_discarded(it: T) -> T:
    """The same in a form: not where a card goes, nor where it is asked whether one lies there or
    came from there."""
    made: Any = it
    if isinstance(it, tuple):
        made = tuple(map(count_as_discarded, it))
    elif isinstance(it, c.Place) and it.row == "discard":
        made = c.Join(c.SetOp.WITH, it, c.Place("inplay", it.of))
    elif isinstance(it, c.Move):
        made = replace(it, cards=count_as_discarded(it.cards))
    elif isinstance(it, c.Arithmetic) and all(map(is_left, it.of)):
        made = it  # so many cards can be drawn
    elif isinstance(it, c.Compare) and is_place(it.right, "discard"):
        made = replace(it, left=count_as_discarded(it.left))
    elif isinstance(it, c.Form) and not isinstance(it, c.Ends | c.Proceed):
        made = replace(it, **{x.name: count_as_discarded(getattr(it, x.name)) for x in fields(it)})
    return made  # type: ignore[no-any-return]


def is_left(form: c.Value) -> bool:
    """Whether it counts a deck or a discard pile."""
    return isinstance(form, c.Fold) and form.row == "count" and is_place(form.of, "deck", "discard")


def with_draws(texts: Texts, drawn_as: Callable[[c.Ends, c.Place], c.Ends]) -> Iterator[c.Text]:
    """Cards that are drawn from a deck, at once or by a name, are others."""

    def drawn(cards: c.Value) -> c.Value:
        if isinstance(cards, c.Ends) and isinstance(cards.of, c.Place) and cards.of.row == "deck":
            return drawn_as(cards, cards.of)
        return cards

    def moved(form: c.Move) -> c.Move:
        return replace(form, cards=drawn(form.cards)) if form.verb == "draw" else form

    for text in texts:
        moves = [x for one in text.body for x in walk(one) if isinstance(x, c.Move)]
        names = {x.cards.name for x in moves if x.verb == "draw" and isinstance(x.cards, c.Var)}

        def named(form: c.Let, names: set[str] = names) -> c.Let:
            return replace(form, value=drawn(form.value)) if form.name in names else form

        yield rewritten(text, {c.Move: moved, c.Let: named})


def drawn_in_full(texts: Texts) -> Iterator[c.Text]:
    """Who cannot draw as many cards as told draws none."""

    def in_full(top: c.Ends, deck: c.Place) -> c.Ends:
        pile = c.Fold("count", c.Place("discard", deck.of))
        there = c.Arithmetic("+", (c.Fold("count", deck), pile))
        enough = c.Compare("<=", top.number, there)
        return replace(top, number=c.Conditional(enough, top.number, c.Number(0)))

    return with_draws(texts, in_full)


def drawn_from_yours(texts: Texts) -> Iterator[c.Text]:
    """Others draw from the deck of the card's player."""
    return with_draws(texts, lambda top, deck: replace(top, of=replace(deck, of=YOU)))


OF_CARDS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    **doubts.OF_TEXTS,
    **left_open.OF_TEXTS,
    **left_unsaid.OF_TEXTS,
    ("appearance_played", "yes"): with_appearance,
    ("banner_played", "yes"): with_banner,
    ("confrontation_text", "always"): always_works,
    ("defense_card", "helps"): helping,
    ("draws_from", "you"): drawn_from_yours,
    ("looked_at", "leaves"): clearing,
    ("own_block_text", "works"): with_own_block,
    ("played_cards", "count_as_discarded"): with_played_cards,
    ("raisers", "blocks"): with_raisers,
    ("short_draw", "nothing"): drawn_in_full,
}
"""What is written anew of the texts of a card."""
