"""W-26 of an area attack: whose extra successes may save whom.  [SA-XDEF-01, SA-XDEF-02, G-43, G-56]"""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import Defense, EnemyAttack
from engine.systems.saari.events import ExtrasSpent, ExtraUse, RollApplied
from engine.systems.saari.orders import AttackArea, Cast, Spring
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, one, pc, zone

HAIL = EnemyAttack(id="hail", name="Hail", kind=Kind.RANGED, range=1, kn=1, damage=2, area=True)
ORDER = AttackArea(combatant="gob", means="hail", to=zone("west"))


def under_hail(*entries: object, characters: int = 2, attack: EnemyAttack = HAIL) -> Bout:
    """Gob, who acts first and stands aside, is about to let hail fall on west; characters: who roll initiative."""
    bout = Bout(*entries, npc("gob", initiative=9, kp=9, attacks=(attack,), at="middle"))  # type: ignore[arg-type]
    bout.begin(*(4, 2) * characters)
    return bout


# -- who stands next to whom
@pytest.mark.rule("SA-XDEF-01", "G-56")
@pytest.mark.parametrize(
    ("engagements", "asked"),
    [
        ({}, True),
        ({"e": ["ada", "bea", "orc"]}, True),
        ({"e": ["ada", "orc"]}, False),
        ({"e": ["bea", "orc"]}, False),
        ({"e": ["ada", "orc"], "f": ["bea", "elk"]}, False),
    ],
)
def test_extras_reach_a_comrade_in_the_same_engagement_or_beside_one_in_none(
    engagements: dict[str, list[str]], asked: bool
) -> None:
    """Ada has an extra and Bea lacks one; whoever is busy elsewhere neither gives nor gets."""
    bout = under_hail(pc("ada"), pc("bea", "ben"), npc("orc", kp=9), npc("elk", kp=9))
    found = {key: {"zone": "west", "members": members} for key, members in engagements.items()}
    bout.correct("rules.engagements", found)
    bout.order(ORDER, 4, 4, 2, 2)
    assert (bout.asked == ["AskCoverage"]) is asked


@pytest.mark.rule("G-56", "SA-COMP-09")
def test_nobody_covers_somebody_in_another_zone() -> None:
    """By a complication Ada's blast catches herself as well as Bea in the next zone; Bea has an extra."""
    mage = pc("ada", weapons=(), spells=("blast",), now={"mp": 1})
    bout = Bout(mage, pc("bea", "ben", at="middle"), npc("gob", kp=9, at="middle"), setup=Setup(complications=True))
    bout.begin(4, 4, 4, 2)
    bout.order(Cast(combatant="ada", spell="blast", to=zone("middle"), victims=("bea", "gob")), 4, 1)
    bout.answer("hits_self", 4, 4, 2, 2)
    assert bout.asked == []
    assert (bout.kp("ada"), bout.fighter("bea").riposte) == (5, 1)


@pytest.mark.rule("SA-XDEF-01", "G-56", "SA-SUP-02")
def test_nobody_covers_an_enemy() -> None:
    """A character of a third side lacks one; Ada keeps her extra."""
    zed = one("zed", "others", "ben", weapons=("sword",), now={"mp": 0})
    bout = under_hail(pc("ada"), zed)
    bout.order(ORDER, 4, 4, 2, 2)
    assert bout.asked == []
    assert (bout.kp("zed"), bout.fighter("ada").riposte) == (5, 1)


# -- against what
@pytest.mark.rule("SA-XDEF-02", "SA-XDEF-01")
@pytest.mark.parametrize("defense", Defense)
def test_coverage_does_not_depend_on_the_defence(defense: Defense) -> None:
    """Two dice of each; of armour plate brings them, as many as Might allows."""
    attack = EnemyAttack(id="hail", name="Hail", kind=Kind.RANGED, range=1, kn=1, damage=2, area=True, defense=defense)
    worn = {"armor": "plate"} if defense is Defense.ARMOR else {}
    bout = under_hail(pc("ada", **worn), pc("bea", "ben", **worn), attack=attack)
    bout.order(ORDER, 4, 4, 2, 2)
    while bout.asked == ["AskAssist"] or bout.asked == ["AskFurtherAssist"]:
        bout.answer("stay-out")
    assert (bout.asked, bout.waiting[0].question["lacking"]) == (["AskCoverage"], {"bea": 1})
    bout.answer("cover", covered={"bea": 1})
    assert [roll.success for roll in bout.of(RollApplied)] == [True, True]


# -- how much
@pytest.mark.rule("SA-XDEF-05", "SA-XDEF-03", "G-43")
@pytest.mark.parametrize(
    ("covered", "given", "riposte", "hurt"),
    [
        ({}, [], 2, ["bea", "cid"]),
        ({"bea": 1}, [("bea", 1)], 1, ["cid"]),
        ({"bea": 1, "cid": 1}, [("bea", 1), ("cid", 1)], 0, []),
        ({"bea": 2}, [("bea", 1)], 1, ["cid"]),
    ],
)
def test_each_extra_is_used_once_and_more_than_is_lacking_stays_for_a_riposte(
    covered: dict[str, int], given: list[tuple[str, int]], riposte: int, hurt: list[str]
) -> None:
    """Ada has two over, and two comrades lack one each; she may divide them as she likes."""
    others = [pc(name, "ben", now={"mp": 0}) for name in ("bea", "cid")]
    bout = under_hail(pc("ada", agility=3), *others, characters=3)
    bout.order(ORDER, 4, 4, 4, 2, 2, 2, 2)
    bout.answer("cover", covered=covered) if covered else bout.answer("keep")
    spent = [(event.target, event.amount) for event in bout.of(ExtrasSpent) if event.use is ExtraUse.COVERAGE]
    assert (spent, bout.fighter("ada").riposte) == (given, riposte)
    assert [name for name in ("bea", "cid") if bout.kp(name) < 7] == hurt


@pytest.mark.rule("SA-XDEF-01", "SA-DICE-10")
def test_who_needs_two_is_not_saved_by_one() -> None:
    """Against 2 Bea has none: with one success of Ada's she is still hit."""
    attack = EnemyAttack(id="hail", name="Hail", kind=Kind.RANGED, range=1, kn=2, damage=2, area=True)
    bout = under_hail(pc("ada", agility=3), pc("bea", "ben", now={"mp": 0}), attack=attack)
    bout.order(ORDER, 4, 4, 4, 2, 2)
    assert bout.waiting[0].question["lacking"] == {"bea": 2}
    bout.answer("cover", covered={"bea": 1})
    assert (bout.kp("bea"), bout.fighter("ada").riposte) == (5, 0)


@pytest.mark.rule("SA-XDEF-01")
def test_against_a_single_attack_nobody_is_covered() -> None:
    """On one character alone extras are a riposte; nobody is asked."""
    bout = under_hail(pc("ada"), pc("bea", "ben"))
    bout.order(AttackArea(combatant="gob", means="hail", to=zone("west"), victims=("ada",)), 4, 4)
    assert (bout.asked, bout.fighter("ada").riposte) == ([], 1)


@pytest.mark.rule("SA-XDEF-01", "SA-XDEF-03", "G-53")
def test_extras_against_a_hazard_cover_comrades_and_are_a_riposte() -> None:
    """A rockfall needs two: Ada has two over, and Bea lacks one."""
    bout = Bout(pc("ada", agility=4), pc("bea", "ben"), npc("gob"), one("trap", "foes", None, ref="rockfall"))
    bout.begin(4, 4, 4, 2)
    bout.order(Spring(hazard="trap"), 4, 4, 4, 4, 4, 2, seat="gm")
    while bout.asked[:1] == ["AskParry"] or bout.asked[:1] == ["AskParryForComrade"]:
        bout.answer("let-pass")
    assert (bout.asked, bout.waiting[0].question["lacking"]) == (["AskCoverage"], {"bea": 1})
    bout.answer("cover", covered={"bea": 1})
    assert (bout.kp("ada"), bout.kp("bea"), bout.fighter("ada").riposte) == (7, 7, 1)
