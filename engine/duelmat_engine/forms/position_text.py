"""A position as one line of text, and back: what lies where, and what else there is to know.

    trump_king; 5 b main1; life 40 38; closed; counter b.summon-right 1; a.m1 S7@3~41; a.m2 H9#_@4;
    b.hand C2 D5!; b.pile ?*30; pool b C3 S1 ...; claim b C2 C4 in b.hand b.s1 1 "TK-74"

Sections stand behind semicolons, those that say nothing are left out:

    RULESET; TURN SEAT PHASE; life L L   the moment
    closed | open | open a               what the duel knows: all, the table's, a seat's
    reading G-44 "must stay above 0"     readings that are not the default
    counter NAME COUNT                   what has been used up this turn
    lost SEAT ORDER "REASON"             who has lost, in which order, and why
    holds SEAT NAME "VALUE"              what holds for a player
    inserted PHASE COUNT MOVE ...        the phase that an effect led away from, what it allows
    priority SEAT SEAT ...               who has it, and who has passed since the last act
    acted NAME ...                       what has happened by itself in this phase
    happened SEAT KIND ... [in ZONE ...] whose act the last one was, what it was, to which cards
    ZONE CARD CARD ...                   cards, top first
    pool SEAT CARD ...                   open duels: the cards that lie somewhere unseen
    claim SEAT CARD ... in ZONE ... LOW "RULE"    what is known of them besides
    rest {JSON}                          all else

A duel at open play is written without its past and its chance; any other, and one that is asked
for whole, has the section `rest` and comes back exactly. It says `inserted`, `priority`, `acted`
and `happened` there. Inside a battle, a Chain or an announcement a duel holds more than
what people read and change: the block of operations that is carried out, what is bound there,
which effects wait. That is one object, of which every field has the name and the form that it has
in JSON (`write_duel`), without those that say nothing.

A card is its code (`b:S7` in another seat's zone, `?` unseen) and marks, in this order: `#`
face-down, `=` active though it lies in a hand, `_` sideways, `!` known though it lies hidden (or,
lying open, not known), `@3` came in turn 3, `~41` its effects count from then, `(move)` how it
came, `%5` attacked in turn 5, `^5` turned in turn 5, `{name=value}` marks on it, `+a.m1` equipped
to the card there (`+12`: to the object of that number, which lies elsewhere),
`<attack add 700 9 5>` a value changed at moment 9 until turn 5, `[...]` cards beneath, `*30` as
many alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final, NamedTuple

from msgspec import Struct, defstruct, json

from duelmat_engine.board.scope import WHENCE
from duelmat_engine.cardfiles.card_form import fields_of, usual
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, seat_letter, zone_kind, zone_seat
from duelmat_engine.notation import SECTIONS, quoted
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, Piece
from duelmat_engine.steps.transitions import ALLOWS, NOW, PLAYS

_MOST: Final = 10_000
"""Cards that one position may number."""
NOTES: Final = {"@": "arrived", "~": "stamp", "(": "move", "%": "attacked", "^": "turned"}
"""The notes on a card, by the signs before them: numbers, and the move, with a sign behind."""


def format_position(duel: Duel, *, whole: bool = False) -> str:
    """Return the line of a duel; whole, it has its past and its chance at open play too."""
    game = game_of(duel.ruleset, duel.readings)
    return "; ".join(_sections(duel, game, whole or not _is_open_play(duel)))


def _is_open_play(duel: Duel) -> bool:
    """Whether a player may do anything, and nothing is left to answer."""
    if duel.decision is None or duel.decision.kind != "open":
        return False
    return not duel.chain and duel.decision.about in ("", duel.phase)


def _sections(duel: Duel, game: Game, whole: bool) -> Iterator[str]:
    yield duel.ruleset
    yield f"{duel.turn} {seat_letter(duel.turn_seat)} {duel.phase}"
    yield " ".join(("life", *(str(p.life) for p in duel.players)))
    known = "" if duel.viewer == NOBODY else f" {seat_letter(duel.viewer)}"
    yield "closed" if duel.closed else f"open{known}"
    defaults = default_readings(game.rules)
    for name, value in duel.readings.items():
        if defaults[name] != value:
            yield f"reading {name} {quoted(value)}"
    for name in sorted(duel.turn_counters):
        yield f"counter {name} {duel.turn_counters[name]}"
    for letter, player in zip(SEAT_LETTERS, duel.players, strict=False):
        if player.lost:
            yield f"lost {letter} {player.lost_order} {quoted(player.lost)}"
        for name, noted in sorted(player.marks.items()):
            yield f"holds {letter} {name} {quoted(str(noted))}"
    if not whole:
        yield from _round(duel)
    lying = _Lying(game, _places(duel, whole), whole)
    for name in sorted(duel.zones):
        if duel.zones[name]:
            yield f"{name} {' '.join(_cards(duel.zones[name], name, lying))}"
    for letter, hidden in zip(SEAT_LETTERS, duel.hidden, strict=False):
        if hidden.pool and not duel.closed:
            yield " ".join(("pool", letter, *_keys(hidden.pool, letter)))
        for told in hidden.claims:
            keys, zones = _keys(told.keys, letter), sorted(told.zones)
            rule = quoted(told.rule)
            yield " ".join(("claim", letter, *keys, "in", *zones, str(told.low), rule))
    if whole:
        origin = "" if duel.origin is None else format_position(duel.origin, whole=True)
        yield f"rest {format_rest(duel, origin)}"


class _Lying(NamedTuple):
    """The context in which a card is written."""

    game: Game
    places: Mapping[int, str]
    """The text for the card of each number, in the note of a card that is equipped to it."""
    whole: bool


def _places(duel: Duel, whole: bool) -> dict[int, str]:
    if not whole:
        return {piece.oid: name for name, piece in duel.pieces()}
    numbers = {piece.attached: str(piece.attached) for piece in in_order(duel) if piece.attached}
    return numbers | {row[0].oid: name for name, row in duel.zones.items() if row}


def _round(duel: Duel) -> Iterator[str]:
    """Yield who has priority, what has happened, what an effect has led away from."""
    for frame in duel.frames:
        if NOW.of(frame.bound) == duel.phase:
            told = (WHENCE.of(frame.bound), str(PLAYS.of(frame.bound)), ALLOWS.of(frame.bound))
            yield " ".join(("inserted", *told)).rstrip()
    bound = duel.frames[-1].bound
    for first, section in SECTIONS.items():
        if words := tuple(section.words(bound, duel.turn_seat)):
            yield " ".join((first, *words))
    if duel.window is not None:
        there = {piece.oid: name for name, piece in duel.pieces()}
        zones = [there[p.oid] for p in duel.window.pieces if p.oid in there]
        words = ("happened", seat_letter(duel.window.seat), *duel.window.to)
        yield " ".join((*words, *(("in", *zones) if zones else ())))


def _keys(keys: frozenset[CardKey], letter: str) -> list[str]:
    return [key[2:] if key[0] == letter else key for key in sorted(keys)]


def _cards(pieces: tuple[Piece, ...], name: str, lying: _Lying) -> Iterator[str]:
    for text, alike in groupby(_card(piece, name, lying) for piece in pieces):
        count = len(list(alike))
        yield text if count == 1 else f"{text}*{count}"


def _card(piece: Piece, name: str, lying: _Lying) -> str:
    game, places, whole = lying
    is_open = zone_kind(name) not in game.rules.zones.hidden
    code = "?" if piece.key is None else piece.key[2:]
    if piece.owner != zone_seat(name):
        code = f"{seat_letter(piece.owner)}:{code}"
    active = piece.face_up and not is_open
    on_field = active or zone_kind(name) in game.rules.zones.field
    down = is_open and not piece.face_up
    text = code + ("#" if down else "") + ("=" if active else "") + ("" if piece.upright else "_")
    if piece.shown != (is_open and piece.face_up):
        text += "!"
    if on_field or whole:
        for sign, note in NOTES.items():
            if noted := getattr(piece, note):
                text += f"{sign}{noted}" + (")" if sign == "(" else "")
    if piece.marks:
        values = {k: quoted(v) if isinstance(v, str) else v for k, v in piece.marks.items()}
        marks = (f"{k}={v}" for k, v in sorted(values.items()))
        text += f"{{{','.join(marks)}}}"
    text += f"+{places[piece.attached]}" if piece.attached in places else ""
    for change in piece.altered:
        by = " ".join((change.code, *change.rules))
        text += f"<{change.trait} {change.how} {change.amount} {change.stamp} {change.until}"
        text += f" {quoted(by)}>" if by else ">"
    if piece.beneath:
        text += f"[{' '.join(_cards(piece.beneath, name, lying))}]"
    return text


# The rest


_ALIKE: Final = (
    *("next_oid", "frames", "decision", "chain", "pending", "window", "moment", "outcome"),
    *("seen", "chance"),
)
"""The fields that a duel and its rest have in the same form."""
Rest: Final[Any] = defstruct(
    "Rest",
    [
        ("numbers", str),  # of the cards in the order of the line: "1-40 57 41-56"
        ("origin", str, ""),  # the whole line of the duel to which a cancel goes back
        ("won", tuple[str, ...], ()),  # by player, why they are about to win
        *((f.name, hint, usual(f)) for _, hint, f in fields_of(Duel) if f.name in _ALIKE),
    ],
    frozen=True,
    forbid_unknown_fields=True,
)
"""The state of a duel that a line's other sections leave out, by the names of `Duel`."""


def format_rest(duel: Duel, origin: str) -> str:
    """Return the rest of a duel; `origin` is the line of the duel before the announcement."""
    won = tuple(player.won for player in duel.players)
    rest = Rest(
        numbers=" ".join(_runs([piece.oid for piece in in_order(duel)])),
        origin=origin,
        won=won if any(won) else (),
        **held_alike(duel),
    )
    return json.encode(_bare(rest), order="deterministic", enc_hook=str).decode()


def held_alike(value: Any) -> dict[str, Any]:
    """Return the fields of a duel or of its rest that both have in the same form."""
    return {name: getattr(value, name) for name in _ALIKE}


def in_order(duel: Duel) -> Iterator[Piece]:
    """Yield the cards of a duel in the order of its line, each before those beneath it."""
    for _, row in sorted(duel.zones.items()):
        yield from _with_beneath(row)


def _with_beneath(row: tuple[Piece, ...]) -> Iterator[Piece]:
    for piece in row:
        yield piece
        yield from _with_beneath(piece.beneath)


def parse_numbers(text: str) -> list[int] | None:
    """Return the numbers of a text of runs; None if it is none."""
    found: list[int] = []
    for run in text.split():
        low, _, high = run.partition("-")
        if not (low.isdecimal() and (high or low).isdecimal()) or len(run) > 20:
            return None
        if int(high or low) - int(low) > _MOST or len(found) > _MOST:
            return None
        found += range(int(low), int(high or low) + 1)
    return found


def _runs(numbers: list[int]) -> Iterator[str]:
    """Yield numbers that follow each other as one run."""
    for _, run in groupby(enumerate(numbers), key=lambda placed: placed[1] - placed[0]):
        first, *rest = (number for _, number in run)
        yield f"{first}-{rest[-1]}" if rest else str(first)


def _bare(value: Any) -> Any:
    """Return a value as JSON knows it, without the fields that have their usual value."""
    if isinstance(value, Struct):
        return {
            info.name: _bare(said)
            for _, _, info in fields_of(type(value))
            if (said := getattr(value, info.name)) != usual(info)
        }
    if isinstance(value, tuple):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {name: _bare(item) for name, item in value.items()}
    return value
