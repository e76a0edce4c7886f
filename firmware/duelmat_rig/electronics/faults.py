"""Faults made on purpose: each by its name, all off at first."""

PROBABILITIES = ("dropout", "noise", "mangled", "bleed", "touch_noise")
ANTENNAS = ("dead", "stuck", "no_field", "miso_held")
NAMES = PROBABILITIES + ANTENNAS + ("leaky", "hand", "sag_mv", "i2c_held")
HOLDS = ("scl", "sda", "byte", "stretch")

MOST_SAG_MV = 2000


class Faults:
    """The faults of one mat: probabilities, sets of antennas and what else there is."""

    def __init__(self):
        self.dropout = 0  # a tag misses a frame
        self.noise = 0  # an answer arrives with a bit error and is known to be bad
        self.mangled = 0  # an answer arrives with a bit error that nobody flags
        self.bleed = 0  # a field that comes on reaches a neighbour's tags too
        self.touch_noise = 0  # a pad over a field reads as touched
        self.dead = set()  # antennas whose reader does not answer the bus
        self.no_field = set()  # antennas whose reader's drivers switch themselves off
        self.stuck = set()  # antennas whose reader answers the bus and never receives
        self.miso_held = set()  # antennas whose reader drives MISO though another is selected
        self.leaky = set()  # sleeves without a shield: both tags are reached alike
        self.hand = set()  # pads over which a hand hovers
        self.i2c_held = ""  # one of HOLDS: what holds the bus of touch chips and displays
        self.sag_mv = 0  # what the 5 V rail loses for each field that is on
