"""Which antenna is asked when.

A field must stand 5.1 ms before a card may be asked (ISO/IEC 14443-3:2018 clause 5), so the next
antennas warm up while the present one talks: at most `fields_at_once`, never two neighbours. Half
of the turns go around the whole mat, the other half to antennas that the host called hot or whose
content is just changing. Every so often one turn is spent on a reader's health instead.
"""

from time import ticks_add, ticks_diff

from duelmat_device import tags
from duelmat_wire import EMPTY, HEALTH_FINE
from micropython import const

GUARD_US = const(5100)
_HEALTH_EVERY_US = const(20_000)
_LOOK_AHEAD = const(6)


def _tour(neighbours, fields_at_once):
    """All antennas in an order that keeps neighbours apart as far as possible."""
    count = len(neighbours)
    waiting = list(range(count))
    order = []
    while waiting:
        best = waiting[0]
        best_distance = -1
        for antenna in waiting:
            distance = 0
            for earlier in reversed(order[-(fields_at_once - 1) :] if fields_at_once > 1 else []):
                if earlier in neighbours[antenna]:
                    break
                distance += 1
            if distance > best_distance:
                best, best_distance = antenna, distance
        waiting.remove(best)
        order.append(best)
    return order


class Scanner:
    """Visits the antennas, one step at a time."""

    def __init__(self, reader, address, neighbours, presence, ticks_us, fields_at_once=4):
        """`address` puts an antenna, by its index, on the decoders' address lines."""
        count = len(neighbours)
        self._reader = reader
        self._address = address
        self._neighbours = [bytes(row) for row in neighbours]
        self._presence = presence
        self._ticks_us = ticks_us
        self._inventory = tags.Inventory(reader, ticks_us)
        self._fields_at_once = fields_at_once
        self.is_field_on = bytearray(count)
        """For each antenna whether its field is on."""
        self._blocked = bytearray(count)
        self._warm = []
        self._warm_since_us = [0] * count
        self._is_talking = False
        self._tour = _tour(neighbours, fields_at_once)
        self._tour_at = 0
        self._is_hot = bytearray(count)
        self._hot_until_us = 0
        self._has_hot = False
        self._hot_at = 0
        self._is_hot_turn = False
        self.health = bytearray([HEALTH_FINE] * count)
        """For each antenna the health of its reader, as the wire has it."""
        self._told_health = bytearray([HEALTH_FINE] * count)
        self._health_at = 0
        self._health_due_us = ticks_us()
        self._is_started = False
        self._sweep_began_us = ticks_us()
        self._is_health_changed = False
        self.sweep_us = 0
        """How long the last round over the whole mat took."""

    def set_hot(self, antennas, ttl_ms):
        """The antennas to visit more often for the next `ttl_ms`."""
        for antenna in range(len(self._is_hot)):
            self._is_hot[antenna] = 1 if antenna in antennas else 0
        self._has_hot = len(antennas) > 0
        self._hot_until_us = ticks_add(self._ticks_us(), ttl_ms * 1000)

    def next_health_change(self):
        """An antenna whose health changed since it was last named here, or -1."""
        if not self._is_health_changed:
            return -1
        for antenna in range(len(self.health)):
            if self.health[antenna] != self._told_health[antenna]:
                self._told_health[antenna] = self.health[antenna]
                return antenna
        self._is_health_changed = False
        return -1

    def are_fields_off(self, antennas):
        """Whether none of these antennas has its field on now."""
        is_on = self.is_field_on
        for antenna in antennas:
            if is_on[antenna]:
                return False
        return True

    def step(self):
        """Does what is due: the present talk, or the next one, and warms one more field."""
        if not self._is_started:
            self._check_next()
            return
        if self._is_talking:
            result = self._inventory.step()
            if result != tags.RUNNING:
                self._finish(result)
        if not self._is_talking:
            now_us = self._ticks_us()
            if ticks_diff(now_us, self._health_due_us) >= 0:
                self._check_next()
            elif self._warm:
                head = self._warm[0]
                if ticks_diff(now_us, self._warm_since_us[head]) >= GUARD_US:
                    self._begin(head)
        if len(self._warm) < self._fields_at_once:
            self._warm_next()

    def _begin(self, antenna):
        presence = self._presence
        self._address(antenna)
        self._inventory.begin(presence.known(antenna), presence.state(antenna) != EMPTY)
        self._is_talking = True

    def _finish(self, result):
        antenna = self._warm.pop(0)
        self._reader.field_off()
        self.is_field_on[antenna] = 0
        blocked = self._blocked
        for neighbour in self._neighbours[antenna]:
            blocked[neighbour] -= 1
        self._is_talking = False
        self._presence.observe(antenna, result, self._inventory)
        if result == tags.FAULT:
            self._health_at = antenna

    def _warm_next(self):
        antenna = self._next_hot() if self._is_hot_turn else -1
        is_hot_visit = antenna >= 0
        if not is_hot_visit:
            # A turn of the tour waits until its antenna is free: otherwise hot ones would starve
            # the rest.
            antenna = self._next_on_tour()
            if antenna < 0:
                return
        self._is_hot_turn = not is_hot_visit
        self._address(antenna)
        self._reader.field_on()
        if self._is_talking:
            self._address(self._warm[0])
        self.is_field_on[antenna] = 1
        blocked = self._blocked
        for neighbour in self._neighbours[antenna]:
            blocked[neighbour] += 1
        self._warm_since_us[antenna] = self._ticks_us()
        self._warm.append(antenna)

    def _may_warm(self, antenna):
        return (
            not self.is_field_on[antenna]
            and not self._blocked[antenna]
            and self.health[antenna] == HEALTH_FINE
        )

    def _next_hot(self):
        if self._has_hot and ticks_diff(self._ticks_us(), self._hot_until_us) >= 0:
            self._has_hot = False
        has_hot = self._has_hot
        if not has_hot and not self._presence.open_count:
            return -1
        is_hot = self._is_hot
        is_open = self._presence.is_open
        count = len(is_hot)
        at = self._hot_at
        for _ in range(count):
            at = at + 1 if at + 1 < count else 0
            if ((has_hot and is_hot[at]) or is_open[at]) and self._may_warm(at):
                self._hot_at = at
                return at
        return -1

    def _next_on_tour(self):
        """The next of the tour; one that is blocked just now changes places with a later one."""
        tour = self._tour
        count = len(tour)
        if self._tour_at == count:
            self._tour_at = 0
            now_us = self._ticks_us()
            self.sweep_us = ticks_diff(now_us, self._sweep_began_us)
            self._sweep_began_us = now_us
        at = self._tour_at
        for ahead in range(at, min(at + _LOOK_AHEAD, count)):
            antenna = tour[ahead]
            if self.health[antenna] != HEALTH_FINE and ahead == at:
                self._tour_at = at + 1
                return -1
            if self._may_warm(antenna):
                tour[ahead] = tour[at]
                tour[at] = antenna
                self._tour_at = at + 1
                return antenna
        return -1

    # Health: one reader a time, between talks. The first round sets every reader up.

    def _check_next(self):
        antenna = self._health_at
        self._health_at = antenna + 1 if antenna + 1 < len(self.health) else 0
        if self._health_at == 0:
            self._is_started = True
        self._health_due_us = ticks_add(self._ticks_us(), _HEALTH_EVERY_US)
        if self.is_field_on[antenna]:
            return
        self._address(antenna)
        reader = self._reader
        health = reader.health()
        if health != HEALTH_FINE:
            reader.set_up()
            health = reader.health()
        if health != self.health[antenna]:
            self.health[antenna] = health
            self._is_health_changed = True
