"""Counts from the committed starts: by hand at depths 1 and 2, by a second generator below."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from duelmat_bench.engine import random_duels
from duelmat_bench.perft import starts
from duelmat_bench.perft.command import command
from duelmat_bench.perft.counting import divide, perft
from duelmat_bench.perft.starts import find_start
from duelmat_engine.actions import Action, Activate, Play
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat
from duelmat_engine.notation import format_action
from duelmat_engine.play import Deck, apply, carry_out, new_duel
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from engine.second.walk import Generator, differences
from engine.second.walk import divide as second_divide
from examples import seeds

RULESETS = ("trump_king", "ocg", "resummoned", "trigamon")


class Row(NamedTuple):
    """Plays of one kind, counted by hand."""

    plays: str
    """A pattern for their notation."""
    answers: int
    """How many of them there are."""
    then: int
    """How many answers there are after each of them."""


# Trump King. a: S5 on m1, C6 on m2, C8 Set on s1, H7 and D6 in the hand, life 12; b: C7 in
# Defense on m1, S7 and H9 Set on s1 and s2, S2 and C2 in the hand, life 9. No piles. m3 is free.
#
# All 36 together are what a may do; after most of them less what has been done:
TRUMP_KING = (
    # To m3. The Heart's gain is offered first: take it, or pass.
    Row(r"H7>m3", 1, 2),
    # To m3. b may return a card (H9); S7 shares neither suit nor number with D6. Or pass.
    Row(r"D6>m3", 1, 2),
    # The Heart is never Set. Then: 24 Synchro Summons (S5+C6 to SJ, CJ; S5+D6 to SJ, DJ; C6+D6
    # to CQ, DQ; each to one of the two zones that become free, in two positions), H7 Set on s2 or
    # s3, magic by H7, the quick magic of C8, two turns (not D6, which has just come), two phases.
    Row(r"D6>m3#_", 1, 32),
    # Paid with S5: to m1 or m3; with C6: to m2 or m3; with C8: to m3; two positions each. Its
    # text destroys one of three cards of b.
    Row(r"diamond-summon:.*", 10, 3),
    # Three zones, two positions. b answers with S7 (a Spade has come), with H9, or passes.
    Row(r"synchro-summon:SJ.*", 6, 3),
    # The same without S7: the Jack of clubs is neither a Spade nor a seven.
    Row(r"synchro-summon:CJ.*", 6, 2),
    # To s2 or s3. Then: D6 summoned, Set, by its own text paid with any of four cards (4+4+2+2);
    # 12 Synchro Summons; D6 Set on the last zone; magic by D6 and by H7 that now lies there; C8;
    # two turns, two phases.
    Row(r"H7>s[23]#", 2, 34),
    # Then: H7 summoned; 12 Synchro Summons; H7 Set; magic by H7 and by D6; C8; turns; phases.
    Row(r"D6>s[23]#", 2, 21),
    # On C7 alone, or cancelled; on C6 alone, or cancelled.
    Row(r"[HD][67]!magic", 2, 2),
    # On S7 or H9, or cancelled.
    Row(r"s1=C8!quick-eight", 1, 3),
    # Everything but turning it again.
    Row(r"m[12]\^_", 2, 35),
    # Two attacks, Main Phase 2, the end of the turn.
    Row(r"/battle", 1, 4),
    # b: S2 and C2 summoned or Set on m2 or m3 (4+4), the Spade and the Club by their own texts
    # (4+4), either Set on s3 (2), magic by S7, the trap H9, C7 turned, two phases.
    Row(r"/end", 1, 23),
)

# Early OCG. a: Twin Elves on m1, Asura Priest Set on m2, Toon World on s1, Curse of Dragon, Toon
# Alligator and Typhoon in the hand, life 900; b: Holy Elf Set on m2, Drop Hole and Magic Jammer
# Set, Axe Raider in the hand.
OCG = (
    # One Tribute of two, to its own zone or one of three others. b is asked whether to negate the
    # summon, and has nothing for it.
    Row(r"CurseOfDragon>m\d\(m\d\)", 8, 1),
    # Then: the Toon to three zones in two positions, Typhoon Set in four slots or activated, the
    # monster that is left turned, two phases.
    Row(r"CurseOfDragon>m\d#_\(m\d\)", 8, 14),
    # The Toon Set takes no Tribute. Then: Typhoon Set or activated, two turns, two phases.
    Row(r"ToonAlligator>m\d#_", 3, 9),
    # Three zones, two positions; b has nothing that negates it.
    Row(r"toon-summon:.*", 6, 1),
    # Typhoon may not be activated in the turn in which it was Set.
    Row(r"Typhoon>s\d#", 4, 29),
    # On the three other cards of the two rows, or cancelled.
    Row(r"Typhoon!typhoon", 1, 4),
    # Everything but turning it again.
    Row(r"m1\^_", 1, 33),
    # A Flip Summon, and the end of each phase: b's responses first, and there are none.
    Row(r"m2=AsuraPriest\^|/battle|/end-phase", 3, 1),
)

# Resummoned. a: Celtic Guardian on m0, Breaker on m1, Summoned Skull, Typhoon and Trap Hole in the
# hand, life 900; b: Man-Eater Bug face-down on m0, Just Desserts face-down on s0. Columns 0 and 1
# are in use, so that cards may come to the columns -1 to 2.
RESUMMONED = (
    # Skull for the Guardian: column 0 stays in use by b. To m-1 the reach grows to -2: Typhoon
    # (as the spell of the turn, and as Quick-Play) and Trap Hole to five zones each, Breaker's
    # effect, one turn, pass. To m2 likewise; to m0 the reach is of four.
    Row(r"(summon:SummonedSkull>|(set-monster:)?SummonedSkull>)m(-1|2)#?_?\(m0\)", 8, 18),
    Row(r"(summon:SummonedSkull>|(set-monster:)?SummonedSkull>)m0#?_?\(m0\)", 4, 15),
    # Skull for Breaker: only column 0 is in use then, m0 is taken; three cards to four zones each,
    # the Guardian turned, pass.
    Row(r"(summon:SummonedSkull>|(set-monster:)?SummonedSkull>)m(-1|1)#?_?\(m1\)", 8, 14),
    # Typhoon has one other card to target.
    Row(r"(activate-spell|quick-play):SpaceTyphoon>s(-1|0|1|2)", 8, 1),
    # Skull, summoned or Set, (4+3)*2*2; Typhoon (4+4); Breaker's effect; two turns; pass.
    Row(r"set-trap:TrapHole>s-1#", 1, 40),
    # Skull (3+2)*2*2, for no column is added; Typhoon (3+3).
    Row(r"set-trap:TrapHole>s0#", 1, 30),
    # Skull (3+3)*2*2: column 1 stays in use when Breaker is tributed.
    Row(r"set-trap:TrapHole>s1#", 1, 34),
    # Skull (4+4)*2*2; Typhoon (4+4).
    Row(r"set-trap:TrapHole>s2#", 1, 44),
    # Just Desserts is its one target; or cancelled.
    Row(r"m1!breaker-break", 1, 2),
    # Everything but turning it again.
    Row(r"m[01]\^_", 2, 35),
    # b flips the bug or the trap, or passes.
    Row(r"pass", 1, 3),
)

# Trigamon. a: Twofold Ox on m1, Glass Drake (6.75), Rank Scholar (rank 2.5), Sprig Sprite (0),
# Sunlit Meadow and Pulse Beat in the hand, Prism Warden (two materials) in the Extra Deck, a
# skill and a Stream Trigger; b: Ember Imp Set on m2, Twin Watch Set.
TRIGAMON = (
    # For the Ox, in Attack or Defense, or in Core Position, to any of five zones. b is asked
    # whether to negate it, here as after all the other summons, and has nothing for it.
    Row(r"(normal-core-summon:)?GlassDrake>m\d_?\(m1\)", 15, 1),
    # Then: Sprite (8+4+4), Scholar (8), Pulse Beat Set (5), the Meadow Set or activated, the
    # stream set, the skill, two phases; Pulse Beat has no face-up Entity.
    Row(r"normal-set:GlassDrake>m\d#_\(m1\)", 5, 35),
    Row(r"free-summon:SprigSprite>m\d_?", 8, 1),
    Row(r"free-core-summon:SprigSprite>m\d", 4, 1),
    # Then: Drake for one of two Entities to four zones each (16+8+8), Scholar (6), Prism Warden
    # for both (10), Pulse Beat Set (5) or activated, Meadow (2), stream, skill, two phases.
    Row(r"free-set:SprigSprite>m\d#_", 4, 60),
    # Rank 2.5 takes no Tribute: four zones, two positions.
    Row(r"assist-summon:RankScholar>m\d_?", 8, 1),
    # It may be activated from where it is Set; only DuelSetup it again is gone.
    Row(r"PulseBeat>s\d#", 5, 51),
    Row(r"set-field:SunlitMeadow>field#", 1, 55),
    # Instead of setting it the stream may be toggled.
    Row(r"set-stream:WarmStream>streams", 1, 56),
    # b is asked, and nothing of Speed 2 or more is there.
    Row(r"SunlitMeadow!sunlit-meadow|HeadStart!second-breath", 2, 1),
    # On the Ox, or cancelled.
    Row(r"PulseBeat!pulse-beat", 1, 2),
    # One attack, Pulse Beat (Speed 4), Main Phase 2.
    Row(r"/battle", 1, 3),
    # Pulse Beat, and on to the End Phase.
    Row(r"/clean-up", 1, 2),
)

BY_HAND = {
    "trump_king": TRUMP_KING,
    "ocg": OCG,
    "resummoned": RESUMMONED,
    "trigamon": TRIGAMON,
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_depths_are_as_counted_by_hand(ruleset: str) -> None:
    """Every first answer is of one row, and leads to as many answers as the row says."""
    found = divide(find_start(ruleset).duel(), 2)
    named = {format_action(action, Seat(0)): count for action, count in found.items()}
    for row in BY_HAND[ruleset]:
        fitting = {name: n for name, n in named.items() if re.fullmatch(row.plays, name)}
        assert (len(fitting), set(fitting.values())) == (row.answers, {row.then}), row
        named = {name: n for name, n in named.items() if name not in fitting}
    assert not named
    counts = find_start(ruleset).counts
    assert sum(row.answers for row in BY_HAND[ruleset]) == counts[0]
    assert sum(row.answers * row.then for row in BY_HAND[ruleset]) == counts[1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_committed_counts_hold(ruleset: str) -> None:
    """A changed rule changes a number; the deepest has 10,000 to 1,000,000 leaves."""
    start = find_start(ruleset)
    duel = start.duel()
    assert [perft(duel, n + 1) for n in range(len(start.counts))] == list(start.counts)
    assert 10_000 <= start.counts[-1] <= 1_000_000


KINDS = {
    "trump_king": """
        normal-summon set-monster spade-summon club-summon diamond-summon synchro-summon
        set-card magic quick-eight trap trap-nine spade-synchro-sweep heart-gain Turn Attack
        Advance Choose Pass Cancel
    """,
    "ocg": """
        normal-summon set-monster toon-summon set-card typhoon drop-hole magic-jammer Turn
        Attack Advance Choose Pass Cancel
    """,
    "resummoned": """
        summon set-monster activate-spell set-trap quick-play breaker-break flip-freely
        flip-after-summon Turn Attack Choose Pass Cancel
    """,
    "trigamon": """
        normal-summon normal-core-summon normal-set free-summon free-core-summon free-set
        assist-summon extra-summon set-card set-field return-to-hand set-stream toggle-stream
        second-breath sunlit-meadow pulse-beat Attack Advance Choose Pass Cancel
    """,
}
DEPTHS = {"trump_king": 4, "ocg": 5, "resummoned": 3, "trigamon": 3}
"""Deep enough to meet them all, and to compare with the second generator."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_kind_of_play_occurs_from_the_start(ruleset: str) -> None:
    """A count says little about what it never meets."""
    found = _kinds(find_start(ruleset).duel(), DEPTHS[ruleset])
    assert set(KINDS[ruleset].split()) <= found


def _kinds(duel: Duel, depth: int) -> set[str]:
    game = game_of(duel.ruleset, duel.readings)
    found = set()
    for action in legal_actions(duel, game) if depth else ():
        found.add(_kind(action))
        found |= _kinds(carry_out(duel, action, game).duel, depth - 1)
    return found


def _kind(action: Action) -> str:
    if isinstance(action, Play):
        return action.move
    return action.effect if isinstance(action, Activate) else type(action).__name__


# The second generator


def _second(ruleset: str) -> Generator:
    generator: Generator = importlib.import_module(f"engine.second.{ruleset}").legal
    return generator


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_generator_counts_alike(ruleset: str) -> None:
    """One that shares no legality with the engine finds the same behind each first answer."""
    duel = find_start(ruleset).duel()
    assert second_divide(duel, DEPTHS[ruleset], _second(ruleset)) == divide(duel, DEPTHS[ruleset])


@pytest.mark.parametrize("seed", seeds(range(1, 4)))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_generator_agrees_in_random_duels(ruleset: str, seed: int) -> None:
    """Both list the same answers at every decision of a duel, and neither lists one twice."""
    second = _second(ruleset)
    for duel, first in islice(_random(ruleset, seed), 600):
        assert not differences(duel, first, second(duel))


def _random(ruleset: str, seed: int) -> Iterator[tuple[Duel, list[Action]]]:
    """The states of a random duel with the cards that the second generator knows."""
    if ruleset == "trump_king":
        duel = random_duels.begin(seed)
    else:
        cards = importlib.import_module(f"engine.second.{ruleset}").PRINTED
        extra = tuple(code for code, card in cards.items() if getattr(card, "icon", "") == "extra")
        main = tuple(code for code in cards if code not in extra)
        decks = [Deck(main * 2, extra)] * 2
        duel = new_duel(ruleset, decks, seed=seed, check_decks=False).duel
    chance = Random(seed)
    while not duel.is_over():
        yield duel, list(legal_actions(duel))
        duel = apply(duel, random_duels.choose(duel, chance)).duel


# The command


def test_the_command_says_whether_the_count_is_the_committed_one() -> None:
    """Exit 0 and the words when it is."""
    run = CliRunner().invoke(command, ["--ruleset", "ocg", "--depth", "2"])
    assert run.exit_code == 0
    assert "309" in run.output
    assert "as committed" in run.output


def test_the_command_divides_by_first_answer() -> None:
    """The parts add up to the whole."""
    run = CliRunner().invoke(command, ["--ruleset", "ocg", "--divide"])
    lines = run.output.splitlines()
    assert sum(int(line.split()[0]) for line in lines[:-1]) == 309


def test_the_command_fails_when_the_count_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rewrite that changes what is legal is seen at once: exit 1, and both numbers."""
    start = replace(find_start("ocg"), counts=(34, 310))
    monkeypatch.setattr(starts, "find_start", lambda _: start)
    run = CliRunner().invoke(command, ["--ruleset", "ocg"])
    assert run.exit_code == 1
    assert "309" in run.output
    assert "committed: 310" in run.output


def test_the_command_counts_from_a_position_of_ones_own(tmp_path: Path) -> None:
    """Nothing is committed for it, so that no count is wrong."""
    file = tmp_path / "own.txt"
    file.write_text(find_start("ocg").position)
    run = CliRunner().invoke(command, ["--ruleset", "ocg", "--position", str(file), "--json"])
    assert run.exit_code == 0
    assert json.loads(run.output)["leaves"] == 309
    assert json.loads(run.output)["expected"] is None


def test_the_command_refuses_a_broken_position(tmp_path: Path) -> None:
    """It names the file, and what is wrong in it."""
    file = tmp_path / "broken.txt"
    file.write_text("ocg; 4 a main1; life twelve 9; closed")
    run = CliRunner().invoke(command, ["--ruleset", "ocg", "--position", str(file)])
    assert run.exit_code != 0
    assert "broken.txt" in run.output
    assert "twelve" in run.output


def test_a_position_that_no_duel_reaches_is_not_counted(tmp_path: Path) -> None:
    """It is refused with what is wrong with it: magic in a monster zone, say."""
    path = tmp_path / "position.txt"
    path.write_text("ocg; 3 a main1; life 8000 8000; closed; a.m1 Typhoon", encoding="utf-8")
    arguments = ["--ruleset", "ocg", "--depth", "1", "--position", str(path)]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code
    said = str(result.exception) + result.output
    assert "a.m1: expected a monster, got a:Typhoon (G-29.monster-kind)" in said
