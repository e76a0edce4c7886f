"""The policies that come along, and finding one by name or file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_hub.cli.policy import known_names
from duelmat_hub.errors import HubError, NoPolicyError
from duelmat_hub.policies import find_policy, load_policy, shipped_names, shipped_policies
from duelmat_rulesets.cli.ruleset_names import shown_ruleset
from duelmat_tournament.errors import PolicyError
from duelmat_tournament.policy import FirstStage, Penalty, Policy, TieBreaks
from duelmat_tournament.policy_file import format_policy, parse_policy_bytes
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_tournament.tiebreaks import PROFILES, Measure
from duelmat_venue.end_steps import EndStep
from host import hostile_files

NAMES: Final = pytest.mark.parametrize("name", shipped_names())


def test_a_log_leaves_out_what_earlier_policies_did_not_have() -> None:
    """So that logs from before have the hashes that they had."""
    policy = load_policy("ocg")
    later = {"places", "needs_approval", "rules", "by_hand_s"}
    for part in (policy.entering, policy.deck_checks, policy.extensions):
        assert later.isdisjoint(to_builtins(part))
    some = replace(policy, entering=replace(policy.entering, places=64, needs_approval=False))
    assert convert(to_builtins(some), Policy) == some


# Those that come along


@NAMES
def test_a_policy_that_comes_along_is_sound_in_its_ruleset(name: str) -> None:
    """Its format, its readings and its cards are there."""
    source = find_policy(name)
    policy = parse_policy_bytes(source.content, source.name, known_names())
    assert policy.name == name


@NAMES
def test_a_policy_that_comes_along_says_whose_it_is(name: str) -> None:
    text = find_policy(name).content.decode()
    words = " ".join(text.replace("#", " ").split())
    assert "This policy is Duelmat's own. It is nobody's official policy" in words
    assert max(map(len, text.splitlines())) < 100


def test_there_is_a_policy_for_every_ruleset() -> None:
    rulesets = {policy.ruleset for policy in shipped_policies().values()}
    assert rulesets == set(map(shown_ruleset, ruleset_names()))


def test_the_policies_use_every_tie_break_step_and_penalty() -> None:
    """So that each is tried by whoever tries them."""
    policies = shipped_policies().values()
    measures = {each for policy in policies for each in PROFILES[policy.tie_breaks].measures}
    assert measures == set(Measure) - {Measure.DRAWN}
    assert {step for policy in policies for step in policy.end_of_match} == set(EndStep)
    given = {each.penalty for policy in policies for each in policy.infractions}
    assert given == set(Penalty)


def test_dummies_are_refused_where_players_rest_in_pods() -> None:
    """A rest would count as a round that was not played."""
    pods = replace(load_policy("ocg"), first_stage=FirstStage.PODS, rounds=(), cut=())
    pods = replace(pods, tie_breaks=TieBreaks.BUCHHOLZ)
    found = {each.path: each.advice for each in policy_misfits(pods)}
    assert "opponents_scores" in found["tie_breaks",]
    other = replace(pods, tie_breaks=TieBreaks.OPPONENTS_SCORES)
    assert ("tie_breaks",) not in {each.path for each in policy_misfits(other)}


def test_procedures_differ() -> None:
    """Of the policies for single players; a team's seats play as those do."""
    single = [policy for policy in shipped_policies().values() if policy.team_size == 1]
    procedures = [policy.end_of_match for policy in single]
    assert len(set(procedures)) == len(procedures)


def test_simultaneous_effects_are_played_within_a_ruleset() -> None:
    """By the reading that chooses whose order counts."""
    chosen = {
        each.choice
        for policy in shipped_policies().values()
        for each in policy.readings
        if each.id == "G-97"
    }
    assert chosen == {"ocg", "tcg"}


def test_cards_are_forbidden_and_limited() -> None:
    limits = [each for policy in shipped_policies().values() for each in policy.limits]
    assert {each.copies for each in limits} == {0, 1, 2}


@NAMES
def test_the_infractions_that_every_event_needs_are_there(name: str) -> None:
    """Slowness, marked sleeves, lateness, outside help, conduct, cheating."""
    policy = load_policy(name)
    needed = (
        "slow-play",
        "extra-card",
        "marked-sleeves",
        "late",
        "outside-help",
        "unsporting-conduct",
        "cheating",
    )
    for infraction in needed:
        assert policy.find_infraction(infraction), infraction
    cheating = policy.find_infraction("cheating")
    assert cheating
    assert cheating.penalty is Penalty.DISQUALIFICATION


@NAMES
@pytest.mark.parametrize("players", [2, 3, 8, 9, 17, 64, 1_000_000])
def test_there_are_rounds_for_any_number_of_players(name: str, players: int) -> None:
    """A cut is for those who are there, and there are rounds enough for one winner of all."""
    policy = load_policy(name)
    assert policy.rounds_for(players) >= 2
    assert policy.cut_for(players) <= players
    most = policy.rounds[-1].players
    assert 2 ** policy.rounds_for(players) >= min(players, most)


# Finding one


def test_a_name_may_have_either_line() -> None:
    assert load_policy("trump_king") == load_policy("trump-king")


def test_a_policy_is_found_by_name_and_by_file(tmp_path: Path) -> None:
    """A file with the same text is the same policy."""
    ocg = load_policy("ocg")
    file = tmp_path / "mine.toml"
    file.write_text(format_policy(ocg))
    assert load_policy(file) == load_policy(str(file)) == ocg
    assert shipped_policies()["ocg"] == ocg
    assert all(isinstance(policy, Policy) for policy in shipped_policies().values())


def test_a_broken_file_is_refused_with_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_policy(load_policy("ocg")).replace("win = 3", "win = 0"))
    with pytest.raises(PolicyError, match=rf"^{file}:\d+: points\.win: expected more than"):
        load_policy(file)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ogc", "Did you mean ocg?"),
        ("Trump-King", "Did you mean trump-king?"),
        ("zzz", "A file has an ending, as my-policy.toml."),
        ("", "trump-king), or a policy file, got ''"),
        ("nowhere/ocg", "got no such file"),
        ("ocg.toml", "got no such file"),
        ("a\0b", "expected a policy"),
        ("x" * 5000, "expected a policy"),
        ("./" + "x" * 5000, "expected a policy"),
    ],
)
def test_a_name_that_nothing_has_is_refused_with_the_nearest(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoPolicyError) as caught:
        load_policy(name)
    assert words in str(caught.value)
    assert isinstance(caught.value, HubError)


def test_a_file_is_taken_before_a_name_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without an ending is a file; the names that come along go before it."""
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text(format_policy(load_policy("trigamon")))
    Path("ocg").write_text(format_policy(load_policy("trigamon")))
    assert load_policy("mine").name == "trigamon"
    assert load_policy("ocg").name == "ocg"
    assert load_policy("./ocg").name == load_policy(Path("ocg")).name == "trigamon"


@pytest.mark.parametrize("what", hostile_files.ANYWHERE)
def test_what_is_no_file_is_refused_in_words(what: str, tmp_path: Path) -> None:
    """Pipes and devices are not waited for, huge files not read."""
    file = tmp_path / "policy.toml"
    hostile_files.ANYWHERE[what](file)
    with pytest.raises((NoPolicyError, PolicyError)) as caught:
        load_policy(file)
    assert "expected" in str(caught.value)
    assert len(str(caught.value)) < 600
