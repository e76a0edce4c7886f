"""What tests of Resummoned share: several players, cards of their own, rounds of passing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from duelmat_engine.actions import Activate, Pass, Play, Standing
from duelmat_engine.cardfiles.card_form import read_cards
from duelmat_engine.events import AnyEvent
from duelmat_engine.forms.position import Placed, faults_of, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import CardKey, ZoneName, seat_letter
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel
from engine.conformance.board import Board, Table, game_for


def known_rules() -> Ruleset:
    """The ruleset as it stands when a test runs."""
    return find_ruleset("resummoned")


LIFE = {2: (8000, 8000), 3: (8000,) * 3, 4: (8000,) * 4}


PILE = ("StoneSoldier", "HarpieLady", "AquaMadoor", "ColoredFish", "LaJinn", "Kuriboh")
"""What lies in a pile of which a test says nothing."""


def says(table: Table, action: Standing, *rules: str) -> tuple[AnyEvent, ...]:
    """Something that may be said at any time, by these rules."""
    verdict = judge(table.duel, action, table.game)
    assert verdict.legal, verdict.summary()
    assert set(rules) <= set(verdict.rules)
    table._note("accepted", verdict.rules)
    step = apply(table.duel, action, table.game)
    table.duel, table.events = step.duel, step.events
    table.history.extend(step.events)
    table._note("event", (rule for event in step.events for rule in event.rules))
    if not step.duel.is_over():
        assert faults_of(step.duel, table.game) == []
    return step.events


def play(
    move: str, card: str, to: str, using: tuple[str, ...] = (), *, upright: bool = True
) -> Play:
    """A Play of this way; only sets lie face-down."""
    return Play(move, card, ZoneName(to), upright, "set" not in move.split("-"), using)


def flip(effect: str, place: str, card: str) -> Activate:
    return Activate(effect, place, CardKey(card))


def down(code: str, *, upright: bool = True) -> Placed:
    return Placed(code, face_up=False, upright=upright)


def game_with(text: str, readings: Mapping[str, str] | None = None) -> Game:
    """The game with further cards, written as card files are; they need not be whole inserts."""
    source = f'ruleset = "resummoned"\n{text}'
    known = find_ruleset("resummoned")
    found = read_cards(source, "test")
    rules = with_cards(known, found.card, found.effect)
    return build_game(rules, choose_readings(rules, readings or {}))


def lay_cards(
    board: Board,
    zones: Mapping[str, Iterable[Placed]],
    *,
    game: Game | None = None,
    players: int = 2,
    turn: int = 5,
    seat: str = "a",
    phase: str = "main1",
    used: Mapping[str, int] | None = None,
    life: tuple[int, ...] | None = None,
) -> Table:
    """A table with cards laid one by one: face-down in Attack Position, say."""
    game = game or game_for("resummoned")
    piles = {f"{letter}.pile": [Placed(code) for code in PILE] for letter in "abcd"[:players]}
    laid = {name: list(cards) for name, cards in zones.items()}
    for name, pile in piles.items():
        laid.setdefault(name, pile)
    duel = position(
        "resummoned",
        laid,
        turn=turn,
        turn_seat="abcd".index(seat),
        phase=phase,
        life=life or LIFE[players],
        game=game,
        turn_counters=used,
    )
    return Table(board.note, duel, game)


def all_pass(table: Table) -> None:
    """Everybody passes in succession, once round."""
    for _ in range(sum(not p.lost for p in table.duel.players)):
        table.plays(Pass())


def resolve(table: Table) -> None:
    """Everybody passes until the Chain is empty."""
    while table.duel.chain and table.duel.decision and table.duel.decision.kind == "open":
        table.plays(Pass())


def next_phase(table: Table) -> str:
    """Everybody passes until the next phase has come; its name."""
    before = (table.duel.turn, table.duel.phase)
    while (table.duel.turn, table.duel.phase) == before:
        table.plays(Pass())
    return table.duel.phase


def asked(duel: Duel) -> str:
    assert duel.decision is not None
    return seat_letter(duel.decision.seat)
