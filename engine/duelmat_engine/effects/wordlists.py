"""The words of card files that are no structs, each with what it means.

They are closed lists: a card file that says another word is refused, and what the engine does
says no other (tests hold it to that).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

USES: Final[Mapping[str, str]] = {
    "magic": "The card is activated as magic; with `stays = true` it remains on the field.",
    "quick": "The card is activated as quick magic, also in response.",
    "trap": "The card is activated as a trap, also in response.",
    "ignition": "In the own Main Phase, while the card lies face-up.",
    "quick-effect": "Whenever a response is possible, from the zones in `zones`.",
    "trigger": "When the event in `on` has happened; `mandatory = true` asks nobody.",
    "continuous": "All the time, without being used: it alters, restricts, forbids or negates.",
    "declare": "What its player declares when the card is played.",
    "cost": "What it costs to play the card.",
    "flip": "When its player may turn the face-down card up.",
    "jumper": "The card is activated as a Jumper.",
    "skill": "The player uses it as a skill.",
    "stream": "It applies while the stream is open.",
    "start": "It is carried out once, when the duel begins.",
}
"""The uses of effects: when each is used."""
_HARM: Final = {
    "battle": "By battle.",
    "effect": "By an effect.",
    "rule": "Because the rules of the game say so.",
}
CAUSES: Final[Mapping[str, Mapping[str, str]]] = {
    "Moved": {
        **_HARM,
        "cost": "As a cost.",
        "tribute": "As a Tribute.",
        "material": "As a material of a summon.",
        "discard": "As a discard from the hand.",
        "draw": "By drawing.",
        "play": "Because it was played face-up.",
        "set": "Because it was Set.",
        "summon": "By a summon.",
        "summon-negated": "Because its summon was negated.",
        "return": "By a return, as its text says.",
    },
    "Destroyed": _HARM,
    "SeveralDestroyed": _HARM,
    "LifeChanged": {
        "battle": "By damage of a battle.",
        "effect": "By an effect.",
        "cost": "As a cost.",
        "start": "Because the duel began.",
        "correction": "By a correction of a judge.",
    },
    "Turned": {
        "hand": "By its player's hand.",
        "attack": "Because it was attacked.",
        "effect": "By an effect.",
        "activation": "Because it was activated.",
    },
}
"""The causes of an event by its class name, each with its meaning."""
WINDOWS: Final[Mapping[str, str]] = {
    "summoning": "A monster is being summoned, and may still be negated.",
    "summon": "A monster was Normal Summoned.",
    "special-summon": "A monster was Special Summoned.",
    "flip-summon": "A monster was turned face-up.",
    "assist-summon": "A monster came by an Assist Summon.",
    "set": "A card was Set.",
    "attack": "An attack was declared.",
    "activation": "An effect was activated.",
    "card-activation": "A card was activated.",
    "phase-end": "A phase is about to end.",
}
"""The kinds of window that a response may answer, each with its meaning."""
