"""The lines of device code that a turn of the firmware executes, by what it does.

Made by `python -m duelmat_bench.firmware.measure lines --write` from turns counted under settrace.
"""

IDLE = 27.5
"""A turn that finds nothing to do."""
JOBS = (67.8, 91.4, 74.3, 72.1, 71.1, 47.8, 77.3, 77.1, 70.8)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    19.7,
    118.8,
    209.1,
    55.5,
    80.0,
    94.0,
    121.5,
    135.2,
    185.9,
    159.7,
    175.8,
    216.9,
    239.4,
    261.2,
    265.3,
    257.1,
    301.4,
    319.6,
    350.4,
    396.6,
    324.8,
    416.6,
    444.3,
    381.1,
)
"""The lines that so many transfers on the readers' bus add."""
PER_ACT = 15.9
"""The lines that each transfer beyond adds."""
PER_PULLED = 15.8
"""The lines for each byte read from the port, with all that follows from it."""
PER_PUSHED = 13.5
"""The lines for each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn; job -1 = none."""
    lines = JOBS[job] if job >= 0 else IDLE
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
