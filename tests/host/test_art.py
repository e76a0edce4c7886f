"""A user's own pictures of cards: what is served, and what is said of the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duelmat_host.cards.art import NOTES, PICTURE_LIMIT_BYTES, ArtFolder
from duelmat_host.errors import ArtFolderError

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
JPG = b"\xff\xd8\xff\xe0" + bytes(20)
WEBP = b"RIFF\x10\x00\x00\x00WEBPVP8 "
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>'
CODES = ("Wolf", "Ox", "Elf", "H7")


def folder(tmp_path: Path, **files: bytes) -> ArtFolder:
    """A folder with these files; `__` stands for the dot of an ending."""
    for name, content in files.items():
        (tmp_path / name.replace("__", ".")).write_bytes(content)
    return ArtFolder(tmp_path, CODES)


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        ("Wolf__png", PNG, "image/png"),
        ("wolf__JPG", JPG, "image/jpeg"),
        ("Wolf__jpeg", JPG, "image/jpeg"),
        ("Wolf__webp", WEBP, "image/webp"),
        ("Wolf__svg", SVG, "image/svg+xml"),
    ],
)
def test_a_picture_is_served_as_what_it_is(
    tmp_path: Path, name: str, content: bytes, media_type: str
) -> None:
    """By the code of its card, in whatever letters the file is named."""
    art = folder(tmp_path, **{name: content})
    assert art.notes == []
    assert art.picture("Wolf") == (content, media_type)
    assert set(art.codes) == {"Wolf"}


BAD = {
    "an unknown ending": ("Wolf__gif", PNG, "png, jpg"),
    "an unknown card": ("Nobody__png", PNG, "'Nobody'"),
    "something else inside": ("Wolf__png", JPG, "expected png"),
    "empty": ("Wolf__webp", b"", "expected webp"),
    "a script": ("Wolf__svg", SVG.replace(b"<circle", b"<script/><circle"), "<script"),
    "a prefixed script": ("Wolf__svg", SVG.replace(b"<circle", b"<s:script/><circle"), "script"),
    "an event": ("Wolf__svg", SVG.replace(b"<circle", b"<circle onload='x'"), "onload"),
    "a page": ("Wolf__svg", SVG.replace(b"<circle", b"<foreignObject/><circle"), "foreign"),
    "too large": ("Wolf__png", PNG + bytes(PICTURE_LIMIT_BYTES), "4 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_file_gets_a_sentence_and_the_rest_is_used(tmp_path: Path, name: str) -> None:
    """It says what was expected, and which file it is."""
    file, content, says = BAD[name]
    art = folder(tmp_path, **{file: content, "Ox__png": PNG})
    (note,) = art.notes
    assert file.replace("__", ".") in note
    assert says in note
    assert art.picture("Wolf") is None
    assert art.picture("Ox") is not None


def test_two_pictures_of_a_card_get_a_sentence(tmp_path: Path) -> None:
    """The first by name is used."""
    art = folder(tmp_path, Wolf__png=PNG, Wolf__svg=SVG)
    assert art.notes == [
        "The picture Wolf.svg is left aside: Wolf.png is that card's picture already."
    ]
    found = art.picture("Wolf")
    assert found is not None
    assert found.media_type == "image/png"


def test_many_wrong_files_are_counted(tmp_path: Path) -> None:
    """A folder for another game does not fill the screen."""
    art = folder(tmp_path, **{f"Other{n}__png": PNG for n in range(NOTES + 3)})
    assert len(art.notes) == NOTES + 1
    assert art.notes[-1].startswith("3 more files")


def test_what_is_no_file_is_left_aside_without_waiting(tmp_path: Path) -> None:
    """A named pipe would never end."""
    os.mkfifo(tmp_path / "Wolf.png")
    (tmp_path / "Ox.png").mkdir()
    art = ArtFolder(tmp_path, CODES)
    assert len(art.notes) == 2
    assert not art.codes


def test_a_pipe_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    """As settings may name one; it is not waited for."""
    os.mkfifo(tmp_path / "art")
    with pytest.raises(ArtFolderError, match="Not a directory"):
        ArtFolder(tmp_path / "art", CODES)


def test_a_picture_that_is_no_more_is_not_served(tmp_path: Path) -> None:
    """Nor one that has become something else since the start."""
    art = folder(tmp_path, Wolf__svg=SVG, Ox__png=PNG)
    (tmp_path / "Wolf.svg").write_bytes(b"<svg><script>1</script></svg>")
    (tmp_path / "Ox.png").unlink()
    assert art.picture("Wolf") is None
    assert art.picture("Ox") is None
    assert art.picture("../Ox") is None


def test_a_folder_that_is_not_there_is_said_at_the_start(tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(ArtFolderError, match="--art"):
        ArtFolder(tmp_path / "nowhere", CODES)
