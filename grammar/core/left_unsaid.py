"""Doubts about what a sentence leaves unsaid: how often, in which order, whose, how many, how far,
what a replacement replaces, and on what something lies.

As in `doubts`, a text leaves such a question open where the other reading is another core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count, takewhile
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    is_held,
    is_payment,
    is_place,
    is_row,
    says_you_do_it,
    spans_of,
    speaks_of,
    walk,
)
from rules_check.grammar.core.doubts import (
    ONE,
    TURN,
    YOU,
    Texts,
    all_or_nothing,
    as_many_as_there_are,
    in_blocks,
    lower_costs,
)
from rules_check.grammar.core.rewriting import Rewriting, rewritten, substituted

REST: Final = "the rest"
LATER: Final = "what comes later"
IN_ITS_PLACE: Final = "in its place"
THAT_CHARACTER: Final = "that Character"
"""Names that no text has."""

YOUR_TURNS: Final = c.Span("turns", YOU)
CONFRONTING: Final = c.Span("confronting", YOU)


# ------------------------------------------------------------------------- how often, how long


def the_next_time(texts: Texts) -> Iterator[c.Text]:
    """ "When you buy a Villain this turn", on a card that is played, speaks of one of them."""
    for text in texts:
        yield rewritten(text, {c.On: once_only}) if text.home == "played" else text


def once_only(form: c.On) -> c.On:
    """The same of what waits for something that you do."""
    event = form.event
    if not isinstance(event, c.Event) or form.limit is not None or form.nth is not None:
        return form
    each = form.retro or form.answer("often") == "each"
    if each or TURN not in spans_of(form.within) or speaks_of(event, "this"):
        return form
    return replace(form, limit=ONE) if says_you_do_it(event) else form


def any_number_of_times(form: c.Option) -> c.Option:
    """What may be done during each of your turns may be done as often as you like."""
    if (form.limit, form.per) != (ONE, YOUR_TURNS) or form.key is not None:
        return form
    paid = any(isinstance(x, c.Points) and x.row == "pay" for x in walk(form))
    other = paid or is_payment(form) or is_held(form)  # of which something else is asked
    return form if other else replace(form, limit=None, per=None)


def not_when_put_away(form: c.On) -> c.On:
    """Who waits for discards of a turn does not wait for the hand that is put away at its end."""
    event = form.event
    if not isinstance(event, c.Event) or event.verbs != ("discard",) or event.where is None:
        return form
    from_elsewhere = (
        x for x in walk(event.where) if isinstance(x, c.Compare) and is_row(x.left, "from")
    )
    if not all(any(is_place(y, "hand") for y in walk(x)) for x in from_elsewhere):
        return form
    if form.within != TURN or form.limit is not None or not says_you_do_it(event):
        return form
    return replace(form, within=c.Overlap(TURN, YOUR_TURNS))


def but_when_put_away(form: c.Forbid) -> c.Forbid:
    """Who cannot discard cards this turn puts the hand away when it ends, as usual."""
    event = form.event
    if not isinstance(event, c.Event) or event.verbs != ("discard",) or form.within != TURN:
        return form
    if not says_you_do_it(event) or speaks_of(event, "this"):
        return form
    return replace(form, within=c.Overlap(TURN, YOUR_TURNS))


def doubled_later_too(texts: Texts) -> Iterator[c.Text]:
    """Power that is doubled this turn is doubled whenever it comes."""
    power = c.Attribute("power", (YOU,))
    event = c.Var(LATER)
    yours = c.Compare("=", c.Attribute("whom", (event,)), YOU)
    again = c.Compare("=", c.Attribute("source", (event,)), c.Var("this"))
    given = c.Event(("give",), LATER, where=c.Logic("and", (yours, c.Logic("not", (again,)))))

    def doubled(form: c.Points) -> c.Block:
        if (form.row, form.who, form.amount) != ("give", YOU, power):
            return (form,)
        more = replace(form, amount=c.Attribute("amount", (event,)))
        return (form, c.On(given, (more,), within=TURN, at=form.at))

    for text in texts:
        yield replace(text, body=in_blocks(text.body, c.Points, doubled))


def ever_done(texts: Texts) -> Iterator[c.Text]:
    """What has been done at some time has been done in the game, and not only this turn; of several
    things the first may have said when."""
    for text in texts:
        asked = [x for x in walk(text) if isinstance(x, c.Did) and x.window == TURN]
        in_game: Rewriting = {c.Did: lambda form: replace(form, window=c.Span("game"))}
        yield rewritten(text, in_game) if len(asked) == 1 and not _lasts(text) else text


def _lasts(text: c.Text) -> bool:
    """Whether something in a text lasts for a while."""
    return any(getattr(x, "within", None) is not None for x in walk(text))


# ------------------------------------------------------------------------- in which order


def one_after_the_other(form: c.ForEach) -> c.ForEach:
    """Of several players who pass cards each one chooses when the one before has passed."""
    passes = any(isinstance(x, c.Move) and x.verb == "pass" for x in form.body)
    return replace(form, together=False) if form.together and passes else form


def rest_in_an_order(texts: Texts) -> Iterator[c.Text]:
    """Cards that were shown and not taken go back in an order that is chosen."""
    for text in texts:
        yield replace(text, body=_with_the_rest(text.body, _ends_shown, c.End.TOP, YOU))


def rest_on_the_bottom(texts: Texts) -> Iterator[c.Text]:
    """What was shown on the way to a card goes to the bottom of its pile."""
    for text in texts:
        yield replace(text, body=_with_the_rest(text.body, _shown_until, c.End.BOTTOM, None))


Shown = tuple[c.Value, c.Value]
"""Cards that a text has shown, and the pile from whose top they are."""


def _with_the_rest(
    block: c.Block, shown: Callable[[c.Block], Shown | None], end: c.End, order: c.Value | None
) -> c.Block:
    """A block behind which the rest of the cards that it shows is put somewhere; the same block if
    it shows none, or says itself what becomes of all of them."""
    found = shown(block)
    if found is None:
        return block
    cards, pile = found
    at = next(n for n, one in enumerate(block) if any(_shows(x) for x in walk(one)))
    later = block[at + 1 :]
    taken = _taken(later, cards)
    if taken is None:
        return block
    rest = c.Let(REST, c.Join(c.SetOp.WITHOUT, cards, taken))
    return (*block, rest, c.Move(c.Var(REST), pile, "put", YOU, end=end, order=order))


def _shows(form: c.Form) -> bool:
    return isinstance(form, c.Show | c.Repeat)


def _ends_shown(block: c.Block) -> Shown | None:
    """Three or more cards of the top of your deck that are shown; or two of which perhaps none is
    taken."""
    named = {x.name: x.value for x in block if isinstance(x, c.Let)}
    for one in block:
        of = one.of[0] if isinstance(one, c.Result) and len(one.of) == 1 else one
        if not isinstance(of, c.Show):
            continue
        top = named.get(of.cards.name) if isinstance(of.cards, c.Var) else of.cards
        if not isinstance(top, c.Ends) or not isinstance(top.number, c.Number):
            continue
        if top.end is not c.End.TOP or not is_place(top.of, "deck", "main"):
            continue
        if top.number.value < (2 if any(isinstance(x, c.Filter) for x in _chosen(block)) else 3):
            continue
        if isinstance(of.cards, c.Var):
            return of.cards, top.of
        if isinstance(one, c.Result):
            return _revealed(one.name), top.of
    return None


def _chosen(block: c.Block) -> list[c.Value]:
    """From what is chosen in a block."""
    return [x.source for one in block for x in walk(one) if isinstance(x, c.Choose)]


def _shown_until(block: c.Block) -> Shown | None:
    """The cards of the top of a deck that are shown one by one."""
    for one in block:
        if not isinstance(one, c.Repeat) or one.how is not c.Round.UNTIL:
            continue
        shown = [x.cards for x in walk(one) if isinstance(x, c.Show)]
        for x in walk(one):
            if isinstance(x, c.Let) and c.Var(x.name) in shown:
                piles = [y for y in walk(x.value) if isinstance(y, c.Place)]
                decks = [y for y in piles if is_place(y, "deck", "main")]
                return (c.Var(x.name), decks[0]) if len(decks) == 1 else None
    return None


def _revealed(name: str) -> c.Value:
    """The cards that were revealed in a statement."""
    return c.Attribute("cards", (c.Did(c.Event(("reveal",)), c.Var(name)),))


def _taken(later: c.Block, cards: c.Value) -> c.Var | None:
    """Those of the cards that were shown that are taken; None if none is, or if something is said
    of the others."""
    names = {x.name for x in walk(cards) if isinstance(x, c.Var)}

    def shown(form: c.Form) -> bool:
        return any(speaks_of(form, name) for name in names)

    taken = {
        x.name for one in later for x in walk(one) if isinstance(x, c.Choose | c.Let) and shown(x)
    }
    moved = [x for one in later for x in walk(one) if isinstance(x, c.Move | c.Play)]
    gone = [x.cards if isinstance(x, c.Move) else x.card for x in moved]
    rest = [x for one in later for x in walk(one) if isinstance(x, c.Join) and shown(x)]
    some = any(isinstance(x, c.Var) and x.name in taken for x in gone)
    said = rest or any(shown(x) for x in gone) or len(taken) > 1
    return c.Var(*taken) if some and not said else None


# ------------------------------------------------------------------------- whose


def your_is_the_doers(texts: Texts) -> Iterator[c.Text]:
    """Where you or your teammate may do something, "your" is said of whoever does it."""
    for text in texts:
        of_team = {
            x.name
            for x in walk(text)
            if isinstance(x, c.Choose) and x.source == c.Group("team", YOU)
        }

        def of_doer(form: c.Offer, of_team: set[str] = of_team) -> c.Offer:
            if not isinstance(form.by, c.Var) or form.by.name not in of_team:
                return form
            return replace(form, ways=rewritten(form.ways, {c.Place: places_of(form.by)}))

        yield rewritten(text, {c.Offer: of_doer})


def places_of(who: c.Value) -> Callable[[c.Place], c.Place]:
    """Your hand, deck and piles become those of another player."""

    def theirs(place: c.Place) -> c.Place:
        return replace(place, of=who) if place.of == YOU else place

    return theirs


def into_your_pile(texts: Texts) -> Iterator[c.Text]:
    """A card of another player that somebody has played goes to the discard pile of whoever played
    it, at once if it is discarded, else at the end of the turn."""
    for text in texts:
        played = [x.card for x in walk(text) if isinstance(x, c.Play) and x.by == YOU]
        theirs = _theirs(text)

        def discarded(
            form: c.Move, played: list[c.Value] = played, theirs: set[str] = theirs
        ) -> c.Move:
            cards = form.cards
            if form.verb != "discard" or not isinstance(cards, c.Var) or cards not in played:
                return form
            owners = form.to == c.Place("discard", c.Attribute("owner", (cards,)))
            return (
                replace(form, to=c.Place("discard", YOU))
                if owners and cards.name in theirs
                else form
            )

        moved = {x.name for one in walk(text) if isinstance(one, c.Move) for x in _names(one.cards)}
        yours = {
            x.name
            for x in walk(text)
            if isinstance(x, c.Choose) and x.by != YOU and _only_yours(x.source)
        }
        numbers = count()

        def kept(
            form: c.Play,
            taken: set[str] = theirs - moved,
            lent: set[str] = yours - moved,
            numbers: Iterator[int] = numbers,
        ) -> c.Block:
            card = form.card
            if isinstance(card, c.Var):
                others = card.name in (taken if form.by == YOU else lent)
                return (form, _put_away(card, form)) if others else (form,)
            if form.by != YOU or not isinstance(card, c.Ends) or not _in_piles_of_others(card):
                return (form,)
            name = f"{LATER} {next(numbers)}"
            play = replace(form, card=c.Var(name))
            return c.Let(name, c.The(card)), play, _put_away(c.Var(name), form)

        new = rewritten(text, {c.Move: discarded})
        yield replace(new, body=in_blocks(new.body, c.Play, kept))


def _put_away(card: c.Var, form: c.Play) -> c.On:
    """A card goes to the discard pile of whoever has played it when the turn ends."""
    by = c.Compare("=", c.Attribute("by", (c.Var(LATER),)), YOU)
    put = c.Move(card, c.Place("discard", form.by), "put", YOU)
    ended = c.Event(("turn_end",), LATER, where=by)
    return c.On(ended, (put,), within=c.Span("game"), limit=ONE, at=form.at)


def _only_yours(source: c.Value) -> bool:
    """Whether cards lie in your hand, deck or discard pile."""
    piles = [x.of for x in walk(source) if isinstance(x, c.Place) and is_place(x, *PILES)]
    return bool(piles) and set(piles) == {YOU}


def _theirs(text: c.Text) -> set[str]:
    """The names of cards of other players, of those that they discard, and of those that are chosen
    among them."""
    theirs: set[str] = set()
    of_others: set[str] = set()
    for one in walk(text):
        if isinstance(one, c.Choose | c.Let):
            among = one.source if isinstance(one, c.Choose) else one.value
            known = theirs | of_others
            if _in_piles_of_others(among) or any(x.name in known for x in _names(among)):
                theirs.add(one.name)
        elif isinstance(one, c.Result) and any(
            x.name in theirs for y in walk(one) if isinstance(y, c.Move) for x in _names(y.cards)
        ):
            of_others.add(one.name)
    return theirs


def _names(form: c.Form) -> list[c.Var]:
    """The names that are spoken of."""
    return [x for x in walk(form) if isinstance(x, c.Var)]


def picked_unseen(texts: Texts) -> Iterator[c.Text]:
    """Who picks a card of another player's hand does not see it: it is picked at random."""

    def unseen(form: c.Choose) -> c.Choose:
        source = form.source
        hidden = is_place(source, "hand") and isinstance(source, c.Place) and source.of != YOU
        if form.by != YOU or not hidden or form.manner is not c.Manner.OPEN:
            return form
        return replace(form, manner=c.Manner.RANDOM)

    for text in texts:
        shown = any(isinstance(x, c.Show) for x in walk(text))
        yield text if shown else rewritten(text, {c.Choose: unseen})


def _in_piles_of_others(source: c.Value) -> bool:
    """Whether cards lie in the hand, deck or discard pile of other players."""
    piles = [x.of for x in walk(source) if isinstance(x, c.Place) and is_place(x, *PILES)]
    return bool(piles) and YOU not in piles and None not in piles


PILES: Final = ("hand", "deck", "discard")


def confronted_is_that_foe(texts: Texts) -> Iterator[c.Text]:
    """ "That foe", in what works in a Confrontation only, is the Confronted one, also if another
    one was chosen before."""
    confronted = c.The(c.Group("confronted"))
    for text in texts:
        chosen = [
            x.name
            for x in text.body
            if isinstance(x, c.Choose) and x.sort == "Player" and x.source == c.Group("foes", YOU)
        ]

        def fought(form: c.If, chosen: list[str] = chosen) -> c.If:
            if form.test != c.During(CONFRONTING):
                return form
            for name in chosen:
                form = substituted(form, name, confronted)
            return form

        yield replace(text, body=rewritten(text.body, {c.If: fought}))


def also_who_avoided(texts: Texts) -> Iterator[c.Text]:
    """ "That foe", behind an Attack on one foe, is that foe even if the Attack was avoided."""
    for text in texts:
        body: list[c.Statement] = []
        aimed: dict[str, c.Value] = {}
        for one in text.body:
            for name, target in aimed.items():
                one = substituted(one, name, target)
            body.append(one)
            if isinstance(one, c.Attack) and isinstance(one.at_whom, c.Var):
                hit, targets = (c.Attribute(row, (c.Var(one.name),)) for row in ("hit", "targets"))
                rounds = (x for x in walk(one) if isinstance(x, c.ForEach) and x.source == hit)
                aimed |= {x.name: targets for x in rounds}
        yield replace(text, body=tuple(body))


def chosen_by_you(form: c.Offer) -> c.Offer:
    """Whoever plays a card chooses which of several things another player does."""
    several = len(form.ways) > 1 and (form.least, form.most) == (ONE, ONE)
    theirs = isinstance(form.by, c.Var) and form.by != YOU
    return replace(form, by=YOU) if several and theirs and not form.name else form


def your_is_yours(form: c.ForEach) -> c.ForEach:
    """Where you and your teammate each take a card of "your" pile, it is a pile of yours."""
    if form.source != c.Group("team", YOU):
        return form
    each = c.Var(form.name)

    def yours(place: c.Place) -> c.Place:
        return replace(place, of=YOU) if place.of == each else place

    def taken(choose: c.Choose) -> c.Choose:
        return replace(choose, source=rewritten(choose.source, {c.Place: yours}))

    return rewritten(form, {c.Choose: taken})


# ------------------------------------------------------------------------- how far


def otherwise_of_the_outer(form: c.If) -> c.If:
    """ "Otherwise" is the other case of the first of two conditions, and not of the second."""
    if form.otherwise or len(form.then) != 1 or not isinstance(form.then[0], c.If):
        return form
    inner = form.then[0]
    if not inner.otherwise:
        return form
    return replace(form, then=(replace(inner, otherwise=()),), otherwise=inner.otherwise)


def each_by_itself(texts: Texts) -> Iterator[c.Text]:
    """Of two cards that may be taken, either may be taken without the other."""
    for text in texts:
        tried = [x.of[0] for x in walk(text) if isinstance(x, c.Result)]

        def apart(form: c.Offer, tried: list[c.Statement] = tried) -> c.Block:
            return (form,) if form in tried else two_offers(form)

        yield replace(text, body=in_blocks(text.body, c.Offer, apart))


def two_offers(form: c.Offer) -> c.Block:
    """The same of one such choice."""
    if form.least != c.Number(0) or len(form.ways) != 1 or form.otherwise or form.name:
        return (form,)
    match form.ways[0]:
        case (
            c.Choose(name=first, sort="Card") as one,
            c.Choose(name=second, sort="Card") as two,
            c.Move(cards=c.Join(c.SetOp.WITH, c.Var(left), c.Var(right))) as move,
        ) if (first, second) == (left, right) and one.source != two.source:
            moves = (replace(move, cards=c.Var(name)) for name in (first, second))
            ways = zip((one, two), moves, strict=True)
            return tuple(replace(form, ways=(way,)) for way in ways)
    return (form,)


def reaches_on(texts: Texts) -> Iterator[c.Text]:
    """What "during a Confrontation" opens goes on to the end of its line."""
    for text in texts:
        yield replace(text, body=_with_what_follows(text.body))


def _with_what_follows(block: c.Block) -> c.Block:
    """A block in which what is done in a Confrontation only takes in the sentences behind it."""
    for n, form in enumerate(block):
        if isinstance(form, c.If) and _opens_a_line(form):
            rest = _of_line(_line(form), block[n + 1 :])
            all_of_it = replace(form, then=(*form.then, *rest))
            return (*block[:n], all_of_it, *block[n + 1 + len(rest) :])
    return block


def _of_line(line: int, block: c.Block) -> c.Block:
    """The statements up to the next line; none if no words of this one are among them."""
    own = tuple(takewhile(lambda one: one.at is None or one.at[0] == line, block))
    return own if any(one.at is not None for one in own) else ()


def _line(form: c.Form) -> int:
    """The line in which a form stands; -1 if that is not known."""
    return -1 if form.at is None else form.at[0]


def _opens_a_line(form: c.If) -> bool:
    """Whether a sentence begins with the Confrontation in which it works."""
    spoken = [x.at for one in form.then for x in walk(one) if x.at is not None]
    fights = isinstance(form.test, c.During) and not form.otherwise
    return fights and form.at is not None and bool(spoken) and form.at < min(spoken)


# ------------------------------------------------------------------------- how many


def in_part(form: c.Offer) -> c.Offer:
    """Of several things another player may do one of which only a part can be done."""
    if len(form.ways) < 2 or form.by == YOU:
        return form
    return replace(form, ways=rewritten(form.ways, {c.Choose: as_many_as_there_are}))


def all_or_none(form: c.Choose) -> c.Choose:
    """Of several cards with a limit for all of them together none is taken if there are fewer."""
    several = isinstance(form.least, c.Number) and form.least.value > 1
    if not several or form.such_that is None or form.answer("fewer") == "none":
        return form
    if not any(isinstance(x, c.Fold) and x.row == "sum" for x in walk(form.such_that)):
        return form
    return all_or_nothing(form)


def not_all_alike(texts: Texts) -> Iterator[c.Text]:
    """Three or more cards have different types if not all of them have the same."""
    for text in texts:
        more = {
            x.name
            for x in walk(text)
            if isinstance(x, c.Let)
            and isinstance(x.value, c.Ends)
            and isinstance(x.value.number, c.Number)
            and x.value.number.value > 2
        }

        def some(form: c.Compare, more: set[str] = more) -> c.Compare:
            match form:
                case c.Compare(
                    "=",
                    c.Fold("count", c.Attribute("apart", (c.Var(name) as cards,))),
                    c.Fold("count", all_),
                ) if all_ == cards and name in more:
                    return replace(form, op=">", right=ONE)
            return form

        yield rewritten(text, {c.Compare: some})


def asked_cost_is_lower(texts: Texts) -> Iterator[c.Text]:
    """A text that lowers a price and asks for a cost asks for the lower one."""
    for text in texts:
        rest = [one for one in text.body if not isinstance(one, c.Change)]
        asks = any(
            isinstance(x, c.Compare) and (is_row(x.left, "cost") or is_row(x.right, "cost"))
            for one in rest
            for x in walk(one)
        )
        yield from lower_costs((text,)) if asks else (text,)


# ------------------------------------------------------------------------- instead


def only_if_it_can(texts: Texts) -> Iterator[c.Text]:
    """What is done instead of something takes its place only if it can be done."""
    for text in texts:
        numbers = count()

        def else_as_usual(form: c.On, numbers: Iterator[int] = numbers) -> c.On:
            if not form.before or not isinstance(form.event, c.Event) or not form.body:
                return form
            first = form.body[0]
            needs = isinstance(first, c.Choose) and first.least == ONE and first.sort == "Card"
            told = [x for one in form.body for x in walk(one)]
            if not needs or any(isinstance(x, c.Proceed | c.Offer) for x in told):
                return form
            name = f"{IN_ITS_PLACE} {next(numbers)}"
            undone = c.Logic("not", (c.Status("done", c.Var(name)),))
            usual = c.If(undone, (c.Proceed(c.Var(form.event.name)),))
            return replace(form, body=(c.Result(name, form.body), usual))

        yield rewritten(text, {c.On: else_as_usual})


# ------------------------------------------------------------------------- on what it lies


def on_that_character(texts: Texts) -> Iterator[c.Text]:
    """What changes the cost of somebody's Character beyond this turn changes that of the Character
    of this moment, and not of those that come after it."""
    for text in texts:
        numbers = count()

        def of_now(form: c.Change, numbers: Iterator[int] = numbers) -> c.Block:
            of = form.attribute
            if form.within == TURN or not isinstance(of, c.Attribute) or of.row != "cost":
                return (form,)
            (whose,) = of.of
            if not isinstance(whose, c.Attribute) or not is_row(whose, "character"):
                return (form,)
            name = f"{THAT_CHARACTER} {next(numbers)}"
            player = whose.of[0]
            if form.source is not None and player == c.Var(form.name):
                whose = c.Attribute("character", (c.The(form.source),))
            elif form.source is not None:
                return (form,)
            cost = replace(of, of=(c.Var(name),))
            new = replace(form, attribute=cost, name="", source=None)
            return c.Let(name, whose), new

        played = text.home == "played"
        yield replace(text, body=in_blocks(text.body, c.Change, of_now)) if played else text


# ------------------------------------------------------------------------- the tables

OF_FORMS: Final[Mapping[tuple[str, Any], Rewriting]] = {
    ("clean_up", "not"): {c.On: not_when_put_away, c.Forbid: but_when_put_away},
    ("each_your", "you"): {c.ForEach: your_is_yours},
    ("limit_unmet", "none"): {c.Choose: all_or_none},
    ("option_chosen", "you"): {c.Offer: chosen_by_you},
    ("option_often", "any_number"): {c.Option: any_number_of_times},
    ("option_in_part", "some"): {c.Offer: in_part},
    ("otherwise_of", "outer"): {c.If: otherwise_of_the_outer},
    ("passing", "in_turn"): {c.ForEach: one_after_the_other},
}
"""What forms become in another reading, wherever they stand."""

OF_TEXTS: Final[Mapping[tuple[str, Any], Callable[[Texts], Iterator[c.Text]]]] = {
    ("all_different", "some"): not_all_alike,
    ("both_or_each", "each"): each_by_itself,
    ("confrontation_reach", "line"): reaches_on,
    ("doubled", "all_turn"): doubled_later_too,
    ("hidden_pick", "random"): picked_unseen,
    ("left_order", "chosen"): rest_in_an_order,
    ("left_over", "bottom"): rest_on_the_bottom,
    ("lies_on", "character"): on_that_character,
    ("played_pile", "yours"): into_your_pile,
    ("price_asked", "cost"): asked_cost_is_lower,
    ("that_foe_avoided", "too"): also_who_avoided,
    ("that_foe_is", "confronted"): confronted_is_that_foe,
    ("undone_instead", "usual"): only_if_it_can,
    ("unsaid_past", "game"): ever_done,
    ("when_this_turn", "next"): the_next_time,
    ("your_or_theirs", "doer"): your_is_the_doers,
}
"""What the texts of a card become in another reading."""
