"""One shard of a long run with faults: what must never be told is counted.

`rest`: cards at rest on half of the antennas, two in a hundred answers broken or lost, and fields
that feign touches: no card may be told gone, no touch told at all.
`identity`: cards come and go while one answer in a hundred is changed without anybody noticing
and neighbours' cards answer too: no antenna may be told to hold a tag that does not lie there.
"""

from duelmat_rig.electronics.chance import Chance
from duelmat_rig.measuring.lab import Lab, uid_of

_START_MS = 1500
_MOVE_MS = 600
_GRACE_MS = 1500


class _Watch:
    """Listens to what the board tells."""

    def __init__(self, lab):
        self._lab = lab
        self.lying = {}  # antenna -> (uid, when it was laid)
        self.before = {}  # uid -> when it was last lifted
        self.removals = 0
        self.touches = 0
        self.wrong = 0
        self.sightings = 0
        self.is_counting = False
        lab.hear = self.hear

    def hear(self, message):
        if not self.is_counting:
            return
        wire = self._lab.wire
        if isinstance(message, wire.Touch):
            self.touches += 1
        elif isinstance(message, wire.Sighting):
            self.sightings += 1
            self._check(message)

    def _check(self, message):
        lying = self.lying.get(message.antenna)
        if message.state == self._lab.wire.EMPTY and lying is not None:
            if self._lab.clock.total_ms() - lying[1] > _GRACE_MS:
                self.removals += 1
        for uid in message.uids:
            if lying is not None and uid == lying[0]:
                continue
            left_ms = self.before.get((message.antenna, uid))
            if left_ms is None or self._lab.clock.total_ms() - left_ms > _GRACE_MS:
                self.wrong += 1


def measure(options, cable):
    lab = Lab(options, cable, options["seed"])
    chance = Chance(options["seed"] + 77)
    lab.connect()
    lab.boot()
    watch = _Watch(lab)
    antennas = len(lab.radio.fields)
    for antenna in range(0, antennas, 2):
        uid = uid_of(antenna)
        lab.lay(antenna, uid, wake_us=300 + chance.below(4700))
        watch.lying[antenna] = (uid, 0)
    yield from lab.run(_START_MS)
    faults = lab.radio.faults
    if options["kind"] == "rest":
        faults.dropout = faults.noise = 0.02
        faults.touch_noise = 0.3
    else:
        faults.mangled = 0.01
        faults.bleed = 0.01
    watch.is_counting = True
    reads = lab.radio.answers
    number = 1000
    until_ms = lab.clock.total_ms() + options["seconds"] * 1000
    while lab.clock.total_ms() < until_ms:
        if options["kind"] == "identity":
            number += 1
            _move(lab, watch, chance.below(antennas), uid_of(number), chance)
        yield from lab.run(_MOVE_MS)
    return {
        "virtual_s": options["seconds"],
        "reads": lab.radio.answers - reads,
        "sightings": watch.sightings,
        "false_removals": watch.removals,
        "false_touches": watch.touches,
        "wrong_identities": watch.wrong,
        "guard_violations": lab.radio.guard_violations,
        "neighbours_on": lab.radio.neighbours_on,
    }


def _move(lab, watch, antenna, uid, chance):
    """A card goes from an antenna, or a new one comes to it."""
    now_ms = lab.clock.total_ms()
    lying = watch.lying.pop(antenna, None)
    if lying is not None:
        watch.before[antenna, lying[0]] = now_ms
        lab.lay(antenna)
    else:
        lab.lay(antenna, uid, wake_us=300 + chance.below(4700))
        watch.lying[antenna] = (uid, now_ms)
