"""Who comes into an engagement, by which kind of attack, and when it dissolves."""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack, Weapon
from engine.systems.saari.events import EngagementJoined, EngagementLeft
from engine.systems.saari.orders import Attack, AttackArea, Cast
from tests.systems.saari.bout import HEROES, Bout, npc, pc, zone

SCYTHE = Weapon(id="scythe", name="Scythe", melee=True, area=True, damage=1)
SWEEP = EnemyAttack(id="sweep", name="Sweep", kn=1, area=True)
RAIN = EnemyAttack(id="rain", name="Rain", kind=Kind.RANGED, kn=1, area=True)

WISHES = {
    f"{seat} {kind}": "never" for seat in ("ana", "ben") for kind in ("AskMindPoint", "AskFurtherAssist", "AskAssist")
}


def reaper(name: str = "ada", **more: object) -> object:
    """A character with a weapon that strikes a whole zone in melee; she acts first, and has no mind points to spend."""
    figures = {"weapons": (), "own_weapons": (SCYTHE,), "personality": 4, "discipline": 0}
    return pc(name, **figures | more)  # type: ignore[arg-type]


def begun(*entries: object, faces: tuple[int, ...] = (4, 4, 4, 4)) -> Bout:
    bout = Bout(*entries)  # type: ignore[arg-type]
    bout.arena.preferences = WISHES
    bout.begin(*faces)
    return bout


def engagements(bout: Bout) -> list[set[str]]:
    """The members of each engagement."""
    return [set(found.members) for found in bout.own.engagements.values()]


def sweep(bout: Bout, *victims: str, faces: tuple[int, ...] = (), who: str = "ada", means: str = "scythe") -> None:
    bout.order(AttackArea(combatant=who, means=means, to=zone("west"), victims=victims), *faces)


@pytest.mark.rule("SA-ENG-02", "SA-ENG-03", "SA-MELEE-02")
def test_a_blow_at_a_whole_zone_engages_everybody_it_strikes() -> None:
    """Also those whom it misses; who is not struck is in no engagement."""
    bout = begun(reaper(), npc("gob", kp=9), npc("orc", kp=9), npc("elk", kp=9))
    sweep(bout, "gob", "orc", faces=(2, 2, 2, 2))
    assert engagements(bout) == [{"ada", "gob", "orc"}]


@pytest.mark.rule("SA-ENG-02", "SA-ENG-04")
def test_an_opponents_blow_at_a_whole_zone_engages_too() -> None:
    bout = begun(pc("ada", discipline=0), pc("bea", discipline=0), npc("gob", initiative=9, attacks=(SWEEP,)))
    sweep(bout, "ada", "bea", faces=(4, 2, 4, 2), who="gob", means="sweep")
    assert engagements(bout) == [{"gob", "ada", "bea"}]


@pytest.mark.rule("G-27", "SA-ENG-02")
def test_a_shot_or_a_spell_at_a_whole_zone_engages_nobody() -> None:
    """Only melee does."""
    foe = npc("gob", initiative=9, attacks=(RAIN,))
    bout = begun(pc("ada", discipline=0), foe, faces=(4, 4))
    sweep(bout, "ada", faces=(4, 4), who="gob", means="rain")
    assert engagements(bout) == []
    bout = begun(pc("ada", weapons=(), spells=("dragon_breath",)), npc("gob", kp=9), faces=(4, 4))
    bout.order(Cast(combatant="ada", spell="dragon_breath", to=zone("west")), 4, 2)
    assert engagements(bout) == []


@pytest.mark.rule("SA-MELEE-04", "SA-FREE-02", "G-32")
def test_leaving_an_engagement_for_a_blow_at_a_zone_gives_free_strikes() -> None:
    """As one for a blow at one of them does; then she is in the engagement of those whom she strikes."""
    bout = tangled()
    sweep(bout, "orc")
    assert bout.asked == ["AskLeaving"]
    bout.answer("accept")
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("strike", 5, 2, 2, 2)
    assert {"ada", "bea", "orc"} in engagements(bout)
    assert not any("gob" in members for members in engagements(bout))


@pytest.mark.rule("SA-MELEE-04", "G-32")
def test_who_disengages_first_pays_for_it() -> None:
    bout = tangled()
    left = bout.actions("ada")
    sweep(bout, "orc")
    bout.answer("disengage", 2, 2)
    assert bout.actions("ada") == left - 4
    assert {"ada", "bea", "orc"} in engagements(bout)


@pytest.mark.rule("SA-MELEE-04", "G-33")
@pytest.mark.parametrize("victims", [("gob", "orc"), ("orc", "elk")])
def test_nobody_leaves_for_a_blow_that_strikes_somebody_of_ones_own_engagement_or_of_none(
    victims: tuple[str, ...],
) -> None:
    """Who is in none comes into hers; who is in another stays there."""
    bout = tangled()
    sweep(bout, *victims, faces=(2, 2, 2, 2))
    assert {"ada", "gob", *(one for one in victims if one == "elk")} in engagements(bout)
    assert {"bea", "orc"} in engagements(bout)


def tangled() -> Bout:
    """Ada is engaged with Gob, Bea with Orc; Elk with nobody. It is Ada's count."""
    foes = (npc("gob", kp=9, initiative=1), npc("orc", kp=9, initiative=1), npc("elk", kp=9, initiative=1))
    bea = pc("bea", "ben", personality=0, discipline=0)
    bout = begun(reaper(personality=6), bea, *foes, faces=(4, 4, 4, 4, 4, 2, 2, 2))
    pairs = {"a": ("ada", "gob"), "b": ("bea", "orc")}
    bout.correct("rules.engagements", {key: {"zone": "west", "members": pair} for key, pair in pairs.items()})
    assert bout.acting == ("ada",)
    return bout


@pytest.mark.rule("SA-MELEE-01")
def test_a_blow_at_a_zone_reaches_no_other_zone() -> None:
    """Whatever range its weapon has."""
    long = Weapon(id="whip", name="Whip", melee=True, area=True, range=2)
    bout = begun(reaper(own_weapons=(long,)), npc("gob", at="middle"))
    assert bout.refuse(AttackArea(combatant="ada", means="whip", to=zone("middle"))).rule == "SA-SHOOT-01"
    assert not [key for key in bout.keys("ada") if "area" in key]


@pytest.mark.rule("G-46")
def test_a_parry_makes_no_engagement_of_one_side() -> None:
    """The attacker has fallen meanwhile: she parries for him, and is in no engagement with him alone."""
    bout = Bout(pc("ada", discipline=0), pc("bea", "ben", discipline=0), npc("gob", kp=9, initiative=9))
    bout.begin(4, 4, 4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    assert bout.asked == ["AskParry"]
    bout.answer("let-pass")
    assert bout.asked == ["AskParryForComrade"]
    bout.correct("combatants.gob.vitals.kp.now", 0)
    bout.answer("parry", 4)
    assert engagements(bout) == []
    assert bout.of(EngagementJoined) == []


@pytest.mark.rule("SA-PARRY-10", "G-34")
def test_who_parries_a_blow_at_the_zone_for_a_comrade_is_engaged_with_its_attacker() -> None:
    foe = npc("gob", initiative=9, attacks=(SWEEP,))
    bout = begun(pc("ada", discipline=0), pc("bea", "ben", discipline=0), foe)
    sweep(bout, "ada", faces=(2, 2), who="gob", means="sweep")
    bout.answer("let-pass")
    bout.answer("parry", 4)
    assert engagements(bout) == [{"gob", "ada", "bea"}]


@pytest.mark.rule("G-46")
def test_an_engagement_dissolves_when_its_only_enemy_changes_sides() -> None:
    bout = begun(pc("ada"), npc("gob", kp=9), npc("orc", kp=9), faces=(4, 4))
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    assert engagements(bout) == [{"ada", "gob"}]
    bout.correct("combatants.gob.side", HEROES)
    assert engagements(bout) == []
    assert {event.combatant for event in bout.of(EngagementLeft)} == {"ada", "gob"}


@pytest.mark.rule("SA-ENG-04", "SA-SUP-02")
def test_comrades_whom_a_blow_at_the_zone_catches_are_no_opponents() -> None:
    """They are caught, and engaged with nobody."""
    bout = begun(reaper(), pc("bea", "ben", personality=0, discipline=0), npc("gob", kp=9), faces=(4, 4, 4, 4, 2, 2))
    sweep(bout, "bea", "gob", faces=(4, 2, 4, 2))
    assert engagements(bout) == [{"ada", "gob"}]
