"""Languages: what a reader is shown, and catalogs that are broken."""

import re
from pathlib import Path

import msgspec
import pytest

from duelmat_message import listed, say, say_as, say_count
from duelmat_serving.errors import LanguageError
from duelmat_serving.language.catalogs import ENGLISH, Translation, language
from duelmat_serving.language.titles import TITLES
from duelmat_serving.request_language import chosen

HEAD = r"""msgid ""
msgstr ""
"Language: ja\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=1; plural=0;\n"

"""
WORDS = """msgid "{player} draws {card}."
msgstr "{player}は{card}を引く。"

msgctxt "card"
msgid "Set"
msgstr "セット"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "カード{count}枚"

msgid "{player} won."
msgstr "{player}の勝ち。"

msgid "So: {why:inner}"
msgstr "つまり：{why:inner}"

#, fuzzy
msgid "guessed"
msgstr "推量"
"""


@pytest.fixture
def catalogs(tmp_path: Path) -> Path:
    """Return a folder with the three files of a language."""
    for name in ("rules", "cards"):
        (tmp_path / f"{name}.po").write_text(HEAD)
    (tmp_path / "words.po").write_text(HEAD + WORDS)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (say("{player} draws {card}.", player="Ana", card="Set"), "AnaはSetを引く。"),
        (
            say("{player} draws {card}.", player="Ana", card=say_as("card", "Set")),
            "Anaはセットを引く。",
        ),
        (say_count("{count} card", "{count} cards", count=3), "カード3枚"),
        (say("nowhere listed"), "nowhere listed"),
        (say("guessed"), "guessed"),
        (listed(["a", "b", "c"]), "a、b、c"),
        (listed(["a", "b"], "or"), "aまたはb"),
        (listed(["a"]), "a"),
        (listed([say("guessed")], "or"), "guessed"),
        (say("So: {why:inner}", why=say("{player} won.", player="Ana")), "つまり：Anaの勝ち"),
        (say("So: {why:inner}", why=listed([say("guessed"), "Ana"])), "つまり：guessed、Ana"),
        ("a name", "a name"),
    ],
)
def test_a_text_is_said_by_its_catalog(catalogs: Path, text: str, said: str) -> None:
    """What is not translated, or only guessed, is said in English; all of it can be sent."""
    japanese = Translation("ja", catalogs)
    assert japanese.said(text) == said
    assert msgspec.json.decode(msgspec.json.encode([text], enc_hook=japanese.encoded)) == [said]
    assert ENGLISH.said(text) == text


@pytest.mark.parametrize("broken", ["{plyer}は{card}を引く。", "{player", "{player}は{}を引く。"])
def test_a_broken_message_is_said_in_english_and_logged(
    catalogs: Path, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    """Whoever reads the page is shown the rest of it."""
    words = WORDS.replace("{player}は{card}を引く。", broken)
    (catalogs / "words.po").write_text(HEAD + words)
    text = say("{player} draws {card}.", player="Ana", card="a card")
    assert Translation("ja", catalogs).said(text) == "Ana draws a card."
    assert "words.po of ja names other values" in caplog.text


@pytest.mark.parametrize(
    "broken",
    ["{player:q}は{card}を引く。", "{player!z}は{card}", "{player.hand}", "{player:capital:d}"],
)
def test_a_message_that_cannot_be_filled_in_is_said_in_english_as_a_whole(
    catalogs: Path, broken: str
) -> None:
    """Also where it stands within another; nothing of what is told is lost."""
    words = WORDS.replace("{player}は{card}を引く。", broken)
    (catalogs / "words.po").write_text(HEAD + words)
    text = say("{player} draws {card}.", player="Ana", card="a card")
    japanese = Translation("ja", catalogs)
    assert japanese.said(text) == "Ana draws a card."
    assert "Ana draws a card" in japanese.said(say("So: {why:inner}", why=text))
    assert japanese.said(say("{player} won.", player="Ana")) == "Anaの勝ち。"


@pytest.mark.parametrize("plural", ["n", "n != 1"])
def test_a_head_that_counts_more_forms_than_there_are_takes_the_last(
    catalogs: Path, plural: str
) -> None:
    """A number is said all the same."""
    (catalogs / "words.po").write_text(HEAD.replace("plural=0", f"plural={plural}") + WORDS)
    japanese = Translation("ja", catalogs)
    assert japanese.said(say_count("{count} card", "{count} cards", count=3)) in (
        "カード3枚",
        "3 cards",
    )
    japanese.forms("", "{count} card")


def test_a_language_that_nobody_knows_is_named(catalogs: Path) -> None:
    """Its code has to be one of those that have rules for numbers and lists."""
    with pytest.raises(LanguageError, match="the code of a language, as in fr, got 'qqq'"):
        Translation("qqq", catalogs)


@pytest.mark.parametrize("code", TITLES)
def test_every_language_can_be_read(code: str) -> None:
    """Its catalogs are there and whole."""
    assert language(code).code == code
    assert language(code).title == TITLES[code]


@pytest.mark.parametrize("content", [b"no PO file", b'msgid "\xff"', None])
def test_a_broken_catalog_is_named(catalogs: Path, content: bytes | None) -> None:
    """The error has the language and the file."""
    file = catalogs / "rules.po"
    file.unlink()
    if content is not None:
        file.write_bytes(HEAD.encode() + content)
    with pytest.raises(LanguageError, match=r"language ja in rules\.po"):
        Translation("ja", catalogs)


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    """Each by its code and as it calls itself."""
    there = ", ".join(f"{code} ({title})" for code, title in TITLES.items())
    with pytest.raises(LanguageError, match=re.escape(f"{there}, got 'xx'")):
        language("xx")


@pytest.mark.parametrize(
    ("cookie", "accepted", "default", "code"),
    [
        ("", "", "en", "en"),
        ("", "", "ja", "ja"),
        ("", "ja", "en", "ja"),
        ("", "ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", "en", "ja"),
        ("", "en-GB,en;q=0.9,ja;q=0.8", "ja", "en"),
        ("", "fr,de;q=0.5", "ja", "ja"),
        ("", "ja;q=0,en", "ja", "en"),
        ("", "ja;q=oops,,;;,en;q=0.1", "ja", "en"),
        ("", "x" * 5000, "en", "en"),
        ("ja", "en", "en", "ja"),
        ("en", "ja", "ja", "en"),
        ("<script>", "ja", "en", "ja"),
    ],
)
def test_the_language_is_what_was_chosen_else_what_the_browser_asks_for(
    cookie: str, accepted: str, default: str, code: str
) -> None:
    """Broken cookies and headers are as if they were not there."""
    assert chosen(cookie, accepted, default).code == code
