"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 20.8
"""A turn that finds nothing to do."""
JOBS = (76.1, 102.9, 74.0, 78.2, 86.6, 43.9, 80.5, 85.9, 72.8)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    22.3,
    80.8,
    107.4,
    53.9,
    76.4,
    94.9,
    123.3,
    136.7,
    150.2,
    153.0,
    186.6,
    198.2,
    238.6,
    261.9,
    338.5,
    271.3,
    361.1,
    326.3,
    367.5,
    570.7,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 17.0
"""The lines that each transfer beyond adds."""
PER_PULLED = 14.8
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 12.6
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
