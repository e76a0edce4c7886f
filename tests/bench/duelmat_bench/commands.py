"""`duelmat bench`: the figures, each printed by the command that is named where it is quoted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from duelmat_bench.development_extra import needed_by
from duelmat_command.choices import Choice
from duelmat_command.output import Complaint, complains_of, leave, print_json
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_message.errors import DuelmatError
from duelmat_opponent import Level

F = TypeVar("F", bound=Callable[..., Any])


def _of_firmware(function: F) -> F:
    """The options of every measure of the firmware."""
    versions = click.Choice(["1.28", "1.29"])
    function = click.option(
        "--micropython",
        type=versions,
        default="1.29",
        show_default=True,
        help="The MicroPython under which the firmware runs.",
    )(function)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(function)


class _Measures(click.Group):
    """A group whose commands say what to install where the development extra is not there."""

    def invoke(self, ctx: click.Context) -> Any:
        with needed_by("duelmat bench"):
            return super().invoke(ctx)


@click.group(name="bench", cls=_Measures)
def command() -> None:
    """Measure, and print figures: of engine, mat, link, table, feeds and tournaments.

    For the firmware's figures it runs unchanged on MicroPython over modelled electronics whose
    acts take the time that they take on a Pico, bytecode included: 7.5 us an executed line. They
    are in that virtual time; the host's own work is in real time.
    """


@command.command(name="engine")
@click.option("--ruleset", type=Choice(ruleset_names()), help="Only this one.")
@click.option("--seconds", default=4.0, show_default=True, help="How long each rate is measured.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def engine(ruleset: str | None, seconds: float, *, as_json: bool) -> None:
    """Measure how fast the rules engine is, beside python-chess in the same run.

    A committed duel is played, and its mid-game states with two answers or more are listed as play
    comes to them, and as read from JSON; there some answers are judged and applied. Then whole
    random duels are played. The ratio compares our random actions a second with python-chess's
    random plies.
    """
    from duelmat_bench.engine.speed import engine_speed

    figures = {name: engine_speed(name, seconds=seconds) for name in _asked(ruleset)}
    if as_json:
        print_json(figures)
        return
    for name, speed in figures.items():
        listing = speed["legal_actions_us"]
        click.echo(
            f"{name:12} listing p50 {listing['p50']:7.1f} us, p99 {listing['p99']:7.1f} us; "
            f"{speed['random_actions_per_s']:8,.0f} random actions/s "
            f"({speed['ratio']:.2f} of python-chess)"
        )


@command.command(name="work")
@click.option("--ruleset", type=Choice(ruleset_names()), help="Only this one.")
@click.option("--decisions", default=300, show_default=True, help="How many are counted.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def work(ruleset: str | None, decisions: int, *, as_json: bool) -> None:
    """Measure what limits the rules engine: bytecodes a decision, by package and function.

    Counted one by one in random duels, and beside them the plies of python-chess: other than a
    rate, the count is the same on every machine, whatever else it does.
    """
    from duelmat_bench.engine.work import engine_work

    _print({name: engine_work(name, decisions) for name in _asked(ruleset)}, as_json=as_json)


@command.command(name="batch")
@click.option("--battles", default=10_000, show_default=True, help="Battle cases a ruleset.")
@click.option("--orders", default=1_000, show_default=True, help="Trigger cases.")
@click.option("--seed", default=1, show_default=True, help="Of the cases.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def batch(battles: int, orders: int, seed: int, *, as_json: bool) -> None:
    """Measure how many cases a second `duelmat judge --batch` answers.

    Battles between monsters of random values in every ruleset, and wanted chains of one to six
    triggers under all three orders; from a JSON line to a JSON line, each case once.
    """
    from duelmat_bench.engine.batch import batch_speed

    _print(batch_speed(battles=battles, orders=orders, seed=seed), as_json=as_json)


@command.command(name="opponent")
@click.option("--ruleset", type=Choice(ruleset_names()), help="Only this one.")
@click.option("--duels", default=200, show_default=True, help="Duels against each rival.")
@click.option("--processes", default=1, show_default=True, help="Duels played simultaneously.")
@click.option(
    "--kept",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file of results: what it holds of the present code is not played again.",
)
@click.option("--paced", is_flag=True, help="It thinks no longer than at a table; without --kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def opponent(
    ruleset: str | None,
    duels: int,
    processes: int,
    kept: Path | None,
    *,
    paced: bool,
    as_json: bool,
) -> None:
    """Measure how often the strong opponent wins, and how long it thinks about a decision.

    Against a player at random and against the easy opponent, on the engine alone; seats in turn,
    fixed seeds, draws count half. "decision_ms" is processor time of one core. 200 duels of each
    ruleset take some hours; with --kept they can be played in pieces.
    """
    from duelmat_bench.opponent import Results, measure_opponent

    def say(line: str) -> None:
        click.echo(line, err=True)

    results = Results(None if paced else kept)  # how fast the machine is decides those duels, too
    figures = measure_opponent(_asked(ruleset), duels, results, processes, say, is_paced=paced)
    _print(figures, as_json=as_json)


@command.command(name="questions")
@click.option("--ruleset", type=Choice(ruleset_names()), help="Only this one.")
@click.option("--duels", default=10, show_default=True, help="Duels, seeds from 1.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def questions(ruleset: str | None, duels: int, *, as_json: bool) -> None:
    """Measure how often a seat is asked something in a turn, with the switches of the beginning,
    and how many presses an own turn takes.

    The easy opponent plays both seats. Questions are counted on the engine alone, but for open
    play in the own turn; "before" asks in every window but those of the own plays. "own_turn" is
    counted at a simulated mat, against the program: a press is a drag, a click or a key;
    "obligations" are what hands must do and nobody decides, which is no press where pages do it by
    themselves.
    "doubts" are the questions of a whole duel how a card lies, at a mat powered just before.
    """
    from duelmat_bench.doubts import measure_doubts
    from duelmat_bench.presses import measure_presses
    from duelmat_bench.questions import measure_questions

    figures = {
        name: measure_questions(name, duels)
        | {"own_turn": measure_presses(name, duels), "doubts": measure_doubts(name, duels)}
        for name in _asked(ruleset)
    }
    _print(figures, as_json=as_json)


@command.command(name="turns")
@click.option("--ruleset", type=Choice(ruleset_names()), help="Only this one.")
@click.option("--level", type=Choice([each.value for each in Level]), help="Only this one.")
@click.option("--duels", default=4, show_default=True, help="Duels of each level, seeds from 1.")
@click.option("--turns", "most", default=10, show_default=True, help="Turns counted in a duel.")
@click.option("--processes", default=1, show_default=True, help="Duels played simultaneously.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError)
def turns(
    ruleset: str | None, level: str | None, duels: int, most: int, processes: int, *, as_json: bool
) -> None:
    """Measure how long a turn of the program takes, by game and level.

    At a mat that feels everything in the pause after it; thinking is processor time of one core,
    so that a busy machine changes little. Only the program's own turns count.
    """
    from duelmat_bench.turns import measure_turns

    levels = [Level(level)] if level else list(Level)
    figures = measure_turns(
        _asked(ruleset), levels, duels, most, processes, lambda line: click.echo(line, err=True)
    )
    _print(figures, as_json=as_json)


def _asked(ruleset: str | None) -> tuple[str, ...]:
    return (ruleset,) if ruleset else ruleset_names()


@command.command("scan")
@_of_firmware
@complains_of(DuelmatError)
def scan(micropython: str, as_json: bool) -> None:
    """Measure the cost of a visit on the bus, and the time of a sweep over all antennas.

    A call is one transfer with the chip selected. Lines are counted one by one (settrace), which
    takes about a minute.
    """
    from duelmat_bench.firmware.figures import measure_firmware

    _print(measure_firmware("scan", micropython), as_json=as_json)


@command.command("memory")
@_of_firmware
@click.option("--minutes", default=60.0, show_default=True, help="Virtual time.")
@complains_of(DuelmatError)
def memory(micropython: str, as_json: bool, minutes: float) -> None:
    """Measure what the firmware keeps of the heap, and whether it grows.

    The firmware is what `duelmat flash` puts on a board, compiled modules. Cards come and go,
    lamps change, pads and buttons are pressed.
    """
    from duelmat_bench.firmware.figures import measure_memory

    _print(measure_memory(micropython, minutes), as_json=as_json)


@command.command("table")
@_of_firmware
@click.option("--count", default=200, show_default=True, help="How often a card is laid down.")
@click.option("--seed", default=1, show_default=True, help="Of places and electronics.")
@click.option(
    "--event",
    "hubs",
    multiple=True,
    type=click.Choice(["away", "slow", "flooding"]),
    help="Compare a table alone with one whose hub is so, on two seeds in turn.",
)
@complains_of(DuelmatError)
def table(
    micropython: Literal["1.28", "1.29"],
    as_json: bool,
    count: int,
    seed: int,
    hubs: tuple[Literal["away", "slow", "flooding"], ...],
) -> None:
    """Measure the time from card placed to first light, which the board lights by itself, and
    from card placed or lifted to table informed.

    "expected" are the zones at which the mat looks more often, because the present decision can
    change them. With --event the host's time has what a card may have waited for in the event
    loop: two seats' pages, and the uplink to a hub that refuses connections, answers after 5 s, or
    answers immediately and wants something new each time.
    """
    from duelmat_bench.table.joined import measure_joined
    from duelmat_bench.table.latency import measure_table

    if hubs:
        found = measure_joined(hubs, micropython=micropython, seed=seed, count=count)
        _print(found, as_json=as_json)
        return
    figures = measure_table(micropython=micropython, seed=seed, count=count)
    _print(figures, as_json=as_json)


@command.command("feeds")
@click.option(
    "--feeds", "counts", multiple=True, type=int, help="How many public feeds; 0, 100 and 300."
)
@click.option("--changes", default=200, show_default=True, help="How often something changes.")
@click.option("--seed", default=1, show_default=True, help="Of the pauses between changes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def feeds(counts: tuple[int, ...], changes: int, seed: int, *, as_json: bool) -> None:
    """Measure how long a change takes to a player's page and to public ones, by number of viewers.

    Real pages of a real table on the simulated mat, in real time; "server_cpu_ms" is the
    processor time of the table's process a change, the steadiest figure on a busy machine.
    """
    from duelmat_bench.table.feeds import PUBLIC_FEEDS, measure_feeds

    _print(measure_feeds(counts or PUBLIC_FEEDS, changes=changes, seed=seed), as_json=as_json)


@command.command("page")
@click.option("--loads", default=5, show_default=True, help="How often the page is loaded.")
@click.option("--seconds", default=10.0, show_default=True, help="How long lights are watched.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def page(loads: int, seconds: float, *, as_json: bool) -> None:
    """Measure a seat's page in a real browser: bytes, first picture, what lights take of a core.

    A real table over loopback, each load with an empty cache; "core_share" is the processor time
    of all processes of the browser, without lights and with lights at 30 Hz.
    """
    from duelmat_bench.table.page import measure_page

    _print(measure_page(loads=loads, seconds=seconds), as_json=as_json)


@command.command(name="hub")
@click.option(
    "--feeds", "counts", multiple=True, type=int, help="How many feeds; 100, 200 and 500."
)
@click.option("--players", default=256, show_default=True, help="How many players.")
@click.option("--seconds", default=20, show_default=True, help="How long commands are asked for.")
@click.option(
    "--burst",
    default=0,
    type=click.IntRange(min=0),
    help="Before that, so many results within one second; at most one a table.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def hub(counts: tuple[int, ...], players: int, seconds: int, burst: int, *, as_json: bool) -> None:
    """Measure how long a change takes to the pages of an event, under SQLite and PostgreSQL.

    Players report at 50 commands a second; one feed in twenty is a judge's floor, the others are
    players' own pages, and public ones beyond. Real time, a real server of each kind.
    """
    from duelmat_bench.hub.load import FEEDS, Load, measure_hub

    if burst > players // 2:
        raise Complaint(f"Expected a burst of at most {players // 2}, one a table; got {burst}.")
    found = measure_hub(
        counts or FEEDS,
        Load(players, seconds, burst),
        say=lambda line: click.echo(line, err=True),
    )
    _print(found, as_json=as_json)


@command.command(name="venue")
@click.option("--rate", "rates", multiple=True, type=int, help="Reports a second, of all tables.")
@click.option("--tables", default=200, show_default=True, help="How many tables report.")
@click.option("--seconds", default=10, show_default=True, help="How long reports are timed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def venue(rates: tuple[int, ...], tables: int, seconds: int, *, as_json: bool) -> None:
    """Measure how long a table's report takes to a judge's feed, and a call until it rings.

    Tables report to one hub under SQLite and under PostgreSQL, which wait for the disk, at 250,
    500, 1,000 and 2,000 reports a second; "sustained" are those that were kept at the largest
    rate at which all but one report of a hundred take less than 250 ms. The memory of a hub is
    given by the tables that have played a duel, then by spectators of one of them.
    """
    from duelmat_bench.venue.load import RATES, measure_venue

    found = measure_venue(
        rates or RATES, tables=tables, seconds=seconds, say=lambda line: click.echo(line, err=True)
    )
    _print(found, as_json=as_json)


@command.command("geometry")
@click.option("--placements", default=10_000, show_default=True, help="How many cards are laid.")
@click.option("--seed", default=1, show_default=True, help="Of places, faces, sizes and ways.")
@click.option(
    "--wakes",
    type=click.FloatRange(0.01, 20.0),
    default=1.0,
    show_default=True,
    help="A/m in which tags wake, 20 % more or less.",
)
@click.option(
    "--pile",
    type=click.IntRange(1, 6),
    default=1,
    show_default=True,
    help="Cards that lie on each other.",
)
@click.option(
    "--slid",
    "slid_mm",
    type=click.FloatRange(0.0, 12.0),
    default=2.0,
    show_default=True,
    help="Millimetres that each of a pile lies off the lowest, along both axes, at most.",
)
@click.option("--pairs", is_flag=True, help="Sleeves with two stickers and no shield; calculated.")
@click.option(
    "--film",
    "film_ohm",
    type=click.FloatRange(0.1),
    help="With --pairs: ohm per square of a metal film in every card.",
)
@click.option(
    "--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes at once."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def geometry(
    placements: int,
    seed: int,
    wakes: float,
    *,
    pile: int,
    slid_mm: float,
    pairs: bool,
    film_ohm: float | None,
    workers: int,
    as_json: bool,
) -> None:
    """Measure how cards are read that lie up to 12 mm and 15 degrees off: right, asked, wrong.

    The firmware reads them on the simulated mat, by calculated fields, which nobody has measured;
    of a pile the lowest card is to be read. With --pairs all of it is calculated, for a monster
    zone and one where cards lie upright; of piles, which are heard at all. The exit code is 1 if
    one is wrong.
    """
    from duelmat_bench.firmware.placements import measure_placements
    from duelmat_bench.pair_piles import measure_piles
    from duelmat_bench.pairs import measure_pairs
    from duelmat_hardware import load_mat

    if pairs and pile > 1:
        _print(measure_piles(placements, pile, slid_mm, wakes, seed), as_json=as_json)
        return
    if pairs:
        figures = measure_pairs(placements, wakes, seed, film_ohm)
    else:
        figures = measure_placements(
            load_mat(), placements, wakes, seed, pile=pile, slid_mm=slid_mm, workers=workers
        )
    _print(figures, as_json=as_json)
    leave(1 if figures["wrong_placements"] else 0)


@command.command("camera")
@click.option("--placements", default=10_000, show_default=True, help="How many cards are laid.")
@click.option("--mat", "name", default="mini", show_default=True, help="The mat they lie on.")
@click.option("--seed", default=1, show_default=True, help="Of cards, places and pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@complains_of(DuelmatError)
def camera(placements: int, name: str, seed: int, *, as_json: bool) -> None:
    """Measure how a camera reads cards that lie up to 12 mm and 15 degrees off.

    Drawn pictures of 1920 x 1080 in perspective, with a lens's distortion, glare, blur, noise and
    hands; each is read by itself. "told_share" is of the cards whose markers no hand covers,
    "wrong" counts any card or empty zone that is not so. Pictures a second are of one core. The
    exit code is 1 if anything is wrong.
    """
    from duelmat_camera.cli.folder import camera_extra
    from duelmat_hardware import load_mat, mat_file

    with camera_extra():
        from duelmat_bench.camera.placements import measure_camera

    figures = measure_camera(
        load_mat(mat_file(name)), placements, seed, lambda line: click.echo(line, err=True)
    )
    _print(figures, as_json=as_json)
    leave(1 if figures["wrong"] else 0)


@command.command("link")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--micropython",
    type=click.Choice(["1.28", "1.29", "both"]),
    default="both",
    show_default=True,
    help="The MicroPython under which the firmware runs.",
)
@click.option(
    "--frames",
    default=10_000_000,
    show_default=True,
    help="Wrong frames on CPython; a tenth of them on MicroPython.",
)
@click.option("--rounds", default=600, show_default=True, help="Plays while frames are lost.")
@click.option("--unplugs", default=1_000, show_default=True, help="How often the cable is pulled.")
@click.option("--seed", default=1, show_default=True, help="Of all that chance decides.")
@complains_of(DuelmatError)
def link(
    as_json: bool, micropython: str, frames: int, rounds: int, unplugs: int, seed: int
) -> None:
    """Measure what the link bears: wrong frames, lost frames, a pulled cable, a host that stalls.

    A count of 0 leaves a part out. The exit code is 1 if anything is not as it must be. All of
    it takes some 25 minutes.
    """
    from duelmat_bench.link.fire import measure_link

    versions: dict[str, tuple[Literal["1.28", "1.29"], ...]] = {
        "1.28": ("1.28",),
        "1.29": ("1.29",),
        "both": ("1.28", "1.29"),
    }
    figures = measure_link(
        versions[micropython],
        frames=frames,
        rounds=rounds,
        unplugs=unplugs,
        seed=seed,
        told=lambda line: click.echo(line, err=True),
    )
    _print(figures, as_json=as_json)
    leave(1 if figures["faults"] else 0)


@command.command("pairing")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--states", default=1000, show_default=True, help="States beside networkx; 0: none.")
@click.option("--seed", default=1, show_default=True, help="Of all that chance decides.")
@complains_of(DuelmatError)
def pairing(as_json: bool, states: int, seed: int) -> None:
    """Measure the pairing of whole random tournaments, by number of players, beside swisspair.

    The worst round's time, how often it is proven that no pairing costs less, rematches, second
    byes, and how often swisspair's answer to the same field costs less. Then how many states of
    up to 64 players cost what networkx finds to be the least. The exit code is 1 if any of this
    is not as it must be.
    """
    from duelmat_bench.tournament.pairing import is_sound, measure

    figures = measure(states=states, seed=seed, told=lambda line: click.echo(line, err=True))
    _print(figures, as_json=as_json)
    leave(0 if is_sound(figures) else 1)


def _print(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        if isinstance(value, dict):
            parts = ", ".join(f"{part}: {each}" for part, each in value.items())
            click.echo(f"{name}: {parts}")
        else:
            click.echo(f"{name}: {value}")
