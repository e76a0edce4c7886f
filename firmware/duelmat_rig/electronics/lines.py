"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

IDLE = 33.0
"""A turn that finds nothing to do."""
JOBS = (92.7, 109.7, 99.9, 81.5, 99.9, 66.1, 83.3, 105.1, 85.0)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    23.7,
    138.3,
    166.9,
    66.5,
    92.1,
    102.4,
    129.0,
    144.4,
    171.1,
    176.0,
    179.6,
    208.7,
    230.9,
    254.2,
    263.7,
    271.2,
    303.2,
    286.7,
    367.5,
    348.4,
    335.5,
    508.5,
    493.5,
    357.2,
    409.5,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 16.4
"""The lines that each transfer beyond adds."""
PER_PULLED = 17.4
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 28.7
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn; job -1 = none."""
    lines = JOBS[job] if job >= 0 else IDLE
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
