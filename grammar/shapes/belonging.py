"""Texts in which it is open what of a sentence, or of the next one, belongs to a condition, an
option or an exception."""

# A text that has none of the shapes of a match raises no question.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer, sequence
from rules_check.grammar.shapes.base import Asked, Found, all_of, shape
from rules_check.grammar.subjects import by

SPEAKING: Final = re.compile(
    r"\b(it|its|them|they|their|that|those|this way|either|both|rest|other|another|instead)\b"
)
"""Words of what speaks of something that was done or named before."""

OTHER_THAN_THIS: Final = re.compile(r"\b(another|other)\b")
"""What may be said of cards other than this one, too."""

PLAYERS: Final = re.compile(r"\b(they|them|their|that (foe|player))\b")
"""Words of the players who do something."""

THEN: Final = re.compile(r"\.\s+then\b", re.IGNORECASE)
"""What stands before the first act of a sentence that begins with "Then"."""

TAKING: Final = frozenset({a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.PASS})


@shape
def replaces_more(asked: Asked) -> Iterator[Found]:
    """ "Draw a card and +1 Power. If …, +3 Power instead": is only the last of it replaced, or the
    whole sentence?"""
    for several in all_of(asked.text, a.Seq):
        for at, one in enumerate(several.effects):
            if not isinstance(one, a.If) or not _comes_first(one):
                continue
            beside = [x for x in several.effects if x is not one and _beside(asked, x, one)]
            later = several.effects[at + 1 :]
            spoken = [one.condition, one.then, *(x for x in later if x not in beside)]
            if not beside or any(_speaks_back(asked, x) for x in spoken):
                continue
            assert one.otherwise is not None
            usual = [one.otherwise if x is one else x for x in several.effects]
            whole = [x for x in usual if x is one.otherwise or x in beside]
            new = a.replace(one, otherwise=sequence(whole))
            effects = [new if x is one else x for x in several.effects if x not in beside]
            yield Found(one, (asked.text, asked.but(several, sequence(effects))))


def _comes_first(exception: a.If) -> bool:
    """Whether what is usual stands before the condition ("If …, … instead")."""
    if exception.otherwise is None:
        return False
    usual, instead = a.hull(exception.otherwise), a.hull(exception.then)
    return usual is not None and instead is not None and usual < instead


def _beside(asked: Asked, act: a.Effect, exception: a.If) -> bool:
    """Whether an act stands in one sentence with what is usual."""
    assert exception.otherwise is not None
    acts = isinstance(act, a.Move | a.Power | a.GainVP | a.LoseVP | a.Play)
    mine, usual = a.hull(act), a.hull(exception.otherwise)
    if not acts or mine is None or usual is None:
        return False
    first, second = sorted([act, exception.otherwise], key=lambda x: a.hull(x) or (0, 0, 0))
    return _in_one_sentence(asked, first, second)


def _in_one_sentence(asked: Asked, first: a.Node, second: a.Node) -> bool:
    """Whether two acts of a line are joined by words like "and"."""
    words = asked.between(first, second)
    return bool(words) and "." not in words and ":" not in words


def _speaks_back(asked: Asked, node: a.Node, *, of_others: bool = False) -> bool:
    """Whether it speaks of something before it; so does what nobody knows the words of.
    `of_others`: "they" are the players who do it, and not something before it."""
    if isinstance(node, a.During):
        return False
    words = asked.words(node).lower()
    if of_others:
        words = PLAYERS.sub("who", words)
    if any(isinstance(x, a.Other) for x in a.walk(node)):
        words = OTHER_THAN_THIS.sub("", words)
    of_before = any(isinstance(x, a.Ref) and x.kind is not a.RefKind.THIS for x in a.walk(node))
    return of_before or not words or bool(SPEAKING.search(words.removesuffix(" instead")))


@shape
def may_and_then(asked: Asked) -> Iterator[Found]:
    """ "You may …, then …", "You may discard … and …": is the second part of what may be done?"""
    for may in all_of(asked.text, a.May):
        alone = may.then is None and may.otherwise is None and may.who.kind is a.PlayerKind.YOU
        effects = may.effect.effects if alone and isinstance(may.effect, a.Seq) else ()
        for at in range(1, len(effects)):
            words = asked.between(effects[at - 1], effects[at]).lower()
            rest = effects[at:]
            paid = effects[at - 1]
            joined = re.match(r",? and\b", words) and at == 1 and _takes(paid)
            if not (joined or re.match(r",? then\b", words)) or not _good_for_you(asked, rest):
                continue
            first = a.replace(may, effect=sequence(list(effects[:at])))
            both = a.replace(first, then=sequence(list(rest)))
            yield Found(may, (asked.but(may, both), _joined(asked, may, [first, *rest])))
            break


def _good_for_you(asked: Asked, effects: Sequence[a.Effect]) -> bool:
    """Whether these acts are yours and speak of nothing before, and none of them takes something
    from you, as a price for what was before."""
    for one in effects:
        moves = all_of(one, a.Move)
        if _speaks_back(asked, one) or any(x.verb in TAKING for x in moves):
            return False
        if not isinstance(one, a.Move | a.Power | a.GainVP | a.Play) or doer(one) != a.YOU:
            return False
    return True


def _takes(effect: a.Effect) -> bool:
    """Whether an act takes a card from you, as a price would."""
    return isinstance(effect, a.Move) and effect.verb in TAKING and effect.who == a.YOU


def _joined(asked: Asked, old: a.Effect, new: list[a.Effect]) -> a.CardText:
    """The text with several effects in the place of one, in a row with those around it."""
    for several in all_of(asked.text, a.Seq):
        if any(x is old for x in several.effects):
            effects = [y for x in several.effects for y in (new if x is old else [x])]
            return asked.but(several, sequence(effects))
    return asked.but(old, sequence(new))


@shape
def then_behind_a_condition(asked: Asked) -> Iterator[Found]:
    """ "If …, …. Then …": does what comes then depend on the condition, too?"""
    for several in all_of(asked.text, a.Seq):
        effects = several.effects
        for at in range(1, len(effects)):
            first, follows = effects[at - 1], effects[at]
            inner = _depending(first)
            if inner is None or not THEN.match(asked.between(inner[1], follows)):
                continue
            name, then = inner
            end = at + 1
            while end < len(effects) and _in_one_sentence(asked, effects[end - 1], effects[end]):
                end += 1
            rest = effects[at:end]
            if any(isinstance(x, a.If | a.May) or _speaks_back(asked, x) for x in rest):
                continue
            new = a.replace(first, **{name: sequence([then, *rest])})
            changed = sequence([*effects[: at - 1], new, *effects[end:]])
            yield Found(follows, (asked.text, asked.but(several, changed)))


LISTED: Final = frozenset({", ", ", and ", " and "})
"""What stands between two acts of a row that is not at its end."""

JOINED: Final = frozenset({" and ", ", and ", " and then ", " or ", ", or "})
"""What stands before the last of several acts that share what stands behind them."""

SET_APART: Final = frozenset({", and ", ", or ", ", then ", ", and then "})
"""What sets the last act apart: a comma before the last of two, "then" behind a comma."""


@shape
def behind_several(asked: Asked) -> Iterator[Found]:
    """ "Draw a card and +2 Power if …", "discards a card or loses 1 VP for each …": does that which
    stands behind several acts belong to the last of them only, or to all?"""
    for found, apart in _behind_rows(asked):
        if not apart:
            yield found


@shape
def behind_set_apart(asked: Asked) -> Iterator[Found]:
    """ "Draw a card, then discard a card if …": what stands behind belongs to the last of them."""
    for found, apart in _behind_rows(asked):
        if apart:
            yield found


def _behind_rows(asked: Asked) -> Iterator[tuple[Found, bool]]:
    """Each row of acts with something behind it, and whether the last of them is set apart."""
    open_ = {id(x) for question in all_of(asked.text, a.Question) for x in a.walk(question)}
    for several in all_of(asked.text, a.Seq, a.ChooseOne):
        acts = several.effects if isinstance(several, a.Seq) else several.options
        for end in range(1, len(acts)):
            behind = None if id(several) in open_ else _behind(acts[end])
            if behind is None:
                continue
            act, said, over = behind
            start, apart = _row(asked, [*acts[:end], act])
            row = [*acts[start:end], act]
            own = any(_behind(one) is not None for one in row[:-1])  # each has its own
            if len(row) == 1 or own or not _said_behind(asked, row, said):
                continue
            if isinstance(several, a.Seq):
                together = sequence([*acts[:start], over(sequence(row)), *acts[end + 1 :]])
            elif start == 0 and end == len(acts) - 1:
                together = over(a.replace(several, options=tuple(row)))
            else:
                continue
            yield Found(said, (asked.text, _offered(asked, several, together))), apart


def _row(asked: Asked, acts: Sequence[a.Effect]) -> tuple[int, bool]:
    """Where the row of acts begins that the last of them ends, and whether it is set apart."""
    start = len(acts) - 1
    joint = asked.between(acts[start - 1], acts[start])
    if joint not in JOINED | SET_APART:
        return start, False
    start -= 1
    while start and asked.between(acts[start - 1], acts[start]) in LISTED:
        start -= 1
    then = joint not in JOINED
    return start, then or (start == len(acts) - 2 and joint in SET_APART)


@shape
def before_several(asked: Asked) -> Iterator[Found]:
    """ "If …, draw a card and +1 Power": what stands before several acts is said of all of them."""
    open_ = {id(x) for question in all_of(asked.text, a.Question) for x in a.walk(question)}
    for effect in all_of(asked.text, a.If, a.ForEach, a.While):
        wrapped = None if id(effect) in open_ else _behind(effect)
        match wrapped:
            case (a.Seq((first, *rest)) as act, said, over) if rest:
                before, acts = a.hull(said), a.hull(act)
            case _:
                continue
        ended = before is None or acts is None or acts[:2] < (before[0], before[2])
        joints = [asked.between(one, two) for one, two in pairwise(act.effects)]
        plain = set(joints) <= LISTED | JOINED and joints[0] == " and "
        if ended or not plain or any(_speaks_back(asked, one) for one in rest):
            continue
        yield Found(said, (asked.text, _joined(asked, effect, [over(first), *rest])))


def _offered(asked: Asked, old: a.Effect, new: a.Effect) -> a.CardText:
    """The text with another effect in the place of one; what may be done under a condition, or for
    each of something, is said as "If …, you may …"."""
    for may in all_of(asked.text, a.May):
        if may.effect is old and may.then is may.otherwise is None:
            match new:
                case a.If(_, then, None):
                    return asked.but(may, a.replace(new, then=a.replace(may, effect=then)))
                case a.ForEach(_, act):
                    return asked.but(may, a.replace(new, effect=a.replace(may, effect=act)))
    return asked.but(old, new)


Wrapped: TypeAlias = tuple[a.Effect, a.Node, Callable[[a.Effect], a.Effect]]
"""An act, what is said of it, and the same said of something else."""


def _behind(effect: a.Effect) -> Wrapped | None:
    """An act of which something is said that may be said of several acts; None if it is none."""
    match effect:
        case a.If(condition, then, None):
            return then, condition, lambda all_: a.replace(effect, then=all_)
        case a.ForEach(amount, act):
            return act, amount, lambda all_: a.replace(effect, effect=all_)
        case a.While(condition, act):
            return act, condition, lambda all_: a.replace(effect, effect=all_)
        case a.Delayed(a.Moment() as when, act):
            return act, when, lambda all_: a.When(when, all_)
        case a.Unless(act, price) if doer(price) == a.THAT_PLAYER:
            who = doer(act)
            offer = by(price, a.THAT_PLAYER, who)
            return act, price, lambda all_: a.May(offer, None, by(all_, who), who)
        case a.Unless(act, price):
            return act, price, lambda all_: a.May(price, None, all_, doer(price))
        case a.Power(a.Times(number, each)):
            once = a.replace(effect, amount=a.Number(number))
            return once, each, lambda all_: a.ForEach(each, all_)
    return None


def _said_behind(asked: Asked, row: Sequence[a.Effect], said: a.Node) -> bool:
    """Whether it stands behind the last act of a row, and makes sense of each of them."""
    here, there = a.hull(row[-1]), a.hull(said)
    if here is None or there is None or there[:2] < (here[0], here[2]):
        return False
    doers = {doer(x) for x in row}
    others = len(doers) == 1 and a.YOU not in doers
    more = MORE.search(asked.words(row[-1]).lower())
    return not more and not any(_speaks_back(asked, x, of_others=others) for x in [*row, said])


@shape
def limit_of_sum(asked: Asked) -> Iterator[Found]:
    """ "+1 Power for each Punch and +2 Power for each Kick, to a maximum of 5": is that the most of
    the last of them, or of all?"""
    for several in all_of(asked.text, a.Seq):
        for one, two in pairwise(several.effects):
            match one, two:
                case a.Power(first, who), a.Power(a.Bounded(second, least, most), by_whom) if (
                    who == by_whom and asked.between(one, two) in JOINED
                ):
                    sum_ = a.Plus(_counted(first), _counted(second))
                    whole = a.replace(two, amount=a.Bounded(sum_, least, most))
                    effects = [whole if x is two else x for x in several.effects if x is not one]
                    texts = (asked.text, asked.but(several, sequence(effects)))
                    yield Found(two, texts)


def _counted(amount: a.Amount) -> a.Amount:
    """One for each is their number."""
    return amount.each if isinstance(amount, a.Times) and amount.number == 1 else amount


@shape
def otherwise_declined(asked: Asked) -> Iterator[Found]:
    """ "If it is a Hero, you may …. Otherwise, …": also if you choose not to?"""
    for if_ in all_of(asked.text, a.If):
        match if_:
            case a.If(_, a.May(_, None, None) as may, otherwise) if otherwise is not None:
                words = asked.between(may, otherwise).lower()
            case _:
                continue
        if OTHERWISE.match(words):
            declined = a.replace(if_, then=a.replace(may, otherwise=otherwise))
            denied = a.If(a.Not(if_.condition), otherwise, None)
            only = _joined(asked, if_, [a.replace(if_, otherwise=None), denied])
            yield Found(otherwise, (only, asked.but(if_, declined)))


OTHERWISE: Final = re.compile(r"[.;,]\s+(otherwise|if not)\b")


@shape
def asked_at_once(asked: Asked) -> Iterator[Found]:
    """ "If …, draw a card at the end of your turn": it is asked when the card is played."""
    for if_ in all_of(asked.text, a.If):
        match if_:
            case a.If(condition, a.Delayed(a.Moment(), act) as later, None):
                before, then = a.hull(condition), a.hull(act)
            case _:
                continue
        if before is not None and then is not None and (before[0], before[2]) <= then[:2]:
            at_its_time = a.replace(later, effect=a.replace(if_, then=act))
            yield Found(condition, (asked.text, asked.but(if_, at_its_time)))


@shape
def done_as_far(asked: Asked) -> Iterator[Found]:
    """ "Discard two cards, then …", "Discard a Villain, then …": is the second done by who has only
    one card, or no such card?"""
    offered = {id(x.effect) for x in all_of(asked.text, a.May)}
    for several in all_of(asked.text, a.Seq):
        effects = several.effects
        for at in range(1, len(effects)):
            first, follows = effects[at - 1], effects[at]
            match first:
                case a.Move(
                    a.Verb.DISCARD | a.Verb.DESTROY as verb,
                    a.Cards(a.Exactly(a.Number(number)), a.Filter(nouns)),
                    None,
                    a.Player(a.PlayerKind.YOU),
                ) if (number > 1 or nouns) and id(several) not in offered:
                    pass
                case _:
                    continue
            end = at + 1
            while end < len(effects) and _in_one_sentence(asked, effects[end - 1], effects[end]):
                end += 1
            rest = effects[at:end]
            then = re.match(r"[,.]? then\b", asked.between(first, follows), re.IGNORECASE)
            if not then or not _good_for_you(asked, rest):
                continue
            this_way = a.make_filter((), (a.ThisWay(verb, None, a.YOU),))
            count = a.CountOf(a.Cards(a.Every(), this_way))
            enough = a.There(count, a.Comparison.AT_LEAST, a.Number(number))
            depends = a.If(enough, sequence(list(rest)))
            texts = [
                asked.but(several, sequence([*effects[:at], *new, *effects[end:]]))
                for new in (rest, [depends])
            ]
            yield Found(follows, tuple(texts))


MORE: Final = re.compile(r"\b(more|additional|another|extra|also|further|instead|too)\b")


@shape
def added_or_instead(asked: Asked) -> Iterator[Found]:
    """ "Draw a card. If …, draw two cards.": two more, or two instead of one?"""
    for several in all_of(asked.text, a.Seq):
        effects = several.effects
        for at in range(1, len(effects)):
            usual, exception = effects[at - 1], effects[at]
            if not isinstance(exception, a.If) or exception.otherwise is not None:
                continue
            both = _sum(usual, exception.then)
            apart = re.fullmatch(r"\.\s+if\s*", asked.between(usual, exception.condition).lower())
            said = asked.words(exception).lower()
            if both is None or not apart or MORE.search(said):
                continue
            texts = []
            for then in (both, exception.then):
                new = a.replace(exception, then=then, otherwise=usual)
                changed = sequence([*effects[: at - 1], new, *effects[at + 1 :]])
                texts.append(asked.but(several, changed))
            yield Found(exception, tuple(texts))


def _sum(less: a.Effect, more: a.Effect) -> a.Effect | None:
    """Both of two acts that give you the same, the second more of it; None if they do not."""
    match less, more:
        case (
            a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(one))) as cards, None, doer),
            a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(two))) as others, None, other),
        ) if doer == other == a.YOU and one < two:
            total = a.Exactly(a.Number(one + two))
            same = cards == a.replace(others, quantity=cards.quantity)
            return a.replace(more, what=a.replace(cards, quantity=total)) if same else None
        case a.Power(a.Number(one), doer), a.Power(a.Number(two), other) if (
            doer == other == a.YOU and one < two
        ):
            return a.replace(more, amount=a.Number(one + two))
        case _:
            return None


@shape
def behind_options(asked: Asked) -> Iterator[Found]:
    """ "Choose one: …; or …. Discard a card.": part of the last option, or done in any case?"""
    for ability in asked.text.abilities:
        if not isinstance(ability, a.Plain):
            continue
        effect = ability.effect
        match list(effect.effects) if isinstance(effect, a.Seq) else [effect]:
            case [*before, a.ChooseOne() as choice, follows]:
                kept = list(choice.options)
            case [*before, a.ChooseOne((*first, a.Seq((*firsts, follows)))) as choice]:
                kept = [*first, sequence(firsts)]
            case _:
                continue
        if not _own_sentence(asked, kept[-1], follows):
            continue
        *first, last = kept
        within = a.replace(choice, options=(sequence([last, follows]), *first))
        alone = a.replace(choice, options=tuple(kept))
        own = a.replace(ability, effect=sequence([*before, alone]))
        behind = (own, a.Plain(follows))
        texts = (
            asked.but(ability, a.replace(ability, effect=sequence([*before, within]))),
            a.replace(asked.text, abilities=_instead(asked.text.abilities, ability, behind)),
        )
        yield Found(follows, texts)


def _instead(
    abilities: Sequence[a.Ability], old: a.Ability, new: Sequence[a.Ability]
) -> tuple[a.Ability, ...]:
    """Abilities with some in the place of one."""
    return tuple(y for x in abilities for y in (new if x is old else (x,)))


def _own_sentence(asked: Asked, before: a.Node, act: a.Effect) -> bool:
    """Whether an act is a sentence of its own in the same line, and speaks of nothing before."""
    apart = re.fullmatch(r"\.\s+(then,? )?", asked.between(before, act), re.IGNORECASE)
    plain = isinstance(act, a.Move | a.Power | a.GainVP)
    return bool(apart) and plain and not _speaks_back(asked, act)


@shape
def and_or_of_three(asked: Asked) -> Iterator[Found]:
    """ "A Hero and a Villain or a Location": which two of them belong together?"""
    for choice in all_of(asked.text, a.ChooseOne):
        match choice.options:
            case (
                a.Move(what=a.Both(a.Cards() as one, a.Cards() as two)) as both,
                a.Move(what=a.Cards() as three) as alone,
            ) if a.replace(both, what=three) == alone and _said_once(asked, choice, both.verb):
                nouns = (*two.filter.nouns, *three.filter.nouns)
                same = two == a.replace(three, filter=two.filter)
                if not same or two.filter.tests or three.filter.tests:
                    continue
                either = a.replace(two, filter=a.make_filter(nouns, ()))
                paired = a.replace(both, what=a.Both(one, either))
                yield Found(choice, (asked.text, asked.but(choice, paired)))


def _said_once(asked: Asked, choice: a.ChooseOne, verb: a.Verb) -> bool:
    """Whether the options of a choice share a verb, and no word tells them apart."""
    words = asked.words(choice).lower()
    return words.count(verb.value) == 1 and "either" not in words


def _depending(effect: a.Effect) -> tuple[str, a.Effect] | None:
    """What is done if a condition holds, or if you like, and its name in the effect; None if it is
    another kind of effect."""
    match effect:
        case a.If(_, then, None):
            return "then", then
        case a.May(inner, None, None, a.Player(a.PlayerKind.YOU)):
            return "effect", inner
        case a.May(_, then, None, a.Player(a.PlayerKind.YOU)) | a.Tried(_, then, None) if then:
            return "then", then
    return None
