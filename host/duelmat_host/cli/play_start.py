"""Who plays at a table that is started without saying so: as before, or chosen on a page."""

from __future__ import annotations

from dataclasses import replace

from duelmat_host.app.duel_series import goes_on
from duelmat_host.app.kept_choice import Against, kept_choice
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.start_desk import seated_by
from duelmat_opponent import Level


def left_open(options: PlayOptions) -> tuple[PlayOptions, Against | None]:
    """Return the options with those who play, and who is proposed where a page is to choose.

    A duel that goes on keeps its players; else nobody sits there until they are chosen.
    """
    if goes_on(options.directory):
        kept = kept_choice(options.directory)
        seats = seated_by(kept) if kept else {}
        return replace(options, goes_on=True, **seats), None
    usual: Against = (options.opponent or Level.MEDIUM).value
    if options.two:
        usual = "devices" if options.is_shared else "screen"
    return replace(options, **seated_by("devices")), usual
