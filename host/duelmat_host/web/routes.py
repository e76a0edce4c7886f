"""The addresses of a table: each with who may ask it, and what answers.

Whoever may not is told so by `doors`; what answers is given the viewer as whom the browser asks.
"""

from __future__ import annotations

from starlette.routing import Route

from duelmat_host.showing.view_types import OVERLAY, PUBLIC
from duelmat_serving.languages import words_answer
from duelmat_serving.routes import get, post

from .doors import Doors
from .pages import Pages
from .posts import Posts
from .replays import Replays
from .service import Service
from .status import Status


def table_routes(service: Service, *, beat_s: float, address: str) -> list[Route]:
    """Return the routes of one table, in the order in which they are tried."""
    doors = Doors(service)
    seat, judge, enrolling = doors.seat, doors.judge, doors.enrolling
    pages = Pages(service, doors, beat_s)
    posts = Posts(service, doors, address)
    replays = Replays(service)
    status = Status(service, doors)
    return [
        get("/", pages.table),
        get("/events/public", doors.all_as(PUBLIC, pages.feed)),
        get("/open/{ticket}", doors.redeem),
        get("/seat/{letter}", doors.seat_or_link(pages.seat)),
        get("/seat/{letter}/events", seat(pages.feed)),
        post("/seat/{letter}/answer", seat(posts.answer)),
        post("/seat/{letter}/hands", seat(posts.hands)),
        post("/seat/{letter}/uses", seat(posts.uses)),
        post("/seat/{letter}/command", seat(posts.command)),
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
