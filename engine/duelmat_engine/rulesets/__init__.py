"""The rulesets; importing this package registers them all."""

from __future__ import annotations

from duelmat_engine.ruleset.registry import register
from duelmat_engine.rulesets.ocg import game as ocg
from duelmat_engine.rulesets.resummoned import game as resummoned
from duelmat_engine.rulesets.trigamon import game as trigamon
from duelmat_engine.rulesets.trump_king import game as trump_king

register("ocg", ocg.build)
register("resummoned", resummoned.build)
register("trigamon", trigamon.build)
register("trump_king", trump_king.build)
