"""Proofs for the command line: doing them in several processes, and telling what they show."""
