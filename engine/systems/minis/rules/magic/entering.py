"""From a sheet to a mini: completed, with its content looked up, and paid for.  [MN-SET-01, MN-SET-02]"""

from __future__ import annotations

from engine.kit import Combatant, Place, Point, RuleRefusal, SheetRefused, Vital, collected, completed
from engine.systems.minis.content import catalogue as c
from engine.systems.minis.content.kinds import Armor, Kind, Size
from engine.systems.minis.rules.basics.lookup import LIFE, MANA, MinisFight
from engine.systems.minis.sheet import Sheet, SpellCost
from engine.systems.minis.state import Mini

RULE = "MN-SET-02"
SOUTH = Point(0, 1)


def _needed(sheet: Sheet, name: str) -> int:
    value = getattr(sheet, name)
    if not isinstance(value, int):
        raise SheetRefused(name, "needed of whoever is not of the catalogue", rule=RULE)
    return value


def full(sheet: Sheet) -> Sheet:
    """A sheet with what it takes from the catalogue: a mini, or one that spells summon."""
    return completed(sheet, sheet.ref, {**c.MINIS, **c.SUMMONED}, rule="MN-GAP-23")


def mini_of(sheet: Sheet, facing: Point | None = None) -> Mini:
    """A completed sheet. SheetRefused for one that cannot be played. facing: where the sheet names no direction."""
    sheet = full(sheet)
    if sheet.towards == Point(0, 0):
        raise SheetRefused("towards", "a direction: x and y not both 0", rule="MN-GAP-05")
    arms = collected("weapons", c.WEAPONS, sheet.weapons, sheet.own_weapons, rule=RULE)
    for name, weapon in arms.items():
        if not weapon.melee and not weapon.missile:
            raise SheetRefused("own_weapons", f"{name!r} neither fights in melee nor reaches further", rule=RULE)
    worn = tuple(collected("armor", c.ARMOR, sheet.armor, sheet.own_armor, rule=RULE).values())
    _check_hands(worn, any(weapon.hands > 1 for weapon in arms.values()))
    spells = collected("spells", c.SPELLS, sheet.spells, None, rule=RULE)
    resistances = sheet.resistances or ()
    if len(set(resistances)) < len(resistances):
        raise SheetRefused("resistances", "the same one twice", rule="MN-RES-07")
    # A familiar neither attacks nor casts, whatever is on its sheet.  [MN-GAP-30]
    fights = sheet.kind is not Kind.FAMILIAR
    return Mini(
        level=_needed(sheet, "level"),
        initiative=_needed(sheet, "initiative"),
        movement=_needed(sheet, "movement"),
        attacks=(1 if sheet.attacks is None else sheet.attacks) if fights else 0,
        spell_attacks=(sheet.spell_attacks or 0) if fights else 0,
        size=sheet.size or Size.MEDIUM,
        arms=arms,
        worn=worn,
        spells=tuple(spells),
        resistances=resistances,
        facing=sheet.towards or facing or SOUTH,
        kind=sheet.kind or Kind.NORMAL,
        summoner=sheet.summoner,
        ref=sheet.ref or "",
    )


def _check_hands(worn: tuple[Armor, ...], two_handed: bool) -> None:
    """One shield at most, and none beside a weapon for two hands."""
    shields = sum(piece.is_shield for piece in worn)
    if shields > 1:
        raise SheetRefused("armor", "one shield at most", rule="MN-GAP-14")
    if shields and two_handed:
        raise SheetRefused("armor", "a weapon for two hands leaves none for a shield", rule="MN-GAP-23")


def check_place(place: Place | None) -> None:
    """RuleRefusal for a place that is none of this game."""
    if place is not None and (place.point is None or place != Place(point=place.point)):
        raise RuleRefusal("place: a mini stands at a point of the table", rule="MN-GAP-04", field="place")


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """The kernel's combatant for this sheet. RuleRefusal for one that cannot be played."""
    mini_of(sheet)
    life, mana = _needed(full(sheet), "life"), full(sheet).mana
    vitals = {LIFE: Vital(life, life)} | ({} if mana is None else {MANA: Vital(mana, mana)})
    check_place(place)
    return Combatant(id="", name="", side="", kind=(sheet.kind or Kind.NORMAL).value, vitals=vitals, place=place)


# -- build points
def cost(mini: Mini, spell_cost: SpellCost = SpellCost.PRICE) -> int:
    """What a mini's spells and resistances cost before play.  [MN-OUT-01, MN-OUT-02, MN-GAP-22]

    Spells that cost mana cost nothing before.
    """
    spells = sum(c.SPELLS[spell].build_cost for spell in mini.spells) if spell_cost is SpellCost.PRICE else 0
    return spells + sum(c.PRICES[resistance].build_cost for resistance in mini.resistances)


def spent(state: MinisFight, side: str) -> int:
    """The build points that a side has spent; summoned minis cost nothing."""
    return sum(
        cost(mini, state.own.battle.spell_cost)
        for who, mini in state.own.minis.items()
        if mini.kind is Kind.NORMAL and state.fight.combatants[who].side == side
    )


def require_affordable(state: MinisFight, who: str) -> None:
    """RuleRefusal where a newcomer costs more build points than its side has left.  [MN-GAP-22]"""
    limit, side = state.own.battle.build_points, state.fight.combatants[who].side
    if limit is not None and spent(state, side) > limit:
        raise RuleRefusal(
            f"its side has {limit} build points, and spends {spent(state, side)}", rule="MN-GAP-22", field="sheet"
        )
