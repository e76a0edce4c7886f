"""Bad cables: each carries bytes one way, and does to them what its name says."""

import random
from collections.abc import Callable


class Cable:
    """A good cable. Bytes keep their order on every cable; times are in ms."""

    room = 256
    """How many bytes it takes now."""

    def carry(self, data: bytes, now_ms: int) -> bytes:
        """Put bytes in; what comes out by now comes back."""
        return data


class Loss(Cable):
    """Loses some bytes, one by one or many in a row."""

    def __init__(self, seed: int, rate: float = 0.003, burst: int = 40) -> None:
        self._chance = random.Random(seed)
        self._rate = rate
        self._burst = burst
        self._left = 0

    def carry(self, data: bytes, now_ms: int) -> bytes:
        kept = bytearray()
        for octet in data:
            if self._left == 0 and self._chance.random() < self._rate:
                self._left = self._chance.randint(1, self._burst)
            if self._left:
                self._left -= 1
            else:
                kept.append(octet)
        return bytes(kept)


class Noise(Cable):
    """Changes bits and puts bytes in between, zeros among them."""

    def __init__(self, seed: int, rate: float = 0.004) -> None:
        self._chance = random.Random(seed)
        self._rate = rate

    def carry(self, data: bytes, now_ms: int) -> bytes:
        noisy = bytearray()
        for octet in data:
            if self._chance.random() < self._rate:
                noisy.append(octet ^ 1 << self._chance.randrange(8))
            else:
                noisy.append(octet)
            if self._chance.random() < self._rate:
                noisy += self._chance.randbytes(self._chance.randint(1, 30))
        return bytes(noisy)


class Duplicate(Cable):
    """Delivers some pieces again, at once or much later."""

    def __init__(self, seed: int, rate: float = 0.2) -> None:
        self._chance = random.Random(seed)
        self._rate = rate
        self._old: list[bytes] = []

    def carry(self, data: bytes, now_ms: int) -> bytes:
        if data:
            self._old = [*self._old[-20:], data]
        if self._old and self._chance.random() < self._rate:
            return data + self._chance.choice(self._old)
        return data


class Delay(Cable):
    """Holds bytes back for a while that changes all the time."""

    def __init__(self, seed: int, longest_ms: int = 300) -> None:
        self._chance = random.Random(seed)
        self._longest_ms = longest_ms
        self._on_the_way: list[tuple[int, bytes]] = []
        self._last_ms = 0

    def carry(self, data: bytes, now_ms: int) -> bytes:
        if data:
            at_ms = max(self._last_ms, now_ms + self._chance.randint(0, self._longest_ms))
            self._last_ms = at_ms
            self._on_the_way.append((at_ms, data))
        there = b""
        while self._on_the_way and self._on_the_way[0][0] <= now_ms:
            there += self._on_the_way.pop(0)[1]
        return there


class OneByteAtATime(Cable):
    """A slow cable: one byte comes out at a time."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    @property
    def room(self) -> int:  # type: ignore[override]  # a full cable takes less
        return 256 - len(self._waiting)

    def carry(self, data: bytes, now_ms: int) -> bytes:
        self._waiting += data
        octet = bytes(self._waiting[:1])
        del self._waiting[:1]
        return octet


class Cut(Cable):
    """Carries nothing while it is cut."""

    def __init__(self) -> None:
        self.is_cut = False

    def carry(self, data: bytes, now_ms: int) -> bytes:
        return b"" if self.is_cut else data


class Chain(Cable):
    """Several cables one after the other."""

    def __init__(self, *cables: Cable) -> None:
        self._cables = cables

    def carry(self, data: bytes, now_ms: int) -> bytes:
        for cable in self._cables:
            data = cable.carry(data, now_ms)
        return data


BAD_CABLES: dict[str, Callable[[int], Cable]] = {
    "good": lambda seed: Cable(),
    "loss": Loss,
    "noise": Noise,
    "duplicate": Duplicate,
    "delay": Delay,
    "one byte at a time": lambda seed: OneByteAtATime(),
    "all at once": lambda seed: Chain(
        Delay(seed, 60), Duplicate(seed, 0.1), Loss(seed, 0.002), Noise(seed, 0.002)
    ),
}
