"""Links, sessions and tickets: who may open which page; and the files that keep them."""

import errno
import json
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_host.app.access import (
    LINK,
    TAKEN_UP_S,
    TICKET_S,
    Access,
    new_links,
)
from duelmat_host.app.access_files import load_access
from duelmat_host.errors import AccessFileError
from duelmat_serving.sessions import IN_USE_S, MOST_SESSIONS

VIEWERS = ["a", "b", "judge", "enroll"]


def access(**how: Any) -> Access:
    return Access(new_links(VIEWERS), **how)


class Clock:
    """Time that stands until it is set."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_each_link_opens_its_own_page() -> None:
    table = access()
    for viewer, link in table.links.items():
        assert LINK.fullmatch(link)
        assert table.find(link, VIEWERS) == viewer
        assert table.find(link, [v for v in VIEWERS if v != viewer]) is None


@given(st.text())
def test_every_wrong_link_takes_the_same_path(wrong: str) -> None:
    """All links are compared, each as a whole: neither which it resembles nor its length shows."""
    table, compared = access(), list[tuple[int, int]]()
    right = secrets.compare_digest

    def compare(one: str, other: str) -> bool:
        compared.append((len(one), len(other)))
        return right(one, other)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("duelmat_host.app.access.secrets.compare_digest", compare)
        near = table.links["a"][:-1] + ("x" if table.links["a"][-1] != "x" else "y")
        for link in (wrong, near, ""):
            assert table.find(link, VIEWERS) is None
            assert compared == [(64, 64)] * len(VIEWERS)
            compared.clear()


def test_a_session_opens_one_page_and_is_kept_as_a_hash() -> None:
    table = access()
    (secret,) = table.begin("a").values()
    assert table.is_open("a", secret)
    assert not table.is_open("b", secret)
    assert not table.is_open("a", "")
    assert secret not in str(table.sessions)
    assert table.links["a"] != secret


def test_pages_that_share_a_screen_are_opened_together() -> None:
    """And the judge's is not one of them."""
    table = access(together=("a", "b"))
    assert sorted(table.begin("b")) == ["a", "b"]
    assert sorted(table.begin("judge")) == ["judge"]


def test_a_new_link_ends_the_old_one_and_its_sessions() -> None:
    """At once, and those of no other page."""
    table = access(clock=Clock())
    (old,) = table.begin("a").values()
    (other,) = table.begin("b").values()
    ticket, link = table.new_ticket("a"), table.links["a"]
    assert table.find(table.renew("a"), VIEWERS) == "a"
    assert table.find(link, VIEWERS) is None
    assert not table.is_open("a", old)
    assert table.is_open("b", other)
    assert table.redeem(ticket) == {}


def test_a_new_link_ends_the_sessions_of_all_pages_that_the_old_one_opened() -> None:
    """On one screen the link of one seat opens the other's page, too."""
    table = access(together=("a", "b"))
    begun = table.begin("a")
    table.renew("a")
    assert not any(table.is_open(viewer, secret) for viewer, secret in begun.items())


@pytest.mark.parametrize("change", ["renew", "begin"])
def test_what_cannot_be_kept_changes_nothing(change: str) -> None:
    """On a full disk the old link and its sessions go on."""

    def fail(_: Access) -> None:
        raise OSError("no space left")

    table = access(clock=Clock())
    (secret,) = table.begin("a").values()
    link, ticket = table.links["a"], table.new_ticket("a")
    full = Access(table.links, table.sessions, keep=fail, clock=Clock())
    full._tickets = table._tickets
    with pytest.raises(OSError, match="no space"):
        getattr(full, change)("a")
    assert full.links["a"] == link
    assert full.is_open("a", secret)
    assert len(full.sessions.digests["a"]) == 1
    assert len(full._tickets) == 1
    assert table.redeem(ticket)


def test_a_page_has_so_many_sessions_and_no_more() -> None:
    """The one that began first ends; its browser has the link."""
    table = access(clock=Clock())
    begun = [table.begin("a")["a"] for _ in range(MOST_SESSIONS + 1)]
    assert [table.is_open("a", secret) for secret in begun] == [False] + [True] * MOST_SESSIONS


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_link_used_again_and_again_leaves_a_phone_in_use_alone(is_restarted: bool) -> None:
    """New sessions replace each other, also after the table was started anew."""
    clock = Clock()
    table = access(clock=clock)
    unused, phone = (table.begin("a")["a"] for _ in range(2))
    if is_restarted:
        table = Access(table.links, table.sessions, clock=clock)
    clock.now_s += TAKEN_UP_S
    assert table.is_open("a", phone)
    for _ in range(5 * MOST_SESSIONS):
        clock.now_s += 1
        assert table.is_open("a", table.begin("a")["a"])
    assert table.is_open("a", phone)
    assert not table.is_open("a", unused)
    assert len(table._begun_s) <= MOST_SESSIONS


def test_a_session_that_nobody_has_used_for_hours_goes_before_new_ones() -> None:
    """Sixteen phones of yesterday do not keep two of today from staying both."""
    clock = Clock()
    table = access(clock=clock)
    old = [table.begin("a")["a"] for _ in range(MOST_SESSIONS)]
    clock.now_s += TAKEN_UP_S
    assert all(table.is_open("a", each) for each in old)
    clock.now_s += IN_USE_S + 1
    new = [table.begin("a")["a"] for _ in range(2)]
    assert all(table.is_open("a", each) for each in new)


def test_a_link_that_was_replaced_meanwhile_begins_nothing() -> None:
    table = access()
    link = table.links["a"]
    assert table.enter(link, VIEWERS) is not None
    table.renew("a")
    assert table.enter(link, VIEWERS) is None


def test_a_ticket_opens_a_page_once() -> None:
    clock = Clock()
    table = access(clock=clock)
    ticket = table.new_ticket("a")
    assert ticket not in table.links.values()
    assert table.redeem("wrong") == {}
    (secret,) = table.redeem(ticket).values()
    assert table.is_open("a", secret)


def test_who_uses_a_ticket_again_ends_what_it_has_opened() -> None:
    """Somebody has read it in the list of processes, and one of the two was not meant to."""
    table = access(clock=Clock())
    ticket = table.new_ticket("a")
    (kept,) = table.begin("a").values()
    (secret,) = table.redeem(ticket).values()
    assert table.redeem(ticket) == {}
    assert not table.is_open("a", secret)
    assert table.is_open("a", kept)


def test_a_new_link_ends_the_tickets_of_all_pages_that_the_old_one_opened() -> None:
    """Whoever has read a ticket for one page of a shared screen would come in to both by it."""
    table = access(together=("a", "b"), clock=Clock())
    ticket = table.new_ticket("a")
    judges = table.new_ticket("judge")
    table.renew("b")
    assert table.redeem(ticket) == {}
    assert table.redeem(judges)


def test_a_ticket_is_worthless_later() -> None:
    """Used or not: then it ends nothing either."""
    clock = Clock()
    table = access(clock=clock)
    used, unused = table.new_ticket("a"), table.new_ticket("a")
    (secret,) = table.redeem(used).values()
    clock.now_s += TICKET_S
    assert table.redeem(used) == table.redeem(unused) == {}
    assert table.is_open("a", secret)


# The files


def test_links_and_sessions_go_on_after_a_stop(tmp_path: Path) -> None:
    """Private files; the sessions' has no secret that opens anything."""
    table, notes = load_access(tmp_path, VIEWERS)
    (secret,) = table.begin("a").values()
    again, more = load_access(tmp_path, VIEWERS)
    assert notes == more == []
    assert again.links == table.links
    assert again.is_open("a", secret)
    assert again.cookie("a") == table.cookie("a")
    for name in ("seats.json", "sessions.json"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert secret not in (tmp_path / "sessions.json").read_text()


def test_new_links_end_all_that_were_before(tmp_path: Path) -> None:
    table, _ = load_access(tmp_path, VIEWERS)
    (secret,) = table.begin("a").values()
    new, notes = load_access(tmp_path, VIEWERS, new=True)
    assert notes == []
    assert not set(new.links.values()) & set(table.links.values())
    assert not new.is_open("a", secret)
    assert load_access(tmp_path, VIEWERS)[0].links == new.links


def test_a_table_of_before_keeps_its_links_and_gets_those_that_are_missing(tmp_path: Path) -> None:
    known = {"a": "A" * 24, "b": "B" * 24, "judge": "J" * 24}
    write(tmp_path / "seats.json", json.dumps(known))
    table, notes = load_access(tmp_path, VIEWERS)
    assert notes == []
    assert table.links == {**known, "enroll": table.links["enroll"]}
    assert LINK.fullmatch(table.links["enroll"])


def write(path: Path, text: str, mode: int = 0o600) -> None:
    path.write_text(text)
    path.chmod(mode)


GOOD = json.dumps({"a": "A" * 24, "b": "B" * 24})


def as_symlink(path: Path) -> None:
    write(path.with_name("elsewhere.json"), GOOD)
    path.symlink_to(path.with_name("elsewhere.json"))


BROKEN: dict[str, tuple[Callable[[Path], None], str]] = {
    "a symlink": (as_symlink, "a symbolic link"),
    "a pipe": (os.mkfifo, "a named pipe"),
    "readable by others": (lambda p: write(p, GOOD, 0o644), "others may open (mode 644)"),
    "too large": (lambda p: write(p, GOOD + " " * 100_000), "a file of more than 0.1 MB"),
    "no JSON": (lambda p: write(p, "{broken"), "something else"),
    "nested": (lambda p: write(p, "[" * 50_000), "something else"),
    "a list": (lambda p: write(p, "[]"), "Expected `object`, got `array`"),
    "a number": (lambda p: write(p, '{"a": 7}'), "Expected `str`, got `int`"),
    "empty": (lambda p: write(p, '{"a": ""}'), "a text of 0 characters for 'a'"),
    "short": (lambda p: write(p, '{"a": "%s"}' % ("A" * 19)), "of 19 characters"),
    "long": (lambda p: write(p, '{"a": "%s"}' % ("A" * 65)), "of 65 characters"),
    "no text of an address": (lambda p: write(p, '{"a": "%s"}' % ("/" * 24)), "of 24 characters"),
    "the same": (
        lambda p: write(p, json.dumps({"a": "A" * 24, "b": "A" * 24})),
        "the same text twice",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_links_that_others_could_know_are_replaced_and_that_is_said(
    tmp_path: Path, name: str
) -> None:
    """And no session goes on: whoever wrote the one file could have written the other."""
    load_access(tmp_path, VIEWERS)[0].begin("a")
    path = tmp_path / "seats.json"
    path.unlink()
    make, words = BROKEN[name]
    make(path)
    table, notes = load_access(tmp_path, VIEWERS)
    assert len(notes) == 1
    assert f"Expected in {path} the links of this table" in notes[0]
    assert words in notes[0]
    assert "made anew" in notes[0]
    assert set(table.links) == set(VIEWERS)
    assert all(LINK.fullmatch(link) and "AAA" not in link for link in table.links.values())
    assert table.sessions.digests == {}
    assert path.is_file()
    assert not path.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_access(tmp_path, VIEWERS)[0].links == table.links
    if name == "a symlink":
        assert (tmp_path / "elsewhere.json").read_text() == GOOD


@pytest.mark.parametrize(
    "text",
    ["{", "{}x", '{"table": "..", "digests": {}}', '{"digests": {"a": ["short"]}}', '{"x": 1}'],
)
def test_sessions_that_were_not_written_here_end_and_that_is_said(
    tmp_path: Path, text: str
) -> None:
    """The links go on."""
    table, _ = load_access(tmp_path, VIEWERS)
    table.begin("a")
    write(tmp_path / "sessions.json", text)
    again, notes = load_access(tmp_path, VIEWERS)
    assert again.links == table.links
    assert again.sessions.digests == {}
    assert len(notes) == 1
    assert "pages that were open need their links again" in notes[0].lower()


def test_a_full_disk_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one reason and one piece of advice."""
    access, _ = load_access(tmp_path, VIEWERS)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AccessFileError) as refused:
        access.begin("a")
    assert refused.value.reason == "No space left on device"
    assert str(refused.value).endswith(
        "got: No space left on device. Move away what is there, or make room."
    )
    assert str(refused.value).lower().count("expected") == 1


@pytest.mark.parametrize("fails_at", [1, 2, 3, 4])
def test_a_new_link_that_cannot_be_kept_is_in_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    """Whichever of the two files the room ends at, the link that people have opens their page;
    after the name of a file is there, nothing fails any more.
    """
    access, _ = load_access(tmp_path, VIEWERS)
    links, synced, fsync = dict(access.links), [0], os.fsync

    def fill_up(descriptor: int) -> None:
        synced[0] += 1
        if synced[0] == fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", fill_up)
    if fails_at % 2:
        with pytest.raises(AccessFileError):
            access.renew("a")
    else:
        access.renew("a")
        links["a"] = access.links["a"]
    again, notes = load_access(tmp_path, VIEWERS)
    assert (access.links, again.links, notes) == (links, links, [])


def test_a_directory_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    """It is not ours to take away."""
    (tmp_path / "seats.json").mkdir()
    with pytest.raises(AccessFileError, match=r"seats.json.*got: a directory.*Move away"):
        load_access(tmp_path, VIEWERS)


def test_the_newest_browser_at_a_seat_is_known() -> None:
    """Whoever sat there before is told; other seats are no matter of it."""
    access = Access(new_links(["a", "b"]))
    assert access.is_newest("a", "")
    first = access.begin("a")["a"]
    assert access.is_newest("a", first)
    other, later = access.begin("b")["b"], access.begin("a")["a"]
    assert (access.is_newest("a", first), access.is_newest("a", later)) == (False, True)
    assert access.is_newest("b", other)
