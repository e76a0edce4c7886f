"""A host that plays the demonstration and may be killed at any moment, again and again.

Run as a process of its own, it imports everything once, then forks a host for every line it gets:

    {"directory": ..., "spare": N, "at": "slice|journal|hands|rig", "side": "before|after"}

and answers with the host's process id, and with how it ended. Each host takes up the duel where
its journal ends, with the hands as hands.json has them and the beat of the script at which the
players were, and plays on. It kills itself with SIGKILL at the spare-th thing of the kind that is
named (before or after doing it); at a "slice" whoever started it may do so instead.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from direct_mat import DirectMat  # noqa: F401  (warms the imports that a table needs)
from duelmat_bench.demo.latency import LatencyMeter
from duelmat_bench.demo.play_through import (
    _refused,
    _taken_back,
    known_duel,
    layout_words,
    log_digest,
    make_hands_for,
    setup_for,
)
from duelmat_bench.demo.script import Script, load_script
from duelmat_bench.demo.stage import SENSED_WITHIN_MS, Stage, StageError, Wait, is_sensed
from duelmat_engine.actions import Action, Choose, Roll
from duelmat_engine.names import Seat, is_key
from duelmat_engine.state import Duel
from duelmat_hardware import load_mat
from duelmat_host.app.open_table import open_table
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import RigClient
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands_file import load_hands, save_hands
from duelmat_host.players.scripted_player import AnswerPrompt, ScriptedPlayer
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.commands import AskMe
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import ObligationKind
from duelmat_message import say
from seen import public_json

Step = Move | AnswerPrompt | Wait
MAT = load_mat()


class Death:
    """Ends the process at the spare-th thing of a kind."""

    def __init__(self, at: str, side: str, spare: int) -> None:
        self.at = at
        self.side = side
        self.spare = spare

    def around(self, kind: str, do: Callable[[], Any]) -> Any:
        if kind != self.at:
            return do()
        self.spare -= 1
        if self.spare == 0 and self.side == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        answer = do()
        if self.spare == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


def write(path: Path, value: Any) -> None:
    """Whole or not at all; a kill takes no page cache with it."""
    fresh = path.with_suffix(".part")
    fresh.write_text(json.dumps(value))
    fresh.replace(path)


def read(path: Path, otherwise: Any) -> Any:
    return json.loads(path.read_text()) if path.exists() else otherwise


def facts_of(table: LiveTable, journal: Journal) -> dict[str, Any]:
    """Return what must be the same after a kill."""
    view = public_json(table)
    decision = table.state.duel.decision
    return {
        "entries": len(journal),
        "head": journal.head,
        "life": view["life"],
        "turn": view["turn"],
        "phase": view["phase"],
        "log": [[line.number, line.text, list(line.rules), line.turn] for line in table.state.log],
        "decision": None if decision is None else [decision.kind, decision.seat, view["decision"]],
        "obligations": view["obligations"],
        "kept": [[o.kind.value, o.zone, o.text, o.key] for o in table.state.obligations],
        "pending": sorted(table.state.pending),
        "secrets": {str(oid): key for oid, key in sorted(table.state.secrets.items())},
        "requests": view["requests"],
        "outcome": view["outcome"],
        "zones": sorted(view["zones"], key=lambda zone: str(zone["zone"])),
    }


class Players(ScriptedPlayer):
    """Hands that know what they were doing when the host was killed."""

    def __init__(self, table: LiveTable, hands: Any, doing: Callable[[int], None]) -> None:
        super().__init__(table, hands)
        self._doing = doing

    def _do(self, duel: Duel, action: Action) -> Iterator[Move | AnswerPrompt]:
        self._doing(self.table.state.actions_count)
        yield from super()._do(duel, action)


def beats_of(script: Script) -> list[tuple[str, int]]:
    """Return what is played in order: ("refused" | "perform" | "takeback", number)."""
    found: list[tuple[str, int]] = []
    for number in range(1, len(script.record.entries) + 1):
        kinds = [i.kind for i in script.incidents if i.before == number]
        found += [("refused", number)] * kinds.count("refused")
        found.append(("perform", number))
        if "takeback" in kinds:
            found += [("takeback", number), ("perform", number)]
    return found


class Host:
    """One life of the host, from the start to its kill or the end of the duel."""

    def __init__(self, directory: Path, script: Script, death: Death, told: int) -> None:
        self.directory = directory
        self.script = script
        self.death = death
        self.told = told
        self.known = list(known_duel(script))
        self.rolls = [a.values for _, a, _ in self.known if isinstance(a, Roll)]
        setting = setup_for(script)
        registry = Registry.for_simulation(setting.decks)
        self.journal = Journal.open(directory / "duel.jsonl")
        port = str(directory / "mat" / "port")
        opened = open_table(
            setting, MAT, registry, self.journal, port, dice=self._throw, is_simulated=True
        )
        self.table_loop, self.table = opened.table_loop, opened.table_loop.table
        write(directory / "resumed.json", facts_of(self.table, self.journal))
        if not opened.resumed:
            for seat in self.table.state.duel.seats:
                self.table.take(CommandGiven(Seat(seat), AskMe(["every"])))
        rig = RigClient(directory / "mat")
        mat = RigMat(rig, registry)
        self.hands = make_hands_for(script, mat)
        load_hands(self.hands, directory / "hands.json")
        mat.lay_out(self.hands.lying)
        self.stage = Stage(self.table_loop, rig, self.hands, LatencyMeter({}))
        self.players = Players(self.table, self.hands, self._mark_doing)
        self._arm(rig)

    def _arm(self, rig: RigClient) -> None:
        """Where death may strike."""
        death, ask, append_all = self.death, rig.ask, self.journal.append_all

        def armed_ask(op: str, **fields: Any) -> Any:
            kind = "other" if op in ("run", "look", "figures") else "rig"
            return death.around(kind, lambda: ask(op, **fields))

        rig.ask = armed_ask  # type: ignore[method-assign]  # every request passes here
        self.journal.append_all = lambda items: death.around(  # type: ignore[method-assign]  # likewise
            "journal", lambda: append_all(items)
        )
        self.hands.keep = lambda: death.around(
            "hands", lambda: save_hands(self.hands, self.directory / "hands.json")
        )
        self.stage.turned = self._turned
        self._version: object = None

    def _throw(self, options: Any, count: int) -> tuple[str, ...]:
        """Dice that fall as the record says: the next of those that lie in the past."""
        del options, count
        return self.rolls[sum(isinstance(p.action, Roll) for p in self.table.state.pasts())]

    def _turned(self) -> None:
        version = (self.table.version, self.table_loop.version, len(self.journal))
        if version != self._version:
            self._version = version
            write(self.directory / "facts.json", facts_of(self.table, self.journal))
        os.write(self.told, b".")
        self.death.around("slice", lambda: None)

    # The script, beat by beat

    def _mark_doing(self, past: int) -> None:
        self.mark["doing"] = past
        self._keep_mark()

    def _keep_mark(self) -> None:
        self.mark["backs"] = {str(int(seat)): keys for seat, keys in self.players.backs.items()}
        write(self.directory / "beat.json", self.mark)

    def play(self) -> dict[str, Any]:
        """Play on to the end; how that is."""
        self.mark: dict[str, Any] = read(self.directory / "beat.json", {"beat": 0, "doing": None})
        self.stage.connect()
        self.stage.rest(300)  # a finger that was on a pad is noticed
        if not self.stage.until(lambda: is_sensed(self.table, self.hands), SENSED_WITHIN_MS):
            raise StageError(say("the table sees {layout}", layout=str(self.table.layout)))
        write(self.directory / "caught-up.json", facts_of(self.table, self.journal))
        kept = self.table.state.obligations
        returning = {each.seat for each in kept if each.kind is ObligationKind.RETURN}
        for seat, keys in self.mark.get("backs", {}).items():
            if Seat(int(seat)) in returning:
                self.players.backs[Seat(int(seat))] = keys
        beats = beats_of(self.script)
        for number in range(self.mark["beat"], len(beats)):
            kind, entry = beats[number]
            if self.mark["beat"] != number or "count" not in self.mark:
                count = len(self.journal.entries(kind))
                self.mark = {"beat": number, "doing": None, "count": count}
                self._keep_mark()
            before = dict(self.players.backs)
            for step in self._steps(kind, entry):
                self.stage.do(step)
                if before != self.players.backs:
                    before = dict(self.players.backs)
                    self._keep_mark()
        self.stage.rest(200)
        return end_of(self.table)

    def _steps(self, kind: str, number: int) -> Iterator[Step]:
        duel, action, step = self.known[number - 1]
        players = self.players
        is_done = len(self.journal.entries(kind)) > self.mark["count"]
        if kind == "refused":
            yield from players.settle()
            if not is_done:
                for incident in self.script.incidents:
                    if incident.before == number and incident.kind == "refused":
                        yield from _refused(incident, players)
        elif kind == "takeback":
            if not is_done:
                yield from _taken_back(duel, players)
            yield from players.settle()
        elif self._is_taken(action):
            yield from players.finish(step.duel)
        else:
            yield from players.perform(duel, action, step.duel)

    def _is_taken(self, action: Action) -> bool:
        """Whether the table had taken the action of this beat before the kill."""
        doing = self.mark["doing"]
        if doing is not None and self.table.state.actions_count > doing:
            return True
        marked = [key for keys in self.players.backs.values() for key in keys]
        return isinstance(action, Choose) and is_key(action.card) and action.card in marked


EXPOSED = "Turned back, nothing has changed."


def end_of(table: LiveTable) -> dict[str, Any]:
    """Return how a duel ended: everything that the script could say of it.

    Hands that were stopped between two movements of a play lay the card back as they have kept it,
    and begin again: that it showed its face without a play is in the log, and in no script.
    """
    outcome = table.state.duel.outcome
    lines = [line for line in table.state.log if not line.text.endswith(EXPOSED)]
    return {
        "winner": None if outcome is None else outcome.winner,
        "life": [player.life for player in table.state.duel.players],
        "turns": table.state.duel.turn,
        "log": log_digest(replace(table.state, log=tuple(lines))),
        "layout": layout_words(table),
        "refused": table.state.refused_count,
    }


def live(wish: dict[str, Any], script: Script, told: int) -> None:
    """A whole life in a forked process."""
    death = Death(wish["at"], wish["side"], wish["spare"])
    directory = Path(wish["directory"])
    host = Host(directory, script, death, told)
    write(directory / "end.json", host.play())


def main() -> None:
    """Fork a host for every line; tell its process id, its slices as dots, and how it ended."""
    script = load_script()
    for line in sys.stdin:
        wish = json.loads(line)
        reading, told = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            code = 1
            try:
                live(wish, script, told)
                code = 0
            except BaseException:  # noqa: BLE001  (nothing may leave a forked process)
                traceback.print_exc()
            os._exit(code)
        os.close(told)
        _watch(child, reading, wish)
        _, status = os.waitpid(child, 0)
        print(json.dumps({"status": os.waitstatus_to_exitcode(status)}), flush=True)


def _watch(child: int, reading: int, wish: dict[str, Any]) -> None:
    """Until the host has ended; "outside" kills it some time after so many slices."""
    slices = 0
    while data := os.read(reading, 4096):
        slices += len(data)
        if wish["at"] == "outside" and slices >= wish["spare"]:
            time.sleep(wish["pause_s"])
            os.kill(child, signal.SIGKILL)
            break
    os.close(reading)


if __name__ == "__main__":
    main()
