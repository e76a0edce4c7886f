"""One shard of a long run with faults: what must never be reported is counted.

`rest`: a card at rest on every antenna, two in a hundred frames lost and as many answers broken,
fields that feign touches and hands that hover: no card may be reported gone, no touch at all.
`identity`: cards come and go while one answer in a hundred is changed without anybody noticing and
one field in a hundred reaches a neighbour's cards: no zone may be reported to hold a tag that does
not lie there. That the other antenna of its own zone reports it for a moment is counted apart: the
host asks then how the card lies.
"""

from duelmat_bench.on_board.lab import Lab, uid_of
from duelmat_rig.electronics.chance import Chance

_START_MS = 1500
_MOVE_MS = 600
_HOVER_MS = 5000
_GRACE_MS = 1500


class _Watch:
    """Listens to what the board reports."""

    def __init__(self, lab):
        self._lab = lab
        self._zones = [antenna["zone"] for antenna in lab.bench.board.field["antennas"]]
        self.lying = {}  # antenna -> (uid, when it was laid)
        self.before = {}  # (zone, uid) -> when it was last lifted
        self.removals = 0
        self.touches = 0
        self.wrong = 0
        self.beside = 0
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
        now_ms = self._lab.clock.total_ms()
        lying = self.lying.get(message.antenna)
        uid = None if lying is None else lying[0]
        if uid is not None and uid not in message.uids:
            if message.state != self._lab.wire.UNSURE and now_ms - lying[1] > _GRACE_MS:
                self.removals += 1
        zone = self._zones[message.antenna]
        for told in message.uids:
            left_ms = self.before.get((zone, told))
            if told == uid or (left_ms is not None and now_ms - left_ms <= _GRACE_MS):
                continue
            if told in [self.lying[at][0] for at in self.lying if self._zones[at] == zone]:
                self.beside += 1
            else:
                self.wrong += 1

    def lift(self, antenna, now_ms):
        """Whether a card lay there."""
        lying = self.lying.pop(antenna, None)
        if lying is not None:
            self.before[self._zones[antenna], lying[0]] = now_ms
        return lying is not None


def measure(options):
    lab = Lab(options, options["seed"])
    chance = Chance(options["seed"] + 77)
    lab.connect()
    lab.boot()
    watch = _Watch(lab)
    antennas = len(lab.radio.fields)
    is_rest = options["kind"] == "rest"
    for antenna in range(0, antennas, 1 if is_rest else 2):
        uid = uid_of(antenna)
        lab.lay(antenna, uid, wake_us=300 + chance.below(4700))
        watch.lying[antenna] = (uid, 0)
    yield from lab.run(_START_MS)
    faults = lab.radio.faults
    if is_rest:
        faults.dropout = faults.noise = 0.02
        faults.touch_noise = 0.3
    else:
        faults.mangled = 0.01
        faults.bleed = 0.01
    watch.is_counting = True
    reads = lab.radio.reads
    number = 1000
    pads = len(lab.bench.board.config["pads"])
    until_ms = lab.clock.total_ms() + int(options["seconds"] * 1000)
    while lab.clock.total_ms() < until_ms:
        if is_rest:
            faults.hand = {chance.below(pads) for _ in range(chance.below(4))}
        else:
            number += 1
            _move(lab, watch, chance.below(antennas), uid_of(number), chance)
        pause_ms = _HOVER_MS if is_rest else _MOVE_MS
        yield from lab.run(min(pause_ms, until_ms - lab.clock.total_ms()))
    return {
        "virtual_s": options["seconds"],
        "reads": lab.radio.reads - reads,
        "sightings": watch.sightings,
        "false_removals": watch.removals,
        "false_touches": watch.touches,
        "wrong_identities": watch.wrong,
        "told_by_the_antenna_beside": watch.beside,
        "resets": lab.bench.resets,
        "guard_violations": lab.radio.guard_violations,
        "neighbours_on": lab.radio.neighbours_on,
    }


def _move(lab, watch, antenna, uid, chance):
    """A card goes from an antenna, or a new one comes to it."""
    now_ms = lab.clock.total_ms()
    if watch.lift(antenna, now_ms):
        lab.lay(antenna)
    else:
        lab.lay(antenna, uid, wake_us=300 + chance.below(4700))
        watch.lying[antenna] = (uid, now_ms)
