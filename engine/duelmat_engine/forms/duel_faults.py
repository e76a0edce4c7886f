"""Faults of a duel that was read whole: names that stand for nothing, questions nobody asks.

Whether play can lead to such a duel is not asked: by rulings a table reaches what play does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from duelmat_engine.board.columns import is_zone
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.cardfiles.form import NONE, near, one_of
from duelmat_engine.errors import EngineError, Fault, UnknownNameError, unlike
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName, key_code
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.running.execute import ANSWER, run
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import (
    Decision,
    Duel,
    Frame,
    Hidden,
    Link,
    PendingTrigger,
    Piece,
    Value,
    replace,
)
from duelmat_message import Text, listed, say

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
        known = listed(error.known, ",")
        wanted = say("as {what} one of {known}", what=error.what, known=known)
        got = near(error.name, error.known, repr(error.name))
        yield Fault(unlike(path + where, wanted, got))
        return
    missing = sorted(game.readings.keys() - duel.readings.keys())
    if missing:
        wanted = say("a value of {names}", names=listed(missing, ","))
        yield Fault(unlike(f"{path}readings", wanted, NONE))
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
            wanted = say("{numbers} of them", numbers=listed(map(str, rules.players), "or"))
            yield self.fault("players", wanted, self.players)
        phases = [phase.name for phase in rules.phases]
        if duel.phase not in (*phases, _SETUP):
            yield self.unknown("phase", one_of(phases), duel.phase, phases)
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
            got = say("neither") if duel.outcome is None else say("both")
            yield self.fault("decision", say("a decision, or an outcome"), got)
        if duel.origin is not None:
            if (duel.origin.ruleset, duel.origin.readings) != (duel.ruleset, duel.readings):
                yield self.fault("origin", say("the same ruleset and readings"), say("others"))
            else:
                yield from duel_faults(duel.origin, f"{self.path}origin.")

    def fault(self, where: str, expected: str, got: object) -> Fault:
        return Fault(unlike(self.path + where, expected, got))

    def unknown(self, where: str, expected: str, name: str, known: Iterable[str]) -> Fault:
        return self.fault(where, expected, near(name, known, repr(name)))

    def seat(self, where: str, seat: Seat, *, nobody: bool = False) -> Iterator[Fault]:
        if seat not in range(self.players) and not (nobody and seat == NOBODY):
            yield self.fault(where, say("a seat from 0 to {last}", last=self.players - 1), seat)

    def number(self, where: str, number: int, end: int = _LARGEST) -> Iterator[Fault]:
        if not 0 <= number < end:
            yield self.fault(
                where, say("a number from {low} to {high}", low=0, high=end - 1), number
            )

    def zone(self, where: str, name: str) -> Iterator[Fault]:
        if not is_zone(self.game, name, self.players):
            wanted = say("a zone of {ruleset}", ruleset=self.game.rules.name)
            yield self.fault(where, wanted, repr(name))

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
                        wanted = say("a number of its own below {end}", end=self.duel.next_oid)
                        yield self.fault(f"{where}.oid", wanted, piece.oid)
                    if piece.key in keys:
                        wanted = say("a card that lies once")
                        yield self.fault(f"{where}.key", wanted, repr(piece.key))
                    numbers.add(piece.oid)
                    if piece.key is not None:
                        keys.add(piece.key)
                    elif self.duel.closed:
                        wanted = say("a card, for the duel is closed")
                        yield self.fault(f"{where}.key", wanted, NONE)
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
            example = repr(f"a:{next(iter(cards))}")
            wanted = say(
                "a card of {ruleset}, as in {example}",
                ruleset=self.game.rules.name,
                example=example,
            )
            yield self.fault(where, wanted, near(key[2:], cards, repr(key)))

    def frame(self, where: str, frame: Frame) -> Iterator[Fault]:
        block = self.game.blocks.get(frame.block)
        if block is None:
            wanted = say("a block of {ruleset}", ruleset=self.game.rules.name)
            yield self.unknown(f"{where}.block", wanted, frame.block, self.game.blocks)
        elif not 0 <= frame.step <= len(block):
            wanted = say("a step from 0 to {last}", last=len(block))
            yield self.fault(f"{where}.step", wanted, frame.step)
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
            wanted = say("an effect of {ruleset}", ruleset=self.game.rules.name)
            yield self.unknown(f"{where}.effect", wanted, waiting.effect, effects)
        yield from self.seat(f"{where}.seat", waiting.seat)
        yield from self.piece(f"{where}.source", waiting.source)
        yield from self.bound(where, waiting.bound)

    def known(self, hidden: tuple[Hidden, ...]) -> Iterator[Fault]:
        if len(hidden) != self.players:
            wanted = say("one for each of {number} players", number=self.players)
            yield self.fault("hidden", wanted, len(hidden))
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
    where, expected = f"{path}decision", say("the question of block {block}", block=_block(duel))
    got = _asked(decision)
    if type(current_op(game.blocks, duel.frames)) not in ANSWER:
        none = say("none, for block {block} asks nothing", block=_block(duel))
        yield Fault(unlike(where, none, got))
        return
    try:
        machine = Machine(replace(duel, decision=None), game)
        run(machine)
        again = machine.freeze()
        answers = decision.kind == "chance" or any(True for _ in legal_actions(duel, game))
    except _STUMBLES as error:
        bound = say("what block {block} has bound", block=_block(duel))
        yield Fault(unlike(f"{path}frames", bound, repr(error)))
        return
    asked = again.decision if duel.viewer == NOBODY else decision
    if asked is None or (asked.kind, asked.seat) != (decision.kind, decision.seat):
        told = NONE if asked is None else _asked(asked)
        wanted = say("{decision}, {question}", decision=told, question=expected)
        yield Fault(unlike(where, wanted, got))
    elif not answers:
        wanted = say("{question} with an answer", question=expected)
        yield Fault(unlike(where, wanted, say("one without")))


def _asked(decision: Decision) -> Text:
    return say("{kind!r} of seat {seat}", kind=decision.kind, seat=decision.seat)


def _block(duel: Duel) -> str:
    return repr(duel.frames[-1].block) if duel.frames else say("of no name")
