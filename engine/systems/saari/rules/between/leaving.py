"""What a scene leaves of somebody.  [SA-OUT-01, SA-OUT-15]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kit import DEAD, Combatant, Condition, Standing, State, plain
from engine.systems.saari.content.catalogue import SHIELDS, WEAPONS
from engine.systems.saari.rules.basics import entering, lookup
from engine.systems.saari.rules.basics.lookup import KP
from engine.systems.saari.rules.harm.effects import SHAKEN
from engine.systems.saari.sheet import Sheet
from engine.systems.saari.state import SaariState

LINES = {
    "vitals": "SA-OUT-01",
    "conditions": "SA-OUT-01",
    "sheet.talents": "SA-OUT-15",
    "sheet.ownTalents": "SA-OUT-15",
}
"""By which rule something stays; by CA-01 otherwise."""


def left_of(entered: Standing, end: State[SaariState], combatant: str) -> Standing:
    """Points as they are, what must be shaken off, and the things of its sheet that are left.  [SA-OUT-01]

    Whoever has collapsed comes to 1 body point where somebody of its party stands.
    """
    who = end.fight.combatants[combatant]
    vitals = {name: vital.now for name, vital in who.vitals.items()}
    collapsed = lookup.is_pc(end, combatant) and vitals.get(KP) == 0 and who.out != DEAD
    if collapsed and lookup.comrades(end, combatant):
        vitals[KP] = 1
    return structs.replace(
        entered,
        sheet=_with_things(entered.sheet, end, combatant),
        vitals=vitals,
        conditions=tuple(_lasting(who)),
        dead=who.out == DEAD,
    )


def _lasting(who: Combatant) -> list[Condition]:
    """What neither rounds nor the scene end; who brought it is left behind with the scene."""
    return [
        structs.replace(condition, source=None)
        for condition in who.conditions
        if condition.left is None and condition.until in ("", SHAKEN)
    ]


def _with_things(sheet: dict[str, Any], end: State[SaariState], who: str) -> dict[str, Any]:
    """The sheet without what is used up or lost, and with what was taken; what lies on the ground is picked up."""
    figures = end.own.fighters[who].figures
    if figures is None:
        return sheet
    full = entering.full(msgspec.convert(sheet, Sheet))
    before = entering.figures_of(full)
    lying = {thing.item for thing in end.own.lying}
    made = dict(sheet)
    for name, own, catalogue, had, has in (
        ("weapons", "ownWeapons", WEAPONS, before.weapons, figures.weapons),
        ("shields", "ownShields", SHIELDS, before.shields, figures.shields),
    ):
        _set_changed(made, full, name, own, catalogue, had, {**has, **{key: had[key] for key in had if key in lying}})
    talents = {talent.id for talent in figures.talents}
    for name, own in (("talents", "ownTalents"),):
        if lost := {talent.id for talent in before.talents} - talents:
            _without(made, full, name, own, lost)
    held = made.get("held") or plain(full.held)
    there = {*(figures.weapons), *(figures.shields), *lying}
    if held and not there.issuperset(held):
        made["held"] = [item for item in held if item in there]
    return made


def _set_changed(
    made: dict[str, Any],
    full: Sheet,
    name: str,
    own: str,
    catalogue: Mapping[str, Struct],
    had: Mapping[str, Struct],
    has: Mapping[str, Struct],
) -> None:
    """Take away what is gone, and write what is new, in full where the catalogue has no such thing."""
    if gone := had.keys() - has.keys():
        _without(made, full, name, own, gone)
    for key in has.keys() - had.keys():
        listed = key in catalogue
        kept = made.get(name if listed else own) or plain(getattr(full, name if listed else _python(own))) or []
        made[name if listed else own] = [*kept, key if listed else plain(has[key])]


def _without(made: dict[str, Any], full: Sheet, name: str, own: str, gone: set[str]) -> None:
    for field in (name, own):
        kept = plain(getattr(full, _python(field))) or []
        left = [thing for thing in kept if (thing["id"] if isinstance(thing, dict) else thing) not in gone]
        if left != kept:
            made[field] = left


def _python(field: str) -> str:
    """`ownWeapons` as the sheet's struct names it."""
    return "own_" + field.removeprefix("own").lower() if field.startswith("own") else field
