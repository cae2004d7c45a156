"""What the texts of a set do to each other: who sets whom off, and what comes of it together."""
