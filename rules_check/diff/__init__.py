"""Two versions of card texts compared by what they do."""
