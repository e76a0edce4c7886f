"""A table of slips: each edit of a sound policy, with the faults that it must give."""

from __future__ import annotations

from typing import Final, NamedTuple

SOUND: Final = """\
# line 1
name = "club"
title = "Club"
version = 1
ruleset = "ocg"
event_format = ""
valid_from = "2026-11-01"
valid_until = "2027-10-31"
tie_breaks = "xxyyyzzz"
readings = [{ id = "G-97", choice = "tcg" }]
rounds = [
    { players = 8, value = 3 },
    { players = 16, value = 4 },
]
cut = [
    { players = 8, value = 0 },
    { players = 16, value = 4 },
]
best_of = 3
cut_best_of = 3
may_draw = true
may_agree_draw = false
first = "drawn"
cut_first = "higher_seed"
round_s = 2400
cut_round_s = 3000
end_of_match = ["finish_phase", "compare_life", "draw"]
cut_end_of_match = ["finish_phase", "compare_life", "sudden_death"]
teammates_apart_rounds = 1
deck_lists = true
limits = [
    { card = "PotOfGreed", copies = 0 },
    { card = "Sangan", copies = 1 },
]

[points]
win = 3
draw = 1
loss = 0
bye = 3

[extensions]
minimum_s = 60
deck_check_s = 180

[lateness]
duel_loss_after_s = 180
match_loss_after_s = 600

[entering]
late_until_round = 2
back_until_round = 3
missed_is_loss = true

[deck_checks]
tables_percent = 5

[[infractions]]
id = "slow-play"
title = "Too slow"
penalty = "caution"
strict = "warning"
upgrade_after = 2

[[infractions]]
id = "outside-help"
title = "Advice"
penalty = "duel_loss"
strict = "match_loss"
"""


class Slip(NamedTuple):
    """A replacement in the sound policy, and what is said of it."""

    old: str
    new: str
    faults: tuple[tuple[int, str, str], ...]
    """Line, place, and words of the message."""


def edited(*slips: Slip) -> str:
    """Return the sound policy with each old text, which must stand in it once, replaced."""
    text = SOUND
    for slip in slips:
        assert text.count(slip.old) == 1, f"{slip.old!r} stands {text.count(slip.old)} times"
        text = text.replace(slip.old, slip.new)
    return text


def _slip(old: str, new: str, *faults: tuple[int, str, str]) -> Slip:
    return Slip(old, new, faults)


TYPES: Final = {
    "a key that is not known": _slip(
        "best_of = 3\ncut",
        "best_off = 3\ncut",
        (1, "best_of", "got nothing"),
        (19, "best_off", "Did you mean best_of?"),
    ),
    "a key that resembles none": _slip(
        "bye = 3",
        "bye = 3\nqqq = 1",
        (41, "points.qqq", "Take it out."),
    ),
    "a key with hyphens": _slip(
        "round_s = 2400",
        "round_s = 2400\nmay-draw = true",
        (26, "may-draw", "Did you mean may_draw?"),
    ),
    "a key that is missing": _slip("win = 3\n", "", (36, "points.win", "got nothing. Add a line")),
    "a table that is missing": _slip(
        "[deck_checks]\ntables_percent = 5\n",
        "",
        (1, "deck_checks", "Add the table [deck_checks]."),
    ),
    "a list that is missing": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]\n',
        "",
        (1, "end_of_match", "Add a line: end_of_match = [...]"),
    ),
    "a key missing in one of a list": _slip(
        'title = "Advice"\n',
        "",
        (65, "infractions[2].title", "got nothing"),
    ),
    "a number in quotes": _slip(
        "round_s = 2400",
        'round_s = "2400"',
        (25, "round_s", "Write it without quotes."),
    ),
    "a number with a point": _slip(
        "version = 1",
        "version = 1.5",
        (4, "version", "Write it without a point."),
    ),
    "no number at all": _slip("win = 3", "win = nan", (37, "points.win", "got nan")),
    "truth for a number": _slip("win = 3", "win = true", (37, "points.win", "got true")),
    "a number for truth": _slip(
        "may_draw = true",
        "may_draw = 1",
        (21, "may_draw", "expected true or false, got 1"),
    ),
    "truth in quotes": _slip(
        "deck_lists = true",
        'deck_lists = "true"',
        (30, "deck_lists", "without quotes"),
    ),
    "a text without quotes": _slip(
        'valid_from = "2026-11-01"',
        "valid_from = 2026-11-01",
        (7, "valid_from", "Put it in quotes."),
    ),
    "a number that is too large": _slip(
        "round_s = 2400",
        "round_s = 90000",
        (25, "round_s", "from 60 to 86,400, got 90000"),
    ),
    "a number of many digits": _slip(
        "round_s = 2400",
        "round_s = 1" + "0" * 18,
        (25, "round_s", "from 60 to 86,400, got 1000000000000000000"),
    ),
    "a number below its bound": _slip("win = 3", "win = -1", (37, "points.win", "got -1")),
    "a name with capitals": _slip(
        'name = "club"',
        'name = "My Club"',
        (2, "name", "lower case and hyphens"),
    ),
    "an empty title": _slip('title = "Club"', 'title = ""', (3, "title", "1 to 100 characters")),
    "a long title": _slip(
        'title = "Club"',
        f'title = "{"x" * 101}"',
        (3, "title", "Shorten it to 100 characters."),
    ),
    "a title of blanks": _slip(
        'title = "Club"',
        'title = "  "',
        (3, "title", "without blanks around it"),
    ),
    "a title with a line end": _slip(
        'title = "Club"',
        'title = "A\\nB"',
        (3, "title", "Write it on one line"),
    ),
    "a sign that turns the line round": _slip(
        'title = "Club"',
        'title = "A\u202eB"',
        (3, "title", "\\u202e"),
    ),
    "a word that is misspelt": _slip(
        '"xxyyyzzz"',
        '"xxyyzzz"',
        (9, "tie_breaks", "Did you mean xxyyyzzz?"),
    ),
    "a word with a hyphen": _slip(
        'cut_first = "higher_seed"',
        'cut_first = "higher-seed"',
        (24, "cut_first", "Did you mean higher_seed?"),
    ),
    "a number for a word": _slip(
        '"xxyyyzzz"',
        "3",
        (9, "tie_breaks", "Write one of them, in quotes."),
    ),
    "a table for a word": _slip('"xxyyyzzz"', "{}", (9, "tie_breaks", "got an empty table")),
    "a step that is misspelt": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]',
        'end_of_match = [\n  "finish_phase",\n  "compare_lives",\n  "draw",\n]',
        (29, "end_of_match[2]", "Did you mean compare_life?"),
    ),
    "a text for a list": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]',
        'end_of_match = "draw"',
        (27, "end_of_match", "Write them in brackets"),
    ),
    "no steps": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]',
        "end_of_match = []",
        (27, "end_of_match", "expected a list of 1 to 8, got one of 0"),
    ),
    "too many steps": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]',
        "end_of_match = [" + '"draw", ' * 9 + "]",
        (27, "end_of_match", "got one of 9"),
    ),
    "a number for a table": _slip(
        "[points]\nwin = 3\ndraw = 1\nloss = 0\nbye = 3\n",
        "points = 3\n",
        (36, "points", "Write [points] on a line of its own, and its keys below."),
    ),
    "a table for a list of tables": _slip(
        '[[infractions]]\nid = "slow-play"\ntitle = "Too slow"\npenalty = "caution"\n'
        'strict = "warning"\nupgrade_after = 2\n\n[[infractions]]\nid = "outside-help"',
        '[infractions]\nid = "outside-help"',
        (58, "infractions", "Write [[infractions]], with two brackets"),
    ),
    "a number for one of a list": _slip(
        '{ card = "Sangan", copies = 1 }',
        "7",
        (33, "limits[2]", "expected a table of card, copies, got 7"),
    ),
}
"""Faults of one key alone."""

SENSE: Final = {
    "a day that no calendar has": _slip(
        '"2026-11-01"',
        '"2026-02-29"',
        (7, "valid_from", "a day that the calendar has"),
    ),
    "a thirteenth month": _slip(
        '"2027-10-31"',
        '"2027-13-01"',
        (8, "valid_until", "a day that the calendar has"),
    ),
    "days in the wrong order": _slip(
        '"2027-10-31"',
        '"2026-10-31"',
        (8, "valid_until", "not before valid_from (2026-11-01)"),
    ),
    "a win that gives no more than a draw": _slip(
        "draw = 1\n",
        "draw = 3\n",
        (37, "points.win", "more than a draw gives (3)"),
    ),
    "a loss that gives more than a draw": _slip(
        "loss = 0",
        "loss = 2",
        (38, "points.draw", "at least what a loss gives (2)"),
    ),
    "a bye that gives more than a win": _slip(
        "bye = 3",
        "bye = 4",
        (40, "points.bye", "to what a win gives (3)"),
    ),
    "more points than two digits hold": _slip(
        "win = 3",
        "win = 30",
        (37, "points.win", "at most 99 points in 4 rounds"),
    ),
    "rounds that do not ascend": _slip(
        "{ players = 16, value = 4 },\n]\ncut",
        "{ players = 8, value = 4 },\n]\ncut",
        (13, "rounds[2].players", "more than in the row before (8)"),
    ),
    "fewer rounds for more players": _slip(
        "{ players = 16, value = 4 },\n]\ncut",
        "{ players = 16, value = 2 },\n]\ncut",
        (13, "rounds[2].value", "at least as much as in the row before (3)"),
    ),
    "no rounds": _slip(
        "{ players = 8, value = 3 }",
        "{ players = 8, value = 0 }",
        (12, "rounds[1].value", "1 to 20 rounds"),
    ),
    "too many rounds": _slip(
        "{ players = 16, value = 4 },\n]\ncut",
        "{ players = 99, value = 21 },\n]\ncut",
        (13, "rounds[2].value", "1 to 20 rounds"),
    ),
    "more rounds than opponents": _slip(
        "{ players = 8, value = 3 }",
        "{ players = 2, value = 3 }",
        (12, "rounds[1].value", "at most 1 round, for"),
    ),
    "no rounds of Swiss at all": _slip(
        "rounds = [\n    { players = 8, value = 3 },\n    { players = 16, value = 4 },\n]\n",
        "",
        (1, "rounds", "a row at least, as the event begins with Swiss"),
    ),
    "rounds of Swiss beside pods": _slip(
        "best_of = 3\ncut",
        'best_of = 3\nfirst_stage = "pods"\ncut',
        (11, "rounds", "no rows, as first_stage is pods"),
        (15, "cut", "no rows, as first_stage is pods"),
        (30, "teammates_apart_rounds", "at most 0, as first_stage is pods"),
        (52, "entering.late_until_round", "at most 0, as first_stage is pods"),
    ),
    "pods from which everybody goes on": _slip(
        "best_of = 3\ncut",
        'best_of = 3\nfirst_stage = "pods"\npod_size = 4\npod_places = 4\ncut',
        (11, "rounds", "no rows"),
        (15, "cut", "no rows"),
        (22, "pod_places", "fewer than a pod has (pod_size is 4)"),
        (32, "teammates_apart_rounds", "at most 0"),
        (54, "entering.late_until_round", "at most 0"),
    ),
    "a cut of six": _slip(
        "{ players = 16, value = 4 },\n]\nbest",
        "{ players = 16, value = 6 },\n]\nbest",
        (17, "cut[2].value", "4, 8, 16, 32 or 64 players"),
    ),
    "a cut of two": _slip(
        "{ players = 16, value = 4 },\n]\nbest",
        "{ players = 16, value = 2 },\n]\nbest",
        (17, "cut[2].value", "0 for no cut"),
    ),
    "a cut of more than there are": _slip(
        "{ players = 16, value = 4 },\n]\nbest",
        "{ players = 16, value = 32 },\n]\nbest",
        (17, "cut[2].value", "no more players than there are (16)"),
    ),
    "cuts that do not ascend": _slip(
        "{ players = 8, value = 0 }",
        "{ players = 16, value = 0 }",
        (17, "cut[2].players", "more than in the row before (16)"),
    ),
    "an even number of duels": _slip(
        "\nbest_of = 3",
        "\nbest_of = 2",
        (19, "best_of", "1, 3 or 5 duels"),
    ),
    "an even number of duels in the cut": _slip(
        "cut_best_of = 3",
        "cut_best_of = 4",
        (20, "cut_best_of", "1, 3 or 5 duels"),
    ),
    "draws agreed on where none may be": _slip(
        "may_draw = true\nmay_agree_draw = false",
        "may_draw = false\nmay_agree_draw = true",
        (22, "may_agree_draw", "false, as may_draw is"),
        (27, "end_of_match[3]", "double_loss or sudden_death"),
    ),
    "a seed before the cut": _slip(
        'first = "drawn"',
        'first = "higher_seed"',
        (23, "first", "It is for cut_first."),
    ),
    "an end that may decide nothing": _slip(
        '"compare_life", "draw"]',
        '"compare_life"]',
        (27, "end_of_match[2]", "one of sudden_death, draw, double_loss as the last step"),
    ),
    "a step after the last": _slip(
        '"compare_life", "draw"]',
        '"draw", "double_loss"]',
        (27, "end_of_match[2]", "nothing after it is ever reached"),
    ),
    "a step twice": _slip(
        'end_of_match = ["finish_phase", "compare_life", "draw"]',
        'end_of_match = ["compare_life", "compare_life", "draw"]',
        (27, "end_of_match[2]", "each step once"),
    ),
    "a draw in the cut": _slip(
        '"sudden_death"]',
        '"draw"]',
        (28, "cut_end_of_match[3]", "Write sudden_death."),
    ),
    "a double loss in the cut": _slip(
        '"sudden_death"]',
        '"double_loss"]',
        (28, "cut_end_of_match[3]", "somebody must go on in the cut"),
    ),
    "an end of the cut that may decide nothing": _slip(
        ', "sudden_death"]',
        "]",
        (28, "cut_end_of_match[2]", "as the last step"),
    ),
    "steps in a cut without limit": _slip(
        "cut_round_s = 3000",
        "cut_round_s = 0",
        (28, "cut_end_of_match", "no time limit"),
    ),
    "a limit in the cut without steps": _slip(
        'cut_end_of_match = ["finish_phase", "compare_life", "sudden_death"]\n',
        "",
        (1, "cut_end_of_match", "steps for when time is called after 3000 s"),
    ),
    "a match lost before a duel": _slip(
        "match_loss_after_s = 600",
        "match_loss_after_s = 180",
        (48, "lateness.match_loss_after_s", "more than duel_loss_after_s (180)"),
    ),
    "a match lost after the round": _slip(
        "match_loss_after_s = 600",
        "match_loss_after_s = 2401",
        (48, "lateness.match_loss_after_s", "at most the seconds of a round (2400)"),
    ),
    "entering after the last round": _slip(
        "late_until_round = 2",
        "late_until_round = 5",
        (51, "entering.late_until_round", "at most 4"),
    ),
    "teammates apart for longer than Swiss": _slip(
        "teammates_apart_rounds = 1",
        "teammates_apart_rounds = 5",
        (29, "teammates_apart_rounds", "at most 4"),
    ),
    "an infraction twice": _slip(
        'id = "outside-help"',
        'id = "slow-play"',
        (66, "infractions[2].id", "another id than that of number 1"),
    ),
    "a strict penalty that is lighter": _slip(
        'strict = "match_loss"',
        'strict = "warning"',
        (69, "infractions[2].strict", "duel_loss or more"),
    ),
    "a card twice": _slip(
        '"Sangan"',
        '"PotOfGreed"',
        (33, "limits[2].card", "another card than that of number 1"),
    ),
    "a reading twice": _slip(
        '[{ id = "G-97", choice = "tcg" }]',
        '[{ id = "G-97", choice = "tcg" }, { id = "G-97", choice = "ocg" }]',
        (10, "readings[2].id", "another id than that of number 1"),
    ),
}
"""Keys that do not fit together."""

NAMES: Final = {
    "a ruleset that is not there": _slip(
        'ruleset = "ocg"',
        'ruleset = "ogc"',
        (5, "ruleset", "Did you mean ocg?"),
    ),
    "a format that is not there": _slip(
        'event_format = ""',
        'event_format = "limitd"',
        (6, "event_format", 'a format of ocg (limited), got "limitd". Did you mean limited?'),
    ),
    "a reading that is not there": _slip(
        '"G-97"',
        '"G-9"',
        (10, "readings[1].id", "a reading of ocg (G-97)"),
    ),
    "a choice that is not there": _slip(
        '"tcg"',
        '"tgc"',
        (10, "readings[1].choice", "Did you mean tcg?"),
    ),
    "a card that is not there": _slip(
        '"Sangan"',
        '"Sangam"',
        (33, "limits[2].card", "Did you mean Sangan? `duelmat cards list"),
    ),
    "limits where all decks are the same": _slip(
        'ruleset = "ocg"',
        'ruleset = "trump-king"',
        (10, "readings[1].id", "Take it out: there is none."),
        (31, "limits", "no limits, as all decks of trump-king are the same"),
    ),
}
"""Names that the ruleset does not have."""
