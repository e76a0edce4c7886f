"""Tables for Trigamon's tests: cards made up for one test, and short words for plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from duelmat_engine.actions import Action, Activate, Choose, Pass, Play
from duelmat_engine.cards import Card, Trait
from duelmat_engine.effects.effect import Effect
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Table

PILE: Final = {
    "a.pile": "PairedOwl PairedOwl PairedOwl",
    "b.pile": "PairedOwl PairedOwl PairedOwl",
}


def tri(
    cards: Iterable[Card] = (),
    effects: Iterable[Effect] = (),
    readings: Mapping[str, str] | None = None,
) -> Game:
    """Trigamon with further cards."""
    rules = with_cards(find_ruleset("trigamon"), cards, effects)
    return build_game(rules, choose_readings(rules, readings or {}))


def entity(code: str, *kinds: str, **traits: Trait) -> Card:
    return Card(code, code, {"attack": 1000, "defense": 1000, **traits}, ("entity", *kinds))


def summon(
    code: str,
    to: str = "a.m1",
    using: tuple[str, ...] = (),
    *,
    move: str = "normal-summon",
    upright: bool = True,
) -> Play:
    return Play(move, f"a:{code}", ZoneName(to), upright, True, using)


def set_down(
    code: str, to: str = "a.m1", using: tuple[str, ...] = (), *, move: str = "normal-set"
) -> Play:
    return Play(move, f"a:{code}", ZoneName(to), upright=False, face_up=False, using=using)


def lay_card(code: str, to: str = "a.s1", *, move: str = "set-card") -> Play:
    return Play(move, f"a:{code}", ZoneName(to), upright=True, face_up=False)


def use(effect: str, card: str) -> Activate:
    return Activate(effect, card)


def turned(effect: str, zone: str, code: str) -> Activate:
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


def settle(table: Table, action: Action, *chosen: str) -> None:
    """The play with what is chosen for it; nobody responds."""
    table.plays(action)
    quiet(table, *chosen)


def quiet(table: Table, *chosen: str) -> None:
    """Nobody responds; what else is to be chosen is chosen as it comes."""
    left = [*chosen]
    while table.asks()[1] in ("window", "choose"):
        if table.asks()[1] == "window":
            table.plays(Pass())
        else:
            table.plays(Choose(left.pop(0)) if left else table.legal()[0])


def answering(table: Table, kinds: Iterable[str]) -> None:
    """For a Counter Formula player a's skill is used, which it may answer."""
    if {"formula", "counter"} <= {*kinds}:
        table.plays(use("second-breath", "a:HeadStart"))
        asked(table, "a")


def asked(table: Table, seat: str) -> None:
    while table.asks() != (seat, "window"):
        table.plays(Pass())
