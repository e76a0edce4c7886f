"""The duel as its table keeps it: what it is, what was done, and what the hands still owe.

Everything that happens to the duel goes through `_commit` or `take_back`: carried out, written
into the journal, and only then shown. Going on after a stop repeats the same steps from the
journal, without writing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from duelmat_engine.actions import (
    Action,
    Activate,
    AgreeDraw,
    Choose,
    Concede,
    CorrectLife,
    Pass,
    Play,
    Roll,
    Stand,
    Turn,
)
from duelmat_engine.events import AnyEvent, FirstChosen, Looked, Moved, Shown, Shuffled
from duelmat_engine.forms.notation import format_action
from duelmat_engine.judging.verdict import Verdict
from duelmat_engine.names import NOBODY, CardKey, Seat, is_key, key_seat, seat_letter, zone_kind
from duelmat_engine.play import Step, carry_out, new_duel
from duelmat_engine.ruleset import find_ruleset, game_of
from duelmat_engine.speech.explain import action_words, remedy_words, rule_words
from duelmat_engine.speech.telling import tell
from duelmat_engine.speech.wording import Wording
from duelmat_engine.state import Duel
from duelmat_engine.state import replace as changed
from duelmat_host.errors import HostError
from duelmat_host.sensing.layout import Face, Layout, Sight, write_sight
from duelmat_host.table.commitment import Commitment, commit
from duelmat_host.table.duel_setup import DuelSetup, Writer
from duelmat_host.table.expect import Expect, differences, expected_layout
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.legal_actions import LegalActions
from duelmat_host.table.owing import reversals
from duelmat_host.table.seals import Opening, Seal, came_to_light
from duelmat_host.table.tasks import SHOWN_PILES, Task, tasks_of
from duelmat_host.table.zone_map import ZoneMap

CONFIRM_MS = 1200
"""How long a lamp says that a play was understood."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log that everybody may read."""

    number: int
    text: str
    rules: tuple[str, ...]
    seat: Seat
    turn: int
    sealed: tuple[Seal, ...] = ()
    """The commitments to cards that were laid face-down."""
    opened: tuple[Opening, ...] = ()
    """The openings of those that came to light."""


@dataclass(slots=True)
class Past:
    """A moment that can be gone back to, and the action that was done then."""

    duel: Duel
    secrets: dict[int, CardKey]
    seals: dict[int, Commitment]
    spots: dict[str, str]
    tasks: tuple[Task, ...]
    action: Action
    by: Seat
    number: int
    """Of the action, counted through the duel."""
    automatic: bool
    """Whether the table itself did it: nobody takes that back by itself."""
    opened: bool
    """Whether it drew, revealed or diced: then both must agree to undo it."""
    done: list[Task] = field(default_factory=list)
    """What the hands did after it and before the next action."""


class Keeping:
    """One duel with everything that a table keeps beside it."""

    def __init__(self, setting: DuelSetup, zones: ZoneMap, journal: Writer, number: int) -> None:
        self.setting = setting
        self.zones = zones
        self.journal = journal
        self.number = number
        self.rules = find_ruleset(setting.ruleset)
        start = new_duel(setting.ruleset, setting.decks, seed=None, readings=setting.readings)
        self.duel = start.duel
        self.layout = Layout()
        """What lies on the mat, as last sensed."""
        self.secrets: dict[int, CardKey] = {}
        """Which cards the host read where they were Set face-down, by object."""
        self.seals: dict[int, Commitment] = {}
        """What was published of them instead, by object."""
        self.seal: Callable[[CardKey], Commitment] = commit
        """How a face-down card is committed to."""
        self.spots: dict[str, str] = {}
        """Where cards that are being activated were put, by key."""
        self.owed: dict[str, Sight | None] = {}
        """Sensed zones that the engine has changed and the hands not yet, with what lay there."""
        self.tasks: list[Task] = tasks_of(start.events, zones, self.card_name)
        self.restoring: list[Task] = []
        """Tasks that undo what was done for an action taken back."""
        self.is_restoring = False
        """Whether the hands have yet to undo what was taken back: first of all, that."""
        self.past: list[Past] = []
        self.log: list[LogLine] = []
        self.requests: dict[str, Seat] = {}
        """What players have asked each other for, and who."""
        self.called_by: Seat | None = None
        """Who has called a judge: the table waits for the ruling."""
        self.asks_on_own: dict[Seat, bool] = {Seat(s): False for s in self.duel.seats}
        """Whether a seat wants to be asked after its own plays as well."""
        self.selected: str | None = None
        """The pad that was pointed at."""
        self.chosen_way = ""
        """The way that was meant by what lies there, once it was asked."""
        self.asked: list[str] = []
        """The ways that the open question offers; written down once."""
        self.refused: tuple[list[str], str] | None = None
        """The refusal that stands, by its rules and words; written down once."""
        self.cause: tuple[int, int] | None = None
        """The board's event (boot and number) that is being taken: written with what it causes."""
        self.carried = 0
        """How many actions have been carried out, those taken back since among them."""
        self.confirmed: dict[str, int] = {}
        """Zones whose lamp says that a play was understood, and until when."""
        self.now_ms = 0
        self.version = 0
        """Changes whenever something that is shown may have."""
        self._legal: LegalActions | None = None

    # Names

    def wording(self, duel: Duel | None = None) -> Wording:
        """Words for everybody, or about an earlier duel."""
        of = duel or self.duel
        return Wording(game_of(of.ruleset, of.readings), self.setting.names, world=of)

    def card_name(self, key: str) -> str:
        return self.wording().printed(key)

    def name_of(self, seat: int) -> str:
        return self.setting.names[seat]

    def place_name(self, place: str) -> str:
        """A mat zone as players call it; one that the duel does not use, by its number."""
        name = self.zones.holding(self.duel, place)
        return f"zone {place}" if name is None else self.wording().zone(name)

    def owner_of(self, place: str) -> Seat | None:
        """Whose card lies in a mat zone."""
        sight = self.layout.get(place)
        return None if sight is None or sight.key is None else key_seat(sight.key)

    def words(self, duel: Duel, action: Action) -> str:
        return action_words(self.wording(duel), action)

    def ruling(self, verdict: Verdict) -> str:
        """A refusal in a line or two: the first rule it breaks, and what helps."""
        wording = self.wording()
        rules = verdict.rules[:1]
        said = "".join(f"{rule_words(r, wording.game.rules)}." for r in rules)
        return " ".join(
            (said or "That does nothing here.", *remedy_words(wording, verdict, self.duel))
        )

    # Facts

    def legal(self) -> LegalActions:
        """Every legal answer to the present decision; worked out once, when it is looked at."""
        if self._legal is None or self._legal.duel is not self.duel:
            self._legal = LegalActions(self.duel, self.zones)
        return self._legal

    @property
    def is_foreseen(self) -> bool:
        """Whether it has been worked out what is legal next."""
        return self.legal().is_listed

    def expected(self) -> dict[str, Expect]:
        """What should lie in the rows."""
        return expected_layout(self.duel, self.zones, self.secrets, self.spots)

    def astray(self) -> dict[str, Sight | None]:
        """The sensed zones that show something else than they should, with what lies there."""
        seen = differences(self.layout, self.expected(), self.zones.rows)
        piled = {piece.key for name, piece in self.duel.pieces() if zone_kind(name) in SHOWN_PILES}
        for spot in self.zones.landing_spots:
            sight = self.layout.get(spot)
            if sight is not None and (sight.key not in piled or sight.face is Face.DOWN):
                seen[spot] = sight
        return seen

    # Carrying out

    def _commit(self, action: Action, seat: Seat) -> None:
        """Carry an action out, write it down, and note what the hands owe now."""
        turn = self.duel.turn
        with self._all_or_nothing():
            at = len(self.log)
            events = self.carry(action, seat)
            opened = self._open(events)
            self._remember(action)
            sealed = self._seal_new()
            self.attach(at, sealed, opened)
            if not isinstance(action, CorrectLife):  # it moves no card: what is refused stays so
                self._owe()
            entry = {
                "action": format_action(action),
                "by": _who(seat, action),
                "turn": turn,
                "duel": self.number,
            }
            proofs = {"sealed": [asdict(s) for s in sealed], "opened": [asdict(o) for o in opened]}
            self._write("action", {**entry, **proofs, **self._aside()})
        for name in self._touched_by(action):
            self._confirm(name)
        for spot in self.zones.landing_spots:
            self._landed(spot)
        self.write_end()

    def carry(self, action: Action, seat: Seat) -> tuple[AnyEvent, ...]:
        """Carry an action out: the duel, its tasks and its log; nothing is read or written."""
        before = self.duel
        step: Step = carry_out(before, action, game_of(before.ruleset, before.readings))
        self.carried += 1
        if not isinstance(action, Concede | AgreeDraw):
            self.past.append(
                Past(
                    before,
                    dict(self.secrets),
                    dict(self.seals),
                    dict(self.spots),
                    tuple(self.tasks),
                    action,
                    seat,
                    self.carried,
                    automatic=self._is_automatic(action),
                    opened=_opens(action, step.events, before, step.duel),
                )
            )
        self.duel = step.duel
        new = tasks_of(step.events, self.zones, self.card_name)
        self.tasks += [replace(task, number=self.carried) for task in new]
        self.requests.clear()
        self.selected = None
        self.chosen_way = ""
        self.asked, self.refused = [], None
        if isinstance(action, Stand):
            self.called_by = None
        for index, line in enumerate(tell(self.wording(before), step.events)):
            text = line.text
            if isinstance(action, CorrectLife) and not index:
                text = f"{text.rstrip('.')}: {action.reason.rstrip('.')}."
            self._note(seat, text, line.rules)
        return step.events

    def _is_automatic(self, action: Action) -> bool:
        """Whether the table answers so by itself: chance, passing on own plays, unseen cards."""
        decision, window = self.duel.decision, self.duel.window
        match action:
            case Roll():
                return True
            case Pass():
                return (
                    decision is not None
                    and decision.kind == "window"
                    and window is not None
                    and window.seat == decision.seat
                    and not self.asks_on_own[decision.seat]
                )
            case Choose(card=card):
                return not is_key(card) and zone_kind(card) in self.rules.hidden_kinds
            case _:
                return False

    def with_shown(self, action: Action) -> Action:
        """An action with the unseen cards that pay for it named, as far as the host read them."""
        if not isinstance(action, Play) or action.shown:
            return action
        paid = [piece for name in action.using if (piece := self.duel.top(name)) is not None]
        keys = [self.secrets.get(piece.oid) for piece in paid if piece.key is None]
        known = tuple(key for key in keys if key is not None)
        return changed(action, shown=known) if len(known) == len(keys) else action

    def _touched_by(self, action: Action) -> list[str]:
        """The mat zones where an action was done by laying or turning a card."""
        match action:
            case Stand(action=inner):
                return self._touched_by(inner)
            case Activate(card=card) if is_key(card):
                return [self.spots[card]] if card in self.spots else []
            case Play(to=place) | Turn(card=place) | Activate(card=place):
                return [there] if (there := self.zones.sensed(place)) else []
            case _:
                return []

    def _remember(self, action: Action) -> None:
        """Keep what the host itself saw: the face-down card's tag, an activation's spot."""
        if isinstance(action, Stand):
            action = action.action
        if isinstance(action, Play):
            piece = self.duel.top(action.to)
            key = self._laid_unseen(action)
            if piece is not None and piece.key is None and key is not None:
                self.secrets[piece.oid] = key
        self._read_face_down()
        in_play = {p.key for name, p in self.duel.pieces() if zone_kind(name) == "play"}
        for spot in self.zones.rows:
            sight = self.layout.get(spot)
            if sight is not None and sight.key in in_play:
                self.spots.setdefault(str(sight.key), spot)
        self.spots = {key: spot for key, spot in self.spots.items() if key in in_play}
        alive = {p.oid for _, p in self.duel.pieces()}
        self.secrets = {oid: key for oid, key in self.secrets.items() if oid in alive}
        self.seals = {oid: seal for oid, seal in self.seals.items() if oid in alive}

    def _read_face_down(self) -> None:
        """Keep what was read of face-down cards that came to their zones only now."""
        known = {piece.key for _, piece in self.duel.pieces()} | set(self.secrets.values())
        for name, piece in self.duel.pieces():
            sight = self.layout.get(self.zones.sensed(name))
            if piece.key is not None or piece.oid in self.secrets or sight is None:
                continue
            key = sight.key
            if key is None or key in known or sight.face is not Face.DOWN:
                continue
            if key_seat(key) == piece.owner:
                self.secrets[piece.oid] = key

    def _laid_unseen(self, action: Play) -> CardKey | None:
        """Which card was laid face-down: in its zone, or first on a landing spot."""
        owner = action.card[:1]
        places = [self.zones.sensed(action.to)] if is_laid(action, self.duel, self.zones) else []
        places += [spot for spot in self.zones.landing_spots if not places]
        for place in places:
            sight = self.layout.get(place)
            is_own = sight is not None and sight.key is not None and sight.key[0] == owner
            is_unseen = sight is not None and sight.face is Face.DOWN
            if (
                sight is not None
                and is_own
                and (is_unseen or place not in self.zones.landing_spots)
            ):
                return sight.key
        return None

    def _seal_new(self) -> tuple[Seal, ...]:
        """Commit to the cards that were laid face-down just now."""
        fresh = {oid: self.seal(key) for oid, key in self.secrets.items() if oid not in self.seals}
        fresh = {oid: made for oid, made in fresh.items() if self._is_hidden(oid)}
        self.seals.update(fresh)
        return tuple(Seal(oid, made.digest) for oid, made in sorted(fresh.items()))

    def _is_hidden(self, oid: int) -> bool:
        return any(piece.oid == oid and piece.key is None for _, piece in self.duel.pieces())

    def _open(self, events: Sequence[AnyEvent]) -> tuple[Opening, ...]:
        """Open what was published of cards that have come to light."""
        shown = came_to_light(events, self.duel)
        found = {oid: seal for oid, seal in sorted(self.seals.items()) if oid in shown}
        self.seals = {oid: seal for oid, seal in self.seals.items() if oid not in found}
        return tuple(Opening(oid, seal.salt, seal.key) for oid, seal in found.items())

    def attach(self, at: int, sealed: Sequence[Seal], opened: Sequence[Opening]) -> None:
        """Put commitments and openings on the first line that the action has made in the log."""
        if not sealed and not opened:
            return
        if len(self.log) == at:
            self._note(NOBODY, "Face-down cards come to light.", ())
        self.log[at] = replace(self.log[at], sealed=tuple(sealed), opened=tuple(opened))

    def _note(self, seat: Seat, text: str, rules: Sequence[str]) -> None:
        self.log.append(LogLine(len(self.log) + 1, text, tuple(rules), seat, self.duel.turn))

    def _confirm(self, name: str) -> None:
        self.confirmed[name] = self.now_ms + CONFIRM_MS
        self.version += 1

    # What the hands owe

    def _owe(self) -> None:
        """What lies otherwise than it should now is owed by the hands, not a play."""
        seen = self.astray()
        self.owed = {**{z: self.owed[z] for z in self.owed if z in seen}, **seen}

    def _settle_debts(self, seen: Collection[str]) -> None:
        """Strike out what is no longer owed; `seen` are the zones that are not as they should."""
        paid = [name for name in self.owed if name not in seen]
        if paid:
            self._write("paid", {"zones": paid})
        for name in paid:
            del self.owed[name]
        if not self.owed and not self.restoring:
            self.is_restoring = False

    def _landed(self, spot: str) -> None:
        """A card is shown on a landing spot: face-up, so that everybody sees it."""
        sight = self.layout.get(spot)
        if sight is None or sight.face is not Face.UP:
            return
        for task in self.tasks:
            if (task.zone, task.key) == (spot, sight.key):
                self._done(task)
                return

    def _done(self, task: Task) -> None:
        """A task has been seen to be done."""
        self._write("done", {"task": task.kind, "zone": task.zone, "key": task.key})
        self._strike(task)
        self._confirm(task.zone)

    def finish(self, kind: str, place: str, key: str) -> None:
        """Strike out a task that was done."""
        for task in self.tasks:
            if (task.kind, task.zone, task.key) == (kind, place, key):
                self._strike(task)
                return

    def _strike(self, task: Task) -> None:
        self.tasks.remove(task)
        if task in self.restoring:
            self.restoring.remove(task)
        elif self.past:
            self.past[-1].done.append(task)

    # Taking back

    def to_undo(self, by: Seat) -> list[Past]:
        """What a takeback of this seat takes back, the last first; [] if there is nothing.

        What the table did by itself goes with the action before it, and so does the other
        player's pass.
        """
        found: list[Past] = []
        for last in reversed(self.past):
            found.append(last)
            if not last.automatic and (last.by == by or not isinstance(last.action, Pass)):
                return found
        return []

    def undo(self, by: Seat, ruled: str = "") -> Past:
        """Go back to before the last action of some weight; nothing is read or written.

        `ruled` is the judge's reason, where it was a judge who said so.
        """
        undone = self.to_undo(by)
        last = undone[-1]
        del self.past[-len(undone) :]
        self.duel, self.secrets, self.spots = last.duel, dict(last.secrets), dict(last.spots)
        self.seals = dict(last.seals)
        done = [task for past in reversed(undone) for task in past.done]
        self.restoring = reversals(done, last.duel, self.zones, self.card_name)
        self.tasks = [*self.restoring, *last.tasks]
        self.is_restoring = True
        self.requests.pop("takeback", None)
        self.selected = None
        self.chosen_way = ""
        self.asked, self.refused = [], None
        what = self.words(self.duel, last.action)
        if ruled:
            self.called_by = None
            self._note(NOBODY, f"The judge takes back: {what}. {_sentence(ruled)}", ())
        else:
            self._note(by, f"{self.name_of(by)} takes back: {what}.", ())
        return last

    def _undo_and_write(self, by: Seat, ruled: str = "") -> None:
        with self._all_or_nothing():
            last = self.undo(by, ruled)
            self._owe()
            taken = {"by": _who(by, last.action), "action": format_action(last.action)}
            if ruled:
                taken["ruled"] = ruled
            self._write("takeback", {**taken, **self._aside()})

    # Writing down

    def _write(self, kind: str, data: Mapping[str, Any]) -> None:
        cause = {} if self.cause is None else {"at": list(self.cause)}
        self.journal.append(kind, {**data, **cause})

    def _aside(self) -> dict[str, Any]:
        """What a table knows beside the duel, as an entry holds it: for the host alone."""
        return {
            "owed": {name: write_sight(sight) for name, sight in self.owed.items()},
            "secrets": {str(oid): key for oid, key in self.secrets.items()},
            "salts": {str(oid): seal.salt for oid, seal in self.seals.items()},
            "spots": dict(self.spots),
        }

    def write_end(self) -> None:
        """Write down how the duel ended, if it has."""
        if self.duel.outcome is not None:
            ended = self.duel.outcome
            winner = "" if ended.winner is None else seat_letter(ended.winner)
            self._write("over", {"winner": winner, "reason": ended.reason})

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """What could not be written down has not happened."""
        names = ("duel", "secrets", "seals", "spots", "owed", "tasks", "restoring", "past", "log")
        said = (
            "is_restoring",
            "requests",
            "called_by",
            "carried",
            "selected",
            "chosen_way",
            "asked",
            "refused",
        )
        kept = {name: copy(getattr(self, name)) for name in (*names, *said)}
        try:
            yield
        except HostError:
            for name, value in kept.items():
                setattr(self, name, value)
            raise


def _opens(action: Action, events: Sequence[AnyEvent], before: Duel, after: Duel) -> bool:
    """Whether somebody learnt something by an action that cannot be unlearnt."""
    learnt = any(
        isinstance(event, Shown | Looked | Shuffled | FirstChosen)
        or (isinstance(event, Moved) and zone_kind(event.source) == "pile")
        for event in events
    )
    return learnt or isinstance(action, Roll) or not _known(after) <= _known(before)


JUDGE = "judge"
"""Who does it, in an entry of the journal, if it is no player and not chance."""


def _who(seat: Seat, action: Action) -> str:
    ruled = seat == NOBODY and isinstance(action, CorrectLife | Stand)
    return JUDGE if ruled else seat_letter(seat)


def _sentence(reason: str) -> str:
    """A reason as it stands in the log."""
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}."


def _known(duel: Duel) -> set[CardKey]:
    """The cards of which everybody knows where they are."""
    return {piece.key for _, piece in duel.pieces() if piece.key is not None}
