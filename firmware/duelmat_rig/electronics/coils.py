"""Coils by their tables: how well one reaches the tags of a card, and how far a card detunes it.

The tables come with field.json and are calculated (duelmat_hardware/reach.py): hundredths on a
grid of places and turns of a card, seen from the coil's middle. Between them the rig interpolates
along straight lines.
"""

import math

_HUNDREDTH = 0.01
_CIRCLE_DEG = 360


class Coil:
    """One kind of coil."""

    def __init__(self, table):
        self.empty = table["empty"] * _HUNDREDTH
        """Its distance from resonance without a card, in widths of the resonance."""
        self._is_mirrored = table["is_mirrored"]
        self._steps_mm = table["steps_mm"]
        self._turns_deg = table["turns_deg"]
        self._sleeves = table["sleeves"]

    def over(self, size, x_mm, y_mm, turn_deg):
        """The fields at the lower and the upper tag with the coil in tune, and by how much of its
        width the card takes its resonance elsewhere; None where the card is too far away.
        """
        if self._is_mirrored:  # then one quarter of all places stands for the others
            if x_mm < 0:
                x_mm, turn_deg = -x_mm, -turn_deg
            if y_mm < 0:
                y_mm, turn_deg = -y_mm, 180 - turn_deg
        steps = self._steps_mm
        if not (steps[0] <= x_mm <= steps[-1] and steps[0] <= y_mm <= steps[-1]):
            return None
        turns = self._turns_deg
        turn_deg = (turn_deg - turns[0]) % _CIRCLE_DEG + turns[0]
        column, right = _between(steps, x_mm)
        row, down = _between(steps, y_mm)
        turn = len(turns) - 1
        following, round_by = 0, (turn_deg - turns[turn]) / (turns[0] + _CIRCLE_DEG - turns[turn])
        if turn_deg < turns[turn]:
            turn, round_by = _between(turns, turn_deg)
            following = turn + 1
        rows, count = len(steps), len(turns)
        corners = []
        for at, share in ((column, 1 - right), (column + 1, right)):
            for below, share_below in ((row, 1 - down), (row + 1, down)):
                first = (at * rows + below) * count
                weight = share * share_below * _HUNDREDTH
                corners.append((first + turn, weight * (1 - round_by)))
                corners.append((first + following, weight * round_by))
        tables = self._sleeves[size]
        return (
            abs(_mean(tables["lower"], corners)),
            abs(_mean(tables["upper"], corners)),
            _mean(tables["detuning"], corners),
        )


def share_in_tune(beside):
    """The current through a coil so far beside its resonance, as a share of that in tune."""
    return 1 / math.sqrt(1 + beside * beside)


def _between(marks, value):
    """The mark before a value that is not beyond the last, and how far on to the next it is."""
    at = 0
    while at < len(marks) - 2 and marks[at + 1] <= value:
        at += 1
    return at, (value - marks[at]) / (marks[at + 1] - marks[at])


def _mean(values, corners):
    total = 0
    for at, weight in corners:
        total += values[at] * weight
    return total
