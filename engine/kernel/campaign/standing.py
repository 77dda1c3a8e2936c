"""What a member has on him: as it stands in a campaign, and as he enters a fight with it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import entering
from engine.kernel.space.plane.points import Point
from engine.kernel.state.campaign import DEAD, Standing
from engine.kernel.state.combatant import Cell, Combatant, Place
from engine.kernel.state.events import CombatantJoined
from engine.kernel.state.fight import State
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Draft, Recorded, plain

_PLACES = (None, Place(cell=Cell(0, 0)), Place(point=Point(0, 0)))


def nowhere(system: RuleSystem[Any], sheet: Any) -> Combatant:
    """Somebody as a game would see him in a fight, but in no place. RuleRefusal for a sheet that cannot be played.

    A game that wants a place of whoever enters gets one that stands for none.
    """
    refused: RuleRefusal | None = None
    for place in _PLACES:
        try:
            return structs.replace(system.enter(sheet, place), place=None)
        except RuleRefusal as refusal:
            if refusal.field.partition(".")[0] != "place":
                raise
            refused = refused or refusal
    raise refused or Fault("there is no place")


def standing_of(state: State[Any], member: str) -> Standing:
    """What a member of a campaign has on him now."""
    who, kept = state.fight.combatants[member], state.own.members[member]
    if kept.sheet is None:
        raise Fault(f"the sheet of {member!r} is not there")
    vitals = {name: vital.now for name, vital in who.vitals.items()}
    return Standing(kept.sheet, vitals, who.conditions, who.out == DEAD)


def standing_at_entry(event: CombatantJoined) -> Standing:
    """What somebody has entered a fight with."""
    vitals = {name: vital.now for name, vital in (event.vitals or {}).items()}
    return Standing(event.sheet or {}, vitals, event.conditions)


def alone_in_fight(book: Rulebook[Any], state: State[Any], member: str, standing: Standing) -> State[Any] | None:
    """A fight of the game that a member has just entered, nobody else being there; None where the game has none such.

    book: the game's. What the member is called there is its id. A fight without a setup is meant: what one of its own
    changes of somebody is not shown.
    """
    try:
        setup = msgspec.convert({}, book.system.setup)
        who = state.fight.combatants[member]
        raw = entry_of(book, standing, id=member, name=who.name, side=who.side, seat=who.controller)
        fight = structs.replace(state.fight, combatants={}, sides={}, ground=None)
        joined = entering.joined_event(book.system, msgspec.convert(raw, book.enter), fight)
        return book.evolve(State(fight, book.system.begin(setup)), Recorded(2, "", Draft(joined)))
    except (msgspec.ValidationError, RuleRefusal):
        return None


def digest_of(standing: Standing) -> str:
    """Hex SHA-256 of what somebody has on him."""
    return hashlib.sha256(canonical(standing)).hexdigest()


def entry_of(book: Rulebook[Any], standing: Standing, **named: Any) -> dict[str, Any]:
    """The Enter order of a fight, as JSON, for somebody with this on him. book: the game's. named: id, name, side ...

    What the sheet brings by itself is not said again.
    """
    sheet = msgspec.convert(standing.sheet, book.system.sheet)
    fresh = nowhere(book.system, sheet)
    conditions = [condition for condition in standing.conditions if condition not in fresh.conditions]
    made = {name: value for name, value in named.items() if value is not None}
    made |= {"sheet": standing.sheet}
    vitals = {name: now for name, now in standing.vitals.items() if name in fresh.vitals}
    if vitals:
        made["vitals"] = vitals
    if conditions:
        made["conditions"] = plain(conditions)
    return made
