"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 25.5
"""A turn that finds nothing to do."""
JOBS = (83.3, 101.0, 80.8, 80.9, 88.9, 41.8, 81.8, 99.2, 72.9)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    20.8,
    108.5,
    137.1,
    53.7,
    80.1,
    98.1,
    126.5,
    135.3,
    167.7,
    165.5,
    183.8,
    212.0,
    237.0,
    271.3,
    271.9,
    283.3,
    311.9,
    330.9,
    350.7,
    373.3,
    538.4,
    388.0,
    460.6,
    463.6,
    597.9,
    816.2,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 17.6
"""The lines that each transfer beyond adds."""
PER_PULLED = 14.5
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 12.7
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
