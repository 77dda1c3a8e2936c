"""Who may strike freely, foretold and asked alike, on every way to provoke: leaving, shooting, casting, helping."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.kernel.playing.preview import preview_order
from engine.kernel.structs.messages import Order
from engine.systems.saari import orders as o
from engine.systems.saari.content.kinds import Weapon
from engine.systems.saari.rules.magic import provocations
from tests.systems.saari.bout import Bout, npc, pc, zone

SCYTHE = Weapon(id="scythe", name="Scythe", melee=True, area=True)
SLING = Weapon(id="sling", name="Sling", ranged=True, range=1)
DART = Weapon(id="dart", name="Dart", ranged=True, range=1, handy=True)
HAIL = Weapon(id="hail", name="Hail", ranged=True, range=1, area=True)
AXE = Weapon(id="axe", name="Axe", melee=True, thrown=True)

WAYS: Mapping[str, tuple[Order, tuple[str, ...]]] = {
    "to move away": (o.Move(combatant="ada", to=zone("middle")), ("gob", "imp")),
    "to withdraw": (o.Withdraw(combatant="ada", to=zone("middle")), ()),
    "to disengage": (o.Disengage(combatant="ada"), ()),
    "to fly away": (o.Cast(combatant="ada", spell="fly", to=zone("middle")), ("gob", "imp")),
    "to strike at another engagement": (o.Attack(combatant="ada", target="orc", means="axe"), ("gob", "imp")),
    "to strike one in no engagement": (o.Attack(combatant="ada", target="elk", means="axe"), ()),
    "to strike one's own opponent": (o.Attack(combatant="ada", target="gob", means="axe"), ()),
    "to strike a zone's others": (
        o.AttackArea(combatant="ada", means="scythe", to=zone("west"), victims=("orc",)), ("gob", "imp")
    ),
    "to strike a whole zone": (o.AttackArea(combatant="ada", means="scythe", to=zone("west")), ()),
    "to shoot somebody else": (o.Attack(combatant="ada", target="orc", means="sling"), ("gob", "imp")),
    "to shoot one's own opponent": (o.Attack(combatant="ada", target="gob", means="sling"), ("imp",)),
    "to shoot with something handy": (o.Attack(combatant="ada", target="orc", means="dart"), ()),
    "to throw": (o.Attack(combatant="ada", target="orc", means="axe", throw=True), ("gob", "imp")),
    "to shoot at several": (
        o.AttackArea(combatant="ada", means="hail", to=zone("west"), victims=("gob", "orc")), ("gob", "imp")
    ),
    "to shoot at a zone with one": (
        o.AttackArea(combatant="ada", means="hail", to=zone("west"), victims=("gob",)), ("imp",)
    ),
    "to cast at somebody else": (o.Cast(combatant="ada", spell="lance", target="orc"), ("gob", "imp")),
    "to cast at one's own opponent": (o.Cast(combatant="ada", spell="lance", target="gob"), ("imp",)),
    "to cast what is handy": (o.Cast(combatant="ada", spell="spark", target="orc"), ()),
    "to cast at a zone": (
        o.Cast(combatant="ada", spell="blast", to=zone("west"), victims=("gob", "orc")), ("gob", "imp")
    ),
    "to mend": (o.Cast(combatant="ada", spell="mend", target="bea"), ("gob", "imp")),
    "to ward": (o.Cast(combatant="ada", spell="gust_ward"), ()),
    "to give first aid": (o.FirstAid(combatant="ada", target="cid"), ("gob", "imp")),
    "to do anything else": (o.OtherAction(combatant="ada", note="She sings."), ()),
    "to hold": (o.Hold(combatant="ada"), ()),
}  # fmt: skip
"""What Ada does, who is engaged with Gob and Imp, and who of the two may strike at it."""


def tangled() -> Bout:
    """Bea is engaged with Orc, Elk with nobody, Cid is unconscious; Ada can do all of it."""
    ada = pc(
        "ada", personality=6, learning=3, weapons=(), own_weapons=(SCYTHE, SLING, DART, HAIL, AXE), held=("axe",),
        spells=("fly", "lance", "spark", "blast", "mend", "gust_ward"),
    )  # fmt: skip
    foes = [npc(name, kp=9, initiative=2) for name in ("gob", "imp", "orc", "elk")]
    bout = Bout(ada, pc("bea", "ben", personality=0), pc("cid", "ben", personality=0), *foes, further=False)
    bout.begin(4, 4, 4, 4, 4, 2, 2, 2, 2, 2)
    pairs = {"a": ("ada", "gob", "imp"), "b": ("bea", "orc")}
    bout.correct("combatants.cid.vitals.kp.now", 0)
    bout.correct("rules.engagements", {key: {"zone": "west", "members": pair} for key, pair in pairs.items()})
    assert bout.acting == ("ada",)
    return bout


def in_hand(order: Order) -> tuple[str, ...]:
    """What the order is given with."""
    means = getattr(order, "means", None)
    return (means,) if means else ()


@pytest.mark.rule("SA-FREE-02", "SA-FREE-03", "SA-FREE-04", "SA-FREE-05", "SA-SHOOT-02", "SA-SHOOT-03", "SA-MELEE-04")
@pytest.mark.parametrize("way", WAYS)
def test_who_may_strike_is_foretold_and_asked(way: str) -> None:
    """The same enemies, before the order is given and when it is."""
    order, strikers = WAYS[way]
    bout = tangled()
    bout.correct("rules.fighters.ada.held", list(in_hand(order)))
    assert provocations.strikers(bout.state, order) == strikers
    told = preview_order(bout.arena.book, bout.arena.position, "ana", order, "en")
    assert tuple(one.combatant for one in told.affected if one.label == "may strike first") == strikers
    if not strikers:
        return
    bout.order(order)
    if bout.asked == ["AskLeaving"]:
        bout.answer("accept")
    asked = []
    while bout.asked == ["AskNpcFreeStrike"]:
        asked.append(bout.waiting[0].question["combatant"])
        bout.arena.feed(*(2,) * 30)
        bout.arena.answer("gm", "let-go")
    assert tuple(asked) == strikers


def test_every_kind_of_order_at_a_count_is_in_the_table() -> None:
    """But taking gear up, mounting, dismounting, readying, shaking off and acting as a group: they provoke nobody."""
    there = {type(order) for order, _ in WAYS.values()}
    plain = {o.TakeUp, o.Mount, o.Dismount, o.Ready, o.ShakeOff, o.GroupAction}
    assert there | plain == {kind for kind in o.ORDERS if kind.actor and kind is not o.Concede and not kind.secret} - {
        o.AdjustInitiative
    }
