"""Wishes that name something by words that were read in another language."""

from __future__ import annotations

import asyncio

import pytest

from direct_mat import Bench, held
from duelmat_engine.names import Seat
from duelmat_host.app.table_service import TableService
from duelmat_host.table.commands import Agree, CorrectLife, LetStand
from duelmat_host.table.desk import disputed_plays, request_text
from duelmat_host.table.errors import NothingThereError
from duelmat_host.table.reports import REFUSE_MS
from duelmat_serving.language.catalogs import language
from host.boardless import boardless_loop

OWN = {"a.hand": held("S4", "H7"), "b.hand": held("H2")}
OTHER = "何か別のこと"


def test_a_request_is_agreed_to_as_it_was_read() -> None:
    """In Japanese as in English; what nobody asked for is declined."""
    bench = Bench(OWN)
    service = TableService(boardless_loop(bench.table))
    bench.table.command(Seat(0), CorrectLife("b", 12, "miscounted"))
    (asked,) = bench.table.state.requests.values()
    text = request_text(bench.table.state, asked)
    read = language("ja").said(text)
    assert read != text
    with pytest.raises(NothingThereError):
        asyncio.run(service.command("b", Agree(OTHER)))
    asyncio.run(service.command("b", Agree(read)))
    assert bench.table.state.duel.players[1].life == 12


def test_a_play_stands_as_the_judge_read_it() -> None:
    """In Japanese as in English; a play that is not in dispute is declined."""
    bench = Bench(OWN, turn_counters={"a.summon-right": 1})
    service = TableService(boardless_loop(bench.table))
    bench.put("a:H7", "a.m2")
    bench.rest(REFUSE_MS)
    (play, *_) = disputed_plays(bench.table.state)
    read = language("ja").said(play.text)
    assert read != play.text
    for place, words in ((0, OTHER), (999, read)):
        with pytest.raises(NothingThereError):
            asyncio.run(service.ruling(LetStand(place, words, "agreed")))
    asyncio.run(service.ruling(LetStand(0, read, "agreed")))
    assert bench.table.state.duel.top("a.m1") is not None
