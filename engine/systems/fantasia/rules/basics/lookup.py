"""Reading the state: who is there, what they have, who may know it. Nothing here decides."""

from __future__ import annotations

from engine.kit import Combatant, Condition, Fault, Fight, State
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Tag
from engine.systems.fantasia.content.statuses import AtTurnStart, ConditionKind, Master
from engine.systems.fantasia.sheet import Initiative
from engine.systems.fantasia.state import FantasiaState, Fighter, Figures, Held, Where

FantasiaFight = State[FantasiaState]
"""A fight of this system at one moment."""

SURRENDERED = "surrendered"
"""Why whoever has surrendered is out."""


def fighter(state: FantasiaFight, who: str) -> Fighter:
    """A combatant's part of the system's state. Fault where there is none."""
    found = state.own.fighters.get(who)
    if found is None:
        raise Fault(f"there is no fighter {who!r}")
    return found


def figures(state: FantasiaFight, who: str) -> Figures:
    """The figures of a combatant's sheet. Fault where they are closed to the seat whose state this is."""
    found = fighter(state, who).figures
    if found is None:
        raise Fault(f"the figures of {who!r} are closed here")
    return found


def kinds(bearer: Combatant) -> list[tuple[Condition, ConditionKind]]:
    """A combatant's conditions with their effects; those unknown to this system have none."""
    if not bearer.conditions:
        return []  # called for everybody and often, and mostly there are no conditions
    return [(c, CONDITIONS[c.kind]) for c in bearer.conditions if c.kind in CONDITIONS]


def able(bearer: Combatant) -> bool:
    """Whether the combatant may take actions at all.  [FF-KO-08]"""
    return bearer.out is None and all(kind.acts for _, kind in kinds(bearer))


def may_react(bearer: Combatant) -> bool:
    """Whether the conditions allow reactions.  [FF-DEF-03, FF-KO-08]"""
    return able(bearer) and all(kind.reacts for _, kind in kinds(bearer))


def surprised(state: FantasiaFight, who: str) -> bool:
    """Whether an ambush's free turns are running, and this is not an ambusher's ally: no reactions.  [FF-SURP-05]"""
    ambush = state.own.ambush
    return ambush is not None and state.fight.combatants[who].side != ambush.side


def helpless(bearer: Combatant) -> str:
    """The rule by which attacks hit without a roll and deal double; "" where they do not.  [FF-KO-07]"""
    return next((kind.helpless for _, kind in kinds(bearer) if kind.helpless), "")


def blurred(bearer: Combatant) -> bool:
    """Whether attacks against its defence are rolled twice.  [FF-ST-23]"""
    return any(kind.blurred for _, kind in kinds(bearer))


def turned(bearer: Combatant) -> bool:
    """Whether confusion turns it on its allies; for a zombie the game master's command prevails.  [FF-ST-06]"""
    here = kinds(bearer)
    confused = any(kind.starts is not None and kind.starts.effect is AtTurnStart.CONFUSE for _, kind in here)
    return confused and not any(kind.undead for _, kind in here)


def raging(bearer: Combatant) -> str:
    """The rule by which it must attack whenever it can; "" where it need not.  [FF-ST-38]"""
    return next((kind.must_attack for _, kind in kinds(bearer) if kind.must_attack), "")


def hungers(bearer: Combatant) -> bool:
    """Whether it attacks the living first.  [FF-ST-80]"""
    return any(kind.hungers for _, kind in kinds(bearer))


def obeys(bearer: Combatant) -> str:
    """The rule by which its charmer commands it; "" where none does.  [FF-ST-11]"""
    masters = [kind for _, kind in kinds(bearer) if kind.master is not None]
    if any(kind.master is Master.GM for kind in masters):
        return ""
    return next((kind.carries for kind in masters), "")


def bare(bearer: Combatant) -> bool:
    """Whether all its equipment is gone for now.  [FF-ST-73]"""
    return any(kind.bare for _, kind in kinds(bearer))


def undead(state: FantasiaFight, who: str) -> bool:
    """Whether a combatant is undead, by nature or as a zombie. Of a closed sheet only the second is known.

    [FF-ST-35, FF-INT-07]
    """
    sheet = fighter(state, who).figures
    natural = sheet is not None and Tag.UNDEAD in sheet.tags
    return natural or any(kind.undead for _, kind in kinds(state.fight.combatants[who]))


def size_percent(state: FantasiaFight, who: str) -> int:
    """The present size, 100 is normal; at least 1.  [FF-STAT-09, FF-INT-09]"""
    percent, over = fighter(state, who).size_percent, 1
    for _, kind in kinds(state.fight.combatants[who]):
        if kind.size is not None:
            percent, over = percent * kind.size.times, over * kind.size.over
    return max(1, percent // over)


def dead(bearer: Combatant) -> bool:
    """Whether only life magic or a phoenix feather revives it.  [FF-KO-06]"""
    return bearer.has("dead")


def standing(bearer: Combatant) -> bool:
    """Whether it is neither dead, unconscious nor out of the fight."""
    return bearer.out is None and not dead(bearer) and not bearer.has("unconscious")


def on_turn(state: FantasiaFight, who: str) -> bool:
    """Whether it is this combatant's own turn: of all who may be ordered now, the one acting."""
    turn = state.own.turn
    return who in state.fight.acting and turn is not None and turn.combatant == who


def in_hand(state: FantasiaFight, who: str) -> dict[str, Held]:
    """The weapons usable now, natural ones too; none while its equipment is gone."""
    if bare(state.fight.combatants[who]):
        return {}
    return {name: held for name, held in fighter(state, who).weapons.items() if held.where is Where.IN_HAND}


def allies(state: FantasiaFight, who: str) -> tuple[str, ...]:
    """Others of the same side, in order of joining."""
    side = state.fight.combatants[who].side
    return tuple(c.id for c in state.fight.combatants.values() if c.side == side and c.id != who)


def others(state: FantasiaFight, who: str) -> tuple[str, ...]:
    """Everybody else in the fight, enemies first, each in order of joining."""
    side = state.fight.combatants[who].side
    rest = [c for c in state.fight.combatants.values() if c.id != who]
    return tuple(c.id for c in sorted(rest, key=lambda c: c.side == side))


def recipients_of(fight: Fight, who: str) -> tuple[str, ...] | None:
    """The seats that may know its figures; None: everybody."""
    return None if fight.figures_open else fight.recipients_of(fight.combatants[who])


def joint_audience(fight: Fight, who: str, other: str) -> tuple[str, ...] | None:
    """The seats that may know the figures of both; `other` may be an effect instead of a combatant. None: everybody."""
    seats = recipients_of(fight, who)
    if seats is None or other not in fight.combatants:
        return seats
    return tuple(seat for seat in seats if seat in (recipients_of(fight, other) or ()))


def seat_of(state: FantasiaFight, who: str) -> str:
    """The first seat that answers for the combatant."""
    holders = state.fight.holders(who)
    return holders[0] if holders else ""


def in_sides(state: FantasiaFight) -> bool:
    """Whether sides take their turns together in this fight.  [FF-INIT-04]"""
    return state.own.setup.initiative is not Initiative.INDIVIDUAL


def choosing(state: FantasiaFight) -> bool:
    """Whether several may act next, and none of them has taken the turn yet.  [FF-INIT-05]

    It does not depend on their number: a seat need not see all of them.
    """
    return bool(state.fight.acting) and state.own.turn is None


def gm_picks(state: FantasiaFight) -> bool:
    """Whether the game master picks who of several is next: where kinds of action order the turns.  [FF-INIT-07]

    In an ambush the ambushers' side picks nevertheless.
    """
    return choosing(state) and state.own.setup.initiative is Initiative.PHASES and state.own.ambush is None


def holding_order(state: FantasiaFight, whom: tuple[str, ...]) -> tuple[str, ...]:
    """The order in which these readied actions take place: of acting, or, where sides act, of readying."""
    if not in_sides(state):
        return turn_order(state, whom)
    return tuple(sorted(whom, key=lambda who: state.own.holding.index(who) if who in state.own.holding else -1))


def turn_order(state: FantasiaFight, whom: tuple[str, ...]) -> tuple[str, ...]:
    """These in the order of acting; those without a place in it come last, in order of joining."""
    placed = [c for c in state.fight.turn_order if c in whom]
    return (*placed, *(c for c in whom if c not in placed))
