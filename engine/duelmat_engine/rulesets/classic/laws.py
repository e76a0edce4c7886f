"""Under which statement each limit of the classic game stands in a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from duelmat_engine.moves.moments import Test, rule
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.verdict import Remedy


class Law(NamedTuple):
    """A statement, and the reading by which it is understood."""

    id: str
    reading: str = ""

    def says(
        self,
        holds: Test,
        remedy: Remedy | Callable[[Question], Remedy],
        concerns: Test | None = None,
    ) -> Rule:
        """The limit under this statement; `concerns` tells which permitted cases it is about."""
        made = rule(self.id, holds, remedy, self.reading)
        return made if concerns is None else replace(made, concerns=concerns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laws:
    """One statement for each limit; what a rule document does not say is inherited."""

    turn: Law
    """Only the turn player acts while play is open."""
    phase_order: Law
    """Phases keep their order."""
    main: Law
    """Summons, Sets, position changes and magic belong to the own Main Phases."""
    quiet: Law
    """Nothing is begun while an answer is due."""
    summon_right: Law
    """One Normal Summon or Set of a monster in a turn."""
    tributes: Law
    """So many Tributes as the level asks for."""
    summon_face: Law
    """A Normal Summon comes face-up in Attack Position."""
    set_face: Law
    """A monster is Set face-down in Defense Position."""
    special_face: Law
    """A Special Summon comes face-up."""
    monster_kind: Law
    """Only monsters are brought to the monster zones."""
    monster_slots: Law
    """A monster needs a free zone; those of its Tributes count."""
    flip_wait: Law
    """A monster is not flipped in the turn in which it was Set."""
    turn_once: Law
    """One change of position in a turn, not in the turn of its summon."""
    turn_after_attack: Law
    """No change of position after an attack in that turn."""
    turn_down: Law
    """A position change never turns a monster face-down."""
    battle_phase: Law
    """Attacks belong to the own Battle Phase."""
    first_attack: Law
    """The starting player does not attack in the first turn."""
    attack_once: Law
    """Each monster attacks once in a Battle Phase."""
    attack_mode: Law
    """Only a monster in Attack Position attacks."""
    direct: Law
    """A direct attack needs an opponent without monsters."""
    target: Law
    """An attack is aimed at a monster that is there."""
    attack_flip: Law
    """A face-down monster that is attacked is turned face-up for the battle."""
    attack_ends: Law
    """Without its attacker in Attack Position there is no battle."""
    replay: Law
    """An attack whose possible targets changed is aimed anew, or given up."""
    set_card: Law
    """Magic and traps are Set face-down in their row."""
    set_magic: Law
    """Magic may be Set like a trap; nothing else is Set in that row."""
    set_trap_phase: Law
    """A trap is Set in a Main Phase."""
    slots: Law
    """A card needs a free slot of the magic/trap row."""
    use_slot: Law
    """Magic of the hand needs a free slot to be activated in."""
    trap_hand: Law
    """A trap is never played straight from the hand."""
    trap_wait: Law
    """A trap is not activated in the turn in which it was Set."""
    trap_turn: Law
    """A trap may be activated in the opponent's turn."""
    quick_wait: Law
    """Nor is quick magic."""
    quick_turn: Law
    """Quick magic of the hand is for the own turn."""
    quick_speed: Law
    """Quick magic and quick effects have Spell Speed 2."""
    chain_speed: Law
    """A response has Spell Speed 2 or more, and at least that of what it answers."""
    counter_speed: Law
    """Only Spell Speed 3 answers a counter trap."""
    play: Law
    """A card is activated from the hand or where it is Set."""
    text: Law
    """A card does only what its text says, and only if that can be carried out."""
    ignition: Law
    """A monster's effect is activated while it lies face-up."""
    negated: Law
    """What is negated does not apply."""
    hand_limit: Law
    """At the end of a turn no more than six cards stay in the hand."""
    deal: Law
    """The opening hands, and who begins."""
    draw: Law
    """One card is drawn in the Draw Phase."""
    field_zone: Law
    """A field card takes the place of the one before."""
    attached: Law
    """An equip card is destroyed when its monster is gone."""
    life: Law
    """How much life players begin with."""
    over: Law
    """Without life a player has lost."""
    all_lost: Law
    """If all players lose at once the duel is a draw."""
    deck_out: Law
    """So has one who has to draw from an empty deck."""
    deck: Law
    """What a deck holds."""


def laws(inherited: str, **own: Law) -> Laws:
    """The statements of a ruleset: each limit that it does not name is a part of this reading."""
    names = Laws.__dataclass_fields__
    parts = {name: Law(f"{inherited}.{name.replace('_', '-')}") for name in names}
    return Laws(**parts | own)
