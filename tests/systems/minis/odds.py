"""Orders of Minis whose success dice decide, and why of the others no chance is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Order
from engine.systems.minis import orders as o
from engine.systems.minis.events import AttackRolled, ExchangeFought, SpellRolled
from engine.systems.minis.state import Verb
from tests.support.fights.arena import Arena
from tests.support.fights.odds import Case
from tests.systems.minis.bout import Bout, ana, ben

D100 = 100
ATTACK = o.Attack(combatant="ada", target="bob")


def _bout(distance: int, *, towards: tuple[int, int] = (-1, 0), **figures: Any) -> Arena:
    """Ada, who acts, and Bob, so many hundredths of an inch east of her."""
    bout = Bout(
        ana("ada", at=(0, 0), **{"level": 3, "weapons": ("long_bow", "dagger"), **figures}),
        ben("bob", at=(distance, 0), towards=towards),
    )
    bout.begin()
    bout.declare("ada")
    return bout.arena


def _caster() -> Arena:
    return _bout(500, level=4, spells=("flying_fist", "command", "teleport"), spell_attacks=2)


def _commanding() -> Arena:
    """Bob obeys Ada, whose turn it is again."""
    bout = Bout(
        ana("ada", at=(0, 0), level=4, initiative=9, spells=("command",), spell_attacks=2),
        ben("bob", at=(500, 0)),
        ben("bea", at=(900, 0)),
    )
    bout.begin()
    bout.declare("ada")
    bout.order(o.Cast(combatant="ada", spell="command", target="bob"), 1)
    bout.answer("hold")
    return bout.arena


def _hits(kind: type[Event]) -> Callable[[Sequence[Event]], bool]:
    def won(events: Sequence[Event]) -> bool:
        return next(event for event in events if isinstance(event, kind)).hit  # type: ignore[attr-defined, no-any-return]

    return won


def _attacker_hits(events: Sequence[Event]) -> bool:
    return next(event for event in events if isinstance(event, ExchangeFought)).attacker_hits


def _case(make: Callable[[], Arena], order: Order, kind: type[Event]) -> Case:
    return Case(make=make, order=order, won=_hits(kind), sides=D100, dice=1)


CASES: Mapping[str, Case] = {
    "a range attack": _case(lambda: _bout(900), ATTACK, AttackRolled),
    "a range attack from the flank": _case(lambda: _bout(1500, towards=(1, 0)), ATTACK, AttackRolled),
    "a flank attack": _case(lambda: _bout(80, towards=(1, 0)), ATTACK, AttackRolled),
    "open combat, the same option": Case(
        make=lambda: _bout(80),
        order=ATTACK,
        won=_attacker_hits,
        sides=D100,
        dice=1,
        answers={"FightHow": "head"},
    ),
    "a spell at a mini": _case(_caster, o.Cast(combatant="ada", spell="flying_fist", target="bob"), SpellRolled),
    "an order": _case(
        _commanding,
        o.GiveOrder(combatant="ada", target="bob", bidding=o.Bidding(verb=Verb.ATTACK, target="bea")),
        SpellRolled,
    ),
}

WITHOUT: Mapping[type[Order], str] = {
    o.Move: "it succeeds; whoever strikes at the mover chooses to",
    o.Pivot: "nothing is rolled",
    o.Run: "nothing is rolled",
    o.EndActivation: "the dice that follow put others in order",
    o.Wait: "the dice that follow put others in order",
    o.Concede: "the dice that follow put others in order",
    o.GoOn: "the dice that follow put others in order",
    o.CallOff: "nothing is rolled",
    Begin: "the dice that follow put minis in order",
}
"""Orders of which no chance is told, each with its reason."""

NO_SUCCESS: Mapping[str, str] = {
    "MN-INIT-03": "the order of an initiative round",
    "MN-GAP-02": "the order among equals",
}
"""Rules whose dice succeed at nothing."""
