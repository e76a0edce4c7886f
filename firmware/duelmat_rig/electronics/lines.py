"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 24.4
"""A turn that finds nothing to do."""
JOBS = (165.1, 125.7, 95.5, 133.2, 104.7, 49.9, 135.3, 108.7, 96.4)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    21.7,
    77.2,
    136.3,
    64.2,
    88.1,
    106.0,
    127.3,
    154.2,
    166.7,
    168.8,
    199.3,
    236.2,
    256.8,
    278.2,
    342.1,
    314.7,
    345.1,
    362.8,
    337.7,
    680.9,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 18.8
"""The lines that each transfer beyond adds."""
PER_PULLED = 9.0
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 1.1
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
