"""Ground of which a player does not know: nothing is refused by it, and what it stops is told when it happens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.events import LineBarred
from engine.kernel.state.ground.ground import Ground
from engine.systems.minis.events import AttackRolled, SpellRolled
from engine.systems.minis.orders import Attack
from tests.systems.minis.bout import Bout, ana, ben, place
from tests.systems.minis.casts import bid, cast, give, ready
from tests.systems.minis.lands import box, ground
from tests.systems.minis.steps import at, move


def walled(*, seen_by: tuple[str, ...] | None = ("gm",)) -> Ground:
    """A wall between x = 30 and 40; of it only the game master knows."""
    return ground(structs.replace(box("wall", "wall", 30, -300, 40, 300), seen_by=seen_by))


def facing(land: Ground, **figures: Any) -> Bout:
    """Ada acts, Bob stands before her behind the wall."""
    return ready(ben(at=(80, 0), hp=30), land=land, attacks=2, **figures)


@pytest.mark.rule("MN-GAP-07", "MN-CBT-02")
def test_an_attack_through_a_wall_that_its_player_does_not_know_is_spent() -> None:
    """Offered and accepted as if there were none; nobody is asked, nothing is rolled."""
    bout = facing(walled())
    assert "attack-bob" in bout.keys("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    assert (bout.the(LineBarred).combatant, bout.the(LineBarred).target) == ("ada", "bob")
    assert (bout.asked, bout.mini("ada").used.attacks, bout.life("bob")) == ([], 1, 30)
    assert bout.of(AttackRolled) == []
    known = facing(walled(seen_by=None))
    assert known.refuse(Attack(combatant="ada", target="bob")).reason == "there is no line of sight"


@pytest.mark.rule("MN-GAP-43", "MN-MAG-06")
def test_a_spell_or_an_order_through_it_is_spent_too() -> None:
    """A spell on oneself arrives."""
    bout = facing(walled())
    cast(bout, "flying_fist", "bob")
    assert bout.the(LineBarred).target == "bob"
    assert (bout.of(SpellRolled), bout.mini("ada").used.spell_attacks) == ([], 1)
    cast(bout, "heal", "ada", 100)
    assert bout.the(SpellRolled).aimed_at == "ada"
    bout = ready(ben(at=(0, 400), level=2), ben("cid", at=(2000, 2000)), land=walled())
    cast(bout, "command", "bob", 1)
    bout.answer("hold")
    bout.correct("combatants.bob.place", place(80, 0))
    give(bout, "bob", bid("FOLLOW", "ada"))
    assert bout.the(LineBarred).target == "bob"
    assert bout.mini("ada").used.spell_attacks == 2


@pytest.mark.rule("MN-TEL-01", "MN-GOL-01")
def test_a_point_behind_it_is_in_sight_for_whoever_does_not_know_it() -> None:
    """Ada teleports past it, and a golem appears there."""
    bout = facing(walled())
    cast(bout, "golem", None, 1, at=(300, 0))
    cast(bout, "teleport", None, 1, at=(200, 0))
    assert at(bout) == (200, 0)


@pytest.mark.rule("MN-GAP-26")
def test_the_question_of_a_fireball_tells_nothing_of_it() -> None:
    """Ana reads the same with the wall and without; where the ball ends is told as it flies."""
    hidden, none = (ready(ben(at=(200, 0), hp=30), land=land) for land in (walled(), ground()))
    for bout in (hidden, none):
        cast(bout, "fireball", at=(1600, 0))
    assert hidden.waiting[0].question == none.waiting[0].question
    hidden.answer("cast")
    none.answer("cast", 100)
    assert (hidden.life("bob"), none.life("bob")) == (30, 30)


@pytest.mark.rule("MN-GAP-08", "MN-GAP-07")
def test_who_strikes_at_whoever_leaves_behind_it_strikes_in_vain() -> None:
    """Bob is asked by what everybody knows, whether the wall is there or not."""
    asked = []
    for land in (walled(), ground()):
        bout = Bout(ana(at=(0, 50)), ben(at=(50, 0)), ground=land)
        bout.begin()
        bout.declare("ada")
        bout.order(move("ada", (-200, 50)))
        asked.append([(one.kind, one.seats, one.question) for one in bout.waiting])
        bout.answer("strike", *(() if land.patches[:1] else (100,)))
        assert bool(bout.of(LineBarred)) is bool(land.patches)
        assert bout.mini("bob").used.opportunity
        assert bout.who("ada").place == place(-200, 50)
    assert asked[0] == asked[1]


@pytest.mark.rule("MN-GAP-31", "MN-GAP-07")
@pytest.mark.parametrize("order", ["attack", "shoot", "guard"])
def test_a_controlled_mini_attacks_through_it_in_vain_too(order: str) -> None:
    """What it does not do would tell of the wall: it is as an order of its controller's."""
    where = (300, 0) if order == "shoot" else (80, 0)
    foe, whom = ben("cid", at=where, hp=30, initiative=1), "ada" if order == "guard" else "cid"
    mine = ben(at=(0, -60), level=2, initiative=5, towards=(1, 0), weapons=("short_sword", "short_bow"))
    bout = ready(mine, foe, land=walled(), towards=(0, -1))
    cast(bout, "command", "bob", 1)
    bout.answer(order, target=whom)
    bout.end("ada")
    bout.declare("bob")
    assert (bout.the(LineBarred).combatant, bout.the(LineBarred).target) == ("bob", "cid")
    assert (bout.mini("bob").used.attacks, bout.life("cid")) == (1, 30)
