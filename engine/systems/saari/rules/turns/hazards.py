"""The game master's order to spring a hazard: traps, poison, weather, dread.  [SA-DEF-01, SA-DEF-04, G-53]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Fault, Field, Offer, Order, RuleRefusal, Table
from engine.systems.saari.content.kinds import Attack, Kind
from engine.systems.saari.rules.attacks import areas
from engine.systems.saari.rules.basics import clock, lookup, sight
from engine.systems.saari.rules.basics.assault import Assault
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.turns import rounds
from engine.systems.saari.rules.turns.events import HazardSprung
from engine.systems.saari.rules.turns.orders import Spring
from engine.systems.saari.state import Phase, SaariState

RULE = "G-53"


def in_reach(state: SaariFight, hazard: str) -> tuple[str, ...]:
    """The characters in its zone."""
    here = (who for who in lookup.here(state) if lookup.is_pc(state, who))
    return lookup.by_group_order(state, tuple(who for who in here if lookup.same_zone(state, who, hazard)))


def spring(table: Table[SaariState], order: Spring) -> None:
    """The characters defend; one that is no area hazard strikes one of them. RuleRefusal where it cannot be.

    While it is not found, it is a surprise.  [SA-PARRY-09]
    """
    state, who = table.state, order.hazard
    state.fight.require(who)
    hazard = lookup.figures(state, who).hazard
    if state.own.phase is not Phase.ACTIONS:
        raise RuleRefusal("no round of actions is going on", rule="SA-INIT-05", field="hazard")
    if hazard is None or not lookup.in_play(state, who):
        raise RuleRefusal(f"{who} is no hazard in the fight", rule=RULE, field="hazard")
    among = in_reach(state, who)
    for victim in order.victims or ():
        state.fight.require(victim)
        if victim not in among:
            raise RuleRefusal(f"{victim} is no character in its zone", rule=RULE, field="victims")
    victims = tuple(dict.fromkeys(order.victims or (among if hazard.area else among[:1])))
    if not victims:
        raise RuleRefusal(f"nobody is there for {who} to strike", rule=RULE, field="hazard")
    if len(victims) > 1 and not hazard.area:
        raise RuleRefusal("victims: it strikes one of them", rule=RULE, field="victims")
    unseen = {victim: sight.strikes_unseen(state, who, victim) for victim in victims}
    table.emit(HazardSprung(combatant=who, targets=victims, surprise=any(unseen.values())), rule=RULE)
    assaults = tuple(assault_of(state, who, victim) for victim in victims)
    with table.during("Spring", who):
        areas.defended(table, assaults)
    if table.state.fight.acting != (clock.next_actor(table.state),):
        rounds.go_on(table)


def assault_of(state: SaariFight, who: str, victim: str) -> Assault:
    """A hazard as an attack on a character. Fault for who is no hazard."""
    hazard = lookup.figures(state, who).hazard
    if hazard is None:
        raise Fault(f"{who!r} is no hazard")
    return Assault(
        attacker=who,
        target=victim,
        means=lookup.fighter(state, who).ref or "hazard",
        kind=Attack.RANGED,
        kn=hazard.kn,
        damage=hazard.damage,
        defense=hazard.defense,
        effects=hazard.effects,
        surprise=sight.strikes_unseen(state, who, victim),
        area=hazard.area,
        hazard=hazard.kind,
    )


def gm_offers(state: SaariFight) -> Iterator[Offer[Order]]:
    """Each hazard with somebody in its zone."""
    if state.own.phase is not Phase.ACTIONS:
        return
    for who, fighter in state.own.fighters.items():
        among = in_reach(state, who) if fighter.kind is Kind.HAZARD and lookup.in_play(state, who) else ()
        hazard = lookup.figures(state, who).hazard
        if among and hazard is not None:
            most = len(among) if hazard.area else 1
            victims = Field("victims", "some", among, least=1, most=most)
            yield Offer(f"spring-{who}", Spring(hazard=who), RULE, (victims,))
