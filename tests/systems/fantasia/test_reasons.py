"""Where numbers come from beside attacks: jumps, falls, traps, times, limits, rest, counts; and who reads of it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.words.renderer import Renderer
from engine.kernel.state import events as k
from engine.kernel.structs.messages import Event, Recorded
from engine.systems.fantasia import events as f
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.content.kinds import Inflict, Spell
from engine.systems.fantasia.naming import WORDS
from engine.systems.fantasia.rules.basics import restraint, totals
from engine.systems.fantasia.sheet import Stock
from tests.support.fights.exports import export, sealed
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero, sheet

LATER = [("concentration", 7, 1, 1), ("further_check", 2, 2, 1)]
Told = list[tuple[str, int | None, int, int]]


def the(bout: Bout, kind: type[Event], nth: int = 0) -> Recorded:
    """An event of the last step."""
    return [r for r in bout.last if isinstance(r.event, kind)][nth]


def made_of(one: Recorded, of: str) -> Told:
    """What a number of an event is made of."""
    assert one.draft.because is not None
    return [(t.source, t.amount, t.times, t.over) for t in one.draft.because.numbers()[of]]


def rules(one: Recorded, of: str) -> list[str]:
    assert one.draft.because is not None
    return [t.rule for t in one.draft.because.numbers()[of]]


def text(one: Recorded, locale: str = "en") -> str:
    """As one reads it who may know all of it."""
    return Renderer(BOOK, locale).event(one.event, one.draft.because)


def as_read(bout: Bout, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The events of a kind as a seat gets them."""
    read = [msgspec.json.decode(line.read) for line in export(sealed(bout.arena), seat)]
    return [event for event in read if event["type"] == kind]


# -- jumps, falls, traps
@pytest.mark.rule("FF-MOVE-03", "FF-MOVE-04")
def test_a_jump_says_what_it_had_to_reach() -> None:
    """2.25 m: 4.5, rounded up to 5. Dice are open; agility is his side's."""
    bout = Bout(hero(figures=sheet(agility=2)), foe(seat="bea"))
    bout.order(o.Jump(combatant="hero", centimetres=225))
    bout.answer("agility", 1, 2)
    tried = the(bout, f.JumpTried)
    assert made_of(tried, "total") == [("2d6", 3, 1, 1), ("agility", 2, 1, 1)]
    assert made_of(tried, "difficulty") == [("cm", 225, 2, 100), ("rounded_up", 1, 1, 1)]
    assert rules(tried, "difficulty") == ["FF-MOVE-04", "FF-MOVE-04"]
    assert tried.draft.to == ("gm", "ana")
    assert text(tried).endswith("(5 = 2d6 3 + agility 2; 5 = distance in cm 225x2/100 + rounded up 1)")
    for seat in ("bea", "eye", None):
        (seen,) = as_read(bout, seat, "FantasiaJumpTried")
        assert seen["because"]["withheld"] == ["total"]
        assert "agility" not in str(seen["because"]["terms"])


@pytest.mark.rule("FF-MOVE-06", "FF-ST-54")
def test_a_fall_says_how_deep_and_what_softened_it() -> None:
    """One die times the metres, half for who floats; the depth is the game master's word."""
    bout = Bout(hero(), foe())
    bout.lay("hero", "float")
    bout.order(o.LetFall(combatant="hero", metres=3), 5, seat="gm")
    fell, hurt = the(bout, f.Fell), the(bout, f.DamageTaken)
    assert (made_of(fell, "metres"), rules(fell, "metres")) == ([("game_master", 3, 1, 1)], ["FF-MOVE-06"])
    assert made_of(hurt, "damage") == [("1d6", 5, 1, 1), ("metres_fallen", None, 3, 1), ("float", None, 1, 2)]
    assert rules(hurt, "damage") == ["FF-DICE-01", "FF-MOVE-06", "FF-ST-54"]
    assert hurt.draft.because is not None
    assert fell.version in hurt.draft.because.causes
    assert text(hurt, "es").endswith("(7 = 1d6 5, metros de caída x3, Flotar x1/2)")
    assert text(fell) == "hero falls 3 m"


@pytest.mark.rule("FF-ATK-01", "FF-MOVE-06")
def test_a_trap_says_what_it_had_to_reach() -> None:
    """Its AT is open, his DE is not."""
    bout = Bout(hero(figures=sheet(defense=6)), foe(seat="bea"))
    bout.lay("hero", "off_balance")
    bout.order(o.SpringTrap(target="hero", trap="dart_trap"), 1, 2, 4, seat="gm")
    sprung = the(bout, f.TrapSprung)
    assert made_of(sprung, "trapTotal") == [("2d6", 3, 1, 1), ("dart_trap", 5, 1, 1)]
    assert made_of(sprung, "against") == [("defense", 6, 1, 1), ("off_balance", -3, 1, 1)]
    (seen,) = as_read(bout, "bea", "FantasiaTrapSprung")
    assert seen["because"]["withheld"] == ["against"]
    assert seen["data"]["against"] is None
    assert "off_balance" not in str(seen["because"])
    pit = Bout(hero(), foe())
    pit.order(o.SpringTrap(target="hero", trap="pit_trap"), 2, seat="gm")
    assert made_of(the(pit, f.Fell), "metres") == [("pit_trap", 3, 1, 1)]


@pytest.mark.rule("FF-ST-23")
@pytest.mark.parametrize(("second", "outcome"), [((1, 1), f.Outcome.MISS), ((6, 6), f.Outcome.HIT)])
def test_ff_st_23_a_trap_rolls_twice_under_somebody_who_blinks(second: tuple[int, int], outcome: f.Outcome) -> None:
    """The lower of the two counts: 3 + 5 reaches 8, 2 + 5 does not."""
    bout = Bout(hero(figures=sheet(defense=8)), foe())
    bout.lay("hero", "blink")
    faces = (1, 2, *second) if outcome is f.Outcome.MISS else (*second, 1, 2)
    bout.order(o.SpringTrap(target="hero", trap="dart_trap"), *faces, *((4,) if outcome is f.Outcome.HIT else ()))
    sprung = bout.the(f.TrapSprung)
    assert (sprung.trap_total, sprung.outcome) == (7 if outcome is f.Outcome.MISS else 8, outcome)


# -- times and counts
def spell(**what: Any) -> Spell:
    return Spell(id="hex", name="Hex", mp=1, inflicts=(Inflict(**what),))


def hexed(target: Any, *faces: int, **what: Any) -> Bout:
    """The hero has laid a status on the foe, in his own turn."""
    bout = Bout(hero(figures=sheet(mind=3, mp=9, own_spells=(spell(**what),))), target)
    bout.order(o.Cast(caster="hero", spell="hex", targets=("foe",)), 6, 5, *faces)
    return bout


@pytest.mark.rule("FF-STG-03", "FF-ST-05")
def test_turns_say_whether_they_were_stated_or_rolled() -> None:
    """By the spell, or by the status's own dice."""
    stated = the(hexed(foe(), status="blind", turns=3), k.ConditionGained)
    assert (made_of(stated, "left"), rules(stated, "left")) == ([("hex", 3, 1, 1)], ["FF-STG-03"])
    rolled = the(hexed(foe(), 2, 5, status="doom"), k.ConditionGained)
    assert (made_of(rolled, "left"), rules(rolled, "left")) == ([("2d6", 7, 1, 1)], ["FF-ST-05"])
    assert rolled.draft.because is not None
    assert rolled.draft.because.causes
    assert rolled.draft.to is None


@pytest.mark.rule("FF-ST-24")
@pytest.mark.parametrize(("vitality", "left"), [(2, 3), (0, 1), (-4, 1)])
def test_ff_st_24_vitality_in_a_time_is_for_his_side(vitality: int, left: int) -> None:
    """VIT + 1, at least 1: how long everybody sees, from what only those who know the figures."""
    bout = hexed(foe(figures=sheet(vitality=vitality), seat="bea"), status="petrifying")
    gained = the(bout, k.ConditionGained)
    assert isinstance(gained.event, k.ConditionGained)
    assert gained.event.left == left
    assert made_of(gained, "left")[:2] == [("vitality", vitality, 1, 1), ("petrifying", 1, 1, 1)]
    assert gained.draft.to == ("gm", "bea")
    seen = as_read(bout, "ana", "ConditionGained")[-1]
    assert (seen["data"]["left"], seen["because"]["withheld"]) == (left, ["left"])
    assert not seen["because"].get("terms")


@pytest.mark.rule("FF-STG-03")
def test_a_turn_less_and_the_turn_that_does_not_count() -> None:
    """Laid on in one's own turn it gets a turn more, which goes as this turn ends."""
    kind = structs.replace(spell(status="haste", turns=2), beneficial=True)
    bout = Bout(hero(figures=sheet(mp=9, own_spells=(kind,))), foe())
    bout.order(o.Cast(caster="hero", spell="hex", targets=("hero",)))
    assert made_of(the(bout, k.ConditionGained), "left") == [("hex", 2, 1, 1), ("this_turn", 1, 1, 1)]
    bout.order(o.EndTurn(combatant="hero"))
    assert made_of(the(bout, k.ConditionGained), "left") == [("turns", 3, 1, 1), ("turn", -1, 1, 1)]


@pytest.mark.rule("FF-ST-26", "FF-ST-15", "FF-TURN-01")
def test_actions_say_which_status_gives_and_takes_them() -> None:
    """One normal and one movement action by themselves; what adds to them or bars them is named."""
    bout = Bout(hero(), foe())
    bout.lay("hero", "haste", "disabled")
    has = restraint.allowance(bout.state, "hero").because.numbers()
    told = {of: [(t.source, t.amount, t.times, t.rule) for t in terms] for of, terms in has.items()}
    assert told["normal"] == [("turn", 1, 1, "FF-TURN-01"), ("disabled", None, 0, "FF-ST-15")]
    assert told["movement"] == [("turn", 1, 1, "FF-TURN-01")]
    assert told["extra"] == [("haste", 1, 1, "FF-ST-26")]
    assert told["most"] == [("disabled", 1, 1, "FF-ST-15")]


@pytest.mark.rule("FF-CONC-02", "FF-CONC-03")
@pytest.mark.parametrize(("checks", "terms"), [(0, [("concentration", 7, 1, 1)]), (2, LATER)])
def test_a_later_check_of_concentration_is_harder(checks: int, terms: Told) -> None:
    """7, and 2 more for each that came before."""
    bout = Bout(hero(figures=sheet(weapons=("sword",))), foe())
    making = {"ability": "fire", "targets": ["hero"], "checks": checks}
    bout.correct("rules.fighters.foe.activation", making)
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword"), 5, 5, 1, 1, 6, 6)
    assert made_of(the(bout, f.ConcentrationTested), "difficulty") == terms


# -- limits and rest
@pytest.mark.rule("FF-ST-59")
def test_ff_st_59_enlarged_points_say_what_they_were() -> None:
    """Half as much again of maximum and present points; as it ends the old maximum, and what is above it goes."""
    bout = hexed(foe(figures=sheet(hp=21), seat="bea"), status="maxi", turns=1)
    limit, change = the(bout, k.VitalLimitChanged), the(bout, k.VitalChanged, 1)
    assert made_of(limit, "limit") == [("hp", 21, 1, 1), ("maxi", None, 3, 2)]
    assert rules(limit, "limit") == ["FF-STAT-06", "FF-ST-59"]
    assert made_of(change, "change") == [("hp", 21, 1, 1), ("maxi", None, 3, 2), ("hp", -21, 1, 1)]
    for kind in ("VitalLimitChanged", "VitalChanged"):
        seen = as_read(bout, "ana", kind)[-1]
        assert not seen["because"].get("terms")
    bout.order(o.EndTurn(combatant="hero"))
    bout.order(o.EndTurn(combatant="foe"))
    assert made_of(the(bout, k.VitalLimitChanged), "limit") == [("hp", 21, 1, 1)]
    assert made_of(the(bout, k.VitalChanged), "change") == [("maximum", 21, 1, 1), ("hp", -31, 1, 1)]


@pytest.mark.rule("FF-REST-01", "FF-REST-02")
def test_what_rest_gives_back_says_of_what() -> None:
    """A tenth of the maximum for each hour, as far as there is room; the maximum is his side's."""
    bout = Bout(hero(figures=sheet(hp=40), vitals={"hp": 30}), foe(vitals={"hp": 0}, seat="bea"))
    bout.order(o.CallOff(), seat="gm")
    bout.order(o.Rest(combatants=("hero",), hours=3), seat="gm")
    bout.answer("hourly")
    rested, change = the(bout, f.Rested), the(bout, k.VitalChanged)
    assert made_of(rested, "percent") == [("hour", 10, 3, 1)]
    assert made_of(change, "change") == [("hp", 40, 1, 1), ("rest", None, 30, 100), ("limit", -2, 1, 1)]
    assert change.draft.because is not None
    assert change.draft.because.causes == (rested.version,)
    assert text(change, "es").endswith("(10 = PV 40, descanso x30/100 - límite 2)")
    seen = as_read(bout, "bea", "VitalChanged")[-1]
    assert not seen["because"].get("terms")
    bout.order(o.Rest(combatants=("foe",), hours=8), seat="gm")
    assert made_of(the(bout, f.Rested), "percent") == [("undisturbed", 100, 1, 1)]


@pytest.mark.rule("FF-DELAY-03")
def test_who_delayed_takes_over_the_number_of_whom_he_stands_behind() -> None:
    bout = Bout(hero(), foe(), hero("late"))
    bout.order(o.Delay(combatant="hero"))
    bout.order(o.EndTurn(combatant="foe"))
    bout.answer("act")
    resumed = the(bout, f.TurnResumed)
    (term,) = resumed.draft.because.terms if resumed.draft.because else ()
    assert (term.source, term.combatant, term.rule) == ("initiative", "foe", "FF-DELAY-03")
    initiative = bout.state.own.fighters["foe"].initiative
    assert term.amount == bout.the(f.TurnResumed).total == initiative


# -- equipment
@pytest.mark.rule("FF-TURN-02")
def test_what_is_left_in_stock_is_for_his_side() -> None:
    """One of two potions, and its points by its name."""
    bout = Bout(hero(figures=sheet(items=(Stock(item="potion", count=2),))), foe(seat="bea"))
    bout.order(o.UseItem(combatant="hero", item="potion", target="hero"))
    used, healed = the(bout, f.ItemUsed), the(bout, f.Healed)
    assert made_of(used, "remaining") == [("stock", 2, 1, 1), ("used", -1, 1, 1)]
    assert [t[0] for t in made_of(healed, "healing")] == ["potion"]
    (seen,) = as_read(bout, "bea", "FantasiaItemUsed")
    assert seen["data"]["remaining"] is None
    assert not seen["because"].get("terms")


@pytest.mark.rule("FF-EQ-03", "FF-EQ-04")
def test_bullets_are_counted() -> None:
    bout = Bout(hero(figures=sheet(weapons=("pistol",))), foe())
    bout.order(o.Attack(attacker="hero", target="foe", weapon="pistol"), 1, 2)
    fired = the(bout, f.ShotFired)
    assert [t[0] for t in made_of(fired, "bullets")] == ["bullets", "shot"]
    bout.order(o.Reload(combatant="hero", weapon="pistol", pay=o.Pay.MOVEMENT))
    assert [t[0] for t in made_of(the(bout, f.WeaponReloaded), "bullets")] == ["pistol"]


# -- words
SOURCE_AT = {"of_word": (0,), "counted": (0, 2), "upwards": (1,), "scaled": (2,), "Factor": (), "Term": ()}
"""Where calls that make terms name a source, beside `source=`."""
MODULES = sorted(Path(totals.__file__).parents[1].rglob("*.py"))


def sources(module: Path) -> set[str]:
    """The words that a module's terms bring in."""
    found: set[str] = set()
    for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            named = [call.args[n] for n in SOURCE_AT.get(name, ()) if n < len(call.args)]
            named += [k.value for k in call.keywords if k.arg == "source" and name in SOURCE_AT]
            found |= {n.value for n in named if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_source_has_a_word(locale: str) -> None:
    """As people read it inside a sum, in both languages."""
    words = {word for module in MODULES for word in sources(module)} | {
        totals.GAME_MASTER,
        totals.LIMIT,
        totals.ROUNDED,
    }
    assert len(words) > 30
    assert [word for word in sorted(words) if not system.word(word, locale) and word != "1d6"] == []


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_source_takes_no_things_name(locale: str) -> None:
    """A word of the system that is a thing's id too would be told in its place."""
    cached = WORDS.languages[locale]
    for catalogue in CONTENT.values():
        for name in catalogue.keys() & cached["terms"].keys():
            called = cached["things"].get(name) or (getattr(catalogue[name], "name", name) if locale == "en" else "")
            assert called.lower() in ("", cached["terms"][name].lower()), name
