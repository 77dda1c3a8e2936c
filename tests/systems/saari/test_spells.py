"""Spells: what casting needs, costs and gives away, and what each does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CombatantReturned
from engine.kernel.structs.messages import Order
from engine.systems.saari.content.catalogue import SPELLS
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack, Purpose, Weapon
from engine.systems.saari.events import ActionSpoiled, RollOpened
from engine.systems.saari.orders import Attack, AttackArea, Cast, Hold
from tests.systems.saari.bout import Bout, npc, pc, zone


def caster(*spells: str, **more: Any) -> Any:
    """Ada with these spells and empty hands; 2 in everything, 4 mind points."""
    return pc("ada", **{"weapons": (), "spells": spells, **more})


def begun(*entries: Any, faces: tuple[int, ...] = (4, 4)) -> Bout:
    bout = Bout(*entries)
    bout.begin(*faces)
    return bout


@pytest.mark.rule("SA-SPELL-01", "SA-ATK-04", "SA-ATK-06", "SA-MP-05")
def test_an_attack_spell_is_rolled_with_learning() -> None:
    """Against the number for spells; whoever has it on its sheet may cast it."""
    bout = begun(caster("spark", learning=3), npc("shade", ref="shade"))
    bout.order(Cast(combatant="ada", spell="spark", target="shade"), 4, 2, 2)
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.pool, opened.kn) == (Purpose.SPELL_ATTACK, 3, 1)
    assert (bout.kp("shade"), bout.mp("ada"), bout.actions("ada")) == (3, 4, 2)


@pytest.mark.rule("SA-SPELL-01")
def test_a_spell_that_is_not_known_is_refused() -> None:
    """And one without a target that it needs."""
    bout = begun(caster("spark"), npc("gob"))
    assert bout.refuse(Cast(combatant="ada", spell="lance", target="gob")).rule == "SA-SPELL-01"
    assert bout.refuse(Cast(combatant="ada", spell="spark")).field == "target"
    assert bout.refuse(Cast(combatant="ada", spell="spark", target="ada")).field == "target"


@pytest.mark.rule("SA-SPELL-02", "SA-SPELL-04")
def test_casting_needs_a_free_hand() -> None:
    """Racial powers do not."""
    bout = begun(caster("spark", "dragon_breath", weapons=("greataxe",)), npc("gob"))
    assert bout.refuse(Cast(combatant="ada", spell="spark", target="gob")).rule == "SA-SPELL-02"
    held = {offer.key: offer.body.held for offer in bout.offers("ada") if offer.key.startswith("cast")}
    assert held == {"cast-spark": (), "cast-dragon_breath-west": None}
    bout = begun(caster("spark", weapons=("sword",)), npc("gob"))
    assert "cast-spark" in bout.keys("ada")


@pytest.mark.rule("SA-SPELL-03", "SA-SPELL-04")
def test_casting_needs_a_voice() -> None:
    """The game master lays the silence."""
    bout = begun(caster("spark", "wings"), npc("gob"))
    bout.correct("combatants.ada.conditions", [Condition(key="silenced", kind="silenced")])
    assert bout.refuse(Cast(combatant="ada", spell="spark", target="gob")).rule == "SA-SPELL-03"
    assert [key for key in bout.keys("ada") if key.startswith("cast")] == ["cast-wings"]


@pytest.mark.rule("SA-SPELL-05", "SA-MP-06")
def test_mind_points_never_go_below_zero() -> None:
    """A cost of one with none left is refused; exactly to zero is allowed."""
    bout = begun(caster("mend", now={"kp": 1, "mp": 1}, personality=5), npc("gob"), faces=(4, 4, 2, 2, 2))
    bout.order(Cast(combatant="ada", spell="mend", target="ada"))
    assert (bout.mp("ada"), bout.kp("ada")) == (0, 3)
    assert bout.refuse(Cast(combatant="ada", spell="mend", target="ada")).rule == "SA-MP-06"


@pytest.mark.rule("SA-SPELL-06", "SA-FREE-05", "SA-ACT-10")
def test_mending_gives_a_free_strike() -> None:
    """Its text says so; it is resolved first."""
    bout = begun(caster("mend", now={"kp": 3}), npc("gob", initiative=5, kp=9))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Cast(combatant="ada", spell="mend", target="ada"))
    assert bout.asked == ["AskNpcFreeStrike"]
    assert bout.kp("ada") == 3
    bout.answer("let-go")
    assert bout.kp("ada") == 5


def test_mending_gives_no_more_than_the_maximum_and_wakes_the_unconscious() -> None:
    """Back in the fight with no more actions than the present count."""
    foe = npc("gob", initiative=9, damage=9, kp=9)
    bout = begun(caster("mend"), pc("bea", discipline=0), foe, faces=(2, 2, 4, 4))
    bout.order(Attack(combatant="gob", target="bea"), 2, 2)
    while bout.asked:
        bout.answer(bout.waiting[0].default)
    for _ in range(3):
        if bout.acting == ("gob",):
            bout.order(Hold(combatant="gob"))
    bout.order(Cast(combatant="ada", spell="mend", target="bea"))
    assert bout.the(CombatantReturned).combatant == "bea"
    assert (bout.kp("bea"), bout.actions("bea")) == (2, 2)


@pytest.mark.rule("SA-ACT-10", "SA-MOVE-03")
def test_flying_goes_over_anything_difficult_and_provokes_as_a_move() -> None:
    """One action, one mind point."""
    bout = begun(caster("fly"), npc("gob", initiative=5, kp=9))
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Cast(combatant="ada", spell="fly", to=zone("middle")))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("let-go")
    assert bout.who("ada").place == zone("middle")
    assert (bout.actions("ada"), bout.mp("ada")) == (3, 3)
    assert bout.refuse(Cast(combatant="ada", spell="fly", to=zone("middle"))).field == "to"


@pytest.mark.rule("SA-PARRY-07")
def test_a_gust_ward_lets_one_parry_missiles_till_the_scene_ends() -> None:
    """Without it nobody is asked."""
    arrow = EnemyAttack(id="arrow", name="Arrow", kn=2, damage=1, kind=Kind.RANGED, area=True)
    for spells, asked in ((("gust_ward",), ["AskParry"]), ((), ["AskMindPoint"])):
        bout = begun(caster("gust_ward", "spark"), npc("gob", initiative=3, kp=9, attacks=(arrow,)))
        if spells:
            bout.order(Cast(combatant="ada", spell="gust_ward"))
            assert bout.who("ada").has("gust_ward")
        bout.order(Hold(combatant="ada"))
        bout.order(AttackArea(combatant="gob", means="arrow", to=zone("west")), 2, 2)
        assert bout.asked == asked


@pytest.mark.rule("SA-DEF-07", "SA-DEF-10")
def test_a_chilling_touch_frightens_till_the_end_of_the_next_count() -> None:
    """The frightened NPC's attacks need a success less."""
    bout = begun(caster("chill_touch"), npc("gob", kp=9, kn=2, initiative=3))
    bout.order(Cast(combatant="ada", spell="chill_touch", target="gob"), 4, 2)
    assert (bout.kp("gob"), bout.who("gob").conditions[0].kind) == (8, "fear")
    assert bout.acting == ("gob",)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    assert bout.the(RollOpened).kn == 1
    assert bout.who("gob").conditions == ()


@pytest.mark.rule("SA-SHOOT-05", "SA-FREE-04")
def test_a_handy_spell_provokes_nobody() -> None:
    """A spark does not, a lance does."""
    for spell, asked in (("spark", []), ("lance", ["AskNpcFreeStrike"])):
        bout = begun(caster(spell, discipline=0), npc("gob", initiative=5, kp=9), npc("orc", kp=9, initiative=1))
        bout.order(Attack(combatant="gob", target="ada"), 4, 2)
        faces = () if asked else (4, 5)
        bout.order(Cast(combatant="ada", spell=spell, target="orc"), *faces)
        assert bout.asked == asked


def test_every_spell_of_the_catalogue_can_be_cast() -> None:
    """Each is offered to a character with empty hands and enough of everything."""
    spells = tuple(SPELLS)
    bout = begun(caster(*spells, personality=2), npc("gob"))
    offered = {offer.body.spell for offer in bout.offers("ada") if isinstance(offer.body, Cast)}
    assert offered == set(spells)


@pytest.mark.rule("SA-SPELL-02", "SA-GEAR-07")
def test_a_hand_may_be_freed_along_with_casting() -> None:
    """The bow is put away; without that the spell is refused."""
    bout = begun(caster("spark", weapons=("bow",), personality=2), npc("gob"))
    (offer,) = [one for one in bout.offers("ada") if one.key == "cast-spark"]
    assert offer.body.held == ()
    bout.order(Cast(combatant="ada", spell="spark", target="gob", held=()), 4, 2)
    assert bout.fighter("ada").held == ()


@pytest.mark.rule("G-30", "SA-FREE-06", "SA-SHOOT-01")
@pytest.mark.parametrize(
    ("order", "to", "spoiled"),
    [
        (Cast(combatant="ada", spell="chill_touch", target="orc"), "east", True),
        (Cast(combatant="ada", spell="lance", target="orc"), "east", False),
        (Cast(combatant="ada", spell="blast", to=zone("west")), "east", True),
        (AttackArea(combatant="ada", means="grenades", to=zone("west")), "east", True),
        (AttackArea(combatant="ada", means="grenades", to=zone("west")), "west", False),
    ],
)
def test_who_is_pushed_out_of_reach_by_a_free_strike_strikes_nobody(order: Order, to: str, spoiled: bool) -> None:
    """Gob pushes Ada out of the middle, before her spell or her throw; what she paid is lost."""
    shove = EnemyAttack(id="shove", name="Shove", kn=1, damage=0, effects=("push",))
    grenades = Weapon(id="grenades", name="Grenades", ranged=True, range=1, area=True)
    arms = {"weapons": (), "own_weapons": (grenades,), "spells": ("chill_touch", "lance", "blast")}
    foes = (npc("gob", initiative=3, at="middle", kp=9, attacks=(shove,)), npc("orc", initiative=1, kp=9, at="middle"))
    bout = Bout(pc("ada", at="middle", **arms), *foes, npc("elk", initiative=1, kp=9), npc("hob", initiative=1, kp=9))
    bout.begin(4, 4)
    bout.correct("rules.engagements", {"e": {"zone": "middle", "members": ["ada", "gob"]}})
    bout.order(order)
    bout.answer("strike", 2, 2)
    bout.answer("let-pass")
    bout.answer("keep")
    bout.arena.feed(*(() if spoiled else (4, 4, 4, 4) if isinstance(order, AttackArea) else (4, 4)))
    bout.arena.answer("gm", "push", {"to": {"zone": to}})
    while bout.waiting:
        bout.arena.answer(bout.waiting[0].seats[0], bout.waiting[0].default)
    assert bout.arena.fed is not None
    assert bout.arena.fed.spent
    assert bout.who("ada").place == zone(to)
    assert [event.combatant for event in bout.arena.events(ActionSpoiled)] == (["ada"] if spoiled else [])
    assert bout.actions("ada") == 2
