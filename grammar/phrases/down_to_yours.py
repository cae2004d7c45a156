"""Down to what somebody else has, and as far as something falls short: "discards down to the number
you hold", "1 VP for each Punch fewer than seven in your deck"; and the pile a card came from."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import count_of


def _down_to_yours(c: Parts, who: a.Player) -> a.RepeatUntil:
    """ "each foe discards down to the number of cards you hold": who holds fewer discards none."""
    refuse(w.verb(c[0]) is not a.Verb.DISCARD or who == a.YOU)
    said = w.first(c, "CARD")
    refuse(said is not None and said != "cards")
    other = next((x for x in w.trees(c) if not w.is_tree(x, "number")), None)
    than = a.YOU if other is None else read(other)
    than = than.owner if isinstance(than, a.Place) else only(a.Player, than)
    refuse(than != a.YOU)
    hand = a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
    end = a.HasMore(a.THAT_PLAYER, hand, a.YOU, a.Comparison.AT_MOST)
    one = a.Move(a.Verb.DISCARD, a.Cards(a.Exactly(a.ONE)), None, who)
    return a.RepeatUntil(one, end)


def _short_of(c: Parts) -> a.Bounded:
    """ "Punch fewer than seven in your deck", "card fewer than five in your hand"."""
    said = w.first(c, "head")
    found = filters.Core()
    filters.read_head(found, said)
    number = w.first(c, "number")
    found = filters.with_posts(found, [x for x in w.trees(c) if x is not said and x is not number])
    refuse(not (found.places or found.tests) or found.together)
    return a.Bounded(a.Minus(w.numeral(c), count_of(found)), 0)


def _short_there(c: Parts) -> a.Bounded:
    """ "Punch in your deck fewer than seven"."""
    refuse(filters.added(c[0]))
    found = filters.core(c[0])
    refuse(not (found.places or found.tests) or found.together)
    return a.Bounded(a.Minus(w.numeral(c), count_of(found)), 0)


def _came_from(c: Parts) -> a.Place:
    """ "the deck it came from": its owner's."""
    refuse(w.first(c, "IT") not in {None, "it"} or w.first(c, "HE") not in {None, "they"})
    return a.Place(players.zone(w.first(c, "zone")), a.Player(a.PlayerKind.OWNER))


_NUMBER = '(NUMBER_OF CARD | THE NUMBER_WORD "of"?)'
table(
    predicate={
        (
            f"MOVE DOWN_TO {_NUMBER} who_np (HOLD | HAVE) IN_HAND?",
            'MOVE DOWN_TO NUMBER_OF CARD "in" possessed_zone',
        ): _down_to_yours,
    },
    count={"head FEWER_THAN number post+": _short_of, "core FEWER_THAN number": _short_there},
    any_zone={'"the" zone (IT | HE) "came" "from"': _came_from},
)
