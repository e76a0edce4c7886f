from __future__ import annotations

import duelmat_engine

NAMES = """
NOBODY PUBLIC SEAT_LETTERS Action Activate Activated Advance AgreeDraw AnyAction AnyEvent AnyPlay
Attack AttackDeclared AttackEnded Battled Cancel CardFileError CardKey Choose Cited Claim Concede
CorrectLife Decision Deck Declared Destroyed Do Duel DuelEnded EngineError Entry Event FirstChosen
Frame Game Hidden IllegalActionError LifeChanged Link Looked Moved Name Never NotationError Number
Outcome Pass PendingTrigger PhaseBegan PhaseSkipped Piece Play Player PositionError Record Remedy
Resolved Reveal Roll RuleId Ruled Ruleset Seat Shown Shuffled Spared Stand Standing Step Summoned
Turn Turned UnknownNameError UnnamedCardError Verdict When Window ZoneName apply bound_forms
card_key events_for find_ruleset follow followed format_action format_position game_of is_key judge
key_code key_seat keys_of legal_actions needs_name new_duel new_record parse_action parse_position
parse_seat possible_at public_form public_record read_duel read_record replay roll ruleset_names
seat_letter view_for write_duel write_record zone zone_kind zone_seat
""".split()  # noqa: SIM905


def test_the_public_names_are_these() -> None:
    """A name comes or goes only together with this list."""
    assert sorted(duelmat_engine.__all__) == sorted(NAMES)


def test_every_public_name_is_there() -> None:
    """Nothing is announced that does not exist."""
    assert [n for n in duelmat_engine.__all__ if not hasattr(duelmat_engine, n)] == []
