"""A mat that a game does not fit is refused by `duelmat play`, and no duel is changed by it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_hardware import mat_file
from duelmat_host.table.commands import Concede
from host.test_table_app import begin, salon_in


def without_extra(path: Path) -> Path:
    """A mat file that fits one game: the starter mat without the places of Extra Decks."""
    text = mat_file("starter").read_text(encoding="utf-8")
    path.write_text(
        re.sub(r'^ *("[ab]\.extra"|\{ id = "extra).*\n', "", text, flags=re.MULTILINE),
        encoding="utf-8",
    )
    return path


def test_a_mat_that_a_game_does_not_fit_is_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    """The reason comes alone, with the games that there are for this mat."""
    mat = without_extra(tmp_path / "few.toml")
    done = duelmat("play", "--dir", tmp_path / "t", "--no-browser", "--mat", mat)
    assert done.exit_code == 2
    assert done.output.startswith("expected the zones that Trump King needs on the mat starter")
    assert "Extra Deck (a.extra, b.extra)" in done.output
    assert "Games that this mat fits: resummoned." in done.output
    assert len(done.output.splitlines()) == 1
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("is_over", [False, True], ids=["goes on", "is over"])
def test_a_mat_that_does_not_fit_changes_no_earlier_duel(tmp_path: Path, is_over: bool) -> None:
    """One that goes on is of a game of its own; the next is refused as a first one is."""
    mat, table = without_extra(tmp_path / "few.toml"), tmp_path / "t"

    async def play_before() -> None:
        async with salon_in(table, two=True) as (_, service):
            await begin(service)
            if is_over:
                await service.command("a", Concede())

    asyncio.run(play_before())
    before = {path.name: path.read_bytes() for path in table.glob("duel-*")}
    game = "ocg" if is_over else "resummoned"
    words = ("--two", "--ruleset", game, "--mat", mat, "--no-browser")
    done = duelmat("play", "--dir", table, *words)
    assert done.exit_code == 2
    title = "Early OCG" if is_over else "Trump King"
    assert done.output.startswith(f"expected the zones that {title} needs on the mat starter")
    assert "The table is closed" not in done.output
    assert {path.name: path.read_bytes() for path in table.glob("duel-*")} == before
