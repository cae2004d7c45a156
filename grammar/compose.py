"""How sentences hang together: "If you do", "Otherwise", and what "it" pulls in.

`compose` makes one effect of a row of sentences. The canonical wording uses the same
function to make sure that what it writes comes back as it was.
"""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.again import (
    NothingBefore,
    is_deed,
    made_out,
    none_in,
    of_those_asked,
    otherwise_same,
    same_as_done,
    there,
    whole,
    without,
)
from rules_check.grammar.anything_else import anything_else, none_of_these, of_which
from rules_check.grammar.attach import (
    LOOSE,
    SAME,
    Opener,
    attach,
    denied,
    sequence,
    without_instead,
)
from rules_check.grammar.compared import compared_again, in_its_place
from rules_check.grammar.counted import costs_other
from rules_check.grammar.given import of_the_held
from rules_check.grammar.in_full import in_full, made_whole
from rules_check.grammar.in_turn import in_turn
from rules_check.grammar.instead import (
    both_instead,
    for_some,
    for_some_if,
    instead,
    join_one_and_other,
    may_instead,
    of_its_own,
    one_after_the_other,
    redirected,
    unable_instead,
)
from rules_check.grammar.keeping import kept
from rules_check.grammar.named import NAMING
from rules_check.grammar.none_to_take import asked_first
from rules_check.grammar.one_more import as_often, of_the_lacking
from rules_check.grammar.pointing import anaphoric, points_back
from rules_check.grammar.searching import shuffled_there, were_none
from rules_check.grammar.several_times import for_each as for_each
from rules_check.grammar.several_times import for_each_of
from rules_check.grammar.several_times import lasting as lasting
from rules_check.grammar.several_times import repeat_until as repeat_until
from rules_check.grammar.several_times import while_so as while_so
from rules_check.grammar.those import those_of
from rules_check.grammar.ties import of_equals, several_tied
from rules_check.grammar.ways import plainly
from rules_check.grammar.yours import like_theirs

Sentence: TypeAlias = tuple[Opener, a.Effect]


class NoCondition(Exception):
    """A sentence begins with "Otherwise" or the like, and there is nothing it belongs to.

    `fitting` are the openers with which it would belong to the sentence before: those that speak of
    whoever was told to do it.
    """

    def __init__(self, opener: str, index: int, fitting: tuple[str, ...] = ()) -> None:
        super().__init__(opener)
        self.opener = opener
        self.index = index
        self.fitting = fitting


def _of_what_was_said(effect: a.Effect, done: list[a.Effect]) -> a.Effect:
    """An effect whose places and players are told by the sentences before it."""
    told = kept(shuffled_there(effect, done), done)
    told = of_those_asked(there(like_theirs(told, done), done[-1:]), done)
    return of_the_held(told, getattr(getattr(told, "who", None), "test", None), bool(done))


def _asked_before(effect: a.Effect, done: list[a.Effect]) -> bool:
    """What happens if there is none of what you may take, put together with that."""
    both = asked_first(effect, done)
    if both is not None:
        done[-1] = both
    return both is not None


def compose(sentences: list[Sentence]) -> a.Effect:
    """The effect of several sentences; raises `NoCondition`."""
    done: list[a.Effect] = []
    group: a.Player | None = None
    for index, (said, _) in enumerate(sentences):
        if (plain := plainly(said, done)) is None:
            raise NoCondition(said, index)
        said = plain
        try:
            sentence, group = those_of(of_the_lacking(in_turn(sentences, index)), group)
            effect = _of_what_was_said(sentence, done)
            if (other := costs_other(effect, done)) is not None:
                said, effect = Opener.OTHERWISE, other
            said, effect = in_full(said, effect, done)
            if (full := compared_again(effect, done)) is not effect:
                said, effect = in_its_place(said, full, done)
            tied_ones = several_tied(done, said is Opener.IF_TIED, effect)
            if (equals := tied_ones or of_equals(done, effect)) is not None:
                done = equals
                continue
            if (lacking := without(effect)) is not None:
                _for_want(done, *lacking)
                continue
            if (none := none_in(effect, done[-1:])) is not None:
                said, effect = Opener.IF_THERE_IS_NONE, none
            if said is Opener.IF_THERE_IS_NONE and (none := were_none(effect, done)) is not None:
                said, effect = Opener.NONE, none
            if said is Opener.IF_THERE_IS_NONE and _asked_before(effect, done):
                continue
            if said in LOOSE and done and of_its_own(done[-1], effect):
                raise NothingBefore("instead")
            if said in LOOSE and whole(effect):
                done = made_out(effect, done)
                continue
            if said is Opener.OTHERWISE:
                effect = otherwise_same(effect, done)
                if (neither := none_of_these(done, effect)) is not None:
                    done = neither
                    continue
                if of_which(done):
                    raise NothingBefore("Otherwise")
            elif said not in LOOSE:
                effect = same_as_done(effect, done, said is Opener.IF_TIED)
        except NothingBefore as error:
            raise NoCondition(str(error), index) from None
        if said is Opener.IF_ANYTHING_ELSE:
            found = anything_else(done, effect)
            if found is None:
                raise NoCondition(said, index)
            done = found
            continue
        if said in LOOSE or said is Opener.AFTER_ATTACK:
            _append(done, effect, goes_on=said is Opener.THEN)
            continue
        _hang(done, said, effect, index)
    try:
        made = made_whole(sequence(done))
        if a.DoBoth() in a.walk(made):
            raise NothingBefore("both")
        return made
    except NothingBefore as error:
        raise NoCondition(str(error), len(sentences) - 1) from None


def _hang(done: list[a.Effect], said: Opener, effect: a.Effect, index: int) -> None:
    """Hang an effect on the sentence that its opener speaks of; raises `NoCondition`."""
    if not done or a.RepeatThis() in a.walk(effect):
        raise NoCondition(said, index)
    # "If you choose not to" looks back for a choice; the others hang on the last sentence.
    effect = as_often(done[-1], effect) if said is Opener.IF_TIED else effect
    first = 0 if SAME[said] is Opener.IF_YOU_CHOOSE_NOT_TO else len(done) - 1
    for at in range(len(done) - 1, first - 1, -1):
        attached = attach(done[at], said, effect)
        if attached is not None and SAME[said] is Opener.IF_YOU_CANNOT:
            attached = unable_instead(done[at], effect) or attached
        if attached is None and at == len(done) - 1:
            attached = denied(done[at], said, effect)
        if attached is None and said is Opener.IF_IT_IS_NOT and _denied_before(done, effect):
            return
        if attached is not None:
            done[at] = attached
            return
    alike = (opener for opener in Opener if SAME[opener] is SAME[said])
    like = (opener for opener in alike if not opener.name.endswith("DO_NOT"))
    fitting = tuple(x.value for x in like if attach(done[-1], x, effect) is not None)
    raise NoCondition(said, index, fitting)


def _denied_before(done: list[a.Effect], effect: a.Effect) -> bool:
    """Hang what happens if "it" is not so on a condition that does not stand in the last sentence:
    those behind it speak of no card ("If it is a Hero, draw it. +1 Power. If it is not, …")."""
    for at in range(len(done) - 2, -1, -1):
        if any(isinstance(x, a.Cards | a.Ref | a.If) for x in a.walk(done[at + 1])):
            return False
        attached = denied(done[at], Opener.IF_IT_IS_NOT, effect)
        if attached is not None:
            done[at] = attached
            return True
    return False


def _for_want(done: list[a.Effect], deed: a.Move | a.Play, more: a.Effect) -> None:
    """What happens if there are no cards for what a sentence before says ("If you have no card to
    destroy, …"): it hangs on that sentence."""
    for at in range(len(done) - 1, -1, -1):
        one = done[at]
        *before, last = one.effects if isinstance(one, a.Seq) else [one]
        tried = attach(last, Opener.IF_YOU_CANNOT, more) if is_deed(last, deed) else None
        if isinstance(one, a.Seq) and is_deed(one.effects[0], deed):
            first, *rest = one.effects  # "gain a Weakness and put it into your hand"
            with_it = rest[0].effect if isinstance(rest[0], a.Tried) else rest[0]
            if points_back(with_it):
                before = []
                tried = a.Tried(first, sequence(list(rest)), without_instead(more))
        if isinstance(tried, a.Tried):
            after = done[at + 1 :]
            if not all(map(anaphoric, after)):  # is it still done then?
                break
            tried = a.replace(tried, then=sequence(after)) if after else tried
            done[at:] = [sequence([*before, tried])]
            return
    raise NothingBefore(f"no card to {getattr(deed, 'verb', a.Verb.PLAY).value}")


def _append(done: list[a.Effect], effect: a.Effect, goes_on: bool = False) -> None:
    """A further sentence; one that speaks of "it" or goes on with "then" belongs to the trigger
    before it, and one that happens "instead" takes the place of what was said before."""
    if isinstance(effect, a.ChooseOne):
        match effect.options:
            case (usual, a.If(condition, a.Instead(other), None) as exception):
                effect = a.replace(exception, condition=condition, then=other, otherwise=usual)
            case _:
                pass
    effect = one_after_the_other(effect)
    if done and (put := redirected(done[-1], effect)) is not None:
        effect = put
    if isinstance(effect, a.If) and (all_then := without_instead(effect.then)) != effect.then:
        effect = a.replace(effect, then=a.Instead(all_then))
    new = done and (may_instead(done[-1], effect) or both_instead(done[-1], effect))
    if new:
        done[-1] = new
        return
    match effect:
        case a.Seq((*before, a.Instead(last))) if done and not goes_on:
            all_of = a.Instead(a.replace(effect, effects=(*before, last)))
            if (new := for_some(done[-1], all_of)) is not None:
                done[-1] = new
                return
        case a.If(_, a.Instead(), None) if done:
            join_one_and_other(done, effect)
            done[-1] = for_some_if(done[-1], effect) or instead(done[-1], effect)
            return
        case a.Instead() if done and (new := for_some(done[-1], effect)) is not None:
            done[-1] = new
            return
        case _:
            pass
    when = done[-1] if done else None
    if isinstance(when, a.When) and (goes_on or anaphoric(effect) or _about_its_foe(when, effect)):
        done[-1] = a.When(when.occasion, sequence([when.effect, effect]))
        return
    if isinstance(when, a.ForEach) and (inner := for_each_of(when, effect)) is not None:
        done[-1] = inner
        return
    done.append(effect)


def _about_its_foe(when: a.When, effect: a.Effect) -> bool:
    """Whether a sentence speaks of the foe whom the trigger before it names or has you choose."""
    foe = {a.PlayerKind.THAT_FOE, a.PlayerKind.CHOSEN_FOE}
    named = {x.kind for x in a.walk(when) if isinstance(x, a.Player)}
    kinds = (x.kind for x in a.walk(effect) if isinstance(x, a.Player) and x.kind in NAMING)
    return a.PlayerKind.A_FOE in named and next(kinds, None) in foe


# ------------------------------- clauses and words of time, for reading and for wording


def open_clause(what: a.Selection | a.Event | None, *kinds_: type[a.Node]) -> bool:
    """Does the phrase end with a clause that could still take words of time?"""
    match what:
        case a.Event():
            return open_clause(what.what, *kinds_)
        case a.Cards(filter=a.Filter(tests=tests)) if any(map(nested_value, tests)):
            last = [test for test in tests if nested_value(test)][-1]  # it is said at the end
            return isinstance(last, a.Attribute) and open_clause(_counted(last.value), *kinds_)
        case a.Cards(filter=a.Filter(tests=(*_, a.Same(of=a.Cards() as other)))):
            return open_clause(other, *kinds_)  # "with the same name as a card you played"
        case a.Cards(places=(), among=None, filter=a.Filter(tests=(*_, last))):
            wanted = isinstance(last, kinds_ or (a.Acted, a.ThisWay))
            return wanted and isinstance(last, a.Acted | a.ThisWay) and last.window is None
        case a.Both(_, second) | a.OneOf(_, second):
            return open_clause(second, *kinds_)
        case a.Question():
            return any(open_clause(option, *kinds_) for option in what.options)
        case _:
            return False


def nested_value(test: a.Test) -> bool:
    """Is it a comparison with something counted, whose own words go on to its end?"""
    return isinstance(test, a.Attribute) and not (
        isinstance(test.value, a.Number | a.Unknown) or test.value == a.AttributeOf(test.kind, a.IT)
    )


def takes_place(test: a.Test) -> bool:
    """Is it such a comparison, and not one with the card spoken of ("that costs up to 2 more")?"""
    match test:
        case a.Attribute(kind, _, a.Plus(base, a.Number()) | a.Minus(base, a.Number())):
            return base != a.AttributeOf(kind, a.IT)
        case a.Attribute(value=a.AttributeOf(of=a.Ref(a.RefKind.THIS, None))):
            return False  # "the same cost as this card from the Line-Up": there are the others
        case _:
            return nested_value(test)


def takes_window(effect: a.Effect) -> bool:
    """Would words of time after this effect rather be its own?"""
    if isinstance(effect, a.DoublePower) or (isinstance(effect, a.Forbid) and effect.when is None):
        return True
    if getattr(effect, "window", "none") is None:
        return True
    if isinstance(effect, a.Seq) and all(isinstance(x, a.ChangeCost) for x in effect.effects):
        return all(map(takes_window, effect.effects))  # "your Character and … each cost 1 more"
    return open_clause(trailing(effect))


def trailing(effect: a.Effect) -> a.Selection | None:
    """The cards with which the wording of an effect ends, if it ends with cards."""
    match effect:
        case a.ForEach(value, _) | a.ChangeCost(amount=a.Times(_, value)):
            return _counted(value)
        case a.Power(value) | a.Worth(value) | a.GainVP(value) | a.LoseVP(value):
            return _counted(value)
        case a.ChangeCost(amount=a.Plus(_, value)) | a.ChangeCost(amount=a.Minus(_, value)):
            return _counted(value)
        case a.Move(what=a.Cards(a.Exactly(a.CountOf() | a.Plus() | a.Minus() as many)), to=None):
            return _counted(many)
        case a.Move(to=None, any_order=False):
            return effect.what
        case a.Show() | a.Choose() | a.Shuffle() | a.TotalCost() | a.Search():
            return effect.what
        case a.Swap():
            return effect.second
        case a.Unless(_, other):
            return trailing(other)
        case a.RepeatUntil(_, a.There(count)):
            return count.cards
        case a.Lasting(_, a.Until(a.Event(what=what))):
            return what
        case a.PlayBefore(before=before, end_of_turn=False):
            return before
        case _:
            return None


def _counted(value: a.Amount) -> a.Selection | None:
    match value:
        case a.CountOf(cards, timing=None, itself=None):
            return cards
        case a.AttributeOf(of=of):
            return of
        case a.Plus(_, last) | a.Times(_, last):
            return _counted(last)
        case a.Question():
            return _counted(value.options[0])
        case a.Highest(cards=cards) | a.MostHeld(cards=cards):
            return cards
        case a.Minus(second=second) | a.Difference(second=second):
            return _counted(second)
        case a.CountPlayers(a.Player(test=a.Having(cards))):
            return cards
        case a.CountPlayers(a.Player(test=a.DidTo(verbs))):  # "each foe who discarded a card"
            return a.Cards(a.Every(), a.Filter((), (a.ThisWay(verbs[0]),)))
        case _:
            return None
