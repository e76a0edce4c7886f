"""What each viewer sees of a table, as plain values: docs/pages.md lists the keys.

The public view is made from the open duel and what lies on the mat, nothing else; a seat's view
adds what that seat alone knows.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from duelmat_engine.names import Seat, key_code, key_seat, seat_letter, zone, zone_kind
from duelmat_engine.speech.explain import rule_words
from duelmat_engine.speech.wording import capital
from duelmat_engine.state import Piece
from duelmat_host.sensing.layout import Face, Orientation, Sight
from duelmat_host.showing.card_options import WayOpen
from duelmat_host.table.conversation import Message
from duelmat_host.table.owing import Duty, duties
from duelmat_host.table.referee import Ambiguous, Displaced, Refused, Stray
from duelmat_host.table.table import DuelTable
from duelmat_host.table.tasks import SHOWN_PILES

LOG_LINES = 60
Json = dict[str, Any]


def public_view(table: DuelTable, link: Json) -> Json:
    """What everybody may know."""
    duel = table.duel
    letters = [seat_letter(Seat(s)) for s in duel.seats]
    return {
        "life": {letter: duel.players[s].life for s, letter in enumerate(letters)},
        "turn": duel.turn,
        "turn_seat": seat_letter(duel.turn_seat),
        "phase": duel.phase,
        "phases": [{"name": p.name, "title": p.title} for p in table.rules.phases],
        "decision": _decision(table),
        "status": _status(table),
        "message": next((_message(m) for m in table.messages), None),
        "zones": [_zone(table, name, sight) for name, sight in table.layout.items()],
        "piles": {letter: _piles(table, Seat(s)) for s, letter in enumerate(letters)},
        "aside": {letter: _aside(table, letter) for letter in letters},
        "obligations": _obligations(table),
        "log": [
            {
                "n": line.number,
                "text": line.text,
                "rules": list(line.rules),
                "seat": seat_letter(line.seat) if line.seat >= 0 else "",
                "turn": line.turn,
                "sealed": [asdict(seal) for seal in line.sealed],
                "opened": [asdict(opening) for opening in line.opened],
            }
            for line in table.log[-LOG_LINES:]
        ],
        "outcome": _outcome(table),
        "link": link,
        "requests": [
            {"kind": kind, "from": seat_letter(seat)} for kind, seat in table.requests.items()
        ],
        "number": table.number,
        "judge": _judge(table),
    }


def _judge(table: DuelTable) -> Json | None:
    """That a judge has been called, and by whom."""
    if table.called_by is None or not table.call_text:
        return None
    return {"by": seat_letter(table.called_by), "text": table.call_text}


def _decision(table: DuelTable) -> Json | None:
    decision = table.duel.decision
    if decision is None:
        return None
    prompts = table.all_prompts()
    text = prompts[0].text if prompts and table.which is None else ""
    return {
        "seat": seat_letter(decision.seat) if decision.seat >= 0 else "",
        "kind": decision.kind,
        "text": text or table.decision_text,
    }


def _status(table: DuelTable) -> str:
    if table.duel.is_over():
        return "over"
    if table.called_by is not None:
        return "waiting"
    match table.finding:
        case Refused() | Stray() | Displaced():
            return "correcting"
        case Ambiguous():
            return "asking"
        case _:
            return "playing"


def _message(message: Message) -> Json:
    verdict = message.verdict
    rules = () if verdict is None else verdict.rules
    return {
        "kind": message.kind,
        "text": message.text,
        "rules": [{"id": rule, "statement": _statement(rule)} for rule in rules],
        "remedy": list(message.remedies),
        "zones": list(message.zones),
    }


def _statement(rule: str) -> str:
    return f"{rule_words(rule)}."


def _zone(table: DuelTable, name: str, sight: Sight) -> Json:
    """A zone as sensed: a card shows what it is only if it lies face-up."""
    card: Json
    top = _top_of_stack(table, name, sight)
    if top is not None:
        return {
            "zone": name,
            "card": {**_card(table, top.key), "face": "up"} if top.key else {"face": "down"},
            "upright": sight.orientation is not Orientation.SIDEWAYS,
            "beneath": [_card(table, card.key) for card in top.beneath if card.key is not None],
        }
    if sight.face is Face.UP and sight.key is not None:
        card = {**_card(table, sight.key), "face": "up"}
    else:
        card = {"face": "down" if sight.face is Face.DOWN else "unknown"}
    return {
        "zone": name,
        "card": card,
        "upright": sight.orientation is not Orientation.SIDEWAYS,
    }


def _top_of_stack(table: DuelTable, name: str, sight: Sight) -> Piece | None:
    """The card on a stack, which nothing senses: the duel says which it is."""
    place = table.zones.holding(table.duel, name)
    piece = None if place is None else table.duel.top(place)
    lies = piece is not None and any(card.key == sight.key for card in piece.beneath)
    return piece if lies and sight.key is not None else None


def _aside(table: DuelTable, letter: str) -> list[Json]:
    """What lies beside the mat, zone by zone: the duel knows it, nothing senses it."""
    names = [
        name for name in table.duel.zones if name[0] == letter and table.zones.is_beside(name)
    ]
    found = []
    for name in sorted(names):
        cards = [
            _card(table, piece.key) if piece.face_up and piece.key else {"face": "down"}
            for piece in table.duel.at(name)
        ]
        if cards:
            title = capital(table.wording().zone_noun(name))
            found.append({"zone": name, "title": title, "cards": cards})
    return found


def _card(table: DuelTable, key: str) -> Json:
    name = table.wording().printed(key).removeprefix("the ")
    return {"key": key, "code": key_code(key), "name": name}


def _piles(table: DuelTable, seat: Seat) -> Json:
    def cards(kind: str) -> list[Json]:
        pieces: tuple[Piece, ...] = table.duel.at(zone(seat, kind))
        return [_card(table, p.key) if p.key is not None else {"face": "down"} for p in pieces]

    return {
        "hand": len(table.duel.at(zone(seat, "hand"))),
        "pile": len(table.duel.at(zone(seat, "pile"))),
        "grave": cards("grave"),
        "banished": cards("banished"),
        "extra": cards("extra"),
    }


def _obligations(table: DuelTable) -> list[Json]:
    """What the hands still have to do; showing a card is said together with where it lies."""
    lying = {str(s.key): place for place, s in table.layout.items() if place in table.owed}
    found = []
    shown = set()
    for task in table.tasks:
        source = lying.get(task.key) if task.kind == "show" else None
        text = task.text
        if source is not None:
            shown.add(source)
            card, pile = table.card_name(task.key), SHOWN_PILES[zone_kind(task.zone)]
            text = f"Take {card} from {table.place_name(source)} to the {pile}."
        text = f"{table.name_of(task.seat)}: {text}"
        found.append({"text": text, "from": source, "to": task.zone, "zone": source or task.zone})
    found += [
        _duty(table, duty)
        for duty in table.duties()
        if duty.do != "take" or not (duty.zone in shown or _waits_to_be_placed(table, duty.zone))
    ]
    found += _way_back(table)
    return found


def _waits_to_be_placed(table: DuelTable, place: str) -> bool:
    """Whether the card on a landing spot was shown there, and its player is asked where to."""
    decision, sight = table.duel.decision, table.layout.get(place)
    if decision is None or decision.kind != "place" or sight is None:
        return False
    is_own = sight.key is not None and key_seat(sight.key) == decision.seat
    return is_own and place in table.zones.landing_spots


def _way_back(table: DuelTable) -> list[Json]:
    """How a refused play is taken back."""
    if not isinstance(table.finding, Refused) or not table.is_told:
        return []
    seen = {place: table.layout.get(place) for place in table.finding.zones}
    return [_duty(table, duty) for duty in duties(table.layout, table.expected(), seen)]


def _home(table: DuelTable, place: str) -> tuple[str, str]:
    """Where a card that came from no zone goes back: the mat's name for it, and the players'.

    What only the host can read, a card that lies face-down, makes no difference.
    """
    sight = table.layout.get(place)
    if sight is None or sight.key is None:
        return "", ""
    for name, piece in table.duel.pieces():
        kind = zone_kind(name)
        if sight.face is Face.UP and piece.key == sight.key and kind == "pile":
            return table.zones.to_mat(name), "the Deck"
        if sight.face is Face.UP and piece.key == sight.key and kind in SHOWN_PILES:
            return table.zones.to_mat(name), f"the {SHOWN_PILES[kind]}"
    return f"{sight.key[0]}.hand", "the hand"


def _duty(table: DuelTable, duty: Duty) -> Json:
    """A card to take, put or turn; which card it is, its place tells."""
    here, there = table.place_name(duty.zone), duty.other and table.place_name(duty.other)
    match duty.do:
        case "take":
            to, home = duty.other, there
            sight = table.layout.get(duty.zone)
            is_open = sight is not None and sight.face is Face.UP
            if not there and (is_open or duty.zone not in table.owed):
                to, home = _home(table, duty.zone)
            text = f"Take the card from {here}{f' to {home}' if home else ''}."
            source = duty.zone
        case "put":
            text = f"Put the card back {f'from {there} ' if there else ''}into {here}."
            source, to = duty.other, duty.zone
        case "turn":
            text = f"Turn the card in {here}."
            source, to = duty.zone, duty.zone
    return {"text": text, "from": source or None, "to": to or None, "zone": duty.zone}


def _outcome(table: DuelTable) -> Json | None:
    outcome = table.duel.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else seat_letter(outcome.winner)
    who = "Draw" if winner is None else f"{table.name_of(outcome.winner or Seat(0))} wins"
    return {"winner": winner, "reason": outcome.reason, "text": f"{who}: {outcome.reason}."}


def seat_view(
    table: DuelTable,
    seat: Seat,
    link: Json,
    held: tuple[str, ...] = (),
    looked: tuple[str, ...] = (),
) -> Json:
    """What one seat may know: its own hand and face-down cards, its prompts, its messages."""
    letter = seat_letter(seat)
    own = table.whispers.get(seat)
    prompts = [
        {
            "id": prompt.id,
            "text": prompt.text,
            "menu": prompt.menu,
            "highlight": table.highlight(prompt),
            "options": [{"text": o.text, "detail": o.detail} for o in prompt.options],
            "cancel": False,
        }
        for prompt in table.all_prompts()
        if prompt.seat == seat
    ]
    return {
        **public_view(table, link),
        "seat": letter,
        "hand": [
            *(_card(table, key) for key in held),
            *({**_card(table, key), "looked": True} for key in looked),
        ],
        "facedown": _facedown(table, letter),
        "prompts": prompts,
        "private": None if own is None else _message(own),
        "may": [_way(way) for way in table.may if table.owner_of(way.zone) == seat],
        "asks_on_own": table.asks_on_own[seat],
    }


def _facedown(table: DuelTable, letters: str) -> list[Json]:
    """The face-down cards of these seats, for eyes that may see them."""
    return [
        {"zone": name, **_card(table, sight.key)}
        for name, sight in table.layout.items()
        if sight.face is Face.DOWN and sight.key is not None and sight.key[0] in letters
    ]


def judge_view(table: DuelTable, link: Json) -> Json:
    """What a judge may know: what is disputed, and all that lies on the mat, face-down too."""
    letters = [seat_letter(Seat(s)) for s in table.duel.seats]
    disputed = None if table.duel.is_over() else table.disputed
    back = table.last_play()
    return {
        **public_view(table, link),
        "facedown": _facedown(table, "".join(letters)),
        "disputed": None if disputed is None else _message(disputed),
        "plays": [
            {"text": play.text, "hindrance": play.hindrance} for play in table.disputed_plays()
        ],
        "last_play": None if back is None else table.words(back.duel, back.action),
        "whispers": [
            {"seat": seat_letter(seat), **_message(message)}
            for seat, message in sorted(table.whispers.items())
        ],
    }


def _way(way: WayOpen) -> Json:
    text = way.text if way.legal else f"Not now: {way.text}. {way.reason}"
    return {"text": text, "zone": way.zone, "legal": way.legal}
