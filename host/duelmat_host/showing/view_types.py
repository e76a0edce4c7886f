"""The views as the pages get them: one type each, which docs/pages.md lists with its JSON schema.

A view is made for one audience; what it leaves out never leaves this machine. Keys without a value
are left out of the JSON.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.choice_types import GridView, PaymentsView
from duelmat_host.showing.match_types import EventView, ResultView, ScoreView, TimeView
from duelmat_host.showing.turn_types import TurnSummaryView
from duelmat_host.table.seals import Opening, Seal

SeatLetter = str
"""A seat as pages write it: "a" to "d"."""
TableStatus = Literal["over", "waiting", "correcting", "asking", "playing"]
"""The state of a table; `waiting`: for a judge."""
PassedUntil = Literal["", "play", "turn"]
"""The time for which a player lets every window pass, as in the command `pass-on`; empty: none."""
Colour = Annotated[list[int], Meta(min_length=3, max_length=3)]
"""Red, green and blue, 0 to 255."""


class View(Struct, frozen=True, omit_defaults=True):
    """The base of all parts of views."""


class RuleView(View, frozen=True, omit_defaults=False):
    """A rule with its statement."""

    id: str
    """Its id as in docs/rulesets: `TK-14`."""
    statement: str
    """The statement, as a sentence."""


class ValueChangeView(View, frozen=True, omit_defaults=False):
    """A change of a value of a card."""

    how: str
    """The change in short: `+500`, `halved`."""
    value: int
    """The value after it."""
    cause: str
    """The card that changes it and where it lies, or the status."""
    rules: list[RuleView]
    """The rules by which it is changed."""


class ChangedValueView(View, frozen=True, omit_defaults=False):
    """A value of a card that changes have affected, even if it is the printed one again."""

    trait: str
    """Its name in the ruleset: `attack`."""
    printed: int
    """The printed value."""
    value: int
    """The value now."""
    changes: list[ValueChangeView]
    """The changes from the printed value to the present one, in the order in which they count."""


class MarkView(View, frozen=True, omit_defaults=False):
    """A mark on a card: a declared value, a status."""

    sign: str
    """A word or a number that stands on the card: `Stun`, `Hearts`."""
    text: str
    """The same as a sentence."""
    rules: list[RuleView]
    """The rules that say what it does."""


class CardView(View, frozen=True):
    """A card: its position, and its identity where the audience may know that."""

    key: str = ""
    """The owner's seat and the code: `a:H7`."""
    code: str = ""
    """The card as in the ruleset: `H7`."""
    name: str = ""
    """Its name, without an article."""
    face: Literal["up", "down", "unknown"] | UnsetType = UNSET
    """The way it lies in a zone or on a stack; `unknown`: the mat cannot tell."""
    looked: bool = False
    """Whether the card is one of the deck that the player is looking at."""
    zone: str = ""
    """The zone where it lies face-down, in the list of face-down cards."""
    changed: list[ChangedValueView] = []
    """The values that were changed from the printed ones."""
    marks: list[MarkView] = []
    """The marks on it: declared values, statuses."""


class MessageView(View, frozen=True, omit_defaults=False):
    """A message of the table."""

    kind: Literal["refusal", "question", "obligation", "info", "problem"]
    """The purpose of the message."""
    text: str
    """One or more sentences."""
    rules: list[RuleView]
    """The rules that a refusal rests on."""
    remedy: list[str]
    """The remedies: what would be allowed, or what to do, a sentence each."""
    zones: list[MatZone]
    """The zones of the mat that it is about."""


class WhisperView(MessageView, frozen=True, omit_defaults=False, kw_only=True):
    """A message to one seat alone, as the judge may know it."""

    seat: SeatLetter
    """The seat that gets it."""


class PhaseView(View, frozen=True, omit_defaults=False):
    """A phase of a turn."""

    name: str
    """Its name in the ruleset: `main1`."""
    title: str
    """Its name for people: `Main Phase 1`."""


class DecisionView(View, frozen=True, omit_defaults=False):
    """The decision that the duel waits for."""

    seat: SeatLetter
    """The seat that decides; empty: nobody, or everybody."""
    kind: str
    """The kind of decision: `first`, `open`, `window`, `trigger`, `choose`, `place`, `number`,
    `name`, `reveal` or `chance`."""
    text: str
    """The decision in words, for people."""
    shown_from: str = ""
    """The place of a card that must be shown, or may be shown as an answer without a button:
    `mat`, `deck`, `hand`, or `hidden` for several such places; empty: no card."""
    waits: bool = False
    """Whether hands must do something with a deck first, such as draw: then the seat is asked."""


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
    told: bool = False
    """Whether its player tells how it lies, because the mat does not sense that there."""


class PilesView(View, frozen=True, omit_defaults=False):
    """A player's cards beside the rows: counts of hidden cards, and the open cards."""

    hand: int
    """The number of cards in hand."""
    pile: int
    """The number of cards in the deck."""
    grave: list[CardView]
    """The Graveyard, the top first."""
    banished: list[CardView]
    """The banished cards, the top first."""
    extra: list[CardView]
    """The Extra Deck, the top first; face-down what its player alone may look at."""


class AsideView(View, frozen=True, omit_defaults=False):
    """A zone for which the mat has no antenna."""

    zone: str
    """Its name in the engine."""
    title: str
    """Its name for people."""
    cards: list[CardView]
    """The cards in it."""


class LyingView(View, frozen=True, omit_defaults=False):
    """The way that a card is to lie."""

    face: Literal["up", "down"]
    """The side that is seen."""
    turn: Literal[0, 90] | None
    """90: sideways; null: the direction does not matter in the card's zone."""


class ObligationView(View, frozen=True, omit_defaults=False, rename={"source": "from"}):
    """An obligation of the hands."""

    text: str
    """The obligation, as a sentence."""
    source: MatZone | None
    """The zone of the card that is to be moved."""
    to: str | None
    """The place that it goes to: a zone of the mat, `a.hand` or `a.pile`."""
    zone: MatZone
    """The zone that the mat lights."""
    instructs: bool = False
    """Whether the text instructs a person to move an opponent's card at a real mat."""
    card: str | None = None
    """The key of the card that is laid, where the audience may know it."""
    lies: LyingView | None = None
    """The way that the card is to lie in the zone where it belongs."""
    seat: SeatLetter = ""
    """The seat whose hands do it; empty: any hands."""
    owed: bool = False
    """Whether the duel has it so already, so that nobody decides anything by it; false: a way back
    from what was begun or refused."""
    choose: int = 0
    """The number of cards of its hand that the seat chooses for it."""
    touch: MatZone | None = None
    """The zone that is touched when it is done, on the mat or a page; null: the mat shows it."""


class CardRowView(View, frozen=True, omit_defaults=False):
    """The hand of an opponent at a real mat: cards face-down in a row beside it."""

    seat: SeatLetter
    """The seat whose hand it is."""
    places: list[int]
    """The places that hold a card, from 1: a place keeps its number."""
    asked: int
    """The place that the present instruction is about; 0: none."""


class LogLineView(
    View, frozen=True, omit_defaults=False, rename={"source": "from", "target": "to"}
):
    """A line of the log."""

    n: int
    """Its number, from 1."""
    text: str
    """The event, as a sentence."""
    rules: list[str]
    """The ids of the rules by which it happened."""
    seat: SeatLetter
    """The seat that did it; empty: nobody."""
    turn: int
    """The turn in which it happened."""
    play: int
    """The number of the play that it belongs to, counted through the duel; 0: to none."""
    sealed: list[Seal]
    """Commitments to cards that were laid face-down."""
    opened: list[Opening]
    """Openings of commitments to cards that came to light."""
    source: MatZone | UnsetType = UNSET
    """The zone of the card that is declared to attack; left out: none is."""
    target: MatZone | UnsetType = UNSET
    """The target of that attack, for a direct attack the deck."""
    told: Literal[True] | UnsetType = UNSET
    """True where its player has told how the card lies, or the rules leave no other way; left
    out: that was sensed, or no card was laid."""


class ChainLinkView(View, frozen=True, omit_defaults=False, rename={"source": "from"}):
    """A link of the Chain."""

    number: int
    """Its number, from 1."""
    seat: SeatLetter
    """The seat that activated it."""
    text: str
    """The card, its owner and its use."""
    does: str
    """The result of the link when it resolves."""
    source: MatZone | None
    """The zone of its card, as far as the mat shows it."""
    targets: list[MatZone]
    """The zones of the cards that it aims at."""
    next: bool
    """Whether it resolves next."""


class OutcomeView(View, frozen=True, omit_defaults=False):
    """The end of the duel."""

    winner: SeatLetter | None
    """The seat that won; null: a draw."""
    reason: str
    """The reason for it."""
    text: str
    """Both, as a sentence."""


class LinkView(View, frozen=True, omit_defaults=False):
    """The state of the link to the board."""

    state: Literal["up", "weak", "down", "wrong"]
    """`weak`: it plays, and reports a trouble that lasts; `wrong`: another mat or protocol."""
    text: str
    """The same for people."""


class RequestView(View, frozen=True, omit_defaults=False, rename={"seat": "from"}):
    """A request of one player to the other."""

    kind: Literal["draw", "takeback", "life"]
    """The kind of request."""
    seat: SeatLetter
    """The seat that asks."""
    text: str
    """The request in words, which an agreeing player sends back as read."""


class JudgeCallView(View, frozen=True, omit_defaults=False):
    """A call for a judge."""

    by: SeatLetter
    """The seat that has called; empty: the table itself."""
    text: str
    """The same for people, with what is disputed."""


class PublicView(View, frozen=True, omit_defaults=False):
    """The view for everybody."""

    life: dict[SeatLetter, int]
    """Life points by seat."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    turn_seat: SeatLetter
    """The turn player."""
    phase: str
    """The present phase's name; `setup` before the first turn."""
    phases: list[PhaseView]
    """The phases in order."""
    decision: DecisionView | None
    """The decision that must be made now; null when the duel is over."""
    status: TableStatus
    """The state of the table; `waiting`: for a judge."""
    message: MessageView | None
    """The table's message to everybody."""
    zones: list[ZoneView]
    """The cards that are sensed."""
    playable: list[MatZone]
    """The zones that are lit as legal: a card may be played there, or the card there may act."""
    piles: dict[SeatLetter, PilesView]
    """The cards beside the rows, by seat."""
    aside: dict[SeatLetter, list[AsideView]]
    """The zones beside the mat, where nothing senses cards, by seat."""
    obligations: list[ObligationView]
    """The obligations of the hands."""
    chain: list[ChainLinkView]
    """The links of the Chain, the first first."""
    log: list[LogLineView]
    """The last 60 lines."""
    outcome: OutcomeView | None
    """The end of the duel; null while it goes on."""
    link: LinkView
    """The state of the link to the board."""
    requests: list[RequestView]
    """The requests that players have made of each other."""
    number: int
    """The number of this duel at the table, from 1."""
    score: ScoreView
    """The duels of its match that are over."""
    judge: JudgeCallView | None
    """The call for a judge, if there is one."""
    head: str
    """The newest entry of the duel's journal that everybody may know of, as 32 hex digits: whoever
    notes it can notice later that the journal's end was cut off. Empty where there is none."""
    result: ResultView | None = None
    """The result of the match, which both players are to confirm; null: there is none."""
    time: TimeView | None = None
    """What is still played after time was called; null: it was not, or nothing is."""
    row: CardRowView | None = None
    """The hand of an opponent whose cards a person moves; null: there is none."""
    event: EventView | None = None
    """The place of the table in its event; null: it plays at none."""


class LightsView(View, frozen=True, omit_defaults=False):
    """The state of the mat's lights and displays."""

    lights: list[Colour]
    """The colour of each light, in the order of the chain."""
    displays: list[str]
    """Eight characters for each seat's display."""
    source: Literal["board", "scene"]
    """`board`: decoded from what the board's light pin sends; `scene`: nothing is decoded."""


class OptionView(
    View, frozen=True, omit_defaults=False, rename={"source": "from", "target": "to"}
):
    """One answer to a question."""

    text: str
    """The answer in words."""
    detail: str
    """A detail that helps to choose."""
    passes: bool
    """Whether the answer passes: no response, or an optional effect that is not used."""
    source: MatZone | None = None
    """The zone of the card that an attack is made with; null: it is no attack."""
    target: MatZone | None = None
    """The target of the attack, for a direct attack the deck; null: none on the mat."""
    use: str = ""
    """The play or the effect that is meant, as the game's rules name it; empty: neither."""


class PromptView(View, frozen=True, omit_defaults=False):
    """A question to the seat."""

    id: str
    """The id by which it is answered."""
    text: str
    """The question."""
    because: str
    """The reason for the question: the Chain that it is about, or the card that asks, with its
    text; empty: the question says it."""
    menu: bool
    """Whether nothing has to be chosen."""
    highlight: int
    """The index of the option that OK takes and the choice pads move; -1: none."""
    options: list[OptionView]
    """The possible answers."""
    rules: list[RuleView] = []
    """The rules by which it is asked, where a card's effect asks."""
    grid: GridView | None = None
    """The answers together with those of the next question; null: no other follows."""


class PromptAnswerView(View, frozen=True, omit_defaults=False):
    """An answer to an open question, as a page gives it."""

    prompt: str
    """The question's id."""
    option: int
    """The place of the answer, from 0."""


class AskingView(View, frozen=True, omit_defaults=False):
    """The switches of a seat for questions about responses."""

    at: list[str]
    """The kinds of windows in which it is asked, as in the command `ask-me`."""
    until: PassedUntil
    """The time for which the seat passes regardless, as in the command `pass-on`."""


class CardOptionView(View, frozen=True, omit_defaults=False):
    """A use of one of the seat's cards, legal now or not."""

    text: str
    """The use."""
    card: str
    """The card: its zone, or its key in hand."""
    legal: bool
    """Whether it may be done now."""
    rules: list[RuleView]
    """The rules that refuse it."""
    remedy: list[str]
    """The remedies that would make it legal, a sentence each."""
    how: str = ""
    """The movement of a hand that does it; empty: an answer does it, or it is illegal."""
    answer: PromptAnswerView | None = None
    """The answer that does it; null: none does."""
    zone: MatZone | None = None
    """A zone where a hand lays the card to use it so; null: it is used otherwise."""
    lies: LyingView | None = None
    """The way that the card lies there then."""
    use: str = ""
    """The play or the effect that it is, as in `OptionView.use`."""


class CardOptions(View, frozen=True, omit_defaults=False):
    """The uses of a card that its player has asked about."""

    uses: list[CardOptionView]
    """All uses, the legal ones first."""
    ok: Literal[True] = True
    """Always true."""


class SideCardView(View, frozen=True, omit_defaults=False):
    """A card that a player has brought, in side decking."""

    place: int
    """Its place among the player's sleeves, by which commands name it."""
    name: str
    """The card's name."""
    is_side: bool
    """Whether it is in the side deck so far."""
    is_exchanged: bool
    """Whether the player has chosen to exchange it."""


class SideView(View, frozen=True, omit_defaults=False):
    """A player's side decking before the next duel."""

    cards: list[SideCardView]
    """The cards of the main deck and of the side deck."""
    is_done: bool
    """Whether the player has finished; the next duel begins when both have."""


class SeatView(PublicView, frozen=True, omit_defaults=False, kw_only=True):
    """The view for one seat."""

    seat: SeatLetter
    """The seat."""
    hand: list[CardView]
    """The cards in hand and those being looked at, where the mat is simulated."""
    facedown: list[CardView]
    """The seat's own face-down cards, each with its zone."""
    prompts: list[PromptView]
    """Open questions to the seat."""
    private: MessageView | None
    """The table's message to this seat alone."""
    may: list[CardOptionView]
    """The uses of the touched card, and why others are not legal."""
    asking: AskingView
    """The switches of the seat for being asked whether it responds."""
    ending: bool
    """Whether the seat has ended its turn, and the table goes through the phases for it."""
    usable: list[str] | None
    """The zones, and the cards of its hand and Extra Deck, with which the seat may act now, as far
    as it knows its own cards; null while that is worked out, a moment after each decision."""
    payments: PaymentsView | None
    """The plays that are paid for with cards on the mat, worked out like `usable`; null: there are
    none."""
    takeback: str
    """The play or answer that its judge button takes back; empty: none, or it calls a judge."""
    follows: bool | None
    """Whether the seat's simulated hands do by themselves what is owed and nobody decides; null:
    the mat is real."""
    side: SideView | None
    """The side decking of the seat; null: no cards are exchanged now."""
    takeback_cost: str
    """What is undone beyond an own play of this turn, as sentences; empty: nothing."""
    other_turn: TurnSummaryView | None
    """The newest turn of another player; null: there was none yet."""
    redo: str
    """The play taken back that the seat may do again; empty: none, or its cards go back first."""


class DisputedPlayView(View, frozen=True, omit_defaults=False):
    """A refused play that a judge may let stand."""

    text: str
    """The play in words."""
    hindrance: str
    """The reason why it cannot stand even by a ruling; empty if it can."""


class JudgeView(PublicView, frozen=True, omit_defaults=False, kw_only=True):
    """The view for a judge."""

    facedown: list[CardView]
    """The face-down cards on the mat, each with its zone."""
    disputed: MessageView | None
    """The present refusal."""
    plays: list[DisputedPlayView]
    """The plays that the refused one may have been, the nearest first."""
    last_play: str | None
    """The last play, which can be taken back; null: there is none."""
    last_number: int | None
    """The number of the last play: a ruling that takes it back names it."""
    whispers: list[WhisperView]
    """The messages to seats alone."""


PUBLIC: Final = "public"
"""Everybody, who knows what lies open."""
OVERLAY: Final = "overlay"
"""The viewers of a stream's overlay, who are shown a part of what everybody is, and no lights."""
JUDGE: Final = "judge"
"""The judge, who may know everything."""
