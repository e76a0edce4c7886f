"""`duelmat enroll`: enrolling a deck's sleeves, one after the other."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    leave,
    read_bytes,
    wrapped,
)
from duelmat_command.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_command.shared_options import GAME_OF_CARDS, mat_option, port_option, ruleset_option
from duelmat_decks.errors import DeckListError
from duelmat_files.outside import TEXT_LIMIT_BYTES
from duelmat_hardware import AntennaIndex, Mat
from duelmat_host.cli.mats import named_mat
from duelmat_maker.cli.enroll_event import CheckInDesk, greet, owner_finder, sleeves_file
from duelmat_message import (
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_rulesets.cli.ruleset_names import known_ruleset

if TYPE_CHECKING:
    from duelmat_host.link import BoardLine
    from duelmat_maker.enroll import Enrolling

_TURN_S: Final = 0.01
PATIENCE_S: Final = 8.0


@click.command(name="enroll", cls=ConfiguredCommand)
@click.argument("deck", type=click.Path(path_type=Path), required=False)
@port_option()
@click.option(
    "--registry",
    cls=SettingOption,
    setting="registry",
    type=click.Path(path_type=Path),
    default=None,
    help="Which tag is which card; a new file, or one that grows.",
)
@ruleset_option(GAME_OF_CARDS)
@click.option("--seat", type=click.Choice(["a", "b"]), default="a", show_default=True)
@click.option("--spot", metavar="ZONE", help="Where the cards are laid; the seat's grave if not.")
@click.option(
    "--event",
    "link",
    envvar="DUELMAT_EVENT",
    metavar="LINK",
    help="Check in a player of an event: the desk makes the link on its page of links.",
)
@click.option("--player", type=click.IntRange(1), help="The player's number at the event.")
@click.option(
    "--event-certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The certificate that the hub of the event has made for itself (--tls).",
)
@mat_option()
@click.pass_context
@complains_of(DuelmatError)
def command(
    ctx: click.Context,
    deck: Path | None,
    port: str,
    registry: Path | None,
    ruleset: str,
    seat: str,
    spot: str | None,
    link: str | None,
    player: int | None,
    event_certificate: Path | None,
    name: str,
) -> None:
    """Tell the table which sleeve holds which card of DECK, card after card.

    Each sleeve is laid face up on a landing spot, turned face down, and taken away; a sleeve with
    one tag, as for the starter mat, is not turned. The registry is written after every sleeve,
    whole or not at all, so the command can be stopped and run again. Type u and Enter to undo, q
    and Enter to stop.

    DECK is a .ydk file, or a list in TOML of the codes of the ruleset:

    \b
      main = ["H7", "C2", "C2"]
      extra = ["SK"]

    At an event, --event and --player stand for DECK: the sleeves are compared with the deck list
    that the player has handed in, and the event gets them when all are known. They are kept in
    player-7.toml, or in the file that --registry names; one from home saves reading them again.

    \b
    Examples:
      duelmat enroll mine.toml --port /dev/ttyACM0 --registry cards.toml
      duelmat enroll hers.ydk --ruleset ocg --seat b --port /dev/ttyACM0 --registry cards.toml
      duelmat enroll --event LINK --player 7 --port auto
    """
    mat = named_mat(name)
    zone = spot or f"{seat}.grave"
    index = _antenna_of(mat, zone)

    def read(enrolling: Enrolling) -> bool:
        """Read the sleeves that are not known yet; return whether all are."""
        if not enrolling.waiting:
            return True
        line = _line(port, mat)
        try:
            _connect(line)
            return _go_through(line, enrolling, index)
        finally:
            line.close()

    if deck is not None:
        if registry is None:
            raise Complaint(
                "--registry: expected a file, TOML or JSON, got nothing. Name one, or say it once "
                "for all commands: `duelmat config set registry VALUE`."
            )
        leave(_enroll_deck(deck, registry, seat, ruleset, zone, mat.sleeve_tags, read))
    if link is None or player is None:
        raise Complaint(
            "Expected a deck list, or --event with --player, got neither: a list is enrolled for "
            "this table, a player for an event."
        )
    own = registry if is_named(ctx, "registry") else None
    desk = CheckInDesk(link, event_certificate, player)
    leave(_check_in(desk, sleeves_file(own, player), seat, zone, mat.sleeve_tags, read))


def _enroll_deck(
    deck: Path,
    registry: Path,
    seat: str,
    ruleset: str,
    zone: str,
    sleeve_tags: int,
    read: Callable[[Enrolling], bool],
) -> int:
    """Enroll a deck for this table, and return the command's exit code."""
    from duelmat_engine import find_ruleset
    from duelmat_host.cards import Enrolment
    from duelmat_maker.enroll import Enrolling, read_deck_cards

    rules = find_ruleset(known_ruleset(ruleset))
    source = click.format_filename(deck, shorten=False)
    try:
        cards = read_deck_cards(
            read_bytes(deck, "a deck list", TEXT_LIMIT_BYTES), source, seat, rules
        )
    except DeckListError as error:
        raise Complaint(
            "\n".join(
                (
                    words_of(error),
                    (f"The cards were looked up in {rules.title}: --ruleset names another game."),
                )
            )
        ) from None
    enrolling = Enrolling(Enrolment(registry), cards, zone, sleeve_tags=sleeve_tags)
    is_whole = read(enrolling)
    left = len(enrolling.waiting)
    done = len(enrolling.done)
    echo(
        f"1 sleeve enrolled, {left} to go."
        if done == 1
        else f"{done} sleeves enrolled, {left} to go."
    )
    return 0 if is_whole else 1


def _check_in(
    desk: CheckInDesk,
    path: Path,
    seat: str,
    zone: str,
    sleeve_tags: int,
    read: Callable[[Enrolling], bool],
) -> int:
    """Check a player in, and return the command's exit code."""
    from duelmat_host.cards import Enrolment
    from duelmat_maker.enroll import Enrolling
    from duelmat_maker.enroll.checking_in import cards_of, sleeves_of, spare_codes

    listed = desk.listed()
    cards, enrolment = cards_of(listed, seat), Enrolment(path)
    greet(listed, cards, [*spare_codes(enrolment.registry, cards)], path)
    find = owner_finder(desk.owners(), listed.player)
    enrolling = Enrolling(enrolment, cards, zone, find, sleeve_tags=sleeve_tags)
    if not read(enrolling):
        echo(f"{len(enrolling.waiting)} to go: the same command goes on from here.")
        return 1
    desk.send(listed, sleeves_of(enrolment.registry, cards))
    echo(f"{listed.name} is checked in, with {len(cards.codes)} sleeves.")
    return 0


def _antenna_of(mat: Mat, zone: str) -> int:
    indices = [antenna.index for antenna in mat.antennas if antenna.zone == zone]
    if len(indices) != 1:
        single = [
            z
            for z in dict.fromkeys(a.zone for a in mat.antennas)
            if sum(a.zone == z for a in mat.antennas) == 1
        ]
        raise Complaint(f"--spot: expected one of {', '.join(single)}, got {zone!r}.")
    return indices[0]


def _line(port: str, mat: Mat) -> BoardLine:
    from duelmat_host.link import BoardLine, BoardSession

    return BoardLine(port, BoardSession(mat))


def _connect(line: BoardLine) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not line.session.has_map:
        line.turn(_now_ms())
        advice = line.session.advice
        if advice is not None or time.monotonic() > deadline_s:
            raise Complaint(
                advice
                or line.waiting_for
                or "the mat does not answer: `duelmat doctor` finds out why."
            )
        time.sleep(_TURN_S)


def _go_through(line: BoardLine, enrolling: Enrolling, index: int) -> bool:
    """Run until all are enrolled or somebody stops; return whether all are."""
    from duelmat_maker.enroll import Asked, Outcome, Sitting

    request = waiting = ""
    sitting = Sitting(enrolling, line.session, AntennaIndex(index))
    while True:
        if enrolling.request != request:
            request = enrolling.request
            echo(request)
        if enrolling.asked is Asked.NOTHING:
            return True
        events = line.turn(_now_ms())
        if line.waiting_for and line.waiting_for != waiting:
            echo(line.waiting_for, err=True)
        waiting = line.waiting_for or ""
        said = sitting.take(events, _now_ms())
        if said.text:
            echo(wrapped(said.text, "  "), err=said.outcome is Outcome.REFUSED)
        match _typed():
            case "u":
                echo(wrapped(enrolling.undo(), "  "))
            case "q":
                return False
        time.sleep(_TURN_S)


def _typed() -> str:
    """Return a line that was typed; "q" at the end of the input."""
    if not select.select([sys.stdin], [], [], 0)[0]:
        return ""
    line = sys.stdin.readline()
    return line.strip().lower() if line else "q"


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
