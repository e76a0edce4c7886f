"""A judge at the table: called, waited for, heard; rulings are written down with reasons."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine.actions import Attack, Play, Stand
from duelmat_engine.forms.notation import parse_action
from duelmat_engine.judging.judge import legal_actions
from duelmat_engine.names import Seat
from duelmat_host.app.resume import resume
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.sensing.layout import Face
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.showing.views import judge_view, public_view, seat_view
from duelmat_host.table.referee import Agreed, Refused
from duelmat_host.table.table import REFUSE_MS, TURN_MS, DuelTable
from duelmat_wire import lamps

ANA, BEN = Seat(0), Seat(1)
LINK = {"state": "up", "text": ""}
OWN = {"a.hand": held("S4", "H7", "C9", "D5", "S1"), "b.hand": held("H2", "H3")}
SPENT: dict[str, Any] = {"used": {"a.summon-right": 1}}
LAMPS = tuple(lamp.name for lamp in MAT.lamps)


class Written(NamedTuple):
    kind: str
    data: dict[str, Any]


def second_summon(**how: Any) -> Bench:
    """A second Normal Summon lies on the mat and has been refused."""
    bench = Bench(OWN, **SPENT, **how)
    bench.put("a:H7", "a.m2")
    bench.rest(REFUSE_MS)
    assert isinstance(bench.table.finding, Refused)
    return bench


def kinds(bench: Bench, kind: str) -> list[dict[str, Any]]:
    return [data for of, data in bench.journal.entries if of == kind]


def settle(bench: Bench) -> None:
    for _ in range(10):
        moves = list(owed_moves(bench.table, bench.hands, {}))
        for move in moves:
            move.carry_out(bench.hands)
        if not moves:
            return


def test_the_judge_button_calls_a_judge_while_a_refusal_stands() -> None:
    """It is told on every page, by the phase bar and by both displays; no takeback is meant."""
    bench = second_summon()
    bench.press("b.judge")
    view = public_view(bench.table, LINK)
    assert view["judge"] == {
        "by": "b",
        "text": "Ben has called a judge: the table waits.",
    }
    assert view["status"] == "waiting"
    assert view["message"]["rules"][0]["id"] == "TK-14"
    shown = styles(bench.table, LAMPS)
    assert {shown[i] for i, n in enumerate(LAMPS) if n.startswith("phase.")} == {lamps.ASK}
    assert shown[LAMPS.index("a.m2")] == lamps.ILLEGAL
    assert [display_text(bench.table, seat) for seat in (ANA, BEN)] == ["CALL  40"] * 2
    assert kinds(bench, "judge") == [{"by": "b", "called": True}]
    assert bench.table.requests == {}


def test_nothing_is_played_until_the_judge_has_ruled() -> None:
    """Phases, attacks, answers and placements wait, and so does the table itself."""
    bench = Bench({**OWN, "a.m1": lay("C8"), "b.m1": lay("H9")}, phase="battle")
    assert bench.table.call_judge(ANA) == ""
    bench.press("a.phase")
    bench.touch("a.m2")
    bench.touch("b.m2")
    assert bench.table.request("takeback", BEN) == bench.table._frozen()
    assert "wait for the ruling" in bench.said()
    assert bench.actions() == []
    assert bench.refused() == []
    assert bench.table.let_go_on() == ""
    assert bench.said() == ""
    bench.press("a.phase")
    assert bench.actions() == ["Advance"]


def test_what_was_laid_while_the_table_waited_is_played_when_it_goes_on() -> None:
    """Hands are not held; only the duel is."""
    bench = Bench(OWN)
    bench.table.call_judge(BEN)
    bench.put("a:H7", "a.m2")
    assert bench.actions() == []
    assert "already" in bench.table.call_judge(ANA) or "wait" in bench.table.call_judge(ANA)
    bench.press("b.judge")  # whoever called may send the judge away
    assert bench.actions()[0] == "normal-summon"
    assert public_view(bench.table, LINK)["judge"] is None


def test_without_a_refusal_the_judge_button_takes_back_as_before() -> None:
    """One button: what it means hangs on what lies there."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.s2", down=True)
    bench.press("a.judge")
    assert kinds(bench, "judge") == []
    assert len(kinds(bench, "takeback")) == 1


def test_a_refused_play_stands_by_a_ruling() -> None:
    """The judge sees it with its rules; it is carried out, logged with the reason, and goes on."""
    bench = second_summon()
    bench.press("b.judge")
    seen = judge_view(bench.table, LINK)
    assert [rule["id"] for rule in seen["disputed"]["rules"]] == ["TK-14"]
    play = seen["plays"][0]
    assert play == {
        "text": "Normal Summon the 7 of hearts to Ana's left monster zone",
        "hindrance": "",
    }
    assert bench.table.rule_stand(0, play["text"], " ") != ""
    assert bench.table.rule_stand(0, "something else", "no") != ""
    assert bench.table.rule_stand(7, play["text"], "no") != ""
    assert bench.actions() == []
    assert bench.table.rule_stand(0, play["text"], "Both agreed on it") == ""
    monster = bench.table.duel.top("a.m1")
    assert monster is not None
    assert monster.key == "a:H7"
    assert isinstance(bench.table.finding, Agreed)
    assert public_view(bench.table, LINK)["judge"] is None
    assert bench.table.disputed is None
    assert any("Both agreed on it" in line.text for line in bench.table.log)
    (entry,) = kinds(bench, "action")[:1]
    ruled = parse_action(entry["action"])
    assert isinstance(ruled, Stand)
    assert (ruled.reason, entry["by"]) == ("Both agreed on it", "judge")
    assert list(legal_actions(bench.table.duel))


WRONG: dict[str, tuple[tuple[str, str], dict[str, Any], dict[str, Any]]] = {
    "a summon in Defense": (("a:H7", "a.m2"), {"sideways": True}, {}),
    "a Set that stands upright": (("a:H7", "a.m2"), {"down": True}, {}),
    "a summon out of turn": (("a:H7", "a.m2"), {}, {"turn": 4, "turn_seat": 1}),
    "a trap from the hand": (("a:S1", "a.s2"), {}, {}),
    "a zone that is not used": (("a:H7", "a.m1"), {}, {}),
    "the extra monster zone": (("a:H7", "x1"), {}, {}),
    "a Synchro with nothing sent away": (("a:SQ", "a.m2"), {}, {}),
}


@pytest.mark.parametrize("name", WRONG)
def test_whatever_was_refused_either_stands_or_says_why_it_cannot(name: str) -> None:
    """The first that can stand is carried out, and the mat agrees once the hands have followed."""
    put, how, moment = WRONG[name]
    bench = Bench(OWN, **moment)
    bench.put(*put, **how)
    bench.rest(TURN_MS)
    assert isinstance(bench.table.finding, Refused)
    bench.table.call_judge(ANA)
    plays = bench.table.disputed_plays()
    for index, play in enumerate(plays):
        if play.hindrance:
            assert play.hindrance in bench.table.rule_stand(index, play.text, "why not")
            assert bench.actions() == []
        else:
            assert bench.table.rule_stand(index, play.text, "so be it") == ""
            assert len(kinds(bench, "action")) >= 1
            return
    assert bench.table.rule_back("no such zone") == ""


def test_a_set_that_stands_by_a_ruling_stays_secret_and_is_committed_to() -> None:
    """Laid face-down and upright: let stand, it is a Set card like any other."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.m2", down=True)
    bench.rest(TURN_MS)
    stands = [p for p in bench.table.disputed_plays() if not p.hindrance]
    assert stands
    assert "hearts" not in stands[0].text
    assert isinstance(stands[0].action, Play)
    assert bench.table.rule_stand(0, stands[0].text, "turned with leave") == ""
    piece = bench.table.duel.top("a.m1")
    assert piece is not None
    assert piece.key is None
    assert bench.table.secrets[piece.oid] == "a:H7"
    assert [line for line in bench.table.log if line.sealed]
    assert isinstance(bench.table.finding, Agreed)


def test_an_attack_that_was_refused_stands_by_a_ruling() -> None:
    """What was only said is disputed too, and waits for the judge whatever hands do meanwhile."""
    bench = Bench({**OWN, "a.m1": lay("C8"), "b.m1": lay("H9")}, turn=3)
    bench.touch("a.m2")
    bench.touch("b.m2")
    assert "TK-07" in bench.refused()[0]
    bench.press("a.judge")
    bench.take("a.m2")
    bench.put("a:C8", "a.m2")
    (play,) = bench.table.disputed_plays()
    assert isinstance(play.action, Attack)
    if not play.hindrance:
        assert bench.table.rule_stand(0, play.text, "phase was announced") == ""
        assert bench.actions()[0] == "Stand"
    else:
        assert bench.table.rule_back("not yet") == ""
        assert bench.table.disputed is None
    assert public_view(bench.table, LINK)["judge"] is None


def test_a_ruling_has_the_refused_play_taken_back_with_guidance() -> None:
    """The table goes on waiting for the hands, not for the judge; the reason is in the log."""
    bench = second_summon()
    bench.press("b.judge")
    assert bench.table.rule_back("") != ""
    assert bench.table.rule_back("the right was used") == ""
    assert bench.table.log[-1].text.endswith("The right was used.")
    assert kinds(bench, "ruling") == [{"reason": "the right was used"}]
    view = public_view(bench.table, LINK)
    assert view["judge"] is None
    assert [(o["from"], o["to"]) for o in view["obligations"]] == [("a.m2", "a.hand")]
    bench.take("a.m2")
    assert isinstance(bench.table.finding, Agreed)
    assert bench.table.disputed is None
    assert bench.actions() == []


def test_a_judge_takes_the_last_play_back_without_asking_the_players() -> None:
    """A summon has shown a card: players would both have to agree, a judge decides."""
    bench = Bench(OWN)
    bench.put("a:C9", "a.m2")
    bench.choose("Normal Summon the 9 of clubs")
    assert bench.table.duel.top("a.m1") is not None
    seen = judge_view(bench.table, LINK)
    assert "9 of clubs" in seen["last_play"]
    assert bench.table.rule_back("played before the draw") == ""
    assert bench.table.duel.top("a.m1") is None
    assert "The judge takes back" in bench.table.log[-1].text
    assert kinds(bench, "takeback")[-1]["ruled"] == "played before the draw"
    settle(bench)
    assert isinstance(bench.table.finding, Agreed)
    assert Bench(OWN).table.rule_back("early").startswith("Nothing has been played")


def test_a_judge_corrects_life_with_a_reason_and_the_call_stays_open() -> None:
    """Several corrections may be needed before play goes on."""
    bench = second_summon()
    bench.press("a.judge")
    assert bench.table.rule_life(BEN, 33, "") != ""
    assert bench.table.rule_life(BEN, 33, "a hit was missed") == ""
    assert bench.table.duel.players[1].life == 33
    assert bench.table.log[-1].text == "Ben's life is corrected to 33: a hit was missed."
    assert bench.table.log[-1].seat < 0
    assert bench.table.called_by == ANA
    assert bench.table.disputed is not None
    assert public_view(bench.table, LINK)["message"]["rules"][0]["id"] == "TK-14"


def test_a_ruling_is_taken_back_like_a_play() -> None:
    """A corrected life goes back first, then the play before it: nothing is lost in between."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.s2", down=True)
    bench.table.rule_life(BEN, 12, "miscounted")
    bench.table.rule_back("the other player was meant")
    assert bench.table.duel.players[1].life == 40
    assert bench.table.duel.top("a.s1") is not None


def test_a_judge_sees_what_lies_face_down_and_what_is_whispered() -> None:
    """A Heart that was Set: its owner alone is told, and the judge; the other player is not."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.m2", down=True, sideways=True)
    seen = judge_view(bench.table, LINK)
    assert seen["facedown"][0]["key"] == "a:H7"
    assert seen["whispers"][0]["seat"] == "a"
    assert seen["whispers"][0]["rules"][0]["id"] == "TK-74"
    assert seat_view(bench.table, BEN, LINK)["facedown"] == []
    assert "hand" not in seen


def test_after_the_end_nobody_rules() -> None:
    bench = Bench(OWN)
    bench.table.rule_life(BEN, 0, "decked out")
    assert bench.table.duel.is_over()
    for said in (
        bench.table.call_judge(ANA),
        bench.table.rule_back("late"),
        bench.table.rule_life(ANA, 3, "late"),
    ):
        assert "over" in said.lower()


@pytest.mark.parametrize("ruling", ["called", "stand", "back", "life", "undo", "said"])
def test_calls_and_rulings_go_on_after_a_stop(ruling: str) -> None:
    """The journal alone gives back call, dispute, ruling and log."""
    bench = second_summon() if ruling != "said" else Bench({**OWN, "a.m1": lay("C8")})
    table = bench.table
    if ruling == "said":
        bench.touch("a.m2")
        bench.touch("b.deck")
    start = table.duel
    table.call_judge(BEN)
    match ruling:
        case "stand":
            table.rule_stand(0, table.disputed_plays()[0].text, "agreed")
        case "back":
            table.rule_back("used")
        case "life":
            table.rule_life(ANA, 17, "counted anew")
        case "undo":
            table.rule_life(ANA, 17, "counted anew")
            table.rule_stand(0, table.disputed_plays()[0].text, "agreed")
            table.rule_back("after all not")
        case _:
            pass
    again = DuelTable(table.setting, table.zones, type(bench.journal)(), bench.dice)
    again.duel = again_start = bench_start(bench, start)
    assert again_start is not None
    again.tasks.clear()
    resume(again, [Written(*entry) for entry in bench.journal.entries])
    assert again.duel == table.duel
    assert again.called_by == table.called_by
    assert [line.text for line in again.log] == [line.text for line in table.log]
    again.sense(bench.mat.layout(), 10)
    again.tick(10 + TURN_MS)
    mine, theirs = judge_view(again, LINK), judge_view(table, LINK)
    assert mine["judge"] == theirs["judge"]
    assert mine["plays"] == theirs["plays"]
    assert [p for p in again.layout.items() if p[1].face is Face.UNKNOWN] == []


def bench_start(bench: Bench, start: Any) -> Any:
    """The duel at which the journal of a bench begins."""
    return bench.table.past[0].duel if bench.table.past else start
