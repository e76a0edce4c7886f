"""Questions at the wrong moment, about the wrong effect, or of an effect that is not there."""

from typing import Any, NamedTuple

import pytest

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.rulings.scenario import read_case
from duelmat_engine.verdict import Do, Invalidity
from engine.asked_scenarios import OPEN, ask


class Asked(NamedTuple):
    """A question, how it is refused, and what the answer says."""

    ruleset: str
    position: dict[str, Any]
    play: tuple[Any, ...]
    action: Any
    invalid: Invalidity
    said: tuple[str, ...]


HOLE = {"do": "activate", "card": "DarkHole", "as": "magic"}
STOPPED: dict[str, Any] = OPEN | {
    "seat": "b",
    "a": {"hand": ["Wolf"], "m1": "Wolf", "s1": {"card": "MagicJammer", "since": 2}},
    "b": {"hand": ["DarkHole"]},
}
JAMMED = (HOLE, {"do": "activate", "card": "MagicJammer", "as": "trap", "seat": "a"})
ELSEWHERE = {
    "pass": Asked(
        "ocg",
        OPEN,
        (),
        "pass",
        Invalidity.ELSEWHERE,
        ("something is asked that may be declined", "now Player A is to act"),
    ),
    "choosing in open play": Asked(
        "trump_king",
        {"a": {"hand": ["S7"]}},
        (),
        {"do": "choose", "card": "S7"},
        Invalidity.ELSEWHERE,
        ("asks for a card to be chosen; now Player A is to act",),
    ),
    "an amount in a window": Asked(
        "ocg",
        STOPPED,
        (HOLE,),
        {"do": "number", "value": 3},
        Invalidity.ELSEWHERE,
        ("asks for an amount; now Player A is asked whether to respond",),
    ),
    "chance in open play": Asked(
        "trigamon",
        OPEN | {"a": {"hand": ["HalfMoth"]}},
        (),
        {"do": "roll", "cards": ["HalfMoth"]},
        Invalidity.ELSEWHERE,
        ("something is left to chance; now Player A is to act",),
    ),
    "passing where a card is to be chosen": Asked(
        "ocg",
        STOPPED,
        JAMMED,
        {"do": "number", "value": 1},
        Invalidity.ELSEWHERE,
        ("now Player A is asked for a card",),
    ),
    "a phase that nobody goes on to": Asked(
        "resummoned",
        OPEN,
        (),
        {"do": "advance", "phase": "end"},
        Invalidity.ELSEWHERE,
        ("Instead: pass: a phase is over", "when all have passed in succession"),
    ),
    "the Battle Phase of a game of priority": Asked(
        "resummoned",
        OPEN,
        (),
        {"do": "advance", "phase": "battle"},
        Invalidity.ELSEWHERE,
        ("Instead: pass",),
    ),
    "a trigger that nothing has set off": Asked(
        "ocg",
        OPEN | {"a": {"hand": ["Sangan"]}},
        (),
        {"do": "activate", "card": "Sangan", "as": "effect"},
        Invalidity.ELSEWHERE,
        (
            "(text:sangan)",
            "what sets that effect off has happened, and its player is asked for it",
        ),
    ),
    "a trap as magic": Asked(
        "ocg",
        OPEN | {"a": {"s1": {"card": "MirrorForce", "since": 2}}},
        (),
        {"do": "activate", "card": "s1", "as": "magic"},
        Invalidity.MALFORMED,
        ("it is not activated as magic, but as a trap (text:mirror-force)",),
    ),
    "magic as an effect": Asked(
        "ocg",
        OPEN | {"a": {"m1": "Wolf", "s1": {"card": "Axe", "face": "up", "attached": "m1"}}},
        (),
        {"do": "activate", "card": "s1", "as": "effect"},
        Invalidity.MALFORMED,
        ("it is not activated as an effect, but as magic (text:equip-any)",),
    ),
    "an effect of a card without one": Asked(
        "ocg",
        OPEN | {"a": {"m1": "Wolf"}},
        (),
        {"do": "activate", "card": "m1", "as": "effect"},
        Invalidity.MALFORMED,
        ("it has no effect: there is nothing of it to activate",),
    ),
    "a use of a card that nobody has seen": Asked(
        "ocg",
        OPEN | {"a": {"hand": 2, "pile": 20}},
        (),
        {"do": "activate", "card": "hand", "as": "magic"},
        Invalidity.MALFORMED,
        ("say which card it turns out to be",),
    ),
    "a card that is named as another": Asked(
        "trump_king",
        {"a": {"hand": ["S7"]}, "b": {"m1": "D9"}},
        (),
        {"do": "activate", "card": "hand", "as": "magic", "shown": "S9"},
        Invalidity.MALFORMED,
        ("turn the card up and name it as it is",),
    ),
}


@pytest.mark.parametrize("asked", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_question_beside_the_point_is_told_so(asked: Asked) -> None:
    """A verdict of its own kind says what would have to be asked, or why it cannot be."""
    found = ask(asked.ruleset, asked.position, asked.play, asked.action)
    text = found.explanation.paragraph()
    assert not found.verdict.legal
    assert found.verdict.invalid is asked.invalid, text
    for words in asked.said:
        assert words in text
    assert "answers nothing that is asked" not in text


def test_a_card_that_is_named_as_another_breaks_no_permission() -> None:
    """Naming the card wrongly is no breach of the rule that any card may be used as magic."""
    asked = ELSEWHERE["a card that is named as another"]
    assert "TK-31" not in ask(*asked[:4]).verdict.rules


# The effect that is meant

MEANT = [
    ({"a": {"hand": ["Trifortressops"]}}, "Trifortressops", "trifortressops"),
    ({"a": {"m1": {"card": "Trifortressops", "since": 2}}}, "m1", "trifortressops-decay"),
    ({"a": {"grave": ["GreenBaboon"]}}, "a:GreenBaboon", "green-baboon"),
    ({"a": {"hand": ["DarkHole"]}}, "DarkHole", "effect"),
]


@pytest.mark.parametrize(("position", "card", "effect"), MEANT)
def test_of_several_effects_the_one_that_works_there_is_meant(
    position: dict[str, Any], card: str, effect: str
) -> None:
    """A card of the hand is asked for what it does from the hand, not for what it does later."""
    found = ask("ocg", OPEN | position, (), {"do": "activate", "card": card, "as": "effect"})
    assert getattr(found.action, "effect", "") == effect


def test_an_effect_that_is_waiting_is_meant_first() -> None:
    """Asked for Gorz when life has been lost, `effect` is what was set off by that."""
    position = OPEN | {"phase": "battle", "a": {"m1": "Wolf"}, "b": {"hand": ["Gorz"]}}
    action = {"do": "activate", "card": "b:Gorz", "as": "effect", "seat": "b"}
    found = ask("ocg", position, ({"do": "attack", "card": "m1"},), action)
    assert found.verdict.legal
    assert "text:gorz-battle" in found.verdict.rules


# Too late

SUMMONERS: dict[str, Any] = {
    "turn": 4,
    "phase": "battle",
    "a": {"m1": {"card": "Elf", "since": 2}},
    "b": {"hand": ["Gorz", "Tragoedia"]},
}


def _used(card: str) -> dict[str, str]:
    return {"do": "activate", "seat": "b", "card": f"b:{card}", "as": "effect"}


@pytest.mark.rule("SEG-27", "SEG-28")
@pytest.mark.parametrize(("first", "then"), [("Gorz", "Tragoedia"), ("Tragoedia", "Gorz")])
def test_a_trigger_that_another_has_shut_out_is_refused_by_the_limit(
    first: str, then: str
) -> None:
    """The Chain has resolved since; the question is judged when it would have been its turn."""
    attack = {"do": "attack", "card": "m1"}
    found = ask("ocg", SUMMONERS, (attack, _used(first)), _used(then))
    assert not found.verdict.legal
    assert not found.verdict.invalid
    assert set(found.verdict.rules) == {"SEG-27", "SEG-28"}
    assert [link.seat for link in found.moment.chain] == [1]
    assert (found.moment.asked, found.moment.kind) == (1, "trigger")


def test_a_trigger_that_was_declined_is_told_that_its_time_is_over() -> None:
    """Nothing brings it back; before it was declined it was legal."""
    attack = {"do": "attack", "card": "m1"}
    assert ask("ocg", SUMMONERS, (attack,), _used("Gorz")).verdict.legal
    found = ask("ocg", SUMMONERS, (attack, {"do": "pass", "seat": "b"}), _used("Gorz"))
    assert found.verdict.invalid is Invalidity.ELSEWHERE
    assert "its time is over" in found.explanation.paragraph()
    assert found.moment.kind == "open"


# The moment

CHAIN = "The Chain: 1. Dark Hole as magic (Player B)."
MOMENTS = [
    ((), "Player B may act."),
    (
        (HOLE,),
        "Player A: respond to Player B's activation of Dark Hole, or pass. " + CHAIN,
    ),
    (
        JAMMED,
        "Player A: choose a card in your hand to discard. " + CHAIN,
    ),
    (({"do": "concede", "seat": "a"},), "The duel is over: Player A conceded."),
]


@pytest.mark.parametrize(("play", "text"), MOMENTS)
def test_an_answer_says_at_which_moment_it_was_asked(play: tuple[Any, ...], text: str) -> None:
    """Turn, phase, what is asked of whom, and the Chain, as far as there are such."""
    moment = ask("ocg", STOPPED, play, {"do": "agree-draw", "seat": "a"}).moment
    assert moment.text == f"Turn 4, Player B's Main Phase 1. {text}"
    assert (moment.turn, moment.phase, moment.seat) == (4, "main1", 1)
    assert len(moment.chain) == text.count("as magic")


def test_a_play_that_is_not_legal_says_at_which_moment() -> None:
    """The error names the act, why it is refused, and where the duel stood."""
    attack = {"do": "attack", "card": "m1"}
    with pytest.raises(ScenarioError) as told:
        ask("ocg", SUMMONERS, (attack, attack), "pass")
    (fault,) = told.value.faults
    assert fault.where == "play[2]"
    moment = "Turn 4, Player A's Battle Phase. Player B: use the effect of a hidden card"
    assert moment in fault.got


# What is expected

UNKNOWN = [
    ("rules", "OCG-99", "the id of a rule", "(did you mean OCG-"),
    ("rules", "OGC-18", "the id of a rule", "(did you mean OCG-18?)"),
    ("rules", "text:mirror-farce", "the id of a rule", "(did you mean text:mirror-force?)"),
    ("readings", "G-999", "the id of a reading", "(did you mean G-"),
    ("readings", "OCG-18", "the id of a reading", ""),
]


@pytest.mark.parametrize(("key", "name", "expected", "hint"), UNKNOWN)
def test_an_id_that_no_verdict_can_cite_is_a_fault(
    key: str, name: str, expected: str, hint: str
) -> None:
    """A slip of the pen in `expect` is told as one, not as a verdict that differs."""
    case = {"ruleset": "ocg", "position": {}, "action": "pass", "expect": {key: [name]}}
    with pytest.raises(ScenarioError) as told:
        read_case(case)
    (fault,) = told.value.faults
    assert (fault.where, fault.expected) == (f"expect.{key}[1]", expected)
    assert hint in fault.got


def test_every_kind_of_id_that_a_verdict_cites_may_be_expected() -> None:
    """Statements, readings that stand for one, and the texts of the ruleset's cards."""
    ids = ["OCG-18", "SEG-27", "G-95", "text:sangan"]
    read_case({"ruleset": "ocg", "position": {}, "action": "pass", "expect": {"rules": ids}})


# Placing what an effect or a rule brings

KOTETSU: dict[str, Any] = {
    "turn": 5,
    "phase": "main1",
    "a": {"hand": ["Kotetsu"], "grave": ["AxeOfDespair"]},
    "b": {},
}
FOUND = (
    {"do": "summon", "card": "Kotetsu", "to": "m0"},
    {"do": "choose", "card": "AxeOfDespair"},
    "pass",
    "pass",
)
CAPTAIN: dict[str, Any] = {
    "turn": 5,
    "phase": "main1",
    "a": {"hand": ["Captain", "Kuriboh"]},
    "b": {},
}
CALLED = (
    {"do": "summon", "card": "Captain", "to": "m0"},
    "pass",
    "pass",
    {"do": "name", "value": "play"},
    {"do": "choose", "card": "Kuriboh"},
)


def test_a_card_that_an_effect_brings_is_placed_by_its_move() -> None:
    """In Resummoned cards are moved and played so; what is asked names the card and the row."""
    axe = {"card": "AxeOfDespair", "to": "s0"}
    found = ask("resummoned", KOTETSU, FOUND, {"do": "effect-move", **axe})
    assert found.verdict.legal
    asked = "choose a free Spell/Trap Zone for Axe of Despair."
    assert found.moment.question == f"Player A: {asked}"
    other = ask("resummoned", KOTETSU, FOUND, {"do": "effect-summon", **axe})
    assert other.verdict.invalid is Invalidity.MALFORMED
    assert 'the move that is asked for, "effect-move"' in other.explanation.paragraph()
    (remedy,) = other.verdict.remedies
    assert isinstance(remedy, Do)
    assert remedy.action.startswith("effect-move:a:AxeOfDespair>a.s0")
    kuriboh = {"do": "effect-play", "card": "Kuriboh", "to": "m1"}
    assert ask("resummoned", CAPTAIN, CALLED, kuriboh).verdict.legal


@pytest.mark.parametrize("move", ["effect-move", "effect-play", "rehoused"])
def test_placing_a_card_where_none_is_placed_is_not_asked_now(move: str) -> None:
    action = {"do": move, "card": "Kuriboh", "to": "m1"}
    found = ask("resummoned", CAPTAIN, (), action)
    assert found.verdict.invalid is Invalidity.ELSEWHERE
    asked = {"rehoused": "its player is asked where it goes"}
    wanted = asked.get(move, "an effect asks where it puts the card")
    assert wanted in found.explanation.paragraph()


# Whose action it is

DUEL: dict[str, Any] = {
    "turn": 5,
    "phase": "battle",
    "a": {"m1": "S9"},
    "b": {"m1": "D7", "hand": ["S6"]},
}
TRAPPED: dict[str, Any] = {
    "turn": 5,
    "a": {"hand": ["S7"]},
    "b": {"s1": {"card": "C7", "since": 3}},
}
CHANGED: dict[str, Any] = OPEN | {"a": {"hand": ["ChangeOfHeart"]}, "b": {"m0": "BattleOx"}}
HITS = {"do": "attack", "card": "a.m1", "target": "b.m1"}
PLAYED = {"do": "normal-summon", "card": "a:S7", "to": "a.m1"}
CHANGES = {"do": "activate-spell", "card": "a:ChangeOfHeart", "to": "a.s0"}
CHOSEN = (CHANGES, {"do": "choose", "card": "b:BattleOx"}, "pass", "pass")
TAKEN = {"do": "effect-move", "card": "b:BattleOx", "to": "a.m1"}
TRAP = {"do": "activate", "card": "b.s1", "as": "trap"}
EFFECT = {"do": "activate", "card": "a.m1", "as": "effect"}
TURNED = {"do": "turn", "card": "b.m1", "position": "defense"}
OTHERS_PLAY = {"do": "normal-summon", "card": "b:S6", "to": "b.m3"}
SHOWING = {"do": "reveal", "card": "b:S6"}
HAS = "{}, who has that card"
DECIDES = "{}, whose decision it is"
ACTORS: dict[str, tuple[str, dict[str, Any], tuple[Any, ...], dict[str, Any], str, str]] = {
    "an attack": ("trump_king", DUEL, (), HITS, "a", HAS),
    "a summon": ("trump_king", TRAPPED, (), PLAYED, "a", HAS),
    "a response": ("trump_king", TRAPPED, (PLAYED,), TRAP, "b", HAS),
    "a trigger": ("trump_king", DUEL, (HITS,), EFFECT, "a", HAS),
    "a summon out of turn": ("trump_king", DUEL, (), OTHERS_PLAY, "b", HAS),
    "a turn out of turn": ("trump_king", DUEL, (), TURNED, "b", HAS),
    "a spell": ("resummoned", CHANGED, (), CHANGES, "a", HAS),
    "a placement": ("resummoned", CHANGED, CHOSEN, TAKEN, "a", DECIDES),
    "a card that is shown": ("trump_king", DUEL, (HITS,), SHOWING, "a", DECIDES),
}


@pytest.mark.parametrize("name", ACTORS)
def test_what_only_another_player_can_do_is_refused(name: str) -> None:
    """Full names do not make an action that of whoever is named: only its player can do it."""
    ruleset, position, play, action, seat, expected = ACTORS[name]
    ask(ruleset, position, play, action | {"seat": seat})
    other = "ab".replace(seat, "")
    with pytest.raises(ScenarioError) as told:
        ask(ruleset, position, play, action | {"seat": other})
    (fault,) = told.value.faults
    assert (fault.where, fault.got) == ("action.seat", f'"{other}"')
    assert fault.expected == expected.format(seat)


def test_a_play_of_another_player_is_refused_too() -> None:
    """A play that goes before a question has the player whom it names."""
    with pytest.raises(ScenarioError) as told:
        ask("trump_king", TRAPPED, (PLAYED | {"seat": "b"},), "pass")
    assert [fault.where for fault in told.value.faults] == ["play[1].seat"]


def test_a_card_belongs_to_the_player_who_controls_it() -> None:
    """Of two copies the one that its owner still has is meant, and by the other who took one."""
    position = {"turn": 5, "phase": "battle", "a": {"m1": "b:Wolf"}, "b": {"m1": "Wolf"}}
    for seat, zone in (("a", "a.m1"), ("b", "b.m1")):
        found = ask("ocg", position, (), {"do": "attack", "card": "b:Wolf", "seat": seat})
        assert getattr(found.action, "card", "") == zone


ANSWERED: dict[str, Any] = {
    "ocg": (
        {"turn": 5, "a": {"hand": ["DarkHole"], "m1": "Elf"}, "b": {"s1": "JarOfGreed"}},
        HOLE,
        ("G-29.quiet",),
    ),
    "trump_king": (TRAPPED, PLAYED, ("TK-05",)),
    "trigamon": (
        {"turn": 5, "a": {"hand": ["GreatSweep"]}, "b": {"m1": "EmberImp", "s1": "?"}},
        {"do": "activate", "card": "GreatSweep", "as": "magic"},
        ("G-17.quiet",),
    ),
}


@pytest.mark.parametrize("ruleset", ANSWERED)
def test_going_on_waits_for_the_response_of_the_other_player(ruleset: str) -> None:
    """It is the turn player who would go on, whoever is asked."""
    position, play, rules = ANSWERED[ruleset]
    found = ask(ruleset, position, (play,), {"do": "advance", "phase": "battle", "seat": "a"})
    assert found.verdict.rules == rules
    (advice,) = found.explanation.advice
    assert (found.seat, advice.text) == (0, "Player B has responded or passed.")
