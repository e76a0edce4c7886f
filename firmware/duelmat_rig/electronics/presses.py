"""Presses of pads and buttons, in the board's time: a slow machine makes them wait as well.

A finger that comes again is lifted first, and one that is told to comes to a pad only when cards
have lain still beside it for a while: to the board a contact beside a card that comes or goes is
the hand that moves it, and no touch.
"""

_LIFTED_US = 150_000  # between two presses of one place, so long that a board feels both


class Presses:
    """What is pressed, and the presses that wait for their turn."""

    def __init__(self, board):
        self._board = board
        self._waiting = {}  # place -> its presses that wait, while it is pressed

    def touch(self, pad, duration_us, still_us):
        """Touch a pad once cards have lain still beside it for so long."""
        board = self._board

        def press(is_down):
            board.press_pad(pad, is_down)

        def too_early_us():
            return still_us - board.still_us(pad)

        self._press(("pad", pad), (press, duration_us, too_early_us))

    def press(self, button, duration_us):
        def press(is_down):
            self._board.press_button(button, is_down)

        self._press(("button", button), (press, duration_us, _never_early_us))

    def hold(self, button, is_down):
        """Press a button for good or let go of it, whatever else was to press it."""
        self._waiting.pop(("button", button), None)
        self._board.press_button(button, is_down)

    def _press(self, place, press):
        is_free = place not in self._waiting
        waiting = self._waiting.setdefault(place, [])
        waiting.append(press)
        if is_free:
            self._press_next(place, waiting)

    def _press_next(self, place, waiting):
        """Begin the next press of those that wait, and let the one after it follow."""
        if self._waiting.get(place) is not waiting:
            return  # the button is held meanwhile
        if not waiting:
            del self._waiting[place]
            return
        press, duration_us, too_early_us = waiting[0]
        early_us = too_early_us()
        if early_us > 0:
            self._board.at(early_us, lambda: self._press_next(place, waiting))
            return
        waiting.pop(0)

        def lift():
            if self._waiting.get(place) is waiting:
                press(False)
                self._board.at(_LIFTED_US, lambda: self._press_next(place, waiting))

        press(True)
        self._board.at(duration_us, lift)


def _never_early_us():
    return 0
