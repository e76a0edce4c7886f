from __future__ import annotations

import duelmat_engine

NAMES = """
NOBODY PUBLIC ROW_KINDS SEAT_LETTERS Account Action Activate Activated Advance AgreeDraw Answer
AnyEvent AnyPlay Attack AttackDeclared AttackEnded Battled Cancel Card CardActivated
CardFileError CardKey CardValue Choose Cited Claim Concede CorrectLife Decision Deck Declared
Destroyed Do Duel DuelEnded EngineError Entry Event Explanation Fault FirstChosen FormFault Frame
Game Hidden IllegalActionError InvalidActionError LifeChanged Line Link Looked Match MoveKind
Moved Name Never NotationError Number Outcome Pass PendingTrigger PhaseBegan PhaseSkipped Piece
Placed Play Played Player PositionError Record Remedy Resolved Result Reveal Roll Ruled
Ruleset Scenario ScenarioError Seat Shown Shuffled Spared Stand Standing Statement Step Summoned
ToldLink Trait Turn Turned UnknownNameError UnnamedCardError ValueChange Verdict When Window
Wording ZoneName action_words add_system answer apply bound_forms carried_on carry_out
choose_readings deal_unseen decision_words deck_faults event_words events_for explain_verdict
faults_of find_ruleset find_statement follow followed format_action format_position game_of is_key
judge judge_sideboard key_code key_seat keys_of legal_action_steps legal_actions lookup needs_name
new_duel new_record parse_action parse_position parse_scenario parse_seat play_random position
possible_at practice_duel public_form public_record read_duel read_record register remedy_words
replace replay reply roll rule_words ruleset_names seat_letter statements tell told_links
values_of view_for write_duel write_record zone zone_index zone_kind zone_seat
""".split()  # noqa: SIM905


def test_the_public_names_are_these() -> None:
    """A name comes or goes only together with this list."""
    assert sorted(duelmat_engine.__all__) == sorted(NAMES)


def test_every_public_name_is_there() -> None:
    """Nothing is announced that does not exist."""
    assert [n for n in duelmat_engine.__all__ if not hasattr(duelmat_engine, n)] == []
