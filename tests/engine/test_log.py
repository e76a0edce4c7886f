"""What is told of what happens: every event has one good sentence."""

# Zones, seats and keys stand in the tables as the plain values that they are.
# mypy: disable-error-code="arg-type"

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import duelmat_engine
from duelmat_engine import Wording, choose_readings, events, find_ruleset, game_of, ruleset_names
from duelmat_engine.effects import ops
from duelmat_engine.names import NOBODY, Seat, card_key
from duelmat_engine.state import Piece
from duelmat_engine.text.log import event_words, tell
from engine.spoken import BOARD, RULES, SEATS, a_walk, wording

PIECE = Piece(oid=900, owner=0, key="a:H7", move="normal-summon")
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
        "Ana is about to summon the 7 of hearts to Ana's left monster zone.",
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
        events.Summoned(piece=PIECE, place="a.m1", move="normal-summon", special=False, by=0),
        "Ana Normal Summons the 7 of hearts to the left monster zone in Attack Position.",
    ),
    (
        events.Summoned(piece=OTHER, place="b.m3", move="spade-summon", special=True, by=1),
        "Ben Special Summons the 9 of spades to the right monster zone in Defense Position.",
    ),
    (
        events.Turned(piece=PIECE, after=replace(PIECE, upright=False), place="a.m1"),
        "Ana turns the 7 of hearts to Defense Position.",
    ),
    (
        events.Turned(
            piece=PIECE, after=replace(PIECE, upright=False), place="a.m1", cause="effect"
        ),
        "The 7 of hearts is turned to Defense Position.",
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
        events.Destroyed(piece=OTHER, place="b.m1", cause="rule"),
        "The 9 of spades is destroyed by the rules.",
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
        events.Destroyed(
            piece=replace(OTHER, attached=PIECE.oid), place="a.s1", cause="effect", by=PIECE
        ),
        "The 9 of spades is destroyed: the 7 of hearts no longer carries it.",
    ),
    (
        events.Spared(piece=PIECE, place="a.m1", what="destruction"),
        "The 7 of hearts is not destroyed.",
    ),
    (
        events.Spared(piece=PIECE, place="a.m1", what="position"),
        "The 7 of hearts does not change its position.",
    ),
    (
        events.Spared(piece=PIECE, place="a.m1", what="face"),
        "The 7 of hearts is not turned face-down.",
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
        events.Resolved(seat=0, piece=PIECE, effect="magic", carried_out=False, lost_target=True),
        "The effect of the 7 of hearts is not carried out: a target is no longer valid.",
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
    (events.Declared(seat=0, what="skill", value="Dawn Watch"), "Ana chooses Dawn Watch."),
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
    (events.TakenBack(seat=0), "Ana takes the announcement back."),
    (
        events.Ruled(seat=0, action="Pass()", reason="both had agreed."),
        "The judge lets a play stand: both had agreed.",
    ),
    (
        events.DuelEnded(winner=0, reason="the opponent has no life left"),
        "Ana wins: Ben has no life left.",
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
        "The 7 of hearts is marked “poison” now.",
    ),
    (
        events.Marked(piece=PIECE, after=PIECE, place="a.m1", name="poison"),
        "The 7 of hearts is no longer marked “poison”.",
    ),
    (
        events.PlayerMarked(seat=0, name="begins", value="dread"),
        "Ana: begins is dread from now on.",
    ),
    (events.PlayerMarked(seat=0, name="begins", value=""), "Ana: begins is over."),
    (
        events.RightGranted(seat=0, name="assist-summon", count=1),
        "Ana may make assist summon in this turn.",
    ),
    (
        events.RightGranted(seat=0, name="assist-summon", count=2),
        "Ana may make assist summon in this turn, 2 times.",
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
        events.Declared(seat=0, what="wins", value="exodia-win"),
        "Ana has won, unless Ana loses at the same time.",
    ),
    (
        events.Declared(seat=0, what="copy", value="H7"),
        "Ana gets a copy of the 7 of hearts.",
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


def test_what_fights_is_called_as_in_its_game() -> None:
    """An Entity in Trigamon, wherever a sentence does not name the card."""
    trigamon = Wording(
        game_of("trigamon", choose_readings(find_ruleset("trigamon"), {})), ("Ana", "Ben")
    )
    placed = events.Moved(piece=IN_HAND, after=DOWN, source="a.hand", to="a.m3", cause="set")
    assert event_words(trigamon, placed) == "Ana Sets an Entity face-down in Entity zone 3."
    assert trigamon.piece(replace(DOWN, key=None), "a.m3").startswith("the face-down Entity in")


def test_what_a_card_grants_has_words() -> None:
    """So that it can be said in any language."""
    folder = Path(duelmat_engine.__file__).parent / "rulesets" / "trigamon" / "cards"
    texts = " ".join(path.read_text("utf-8") for path in folder.glob("*.toml"))
    granted = set(re.findall(r'do = "grant", name = "([^"]+)"', texts))
    assert granted
    assert granted <= find_ruleset("trigamon").words.values.keys()


WITHOUT_WORLD: list[tuple[events.AnyEvent, str]] = [
    (
        events.Turned(piece=DOWN, after=replace(PIECE, attacked=3), place="a.m1", cause="attack"),
        "The 7 of hearts is turned face-up in Attack Position.",
    ),
    (
        events.Turned(piece=DOWN, after=PIECE, place="a.m1", cause="attack"),
        "Attacked, the 7 of hearts is turned face-up in Attack Position.",
    ),
    (
        events.AttackDeclared(piece=PIECE, place="a.m1", target=None, by=0, against=1),
        "Ana attacks Ben directly with the 7 of hearts.",
    ),
]


@pytest.mark.parametrize(("event", "words"), WITHOUT_WORLD, ids=[w for _, w in WITHOUT_WORLD])
def test_without_a_world_nothing_is_said_that_only_it_knows(
    event: events.AnyEvent, words: str
) -> None:
    assert event_words(Wording(game_of("trump_king", {}), SEATS), event) == words


def test_no_event_class_is_without_a_sentence() -> None:
    """The table above has every class of events.py."""
    classes = {kind for kind in vars(events).values() if isinstance(kind, type)}
    known = {c for c in classes if issubclass(c, events.Event)} - {
        events.Event,
        events.OfCard,
        events.OfEffect,
        events.OfPlayer,
    }
    assert {type(event) for event, _ in EVENTS} == known


def test_moves_that_the_next_event_tells_are_left_out() -> None:
    """A summon is one line, and so is a draw of several cards."""
    arrived, drawn = replace(PIECE, oid=77), replace(IN_HAND, oid=78)
    happened: list[events.AnyEvent] = [
        events.Moved(piece=IN_HAND, after=arrived, source="a.hand", to="a.m1", cause="summon"),
        events.Summoned(piece=arrived, place="a.m1", move="normal-summon", special=False, by=0),
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


# Whole duels


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


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_what_an_effect_destroys_is_told_as_its_effect(ruleset: str) -> None:
    """By whatever rules its text destroys: none has merely left the field."""
    rules = find_ruleset(ruleset)
    game = game_of(ruleset, {})
    told = 0
    for code, card in rules.cards.items():
        for effect in card.effects:
            blocks = (b for name, b in game.blocks.items() if name.startswith(f"{effect}/"))
            for op in (op for block in blocks for op in block if isinstance(op, ops.Destroy)):
                by, piece = (Piece(n, Seat(0), card_key(Seat(0), code)) for n in (7, 8))
                event = events.Destroyed(
                    piece=piece, place="a.m1", cause="effect", by=by, rules=op.rules
                )
                assert "by the effect of" in event_words(Wording(game), event), (code, op)
                told += 1
    assert told
