"""The switches of a seat for being asked whether it responds, one for each kind of window.

Public facts and the player's own switches decide it, never the cards that a seat holds: how fast
the table passes for a seat reveals nothing of them. Where by public facts nobody could answer,
nobody is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from duelmat_engine import (
    Action,
    Advance,
    CorrectLife,
    Duel,
    Game,
    Pass,
    Roll,
    Ruleset,
    Seat,
    judge,
    legal_actions,
)
from duelmat_message import Text, listed, say


class WindowKind(Enum):
    """The kinds of windows, opportunities to respond, that a player switches on and off."""

    SUMMON = "summon"
    """The other player has summoned a monster, or is about to."""
    ATTACK = "attack"
    """The other player attacks."""
    EFFECT = "effect"
    """The other player has activated a card or an effect."""
    TURN = "turn"
    """The other player is about to go into the first battle of their turn, or to end the turn."""
    PHASE = "phase"
    """Any other phase ends, one of the own turn too."""
    OWN = "own"
    """The player's own play may be responded to by its player."""
    EVERY = "every"
    """Every window there is, even where by public facts nobody could respond."""


class PassUntil(Enum):
    """The time for which a player lets every window pass."""

    PLAY = "play"
    """Until somebody does something; passing and going through phases are nothing."""
    TURN = "turn"
    """Until the player's next turn begins."""
    ANSWERED = "answered"
    """For the present decision alone: the player's cards hold no answer to it."""


BUSY_PHASES: Final = ("main", "battle")
"""The beginnings of names of phases in which a player has plays of their own to begin."""
ATTACK_STEP: Final = "battle-step"
"""The step of a battle in which an attack has been declared, where priority is handed round."""
DEFAULT_KINDS: Final = frozenset(
    {WindowKind.SUMMON, WindowKind.ATTACK, WindowKind.EFFECT, WindowKind.TURN}
)
"""The kinds of windows at which a player is asked who has switched nothing."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The switches of one seat for questions about responses."""

    kinds: frozenset[WindowKind] = DEFAULT_KINDS
    until: PassUntil | None = None
    """The time during which all windows pass regardless; None: they do not."""

    def passes(self, duel: Duel, game: Game) -> bool:
        """Whether the table passes for the seat that decides, without asking it."""
        kind = response_kind(duel, game.rules)
        if kind is None:
            return False
        if self.until is not None:
            return True
        if WindowKind.EVERY in self.kinds:
            return False
        return kind not in self.kinds or not can_be_answered(duel, game)

    def unasked_action(self, duel: Duel, game: Game) -> Pass | Advance | None:
        """Return what the table does for the seat that decides, without asking it; None: it asks.

        It passes, or goes on from a phase in which no play begins and nothing else can be done.
        """
        is_vain = self.until is PassUntil.ANSWERED
        if self.passes(duel, game) or (is_vain and is_optional_trigger(duel)):
            return Pass()
        is_wished = not self.kinds.isdisjoint({WindowKind.PHASE, WindowKind.EVERY})
        if is_wished or not is_between_plays(duel):
            return None
        actions = list(legal_actions(duel, game))
        steps = [action for action in actions if isinstance(action, Advance)]
        return steps[0] if len(steps) == 1 and (is_vain or len(actions) == 1) else None


def response_kind(duel: Duel, rules: Ruleset) -> WindowKind | None:
    """Classify the response window that the deciding seat faces; None if there is none.

    Where a game passes priority round, open play that may be passed is a response too, except in
    those phases of a player's own turn in which there is something to begin.
    """
    decision, window = duel.decision, duel.window
    if decision is None or decision.kind not in ("window", "open"):
        return None
    seat = decision.seat
    if decision.kind == "open":
        is_step = decision.about != duel.phase  # of a battle
        is_own = not duel.chain and duel.turn_seat == seat
        begins = is_own and not is_step and duel.phase.startswith(BUSY_PHASES)
        if begins or not judge(duel, Pass()).legal:
            return None
        if duel.chain:
            return WindowKind.OWN if duel.chain[-1].seat == seat else WindowKind.EFFECT
        if is_step and is_own:
            return WindowKind.OWN
        return (
            WindowKind.ATTACK if decision.about == ATTACK_STEP else _phase_kind(duel, rules, seat)
        )
    if window is None or "phase-end" in window.to:
        return _phase_kind(duel, rules, seat)
    if window.seat == seat:
        return WindowKind.OWN
    if "activation" in window.to and duel.chain:
        return WindowKind.EFFECT
    return WindowKind.ATTACK if "attack" in window.to else WindowKind.SUMMON


def may_be_unasked(duel: Duel, rules: Ruleset, kinds: Collection[WindowKind]) -> bool:
    """Whether a seat with these switches need not be asked if its cards allow nothing."""
    if response_kind(duel, rules) is not None or is_optional_trigger(duel):
        return True
    return is_between_plays(duel) and WindowKind.PHASE not in kinds


def is_optional_trigger(duel: Duel) -> bool:
    """Whether a seat is asked for an effect that has been set off and that it may leave unused."""
    decision = duel.decision
    return decision is not None and decision.kind == "trigger" and judge(duel, Pass()).legal


def is_between_plays(duel: Duel) -> bool:
    """Whether a player may go on from a phase of their own turn in which no play begins."""
    decision = duel.decision
    if decision is None or decision.kind != "open" or duel.chain:
        return False
    return duel.turn_seat == decision.seat and not duel.phase.startswith(BUSY_PHASES)


def _phase_kind(duel: Duel, rules: Ruleset, seat: Seat) -> WindowKind:
    """Return the kind of the window at the end of a phase."""
    phase = rules.phase(duel.phase)
    is_near = bool({"battle", "end"} & {phase.then, *(way.to for way in phase.exits)})
    return WindowKind.TURN if is_near and duel.turn_seat != seat else WindowKind.PHASE


def can_be_answered(duel: Duel, game: Game) -> bool:
    """Whether, by public knowledge, a response to the open window could be legal."""
    return any(not isinstance(action, Pass) for action in legal_actions(duel, game))


_KIND_WORDS: Final = {
    WindowKind.SUMMON: say("a summon"),
    WindowKind.ATTACK: say("an attack"),
    WindowKind.EFFECT: say("an activation"),
    WindowKind.TURN: say("the other player's battle or end of the turn"),
    WindowKind.PHASE: say("any end of a phase"),
    WindowKind.OWN: say("an own play"),
    WindowKind.EVERY: say("everything, step by step"),
}


def asking_text(name: str, kinds: Collection[WindowKind], until: PassUntil | None) -> Text:
    """Return a sentence about the windows in which a player of this name is asked."""
    if until is PassUntil.PLAY:
        return say("{player} passes until something happens.", player=name)
    if until is PassUntil.TURN:
        return say("{player} passes until their own turn.", player=name)
    if until is PassUntil.ANSWERED:
        return say("{player} has no card that could respond.", player=name)
    windows = [words for kind, words in _KIND_WORDS.items() if kind in kinds]
    if not windows:
        return say("{player} is not asked to respond.", player=name)
    return say(
        "{player} is asked for a response to {windows}.",
        player=name,
        windows=listed(windows, "or"),
    )


def asking_after(
    asking: Mapping[Seat, Asking], action: Action, before: Duel, after: Duel
) -> Mapping[Seat, Asking]:
    """Return the switches after an action, which ends those that lasted until such an action."""
    happened = not isinstance(action, Pass | Advance | Roll | CorrectLife)
    found = dict(asking)
    for seat, each in asking.items():
        is_turn = after.turn != before.turn and after.turn_seat == seat
        is_past = each.until is PassUntil.ANSWERED or (each.until is PassUntil.PLAY and happened)
        if is_past or (each.until is not None and (is_turn or after.is_over())):
            found[seat] = replace(each, until=None)
    return found
