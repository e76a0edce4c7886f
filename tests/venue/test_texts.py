"""Texts on their way between a table and a hub: said in every language, and never a pattern."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from duelmat_engine import find_ruleset
from duelmat_hardware import load_mat
from duelmat_host.app.journal_fold import begun_of, states
from duelmat_host.journal.journal import Journal
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import Text, listed, named, say, say_count
from duelmat_serving.language.catalogs import language
from duelmat_venue.texts import MOST_NESTED, Said, TextForm, form_hook, text_of
from host.journals import write

JAPANESE = language("ja")


def sent(text: str) -> str:
    """Return a text as it arrives."""
    return text_of(msgspec.json.decode(msgspec.json.encode(text, enc_hook=form_hook), type=Said))


def nested(levels: int) -> TextForm:
    """Return a text in a text, many times over."""
    form = TextForm("the innermost")
    for _ in range(levels):
        form = TextForm("{reason}", values={"reason": form})
    return form


def test_every_line_of_a_duel_arrives_in_both_languages(tmp_path: Path) -> None:
    with Journal.open(write(tmp_path / "duel-0001.jsonl")) as journal:
        begun = begun_of(journal.path, journal.entry(0).data)
        zones = ZoneMap(find_ruleset(begun.setup.ruleset), load_mat())
        start = begin(begun.setup, zones, begun.number)
        *_, (_, last) = states(start, journal.entries())
    assert len(last.log) > 60
    for line in last.log:
        assert sent(line.text) == line.text
        assert JAPANESE.said(sent(line.text)) == JAPANESE.said(line.text)


@pytest.mark.parametrize(
    "text",
    [
        "plain words",
        say_count("{count} card", "{count} cards", 3),
        listed([say("the Deck"), "Ana"], "or"),
        listed(["one", "two"], " "),
        named("card", "Jack of spades"),
        say("{judge} is coming.", judge=say("{player}", player="Jon")),
    ],
)
def test_a_text_of_each_kind_arrives_as_it_was(text: str) -> None:
    assert sent(text) == text
    assert JAPANESE.said(sent(text)) == JAPANESE.said(text)


def test_a_value_that_stands_in_no_words_is_not_sent() -> None:
    """Whoever reads what is sent learns nothing beyond the words."""
    text = Text("A card is set.", "A card is set.", {"card": "the 9 of hearts"}, "", "")
    assert b"hearts" not in msgspec.json.encode(text, enc_hook=form_hook)


@pytest.mark.parametrize(
    "form",
    [
        TextForm("as sent", "{a:999999999}", {"a": "x"}),
        TextForm("as sent", "{a.__class__}", {"a": "x"}),
        TextForm("as sent", "{a[0]}", {"a": "x"}),
        TextForm("as sent", "{a", {"a": "x"}),
        TextForm("as sent", "{gone}", {"a": "x"}),
        TextForm("as sent", "in no catalog"),
        TextForm("as sent", "{judge} is coming.", {}),
        TextForm("as sent", "one", {"count": TextForm("x")}, plural="{count:999999999}"),
        TextForm("as sent", "{count} card in hand", {"count": "x"}, plural="{n}"),
    ],
)
def test_no_pattern_from_outside_is_filled_in(form: TextForm) -> None:
    """It is looked up; what no catalog has is read in the words that came with it.

    Also within a sentence of our own.
    """
    text = text_of(form)
    assert JAPANESE.said(text) == text == "as sent"
    within = say("{result}. Another match follows here.", result=text)
    assert within == "as sent. Another match follows here."
    assert JAPANESE.said(within) == "as sent。ここで次のマッチが行われます。"
    assert say("A judge: {ruling:inner}", ruling=text) == "A judge: as sent"


def test_what_is_nested_too_deep_is_read_in_its_own_words() -> None:
    assert JAPANESE.said(text_of(nested(MOST_NESTED * 40))) == "{reason}"


@pytest.mark.parametrize(
    "form",
    [
        {"text": 1},
        {"text": "x", "values": {"a": 1.5}},
        {"text": "x", "items": ["a"], "last": "nor"},
        {"text": "x" * 4_001},
    ],
)
def test_what_is_no_text_is_refused(form: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(form, Said)
