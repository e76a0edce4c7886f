"""Whether a deck, or a sideboard, may be brought to a duel."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine.errors import Fault, find_named
from duelmat_engine.ruleset.game import Format, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.verdict import Cited, Do, Verdict, ruling
from duelmat_message import say


def judge_deck(
    ruleset: str, main: Sequence[str], extra: Sequence[str] = (), event_format: str = ""
) -> Verdict:
    """The ruling on a main deck and an Extra Deck, by the codes of their cards."""
    rules = find_ruleset(ruleset)
    chosen = find_format(rules, event_format)
    granted = rules.citations.deck if chosen is None else chosen.deck_rules
    return _verdict(deck_faults(rules, main, extra, event_format), granted)


def judge_sideboard(
    ruleset: str,
    main: Sequence[str],
    sideboard: Sequence[str],
    received: Sequence[str] = (),
    event_format: str = "",
) -> Verdict:
    """The ruling on a sideboard beside this deck; `received` are the cards of a limited event."""
    rules = find_ruleset(ruleset)
    chosen = find_format(rules, event_format)
    if chosen is None:
        text = say("{game} is played without sideboards.", game=rules.title)
        return Verdict(not sideboard, (), (Do(text),) if sideboard else ())
    faults = chosen.sideboard_faults(rules, tuple(sideboard), tuple(main), tuple(received))
    return _verdict(faults, chosen.sideboard_rules)


def deck_faults(
    rules: Ruleset, main: Sequence[str], extra: Sequence[str], event_format: str
) -> list[Fault]:
    """Return the faults that keep a deck from an event of this format."""
    chosen = find_format(rules, event_format)
    if chosen is None:
        return rules.decks.faults(rules, tuple(main), tuple(extra))
    return chosen.deck_faults(rules, (*main, *extra))


def find_format(rules: Ruleset, name: str) -> Format | None:
    """The format of that name, the usual one for ""; None where a ruleset has no formats."""
    formats = rules.decks.formats
    if not name:
        return next(iter(formats.values()), None)
    return find_named(say("format"), name, formats)


def _verdict(faults: list[Fault], granted: tuple[str, ...]) -> Verdict:
    broken = [(Cited(fault.rule), Do(say("{fault}.", fault=fault.text))) for fault in faults]
    return ruling(broken, granted)
