"""An AST back to house-style text: `wording` gives the printed lines of a card."""

from rules_check.grammar.wording.lines import wording

__all__ = ["wording"]
