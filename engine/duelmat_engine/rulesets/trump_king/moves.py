"""Every kind of open play of Trump King, and of response: positions, attacks and phases here."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Action, Advance, Attack, Turn
from duelmat_engine.facts import Lies, NextTurn, YourPhase, YourTurn
from duelmat_engine.moves.asked_of_cards import is_in, text_allows
from duelmat_engine.moves.moments import Readings, is_open, leading_to, once_answered, rule
from duelmat_engine.moves.sources import own_face_up, row, row_of
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.ruleset.tables import Exit
from duelmat_engine.rulesets.trump_king import activations
from duelmat_engine.rulesets.trump_king.limits import OWN_MAIN, OWN_TURN, phase_grant
from duelmat_engine.rulesets.trump_king.summons import summons
from duelmat_engine.rulesets.trump_king.synchro import synchro
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Do, Never, Remedy, When

ON_FIELD = When("It is a monster that lies on your field.", Lies(("m",)))
NEXT_TURN = When("It is your next turn.", NextTurn())


def _turn_of(q: Question) -> Turn:
    assert isinstance(q.action, Turn)
    return q.action


def _position() -> MoveKind:
    def changes(q: Question) -> bool:
        return q.piece is None or not q.piece.face_up or _turn_of(q).upright != q.piece.upright

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        if q.piece.face_up:
            yield Turn(q.place, upright=not q.piece.upright)
        else:
            yield Turn(q.place, shown=q.piece.key)

    return MoveKind(
        name="change-position",
        permitted_by=("TK-23", "TK-24"),
        extra_citations=phase_grant,
        takes=lambda action: isinstance(action, Turn),
        sources=lambda q: row(q, "m"),
        actions=actions,
        block="change-position",
        source_rules=(rule("TK-24", is_in("m"), ON_FIELD),),
        moment=OWN_MAIN,
        card=(
            rule(
                "TK-24",
                lambda q: q.piece is None or q.piece.arrived < q.duel.turn,
                NEXT_TURN,
                "G-57",
            ),
            rule(
                "TK-25",
                lambda q: q.piece is None or q.piece.attacked < q.duel.turn,
                When("It is your next turn: it has attacked in this one.", NextTurn()),
            ),
            rule(
                "TK-26",
                lambda q: q.piece is None or q.piece.turned < q.duel.turn,
                When("It is your next turn: it has changed its position in this one.", NextTurn()),
            ),
            text_allows("turn", "TK-76", Never("A Heart never changes its position.", "TK-76")),
        ),
        action=(
            rule(
                "TK-27",
                lambda q: _turn_of(q).face_up,
                Never("A monster is never turned face-down.", "TK-27"),
            ),
            rule(
                "TK-28",
                lambda q: q.piece is None or q.piece.face_up or _turn_of(q).upright,
                Do("Turn it face-up and upright, to Attack Position."),
            ),
            rule("TK-23", changes, Do("Turn it to its other position.")),
        ),
    )


def _attack() -> MoveKind:
    def targets(q: Question) -> list[ZoneName]:
        return [name for name, _ in row_of(q, Seat(1 - q.seat), "m")]

    def attack_of(q: Question) -> Attack:
        assert isinstance(q.action, Attack)
        return q.action

    def actions(q: Question) -> Iterator[Action]:
        there = targets(q)
        for target in there:
            yield Attack(q.place, target)
        if not there:
            yield Attack(q.place)

    def go_to_battle(q: Question) -> Remedy:
        if q.duel.phase == "main1" and q.duel.turn > 1:
            return Do("Go on to the Battle Phase.", "/battle")
        return When("It is your Battle Phase.", YourPhase(("battle",)))

    return MoveKind(
        name="attack",
        permitted_by=("TK-07",),
        extra_citations=lambda q: ("TK-13",) if q.duel.turn == 2 else (),
        takes=lambda action: isinstance(action, Attack),
        sources=own_face_up,
        actions=actions,
        block="attack",
        source_rules=(rule("TK-07", is_in("m"), ON_FIELD),),
        moment=(
            OWN_TURN,
            rule("TK-07", lambda q: q.duel.phase == "battle", go_to_battle),
            rule(
                "TK-12",
                lambda q: q.duel.turn > 1,
                When("It is the second turn of the duel or a later one.", YourTurn(least=2)),
            ),
            rule("TK-07", is_open, once_answered, "G-56"),
        ),
        card=(
            rule(
                "TK-30",
                lambda q: q.piece is None or (q.piece.upright and q.piece.face_up),
                When(
                    "It is in Attack Position; in a Main Phase it may be turned to it.",
                    Lies(("m",), face_up=True, upright=True),
                ),
            ),
            rule(
                "TK-66",
                lambda q: q.piece is None or q.piece.attacked < q.duel.turn,
                When("It is your next Battle Phase: it has attacked in this one.", NextTurn()),
            ),
        ),
        action=(
            rule(
                "TK-59",
                lambda q: not targets(q) or attack_of(q).target in targets(q),
                lambda q: Do(f"Attack a monster of the opponent: {' or '.join(targets(q))}."),
            ),
            rule(
                "TK-58",
                lambda q: bool(targets(q)) or attack_of(q).target is None,
                Do("Attack the opponent directly: there is no monster to attack."),
            ),
        ),
    )


def _advance() -> MoveKind:
    def exits(q: Question) -> tuple[Exit, ...]:
        return next((p.exits for p in q.game.rules.phases if p.name == q.duel.phase), ())

    def phase(q: Question) -> str:
        assert isinstance(q.action, Advance)
        return q.action.phase

    def is_closed(q: Question, leave: Exit) -> bool:
        return leave.not_on_first_turn and q.duel.turn == 1

    def here(q: Question) -> Iterator[tuple[str, Piece]]:
        yield "", Piece(0, q.seat)

    def actions(q: Question) -> Iterator[Action]:
        for leave in exits(q):
            yield Advance(leave.to)

    def grants(q: Question) -> tuple[str, ...]:
        found = next((e.rules for e in exits(q) if e.to == phase(q)), ())
        return (*found, "TK-13") if phase(q) == "battle" and q.duel.turn == 2 else found

    def onwards(q: Question) -> Remedy:
        there = [e.to for e in exits(q) if not is_closed(q, e)]
        if not there:
            return When("The phase has ended by itself.", YourPhase(leading_to(q, phase(q))))
        return Do(f"Phases keep their order: go on to {' or to '.join(there)}.")

    return MoveKind(
        name="advance",
        permitted_by=("TK-05",),
        extra_citations=grants,
        takes=lambda action: isinstance(action, Advance),
        sources=here,
        actions=actions,
        block="",
        moment=(OWN_TURN, rule("TK-05", is_open, once_answered, "G-56")),
        action=(
            rule("TK-05", lambda q: phase(q) in [e.to for e in exits(q)], onwards),
            rule(
                "TK-12",
                lambda q: not any(e.to == phase(q) and is_closed(q, e) for e in exits(q)),
                When(
                    "It is the second turn of the duel: the first has no Battle Phase.",
                    YourTurn(least=2),
                ),
            ),
        ),
    )


def moves(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    return (
        *summons(readings),
        synchro(),
        activations.set_card(),
        *activations.activations(rules),
        _position(),
        _attack(),
        _advance(),
    )


def responses(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of response in a window."""
    del readings
    return activations.responses(rules)
