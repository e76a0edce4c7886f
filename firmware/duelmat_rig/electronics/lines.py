"""How many lines of device code a turn of the firmware executes, by what it does.

Made by `python -m duelmat_rig.bench lines --write` from turns counted under settrace.
"""

IDLE = 27.4
"""A turn that finds nothing to do."""
JOBS = (72.7, 81.3, 81.5, 66.1, 90.0, 65.4, 71.2, 88.9)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    25.3,
    114.3,
    145.7,
    69.4,
    93.0,
    91.1,
    133.7,
    141.7,
    167.1,
    157.8,
    180.3,
    215.9,
    229.5,
    246.5,
    248.7,
    300.8,
    303.7,
    303.4,
    353.0,
    341.3,
    288.6,
    425.9,
    379.9,
    496.8,
    271.1,
)
"""What is added by so many transfers on the readers' bus."""
PER_ACT = 10.8
"""And by each beyond."""
PER_PULLED = 18.3
"""By each byte read from the port, with all that follows from it."""
PER_PUSHED = 23.2
"""By each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn; job -1 = none."""
    lines = JOBS[job] if job >= 0 else IDLE
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
