"""`duelmat mat`: mat files checked and built."""

import re
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_hardware import STANDARD_MAT, mat_file
from host.test_unfit_mat import without_extra


def test_the_standard_mat_is_sound() -> None:
    """Without a file the packaged mat is checked and summed up in a line."""
    result = duelmat("mat", "check")
    assert result.exit_code == 0
    assert "is sound: " in result.output
    assert "40 antennas" in result.output
    assert "bus at 2 MHz leaves an answer 250 ns; the slowest takes 123 ns" in result.output


def test_every_problem_of_a_mat_is_told(tmp_path: Path) -> None:
    """A mat with two faults gets both, each with its place, and exit code 2."""
    text = STANDARD_MAT.read_text(encoding="utf-8")
    path = tmp_path / "bad.toml"
    path.write_text(text.replace("width_mm", "wdith_mm", 1) + "\n[extra]\n", encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code == 2
    assert "wdith_mm" in result.output
    assert "extra" in result.output


@pytest.mark.tools
def test_files_are_built_into_a_folder_and_checked_against_it(tmp_path: Path) -> None:
    """What was built is as the mat makes it; a changed file has drifted."""
    target = tmp_path / "out"
    built = duelmat("mat", "build", "--target", target)
    assert built.exit_code == 0
    assert f"wrote {target / 'board.json'}" in built.output
    assert duelmat("mat", "check", "--against", target).exit_code == 0
    (target / "board.json").write_text("{}", encoding="utf-8")
    drifted = duelmat("mat", "check", "--against", target)
    assert drifted.exit_code == 1
    assert "board.json" in drifted.output


def test_a_target_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    """A folder that cannot be made is a complaint, not a traceback."""
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    result = duelmat("mat", "build", "--target", blocked)
    assert result.exit_code == 2
    assert "expected a folder to write to" in result.output


def test_the_mini_mat_is_checked_by_its_name() -> None:
    """And a name that there is not gets those that there are."""
    result = duelmat("mat", "check", "--mat", "mini")
    assert result.exit_code == 0
    assert "mini is sound: 20 zones, 24 antennas" in result.output
    unknown = duelmat("mat", "check", "--mat", "maxi")
    assert unknown.exit_code == 2
    assert (
        "expected one of standard, mini, starter, or a mat file, got 'maxi', and there is no"
        in unknown.output
    )


def test_the_starter_mat_is_checked_with_its_modules_and_games() -> None:
    """Fields at its plain tags, and the games, with their zones for which it has no room."""
    result = duelmat("mat", "check", "--mat", "starter")
    assert result.exit_code == 0
    assert "starter is sound: 20 zones, 14 antennas" in result.output
    assert "2 MHz leaves an answer 250 ns; the slowest takes 167 ns, margin 83" in result.output
    assert "trump-king can be played on it" in result.output
    assert "ocg can be played on it; 10 of its zones lie beside it" in result.output
    assert "a.m2: power margin 2.47" in result.output
    assert "below a metal film of 1, 3 and 10 ohm per square 0.49, 0.95, 1.65," in result.output


def test_a_bus_that_is_too_fast_for_whole_modules_is_refused(tmp_path: Path) -> None:
    """With the clock that would do, and the exit code of a mat that is not sound."""
    text = mat_file("starter").read_text(encoding="utf-8")
    path = tmp_path / "fast.toml"
    path.write_text(text.replace("spi_hz = 2_000_000", "spi_hz = 4_000_000"), encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code == 1
    assert "expected 2900000 or less: an answer takes 167 ns" in result.stderr


def test_a_mat_for_no_game_is_refused(tmp_path: Path) -> None:
    """With what each game lacks there."""
    text = mat_file("starter").read_text(encoding="utf-8")
    few = re.sub(r'^ *("[ab]\.deck"|\{ id = "deck).*\n', "", text, flags=re.MULTILINE)
    path = tmp_path / "few.toml"
    path.write_text(few.replace('name = "starter"', 'name = "few"'), encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code == 2
    assert "few: expected what one game or more needs, got it for none" in result.output
    assert (
        "the zones that Trump King needs on the mat few, got none for pile (a.deck, b.deck). Add"
        in result.output
    )


def test_games_that_drop_out_are_listed_with_what_the_mat_lacks(tmp_path: Path) -> None:
    """Beside those that fit: the zones in players' words with their ids, and what mends it."""
    result = duelmat("mat", "check", without_extra(tmp_path / "few.toml"))
    assert result.exit_code == 0
    assert "resummoned can be played on it" in result.output
    titles = {"ocg": "Early OCG", "trigamon": "Trigamon PCG", "trump-king": "Trump King"}
    for game, title in titles.items():
        assert (
            f"{game} cannot be played on it: expected the zones that {title} needs on the mat "
            "starter, got none for Extra Deck (a.extra, b.extra). Add them to the mat file, with "
            "a reader or without: without one, players tell what lies there."
        ) in result.output


def test_what_every_game_lacks_alike_is_said_once(tmp_path: Path) -> None:
    """A mat without a reader at a Graveyard is one fault, however many games there are."""
    text = mat_file("starter").read_text(encoding="utf-8")
    text = re.sub(r'^"[ab]\.grave" = \[\[.*\n', "", text, flags=re.MULTILINE)
    found = 'id = "grave", kind = "grave", shape = "upright"'
    assert text.count(found) == 1
    path = tmp_path / "blind.toml"
    path.write_text(text.replace(found, found.replace("upright", "place")), encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code == 2
    assert result.output.count("expected a reader at a Graveyard of the mat starter") == 1


def test_a_file_and_a_name_at_once_are_refused() -> None:
    """Nobody has to guess which was meant."""
    result = duelmat("mat", "build", STANDARD_MAT, "--mat", "mini")
    assert result.exit_code == 2
    assert "Name one" in result.output


def test_a_mat_over_its_budget_with_unknown_parts_is_told_in_one_run(tmp_path: Path) -> None:
    """What a maker has to mend before ordering."""
    text = STANDARD_MAT.read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    changed = text.replace('tag = "tag_ntag213"', 'tag = "tag_of_gold"').replace(
        "scl = 1", "scl = 2"
    )
    path.write_text(changed, encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code == 2
    assert "parts.tag: expected a part of the catalogue: tag_ntag213" in result.output
    assert "pins.scl: expected a pin that can be I2C0 SCL" in result.output
    assert "pins.touch_irq: expected a pin of its own, got 2" in result.output


FERRITE = "ferrite_mm = [0, 31, 56, 24]"
FOIL = "foil_mm = [0, 0, 59, 86]"


@pytest.mark.parametrize(
    ("old", "new", "words", "advice"),
    [
        (
            FERRITE,
            "ferrite_mm = [0, 31, 30, 18]",
            r"the tag answers, or more, at the lower tag, got 0\.\d\d with the sleeve 'small'",
            "Make the ferrite larger than the tag",
        ),
        (
            f"{FOIL}\n{FERRITE}",
            "foil_mm = [0, 31, 34, 22]\nferrite_mm = [0, 31, 34, 22]",
            r"an upper tag that couples at most 0\.4 as well as the lower one, got 0\.\d\d with",
            "Make the sleeve's foil as large as the card",
        ),
        (
            "inductance_nh = [1000, 1700]",
            "inductance_nh = [1100, 1200]",
            r"coil reaches 1100 to 1200 nH with whole turns, got one to four turns of \d+, 1077,",
            "Change the windows",
        ),
    ],
    ids=["tag that gets no field", "shield that hides nothing", "coil of no whole turns"],
)
def test_sleeve_or_coil_that_cannot_work_is_told_with_the_number_that_fails(
    tmp_path: Path, old: str, new: str, words: str, advice: str
) -> None:
    """The figure that is wanted, the one that was calculated, and what would mend it."""
    text = mat_file("mini").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    result = duelmat("mat", "check", path)
    assert result.exit_code in {1, 2}
    assert re.search(words, result.output), result.output
    assert advice in result.output
    assert "is sound" not in result.output


@pytest.mark.tools
def test_files_of_a_mat_whose_fields_cannot_work_are_written_only_with_force(
    tmp_path: Path,
) -> None:
    """The number that fails and what would mend it are told either way."""
    text = mat_file("mini").read_text(encoding="utf-8")
    path, target = tmp_path / "mine.toml", tmp_path / "out"
    path.write_text(text.replace(FERRITE, "ferrite_mm = [0, 31, 30, 18]"), encoding="utf-8")
    refused = duelmat("mat", "build", path, "--target", target)
    assert refused.exit_code == 1
    assert not target.exists()
    forced = duelmat("mat", "build", path, "--target", target, "--force")
    assert forced.exit_code == 0, forced.output
    assert (target / "board.json").is_file()
    for result in (refused, forced):
        assert "from which the tag answers, or more, at the lower tag, got 0." in result.output
        assert "Make the ferrite larger than the tag" in result.output
    assert "Nothing was written" in refused.output
    assert "--force" in refused.output
