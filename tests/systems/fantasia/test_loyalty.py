"""Whose will it is, and what he still does not do: the charmed do not give their lives, zombies attack and move."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Cell
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Affinity, Element, Relation, Source, Spell, Spread, Tag
from engine.systems.fantasia.events import AttackRolled
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.systems.fantasia.bout import Bout, at, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Patch, Setup
from tests.systems.fantasia.test_status import cast, lying

BLAST = Spell(id="blast", name="Blast", damage=2, spread=Spread.AREA, radius_metres=1, element=Element.FIRE)
BOLT = Spell(id="bolt", name="Bolt", damage=2)


def charmed(figures: Sheet, *others: Any, hp: int, conditions: tuple[str, ...] = (), **more: Any) -> Bout:
    """The foe's turn, whom Ana's hero has charmed; he has so many points."""
    bearer = foe(figures=figures, vitals={"hp": hp}, conditions=(lying("charmed", source="hero"), *conditions), **more)
    bout = Bout(bearer, hero(figures=sheet(hp=99), place=at(9, 9) if "place" in more else None), *others)
    assert bout.state.fight.holders("foe") == ("ana",)
    return bout


def targets(bout: Bout, key: str, field: str = "targets") -> tuple[Any, ...]:
    """What is offered for a field; () where the order is not offered at all."""
    return next((f.picks for o_ in bout.offers("foe") if o_.key == key for f in o_.fields if f.name == field), ())


@pytest.mark.rule("FF-ST-11")
@pytest.mark.parametrize(("hp", "obeys"), [(12, False), (13, True)])
def test_ff_st_11_no_magic_that_could_take_his_own_last_point(hp: int, obeys: bool) -> None:
    """Two dice at most do 12: with 13 points he obeys; with 12 only where it does not reach himself."""
    near, far = hero("near", place=at(1)), hero("far", place=at(3))
    bout = charmed(sheet(hp=20, mp=9, own_spells=(BLAST,)), near, far, hp=hp, place=at(0))
    assert ("near" in targets(bout, "cast-blast")) is obeys
    assert "far" in targets(bout, "cast-blast")
    if obeys:
        bout.order(cast("blast", "near", caster="foe"))
        bout.answer("unwilling", 6, 5, 6, 6)
        assert bout.hp("foe") == 1
        return
    refusal = bout.refuse(cast("blast", "near", caster="foe"))
    assert (refusal.rule, "his life" in refusal.reason) == ("FF-ST-11", True)
    assert bout.refuse(cast("blast", "near", caster="foe"), seat="gm").rule == "FF-ST-11"
    bout.order(cast("blast", "far", caster="foe"), 1, 2)


@pytest.mark.rule("FF-ST-11")
def test_ff_st_11_his_own_master_may_do_it() -> None:
    """The same position without the charm; and a zombie, charmed or not, is the game master's."""
    figures = sheet(hp=20, mp=9, own_spells=(structs.replace(BLAST, granted_by=Source.ITEM),))
    for conditions in ((), (lying("charmed", source="near"), "zombie")):
        bearer = foe(figures=figures, vitals={"hp": 1}, place=at(0), conditions=conditions)
        bout = Bout(bearer, hero("near", place=at(1)))
        assert bout.state.fight.holders("foe") == ("gm",)
        seen = [offer for offer in bout.offers("foe") if offer.key == "cast-blast"]
        assert [f.among for offer in seen for f in offer.fields] == [("near", "foe")]


@pytest.mark.rule("FF-ST-11", "FF-CRIT-05")
@pytest.mark.parametrize(("hp", "obeys"), [(24, False), (25, True)])
def test_ff_st_11_a_mirror_and_two_sixes_are_reckoned_with(hp: int, obeys: bool) -> None:
    """What comes back from one target can be doubled: 24."""
    mirror = hero("mirror", conditions=("reflect",))
    bout = charmed(sheet(hp=40, mp=9, own_spells=(BOLT,)), mirror, hp=hp)
    assert ("mirror" in targets(bout, "cast-bolt")) is obeys
    assert "hero" in targets(bout, "cast-bolt")
    if obeys:
        bout.order(cast("bolt", "mirror", caster="foe"), 6, 6, 6, 6)
        assert bout.hp("foe") == 1
    else:
        assert bout.refuse(cast("bolt", "mirror", caster="foe")).rule == "FF-ST-11"


@pytest.mark.rule("FF-ST-11", "FF-ELEM-03")
@pytest.mark.parametrize(
    ("relation", "hp", "obeys"),
    [(Relation.ABSORB, 1, True), (Relation.IMMUNE, 1, True), (Relation.RESIST, 7, True), (Relation.WEAK, 24, False)],
)
def test_ff_st_11_his_affinities_count(relation: Relation, hp: int, obeys: bool) -> None:
    """What is nothing to him, or heals him, costs no life; half of 12 leaves 1 of 7; double takes all 24."""
    affinities = (Affinity(element=Element.FIRE, relation=relation),)
    figures = sheet(hp=40, mp=9, own_spells=(BLAST,), affinities=affinities)
    bout = charmed(figures, hero("near", place=at(1)), hp=hp, place=at(0))
    assert ("near" in targets(bout, "cast-blast")) is obeys


@pytest.mark.rule("FF-ST-11", "FF-ST-78")
@pytest.mark.parametrize(("hp", "obeys"), [(10, False), (11, True)])
def test_ff_st_11_the_undead_do_not_drink_their_death(hp: int, obeys: bool) -> None:
    """A potion takes 10 from him; Cure two dice, doubled by two sixes; a feather all he has."""
    figures = sheet(
        hp=40,
        mp=9,
        tags=(Tag.UNDEAD,),
        spells=("cure", "life"),
        items=(Stock(item="potion"), Stock(item="phoenix_feather")),
    )
    bout = charmed(figures, hp=hp)
    assert ("foe" in targets(bout, "item-potion", "target")) is obeys
    assert "hero" in targets(bout, "item-potion", "target")
    assert "foe" not in targets(bout, "item-phoenix_feather", "target")
    assert not {"foe"} & {*targets(bout, "cast-cure"), *targets(bout, "cast-life")}
    order = o.UseItem(combatant="foe", item="potion", target="foe")
    if obeys:
        bout.order(order)
        assert bout.hp("foe") == 1
    else:
        assert bout.refuse(order).rule == "FF-ST-11"


@pytest.mark.rule("FF-ST-11", "FF-MOVE-06")
@pytest.mark.parametrize(("hp", "obeys"), [(18, False), (19, True)])
def test_ff_st_11_he_does_not_jump_where_he_could_fall_to_his_death(hp: int, obeys: bool) -> None:
    """Over a ditch 3 m deep: who falls into it can lose 18."""
    ditch = (Patch(x=1, y=-9, columns=2, rows=19, height=-3),)
    bearer = foe(
        figures=sheet(hp=40),
        vitals={"hp": hp},
        place=cell(0, 0, "NORTH"),
        conditions=(lying("charmed", source="hero"),),
    )
    bout = Bout(bearer, hero(place=cell(30, 30)), setup=Setup(grid=Grid(terrain=ditch)))
    over = o.Jump(combatant="foe", to=cell(3, 0))
    assert (cell(3, 0).cell in {place.cell for place in targets(bout, "jump", "to")}) is obeys
    assert Cell(0, 3) in {place.cell for place in targets(bout, "jump", "to")}
    if obeys:
        bout.order(over)
        bout.answer("agility", 1, 2, 6)
        assert bout.hp("foe") == 1
    else:
        assert bout.refuse(over).rule == "FF-ST-11"


@pytest.mark.rule("FF-ST-11", "FF-READY-01")
def test_ff_st_11_nor_with_what_he_holds_ready() -> None:
    """What is picked as it goes off is picked without it."""
    figures = sheet(hp=20, mp=9, own_spells=(BOLT,))
    bout = charmed(figures, hero("mirror", conditions=("reflect",)), hp=20)
    bout.order(o.Ready(combatant="foe", action=o.Readied.CAST))
    bout.end("foe")
    bout.order(o.Defend(combatant="hero"))
    (bolt,) = [offer for offer in bout.waiting[0].offers if offer.key == "cast-bolt"]
    assert bolt.fields[0].among == ("hero",)


# -- zombies
@pytest.mark.rule("FF-ST-80", "FF-ST-77")
def test_ff_st_80_a_zombie_attacks_and_moves_and_does_what_serves_that() -> None:
    """Weapons and bare hands, going and getting up; no items, no defence, nothing held back or put off."""
    figures = sheet(weapons=("sword", "bow"), items=(Stock(item="potion"),), mp=9, spells=("fire",))
    bout = Bout(hero(figures=figures, conditions=("zombie", "prone")), foe())
    kinds = {type(offer.body) for offer in bout.offers("hero", seat="gm")}
    assert kinds == {o.Attack, o.Grapple, o.Move, o.StandUp, o.Draw, o.EndTurn}
    for order in (
        o.UseItem(combatant="hero", item="potion", target="hero"),
        o.Defend(combatant="hero"),
        o.Ready(combatant="hero", action=o.Readied.ATTACK),
        o.Delay(combatant="hero"),
        o.OtherAction(combatant="hero", purpose="beg"),
    ):
        assert bout.refuse(order, seat="gm").rule == "FF-ST-80"


@pytest.mark.rule("FF-ST-80")
def test_ff_st_80_by_default_it_goes_for_the_nearest_who_lives() -> None:
    """Of either side, and for the undead last; all may be picked."""
    bout = Bout(
        hero(figures=sheet(weapons=("bow",)), conditions=("zombie",), place=at(0)),
        foe("far", place=at(6)),
        foe("shade", conditions=("zombie",), place=at(1)),
        hero("friend", place=at(4)),
    )
    (shot,) = [offer for offer in bout.offers("hero", seat="gm") if offer.key == "attack-bow"]
    assert (shot.body.target, shot.fields[0].among) == ("friend", ("friend", "far", "shade"))
    bout.order(shot.body, 1, 2, seat="gm")
    assert bout.the(AttackRolled).target == "friend"


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_by_default_the_berserk_go_for_the_nearest_enemy() -> None:
    """Not for the first who joined."""
    figures = sheet(weapons=("bow",))
    bout = Bout(
        hero(figures=figures, conditions=("berserk",), place=at(0)), foe("far", place=at(6)), foe("near", place=at(2))
    )
    (shot,) = [offer for offer in bout.offers("hero") if offer.key == "attack-bow"]
    assert shot.fields[0].among == ("near", "far")
    assert shot.body.target == "near"
