"""Golem and Familiar: minis that a spell brings into play.  [MN-SPL-11, MN-SPL-12]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import CombatantJoined, Field, Offer, Order, Place, Point, RuleRefusal, Table, is_id, plain
from engine.systems.minis.content.catalogue import SPELLS, SUMMONED
from engine.systems.minis.content.kinds import Kind, Size
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import unseen_ground
from engine.systems.minis.rules.magic import bidding, effects, entering, magic, placing
from engine.systems.minis.rules.magic.orders import Bidding, Cast
from engine.systems.minis.sheet import Sheet
from engine.systems.minis.state import MinisState, StandingOrder, Verb

KINDS = {effects.GOLEM: Kind.GOLEM, effects.FAMILIAR: Kind.FAMILIAR}
NAMES = {effects.GOLEM: "Golem", effects.FAMILIAR: "Familiar"}


# -- what forbids it
def check(state: MinisFight, order: Cast) -> None:
    """RuleRefusal where it cannot appear there: a free point in range and sight, in the caster's front.

    A golem may be put where the familiar sees; its first order is named before the roll.
    [MN-GOL-01, DW-13, DW-14]
    """
    who, golem = order.combatant, order.spell == effects.GOLEM
    magic.require_nothing(order, "target", *(() if golem else ("bidding",)))
    if not golem and magic.familiar_of(state, who) is not None:
        raise refusals.familiar_in_play(who)
    if order.facing == Point(0, 0):
        raise RuleRefusal("facing: a direction, x and y not both 0", rule="MN-GAP-05", field="facing")
    point = magic.point_of(order.place)
    placing.require(state, who, order.spell, point, familiar=golem)
    size = SUMMONED[order.spell].size or Size.MEDIUM
    placing.require_no_barred_water(state, NAMES[order.spell], size, point, walks=False)
    if golem and order.bidding is not None:
        bidding.standing(state, None, order.bidding)


# -- playing it
def do(table: Table[MinisState], order: Cast) -> None:
    """Spend the spell attack, roll at the distance of the point; on success it appears, and has not acted yet.

    [MN-GAP-32]
    """
    who, spell, point = order.combatant, order.spell, magic.point_of(order.place)
    band = magic.band(unseen_ground.as_known(table, who), who, spell, point, familiar=spell == effects.GOLEM)
    if not magic.spend(table, who, spell, place=order.place):
        return
    cause = magic.roll(table, who, spell, band)
    if cause is None:
        return
    summoned = _join(table, who, spell, placing.free(table.state, point), order.facing)
    effects.begin(table, who, summoned, spell, cause=cause)
    if spell == effects.GOLEM:
        first = StandingOrder(verb=Verb.HOLD)
        if order.bidding is not None:
            first = bidding.standing(table.state, None, order.bidding)
        bidding.obeys(table, who, summoned, first, rule="MN-GOL-10")


def sheet_of(state: MinisFight, who: str, spell: str, facing: Point | None) -> Sheet:
    """The sheet of what appears: of the catalogue; a golem has its caster's level.  [MN-GOL-02, MN-GAP-30]"""
    level = lookup.mini(state, who).level if spell == effects.GOLEM else None
    towards = facing or lookup.mini(state, who).facing
    return Sheet(ref=spell, level=level, kind=KINDS[spell], summoner=who, towards=towards)


def _join(table: Table[MinisState], who: str, spell: str, point: Point, facing: Point | None) -> str:
    """It enters the fight on its caster's side, for its caster's participant."""
    sheet, place = sheet_of(table.state, who, spell, facing), Place(point=point)
    made, caster, summoned = entering.combatant_of(sheet, place), table.state.fight.combatants[who], ""
    number = 1
    while not summoned or summoned in table.state.fight.combatants:
        summoned, number = f"{who}-{spell}-{number}", number + 1
        if not is_id(summoned):
            summoned = table.new_id()
    joined = CombatantJoined(
        combatant=summoned,
        name=NAMES[spell],
        side=caster.side,
        owner=caster.owner,
        controller=caster.controller,
        kind=made.kind,
        place=place,
        conditions=(),
        vitals=made.vitals,
        sheet=plain(sheet),
        seen_by=caster.seen_by,
    )
    table.emit(joined, rule=SPELLS[spell].rule)
    return summoned


# -- those that have entered by their sheets
def bind(table: Table[MinisState], before: MinisFight | None = None) -> None:
    """Summoned minis that come into play otherwise than by a cast are under the spell, as if it had just succeeded.

    before: the former state; None: all that are in play have just come. Without its summoner it has no spell.
    [MN-MAG-03, MN-GOL-09]
    """
    spells = {kind: spell for spell, kind in KINDS.items()}
    for who in lookup.here(table.state):
        mini = lookup.mini(table.state, who)
        spell, summoner = spells.get(mini.kind), mini.summoner or ""
        new = before is None or not lookup.in_play(before, who)
        if spell is None or not new or not lookup.in_play(table.state, summoner):
            continue
        if lookup.effect_on(table.state, who, spell) is None:
            effects.begin(table, summoner, who, spell)


# -- offers
def options(state: MinisFight, who: str, spell: str) -> Iterator[Offer[Order]]:
    """One offer with some points; any other that is allowed may be sent."""
    points = placing.points(state, who, spell, check)
    if not points:
        return
    fields = [placing.field_of(state, who, spell, points), Field("facing", "facing")]
    body = Cast(combatant=who, spell=spell, place=Place(point=points[0]), facing=lookup.mini(state, who).facing)
    if spell == effects.GOLEM:
        body = Cast(
            combatant=who, spell=spell, place=body.place, facing=body.facing, bidding=Bidding(verb=Verb.HOLD)
        )  # fmt: skip
        fields.append(bidding.field_of(state, who, None))
    yield Offer(f"cast-{spell}", body, SPELLS[spell].rule, tuple(fields))
