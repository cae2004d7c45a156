"""Measurements of rules-check; `python -m bench` runs them all."""
