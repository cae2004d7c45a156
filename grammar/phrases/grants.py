"""What cards are, have and cannot suffer."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Part, Parts, read, reads, rule, writes
from rules_check.grammar.compose import sequence
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.filters import a_or_an
from rules_check.grammar.phrases.slots import say_window

BANNED = frozenset({a.Verb.BUY, a.Verb.GAIN, a.Verb.DESTROY, a.Verb.DISCARD})
"""What a card can be said not to suffer."""

rule("_copy", 'COPY "the" "text"', '(PLAY THIS_CARD "as" | THIS_CARD BECOME) A? COPY')
rule("_qualities", 'quality ("," quality)* (","? "and" quality)?')
rule("quality", "A? (TYPE | TITLE | KEYWORD)")
rule("is_also", '"is" ALSO', '"are" ALSO', "HAVE", "MOVE", "COUNT_AS")


@reads("predicate", '_copy "of" selection span?')
def copy(c: Parts, _who: a.Player) -> a.Effect:
    """ "copy the text of …", "play this card as a copy of …"."""
    copied = read(next(p for p in c if not w.token(p) and p.data != "span"))
    return a.GainText(a.THIS, copied, w.span(c, copied))


@reads("predicate", 'selection CANNOT "be" PAST span?')
def cannot_be(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card cannot be destroyed": nobody can do that."""
    done = w.verb(next(p for p in c if w.token(p, "PAST")))
    bare = done in {a.Verb.PLAY, a.Verb.BUY}
    what = any_number(c[0]) if bare else read(c[0])
    nobody = a.Player(a.PlayerKind.EACH_PLAYER)
    if done is a.Verb.PLAY:
        return a.Forbid(a.Play(what, False, nobody), w.span(c, what))
    if done not in BANNED:
        raise Misfit
    return a.Forbid(a.Move(done, what, None, nobody), w.span(c, what))


@reads("predicate", "selection is_also _qualities span?")
def grant(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is also a Hero", "Heroes have Assist"."""
    also = w.first(c, "is_also")
    assert also is not None
    return _grants(c, read(c[0]), bool(w.kinds(also) & {"HAVE", "MOVE"}))


@reads("predicate", "IT_IS ALSO _qualities span?")
def grant_it(c: Parts, _who: a.Player) -> a.Effect:
    """ "it is also a Hero"."""
    return _grants(c, a.IT)


@reads("predicate", 'TREAT selection "as" _qualities span?')
def treat(c: Parts, _who: a.Player) -> a.Effect:
    """ "treat this card as a Hero"."""
    return _grants(c, read(c[1]))


def _grants(c: Parts, what: a.Selection, has: bool = False) -> a.Effect:
    grants: list[a.Effect] = []
    for part in c:
        if w.is_tree(part, "quality"):
            word = part.children[-1]
            if has and word.type != "KEYWORD":
                raise Misfit  # "has a Hero" is not "is also a Hero"
            grants.append(w.at_word(a.Grant(what, _quality(word), w.span(c)), word))
    return sequence(grants)


def _quality(word: Part) -> a.CardType | a.Title | a.Keyword:
    if word.type == "TYPE":
        return w.card_type(word)
    return w.title(word) if word.type == "TITLE" else w.keyword(word)


@writes(a.Grant)
def say_grant(effect: a.Grant, _third: bool) -> str:
    """ "this card is also a Hero", "all Heroes have Assist"."""
    what, quality = effect.what, effect.quality
    many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
    if isinstance(quality, a.Keyword):
        said = f"{'have' if many else 'has'} {quality.value}"
    else:
        said = f"{'are' if many else 'is'} also {a_or_an(quality.value)}"
    return f"{selection(what, 'in')} {said} {say_window(effect.window, None)}".rstrip()
