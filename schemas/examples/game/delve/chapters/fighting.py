"""Attacks, what speaks for and against them, damage, and lying down dying."""

from __future__ import annotations

from collections.abc import Iterator

import engine.kit as k
from delve.chapters import basics as b
from delve.model import Advantage, Attack, Attacked, DeathSaved, Dodge, Opportunity, Taken

CRITICAL = k.HouseNumber(key="criticalFrom", rule="DV-ATTACK", default=20, least=18, most=20)
"""The lowest face that hits whatever the armour, and rolls the damage twice."""


def targets(seen: b.Seen, who: str) -> tuple[str, ...]:
    """Whom a combatant reaches."""
    reach = b.creature_of(seen, who).reach
    return tuple(foe for foe in b.enemies(seen.fight, who) if b.distance(seen.fight, who, foe) <= reach)


def offers(seen: b.Seen, who: str) -> Iterator[k.Offer[k.Order]]:
    """Attacking whom it reaches, and dodging."""
    if seen.own.fighters[who].action:
        if there := targets(seen, who):
            order = Attack(combatant=who, target=there[0])
            yield k.Offer("attack", order, "DV-ATTACK", (k.Field("target", "one", there),))
        yield k.Offer("dodge", Dodge(combatant=who), "DV-ATTACK")


def attack(table: b.Delve, order: Attack) -> None:
    """An order to attack."""
    if order.target not in targets(table.seen(table.seat), order.combatant):
        raise k.RuleRefusal("that is no enemy within reach", rule="DV-ATTACK", field="target")
    b.act(table, order.combatant)
    strike(table, order.combatant, order.target)


def advantage_of(seen: b.Seen, who: str, target: str) -> Advantage:
    """What speaks for an attack, and what against it; both together are none."""
    fight = seen.fight
    me, other, near = fight.combatants[who], fight.combatants[target], b.distance(fight, who, target) <= 1
    good = other.has("bound") or me.has("blessed") or (other.has("prone") and near)
    bad = any(map(me.has, ("prone", "poisoned", "frightened"))) or other.has("dodging") or other.has("veiled")
    beset = any(b.distance(fight, who, foe) <= 1 for foe in b.enemies(fight, who))
    bad = bad or (not near and (beset or other.has("prone")))
    return "NONE" if good == bad else "ADVANTAGE" if good else "DISADVANTAGE"


def odds_of(seen: b.Seen, who: str, target: str) -> k.Odds:
    """The chance of a hit: so many faces of one die, or results of two."""
    me, armour, way = b.creature_of(seen, who), b.creature_of(seen, target).armour, advantage_of(seen, who, target)
    good = sum(hits(face, me.attack, armour, CRITICAL.of(seen.fight)) for face in range(1, 21))
    two = {"NONE": good * 20, "ADVANTAGE": 400 - (20 - good) ** 2, "DISADVANTAGE": good**2}
    return k.Odds(good=two[way], of=400, against=armour)


def hits(face: int, bonus: int, armour: int, critical: int) -> bool:
    """Whether a face reaches the armour; 1 never does."""
    return face >= critical or (face > 1 and face + bonus >= armour)


def strike(table: b.Delve, who: str, target: str) -> None:
    """A twenty-sided die against armour, two of them with advantage or disadvantage; then damage."""
    state = table.state
    me, way, odds = b.creature_of(state, who), advantage_of(state, who, target), odds_of(state, who, target)
    dice = "1d20" if way == "NONE" else "2d20"
    faces = table.roll(dice, by=who, why="attack", rule="DV-ATTACK", odds=lambda: odds)
    face, least = min(faces) if way == "DISADVANTAGE" else max(faces), CRITICAL.of(table.state.fight)
    critical, hit = face >= least, hits(face, me.attack, b.creature_of(table.state, target).armour, least)
    told = Attacked(combatant=who, target=target, advantage=way, total=face + me.attack, hit=hit, critical=critical)
    table.emit(told, rule="DV-ATTACK")
    if hit:
        count, sides = me.damage.split("d")
        harm = f"{int(count) * (2 if critical else 1)}d{sides}"
        hurt(table, target, sum(table.roll(harm, by=who, why="damage", rule="DV-DAMAGE")) + me.bonus)
        if me.rider and b.able(table.state.fight.combatants[target]):
            b.gain(table, target, me.rider, who)


def hurt(table: b.Delve, who: str, harm: int) -> None:
    """Points are lost; concentration may be, too."""
    table.change(who, "points", -harm, rule="DV-DAMAGE")
    fall_or_rise(table, who)
    holds = b.able(table.state.fight.combatants[who]) and b.held_by(table.state.fight, who)
    if holds and not b.saves(table, who, max(10, harm // 2), "concentration", "DV-MAGIC"):
        b.let_go(table, who)


def fall_or_rise(table: b.Delve, who: str) -> None:
    """Without points a hero lies dying, and anybody else is out; with points again whoever lies dying is not."""
    creature, points = table.state.fight.combatants[who], table.state.fight.combatants[who].vitals["points"].now
    if points > 0 and not b.able(creature):
        b.lose(table, who, "dying", "stable")
        b.gain(table, who, "prone", who)
    elif points <= 0 and b.able(creature):
        b.let_go(table, who)
        if b.creature_of(table.state, who).hero:
            b.gain(table, who, "dying", who)
        else:
            table.emit(k.CombatantOut(combatant=who, reason="down"), rule="DV-END")


def save_from_death(table: b.Delve, who: str) -> None:
    """Ten and more is a success, a 1 two failures, a 20 brings a point back; three of a kind decide."""
    (face,) = table.roll("1d20", by=who, why="death", rule="DV-DEATH")
    if face == 20:
        table.change(who, "points", 1, rule="DV-DEATH")
        fall_or_rise(table, who)
        return
    has = table.state.own.fighters[who]
    successes, failures = has.successes + (face >= 10), has.failures + (face < 10) + (face == 1)
    table.emit(DeathSaved(combatant=who, successes=successes, failures=failures), rule="DV-DEATH")
    if failures >= 3:
        table.emit(k.CombatantOut(combatant=who, reason="dead"), rule="DV-DEATH")
    elif successes >= 3:
        b.lose(table, who, "dying")
        b.gain(table, who, "stable", who)


def react(table: b.Delve, enemy: str, who: str) -> None:
    """Ask an enemy whether it strikes at somebody who leaves its side."""
    offers = tuple(k.Offer(key, Taken(yes=key == "strike"), "DV-OPPORTUNITY") for key in ("strike", "wait"))
    question = Opportunity(offers=offers, default="strike", combatant=enemy, target=who)
    if table.ask(table.state.fight.holders(enemy), question, rule="DV-OPPORTUNITY").yes:
        b.leave(table, enemy, reaction=False)
        strike(table, enemy, who)


def dodge(table: b.Delve, order: Dodge) -> None:
    """Attacks on the dodger have disadvantage until its next turn."""
    b.act(table, order.combatant)
    b.gain(table, order.combatant, "dodging", order.combatant)
