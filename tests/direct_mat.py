"""A mat without electronics: what hands do is what the table sees, at once.

It stands between simulated hands and a table where a test is about the referee, not about
antennas. Sideways is sensed in monster zones only, as on the real mat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import replace
from functools import reduce
from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec import structs

from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import CardKey, Seat, seat_letter, zone, zone_kind
from duelmat_engine.notation import parse_action
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.state import Duel
from duelmat_engine.views.view import view_for
from duelmat_hardware import Mat, Sense, load_mat, mat_file
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands, Lying, Side
from duelmat_host.players.scripted_player import AnswerPrompt, Dice, ScriptedPlayer
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.asking import Asking, WindowKind
from duelmat_host.table.commands import Command, Ruling
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Dice as AnyDice
from duelmat_host.table.duel_setup import DuelSetup, Writer, Written
from duelmat_host.table.entries import Entry
from duelmat_host.table.inputs import (
    ButtonPressed,
    ButtonReleased,
    CommandGiven,
    JudgeRuled,
    LayoutSensed,
    PadTouched,
    QuestionAnswered,
    TimePassed,
)
from duelmat_host.table.live import BoardEventId, LiveTable
from duelmat_host.table.matcher import move_of
from duelmat_host.table.reducer import apply, begin
from duelmat_host.table.seals import fresh_salt
from duelmat_host.table.state import DuelState, TableState
from duelmat_host.table.table import Assist, LegalActions, table_of
from duelmat_host.table.zone_map import PadName, ZoneMap

DECK = Deck(MAIN_CODES, EXTRA_CODES)
MAT = load_mat()
PLAIN = structs.replace(
    MAT,
    zones=tuple(structs.replace(z, senses=z.senses & {Sense.CARD}) for z in MAT.zones),
)
"""A mat that senses which card lies in a zone, and not how: one plain sticker in each sleeve."""
SPARE = structs.replace(
    PLAIN,
    zones=tuple(
        structs.replace(z, antennas=(), senses=frozenset())
        if zone_kind(z.id) in ("banished", "extra", "field", "s")
        else z
        for z in PLAIN.zones
    ),
)
"""A plain mat with readers beneath its monster zones and Graveyards alone."""
STARTER = load_mat(mat_file("starter"))
SEATS = (Seat(0), Seat(1))


class MemoryJournal:
    """A journal that only remembers."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, dict[str, Any]]] = []

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        self.entries += [(kind, dict(data)) for kind, data in items]
        return [SimpleNamespace(kind=kind, data=data) for kind, data in items]


class DirectTable(LiveTable):
    """A table whose inputs are called by what people do."""

    def __init__(
        self,
        state: TableState,
        journal: Writer,
        dice: AnyDice,
        salt: Callable[[], bytes] = fresh_salt,
        *,
        is_awaited: bool = False,
        assist: Assist = Assist.COACH,
    ) -> None:
        table = table_of(state, assist=assist, is_awaited=is_awaited)
        super().__init__(table, journal, Chance(dice, salt))

    @property
    def journal_entries(self) -> list[tuple[str, dict[str, Any]]]:
        """The entries of a journal that only remembers."""
        assert isinstance(self.journal, MemoryJournal)
        return self.journal.entries

    def copy(self, journal: Writer, chance: Chance) -> DirectTable:
        """Return another table that is as this one is now, to which nobody listens yet."""
        new = copy(self)
        new.journal, new.chance, new._listeners = journal, chance, []
        return new

    def set_state(self, state: TableState) -> None:
        """Put the table into another state, as no input does."""
        self.now = replace(self.now, state=state, legal=LegalActions(state.duel, state.zones))

    def sense(self, layout: Layout, now_ms: int) -> None:
        self.take(LayoutSensed(layout), now_ms)

    def tick(self, now_ms: int) -> None:
        self.take(TimePassed(), now_ms)

    def touch(
        self,
        pad: PadName,
        now_ms: int,
        cause: BoardEventId | None = None,
        by: Seat | None = None,
    ) -> None:
        self.take(PadTouched(pad, by), now_ms, cause)

    def press(self, button: str, now_ms: int, cause: BoardEventId | None = None) -> None:
        self.take(ButtonPressed(button), now_ms, cause)

    def release(self, button: str, now_ms: int, held_ms: int) -> None:
        self.take(ButtonReleased(button, held_ms), now_ms)

    def answer(self, seat: Seat, prompt: str, option: int) -> None:
        self.take(QuestionAnswered(seat, prompt, option))

    def command(self, seat: Seat, command: Command) -> None:
        self.take(CommandGiven(seat, command))

    def rule(self, ruling: Ruling) -> None:
        self.take(JudgeRuled(ruling))


class DirectMat:
    """Placements become the layout, touches and buttons go straight to the table."""

    def __init__(self, mat: Mat = MAT) -> None:
        self.senses = {zone.id: zone.senses for zone in mat.zones}
        self.table: DirectTable | None = None
        self.lying: list[tuple[CardKey, MatZone, bool, int]] = []
        self.now_ms = 0
        self.whose_touch: Callable[[PadName], Seat | None] = lambda _: None
        self.released: Callable[[str], None] = lambda _: None
        """Called when a finger has left a button."""
        self.is_slow = False
        """Whether it feels cards only when it is told to."""

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        self.lying = [card for card in self.lying if card[0] != key]
        self.lying.append((key, zone, face_up, turn))
        self._sense()

    def lift(self, key: CardKey) -> None:
        self.lying = [card for card in self.lying if card[0] != key]
        self._sense()

    def touch(self, pad: str) -> None:
        assert self.table is not None
        whose = self.whose_touch(PadName(pad))
        self.table.touch(PadName(pad), self.now_ms, by=whose)

    def press(self, button: str) -> None:
        assert self.table is not None
        self.table.press(button, self.now_ms)
        self.released(button)

    def layout(self) -> Layout:
        sights: dict[MatZone, Sight] = {}
        for key, place, face_up, turn in self.lying:
            senses = self.senses[place]
            way = Orientation.SIDEWAYS if turn else Orientation.UPRIGHT
            face = Face.UP if face_up else Face.DOWN
            if place not in sights and Sense.CARD in senses:  # only the bottom card is seen
                sights[place] = Sight(
                    key,
                    face if Sense.FACE in senses else Face.UNKNOWN,
                    way if Sense.TURN in senses else Orientation.UNKNOWN,
                    b"",
                )
        return Layout(sights)

    def rest(self, ms: int) -> None:
        """Nobody touches anything for so long."""
        assert self.table is not None
        self.now_ms += ms
        self.table.tick(self.now_ms)

    def feel(self) -> None:
        """Show the table what lies there now."""
        assert self.table is not None
        self.table.sense(self.layout(), self.now_ms)

    def _sense(self) -> None:
        self.now_ms += 100
        if self.table is not None and not self.is_slow:
            self.table.sense(self.layout(), self.now_ms)


def practice_deck(ruleset: str) -> Deck:
    """The deck with which a ruleset is tried."""
    return Deck(*find_ruleset(ruleset).decks.practice)


def make_table(
    dice: Dice,
    *,
    asks: bool,
    assist: str = "coach",
    ruleset: str = "trump_king",
    names: tuple[str, str] = ("Ana", "Ben"),
    mat: Mat = MAT,
) -> DirectTable:
    """A table of two practice decks, with a journal that only remembers."""
    decks = (practice_deck(ruleset),) * 2
    setup = DuelSetup(ruleset, names, decks)
    state = begin(setup, ZoneMap(find_ruleset(ruleset), mat))
    every = Asking(frozenset({WindowKind.EVERY}))
    state = replace(state, asking=dict.fromkeys(SEATS, every) if asks else {})
    return DirectTable(state, MemoryJournal(), dice, assist=Assist(assist))


def seat_down(
    closed: Duel, *, asks: bool = True, on: Mat = MAT
) -> tuple[ScriptedPlayer, DirectMat, Dice]:
    """A table, and hands that hold the piles of a closed duel that is about to begin."""
    mat = DirectMat(on)
    dice = Dice()
    table = make_table(dice, asks=asks, ruleset=closed.ruleset, mat=on)
    mat.table = table
    decks = []
    for letter in "ab":
        cards = (*closed.at(f"{letter}.hand"), *closed.at(f"{letter}.pile"))
        decks.append([piece.key for piece in cards if piece.key is not None])
    extras = [keys_of(seat, practice_deck(closed.ruleset).extra) for seat in SEATS]
    hands = Hands(mat, decks, extras, Random(0))
    mat.whose_touch = hands.whose_touch
    return ScriptedPlayer(table, hands), mat, dice


def do(performance: ScriptedPlayer, step: Move | AnswerPrompt) -> None:
    """One movement or answer."""
    if isinstance(step, AnswerPrompt):
        performance.table.take(QuestionAnswered(step.seat, step.prompt, step.option))
    else:
        step.carry_out(performance.hands)


def lay(code: str, *, down: bool = False, sideways: bool = False) -> list[Placed]:
    """A zone with one card that came the turn before."""
    return [Placed(code, face_up=not down, upright=not sideways)]


def held(*codes: str) -> list[Placed]:
    return [Placed(code, face_up=False) for code in codes]


class Bench:
    """A table in the midst of a duel, with everything lying as it should."""

    def __init__(
        self,
        zones: Mapping[str, Sequence[Placed]] | None,
        *,
        asks: bool = False,
        assist: str = "coach",
        ruleset: str = "trump_king",
        names: tuple[str, str] = ("Ana", "Ben"),
        mat: Mat = MAT,
        **moment: Any,
    ) -> None:
        """`zones` and `moment` are those of duelmat_engine.forms.position.

        Without zones nothing has been done yet.
        """
        self.dice = Dice()
        self.mat = DirectMat(mat)
        self.table = table = make_table(
            self.dice, asks=asks, assist=assist, ruleset=ruleset, names=names, mat=mat
        )
        self.mat.table = table
        deck = practice_deck(ruleset)
        decks, extras = zip(
            *((keys_of(seat, deck.main), keys_of(seat, deck.extra)) for seat in SEATS), strict=True
        )
        self.hands = Hands(self.mat, decks, extras, Random(0))
        self.mat.whose_touch = self.hands.whose_touch
        self.start = table.state
        """What the entries of the journal are folded onto."""
        if zones is not None:
            self._begin_at(position(ruleset, zones, **moment))

    def _begin_at(self, closed: Duel) -> None:
        """Begin in the midst of a duel."""
        self.closed = closed
        secrets: dict[int, CardKey] = {}
        sides = []
        table = self.table
        for seat in SEATS:
            keys = {
                kind: [p.key for p in self.closed.at(zone(seat, kind)) if p.key is not None]
                for kind in ("pile", "extra", "hand", "grave", "banished")
            }
            sides.append(
                Side(keys["pile"], keys["extra"], keys["hand"], keys["grave"], keys["banished"])
            )
        self.hands.sides = sides
        for name, piece in self.closed.pieces():
            if zone_kind(name) not in ("m", "s") or piece.key is None:
                continue
            place, turn = table.state.zones.to_mat(name), 0 if piece.upright else 90
            turn = turn if zone_kind(name) == "m" else 0
            self.hands.lying[piece.key] = Lying(place, piece.face_up, turn)
            self.mat.lying.append((piece.key, place, piece.face_up, turn))
            if not piece.face_up:
                secrets[piece.oid] = piece.key
        current = DuelState(view_for(self.closed), (), secrets)
        self.start = replace(table.state, current=current)
        table.set_state(self.start)
        table.sense(self.mat.layout(), 0)

    def copy(self) -> Bench:
        """Return another table that is as this one is now."""
        new = copy(self)
        new.dice = Dice(list(self.dice.ready))
        journal = MemoryJournal()
        journal.entries = list(self.journal.entries)
        new.table = self.table.copy(journal, replace(self.table.chance, dice=new.dice))
        new.mat = copy(self.mat)
        new.mat.table, new.mat.lying = new.table, list(self.mat.lying)
        new.hands = copy(self.hands)
        new.hands.mat, new.hands.random = new.mat, Random(0)
        new.hands.sides, new.hands.lying = deepcopy(self.hands.sides), dict(self.hands.lying)
        new.mat.whose_touch = new.hands.whose_touch
        return new

    @property
    def journal(self) -> MemoryJournal:
        journal = self.table.journal
        assert isinstance(journal, MemoryJournal)
        return journal

    def put(self, key: str, place: str, *, down: bool = False, sideways: bool = False) -> None:
        turn = 90 if sideways else 0
        self.hands.place(CardKey(key), MatZone(place), face_up=not down, turn=turn)

    def take(self, place: str, to: str = "hand") -> None:
        self.hands.take(MatZone(place), to)

    def touch(self, pad: str) -> None:
        self.hands.touch(PadName(pad))

    def press(self, button: str) -> None:
        self.hands.press(button)

    def rest(self, ms: int = 5000) -> None:
        self.mat.rest(ms)

    def actions(self) -> list[str]:
        """The actions that were written down, each by its way or class."""
        done = [data["action"] for kind, data in self.journal.entries if kind == "action"]
        return [move_of(parse_action(text)) for text in done]

    def refused(self) -> list[list[str]]:
        """The rules of each refusal that was written down."""
        return [data["rules"] for kind, data in self.journal.entries if kind == "refused"]

    def said(self) -> str:
        """What everybody is told."""
        return " ".join(" ".join((m.text, *m.remedies)) for m in messages_of(self.table.now))

    def options(self, seat: int = 0) -> list[str]:
        """What a seat is offered to choose from."""
        return [o.text for p in self.table.now.prompts if p.seat == seat for o in p.options]

    def choose(self, text: str, seat: int = 0) -> None:
        """Answer with the option that has this in its text."""
        for prompt in self.table.now.prompts:
            for index, option in enumerate(prompt.options):
                if prompt.seat == seat and text in option.text:
                    self.table.answer(Seat(seat), prompt.id, index)
                    return
        raise AssertionError(f"expected an option with {text!r}, got {self.options(seat)}")


def public_facts(duel: Duel) -> tuple[Any, ...]:
    """Return what everybody sees of a duel, the same of the closed one and the open one."""
    lying: dict[str, object] = {}
    for name, pieces in duel.zones.items():
        kind = zone_kind(name)
        if kind in ("hand", "pile"):
            lying[name] = len(pieces)
        else:
            lying[name] = [
                (p.key if p.face_up else None, p.face_up, p.upright, [u.key for u in p.beneath])
                for p in pieces
            ]
    lives = {seat_letter(Seat(s)): p.life for s, p in enumerate(duel.players)}
    shown = {name: cards for name, cards in sorted(lying.items()) if cards}
    return shown, lives, duel.turn, duel.turn_seat, duel.phase


def fold(state: TableState, entries: Iterable[Entry]) -> TableState:
    """Return the state of a table after these entries."""
    return reduce(apply, entries, state)
