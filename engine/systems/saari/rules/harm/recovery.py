"""Getting points back, and waking up.  [SA-KP-03 to SA-KP-06, SA-MP-07, SA-MP-08, SA-REST-01 to SA-REST-04]"""

from __future__ import annotations

from engine.kit import CombatantReturned, Table
from engine.systems.saari.content.kinds import Attribute
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.events import ActionsLost
from engine.systems.saari.rules.basics.lookup import SaariFight, half
from engine.systems.saari.rules.basics.sums import Part, because, total
from engine.systems.saari.state import Phase, SaariState


def heal(table: Table[SaariState], who: str, points: int, *, rule: str) -> None:
    """Give body points, up to the maximum; with one an unconscious character is awake.  [G-39]"""
    table.change(who, lookup.KP, points, rule=rule)
    wake(table, who, rule=rule)


def wake(table: Table[SaariState], who: str, *, rule: str) -> None:
    """Back into the fight, with the actions that it has, but not above the present count.  [G-37]"""
    if table.state.fight.combatants[who].out != lookup.UNCONSCIOUS or not lookup.vital(table.state, who, lookup.KP):
        return
    table.emit(CombatantReturned(combatant=who), rule=rule)
    beyond = lookup.fighter(table.state, who).actions - table.state.own.count
    if table.state.own.phase is Phase.ACTIONS and beyond > 0:
        table.emit(ActionsLost(combatant=who, lost=beyond, left=table.state.own.count), rule="G-37")


def after_scene(table: Table[SaariState]) -> None:
    """W-34: whoever has collapsed is brought to 1 body point, if a comrade stands.  [SA-KP-03, SA-REST-01]"""
    for who in collapsed(table.state):
        if lookup.comrades(table.state, who):
            heal(table, who, 1, rule="SA-KP-03")


def at_milestone(table: Table[SaariState]) -> None:
    """W-35: half of Toughness + 2 body points, half of Discipline + 1 mind points.  [SA-KP-04, SA-MP-07, G-60]"""
    for who in characters(table.state):
        body = (
            Part("toughness", half(lookup.score(table.state, who, Attribute.TOUGHNESS)), "SA-KP-04"),
            Part("base", 2, "SA-KP-04"),
        )
        mind = (
            Part("discipline", half(lookup.score(table.state, who, Attribute.DISCIPLINE)), "SA-MP-07"),
            Part("base", 1, "SA-MP-07"),
        )
        for vital, parts, rule in ((lookup.KP, body, "SA-KP-04"), (lookup.MP, mind, "SA-MP-07")):
            current = table.state.fight.combatants[who].vitals[vital]
            shown = (*parts, Part("ceiling", current.moved(total(parts)) - current.now - total(parts), "G-39"))
            table.change(who, vital, total(parts), rule=rule, because=because(who=who, change=shown))
        wake(table, who, rule="G-60")


def at_base(table: Table[SaariState]) -> None:
    """All points.  [SA-KP-05, SA-MP-08]"""
    for who in characters(table.state):
        for vital, rule in ((lookup.KP, "SA-KP-05"), (lookup.MP, "SA-MP-08")):
            current = table.state.fight.combatants[who].vitals[vital]
            table.change(who, vital, (current.max or current.now) - current.now, rule=rule)
        wake(table, who, rule="SA-KP-05")


def characters(state: SaariFight) -> tuple[str, ...]:
    """The players' characters, whether they stand or not."""
    return tuple(who for who in lookup.actors(state) if lookup.is_pc(state, who))


def collapsed(state: SaariFight) -> tuple[str, ...]:
    """Those of them who are unconscious."""
    return tuple(who for who in characters(state) if state.fight.combatants[who].out == lookup.UNCONSCIOUS)
