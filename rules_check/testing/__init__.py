"""Scenarios of users: reading them with their cards, playing them, and telling what came of it."""
