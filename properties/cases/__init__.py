"""The situations that cover every way a card can go. See README.md."""
