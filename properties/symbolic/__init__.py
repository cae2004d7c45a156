"""Symbolic execution of the reference engine: the same code, on unknown numbers and cards."""
