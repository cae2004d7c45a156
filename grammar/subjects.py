"""Who does what in a text, and which of its words point back: for `grammar.binding`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.named import NAMING, Named, Sort
from rules_check.grammar.whose import ONE_OF, TOPS, not_chosen

K = a.PlayerKind

MANY_OTHERS: Final = frozenset({K.REMAINING, K.OTHER_TWO, K.OTHER_THREE})
"""Players who were not named before."""

PLURAL: Final = frozenset(
    {
        *(K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER, K.YOU_AND_TEAMMATE, K.THE_PLAYER),
        *(K.EACH_OF_THEM, K.OTHER_FOE, K.ANY_FOES, K.ANY_PLAYERS, K.ANY_OTHER_PLAYERS),
        *MANY_OTHERS,
    }
)
"""Subjects that are several players (or can be: "the player with the most …")."""

POINTING: Final = frozenset({K.THAT_PLAYER, K.THEIR_LEFT, K.THEIR_RIGHT, K.THEIR_TEAMMATE})
"""Players known only by who was spoken of before."""

THE_FOE: Final = frozenset({K.THAT_FOE, K.CHOSEN_FOE})
"""A foe who was chosen, or is the other side of what goes on."""

PICKED_OUT: Final = ONE_OF | {K.YOU_OR_TEAMMATE}
"""One of several players: said again, it can be another."""

HAVING: Final = (a.Having, a.HavingMore, a.HavingMost)
"""What players have, of whom it is said: "one of them" can be one of these cards."""

DOING: Final = (
    *(a.Move, a.Show, a.Choose, a.ChoosePlayer, a.ChooseValue, a.Search, a.Play, a.Shuffle),
    *(a.Swap, a.TotalCost, a.PayPower, a.Power, a.GainVP, a.LoseVP, a.May, a.ChooseOne),
    *(a.ChooseParity, a.Control, a.Flip, a.WinGame),
)
"""Effects that somebody does, and that can be done by one player after the other."""


SAME_CARDS: Final = frozenset({a.RefKind.IT, a.RefKind.THEM})
"""Words for just the cards that were spoken of."""

WITH_CARDS: Final = (a.Move, a.Show, a.Choose, a.Search, a.Play, a.Shuffle, a.Swap)
"""Effects that name cards for later words to speak of."""


def is_own_shuffle(effect: a.Effect) -> bool:
    """Is a deck shuffled? That names no cards: "them" and "that many" are those before."""
    match effect:
        case a.Shuffle(a.Whole(a.Place(a.Zone.DECK | a.Zone.MAIN_DECK))):
            return True
        case _:
            return False


def flat(effect: a.Effect) -> list[a.Effect]:
    """The effects that follow one another; one that has no words of its own is said by those of
    all of them ("you and your teammate each …")."""
    if isinstance(effect, a.Seq):
        at = a.place_of(effect)
        own = (part if a.place_of(part) else a.placed(part, at) for part in effect.effects)
        return [one for part in own for one in flat(part)]
    return [effect]


def subject(effect: a.Effect) -> a.Player | None:
    """Who does it, if these are others than "you" and than those spoken of before."""
    match effect:
        case a.Each():
            return effect.who
        case a.Tried() | a.RepeatUntil():
            return subject(effect.effect)
        case a.Unless():  # also of several things ("gains a Weakness and puts it … unless …")
            return one_subject(effect.effect)
        case a.When(a.Moment(whose=whose)) | a.Delayed(a.Moment(whose=whose)) if (
            whose.kind in POINTING  # "each foe discards a card at the start of their next turn"
        ):
            return _who_waits(effect.effect)
        case a.ForEach(amount):
            each, nodes = subject(effect.effect), list(a.walk(amount))
            foes = each is not None and each.kind in {K.EACH_FOE, K.A_FOE}
            said = of_that_player(amount) or (foes and a.Player(K.THAT_FOE) in nodes)
            return each if said or any(map(points, nodes)) else None
        case _ if isinstance(effect, DOING):
            who: a.Player = effect.who
            return None if who.kind in {K.YOU, K.THAT_PLAYER} and who.test is None else who
        case _:
            return None


def one_subject(effect: a.Effect) -> a.Player | None:
    """Who does all that follows one another, if these are the same players."""
    doing = {subject(one) for one in flat(effect)}
    return doing.pop() if len(doing) == 1 else None


def from_each(effect: a.Effect) -> a.Player | None:
    """The players from each of whom so many cards are taken ("destroy the top card of each foe's
    deck"): it is done once for each of them."""
    what = getattr(effect, "what", None)
    match what:
        case a.Cards(places=(a.Place(owner=a.Player() as owner),), spread=a.Spread.EACH):
            if not isinstance(effect, DOING) or (
                owner.kind in EACH_ONE and of_that_player(effect.who)
            ):
                return None  # "that foe" would be whoever it is taken from
            return owner
        case a.Cards(much, places=(a.Place(owner=a.Player(kind) as owner),)) if (
            kind in PILE_OF and much != a.Exactly(a.ONE)
        ):  # "two cards from a foe's hand": of one and the same foe
            return owner if isinstance(effect, DOING) else None
        case a.Cards() | a.Whole() if isinstance(effect, DOING):
            return not_chosen(getattr(effect, "verb", None), what) or to_each(effect)
        case _:
            return to_each(effect)


PILE_OF: Final = frozenset({K.A_FOE, K.A_PLAYER, K.ANOTHER_PLAYER})
"""One of several players, from whose hand or pile several cards are taken."""


EACH_ONE: Final = frozenset({K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER})


def to_each(effect: a.Effect) -> a.Player | None:
    """The players to each of whom so many cards go ("put a card from your hand into each foe's
    hand"): it is done once for each of them."""
    match effect:
        case a.Move(
            what=a.Cards(a.Exactly(), among=None), to=a.Place(owner=a.Player(kind) as owner)
        ):
            from_top = isinstance(effect.what, a.Cards) and any(
                place.edge is a.Edge.TOP and place.zone in TOPS for place in effect.what.places
            )  # "put the top card of your deck on top of a foe's deck"
            return owner if kind in EACH_ONE or (from_top and kind in ONE_OF) else None
        case _:
            return None


def _who_waits(effect: a.Effect) -> a.Player | None:
    """Who does, or may not do, what is to happen at a moment of their own."""
    first = flat(effect)[0]
    if isinstance(first, a.If) and of_that_player(first.condition):
        return one_subject(first.then)  # "each foe discards a card unless they have …"
    if not isinstance(first, a.Forbid):
        return subject(first)
    who: a.Player = getattr(first.effect, "who", a.YOU)
    return None if who.kind in {K.YOU, K.THAT_PLAYER} else who


LOOKING: Final = (a.Has, a.HasMore, a.PlayersAre, a.MostHeld)
"""In their other parts "that player" is whoever is looked at: their own `who`."""


def of_that_player(node: a.Node) -> bool:
    """Whether a node speaks of a player who was named before."""
    if isinstance(node, a.Player):
        return node.kind in POINTING
    if isinstance(node, LOOKING):
        than = node.than if isinstance(node, a.HasMore) else node.who
        return of_that_player(node.who) or of_that_player(than)
    return any(map(of_that_player, a.children(node)))


SEATED: Final = frozenset({K.TEAMMATE, K.LEFT, K.RIGHT})
"""Players who are known by where they sit."""

NONE: Final = {(a.Comparison.EQUAL, 0), (a.Comparison.AT_LEAST, 0)}
AT_MOST: Final = frozenset({a.Comparison.LESS, a.Comparison.AT_MOST})


def players_told(condition: a.Condition) -> tuple[Sort, K] | None:
    """Whether a condition tells some players from others, whom later words can speak of: one or
    several, and out of which ("if a foe controls a Location, that foe …")."""
    match condition:
        case a.HighestCost():
            return Sort.PLAYER, K.EACH_PLAYER
        case a.AllOf(first, second):
            return players_told(first) or players_told(second)
        case a.PlayersAre(who, _, comparison, value) if comparison is not None:
            if comparison in AT_MOST or (comparison, value) in NONE:
                return None
            return (Sort.PLAYERS if value > 1 else Sort.PLAYER), who.kind
        case a.Has(who) | a.HasMore(who) | a.HasPoints(who) if who.kind in ONE_OF | SEATED:
            return Sort.PLAYER, who.kind
        case a.There(_, comparison, value) if comparison not in AT_MOST and value != a.Number(0):
            found = of_one(condition)
            return None if found is None else (Sort.PLAYER, found.kind)
        case _:
            return None


def of_one(there: a.There) -> a.Player | None:
    """The one of several players of whom it is said what they control or did."""
    tests = there.count.cards.filter.tests
    who = [t.who for t in tests if isinstance(t, a.Controlled | a.Acted | a.Owned)]
    return who[0] if len(who) == 1 and who[0].kind in ONE_OF else None


def said_before(one: a.Node, other: a.Node) -> bool:
    """Whether the words of a node stand before those of another."""
    first, second = a.hull(one), a.hull(other)
    return first is not None and second is not None and first[:2] < second[:2]


THAT: Final = a.Player(K.THAT_PLAYER)


def by(
    effect: a.Effect, who: a.Player, other: a.Player = THAT, *, chosen: bool = False
) -> a.Effect:
    """The same effect, done by "that player" (or others) where it was done by these players;
    `chosen`: one of them chooses to do it, so whatever depends on a condition in it is theirs."""

    def theirs(inner: a.Effect) -> a.Effect:
        return by(inner, who, other, chosen=chosen)

    def theirs_if_chosen(inner: a.Effect) -> a.Effect:
        return by(inner, who, other, chosen=True)

    match effect:
        case a.Each() if effect.who == who and other == THAT:
            return effect.effect
        case a.Tried() | a.RepeatUntil() | a.ForEach() | a.When() | a.Delayed():
            return a.replace(effect, effect=theirs(effect.effect))
        case a.Forbid() if getattr(effect.effect, "who", None) == who:
            return a.replace(effect, effect=a.replace(effect.effect, who=other))
        case a.Unless():
            price = theirs(effect.unless) if other == THAT else effect.unless
            return a.replace(effect, effect=theirs(effect.effect), unless=price)
        case a.If() if one_subject(effect.then) == who and (
            chosen or of_that_player(effect.condition)
        ):
            otherwise = None if effect.otherwise is None else theirs(effect.otherwise)
            return a.replace(effect, then=theirs(effect.then), otherwise=otherwise)
        case a.May() if effect.who == who:
            them = a.placed(other, a.place_of(effect.who))
            return a.replace(effect, effect=theirs_if_chosen(effect.effect), who=them)
        case a.Seq(effects):
            return a.replace(effect, effects=tuple(map(theirs, effects)))
        case a.ChooseOne(options) if effect.who == who:
            them = a.placed(other, a.place_of(effect.who))
            return a.replace(effect, options=tuple(map(theirs_if_chosen, options)), who=them)
        case a.If() if any(map(points, a.walk(effect.then))):
            return a.replace(effect, then=theirs(effect.then))
        case a.Move(to=a.Place() as to) if to_each(effect) == who:
            return a.replace(effect, to=a.replace(to, owner=other))
        case a.Move(what=a.Cards(among=None), to=a.Place(owner=owner) as to) if (
            who == THAT and owner == THAT and other.kind in EACH_ONE and effect.who == a.YOU
        ):
            return a.replace(effect, to=a.replace(to, owner=other))
        case _ if from_each(effect) == who or (who == THAT and from_each(effect) == THAT):
            what: Any = getattr(effect, "what")  # noqa: B009 (only some effects have it)
            if isinstance(what, a.Whole):
                return a.replace(effect, what=a.Whole(a.replace(what.place, owner=other)))
            theirs_ = a.replace(what, places=(a.replace(what.places[0], owner=other),))
            return a.replace(effect, what=theirs_)
        case _ if isinstance(effect, DOING) and effect.who == who:
            return a.replace(effect, who=a.placed(other, a.place_of(effect.who)))
        case _:
            return effect


EACH_PLAYER: Final = a.Player(K.EACH_PLAYER)

AS_TOLD_OF: Final = {
    K.YOU: K.THAT_PLAYER,
    K.TEAMMATE: K.THEIR_TEAMMATE,
    K.LEFT: K.THEIR_LEFT,
    K.RIGHT: K.THEIR_RIGHT,
}
"""How a player who is spoken to, and those beside that player, are called by others."""


def of_each_player(effect: a.Effect) -> a.Effect:
    """What a text tells that nobody in particular has: it is made against every player, so
    whoever it calls "you" is each of them. What it does to cards that are nobody's is done
    once."""
    done: list[a.Effect] = []
    theirs: list[a.Effect] = []
    for part in flat(effect):
        told = _told_of(part)
        if told == part or is_common(part):
            done += _by_all(theirs)
            theirs = []
            done.append(part)
            continue
        if not theirs and done and subject(done[-1]) == EACH_PLAYER:
            theirs = [by(_told_of(done.pop()), EACH_PLAYER)]
        if subject(part) is None:
            theirs.append(told)
        else:  # "Each player discards a card unless you …": more may be said to each of them
            done += _by_all(theirs)
            theirs = []
            done.append(told)
    done += _by_all(theirs)
    return done[0] if len(done) == 1 else a.Seq(tuple(done))


def _by_all(theirs: list[a.Effect]) -> list[a.Effect]:
    """What is said to each player, as one effect (none: nothing)."""
    if not theirs:
        return []
    inner = theirs[0] if len(theirs) == 1 else a.Seq(tuple(theirs))
    return [a.placed(a.Each(EACH_PLAYER, inner), a.place_of(theirs[0]))]


def _told_of(node: Any) -> Any:
    """The same text about the player whom it speaks to."""
    if isinstance(node, a.Player):
        kind = AS_TOLD_OF.get(node.kind)
        return node if kind is None else a.replace(node, kind=kind)
    return a.rebuild(node, _told_of)


COMMON: Final = frozenset(
    {
        *(a.Zone.LINE_UP, a.Zone.MAIN_DECK, a.Zone.SUPER_VILLAIN_STACK, a.Zone.STACK),
        *(a.Zone.DESTROYED_PILE, a.Zone.OUT_OF_GAME, a.Zone.TABLE),
    }
)
"""Places that are no player's."""

FOR_ONESELF: Final = frozenset(
    {a.Verb.GAIN, a.Verb.BUY, a.Verb.DRAW, a.Verb.DISCARD, a.Verb.PLAY, a.Verb.DEFEAT}
)
"""What a player does with cards from anywhere so as to have or lose them."""


def is_common(effect: a.Effect) -> bool:
    """Whether something is done to cards that are nobody's, so that it does not matter by whom."""
    match effect:
        case a.Move(verb, a.Cards() | a.Whole() | a.Ref() as what, to):
            own = verb in FOR_ONESELF or (to is not None and to.zone not in COMMON)
            return not own and effect.who == a.YOU and _of_nobody(what)
        case a.Show(what=a.Cards() | a.Whole() | a.Ref() as what) | a.Shuffle(what=what):
            return effect.who == a.YOU and _of_nobody(what)
        case a.If(condition, then, otherwise):
            asked = all(not isinstance(x, a.Player) for x in a.walk(condition))
            return asked and is_common(then) and (otherwise is None or is_common(otherwise))
        case a.Seq(effects):
            return all(map(is_common, effects))
        case _:
            return False


def _of_nobody(what: a.Selection) -> bool:
    """Whether cards lie where they are nobody's, or were spoken of before."""
    places = [x.zone for x in a.walk(what) if isinstance(x, a.Place)]
    if any(isinstance(x, a.Player) for x in a.walk(what)):
        return False
    return isinstance(what, a.Ref) or (bool(places) and COMMON.issuperset(places))


def this_way(node: Any) -> Any:
    """The end of a repetition: what is done in it ("until you reveal a Hero")."""
    match node:
        case a.Acted((verb,), who, a.Tense.PRESENT | a.Tense.PAST, None):
            return a.ThisWay(verb, None, who)
        case _:
            return a.rebuild(node, this_way)


def unbound(node: Any) -> Any:
    """A bound effect as it was said: who does it stands in its own sentence again."""
    new = a.rebuild(node, unbound)
    if not isinstance(new, a.Each):
        return new
    first, *more = flat(new.effect)
    if isinstance(first, a.If):  # "each foe draws a card if that player has …"
        other = None if first.otherwise is None else by(first.otherwise, THAT, new.who)
        first = a.replace(first, then=by(first.then, THAT, new.who), otherwise=other)
    said = [by(one, THAT, new.who) for one in (first, *more)]
    return said[0] if len(said) == 1 else a.Seq(tuple(said))


def points(node: a.Node) -> bool:
    """Whether a node speaks of cards or numbers that were named before."""
    match node:
        case a.Ref(kind):
            return kind is not a.RefKind.THIS
        case a.ThatMany() | a.ThisWay() | a.Chosen() | a.MatchesChoice() | a.SharesType():
            return True
        case _:
            return False


def having(who: a.Player) -> a.PlayerTest | None:
    """What is said of several cards that players have."""
    test = who.test
    if not isinstance(test, HAVING) or getattr(test, "none", False):
        return None
    return None if test.cards.quantity == a.Exactly(a.ONE) else test


def like_it(kind: a.DifferentKind) -> Any:
    """What is said of cards that are like the one spoken of."""
    match kind:
        case a.DifferentKind.TYPE:
            return a.SharesType()
        case a.DifferentKind.COST:
            cost = a.AttributeKind.COST
            return a.Attribute(cost, a.Comparison.EQUAL, a.AttributeOf(cost, a.IT))
        case _:
            return a.Same(kind, a.IT)


def speaks_of_them(effect: a.Effect, who: a.Player) -> bool:
    """Whether an effect speaks of one of these players without having named any itself."""
    wanted = POINTING | THE_FOE if who.kind in {K.EACH_FOE, K.A_FOE} else POINTING
    kinds = (x.kind for x in _as_said(effect) if isinstance(x, a.Player))
    first = next((kind for kind in kinds if kind in NAMING or kind in wanted), None)
    return first in wanted


def _as_said(node: a.Node) -> Iterator[a.Node]:
    """A node and all in it; who does something is said before what is done. Of a look at players
    it is only who they are: in the rest "their" is theirs."""
    yield node
    if isinstance(node, LOOKING):
        yield from a.walk(node.who)
        yield from a.walk(node.than) if isinstance(node, a.HasMore) else ()
        return
    doer = node.who if isinstance(node, DOING) else None
    if doer is not None and doer.kind in NAMING:
        yield from a.walk(doer)
    for part in a.children(node):
        if part is not doer or doer.kind not in NAMING:
            yield from _as_said(part)


def open_refs(effect: a.Effect) -> list[a.Node]:
    """The references of an effect that come before any card that it names itself."""
    found: list[a.Node] = []
    for part in a.walk(effect):
        if isinstance(part, a.Ref):
            found.append(part)
        elif isinstance(part, a.Cards) and part.among is None:
            break
    return found


def several(effect: Any) -> bool:
    """Whether an effect names several cards, or can."""
    what = getattr(effect, "what", None)
    match what:
        case a.Cards(a.Exactly(a.Number(1))):
            return False
        case a.Ref(kind):
            return kind in {a.RefKind.THEM, a.RefKind.REST}
        case _:
            return True


def taken_out(what: Any) -> bool:
    """Whether cards are some of those spoken of before ("each Hero discarded this way")."""
    if not isinstance(what, a.Cards):
        return False
    done = (isinstance(test, a.ThisWay) for test in what.filter.tests)
    return what.among is not None or any(done)


def what_called(what: Any) -> frozenset[a.CardType]:
    """The card types by which cards are called."""
    if isinstance(what, a.Both | a.OneOf):
        return what_called(what.first) | what_called(what.second)
    nouns = what.filter.nouns if isinstance(what, a.Cards) else ()
    return frozenset(x.type for x in nouns if isinstance(x, a.TypeNoun) and not x.negated)


def named_cards(mark: int, effect: Any) -> Named:
    """The cards that an effect names (or speaks of again), for later words to speak of."""
    shown = isinstance(effect, (a.Show, a.Choose, a.Search))
    what = getattr(effect, "what", None)
    many, some, called = several(effect), taken_out(what), what_called(what)
    again = a.bound_to(what) if isinstance(what, a.Ref) and what.kind in SAME_CARDS else ()
    in_order = _in_order(what) and (shown or isinstance(what, a.Both))
    named = Named(mark, Sort.CARDS, many, "", shown, some, None, 0, called, again, (), in_order)
    return named._replace(known=_known_before(what))


def _known_before(what: Any) -> tuple[int, ...]:
    """Of several cards that are named together, the one that was known before."""
    match what:
        case a.Both(first, second):
            return _known_before(first) or _known_before(second)
        case a.Ref(a.RefKind.THIS):
            return (a.SELF,)
        case a.Ref(a.RefKind.IT):
            return a.bound_to(what)
        case _:
            return ()


def _in_order(what: Any) -> bool:
    """Whether there is a first and a second of these cards, whoever chooses them: they are named
    one after the other, or lie so on a pile."""
    match what:
        case a.Both(a.Cards(a.Exactly(a.Number(1))), a.Cards(a.Exactly(a.Number(1)))):
            return True
        case a.Cards(a.Exactly(a.Number(many)), places=(place,)):
            return many > 1 and place.edge is not None
        case _:
            return False
