"""What is said of a duel: every action, decision and verdict has good words."""

# Zones, seats and keys stand in the tables as the plain values that they are.
# mypy: disable-error-code="arg-type"

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_engine import actions
from duelmat_engine.actions import (
    Activate,
    Advance,
    AgreeDraw,
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
    Turn,
)
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.play import apply
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.text.explain import (
    explain_verdict,
    reading_words,
    rule_words,
)
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.log import event_words, tell
from duelmat_engine.text.questions import decision_words
from duelmat_engine.verdict import Cited, Do, Never, Verdict, When
from duelmat_message import listed, ref, say
from engine.spoken import BOARD, RAW, a_duel, a_walk, wording

ACTIONS = [
    (
        Play("normal-summon", "a:H7", "a.m1"),
        "Normal Summon the 7 of hearts to the left monster zone",
    ),
    (
        Play("set-monster", "a:S9", "a.m3", False, False),
        "Set the 9 of spades as a monster in the right monster zone",
    ),
    (
        Play("set-card", "a:S9", "a.s3", face_up=False),
        "Set the 9 of spades in the right magic/trap zone",
    ),
    (
        Play("spade-summon", "a:S9", "a.m3", False),
        (
            "Special Summon the 9 of spades to the right monster zone in Defense Position "
            "by paying 9 life"
        ),
    ),
    (
        Play("synchro-summon", "a:HQ", "a.m1", using=("a.m1", "a.m2")),
        (
            "Synchro Summon the Queen of hearts to the left monster zone in Attack Position "
            "with the 5 of clubs and the 3 of spades"
        ),
    ),
    (
        Play("diamond-summon", "a:D2", "a.m1", using=("a.m1",)),
        (
            "Special Summon the 2 of diamonds to the left monster zone in Attack Position "
            "by sending away the 5 of clubs"
        ),
    ),
    (Activate("magic", "a:H7"), "Activate the 7 of hearts as magic"),
    (Activate("trap", "a.s1", "a:H4"), "Activate the Set 4 of hearts as a trap"),
    (Activate("quick-eight", "b:C8"), "Activate the 8 of clubs as quick magic"),
    (Activate("heart-gain", "a.m1"), "Use the effect of the 5 of clubs"),
    (Attack("a.m1", "b.m3"), "Attack the 6 of diamonds with the 5 of clubs"),
    (Attack("a.m1"), "Attack directly with the 5 of clubs"),
    (Attack("a.m1", "b.m1"), "Attack the card in Ben's left monster zone with the 5 of clubs"),
    (Turn("a.m1", upright=False), "Turn the 5 of clubs to Defense Position"),
    (Turn("a.m2"), "Flip the 3 of spades face-up to Attack Position"),
    (Turn("a.m1", False, False), "Turn the 5 of clubs face-down"),
    (Advance("battle"), "Go on to the Battle Phase"),
    (Advance("main2"), "Go on to Main Phase 2"),
    (Advance("end"), "End the turn"),
    (Pass(), "Pass"),
    (Choose("b.m3"), "Choose the 6 of diamonds"),
    (Number(10), "Choose 10"),
    (Name("spade"), "Choose spades"),
    (Name("b"), "Choose Ben"),
    (Name("set"), "Set it"),
    (Reveal("a:H4"), "Show the 4 of hearts"),
    (Roll(("a:S2", "a:S3")), "Chance gives the 2 of spades and the 3 of spades"),
    (Cancel(), "Take the announcement back"),
    (Concede(0), "Concede the duel"),
    (AgreeDraw(0), "Agree on a draw"),
    (CorrectLife(0, 1, 31, "miscounted"), "Correct Ben's life to 31"),
    (Stand(0, Pass(), "seen too late"), "Let this stand: pass"),
]


@pytest.mark.parametrize(("action", "words"), ACTIONS, ids=[w for _, w in ACTIONS])
def test_an_action_is_said_as_an_instruction(action: actions.Action, words: str) -> None:
    """Each action class has words in the terms of the field, from the actor's side."""
    assert action_words(wording(BOARD), action, 0) == words


def test_no_action_class_is_without_words() -> None:
    """The table above has every class that a player or judge can send."""
    classes = {kind for kind in vars(actions).values() if isinstance(kind, type)}
    abstract = {actions.Action, actions.Standing}
    known = {c for c in classes if issubclass(c, actions.Action)} - abstract
    assert {type(action) for action, _ in ACTIONS} == known


def test_a_hidden_card_is_not_named_to_the_public() -> None:
    """What lies face-down is named by its place, to everybody but its player."""
    public, owner = wording(BOARD, ()), wording(BOARD, {1})
    assert public.ref("b.s2", 0) == "the face-down card in Ben's middle magic/trap zone"
    assert owner.ref("b.s2", 1) == "the 8 of clubs"
    assert public.ref("a.m2") == "the face-down monster in Ana's middle monster zone"


# Decisions


def test_a_choice_says_of_what_and_what_for() -> None:
    """The words come from the effect's own selector and the operation that uses the card."""
    duel = a_duel(a_hand=[Placed("H7")], b_m1=[Placed("C7")], b_m2=[Placed("H2")])
    asked = apply(duel, Activate("magic", "a:H7")).duel
    assert decision_words(wording(asked, ()), asked) == (
        "Ana: choose a face-up monster of hearts or of number 7 to destroy."
    )


def test_open_play_says_whose_it_is() -> None:
    """A duel that waits for a play says who may act and in which phase."""
    assert decision_words(wording(BOARD), BOARD) == "Ana may act in Main Phase 1."


def test_a_duel_that_is_over_says_so() -> None:
    """With no decision left, the outcome is told."""
    over = apply(BOARD, Concede(1)).duel
    assert decision_words(wording(over), over) == "The duel is over: Ben conceded."


# Verdicts


def test_a_refusal_reads_like_a_judges_answer() -> None:
    """Ruling, statement with its id, what helps, and the reading used."""
    duel = position(
        "trump_king",
        {"a.m1": [Placed("S5", arrived=3)], "a.hand": [Placed("H7")]},
    )
    action = Turn("a.m1", upright=False)
    said = explain_verdict(wording(duel), judge(duel, action), action, 0)
    assert said.action == "Turn the 5 of spades to Defense Position"
    assert said.paragraph() == (
        f"Not legal. {rule_words('TK-24')} (TK-24). It becomes legal when it is your next turn. "
        f"Reading used: G-57 ({reading_words(wording(duel), 'G-57')})."
    )
    assert said.short() == "Not legal (TK-24). It becomes legal when it is your next turn."


def test_a_text_is_said_where_its_cards_are_known() -> None:
    """By a ruleset or its game; without one it is only said that there is a text."""
    game = game_of("ocg", {})
    said = rule_words("text:sangan", game)
    assert said == rule_words("text:sangan", game.rules)
    assert said.startswith("When it goes from the field")
    assert rule_words("text:sangan") == "The card's own text says so"


def test_remedies_of_all_kinds_are_said_together() -> None:
    """What to do and what has to come about are two sentences; never is one."""
    both = Verdict(
        False, (Cited("TK-14"),), (Do("Go on to Main Phase 2.", "main2"), When("It is so."))
    )
    said = explain_verdict(wording(BOARD), both, Pass(), 0)
    assert said.remedies == (
        "To make it legal: go on to Main Phase 2.",
        "Besides, it is legal only when it is so.",
    )
    never = Verdict(False, (Cited("TK-76"),), (Never("A Heart is never turned.", "TK-76"),))
    said = explain_verdict(wording(BOARD), never, Pass(), 0)
    assert said.remedies == ("Nothing makes it legal: a Heart is never turned (TK-76).",)


def test_places_and_cards_in_a_remedy_are_put_into_words() -> None:
    """No zone name or key of the engine reaches the table."""
    text = say(
        "{player} may place {card} in {own} or {other}.",
        player=ref("b"),
        card=ref("a:H7"),
        own=ref("a.m1"),
        other=ref("b.grave"),
    )
    verdict = Verdict(False, (Cited("TK-21"),), (Do(text),))
    said = explain_verdict(wording(BOARD), verdict, Pass(), 0)
    assert said.remedies == (
        (
            "To make it legal: Ben may place the 7 of hearts in the left monster zone or "
            "Ben's Graveyard."
        ),
    )


def test_an_acceptance_names_what_permits_it_first() -> None:
    """The first rules are said in full, the limits that hold only by their ids."""
    action = Play("normal-summon", "a:H7", "a.m3")
    said = explain_verdict(wording(BOARD), judge(BOARD, action), action, 0)
    assert said.paragraph().startswith(f"Legal. {rule_words('TK-14')} (TK-14).")
    assert "Also looked at: " in said.paragraph()


@pytest.mark.parametrize(
    ("words", "text"), [((), ""), (("a",), "a"), (("a", "b", "c"), "a, b and c")]
)
def test_lists_are_said_with_and(words: tuple[str, ...], text: str) -> None:
    assert listed(words) == text


# Whole duels


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_no_raw_word_is_said_in_a_random_duel(seed: int) -> None:
    """Over random duels every decision, action and log line is a sentence for people."""
    for duel, action, happened in a_walk(seed, 60):
        public, judge_view = wording(duel, ()), wording(duel)
        said = [
            decision_words(public, duel),
            action_words(judge_view, action, asker(duel, action)),
            *(line.text for line in tell(public, happened)),
            *(event_words(public, event) for event in happened),
        ]
        for text in said:
            assert text.strip(), action
            assert not RAW.search(text), text
            assert text[0].isupper(), text
