"""What is said in short of what was said before: "or gains a Weakness if they cannot", "if it
contains a Hero", "the only player with a Location"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.again import is_deed, needs_cards
from rules_check.grammar.ast.phrase import Part, Parts, only, read, reads, refuse, table
from rules_check.grammar.compared import SUCH, in_short
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of
from rules_check.grammar.phrases.cards import quantity
from rules_check.grammar.phrases.choices import LISTED, OR, either
from rules_check.grammar.phrases.comparisons import compared_cards
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.definite import are_several
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.phrases.sentences import Builder

K = a.PlayerKind


@reads("who_np", "THEM who_tail")
def those_with(c: Parts) -> a.Player:
    """ "those with a Hero in hand", "those whose hand is empty": of those spoken of."""
    refuse(c[0] != "those")
    return a.Player(a.PlayerKind.EACH_OF_THEM, read(c[-1]))


# ------------------------------------------------------------- "… if they cannot", behind "or"


def _or_if_unable(c: Parts, b: Builder) -> a.Effect:
    """ "each foe discards a Hero, or gains a Weakness if they cannot"."""
    one, two = (b.effect(part) for part in c if w.is_tree(part, "clause"))
    word = c[-1]
    return tried(one, two, attach.opener_of(word.type, str(word)))


def _or_if_none(c: Parts, b: Builder) -> a.Effect:
    """ "…, or gains a Weakness if there are no Heroes to discard"."""
    one, two = (b.effect(part) for part in c if w.is_tree(part, "clause"))
    said = w.first(c, "core")
    wanted = filters.core(said)
    refuse(filters.added(said) or wanted.together)
    refuse(wanted.places or wanted.among is not None)
    done = w.first(c, "MOVE", "PLAY")
    such = a.Cards(a.Every(), wanted.filter())
    deed = a.Play(such) if w.token(done, "PLAY") else a.Move(w.verb(done), such)
    refuse(not isinstance(one, a.Move | a.Play))
    refuse(not is_deed(a.replace(one, who=a.YOU), deed))
    return tried(one, two, attach.Opener.IF_THERE_IS_NONE)


def tried(one: a.Effect, two: a.Effect, opener: attach.Opener) -> a.Effect:
    """Something, and what the same players do if there are no cards for it."""
    refuse(not isinstance(one, a.Move | a.Play) or not needs_cards(one))
    who = attach.doer(one)
    refuse(attach.doer(two) != who or isinstance(two, a.Seq | a.If))
    if who != a.YOU:
        two = a.replace(two, who=a.THAT_PLAYER)
        if opener is attach.Opener.IF_THERE_IS_NONE:
            opener = attach.Opener.IF_THEY_CANNOT
    found = attach.attach(one, opener, two)
    refuse(found is None)
    return only(a.EffectNode, found)


# --------------------------------------------------------------------------------- conditions


def _contains(c: Parts) -> a.There:
    """ "it contains a Hero", "it contains no Heroes": the hand or the pile spoken of."""
    refuse(w.first(c, "IT") != "it")
    said = c[-1]
    if w.is_tree(said, "core"):
        refuse(filters.added(said))
        found = filters.core(said)
        refuse(found.together or found.places or found.among is not None)
        found.among = a.IT
        return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))
    there = compare(said)
    cards = there.count.cards
    refuse(cards.places or cards.among is not None)
    return a.replace(there, count=a.replace(there.count, cards=a.replace(cards, among=a.IT)))


def _the_only_one(c: Parts) -> a.AllOf:
    """ "you are the only player with a Location in play": you are one, and nobody else is."""
    who: a.Player = read(c[0])
    test: a.PlayerTest = read(c[-1])
    refuse(who != a.YOU or str(w.first(c, "PLAYER")) != "player")
    others = a.Player(K.EACH_OTHER_PLAYER)
    return a.AllOf(a.PlayersAre(who, test), a.PlayersAre(others, test, a.Comparison.EQUAL, 0))


# ------------------------------------------------------------------------------ comparisons


def _compared(c: Parts) -> a.HasMore:
    """ "they have fewer", "you hold the same number": see `grammar.compared`."""
    said = w.first(c, "how_many")
    how = a.Comparison.EQUAL
    they = w.is_tree(c[0], "that_player") and "HE" in w.kinds(c[0])
    refuse(they and "SAME" in w.kinds(c) and "HAVE" in w.kinds(c))  # see `again.tied`
    if said is not None:
        refuse("LESS" in w.kinds(said))
        how = a.Comparison.MORE if "MORE" in w.kinds(said) else a.Comparison.LESS
    who = a.Player(K.EACH_OF_THEM) if w.token(c[0], "BOTH_OF_YOU") else read(c[0])
    return a.HasMore(who, SUCH, a.YOU, how)


def _both_piles(c: Parts) -> a.HasMore:
    """ "both piles have the same number of cards"."""
    refuse(w.first(c, "THEM") not in {None, "both"} or w.first(c, "CARD") not in {None, "cards"})
    refuse(w.first(c, "number") is not None and w.number(w.first(c, "number")) != 2)
    word: Part = w.first(c, "DISCARD_PILE", "HAND", "DECK", "PILES")
    zone = a.Zone.DISCARD_PILE if w.token(word, "PILES") else a.Zone[word.type]
    refuse(not str(word).endswith("s"))
    there = a.replace(SUCH, places=(a.Place(zone, a.THAT_PLAYER),))
    return a.HasMore(a.Player(K.EACH_OF_THEM), there, a.YOU, a.Comparison.EQUAL)


def _piles_compared(c: Parts) -> a.Compare:
    """ "they have the same number of cards", "there are fewer", "as many of each": the piles or
    cards that were compared. Behind "3 VP if" no whole sentence says it."""
    refuse(w.first(c, "HE") not in {None, "they"} or w.first(c, "CARD") not in {None, "cards"})
    refuse(w.first(c, "EACH") not in {None, "each"})
    said = w.first(c, "how_many")
    if said is None:
        return in_short(a.Comparison.EQUAL)
    refuse("LESS" in w.kinds(said))
    return in_short(a.Comparison.MORE if "MORE" in w.kinds(said) else a.Comparison.LESS)


def _costs_apart(c: Parts) -> a.Is:
    """ "one of them costs less than the other"."""
    refuse(w.number(c[0]) != 1 or w.first(c, "THEM") not in {None, "them", "those", "those cards"})
    refuse(str(w.first(c, "OTHER_ONE")) not in {"the other", "the other one", "the other card"})
    return a.Is(a.THEM, a.Filter((), (a.Different(a.DifferentKind.COST),)))


# ------------------------------------------------------------------------- a different name


def _differs(c: Parts) -> a.Same:
    """ "a different name than it", "of a different type": than the card spoken of."""
    said: Part = w.first(c, *filters.KIND_WORDS)
    refuse(said is None)
    of = read(c[-1]) if not w.token(c[-1]) else a.IT
    refuse(not isinstance(of, a.Ref | a.Cards) or of == a.THEM)
    return a.Same(filters.KIND_WORDS[said.type], of, negated=True)


def _up_to(c: Parts) -> a.Attribute:
    """ "with cost up to 4"."""
    return a.Attribute(a.AttributeKind.COST, a.Comparison.AT_MOST, w.numeral(c))


table(
    attribute={
        'A? COST "of"? UP_TO number': _up_to,
        "A DIFFERENT COST": lambda _: a.Different(a.DifferentKind.COST),
        'A DIFFERENT (COST | NAME_WORD | CARD_TYPE) ("than" | "from") one_selection': _differs,
    },
    post={
        (
            '"of" A DIFFERENT CARD_TYPE',
            '"of" A DIFFERENT CARD_TYPE ("than" | "from") one_selection',
        ): _differs,
    },
)

# ------------------------------------------------------------------ some of those, both of two


_WHERE = (a.Controlled, a.Owned)


def _of_those_done(c: Parts) -> a.CountOf:
    """ "of the drawn cards that you discarded": of the cards to which that was done."""
    found = filters.core(c[0])
    if found.definite and (found.places or any(isinstance(x, _WHERE) for x in found.tests)):
        refuse(found.among is not None or found.random or not are_several(c[0]))
        return count_of(found)  # "for each of the Heroes in your discard pile"
    done = [test for test in found.tests if isinstance(test, a.ThisWay)]
    refuse(not found.definite or not done or found.nouns or found.places)
    said = [x for x in found.tests if isinstance(x, a.Acted)]
    refuse(len(said) + len(done) != len(found.tests) or len(said) > 1)
    for deed in said:  # what the text had done just now
        refuse(len(deed.verbs) != 1 or deed.window is not None or deed.tense is a.Tense.BOTH)
        found.tests[found.tests.index(deed)] = a.ThisWay(deed.verbs[0], None, deed.who)
    return a.CountOf(found.every())


def _search_both(c: Parts, who: a.Player) -> a.Effect:
    """ "search your deck for an Equipment and a Hero": one search after the other."""
    where = players.one_place(c[1])
    found = [only(a.Cards, read(part)) for part in w.trees(c)[1:]]
    refuse(any(x.places or x.among is not None or x.random for x in found))
    return a.Seq(tuple(a.Search(where, x, who) for x in found))


def _former(c: Parts) -> a.Ref:
    """ "the former", "the latter": of two cards."""
    return a.Ref(a.RefKind.FIRST if str(c[0]).endswith("former") else a.RefKind.SECOND)


def _of_them_that_are(c: Parts) -> a.Selection:
    """ "all of those that are Starters", "each of them that is a Hero": of the cards spoken of."""
    refuse(w.first(c, "THEM") not in {"them", "those", "those cards", "these cards"})
    refuse(filters.added(c[-1]))
    found = filters.core(c[-1])
    refuse(found.together or found.places or found.among is not None or not found.nouns)
    found.among = a.THEM
    said = w.first(c, "quantity")
    much = quantity(said) if said is not None else None
    refuse(said is None and "A" in w.kinds(c))
    refuse(much is not None and (much.another or w.kinds(said) & {"A", "TARGET", "NO"}))
    return found.cards(a.Every() if much is None else much.quantity)


def _share(c: Parts) -> a.Condition:
    """ "two cards in the Line-Up share a cost"."""
    kind = w.first(c, *filters.KIND_WORDS)
    assert kind is not None
    of_type = kind.type == "CARD_TYPE"
    like = a.OneType() if of_type else a.Alike(filters.KIND_WORDS[kind.type])
    several = how_many(c[0].children[0])
    refuse(w.kinds(c[0].children[0]) & {"ALL", "EACH", "NO", "A"} or several.value.value < 2)
    return compare(c[0], like)


def _has_most(c: Parts) -> a.PlayersAre:
    """ "you have the most Locations in your deck": nobody has more."""
    who = only(a.Player, read(c[0]))
    refuse(who.kind not in {K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE})
    owner = a.YOU if who == a.YOU else a.THAT_PLAYER
    cards = compared_cards(c[-1], w.kinds(c), owner)
    return a.PlayersAre(who, a.HavingMost(cards, "MOST" in w.kinds(c)))


table(
    cards={
        'quantity "of" THEM "that" ("is" | "are") A? core': _of_them_that_are,
        'ALL THEM "that" "are" core': _of_them_that_are,
    },
    one_condition={
        "cards SHARE A (COST | NAME_WORD | CARD_TYPE)": _share,
        'who_np _has "the" (MOST | FEWEST) core': _has_most,
    },
)

table(
    count={'"of" core': _of_those_done},
    predicate={
        'SEARCH place "for" cards "and" quantified': _search_both,
    },
    nth_one={"FORMER": _former},
)


# ------------------------------------------------------------------------------ who decides


def _whichever(c: Parts, b: Builder) -> a.Effect:
    """ "each foe discards a Hero or gains a Weakness, whichever they prefer": who does it chooses
    anyway, and nobody else can be said to."""
    said = w.first(c, *PLAYERS, "THEM")
    found = only(a.ChooseOne, either([x for x in c if w.is_tree(x, "clause")], b))
    chooser = a.YOU if w.token(said, "THEM") else only(a.Player, read(said))
    they = chooser.kind in {K.THAT_PLAYER, K.THAT_FOE} and found.who != a.YOU
    refuse(chooser != found.who and not they)
    return found


def _as_they_wish(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "put it on the top or bottom of your deck, as you wish": whoever puts it chooses anyway."""
    refuse(closed or not isinstance(effect, a.ChooseOne))
    chooser, who = only(a.Player, read(c[0])), only(a.ChooseOne, effect).who
    refuse(chooser != who and (chooser.kind not in {K.THAT_PLAYER, K.THAT_FOE} or who == a.YOU))
    return effect


table(
    suffix={
        '"," "as" who_np (PREFER | CHOOSE)': _as_they_wish,
    },
    unit={
        (
            f'clause ({OR} | {LISTED}) "," "whichever" who_np PREFER',
            f'clause ({OR} | {LISTED}) "," "as" who_np PREFER',
            f'clause ({OR} | {LISTED}) "," number "of" THEM OF_CHOICE',
        ): _whichever,
    },
    one_condition={
        (
            "(who_np | BOTH_OF_YOU) _has SAME NUMBER_WORD",
            "who_np _has how_many",
            "(who_np | BOTH_OF_YOU) _has AS_MANY",
        ): _compared,
        (
            "HE HAVE SAME NUMBER_OF CARD",
            '"there" ("is" | "are") how_many',
            '"there" ("is" | "are") (AS_MANY "of" EACH | SAME NUMBER_OF EACH)',
        ): _piles_compared,
        (
            "(THEM | THE number) (HAND | DECK | DISCARD_PILE | PILES) HAVE SAME NUMBER_OF CARD",
            "(THEM | THE number) (HAND | DECK | DISCARD_PILE | PILES) HAVE SAME NUMBER_WORD",
        ): _both_piles,
        '(number "of" THEM | number) (COST_VERB | COST) (MORE_THAN | FEWER_THAN) OTHER_ONE': (
            _costs_apart
        ),
    },
)

table(
    unit={
        'clause ","? "or" clause (IF_THEY_CANNOT | IF_YOU_CANNOT | IF_THERE_IS_NONE)': (
            _or_if_unable
        ),
        (
            'clause ","? "or" clause IF "there" ("is" | "are") NO core "to" (MOVE | PLAY)',
            'clause ","? "or" clause IF who_np HAVE NO core "to" (MOVE | PLAY)',
        ): _or_if_none,
    },
    one_condition={
        ('IT ("contains" | HOLD) cards', 'IT ("contains" | HOLD) NO core'): _contains,
        'who_np "are" "the" ONLY PLAYER who_tail': _the_only_one,
    },
)
