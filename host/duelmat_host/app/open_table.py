"""Opening a table: its parts put together, for a real mat or a simulated one.

directory/   table.lock  held by the duelmat that runs this table: its process, its pages' address
             duel-0001.jsonl, duel-0001.head  the journal of each duel, and its newest head
             seats.json, sessions.json  who may open which page (access_files.py)
             hands.json  what simulated hands hold
             mat/  port, hands.sock and rig.json of the simulated mat
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom

from duelmat_engine import (
    find_ruleset,
    statements,
)
from duelmat_hardware import Mat
from duelmat_host.app.journal_fold import begin_journal, duel_begun, last_position, resumed_state
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Dice, DuelSetup
from duelmat_host.table.live import LiveTable
from duelmat_host.table.table import Assist, table_of
from duelmat_host.table.zone_map import ZoneMap


def dice_of(random: Random) -> Dice:
    """Return dice that choose at random, in the order of the options.

    Options may be alike: unseen cards of one hand are.
    """

    def throw(options: Sequence[str], count: int) -> tuple[str, ...]:
        chosen = random.sample(range(len(options)), count)
        return tuple(options[place] for place in sorted(chosen))

    return throw


@dataclass(slots=True)
class Opened:
    """A table ready to run."""

    table_loop: TableLoop
    journal: Journal
    resumed: int
    """The number of actions of the duel that were done before; 0 for a new one."""


def open_table(
    setup: DuelSetup,
    mat: Mat,
    registry: Registry,
    journal: Journal,
    port: str,
    *,
    number: int = 1,
    is_simulated: bool = False,
    dice: Dice | None = None,
    check_keeping: Callable[[], None] = lambda: None,
    assist: Assist = Assist.COACH,
) -> Opened:
    """Return a loop on a port, with its duel resumed where the journal ends.

    The players and decks of a resumed duel come from its journal.

    is_simulated: whether a simulated mat is at the port, whose antennas are all connected.
    check_keeping: raises DuelmatError for as long as something cannot be kept.
    """
    if not journal.entries("duel"):
        begin_journal(journal, setup, mat, number)
    begun = duel_begun(journal)
    setup = begun.setup
    zones = ZoneMap(find_ruleset(setup.ruleset), mat)
    statements()  # read now, so that the first refusal need not wait for it
    state = resumed_state(begun, zones, journal.entries())
    metrics = Metrics()
    chance = Chance(dice or dice_of(SystemRandom()))
    counted = CountedJournal(journal, metrics)
    table = LiveTable(table_of(state, assist=assist, is_awaited=True), counted, chance)
    position = last_position(journal.entries())
    session = BoardSession(mat, resume=position)
    line = BoardLine(port, session)
    tracker = Tracker(mat, registry, setup.keys)
    if is_simulated:
        tracker.trust_antennas()
    tracker.begin_without(state.zones.lost)
    table_loop = TableLoop(mat, line, tracker, table, metrics, check_keeping)
    return Opened(table_loop, journal, state.actions_count)
