"""What all spells share: range, band, chance, the roll, the price.  [MN-MAG-01, MN-MAG-02]"""

from __future__ import annotations

from engine.kit import Place, Point, RuleRefusal, Table
from engine.kit.plane import squared_distance
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Band, Kind
from engine.systems.minis.ground import INCH
from engine.systems.minis.rules.basics import chances, lookup, positions, refusals
from engine.systems.minis.rules.basics.chances import odds_of, succeeds
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.combat import opportunity
from engine.systems.minis.rules.combat.events import Provocation
from engine.systems.minis.rules.ground import hindrances, water
from engine.systems.minis.rules.magic.events import CastBegan, OrderCalled, SpellRolled
from engine.systems.minis.sheet import SpellCost
from engine.systems.minis.state import MinisState

ROLLED = "MN-MAG-01"


def reach(state: MinisFight, who: str, spell: str) -> int:
    """The range of a spell in hundredths of an inch: 12" and one more for each level of the caster.

    [MN-MAG-02, MN-GAP-21]
    """
    return (SPELLS[spell].range_inches + lookup.mini(state, who).level) * INCH


def familiar_of(state: MinisFight, who: str) -> str | None:
    """The living familiar of a caster; None where it has none.  [MN-GAP-30]"""
    for other in lookup.here(state):
        mini = lookup.mini(state, other)
        if mini.kind is Kind.FAMILIAR and mini.summoner == who:
            return other
    return None


def by_familiar(state: MinisFight, who: str, point: Point) -> bool:
    """Whether a caster's familiar has a point in sight.  [MN-FAM-02]"""
    familiar = familiar_of(state, who)
    return familiar is not None and positions.sees(state, familiar, point)


def band(state: MinisFight, who: str, spell: str, point: Point, *, familiar: bool = False) -> Band:
    """The band of a point. RuleRefusal where a spell cannot be cast there.

    The point is in the caster's front, in sight and in range. familiar: its sight may stand in for both; the band is
    that of the true distance, long beyond the range.  [MN-GAP-05, MN-GAP-28, MN-GAP-43]
    """
    field = "target" if SPELLS[spell].aim.value == "MINI" else "place"
    far, most = squared_distance(lookup.at(state, who), point), reach(state, who, spell)
    found = chances.band_of(far, most)
    if found is None and not familiar:
        raise refusals.out_of_range(far, most, "MN-MAG-02", field)
    if not positions.looks_at(state, who, point):
        raise refusals.not_in_front(who, field)
    if familiar and by_familiar(state, who, point):
        return found or Band.LONG
    if not positions.sees(state, who, point):
        raise refusals.no_line_of_sight("MN-GAP-43", field)
    if found is None:
        raise refusals.out_of_range(far, most, "MN-MAG-02", field)
    return found


def band_at_mini(state: MinisFight, who: str, spell: str, target: str, *, familiar: bool = False) -> Band:
    """The same of a mini; the caster itself is at short range.  [MN-GAP-44]"""
    return Band.SHORT if target == who else band(state, who, spell, lookup.at(state, target), familiar=familiar)


def chance(state: MinisFight, who: str, band: Band, target: str | None) -> Sum:
    """The chance of a spell or an order: by the caster's level; a mini's size and flank count.  [MN-MAG-01, MN-GAP-44]

    target: None for a point, which has neither; the caster itself has no flank.
    """
    found = chances.banded(band, who, lookup.mini(state, who).level)
    if target is None:
        return found
    flank = target != who and positions.from_flank(state, who, target)
    return chances.at_target(found, state, band, target, flank=flank)


def veto(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why a mini can neither cast nor give orders now; None where it can.  [MN-RUN-03, MN-MAG-06, MN-GAP-43]"""
    mini = lookup.mini(state, who)
    return hindrances.veto(
        state,
        who,
        running=refusals.running_cannot_cast,
        left=mini.spell_attacks - mini.used.spell_attacks,
        spent=refusals.no_spell_attacks_left,
    )


def mana_cost(state: MinisFight, spell: str) -> int:
    """The mana that a cast costs: none unless it is agreed so.  [MN-GAP-22]"""
    return SPELLS[spell].build_cost if state.own.battle.spell_cost is SpellCost.MANA else 0


def spend(
    table: Table[MinisState], who: str, spell: str, *, target: str | None = None, place: Place | None = None
) -> bool:
    """A spell attack is spent, and mana where it costs some, whether the spell succeeds or not.  [MN-MAG-06]

    Returns whether the caster goes on: where it is agreed so, enemies may strike at it first.  [MN-GAP-08]
    """
    wet = water.in_penalty(table.state, who)
    event = CastBegan(combatant=who, spell=spell, aimed_at=target, place=place, in_water=wet)
    version, mana = table.emit(event, rule="MN-MAG-06"), mana_cost(table.state, spell)
    if mana:
        table.change(who, lookup.MANA, -mana, rule="MN-GAP-22", because=because(version))
    return opportunity.provoke(table, who, Provocation.CASTING)


def call(table: Table[MinisState], who: str, target: str, *, rule: str) -> None:
    """A spell attack is spent to give an order.  [MN-CMD-02, MN-GOL-03]"""
    event = OrderCalled(combatant=who, target=target, in_water=water.in_penalty(table.state, who))
    table.emit(event, rule=rule)


def roll(
    table: Table[MinisState], who: str, spell: str, band: Band, target: str | None = None, *, rule: str = ROLLED
) -> int | None:
    """Roll a spell or an order. Returns the version of the roll's event; None where it fails.  [MN-MAG-01, MN-GAP-20]

    Of somebody whom not everybody sees only those who do read the roll.
    """
    bearer = table.state.fight.combatants.get(target or "")
    seats = None if bearer is None or bearer.seen_by is None else (*bearer.seen_by, *table.state.fight.gms())
    total = chance(table.state, who, band, target)
    (face,) = table.roll("1d100", by=who, why="spell", rule=rule, to=seats, odds=lambda: odds_of(total))
    rolled, hit = table.last, succeeds(face, total.total)
    event = SpellRolled(
        caster=who, spell=spell, aimed_at=target, chance=total.total, face=face, hit=hit, band=band
    )  # fmt: skip
    version = table.emit(event, rule=rule, because=because(rolled, chance=total))
    return version if hit else None


def require_nothing(order: object, *names: str) -> None:
    """RuleRefusal where an order names something that the spell has no use for."""
    for name in names:
        if getattr(order, name) is not None:
            raise RuleRefusal("this spell has no use for it", rule="MN-GAP-44", field=name)


def point_of(place: Place | None, field: str = "place") -> Point:
    """The point of a place. RuleRefusal where it is missing, or no point."""
    if place is None or place.point is None or place != Place(point=place.point):
        raise RuleRefusal("needed, as a point of the table", rule="MN-GAP-44", field=field)
    return place.point
