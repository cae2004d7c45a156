"""Attacks: aimed, Defenses used, then carried out once for those who did not avoid it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import speaks_of_avoiding
from rules_check.grammar.core.sorts import Sort
from rules_check.oracle.quick.acts import by_rules, carry_out, take_back
from rules_check.oracle.quick.choosing import one_of_each
from rules_check.oracle.quick.possible import possible
from rules_check.oracle.quick.reading import hits_everyone
from rules_check.oracle.quick.standing import among, forbids, happen, items, texts_of, watching
from rules_check.oracle.quick.state import (
    DONE,
    NOT_DONE,
    Aimed,
    CardAvoided,
    Fact,
    Frame,
    Option,
    Outcome,
    Run,
    State,
    Use,
    fact_of,
)
from rules_check.oracle.quick.telling import empty_stacks, in_appearance, of_attack, say
from rules_check.oracle.quick.values import Scope, clockwise, value
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.zones import DISCARD, HAND, PER_PLAYER, PLAY

PASS: Final[Option] = ("pass",)


def attack(form: c.Attack, scope: Scope, block: Callable[[c.Block, Scope], Run]) -> Run:
    """An Attack is aimed at those whom its text names; each of them may avoid it, then it is
    carried out once. Who plays the card attacks, also by an Assist (CONF-AS07, CONF-AS09), and
    nobody by a First Appearance (HU-SV12).

    Rules: CONF-AD10, RSB-A05.
    """
    at_whom = value(form.at_whom, scope)
    scope.bind(form.name, Sort.RESULT)
    sure = None if form.unavoidable is None else value(form.unavoidable, scope)
    body = block(form.body, scope)
    avoided = block(tuple(part for part in form.body if speaks_of_avoiding(part, form.name)), scope)
    everyone, name = hits_everyone(form.body), form.name
    can_do = possible(form.body, scope)
    void, whole = form.answer("empty") == "void", form.answer("avoiding") == "whole_card"
    that_foe = form.at_whom == c.Group("facing", c.Var("you")) or isinstance(form.at_whom, c.Var)

    def run(s: State, f: Frame) -> int:
        targets = aimed_at(s, f, items(s, at_whom(s, f)))
        attacker = None if s.phase == "appearance" else f.you if f.player is None else f.player
        aimed = Aimed(attacker, f.this, targets)
        aimed.at_that_foe = that_foe
        f.names[name] = aimed
        if void and not can_do(s, f):
            say(s, "void", f.you, "attack.void", (f.this,))
            return NOT_DONE
        if s.trace is not None:
            tell_aimed(s, f, aimed, form, can_do)
        before = len(s.pending)
        for target in targets:
            told = ("attack", attacker, f.this, None, None, target, "card", f.this, 1, 0, 0, 0)
            happen(s, fact_of(told))
        s.attacks = (*s.attacks, aimed)
        never = [] if sure is None else items(s, sure(s, f))
        can = [p for p in targets if p not in never]
        if s.g.answered is not None:
            s.g.answered(s, targets)
        if len(s.pending) > before:
            forestall(s, before, can)
        for target in s.attacked_by(aimed, can):
            defend(s, aimed, target)
        bits = strike(s, f, aimed, body, avoided, everyone, whole)
        s.attacks = s.attacks[:-1]
        if whole and aimed.avoided and not aimed.hit:
            raise CardAvoided
        return bits

    return run


def tell_aimed(s: State, f: Frame, aimed: Aimed, form: c.Attack, can_do: Run) -> None:
    """At whom an Attack is aimed, and whether it can do nothing."""
    first = f.you if f.player is None else f.player
    everyone = [p for p in s.from_on(s.active) if first is None or p not in s.g.teams[first]]
    topic = of_attack(s, sorted(aimed.targets) == sorted(everyone))
    say(s, "attack", f.you, topic, (f.this,), aimed.targets)
    if s.g.explains and not can_do(s, f):
        say(s, "nothing", f.you, "attack.lacks", (f.this,), empty_stacks(s, form.body))


def aimed_at(s: State, f: Frame, found: list[int]) -> list[int]:
    """At whom it is aimed, in turn order from the attacker on. In a First Appearance who has
    defeated the Super-Villain before is immune, where they are hunted."""
    first = f.you if f.player is None or s.g.counts_from_you else f.player
    order = s.from_on(s.active if first is None or first not in s.order else first)
    if s.g.counts_seats and f.player in (None, f.you):
        order = clockwise(s, order[0])
    safe: Sequence[int] = immune(s, f)
    if s.g.sits_otherwise and s.phase != "appearance" and first is not None:
        safe = s.g.teams[first]  # a neighbour can be a teammate, who is not attacked
    return [p for p in order if p in found and p not in safe]


def immune(s: State, f: Frame) -> list[int]:
    """Who cannot be hit by the First Appearance of which this is the text: who defeated the
    Super-Villain before it, in the variant in which they are hunted (HU-VH08)."""
    if not s.g.hunting or s.phase != "appearance" or f.this != s.face_up:
        return []
    fell = [x for x in s.facts if x.verb == "defeat" and x.from_ == s.g.boss]
    return [x.by for x in fell if x.by is not None]


def forestall(s: State, before: int, targets: list[int]) -> None:
    """What the Attack has set off and avoids it comes before it hits; all else waits."""
    first = [x for x in s.pending[before:] if x.fact.whom in targets and x.active.stands.avoids]
    if first:
        others = [x for x in s.pending if not any(x is one for one in first)]
        s.pending = tuple(first)
        resolve(s)
        s.pending = (*others, *s.pending)


# ------------------------------------------------------------------------- Defenses


def defenders(s: State, target: int) -> list[int]:
    """Who may use a Defense for a player: that player, a teammate where the book says so."""
    if s.g.shared_defense:
        return [p for p in s.from_on(target) if p in s.g.teams[target]]
    return [target]


def defend(s: State, aimed: Aimed, target: int) -> None:
    """For one target: the target is asked, then the teammate, then whoever has a Defense that says
    for whom it is used, until one has avoided it. So every decision is made before the Attack does
    anything.

    Rules: CONF-AD03, CONF-AD04, CONF-AD05, RSB-A05, HU-K02.
    """
    own = defenders(s, target)
    others = [p for p in s.from_on(target) if p not in own] if s.g.guarded else []
    for player in (*own, *others):
        if target in aimed.avoided and s.g.reads.second_defense == "none":
            return
        base = player * PER_PLAYER
        laid = s.g.known(s.zones[base + PLAY])
        there = with_held_use(s, (*s.zones[base + HAND], *laid), "Defense")
        if not there:
            continue
        can = [x for x in there if may_use(s, aimed, target, player, x) is not None]
        if not can:
            continue
        aimed.asked = target
        options: list[Option] = [("defend", card) for card in one_of_each(s, can)]
        taken = s.ask(player, "defend", [*options, PASS], [("defend", card) for card in can])
        if taken != PASS:
            if s.trace is not None:
                topic = of_defense(s, aimed, target, player)
                say(s, "defend", player, topic, (taken[1],), (target,))
            use(s, aimed, target, player, taken[1])
        else:
            say(s, "decline", player, in_appearance(s, "defense.declined"), (), (target,))


def of_defense(s: State, aimed: Aimed, target: int, player: int) -> str:
    """A Defense: for whom, and what else this Attack has to do with its player."""
    topic = in_appearance(s, "defense.own" if player == target else "defense.partner")
    if any(player == user for _, user in aimed.used):
        return topic + ".second"
    if player != target:
        topic += ".attacked_too" if player in aimed.targets else ".not_attacked"
    return topic


def defense_of(s: State, card: int, player: int) -> Use | None:
    """The Defense of a card that is used where the card is now."""
    home = "hand" if s.where[card] == player * PER_PLAYER + HAND else "play"
    return held_use(s, card, "Defense", home)


def with_held_use(s: State, cards: tuple[int, ...], label: str) -> list[int]:
    """Those of the cards that may have such an ability: by their printed texts, if no text of the
    game gives texts."""
    if (s.watch or watching(s)).stages is not None:
        return [*cards]
    called = s.g.called[label]
    return [] if called.isdisjoint(cards) else [*among(cards, called)]


def held_use(s: State, card: int, label: str, home: str) -> Use | None:
    """The first ability in the texts of a card with a label that work from a place."""
    for text in texts_of(s, card):
        if label in text.labels and text.home == home:
            for stands in text.stands:
                if isinstance(stands, Use):
                    return stands
    return None


def may_use(s: State, aimed: Aimed, target: int, player: int, card: int) -> Use | None:
    """The Defense of a card, if a player can use it now for the target and can do what it asks for;
    whether the Attack would do anything is not asked. A card is used once against one Attack; of a
    player one, unless the book lets one player protect several.

    Rules: CONF-AD07, CONF-AD09, CONF-WK07, RBJ-A04, RSB-A08, RSB-A12.
    """
    option = defense_of(s, card, player)
    if option is None or ((aimed.used or s.g.defends_once) and is_used(s, aimed, card)):
        return None
    if s.g.one_defense and any(player == other for _, other in aimed.used):
        return None
    if not option.for_whom and player not in defenders(s, target):
        return None
    frame = defending(aimed, target, player, card)
    if option.where is not None and not option.where(s, frame):
        return None
    in_hand = s.where[card] == player * PER_PLAYER + HAND
    if forbids(s, "avoid", player, card) or (in_hand and forbids(s, "play", player, card)):
        return None
    return option if option.needs(s, frame) else None


def is_used(s: State, aimed: Aimed, card: int) -> bool:
    """Whether a Defense has been used against this Attack, as far as that matters
    (`reveal_defense`, `reveal_defense_turn`)."""
    reads = s.g.reads
    if reads.reveal_defense_turn == "once_a_turn" and ("revealed", card) in s.used:
        return True
    return reads.reveal_defense != "again" and any(card == other for other, _ in aimed.used)


def defending(aimed: Aimed, target: int, player: int, card: int) -> Frame:
    """The frame of a Defense: it speaks to who uses it, against the attacker."""
    frame = Frame(player, card)
    frame.that = aimed.attacker
    frame.attacked = target
    return frame


def use(s: State, aimed: Aimed, target: int, player: int, card: int) -> None:
    """A Defense is used: what it asks for, and if that was done what it gives."""
    option = may_use(s, aimed, target, player, card)
    assert option is not None
    aimed.used.append((card, player))
    frame = defending(aimed, target, player, card)
    reads = s.g.reads
    if reads.reveal_defense_turn == "once_a_turn":
        s.used = (*s.used, ("revealed", card))
    protected = reads.defense_profits == "protected" and option.price is not None
    paid = pay_for_it(s, frame, option, body=not protected)
    if protected and not paid & NOT_DONE:
        frame.you = target
        carry_out(s, frame, option.body)
    if reads.revealed_card == "discard" and s.where[card] == player * PER_PLAYER + HAND:
        by_rules(s, "put", player, card, player * PER_PLAYER + DISCARD, "effect.put")


def pay_for_it(s: State, f: Frame, option: Use, *, body: bool = True) -> int:
    """What an option asks for, and if all of that was done what it gives; that can speak of what
    was paid (RSB-P04)."""
    if option.price is None:
        return carry_out(s, f, option.body)
    paid = Outcome()
    f.names["paid"] = paid
    f.results = (*f.results, paid)
    price = carry_out(s, f, option.price)
    f.results = f.results[:-1]
    if body and not price & NOT_DONE:
        carry_out(s, f, option.body)
    return price


# ------------------------------------------------------------------------- hitting


def strike(
    s: State, f: Frame, aimed: Aimed, body: Run, avoided: Run, everyone: bool, whole: bool
) -> int:
    """It is carried out, once, for those who did not avoid it. If all have, only what speaks of
    those who avoided it is, unless it does something to everybody; what the card says beside its
    Attack is no part of it. `whole`: all of the card is avoided then, and what it gave is lost.

    Rules: CONF-AD10, CONF-AD11, CONF-AD12.
    """
    first_appearance = s.phase == "appearance"
    if first_appearance and aimed.hit:
        f.you = aimed.hit[0]  # nobody makes it: the first of those hit does what is to be done
    if aimed.avoided and not aimed.hit and (first_appearance or whole or not everyone):
        body = avoided
    if s.trace is not None:
        tell_hit(s, f, aimed, spared=body is avoided)
    if whole and body is avoided:
        take_back(s, f.this)
    aimed.struck = True
    outer, f.attack = f.attack, aimed
    before = s.count
    bits: int = body(s, f)
    f.attack = outer
    if s.g.reads.avoided == "no_effect":
        avoid_by_luck(s, f, aimed, before)
    return bits


def avoid_by_luck(s: State, f: Frame, aimed: Aimed, before: int) -> None:
    """Who was attacked and has done nothing has avoided the Attack, where it is read so."""
    for player in aimed.hit:
        did = (x.by == player and x.cause == "Attack" for x in s.facts if x.number > before)
        if not any(did):
            happen(s, Fact("avoid", player, f.this, whom=player, cause="card", source=f.this))


def tell_hit(s: State, f: Frame, aimed: Aimed, *, spared: bool) -> None:
    """Who has avoided an Attack, and who is hit."""
    if spared:
        say(s, "avoided", f.you, "attack.avoided_by_all", (f.this,))
        return
    if aimed.avoided:
        say(s, "avoided", f.you, "attack.avoided_by_some", (f.this,), aimed.avoided)
    if aimed.hit:
        say(s, "hit", f.you, in_appearance(s, "attack.hits"), (f.this,), aimed.hit)


__all__ = ["DONE", "attack", "defend", "pay_for_it"]
