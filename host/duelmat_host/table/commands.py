"""Commands: what players and judges say to a table that belongs to no decision.

They come in as these values, from pages, buttons or tests alike; what is not allowed is declined
with an error (errors.py).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Reason = Annotated[str, Meta(min_length=1, max_length=200)]
WindowKindName = Literal["summon", "attack", "effect", "turn", "phase", "own", "every"]
SeatLetter = Annotated[str, Meta(pattern=r"^[a-d]$")]


class _Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """A command or a ruling; its kind stands in `do`."""


class Concede(_Said, frozen=True, tag="concede"):
    """Give the duel up."""


class OfferDraw(_Said, frozen=True, tag="offer-draw"):
    """Ask the other player to end the duel as a draw."""


class AcceptDraw(_Said, frozen=True, tag="accept-draw"):
    """Agree to end the duel as a draw."""


class CorrectLife(_Said, frozen=True, tag="life"):
    """Set a player's life, with the reason; if both must agree, the other player is asked."""

    player: SeatLetter
    """The player whose life is set."""
    life: Annotated[int, Meta(ge=0, le=99_999_999)]
    """The new life, with at most as many digits as the mat's display."""
    reason: Reason
    """It is written into the log."""


class TakeBack(_Said, frozen=True, tag="takeback"):
    """Take the last play back, or ask the other player to agree to it."""


class Redo(_Said, frozen=True, tag="redo"):
    """Do again what was taken back last; nothing may have been played since."""


class Agree(_Said, frozen=True, tag="agree"):
    """Agree to the other player's request."""

    text: Annotated[str, Meta(max_length=400)] = ""
    """The request as the player read it, since another may have replaced it; empty: any."""


class Refuse(_Said, frozen=True, tag="refuse"):
    """Refuse the other player's request."""


class AskMe(_Said, frozen=True, tag="ask-me"):
    """Choose the windows in which the seat is asked for a response; all others pass."""

    at: list[WindowKindName]
    """`summon`, `attack` and `effect`: the other player's; `turn`: before the other player's
    battle and the end of their turn; `phase`: any other phase ends; `own`: after plays of the
    seat itself; `every`: even where nobody could respond."""


class PassOn(_Said, frozen=True, tag="pass-on"):
    """Let all windows pass for a while, or be asked again."""

    until: Literal["play", "turn", ""]
    """`play`: until somebody does something; `turn`: until the seat's next turn; empty: stop."""


class EndTurn(_Said, frozen=True, tag="end-turn"):
    """End the turn, through all its phases; pending acts of hands come first."""


class Rematch(_Said, frozen=True, tag="rematch"):
    """Begin the next duel at this table."""


class CallJudge(_Said, frozen=True, tag="judge"):
    """Call a judge, or send away the judge that this seat has called."""


class ConfirmResult(_Said, frozen=True, tag="confirm-result"):
    """Confirm the result of a match that an event wants."""


_Places = Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=500)]


class ChooseSide(_Said, frozen=True, tag="side"):
    """Exchange cards with the side deck before the next duel of a match."""

    out: _Places
    """The cards of the main deck that go out, by their places among the player's sleeves."""
    into: _Places
    """The cards of the side deck that come in, by their places."""
    done: bool = False
    """Whether the player has finished; the next duel begins when both have."""


class Tell(_Said, frozen=True, tag="tell"):
    """Tell how an own card lies in a zone that does not sense it."""

    zone: Annotated[str, Meta(max_length=20)]
    """The zone of the mat, as `a.m2`."""
    face: Literal["up", "down"]
    """The side that is up."""
    turn: Literal["upright", "sideways"] | None = None
    """How it is turned; null where that does not matter."""


class Touch(_Said, frozen=True, tag="touch"):
    """Touch a pad of the mat, where it has none or the player's hand is at the page."""

    pad: Annotated[str, Meta(max_length=20)]
    """The zone of the mat, as `a.deck`."""


class Press(_Said, frozen=True, tag="press"):
    """Press one of the seat's own buttons, where the mat has none or the hand is at the page."""

    button: Literal["ok", "phase", "judge"]
    """`ok`: take the marked answer; `phase`: go on; `judge`: take back, or call a judge."""


DeskCommand = (
    Concede
    | OfferDraw
    | AcceptDraw
    | CorrectLife
    | TakeBack
    | Redo
    | Agree
    | Refuse
    | AskMe
    | PassOn
    | EndTurn
    | Rematch
    | CallJudge
    | ConfirmResult
    | ChooseSide
)
"""The commands that are written down."""
Command = DeskCommand | Tell | Touch | Press
"""The commands that a player may give."""


class LetStand(_Said, frozen=True, tag="stand"):
    """A refused play stands."""

    play: Annotated[int, Meta(ge=0, le=999)]
    """The place of the play among those in dispute."""
    text: Annotated[str, Meta(max_length=400)]
    """The play as the judge read it, since another may be in dispute by now."""
    reason: Reason
    """It is written into the log."""


class HaveTakenBack(_Said, frozen=True, tag="back"):
    """The refused play is taken back, or the last one that was carried out."""

    reason: Reason
    """It is written into the log."""
    play: Annotated[int, Meta(ge=1)] | None = None
    """The number of the last play as the judge read it, since another may have been done by now;
    null: the refused play."""


class GoOn(_Said, frozen=True, tag="go-on"):
    """There is nothing to rule."""


Ruling = LetStand | HaveTakenBack | CorrectLife | GoOn
"""The rulings that a judge may give."""
