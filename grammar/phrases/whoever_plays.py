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
    refuse(any(str(x) not in {"foe", "player", "each", "any", "opponent", "enemy"}
               for x in c if w.token(x, "FOE", "PLAYER", "EACH")))
    verbs, tense = w.acted(w.first(c, *w.ACTED))
    refuse(tense is not a.Tense.PRESENT)
    what = only(a.Cards, read(w.first(c, "cards")))
    refuse(what.quantity != a.Exactly(a.ONE) or what.among is not None)
    kind = a.PlayerKind.A_FOE if foe else a.PlayerKind.A_PLAYER
    that = a.Player(a.PlayerKind.THAT_FOE) if foe else a.THAT_PLAYER
    done = b.by(that, c[-1])[0]
    refuse(any(isinstance(x, a.Player) and x.kind is kind for x in a.walk(done)))
    when = a.When(a.Trigger(a.Event(verbs, a.Player(kind), what), a.Often.EACH), done)
    return compose.lasting(when, read(c[0]))


def _left_there(c: Parts) -> a.Cards:
    """ "those left in their hand", "the cards that remain in your hand"."""
    refuse(w.first(c, "THEM") not in {None, "those", "those cards"})
    refuse(w.first(c, "CARD") not in {None, "cards"} or w.first(c, "REMAINING") == "the remaining")
    where, joined = players.places(c[-1])
    refuse(joined == "each" or len(where) > 1)
    return a.Cards(a.Every(), places=where)


table(
    scoped={'until "," EACH (FOE | PLAYER) "who" acts_present cards chain': _whoever},
    cards={
        (
            'THEM ("left" | REMAINING | "that" STAY | "still") "in" places',
            'THE CARD "that" STAY "in" places',
        ): _left_there,
    },
)
