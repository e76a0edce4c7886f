"""Citations of a ruleset of the classic game: the statement under which each limit stands."""

from __future__ import annotations

from dataclasses import dataclass

from duelmat_engine.moves.moment_rules import Citation
from duelmat_engine.ruleset.parts import CoreCitations


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """One statement for each limit; what a rule document does not say is inherited."""

    turn: Citation
    """Only the turn player acts while play is open."""
    phase_order: Citation
    """Phases keep their order."""
    main: Citation
    """Summons, Sets, position changes and magic belong to the own Main Phases."""
    quiet: Citation
    """Nothing is begun while an answer is due."""
    summon_right: Citation
    """One Normal Summon or Set of a monster in a turn."""
    tributes: Citation
    """A summon or Set takes as many Tributes as the level asks for."""
    summon_face: Citation
    """A Normal Summon comes face-up in Attack Position."""
    set_face: Citation
    """A monster is Set face-down in Defense Position."""
    special_face: Citation
    """A Special Summon comes face-up."""
    monster_kind: Citation
    """Only monsters are brought to the monster zones."""
    monster_slots: Citation
    """A monster needs a free zone; those of its Tributes count."""
    flip_wait: Citation
    """A monster is not flipped in the turn in which it was Set."""
    turn_once: Citation
    """One change of position in a turn, not in the turn of its summon."""
    turn_after_attack: Citation
    """No change of position after an attack in that turn."""
    turn_down: Citation
    """A position change never turns a monster face-down."""
    battle_phase: Citation
    """Attacks belong to the own Battle Phase."""
    first_attack: Citation
    """The starting player does not attack in the first turn."""
    attack_once: Citation
    """Each monster attacks once in a Battle Phase."""
    attack_mode: Citation
    """Only a monster in Attack Position attacks."""
    direct: Citation
    """A direct attack needs an opponent without monsters."""
    target: Citation
    """An attack is aimed at a monster that is there."""
    attack_flip: Citation
    """A face-down monster that is attacked is turned face-up for the battle."""
    attack_ends: Citation
    """Without its attacker in Attack Position there is no battle."""
    replay: Citation
    """An attack whose possible targets changed is aimed anew, or given up."""
    set_card: Citation
    """Magic and traps are Set face-down in their row."""
    set_magic: Citation
    """Magic may be Set like a trap; nothing else is Set in that row."""
    set_trap_phase: Citation
    """A trap is Set in a Main Phase."""
    slots: Citation
    """A card needs a free slot of the magic/trap row."""
    use_slot: Citation
    """Magic of the hand needs a free slot to be activated in."""
    trap_hand: Citation
    """A trap is never played straight from the hand."""
    trap_wait: Citation
    """A trap is not activated in the turn in which it was Set."""
    trap_turn: Citation
    """A trap may be activated in the opponent's turn."""
    quick_wait: Citation
    """Nor is quick magic."""
    quick_turn: Citation
    """Quick magic of the hand is for the own turn."""
    quick_speed: Citation
    """Quick magic and quick effects have Spell Speed 2."""
    chain_speed: Citation
    """A response has Spell Speed 2 or more, and at least that of what it answers."""
    counter_speed: Citation
    """Only Spell Speed 3 answers a counter trap."""
    hand_once: Citation
    """A card of the hand puts its quick effect on a Chain once."""
    play: Citation
    """A card is activated from the hand or where it is Set."""
    text: Citation
    """A card does only what its text says, and only if that can be carried out."""
    ignition: Citation
    """A monster's effect is activated while it lies face-up."""
    negated: Citation
    """A negated effect does not apply."""
    hand_limit: Citation
    """At the end of a turn no more than six cards stay in the hand."""
    deal: Citation
    """The opening hands, and who begins."""
    draw: Citation
    """One card is drawn in the Draw Phase."""
    field_zone: Citation
    """A field card takes the place of the one before."""
    attached: Citation
    """An equip card is destroyed when its monster is gone."""
    life: Citation
    """Players begin with so much life."""
    over: Citation
    """Without life a player has lost."""
    all_lost: Citation
    """If all players lose simultaneously the duel is a draw."""
    deck_out: Citation
    """A player who has to draw from an empty deck has lost."""
    deck: Citation
    """A deck holds cards of these kinds and numbers."""

    def core(self) -> CoreCitations:
        """Return what the core of the engine cites in such a game."""
        return CoreCitations(
            deck=(self.deck.id,),
            life=(self.life.id,),
            over=(self.over.id,),
            overdraw=(self.deck_out.id,),
            all_lost=(self.all_lost.id,),
            target=(self.text.id,),
            face=(self.special_face.id,),
            used=dict.fromkeys(("magic", "quick", "trap"), (self.play.id,)),
            field_card=(self.field_zone.id,),
            given_back=(self.text.id,),
        )


def citations(inherited: str, **own: Citation) -> Citations:
    """The statements of a ruleset: each limit that it does not name is a part of this reading."""
    names = Citations.__dataclass_fields__
    parts = {name: Citation(f"{inherited}.{name.replace('_', '-')}") for name in names}
    return Citations(**parts | own)
