"""Steps of play that no card may use, one struct each; a ruleset may have its own."""

from __future__ import annotations

from typing import Literal

from duelmat_engine.effects.ops import Citing, Procedure
from duelmat_engine.effects.texts import RuleName

# Cards that come, and what may answer it


class Attempt(Procedure, Citing, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone: a summon that may still be negated."""


class Flip(Procedure, Citing, frozen=True, kw_only=True):
    """Turn a face-down monster face-up by hand: a summon that may still be negated."""


class Succeed(Procedure, Citing, frozen=True, kw_only=True):
    """The summon that was attempted succeeds, unless its card is gone."""

    summon: Literal["normal", "special", "flip"]
    window: str = ""
    """The kind of window that follows; empty: "summon" or "special-summon"."""


class Arrive(Procedure, Citing, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone, face-up as a summon or face-down as a Set."""

    summon: str
    """"normal", "special" or "" for a Set."""
    marks: tuple[str, ...] = ()
    """Bound names that are marked on the card: what was declared for it."""


class Spend(Procedure, frozen=True, kw_only=True):
    """Use up something that a player has once a turn."""

    name: str
    kind: str = ""
    """Only if the card is of this kind; empty: always."""


class Declare(Procedure, frozen=True, kw_only=True):
    """Run what the card's own text wants declared, or followed, before it is played."""

    use: str = "declare"


# Activating and the Chain


class TakeUp(Procedure, Citing, frozen=True, kw_only=True):
    """Turn the activated card face-up where it lies, or bring it from the hand to be seen."""

    counts: bool = False
    """Whether what a card of the hand does all the time counts from now on; else it counts as
    earlier than everything else."""


class Announce(Procedure, frozen=True):
    """Run the announcement of the effect bound in the frame."""


class PutOnChain(Procedure, frozen=True):
    """Make the announced effect the next link of the Chain."""


class Resolve(Procedure, frozen=True):
    """Carry out the effect that has left the Chain, unless it is negated."""


class FinishLink(Procedure, frozen=True, kw_only=True):
    """Send the card away whose use is over; that of any other effect stays."""

    uses: tuple[str, ...] = ("magic", "quick", "trap")
    """The uses of effects that use their card up."""


class ResolveChain(Procedure, frozen=True, kw_only=True):
    """Let triggers and responses come, and resolve the Chain, until nothing is left."""

    hold: bool = False
    """Whether triggers wait for the next ResolveChain: a summon that is not through yet."""


class Interrupt(Procedure, frozen=True):
    """Carry out what comes in the midst of another act."""


class BeginNext(Procedure, frozen=True):
    """Take the only card that is left; with several go on to the choice which is next."""


class ActOnNext(Procedure, frozen=True):
    """Act on the next of several cards, and begin again with those that are left."""


# Battle


class DeclareAttack(Procedure, Citing, frozen=True, kw_only=True):
    """Declare the attack that was announced."""

    watch: bool = False
    """Whether it matters later that the possible targets changed."""
    past_rules: tuple[RuleName, ...] = ()
    """Cited too where a player is attacked past monsters."""


class MeetAttack(Procedure, Citing, frozen=True, kw_only=True):
    """Go on only if attacker and target are still there; turn a face-down target face-up."""

    flip_rules: tuple[RuleName, ...] = ()
    aim_rules: tuple[RuleName, ...] = ()
    """The rules of a new aim when the set of targets has changed; empty: there is none."""
    past_rules: tuple[RuleName, ...] = ()
    """Cited too where the new aim is a player, past monsters."""


class Battle(Procedure, frozen=True):
    """Calculate damage by the ruleset's battle table, check life, destroy."""


class ChangePosition(Procedure, Citing, frozen=True, kw_only=True):
    """Turn a monster to its other position by hand."""

    flips: bool = True
    """Whether a face-down one is turned face-up instead, to Attack Position."""
    flip_rules: tuple[RuleName, ...] = ()


# Setup and turns


class Deal(Procedure, Citing, frozen=True, kw_only=True):
    """Shuffle every pile and draw the opening hands, unseen."""

    count: int


class DecideFirst(Procedure, Citing, frozen=True, kw_only=True):
    """Ask who goes first; hands may be looked at afterwards."""

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


class DrawForTurn(Procedure, Citing, frozen=True, kw_only=True):
    """Draw the turn player's card of the turn."""

    empty_reading: str = ""
    """The reading that says whether having no card to draw loses ("lose"), if there is one."""


class OpenPlay(Procedure, frozen=True):
    """Let players act: the turn player, until they go on to another phase."""


class EndTurn(Procedure, frozen=True):
    """Hand the turn over."""
