"""Comrades who assist a roll or parry for somebody: which rolls, from where, and whose faces are whose."""

from __future__ import annotations

import pytest

from engine.systems.saari.content.kinds import Defense, EnemyAttack
from engine.systems.saari.events import AssistAdded, ComplicationChosen, RollApplied
from engine.systems.saari.orders import Attack
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import Bout, npc, pc


def begun(*entries: object, faces: tuple[int, ...] = (4, 4, 4, 4), setup: Setup | None = None) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, setup=setup)  # type: ignore[arg-type]
    bout.begin(*faces)
    return bout


@pytest.mark.rule("G-15", "SA-ASSIST-02")
def test_an_assist_counts_on_the_edge_of_the_roll_that_it_helps() -> None:
    """Ada has an advantage, so that Bea's 3 is a success; her 6 adds a die, as on any roll."""
    setup = Setup(delay=False, superiority_edge=True)
    bout = begun(pc("ada"), pc("bea", "ben", might=3, personality=0), npc("gob", melee=3, kp=9, weight_halves=1),
                 setup=setup)  # fmt: skip
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    bout.answer("assist", 3, 6, 3)
    assert bout.the(AssistAdded).successes == 3
    assert bout.of(RollApplied)[-1].success


@pytest.mark.rule("G-15", "SA-COMP-01")
def test_the_ones_of_an_assist_are_a_complication_of_who_assists() -> None:
    """Bea's 1 is not Ada's, whose faces show none."""
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", kp=9, melee=2))
    bout.order(Attack(combatant="ada", target="gob"), 4, 4, 2)
    bout.answer("assist", 1)
    assert [one.combatant for one in bout.of(ComplicationChosen)] == ["bea"]
    assert (bout.actions("ada"), bout.actions("bea")) == (2, 2)  # Bea has paid one action, and lost one


@pytest.mark.rule("G-15", "SA-COMP-02")
def test_the_sixes_of_an_assist_do_not_outweigh_the_ones_of_the_roll() -> None:
    """Ada's complication stands."""
    bout = begun(pc("ada"), pc("bea", "ben"), npc("gob", kp=9, melee=2))
    bout.order(Attack(combatant="ada", target="gob"), 4, 1, 2)
    bout.answer("assist", 6, 2)
    assert [one.combatant for one in bout.of(ComplicationChosen)] == ["ada"]
    assert bout.of(RollApplied)[-1].success


@pytest.mark.rule("G-28", "SA-PARRY-02")
@pytest.mark.parametrize(
    ("defense", "then"),
    [
        (Defense.BASIC, "AskParryForComrade"),
        (Defense.DODGE, "AskParryForComrade"),
        (Defense.WILL, "AskAssist"),
        (Defense.ENDURANCE, "AskAssist"),
    ],
)
def test_a_comrade_assists_will_and_endurance_and_parries_for_the_other_defences(defense: Defense, then: str) -> None:
    """Of one roll comrades are asked for one of the two."""
    attack = EnemyAttack(id="gaze", name="Gaze", kn=1, defense=defense)
    bout = begun(pc("ada", discipline=1, now={"mp": 0}), pc("bea", "ben"), npc("gob", initiative=9, attacks=(attack,)))
    faces = {Defense.WILL: (2,)}.get(defense, (2, 2))
    bout.order(Attack(combatant="gob", target="ada"), *faces)
    asked = bout.asked
    while bout.asked == ["AskParry"]:
        bout.answer("let-pass")
        asked = bout.asked
    assert asked == [then]
    bout.answer(bout.waiting[0].default)
    assert bout.asked == []


@pytest.mark.rule("G-28", "SA-ASSIST-01")
def test_an_initiative_roll_is_not_assisted_and_nobody_helps_from_another_zone() -> None:
    """Every comrade in the zone may help once; none raises the target number."""
    near = (pc("bea", "ben"), pc("cid", "ben"), pc("dan", "ben", at="middle"))
    bout = begun(pc("ada"), *near, npc("gob", kp=9, melee=3), faces=(2,) * 8)
    assert bout.asked == []
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    for helper in ("bea", "cid"):
        assert [(asked.kind, asked.question["combatant"]) for asked in bout.waiting] == [("AskAssist", helper)]
        bout.answer("assist", 4)
    assert (bout.asked, bout.of(RollApplied)[-1].kn, bout.of(RollApplied)[-1].successes) == ([], 3, 3)


@pytest.mark.rule("G-34", "SA-PARRY-02")
@pytest.mark.parametrize(("engaged", "asked"), [(False, ["AskParryForComrade"]), (True, [])])
def test_who_is_engaged_elsewhere_in_the_zone_does_not_parry_for_a_comrade(engaged: bool, asked: list[str]) -> None:
    """Unengaged it does. Orc keeps Bea busy, Gob strikes at Ada."""
    bout = begun(pc("ada", now={"mp": 0}), pc("bea", "ben"), npc("gob", initiative=9, kp=9), npc("orc", kp=9))
    if engaged:
        bout.correct("rules.engagements", {"e": {"zone": "west", "members": ["orc", "bea"]}})
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    assert bout.asked == asked
