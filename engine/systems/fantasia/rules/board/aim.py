"""Weapon attacks before the roll: terms by weapon, targets in reach, and legal orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.kit import Field, Offer, RuleRefusal, WhyNot
from engine.systems.fantasia.content.kinds import Attribute, Category, Figure, Weapon
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.ground import GridRule
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.figures import Kind, Modifier, attribute, modifiers, total
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import barred
from engine.systems.fantasia.rules.board import board, distances
from engine.systems.fantasia.rules.board.attack_targets import quarry, require_quarry
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.state import Held, Where

EITHER = (Attribute.STRENGTH, Attribute.AGILITY)
"""Attributes that may be added for a thrown weapon.  [FF-ATK-04]"""


class Use(Struct, frozen=True):
    """How an attack is made: ids only, so that it stays valid across rolls and questions."""

    weapon: str
    attribute: Attribute
    thrown: bool = False


def held(state: FantasiaFight, who: str, weapon: str) -> Held:
    """A weapon in hand. RuleRefusal for any other."""
    found = lookup.fighter(state, who).weapons.get(weapon)
    if found is None or found.where is not Where.IN_HAND:
        reason = f"weapon: {who} has no {weapon!r} in hand"
        raise RuleRefusal(reason, rule="FF-EQ-02", field="weapon", why=WhyNot.NO_MEANS)
    return found


def flies(weapon: Weapon, *, thrown: bool) -> bool:
    """Whether this use throws the weapon."""
    return thrown or weapon.category is Category.THROWN


def is_melee(weapon: Weapon, *, thrown: bool) -> bool:
    """Whether the attack is melee; a magic weapon at arm's length counts as melee."""
    if flies(weapon, thrown=thrown):
        return False
    return weapon.category is Category.MELEE or (weapon.category is Category.MAGIC and weapon.range_metres == 1)


def nature_of(weapon: Weapon) -> Nature:
    """Damage of magic weapons is magic, of all others physical."""
    return Nature.MAGIC if weapon.category is Category.MAGIC else Nature.PHYSICAL


def higher(state: FantasiaFight, who: str) -> Attribute:
    """Strength or agility, whichever is higher; strength if equal."""
    return max(EITHER, key=lambda which: attribute(state, who, which))


def stronger(state: FantasiaFight, who: str) -> Attribute:
    """Strength or agility for an attack, whichever is higher there.  [FF-ATK-04, FF-ST-03]"""
    return max(EITHER, key=lambda which: attribute(state, who, which, attack=True))


def use_of(state: FantasiaFight, order: Attack) -> Use:
    """The attribute that this attack adds to roll and damage alike.  [FF-ATK-02 to FF-ATK-07]

    RuleRefusal where one is picked that the weapon does not leave open.
    """
    weapon = held(state, order.attacker, order.weapon).weapon
    if order.thrown and weapon.category is Category.MELEE and weapon.throw_metres == 0:
        raise RuleRefusal(f"thrown: {weapon.id} is not made for throwing", rule="FF-ATK-04", field="thrown")
    if order.thrown and weapon.category in (Category.SHOOTING, Category.MAGIC):
        raise RuleRefusal(f"thrown: {weapon.id} is not made for throwing", rule="FF-ATK-04", field="thrown")
    if flies(weapon, thrown=order.thrown):
        picked = order.attribute or stronger(state, order.attacker)
        if picked not in EITHER:
            raise RuleRefusal("attribute: STRENGTH or AGILITY", rule="FF-ATK-04", field="attribute")
        return Use(weapon.id, picked, thrown=True)
    if order.attribute is not None:
        raise RuleRefusal("attribute: only what is thrown leaves a choice", rule="FF-ATK-04", field="attribute")
    match weapon.category:
        case Category.SHOOTING:
            return Use(weapon.id, Attribute.AGILITY)
        case Category.MAGIC:
            return Use(weapon.id, Attribute.MIND)
        case _:
            return Use(weapon.id, Attribute.STRENGTH)


def reach(state: FantasiaFight, who: str, weapon: Weapon, *, thrown: bool) -> int:
    """The reach of a weapon in metres; in melee a large combatant reaches its size."""
    if thrown and weapon.throw_metres:
        return weapon.throw_metres
    if is_melee(weapon, thrown=thrown):
        return max(weapon.range_metres, lookup.size_percent(state, who) // 100)
    return weapon.range_metres


def in_reach(state: FantasiaFight, who: str, target: str, weapon: Weapon, *, thrown: bool) -> bool:
    """Whether a target is in reach of a weapon; in melee the board has its own rules.  [FF-GRID-01]

    A shot or throw needs a line of sight.
    """
    if is_melee(weapon, thrown=thrown):
        reached = board.reaches(state, who, target, weapon.range_metres)
        if reached is not None:
            return reached
    return distances.in_sight(state, who, target, reach(state, who, weapon, thrown=thrown))


def prone_terms(
    state: FantasiaFight, attacker: str, target: str, figure: Figure, *, melee: bool, firearm: bool
) -> list[Modifier]:
    """Terms for a prone target and for a prone attacker: two changes that add up.  [FF-PRONE-02 to FF-PRONE-06]"""
    terms: list[Modifier] = []

    def term(change: int, source: str, carries: str) -> None:
        terms.append(Modifier(figure=figure, change=change, source=source, carries=carries, kind=Kind.SITUATION))

    here = state.fight.combatants
    if here[target].has("prone"):
        term(1 if melee else -1, "target_prone", "FF-PRONE-02" if melee else "FF-PRONE-03")
    if here[attacker].has("prone") and not firearm:
        term(-1, "attacker_prone", "FF-PRONE-04")
    return terms


def ground_terms(state: FantasiaFight, attacker: str, target: str, use: Use, figure: Figure) -> list[Modifier]:
    """On the board: one more to hit from behind or from higher ground, not two.  [FF-GRID-09 to FF-GRID-11]

    In melee both count; a shot or throw gains only from the back, at half its range or less.
    """
    weapon = lookup.fighter(state, attacker).weapons[use.weapon].weapon

    def term(source: str, carries: str) -> list[Modifier]:
        return [Modifier(figure=figure, change=1, source=source, carries=carries, kind=Kind.SITUATION)]

    if is_melee(weapon, thrown=use.thrown):
        if board.plays(state, GridRule.BACK_MELEE) and board.strikes_back(state, attacker, target):
            return term("behind", "FF-GRID-09")
        above = board.height(state, attacker) > board.height(state, target)
        return term("higher", "FF-GRID-10") if above and board.plays(state, GridRule.HEIGHT_MELEE) else []
    if weapon.category is Category.MAGIC or not board.plays(state, GridRule.BACK_RANGED):
        return []
    metres = reach(state, attacker, weapon, thrown=use.thrown)
    return term("behind", "FF-GRID-11") if board.shoots_back(state, attacker, target, metres) else []


def attack_terms(state: FantasiaFight, attacker: str, target: str, use: Use) -> tuple[Modifier, ...]:
    """The terms of AT (MA of a magic weapon): its bonus, the attribute, and all else.  [FF-STAT-02, FF-STAT-03]"""
    kept, key = state.kept, (attack_terms, attacker, target, use)  # evaluated before the roll, and again after it
    found: tuple[Modifier, ...] | None = kept.get(key)
    if found is None:
        found = kept[key] = tuple(_attack_terms(state, attacker, target, use))
    return found


def _attack_terms(state: FantasiaFight, attacker: str, target: str, use: Use) -> list[Modifier]:
    weapon = lookup.fighter(state, attacker).weapons[use.weapon].weapon
    figure = Figure.MAGIC_ATTACK if weapon.category is Category.MAGIC else Figure.ATTACK

    def term(change: int, source: str, carries: str) -> Modifier:
        return Modifier(figure=figure, change=change, source=source, carries=carries, kind=Kind.SHEET)

    return [
        term(weapon.bonus, weapon.id, "FF-ATK-12"),
        term(attribute(state, attacker, use.attribute, attack=True), use.attribute.value.lower(), "FF-ATK-02"),
        *modifiers(state, attacker, figure, facing=target),
        *prone_terms(
            state,
            attacker,
            target,
            figure,
            melee=is_melee(weapon, thrown=use.thrown),
            firearm=weapon.chamber > 0,
        ),
        *ground_terms(state, attacker, target, use, figure),
    ]


def attack_figure(state: FantasiaFight, attacker: str, target: str, use: Use) -> int:
    """AT or MA against one target."""
    return total(attack_terms(state, attacker, target, use))


def require_bullet(weapon: Held) -> None:
    """RuleRefusal for a firearm with an empty chamber.  [FF-EQ-03]"""
    if weapon.weapon.chamber and weapon.bullets == 0:
        reason = f"weapon: {weapon.weapon.id} must be reloaded"
        raise RuleRefusal(reason, rule="FF-EQ-03", field="weapon", why=WhyNot.NO_MEANS)


def require_target(state: FantasiaFight, who: str, target: str, *, field: str = "target") -> None:
    """RuleRefusal unless the target is another combatant who can still be hurt."""
    found = state.fight.require(target)
    if target == who:
        raise RuleRefusal(f"{field}: not oneself", rule="FF-ATK-01", field=field, why=WhyNot.NO_TARGET)
    if lookup.dead(found) or found.out is not None:
        reason = f"{field}: {target} is out of the fight"
        raise RuleRefusal(reason, rule="FF-ATK-01", field=field, why=WhyNot.NO_TARGET)


def check_attack(state: FantasiaFight, order: Attack) -> None:
    """RuleRefusal unless this attack can be made now, whoever's turn it is.  [FF-ATK-01]"""
    use = use_of(state, order)
    weapon = held(state, order.attacker, order.weapon)
    require_bullet(weapon)
    require_target(state, order.attacker, order.target)
    require_quarry(state, order.attacker, order.target, field="target")
    if not in_reach(state, order.attacker, order.target, weapon.weapon, thrown=use.thrown):
        metres = reach(state, order.attacker, weapon.weapon, thrown=use.thrown)
        raise distances.unreached(state, order.attacker, order.target, metres, rule="FF-ATK-01", field="target")


def attack_options(state: FantasiaFight, who: str, only: Sequence[str] | None = None) -> list[Offer[Any]]:
    """Every possible attack, as offers: one for each weapon and way to use it."""
    offers: list[Offer[Any]] = []
    if barred(state, who, Activity.ATTACK):
        return offers
    whom = tuple(target for target in quarry(state, who) if only is None or target in only)
    for name, thing in lookup.in_hand(state, who).items():
        weapon = thing.weapon
        if weapon.chamber and thing.bullets == 0:
            continue
        ways = (False, True) if weapon.category is Category.MELEE and weapon.throw_metres else (False,)
        for thrown in ways:
            targets = tuple(
                target
                for target in whom
                if standing_target(state, target) and in_reach(state, who, target, weapon, thrown=thrown)
            )
            if not targets:
                continue
            free = flies(weapon, thrown=thrown)
            best = stronger(state, who) if free else None
            fields = [Field("target", "one", targets)]
            if free:
                fields.append(Field("attribute", "one", EITHER))
            offers.append(
                Offer(
                    key=f"{'throw' if thrown else 'attack'}-{name}",
                    body=Attack(attacker=who, target=targets[0], weapon=name, thrown=thrown, attribute=best),
                    rule="FF-ATK-04" if free else "FF-ATK-01",
                    fields=tuple(fields),
                )
            )
    return offers


def standing_target(state: FantasiaFight, target: str) -> bool:
    """Whether a combatant can still be hurt."""
    found = state.fight.combatants.get(target)
    return found is not None and found.out is None and not lookup.dead(found)
