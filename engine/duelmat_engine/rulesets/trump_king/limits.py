"""The limits that several ways of playing share, and how they are put to a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from duelmat_engine.actions import Action, Play
from duelmat_engine.answers import asked_now
from duelmat_engine.evaluate import Scope, free_zones
from duelmat_engine.names import Seat, ZoneName, seat_letter, zone, zone_kind, zone_seat
from duelmat_engine.question import Question, Rule
from duelmat_engine.refs import ref_of
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Do, Never, Remedy, When

ROW = range(1, 4)
MAIN_PHASES = ("main1", "main2")

Readings = Mapping[str, str]
Test = Callable[[Question], bool]


def rule(
    name: str, holds: Test, remedy: Remedy | Callable[[Question], Remedy], reading: str = ""
) -> Rule:
    tell = remedy if callable(remedy) else lambda _: remedy
    return Rule(name, holds, tell, reading)


# What is asked of the moment


def is_open(q: Question) -> bool:
    return q.duel.decision is not None and q.duel.decision.kind == "open"


def once_answered(q: Question) -> Remedy:
    """What has to be answered before open play goes on."""
    assert q.duel.decision is not None
    return When(asked_now(q.duel.decision))


def is_own_turn(q: Question) -> bool:
    return q.duel.turn_seat == q.seat


def times_used(q: Question, name: str) -> int:
    return q.duel.used.get(f"{seat_letter(q.seat)}.{name}", 0)


def _own_monsters(q: Question) -> int:
    return sum(bool(q.duel.at(zone(q.seat, "m", i))) for i in ROW)


def _when_main(q: Question) -> Remedy:
    if q.duel.phase == "battle" and is_own_turn(q):
        return Do("Go on to Main Phase 2.", "main2")
    return When("It is one of your Main Phases.")


RIGHT_RETURNS = When("It is your next turn: the summon right comes back then.")
OWN_TURN = rule("TK-05", is_own_turn, When("It is your turn."))
MAIN = rule("TK-06", lambda q: q.duel.phase in MAIN_PHASES, _when_main, "G-90")
QUIET = rule("TK-06", is_open, once_answered, "G-56")
OWN_MAIN = (OWN_TURN, MAIN, QUIET)
SUMMON_RIGHT = rule("TK-14", lambda q: not times_used(q, "summon-right"), RIGHT_RETURNS)
SET_RIGHT = rule("TK-17", lambda q: not times_used(q, "summon-right"), RIGHT_RETURNS)
ROOM = rule(
    "TK-22",
    lambda q: _own_monsters(q) < len(ROW),
    When("One of your three monsters has left the field."),
)


def phase_grant(q: Question) -> tuple[str, ...]:
    return ("TK-08",) if q.duel.phase == "main2" else ("TK-06",)


# What is asked of the card


def is_own(q: Question) -> bool:
    return bool(q.place) and zone_seat(q.place) == q.seat


def is_in(kind: str) -> Test:
    """The card is there, and lies in the player's own zone of this kind."""
    return lambda q: q.piece is not None and is_own(q) and zone_kind(q.place) == kind


def from_hand(name: str, reading: str = "") -> Rule:
    return rule(name, is_in("hand"), When("The card is in your hand."), reading)


_LOCKS = {
    "TK-86": When("The opposing Diamond of the same number has left the field or is negated."),
    "TK-93": When("The opposing Diamond Synchro that named it has left the field or is negated."),
}


def not_forbidden(act: str, name: str, reading: str = "") -> Rule:
    """No card of an opponent forbids the act by this statement."""

    def holds(q: Question) -> bool:
        return all(name not in f.rules for f in q.derived.forbidden(act, q.card, q.seat))

    return rule(name, holds, _LOCKS[name], reading)


def not_negated(name: str) -> Rule:
    def holds(q: Question) -> bool:
        if q.piece is None:
            return True
        source = q.derived.negated_by(q.piece, q.seat)
        return source is None or name not in source.effect.negate_rules

    return rule(name, holds, When("The card that negates it has left the field."))


def text_allows(act: str, name: str, advice: Remedy, reading: str = "") -> Rule:
    """The card's own text does not refuse this act (a Heart is never Set)."""

    def holds(q: Question) -> bool:
        on_field = q.piece is not None and zone_kind(q.place) == "m"
        text = q.derived.restricted(act, q.piece if on_field else None, q.card, q.seat)
        return text is None or text.rules[0] != name

    return rule(name, holds, advice, reading)


def own_scope(q: Question) -> Scope:
    own = () if q.piece is None else (q.piece,)
    return Scope(q.duel, q.game, q.seat, {"seat": q.seat, "self": own})


NO_LOCK = (not_forbidden("summon", "TK-86"), not_forbidden("summon", "TK-93"))
NO_SPECIAL_LOCK = (
    not_forbidden("special-summon", "TK-86"),
    not_forbidden("special-summon", "TK-93"),
)
JOKER_MAY_FIGHT = text_allows(
    "summon", "TK-111", Never("Under this reading a Joker is no monster.", "TK-111"), "G-54"
)


# What is asked of the whole action


def play_of(q: Question) -> Play:
    assert isinstance(q.action, Play)
    return q.action


def to_free(kind: str, name: str, reading: str = "") -> Rule:
    """The zone is one of the player's own row and free, or becomes free by what is paid."""

    def holds(q: Question) -> bool:
        play = play_of(q)
        own = play.to in {zone(q.seat, kind, i) for i in ROW}
        return own and (not q.duel.at(play.to) or play.to in play.using)

    def remedy(q: Question) -> Remedy:
        free = sorted({*free_zones(q.duel, q.game, q.seat, kind), *_freed(q, kind)})
        if free:
            return Do(f"Place it in a free zone of yours: {', '.join(free)}.")
        return When("One of your zones of that row is free.")

    return rule(name, holds, remedy, reading)


def _freed(q: Question, kind: str) -> Iterator[ZoneName]:
    own = {zone(q.seat, kind, i) for i in ROW}
    return (ZoneName(place) for place in play_of(q).using if place in own)


def pays_nothing(name: str) -> Rule:
    """The play names no other cards: it is not paid with any."""
    return rule(
        name, lambda q: not play_of(q).using, Do("Name no other cards: nothing is paid with them.")
    )


FACE_UP = rule(
    "TK-19",
    lambda q: play_of(q).face_up,
    Do("Place it face-up, in Attack or in Defense Position."),
)


# Where ways look for cards


def hand(q: Question) -> Iterator[tuple[str, Piece]]:
    """The cards of the hand; of the unseen ones, which are all alike, one."""
    name = zone(q.seat, "hand")
    unseen = False
    for piece in q.duel.at(name):
        if piece.key is not None or not unseen:
            yield name, piece
        unseen = unseen or piece.key is None


def row(q: Question, kind: str) -> Iterator[tuple[ZoneName, Piece]]:
    """The player's own cards in a row."""
    return row_of(q, q.seat, kind)


def row_of(q: Question, seat: Seat, kind: str) -> Iterator[tuple[ZoneName, Piece]]:
    for i in ROW:
        name = zone(seat, kind, i)
        piece = q.duel.top(name)
        if piece is not None:
            yield name, piece


def own_face_up(q: Question) -> Iterator[tuple[str, Piece]]:
    return ((name, piece) for name, piece in row(q, "m") if piece.face_up)


def is_play(way: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Play) and action.way == way


def places(
    way: str, kind: str, positions: tuple[bool, ...], *, face_up: bool
) -> Callable[[Question], Iterator[Action]]:
    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        ref = ref_of(q.game, q.place, q.piece)
        for to in free_zones(q.duel, q.game, q.seat, kind):
            for upright in positions:
                yield Play(way, ref, to, upright, face_up)

    return actions
