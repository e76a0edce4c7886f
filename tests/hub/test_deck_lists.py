"""Deck lists in any form, checked by the policy's ruleset or by none."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from duelmat_bench.event_demo.story import allowed_deck_text
from duelmat_decks import CardFacts, DeckListError, Library
from duelmat_decks.textlist import format_textlist
from duelmat_engine import find_ruleset
from duelmat_hub.deck_lists import read_deck
from duelmat_hub.policies import load_policy
from duelmat_hub.running import running
from duelmat_hub.store import open_file
from duelmat_tournament import commands
from duelmat_tournament.names import PlayerId
from duelmat_tournament.policy import DeckRules
from duelmat_tournament.roles import Role
from hub.asked_app import Asker
from hub.asking import ask, creation, new_request

OCG = load_policy("ocg")
ANY = replace(OCG, deck_checks=replace(OCG.deck_checks, rules=DeckRules.NONE))


def test_a_deck_of_the_ruleset_is_read_by_names_and_from_xml() -> None:
    rules = find_ruleset("ocg")
    deck = read_deck(allowed_deck_text("ocg"), OCG)
    text = format_textlist({"main": deck.main, "extra": deck.extra}, rules)
    cards = {
        part: "".join(f"<card>{rules.cards[code].name}</card>" for code in codes)
        for part, codes in (("main", deck.main), ("extra", deck.extra))
    }
    xml = "".join(f"<{part}>{each}</{part}>" for part, each in cards.items())
    for written in (text, f"<deck>{xml}</deck>"):
        read = read_deck(written, OCG)
        assert Counter(read.main) == Counter(deck.main)
        assert Counter(read.extra) == Counter(deck.extra)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4 Lightning Bolt", "line 1: expected a card of Early OCG, got 'Lightning Bolt'"),
        ("#main\n5\n", "Hand in the cards\u2019 names instead, or ask at the desk."),
        ("#main\n7\n", "Wolf of Ice: expected a card of Early OCG"),
    ],
)
def test_a_card_of_another_game_is_refused_by_name(text: str, words: str) -> None:
    """No command line is advised to whoever reads a page."""
    facts = [CardFacts(passcode=7, name="Wolf of Ice", kinds=("monster",), traits={})]
    library = Library(facts if "7" in text else [])
    with pytest.raises(DeckListError) as refused:
        read_deck(text, OCG, library)
    assert words in str(refused.value)
    assert "duelmat " not in str(refused.value)


def test_a_policy_may_take_lists_of_any_game() -> None:
    read = read_deck("4 Lightning Bolt\nSideboard\n1 Negate", ANY)
    assert (read.main, read.side) == (("Lightning Bolt",) * 4, ("Negate",))


def test_the_mark_at_the_beginning_of_a_file_is_none_of_the_list() -> None:
    assert read_deck("\ufeff#main\n7\n", ANY) == read_deck("#main\n7\n", ANY)
    assert read_deck("\ufeff2 Island", ANY).main == ("Island", "Island")


def test_judges_see_both_lists_of_a_table_with_what_was_changed(tmp_path: Path) -> None:
    """A player sees no list but the own one; numbers are named by the organiser's cards."""

    async def story() -> None:
        facts = [CardFacts(passcode=7, name="Wolf of Ice", kinds=("monster",), traits={})]
        store = open_file(tmp_path)
        async with running(store, library=Library(facts)) as started:
            await ask(started.hub, replace(creation("ocg"), policy=ANY))
            asker = Asker(started, started.make_app(hosts=("127.0.0.1",)))
            for number, name in enumerate(("Mia", "Noa"), start=1):
                await ask(started.hub, commands.RegisterPlayer(name))
                own = await asker.enter(Role.PLAYER, PlayerId(number))
                for text in (f"2 Heron\n1 {name}s Wolf", "#main\n7\n"):
                    sent = {"do": "register-deck", "player": number, "text": text}
                    command = {**sent, "salt": f"{number}" * 32}
                    body = {"request": new_request(), "command": command}
                    assert (await own.post("/do/register-deck", json=body)).json()["ok"]
            for step in (commands.StartEvent(1, 0), commands.PairRound()):
                await ask(started.hub, step)
            judge = await asker.enter(Role.JUDGE)
            page = (await judge.get("/decks/1")).text
            for words in ("Mia", "Noa", "Wolf of Ice", "+1", "−2 Heron", "−1 Mias Wolf"):
                assert words in page
            assert (await judge.get("/decks/9")).status_code == 404
            assert (await own.get("/decks/1")).status_code == 403
        store.close()

    asyncio.run(story())
