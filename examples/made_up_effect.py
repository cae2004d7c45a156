"""An effect that no card game of the family has, added from outside: one class.

`python examples/made_up_effect.py` shows that it is read, worded, drawn at random, played, and
known to error messages.
"""

from __future__ import annotations

from dataclasses import replace

from rules_check.grammar import ast as a


class Salute(a.EffectNode, says="~salute <whom>", sample="Salute each foe."):
    """Salute players; for each of them whoever does it gets 1 Power."""

    whom: a.Player
    who: a.Player = a.YOU

    def meaning(self) -> a.EffectNode:
        """What it means in effects that there are."""
        return a.Power(a.CountPlayers(self.whom), self.who)


def main() -> None:
    """Show everything that follows from the class."""
    from random import Random

    from rules_check.checker import Checker
    from rules_check.grammar.parse import parse_lines, vocabulary
    from rules_check.grammar.wording import wording
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.oracle.game import Game
    from rules_check.oracle.scenarios.positions import build_state
    from rules_check.properties.random_cards import drawn
    from rules_check.properties.strategies import simple_effects

    names = vocabulary(["Punch"])
    for text in (
        "Salute each foe.",
        "Each foe salutes that player and draws a card.",
        "You may salute each foe with a Hero in their hand. If you do, draw a card.",
    ):
        parsed = parse_lines([text], names)
        said = wording(parsed.text)
        again = parse_lines(said, names)
        print("read:", text)
        print("worded:", " ".join(said), "| comes back:", again.text == parsed.text)
    print("drawn:", next(x for x in drawn(Random(1), simple_effects) if isinstance(x, Salute)))

    play_set = load_play_set("confrontations")
    meaning = parse_lines(["Salute each foe."], names).text
    card = replace(play_set.main_deck[0][0], name="Herald", text=meaning)
    game = Game(play_set.replace_main_deck([*play_set.main_deck, (card, 1)]))
    state = build_state(game, {"P1": {"hand": ["Herald", "Punch"]}, "phase": "play"})
    game.answer(state, game.parse(state, "play Herald"))
    print("played:", "Power", state.power[0])

    file = "set: Made up\nruleset: confrontations\n\nHerald\nHero, cost 2, 1 VP\nSalut each foe.\n"
    for diagnostic in Checker().check_text(file, "herald.txt").diagnostics:
        print("error:", diagnostic.message, "|", diagnostic.help)


if __name__ == "__main__":
    main()
