"""A duel at a mat without pads, buttons and displays: its page does what they would."""

import asyncio
from pathlib import Path
from time import monotonic

from duelmat_host.app.table_app import opened_table
from duelmat_host.app.table_service import Answer
from duelmat_host.players.hand_requests import PlaceCard, PressButton, TouchPad
from duelmat_host.showing.view_types import SeatView
from files_without_controls import without_controls
from play_options import play_options

PATIENCE_S = 120.0
TURNS = 4


def test_a_duel_is_played_on_it(tmp_path: Path) -> None:
    """The board runs as ever; presses and touches of both seats come from their pages."""
    mat = tmp_path / "own.toml"
    mat.write_text(without_controls("starter"), encoding="utf-8")

    async def play() -> None:
        options = play_options(tmp_path / "table", two=True, deal_seed=5, mat=str(mat))
        async with opened_table(options) as opened:
            service = opened.service
            turning = asyncio.create_task(service.run())
            table = service.table_loop.table
            end_s = monotonic() + PATIENCE_S
            has_set = False
            while table.state.duel.turn < TURNS:
                assert monotonic() < end_s, table.state.log[-3:]
                assert not turning.done(), turning.exception()
                await asyncio.sleep(0.1)
                decision = table.state.duel.decision
                if service.views.link().state != "up" or table.state.obligations:
                    continue
                seat = "ab"[max(decision.seat, 0)] if decision is not None else ""
                if decision is None or decision.kind != "open" or table.now.asks_meaning:
                    if table.now.prompts:
                        prompt = table.now.prompts[0]
                        await service.answer("ab"[prompt.seat], Answer(prompt.id, 0))
                elif has_set:
                    await service.hands(seat, PressButton(f"{seat}.phase"))
                else:
                    view = service.views.view(seat)
                    assert isinstance(view, SeatView)
                    card = view.hand[0].key
                    await service.hands(seat, PlaceCard(zone=f"{seat}.s3", card=card, face="down"))
                    await asyncio.sleep(1.5)
                    has_set = True
            assert any("Set" in line.text for line in table.state.log)
            await service.hands("a", TouchPad("a.m3"))
            await service.hands("a", PressButton("a.judge"))
            service.stop()
            await asyncio.gather(turning, return_exceptions=True)

    asyncio.run(play())
