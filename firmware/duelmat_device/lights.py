"""The lamps of the mat: a scene of styles becomes at most 30 pictures a second, bit by bit.

A card that has just been sensed is acknowledged here, without the way to the host and back: a lamp
that is OFF, LEGAL or PUT becomes DIM until the host gives it another style than that, or a moment
has passed.
"""

from array import array
from time import ticks_diff

from duelmat_wire.lamps import DIM, FAULT, LEGAL, LIGHTS_A_LAMP, OFF, PUT, STYLE_COUNT
from micropython import const

_PICTURE_MS = const(34)
_LAMPS_A_STEP = const(20)
_NOT_PAINTED = const(255)
_ACKNOWLEDGED_MS = const(400)

_RESTING = const(0)
_PAINTING = const(1)
_SENDING = const(2)


class Lights:
    """Shows the present scene through a chain of lights."""

    def __init__(self, chain, lamp_lights, palette, ticks_ms):
        """The chain is a Ws2812, whose words the Palette has; each lamp has its lights in it."""
        self._chain = chain
        # The lights of all lamps, one lamp after the other, and where each lamp's begin.
        self._lamp_lights = bytes([light for lights in lamp_lights for light in lights])
        self._lights_at = array(
            "H", [sum(map(len, lamp_lights[:lamp])) for lamp in range(len(lamp_lights) + 1)]
        )
        self._ticks_ms = ticks_ms
        count = len(lamp_lights)
        self._styles = bytearray(count)
        # Of each lamp that acknowledges a card: the host's style, and since when.
        self._acknowledging = {}
        self.scene = 0
        """Number of the scene that is shown."""
        self._words = palette.words
        self._periods_ms = palette.periods_ms
        self._counts = palette.counts
        self._moving = palette.moving
        self._is_used = bytearray(STYLE_COUNT)
        self._steps = bytearray(STYLE_COUNT)
        self._is_due = bytearray(STYLE_COUNT)
        self._painted = bytearray([_NOT_PAINTED] * count)
        self._all_lamps = bytes(range(count))
        self._moving_lamps = b""
        self._lamps = self._all_lamps  # to be looked at for this picture
        self._phase = _RESTING
        self._at = 0
        self.is_hurried = False
        """Whether a scene waits to be seen that the lights have not shown yet."""
        self._picture_ms = ticks_ms()
        self._show_soon(self._all_lamps)

    def set_scene(self, number, styles):
        """Takes one style a lamp; lamps not named are off, styles not known are shown as
        faults.
        """
        self.scene = number
        wanted = self._styles
        if len(styles) != len(wanted):
            styles = (bytes(styles) + bytes(len(wanted)))[: len(wanted)]
        if self._acknowledging:
            styles = self._still_acknowledged(styles)
        changed = []
        for lamp in self._all_lamps:
            if styles[lamp] != wanted[lamp]:
                style = styles[lamp]
                wanted[lamp] = style if style < STYLE_COUNT else FAULT
                changed.append(lamp)
        if changed:
            self._show_changed(changed)

    def acknowledge(self, lamp):
        """Shows that a card has just been sensed at this lamp."""
        style = self._styles[lamp]
        if style in (OFF, LEGAL, PUT):
            self._acknowledging[lamp] = style, self._ticks_ms()
            self._styles[lamp] = DIM
            self._show_soon(bytes((lamp,)))  # DIM is steady: nothing else moves otherwise for it

    def _still_acknowledged(self, styles):
        """A scene in which lamps stay DIM whose style is the one that they had before: the host
        may not know of the card yet.
        """
        styles = bytearray(styles)
        for lamp in list(self._acknowledging):
            if styles[lamp] == self._acknowledging[lamp][0]:
                styles[lamp] = DIM
            else:
                del self._acknowledging[lamp]
        return styles

    def _end_acknowledging(self, now_ms):
        """Gives lamps that were DIM for long enough the host's style."""
        changed = []
        for lamp in list(self._acknowledging):
            style, since_ms = self._acknowledging[lamp]
            if ticks_diff(now_ms, since_ms) >= _ACKNOWLEDGED_MS:
                del self._acknowledging[lamp]
                self._styles[lamp] = style
                changed.append(lamp)
        if changed:
            self._show_changed(changed)

    def _show_changed(self, changed):
        """Has lamps painted whose styles are new."""
        wanted = self._styles
        moving = self._moving
        for at in range(len(moving)):
            self._is_used[moving[at]] = wanted.find(moving[at : at + 1]) >= 0
        self._moving_lamps = bytes(
            [lamp for lamp in self._all_lamps if self._counts[wanted[lamp]] > 1]
        )
        has_moved = self._find_steps(self._ticks_ms())
        self._show_soon(self._all_lamps if has_moved else bytes(changed))

    def _show_soon(self, changed):
        """Has these lamps painted, before anything that was left to be painted besides."""
        if self._phase == _PAINTING:
            changed = self._all_lamps
        self._lamps = changed
        self._at = 0
        self._phase = _PAINTING
        self.is_hurried = True

    def _find_steps(self, now_ms):
        """Finds the steps of the rhythms now; returns whether any of those in use has moved on."""
        has_moved = False
        for style in self._moving:
            if self._is_used[style]:
                period_ms = self._periods_ms[style]
                step = now_ms % period_ms * self._counts[style] // period_ms
                if step != self._steps[style]:
                    self._steps[style] = step
                    self._is_due[style] = 1
                    has_moved = True
        return has_moved

    def step(self):
        """Looks whether something moves, or paints some lamps, or sends the picture."""
        if self._phase == _RESTING:
            now_ms = self._ticks_ms()
            if ticks_diff(now_ms, self._picture_ms) >= _PICTURE_MS:
                self._picture_ms = now_ms
                if self._acknowledging:
                    self._end_acknowledging(now_ms)
                if self._phase == _RESTING and self._find_steps(now_ms):
                    self._lamps = self._moving_lamps
                    self._at = 0
                    self._phase = _PAINTING
        elif self._phase == _PAINTING:
            self._paint()
        elif not self._chain.is_busy():
            self._chain.show()
            self._picture_ms = self._ticks_ms()
            self._phase = _RESTING
            self.is_hurried = False

    def _paint(self):
        painted = self._painted
        is_due = self._is_due
        wanted = self._styles
        lamps_to_do = self._lamps
        end = min(self._at + _LAMPS_A_STEP, len(lamps_to_do))
        for at in range(self._at, end):
            lamp = lamps_to_do[at]
            style = wanted[lamp]
            if painted[lamp] != style or is_due[style]:
                painted[lamp] = style
                self._paint_lamp(lamp, style)
        self._at = end
        if end == len(lamps_to_do):
            for style in self._moving:
                is_due[style] = 0
            self._phase = _SENDING

    def _paint_lamp(self, lamp, style):
        words = self._words[style]
        picture = self._chain.picture
        lights = self._lamp_lights
        at = self._steps[style] * LIGHTS_A_LAMP
        for place in range(self._lights_at[lamp], self._lights_at[lamp + 1]):
            picture[lights[place]] = words[at]
            at += 1
