"""The lamps of the mat: a scene of styles becomes at most 30 pictures a second, bit by bit."""

from time import ticks_diff

from duelmat_wire import lamps
from micropython import const

_PICTURE_MS = const(34)
_LAMPS_A_STEP = const(4)
_NOT_PAINTED = const(255)

_RESTING = const(0)
_MIXING = const(1)
_PAINTING = const(2)


class Lights:
    """Shows the present scene through a chain of lights."""

    def __init__(self, chain, lamp_lights, brightness_cap, ticks_ms):
        """The chain is a Ws2812; each lamp has its lights in it; the cap, 1..255, is the greatest
        brightness of a colour of a light.
        """
        self._chain = chain
        self._lamp_lights = [bytes(lights) for lights in lamp_lights]
        self._cap = brightness_cap
        self._ticks_ms = ticks_ms
        count = len(lamp_lights)
        self._styles = bytearray(count)
        self.scene = 0
        """Number of the scene that is shown."""
        size = lamps.LIGHTS_A_LAMP * 3
        self._mixed = bytearray(3)
        # For each of the chain's two pictures: the colours of every style, and each lamp's style,
        # as painted.
        self._palettes = [bytearray(size * lamps.STYLE_COUNT) for _ in range(2)]
        self._painted = [bytearray([_NOT_PAINTED] * count) for _ in range(2)]
        # Which colours are not yet in all lamps of a picture; a new scene may break it off.
        self._is_style_changed = [bytearray(lamps.STYLE_COUNT) for _ in range(2)]
        self._is_style_used = bytearray(lamps.STYLE_COUNT)
        self._phase = _RESTING
        self._at = 0
        self._is_new = False
        self._picture_ms = ticks_ms()
        self._wait_ms = 0
        self.set_scene(0, b"")

    def set_scene(self, number, styles):
        """Takes one style a lamp; lamps not named are off, styles not known are shown as
        faults.
        """
        self.scene = number
        wanted = self._styles
        is_used = self._is_style_used
        for style in range(lamps.STYLE_COUNT):
            is_used[style] = 0
        for lamp in range(len(wanted)):
            style = styles[lamp] if lamp < len(styles) else lamps.OFF
            if style >= lamps.STYLE_COUNT:
                style = lamps.FAULT
            wanted[lamp] = style
            is_used[style] = 1
        self._phase = _RESTING
        self._wait_ms = 0

    def step(self):
        """Mixes the colours of one style, or paints a few lamps, or sends the picture."""
        if self._phase == _RESTING:
            now_ms = self._ticks_ms()
            if ticks_diff(now_ms, self._picture_ms) >= self._wait_ms and not self._chain.is_busy():
                self._wait_ms = _PICTURE_MS
                self._picture_ms = now_ms
                self._phase = _MIXING
                self._at = 0
        elif self._phase == _MIXING:
            self._mix()
        else:
            self._paint()

    def _mix(self):
        style = self._at
        is_used = self._is_style_used
        while style < lamps.STYLE_COUNT and not is_used[style]:
            style += 1
        if style == lamps.STYLE_COUNT:
            self._at = 0
            self._phase = _PAINTING
            return
        self._at = style + 1
        palette = self._palettes[self._chain.back]
        mixed = self._mixed
        at = style * lamps.LIGHTS_A_LAMP * 3
        for light in range(lamps.LIGHTS_A_LAMP):
            lamps.paint_light(mixed, 0, style, light, self._picture_ms)
            for part in range(3):
                value = mixed[part] * self._cap // 255
                if palette[at] != value:
                    palette[at] = value
                    self._is_style_changed[self._chain.back][style] = 1
                at += 1

    def _paint(self):
        chain = self._chain
        painted = self._painted[chain.back]
        palette = self._palettes[chain.back]
        is_style_changed = self._is_style_changed[chain.back]
        wanted = self._styles
        end = min(self._at + _LAMPS_A_STEP, len(wanted))
        for lamp in range(self._at, end):
            style = wanted[lamp]
            if painted[lamp] == style and not is_style_changed[style]:
                continue
            painted[lamp] = style
            self._is_new = True
            at = style * lamps.LIGHTS_A_LAMP * 3
            for light in self._lamp_lights[lamp]:
                chain.put(light, palette[at], palette[at + 1], palette[at + 2])
                at += 3
        self._at = end
        if end == len(wanted):
            self._phase = _RESTING
            for style in range(lamps.STYLE_COUNT):
                is_style_changed[style] = 0
            if self._is_new:
                self._is_new = False
                chain.show()
