"""A judge at the table: called, waited for, heard; rulings are written down with reasons."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from direct_mat import MAT, Bench, DirectTable, fold, held, lay
from duelmat_engine.actions import Attack, Play, Stand
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat
from duelmat_engine.notation import parse_action
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.sensing.layout import Face
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.table.commands import (
    CallJudge,
    CorrectLife,
    GoOn,
    HaveTakenBack,
    LetStand,
    TakeBack,
)
from duelmat_host.table.desk import disputed_plays
from duelmat_host.table.entries import PlayRefused
from duelmat_host.table.entry_form import from_data
from duelmat_host.table.errors import (
    DeclinedError,
    DuelOverError,
    IllegalCommandError,
    JudgeAwaitedError,
    NothingThereError,
    ReasonMissingError,
)
from duelmat_host.table.findings import Agreed, Refused
from duelmat_host.table.reports import REFUSE_MS, TURN_MS
from duelmat_serving.language.catalogs import language
from duelmat_wire import lamps
from seen import judge_json, public_json, seat_json

ANA, BEN = Seat(0), Seat(1)
OWN = {"a.hand": held("S4", "H7", "C9", "D5", "S1"), "b.hand": held("H2", "H3")}
SPENT: dict[str, Any] = {"turn_counters": {"a.summon-right": 1}}
LAMPS = tuple(lamp.name for lamp in MAT.lamps)


def second_summon(**how: Any) -> Bench:
    """A second Normal Summon lies on the mat and has been refused."""
    bench = Bench(OWN, **SPENT, **how)
    bench.put("a:H7", "a.m2")
    bench.rest(REFUSE_MS)
    assert isinstance(bench.table.finding, Refused)
    return bench


def kinds(bench: Bench, kind: str) -> list[dict[str, Any]]:
    """The data of the entries of a kind, without the time that they took."""
    return [
        {key: value for key, value in data.items() if key != "took_ms"}
        for of, data in bench.journal.entries
        if of == kind
    ]


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
    view = public_json(bench.table)
    assert view["judge"] == {
        "by": "b",
        "text": "Ben has called a judge: the table waits.",
    }
    assert view["status"] == "waiting"
    assert view["message"]["rules"][0]["id"] == "TK-14"
    shown = styles(bench.table.now, LAMPS)
    assert {shown[i] for i, n in enumerate(LAMPS) if n.startswith("phase.")} == {lamps.ASK}
    assert shown[LAMPS.index("a.m2")] == lamps.ILLEGAL
    assert [display_text(bench.table.now, seat) for seat in (ANA, BEN)] == ["CALL  40"] * 2
    assert kinds(bench, "judge") == [{"by": "b", "called": True}]
    assert bench.table.state.requests == {}


def test_nothing_is_played_until_the_judge_has_ruled() -> None:
    """Phases, attacks, answers and placements wait, and so does the table itself."""
    bench = Bench({**OWN, "a.m1": lay("C8"), "b.m1": lay("H9")}, phase="battle")
    bench.table.command(ANA, CallJudge())
    bench.press("a.phase")
    bench.touch("a.m2")
    bench.touch("b.m2")
    with pytest.raises(JudgeAwaitedError, match="Ana has called"):
        bench.table.command(BEN, TakeBack())
    assert "wait for the ruling" in bench.said()
    assert bench.actions() == []
    assert bench.refused() == []
    bench.table.rule(GoOn())
    assert bench.said() == ""
    bench.press("a.phase")
    assert bench.actions() == ["Advance"]


def test_what_was_laid_while_the_table_waited_is_played_when_it_goes_on() -> None:
    """Hands are not held; only the duel is."""
    bench = Bench(OWN)
    bench.table.command(BEN, CallJudge())
    bench.put("a:H7", "a.m2")
    assert bench.actions() == []
    with pytest.raises(JudgeAwaitedError, match="Ben has called"):
        bench.table.command(ANA, CallJudge())
    bench.press("b.judge")  # whoever called may send the judge away
    assert bench.actions()[0] == "normal-summon"
    assert public_json(bench.table)["judge"] is None


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
    seen = judge_json(bench.table)
    assert [rule["id"] for rule in seen["disputed"]["rules"]] == ["TK-14"]
    play = seen["plays"][0]
    assert play == {
        "text": "Normal Summon the 7 of hearts to Ana's left monster zone",
        "hindrance": "",
    }
    declined: list[tuple[LetStand, type[DeclinedError]]] = [
        (LetStand(0, play["text"], " "), ReasonMissingError),
        (LetStand(0, "something else", "no"), NothingThereError),
        (LetStand(7, play["text"], "no"), NothingThereError),
    ]
    for ruling, error in declined:
        with pytest.raises(error):
            bench.table.rule(ruling)
    assert bench.actions() == []
    bench.table.rule(LetStand(0, play["text"], "Both agreed on it"))
    monster = bench.table.state.duel.top("a.m1")
    assert monster is not None
    assert monster.key == "a:H7"
    assert isinstance(bench.table.finding, Agreed)
    assert public_json(bench.table)["judge"] is None
    assert bench.table.state.refusal is None
    assert any("Both agreed on it" in line.text for line in bench.table.state.log)
    (entry,) = kinds(bench, "action")[:1]
    ruled = parse_action(entry["action"])
    assert isinstance(ruled, Stand)
    assert (ruled.reason, entry["by"]) == ("Both agreed on it", "judge")
    assert list(legal_actions(bench.table.state.duel))


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
    bench.table.command(ANA, CallJudge())
    plays = disputed_plays(bench.table.state)
    for index, play in enumerate(plays):
        if play.hindrance is not None:
            with pytest.raises(IllegalCommandError, match=re.escape(play.hindrance)):
                bench.table.rule(LetStand(index, play.text, "why not"))
            assert bench.actions() == []
        else:
            bench.table.rule(LetStand(index, play.text, "so be it"))
            assert len(kinds(bench, "action")) >= 1
            return
    bench.table.rule(HaveTakenBack("no such zone"))
    assert bench.table.state.called_by is None


def test_a_set_that_stands_by_a_ruling_stays_secret_and_is_committed_to() -> None:
    """Laid face-down and upright: let stand, it is a Set card like any other."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.m2", down=True)
    bench.rest(TURN_MS)
    stands = [p for p in disputed_plays(bench.table.state) if p.hindrance is None]
    assert stands
    assert "hearts" not in stands[0].text
    assert isinstance(stands[0].action, Play)
    bench.table.rule(LetStand(0, stands[0].text, "turned with leave"))
    piece = bench.table.state.duel.top("a.m1")
    assert piece is not None
    assert piece.key is None
    assert bench.table.state.secrets[piece.oid] == "a:H7"
    assert [line for line in bench.table.state.log if line.sealed]
    assert isinstance(bench.table.finding, Agreed)


def test_of_two_attacks_refused_alike_the_last_is_disputed() -> None:
    """The same rule in the same words, but another play: a ruling is about what was done last."""
    both = {"b.m1": lay("H9"), "b.m2": lay("C9")}
    bench = Bench({**OWN, "a.m1": lay("C8"), **both}, turn=3, phase="main2")
    bench.touch("a.m2")
    for target, attacked in (("b.m2", "b.m1"), ("b.m3", "b.m2")):
        bench.touch(target)
        (play,) = disputed_plays(bench.table.state)
        assert play.action == Attack("a.m1", attacked)
    assert bench.table.state.refused_count == len(both)


def test_an_attack_that_was_refused_stands_by_a_ruling() -> None:
    """What was only said is disputed too, and waits for the judge whatever hands do meanwhile."""
    bench = Bench({**OWN, "a.m1": lay("C8"), "b.m1": lay("H9")}, turn=3, phase="main2")
    bench.touch("a.m2")
    bench.touch("b.m2")
    assert "TK-07" in bench.refused()[0]
    bench.press("a.judge")
    bench.take("a.m2")
    bench.put("a:C8", "a.m2")
    (play,) = disputed_plays(bench.table.state)
    assert isinstance(play.action, Attack)
    if play.hindrance is None:
        bench.table.rule(LetStand(0, play.text, "phase was announced"))
        assert bench.actions()[0] == "Stand"
    else:
        bench.table.rule(HaveTakenBack("not yet"))
        assert bench.table.state.refusal is None
    assert public_json(bench.table)["judge"] is None


def test_a_ruling_has_the_refused_play_taken_back_with_guidance() -> None:
    """The table goes on waiting for the hands, not for the judge; the reason is in the log."""
    bench = second_summon()
    bench.press("b.judge")
    with pytest.raises(ReasonMissingError):
        bench.table.rule(HaveTakenBack(""))
    bench.table.rule(HaveTakenBack("the right was used"))
    assert bench.table.state.log[-1].text.endswith("The right was used.")
    assert kinds(bench, "ruling") == [{"reason": "the right was used"}]
    view = public_json(bench.table)
    assert view["judge"] is None
    assert [(o["from"], o["to"]) for o in view["obligations"]] == [("a.m2", "a.hand")]
    bench.take("a.m2")
    assert isinstance(bench.table.finding, Agreed)
    assert bench.table.state.refusal is None
    assert bench.actions() == []


def test_a_refusal_is_said_in_japanese_after_a_restart() -> None:
    """The journal keeps its message with it."""
    bench = second_summon()
    ((kind, data),) = [each for each in bench.journal.entries if each[0] == "refused"]
    read = from_data(kind, msgspec.json.decode(msgspec.json.encode(data)))
    assert isinstance(read, PlayRefused)
    assert bench.table.state.refusal is not None
    for said, again in zip(
        (bench.table.state.refusal.text, *bench.table.state.refusal.remedies),
        (read.text, *read.remedies),
        strict=True,
    ):
        assert language("ja").said(again) == language("ja").said(said) != said


def test_a_judge_takes_the_last_play_back_without_asking_the_players() -> None:
    """A summon has shown a card: players would both have to agree, a judge decides."""
    bench = Bench(OWN)
    bench.put("a:C9", "a.m2")
    bench.choose("Normal Summon the 9 of clubs")
    assert bench.table.state.duel.top("a.m1") is not None
    seen = judge_json(bench.table)
    assert "9 of clubs" in seen["last_play"]
    bench.table.rule(HaveTakenBack("played before the draw", seen["last_number"]))
    assert bench.table.state.duel.top("a.m1") is None
    assert "The judge takes back" in bench.table.state.log[-1].text
    assert kinds(bench, "takeback")[-1]["ruled"] == "played before the draw"
    settle(bench)
    assert isinstance(bench.table.finding, Agreed)
    with pytest.raises(NothingThereError, match="Nothing has been played"):
        Bench(OWN).table.rule(HaveTakenBack("early", 1))


def last_number(bench: Bench) -> int:
    number = judge_json(bench.table)["last_number"]
    assert isinstance(number, int)
    return number


def test_a_ruling_takes_back_the_play_that_the_judge_read_and_no_other() -> None:
    """Another play may have been done, taken back or refused since the judge's page showed it."""
    bench = Bench(OWN)
    with pytest.raises(NothingThereError, match="refused play"):
        bench.table.rule(HaveTakenBack("late"))
    bench.put("a:H7", "a.s2", down=True)
    read = last_number(bench)
    bench.table.rule(CorrectLife("b", 12, "miscounted"))
    with pytest.raises(NothingThereError, match="look again"):
        bench.table.rule(HaveTakenBack("set too early", read))
    bench.table.rule(HaveTakenBack("the other player was meant", last_number(bench)))
    bench.table.rule(HaveTakenBack("set too early", read))
    assert bench.table.state.duel.top("a.s1") is None
    settle(bench)
    bench.put("a:H7", "a.s2", down=True)
    with pytest.raises(NothingThereError, match="look again"):
        bench.table.rule(HaveTakenBack("set too early", read))


def test_a_judge_corrects_life_with_a_reason_and_the_call_stays_open() -> None:
    """Several corrections may be needed before play goes on."""
    bench = second_summon()
    bench.press("a.judge")
    with pytest.raises(IllegalCommandError, match="reason"):
        bench.table.rule(CorrectLife("b", 33, ""))
    bench.table.rule(CorrectLife("b", 33, "a hit was missed"))
    assert bench.table.state.duel.players[1].life == 33
    assert bench.table.state.log[-1].text == "Ben's life is corrected to 33: a hit was missed."
    assert bench.table.state.log[-1].seat < 0
    assert bench.table.state.called_by == ANA
    assert bench.table.state.refusal is not None
    assert public_json(bench.table)["message"]["rules"][0]["id"] == "TK-14"


def test_a_ruling_is_taken_back_like_a_play() -> None:
    """A corrected life goes back first, then the play before it: nothing is lost in between."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.s2", down=True)
    bench.table.rule(CorrectLife("b", 12, "miscounted"))
    bench.table.rule(HaveTakenBack("the other player was meant", last_number(bench)))
    assert bench.table.state.duel.players[1].life == 40
    assert bench.table.state.duel.top("a.s1") is not None


def test_a_judge_sees_what_lies_face_down_and_what_is_whispered() -> None:
    """A Heart that was Set: its owner alone is told, and the judge; the other player is not."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.m2", down=True, sideways=True)
    seen = judge_json(bench.table)
    assert seen["facedown"][0]["key"] == "a:H7"
    assert seen["whispers"][0]["seat"] == "a"
    assert seen["whispers"][0]["rules"][0]["id"] == "TK-74"
    assert seat_json(bench.table, BEN)["facedown"] == []
    assert "hand" not in seen


def test_after_the_end_nobody_rules() -> None:
    bench = Bench(OWN)
    bench.table.rule(CorrectLife("b", 0, "decked out"))
    assert bench.table.state.duel.is_over()
    with pytest.raises(DuelOverError):
        bench.table.command(ANA, CallJudge())
    with pytest.raises(DuelOverError):
        bench.table.rule(HaveTakenBack("late"))
    with pytest.raises(IllegalCommandError, match="duel is over"):
        bench.table.rule(CorrectLife("a", 3, "late"))


@pytest.mark.parametrize("ruling", ["called", "stand", "back", "life", "undo", "said"])
def test_calls_and_rulings_go_on_after_a_stop(ruling: str) -> None:
    """The journal alone gives back call, dispute, ruling and log."""
    bench = second_summon() if ruling != "said" else Bench({**OWN, "a.m1": lay("C8")})
    table = bench.table
    if ruling == "said":
        bench.touch("a.m2")
        bench.touch("b.deck")
    table.command(BEN, CallJudge())
    match ruling:
        case "stand":
            table.rule(LetStand(0, disputed_plays(table.state)[0].text, "agreed"))
        case "back":
            table.rule(HaveTakenBack("used"))
        case "life":
            table.rule(CorrectLife("a", 17, "counted anew"))
        case "undo":
            table.rule(CorrectLife("a", 17, "counted anew"))
            table.rule(LetStand(0, disputed_plays(table.state)[0].text, "agreed"))
            table.rule(HaveTakenBack("after all not", last_number(bench)))
        case _:
            pass
    entries = [from_data(kind, data) for kind, data in bench.journal.entries]
    state = fold(bench.start, entries)
    assert state.duel == table.state.duel
    assert state.called_by == table.state.called_by
    assert state.log == table.state.log
    again = DirectTable(state, type(bench.journal)(), bench.dice)
    again.sense(bench.mat.layout(), 10)
    again.tick(10 + TURN_MS)
    mine, theirs = judge_json(again), judge_json(table)
    assert mine["judge"] == theirs["judge"]
    assert mine["plays"] == theirs["plays"]
    assert [p for p in again.layout.items() if p[1].face is Face.UNKNOWN] == []
