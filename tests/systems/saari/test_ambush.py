"""Strikes before the first initiative.  [SA-AMB, W-03, W-04]"""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.systems.saari.content.kinds import Defense, EnemyAttack, Purpose
from engine.systems.saari.events import (
    ActionsPaid,
    AmbushBegan,
    AmbushStruck,
    AttackDeclared,
    AttackEnded,
    EngagementJoined,
    Factor,
    InitiativeLowered,
    RollOpened,
)
from engine.systems.saari.sheet import Ambush, Setup
from engine.systems.saari.state import Phase
from tests.systems.saari.bout import BOOK, Bout, npc, pc

BY_US = Setup(ambush=Ambush.BY_CHARACTERS, delay=False)
BY_THEM = Setup(ambush=Ambush.BY_ENEMIES, delay=False)


@pytest.mark.rule("SA-AMB-01", "SA-AMB-02", "SA-EDGE-09", "SA-EDGE-12", "G-49")
def test_each_character_in_order_may_strike_once_with_an_advantage() -> None:
    """Before initiative, for nothing; an engagement is made as usual.  [G-49]"""
    bout = Bout(pc("ada"), pc("bea", seat="ben"), npc("gob", kp=9, melee=1), setup=BY_US)
    bout.begin()
    assert bout.the(AmbushBegan).characters
    assert (bout.asked, bout.waiting[0].seats) == (["AskAmbushStrike"], ("ana",))
    assert bout.choices == ["pass", "attack-sword", "attack-fists"]
    assert bout.waiting[0].default == "pass"
    bout.answer("attack-sword", 3, 2, 2)
    assert bout.the(RollOpened).factors == (Factor(source="ambush", advantage=True),)
    assert bout.the(AttackEnded).hit
    assert bout.the(AmbushStruck).combatant == "ada"
    assert len(bout.of(EngagementJoined)) == 2
    assert bout.of(ActionsPaid) == []
    assert (bout.own.phase, bout.waiting[0].seats) == (Phase.AMBUSH, ("ben",))
    bout.answer("pass", 4, 4, 2, 2)
    assert (bout.own.phase, bout.own.ambush_used) == (Phase.ACTIONS, ("ada",))
    assert bout.actions("ada") == 4
    bout.done()


@pytest.mark.rule("SA-AMB-01")
def test_who_reaches_nobody_is_not_asked() -> None:
    """No enemy in the zone, and nothing that shoots."""
    bout = Bout(pc("ada"), npc("gob", at="east"), setup=BY_US)
    bout.begin(4, 4)
    assert bout.acting == ("ada",)


@pytest.mark.rule("SA-AMB-01", "G-14")
def test_a_complication_lowers_the_first_initiative() -> None:
    """Before the clock runs there is no action to lose.  [G-14]"""
    bout = Bout(pc("ada"), npc("gob", kp=9), setup=BY_US)
    bout.begin()
    bout.answer("attack-sword", 1, 3, 2, 4, 4)
    assert bout.the(InitiativeLowered).penalty == 1
    assert bout.actions("ada") == 3


@pytest.mark.rule("SA-AMB-03", "SA-AMB-04", "SA-DEF-06", "SA-PARRY-09", "G-49")
def test_who_is_ambushed_has_armour_dice_only_and_no_parry() -> None:
    """The game master says which enemy strikes whom; a mind point may still be spent.  [G-49]"""
    bout = Bout(pc("ada", armor="padded"), npc("gob", kn=1, damage=2), npc("hob"), setup=BY_THEM)
    bout.begin()
    assert not bout.the(AmbushBegan).characters
    assert (bout.asked, bout.waiting[0].seats) == (["AskNpcAmbushStrike"], ("gm",))
    assert bout.waiting[0].visibility is Visibility.HIDDEN
    bout.answer("attack-club", 3)
    assert bout.the(AttackDeclared).surprise
    opened = bout.the(RollOpened)
    assert (opened.purpose, opened.pool) == (Purpose.ARMOR_DEFENSE, 1)
    assert bout.asked == ["AskMindPoint"]
    bout.answer("keep")
    assert bout.kp("ada") == 5
    assert bout.asked == ["AskNpcAmbushStrike"]  # hob's
    bout.answer("pass", 4, 4)
    assert bout.acting == ("ada",)


@pytest.mark.rule("SA-AMB-03", "G-47")
def test_a_comrade_whom_a_strike_from_ambush_catches_is_not_ambushed() -> None:
    """It dodges as usual; only enemies are taken by surprise."""
    bout = Bout(pc("ada", weapons=("fire_flask",), now={"mp": 0}), pc("bea", seat="ben"), npc("gob"), setup=BY_US)
    bout.begin()
    bout.answer("area-fire_flask-west", 2, 2, 4, 2, victims=["gob", "bea"])
    opened = next(one for one in bout.arena.events(RollOpened) if one.combatant == "bea")
    assert (opened.purpose, opened.pool) == (Purpose.BASIC_DEFENSE, 2)


@pytest.mark.rule("SA-AMB-03")
def test_will_is_not_armour() -> None:
    """What is willed or endured is so in an ambush as well; a touch is not dodged."""
    dread = EnemyAttack(id="dread", name="Dread", defense=Defense.WILL, damage=0, kn=1)
    touch = EnemyAttack(id="touch", name="Touch", defense=Defense.DODGE, touch=True, damage=1, kn=1)
    bout = Bout(pc("ada"), npc("gob", attacks=(dread, touch)), setup=BY_THEM)
    bout.begin()
    bout.answer("attack-dread", 4, 4, 4, 4)
    assert bout.of(RollOpened)[0].purpose is Purpose.WILL_DEFENSE
    bout = Bout(pc("ada"), npc("gob", attacks=(dread, touch)), setup=BY_THEM)
    bout.begin()
    bout.answer("attack-touch")
    assert (bout.the(RollOpened).purpose, bout.the(RollOpened).pool) == (Purpose.ARMOR_DEFENSE, 0)


@pytest.mark.rule("SA-AMB-03")
def test_before_it_begins_only_the_game_master_knows_of_an_ambush() -> None:
    """The setup withholds it."""
    bout = Bout(pc("ada"), npc("gob"), setup=BY_THEM)
    assert BOOK.seen(bout.state, "ana").own.setup.ambush is None
    assert BOOK.seen(bout.state, "gm").own.setup.ambush is Ambush.BY_ENEMIES


@pytest.mark.rule("SA-AMB-01")
def test_an_ambush_may_decide_the_fight() -> None:
    """Then no initiative is rolled."""
    bout = Bout(pc("ada"), pc("bea", seat="ben"), npc("gob", kp=1), setup=BY_US)
    bout.begin()
    bout.answer("attack-sword", 4, 2, 2)
    assert bout.state.fight.outcome == "heroes"
    assert bout.waiting == []
