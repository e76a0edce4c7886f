"""Steps of play that no card may use: what rulesets' procedures are made of, one struct each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_engine.effects.ops import Procedure
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.effects.texts import BindsText, CardKind, RuleName, ZoneKind


class GiveBack(Procedure, frozen=True, kw_only=True):
    """Monsters taken over for this turn return; without room they go to the Graveyard."""

    rules: tuple[RuleName, ...] = ()


# Cards that come, and what may answer it


class Attempt(Procedure, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone: a summon that may still be negated."""

    rules: tuple[RuleName, ...] = ()


class Flip(Procedure, frozen=True, kw_only=True):
    """Turn a face-down monster face-up by hand: a summon that may still be negated."""

    rules: tuple[RuleName, ...] = ()


class Succeed(Procedure, frozen=True, kw_only=True):
    """The summon that was attempted succeeds, unless its card is gone."""

    summon: Literal["normal", "special", "flip"]
    window: str = ""
    """What the window is said to answer; empty: "summon" or "special-summon"."""
    rules: tuple[RuleName, ...] = ()


class OpenWindow(Procedure, frozen=True, kw_only=True):
    """Let players respond to the course of the turn."""

    to: str
    turn_player_first: bool = False


class Linger(Procedure, frozen=True):
    """Begin the phase's block again if somebody has answered its end."""


class Arrive(Procedure, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone, face-up as a summon or face-down as a Set."""

    summon: str
    """"normal", "special" or "" for a Set."""
    marks: tuple[str, ...] = ()
    """Bound names that are marked on the card: what was declared for it."""
    rules: tuple[RuleName, ...] = ()


class Spend(Procedure, frozen=True, kw_only=True):
    """Use up something that a player has once a turn."""

    name: str
    kind: str = ""
    """Only if the card is of this kind; empty: always."""


class Declare(Procedure, frozen=True, kw_only=True):
    """Run what the card's own text wants declared, or followed, before it is played."""

    use: str = "declare"


# Activating and the Chain


class TakeUp(Procedure, frozen=True, kw_only=True):
    """Turn the activated card face-up where it lies, or bring it from the hand to be seen."""

    rules: tuple[RuleName, ...] = ()


class Announce(Procedure, frozen=True):
    """Run the announcement of the effect bound in the frame."""


class PutOnChain(Procedure, frozen=True):
    """Make the announced effect the next link of the Chain."""


class Resolve(Procedure, frozen=True):
    """Carry out the effect that has left the Chain, unless it is negated."""


class FinishLink(Procedure, frozen=True):
    """Send a used magic or trap away."""


class ResolveChain(Procedure, frozen=True, kw_only=True):
    """Let triggers and responses come, and resolve the Chain, until nothing is left."""

    hold: bool = False
    """Whether triggers wait for the next aftermath: a summon that is not through yet."""


class Interrupt(Procedure, frozen=True):
    """Carry out what comes in the midst of another act."""


class BeginNext(Procedure, frozen=True):
    """Take the only card that is left; with several go on to the choice which is next."""


class ActOnNext(Procedure, frozen=True):
    """Act on the next of several cards, and begin again with those that are left."""


# Battle


class DeclareAttack(Procedure, frozen=True, kw_only=True):
    rules: tuple[RuleName, ...] = ()
    watch: bool = False
    """Whether it matters later that the possible targets changed."""


class MeetAttack(Procedure, frozen=True, kw_only=True):
    """Go on only if attacker and target are still there; turn a face-down target face-up."""

    rules: tuple[RuleName, ...] = ()
    flip_rules: tuple[RuleName, ...] = ()
    aim_rules: tuple[RuleName, ...] = ()
    """By which a changed set of targets is answered with a new aim; empty: it is not."""


class Battle(Procedure, frozen=True):
    """Calculate damage by the ruleset's battle table, check life, destroy."""


class ChangePosition(Procedure, frozen=True, kw_only=True):
    rules: tuple[RuleName, ...] = ()
    flip_rules: tuple[RuleName, ...] = ()


# Setup and turns


class Deal(Procedure, frozen=True, kw_only=True):
    """Shuffle every pile and draw the opening hands, unseen."""

    count: int
    rules: tuple[RuleName, ...] = ()


class DecideFirst(Procedure, frozen=True, kw_only=True):
    """Ask who goes first; hands may be looked at afterwards."""

    rules: tuple[RuleName, ...] = ()
    loser_rules: tuple[RuleName, ...] = ()
    """The rules by which the loser of the duel before decides, in a match."""
    draw_rules: tuple[RuleName, ...] = ()
    """The rules by which, after a draw, it is decided by whoever decided before."""
    start_rules: tuple[RuleName, ...] = ()
    """The rules by which that player starts."""


class BeginTurn(Procedure, frozen=True):
    """Count the turn and forget what held for the last one only."""


class Phases(Procedure, frozen=True):
    """Go through the phases of a turn."""


class DrawForTurn(Procedure, frozen=True, kw_only=True):
    rules: tuple[RuleName, ...] = ()


class OpenPlay(Procedure, frozen=True):
    """Let the turn player act until they go on to another phase."""


class EndTurn(Procedure, frozen=True):
    """Hand the turn over."""


# Cards that are turned, kept, used and put away


class TurnUp(Procedure, frozen=True, kw_only=True):
    """Turn a face-down card face-up where it lies, off the field."""

    rules: tuple[RuleName, ...] = ()


class Keep(Procedure, frozen=True, kw_only=True):
    """Tell that these cards stay, where others like them would go."""

    cards: Cards | Bound
    what: str
    rules: tuple[RuleName, ...] = ()


class NotePhase(Procedure, frozen=True, kw_only=True):
    """Bind the name of the phase, to be marked on the card that comes."""

    bind: BindsText = "phase"


class UseCard(Procedure, frozen=True, kw_only=True):
    """Turn the activated card face-up where it lies, or lay it where such cards are used."""

    places: tuple[tuple[CardKind, ZoneKind], ...]
    """Which kinds of cards are used where, the first that fits."""
    rules: tuple[RuleName, ...] = ()


class PutAway(Procedure, frozen=True, kw_only=True):
    """Lay the used card where such cards go; what no row names stays."""

    goes: tuple[PutAwayRow, ...]


class PutAwayRow(Struct, frozen=True):
    """Cards that count as all of `kinds` go to a zone, face-up there if `open`."""

    kinds: tuple[CardKind, ...]
    to: ZoneKind
    rules: tuple[RuleName, ...]
    face_up: bool = False
    unless_attached: bool = False
    """Not while the card is equipped to another."""


class DrawIfAllMarked(Procedure, frozen=True, kw_only=True):
    """End the duel as a draw if all players carry this mark."""

    name: str
    reason: str
    rules: tuple[RuleName, ...] = ()


class CallUp(Procedure, frozen=True, kw_only=True):
    """Have every player name things that are no cards, and lay them into a zone of theirs."""

    kind: str
    to: ZoneKind
    rules: tuple[RuleName, ...] = ()


class ApplyStart(Procedure, frozen=True, kw_only=True):
    """Carry out what applies at the start of the duel, of everything in these zones."""

    zones: tuple[ZoneKind, ...]
    rules: tuple[RuleName, ...] = ()


# Priority: players act in turn, and some things happen by themselves


class Priority(Procedure, frozen=True, kw_only=True):
    """Hand priority round until all have passed in succession with an empty Chain."""

    about: str = ""
    """The step of a battle that this is; empty: the phase."""
    rules: tuple[RuleName, ...] = ()


class Enter(Procedure, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone, with what is beneath it; it is summoned, or activated,
    or lies face-down.
    """

    face_up: bool
    rules: tuple[RuleName, ...] = ()


class FlipUp(Procedure, frozen=True, kw_only=True):
    """Turn the card face-up where it lies: it is summoned or activated."""

    rules: tuple[RuleName, ...] = ()


class TurnByHand(Procedure, frozen=True, kw_only=True):
    """Turn the card to its other position; its face stays as it is."""

    rules: tuple[RuleName, ...] = ()


class MeetBattle(Procedure, frozen=True, kw_only=True):
    """Go on only if there is something to battle with; the turn player may choose it anew."""

    rules: tuple[RuleName, ...] = ()
    again_rules: tuple[RuleName, ...] = ()
    """The rules by which another defender may be chosen."""


class FlipFighters(Procedure, frozen=True, kw_only=True):
    """Turn the face-down monsters of a battle face-up, in the position in which they lie."""

    rules: tuple[RuleName, ...] = ()


class LayNext(Procedure, frozen=True, kw_only=True):
    """Lay the card bound to `next` on top of those that came with it, until all are laid."""

    rules: tuple[RuleName, ...] = ()
