"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 20.8
"""A turn that finds nothing to do."""
JOBS = (74.5, 99.0, 76.8, 76.1, 84.2, 40.9, 79.0, 85.6, 68.9)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    22.0,
    88.2,
    105.3,
    54.7,
    76.0,
    95.7,
    122.0,
    138.1,
    147.1,
    152.9,
    187.7,
    196.7,
    236.8,
    246.9,
    327.4,
    289.0,
    323.6,
    349.6,
    416.2,
    583.2,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 17.0
"""The lines that each transfer beyond adds."""
PER_PULLED = 14.4
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 12.9
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
