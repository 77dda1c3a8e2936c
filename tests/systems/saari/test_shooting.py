"""Shooting and throwing over zones, and the free strikes that they give.  [SA-SHOOT, SA-FREE, G-24, G-25]"""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Attack as AttackKind
from engine.systems.saari.content.kinds import EnemyAttack, Kind, Purpose, TargetNumbers
from engine.systems.saari.events import ActionsPaid, AttackDeclared, AttackEnded, ItemDropped, RollOpened
from engine.systems.saari.orders import Attack
from tests.systems.saari.bout import FOES, Bout, npc, one, pc

BOW = {"weapons": ("bow",)}
PISTOL = {"weapons": ("pistol",)}
AXE = {"weapons": ("throwing_axe",)}


def begun(*entries: object, faces: tuple[int, ...] = (4, 4), **more: object) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, **more)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


def engaged(*entries: object, faces: tuple[int, ...] = (4, 4)) -> Bout:
    """Ada and Gob are engaged, by correction; Ada acts first."""
    bout = begun(*entries, faces=faces)
    bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["ada", "gob"]}})
    return bout


@pytest.mark.rule("SA-SHOOT-01", "SA-ATK-03", "SA-ACT-02", "SA-ATTR-05")
def test_a_bow_reaches_two_zones() -> None:
    """Agility and its die against the target's ranged number; 2 actions; nobody is engaged by it."""
    bout = begun(pc("ada", **BOW), npc("gob", at="east", kp=9))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.kn, opened.pool) == (Purpose.RANGED_ATTACK, 1, 3)
    assert bout.the(ActionsPaid).cost == 2
    bout.answer("damage")
    assert bout.the(AttackEnded).damage == 2
    assert bout.own.engagements == {}


@pytest.mark.rule("SA-SHOOT-01")
def test_beyond_its_range_nothing_is_shot() -> None:
    """A pistol reaches the next zone, not the one after; its own zone is within range."""
    bout = begun(pc("ada", **PISTOL), npc("gob", at="east"), npc("hob", at="west"), npc("ivy", at="middle"))
    assert bout.refuse(Attack(combatant="ada", target="gob", means="pistol")).rule == "SA-SHOOT-01"
    (offer,) = [offer for offer in bout.offers("ada") if offer.key == "attack-pistol"]
    assert offer.fields[0].among == ("hob", "ivy")


@pytest.mark.rule("SA-ATK-02", "SA-ATK-06")
@pytest.mark.parametrize(
    ("means", "throw", "kn", "purpose"),
    [
        ("throwing_axe", False, 1, Purpose.MELEE_ATTACK),
        ("throwing_axe", True, 3, Purpose.THROWN_ATTACK),
        ("pistol", False, 2, Purpose.RANGED_ATTACK),
    ],
)
def test_each_kind_of_attack_has_a_number_of_its_own(means: str, throw: bool, kn: int, purpose: Purpose) -> None:
    """Melee, thrown and ranged; thrown with Might."""
    numbers = TargetNumbers(melee=1, ranged=2, thrown=3)
    gob = one("gob", FOES, None, kind=Kind.NPC, kp=9, initiative=2, kn=numbers)
    bout = begun(pc("ada", might=3, weapons=("throwing_axe", "pistol"), discipline=0, personality=2), gob)
    bout.order(Attack(combatant="ada", target="gob", means=means, throw=throw), *((4, 4, 4) if kn != 2 else (4, 4)))
    opened = bout.the(RollOpened)
    assert (opened.kn, opened.purpose, opened.pool) == (kn, purpose, 2 if kn == 2 else 3)


@pytest.mark.rule("SA-ATK-02", "G-24")
def test_without_a_number_for_throwing_the_one_for_shooting_counts() -> None:
    """It lies in the target's zone afterwards, and is in hand no more.  [G-24]"""
    gob = one("gob", FOES, None, kind=Kind.NPC, kp=9, initiative=2, kn=TargetNumbers(melee=1, ranged=2), at="middle")
    bout = begun(pc("ada", **AXE), gob)
    bout.order(Attack(combatant="ada", target="gob", throw=True), 4, 4)
    assert bout.the(RollOpened).kn == 2
    assert (bout.the(ItemDropped).zone, bout.fighter("ada").held) == ("middle", ())
    assert bout.refuse(Attack(combatant="ada", target="gob", throw=True)).rule == "G-22"


@pytest.mark.rule("SA-FREE-03", "SA-SHOOT-02", "G-61")
def test_who_shoots_past_its_opponent_may_be_struck_first() -> None:
    """The strike comes before the shot, which goes on with the riposte dice won by it.  [G-61]"""
    bout = engaged(pc("ada", **BOW), npc("gob", initiative=3, kp=9), npc("hob", at="middle", kp=9, initiative=1))
    assert bout.acting == ("ada",)
    bout.order(Attack(combatant="ada", target="hob"))
    assert [(asked.kind, asked.question["combatant"]) for asked in bout.waiting] == [("AskNpcFreeStrike", "gob")]
    assert "target" in bout.waiting[0].question
    bout.answer("strike", 4, 5, 4, 2, 2, 2)
    declared = [(event.combatant, event.free) for event in bout.of(AttackDeclared)]
    assert declared == [("gob", True), ("ada", False)]
    assert bout.of(RollOpened)[-1].pool == 4
    assert bout.actions("gob") == 2


@pytest.mark.rule("SA-FREE-03", "SA-SHOOT-03")
def test_the_only_target_does_not_strike() -> None:
    """Shooting at the opponent itself."""
    bout = engaged(pc("ada", **BOW), npc("gob", initiative=3, kp=9))
    bout.order(Attack(combatant="ada", target="gob", means="bow"), 6, 6, 6, 6, 2, 2, 2)
    assert bout.of(AttackDeclared)[0].combatant == "ada"


@pytest.mark.rule("SA-FREE-04", "SA-SHOOT-05", "G-25")
def test_a_handy_weapon_provokes_nobody() -> None:
    """A pistol.  [G-25]"""
    bout = engaged(pc("ada", **PISTOL), npc("gob", initiative=3, kp=9), npc("hob", at="middle", kp=9, initiative=1))
    bout.order(Attack(combatant="ada", target="hob"), 4, 2)
    assert [event.combatant for event in bout.of(AttackDeclared)] == ["ada"]


@pytest.mark.rule("SA-FREE-07", "SA-FREE-01")
def test_who_has_no_action_left_does_not_strike() -> None:
    """Each pays for its own strike."""
    bout = engaged(pc("ada", **BOW), npc("gob", initiative=3, kp=9), npc("hob", at="middle", kp=9, initiative=1))
    bout.correct("rules.fighters.gob.actions", 0)
    bout.order(Attack(combatant="ada", target="hob"), 4, 2, 2)
    assert bout.of(AttackDeclared)[0].combatant == "ada"


@pytest.mark.rule("SA-FREE-06", "G-30", "G-31")
def test_who_falls_to_a_free_strike_does_not_shoot() -> None:
    """The actions are lost.  [G-30, G-31]"""
    bout = engaged(
        pc("ada", **BOW, now={"kp": 1, "mp": 0}),
        npc("gob", initiative=3, kp=9),
        npc("hob", at="middle", kp=9, initiative=1),
    )
    bout.order(Attack(combatant="ada", target="hob"))
    bout.answer("strike", 2, 2)
    bout.answer("let-pass")
    assert bout.who("ada").out == "unconscious"
    assert [event.combatant for event in bout.of(AttackDeclared)] == []


@pytest.mark.rule("SA-FREE-08")
def test_only_those_in_the_engagement_strike() -> None:
    """An enemy beside it in the zone does not."""
    bout = begun(pc("ada", **BOW), npc("gob", kp=9), npc("hob", at="middle", kp=9))
    bout.order(Attack(combatant="ada", target="hob"), 4, 2, 2)
    assert [event.combatant for event in bout.of(AttackDeclared)] == ["ada"]


@pytest.mark.rule("SA-SHOOT-01")
def test_an_enemy_shoots_from_its_zone_too() -> None:
    """It needs its range; the shot engages nobody, and a target too far off is refused."""
    arrow = EnemyAttack(id="arrow", name="Arrow", kind=AttackKind.RANGED, range=1, kn=1, damage=1)
    archer = one("gob", FOES, None, kind=Kind.NPC, kp=3, initiative=9, attacks=(arrow,), at="middle")
    bout = begun(pc("ada"), pc("bea", "ben", at="east"), archer, faces=(4, 4, 4, 4))
    bout.order(Attack(combatant="gob", target="bea"), 4, 2)
    assert bout.own.engagements == {}
    assert bout.refuse(Attack(combatant="gob", target="ada", means="fists")).rule == "SA-MELEE-01"
