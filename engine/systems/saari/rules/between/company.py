"""What a company of Saari keeps between fights, and how its facts change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Struct, structs

from engine.kit import COMBATANT, DEAD, Carried, CombatantJoined, Event, Fight
from engine.systems.saari.content.kinds import Armor, Kind, Shield, Trinket, Weapon
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.between import events as e
from engine.systems.saari.rules.between.types import RiseKind
from engine.systems.saari.rules.turns.events import BaseReached, MilestoneReached
from engine.systems.saari.sheet import Sheet


class Stage(Enum):
    """Where a company is.  [SA-OUT-01]

    BASE: at its base. BRIEFED: there, and it knows what comes.  [SA-OUT-11]  EXPEDITION: on the way.
    """

    BASE = "BASE"
    BRIEFED = "BRIEFED"
    EXPEDITION = "EXPEDITION"


class Possession(Struct, frozen=True, kw_only=True, rename="camel"):
    """A thing that can be carried: one of the four.

    owner: whose own it is, who has put it off; "": the guild's. borrower: who has it now; "": nobody.  [SA-OUT-06]
    """

    weapon: Weapon | None = None
    shield: Shield | None = None
    armor: Armor | None = None
    trinket: Trinket | None = None
    owner: Annotated[str, COMBATANT] = ""
    borrower: Annotated[str, COMBATANT] = ""


class Find(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something found on an expedition: it has no weight.  [SA-OUT-02]

    value: in vouchers; null: not said yet.  [SA-OUT-03]  thing: of a magic item; null: a treasure.  [SA-OUT-06]
    """

    name: str
    value: int | None = None
    thing: Possession | None = None


class Expeditions(Struct, frozen=True, kw_only=True, rename="camel"):
    """A company's part that Saari keeps.

    expeditions: begun so far. milestones: of this expedition. finds: of this expedition, by key.
    vouchers: earned so far, whatever was done with them.  [SA-OUT-08]  levels: that the company has.
    parts: of beasts that are not sold, by name.  [SA-OUT-04]  things: what the guild lends, and what was put off.
    waiting: rises that a member has not chosen yet.  [SA-OUT-09]  start: attributes with which it joined.  [SA-OUT-11]
    lost: talents that a member has lost, and may replace.  [SA-OUT-15]
    """

    stage: Stage = Stage.BASE
    expeditions: int = 0
    milestones: int = 0
    finds: dict[str, Find] = {}
    vouchers: int = 0
    levels: int = 0
    parts: dict[str, int] = {}
    things: dict[str, Possession] = {}
    waiting: dict[Annotated[str, COMBATANT], tuple[RiseKind, ...]] = {}
    start: dict[Annotated[str, COMBATANT], dict[str, int]] = {}
    lost: dict[Annotated[str, COMBATANT], tuple[str, ...]] = {}


def rise_of(level: int, *, free: bool) -> RiseKind:
    """What a level gives: odd ones a talent, even ones a point.  [SA-OUT-09, SA-OUT-10]"""
    if free:
        return RiseKind.EITHER
    return RiseKind.TALENT if level % 2 else RiseKind.ATTRIBUTE


def level_of(vouchers: int, threshold: int) -> int:
    """Levels of so many vouchers: one for each multiple that is passed, not reached.  [SA-OUT-08]"""
    return max(0, -(-vouchers // threshold) - 1)


def _add(many: Mapping[str, int], key: str, count: int) -> dict[str, int]:
    left = many.get(key, 0) + count
    return {**many, key: left} if left else {name: number for name, number in many.items() if name != key}


def _without(many: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in many.items() if name != key}


def _less(waiting: tuple[RiseKind, ...], kind: RiseKind) -> tuple[RiseKind, ...]:
    """Without the first of a kind."""
    place = waiting.index(kind)
    return (*waiting[:place], *waiting[place + 1 :])


def _waits(own: Expeditions, who: str, *kinds: RiseKind) -> Expeditions:
    return structs.replace(own, waiting={**own.waiting, who: (*own.waiting.get(who, ()), *kinds)})


def _briefed(own: Expeditions, event: e.BriefingGiven, fight: Fight) -> Expeditions:
    return structs.replace(own, stage=Stage.BRIEFED)


def _set_out(own: Expeditions, event: e.ExpeditionBegan, fight: Fight) -> Expeditions:
    return structs.replace(own, stage=Stage.EXPEDITION, expeditions=event.number, milestones=0)


def _milestone(own: Expeditions, event: MilestoneReached, fight: Fight) -> Expeditions:
    return structs.replace(own, milestones=own.milestones + 1)


def _returned(own: Expeditions, event: BaseReached, fight: Fight) -> Expeditions:
    return structs.replace(own, stage=Stage.BASE)


def _found(own: Expeditions, event: e.FindRecorded, fight: Fight) -> Expeditions:
    thing = Possession(weapon=event.weapon, shield=event.shield, armor=event.armor, trinket=event.trinket)
    magic = None if thing == Possession() else thing
    return structs.replace(own, finds={**own.finds, event.key: Find(name=event.name, value=event.value, thing=magic)})


def _valued(own: Expeditions, event: e.FindValued, fight: Fight) -> Expeditions:
    find = structs.replace(own.finds[event.key], value=event.value)
    return structs.replace(own, finds={**own.finds, event.key: find})


def _customs(own: Expeditions, event: e.CustomsPassed, fight: Fight) -> Expeditions:
    magic = {key: find.thing for key, find in own.finds.items() if find.thing is not None}
    return structs.replace(own, finds={}, vouchers=own.vouchers + event.paid, things={**own.things, **magic})


def _parts_taken(own: Expeditions, event: e.PartsTaken, fight: Fight) -> Expeditions:
    return structs.replace(own, parts=_add(own.parts, event.beast, event.count))


def _parts_sold(own: Expeditions, event: e.PartsSold, fight: Fight) -> Expeditions:
    parts = _add(own.parts, event.beast, -event.count)
    return structs.replace(own, parts=parts, vouchers=own.vouchers + event.paid)


def _borrowed(own: Expeditions, event: e.ThingTaken, fight: Fight) -> Expeditions:
    thing = own.things[event.key]
    if thing.owner:
        return structs.replace(own, things=_without(own.things, event.key))
    return structs.replace(own, things={**own.things, event.key: structs.replace(thing, borrower=event.combatant)})


def _given_back(own: Expeditions, event: e.ThingReturned, fight: Fight) -> Expeditions:
    thing = structs.replace(own.things[event.key], borrower="")
    return structs.replace(own, things={**own.things, event.key: thing})


def _struck_off(own: Expeditions, event: e.ThingStruckOff, fight: Fight) -> Expeditions:
    return structs.replace(own, things=_without(own.things, event.key))


def _put_off(own: Expeditions, event: e.ThingPutOff, fight: Fight) -> Expeditions:
    thing = Possession(weapon=event.weapon, shield=event.shield, owner=event.combatant)
    return structs.replace(own, things={**own.things, event.key: thing})


def _rose(own: Expeditions, event: e.CompanyRose, fight: Fight) -> Expeditions:
    own = structs.replace(own, levels=event.level)
    for who, combatant in fight.combatants.items():
        if combatant.kind == Kind.PC.value and combatant.out != DEAD:
            own = _waits(own, who, event.gives)
    return own


def _joined(own: Expeditions, event: CombatantJoined, fight: Fight) -> Expeditions:
    """Somebody new has the company's level: what it gave waits.  [SA-OUT-08]"""
    if event.kind != Kind.PC.value or event.sheet is None:
        return own
    figures = entering.figures_of(entering.full(msgspec.convert(event.sheet, Sheet)))
    own = structs.replace(own, start={**own.start, event.combatant: figures.attributes})
    if not own.levels:
        return own
    return _waits(own, event.combatant, *(rise_of(level, free=False) for level in range(1, own.levels + 1)))


def _risen(own: Expeditions, event: e.RiseTaken, fight: Fight) -> Expeditions:
    own = structs.replace(
        own, waiting={**own.waiting, event.combatant: _less(own.waiting[event.combatant], event.uses)}
    )
    return _waits(own, event.combatant, RiseKind.LEARNING) if event.learned else own


def _talent_lost(own: Expeditions, event: e.TalentLost, fight: Fight) -> Expeditions:
    mine = own.lost.get(event.combatant, ())
    return structs.replace(own, lost={**own.lost, event.combatant: (*mine, event.talent)})


def _carried(own: Expeditions, event: Carried, fight: Fight) -> Expeditions:
    """A talent that a fight has taken from a sheet is lost, and may be replaced.  [SA-OUT-15]"""
    if event.about not in (("talents",), ("ownTalents",)):
        return own
    left = {_id(talent) for talent in event.value or ()}
    for talent in event.entered_as or ():
        if _id(talent) not in left:
            own = _talent_lost(own, e.TalentLost(combatant=event.combatant, talent=_id(talent)), fight)
    return own


def _id(talent: Any) -> str:
    return str(talent["id"]) if isinstance(talent, dict) else str(talent)


def _replaced(own: Expeditions, event: e.TalentReplaced, fight: Fight) -> Expeditions:
    mine = tuple(talent for talent in own.lost.get(event.combatant, ()) if talent != event.lost)
    return structs.replace(own, lost={**own.lost, event.combatant: mine})


HANDLERS: Mapping[type[Event], Callable[[Expeditions, Any, Fight], Expeditions]] = MappingProxyType(
    {
        e.BriefingGiven: _briefed,
        e.ExpeditionBegan: _set_out,
        MilestoneReached: _milestone,
        BaseReached: _returned,
        e.FindRecorded: _found,
        e.FindValued: _valued,
        e.CustomsPassed: _customs,
        e.PartsTaken: _parts_taken,
        e.PartsSold: _parts_sold,
        e.ThingTaken: _borrowed,
        e.ThingReturned: _given_back,
        e.ThingStruckOff: _struck_off,
        e.ThingPutOff: _put_off,
        e.CompanyRose: _rose,
        CombatantJoined: _joined,
        Carried: _carried,
        e.RiseTaken: _risen,
        e.TalentLost: _talent_lost,
        e.TalentReplaced: _replaced,
    }
)


def evolve(own: Expeditions, event: Event, fight: Fight) -> Expeditions:
    """After an event; the same object where nothing changes."""
    handler = HANDLERS.get(type(event))
    return own if handler is None else handler(own, event, fight)


def seen(own: Expeditions, fight: Fight, seat: str | None) -> Expeditions:
    """Without those of whom a seat does not know."""
    if fight.is_gm(seat):
        return own
    known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
    things = {
        key: structs.replace(thing, borrower=thing.borrower if thing.borrower in known else "")
        for key, thing in own.things.items()
        if not thing.owner or thing.owner in known
    }
    return structs.replace(
        own,
        things=things,
        start={who: scores for who, scores in own.start.items() if fight.figures_open or who in fight.close(seat)},
        waiting={who: kinds for who, kinds in own.waiting.items() if who in known},
        lost={who: talents for who, talents in own.lost.items() if who in known},
    )
