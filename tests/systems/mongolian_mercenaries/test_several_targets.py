"""One attack on several targets: one roll, read by each of them.  [MM-MULTI-01 to MM-MULTI-04, RUL-37]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Cover, Distance, Position
from engine.systems.mongolian_mercenaries.events import (
    AmmunitionSpent,
    AttackDeclared,
    AttackEnded,
    ItemDamaged,
    RollSettled,
)
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc

BOTH = Attack(combatant="ada", target="bob", others=("orc",))
SWORD: dict[str, Any] = {"weapons": ("greatsword",)}


def sweeping(*foes: Any, field: Battlefield = PLAIN, lucky: bool = False, **sheet: Any) -> Bout:
    """Ada has a greatsword, which strikes two at once."""
    found = foes or (foe("bob", rank=1, health=40, toughness=10), foe("orc", rank=2, health=40, toughness=10))
    bout = Bout(pc(lucky=lucky, **{**SWORD, **sheet}), *found, setup=at(Distance.CLOSE, field))
    bout.begin()
    return bout


def nets(bout: Bout) -> dict[str, int | None]:
    """The net value of each target."""
    return {event.target: event.net for event in bout.of(AttackEnded)}


@pytest.mark.rule("MM-MULTI-01", "MM-MULTI-02", "MM-MULTI-03")
def test_one_roll_with_each_ones_dodge_and_armour() -> None:
    """One is hit, and another missed."""
    tough: dict[str, Any] = {"health": 40, "toughness": 10}
    bout = sweeping(foe("bob", rank=1, dodge=2, **tough), foe("orc", rank=2, armour=3, **tough))
    bout.order(BOTH, 6, 7, 2)
    assert bout.rolls() == ["3d8 hit"]
    assert bout.the(AttackDeclared).targets == ("bob", "orc")
    assert nets(bout) == {"bob": None, "orc": 2 + 5 - 3}
    assert bout.the(RollSettled).passed


@pytest.mark.rule("MM-MULTI-04", "MM-WDM-01")
def test_what_faces_do_to_the_weapon_they_do_once() -> None:
    """Two 1s, two targets, one Damaged sword, which strikes both as it was."""
    bout = sweeping()
    bout.order(BOTH, 1, 1, 6)
    assert len(bout.of(ItemDamaged)) == 1
    assert nets(bout) == {"bob": 6, "orc": 6}


@pytest.mark.rule("RUL-37", "MM-MULTI-01", "MM-ATK-04")
def test_each_reads_the_first_of_the_dice() -> None:
    """Bob is in heavy cover: of four dice he reads the first; a 1 that only the other reads damages the weapon."""
    field = Battlefield(id="f", name="F", positions=(Position(side="enemies", rank=1, cover=Cover.HEAVY),))
    bout = sweeping(field=field, skills={"long_blade": 4})
    bout.order(BOTH, 5, 6, 1, 8)
    assert bout.rolls() == ["4d8 hit"]
    assert nets(bout) == {"bob": None, "orc": 1 + 1 + 3 + 5}
    assert bout.of(ItemDamaged)
    bout = sweeping(field=field, skills={"long_blade": 4})
    bout.order(BOTH, 6, 2, 2, 2)
    assert nets(bout) == {"bob": 6, "orc": 6}
    bout = sweeping(field=field, skills={"long_blade": 3})
    bout.order(BOTH, 8, 8, 8)
    assert nets(bout)["bob"] is None


@pytest.mark.rule("RUL-37", "MM-DW-05", "MM-LUCK-02")
def test_luck_is_asked_only_if_every_target_was_missed() -> None:
    """And the repeat keeps what each one's cover takes."""
    field = Battlefield(id="f", name="F", positions=(Position(side="enemies", rank=1, cover=Cover.LIGHT),))
    bout = sweeping(field=field, lucky=True, attributes={"luck": 2})
    bout.order(BOTH, 2, 2, 6)
    assert bout.asked == []
    assert nets(bout) == {"bob": None, "orc": 6}
    bout = sweeping(field=field, lucky=True, attributes={"luck": 2})
    bout.order(BOTH, 2, 2, 2)
    bout.answer("repeat", 2, 6)
    assert nets(bout) == {"bob": None, "orc": 6}


@pytest.mark.rule("MM-MULTI-01", "MM-DW-11")
def test_how_many_and_whom() -> None:
    """As many as the weapon strikes, each once, each of them legal; the offer names who else there is."""
    foes = tuple(foe(name, rank=rank) for rank, name in enumerate(("bob", "orc", "pig"), 1))
    bout = sweeping(*foes)
    assert bout.refuse(Attack(combatant="ada", target="bob", others=("orc", "pig"))).rule == "MM-MULTI-01"
    assert bout.refuse(Attack(combatant="ada", target="bob", others=("bob",))).rule == "MM-MULTI-01"
    assert bout.refuse(Attack(combatant="ada", target="bob", others=("ada",))).rule == "MM-ATK-01"
    offer = next(one for one in bout.offers("ada") if one.key == "attack" and one.body.target == "orc")
    (field,) = [one for one in offer.fields if one.name == "others"]
    assert (field.among, field.least, field.most) == (("bob", "pig"), 0, 1)
    bout = sweeping(*foes, weapons=("sabre",))
    assert bout.refuse(BOTH).rule == "MM-MULTI-01"
    bout = Bout(pc(lucky=False, rank=1, **SWORD), foe("bob", rank=1), foe("orc", rank=3), setup=at(Distance.MEDIUM))
    bout.begin()
    assert bout.refuse(BOTH).rule == "MM-DIST-05"


@pytest.mark.rule("MM-MULTI-01", "MM-AMMO-03", "RUL-39")
def test_a_grenade_strikes_whoever_stands_beside_its_target() -> None:
    """Both neighbours, one of them crouched, who is spared; not two positions away. It is gone then."""
    foes = tuple(foe(name, rank=rank, health=40, toughness=10) for rank, name in ((1, "bob"), (2, "orc"), (4, "pig")))
    bout = Bout(pc(lucky=False, skills={"simple_thrown": 2}, weapons=("grenade",)), *foes)
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 6, 2)
    assert nets(bout) == {"bob": 1 + 5, "orc": 1 + 5}
    assert bout.the(AmmunitionSpent).item == "grenade"
    bout.order(EndTurn(combatant="ada"))
    for one in ("bob", "orc", "pig"):
        bout.order(EndTurn(combatant=one))
    assert "attack" not in bout.keys("ada")
    assert bout.refuse(Attack(combatant="ada", target="bob", means="grenade")).rule == "MM-AMMO-03"


@pytest.mark.rule("MM-MULTI-01", "MM-ENM-10")
def test_a_card_may_strike_two_at_once() -> None:
    """A kraken's blow."""
    party = (pc(attributes={"speed": 1}, rank=1, lucky=False), pc("bea", "ben", rank=2, lucky=False))
    bout = Bout(*party, foe(ref="kraken_spawn"))
    bout.begin()
    bout.order(EndTurn(combatant="bea"))
    bout.order(Attack(combatant="bob", target="ada", others=("bea",)), 6, 2, 2, 2, 2, 2)
    assert nets(bout) == {"ada": 6, "bea": 6}


@pytest.mark.rule("MM-MULTI-01", "MM-DW-11")
def test_who_is_hidden_beside_the_target_is_struck_unawares() -> None:
    """The declaration names nobody whom the attacker does not know of; only the game master learns who else was hit."""
    foes = (foe("bob", rank=1, health=40, toughness=10), foe("orc", rank=2, health=40, toughness=10, seen_by=()))
    bout = Bout(pc(lucky=False, skills={"simple_thrown": 2}, weapons=("grenade",)), *foes)
    bout.begin()
    bout.order(Attack(combatant="ada", target="bob"), 6, 2)
    assert bout.the(AttackDeclared).targets == ("bob",)
    assert nets(bout) == {"bob": 6, "orc": 6}
    told = [r.draft.to for r in bout.last if isinstance(r.event, AttackEnded)]
    assert told[0] is None
    assert told[1] is not None
