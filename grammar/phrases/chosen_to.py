"""Cards chosen for what is then done with them: "choose one of them to add to the Line-Up", "choose
a card there for that foe to discard"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, read, refuse, table
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.players import PLAYERS, one_place


def _chosen_to(c: Parts, who: a.Player) -> a.Effect:
    """ "choose one of them to discard", "choose one of them to put into your hand"."""
    what = read(c[1])
    refuse(not isinstance(what, a.Cards) or what.random or not (what.among or what.places))
    word = w.first(c, "MOVE", "PLAY", "ADD")
    said = w.first(c, *PLAYERS)
    doer = who
    if w.first(c, "THEM") is not None:  # "for them to discard"
        refuse(str(w.first(c, "THEM")) != "them")
        doer = a.THAT_PLAYER
    elif said is not None:
        doer = read(said)
    refuse(w.third_person(word))
    it = w.pronoun(what)
    if w.token(word, "PLAY"):
        refuse(len(w.trees(c)) > (2 if said is not None else 1))
        return attach.sequence([a.Choose(what, who), a.Play(it, who=doer)])
    move = a.Move(w.verb(word), it, None, doer)
    goal = w.first(c, "destinations", "in_place")
    if goal is None:
        refuse(move.verb is a.Verb.PUT)
        return attach.sequence([a.Choose(what, who), move])
    if w.is_tree(goal, "in_place"):
        refuse(move.verb is not a.Verb.PUT)
        return attach.sequence(
            [a.Choose(what, who), a.replace(move, to=one_place(goal.children[0]))]
        )
    done = destinations_of(move, goal.children)
    refuse(isinstance(done, a.Move) and done.to is None)
    return attach.sequence([a.Choose(what, who), done])


table(
    predicate={
        (
            'CHOOSE selection "to" (MOVE | PLAY | ADD) _goal?',
            'CHOOSE selection "for" (who_np | THEM) "to" (MOVE | PLAY) _goal?',
        ): _chosen_to,
    },
)
