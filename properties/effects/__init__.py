"""What the words of an effect demand, and whether that is what happened."""
