"""The rules of card duels, as values: a duel, what may be done in it and why, and what comes next.

Pure: no clock, no files, no network, no chance but the seeded one inside a duel.
"""

from __future__ import annotations

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
from duelmat_engine.cards import Card, Trait
from duelmat_engine.catalogue import Statement, add_system, find_statement, statements
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
from duelmat_engine.events import (
    Activated,
    AnyEvent,
    AttackDeclared,
    AttackEnded,
    Battled,
    CardActivated,
    Declared,
    Destroyed,
    DuelEnded,
    Event,
    FirstChosen,
    LifeChanged,
    Looked,
    Moved,
    PhaseBegan,
    PhaseSkipped,
    Resolved,
    Ruled,
    Shown,
    Shuffled,
    Spared,
    Summoned,
    Turned,
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
from duelmat_engine.match import Match, Result
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
from duelmat_engine.play import Deck, Step, apply, carry_out, keys_of, new_duel, roll
from duelmat_engine.random_play import Played, play_random, practice_duel
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.decks import deck_faults, judge_sideboard
from duelmat_engine.ruleset.game import Game, MoveKind, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of, register, ruleset_names
from duelmat_engine.rulings.answers import Account, Answer, answer, reply
from duelmat_engine.rulings.scenario import Scenario, parse_scenario
from duelmat_engine.state import (
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
    replace,
)
from duelmat_engine.text.explain import Explanation, explain_verdict, remedy_words, rule_words
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import Line, event_words, tell
from duelmat_engine.text.questions import ToldLink, decision_words, told_links
from duelmat_engine.text.wording import Wording
from duelmat_engine.verdict import Cited, Do, Never, Remedy, Verdict, When
from duelmat_engine.views.public import bound_forms, follow, followed, public_form
from duelmat_engine.views.view import PUBLIC, events_for, view_for
from duelmat_engine.visibility.dealing import deal_unseen, possible_at

assert _rulesets  # they register themselves

# Playing a duel
__all__ = ["Deck", "Match", "Played", "Result", "Step", "apply", "carry_out", "deal_unseen"]
__all__ += ["judge", "keys_of", "legal_action_steps", "legal_actions", "lookup", "needs_name"]
__all__ += ["new_duel", "play_random", "possible_at", "practice_duel", "roll"]
# What players do
__all__ += ["Action", "Activate", "Advance", "AgreeDraw", "AnyPlay", "Attack", "Cancel", "Choose"]
__all__ += ["Concede", "CorrectLife", "Name", "Number", "Pass", "Play", "Reveal", "Roll", "Stand"]
__all__ += ["Standing", "Turn"]
# What happens
__all__ += ["Activated", "AnyEvent", "AttackDeclared", "AttackEnded", "Battled", "CardActivated"]
__all__ += ["Declared", "Destroyed", "DuelEnded", "Event", "FirstChosen", "LifeChanged", "Looked"]
__all__ += ["Moved", "PhaseBegan", "PhaseSkipped", "Resolved", "Ruled", "Shown", "Shuffled"]
__all__ += ["Spared", "Summoned", "Turned"]
# What a duel is
__all__ += ["Claim", "Decision", "Duel", "Frame", "Hidden", "Link", "Outcome", "PendingTrigger"]
__all__ += ["Piece", "Player", "Window", "replace"]
# Names of seats, zones and cards
__all__ += ["NOBODY", "ROW_KINDS", "SEAT_LETTERS", "CardKey", "Seat", "ZoneName", "is_key"]
__all__ += ["key_code", "key_seat", "parse_seat", "seat_letter", "zone", "zone_index", "zone_kind"]
__all__ += ["zone_seat"]
# Rulesets and cards
__all__ += ["Card", "CardValue", "Game", "MoveKind", "Ruleset", "Statement", "Trait"]
__all__ += ["ValueChange", "add_system", "choose_readings", "deck_faults", "find_ruleset"]
__all__ += ["find_statement", "game_of", "judge_sideboard", "register", "ruleset_names"]
__all__ += ["statements", "values_of"]
# Rulings
__all__ += ["Account", "Answer", "Cited", "Do", "Explanation", "Never", "Remedy", "Scenario"]
__all__ += ["Verdict", "When", "answer", "explain_verdict", "parse_scenario", "remedy_words"]
__all__ += ["reply", "rule_words"]
# In words
__all__ += ["Line", "ToldLink", "Wording", "action_words", "decision_words", "event_words", "tell"]
__all__ += ["told_links"]
# Positions, records and notation
__all__ += ["Entry", "Placed", "Record", "faults_of", "format_action", "format_position"]
__all__ += ["new_record", "parse_action", "parse_position", "position", "public_record"]
__all__ += ["carried_on", "read_duel", "read_record", "replay", "write_duel", "write_record"]
# Views
__all__ += ["PUBLIC", "bound_forms", "events_for", "follow", "followed", "public_form", "view_for"]
# Errors
__all__ += ["CardFileError", "EngineError", "Fault", "FormFault", "IllegalActionError"]
__all__ += ["InvalidActionError", "NotationError", "PositionError", "ScenarioError"]
__all__ += ["UnknownNameError", "UnnamedCardError"]
