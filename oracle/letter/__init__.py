"""The core by the letter: the plainest interpreter there is, and the rules of the turn."""
