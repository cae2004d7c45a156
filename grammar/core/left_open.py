"""Doubts about what a text leaves open: by whom something was done, in whose turn,
whose a card is that was nobody's, and who is meant beside those hit.

As in `doubts`, a text leaves such a question open where the other reading is another core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    HELD,
    is_place,
    is_row,
    says_you_do_it,
    spans_of,
    speaks_of,
    walk,
)
from rules_check.grammar.core.doubts import ONE, TURN, YOU, Texts, in_blocks
from rules_check.grammar.core.rewriting import Rewriting, rewritten

YOUR_END: Final = "end of your turn"
YOUR_NEXT: Final = "your next turn"
PLAYED: Final = "what is played"
AVOIDED: Final = "who avoided it"
YOUR_FOE: Final = "your foe"
"""Names that no text has."""

GAME: Final = c.Span("game")


# ------------------------------------------------------------------------- by whom

DONE_TO_CARDS: Final = frozenset({"buy", "destroy", "discard", "draw", "gain", "play", "reveal"})
"""What somebody does to cards, and texts may say without saying who."""


def done_by_you(texts: Texts) -> Iterator[c.Text]:
    """What "is destroyed", and nobody says by whom, is destroyed by you."""

    def in_time(did: c.Did) -> c.Did:
        return replace(did, event=_by_you(did.event)) if isinstance(did.window, c.Span) else did

    def waited_for(on: c.On) -> c.On:
        return on if speaks_of(on.event, "this") else replace(on, event=_by_you(on.event))

    for text in texts:
        yield rewritten(text, {c.Did: in_time, c.On: waited_for})


def _by_you(event: c.Value) -> c.Value:
    """The same event done by you, if it is one that anybody may do."""
    if not isinstance(event, c.Event) or not DONE_TO_CARDS.issuperset(event.verbs):
        return event
    name = event.name or PLAYED
    by = c.Attribute("by", (c.Var(name),))
    yours, anyones = c.Compare("=", by, YOU), c.Compare("in", by, c.Group("everyone"))
    if event.where is None:
        return replace(event, name=name, where=yours)
    if anyones in walk(event.where):
        return rewritten(event, {c.Compare: lambda x: yours if x == anyones else x})
    if any(isinstance(x, c.Attribute) and x.row in ("by", "whom", "whose") for x in walk(event)):
        return event
    return replace(event, where=c.Logic("and", (yours, event.where)))


def done_by_the_team(form: c.Did) -> c.Did:
    """Whom you have defeated in the game, your teammate has defeated for you, too."""
    event = form.event
    if not isinstance(event, c.Event) or "defeat" not in event.verbs or form.window == TURN:
        return form

    def ours(test: c.Compare) -> c.Compare:
        yours = test.op == "=" and is_row(test.left, "by") and test.right == YOU
        return replace(test, op="in", right=c.Group("team", YOU)) if yours else test

    return replace(form, event=rewritten(event, {c.Compare: ours}))


def put_is_gained(texts: Texts) -> Iterator[c.Text]:
    """Cards that are put among yours, and were not yours before, are gained."""
    if not any(_is_your_gain(x) for text in texts for x in walk(text)):
        yield from texts
        return
    for text in texts:
        gained = {
            x.cards for x in walk(text) if isinstance(x, c.Move) and x.verb in ("gain", "buy")
        }
        nobodys = {c.Var(name) for name in _from(text, is_nobodys)}

        def gain(
            form: c.Move, nobodys: set[c.Var] = nobodys, gained: set[c.Value] = gained
        ) -> c.Move:
            known = form.cards in nobodys or is_nobodys(form.cards)
            yours = is_place(form.to, "hand", "deck", "discard") and YOU in walk(form.to)
            if form.verb != "put" or not known or not yours or form.cards in gained:
                return form
            return replace(form, verb="gain")

        yield rewritten(text, {c.Move: gain})


def _is_your_gain(form: c.Form) -> bool:
    """Whether it is asked, or waited for, what you gain."""
    event = form.event if isinstance(form, c.Did | c.On) else None
    return isinstance(event, c.Event) and "gain" in event.verbs and says_you_do_it(event)


def is_nobodys(cards: c.Form) -> bool:
    """Whether cards lie where they are nobody's, all of them."""
    piles = [x for x in walk(cards) if isinstance(x, c.Place)]
    common = ("lineup", "main", "stack", "stacks", "destroyed", "superstack")
    return bool(piles) and all(is_place(x, *common) for x in piles)


def _from(text: c.Text, where: Callable[[c.Form], bool]) -> set[str]:
    """The names of cards that are chosen or taken from such places, and of those among them."""
    found: set[str] = set()
    for one in walk(text):
        if isinstance(one, c.Choose | c.Let):
            source = one.source if isinstance(one, c.Choose) else one.value
            if where(source) or any(isinstance(x, c.Var) and x.name in found for x in walk(source)):
                found.add(one.name)
    return found


# ------------------------------------------------------------------------- whose


def back_at_the_end(texts: Texts) -> Iterator[c.Text]:
    """A card that was nobody's and that you have played goes back when your turn ends."""
    for text in texts:
        moved = {
            x.name
            for one in walk(text)
            if isinstance(one, c.Move)
            for x in walk(one.cards)
            if isinstance(x, c.Var)
        }
        piles = _piles(text, moved)
        numbers = count()

        def kept(
            form: c.Play, piles: Mapping[str, c.Place] = piles, numbers: Iterator[int] = numbers
        ) -> c.Block:
            card = form.card
            if form.by != YOU or form.answer("counts_again"):
                return (form,)
            if isinstance(card, c.Var):
                known = card.name in piles
                return (form, _goes_back(card, piles[card.name], form)) if known else (form,)
            pile = _one_pile(card)
            if pile is None:
                return (form,)
            it = c.Var(f"{PLAYED} {next(numbers)}")
            named = c.Let(it.name, c.The(card) if isinstance(card, c.Ends) else card)
            return named, replace(form, card=it), _goes_back(it, pile, form)

        yield replace(text, body=in_blocks(text.body, c.Play, kept))


def _piles(text: c.Text, moved: set[str]) -> dict[str, c.Place]:
    """The pile, if it is nobody's, of each card that has a name, also of one chosen among others;
    not of those that are moved, and of those among them."""
    found: dict[str, c.Place] = {}
    gone = set(moved)
    for one in walk(text):
        if isinstance(one, c.Choose | c.Let):
            source = one.source if isinstance(one, c.Choose) else one.value
            among = [x.name for x in walk(source) if isinstance(x, c.Var)]
            pile = _one_pile(source) or next((found[x] for x in among if x in found), None)
            if one.name in gone or gone.intersection(among):
                gone.add(one.name)
            elif pile is not None:
                found[one.name] = pile
    return found


def _one_pile(cards: c.Value) -> c.Place | None:
    """The pile in which cards lie, if it is one and nobody's."""
    piles = {x for x in walk(cards) if isinstance(x, c.Place)}
    return next(iter(piles)) if len(piles) == 1 and is_nobodys(cards) else None


def _goes_back(card: c.Var, pile: c.Place, form: c.Play) -> c.Statement:
    """A played card goes back to its pile when your turn ends."""
    by = c.Compare("=", c.Attribute("by", (c.Var(YOUR_END),)), YOU)
    ended = c.Event(("turn_end",), YOUR_END, where=by)
    end = c.End.TOP if is_place(pile, "main", "superstack", "stack") else None
    back = c.Move(card, pile, "return", YOU, end=end)
    if pile.row == "destroyed":
        back = c.Move(card, pile, "destroy", YOU)
    elif pile.row == "stacks":
        back = c.Move(card, c.Place("origin", card), "return", YOU)
    return c.On(ended, (back,), within=GAME, limit=ONE, at=form.at)


# ------------------------------------------------------------------------- in whose turn


OF_OTHERS: Final = tuple(c.Group(row, YOU) for row in ("mates", "foes", "others", "left", "right"))
"""Players in whose turn a text that you have played is not carried out."""


def in_your_next_turn(texts: Texts) -> Iterator[c.Text]:
    """What is of use in one's own turn only, and is given in that of somebody else, is given for
    one's next turn: Power for another player, or by a Defense or a Block for "this turn"."""
    for text in texts:
        numbers = count()

        def begins(form: c.Points, numbers: Iterator[int] = numbers) -> c.On:
            name = f"{YOUR_NEXT} {next(numbers)}"
            by = c.Compare("=", c.Attribute("by", (c.Var(name),)), form.who)
            begun = c.Event(("turn_begin",), name, where=by)
            return c.On(begun, (form,), within=GAME, limit=ONE, at=form.at)

        def given(form: c.Points, begins: Any = begins) -> c.Block:
            power = (form.row, form.who, form.kind) == ("give", YOU, "Power")
            return (begins(form),) if power else (form,)

        mates = {x.name for x in walk(text) if isinstance(x, c.ForEach) and x.source in OF_OTHERS}

        def given_to_others(
            form: c.Points, mates: set[str] = mates, begins: Any = begins
        ) -> c.Block:
            theirs = isinstance(form.who, c.Var) and form.who.name in mates
            power = theirs and (form.row, form.kind) == ("give", "Power")
            return (begins(form),) if power else (form,)

        def changed(form: c.Change) -> c.Change:
            of = form.attribute
            yours = isinstance(of, c.Attribute) and of.row in ("price", "power") and YOU in of.of
            return replace(form, within=c.Span("nextturn", YOU)) if yours else form

        def used(form: c.Option) -> c.Option:
            if not any(x.row in HELD for x in spans_of(form.within)):
                return form
            body = tuple(
                x.then[0] if isinstance(x, c.If) and x.test == c.During(TURN) else x
                for x in form.body
            )
            later = in_blocks(rewritten(body, {c.Change: changed}), c.Points, given)
            return form if later == body else replace(form, body=later)

        if text.home == "played":
            yield replace(text, body=in_blocks(text.body, c.Points, given_to_others))
        else:
            yield rewritten(text, {c.Option: used}) if text.home == "hand" else text


def not_when_drawn_anew(form: c.On) -> c.On:
    """Who waits for draws does not wait for the new hand."""
    event = form.event
    if not isinstance(event, c.Event) or event.verbs != ("draw",) or form.limit is not None:
        return form
    if form.before or form.nth is not None or event.where is None or not _matters(form.body):
        return form
    if not says_you_do_it(event) or any(_asks_why(x) for x in walk(event)):
        return form
    if any(x.row == "turns" for x in spans_of(form.within)):
        return form
    return replace(form, event=not_by_the_rules(event))


def not_by_the_rules(event: c.Event) -> c.Event:
    """The same event where a text does it, and not the rules of a turn."""
    rules = c.Compare("=", c.Attribute("cause", (c.Var(event.name),)), c.Kind("rules"))
    test: c.Value = c.Logic("not", (rules,))
    where = test if event.where is None else c.Logic("and", (event.where, test))
    return replace(event, where=where)


def _asks_why(form: c.Form) -> bool:
    """Whether it is the cause of an event."""
    return isinstance(form, c.Attribute) and form.row == "cause"


def _matters(block: c.Block) -> bool:
    """Whether something is done that is of use when a turn ends: Power is not."""
    acts = [x for one in block for x in walk(one) if isinstance(x, c.Act | c.Standing)]
    return not all(isinstance(x, c.Points) and x.kind == "Power" for x in acts)


# ------------------------------------------------------------------------- beside those who are hit


SEVERAL: Final = (c.Group("everyone"), *(c.Group(row, YOU) for row in ("foes", "others")))
"""Groups of players of whom one may pass to another."""


def who_avoided_receives(form: c.Attack) -> c.Attack:
    """Who has avoided an Attack that passes cards still receives one."""
    avoided = c.Attribute("avoided", (c.Var(form.name),))

    def too(choose: c.Choose) -> c.Choose:
        source = choose.source
        others = isinstance(source, c.Join) and source.op is c.SetOp.WITHOUT
        if choose.sort != "Player" or not others or not isinstance(source, c.Join):
            return choose
        return replace(choose, source=source.left) if source.right == avoided else choose

    passes = any(isinstance(x, c.Move) and x.verb == "pass" for x in walk(form))
    several = form.at_whom in SEVERAL
    return replace(form, body=rewritten(form.body, {c.Choose: too})) if passes and several else form


def who_used_the_defense(texts: Texts) -> Iterator[c.Text]:
    """ "Each foe who avoids this Attack" is whoever has used a Defense, and not a teammate who was
    saved by it."""
    for text in texts:
        avoided = {
            c.Attribute("avoided", (c.Var(x.name),)) for x in walk(text) if isinstance(x, c.Attack)
        }

        def users(of: c.Value) -> c.Value:
            event = c.Var(AVOIDED)
            saved = c.Compare("in", c.Attribute("whom", (event,)), of)
            it = c.Compare("=", c.Attribute("card", (event,)), c.Var("this"))
            avoids = c.Event(("avoid",), AVOIDED, where=c.Logic("and", (it, saved)))
            return c.Attribute("whos", (c.Did(avoids, TURN),))

        def asked(form: c.Compare, avoided: set[c.Attribute] = avoided) -> c.Compare:
            if form.op != "in" or form.right not in avoided:
                return form
            return replace(form, right=users(form.right))

        yield rewritten(text, {c.Compare: asked})


# ------------------------------------------------------------------------- how many


def more_than_one_of_them(form: c.Quantified) -> c.Quantified:
    """ "More than any foe" is more than at least one of them."""
    players = any(isinstance(x, c.Group) for x in walk(form.source))
    return replace(form, every=False) if form.every and players else form


def no_less_than_none(form: c.Points) -> c.Points:
    """Power that is less than 0 is none."""
    of = form.amount
    below = isinstance(of, c.Arithmetic) and of.row == "-" and not isinstance(of.of[0], c.Number)
    if not below or (form.row, form.kind) != ("give", "Power"):
        return form
    return replace(form, amount=c.Arithmetic("atleast", (form.amount, c.Number(0))))


# ------------------------------------------------------------------------- which foe


def the_foe_you_choose(texts: Texts) -> Iterator[c.Text]:
    """ "Your foe", where there are two and nothing says which, is the one whom you choose."""
    facing = c.Group("facing", YOU)
    for text in texts:
        numbers = count()
        fought = [x for x in walk(text) if isinstance(x, c.If) and x.test == c.During(FOUGHT)]
        within: set[c.Form] = {x for one in fought for x in walk(one)}

        def chosen(
            form: Any, within: set[c.Form] = within, numbers: Iterator[int] = numbers
        ) -> c.Block:
            field = "at_whom" if isinstance(form, c.Attack) else "source"
            if getattr(form, field) != facing or form in within:
                return (form,)
            name = f"{YOUR_FOE} {next(numbers)}"
            foes = c.Conditional(SOMEBODY_FACING, facing, c.Group("foes", YOU))
            pick = c.Choose(name, "Player", foes, ONE, ONE, YOU, at=form.at)
            return pick, replace(form, **{field: c.Var(name)})

        body = text.body
        if text.home == "played":
            for kind in (c.ForEach, c.Attack):
                body = in_blocks(body, kind, chosen)
        yield replace(text, body=body)


FOUGHT: Final = c.Span("confronting", YOU)
SOMEBODY_FACING: Final = c.Compare(">=", c.Fold("count", c.Group("facing", YOU)), ONE)


# ------------------------------------------------------------------------- the tables

OF_FORMS: Final[Mapping[tuple[str, Any], Rewriting]] = {
    ("avoider_receives", "yes"): {c.Attack: who_avoided_receives},
    ("below_none", "none"): {c.Points: no_less_than_none},
    ("deeds_of", "team"): {c.Did: done_by_the_team},
    ("new_hand_drawn", "not"): {c.On: not_when_drawn_anew},
    ("than_any", "one"): {c.Quantified: more_than_one_of_them},
}
"""What forms become in another reading, wherever they stand."""

OF_TEXTS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    ("avoided_by", "defender"): who_used_the_defense,
    ("done_by", "you"): done_by_you,
    ("played_from", "back"): back_at_the_end,
    ("put_is", "gained"): put_is_gained,
    ("turn_meant", "next"): in_your_next_turn,
    ("your_foe", "chosen"): the_foe_you_choose,
}
"""What the texts of a card become in another reading."""
