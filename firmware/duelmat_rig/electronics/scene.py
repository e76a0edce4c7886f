"""The door for other eyes: what a front end sees in zones becomes the movements of hands.

A zone that it does not name is one that it is not sure of: what lies there stays. All of a request
is checked before a card moves.
"""

from .errors import SideChannelError

_HOW = {"face": ("up", "down"), "turn": (0, 90, 180, 270)}
_NAMED = ("sleeve", "up_uid", "down_uid")
_MOST_CARDS = 60
"""In one zone: a whole deck."""


class Scene:
    """The cards of a board's mat, as a front end sees them."""

    def __init__(self, mat):
        self._mat = mat

    def see(self, zones):
        """Let exactly these cards lie in these zones, each from the lowest to the topmost.

        Returns how many cards were moved and taken away.
        """
        wanted = self._checked(zones)
        stay = [card["sleeve"] for cards in wanted.values() for card in cards]
        gone = [
            card["sleeve"]
            for card in self._mat.describe()
            if card["zone"] in wanted and card["sleeve"] not in stay
        ]
        for sleeve in gone:
            self._mat.lift(sleeve)
        moved = 0
        for zone, cards in wanted.items():
            moved += self._lay(zone, cards)
        return {"moved": moved, "lifted": len(gone)}

    def _lay(self, zone, cards):
        """Lay a zone's cards from the first that does not lie so; return how many."""
        lying = [card for card in self._mat.describe() if card["zone"] == zone]
        same = 0
        while same < min(len(cards), len(lying)) and _is_same(lying[same], cards[same]):
            same += 1
        for card in cards[same:]:
            self._mat.place(
                card["sleeve"],
                card["up_uid"],
                card["down_uid"],
                zone,
                face=card["face"],
                turn=card["turn"],
            )
        return len(cards) - same

    def _checked(self, zones):
        """Return the cards of each zone, whole. Raises SideChannelError."""
        if not isinstance(zones, dict):
            raise SideChannelError(
                "expected zones as an object from a zone to the list of its cards, got %r"
                % (zones,)
            )
        wanted = {}
        places = {}
        for zone, cards in zones.items():
            self._mat.check_zone(zone)
            if not isinstance(cards, list) or len(cards) > _MOST_CARDS:
                raise SideChannelError(
                    "expected %s as a list of at most %d cards, got %r"
                    % (zone, _MOST_CARDS, cards)
                )
            wanted[zone] = []
            for number, card in enumerate(cards):
                whole = self._card(card, zone, number)
                if whole["sleeve"] in places:
                    raise SideChannelError(
                        "expected each sleeve in one place, got %s in %s and %s"
                        % (whole["sleeve"], places[whole["sleeve"]], zone)
                    )
                places[whole["sleeve"]] = zone
                wanted[zone].append(whole)
        return wanted

    def _card(self, card, zone, number):
        """Return a card with all its fields; one that is not known gets a tag of its place."""
        where = "card %d of %s" % (number, zone)
        if not isinstance(card, dict):
            raise SideChannelError("expected %s as an object, got %r" % (where, card))
        for name in card:
            if name not in _HOW and name not in _NAMED:
                known = ", ".join(sorted(_NAMED + tuple(_HOW)))
                raise SideChannelError("%s: expected fields of %s, got %r" % (where, known, name))
        whole = {"sleeve": card.get("sleeve"), "face": card.get("face", "up")}
        whole["turn"] = card.get("turn", 0)
        for name, values in _HOW.items():
            if isinstance(whole[name], (bool, float)) or whole[name] not in values:
                raise SideChannelError(
                    "%s: expected %s of %s, got %r"
                    % (where, name, ", ".join(str(value) for value in values), whole[name])
                )
        up_uid, down_uid = card.get("up_uid"), card.get("down_uid")
        if up_uid is None:
            if down_uid is not None or whole["sleeve"] is not None:
                raise SideChannelError(
                    "%s: expected up_uid, the tag that answers face up; a card that is not known"
                    " has no sleeve and no tags, got %r" % (where, card)
                )
            whole["sleeve"] = "?%s/%d" % (zone, number)
            up_uid = self._mat.unknown_uid(zone, number)
        elif whole["sleeve"] is None:
            whole["sleeve"] = up_uid
        if not isinstance(whole["sleeve"], str):
            raise SideChannelError(
                "%s: expected sleeve as a name, got %r" % (where, whole["sleeve"])
            )
        whole["up_uid"], whole["down_uid"] = self._mat.checked_uids(up_uid, down_uid)
        return whole


def _is_same(lying, card):
    return all(lying[name] == value for name, value in card.items())
