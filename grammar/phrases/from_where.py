"""A card spoken of, and where it lies: "put it from your discard pile into your hand"."""

from __future__ import annotations

from rules_check.grammar.ast.phrase import rule

rule("?one_selection", "it_from", "them_from")
