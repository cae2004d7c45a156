"""What a rulebook leaves open, and how much of it the engine and the scenarios cover."""
