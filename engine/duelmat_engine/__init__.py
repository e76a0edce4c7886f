"""The rules of card duels, as values: a duel, what may be done in it and why, and what comes next.

Pure: no clock, no files, no network, no chance but the seeded one inside a duel.
"""

from __future__ import annotations

from duelmat_engine import events, facts
from duelmat_engine import rulesets as _rulesets
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    AgreeDraw,
    AnyPlay,
    Attack,
    Cancel,
    Choose,
    Concede,
    CorrectLife,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
    Stand,
    Standing,
    Turn,
)
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.values import CardValue, ValueChange, values_of
from duelmat_engine.cardfiles.form import CardFileError, FormFault, ScenarioError
from duelmat_engine.cardfiles.own_cards import join_card_files, use_cards
from duelmat_engine.cards import Card, Trait
from duelmat_engine.catalogue import (
    ReadingEntry,
    Statement,
    add_system,
    find_statement,
    statements,
)
from duelmat_engine.errors import (
    EngineError,
    Fault,
    IllegalActionError,
    InvalidActionError,
    NotationError,
    PositionError,
    UnknownNameError,
    UnnamedCardError,
)
from duelmat_engine.forms.duel_json import read_duel, write_duel
from duelmat_engine.forms.position import Placed, carried_on, faults_of, position
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.forms.position_text import format_position
from duelmat_engine.forms.record import (
    Entry,
    Record,
    new_record,
    public_record,
    read_record,
    replay,
    write_record,
)
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_action_steps, legal_actions
from duelmat_engine.judging.patterns import needs_name
from duelmat_engine.match import Match, Result, agree_match
from duelmat_engine.names import (
    NOBODY,
    ROW_KINDS,
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    is_key,
    key_code,
    key_seat,
    parse_seat,
    seat_letter,
    zone,
    zone_index,
    zone_kind,
    zone_seat,
)
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.play import Deck, Opening, Step, apply, carry_out, keys_of, new_duel, roll
from duelmat_engine.random_play import Played, play_random, practice_duel
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.decks import deck_faults, judge_deck, judge_sideboard
from duelmat_engine.ruleset.game import Game, MoveKind, Question, Rule, Ruleset
from duelmat_engine.ruleset.registry import (
    base_name,
    find_ruleset,
    game_of,
    register,
    ruleset_names,
)
from duelmat_engine.rulings.answers import Account, Answer, answer, reply
from duelmat_engine.rulings.course import Course
from duelmat_engine.rulings.scenario import Scenario, ScenarioQuestion, parse_scenario
from duelmat_engine.state import (
    Alteration,
    Claim,
    Decision,
    Duel,
    Frame,
    Hidden,
    Link,
    Outcome,
    PendingTrigger,
    Piece,
    Player,
    Window,
    World,
)
from duelmat_engine.state import copied as replace
from duelmat_engine.text.explain import (
    Explanation,
    Said,
    explain_verdict,
    remedy_words,
    rule_words,
)
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import Line, event_words, tell
from duelmat_engine.text.questions import (
    Moment,
    ToldLink,
    decision_words,
    reason_words,
    told_links,
)
from duelmat_engine.text.wording import EVERYONE, Wording, capital
from duelmat_engine.verdict import Cited, Do, Invalidity, Never, Remedy, Verdict, When
from duelmat_engine.views.public import bound_forms, follow, followed, public_form
from duelmat_engine.views.view import PUBLIC, events_for, view_for
from duelmat_engine.visibility.dealing import deal_unseen, possible_at
from duelmat_message import Text

assert _rulesets  # they register themselves

# Playing a duel
__all__ = ["Deck", "Match", "Opening", "Played", "Result", "Step", "agree_match", "apply"]
__all__ += ["carry_out", "deal_unseen", "judge", "keys_of", "legal_action_steps"]
__all__ += ["legal_actions", "lookup", "needs_name", "new_duel", "play_random", "possible_at"]
__all__ += ["practice_duel", "roll"]
# What players do
__all__ += ["Action", "Activate", "Advance", "AgreeDraw", "AnyPlay", "Attack", "Cancel", "Choose"]
__all__ += ["Concede", "CorrectLife", "Name", "Number", "Pass", "Play", "Reveal", "Roll", "Stand"]
__all__ += ["Standing", "Turn"]
# What happens, and what has to come about
__all__ += ["events", "facts"]
# What a duel is
__all__ += ["Alteration", "Claim", "Decision", "Duel", "Frame", "Hidden", "Link", "Outcome"]
__all__ += ["PendingTrigger", "Piece", "Player", "Window", "World", "replace"]
# Names of seats, zones and cards
__all__ += ["NOBODY", "ROW_KINDS", "SEAT_LETTERS", "CardKey", "Seat", "ZoneName", "is_key"]
__all__ += ["key_code", "key_seat", "parse_seat", "seat_letter", "zone", "zone_index", "zone_kind"]
__all__ += ["zone_seat"]
# Rulesets and cards
__all__ += ["Card", "CardValue", "Game", "MoveKind", "Question", "ReadingEntry", "Rule", "Ruleset"]
__all__ += ["Statement", "Trait", "ValueChange", "add_system", "choose_readings", "deck_faults"]
__all__ += ["base_name", "find_ruleset", "find_statement", "game_of", "join_card_files"]
__all__ += ["judge_deck", "judge_sideboard", "register", "ruleset_names", "statements"]
__all__ += ["use_cards", "values_of"]
# Rulings
__all__ += ["Account", "Answer", "Cited", "Course", "Do", "Explanation", "Invalidity", "Moment"]
__all__ += ["Never", "Remedy", "Said", "Scenario", "ScenarioQuestion", "Verdict", "When", "answer"]
__all__ += ["explain_verdict", "parse_scenario", "remedy_words", "reply", "rule_words"]
# In words
__all__ += ["EVERYONE", "Line", "Text", "ToldLink", "Wording", "action_words", "capital"]
__all__ += ["decision_words", "event_words", "reason_words", "tell", "told_links"]
# Positions, records and notation
__all__ += ["Entry", "Placed", "Record", "faults_of", "format_action", "format_position"]
__all__ += ["carried_on", "new_record", "parse_action", "parse_position"]
__all__ += ["position", "public_record", "read_duel", "read_record", "replay"]
__all__ += ["write_duel", "write_record"]
# Views
__all__ += ["PUBLIC", "bound_forms", "events_for", "follow", "followed", "public_form", "view_for"]
# Errors
__all__ += ["CardFileError", "EngineError", "Fault", "FormFault", "IllegalActionError"]
__all__ += ["InvalidActionError", "NotationError", "PositionError", "ScenarioError"]
__all__ += ["UnknownNameError", "UnnamedCardError"]
