"""The time between fights of Dozen Die: adventures, casualties, recovery.

[DD-OUT-01, DD-OUT-02, DD-OUT-04, DD-OUT-10]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Struct, structs

from engine.kit import (
    COMBATANT,
    DEAD,
    Between,
    CampaignState,
    CombatantOut,
    Condition,
    ConditionLost,
    Event,
    Field,
    Fight,
    FightBegun,
    Offer,
    Order,
    RuleRefusal,
    Standing,
    State,
    Table,
    VitalLimitChanged,
    completed,
    in_company,
    is_free,
    plain,
    require_free,
)
from engine.systems.dozen_die.content.catalogue import FIGURES, GRADES
from engine.systems.dozen_die.content.kinds import Ability, Fate, Grade, Kind
from engine.systems.dozen_die.rules.actions.walk import LEFT
from engine.systems.dozen_die.rules.basics.dice import succeeds
from engine.systems.dozen_die.rules.between import events as e
from engine.systems.dozen_die.rules.between import orders as o
from engine.systems.dozen_die.rules.between.questions import ChooseInjury, InjuryChoice
from engine.systems.dozen_die.rules.between.settings import (
    AdventureSettings,
    HpBetween,
    Injury,
    Outcome,
    RecoveryEntry,
    RecoveryFor,
    require_whole,
)
from engine.systems.dozen_die.rules.conflict.damage import CASUALTY
from engine.systems.dozen_die.rules.turns.entering import HP, combatant_of, figure_of
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import DozenDieState

FELL, AWAY = "fallen", "left_board"
"""Marks of a member for the rest of the adventure: a casualty, or one that has left the board.  [DD-OUT-10]"""
LINES = {"vitals": "DD-OUT-10", "conditions": "DD-OUT-10"}
"""By which rule something stays; by CA-01 otherwise."""
OURS = (Kind.ADVENTURER.value, Kind.VASSAL.value)
"""Characters of a player.  [DD-OUT-02]"""
FIGURES_OF_SHEETS = ("st", "dx", "co", "ch", "aw", "mv")


class Goal(Struct, frozen=True, kw_only=True, rename="camel"):
    """A goal of an adventure, and whether it is met."""

    name: str
    met: bool = False


class Adventures(Struct, frozen=True, kw_only=True, rename="camel"):
    """What Dozen Die keeps between fights. number: of the present or last adventure. running: it is not over.

    missing: how many adventures a member has to miss.  [DD-OUT-02]
    """

    number: int = 0
    running: bool = False
    goals: tuple[Goal, ...] = ()
    missing: dict[Annotated[str, COMBATANT], int] = {}


def left_of(entered: Standing, end: State[DozenDieState], combatant: str) -> Standing:
    """Hit points as they are; a casualty, and who has left the board, are marked for the rest of the adventure.

    Being injured is computed anew; weapons are loaded again.  [DD-OUT-10]
    """
    who = end.fight.combatants[combatant]
    mark = {CASUALTY: FELL, LEFT: AWAY}.get(who.out or "")
    marks = (Condition(key=mark, kind=mark),) if mark is not None else ()
    dead = who.out == DEAD or end.own.fates.get(combatant) is Fate.DEAD
    vitals = {name: vital.now for name, vital in who.vitals.items()}
    return structs.replace(entered, vitals=vitals, conditions=marks, dead=dead)


def _sheet_of(state: State[CampaignState], who: str) -> dict[str, Any]:
    return state.own.members[who].sheet or {}


def _full(sheet: Mapping[str, Any]) -> Sheet:
    return completed(msgspec.convert(sheet, Sheet), msgspec.convert(sheet, Sheet).ref, FIGURES, rule="DD-HP-01")


def _changed(sheet: Mapping[str, Any], event: e.InjuryDetermined) -> Mapping[str, Any]:
    """A sheet after an injury.  [DD-OUT-02]"""
    full = _full(sheet)
    if event.injury is Injury.HP_MAX:
        return {**sheet, "hpChange": (full.hp_change or 0) + event.amount}
    if event.injury is not Injury.FIGURE or event.figure is None:
        return sheet
    if event.figure in FIGURES_OF_SHEETS:
        was: int = getattr(figure_of(full), event.figure)
        return {**sheet, event.figure: max(0, was + event.amount)}
    skills = [
        structs.replace(level, level=max(0, level.level + event.amount)) if level.skill == event.figure else level
        for level in full.skills or ()
    ]
    return {**sheet, "skills": plain(tuple(skills))}


class DozenDieBetween(Between[Adventures]):
    """The time between fights of Dozen Die."""

    settings = AdventureSettings
    own = Adventures
    orders = o.ORDERS
    events = e.EVENTS
    questions = (ChooseInjury,)
    lines = LINES
    leaves = staticmethod(left_of)

    def begin(self, settings: AdventureSettings) -> Adventures:
        """Before the first adventure."""
        require_whole(settings)
        return Adventures()

    def enters(self, standing: Standing) -> Standing:
        """Without the marks of the adventure."""
        return structs.replace(standing, conditions=())

    def comes_along(self, state: State[CampaignState], member: str, standing: Standing) -> Standing:
        """Not a casualty, nor who has left the board, for the rest of the adventure.  [DD-OUT-10]"""
        who = state.fight.combatants[member]
        if who.has(FELL):
            raise RuleRefusal(f"{member} has fallen in this adventure", rule="DD-OUT-10", field="members")
        if who.has(AWAY):
            raise RuleRefusal(f"{member} has left the board in this adventure", rule="DD-OUT-10", field="members")
        if state.own.game.missing.get(member, 0):
            raise RuleRefusal(f"{member} misses this adventure", rule="DD-OUT-02", field="members")
        return self.enters(standing)

    def sheet_after(self, sheet: Mapping[str, Any], event: Event, member: str) -> Mapping[str, Any]:
        """After an injury that lasts."""
        return _changed(sheet, event) if isinstance(event, e.InjuryDetermined) and event.combatant == member else sheet

    def evolve(self, game: Adventures, event: Event, fight: Fight) -> Adventures:
        """A fight begins an adventure, where nobody has said that one does.  [DD-OUT-01]"""
        match event:
            case e.AdventureBegan():
                goals = tuple(Goal(name=name) for name in event.goals)
                return structs.replace(game, number=event.number, running=True, goals=goals)
            case FightBegun() if not game.running:
                return structs.replace(game, number=game.number + 1, running=True, goals=())
            case e.GoalJudged():
                judged = Goal(name=event.name, met=event.met)
                goals = tuple(judged if n == event.goal else goal for n, goal in enumerate(game.goals, 1))
                return structs.replace(game, goals=goals)
            case e.AdventureEnded():
                missing = {who: left - 1 for who, left in game.missing.items() if left > 1}
                return structs.replace(game, running=False, missing=missing)
            case e.InjuryDetermined() if event.injury is Injury.ABSENT and event.amount > 0:
                return structs.replace(game, missing={**game.missing, event.combatant: event.amount})
        return game

    def view(self, game: Adventures, fight: Fight, seat: str | None) -> Adventures:
        """Without those of whom a seat does not know."""
        known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
        return structs.replace(game, missing={who: left for who, left in game.missing.items() if who in known})

    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """Refuse an order between fights, or play it out."""
        match order:
            case o.BeginAdventure():
                _begin(table, order)
            case o.MeetGoal():
                _judge(table, order)
            case o.EndAdventure():
                _end(table, order)
            case o.PickLock():
                _pick(table, order)

    def offers(self, seen: State[CampaignState], member: str | None) -> Iterable[Offer[Order]]:
        """All of them are the game master's."""
        if member is not None:
            return
        own: Adventures = seen.own.game
        if not own.running:
            yield Offer("begin-adventure", o.BeginAdventure(), "DD-OUT-01")
        elif all(is_free(seen, who) for who in in_company(seen)) and not _unset(seen):
            yield Offer("end-adventure", o.EndAdventure(), "DD-OUT-02", (Field("note", "text", least=0, most=500),))
        for number, goal in enumerate(own.goals, 1):
            yield Offer(f"goal-{number}", o.MeetGoal(goal=number, met=not goal.met), "DD-OUT-01")
        people = in_company(seen)
        if people:
            fields = (
                Field("combatant", "one", people),
                Field("grade", "one", tuple(grade for grade in Grade if grade is not Grade.VERY_EASY)),
                Field("ability", "one", tuple(Ability)),
                Field("dice", "amount", least=1, most=12),
            )
            yield Offer("pick-lock", o.PickLock(combatant=people[0], grade=Grade.NORMAL), "DD-OUT-04", fields)


def _begin(table: Table[CampaignState], order: o.BeginAdventure) -> None:
    """With its goals.  [DD-OUT-01]"""
    own: Adventures = table.state.own.game
    if own.running:
        raise RuleRefusal("an adventure is running: end it first", rule="DD-OUT-01")
    table.emit(e.AdventureBegan(number=own.number + 1, goals=order.goals), rule="DD-OUT-01")


def _judge(table: Table[CampaignState], order: o.MeetGoal) -> None:
    """The game master says which goals are met.  [DD-OUT-01]"""
    own: Adventures = table.state.own.game
    if order.goal > len(own.goals):
        raise RuleRefusal("this adventure has no such goal", rule="DD-OUT-01", field="goal")
    table.emit(e.GoalJudged(goal=order.goal, name=own.goals[order.goal - 1].name, met=order.met), rule="DD-OUT-01")


def _rolling(state: State[CampaignState]) -> tuple[str, ...]:
    """Who rolls for recovery: characters of players who fell, or all of them.  [DD-OUT-02]"""
    people, settings = state.fight.combatants, state.own.settings
    ours = [who for who in in_company(state) if people[who].kind in OURS]
    away = state.own.game.missing
    return tuple(
        who for who in ours if people[who].has(FELL) or (settings.recovery_for is RecoveryFor.ALL and not away.get(who))
    )


def _unset(state: State[CampaignState]) -> str:
    """The setting that is missing to end an adventure; "": none.  [DD-OUT-02]"""
    settings: AdventureSettings = state.own.settings
    if settings.hp_between_adventures is None:
        return "hpBetweenAdventures"
    return "recoveryTable" if settings.recovery_table is None and _rolling(state) else ""


def _end(table: Table[CampaignState], order: o.EndAdventure) -> None:
    """Once for each, after the last fight.  [DD-OUT-02, DD-OUT-10]"""
    state = table.state
    if not state.own.game.running:
        raise RuleRefusal("no adventure is running", rule="DD-OUT-01")
    require_free(state, in_company(state))
    if _unset(state):
        raise RuleRefusal(f"{_unset(state)}: not set", rule="DD-OUT-02", code="SETTING_MISSING")
    require_whole(state.own.settings)
    whom = _rolling(state)
    table.emit(e.AdventureEnded(number=state.own.game.number, note=order.note), rule="DD-OUT-01")
    _rest(table)
    for who in whom:
        _recover(table, who)
    for who in in_company(table.state):
        for condition in table.state.fight.combatants[who].conditions:
            lost = ConditionLost(combatant=who, condition=condition.key, kind=condition.kind, reason="over")
            table.emit(lost, rule="DD-OUT-10")


def _rest(table: Table[CampaignState]) -> None:
    """All hit points where the table has said so; who fell and lives has at least one.  [DD-OUT-02]"""
    full = table.state.own.settings.hp_between_adventures is HpBetween.FULL
    for who in in_company(table.state):
        hp = table.state.fight.combatants[who].vitals[HP]
        table.change(who, HP, (hp.max or hp.now) - hp.now if full else max(0, 1 - hp.now), rule="DD-OUT-02")


def _recover(table: Table[CampaignState], who: str) -> None:
    """One die, and what the table's own list says of it.  [DD-OUT-02]"""
    settings: AdventureSettings = table.state.own.settings
    (face,) = table.roll(f"1d{settings.recovery_die}", by=who, why="recovery", rule="DD-OUT-02")
    entry = next(entry for entry in settings.recovery_table or () if entry.least <= face <= entry.most)
    outcome = _chosen(table, who, face, entry)
    determined = e.InjuryDetermined(
        combatant=who, face=face, injury=outcome.injury, amount=outcome.amount, figure=outcome.figure
    )
    table.emit(determined, rule="DD-OUT-02")
    if outcome.injury is Injury.DEAD:
        table.emit(CombatantOut(combatant=who, reason=DEAD), rule="DD-OUT-02")
        return
    hp = table.state.fight.combatants[who].vitals[HP]
    limit = combatant_of(msgspec.convert(_sheet_of(table.state, who), Sheet), None).vitals[HP].max or 1
    if limit != hp.max:
        table.emit(VitalLimitChanged(combatant=who, vital=HP, limit=limit), rule="DD-OUT-02")
        table.change(who, HP, min(0, limit - hp.now), rule="DD-OUT-02")
    if outcome.injury is Injury.HP_NEXT:
        now = table.state.fight.combatants[who].vitals[HP].now
        table.change(who, HP, max(1, outcome.amount) - now, rule="DD-OUT-02")


def _chosen(table: Table[CampaignState], who: str, face: int, entry: RecoveryEntry) -> Outcome:
    """Of several outcomes the owner chooses.  [DD-OUT-02]"""
    if len(entry.outcomes) == 1:
        return entry.outcomes[0]
    offers = tuple(
        Offer(f"outcome-{number}", InjuryChoice(outcome=number), "DD-OUT-02")
        for number in range(1, len(entry.outcomes) + 1)
    )
    question = ChooseInjury(offers=offers, default="outcome-1", combatant=who, face=face)
    choice = table.ask(table.state.fight.holders(who), question, rule="DD-OUT-02")
    return entry.outcomes[choice.outcome - 1]


def _pick(table: Table[CampaignState], order: o.PickLock) -> None:
    """One roll of so many d12, at most ability and grade on one of them; a 12 never succeeds.  [DD-OUT-04]"""
    table.state.fight.require(order.combatant)
    require_free(table.state, (order.combatant,), "combatant")
    figure = figure_of(msgspec.convert(_sheet_of(table.state, order.combatant), Sheet))
    needed = figure.ability(order.ability) + (GRADES[order.grade].bonus or 0)
    opened = order.grade is Grade.VERY_EASY
    if not opened:
        faces = table.roll(f"{order.dice}d12", by=order.combatant, why="lock", rule="DD-OUT-04")
        opened = any(succeeds(face, needed) for face in faces)
    tried = e.LockTried(
        combatant=order.combatant, grade=order.grade, ability=order.ability, needed=needed, opened=opened
    )
    table.emit(tried, rule="DD-OUT-04")
