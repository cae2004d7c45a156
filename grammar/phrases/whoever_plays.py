"""What happens to whoever does something for a while: "until the start of your next turn, each foe
who plays an Attack card discards a card"; and the cards that are left somewhere."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import compose
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, table
from rules_check.grammar.phrases import players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.sentences import Builder


def _whoever(c: Parts, b: Builder) -> a.Effect:
    """ "each foe who plays a Villain discards a card": each time a foe does so, that foe does."""
    foe = "FOE" in w.kinds(c)
    refuse(str(w.first(c, "FOE", "PLAYER")).endswith(("s", "ies")))
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(tense is not a.Tense.PRESENT)
    what = only(a.Cards, read(w.first(c, "cards")))
    refuse(what.quantity != a.Exactly(a.ONE) or what.among is not None)
    kind = a.PlayerKind.A_FOE if foe else a.PlayerKind.A_PLAYER
    that = a.Player(a.PlayerKind.THAT_FOE) if foe else a.THAT_PLAYER
    event = a.Event(verbs, a.Player(kind), what)
    outer, b.waits_for = b.waits_for, event
    done = b.by(that, c[-1])[0]
    b.waits_for = outer
    refuse(any(isinstance(x, a.Player) and x.kind is kind for x in a.walk(done)))
    when = a.When(a.Trigger(event, a.Often.EACH), done)
    return compose.lasting(when, read(c[0]))


def _after_resolving(c: Parts, effect: a.Effect, b: Builder, closed: bool) -> a.Effect:
    """ "… discards a card after resolving it": what waits for a card to be played comes then."""
    refuse(closed or c[0] != "after" or b.waits_for is None)
    refuse(only(a.Event, b.waits_for).verbs != (a.Verb.PLAY,))
    return effect


def _left_there(c: Parts) -> a.Cards:
    """ "those left in their hand", "the cards that remain in your hand"."""
    refuse(w.first(c, "THEM") not in {None, "those", "those cards"})
    refuse(w.first(c, "CARD") not in {None, "cards"} or w.first(c, "REMAINING") == "the remaining")
    where, joined = players.places(c[-1])
    refuse(joined == "each" or len(where) > 1)
    return a.Cards(a.Every(), places=where)


table(
    scoped={'until "," EACH (FOE | PLAYER) "who" acts_present cards chain': _whoever},
    suffix={'WHEN "resolving" it': _after_resolving},
    cards={
        (
            'THEM ("left" | REMAINING | "that" STAY | "still") "in" places',
            'THE CARD "that" STAY "in" places',
        ): _left_there,
    },
)
