"""What single forms do, on small tables: the sentences of docs/meaning.md and of the books."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.carried_out import READ, not_carried_out
from rules_check.grammar.core.rows import SETTINGS
from rules_check.oracle import letter
from rules_check.oracle.letter.playing import Letter
from rules_check.oracle.letter.position import Fact, Frame
from rules_check.oracle.letter.standing import works
from rules_check.oracle.letter.turn import begin_turn, next_player
from rules_check.oracle.letter.using import abilities, may_use, use
from tests.oracle.letter.small import carry_out, checked, frame, kind, table


def test_a_bottom_card_of_an_empty_deck_is_shuffled_first() -> None:
    t = table({"P1 discard": ("A#1", "A#2")}, nature=[("shuffle", "A#2", "A#1")])
    came = carry_out(
        t,
        """text played:
  move bottom(1, deck(you)) to destroyed as destroy by you
""",
    )
    assert came.done
    assert t.pos.zones["destroyed"] == ("A#1",)
    assert t.pos.zones["P1 deck"] == ("A#2",)


def test_cards_that_are_left_come_before_those_that_are_shuffled_from_either_end() -> None:
    for end, taken in (("top", ("A#1", "B#1")), ("bottom", ("A#1", "B#2"))):
        t = table(
            {"P1 deck": ("A#1",), "P1 discard": ("B#1", "B#2")},
            nature=[("shuffle", "B#1", "B#2")],
        )
        core = f"""text played:
  move {{c in {end}(2, deck(you)) : Hero in types(c)}} to destroyed as destroy by you
"""
        assert carry_out(t, core).done
        assert sorted(t.pos.zones["destroyed"]) == sorted(taken)


def test_what_is_played_from_an_empty_deck_is_shuffled_first() -> None:
    t = table({"P1 discard": ("A#1",)}, nature=[("shuffle", "A#1")])
    assert carry_out(t, "text played:\n  play the(top(1, deck(you))) by you\n").done
    assert t.pos.zones["P1 play"] == ("A#1",)


# ------------------------------------------------------------------------- conditions


def held(t: Letter, condition: str) -> bool | None:
    (text,) = checked(f"text played:\n  if {condition}:\n    do refill()\n").texts
    (statement,) = text.body
    assert isinstance(statement, c.If)
    return t.is_so(frame(), statement.test)


def test_a_card_that_is_not_there_is_unknown_to_every_condition() -> None:
    t = table({"P2 hand": ("A#1",)})
    assert held(t, "every p in foes(you) : Hero in types(the(hand(p)))") is None
    assert held(t, "not (every p in foes(you) : Hero in types(the(hand(p))))") is None
    assert held(t, "some p in foes(you) : Villain in types(the(hand(p)))") is None
    assert held(t, "some p in foes(you) : Hero in types(the(hand(p)))") is True
    assert held(t, "every p in foes(you) : Villain in types(the(hand(p)))") is False
    assert held(t, "types(the(hand(you))) subset {Hero}") is None


def test_several_cards_have_what_all_of_them_have() -> None:
    t = table({"P1 hand": ("A#1", "B#1")}, kind("A", cost=6), kind("B", "Villain", cost=6))
    assert held(t, "cost(the(hand(you) @tie=all)) >= 5") is True
    assert held(t, "Hero in types(the(hand(you) @tie=all))") is None


def test_done_in_part_is_asked_of_the_setting() -> None:
    core = """text played:
  r <-
    choose c: Cards from hand(you), 2 by you
    move c to destroyed as destroy by you
  if done(r @part=PART):
    give 1 Power to you
"""
    for part, power in (("done", 1), ("not", 0)):
        t = table({"P1 hand": ("A#1",)})
        carry_out(t, core.replace("PART", part))
        assert t.pos.power["P1"] == power


# ------------------------------------------------------------------------- numbers


def test_joined_numbers_are_as_often_as_they_come() -> None:
    t = table({"P1 hand": ("A#1",), "P1 play": ("B#1",)}, kind("A", cost=3), kind("B", cost=3))
    core = """text played:
  give sum([cost(c) : c in hand(you)] + [cost(d) : d in inplay(you)]) Power to you
  give count(hand(you) + hand(you)) VP to you
"""
    carry_out(t, core)
    assert (t.pos.power["P1"], t.pos.vp["P1"]) == (6, 1)


def test_what_is_taken_or_paid_is_never_less_than_nothing() -> None:
    t = table({})
    carry_out(t, "text played:\n  take 1 - 3 Power from you\n  pay 1 - 3 VP by you\n")
    assert (t.pos.power["P1"], t.pos.vp["P1"]) == (0, 0)


def test_what_was_not_paid_did_not_happen() -> None:
    core = """text played:
  pay 2 Power by you
  give count(did(pay e where by(e) = you, turn)) VP to you
"""
    for power, paid in ((1, 0), (2, 1)):
        t = table({})
        t.pos.power["P1"] = power
        carry_out(t, core)
        assert (t.pos.vp["P1"], t.pos.power["P1"]) == (paid, power - 2 * paid)


def test_points_fall_below_nothing_only_as_a_debt() -> None:
    for answer, left in (("stops", 0), ("debt", -1)):
        t = table({})
        carry_out(t, f"text played:\n  take 1 VP from you @below={answer}\n")
        assert t.pos.vp["P1"] == left


# ------------------------------------------------------------------------- rounds, choices, deeds


def test_a_repetition_knows_that_it_was_declined() -> None:
    core = """text played:
  repeat r until count(hand(you)) = 0:
    may you:
      choose c: Card from hand(you), 1 by you
      move c to discard(you) as discard by you
  if declined(r):
    give 1 Power to you
"""
    t = table({"P1 hand": ("A#1",)}, answers=[("no",)])
    carry_out(t, core)
    assert t.pos.power["P1"] == 1


def test_a_choice_from_nothing_is_done_only_if_nothing_was_there() -> None:
    core = "text played:\n  choose c: Cards from hand(you), 2 by you @none=done\n"
    assert carry_out(table({}), core).done
    assert not carry_out(table({"P1 hand": ("A#1",)}), core).done


def test_a_player_who_is_chosen_is_told_of() -> None:
    core = """text played:
  r <- choose p: Player from foes(you), 1 by you
  give count(did(choose e where whom(e) = p, r)) Power to you
"""
    t = table({}, answers=[("player", "P4")])
    carry_out(t, core)
    assert t.pos.power["P1"] == 1


def test_a_deed_is_told_of_the_cards_there_were_and_only_if_it_was_done() -> None:
    core = """text played:
  deed "bury" by you on {c in hand(you) : Hero in types(c)}:
    move {d in hand(you) : Hero in types(d)} to out as remove by you
"""
    t = table({"P1 hand": ("A#1", "A#2")})
    carry_out(t, core)
    assert [x.card for x in t.pos.facts if x.verb == "bury"] == ["A#1", "A#2"]
    t = table({"P1 hand": ("B#1",)}, kind("B", "Villain"))
    carry_out(t, core)
    assert not any(x.verb == "bury" for x in t.pos.facts)


def test_cards_are_revealed_to_everybody_and_looked_at_by_each_who_sees_them() -> None:
    t = table({"P1 hand": ("A#1",)})
    carry_out(t, "text played:\n  show hand(you) to foes(you)\n  show hand(you) to everyone\n")
    assert [(x.verb, x.by) for x in t.pos.facts] == [
        ("look", "P2"),
        ("look", "P4"),
        ("reveal", "P1"),
    ]


def test_the_super_villain_stack_has_two_ends() -> None:
    zones = {"super-villains": ("A#1", "A#2", "A#3")}
    core = "text played:\n  move END(1, superstack) to destroyed as destroy by you\n"
    for face_up, end, found in (
        ("A#1", "top", ("A#1",)),
        (None, "top", None),
        ("A#1", "bottom", ("A#3",)),
    ):
        t = table(zones, face_up=face_up, book="heroes-unite")
        carry_out(t, core.replace("END", end))
        assert t.pos.zones.get("destroyed") == found


# ------------------------------------------------------------------------- stretches of time


def turns_in_force(t: Letter, turns: int) -> list[tuple[int, str]]:
    """In which of the next turns, and whose they are, something that lasts is in force."""
    found = []
    for _ in range(turns):
        if any(works(t, one) for one in t.pos.lasting):
            found.append((t.pos.turn, t.pos.active))
        next_player(t)
        begin_turn(t)
    return found


def test_the_next_turn_of_a_player_is_one_turn() -> None:
    t = table({})
    carry_out(t, "text played:\n  forbid buy e within nextturn(you)\n")
    assert turns_in_force(t, 12) == [(5, "P1")]


def test_no_turn_is_on_when_its_end_was_announced() -> None:
    for whose in ("you", "foes(you)", "everyone", "team(you)"):
        for active in ("P1", "P2"):
            t = table({})
            t.pos.active = active
            t.pos.phase = "end"
            assert held(t, f"during(turns({whose}))") is False


def test_an_attack_can_be_avoided_only_before_it_hits() -> None:
    core = """text played [Attack]:
  attack a at foes(you):
    if during(this_attack):
      give 1 Power to you
"""
    t = table({})
    carry_out(t, core)
    assert t.pos.power["P1"] == 0


def test_something_becomes_so_once_and_not_at_every_event_after_it() -> None:
    core = """text played:
  on becomes(count(hand(you)) = 0) within turn:
    give 1 Power to you
  RETRO
  move hand(you) to discard(you) as discard by you
  move top(2, main) to table as put by you
"""
    for cards, power in ((("A#1",), 1), ((), 0)):
        t = table({"P1 hand": cards, "main-deck": ("B#1", "B#2")})
        carry_out(t, core.replace("  RETRO\n", ""))
        t.resolve()
        assert t.pos.power["P1"] == power
    t = table({"main-deck": ("B#1", "B#2")})
    carry_out(t, core.replace("  RETRO\n", "").replace("within turn", "within turn retro"))
    t.resolve()
    assert t.pos.power["P1"] == 1


# ------------------------------------------------------------------------- Attacks


def test_who_plays_an_assist_attacks() -> None:
    t = table({"P3 play": ("A#1",)})
    t.carry_out(
        Frame("P1", "A#1", player="P3"),
        checked("text played [Attack]:\n  attack a at foes(you):\n    do refill()\n").texts[0].body,
    )
    assert {x.by for x in t.pos.facts if x.verb == "attack"} == {"P3"}


def test_nobody_attacks_by_a_first_appearance() -> None:
    core = """text played [Attack]:
  attack a at foes(you):
    give count(attacker) VP to you
"""
    for phase, attackers in (("play", 1), ("appearance", 0)):
        t = table({})
        t.pos.phase = phase
        carry_out(t, core)
        assert sum(t.pos.vp.values()) == attackers


def test_who_is_immune_to_a_first_appearance_is_so_to_its_text_only() -> None:
    t = table({"super-villains": ("S#1",)}, book="heroes-unite", face_up="S#1")
    t.game = replace(t.game, rules={**t.game.rules, "variant": {"hunting": True}})
    t.pos.facts = (Fact("defeat", "P1", "D#1", from_="super-villains"),)
    t.pos.phase = "appearance"
    core = "text played:\n  for p in everyone:\n    give 1 VP to p\n"
    carry_out(t, core, frame("P2", "A#1"))
    assert t.pos.vp == dict.fromkeys(t.game.players, 1)
    carry_out(t, core, frame("P2", "S#1"))
    assert t.pos.vp["P1"] == 1


# ------------------------------------------------------------------------- settings


def test_every_setting_is_read_as_one_of_its_answers() -> None:
    assert list(READ) == list(SETTINGS)
    for name, read in READ.items():
        assert {read.open, *read.others} - {""} <= set(SETTINGS[name].answers)


def test_an_answer_that_is_carried_out_beside_the_usual_one_is_asked_for() -> None:
    folder = Path(letter.__file__).parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert [
        name for name, read in READ.items() if read.others and f'answer("{name}")' not in code
    ] == []
    assert [
        name for name, read in READ.items() if not read.others and f'answer("{name}")' in code
    ] == []


def test_an_answer_that_nobody_carries_out_is_refused() -> None:
    core = "text played:\n  pick 1 by you @later=ANSWER:\n    do refill()\n"
    assert not_carried_out(checked(core.replace("ANSWER", "now"))) == ""
    assert (
        not_carried_out(checked(core.replace("ANSWER", "later")))
        == "later=later is not carried out"
    )


def test_a_choice_at_the_end_of_the_game_is_refused() -> None:
    moved = "    move top(1, deck(you)) to destroyed as destroy by you\n"
    asked = "    choose c: Card from deck(you), 1 by you\n"
    end = "text owned:\n  on game_end:\n"
    assert not_carried_out(checked(end + moved)) == ""
    assert (
        not_carried_out(checked(end + asked + moved))
        == "at the end of the game only points are counted"
    )


def test_a_change_whose_set_is_open_comes_to_later_cards_too() -> None:
    core = """text played:
  change types(c) for c in inplay(you) += Villain within turn SET
  move hand(you) to inplay(you) as put by you
  give count({d in inplay(you) : Villain in types(d)}) Power to you
"""
    for told, power in (("@set=open", 1), ("@set=later_too", 1), ("@set=now", 0)):
        t = table({"P1 hand": ("A#1",)})
        carry_out(t, core.replace("SET", told))
        assert t.pos.power["P1"] == power


def test_an_attack_on_nobody_is_carried_out_whoever_it_was_aimed_at() -> None:
    core = """text played [Attack]:
  attack a at WHOM:
    for p in hit(a):
      take 1 VP from p
    give 1 Power to you
"""
    for whom in ("confronted", "{q in foes(you) : vp(q) >= 3}", "nobody"):
        t = table({})
        carry_out(t, core.replace("WHOM", whom))
        assert t.pos.power["P1"] == 1


def test_what_is_left_out_outside_of_a_confrontation_does_not_count() -> None:
    core = """text played:
  r <-
    give 1 VP to you
    if during(confronting(you))MORE:
      take 1 VP from you
  if done(r):
    give 1 Power to you
"""
    for more in ("", " and power(you) >= 0"):
        t = table({})
        carry_out(t, core.replace("MORE", more))
        assert t.pos.power["P1"] == 1


def test_rounds_that_bring_nothing_nearer_are_not_the_last_if_they_count_what_they_do() -> None:
    t = table({"P1 deck": ("Z#1", "A#1", "A#2")}, kind("Z", cost=0), kind("A", cost=4))
    core = """text played:
  repeat r until sum([cost(c) : c in cards(did(draw, r))]) >= 7:
    move top(1, deck(you)) to hand(you) as draw by you
"""
    carry_out(t, core)
    assert t.pos.zones["P1 hand"] == ("Z#1", "A#1", "A#2")


def test_a_name_of_a_round_together_stands_behind_it_for_each_value_once() -> None:
    core = """text played:
  for p in foes(you) together:
    choose c: Card from hand(p), 1 by p
    move c to discard(p) as discard by p
  give count(c) Power to you
  give count(p) VP to you
"""
    t = table({"P2 hand": ("A#1",), "P4 hand": ("A#2",)})
    carry_out(t, core)
    assert (t.pos.power["P1"], t.pos.vp["P1"]) == (2, 2)


def test_a_whole_act_is_asked_for_with_all_its_cards() -> None:
    core = """text played:
  move top(3, deck(you)) to hand(you) as draw by you
  move top(1, deck(you)) to hand(you) as draw by you
  give count(did(draw e acts where count(cards(e)) >= 3, turn)) Power to you
  give count(cards(did(draw e acts, turn))) VP to you
"""
    t = table({"P1 deck": ("A#1", "A#2", "A#3", "A#4")})
    carry_out(t, core)
    assert (t.pos.power["P1"], t.pos.vp["P1"]) == (1, 4)


def test_what_is_chosen_has_happened_in_the_turn() -> None:
    core = """text played:
  choose p: Player from foes(you), 1 by you
  give count(did(choose e where whom(e) = p, turn)) Power to you
"""
    t = table({}, answers=[("player", "P4")])
    carry_out(t, core)
    assert t.pos.power["P1"] == 1


def test_bounds_of_changes_come_last() -> None:
    first = "change cost(c) for c in hand(you) -= 2 at least 1 within turn"
    second = "change cost(c) for c in hand(you) -= 1 within turn"
    for changes in ((first, second), (second, first)):
        lines = [
            line.replace("(c)", f"(c{n})").replace(" c in", f" c{n} in")
            for n, line in enumerate(changes)
        ]
        core = "text played:\n  " + "\n  ".join(
            [*lines, "give sum([cost(d) : d in hand(you)]) Power to you\n"]
        )
        t = table({"P1 hand": ("A#1", "B#1")}, kind("A", cost=3), kind("B", cost=0))
        carry_out(t, core)
        assert t.pos.power["P1"] == 1


def test_what_comes_after_something_does_not_begin_with_it() -> None:
    core = """text played:
  r <- move top(1, deck(you)) to hand(you) as draw by you
  move top(2, deck(you)) to hand(you) as draw by you
  give count(did(draw, after(r))) Power to you
"""
    t = table({"P1 deck": ("A#1", "A#2", "A#3")})
    carry_out(t, core)
    assert t.pos.power["P1"] == 2


def test_a_deed_is_not_told_of_if_it_could_not_be_paid_for() -> None:
    core = """text played:
  deed "bury" by you on hand(you):
    pay 2 Power by you
"""
    for power, buried in ((2, ["A#1"]), (1, [])):
        t = table({"P1 hand": ("A#1",)})
        t.pos.power["P1"] = power
        carry_out(t, core)
        assert [x.card for x in t.pos.facts if x.verb == "bury"] == buried


def test_a_repetition_was_done_if_a_round_of_it_was() -> None:
    core = """text played:
  repeat r until count(hand(you)) >= 3 @test=while:
    move top(1, deck(you)) to hand(you) as draw by you
  if done(r):
    give 1 Power to you
"""
    for deck, power in ((("A#1",), 1), ((), 0)):
        t = table({"P1 deck": deck, "P2 deck": ("B#1",)})
        carry_out(t, core)
        assert t.pos.zones.get("P1 hand", ()) == deck
        assert t.pos.power["P1"] == power


def test_a_card_of_two_types_pays_with_one_of_them() -> None:
    core = """text character:
  option you within turns(you) limit 1 per turn by [types(x) : x in cards(paid)] @per_type=paid:
    price:
      choose c: Card from hand(you), 1 by you
      move c to discard(you) as discard by you
    give 1 Power to you
"""
    t = table(
        {"P1 characters": ("Me#1",), "P1 hand": ("A#1", "B#1", "B#2")},
        kind("Me", None, core=core, titles=("Character",)),
        kind("B", "Villain"),
        answers=[("card", "A#1")],
    )
    two = "change types(x) for x in {y in hand(you) : name(y) = A} += Villain within turn @set=now"
    carry_out(t, f"text played:\n  {two}\n")
    ((_, one),) = abilities(t)
    for used in (1, 2):
        assert may_use(t, one)
        use(t, one)
        assert t.pos.power["P1"] == used
    assert t.pos.zones["P1 discard"] == ("A#1", "B#1")
    assert not may_use(t, one)
