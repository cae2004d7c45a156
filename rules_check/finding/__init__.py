"""Finds cards of a set by what they say and do, and counts what a set has."""
