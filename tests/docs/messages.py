"""The catalogs of translations, brought up to date with what the program says.

`make messages` reads every message in the source (calls of say, say_as and say_count, `_()` and
its like in templates, tr(), trAs() and trCount() in the pages' scripts), the statements of the
rules and the cards, and writes each language's PO files anew: translations stay, messages that are
gone go, new ones stand there without a translation, which a test finds. What the scripts say is
listed in a file of its own besides, by which a page is told its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from msgspec import json

from docs.ruleset_page import ROOT
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_engine.catalogue import readings, statements, systems
from duelmat_hub.policies import shipped_policies
from duelmat_message import Text
from duelmat_rulesets.card_faces import card_faces
from duelmat_rulesets.face_types import CardFaceView
from duelmat_serving.language.catalogs import DOMAINS
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES
from duelmat_serving.script_words import CONTEXT_END
from duelmat_tournament.tiebreaks import Measure

LANGUAGES: Final = ROOT / "host" / "duelmat_serving" / "language"
SCRIPT_MESSAGES: Final = LANGUAGES / "script_messages.json"
SOURCES: Final = (
    "engine/duelmat_engine",
    "engine/duelmat_files",
    "hardware/duelmat_hardware",
    "host/duelmat_decks",
    "host/duelmat_host",
    "host/duelmat_hub",
    "host/duelmat_maker",
    "host/duelmat_serving",
    "host/duelmat_tournament",
    "host/duelmat_venue",
)
SCRIPTS: Final = "**/static/js/**.js"
SPOKEN: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "**.py": ("python", {"say": None, "say_as": ((1, "c"), 2), "say_count": (1, 2)}),
    "**/templates/**.html": (
        "jinja2.ext:babel_extract",
        {"_": None, "_as": ((1, "c"), 2), "_n": (1, 2)},
    ),
    SCRIPTS: ("javascript", {"tr": None, "trAs": ((1, "c"), 2), "trCount": (1, 2)}),
}
"""Where messages stand: the files, how Babel reads them, and the calls that say one."""
OPTIONS: Final = {"silent": "false"}
Message = tuple[str, str | tuple[str, str]]
"""A message by its context and its English words, or its two forms."""


def words(where: Iterable[str] = SPOKEN) -> Iterator[Message]:
    """Yield what the program says, in files of these places alone."""
    for source, files in product(SOURCES, where):
        method, keywords = SPOKEN[files]
        methods = [(files, method)]
        found = extract_from_dir(ROOT / source, methods, {files: OPTIONS}, keywords=keywords)
        for _, _, message, _, context in found:
            yield context or "", message if isinstance(message, str) else (message[0], message[1])


def rules() -> Iterator[Message]:
    """Yield what the rules and the readings say, each by its id."""
    for statement in statements():
        yield statement.id, statement.text
    for reading in readings():
        yield reading.id, reading.text
        if reading.about:
            yield reading.id, reading.about
        yield from reading.part_ids().items()
        for choice in reading.choices:
            yield "reading", choice


def cards() -> Iterator[Message]:
    """Yield what stands on cards, and what rulesets and their phases call themselves."""
    for system in systems():
        yield "ruleset", system.title
    for ruleset in map(find_ruleset, ruleset_names()):
        yield "ruleset", ruleset.title
        for face in card_faces(ruleset):
            yield from _named(face)
        for effect in ruleset.effects.values():
            yield "effect", effect.text
        for card in ruleset.cards.values():
            values = (value for value in card.traits.values() if isinstance(value, str))
            for word in (*card.kinds, *card.traits, *values):
                yield "printed", word.replace("-", " ")


def _named(face: CardFaceView) -> Iterator[Message]:
    """Yield what is named on a face, under what it names."""
    facts = [*face.values, *face.facts, *([face.grade] if face.grade else [])]
    words = [word for fact in facts for word in (fact.title, fact.value)]
    texts = [word for text in face.texts for word in (text.use, text.text)]
    for word in (face.name, face.kind, *words, *texts):
        if isinstance(word, Text) and word.context:  # others are said where they are
            yield word.context, word.message


def events() -> Iterator[Message]:
    """Yield what the policies of events name, and the tie-breaks."""
    for policy in shipped_policies().values():
        for infraction in policy.infractions:
            yield "policy", infraction.title
    for measure in Measure:
        yield "tie-break", measure.value


def spoken() -> Iterator[Message]:
    """Yield what the program says."""
    seen = set()
    for context, message in (*words(), *events()):
        one = message if isinstance(message, str) else message[0]
        if one and (context, one) not in seen:
            seen.add((context, one))
            yield context, message


COLLECTED: Final[dict[str, Callable[[], Iterator[Message]]]] = {
    "words": spoken,
    "rules": rules,
    "cards": cards,
}


def template(domain: str) -> Catalog:
    """Return the messages of a domain, without translations."""
    catalog = Catalog(project="Duelmat", charset="utf-8", fuzzy=False)
    for context, message in sorted(set(COLLECTED[domain]()), key=str):
        catalog.add(message, context=context or None)
    return catalog


def updated(code: str, domain: str) -> tuple[Path, bytes]:
    """Return a file of a language, and what it should hold."""
    path = LANGUAGES / code / f"{domain}.po"
    with path.open("rb") as opened:
        catalog = read_po(opened, locale=code)
    catalog.update(template(domain), no_fuzzy_matching=True)
    catalog.header_comment = f"# {TITLES[code]}: {domain}"
    written = BytesIO()
    write_po(written, catalog, width=99, no_location=True, omit_header=True, ignore_obsolete=True)
    return path, HEAD.format(code=code, plural=catalog.plural_forms).encode() + written.getvalue()


HEAD: Final = """msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {plural}\\n"

"""


def script_messages() -> bytes:
    """Return the list of what the scripts say: the pages are told these in other languages."""
    listed = [
        f"{context}{CONTEXT_END}{said}" if context else said
        for context, said in sorted(set(words([SCRIPTS])), key=str)
    ]
    return json.format(json.encode(listed), indent=1) + b"\n"


def write_all() -> None:
    """Write every catalog anew, and the list of the scripts' messages."""
    SCRIPT_MESSAGES.write_bytes(script_messages())
    for code in TITLES:
        if code != ENGLISH_CODE:
            for domain in DOMAINS:
                path, content = updated(code, domain)
                path.write_bytes(content)


if __name__ == "__main__":
    write_all()
