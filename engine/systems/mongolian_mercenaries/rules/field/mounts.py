"""Mounts: rider and mount share one position and one turn.  [MM-MNT-01 to MM-MNT-04, RUL-53]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.content.kinds import FieldType
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.field.events import Dismounted, MountedUp
from engine.systems.mongolian_mercenaries.rules.field.orders import Dismount, Mount
from engine.systems.mongolian_mercenaries.state import MercenariesState

RIDING = "riding"


def refusal(state: MercenariesFight, who: str) -> RuleRefusal | None:
    """Why somebody cannot ride here; None where it can.  [MM-FIELD-02, MM-MNT-01, MM-MNT-02]"""
    mount = lookup.fighter(state, who).mount
    if mount is None or not deck_of(state.own.setup.cards).carries(mount):
        return RuleRefusal("combatant: it has no mount", rule="MM-MNT-01", field="combatant")
    if lookup.battlefield(state).type is not FieldType.OPEN:
        return RuleRefusal("combatant: nobody rides but in the open", rule="MM-MNT-01", field="combatant")
    if lookup.skill(state, who, RIDING) <= 0:
        return RuleRefusal("combatant: it cannot ride", rule="MM-MNT-02", field="combatant")
    return None


def check_mount(state: MercenariesFight, order: Mount) -> None:
    """RuleRefusal where it cannot mount."""
    refused = refusal(state, order.combatant)
    if refused is not None:
        raise refused
    if lookup.fighter(state, order.combatant).mounted:
        raise RuleRefusal("combatant: it is in the saddle already", rule="MM-MNT-01", field="combatant")


def mount(table: Table[MercenariesState], order: Mount) -> None:
    """Into the saddle."""
    up(table, order.combatant)


def up(table: Table[MercenariesState], who: str) -> None:
    """Into the saddle, as an action or as the fight begins."""
    table.emit(MountedUp(combatant=who, mount=lookup.fighter(table.state, who).mount or ""), rule="MM-MNT-01")


def mount_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    body = Mount(combatant=who)
    if legal(check_mount, state, body):
        yield Offer("mount", body, "MM-MNT-01")


def check_dismount(state: MercenariesFight, order: Dismount) -> None:
    """RuleRefusal for who is on foot."""
    if not lookup.fighter(state, order.combatant).mounted:
        raise RuleRefusal("combatant: it is on foot", rule="MM-MNT-01", field="combatant")


def dismount(table: Table[MercenariesState], order: Dismount) -> None:
    """On foot."""
    table.emit(Dismounted(combatant=order.combatant), rule="MM-MNT-01")


def dismount_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    if lookup.fighter(state, who).mounted:
        yield Offer("dismount", Dismount(combatant=who), "MM-MNT-01")


def ride_on(table: Table[MercenariesState], who: str) -> None:
    """Who comes riding is in the saddle as the fight begins, where it can ride at all."""
    fighter = lookup.fighter(table.state, who)
    if (
        fighter.comes_riding
        and not fighter.mounted
        and table.state.fight.round <= 1
        and refusal(table.state, who) is None
    ):
        up(table, who)
