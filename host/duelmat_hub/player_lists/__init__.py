"""Lists of players as organisers bring them: names, tables, files of other programs."""

from duelmat_hub.player_lists.reading import PlayerList, read_players
from duelmat_hub.player_lists.tables import FIELDS

__all__ = ["FIELDS", "PlayerList", "read_players"]
