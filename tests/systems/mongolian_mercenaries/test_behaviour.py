"""Enemies that play themselves, by the tactics and the prey of their cards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import plain
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS, CREATURES
from engine.systems.mongolian_mercenaries.content.kinds import Distance, Prey, Reach, Role, Tactic
from engine.systems.mongolian_mercenaries.events import (
    AttackDeclared,
    Crouched,
    DistanceChanged,
    RollOpened,
    ScreenSet,
    TurnEnded,
)
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.rules.basics.self_playing import plays_itself
from engine.systems.mongolian_mercenaries.rules.course.handlers import HOOKS
from engine.systems.mongolian_mercenaries.sheet import Kind, Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, PLAIN, SEATS, Bout, at, card, foe, one, pc

SHOOTER = Reach(distance=Distance.MEDIUM, positions=5)
FAST = {"speed": 12}


def alone(
    *party: Any, distance: Distance = Distance.CLOSE, field: Any = PLAIN, faces: tuple[int, ...] = (), **figures: Any
) -> Bout:
    """Bob acts first and plays himself; the last step is his turn."""
    party = party or (pc(rank=1, lucky=False),)
    bout = Bout(*party, foe(rank=1, **({"speed": 9} | figures)), setup=at(distance, field, self_playing=True))
    bout.begin(*faces)
    return bout


@pytest.mark.rule("MM-GEN-08", "MM-ENM-13", "RUL-75", "MM-DW-08")
def test_it_attacks_whoever_has_the_least_health() -> None:
    """On its turn, in the same step; the lowest position among equals. It needs nobody's order."""
    party = (
        pc("ada", rank=1, lucky=False),
        pc("bea", rank=2, lucky=False, now={"health": 4}),
        pc("cyd", rank=3, now={"health": 4}),
    )
    bout = alone(*party, faces=(1, 1))
    assert bout.the(AttackDeclared).targets == ("bea",)
    assert [one.combatant for one in bout.of(TurnEnded)] == ["bob"]
    assert bout.acting == ("ada",)
    assert bout.waiting == []


@pytest.mark.rule("RUL-75")
@pytest.mark.parametrize(
    ("prey", "target"),
    [(Prey.LEAST_HEALTH, "bea"), (Prey.MOST_HEALTH, "ada"), (Prey.CASTER, "cyd"), (Prey.NEAREST, "ada")],
)
def test_a_card_may_name_another_prey(prey: Prey, target: str) -> None:
    """Cyd knows magic; all are equally near."""
    cyd = pc("cyd", rank=3, now={"health": 6}, lucky=False, skills={"magic_nature": 2})
    party = (pc("ada", rank=1, lucky=False), pc("bea", rank=2, lucky=False, now={"health": 4}), cyd)
    assert alone(*party, faces=(1, 1), prey=prey).the(AttackDeclared).targets == (target,)


@pytest.mark.rule("RUL-75", "MM-MULTI-01")
def test_a_blow_for_two_strikes_the_two_weakest() -> None:
    """The preferred prey first."""
    party = (
        pc("ada", rank=1, lucky=False),
        pc("bea", rank=2, lucky=False, now={"health": 4}),
        pc("cyd", rank=3, lucky=False, now={"health": 6}),
    )
    assert alone(*party, faces=(1, 1), targets=2).the(AttackDeclared).targets == ("bea", "cyd")


@pytest.mark.rule("RUL-75")
def test_out_of_reach_it_closes_in() -> None:
    """To the nearest; in melee nothing else is left from afar."""
    bout = alone(distance=Distance.FAR, faces=(8, 1))
    assert bout.the(RollOpened).tested == "speed"
    assert bout.the(DistanceChanged).distance is Distance.MEDIUM
    assert bout.of(AttackDeclared) == []


@pytest.mark.rule("RUL-75")
def test_who_shoots_and_cannot_waits_unless_its_card_says_otherwise() -> None:
    """Out of range a shooter passes; with tactics of its own it comes nearer."""
    bout = alone(distance=Distance.FAR, reach=SHOOTER)
    assert bout.of(RollOpened) == []
    bout = alone(
        distance=Distance.FAR, reach=SHOOTER, tactics=(Tactic.SHOOT, Tactic.CLOSE_IN, Tactic.PASS), faces=(8, 1)
    )
    assert bout.the(DistanceChanged).distance is Distance.MEDIUM


@pytest.mark.rule("MM-ENM-13")
def test_tactics_are_tried_in_their_order() -> None:
    """Back off first, then shoot; a shooter that is too near cannot shoot."""
    tactics = (Tactic.SHOOT, Tactic.BACK_OFF)
    bout = alone(distance=Distance.VERY_CLOSE, reach=SHOOTER, tactics=tactics, faces=(8, 1))
    assert bout.the(DistanceChanged).distance is Distance.CLOSE
    bout = alone(reach=SHOOTER, tactics=tactics, faces=(1, 1))
    assert bout.the(AttackDeclared).melee is False
    bout = alone(reach=SHOOTER, tactics=(Tactic.MELEE, Tactic.PASS))
    assert bout.of(AttackDeclared) == []


@pytest.mark.rule("MM-ENM-13", "MM-ACT-02")
def test_it_takes_cover_crouches_and_screens() -> None:
    """In an alley there is heavy cover on position 2; a Minor action is left beside the Large one."""
    alley = BATTLEFIELDS["alley"]
    tactics = (Tactic.TAKE_COVER, Tactic.CROUCH)
    entries = (pc(rank=1, lucky=False), foe(rank=2, speed=9, tactics=tactics))
    bout = Bout(*entries, setup=at(Distance.CLOSE, alley, self_playing=True))
    bout.begin()
    assert bout.fighter("bob").in_cover
    assert bout.the(Crouched).combatant == "bob"
    weak = foe("gus", rank=2, speed=-9, health=1, tactics=(Tactic.PASS,))
    entries = (pc(rank=1, lucky=False), foe(rank=1, speed=9, tactics=(Tactic.SCREEN,)), weak)
    bout = Bout(*entries, setup=at(Distance.CLOSE, self_playing=True))
    bout.begin()
    assert (bout.the(ScreenSet).combatant, bout.the(ScreenSet).target) == ("bob", "gus")
    entries = (pc(rank=1, lucky=False), foe(rank=1, speed=9, tactics=(Tactic.BLOCK,)))
    bout = Bout(*entries, setup=at(Distance.CLOSE, self_playing=True))
    bout.begin()
    assert (bout.the(ScreenSet).combatant, bout.the(ScreenSet).target) == ("bob", "ada")


@pytest.mark.rule("MM-GEN-08")
def test_the_table_decides_who_plays_itself() -> None:
    """Only where it was agreed; nobody whom a player holds, and no character."""
    theirs = one("pet", "party", "ana", Sheet(kind=Kind.PET, card=card(id="dog")), rank=2)
    lent = one("eve", ENEMIES, "ben", Sheet(card=card()), rank=2)
    bout = Bout(
        pc(rank=1), pc("npc", "gm", rank=3), theirs, foe(rank=1), lent, setup=at(Distance.CLOSE, self_playing=True)
    )
    bout.begin()
    assert [who for who in bout.state.fight.combatants if plays_itself(bout.state, who)] == ["bob"]
    bout = Bout(pc(rank=1), foe(rank=1, speed=9))
    bout.begin()
    assert bout.acting == ("bob",)
    bout.order(Attack(combatant="bob", target="ada"), 1, 1)
    bout.order(EndTurn(combatant="bob"))


@pytest.mark.rule("MM-GEN-08", "MM-ENM-13", "MM-ENM-03")
@pytest.mark.parametrize("ref", sorted(key for key, one in CREATURES.items() if one.role is Role.ENEMY))
def test_every_enemy_of_the_catalogue_plays_itself(ref: str) -> None:
    """Four rounds in which nobody orders anything of it, and its turns end."""
    assert set(CREATURES[ref].tactics) <= {*HOOKS.choices, Tactic.PASS}
    entries = [pc(rank=1, attributes={"strength": 40, "toughness": 10}), *(foe(who, ref=ref) for who in ("bob", "gus"))]
    told = plain(Setup(battlefield="forest", self_playing=True))
    arena = Arena(BOOK, entries, dice=seeded(ref), setup=told, seats=SEATS, figures_open=True)
    arena.order("gm", Begin())
    while arena.fight.round < 4 and arena.fight.outcome is None:
        if arena.pending:
            arena.answer(None)
        else:
            assert arena.fight.acting == ("ada",)
            arena.order("ana", EndTurn(combatant="ada"))
    assert {one.combatant for one in arena.events(TurnEnded)} >= {"bob", "gus"}
