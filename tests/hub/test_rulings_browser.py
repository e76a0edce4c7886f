"""A judge's phone at a table with a mat: rulings, a face-down card, earlier turns, seen cards."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Any

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from playwright.sync_api import Page, expect

from axe import violations
from duelmat_hub.clocks import utc_ms
from duelmat_tournament.names import TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.versions import MINOR
from duelmat_venue.wanted import Wanted, WantedRuling
from hub.browsers import PHONE, OpenHub, People, Visitor
from hub.live_hub import LiveHub
from hub.scenes import playing, recent
from hub.test_mat_pages import STEPS
from layout import SIZES, faults_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLE = TableNumber(1)
DIGEST = "e" * 64
BEAT_S = 0.5
"""A table that says nothing for three seconds counts as silent."""
REFUSAL = {
    "kind": "refusal",
    "text": "A second Normal Summon in one turn.",
    "rules": [{"id": "TK-23", "statement": "One Normal Summon a turn."}],
    "remedy": ["Wait for the next turn."],
}
CALLED = {"message": REFUSAL, "judge": {"by": "a", "text": "Ana has called a judge."}}


class MatProgram:
    """The program of a table with a mat: it says that it is there, and what a test has it say."""

    def __init__(self, hub: LiveHub) -> None:
        people = hub.started.people
        secret = hub.call(lambda: people.make_link(Role.TABLE, "Table 1", table=TABLE))
        headers = {"authorization": f"Bearer {secret}"}
        self._http = httpx.Client(base_url=hub.address, headers=headers)
        self._reported = 0
        self._answers: list[dict[str, Any]] = []
        self._turn = Lock()
        self._is_over = Event()
        self._beating = Thread(target=self._beat)
        self._beating.start()

    def _beat(self) -> None:
        while not self._is_over.wait(BEAT_S):
            self.report()

    def report(self, *changes: dict[str, Any]) -> None:
        """Report changes, with the present answers to rulings."""
        with self._turn:
            self._report(changes)

    def _report(self, changes: Sequence[dict[str, Any]]) -> None:
        body = {
            "stream": "5" * 32,
            "round": 2,
            "duel": 1,
            "now_ms": utc_ms(),
            "reports": [
                {"n": n, "took_ms": 100, "changes": each}
                for n, each in enumerate(changes, start=self._reported + 1)
            ],
            "state": {"minor": MINOR, "version": "0.9", "answers": self._answers},
        }
        answer = self._http.post("/table/reports", json=body)
        assert answer.status_code == 200, answer.text
        self._reported += len(changes)

    def ruling(self) -> WantedRuling:
        """Return the ruling that waits for the table."""
        answer = self._http.get("/table/wanted")
        (found,) = msgspec.json.decode(answer.content, type=Wanted).rulings
        return found

    def answer(self, **said: Any) -> None:
        """Answer the ruling that waits from now on."""
        self._answers = [{"ruling": self.ruling().number, **said}]
        self.report()

    def close(self) -> None:
        self._is_over.set()
        self._beating.join()
        self._http.close()


@contextmanager
def mat_program(hub: LiveHub) -> Iterator[MatProgram]:
    program = MatProgram(hub)
    try:
        yield program
    finally:
        program.close()


def sealed(name: str, key: str) -> str:
    """Seal the name of a card for a page, as a table does."""
    public = load_der_public_key(b64decode(key))
    assert isinstance(public, RSAPublicKey)
    oaep = OAEP(MGF1(SHA256()), SHA256(), None)
    return b64encode(public.encrypt(name.encode().ljust(190), oaep)).decode()


def check(page: Page) -> None:
    """Check a page or its open sheet by axe, in light and dark."""
    assert violations(page) == []


def test_a_judge_does_by_phone_what_a_table_needs(open_hub: OpenHub, people: People) -> None:
    """Nothing is done before its effect was read; a card is shown to the page that asks alone."""
    hub = open_hub(recent(playing))
    with mat_program(hub) as program:
        rule_and_read(hub, program, people(hub, size=PHONE, bypass_csp=True))


def rule_and_read(hub: LiveHub, program: MatProgram, visitor: Visitor) -> None:
    program.report(*STEPS, CALLED)
    visitor.enter(Role.JUDGE, name="Jon").close()
    page = visitor.visit(f"/floor/table/{TABLE}")
    expect(page.locator(".rulings")).to_contain_text("Let the refused play stand")
    check(page)

    page.locator("#mat-life").click()
    sheet = page.locator("#sheet")
    sheet.locator("input[value=b]").check(force=True)
    sheet.get_by_label("New life").fill("12")
    sheet.get_by_label("Reason, for the duel's log").fill("miscounted")
    check(page)
    sheet.get_by_role("button", name="Show the effect").click()
    expect(page.locator(".ruling-now")).to_contain_text("The table is asked what it would do.")
    lines = ["The life of Ben becomes 12: miscounted."]
    program.answer(effect={"lines": lines, "life": {"b": 12}}, digest=DIGEST)
    expect(page.locator(".effect")).to_contain_text("miscounted")
    check(page)
    page.locator("#mat-confirm").click()
    check(page)
    sheet.get_by_role("button", name="Carry it out").click()
    expect(page.locator(".ruling-now")).to_contain_text("carrying it out")
    assert program.ruling().effect == DIGEST
    program.report({"ruled": [1], "life": {"a": 13, "b": 12}})
    expect(page.locator(".ruling-now")).to_contain_text("The table has carried it out.")

    page.locator("#mat-show-card").click()
    sheet.get_by_label("Reason, for the duel's log").fill("a marked sleeve")
    check(page)
    sheet.get_by_role("button", name="Show the effect").click()
    expect(page.locator(".ruling-now")).to_contain_text("A face-down card is shown: b.s1")
    key = program.ruling().ruling["key"]
    program.answer(effect={"lines": ["The judge looks at the card in b.s1."]}, digest=DIGEST)
    page.locator("#mat-confirm").click()
    sheet.get_by_role("button", name="Carry it out").click()
    expect(page.locator(".ruling-now")).to_contain_text("carrying it out")
    program.answer(sealed=sealed("7 of hearts", key))
    program.report({"ruled": [1, 2]})
    card = page.locator("[data-sealed]")
    expect(card).to_have_text("7 of hearts")
    check(page)
    other = visitor.visit(f"/floor/table/{TABLE}")
    expect(other.locator("[data-sealed]")).to_contain_text("sealed for another page")
    other.close()
    page.get_by_role("button", name="I have read it").click()
    expect(card).to_have_count(0)

    for path, words in (
        (f"/floor/past/{TABLE}/1/2", "The 7 of hearts is summoned."),
        (f"/floor/seen/{TABLE}", "is not in the list."),
    ):
        page.goto(f"{hub.address}{path}")
        expect(page.locator("main")).to_contain_text(words)
        check(page)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert faults_of(page, sideways=".wide") == []
        page.set_viewport_size(PHONE)
    page.goto(f"{hub.address}/floor/past/{TABLE}/1/2")
    page.get_by_role("link", name="After").click()
    expect(page).to_have_url(re.compile(f"/floor/past/{TABLE}/1/3$"))
    expect(page.locator(".past-mat")).to_contain_text("face-down")
