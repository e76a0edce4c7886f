"""A match goes to another table: real commands, a real hub, the real firmware at both tables."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from duelmat_bench.venue_demo.page_player import PagePlayer
from duelmat_bench.venue_demo.programs import TableProgram
from duelmat_host.app.simulated_mat import stop_left_over
from duelmat_hub.reporting import TableNow
from duelmat_tournament import floor_commands, results
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from hub.live_hub import LiveHub
from hub.scenes import ORGANISER
from venue.test_played_event import first_round

OLD, SPARE = TableNumber(1), TableNumber(9)
PATIENCE_S = 90
MOST_ACTS = 120
REPORT_S = 2
"""Twice the time in which what is shown has been reported."""


def until(condition: Callable[[], Any]) -> Any:
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := condition()):
        assert time.monotonic() < deadline_s, "it did not come about"
        time.sleep(0.05)
    return found


@contextmanager
def players(table: TableProgram) -> Iterator[list[PagePlayer]]:
    """Yield both players at a table's pages."""
    table.wait_address()
    seated = [PagePlayer(link, random.Random(n)) for n, link in enumerate(table.seats())]
    try:
        yield seated
    finally:
        for each in seated:
            each.close()


@contextmanager
def hub_in(folder: Path) -> Iterator[LiveHub]:
    folder.mkdir()
    hub = LiveHub(folder, first_round())
    hub.start()
    try:
        yield hub
    finally:
        hub.stop()


def facts_of(view: dict[str, Any]) -> dict[str, Any]:
    """Return what stays the same when a match goes to another table."""
    return {name: view[name] for name in ("life", "turn", "turn_seat", "phase", "score")}


@pytest.mark.long
def test_a_match_of_a_dead_table_goes_on_at_a_spare_one(tmp_path: Path) -> None:
    """The players lay their cards where the page asks for them, and play on."""
    with hub_in(tmp_path / "hub") as hub:
        started = hub.started

        def open_table(number: TableNumber) -> TableProgram:
            people = started.people
            secret = hub.call(lambda: people.make_link(Role.TABLE, f"{number}", table=number))
            return TableProgram(tmp_path / f"{number}", f"{hub.address}/in/{secret}", number)

        spare, old = open_table(SPARE), open_table(OLD)
        try:
            told_keys = started.pages._mats.keys
            until(lambda: SPARE in told_keys())
            with players(old) as seated:
                play_until_cards_lie(seated, lambda: started.reporting.table(OLD))
                time.sleep(2)  # what was shown is reported within a second
                before = facts_of(seated[0].view())
                lying = {zone["zone"] for zone in seated[0].view()["zones"]}
            old.kill()
            now = started.reporting.table(OLD)
            assert now is not None
            hub.ask(
                floor_commands.MoveMatch(RoundNumber(1), OLD, SPARE, now.stream, now.n), ORGANISER
            )
            with players(spare) as seated:
                until(lambda: facts_of(seated[0].view()) == before)
                lay_cards(seated)
                view = seated[0].view()
                laid = {zone["zone"] for zone in view["zones"]}
                assert laid
                assert laid <= lying, "a card that was no play yet stays in the hand"
                for do in ("concede", "rematch", "concede"):
                    until(lambda do=do: not seated[0].command(do))  # type: ignore[misc]
                    time.sleep(0.5)
                for each in seated:
                    until(lambda each=each: not each.command("confirm-result"))  # type: ignore[misc]

                def settled() -> Any:
                    event = started.hub.event
                    assert event is not None
                    return event.rounds[0].matches[SPARE].result

                assert until(settled) == results.played(0, 2)
            said = (tmp_path / f"{SPARE}" / "said.txt").read_text()
            assert "The match goes on as table 1 has reported it." in said
            assert "Traceback" not in said
        finally:
            for table in (spare, old):
                table.kill()
                stop_left_over(table.folder / "mat")


def play_until_cards_lie(
    seated: list[PagePlayer], reported: Callable[[], TableNow | None]
) -> None:
    """Have both players do what their pages offer until a card that was played lies there."""

    def is_played() -> bool:
        views = [each.view() for each in seated]
        if any(view["obligations"] or _is_asked(view) for view in views):
            return False
        now = reported()
        return now is not None and bool(now.view.get("zones"))

    for _ in range(MOST_ACTS):
        for each in seated:
            each.play_on()
        time.sleep(0.25)
        if is_played():
            time.sleep(REPORT_S)
            if is_played():  # that was no report of a play that had been taken back by then
                return
    raise AssertionError("expected a card that was played on the mat")


def _is_asked(view: dict[str, Any]) -> bool:
    """Whether it is still to be said which play it is, or why it is none."""
    message = view["message"]
    is_refused = message is not None and message["kind"] == "refusal"
    return is_refused or any(not prompt["menu"] for prompt in view["prompts"])


def lay_cards(seated: list[PagePlayer]) -> None:
    """Have each player lay the own cards where the page asks for them, as they are to lie.

    It asks once its mat is there.
    """

    def is_done() -> bool:
        owed, lies = False, False
        for each in seated:
            view = each.view()
            lies |= bool(view["zones"])
            for obligation in view["obligations"]:
                is_laid = obligation["text"].startswith("Lay") and bool(obligation["lies"])
                owed |= is_laid
                if is_laid and obligation["zone"].startswith(f"{view['seat']}."):
                    laid = {name: value for name, value in obligation["lies"].items() if value}
                    each.hands("place", card=obligation["card"], zone=obligation["zone"], **laid)
        return lies and not owed

    until(is_done)
