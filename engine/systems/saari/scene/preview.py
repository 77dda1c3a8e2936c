"""What an order would do, as far as its seat sees: ways with their cost, attacks and defences by chance.

Chances are exact, bonus dice included. What others may add to a roll, and mind points, are not foreseen: the chance
says so. Against enemies whose figures are closed no chance is told, but what the pool brings on average.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct, structs

from engine.kit import Asked, Order, Place, Term, actor_of, format_hundredths
from engine.kit.ground import SceneArea
from engine.kit.scene import Foreseen, PreviewTarget, PreviewTest, PreviewWay, chance_of
from engine.systems.saari.content.kinds import Attack as Attacks
from engine.systems.saari.content.kinds import Purpose
from engine.systems.saari.orders import Attack, AttackArea, Cast, FirstAid, Move, ShakeOff, Spring, Withdraw
from engine.systems.saari.questions import Assist, Crossing, FreeStrike, Parried
from engine.systems.saari.rules.actions import crossings as difficult_ground
from engine.systems.saari.rules.actions import first_aid, movement, shaking_off
from engine.systems.saari.rules.attacks import area_attacks, areas, attacking, attacks, friendly_fire
from engine.systems.saari.rules.basics import chances, gear, lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part, total
from engine.systems.saari.rules.magic import provocations, spells
from engine.systems.saari.rules.resolution import edges, held_item, plans
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.roll.pools import DEFENSES
from engine.systems.saari.rules.turns import hazards
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.state import Roll

DEFENDED = tuple(DEFENSES.values())


def foreseen(seen: SaariFight, seat: str, thing: Struct, locale: str) -> Foreseen | None:
    """What an order or an answer would do; None where there is nothing to tell.

    RuleRefusal where the rules refuse it.
    """
    texts = SceneTexts(seen, locale)
    match thing:
        case Move() | Withdraw():
            return _under_strikes(seen, texts, thing, _going(seen, texts, thing))
        case Attack():
            return _under_strikes(seen, texts, thing, _attacking(seen, texts, thing))
        case AttackArea():
            return _under_strikes(seen, texts, thing, _on_many(seen, texts, thing))
        case Cast():
            return _under_strikes(seen, texts, thing, _casting(seen, texts, thing))
        case Spring():
            return _springing(seen, texts, thing)
        case FirstAid() if _is_known(seen, thing.combatant):
            aid = _task(seen, texts, "preview.first_aid", first_aid.plan(seen, thing.combatant), thing.target)
            return _under_strikes(seen, texts, thing, aid)
        case ShakeOff() if _is_known(seen, thing.combatant):
            shaking_off.check(seen, thing)
            return _task(seen, texts, "preview.shake_off", shaking_off.plan(seen, thing), thing.combatant)
    return _answering(seen, seat, texts, thing)


def _going(seen: SaariFight, texts: SceneTexts, order: Move | Withdraw) -> Foreseen | None:
    """The zones that are gone through, and the actions left.  [SA-MOVE-01, SA-MOVE-02]"""
    if order.combatant not in seen.own.fighters:
        return None
    steps = tuple(Place(zone=zone) for zone in movement.way_of(seen, order).zones)
    return Foreseen(ways=(_way(seen, texts, order.combatant, steps, movement.cost(seen, order)),))


def _under_strikes(seen: SaariFight, texts: SceneTexts, order: Order, foreseen: Foreseen | None) -> Foreseen | None:
    """With those who may strike freely at it.  [SA-FREE-02, SA-FREE-03, SA-FREE-05]"""
    if foreseen is None:
        return None
    label = texts.say("preview.strike")
    state = gear.as_sent(seen, actor_of(order), order)
    strikers = tuple(PreviewTarget(combatant=striker, label=label) for striker in provocations.strikers(state, order))
    return structs.replace(foreseen, affected=(*foreseen.affected, *strikers))


def _way(seen: SaariFight, texts: SceneTexts, who: str, steps: tuple[Place, ...], cost: int) -> PreviewWay:
    left = max(0, lookup.fighter(seen, who).actions - cost)
    return PreviewWay(
        combatant=who,
        steps=steps,
        cost=cost,
        left=left,
        unit=texts.say("preview.unit"),
        cost_label=texts.counted("actions", cost),
        left_label=texts.counted("actions", left),
    )


def _attacking(seen: SaariFight, texts: SceneTexts, order: Attack) -> Foreseen | None:
    """A character's attack roll, or the defence of a character against somebody else's."""
    who, struck = order.combatant, order.target
    if not {who, struck} <= seen.own.fighters.keys() or lookup.fighter(seen, who).figures is None:
        return None
    state = gear.as_sent(seen, who, order)
    way = attacking.way_of(state, order)
    return _attacked(state, texts, who, (struck,), way)


def _on_many(seen: SaariFight, texts: SceneTexts, order: AttackArea) -> Foreseen | None:
    """An enemy's attack on a zone, against which each character there defends, or a character's.  [SA-AOE-01]"""
    who = order.combatant
    if who not in seen.own.fighters or lookup.fighter(seen, who).figures is None:
        return None
    state = gear.as_sent(seen, who, order)
    area_attacks.check(state, order)
    kind = area_attacks.kind_of(state, who, order.means)
    victims = order.victims or areas.there(state, who, order.to.zone or "")
    return _over(order.to, _attacked(state, texts, who, victims, (order.means, kind)))


def _over(zone: Place, foreseen: Foreseen | None) -> Foreseen:
    """What befalls a zone, with the zone."""
    return structs.replace(foreseen or Foreseen(), areas=(SceneArea(places=(zone,)),))


def _casting(seen: SaariFight, texts: SceneTexts, order: Cast) -> Foreseen | None:
    """A spell: its rolls, its way, or what it heals.  [SA-ATK-04, SA-ACT-10]"""
    who = order.combatant
    if who not in seen.own.fighters or lookup.fighter(seen, who).figures is None:
        return None
    state = gear.as_sent(seen, who, order)
    spells.check(state, order)
    spell = spells.spells(state, who)[order.spell]
    victims: tuple[str, ...] = ()
    if spell.area and order.to is not None:
        victims = order.victims or areas.there(state, who, order.to.zone or "")
    elif spell.attack and order.target is not None:
        victims = (order.target,)
    if victims:
        way = (spell.id, Attacks.SPELL)
        made = (
            spells.assault_of(state, who, victim, spell) if _is_open(state, victim) else _unknown(who, victim, way)
            for victim in victims
            if victim in state.own.fighters
        )
        rolled = _rolled(state, texts, tuple(made))
        return _over(order.to, rolled) if spell.area and order.to is not None else rolled
    if spell.moves and order.to is not None:
        return Foreseen(ways=(_way(state, texts, who, (order.to,), spell.cost),))
    if spell.heal and order.target is not None:
        kp = state.fight.combatants[order.target].vitals.get(lookup.KP)
        most = spell.heal if kp is None or kp.max is None else min(spell.heal, kp.max - kp.now)
        label = texts.say("preview.heal", number=str(most))
        return Foreseen(affected=(PreviewTarget(combatant=order.target, label=label),))
    return None


def _attacked(
    state: SaariFight, texts: SceneTexts, who: str, victims: tuple[str, ...], way: attacking.Way
) -> Foreseen | None:
    """With a weapon, or with an NPC's attack: who rolls, and against what."""
    pc = lookup.is_pc(state, who)
    made = tuple(
        attacks.assault_of(state, who, victim, *way)
        if not pc or _is_open(state, victim)
        else _unknown(who, victim, way)
        for victim in victims
        if victim in state.own.fighters
    )
    return _rolled(state, texts, made) if pc else _defended(state, texts, made)


def _task(state: SaariFight, texts: SceneTexts, label: str, plan: Plan | None, about: str) -> Foreseen | None:
    """A roll that is against nobody.  [SA-AID-02, SA-DEF-11]"""
    if plan is None:
        return None
    affected = PreviewTarget(combatant=about, label=texts.say("preview.concerned"))
    return Foreseen(affected=(affected,), tests=(_test(state, texts, label, held_item.best(state, plan), known=True),))


def _is_known(state: SaariFight, who: str) -> bool:
    """Whether the reader has the figures of a character."""
    return who in state.own.fighters and lookup.is_pc(state, who) and _is_open(state, who)


def _is_open(state: SaariFight, who: str) -> bool:
    return lookup.fighter(state, who).figures is not None


def _unknown(who: str, struck: str, way: attacking.Way) -> Assault:
    """An attack on somebody whose figures are closed to the reader: no target number is told."""
    return Assault(attacker=who, target=struck, means=way[0], kind=way[1], kn=0, damage=0)


def _springing(seen: SaariFight, texts: SceneTexts, order: Spring) -> Foreseen | None:
    """A hazard: the characters that it strikes defend.  [SA-DEF-01]"""
    fighter = seen.own.fighters.get(order.hazard)
    hazard = fighter.figures.hazard if fighter is not None and fighter.figures is not None else None
    if hazard is None:
        return None
    among = hazards.in_reach(seen, order.hazard)
    victims = [who for who in order.victims or (among if hazard.area else among[:1]) if who in among]
    return _defended(seen, texts, tuple(hazards.assault_of(seen, order.hazard, who) for who in victims))


def _defended(state: SaariFight, texts: SceneTexts, assaults: tuple[Assault, ...]) -> Foreseen:
    """The defences of the characters whose figures the reader knows."""
    rolled = [
        held_item.best(state, plans.of_defense(state, assault))
        for assault in assaults
        if lookup.is_pc(state, assault.target) and lookup.fighter(state, assault.target).figures is not None
    ]
    label = texts.say("preview.concerned")
    return Foreseen(
        affected=tuple(PreviewTarget(combatant=assault.struck, label=label) for assault in assaults),
        tests=tuple(_test(state, texts, "preview.defense", plan, known=True) for plan in rolled),
    )


def _rolled(state: SaariFight, texts: SceneTexts, assaults: tuple[Assault, ...]) -> Foreseen | None:
    """The attack rolls of a character, and the defences of characters whom it catches.  [SA-ATK-01, SA-FF-02]"""
    rolls = [(assault, _attack_plan(state, assault)) for assault in assaults if not _rolls_itself(state, assault)]
    caught = [
        friendly_fire.turned(assault, _attack_plan(state, assault).parts)
        for assault in assaults
        if _rolls_itself(state, assault)
    ]
    withstood = _defended(state, texts, tuple(caught))
    if not assaults:
        return None
    return Foreseen(
        affected=(*(_expected(state, texts, assault.struck, plan) for assault, plan in rolls), *withstood.affected),
        tests=(
            *(
                _test(state, texts, "preview.attack", plan, known=_is_open(state, assault.struck))
                for assault, plan in rolls
            ),
            *withstood.tests,
        ),
    )


def _rolls_itself(state: SaariFight, assault: Assault) -> bool:
    """Whether it is a character that is struck: only it rolls.  [SA-FF-01]"""
    return lookup.is_pc(state, assault.target)


def _attack_plan(state: SaariFight, assault: Assault) -> Plan:
    plan = held_item.best(state, plans.of_attack(state, assault))
    riposte = Part("riposte", lookup.fighter(state, assault.attacker).riposte, "SA-XDEF-03")
    return structs.replace(plan, parts=(*plan.parts, riposte))


def _expected(state: SaariFight, texts: SceneTexts, struck: str, plan: Plan) -> PreviewTarget:
    """What the pool brings on average."""
    number = chances.expected(total(plan.parts), _least(state, plan), zero=plan.zero)
    told = format_hundredths(round(10 * number) * 10)
    return PreviewTarget(combatant=struck, label=texts.say("preview.expected", number=told))


# -- answers
def _answering(seen: SaariFight, seat: str, texts: SceneTexts, answer: Struct) -> Foreseen | None:
    """A free strike, a parry, an assist, a roll for difficult ground: as their questions say."""
    asked = _asked_of(seen, seat)
    if asked is None:
        return None
    figures = asked.question
    match answer:
        case FreeStrike(means=str(means)):
            known, way = _is_open(seen, figures["combatant"]), (means, Attacks.MELEE)
            return _attacked(seen, texts, figures["combatant"], (figures["target"],), way) if known else None
        case Parried(parry=True) if "dice" in figures:
            defended = figures.get("target", figures["combatant"])
            return _added(seen, texts, "preview.parry", figures, _open_roll(seen, defended, DEFENDED))
        case Assist(assist=True):
            return _added(seen, texts, "preview.assist", figures, _open_roll(seen, figures["target"]))
        case Crossing(roll=True) if lookup.is_pc(seen, figures["combatant"]):
            plan = difficult_ground.plan(seen, figures["combatant"])
            return Foreseen(tests=(_test(seen, texts, "preview.crossing", plan, known=True),))
    return None


def _asked_of(seen: SaariFight, seat: str) -> Asked | None:
    """The open question that a seat answers."""
    window = seen.fight.window
    gm = seen.fight.is_gm(seat)
    open_ones = () if window is None else tuple(question for question in window.asked if not question.answered)
    return next((question for question in open_ones if seat in question.seats or gm), None)


def _open_roll(seen: SaariFight, who: str, purposes: Collection[Purpose] = tuple(Purpose)) -> Roll | None:
    """The innermost open roll of somebody."""
    return next((roll for roll in reversed(seen.own.rolls) if roll.roller == who and roll.purpose in purposes), None)


def _added(
    seen: SaariFight, texts: SceneTexts, label: str, figures: Mapping[str, Any], roll: Roll | None
) -> Foreseen | None:
    """Dice that are added to a roll which has failed: whether they bring what it lacks.  [SA-PARRY-04, SA-ASSIST-03]"""
    if roll is None or roll.kn is None:
        return None
    dice, zero, least = figures["dice"], figures["zero"], tally.threshold(roll.factors)
    lacking = max(1, roll.kn) - tally.successes(roll)
    told = format_hundredths(round(10 * chances.expected(dice, least, zero=zero)) * 10)
    test = PreviewTest(
        label=texts.say(label),
        combatant=figures["combatant"],
        target=roll.roller,
        dice=f"{dice + 2 * zero}d6",
        against=lacking if lacking > 0 else None,
        chance=chance_of(*chances.reached(dice, lacking, least, zero=zero)) if lacking > 0 else None,
        provided=texts.say("provided.alone") if lacking > 0 else "",
        rule="SA-DICE-07",
    )
    affected = PreviewTarget(combatant=roll.roller, label=texts.say("preview.expected", number=told))
    return Foreseen(affected=(affected,), tests=(test,))


# -- rolls
def _least(state: SaariFight, plan: Plan) -> int:
    """The lowest face that would be a success, by the factors that the rules fix."""
    return tally.threshold(edges.fixed(state, plan))


def _test(state: SaariFight, texts: SceneTexts, label: str, plan: Plan, *, known: bool) -> PreviewTest:
    dice = total(plan.parts)
    needed = max(1, plan.kn or 0)
    return PreviewTest(
        label=texts.say(label),
        combatant=plan.roller,
        target=plan.opponent,
        dice=f"{dice + 2 * plan.zero}d6",
        against=needed if known else None,
        chance=chance_of(*chances.reached(dice, needed, _least(state, plan), zero=plan.zero)) if known else None,
        provided=texts.say("provided.alone") if known else "",
        terms=tuple(
            Term(source=part.source, of="faces", amount=part.amount, rule=part.rule, combatant=plan.roller)
            for part in plan.parts
            if part.amount
        ),
        rule="SA-DICE-07",
    )
