"""Whether some card of a zone may have an effect hangs on what everybody knows of its owner."""

from __future__ import annotations

from duelmat_engine.chains.trigger_legality import may_be_there
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Hidden, replace

OWL, PLACE = "owl-draw", ZoneName("a.m1")


def test_a_card_that_was_taken_over_face_down_may_have_what_its_owners_cards_have() -> None:
    duel = position("trigamon", {PLACE: [Placed("PairedOwl", face_up=False, upright=False)]})
    game = game_of(duel.ruleset, duel.readings)
    card = duel.zones[PLACE][0]
    assert may_be_there(duel, game, PLACE, OWL)
    assert card.key is not None
    assert not may_be_there(duel, game, PLACE, OWL, spent=(card.key,))
    key = CardKey("b:PairedOwl")
    taken = replace(card, owner=Seat(1), key=key)
    hidden = (Hidden(), Hidden(frozenset((key,))))
    theirs = replace(duel, zones={PLACE: (taken,)}, hidden=hidden)
    assert may_be_there(theirs, game, PLACE, OWL)
    assert not may_be_there(replace(theirs, hidden=(Hidden(), Hidden())), game, PLACE, OWL)
