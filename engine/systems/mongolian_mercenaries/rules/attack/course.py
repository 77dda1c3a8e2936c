"""The course of an attack, window after window.

Declared, reactions, rolled, Dodge, Lucky Break, what faces do, net value, Health and wound, riders.  [MM-ATK-01]
One roll serves all targets; the rest is for each of them.  [MM-MULTI-01, MM-MULTI-02, MM-MULTI-03]
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engine.kit import Odds, Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Figure, Manner, Permission
from engine.systems.mongolian_mercenaries.rules.attack import net
from engine.systems.mongolian_mercenaries.rules.attack.events import AttackDeclared, AttackEnded, AttackVoided
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, because, total
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, disclosure, durations, harm, weapons
from engine.systems.mongolian_mercenaries.rules.blows.hits import Hits, Terms, counted
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm
from engine.systems.mongolian_mercenaries.rules.roll import judging, pipeline
from engine.systems.mongolian_mercenaries.rules.roll.plan import Faces, Plan
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Form, Purpose

Reading = Callable[[Faces], dict[str, Hits]]
"""What each target reads of the faces."""


def play(table: Table[MercenariesState], strike: Strike) -> None:
    """An attack from its declaration to its end."""
    weapons.draw(table, strike.attacker, strike.means)
    declared = AttackDeclared(
        combatant=strike.attacker,
        targets=_named(table.state, strike),
        means=strike.means,
        damage_kind=strike.kind,
        melee=strike.melee,
        ammunition=None if strike.ammunition is None else strike.ammunition.id,
    )
    table.emit(declared, rule="MM-ACT-05" if strike.reaction else "MM-ACT-06")
    strike = _answered(table, strike)
    if not _goes_on(table.state, strike):
        table.emit(AttackVoided(combatant=strike.attacker), rule="MM-ATK-01")
        return
    targets = tuple(combatant for combatant in strike.targets if lookup.on_field(table.state, combatant))
    strike = structs.replace(strike, targets=targets)
    damage = weapons.damage(table.state, strike)
    faces, read = _rolled(table, strike)
    for rolled in table.state.own.hooks.after_roll:
        rolled(table, strike, faces)
    for target in targets:
        if lookup.on_field(table.state, target):
            strike_one(table, strike, target, read[target], damage, faces)


def _named(state: MercenariesFight, strike: Strike) -> tuple[str, ...]:
    """The targets that the attacker knows of: who is hidden and stands beside the target is struck unawares."""
    fight = state.fight
    seats = fight.holders(strike.attacker)
    return tuple(
        target for target in strike.targets if all(fight.sees(seat, fight.combatants[target]) for seat in seats)
    )


def _answered(table: Table[MercenariesState], strike: Strike) -> Strike:
    """The attack with what reactions to its declaration bring.  [MM-DW-14, MM-DW-15]"""
    for target in strike.targets:
        for window in table.state.own.hooks.attacked:
            if _goes_on(table.state, strike) and lookup.on_field(table.state, target):
                found = tuple((target, effect) for effect in window(table, strike, target))
                strike = structs.replace(strike, brought=(*strike.brought, *found))
    return strike


def _goes_on(state: MercenariesFight, strike: Strike) -> bool:
    """Whether attacker and a target are still there."""
    return lookup.on_field(state, strike.attacker) and any(lookup.on_field(state, target) for target in strike.targets)


# -- the roll
def _rolled(table: Table[MercenariesState], strike: Strike) -> tuple[Faces, dict[str, Hits]]:
    """The faces of the one roll, and what each target reads of them: the first ones, as many as its own pool.

    The largest pool is rolled; it is repeated with luck only if every target was missed.  [MM-MULTI-01, RUL-37]
    """
    read: dict[bool, Reading] = {}

    def made(luck: Part | None) -> Plan:
        """The test, and how its faces are read. luck: of the repeat: what bad light takes is reckoned anew."""
        plans = {target: plan_of(state, strike, target, luck) for target in strike.targets}
        lead = max(plans.values(), key=lambda roll_plan: roll_plan.left)
        less = {target: lead.left - plan.left for target, plan in plans.items()}

        def reads(faces: Faces) -> dict[str, Hits]:
            return {
                combatant: reading(state, strike, combatant, faces[: max(0, len(faces) - less[combatant])])
                for combatant in plans
            }

        def hits(faces: Faces) -> bool:
            return any(candidate.hit for candidate in reads(faces).values())

        read[luck is not None] = reads
        return structs.replace(lead, opponent=strike.targets[0], passes=hits, again=made)

    state = table.state
    plan = made(None)
    odds = (lambda item: chance(state, strike, strike.targets[0], item.left)) if len(strike.targets) == 1 else None
    result = pipeline.resolve(table, plan, odds=odds)
    durations.after_test(table, strike.attacker, *_figures(strike))
    return result.faces, read[result.lucky](result.faces)


def _figures(strike: Strike) -> tuple[Figure, ...]:
    """The figures that its hit test reads."""
    return (Figure.HIT_DICE, Figure.TEST_DICE, *(() if strike.melee else (Figure.ACCURACY,)))


def plan_of(state: MercenariesFight, strike: Strike, target: str, luck: Part | None = None) -> Plan:
    """The hit test: T8(skill + modifiers). luck: in place of the skill.  [MM-ATK-02, MM-ATK-03, MM-ATK-04, RUL-06]"""
    weapon, who = strike.weapon, strike.attacker
    modifiers: Parts = ()
    if not strike.melee:
        modifiers += (Part("accuracy", weapon.accuracy, "MM-ATK-03", who=who),)
        if strike.ammunition is not None:
            modifiers += (Part(strike.ammunition.id, strike.ammunition.accuracy, "MM-AMMO-02", who=who),)
    for dice in state.own.hooks.hit_dice:
        modifiers += dice(state, strike, target)
    value = luck or Part(weapon.skill, weapons.skill_of(state, who, weapon), "MM-ATK-02", who=who)
    for last in state.own.hooks.last_dice:
        modifiers += last(state, strike, target, value.amount + total(modifiers))
    return Plan(
        tester=who,
        purpose=Purpose.HIT,
        form=Form.SUCCESS,
        tested=weapon.skill,
        value=value,
        modifiers=modifiers,
        opponent=target,
        means=strike.means,
        passes=lambda faces: reading(state, strike, target, faces).hit,
        known_to=_recipients_of(state, target),
        rule="MM-ATK-02",
    )


def _recipients_of(state: MercenariesFight, target: str) -> tuple[str, ...] | None:
    """The seats that know a target's figures; None: everybody."""
    return None if state.fight.figures_open else state.fight.recipients_of(state.fight.combatants[target])


def reading(state: MercenariesFight, strike: Strike, target: str, faces: Faces) -> Hits:
    """What counts of the faces against a target: Dodge takes successes in melee.  [MM-ATK-05, MM-ATK-06]"""
    moment = active_cards.of_strike(state, strike, target, faces=faces)
    return counted(
        faces,
        crit_faces=sums.crit_faces(moment, strike.attacker, strike.weapon.crit_faces),
        terms=terms(state, strike, target),
        spared=sums.allowed(moment, target, Permission.NO_CRITS),
    )


def terms(state: MercenariesFight, strike: Strike, target: str) -> Terms:
    """What Dodge and cards do to the plain successes against a target.  [MM-ATK-05, MM-MULTI-02]"""
    dodge = weapons.dodge(state, strike, target)
    given = active_cards.dice_of(state, strike, target, (Figure.SUCCESSES,))
    return (("dodge", target, -dodge), *((part.source, part.card_of or target, part.amount) for part in given))


def chance(state: MercenariesFight, strike: Strike, target: str, pool: int) -> Odds:
    """How often it hits."""
    moment = active_cards.of_strike(state, strike, target)
    crits = set(sums.crit_faces(moment, strike.attacker, strike.weapon.crit_faces))
    plain = sum(face not in crits for face in (6, 7, 8))
    less = -sum(amount for _, _, amount in terms(state, strike, target))
    if sums.allowed(moment, target, Permission.NO_CRITS):
        crits, plain = set(), plain + len(crits)
    return judging.odds_of_hits(pool, len(crits), plain, max(0, less))


# -- its end
def strike_one(
    table: Table[MercenariesState], strike: Strike, target: str, hits: Hits, damage: Parts, faces: Faces
) -> None:
    """The end of an attack on one target.  [MM-ATK-06, MM-ATK-07, MM-ATK-08]"""
    state, missed = table.state, not hits.hit
    if not missed:
        for parry in table.state.own.hooks.on_hit:
            hits = parry(table, strike, target, hits)
    state = table.state
    closed = not state.fight.figures_open
    counts: Parts = (Part("successes", hits.plain + hits.crits, "MM-TEST-04", strike.attacker),)
    counts += tuple(Part(card, n, _rule(card), who) for card, who, n in hits.terms)
    counts += (Part("floor", hits.hits - total(counts), "MM-CRIT-02", target),)
    counted = disclosure.disclosed(state, strike, target, counts)
    if not hits.hit:
        ended = AttackEnded(combatant=strike.attacker, target=target, hits=0)
        told = because(table.last, hits=counted)
        table.emit(ended, rule="MM-ATK-06", to=disclosure.recipients_of(state, strike, target, counted), because=told)
        if missed:
            for counter in table.state.own.hooks.on_miss:
                counter(table, strike, target)
        return
    parts = net.parts(state, strike, target, hits, damage)
    points, wounds = net.value(state, strike, target, parts), net.wounds(state, strike, target)
    parts += (Part("percent", points - total(parts), "MM-GEN-03", target),)
    if closed:  # how much more Armour could have taken is no Health lost
        parts += (Part("floor", max(0, points) - points, "MM-ATK-08", target),)
    shown = disclosure.disclosed(state, strike, target, parts)
    ended = AttackEnded(
        combatant=strike.attacker,
        target=target,
        hits=hits.hits,
        crits=hits.crits,
        net=max(0, points) if closed else points,
    )
    told = because(table.last, hits=counted, net=shown)
    table.emit(
        ended, rule="MM-ATK-07", to=disclosure.recipients_of(state, strike, target, (*counted, *shown)), because=told
    )
    source = Harm(
        by=strike.attacker,
        kind=strike.kind,
        element=strike.weapon.element,
        manner=Manner.MELEE if strike.melee else Manner.RANGED,
        weapon=strike.means,
        wielded=strike.weapon.skill,
        faces=faces,
        chain=strike.chain,
    )
    taken = harm.take(
        table,
        target,
        points,
        source=strike.means,
        rule="MM-WND-01",
        critical=hits.crits > 0,
        harm=source,
        woundless=not wounds,
    )
    for rider in table.state.own.hooks.after_hit:
        rider(table, strike, target, hits, points)
    harm.follow(table, target, source, taken)


def _rule(term: str) -> str:
    return "MM-ATK-05" if term == "dodge" else active_cards.CARDS_RULE
