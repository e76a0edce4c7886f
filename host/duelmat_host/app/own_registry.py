"""The registry of a duel: players' own sleeves, and those of the hall for players without."""

from __future__ import annotations

from duelmat_engine import SEAT_LETTERS, Seat
from duelmat_host.cards.registry import Registry, Sleeve
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.own_sleeves import keyed


def registry_of(hall: Registry, setup: DuelSetup) -> Registry:
    """Return the sleeves of a duel. Raises RegistryError if a tag is in two players' sleeves.

    Cards of side decks are in it as well: one that lies on the mat is recognized.
    """
    own = [
        Sleeve(SEAT_LETTERS[seat], key[2:], bytes.fromhex(each.up), bytes.fromhex(each.down))
        for seat, brought in enumerate(setup.own)
        for key, each in keyed(Seat(seat), brought)
    ]
    if not own:
        return hall
    owners, tags = {each.owner for each in own}, {tag for each in own for tag in each.tags}
    others = (s for s in hall.sleeves if s.owner not in owners and not tags.intersection(s.tags))
    return Registry([*own, *others])
