"""Reading the state: who is in play, who controls a mini, who is its enemy. Nothing here decides."""

from __future__ import annotations

from engine.kit import Combatant, Fault, Point, State, Table
from engine.systems.minis.content.kinds import Kind
from engine.systems.minis.state import Effect, Mini, MinisState

MinisFight = State[MinisState]
"""A fight of this system at one moment."""

LIFE = "life"
"""The vital of a mini."""
MANA = "mana"
"""The vital of a caster where spells cost mana.  [MN-GAP-22]"""


def mini(state: MinisFight, who: str) -> Mini:
    """A combatant's part of the system's state. Fault where there is none."""
    found = state.own.minis.get(who)
    if found is None:
        raise Fault(f"there is no mini {who!r}")
    return found


def life(state: MinisFight, who: str) -> int:
    """Life points that a mini has left."""
    return state.fight.combatants[who].vitals[LIFE].now


def at(state: MinisFight, who: str) -> Point:
    """Where a mini stands. Fault where it stands nowhere."""
    place = state.fight.combatants[who].place
    if place is None or place.point is None:
        raise Fault(f"{who!r} is not on the table")
    return place.point


def stands(bearer: Combatant) -> bool:
    """Whether a combatant is in play: on the table, and not fallen or gone."""
    return bearer.out is None and bearer.place is not None and bearer.place.point is not None


def in_play(state: MinisFight, who: str) -> bool:
    """The same by id; False for somebody unknown."""
    bearer = state.fight.combatants.get(who)
    return bearer is not None and stands(bearer)


def here(state: MinisFight) -> tuple[str, ...]:
    """Everybody in play, in order of joining. Worked out once per state: every way asks."""
    found: tuple[str, ...] | None = state.kept.get(here)
    if found is None:
        everybody = state.fight.combatants.items()
        found = state.kept[here] = tuple([who for who, bearer in everybody if stands(bearer)])
    return found


def known(table: Table[MinisState], who: str) -> MinisFight:
    """The fight as the seat that decides for a mini sees it; the whole of it where that seat does not see the mini."""
    seen = table.seen(table.state.fight.holders(who)[0])
    return seen if who in seen.fight.combatants else table.state


# -- control
def effect_on(state: MinisFight, who: str, spell: str) -> Effect | None:
    """The effect of a spell on a mini, where one lasts."""
    bearer = state.fight.combatants[who]
    for condition in bearer.conditions:
        if condition.kind == spell:
            found = state.own.effects.get(condition.key)
            if found is not None:
                return found
    return None


def commander(state: MinisFight, who: str) -> str | None:
    """The caster that controls a mini by Command or has summoned it; None: only its owner does.  [MN-CMD-01]"""
    for condition in state.fight.combatants[who].conditions:
        if condition.kind == "command" and condition.source in state.fight.combatants:
            return condition.source
    return mini(state, who).summoner


def side_of(state: MinisFight, who: str) -> str:
    """The side that controls a mini at the moment.  [MN-GAP-51]"""
    caster = commander(state, who)
    known = caster is not None and caster in state.fight.combatants
    return state.fight.combatants[caster if known and caster is not None else who].side


def enemies(state: MinisFight, who: str) -> tuple[str, ...]:
    """Everybody in play whom another side controls at the moment. Worked out once per state.  [MN-GAP-51]"""
    found: tuple[str, ...] | None = state.kept.get((enemies, who))
    if found is None:
        mine = side_of(state, who)
        others = tuple([other for other in here(state) if side_of(state, other) != mine])
        found = state.kept[enemies, who] = others
    return found


def sides(state: MinisFight) -> tuple[str, ...]:
    """The sides, in order of joining.  [MN-SET-03]"""
    return tuple(dict.fromkeys(bearer.side for bearer in state.fight.combatants.values()))


def standing_sides(state: MinisFight) -> tuple[str, ...]:
    """The sides that have a living mini; golems and familiars do not count.  [MN-GAP-48]"""
    return tuple(
        dict.fromkeys(
            bearer.side
            for who, bearer in state.fight.combatants.items()
            if stands(bearer) and mini(state, who).kind is Kind.NORMAL
        )
    )


def seat_of(state: MinisFight, who: str) -> str:
    """The first of the seats that decide for a mini at the moment."""
    return state.fight.holders(who)[0]


def owner_seat(state: MinisFight, who: str) -> str:
    """The seat that a mini belongs to; the GM's where it belongs to no seat."""
    owner = state.fight.combatants[who].owner
    return owner if owner in state.fight.seats and owner is not None else state.fight.gms()[0]
