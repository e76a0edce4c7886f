"""The hands: what players do to the mat, and what they see of it, as requests and answers."""

from . import faults as known
from .errors import SideChannelError
from .presses import Presses
from .scene import Scene

_LONGEST_PRESS_MS = 60_000


class SideChannel:
    """Answers requests about one board."""

    def __init__(self, board):
        self._board = board
        self._presses = Presses(board)
        self._scene = Scene(board.mat)
        self._operations = {
            "place": self._place,
            "see": self._scene.see,
            "lift": self._lift,
            "touch": self._touch,
            "button": self._button,
            "hold": self._hold,
            "look": self._look,
            "faults": self._faults,
            "upset": self._upset,
            "figures": self._figures,
        }
        self._pads = {pad["name"]: index for index, pad in enumerate(board.field["pads"])}
        self._buttons = {name: index for index, name in enumerate(board.field["buttons"])}

    def request(self, request):
        """Do what is asked; the fields of the answer. Raises SideChannelError with a sentence."""
        if not isinstance(request, dict):
            raise SideChannelError("expected a JSON object, got %r" % (request,))
        operation = request.get("op")
        act = self._operations.get(operation) if isinstance(operation, str) else None
        if act is None:
            known = ", ".join(sorted(self._operations))
            raise SideChannelError("expected op to be one of %s, got %r" % (known, operation))
        given = {name: value for name, value in request.items() if name not in ("op", "id")}
        try:
            return act(**given) or {}
        except TypeError as error:
            raise SideChannelError(
                "the fields of %s do not fit: %s" % (operation, error)
            ) from error

    def _place(self, sleeve, up_uid, zone, down_uid=None, **how):
        self._board.mat.place(sleeve, up_uid, down_uid, zone, **how)

    def _lift(self, sleeve):
        self._board.mat.lift(sleeve)

    def _touch(self, pad, ms=200, still_ms=0):
        index = _find(self._pads, pad, "pad")
        still_us = int(_number("still_ms", still_ms, _LONGEST_PRESS_MS) * 1000)
        self._presses.touch(index, _duration_us(ms), still_us)

    def _button(self, name, ms=200):
        index = _find(self._buttons, name, "button")
        self._presses.press(index, _duration_us(ms))

    def _hold(self, button, down=True):
        self._presses.hold(_find(self._buttons, button, "button"), bool(down))

    def _look(self):
        board = self._board
        board.lights.look()
        return {
            "lights": board.lights.colours(),
            "displays": board.texts(),
            "t_ms": board.clock.total_ms(),
            "cards": board.mat.describe(),
        }

    def _faults(self, **wanted):
        """Set the named faults; one that is not named keeps its value."""
        taken = {name: self._fault(name, value) for name, value in wanted.items()}
        for name, value in taken.items():
            setattr(self._board.radio.faults, name, value)
        if "leaky" in taken:
            self._board.mat.couple()

    def _fault(self, name, value):
        """The value of one fault as the electronics take it."""
        if name in known.PROBABILITIES:
            return _number(name, value, 1)
        if name == "sag_mv":
            return _number(name, value, known.MOST_SAG_MV)
        if name == "i2c_held":
            if value not in ("",) + known.HOLDS:
                raise SideChannelError(
                    "expected i2c_held as one of %s, or empty, got %r"
                    % (", ".join(known.HOLDS), value)
                )
            return value
        if name not in known.NAMES:
            names = ", ".join(known.NAMES)
            raise SideChannelError("expected a fault of %s, got %r" % (names, name))
        if not isinstance(value, list):
            raise SideChannelError("expected %s as a list, got %r" % (name, value))
        if name == "hand":
            return {_find(self._pads, pad, "pad") for pad in value}
        if name == "leaky":
            if not all(isinstance(sleeve, str) for sleeve in value):
                raise SideChannelError("expected leaky as a list of sleeves, got %r" % (value,))
            return set(value)
        antennas = len(self._board.readers.chips)
        if not all(isinstance(antenna, int) and 0 <= antenna < antennas for antenna in value):
            raise SideChannelError("expected %s as a list of antennas, got %r" % (name, value))
        return set(value)

    def _upset(self, antenna, register, value):
        chips = self._board.readers.chips
        places = {
            "antenna": (antenna, len(chips)),
            "register": (register, 64),
            "value": (value, 256),
        }
        for name, (number, count) in places.items():
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < count:
                raise SideChannelError(
                    "expected %s from 0 to %d, got %r" % (name, count - 1, number)
                )
        chips[antenna].upset(register, value)

    def _figures(self):
        board = self._board
        return {
            "t_ms": board.clock.total_ms(),
            "transfers": board.readers.transfers,
            "exchanges": sum(chip.exchanges for chip in board.readers.chips),
            "light_frames": board.lights.frames,
            "port_bytes_out": board.usb.bytes_out,
            "port_bytes_in": board.usb.bytes_in,
        }


def _duration_us(duration_ms):
    if isinstance(duration_ms, bool) or not isinstance(duration_ms, (int, float)):
        raise SideChannelError("expected ms as a number, got %r" % (duration_ms,))
    if not 0 < duration_ms <= _LONGEST_PRESS_MS:
        raise SideChannelError(
            "expected ms between 0 and %d, got %r" % (_LONGEST_PRESS_MS, duration_ms)
        )
    return int(duration_ms * 1000)


def _number(name, value, most):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise SideChannelError("expected %s between 0 and %d, got %r" % (name, most, value))
    return value


def _find(places, name, what):
    if not isinstance(name, str) or name not in places:
        names = ", ".join(sorted(places))
        raise SideChannelError("expected a %s of %s, got %r" % (what, names, name))
    return places[name]
