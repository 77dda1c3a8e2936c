"""What nobody decides goes by what everybody knows: whom the confused turn on, and whom a fumble may hit instead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.events import LineBarred, Moved, WayBarred
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import GroundPatch
from engine.kernel.structs.messages import plain
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import AttackRolled, DamageTaken, FumbleSettled
from tests.support.fights.walls import edge, walled
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Setup

GM_ALONE: tuple[str, ...] = ()
KNOWN_TO = (GM_ALONE, ("bea",))
"""The game master leads the foes, and knows every wall; or Bea does, who knows of this one."""
WEAPONS = {"spell": "sword", "sweep": "spear", "bow": "bow"}
ENDS_TURN = hero("first", place=cell(-9, -9))


def played(*others: Any, edges: tuple[Any, ...] = ()) -> Bout:
    """A hero who begins, and others on a board."""
    return Bout(ENDS_TURN, *others, setup=Setup(grid=Grid()), ground=walled(*edges))


def confused(*others: Any, edges: tuple[Any, ...] = (), **more: Any) -> Bout:
    """A confused foe on (0, 0) throws an odd die."""
    mine = foe(place=cell(0, 0, "NORTH"), conditions=("confused",), **{"figures": sheet(weapons=("bow",)), **more})
    bout = played(mine, *others, edges=edges)
    bout.end("first", 1)
    return bout


def unseen(entry: Any, seen_by: tuple[str, ...] = GM_ALONE) -> Any:
    return structs.replace(entry, seen_by=seen_by)


# -- confusion
@pytest.mark.rule("FF-ST-06")
@pytest.mark.parametrize("knowing", KNOWN_TO)
def test_ff_st_06_whom_the_confused_turn_on_tells_of_no_unseen_wall(knowing: tuple[str, ...]) -> None:
    """The same as without it, whoever leads them and knows of it; then the shot does not arrive."""
    wall, seat = edge((2, -9), (2, 9), seen_by=knowing), "bea" if knowing else None
    secret, bare = (confused(foe("mate", place=cell(4, 0)), seat=seat, edges=edges) for edges in ((wall,), ()))
    assert secret.kinds() == bare.kinds()
    assert secret.waiting[0].offers == bare.waiting[0].offers
    secret.answer("attack-bow")
    assert secret.the(LineBarred) == LineBarred(combatant="foe", target="mate")
    assert secret.rolls() == []
    bare.answer("attack-bow", 1, 2)
    assert bare.of(AttackRolled)
    assert bare.of(LineBarred) == []


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_a_wall_that_all_know_is_none_to_shoot_through() -> None:
    """The confused go round it, as far as they get."""
    bout = confused(foe("mate", place=cell(4, 0)), edges=(edge((2, -1), (2, 2)),))
    assert bout.of(Moved)


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_the_confused_walk_into_an_unseen_wall() -> None:
    """The way is that of everybody's ground; an event says where it ends."""
    wall, fists = edge((2, -9), (2, 9), seen_by=()), sheet()
    secret, bare = (confused(foe("mate", place=cell(5, 0)), figures=fists, edges=edges) for edges in ((wall,), ()))
    assert secret.the(WayBarred) == WayBarred(combatant="foe", ahead=cell(2, 0))
    assert secret.the(Moved).to == cell(1, 0, "EAST")
    assert bare.the(Moved).to == cell(4, 0, "EAST")
    assert bare.of(WayBarred) == []


@pytest.mark.rule("FF-ST-06")
def test_ff_st_06_an_ally_whom_not_everybody_sees_is_none_to_the_confused() -> None:
    """Without another one they hurt themselves, and with one farther away they go there."""
    lurker = unseen(foe("lurker", place=cell(1, 0)))
    alone = played(foe(place=cell(0, 0), conditions=("confused",)), lurker)
    alone.end("first", 1, 6)
    assert alone.the(DamageTaken).target == "foe"
    mate = foe("mate", place=cell(4, 0))
    secret, bare = (confused(mate, *more, figures=sheet()) for more in ((lurker,), ()))
    assert secret.the(Moved) == bare.the(Moved)
    assert secret.waiting[0].offers == bare.waiting[0].offers


@pytest.mark.rule("FF-ST-06")
@pytest.mark.parametrize(("readers", "attacked"), [(("bea", "eye"), True), (("bea",), False)])
def test_ff_st_06_the_hidden_turn_on_the_hidden_whom_all_see_who_see_them(
    readers: tuple[str, ...], attacked: bool
) -> None:
    """That tells nobody of anybody."""
    mine = unseen(foe(place=cell(0, 0), conditions=("confused",)), ("bea", "eye"))
    bout = played(mine, unseen(foe("lurker", place=cell(1, 0)), readers))
    bout.end("first", 1, *(() if attacked else (6,)))
    assert bout.asked == (["ConfusedDeed"] if attacked else [])


# -- wind
@pytest.mark.rule("FF-ST-53", "FF-GRID-06")
def test_ff_st_53_where_the_wind_may_drag_somebody_tells_of_nothing_hidden() -> None:
    """All read the question.

    Into what nobody enters it does not get; a place where somebody hides is as free as any.
    """
    rock = GroundPatch(key="rock", entry="wall", area=SceneArea(runs=(SceneRun(x=3, y=0),)), seen_by=GM_ALONE)
    lurker = unseen(foe("lurker", place=cell(4, 0)))
    hidden, bare = (windy(*more, patches=patches) for more, patches in (((lurker,), (rock,)), ((), ())))
    assert hidden.waiting[0].offers == bare.waiting[0].offers
    hidden.answer("dragged", to=plain(cell(3, 0)))
    assert hidden.the(WayBarred) == WayBarred(combatant="foe", ahead=cell(3, 0))
    assert hidden.who("foe").place == cell(1, 0)
    bare.answer("dragged", to=plain(cell(3, 0)))
    assert bare.who("foe").place == cell(3, 0)


def windy(*others: Any, patches: tuple[GroundPatch, ...] = ()) -> Bout:
    """A strong wind has hit somebody who floats."""
    mage = hero(figures=sheet(mp=20, spells=("aero",)), place=cell(0, 0))
    enemy = foe(place=cell(1, 0), conditions=("float",))
    ground = structs.replace(walled(), patches=patches)
    bout = Bout(mage, enemy, *others, setup=Setup(grid=Grid()), ground=ground)
    bout.order(o.Cast(caster="hero", spell="aero", targets=("foe",)), 6, 5, 1, 1)
    return bout


# -- fumbles
@pytest.mark.rule("FF-FUM-08", "FF-FUM-05")
@pytest.mark.parametrize("order", WEAPONS)
def test_ff_fum_08_no_fumble_hits_an_ally_behind_a_wall_that_all_know(order: str) -> None:
    """Row 3 instead."""
    assert fumbled(order, edges=(edge((0, -9), (0, 9)),)).the(FumbleSettled).applied == 3
    assert fumbled(order, 1, 2).the(FumbleSettled).applied == 6


@pytest.mark.rule("FF-FUM-08")
@pytest.mark.parametrize("order", WEAPONS)
@pytest.mark.parametrize("knowing", KNOWN_TO)
def test_ff_fum_08_which_row_applies_tells_of_no_unseen_wall(order: str, knowing: tuple[str, ...]) -> None:
    """The ally is near as far as all know, also where the attacker's player knows better; nothing gets to him."""
    wall = edge((0, -9), (0, 9), seen_by=knowing)
    bout = fumbled(order, edges=(wall,), seat="bea" if knowing else None)
    assert bout.the(FumbleSettled).applied == 6
    assert bout.the(LineBarred) == LineBarred(combatant="foe", target="mate")
    assert bout.rolls() == []


@pytest.mark.rule("FF-FUM-08", "FF-FUM-05")
@pytest.mark.parametrize("order", WEAPONS)
def test_ff_fum_08_an_ally_whom_not_everybody_sees_is_not_near(order: str) -> None:
    """Row 3, as without him."""
    assert fumbled(order, mate_seen_by=GM_ALONE).the(FumbleSettled).applied == 3


def fumbled(
    order: str,
    *faces: int,
    edges: tuple[Any, ...] = (),
    seat: str | None = None,
    mate_seen_by: tuple[str, ...] | None = None,
) -> Bout:
    """A foe on (0, 0) has thrown two ones against somebody to his east; his mate stands to his west.

    Row 6 is picked.
    """
    figures = sheet(mp=4, spells=("fire",), techniques=("sweep",), weapons=(WEAPONS[order],))
    mine, mate = foe(figures=figures, place=cell(0, 0), seat=seat), foe("mate", place=cell(-1, 0))
    mate = mate if mate_seen_by is None else unseen(mate, mate_seen_by)
    bout = played(mine, hero(place=cell(1, 0)), mate, edges=edges)
    bout.end("first")
    match order:
        case "spell":
            bout.order(o.Cast(caster="foe", spell="fire", targets=("hero",)), 1, 1)
        case "sweep":
            sweep = o.UseTechnique(attacker="foe", technique="sweep", weapon="spear", targets=("hero",))
            bout.order(sweep, 1, 1)
        case _:
            bout.order(o.Attack(attacker="foe", target="hero", weapon="bow"), 1, 1)
    bout.answer("row-6", *faces)
    return bout
