"""At a prompt every value shows itself in one line, short enough to be read."""

from __future__ import annotations

from duelmat_engine import (
    Advance,
    Concede,
    Duel,
    Name,
    Pass,
    Seat,
    Verdict,
    apply,
    find_ruleset,
    game_of,
    judge,
    practice_duel,
    view_for,
)

RULES = find_ruleset("ocg")


def begun() -> Duel:
    """Return a duel in the first Main Phase."""
    duel = apply(practice_duel("ocg", seed=1), Name("a")).duel
    while duel.phase != "main1":
        duel = apply(duel, Pass()).duel
    return duel


def test_a_duel_says_where_it_stands_and_who_decides() -> None:
    assert repr(begun()) == ("<Duel of ocg, turn 1 of a, main1, a decides: open, life 8000 8000>")


def test_a_duel_that_is_over_says_who_has_won() -> None:
    duel = apply(begun(), Concede(Seat(0))).duel
    assert repr(duel).endswith("over: b has won, life 8000 8000>")


def test_a_card_says_which_it_is_and_how_it_lies() -> None:
    duel = begun()
    assert repr(duel.at("a.pile")[0]).startswith("<Piece a:")
    assert repr(view_for(duel).at("a.pile")[0]) == "<Piece unseen, face-down, upright>"


def test_a_verdict_is_its_summary() -> None:
    verdict = judge(begun(), Advance("battle"))
    assert isinstance(verdict, Verdict)
    assert repr(verdict) == f"<Verdict: {verdict.summary()}>"


def test_a_step_names_its_events_and_its_duel() -> None:
    step = apply(begun(), Concede(Seat(0)))
    assert repr(step) == f"<Step: DuelEnded; {step.duel!r}>"


def test_a_ruleset_says_its_name_and_a_game_what_is_unusual_about_it() -> None:
    reading = next(r for r in RULES.readings if len(r.choices) > 1)
    usual = {r.id: r.choices[0] for r in RULES.readings}
    assert repr(RULES) == f"<Ruleset ocg: {RULES.title}, {len(RULES.cards)} cards>"
    assert repr(game_of("ocg", usual)) == "<Game of ocg>"
    other = game_of("ocg", {**usual, reading.id: reading.choices[1]})
    assert repr(other) == f"<Game of ocg, {reading.id} {reading.choices[1]!r}>"
