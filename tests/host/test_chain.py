"""The Chain as views show it, and what a card may do as answers and movements of hands."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from direct_mat import Bench, held, lay, make_table
from duelmat_engine import Decision, Seat
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.chain import if_declined
from duelmat_host.table.commands import AskMe
from duelmat_host.table.zone_map import PadName
from seen import public_json, seat_json

ANA, BEN = Seat(0), Seat(1)
ZONES = {
    "a.hand": held("H7", "S5"),
    "a.pile": held("C4", "C5", "C6"),
    "b.hand": held("D6", "D7"),
    "b.pile": held("D8", "D9"),
    "a.s1": lay("D9", down=True),
    "b.s1": lay("H3", down=True),
}


def trapped() -> Bench:
    """Ana has summoned the 7 of hearts, and Ben's trap aims at it; Ana is asked."""
    bench = Bench(ZONES)
    bench.table.command(ANA, AskMe(["every"]))
    bench.put("a:H7", "a.m3")
    bench.choose("Do not use it")
    if bench.table.state.duel.decision is not None and bench.options(ANA):
        bench.choose("Do not respond")
    bench.hands.flip(MatZone("b.s2"))
    bench.choose("Choose the 7 of hearts", BEN)
    return bench


def test_a_link_is_shown_with_its_card_its_target_and_what_it_will_do() -> None:
    (link,) = public_json(trapped().table)["chain"]
    assert link == {
        "number": 1,
        "seat": "b",
        "text": "Ben's 3 of hearts as a trap",
        "does": "banish the 7 of hearts",
        "from": "b.s2",
        "targets": ["a.m3"],
        "next": True,
    }


def test_who_is_asked_is_told_because_of_what_and_what_comes_next() -> None:
    """The question and its answer say what will happen; everybody could read it on the mat."""
    (prompt,) = seat_json(trapped().table, ANA)["prompts"]
    assert prompt["because"] == (
        "Because Ben uses the 3 of hearts as a trap. It will: banish the 7 of hearts."
    )
    (decline,) = prompt["options"]
    assert decline["text"] == "Do not respond"
    assert decline["detail"] == "If nobody responds, it will: banish the 7 of hearts."


def test_the_text_of_a_card_speaks_to_whoever_uses_it() -> None:
    """ "Your field" in a card of Ben's is Ben's, and Ana who is asked is told so."""
    bench = Bench({**ZONES, "b.s1": lay("D1", down=True)})
    bench.table.command(ANA, AskMe(["every"]))
    bench.put("a:H7", "a.m3")
    bench.choose("Do not use it")
    if bench.table.state.duel.decision is not None and bench.options(ANA):
        bench.choose("Do not respond")
    bench.hands.flip(MatZone("b.s2"))
    (link,) = public_json(bench.table)["chain"]
    assert link["does"] == "to Ben it says: when a monster is summoned: destroy all monsters"
    (prompt,) = seat_json(bench.table, ANA)["prompts"]
    assert prompt["because"] == (
        "Because Ben uses the 1 of diamonds as a trap. "
        "To Ben it says: when a monster is summoned: destroy all monsters."
    )
    assert prompt["options"][0]["detail"] == "If nobody responds, it resolves."


def test_a_card_that_was_touched_stays_selected_while_another_passes() -> None:
    """Who touches an attacker early need not do it again."""
    bench = Bench(ZONES)
    bench.table.command(BEN, AskMe(["every"]))
    bench.put("a:H7", "a.m3")
    bench.choose("Do not use it")
    bench.touch("a.m3")
    bench.choose("Do not respond", BEN)
    assert bench.table.now.selected == "a.m3"
    bench.press("a.phase")
    assert bench.table.now.selected is None


def test_a_pass_in_open_play_says_what_comes_when_all_have_passed() -> None:
    """In Resummoned nothing else ends a phase, or leads from an attack to its damage."""
    table = make_table(Dice(), asks=False, ruleset="resummoned")
    (prompt,) = [prompt for prompt in table.now.prompts if prompt.seat == ANA]
    table.answer(ANA, prompt.id, 0)
    for seat in "ab":
        table.touch(PadName(f"{seat}.deck"), 0)
    options = [each for asked in seat_json(table, ANA)["prompts"] for each in asked["options"]]
    (passing,) = [option for option in options if option["text"].startswith("Pass")]
    assert passing["detail"] == "If all players pass, the phase ends."
    duel = table.state.duel
    assert duel.decision is not None
    fought = structs.replace(duel.decision, about="attack-declared")
    battle = structs.replace(duel, decision=fought)
    current = replace(table.state.current, duel=battle)
    then = if_declined(replace(table.state, current=current))
    assert then == "If all players pass, the battle goes on."


def test_who_announces_is_told_that_it_may_be_taken_back_for_nothing() -> None:
    """Magic whose target is still to be chosen."""
    bench = Bench({"a.hand": held("S5"), "b.m1": lay("C5")})
    bench.put("a:S5", "a.s3")
    options = [
        each for asked in seat_json(bench.table, ANA)["prompts"] for each in asked["options"]
    ]
    back = next(each for each in options if each["text"] == "Take the announcement back")
    assert back["detail"] == "Then it is as if nothing had been announced."


def test_to_choose_none_of_unseen_cards_is_told_to_be_a_statement() -> None:
    """That none fits is remembered: a card that does could not be shown later."""
    bench = Bench(ZONES)
    state = bench.table.state
    asked = Decision(ANA, "choose", optional=True)
    current = replace(state.current, duel=structs.replace(state.duel, decision=asked))
    then = if_declined(replace(state, current=current))
    assert then is not None
    assert then.startswith("By this you say that none of them fits.")


def test_when_it_has_resolved_there_is_no_chain() -> None:
    """The lines of one play have its number in the log."""
    bench = trapped()
    bench.choose("Do not respond")
    view = public_json(bench.table)
    assert view["chain"] == []
    banished = next(line for line in view["log"] if "banish" in line["text"])
    assert banished["play"] == max(line["play"] for line in view["log"])


def test_what_a_card_may_do_is_an_answer_or_a_movement_of_hands() -> None:
    """An attack is answered at a press; a turn is a movement; what is refused is neither."""
    bench = Bench({**ZONES, "b.s1": [], "a.m2": lay("S9"), "b.m2": lay("D2")}, phase="battle")
    bench.touch("a.m3")
    view = seat_json(bench.table, ANA)
    attack = next(use for use in view["may"] if use["text"].startswith("Attack the 2"))
    (menu,) = view["prompts"]
    assert attack["how"] == ""
    assert attack["answer"]["prompt"] == menu["id"]
    answer = menu["options"][attack["answer"]["option"]]
    assert (answer["text"], answer["from"], answer["to"]) == (attack["text"], "a.m3", "b.m3")
    turn = next(use for use in view["may"] if not use["legal"])
    assert (turn["how"], turn["answer"]) == ("", None)
