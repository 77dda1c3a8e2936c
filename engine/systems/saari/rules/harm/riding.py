"""The orders to get on a mount and off it.  [SA-MOUNT-01, G-63]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.rules.basics import companions
from engine.systems.saari.rules.basics.events import Mounted
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm.orders import Dismount, Mount
from engine.systems.saari.state import SaariState

RULE = "G-63"


def cost(state: SaariFight, order: Mount | Dismount) -> int:
    """2 actions, as of anything that has no cost of its own.  [G-63]"""
    return 2


def check_mount(state: SaariFight, order: Mount) -> None:
    """RuleRefusal unless the mount is free and near, and the rider on foot."""
    state.fight.require(order.mount)
    if not companions.can_ride(state, order.combatant, order.mount):
        text = f"{order.combatant} cannot get on {order.mount}: it takes a free mount of one's own side in one's zone"
        raise RuleRefusal(text, rule=RULE, field="mount")


def mount(table: Table[SaariState], order: Mount) -> None:
    """It rides from now on."""
    if companions.can_ride(table.state, order.combatant, order.mount):
        table.emit(Mounted(combatant=order.combatant, mount=order.mount), rule="SA-MOUNT-01")


def mounts(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Every mount that it could get on."""
    free = tuple(combatant for combatant in state.fight.combatants if companions.can_ride(state, who, combatant))
    if free:
        yield Offer("mount", Mount(combatant=who, mount=free[0]), RULE, (Field("mount", "one", free),))


def check_dismount(state: SaariFight, order: Dismount) -> None:
    """RuleRefusal for who rides nothing."""
    if companions.mount_of(state, order.combatant) is None:
        raise RuleRefusal(f"{order.combatant} rides nothing", rule=RULE, field="combatant")


def dismount(table: Table[SaariState], order: Dismount) -> None:
    """It is on foot from now on."""
    companions.dismount(table, order.combatant, rule=RULE)


def dismounts(state: SaariFight, who: str) -> Iterator[Offer[Order]]:
    """Riding."""
    if companions.mount_of(state, who) is not None:
        yield Offer("dismount", Dismount(combatant=who), RULE)
