"""What cards are, have and cannot suffer."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Misfit, Parts, read, rule, table, writes
from rules_check.grammar.compose import sequence
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.filters import a_or_an

BANNED = frozenset({a.Verb.BUY, a.Verb.GAIN, a.Verb.DESTROY, a.Verb.DISCARD})
"""What a card can be said not to suffer."""

rule("_copy", 'COPY "the" "text"', '(PLAY THIS_CARD "as" | THIS_CARD BECOME) A? COPY')
rule("_qualities", 'quality ("," quality)* (","? "and" quality)?')
rule("quality", "A? (TYPE | TITLE | KEYWORD)")
rule("is_also", '"is" "also"', '"are" "also"', "HAVE", "MOVE", "COUNT_AS")


def _copy(c: Parts, _who: a.Player) -> a.Effect:
    """ "copy the text of …", "play this card as a copy of …"."""
    copied = read(w.trees(c)[0])
    return a.GainText(a.THIS, copied, w.span(c, copied))


def _cannot_be(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card cannot be destroyed": nobody can do that."""
    done = w.verb(w.first(c, "PAST"))
    what = any_number(c[0]) if done in {a.Verb.PLAY, a.Verb.BUY} else read(c[0])
    nobody = a.Player(a.PlayerKind.EACH_PLAYER)
    if done is a.Verb.PLAY:
        return a.Forbid(a.Play(what, False, nobody), w.span(c, what))
    if done not in BANNED:
        raise Misfit
    return a.Forbid(a.Move(done, what, None, nobody), w.span(c, what))


def _grants(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is also a Hero", "Heroes have Assist", "treat this card as a Hero"."""
    also, qualities = w.first(c, "is_also"), [part for part in c if w.is_tree(part, "quality")]
    words = [part.children[-1] for part in qualities]
    has = also is not None and w.kinds(also) & {"HAVE", "MOVE"}
    if has and any(word.type != "KEYWORD" for word in words):
        raise Misfit  # "has a Hero" is not "is also a Hero"
    what = a.IT if w.token(c[0], "IT_IS") else read(w.trees(c)[0])
    when = w.span(c)
    return sequence([w.at_word(a.Grant(what, w.quality(x), when), x) for x in words])


table(
    "predicate",
    {
        '_copy "of" selection span?': _copy,
        'selection CANNOT "be" PAST span?': _cannot_be,
        (
            "selection is_also _qualities span?",
            'IT_IS "also" _qualities span?',
            '"treat" selection "as" _qualities span?',
        ): _grants,
    },
)


@writes(a.Grant)
def say_grant(effect: a.Grant, _third: bool) -> str:
    """ "this card is also a Hero", "all Heroes have Assist"."""
    what, quality = effect.what, effect.quality
    many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
    if isinstance(quality, a.Keyword):
        said = f"{'have' if many else 'has'} {quality.value}"
    else:
        said = f"{'are' if many else 'is'} also {a_or_an(quality.value)}"
    return f"{selection(what, 'in')} {said} {effect.window or ''}".rstrip()
