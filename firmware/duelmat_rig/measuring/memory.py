"""The heap: what the firmware keeps after a collection, and whether that grows."""

import gc

from duelmat_rig.measuring.lab import Lab
from duelmat_rig.measuring.lines import life

_BLOCK_S = 20


def measure(options, cable):
    """All that is not the firmware's is there before it boots, cards and host included."""
    lab = Lab(options, cable)
    lab.connect()
    yield from _exercise_rig(lab)
    gc.collect()
    baseline = gc.mem_alloc()
    lab.boot()
    peak = 0
    blocks = []
    for _ in range(max(2, int(options["minutes"] * 60 / _BLOCK_S))):
        most = 0
        for _ in life(lab, _BLOCK_S):
            gc.collect()
            yield
            most = max(most, gc.mem_alloc() - baseline)
        peak = max(peak, most)
        blocks.append(most)
    # The first blocks meet things for the first time; growth is what comes after.
    half = len(blocks) // 2
    return {
        "peak_live_bytes": peak,
        "growth_bytes": max(blocks[half:]) - max(blocks[:half]),
        "virtual_s": len(blocks) * _BLOCK_S,
        "first_block_bytes": blocks[0],
        "last_block_bytes": blocks[-1],
    }


def _exercise_rig(lab):
    """What the modelled electronics make once and keep."""
    for antenna in range(len(lab.radio.fields)):
        lab.lay(antenna, bytes([4, 1, 1, 1, 1, 1, antenna]))
        yield
    for antenna in range(len(lab.radio.fields)):
        lab.lay(antenna)
    yield
