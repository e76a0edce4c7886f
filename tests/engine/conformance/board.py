"""A table for conformance tests: positions in a short hand, and a note of every rule cited.

Cards are written as their code: "H7" face-up in Attack Position, "H7-" in Defense Position,
"(H7)" face-down; "@3" behind one says that it arrived in turn 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from duelmat_engine.actions import Action, Pass
from duelmat_engine.catalogue import Statement, find_statement
from duelmat_engine.errors import PositionError
from duelmat_engine.events import AnyEvent
from duelmat_engine.forms.position import Placed, faults_of, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import zone_kind
from duelmat_engine.play import apply, roll
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.decks import judge_deck
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, Piece
from duelmat_engine.verdict import Invalidity, Verdict

Note = Callable[[str, Iterable[str]], None]
"""Takes how rules were met ("accepted", "refused", "event", "explained") and their ids."""

_CARD = re.compile(r"(\()?([A-Z][A-Za-z0-9]*)(?(1)\))(-)?(?:@(\d+))?$")


def placed(zone: str, text: str) -> list[Placed]:
    """The cards of a zone from their short hand."""
    cards = []
    for word in text.split():
        found = _CARD.match(word)
        assert found, word
        hidden, code, sideways, turn = found.groups()
        in_defense = bool(sideways) or (bool(hidden) and zone_kind(zone) == "m")
        cards.append(
            Placed(
                code,
                face_up=not hidden,
                upright=not in_defense,
                arrived=int(turn) if turn else None,
            )
        )
    return cards


def game_for(ruleset: str, readings: Mapping[str, str] | None = None, *disabled: str) -> Game:
    rules = find_ruleset(ruleset)
    return build_game(rules, choose_readings(rules, readings or {}), frozenset(disabled))


class Table:
    """A duel under test: what is played and what is refused, with the rules that spoke."""

    def __init__(self, note: Note, duel: Duel, game: Game) -> None:
        self._note = note
        self.duel = duel
        self.game = game
        self.events: tuple[AnyEvent, ...] = ()
        """What the last play brought about."""
        self.history: list[AnyEvent] = []

    # Playing

    def plays(self, action: Action, *rules: str) -> tuple[AnyEvent, ...]:
        """The action is legal, by these rules among others, and is carried out."""
        self.accepts(action, *rules)
        step = apply(self.duel, action, self.game)
        self.duel = step.duel
        self.events = step.events
        self.history.extend(step.events)
        self._note("event", (rule for event in step.events for rule in event.rules))
        if not self.duel.is_over():
            assert faults_of(self.duel, self.game) == []
        return step.events

    def accepts(self, action: Action, *rules: str) -> Verdict:
        """The action is legal, by these rules among others."""
        verdict = judge(self.duel, action, self.game)
        assert verdict.legal, f"{action}: {verdict.summary()}"
        missing = set(rules) - set(verdict.rules)
        assert not missing, f"{action} is accepted without {missing}: {verdict.rules}"
        assert action in self.legal()
        self._note("accepted", verdict.rules)
        return verdict

    def refuses(self, action: Action, *rules: str) -> Verdict:
        """The action breaks these rules and no other.

        Switching all of them off makes it legal, and leaving any one on does not.
        """
        verdict = judge(self.duel, action, self.game)
        assert not verdict.legal, f"{action} is accepted by {verdict.rules}"
        assert set(verdict.rules) == set(rules), f"{action}: {verdict.summary()}"
        assert verdict.remedies, f"{action}: no remedy"
        assert not verdict.invalid, f"{action} is refused by no rule: use astray"
        for remedy in verdict.remedies:
            assert remedy.text[0].isupper() and remedy.text.endswith("."), remedy
        assert action not in self.legal()
        assert judge(self.duel, action, self.without(*rules)).legal, "not exact"
        for kept in rules:
            rest = [r for r in rules if r != kept]
            assert not judge(self.duel, action, self.without(*rest)).legal, kept
        self._note("refused", verdict.rules)
        return verdict

    def invalid(self, action: Action, *rules: str, invalid: Invalidity | None = None) -> Verdict:
        """The action could not be carried out, whatever rules are off; these ask what is asked.

        It shows nothing of any rule.
        """
        verdict = judge(self.duel, action, self.game)
        assert not verdict.legal, f"{action} is accepted by {verdict.rules}"
        assert verdict.invalid, f"{action} is refused by rules: {verdict.summary()}"
        assert invalid in (None, verdict.invalid), f"{action}: {verdict.invalid}"
        assert set(rules) <= set(verdict.rules), f"{action}: {verdict.summary()}"
        assert verdict.remedies, f"{action}: no remedy"
        off = judge(self.duel, action, self.without(*verdict.rules))
        assert off.invalid == verdict.invalid
        assert action not in self.legal()
        return verdict

    def without(self, *rules: str) -> Game:
        """The same game with rules switched off."""
        return build_game(self.game.rules, self.game.readings, frozenset(rules))

    def rolls(self) -> tuple[AnyEvent, ...]:
        """Chance answers."""
        return self.plays(roll(self.duel))

    def nobody_responds(self) -> None:
        """Everybody who is asked for a response passes."""
        while self.duel.decision is not None and self.duel.decision.kind == "window":
            self.plays(Pass())

    # Looking

    def legal(self) -> list[Action]:
        return list(legal_actions(self.duel, self.game))

    def asks(self) -> tuple[str, str]:
        """Who is asked, and for what."""
        decision = self.duel.decision
        assert decision is not None
        return ("abcd"[decision.seat] if decision.seat >= 0 else "chance", decision.kind)

    def life(self) -> tuple[int, ...]:
        return tuple(player.life for player in self.duel.players)

    def cards(self, zone: str) -> str:
        """The codes in a zone, in order."""
        return " ".join(str(piece.code) for piece in self.duel.at(zone))

    def card(self, zone: str) -> Piece:
        piece = self.duel.top(zone)
        assert piece is not None, f"{zone} is empty"
        return piece

    def has(self, kind: type[AnyEvent], *rules: str) -> bool:
        """Whether an event of this kind by these rules has happened since the table was laid."""
        return any(isinstance(e, kind) and set(rules) <= set(e.rules) for e in self.history)


class Board:
    """Lays tables, judges decks, and looks statements up, noting every rule that speaks."""

    def __init__(self, note: Note, ruleset: str) -> None:
        self.note = note
        self.ruleset = ruleset

    def lay(
        self,
        zones: Mapping[str, str],
        *,
        turn: int = 3,
        seat: str = "a",
        phase: str = "main1",
        life: tuple[int, ...] | None = None,
        rest: str = "pile",
        readings: Mapping[str, str] | None = None,
        game: Game | None = None,
        marks: Mapping[str, Mapping[str, int | str]] | None = None,
        used: Mapping[str, int] | None = None,
    ) -> Table:
        """A closed duel in this position."""
        game = game or game_for(self.ruleset, readings)
        wanted = {name: placed(name, text) for name, text in zones.items()}
        for name, names in (marks or {}).items():
            wanted[name] = [
                Placed(c.code, c.face_up, c.upright, c.arrived, marks=dict(names))
                for c in wanted[name]
            ]
        duel = position(
            self.ruleset,
            wanted,
            turn=turn,
            turn_seat="abcd".index(seat),
            phase=phase,
            life=life,
            rest=rest,
            game=game,
            turn_counters=used,
        )
        return Table(self.note, duel, game)

    def take(self, duel: Duel, events: Iterable[AnyEvent]) -> Table:
        """A duel that stands already."""
        table = Table(self.note, duel, game_for(duel.ruleset, duel.readings))
        table.history.extend(events)
        self.note("event", (rule for event in table.history for rule in event.rules))
        return table

    def deck(self, main: Iterable[str], extra: Iterable[str]) -> Verdict:
        verdict = judge_deck(self.ruleset, tuple(main), tuple(extra))
        self.note("accepted" if verdict.legal else "refused", verdict.rules)
        return verdict

    def faults(self, zones: Mapping[str, str], **details: object) -> tuple[str, ...]:
        """What is wrong with a position."""
        try:
            self.lay(zones, **details)  # type: ignore[arg-type]  # passed on as given
        except PositionError as error:
            self.note("refused", error.rules)
            return error.faults
        return ()

    def explains(self, name: str) -> Statement:
        statement = find_statement(name)
        self.note("explained", (statement.id,))
        return statement
