"""Ids that another event of the hub knows under another name: the desk is asked before it goes on.

One person may have two names, and somebody may have typed a wrong id: the desk alone can tell.
"""

from __future__ import annotations

from duelmat_hub.errors import UnsureError
from duelmat_hub.pages.place import GivenId, Place
from duelmat_message import Text, listed, say
from duelmat_tournament.commands import AnyCommand, RegisterPlayer, SetExternalId
from duelmat_tournament.event import Event
from duelmat_tournament.joining import AdmitPlayer
from duelmat_tournament.names import NO_PLAYER


def check_id(command: AnyCommand, event: Event | None, place: Place) -> None:
    """Raise UnsureError if a command of the desk gives an id a second name."""
    number = getattr(command, "player", NO_PLAYER)
    player = None if event is None else event.players.get(number)
    match command:
        case RegisterPlayer(name=name, external_id=known_as):
            question: Text = say("Is {name} the same person?", name=name)
            _ask(place, GivenId(NO_PLAYER, name, known_as), question)
        case AdmitPlayer() if player is not None:
            question = say("Let {name} take part with it all the same?", name=player.name)
            _ask(place, GivenId(number, player.name, player.external_id), question)
        case SetExternalId(external_id=known_as) if player is not None:
            question = say("Note it for {name} all the same?", name=player.name)
            _ask(place, GivenId(number, player.name, known_as), question)


def _ask(place: Place, given: GivenId, question: Text) -> None:
    (holder,) = place.id_holders((given,))
    if holder is not None:
        words = say(
            "The id {id} is that of {known} in {event}.",
            id=given.external_id,
            known=holder.name,
            event=holder.event,
        )
        raise UnsureError(listed((words, question), " "))
