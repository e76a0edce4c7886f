from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from duelmat_bench.engine.deals import facts
from duelmat_bench.engine.followed_duels import PACKS, Moment, moments
from duelmat_bench.engine.refusals import agree, refusals
from duelmat_engine import (
    Activate,
    Advance,
    Attack,
    Cancel,
    CorrectLife,
    Deck,
    IllegalActionError,
    Pass,
    Play,
    Reveal,
    Stand,
    Turn,
    UnnamedCardError,
    apply,
    bound_forms,
    follow,
    judge,
    legal_actions,
    needs_name,
    new_duel,
    public_form,
    view_for,
    zone_kind,
)
from duelmat_engine.actions import Action
from duelmat_engine.board.refs import lookup
from duelmat_engine.events import Ruled
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, replace
from examples import seeds

TABLES = [
    ("trump_king", 2),
    ("ocg", 2),
    ("resummoned", 2),
    ("resummoned", 3),
    ("trigamon", 2),
]


TOLD = 8
"""So many verdicts are tried; one that agrees with no other takes every exchange of two cards."""


def followed_duel(ruleset: str, players: int, seed: int, limit: int) -> Iterator[Moment]:
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    return moments(seed, limit, ruleset, [deck] * players)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("seed", seeds([100, 101]))
def test_an_open_duel_follows_a_closed_one(ruleset: str, players: int, seed: int) -> None:
    """It refuses nothing legal, and shows the same public facts at every step."""
    chance = Random(seed)
    for closed, followed, actions, _ in followed_duel(ruleset, players, seed, 150):
        assert facts(followed) == facts(closed)
        for action in chance.sample(actions, min(4, len(actions))):
            form = public_form(closed, action)
            assert judge(followed, form).legal, form


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("seed", [110])
def test_what_an_open_duel_lists_it_accepts(ruleset: str, players: int, seed: int) -> None:
    """Every listed action is judged legal, and every pattern stands for some legal action."""
    chance = Random(seed)
    for _, followed, _, _ in followed_duel(ruleset, players, seed, 150):
        if chance.random() > 0.15:
            continue
        listed = list(legal_actions(followed))
        for action in chance.sample(listed, min(4, len(listed))):
            assert judge(followed, action).legal
            first = next(bound_forms(followed, action))
            assert not needs_name(followed, first)
            apply(followed, first)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("seed", seeds([112, 113]))
def test_what_everybody_sees_to_be_illegal_is_refused_by_the_same_rules(
    ruleset: str, players: int, seed: int
) -> None:
    """Acts of other moments of the duel that name only cards that lie openly, or none."""
    found = refusals(seed, ruleset, players, 120)
    assert found.differs == []
    assert found.refused > 20


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    [("trump_king", 3200), ("trump_king", 3925), ("trump_king", 5450), ("trigamon", 20007)],
)
def test_what_a_hand_lacks_is_cited_where_the_hand_is_known(ruleset: str, seed: int) -> None:
    """A card seen in the hand, and others that only its owner knows: what certainly refuses it."""
    assert refusals(seed, ruleset, 2, 130).differs == []


def test_a_zone_never_stands_for_a_card_that_lies_open_in_it() -> None:
    """One card of a hand is kept open, the other was shown: the zone stands for that one."""
    wanted = {"a.hand": [Placed("SteadyBreath"), Placed("HomewardWind")]}
    duel = position("trigamon", wanted, turn=3)
    kept, other = duel.at("a.hand")
    hand = (replace(kept, face_up=True, shown=True), replace(other, shown=True))
    found = lookup(replace(duel, zones={**duel.zones, ZoneName("a.hand"): hand}), "a.hand")
    assert found is not None
    assert found[1].key == "a:HomewardWind"


@pytest.mark.long
def test_what_is_certain_may_not_be_left_out_nor_doubted() -> None:
    """A verdict that leaves out a public reason, or invents one, agrees with no other."""
    act = Play("normal-summon", CardKey("a:H5"), ZoneName("a.m1"))
    told = 0
    for closed, followed, _, _ in moments(112, 60):
        seen, whole = judge(followed, act), judge(closed, act)
        if seen.legal or not agree(closed, followed, act, seen, whole):
            continue
        told += 1
        assert not agree(closed, followed, act, replace(seen, cited=()), whole)
        assert not agree(closed, followed, act, seen, replace(whole, cited=()))
        if told == TOLD:
            return
    raise AssertionError(f"only {told} verdicts were told")


PUBLIC_FAULTS: tuple[Action, ...] = (
    Advance("main2"),
    Advance("nowhere"),
    Attack("a.m1"),
    Attack("a.m1", "b.m1"),
    Attack("b.m2", "a.m3"),
    Play("normal-summon", "a.m1", ZoneName("a.m2")),
    Play("set-card", "a.grave", ZoneName("a.s1"), face_up=False),
    Activate("spade-synchro-sweep", "a.m1"),
    Turn("a.m1", upright=False),
    Turn("b.m2"),
)


@pytest.mark.parametrize("seed", seeds(range(120, 122)))
def test_what_public_facts_refuse_is_refused_by_the_same_rules_in_both_worlds(seed: int) -> None:
    """Wrong phase, no room, no target, a right used up: nobody has to see a card for that."""
    asked = 0
    for closed, followed, _, _ in moments(seed, 120):
        for action in PUBLIC_FAULTS:
            name = getattr(action, "card", "")
            lying = closed.top(name) if name else None
            if lying is not None and not lying.shown:
                continue
            verdict, seen = judge(closed, action), judge(followed, action)
            assert (verdict.legal, verdict.rules) == (seen.legal, seen.rules), action
            asked += not verdict.legal
    assert asked > 300


def open_duel() -> Duel:
    duel = new_duel("trump_king", PACKS, seed=None).duel
    return apply(duel, next(iter(legal_actions(duel)))).duel


def test_a_pattern_has_to_be_bound_before_a_card_is_shown() -> None:
    """A summon from an unseen hand is legal as a pattern, and is carried out with its card."""
    duel = open_duel()
    pattern = Play("normal-summon", "a.hand", ZoneName("a.m1"))
    assert judge(duel, pattern).legal
    with pytest.raises(UnnamedCardError, match="name it"):
        apply(duel, pattern)
    assert len(list(bound_forms(duel, pattern))) == 42
    assert apply(duel, Play("normal-summon", "a:H7", ZoneName("a.m1"))).duel.at("a.m1")


def attacked_face_down() -> Duel:
    """Seat b attacks a monster that a has Set."""
    duel = open_duel()
    for action in (
        Play("set-monster", "a.hand", ZoneName("a.m1"), upright=False, face_up=False),
        Advance("end"),
        Play("normal-summon", "b:S7", ZoneName("b.m1")),
    ):
        duel = apply(duel, action).duel
    while duel.decision is not None and duel.decision.kind == "window":
        duel = apply(duel, _passing(duel)).duel
    duel = apply(duel, Advance("battle")).duel
    duel = apply(duel, Attack("b.m1", "a.m1")).duel
    while duel.decision is not None and duel.decision.kind == "window":
        duel = apply(duel, _passing(duel)).duel
    return duel


def _passing(duel: Duel) -> Action:
    return next(a for a in legal_actions(duel) if isinstance(a, Pass))


def _taken_back(duel: Duel) -> Duel:
    return apply(duel, Cancel()).duel


@pytest.mark.rule("TK-74")
def test_a_heart_that_was_set_is_a_matter_for_a_judge() -> None:
    """The reveal is refused by TK-74; a ruling lets it stand, and the duel goes on."""
    duel = attacked_face_down()
    assert duel.decision is not None
    assert duel.decision.kind == "reveal"
    heart = Reveal(CardKey("a:H5"))
    verdict = judge(duel, heart)
    assert verdict.rules == ("TK-74",)
    assert "judge" in verdict.remedies[0].text
    with pytest.raises(IllegalActionError):
        apply(duel, heart)
    after = apply(duel, Stand(0, heart, "nobody noticed the Set")).duel
    assert [p.key for p in after.at("a.grave")] == ["a:H5"]
    assert after.hidden[0].claims == ()
    assert list(legal_actions(after))


@pytest.mark.parametrize(
    ("card", "zone", "told"),
    [("a:Rush", "a.s1", "a:Rush>a.s1#"), ("a:Axe", "a.s1", "a.hand>a.s1#")],
)
def test_a_ruling_names_a_set_card_as_far_as_it_was_seen(card: str, zone: str, told: str) -> None:
    """A card that lies face-up in the hand is seen to be laid; any other is one of the hand."""
    duel = position("ocg", {"a.hand": [Placed("Rush"), Placed("Axe")]})
    hand = [replace(p, shown=True, face_up=p.key == "a:Rush") for p in duel.at("a.hand")]
    duel = replace(duel, zones={**duel.zones, ZoneName("a.hand"): tuple(hand)})
    laid = Play("set-card", card, ZoneName(zone), face_up=False)
    ruled = apply(duel, Stand(1, laid, "so be it")).events[0]
    assert isinstance(ruled, Ruled)
    assert ruled.action == told


@pytest.mark.parametrize(
    ("key", "reason"),
    [("a:SQ", "it lies in a.extra"), ("b:S7", "lies in b.m1"), ("a:Z9", "no unseen card")],
)
def test_a_card_that_cannot_be_there_is_refused_with_the_reason(key: str, reason: str) -> None:
    """Seen elsewhere, of the other player, of no deck: neither a play nor a ruling shows it."""
    duel = attacked_face_down()
    wrong = Reveal(CardKey(key))
    verdict = judge(duel, wrong)
    assert not verdict.legal
    assert reason in verdict.remedies[0].text
    assert not judge(duel, Stand(0, wrong, "because")).legal


def test_a_shown_card_that_cannot_be_is_refused_in_every_form() -> None:
    """Playing, activating, turning with a card that lies elsewhere says so."""
    duel = apply(open_duel(), Play("normal-summon", "a:H7", ZoneName("a.m1"))).duel
    while duel.decision is not None and duel.decision.kind == "window":
        duel = apply(duel, _passing(duel)).duel
    again = Play("set-card", "a:Z3", ZoneName("a.s1"), face_up=False)
    verdict = judge(duel, again)
    assert not verdict.legal
    assert any("a:Z3" in r.text for r in verdict.remedies)


def test_what_was_shown_in_an_announcement_stays_known_when_it_is_taken_back() -> None:
    """A club shown for its own summon is known in the hand afterwards, and that it has a match."""
    duel = open_duel()
    shown = apply(duel, Play("club-summon", "a:C5", ZoneName("a.m1"))).duel
    back = _taken_back(shown)
    assert "a:C5" in [p.key for p in back.at("a.hand")]
    (claim,) = back.hidden[0].claims
    assert claim.rule == "TK-81"
    assert {k[2] for k in claim.keys if k[3:] != "5"} == {"C"}


def exposed(code: str) -> Duel:
    """A closed duel in which an effect has a card of a's hand lie face-up there."""
    hand = [Placed("Wolf"), Placed("ManEaterBug"), Placed("Ox")]
    duel = position("ocg", {"a.hand": hand, "a.pile": [Placed("Elf")], "b.pile": [Placed("Elf")]})
    duel = apply(duel, CorrectLife(0, 0, 8000, "so that it is known what the table sees")).duel
    pieces = tuple(
        replace(p, face_up=True, shown=True) if p.key == f"a:{code}" else p
        for p in duel.at("a.hand")
    )
    hidden = (replace(duel.hidden[0], pool=duel.hidden[0].pool - {f"a:{code}"}), duel.hidden[1])
    return replace(duel, zones={**duel.zones, ZoneName("a.hand"): pieces}, hidden=hidden)


def test_a_card_that_lies_face_up_in_a_hand_is_known_when_it_is_set() -> None:
    """Everybody sees that it is this one; another Set leaves it where it is seen to lie."""
    closed = exposed("ManEaterBug")
    seen = view_for(closed)
    named = Play("set-monster", "a:ManEaterBug", ZoneName("a.m1"), upright=False, face_up=False)
    other = Play("set-monster", "a:Wolf", ZoneName("a.m1"), upright=False, face_up=False)
    assert public_form(closed, named) == named
    assert public_form(closed, other) == replace(other, card="a.hand")
    listed = [a.card for a in legal_actions(seen) if isinstance(a, Play) and not a.face_up]
    assert set(listed) == {"a:ManEaterBug", "a.hand"}
    for action, key, left in ((named, "a:ManEaterBug", None), (other, None, "a:ManEaterBug")):
        laid = follow(seen, closed, action).duel
        after = apply(closed, action).duel
        top = laid.top("a.m1")
        assert top is not None
        assert (top.key, top.face_up) == (key, False)
        assert [p.key for p in laid.at("a.hand") if p.face_up] == ([left] if left else [])
        assert facts(laid) == facts(after)
        assert laid.hidden == view_for(after).hidden


def test_a_card_known_in_a_hand_is_lost_from_sight_by_an_unseen_set() -> None:
    """After a Set from a hand with a known card that card lies in the hand or there."""
    duel = open_duel()
    shown = apply(duel, Play("club-summon", "a:C5", ZoneName("a.m1"))).duel
    back = _taken_back(shown)
    laid = apply(back, Play("set-card", "a.hand", ZoneName("a.s1"), face_up=False)).duel
    assert "a:C5" in laid.hidden[0].pool
    places = [z for c in laid.hidden[0].claims if c.keys == {"a:C5"} for z in c.zones]
    assert sorted(places) == ["a.hand", "a.s1"]
    assert all(zone_kind(z) in ("hand", "s") for z in places)
    assert laid.top("a.s1") is not None
    assert Seat(0) == laid.turn_seat
