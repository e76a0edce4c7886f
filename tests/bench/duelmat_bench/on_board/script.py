"""Reports of the board while hands do this and that: a script of requests at set times."""

from duelmat_bench.on_board.lab import Lab
from duelmat_rig.electronics.side_channel import SideChannel


def _told(message):
    """A message as JSON takes it."""
    fields = {}
    for name, _ in message.FIELDS:
        value = getattr(message, name)
        if isinstance(value, (bytes, bytearray)):
            value = value.hex()
        elif isinstance(value, (list, tuple)):
            value = [part.hex() if isinstance(part, bytes) else part for part in value]
        fields[name] = value
    return fields


def measure(options):
    """`acts` are [ms, request of the hands], in their order; the messages come with the time when
    the host had them, and with what every antenna reaches and reports at the end.
    """
    lab = Lab(options, options["seed"])
    hands = SideChannel(lab.bench.board)
    told = []
    kinds = ("Sighting", "Touch", "Button", "Health", "Log")

    def hear(message):
        kind = type(message).__name__
        if kind in kinds:
            told.append([lab.clock.total_ms(), kind, _told(message)])

    lab.connect()
    lab.hear = hear
    lab.boot()
    for at_ms, request in options["acts"]:
        yield from lab.run(max(0, at_ms - lab.clock.total_ms()))
        hands.request(request)
    yield from lab.run(max(0, options["seconds"] * 1000 - lab.clock.total_ms()))
    antennas = range(len(lab.radio.fields))
    mat = lab.bench.board.mat
    return {
        "told": told,
        "reached": [mat.reaches(antenna) for antenna in antennas],
        "shown": [[uid.hex() for uid in lab.presence.uids(antenna)] for antenna in antennas],
        "states": [lab.presence.state(antenna) for antenna in antennas],
        "health": list(lab.scanner.health),
        "most_fields_on": lab.radio.most_fields_on,
        "resets": lab.bench.resets,
    }
