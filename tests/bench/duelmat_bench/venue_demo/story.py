"""The story of a hall: 16 players, 4 of 8 tables with mats, three rounds, and what goes wrong.

A judge is called and rules from the phone, a duel is lost by a penalty, a table dies and its match
goes on at a spare one, spectators watch, and time is called in a running duel.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from msgspec import Struct

from duelmat_bench.event_demo.person import Person, RefusedRequestError
from duelmat_bench.event_demo.story import allowed_deck_text
from duelmat_bench.venue_demo.match import WATCHED_S, MatMatch, until
from duelmat_bench.venue_demo.programs import HubProgram, TableProgram
from duelmat_bench.venue_demo.watching import watched
from duelmat_host.app.simulated_mat import stop_left_over
from duelmat_hub.policies import find_policy
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Event, Match
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PlayerId,
    RoundNumber,
    RulingId,
    TableNumber,
    drawn,
)
from duelmat_tournament.roles import Role
from duelmat_venue.rulings import AnyRuling, DuelGoesOn, LifeSet

PLAYERS: Final = 16
ROUNDS: Final = 3
ROUND_S: Final = 60
"""The shortest round there is: time is called in the last one."""
LEAST_S: Final = 3
"""Lost time from which a table gets it back."""
RULES_S: Final = 6.0
"""The time that a judge takes for a ruling."""
MATCH_S: Final = 400.0
"""The longest that the rest of a match may take: five mats run on one busy computer."""
SHORT_ACTS: Final = 24
"""The acts of both players in a duel that is to end soon."""
LONG_ACTS: Final = 400
"""Those of a duel that people look on at, if it has not ended by itself."""
SPARE: Final = TableNumber(9)
LIFE: Final = 12
"""The life that a judge sets."""
_SHORT: Final = (
    ("round_s", ROUND_S),
    ("minimum_s", LEAST_S),
    ("duel_loss_after_s", ROUND_S // 2),
    ("match_loss_after_s", ROUND_S),
)
_FIELDS: Final = re.compile(r"data-fields='([^']+)'")
"""What a form of a page sends besides what is typed."""
_DECK: Final = commands.RegisterDeck(PlayerId(1), DeckList(()), "0" * 32)
"""A command of this kind; the one that is sent has the text of the list."""
_MOVE: Final = floor_commands.MoveMatch(RoundNumber(1), TableNumber(1), SPARE)
"""A command of this kind; the fields are sent in place of its own."""


class Told(Struct, frozen=True):
    """The story's outcome, besides the event file."""

    export: bytes
    mats: dict[str, int]
    """What was played at mats: matches, plays."""
    seen: tuple[str, ...]
    """What a spectator read on the overlay."""
    faults: tuple[str, ...]


class Hall:
    """A hall with a hub, tables and people, and what they do."""

    def __init__(
        self,
        home: Path,
        policy: str,
        mats: int,
        seed: str,
        *,
        is_short: bool = True,
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Args:
        home: an empty folder.
        policy: by which the event is played.
        mats: how many tables have one.
        seed: the pairings and what the players choose follow from it.
        is_short: whether rounds and duels are short; else people look on.
        progress: called with a line when a part of the story begins.

        """
        self._home = home
        self._mats = mats
        self._seed = seed
        self._progress = progress
        self._people: list[Person] = []
        self.tables: dict[TableNumber, TableProgram] = {}
        self.playing: dict[TableNumber, MatMatch] = {}
        self._links: dict[TableNumber, str] = {}
        self._seen: list[str] = []
        self._plays = self._matches = 0
        self._faults: list[str] = []
        self._is_short = is_short
        chosen = home / f"{policy}.toml"
        text = short_policy(policy) if is_short else find_policy(policy).content.decode()
        chosen.write_text(text, encoding="utf-8")
        self.hub = HubProgram(home / "hub", chosen, seed, f"Hall of {policy}")

    def open(self) -> None:
        """Wait for the hub, and let the staff in."""
        link = self.hub.wait_address()
        self._base = link.partition("/in/")[0]
        self.organiser = self._person(Role.ORGANISER, "Olga", link)
        self.judge = self.invited(Role.JUDGE, "Jon")
        self.scorekeeper = self.invited(Role.SCOREKEEPER, "Sam")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        for match in self.playing.values():
            match.leave()
        for person in self._people:
            person.close()
        for table in self.tables.values():
            table.stop()
        self.hub.stop()

    # People

    def _person(self, role: Role, name: str, link: str) -> Person:
        person = Person([f"{self._base}/"], role, name)
        self._people.append(person)
        person.enter(link)
        return person

    def link(self, role: Role, name: str, player: PlayerId = NO_PLAYER, table: int = 0) -> str:
        """Return a new link from the desk."""
        asked: dict[str, Any] = {"role": role.value, "name": name, "player": player}
        if table:
            asked["table"] = table
        return str(self.organiser.post("/links", asked)["address"])

    def invited(self, role: Role, name: str) -> Person:
        return self._person(role, name, self.link(role, name))

    def do(self, person: Person, command: EventCommand, **fields: Any) -> None:
        person.do(command, **fields)

    def event(self) -> Event:
        """Return the event as its file has it."""
        event = fold(parse_event(self.organiser.get("/event.json").content).log)
        assert event is not None
        return event

    def match(self, table: TableNumber) -> Match:
        event = self.event()
        assert event.round is not None
        return event.round.matches[table]

    def links(self) -> list[tuple[str, str]]:
        """Return a link for every role, each with its words."""
        found = [
            ("Organiser", self.hub.address),
            ("Head judge", self.link(Role.HEAD_JUDGE, "Hanna")),
            ("Judge", self.link(Role.JUDGE, "Jo")),
            ("Scorekeeper", self.link(Role.SCOREKEEPER, "Sue")),
            ("Everybody", f"{self._base}/"),
            ("The hall", f"{self._base}/hall"),
        ]
        found.append(("The stage", f"{self._base}/stage"))
        for number, table in self.tables.items():  # without the spare one, which has no match
            found.append((f"Spectators, table {number}", f"{self._base}/watch/{number}"))
            names = (self.event().name_of(each) for each in self.match(number).players)
            found += zip((f"Table {number}, {name}" for name in names), table.seats(), strict=True)
        return found

    # The event

    def tell(self) -> Told:
        """Play the whole event."""
        self.begin()
        self.open_table(SPARE)
        specials = (self.call, self.fail, self.time_called)
        for number, special in enumerate(specials, start=1):
            self._progress(f"Round {number}: {special.__doc__}")
            self.play_round(RoundNumber(number), special)
        self.do(self.organiser, commands.FinishEvent())
        export = self.organiser.get("/event-with-decks.json").content
        mats = {"tables": self._mats, "matches": self._matches, "plays": self._plays}
        return Told(export, mats, tuple(self._seen), tuple(self._faults))

    def begin(self) -> None:
        """Register the players, and start the programs of the tables."""
        self._progress("Registration, and tables")
        self.register()
        self.do(self.organiser, commands.StartEvent(ROUNDS, 0))
        for number in range(1, self._mats + 1):
            self.open_table(TableNumber(number))

    def register(self) -> None:
        policy = self.event().policy
        for number in range(1, PLAYERS + 1):
            player = PlayerId(number)
            self.do(self.organiser, commands.RegisterPlayer(_NAMES[number - 1]))
            if policy.deck_lists:
                salt = f"{drawn(self._seed, 'salt', number):032x}"
                text = allowed_deck_text(policy.ruleset)
                self.do(self.organiser, _DECK, player=player, text=text, salt=salt)

    def open_table(self, number: TableNumber) -> None:
        """Start the program of a table, which waits for its first match."""
        self._links[number] = self.link(Role.TABLE, f"Table {number}", table=number)
        self.start_table(number)

    def start_table(self, number: TableNumber) -> None:
        """Start the program of a table in its folder, for the first time or again."""
        folder = self._home / f"table-{number}"
        self.tables[number] = TableProgram(folder, self._links[number], number)

    def play_round(self, number: RoundNumber, special: Callable[[], None]) -> None:
        self.begin_round(number)
        special()
        self.enter_paper(number)
        for table, match in list(self.playing.items()):
            what = f"table {table} has its result"
            until(lambda table=table: self.match(table).result, what, MATCH_S)
            self.end(table, match)
        self.do(self.organiser, commands.CloseRound())

    def begin_round(self, number: RoundNumber) -> None:
        """Begin a round: the players sit down."""
        for command in (
            commands.PairRound(),
            commands.PublishRound(),
            commands.StartRound(),
        ):
            self.do(self.organiser, command)
        for table in self.tables:
            if table != SPARE:
                self.sit(table, number)

    def sit(self, table: TableNumber, number: RoundNumber) -> None:
        """Let two players sit down at a mat, once it has their match."""
        program = self.tables[table]
        if not program.address:
            program.wait_address()
        seats = program.seats()
        seed = f"{self._seed} {number} {table}"
        if self._is_short:
            self.playing[table] = MatMatch(seats, seed, acts=SHORT_ACTS)
        else:
            self.playing[table] = MatMatch(seats, seed, acts=LONG_ACTS, pause_s=WATCHED_S)

    def end(self, table: TableNumber, match: MatMatch) -> None:
        """Let the players of a mat stand up."""
        match.leave()
        self._matches += 1
        self._plays += match.plays
        self._faults += [f"Table {table}: {each}" for each in match.faults]
        del self.playing[table]

    def enter_paper(self, number: RoundNumber) -> None:
        """Enter the results of the tables without a mat from their slips."""
        event = self.event()
        assert event.round is not None
        for match in event.round.open_matches:
            if match.table not in self.tables:
                won = drawn(self._seed, "paper", number * 100 + match.table) % 2
                result = results.played(2, 0) if won else results.played(1, 2)
                self.do(self.scorekeeper, commands.EnterResult(number, match.table, result))

    # What happens

    def call(self) -> None:
        """A judge is called at a mat, and the lost time is given back."""
        table = TableNumber(1)
        until(lambda: self.playing[table].plays > 2, "cards are played at table 1")
        self.playing[table].call_judge(1)
        call = until(lambda: list(self.event().calls.values()), "the call rings")[0]
        if call.player != self.match(table).second:
            self._faults.append("the call is not in its player's name")
        self.do(self.judge, floor_commands.TakeCall(call.id))
        until(lambda: self._shows(table, "call"), "the table shows that Jon is coming")
        time.sleep(RULES_S)
        self.rule(table, LifeSet("b", LIFE, "It was misread."))
        if self.playing[table].view()["life"]["b"] != LIFE:
            self._faults.append("the mat has not taken the judge's ruling")
        self.rule(table, DuelGoesOn())
        self.do(self.judge, floor_commands.RuleCall(call.id, "Both have read the rule: play on."))
        proposed_s = self.event().calls[call.id].proposed_s
        if not proposed_s:
            self._faults.append("no extension was proposed for the call")
        else:
            self.do(self.judge, floor_commands.GrantExtension(CallId(call.id), proposed_s))

    def rule(self, table: TableNumber, ruling: AnyRuling) -> None:
        """Give a ruling from the phone: read its effect there, and have it carried out."""
        page = f"/floor/table/{table}"
        shown = until(lambda: self._form(page, "stream"), "the page lets the judge rule")
        asked = floor_commands.ProposeRuling(table, shown["stream"], shown["seen"], ruling)
        self.do(self.judge, asked)
        effect = until(lambda: self._form(page, "effect"), "the mat shows the ruling's effect")
        number = RulingId(effect["ruling"])
        self.do(self.judge, floor_commands.ConfirmRuling(number, effect["effect"]))
        outcome = until(
            lambda: self.event().rulings[number].outcome, "the ruling has come to its end"
        )
        if outcome is not RulingOutcome.DONE:
            self._faults.append(f"the ruling at table {table} was not carried out: {outcome}")

    def _form(self, page: str, name: str) -> dict[str, Any] | None:
        """Return what a form of a judge's page sends that has this field; None: there is none."""
        for found in _FIELDS.finditer(self.judge.get(page).text):
            fields: dict[str, Any] = msgspec.json.decode(unescape(found[1]))
            if name in fields:
                return fields
        return None

    def fail(self) -> None:
        """A player loses a duel by a penalty, and a table dies: its match goes on elsewhere."""
        self.lose_duel()
        self.move(TableNumber(self._mats))

    def move(self, table: TableNumber) -> None:
        """Kill a table in the middle of a duel, and let its match go on at the spare one."""
        match = self.playing.pop(table)
        until(lambda: match.plays > 2, f"cards are played at table {table}")
        match.leave()
        self._plays += match.plays
        self._faults += match.faults
        self.tables[table].kill()
        stop_left_over(self.tables[table].folder)
        moved = {"round": self.event().rounds[-1].number, "table": table, "to": SPARE}
        self.organiser.do(_MOVE, **moved, sure=True)
        self.sit(SPARE, RoundNumber(2))
        until(lambda: self.playing[SPARE].plays > 2, "the match goes on at the spare table")
        self.start_table(table)  # it is back, and says that its match has gone

    def lose_duel(self) -> None:
        """A player comes late and loses a duel, which ends it at the mat."""
        table = TableNumber(2)
        until(lambda: self.playing[table].plays > 2, "cards are played at table 2")
        late = self.match(table).second
        self.do(self.judge, floor_commands.GivePenalty(late, "late"))
        until(
            lambda: self.playing[table].view()["score"]["wins"]["a"] or self._is_over(table),
            "the duel is lost at the mat",
        )

    def time_called(self) -> None:
        """Time is called in a running duel, whose end the mat leads."""
        slow = TableNumber(1)
        self.playing[slow].may_concede = False
        self.watch(slow)
        until(self._call_time, "the clock of the round runs out", ROUND_S + 60.0)
        until(
            lambda: self.playing[slow].view()["time"] or self._is_over(slow),
            "the mat says what is still played",
        )

    def watch(self, table: TableNumber) -> None:
        """Watch a table's overlay, as a streaming program does."""
        self.do(self.organiser, floor_commands.FeatureTable(table, is_featured=True))
        names = [self.event().name_of(each) for each in self.match(table).players]
        for page in (f"/overlay/{table}", "/stage"):
            with watched(self._base + page) as shown:
                for name in names:
                    shown.get_by_text(name).first.wait_for()
                self._seen.append(f"{page}: {' '.join(shown.inner_text('body').split())[:120]}")

    def _call_time(self) -> bool:
        """Call time, if the round's is up."""
        try:
            self.do(self.organiser, commands.CallTime())
        except RefusedRequestError:
            return False
        return True

    def _is_over(self, table: TableNumber) -> bool:
        return bool(self.playing[table].view()["outcome"])

    def _shows(self, table: TableNumber, kind: str) -> bool:
        event = self.playing[table].view()["event"]
        return event is not None and any(line["kind"] == kind for line in event["lines"])


def short_policy(name: str) -> str:
    """Return a policy that comes along, with short rounds, under a name of its own."""
    text = find_policy(name).content.decode()
    for setting, value in _SHORT:
        text, count = re.subn(
            rf"^{setting} = \d+$", f"{setting} = {value}", text, flags=re.MULTILINE
        )
        assert count == 1, setting
    return text.replace(f'name = "{name}"', f'name = "{name}-in-short"')


_NAMES: Final = (
    "Ana Lind",
    "Ben Okoro",
    "Cleo Marin",
    "Dan Brien",
    "Eva Nowak",
    "Farid Azar",
    "Grace Kim",
    "Hugo Sand",
    "Ines Costa",
    "Jonas Weber",
    "Kaya Demir",
    "Leo Ross",
    "Mia Park",
    "Noah Jensen",
    "Olivia Brown",
    "さくら",
)
