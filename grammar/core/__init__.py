"""The core: what a card text means, in a small closed language (see README.md)."""
