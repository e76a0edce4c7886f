"""The addresses of a table: each with who may ask it, and what answers.

Whoever may not is told so by `doors`; what answers is given the viewer as whom the browser asks.
"""

from __future__ import annotations

from starlette.routing import Route

from duelmat_host.app.deck_desk import DeckDesk
from duelmat_host.app.start_desk import StartDesk
from duelmat_host.showing.view_types import OVERLAY, PUBLIC
from duelmat_serving.languages import words_answer
from duelmat_serving.routes import Handler, get, post

from .decks import Decks
from .doors import Doors, ViewerHandler
from .pages import Pages
from .posts import Posts
from .replays import Replays
from .service import Service
from .start import Start
from .status import Status


def table_routes(
    service: Service, desk: StartDesk | None, *, beat_s: float, address: str
) -> list[Route]:
    """Return the routes of one table, in the order in which they are tried.

    desk: where is chosen what is played; None: that is settled.
    """
    doors = Doors(service)
    seat, judge, enrolling = doors.seat, doors.judge, doors.enrolling
    pages = Pages(service, doors, beat_s, chooses=desk is not None)
    posts = Posts(service, doors, address)
    replays = Replays(service)
    status = Status(service, doors)
    shown_table: Handler = pages.table
    shown_seat: ViewerHandler = pages.seat
    choosing: list[Route] = []
    if desk is not None:
        start = Start(service, doors, desk, address)
        decks = Decks(DeckDesk(desk))
        shown_table, shown_seat = start.or_start(pages.table), start.seat_or_start(pages.seat)
        choosing = [
            get("/seat/{letter}/start", seat(start.choice)),
            post("/seat/{letter}/start", seat(start.begin)),
            get("/seat/{letter}/links", seat(start.links)),
            get("/seat/{letter}/decks/{game}", seat(decks.editor)),
            get("/seat/{letter}/decks/{game}/cards", seat(decks.faces)),
            post("/seat/{letter}/decks/{game}/{act}", seat(decks.act)),
        ]
    return [
        get("/", shown_table),
        get("/events/public", doors.all_as(PUBLIC, pages.feed)),
        get("/open/{ticket}", doors.redeem),
        get("/seat/{letter}", doors.seat_or_link(shown_seat)),
        *choosing,
        get("/seat/{letter}/events", seat(pages.feed)),
        post("/seat/{letter}/answer", seat(posts.answer)),
        post("/seat/{letter}/hands", seat(posts.hands)),
        post("/seat/{letter}/uses", seat(posts.uses)),
        post("/seat/{letter}/command", seat(posts.command)),
        post("/seat/{letter}/hint", seat(posts.hint)),
        post("/seat/{letter}/level", seat(posts.level)),
        get("/judge", judge(pages.judge)),
        get("/judge/events", judge(pages.feed)),
        get("/judge/line", judge(pages.line)),
        post("/judge/ruling", judge(posts.ruling)),
        post("/judge/links", judge(posts.links)),
        get("/enroll", enrolling(pages.enroll)),
        get("/enroll/{link}", doors.enter_enrolling),
        post("/enroll/command", enrolling(posts.enroll)),
        get("/duels", doors.all_as(PUBLIC, replays.duels)),
        get("/duel/{number}", doors.all_as(PUBLIC, replays.duel)),
        get("/duel/{number}/{part}", doors.all_as(PUBLIC, replays.duel)),
        get("/seat/{letter}/duels", seat(replays.duels)),
        get("/seat/{letter}/duel/{number}", seat(replays.duel)),
        get("/seat/{letter}/duel/{number}/{part}", seat(replays.duel)),
        get("/judge/duels", judge(replays.duels)),
        get("/judge/duel/{number}", judge(replays.duel)),
        get("/judge/duel/{number}/{part}", judge(replays.duel)),
        get("/judge/{link}", doors.enter_judge),  # what stands before is no link
        get("/cards", pages.cards),
        get("/art/{code}", pages.art),
        get("/head/{digits}", pages.head),
        get("/rules/{rule}", pages.rule),
        get("/words/{code}", words_answer),
        get("/overlay", pages.overlay),
        get("/events/overlay", doors.all_as(OVERLAY, pages.feed)),
        get("/healthz", status.health),
        get("/metrics", status.metrics),
    ]
