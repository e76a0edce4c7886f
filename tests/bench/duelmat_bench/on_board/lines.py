"""The lines of device code that a turn executes, by what it does in it.

Counted over a scene of ordinary life, and reported as sums, from which `lines --write` of
duelmat_bench.firmware.measure makes the table that turns are charged by where lines cannot be
counted.
"""

from duelmat_bench.on_board.lab import Lab, LineCounter, uid_of


def _add(sums, kind, lines):
    entry = sums.setdefault(kind, [0, 0])
    entry[0] += 1
    entry[1] += lines


def life(lab, seconds):
    """Cards come, lie and go; lamps change; fingers touch and press."""
    lamps = lab.wire.lamps
    styles = (lamps.OFF, lamps.LEGAL, lamps.PUT, lamps.ACTIVE, lamps.ASK, lamps.PHASE, lamps.OFF)
    count = len(lab.bench.board.config["lamps"])
    antennas = len(lab.radio.fields)
    for at in range(0, antennas, 5):
        lab.lay(at, uid_of(at))
    for moment in range(int(seconds * 2)):
        antenna = (moment * 7 + 3) % antennas
        if moment % 4 == 3:
            lab.lay(antenna - 7)
        elif antenna % 5:
            lab.lay(antenna, uid_of(100 + moment))
        if moment % 3 == 0:
            lab.show([styles[(lamp * 3 + moment) % len(styles)] for lamp in range(count)])
        if moment % 5 == 0:
            lab.link.send(lab.wire.Hot(bytes([1 << moment % 8, 3, 0, 0, 1]), 1500))
        pad = moment % len(lab.bench.board.config["pads"])
        lab.bench.board.press_pad(pad, moment % 3 == 0)
        lab.bench.board.press_button(moment % 6, moment % 2 == 0)
        yield from lab.run(500)


def measure(options):
    from duelmat_rig.electronics.lines import lines_of

    lab = Lab(options)
    lab.connect()
    lab.boot()
    counter = LineCounter(lab.clock)
    lab.bench.counter = counter
    yield from lab.run(500)
    sums = {}
    charged = [0, 0]

    def see(job, transfers, pulled, pushed, lines):
        _add(sums, (job, transfers, pulled, pushed), lines)
        charged[0] += lines_of(job, transfers, pulled, pushed)
        charged[1] += lines

    counter.see = see
    yield from life(lab, options["seconds"])
    return {
        "turns": [list(kind) + entry for kind, entry in sums.items()],
        "charged": charged[0],
        "counted": charged[1],
    }
