"""What bots are told beside the offers: they act like somebody with sense."""

from __future__ import annotations

import random

from engine.service.bots import policy
from engine.systems.saari import tactics
from engine.systems.saari.orders import Attack, FirstAid, Hold, Move, Readied, Ready
from engine.systems.saari.sheet import Setup
from tests.systems.saari.bout import BOOK, Bout, npc, pc


def chosen(bout: Bout, who: str, seed: int = 1) -> object:
    """The order of a greedy bot that knows everything."""
    seat = bout.state.fight.holders(who)[0]
    move = policy.order(BOOK, bout.arena.position, who, seat, "GREEDY", random.Random(seed))
    return None if move is None else move.order


def test_who_does_nothing_takes_on_least() -> None:
    """And what only waits takes on more than what has a result."""
    assert tactics.trouble(Hold(combatant="ada")) < 0
    assert tactics.trouble(Attack(combatant="ada", target="gob")) == 0
    assert tactics.trouble(Ready(combatant="ada", action=Readied.ATTACK)) > 0


def test_nearer_is_readier() -> None:
    """Zones to the nearest enemy; without one nobody is ready."""
    near, far = Bout(pc("ada"), npc("gob")), Bout(pc("ada"), npc("gob", at="east"))
    assert tactics.distance(near.state, "ada") == 0
    assert tactics.distance(far.state, "ada") == 2
    assert tactics.readiness(near.state, "ada") > tactics.readiness(far.state, "ada") > 0


def test_it_strikes_goes_near_and_helps() -> None:
    """It does not hold without need."""
    bout = Bout(pc("ada", might=5), npc("gob", kp=3))
    bout.begin(4, 4)
    assert isinstance(chosen(bout, "ada"), Attack)
    bout = Bout(pc("ada"), npc("gob", at="east"))
    bout.begin(4, 4)
    assert isinstance(chosen(bout, "ada"), Move)
    bout = Bout(pc("ada", learning=6), pc("bea", seat="ben"), npc("gob", at="east"))
    bout.begin(4, 4, 2, 2)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    assert isinstance(chosen(bout, "ada"), FirstAid)


def test_it_strikes_even_at_who_is_hard_to_hit() -> None:
    """Actions that are kept are of no use."""
    bout = Bout(pc("ada", might=1), npc("gob", kp=9, melee=2))
    bout.begin(4, 4)
    assert all(isinstance(chosen(bout, "ada", seed), Attack) for seed in range(4))


def test_what_would_lapse_is_carried_over() -> None:
    """And whoever is ready and could strike at once gives up waiting."""
    bout = Bout(pc("ada"), npc("gob", initiative=1), setup=Setup())
    bout.begin(4, 4)
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"))
    assert tactics.advice(bout.state, bout.waiting[0]) == [("carry", {})]
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(Ready(combatant="ada", action=Readied.ATTACK))
    assert tactics.advice(bout.state, bout.waiting[0]) == [("cancel", {})]
