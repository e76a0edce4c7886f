"""The panel of the line to the mat: counts for the judge, and for nobody else."""

from collections.abc import Callable

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from duelmat_host.link.events import Log, LogLevel
from web.client import Client
from web.conftest import ServedTable
from web.played_table import PlayedTable
from web.wire_tap import tapped


def test_the_judge_reads_the_counts_of_the_line(
    client: Client, stranger: Client, service: PlayedTable
) -> None:
    """They depend on cards that lie face-down, so a seat's link does not open them."""
    told = client.get("/judge/line")
    assert told.status_code == 200
    assert told.json() == to_builtins(service.line(), enc_hook=str)
    stranger.enter("/seat/ana-secret-token")
    assert stranger.get("/judge/line").status_code == 403


@pytest.mark.browser
def test_the_panel_fills_when_it_is_opened(live: ServedTable, sit: Callable[..., Page]) -> None:
    """Closed at first: the judge has other things to look at."""

    def report(table: PlayedTable) -> None:
        for level, text in (
            (LogLevel.ERROR, "supply bears only 2 of 4 fields"),
            (LogLevel.INFO, "supply well again"),
        ):
            table.table_loop.sense.take(Log(level, text), 0)

    live.do(report)
    with tapped(live.port) as tap:
        page = sit(tap, "/judge/judge-secret-token")
        expect(page.locator("#line dd")).to_have_count(0)
        page.locator("#line summary").click()
        expect(page.locator('#line [data-line="sent"]')).to_have_text("0")
        expect(page.locator('#line [data-line="told"]')).to_have_text(
            "error: supply bears only 2 of 4 fields\ninfo: supply well again"
        )
