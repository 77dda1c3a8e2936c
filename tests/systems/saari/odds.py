"""Orders of Saari whose success dice decide, and why of the others no chance is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.kernel.state.events import ConditionLost
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.structs.messages import Event, Order
from engine.systems.saari import orders as o
from engine.systems.saari.content.kinds import EnemyAttack, Weapon
from engine.systems.saari.events import AttackEnded
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Case
from tests.systems.saari.bout import FOES, Bout, npc, one, pc, zone

HAIL = EnemyAttack(id="hail", name="Hail", kn=1, area=True)
GRENADES = Weapon(id="grenades", name="Grenades", ranged=True, area=True)


def _hit(events: Sequence[Event]) -> bool:
    return any(isinstance(event, AttackEnded) and event.hit for event in events)


def _missed(events: Sequence[Event]) -> bool:
    return any(isinstance(event, AttackEnded) and not event.hit for event in events)


def _begun(*entries: Entry) -> Callable[[], Arena]:
    """A fight in its first round. Against 1 a six is a success already, so that bonus dice decide nothing."""

    def make() -> Arena:
        bout = Bout(*entries)
        bout.begin(4, 4)
        return bout.arena

    return make


def _frightened() -> Arena:
    """Ada fears Gob, by an attack against 1."""
    arena = _begun(pc("ada", seat="gm"), npc("gob", kp=9))()
    arena.correct("combatants.ada.conditions", [{"key": "fear", "kind": "fear", "source": "gob", "amount": 1}])
    return arena


def _shaken(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ConditionLost) for event in events)


CASES: Mapping[str, Case] = {
    "attack": Case(
        make=_begun(pc("ada", seat="gm"), npc("gob", kp=9)),
        order=o.Attack(combatant="ada", target="gob"),
        won=_hit,
        sides=6,
        dice=3,
    ),
    "defence": Case(
        make=_begun(pc("ada"), npc("gob", initiative=9)),
        order=o.Attack(combatant="gob", target="ada"),
        won=_missed,
        sides=6,
        dice=2,
    ),
    "a spell": Case(
        make=_begun(pc("ada", seat="gm", spells=("spark",)), npc("gob", kp=9)),
        order=o.Cast(combatant="ada", spell="spark", target="gob"),
        won=_hit,
        sides=6,
        dice=2,
    ),
    "a character's attack on a zone": Case(
        make=_begun(pc("ada", seat="gm", weapons=(), own_weapons=(GRENADES,)), npc("gob", kp=9)),
        order=o.AttackArea(combatant="ada", means="grenades", to=zone("west")),
        won=_hit,
        sides=6,
        dice=2,
    ),
    "an enemy's attack on a zone": Case(
        make=_begun(pc("ada"), npc("gob", initiative=9, attacks=(HAIL,))),
        order=o.AttackArea(combatant="gob", means="hail", to=zone("west")),
        won=_missed,
        sides=6,
        dice=2,
    ),
    "a condition that is shaken off": Case(
        make=_frightened,
        order=o.ShakeOff(combatant="ada", condition="fear"),
        won=_shaken,
        sides=6,
        dice=2,
    ),
    "a hazard": Case(
        make=_begun(pc("ada"), npc("gob", initiative=9), one("trap", FOES, None, ref="snare")),
        order=o.Spring(hazard="trap"),
        won=_missed,
        sides=6,
        dice=2,
    ),
}
WITHOUT: Mapping[type[Order], str] = {
    o.MarkRoll: "it says of which roll the game master will be asked",
    o.AdjustInitiative: "no dice",
    o.Concede: "no dice",
    o.EndScene: "no dice",
    o.FirstAid: "against 2 bonus dice decide, too: its chance is counted by hand in `test_chances`",
    o.GoOn: "only initiative of the next round",
    o.GroupAction: "comrades join before the dice, and help after them",
    o.Hold: "only initiative of the next round",
    o.Move: "a free strike may come first",
    o.OtherAction: "the game master judges it first",
    o.ReachMilestone: "no dice",
    o.Ready: "only initiative of the next round",
    o.ReturnToBase: "no dice",
    o.Withdraw: "no dice, except on difficult ground",
    o.Disengage: "no dice",
    o.TakeUp: "no dice",
    o.Mount: "no dice",
    o.Dismount: "no dice",
    o.PlaceAlly: "no dice",
    o.HarmAllies: "no dice",
    Begin: "only initiative",
}
NO_SUCCESS: Mapping[str, str] = {"SA-DICE-03": "the pool of initiative has no target number"}
