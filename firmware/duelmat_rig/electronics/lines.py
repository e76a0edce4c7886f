"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 22.2
"""A turn that finds nothing to do."""
JOBS = (148.5, 121.0, 94.8, 138.8, 93.1, 47.3, 143.7, 110.0, 84.4)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    21.1,
    75.6,
    118.3,
    58.9,
    82.6,
    98.4,
    120.7,
    159.0,
    161.3,
    162.1,
    188.5,
    210.5,
    238.0,
    269.9,
    312.3,
    322.7,
    364.4,
    372.0,
    345.7,
    794.8,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 17.9
"""The lines that each transfer beyond adds."""
PER_PULLED = 9.9
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 1.2
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
