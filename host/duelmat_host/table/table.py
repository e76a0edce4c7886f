"""One table with a duel on it: values come in, entries and things to show come out.

    sense, touch, press, release, answer, command, rule, tick
      -> what lies there -> finding (matcher) -> action -> entry (written) -> state (reducer)
      -> what is shown

`DuelTable` holds the present state and the little that no journal keeps: the sensed layout, what
has been reported of it, what is said for the moment, the highlighted answer. It does no I/O but
the journal's, which is written before anything is shown. Times are milliseconds of one steady
clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from duelmat_engine import Action, CorrectLife, Pass, Seat, judge, parse_seat
from duelmat_host.sensing.layout import Face, Layout, MatZone, Sight
from duelmat_host.sensing.tracker import Problem
from duelmat_host.table.announcements import Announcements
from duelmat_host.table.automatic import automatic_action, ending_action, with_unseen_named
from duelmat_host.table.commands import Command, Ruling
from duelmat_host.table.commitment import fresh_salt
from duelmat_host.table.controls import (
    HOLD_MS,
    Ask,
    Inform,
    Intent,
    Meet,
    Point,
    Say,
    Select,
    Take,
    acting_seat,
    own_windows_switched,
    pressed,
    touched,
)
from duelmat_host.table.desk import Desk, said_by_judge, said_by_player
from duelmat_host.table.duel_setup import Dice, Writer
from duelmat_host.table.entries import (
    ActionDone,
    Entry,
    JudgeCalled,
    MeaningAsked,
    MeaningChosen,
    ObligationMet,
    PlayRefused,
    PlayWithdrawn,
    RefusalUpheld,
    TakenBack,
    ZonesSettled,
    to_data,
)
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.exposure import Exposures, exposures_after
from duelmat_host.table.finding_words import finding_words, patience_ms, problem_messages
from duelmat_host.table.findings import (
    Agreed,
    Ambiguous,
    Finding,
    Played,
    Refused,
    Stray,
)
from duelmat_host.table.holdups import holdup, turn_holdup
from duelmat_host.table.input_mode import places_of
from duelmat_host.table.instruction import CardRow, Instruction
from duelmat_host.table.landings import Landings, is_at_rest, landings_after, was_shown
from duelmat_host.table.legal_actions import LegalActions
from duelmat_host.table.matcher import Matcher, has_gone, move_of, sensed
from duelmat_host.table.messages import Message, MessageKind
from duelmat_host.table.obligations import Obligation
from duelmat_host.table.prompter import Meant, Prompter, answer_of, chosen_option
from duelmat_host.table.prompts import Option, Prompt
from duelmat_host.table.reducer import apply, ending, played_seat, with_proofs
from duelmat_host.table.refusals import (
    face_down_warning,
    is_same_refusal,
    refusal_message,
    refused,
)
from duelmat_host.table.shown import Shown
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import PadName
from duelmat_message import say

MOST_ROUNDS = 64
"""At most this many actions follow from one layout before the mat is read again."""

BoardEventId = tuple[int, int]
"""The identity of a board event: the board's boot and the event's number."""


class DuelTable:
    """The table of one duel."""

    def __init__(
        self,
        state: TableState,
        journal: Writer,
        dice: Dice,
        salt: Callable[[], bytes] = fresh_salt,
    ) -> None:
        """Continue from a state; `salt` returns the secret salts of commitments."""
        self.state = state
        self.layout = state.layout_as_left() if state.actions_count else Layout()
        """The cards on the mat, as last sensed; at first as the state has them."""
        self.is_unseen = False
        """Whether the mat has not been seen since the duel was resumed."""
        self.finding: Finding | None = None
        self.has_lasted = False
        """Whether the finding has lasted long enough to be reported."""
        self.version = 0
        """Changes whenever something that is shown may have changed."""
        self.inputs = 0
        """The number of touches and presses that have come."""
        self.journal = journal
        self._dice = dice
        self._salt = salt
        self._matcher = Matcher(state.zones)
        self._prompter = Prompter()
        self._said = Announcements()
        self._instruction: Instruction | None = None
        self._row: CardRow | None = None
        self._selected: MatZone | None = None
        self._selected_by: Seat | None = None
        self._exposures = Exposures(state.exposed)
        self._landings: Landings = {}
        self._held_ms: dict[Seat, int] = {}
        self._due_ms: int | None = None
        self._found: tuple[Finding | None, Layout] | None = None
        self._cause: BoardEventId | None = None
        self._now_ms = 0
        self._written_ms: int | None = None
        """The time of the last entry; None: no time was told yet, or none was written."""
        self._legal: LegalActions | None = None
        self._shown: Shown | None = None

    # Output

    def legal(self) -> LegalActions:
        """Return every legal answer to the present decision; listed when it is looked at."""
        if self._legal is None or self._legal.duel is not self.state.duel:
            self._legal = LegalActions(self.state.duel, self.state.zones)
        return self._legal

    def shown(self) -> Shown:
        """Return what there is to show at this moment."""
        if self._shown is None:
            self._shown = Shown(
                self.state,
                self.layout,
                self.legal(),
                self.finding,
                self.has_lasted,
                self._prompter.at(self.state),
                self._said.notice,
                self._said.problems,
                dict(self._said.whispers),
                self._selected,
                self._selected_by,
                self._said.confirmed,
                trouble=self._said.trouble,
                instruction=self._instruction,
                row=self._row,
            )
        return self._shown

    # Input: the mat and the time

    def sense(self, layout: Layout, now_ms: int) -> None:
        """Take in the settled layout of the mat, and do everything that follows from it."""
        with self._taking(now_ms):
            before, was_unseen = self.layout, self.is_unseen
            self.layout, self.is_unseen = layout, False
            self._landings = landings_after(self._landings, self.state, layout)
            try:
                for spot in self.state.zones.landing_spots:
                    if before.get(spot) != layout.get(spot):
                        self._meet_landed(spot)
                self._follow()
                self._note_exposed()
                if is_at_rest(self.state, self.finding):
                    self._landings = landings_after({}, self.state, layout)
            except BaseException:  # what could not be written down is sensed again
                self.layout, self.is_unseen = before, was_unseen
                raise

    def _note_exposed(self) -> None:
        """Write down the cards that were turned up without a play."""
        after, exposed = exposures_after(
            self._exposures, self.state, self.layout, self.finding, self.legal()
        )
        for entry in exposed:
            self._write(entry)
        self._exposures = after

    def tick(self, now_ms: int) -> None:
        """Advance the time: report findings that have lasted, and end confirmations."""
        self._now_ms = now_ms
        if self._due_ms is not None and now_ms >= self._due_ms:
            self._say_finding()
            self._due_ms = None
            self._changed()
        if self._said.end_confirmations(now_ms):
            self._changed()

    def report_problems(self, problems: Sequence[Problem], trouble: str = "") -> None:
        """Report what the mat cannot understand, and first what cannot be kept.

        Calling it with no problem and no trouble withdraws the report.
        """
        self._said.problems = problem_messages(self.state, self.layout, problems)
        self._said.trouble = Message(MessageKind.PROBLEM, trouble) if trouble else None
        self._changed()

    def instruct(self, instruction: Instruction | None, row: CardRow) -> None:
        """Show what a person is asked to do with an opponent's cards, and which lie beside."""
        if (instruction, row) != (self._instruction, self._row):
            self._instruction, self._row = instruction, row
            self._changed()

    # From a layout to a state

    def _follow(self) -> None:
        """Follow the layout of the mat until nothing more results from it."""
        for _ in range(MOST_ROUNDS):
            answered = automatic_action(self.state, self.legal(), self._dice)
            if answered is not None:
                self._act(*answered)
                continue
            self._settle()
            look = sensed(self.state, self.layout, self.legal())
            if has_gone(self.state, look):
                self._write(PlayWithdrawn())
                continue
            over = self.state.duel.is_over()
            self.finding = None if over else self._matcher.find(self.state, look)
            if isinstance(self.finding, Played):
                done = self._play(self.finding.action)
            else:
                done = isinstance(self.finding, Agreed) and self._end_turn()
            if not done:
                break
        self._tell_finding()
        self._tell_owed_at_end()

    def _settle(self) -> None:
        """Remove the zones in which the hands have followed from the pending ones."""
        astray = self.state.astray(self.layout)
        settled = tuple(place for place in self.state.pending if place not in astray)
        if settled:
            self._write(ZonesSettled(settled))

    def _play(self, action: Action) -> bool:
        """Carry out what the hands did; False if something must be done first."""
        seat = played_seat(self.state)
        first = holdup(self.state, self._said_finding(), seat, action)
        if first:
            self._tell(Message(MessageKind.OBLIGATION, first))
            return False
        action = with_unseen_named(self.state, action)
        warning = face_down_warning(self.state, self.layout, action, seat)
        self._act(action, seat)
        if warning is not None:
            self._said.whispers[seat] = warning
        return True

    def _end_turn(self) -> bool:
        """Go one step on with a turn that its player has ended; False if it cannot be done yet."""
        ahead = ending_action(self.state, self.legal())
        if ahead is None or self._owed_at_end():
            return False
        self._act(ahead, played_seat(self.state))
        return True

    def _owed_at_end(self) -> str:
        """Return what must be done before a turn that its player has ended can end; "" if none."""
        ahead = ending_action(self.state, self.legal())
        if ahead is None:
            return ""
        return turn_holdup(self.state, self._said_finding(), played_seat(self.state), ahead)

    def _tell_owed_at_end(self) -> None:
        if owed := self._owed_at_end():
            self._tell(Message(MessageKind.OBLIGATION, owed))

    def _act(self, action: Action, seat: Seat) -> None:
        """Carry an action out and write it down; then it may be shown."""
        self._write(ActionDone(action, seat, self._lying(), self._salt()))

    def _write(self, entry: Entry) -> None:
        """Compute the next state, write the entry down, and only then switch to the state."""
        before, after = self.state, apply(self.state, entry)
        kind, data = to_data(with_proofs(entry, before, after))
        at: dict[str, Any] = {} if self._cause is None else {"at": list(self._cause)}
        if self._written_ms is not None:
            at["took_ms"] = self._now_ms - self._written_ms
        self.journal.append(kind, {**data, **at})
        self._written_ms = self._now_ms or None
        self.state = after
        self._changed()
        match entry:
            case ActionDone(action=action, by=seat):
                self._follow_up(action, seat)
            case TakenBack():
                self._said.withdraw()
                self._selected = None
            case JudgeCalled() | RefusalUpheld():
                self._renew_notice()
            case ObligationMet() if self._said.is_holdup:
                self._renew_notice()
            case _:
                pass

    def _follow_up(self, action: Action, seat: Seat) -> None:
        """Confirm an action where it was done, and remove the obligations that it has met."""
        if not isinstance(action, CorrectLife):
            self._said.notice = None
        self._said.whispers.pop(seat, None)
        if not isinstance(action, Pass):  # who was asked first does not undo what was touched
            self._selected = None
        for place in places_of(action, self.state.zones, self.state.current.spots):
            self._confirm(place)
        for spot in self.state.zones.landing_spots:
            self._meet_landed(spot)
        for each in self.state.obligations:
            if was_shown(each, self._landings):
                self._meet(each)
        self.write_missing_end()

    def _renew_notice(self) -> None:
        """Replace an outdated notice by the refusal that stands, if any."""
        refusal = self.state.refusal
        if self._said.is_holdup or refusal is None:
            self._tell(None if refusal is None else refusal_message(refusal))

    def _lying(self) -> Layout:
        """Return the part of the layout that a duel is about."""
        zones = self.state.zones
        return self.layout.only(zones.rows | frozenset(zones.landing_spots))

    def write_missing_end(self) -> None:
        """Write down how the duel ended, if it has and that is not written yet."""
        end = ending(self.state)
        if end is not None:
            self._write(end)

    # Reports about the mat

    def _tell_finding(self) -> None:
        """Turn a finding into a question immediately, or into a correction when it has lasted."""
        found = (self.finding, self.layout)
        if self._found != found:
            self._withdraw_refusal()
            self._found = found
            self.has_lasted = False
            patience = patience_ms(self.finding)
            self._due_ms = None if patience is None else self._now_ms + patience
            self._prompter = self._prompter.at(self.state).without_steps()
            if not isinstance(self.finding, Played):
                self._tell(None)
        if isinstance(self.finding, Ambiguous):
            self._ask_meaning(self.finding)
        self._changed()

    def _withdraw_refusal(self) -> None:
        """Withdraw a refusal whose cards are gone; one without cards waits for a called judge."""
        refusal = self.state.refusal
        if refusal is None or isinstance(self.finding, Refused | Stray):
            return
        if self.state.called_by is None or refusal.zones:
            self._write(PlayWithdrawn())

    def _ask_meaning(self, finding: Ambiguous) -> None:
        """Ask which play is meant; the same question is asked once."""
        ways = tuple(dict.fromkeys(move_of(action) for action in finding.actions))
        if self.state.asked is None or self.state.asked.ways != ways:
            self._write(MeaningAsked(ways, self._changes()))
        text = self.shown().prompts[0].text
        self._tell(Message(MessageKind.QUESTION, text, zones=tuple(self._changes())))

    def _say_finding(self) -> None:
        """Report a finding that has lasted long enough."""
        self.has_lasted = True
        said = finding_words(self.state, self.finding)
        if isinstance(said, PlayRefused):
            self._refuse(said)
        elif said is not None:
            self._tell(said)

    def _changes(self) -> dict[MatZone, Sight | None]:
        """Return what hands have changed, with what lies there."""
        return sensed(self.state, self.layout, self.legal()).lying

    def _said_finding(self) -> Finding | None:
        return self.finding if self.has_lasted else None

    def _refuse(self, entry: PlayRefused) -> None:
        """Report a refusal; the same one is written down and counted once."""
        stands = self.state.refusal
        if stands is None or not is_same_refusal(stands, entry):
            self._write(entry)
        self._tell(refusal_message(entry))

    def _tell(self, message: Message | None) -> None:
        """Show everybody a message, or withdraw the one that is shown."""
        if message != self._said.notice:
            self._said.notice = message
            self._changed()

    def _inform(self, text: str) -> None:
        self._tell(Message(MessageKind.INFO, text))

    # Obligations

    def _meet_landed(self, spot: MatZone) -> None:
        """Meet the obligation to show a card that lies face-up on its landing spot."""
        sight = self.layout.get(spot)
        if sight is None or sight.face is not Face.UP:
            return
        for each in self.state.obligations:
            if (each.zone, each.key) == (spot, sight.key):
                self._meet(each)
                return

    def _meet(self, each: Obligation) -> None:
        """Write down that an obligation that no zone shows has been met."""
        self._write(ObligationMet(each.kind, each.zone, each.key))
        self._confirm(each.zone)

    def _confirm(self, place: MatZone) -> None:
        self._said.confirm(place, self._now_ms)
        self._changed()

    # Input: pages

    def answer(self, seat: Seat, prompt_id: str, option: int) -> None:
        """Take an answer to a prompt.

        Raises: StaleQuestionError, NoSuchOptionError.
        """
        self._do(Take(*chosen_option(self.shown().prompts, seat, prompt_id, option)))

    def _do(self, intent: Intent | None) -> None:
        """Do what an input means."""
        match intent:
            case Say(seat=seat, action=action):
                self._say(action, seat)
            case Take(prompt=prompt, option=option):
                self._take(prompt, option)
            case Meet(obligation=obligation):
                self._meet(obligation)
                self._follow()
            case Select(place=place):
                self._selected = place
            case Point(prompter=prompter):
                self._prompter = prompter
            case Ask(seat=seat, command=command):
                self._ask(seat, command)
            case Inform(text=text):
                self._inform(text)
            case None:
                pass
        self._changed()

    def _ask(self, seat: Seat, command: Command) -> None:
        """Take the command that a button stands for; everybody is informed if it is declined."""
        try:
            self.command(seat, command)
        except DeclinedError as declined:
            self._inform(declined.advice)

    def _take(self, prompt: Prompt, option: Option) -> None:
        """Ask the next step, or do what a complete answer means."""
        self._prompter = self._prompter.at(self.state)
        if option.actions:
            self._prompter = self._prompter.stepping(option)
            return
        self._prompter = self._prompter.without_steps()
        answer = answer_of(prompt, option)
        if isinstance(answer, Meant):
            self._write(MeaningChosen(answer.way, self._changes()))
            self._follow()
        else:
            self._say(answer.action, answer.seat)

    def _say(self, action: Action, seat: Seat) -> None:
        """Judge an action that was entered without a card, then do or refuse it."""
        action = with_unseen_named(self.state, action)
        verdict = judge(self.state.duel, action)
        if not verdict.legal and self.state.called_by is None:
            self._refuse(refused(self.state, verdict, (), (action,)))
            return
        first = holdup(self.state, self._said_finding(), seat, action)
        if first:
            self._tell(Message(MessageKind.OBLIGATION, first))
            return
        self._act(action, seat)
        self._follow()

    def command(self, seat: Seat, command: Command) -> None:
        """Take a player's command that belongs to no decision.

        Raises: DeclinedError.
        """
        self._enter(said_by_player(self._desk(), seat, command))

    def rule(self, ruling: Ruling) -> None:
        """Take a judge's ruling.

        Raises: DeclinedError.
        """
        self._enter(said_by_judge(self._desk(), ruling))

    def _desk(self) -> Desk:
        """Return the desk that answers commands and rulings."""
        return Desk(self.state, self._said_finding(), self._lying(), self._salt)

    def _enter(self, entries: Sequence[Entry]) -> None:
        """Write entries down one after the other, and do what follows from them."""
        for entry in entries:
            self._write(entry)
        self._follow()

    # Input: pads and buttons

    def touch(
        self,
        pad: PadName,
        now_ms: int,
        cause: BoardEventId | None = None,
        by: Seat | None = None,
    ) -> None:
        """Take a touch of a pad.

        by: the seat whose finger it is, where that is known: at a simulated mat nobody acts for
        the other player. On a real one the players see whose it is.
        """
        with self._taking(now_ms, cause):
            self.inputs += 1
            intent = touched(self.shown(), pad)
            seat = acting_seat(self.shown(), pad, intent)
            if by is not None and seat is not None and seat != by:
                player = self.state.name_of(seat)
                self._inform(say("That is {player}'s to touch now.", player=player))
            else:
                self._selected_by = by
                self._do(intent)

    def press(self, button: str, now_ms: int, cause: BoardEventId | None = None) -> None:
        """Take a press of one of the three buttons of a seat."""
        with self._taking(now_ms, cause):
            self.inputs += 1
            if button.endswith(".ok"):
                self._held_ms[parse_seat(button[0])] = now_ms
            self._do(pressed(self.shown(), button))

    def release(
        self,
        button: str,
        now_ms: int,
        held_ms: int | None = None,
        cause: BoardEventId | None = None,
    ) -> None:
        """Take the release of a button; only for how long OK was held counts.

        held_ms: how long by the mat's own clock, as the event may arrive late; None = by the
        host's.
        """
        with self._taking(now_ms, cause):
            if not button.endswith(".ok"):
                return
            seat = parse_seat(button[0])
            since_ms = self._held_ms.pop(seat, now_ms)
            if (now_ms - since_ms if held_ms is None else held_ms) >= HOLD_MS:
                switched, told = own_windows_switched(self.state, seat)
                self._write(switched)
                self._inform(told)

    # What an input causes

    @contextmanager
    def _taking(self, now_ms: int, cause: BoardEventId | None = None) -> Iterator[None]:
        """Attach the board's event that caused it to everything written meanwhile."""
        self._now_ms = now_ms
        self._cause = cause
        self._changed()
        try:
            yield
        finally:
            self._cause = None
            self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._shown = None
