"""A player at a table who knows only the own page, and does what it offers."""

from __future__ import annotations

import random
from typing import Any, Final

import httpx
import msgspec

PATIENCE_S: Final = 60.0
_FIRST_VIEW: Final = "data: {"


class PagePlayer:
    """A player's page at a simulated mat, without a browser."""

    def __init__(self, address: str, chance: random.Random) -> None:
        """Args:
        address: the seat's link, as the table prints it.
        chance: of what the page offers, one is taken by it.

        """
        self._chance = chance
        link = httpx.URL(address)
        self._client = httpx.Client(base_url=link.copy_with(path="/"), timeout=PATIENCE_S)
        page = self._client.get(link.path, follow_redirects=True)
        page.raise_for_status()
        self._base = str(page.url.path)
        self._tried: set[tuple[str, int]] = set()
        """The cards that were tried in a turn, which the table did not take."""

    def close(self) -> None:
        self._client.close()

    def view(self) -> dict[str, Any]:
        """Return what the page shows now."""
        with self._client.stream("GET", f"{self._base}/events") as feed:
            for line in feed.iter_lines():
                if line.startswith(_FIRST_VIEW):
                    found: dict[str, Any] = msgspec.json.decode(line.removeprefix("data: "))
                    if "life" in found:
                        return found
        raise AssertionError("expected a view of the table from its feed, got the feed's end")

    def post(self, path: str, body: dict[str, Any]) -> str:
        """Ask the table for something; return the sentence with which it declines, if it does."""
        answer = self._client.post(f"{self._base}/{path}", json=body).json()
        return "" if answer.get("ok") else str(answer.get("message", answer))

    def command(self, do: str, **more: Any) -> str:
        return self.post("command", {"do": do, **more})

    def hands(self, do: str, **more: Any) -> str:
        return self.post("hands", {"do": do, **more})

    def play_on(self) -> str:
        """Do the next thing that the page offers; return what was done, or "" if it is nothing."""
        view = self.view()
        if view["outcome"] or view["judge"] or view["status"] == "over":
            return ""
        return self._meet(view) or self._answer(view) or self._correct(view) or self._act(view)

    def _meet(self, view: dict[str, Any]) -> str:
        """Do what the hands owe."""
        seat = view["seat"]
        for obligation in view["obligations"]:
            if obligation["seat"] != seat:
                continue
            if obligation["choose"]:
                held = [card["key"] for card in view["hand"] if not card.get("looked")]
                cards = self._chance.sample(held, obligation["choose"])
                declined = self.hands("return", cards=cards)
            else:
                named = {name: obligation[name] for name in ("card", "from") if obligation[name]}
                declined = self.hands("meet", zone=obligation["zone"], **named)
            if not declined:
                return str(obligation["text"])
        return ""

    def _answer(self, view: dict[str, Any]) -> str:
        """Answer a question that has to be answered."""
        for prompt in view["prompts"]:
            if prompt["menu"]:
                continue
            at = self._chance.randrange(len(prompt["options"]))
            if not self.post("answer", {"prompt": prompt["id"], "option": at}):
                return str(prompt["options"][at]["text"])
        return ""

    def _correct(self, view: dict[str, Any]) -> str:
        """Take back what the table refuses."""
        message = view["message"]
        if message is None or message["kind"] != "refusal":
            return ""
        for zone in message["zones"]:
            if not self.hands("take", zone=zone, to="hand"):
                return f"take back {zone}"
        return ""

    def _act(self, view: dict[str, Any]) -> str:
        """Play something, or end the turn, if the table waits for nothing before it."""
        seat, decision = view["seat"], view["decision"]
        owes = view["message"] is not None and view["message"]["kind"] == "obligation"
        if owes or decision is None or decision["seat"] not in {seat, ""}:
            return ""
        if decision["shown_from"] and (shown := self._show(view)):
            return shown
        is_own_turn = view["turn_seat"] == seat and decision["kind"] == "open"
        if is_own_turn and (played := self._try_card(view)):
            return played
        for prompt in view["prompts"]:
            options = list(enumerate(prompt["options"]))
            attacks = [each for each in options if each[1]["from"]]
            for at, option in attacks or self._chance.sample(options, len(options)):
                if not self.post("answer", {"prompt": prompt["id"], "option": at}):
                    return str(option["text"])
        if not is_own_turn:
            return ""
        return "" if self.command("end-turn") else "end the turn"

    def _show(self, view: dict[str, Any]) -> str:
        """Lay a card that has to be shown on the landing spot of the Graveyard."""
        spot = f"{view['seat']}.grave"
        cards = [each for each in view["hand"] if each.get("looked")] or view["hand"]
        for card in self._chance.sample(cards, len(cards)):
            if not self.hands("place", card=card["key"], zone=spot, face="up", turn=0):
                return f"show {card['name']}"
        return ""

    def _try_card(self, view: dict[str, Any]) -> str:
        """Lay a card of the hand on a zone that is lit; each once a turn."""
        taken = {each["zone"] for each in view["zones"]}
        free = [each for each in view["playable"] if each not in taken and each[0] == view["seat"]]
        for card in view["hand"]:
            trial = (card["key"], view["turn"])
            if trial in self._tried or not free:
                continue
            self._tried.add(trial)
            zone = self._chance.choice(free)
            if not self.hands("place", card=card["key"], zone=zone, face="up", turn=0):
                return f"{card['name']} to {zone}"
        return ""
