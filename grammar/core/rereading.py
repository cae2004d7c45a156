"""Other readings of a text as another core: what a switch says is said by the forms there are.

A core in which a setting has another answer than the usual one is written anew where the core has
words for what that answer means. So whoever carries cores out need not know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import avoids, names_in, raises, speaks_of, walk

YOU: Final = c.Var("you")
ONE: Final = c.Number(1)
TURN: Final = c.Span("turn")
FOES: Final = c.Group("foes", YOU)
CONFRONTED: Final = c.Group("confronted")
CONFRONTING: Final = c.Span("confronting", YOU)
SO: Final = c.Compare("=", ONE, ONE)
"""What is always so."""
IT: Final = "it as read"
"""A name that no text has."""

Texts = tuple[c.Text, ...]
Rewriting = Callable[[Any], Any]
"""What a form is in another reading; mostly itself."""


class NotReread(ValueError):
    """A text says something that this reading has no core for."""


def as_read(core: c.Core, read: Mapping[str, Any]) -> c.Core:
    """The same card in another reading. Raises NotReread."""
    for switch, value in read.items():
        for rewriting in EVERYWHERE.get((switch, value), ()):
            core = rewritten(core, rewriting)
        for of_card in OF_CARDS.get((switch, value), ()):
            core = c.Core(tuple(of_card(core.texts)))
    return core


def in_other_words(core: c.Core) -> c.Core:
    """The same core, in which what an unusual answer to a setting means is said by other forms."""
    made = rewritten(rewritten(core, answered), really)
    assert isinstance(made, c.Core)
    return made


def rewritten(it: Any, rewriting: Rewriting) -> Any:
    """A form with everything in it written anew, from the inside."""
    if isinstance(it, tuple):
        return tuple(rewritten(one, rewriting) for one in it)
    if not isinstance(it, c.Form):
        return it
    new = {one.name: rewritten(getattr(it, one.name), rewriting) for one in fields(it)}
    return rewriting(it if all(new[x] is getattr(it, x) for x in new) else replace(it, **new))


def but(form: Any, setting: str, answer: str) -> Any:
    """The same form with another answer."""
    settings = tuple(
        replace(one, answer=answer) if one.name == setting else one for one in form.settings
    )
    return replace(form, settings=settings)


# ------------------------------------------------------------------------- answers to settings


def answered(form: Any) -> Any:
    """A form whose setting has another answer, in other words."""
    match form:
        case c.Option() if form.answer("speaks_of") in SPOKEN_OF:
            whom = SPOKEN_OF[form.answer("speaks_of")]
            return but(rewritten(form, counting_for(whom)), "speaks_of", "blocker")
        case c.Option() if form.answer("per_type") == "once":
            return but(replace(form, key=None, limit=ONE), "per_type", "paid")
        case c.Option() if form.answer("per_type") == "revealed":
            types = c.Fold("count", c.Attribute("all_types"))
            return but(replace(form, key=None, limit=types), "per_type", "paid")
        case c.Offer() if form.answer("later") == "later":
            now = but(form, "later", "now")
            return kept(now, (now,)) if form.by == YOU and not form.name else now
        case c.On() if form.answer("waits") == "played_after":
            return c.If(c.Compare(">=", c.Fold("count", c.Did(form.event, TURN)), ONE), form.body)
        case c.Filter() | c.Quantified() if any(map(was_told, walk(form.test))):
            return replace(form, test=rewritten(form.test, told_to(form.name)))
        case c.Repeat() if form.answer("test") == "all":
            return but(form, "test", "while")
        case _:
            return form


def really(form: Any) -> Any:
    """What was done is asked of no player: it is what was really done."""
    return but(form, "counts", "really") if was_told(form) else form


SPOKEN_OF: Final[Mapping[str, c.Value]] = {
    "character_owner": CONFRONTED,
    "confronting": c.Group("active"),
}
"""Whose things a Block counts, if not the blocker's."""


def counting_for(whom: c.Value) -> Rewriting:
    """What is counted is counted for somebody else than you."""

    def rewriting(form: Any) -> Any:
        if not isinstance(form, c.Change):
            return form
        return replace(form, value=rewritten(form.value, lambda x: whom if x == YOU else x))

    return rewriting


def kept(form: c.Form, body: c.Block) -> c.Option:
    """What could be decided now may be used later in the turn, once."""
    return c.Option(YOU, body, within=TURN, limit=ONE, per=TURN, at=form.at)


def was_told(form: c.Form) -> bool:
    """Whether it is asked who was told to do something."""
    return isinstance(form, c.Did) and form.answer("counts") == "attacked"


def told_to(name: str) -> Rewriting:
    """Whoever was told to do something has done it, whatever came of it."""

    def rewriting(form: Any) -> Any:
        asks = isinstance(form, c.Compare | c.Quantified | c.Logic) and any(
            was_told(x) and speaks_of(x, name) for x in walk(form)
        )
        return SO if asks else form

    return rewriting


# ------------------------------------------------------------------------- anywhere in a text


def zero_is_neither(form: Any) -> Any:
    """0 is neither odd nor even."""
    match form:
        case c.Arithmetic("even", (number,)):
            return c.Logic("and", (form, c.Compare("!=", number, c.Number(0))))
        case _:
            return form


def in_pairs(form: Any) -> Any:
    """ "For each A and B" counts pairs."""
    match form:
        case c.Fold("count", c.Filter(name, source, c.Logic("or", of))) if all(map(names, of)):
            each = (c.Fold("count", c.Filter(name, source, one)) for one in of)
            return c.Arithmetic("atmost", tuple(each))
        case _:
            return form


def names(form: c.Value) -> bool:
    """Whether a condition says what a card is called."""
    match form:
        case c.Compare("in", c.Kind(), c.Attribute("types" | "titles" | "keywords" | "namewords")):
            return True
        case c.Compare("=", c.Attribute("name"), c.Kind()):
            return True
        case _:
            return False


def name_is_whole(form: Any) -> Any:
    """Part of a name means a card of that name."""
    match form:
        case c.Compare("in", c.Kind() as name, c.Attribute("namewords", of)):
            return c.Compare("=", c.Attribute("name", of), name)
        case _:
            return form


def several_foes(form: Any) -> Any:
    """ "Each foe" means nobody if there is only one."""
    several = c.Compare(">", c.Fold("count", FOES), ONE)
    match form:
        case c.ForEach(source=source) if source == FOES:
            return replace(form, source=c.Conditional(several, FOES, c.Group("nobody")))
        case c.Attack(at_whom=whom) if whom == FOES:
            return c.If(several, (form,))
        case _:
            return form


def confronted_foe(form: Any) -> Any:
    """A foe chosen during a Confrontation is the Confronted one, if that is a foe."""
    if isinstance(form, c.Choose) and form.sort == "Player" and speaks_of_foes(form.source):
        theirs = c.Compare("in", CONFRONTED, form.source)
        return replace(form, source=c.Conditional(theirs, CONFRONTED, form.source))
    return form


def speaks_of_foes(form: c.Value) -> bool:
    """Whether some foes are meant."""
    return form == FOES or (isinstance(form, c.Filter) and speaks_of_foes(form.source))


def ongoing_only(form: Any) -> Any:
    """Only Ongoing cards are controlled."""
    if isinstance(form, c.Place) and form.row == "controlled":
        keywords = c.Attribute("keywords", (c.Var(IT),))
        return c.Filter(IT, form, c.Compare("in", c.Kind("Ongoing"), keywords))
    return form


def still_controlled(form: Any) -> Any:
    """A card that was played this turn is controlled wherever it is."""
    if isinstance(form, c.Place) and form.row == "controlled" and form.of is not None:
        by = c.Compare("=", c.Attribute("by", (c.Var(IT),)), form.of)
        played = c.Attribute("cards", (c.Did(c.Event(("play",), IT, where=by), TURN),))
        return c.Join(c.SetOp.WITH, form, played)
    return form


def count_as_discarded(it: Any) -> Any:
    """Cards in play count as cards of the discard pile, where such are looked for: not where a card
    goes, nor where it is asked whether one lies or came from there."""
    if isinstance(it, tuple):
        return tuple(map(count_as_discarded, it))
    match it:
        case c.Place("discard", whose):
            return c.Join(c.SetOp.WITH, it, c.Place("inplay", whose))
        case c.Compare() | c.Ends() | c.Event() | c.Proceed():
            return it
        case c.Move():
            return replace(it, cards=count_as_discarded(it.cards))
        case c.Form():
            new = {x.name: count_as_discarded(getattr(it, x.name)) for x in fields(it)}
            return replace(it, **new)
        case _:
            return it


def only_the_stack(form: Any) -> Any:
    """A text that names a stack and other places means the stack."""
    match form:
        case c.Join(c.SetOp.WITH, c.Place("stack" | "stacks") as stack, _):
            return stack
        case c.Join(c.SetOp.WITH, _, c.Place("stack" | "stacks") as stack):
            return stack
        case _:
            return form


def from_your_deck(form: Any) -> Any:
    """Others draw from the deck of the card's player."""
    match form:
        case c.Move(c.Ends(end, number, c.Place("deck")), verb="draw"):
            return replace(form, cards=c.Ends(end, number, c.Place("deck", YOU)))
        case _:
            return form


def drawn_in_full(texts: Texts) -> Iterator[c.Text]:
    """Who cannot draw as many cards as told draws none."""
    for text in texts:
        moves = [x for one in text.body for x in walk(one) if isinstance(x, c.Move)]
        drawn = {x.cards.name for x in moves if x.verb == "draw" and isinstance(x.cards, c.Var)}
        yield rewritten(text, if_there_are(drawn))


def if_there_are(drawn: set[str]) -> Rewriting:
    """Cards that are drawn, at once or by a name, if there are as many."""

    def rewriting(form: Any) -> Any:
        match form:
            case c.Move(c.Ends() as top, verb="draw") if is_deck(top.of):
                return replace(form, cards=in_full(top))
            case c.Let(name, c.Ends() as top) if name in drawn and is_deck(top.of):
                return replace(form, value=in_full(top))
            case _:
                return form

    return rewriting


def is_deck(form: c.Value) -> bool:
    """Whether a place is somebody's deck."""
    return isinstance(form, c.Place) and form.row == "deck"


def in_full(top: c.Ends) -> c.Ends:
    """So many cards of a deck and of what can be shuffled into it, or none."""
    assert isinstance(top.of, c.Place)
    pile = c.Fold("count", c.Place("discard", top.of.of))
    there = c.Arithmetic("+", (c.Fold("count", top.of), pile))
    enough = c.Compare("<=", top.number, there)
    return replace(top, number=c.Conditional(enough, top.number, c.Number(0)))


def foe_passes(form: Any) -> Any:
    """In an Attack that passes cards the foe chooses them."""
    if not isinstance(form, c.Attack):
        return form
    passed = {
        x.cards.name
        for part in form.body
        for x in walk(part)
        if isinstance(x, c.Move) and x.verb == "pass" and isinstance(x.cards, c.Var)
    }
    target = c.Attribute("targets", (c.Var(form.name),))

    def rewriting(inner: Any) -> Any:
        if isinstance(inner, c.Choose) and inner.name in passed:
            return replace(inner, by=target)
        return inner

    return replace(form, body=rewritten(form.body, rewriting))


def from_anywhere(form: Any) -> Any:
    """A text about discarding from a place waits for any discard."""
    event = form.event if isinstance(form, c.On) else None
    if not isinstance(event, c.Event) or "discard" not in event.verbs:
        return form
    place = c.Attribute("from", (c.Var(event.name),))
    told = event.where.of if isinstance(event.where, c.Logic) and event.where.op == "and" else ()
    left = [x for x in told or (event.where,) if not isinstance(x, c.Compare) or x.left != place]
    where = c.Logic("and", tuple(x for x in left if x is not None)) if left[1:] else None
    return replace(form, event=replace(event, where=where or next(iter(left), None)))


def in_your_turn(form: Any) -> Any:
    """Texts wait for discards only in their player's own turns."""
    event = form.event if isinstance(form, c.On) else None
    if not isinstance(event, c.Event) or "discard" not in event.verbs:
        return form
    if event.verbs != ("discard",):
        raise NotReread("a discard among other events in one's own turn only")
    yours = c.Compare("=", c.Group("active"), YOU)
    where = yours if event.where is None else c.Logic("and", (yours, event.where))
    return replace(form, event=replace(event, where=where))


def cancel_later(form: Any) -> Any:
    """The right to cancel a Confrontation may be kept."""
    match form:
        case c.Offer(by=c.Var("you"), ways=((c.Do("cancel"),) as way,), otherwise=()):
            return kept(form, way)
        case _:
            return form


def announced(form: Any) -> Any:
    """To announce a Confrontation is to succeed."""
    match form:
        case c.On(event=c.Event(("succeed",)) as event):
            event = replace(event, verbs=("announce",))
            return c.If(c.Compare(">=", c.Fold("count", c.Did(event, TURN)), ONE), form.body)
        case c.Did(event=c.Event(("succeed",)) as event):
            return replace(form, event=replace(event, verbs=("announce",)))
        case _:
            return form


def power_enough(form: Any) -> Any:
    """To have Power enough in a Confrontation is to succeed: now, or when Blocks may be used."""
    cost = c.Attribute("cost", (c.Attribute("character", (CONFRONTED,)),))
    enough = c.Logic(
        "and",
        (c.During(CONFRONTING), c.Compare(">=", c.Attribute("power", (YOU,)), cost)),
    )
    match form:
        case c.On(event=c.Event(("succeed",)) as event):
            later = replace(form, event=replace(event, verbs=("reach",)))
            return c.If(enough, form.body, (later,))
        case c.Compare(">=", c.Fold("count", c.Did(event=c.Event(("succeed",)))), c.Number(1)):
            return enough
        case _:
            return form


def kept_for_confrontation(form: Any) -> Any:
    """A cost raised outside a Confrontation lasts to the end of a turn with one."""
    match form:
        case c.Change(c.Attribute("cost", (c.Attribute("character"),)), within=c.Span("turn")):
            told = c.Did(c.Event(("announce",)), TURN)
            there = c.Compare(">=", c.Fold("count", told), ONE)
            until = c.Until(c.Event(("turn_end",), IT, where=there))
            now = c.Compare(">=", c.Fold("count", CONFRONTED), ONE)
            return c.If(now, (form,), (replace(form, within=until),))
        case _:
            return form


def told_first(form: Any) -> Any:
    """Whom a comparison of costs picks out is told before anybody defends."""
    if not isinstance(form, c.Attack):
        return form
    hit, own = c.Attribute("hit", (c.Var(form.name),)), {form.name}
    for part in form.body:
        own |= names_in(part)
    at_whom = form.at_whom
    for part in form.body:
        for x in walk(part):
            picks = isinstance(x, c.Filter) and x.source == hit and compares_costs(x.test)
            if isinstance(x, c.Filter) and picks and not any(speaks_of(x.test, y) for y in own):
                at_whom = c.Filter(x.name, at_whom, x.test)
    return form if at_whom is form.at_whom else replace(form, at_whom=at_whom)


def compares_costs(form: c.Value) -> bool:
    """Whether players are told apart by what cards cost."""
    of_cost = any(isinstance(x, c.Attribute) and x.row == "cost" for x in walk(form))
    return of_cost and any(isinstance(x, c.Best | c.Fold) for x in walk(form))


EVERYWHERE: Final[Mapping[tuple[str, Any], tuple[Rewriting, ...]]] = {
    ("cancel", "later"): (cancel_later,),
    ("chosen_foe", "confronted"): (confronted_foe,),
    ("control", "ongoing_only"): (ongoing_only,),
    ("discard_from", "anywhere"): (from_anywhere,),
    ("discard_triggers", "own_turn"): (in_your_turn,),
    ("draws_from", "you"): (from_your_deck,),
    ("listed_cards", "pairs"): (in_pairs,),
    ("name_part", "kind"): (name_is_whole,),
    ("other_sources", "stack_only"): (only_the_stack,),
    ("passer", "foe"): (foe_passes,),
    ("raise_outside", "kept"): (kept_for_confrontation,),
    ("returned_card", "still_controlled"): (still_controlled,),
    ("several_foes", "nothing"): (several_foes,),
    ("success", "announce"): (announced,),
    ("success", "power"): (power_enough,),
    ("totals", "told_first"): (told_first,),
    ("zero", "neither"): (zero_is_neither,),
}
"""What is written anew wherever a text says it."""


# ------------------------------------------------------------------------- of whole texts


def always_works(texts: Texts) -> Iterator[c.Text]:
    """Standing Confrontation text works outside Confrontations too."""
    for text in texts:
        if text.home in ("character", "play"):
            text = replace(text, body=tuple(map(outside_too, text.body)))
        yield text


def outside_too(form: c.Statement) -> Any:
    """What stands without saying that it does so in a Confrontation; a price is asked as before."""
    match form:
        case c.Option() if any(one.name in ("paid", "per_type") for one in form.settings):
            return form
        case c.On() | c.Option() | c.Change() | c.Forbid():
            within = besides(form.within)
            return form if within == form.within else replace(form, within=within)
        case _:
            return form


def besides(window: c.Value | None) -> Any:
    """A stretch of time without the Confrontation."""
    match window:
        case c.Overlap(left, right) if right == CONFRONTING:
            return besides(left)
        case c.Overlap(left, right) if left == CONFRONTING:
            return besides(right)
        case _:
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
    for text in texts:
        for on in text.body if text.home == "super_up" else ():
            if isinstance(on, c.On):
                yield c.Text("played", (), rewritten(on.body, on_foes))


def on_foes(form: Any) -> Any:
    """Those who are attacked are the foes; who is hit, and you, are each player."""
    match form:
        case c.Attack(at_whom=c.Group("everyone")):
            return replace(form, at_whom=FOES)
        case c.Attribute("hit"):
            return c.Join(c.SetOp.WITH, form, YOU)
        case _:
            return form


def with_own_block(texts: Texts) -> Iterator[c.Text]:
    """Block text works when the card is played too."""
    yield from texts
    for text in texts:
        for option in text.body if "Block" in text.labels else ():
            if isinstance(option, c.Option):
                yield c.Text("played", (), own_block(option.body))


def own_block(body: c.Block) -> c.Block:
    """What a Block does to its own player's Character; of a number, nothing that comes with it."""
    match body:
        case (c.ForEach(name, c.Group("confronted"), raised), *_):
            return rewritten(raised, lambda x: YOU if x == c.Var(name) else x)  # type: ignore[no-any-return]
        case _:
            return body


def with_raisers(texts: Texts) -> Iterator[c.Text]:
    """A Defense that raises a cost is used as a Block: discarded, but nothing is avoided."""
    yield from texts
    for text in texts:
        for option in text.body if "Defense" in text.labels else ():
            if isinstance(option, c.Option) and raises(option):
                away = c.Place("discard", YOU)
                price = (c.Move(c.Var("this"), away, "discard", YOU),)
                body = tuple(one for one in option.body if not avoids((one,)))
                within = c.Span("blocking")
                yield c.Text("raising", (), (c.Option(YOU, body, price, within=within),))


def helping(texts: Texts) -> Iterator[c.Text]:
    """A card whose text avoids Attacks is a Defense card."""
    yield from texts
    if any(avoids(text.body) for text in texts):
        yield c.Text("played", ("Defense",), ())


def clearing(texts: Texts) -> Iterator[c.Text]:
    """Cards of the main deck that a text has shown do not go back there."""
    yield from texts
    for text in texts:
        shown = [x.cards for one in text.body for x in walk(one) if isinstance(x, c.Show)]
        of_main = [x for x in shown if comes_from_main(x, text.body)]
        if text.home == "played" and of_main:
            in_main = c.Compare("in", c.Var(IT), c.Place("main"))
            gone = (
                c.Move(c.Filter(IT, x, in_main), c.Place("destroyed"), "destroy", YOU)
                for x in of_main
            )
            yield c.Text("played", (), tuple(gone))


def comes_from_main(cards: c.Value, body: c.Block) -> bool:
    """Whether cards are, or were named as, some of the main deck."""
    lets = [x for one in body for x in walk(one) if isinstance(x, c.Let)]
    if isinstance(cards, c.Var):
        return any(x.name == cards.name and comes_from_main(x.value, ()) for x in lets)
    return any(isinstance(x, c.Place) and x.row == "main" for x in walk(cards))


OF_CARDS: Final[Mapping[tuple[str, Any], tuple[Callable[[Texts], Iterator[c.Text]], ...]]] = {
    ("appearance_played", "yes"): (with_appearance,),
    ("banner_played", "yes"): (with_banner,),
    ("confrontation_text", "always"): (always_works,),
    ("defense_card", "helps"): (helping,),
    ("looked_at", "leaves"): (clearing,),
    ("own_block_text", "works"): (with_own_block,),
    ("played_cards", "count_as_discarded"): (count_as_discarded,),
    ("raisers", "blocks"): (with_raisers,),
    ("short_draw", "nothing"): (drawn_in_full,),
}
"""What is written anew of the texts of a card."""
