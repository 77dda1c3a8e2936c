"""The four kinds of attacks: which one it is, its chance, and what forbids it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from engine.kernel.state.ground.areas import SceneArea, SceneOutline
from engine.kernel.state.ground.ground import Ground, GroundPatch
from engine.systems.minis.content.kinds import Band, Size
from engine.systems.minis.events import AttackBegan, AttackRolled, ExchangeFought, HarmDone
from engine.systems.minis.ground import BARE
from engine.systems.minis.orders import Attack
from engine.systems.minis.rules.basics import ability, chances, weapons
from engine.systems.minis.rules.basics.chances import band_of
from engine.systems.minis.rules.combat import attacks, strikes
from engine.systems.minis.rules.combat.events import Manner
from tests.systems.minis.bout import Bout, ana, ben, point

CORNERS = (point(30, -50), point(40, -50), point(40, 50), point(30, 50))
WALL = Ground(
    space=BARE.space,
    patches=(
        GroundPatch(
            key="wood",
            entry="wood",
            area=SceneArea(
                outlines=(SceneOutline(points=(point(30, -50), point(40, -50), point(40, 50), point(30, 50))),)
            ),
        ),
    ),
)


def ready(*others: object, at: tuple[int, int] = (80, 0), ground: Ground = BARE, **figures: object) -> Bout:
    """Ada looks east from the middle and acts; Bob is at a place, and looks at her."""
    mine = {key.removeprefix("my_"): figures.pop(key) for key in list(figures) if key.startswith("my_")}
    bout = Bout(ana(at=(0, 0), **mine), ben(at=at, **figures), *others, ground=ground)  # type: ignore[arg-type]
    bout.begin()
    bout.declare("ada")
    assert bout.acting == "ada"
    return bout


def manner(bout: Bout, *faces: int, weapon: str | None = None) -> Manner:
    """What an attack of Ada's on Bob comes to."""
    bout.order(Attack(combatant="ada", target="bob", weapon=weapon), *faces)
    return bout.the(AttackBegan).manner


# -- bands
@pytest.mark.rule("MN-RNG-01", "MN-GAP-04", "MN-RNG-05")
@pytest.mark.parametrize(
    ("distance", "reach", "band"),
    [
        (400, 1200, Band.SHORT),
        (401, 1200, Band.MEDIUM),
        (800, 1200, Band.MEDIUM),
        (801, 1200, Band.LONG),
        (1200, 1200, Band.LONG),
        (1201, 1200, None),
        (666, 2000, Band.SHORT),
        (667, 2000, Band.MEDIUM),
        (1300, 2000, Band.MEDIUM),
        (1333, 2000, Band.MEDIUM),
        (1334, 2000, Band.LONG),
        (1350, 2000, Band.LONG),
    ],
)
def test_bands_are_exact_thirds(distance: int, reach: int, band: Band | None) -> None:
    """Compared without rounding: two thirds of 20 inches are 13.33."""
    assert band_of(distance * distance, reach) is band
    thirds = Fraction(distance * 3, reach)
    slow = Band.SHORT if thirds <= 1 else Band.MEDIUM if thirds <= 2 else Band.LONG if thirds <= 3 else None
    assert slow is band


@pytest.mark.rule("MN-RNG-02", "MN-RNG-03", "MN-RNG-04", "MN-FLK-02", "MN-AOO-01")
@pytest.mark.parametrize(
    ("level", "short", "medium", "long", "flank", "opportunity"),
    [(1, 68, 52, 36, 68, 52), (3, 74, 56, 38, 74, 56), (6, 83, 62, 41, 83, 62), (10, 95, 70, 45, 95, 70)],
)
def test_the_chances_of_the_ledger(
    level: int, short: int, medium: int, long: int, flank: int, opportunity: int
) -> None:
    """By band and level, before size and flank."""
    bout = Bout(ana(at=(0, 0), level=level), ben(at=(80, 0)))
    found = [chances.banded(band, "ada", level).total for band in Band]
    assert found == [short, medium, long]
    assert chances.flank_attack(bout.state, "ada").total == flank
    assert chances.opportunity(bout.state, "ada").total == opportunity


# -- missiles
@pytest.mark.rule("MN-RNG-06", "MN-SIZE-01", "MN-SIZE-02", "MN-FLK-01", "MN-FLK-04")
@pytest.mark.parametrize(
    ("distance", "size", "flanked", "chance"),
    [
        (600, "MEDIUM", False, 68),
        (600, "SMALL", False, 63),
        (600, "LARGE", False, 83),
        (600, "LARGE", True, 98),
        (600, "SMALL", True, 78),
        (1000, "MEDIUM", False, 52),
        (1000, "SMALL", False, 42),
        (1000, "LARGE", False, 62),
        (1000, "MEDIUM", True, 62),
        (1500, "SMALL", False, 21),
        (1500, "LARGE", False, 41),
        (1500, "LARGE", True, 46),
        (1500, "MEDIUM", True, 41),
    ],
)
def test_a_missile_looks_at_size_and_flank_of_the_target(distance: int, size: str, flanked: bool, chance: int) -> None:
    """Of the attacker's size nothing depends."""
    towards = (1, 0) if flanked else (-1, 0)
    bout = ready(
        at=(distance, 0), size=Size(size), towards=towards, my_weapons=("fire_arrows",), my_size=Size.LARGE, hp=30
    )
    assert manner(bout, chance) is Manner.RANGE
    rolled = bout.the(AttackRolled)
    assert (rolled.chance, rolled.face, rolled.hit) == (chance, chance, True)
    assert rolled.band is (Band.SHORT if distance == 600 else Band.MEDIUM if distance == 1000 else Band.LONG)
    assert sum(amount for _, amount in bout.terms(AttackRolled)) == chance
    bout.done()


@pytest.mark.rule("MN-CBT-03")
def test_one_more_than_the_chance_misses() -> None:
    """Only the attacker rolls, and a miss does nothing."""
    bout = ready(at=(600, 0), my_weapons=("long_bow",))
    manner(bout, 69)
    assert (bout.the(AttackRolled).hit, bout.life("bob"), bout.of(HarmDone)) == (False, 10, [])


@pytest.mark.rule("MN-CBT-03")
def test_no_face_decides_by_itself() -> None:
    """At 100 and above always, at 0 and below never."""
    assert strikes.succeeds(100, 100)
    assert strikes.succeeds(100, 113)
    assert not strikes.succeeds(1, 0)
    bout = ready(at=(300, 0), my_weapons=("long_bow",), my_level=12)
    manner(bout, 100)
    assert (bout.the(AttackRolled).chance, bout.life("bob")) == (101, 5)


@pytest.mark.rule("MN-RNG-05")
def test_beyond_the_range_nobody_shoots() -> None:
    """Nothing is spent."""
    bout = ready(at=(1201, 0), my_weapons=("short_bow",))
    refused = bout.refuse(Attack(combatant="ada", target="bob"))
    assert (refused.reason, refused.rule) == ("it is 13 inches away, in range are 12", "MN-RNG-05")
    assert not bout.mini("ada").used.acted


@pytest.mark.rule("MN-GAP-07")
def test_the_first_weapon_that_reaches_shoots() -> None:
    """Unless another one is named."""
    bout = ready(at=(700, 0), my_weapons=("dagger", "sling", "short_bow"), my_attacks=2)
    manner(bout, 100)
    assert bout.the(AttackRolled).weapon == "sling"
    assert manner(bout, 100, weapon="short_bow") is Manner.RANGE
    assert bout.the(AttackRolled).weapon == "short_bow"


@pytest.mark.rule("MN-GAP-07")
def test_no_missiles_within_an_inch() -> None:
    """At exactly one inch it is melee; with a missile weapon named it is too close."""
    bout = ready(at=(100, 0), my_weapons=("long_bow",))
    assert bout.refuse(Attack(combatant="ada", target="bob", weapon="long_bow")).reason == (
        "it is too close to shoot at: within one inch"
    )
    assert manner(bout) is Manner.OPEN
    bout.choose("head", "parry")
    assert (bout.the(ExchangeFought).attack_weapon, bout.life("bob")) == ("fists", 9)
    bout = ready(at=(101, 0), my_weapons=("long_bow",))
    assert manner(bout, 100) is Manner.RANGE


@pytest.mark.rule("MN-GAP-07")
def test_melee_reaches_an_inch() -> None:
    """Without a missile weapon nobody attacks beyond it."""
    bout = ready(at=(101, 0))
    assert bout.refuse(Attack(combatant="ada", target="bob")).reason == ("it is 2 inches away, this weapon reaches one")
    assert bout.refuse(Attack(combatant="ada", target="bob", weapon="short_sword")).field == "target"
    assert (
        bout.refuse(Attack(combatant="ada", target="bob", weapon="long_bow")).reason == "ada has no weapon 'long_bow'"
    )


@pytest.mark.rule("MN-GAP-07")
def test_what_blocks_sight_blocks_attacks() -> None:
    """Minis do not."""
    bout = ready(at=(80, 0), ground=WALL)
    assert bout.refuse(Attack(combatant="ada", target="bob")).reason == "there is no line of sight"
    bout = ready(ana("amy", at=(300, 0)), at=(600, 0), my_weapons=("long_bow",))
    assert manner(bout, 100) is Manner.RANGE


# -- front and flank
@pytest.mark.rule("MN-GAP-05", "MN-FLK-01")
@pytest.mark.parametrize(
    ("towards", "kind"),
    [((0, 1), Manner.OPEN), ((1, 100), Manner.FLANK), ((-1, 100), Manner.OPEN), ((1, 0), Manner.FLANK)],
)
def test_exactly_90_degrees_is_front(towards: tuple[int, int], kind: Manner) -> None:
    """More than that off the facing is flank."""
    bout = ready(at=(80, 0), towards=towards)
    faces = (100,) if kind is Manner.FLANK else ()
    assert manner(bout, *faces) is kind


@pytest.mark.rule("MN-GAP-05")
def test_one_attacks_to_the_front() -> None:
    """Exactly 90 degrees is front; behind it one has to pivot first."""
    assert manner(ready(at=(0, 80), towards=(0, -1))) is Manner.OPEN
    assert ready(at=(-1, 80), towards=(0, -1)).refuse(Attack(combatant="ada", target="bob")).reason == (
        "it is not in front of ada: pivot first"
    )


@pytest.mark.rule("MN-FLK-02", "MN-SIZE-03")
def test_a_flank_attack_is_rolled_by_the_attacker_alone() -> None:
    """65 + 3 for each level, without size; the target makes no choice."""
    bout = ready(towards=(1, 0), my_level=3, size=Size.SMALL)
    assert manner(bout, 74) is Manner.FLANK
    assert (bout.the(AttackRolled).chance, bout.the(AttackRolled).hit) == (74, True)
    assert bout.terms(AttackRolled) == [("flank_attack", 65), ("level", 9)]
    assert (bout.life("ada"), bout.life("bob"), bout.mini("ada").used.attacks) == (10, 6, 1)


# -- who cannot fight back
@pytest.mark.rule("MN-GAP-12", "MN-RUN-04")
@pytest.mark.parametrize("condition", ["statue", "fear"])
def test_whoever_cannot_fight_back_is_struck_with_the_chance_of_an_opportunity(condition: str) -> None:
    """50 + 2 for each level; nobody is asked."""
    bout = ready(conditions=(condition,), initiative=1)
    assert manner(bout, 52) is Manner.OPPORTUNITY
    assert (bout.the(AttackRolled).chance, bout.life("bob"), bout.asked) == (52, 6, [])


@pytest.mark.rule("MN-GAP-12", "MN-GAP-34")
def test_any_other_defender_chooses() -> None:
    """Without attacks, and after acting; defending is not acting."""
    bout = ready(attacks=0)
    assert manner(bout) is Manner.OPEN
    bout.choose("head", "thrust")
    assert (bout.life("ada"), bout.mini("bob").used.acted, bout.mini("bob").used.attacks) == (6, False, 0)


@pytest.mark.rule("MN-GAP-12")
def test_a_running_defender_does_not_fight_back() -> None:
    """It has elected to run in this turn."""
    bout = ready()
    state = bout.state
    mini = structs.replace(state.own.minis["bob"], used=structs.replace(state.own.minis["bob"].used, running=True))
    ran = structs.replace(state, own=structs.replace(state.own, minis={**state.own.minis, "bob": mini}))
    assert not ability.may_fight(ran, "bob")
    assert attacks.aimed(ran, "ada", "bob", None).manner is Manner.OPPORTUNITY
    assert attacks.veto(ran, "bob").reason == "bob is running, and cannot fight"  # type: ignore[union-attr]


# -- budgets and targets
@pytest.mark.rule("MN-CBT-02")
def test_each_attack_uses_one() -> None:
    """When they are spent another one is refused."""
    bout = ready(my_attacks=2, at=(600, 0), my_weapons=("long_bow",))
    for used in (1, 2):
        manner(bout, 100)
        assert bout.mini("ada").used.attacks == used
    assert bout.refuse(Attack(combatant="ada", target="bob")).reason == "ada has no attacks left in this turn"
    assert not [key for key in bout.keys("ada") if key.startswith("attack")]


@pytest.mark.rule("MN-CBT-01", "MN-GAP-51")
def test_attacks_are_made_at_enemies() -> None:
    """Not at minis of the same side, nor at itself."""
    bout = ready(ana("amy", at=(0, 80)))
    for target in ("amy", "ada"):
        assert bout.refuse(Attack(combatant="ada", target=target)).reason == f"{target} is no enemy"
    assert bout.refuse(Attack(combatant="ada", target="nobody")).code == "UNKNOWN"
    assert [manner.value for manner in Manner] == ["OPEN", "RANGE", "OPPORTUNITY", "FLANK"]


@pytest.mark.rule("MN-GAP-52")
def test_fists_where_there_is_no_melee_weapon() -> None:
    """Otherwise the first on the sheet, unless another is named."""
    bout = Bout(ana(at=(0, 0), weapons=("sling",)), ben(at=(80, 0), weapons=("long_bow", "dagger", "long_sword")))
    assert list(weapons.melee(bout.state, "ada")) == ["fists"]
    assert list(weapons.melee(bout.state, "bob")) == ["dagger", "long_sword"]


@pytest.mark.rule("MN-GAP-52", "MN-OPEN-01")
def test_the_weapon_is_named_with_the_choice() -> None:
    """Each names one; the default is the first, or the one named with the attack."""
    bout = ready(my_weapons=("short_sword", "enchanted_sword"), weapons=("dagger", "long_sword"))
    bout.order(Attack(combatant="ada", target="bob", weapon="enchanted_sword"))
    assert bout.waiting[0].offers[0].body == {"option": "HEAD", "weapon": "enchanted_sword"}
    bout.answer("head")
    bout.answer("head", 100, weapon="long_sword")
    fought = bout.the(ExchangeFought)
    assert (fought.attack_weapon, fought.defense_weapon) == ("enchanted_sword", "long_sword")
    assert (bout.life("ada"), bout.life("bob")) == (4, 3)


def test_every_offer_of_an_attack_is_legal() -> None:
    """Each with each of its weapons."""
    bout = ready(my_weapons=("dagger", "sling"), my_attacks=3, at=(500, 0))
    offer = next(o for o in bout.offers("ada") if o.key == "attack-bob")
    assert offer.fields[0].among == (None, "dagger", "sling")
    for weapon in offer.fields[0].among:
        bout.order(structs.replace(offer.body, weapon=weapon), 100)
