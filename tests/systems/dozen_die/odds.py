"""Orders of Dozen Die whose success dice decide, and why of the others no chance is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Order
from engine.systems.dozen_die import orders as o
from engine.systems.dozen_die.content.kinds import Ability, Effect, Fate, Grade, Reach, Skill, Use
from engine.systems.dozen_die.events import (
    ConflictOpposed,
    ConflictRolled,
    JumpTested,
    MeleeFought,
    RecoveryRolled,
    ShotRolled,
    TerrainTested,
)
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Case
from tests.systems.dozen_die.bout import HEROES, Bout, ana, at, ben
from tests.systems.dozen_die.grounds import ground, path

_Won = Callable[[Sequence[Event]], bool]


def _case(make: Callable[[], Arena], order: Order, won: _Won, dice: int = 1, **more: Any) -> Case:
    return Case(make=make, order=order, won=won, sides=12, dice=dice, **more)


def _begun(*entries: Any, rows: str, board: tuple[str, ...] = (), who: str = "a") -> Callable[[], Arena]:
    """A fight in which one is activated. rows: where they stand; board: the ground."""

    def made() -> Arena:
        bout = Bout(rows, *entries, **({"setup": ground(*board)} if board else {}))
        bout.start(who)
        return bout.arena

    return made


def _pack() -> Arena:
    """One miniature of a pack is in contact, and another has yet to come."""
    rows = ".......\nr..x...\n.......\ns......"
    bout = Bout(rows, *(ana(who, pack="rats", st=6, mv=4) for who in "rs"), ben("x", st=4))
    bout.start("r")
    bout.order(o.Charge(combatant="r", target="x", path=path((1, 1), (2, 1))))
    return bout.arena


def _decided() -> Arena:
    """The fight is over, and a casualty lies there."""
    bout = Bout("a.b..x", ana("a", co=4), ana("b"), ben("x"))
    bout.draw(HEROES)
    bout.correct("combatants.a.out", "casualty")
    bout.order(o.CallOff(), seat="gm")
    return bout.arena


def _trick(**skill: Any) -> dict[str, Any]:
    """A sheet with a skill of its own, of two levels."""
    own = Skill(id="trick", name="Trick", use=Use.ACTION, ability=Ability.CH, **skill)
    return {"own_skills": (own,), "skills": {"melee": 1, "trick": 2}}


# -- what says whether it succeeded
def _first(kind: type[Event], says: Callable[[Any], bool]) -> _Won:
    return lambda events: says(next(event for event in events if isinstance(event, kind)))


def _fought(attacker: str) -> _Won:
    return _first(MeleeFought, lambda event: event.winner == attacker)


def _succeeds(kind: type[Event]) -> _Won:
    return _first(kind, lambda event: event.successes > 0)


_CROSSES = _first(TerrainTested, lambda event: event.passed)
_BOW = {"skills": {"melee": 1, "shooting": 2}, "weapons": ("longbow",), "dx": 4}

CASES = {
    "wading": _case(
        _begun(ana("a", dx=5), ben("b"), rows="a....b", board=("..~...",)),
        o.Move(combatant="a", path=path((1, 0), (2, 0))),
        _CROSSES,
    ),
    "a jump": _case(
        _begun(ana("a", mv=4, dx=3), ben("b"), rows=".a.....b"),
        o.Move(combatant="a", path=(o.Step(cell=at(5).cell, by=o.StepBy.JUMP),)),  # type: ignore[arg-type]
        _first(JumpTested, lambda event: event.passed),
    ),
    "a march through water": _case(
        lambda: _drawn(ana("a", dx=2, mv=4), ben("b"), rows="a................b", board=("..~...............",)),
        o.March(combatant="a", path=path((1, 0), (2, 0))),
        _CROSSES,
    ),
    "a charge": _case(
        _begun(ana("a", st=6), ben("b", st=5), rows="a..b.."), o.Charge(combatant="a", target="b"), _fought("a"), 2
    ),
    "a charge with more dice": _case(
        _begun(ana("a", st=4, skills={"melee": 2}), ben("b", st=7), rows="a..b.."),
        o.Charge(combatant="a", target="b"),
        _fought("a"),
        3,
    ),
    "a shove": _case(
        _begun(ana("a", st=4, skills={"melee": 1, "shove": 1}), ben("b", dx=5, st=3), rows="a..b.."),
        o.Charge(combatant="a", target="b", skill="shove"),
        _first(ConflictOpposed, lambda event: event.successes > 0),
        2,
        answers={"ResistHow": "dx"},
    ),
    "a shot": _case(
        _begun(ana("a", **_BOW), ben("b"), rows="a....b"),
        o.Shoot(combatant="a", target="b", weapon="longbow"),
        _first(ShotRolled, lambda event: event.hits > 0),
        2,
    ),
    "a taunt": _case(
        _begun(ana("a", aw=4, skills={"melee": 1, "taunt": 2}), ben("b", ch=5), rows="a...b"),
        o.Act(combatant="a", skill="taunt", targets=("b",)),
        _first(ConflictOpposed, lambda event: event.successes > 0),
        3,
    ),
    "a skill that the game master grades": _case(
        _begun(ana("a", ch=4, **_trick()), ben("b"), rows="a...b"),
        o.Act(combatant="a", skill="trick"),
        _succeeds(ConflictRolled),
        2,
    ),
    "a skill with a grade": _case(
        _begun(ana("a", ch=4, **_trick(grade=Grade.EASY)), ben("b"), rows="a...b"),
        o.Act(combatant="a", skill="trick"),
        _succeeds(ConflictRolled),
        2,
    ),
    "a skill against the best resistance": _case(
        _begun(
            ana("a", ch=7, **_trick(reach=Reach.AWARENESS, resisted_by=(Ability.DX, Ability.ST), effect=Effect.TAUNT)),
            ben("b", dx=2, st=6),
            rows="a.b",
        ),
        o.Act(combatant="a", skill="trick", targets=("b",)),
        _first(ConflictOpposed, lambda event: event.successes > 0),
        3,
        answers={"ResistHow": "st"},
    ),
    "the end of a pack's order": _case(_pack, o.EndOrder(combatant="s"), _fought("r"), 2),
    "the end of a pack's activation": _case(_pack, o.EndActivation(combatant="s"), _fought("r"), 2),
    "recovery": _case(_decided, o.Recover(), _first(RecoveryRolled, lambda event: event.fate is Fate.RECOVERED)),
}


def _drawn(*entries: Any, rows: str, board: tuple[str, ...]) -> Arena:
    """A fight in which a die of the heroes is in hand, and nobody is activated."""
    bout = Bout(rows, *entries, setup=ground(*board))
    bout.draw(HEROES)
    return bout.arena


_DRAW = "it ends with a draw from the bag, which is no test"
_NO_DICE = "it is done without dice"

WITHOUT = {
    Begin: _DRAW,
    o.Special: _NO_DICE,
    o.Activate: _NO_DICE,
    o.BringIn: _NO_DICE,
    o.Pass: _DRAW,
    o.Reload: "it always succeeds",
    o.GoOn: _DRAW,
    o.Concede: _DRAW,
    o.CallOff: _NO_DICE,
    o.ChangeWeather: _NO_DICE,
}

NO_SUCCESS = {
    "DD-ACT-01": "which die is drawn from the bag",
}
