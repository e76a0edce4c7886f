"""The referee: which action is it that the hands have done?

Given the duel, what should lie on the mat and what does, it answers with one of a few
findings. It never guesses: one legal action that fits and that nothing extends is a play;
several are a question; a beginning of some is in progress; anything else is a correction that
names the rule. Putting things back cancels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from duelmat_engine.actions import Action, Activate, Choose, Play, Reveal
from duelmat_engine.judge import judge
from duelmat_engine.names import zone_kind
from duelmat_engine.state import Duel
from duelmat_engine.verdict import Cited, Do, Verdict
from duelmat_host.table.expect import Expected
from duelmat_host.table.layout import Face, Layout, Orientation, Sight
from duelmat_host.table.signature import Signature, bound, conceivable, signatures
from duelmat_host.table.zone_map import ZoneMap

Seen = Mapping[str, Sight | None]
"""Mat zones that differ from what should lie there, with what lies there."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The base of what the referee can find."""


@dataclass(frozen=True, slots=True)
class Agreed(Finding):
    """The mat shows what it should, or only what is still owed."""


@dataclass(frozen=True, slots=True)
class InProgress(Finding):
    """The beginning of some legal action; `missing` says which zones must still change."""

    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played(Finding):
    """Exactly one legal action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ambiguous(Finding):
    """Several legal actions: one of each kind to ask about."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Unsure(Finding):
    """Something lies there, but not clearly enough to tell what it means."""

    zone: str
    what: str


@dataclass(frozen=True, slots=True)
class Refused(Finding):
    """No legal action: by which rules, and what would make it legal."""

    zones: tuple[str, ...]
    verdict: Verdict
    action: Action | None = None


@dataclass(slots=True)
class Referee:
    """Finds the action in a layout. It holds nothing but what can be computed again."""

    zones: ZoneMap
    rows: frozenset[str]
    """The mat zones that it watches."""
    _duel: Duel | None = field(default=None, repr=False)
    _signatures: list[Signature] = field(default_factory=list, repr=False)
    _spots: tuple[str, ...] = ()

    def consider(
        self,
        duel: Duel,
        expected: Expected,
        layout: Layout,
        seen: Seen,
        legal: Sequence[Action],
        chosen: str = "",
        landing: Mapping[str, Sight] | None = None,
    ) -> Finding:
        """What the differences mean. `chosen` narrows the ways after a question was answered."""
        shown = self._shown(duel, layout, landing or {}, seen)
        if shown is not None:
            return shown
        if not seen:
            return Agreed()
        for zone, sight in seen.items():
            if sight is not None and (what := self._unclear(zone, sight)):
                return Unsure(zone, what)
        found = [
            (s, how)
            for s in self._all(duel, expected, legal)
            if way_of(s.action).startswith(chosen) and (how := s.fits(seen, expected))
        ]
        exact = [
            action
            for s, how in found
            if how == "exact" and (action := bound(duel, s, layout, self.zones, expected)) is not None
        ]
        part = [s for s, how in found if how == "part" and self._may_go_on(duel, s, layout, expected)]
        exact = list(dict.fromkeys(exact))
        if len(exact) == 1 and not part:
            return Played(exact[0])
        if exact:
            return Ambiguous(tuple(_one_of_each([*exact, *(s.action for s in part)])))
        if part or all(sight is None for sight in seen.values()):
            missing = {z for s in part for z in s.change if z not in seen}
            return InProgress(tuple(sorted(missing)))
        return self._refuse(duel, expected, seen)

    def _all(
        self, duel: Duel, expected: Expected, legal: Sequence[Action]
    ) -> list[Signature]:
        if self._duel is not duel:
            self._duel = duel
            seat = duel.turn_seat if duel.decision is None else duel.decision.seat
            spots = self.zones.play_spots(seat) if seat >= 0 else ()
            self._spots = tuple(spot for spot in spots if spot not in expected)
            self._signatures = list(
                signatures(duel, list(legal), self.zones, expected, self._spots)
            )
        return self._signatures

    def _may_go_on(
        self, duel: Duel, signature: Signature, layout: Layout, expected: Expected
    ) -> bool:
        """Whether what has been put down so far could belong to this action at all."""
        action = signature.action
        if not isinstance(action, Play):
            return True
        sight = layout.get(self.zones.to_mat(action.to))
        if sight is None or sight.key is None or not action.face_up:
            return True
        return bound(duel, signature, layout, self.zones, expected) is not None

    def _shown(
        self, duel: Duel, layout: Layout, landing: Mapping[str, Sight], seen: Seen
    ) -> Finding | None:
        """A card shown to answer a choice of unseen cards, wherever it was put down."""
        decision = duel.decision
        if decision is None or decision.kind not in ("choose", "reveal"):
            return None
        places = [*landing.values(), *(s for s in seen.values() if s is not None)]
        for sight in places:
            if sight.key is None or sight.face is not Face.UP:
                continue
            action: Action = (
                Choose(sight.key) if decision.kind == "choose" else Reveal(sight.key)
            )
            hidden_zone = decision.kind == "choose" or (
                decision.options and zone_kind(decision.options[0]) != "m"
            )
            if hidden_zone and judge(duel, action).legal:
                return Played(action)
        del layout
        return None

    def _unclear(self, zone: str, sight: Sight) -> str:
        if sight.key is None:
            return "an unknown card"
        if sight.face is Face.UNKNOWN:
            return "face"
        engine_zone = self.zones.to_engine(zone)
        if (
            engine_zone is not None
            and zone_kind(engine_zone) == "m"
            and sight.orientation is Orientation.UNKNOWN
        ):
            return "orientation"
        return ""

    def _refuse(self, duel: Duel, expected: Expected, seen: Seen) -> Refused:
        """The refusal that comes nearest to what may have been meant: the fewest broken rules."""
        zones = tuple(seen)
        verdicts = [
            (judge(duel, action), action)
            for action in conceivable(duel, seen, self.zones, expected)
        ]
        refused = [(v, a) for v, a in verdicts if not v.legal]
        if refused:
            verdict, action = min(refused, key=lambda pair: len(pair[0].cited))
            return Refused(zones, verdict, action)
        return Refused(zones, self._no_meaning(duel, seen))

    def _no_meaning(self, duel: Duel, seen: Seen) -> Verdict:
        """Nothing in the rules is done by this change."""
        decision = duel.decision
        rules = () if decision is None else decision.rules
        outside = [z for z, s in seen.items() if s is not None and not self.zones.to_engine(z)]
        if outside:
            text = f"Move the card from {outside[0]}: the table plays on the middle zones."
            reading = self.zones.outside_rule
            cited = tuple(Cited(rule, reading) for rule in rules[:1])
            return Verdict(False, cited, (Do(text),))
        return Verdict(
            False, tuple(Cited(r) for r in rules), (Do("Put the cards back as they lay."),)
        )


def way_of(action: Action) -> str:
    if isinstance(action, Play):
        return action.way
    return action.effect if isinstance(action, Activate) else type(action).__name__


def _one_of_each(actions: list[Action]) -> list[Action]:
    """One action of each way: the question is which way, the rest the hands will show."""
    found: dict[str, Action] = {}
    for action in actions:
        found.setdefault(way_of(action), action)
    return list(found.values())



