"""Shapes of texts that leave a question open: looked for in any card, by their names in the data.

`rules/patterns.toml` says which shape raises which question. A shape that is read in several ways
gives the whole text for each reading, in the order of the answers in the data; one whose readings
only the rules tell apart gives none.
"""

from rules_check.grammar.shapes import attacks, belonging, counting, persons, rules, timing, unsaid
from rules_check.grammar.shapes.base import SHAPES, Asked, Found

__all__ = ["SHAPES", "Asked", "Found"]

_FILLED = (attacks, belonging, counting, persons, rules, timing, unsaid)
"""Importing these fills the table of shapes."""
