"""The messages to everybody; cards that not everybody may see stay unnamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_engine import CardKey, Seat
from duelmat_host.link.events import HealthState
from duelmat_host.sensing.layout import Face, MatZone
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.showing.match_end import match_end_text
from duelmat_host.table.messages import Message, MessageKind
from duelmat_host.table.own_sleeves import Part, keyed
from duelmat_host.table.table import Table
from duelmat_message import Text, listed, say, words_of


def messages_of(shown: Table) -> tuple[Message, ...]:
    """Return the messages to everybody, the most urgent first."""
    trouble = shown.announcements.trouble
    kept = None if trouble is None else Message(MessageKind.PROBLEM, words_of(trouble))
    urgent = (message for message in (kept, shown.announcements.notice) if message is not None)
    problems = (
        Message(MessageKind.PROBLEM, problem_text(shown, each), zones=each.zones)
        for each in shown.seen.problems
    )
    end = match_end_text(shown.state)
    told = () if end is None else (Message(MessageKind.INFO, end),)
    return (*urgent, *problems, *told)


def _side_owner(shown: Table, keys: Sequence[CardKey]) -> Seat | None:
    """Return the seat in whose side deck one of these cards is; None: in nobody's."""
    for seat, brought in enumerate(shown.state.setup.own):
        if any(key in keys and s.part is Part.SIDE for key, s in keyed(Seat(seat), brought)):
            return Seat(seat)
    return None


def problem_text(shown: Table, problem: Problem) -> Text:
    """Return a reading that cannot be understood in words, with what to do about it."""
    zones = [shown.state.place_name(place) for place in problem.zones]
    cards = [_public_name(shown, key, problem.zones) for key in problem.keys]
    match problem.kind:
        case ProblemKind.UNREADABLE:
            return say(
                "Something on {zone} cannot be read: lift it, and put it down again. If it does "
                "so in every zone, its sleeve needs a new sticker.",
                zone=zones[0],
            )
        case ProblemKind.NO_DECK if (owner := _side_owner(shown, problem.keys)) is not None:
            text = say(
                "{cards} on {zone} is in the side deck of {player} in this duel: take it away. "
                "Were other cards exchanged than the table was told? A judge helps.",
                cards=listed(cards),
                zone=zones[0],
                player=shown.state.name_of(owner),
            )
            return say("{problem:capital}", problem=text)
        case ProblemKind.NO_DECK:
            text = say(
                "{cards} on {zone} belongs to no deck of this duel: take it away.",
                cards=listed(cards),
                zone=zones[0],
            )
            return say("{problem:capital}", problem=text)
        case ProblemKind.SEVERAL_CARDS:
            return say("Several cards lie on {zone}: leave one of them there.", zone=zones[0])
        case ProblemKind.UNKNOWN_TAG:
            return say(
                "The tag {tag} on {zone} is in no sleeve of the registry: take it away. "
                "Sleeves are enrolled on the page /enroll while no duel is played.",
                tag=problem.tags[0].hex(),
                zone=zones[0],
            )
        case ProblemKind.TWO_ZONES:
            return say(
                "{card:capital} is seen on {zones}: leave it where it belongs, and lift what "
                "lies on the other.",
                card=cards[0],
                zones=listed(zones),
            )
        case ProblemKind.ORIENTATION:
            return say(
                "The card on {zone} lies between upright and sideways: straighten it.",
                zone=zones[0],
            )
        case ProblemKind.BOTH_FACES:
            return say(
                "Both sides of {card} on {zone} answer: lift it, and put it down again. If it "
                "does so in every zone, put a new shield into its sleeve. If every card does "
                "so here, unplug this zone's reader, and say on your page what you do.",
                card=cards[0],
                zone=zones[0],
            )
        case ProblemKind.DEAD_ANTENNA:
            return say(
                "The reader of {reader} does not work ({fault}): say on your page what you do in "
                "{zone}. Check the reader's plug and coil.",
                reader=_reader(zones[0], problem),
                fault=_FAULTS[problem.health or HealthState.SILENT],
                zone=zones[0],
            )


_FAULTS: Final = {
    HealthState.SILENT: say("its chip does not answer"),
    HealthState.STRANGE: say("its chip answers wrongly"),
    HealthState.NO_FIELD: say("its field does not switch on"),
}


def _reader(zone: str, problem: Problem) -> str:
    """Return the name of a reader: its zone, with its antenna if the zone has several."""
    if problem.antenna is None:
        return zone
    return say("{zone} {antenna}", zone=zone, antenna=str(problem.antenna))


def _public_name(shown: Table, key: CardKey, zones: Sequence[MatZone]) -> str:
    """Return the name that everybody may know for a card that lies in these zones."""
    wanted = [shown.state.expected.get(place) for place in zones]
    known = any(w is not None and w.face_up and w.key == key for w in wanted)
    sights = [shown.layout.get(place) for place in zones]
    lies_open = all(s is not None and s.key == key and s.face is Face.UP for s in sights)
    return shown.state.card_name(key) if known or lies_open else say("a card")
