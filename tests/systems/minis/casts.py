"""Casters in tests: who casts, at whom or where, and what the dice say."""

from __future__ import annotations

from typing import Any

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import Ground
from engine.kernel.structs.messages import Event
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.ground import BARE
from engine.systems.minis.orders import Bidding, Cast, GiveOrder
from engine.systems.minis.sheet import Setup
from engine.systems.minis.state import Effect, Verb
from tests.systems.minis.bout import Bout, ana, ben, place

ALL = tuple(SPELLS)


def caster(name: str = "ada", **more: Any) -> Any:
    """Ana's caster of level 4, with all spells and three spell attacks; it looks to the east from the middle."""
    figures = {"at": (0, 0), "level": 4, "spells": ALL, "spell_attacks": 3, "attacks": 0, "initiative": 9}
    return ana(name, **{**figures, **more})


def ready(*others: Any, land: Ground = BARE, setup: Setup | None = None, **mine: Any) -> Bout:
    """Ada acts; Bob stands three inches to the east, with 30 life points, unless others are given."""
    bout = Bout(caster(**mine), *(others or (ben(at=(300, 0), hp=30),)), ground=land, setup=setup)
    bout.begin()
    bout.declare("ada")
    assert bout.acting == "ada"
    return bout


def cast(
    bout: Bout,
    spell: str,
    target: str | None = None,
    *faces: int,
    at: tuple[int, int] | None = None,
    by: str = "ada",
    facing: tuple[int, int] | None = None,
    bidding: Bidding | None = None,
) -> list[Event]:
    """Cast a spell at somebody or at a point."""
    where = None if at is None else place(*at)
    towards = None if facing is None else Point(*facing)
    order = Cast(combatant=by, spell=spell, target=target, place=where, facing=towards, bidding=bidding)
    return bout.order(order, *faces)


def bid(verb: str, target: str | None = None, at: tuple[int, int] | None = None) -> Bidding:
    """A simple order."""
    return Bidding(verb=Verb(verb), target=target, place=None if at is None else place(*at))


def give(bout: Bout, target: str, bidding: Bidding, *faces: int, by: str = "ada") -> list[Event]:
    """Give a controlled mini an order."""
    return bout.order(GiveOrder(combatant=by, target=target, bidding=bidding), *faces)


def effect(bout: Bout, who: str, spell: str) -> Effect | None:
    """The effect of a spell on somebody."""
    found = [one for one in bout.own.effects.values() if (one.target, one.spell) == (who, spell)]
    return found[0] if found else None


def pass_turn(bout: Bout) -> None:
    """Nobody is declared until the next turn begins; feared minis run by themselves."""
    turn = bout.state.fight.round
    while bout.state.fight.round == turn and bout.state.fight.outcome is None:
        if bout.acting is not None and not bout.asked:
            who = bout.acting
            if bout.mini(who).used.acted:
                bout.end(who)
            else:
                bout.wait(who)
        elif bout.asked == [] and bout.acting is None:
            return
        elif bout.asked[0] == "DeclareWhom":
            bout.declare()
        else:
            bout.answer(bout.waiting[0].default)
