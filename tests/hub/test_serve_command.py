"""`duelmat event serve` and `sample` as people start them: a real process, its pages, its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from command_line import duelmat, run
from duelmat_bench.hub.postgres import Postgres
from duelmat_command.output import Complaint
from duelmat_hub.cli import serve
from duelmat_hub.cli.served_events import roots_of
from duelmat_hub.store import FILE_NAME

NEW = ("--name", "Open 2026", "--policy", "trump-king")
SERVE = ("event", "serve")
MAIN = "from duelmat import main; main()"


@contextlib.contextmanager
def started(*words: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Yield a program that serves, and the first lines of its output."""
    command = [sys.executable, "-c", MAIN, *words, "--listen", "127.0.0.1:0"]
    env = {**os.environ, "DUELMAT_BROWSER": "false"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline().strip()]
        finally:
            process.kill()


@contextlib.contextmanager
def enter(link: str) -> Iterator[httpx.Client]:
    """Yield a browser that a link has let in."""
    with httpx.Client(follow_redirects=True) as browser:
        for _ in range(2):  # as a browser does, which shows its cookies the second time
            answer = browser.get(link, headers={"accept": "text/html"})
            assert answer.status_code == 200
        assert "/in/" not in str(answer.url)
        yield browser


@pytest.mark.long
def test_an_event_is_opened_closed_and_goes_on(tmp_path: Path) -> None:
    """With its players and its open pages; the second time it needs no name."""
    folder = str(tmp_path / "event")
    with started(*SERVE, folder, *NEW) as (process, (link,)):
        base = link.partition("/in/")[0]
        with enter(link) as organiser:
            sent = {
                "request": "test-register-0001",
                "command": {"do": "register-player", "name": "Ana"},
            }
            answer = organiser.post(f"{base}/do/register-player", json=sent)
            assert answer.json() == {"ok": True, "first": 2, "last": 2, "again": False}
            assert "Ana" in organiser.get(f"{base}/desk").text
            taken = run(*SERVE, folder, "--listen", "127.0.0.1:0")
            assert taken.returncode == 2
            assert "another hub has it open" in taken.stderr.decode()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with started(*SERVE, folder) as (_, (link,)), enter(link) as organiser:
        assert "Ana" in organiser.get(f"{link.partition('/in/')[0]}/desk").text


@pytest.mark.long
def test_a_sample_event_has_a_link_for_every_role() -> None:
    with started("event", "sample") as (process, lines):
        assert process.stdout is not None
        lines += [process.stdout.readline().strip() for _ in range(5)]
        for line in lines:
            with enter(line.split()[-1]):
                pass


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Expected a directory for the event, or --database URL; got neither"),
        (("x", "--database", "postgresql://h/d"), "got both"),
        (("x", "--name", "Open"), "A new event needs --name and --policy"),
        (("x",), "There is no event here yet"),
        (("x", "--name", "Open", "--policy", "no-such"), "no-such"),
        (("--database", "mysql://h/d"), "expected a database as in postgresql://"),
    ],
)
def test_what_cannot_be_served_is_said_with_what_to_do(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    here = [str(tmp_path / word) if word == "x" else word for word in words]
    found = duelmat(*SERVE, *here, "--listen", "127.0.0.1:0")
    assert found.exit_code != 0
    assert said in " ".join(found.output.split())
    assert not list(tmp_path.iterdir())


def test_several_events_stand_below_their_names(tmp_path: Path) -> None:
    """Those of a folder in the order of their age; the first has the hub's own address."""
    places = [tmp_path / name for name in ("main", "day/Pods & Co", "day/b/main")]
    (tmp_path / "day" / "empty").mkdir(parents=True)
    for each in places:
        assert duelmat("event", "new", each, *NEW).exit_code == 0
    main, pods, other = places
    found = serve.events_in([main, tmp_path / "day", other], is_new=False)
    assert found == [main, pods, other]
    assert duelmat("event", "new", tmp_path / "day" / "a", *NEW).exit_code == 0
    both = serve.events_in([tmp_path / "day", pods], is_new=False)
    assert both == [pods, tmp_path / "day" / "a"]
    names = [each.name for each in found]
    assert roots_of(names) == ["", "/event/pods-co", "/event/main"]
    assert roots_of(["main", "main", "main", "day"]) == [
        "",
        "/event/main",
        "/event/main3",
        "/event/day",
    ]
    assert roots_of(["day", "pods4", "pods", "pods"]) == [
        "",
        "/event/pods4",
        "/event/pods",
        "/event/pods5",
    ]


@pytest.mark.parametrize(
    ("names", "is_new", "said"),
    [
        (("main", "fresh"), False, "There is no event here yet"),
        (
            ("main", "fresh", "other"),
            True,
            "one directory without an event, for the new one; got 2",
        ),
        (("main", "side"), True, "each that was named has one"),
    ],
)
def test_a_new_event_needs_one_directory_of_its_own(
    tmp_path: Path, names: tuple[str, ...], said: str, *, is_new: bool
) -> None:
    for name in ("main", "side"):
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE_NAME).touch()
    with pytest.raises(Complaint, match=said):
        serve.events_in([tmp_path / name for name in names], is_new=is_new)


@pytest.mark.long
def test_a_side_event_is_opened_beside_the_first(tmp_path: Path) -> None:
    """The organiser's link lets in at both."""
    folders = [str(tmp_path / name) for name in ("main", "pods")]
    new = ("--name", "Pods", "--policy", "ocg")
    with started(*SERVE, folders[0], *NEW) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with started(*SERVE, *folders, *new) as (_, (link,)), enter(link) as organiser:
        base = link.partition("/in/")[0]
        assert "Open 2026" in organiser.get(f"{base}/desk").text
        assert "Pods" in organiser.get(f"{base}/event/pods/desk").text


@pytest.mark.long
def test_an_event_that_is_made_beside_a_running_hub_is_served_by_it(tmp_path: Path) -> None:
    """By the links that are there, below the name of its directory; and again when it is opened
    the next time.
    """
    folder = tmp_path / "main"
    with started(*SERVE, str(folder), *NEW) as (process, (link,)), enter(link) as organiser:
        base = link.partition("/in/")[0]
        assert organiser.get(f"{base}/event/pods/desk").status_code == 404
        new = ("event", "new", folder / "pods", "--name", "Pods", "--policy", "ocg")
        made = duelmat(*new)
        assert f"Pods was made in the directory {folder / 'pods'}." in made.output
        assert "which has one" in duelmat(*new).output
        deadline_s = time.monotonic() + 30
        while organiser.get(f"{base}/event/pods/desk").status_code != 200:
            assert time.monotonic() < deadline_s
            time.sleep(0.1)
        assert "Pods" in organiser.get(f"{base}/event/pods/desk").text
        assert "Pods" in organiser.get(f"{base}/desk").text
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with started(*SERVE, str(folder)) as (_, (link,)), enter(link) as organiser:
        base = link.partition("/in/")[0]
        assert "Open 2026" in organiser.get(f"{base}/desk").text
        assert "Pods" in organiser.get(f"{base}/event/pods/desk").text


@pytest.mark.long
def test_events_of_a_day_may_lie_in_databases(server: Postgres) -> None:
    """Each in its own; a new one is made in the only one that has none."""
    main, side = server.new_database(), server.new_database()
    name = side.rpartition("/")[2]
    both = ("--database", main, "--database", side)
    found = duelmat(*SERVE, *both, *NEW)
    assert "one place without an event, for the new one; got 2" in " ".join(found.output.split())
    with started(*SERVE, "--database", main, *NEW) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    new = ("--name", "Pods", "--policy", "ocg")
    with started(*SERVE, *both, *new) as (_, (link,)), enter(link) as organiser:
        base = link.partition("/in/")[0]
        assert "Open 2026" in organiser.get(f"{base}/desk").text
        assert "Pods" in organiser.get(f"{base}/event/{name}/desk").text


def test_the_databases_address_comes_from_a_variable_and_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A password on the command line stands in the list of processes; a directory goes first."""
    monkeypatch.setenv("DUELMAT_DATABASE", "postgresql://hub:hunter2@127.0.0.1:1/open")
    listen = ("--listen", "127.0.0.1:0")
    told = [duelmat("config"), duelmat("config", "--json"), duelmat(*SERVE, "--help")]
    assert [each.exit_code for each in told] == [0, 0, 0]
    told.append(duelmat(*SERVE, *listen))
    assert "could not be kept" in told[-1].output
    told.append(duelmat(*SERVE, tmp_path, *listen))
    assert "There is no event here yet" in told[-1].output
    assert "hunter2" not in "".join(each.output for each in told)
