"""A duel on the move: the machine, its operations carried out one at a time."""
