"""A whole duel under a drawn camera: pictures, door, firmware, table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from camera.filmed_mat import FilmedMat
from duelmat_bench.demo.play_through import play, setup_for
from duelmat_bench.demo.script import load_script
from duelmat_camera.sleeves import draw_sleeves
from duelmat_hardware import load_mat


@pytest.mark.long
def test_filmed_duel_ends_as_its_record_says() -> None:
    """Every card is told by pictures alone, with hands in them, and the real firmware senses it.

    Log, winner, life points and what lies there in the end are those of the record; what is
    refused and taken back in it, too.
    """
    script, mat = load_script(), load_mat()
    registry = draw_sleeves(setup_for(script).decks, Random(7))
    filmed: list[FilmedMat] = []

    def reach(rig: Any, cards: Any) -> FilmedMat:
        filmed.append(FilmedMat(rig, cards, mat))
        return filmed[0]

    account = play(script, mat=mat, registry=registry, reach=reach)
    assert account["faults"] == []
    assert script.expected is not None
    assert account["winner"] == script.expected.winner
    assert account["takebacks"] == 1
    assert [refusal["rules"] for refusal in account["refused"]] == [("TK-14",)]
    assert filmed[0].pictures > 300
