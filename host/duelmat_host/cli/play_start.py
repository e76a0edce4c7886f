"""The players of a table that is started without naming them: as before, or chosen on a page."""

from __future__ import annotations

from dataclasses import replace

from duelmat_host.app.kept_choice import kept_choice
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.seating import Against, other_player, seating_with
from duelmat_host.app.unfinished import is_unfinished


def left_open(options: PlayOptions) -> tuple[PlayOptions, Against | None]:
    """Return the options with those who play, and who is proposed where a page is to choose.

    A duel that goes on keeps its players; else nobody sits there until they are chosen.
    """
    if is_unfinished(options.directory):
        kept = kept_choice(options.directory)
        seating = options.seating if kept is None else seating_with(kept)
        return replace(options.seated(seating), goes_on=True), None
    return options.seated(seating_with("devices")), other_player(options.seating)
