"""Cards change their place: one verb, one or more objects, and where they go."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.attach import sequence
from rules_check.grammar.counted import SO_MANY
from rules_check.grammar.phrases import players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import limits
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.coordinate import decided, is_placed, settled
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.held import of_your_own

# -------------------------------------------------------------------------- reading

UNDER_THIS: Final = a.Place(a.Zone.UNDER_THIS)

rule("destinations", "destination+ (OR destination+)*")
rule(
    "destination",
    "_on EDGE -> to_edge",
    '_on EDGE OR EDGE "of" (owned_zone | shared_zone) -> to_either_edge',
    '"back" -> to_back',
    "FACE_DOWN -> to_face_down",
    "FACE_UP -> to_face_up",
    "IN_ANY_ORDER -> to_any_order",
    "IN_RANDOM_ORDER -> to_random_order",
    "IN_SAME_ORDER -> to_same_order",
    '"to" EDGE -> to_its_edge',
)


rule("_on", '"on"', '"at"')


@phrase.reads("destination", '("into" | "to") place', "_on edge_place")
def to_place(c: Parts) -> a.Place:
    """ "into your hand", "on top of your deck"."""
    return players.one_place(c[0])


@phrase.reads("destination", '"onto" place')
def onto_place(c: Parts) -> a.Place:
    """ "onto your deck": on top of it."""
    place = players.one_place(c[0])
    deck = place.zone in (a.Zone.DECK, a.Zone.MAIN_DECK) and place.edge is None
    return a.replace(place, edge=a.Edge.TOP) if deck else place


def move_cards(c: Parts, who: a.Player) -> a.Effect:
    """ "put one into your hand and the rest on the bottom of your deck": several objects."""
    what = w.verb(c[0])
    steps: list[a.Effect] = []
    for part in c[1:]:
        if w.is_tree(part, "in_place"):
            steps.append(_put_in(only(a.Move, steps.pop()), part))
        elif w.is_tree(part, "destinations"):
            steps.append(destinations_of(only(a.Move, steps.pop()), part.children))
            # "take a card under this card": that is where it lies
            refuse(c[0].startswith("take") and _goes_under(steps[-1]))
        elif not w.token(part):
            chosen = any_number(part) if what is a.Verb.BUY else None
            if what is a.Verb.DISCARD:
                chosen = _extreme_of(part)
            chosen = chosen or read(part)
            steps.append(a.Move(what, of_your_own(what, chosen), None, who))
    steps[1:] = [_likewise(steps[0], step) for step in steps[1:]]
    for step in steps:
        # "put" has to say where
        refuse(isinstance(step, a.Move) and step.to is None and step.verb is a.Verb.PUT)
    return sequence([decided(x) if isinstance(x, a.Move) else x for x in steps])


def _likewise(first: a.Effect, step: a.Effect) -> a.Effect:
    """ "put a card from your discard pile on top of your deck and another on the bottom": from
    there as well, and of the same pile."""
    match first, step:
        case (
            a.Move(what=a.Cards(places=(_, *_), among=None) as one, to=a.Place(edge=edge) as goal),
            a.Move(what=a.Cards(quantity, a.Filter((), (a.Other(),)), (), among=None)),
        ) if quantity == a.Exactly(a.ONE) and edge is not None:
            tests = (*one.filter.tests, a.Other())
            such = a.make_filter(one.filter.nouns, tests)
            to = step.to
            if to is not None and to.zone is a.Zone.STACK and to.name is None and to.edge:
                to = a.replace(goal, edge=to.edge)
            what = a.replace(one, quantity=quantity, filter=such)
            return a.replace(step, what=a.placed(what, a.place_of(step.what)), to=to)
        case _:
            return step


def _extreme_of(tree: Part) -> a.Cards | None:
    """ "discard your highest-cost card": of those in your hand."""
    if not w.is_tree(tree, "cards_of"):
        return None
    whose, of = tree.children
    found = core(of)
    if not any(isinstance(test, a.Extreme) for test in found.tests):
        return None
    refuse(found.places or found.among is not None)
    found.places = (a.Place(a.Zone.HAND, read(whose)),)
    return only(a.Cards, found.cards(a.Exactly(a.ONE)))


def _goes_under(effect: a.Effect) -> bool:
    """Does a card go under this card?"""
    return any(isinstance(x, a.Move) and x.to == UNDER_THIS for x in a.walk(effect))


rule("_goal", "destinations", "in_place")
rule("in_place", '"in" place')


@phrase.reads("predicate", 'MOVE "the" (NEXT | ORDINAL) core (destination+ | in_place)')
def put_next(c: Parts, who: a.Player) -> a.Effect:
    """ "put the next card you gain this turn into your hand", "cards you buy go …"."""
    refuse(who != a.YOU or (w.token(c[0], "MOVE") and w.verb(c[0]) is not a.Verb.PUT))
    nth = w.first(c, "ORDINAL")
    often = a.Often.NEXT if w.first(c, "NEXT") else a.Often.EACH
    often = often if nth is None else a.Often.NTH
    found = core(w.first(c, "core"))
    done = [test for test in found.tests if isinstance(test, a.Acted)]
    refuse(len(done) != 1 or done[0].tense is not a.Tense.PRESENT)
    found.tests.remove(done[0])
    refuse(found.together and often is a.Often.NTH)
    found.together = False
    event = a.Event(done[0].verbs, done[0].who, found.cards(a.Exactly(a.ONE)))
    there = [part for part in c if not w.token(part) and not w.is_tree(part, "core")]
    put = a.Move(a.Verb.PUT, a.IT)
    inside = w.is_tree(there[0], "in_place")
    moved = _put_in(put, there[0]) if inside else destinations_of(put, there)
    refuse(isinstance(moved, a.Move) and moved.to is None)
    which = 0 if nth is None else w.ORDINALS[str(nth)]
    return a.When(a.Trigger(event, often, which, done[0].window), moved)


def _is_done(c: Parts, who: a.Player) -> a.Effect:
    """ "the last one is destroyed", "the revealed cards are discarded": by the text."""
    verb = w.verb(c[-1])
    refuse(who != a.YOU or verb not in {a.Verb.DESTROY, a.Verb.DISCARD})
    what: a.Selection = read(c[0])
    them = isinstance(what, a.Cards) and (what.places or what.among or what.filter.tests)
    refuse(not (isinstance(what, a.Ref) or them))
    return a.Move(verb, what)


def _put_in(move: a.Move, place: Part) -> a.Move:
    """ "put it in your hand", "put a card from your discard pile in your hand": of cards that are
    said to be somewhere else."""
    refuse(move.verb is not a.Verb.PUT)
    refuse(isinstance(move.what, a.Cards) and not is_placed(move.what))
    return a.replace(move, to=players.one_place(place.children[0]))


def _move_pair(c: Parts, who: a.Player) -> a.Effect:
    """ "reveal and play the top card": two verbs, one object."""
    one, two, chosen, *tail = c
    what = settled(read(chosen))
    if one.type == "CHOOSE":  # "choose and discard": whoever discards chooses anyway
        return _done(two, what, tail, who)
    many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
    again = a.THEM if many else a.IT
    return sequence([_done(one, what, [], who), _done(two, again, tail, who)])


def _done(word: Part, what: a.Selection, tail: Parts, who: a.Player) -> a.Effect:
    verb_ = w.verb(word)
    if verb_ in {a.Verb.REVEAL, a.Verb.LOOK}:
        return a.Show(verb_, what, who)
    if verb_ is a.Verb.PLAY:
        return a.Play(what, who=who)
    moved = a.Move(verb_, of_your_own(verb_, what), None, who)
    return destinations_of(moved, tail[0].children) if tail else moved


def _in_hand_of(who: a.Player) -> a.Place:
    return a.Place(a.Zone.HAND, who)


LEFT = _in_hand_of(a.Player(a.PlayerKind.THEIR_LEFT))
RIGHT = _in_hand_of(a.Player(a.PlayerKind.THEIR_RIGHT))
table(
    pass_to={
        '"to" who_np': lambda c: _in_hand_of(read(c[0])),
        '("to" | "into") place': lambda c: players.one_place(c[0]),
        "TO_THE_LEFT": lambda _: LEFT,
        "TO_THE_RIGHT": lambda _: RIGHT,
    },
)


def _pass(c: Parts, who: a.Player) -> a.Effect:
    """ "pass a card to the left"."""
    parts = list(map(read, w.trees(c)))
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    for what, _ in pairs:
        _refuse_from_stack(c, what)
    return sequence([a.Move(a.Verb.PASS, what, to, who) for what, to in pairs])


def _give(c: Parts, who: a.Player) -> a.Effect:
    """ "give a foe a card from your hand"."""
    what = read(c[2])
    _refuse_from_stack(c, what)
    return a.Move(a.Verb.PASS, what, _in_hand_of(read(c[1])), who)


def _refuse_from_stack(c: Parts, what: a.Selection) -> None:
    """ "give each foe a Weakness": out of the hand, or is one gained?"""
    given = (w.first(c, "PASS") or "").startswith("give")
    named = isinstance(what, a.Cards) and any(isinstance(x, a.NameNoun) for x in what.filter.nouns)
    refuse(given and named and isinstance(what, a.Cards) and not what.places)


def _shuffle_into(c: Parts, who: a.Player) -> a.Effect:
    """Put cards into a pile and shuffle it."""
    what = read(c[1])
    done = only(a.Move, destinations_of(a.Move(a.Verb.PUT, what, None, who), c[2].children))
    to = only(a.Place, done.to)
    if to.zone is a.Zone.TABLE:
        return a.Shuffle(what, who)
    return a.Seq((a.replace(done, verb=a.Verb.PUT), a.Shuffle(a.Whole(to), who)))


def _put_nth(c: Parts, who: a.Player) -> a.Effect:
    """ "the second goes on top of your deck": of the cards of which a clause before speaks."""
    refuse(who != a.YOU)
    moved = destinations_of(a.Move(a.Verb.PUT, a.IT), [part for part in c if not w.token(part)])
    refuse(isinstance(moved, a.Move) and moved.to is None)
    event = a.Event((a.Verb.BUY,), a.YOU, a.Cards(a.Exactly(a.ONE), a.Filter((SO_MANY,))))
    nth = w.ORDINALS[str(w.first(c, "ORDINAL"))]
    return a.When(a.Trigger(event, a.Often.NTH, nth), moved)


def _one_fewer(c: Parts, who: a.Player) -> a.Effect:
    """ "you draw one fewer": than the number of which was spoken."""
    refuse(w.verb(c[0]) not in {a.Verb.DRAW, a.Verb.DISCARD})
    many = a.Bounded(a.Minus(a.ThatMany(), w.numeral(c)), 0)
    return a.Move(w.verb(c[0]), a.Cards(a.Exactly(many)), None, who)


def _so_many_more(c: Parts, who: a.Player) -> a.Effect:
    """ "draw two more": cards, for nothing else is drawn."""
    refuse(w.verb(c[0]) is not a.Verb.DRAW)
    return a.Move(a.Verb.DRAW, a.Cards(a.Exactly(w.numeral(c))), None, who)


def _leave(c: Parts, who: a.Player) -> a.Effect:
    """ "leave one on top"."""
    put = a.Move(a.Verb.PUT, read(c[1]), None, who)
    done = destinations_of(put, [c[2]])
    # that is "leave it in front of you"
    refuse(isinstance(done, a.Move) and done.to is not None and done.to.zone is a.Zone.FRONT)
    return done


table(
    predicate={
        "(MOVE | ADD) selection (_goal (_joiner selection _goal)*)?": move_cards,
        '("the" (NEXT | ORDINAL) | EACH)? core (GO | "go") destination+': put_next,
        '(REVEAL | CHOOSE | MOVE | LOOK_AT) "and" (MOVE | PLAY) selection destinations?': (
            _move_pair
        ),
        "MOVE number FEWER CARD?": _one_fewer,
        "MOVE number (MORE | ADDITIONAL)": _so_many_more,
        'one_selection ("is" | "are") PAST': _is_done,
        'THE ORDINAL (GO | "go") destination+': _put_nth,
        "PASS selection pass_to (_joiner selection pass_to)*": _pass,
        "PASS who_np selection": _give,
        "SHUFFLE selection destinations": _shuffle_into,
        "LEAVE selection destination": _leave,
    },
)

# --------------------------------------------------------------------- destinations


def destinations_of(move: a.Move, parts: list[Part]) -> a.Effect:
    """A move with its destination, or a choice between several."""
    either = next((part for part in parts if w.is_tree(part, "to_either_edge")), None)
    if either is not None:
        where = players.one_place(either.children[-1])
        ends = [players.edge(word) for word in either.children if w.token(word, "EDGE")]
        there = [a.replace(where, edge=end) for end in ends]
        return a.ChooseOne(tuple(a.replace(move, to=goal) for goal in there), move.who)
    split = groupby(parts, lambda part: w.token(part, "OR"))
    moved = [_to(move, list(group)) for between, group in split if not between] or [_to(move, [])]
    return moved[0] if len(moved) == 1 else a.ChooseOne(tuple(moved), move.who)


def _spoken_of(what: a.Selection) -> bool:
    """Is it cards that were shown before, so that it is known where they came from?"""
    return isinstance(what, a.Ref) or (isinstance(what, a.Cards) and what.among is not None)


LIE_FACE_DOWN: Final = (a.Zone.HAND, a.Zone.DECK, a.Zone.MAIN_DECK, a.Zone.STACK)


def _goal(part: Part, verb_: a.Verb) -> a.Place | None:
    """The place that a destination names, if it names one."""
    goal: a.Place | None = read(part) if part.data in phrase.READERS else None
    # "discard a card under this card": that is where it lies
    refuse(goal == UNDER_THIS and verb_ is not a.Verb.PUT)
    return goal


def _to(move: a.Move, parts: list[Part]) -> a.Move:
    said = {str(part.data) for part in parts}
    verb_ = move.verb
    to: a.Place | None = None
    edge_: a.Edge | None = None
    for part in parts:
        if w.is_tree(part, "to_back"):
            verb_ = a.Verb.RETURN
        elif w.is_tree(part, "to_edge", "to_its_edge"):
            # "a card from your hand to the top": of what?
            refuse(w.is_tree(part, "to_its_edge") and not _spoken_of(move.what))
            edge_ = players.edge(part.children[0])
        elif w.is_tree(part, "to_any_order"):
            w.refuse_order_of_others(part.children[0], move.who)
        goal = _goal(part, verb_)
        refuse(goal is not None and to is not None)  # it cannot go to two places
        to = goal or to
    face_down, any_order = "to_face_down" in said, "to_any_order" in said
    if to is None and face_down:
        to = a.Place(a.Zone.TABLE)
    if to is None and edge_ is not None:  # "on top" of where it came from
        to = a.Place(a.Zone.STACK, None, edge_)
    if to is not None and face_down:
        to = a.replace(to, face_down=True)
    # cards of hands and decks lie face down, and none of them lies otherwise
    refuse("to_face_up" in said and to is not None and to.zone in LIE_FACE_DOWN)
    by_chance = "to_random_order" in said
    refuse(by_chance and (any_order or to is None))
    # Cards that go back to a place that is named lie as they lay. Without one, whoever puts them
    # back orders them: that nobody does has no meaning of its own yet.
    refuse("to_same_order" in said and (verb_ is not a.Verb.RETURN or any_order or by_chance))
    refuse("to_same_order" in said and to is None)
    return a.Move(verb_, move.what, to, move.who, any_order, by_chance)


# -------------------------------------------------------------------------- writing


def _where_it_was(to: a.Place) -> bool:
    """Is it the top or the bottom of the pile that a card came from?"""
    return to.zone is a.Zone.STACK and to.name is None and to.edge is not None


@writes(a.Move)
def say_move(effect: a.Move, third: bool) -> str:
    """A move with its destination."""
    verb_, to = effect.verb, effect.to
    match effect.what:  # ", to a maximum of 3" stands at the very end
        case a.Cards(a.Exactly(a.Bounded(of) as limited)) as found:
            free = a.replace(effect, what=a.replace(found, quantity=a.Exactly(of)))
            return say_move(free, third) + limits(limited)
        case _:
            pass
    if verb_ is a.Verb.RETURN and to is not None and _where_it_was(to):
        put = a.replace(effect, verb=a.Verb.PUT, to=None, any_order=False, random_order=False)
        edge_ = "top" if to.edge is a.Edge.TOP else "the bottom"
        return f"{say_move(put, third)} back on {edge_}{_order(effect)}"
    said = a.with_s(verb_.value) if third else verb_.value
    said += f" {selection(effect.what, 'in' if verb_ is a.Verb.DESTROY else 'from')}"
    if effect.chooser is not None:
        yours = effect.chooser == a.YOU
        said += " of your choice" if yours else f" chosen by {players.player(effect.chooser)}"
    if to is not None and verb_ is a.Verb.PASS:
        said += f" to {'the left' if to == LEFT else 'the right' if to == RIGHT else say(to)}"
    elif to is not None and verb_ is a.Verb.RETURN and to.edge is not None:
        said += f" to {say(to)}"
    elif to is not None:
        said += f" {players.destination(to, verb_ is a.Verb.RETURN)}"
    return said + _order(effect)


def _order(effect: a.Move) -> str:
    """ " in any order", or nothing."""
    return " in any order" * effect.any_order + " in a random order" * effect.random_order
