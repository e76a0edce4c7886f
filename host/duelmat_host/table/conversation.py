"""The conversation at a table: what is asked and said, by page, pads and buttons.

Questions go to one seat and are answered by an option; notices go to everybody, whispers to one
seat. The same inputs mean the same wherever they come from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from duelmat_engine.actions import (
    Action,
    Advance,
    AgreeDraw,
    Attack,
    Choose,
    CorrectLife,
    Pass,
    Standing,
)
from duelmat_engine.forms.notation import format_action
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.verdict import Verdict
from duelmat_engine.names import (
    Seat,
    parse_seat,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.speech.explain import decision_words, remedy_words, rule_words
from duelmat_host.sensing.layout import Face
from duelmat_host.sensing.tracker import Problem
from duelmat_host.showing.card_options import WayOpen, ways_of
from duelmat_host.table.duel_setup import DuelSetup, Writer
from duelmat_host.table.keeping import Keeping
from duelmat_host.table.prompts import Option, Prompt, asked_next, prompts_of
from duelmat_host.table.referee import name_among
from duelmat_host.table.tasks import Task
from duelmat_host.table.zone_map import ZoneMap

HOLD_MS = 1000
"""OK held for so long switches whether its seat is asked after its own plays as well."""

WAITING = "A judge has been called: wait for the ruling."


@dataclass(frozen=True, slots=True)
class Message:
    """Something that is said."""

    kind: str
    """"refusal", "question", "obligation", "info" or "problem"."""
    text: str
    verdict: Verdict | None = None
    zones: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    plays: tuple[Action, ...] = ()
    """What was refused, the nearest first: a judge may let one of them stand."""


class Conversation(Keeping, ABC):
    """A duel that players are asked about and may say something to."""

    def __init__(self, setting: DuelSetup, zones: ZoneMap, journal: Writer, number: int) -> None:
        super().__init__(setting, zones, journal, number)
        self.notice: Message | None = None
        """What everybody is told."""
        self.whispers: dict[Seat, Message] = {}
        """What one seat alone is told, until it does something else."""
        self.problems: tuple[Message, ...] = ()
        """What the mat sees and cannot understand."""
        self.which: Prompt | None = None
        """The question which play a placement meant."""
        self.disputed: Message | None = None
        """The refusal that stands: what a judge would rule on."""
        self.may: tuple[WayOpen, ...] = ()
        """What the card that was touched may do: for its owner."""
        self.refused_count = 0
        self.questions = 0
        """How many questions have been asked: their numbers tell them apart."""
        self.inputs = 0
        """How many touches and presses have come."""
        self._asked_of = 0
        self._prompts: list[Prompt] = []
        self._highlights: dict[str, int] = {}
        self._held: dict[Seat, int] = {}
        self._narrowed: list[tuple[Action, ...]] = []
        """Of a play that is asked step by step: what was still open at each step."""
        self._ask_anew()

    @abstractmethod
    def _consider(self) -> None:
        """Look at the mat until nothing more follows from it."""

    @abstractmethod
    def _frozen(self) -> str:
        """Why nothing at all can be played until cards are laid back; "" if it can."""

    @abstractmethod
    def call_judge(self, seat: Seat) -> str:
        """Call a judge, or send the one away that this seat has called; "" or what is wrong."""

    @abstractmethod
    def _goal(self, by: Seat) -> int:
        """The number of the action before which a takeback goes back; 0 if there is none."""

    # Questions

    @property
    def decision_text(self) -> str:
        """What the duel waits for, in words."""
        return "" if self.duel.is_over() else decision_words(self.wording(), self.duel)

    def all_prompts(self) -> list[Prompt]:
        """The open questions."""
        if self._narrowed:
            name = f"{self.questions}.step{len(self._narrowed)}"
            return [asked_next(self.duel, name, self._narrowed[-1], self.wording(), self.zones)]
        if self.which is not None:
            return [self.which]
        if self._asked_of != self.questions:
            self._asked_of = self.questions
            self._prompts = prompts_of(
                self.duel,
                self.legal(),
                self.questions,
                self.wording(),
                self.decision_text,
                self.zones,
            )
        return self._prompts

    def highlight(self, prompt: Prompt) -> int:
        """The option that OK takes; -1 while none is pointed at."""
        return self._highlights.get(prompt.id, -1 if prompt.menu else 0)

    def _ask_anew(self) -> None:
        self.questions += 1
        self._narrowed.clear()
        self._highlights.clear()

    def answer(self, seat: Seat, prompt_id: str, option: int) -> str:
        """Take an answer to a prompt; "" or what is wrong with it."""
        for prompt in self.all_prompts():
            if prompt.id == prompt_id and prompt.seat == seat:
                if not 0 <= option < len(prompt.options):
                    return f"That question has {len(prompt.options)} answers, not {option + 1}."
                self._take(prompt, prompt.options[option])
                return ""
        return "That question is no longer open: look at the new one."

    def _take(self, prompt: Prompt, option: Option) -> None:
        if option.actions:
            self._narrowed.append(option.actions)
            self._highlights.clear()
            self.version += 1
            return
        self._narrowed.clear()
        if prompt.says:
            self._say(option.action, prompt.seat)
            return
        self.chosen_way = name_among(option.action, [o.action for o in prompt.options])
        self._write("meant", {"way": self.chosen_way})
        self.which = None
        self.asked = []
        self._consider()

    # What is said

    def _say(self, action: Action, seat: Seat) -> None:
        """An action that was said: judged, then done or refused."""
        action = self.with_shown(action)
        verdict = judge(self.duel, action)
        if not verdict.legal and self.called_by is None:
            self.refuse_play(verdict, (), (action,))
            return
        blocked = self._blocked(seat, action)
        if blocked:
            self._tell_all(Message("obligation", blocked))
            return
        self._commit(action, seat)
        self._consider()

    def command(self, seat: Seat, action: Standing) -> str:
        """A standing action of a seat; "" or what is wrong with it."""
        verdict = judge(self.duel, action)
        if not verdict.legal:
            return self.ruling(verdict)
        self._commit(action, seat)
        self._consider()
        return ""

    def _commit(self, action: Action, seat: Seat) -> None:
        super()._commit(action, seat)
        if not isinstance(action, CorrectLife):
            self.notice = self.disputed = None
        self.whispers.pop(seat, None)
        self.which, self.may = None, ()
        self._ask_anew()

    def _blocked(self, seat: Seat, action: Action) -> str:
        """What must be done first.

        What was taken back or bumped, before anything; a draw, before a play; and all that is
        owed, before a new phase.
        """
        frozen = self._frozen()
        if frozen:
            return frozen
        decision = self.duel.decision
        if decision is None or decision.kind not in ("open", "first"):
            return ""
        for task in self.tasks:
            held_up = task.seat == seat or decision.kind == "first"
            if held_up and task.kind in ("draw", "return"):
                return self._first(task)
        if isinstance(action, Advance) and self.tasks:
            return self._first(self.tasks[0])
        return ""

    def _first(self, task: Task) -> str:
        """That a task comes first; with the counts by which a missed draw is noticed."""
        said = f"{self.name_of(task.seat)} first: {task.text}"
        if task.kind not in ("draw", "return"):
            return said
        held = len(self.duel.at(zone(task.seat, "hand")))
        pile = len(self.duel.at(zone(task.seat, "pile")))
        return f"{said} Then {held} in hand, {pile} in the deck."

    # Requests that need the other player

    def request(self, kind: str, seat: Seat) -> str:
        """Ask for a draw or a takeback; "" or what is wrong."""
        if self.duel.is_over():
            return "The duel is over."
        if self.called_by is not None and kind == "takeback":
            return WAITING
        if kind == "takeback":
            goal = self._goal(seat)
            if not goal:
                return "There is nothing to take back."
            undone = [past for past in self.past if past.number >= goal]
            if all((past.automatic or past.by == seat) and not past.opened for past in undone):
                self.take_back(seat)
                return ""
        self._write("request", {"kind": kind, "by": seat_letter(seat)})
        self.requests[kind] = seat
        self.version += 1
        return ""

    def agree(self, seat: Seat, kind: str = "") -> str:
        """Agree to what the other player asked for."""
        for name, by in list(self.requests.items()):
            if by != seat and kind in ("", name):
                if name == "draw":
                    return self.command(seat, AgreeDraw(seat))
                if self.called_by is not None:
                    return WAITING
                self.take_back(by)
                return ""
        return "Nobody has asked you for anything."

    def refuse(self, seat: Seat) -> str:
        """Refuse everything that the other player has asked for."""
        asked = [name for name, by in self.requests.items() if by != seat]
        if not asked:
            return "Nobody has asked you for anything."
        self._write("refuse", {"kinds": asked})
        for name in asked:
            del self.requests[name]
        self.version += 1
        return ""

    def take_back(self, by: Seat, ruled: str = "") -> None:
        """Go back to before the last action; the hands are guided back."""
        goal = self._goal(by)
        while self.past and self.past[-1].number >= goal:
            self._undo_and_write(by, ruled)
            self._ask_anew()
        self.notice = self.disputed = None
        self.which, self.may = None, ()
        self.whispers.clear()
        self._consider()

    def ask_on_own(self, seat: Seat, *, always: bool) -> None:
        """Whether a seat wants to be asked after its own plays as well."""
        self._write("asks", {"by": seat_letter(seat), "always": always})
        self.asks_on_own[seat] = always
        self.version += 1

    # Pads and buttons

    def touch(self, pad: str, now_ms: int) -> None:
        """A pad was touched: a confirmation, a choice, or pointing at a card."""
        self.now_ms = now_ms
        self.inputs += 1
        self.version += 1
        if ".choice" in pad:
            self._move_highlight(parse_seat(pad[0]), -1 if pad.endswith("1") else 1)
        elif (attack := self._attack_at(pad)) is not None:
            self._say(attack, self.duel.turn_seat)
        elif self._deck_touched(pad):
            self._consider()
        else:
            self._pointed(pad)

    def press(self, button: str, now_ms: int) -> None:
        """One of the three buttons of a seat."""
        self.now_ms = now_ms
        self.inputs += 1
        self.version += 1
        seat = parse_seat(button[0])
        match button[2:]:
            case "ok":
                self._held[seat] = now_ms
                self._ok(seat)
            case "phase":
                self._phase(seat)
            case _:
                called = self.called_by is not None or self.disputed is not None
                fault = self.call_judge(seat) if called else self.request("takeback", seat)
                if fault:
                    self._tell_all(Message("info", fault))

    def release(self, button: str, now_ms: int, held_ms: int | None = None) -> None:
        """A button was let go; only for how long OK was held counts.

        held_ms: how long by the mat's own clock, as the news of it may come late; None = as heard.
        """
        self.now_ms = now_ms
        if not button.endswith(".ok"):
            return
        seat = parse_seat(button[0])
        since_ms = self._held.pop(seat, now_ms)
        if (now_ms - since_ms if held_ms is None else held_ms) >= HOLD_MS:
            self.ask_on_own(seat, always=not self.asks_on_own[seat])
            said = "is asked" if self.asks_on_own[seat] else "is no longer asked"
            self._tell_all(Message("info", f"{self.name_of(seat)} {said} after own plays too."))

    def _deck_touched(self, pad: str) -> bool:
        for task in self.tasks:
            if task.kind in ("draw", "undraw", "look", "return") and task.zone == pad:
                self._done(task)
                return True
        return False

    def _pointed(self, pad: str) -> None:
        """A card or zone was touched: an answer, or the question what the card may do."""
        decision = self.duel.decision
        place = self.zones.holding(self.duel, pad)
        if decision is not None and decision.kind == "choose" and place is not None:
            self._say(Choose(self._pointed_card(pad, place)), decision.seat)
            return
        self.selected = pad if self.selected != pad else None
        owner = self.owner_of(pad)
        self.may = ()
        if self.selected is not None and owner is not None:
            self.may = ways_of(self, owner, pad)

    def _pointed_card(self, pad: str, place: str) -> str:
        """The card lying there, or on a landing spot the one that is on top of the pile."""
        sight = self.layout.get(pad)
        shown = sight is not None and sight.key is not None and sight.face is Face.UP
        if sight is not None and shown and pad in self.zones.landing_spots:
            return str(sight.key)
        return place

    def _attack_at(self, pad: str) -> Attack | None:
        """The attack that a touch declares after an own monster was touched."""
        decision = self.duel.decision
        attacker = self.zones.to_engine(self.selected or "")
        target = self.zones.to_engine(pad)
        if decision is None or attacker is None or target is None:
            return None
        if decision.kind not in ("open", "aim") or zone_kind(attacker) != "m":
            return None
        if (
            zone_seat(attacker) != decision.seat
            or zone_seat(target) == decision.seat
            or zone_kind(target) not in ("m", "pile")
        ):
            return None
        return Attack(attacker, target if zone_kind(target) == "m" else None)

    def _move_highlight(self, seat: Seat, by: int) -> None:
        for prompt in self.all_prompts():
            if prompt.seat == seat:
                at = self.highlight(prompt)
                start = -1 if at < 0 and by > 0 else max(at, 0)
                self._highlights[prompt.id] = (start + by) % len(prompt.options)

    def _ok(self, seat: Seat) -> None:
        """OK: agree to what was asked for, or take the option pointed at; in a window, pass."""
        if any(by != seat for by in self.requests.values()):
            self.agree(seat)
            return
        for prompt in self.all_prompts():
            if prompt.seat == seat:
                at = self._highlights.get(prompt.id)
                if at is None:
                    at = self._by_itself(prompt)
                if at >= 0:
                    self._take(prompt, prompt.options[at])
                return
        if not self.duel.is_over():
            self._tell_all(Message("info", self.decision_text))

    def _by_itself(self, prompt: Prompt) -> int:
        """The option that OK alone takes: in a window passing, in a menu none."""
        decision = self.duel.decision
        if decision is not None and decision.kind in ("window", "open") and prompt.says:
            passing = (i for i, o in enumerate(prompt.options) if isinstance(o.action, Pass))
            return next(passing, self.highlight(prompt))
        return self.highlight(prompt)

    def _phase(self, seat: Seat) -> None:
        """The phase button: on to the next phase, the first that may follow."""
        decision = self.duel.decision
        if decision is None:
            return
        ahead = [a for a in self.legal() if isinstance(a, Advance)]
        if decision.seat == seat and ahead:
            self._say(ahead[0], seat)
        else:
            self._tell_all(Message("info", self.decision_text))

    # What is told

    @property
    def messages(self) -> list[Message]:
        """What everybody is told, the most urgent first."""
        return [*([self.notice] if self.notice else []), *self.problems]

    def _tell_all(self, message: Message | None) -> None:
        if message != self.notice:
            self.notice = message
            self.version += 1

    def refuse_play(
        self, verdict: Verdict, zones: tuple[str, ...], plays: tuple[Action, ...] = ()
    ) -> None:
        """Say that something is not legal, by which rules, and what would make it so."""
        self._refuse(replace(self._refusal(verdict, zones, None), plays=plays))

    def dispute_again(self, plays: Sequence[Action], zones: Sequence[str]) -> None:
        """The refusal that stood when the table was stopped."""
        verdict = judge(self.duel, plays[0]) if plays else None
        if verdict is not None and not verdict.legal:
            message = self._refusal(verdict, tuple(zones), None)
            self.disputed = replace(message, plays=tuple(plays))

    def _refuse(self, message: Message) -> None:
        """Say a refusal; the same one is written down and counted once."""
        rules = [] if message.verdict is None else list(message.verdict.rules)
        refused = (rules, " ".join((message.text, *message.remedies)))
        if refused != self.refused:
            plays = [format_action(action) for action in message.plays]
            said = {"rules": refused[0], "text": refused[1]}
            self._write("refused", {**said, "plays": plays, "zones": list(message.zones)})
            self.refused_count += 1
            self.refused = refused
        self.disputed = message
        self._tell_all(message)

    def _refusal(self, verdict: Verdict, zones: tuple[str, ...], seat: Seat | None) -> Message:
        wording = self.wording()
        remedies = remedy_words(wording, verdict, self.duel, seat)
        said = "".join(f"{rule_words(r, wording.game.rules)}." for r in verdict.rules[:1])
        return Message("refusal", said or "That does nothing here.", verdict, zones, remedies)

    def tell_problems(self, problems: Sequence[Problem], trouble: str = "") -> None:
        """Show what the mat sees and cannot understand, and what else troubles the table.

        No problem and no trouble take it back. Cards that not everybody may see are not named.
        """
        told = []
        for problem in problems:
            text = problem.text
            for key in problem.keys:
                text = text.replace(key, self._public_name(key, problem.zones))
            for place in problem.zones:
                text = text.replace(place, self.place_name(place))
            told.append(Message("problem", text[:1].upper() + text[1:], zones=problem.zones))
        if trouble:
            told.append(Message("problem", trouble))
        self.problems = tuple(told)
        self.version += 1

    def _public_name(self, key: str, zones: Sequence[str]) -> str:
        """What everybody may call a card that lies in these zones."""
        expected = self.expected()
        wanted = [expected.get(place) for place in zones]
        known = any(w is not None and w.face_up and w.key == key for w in wanted)
        sights = [self.layout.get(place) for place in zones]
        shown = all(s is not None and s.key == key and s.face is Face.UP for s in sights)
        return self.card_name(key) if known or shown else "a card"
