"""Faults of a duel that was read whole: names that stand for nothing, questions nobody asks.

Whether play can lead to such a duel is not asked: by rulings a table reaches what play does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from duelmat_engine.board.columns import is_zone
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.cardfiles.form import near
from duelmat_engine.errors import EngineError, Fault, UnknownNameError
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName, key_code
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.running.execute import ANSWER, run
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Frame, Hidden, Link, PendingTrigger, Piece, Value, replace
from duelmat_message import listed, say

_KEY: Final = re.compile(r"([a-d]):([A-Za-z0-9]+)(/[1-9][0-9]{0,3})?")
_LARGEST: Final = 1 << 63
_SETUP: Final = "setup"
"""The phase before the first turn."""
_STUMBLES: Final = (
    *(EngineError, LookupError, TypeError, ValueError, AttributeError, AssertionError),
    RecursionError,
)
"""Errors of an operation that finds other things bound than it has bound."""


def duel_faults(duel: Duel, path: str = "") -> Iterator[Fault]:
    """Yield what is wrong with a duel, each fault with its path and what was expected and got."""
    try:
        game = game_of(duel.ruleset, choose_readings(find_ruleset(duel.ruleset), duel.readings))
    except UnknownNameError as error:
        where = "ruleset" if error.what == "ruleset" else "readings"
        known = ", ".join(error.known)
        got = f"{error.name!r}{near(error.name, error.known)}"
        yield Fault(
            say(
                "{where}: expected as {what} one of {known}, got {got}",
                where=path + where,
                what=error.what,
                known=known,
                got=got,
            )
        )
        return
    missing = sorted(game.readings.keys() - duel.readings.keys())
    if missing:
        yield Fault(
            say(
                "{where}: expected a value of {names}, got none",
                where=f"{path}readings",
                names=listed(missing, ","),
            )
        )
    faults = list(_Checked(duel, game, path).faults())
    if not faults:
        faults += (
            Fault(say("{where}{fault}", where=path, fault=str(fault)))
            for fault in unheard_of(duel, game)
        )
    yield from faults
    if not faults and not missing:
        yield from _question_faults(duel, game, path)


class _Checked:
    """A duel whose names are looked up one by one."""

    def __init__(self, duel: Duel, game: Game, path: str) -> None:
        self.duel = duel
        self.game = game
        self.path = path
        self.players = len(duel.players)

    def faults(self) -> Iterator[Fault]:
        duel, rules = self.duel, self.game.rules
        if self.players not in rules.players:
            wanted = " or ".join(map(str, rules.players))
            yield self.fault("players", f"{wanted} of them", self.players)
        phases = [phase.name for phase in rules.phases]
        if duel.phase not in (*phases, _SETUP):
            yield self.unknown("phase", f"one of {', '.join(phases)}", duel.phase, phases)
        yield from self.seat("turn_seat", duel.turn_seat)
        yield from self.seat("viewer", duel.viewer, nobody=True)
        yield from self.number("turn", duel.turn)
        yield from self.number("chance", duel.chance, _LARGEST * 2)
        yield from self.number("next_oid", duel.next_oid)
        yield from self.number("moment", duel.moment)
        yield from self.laid(duel.zones)
        for index, frame in enumerate(duel.frames):
            yield from self.frame(f"frames[{index}]", frame)
        for index, link in enumerate(duel.chain):
            yield from self.waiting(f"chain[{index}]", link)
        for index, pending in enumerate(duel.pending):
            yield from self.waiting(f"pending[{index}]", pending)
            if pending.place:
                yield from self.zone(f"pending[{index}].place", pending.place)
        if duel.window is not None:
            yield from self.seat("window.seat", duel.window.seat)
            yield from self.pieces("window.pieces", duel.window.pieces)
        yield from self.known(duel.hidden)
        if duel.decision is not None:
            yield from self.seat("decision.seat", duel.decision.seat, nobody=True)
        if duel.outcome is not None and duel.outcome.winner is not None:
            yield from self.seat("outcome.winner", duel.outcome.winner)
        if (duel.decision is None) == (duel.outcome is None):
            got = "neither" if duel.outcome is None else "both"
            yield self.fault("decision", "a decision, or an outcome", got)
        if duel.origin is not None:
            if (duel.origin.ruleset, duel.origin.readings) != (duel.ruleset, duel.readings):
                yield self.fault("origin", "the same ruleset and readings", "others")
            else:
                yield from duel_faults(duel.origin, f"{self.path}origin.")

    def fault(self, where: str, expected: str, got: object) -> Fault:
        return Fault(
            say(
                "{where}: expected {expected}, got {got}",
                where=self.path + where,
                expected=expected,
                got=got,
            )
        )

    def unknown(self, where: str, expected: str, name: str, known: Iterable[str]) -> Fault:
        return self.fault(where, expected, repr(name) + near(name, known))

    def seat(self, where: str, seat: Seat, *, nobody: bool = False) -> Iterator[Fault]:
        if seat not in range(self.players) and not (nobody and seat == NOBODY):
            yield self.fault(where, f"a seat from 0 to {self.players - 1}", seat)

    def number(self, where: str, number: int, end: int = _LARGEST) -> Iterator[Fault]:
        if not 0 <= number < end:
            yield self.fault(where, f"a number from 0 to {end - 1}", number)

    def zone(self, where: str, name: str) -> Iterator[Fault]:
        if not is_zone(self.game, name, self.players):
            yield self.fault(where, f"a zone of {self.game.rules.name}", repr(name))

    def laid(self, zones: Mapping[ZoneName, tuple[Piece, ...]]) -> Iterator[Fault]:
        """Look through the zones: in them each number and each card is one object."""
        numbers: set[int] = set()
        keys: set[CardKey] = set()
        for name, row in zones.items():
            yield from self.zone("zones", name)
            for index, top in enumerate(row):
                for deep, piece in enumerate((top, *top.beneath)):
                    where = f"zones.{name}[{index}]"
                    where += f".beneath[{deep - 1}]" if deep else ""
                    if piece.oid in numbers or not 0 < piece.oid < self.duel.next_oid:
                        wanted = f"a number of its own below {self.duel.next_oid}"
                        yield self.fault(f"{where}.oid", wanted, piece.oid)
                    if piece.key in keys:
                        yield self.fault(f"{where}.key", "a card that lies once", repr(piece.key))
                    numbers.add(piece.oid)
                    if piece.key is not None:
                        keys.add(piece.key)
                    elif self.duel.closed:
                        yield self.fault(f"{where}.key", "a card, for the duel is closed", "none")
                yield from self.piece(f"zones.{name}[{index}]", top)

    def pieces(self, where: str, pieces: Iterable[object]) -> Iterator[Fault]:
        for index, piece in enumerate(pieces):
            if isinstance(piece, Piece):
                yield from self.piece(f"{where}[{index}]", piece)

    def piece(self, where: str, piece: Piece) -> Iterator[Fault]:
        yield from self.seat(f"{where}.owner", piece.owner)
        if piece.key is not None:
            yield from self.key(f"{where}.key", piece.key)
        yield from self.pieces(f"{where}.beneath", piece.beneath)

    def key(self, where: str, key: str) -> Iterator[Fault]:
        found = _KEY.fullmatch(key)
        letters = SEAT_LETTERS[: self.players]
        if found is None or found[1] not in letters or key_code(key) not in self.game.rules.cards:
            cards = self.game.rules.cards
            wanted = f"a card of {self.game.rules.name}, as in 'a:{next(iter(cards))}'"
            yield self.fault(where, wanted, repr(key) + near(key[2:], cards))

    def frame(self, where: str, frame: Frame) -> Iterator[Fault]:
        block = self.game.blocks.get(frame.block)
        if block is None:
            wanted = f"a block of {self.game.rules.name}"
            yield self.unknown(f"{where}.block", wanted, frame.block, self.game.blocks)
        elif not 0 <= frame.step <= len(block):
            yield self.fault(f"{where}.step", f"a step from 0 to {len(block)}", frame.step)
        yield from self.bound(where, frame.bound)
        for name, row in (frame.past or {}).items():
            yield from self.zone(f"{where}.past", name)
            yield from self.pieces(f"{where}.past.{name}", row)

    def bound(self, where: str, bound: Mapping[str, Value]) -> Iterator[Fault]:
        for name, value in bound.items():
            if isinstance(value, tuple):
                yield from self.pieces(f"{where}.bound.{name}", value)

    def waiting(self, where: str, waiting: Link | PendingTrigger) -> Iterator[Fault]:
        """Look at an effect that waits on the Chain or for it."""
        effects = self.game.rules.effects
        if waiting.effect not in effects:
            wanted = f"an effect of {self.game.rules.name}"
            yield self.unknown(f"{where}.effect", wanted, waiting.effect, effects)
        yield from self.seat(f"{where}.seat", waiting.seat)
        yield from self.piece(f"{where}.source", waiting.source)
        yield from self.bound(where, waiting.bound)

    def known(self, hidden: tuple[Hidden, ...]) -> Iterator[Fault]:
        if len(hidden) != self.players:
            yield self.fault("hidden", f"one for each of {self.players} players", len(hidden))
        for index, each in enumerate(hidden):
            where = f"hidden[{index}]"
            for key in sorted(each.pool.union(*(claim.keys for claim in each.claims))):
                yield from self.key(where, key)
            for name in sorted({name for claim in each.claims for name in claim.zones}):
                yield from self.zone(f"{where}.claims", name)


def _question_faults(duel: Duel, game: Game, path: str) -> Iterator[Fault]:
    """Ask a duel again what it asks: it has to be the same, and to have an answer.

    Not so what is known to one seat, who needs no question that others see it asked.
    """
    decision = duel.decision
    if decision is None:
        return
    where, expected = f"{path}decision", f"the question of block {_block(duel)}"
    got = f"{decision.kind!r} of seat {decision.seat}"
    if type(current_op(game.blocks, duel.frames)) not in ANSWER:
        yield Fault(
            say(
                "{where}: expected none, for block {block} asks nothing, got {got}",
                where=where,
                block=_block(duel),
                got=got,
            )
        )
        return
    try:
        machine = Machine(replace(duel, decision=None), game)
        run(machine)
        again = machine.freeze()
        answers = decision.kind == "chance" or any(True for _ in legal_actions(duel, game))
    except _STUMBLES as error:
        yield Fault(
            say(
                "{where}: expected what block {block} has bound, got {got}",
                where=f"{path}frames",
                block=_block(duel),
                got=repr(error),
            )
        )
        return
    asked = again.decision if duel.viewer == NOBODY else decision
    if asked is None or (asked.kind, asked.seat) != (decision.kind, decision.seat):
        told = "none" if asked is None else f"{asked.kind!r} of seat {asked.seat}"
        yield Fault(
            say(
                "{where}: expected {told}, {expected}, got {got}",
                where=where,
                told=told,
                expected=expected,
                got=got,
            )
        )
    elif not answers:
        yield Fault(
            say(
                "{where}: expected {expected} with an answer, got one without",
                where=where,
                expected=expected,
            )
        )


def _block(duel: Duel) -> str:
    return repr(duel.frames[-1].block) if duel.frames else "of no name"
