"""Words for people keep their messages, so that they can be said in another language."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_message import (
    Text,
    filled,
    listed,
    named,
    ref,
    said_in,
    say,
    say_as,
    say_count,
    slot,
    with_words,
)

NAMES = st.text(max_size=8)


class Turned:
    """A language in which every sentence stands in brackets and lists are turned round."""

    def find(self, text: Text) -> str:
        count = text.values.get("count", 1)
        return f"<{text.context}{text.plural if text.plural and count != 1 else text.message}>"

    def knows(self, _: Text) -> bool:
        return True

    def join(self, items: list[str], last: str) -> str:
        return f" {last} ".join(reversed(items))


@pytest.mark.parametrize(
    ("text", "english", "turned"),
    [
        (say("the draw"), "the draw", "<the draw>"),
        (say("{who} draws.", who="Ana"), "Ana draws.", "<Ana draws.>"),
        (say("{a:capital} goes.", a=say("a card")), "A card goes.", "<<a card> goes.>"),
        (say("it: {why:inner}.", why=say("No room.")), "it: no room.", ""),
        (say_count("{count} card", "{count} cards", count=1), "1 card", "<1 card>"),
        (say_count("{count} card", "{count} cards", count=2), "2 cards", "<2 cards>"),
        (say_as("move", "Set"), "Set", "<moveSet>"),
        (say("it: {why:inner}.", why=say("{who} won.", who="Ana")), "it: Ana won.", ""),
        (say("it: {it:inner}.", it=say("{card} is.", card=named("card", "Ox"))), "it: Ox is.", ""),
        (listed(["a", say("b"), "c"]), "a, b and c", "c and <b> and a"),
        (listed(["a", "b"], "or"), "a or b", "b or a"),
        (listed(["a", "b"], ";"), "a; b", "b ; a"),
        (listed(["a.", "b."], " "), "a. b.", "b.   a."),
        (say("{why:bare} (1).", why=named("TK-1", "No {x}.")), "No {x} (1).", ""),
        (say("your {a:noun}", a=say("the card")), "your card", "<your <the card>>"),
        (say("Ana {does:verb} it.", does=say("play")), "Ana plays it.", "<Ana <play>s it.>"),
        (named("card", "Set {x}"), "Set {x}", "<cardSet {x}>"),
        (filled(say("of {value}", value=slot("value")), value="7"), "of 7", "<of 7>"),
        (filled("of {value}", value="7"), "of 7", "<of 7>"),
        (listed([]), "", ""),
        ("Ana", "Ana", "Ana"),
    ],
)
def test_a_text_is_said_in_english_and_in_another_language(
    text: str, english: str, turned: str
) -> None:
    """English by itself; by a catalog with the values in their places."""
    assert str(text) == english
    if turned:
        assert said_in(Turned(), text) == turned


@given(name=NAMES, card=NAMES)
def test_a_text_survives_copies(name: str, card: str) -> None:
    """Its message and values are pickled and copied with it."""
    text = say("{name} draws {card}.", name=name, card=say("the {card}", card=card))
    for other in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text)):
        assert other == text
        assert said_in(Turned(), other) == said_in(Turned(), text)


def test_refs_are_put_into_words_wherever_they_stand() -> None:
    """In values of values, in lists and in counted messages; plain words stay."""
    a, zone = ref("a", "player a"), ref("a.m1")
    text = say(
        "{who:capital} takes {what}.", who=a, what=listed([zone, say("of {who}", who=a), "x"])
    )
    words = {"a": "Ana", "a.m1": say("the left zone")}
    assert text == "Player a takes a.m1, of player a and x."
    told = with_words(text, lambda found: words[found.message])
    assert told == "Ana takes the left zone, of Ana and x."
    assert said_in(Turned(), told).startswith("<Ana takes x and <of Ana> and <the left zone>")
    many = say_count("{who} has {count}", "{who} have {count}", count=2, who=a)
    assert with_words(many, lambda found: words[found.message]) == "Ana have 2"


def test_a_message_without_its_value_is_a_fault_where_it_is_said() -> None:
    """It is not found out only when somebody reads it."""
    with pytest.raises(KeyError):
        say("{who} draws.")
