"""`duelmat camera print`: the playmat and the sleeves' markers, as PDF."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from duelmat_camera.cli.folder import REGISTRY, camera_extra, folder_and_mat, make_folder
from duelmat_command.output import Complaint, complains_of, echo
from duelmat_command.settings import ConfiguredCommand
from duelmat_command.shared_options import GAME_OF_CARDS, ruleset_option
from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import find_ruleset
from duelmat_files.whole_file import write_whole
from duelmat_host.cards.registry import Registry
from duelmat_host.cli.mats import named_mat
from duelmat_message.errors import DuelmatError
from duelmat_rulesets.cli.ruleset_names import known_ruleset


@click.command(name="print", cls=ConfiguredCommand)
@folder_and_mat
@ruleset_option(GAME_OF_CARDS)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="FILE",
    help="A deck for both, or one for each seat; none: the usual ones.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--backs", is_flag=True, help="Draw the numbers of the backs anew.")
@complains_of(DuelmatError)
def command(
    folder: Path, name: str, ruleset: str, decks: tuple[str, ...], paper: str, *, backs: bool
) -> None:
    """Write what to print into FOLDER: the playmat, and a strip of paper for each sleeve.

    cards.toml there says which marker is which card; keep it, `duelmat play` needs it. Whoever
    knows it, or has seen a card's front and back, knows the card by its back: --backs gives all
    of them other numbers, which must be printed again (docs/camera.md).
    """
    with camera_extra():
        from duelmat_camera.printing import playmat_sheet, playmat_tiles, strip_sheets
    from duelmat_camera.sleeves import draw_sleeves, with_backs
    from duelmat_hardware.template import A4, LETTER

    mat = named_mat(name)
    if len(decks) > 2:
        raise Complaint(f"--deck: expected two decks at most, got {len(decks)}.")
    registry_file = folder / REGISTRY
    random = secrets.SystemRandom()
    if registry_file.exists():
        if decks:
            raise Complaint(
                f"--deck: {registry_file} has the cards of this folder already. Name another "
                "folder, or remove that file."
            )
        registry = Registry.load(registry_file)
        if backs:
            registry = with_backs(registry, random)
    else:
        registry = draw_sleeves(bring_decks(find_ruleset(known_ruleset(ruleset)), decks), random)
    make_folder(folder)
    registry.save(registry_file)
    echo(f"{registry_file}: {len(registry)} sleeves")
    size = A4 if paper == "a4" else LETTER
    files = {
        f"playmat_{paper}.pdf": playmat_tiles(mat, size),
        "playmat_full.pdf": playmat_sheet(mat),
    }
    for owner in sorted({sleeve.owner for sleeve in registry.sleeves}):
        own = [sleeve for sleeve in registry.sleeves if sleeve.owner == owner]
        files[f"sleeves_{owner}_{paper}.pdf"] = strip_sheets(mat, own, size, f"seat {owner}")
    for file, content in files.items():
        write_whole(folder / file, content, file)
        echo(f"wrote {folder / file}")
    echo("Print at 100 %, without fitting to the page; the ruler on each sheet must be right.")
