"""Parse trees of what cards are, have and cannot suffer, to effects."""

from __future__ import annotations

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.build.cards import any_number, selection
from rules_check.grammar.build.words import (
    Misfit,
    Part,
    card_type,
    first,
    is_tree,
    keyword,
    kinds,
    span,
    title,
    token,
    verb,
)
from rules_check.grammar.compose import sequence

BANNED = frozenset({a.Verb.BUY, a.Verb.GAIN, a.Verb.DESTROY, a.Verb.DISCARD})
"""What a card can be said not to suffer."""


def build_gain_text(tree: Part, _who: a.Player) -> a.Effect:
    """ "this card has the text of …"."""
    what, source = (p for p in tree.children if isinstance(p, Tree) and p.data != "span")
    copied = selection(source)
    return a.GainText(_itself(what), copied, span(tree, copied))


def _itself(tree: Part) -> a.Selection:
    """A card that speaks of itself by name means itself."""
    found = selection(tree)
    if isinstance(found, a.Cards) and isinstance(found.quantity, a.Every):
        nouns = found.filter.nouns
        if len(nouns) == 1 and isinstance(nouns[0], a.NameNoun) and not found.filter.tests:
            return a.THIS
    return found


def build_copy(tree: Part, _who: a.Player) -> a.Effect:
    """ "copy the text of …", "play this card as a copy of …"."""
    source = next(p for p in tree.children if isinstance(p, Tree) and p.data != "span")
    copied = selection(source)
    return a.GainText(a.THIS, copied, span(tree, copied))


def build_treat(tree: Part, who: a.Player) -> a.Effect:
    """ "treat this card as a Hero"."""
    what, *rest = tree.children[1:]
    return build_grant(Tree("grant", [what, Tree("is_also", []), *rest]), who)


def build_cannot_be(tree: Part, _who: a.Player) -> a.Effect:
    """ "this card cannot be destroyed": nobody can do that."""
    done = verb(next(p for p in tree.children if token(p, "PAST")))
    bare = done in {a.Verb.PLAY, a.Verb.BUY}
    what = any_number(tree.children[0]) if bare else selection(tree.children[0])
    nobody = a.Player(a.PlayerKind.EACH_PLAYER)
    if done is a.Verb.PLAY:
        return a.Forbid(a.Play(what, False, nobody), span(tree, what))
    if done not in BANNED:
        raise Misfit
    return a.Forbid(a.Move(done, what, None, nobody), span(tree, what))


def build_grant_it(tree: Part, who: a.Player) -> a.Effect:
    """ "it is also a Hero"."""
    return build_grant(Tree("grant", [Tree("it", []), Tree("is_also", []), *tree.children]), who)


def build_grant(tree: Part, _who: a.Player) -> a.Effect:
    """ "this card is also a Hero", "Heroes have Assist"."""
    also = first(tree, "is_also")
    assert also is not None
    what, when = selection(tree.children[0]), span(tree)
    grants: list[a.Effect] = []
    for part in tree.children:
        if is_tree(part, "quality"):
            word = part.children[-1]
            assert isinstance(word, Token)
            if kinds(also) & {"HAVE", "MOVE"} and word.type != "KEYWORD":
                raise Misfit  # "has a Hero" is not "is also a Hero"
            grants.append(a.Grant(what, _quality(word), when))
    return sequence(grants)


def _quality(word: Token) -> a.CardType | a.Title | a.Keyword:
    if word.type == "TYPE":
        return card_type(word)
    return title(word) if word.type == "TITLE" else keyword(word)
