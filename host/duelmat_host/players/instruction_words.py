"""The instructions in words by which a person moves an opponent's cards on a real mat.

A card of the hidden hand is named by its place in the row beside the mat, a card on the mat by its
zone: no sentence tells which card it is, unless it lies open.
"""

from __future__ import annotations

from duelmat_engine import Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.expect import how_it_lies
from duelmat_host.table.state import TableState
from duelmat_message import Text, say


class InstructionWords:
    """The sentences about one opponent's cards."""

    def __init__(self, state: TableState, seat: Seat) -> None:
        self._state = state
        self._player = state.name_of(seat)

    def zone(self, place: MatZone) -> str:
        return self._state.place_name(place)

    # Where a card comes from

    def of_row(self, place: int) -> Text:
        return say("card {place} of {player}'s row", place=place, player=self._player)

    def on_zone(self, place: MatZone) -> Text:
        return say("the card in {zone}", zone=self.zone(place))

    def of_stack(self, key: str, name: str) -> Text:
        """Return the words for a card that lies open on a stack beside the mat."""
        card, zone = self._state.card_name(key), self._state.wording.zone(name)
        return say("{card} from {zone}", card=card, zone=zone)

    def beside(self, key: str) -> Text:
        """Return the words for a card that lies open beside the mat."""
        return say("{card} from beside the mat", card=self._state.card_name(key))

    def deck(self, *, is_extra: bool) -> Text:
        if is_extra:
            return say("{player}'s Extra Deck", player=self._player)
        return say("{player}'s deck", player=self._player)

    # Reading

    def draw(self, number: int, count: int, spot: MatZone) -> Text:
        where = self.zone(spot)
        if count == 1:
            return say(
                "Draw a card for {player} without looking at it: lay it face-down on {zone}.",
                player=self._player,
                zone=where,
            )
        return say(
            "Draw card {number} of {count} for {player} without looking at it: lay it face-down "
            "on {zone}.",
            number=number,
            count=count,
            player=self._player,
            zone=where,
        )

    def missing(self, spot: MatZone) -> Text:
        return say(
            "A card is missing in {player}'s row. Lay the one that has no place yet face-down on "
            "{zone}. If there is none, lay the top card of {player}'s deck there. Do not look at "
            "it.",
            player=self._player,
            zone=self.zone(spot),
        )

    def look(self, number: int, count: int, spot: MatZone) -> Text:
        return say(
            "{player} looks at {count} cards. Lay card {number} from the top of the deck "
            "face-down on {zone} without looking at it.",
            player=self._player,
            count=count,
            number=number,
            zone=self.zone(spot),
        )

    def slide(self) -> Text:
        return say(
            "{player} has seen it. Lay it face-down beside the deck, under those seen before.",
            player=self._player,
        )

    def looked(self) -> Text:
        return say(
            "Put the cards that {player} has seen back on top of the deck as they lie.",
            player=self._player,
        )

    def search(self, stack: str, spot: MatZone) -> Text:
        return say(
            "{player} looks for a card in {stack}. Lay the top card of it face-down on {zone} "
            "without looking at it.",
            player=self._player,
            stack=stack,
            zone=self.zone(spot),
        )

    def not_it(self) -> Text:
        return say("It is another card: lay it face-down aside, it goes back when this is done.")

    def mix(self, spot: MatZone) -> Text:
        return say(
            "Take up all cards of {player}'s row without looking at them, shuffle them, and lay "
            "one face-down on {zone}.",
            player=self._player,
            zone=self.zone(spot),
        )

    def mixed(self, spot: MatZone) -> Text:
        return say(
            "Lay the next of the cards that you have taken up face-down on {zone}.",
            zone=self.zone(spot),
        )

    def clear(self, spot: MatZone) -> Text:
        return say(
            "Put the card in {zone} onto its stack: another is to lie there.", zone=self.zone(spot)
        )

    # Moving

    def to_place(self, place: int) -> Text:
        return say(
            "Put it, still face-down, at place {place} of {player}'s row beside the mat.",
            place=place,
            player=self._player,
        )

    def lay(self, card: str, zone: MatZone, *, face_up: bool, upright: bool | None) -> Text:
        return say(
            "Take {card} and lay it {how} on {zone}.",
            card=card,
            how=how_it_lies(face_up=face_up, upright=upright),
            zone=self.zone(zone),
        )

    def turn(self, zone: MatZone, *, face_up: bool, upright: bool | None) -> Text:
        return say(
            "Turn the card in {zone} so that it lies {how}.",
            zone=self.zone(zone),
            how=how_it_lies(face_up=face_up, upright=upright),
        )

    def to_row(self, card: str, place: int) -> Text:
        return say(
            "Take {card} and put it face-down at place {place} of {player}'s row beside the mat.",
            card=card,
            place=place,
            player=self._player,
        )

    def to_deck(self, card: str) -> Text:
        return say(
            "Take {card} and put it face-down on top of {player}'s deck.",
            card=card,
            player=self._player,
        )

    def aside(self, card: str) -> Text:
        return say("Take {card} and lay it beside the mat.", card=card)

    def reveal(self, zone: MatZone) -> Text:
        return say(
            "Turn over the top card of {player}'s deck and lay it face-up on {zone}.",
            player=self._player,
            zone=self.zone(zone),
        )

    def shuffle(self) -> Text:
        return say(
            "Put what was taken out of {player}'s deck back into it, and shuffle it.",
            player=self._player,
        )

    def restack(self, key: str, zone: MatZone, *, face_up: bool, upright: bool | None) -> Text:
        return say(
            "In the stack in {zone}, lay {card} {how}.",
            zone=self.zone(zone),
            card=self._state.card_name(key),
            how=how_it_lies(face_up=face_up, upright=upright),
        )

    def turn_stack(self, zone: MatZone, *, upright: bool) -> Text:
        if upright:
            return say("Turn all cards in {zone} together: upright.", zone=self.zone(zone))
        return say("Turn all cards in {zone} together: sideways.", zone=self.zone(zone))

    def then_touch(self, task: str) -> Text:
        return say("{task} Then touch {player}'s deck.", task=task, player=self._player)

    # What was not asked for

    def wrong_place(self, zone: MatZone, place: int) -> Text:
        return say(
            "The card in {zone} is not asked for: put it face-down back at place {place} of "
            "{player}'s row.",
            zone=self.zone(zone),
            place=place,
            player=self._player,
        )

    def wrong_deck(self, zone: MatZone) -> Text:
        return say(
            "The card in {zone} is not asked for: put it face-down back on top of "
            "{player}'s deck.",
            zone=self.zone(zone),
            player=self._player,
        )

    def wrong_move(self, zone: MatZone) -> Text:
        return say(
            "{player} has not played that: lay the card in {zone} back as it lay.",
            zone=self.zone(zone),
            player=self._player,
        )
