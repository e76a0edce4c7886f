"""The judge: whether an action may be done, and by which rules.

In an open duel an action may be a pattern ("an unseen card of my hand"): it is legal when some
card that may be there makes it legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import actions as act
from duelmat_engine.board.columns import is_row_zone
from duelmat_engine.board.refs import lookup
from duelmat_engine.candidates.asked import is_hidden
from duelmat_engine.candidates.invalid import (
    absent,
    no_such_effect,
    no_such_phase,
    once_done,
    out_of_place,
)
from duelmat_engine.candidates.revealing import can_lie, cannot_be, is_misnamed, misnamed
from duelmat_engine.chains.chain import response_rules
from duelmat_engine.errors import EngineError, unlike
from duelmat_engine.facts import Asked
from duelmat_engine.judging import answers
from duelmat_engine.judging.patterns import how_generated, is_generated, is_source, needs_name
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, is_key, key_code, zone
from duelmat_engine.ruleset.build import switched
from duelmat_engine.ruleset.game import Game, MoveKind, Question, Rule
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Decision, Duel, Piece, replace
from duelmat_engine.verdict import Cited, Do, Invalidity, Never, Remedy, Verdict, not_asked, ruling
from duelmat_engine.visibility.dealing import determinize, every_case, possible_at, unseen_at
from duelmat_message import ref, say

Case = tuple[Duel, str, Piece | None]
"""A duel to judge an action in, and the card that the action is about, behind its place."""
ENOUGH_CASES = 200
"""The most cases looked at to tell why a play is refused that no card could make legal."""


def judge(duel: Duel, action: act.Action, game: Game | None = None) -> Verdict:
    """The ruling on an action: legal or not, by which rules, and what would make it legal."""
    if not isinstance(action, act.Action):
        wanted = say("an action, such as parse_action makes of text")
        raise EngineError(unlike("", wanted, repr(action)))
    game = game or game_of(duel.ruleset, duel.readings)
    if isinstance(action, act.Standing):
        return _judge_standing(duel, game, action)
    decision = duel.decision
    if decision is None:
        return _over(duel)
    if isinstance(action, act.Cancel):
        return _judge_cancel(decision)
    if isinstance(action, act.Activate) and action.effect not in game.rules.effects:
        return no_such_effect(duel, game, decision, action)
    if isinstance(action, act.Advance) and (wrong := no_such_phase(duel, game, decision, action)):
        return wrong
    move = next((w for w in game.moves if w.takes(action)), None)
    if decision.kind == "window" and not isinstance(action, act.Pass):
        answer = next((w for w in game.responses if w.takes(action)), None)
        if answer is not None:
            return _judge_response(duel, game, decision, answer, action)
    elif answers.fits_decision(decision, action):
        return answers.judge_answer(duel, game, decision, action)
    if move is None:
        return out_of_place(duel, game, decision, action)
    return _judge_move(duel, game, asker(duel, action), move, action)


def asker(duel: Duel, action: act.Action) -> Seat:
    """Return the player of an action: for an answer the one who is asked, for a play the one in
    whose zone the named card lies; going on to a phase is the turn player's.
    """
    if isinstance(action, act.Standing) and action.seat in duel.seats:
        return Seat(action.seat)
    if isinstance(action, act.Advance):
        return duel.turn_seat
    decision = duel.decision
    if decision is not None and decision.seat != NOBODY and answers.is_answer(decision, action):
        return decision.seat
    card: str = getattr(action, "card", "")
    found = lookup(duel, card) if card else None
    named = card if found is None else found[0]
    if named and named[0] in SEAT_LETTERS[: len(duel.players)]:
        return Seat(SEAT_LETTERS.index(named[0]))
    return duel.turn_seat if decision is None else decision.seat


def _judge_response(
    duel: Duel, game: Game, decision: Decision, move: MoveKind, action: act.Action
) -> Verdict:
    """The ruling on a response: by its own limits, and by whose turn it is to respond."""
    seat = asker(duel, action)
    verdict = _judge_move(duel, game, seat, move, action)
    first, reading = (*game.chain.rules, "")[0], game.rules.core_readings.window
    if duel.chain and game.chain.turn_rules:
        first, reading = game.chain.turn_rules[0], ""
    if seat != decision.seat and game.is_on(first) and not verdict.invalid:
        remedy = once_done(decision, game, seat, Asked())
        turn = Verdict(False, (Cited(first, reading),), (remedy,))
        return turn if verdict.legal else _both(turn, verdict)
    if not verdict.legal or not isinstance(action, act.Activate):
        return verdict
    rules = response_rules(duel, game, action)
    return replace(verdict, cited=(*verdict.cited, *map(Cited, rules)))


def _over(duel: Duel) -> Verdict:
    assert duel.outcome is not None
    rules = duel.outcome.rules
    text = say("The duel is over: {reason}.", reason=duel.outcome.told)
    never = Never(text, "".join(rules[:1]))
    return Verdict(False, tuple(map(Cited, rules)), (never,), Invalidity.OVER)


def _judge_cancel(decision: Decision) -> Verdict:
    if decision.cancel:
        return ruling((), decision.rules)
    text = say("There is no announcement left to take back: what was paid stays paid.")
    return not_asked(decision.rules, Never(text, "".join(decision.rules[:1])))


def _judge_standing(duel: Duel, game: Game, action: act.Standing) -> Verdict:
    """Judge a standing action: it is the table's business, and no rule of the game cites it."""
    if duel.outcome is not None:
        return _over(duel)
    missing: list[Remedy] = []
    still_there = Do(say("Name a player who is still in the duel."))
    if action.seat not in duel.seats:
        missing.append(Do(say("Name the player who says it: a seat of this duel.")))
    elif duel.players[action.seat].lost:
        missing.append(still_there)
    if isinstance(action, act.CorrectLife | act.Stand) and not action.reason.strip():
        missing.append(Do(say("Give the reason: it is written down.")))
    if isinstance(action, act.CorrectLife):
        if action.life < 0 or action.player not in duel.seats:
            missing.append(Do(say("Name a player of this duel and a life of 0 or more.")))
        elif duel.players[action.player].lost and still_there not in missing:
            missing.append(still_there)
    if isinstance(action, act.Stand):
        missing.extend(_cannot_stand(duel, game, action.action))
    by = game.rules.citations.concede if isinstance(action, act.Concede) else ()
    invalid = Invalidity.MALFORMED if missing else Invalidity.NONE
    return Verdict(not missing, tuple(map(Cited, by)), tuple(missing), invalid)


def _cannot_stand(duel: Duel, game: Game, action: act.Action) -> Iterator[Remedy]:
    """Yield reasons why not even a judge's ruling can be carried out: it has to fit the table."""
    decision = duel.decision
    assert decision is not None
    if decision.kind in ("open", "window"):
        moves = game.moves if decision.kind == "open" else game.responses
        passing = decision.kind == "window" and isinstance(action, act.Pass)
        fitting = passing or any(move.takes(action) for move in moves)
    else:
        fitting = answers.fits_decision(decision, action)
    if not fitting and not isinstance(action, act.Cancel):
        yield Do(say("Rule on an action that answers what is asked now."))
        return
    for name, key in () if duel.closed else _shown_by(duel, decision.seat, action):
        if not can_lie(duel, name, key):
            at = {"place": ref(name), "card": ref(key)}
            text = say(
                "Show a card that can lie in {place}: {card} cannot, whatever was played.", **at
            )
            yield Do(text)
            return
    verdict = judge(duel, action, game)
    if verdict.invalid:
        yield from verdict.remedies
    elif not duel.closed and needs_name(duel, action, game):
        yield Do(say("Name the card: everybody sees it."))
    elif isinstance(action, act.Attack) and action.target and not duel.at(action.target):
        yield Do(say("Name cards that are there."))
    elif isinstance(action, act.Play) and not verdict.legal:
        used = [_source_of(duel, decision.seat, act.Choose(name))[1] for name in action.using]
        if None in used:
            yield Do(say("Name cards that are there."))
        on_row = is_row_zone(game, action.to, len(duel.players))
        if not on_row or (duel.at(action.to) and action.to not in action.using):
            yield Do(say("Name a zone that is free."))


def _judge_move(duel: Duel, game: Game, seat: Seat, move: MoveKind, action: act.Action) -> Verdict:
    """Judge a play: bound to a card, or as a pattern over all the cards it may be."""
    question = Question(duel, game, seat, action=action)
    hopeless = not all(rule.holds(question) for rule in move.moment)
    wrong = _wrongly_shown(duel, game, seat, move, action)
    verdicts: list[Verdict] = []
    others = False
    for case in _cases(duel, game, seat, action):
        if is_misnamed(action, case[2]):
            others = True
            continue
        told = action
        if case[0] is not duel and isinstance(action, act.Play):
            told = replace(action, shown=())
        verdict = _ask_rules(case, game, seat, move, told)
        if verdict.legal:
            return wrong or verdict
        verdicts.append(verdict)
        if hopeless and len(verdicts) >= ENOUGH_CASES:
            break
    if others and not verdicts:
        assert duel.decision is not None
        return wrong or misnamed(duel.decision)
    refused = _common(verdicts) or _ask_rules((duel, "", None), game, seat, move, action)
    return refused if wrong is None else _both(wrong, refused)


def _both(first: Verdict, second: Verdict) -> Verdict:
    """A refusal for two causes; what could not be carried out for one cannot be at all."""
    return Verdict(
        False,
        tuple(dict.fromkeys((*first.cited, *second.cited))),
        tuple(dict.fromkeys((*first.remedies, *second.remedies))),
        first.invalid or second.invalid,
    )


def _cases(duel: Duel, game: Game, seat: Seat, action: act.Action) -> Iterator[Case]:
    """Yield the cases to judge an action in: one, if all is known."""
    using, shown = (action.using, action.shown) if isinstance(action, act.Play) else ((), ())
    for case, place, piece in _source_cases(duel, game, seat, action):
        told, keys = case, iter(shown)
        for name in using:
            key = None if unseen_at(told, name) is None else next(keys, None)
            if key is not None and key_code(key) in game.rules.cards:
                told = determinize(told, name, key)[0]
        for whole, _ in every_case(told, using):
            yield whole, place, piece


def _source_cases(duel: Duel, game: Game, seat: Seat, action: act.Action) -> Iterator[Case]:
    """Yield the same, with the materials of a play as unseen as they are."""
    place, piece = _source_of(duel, seat, action)
    named: str = getattr(action, "card", "")
    pattern = named == place and is_hidden(game, place)
    if piece is None or duel.closed:
        yield (duel, "", None) if pattern and duel.closed else (duel, place, piece)
        return
    named_key = None if unseen_at(duel, place) is piece else piece.key
    if pattern:
        for known in duel.at(place):
            if known.key is not None and not known.face_up:
                yield duel, place, known
    elif named_key is not None and lookup(duel, named_key) is not None:
        yield duel, place, piece
        return
    for key in possible_at(duel, place) if pattern or named_key is None else [named_key]:
        case, determinized = determinize(duel, place, key)
        yield case, place, determinized


def _shown_by(duel: Duel, seat: Seat, action: act.Action) -> Iterator[tuple[str, CardKey]]:
    """The unseen cards that an action names, with the places where they are said to lie."""
    named: str = getattr(action, "card", "")
    turned = action.shown if isinstance(action, act.Activate | act.Turn) else None
    if turned and unseen_at(duel, named) is not None:
        yield named, turned
    elif is_key(named) and lookup(duel, named) is None:
        yield zone(seat, "hand"), CardKey(named)
    if isinstance(action, act.Play):
        unseen = [r for r in action.using if unseen_at(duel, r) is not None]
        yield from zip(unseen, action.shown, strict=False)
    if isinstance(action, act.Reveal) and duel.decision is not None and duel.decision.options:
        yield duel.decision.options[0], action.shown


def _wrongly_shown(
    duel: Duel, game: Game, seat: Seat, move: MoveKind, action: act.Action
) -> Verdict | None:
    """Return the verdict on an action that shows an impossible card; None: it is possible."""
    if duel.closed:
        return None
    told = duel
    by = (*move.permitted_by, *(rule.id for rule in move.source_rules))[:1]
    for name, key in _shown_by(duel, seat, action):
        if unseen_at(told, name) is None:
            return None
        refusal = cannot_be(told, game, name, key, by)
        if refusal is not None:
            return refusal
        told = determinize(told, name, key)[0]
    return None


def _common(verdicts: list[Verdict]) -> Verdict | None:
    """A pattern is refused for what every card it may be is refused for.

    It becomes legal as for the card that breaks the fewest rules, if for any: what never is for
    one card may be for another.
    """
    if not verdicts:
        return None

    def distance(verdict: Verdict) -> tuple[bool, int]:
        never = any(isinstance(remedy, Never) for remedy in verdict.remedies)
        return never, len(verdict.cited)

    nearest = min(verdicts, key=distance)
    shared = tuple(c for c in nearest.cited if all(c in v.cited for v in verdicts))
    return replace(nearest, cited=shared or nearest.cited)


def _source_of(duel: Duel, seat: Seat, action: act.Action) -> tuple[str, Piece | None]:
    """The card an action is about, its identity filled in from what it shows."""
    named = getattr(action, "card", "")
    found = lookup(duel, named)
    shown = action.shown if isinstance(action, act.Activate | act.Turn) else None
    if found is not None:
        name, piece = found
        return name, piece if piece.key or shown is None else replace(piece, key=shown)
    hand = zone(seat, "hand")
    unseen = unseen_at(duel, hand)
    if unseen is not None and named in possible_at(duel, hand):
        return hand, replace(unseen, key=CardKey(named))
    return ("", None) if is_key(named) else (named, None)


def _ask_rules(case: Case, game: Game, seat: Seat, move: MoveKind, action: act.Action) -> Verdict:
    """Judge a play in one case: by the rules of the move, and by the actions that it makes."""
    duel, place, piece = case
    named: str = getattr(action, "card", "")
    key = (piece and piece.key) or getattr(action, "shown", None) or named
    card = game.rules.cards.get(key_code(key)) if is_key(key) else None
    question = Question(duel, game, seat, place, piece, card, action)
    if piece is None and hasattr(action, "card"):
        in_pile = _refused_in_pile(duel, game, seat, move, action)
        return in_pile or _refused_without_card(question, move, absent(duel, named))
    broken = _standing_alone(question, _broken(question, move.rules()))
    remedies = [remedy for _, remedy in broken]
    refused = [*_cites(question, broken)]
    explained = bool(broken) and _say_why(question, move, broken)
    if not (explained or is_generated(question, move, possible=not broken)):
        remedies.append(how_generated(question, move))
        refused += map(Cited, move.permitted_by[:1])
    if remedies:
        return Verdict(False, tuple(dict.fromkeys(refused)), tuple(dict.fromkeys(remedies)))
    spoken = (r for r in move.rules() if r.concerns is None or r.concerns(question))
    passed = [Cited(r.id, r.reading) for r in spoken]
    further = move.extra_citations(question) if move.extra_citations else ()
    permitted = map(Cited, move.permitted_by + further)
    return Verdict(True, tuple(dict.fromkeys((*permitted, *passed))))


def _say_why(q: Question, move: MoveKind, broken: list[tuple[Rule, Remedy]]) -> bool:
    """Whether broken rules say already why the move would not generate the action.

    Rules about the moment do not, and those about the card do for one that it is not made with.
    """
    about = move.source_rules + move.form_rules + move.action
    about += () if is_source(q, move) else move.card
    return any(rule in about or isinstance(remedy, Never) for rule, remedy in broken)


def _refused_without_card(q: Question, move: MoveKind, there: Remedy) -> Verdict:
    """Return the refusal of an action with a card that is not there."""
    sources, moment = _broken(q, move.source_rules), _broken(q, move.moment)
    remedies = [m if isinstance(m, Never) else there for _, m in sources] or [there]
    remedies += [remedy for _, remedy in moment]
    cited = tuple(dict.fromkeys(_cites(q, sources + moment)))
    return Verdict(False, cited, tuple(dict.fromkeys(remedies)), Invalidity.MALFORMED)


def _refused_in_pile(
    duel: Duel, game: Game, seat: Seat, move: MoveKind, action: act.Action
) -> Verdict | None:
    """Return the refusal of a play with a card of the pile; None: it may lie elsewhere unseen."""
    named, pile = getattr(action, "card", ""), zone(seat, "pile")
    if unseen_at(duel, zone(seat, "hand")) or named not in possible_at(duel, pile):
        return None
    case, piece = determinize(duel, pile, CardKey(named))
    verdict = _ask_rules((case, pile, piece), game, seat, move, action)
    return None if verdict.legal else verdict


def _cites(q: Question, broken: list[tuple[Rule, Remedy]]) -> Iterator[Cited]:
    """Yield the causes of broken rules, or their statement if one of them has no other cause."""
    causes = [() if rule.causes is None else rule.causes(q) for rule, _ in broken]
    cited = {rule.id for (rule, _), by in zip(broken, causes, strict=True) if not by}
    for (rule, _), by in zip(broken, causes, strict=True):
        yield from by if rule.id not in cited else (Cited(rule.id, rule.reading),)


def _standing_alone(q: Question, broken: list[tuple[Rule, Remedy]]) -> list[tuple[Rule, Remedy]]:
    """Return those of the broken rules that would still be broken if the others did not count.

    Nothing can be chosen, say, only because another statement keeps every card out.
    """
    ids = list(dict.fromkeys(rule.id for rule, _ in broken))
    for name in ids[1:] + ids[:1] if len(ids) > 1 else ():
        game = switched(q.game, q.game.disabled.union(i for i in ids if i != name))
        about = Question(q.duel, game, q.seat, q.place, q.piece, q.card, q.action)
        if len(ids) > 1 and all(rule.holds(about) for rule, _ in broken if rule.id == name):
            ids.remove(name)
    return [(rule, remedy) for rule, remedy in broken if rule.id in ids]


def _broken(question: Question, rules: tuple[Rule, ...]) -> list[tuple[Rule, Remedy]]:
    """The rules that do not hold, each with what would make it hold."""
    return [(rule, rule.remedy(question)) for rule in rules if not rule.holds(question)]
