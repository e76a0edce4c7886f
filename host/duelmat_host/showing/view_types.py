"""The views as the pages get them: one type each, which docs/pages.md lists with its JSON schema.

A view is made for one audience; what it leaves out never leaves this machine. Keys that are not
said are left out of the JSON.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.seals import Opening, Seal

SeatLetter = str
"""A seat as pages write it: "a" to "d"."""
Colour = Annotated[list[int], Meta(min_length=3, max_length=3)]
"""Red, green and blue, 0 to 255."""


class View(Struct, frozen=True, omit_defaults=True):
    """The base of all parts of views."""


class CardView(View, frozen=True):
    """A card: which one, where the audience may know that, and how it lies."""

    key: str = ""
    """The owner's seat and the code: `a:H7`."""
    code: str = ""
    """The card as in the ruleset: `H7`."""
    name: str = ""
    """Its name, without an article."""
    face: Literal["up", "down", "unknown"] | UnsetType = UNSET
    """How it lies in a zone or on a stack; `unknown`: the mat cannot tell."""
    looked: bool = False
    """Whether it is one of the deck that is being looked at."""
    zone: str = ""
    """Where it lies face-down, in the list of face-down cards."""


class RuleView(View, frozen=True, omit_defaults=False):
    """A rule with what it says."""

    id: str
    """As in docs/rulesets: `TK-14`."""
    statement: str
    """What it says, as a sentence."""


class MessageView(View, frozen=True, omit_defaults=False):
    """Something that is said."""

    kind: Literal["refusal", "question", "obligation", "info", "problem"]
    """What it is for."""
    text: str
    """One or more sentences."""
    rules: list[RuleView]
    """The rules that a refusal rests on."""
    remedy: list[str]
    """What would be allowed, or what to do: a sentence each."""
    zones: list[MatZone]
    """The zones of the mat that it is about."""


class WhisperView(MessageView, frozen=True, omit_defaults=False, kw_only=True):
    """Something that one seat alone is told, as the judge may know it."""

    seat: SeatLetter
    """The seat that is told."""


class PhaseView(View, frozen=True, omit_defaults=False):
    """A phase of a turn."""

    name: str
    """Its name in the ruleset: `main1`."""
    title: str
    """Its name for people: `Main Phase 1`."""


class DecisionView(View, frozen=True, omit_defaults=False):
    """What the duel waits for."""

    seat: SeatLetter
    """Whose it is; empty: nobody's, or everybody's."""
    kind: str
    """What is decided: `first`, `open`, `window`, `trigger`, `choose`, `place`, `number`, `name`,
    `reveal` or `chance`."""
    text: str
    """What is to be decided, for people."""


class ZoneView(View, frozen=True):
    """A zone with a card in it, as sensed."""

    zone: MatZone
    """The zone of the mat."""
    card: CardView
    """The card; of a stack the one on top."""
    upright: bool
    """Whether it lies upright, not sideways."""
    beneath: list[CardView] = []
    """The cards under the top of a stack."""


class PilesView(View, frozen=True, omit_defaults=False):
    """A player's cards beside the rows: counts of what is hidden, cards of what is open."""

    hand: int
    """How many cards are in hand."""
    pile: int
    """How many cards are in the deck."""
    grave: list[CardView]
    """The Graveyard, the top first."""
    banished: list[CardView]
    """What is banished, the top first."""
    extra: list[CardView]
    """The Extra Deck, the top first."""


class AsideView(View, frozen=True, omit_defaults=False):
    """A zone for which the mat has no antenna."""

    zone: str
    """Its name in the engine."""
    title: str
    """Its name for people."""
    cards: list[CardView]
    """What lies in it."""


class ObligationView(View, frozen=True, omit_defaults=False, rename={"source": "from"}):
    """Something that hands must do."""

    text: str
    """What to do, as a sentence."""
    source: MatZone | None
    """Where the card lies that is to be moved."""
    to: str | None
    """Where it goes: a zone of the mat, `a.hand` or `a.pile`."""
    zone: MatZone
    """The zone that the mat lights."""


class LogLineView(View, frozen=True, omit_defaults=False):
    """A line of the log."""

    n: int
    """Its number, from 1."""
    text: str
    """What happened, as a sentence."""
    rules: list[str]
    """The ids of the rules by which it happened."""
    seat: SeatLetter
    """Who did it; empty: nobody."""
    turn: int
    """In which turn."""
    sealed: list[Seal]
    """Commitments to cards that were laid face-down."""
    opened: list[Opening]
    """Openings of commitments to cards that came to light."""


class OutcomeView(View, frozen=True, omit_defaults=False):
    """How the duel ended."""

    winner: SeatLetter | None
    """Who won; null: a draw."""
    reason: str
    """By what."""
    text: str
    """Both, as a sentence."""


class LinkView(View, frozen=True, omit_defaults=False):
    """How things stand with the board."""

    state: Literal["up", "weak", "down", "wrong"]
    """`weak`: it plays, and reports a trouble that lasts; `wrong`: another mat or protocol."""
    text: str
    """The same for people."""


class RequestView(View, frozen=True, omit_defaults=False, rename={"seat": "from"}):
    """What a player has asked the other for."""

    kind: Literal["draw", "takeback", "life"]
    """What is asked for."""
    seat: SeatLetter
    """Who asks."""
    text: str
    """What is asked for, in words: who agrees names what they have read."""


class JudgeCallView(View, frozen=True, omit_defaults=False):
    """That a judge has been called, and by whom."""

    by: SeatLetter
    """Who has called."""
    text: str
    """The same for people, with what is disputed."""


class PublicView(View, frozen=True, omit_defaults=False):
    """What everybody may know."""

    life: dict[SeatLetter, int]
    """Life points by seat."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    turn_seat: SeatLetter
    """The turn player."""
    phase: str
    """The present phase's name; `setup` before the first turn."""
    phases: list[PhaseView]
    """All phases in order."""
    decision: DecisionView | None
    """What must be answered now; null when the duel is over."""
    status: Literal["over", "waiting", "correcting", "asking", "playing"]
    """How things stand at the table; `waiting`: for a judge."""
    message: MessageView | None
    """What the table says to everybody."""
    zones: list[ZoneView]
    """The cards that are sensed."""
    piles: dict[SeatLetter, PilesView]
    """By seat, the cards beside the rows."""
    aside: dict[SeatLetter, list[AsideView]]
    """By seat, what lies beside the mat, where nothing senses it."""
    obligations: list[ObligationView]
    """What hands must do."""
    log: list[LogLineView]
    """The last 60 lines."""
    outcome: OutcomeView | None
    """How the duel ended; null while it goes on."""
    link: LinkView
    """How things stand with the board."""
    requests: list[RequestView]
    """What players have asked each other for."""
    number: int
    """Which duel of this table it is, from 1."""
    judge: JudgeCallView | None
    """Whether a judge has been called."""
    head: str
    """The newest entry of the duel's journal that everybody may know of, as 16 hex digits: whoever
    notes it can notice later that the journal's end was cut off. Empty where there is none."""


class LightsView(View, frozen=True, omit_defaults=False):
    """What the mat's lights and displays show."""

    lights: list[Colour]
    """One for each light, in the order of the chain."""
    displays: list[str]
    """Eight characters for each seat's display."""
    source: Literal["board", "scene"]
    """`board`: decoded from what the board's light pin sends; `scene`: nothing is decoded."""


class OptionView(View, frozen=True, omit_defaults=False):
    """One answer to a question."""

    text: str
    """What is chosen."""
    detail: str
    """What else helps to choose."""
    passes: bool
    """Whether it passes: no response, or an effect that need not be used is not used."""


class PromptView(View, frozen=True, omit_defaults=False):
    """A question to the seat."""

    id: str
    """By which it is answered."""
    text: str
    """The question."""
    menu: bool
    """Whether nothing has to be chosen."""
    highlight: int
    """The place of the option that OK takes and the choice pads have come to; -1: none."""
    options: list[OptionView]
    """The answers that there are."""


class CardOptionView(View, frozen=True, omit_defaults=False):
    """What a card of the seat may do, or why it may not."""

    text: str
    """What it may do; else why not, and what would make it legal."""
    zone: MatZone
    """Where the card lies."""
    legal: bool
    """Whether it may be done now."""


class SeatView(PublicView, frozen=True, omit_defaults=False, kw_only=True):
    """What one seat may know."""

    seat: SeatLetter
    """The seat."""
    hand: list[CardView]
    """The cards in hand and those being looked at, where the mat is simulated."""
    facedown: list[CardView]
    """The seat's own face-down cards, each with its zone."""
    prompts: list[PromptView]
    """Open questions to the seat."""
    private: MessageView | None
    """What the table says to this seat alone."""
    may: list[CardOptionView]
    """What the touched card may do, and why not."""
    asks_on_own: bool
    """Whether the seat is asked for responses to its own plays too."""


class DisputedPlayView(View, frozen=True, omit_defaults=False):
    """A refused play that a judge may let stand."""

    text: str
    """What the play may have been."""
    hindrance: str
    """Why it cannot stand even by a ruling; empty if it can."""


class JudgeView(PublicView, frozen=True, omit_defaults=False, kw_only=True):
    """What a judge may know."""

    facedown: list[CardView]
    """All face-down cards on the mat, each with its zone."""
    disputed: MessageView | None
    """The refusal that stands."""
    plays: list[DisputedPlayView]
    """What the refused play may have been, the nearest first."""
    last_play: str | None
    """What would be taken back if nothing is disputed; null: there is nothing."""
    whispers: list[WhisperView]
    """What seats alone are told."""
