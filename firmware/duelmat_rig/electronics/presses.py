"""Presses of pads and buttons, in the board's time: a slow machine makes them wait as well.

A finger that comes again is lifted first, and one that is told to comes to a pad only when cards
have lain still beside it for a while: to the board a contact beside a card that comes or goes is
the hand that moves it, and no touch.
"""

_LIFTED_US = 150_000  # between two presses of one place, so long that a board feels both


class Presses:
    """Presses pads and buttons, each place by one finger after the other."""

    def __init__(self, board):
        self._board = board
        self._waiting = {}  # place -> its presses that wait, while it is pressed

    def touch(self, pad, duration_us, still_us):
        """Touch a pad once cards have lain still beside it for so long."""
        board = self._board
        self._add(
            ("pad", pad),
            duration_us,
            lambda is_down: board.press_pad(pad, is_down),
            lambda: still_us - board.still_us(pad),
        )

    def press(self, button, duration_us):
        """Press a button for so long."""
        self._add(
            ("button", button),
            duration_us,
            lambda is_down: self._board.press_button(button, is_down),
            lambda: 0,
        )

    def hold(self, button, is_down):
        """Press a button for good or let go of it, whatever else was to press it."""
        self._waiting.pop(("button", button), None)
        self._board.press_button(button, is_down)

    def _add(self, place, duration_us, set_down, how_early_us):
        """Press a place when its turn has come and `how_early_us()` gives no time to wait."""
        is_free = place not in self._waiting
        waiting = self._waiting.setdefault(place, [])
        waiting.append((duration_us, set_down, how_early_us))
        if is_free:
            self._begin_next(place, waiting)

    def _begin_next(self, place, waiting):
        """Begin the next press of those that wait, and let the one after it follow."""
        if self._waiting.get(place) is not waiting:
            return  # the button is held meanwhile
        if not waiting:
            del self._waiting[place]
            return
        duration_us, set_down, how_early_us = waiting[0]
        early_us = how_early_us()
        if early_us > 0:
            self._board.at(early_us, lambda: self._begin_next(place, waiting))
            return
        waiting.pop(0)

        def lift():
            if self._waiting.get(place) is waiting:
                set_down(False)
                self._board.at(_LIFTED_US, lambda: self._begin_next(place, waiting))

        set_down(True)
        self._board.at(duration_us, lift)
