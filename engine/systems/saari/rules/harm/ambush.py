"""W-03, W-04: strikes before the first initiative. Nobody pays for them, and nobody reacts.  [SA-AMB-01 to SA-AMB-04]

Only in a round of actions is there anything to pay a reaction with (`clock.may_react`).
"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Offer, Order, Table
from engine.systems.saari.content.kinds import Defense, Purpose
from engine.systems.saari.rules.basics import gear, lookup
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import battle
from engine.systems.saari.rules.harm.events import AmbushBegan, AmbushStruck
from engine.systems.saari.rules.harm.questions import AskAmbushStrike, AskNpcAmbushStrike, Pass
from engine.systems.saari.rules.roll.riposte import ATTACKS
from engine.systems.saari.sheet import Ambush
from engine.systems.saari.state import Phase, SaariState
from engine.systems.saari.types import Factor, Readied

RESISTED = (Defense.ENDURANCE, Defense.WILL)


def strike_first(table: Table[SaariState]) -> None:
    """Each ambusher in group order makes one attack, or none.  [SA-AMB-01, G-49]"""
    by = table.state.own.setup.ambush
    if by is None:
        return
    characters = by is Ambush.BY_CHARACTERS
    rule = "SA-AMB-01" if characters else "SA-AMB-03"
    table.emit(AmbushBegan(characters=characters), rule=rule)
    for who in lookup.by_group_order(table.state, ambushers(table.state, characters=characters)):
        if lookup.in_play(table.state, who) and len(battle.standing(table.state)) > 1:
            order = _asked(table, who, rule)
            if order is not None:
                table.emit(AmbushStruck(combatant=who), rule=rule)
                with table.during(type(order).__name__, who):
                    table.state.own.order_handlers[type(order)].do(table, order)


def ambushers(state: SaariFight, *, characters: bool) -> tuple[str, ...]:
    """All characters, or all others who are enemies of one."""
    everybody = lookup.here(state)
    pcs = tuple(who for who in everybody if lookup.is_pc(state, who))
    if characters:
        return pcs
    return tuple(who for who in everybody if who not in pcs and any(lookup.are_enemies(state, who, pc) for pc in pcs))


def _asked(table: Table[SaariState], who: str, rule: str) -> Order | None:
    """Its attack. A character who can reach nobody is not asked; how far others reach nobody learns.  [G-66]"""
    seats, pc = table.state.fight.holders(who), lookup.is_pc(table.state, who)
    seen = table.seen(seats[0])
    found = tuple(
        offer
        for deed in table.state.own.order_handlers.values()
        if deed.readied in (Readied.ATTACK, Readied.SPELL)
        for offer in gear.unswapped(deed.options(seen, who))
        if offer.rule != "SA-ACT-10"  # a spell that is no attack
    )
    if not found and pc:
        return None
    kind = AskAmbushStrike if pc else AskNpcAmbushStrike
    question = kind(offers=(Offer("pass", Pass(), rule), *found), default="pass", combatant=who)
    answer: Order | Pass = table.ask(seats, question, rule=rule)
    if isinstance(answer, Pass):
        return None
    table.state.own.order_handlers[type(answer)].check(seen, answer)
    return answer


# -- what it means for a strike
def edge(state: SaariFight, purpose: Purpose) -> list[Factor]:
    """A character's attack from ambush has an advantage.  [SA-AMB-01, SA-EDGE-12]"""
    from_ambush = state.own.phase is Phase.AMBUSH and purpose in ATTACKS
    return [Factor(source="ambush", advantage=True)] if from_ambush else []


def surprising(state: SaariFight, assault: Assault) -> Assault:
    """An attack from ambush is neither parried nor dodged; Endurance and Will stay.  [SA-AMB-03, SA-AMB-04]

    Comrades whom it catches are not ambushed: they dodge.  [G-47]
    """
    if state.own.phase is not Phase.AMBUSH or not lookup.are_enemies(state, assault.attacker, assault.target):
        return assault
    defense = assault.defense if assault.defense in RESISTED else Defense.ARMOR
    return structs.replace(assault, surprise=True, defense=defense)
