"""Sentences in free wording: words, rules by category, and what they mean."""
