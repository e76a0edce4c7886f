"""Duels of which every moment is kept, and tables that are made again of their journals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from direct_mat import DECK, SEATS, DirectMat, DirectTable, MemoryJournal, do, seat_down
from duelmat_bench.demo.play_through import steps_of
from duelmat_bench.demo.script import Script
from duelmat_bench.demo.stage import Wait
from duelmat_engine.actions import Cancel, Roll
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.notation import parse_action
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.state import Duel
from duelmat_host.app.journal_fold import resumed_state
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.scripted_player import AnswerPrompt, Dice, ScriptedPlayer
from duelmat_host.sensing.layout import Layout
from duelmat_host.table.commands import (
    AskMe,
)
from duelmat_host.table.entries import DuelBegun
from duelmat_host.table.inputs import TimePassed
from duelmat_host.table.live import LiveTable
from duelmat_host.table.seals import SALT_BYTES
from duelmat_host.table.state import TableState
from seen import public_json

KEPT = "kept obligations"
"""The fact which obligations are kept because no zone shows them."""


@dataclass(frozen=True)
class Entry:
    """A journal entry as resume reads it."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A table at rest after one movement or answer."""

    step: Move | AnswerPrompt | Wait
    entries: int
    layout: Layout
    facts: dict[str, Any]


@dataclass(frozen=True)
class Played:
    """A whole duel with its journal and every moment of it."""

    table: LiveTable
    entries: list[Entry]
    moments: list[Moment]


def facts_of(table: LiveTable) -> dict[str, Any]:
    """All that must survive: what everybody sees, what is asked, and what the table keeps."""
    view = public_json(table)
    del view["message"]
    state = table.state
    return {
        **view,
        "duel": state.duel,
        "whole log": state.log,
        "secrets": state.secrets,
        "spots": state.current.spots,
        "pending": state.pending,
        KEPT: state.obligations,
        "met": state.current.met,
        "prompts": [(p.id, p.seat, p.text, p.options) for p in table.now.prompts],
        "asks": state.asking,
        "actions": state.actions_count,
        "refused": state.refused_count,
        "refusal": state.refusal,
        "seals": state.current.seals,
        "called": state.called_by,
        "asked": state.asked,
        "chosen": state.chosen,
        "asked for": state.requests,
        "restores": state.is_restoring,
        "exposed": state.exposed,
        "ended": state.has_ended,
        "past": [
            (p.before.duel, p.before.secrets, p.before.spots, p.before.obligations, p.before.met)
            for p in state.pasts()
        ],
        "done": [
            (p.action, p.by, p.number, p.is_automatic, p.has_informed) for p in state.pasts()
        ],
    }


def table_after(
    like: LiveTable, entries: Sequence[Entry], dice: Dice | None = None
) -> DirectTable:
    """The table that a host makes of a journal when it has just been started."""
    state = resumed_state(begun(like.state), like.state.zones, entries)
    return DirectTable(state, MemoryJournal(), dice or Dice(), one_salt, is_awaited=True)


def begun(state: TableState) -> DuelBegun:
    return DuelBegun(state.setup, state.number, "")


def one_salt() -> bytes:
    """A salt that is the same when a card is Set again."""
    return bytes(SALT_BYTES)


def entries_of(table: LiveTable) -> list[Entry]:
    """Return the entries of a table as they are read from a file."""
    assert isinstance(table.journal, MemoryJournal)
    written = msgspec.json.encode(table.journal.entries)
    return [Entry(kind, data) for kind, data in msgspec.json.decode(written)]


def watched(
    steps: Iterator[Move | AnswerPrompt | Wait], performance: ScriptedPlayer, mat: DirectMat
) -> Played:
    """Carry the steps out and keep every moment."""
    table = performance.table
    assert isinstance(table.journal, MemoryJournal)
    moments = []
    for step in steps:
        if isinstance(step, Wait):
            mat.now_ms += step.ms
            table.take(TimePassed(), mat.now_ms)
        else:
            do(performance, step)
        entries = len(table.journal.entries)
        moments.append(Moment(step, entries, table.layout, facts_of(table)))
    return Played(table, entries_of(table), moments)


def seated(closed: Duel) -> tuple[ScriptedPlayer, DirectMat, Dice]:
    """A table with players who are asked whenever they can be, as its journal tells."""
    performance, mat, dice = seat_down(closed, asks=False)
    table = DirectTable(performance.table.state, MemoryJournal(), dice, one_salt)
    performance.table = mat.table = table
    for seat in SEATS:
        table.command(seat, AskMe(["every"]))
    return performance, mat, dice


def perform_script(script: Script) -> Played:
    performance, mat, dice = seated(script.record.begin().duel)
    return watched(steps_of(script, performance, dice, lambda _: None), performance, mat)


def perform_random(seed: int) -> Played:
    """A random closed duel, done with hands on an open table."""
    random = Random(seed)
    duel = new_duel("trump_king", [DECK, DECK], seed=seed).duel
    performance, mat, dice = seated(duel)

    def steps() -> Iterator[Move | AnswerPrompt | Wait]:
        now = duel
        while not now.is_over():
            actions = [a for a in legal_actions(now) if not isinstance(a, Cancel)]
            is_chance = now.decision is not None and now.decision.kind == "chance"
            action = roll(now) if is_chance else random.choice(actions)
            after = apply(now, action).duel
            if after.decision is not None and after.decision.kind == "chance":
                dice.ready.append(roll(after).values)
            yield from performance.perform(now, action, after)
            now = after

    return watched(steps(), performance, mat)


def resumed(played: Played, count: int) -> DirectTable:
    """The table after a kill behind so many entries, the dice falling as they fell."""
    rolls = [
        action.values
        for entry in played.entries[count:]
        if entry.kind == "action"
        and isinstance(action := parse_action(entry.data["action"]), Roll)
    ]
    return table_after(played.table, played.entries[:count], Dice(rolls))


def assert_same(table: LiveTable, facts: dict[str, Any], where: object) -> None:
    for name, value in facts_of(table).items():
        assert value == facts[name], (where, name, value, facts[name])
