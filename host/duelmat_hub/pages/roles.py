"""Words for the roles of an event."""

from __future__ import annotations

from typing import Final

from duelmat_message import say
from duelmat_tournament.roles import Role

ROLE_WORDS: Final = {
    Role.ORGANISER: say("organiser"),
    Role.HEAD_JUDGE: say("head judge"),
    Role.JUDGE: say("judge"),
    Role.SCOREKEEPER: say("scorekeeper"),
    Role.PLAYER: say("player"),
}
