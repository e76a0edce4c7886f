"""`duelmat event generate`: the file of a random event, to try everything else on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from duelmat_command.output import (
    Complaint,
    complains_of,
    counted,
    echo,
)
from duelmat_hub.cli.event_file import OWN, PUBLIC, write_file
from duelmat_hub.cli.seed import checked_seed
from duelmat_hub.errors import NoPolicyError
from duelmat_hub.policies import load_policy
from duelmat_message.errors import DuelmatError
from duelmat_tournament.chain import ROOT, checkpoint, hashes
from duelmat_tournament.errors import PolicyError
from duelmat_tournament.event import teams_or_players
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import Chances, Generated, generate
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.policy import Bracket, FirstStage, with_stages

MOST_PLAYERS: Final = 4096


@click.command(name="generate")
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    required=True,
    metavar="N",
    help=f"From 2 to {MOST_PLAYERS:,}; who comes too late for the policy is turned away.",
)
@click.option(
    "--seed",
    required=True,
    callback=checked_seed,
    metavar="TEXT",
    help="All chance follows from it: the same seed gives the same file, to the byte.",
)
@click.option(
    "--policy",
    "policy_name",
    default="trump-king",
    show_default=True,
    metavar="NAME|FILE",
    help="The policy by which the event is run.",
)
@click.option(
    "--stop-at-round",
    "stop_at",
    type=click.IntRange(1),
    metavar="K",
    help="Stop when half of this round is played; rounds of the cut go on counting after Swiss.",
)
@click.option(
    "--draws",
    "draws_percent",
    type=click.IntRange(0, 100),
    metavar="PERCENT",
    help="How many matches of Swiss end drawn; else one in seven, some of them by agreement.",
)
@click.option(
    "--first-stage",
    type=click.Choice([each.value for each in FirstStage]),
    help="Begin with Swiss, with pods or with the bracket, whatever the policy says.",
)
@click.option(
    "--bracket",
    type=click.Choice([each.value for each in Bracket]),
    help="Play the bracket so, whatever the policy says.",
)
@click.option("--public", is_flag=True, help="Leave the deck lists out.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the event file here instead of to standard output.",
)
@click.option("--replace", "may_replace", is_flag=True, help="Replace an event file at --out.")
@complains_of(PolicyError, NoPolicyError, DuelmatError)
def command(
    *,
    players: int,
    seed: str,
    policy_name: str,
    stop_at: int | None,
    draws_percent: int | None,
    first_stage: str | None,
    bracket: str | None,
    public: bool,
    out: Path | None,
    may_replace: bool,
) -> None:
    """Make the file of a random event.

    Players come late, drop and return, do not show up, draw, dispute results, call judges, are
    penalised; results are corrected. The whole event is in the file, from the registration to the
    winner, or to the middle of a round. `duelmat event check` proves it like any other.

    \b
    Examples:
      duelmat event generate --players 24 --seed 7 --out event.json
      duelmat event generate --players 24 --seed 7 --first-stage pods --bracket double
      duelmat event generate --players 24 --seed 7 --stop-at-round 3 --out running.json
      duelmat event generate --players 64 --seed 7 --policy ocg --public > public.json

    A file that is there already stays, unless --replace is given, and then it must be an event
    file. One with deck lists is readable for you alone. The exit code is 2 if something that was
    asked for cannot be done.
    """
    policy = load_policy(policy_name)
    if first_stage or bracket:
        stage = FirstStage(first_stage) if first_stage else policy.first_stage
        policy = with_stages(policy, stage, Bracket(bracket) if bracket else policy.bracket)
    chances = Chances()
    if draws_percent is not None:
        if draws_percent and not policy.may_draw:
            raise Complaint(
                f"--draws: expected 0, since by the policy {policy.name} no match ends drawn, got "
                f"{draws_percent}."
            )
        chances = replace(chances, draw=draws_percent, agreed_draw=0)
    number = None if stop_at is None else RoundNumber(stop_at)
    made = generate(policy, players, seed, chances, stop_at=number)
    rounds = len(made.event.rounds)
    if stop_at is not None and stop_at > rounds:
        raise Complaint(
            f"--stop-at-round: expected a round of the event, which has {rounds}, got {stop_at}."
        )
    content = format_event(made.log, None if public else made.decks)
    if out is None:
        click.echo(content, nl=False)
        return
    mode = PUBLIC if public or not made.decks else OWN
    write_file(out, content, "an event file", mode, replace=may_replace)
    echo(f"{click.format_filename(out)}: {_summary(made)}.")


def _summary(made: Generated) -> str:
    """Summarize the generated event in words, without a full stop."""
    head = ROOT
    for each in hashes(made.log):
        head = each
    noun = teams_or_players(made.event, "team", "player")
    parts = (
        counted(len(made.event.players), noun),
        counted(len(made.event.rounds), "round"),
        counted(len(made.log), "entry", "entries"),
        f"checkpoint {checkpoint(head)}",
    )
    return ", ".join(parts)
