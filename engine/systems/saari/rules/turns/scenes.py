"""The game master's orders about a scene: circumstances of initiative, its end, and what comes after it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table, TurnBegan
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import battle, recovery
from engine.systems.saari.rules.turns import rounds
from engine.systems.saari.rules.turns.events import BaseReached, InitiativeAdjusted, MilestoneReached, SceneResumed
from engine.systems.saari.rules.turns.orders import AdjustInitiative, EndScene, GoOn, ReachMilestone, ReturnToBase
from engine.systems.saari.state import Phase, SaariState

NOTE = Field("note", "text", least=0, most=500)
MOST_DICE = 9


def adjust_initiative(table: Table[SaariState], order: AdjustInitiative) -> None:
    """W-06: dice or an edge for a character's next initiative roll; another order replaces it.  [SA-INIT-02]"""
    table.state.fight.require(order.combatant)
    if order.combatant not in recovery.characters(table.state):
        raise RuleRefusal(f"{order.combatant} does not roll for initiative", rule="SA-DICE-01", field="combatant")
    event = InitiativeAdjusted(combatant=order.combatant, dice=order.dice, advantage=order.advantage, note=order.note)
    table.emit(event, rule="SA-INIT-02")


def end_scene(table: Table[SaariState], order: EndScene) -> None:
    """The game master ends the scene at any time, or names another outcome of an ended one.  [W-37]"""
    if table.state.own.phase is Phase.SETUP:
        raise RuleRefusal("nobody is fighting", rule="G-67")
    if order.winner is not None and order.winner not in battle.sides(table.state):
        raise RuleRefusal(f"winner: there is no side {order.winner!r}", rule="G-67", field="winner")
    battle.decide(table, order.winner or "", rule="G-67")


def may_go_on(state: SaariFight) -> bool:
    """Whether a scene is over that could go on: two sides stand."""
    return state.own.phase is Phase.OVER and len(battle.standing(state)) > 1


def go_on(table: Table[SaariState], order: GoOn) -> None:
    """The scene goes on with whoever has actions left, else with the next round.  [W-37]"""
    if not may_go_on(table.state):
        raise RuleRefusal("the scene is not over, or no two sides stand that could go on", rule="G-67")
    table.emit(SceneResumed(note=order.note), rule="G-67")
    # What was said of the outcome holds until somebody may act, and initiative comes before that.
    table.emit(TurnBegan(acting=lookup.here(table.state)), rule="G-67")
    rounds.go_on(table)


def require_rest(state: SaariFight) -> None:
    """RuleRefusal while the scene goes on."""
    if state.own.phase not in (Phase.SETUP, Phase.OVER):
        raise RuleRefusal("the scene goes on: end it first", rule="SA-REST-02")


def reach_milestone(table: Table[SaariState], order: ReachMilestone) -> None:
    """W-35: how many there are in an expedition is the game master's matter.  [SA-REST-02, SA-REST-03]"""
    require_rest(table.state)
    table.emit(MilestoneReached(note=order.note), rule="SA-REST-02")
    recovery.at_milestone(table)


def return_to_base(table: Table[SaariState], order: ReturnToBase) -> None:
    """All points are regained.  [SA-REST-04]"""
    require_rest(table.state)
    table.emit(BaseReached(note=order.note), rule="SA-REST-04")
    recovery.at_base(table)


def offers(state: SaariFight) -> Iterator[Offer[Order]]:
    """What the game master may order about the scene."""
    phase, pcs = state.own.phase, recovery.characters(state)
    if phase is not Phase.OVER and pcs:
        fields = (
            Field("combatant", "one", pcs),
            Field("dice", "amount", least=0, most=MOST_DICE),
            Field("advantage", "one", (None, True, False)),
            NOTE,
        )
        yield Offer("adjust-initiative", AdjustInitiative(combatant=pcs[0]), "SA-INIT-02", fields)
    if phase is not Phase.SETUP:
        winner = Field("winner", "one", (None, *battle.sides(state)))
        yield Offer("end-scene", EndScene(), "G-67", (winner, NOTE))
    if may_go_on(state):
        yield Offer("go-on", GoOn(), "G-67", (NOTE,))
    if phase is Phase.OVER and pcs:
        yield Offer("milestone", ReachMilestone(), "SA-REST-02", (NOTE,))
        yield Offer("return-to-base", ReturnToBase(), "SA-REST-04", (NOTE,))
