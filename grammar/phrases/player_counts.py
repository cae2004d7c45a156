"""How many of several players are so: "neither foe controls a Location", "if both do"."""

from __future__ import annotations

from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases.comparisons import (
    EVERY,
    HELD,
    compared,
    held,
    more,
    no_card,
    say_more,
)
from rules_check.grammar.phrases.held import controlled_by, had_by
from rules_check.grammar.phrases.players import in_hand_of_theirs, player
from rules_check.grammar.phrases.quantities import how_many, just, so_many
from rules_check.grammar.phrases.words import acted, first, is_tree, kinds, number, spell

K = a.PlayerKind
How: TypeAlias = a.Comparison

rule("_be", '"is"', '"are"', '"was"', '"were"')
_ONE: Final = {K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER}
_SPOKEN_OF: Final = {K.YOU, K.THAT_PLAYER, K.THAT_FOE, K.CHOSEN_FOE, K.YOUR_FOE}
rule(
    "some_players",
    "quantity (FOE | PLAYER | OTHER PLAYER)",
    "(NONE | EITHER) (FOE | PLAYER)",
    '(NONE | EITHER | quantity) "of" YOUR FOE',
    "ONLY number FOE",
)
rule(
    "some_of_them",
    '(NONE | ANY | EITHER) ("of" (THEM | THOSE_PLAYERS))?',
    "ALL (THEM | THOSE_PLAYERS)?",
    'quantity "of" (THEM | THOSE_PLAYERS)',
    "THEM",
    'ONLY number ("of" (THEM | THOSE_PLAYERS))?',
    "(EXACTLY | AT_LEAST)? number",
)
rule(
    "some_of_you",
    "BOTH_OF_YOU",
    '(NONE | ANY | EITHER | _much) "of" YOU',
    'ONLY? number "of" YOU',
)
rule("attack", '(THIS_CARD | "the" | "that" | A) KEYWORD')


TOLD: Final = (a.DidSo, a.DidNot, a.CouldNot)
"""What players did of what they were told to do."""


def _having(c: Parts) -> a.Having:
    """ "controls a Location", "has two Heroes in their discard pile", "is holding a card"."""
    tree, words = c[-1], kinds(c)
    none = is_tree(tree, "core")
    found = only(a.Cards, no_card(tree) if none else read(tree))
    if words & HELD:
        found = held(found)
    elif "CONTROL" in words:
        found = controlled_by(found, a.THAT_PLAYER)
    found = had_by(in_hand_of_theirs(tree, found))
    return a.Having(found if none else so_many(found, tree), none)


def _did_to(c: Parts) -> a.DidTo:
    """ "discarded a Hero", "discarded Heroes"."""
    found = only(a.Cards, read(c[1]))
    if found.quantity == a.Every():
        refuse(not is_tree(c[1], "bare_cards"))  # "discards all Heroes"
        found = a.replace(found, quantity=a.Exactly(a.ONE))
    return a.DidTo(acted(c[0])[0], found)


def _attacked(test: a.PlayerTest, c: Parts) -> a.PlayerTest:
    refuse(first(first(c, "attack"), "KEYWORD") not in {"attack", "attacks"})
    return test


def _hit(c: Parts) -> a.HitByAttack:
    """ "was hit by this Attack", "were hit"."""
    if first(c, "attack") is not None:
        _attacked(a.HitByAttack(), c)
    return a.HitByAttack()


table(
    player_has={("_has cards", "_has NO core"): _having, "_has as_many": more},
    player_deed={
        "acted cards THIS_WAY?": _did_to,
    },
    player_did={
        'DO "so"?': lambda _: a.DidSo(),
        ('DO_NOT (DO "so")?', 'DID_NOT (DO "so")?'): lambda _: a.DidNot(),
        'CANNOT (DO "so")?': lambda _: a.CouldNot(),
        ("AVOID attack", '"avoided" attack'): lambda c: _attacked(a.AvoidedAttack(), c),
        "(DO_NOT | DID_NOT) AVOID attack": lambda c: _attacked(a.HitByAttack(), c),
        ("_be HIT_BY attack", '_be "hit"'): _hit,
    },
)


def _how_many_players(tree: Part) -> tuple[How, int]:
    if "EITHER" in kinds(tree):
        return How.AT_LEAST, 1
    if "ONLY" in kinds(tree):
        return How.EQUAL, number(first(tree, "number"))  # "only one foe"
    said = tree if "NONE" in kinds(tree) else first(tree, "quantity")
    of_yours = "YOUR" in kinds(tree)
    refuse(of_yours and not str(first(tree, "FOE")).endswith("s"))
    none = {None, "neither", "none"} if of_yours else {None, "neither"}
    refuse(tree.data == "some_players" and first(tree, "NONE") not in none)
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
    return so_many_players(c[0], _test(c[-1]))


def so_many_players(tree: Part, test: a.PlayerTest) -> a.PlayersAre:
    """So many of these players are such."""
    return a.PlayersAre(_some(tree), test, *_how_many_players(tree))


def _did_it(c: Parts) -> a.PlayersAre:
    """ "neither foe discarded a Hero"; "two or more foes discard a Hero" is another condition."""
    found = _so_many_are(c)
    refuse(found.comparison is How.AT_LEAST and "EITHER" not in kinds(c[0]))
    return found


_THEM: Final = frozenset({"them", "those"})
_CANNOT: Final = a.CouldNot()


def _test(said: Part) -> a.PlayerTest:
    found: a.PlayerTest = said if isinstance(said, a.CouldNot) else read(said)
    refuse(any(isinstance(x, a.SharesType | a.Same) for x in a.walk(found)))  # as whose cards?
    return found


def _some_of_them_are(c: Parts) -> a.PlayersAre:
    """ "none do", "any of them did", "all do not"."""
    words = kinds(c[0])
    said = first(c[0], "THEM")
    both = words == {"THEM"} and len(c[0].children) == 1
    refuse(said is not None and said not in ({"both", "both of them"} if both else _THEM))
    them, test = a.Player(K.EACH_OF_THEM), _test(c[-1])
    if "ALL" in words or both:
        return a.PlayersAre(them, test)
    if first(c[0], "number") is not None:
        refuse("ONLY" not in words and number(first(c[0], "number")) != 1)
        how = How.EQUAL if words & {"ONLY", "EXACTLY"} else How.AT_LEAST  # "if one does"
        return a.PlayersAre(them, test, how, number(first(c[0], "number")))
    if words & {"ANY", "EITHER"}:
        return a.PlayersAre(them, test, How.AT_LEAST, 1)
    return a.PlayersAre(them, test, *_how_many_players(c[0]))


def _some_of_you_are(c: Parts) -> a.PlayersAre:
    """ "both of you do", "only one of you does": of you and your teammate, who were told to."""
    words = kinds(c[0])
    both, test = a.Player(K.YOU_AND_TEAMMATE), _test(c[-1])
    if "BOTH_OF_YOU" in words:
        return a.PlayersAre(both, test)
    if "NONE" in words:
        return a.PlayersAre(both, test, How.EQUAL, 0)
    if words & {"ANY", "EITHER"}:
        return a.PlayersAre(both, test, How.AT_LEAST, 1)
    much = how_many(c[0])
    refuse(not kinds(c[0]) - {"YOU"} and much.value != a.ONE)  # "two of you"
    how = How.EQUAL if "ONLY" in words else only(How, much.comparison)
    return a.PlayersAre(both, test, how, much.value.value)


def _can(c: Parts) -> a.PlayersAre:
    """ "neither can", "both can": none of them, or each, could not."""
    of_them = c[0].data == "some_of_them"
    found = (_some_of_them_are if of_them else _so_many_are)([c[0], _CANNOT])
    if (found.comparison, found.value) == (How.EQUAL, 0):
        return a.replace(found, comparison=None, value=0)
    refuse(found.comparison is not None)
    return a.replace(found, comparison=How.EQUAL, value=0)


def _they_did(c: Parts) -> a.PlayersAre:
    """ "any foe does", "that foe avoids this Attack", "each foe did not"."""
    who, test = read(c[0]), read(c[-1])
    did = isinstance(test, a.DidSo | a.DidNot | a.CouldNot)
    refuse(did and who.kind in _SPOKEN_OF)  # that is "If you do" and "If they do"
    if did and who == a.Player(K.EACH_PLAYER):  # "if everyone does": of those who were told to
        who = a.Player(K.EACH_OF_THEM)
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
        (
            "some_of_them player_has",
            "some_of_them player_did",
            "some_of_them player_deed",
        ): _some_of_them_are,
        "some_of_you player_did": _some_of_you_are,
        "some_players player_deed": _did_it,
        '"there" ("is" | "are") some_of_them who_tail': _some_of_them_are,
        "who_np player_did": _they_did,
        ('some_of_them "can" (DO "so")?', 'some_players "can" (DO "so")?'): _can,
        'attack ("is" | "was") "avoided"': lambda c: _is_avoided(c, How.AT_LEAST, 1),
        'attack ("is" | "was") "not" "avoided"': lambda c: _is_avoided(c, How.EQUAL, 0),
        'who_np ("is" | "are") number who_tail': _is_one,
    }
)

# --------------------------------------------------------------------------- writing


@writes(a.PlayersAre)
def say_players_are(what: a.PlayersAre) -> str:
    """ "two or more foes do", "each foe has a Hero in their hand", "there is no foe chosen"."""
    one = what.value == 0 or (what.value == 1 and what.comparison is How.EQUAL)
    done = _say_done(what.test, not one and what.comparison is not None)
    if what.who.kind is K.YOU_AND_TEAMMATE and isinstance(what.test, TOLD):
        done = _say_done(what.test, not one or what.comparison is None)
        many = "none" if not what.value else _say_how_many(only(How, what.comparison), what.value)
        return f"both of you {done}" if what.comparison is None else f"{many} of you {done}"
    if what.comparison is None:
        if done is None or isinstance(what.test, a.HavingMore | a.Having):  # see `of_each`
            done = f"{'are' if what.who == a.YOU else 'is'} one {say(what.test)}"
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
        case a.CouldNot():
            return "cannot"
        case a.AvoidedAttack():
            return f"avoid{'' if many else 's'} this Attack"
        case a.HitByAttack():
            return f"{'do' if many else 'does'} not avoid this Attack"
        case a.HavingMore() | a.Having():
            found, controls = compared(test.cards)
            verb = "control" if controls else "have"
            verb = verb if many else a.with_s(verb)
            if isinstance(test, a.HavingMore):
                return f"{verb} {say_more(test, found)}"
            if test.none:
                return f"{verb} no {say(a.replace(found, quantity=a.Every()), 'counted')}"
            return f"{verb} {just(found.quantity)}{say(found, 'in')}"
        case _:
            return None
