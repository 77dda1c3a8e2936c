"""How a battle ends: one side stands, or the game master ends it."""

from __future__ import annotations

from engine.kit import Offer, Table, outcomes
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.statuses import upkeep
from engine.systems.fantasia.rules.turns.questions import EndBattle, Verdict
from engine.systems.fantasia.state import FantasiaState


def standing_sides(state: FantasiaFight) -> tuple[str, ...]:
    """The sides with a combatant standing, in order of joining."""
    return tuple(dict.fromkeys(c.side for c in state.fight.combatants.values() if lookup.standing(c)))


def over(table: Table[FantasiaState]) -> bool:
    """Whether the battle is over; the game master decides where at most one side still stands."""
    sides = standing_sides(table.state)
    if len(sides) > 1:
        return False
    standing = sides[0] if sides else ""
    offers = (
        Offer(key="over", body=Verdict(ended=True), rule="FF-KO-01"),
        Offer(key="go-on", body=Verdict(ended=False), rule="FF-KO-01"),
    )
    question = EndBattle(offers=offers, default="over", standing=standing)
    if not table.ask(table.state.fight.gms(), question, rule="FF-KO-01").ended:
        return False
    decide(table, standing)
    return True


def decide(table: Table[FantasiaState], standing: str) -> None:
    """The rules call it decided, and nobody acts any more. standing: the side that is left, or ""."""
    upkeep.battle_over(table)
    outcomes.decide(table, standing, rule="FF-KO-01")
