"""Facts: what is so about a pair, a float or a bye, found from the field and the round alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing.answer import Proof, Reason, ReasonKind
from duelmat_tournament.pairing.blossom import largest_matching
from duelmat_tournament.pairing.field import Entrant, Field, Float


class PairedRound:
    """A field with its pairing, from which the facts about pairs and bye are taken."""

    def __init__(
        self,
        field: Field,
        pairs: Iterable[tuple[PlayerId, PlayerId]],
        bye: PlayerId | None,
        proof: Proof,
    ) -> None:
        self.field = field
        self.is_proven = proof is not Proof.NONE
        self.looks_ahead = proof is Proof.LOOK_AHEAD
        self.entrants = {each.id: each for each in field.entrants}
        self._groups: dict[int, list[Entrant]] = {}
        for each in field.entrants:
            self._groups.setdefault(each.points, []).append(each)
        self._opponents: dict[PlayerId, Entrant | None] = {}
        for one, other in pairs:
            self._opponents[one] = self.entrants[other]
            self._opponents[other] = self.entrants[one]
        if bye is not None:
            self._opponents[bye] = None

    def of_pair(self, high: Entrant, low: Entrant) -> Reason:
        """Return the facts of a pair, the one with more points first."""
        group = self._groups[high.points]
        is_rematch = low.id in high.met
        is_team = self.field.keep_teammates_apart and bool(high.team) and high.team == low.team
        if high.points == low.points:
            return Reason(
                ReasonKind.SAME_POINTS,
                points=high.points,
                group=len(group),
                is_rematch=is_rematch,
                is_team=is_team,
            )
        up, stay, down = self._split(group)
        lower = self._groups[low.points]
        lower_stay = self._split(lower)[1]
        between = [
            each
            for points, members in self._groups.items()
            if low.points < points < high.points
            for each in members
        ]
        if len(group) == 1:
            kind = ReasonKind.ALONE
        elif _unmet(high, group) == 0:
            kind = ReasonKind.MET_ALL
        elif len(down) == 1:
            kind = ReasonKind.ODD
        elif len(down) == self._unmatched(stay + down):
            kind = ReasonKind.BLOCKED
        elif len(lower) - len(lower_stay) == self._unmatched(lower):
            kind = ReasonKind.BLOCKED_BELOW
        else:
            kind = ReasonKind.CHEAPEST
        return Reason(
            kind,
            points=high.points,
            group=len(group),
            floated_up=len(up),
            floated_down=len(down),
            lower_points=low.points,
            lower_group=len(lower),
            lower_floated=len(lower) - len(lower_stay),
            choices=_unmet(high, lower),
            between=len(between),
            between_choices=_unmet(high, between),
            is_proven=self.is_proven and kind is ReasonKind.CHEAPEST,
            looks_ahead=self.looks_ahead and kind is ReasonKind.CHEAPEST,
            is_rematch=is_rematch,
            is_team=is_team,
            is_repeated_down=high.last_float is Float.DOWN,
            is_repeated_up=low.last_float is Float.UP,
        )

    def of_bye(self, player: Entrant) -> Reason:
        """Return the facts of the bye."""
        group = self._groups[player.points]
        fewer = [each for each in self.field.entrants if each.points < player.points]
        fewer_without_bye = sum(not each.had_bye for each in fewer)
        is_lowest = player.had_bye or not fewer_without_bye
        return Reason(
            ReasonKind.BYE_LOWEST if is_lowest else ReasonKind.BYE_CHEAPEST,
            points=player.points,
            group=len(group),
            without_bye=sum(not each.had_bye for each in group),
            fewer_points=len(fewer),
            fewer_without_bye=fewer_without_bye,
            is_proven=self.is_proven and not is_lowest,
            looks_ahead=self.looks_ahead and not is_lowest,
            is_second_bye=player.had_bye,
            is_repeated_down=player.last_float is Float.DOWN,
        )

    def _split(
        self, group: Iterable[Entrant]
    ) -> tuple[list[Entrant], list[Entrant], list[Entrant]]:
        """Split a group into players who float up, play inside the group, and float down."""
        up, stay, down = [], [], []
        for each in group:
            opponent = self._opponents[each.id]
            if opponent is None or opponent.points < each.points:
                down.append(each)
            elif opponent.points > each.points:
                up.append(each)
            else:
                stay.append(each)
        return up, stay, down

    def _unmatched(self, players: Sequence[Entrant]) -> int:
        """Return the number of players left over when as many as possible meet each other."""
        place = {each.id: at for at, each in enumerate(players)}
        adjacent = [(1 << len(players)) - 1 & ~(1 << at) for at in range(len(players))]
        if not self.field.allow_rematches:
            for at, each in enumerate(players):
                for other in each.met:
                    if other in place:
                        adjacent[at] &= ~(1 << place[other])
        return largest_matching(adjacent).unmatched


def _unmet(player: Entrant, others: Iterable[Entrant]) -> int:
    """Return the number of others whom the player has not met."""
    met = {*player.met, player.id}
    return sum(other.id not in met for other in others)
