"""Card lines with other words for Villains and Characters, and with starred numbers."""

from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardmodel import COUNTED, CardFile, CardLine, CardType, Title
from rules_check.grammar.cardwriter import card_line_text


def card_line(line: str) -> tuple[CardLine, CardFile]:
    text = f"set: Night Watch\nruleset: heroes-unite\n\nLamplighter\n{line}\n"
    file = read_card_text(text, "night-watch.txt")
    (card,) = file.cards
    assert card.line is not None
    return card.line, file


def test_super_heroes_super_villains_and_starred_numbers_are_read():
    line, file = card_line("Super Hero")
    assert (line.type, line.titles, file.findings) == (CardType.CHARACTER, (), ())
    line, file = card_line("Super-Villain, cost 10*, 3* VP")
    assert (line.type, line.titles, file.findings) == (
        CardType.VILLAIN,
        (Title.SUPER_VILLAIN,),
        (),
    )
    assert (line.cost, line.vp) == (10, 3)
    assert card_line_text(line) == "Villain, Super-Villain, cost 10*, 3* VP"
    line, file = card_line("Villain, cost *")
    assert (line.cost, file.findings) == (COUNTED, ())
