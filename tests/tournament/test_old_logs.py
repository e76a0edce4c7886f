"""Logs of earlier versions keep their hashes: later keys stand in them only if they are used."""

from __future__ import annotations

from typing import Final

import msgspec

from duelmat_tournament.chain import entry_json
from duelmat_tournament.entries import Entry

OLD: Final = (
    '{"number":1,"at_ms":1790000000000,"by":{"role":"organiser","name":"Olga"},"what":{"is":'
    '"event-created","name":"Club","policy":{"name":"club-evening","title":"Thursday at the club",'
    '"version":1,"ruleset":"trump-king","event_format":"","valid_from":"2026-11-01",'
    '"valid_until":"","readings":[],"points":{"win":3,"draw":1,"loss":0,"bye":3},'
    '"tie_breaks":"opponents_scores","rounds":[{"players":8,"value":3}],"cut":[],"best_of":3,'
    '"cut_best_of":3,"may_draw":true,"may_agree_draw":true,"first":"drawn",'
    '"cut_first":"higher_seed","round_s":1500,"cut_round_s":0,"end_of_match":["draw"],'
    '"cut_end_of_match":[],"extensions":{"minimum_s":120,"deck_check_s":0},'
    '"lateness":{"duel_loss_after_s":0,"match_loss_after_s":900},'
    '"entering":{"late_until_round":2,"back_until_round":3,"missed_is_loss":false},'
    '"deck_checks":{"tables_percent":0},"teammates_apart_rounds":0,"deck_lists":false,'
    '"infractions":[],"limits":[]},"seed":"seed","first_table":1,"strict":false}}'
)
"""The creation of an event as the first versions wrote it, with every key that they had."""


def test_an_old_log_is_written_as_it_was_read() -> None:
    """Else its chain of hashes would break."""
    assert entry_json(msgspec.json.decode(OLD, type=Entry)).decode() == OLD


def test_an_old_result_is_written_as_it_was_read() -> None:
    old = (
        '{"number":9,"at_ms":1790000000000,"by":{"role":"scorekeeper","name":"Sam"},"what":{"is":'
        '"result-settled","round":1,"table":1,"result":{"first_won":2,"second_won":0,"drawn":0,'
        '"ending":"played","winner":"first"},"how":"entered"}}'
    )
    assert entry_json(msgspec.json.decode(old, type=Entry)).decode() == old
