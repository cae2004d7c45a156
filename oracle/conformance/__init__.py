"""What other implementations are told and compared by: set-ups, positions, actions, vectors."""
