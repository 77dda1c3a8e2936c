"""Wanderers that a die brings in."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantJoined, TurnBegan
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.content.kinds import Kind
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import ActivationBegan, WandererComes
from engine.systems.dozen_die.rules.turns import wanderers as rules
from engine.systems.dozen_die.sheet import Sheet, Wanderer
from tests.systems.dozen_die.bout import HEROES, Bout, ana, at, ben, creature, one
from tests.systems.dozen_die.laid import Ground, Setup

SELLSWORD = Wanderer(key="w", name="Sellsword", sheet=Sheet(ref="sellsword"))
WAITS = Setup(wanderers=(SELLSWORD,))


@pytest.mark.rule("DD-ACT-15")
def test_a_die_brings_a_wanderer_in_and_activates_it() -> None:
    """As a vassal of the active side from then on; it does not march with that die, and has two orders."""
    bout = Bout("a...x\n.....\n.....", ana("a"), ben("x"), setup=WAITS)
    bout.draw(HEROES, Color.GREEN)
    assert bout.keys("a") == ["activate", "bring-in-w"]
    bout.order(o.BringIn(by="a", wanderer="w", to=at(0, 2)))
    assert bout.the(WandererComes) == WandererComes(side=HEROES, wanderer="w")
    joined = bout.the(CombatantJoined)
    assert (joined.combatant, joined.side, joined.owner, joined.controller) == ("w", HEROES, "ana", "ana")
    assert (joined.kind, joined.place) == ("VASSAL", at(0, 2))
    assert bout.the(ActivationBegan) == ActivationBegan(combatant="w", activated=("w",))
    assert bout.the(TurnBegan).acting == ("w",)
    assert bout.figure("w").kind is Kind.VASSAL
    assert bout.hp("w") == 3
    assert bout.own.wanderers == ()
    bout.end(draws=HEROES)
    assert bout.acting == ("a", "w")
    assert bout.keys("a") == ["activate"]


def test_it_comes_to_a_free_square_at_the_edge_one_square_clear_of_foreigners() -> None:
    """Own figures may stand beside it; the squares are offered by y, then x."""
    bout = Bout("a...x\n.....\n.....\nc....", ana("a"), ben("x"), creature("c"), setup=WAITS)
    bout.draw(HEROES)
    (offer,) = [offer for offer in bout.offers("a") if offer.key == "bring-in-w"]
    assert offer.fields[0].among == (at(1), at(2), at(0, 1), at(4, 2), at(2, 3), at(3, 3), at(4, 3))
    for wrong in (at(0), at(3), at(1, 3), at(2, 1), at(9, 9), at(1, height=1)):
        refused = bout.refuse(o.BringIn(by="a", wanderer="w", to=wrong))
        assert (refused.rule, refused.field) == ("DD-ACT-15", "to")


def test_it_comes_at_the_height_of_the_ground_and_never_into_a_wall() -> None:
    """A large one needs room for all of itself."""
    rows = ("..#", "#..", "...")
    large = Wanderer(key="w", name="Ogre", sheet=Sheet(ref="ogre", kind=Kind.WANDERER))
    for wanderer, where in ((SELLSWORD, 6), (large, 1)):
        bout = Bout("...\n...\n...", ana("a"), setup=Setup(wanderers=(wanderer,), ground=Ground(rows=rows)))
        assert len(rules.places(bout.state, wanderer, HEROES)) == where


def test_where_there_is_no_room_it_is_not_offered() -> None:
    """Nor is one whose name is taken, nor one who is not there."""
    full = Bout("a.x", ana("a"), ben("x"), setup=WAITS)
    full.draw(HEROES)
    assert full.keys("a") == ["activate"]
    assert full.refuse(o.BringIn(by="a", wanderer="w", to=at(1))).field == "wanderer"
    taken = Bout("a....x...", ana("a"), ben("x"), ana("w"), setup=WAITS)
    taken.draw(HEROES)
    assert taken.keys("a") == ["activate"]
    nobody = Bout("a....x...", ana("a"), ben("x"), setup=WAITS)
    nobody.draw(HEROES)
    assert nobody.refuse(o.BringIn(by="a", wanderer="v", to=at(8))).field == "wanderer"


def test_wanderers_that_cannot_be_played_are_refused_as_the_fight_is_created() -> None:
    """With the field that is at fault; and nobody enters as one."""
    for wanderers, field in (
        ((SELLSWORD, SELLSWORD), "setup.dozenDie.wanderers.1.key"),
        ((Wanderer(key="w", name="W", sheet=Sheet(ref="nobody")),), "setup.dozenDie.wanderers.0.sheet.ref"),
    ):
        with pytest.raises(RuleRefusal) as refused:
            Bout("a...x", ana("a"), ben("x"), setup=Setup(wanderers=wanderers))
        assert refused.value.field == field
    with pytest.raises(RuleRefusal, match="a wanderer comes by a die"):
        Bout("a...x", one("a", HEROES, "ana", kind=Kind.WANDERER))
