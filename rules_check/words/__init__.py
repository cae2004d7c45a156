"""Do all words of a card matter? For a check, and for `rules-check words`."""
