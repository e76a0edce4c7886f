"""What comes of a play, told as a good judge tells it.

Each case is a play in a position, and the sentence that has to be told of it.
"""

import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from duelmat_engine import (
    Action,
    Advance,
    CardKey,
    Play,
    Seat,
    Wording,
    ZoneName,
    action_words,
    apply,
    choose_readings,
    find_ruleset,
    game_of,
    legal_actions,
    practice_duel,
    roll,
    ruleset_names,
)
from duelmat_engine.forms.position import Placed
from duelmat_engine.rulings.answers import Account, answer, reply
from duelmat_engine.rulings.battles import answer_battle
from duelmat_engine.rulings.scenario import read_case
from duelmat_engine.state import card_at
from duelmat_engine.text.explain import Explanation
from duelmat_engine.text.wording import EVERYONE
from engine.spoken import BOARD, a_duel, wording

NAMES = {"a": "Ana", "b": "Ben"}


class Told(NamedTuple):
    """A play in a position, and a sentence that tells what comes of it."""

    ruleset: str
    position: dict[str, Any]
    play: tuple[Any, ...]
    sentence: str
    readings: Mapping[str, str] = MappingProxyType({})


def lines_of(told: Told) -> list[str]:
    """The sentences of a course."""
    names = NAMES | ({"c": "Cy"} if "c" in told.position else {})
    case = {"ruleset": told.ruleset, "names": names, "position": told.position}
    case |= {"play": list(told.play), "readings": dict(told.readings)}
    scenario = read_case(case)
    account = reply(scenario, scenario.questions[0])
    assert isinstance(account, Account)
    return [line.text for line in account.course.lines]


def doing(do: str, card: str, **keys: Any) -> dict[str, Any]:
    """An action as a table."""
    return {"do": do, "card": card} | keys


TURNED = {
    "Book of Moon in Early OCG": Told(
        "ocg",
        {"turn": 4, "a": {"hand": ["BookOfMoon"]}, "b": {"m1": "Wolf"}},
        (doing("activate", "BookOfMoon", **{"as": "magic"}), doing("choose", "b.m1")),
        "Silver Fang is turned face-down in Defense Position.",
    ),
    "Book of Moon in Resummoned": Told(
        "resummoned",
        {"turn": 4, "a": {"hand": ["BookOfMoon"]}, "b": {"m0": "Kuriboh"}},
        (doing("quick-play", "BookOfMoon", to="s0"), doing("choose", "b.m0"), "pass", "pass"),
        "Kuriboh is turned face-down in Defense Position.",
    ),
    "a spell or trap has no position": Told(
        "resummoned",
        {
            "turn": 4,
            "a": {"hand": ["BookOfMoon"]},
            "b": {
                "m0": "Kuriboh",
                "s1": {"card": "SkillDrain", "face": "up"},
            },
        },
        (doing("quick-play", "BookOfMoon", to="s0"), doing("choose", "b.s1"), "pass", "pass"),
        "Skill Drain is turned face-down.",
    ),
    "Lights Out in Trigamon": Told(
        "trigamon",
        {"turn": 4, "a": {"hand": ["LightsOut"]}, "b": {"m1": "EmberImp"}},
        (doing("activate", "LightsOut", **{"as": "magic"}), doing("choose", "b.m1")),
        "Ember Imp is turned face-down in Defense Position.",
    ),
    "up again by an effect, by nobody's hand": Told(
        "trigamon",
        {
            "turn": 4,
            "a": {"hand": ["WakeCall"]},
            "b": {"m1": {"card": "EmberImp", "face": "down", "position": "defense"}},
        },
        (doing("activate", "WakeCall", **{"as": "magic"}), doing("choose", "b.m1")),
        "Ember Imp is turned face-up in Defense Position.",
    ),
    "a Graveyard has no positions": Told(
        "trigamon",
        {"turn": 4, "a": {"grave": [{"card": "EmberImp", "face": "down"}]}},
        (doing("turn", "a:EmberImp", face="up"),),
        "Ana turns Ember Imp face-up in the Graveyard.",
    ),
}


@pytest.mark.parametrize("told", TURNED.values(), ids=TURNED)
def test_how_a_card_lies_when_it_was_turned_is_told(told: Told) -> None:
    """Face-down is said, and a position only where cards have one."""
    assert told.sentence in lines_of(told)


FIGHTERS: dict[str, Mapping[str, Any]] = {
    "Attacking, the monster of 5/0 is turned face-up in Attack Position.": {
        "attacker": {"attack": 5, "face": "down", "position": "attack"},
        "target": {"attack": 3},
    },
    "Attacked, the monster of 3/0 is turned face-up in Defense Position.": {
        "attacker": {"attack": 5},
        "target": {"attack": 3, "face": "down"},
    },
}


@pytest.mark.parametrize(("sentence", "battle"), FIGHTERS.items(), ids=FIGHTERS)
def test_the_attacker_is_not_said_to_be_attacked(sentence: str, battle: Mapping[str, Any]) -> None:
    """In Resummoned both participants may lie face-down (RES-607.3d)."""
    answer = answer_battle({"ruleset": "resummoned", "names": NAMES, "battle": battle})
    assert sentence in [line.text for line in answer.course.lines]


def explained(told: Told) -> Explanation:
    """The answer to a question; its action is the last of the plays."""
    *plays, action = told.play
    names = NAMES | ({"c": "Cy"} if "c" in told.position else {})
    case = {"ruleset": told.ruleset, "names": names, "position": told.position}
    scenario = read_case(case | {"play": plays, "action": action})
    return answer(scenario, scenario.questions[0]).explanation


def test_a_card_of_the_graveyard_is_asked_about_without_a_position() -> None:
    """Where cards have no position none is said."""
    grave = [{"card": "EmberImp", "face": "down"}]
    turned = doing("turn", "a:EmberImp", face="up")
    told = Told("trigamon", {"turn": 4, "a": {"grave": grave}}, (turned,), "")
    assert explained(told).action == "Turn Ember Imp face-up"


AIMED = {"turn": 4, "phase": "battle", "a": {"m0": "Kuriboh"}, "b": {"m0": "BattleOx"}}
MOON = {"turn": 4, "a": {"hand": ["BookOfMoon"]}, "b": {"m1": "Wolf", "m2": "Elf"}}
ADVICE = {
    "a card that is chosen": Told(
        "ocg",
        MOON,
        (doing("activate", "BookOfMoon", **{"as": "magic"}), doing("choose", "b.m3")),
        "To make it legal: choose one of: Silver Fang, Twin Elves.",
    ),
    "a player who may be attacked": Told(
        "resummoned",
        AIMED | {"c": {}},
        (doing("attack", "m0", target="b.pile"),),
        "To make it legal: attack Battle Ox or Cy directly.",
    ),
    "a monster that may be attacked": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Wolf"}, "b": {"m1": "Elf", "m2": "Wolf"}},
        (doing("attack", "m1"),),
        "To make it legal: attack Twin Elves or Ben's Silver Fang.",
    ),
    "a monster that may be a Tribute": Told(
        "ocg",
        {"turn": 4, "a": {"m1": "Wolf", "m2": "Elf", "hand": ["Trifortressops"]}},
        (doing("normal-summon", "Trifortressops", to="m1"),),
        "To make it legal: Tribute exactly 1 monster of your field: Silver Fang, Twin Elves;",
    ),
    "a card that is sent to the Graveyard": Told(
        "trump_king",
        {"turn": 5, "a": {"hand": ["D5"], "m1": "H7", "s1": "C4"}, "b": {"m1": "H6"}},
        (doing("diamond-summon", "D5", to="m2"),),
        "To make it legal: send exactly one card of yours to the Graveyard: "
        "the 7 of hearts or the 4 of clubs.",
    ),
    "a card that is placed": Told(
        "resummoned",
        {
            "turn": 4,
            "a": {"hand": ["ChangeOfHeart"], "m0": "BattleOx"},
            "b": {"m0": "Kuriboh"},
        },
        (
            doing("activate-spell", "ChangeOfHeart", to="s0"),
            doing("choose", "b.m0"),
            "pass",
            "pass",
            doing("effect-move", "b.m0", to="m0"),
        ),
        "Place Kuriboh in one of these zones: ",
    ),
}

SET = {"face": "down", "since": 2}
ANSWERS = {
    "quick magic that lies Set": Told(
        "ocg",
        {"turn": 4, "a": {"m1": "Wolf"}, "b": {"s1": {"card": "BookOfMoon"} | SET}},
        (doing("activate", "b.s1", **{"as": "magic"}),),
        "It becomes legal when it is your turn, or you are asked whether you respond.",
    ),
    "quick magic of the pack": Told(
        "trump_king",
        {"turn": 4, "a": {"s1": {"card": "C2"} | SET}, "b": {"s1": {"card": "C8"} | SET}},
        (doing("activate", "b.s1", **{"as": "magic"}),),
        "It becomes legal when it is your turn, or you are asked whether you respond.",
    ),
    "a Formula card of Speed 2": Told(
        "trigamon",
        {
            "turn": 4,
            "a": {},
            "b": {
                "s1": {"card": "WakeCall"} | SET,
                "m1": {"card": "EmberImp", "face": "down", "position": "defense"},
            },
        },
        (doing("activate", "b.s1", **{"as": "magic"}),),
        "It becomes legal when it is your turn, or you are asked whether you respond.",
    ),
    "a hand is played from in its player's turn alone": Told(
        "ocg",
        {"turn": 4, "a": {"m1": "Wolf"}, "b": {"hand": ["BookOfMoon"]}},
        (doing("activate", "b:BookOfMoon", **{"as": "magic"}),),
        "It becomes legal when it is your turn.",
    ),
}


@pytest.mark.parametrize("told", ANSWERS.values(), ids=ANSWERS)
def test_what_may_respond_does_not_wait_for_its_players_turn(told: Told) -> None:
    """A fast effect on the field is legal in the opponent's turn, too, as a response."""
    assert explained(told).remedies == (told.sentence,)


@pytest.mark.parametrize("told", ADVICE.values(), ids=ADVICE)
def test_what_helps_names_cards_and_players_not_zones(told: Told) -> None:
    """A player chooses, sends and attacks cards; a zone is where something is laid."""
    said = " ".join(explained(told).remedies)
    assert told.sentence.lower() in said.lower()


def test_a_card_that_lies_hidden_is_told_by_its_zone() -> None:
    """Whoever may not know which card lies there hears where it lies."""
    public = wording(BOARD, ())
    assert public.said(card_at("a.m2"), 0) == "the face-down monster in the middle monster zone"
    assert wording(BOARD, {0}).said(card_at("a.m2"), 0) == "the 3 of spades"


FIGHT = doing("attack", "m1", target="m1")
WHOSE = {
    "a tribute goes beneath": Told(
        "resummoned",
        {"turn": 5, "a": {"hand": ["DarkMagician"], "m0": "BattleOx", "m1": "Kuriboh"}},
        (doing("summon", "DarkMagician", to="m0", using=["m0", "m1"]),),
        "Ana tributes Kuriboh: it goes beneath the card in the middle Monster Zone.",
    ),
    "the attacker's own card goes without saying": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Wolf"}, "b": {"m1": "Wolf"}},
        (FIGHT,),
        "Ana attacks Ben's Silver Fang with Silver Fang.",
    ),
    "two of one name fight": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Wolf"}, "b": {"m1": "Wolf"}},
        (FIGHT,),
        "Ana's Silver Fang fights Ben's Silver Fang: 1200 against 1200 in Attack Position.",
    ),
    "both are destroyed": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Sangan"}, "b": {"m1": "Sangan"}},
        (FIGHT,),
        "Ben's Sangan is destroyed by battle.",
    ),
    "their effects resolve": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Sangan"}, "b": {"m1": "Sangan"}},
        (FIGHT,),
        "The effect of Ben's Sangan resolves.",
    ),
    "two of one player": Told(
        "ocg",
        {"turn": 4, "a": {"hand": ["DarkHole"]}, "b": {"m1": "Sangan", "m2": "Sangan"}},
        (doing("activate", "DarkHole", **{"as": "magic"}),),
        "Sangan in Ben's monster zone 2 is destroyed by the effect of Dark Hole.",
    ),
    "a card of the pack": Told(
        "trump_king",
        {"turn": 4, "phase": "battle", "a": {"m1": "H7"}, "b": {"m1": "H7"}},
        (FIGHT,),
        "Ana's 7 of hearts is destroyed by battle.",
    ),
    "of a name that nobody else has there": Told(
        "ocg",
        {"turn": 4, "phase": "battle", "a": {"m1": "Wolf"}, "b": {"m1": "Elf"}},
        (FIGHT,),
        "Silver Fang is destroyed by battle.",
    ),
    "a player of several who is attacked": Told(
        "resummoned",
        AIMED | {"seat": "b", "b": {"m0": "SummonedSkull"}, "c": {}},
        (doing("attack", "m0", target="c.pile"),),
        "Ben attacks Cy directly with Summoned Skull.",
    ),
}


@pytest.mark.parametrize("told", WHOSE.values(), ids=WHOSE)
def test_whose_card_and_who_is_attacked_is_told_where_it_is_in_doubt(told: Told) -> None:
    """Two cards of one name are told apart by their players, and players by their names."""
    assert told.sentence in lines_of(told)


def test_copies_of_one_player_are_told_apart_by_their_zones() -> None:
    """Where one of several cards helps, it is said which."""
    play = (doing("activate", "BookOfMoon", **{"as": "magic"}), doing("choose", "b.m3"))
    table = {"turn": 4, "a": {"hand": ["BookOfMoon"]}, "b": {"m1": "Wolf", "m2": "Wolf"}}
    assert explained(Told("ocg", table, play, "")).remedies == (
        (
            "To make it legal: choose one of: Silver Fang in Ben's monster zone 1, "
            "Silver Fang in Ben's monster zone 2."
        ),
    )


def test_a_hidden_card_of_the_same_name_stays_hidden() -> None:
    """Whose a card is would give away that the other player has one face-down."""
    duel = a_duel(a_m1=[Placed("C7")], b_m1=[Placed("C7", face_up=False, upright=False)])
    assert wording(duel, ()).ref("a.m1") == "the 7 of clubs"
    assert wording(duel).ref("a.m1") == "Ana's 7 of clubs"


MARKED = {
    "a status": Told(
        "trigamon",
        {"turn": 4, "a": {"hand": ["StaticJolt"]}, "b": {"m1": "EmberImp"}},
        (doing("activate", "StaticJolt", **{"as": "magic"}), doing("choose", "b.m1")),
        "Ember Imp is stunned now.",
    ),
    "Core Position": Told(
        "trigamon",
        {"turn": 4, "a": {"hand": ["EmberImp"]}},
        ({"do": "normal-core-summon", "card": "EmberImp", "to": "m1"},),
        "Ember Imp is in Core Position now.",
    ),
    "a Jumper that follows its Entity": Told(
        "trigamon",
        {
            "turn": 4,
            "a": {
                "hand": ["HomewardWind"],
                "m1": "EmberImp",
                "attached": [{"card": "GuardianCharm", "attached": "m1"}],
            },
        },
        (
            doing("activate", "HomewardWind", **{"as": "magic"}),
            doing("choose", "m1"),
            {"do": "name", "value": "grave"},
        ),
        "Ana chooses the Graveyard.",
    ),
    "a stream that is on": Told(
        "trigamon",
        {"turn": 4, "a": {"streams": ["WarmStream"]}},
        (doing("activate", "a:WarmStream", **{"as": "effect"}),),
        "Warm Stream is turned on.",
    ),
    "a player in Dread (TRI-41)": Told(
        "trigamon",
        {"turn": 4, "phase": "start", "a": {"pile": []}},
        ({"do": "advance", "phase": "dread"},),
        "Ana stays in the Dread Phase.",
    ),
    "a player who leaves it (TRI-37)": Told(
        "trigamon",
        {"turn": 4, "phase": "start", "a": {"pile": []}},
        (
            {"do": "advance", "phase": "dread"},
            {"do": "stand", "action": {"do": "advance", "phase": "standby"}, "reason": "exit"},
        ),
        "Ana leaves the Dread Phase.",
    ),
    "a draw that is to be skipped (TRI-02)": Told(
        "trigamon",
        {"turn": 4, "a": {"hand": ["SkippedDawn"]}},
        (doing("activate", "SkippedDawn", **{"as": "magic"}),),
        "Ben is to skip a Draw Phase.",
    ),
}


@pytest.mark.parametrize("told", MARKED.values(), ids=MARKED)
def test_what_holds_from_now_on_is_a_sentence_of_its_own(told: Told) -> None:
    """No name of the engine is told of a card or player."""
    assert told.sentence in lines_of(told)


INSTRUCTIONS = {
    "Activate Hinotama in the middle Spell/Trap Zone": (
        "resummoned",
        Play("activate-spell", CardKey("a:Hinotama"), ZoneName("a.s0")),
    ),
    "Go on to the phase that was interrupted": ("trigamon", Advance("back")),
    "Go on to the Clean-Up Phase": ("trigamon", Advance("clean-up")),
    "Free Summon Sprig Sprite to Entity zone 1 in Attack Position": (
        "trigamon",
        Play("free-summon", CardKey("a:SprigSprite"), ZoneName("a.m1")),
    ),
}


@pytest.mark.parametrize(("said", "case"), INSTRUCTIONS.items(), ids=INSTRUCTIONS)
def test_what_may_be_done_is_said_as_its_game_says_it(said: str, case: tuple[str, Action]) -> None:
    """Phases by their titles, and a free summon as one (TRI-121)."""
    ruleset, action = case
    game = game_of(ruleset, choose_readings(find_ruleset(ruleset), {}))
    assert action_words(Wording(game, ("Ana", "Ben")), action, Seat(0)) == said


def test_phases_that_may_follow_are_called_by_their_titles() -> None:
    """As everywhere else in the answer."""
    told = Told("trigamon", {"turn": 4}, ({"do": "advance", "phase": "end"},), "")
    assert explained(told).remedies == (
        (
            "To make it legal: phases keep their order: "
            "go on to the Primary Battle Phase or to the Clean-Up Phase."
        ),
    )


HEART = (
    doing("activate-spell", "ChangeOfHeart", to="s0"),
    doing("choose", "b.m0"),
    "pass",
    "pass",
)
TAKEN = {"turn": 4, "a": {"hand": ["ChangeOfHeart"], "m0": "BattleOx"}, "b": {"m0": "Kuriboh"}}
HAND = {"turn": 4, "a": {"hand": ["Kuriboh", "BookOfMoon"]}}
LAID = {
    "a Set": (
        HAND,
        (),
        {"do": "set-monster", "card": "Kuriboh", "to": "m0"},
        "Set Kuriboh as a monster in the middle Monster Zone in {position}",
        "Ana Sets a monster (Kuriboh) face-down in the middle Monster Zone, in {position}.",
    ),
    "a move by an effect": (
        TAKEN,
        HEART,
        {"do": "effect-move", "card": "b.m0", "to": "m1", "face": "down"},
        "Move Kuriboh to the first Monster Zone right of the middle face-down in {position}",
        "Kuriboh goes to Ana's first Monster Zone right of the middle, face-down in {position}.",
    ),
}


@pytest.mark.parametrize("position", ["attack", "defense"])
@pytest.mark.parametrize("laid", LAID.values(), ids=LAID)
def test_a_card_laid_face_down_is_told_with_its_position(laid: Any, position: str) -> None:
    """In Resummoned it may lie either way (RES-304.2)."""
    table, plays, action, asked, told = laid
    done, words = action | {"position": position}, f"{position.capitalize()} Position"
    assert explained(Told("resummoned", table, (*plays, done), "")).action == asked.format(
        position=words
    )
    assert told.format(position=words) in lines_of(Told("resummoned", table, (*plays, done), ""))


def test_a_quick_play_card_is_told_from_a_spell_of_a_main_phase() -> None:
    """It may be played in two ways then (RES-602.2, RES-606.2)."""
    said = [
        explained(Told("resummoned", HAND, (doing(do, "BookOfMoon", to="s0"),), "")).action
        for do in ("activate-spell", "quick-play")
    ]
    assert said[1] == f"{said[0]} as a Quick-Play card"


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_no_two_plays_have_the_same_words(ruleset: str) -> None:
    """Whoever chooses one of several legal plays knows from its words which it is."""
    game = game_of(ruleset, choose_readings(find_ruleset(ruleset), {}))
    chance, duel = random.Random(4), practice_duel(ruleset, seed=4)
    for _ in range(150):
        decision = duel.decision
        if decision is None:
            break
        if decision.kind == "chance":
            duel = apply(duel, roll(duel)).duel
            continue
        legal = list(legal_actions(duel))
        words_of = partial(action_words, Wording(game, world=duel, sees=EVERYONE))
        said = Counter(words_of(one, decision.seat) for one in legal if isinstance(one, Play))
        assert not [words for words, number in said.items() if number > 1]
        duel = apply(duel, chance.choice(legal)).duel


def test_a_card_is_moved_by_its_rule_and_not_by_an_effect() -> None:
    """What lies in a wrong zone of Resummoned is moved by a state action (RES-603.6)."""
    rehoused = doing("rehoused", "m0", to="m1")
    said = explained(Told("resummoned", AIMED | {"phase": "main1"}, (rehoused,), ""))
    assert [rule.id for rule in said.rules][:1] == ["RES-603.6"]
    assert said.remedies == (
        (
            "It becomes legal when a card lies where it may not, "
            "and its player is asked where it goes; now Ana is to act."
        ),
    )


def test_an_effect_that_nothing_has_set_off_waits_for_what_does() -> None:
    """It is not said to have been set off."""
    used = doing("activate", "m1", **{"as": "effect"})
    said = explained(Told("ocg", {"turn": 4, "a": {"m1": "Sangan"}}, (used,), ""))
    assert said.remedies == (
        (
            "It becomes legal when what sets that effect off has happened, "
            "and its player is asked for it; now Ana is to act."
        ),
    )
