"""Does every word of a card matter? See README.md."""
