"""Registry: tag to card. A frozen value; read from a TOML or JSON file with all faults together.

[[sleeves]]
owner = "a"                 # seat whose deck the card belongs to
code = "H7"                 # as in the ruleset; copies of one card: "DarkHole/1", "DarkHole/2"
up = "04a1b2c3d4e5f6"       # the tag that answers when the card lies face up
down = "04112233445566"     # the tag that answers when it lies face down

A sleeve without a shield has one tag, which does not tell the face:

[[sleeves]]
owner = "a"
code = "H8"
tag = "04a1b2c3d4e5f7"
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from duelmat_engine import SEAT_LETTERS, CardKey, Deck, Seat, keys_of
from duelmat_files.errors import FileProblem, NotKeptError
from duelmat_files.outside import read_regular_file
from duelmat_files.problems import misfit_problems, text_problem
from duelmat_files.whole_file import write_whole
from duelmat_host.cards.face import Face
from duelmat_host.errors import EnrolError, RegistryError
from duelmat_message import listed, say, say_count, words_of
from duelmat_parsing.structs import WORDS, read_struct
from duelmat_parsing.tables import BrokenTextError, decode_text, read_tables

UID_BYTES: Final = (4, 7, 10)
"""ISO 14443-3: single, double and triple size."""
CASCADE_TAG: Final = 0x88
"""First byte of a longer UID's first part: a 4-byte UID that starts so was read in half."""
RANDOM_ID: Final = 0x08
"""First byte of 4-byte UIDs that are another at every reading."""
_NXP: Final = 0x04
"""First byte of the 7-byte UIDs of NXP, who make most of these tags."""
_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}(/[1-9][0-9]?)?")
_CODE_WORDS: Final = say("letters, digits, - and _, up to 32 of them, and /2 for a second copy")
_FILE: Final = say("the file")
_EXAMPLES: Final = {
    False: '[[sleeves]], then lines as owner = "a" and code = "H7"',
    True: '{"sleeves": [{"owner": "a", "code": "H7", "up": "04a1b2c3", "down": "04112233"}]}',
}
"""By whether the file is JSON."""
FORMAT: Final = 1
_Tag = Annotated[
    str,
    Meta(
        pattern="^([0-9A-Fa-f]{2}[: ]*)+$",
        extra={WORDS: "a tag's UID in hex, like 04a1b2c3d4e5f6"},
    ),
]
_Format = Annotated[
    int,
    Meta(
        ge=FORMAT,
        le=FORMAT,
        extra={WORDS: f"{FORMAT}, or a newer duelmat, which reads others"},
    ),
]


class Sleeve(msgspec.Struct, frozen=True):
    """One sleeve and the card in it."""

    owner: str
    """Seat letter of the deck's owner."""
    code: str
    """The card, as in the ruleset, with a copy number if there are several."""
    up: bytes
    """Tag that answers when the card lies face up."""
    down: bytes
    """Tag that answers when the card lies face down; the same in a sleeve with one tag."""

    @property
    def key(self) -> CardKey:
        return CardKey(f"{self.owner}:{self.code}")

    @property
    def has_one_tag(self) -> bool:
        """Whether one tag answers however the card lies, so that nobody is told its face."""
        return self.up == self.down

    @property
    def tags(self) -> tuple[bytes, ...]:
        return (self.up,) if self.has_one_tag else (self.up, self.down)


class _Row(msgspec.Struct, frozen=True):
    """A sleeve as a file has it."""

    owner: str
    code: str
    up: _Tag | None = None
    down: _Tag | None = None
    tag: _Tag | None = None


class _File(msgspec.Struct, frozen=True):
    format: _Format = FORMAT
    sleeves: tuple[_Row, ...] = ()


class Tagged(msgspec.Struct, frozen=True):
    """The sleeve that a tag belongs to, and the face that is up when the tag answers."""

    sleeve: Sleeve
    face: Face
    """UP or DOWN: how the card lies when this tag answers; UNKNOWN of a sleeve with one tag."""


class Registry:
    """The sleeves of a table, each tag and each card once."""

    def __init__(self, sleeves: Iterable[Sleeve] = ()) -> None:
        """Check the sleeves. Raises RegistryError for an impossible or repeated tag or card."""
        self.sleeves: Final = tuple(sleeves)
        problems = list(_problems("registry", [(i, s) for i, s in enumerate(self.sleeves)]))
        if problems:
            raise RegistryError("registry", problems)
        self._by_key: Final = {sleeve.key: sleeve for sleeve in self.sleeves}
        self._by_tag: Final = {
            tag: Tagged(sleeve, face) for sleeve in self.sleeves for tag, face in _faces(sleeve)
        }

    def __len__(self) -> int:
        return len(self.sleeves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Registry) and self.sleeves == other.sleeves

    def __hash__(self) -> int:
        return hash(self.sleeves)

    def __repr__(self) -> str:
        return f"<Registry of {len(self.sleeves)} sleeves>"

    @property
    def keys(self) -> frozenset[CardKey]:
        """Return the cards in it."""
        return frozenset(self._by_key)

    def tag(self, uid: bytes) -> Tagged | None:
        """Return the card and face of a tag; None for a tag that nobody enrolled."""
        return self._by_tag.get(uid)

    def sleeve(self, key: str) -> Sleeve | None:
        """Return the sleeve of a card; None for a card that nobody enrolled."""
        return self._by_key.get(CardKey(key))

    def missing(self, cards: Iterable[CardKey]) -> tuple[CardKey, ...]:
        """Return those of these cards that have no sleeve."""
        return tuple(key for key in cards if key not in self._by_key)

    def enrol(self, sleeve: Sleeve) -> Registry:
        """Return the registry with one more sleeve.

        Raises EnrolError when one of its tags or its card is in use, or cannot be.
        """
        place = len(self.sleeves)
        numbered = [*enumerate(self.sleeves), (place, sleeve)]
        problems = [p for p in _problems("registry", numbered) if _place(place) in p.place]
        if problems:
            raise EnrolError(problems)
        return Registry((*self.sleeves, sleeve))

    def without(self, key: str) -> Registry:
        """Return the registry without a card's sleeve, if there was one."""
        return Registry(sleeve for sleeve in self.sleeves if sleeve.key != key)

    @classmethod
    def for_simulation(
        cls, decks: Sequence[Deck], seed: int = 1, *, sleeve_tags: int = 2
    ) -> Registry:
        """Make up sleeves for the decks of seats a, b, ...: the same tags for the same seed.

        Copies of one card get the numbers that the engine gives them. With one tag in a sleeve it
        is the one that two-tag sleeves have for the face up.
        """
        lower = Face.UP if sleeve_tags == 1 else Face.DOWN
        return cls(
            Sleeve(
                SEAT_LETTERS[seat],
                key[2:],
                _made_up(seed, key, Face.UP),
                _made_up(seed, key, lower),
            )
            for seat, deck in enumerate(decks)
            for part in deck
            for key in keys_of(Seat(seat), part)
        )

    # Files

    @classmethod
    def load(cls, path: Path) -> Registry:
        """Read a registry file; .json is JSON, everything else TOML.

        Raises RegistryError with everything that is wrong with it.
        """
        source = str(path)
        try:
            content = read_regular_file(path)
        except OSError as error:
            raise RegistryError(
                source,
                [
                    FileProblem(
                        source,
                        _FILE,
                        say("a registry that can be read"),
                        words_of(error),
                        say("Check the path, or enroll cards on the page /enroll."),
                    )
                ],
            ) from error
        return cls.parse(content, source, is_json=path.suffix == ".json")

    @classmethod
    def parse(cls, content: bytes, source: str, *, is_json: bool = False) -> Registry:
        """Parse the registry in a file's content. Raises RegistryError with every fault."""
        try:
            table = read_tables(decode_text(content), _EXAMPLES[is_json], is_json=is_json)
        except BrokenTextError as error:
            raise RegistryError(source, [text_problem(source, error)]) from None
        file, misfits = read_struct(_File, table)
        problems = misfit_problems(source, misfits, first=0)
        broken = {each.path[1] for each in misfits if len(each.path) > 1}
        sleeves = []
        for place, row in enumerate(file.sleeves):
            if place not in broken:
                problems += _row_problems(source, _place(place), row)
                tags = _read_tags(row)
                if tags is not None:
                    up, down = (bytes.fromhex(tag.replace(":", " ")) for tag in tags)
                    sleeves.append((place, Sleeve(row.owner, row.code, up, down)))
        problems += _problems(source, sleeves)
        if problems:
            raise RegistryError(source, problems)
        return cls(sleeve for _, sleeve in sleeves)

    def format(self, *, is_json: bool = False) -> str:
        """Format the content of a registry file."""
        rows = [{"owner": s.owner, "code": s.code, **_written_tags(s)} for s in self.sleeves]
        if is_json:
            return json.dumps({"format": FORMAT, "sleeves": rows}, indent=1) + "\n"
        tables = [
            "\n".join(["[[sleeves]]", *(f'{name} = "{value}"' for name, value in row.items())])
            for row in rows
        ]
        return "\n\n".join([f"format = {FORMAT}", *tables]) + "\n"

    def save(self, path: Path) -> None:
        """Write the file whole or not at all. Raises NotKeptError."""
        what = say("the card registry")
        content = self.format(is_json=path.suffix == ".json").encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotKeptError(what, path, error) from error
        write_whole(path, content, what)


def _faces(sleeve: Sleeve) -> tuple[tuple[bytes, Face], ...]:
    """Return each tag of a sleeve with the face that it tells."""
    if sleeve.has_one_tag:
        return ((sleeve.up, Face.UNKNOWN),)
    return (sleeve.up, Face.UP), (sleeve.down, Face.DOWN)


def _written_tags(sleeve: Sleeve) -> dict[str, str]:
    if sleeve.has_one_tag:
        return {"tag": sleeve.up.hex()}
    return {"up": sleeve.up.hex(), "down": sleeve.down.hex()}


def _read_tags(row: _Row) -> tuple[str, str] | None:
    """Return the tags that a row gives for both faces; None if it gives others than it may."""
    if row.tag is not None:
        return None if row.up or row.down else (row.tag, row.tag)
    return (row.up, row.down) if row.up and row.down else None


def _row_problems(source: str, where: str, row: _Row) -> Iterator[FileProblem]:
    """List what is wrong with the number of a row's tags."""
    if _read_tags(row) is None:
        given = [name for name in ("up", "down", "tag") if getattr(row, name) is not None]
        expected = say("up and down, or tag alone for a sleeve with one tag")
        got = listed(given, ",") if given else say("none of them")
        yield FileProblem(source, where, expected, got, say("Enroll the sleeve again."))
    elif row.tag is None and row.up == row.down:
        expected = say("another tag than up, or tag alone for a sleeve with one tag")
        yield FileProblem(source, f"{where}.down", expected, row.up or "", say("Read both again."))


def _made_up(seed: int, key: CardKey, face: Face) -> bytes:
    return bytes([_NXP]) + sha256(f"{seed} {key} {face.value}".encode()).digest()[:6]


# What is wrong with sleeves


def _place(index: int) -> str:
    return f"sleeves[{index}]"


def _problems(source: str, sleeves: Sequence[tuple[int, Sleeve]]) -> Iterator[FileProblem]:
    """List the faults of readable sleeves, of each alone and among them."""
    cards: dict[str, int] = {}
    tags: dict[bytes, str] = {}
    for place, sleeve in sleeves:
        where = _place(place)
        if sleeve.owner not in SEAT_LETTERS or len(sleeve.owner) != 1:
            expected = say("a seat letter of {letters}", letters=SEAT_LETTERS)
            got, advice = repr(sleeve.owner), say("Say whose deck it is in.")
            yield FileProblem(source, f"{where}.owner", expected, got, advice)
        if not _CODE.fullmatch(sleeve.code):
            got, advice = repr(sleeve.code), say("Use the code that the ruleset gives the card.")
            yield FileProblem(source, f"{where}.code", _CODE_WORDS, got, advice)
        elif sleeve.key in cards:
            expected = say("a card that is in no other sleeve")
            other = _place(cards[sleeve.key])
            got = say("{card}, which {place} has too", card=str(sleeve.key), place=other)
            advice = say("Correct one of them; a second copy is code/2.")
            yield FileProblem(source, f"{where}.code", expected, got, advice)
        else:
            cards[sleeve.key] = place
        names = ("tag",) if sleeve.has_one_tag else ("up", "down")
        for face, tag in zip(names, sleeve.tags, strict=True):
            yield from _tag_problems(source, f"{where}.{face}", tag)
            if tag in tags:
                expected = say("a tag that is on no other side of a sleeve")
                got = say("{tag}, which is {place} too", tag=tag.hex(), place=tags[tag])
                advice = say("Read both again.")
                yield FileProblem(source, f"{where}.{face}", expected, got, advice)
            else:
                tags[tag] = f"{where}.{face}"


def _tag_problems(source: str, where: str, tag: bytes) -> Iterator[FileProblem]:
    if len(tag) not in UID_BYTES:
        expected = say("a UID of 4, 7 or 10 bytes")
        got = say_count("1 byte", "{count} bytes", len(tag))
        yield FileProblem(source, where, expected, got, say("Read the tag again."))
    elif len(tag) == UID_BYTES[0] and tag[0] == CASCADE_TAG:
        expected = say("a whole UID")
        got = say("{tag}, the first half of a longer one", tag=tag.hex())
        yield FileProblem(source, where, expected, got, say("Read the tag with duelmat."))
    elif len(tag) == UID_BYTES[0] and tag[0] == RANDOM_ID:
        expected, got = say("a UID that stays"), say("{tag}, a random one", tag=tag.hex())
        advice = say("Use another tag: this one answers differently every time.")
        yield FileProblem(source, where, expected, got, advice)
