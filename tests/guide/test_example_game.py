"""Delve, the example of a game: it keeps the laws, is played on the page, and its rules do what they say."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kit import Begin, Cell, CombatantOut, Place, VitalChanged
from engine.kit.testing import Bout, Entrant
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.memory import MemoryStore
from tests.support.browsers.browser import Tab
from tests.support.fights.fights import SEATS
from tests.support.laws.foreign import installed, played_on_the_page, served
from tests.support.processes.terminal import ROOT, skald

GAME = ROOT / "schemas" / "examples" / "game"


@pytest.fixture(scope="module")
def delve() -> Iterator[Any]:
    """The game's package, of this module's tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(GAME))
        yield import_module("delve")


@pytest.fixture(scope="module")
def m(delve: Any) -> Any:
    """Its orders and events."""
    return delve.m


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A copy that is installed for processes with this path."""
    copied = shutil.copytree(
        GAME, tmp_path_factory.mktemp("delve") / "game", ignore=shutil.ignore_patterns("__pycache__")
    )
    return copied, installed(copied, "delve")


def fight(delve: Any, *creatures: str, far: int = 1, **more: Any) -> Bout:
    """Ana against foes beside her, or `far` squares away, all in a row; she is the first to act."""
    people = [
        Entrant(
            name, "foes" if n else "heroes", "" if n else "ana", {"creature": creature}, Place(cell=Cell(n * far, 0))
        )
        for n, (name, creature) in enumerate(zip(("ana", "one", "two"), creatures, strict=False))
    ]
    return begun(delve, people, **more)


def begun(delve: Any, people: list[Entrant], **more: Any) -> Bout:
    """A fight in which the first of them acts first."""
    bout = Bout(delve.system, *people, **more)
    bout.order(Begin(), 20, *(1 for _ in people[1:]))
    assert bout.fight.acting == ("ana",)
    return bout


def company(delve: Any, me: str, friend: str, *foes: str) -> Bout:
    """Ana with a friend beside her, and foes three squares off."""
    people = [
        Entrant("ana", "heroes", "ana", {"creature": me}, Place(cell=Cell(0, 0))),
        Entrant("bo", "heroes", "ana", {"creature": friend}, Place(cell=Cell(0, 1))),
    ]
    people += [Entrant(f"foe{n}", "foes", "", {"creature": one}, Place(cell=Cell(3, n))) for n, one in enumerate(foes)]
    return begun(delve, people)


# -- as a package
def test_the_game_keeps_the_laws_and_is_short(package: tuple[Path, str]) -> None:
    folder, path = package
    ran = skald("check-game", "delve:system", "--fight", "cellar.json", folder=folder)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "delve:system keeps 13 laws")
    written = [*folder.rglob("delve/**/*.py"), *folder.glob("delve/words/*.toml"), *folder.glob("delve/house_rules/*")]
    lines = [line for file in {*written} for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) for line in lines) < 680
    ran = skald("odds", "cellar.json", "--runs", "4", "--jobs", "1", folder=folder, anew=True, PYTHONPATH=path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"^Undecided .* < 1 %", ran.stdout, re.M)
    assert re.search(r"^\S.* +[0-9<> ]+ % \([0-9]+ to [0-9]+\)", ran.stdout, re.M)


def test_the_game_is_not_installed() -> None:
    assert "delve" not in Registry.installed().books


def test_it_is_played_to_its_end_on_the_page(package: tuple[Path, str], page: Tab, tmp_path: Path) -> None:
    """Ana plays two heroes in the cellar by the mouse, a bot the hound; nothing is amiss on the page."""
    folder, path = package
    page.emulate(1280, 900, still=True)
    with served(tmp_path, path) as service:
        cellar = json.loads((folder / "cellar.json").read_text(encoding="utf-8"))
        few = [one for one in cellar["combatants"] if one["name"] in ("Runa", "Teo", "Hound")]
        ended = played_on_the_page(service, page, {**cellar, "combatants": few}, "delve")
        assert "_" not in page.text("main")
        assert ended["outcome"] in ("heroes", "foes")
        assert page.complaints == []


def test_there_are_a_dozen_creatures_and_a_dozen_spells(delve: Any) -> None:
    """Every spell is known to somebody, or waits for a creature of one's own."""
    assert (len(delve.CREATURES), len(delve.SPELLS)) == (12, 12)
    assert {spell for one in delve.CREATURES.values() for spell in one.spells} == {*delve.SPELLS}


# -- fighting
def test_an_attack_has_to_reach_the_armour(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    bout.order(m.Attack(combatant="ana", target="one"), 6, 4)
    assert [(e.hit, e.total) for e in bout.of(m.Attacked)] == [(True, 11)]
    assert bout.life("one") == 14 - 4 - 3
    missed = fight(delve, "blade", "mud_thug")
    missed.order(m.Attack(combatant="ana", target="one"), 5)
    assert not missed.the(m.Attacked).hit
    assert bout.refused(m.Attack(combatant="ana", target="one")).rule == "DV-TURN"


def test_a_twenty_rolls_the_damage_twice_and_a_one_misses(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    events = bout.order(m.Attack(combatant="ana", target="one"), 20, 8, 8)
    assert CombatantOut(combatant="one", reason="down") in events
    assert bout.fight.outcome == "heroes"
    bout = fight(delve, "blade", "mud_thug")
    bout.order(m.Attack(combatant="ana", target="one"), 1)
    assert bout.life("one") == 14


def test_a_house_rule_makes_more_hits_critical(delve: Any, m: Any) -> None:
    for house, critical in (({}, False), ({"criticalFrom": 18}, True)):
        bout = fight(delve, "blade", "moss_ogre", house_rules=house)
        bout.order(m.Attack(combatant="ana", target="one"), 18, *([1, 1] if critical else [1]))
        assert bout.the(m.Attacked).critical is critical


def test_whoever_dodges_is_attacked_with_disadvantage(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    bout.order(m.Dodge(combatant="ana"))
    bout.order(m.EndTurn(combatant="ana"))
    bout.order(m.Attack(combatant="one", target="ana"), 19, 2)
    assert (bout.the(m.Attacked).advantage, bout.the(m.Attacked).hit) == ("DISADVANTAGE", False)


def test_the_odds_are_those_of_one_die_and_of_two(delve: Any, m: Any) -> None:
    """A bonus of 5 against an armour of 11: fifteen faces of twenty hit."""
    from delve.chapters.fighting import odds_of  # type: ignore[import-not-found]  # an example

    bout = fight(delve, "blade", "mud_thug")
    assert odds_of(bout.state, "ana", "one").good == 15 * 20
    bout.order(m.Dodge(combatant="ana"))
    bout.order(m.EndTurn(combatant="ana"))
    assert odds_of(bout.state, "one", "ana").good == 8**2


def test_a_hit_can_knock_down_and_getting_up_takes_half_of_the_speed(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "pit_hound")
    bout.order(m.EndTurn(combatant="ana"))
    bout.order(m.Attack(combatant="one", target="ana"), 15, 1)
    assert bout.has("ana", "prone")
    assert bout.life("ana") == 24 - 3
    bout.order(m.EndTurn(combatant="one"))
    assert bout.keys("ana") == ["attack", "dodge", "stand-up", "end-turn"]
    bout.order(m.StandUp(combatant="ana"))
    assert bout.own.fighters["ana"].squares == 3


def test_whoever_leaves_an_enemys_side_may_be_struck_once(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "mud_thug")
    bout.order(m.Move(combatant="ana", to=Place(cell=Cell(0, 3))))
    assert bout.asked == ["Opportunity"]
    bout.answer("strike", 19, 2)
    assert bout.life("ana") == 24 - 3
    assert bout.who("ana").place == Place(cell=Cell(0, 3))
    assert not bout.own.fighters["one"].reaction


def test_a_bow_reaches_far_and_suffers_from_enemies_beside_it(delve: Any, m: Any) -> None:
    far = fight(delve, "bow", "mud_thug", far=9)
    far.order(m.Attack(combatant="ana", target="one"), 10, 1)
    assert far.the(m.Attacked).advantage == "NONE"
    near = fight(delve, "bow", "mud_thug", "slinger")
    near.order(m.Attack(combatant="ana", target="two"), 10, 3)
    assert near.the(m.Attacked).advantage == "DISADVANTAGE"


# -- magic
def test_a_spell_takes_a_slot_unless_it_is_free_and_half_is_saved(delve: Any, m: Any) -> None:
    bout = company(delve, "herbalist", "blade", "moss_ogre")
    bout.order(m.Cast(combatant="ana", spell="stone_hail", target="foe0"), 20, 4, 4, 4)
    assert bout.the(m.SpellCast).saved
    assert (bout.life("foe0"), bout.own.fighters["ana"].slots) == (40 - 6, 2)
    bout = company(delve, "herbalist", "blade", "moss_ogre")
    bout.order(m.Cast(combatant="ana", spell="spark", target="foe0"), 2, 7)
    assert (bout.life("foe0"), bout.own.fighters["ana"].slots) == (40 - 7, 3)


def test_concentration_holds_one_condition_until_damage_breaks_it(delve: Any, m: Any) -> None:
    bout = company(delve, "herbalist", "blade", "ash_wisp")
    bout.order(m.Cast(combatant="ana", spell="battle_hymn", target="bo"))
    assert bout.has("bo", "blessed")
    bout.order(m.EndTurn(combatant="ana"))
    while bout.fight.acting != ("foe0",):
        bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
    bout.order(m.Attack(combatant="foe0", target="ana"), 15, 3, 12)
    assert bout.has("bo", "blessed")
    bout.order(m.EndTurn(combatant="foe0"))
    while bout.fight.acting != ("ana",):
        bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
    bout.order(m.Cast(combatant="ana", spell="mist_cloak", target="bo"))
    assert (bout.has("bo", "blessed"), bout.has("bo", "veiled")) == (False, True)
    bout.order(m.EndTurn(combatant="ana"))
    while bout.fight.acting != ("foe0",):
        bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
    bout.order(m.Attack(combatant="foe0", target="ana"), 15, 3, 2)
    assert not bout.has("bo", "veiled")


def test_a_dying_hero_rolls_on_its_turn_and_is_mended(delve: Any, m: Any) -> None:
    bout = company(delve, "bow", "herbalist", "moss_ogre")
    bout.order(m.Move(combatant="ana", to=Place(cell=Cell(2, 0))))
    bout.order(m.EndTurn(combatant="ana"))
    while bout.fight.acting != ("foe0",):
        bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
    bout.order(m.Attack(combatant="foe0", target="ana"), 20, 8, 8, 8, 8)
    assert (bout.has("ana", "dying"), bout.who("ana").out, bout.fight.outcome) == (True, None, None)
    bout.order(m.EndTurn(combatant="foe0"), 9)
    assert (bout.own.fighters["ana"].failures, bout.fight.acting) == (1, ("bo",))
    bout.order(m.Cast(combatant="bo", spell="soothe", target="ana"), 3, 4)
    assert VitalChanged(combatant="ana", vital="points", change=7, now=7) in [r.event for r in bout.last]
    assert (bout.has("ana", "dying"), bout.has("ana", "prone")) == (False, True)


@pytest.mark.parametrize(("faces", "end"), [((9, 1), "dead"), ((10, 19, 10), "stable"), ((20,), "up")])
def test_three_of_a_kind_decide_a_twenty_gets_up_and_a_one_counts_twice(
    delve: Any, m: Any, faces: tuple[int, ...], end: str
) -> None:
    bout = company(delve, "bow", "shield", "moss_ogre")
    bout.order(m.Move(combatant="ana", to=Place(cell=Cell(2, 0))))
    bout.order(m.EndTurn(combatant="ana"))
    while bout.fight.acting != ("foe0",):
        bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
    bout.order(m.Attack(combatant="foe0", target="ana"), 20, 8, 8, 8, 8)
    for face in faces:
        while bout.fight.acting != ("foe0",):
            bout.order(m.EndTurn(combatant=bout.fight.acting[0]))
        bout.order(m.EndTurn(combatant="foe0"), face)
    found = {"dead": bout.who("ana").out == "dead", "stable": bout.has("ana", "stable"), "up": bout.life("ana") == 1}
    assert [name for name, so in found.items() if so] == [end]


# -- the game master's hand, and pictures
def test_whoever_loses_all_points_by_a_correction_ends_its_turn(delve: Any) -> None:
    bout = company(delve, "bow", "blade", "moss_ogre")
    bout.correct("combatants.ana.vitals.points.now", 0)
    assert bout.has("ana", "dying")
    assert bout.fight.acting != ("ana",)
    bout.correct("combatants.ana.vitals.points.now", 3)
    assert not bout.has("ana", "dying")


def test_a_move_is_foreseen_with_its_way(delve: Any, m: Any) -> None:
    bout = fight(delve, "blade", "mud_thug", far=9)
    foreseen = delve.system.preview(bout.state, "ana", m.Move(combatant="ana", to=Place(cell=Cell(3, 0))), "en")
    (way,) = foreseen.ways
    assert ([step.cell.x for step in way.steps], way.cost, way.left, way.unit) == ([1, 2, 3], 3, 3, "squares")


# -- from fight to fight
async def test_it_has_campaigns_though_it_says_nothing_of_them(delve: Any) -> None:
    """Figures and death go on to the next fight; there are orders to leave the company and to come back."""
    service = Encounters(MemoryStore(), Registry([Rulebook(delve.system)]))
    people = tuple(
        {"id": id, "name": id.title(), "side": "heroes", "seat": "ana", "sheet": {"creature": "blade"}}
        for id in ("ana", "bo")
    )
    new = NewEncounter(system=delve.system.id, name="The company", seats=SEATS, combatants=people)
    made = await service.create(as_campaign(new))
    foe = {
        "id": "archer",
        "name": "Archer",
        "side": "foes",
        "sheet": {"creature": "bow"},
        "place": {"cell": {"x": 5, "y": 5}},
    }
    places = [Place(cell=Cell(x, 0)) for x in range(2)]

    async def begun(*members: str) -> str:
        coming = tuple(ComingAlong(member=one, place=places[n]) for n, one in enumerate(members))
        wish = NewFight(members=coming, new=NewEncounter(system="", name="Below", seats=(), combatants=(foe,)))
        return (await service.campaigns.begin(made.id, "gm", wish)).fight

    first = await begun("ana", "bo")
    there = (await service.view(first, "gm")).position.state.fight.combatants
    name, vital = next(iter(there["ana"].vitals.items()))
    for path, value in ((f"combatants.ana.vitals.{name}.now", vital.now - 1), ("combatants.bo.out", "dead")):
        await service.submit(first, "gm", {"gm": {"correct": {"path": path, "value": value, "reason": "a blow"}}})
    await service.submit(first, "gm", {"gm": {"end": {"reason": "they flee"}}})
    proposal = await service.campaigns.proposal(made.id, first)
    assert {line.id for line in proposal.lines} == {f"ana/vital/{name}", "bo/death"}
    await service.campaigns.settle(made.id, "gm", first, proposal.digest)
    second = await begun("ana")
    assert (await service.view(second, "gm")).position.state.fight.combatants["ana"].vitals[name].now == vital.now - 1
    await service.campaigns.release(made.id, "gm", second)
    await service.submit(made.id, "ana", {made.book.key: {"leaveCompany": {"combatant": "ana"}}})
    assert (await service.view(made.id, "gm")).position.state.fight.combatants["ana"].out == "left"
    assert (await service.audit(made.id)).replay.state == "PROVEN"
