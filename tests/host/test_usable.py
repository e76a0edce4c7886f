"""Green means yes: what is green can be done now, and what can be done is green or listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from direct_mat import SEATS, Bench, held, lay, make_table
from duelmat_engine.actions import Action, Activate, Choose
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat, ZoneName, is_key, zone, zone_kind
from duelmat_engine.random_play import play_random, practice_duel
from duelmat_engine.state import Duel
from duelmat_engine.state import replace as with_
from duelmat_engine.views.view import view_for
from duelmat_host.players.scripted_player import Dice
from duelmat_host.showing.usable import lit_zones, usable_with
from duelmat_host.table.asking import Asking, WindowKind, response_kind
from duelmat_host.table.commands import CallJudge
from duelmat_host.table.following import automatic_action
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import DuelState, TableState
from duelmat_host.table.table import Table, table_of
from examples import seeds
from seen import usable

ANA, BEN = Seat(0), Seat(1)
RULESETS = ("ocg", "trump_king", "resummoned", "trigamon")
DECISIONS = 50
"""Decisions of one seed; twenty seeds are a thousand."""
TAKEN = 0.15
"""The share of a duel's decisions that are looked at, so that they come from all its turns."""


class Moment(NamedTuple):
    """A decision at a table, and the duel as somebody knows it who knows everything."""

    closed: Duel
    shown: Table
    seat: Seat
    held: list[CardKey]


def moments(ruleset: str, seed: int) -> Iterator[Moment]:
    """Yield decisions that are put to somebody, of random duels."""
    start = make_table(Dice(), asks=True, ruleset=ruleset).state
    chance, left = Random(seed), DECISIONS
    for number in range(seed * 1_000, (seed + 1) * 1_000):
        for played in play_random(practice_duel(ruleset, number), number):
            decision = played.before.decision
            assert decision is not None
            if decision.seat < 0 or decision.kind == "reveal" or chance.random() > TAKEN:
                continue
            shown = table_of(state_at(start, played.before))
            if automatic_action(shown.state, shown.legal, Dice()) is not None:
                continue
            hand = played.before.at(zone(decision.seat, "hand"))
            cards = [piece.key for piece in hand if piece.key is not None]
            yield Moment(played.before, shown, decision.seat, cards)
            left -= 1
            if not left:
                return


def state_at(start: TableState, closed: Duel) -> TableState:
    """Return the state of a table in the midst of a duel, at which everybody is always asked."""
    secrets = {
        piece.oid: piece.key
        for name, piece in closed.pieces()
        if piece.key is not None and not piece.face_up and start.zones.places(name)
    }
    every = dict.fromkeys(SEATS, Asking(frozenset({WindowKind.EVERY})))
    return replace(start, current=DuelState(view_for(closed), (), secrets), asking=every)


def seat_acts(moment: Moment) -> list[Action]:
    """Return what a seat may do as far as it knows, and the table takes."""
    state = moment.shown.state
    private = private_duel(state.duel, moment.seat, state.secrets, moment.held)
    listed = [*legal_actions(private)]
    if private.decision is not None and private.decision.kind == "choose":
        listed += [c for c in map(Choose, moment.held) if judge(private, c).legal]
    return [act for act in on_mat(listed, state.zones) if judge(state.duel, act).legal]


def is_said(moment: Moment, act: Action) -> bool:
    """Whether a question lists an act, or says that a card that nobody sees is to be shown.

    Beside the mat, where cards of a row without end lie that it has no room for, nothing shines.
    """
    state = moment.shown.state
    if isinstance(act, Choose) and zone_kind(where(moment.closed, act.card)) in ("hand", "pile"):
        return True
    options = [o for p in moment.shown.prompts for o in p.options]
    listed = {a for option in options for a in (option.actions or (option.action,))}
    pattern = with_(act, shown=None) if isinstance(act, Activate) else act
    place = getattr(act, "card", "")
    is_beside = not is_key(place) and bool(place) and state.zones.is_beyond(ZoneName(place))
    return bool(listed & {act, pattern}) or is_beside


def where(duel: Duel, card: str) -> str:
    """Return the zone of a card, which may be named by its zone."""
    lies = (name for name, piece in duel.pieces() if piece.key == card)
    return next(lies, card) if is_key(card) else card


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", seeds(range(20)))
def test_a_seats_own_page_is_exact(seed: int, ruleset: str) -> None:
    """Whatever is green is taken now; whatever may be done is green, or a question lists it."""
    for moment in moments(ruleset, seed):
        shown, seat, cards = moment.shown, moment.seat, moment.held
        green = set(usable(shown, seat, cards))
        assert green <= set(usable_with(seat_acts(moment), shown, seat, cards)), moment
        for act in on_mat([*legal_actions(moment.closed)], shown.state.zones):
            marks = set(usable_with([act], shown, seat, cards))
            assert marks <= green, (act, moment)
            assert marks or is_said(moment, act), (act, moment)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", seeds(range(20)))
def test_a_lamp_on_a_card_promises_nothing_that_hangs_on_what_lies_face_down(
    seed: int, ruleset: str
) -> None:
    """Whatever lies Set, a lit card may act; what an act costs of a hand, no lamp can know."""
    for moment in moments(ruleset, seed):
        shown, closed, seat = moment.shown, moment.closed, moment.seat
        legal = on_mat([*legal_actions(closed)], shown.state.zones)
        true = set(usable_with(legal, shown, seat, moment.held))
        lit = {place for place in lit_zones(shown) if place in shown.state.expected}
        for place in lit - true:
            name = shown.state.zones.holding(closed, place)
            piece = None if name is None else shown.state.duel.top(name)
            costs = [a for a in shown.legal if isinstance(a, Activate) and a.card == name]
            assert piece is not None and piece.face_up and costs, (place, moment)


def test_lamps_are_the_same_whichever_card_lies_face_down() -> None:
    """They are public, and so is how long they take."""
    lit = [
        lit_zones(Bench({"a.s1": lay(code, down=True), "b.hand": held("H2")}).table.now)
        for code in ("S4", "H1", "C9")
    ]
    assert lit[0] == lit[1] == lit[2]


def window_at_end_of_phase() -> Bench:
    """A trap that answers attacks alone lies Set, and a phase of the other player ends."""
    zones = {"a.s1": lay("MirrorForce", down=True), "b.hand": held("BattleOx")}
    bench = Bench(zones, asks=True, ruleset="resummoned", turn_seat=1)
    bench.press("b.phase")
    return bench


def test_mirror_force_is_dark_at_the_end_of_a_phase() -> None:
    """It answers an attack alone; its lamp is dark too, and its player has the switch."""
    bench = window_at_end_of_phase()
    duel = bench.table.state.duel
    assert duel.decision is not None and duel.decision.seat == ANA
    assert response_kind(duel, bench.table.state.rules) is WindowKind.TURN
    place = bench.table.state.zones.to_mat(zone(ANA, "s", 1))
    assert place not in usable(bench.table.now, ANA)
    assert place not in lit_zones(bench.table.now)


def test_nothing_is_green_while_a_judge_is_called_or_a_card_is_to_be_drawn() -> None:
    """The table would take no play then."""
    bench = Bench({"a.hand": held("S4"), "b.hand": held("H2")})
    assert lit_zones(bench.table.now) and usable(bench.table.now, ANA, ["a:S4"])
    bench.table.command(ANA, CallJudge())
    assert not lit_zones(bench.table.now)
    assert not usable(bench.table.now, ANA, ["a:S4"])
