"""One table with a duel on it: what is sensed and said comes in, what is shown comes out.

    sense, touch, press, answer, command, tick
      -> what lies there (layout) -> which play (referee) -> carried out and written (keeping)
      -> what is told and asked (conversation)

The table does no I/O but the journal's, which is written before anything is shown. Time comes in
as milliseconds of one steady clock.
"""

from __future__ import annotations

from duelmat_engine.actions import Action, Pass, Play, Roll
from duelmat_engine.effects import ops
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import NOBODY, Seat, zone_kind
from duelmat_engine.ruleset import game_of
from duelmat_engine.running.execute import current_op
from duelmat_engine.state import replace
from duelmat_host.sensing.layout import Face, Layout, Sight
from duelmat_host.table.conversation import WAITING, Message
from duelmat_host.table.duel_setup import Dice, DuelSetup, Writer
from duelmat_host.table.expect import differences, expected_layout
from duelmat_host.table.judging import Judging
from duelmat_host.table.owing import Duty, duties
from duelmat_host.table.private import private_duel
from duelmat_host.table.prompts import Prompt, asked_next, asked_which
from duelmat_host.table.referee import (
    Ambiguous,
    Displaced,
    Earlier,
    Finding,
    Lifted,
    Look,
    Played,
    Referee,
    Refused,
    Stray,
    Unsure,
    way_of,
)
from duelmat_host.table.tasks import SHOWN_PILES
from duelmat_host.table.zone_map import ZoneMap

__all__ = ["REFUSE_MS", "Dice", "DuelSetup", "DuelTable", "Message", "Writer"]

REFUSE_MS = 400
"""What does not fit is refused when it has lain so for this long: hands may be on their way."""
TURN_MS = 1500
"""A card that was turned where it lies may be turned on for so long."""
LOOK_MS = 4000
"""A card may be taken up and looked at for so long before somebody asks for it back."""
FURTHEST_BACK = 12
"""So many actions back, a layout is still recognized."""


class DuelTable(Judging):
    """The table of one duel."""

    def __init__(
        self, setting: DuelSetup, zones: ZoneMap, journal: Writer, dice: Dice, duel_number: int = 1
    ) -> None:
        super().__init__(setting, zones, journal, duel_number)
        self.dice = dice
        self.referee = Referee(zones)
        self.finding: Finding | None = None
        self.is_told = False
        """Whether the finding has been said: it has lain so for long enough."""
        self.unseen = False
        """Whether the mat has not been seen since the duel was taken up again."""
        self._due_ms: int | None = None
        self._due_for: tuple[Finding | None, Layout] | None = None
        self._chosen_for: dict[str, Sight] = {}

    def begin_anew(self) -> None:
        """The mat has not been seen since the stop; what is asked now is worked out anew."""
        self.confirmed.clear()
        self.unseen = True
        self._ask_anew()

    # What comes in besides what is said

    def sense(self, layout: Layout, now_ms: int) -> None:
        """The settled layout of the mat."""
        self.now_ms = now_ms
        before = self.layout
        self.layout = layout
        self.unseen = False
        for spot in self.zones.landing_spots:
            if before.get(spot) != layout.get(spot):
                self._landed(spot)
        self._consider()

    def tick(self, now_ms: int) -> None:
        """Time has passed: what is due is said, what was said long enough goes."""
        self.now_ms = now_ms
        if self._due_ms is not None and now_ms >= self._due_ms:
            self._due_ms = None
            self._say_finding()
        old = [place for place, until in self.confirmed.items() if until <= now_ms]
        for place in old:
            del self.confirmed[place]
        if old:
            self.version += 1

    # Matching what lies there

    def _consider(self) -> None:
        for _ in range(64):
            if self._automatic():
                continue
            self.finding = self._find()
            if not isinstance(self.finding, Played) or not self._play(self.finding.action):
                break
        self._tell()
        self.version += 1

    def _find(self) -> Finding | None:
        if self.duel.is_over():
            return None
        astray = self.astray()
        self._settle_debts(astray)
        fresh = {
            place: sight
            for place, sight in astray.items()
            if place not in self.owed
            or (sight is not None and not sight.is_like(self.owed[place]))
        }
        spots = self.zones.landing_spots
        seen = {place: sight for place, sight in fresh.items() if place not in spots}
        self._forget_choice(seen)
        look = Look(
            self.duel,
            self.legal(),
            self.layout,
            self.expected(),
            seen,
            shown={spot: s for spot in spots if (s := astray.get(spot)) is not None},
            strays=frozenset(spot for spot in spots if spot in fresh),
            chosen=self.chosen_way,
        )
        finding = self.referee.consider(look)
        if isinstance(finding, Displaced | Lifted) or (
            isinstance(finding, Refused) and (finding.is_turned or self._are_from_piles(seen))
        ):
            return self._earlier(tuple(seen)) or finding
        return finding

    def _forget_choice(self, seen: dict[str, Sight | None]) -> None:
        """A way that was chosen holds while the cards that were asked about lie there."""
        if self.chosen_way and not self._chosen_for:
            self._chosen_for = {place: s for place, s in seen.items() if s is not None}
        if any(seen.get(place) != sight for place, sight in self._chosen_for.items()) or not seen:
            self._chosen_for = {}
            self.chosen_way = ""
            self.asked = []

    def _are_from_piles(self, seen: dict[str, Sight | None]) -> bool:
        """Whether all that was laid down was in open piles: a hand card is played, not undone."""
        piled = {p.key for name, p in self.duel.pieces() if zone_kind(name) in SHOWN_PILES}
        return all(sight is None or sight.key in piled for sight in seen.values())

    def _earlier(self, zones: tuple[str, ...]) -> Earlier | None:
        """The latest moment at which the rows lay as they lie now."""
        for past in reversed(self.past[-FURTHEST_BACK:]):
            if past.automatic or isinstance(past.action, Pass):
                continue
            expected = expected_layout(past.duel, self.zones, past.secrets, past.spots)
            if not differences(self.layout, expected, self.zones.rows):
                return Earlier(zones, past.number)
        return None

    def _play(self, action: Action) -> bool:
        """Carry out what the hands did; False if something must be done first."""
        decision = self.duel.decision
        seat = self.duel.turn_seat if decision is None or decision.seat < 0 else decision.seat
        blocked = self._blocked(seat, action)
        if blocked:
            self._tell_all(Message("obligation", blocked))
            return False
        action = self.with_shown(action)
        warning = self._warning(action, seat)
        self._commit(action, seat)
        if warning is not None:
            self.whispers[seat] = warning
        return True

    def _warning(self, action: Action, seat: Seat) -> Message | None:
        """What the owner, and nobody else, is told: that the card laid face-down may not be so."""
        if not isinstance(action, Play) or action.face_up:
            return None
        place = self.zones.sensed(action.to)
        sight = self.layout.get(place)
        if sight is None or sight.key is None:
            return None
        private = private_duel(self.duel, seat, self.secrets, {sight.key})
        verdict = judge(private, replace(action, card=sight.key))
        return None if verdict.legal else self._refusal(verdict, (place,), seat)

    def _automatic(self) -> bool:
        """Answer what is nobody's to answer, or has one answer; True if something was done.

        It looks at public facts only, or its speed would tell.
        """
        decision = self.duel.decision
        if decision is None or self.called_by is not None:
            return False
        action: Action | None = None
        if decision.kind == "chance":
            action = Roll(self.dice(decision.options, decision.low))
        elif decision.kind == "window":
            action = Pass()
        elif decision.kind == "choose" and len(self.legal()) == 1 and not self._is_aloud():
            action = self.legal()[0]
        if action is None or not self._is_automatic(action):
            return False
        self._commit(action, NOBODY if decision.kind == "chance" else decision.seat)
        return True

    def _is_aloud(self) -> bool:
        op = current_op(game_of(self.duel.ruleset, self.duel.readings).blocks, self.duel.frames)
        return isinstance(op, ops.Choose) and op.aloud

    def _frozen(self) -> str:
        if self.called_by is not None:
            return WAITING
        if self.is_restoring and (self.owed or self.restoring):
            return "First lay the cards back as the lights show: something was taken back."
        if isinstance(self.finding, Displaced) and self.is_told:
            return "First lay the cards back as the lights show: they lie elsewhere than before."
        return ""

    # What the hands must do

    def duties(self) -> list[Duty]:
        """What is owed in the sensed zones, and the way back from a correction."""
        zones = {place: s for place, s in self.astray().items() if place in self.owed}
        match self.finding:
            case Displaced(zones=places) | Lifted(zones=places) if self.is_told:
                zones |= {place: self.layout.get(place) for place in places}
            case _:
                pass
        return duties(self.layout, self.expected(), zones)

    # What goes out

    def _tell(self) -> None:
        """Turn the finding into a question at once, or a correction when it is due."""
        finding = self.finding
        if not isinstance(finding, Ambiguous):
            self.which = None
        now = (finding, self.layout)
        if self._due_for != now:
            self._due_for = now
            self.is_told = False
            patience_ms = _patience_ms(finding)
            self._due_ms = None if patience_ms is None else self.now_ms + patience_ms
            if not isinstance(finding, Refused):
                self.refused = None
                self._settle_dispute()
            self._narrowed.clear()
            if not isinstance(finding, Played):
                self._tell_all(None)
        if isinstance(finding, Ambiguous):
            self._ask_which(finding)

    def _ask_which(self, finding: Ambiguous) -> None:
        """Ask which play is meant; the same question is asked once."""
        ways = list(dict.fromkeys(way_of(action) for action in finding.actions))
        if ways != self.asked:
            self._write("asked", {"options": ways})
            self.asked = ways
            self._ask_anew()
            self.which = None
        if self.which is None:
            self.which = self._which_prompt(finding)
        self._tell_all(Message("question", self.which.text))

    def _which_prompt(self, finding: Ambiguous) -> Prompt:
        if not finding.is_shown:
            return asked_which(self.duel, self.questions, finding.actions, self.wording())
        name = f"{self.questions}.which"
        return asked_next(self.duel, name, finding.actions, self.wording(), self.zones)

    def _say_finding(self) -> None:
        """What has lain so for long enough is said."""
        self.is_told = True
        self.version += 1
        match self.finding:
            case Refused(zones=zones, verdict=verdict, plays=plays):
                self.refuse_play(verdict, zones, plays)
            case Stray(zone=place, sight=sight):
                text = self._stray_words(place, sight)
                self._refuse(Message("refusal", text, zones=(place,)))
            case Unsure(zone=place, what=what):
                self._tell_all(
                    Message("question", self._unsure_words(place, what), zones=(place,))
                )
            case Lifted(zones=zones):
                names = " and ".join(self.place_name(place) for place in zones)
                text = f"Put back what lay in {names}, or go on with it."
                self._tell_all(Message("obligation", text, zones=zones))
            case Displaced(zones=zones):
                text = "Cards lie elsewhere than they did. Lay them back as the lights show."
                self._tell_all(Message("obligation", text, zones=zones))
            case Earlier(zones=zones, number=number):
                past = next(p for p in self.past if p.number == number)
                text = (
                    f"The cards lie as before {self.name_of(past.by)}'s play: "
                    f"{self.words(past.duel, past.action)}. Press judge to take it back, or lay "
                    "them as they lay."
                )
                self._tell_all(Message("question", text, zones=zones))
            case _:
                pass

    def _unsure_words(self, place: str, what: str) -> str:
        name = self.place_name(place)
        return {
            "face": f"Which side of the card in {name} is up? Lay it flat again.",
            "orientation": f"Straighten the card in {name}: upright or sideways.",
        }.get(what, f"The card in {name} is not known here: take it away.")

    def _stray_words(self, place: str, sight: Sight) -> str:
        """Why a card cannot lie so on a landing spot; one lying face-down is not named."""
        name = self.place_name(place)
        if sight.face is not Face.UP:
            return f"Take the card from {name}, or turn it face-up if it belongs there."
        card = "the card" if sight.key is None else self.card_name(sight.key)
        return f"Take {card} from {name}: nothing brings it there."

    def _goal(self, by: Seat) -> int:
        """The action before which a takeback goes back; 0 if there is none."""
        if isinstance(self.finding, Earlier) and self.is_told:
            return self.finding.number
        undone = self.to_undo(by)
        return undone[-1].number if undone else 0


def _patience_ms(finding: Finding | None) -> int | None:
    """How long a finding may last before it is said; None: there is nothing to say."""
    match finding:
        case Refused(is_turned=is_turned):
            return TURN_MS if is_turned else REFUSE_MS
        case Unsure():
            return REFUSE_MS
        case Stray() | Displaced() | Earlier():
            return TURN_MS
        case Lifted():
            return LOOK_MS
        case _:
            return None
