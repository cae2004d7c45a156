"""What single forms do, on small tables: the sentences of docs/core.md and of the books."""

from __future__ import annotations

from tests.oracle.letter.small import carry_out, kind, table


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
