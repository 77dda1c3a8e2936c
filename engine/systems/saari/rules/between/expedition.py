"""Expeditions: the briefing, setting out, milestones, and the return to base.  [SA-OUT-01 to SA-OUT-03]"""

from __future__ import annotations

import msgspec

from engine.kit import CampaignState, ConditionLost, Offer, RuleRefusal, State, Table, in_company, is_free, require_free
from engine.systems.saari.content.kinds import Attribute, Kind
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.basics.lookup import KP, MP, half
from engine.systems.saari.rules.between import levels, loans
from engine.systems.saari.rules.between.company import Expeditions, Stage
from engine.systems.saari.rules.between.events import (
    BriefingGiven,
    CustomsPassed,
    ExpeditionBegan,
    MilestoneExceeded,
)
from engine.systems.saari.rules.between.orders import AskForMilestone, GiveBriefing, SetOut
from engine.systems.saari.rules.between.questions import AskMilestone, MilestoneRuling
from engine.systems.saari.rules.turns.events import BaseReached, MilestoneReached
from engine.systems.saari.sheet import Sheet
from engine.systems.saari.state import Figures

Company = State[CampaignState]

MOST_VOUCHERS = 50
"""What customs pay for an expedition at most.  [SA-OUT-03]"""
USUAL_MILESTONES = 2
"""Of an expedition: usually none to two.  [SA-OUT-01]"""


def own_of(state: Company) -> Expeditions:
    """What the game keeps between fights."""
    own: Expeditions = state.own.game
    return own


def figures_of(state: Company, who: str) -> Figures:
    """A member's completed sheet."""
    sheet = state.own.members[who].sheet or {}
    return entering.figures_of(entering.full(msgspec.convert(sheet, Sheet)))


def characters(state: Company) -> tuple[str, ...]:
    """The players' characters in the company, alive."""
    return tuple(who for who in in_company(state) if state.fight.combatants[who].kind == Kind.PC.value)


def require_stage(state: Company, *stages: Stage, rule: str, why: str) -> None:
    """RuleRefusal where the company is elsewhere."""
    if own_of(state).stage not in stages:
        raise RuleRefusal(why, rule=rule)


def give_briefing(table: Table[CampaignState], order: GiveBriefing) -> None:
    """From here on nobody arms himself for what was told.  [SA-OUT-11]"""
    require_stage(table.state, Stage.BASE, rule="SA-OUT-11", why="the briefing is given at the base, once")
    table.emit(BriefingGiven(note=order.note), rule="SA-OUT-11")


def set_out(table: Table[CampaignState], order: SetOut) -> None:
    """Whoever has not chosen what a level gives keeps all at the base, unless the game master lets it wait.

    [SA-OUT-01, SA-OUT-03, SA-OUT-09]
    """
    own = own_of(table.state)
    require_stage(
        table.state, Stage.BASE, Stage.BRIEFED, rule="SA-OUT-01", why="the company is on an expedition already"
    )
    require_free(table.state, in_company(table.state))
    waits = [who for who in characters(table.state) if own.waiting.get(who)]
    if waits and not order.regardless:
        raise RuleRefusal(f"{waits[0]} has not chosen what a level gives", rule="SA-OUT-09", field="regardless")
    table.emit(ExpeditionBegan(number=own.expeditions + 1), rule="SA-OUT-01")


def ask_for_milestone(table: Table[CampaignState], order: AskForMilestone) -> None:
    """The game master says whether it is one.  [SA-OUT-01]"""
    _require_on_the_way(table.state, "SA-OUT-01")
    no, yes = MilestoneRuling(granted=False), MilestoneRuling(granted=True)
    question = AskMilestone(
        offers=(Offer("no", no, "SA-OUT-01"), Offer("yes", yes, "SA-OUT-01")),
        default="no",
        combatant=order.combatant,
        note=order.note,
    )
    if table.ask(table.state.fight.gms(), question, rule="SA-OUT-01").granted:
        reach_milestone(table, order.note)


def _require_on_the_way(state: Company, rule: str) -> None:
    require_stage(state, Stage.EXPEDITION, rule=rule, why="the company is at its base")


def reach_milestone(table: Table[CampaignState], note: str) -> None:
    """Half of Toughness + 2 body points and half of Discipline + 1 mind points, never above the maximum.

    [SA-OUT-01, SA-REST-02, SA-REST-03, SA-KP-04, SA-MP-07]
    """
    _require_on_the_way(table.state, "SA-OUT-01")
    require_free(table.state, in_company(table.state))
    table.emit(MilestoneReached(note=note), rule="SA-REST-02")
    reached = own_of(table.state).milestones
    if reached > USUAL_MILESTONES:
        table.emit(MilestoneExceeded(number=reached), rule="SA-REST-03")
    for who in characters(table.state):
        figures = figures_of(table.state, who)
        table.change(who, KP, half(figures.score(Attribute.TOUGHNESS)) + 2, rule="SA-KP-04")
        table.change(who, MP, half(figures.score(Attribute.DISCIPLINE)) + 1, rule="SA-MP-07")


def return_to_base(table: Table[CampaignState], note: str) -> None:
    """All points, no conditions; customs take every treasure; loans go back; the level rises.

    [SA-OUT-01, SA-OUT-02, SA-OUT-03, SA-OUT-06, SA-OUT-17]
    """
    _require_on_the_way(table.state, "SA-OUT-01")
    require_free(table.state, in_company(table.state))
    finds = own_of(table.state).finds
    treasures = {key: find for key, find in finds.items() if find.thing is None}
    for find in treasures.values():
        if find.value is None:
            raise RuleRefusal(f"nobody has said what {find.name} is worth", rule="SA-OUT-03")
    table.emit(BaseReached(note=note), rule="SA-REST-04")
    for who in in_company(table.state):
        _recover(table, who)
    value = sum(find.value or 0 for find in treasures.values())
    passed = CustomsPassed(value=value, paid=min(MOST_VOUCHERS, value), items=len(finds) - len(treasures))
    table.emit(passed, rule="SA-OUT-03")
    loans.give_all_back(table)
    levels.raise_company(table)


def _recover(table: Table[CampaignState], who: str) -> None:
    """Everything a living member had.  [SA-OUT-01, SA-KP-05, SA-MP-08]"""
    for vital, rule in ((KP, "SA-KP-05"), (MP, "SA-MP-08")):
        figure = table.state.fight.combatants[who].vitals.get(vital)
        if figure is not None and figure.max is not None:
            table.change(who, vital, figure.max - figure.now, rule=rule)
    for condition in table.state.fight.combatants[who].conditions:
        lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason="over")
        table.emit(lost, rule="SA-OUT-01")


def resting(state: Company) -> bool:
    """Whether nobody of the company is in a fight."""
    return all(is_free(state, who) for who in in_company(state))
