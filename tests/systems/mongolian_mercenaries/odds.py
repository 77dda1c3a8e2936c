"""Orders of Mongolian Mercenaries whose success dice decide, and why of the others no chance is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.kernel.state.events import CombatantOut
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Order
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Cover, Distance, Position, Wound
from engine.systems.mongolian_mercenaries.events import (
    AttackEnded,
    DistanceChanged,
    PositionChanged,
    PreparationKnown,
    RollSettled,
    WeaponTreated,
    WoundsTreated,
)
from engine.systems.mongolian_mercenaries.types import Purpose
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Case
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc


def _of(kind: type[Event]) -> Callable[[Sequence[Event]], bool]:
    return lambda events: any(isinstance(event, kind) for event in events)


def _hit(events: Sequence[Event]) -> bool:
    return any(isinstance(event, AttackEnded) and event.net is not None for event in events)


def _passed(purpose: Purpose) -> Callable[[Sequence[Event]], bool]:
    return lambda events: any(
        isinstance(event, RollSettled) and event.purpose is purpose and event.passed for event in events
    )


def _fight(
    distance: Distance = Distance.CLOSE, ground: Battlefield = PLAIN, enemy: dict[str, Any] | None = None, **sheet: Any
) -> Callable[[], Arena]:
    """Ada, of the game master's, against Bob."""

    def make() -> Arena:
        figures = {"health": 30, "toughness": 10} if enemy is None else enemy
        bout = Bout(pc("ada", "gm", rank=1, lucky=False, **sheet), foe(rank=1, **figures), setup=at(distance, ground))
        bout.begin()
        return bout.arena

    return make


def _after(*corrections: tuple[str, Any], **sheet: Any) -> Callable[[], Arena]:
    """The fight is over, and Ada as she has been corrected."""

    def make() -> Arena:
        bout = Bout(pc("ada", "gm", rank=1, lucky=False, **sheet), foe(rank=1))
        bout.begin()
        bout.order(o.CallOff(), seat="gm")
        for path, value in corrections:
            bout.correct(path, value)
        return bout.arena

    return make


def _treating(wound: str, *labels: str, first_aid: int) -> Case:
    """One wound of a kind is treated; it may take several successes, a magical one twice as many.  [RUL-57]"""
    wounds = {"light": 0, "heavy": 0, "severe": 0, wound.lower(): 1}
    corrections = (("rules.fighters.ada.wounds", wounds), ("rules.fighters.ada.woundLabels", list(labels)))
    return Case(
        make=_after(*corrections, skills={"first_aid": first_aid}, attributes={"toughness": 10}),
        order=o.TreatWounds(combatant="ada", target="ada", wound=Wound[wound]),
        won=_of(WoundsTreated),
        sides=8,
        dice=first_aid,
    )


_TOUGH = {"health": 30, "toughness": 10}
_COVERED = Battlefield(id="covered", name="Covered", positions=(Position(side="enemies", rank=1, cover=Cover.LIGHT),))
_TRAPPED = Battlefield(id="trapped", name="Trapped", positions=(Position(side="party", rank=2, trap="spike_pit"),))

CASES: Mapping[str, Case] = {
    "attack": Case(  # Three dice, of which Dodge takes one plain success and no critical one.
        make=_fight(enemy={"dodge": 1, **_TOUGH}),
        order=o.Attack(combatant="ada", target="bob"),
        won=_hit,
        sides=8,
        dice=3,
    ),
    "attack-into-cover": Case(
        make=_fight(ground=_COVERED), order=o.Attack(combatant="ada", target="bob"), won=_hit, sides=8, dice=2
    ),
    "distance": Case(
        make=_fight(Distance.MEDIUM),
        order=o.ChangeDistance(combatant="ada", target="bob"),
        won=_of(DistanceChanged),
        sides=8,
        dice=2,
    ),
    "distance-on-a-horse": Case(
        make=_fight(Distance.MEDIUM, skills={"riding": 1}, mount="steppe_horse", mounted=True),
        order=o.ChangeDistance(combatant="ada", target="bob"),
        won=_of(DistanceChanged),
        sides=8,
        dice=2,
    ),
    "escape": Case(make=_fight(Distance.FAR), order=o.Escape(combatant="ada"), won=_of(CombatantOut), sides=20, dice=1),
    "disarm": Case(
        make=_fight(ground=_TRAPPED, skills={"security": 3}),
        order=o.DisarmTrap(combatant="ada", position=2),
        won=_of(PositionChanged),
        sides=10,
        dice=1,
    ),
    "set": Case(
        make=_fight(skills={"security": 4}),
        order=o.SetTrap(combatant="ada", trap="mine", position=2),
        won=_of(PositionChanged),
        sides=10,
        dice=1,
    ),
    "spell": Case(  # Magic resistance 2: all three dice must succeed.
        make=_fight(enemy={"ref": "stone_golem"}, skills={"magic_darkness": 3}, spells=("void_bolt",)),
        order=o.Cast(combatant="ada", spell="void_bolt", targets=("bob",)),
        won=_passed(Purpose.SPELL),
        sides=8,
        dice=3,
    ),
    "treatment": Case(
        make=_after(("rules.fighters.ada.wounds", {"light": 1, "heavy": 0, "severe": 0}), skills={"first_aid": 3}),
        order=o.TreatWounds(combatant="ada", target="ada"),
        won=_of(WoundsTreated),
        sides=8,
        dice=3,
    ),
    "treatment of a heavy wound": _treating("HEAVY", first_aid=3),
    "treatment of a severe wound": _treating("SEVERE", first_aid=4),
    "treatment of a magical wound": _treating("LIGHT", "magical_wound", first_aid=3),
    "treatment of a magical heavy wound": _treating("HEAVY", "magical_wound", first_aid=4),
    "treatment beyond the pool": _treating("SEVERE", first_aid=2),
    "repair": Case(
        make=_after(("rules.fighters.ada.damaged", ["sabre"]), skills={"crafting": 4}),
        order=o.Repair(combatant="ada", item="sabre"),
        won=_of(WeaponTreated),
        sides=10,
        dice=1,
    ),
    "identification": Case(
        make=_after(skills={"alchemy": 3}, items=("unknown_potion",)),
        order=o.Identify(combatant="ada", item="unknown_potion"),
        won=_of(PreparationKnown),
        sides=10,
        dice=1,
    ),
}
_BY_CARD = "what its card says; a test of it is told as its dice come"
WITHOUT: Mapping[type[Order], str] = {
    Begin: "initiative is computed",
    o.Block: "no dice",
    o.CallOff: "no dice",
    o.ChangePosition: "a step is certain; a trap there has its own test",
    o.Crouch: "no dice",
    o.Dismount: "no dice",
    o.EndTurn: "no dice",
    o.GoOn: "no dice",
    o.HandOver: "no dice",
    o.LeanOut: "no dice",
    o.Mount: "no dice",
    o.Pray: _BY_CARD,
    o.Recover: "no dice",
    o.Screen: "no dice",
    o.SearchEquipment: "no dice",
    o.Surrender: "no dice",
    o.UseCover: "no dice",
    o.UseItem: _BY_CARD,
    o.UseState: _BY_CARD,
    o.UseTalent: _BY_CARD,
    o.Wait: "no dice",
}
NO_SUCCESS: Mapping[str, str] = {}
"""Rules whose dice succeed at nothing."""
