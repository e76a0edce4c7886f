"""A duel step by step: what each viewer may see again, its figures, and what of it is shared."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from direct_mat import DECK, MAT, make_table
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.notation import parse_action
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.app.replay_file import write_replay
from duelmat_host.app.replays import ReplayArchive, journal_replay
from duelmat_host.app.retelling import Retold, retell
from duelmat_host.errors import NoReplayError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import Layout, MatZone
from duelmat_host.showing.replay_types import Replay
from duelmat_host.table import entries as at
from duelmat_host.table.commands import AskMe, CallJudge, Concede
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.seals import Commitment
from host.journal_files import edit
from host.journals import played_table, write

ANA, BEN = Seat(0), Seat(1)
PLAY = parse_action("a.hand>a.m3")
REFUSED = at.PlayRefused(
    ("TK-14",), "No second Normal Summon.", ("Take the card back.",), (PLAY,), (MatZone("a.m3"),)
)


@cache
def told() -> Retold:
    with TemporaryDirectory() as folder:
        return retell(write(Path(folder) / "duel-0001.jsonl"))


@cache
def seen_by(viewer: str) -> Replay:
    with TemporaryDirectory() as folder:
        replay, fault = journal_replay(write(Path(folder) / "duel-0001.jsonl"), viewer)
    assert fault is None
    return replay


def never_seen() -> list[str]:
    """The cards that lie face-down at the end and that no line or layout ever showed."""
    with TemporaryDirectory() as folder:
        text = write(Path(folder) / "duel-0001.jsonl").read_text()
    return [
        key
        for key in told().end.secrets.values()
        if f'"{key}","up"' not in text and f"?{key}" not in text
    ]


def whole_views(replay: Replay) -> list[dict[str, Any]]:
    """The view after each step, whole."""
    views: list[dict[str, Any]] = []
    for step in replay.steps:
        views.append({**(views[-1] if views else {}), **step.view})
    return views


def over(path: Path, *entries: at.Entry) -> Path:
    """A journal of a short duel that Ben concedes; entries come before that."""
    table = make_table(Dice(), asks=False)
    table.tick(1000)
    with Journal.open(path) as journal:
        begin_journal(journal, table.state.setup, MAT, 1)
        journal.append_all([to_data(entry) for entry in entries])
        table.command(BEN, Concede())
        for kind, data in table.journal_entries:
            journal.append(kind, data)
    return path


def test_the_steps_have_the_log_that_the_table_showed() -> None:
    """Line for line, with what was committed to; the last view is the table's own."""
    replay = seen_by("public")
    lines = [(line.n, line.text, line.rules) for step in replay.steps for line in step.lines]
    log = played_table().state.log
    assert lines == [(line.number, line.text, list(line.rules)) for line in log]
    end = played_table().state.duel
    assert whole_views(replay)[-1]["life"] == {
        "a": end.players[0].life,
        "b": end.players[1].life,
    }
    assert replay.summary.turns == end.turn
    assert [step.turn for step in replay.steps] == sorted(step.turn for step in replay.steps)


def test_each_step_has_its_lights_and_what_changed_alone() -> None:
    """A letter a lamp; a key that is as before is not said again."""
    replay = seen_by("public")
    assert {len(step.lights) for step in replay.steps} == {len(MAT.lamps)}
    assert len({step.lights for step in replay.steps}) > 5
    assert all(len(replay.looks) > ord(letter) - ord("a") for letter in replay.steps[9].lights)
    views = whole_views(replay)
    for before, step in zip(views, replay.steps[1:], strict=False):
        assert all(before[key] != value for key, value in step.view.items())


def test_the_public_sees_no_card_that_never_came_to_light() -> None:
    """Neither in a view nor in a line, nor among the faces."""
    hidden = never_seen()
    assert len(hidden) > 1
    text = write_replay(seen_by("public")).decode()
    assert [key for key in hidden if f'"{key}"' in text] == []
    assert all(view["facedown"] == [] for view in whole_views(seen_by("public")))


@pytest.mark.parametrize(("viewer", "owners"), [("a", "a"), ("b", "b"), ("judge", "ab")])
def test_a_viewer_sees_the_face_down_cards_that_are_theirs_to_see(
    viewer: str, owners: str
) -> None:
    """A seat its own, the judge all; everything else is as everybody sees it."""
    views = whole_views(seen_by(viewer))
    public = whole_views(seen_by("public"))
    found = {card["key"] for view in views for card in view["facedown"]}
    assert {key[0] for key in found} == set(owners)
    hidden = {key for key in told().end.secrets.values() if key[0] in owners}
    assert hidden <= found
    assert [{**view, "facedown": []} for view in views] == public


def test_two_duels_that_are_equal_in_public_have_equal_public_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, under commitments that do not look at the card; the judge's differ."""

    def commit(key: CardKey, salt: bytes) -> Commitment:
        return Commitment(sha256(salt).hexdigest(), salt.hex(), key)

    monkeypatch.setattr("duelmat_host.table.face_down.commit", commit)
    text = (write(tmp_path / "one.jsonl")).read_text()
    hidden = next(key for key in never_seen() if key[0] == "a")
    other = next(f"a:{code}" for code in DECK.main if f'"a:{code}"' not in text)

    def swap(actions: list[dict[str, Any]]) -> None:
        for data in actions:
            changed = json.loads(json.dumps(data["layout"]).replace(f'"{hidden}"', f'"{other}"'))
            data["layout"] = changed

    write(tmp_path / "two.jsonl", swap)
    for viewer, is_same in (("public", True), ("b", True), ("a", False), ("judge", False)):
        one, two = (journal_replay(tmp_path / f"{n}.jsonl", viewer) for n in ("one", "two"))
        assert one[1] is two[1] is None
        assert (write_replay(one[0]) == write_replay(two[0])) is is_same, viewer


def test_life_changes_follow_on_each_other_and_have_causes() -> None:
    """From the beginning to the end of each player's life, each with a sentence and its step."""
    replay = seen_by("public")
    views = whole_views(replay)
    life = dict(replay.summary.begin)
    for change in replay.summary.life:
        assert change.before == life[change.seat]
        life[change.seat] = change.life
        assert change.cause.endswith(".")
        assert str(abs(change.life - change.before)) in change.cause
        assert replay.steps[change.step].turn == change.turn
    assert life == views[-1]["life"]
    causes = [change.cause for change in replay.summary.life]
    assert any("strikes directly" in cause or "fights" in cause for cause in causes)


def test_turns_begin_where_the_summary_says() -> None:
    replay = seen_by("public")
    assert len(replay.summary.turn_steps) == replay.summary.turns
    for turn, step in enumerate(replay.summary.turn_steps, start=1):
        assert replay.steps[step].turn == turn
        assert replay.steps[step - 1].turn == turn - 1


def test_time_is_counted_for_whoever_had_to_act(tmp_path: Path) -> None:
    """From entry to entry, and not while a judge is waited for."""
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, DuelSetup("trump_king", ("Mia", "Leo"), (DECK, DECK)), MAT, 1)

        def add(entry: at.Entry, took_ms: int) -> None:
            kind, data = to_data(entry)
            journal.append(kind, {**data, "took_ms": took_ms})

        first = at.ActionDone(parse_action('"a"'), ANA, Layout({}), bytes(16))
        add(first, 900)
        for entry, took_ms in (
            (REFUSED, 4000),
            (at.JudgeCalled(ANA, called=True), 500),
            (at.JudgeCalled(ANA, called=False), 60_000),
            (at.AskingChanged(BEN, frozenset()), 250),
        ):
            add(entry, took_ms)
    summary = journal_replay(path, "public")[0].summary
    assert summary.decided_ms == {"a": 4750, "b": 0}
    assert summary.outcome is None
    (refused,) = summary.refused
    assert (refused.seat, refused.text) == ("a", "No second Normal Summon.")
    assert [rule.id for rule in refused.rules] == ["TK-14"]


def test_the_table_writes_down_how_long_each_entry_took() -> None:
    """By the clock that it is told; of the first it is not known."""
    table = make_table(Dice(), asks=False)
    table.command(ANA, Concede())
    table = make_table(Dice(), asks=False)
    table.tick(5000)
    table.command(ANA, AskMe(["own"]))
    table.tick(6000)
    table.command(ANA, CallJudge())
    table.tick(7500)
    table.command(ANA, Concede())
    took = [data.get("took_ms") for _, data in table.journal_entries]
    assert took[0] is None
    assert sum(ms or 0 for ms in took) == 2500


def test_a_refused_play_is_a_step_that_shows_it(tmp_path: Path) -> None:
    """With the message and the red lights that everybody saw, and only in that step."""
    replay = journal_replay(over(tmp_path / "duel-0001.jsonl", REFUSED), "public")[0]
    views = whole_views(replay)
    (refused,) = replay.summary.refused
    assert views[refused.step]["message"]["text"] == "No second Normal Summon."
    assert views[refused.step + 1]["message"] is None
    names = [lamp.name for lamp in MAT.lamps]
    shown = replay.steps[refused.step].lights
    assert shown[names.index("a.m3")] == "c"  # ILLEGAL
    assert replay.steps[refused.step + 1].lights[names.index("a.m3")] != "c"
    assert replay.summary.outcome is not None
    assert replay.summary.outcome.winner == "a"


def test_a_card_that_is_asked_away_is_counted_as_no_play(tmp_path: Path) -> None:
    """It lay on a landing spot, and no play was meant; it may be the other player's."""
    stray = at.PlayRefused((), "Take it from Ben's Graveyard.", (), (), (MatZone("b.grave"),))
    replay = journal_replay(over(tmp_path / "duel-0001.jsonl", stray), "public")[0]
    assert replay.summary.refused == []


# What a table keeps


def damage(path: Path) -> None:
    edit(path, lambda content: content.replace(b'"over"', b'"ovre"'))


def scribble(path: Path) -> None:
    path.write_bytes(b"no journal at all\n")


def cut(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))


UNSHOWN: dict[str, tuple[Callable[[Path], object], int, str]] = {
    "none with this number": (lambda _: None, 7, "there is no such duel"),
    "one that goes on": (cut, 1, "which is not: what is hidden in it must stay so"),
    "a damaged end": (damage, 1, "its journal is damaged"),
    "something else": (scribble, 1, "damaged, or another program's"),
    "nothing": (lambda path: path.unlink(), 1, "there is no such duel"),
}


@pytest.mark.parametrize("name", UNSHOWN)
def test_what_cannot_be_shown_gets_a_sentence_and_is_left_as_it_is(
    tmp_path: Path, name: str
) -> None:
    """Whoever has a link of it reads what was expected, for the page and for the summary."""
    spoil, number, words = UNSHOWN[name]
    path = over(tmp_path / "duel-0001.jsonl")
    spoil(path)
    before = path.read_bytes() if path.exists() else b""
    archive = ReplayArchive(tmp_path)
    for asked in (archive.replay(number, "public"), archive.summary(number)):
        with pytest.raises(NoReplayError, match=words):
            asyncio.run(asked)
    assert (path.read_bytes() if path.exists() else b"") == before


def test_a_duel_that_is_over_is_read_once(tmp_path: Path) -> None:
    """Its page and its summary say the same; what is kept needs no file any more."""
    path = over(tmp_path / "duel-0001.jsonl", REFUSED)

    async def ask() -> None:
        archive = ReplayArchive(tmp_path)
        summary = await archive.summary(1)
        replay = await archive.replay(1, "public")
        assert replay.summary == summary
        path.unlink()
        assert await archive.replay(1, "public") == replay
        assert await archive.summary(1) == summary

    asyncio.run(ask())


def test_a_replay_is_a_function_of_the_journal(tmp_path: Path) -> None:
    """The same bytes from the same file, whoever makes it and when."""
    path = write(tmp_path / "duel-0001.jsonl")
    one, two = (journal_replay(path, "public")[0] for _ in range(2))
    assert msgspec.json.encode(one, enc_hook=str) == msgspec.json.encode(two, enc_hook=str)
