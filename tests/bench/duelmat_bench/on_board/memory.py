"""The heap: what the firmware keeps after a collection, and whether that grows.

The modelled electronics live in the same heap. What they keep is there before the firmware boots,
but for the cards on the mat, which are weighed and taken off.
"""

import gc

from duelmat_bench.on_board.lab import Lab, uid_of
from duelmat_bench.on_board.lines import life

_BLOCK_S = 20
_FULL_MS = 3000  # until a card on every antenna is known
_TOLD_MS = 1000  # in which nothing of it is under way now and then
_WARM_UP_BLOCKS = 1  # in which all is met for the first time


def measure(options):
    gap = bytearray(options["gap_bytes"])  # all else lies behind it
    lab = Lab(options)
    lab.connect()
    card_bytes = yield from _weigh_cards(lab)
    # In the same heap, so it must not grow itself.
    floors = [0] * max(_WARM_UP_BLOCKS + 2, int(options["minutes"] * 60 / _BLOCK_S))
    baseline = gc.mem_alloc()
    lab.boot()
    peak = 0
    for block in range(len(floors)):
        floor = None
        for _ in life(lab, _BLOCK_S):
            yield  # memory is freed here
            live = gc.mem_alloc() - baseline - lab.cards * card_bytes
            peak = max(peak, live)
            floor = live if floor is None else min(floor, live)
        floors[block] = floor
    # What is under way goes up and down; what is never given back raises the floor below it.
    warm = floors[_WARM_UP_BLOCKS:]
    half = len(warm) // 2
    for antenna in range(len(lab.radio.fields)):
        lab.lay(antenna, uid_of(antenna))
    yield from lab.run(_FULL_MS)
    full = None
    for _ in lab.run(_TOLD_MS):
        yield
        live = gc.mem_alloc() - baseline - lab.cards * card_bytes
        full = live if full is None else min(full, live)
    return {
        "gap_bytes": len(gap),
        "peak_live_bytes": peak,
        "full_live_bytes": full,
        "growth_bytes": max(warm[half:]) - max(warm[:half]),
        "virtual_s": len(floors) * _BLOCK_S,
        "floor_bytes": floors,
    }


def _weigh_cards(lab):
    """The heap that the modelled electronics keep for each card on the mat. Whatever else they
    make once they have made then, too.
    """
    count = len(lab.radio.fields)
    for _ in range(2):
        for antenna in range(count):
            lab.lay(antenna)
        yield
        empty = gc.mem_alloc()
        for antenna in range(count):
            lab.lay(antenna, uid_of(antenna))
        yield
        full = gc.mem_alloc()
    for antenna in range(count):
        lab.lay(antenna)
    yield
    return (full - empty) // count
