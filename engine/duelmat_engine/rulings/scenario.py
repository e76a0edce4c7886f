"""Table questions as data: a position, what was played since, and what is asked about it.

One form serves TOML files with several questions and JSON lines with one each; docs/judging.md
describes it key by key. Everything that is wrong with a file is found in one reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.card_form import CardFileReader
from duelmat_engine.cardfiles.check import card_faults
from duelmat_engine.cardfiles.form import NONE, Form, ScenarioError, near, toml_tables
from duelmat_engine.forms.action_form import WrittenAction, shape_faults
from duelmat_engine.forms.position_form import read_position, seat_letters
from duelmat_engine.names import SEAT_LETTERS
from duelmat_engine.play import Step
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from duelmat_engine.rulings import ask_form
from duelmat_engine.rulings.outcome import OUTCOME_KEYS, WantedOutcome, read_outcome
from duelmat_message import listed, say
from duelmat_parsing import toml_lines
from duelmat_parsing.structs import NOTHING, shown

_CARD_KEYS: Final = ("card", "effect")
"""The cards of the file itself, written as in a card file."""
_TOP_KEYS: Final = (
    *("title", "ruleset", "names", "readings", *_CARD_KEYS),
    *("position", "positions", "play", "question"),
)
_CASE_KEYS: Final = ("position", "play", "ask", "action", "expect")
_QUESTION_KEYS: Final = ("ask", "position", "play", "action", "expect")


class ScenarioQuestion(Brief, frozen=True):
    """A question: may this be done; or without an action, what happens when plays are made."""

    action: WrittenAction | None
    text: str = ""
    plays: tuple[WrittenAction, ...] = ()
    """Played first, for this question only; without an action, what is asked about."""
    expect: ask_form.Expect = ask_form.Expect()
    outcome: WantedOutcome = WantedOutcome()
    start: Step | None = None
    """The position of this question alone; None: that of the file."""


class Scenario(Brief, frozen=True):
    """A position, what was played since, and questions about what comes then."""

    title: str
    start: Step
    """The position of the file; where it has none, that of the first question."""
    game: Game
    names: tuple[str, ...]
    plays: tuple[WrittenAction, ...]
    questions: tuple[ScenarioQuestion, ...]


Wider = Mapping[str, Ruleset] | None
"""Rulesets with further cards, by the names of those that they stand in for."""


def parse_scenario(text: str, source: str = "scenario", wider: Wider = None) -> Scenario:
    """A scenario written in TOML; ScenarioError lists every fault with its line."""
    data = toml_tables(text, source, ScenarioError)
    try:
        return read_scenario(data, wider)
    except ScenarioError as error:
        raise error.placed(toml_lines(text), source) from None


def read_scenario(data: Mapping[str, Any], wider: Wider = None) -> Scenario:
    """A scenario from the tables of a file; ScenarioError lists every fault."""
    form = Form(data, (), [], _TOP_KEYS)
    asked = list(form.each("question"))
    named = data.get("positions")
    several = named.values() if isinstance(named, dict) else ()
    own = (one.table.get("position") for one in asked)
    reading = _Reading(form, (data.get("position"), *several, *own), wider)
    questions = []
    for one in asked:
        one.only(_QUESTION_KEYS)
        questions.append(reading.question(one))
    if not questions and not any(f.path[:1] == ("question",) for f in form.faults):
        form.fault(say("at least one {table}", table="[[question]]"), NONE)
    return reading.finished(reading.plays(form), tuple(questions))


def read_case(data: Mapping[str, Any], wider: Wider = None) -> Scenario:
    """A case of a batch, one question with everything in one table; faults as above."""
    form = Form(data, (), [], (*ask_form.HEAD_KEYS, *_CARD_KEYS, *_CASE_KEYS))
    reading = _Reading(form, (data.get("position"),), wider)
    return reading.finished((), (reading.question(form),))


class _Reading:
    """A file or a case being read: its game first, then its positions, then its questions."""

    def __init__(self, form: Form, positions: tuple[Any, ...], wider: Wider) -> None:
        self.form = form
        self.title = form.text("title")
        name = form.one_of("ruleset", ruleset_names(), needed=True)
        rules = ((wider or {}).get(name) or find_ruleset(name)) if name else None
        chosen = ask_form.read_readings(form, rules)
        self.game = None if rules is None else _game(form, rules, choose_readings(rules, chosen))
        self.rules = None if self.game is None else self.game.rules
        self.letters = SEAT_LETTERS
        if rules is not None:
            self.letters = max((seat_letters(one, rules) for one in positions), key=len)
        self.names = ask_form.read_names(form, self.letters)
        several = form.inner("positions")
        self.named = {key: self._position(several.inner(key)) for key in several.table}
        self.start = self._position(form.inner("position")) if "position" in form else None

    def _position(self, form: Form) -> Step | None:
        """The start of a duel; None if it is broken, or if no ruleset says what it means."""
        return None if self.game is None else read_position(form, self.game)

    def question(self, form: Form) -> ScenarioQuestion:
        """One question; without an action it asks what happens when its plays are played."""
        plays = self.plays(form)
        action = form.table.get("action")
        if not isinstance(action, dict | str) and ("action" in form or "play" not in form):
            if not any(fault.path == form.path for fault in form.faults if form.path):
                wanted = say('the key "action" with a table or a text')
                if "action" not in form:
                    wanted = say('the key "action" with a table or a text, or the key "play"')
                form.fault(wanted, shown(action))
            action = ""
        expect, table = ask_form.read_expect(form, self.rules, (*OUTCOME_KEYS, *self.letters))
        if action is None:
            for key in (key for key in ask_form.EXPECT_KEYS if key in table):
                table.fault(say('the key "action" in the question'), NONE, key)
            if not plays and not form.table.get("play"):
                form.fault(say("actions of which it is asked what happens"), NONE, "play")
        return ScenarioQuestion(
            action=None if action is None else WrittenAction((*form.path, "action"), action),
            text=form.text("ask"),
            plays=plays,
            expect=expect,
            outcome=read_outcome(table, self.game, self.letters) if self.game else WantedOutcome(),
            start=self._own_position(form) if form.path else None,
        )

    def plays(self, form: Form) -> tuple[WrittenAction, ...]:
        """The actions under the key play; each is a table or a text."""
        asked = []
        for index, item in form.tables("play"):
            if isinstance(item, dict | str):
                asked.append(WrittenAction((*form.path, "play", index), item))
            else:
                form.fault(say("an action: a table or a text"), shown(item), "play", index)
        return tuple(asked)

    def _own_position(self, form: Form) -> Step | None:
        """The position of one question: a table, or the name of one of the file's."""
        value = form.table.get("position")
        if isinstance(value, str):
            if value not in self.named:
                names = listed(self.named, ",") or say("none there is")
                wanted = say("the name of one of the positions, {names}", names=names)
                form.fault(wanted, near(value, self.named), "position")
            return self.named.get(value)
        if "position" in form:
            return self._position(form.inner("position"))
        if "position" not in self.form and "positions" in self.form:
            form.fault(say('the key "position" with one of the positions'), NOTHING)
        return None

    def finished(
        self, plays: tuple[WrittenAction, ...], questions: tuple[ScenarioQuestion, ...]
    ) -> Scenario:
        """The whole, when everything has been read; ScenarioError lists every fault."""
        form, game = self.form, self.game
        its_own = all(question.start is not None for question in questions)
        if not its_own and "position" not in form and "positions" not in form:
            form.fault(say('the table "position" or "positions"'), NOTHING)
        if plays and "position" not in form:
            form.fault(say("no actions where the file has no table position"), say("some"), "play")
        if game is None:
            raise ScenarioError(form.faults)
        asked = [one for q in questions for one in (*q.plays, q.action) if one is not None]
        for one in (*asked, *plays):
            shape_faults(one, game, form.faults)
        start = self.start or next((one.start for one in questions if one.start is not None), None)
        if form.faults or start is None:
            raise ScenarioError(form.faults)
        return Scenario(self.title, start, game, self.names, plays, questions)


def _game(form: Form, rules: Ruleset, readings: Mapping[str, str]) -> Game:
    """The game in which it is asked, with the cards that the file itself describes."""
    own = {key: form.table[key] for key in ("ruleset", *_CARD_KEYS) if key in form}
    if len(own) > 1:
        read = CardFileReader(own)
        faults = [*read.faults, *card_faults(read, rules)]
        form.faults.extend(faults)
        if faults:  # what speaks of these cards makes no sense before they do
            raise ScenarioError(form.faults)
        rules = with_cards(rules, read.file.card, read.file.effect)
    if rules is find_ruleset(rules.name):
        return game_of(rules.name, readings)
    return build_game(rules, readings)
