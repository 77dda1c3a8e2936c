"""Magic: what it needs, the roll against magic defence, damage, healing, life.  [FF-MAG-01 to FF-MAG-09]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.fantasia.commands import Cast
from engine.systems.fantasia.content.kinds import Attribute, Category, Figure, Paradigm, Protection, Spell, Spread
from engine.systems.fantasia.events import AbilityLaunched, MagicRolled, Nature, NoEffect
from engine.systems.fantasia.questions import Consent, Willing
from engine.systems.fantasia.rules import elements, floating, fumble, look, reactions, space, sums
from engine.systems.fantasia.rules.aim import prone_terms
from engine.systems.fantasia.rules.damage import heal, hurt
from engine.systems.fantasia.rules.dice import of_attribute, throw
from engine.systems.fantasia.rules.figures import Kind, Modifier, attribute, modifiers, times
from engine.systems.fantasia.rules.hitting import Aim, Blow, Struck, roll_to_hit
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.reflection import mirrored, passed_over
from engine.systems.fantasia.rules.responses import Assault
from engine.systems.fantasia.rules.status import affected_by_magic, attacked, curable, cure, inflict
from engine.systems.fantasia.rules.unconscious import raisable, revive
from engine.systems.fantasia.state import Own


def wears_heavy(state: FF, who: str) -> bool:
    """Whether somebody wears heavy armour."""
    return not look.bare(state.fight.combatants[who]) and any(
        piece.protection is Protection.HEAVY for piece in look.figures(state, who).armor
    )


def require_paradigm(state: FF, who: str, paradigm: Paradigm | None) -> None:
    """RuleRefusal for arcane magic in heavy armour; other magic stays usable.  [FF-MAG-06 to FF-MAG-08, FF-EQ-05]"""
    if paradigm is Paradigm.ARCANE and wears_heavy(state, who):
        raise RuleRefusal("arcane magic cannot be used in heavy armour", rule="FF-MAG-06")


def spell_of(state: FF, who: str, spell: str) -> Spell:
    """A spell somebody knows and may use. RuleRefusal for any other."""
    known = look.figures(state, who).spells.get(spell)
    if known is None:
        raise RuleRefusal(f"spell: {who} does not know {spell!r}", rule="FF-MAG-01", field="spell")
    require_paradigm(state, who, known.paradigm)
    return known.spell


def weapon_bonus(state: FF, who: str) -> int:
    """The best bonus of the magic weapons in hand, 0 without one: for roll and multiplier of spells.  [FF-MAG-02]"""
    bonuses = [h.weapon.bonus for h in look.in_hand(state, who).values() if h.weapon.category is Category.MAGIC]
    return max(bonuses, default=0)


def magic_terms(state: FF, caster: str, target: str, spell: Spell) -> list[Modifier]:
    """The terms of a spell's MA: mind, the magic weapon, and all else.  [FF-STAT-03]"""
    which = Figure.MAGIC_ATTACK

    def term(change: int, source: str) -> Modifier:
        return Modifier(figure=which, change=change, source=source, carries="FF-STAT-03", kind=Kind.SHEET)

    return [
        term(attribute(state, caster, Attribute.MIND), "mind"),
        term(weapon_bonus(state, caster), "magic_weapon"),
        *modifiers(state, caster, which, facing=target),
        *prone_terms(state, caster, target, which, melee=spell.touch, firearm=False),
    ]


# -- what may be ordered
def fitting(state: FF, target: str, spell: Spell) -> bool:
    """Whether somebody is one whom this spell can do something to."""
    found = state.fight.combatants.get(target)
    if found is None:
        return False
    if spell.revive:
        return raisable(state, target)
    return (found.out is None and not look.dead(found)) or curable(found, spell.cures)


def _aimable(state: FF, caster: str, spell: Spell) -> tuple[str, ...]:
    """Whom it may be aimed at; harm is not aimed at oneself."""
    whom = look.others(state, caster)
    if spell.beneficial:
        whom = (caster, *sorted(whom, key=lambda c: c not in look.allies(state, caster)))
    return tuple(t for t in whom if fitting(state, t, spell) and space.within(state, caster, t, spell.range_metres))


def most_targets(state: FF, caster: str, spell: Spell, aimable: Sequence[str]) -> int:
    """How many targets may be named: of an area on a field with places only the one in its middle."""
    match spell.spread:
        case Spread.SINGLE:
            return 1
        case Spread.NAMED:
            return min(spell.targets, len(aimable))
        case Spread.AREA:
            return 1 if space.placed(state, caster) else len(aimable)


def check(state: FF, order: Cast) -> None:
    """RuleRefusal unless this can be cast now: known, allowed in this armour, paid for, and aimed at somebody near."""
    spell = spell_of(state, order.caster, order.spell)
    if state.fight.combatants[order.caster].vitals["mp"].now < spell.mp:
        raise RuleRefusal(f"{spell.id} costs {spell.mp} magic points", rule="FF-STAT-06", field="spell")
    for target in order.targets:
        look.combatant(state, target)
    aimable = _aimable(state, order.caster, spell)
    for target in order.targets:
        if target not in aimable:
            raise RuleRefusal(f"targets: {spell.id} cannot be cast on {target} now", rule="FF-MAG-01", field="targets")
    most = most_targets(state, order.caster, spell, aimable)
    if not 1 <= len(order.targets) <= most or len({*order.targets}) < len(order.targets):
        raise RuleRefusal(f"targets: 1 to {most}, each once", rule="FF-MAG-01", field="targets")


def options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Every spell he could cast now."""
    for name, known in look.figures(state, who).spells.items():
        spell = known.spell
        if known.paradigm is Paradigm.ARCANE and wears_heavy(state, who):
            continue
        aimable = _aimable(state, who, spell)
        if not aimable or state.fight.combatants[who].vitals["mp"].now < spell.mp:
            continue
        most = most_targets(state, who, spell, aimable)
        yield Offer(
            key=f"cast-{name}",
            body=Cast(caster=who, spell=name, targets=aimable[:1]),
            rule="FF-MAG-04" if spell.beneficial else "FF-MAG-01",
            fields=(Field("targets", "some", aimable, least=1, most=most),),
        )


# -- what it does
def affected(state: FF, caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    """Everybody it affects: those named, or all within the area around the one in its middle.

    Around somebody without a place there is nobody else.
    """
    middle = targets[0]
    if spell.spread is not Spread.AREA or not space.placed(state, caster) or not space.placed(state, middle):
        return tuple(targets)
    return tuple(
        c.id
        for c in state.fight.combatants.values()
        if space.placed(state, c.id)
        and fitting(state, c.id, spell)
        and space.within(state, middle, c.id, spell.radius_metres)
    )


def do(table: Table[Own], order: Cast) -> None:
    """Launch a spell: only now its magic points are spent.  [FF-MAG-09]"""
    caster = order.caster
    spell = spell_of(table.state, caster, order.spell)
    targets = affected(table.state, caster, spell, order.targets)
    cost = sums.of_word(spell.id, -spell.mp, "FF-MAG-09", caster)
    table.change(caster, "mp", -spell.mp, rule="FF-MAG-09", because=sums.why(change=cost))
    table.emit(AbilityLaunched(combatant=caster, ability=order.spell, targets=targets), rule="FF-MAG-09")
    mirrors = mirrored(table, caster, spell, targets)
    met = tuple(dict.fromkeys(caster if t in mirrors else t for t in targets if not passed_over(table.state, t, spell)))
    unwilling = _unwilling(table, caster, spell, met)
    checked = met if not spell.beneficial else unwilling
    plain = spell.spread is Spread.AREA and len(targets) > 1
    struck = roll_to_hit(table, caster, aim_of(caster, spell), checked, plain=plain) if checked else Struck()
    assault = Assault(attacker=caster, melee=False, magic=True)
    hit = {blow.target: blow for blow in reactions.before(table, assault, struck.blows)}
    reached = (hit.get(t, Blow(target=t, total=None)) for t in met if t not in checked or t in hit)
    work(table, caster, spell, tuple(reached))
    if struck.fumbled:
        fumble.settle(
            table,
            caster,
            tuple(t for t in targets if t in checked or t in mirrors),
            use=None,
            nearby=lambda state: _nearby(state, caster, spell, targets),
            again=lambda ally: _again(table, caster, spell, ally),
        )


def _nearby(state: FF, caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    near = fumble.allies_within(
        state, caster, reached=lambda ally: space.within(state, caster, ally, spell.range_metres), besides=targets
    )
    return tuple(ally for ally in near if fitting(state, ally, spell))


def _again(table: Table[Own], caster: str, spell: Spell, ally: str) -> None:
    """A fumbled spell goes for an ally: a new roll against his magic defence, no second fumble.  [FF-FUM-08]"""
    struck = roll_to_hit(table, caster, aim_of(caster, spell, "FF-FUM-08"), (ally,))
    assault = Assault(attacker=caster, melee=False, magic=True)
    work(table, caster, spell, reactions.before(table, assault, struck.blows))


def _unwilling(table: Table[Own], caster: str, spell: Spell, targets: Sequence[str]) -> tuple[str, ...]:
    """Who does not want a beneficial spell: all but caster and unconscious are asked.  [FF-MAG-04, FF-MAG-05]

    Nobody asks the undead: what heals others harms them.  [FF-ST-78]
    """
    if not spell.beneficial:
        return ()
    here = table.seen(None).fight.combatants
    healing = spell.heal is not None or spell.revive
    harmed = tuple(
        t for t in targets if healing and look.undead(table.state, t) and not look.dead(table.state.fight.combatants[t])
    )
    asked = tuple(t for t in targets if t != caster and t not in harmed and t in here and look.able(here[t]))
    answers = table.ask_all(
        [(table.state.fight.holders(t), _willing(table.state, caster, t, spell)) for t in asked], rule="FF-MAG-05"
    )
    unwilling = [t for t, answer in zip(asked, answers, strict=True) if not answer.willing]
    for target in harmed:
        attacked(table, caster, target)
    return tuple(t for t in targets if t in unwilling or t in harmed)


def _willing(state: FF, caster: str, target: str, spell: Spell) -> Willing:
    friend = target in look.allies(state, caster)
    offers = (
        Offer(key="willing", body=Consent(willing=True), rule="FF-MAG-04"),
        Offer(key="unwilling", body=Consent(willing=False), rule="FF-MAG-05"),
    )
    default = "willing" if friend else "unwilling"
    return Willing(offers=offers, default=default, target=target, caster=caster, spell=spell.id)


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


def mind_term(state: FF, caster: str) -> sums.Sum:
    """Mind, multiplied as the magic weapon's bonus says; 0 or less is added once.  [FF-MAG-02, FF-MAG-03]"""
    mind = attribute(state, caster, Attribute.MIND)
    bonus = times(mind, weapon_bonus(state, caster))
    return sums.scaled(of_attribute(state, caster, Attribute.MIND), bonus, "magic_weapon", "FF-ATK-08")


def _points(table: Table[Own], caster: str, dice: int, *, why: str, rule: str) -> sums.Sum:
    """A spell's dice and mind. What mind is made of stands with the roll."""
    faces = throw(table, caster, dice, mind_term(table.state, caster), why=why, rule=rule)
    thrown = sums.of_dice(f"{dice}d6", sum(faces), table.last)
    mind = sums.of_word("attribute", int(mind_term(table.state, caster)), rule, caster)
    return sums.added(thrown, mind.private(table.state.fight, caster))


def work(table: Table[Own], caster: str, spell: Spell, blows: Sequence[Blow]) -> None:
    """What a spell does to those it reaches: one roll of its dice for all of them."""
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
                outgoing=blow.outgoing,
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


def _statuses(table: Table[Own], caster: str, spell: Spell, target: str) -> None:
    """What a spell that has landed brings and ends; there is no other check.  [FF-STG-04]

    Who is immune to its element is not affected at all.  [FF-ELEM-04]
    """
    if elements.immune(table.state, target, spell.element):
        if spell.damage is None:
            table.emit(NoEffect(target=target, cause=caster, element=spell.element), rule="FF-ELEM-04")
        return
    for what in spell.inflicts:
        inflict(table, target, what, cause=caster)
    cure(table, target, spell.cures, rule="FF-STG-01")
    affected_by_magic(table, target, tuple(what.status for what in spell.inflicts))
