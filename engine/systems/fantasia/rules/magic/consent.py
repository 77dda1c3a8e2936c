"""Consent to magic: a roll is needed only against unwilling targets.

[FF-MAG-04, FF-MAG-05]
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Combatant, Offer, Table
from engine.systems.fantasia.content.kinds import Spell
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.magic.questions import Consent, Willing
from engine.systems.fantasia.state import FantasiaState


def resisting(
    table: Table[FantasiaState],
    caster: str,
    spell: Spell,
    named: Sequence[str],
    met: Sequence[str],
    mirrored: Sequence[str],
) -> tuple[str, ...]:
    """The targets of a spell that must be rolled against.  [FF-MAG-05, DW-14]

    named: its declared targets. met: those it reaches. mirrored: those who reflect it, and are not affected.
    A beneficial spell asks all but the caster, any other the caster's side and the caster. A reflected spell
    was not aimed at oneself. Targets not asked accept a beneficial spell, and resist any other.
    """
    hurt = tuple(target for target in met if harmed(table.state, target, spell))
    back = bool(mirrored) and caster not in named
    whom = [t for t in met if t not in hurt and not (t == caster and (back or spell.beneficial))]
    asked = _asked(table, caster, spell, whom)
    answers = table.ask_all(
        [(table.state.fight.holders(t), _question(table.state, caster, t, spell, named)) for t in asked],
        rule="FF-MAG-05",
    )
    willing = {target: answer.willing for target, answer in zip(asked, answers, strict=True)}
    return tuple(t for t in met if t in hurt or not willing.get(t, spell.beneficial))


def harmed(state: FantasiaFight, target: str, spell: Spell) -> bool:
    """The undead are not asked: what heals others harms them.  [FF-ST-78]"""
    heals = spell.heal is not None or spell.revive
    return heals and lookup.undead(state, target) and not lookup.dead(state.fight.combatants[target])


def _asked(table: Table[FantasiaState], caster: str, spell: Spell, whom: Sequence[str]) -> tuple[str, ...]:
    """Targets that are conscious and have a say, by what is visible to all.

    A halt for a hidden target would reveal it; where its caster is hidden too, others read nothing of it.
    """
    here = table.seen(None).fight.combatants
    if caster not in here:
        here = table.state.fight.combatants
    own = {caster, *lookup.allies(table.state, caster)}
    return tuple(t for t in whom if (spell.beneficial or t in own) and t in here and _conscious(here[t]))


def _conscious(bearer: Combatant) -> bool:
    """Whether a target can decide: the unconscious, sleeping and stopped are not asked."""
    return lookup.standing(bearer) and not lookup.helpless(bearer)


def _question(state: FantasiaFight, caster: str, target: str, spell: Spell, named: Sequence[str]) -> Willing:
    """By default friends accept a beneficial spell, and any other is accepted only by a caster who targets itself."""
    friend = target in lookup.allies(state, caster)
    taken = friend if spell.beneficial else target == caster and target in named
    offers = (
        Offer(key="willing", body=Consent(willing=True), rule="FF-MAG-04"),
        Offer(key="unwilling", body=Consent(willing=False), rule="FF-MAG-05"),
    )
    default = "willing" if taken else "unwilling"
    return Willing(offers=offers, default=default, target=target, caster=caster, spell=spell.id)
