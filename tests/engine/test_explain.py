"""What is said at the table: every action, event and decision has good words."""

# Zones, seats and keys stand in the tables as the plain values that they are.
# mypy: disable-error-code="arg-type"

import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_engine import actions, events
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
from duelmat_engine.judging.judge import asker, judge, legal_actions
from duelmat_engine.judging.verdict import Cited, Do, Never, Verdict, When
from duelmat_engine.names import NOBODY
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.position import Placed, position
from duelmat_engine.ruleset import find_ruleset, game_of
from duelmat_engine.rulesets.trump_king import EXTRA_CODES, MAIN_CODES
from duelmat_engine.speech.explain import (
    action_words,
    decision_words,
    explain_verdict,
    reading_words,
    rule_words,
)
from duelmat_engine.speech.telling import event_words, tell
from duelmat_engine.speech.wording import EVERYONE, Wording, listed
from duelmat_engine.state import Duel, Piece

SEATS = ("Ana", "Ben")
RULES = find_ruleset("trump_king")

RAW = re.compile(
    r"None|\b[ab]\.[a-z]+\d?\b|\b[ab]:[A-Z]|[A-Za-z]+\(|[{}<>\[\]_]|  |\b(main1|main2)\b"
    r"|\b[a-z]+-(summon|set|gain|draw|two|eight|nine|one|joker|damage|lock|strike)\b|\.\."
)
"""What only a program would say: reprs, names of zones and effects, doubled signs."""


def a_duel(**zones: list[Placed]) -> Duel:
    """A duel in Main Phase 1 of turn 3; zones are named as a_m1."""
    return position("trump_king", {name.replace("_", "."): row for name, row in zones.items()})


def wording(duel: Duel, sees: Iterable[int] = EVERYONE) -> Wording:
    game = game_of(duel.ruleset, duel.readings)
    return Wording(game, SEATS, world=duel, sees=sees)


BOARD = a_duel(
    a_hand=[Placed("H7"), Placed("S9")],
    a_m1=[Placed("C5")],
    a_m2=[Placed("S3", face_up=False, upright=False)],
    a_s1=[Placed("H4", face_up=False)],
    b_m3=[Placed("D6")],
    b_s2=[Placed("C8", face_up=False)],
)

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


PIECE = Piece(oid=900, owner=0, key="a:H7", way="normal-summon")
OTHER = Piece(oid=901, owner=1, key="b:S9", upright=False)
DOWN = replace(PIECE, face_up=False, upright=False)
IN_HAND = replace(PIECE, face_up=False)

EVENTS = [
    (
        events.Moved(piece=IN_HAND, after=IN_HAND, source="a.pile", to="a.hand", cause="draw"),
        "Ana draws a card.",
    ),
    (
        events.Moved(
            piece=IN_HAND, after=PIECE, source="a.hand", to="a.grave", cause="cost", by=0
        ),
        "Ana discards the 7 of hearts.",
    ),
    (
        events.Moved(piece=PIECE, after=PIECE, source="a.m1", to="a.grave", cause="cost", by=0),
        "Ana sends the 7 of hearts to Ana's Graveyard.",
    ),
    (
        events.Moved(piece=IN_HAND, after=DOWN, source="a.hand", to="a.s2", cause="set"),
        "Ana Sets a card face-down in the middle magic/trap zone.",
    ),
    (
        events.Moved(piece=IN_HAND, after=DOWN, source="a.hand", to="a.m2", cause="set"),
        "Ana Sets a monster face-down in the middle monster zone.",
    ),
    (
        events.Moved(piece=IN_HAND, after=PIECE, source="a.hand", to="a.play", cause="play", by=0),
        "Ana plays the 7 of hearts from the hand.",
    ),
    (
        events.Moved(piece=IN_HAND, after=PIECE, source="a.hand", to="a.m1", cause="summon"),
        "Ana brings the 7 of hearts to Ana's left monster zone.",
    ),
    (
        events.Moved(piece=OTHER, after=OTHER, source="b.m1", to="b.banished", cause="effect"),
        "The 9 of spades is banished.",
    ),
    (
        events.Moved(piece=PIECE, after=IN_HAND, source="a.m1", to="a.hand", cause="effect"),
        "The 7 of hearts returns to Ana's hand.",
    ),
    (
        events.Moved(piece=IN_HAND, after=IN_HAND, source="a.hand", to="a.pile", cause="return"),
        "Ana puts a card back into Ana's pile.",
    ),
    (
        events.Moved(piece=IN_HAND, after=IN_HAND, source="a.pile", to="a.hand", cause="effect"),
        "Ana takes a card from the pile into the hand.",
    ),
    (
        events.Moved(piece=PIECE, after=PIECE, source="a.s1", to="a.grave", cause="rule"),
        "The 7 of hearts goes to Ana's Graveyard.",
    ),
    (
        events.Summoned(piece=PIECE, place="a.m1", way="normal-summon", special=False, by=0),
        "Ana Normal Summons the 7 of hearts to the left monster zone in Attack Position.",
    ),
    (
        events.Summoned(piece=OTHER, place="b.m3", way="spade-summon", special=True, by=1),
        "Ben Special Summons the 9 of spades to the right monster zone in Defense Position.",
    ),
    (
        events.Turned(piece=PIECE, after=replace(PIECE, upright=False), place="a.m1"),
        "Ana turns the 7 of hearts to Defense Position.",
    ),
    (
        events.Turned(piece=DOWN, after=PIECE, place="a.m1"),
        "Ana flips the 7 of hearts face-up to Attack Position.",
    ),
    (
        events.Turned(
            piece=DOWN, after=replace(PIECE, upright=False), place="a.m1", cause="attack"
        ),
        "Attacked, the 7 of hearts is turned face-up in Defense Position.",
    ),
    (
        events.Turned(piece=DOWN, after=PIECE, place="a.s1", cause="activation"),
        "Ana turns the 7 of hearts face-up in the left magic/trap zone.",
    ),
    (
        events.Destroyed(piece=OTHER, place="b.m1", cause="battle", by=PIECE),
        "The 9 of spades is destroyed by battle.",
    ),
    (
        events.Destroyed(piece=OTHER, place="b.m1", cause="effect", by=PIECE),
        "The 9 of spades is destroyed by the effect of the 7 of hearts.",
    ),
    (
        events.Destroyed(piece=PIECE, place="a.m1", cause="effect", by=PIECE),
        "The 7 of hearts is destroyed by its own effect.",
    ),
    (
        events.Spared(piece=PIECE, place="a.m1", what="destruction"),
        "The 7 of hearts is kept from destruction by its own text.",
    ),
    (
        events.Negated(piece=PIECE, place="a.m1", effect="heart-gain"),
        "The effect of the 7 of hearts is negated.",
    ),
    (events.LifeChanged(seat=1, before=40, life=33, cause="battle"), "Ben loses 7 life, 33 left."),
    (events.LifeChanged(seat=1, before=4, life=0, cause="effect"), "Ben loses 4 life, none left."),
    (
        events.LifeChanged(seat=0, before=40, life=47, cause="effect"),
        "Ana gains 7 life and has 47.",
    ),
    (events.LifeChanged(seat=0, before=40, life=35, cause="cost"), "Ana pays 5 life, 35 left."),
    (
        events.LifeChanged(seat=0, before=40, life=31, cause="correction"),
        "Ana's life is corrected to 31.",
    ),
    (events.LifeChanged(seat=0, before=0, life=40, cause="start"), "Ana begins with 40 life."),
    (
        events.Activated(seat=0, piece=PIECE, place="a.play", effect="magic"),
        "Ana activates the 7 of hearts as magic.",
    ),
    (
        events.Activated(seat=0, piece=PIECE, place="a.m1", effect="heart-gain"),
        "Ana uses the effect of the 7 of hearts.",
    ),
    (
        events.Resolved(seat=0, piece=PIECE, effect="magic", carried_out=True),
        "The effect of the 7 of hearts resolves.",
    ),
    (
        events.Resolved(seat=0, piece=PIECE, effect="magic", carried_out=False),
        "The effect of the 7 of hearts is negated.",
    ),
    (
        events.AttackDeclared(piece=PIECE, place="a.m1", target="b.m3", by=0),
        "Ana attacks the 6 of diamonds with the 7 of hearts.",
    ),
    (
        events.AttackDeclared(piece=PIECE, place="a.m1", target=None, by=0),
        "Ana attacks directly with the 7 of hearts.",
    ),
    (
        events.Battled(piece=PIECE, attack=7, target=OTHER, defense=9),
        "The 7 of hearts fights the 9 of spades: 7 against 9 in Defense Position.",
    ),
    (events.Battled(piece=PIECE, attack=7), "The 7 of hearts strikes directly with 7."),
    (
        events.AttackEnded(piece=PIECE, reason="the target is gone"),
        "The attack of the 7 of hearts ends without battle: the target is gone.",
    ),
    (events.Declared(seat=0, what="target", value="b.m3"), "Ana chooses the 6 of diamonds."),
    (events.Declared(seat=NOBODY, what="found", value="a:H7"), "Chance gives the 7 of hearts."),
    (events.Declared(seat=0, what="amount", value="10"), "Ana chooses 10."),
    (events.Declared(seat=0, what="suit", value="spade"), "Ana names spades."),
    (events.Declared(seat=0, what="number", value="7"), "Ana names the number 7."),
    (events.Declared(seat=0, what="use", value="set"), "Ana chooses to Set it."),
    (
        events.Looked(seat=0, place="a.pile", pieces=(DOWN, DOWN, DOWN)),
        "Ana looks at the top 3 cards of the pile.",
    ),
    (
        events.Looked(seat=0, place="a.pile", pieces=(DOWN,)),
        "Ana looks at the top card of the pile.",
    ),
    (events.Shown(seat=0, piece=IN_HAND), "Ana shows the 7 of hearts."),
    (events.Shuffled(place="a.pile"), "Ana's pile is shuffled."),
    (events.PhaseBegan(phase="main1", turn=3, seat=0), "Turn 3: Ana's Main Phase 1 begins."),
    (events.PhaseSkipped(phase="draw", seat=0), "Ana's turn has no Draw Phase."),
    (events.FirstChosen(seat=1), "Ben goes first."),
    (
        events.Ruled(seat=0, action="Pass()", reason="both had agreed."),
        "The judge lets a refused play stand: both had agreed.",
    ),
    (
        events.DuelEnded(winner=0, reason="the opponent has no life left"),
        "Ana wins: the opponent has no life left.",
    ),
    (
        events.DuelEnded(winner=None, reason="no player has life left"),
        "The duel is a draw: no player has life left.",
    ),
    (
        events.CardActivated(piece=PIECE, place="a.s1", by=0),
        "Ana activates the 7 of hearts.",
    ),
    (
        events.Arranged(seat=0, place="a.grave", pieces=(PIECE, OTHER)),
        "Ana puts 2 cards in order in the Graveyard.",
    ),
    (events.Passed(seat=0, priority=1), "Ana passes; Ben has priority."),
    (
        events.PlayerLeft(seat=1, reason="no life is left"),
        "Ben has lost and leaves: no life is left.",
    ),
    (
        events.Marked(
            piece=PIECE, after=replace(PIECE, marks={"poison": 1}), place="a.m1", name="poison"
        ),
        "The 7 of hearts carries the mark poison.",
    ),
    (
        events.Marked(piece=PIECE, after=PIECE, place="a.m1", name="poison"),
        "The 7 of hearts no longer carries the mark poison.",
    ),
    (
        events.PlayerMarked(seat=0, name="begins", value="dread"),
        "Ana: begins is dread from now on.",
    ),
    (events.PlayerMarked(seat=0, name="begins", value=""), "Ana: begins is over."),
    (
        events.RightGranted(seat=0, name="assist-summon", count=1),
        "Ana may use assist summon once more in this turn.",
    ),
    (
        events.PhaseOrdered(phase="battle", seat=0),
        "Ana's turn will have the Battle Phase.",
    ),
    (
        events.SummonNegated(piece=PIECE, place="a.m1"),
        "The summon of the 7 of hearts is negated.",
    ),
    (
        events.LinkNegated(seat=0, piece=PIECE, effect="heart-gain"),
        "The effect of the 7 of hearts will not be carried out.",
    ),
    (
        events.ValueChanged(piece=PIECE, place="a.m1", trait="attack", before=7, value=9),
        "The attack of the 7 of hearts changes from 7 to 9.",
    ),
    (
        events.Attached(piece=PIECE, place="a.s1", to="b.m3"),
        "The 7 of hearts is equipped to the 6 of diamonds.",
    ),
    (
        events.Attached(piece=PIECE, place="a.s1", to=None),
        "The 7 of hearts is no longer equipped to anything.",
    ),
    (
        events.HandedOver(piece=PIECE, after=PIECE, place="a.m1", to="b.m1"),
        "Ben takes the 7 of hearts over to the left monster zone.",
    ),
    (
        events.Lapsed(seat=0, piece=PIECE, effect="heart-gain", reason="it is lost"),
        "The effect of the 7 of hearts is not activated: it is lost.",
    ),
    (
        events.ActedTogether(order=(0, 1)),
        "Everybody acts, Ana, then Ben; it counts as one moment.",
    ),
    (
        events.SeveralDestroyed(pieces=(PIECE, OTHER), places=("a.m1", "a.m2"), cause="effect"),
        "2 cards have been destroyed together.",
    ),
]


@pytest.mark.parametrize(("event", "words"), EVENTS, ids=[w for _, w in EVENTS])
def test_an_event_is_told_in_one_sentence(event: events.AnyEvent, words: str) -> None:
    """Each event class has a sentence that the public may hear."""
    assert event_words(wording(BOARD, ()), event) == words


def test_no_event_class_is_without_a_sentence() -> None:
    """The table above has every class of events.py."""
    classes = {kind for kind in vars(events).values() if isinstance(kind, type)}
    known = {c for c in classes if issubclass(c, events.Event)} - {events.Event}
    assert {type(event) for event, _ in EVENTS} == known


def test_moves_that_the_next_event_tells_are_left_out() -> None:
    """A summon is one line, and so is a draw of several cards."""
    arrived, drawn = replace(PIECE, oid=77), replace(IN_HAND, oid=78)
    happened: list[events.AnyEvent] = [
        events.Moved(piece=IN_HAND, after=arrived, source="a.hand", to="a.m1", cause="summon"),
        events.Summoned(piece=arrived, place="a.m1", way="normal-summon", special=False, by=0),
        *[
            events.Moved(piece=drawn, after=drawn, source="b.pile", to="b.hand", cause="draw")
            for _ in range(3)
        ],
        events.Destroyed(piece=arrived, place="a.m1", cause="battle"),
        events.Moved(piece=arrived, after=PIECE, source="a.m1", to="a.grave", cause="battle"),
    ]
    assert [line.text for line in tell(wording(BOARD, ()), happened)] == [
        "Ana Normal Summons the 7 of hearts to the left monster zone in Attack Position.",
        "Ben draws 3 cards.",
        "The 7 of hearts is destroyed by battle.",
    ]


def test_a_card_shown_is_named_for_the_rest_of_the_action() -> None:
    """Who has just seen a card hears its name where it goes."""
    happened: list[events.AnyEvent] = [
        events.Shown(seat=0, piece=IN_HAND),
        events.Moved(piece=IN_HAND, after=IN_HAND, source="a.pile", to="a.hand", cause="effect"),
    ]
    assert [line.text for line in tell(wording(BOARD, ()), happened)] == [
        "Ana shows the 7 of hearts.",
        "Ana takes the 7 of hearts from the pile into the hand.",
    ]


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
    assert decision_words(wording(over), over) == "The duel is over: the opponent conceded."


# Verdicts


def test_a_refusal_reads_like_a_judges_answer() -> None:
    """Ruling, statement with its id, what helps, and the reading used."""
    duel = position(
        "trump_king",
        {"a.m1": [Placed("S5", arrived=3)], "a.hand": [Placed("H7")]},
    )
    action = Turn("a.m1", upright=False)
    said = explain_verdict(wording(duel), judge(duel, action), action, duel, 0)
    assert said.action == "Turn the 5 of spades to Defense Position"
    assert said.paragraph() == (
        f"Not legal. {rule_words('TK-24')} (TK-24). It becomes legal when it is your next turn. "
        f"Reading used: G-57 ({reading_words(wording(duel), 'G-57')})."
    )
    assert said.short() == "Not legal (TK-24). It becomes legal when it is your next turn."


def test_remedies_of_all_kinds_are_said_together() -> None:
    """What to do and what has to come about are two sentences; never is one."""
    both = Verdict(
        False, (Cited("TK-14"),), (Do("Go on to Main Phase 2.", "main2"), When("It is so."))
    )
    said = explain_verdict(wording(BOARD), both, Pass(), BOARD, 0)
    assert said.remedies == (
        "To make it legal: go on to Main Phase 2.",
        "Besides, it is legal only when it is so.",
    )
    never = Verdict(False, (Cited("TK-76"),), (Never("A Heart is never turned.", "TK-76"),))
    said = explain_verdict(wording(BOARD), never, Pass(), BOARD, 0)
    assert said.remedies == ("Nothing makes it legal: a Heart is never turned (TK-76).",)


def test_places_and_cards_in_a_remedy_are_put_into_words() -> None:
    """No zone name or key of the engine reaches the table."""
    text = "Player b may place a:H7 in a.m1 or b.grave, or use heart-gain a.m1."
    verdict = Verdict(False, (Cited("TK-21"),), (Do(text),))
    said = explain_verdict(wording(BOARD), verdict, Pass(), BOARD, 0)
    assert said.remedies == (
        (
            "To make it legal: Ben may place the 7 of hearts in the left monster zone or "
            "Ben's Graveyard, or use the effect of the left monster zone."
        ),
    )


def test_an_acceptance_names_what_permits_it_first() -> None:
    """The first rules are said in full, the limits that hold only by their ids."""
    action = Play("normal-summon", "a:H7", "a.m3")
    said = explain_verdict(wording(BOARD), judge(BOARD, action), action, BOARD, 0)
    assert said.paragraph().startswith(f"Legal. {rule_words('TK-14')} (TK-14).")
    assert "Also looked at: " in said.paragraph()


@pytest.mark.parametrize(
    ("words", "text"), [((), ""), (("a",), "a"), (("a", "b", "c"), "a, b and c")]
)
def test_lists_are_said_with_and(words: tuple[str, ...], text: str) -> None:
    assert listed(words) == text


# Whole duels


def a_walk(
    seed: int, length: int
) -> Iterator[tuple[Duel, actions.Action, tuple[events.AnyEvent, ...]]]:
    """A random duel: what stands before each action, the action, and what happened."""
    duel = new_duel("trump_king", [Deck(MAIN_CODES, EXTRA_CODES)] * 2, seed=seed).duel
    picks = seed
    for _ in range(length):
        if duel.decision is None:
            return
        picks = (picks * 6364136223846793005 + 1442695040888963407) % 2**64
        action: actions.Action
        if duel.decision.kind == "chance":
            action = roll(duel)
        else:
            answers = list(legal_actions(duel))
            action = answers[(picks >> 33) % len(answers)]
        step = apply(duel, action)
        yield duel, action, step.events
        duel = step.duel


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


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_the_public_log_does_not_name_hidden_cards(seed: int) -> None:
    """A card that is hidden before and after an action is not named by its log."""
    for duel, _, happened in a_walk(seed, 60):
        for event in happened:
            if not isinstance(event, events.Moved) or event.cause not in ("draw", "set", "return"):
                continue
            if event.piece.face_up or event.after.face_up:
                continue
            text = event_words(wording(duel, ()), event)
            assert RULES.card(event.piece.key).name not in text
