"""Scenes: events in the middle of things, made by the commands that people would have sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from duelmat_hub.policies import load_policy
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.chain import ROOT, checkpoint, next_hash
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deciding import decide
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event, Match, Round
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.fold import apply
from duelmat_tournament.names import CallId, PlayerId, RoundNumber
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Actor, Role

ORGANISER: Final = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE: Final = Actor(Role.HEAD_JUDGE, "Hanna")
JUDGE: Final = Actor(Role.JUDGE, "Jon")
SCOREKEEPER: Final = Actor(Role.SCOREKEEPER, "Sam")
NOTE: Final = "note-that-judges-alone-read"
CARD: Final = "card-that-nobody-else-may-know"
ABOUT: Final = "words-to-the-judge"
NOW_MS: Final = 1_790_000_000_000

NAMES: Final = (
    "Ana Lindqvist",
    "Ben Okafor",
    "Cleo Martín",
    "Dan O’Brien",
    "Eva Novák",
    "Farid Haddad",
    "Grace Kim",
    "Hugo Silva",
    "Ines Costa",
    "Jonas Weber",
    "Kaya Demir",
    "Leo Rossi",
    "Mina Park",
    "Noah Jensen",
    "Olivia Brown",
    "Pavel Svoboda",
    "Quinn Murphy",
    "Rosa Jiménez",
    "Sora Tanaka",
    "Tom de Vries",
    "Uma Patel",
    "Viktor Horváth",
    "Wanda Nowak",
    "Xiu Chen",
)
HOSTILE: Final = (
    "<script>alert(1)</script>",
    "مريم العلي",
    "שרה לוי (ירושלים)",
    "田中 さくら",
    "W" * 200,
    'O"Neil <b>&amp;</b>',
    "Ω̷̛ עברית test",
    "a b" + " c" * 90,
)


class Scene:
    """An event that people act in, at moments of their own."""

    def __init__(
        self, policy: str = "ocg", now_ms: int = NOW_MS, name: str = "Harbour Open"
    ) -> None:
        self.log: list[Entry] = []
        self.decks: dict[str, SaltedDeck] = {}
        self.event: Event | None = None
        self.head = ROOT
        self.now_ms = now_ms
        if policy:
            self.ask(commands.CreateEvent(name, load_policy(policy), "harbour"))

    @classmethod
    def of(cls, log: Iterable[Entry]) -> Scene:
        """Return the scene that a log has come to."""
        scene = cls(policy="")
        for entry in log:
            scene.add(entry)
        return scene

    @property
    def now(self) -> Event:
        assert self.event is not None
        return self.event

    @property
    def round(self) -> Round:
        assert self.now.round is not None
        return self.now.round

    def ask(self, command: AnyCommand, by: Actor = ORGANISER, after_s: int = 0) -> Event:
        self.now_ms += 1000 * after_s
        code = checkpoint(self.head)
        made = decide(self.event, command, by, self.now_ms, checkpoint=code)
        for entry in made:
            self.add(entry)
        return self.now

    def add(self, entry: Entry) -> None:
        self.event = apply(self.event, entry)
        self.head = next_hash(self.head, entry)
        self.log.append(entry)

    def player(self, number: int) -> Actor:
        return Actor(Role.PLAYER, self.now.name_of(PlayerId(number)), PlayerId(number))

    def register(self, names: Sequence[str], teams: Sequence[str] = ("",)) -> None:
        for at, name in enumerate(names):
            self.ask(commands.RegisterPlayer(name, teams[at % len(teams)]), after_s=5)
            number = PlayerId(len(self.now.players))
            if self.now.policy.deck_lists:
                deck = DeckList((CARD, *(f"card-{each % 14}" for each in range(39))), ("extra-1",))
                salt = f"{number:032x}"
                self.decks[deck_digest(deck, salt)] = SaltedDeck(salt, deck)
                self.ask(commands.RegisterDeck(number, deck, salt))

    def begin(self) -> None:
        """Publish and start the round that was paired."""
        self.ask(commands.PublishRound(), after_s=30)
        self.ask(commands.StartRound(), after_s=120)

    def enter(self, match: Match, result: Result) -> None:
        where = RoundNumber(self.round.number), match.table
        self.ask(commands.EnterResult(*where, result), SCOREKEEPER, after_s=20)

    def play_round(self) -> None:
        """Play a whole round; the player with the lower number of each table wins."""
        self.ask(commands.PairRound())
        self.begin()
        for at, match in enumerate(list(self.round.matches.values())):
            is_first = match.first < match.second
            won = (2, at % 2) if is_first else (at % 2, 2)
            self.enter(match, results.played(*won))
        self.ask(commands.CloseRound(), after_s=60)

    def matches(self) -> list[Match]:
        return list(self.round.matches.values())


def registered(names: Sequence[str] = NAMES, policy: str = "ocg", now_ms: int = NOW_MS) -> Scene:
    """Return an event before its start."""
    scene = Scene(policy, now_ms)
    scene.register(names, ("", "Northside", "", "Harbour"))
    return scene


def started(names: Sequence[str] = NAMES, policy: str = "ocg", now_ms: int = NOW_MS) -> Scene:
    """Return an event after its first round."""
    scene = registered(names, policy, now_ms)
    scene.ask(commands.StartEvent(rounds=3, cut=4 if len(names) >= 4 else 0))
    scene.play_round()
    return scene


def mid_round(names: Sequence[str] = NAMES, policy: str = "ocg", now_ms: int = NOW_MS) -> Scene:
    """Return an event in its second round, at whose tables all kinds of things go on.

    With 24 players: tables 1 to 9 have a report, a dispute whose judge is on the way, a call, a
    judge, an appeal, a deck check, an extension, an extension to grant and a result; table 7 is
    featured, and a penalty waits for the head judge.
    """
    scene = started(names, policy, now_ms)
    scene.ask(floor_commands.Announce("Lunch is served at the bar until two o’clock."))
    scene.ask(commands.PairRound())
    scene.begin()
    found = scene.matches()
    number = scene.round.number

    def call(match: Match, after_s: int = 30) -> CallId:
        caller = scene.player(match.first)
        scene.ask(floor_commands.CallJudge(match.table, f"A question: {ABOUT}."), caller, after_s)
        return CallId(len(scene.now.calls))

    report = commands.ReportResult(number, found[0].table, results.played(2, 1))
    scene.ask(report, scene.player(found[0].first), 60)
    report = commands.ReportResult(number, found[1].table, results.played(2, 0))
    scene.ask(report, scene.player(found[1].first), 30)
    dispute = commands.DisputeResult(number, found[1].table, f"I won: {ABOUT}.")
    scene.ask(dispute, scene.player(found[1].second), 30)
    scene.ask(floor_commands.TakeCall(CallId(1)), JUDGE, 20)
    first = call(found[4])
    scene.ask(floor_commands.TakeCall(first), JUDGE, 40)
    scene.ask(floor_commands.RuleCall(first, f"The play stands: {ABOUT}."), JUDGE, 150)
    scene.ask(floor_commands.Appeal(first, found[4].second), JUDGE, 10)
    scene.ask(floor_commands.CheckDecks(found[5].table), JUDGE, 30)
    granted = call(found[6])
    scene.ask(floor_commands.RuleCall(granted, "Play on."), JUDGE, 200)
    scene.ask(floor_commands.GrantExtension(granted, scene.now.calls[granted].proposed_s), JUDGE)
    owed = call(found[7])
    scene.ask(floor_commands.RuleCall(owed, "Play on."), JUDGE, 130)
    scene.enter(found[8], results.played(2, 0))
    scene.enter(found[9], results.double_loss(1, 1))
    there = call(found[3])
    scene.ask(floor_commands.TakeCall(there), HEAD_JUDGE, 30)
    scene.ask(floor_commands.ArriveAtTable(there), HEAD_JUDGE, 15)
    call(found[2], 50)
    for _ in range(3):
        given = floor_commands.GivePenalty(found[2].first, "slow-play", NOTE)
        scene.ask(given, JUDGE, 5)
    scene.ask(floor_commands.GivePenalty(found[0].second, "late", NOTE), HEAD_JUDGE)
    scene.ask(floor_commands.FeatureTable(found[6].table, is_featured=True))
    scene.ask(
        floor_commands.Announce("Round 2 has begun. Please hand in your slips at the stage.")
    )
    return scene


def in_cut(names: Sequence[str] = NAMES, policy: str = "ocg", now_ms: int = NOW_MS) -> Scene:
    """Return an event whose final is being played."""
    scene = started(names, policy, now_ms)
    scene.play_round()
    scene.play_round()
    scene.ask(commands.StartCut())
    scene.play_round()
    scene.ask(commands.PairRound())
    scene.begin()
    return scene


def recent(make: Callable[[int], Scene]) -> Scene:
    """Return a scene whose last moment is now."""
    late_ms = time.time_ns() // 1_000_000 - make(NOW_MS).now_ms
    return make(NOW_MS + late_ms)


def playing(now_ms: int = NOW_MS) -> Scene:
    """Return an event in whose second round nothing has happened yet."""
    scene = started(now_ms=now_ms)
    scene.ask(commands.PairRound())
    scene.begin()
    return scene
