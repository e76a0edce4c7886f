"""The matcher: it finds the action that the hands have done.

Given the expected layout and the sensed one, it answers with one finding. It never guesses: one
legal action that fits and that nothing extends is a play; several are a question; a beginning of
some is in progress; anything else is a correction that names the rule. Putting things back
cancels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from duelmat_engine import (
    Action,
    Activate,
    CardKey,
    Choose,
    Cited,
    Do,
    Duel,
    Never,
    Pass,
    Play,
    Reveal,
    Verdict,
    ZoneName,
    find_ruleset,
    is_key,
    judge,
    key_seat,
    replace,
    zone_kind,
)
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sense, Sight, Way
from duelmat_host.table.expect import Expected, differences, expected_layout
from duelmat_host.table.findings import (
    Agreed,
    Ambiguous,
    Displaced,
    Earlier,
    Finding,
    InProgress,
    Lifted,
    Played,
    Refused,
    Stray,
    Unclear,
    Unsure,
    Untold,
)
from duelmat_host.table.input_mode import is_laid, shown_plays
from duelmat_host.table.private import is_known
from duelmat_host.table.signature import Fit, Signature, bound, candidate_actions, signatures
from duelmat_host.table.state import TableState
from duelmat_host.table.telling import told_senses, wanted_way
from duelmat_host.table.zone_map import PLAY_ROW, ZoneMap
from duelmat_message import say

FURTHEST_BACK = 12
"""A layout is recognized as an earlier one up to this many actions back."""

Seen = Mapping[MatZone, Sight | None]
"""The mat zones whose content differs from the expected one, with what lies there."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """One look at the mat: everything that a finding depends on."""

    duel: Duel
    legal: Sequence[Action]
    layout: Layout
    expected: Expected
    seen: Seen
    """The rows' zones that somebody has changed."""
    shown: Mapping[MatZone, Sight] = field(default_factory=dict)
    """Landing spots with a card that is in no pile as far as the duel knows, and not fetched."""
    strays: frozenset[MatZone] = frozenset()
    """The landing spots among them whose card no action has left there."""
    secrets: Mapping[int, CardKey] = field(default_factory=dict)
    """The cards that were read where they were Set face-down, by object."""
    chosen: str = ""
    """The way that a player has chosen as the one that is meant."""

    @property
    def lying(self) -> dict[MatZone, Sight | None]:
        """The zones that hands have changed, with their sights."""
        return {**self.shown, **self.seen}


def sensed(state: TableState, layout: Layout, legal: Sequence[Action]) -> Sensed:
    """Return the changes made by hands, without those that hands must still make."""
    astray = state.astray(layout)
    fresh = {
        place: sight
        for place, sight in astray.items()
        if place not in state.pending
        or (sight is not None and not sight.is_like(state.pending[place]))
    }
    spots = state.zones.landing_spots
    seen = {place: sight for place, sight in fresh.items() if place not in spots}
    chosen = state.chosen.ways[0] if state.chosen is not None else ""
    return Sensed(
        state.duel,
        legal,
        layout,
        state.expected,
        seen,
        shown={
            spot: sight
            for spot in spots
            if (sight := astray.get(spot)) is not None and not state.is_fetched(spot, sight)
        },
        strays=frozenset(spot for spot in spots if spot in fresh),
        secrets=state.secrets,
        chosen=chosen,
    )


def has_gone(state: TableState, look: Sensed) -> bool:
    """Whether the cards of a question or an answer no longer lie there."""
    lies = look.lying
    return any(
        not lies or any(lies.get(place) != sight for place, sight in meaning.seen.items())
        for meaning in (state.asked, state.chosen)
        if meaning is not None
    )


@dataclass(slots=True)
class Matcher:
    """A search for the action in a layout. It holds nothing but what can be computed again."""

    zones: ZoneMap
    _duel: Duel | None = field(default=None, repr=False)
    _expected: Expected | None = field(default=None, repr=False)
    _signatures: list[Signature] = field(default_factory=list, repr=False)

    def find(self, state: TableState, look: Sensed) -> Finding:
        """Return the finding for the changes; an earlier layout may take back a play."""
        finding = self._consider(state, look)
        if isinstance(finding, Displaced | Lifted) or (
            isinstance(finding, Refused)
            and (finding.is_turned or (look.seen and _are_from_piles(state, look.seen)))
        ):
            return _earlier(state, look) or finding
        return finding

    def _consider(self, state: TableState, look: Sensed) -> Finding:
        """Return the finding for the changes in the duel as it is."""
        for zone, sight in look.lying.items():
            if sight is not None and _is_faint(sight):
                return Unsure(zone, Unclear.WEAK)
            if sight is not None and self._is_untold(zone, sight):
                return self._untold(look, zone, sight)
        answers = self._answers(look)
        if answers:
            return Played(answers[0]) if len(answers) == 1 else Ambiguous(answers, is_shown=True)
        for zone, sight in look.seen.items():
            if sight is not None and (what := self._unclear(zone, sight)) is not None:
                return Unsure(zone, what)
        if look.seen:
            finding = self._fitting(look)
            if finding is not None:
                return finding
        stray = next((z for z in sorted(look.strays) if not _is_on_its_way(look, z)), None)
        if stray is not None:
            sight = look.shown[stray]
            return self._of_shown(look, sight) or _no_answer(look, stray) or Stray(stray, sight)
        return self._unfitting(state, look) if look.seen else Agreed()

    def _fitting(self, look: Sensed) -> Finding | None:
        """Return a finding of the legal actions that the changes are, or may become."""
        found = [
            (s, how)
            for s in self._all(look)
            if look.chosen in ("", *names_of(s.action))
            and (how := s.fits(look.seen, look.expected)) is not None
        ]
        exact = dict.fromkeys(
            action
            for s, how in found
            if how is Fit.EXACT
            and (action := bound(look.duel, s, look.layout, self.zones, look.secrets)) is not None
        )
        exact = {action: None for action in exact if not _is_unnamed_too(action, exact)}
        part = [s for s, how in found if how is Fit.PART and self._may_go_on(look, s)]
        if len(exact) == 1 and not part:
            return Played(next(iter(exact)))
        if len({names_of(action) for action in exact}) < len(exact):
            return Ambiguous(tuple(exact), is_shown=True)  # the mat cannot distinguish them
        if exact:
            begun = [self._with_card(look, s.action) for s in part]
            if set(map(names_of, exact)) & set(map(names_of, begun)):
                return Ambiguous((*exact, *begun), is_shown=True)  # nothing reads what pays
            return Ambiguous(tuple(_one_of_each([*exact, *begun])))
        if part:
            return _in_progress(look, part)
        return None

    def _is_untold(self, zone: MatZone, sight: Sight) -> bool:
        """Whether a known card lies in a way that is neither sensed nor told."""
        told = told_senses(self.zones, zone, sight) if sight.key is not None else ()
        return (sight.face is Face.UNKNOWN and Sense.FACE in told) or (
            sight.orientation is Orientation.UNKNOWN and Sense.TURN in told
        )

    def _untold(self, look: Sensed, zone: MatZone, sight: Sight) -> Untold:
        """Return the question of how a card lies, with all ways if no play fits any of them.

        Where the silence of an antenna tells nothing, the question is asked if a play fits a way
        other than the apparent one, or if the duel has another; else the card lies as it seems.

        A card of a hidden zone counts as any card of that zone, so that the question and its time
        reveal nothing of it.
        """
        assert sight.key is not None
        ways = self.ways(look, zone, sight)
        fitting = {way: plays for way, plays in ways.items() if plays}
        if zone in self.zones.landing_spots:
            fitting = {}
        seems = sight.apparent
        if seems is Orientation.UNKNOWN:
            return Untold(zone, sight.key, fitting or ways)
        as_seen = {way: plays for way, plays in ways.items() if way.orientation is seems}
        wanted = look.expected.get(zone)
        is_there = wanted is not None and wanted.holds(sight.key)
        lay = wanted_way(wanted, sight.key) if wanted is not None and is_there else None
        meant = {way for way in ways if way in fitting or way == lay}
        if meant <= as_seen.keys():
            return Untold(zone, sight.key, fitting or as_seen)
        asked = {way: plays for way, plays in ways.items() if way in meant or way in as_seen}
        return Untold(zone, sight.key, asked, doubted=sight)

    def ways(self, look: Sensed, zone: MatZone, sight: Sight) -> dict[Way, tuple[Action, ...]]:
        """Return the ways in which a card may lie there, face-down first, with the plays of each.

        What is sensed of the card is the same in all of them.
        """
        told, key = told_senses(self.zones, zone, sight), sight.key
        faces = (Face.DOWN, Face.UP) if Sense.FACE in told else (sight.face,)
        turns = (
            (Orientation.UPRIGHT, Orientation.SIDEWAYS)
            if Sense.TURN in told
            else (sight.orientation,)
        )
        is_public = key is not None and is_known(look.duel, key)
        found = {}
        for way in (Way(face, turn) for face in faces for turn in turns):
            lies = structs.replace(sight, face=way.face, orientation=way.orientation)
            seen, layout = {**look.seen, zone: lies}, look.layout.with_sight(zone, lies)
            found[way] = tuple(
                s.action
                for s in self._all(look)
                if s.fits(seen, look.expected) is not None
                and (
                    not is_public
                    or bound(look.duel, s, layout, self.zones, look.secrets) is not None
                )
            )
        return found

    def _of_shown(self, look: Sensed, sight: Sight) -> Finding | None:
        """Return a finding of the plays that a card shown on a landing spot begins."""
        if sight.key is None or sight.face is Face.UNKNOWN:
            return None
        face_up = sight.face is Face.UP
        plays = shown_plays(
            look.duel, look.legal, self.zones, sight.key, face_up=face_up, secrets=look.secrets
        )
        if len(plays) == 1:
            return Played(plays[0])
        return Ambiguous(tuple(plays), is_shown=True) if plays else None

    def _unfitting(self, state: TableState, look: Sensed) -> Finding:
        """Return the finding for changes that no legal action explains."""
        zones = tuple(look.seen)
        if all(sight is None for sight in look.seen.values()):
            return Lifted(zones)
        lay = {want.key or want.secret: zone for zone, want in look.expected.items()}
        lies = {zone: s.key for zone, s in look.seen.items() if s is not None}
        known = all(key in lay for key in lies.values())
        moved = any(lay.get(key, zone) != zone for zone, key in lies.items())
        if known and (moved or len(zones) > 1):
            return Displaced(zones)
        verdict, plays = self._refusal(state, look)
        turned = all(lay.get(key) == zone for zone, key in lies.items())
        return Refused(zones, verdict, plays, is_turned=turned)

    def _all(self, look: Sensed) -> list[Signature]:
        if self._duel is not look.duel or self._expected != look.expected:
            self._duel, self._expected = look.duel, look.expected
            decision = look.duel.decision
            seat = look.duel.turn_seat if decision is None else decision.seat
            spots = self.zones.play_spots(seat) if seat >= 0 else ()
            free = tuple(
                spot for spot in spots if spot not in look.expected or zone_kind(spot) != PLAY_ROW
            )  # a new Field card takes the place of the old one
            self._signatures = list(
                signatures(look.duel, look.legal, self.zones, look.expected, free)
            )
        return self._signatures

    def _may_go_on(self, look: Sensed, signature: Signature) -> bool:
        """Whether the cards put down so far could belong to this action at all."""
        action = signature.action
        if not isinstance(action, Play):
            return True
        sight = look.layout.get(self.zones.to_mat(action.to))
        if sight is None or sight.key is None or not action.face_up:
            return True
        return bound(look.duel, signature, look.layout, self.zones, look.secrets) is not None

    def _with_card(self, look: Sensed, action: Action) -> Action:
        """Return a play with its card named, if the card lies face-up for everybody to see."""
        if not isinstance(action, Play) or not action.face_up or is_key(action.card):
            return action
        sight = look.layout.get(self.zones.to_mat(action.to))
        hidden = find_ruleset(look.duel.ruleset).zones.hidden
        if sight is None or sight.key is None or zone_kind(action.card) not in hidden:
            return action
        return replace(action, card=sight.key)

    def _answers(self, look: Sensed) -> tuple[Action, ...]:
        """Return the answers that shown cards give to a question about unseen cards."""
        decision = look.duel.decision
        if decision is None or decision.kind not in ("choose", "reveal"):
            return ()
        if decision.kind == "reveal" and is_laid(Reveal(CardKey("")), look.duel, self.zones):
            # turned over in its place: its signature finds it, unless it was already taken away
            place = self.zones.sensed(ZoneName(decision.options[0]))
            want = None if place is None else look.expected.get(place)
            secret = None if want is None else want.secret
            taken = any(sight.key == secret for sight in look.shown.values())
            return (Reveal(secret),) if secret is not None and taken else ()
        lies = {p.key for name, p in look.duel.pieces() if zone_kind(name) != "hand"}
        for sight in (*look.shown.values(), *look.seen.values()):
            if sight is None or sight.key is None or sight.face is not Face.UP:
                continue
            if decision.kind == "choose" and sight.key in lies:
                continue  # everybody knows where it is: lying there is no answer
            forms = _forms(look, sight.key) if decision.kind == "choose" else [Reveal(sight.key)]
            found = tuple(form for form in forms if judge(look.duel, form).legal)
            if found:
                return found
        return ()

    def _unclear(self, zone: MatZone, sight: Sight) -> Unclear | None:
        if sight.key is None:
            return Unclear.CARD
        if sight.face is Face.UNKNOWN:
            return Unclear.FACE
        turns = self.zones.has_turns(zone) and self.zones.to_engine(zone) is not None
        is_between = turns and sight.orientation is Orientation.UNKNOWN
        return Unclear.ORIENTATION if is_between else None

    def _refusal(self, state: TableState, look: Sensed) -> tuple[Verdict, tuple[Action, ...]]:
        """Return the refusal nearest to what may have been meant: with the fewest broken rules."""
        outside = [z for z, s in look.seen.items() if s is not None and not self._is_used(z)]
        near = [
            (judge(look.duel, action), action)
            for action in candidate_actions(look.duel, look.seen, self.zones, look.expected)
        ]
        refused = [(verdict, action) for verdict, action in near if not verdict.legal]
        if refused and not (outside and len(refused) < len(near)):
            refused.sort(key=lambda pair: _distance(look, *pair))
            return refused[0][0], tuple(dict.fromkeys(action for _, action in refused))
        if outside:
            rule = self.zones.outside_reading
            here = state.place_name(outside[0])
            if rule:
                text = say(
                    "Move the card from {zone} to one of the middle zones of the row.", zone=here
                )
            else:
                text = say("Move the card from {zone} to a zone of the row.", zone=here)
            return Verdict(False, (Cited(rule, rule),) if rule else (), (Do(text),)), ()
        decision = look.duel.decision
        cited = () if decision is None else tuple(Cited(rule) for rule in decision.rules)
        return Verdict(False, cited, (Do(say("Put the cards back as they lay.")),)), ()

    def _is_used(self, zone: MatZone) -> bool:
        return self.zones.to_engine(zone) is not None


def _in_progress(look: Sensed, part: Sequence[Signature]) -> InProgress:
    """Return the finding that the changes are a part of some legal actions."""
    ways = {frozenset(zone for zone in s.change if zone not in look.seen) for s in part}
    missing = tuple(sorted(frozenset[MatZone]().union(*ways)))
    laid = [sight for sight in look.seen.values() if sight is not None]
    is_open = bool(laid) and all(sight.face is Face.UP for sight in laid)
    is_paid = all(s.change[zone] is None for s in part for zone in s.change if zone in missing)
    return InProgress(missing, missing if is_open and is_paid else (), is_choice=len(ways) > 1)


def _are_from_piles(state: TableState, seen: Seen) -> bool:
    """Whether all cards laid down came from open piles: a hand card means a play, no undoing."""
    return all(sight is None or sight.key in state.piled for sight in seen.values())


def _earlier(state: TableState, look: Sensed) -> Earlier | None:
    """Return the latest moment with the present layout of the rows."""
    for _, past in zip(range(FURTHEST_BACK), state.pasts(), strict=False):
        if past.is_automatic or isinstance(past.action, Pass):
            continue
        before = past.before
        expected = expected_layout(before.duel, state.zones, before.secrets, before.spots)
        if not differences(look.layout, expected, state.zones.rows):
            return Earlier(tuple(look.seen), past.number)
    return None


def _no_answer(look: Sensed, spot: MatZone) -> Refused | None:
    """Return the refusal of a shown card that does not answer the question; None: it may."""
    decision, sight = look.duel.decision, look.shown[spot]
    if decision is None or decision.kind not in ("choose", "reveal"):
        return None
    if sight.key is None or sight.face is not Face.UP or key_seat(sight.key) != decision.seat:
        return None
    if any(p.key == sight.key for name, p in look.duel.pieces() if zone_kind(name) != "hand"):
        return None  # everybody knows where it is: it was shown by mistake
    if decision.kind == "reveal":
        shown = Reveal(sight.key)
        return Refused((spot,), judge(look.duel, shown), (shown,))
    cited = judge(look.duel, _forms(look, sight.key)[0]).cited
    other = Do(say("Take it back, and show a card that the question allows."))
    return Refused((spot,), Verdict(False, cited, (other,)), ())


def _is_faint(sight: Sight) -> bool:
    """Whether it may be a card's upper tag that answers, since the lower one is dead."""
    return sight.is_weak and sight.apparent is Orientation.UNKNOWN and sight.key is not None


def _forms(look: Sensed, key: CardKey) -> list[Action]:
    """Return the choices that a shown card may mean, one for each hidden zone of its origin."""
    hidden = find_ruleset(look.duel.ruleset).zones.hidden
    open_to = [a.card for a in look.legal if isinstance(a, Choose) and not is_key(a.card)]
    places = [name for name in open_to if zone_kind(name) in hidden]
    if len(places) < 2:
        return [Choose(key)]
    return [Choose(key, ZoneName(name)) for name in places]


def _is_unnamed_too(action: Action, others: Collection[Action]) -> bool:
    """Whether another action is this one with its face-down card unnamed."""
    return any(
        isinstance(action, Play)
        and isinstance(other, Play)
        and not action.face_up
        and is_key(action.card)
        and not is_key(other.card)
        and replace(action, card=other.card) == other
        for other in others
    )


def _is_on_its_way(look: Sensed, spot: MatZone) -> bool:
    """Whether the card on a landing spot was just lifted from the rows, to pay for something."""
    key = look.shown[spot].key
    lay = (
        look.expected[zone] for zone, s in look.seen.items() if s is None and zone in look.expected
    )
    return any(key == (want.key or want.secret) for want in lay)


def _distance(look: Sensed, verdict: Verdict, action: Action) -> tuple[bool, int, bool]:
    """Return the distance of a play from legality, to which an illegal face adds."""
    same_face = isinstance(action, Play) and any(
        isinstance(a, Play) and (a.move, a.face_up) == (action.move, action.face_up)
        for a in look.legal
    )
    hopeless = any(isinstance(remedy, Never) for remedy in verdict.remedies)
    return hopeless, len(verdict.cited), not same_face


def move_of(action: Action) -> str:
    """Return the move of an action, which is asked for when several fit."""
    if isinstance(action, Play):
        return action.move
    return action.effect if isinstance(action, Activate) else type(action).__name__


def names_of(action: Action) -> tuple[str, str]:
    """Return two names of an action for a question: its move, and an exact name."""
    move = move_of(action)
    return move, f"{move} paying {len(action.using) if isinstance(action, Play) else 0}"


def name_among(action: Action, actions: Sequence[Action]) -> str:
    """Return a name that distinguishes an action among others: its move, if that is enough."""
    move, exact = names_of(action)
    return move if [move_of(other) for other in actions].count(move) == 1 else exact


def _one_of_each(actions: Sequence[Action]) -> Iterator[Action]:
    """Yield one action of each move: the question is which move, the hands will show the rest."""
    found: dict[str, Action] = {}
    for action in actions:
        found.setdefault(names_of(action)[1], action)
    yield from found.values()
