"""Casters that play themselves, spells against reactions, and what others see of a spell."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.systems.mongolian_mercenaries.content.kinds import Cards, Distance, SkillLevel
from engine.systems.mongolian_mercenaries.events import RollOpened, SpellDeclared, SpellOutcome
from engine.systems.mongolian_mercenaries.orders import EndTurn, HandOver
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc
from tests.systems.mongolian_mercenaries.mages import big, cast, mage, outcomes
from tests.systems.mongolian_mercenaries.test_elements import afflicted


def itself(*entries: Any, faces: tuple[int, ...] = (), **more: Any) -> Bout:
    """A fight whose enemies play themselves; Ada has ended her turn, and these faces have fallen."""
    bout = Bout(*entries, setup=at(Distance.CLOSE, self_playing=True, **more))
    bout.begin()
    bout.order(EndTurn(combatant="ada"), *faces)
    return bout


def caster(*spells: str, level: int = 5, power: int = 9, **more: Any) -> Any:
    """Bob knows these, by his card."""
    schools = ("arcana", "magic_mystic", "magic_darkness", "magic_nature", "magic_illusion")
    skills = tuple(SkillLevel(skill=key, level=level) for key in schools)
    return big(spells=spells, skills=skills, power=power, **more)


@pytest.mark.rule("RUL-75", "MM-ENM-08", "MM-ENM-13", "MM-GEN-08")
def test_a_caster_prefers_a_spell_at_the_weakest() -> None:
    """Ember at Bea, who has less Health, on Ada's side; its Power pays."""
    party = (pc(rank=1, attributes={"speed": 5}, lucky=False), pc("bea", "ben", rank=2, lucky=False, now={"health": 5}))
    bout = Bout(*party, caster("ember", speed=4), setup=at(Distance.CLOSE, self_playing=True))
    bout.begin()
    bout.order(EndTurn(combatant="ada"), 6, 1, 1, 1, 1)
    assert outcomes(bout) == {"bea": SpellOutcome.WORKS}
    assert bout.who("bob").vitals["power"].now == 9 - 2
    assert bout.health("bea") == 5 - 3


@pytest.mark.rule("RUL-75", "RUL-44")
def test_without_power_it_attacks() -> None:
    """Power 1 pays for no Ember: Fight Proficiency 2."""
    bout = itself(pc(lucky=False), caster("ember", power=1), faces=(1, 2))
    assert bout.rolls() == ["2d8 hit"]


@pytest.mark.rule("RUL-75", "MM-MAG-08")
def test_it_heals_nobody_who_lacks_nothing() -> None:
    """Mend of a whole friend is left out: both attack; a hurt one is mended."""
    whole = itself(pc(lucky=False), caster("mend", rank=1), big("cid", rank=2, speed=-9), faces=(1, 2, 1, 2))
    assert whole.rolls() == ["2d8 hit", "2d8 hit"]
    hurt = big("cid", rank=2, speed=-9, now={"health": 9})
    mended = itself(pc(lucky=False), caster("mend", rank=1), hurt, faces=(6, 1, 1, 1, 1, 1, 2))
    assert mended.rolls() == ["5d8 spell", "2d8 hit"]
    assert mended.health("cid") == 11


@pytest.mark.rule("RUL-75", "MM-MAG-08")
def test_it_casts_nothing_that_is_at_work_already() -> None:
    """Haste goes on for two rounds: in the second it attacks only."""
    quick = pc(lucky=False, attributes={"speed": 9})
    bout = itself(quick, caster("haste", speed=1), faces=(6, 1, 1, 1, 1, 1, 2))
    assert bout.rolls() == ["5d8 spell", "2d8 hit"]
    bout.order(EndTurn(combatant="ada"), 1, 2)
    assert bout.rolls() == ["2d8 hit"]


@pytest.mark.rule("MM-MAG-13", "RUL-87", "MM-GEN-08")
def test_a_summoner_that_plays_itself_plays_its_summon_too() -> None:
    """In round 1 it appears where the default says; in round 2 it shoots in its summoner's turn."""
    bob = caster("raise_skeleton", power=4, rank=3)
    bout = itself(pc(lucky=False, attributes={"strength": 20}), bob, faces=(6, 1, 1, 1, 1))
    (name,) = bout.own.patrons
    assert bout.rank(name) == 2
    bout.order(EndTurn(combatant="ada"), 1, 2, 1, 2, 2)
    assert bout.rolls() == ["2d8 hit", "3d8 hit"]


# -- reactions
WARD = {
    "id": "ward",
    "name": "Ward",
    "abilities": [{
        "when": "ATTACKED", "asked": True, "uses": "ONCE_PER_ROUND", "only": {"manners": ["SPELL"]},
        "effects": [{"does": "FIGURE", "on": "OTHER", "figure": "SPELL_DICE", "amount": {"points": -2}}],
    }],
}  # fmt: skip


@pytest.mark.rule("MM-DW-12", "MM-DW-14", "RUL-45", "MM-TAL-05")
def test_a_spell_is_declared_to_all_before_its_target_may_react() -> None:
    """The game master's Ward takes two of Ada's three dice; nothing is paid before; then one die falls."""
    setup = at(Distance.CLOSE, cards=msgspec.convert({"talents": [WARD]}, Cards))
    bout = Bout(mage("ada", "ember", level=3), big(talents=("ward",)), setup=setup)
    bout.begin()
    before = bout.who("ada").vitals["power"].now
    bout.order(cast("ember", "bob"))
    assert [type(one).__name__ for one in bout.of(SpellDeclared)] == ["SpellDeclared"]
    assert (bout.asked, bout.waiting[0].seats) == (["AskReaction"], ("gm",))
    assert bout.who("ada").vitals["power"].now == before
    bout.answer("ward", 6)
    assert bout.the(RollOpened).modifier == -2
    assert bout.health("bob") == 40 - 3


@pytest.mark.rule("MM-DW-12")
def test_what_somebody_could_cast_is_told_to_its_own_seat_alone() -> None:
    """With closed figures nobody else knows the spells that have not been cast."""
    bout = Bout(mage("ada", "ember"), foe("bob", ref="goblin_shaman"), setup=at(Distance.CLOSE), open=False)
    bout.begin()
    seen = bout.arena.book.seen(bout.state, "ana").own
    assert seen.fighters["bob"].figures is None
    assert seen.fighters["ada"].figures.spells == ("ember",)
    bout.order(cast("ember", "bob"), 6, 1, 9)
    declared = bout.the(SpellDeclared)
    assert (declared.spell, declared.targets) == ("ember", ("bob",))


# -- states
@pytest.mark.rule("MM-ST-02")
def test_a_state_is_nothing_to_hand_over() -> None:
    """It is no thing that anybody carries."""
    bout = Bout(afflicted(pc(rank=1), "tired"), pc("bea", "ben", rank=2), big(), setup=at(Distance.CLOSE))
    bout.begin()
    assert bout.refuse(HandOver(combatant="ada", target="bea", give=("tired",))).rule.startswith("MM-")
    assert bout.has("ada", "tired")
