"""The games that can be played on a mat."""

from __future__ import annotations

from duelmat_engine import find_ruleset, ruleset_names
from duelmat_hardware import Mat
from duelmat_host.errors import UnfitMatError
from duelmat_host.table.zone_map import ZoneMap
from duelmat_rulesets.cli.ruleset_names import shown_ruleset


def games_on(mat: Mat) -> tuple[dict[str, ZoneMap], dict[str, UnfitMatError]]:
    """Return the games that can be played on a mat, each with its zones there, and those that
    cannot, each with what the mat lacks; by the names that commands show.
    """
    found, unfit = {}, {}
    for name in ruleset_names():
        try:
            found[shown_ruleset(name)] = ZoneMap(find_ruleset(name), mat)
        except UnfitMatError as error:
            unfit[shown_ruleset(name)] = error
    return found, unfit
