"""What the four rulebooks say, as data. Start at `rules.load`."""
