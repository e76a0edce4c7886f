"""Rulings from afar: shown first, then carried out once, as the table's own judge would."""

from __future__ import annotations

from base64 import b64decode, b64encode
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from direct_mat import Bench, fold, held
from duelmat_host.table.commands import GoOn
from duelmat_host.table.entries import Entry
from duelmat_host.table.entry_form import from_data
from duelmat_host.table.inputs import GivenFromAfar, JudgeRuled
from duelmat_host.table.reports import REFUSE_MS
from duelmat_host.uplink.event_rulings import EventRulings, answer_to
from duelmat_host.uplink.outbox import Shown
from duelmat_venue.reports import Report
from duelmat_venue.rulings import (
    Answer,
    AnyRuling,
    CardShown,
    DuelGoesOn,
    LastTakenBack,
    LifeSet,
    PlayStands,
    RefusalHolds,
    as_sent,
    read_ruling,
)
from duelmat_venue.texts import text_of
from duelmat_venue.wanted import WantedRuling
from seen import public_json

STREAM = "5" * 32
OWN = {"a.hand": held("S4", "H7", "C9", "D5", "S1"), "b.hand": held("H2", "H3")}
SPENT: dict[str, Any] = {"turn_counters": {"a.summon-right": 1}}
SEEN = Shown(STREAM, [Report(n, 0, {}) for n in (1, 2, 3)])


def sent(ruling: AnyRuling, effect: str = "", **how: Any) -> WantedRuling:
    facts = {"number": 7, "judge": "Jon", "stream": STREAM, "seen": 3, **how}
    return WantedRuling(ruling=as_sent(ruling), effect=effect, **facts)


def refused() -> Bench:
    """A second Normal Summon lies on the mat and has been refused; a judge is called."""
    bench = Bench(OWN, **SPENT)
    bench.put("a:H7", "a.m2")
    bench.rest(REFUSE_MS)
    bench.press("b.judge")
    return bench


def summoned() -> Bench:
    bench = Bench(OWN)
    bench.put("a:C9", "a.m2")
    bench.choose("Normal Summon the 9 of clubs")
    return bench


def ask(bench: Bench, wanted: WantedRuling, shown: Shown = SEEN) -> Answer | None:
    return answer_to(wanted, bench.table.now, shown, bench.table.take)


def proposed(bench: Bench, ruling: AnyRuling) -> Answer:
    answer = ask(bench, sent(ruling))
    assert answer is not None
    return answer


def carried_out(bench: Bench, ruling: AnyRuling, **how: Any) -> Answer | None:
    """Confirm the effect that the table has shown."""
    return ask(bench, sent(ruling, proposed(bench, ruling).digest, **how))


def entries_of(bench: Bench) -> list[Entry]:
    return [from_data(kind, data) for kind, data in bench.journal.entries]


def ruled(bench: Bench) -> list[dict[str, Any]]:
    return [data for kind, data in bench.journal.entries if kind == "ruled"]


CASES: list[tuple[Any, AnyRuling, str, str]] = [
    (refused, PlayStands("there was a right left"), "", "stand"),
    (
        refused,
        RefusalHolds("the right was used"),
        "The judge has the refused play taken",
        "ruling",
    ),
    (refused, LifeSet("b", 12, "miscounted"), "12", "life"),
    (refused, DuelGoesOn(), "", "judge"),
    (summoned, LastTakenBack("played before the draw"), "The judge takes back", "takeback"),
]


@pytest.mark.parametrize(("scene", "ruling", "says", "kind"), CASES)
def test_a_ruling_shows_its_effect_and_is_carried_out_once(
    scene: Any, ruling: AnyRuling, says: str, kind: str
) -> None:
    """Asking changes nothing; what was confirmed is done as shown, however often it comes."""
    bench = scene()
    before, written = bench.table.now, len(bench.journal.entries)
    shown = proposed(bench, ruling)
    assert shown.effect is not None
    assert says in " ".join(map(text_of, shown.effect.lines))
    assert bench.table.now is before
    assert len(bench.journal.entries) == written
    lines = len(bench.table.state.log)
    assert carried_out(bench, ruling) is None
    assert [data["judge"] for data in ruled(bench)] == ["Jon"]
    told = [line.text for line in bench.table.state.log[lines:]]
    assert told[0] == "Jon has sent a ruling."
    for line in map(text_of, shown.effect.lines):
        assert line in told
    for seat, life in shown.effect.life.items():
        assert public_json(bench.table)["life"][seat] == life
    written = len(bench.journal.entries)
    assert ask(bench, sent(ruling, "0" * 64)) is None
    bench.table.take(JudgeRuled(GoOn(), GivenFromAfar(7, "Jon")))
    assert len(bench.journal.entries) == written
    assert fold(bench.start, entries_of(bench)).ruled == {7}, "a restarted table knows of it"
    assert kind in ("stand", "life") or kind in [each for each, _ in bench.journal.entries]


def test_the_effect_says_what_hands_would_move() -> None:
    effect = proposed(summoned(), LastTakenBack("too early")).effect
    assert effect is not None
    assert any("9 of clubs" in text_of(each) or "card" in text_of(each) for each in effect.hands)


def test_a_life_of_nothing_shows_the_end_of_the_duel() -> None:
    effect = proposed(refused(), LifeSet("b", 0, "miscounted")).effect
    assert effect is not None
    assert effect.life == {"b": 0}
    assert "wins" in text_of(effect.end)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"stream": "6" * 32}, "Another duel is played here by now."),
        ({"seen": 2}, "The duel has gone on: Ana draws a card."),
        ({"seen": 1}, "The duel has gone on: Ana draws a card."),
    ],
)
def test_a_duel_that_has_moved_on_says_what_has_happened(
    wanted: dict[str, Any], says: str
) -> None:
    """Also when the ruling was confirmed: then nothing is done."""
    bench = refused()
    log = {"log": [{"n": 9, "text": "Ana draws a card."}]}
    shown = Shown(STREAM, [Report(1, 0, {}), Report(2, 0, {}), Report(3, 0, log)])
    for effect in ("", "0" * 64):
        answer = ask(bench, sent(DuelGoesOn(), effect, **wanted), shown)
        assert answer is not None
        assert (answer.effect, answer.outcome) == (None, "moved-on")
        assert text_of(answer.reason) == says
    assert not ruled(bench)


def test_an_effect_that_is_another_by_now_is_not_carried_out() -> None:
    bench = refused()
    answer = ask(bench, sent(DuelGoesOn(), "0" * 64))
    assert answer is not None
    assert answer.outcome == "moved-on"
    assert not ruled(bench)


@pytest.mark.parametrize(
    ("scene", "ruling", "says"),
    [
        (summoned, RefusalHolds("no"), "No refused play lies on the table any more."),
        (summoned, DuelGoesOn(), "No judge has been called: the duel goes on."),
        (lambda: Bench(OWN), LastTakenBack("early"), "Nothing has been played"),
        (refused, PlayStands("so be it", 99), "No refused play lies on the table"),
    ],
)
def test_what_cannot_be_carried_out_says_why(scene: Any, ruling: AnyRuling, says: str) -> None:
    answer = proposed(scene(), ruling)
    assert (answer.effect, answer.outcome) == (None, "refused")
    assert says in text_of(answer.reason)


def test_a_ruling_of_a_kind_that_the_table_does_not_know_is_refused() -> None:
    """A newer hub may send what this program cannot do."""
    for strange in ({"do": "shuffle"}, {"do": "go-on", "twice": True}, {}):
        assert read_ruling(strange) is None
        wanted = msgspec.structs.replace(sent(DuelGoesOn()), ruling=strange)
        answer = ask(refused(), wanted)
        assert answer is not None
        assert "update Duelmat" in text_of(answer.reason)


def test_the_plays_that_may_have_been_meant_are_named() -> None:
    answer = proposed(refused(), PlayStands("there was a right left"))
    assert answer.plays
    assert "7 of hearts" in text_of(answer.plays[0])


def test_what_lies_face_down_is_in_no_answer() -> None:
    """A Set that is let stand is shown as everybody would see it."""
    bench = Bench(OWN)
    bench.put("a:H7", "a.m2", down=True)
    bench.rest(1500)
    answer = proposed(bench, PlayStands("turned with leave"))
    assert "hearts" not in msgspec.json.encode(answer).decode()
    assert "H7" not in msgspec.json.encode(answer).decode()


# A face-down card


def key_pair() -> tuple[RSAPrivateKey, str]:
    key = generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return key, b64encode(public).decode()


class Desk:
    """The rulings of a table, whose wanted states are handed in."""

    def __init__(self, card: str) -> None:
        self.bench = Bench(OWN)
        self.bench.put(f"a:{card}", "a.s2", down=True)
        self.bench.rest(1500)
        self.answers: tuple[Answer, ...] = ()
        loop: Any = SimpleNamespace(table=self.bench.table, take=self.bench.table.take)
        uplink: Any = SimpleNamespace(shown=SEEN, answer=self._keep)
        self.rulings = EventRulings(loop, uplink)

    def _keep(self, answers: tuple[Answer, ...]) -> None:
        self.answers = answers

    def hears(self, *rulings: WantedRuling) -> Answer:
        self.rulings.follow(rulings)
        (answer,) = self.answers
        return answer

    def shows(self, key: str) -> tuple[Answer, Answer]:
        """Ask for the card; return what is shown first, and the answer after that."""
        ruling = CardShown("a.s2", key, "a marked sleeve")
        effect = self.hears(sent(ruling))
        return effect, self.hears(sent(ruling, effect.digest))


def opened(key: RSAPrivateKey, answer: Answer) -> str:
    oaep = OAEP(MGF1(SHA256()), SHA256(), None)
    return key.decrypt(b64decode(answer.sealed), oaep).decode().strip()


def test_a_judge_is_shown_a_face_down_card_and_the_players_are_told() -> None:
    """It is written down that, and not what; the next look at the mat seals nothing else."""
    key, public = key_pair()
    desk = Desk("H7")
    effect, shown = desk.shows(public)
    assert effect.effect is not None
    (line,) = map(text_of, effect.effect.lines)
    assert line.endswith("A marked sleeve.")
    assert opened(key, shown) == "7 of hearts"
    bench = desk.bench
    assert line in [each.text for each in bench.table.state.log]
    message = public_json(bench.table)["message"]
    assert message["text"] == line
    kinds = [kind for kind, _ in bench.journal.entries]
    assert kinds[-2:] == ["ruled", "looked"]
    bench.take("a.s2")
    ruling = CardShown("a.s2", public, "a marked sleeve")
    assert desk.hears(sent(ruling, effect.digest)).sealed == shown.sealed
    again = EventRulings(desk.rulings._loop, desk.rulings._uplink)
    again.follow((sent(ruling, effect.digest),))
    assert desk.answers[0].sealed == "", "after a restart it has to be asked for again"


def test_no_report_is_made_in_one_go_while_no_ruling_waits() -> None:
    """EventTable asks five times a second: a card that is laid meanwhile would wait."""

    class NoReports:
        answers: tuple[Answer, ...] | None = None

        @property
        def shown(self) -> Shown:
            pytest.fail("a report is made in one go")

        def answer(self, answers: tuple[Answer, ...]) -> None:
            self.answers = answers

    uplink: Any = NoReports()
    loop: Any = SimpleNamespace(table=Bench(OWN).table)
    EventRulings(loop, uplink).follow(())
    assert uplink.answers == ()


def test_two_cards_that_are_equal_in_public_give_equal_answers() -> None:
    """Nothing outside the seal tells them apart, nor does its size."""
    _, public = key_pair()
    seen = []
    for card in ("H7", "C9"):
        effect, shown = Desk(card).shows(public)
        seen.append((effect, msgspec.structs.replace(shown, sealed=""), len(shown.sealed)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("zone", "key", "says"),
    [
        ("a.s3", "", "No face-down card lies in"),
        ("a.s2", "QUJD", "RSA key of 2048 to 4096 bits"),
    ],
)
def test_no_card_is_shown_where_none_lies_or_for_a_key_that_is_none(
    zone: str, key: str, says: str
) -> None:
    desk = Desk("H7")
    answer = desk.hears(sent(CardShown(zone, key or key_pair()[1], "a marked sleeve")))
    assert (answer.outcome, answer.sealed) == ("refused", "")
    assert says in text_of(answer.reason)
    assert not [kind for kind, _ in desk.bench.journal.entries if kind == "looked"]
