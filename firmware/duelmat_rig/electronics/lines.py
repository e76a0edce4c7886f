"""How many lines of device code a turn of the firmware executes, by what it does.

Made by `python -m duelmat_rig.bench lines --write` from turns counted under settrace.
"""

IDLE = 31.4
"""A turn that finds nothing to do."""
JOBS = (83.3, 105.1, 94.4, 84.3, 94.4, 64.8, 80.3, 100.6, 78.0)
"""A turn that does one of the other jobs, by the job's number, and nothing on a bus."""
ACTS = (
    0.0,
    22.4,
    149.8,
    164.8,
    70.6,
    92.3,
    99.0,
    127.7,
    145.1,
    170.3,
    177.4,
    179.2,
    200.7,
    235.7,
    272.7,
    249.8,
    274.0,
    297.8,
    307.3,
    326.6,
    354.1,
    310.4,
    367.0,
    414.5,
    446.1,
    376.9,
)
"""What is added by so many transfers on the readers' bus."""
PER_ACT = 15.1
"""And by each beyond."""
PER_PULLED = 18.4
"""By each byte read from the port, with all that follows from it."""
PER_PUSHED = 26.8
"""By each byte written to it."""


def lines_of(job, transfers, pulled, pushed):
    """The lines of one turn; job -1 = none."""
    lines = JOBS[job] if job >= 0 else IDLE
    if transfers < len(ACTS):
        lines += ACTS[transfers]
    else:
        lines += PER_ACT * transfers
    return lines + PER_PULLED * pulled + PER_PUSHED * pushed
