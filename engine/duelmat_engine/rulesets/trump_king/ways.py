"""What a player may do in open play and in response, and by which rules it is limited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from duelmat_engine.actions import Action, Activate, Advance, Attack, Play, Turn
from duelmat_engine.effect import Effect
from duelmat_engine.evaluate import Scope, free_zones
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.possible import blocked_at, failing_needs
from duelmat_engine.question import Question, Rule, Way
from duelmat_engine.refs import ref_of
from duelmat_engine.ruleset import Ruleset
from duelmat_engine.state import Piece, Value, replace
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


def _is_open(q: Question) -> bool:
    return q.duel.decision is not None and q.duel.decision.kind == "open"


def _own_monsters(q: Question) -> int:
    return sum(bool(q.duel.at(zone(q.seat, "m", i))) for i in ROW)


def _used(q: Question, name: str) -> int:
    return q.duel.used.get(f"{'ab'[q.seat]}.{name}", 0)


OWN_TURN = rule("TK-05", lambda q: q.duel.turn_seat == q.seat, When("It is your turn."))
MAIN = rule(
    "TK-06",
    lambda q: q.duel.phase in MAIN_PHASES,
    lambda q: (
        Do("Go on to Main Phase 2.", "main2")
        if q.duel.phase == "battle" and q.duel.turn_seat == q.seat
        else When("It is your Main Phase.")
    ),
    "G-90",
)
QUIET = rule("TK-06", _is_open, When("The open question has been answered."), "G-56")
SUMMON_RIGHT = rule(
    "TK-14", lambda q: not _used(q, "summon-right"), When("It is your next turn.")
)
SET_RIGHT = rule("TK-17", lambda q: not _used(q, "summon-right"), When("It is your next turn."))
ROOM = rule(
    "TK-22", lambda q: _own_monsters(q) < 3, When("One of your monsters has left the field.")
)
OWN_MAIN = (OWN_TURN, MAIN, QUIET)


# What is asked of the card


def _in_zone(kind: str) -> Test:
    return lambda q: q.piece is not None and zone_kind(q.place) == kind and _is_own(q)


def _is_own(q: Question) -> bool:
    return bool(q.place) and zone_seat(q.place) == q.seat


def _from_hand(name: str) -> Rule:
    return rule(name, _in_zone("hand"), When("The card is in your hand."))


def _not_forbidden(act: str, name: str) -> Rule:
    def holds(q: Question) -> bool:
        forbid = q.derived.forbidden(act, q.card, q.seat)
        return forbid is None or name not in forbid.rules

    return rule(name, holds, When("The opposing Diamond that forbids it has left the field."))


def _not_negated(name: str) -> Rule:
    def holds(q: Question) -> bool:
        if q.piece is None:
            return True
        source = q.derived.negated_by(q.piece, q.seat)
        return source is None or name not in source.effect.negate_rules

    return rule(name, holds, When("The card that negates it has left the field."))


def _suit(suit: str, name: str) -> Rule:
    def holds(q: Question) -> bool:
        return q.card is not None and q.card.trait("suit") == suit and "pack" in q.card.kinds

    return rule(name, holds, Never(f"Only a {suit} of the main deck does this.", name))


def _text_allows(act: str, name: str, advice: Remedy) -> Rule:
    """The card's own text does not refuse this act (a Heart is never Set)."""

    def holds(q: Question) -> bool:
        on_field = q.piece is not None and zone_kind(q.place) == "m"
        piece = q.piece if on_field else None
        return q.derived.restricted(act, piece, q.card, q.seat) != name

    return rule(name, holds, advice)


def _joker_may_fight(readings: Readings) -> tuple[Rule, ...]:
    if readings["G-54"] == "legal":
        return ()
    never = Never("A Joker is no monster under this reading.", "TK-111")
    return (
        rule("TK-111", lambda q: q.card is None or "joker" not in q.card.kinds, never, "G-54"),
    )


NO_LOCK = (_not_forbidden("summon", "TK-86"), _not_forbidden("summon", "TK-93"))
NO_SPECIAL_LOCK = (
    _not_forbidden("special-summon", "TK-86"),
    _not_forbidden("special-summon", "TK-93"),
)


# What is asked of the whole action


def _play(q: Question) -> Play:
    assert isinstance(q.action, Play)
    return q.action


def _to_free(kind: str, name: str) -> Rule:
    def holds(q: Question) -> bool:
        to = _play(q).to
        freed = {place for place in _play(q).using if place == to}
        own = to in {zone(q.seat, kind, i) for i in ROW}
        return own and (not q.duel.at(to) or bool(freed))

    def remedy(q: Question) -> Remedy:
        free = free_zones(q.duel, q.game, q.seat, kind)
        if free:
            return Do(f"Place it in a free zone: {', '.join(free)}.")
        return When("One of your zones is free.")

    return rule(name, holds, remedy)


ATTACK_ONLY = rule(
    "TK-16",
    lambda q: _play(q).upright and _play(q).face_up,
    Do("Summon it face-up in Attack Position, or Set it face-down in Defense Position."),
)
FACE_DOWN = rule(
    "TK-16",
    lambda q: not _play(q).upright and not _play(q).face_up,
    Do("Place it face-down and sideways."),
)
FACE_UP = rule("TK-19", lambda q: _play(q).face_up, Do("Place it face-up."))
FLAT = rule("TK-35", lambda q: not _play(q).face_up, Do("Place it face-down."))
NO_HEART_DEFENSE = rule(
    "TK-75",
    lambda q: _play(q).upright or q.derived.restricted("defense", None, q.card, q.seat) != "TK-75",
    Do("Place it in Attack Position."),
)


def _hand(q: Question) -> Iterator[tuple[str, Piece]]:
    name = zone(q.seat, "hand")
    unseen = False
    for piece in q.duel.at(name):
        if piece.key is not None or not unseen:
            yield name, piece
        unseen = unseen or piece.key is None


def _is_play(way: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Play) and action.way == way


def _places(
    way: str, kind: str, positions: tuple[bool, ...], *, face_up: bool
) -> Callable[[Question], Iterator[Action]]:
    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        ref = ref_of(q.game, q.place, q.piece)
        for to in free_zones(q.duel, q.game, q.seat, kind):
            for upright in positions:
                yield Play(way, ref, to, upright, face_up)

    return actions


def _summons(readings: Readings) -> Iterator[Way]:
    lock_sets = NO_LOCK if readings["G-88"] == "Sets too" else ()
    yield Way(
        name="normal-summon",
        grants=("TK-14", "TK-15"),
        also=_phase_grant,
        takes=_is_play("normal-summon"),
        sources=_hand,
        actions=_places("normal-summon", "m", (True,), face_up=True),
        block="normal-summon",
        given=(_from_hand("TK-14"),),
        moment=(*OWN_MAIN, SUMMON_RIGHT, ROOM),
        card=(*NO_LOCK, *_joker_may_fight(readings)),
        action=(ATTACK_ONLY, _to_free("m", "TK-21")),
    )
    yield Way(
        name="set-monster",
        grants=("TK-16", "TK-17"),
        also=_phase_grant,
        takes=_is_play("set-monster"),
        sources=_hand,
        actions=_places("set-monster", "m", (False,), face_up=False),
        block="set-monster",
        given=(_from_hand("TK-14"),),
        moment=(*OWN_MAIN, SET_RIGHT, ROOM),
        card=(
            *lock_sets,
            *_joker_may_fight(readings),
            _text_allows("set", "TK-74", Do("Summon it face-up in Attack Position.")),
        ),
        action=(FACE_DOWN, _to_free("m", "TK-21")),
    )
    yield _spade(readings)
    yield _club()
    yield _diamond()
    yield _synchro()


def _phase_grant(q: Question) -> tuple[str, ...]:
    return ("TK-08",) if q.duel.phase == "main2" else ("TK-06",)


def _special_grant(q: Question) -> tuple[str, ...]:
    action = q.action
    turned = isinstance(action, Play) and not action.upright
    return (*_phase_grant(q), "TK-20", *(("TK-18",) if turned else ()))


def _spade(readings: Readings) -> Way:
    above = 1 if readings["G-44"] == "must stay above 0" else 0

    def can_pay(q: Question) -> bool:
        number = 0 if q.card is None else q.card.number("number") or 0
        return q.duel.players[q.seat].life >= number + above

    return Way(
        name="spade-summon",
        grants=("TK-70",),
        also=_special_grant,
        takes=_is_play("spade-summon"),
        sources=_hand,
        actions=_places("spade-summon", "m", (True, False), face_up=True),
        block="spade-summon",
        given=(_from_hand("TK-70"),),
        moment=(*OWN_MAIN, ROOM),
        card=(
            _suit("spade", "TK-70"),
            *NO_SPECIAL_LOCK,
            rule("TK-70", can_pay, When("You have as much life as its number."), "G-44"),
        ),
        action=(FACE_UP, _to_free("m", "TK-21")),
    )


def _club() -> Way:
    def has_match(q: Question) -> bool:
        scope = Scope(q.duel, q.game, q.seat, _bound(q))
        return blocked_at(scope, q.game.blocks["club-summon"][:1]) is None

    return Way(
        name="club-summon",
        grants=("TK-81",),
        also=_special_grant,
        takes=_is_play("club-summon"),
        sources=_hand,
        actions=_places("club-summon", "m", (True, False), face_up=True),
        block="club-summon",
        given=(_from_hand("TK-81"),),
        moment=(*OWN_MAIN, ROOM),
        card=(
            _suit("club", "TK-81"),
            *NO_SPECIAL_LOCK,
            rule("TK-81", has_match, When("You hold another card of its number or suit."), "G-85"),
        ),
        action=(FACE_UP, _to_free("m", "TK-21")),
    )


def _bound(q: Question) -> dict[str, Value]:
    own = (q.piece,) if q.piece is not None else ()
    return {"seat": q.seat, "self": own}


# Paying with a card of the field


def _field_of(q: Question, seat: Seat) -> list[tuple[ZoneName, Piece]]:
    names = [zone(seat, kind, i) for kind in ("m", "s") for i in ROW]
    return [(name, q.duel.at(name)[0]) for name in names if q.duel.at(name)]


def _is_synchro(q: Question, piece: Piece) -> bool:
    return piece.key is not None and "synchro" in q.game.rules.card(piece.key).kinds


def _diamond() -> Way:
    def opposed(q: Question) -> bool:
        return bool(_field_of(q, Seat(1 - q.seat)))

    def one_own(q: Question) -> bool:
        using = _play(q).using
        own = {name for name, _ in _field_of(q, q.seat)}
        return len(using) == 1 and using[0] in own

    def no_synchro(q: Question) -> bool:
        return not any(p and _is_synchro(q, p[0]) for p in map(q.duel.at, _play(q).using))

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        ref = ref_of(q.game, q.place, q.piece)
        free = free_zones(q.duel, q.game, q.seat, "m")
        for paid, piece in _field_of(q, q.seat):
            if _is_synchro(q, piece):
                continue
            zones = sorted({*free, paid}) if zone_kind(paid) == "m" else free
            for to in zones:
                for upright in (True, False):
                    yield Play("diamond-summon", ref, ZoneName(to), upright, using=(paid,))

    return Way(
        name="diamond-summon",
        grants=("TK-88",),
        also=_special_grant,
        takes=_is_play("diamond-summon"),
        sources=_hand,
        actions=actions,
        block="diamond-summon",
        given=(_from_hand("TK-88"),),
        moment=(
            *OWN_MAIN,
            rule("TK-88", opposed, When("The opponent has a card on the field.")),
        ),
        card=(_suit("diamond", "TK-88"), *NO_SPECIAL_LOCK),
        action=(
            FACE_UP,
            rule("TK-88", one_own, Do("Send one card of your field to the Graveyard."), "G-85"),
            rule("TK-54", no_synchro, Do("Send a card that is no Synchro."), "G-84"),
            _to_free("m", "TK-22"),
        ),
    )


# Synchro Summon


def _materials(q: Question) -> list[Piece]:
    """The materials of the action, unseen ones as they are said to be."""
    shown = iter(_play(q).shown)
    found = []
    for place in _play(q).using:
        piece = q.duel.top(place)
        if piece is None or zone_kind(place) != "m" or zone_seat(place) != q.seat:
            continue
        if piece.key is None:
            key = next(shown, None)
            piece = piece if key is None else replace(piece, key=key)
        found.append(piece)
    return found


def _numbers(q: Question) -> list[int | None]:
    cards = [None if p.key is None else q.game.rules.card(p.key) for p in _materials(q)]
    return [None if c is None else c.number("number") for c in cards]


def _sum(q: Question) -> int:
    return sum(n or 0 for n in _numbers(q))


def _shares_suit(q: Question) -> bool:
    suits = {q.game.rules.card(p.key).trait("suit") for p in _materials(q) if p.key is not None}
    return q.card is not None and q.card.trait("suit") in suits


def _synchro() -> Way:
    def two(q: Question) -> bool:
        return len(_materials(q)) >= 2 and len(set(_play(q).using)) == len(_play(q).using)

    def all_numbered(q: Question) -> bool:
        return all(number is not None for number in _numbers(q))

    def all_of_pack(q: Question) -> bool:
        return not any(_is_synchro(q, p) for p in _materials(q))

    def number_fits(q: Question) -> bool:
        return q.card is not None and q.card.number("number") == _sum(q)

    def extra(q: Question) -> Iterator[tuple[str, Piece]]:
        name = zone(q.seat, "extra")
        for piece in q.duel.at(name):
            yield name, piece

    def own_monsters(q: Question) -> list[tuple[ZoneName, Piece]]:
        rows = [(name, q.duel.top(name)) for name in (zone(q.seat, "m", i) for i in ROW)]
        return [(name, p) for name, p in rows if p is not None and not _is_synchro(q, p)]

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        ref = ref_of(q.game, q.place, q.piece)
        monsters = own_monsters(q)
        if len(monsters) < 2:
            return
        free = free_zones(q.duel, q.game, q.seat, "m")
        for count in range(2, len(monsters) + 1):
            for group in combinations(monsters, count):
                using = tuple(name for name, _ in group)
                for shown in _identities(q, group):
                    probe = Play("synchro-summon", ref, using[0], True, True, using, shown)
                    q.action = probe
                    if not (number_fits(q) and _shares_suit(q) and all_numbered(q)):
                        continue
                    for to in sorted({*free, *using}):
                        for upright in (True, False):
                            yield replace(probe, to=to, upright=upright)

    return Way(
        name="synchro-summon",
        grants=("TK-46", "TK-47", "TK-48", "TK-49"),
        also=_special_grant,
        takes=_is_play("synchro-summon"),
        sources=extra,
        actions=actions,
        block="synchro-summon",
        given=(
            rule("TK-48", _in_zone("extra"), When("The Synchro is in your Extra Deck."), "G-42"),
        ),
        moment=OWN_MAIN,
        card=(
            rule(
                "TK-62",
                lambda q: q.card is not None and "synchro" in q.card.kinds,
                Do("Take a Synchro of your Extra Deck."),
            ),
            *NO_SPECIAL_LOCK,
        ),
        action=(
            FACE_UP,
            rule("TK-46", two, Do("Send two or more of your monsters to the Graveyard.")),
            rule("TK-52", two, Do("Take two or more materials.")),
            rule("TK-54", all_of_pack, Do("Leave Synchros out of the materials."), "G-84"),
            rule("TK-52", all_numbered, Do("Leave Jokers out of the materials."), "G-42"),
            rule(
                "TK-47",
                lambda q: _sum(q) in (11, 12, 13),
                Do("Take materials whose numbers add up to 11, 12 or 13."),
            ),
            rule("TK-48", number_fits, Do("Take the Synchro whose number is the sum.")),
            rule("TK-50", _shares_suit, Do("Take a Synchro of a suit among the materials."), "G-42"),
            _to_free("m", "TK-22"),
        ),
    )


def _identities(
    q: Question, group: tuple[tuple[ZoneName, Piece], ...]
) -> list[tuple[str, ...]]:
    """What the unseen cards among the materials may be; one empty answer if all are seen."""
    from duelmat_engine.judge import possible_at  # noqa: PLC0415  (the judge asks the ways)

    found: list[tuple[str, ...]] = [()]
    for name, piece in group:
        if piece.key is None:
            found = [(*keys, k) for keys in found for k in possible_at(q.duel, name)]
    return [keys for keys in found if len(set(keys)) == len(keys)]


# Setting and activating


def _set_card() -> Way:
    def room(q: Question) -> bool:
        return bool(free_zones(q.duel, q.game, q.seat, "s"))

    return Way(
        name="set-card",
        grants=("TK-35", "TK-39", "TK-36b"),
        also=_phase_grant,
        takes=_is_play("set-card"),
        sources=_hand,
        actions=_places("set-card", "s", (True,), face_up=False),
        block="set-card",
        given=(_from_hand("TK-35"),),
        moment=(
            *OWN_MAIN,
            rule("TK-36b", room, When("One of your Set cards has left its zone."), "G-41"),
        ),
        action=(FLAT, _to_free("s", "TK-36b")),
    )


def _effect(q: Question) -> Effect | None:
    return q.game.rules.effects.get(q.action.effect) if isinstance(q.action, Activate) else None


def _takes_use(rules: Ruleset, uses: tuple[str, ...]) -> Callable[[Action], bool]:
    names = {e.name for e in rules.effects.values() if e.use in uses}
    return lambda action: isinstance(action, Activate) and action.effect in names


def _carries(q: Question) -> bool:
    effect = _effect(q)
    return effect is not None and q.card is not None and effect.name in q.card.effects


def _shown_right(q: Question) -> bool:
    action = q.action
    if not isinstance(action, Activate) or q.piece is None or action.shown is None:
        return True
    return q.piece.key == action.shown


def _scope(q: Question) -> Scope:
    return Scope(q.duel, q.game, q.seat, _bound(q))


def _need_rules(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    """One rule for each statement that an effect of these uses needs."""
    needs = {
        (need.rule, need.reading): need
        for effect in rules.effects.values()
        if effect.use in uses
        for need in effect.needs
    }
    for (name, reading), _ in needs.items():

        def holds(q: Question, name: str = name, reading: str = reading) -> bool:
            effect = _effect(q)
            failed = () if effect is None else failing_needs(_scope(q), effect.needs)
            return not any(n.rule == name and n.reading == reading for n in failed)

        def remedy(q: Question, name: str = name, reading: str = reading) -> Remedy:
            effect = _effect(q)
            failed = () if effect is None else failing_needs(_scope(q), effect.needs)
            texts = [n.remedy for n in failed if n.rule == name and n.reading == reading]
            return When(texts[0]) if texts else Never("Nothing helps.", name)

        yield Rule(name, holds, remedy, reading)


def _carried_out(name: str) -> Rule:
    def holds(q: Question) -> bool:
        effect = _effect(q)
        return effect is None or blocked_at(_scope(q), effect.announce) is None

    return rule(name, holds, When("There is something that the effect can be carried out on."))


def _once(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    names = {r for e in rules.effects.values() if e.use in uses for r in e.once_per_turn}
    for name in sorted(names):

        def holds(q: Question, name: str = name) -> bool:
            effect = _effect(q)
            if effect is None or name not in effect.once_per_turn:
                return True
            return not _used(q, effect.name)

        yield rule(name, holds, When("It is your next turn."))


def _effect_actions(
    uses: tuple[str, ...],
) -> Callable[[Question], Iterator[Action]]:
    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        if q.card is None:
            return
        ref = ref_of(q.game, q.place, q.piece)
        shown = None if q.piece.face_up or zone_kind(q.place) != "s" else q.piece.key
        for name in q.card.effects:
            if q.game.rules.effects[name].use in uses:
                yield Activate(name, ref, shown)

    return actions


def _own_set(q: Question) -> Iterator[tuple[str, Piece]]:
    for i in ROW:
        name = zone(q.seat, "s", i)
        piece = q.duel.top(name)
        if piece is not None and not piece.face_up:
            yield name, piece


def _hand_and_set(q: Question) -> Iterator[tuple[str, Piece]]:
    yield from _hand(q)
    yield from _own_set(q)


def _magic_place(q: Question) -> bool:
    if q.piece is None or not _is_own(q):
        return False
    kind = zone_kind(q.place)
    return kind == "hand" or (kind == "s" and not q.piece.face_up)


def _set_place(q: Question) -> bool:
    return (
        q.piece is not None and _is_own(q) and zone_kind(q.place) == "s" and not q.piece.face_up
    )


LISTED_USE = rule(
    "TK-110", _carries, Do("Use the card in the way that its rank has."), "G-53"
)
SHOWN = rule("TK-39", _shown_right, Do("Name the card that lies there."))
NO_ACTIVATION_LOCK = _not_forbidden("activate", "TK-86")


def _waited(q: Question) -> bool:
    return q.piece is None or zone_kind(q.place) != "s" or q.piece.arrived < q.duel.turn


def _stay_room(q: Question) -> bool:
    effect = _effect(q)
    if effect is None or not effect.stays or zone_kind(q.place) == "s":
        return True
    return bool(free_zones(q.duel, q.game, q.seat, "s"))


def _activations(rules: Ruleset) -> Iterator[Way]:
    magic = ("magic", "quick")
    yield Way(
        name="activate-magic",
        grants=("TK-31", "TK-32"),
        also=lambda q: (*_phase_grant(q), *(("TK-36",) if zone_kind(q.place) == "s" else ())),
        takes=_takes_use(rules, magic),
        sources=_hand_and_set,
        actions=_effect_actions(magic),
        block="activate",
        given=(rule("TK-31", _magic_place, When("The card is in your hand or Set.")), SHOWN),
        moment=(
            rule("TK-33", lambda q: q.duel.turn_seat == q.seat, When("It is your turn.")),
            MAIN,
            QUIET,
        ),
        card=(NO_ACTIVATION_LOCK,),
        action=(
            LISTED_USE,
            *_need_rules(rules, magic),
            *_once(rules, magic),
            _carried_out("TK-34"),
            rule("TK-38", _stay_room, When("One of your magic/trap zones is free."), "G-41"),
        ),
    )
    yield _trap_way(rules, "activate-trap", "activate", (OWN_TURN, QUIET), ("trap",))
    yield Way(
        name="activate-monster",
        grants=(),
        also=lambda q: (*_phase_grant(q), *(e.rules if (e := _effect(q)) else ())),
        takes=_takes_use(rules, ("ignition",)),
        sources=_own_face_up,
        actions=_effect_actions(("ignition",)),
        block="activate-monster",
        given=(
            rule(
                "TK-90" if False else "TK-06",
                lambda q: q.piece is not None and _is_own(q) and q.piece.face_up,
                When("The monster is face-up on your field."),
            ),
        ),
        moment=OWN_MAIN,
        card=(_not_negated("TK-87"), _not_negated("TK-92")),
        action=(
            rule("TK-110", _carries, Never("This monster has no such effect.", "TK-110"), "G-83"),
            *_need_rules(rules, ("ignition",)),
            *_payable(rules),
        ),
    )


def _payable(rules: Ruleset) -> Iterator[Rule]:
    """The cost of each paid monster effect, under the statement that gives the effect."""
    for effect in rules.effects.values():
        if effect.use != "ignition":
            continue

        def holds(q: Question, name: str = effect.name) -> bool:
            asked = _effect(q)
            if asked is None or asked.name != name:
                return True
            return blocked_at(_scope(q), asked.announce) is None

        yield rule(effect.rules[0], holds, When("You have the life to pay."), "G-91")


def _own_face_up(q: Question) -> Iterator[tuple[str, Piece]]:
    for i in ROW:
        name = zone(q.seat, "m", i)
        piece = q.duel.top(name)
        if piece is not None and piece.face_up:
            yield name, piece


def _trap_way(
    rules: Ruleset, name: str, block: str, moment: tuple[Rule, ...], uses: tuple[str, ...]
) -> Way:
    set_first = rule(
        "TK-42", _set_place, Do("Set the card; it may be activated from the next turn on.")
    )
    return Way(
        name=name,
        grants=("TK-39", "TK-43"),
        also=lambda q: ("TK-41",) if q.duel.turn_seat != q.seat else (),
        takes=_takes_use(rules, uses),
        sources=_own_set,
        actions=_effect_actions(uses),
        block=block,
        given=(set_first, SHOWN),
        moment=moment,
        card=(rule("TK-40", _waited, When("The turn in which it was Set is over."), "G-57"),
              NO_ACTIVATION_LOCK),
        action=(LISTED_USE, *_need_rules(rules, uses), _carried_out("TK-44"),
                rule("TK-45", _stay_room, When("One of your magic/trap zones is free."), "G-41")),
    )


def responses(rules: Ruleset, readings: Readings) -> tuple[Way, ...]:
    """Traps, and quick magic as a trap (TK-37): from the hand only in one's own turn."""
    del readings
    quick = ("quick",)
    return (
        _trap_way(rules, "respond-trap", "respond", (), ("trap",)),
        Way(
            name="respond-quick",
            grants=("TK-37",),
            takes=_takes_use(rules, quick),
            sources=lambda q: _hand_and_set(q) if q.duel.turn_seat == q.seat else _own_set(q),
            actions=_effect_actions(quick),
            block="respond",
            given=(
                rule("TK-37", _magic_place, When("The card is in your hand or Set.")),
                SHOWN,
            ),
            card=(
                rule(
                    "TK-33",
                    lambda q: q.duel.turn_seat == q.seat or zone_kind(q.place) == "s",
                    When("It is your turn, or the card has been Set."),
                ),
                rule(
                    "TK-40",
                    lambda q: q.duel.turn_seat == q.seat or _waited(q),
                    When("The turn in which it was Set is over."),
                    "G-57",
                ),
                NO_ACTIVATION_LOCK,
            ),
            action=(LISTED_USE, _carried_out("TK-34")),
        ),
    )


# Positions, attacks, phases


def _turn_of(q: Question) -> Turn:
    assert isinstance(q.action, Turn)
    return q.action


def _position() -> Way:
    def own_monster(q: Question) -> bool:
        return q.piece is not None and _is_own(q) and zone_kind(q.place) == "m"

    def changes(q: Question) -> bool:
        return q.piece is None or not q.piece.face_up or _turn_of(q).upright != q.piece.upright

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        if q.piece.face_up:
            yield Turn(q.place, upright=not q.piece.upright)
        else:
            yield Turn(q.place, shown=q.piece.key)

    def monsters(q: Question) -> Iterator[tuple[str, Piece]]:
        for i in ROW:
            name = zone(q.seat, "m", i)
            piece = q.duel.top(name)
            if piece is not None:
                yield name, piece

    next_turn = When("It is your next turn.")
    return Way(
        name="change-position",
        grants=("TK-23", "TK-24"),
        also=_phase_grant,
        takes=lambda action: isinstance(action, Turn),
        sources=monsters,
        actions=actions,
        block="change-position",
        given=(rule("TK-24", own_monster, When("It is a monster on your field.")),),
        moment=OWN_MAIN,
        card=(
            rule(
                "TK-24",
                lambda q: q.piece is None or q.piece.arrived < q.duel.turn,
                next_turn,
                "G-57",
            ),
            rule(
                "TK-25", lambda q: q.piece is None or q.piece.attacked < q.duel.turn, next_turn
            ),
            rule("TK-26", lambda q: q.piece is None or q.piece.turned < q.duel.turn, next_turn),
            _text_allows("turn", "TK-76", Never("A Heart never changes its position.", "TK-76")),
        ),
        action=(
            rule(
                "TK-27",
                lambda q: _turn_of(q).face_up,
                Never("A monster is never turned face-down.", "TK-27"),
            ),
            rule(
                "TK-28",
                lambda q: q.piece is None or q.piece.face_up or _turn_of(q).upright,
                Do("Turn it face-up and upright: Attack Position."),
            ),
            rule("TK-23", changes, Do("Turn it to the other position.")),
        ),
    )


def _attack() -> Way:
    def targets(q: Question) -> list[ZoneName]:
        other = Seat(1 - q.seat)
        return [name for i in ROW if q.duel.at(name := zone(other, "m", i))]

    def monster_first(q: Question) -> bool:
        assert isinstance(q.action, Attack)
        there = targets(q)
        return q.action.target in there if there else q.action.target is None

    def actions(q: Question) -> Iterator[Action]:
        there = targets(q)
        for target in there:
            yield Attack(q.place, target)
        if not there:
            yield Attack(q.place)

    def advice(q: Question) -> Remedy:
        there = targets(q)
        return Do(f"Attack one of: {', '.join(there)}." if there else "Attack directly.")

    return Way(
        name="attack",
        grants=("TK-07",),
        also=lambda q: ("TK-13",) if q.duel.turn == 2 else (),
        takes=lambda action: isinstance(action, Attack),
        sources=_own_face_up,
        actions=actions,
        block="attack",
        given=(
            rule(
                "TK-30",
                lambda q: q.piece is not None and _is_own(q) and q.piece.face_up,
                When("It is a face-up monster on your field."),
            ),
        ),
        moment=(
            OWN_TURN,
            rule(
                "TK-07",
                lambda q: q.duel.phase == "battle",
                lambda q: (
                    Do("Go on to the Battle Phase.", "battle")
                    if q.duel.phase == "main1" and q.duel.turn > 1
                    else When("It is your Battle Phase.")
                ),
            ),
            rule("TK-12", lambda q: q.duel.turn > 1, When("It is your next turn.")),
            rule("TK-07", _is_open, When("The open question has been answered."), "G-56"),
        ),
        card=(
            rule(
                "TK-30",
                lambda q: q.piece is None or q.piece.upright,
                When("It is in Attack Position."),
            ),
            rule(
                "TK-66",
                lambda q: q.piece is None or q.piece.attacked < q.duel.turn,
                When("It is your next Battle Phase."),
            ),
        ),
        action=(rule("TK-59", monster_first, advice),),
    )


def _advance(rules: Ruleset) -> Way:
    def phase(q: Question) -> str:
        assert isinstance(q.action, Advance)
        return q.action.phase

    def leads_on(q: Question) -> bool:
        return phase(q) in [e.to for e in q.game.rules.phase(q.duel.phase).exits]

    def is_there(q: Question) -> bool:
        return q.duel.turn > 1 or not any(
            e.not_on_first_turn
            for e in q.game.rules.phase(q.duel.phase).exits
            if e.to == phase(q)
        )

    def here(q: Question) -> Iterator[tuple[str, Piece]]:
        yield "", Piece(0, q.seat, face_up=True)

    def actions(q: Question) -> Iterator[Action]:
        for leave in q.game.rules.phase(q.duel.phase).exits:
            yield Advance(leave.to)

    def grants(q: Question) -> tuple[str, ...]:
        exits = q.game.rules.phase(q.duel.phase).exits
        return next((e.rules for e in exits if e.to == phase(q)), ())

    del rules
    return Way(
        name="advance",
        grants=("TK-05",),
        also=grants,
        takes=lambda action: isinstance(action, Advance),
        sources=here,
        actions=actions,
        block="",
        moment=(OWN_TURN, rule("TK-05", _is_open, When("The open question is answered."), "G-56")),
        action=(
            rule("TK-05", leads_on, Do("Go through the phases in their order.")),
            rule("TK-12", is_there, When("It is not the first turn of the duel.")),
        ),
    )


def ways(rules: Ruleset, readings: Readings) -> tuple[Way, ...]:
    """Every kind of open play of Trump King."""
    return (
        *_summons(readings),
        _set_card(),
        *_activations(rules),
        _position(),
        _attack(),
        _advance(rules),
    )


