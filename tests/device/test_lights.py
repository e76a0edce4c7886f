"""Lamps acknowledge a card that was just sensed until the host says more of it."""

from array import array

from readerside import equal

from duelmat_device import lights, palette
from duelmat_wire import lamps

STEADY = (lamps.OFF, lamps.LEGAL, lamps.TARGET, lamps.SELECTED, lamps.DIM)
COUNT = 6  # lamps of four lights each
ALL_OFF = bytes(COUNT)


class Chain:
    """Lights that show a picture as soon as they get it."""

    def __init__(self):
        self.picture = array("I", [0] * COUNT * lamps.LIGHTS_A_LAMP)
        self.shown = array("I", self.picture)

    def is_busy(self):
        return False

    def show(self):
        self.shown = array("I", self.picture)


class Bench:
    """Lights, and a time that is told."""

    def __init__(self):
        self.now_ms = 1000
        self.chain = Chain()
        self.looks = palette.Palette(lambda red, green, blue: red << 16 | green << 8 | blue, 255)
        places = [list(range(at * 4, at * 4 + 4)) for at in range(COUNT)]
        self.lights = lights.Lights(self.chain, places, self.looks, self.ticks_ms)

    def ticks_ms(self):
        return self.now_ms

    def run(self, duration_ms):
        for _ in range(duration_ms):
            self.now_ms += 1
            self.lights.step()

    def show(self, **changes):
        styles = bytearray(COUNT)
        for name, style in changes.items():
            styles[int(name[-1])] = style
        self.lights.set_scene(self.lights.scene + 1, bytes(styles))

    def style(self, lamp):
        """The steady style that a lamp shows, or -1."""
        shown = self.chain.shown[lamp * 4 : lamp * 4 + 4]
        for style in STEADY:
            if shown == self.looks.words[style][:4]:
                return style
        return -1


def lit(**changes):
    bench = Bench()
    bench.show(**changes)
    bench.run(50)
    return bench


def test_card_is_acknowledged_within_a_few_steps():
    """Three steps of the lights, and no word of the host, are between the sensing and the DIM."""
    for style in (lamps.OFF, lamps.LEGAL, lamps.PUT):
        bench = lit(lamp2=style)
        bench.lights.acknowledge(2)
        assert bench.lights.is_hurried
        bench.run(3)
        equal([bench.style(lamp) for lamp in (1, 2, 3)], [lamps.OFF, lamps.DIM, lamps.OFF])


def test_lamp_that_says_something_says_it_still():
    """Only lamps that are off or invite a card are the board's to change."""
    for style in range(lamps.STYLE_COUNT):
        if style not in (lamps.OFF, lamps.LEGAL, lamps.PUT, lamps.DIM):
            bench = lit(lamp2=style)
            bench.lights.acknowledge(2)
            bench.run(3)
            assert bench.style(2) != lamps.DIM, style


def test_lamp_stays_dim_while_the_host_repeats_what_was_there():
    """A scene that was on its way makes no lamp flicker, whatever it changes elsewhere."""
    bench = lit(lamp2=lamps.LEGAL)
    bench.lights.acknowledge(2)
    bench.run(10)
    for other in (lamps.TARGET, lamps.SELECTED, lamps.TARGET):
        bench.show(lamp2=lamps.LEGAL, lamp4=other)
        for _ in range(30):
            bench.run(1)
            equal(bench.style(2), lamps.DIM)
        equal(bench.style(4), other)


def test_another_style_of_the_host_is_shown_immediately_and_stays():
    """A style from the host ends the acknowledgement, even one that it had before."""
    for first, answer in (
        (lamps.LEGAL, lamps.OFF),
        (lamps.OFF, lamps.TARGET),
        (lamps.OFF, lamps.DIM),
    ):
        bench = lit(lamp2=first)
        bench.lights.acknowledge(2)
        bench.run(10)
        bench.show(lamp2=answer)
        bench.run(3)
        equal(bench.style(2), answer)
        bench.run(1000)
        equal(bench.style(2), answer)
        bench.show(lamp2=first)
        bench.run(10)
        equal(bench.style(2), first)


def test_lamp_returns_to_the_hosts_style_after_400_ms():
    """A host that has nothing to say leaves no light behind; cards elsewhere prolong nothing."""
    bench = lit(lamp2=lamps.LEGAL)
    bench.lights.acknowledge(2)
    bench.run(350)
    bench.lights.acknowledge(3)
    equal(bench.style(2), lamps.DIM)
    bench.run(100)
    equal(bench.style(2), lamps.LEGAL)
    equal(bench.style(3), lamps.DIM)
    bench.run(350)
    equal(bench.style(3), lamps.OFF)


def test_rhythms_elsewhere_go_on_while_a_lamp_is_dim():
    """Acknowledging one lamp, and ending it, loses no picture of the others."""
    bench = lit(lamp0=lamps.ILLEGAL)
    bench.lights.acknowledge(2)
    changes = 0
    before = bench.chain.shown
    for _ in range(1000):
        bench.run(1)
        if bench.chain.shown[:4] != before[:4]:
            changes += 1
        before = bench.chain.shown
    assert 4 <= changes <= 6, changes
