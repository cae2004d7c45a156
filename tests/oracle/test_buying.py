"""A text that tells a player to buy: the card is paid for with Power, as any purchase is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check import cli

SCENARIO = """game = "confrontations"

[[scenario]]
id = "buys"
title = "A text that buys"
given.cards = '''
Errand Boy
Hero, cost 3, 1 VP, source original
TEXT

Small Crook
Villain, cost 4, 1 VP, source original
+1 Power

Small Tool
Equipment, cost 2, 1 VP, source original
+1 Power
'''
given.phase = "play"
given.power = { P1 = POWER }
given.line_up = ["Small Crook", "Small Tool"]
given.P1.hand = ["Errand Boy", "Vulnerability"]
given.P1.deck = ["Punch", "Punch"]
when = ["P1: play Errand Boy"WHEN]
then = [THEN]
"""
BUY = "Buy a card in the Line-Up."
MAY = "You may buy a card in the Line-Up. If you do, draw a card."


@pytest.mark.parametrize(
    ("text", "power", "when", "then"),
    [
        (BUY, 3, "", '"P1 discard: Small Tool", "P1 power: 1"'),
        (BUY, 1, "", '"P1 discard: empty", "P1 power: 1"'),
        (BUY, 5, ', "P1: choose Small Crook"', '"P1 discard: Small Crook", "P1 power: 1"'),
        (MAY, 2, ', "P1: yes"', '"P1 discard: Small Tool", "P1 power: 0"'),
        (MAY, 1, "", '"P1 power: 1"'),
    ],
)
def test_it_is_paid_for(
    text: str, power: int, when: str, then: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = SCENARIO.replace("TEXT", text).replace("POWER", str(power))
    file = tmp_path / "buys.toml"
    file.write_text(written.replace("WHEN", when).replace("THEN", then), encoding="utf-8")
    status = cli.main(["test", str(file)])
    assert status == 0, capsys.readouterr().out


def test_several_prices_at_once_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = "Errand Boy\nHero, cost 3, 1 VP, x2\nBuy two cards in the Line-Up.\n"
    file = tmp_path / "cards.txt"
    file.write_text(f"set: A\nruleset: confrontations\n\n{card}", encoding="utf-8")
    cli.main(["check", str(file)])
    told = capsys.readouterr().out
    assert "RC210" in told
    assert "pays for each" in told
