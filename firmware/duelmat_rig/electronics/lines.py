"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

NO_JOB = -1
"""The job of a turn that does none."""
IDLE = 25.0
"""A turn that finds nothing to do."""
JOBS = (84.0, 105.5, 81.0, 85.9, 89.5, 43.0, 78.8, 90.4, 72.6)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    20.5,
    93.2,
    155.4,
    53.8,
    78.0,
    93.3,
    121.1,
    139.5,
    167.5,
    153.2,
    177.5,
    207.0,
    228.7,
    257.6,
    263.3,
    263.1,
    302.6,
    316.3,
    340.1,
    355.2,
    469.8,
    413.5,
    339.5,
    536.0,
    460.6,
    1223.0,
    828.0,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 17.0
"""The lines that each transfer beyond adds."""
PER_PULLED = 13.6
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 12.4
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn."""
    lines = IDLE if job == NO_JOB else JOBS[job]
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
