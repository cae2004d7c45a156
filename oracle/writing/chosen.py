"""Options of a card in its own words."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import unbound
from rules_check.grammar.wording import wording
from rules_check.oracle.box.table import Table
from rules_check.oracle.values.events import Event


def effect_words(effect: a.Effect) -> str:
    """What an effect says, in a line of standard wording."""
    return " / ".join(wording(a.CardText((a.Plain(unbound(effect)),))))


def printed_words(g: Table, card: int, line: int, start: int, end: int) -> str:
    """The words of a card between two places of a line, as a sentence; "" if it has none there."""
    printed = g.kinds[card].printed
    words = printed[line][start:end].strip(" .,;:") if line < len(printed) else ""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def chosen_words(g: Table, event: Event) -> str:
    """What the option of a card says that was chosen; its number where that is not known."""
    number, *where = event.detail
    if len(where) == 3:
        return printed_words(g, event.cards[0], *where) or f"option {number + 1}"
    if where:
        node = g.node_at(*where)
        if isinstance(node, a.ChooseOne) and number < len(node.options):
            return effect_words(node.options[number])
    return f"option {number + 1}"
