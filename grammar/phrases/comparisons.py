"""Players compared and counted: who has more, who holds what, how many of them are so."""

from __future__ import annotations

from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.held import controlled_by, had_by, had_in_play
from rules_check.grammar.phrases.players import (
    has,
    in_hand_of_theirs,
    is_you,
    just,
    player,
    so_many,
)
from rules_check.grammar.phrases.quantities import how_many
from rules_check.grammar.phrases.words import acted, first, is_tree, kinds, number, spell, token

K = a.PlayerKind
How: TypeAlias = a.Comparison

# --------------------------------------------------------------------------- reading

rule("_hold", "HOLD", '("is" | "are") HOLDING')
rule("_holding", "HOLDING", "_who _hold")
rule("_having", '"with"', "_who HAVE", "_who CONTROL", "_holding")
rule("_has", "HAVE", "CONTROL", "_hold")
rule(
    "as_many",
    'how_many core "than" who_np _as_they_do?',
    '(AT_LEAST | AT_MOST | EXACTLY | MORE_THAN | FEWER_THAN)? TWICE? AS_MANY core "as" who_np'
    " _as_they_do?",
    'SAME NUMBER_OF core "as" who_np _as_they_do?',
)
rule("_as_they_do", "DO", 'HAVE ("in" "yours")?', "CONTROL")
rule("how_many", "MORE", "FEWER", "LESS")
_HELD: Final = {"HOLD", "HOLDING"}


def compared_cards(tree: Part, words: set[str], owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """What is counted of each player in a comparison; `had_by`, if no place is said.

    `owner` is how the place calls whoever is looked at ("you have more … in your hand").
    """
    phrase = core(tree)
    if "CONTROL" in words:
        phrase.tests.append(a.Controlled(a.THAT_PLAYER))
    found = only(a.Cards, phrase.cards(a.Every()))
    refuse(found.among is not None or (found.places and words & _HELD))
    if not any(part.data == "in_hand" for part in tree.iter_subtrees()):
        refuse(any(p.owner is not None and p.owner != owner for p in found.places))
    theirs = a.THAT_PLAYER
    mine = tuple(a.replace(p, owner=theirs) if p.owner is not None else p for p in found.places)
    return had_by(a.replace(found, places=mine))


EVERY: Final = {
    K.A_FOE: K.EACH_FOE,
    K.ANY_PLAYER: K.EACH_PLAYER,
    K.ANOTHER_PLAYER: K.EACH_OTHER_PLAYER,
}


def than(tree: Part) -> a.Player:
    """Those compared with; "more than any foe" is more than each of them."""
    who: a.Player = read(tree)
    if "ANY" in kinds(tree) and who.kind in EVERY:
        return a.replace(who, kind=EVERY[who.kind])
    return who


_COMPARED: Final = {
    "AT_LEAST": How.AT_LEAST,
    "AT_MOST": How.AT_MOST,
    "EXACTLY": How.EQUAL,
    "SAME": How.EQUAL,
    "MORE_THAN": How.MORE,
    "FEWER_THAN": How.LESS,
}


def _more(c: Parts, exact: bool = False, owner: a.Player = a.THAT_PLAYER) -> a.HavingMore:
    """ "more Heroes than you", "at least twice as many cards as a foe"."""
    tree: Part = first(c, "as_many")
    counted = compared_cards(first(tree, "core"), kinds(c), owner)
    done = tree.children[-1] if token(tree.children[-1]) else None
    said_of = "CONTROL" if "CONTROL" in kinds(c) else "HAVE"
    refuse(done is not None and done.type not in {"DO", said_of})  # "than you do", "… have"
    other = than(tree.children[-1 if done is None else -2])
    said = first(tree, "how_many")
    if said is not None:
        return a.HavingMore(counted, other, How.MORE if "MORE" in kinds(said) else How.LESS)
    found = [how for word, how in _COMPARED.items() if word in kinds(tree)]
    refuse(not found and not exact)  # "as many as": just as many, or at least?
    how = found[0] if found else How.EQUAL
    return a.HavingMore(counted, other, how, 1 + ("TWICE" in kinds(tree)))


def has_more(c: Parts, exact: bool = False) -> a.HasMore:
    """A player has more, fewer or as many of something; `exact`: said after "until"."""
    doer: a.Player = read(c[0])
    test = _more(c, exact, a.YOU if doer == a.YOU else a.THAT_PLAYER)
    return a.HasMore(doer, test.cards, test.than, test.how, test.times)


def held(found: a.Selection, owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """Cards that somebody holds: in hand, and nowhere else."""
    cards = only(a.Cards, found)
    refuse(cards.places or cards.among is not None)
    return a.replace(cards, places=(a.Place(a.Zone.HAND, owner),))


def _did_so_many(c: Parts) -> a.DidTo:
    """ "who discards fewer than two"."""
    verbs, _ = acted(c[0])
    much = how_many(c)
    refuse("EXACTLY" in kinds(c) and much.value == a.ONE)
    return a.DidTo(verbs, a.Cards(much.quantity))


def _did_none(c: Parts) -> a.DidTo:
    """ "who discards none this way", "who discarded no Heroes this way"."""
    verbs, _ = acted(c[0])
    said = first(c, "core")
    found = a.Cards(a.Exactly(a.ONE)) if said is None else _no_card(said)
    return a.DidTo(verbs, only(a.Cards, found), negated=True)


def _no_card(tree: Part) -> a.Selection:
    return core(tree).cards(a.Exactly(a.ONE))


def _without_another(c: Parts) -> a.Having:
    phrase = core(c[-1])
    phrase.tests.append(a.Other())
    found = only(a.Cards, phrase.cards(a.Exactly(a.ONE)))
    return a.Having(had_in_play(in_hand_of_theirs(c[-1], found)), none=True)


table(
    who_tail={
        '"without" ANOTHER core': _without_another,
        "_having as_many": _more,
        '_having "the" (MOST | FEWEST) core': lambda c: a.HavingMost(
            compared_cards(c[-1], kinds(c)), "MOST" in kinds(c)
        ),
        "_who acted _much": _did_so_many,
        ("_who acted NONE THIS_WAY?", "_who acted NO core THIS_WAY?"): _did_none,
        "_holding cards": lambda c: a.Having(so_many(held(read(c[-1])), c[-1])),
        "_holding NO core": lambda c: a.Having(held(_no_card(c[-1])), none=True),
    },
    one_condition={"who_np _has as_many": has_more},
)

# ----------------------------------------------------------- reading: how many players

_ONE: Final = {K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER}
_SPOKEN_OF: Final = {K.YOU, K.THAT_PLAYER, K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE}
rule("some_players", "quantity (FOE | PLAYER | OTHER PLAYER)", "NONE (FOE | PLAYER)")
rule(
    "some_of_them",
    '(NONE | ANY) ("of" (THEM | THOSE_PLAYERS))?',
    "ALL (THEM | THOSE_PLAYERS)?",
    'quantity "of" (THEM | THOSE_PLAYERS)',
    "THEM",
    '"only" number ("of" (THEM | THOSE_PLAYERS))?',
)
rule("attack", '(THIS_CARD | "the" | A) KEYWORD')


def _having(c: Parts) -> a.Having:
    """ "controls a Location", "has two Heroes in their discard pile", "is holding a card"."""
    tree, words = c[-1], kinds(c)
    none = is_tree(tree, "core")
    found = only(a.Cards, _no_card(tree) if none else read(tree))
    if words & _HELD:
        found = held(found)
    elif "CONTROL" in words:
        found = controlled_by(found, a.THAT_PLAYER)
    found = had_by(in_hand_of_theirs(tree, found))
    return a.Having(found if none else so_many(found, tree), none)


def _attacked(test: a.PlayerTest, c: Parts) -> a.PlayerTest:
    refuse(first(first(c, "attack"), "KEYWORD") not in {"attack", "attacks"})
    return test


table(
    player_has={("_has cards", "_has NO core"): _having, "_has as_many": _more},
    player_did={
        "DO": lambda _: a.DidSo(),
        ("DO_NOT", "DID_NOT"): lambda _: a.DidNot(),
        ("AVOID attack", '"avoided" attack'): lambda c: _attacked(a.AvoidedAttack(), c),
        "(DO_NOT | DID_NOT) AVOID attack": lambda c: _attacked(a.HitByAttack(), c),
    },
)


def _how_many_players(tree: Part) -> tuple[How, int]:
    said = tree if "NONE" in kinds(tree) else first(tree, "quantity")
    refuse(tree.data == "some_players" and first(tree, "NONE") not in {None, "neither"})
    if said is tree:
        return How.EQUAL, 0
    much = how_many(said)
    refuse(kinds(said) & {"A", "ANY", "EACH", "ALL", "TARGET", "ANOTHER"})  # see `who_np`
    exact = not kinds(said)  # "one foe controls a Location"
    refuse(exact and much.value != a.ONE)
    return only(How, much.comparison), much.value.value


def _some(tree: Part) -> a.Player:
    found = kinds(tree)
    if "FOE" in found:
        return a.Player(K.EACH_FOE)
    return a.Player(K.EACH_OTHER_PLAYER if "OTHER" in found else K.EACH_PLAYER)


def _so_many_are(c: Parts) -> a.PlayersAre:
    """ "exactly one foe controls a Location", "there is no player who did"."""
    return so_many_players(c[0], read(c[-1]))


def so_many_players(tree: Part, test: a.PlayerTest) -> a.PlayersAre:
    """So many of these players are such."""
    return a.PlayersAre(_some(tree), test, *_how_many_players(tree))


_THEM: Final = frozenset({"them", "those"})


def _some_of_them_are(c: Parts) -> a.PlayersAre:
    """ "none do", "any of them did", "all do not"."""
    words = kinds(c[0])
    said = first(c[0], "THEM")
    both = words == {"THEM"} and len(c[0].children) == 1
    refuse(said is not None and said not in ({"both", "both of them"} if both else _THEM))
    them, test = a.Player(K.EACH_OF_THEM), read(c[-1])
    if "ALL" in words or both:
        return a.PlayersAre(them, test)
    if first(c[0], "number") is not None:
        return a.PlayersAre(them, test, How.EQUAL, number(first(c[0], "number")))
    if "ANY" in words:
        return a.PlayersAre(them, test, How.AT_LEAST, 1)
    return a.PlayersAre(them, test, *_how_many_players(c[0]))


def _they_did(c: Parts) -> a.PlayersAre:
    """ "any foe does", "that foe avoids this Attack", "each foe did not"."""
    who, test = read(c[0]), read(c[-1])
    did = isinstance(test, a.DidSo | a.DidNot)
    refuse(did and who.kind in _SPOKEN_OF)  # that is "If you do" and "If they do"
    if who.kind in _ONE:
        every = a.Player({**EVERY, K.A_PLAYER: K.EACH_PLAYER}[who.kind], who.test)
        return a.PlayersAre(every, test, How.AT_LEAST, 1)
    return a.PlayersAre(who, test)


def _is_avoided(c: Parts, comparison: How, value: int) -> a.PlayersAre:
    """ "this Attack is avoided", "this Attack was not avoided"."""
    return a.PlayersAre(a.Player(K.EACH_FOE), _attacked(a.AvoidedAttack(), c), comparison, value)


def _is_one(c: Parts) -> a.PlayersAre:
    refuse(number(c[1]) != 1)
    return a.PlayersAre(read(c[0]), read(c[-1]))


table(
    one_condition={
        ("some_players player_has", "some_players player_did"): _so_many_are,
        '"there" ("is" | "are") some_players who_tail': _so_many_are,
        ("some_of_them player_has", "some_of_them player_did"): _some_of_them_are,
        '"there" ("is" | "are") some_of_them who_tail': _some_of_them_are,
        "who_np player_did": _they_did,
        'attack ("is" | "was") "avoided"': lambda c: _is_avoided(c, How.AT_LEAST, 1),
        'attack ("is" | "was") "not" "avoided"': lambda c: _is_avoided(c, How.EQUAL, 0),
        'who_np ("is" | "are") number who_tail': _is_one,
    }
)

# --------------------------------------------------------------------------- writing


@writes(a.HavingMore, a.HavingMost)
def say_having(test: a.HavingMore | a.HavingMost) -> str:
    """ "with more Heroes in their hand than you", "who controls the most Locations"."""
    found, controls = compared(test.cards)
    start = "who controls" if controls else "with"
    if isinstance(test, a.HavingMore):
        return f"{start} {_say_more(test, found)}"
    if test.alone:
        more = "more" if test.most else "fewer"
        return f"{start} {more} {say(found, 'counted')} than the others"
    return f"{start} the {'most' if test.most else 'fewest'} {say(found, 'counted')}"


_AS_MANY: Final = {how: word.lower().replace("_", " ") for word, how in _COMPARED.items()} | {
    How.EQUAL: "exactly"
}


def _say_more(test: a.HavingMore | a.HasMore, found: a.Cards) -> str:
    """ "more Heroes than you", "at least twice as many Heroes as you"."""
    counted, other = say(found, "counted"), player(test.than)
    if test.times == 1 and test.how in {How.MORE, How.LESS}:
        return f"{'more' if test.how is How.MORE else 'fewer'} {counted} than {other}"
    twice = "twice " if test.times == 2 else ""
    return f"{_AS_MANY[test.how]} {twice}as many {counted} as {other}"


def compared(cards: a.Cards) -> tuple[a.Cards, bool]:
    """The cards of a comparison without "they control", and whether that was said."""
    held = a.Controlled(a.THAT_PLAYER)
    if held not in cards.filter.tests:
        return cards, False
    tests = tuple(test for test in cards.filter.tests if test != held)
    return a.replace(cards, filter=a.Filter(cards.filter.nouns, tests)), True


@writes(a.HasMore)
def say_has_more(what: a.HasMore) -> str:
    """ "you control more Locations than each foe"."""
    found, controls = compared(what.cards)
    if is_you(what.who):
        theirs = a.THAT_PLAYER
        mine = (a.replace(p, owner=a.YOU) if p.owner == theirs else p for p in found.places)
        found = a.replace(found, places=tuple(mine))
    who = has(what.who, "control" if controls else "have")
    return f"{who} {_say_more(what, found)}"


@writes(a.PlayersAre)
def say_players_are(what: a.PlayersAre) -> str:
    """ "two or more foes do", "each foe has a Hero in their hand", "there is no foe chosen"."""
    one = what.value == 0 or (what.value == 1 and what.comparison is How.EQUAL)
    done = _say_done(what.test, not one and what.comparison is not None)
    if what.comparison is None:
        if done is None or isinstance(what.test, a.HavingMore | a.Having):  # see `of_each`
            done = f"is one {say(what.test)}"
        return f"{player(what.who)} {done}"
    many = _say_how_many(what.comparison, what.value)
    noun = player(what.who).removeprefix("each ")
    noun = noun if one else f"{noun}s"
    if what.who.kind is K.EACH_OF_THEM:
        many, noun = "none" if what.value == 0 else many, "of them"
    if done is None:
        return f"there {'is' if one else 'are'} {many} {noun} {say(what.test)}"
    return f"{many} {noun} {done}"


def _say_how_many(comparison: How, value: int) -> str:
    number = spell(value)
    return {
        How.AT_LEAST: f"{number} or more",
        How.AT_MOST: f"{number} or fewer",
        How.LESS: f"fewer than {number}",
        How.MORE: f"more than {number}",
        How.EQUAL: f"exactly {number}" if value else "no",
    }[comparison]


def _say_done(test: a.PlayerTest, many: bool) -> str | None:
    """What players are said to do or to have; None: a test says it better."""
    match test:
        case a.DidSo():
            return "do" if many else "does"
        case a.DidNot():
            return "do not" if many else "does not"
        case a.AvoidedAttack():
            return f"avoid{'' if many else 's'} this Attack"
        case a.HitByAttack():
            return f"{'do' if many else 'does'} not avoid this Attack"
        case a.HavingMore() | a.Having():
            found, controls = compared(test.cards)
            verb = "control" if controls else "have"
            verb = verb if many else a.with_s(verb)
            if isinstance(test, a.HavingMore):
                return f"{verb} {_say_more(test, found)}"
            if test.none:
                return f"{verb} no {say(a.replace(found, quantity=a.Every()), 'counted')}"
            return f"{verb} {just(found.quantity)}{say(found, 'in')}"
        case _:
            return None
