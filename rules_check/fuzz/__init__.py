"""Campaigns: many games, checked step by step, that can be stopped and resumed."""
