"""Mounts and allies: whom they belong to, who defends them, what they count for.

[SA-MOUNT-01 to SA-MOUNT-04, SA-ALLY-01 to SA-ALLY-08]
"""

from __future__ import annotations

from engine.kit import Moved, Offer, Table
from engine.systems.saari.content.kinds import Kind, Trait
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.events import Dismounted, Mounted
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.questions import AllyHarm, AskAllyHarm, AskNpcHarm
from engine.systems.saari.state import SaariState


def mount_of(state: SaariFight, rider: str) -> str | None:
    """What a combatant rides; None: it is on foot, or its mount has no figures of its own."""
    return lookup.fighter(state, rider).mount


def rider_of(state: SaariFight, mount: str) -> str | None:
    """Who rides a mount; None: nobody."""
    return next((who for who, fighter in state.own.fighters.items() if fighter.mount == mount), None)


def is_mounted(state: SaariFight, who: str) -> bool:
    """Whether a combatant rides.  [SA-MOUNT-01]"""
    fighter = lookup.fighter(state, who)
    return fighter.mount is not None or (fighter.figures is not None and Trait.MOUNTED in fighter.figures.traits)


def is_giant(state: SaariFight, who: str) -> bool:
    """Whether mounted melee has no advantage against it.  [SA-MOUNT-02]"""
    sheet = lookup.fighter(state, who).figures
    return sheet is not None and Trait.GIANT in sheet.traits


def defender(state: SaariFight, struck: str) -> str | None:
    """With whose figures a mount or a linked ally is defended; None: it is neither, or alone.  [SA-MOUNT-04, G-40]"""
    fighter = lookup.fighter(state, struck)
    who = rider_of(state, struck) if fighter.kind is Kind.MOUNT else None
    if fighter.kind is Kind.ALLY and fighter.figures is not None and fighter.figures.linked:
        who = fighter.figures.patron
    known = state.own.fighters.get(who) if who is not None else None
    return who if known is not None and known.kind in lookup.ACTORS else None


def engaged_as(state: SaariFight, struck: str) -> str:
    """Who is in an engagement for somebody: for a mount its rider.  [G-69]"""
    rider = rider_of(state, struck)
    return struck if rider is None else rider


def targets(state: SaariFight, who: str) -> tuple[str, ...]:
    """Whom a single attack may name: enemies, then what they ride, and their allies that can be harmed.

    [G-40, G-44, SA-ALLY-02, W-28]
    """
    found = tuple(
        other
        for other in state.fight.combatants
        if lookup.in_play(state, other) and lookup.are_enemies(state, who, other) and _attackable(state, other)
    )
    return tuple(sorted(found, key=lambda other: lookup.fighter(state, other).kind not in lookup.ACTORS))


def along_with(state: SaariFight, target: str) -> tuple[str, ...]:
    """For whom the one roll of somebody against an area counts too: its mount, and linked allies that it defends there.

    [G-40, G-44]
    """
    mount = mount_of(state, target)
    linked = (who for who in allies(state) if defender(state, who) == target and lookup.same_zone(state, who, target))
    return (*(() if mount is None else (mount,)), *linked)


def allies(state: SaariFight) -> tuple[str, ...]:
    """Allies in play."""
    return tuple(
        who for who, fighter in state.own.fighters.items() if fighter.kind is Kind.ALLY and lookup.in_play(state, who)
    )


def in_area(state: SaariFight, attacker: str, zone: str, struck: tuple[str, ...]) -> tuple[str, ...]:
    """Allies in a zone that an attack on all of it harms: linked ones, and others where that is so in this scene.

    struck: who else is; whom one of those defends is struck along with it. Of its own side a character's attack
    catches linked ones, an NPC's none.  [SA-ALLY-02, SA-ALLY-08, G-40, G-54]
    """
    caught = lookup.is_pc(state, attacker)
    return tuple(
        who
        for who in allies(state)
        if lookup.zone(state, who) == zone
        and defender(state, who) not in struck
        and (_attackable(state, who) if lookup.are_enemies(state, attacker, who) else caught and _is_linked(state, who))
    )


def _attackable(state: SaariFight, who: str) -> bool:
    kind = lookup.fighter(state, who).kind
    if kind is Kind.MOUNT:
        return rider_of(state, who) is not None
    if kind is Kind.ALLY:
        return _is_linked(state, who) or state.own.setup.allies_harmable
    return kind in lookup.ACTORS


def _is_linked(state: SaariFight, who: str) -> bool:
    sheet = lookup.fighter(state, who).figures
    return sheet is not None and sheet.linked


def harmed(table: Table[SaariState], assault: Assault) -> bool:
    """Whether an attack in which no character is concerned hits: the game master says so. Default: no.

    [G-54, SA-ALLY-02]
    """
    is_ally = lookup.fighter(table.state, assault.struck).kind is Kind.ALLY
    kind, rule = (AskAllyHarm, "SA-ALLY-02") if is_ally else (AskNpcHarm, "G-54")
    question = kind(
        offers=(
            Offer("unharmed", AllyHarm(harmed=False), rule),
            Offer("harmed", AllyHarm(harmed=True), rule),
        ),
        default="unharmed",
        combatant=assault.attacker,
        target=assault.struck,
    )
    return table.ask(table.state.fight.gms(), question, rule=rule).harmed


# -- riding
def mount_all(table: Table[SaariState]) -> None:
    """Whoever begins the fight in the zone of its mount rides it."""
    for mount, fighter in table.state.own.fighters.items():
        rider = fighter.figures.patron if fighter.figures is not None and fighter.kind is Kind.MOUNT else None
        if rider is not None and can_ride(table.state, rider, mount):
            table.emit(Mounted(combatant=rider, mount=mount), rule="SA-MOUNT-01")


def can_ride(state: SaariFight, rider: str, mount: str) -> bool:
    """Whether a mount is free, of the same side, and in the same zone, and the rider is on foot."""
    return (
        lookup.in_play(state, rider)
        and lookup.in_play(state, mount)
        and lookup.fighter(state, mount).kind is Kind.MOUNT
        and not lookup.are_enemies(state, rider, mount)
        and lookup.same_zone(state, rider, mount)
        and rider_of(state, mount) is None
        and not is_mounted(state, rider)
    )


def dismount(table: Table[SaariState], rider: str, *, rule: str) -> None:
    """Who rides is on foot from now on, in the same zone."""
    mount = mount_of(table.state, rider)
    if mount is not None:
        table.emit(Dismounted(combatant=rider, mount=mount), rule=rule)


def take_along(table: Table[SaariState], rider: str) -> None:
    """A mount goes where its rider goes."""
    mount = mount_of(table.state, rider)
    if mount is None:
        return
    from_, to = table.state.fight.combatants[mount].place, table.state.fight.combatants[rider].place
    if from_ != to:
        table.emit(Moved(combatant=mount, from_=from_, to=to), rule="SA-MOUNT-01")


def fall_with(table: Table[SaariState], who: str) -> None:
    """Who has fallen rides no more, and carries nobody.  [G-44]"""
    rider = rider_of(table.state, who)
    dismount(table, who if rider is None else rider, rule="G-44")
