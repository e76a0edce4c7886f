"""What lies on a table, as people write it: all that no duel can reach is told, and by what."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from duelmat_engine.actions import Activate, Attack
from duelmat_engine.candidates.revealing import cannot_be
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.errors import PositionError
from duelmat_engine.events import Moved, Shown, Turned
from duelmat_engine.forms.position import Placed, carried_on, faults_of, position
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.forms.position_text import format_position
from duelmat_engine.forms.vocabulary import unheard_of, vocabulary
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.rulings.answers import Answer, answer
from duelmat_engine.rulings.scenario import parse_scenario, read_case
from duelmat_engine.views.view import view_for
from duelmat_engine.visibility.dealing import deal_unseen, possible_at

PASS = {"do": "pass"}
SYSTEMS = ("trump_king", "ocg", "resummoned", "trigamon")

UNREACHABLE = [
    ("ocg", {"hand": ["HeroGaia"]}, "a.hand", "a card of the main deck, got a:HeroGaia"),
    ("ocg", {"pile": ["HeroGaia"]}, "a.pile", "a card of the main deck, got a:HeroGaia"),
    ("ocg", {"extra": ["BlueEyes"]}, "a.extra", "a card of the Extra Deck, got a:BlueEyes"),
    ("ocg", {"m1": "Typhoon"}, "a.m1", "a monster, got a:Typhoon"),
    ("ocg", {"s1": "Sangan"}, "a.s1", "no monster, got a:Sangan"),
    ("ocg", {"field": "Sangan"}, "a.field", "a field card, got a:Sangan"),
    (
        "ocg",
        {"s1": {"card": "Axe", "face": "up"}},
        "a.s1",
        "a:Axe equipped to a face-up monster, got none",
    ),
    (
        "ocg",
        {"s1": {"card": "Axe", "face": "up", "attached": "m3"}},
        "a.s1",
        "a:Axe equipped to a face-up monster, got none",
    ),
    (
        "ocg",
        {"m1": {"card": "Wolf", "attacked": True}},
        "a.m1",
        "no attack by the Main Phase 1 of turn 3, got a:Wolf, attacked",
    ),
    (
        "ocg",
        {"m1": {"card": "Wolf", "beneath": ["Sangan"]}},
        "a.m1",
        "nothing beneath a:Wolf, got beneath it a:Sangan",
    ),
    (
        "trump_king",
        {"m1": {"card": "S5", "attacked": True}},
        "a.m1",
        "no attack by the Main Phase 1 of turn 3, got a:S5, attacked",
    ),
    (
        "trump_king",
        {"m1": {"card": "H5", "face": "down"}},
        "a.m1",
        "a:H5 face-up, got it face-down",
    ),
    ("trump_king", {"hand": ["SQ"]}, "a.hand", "no Synchro: on the field or in the Extra Deck"),
    ("trump_king", {"extra": ["S5"]}, "a.extra", "a Synchro, got a:S5"),
    ("trigamon", {"hand": ["MirrorShift"]}, "a.hand", "a card of the deck, got a:MirrorShift"),
    ("trigamon", {"extra": ["HalfMoth"]}, "a.extra", "a card of the Extra Deck, got a:HalfMoth"),
    ("trigamon", {"attached": ["HalfMoth"]}, "a.attached", "a Jumper, got a:HalfMoth"),
    ("trigamon", {"activator": ["HalfMoth"]}, "a.activator", "a Jumper, got a:HalfMoth"),
    (
        "resummoned",
        {"m0": "BurningLand"},
        "a.m0",
        "a monster in a Monster Zone, nothing else in one, got a:BurningLand face-up",
    ),
    (
        "resummoned",
        {"s0": {"card": "Kuriboh", "face": "up"}},
        "a.s0",
        "a monster in a Monster Zone, nothing else in one, got a:Kuriboh face-up",
    ),
    (
        "resummoned",
        {"s0": {"card": "DarkHole", "face": "up"}},
        "a.s0",
        "a Continuous or an Equip card, or one that is on the Chain, got a:DarkHole face-up",
    ),
    ("resummoned", {"s0": {"card": "DarkHole"}}, "a.s0", "a:DarkHole face-up, got it face-down"),
    (
        "resummoned",
        {"s0": {"card": "AxeOfDespair", "face": "up"}},
        "a.s0",
        "an Equip card equipped to something, got a:AxeOfDespair face-up",
    ),
]
"""Where, and what was expected and got."""


def asked(ruleset: str, action: dict[str, Any] | str = "pass", **where: Any) -> Answer:
    """The answer to one question."""
    scenario = read_case({"ruleset": ruleset, "position": where, "action": action})
    return answer(scenario, scenario.questions[0])


def told(ruleset: str, **where: Any) -> list[str]:
    """All that is wrong with a position."""
    with pytest.raises(ScenarioError) as error:
        read_case({"ruleset": ruleset, "position": where, "action": PASS})
    return [fault.sentence() for fault in error.value.faults]


@pytest.mark.parametrize(("ruleset", "side", "place", "said"), UNREACHABLE)
def test_what_no_duel_reaches_is_told_with_its_rule(
    ruleset: str, side: dict[str, Any], place: str, said: str
) -> None:
    """Once, at its zone: what is expected there, what was got, and under which rule."""
    found = told(ruleset, phase="main1", a=side)
    assert [line for line in found if line.startswith(f"position.{place}: expected {said}")]
    assert len(found) == 1
    if "beneath" not in said:
        assert found[0].endswith(")"), "a rule stands behind it"


NEVER_DOWN = [
    ("trump_king", "m1", "H4", "TK-74"),
    ("trump_king", "m1", "D4", ""),
    ("trump_king", "s1", "H4", ""),
    ("ocg", "s1", "Wolf", "G-29.set-magic"),
]


@pytest.mark.rule("TK-74")
@pytest.mark.parametrize(("ruleset", "zone", "card", "rule"), NEVER_DOWN)
def test_an_unseen_card_is_none_that_may_not_lie_there(
    ruleset: str, zone: str, card: str, rule: str
) -> None:
    """What a known card may not do an unseen one does not turn out to have done."""
    other = "b." + zone
    if rule:
        (fault,) = told(ruleset, b={zone: {"card": card, "face": "down"}})
        assert fault.endswith(f"({rule})")
    open_duel = read_case(
        {"ruleset": ruleset, "position": {"b": {zone: {"card": "?"}}}, "action": PASS}
    ).start.duel
    game = game_of(ruleset, open_duel.readings)
    verdict = cannot_be(open_duel, game, other, CardKey(f"b:{card}"), ())
    assert (None if verdict is None else verdict.rules) == ((rule,) if rule else None)


@pytest.mark.parametrize(("ruleset", "zone", "card", "rule"), NEVER_DOWN)
@pytest.mark.parametrize("claims", ["", "as written"])
def test_a_table_that_sees_a_closed_position_knows_it_too(
    ruleset: str, zone: str, card: str, rule: str, claims: str
) -> None:
    """A view of it tells what may not lie face-down, whether its line says that or not."""
    down = Placed(
        {"trump_king": "S4", "ocg": "Typhoon"}[ruleset], face_up=False, upright=zone == "s1"
    )
    duel = position(ruleset, {f"b.{zone}": [down], "b.hand": [Placed(card)]})
    line = format_position(duel)
    laid = parse_position(line if claims else line.partition("; claim")[0])
    assert laid.hidden == duel.hidden
    for view in (view_for(duel), view_for(deal_unseen(view_for(duel), 1))):
        assert (f"b:{card}" in possible_at(view, f"b.{zone}")) == (not rule)


def test_showing_a_card_that_was_never_set_is_refused_by_its_rule() -> None:
    """The battle asks which card it is; a Heart cannot be Set as a monster."""
    where = {"turn": 5, "phase": "battle", "a": {"m1": "S9"}, "b": {"m1": "?"}}
    case = {"ruleset": "trump_king", "position": where, "play": ["m1*b.m1"]}
    for card, rules in (("H4", ("TK-74",)), ("D4", ("TK-29",))):
        scenario = read_case(case | {"action": {"do": "reveal", "card": card}})
        verdict = answer(scenario, scenario.questions[0]).verdict
        assert (verdict.legal, verdict.rules) == (card == "D4", rules)


def test_all_that_is_wrong_is_told_at_once() -> None:
    """What lies wrongly, what is attached to nothing, what has no name: one reading finds it."""
    side = {
        "s1": {"card": "Axe", "face": "up", "attached": "m3"},
        "m2": "Typhoon",
        "s2": "Sangan",
        "field": "Sangan",
        "hand": ["HeroGaia", "Nobody"],
        "extra": ["BlueEyes"],
        "used": ["foo"],
        "marks": {"begins": "dread"},
    }
    found = told("ocg", phase="main1", a=side, b={"m1": {"card": "Wolf", "move": "foo"}})
    places = [line.partition(":")[0].removeprefix("position.") for line in found]
    assert sorted(places) == [
        "a.extra",
        "a.field",
        "a.hand",
        "a.hand[2]",
        "a.m2",
        "a.marks.begins",
        "a.s1",
        "a.s2",
        "a.used[1]",
        "b.m1.move",
    ]


def test_what_hangs_on_a_card_that_cannot_be_read_is_not_told() -> None:
    """One slip is one fault: an Equip card's monster is there, only its name is wrong."""
    side = {"m1": "Wlof", "s1": {"card": "Axe", "face": "up", "attached": "m1"}}
    assert [line.partition(":")[0] for line in told("ocg", a=side)] == ["position.a.m1"]


def test_a_wrong_phase_does_not_hide_what_lies_wrongly() -> None:
    """Nor is anything said of this turn, which cannot be told then."""
    side = {"m1": {"card": "Wolf", "attacked": True}, "m2": "Typhoon"}
    found = told("ocg", phase="mian1", a=side)
    assert [line.partition(":")[0] for line in found] == ["position.phase", "position.a.m2"]
    with pytest.raises(PositionError) as error:
        position("ocg", {"a.m1": [Placed("Typhoon")]}, phase="midnight")
    assert len(error.value.faults) == 2


@pytest.mark.parametrize(
    ("ruleset", "phase", "turn"),
    [
        ("ocg", "main2", 3),
        ("ocg", "battle", 3),
        ("ocg", "end-phase", 3),
        ("trump_king", "main2", 3),
        ("resummoned", "main2", 3),
        ("trigamon", "main3", 3),
        ("trigamon", "clean-up", 3),
    ],
)
def test_an_attack_of_this_turn_lies_behind_its_phases(
    ruleset: str, phase: str, turn: int
) -> None:
    """In the Battle Phase and whatever follows it a monster may have attacked."""
    card = {"trump_king": "S5", "trigamon": "HalfMoth", "resummoned": "Kuriboh"}
    where = f"a.m{0 if ruleset == 'resummoned' else 1}"
    zones = {where: [Placed(card.get(ruleset, "Wolf"), attacked=turn)]}
    game = game_of(ruleset, default_readings(find_ruleset(ruleset)))
    zones |= {f"{seat}.pile": [Placed(game.rules.decks.practice[0][0])] for seat in "ab"}
    zones = zones if ruleset != "trump_king" else {where: zones[where]}
    assert position(ruleset, zones, phase=phase, turn=turn).phase
    with pytest.raises(PositionError, match="attack"):
        position(ruleset, zones, phase="main1", turn=turn)


@pytest.mark.parametrize(
    ("ruleset", "card", "rule"),
    [
        ("ocg", "Wolf", "G-29.turn"),
        ("trump_king", "S5", "TK-05"),
        ("resummoned", "Kuriboh", "RES-607.2"),
        ("trigamon", "HalfMoth", "TRI-03"),
    ],
)
def test_who_waits_has_not_attacked_in_this_turn(ruleset: str, card: str, rule: str) -> None:
    """Where the rule that says so is off, anybody may have."""
    row = "m0" if ruleset == "resummoned" else "m1"
    side = {row: {"card": card, "attacked": True}}
    said = f"no attack in the turn of player a, got b:{card}, attacked"
    for phase in ("battle", "main2"):
        found = told(ruleset, phase=phase, b=side)
        assert found == [f"position.b.{row}: expected {said} ({rule})"]
    asked(ruleset, phase="battle", a=side)
    rules = find_ruleset(ruleset)
    free = build_game(rules, default_readings(rules), frozenset({rule}))
    zones = {f"b.{row}": [Placed(card, attacked=3)]}
    assert position(ruleset, zones, phase="battle", turn=3, game=free)


def test_a_monster_that_was_given_back_may_have_attacked_for_another() -> None:
    """What Change of Heart takes goes back in the End Phase, and not before."""
    side = {"m1": {"card": "Wolf", "attacked": True}}
    assert asked("ocg", phase="end-phase", b=side).duel.at("b.m1")
    assert told("ocg", phase="main2", b=side)


@pytest.mark.parametrize("use", ["magic", "quick"])
def test_quick_magic_may_take_what_has_attacked(use: Literal["magic", "quick"]) -> None:
    """Magic that answers nothing takes no monster in another's turn."""
    taking = Effect(
        name="taking",
        use=use,
        rules=("text:taking",),
        zones=("hand", "s"),
        announce=(ops.Choose(bind="target", cards=Cards(("m",), "opposing")),),
        resolve=(ops.TakeControl(cards=Bound("target")),),
    )
    icon = "quick" if use == "quick" else "normal"
    card = Card("Taking", "Taking", {}, ("magic", icon), ("taking",))
    rules = with_cards(find_ruleset("ocg"), [card], [taking])
    game = build_game(rules, default_readings(rules))
    zones = {"b.m1": [Placed("Wolf", attacked=3)]}
    if use == "quick":
        assert position("ocg", zones, phase="battle", turn=3, game=game)
    else:
        with pytest.raises(PositionError, match="no attack in the turn"):
            position("ocg", zones, phase="battle", turn=3, game=game)


def test_the_first_turn_has_no_battle() -> None:
    """Where the rules leave it out, no position is in it."""
    assert "the first turn has no Battle Phase" in told("ocg", turn=1, phase="battle")[0]


# Names of rights, marks and moves

MISSPELLED = [
    (
        "ocg",
        {"used": ["summon-rigth"]},
        "a.used[1]: expected one of summon-right, ",
        'got "summon-rigth" (did you mean summon-right?)',
    ),
    (
        "ocg",
        {"used": {"summon-rigth": 1}},
        "a.used.summon-rigth: expected one of summon-right, ",
        'got "summon-rigth" (did you mean summon-right?)',
    ),
    (
        "ocg",
        {"used": {"summons": 0}},
        "a.used.summons: expected a whole number from 1 to 1000, ",
        "got 0",
    ),
    (
        "ocg",
        {"used": ["summons", "summon-right", "summons"]},
        "a.used[3]: expected each once, or a table with its number: { summons = 2 }, ",
        "got summons again",
    ),
    (
        "trigamon",
        {"m1": {"card": "HalfMoth", "marks": {"drunk": 1}}},
        "a.m1.marks.drunk: expected one of poison, ",
        'got the unknown mark "drunk"',
    ),
    (
        "trigamon",
        {"m1": {"card": "HalfMoth", "marks": {"sleep": -1}}},
        "a.m1.marks.sleep: expected 1, ",
        "got -1",
    ),
    (
        "trigamon",
        {"m1": {"card": "HalfMoth", "marks": {"position": "cor"}}},
        "a.m1.marks.position: expected core, ",
        'got "cor" (did you mean core?)',
    ),
    (
        "trigamon",
        {"marks": {"begins": "bread"}},
        "a.marks.begins: expected dread, ",
        'got "bread" (did you mean dread?)',
    ),
    (
        "trump_king",
        {"m1": {"card": "DQ", "marks": {"suit": "spade", "number": 90}}},
        "a.m1.marks.number: expected one of 1, 2, ",
        "got 90",
    ),
    (
        "ocg",
        {"m1": {"card": "ToonMermaid", "move": "toon-sumon"}},
        "a.m1.move: expected one of normal-summon, ",
        'got "toon-sumon" (did you mean toon-summon?)',
    ),
    (
        "ocg",
        {"m1": {"card": "Wolf", "marks": {"summoned": 7}}},
        "a.m1.marks.summoned: expected a turn from 1 to 3, ",
        "got 7",
    ),
    (
        "ocg",
        {"s1": {"card": "Axe", "face": "up", "attached": "mm"}},
        'a.s1.attached: expected a zone, as in "m1" or "b.m2", ',
        'got "mm"',
    ),
    (
        "resummoned",
        {"m0": {"card": "Kuriboh", "marks": {"sleep": 1}}},
        "a.m0.marks.sleep: expected nothing (this ruleset has none), ",
        'got the unknown mark "sleep"',
    ),
]


@pytest.mark.parametrize(("ruleset", "side", "expected", "got"), MISSPELLED)
def test_a_slip_of_the_pen_changes_no_ruling(
    ruleset: str, side: dict[str, Any], expected: str, got: str
) -> None:
    """A right, a mark, its value or a move that the ruleset does not know is told with those."""
    found = told(ruleset, a=side)
    assert len(found) == 1
    assert found[0].startswith(f"position.{expected}")
    assert found[0].endswith(got)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_every_right_mark_and_way_that_is_told_is_accepted(ruleset: str) -> None:
    """What a message offers can be written."""
    game = game_of(ruleset, default_readings(find_ruleset(ruleset)))
    words = vocabulary(game)
    assert ("summon" if ruleset == "resummoned" else "normal-summon") in words.moves
    column = "m0" if ruleset == "resummoned" else "m1"
    code = {"trump_king": "S5", "ocg": "Wolf", "resummoned": "Kuriboh", "trigamon": "HalfMoth"}
    for move in words.moves:
        side = {column: {"card": code[ruleset], "move": move}, "used": list(words.rights)}
        duel = asked(ruleset, "concede a", a=side).duel
        assert duel.at(f"a.{column}")[0].move == move
        assert not [*faults_of(duel), *unheard_of(duel, game)]


# Players and piles


def test_a_seat_is_offered_where_somebody_may_sit() -> None:
    """Three and four may play Resummoned, two the others; names are those of players."""
    assert told("resummoned", e={})[0].startswith(
        "position.e: expected one of the keys turn, seat, phase, a, b, c, d, got"
    )
    assert told("ocg", c={})[0].startswith(
        "position.c: expected one of the keys turn, seat, phase, a, b, got"
    )
    text = 'ruleset = "resummoned"\nnames = { d = "Dee" }\n[position.c]\n'
    text += '[[question]]\naction = { do = "pass" }\n'
    with pytest.raises(ScenarioError, match=r"2: names\.d: expected one of the keys a, b, c, got"):
        parse_scenario(text, "f.toml")
    scenario = parse_scenario(text.replace("position.c", "position.d"), "f.toml")
    assert scenario.names[3] == "Dee"


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_pile_that_nobody_speaks_of_is_what_the_deck_leaves(ruleset: str) -> None:
    """Each card of the deck lies somewhere once; a pile that is named holds what it is given."""
    main, _ = find_ruleset(ruleset).decks.practice
    zones = {"hand": [main[0], "?"]}
    duel = asked(ruleset, "concede a", a=zones).duel
    assert len(duel.at("a.pile")) == len(main) - 2
    assert len(duel.at("b.pile")) == len(main)
    assert all(piece.key is None for piece in duel.at("a.pile"))
    if find_ruleset(ruleset).decks.standard is None:
        assert len(asked(ruleset, "concede a", a={"pile": 3}).duel.at("a.pile")) == 3
        assert not asked(ruleset, "concede a", a={"pile": []}).duel.at("a.pile")
        deck = {"deck": [main[0], main[0], main[1]], "hand": [main[0]]}
        assert len(asked(ruleset, "concede a", a=deck).duel.at("a.pile")) == 2


def test_what_lies_face_up_in_a_closed_position_has_been_seen() -> None:
    """So that it is not shown when it is attacked; what lies face-down is."""
    for face_up in (True, False):
        target = Placed("Elf", face_up=face_up, upright=face_up)
        duel = position("ocg", {"a.m1": [Placed("Wolf")], "b.m1": [target]}, phase="battle")
        assert duel.at("b.m1")[0].shown == face_up
        events = apply(duel, Attack(ZoneName("a.m1"), "b.m1"), through_forced=True).events
        assert any(isinstance(event, Shown | Turned) for event in events) != face_up


def test_drawing_two_cards_needs_no_word_about_the_pile() -> None:
    """And is refused where the pile is said to be empty."""
    pot = {"do": "activate", "card": "PotOfGreed", "as": "magic"}
    assert asked("ocg", pot, a={"hand": ["PotOfGreed"]}).verdict.legal
    assert not asked("ocg", pot, a={"hand": ["PotOfGreed"], "pile": []}).verdict.legal


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_question_is_about_the_first_main_phase(ruleset: str) -> None:
    """Unless it says another; nobody is asked anything before it."""
    duel = asked(ruleset, "concede a").duel
    assert duel.phase == "main1"
    assert duel.decision is not None
    assert (duel.decision.kind, duel.decision.seat) == ("open", 0)


def test_nobody_answers_with_a_card_that_everybody_knows_not_to_be_there() -> None:
    """Known hands are looked at, not what lies in piles."""
    play = {"play": ["Wolf>m2"]}
    where = {"a": {"hand": ["Wolf", "Ox"]}, "b": {"hand": ["Wolf"]}}
    case = {"ruleset": "ocg", "position": where, "action": "/battle"}
    scenario = read_case(case | play)
    assert answer(scenario, scenario.questions[0]).verdict.legal
    where["a"]["hand"].append("?")
    scenario = read_case(case | play)
    assert not answer(scenario, scenario.questions[0]).verdict.legal


# Cards of the Extra Deck

BLOWN_AWAY = """ruleset = "{ruleset}"

[[card]]
code = "Gust"
name = "Gust"
kinds = [{kinds}]
effects = ["gust"]

[[effect]]
name = "gust"
use = "{use}"
zones = ["hand"]
text = "Everything that lies in a monster zone goes {to}."
resolve = [{{ do = "send", cards = {{ zones = ["m"] }}, to = "{zone}" }}]
"""


@pytest.mark.parametrize("zone", ["hand", "pile"])
@pytest.mark.parametrize(
    ("ruleset", "kinds", "use", "there", "stays"),
    [
        ("ocg", '"magic"', "magic", "HeroGaia", "Wolf"),
        ("trigamon", '"formula", "spell"', "magic", "MirrorShift", "HalfMoth"),
    ],
)
def test_what_belongs_in_the_extra_deck_goes_back_there(
    ruleset: str, kinds: str, use: str, there: str, stays: str, zone: str
) -> None:
    """Sent to a hand or a deck: of either player, and by the rule by which it lies there."""
    text = BLOWN_AWAY.format(ruleset=ruleset, kinds=kinds, use=use, to="away", zone=zone)
    known = find_ruleset(ruleset)
    found = parse_cards(text, "gust.toml", known)
    game = build_game(with_cards(known, found.card, found.effect), default_readings(known))
    pile = [Placed(stays)]
    duel = position(
        ruleset,
        {
            "a.hand": [Placed("Gust")],
            "a.m1": [Placed(there)],
            "b.m1": [Placed(there)],
            "b.m2": [Placed(stays)],
            "a.pile": pile,
            "b.pile": pile,
        },
        game=game,
    )
    duel, events = apply(duel, Activate("gust", "a:Gust"), game)
    while duel.decision is not None and duel.decision.kind != "open":
        duel, further = apply(duel, next(iter(legal_actions(duel, game))), game)
        events = (*events, *further)
    assert [piece.key for piece in duel.at("a.extra")] == [f"a:{there}"]
    assert [piece.key for piece in duel.at("b.extra")] == [f"b:{there}"]
    assert f"b:{stays}" in {piece.key for piece in duel.at(f"b.{zone}")}
    rule = next(place.rule for place in game.rules.zones.places if place.instead)
    moved = [event for event in events if isinstance(event, Moved) and event.to[2:] == "extra"]
    assert [rule in event.rules for event in moved] == [True, True]
    assert not faults_of(duel, game)


@pytest.mark.rule("PHY-03")
def test_an_open_position_is_carried_on_by_its_caller() -> None:
    """Its phase begins then: the card that is drawn is unseen, as the event tells."""
    pile = [Placed("Wolf", unseen=True), Placed("Elf", unseen=True)]
    duel = position("ocg", {"a.pile": pile}, turn=4, phase="draw", is_open=True)
    assert duel.decision is None
    step = carried_on(duel, game_of("ocg", duel.readings))
    (drawn,) = step.duel.at("a.hand")
    assert drawn.key is None
    assert step.duel.decision is not None
    assert any(isinstance(event, Moved) and event.after.key is None for event in step.events)
