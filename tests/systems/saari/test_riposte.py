"""Riposte dice: how they are won, which roll takes them, and when they are gone.  [SA-XDEF-03 to SA-XDEF-06, G-43]"""

from __future__ import annotations

import pytest

from engine.kernel.structs.messages import Order
from engine.systems.saari.content.kinds import Attribute
from engine.systems.saari.events import RiposteChanged, RollOpened
from engine.systems.saari.orders import Attack, Cast, EndScene, Move, OtherAction, Readied, Ready, Trigger
from tests.systems.saari.bout import Bout, npc, pc, zone


def armed(dice: int = 2, **foe: object) -> Bout:
    """Ada has so many riposte dice, all kinds of arms, and Gob before her."""
    ada = pc("ada", weapons=("throwing_axe", "pistol"), spells=("spark",), held=("throwing_axe",), personality=3)
    bout = Bout(ada, npc("gob", kp=19, **foe))  # type: ignore[arg-type]
    bout.begin(4, 4, 4)
    bout.correct("rules.fighters.ada.riposte", dice)
    return bout


ATTACKS = {
    "melee": Attack(combatant="ada", target="gob"),
    "thrown": Attack(combatant="ada", target="gob", throw=True),
    "ranged": Attack(combatant="ada", target="gob", means="pistol", held=("pistol",)),
    "spell": Cast(combatant="ada", spell="spark", target="gob"),
}


@pytest.mark.rule("SA-XDEF-03", "G-43")
@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("order", ATTACKS.values(), ids=ATTACKS)
def test_they_join_the_next_attack_of_any_kind_and_are_gone_whether_it_hits_or_not(order: Order, hits: bool) -> None:
    """Two dice on top of two."""
    bout = armed()
    bout.order(order, *(4 if hits else 2,) * 4)
    if not hits:
        bout.answer("keep")
    elif bout.asked:
        bout.answer("damage")
    (opened,) = [event for event in bout.arena.events(RollOpened) if event.combatant == "ada"][-1:]
    assert (opened.pool, bout.fighter("ada").riposte) == (4, 0)


@pytest.mark.rule("SA-XDEF-03", "G-43")
def test_they_join_a_readied_attack() -> None:
    """Which comes before the one that sets it off."""
    bout = armed(initiative=3)
    bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.ATTACKS))
    while bout.asked == ["AskCancelReady"]:
        bout.answer("stay-ready")
    bout.order(Attack(combatant="gob", target="ada"))
    bout.answer("attack-throwing_axe", 2, 2, 2, 2)
    assert (bout.the(RollOpened).pool, bout.fighter("ada").riposte) == (4, 0)


@pytest.mark.rule("SA-XDEF-03", "G-43")
def test_they_join_a_free_strike() -> None:
    """Gob goes away."""
    bout = armed(initiative=9)
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "gob"]}})
    bout.order(Move(combatant="gob", to=zone("middle")))
    bout.answer("strike", 4, 4, 4, 4)
    assert (bout.the(RollOpened).pool, bout.fighter("ada").riposte) == (4, 0)


@pytest.mark.rule("SA-XDEF-03")
def test_no_other_roll_takes_them() -> None:
    """Neither a task nor a defence."""
    bout = armed(initiative=3)
    bout.order(OtherAction(combatant="ada", note="bars the door", attribute=Attribute.MIGHT), 4, 4)
    assert (bout.the(RollOpened).pool, bout.fighter("ada").riposte) == (2, 2)
    while bout.acting != ("gob",):
        bout.order(Move(combatant="ada", to=zone("middle" if bout.who("ada").place == zone("west") else "west")))
    bout.correct("combatants.ada.place", zone("west"))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    assert (bout.the(RollOpened).pool, bout.fighter("ada").riposte) == (2, 2)


@pytest.mark.rule("SA-XDEF-04", "SA-XDEF-03")
@pytest.mark.parametrize(
    ("before", "faces", "after"),
    [(0, (4, 4, 4), 2), (1, (4, 4, 4), 2), (2, (4, 4, 4), 2), (3, (4, 4, 4), 3), (2, (4, 4, 2), 2), (2, (4, 2, 2), 2)],
)
def test_of_several_defences_the_best_counts(before: int, faces: tuple[int, ...], after: int) -> None:
    """They neither add up nor get fewer by a worse one."""
    bout = Bout(pc("ada", agility=3), npc("gob", initiative=9, kp=9))
    bout.begin(4, 4)
    bout.correct("rules.fighters.ada.riposte", before)
    bout.order(Attack(combatant="gob", target="ada"), *faces)
    assert bout.fighter("ada").riposte == after
    assert len(bout.of(RiposteChanged)) == (after > before)


@pytest.mark.rule("SA-XDEF-06", "SA-PARRY-08")
@pytest.mark.parametrize("who", ["ada", "bea"])
def test_after_a_parry_they_are_the_defended_ones(who: str) -> None:
    """Whoever has parried: herself, or Bea for her."""
    bout = Bout(pc("ada", might=4), pc("bea", "ben", might=4), npc("gob", initiative=9, kp=9))
    bout.begin(4, 4, 4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    if who == "bea":
        bout.answer("let-pass")
    bout.answer("parry", 4, 4)
    assert [bout.fighter(name).riposte for name in ("ada", "bea")] == [1, 0]


@pytest.mark.rule("G-43")
def test_they_lapse_with_the_scene_not_with_the_round() -> None:
    """Nothing of them is left when it is over."""
    bout = armed(initiative=1)
    while bout.state.fight.round == 1:
        who = bout.acting[0]
        there = "middle" if bout.who(who).place == zone("west") else "west"
        last = sum(bout.actions(one) for one in ("ada", "gob")) == 1
        bout.order(Move(combatant=who, to=zone(there)), *((4, 4, 4) if last else ()))
    assert bout.fighter("ada").riposte == 2
    bout.order(EndScene(), seat="gm")
    assert bout.fighter("ada").riposte == 0
