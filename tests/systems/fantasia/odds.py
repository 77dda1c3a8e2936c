"""Orders of La Fantasia Final whose success dice decide, and why of the others no chance is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import ConditionGained, ConditionLost
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Order
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.events import (
    AmbushSettled,
    AttackRolled,
    CheckMade,
    JumpTried,
    MagicRolled,
    Outcome,
    TrapSprung,
)
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Case
from tests.systems.fantasia.bout import Bout, cell, foe, hero, sheet
from tests.systems.fantasia.laid import Grid, Setup

ATTACK = o.Attack(attacker="hero", target="foe", weapon="unarmed")


def _case(make: Callable[[], Arena], order: Order, won: Callable[[Sequence[Event]], bool], dice: int = 2) -> Case:
    return Case(make=make, order=order, won=won, sides=6, dice=dice)


def _duel(mine: dict[str, Any], theirs: dict[str, Any], *, against: tuple[str, ...] = (), more: int = 0) -> Arena:
    """A hero and a foe side by side. more: foes beyond the first."""
    others = (foe(f"foe-{n}", place=cell(n, 5)) for n in range(more))
    return Bout(
        hero(figures=sheet(**mine), place=cell(0, 0)),
        foe(figures=sheet(**theirs), place=cell(1, 0), conditions=against),
        *others,
        setup=Setup(grid=Grid()),
    ).arena


def _held() -> Arena:
    """The foe holds the hero."""
    held = Condition(key="grappled", kind="grappled", source="foe")
    return Bout(
        hero(figures=sheet(strength=1, agility=3), place=cell(0, 0), conditions=(held,)),
        foe(figures=sheet(strength=2), place=cell(1, 0)),
        setup=Setup(grid=Grid()),
    ).arena


def _raging(turns: int = 1) -> Arena:
    """A hero whose fury is about to end, after a blow that missed."""
    fury = Condition(key="berserk", kind="berserk", left=1, amount=turns)
    bout = Bout(hero(figures=sheet(vitality=2), conditions=(fury,)), foe())
    bout.order(ATTACK, 1, 2)
    return bout.arena


def _ambush() -> Arena:
    """Two lie in wait for two."""
    bout = Bout(
        hero("one", sheet(agility=2)),
        hero("two", sheet(agility=4)),
        foe("guard", sheet(mind=1)),
        foe("idler"),
        begin=False,
    )
    for who in ("one", "two"):
        bout.order(o.Lurk(combatant=who))
    return bout.arena


# -- what says whether it succeeded
def _hits(kind: type[Event]) -> Callable[[Sequence[Event]], bool]:
    def hit(events: Sequence[Event]) -> bool:
        outcome: Any = next(event for event in events if isinstance(event, kind))
        return outcome.outcome in (Outcome.HIT, Outcome.CRITICAL)

    return hit


def _passes(kind: Any) -> Callable[[Sequence[Event]], bool]:
    return lambda events: next(bool(event.passed) for event in events if isinstance(event, kind))


def _grappled(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ConditionGained) and event.kind == "grappled" for event in events)


def _free(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ConditionLost) and event.kind == "grappled" for event in events)


def _unnoticed(events: Sequence[Event]) -> bool:
    return next(not event.noticed for event in events if isinstance(event, AmbushSettled))


STRONG = {"strength": 3, "agility": 1}

CASES = {
    "an attack": _case(lambda: _duel(STRONG, {"defense": 9}), ATTACK, _hits(AttackRolled)),
    "an attack that only a twelve hits": _case(lambda: _duel({}, {"defense": 30}), ATTACK, _hits(AttackRolled)),
    "an attack on a blinking foe": _case(
        lambda: _duel(STRONG, {"defense": 8}, against=("blink",)), ATTACK, _hits(AttackRolled), 4
    ),
    "a grapple": _case(
        lambda: _duel(STRONG, {"strength": 1, "agility": 2}),
        o.Grapple(attacker="hero", target="foe"),
        _grappled,
        4,
    ),
    "breaking free": _case(_held, o.BreakFree(combatant="hero", attribute=Attribute.STRENGTH), _free, 4),
    "a spell": _case(
        lambda: _duel({"spells": ("fire",), "mp": 20, "mind": 2}, {"magic_defense": 8}),
        o.Cast(caster="hero", spell="fire", targets=("foe",)),
        _hits(MagicRolled),
    ),
    "healing magic on an enemy": _case(
        lambda: _duel({"spells": ("cure",), "mp": 20, "mind": 2}, {"magic_defense": 8}),
        o.Cast(caster="hero", spell="cure", targets=("foe",)),
        _hits(MagicRolled),
    ),
    "a technique": _case(
        lambda: _duel({**STRONG, "techniques": ("sweep",), "weapons": ("great_sword",)}, {"defense": 10}),
        o.UseTechnique(attacker="hero", technique="sweep", weapon="great_sword", targets=("foe",)),
        _hits(AttackRolled),
    ),
    "a jump": _case(lambda: _duel({"agility": 1}, {}), o.Jump(combatant="hero", to=cell(0, 4)), _passes(JumpTried)),
    "the end of a fury": _case(_raging, o.EndTurn(combatant="hero"), _passes(CheckMade)),
    "a fury that the battle's end ends": _case(lambda: _raging(3), o.CallOff(), _passes(CheckMade)),
    "a trap": _case(
        lambda: _duel({"defense": 12}, {}), o.SpringTrap(target="hero", trap="dart_trap"), _hits(TrapSprung)
    ),
    "a trap under somebody blinking": _case(
        lambda: _duel({}, {"defense": 11}, against=("blink",)),
        o.SpringTrap(target="foe", trap="dart_trap"),
        _hits(TrapSprung),
        4,
    ),
    "an ambush": _case(_ambush, o.Surprise(ambushers=("one",), watchers=("guard",)), _unnoticed, 4),
    "an ambush that nobody watches for": _case(_ambush, o.Surprise(ambushers=("one",)), _unnoticed),
}

_NO_DICE = "it is done without dice"
_LATER = "its own effect has no dice; what the next turn brings is told where that begins with a check"

WITHOUT = {
    Begin: "initiative sets an order: nothing succeeds or fails",
    o.LetGo: _NO_DICE,
    o.UseItem: "an item works without a roll",
    o.PickUp: _NO_DICE,
    o.Defend: _NO_DICE,
    o.Ready: "what is readied rolls when it is used, and is told then",
    o.Move: _NO_DICE,
    o.StandUp: _NO_DICE,
    o.LieDown: _NO_DICE,
    o.Draw: _NO_DICE,
    o.Reload: _NO_DICE,
    o.CheckAttribute: "the game master sets its difficulty first; with his answer its chance is told",
    o.OtherAction: "the game master decides, and no dice fall",
    o.Lurk: "it is tested when the ambush is sprung",
    o.TakeTurn: _LATER,
    o.Delay: _LATER,
    o.GoOn: _LATER,
    o.LetFall: "the die says how much a fall hurts",
    o.Surrender: _LATER,
    o.Leave: _LATER,
    o.ComeBack: _NO_DICE,
    o.Rest: _NO_DICE,
}

NO_SUCCESS = {
    "FF-INIT-01": "initiative",
    "FF-INIT-04": "initiative of a side",
    "FF-ATK-07": "damage",
    "FF-MAG-02": "damage of magic",
    "FF-MAG-03": "healing",
    "FF-MOVE-06": "how much a fall hurts",
    "FF-ST-42": "what a confused combatant does",
    **{
        kind.starts.carries or kind.carries: "points of a status"
        for kind in CONDITIONS.values()
        if kind.starts is not None and kind.starts.dice
    },
    **{kind.carries: "how long a status lasts" for kind in CONDITIONS.values() if kind.turns_dice},
}
