"""Courses: the events of several actions, each with its rules, and the state at the end."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine.actions import Action
from duelmat_engine.brief import Brief
from duelmat_engine.events import AnyEvent
from duelmat_engine.names import Seat, ZoneName, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, Piece
from duelmat_engine.text.log import Line, as_it_lies, tell
from duelmat_engine.text.questions import Moment, moment_of
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_message import Text, listed, say, say_count


class CourseStep(Brief, frozen=True):
    """One step of a course: a duel, and what was done in it; None: nothing yet."""

    duel: Duel
    action: Action | None = None
    events: tuple[AnyEvent, ...] = ()
    """The events of that action."""


class Course(Brief, frozen=True):
    """The events from one duel to another."""

    game: Game
    names: tuple[str, ...]
    """The names of the players, by seat."""
    before: Duel
    duel: Duel
    """The duel at the end."""
    events: tuple[AnyEvent, ...]
    lines: tuple[Line, ...]
    """The events in words, a sentence each, with its rules."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules by which all of it happened, in order."""
        return tuple(dict.fromkeys(rule for event in self.events for rule in event.rules))

    @property
    def moment(self) -> Moment:
        """The state of the duel at the end, in words."""
        return moment_of(self.wording, self.duel)

    def standing(self) -> tuple[str, ...]:
        """Return each player's state at the end, a sentence each."""
        w = self.wording
        return tuple(_standing(w, self.before, self.duel, Seat(s)) for s in self.duel.seats)

    @property
    def wording(self) -> Wording:
        """The words for the duel at the end."""
        return Wording(self.game, self.names, world=self.duel, sees=EVERYONE)


def course_of(game: Game, line: Sequence[CourseStep], names: Sequence[str] = ()) -> Course:
    """The course of what was played; the last of the line is the duel at the end."""
    lines: list[Line] = []
    for one in line[:-1]:
        told = tell(Wording(game, names, world=one.duel, sees=EVERYONE), one.events)
        lines += (line._replace(rules=tuple(dict.fromkeys(line.rules))) for line in told)
    events = tuple(event for one in line for event in one.events)
    return Course(game, tuple(names), line[0].duel, line[-1].duel, events, tuple(lines))


def _standing(w: Wording, before: Duel, after: Duel, seat: Seat) -> Text:
    """One player: life, what lies on their side of the field, and what has changed elsewhere."""
    player, field = after.players[seat], w.game.rules.zones.field
    words = {"player": w.seat(seat), "life": player.life}
    out = say("{player}: {life} life, out of the duel", **words)
    places = [out if player.lost else say("{player}: {life} life", **words)]
    own = [name for name in after.zones if zone_seat(name) == seat]
    for place in sorted(own, key=lambda name: (zone_kind(name) not in field, name)):
        pieces = after.at(place)
        moved = [p.oid for p in pieces] != [p.oid for p in before.at(place)]
        if pieces if zone_kind(place) in field else moved:
            cards = _cards(w, pieces, place)
            places.append(say("{zone}: {cards}", zone=w.zone_noun(place), cards=cards))
    return say("{places}.", places=listed(places, ";"))


def _cards(w: Wording, pieces: tuple[Piece, ...], name: ZoneName) -> Text:
    """The cards of a zone: those that are known by name, the others by their number."""
    if zone_kind(name) == "pile":
        return say_count("1 card", "{count} cards", count=len(pieces))
    known = [_card(w, piece, name) for piece in pieces if piece.key is not None]
    unseen = [piece for piece in pieces if piece.key is None]
    if unseen and zone_kind(name) in w.game.rules.zones.rows:
        return listed(as_it_lies(say("an unseen card"), w, each, name) for each in unseen)
    if unseen:
        known.append(say_count("{count} unseen card", "{count} unseen cards", count=len(unseen)))
    return listed(known) if known else say("nothing")


def _card(w: Wording, piece: Piece, name: ZoneName) -> str:
    key = str(piece.key)
    text: str = w.owned(key, zone_seat(name))
    if piece.owner != zone_seat(name):
        text = say("{player}'s {card:noun}", player=w.seat(piece.owner), card=w.printed(key))
    text = as_it_lies(text, w, piece, name)
    if piece.beneath:
        under = listed(w.printed(str(p.key)) for p in piece.beneath if p.key is not None)
        text = say("{card}, with {others} beneath", card=text, others=under)
    return text
