"""Attacks on many at once.  [SA-AOE-01 to SA-AOE-04, SA-FF-01, SA-FF-02]

A character rolls against each enemy; its comrades, and those whom an enemy strikes, roll to defend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import structs

from engine.kit import Field, Place, RuleRefusal, Table, WhyNot
from engine.systems.saari.content.kinds import Attack
from engine.systems.saari.ground import distance
from engine.systems.saari.rules.attacks import attacks, friendly_fire
from engine.systems.saari.rules.attacks.attacks import Blow
from engine.systems.saari.rules.attacks.events import AreaAttacked
from engine.systems.saari.rules.basics import companions, engagements, lookup, sight
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part
from engine.systems.saari.rules.harm import ambush, interrupts
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.resolution.complications import HITS_SELF
from engine.systems.saari.rules.resolution.plans import of_attack, of_defense
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import SaariState

RULE = "SA-AOE-01"


def zones(state: SaariFight, who: str, reach: int) -> tuple[str, ...]:
    """The zones that an attack reaches, the own one first.  [SA-SHOOT-01]"""
    here = lookup.zone(state, who)
    if here is None:
        return ()
    ground = lookup.ground(state)
    far = {zone.key: distance(ground, here, zone.key) for zone in ground.zones}
    near = [(steps, zone) for zone, steps in far.items() if steps is not None and steps <= reach]
    return tuple(zone for _, zone in sorted(near, key=lambda pair: pair[0]))


def too_far(state: SaariFight, who: str, target: str, reach: int, *, rule: str, field: str) -> RuleRefusal:
    """Why a target is not in reach: so many zones away, or no way leads there."""
    here, there = lookup.zone(state, who), lookup.zone(state, target)
    far = None if here is None or there is None else distance(lookup.ground(state), here, there)
    reason = (
        f"no way leads to {target}" if far is None else f"{target} is {far} zones away, this reaches {reach}: go nearer"
    )
    return RuleRefusal(reason, rule=rule, field=field, why=WhyNot.OUT_OF_REACH)


def there(state: SaariFight, who: str, zone: str) -> tuple[str, ...]:
    """Who can be struck in a zone: everybody but the attacker; of an NPC's attack its enemies. Then allies.

    [W-30, G-54, SA-ALLY-02]
    """
    rolls = lookup.is_pc(state, who)
    found = tuple(
        other
        for other in lookup.by_group_order(state, lookup.here(state))
        if other != who and lookup.zone(state, other) == zone and (rolls or lookup.are_enemies(state, who, other))
    )
    return (*found, *companions.in_area(state, who, zone, found))


def check(state: SaariFight, who: str, to: Place | None, victims: tuple[str, ...] | None, reach: int) -> None:
    """RuleRefusal unless the zone is in range, and the victims are in it."""
    for victim in victims or ():
        state.fight.require(victim)
    if to is None or to != Place(zone=to.zone) or to.zone not in zones(state, who, reach):
        raise RuleRefusal("to: a zone in range", rule="SA-SHOOT-01", field="to", why=WhyNot.OUT_OF_REACH)
    among = there(state, who, to.zone)
    if not among:
        raise RuleRefusal("to: a zone with somebody to strike", rule=RULE, field="to", why=WhyNot.NO_TARGET)
    for victim in victims or ():
        if victim not in among:
            raise RuleRefusal(f"{victim} is not struck there", rule=RULE, field="victims")
    if victims is not None and not 0 < len(set(victims)) == len(victims):
        raise RuleRefusal("victims: each of those struck, once", rule=RULE, field="victims")


def choices(state: SaariFight, who: str, reach: int) -> Iterator[tuple[Place, Field]]:
    """The zones in range with somebody to strike, and of whom one may choose, in which order.  [W-27, W-30]"""
    for zone in zones(state, who, reach):
        among = there(state, who, zone)
        if among:
            yield Place(zone=zone), Field("victims", "some", among, least=1, most=len(among))


def struck(table: Table[SaariState], who: str, to: Place, victims: tuple[str, ...] | None) -> tuple[str, ...]:
    """Whom an order strikes: those it names who are still there, else everybody there whom its player knows."""
    seen = table.seen(table.state.fight.holders(who)[0])
    among = there(seen, who, to.zone or "")
    return tuple(victim for victim in victims or among if victim in there(table.state, who, to.zone or ""))


def perform(
    table: Table[SaariState], who: str, to: Place, victims: tuple[str, ...], make: Callable[[SaariFight, str], Assault]
) -> bool:
    """Carry an attack on many out. make: the attack on one of them. Nobody left to strike: it strikes nobody.

    In melee its attacker and the enemies that it strikes come into one engagement.  [SA-ENG-02]

    Whether it is made: who is pushed out of reach before, by a free strike or a readied action, does not.  [G-30]
    """
    if not victims:
        return False
    first = make(table.state, victims[0])
    if not interrupts.within(table.state, who, to.zone, first.reach):
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
        return False
    unseen = {victim: sight.strikes_unseen(table.state, who, victim) for victim in victims}
    attacked = AreaAttacked(
        combatant=who,
        means=first.means,
        kind=first.kind,
        zone=to.zone or "",
        targets=victims,
        surprise=first.surprise or any(unseen.values()),
    )
    table.emit(attacked, rule=RULE)
    before = lookup.engaged_with(table.state, who)
    if first.kind is Attack.MELEE:
        beside = [other for victim in victims for other in (victim, *companions.along_with(table.state, victim))]
        engagements.join_several(
            table, who, [companions.engaged_as(table.state, combatant) for combatant in beside], rule="SA-ENG-02"
        )
    if interrupts.interrupt(table, who, *interrupts.at(first.kind), near=engagements.newly(table.state, who, before)):
        victims = tuple(victim for victim in victims if victim in there(table.state, who, to.zone or ""))
        reached = interrupts.within(table.state, who, to.zone, first.reach)
        if not victims or not reached or not lookup.in_play(table.state, who):
            table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
            return False
    with table.during("AttackArea", who):
        if lookup.is_pc(table.state, who):
            _rolled_by_attacker(table, who, victims, make)
        else:
            _defended_by_victims(table, victims, unseen, make)
    return True


def _defended_by_victims(
    table: Table[SaariState],
    victims: tuple[str, ...],
    unseen: Mapping[str, bool],
    make: Callable[[SaariFight, str], Assault],
) -> None:
    """Characters defend themselves and their linked allies; of anybody else the game master says what it does to them.

    [SA-DEF-01, SA-ALLY-02, G-40, G-54]
    """
    made = {victim: ambush.surprising(table.state, make(table.state, victim)) for victim in victims}
    made = {
        combatant: structs.replace(a, area=True, surprise=a.surprise or unseen[combatant])
        for combatant, a in made.items()
    }
    defended(table, tuple(a for a in made.values() if lookup.is_pc(table.state, a.target)))
    for combatant, assault in made.items():
        if not lookup.is_pc(table.state, assault.target) and lookup.in_play(table.state, combatant):
            conclude(table, assault, Blow(hit=companions.harmed(table, assault)))


def defended(table: Table[SaariState], assaults: tuple[Assault, ...]) -> None:
    """The defences against one attack, together, so that extras can be given to comrades.  [SA-XDEF-01]"""
    rolled = [of_defense(table.state, strike) for strike in assaults]
    for assault, outcome in zip(assaults, pipeline.resolve_together(table, rolled), strict=True):
        conclude(table, assault, Blow(hit=not outcome.success))


def conclude(table: Table[SaariState], assault: Assault, blow: Blow) -> None:
    """What it comes to for one of those who are struck, and for its mount and linked allies: one roll counts for all.

    Effects on a mount its rider has borne already.  [G-40, G-44]
    """
    several = assault.area and assault.instead is None
    along = companions.along_with(table.state, assault.target) if several else ()
    mount = companions.mount_of(table.state, assault.target)
    attacks.conclude(table, assault, hit=blow.hit, extras=blow.extras, bought=blow.bought, harmless=blow.harmless)
    for combatant in along:
        beside = structs.replace(assault, instead=combatant, effects=() if combatant == mount else assault.effects)
        attacks.conclude(table, beside, hit=blow.hit, extras=blow.extras, harmless=blow.harmless)


def _rolled_by_attacker(
    table: Table[SaariState], who: str, victims: tuple[str, ...], make: Callable[[SaariFight, str], Assault]
) -> None:
    """A roll against each enemy in turn; comrades defend themselves together afterwards.

    A swarm is one of them. Riposte dice count for every one of the rolls. By a complication of one of them the attacker
    is caught itself, like a comrade: once.  [SA-AOE-01, SA-AOE-03, SA-FF-01, SA-COMP-09, G-43, G-57]
    """
    riposte = friendly_fire.spend_riposte(table, who)
    # Of all of them before the first roll: by its complication the weapon may be lost.
    aimed = {combatant: _aimed(table.state, combatant, make, riposte) for combatant in (*victims, who)}
    comrades = [victim for victim in victims if lookup.is_pc(table.state, aimed[victim][0].target)]
    for victim in victims:
        assault, plan = aimed[victim]
        if victim not in comrades and lookup.in_play(table.state, victim) and lookup.in_play(table.state, who):
            outcome = pipeline.resolve(table, plan)
            conclude(table, assault, attacks.blow_of(outcome))
            if outcome.chosen == HITS_SELF and who not in comrades:
                comrades.append(who)
    if comrades:
        caught = (aimed[comrade] for comrade in comrades if lookup.in_play(table.state, comrade))
        defended(table, tuple(friendly_fire.turned(assault, plan.parts) for assault, plan in caught))


def _aimed(
    state: SaariFight, combatant: str, make: Callable[[SaariFight, str], Assault], riposte: tuple[Part, ...]
) -> tuple[Assault, Plan]:
    """The attack on one of them, and the roll for it."""
    assault = structs.replace(ambush.surprising(state, make(state, combatant)), area=True)
    plan = of_attack(state, assault)
    return assault, structs.replace(plan, parts=plan.parts + riposte)
