"""One table with a duel on it: what is sensed and said comes in, what is shown comes out.

The table holds the open-world duel, what the hands still owe, the open question or correction,
and the journal. It does no I/O but the journal's, which is written before anything is shown.
Time comes in as milliseconds of one steady clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from msgspec import structs

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    AgreeDraw,
    Attack,
    Choose,
    Pass,
    Play,
    Roll,
    Standing,
    Turn,
)
from duelmat_engine.events import AnyEvent, FirstChosen, Looked, Moved, Shown, Shuffled
from duelmat_engine.judge import judge, legal_actions
from duelmat_engine import ops
from duelmat_engine.execute import current_op
from duelmat_engine.explain import action_words, decision_words, remedy_words, rule_words
from duelmat_engine.names import NOBODY, CardKey, Seat, parse_seat, is_key, seat_letter, zone_kind
from duelmat_engine.notation import format_action
from duelmat_engine.play import Deck, Step, carry_out, new_duel
from duelmat_engine.ruleset import find_ruleset, game_of
from duelmat_engine.state import Duel
from duelmat_engine.telling import tell
from duelmat_engine.verdict import Verdict
from duelmat_engine.wording import Wording
from duelmat_host.errors import HostError
from duelmat_host.table.expect import Expect, differences, expected_layout
from duelmat_host.table.layout import Layout, Sight, write_sight
from duelmat_host.table.private import private_duel
from duelmat_host.table.prompts import Option, Prompt, asked_which, prompts_of
from duelmat_host.table.referee import (
    Ambiguous,
    Finding,
    InProgress,
    Played,
    Referee,
    Refused,
    Unsure,
    way_of,
)
from duelmat_host.table.tasks import Task, tasks_of
from duelmat_host.table.tracker import Problem
from duelmat_host.table.zone_map import ZoneMap

REFUSE_MS = 400
"""What does not fit is refused when it has lain so for this long: hands may be in the midst of it."""
CONFIRM_MS = 1200
"""How long a lamp says that a play was understood."""


class Writer(Protocol):
    """The part of the journal that the table needs."""

    def append(self, kind: str, data: Mapping[str, Any]) -> object: ...


Dice = Callable[[Sequence[str], int], tuple[str, ...]]
"""Chooses so many of the options at random."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through a duel."""

    ruleset: str
    names: tuple[str, ...]
    decks: tuple[Deck, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    assist: str = "coach"
    """"coach", "referee", "tournament" or "counter"."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said: to everybody (seat None) or to one seat."""

    kind: str
    """"refusal", "question", "obligation", "info"."""
    text: str
    verdict: Verdict | None = None
    seat: Seat | None = None
    zones: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    number: int
    text: str
    rules: tuple[str, ...]
    seat: Seat
    turn: int


@dataclass(slots=True)
class Past:
    """A moment that can be gone back to."""

    duel: Duel
    secrets: dict[int, CardKey]
    spots: dict[str, str]
    by: Seat
    opened: bool
    """Whether the action after it drew, revealed or diced: then both must agree to undo it."""
    action: Action
    number: int
    """Of the action after it, counted through the duel."""


class DuelTable:
    """The table of one duel."""

    def __init__(
        self, setting: Setting, zones: ZoneMap, journal: Writer, dice: Dice, duel_number: int = 1
    ) -> None:
        self.setting = setting
        self.zones = zones
        self.journal = journal
        self.dice = dice
        self.number = duel_number
        self.rules = find_ruleset(setting.ruleset)
        self.referee = Referee(zones, zones.rows)
        start = new_duel(setting.ruleset, setting.decks, seed=None, readings=setting.readings)
        self.duel = start.duel
        self.layout: Layout = Layout({})
        self.secrets: dict[int, CardKey] = {}
        """Which cards the host read where they were Set face-down, by object."""
        self.spots: dict[str, str] = {}
        """Where cards that are being activated were put, by key."""
        self.owed: dict[str, Sight | None] = {}
        """Row zones that the engine has changed and the hands not yet, with what lay there."""
        self.carried = 1
        """The number of the action carried out last; those taken back count, the start is 1."""
        begun = tasks_of(start.events, zones, self.card_name)
        self.tasks: list[Task] = [replace(task, number=self.carried) for task in begun]
        self.past: list[Past] = []
        self.log: list[LogLine] = []
        self.finding: Finding | None = None
        self.which: Prompt | None = None
        self.chosen_way = ""
        self.selected: str | None = None
        self.highlight = 0
        self.messages: list[Message] = []
        self.confirmed: dict[str, int] = {}
        self.requests: dict[str, Seat] = {}
        self.asks_on_own: dict[Seat, bool] = {Seat(s): False for s in self.duel.seats}
        """Whether a seat wants to be asked after its own plays as well."""
        self.refused_count = 0
        self.unseen = False
        """Whether the mat has not been seen since the duel was taken up again."""
        self.cause: tuple[int, int] | None = None
        """The board's event (boot and number) that is being taken: written with what it causes."""
        self.asked: list[str] = []
        """The ways that the open question offers; written down once."""
        self.refused: tuple[list[str], str] | None = None
        """The refusal that stands, by its rules and words; written down once."""
        self.now_ms = 0
        self.questions = 0
        self.inputs = 0
        """How many touches and presses have come."""
        self.version = 0
        self.prompts: list[Prompt] = []
        self._refusal_due_ms: int | None = None
        self._refused_layout: Layout | None = None
        self._legal: tuple[Duel, tuple[Action, ...]] | None = None
        self.decision_text = ""
        self._refresh_prompts()

    # Names

    def card_name(self, key: str) -> str:
        return self.wording().printed(key)

    def wording(self, duel: Duel | None = None) -> Wording:
        """Words for everybody, or about an earlier duel."""
        of = duel or self.duel
        return Wording(game_of(of.ruleset, of.readings), self.setting.names, world=of)

    def ruling(self, verdict: Verdict) -> str:
        """A refusal in a line or two: the first rule it breaks, and what helps."""
        said = f"{rule_words(verdict.rules[0])}." if verdict.rules else "That does nothing here."
        return " ".join((said, *remedy_words(self.wording(), verdict, self.duel)))

    def name_of(self, seat: int) -> str:
        return self.setting.names[seat]

    def expected(self) -> dict[str, Expect]:
        return expected_layout(self.duel, self.zones, self.secrets, self.spots)

    def words(self, duel: Duel, action: Action) -> str:
        return action_words(self.wording(duel), action)

    def legal(self) -> tuple[Action, ...]:
        """Every legal answer to the present decision; worked out once."""
        if self._legal is None or self._legal[0] is not self.duel:
            self._legal = (self.duel, tuple(legal_actions(self.duel)))
        return self._legal[1]

    # What comes in

    def sense(self, layout: Layout, now_ms: int) -> None:
        """The settled layout of the mat."""
        self.now_ms = now_ms
        before = self.layout
        self.layout = layout
        self.unseen = False
        for spot in self.zones.landing_spots:
            sight = layout.get(spot)
            if sight is not None and before.get(spot) != sight:
                self._landed(spot, sight)
        self._consider()

    def tick(self, now_ms: int) -> None:
        """Time has passed: what is due is said, what was said long enough goes."""
        self.now_ms = now_ms
        if self._refusal_due_ms is not None and now_ms >= self._refusal_due_ms:
            self._refusal_due_ms = None
            if isinstance(self.finding, Refused):
                self.refuse_play(self.finding.verdict, self.finding.zones)
        old = [z for z, until in self.confirmed.items() if until <= now_ms]
        for name in old:
            del self.confirmed[name]
        if old:
            self.version += 1

    def touch(self, pad: str, now_ms: int) -> None:
        """A pad was touched: a confirmation, a choice, or pointing at a card."""
        self.now_ms = now_ms
        self.inputs += 1
        if ".choice" in pad:
            self._move_highlight(parse_seat(pad[0]), -1 if pad.endswith("1") else 1)
        elif self._deck_touched(pad):
            self._consider()
        else:
            self._pointed(pad)

    def press(self, button: str, now_ms: int) -> None:
        """One of the three buttons of a seat."""
        self.now_ms = now_ms
        self.inputs += 1
        seat = parse_seat(button[0])
        match button[2:]:
            case "ok":
                self._ok(seat)
            case "phase":
                self._phase(seat)
            case _:
                self.request("takeback", seat)

    def answer(self, seat: Seat, prompt_id: str, option: int) -> str:
        """Take an answer to a prompt; "" or what is wrong with it."""
        for prompt in self.all_prompts():
            if prompt.id == prompt_id and prompt.seat == seat:
                if not 0 <= option < len(prompt.options):
                    return f"That question has {len(prompt.options)} answers, not {option + 1}."
                self._take(prompt, prompt.options[option])
                return ""
        return "That question is no longer open: look at the new one."

    def command(self, seat: Seat, action: Standing) -> str:
        """A standing action of a seat; "" or what is wrong with it."""
        verdict = judge(self.duel, action)
        if not verdict.legal:
            return self.ruling(verdict)
        self._commit(action, seat)
        self._consider()
        return ""

    # Requests that need the other player

    def request(self, kind: str, seat: Seat) -> str:
        """Ask for a draw or a takeback; "" or what is wrong."""
        if self.duel.is_over():
            return "The duel is over."
        if kind == "takeback":
            if not self.past:
                return "There is nothing to take back."
            last = self.past[-1]
            if not last.opened and last.by == seat:
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
                del self.requests[name]
                if name == "draw":
                    return self.command(seat, AgreeDraw(seat))
                self.take_back(by)
                return ""
        return "Nobody has asked you for anything."

    def refuse(self, seat: Seat) -> str:
        asked = [name for name, by in self.requests.items() if by != seat]
        if asked:
            self._write("refuse", {"kinds": asked})
        for name in asked:
            del self.requests[name]
        self.version += 1
        return "" if asked else "Nobody has asked you for anything."

    def take_back(self, by: Seat) -> None:
        """Go back to before the last action; the hands are guided back."""
        with self._all_or_nothing():
            last = self.undo(by)
            self._owe()
            taken = {"by": seat_letter(by), "action": format_action(last.action)}
            self._write("takeback", {**taken, **self._aside()})
        self._refresh_prompts()
        self._consider()

    def ask_on_own(self, seat: Seat, *, always: bool) -> None:
        """Whether a seat wants to be asked after its own plays as well."""
        self._write("asks", {"by": seat_letter(seat), "always": always})
        self.asks_on_own[seat] = always
        self.version += 1

    # Matching what lies there

    def _consider(self) -> None:
        """Look at the mat until nothing more follows from it."""
        for _ in range(64):
            if self._automatic():
                continue
            finding = self._find()
            self.finding = finding
            if not isinstance(finding, Played) or not self._play(finding.action):
                break
        self._tell()
        self.version += 1

    def _find(self) -> Finding | None:
        if self.duel.is_over():
            return None
        expected = self.expected()
        seen = differences(self.layout, expected, self.zones.rows)
        paid = [name for name in self.owed if name not in seen]
        if paid:
            self._write("paid", {"zones": paid})
        for name in paid:
            del self.owed[name]
        fresh = {
            name: sight
            for name, sight in seen.items()
            if name not in self.owed or (sight is not None and sight != self.owed[name])
        }
        landing = {
            spot: sight
            for spot in self.zones.landing_spots
            if (sight := self.layout.get(spot)) is not None and not self._is_told(sight)
        }
        if not fresh:
            self.chosen_way = ""
            self.which = None
            self.asked = []
        return self.referee.consider(
            self.duel, expected, self.layout, fresh, self.legal(), self.chosen_way, landing
        )

    def _is_told(self, sight: Sight) -> bool:
        """Whether the duel already knows this card in a pile that everybody sees."""
        return any(
            piece.key == sight.key and zone_kind(name) in ("grave", "banished", "extra")
            for name, piece in self.duel.pieces()
        )

    def _play(self, action: Action) -> bool:
        """Carry out what the hands did; False if something must be done first."""
        decision = self.duel.decision
        seat = self.duel.turn_seat if decision is None or decision.seat < 0 else decision.seat
        blocked = self._blocked(seat, action)
        if blocked:
            self._say_obligation(blocked)
            return False
        self.chosen_way = ""
        self.which = None
        self._warn_owner(action, seat)
        self._commit(action, seat)
        return True

    def _say_obligation(self, text: str) -> None:
        self.messages = [*(m for m in self.messages if m.seat is not None), Message("obligation", text)]
        self.version += 1

    def _blocked(self, seat: Seat, action: Action) -> str:
        """What must be done first: a draw before any play, everything before a new phase."""
        decision = self.duel.decision
        if decision is None or decision.kind not in ("open", "first"):
            return ""
        for task in self.tasks:
            if task.kind in ("draw", "return") and (task.seat == seat or decision.kind == "first"):
                return f"{self.name_of(task.seat)} first: {task.text}"
        if isinstance(action, Advance) and self.tasks:
            task = self.tasks[0]
            return f"{self.name_of(task.seat)} first: {task.text}"
        return ""

    def _warn_owner(self, action: Action, seat: Seat) -> None:
        """Tell the owner, and nobody else, when a face-down play is not legal for that card."""
        place = getattr(action, "to", "")
        sight = self.layout.get(self.zones.to_mat(place)) if place else None
        if sight is None or sight.key is None or getattr(action, "face_up", True):
            return
        real = structs.replace(action, card=sight.key)
        private = private_duel(self.duel, seat, self.secrets, {sight.key})
        verdict = judge(private, real)
        if not verdict.legal:
            self.messages.append(self._refusal(verdict, (place,), seat))

    def _automatic(self) -> bool:
        """Answer what is nobody's to answer, or has one answer; True if something was done."""
        decision = self.duel.decision
        if decision is None:
            return False
        if decision.kind == "chance":
            self._commit(Roll(self.dice(decision.options, decision.low)), NOBODY)
            return True
        window = self.duel.window
        if (
            decision.kind == "window"
            and window is not None
            and window.seat == decision.seat
            and not self.asks_on_own[decision.seat]
        ):
            self._commit(Pass(), decision.seat)
            return True
        if decision.kind == "choose":
            answers = self.legal()
            op = current_op(game_of(self.duel.ruleset, self.duel.readings).blocks, self.duel.frames)
            aloud = isinstance(op, ops.Choose) and op.aloud
            hidden = self.rules.hidden_kinds
            if len(answers) == 1 and not aloud and _is_unseen(answers[0], hidden):
                self._commit(answers[0], decision.seat)
                return True
        return False

    # Carrying out

    def _commit(self, action: Action, seat: Seat) -> None:
        """Carry an action out, write it down, and note what the hands owe now."""
        before = self.duel
        with self._all_or_nothing():
            self.carry(action, seat)
            self._remember(action)
            self._owe()
            entry = {
                "action": format_action(action),
                "by": seat_letter(seat),
                "turn": before.turn,
                "duel": self.number,
            }
            self._write("action", {**entry, **self._aside()})
        for name in self._touched_by(action):
            self._confirm(name)
        for spot in self.zones.landing_spots:
            sight = self.layout.get(spot)
            if sight is not None:
                self._landed(spot, sight)
        self.messages = [m for m in self.messages if m.seat is not None or m.kind == "problem"]
        self.write_end()
        self._refresh_prompts()

    def write_end(self) -> None:
        """Write down how the duel ended, if it has."""
        if self.duel.outcome is not None:
            ended = self.duel.outcome
            winner = "" if ended.winner is None else seat_letter(ended.winner)
            self._write("over", {"winner": winner, "reason": ended.reason})

    def _touched_by(self, action: Action) -> list[str]:
        """The mat zones where an action was done by laying or turning a card."""
        match action:
            case Play(to=place) | Turn(card=place):
                return [self.zones.to_mat(place)]
            case Activate(card=card):
                if not is_key(card):
                    kind = zone_kind(card)
                    return [self.zones.to_mat(card)] if kind in ("m", "s") else []
                return [self.spots[card]] if card in self.spots else []
            case _:
                return []

    def _remember(self, action: Action) -> None:
        """Keep what the host itself saw: the face-down card's tag, an activation's spot."""
        to = getattr(action, "to", None)
        if to is not None:
            piece = self.duel.top(to)
            sight = self.layout.get(self.zones.to_mat(to))
            if piece is not None and piece.key is None and sight is not None and sight.key:
                self.secrets[piece.oid] = sight.key
        present = {p.key for name, p in self.duel.pieces() if zone_kind(name) == "play"}
        for key in present:
            if key is not None and key not in self.spots:
                for spot in self.zones.rows:
                    sight = self.layout.get(spot)
                    if sight is not None and sight.key == key:
                        self.spots[key] = spot
        for key in list(self.spots):
            if key not in present:
                del self.spots[key]
        alive = {p.oid for _, p in self.duel.pieces()}
        for oid in list(self.secrets):
            if oid not in alive:
                del self.secrets[oid]

    def _owe(self) -> None:
        """What lies otherwise than it should now is owed by the hands, not a play."""
        seen = differences(self.layout, self.expected(), self.zones.rows)
        self.owed = {**{z: self.owed[z] for z in self.owed if z in seen}, **seen}

    def _landed(self, spot: str, sight: Sight) -> None:
        """A card was shown on a landing spot."""
        for task in self.tasks:
            if task.kind in ("show", "fetch") and task.zone == spot and task.key == sight.key:
                self._done(task)
                return

    def _deck_touched(self, pad: str) -> bool:
        for task in self.tasks:
            if task.kind in ("draw", "look", "return") and task.zone == pad:
                self._done(task)
                return True
        return False

    def _done(self, task: Task) -> None:
        """A task has been seen to be done."""
        self._write("done", {"task": task.kind, "zone": task.zone, "key": task.key})
        self.tasks.remove(task)
        self._confirm(task.zone)

    # Writing down

    def _write(self, kind: str, data: Mapping[str, Any]) -> None:
        cause = {} if self.cause is None else {"at": list(self.cause)}
        self.journal.append(kind, {**data, **cause})

    def _aside(self) -> dict[str, Any]:
        """What a table knows beside the duel, as an entry holds it."""
        return {
            "owed": {name: write_sight(sight) for name, sight in self.owed.items()},
            "secrets": {str(oid): key for oid, key in self.secrets.items()},
            "spots": dict(self.spots),
        }

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """What could not be written down has not happened."""
        names = ("duel", "secrets", "spots", "owed", "tasks", "past", "log", "requests")
        kept = {name: copy(getattr(self, name)) for name in (*names, "carried", "selected")}
        try:
            yield
        except HostError:
            for name, value in kept.items():
                setattr(self, name, value)
            raise

    # The duel alone: what happens in play, and again when its journal is read

    def carry(self, action: Action, seat: Seat) -> None:
        """Carry an action out: the duel, its tasks and its log; nothing is read or written."""
        before = self.duel
        step: Step = carry_out(before, action, game_of(before.ruleset, before.readings))
        self.carried += 1
        if not isinstance(action, Standing):
            self.past.append(
                Past(
                    before,
                    dict(self.secrets),
                    dict(self.spots),
                    seat,
                    opened=_opens(step.events),
                    action=action,
                    number=self.carried,
                )
            )
        self.duel = step.duel
        new = tasks_of(step.events, self.zones, self.card_name)
        self.tasks += [replace(task, number=self.carried) for task in new]
        self.requests.clear()
        self.selected = None
        self.chosen_way = ""
        self.asked, self.refused = [], None
        self._tell_events(before, step.events, seat)

    def undo(self, by: Seat) -> Past:
        """Go back to before the last action; nothing is read or written."""
        last = self.past.pop()
        self.requests.pop("takeback", None)
        self.duel, self.secrets, self.spots = last.duel, last.secrets, last.spots
        self.tasks = [task for task in self.tasks if task.number < last.number]
        self.asked, self.refused = [], None
        self._note(by, f"{self.name_of(by)} takes back: {self.words(self.duel, last.action)}.", ())
        return last

    def finish(self, kind: str, place: str, key: str) -> None:
        """Strike out a task that was done."""
        for task in self.tasks:
            if (task.kind, task.zone, task.key) == (kind, place, key):
                self.tasks.remove(task)
                return

    def begin_anew(self) -> None:
        """The mat has not been seen since the stop; what is asked now is worked out anew."""
        self.confirmed.clear()
        self.unseen = True
        self._refresh_prompts()

    def _confirm(self, name: str) -> None:
        self.confirmed[name] = self.now_ms + CONFIRM_MS
        self.version += 1

    # Pointing, buttons, prompts

    def all_prompts(self) -> list[Prompt]:
        return [self.which] if self.which is not None else self.prompts

    def _refresh_prompts(self) -> None:
        self.questions += 1
        self.highlight = 0
        over = self.duel.is_over()
        self.decision_text = "" if over else decision_words(self.wording(), self.duel)
        self.prompts = prompts_of(
            self.duel, self.legal(), self.questions, self.decision_text, self.words
        )

    def _take(self, prompt: Prompt, option: Option) -> None:
        if prompt is self.which:
            self.chosen_way = way_of(option.action)
            self.which = None
            self._write("meant", {"way": self.chosen_way})
            self.asked = []
            self._consider()
            return
        self._say(option.action, prompt.seat)

    def _say(self, action: Action, seat: Seat) -> None:
        """An action that was said: judged, then done or refused."""
        verdict = judge(self.duel, action)
        if not verdict.legal:
            self.refuse_play(verdict, ())
            return
        blocked = self._blocked(seat, action)
        if blocked:
            self._say_obligation(blocked)
            return
        self._commit(action, seat)
        self._consider()

    def refuse_play(self, verdict: Verdict, zones: tuple[str, ...]) -> None:
        """Say that something is not legal, by which rules, and what would make it so."""
        message = self._refusal(verdict, zones, None)
        refused = (list(verdict.rules), self.ruling(verdict))
        if message not in self.messages and refused != self.refused:
            self._write("refused", {"rules": refused[0], "text": refused[1]})
            self.refused_count += 1
            self.refused = refused
        self.messages = [*(m for m in self.messages if m.seat is not None), message]
        self.version += 1

    def _refusal(self, verdict: Verdict, zones: tuple[str, ...], seat: Seat | None) -> Message:
        remedies = remedy_words(self.wording(), verdict, self.duel, seat)
        said = f"{rule_words(verdict.rules[0])}." if verdict.rules else "That does nothing here."
        return Message("refusal", said, verdict, seat, zones, remedies)

    def _pointed(self, pad: str) -> None:
        """A card or zone was touched."""
        decision = self.duel.decision
        place = self.zones.to_engine(pad)
        if decision is None:
            return
        if decision.kind == "choose" and place is not None:
            self._say(Choose(place), decision.seat)
            return
        if decision.kind == "open" and self.duel.phase == "battle":
            self._point_attack(pad, place, decision.seat)
            return
        self.selected = pad if self.selected != pad else None
        self.version += 1

    def _point_attack(self, pad: str, place: str | None, seat: Seat) -> None:
        """First the attacker, then its target; the opponent's deck stands for the player."""
        own = pad[0] == seat_letter(seat)
        if own:
            self.selected = pad if self.selected != pad else None
            self.version += 1
            return
        attacker = None if self.selected is None else self.zones.to_engine(self.selected)
        if attacker is None:
            self.messages = [Message("info", "Touch the attacker first, then its target.")]
            self.version += 1
            return
        direct = place is None or zone_kind(place) == "pile"
        self._say(Attack(attacker, None if direct else place), seat)

    def _move_highlight(self, seat: Seat, by: int) -> None:
        for prompt in self.all_prompts():
            if prompt.seat == seat:
                self.highlight = (self.highlight + by) % len(prompt.options)
                self.version += 1

    def _ok(self, seat: Seat) -> None:
        """OK: take the option that is lit; in a window that is passing."""
        if self.requests and any(by != seat for by in self.requests.values()):
            self.agree(seat)
            return
        for prompt in self.all_prompts():
            if prompt.seat == seat and (not prompt.menu or self.highlight):
                option = prompt.options[self.highlight]
                passes = [o for o in prompt.options if isinstance(o.action, Pass)]
                decision = self.duel.decision
                if decision is not None and decision.kind == "window" and passes:
                    option = passes[0]
                self._take(prompt, option)
                return

    def _phase(self, seat: Seat) -> None:
        """The phase button: on to the next phase, the first that may follow."""
        decision = self.duel.decision
        if decision is None or decision.kind != "open" or decision.seat != seat:
            waiting = Advance("end")
            self.refuse_play(judge(self.duel, waiting), ())
            return
        ahead = [a for a in self.legal() if isinstance(a, Advance)]
        if ahead:
            self._say(ahead[0], seat)

    # What goes out

    def _tell(self) -> None:
        """Turn the finding into a question, a correction or nothing."""
        finding = self.finding
        if not isinstance(finding, Refused):
            self._refusal_due_ms = None
            self._refused_layout = None
            self.refused = None
        public = [m for m in self.messages if m.seat is not None]
        match finding:
            case Refused():
                if self._refused_layout != self.layout:
                    self._refused_layout = self.layout
                    self._refusal_due_ms = self.now_ms + REFUSE_MS
                return
            case Unsure(zone=name, what=what):
                text = {
                    "face": f"Which side of the card on {name} is up? Lay it flat again.",
                    "orientation": f"Straighten the card on {name}: upright or sideways.",
                }.get(what, f"The card on {name} is not known here: enroll it or take it away.")
                self.messages = [*public, Message("question", text, zones=(name,))]
            case Ambiguous(actions=actions):
                if self.which is None:
                    ways = [way_of(a) for a in actions]
                    if ways != self.asked:
                        self._write("asked", {"options": ways})
                        self.asked = ways
                        self.questions += 1
                    self.which = asked_which(self.duel, self.questions, actions, self.words)
                self.messages = [*public, Message("question", self.which.text)]
            case InProgress():
                self.messages = public
            case _:
                kept = ("obligation", "info", "problem")
                self.messages = [*public, *(m for m in self.messages if m.kind in kept and m.seat is None)]

    def tell_problems(self, problems: Sequence[Problem]) -> None:
        """Show what the mat sees and cannot understand; [] takes it back."""
        kept = [m for m in self.messages if m.kind != "problem"]
        told = [Message("problem", p.text, zones=p.zones) for p in problems]
        self.messages = [*kept, *told]
        self.version += 1

    def _tell_events(self, before: Duel, events: Sequence[AnyEvent], seat: Seat) -> None:
        wording = self.wording(before)
        for line in tell(wording, events):
            self._note(seat, line.text, line.rules)

    def _note(self, seat: Seat, text: str, rules: tuple[str, ...]) -> None:
        self.log.append(LogLine(len(self.log) + 1, text, rules, seat, self.duel.turn))


def _is_unseen(action: Action, hidden_kinds: Collection[str]) -> bool:
    """Whether the answer is "some unseen card": nothing that a player could say or show."""
    return (
        isinstance(action, Choose)
        and not is_key(action.card)
        and zone_kind(action.card) in hidden_kinds
    )


def _opens(events: Sequence[AnyEvent]) -> bool:
    """Whether somebody learnt something by these events that cannot be unlearnt."""
    return any(
        isinstance(e, Shown | Looked | Shuffled | FirstChosen)
        or (isinstance(e, Moved) and (zone_kind(e.source) in ("hand", "pile")))
        for e in events
    )

