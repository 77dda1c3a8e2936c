"""W-25: what the extra successes of an attack are used for.  [SA-XATK-01 to SA-XATK-04]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kit import Field, Offer, Table
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.resolution.events import DamageForgone
from engine.systems.saari.rules.resolution.questions import AskAttackExtras, AttackExtras
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.rules.roll.events import ExtrasSpent
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.state import Roll, SaariState
from engine.systems.saari.types import ExtraUse

DAMAGE = "damage"
"""Where the extras go that buy no effect."""


def choose(table: Table[SaariState], roll: str, plan: Plan) -> AttackExtras | None:
    """Ask the attacker where there is anything but damage; None where nothing is hit.  [SA-XATK-01, SA-XATK-03]"""
    record, assault = tally.roll_of(table.state, roll), plan.assault
    if assault is None or not plan.attacks or not tally.succeeds(record):
        return None
    extras = tally.extras(record)
    offers = tuple(options(record, extras, prices_of(assault)))
    return offers[0].body if len(offers) == 1 else _asked(table, plan, assault, extras, offers)


def spend(table: Table[SaariState], roll: str, plan: Plan, chosen: AttackExtras | None) -> None:
    """Use them as chosen.  [SA-XATK-01 to SA-XATK-04]"""
    assault = plan.assault
    if chosen is None or assault is None:
        return
    extras, prices = tally.extras(tally.roll_of(table.state, roll)), prices_of(assault)
    if chosen.effect is not None:
        table.emit(DamageForgone(roll=roll, combatant=plan.roller, effect=chosen.effect), rule="SA-XATK-04")
    left = extras
    for effect, amount in chosen.uses.items():
        times = amount // prices[effect] if effect != DAMAGE else 0
        if times:
            left -= times * prices[effect]
            spent = ExtrasSpent(
                roll=roll,
                combatant=plan.roller,
                use=ExtraUse.EFFECT,
                amount=times * prices[effect],
                effect=effect,
                times=times,
            )
            table.emit(spent, rule="SA-XATK-02")
    if left and chosen.effect is None:
        damage = ExtrasSpent(roll=roll, combatant=plan.roller, use=ExtraUse.DAMAGE, amount=left)
        table.emit(damage, rule="SA-XATK-01")


def prices_of(assault: Assault) -> dict[str, int]:
    """Effects that the attack may buy, in extras: each at its lowest price.  [SA-XATK-02, G-19]"""
    found: dict[str, int] = {}
    for effect_price in assault.bought:
        found[effect_price.effect] = min(effect_price.price, found.get(effect_price.effect, effect_price.price))
    return found


def options(record: Roll, extras: int, prices: Mapping[str, int]) -> Iterator[Offer[AttackExtras]]:
    """Damage alone; a mix with effects; or no damage at all, for one effect more.

    That last one is of the successes that the roll itself has: not with a mind point, nor against 0, where none is
    left.  [SA-XATK-03, SA-XATK-04, G-16, G-18, G-19]
    """
    yield Offer("damage", AttackExtras(uses={DAMAGE: extras} if extras else {}), "SA-XATK-01")
    affordable = tuple(effect for effect, price in prices.items() if price <= extras)
    if affordable:
        split = Field("uses", "split", (DAMAGE, *affordable), least=extras, most=extras)
        yield Offer("mix", AttackExtras(uses={affordable[0]: extras}), "SA-XATK-02", (split,))
    cheap = tuple(effect for effect, price in prices.items() if price == 1)
    if cheap and not record.mind_point and record.kn is not None and record.kn > 0:
        fields: tuple[Field, ...] = (Field("effect", "one", cheap),)
        if affordable:
            fields += (Field("uses", "split", affordable, least=0, most=extras),)
        body = AttackExtras(uses={affordable[0]: extras} if affordable else {}, effect=cheap[0])
        yield Offer("no-damage", body, "SA-XATK-04", fields)


def _asked(
    table: Table[SaariState], plan: Plan, assault: Assault, extras: int, offers: tuple[Offer[AttackExtras], ...]
) -> AttackExtras:
    question = AskAttackExtras(
        offers=offers,
        default="damage",
        combatant=plan.roller,
        target=assault.target,
        extras=extras,
        damage=assault.damage,
    )
    return table.ask(table.state.fight.holders(plan.roller), question, rule="SA-XATK-03")
