"""The supply under load: how many fields it bears, and a line for people when it bears too few.

Both rails reach the Pico's converter halved by two equal resistors. A field takes much the same
wherever it is, so the sag with some fields on shows how many fit.
"""

from time import ticks_diff

from micropython import const

_SAMPLE_MS = const(50)
_FULL_SCALE_MV = const(6600)  # what reads as 65535: 3.3 V at the pin
# The 5 V rail, then the readers' own 3.3 V.
_NAMES = ("5 V rail", "readers' rail")
_NOMINAL_MV = (5000, 3300)
# The regulator of the readers' rail wants 1.1 V more than it gives; below 3.05 V fields weaken.
_LEAST_MV = (4400, 3050)
# No Pico runs on so little, and no reader.
_DEAD_MV = const(1500)
_GOOD_MS = const(5000)  # before one more field is tried


class Supply:
    """Two rails, sampled while fields are on."""

    def __init__(self, senses, scanner, fields_at_once, ticks_ms):
        """`senses` read the halved rails as machine.ADC.read_u16 does; without any, the supply
        counts as good.
        """
        self._senses = senses
        self._scanner = scanner
        self._ticks_ms = ticks_ms
        self._most_fields = fields_at_once
        self._sample_ms = ticks_ms()
        self._good_from_ms = self._sample_ms  # when it last bore no more than it has
        self._is_low = False
        self._is_dead = False
        self._has_failed = False  # one field was too many, and that was said
        self.fields = fields_at_once
        """The number of fields that may be on at once."""
        self.rails_mv = list(_NOMINAL_MV)
        self.notice = None
        """A line for people: the supply is weak or is well again. Whoever passes it on clears it.
        """

    @property
    def is_weak(self):
        """Whether there is anything wrong with it now."""
        return self._is_dead or self._has_failed or self.fields < self._most_fields

    def step(self):
        now_ms = self._ticks_ms()
        if ticks_diff(now_ms, self._sample_ms) < _SAMPLE_MS:
            return
        self._sample_ms = now_ms
        fit = self._count_fitting()
        if self._is_low:
            fit = self._count_fitting()  # a spike on the converter is not there a moment later
        if self._is_low:
            self._limit(max(1, fit))
        elif fit > self.fields or self._has_failed:
            if ticks_diff(now_ms, self._good_from_ms) >= _GOOD_MS:
                self._recover(fit)
        else:
            self._good_from_ms = now_ms

    def _count_fitting(self):
        """Reads the rails; how many fields they would bear, as far as can be seen."""
        fields_on = self._scanner.count_fields_on()
        fit = self._most_fields
        is_low = is_dead = False
        for rail in range(len(self._senses)):
            rail_mv = self._senses[rail]() * _FULL_SCALE_MV // 65535
            self.rails_mv[rail] = rail_mv
            if rail_mv < _DEAD_MV:
                is_dead = True
            elif fields_on:
                least_mv = _LEAST_MV[rail]
                is_low = is_low or rail_mv < least_mv
                margin_mv = _NOMINAL_MV[rail] - least_mv
                sag_mv = max(1, _NOMINAL_MV[rail] - rail_mv)
                fit = min(fit, fields_on * margin_mv // sag_mv)
        self._is_low = is_low
        if is_dead != self._is_dead:
            self._is_dead = is_dead
            self._tell("dead, or its sense line is open" if is_dead else "read again")
        return fit

    def _limit(self, fit):
        self._good_from_ms = self._sample_ms
        if fit < self.fields:
            self._set_fields(fit)
            self._tell(f"bears only {fit} of {self._most_fields} fields")
        elif not self._has_failed:
            self._has_failed = True
            self._tell("too weak for one field (find what draws the current)")

    def _recover(self, fit):
        self._good_from_ms = self._sample_ms
        self._has_failed = False
        if fit > self.fields:
            self._set_fields(self.fields + 1)
        if self.fields == self._most_fields:
            self._tell("well again")

    def _set_fields(self, count):
        self.fields = count
        self._scanner.limit_fields(count)

    def _tell(self, what):
        rails = [
            f"{name} {rail_mv // 1000}.{rail_mv // 10 % 100:02d} V"
            for name, rail_mv in zip(_NAMES, self.rails_mv)
        ]
        self.notice = f"supply {what}: {', '.join(rails)}"
