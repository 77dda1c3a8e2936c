"""Initiative: computed, never rolled; the queue of a round is frozen but for Wait.  [MM-INIT-01 to MM-INIT-05]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, OrderSet, RuleRefusal, Seats, Table
from engine.systems.mongolian_mercenaries.house_rules import WAIT
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.events import InitiativeSet, Waited
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.orders import Wait
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts, because, total
from engine.systems.mongolian_mercenaries.sheet import Preparedness, PreparednessLasts
from engine.systems.mongolian_mercenaries.sides import PARTY, SIDES
from engine.systems.mongolian_mercenaries.state import MercenariesState

PREPARED = {Preparedness.PREPARED: 10, Preparedness.READY: 0, Preparedness.SURPRISED: -10, None: 0}
"""[MM-PREP-02, MM-PREP-03, MM-PREP-04]"""


def parts(state: MercenariesFight, who: str) -> Parts:
    """INC = level + speed + modifiers; without a printed level 0.  [RUL-66]"""
    sheet = lookup.figures(state, who)
    found: Parts = (
        Part("level", sheet.level, "MM-INIT-01", who=who),
        Part("speed", lookup.attribute(state, who, "speed"), "MM-INIT-01", who=who),
        _preparedness(state, who),
    )
    for modifier in state.own.hooks.initiative:
        found += modifier(state, who)
    return found


def _preparedness(state: MercenariesFight, who: str) -> Part:
    """In the first round alone, unless the table agreed otherwise.  [MM-PREP-08, RUL-19]"""
    own = state.own
    began = own.party if lookup.side_of(state, who) == PARTY else own.enemies
    lasts = own.setup.preparedness_lasts is PreparednessLasts.ENCOUNTER or state.fight.round <= 1
    return Part("preparedness", PREPARED[began] if lasts else 0, "MM-PREP-02", who=who)


def set_all(table: Table[MercenariesState]) -> None:
    """The INC of everybody on the field, and the queue, from the highest to the lowest.  [MM-INIT-02, MM-ROUND-01]

    A summoned creature has no place in it.  [MM-MAG-13]
    """
    state = table.state
    there = (who for side in SIDES for who in lookup.active(state, side))
    here = [who for who in there if lookup.patron(state, who) is None]
    for who in here:
        found = parts(state, who)
        told = tuple(Part(part.source, part.amount, part.rule, part.who, closed(state)) for part in found)
        event = InitiativeSet(combatant=who, initiative=total(found))
        table.emit(event, rule="MM-INIT-01", to=recipients_of(state, who), because=because(initiative=told))
    joined = {who: place for place, who in enumerate(state.fight.combatants)}

    def key(who: str) -> tuple[int, int, bool, int]:
        """Ties: higher speed, then the party, then who joined first.  [RUL-18]"""
        speed = lookup.attribute(state, who, "speed")
        return -(inc(table.state, who)), -speed, lookup.side_of(state, who) != PARTY, joined[who]

    announce(table, sorted(here, key=key))


def closed(state: MercenariesFight) -> bool:
    """Whether the figures of opponents are closed: INC would betray speed. The queue is public all the same."""
    return not state.fight.figures_open


def recipients_of(state: MercenariesFight, who: str) -> Seats | None:
    """The seats that may know an INC; null: all."""
    return state.fight.recipients_of(state.fight.combatants[who]) if closed(state) else None


def announce(table: Table[MercenariesState], queue: list[str]) -> None:
    """Tell the queue. All who are hidden are in the complete list, so that nobody learns who of them acts."""
    hidden = [combatant.id for combatant in table.state.fight.hidden if combatant.id not in queue]
    table.emit(OrderSet(turn_order=(*queue, *hidden)), rule="MM-INIT-02")


def inc(state: MercenariesFight, who: str) -> int:
    """The INC of this round, as Wait has left it."""
    found = lookup.fighter(state, who).initiative
    return 0 if found is None else found


def queue(state: MercenariesFight) -> tuple[str, ...]:
    """Those who have a turn in this round, in order; whoever came since has none."""
    return tuple(
        who for who in state.fight.turn_order if who in state.own.fighters and lookup.fighter(state, who).queued
    )


def next_actor(state: MercenariesFight) -> str | None:
    """The first in the queue who is on the field and has not had its turn; None: the round is over.  [MM-ROUND-03]"""
    for who in queue(state):
        if lookup.on_field(state, who) and not lookup.fighter(state, who).acted:
            return who
    return None


# -- Wait
def check_wait(state: MercenariesFight, order: Wait) -> None:
    """Any number of times, while it can be paid; a summoned creature waits with its summoner.  [RUL-87]"""
    if lookup.patron(state, order.combatant) is not None:
        raise RuleRefusal("combatant: it waits when its summoner does", rule="RUL-87", field="combatant")


def wait(table: Table[MercenariesState], order: Wait) -> None:
    """INC falls by 20, and the turn moves behind those of equal INC who have not acted.  [MM-INIT-04]

    The rest of the budget is kept; nobody moves among those who have acted.  [RUL-20]
    """
    who = order.combatant
    lowered = inc(table.state, who) - WAIT.of(table.state.fight)
    waited = Waited(combatant=who, initiative=lowered)
    table.emit(waited, rule="MM-INIT-04", to=recipients_of(table.state, who))
    state = table.state
    others = [combatant for combatant in queue(state) if combatant != who]
    ahead = [other for other in others if lookup.fighter(state, other).acted or inc(state, other) >= lowered]
    place = max((others.index(combatant) + 1 for combatant in ahead), default=0)
    others.insert(place, who)
    announce(table, others)


def wait_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    if lookup.patron(state, who) is None:
        yield Offer("wait", Wait(combatant=who), "MM-ACT-13")
