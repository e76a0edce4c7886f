"""The lamps of the mat: a scene of styles becomes at most 30 pictures a second, bit by bit."""

from array import array
from time import ticks_diff

from duelmat_wire import lamps
from micropython import const

_PICTURE_MS = const(34)
_LAMPS_A_STEP = const(40)
_NOT_PAINTED = const(255)

_RESTING = const(0)
_PAINTING = const(1)
_SENDING = const(2)


def _words(style, cap, pack):
    """The words for the lights of a lamp of this style, step by step of its rhythm: light l at
    step s is word s * LIGHTS_A_LAMP + l.
    """
    period_ms, levels, _ = lamps.STYLES[style][2]
    words = array("I")
    for step in range(len(levels)):
        t_ms = -(-step * period_ms // len(levels))
        for light in range(lamps.LIGHTS_A_LAMP):
            colour = lamps.light_colour(style, light, t_ms)
            red, green, blue = [part * cap // 255 for part in colour]
            words.append(pack(red, green, blue))
    return words


class Lights:
    """Shows the present scene through a chain of lights."""

    def __init__(self, chain, lamp_lights, brightness_cap, ticks_ms):
        """The chain is a Ws2812; each lamp has its lights in it; the cap, 1..255, is the greatest
        brightness of a colour of a light.
        """
        self._chain = chain
        self._lamp_lights = [bytes(lights) for lights in lamp_lights]
        self._ticks_ms = ticks_ms
        count = len(lamp_lights)
        self._styles = bytearray(count)
        self.scene = 0
        """Number of the scene that is shown."""
        styles = range(lamps.STYLE_COUNT)
        self._words = [_words(style, brightness_cap, chain.word) for style in styles]
        self._periods_ms = [lamps.STYLES[style][2][0] for style in styles]
        self._counts = bytes([len(lamps.STYLES[style][2][1]) for style in styles])
        self._names = [bytes([style]) for style in styles]
        self._moving = bytes([style for style in styles if not lamps.is_steady(style)])
        self._is_used = bytearray(lamps.STYLE_COUNT)
        self._steps = bytearray(lamps.STYLE_COUNT)
        self._is_due = bytearray(lamps.STYLE_COUNT)
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
        changed = []
        for lamp in self._all_lamps:
            if styles[lamp] != wanted[lamp]:
                style = styles[lamp]
                wanted[lamp] = style if style < lamps.STYLE_COUNT else lamps.FAULT
                changed.append(lamp)
        if not changed:
            return
        for style in self._moving:
            self._is_used[style] = wanted.find(self._names[style]) >= 0
        self._moving_lamps = bytes(
            [lamp for lamp in self._all_lamps if self._counts[wanted[lamp]] > 1]
        )
        self._show_soon(bytes(changed))

    def _show_soon(self, changed):
        """Has these lamps painted, before anything that was left to be painted besides."""
        if self._find_steps(self._ticks_ms()) or self._phase == _PAINTING:
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
                if self._find_steps(now_ms):
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
        at = self._steps[style] * lamps.LIGHTS_A_LAMP
        for light in self._lamp_lights[lamp]:
            picture[light] = words[at]
            at += 1
