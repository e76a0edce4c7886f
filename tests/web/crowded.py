"""A table with all that can be on it at a time: the longest names, texts and numbers of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import cycle
from typing import Any, Final

from duelmat_engine import CardKey, find_ruleset
from duelmat_engine.catalogue import systems
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.match_types import EventLineView, EventView
from duelmat_host.showing.view_types import (
    AsideView,
    AskingView,
    CardOptionView,
    CardView,
    ChainLinkView,
    ChangedValueView,
    DisputedPlayView,
    JudgeCallView,
    LogLineView,
    MarkView,
    MessageView,
    ObligationView,
    OutcomeView,
    PhaseView,
    PilesView,
    PromptView,
    RequestView,
    RuleView,
    ValueChangeView,
    ZoneView,
)
from duelmat_wire import lamps
from web.played_table import PlayedTable, beginning, names_of, question

GAMES: Final = ("trump_king", "ocg", "resummoned", "trigamon")
LONGEST_NAMES: Final = (
    "Bartholomew Wolfeschlegelsteinhausenberg",
    "Maximiliane-Charlotte Fuchs von Weissens",
)
"""As long as the settings allow, the first with a word that has nowhere to be broken."""
LIFE: Final = {"trump_king": 40, "ocg": 12_500, "resummoned": 99_999_999, "trigamon": 8000}
HAND: Final = 9
DECK: Final = 60
STACK: Final = 17
COLUMNS: Final = range(1, 6)
ZONE: Final = "First Monster Zone right of the middle"

Fields = dict[str, Any]


def crowded_table(ruleset: str, *, one_screen: bool = False) -> PlayedTable:
    """Return a table of two players with the longest names, on which much can be shown."""
    return PlayedTable(beginning(ruleset=ruleset, names=LONGEST_NAMES), one_screen=one_screen)


class Crowd:
    """Everything that pages show of a game at its fullest."""

    def __init__(self, ruleset: str) -> None:
        rules, names = find_ruleset(ruleset), names_of(ruleset)
        codes = cycle(sorted(names, key=lambda code: -len(names[code])))
        self.names = names
        self.hands: dict[str, list[CardView]] = {}
        self.down: dict[str, list[CardView]] = {}
        self.asides: dict[str, list[AsideView]] = {}
        self.may: dict[str, list[CardOptionView]] = {}
        self.zones: list[ZoneView] = []
        piles: dict[str, PilesView] = {}
        for letter in "ab":
            cards = (self.card(f"{letter}:{code}") for code in codes)
            self.hands[letter] = _some(cards, HAND)
            grave, banished, extra = (_some(cards, STACK) for _ in range(3))
            piles[letter] = PilesView(HAND, DECK, grave, banished, extra)
            self.down[letter] = []
            for column in COLUMNS:
                self._lay(f"{letter}.m{column}", next(cards), column == 4, column % 2 == 0)
                self._lay(f"{letter}.s{column}", next(cards), column % 2 == 0)
            for kind in ("field", "grave"):
                self._lay(f"{letter}.{kind}", next(cards))
            beside = [next(cards)] * 3
            self.asides[letter] = [AsideView(f"{letter}.m{n}", ZONE, beside) for n in (6, 7)]
            self.may[letter] = [_use(each) for each in self.hands[letter][:4]]
        self.life = dict.fromkeys("ab", LIFE[ruleset])
        self.phases = [PhaseView(phase.name, phase.title) for phase in rules.phases]
        self.piles = piles
        self.log = [self._said(number) for number in range(12)]

    def card(self, key: str) -> CardView:
        return CardView(CardKey(key), key[2:], self.names[key[2:]])

    def _lay(
        self, zone: str, card: CardView, is_down: bool = False, is_upright: bool = True
    ) -> None:
        letter, place = zone[0], MatZone(zone)
        if is_down:
            self.down[letter].append(CardView(card.key, card.code, card.name, zone=zone))
            shown = CardView(face="down")
        elif zone.endswith(".m2"):
            shown = CardView(
                card.key, card.code, card.name, "up", changed=_changes(), marks=_marks()
            )
        else:
            shown = CardView(card.key, card.code, card.name, "up")
        self.zones.append(ZoneView(place, shown, is_upright))

    def _said(self, number: int) -> LogLineView:
        name = self.hands["b"][number % HAND].name
        text = f"{LONGEST_NAMES[1]} activates {name}."
        return LogLineView(number + 1, text, ["TK-14", "TK-03"], "b", 128, number + 1, [], [])

    def shown(self, state: str) -> Iterator[tuple[str, Fields]]:
        """Yield what everybody is shown, then each viewer."""
        line = LogLineView(len(self.log) + 1, f"Now: {state}.", [], "", 128, 99, [], [])
        phase = max(self.phases, key=lambda each: len(each.title)).name
        yield (
            "",
            {
                "life": self.life,
                "turn": 128,
                "turn_seat": "a",
                "phase": phase,
                "phases": self.phases,
                "zones": self.zones,
                "piles": self.piles,
                "aside": self.asides,
                "playable": [MatZone(f"a.m{column}") for column in COLUMNS],
                "log": [*self.log, line],
            },
        )
        for letter in "ab":
            fields = {"hand": self.hands[letter], "facedown": self.down[letter]}
            yield letter, {**fields, "may": self.may[letter], "prompts": []}
        yield "judge", {"facedown": [*self.down["a"], *self.down["b"]]}


@cache
def crowd_of(ruleset: str) -> Crowd:
    return Crowd(ruleset)


def _some(cards: Iterator[CardView], count: int) -> list[CardView]:
    return [next(cards) for _ in range(count)]


@cache
def _rule() -> RuleView:
    """Return the statement with the most to read."""
    longest = max(
        (row for system in systems() for row in system.statement), key=lambda row: len(row.text)
    )
    return RuleView(longest.id, longest.text)


def _use(card: CardView) -> CardOptionView:
    text = f"Activate {card.name} with the attack of {card.name}"
    remedy = ["It becomes legal when the next turn of its player has begun."]
    return CardOptionView(text, card.key, False, [_rule()], remedy)


def _changes() -> list[ChangedValueView]:
    cause = f"Green Baboon, Defender of the Forest in {ZONE}"
    change = ValueChangeView("+99999", 99_999, cause, [_rule()])
    values = (("attack", 99_999), ("defense", 0))
    return [ChangedValueView(trait, 1500, value, [change] * 2) for trait, value in values]


def _marks() -> list[MarkView]:
    signs = ("Declared", "Bipolar", "Freeze")
    return [MarkView(sign, f"Status: {sign}.", [_rule()]) for sign in signs]


# What is to be seen, over all that


def _begin(table: PlayedTable, _crowd: Crowd) -> None:
    """Nothing has been played: who goes first is asked."""
    options = ((f"Choose {name}", "") for name in LONGEST_NAMES)
    asked = question("first", f"{LONGEST_NAMES[0]}: choose who goes first.", *options)
    table.show(turn=0, phase="setup", zones=[], may=[])
    table.show("a", prompts=[asked], facedown=[], may=[])
    table.show("judge", facedown=[])


def _ways(crowd: Crowd) -> PromptView:
    cards = crowd.piles["a"].grave[:8]
    return question("w", "Act", *((f"Attack {c.name} in {ZONE}", ZONE) for c in cards), menu=True)


def _act(table: PlayedTable, crowd: Crowd) -> None:
    """The hand and the field are full, and much may be done."""
    table.show("a", prompts=[_ways(crowd)])


def _ask(table: PlayedTable, crowd: Crowd) -> None:
    """A response is asked for, over all that may be done."""
    names = [card.name for card in crowd.hands["a"][:4]]
    cause = f"the activation of {names[0]} by {LONGEST_NAMES[1]}, which will destroy {names[1]}"
    ways = [(f"Activate {name}", f"{name} and {names[0]} are destroyed") for name in names]
    text = f"{LONGEST_NAMES[0]}: respond to {cause}, or pass."
    asked = question("q", text, *ways, ("Pass", ""), because=f"Because of {cause}.")
    links = [
        _link(number, name, seat)
        for number, name, seat in zip(range(1, 5), names, "baba", strict=True)
    ]
    table.show(chain=links)
    table.show("a", prompts=[asked, _ways(crowd)], asking=AskingView(["effect"], "turn"))


def _link(number: int, name: str, seat: str) -> ChainLinkView:
    return ChainLinkView(
        number,
        seat,
        f"{LONGEST_NAMES[seat == 'b']}’s {name} in {ZONE}",
        f"destroy: {name} and {name}",
        MatZone(f"{seat}.m2"),
        [MatZone(f"{letter}.m3") for letter in "ab"],
        number == 4,
    )


def _refuse(table: PlayedTable, crowd: Crowd) -> None:
    """A play was refused, with the longest reason there is, and the card is to be taken back."""
    _act(table, crowd)
    name = crowd.hands["a"][0].name
    text = f"{LONGEST_NAMES[0]} may not Normal Summon {name}."
    remedy = [f"Take {name} back into the hand.", f"Set {name} in {ZONE}."]
    said = MessageView("refusal", text, [_rule(), _rule()], remedy, [])
    text = f"{LONGEST_NAMES[0]}: take {name} back into your hand."
    asked = f"to set the life of {LONGEST_NAMES[0]} to 99999999"
    table.session.light({"a.m2": lamps.ILLEGAL})
    table.show(
        message=said,
        obligations=[ObligationView(text, MatZone("a.m2"), "a.hand", MatZone("a.m2"), seat="a")],
        requests=[RequestView("life", "b", asked)],
        judge=JudgeCallView("b", f"{LONGEST_NAMES[1]} has called a judge."),
    )
    lines = [
        EventLineView("call", f"{LONGEST_NAMES[1]} is coming."),
        EventLineView("alone", "The table plays on alone, and 12 reports wait: no answer."),
    ]
    title = "Spring Cup · Round 2 of 5 · Table 7"
    table.views.show_event(EventView(title, 1_790_000_000_000, lines))
    table.show("a", private=said)
    plays = [f"Normal Summon {name} to {zone}" for zone in ("the middle Monster Zone", ZONE)]
    table.show("judge", disputed=said, plays=[DisputedPlayView(play, "") for play in plays])


def _end(table: PlayedTable, _crowd: Crowd) -> None:
    reason = f"{LONGEST_NAMES[1]} has no card left to draw."
    table.show(outcome=OutcomeView("a", reason, f"{LONGEST_NAMES[0]} wins: {reason}"))


STATES: Final[Mapping[str, Callable[[PlayedTable, Crowd], None]]] = {
    "before the start": _begin,
    "main phase": _act,
    "question": _ask,
    "refusal": _refuse,
    "over": _end,
}
"""What is to be seen on a page, by what it is called."""


def show(table: PlayedTable, state: str) -> None:
    """Show a state on all pages of a crowded table, and say in the log which."""
    crowd = crowd_of(table.bench.table.state.rules.name)
    table.altered.clear()
    for viewer, fields in crowd.shown(state):
        table.show(viewer, **fields)
    STATES[state](table, crowd)
