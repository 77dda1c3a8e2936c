"""Magic: the roll against magic defence, damage, healing, life.  [FF-MAG-01 to FF-MAG-09]  Consent: consent.py."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Table
from engine.systems.fantasia.content.kinds import Attribute, Figure, Spell, Spread
from engine.systems.fantasia.rules.attacks import fumble, reactions
from engine.systems.fantasia.rules.attacks.events import AbilityLaunched
from engine.systems.fantasia.rules.attacks.hit_roll import Aim, Blow, Struck, roll_to_hit
from engine.systems.fantasia.rules.attacks.responses import Assault
from engine.systems.fantasia.rules.basics import elements, lookup, totals
from engine.systems.fantasia.rules.basics.dice import throw
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.board.known_ground import reached as in_line
from engine.systems.fantasia.rules.board.known_ground import tell_shielded
from engine.systems.fantasia.rules.magic.consent import harmed, resisting
from engine.systems.fantasia.rules.magic.events import MagicRolled
from engine.systems.fantasia.rules.magic.orders import Cast
from engine.systems.fantasia.rules.magic.reflection import mirrored, reached
from engine.systems.fantasia.rules.magic.spells import affected, fitting, magic_terms, mind_term, spell_of
from engine.systems.fantasia.rules.statuses import floating
from engine.systems.fantasia.rules.statuses.damage import heal, hurt
from engine.systems.fantasia.rules.statuses.events import ActionLost, NoEffect
from engine.systems.fantasia.rules.statuses.status import affected_by_magic, attacked, cure, inflict
from engine.systems.fantasia.rules.statuses.unconscious import revive
from engine.systems.fantasia.state import FantasiaState


def do(table: Table[FantasiaState], order: Cast) -> None:
    """Launch a spell: its magic points are spent only now.  [FF-MAG-09]"""
    caster = order.caster
    spell = spell_of(table.state, caster, order.spell)
    targets = affected(table.state, caster, spell, order.targets)
    cost = totals.of_word(spell.id, -spell.mp, "FF-MAG-09", caster)
    table.change(caster, "mp", -spell.mp, rule="FF-MAG-09", because=totals.why(change=cost))
    table.emit(AbilityLaunched(combatant=caster, ability=order.spell, targets=targets), rule="FF-MAG-09")
    aimed = in_line(
        table, caster, order.targets, lambda there, t: distances.in_sight(there, caster, t, spell.range_metres)
    )
    tell_shielded(table, caster, order.targets, aimed, rule="FF-MAG-01")
    if not aimed:
        return
    targets = affected(table.state, caster, spell, aimed)
    mirrors = mirrored(table, caster, spell, targets)
    met = reached(table.state, caster, spell, targets, mirrors)
    if _fallen(table, caster):
        return
    checked = resisting(table, caster, spell, aimed, met, mirrors)
    if _fallen(table, caster):
        return
    for target in checked:
        if harmed(table.state, target, spell):
            attacked(table, caster, target)
    plain = spell.spread is Spread.AREA and len(targets) > 1
    struck = roll_to_hit(table, caster, aim_of(caster, spell), checked, plain=plain) if checked else Struck()
    assault = Assault(attacker=caster, melee=False, magic=True)
    hit = {blow.target: blow for blow in reactions.before(table, assault, struck.blows)}
    blows = (hit.get(t, Blow(target=t, total=None)) for t in met if t not in checked or t in hit)
    work(table, caster, spell, tuple(blows))
    if struck.fumbled:
        fumble.settle(
            table,
            caster,
            tuple(t for t in targets if t in checked or t in mirrors),
            use=None,
            nearby=lambda state: _nearby(state, caster, spell, targets),
            again=lambda ally: _again(table, caster, spell, ally),
        )


def _fallen(table: Table[FantasiaState], caster: str) -> bool:
    """Whether who casts has fallen while its targets were asked, by a ruling: its spell does nothing.  [FF-KO-08]"""
    if lookup.able(table.state.fight.combatants[caster]):
        return False
    table.emit(ActionLost(combatant=caster, reason="unable"), rule="FF-KO-08")
    return True


def _nearby(state: FantasiaFight, caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    near = fumble.allies_within(
        state, caster, reached=lambda ally: distances.in_sight(state, caster, ally, spell.range_metres), besides=targets
    )
    return tuple(ally for ally in near if fitting(state, ally, spell))


def _again(table: Table[FantasiaState], caster: str, spell: Spell, ally: str) -> None:
    """A fumbled spell hits an ally instead: a new roll against magic defence, no second fumble.  [FF-FUM-08]"""
    met = in_line(
        table,
        caster,
        (ally,),
        lambda there, t: distances.in_sight(there, caster, t, spell.range_metres),
        by_mistake=True,
    )
    tell_shielded(table, caster, (ally,), met, rule="FF-MAG-01")
    if not met:
        return
    struck = roll_to_hit(table, caster, aim_of(caster, spell, "FF-FUM-08"), (ally,))
    assault = Assault(attacker=caster, melee=False, magic=True)
    work(table, caster, spell, reactions.before(table, assault, struck.blows))


def aim_of(caster: str, spell: Spell, rule: str = "FF-MAG-01") -> Aim:
    """MA against DM.  [FF-MAG-01]"""
    return Aim(
        why="magic",
        rule=rule,
        figure=Figure.MAGIC_ATTACK,
        attribute=Attribute.MIND,
        terms=lambda state, target: magic_terms(state, caster, target, spell),
        defense=Figure.MAGIC_DEFENSE,
        rolled=lambda target, reached, against, outcome: MagicRolled(
            caster=caster, target=target, spell=spell.id, total=reached, against=against, outcome=outcome
        ),
        doubles=spell.damage is not None,
        hostile=not spell.beneficial,
    )


def _points(table: Table[FantasiaState], caster: str, dice: int, *, why: str, rule: str) -> totals.Total:
    """A spell's dice plus mind. The terms of mind belong to the roll."""
    faces = throw(table, caster, dice, mind_term(table.state, caster), why=why, rule=rule)
    thrown = totals.of_dice(f"{dice}d6", sum(faces), table.last)
    mind = totals.of_word("attribute", int(mind_term(table.state, caster)), rule, caster)
    return totals.added(thrown, mind.private(table.state.fight, caster))


def work(table: Table[FantasiaState], caster: str, spell: Spell, blows: Sequence[Blow]) -> None:
    """Apply a spell to its targets: one roll of its dice for all of them."""
    if not blows:
        return
    if spell.damage is not None:
        points = _points(table, caster, spell.damage, why="damage", rule="FF-MAG-02")
        for blow in blows:
            hurt(
                table,
                blow.target,
                points.after(blow.version),
                cause=caster,
                nature=Nature.MAGIC,
                element=spell.element,
                outgoing=blow.outgoing(table.state),
                rule="FF-MAG-02",
                spell=True,
            )
    if spell.heal is not None:
        points = _points(table, caster, spell.heal, why="healing", rule="FF-MAG-03")
        for blow in blows:
            if spell.revive:
                revive(table, blow.target, points, cause=caster, rule="FF-MAG-03")
            else:
                heal(table, blow.target, points, cause=caster, rule="FF-MAG-03", medicine=True, spell=True)
    for blow in blows:
        _statuses(table, caster, spell, blow.target)
    if spell.strong_wind:
        floating.blow(table, caster, tuple(blow.target for blow in blows))


def _statuses(table: Table[FantasiaState], caster: str, spell: Spell, target: str) -> None:
    """Statuses that a spell causes and ends once it has hit; there is no other check.  [FF-STG-04]

    A target immune to its element is not affected at all.  [FF-ELEM-04]
    """
    if elements.immune(table.state, target, spell.element):
        if spell.damage is None:
            table.emit(NoEffect(target=target, cause=caster, element=spell.element), rule="FF-ELEM-04")
        return
    for what in spell.inflicts:
        inflict(table, target, what, cause=caster, by=spell.id)
    cure(table, target, spell.cures, rule="FF-STG-01")
    affected_by_magic(table, target, tuple(what.status for what in spell.inflicts))
