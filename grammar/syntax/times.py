"""Stretches of time and moments: "this turn", "at the end of your turn", "until your next turn"."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Prep,
    Quantity,
    Relative,
    Said,
    Sentence,
    want,
)
from rules_check.grammar.syntax.nouns import THAT_PLAYER, player

K, Z, V, W = a.PlayerKind, a.Zone, a.Verb, a.Window


def window_of(x: Draft) -> a.Window | None:
    """A stretch of time that has a name; None if it is none."""
    if isinstance(x, Said):
        return None
    if not isinstance(x, Prep) or not isinstance(x.x, NounPhrase) or x.adverb:
        return None
    return WINDOWS.get((x.word, _time(x.x)))


def _time(x: NounPhrase) -> str:
    """The words of a stretch of time, as they are."""
    inner = x.x
    if inner is None and isinstance(x.part_of, NounPhrase) and not (x.quantity or x.adverbs):
        return f"{x.det} of {_time(x.part_of)}"
    if x == NounPhrase("'s", None, owner=NounPhrase("", Said("you", "PRON"))):
        return "yours"
    if not isinstance(inner, Nominal) or inner.quantity or inner.mods:
        return ""
    if inner.more or inner.than is not None or inner.value is not None or x.adverbs:
        return ""
    if inner.called and inner.sort != "keyword":
        return ""
    words = [
        *(one for one in inner.adjectives if one not in ("very", "entire")),
        inner.head + ("s" if inner.plural else ""),
    ]
    if _is_of_time(x.owner):
        want(len(words) == 1 and inner.head in ("start", "end") and not inner.details)
        assert isinstance(x.owner, NounPhrase)
        whole = _time(x.owner)
        return f"the {inner.head} of {'the ' if whole in ('game', 'turn') else ''}{whole}"
    if x.owner is not None:
        words.insert(0, _whose(x.owner))
    elif x.part_of is not None or x.adverbs or x.excepted:
        return ""
    else:
        words.insert(0, x.det)
    for detail in inner.details:
        if isinstance(detail, Prep) and detail.word == "of" and isinstance(detail.x, NounPhrase):
            words += ["of", _time(detail.x)]
        elif detail == TAKEN and inner.head == "turn":  # "each turn you take"
            words += ["of", "yours"]
        else:
            return ""
    if isinstance(x.x, Nominal) and x.det == "each" and x.part_of is not None:
        return ""
    return " ".join(filter(None, words))


TAKEN: Final = Relative(
    Sentence(NounPhrase("", Said("you", "PRON")), Act("take", gap=True)), gap=True
)


def _is_of_time(x: Draft | None) -> bool:
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "time"


def _whose(owner: Draft) -> str:
    try:
        who = player(owner)
    except Nonsense:
        return "?"
    return {K.YOU: "your", K.THAT_PLAYER: "their"}.get(who.kind, f"{who.kind.value}'s")


WINDOWS: Final = {
    **{
        (word, f"the {rest} of {turn}"): W.THIS_TURN
        for word in ("for", "during", "in", "throughout")
        for rest in ("rest", "remainder", "whole")
        for turn in ("the turn", "this turn", "your turn")
    },
    ("", "this turn"): W.THIS_TURN,
    ("during", "this turn"): W.THIS_TURN,
    ("for", "this turn"): W.THIS_TURN,
    ("for", "the turn"): W.THIS_TURN,
    ("for", "your turn"): W.THIS_TURN,
    ("throughout", "the turn"): W.THIS_TURN,
    ("throughout", "your turn"): W.THIS_TURN,
    ("in", "this turn"): W.THIS_TURN,
    ("until", "the end of this turn"): W.THIS_TURN,
    ("until", "the end of the turn"): W.THIS_TURN,
    ("until", "end of turn"): W.THIS_TURN,
    ("during", "your turn"): W.YOUR_TURN,
    ("in", "your turn"): W.YOUR_TURN,
    ("on", "your turn"): W.YOUR_TURN,
    ("", "each turn"): W.EACH_TURN,
    ("during", "each turn"): W.EACH_TURN,
    ("during", "your turns"): W.EACH_OF_YOUR_TURNS,
    ("during", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    **{
        (word, f"{each} turn of yours"): W.EACH_OF_YOUR_TURNS
        for word in ("in", "during", "on")
        for each in ("any", "each", "every")
    },
    ("in the course of", "this turn"): W.THIS_TURN,
    ("in the course of", "your turn"): W.YOUR_TURN,
    ("on", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("in", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("", "every turn"): W.EACH_TURN,
    **{(word, "any of your turns"): W.EACH_OF_YOUR_TURNS for word in ("in", "during", "on")},
    **{("", f"{each} turn of yours"): W.EACH_OF_YOUR_TURNS for each in ("each", "every")},
    ("", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("on", "each turn"): W.EACH_TURN,
    ("throughout", "this turn"): W.THIS_TURN,
    ("for", "that turn"): W.THIS_TURN,
    ("", "that turn"): W.THIS_TURN,
    ("for", "the remainder of the game"): W.REST_OF_GAME,
    ("during", "each foe's turn"): W.FOES_TURN,
    ("during", "another player's turn"): W.OTHER_TURN,
    ("during", "any player's turn"): W.ANY_TURN,
    ("during", "each player's turn"): W.ANY_TURN,
    ("for", "the rest of the game"): W.REST_OF_GAME,
    ("during", "a confrontation"): W.CONFRONTATION,
    ("in", "a confrontation"): W.CONFRONTATION,
}


def moment_of(x: Draft) -> a.Moment | a.GameEnd | None:
    """The start or the end of a turn, or of the game."""
    if (
        not isinstance(x, Prep)
        or not isinstance(x.x, NounPhrase)
        or x.word not in ("at", "on")
        or x.adverb
    ):
        return None
    return MOMENTS.get(_time(x.x))


START, END = a.Point.START, a.Point.END
MOMENTS: Final[dict[str, a.Moment | a.GameEnd]] = {
    "the end of your turn": a.Moment(END),
    "the end of your next turn": a.Moment(END, next=True),
    "the end of this turn": a.Moment(END, this=True),
    "the end of the turn": a.Moment(END, this=True),
    "the start of your turn": a.Moment(START),
    "the start of your next turn": a.Moment(START, next=True),
    "the start of their next turn": a.Moment(START, THAT_PLAYER, next=True),
    "the end of their next turn": a.Moment(END, THAT_PLAYER, next=True),
    "the end of the game": a.GameEnd(),
    "game end": a.GameEnd(),
    "the beginning of your next turn": a.Moment(START, next=True),
    "turn's end": a.Moment(END, this=True),
    "the start of each foe's turn": a.Moment(START, a.Player(K.EACH_FOE)),
    "the end of each foe's turn": a.Moment(END, a.Player(K.EACH_FOE)),
    "the start of each of your turns": a.Moment(START, each=True),
    "the end of each of your turns": a.Moment(END, each=True),
    **{
        f"the {point.value} of {each} turn of yours": a.Moment(point, each=True)
        for point in (START, END)
        for each in ("each", "every")
    },
    "the start of your turns": a.Moment(START, each=True),
    "the end of your turns": a.Moment(END, each=True),
}


ENDS_NOW: Final = (a.Moment(END, this=True), a.Moment(END))
"""The end of the turn in which something is done."""


def asked_of_it(x: Prep) -> tuple[Prep, Sentence] | None:
    """ "(at the end of each of your turns) in which you bought no cards": the moment without it,
    and what is asked of such a turn when it ends."""
    if not isinstance(x.x, NounPhrase):
        return None
    plain, asked = _without_asking(x.x)
    if asked is None:
        return None
    plain = _your_turns(plain, asked)
    when = replace(x, x=plain)
    says = asked.says.items if isinstance(asked.says, Joined) else (asked.says,)
    now = all(isinstance(act, Act) and act.form == "base" and not act.perfect for act in says)
    if when.adverb == "once" and now:  # "in which you control a Hero": when it is done
        return when, asked
    if when.adverb != "once":
        moment = moment_of(when)
        want(isinstance(moment, a.Moment) and moment.point is END)
        assert isinstance(moment, a.Moment)
        want(moment.each or moment.whose.kind is K.EACH_FOE)  # "your next turn in which …": another
    acts = asked.says.items if isinstance(asked.says, Joined) else (asked.says,)
    want(all(isinstance(act, Act) and (act.form == "past" or act.perfect) for act in acts))
    this_turn = Prep("", "time", NounPhrase("this", Nominal("time", "turn")))
    return when, replace(asked, adjuncts=(*asked.adjuncts, this_turn))


def _your_turns(x: NounPhrase, asked: Sentence) -> NounPhrase:
    """ "(the end of) each turn (in which you announced a Confrontation)": you do so in yours."""
    you = asked.subject == NounPhrase("", Said("you", "PRON"))
    announced = isinstance(asked.says, Act) and asked.says.verb in ("announce", "confront", "buy")
    if not (you and announced):
        return x
    match x:
        case NounPhrase(x=Nominal(details=(Prep("of", x=NounPhrase() as whole) as of,)) as inner):
            yours = replace(of, x=_your_turns(whole, asked))
            return replace(x, x=replace(inner, details=(yours,)))
        case NounPhrase("each" | "every", Nominal("time", "turn") as turn) if x == NounPhrase(
            x.det, turn
        ) and turn == Nominal("time", "turn"):
            your = NounPhrase("'s", replace(turn, plural=True), owner=asked.subject)  # type: ignore[arg-type]
            return NounPhrase("each", None, part_of=your)
    return x


def _without_asking(x: NounPhrase) -> tuple[NounPhrase, Sentence | None]:
    """A stretch of time without what is asked of it, wherever in the phrase that stands."""
    if isinstance(x.part_of, NounPhrase):
        plain, asked = _without_asking(x.part_of)
        return replace(x, part_of=plain), asked
    if not isinstance(x.x, Nominal) or not x.x.details:
        return x, None
    *before, last = x.x.details
    match last:
        case Clause("which", Sentence() as asked):
            return replace(x, x=replace(x.x, details=tuple(before))), asked
        case Prep("of", x=NounPhrase() as whole):
            plain, found = _without_asking(whole)
            details = (*before, replace(last, x=plain))
            return replace(x, x=replace(x.x, details=details)), found
    return x, None


def until_of(x: Draft) -> a.Until | None:
    """What ends with a moment."""
    if not isinstance(x, Prep) or not isinstance(x.x, NounPhrase) or x.word != "until" or x.adverb:
        return None
    said = _time(x.x)
    if said == "your next turn":
        return a.Until(a.Moment(START, next=True))
    moment = MOMENTS.get(said)
    if isinstance(moment, a.Moment) and moment.next:
        return a.Until(moment)
    return None


def is_moment(one: Draft) -> bool:
    """Whether something is waited for until a turn begins or ends."""
    if isinstance(one, Clause):
        return one.word in ("when", "whenever", "as") and turning(one.x) is not None
    return moment_of(one) is not None


def is_turn(says: Draft) -> a.Window | None:
    """ "it is your turn"."""
    match says:
        case Sentence(it, Act("be", pred=NounPhrase() as when) as act, ()):
            plain = act == Act("be", pred=when) and it == NounPhrase("", Said("it", "PRON"))
            if plain and _time(when) == "your turn":
                return W.YOUR_TURN
    return None


def turning(says: Draft) -> a.Moment | a.GameEnd | None:
    """ "your next turn begins"."""
    match says:
        case Sentence(NounPhrase() as subject, Act("begin" | "start" | "end" as verb) as act, ()):
            plain = act == Act(verb, gap=True)
            said = _time(subject)
            point = "end" if verb == "end" else "start"
            if said in YOURS or _is_one_of_yours(subject):
                said = "each of your turns"
            moment = MOMENTS.get(f"the {point} of {said}")
            if plain:
                return moment
    return None


YOURS: Final = frozenset(f"{any_} turn of yours" for any_ in ("a", "any", "each", "every")) | {
    "any of your turns",
    "any one of your turns",
}
"""Each of your turns, as what begins or ends."""


def _is_one_of_yours(x: NounPhrase) -> bool:
    """ "(whenever) one of your turns (begins)"."""
    of = x.part_of
    one = x == NounPhrase("", None, part_of=of, quantity=Quantity("=", 1))
    return one and isinstance(of, NounPhrase) and _time(of) == "your turns"


def set_behind(one: Draft) -> Draft:
    """A moment that stands behind what is done: it is waited for once."""
    moment = moment_of(one)
    if isinstance(one, Prep) and window_of(one) is W.CONFRONTATION:
        return replace(one, role="behind")
    if isinstance(one, Prep) and isinstance(moment, a.Moment) and not moment.each:
        return replace(one, role="behind")
    return one


def is_time(one: Draft) -> bool:
    """Whether it is a stretch of time or a moment."""
    return isinstance(one, Prep) and (window_of(one) or until_of(one) or moment_of(one)) is not None
