"""The scan: what a visit costs on the bus and in memory, and how long a sweep takes."""

import gc
from time import ticks_diff

from duelmat_bench.on_board.lab import CLEARLY, Lab, LineCounter, NoLines, Turns, uid_of
from duelmat_bench.on_board.lines import life
from duelmat_rig.electronics.chance import Chance
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.radio import Radio
from duelmat_rig.electronics.readers import Readers
from duelmat_rig.electronics.tag import Tag

# ISO/IEC 14443-3 at 106 kbit/s, in microseconds: an empty antenna is a request and the time in
# which nobody answers, a known card of seven bytes a request and two selections, with answers.
_GUARD_US = 5100
_EMPTY_US = 214
_KNOWN_US = 2863

_WARM_UP_MS = 700
_SETTLE_MS = 600  # cards that were taken away are surely gone, and those laid down known
_SWEEPS = (
    24  # one in eight reads a known card whole; turns in the talk with the host come with them
)
_PLAY_S = 6
_HOST_COMES_MS = 2500
_WISH_MS = 300


def limit_ms(antennas, tags, fields):
    """The least time of a sweep in which every field stands for the guard time and its talk."""
    talk_us = (antennas - tags) * _EMPTY_US + tags * _KNOWN_US
    return (antennas * _GUARD_US + talk_us) / fields / 1000


class _Recorder:
    """The readers' bus: counts calls, and remembers what came back."""

    def __init__(self, readers, clock):
        self._readers = readers
        self._clock = clock
        self.calls = 0
        self.bytes = 0
        self.answers = []

    def write(self, out):
        self._count(out)
        self._readers.transfer(out, 0, None, len(out))

    def write_readinto(self, out, into):
        self._count(out)
        self._readers.transfer(out, 0, into, len(out))
        self.answers.append(bytes(into))

    def _count(self, out):
        self.calls += 1
        self.bytes += len(out)
        self._clock.spend(25 + 2 * len(out))


class _Player:
    """The same bus once more, from memory: it allocates nothing itself."""

    def __init__(self, answers):
        self._answers = answers
        self._at = 0

    def write(self, _out):
        pass

    def write_readinto(self, _out, into):
        answer = self._answers[self._at]
        self._at += 1
        for index in range(len(answer)):
            into[index] = answer[index]


class _Visits:
    """Visits to one antenna, outside the scanner."""

    def __init__(self, *uids):
        from duelmat_device import mfrc522, presence, tags

        self._modules = mfrc522, presence, tags
        self._clock = Clock()
        radio = Radio(1, [[]])
        radio.couple([tuple([(Tag(uid, 500), CLEARLY) for uid in uids])], 0)
        self._readers = Readers([{"bank": 0, "line": 0}], radio, self._clock, Chance(1))
        self._readers.set_select(1)
        self._readers.set_reset(0)
        self._clock.spend(1000)
        self._readers.set_reset(1)
        self._clock.spend(5000)
        self.presence = presence.Presence(b"\0")
        self._talk(_Recorder(self._readers, self._clock), is_first=True)

    def _talk(self, spi, is_first=False):
        mfrc522, _, tags = self._modules
        reader = mfrc522.Mfrc522(spi, self._readers.set_select)
        if is_first:
            reader.set_up()
        return tags.Inventory(reader, self._clock.ticks_us), spi

    def _visit(self, inventory):
        """A visit as the scanner makes it, and another immediately where a new tag wants it."""
        presence = self.presence
        known, is_expected = presence.known[0], presence.shown[0] != 0
        is_wanted = True
        while is_wanted:
            inventory.begin(known, is_expected)
            result = 0
            while not result:
                wait_us = ticks_diff(inventory.due_us, self._clock.ticks_us())
                if wait_us > 0:
                    self._clock.spend(wait_us)
                result = inventory.step(inventory)
            inventory.end(result)
            is_wanted = result != inventory.expected or presence.open_count
            is_wanted = is_wanted and presence.observe(0, result, inventory)
            known, is_expected = inventory.found[0], True

    def _visit_from_memory(self, inventory):
        # No clock that could allocate: everything is due at once.
        presence = self.presence
        known, is_expected = presence.known[0], presence.shown[0] != 0
        is_wanted = True
        while is_wanted:
            inventory.begin(known, is_expected)
            result = 0
            while not result:
                result = inventory.step(inventory)
            inventory.end(result)
            is_wanted = result != inventory.expected or presence.open_count
            is_wanted = is_wanted and presence.observe(0, result, inventory)
            known, is_expected = inventory.found[0], True

    def look(self):
        """A visit that is not measured."""
        inventory, _ = self._talk(_Recorder(self._readers, self._clock))
        self._visit(inventory)

    def measure(self):
        """One visit, or the two of a new tag: on the bus, and again from memory for the heap."""
        _, presence, _ = self._modules
        before = self.presence
        kept = before.known[0], before.shown[0], list(before._cards[0])
        claims = [
            (bytes(uid), reads)
            for uid, reads in zip(before._claims.uids, before._claims.reads)
            if uid[0]
        ]
        inventory, spi = self._talk(_Recorder(self._readers, self._clock))
        self._visit(inventory)
        cards = before._cards[0]
        after = self.presence
        self.presence = presence.Presence(b"\0")
        self.presence.known[0] = kept[0]
        self.presence.shown[0] = kept[1]
        self.presence._cards[0].extend(kept[2])
        for uid, reads in claims:
            self.presence._claims.reads[self.presence._claims.of(uid, 0)] = reads
        inventory, _ = self._talk(_Player(spi.answers))
        self._clock = _Still()
        inventory._ticks_us = self._clock.ticks_us
        gc.collect()
        start = gc.mem_alloc()
        self._visit_from_memory(inventory)
        heap_bytes = gc.mem_alloc() - start
        self.presence = after
        return {"calls": spi.calls, "bytes": spi.bytes, "heap_bytes": heap_bytes}, len(cards)


class _Still:
    """A clock at rest."""

    def ticks_us(self):
        return 1000


def _visits():
    empty, _ = _Visits().measure()
    new, _ = _Visits(uid_of(1)).measure()
    known = _Visits(uid_of(1))
    known.look()
    known_figures, _ = known.measure()
    two = _Visits(uid_of(1), uid_of(2))
    two.look()
    two_figures, found = two.measure()
    two_figures["found"] = found
    return {
        "empty_poll": empty,
        "new_tag_7": new,
        "known_tag_7": known_figures,
        "two_tags": two_figures,
    }


class _Sweeps:
    """Sweeps with cards at rest and the rest of the firmware at work."""

    def __init__(self, options):
        lab = Lab(options)
        self._lab = lab
        lab.connect()
        lab.boot()
        lab.bench.counter = NoLines() if options["is_io_only"] else LineCounter(lab.clock)

    def settle(self):
        """A host, a scene of which some lamps move, nothing on the mat."""
        lab = self._lab
        yield from lab.run(_WARM_UP_MS)
        lamps = lab.wire.lamps
        styles = (lamps.LEGAL, lamps.ACTIVE, lamps.PUT, lamps.OFF, lamps.TARGET, lamps.PHASE)
        count = len(lab.bench.board.config["lamps"])
        lab.show([styles[lamp % len(styles)] for lamp in range(count)])
        yield from lab.run(100)

    def measure(self, tags):
        """The mean length of some sweeps with so many cards."""
        lab = self._lab
        antennas = len(lab.radio.fields)
        for antenna in range(antennas):
            lab.lay(antenna)
        for number in range(tags):
            lab.lay(number * antennas // tags, uid_of(number))
        yield from lab.run(_SETTLE_MS)
        while lab.presence.open_count or sum(map(bool, lab.presence.known)) < tags:
            yield from lab.run(_SETTLE_MS)
        clock, scanner = lab.clock, lab.scanner
        sweeps = scanner.sweeps
        while scanner.sweeps == sweeps:
            yield from lab.run_turn()
        sweeps, start_us = scanner.sweeps, clock.total_us()
        turns = lab.turns = Turns()
        while scanner.sweeps - sweeps & 0xFF < _SWEEPS:
            yield from lab.run_turn()
        total_us = clock.total_us() - start_us
        radio = lab.radio
        return {
            "sweep_ms": total_us / _SWEEPS / 1000,
            "turn_us": turns.sum_us / turns.count,
            "longest_turn_us": turns.longest_us,
            "longest_collecting_us": turns.longest_collecting_us,
            "seen": sum([1 for at in range(antennas) if lab.presence.state(at)]),
            "guard_violations": radio.guard_violations,
            "max_fields_on": radio.most_fields_on,
            "neighbours_on": radio.neighbours_on,
            "limit_ms": limit_ms(antennas, tags, lab.bench.board.config["fields_at_once"]),
        }

    def measure_play(self):
        """The turns of some seconds of ordinary life, and of those in which a host comes to a mat
        full of cards and asks for all that a host may ask for; and the median of the sweeps while
        cards come and go.
        """
        lab = self._lab
        turns = lab.turns = Turns()
        shortages = lab.bench.shortages
        sweeps_us = []
        for _ in life(lab, _PLAY_S):
            sweeps_us.append(lab.scanner.sweep_us)
            yield
        yield from lab.run(_SETTLE_MS)
        for antenna in range(len(lab.radio.fields)):
            lab.lay(antenna, uid_of(antenna))
        yield from lab.run(_SETTLE_MS)
        lab.connect(2)
        yield from lab.run(_HOST_COMES_MS)
        wire = lab.wire
        for wish in (wire.TallyRequest(3), wire.SnapshotRequest(), wire.Display(1, "LP  8000")):
            lab.link.send(wish)
            yield from lab.run(_WISH_MS)
        return {
            "sweep_us": sorted(sweeps_us)[len(sweeps_us) // 2],
            "turn_us": turns.sum_us / turns.count,
            "longest_turn_us": turns.longest_us,
            "collections": turns.collections,
            "shortages": lab.bench.shortages - shortages,
        }


def measure(options):
    sweeps = _Sweeps(options)
    yield from sweeps.settle()
    figures = {"sweeps": {}, "is_up": sweeps._lab.link.is_up}
    for tags in options["tags"]:
        figures["sweeps"][str(tags)] = yield from sweeps.measure(tags)
    if options["is_io_only"]:
        figures.update(_visits())
    else:
        figures["play"] = yield from sweeps.measure_play()
    return figures
