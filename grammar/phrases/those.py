"""Cards that a condition has named in the plural, spoken of in what follows it."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, refuse
from rules_check.grammar.phrases import words as w


def those(condition: Part, so: a.Condition, effect: a.Effect) -> a.Effect:
    """ "If you revealed any Heroes, draw them": not all that was revealed, but the Heroes."""
    match so, effect:
        case a.Is(a.Cards(a.Every(), places=(_, *_)) as every), a.Move() | a.Play():
            # "If all cards in the Line-Up are Villains, gain one of them"
            return _of_these(effect, every)
        case _:
            pass
    if not w.says(condition, "ANY"):
        return effect
    match so:
        case a.There(
            a.CountOf(a.Cards(a.Every(), a.Filter((_, *_), (a.Acted() as did,)) as which))
        ):
            if did.window is not None or did.tense is not a.Tense.PAST or len(did.verbs) != 1:
                return effect
            such = a.Cards(
                a.Every(), a.Filter(which.nouns, (a.ThisWay(did.verbs[0], None, did.who),))
            )
        case a.There(a.CountOf(a.Cards(a.Every(), which, (), among=among) as such)):
            # "If any of them are Heroes, draw them"
            if among != a.THEM or which == a.ANY_CARD or not w.says(condition, "THEM"):
                return effect
        case _:
            return effect
    return _of_these(effect, such)


def _of_these(effect: a.Effect, such: a.Cards) -> a.Effect:
    """The same, where "them" are these cards."""

    def told(node: a.Node) -> a.Node:
        if node == a.THEM:
            return such
        if isinstance(node, a.Cards) and node.among == a.THEM and node.filter == a.Filter():
            return a.replace(such, quantity=node.quantity)
        if isinstance(node, a.Cards) and node.among == a.THEM:
            return node  # "draw all Heroes among them"
        found: a.Node = a.rebuild(node, told)
        return found

    done: a.Effect = told(effect)  # type: ignore[assignment]
    return done


def one_of_none(so: a.Condition, effect: a.Effect) -> a.Effect:
    """ "If you control no Heroes, gain one from the Line-Up": one of that kind, as there is none of
    which one could be meant."""
    there = so.there if isinstance(so, a.Has) else so
    match there:
        case a.There(a.CountOf(a.Cards(filter=such)), a.Comparison.EQUAL, a.Number(0)):
            pass
        case a.PlayersAre(_, a.Having(a.Cards(filter=such), False), a.Comparison.EQUAL, 0):
            pass
        case _:
            return effect
    if not such.nouns:
        return effect

    def told(node: a.Node) -> a.Node:
        match node:
            case a.Move(a.Verb.GAIN, a.Cards(_, wanted, among=among) as what) if (
                wanted == a.ANY_CARD and among == a.THEM
            ):
                one = a.replace(what, filter=a.Filter(such.nouns), among=None)
                return a.replace(node, what=a.placed(one, a.place_of(what)))
            case _:
                found: a.Node = a.rebuild(node, told)
                return found

    done: a.Effect = told(effect)  # type: ignore[assignment]
    return done


BOTH = frozenset({"both", "them both", "both of them", "both cards"})


def which_card(so: a.Condition, tree: Part, effect: a.Effect) -> a.Effect:
    """ "If a card in the Line-Up shares its type, gain that card": which of the two? "Destroy both"
    are that one and a card that is so."""
    match so:
        case a.There(a.CountOf(a.Cards(filter=a.Filter(tests=tests)) as cards), how, value):
            like = any(isinstance(x, a.SharesType) or a.IT in a.walk(x) for x in tests)
            refuse(like and any(tree.scan_values(lambda leaf: leaf == "that card")))
            like |= any(isinstance(x, a.Chosen) for x in tests)  # "with that name"
            one = like and how is a.Comparison.AT_LEAST and value == a.ONE
            both = any(tree.scan_values(lambda leaf: w.token(leaf, "THEM") and str(leaf) in BOTH))
            if not (one and both and cards.places):
                return effect
            pair = a.Both(a.IT, a.replace(cards, quantity=a.Exactly(a.ONE)))

            def told(node: a.Node) -> a.Node:
                if node == a.THEM:
                    return pair
                found: a.Node = a.rebuild(node, told)
                return found

            done: a.Effect = told(effect)  # type: ignore[assignment]
            return done
        case _:
            return effect
