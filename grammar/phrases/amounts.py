"""Amounts: numbers, counts, and numbers printed on cards."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import say_counted
from rules_check.grammar.phrases.players import DEEDS

# --------------------------------------------------------------------------- reading

rule("?amount", "amount_plain")
rule("countable", "count counted?")
rule("but_type", 'OTHER "than" A? TYPE')
table(
    amount_plain={
        "number": lambda c: a.Number(w.number(c[0])),
        "NUMBER_OF countable": lambda c: countable(c[1]),
    },
    counted={
        "WHEN YOU PLAY THIS_CARD": lambda _: {"timing": a.Timing.LOCKED},
        "COUNTED_AT_ALL_TIMES": lambda _: {"timing": a.Timing.LIVE},
        '"," ITSELF': lambda _: {"itself": True},
    },
)


def countable(tree: Part) -> a.Amount:
    """What follows "for each", with its remarks on timing and on itself."""
    found: a.Amount = read(tree.children[0])
    for remark in tree.children[1:]:
        found = a.replace(only(a.CountOf, found), **read(remark))
    return found


def count_of(found: filters.Core, per: int = 1) -> a.CountOf:
    """Count the cards of a noun phrase; "different" becomes a way of counting."""
    by_name = a.Different(a.DifferentKind.NAME)
    different = a.DifferentKind.NAME if by_name in found.tests else None
    found.tests = [test for test in found.tests if test != by_name]
    found.join = "or" if found.join == "and/or" else found.join
    return a.CountOf(found.every(), different, per)


def _count_core(c: Parts) -> a.CountOf:
    refuse(filters.added(c[0]))  # "for each additional Hero": beside which?
    return count_of(filters.core(c[0]))


def _count_types(c: Parts) -> a.CountOf:
    posts = [part for part in w.trees(c) if not w.is_tree(part, "other_than")]
    refuse(not posts)  # "for each card type": among which cards?
    found = filters.with_posts(filters.Core(), posts)
    return a.CountOf(found.every(), a.DifferentKind.TYPE, apart=_but(c))


def _but(c: Parts) -> a.CardType | None:
    """ "other than Starter": a type that does not count."""
    said = w.first(c, "but_type", "other_than")
    if said is None:
        return None
    (word,) = said.scan_values(lambda leaf: w.token(leaf, "TYPE", "TITLE", "KEYWORD", "NAME"))
    refuse(word.type != "TYPE")
    return w.card_type(word)


def _count_players(c: Parts) -> a.CountPlayers:
    kind = a.PlayerKind.EACH_FOE if w.first(c, "FOE") else a.PlayerKind.EACH_PLAYER
    kind = a.PlayerKind.EACH_OTHER_PLAYER if w.first(c, "OTHER") else kind
    return a.CountPlayers(a.Player(kind, *map(read, w.trees(c))))


def _count_and_post(c: Parts) -> a.Plus:
    """ "Hero in your discard pile and that you play": the noun is not said again."""
    one, two = filters.core(c[0]), filters.core(c[0])
    two.tests = [t for t in two.tests if isinstance(t, a.Other | a.Different | a.Attribute)]
    two.places, two.join = (), "or"
    said = read(c[2])
    # "for each card you drew or bought" is one clause
    deed = a.ThisWay(said.verb) if isinstance(said, a.ThisWay) else None
    refuse(w.token(c[1], "OR") and said == deed and any(map(_which, one.tests)))
    two.add(said)
    return a.Plus(count_of(one), count_of(two))


def _count_both(c: Parts) -> a.Plus:
    """ "Hero and each Villain you control": what is said last is said of both."""
    one, two = filters.core(c[0]), filters.core(c[3])
    if not one.places and one.among is None and not any(map(_which, one.tests)):
        one.places, one.join, one.among = two.places, two.join, two.among
        one.tests.extend(test for test in two.tests if _which(test))
    return a.Plus(count_of(one), count_of(two))


def _which(test: a.Test) -> bool:
    """Does it say where cards are or what was done with them?"""
    return isinstance(test, a.Acted | a.ThisWay | a.Controlled | a.Owned)


def _count_ones_who(c: Parts) -> a.CountPlayers:
    """ "one who does not": each of the players spoken of who does not."""
    refuse(w.number(c[0]) != 1)
    return a.CountPlayers(a.Player(a.PlayerKind.EACH_OF_THEM, DEEDS[c[-1].type]))


def _count_of_them_who(c: Parts) -> a.CountPlayers:
    """ "of them who does not": the same."""
    refuse(w.first(c[0], "THEM") not in {"them", "those"})
    return a.CountPlayers(a.Player(a.PlayerKind.EACH_OF_THEM, DEEDS[c[-1].type]))


def _count_ones(c: Parts) -> a.CountOf:
    """ "one": each of those just spoken of."""
    refuse(w.number(c[0]) != 1)
    return a.CountOf(filters.among_them(()).every())


def _count_among(c: Parts) -> a.CountOf:
    different = a.DifferentKind.TYPE if w.first(c, "CARD_TYPE") else a.DifferentKind.NAME
    different = a.DifferentKind.COST if w.first(c, "COST", "COST_VERB") else different
    return a.CountOf(filters.core(c[-1]).every(), different, apart=_but(c))


def _beyond(c: Parts) -> a.Bounded:
    """ "Equipment you control beyond the first"."""
    said = w.first(c, "number")
    refuse(w.first(c, "ORDINAL") != "first")
    first = a.ONE if said is None else w.numeral(c)
    return a.Bounded(a.Minus(count_of(filters.core(c[0])), first), 0)


def _beyond_number(c: Parts) -> a.Bounded:
    """ "card in that foe's hand beyond the number of cards in your hand"."""
    one, two = (count_of(filters.core(part)) for part in w.trees(c))
    return a.Bounded(a.Minus(one, two), 0)


def _beyond_done(c: Parts) -> a.Bounded:
    """ "card beyond the first you gained this way"."""
    said = w.first(c, "number")
    refuse(w.first(c, "ORDINAL") != "first")
    found = filters.Core()
    filters.read_head(found, c[0])
    found = filters.with_posts(found, [part for part in w.trees(c)[1:] if part is not said])
    return a.Bounded(a.Minus(count_of(found), a.ONE if said is None else w.numeral([said])), 0)


table(
    count={
        "core": _count_core,
        "DIFFERENT? CARD_TYPE post*": _count_types,
        (
            'DIFFERENT? CARD_TYPE but_type? "among" core',
            'DIFFERENT (COST | COST_VERB | NAME_WORD | "names") "among" core',
        ): _count_among,
        'core "beyond" "the" ORDINAL number?': _beyond,
        'head "beyond" "the" ORDINAL number? post+': _beyond_done,
        'core "beyond" NUMBER_OF core': _beyond_number,
        'LEVEL "of" owned_title': lambda c: a.AttributeOf(a.AttributeKind.LEVEL, read(c[-1])),
        ("FOE who_tail?", "PLAYER who_tail?", "OTHER PLAYER who_tail?"): _count_players,
        "number core": lambda c: count_of(filters.core(c[1]), w.number(c[0])),
        "YOU (MOVE | PLAY | REVEAL)": lambda c: a.CountOf(
            a.Cards(a.Every(), a.Filter((), (a.ThisWay(w.verb(c[1])),)))
        ),
        ("core AND post", "core OR post"): _count_and_post,
        "core AND EACH core": _count_both,
        '"of"? them post*': lambda c: a.CountOf(filters.among_them(c[1:]).every()),
        "number": _count_ones,
        tuple(f"number {word}" for word in DEEDS): _count_ones_who,
        tuple(f'"of" them {word}' for word in DEEDS): _count_of_them_who,
    },
)

# --------------------------------------------------------------------------- writing


def amount(value: a.Amount) -> str:
    """An amount after "equal to" or "add"."""
    return say(neutral(value))


def neutral(value: a.Amount) -> a.Amount:
    """The amount without the remark that answers the question about it."""
    if not isinstance(value, a.Question):
        return value
    option = neutral(value.options[0])
    return a.replace(option, timing=None, itself=None) if isinstance(option, a.CountOf) else option


COUNTED = (a.CountOf, a.CountPlayers, a.Plus, a.Question)
"""What can follow "for each"."""


def _beyond_first(value: a.Bounded) -> bool:
    """Is it what is counted beyond the first?"""
    match value:
        case a.Bounded(a.Minus(a.CountOf(), a.Number() | a.CountOf()), 0, _):
            return True
        case _:
            return _short_of(value)


def _short_of(value: a.Bounded) -> bool:
    """Is it how many are missing: "Punch in your deck fewer than seven"?"""
    match value:
        case a.Bounded(a.Minus(a.Number(), a.CountOf()), 0, None):
            return True
        case _:
            return False


def is_counted(value: a.Amount) -> bool:
    """Can it follow "for each"?"""
    if isinstance(value, a.Plus):
        return is_counted(value.first) and is_counted(value.second)
    if isinstance(value, a.Bounded):
        return _beyond_first(value)
    if isinstance(value, a.AttributeOf):
        return value.kind is a.AttributeKind.LEVEL and isinstance(value.of, a.CharacterOf)
    return isinstance(value, COUNTED)


@writes(a.Number, a.ThatMany, a.CountOf, a.CountPlayers, a.Plus, a.Times, a.Bounded)
def say_amount(value: a.Amount) -> str:
    """ "3", "the number of Heroes you control"."""
    match value:
        case a.Number(n):
            return str(n)
        case a.ThatMany():
            return "that many"
        case a.Plus(one, two) if not is_counted(value) or isinstance(one, a.AttributeOf):
            return f"{amount(one)} plus {amount(two)}"
        case a.Times(n, each):
            return f"{'twice' if n == 2 else f'{w.spell(n)} times'} {amount(each)}"
        case a.Bounded(of):
            return amount(of) + limits(value)
        case _:
            return f"the number of {counted(value, plural=True)}"


def limits(value: a.Bounded) -> str:
    """ ", to a maximum of 3"."""
    most = "" if value.most is None else f", to a maximum of {value.most}"
    return most + ("" if value.least is None else f", to a minimum of {value.least}")


def counted(value: a.Amount, plural: bool = False) -> str:
    """What follows "for each" (singular) or "the number of" (plural)."""
    match value:
        case a.CountOf():
            said = _counted(value, plural)
            said += {None: "", a.Timing.LOCKED: " when you play this card"}.get(
                value.timing, " at all times this turn"
            )
            return f"{said}, including this card" if value.itself else said
        case a.CountPlayers(a.Player(a.PlayerKind.EACH_OF_THEM, test)) if test and not plural:
            return f"one {say(test)}"
        case a.CountPlayers(who):
            tail = f" {say(who.test)}" if who.test else ""
            return who.kind.value.removeprefix("each ") + ("s" if plural else "") + tail
        case a.Plus(one, two):
            return f"{counted(one, plural)} and each {counted(two)}"
        case a.Question():
            return counted(neutral(value), plural)
        case a.Bounded(a.Minus(a.Number(n), of)) if _short_of(value):
            return f"{counted(of, plural)} fewer than {w.spell(n)}"
        case a.Bounded(a.Minus(of, a.Number(n)), 0, most) if _beyond_first(value):
            said = f"{counted(of, plural)} beyond the first{'' if n == 1 else f' {w.spell(n)}'}"
            return said + limits(a.Bounded(of, None, most))
        case a.Bounded(a.Minus(of, a.CountOf() as other), 0, most) if _beyond_first(value):
            said = f"{counted(of, plural)} beyond {amount(other)}"
            return said + limits(a.Bounded(of, None, most))
        case a.Bounded(of):
            return counted(of, plural) + limits(value)
        case a.AttributeOf(a.AttributeKind.LEVEL, a.CharacterOf() as of):
            return f"Level of {say(of)}"
        case _:
            return amount(value)


def _counted(value: a.CountOf, plural: bool) -> str:
    found, different, per = value.cards, value.different, value.per
    called = found.filter.nouns or a.Other() in found.filter.tests
    if found.among == a.THEM and different is None and per == 1 and not called:
        said = "them" if plural else "of them"
        return said + say_counted(found, True).removeprefix("cards").removesuffix(" among them")
    if found == a.Cards(a.Every(), among=a.Ref(a.RefKind.REST)) and different is None and per == 1:
        return "the rest" if plural else "of the rest"
    if different is a.DifferentKind.COST:
        said = "different costs" if plural else "different cost"
        return f"{said} among {say_counted(found, True)}"
    if different is a.DifferentKind.TYPE:
        said = "different card types" if plural else "different card type"
        if value.apart is not None:
            said += f" other than {value.apart.value}"
        if called:
            return f"{said} among {say_counted(found, True)}"
        return said + say_counted(found, True).removeprefix("cards")
    adjective = "different " if different is a.DifferentKind.NAME else ""
    said = adjective + say_counted(found, plural or per > 1)
    return f"{w.spell(per)} {said}" if per > 1 else said
