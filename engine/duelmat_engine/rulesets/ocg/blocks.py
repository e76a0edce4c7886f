"""Procedures of Early OCG: the blocks that are carried out when something is done."""

from __future__ import annotations

from typing import Final

from duelmat_engine.rulesets.classic import blocks
from duelmat_engine.rulesets.ocg import families
from duelmat_engine.rulesets.ocg.tables import CITATIONS

BLOCKS: Final = {
    **blocks.setup(CITATIONS),
    **blocks.playing(CITATIONS, attack_costs=families.ATTACK_COSTS, past_monsters=("OCG-09",)),
    "end-phase": blocks.end_phase(CITATIONS, families.RETURNS),
    **families.BLOCKS,
}
