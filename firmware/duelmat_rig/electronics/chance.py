"""Seeded chance: the same seed and the same questions give the same answers everywhere."""


class Chance:
    """Marsaglia's xorshift on 32 bits; small, and alike on every interpreter."""

    def __init__(self, seed):
        self._state = ((seed * 2654435761) ^ 0x9E3779B9) & 0xFFFFFFFF or 1
        for _ in range(8):
            self._next()

    def _next(self):
        state = self._state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self._state = state
        return state

    def below(self, limit):
        """A whole number from 0 up to, not including, the limit."""
        return (self._next() >> 4) % limit

    def happens(self, probability):
        """Whether an event of this probability occurs; asks nothing of the seed at 0."""
        return probability > 0 and (self._next() >> 4) < probability * 0x10000000
