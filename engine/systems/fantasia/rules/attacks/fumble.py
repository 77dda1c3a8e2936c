"""Effects of a natural 2.  [FF-FUM-01 to FF-FUM-09]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from engine.kit import Field, Offer, Table
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.attacks.events import FumbleSettled, WeaponDropped
from engine.systems.fantasia.rules.attacks.questions import AllyHit, FreeAttack, Fumbled, FumbleEffect, OwnFumble
from engine.systems.fantasia.rules.attacks.strike import swing, weapon_damage
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.conditions import gain
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.questions import Picked
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import EITHER, Use, attack_options, nature_of, use_of
from engine.systems.fantasia.rules.board.known_ground import commonly_known, openly_known
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.statuses.damage import hurt
from engine.systems.fantasia.rules.statuses.effort import exert
from engine.systems.fantasia.rules.statuses.order_handlers import forestall, refused, seen_by_actor
from engine.systems.fantasia.rules.statuses.questions import Hold
from engine.systems.fantasia.state import FantasiaState

DIE, DROP, SLIP, STUMBLE, FREE_ATTACK, SELF, ALLY = range(7)
OWN_EFFECT = 0
"""The row of `FumbleSettled` for an effect that is not in the table."""

_ROWS = {
    DROP: "FF-FUM-03",
    SLIP: "FF-FUM-04",
    STUMBLE: "FF-FUM-05",
    FREE_ATTACK: "FF-FUM-06",
    SELF: "FF-FUM-07",
    ALLY: "FF-FUM-08",
}


def settle(
    table: Table[FantasiaState],
    attacker: str,
    targets: Sequence[str],
    *,
    use: Use | None,
    nearby: Callable[[FantasiaFight], tuple[str, ...]],
    again: Callable[[str], None],
) -> None:
    """A fumbled attack: the game master picks a row or leaves it to the die.  [FF-FUM-02]

    use: how the attack was made; None: a spell. nearby: allies it could hit instead, nearest first,
    of a fight as everybody knows it; again: the attack rolled again at one of them.
    """
    answer = table.ask(table.state.fight.gms(), _question(attacker, targets[0]), rule="FF-FUM-02")
    if isinstance(answer, OwnFumble):
        table.emit(
            FumbleSettled(attacker=attacker, row=OWN_EFFECT, applied=OWN_EFFECT, note=answer.effect), rule="FF-FUM-02"
        )
        return
    row, cause = totals.of_word(totals.GAME_MASTER, answer.row, "FF-FUM-02"), table.last
    if row == DIE:
        gms = table.state.fight.gms()
        (face,) = table.roll("1d6", by=gms[0] if gms else attacker, why="fumble", rule="FF-FUM-02")
        row, cause = totals.of_dice("1d6", face, table.last, "FF-FUM-02"), table.last
    applied = int(row)
    if row == DROP and droppable(table.state, attacker, use) is None:
        applied = STUMBLE
    if row == SELF and not lookup.in_hand(table.state, attacker):
        applied = STUMBLE
    if row == ALLY and not nearby(openly_known(table.state, attacker)):
        applied = STUMBLE
    settled = FumbleSettled(attacker=attacker, row=int(row), applied=applied, note="")
    table.emit(settled, rule=_ROWS[applied], because=totals.why(cause, row=row))
    match applied:
        case 1:
            drop(table, attacker, use)
        case 2:
            gain(table, attacker, "prone", rule="FF-FUM-04")
        case 3:
            gain(table, attacker, "off_balance", rule="FF-FUM-05")
        case 4:
            free_attack(table, attacker, targets)
        case 5:
            hit_oneself(table, attacker, use)
        case _:
            again(_ally(table, attacker, nearby(openly_known(table.state, attacker))))


def _question(attacker: str, target: str) -> FumbleEffect:
    offers: list[Offer[Any]] = [Offer(key="die", body=Fumbled(row=DIE), rule="FF-FUM-02")]
    offers += [Offer(key=f"row-{row}", body=Fumbled(row=row), rule=rule) for row, rule in _ROWS.items()]
    own = OwnFumble(effect="something unpleasant happens")
    offers.append(Offer(key="own", body=own, rule="FF-FUM-02", fields=(Field("effect", "text", least=1, most=500),)))
    return FumbleEffect(offers=tuple(offers), default="die", attacker=attacker, target=target)


def droppable(state: FantasiaFight, who: str, use: Use | None) -> str | None:
    """The weapon that would be dropped: the attack's, for a spell the first in hand; None for bare hands."""
    hands = lookup.in_hand(state, who)
    if use is not None:
        return use.weapon if use.weapon in hands and not hands[use.weapon].weapon.natural else None
    return next((name for name, held in hands.items() if not held.weapon.natural), None)


def drop(table: Table[FantasiaState], who: str, use: Use | None) -> None:
    """Row 1: the weapon drops at its owner's place.  [FF-FUM-03]"""
    falls = droppable(table.state, who, use)
    if falls is not None:
        place = table.state.fight.combatants[who].place
        table.emit(WeaponDropped(combatant=who, weapon=falls, place=place), rule="FF-FUM-03")


def own_weapon(state: FantasiaFight, who: str, use: Use | None) -> Use:
    """The weapon for hitting oneself: the attack's, or the first in hand, or bare hands."""
    hands = lookup.in_hand(state, who)
    if use is not None and use.weapon in hands:
        return use
    name = next((n for n, held in hands.items() if not held.weapon.natural), None) or next(iter(hands))
    return use_of(state, Attack(attacker=who, target=who, weapon=name))


def hit_oneself(table: Table[FantasiaState], who: str, use: Use | None, *, rule: str = "FF-FUM-07") -> None:
    """Row 5: the damage of a normal hit with one's own weapon, without an attack roll.  [FF-FUM-07]"""
    use = own_weapon(table.state, who, use)
    base = weapon_damage(table, who, use, rule=rule)
    thing = lookup.fighter(table.state, who).weapons[use.weapon].weapon
    hurt(table, who, base, cause=who, nature=nature_of(thing), element=thing.element, rule=rule)


def free_attack(table: Table[FantasiaState], attacker: str, targets: Sequence[str]) -> None:
    """Row 4: the target may strike back, once and free. It is no reaction.  [FF-FUM-06]

    Asked of every target that is visibly able to act; out of reach it finds nothing to choose. It may be a critical;
    its own natural 2 only misses.
    """
    public = table.seen(None).fight.combatants
    who = next((t for t in targets if t in public and lookup.able(public[t])), None)
    if who is None:
        return
    state = commonly_known(table.seen(lookup.seat_of(table.state, who) or table.seat))
    hold: Offer[Any] = Offer(key="hold", body=Hold(), rule="FF-FUM-06")
    offers = (hold, *_openly(attack_options(state, who, (attacker,))))
    question = FreeAttack(offers=offers, default="hold", combatant=who, attacker=attacker)
    with table.during("Fumble", attacker):
        answer = table.ask(table.state.fight.holders(who), question, rule="FF-FUM-06")
    if isinstance(answer, Hold):
        return
    forestall(table, answer)
    if refused(seen_by_actor(table, answer), answer) is None:
        swing(table, answer, rule="FF-FUM-06")
        exert(table, answer, Activity.ATTACK)


def _openly(offers: Sequence[Offer[Any]]) -> list[Offer[Any]]:
    """Offers readable by all: no pick reveals which attribute is higher."""
    return [
        structs.replace(offer, body=structs.replace(offer.body, attribute=EITHER[0])) if offer.body.attribute else offer
        for offer in offers
    ]


def _ally(table: Table[FantasiaState], attacker: str, near: tuple[str, ...]) -> str:
    """Row 6: which ally; the game master picks, by default the nearest.  [FF-FUM-08]"""
    if len(near) == 1:
        return near[0]
    offers = tuple(Offer(key=who, body=Picked(target=who), rule="FF-FUM-08") for who in near)
    question = AllyHit(offers=offers, default=near[0], attacker=attacker)
    return table.ask(table.state.fight.gms(), question, rule="FF-FUM-08").target


def allies_within(
    state: FantasiaFight, who: str, *, reached: Callable[[str], bool], besides: Sequence[str]
) -> tuple[str, ...]:
    """Allies that could be hit by mistake, nearest first: in the fight, in reach, and not the target itself."""
    here = state.fight.combatants
    near = tuple(
        a
        for a in lookup.allies(state, who)
        if a not in besides and here[a].out is None and not lookup.dead(here[a]) and reached(a)
    )
    return distances.nearest_first(state, who, near)
