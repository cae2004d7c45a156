"""Case books of cards: made, told and written. See README.md."""
