"""The looks of lamps as words for the chain of lights: made once, while the board starts."""

from array import array

from duelmat_wire import lamps


class Palette:
    """The words of each style, and how it moves."""

    def __init__(self, pack, brightness_cap):
        """`pack` makes a word of red, green and blue; the cap, 1..255, is the greatest brightness
        of a colour of a light.
        """
        styles = range(lamps.STYLE_COUNT)
        self.words = tuple([_words(style, brightness_cap, pack) for style in styles])
        """For each style an array: light l at step s of its rhythm is word s * LIGHTS_A_LAMP + l.
        """
        self.periods_ms = tuple([lamps.STYLES[style][2][0] for style in styles])
        self.counts = bytes([len(lamps.STYLES[style][2][1]) for style in styles])
        """The steps of each rhythm."""
        self.moving = bytes([style for style in styles if not lamps.is_steady(style)])


def _words(style, cap, pack):
    period_ms, levels, _ = lamps.STYLES[style][2]
    words = array("I", [0] * (len(levels) * lamps.LIGHTS_A_LAMP))
    for step in range(len(levels)):
        t_ms = -(-step * period_ms // len(levels))
        for light in range(lamps.LIGHTS_A_LAMP):
            colour = lamps.light_colour(style, light, t_ms)
            red, green, blue = [part * cap // 255 for part in colour]
            words[step * lamps.LIGHTS_A_LAMP + light] = pack(red, green, blue)
    return words
