"""One sentence understood: by the phrases, or else by the grammar of `syntax`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_check.grammar import ast as a
from rules_check.grammar.attach import Opener
from rules_check.grammar.lexer import Word
from rules_check.grammar.reading import Read, Unread, read_phrases

if TYPE_CHECKING:
    from rules_check.grammar.grammar_rules import Store


def read_sentence(words: Sequence[Word], store: Store | None = None) -> Read | Unread:
    """Understand one sentence, given without its full stop; a store may know the rules.

    A sentence that is not in the words of the phrases is read by the grammar of `syntax`, which
    also says where the last words of what the phrases read may belong to more of it.
    """
    result = read_phrases(words, store)
    if isinstance(result, Unread) and result.why == "long":
        return result
    from rules_check.grammar.earley import sentence_parser
    from rules_check.grammar.syntax.reading import attached, begins_with_a_word, read_freely

    def again(standard: Sequence[Word]) -> tuple[Opener, a.Effect] | None:
        read = read_phrases(standard, store)
        if isinstance(read, Unread) or read.effect is None:
            return None
        return read.opener, read.effect

    lexer = sentence_parser(store).lexer
    if isinstance(result, Read):
        if result.effect is None:
            return result
        if begins_with_a_word(words):  # "What you discard this way …" names no card
            free = read_freely(words, lexer, again)
            if free is not None:
                return Read(*free, free=True)
        return replace(result, effect=attached(words, result.opener, result.effect, lexer, again))
    free = read_freely(words, lexer, again)
    return result if free is None else Read(*free, free=True)
