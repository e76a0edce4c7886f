"""Rulings that a judge gives a table from afar, and what the table answers.

A ruling is about the duel as its judge has seen it: a stream and the number of its newest report.
The table first answers with the effect that the ruling would have, then carries out what the
judge has confirmed, once, and only if the effect is still the same. What is said of an effect is
what everybody at the table would be shown.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from duelmat_venue.texts import Said

LONGEST_REASON: Final = 200
"""Characters of a reason: it stands on a line of the duel's log."""
_REASON_PATTERN: Final = r"^(?=[\s\S]*\S)[^\x00-\x1f\x7f]*$"

Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON, pattern=_REASON_PATTERN)]
"""It is written into the duel's log."""


class Ruling(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """A ruling; its kind stands in `do`."""


class PlayStands(Ruling, frozen=True, tag="stand"):
    """A refused play stands."""

    reason: Reason
    play: Annotated[int, Meta(ge=0, le=999)] = 0
    """The place of the play among those that may have been meant, the nearest first."""


class RefusalHolds(Ruling, frozen=True, tag="back"):
    """The refused play is taken back."""

    reason: Reason


class LastTakenBack(Ruling, frozen=True, tag="undo"):
    """The last play that was carried out is taken back, whoever has learnt what by it."""

    reason: Reason


class LifeSet(Ruling, frozen=True, tag="life"):
    """A player's life is set."""

    seat: Annotated[str, Meta(pattern="^[ab]$")]
    life: Annotated[int, Meta(ge=0, le=99_999_999)]
    """The new life, with at most as many digits as the mat's display."""
    reason: Reason


class DuelGoesOn(Ruling, frozen=True, tag="go-on"):
    """There is nothing to rule: the duel goes on."""


class CardShown(Ruling, frozen=True, tag="show-card"):
    """The judge is shown a face-down card, and both players are told so."""

    zone: Annotated[str, Meta(pattern=r"^(?:[ab]\.(?:[ms][1-5]|field)|x[12])$")]
    """The zone of the mat."""
    key: Annotated[str, Meta(max_length=1_000, pattern="^[A-Za-z0-9+/=]+$")]
    """The public key for which the card is sealed: RSA, as SubjectPublicKeyInfo in base64."""
    reason: Reason


AnyRuling = PlayStands | RefusalHolds | LastTakenBack | LifeSet | DuelGoesOn | CardShown
"""The rulings that a judge may give from afar."""


class Effect(Struct, frozen=True, omit_defaults=True):
    """What a ruling does to a duel, as everybody at the table would be shown it."""

    lines: tuple[Said, ...] = ()
    """The lines that the duel's log would get."""
    life: dict[str, int] = {}
    """The life of each seat where it changes."""
    moment: Said = ""
    """The turn and phase in which the duel would go on, where they change."""
    hands: tuple[Said, ...] = ()
    """The cards that hands would have to move, a sentence each."""
    end: Said = ""
    """The end of the duel, if the ruling ends it."""


class Answer(Struct, frozen=True, omit_defaults=True):
    """A table's answer to a ruling that is not carried out yet."""

    ruling: int
    """The ruling's number at the event."""
    effect: Effect | None = None
    """None: the ruling cannot be carried out."""
    digest: str = ""
    """The digest of the effect, by which the judge confirms it."""
    plays: tuple[Said, ...] = ()
    """The plays that may have been meant, where a refused play shall stand."""
    outcome: Literal["", "refused", "moved-on"] = ""
    """The reason why it cannot be carried out: the table declines it, or the duel has gone on."""
    reason: Said = ""
    """The same in words, with what to do."""
    sealed: Annotated[str, Meta(max_length=1_000)] = ""
    """The card that a judge has asked for, sealed for the judge's key, in base64."""


def effect_digest(effect: Effect) -> str:
    """Return the digest by which a judge confirms the effect that was shown."""
    return sha256(msgspec.json.encode(effect, order="deterministic")).hexdigest()


def as_sent(ruling: AnyRuling) -> dict[str, Any]:
    """Return a ruling as it is sent to a table."""
    sent: dict[str, Any] = msgspec.to_builtins(ruling)
    return sent


def read_ruling(sent: dict[str, Any]) -> AnyRuling | None:
    """Return a ruling that was sent; None: it is of a kind that this program does not know."""
    try:
        read: AnyRuling = msgspec.convert(sent, AnyRuling)
    except msgspec.ValidationError:
        return None
    return read
