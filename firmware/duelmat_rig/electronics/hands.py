"""The hands: what players do to the mat, and what they see of it, as requests and answers."""

from .errors import HandsError
from .radio import Faults

_LONGEST_PRESS_MS = 60_000


class Hands:
    """Answers requests about one board."""

    def __init__(self, board):
        self._board = board
        self._presses = {}
        self._operations = {
            "place": self._place,
            "lift": self._lift,
            "touch": self._touch,
            "button": self._button,
            "hold": self._hold,
            "look": self._look,
            "faults": self._faults,
            "figures": self._figures,
        }
        self._pads = {pad["name"]: index for index, pad in enumerate(board.field["pads"])}
        self._buttons = {name: index for index, name in enumerate(board.field["buttons"])}

    def request(self, request):
        """Do what is asked; the fields of the answer. Raises HandsError with a sentence."""
        if not isinstance(request, dict):
            raise HandsError("expected a JSON object, got %r" % (request,))
        operation = request.get("op")
        act = self._operations.get(operation) if isinstance(operation, str) else None
        if act is None:
            known = ", ".join(sorted(self._operations))
            raise HandsError("expected op to be one of %s, got %r" % (known, operation))
        given = {name: value for name, value in request.items() if name not in ("op", "id")}
        try:
            return act(**given) or {}
        except TypeError as error:
            raise HandsError("the fields of %s do not fit: %s" % (operation, error)) from error

    def _place(self, sleeve, up_uid, down_uid, zone, **how):
        self._board.mat.place(sleeve, up_uid, down_uid, zone, **how)

    def _lift(self, sleeve):
        self._board.mat.lift(sleeve)

    def _touch(self, pad, ms=200):
        index = _find(self._pads, pad, "pad")
        self._press_for(("pad", index), ms, lambda down: self._board.press_pad(index, down))

    def _button(self, name, ms=200):
        index = _find(self._buttons, name, "button")
        self._press_for(("button", index), ms, lambda down: self._board.press_button(index, down))

    def _hold(self, button, down=True):
        index = _find(self._buttons, button, "button")
        self._presses.pop(("button", index), None)
        self._board.press_button(index, bool(down))

    def _press_for(self, what, duration_ms, press):
        if isinstance(duration_ms, bool) or not isinstance(duration_ms, (int, float)):
            raise HandsError("expected ms as a number, got %r" % (duration_ms,))
        if not 0 < duration_ms <= _LONGEST_PRESS_MS:
            raise HandsError(
                "expected ms between 0 and %d, got %r" % (_LONGEST_PRESS_MS, duration_ms)
            )
        press(True)
        token = object()
        self._presses[what] = token

        def release():
            if self._presses.get(what) is token:
                del self._presses[what]
                press(False)

        self._board.at(int(duration_ms * 1000), release)

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
        faults = self._board.radio.faults
        for name, value in wanted.items():
            if name in Faults.NAMES:
                if isinstance(value, bool) or not isinstance(value, (int, float)):
                    raise HandsError("expected %s as a probability, got %r" % (name, value))
                if not 0 <= value <= 1:
                    raise HandsError("expected %s between 0 and 1, got %r" % (name, value))
            elif name in ("dead", "stuck", "no_field"):
                antennas = len(self._board.readers.chips)
                if not isinstance(value, list) or not all(
                    isinstance(antenna, int) and 0 <= antenna < antennas for antenna in value
                ):
                    raise HandsError("expected %s as a list of antennas, got %r" % (name, value))
            else:
                known = ", ".join(Faults.NAMES)
                raise HandsError(
                    "expected a fault of %s, dead, stuck or no_field, got %r" % (known, name)
                )
        for name, value in wanted.items():
            setattr(faults, name, set(value) if isinstance(value, list) else value)

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


def _find(known, name, what):
    if name not in known:
        names = ", ".join(sorted(known))
        raise HandsError("expected a %s of %s, got %r" % (what, names, name))
    return known[name]
