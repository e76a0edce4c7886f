"""A table's program at the hub: reports are acknowledged after the commit, changes are told."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec

from duelmat_hub.clocks import utc_ms
from duelmat_hub.reporting import TableNow
from duelmat_hub.running import running
from duelmat_hub.store import open_file
from duelmat_message import say
from duelmat_serving.language.catalogs import language
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.chain import ROOT
from duelmat_tournament.entries import Settling
from duelmat_tournament.event import CallStep
from duelmat_tournament.first_player import first_chooser
from duelmat_tournament.hall import Chair
from duelmat_tournament.names import NO_PLAYER, CallId, PenaltyId, RoundNumber, TableNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import double_loss, played
from duelmat_tournament.roles import Role
from duelmat_venue.lives import Life
from duelmat_venue.reports import Ack
from duelmat_venue.texts import text_form, text_of
from duelmat_venue.wanted import Wanted
from hub.asked_app import HOST, Asker, asked
from hub.asking import HEAD_JUDGE, JUDGE
from hub.asking import ask as tell

STREAM = "5" * 32
TABLE = TableNumber(1)
CALL = {"judge": {"by": "b", "text": "Ben calls a judge: Attack was refused."}}


def batch(*changes: dict[str, Any], first: int = 1, **more: Any) -> dict[str, Any]:
    reports = [
        {"n": n, "took_ms": 100, "changes": each} for n, each in enumerate(changes, start=first)
    ]
    return {
        "stream": STREAM,
        "round": 1,
        "duel": 1,
        "now_ms": utc_ms(),
        "reports": reports,
        **more,
    }


async def report(asker: Asker, *changes: dict[str, Any], first: int = 1, **more: Any) -> Ack:
    body = batch(*changes, first=first, **more)
    answer = await asker.browsers[Role.TABLE].post("/table/reports", json=body)
    assert answer.status_code == 200, answer.text
    ack = msgspec.json.decode(answer.content, type=Ack)
    assert abs(ack.now_ms - utc_ms()) < 60_000
    return msgspec.structs.replace(ack, now_ms=0)


async def want(asker: Asker, tag: str = "") -> httpx.Response:
    headers = {"if-none-match": tag} if tag else {}
    return await asker.browsers[Role.TABLE].get("/table/wanted", headers=headers)


def wanted(answer: httpx.Response) -> Wanted:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Wanted)


def test_reports_are_acknowledged_and_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            life = Life(asker.started.hub.mark)
            first = await report(asker, {"turn": 1}, {"turn": 2})
            assert (first.n, first.life) == (2, life)
            assert (await report(asker, {"turn": 2}, {"turn": 3}, first=2)).n == 3
            assert (await report(asker, {"turn": 9}, first=7)).n == 3, "a gap"
            assert wanted(await want(asker)).life == life
            now = asker.started.reporting.table(1)
            assert now is not None
            assert (now.n, now.view["turn"]) == (3, 3)

    asyncio.run(story())


def test_a_call_at_the_mat_is_a_call_of_the_event_once(tmp_path: Path) -> None:
    """However often the report comes; who called is the player at that seat."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            for _ in range(3):
                assert (await report(asker, {"turn": 1}, CALL)).notes == ()
            hub = asker.started.hub
            assert hub.event is not None
            (call,) = hub.event.calls.values()
            match = hub.event.rounds[0].matches[TABLE]
            assert (call.table, call.player, call.about) == (
                TABLE,
                match.second,
                CALL["judge"]["text"],
            )
            assert call.step is CallStep.WAITING

    asyncio.run(story())


def test_a_table_calls_a_judge_in_nobodys_name(tmp_path: Path) -> None:
    """Such as for side decking that takes too long; a seat that nobody has calls nobody."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub, text = asker.started.hub, "Side decking takes longer than 3 minutes."
            await report(asker, {"judge": {"by": "c", "text": text}})
            assert hub.event is not None
            assert not hub.event.calls
            await report(asker, {"judge": {"by": "", "text": text}}, first=2)
            (call,) = hub.event.calls.values()
            assert (call.player, call.about) == (NO_PLAYER, text)
            page = await asker.browsers[Role.JUDGE].get(f"/floor/table/{TABLE}")
            assert text in page.text

    asyncio.run(story())


def test_a_process_that_is_behind_the_event_misses_no_call(tmp_path: Path) -> None:
    """It reads the event before it acknowledges a report of a round that it does not know."""

    async def story() -> None:
        async with asked(tmp_path) as asker, running(open_file(tmp_path)) as other:
            other.hub.event, other.hub.log, other.hub.head = None, [], ROOT
            browser = asker.browser_of(other)
            browser.headers.update(asker.browsers[Role.TABLE].headers)
            answer = await browser.post("/table/reports", json=batch({"turn": 1}, CALL))
            assert msgspec.json.decode(answer.content, type=Ack).n == 2
            await asker.started.hub.refresh()
            assert asker.started.hub.event is not None
            assert [each.table for each in asker.started.hub.event.calls.values()] == [TABLE]

    asyncio.run(story())


def test_a_result_that_both_have_confirmed_is_that_of_the_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            counted = {"wins": {"a": 2, "b": 1}, "draws": 0}
            await report(asker, {"result": {**counted, "confirmed": ["a"]}})
            hub = asker.started.hub
            assert hub.event is not None
            assert hub.event.rounds[0].matches[TABLE].result is None
            await report(asker, {"result": {**counted, "confirmed": ["a", "b"]}}, first=2)
            match = hub.event.rounds[0].matches[TABLE]
            assert match.settled is Settling.AT_TABLE
            assert match.result is not None
            assert (match.result.first_won, match.result.second_won) == (2, 1)
            told = wanted(await want(asker))
            assert text_of(told.result).endswith(" 2-1")

    asyncio.run(story())


def test_a_match_that_both_lose_is_settled_as_that(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            counted = {"wins": {"a": 0, "b": 0}, "draws": 1, "is_double_loss": True}
            await report(asker, {"result": {**counted, "confirmed": ["a", "b"]}})
            hub = asker.started.hub
            assert hub.event is not None
            assert hub.event.rounds[0].matches[TABLE].result == double_loss(0, 0, 1)

    asyncio.run(story())


def test_what_the_event_refuses_is_said_at_the_table(tmp_path: Path) -> None:
    """The report is kept all the same, and nobody else is stopped."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            counted = {"wins": {"a": 7}, "draws": 0, "confirmed": ["a", "b"]}
            ack = await report(asker, {"result": counted})
            assert ack.n == 1
            note = text_of(ack.notes[0])
            assert "best of 3" in note or "duels" in note, note

    asyncio.run(story())


def test_reports_of_another_round_change_nothing_in_the_event(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            assert (await report(asker, CALL, round=2)).n == 1
            assert asker.started.hub.event is not None
            assert not asker.started.hub.event.calls

    asyncio.run(story())


def test_reports_of_another_shape_are_refused_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            program = asker.browsers[Role.TABLE]
            bodies: tuple[Any, ...] = (
                batch({"life": "much"}),
                batch({"turn": 1}, {"judge": {"by": "z", "text": ""}}),
                batch({"log": [{"text": "no number"}]}),
                batch({"turn": 1}, stream="short"),
                {"reports": []},
            )
            for body in bodies:
                answer = await program.post("/table/reports", json=body)
                assert answer.status_code == 422, answer.text
                assert "Nothing was done" in answer.json()["message"]
            known = asker.started.reporting.table(1)
            assert known in (None, TableNow(1)), "the table has a link, and has told nothing"

    asyncio.run(story())


def test_a_duel_loss_is_wanted_of_the_table_and_a_warning_is_not(tmp_path: Path) -> None:
    """With the seat of the player who loses, and the infraction in the policy's words."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            assert hub.event is not None
            second = hub.event.rounds[0].matches[TABLE].second
            for infraction in ("slow-play", "late"):
                given = floor_commands.GivePenalty(second, infraction)
                await tell(hub, given, JUDGE)
            (loss,) = wanted(await want(asker)).losses
            assert (loss.number, loss.seat) == (2, "b")
            assert "late" in text_of(loss.infraction)
            assert not loss.ends_match
            heavier = floor_commands.DecideUpgrade(PenaltyId(2), Penalty.MATCH_LOSS, "So.")
            await tell(hub, heavier, HEAD_JUDGE)
            (lost,) = wanted(await want(asker)).losses
            assert (lost.number, lost.ends_match) == (2, True)

    asyncio.run(story())


def test_a_clock_that_differs_is_said_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            ack = await report(asker, {"turn": 1}, now_ms=utc_ms() - 3_600_000)
            (note,) = map(text_of, ack.notes)
            assert note == (
                "The clock of this table differs from the event's by 60 minutes: set it, or "
                "time is called here at another moment than in the hall."
            )

    asyncio.run(story())


def test_two_programs_of_one_table_are_told_apart(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            await report(asker, {"turn": 1})
            await report(asker, {"turn": 1}, stream="6" * 32)
            note = text_of((await report(asker, CALL, first=2)).notes[0])
            assert note.startswith("Another program has begun to report for table 1")
            assert asker.started.hub.event is not None
            assert not asker.started.hub.event.calls

    asyncio.run(story())


def test_a_copy_of_another_tables_folder_is_refused(tmp_path: Path) -> None:
    """At the table that has it; the other one goes on."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            await report(asker, {"turn": 1})
            secret = await asker.started.people.make_link(
                Role.TABLE, "Table 2", table=TableNumber(2)
            )
            other = asker.new_browser()
            other.headers["authorization"] = f"Bearer {secret}"
            refused = await other.post("/table/reports", json=batch({"turn": 9}, first=2))
            assert refused.status_code == 409
            assert "Remove uplink.json from it" in refused.json()["message"]
            assert (await report(asker, {"turn": 2}, first=2)).n == 2

    asyncio.run(story())


def test_what_is_wanted_is_told_when_it_changes(tmp_path: Path) -> None:
    """A table that waits hears of its judge at once, and of nothing that does not concern it."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            assert hub.event is not None
            first = await want(asker)
            told = wanted(first)
            match = hub.event.rounds[0].matches[TABLE]
            assert told.match is not None
            assert [each.id for each in told.match.players] == list(match.players)
            assert (told.is_playing, told.match.best_of, told.call) == (True, 3, None)
            assert told.clock.ends_ms is not None
            waiting = asyncio.create_task(want(asker, first.headers["etag"]))
            other = next(each for each in hub.event.rounds[0].matches if each != TABLE)
            await tell(hub, floor_commands.CallJudge(other), JUDGE)
            await asyncio.sleep(0)
            assert not waiting.done()
            await tell(hub, floor_commands.CallJudge(TABLE), JUDGE)
            await tell(hub, floor_commands.TakeCall(CallId(2)), JUDGE)
            call = wanted(await waiting).call
            assert call is not None
            assert call.id == 2
            later = wanted(await want(asker, "old"))
            assert later.call is not None
            assert (later.call.step, later.call.judge) == ("taken", "Jon")
            assert later.version > told.version

    asyncio.run(story())


def test_a_round_ends_for_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            await tell(hub, floor_commands.Announce("Lunch is served."))
            hub.clock_ms = lambda: utc_ms() + 3_600_000
            await tell(hub, commands.CallTime())
            told = wanted(await want(asker))
            assert told.is_time_called
            assert told.procedure == ("finish_turn", "extra_turns_3", "compare_life", "draw")
            assert told.announcements == ("Lunch is served.",)
            assert told.match is not None
            assert told.match.round == RoundNumber(1)

    asyncio.run(story())


def test_a_table_whose_link_has_ended_is_told_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            await report(asker, {"turn": 1})
            (mine,) = [e for e in await asker.started.people.links() if e.role == "table"]
            await asker.browsers[Role.ORGANISER].post("/links/end", json={"digest": mine.digest})
            for answer in (
                await asker.browsers[Role.TABLE].post("/table/reports", json=batch({"turn": 2})),
                await want(asker),
            ):
                assert answer.status_code == 403
                assert "This link lets no table in" in answer.json()["message"]

    asyncio.run(story())


def test_a_table_has_one_link(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            desk = asker.browsers[Role.ORGANISER]
            body: dict[str, Any] = {"role": "table", "name": "Table", "table": 9}
            made = await desk.post("/links", json=body)
            assert made.status_code == 200, made.text
            again = await desk.post("/links", json=body)
            assert again.json()["message"] == (
                "Table 9 has a link already, and two programs cannot both be one table: end that "
                "link first."
            )
            secret = made.json()["address"].removeprefix(f"{HOST}/in/")
            browser = asker.new_browser()
            page = await browser.get(f"/in/{secret}", headers={"accept": "text/html"})
            assert "This link is for the program at table 9" in page.text
            assert (await desk.post("/links", json={**body, "table": 0})).status_code == 409
            person = {"role": "judge", "name": "Jon", "table": 3}
            assert (await desk.post("/links", json=person)).status_code == 409

    asyncio.run(story())


def test_a_persons_cookie_is_no_tables_link(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            for role in (None, Role.ORGANISER, Role.PLAYER, Role.HEAD_JUDGE):
                answer = await asker.browsers[role].post("/table/reports", json=batch())
                assert answer.status_code == 403

    asyncio.run(story())


def test_a_fixed_chair_is_that_side_of_the_mat(tmp_path: Path) -> None:
    """The second player sits at a: names, calls, losses, lots and results are theirs there."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            assert hub.event is not None
            for match in hub.event.rounds[0].matches.values():
                await tell(hub, commands.EnterResult(RoundNumber(1), match.table, played(2, 0)))
            for player in hub.event.players:
                await tell(hub, commands.FixTable(player, TableNumber(0), Chair.B))
            for command in (
                commands.CloseRound(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                await tell(hub, command)
            held = hub.event.rounds[1]
            match = held.matches[TABLE]
            assert match.chair_a == match.second
            told = wanted(await want(asker)).match
            assert told is not None
            assert [each.id for each in told.players] == [match.second, match.first]
            chooser = first_chooser(hub.event, held, match)
            assert told.players["ab".index(told.chooser)].id == chooser
            await tell(hub, floor_commands.GivePenalty(match.second, "late"), JUDGE)
            (loss,) = wanted(await want(asker)).losses
            assert loss.seat == "a"
            await report(asker, {**CALL, "turn": 2, "turn_seat": "a"}, round=2)
            (call,) = hub.event.calls.values()
            assert call.player == match.first
            floor = (await asker.browsers[Role.JUDGE].get("/floor")).text
            assert f"Turn 2, {hub.event.name_of(match.second)}" in floor
            counted = {"wins": {"a": 2, "b": 1}, "draws": 0, "confirmed": ["a", "b"]}
            await report(asker, {"result": counted}, first=2, round=2)
            result = hub.event.rounds[1].matches[TABLE].result
            assert result is not None
            assert (result.first_won, result.second_won) == (1, 2)

    asyncio.run(story())


def test_judges_see_what_a_mat_reports(tmp_path: Path) -> None:
    """On the floor and at the table; nobody else does."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            judge = asker.browsers[Role.JUDGE]
            assert "At the mats" not in (await judge.get("/floor")).text
            await report(
                asker,
                {
                    "life": {"a": 40, "b": 31},
                    "turn": 4,
                    "turn_seat": "a",
                    "phase": "battle",
                    "phases": [{"name": "battle", "title": "Battle Phase"}],
                    "decision": {"seat": "b", "text": "Ben may respond."},
                    "score": {"wins": {"a": 1, "b": 0}, "draws": 0},
                    "log": [{"n": 1, "text": "Ana attacks.", "turn": 4}],
                },
            )
            hub = asker.started.hub
            assert hub.event is not None
            first = hub.event.name_of(hub.event.rounds[0].matches[TABLE].first)
            floor = (await judge.get("/floor")).text
            assert "At the mats" in floor
            assert "40 : 31" in floor
            assert f"Turn 4, {first}, Battle Phase" in floor
            page = (await judge.get("/floor/table/1")).text
            assert "Ana attacks." in page
            assert "1 duel won" in page
            assert "decides" in page
            public = (await asker.browsers[None].get("/")).text
            assert "Ana attacks." not in public

    asyncio.run(story())


def test_a_judge_reads_why_a_play_was_refused(tmp_path: Path) -> None:
    """The play, the rules that it breaks, and what would make it legal."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            message = {
                "kind": "refusal",
                "text": "Ana may not Normal Summon the 9 of hearts.",
                "rules": [{"id": "TK-14", "statement": "One Normal Summon a turn."}],
                "remedy": ["Set the card.", "Take it back into the hand."],
                "zones": ["a.m2"],
            }
            await report(asker, {"life": {"a": 40, "b": 40}, "message": message})
            page = (await asker.browsers[Role.JUDGE].get("/floor/table/1")).text
            assert "Ana may not Normal Summon the 9 of hearts." in page
            assert "<b>TK-14</b> <bdi>One Normal Summon a turn.</bdi>" in page
            assert "<h3>What would be allowed</h3>" in page
            assert "<li><bdi>Set the card.</bdi></li><li>" in page

    asyncio.run(story())


def test_a_judge_reads_a_mat_in_their_own_language(tmp_path: Path) -> None:
    """Whatever language is read at the table: a text comes with its message."""
    line = say("{player} had called a judge; the duel goes on.", player="Ana")

    async def story() -> None:
        async with asked(tmp_path) as asker:
            log = [{"n": 1, "text": msgspec.to_builtins(text_form(line))}]
            await report(asker, {"life": {"a": 40, "b": 40}, "log": log})
            judge = asker.browsers[Role.JUDGE]
            english = (await judge.get("/floor/table/1")).text
            assert "Ana had called a judge; the duel goes on." in english
            japanese = await judge.get("/floor/table/1", headers={"accept-language": "ja"})
            assert language("ja").said(line) in japanese.text

    asyncio.run(story())


def test_the_desk_sees_the_computer_of_each_table(tmp_path: Path) -> None:
    """Also of one that was given a link and has never been heard, until that link ends."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            reporting, people = asker.started.reporting, asker.started.people
            desk = asker.browsers[Role.ORGANISER]
            await people.make_link(Role.TABLE, "Table 2", table=TableNumber(2))
            await reporting._read_links()
            page = (await desk.get("/desk")).text
            assert page.count("It has a link, and was not heard yet.") == 2
            state = {"version": "0.2.0", "firmware": "1.4.0", "faults": "a.m1, b.s2"}
            await report(asker, {"turn": 1}, state=state)
            page = (await desk.get("/desk")).text
            assert "These readers do not work: a.m1, b.s2." in page
            assert "<td>0.2.0</td><td>1.4.0</td>" in page
            assert page.count("It has a link, and was not heard yet.") == 1
            await report(asker, state={"link": "wrong"})
            assert "its board belongs to another mat" in (await desk.get("/desk")).text
            (unheard,) = [each for each in await people.links() if each.table_number == 2]
            await people.end_link(unheard.digest)
            await reporting._read_links()
            assert "not heard yet" not in (await desk.get("/desk")).text
            assert "not heard yet" not in (await asker.browsers[None].get("/")).text

    asyncio.run(story())


def test_a_mat_of_an_earlier_round_is_not_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            await report(asker, {"life": {"a": 40, "b": 31}}, round=2)
            assert "40 : 31" not in (await asker.browsers[Role.JUDGE].get("/floor")).text

    asyncio.run(story())
