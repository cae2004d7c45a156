"""Numbers in short, behind a condition that says of what: "if it has fewer", "if there are as many
of each", "if you control fewer", "if you have played more". See `grammar.compared`."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, refuse, table
from rules_check.grammar.compared import any_there, in_short, so_many_there
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.quantities import how_many

K = a.PlayerKind


def _how(c: Parts) -> a.Comparison:
    said = w.first(c, "how_many")
    if said is None:
        return a.Comparison.EQUAL
    refuse("LESS" in w.kinds(said))
    return a.Comparison.MORE if "MORE" in w.kinds(said) else a.Comparison.LESS


def _fewer(c: Parts) -> a.Compare:
    """ "it has fewer", "there are fewer", "they have the same number of cards"."""
    refuse(w.first(c, "IT") not in {None, "it"} or w.first(c, "HE") not in {None, "they"})
    refuse(w.first(c, "CARD") not in {None, "cards"} or w.first(c, "EACH") not in {None, "each"})
    return in_short(_how(c))


def _acted_fewer(c: Parts) -> a.Compare:
    """ "you have played fewer"."""
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(tense is not a.Tense.PAST)
    return in_short(_how(c), a.Acted(verbs, a.YOU, tense, w.window(c)))


def _so_many(c: Parts) -> a.There:
    """ "it contains none", "it has only one", "it holds fewer than five"."""
    refuse(w.first(c, "IT") != "it" or w.first(c, "NONE") not in {None, "none"})
    words = w.kinds(c)
    if "NONE" in words:
        return so_many_there(a.Comparison.EQUAL, a.Number(0))
    much = how_many(c)
    how = a.Comparison.EQUAL if "ONLY" in words else only(a.Comparison, much.comparison)
    return so_many_there(how, much.value)


_SAME_OF_EACH = '(AS_MANY "of" EACH | SAME NUMBER_OF EACH)'


def _cards_there(c: Parts) -> a.There:
    """ "it has five or more cards in it": of any kind, in the pile spoken of."""
    refuse(any(str(x) != "it" for x in c if w.token(x, "IT")) or w.first(c, "CARD") != "cards")
    much = how_many(c)
    return any_there(only(a.Comparison, much.comparison), much.value)


table(
    one_condition={
        'IT (HAVE | HOLD | "contains") _much CARD ("in" IT)?': _cards_there,
        (
            'IT (HAVE | HOLD | "contains") how_many',
            '"there" ("is" | "are") how_many',
            "HE (HAVE | HOLD) SAME NUMBER_OF CARD",
            f'"there" ("is" | "are") {_SAME_OF_EACH}',
            f'(IT | YOU) (HAVE | HOLD | "contains") {_SAME_OF_EACH}',
        ): _fewer,
        "YOU acted how_many window?": _acted_fewer,
        'IT (HAVE | HOLD | "contains") (NONE | ONLY number | _much)': _so_many,
    }
)
