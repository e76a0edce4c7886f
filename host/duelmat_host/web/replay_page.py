"""The page of a duel that is over: its summary, and the duel step by step.

The same page is served by a table, by `duelmat replay --browser`, and written as one file that
needs no server.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from msgspec.json import encode
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from duelmat_hardware import page_geometry
from duelmat_host.app.page_facts import PageFacts, SeatFacts
from duelmat_host.app.replays import mat_of_replay
from duelmat_host.showing.replay_types import DuelSummary, Replay
from duelmat_host.showing.view_types import PUBLIC
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.catalogs import ENGLISH, Language
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES
from duelmat_serving.request_language import language_of
from duelmat_serving.script_words import script_words
from duelmat_serving.static_files import static_files, static_text

from .drawing import draw
from .life_picture import life_picture
from .page_templates import TEMPLATES

STATIC: Final = Path(__file__).parent / "static"
_STYLES: Final = re.compile(r'<link rel="stylesheet" href="/static/(css/\w+\.css)">')
_SCRIPT: Final = re.compile(r'<script type="module" src="/static/js/(\w+\.js)"></script>')
_ICON: Final = re.compile(r'<link rel="icon" [^>]*>')
_IMPORT: Final = re.compile(r'^import (.*?)"\./(\w+\.js)";$', re.MULTILINE | re.DOTALL)


def replay_page(replay: Replay, language: Language = ENGLISH, **ways: str) -> str:
    """Return the page of a duel that is over.

    ways: `home`, the address of the table; `duels`, that of the list of its duels; `file` and
        `page_file`, where it is saved from; `served`, if a server answers to the choice of a
        language.
    """
    geometry = page_geometry(mat_of_replay(replay))
    seats = [SeatFacts(letter, name) for letter, name in replay.names.items()]
    facts = PageFacts(
        geometry,
        replay.ruleset,
        replay.title,
        seats,
        simulated=False,
        one_screen=False,
        zone_titles=replay.zone_titles,
    )
    viewer = replay.seen_by if replay.seen_by in replay.names else PUBLIC
    return _rendered(
        "replay.html",
        replay=replay,
        seats=facts.seats,
        names=replay.names,
        drawing=draw(facts, viewer),
        picture=life_picture(replay.summary),
        lamp_lights=[[light["light"] for light in lamp["lights"]] for lamp in geometry["lamps"]],
        turn_names=_turn_names(replay),
        data=_in_page(replay, language),
        words=_in_page(script_words(language)),
        language=language,
        **ways,
    )


def summary_part(
    summary: DuelSummary,
    names: dict[str, str],
    page: str,
    language: Language = ENGLISH,
    *,
    duels: str = "",
) -> str:
    """Return the summary alone, for the page of the table where the duel has just ended.

    page: the address of the page that replays the duel step by step.
    duels: the address of the list of all duels; empty where there is no other duel.
    """
    picture = life_picture(summary)
    return _rendered(
        "after_duel.html",
        facts=summary,
        picture=picture,
        names=names,
        page=page,
        duels=duels,
        language=language,
    )


def duels_page(
    duels: Sequence[tuple[int, DuelSummary]],
    names: Mapping[str, str],
    base: str,
    language: Language = ENGLISH,
) -> str:
    """Return the page that lists a table's duels, with a link to each.

    base: the beginning of the viewer's own addresses.
    """
    return _rendered("duels.html", duels=duels, names=names, base=base, language=language)


def _turn_names(replay: Replay) -> list[str]:
    """Return the name of each turn's player, in order."""
    whose: dict[int, str] = {}
    seat = ""
    for step in replay.steps:
        seat = step.view.get("turn_seat", seat)
        whose[step.turn] = replay.names.get(seat, "")
    return [whose.get(turn, "") for turn in range(1, len(replay.summary.turn_steps) + 1)]


def _rendered(template: str, **facts: Any) -> str:
    return TEMPLATES.env.get_template(template).render(languages=TITLES, **facts)


def _in_page(value: object, language: Language = ENGLISH) -> str:
    """Return a value as JSON that can stand in a page, without characters special to HTML."""
    text = encode(value, enc_hook=language.encoded).decode()
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


# One file


def single_page(replay: Replay, language: Language = ENGLISH) -> str:
    """Return the page as one file that needs no server: styles and scripts stand in it."""
    page = _ICON.sub("", replay_page(replay, language))
    page = _STYLES.sub(lambda found: f"<style>\n{_static(found[1])}</style>", page)
    return _SCRIPT.sub(lambda found: _inline(found[1]), page)


def _static(name: str) -> str:
    return static_text(STATIC, name)


def _inline(script: str) -> str:
    """Return a script with all its imports, as modules that an import map finds by name."""
    modules: dict[str, str] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in modules:
            source = _static(f"js/{name}")
            waiting += [found[2] for found in _IMPORT.finditer(source)]
            modules[name] = _IMPORT.sub(r'import \1"duelmat/\2";', source)
    addresses = {f"duelmat/{name}": _address(source) for name, source in modules.items()}
    imports = encode({"imports": addresses}).decode()
    return (
        f'<script type="importmap">{imports}</script>\n'
        f'<script type="module">import "duelmat/{quote(script)}";</script>'
    )


def _address(source: str) -> str:
    return f"data:text/javascript;base64,{b64encode(source.encode()).decode()}"


# Without a table


def replay_app(replay: Replay, language: str = ENGLISH_CODE) -> Starlette:
    """Return the page of one duel as an app of its own, for this machine alone.

    language: the code of the language for browsers that ask for none of ours.
    """

    async def page(request: Request) -> Response:
        return HTMLResponse(replay_page(replay, language_of(request), served="yes"))

    app = Starlette(
        routes=[
            Route("/", page),
            static_files(STATIC),
        ],
        middleware=[Middleware(Guard, hosts=LOOPBACK_HOSTS)],
    )
    app.state.language = language
    return app
