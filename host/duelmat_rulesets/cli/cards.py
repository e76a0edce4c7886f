"""`duelmat cards`: card files checked, cards shown, deck lists read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from duelmat_command.output import (
    BROKEN,
    Complaint,
    colour_wish,
    counted,
    echo,
    leave,
    near_name,
    print_fault,
    print_table,
    read_text,
    sentences,
    shortened,
    with_rules,
    wrapped,
)
from duelmat_decks import Found, Library, parse_deck, read_facts
from duelmat_decks.decklist import SCHEME
from duelmat_engine import (
    Card,
    CardFileError,
    Ruleset,
    Wording,
    choose_readings,
    deck_faults,
    find_ruleset,
    game_of,
    ruleset_names,
)
from duelmat_engine.cardfiles.card_form import CardFile, format_cards
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.ruleset.build import with_cards
from duelmat_files import SHARED, replace_whole
from duelmat_files.errors import BrokenFileError
from duelmat_message import (
    listed,
    near_names,
    words_of,
)
from duelmat_rulesets.called import cards_called, names_near
from duelmat_rulesets.card_faces import card_face, card_faces
from duelmat_rulesets.cli.ruleset_names import known_ruleset
from duelmat_rulesets.face_types import CardFaceView
from duelmat_rulesets.language_reference import Entry, ruleset_sections, sections


@click.group(name="cards")
def command() -> None:
    """Check card files, and show the cards of a ruleset.

    A card file is TOML: cards with what is printed on them, and effects as steps.
    docs/cards.md shows how to write one.

    \b
    Examples:
      duelmat cards check my-cards.toml     every problem of a file at once, with its line
      duelmat cards words choose            what may stand in a card file
      duelmat cards list ocg                the cards that come with a ruleset, with their values
      duelmat cards show Dark Magician      a card by its name: its values and what it does
      duelmat cards deck my.ydk --facts cards.cdb   is this deck allowed
    """


@command.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--ruleset", help="Check against this ruleset instead of the one a file names.")
def check(files: tuple[Path, ...], ruleset: str | None) -> None:
    """Say whether card files are sound; every problem with file, line, expected and got."""
    rules = None if ruleset is None else _ruleset(ruleset)
    broken = False
    for path in files:
        name = click.format_filename(path)
        text = read_text(path, "a card file in TOML")
        try:
            file = parse_cards(text, name, rules)
        except CardFileError as error:
            broken = True
            print_fault(shortened(words_of(error)))
        else:
            echo(f"{name} is sound: {_counted(file)}.")
    if broken:
        leave(BROKEN)


def rulesets_with(files: Iterable[Path]) -> dict[str, Ruleset]:
    """Return the rulesets that card files name, with their cards; a Complaint lists every fault.

    A later file may use what an earlier one has.
    """
    wider: dict[str, Ruleset] = {}
    for path in files:
        name = click.format_filename(path)
        try:
            file = parse_cards(read_text(path, "a card file in TOML"), name, wider=wider)
        except CardFileError as error:
            raise Complaint(words_of(error)) from None
        rules = wider.get(file.ruleset) or find_ruleset(file.ruleset)
        wider[file.ruleset] = with_cards(rules, file.card, file.effect)
    return wider


@command.command()
@click.argument("names", nargs=-1, metavar="[WORD]...")
@click.option("--ruleset", help="Also what this ruleset names: traits, kinds, zones, phases.")
def words(names: tuple[str, ...], ruleset: str | None) -> None:
    """List the words of card files, or the keys of some of them.

    \b
    Examples:
      duelmat cards words                   every word, in a line each
      duelmat cards words on choose         the keys of these, and what may stand under them
      duelmat cards words --ruleset ocg     the traits, kinds, zones ... of Early OCG, too
    """
    told = [*sections(), *(() if ruleset is None else ruleset_sections(_ruleset(ruleset)))]
    if not names:
        for section in told:
            echo(section.title, bold=True)
            for entry in section.entries:
                _say_line(entry.name, entry.meaning)
        return
    known: dict[str, list[Entry]] = {}
    for section in told:
        for entry in section.entries:
            known.setdefault(entry.name, []).append(entry)
    for name in names:
        if name not in known:
            near = near_names(name, known)
            fault = f"no word of card files is called {name!r}."
            raise Complaint(sentences(fault, near_name(near)))
    for name in names:
        for entry in known[name]:
            _say_entry(entry)


def _say_line(name: str, meaning: str) -> None:
    gap = "" if len(name) < 20 else " "
    echo(wrapped(f"{name:20}{gap}{meaning}", "  ", " " * 22))


def _say_entry(entry: Entry) -> None:
    echo(wrapped(f"{entry.written}  {entry.meaning}"))
    for key in entry.keys:
        taken = f"{key.takes}; left out: {key.default}." if key.default else f"{key.takes}."
        _say_line(key.name, sentences(taken, key.meaning))


@command.command(name="list")
@click.argument("ruleset")
def list_cards(ruleset: str) -> None:
    """List the cards that come with a ruleset, with what is printed on them."""
    rules = _ruleset(ruleset)
    faces = sorted(card_faces(rules), key=lambda face: face.code)
    print_table(
        ("Code", "Name", "Kind", "Values"),
        [(face.code, face.name, face.kind, values_line(face)) for face in faces],
        lambda code, name, kind, values: wrapped(
            f"{code:23} {name:27} {kind}{values and ', '}{values}", "", " " * 24
        ),
    )


@command.command()
@click.argument("card", nargs=-1, required=True, metavar="[RULESET] CARD")
@click.option("--toml", "as_file", is_flag=True, help="Print it as a card file would have it.")
def show(card: tuple[str, ...], as_file: bool) -> None:
    """Print a card, by its name or its code: what is printed on it and what it does.

    \b
    Examples:
      duelmat cards show Dark Magician      in every ruleset that has it
      duelmat cards show trump_king H7      in this one, by its code
    """
    rulesets = [find_ruleset(name) for name in ruleset_names()]
    if len(card) > 1 and card[0] in ruleset_names():
        rulesets, card = [find_ruleset(card[0])], card[1:]
    wanted = " ".join(card)
    found = cards_called(rulesets, wanted)
    if not found:
        near = names_near(rulesets, wanted)
        what = f"a card of {rulesets[0].title}" if len(rulesets) == 1 else "a card of any ruleset"
        raise Complaint(
            sentences(
                f"expected the name or code of {what}, got {wanted!r}.",
                near_name(near),
                "`duelmat cards list RULESET` lists them.",
            )
        )
    if as_file and len(found) > 1:
        names = ", ".join(rules.name for rules, _ in found)
        raise Complaint(f"{wanted!r} is a card of {names}: name the ruleset before the card.")
    for number, (rules, one) in enumerate(found):
        if as_file:
            echo(format_cards(card_file(rules, one)), nl=False)
        else:
            echo("\n" * bool(number), nl=False)
            _print_face(rules, one)


def values_line(face: CardFaceView, *before: str) -> str:
    """Return the printed values of a card in a row: "Level 4, ATK 1900, DEF 400, Race Beast"."""
    grade = [] if face.grade is None else [face.grade]
    facts = (*grade, *face.values, *face.facts)
    told = (f"{fact.title} {fact.value}" for fact in facts)
    return ", ".join((*filter(None, before), *told))


def _print_face(rules: Ruleset, card: Card) -> None:
    face = card_face(Wording(game_of(rules.name, choose_readings(rules, {}))), card)
    echo(face.name, nl=False, bold=True, color=colour_wish())
    echo(f" ({face.code}), {rules.title}")
    echo(wrapped(values_line(face, face.kind)))
    for text in face.texts:
        told = f"{text.use}: {text.text}"
        echo(wrapped(with_rules(told, text.rules), "  ", "    "))
    if not face.texts:
        echo(wrapped("It has no effect.", "  "))


@command.command()
@click.argument("deck")
@click.option("--ruleset", default="ocg", show_default=True, help="Whose cards are meant.")
@click.option(
    "--facts",
    type=click.Path(path_type=Path),
    help="Your own card database: a .cdb file, or JSON of YGOPRODeck.",
)
@click.option(
    "--cards",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A card file whose cards the deck may have besides those of the ruleset.",
)
@click.option(
    "--write",
    type=click.Path(path_type=Path),
    help="Write the cards that the ruleset does not have to this card file.",
)
def deck(
    deck: str, ruleset: str, facts: Path | None, cards: tuple[Path, ...], write: Path | None
) -> None:
    """Read a deck and say whether it is allowed: TOML, a .ydk file or a ydke:// address.

    Cards that the ruleset does not have are made from the facts of your own card database:
    they have their values, and no effects.
    """
    rules = _ruleset(ruleset)
    rules = rulesets_with(cards).get(rules.name, rules)
    name: str = click.format_filename(deck)
    if deck.startswith(SCHEME):
        text, name = deck, "the address"
    else:
        text = read_text(Path(deck), "a deck list")
    try:
        found = parse_deck(text, name, rules, Library() if facts is None else read_facts(facts))
    except BrokenFileError as error:
        raise Complaint(words_of(error)) from None
    extended = with_cards(rules, found.cards)
    _say_deck(extended, found)
    if write is not None:
        _write_cards(write, CardFile(rules.name, found.cards))
    problems = deck_faults(extended, found.deck.main, found.deck.extra, "")
    for problem in problems:
        print_fault(str(problem))
    if problems:
        leave(1)
    echo(f"This deck is allowed in {rules.title}.")


def _say_deck(rules: Ruleset, found: Found) -> None:
    parts = (
        ("Main deck", found.deck.main),
        ("Extra Deck", found.deck.extra),
        ("Side deck", found.side),
    )
    for title, codes in parts:
        if codes:
            echo(f"{title}, {counted(len(codes), 'card')}:")
        for code, count in Counter(codes).items():
            known = rules.cards.get(code)
            name = code if known is None else f"{known.name} ({code})"
            echo(f"  {count} {name}")
    if found.joined:
        cards = counted(found.joined, "card")
        echo(f"{rules.title} has no Extra Deck: {cards} of the list count with the deck.")
    if found.silent:
        names = ", ".join(found.silent)
        echo(wrapped(f"Without their effects, which this ruleset does not know: {names}."))


def _write_cards(path: Path, file: CardFile) -> None:
    try:
        replace_whole(path, format_cards(file).encode(), SHARED)
    except OSError as error:
        reason = words_of(error)
        name = click.format_filename(path)
        raise Complaint(f"{name}: expected a file to write to, but: {reason}.") from None
    echo(f"wrote {click.format_filename(path)}")


def card_file(rules: Ruleset, card: Card) -> CardFile:
    """Return one card of a ruleset as a card file of its own."""
    return CardFile(rules.name, (card,), tuple(rules.effects[name] for name in card.effects))


def _ruleset(name: str) -> Ruleset:
    return find_ruleset(known_ruleset(name))


def _counted(file: CardFile) -> str:
    effects = len(file.effect)
    parts = (
        *([counted(len(file.card), "card")] if file.card else []),
        *([counted(effects, "effect")] if effects else []),
    )
    return listed(parts) if parts else "no cards and no effects"
