"""The order to cast a spell.  [SA-SPELL-01 to SA-SPELL-06]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit import Field, Offer, Order, Place, RuleRefusal, Table, WhyNot, place_field
from engine.systems.saari.content.kinds import Attack, Defense, Spell
from engine.systems.saari.ground import crossings
from engine.systems.saari.rules.actions import movement
from engine.systems.saari.rules.attacks import areas, attacks, free_strikes
from engine.systems.saari.rules.basics import companions, gear, lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects, interrupts, places, recovery
from engine.systems.saari.rules.harm.events import ActionSpoiled
from engine.systems.saari.rules.magic.events import SpellCast
from engine.systems.saari.rules.magic.orders import Cast
from engine.systems.saari.state import SaariState

HANDS = 2


def spells(state: SaariFight, who: str) -> dict[str, Spell]:
    """What a character can cast; NPCs have attacks instead."""
    return lookup.figures(state, who).spells if lookup.is_pc(state, who) else {}


# -- what is allowed
def check(state: SaariFight, order: Cast) -> None:
    """RuleRefusal unless it knows the spell, can make its gestures and say its words, and has the mind points."""
    _check(state, order, paid=False)


def check_paid(state: SaariFight, order: Cast) -> None:
    """The same when its mind points are paid already."""
    _check(state, order, paid=True)


def _check(state: SaariFight, order: Cast, *, paid: bool) -> None:
    who = order.combatant
    spell = spells(state, who).get(order.spell)
    if spell is None:
        raise RuleRefusal(f"{who} knows no such spell", rule="SA-SPELL-01", field="spell")
    for combatant in (*(() if order.target is None else (order.target,)), *(order.victims or ())):
        state.fight.require(combatant)
    for name in ("target", "to", "victims"):
        if name not in aimed_by(spell) and getattr(order, name) is not None:
            raise RuleRefusal(f"{name}: this spell takes none", rule="SA-ACT-10", field=name)
    hindered = hindrance(state, who, spell, paid=paid)
    if hindered is not None:
        raise hindered
    if spell.area:
        areas.check(state, who, order.to, order.victims, spell.range)
    elif spell.moves:
        if order.to is None or order.to not in ways(state, who):
            raise RuleRefusal("to: a zone next to its own", rule="SA-MOVE-01", field="to", why=WhyNot.NO_TARGET)
    elif spell.attack or spell.heal:
        if order.target is None:
            raise RuleRefusal("target: needed", rule="SA-ACT-10", field="target")
        if order.target not in targets(state, who, spell):
            raise _untargeted(state, who, order.target, spell)


def _untargeted(state: SaariFight, who: str, target: str, spell: Spell) -> RuleRefusal:
    """Why somebody is no target of a spell for one."""
    rule, field = "SA-ACT-10", "target"
    if spell.heal:
        reason = f"{target} is no character of the own side in the same zone"
        return RuleRefusal(reason, rule=rule, field=field, why=WhyNot.NO_TARGET)
    if target not in companions.targets(state, who):
        return RuleRefusal(f"{target} is no enemy in the fight", rule=rule, field=field, why=WhyNot.NO_TARGET)
    return areas.too_far(state, who, target, 0 if spell.touch else spell.range, rule=rule, field=field)


def aimed_by(spell: Spell) -> tuple[str, ...]:
    """The fields of an order by which a spell is aimed."""
    if spell.area:
        return ("to", "victims")
    if spell.moves:
        return ("to",)
    return ("target",) if spell.attack or spell.heal else ()


def hindrance(state: SaariFight, who: str, spell: Spell, *, paid: bool = False) -> RuleRefusal | None:
    """Why a spell cannot be cast now; racial powers need neither hand nor voice.  [SA-SPELL-02 to SA-SPELL-05]"""
    if not spell.racial and hands_full(state, who):
        return RuleRefusal(
            f"{who} has no hand free for the gestures", rule="SA-SPELL-02", field="spell", why=WhyNot.NO_MEANS
        )
    if not spell.racial and not effects.can_speak(state, who):
        return RuleRefusal(f"{who} cannot speak the words", rule="SA-SPELL-03", field="spell", why=WhyNot.CONDITION)
    if not paid and lookup.vital(state, who, lookup.MP) < spell.mind_cost:
        return RuleRefusal(f"{who} has too few mind points for it", rule="SA-MP-06", field="spell", why=WhyNot.NO_MEANS)
    if spell.moves and effects.is_pinned(state, who):
        reason = f"{who} is pinned: it moves from its next count on"
        return RuleRefusal(reason, rule="SA-DEF-06", field="spell", why=WhyNot.CONDITION)
    return None


def hands_full(state: SaariFight, who: str) -> bool:
    """Whether both hands hold something."""
    weapons, shields = lookup.held_weapons(state, who).values(), lookup.held_shields(state, who).values()
    return sum(weapon.hands for weapon in weapons) + sum(shield.hands for shield in shields) >= HANDS


def targets(state: SaariFight, who: str, spell: Spell) -> tuple[str, ...]:
    """Whom a spell for one may be cast on: an enemy in range, or for healing a character of the own side here."""
    if spell.heal:
        comrades = (actor for actor in lookup.actors(state) if not lookup.are_enemies(state, who, actor))
        return tuple(
            comrade for comrade in comrades if lookup.is_pc(state, comrade) and lookup.same_zone(state, who, comrade)
        )
    reached = areas.zones(state, who, 0 if spell.touch else spell.range)
    return tuple(target for target in companions.targets(state, who) if lookup.zone(state, target) in reached)


def ways(state: SaariFight, who: str) -> tuple[Place, ...]:
    """The zones next to its own: nothing is difficult for who flies."""
    zone = lookup.zone(state, who)
    return () if zone is None else tuple(Place(zone=to) for to in crossings(lookup.ground(state), zone))


def cost(state: SaariFight, order: Cast) -> int:
    """As the spell says.  [SA-ACT-10]"""
    return spells(state, order.combatant)[order.spell].cost


# -- casting
def do(table: Table[SaariState], order: Cast) -> None:
    """Pay its mind points; those whom it gives the chance strike, readied actions cut in; then it works.

    Flying out of an engagement provokes as a move does. Whom it was to heal, and is out of reach by then, it does not
    reach.  [SA-SPELL-05, SA-FREE-06, SA-MOVE-03, G-30]
    """
    who, spell = order.combatant, spells(table.state, order.combatant)[order.spell]
    table.change(who, lookup.MP, -spell.mind_cost, rule="SA-MP-05")
    rule = "SA-ACT-02" if spell.attack else "SA-ACT-10"
    table.emit(SpellCast(combatant=who, spell=spell.id, target=None if spell.area else order.target), rule=rule)
    if spell.attack:
        _attack(table, order, spell)
        return
    here = lookup.zone(table.state, who)
    if spell.provokes and not free_strikes.at_action(table, who):
        return
    if spell.moves and not free_strikes.at_leaving(table, who):
        return
    stopped = _is_stopped(table.state, order, spell, here)
    if not stopped and not interrupts.before(table, order, check_paid):
        return
    if stopped or _is_stopped(table.state, order, spell, here):
        table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
    else:
        _work(table, order, spell)


def _is_stopped(state: SaariFight, order: Cast, spell: Spell, here: str | None) -> bool:
    """Whether a push or a pin has kept a spell from working.  here: where it was cast."""
    who = order.combatant
    if spell.heal and order.target not in targets(state, who, spell):
        return True
    return spell.moves and movement.is_stopped(state, who, here)


def _work(table: Table[SaariState], order: Cast, spell: Spell) -> None:
    """Heal; move over anything difficult; ward.  [SA-ACT-10, SA-MOVE-01, SA-PARRY-07]"""
    who = order.combatant
    if spell.heal and order.target is not None:
        recovery.heal(table, order.target, spell.heal, rule="SA-ACT-10")
    if spell.moves and order.to is not None:
        places.go(table, who, order.to, rule="SA-MOVE-01")
        interrupts.at_zone(table, who)
    if spell.wards:
        effects.lay(table, who, spell.id, source=who, until=effects.SCENE, rule="SA-PARRY-07")


def _attack(table: Table[SaariState], order: Cast, spell: Spell) -> None:
    """Attack spells that are not handy give free strikes to all but an only target.  [SA-FREE-03, SA-SHOOT-05]"""
    who, to = order.combatant, order.to
    if not spell.area and order.target is not None:
        against = companions.engaged_as(table.state, order.target)
        goes_on = spell.handy or free_strikes.at_shooting(table, who, against)
        if not goes_on or not lookup.in_play(table.state, order.target):
            return
        assault = assault_of(table.state, who, order.target, spell)
        if interrupts.within(table.state, who, lookup.zone(table.state, assault.struck), assault.reach):
            attacks.perform(table, assault)
        else:  # pushed out of reach by a free strike
            table.emit(ActionSpoiled(combatant=who), rule=interrupts.SPOILED)
    elif to is not None:
        victims = areas.struck(table, who, to, order.victims)
        if spell.handy or free_strikes.at_shooting(table, who, victims[0] if len(victims) == 1 else ""):
            areas.perform(table, who, to, victims, lambda state, combatant: assault_of(state, who, combatant, spell))


def assault_of(state: SaariFight, who: str, struck: str, spell: Spell) -> Assault:
    """A spell as an attack, against the number for spells; a touch is dodged.  [SA-ATK-04, SA-DEF-07]"""
    defender = companions.defender(state, struck)
    target, instead = (struck, None) if defender is None else (defender, struck)
    return Assault(
        attacker=who,
        target=target,
        instead=instead,
        means=spell.id,
        kind=Attack.SPELL,
        kn=attacks.kn_of(state, target, Attack.SPELL, spell.tags),
        damage=spell.damage,
        reach=0 if spell.touch else spell.range,
        defense=Defense.DODGE if spell.touch else spell.defense,
        effects=spell.effects,
        bought=spell.bought,
        tags=spell.tags,
    )


# -- offers
def options(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every spell that can be cast now, on each who or where it can, with each swap that leaves a hand free."""
    for spell in spells(state, who).values():
        usual, swaps = _hands(state, who, spell)
        if hindrance(gear.as_if(state, who, usual) if usual is not None else state, who, spell) is not None:
            continue
        for offer in _offers(state, who, spell):
            held = (Field("held", "one", (usual, *swaps)),) if swaps else ()
            yield structs.replace(offer, body=structs.replace(offer.body, held=usual), fields=(*offer.fields, *held))


def _hands(state: SaariFight, who: str, spell: Spell) -> tuple[tuple[str, ...] | None, tuple[tuple[str, ...], ...]]:
    """(what to have in hand: null: no change; what else one may have there).  [SA-SPELL-02, W-09]"""
    every = tuple(
        held for held in gear.swaps(state, who) if spell.racial or not hands_full(gear.as_if(state, who, held), who)
    )
    if spell.racial or not hands_full(state, who) or not every:
        return None, every if len(every) > 1 else ()
    return every[-1], every[:-1]


def _offers(state: SaariFight, who: str, spell: Spell) -> Iterator[Offer[Order]]:
    key, rule, body = (
        f"cast-{spell.id}",
        "SA-ACT-02" if spell.attack else "SA-ACT-10",
        Cast(combatant=who, spell=spell.id),
    )
    if spell.area:
        for to, victims in areas.choices(state, who, spell.range):
            yield Offer(f"{key}-{to.zone}", structs.replace(body, to=to), rule, (victims,))
    elif spell.moves:
        there = ways(state, who)
        if there:
            yield Offer(key, structs.replace(body, to=there[0]), rule, (place_field("to", there),))
    elif spell.attack or spell.heal:
        among = targets(state, who, spell)
        if among:
            yield Offer(key, structs.replace(body, target=among[0]), rule, (Field("target", "one", among),))
    else:
        yield Offer(key, body, rule)
