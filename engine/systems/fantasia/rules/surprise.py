"""Ambushes: who hides, who notices, and free turns before the fight.  [FF-SURP-01 to FF-SURP-06]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import SightChanged, TurnBegan
from engine.kernel.messages import Order, actor_of
from engine.kernel.system import Table
from engine.systems.fantasia import commands as o
from engine.systems.fantasia import events as e
from engine.systems.fantasia.commands import Lurk, Skill, Surprise
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.rules import look, sums
from engine.systems.fantasia.rules.figures import attribute
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.restraint import allowance
from engine.systems.fantasia.state import Own


# -- before the fight
def skills(state: FF, who: str) -> dict[Skill, int]:
    """With what somebody can hide, the best first: agility, and the skills he has.  [FF-SURP-02]"""
    sheet = look.figures(state, who)
    scores = {
        Skill.STEALTH: sheet.stealth,
        Skill.HIDE: sheet.hide,
        Skill.AGILITY: attribute(state, who, Attribute.AGILITY),
    }
    having = {skill: score for skill, score in scores.items() if score is not None}
    return dict(sorted(having.items(), key=lambda entry: -entry[1]))


def _check_lurk(state: FF, order: Lurk) -> None:
    who = order.combatant
    if state.own.begun:
        raise RuleRefusal("the fight has begun", rule="FF-SURP-01")
    if not look.able(state.fight.require(who)):
        raise RuleRefusal(f"{who} cannot act", rule="FF-KO-08")
    if look.fighter(state, who).lurking is not None:
        raise RuleRefusal(f"{who} lies in ambush already", rule="FF-SURP-01")
    if order.skill is not None and order.skill not in skills(state, who):
        raise RuleRefusal(f"skill: {who} does not have it", rule="FF-SURP-02", field="skill")


def lurk(table: Table[Own], order: Lurk) -> None:
    """He lies in ambush; who was seen by all is seen by his side alone.  [FF-SURP-01]"""
    _check_lurk(table.seen(table.seat), order)
    who, fight = order.combatant, table.state.fight
    skill = order.skill or next(iter(skills(table.state, who)))
    if fight.combatants[who].seen_by is None:
        seen_by = fight.side_seats(fight.combatants[who].side)
        table.emit(SightChanged(combatant=who, seen_by=seen_by), rule="FF-SURP-01")
    table.emit(e.AmbushLaid(combatant=who, skill=skill), rule="FF-SURP-01")


def lurk_options(state: FF, who: str) -> Iterable[Offer[Any]]:
    """Lying in ambush, with the skills there are."""
    found = state.fight.combatants.get(who)
    if found is not None and look.able(found) and look.fighter(state, who).lurking is None:
        having = tuple(skills(state, who))
        body = Lurk(combatant=who, skill=having[0])
        yield Offer(key="lurk", body=body, rule="FF-SURP-01", fields=(Field("skill", "one", having),))


# -- the beginning
def _lurkers(state: FF, side: str) -> tuple[str, ...]:
    """Who of a side lies in ambush and can act, in order of joining."""
    here = state.fight.combatants.values()
    return tuple(
        c.id for c in here if c.side == side and look.able(c) and look.fighter(state, c.id).lurking is not None
    )


def _watchers(state: FF, side: str) -> tuple[str, ...]:
    """Who could be on the watch against a side."""
    return tuple(c.id for c in state.fight.combatants.values() if c.side != side and look.able(c))


def check(state: FF, order: Surprise) -> None:
    """RuleRefusal unless all ambushers are of a side and lie in ambush, and all watchers are of others."""
    sides = {state.fight.require(who).side for who in order.ambushers}
    if len(sides) != 1 or len(set(order.ambushers)) != len(order.ambushers):
        raise RuleRefusal("ambushers: of one side, each once", rule="FF-SURP-01", field="ambushers")
    side = sides.pop()
    if not set(order.ambushers) <= set(_lurkers(state, side)):
        raise RuleRefusal("ambushers: they lie in ambush first", rule="FF-SURP-01", field="ambushers")
    if len(set(order.watchers)) != len(order.watchers) or not set(order.watchers) <= set(_watchers(state, side)):
        raise RuleRefusal("watchers: of another side, able to act, each once", rule="FF-SURP-03", field="watchers")


def options(state: FF) -> Iterable[Offer[Any]]:
    """One ambush for each side that lies in wait."""
    for side in dict.fromkeys(c.side for c in state.fight.combatants.values()):
        whom, others = _lurkers(state, side), _watchers(state, side)
        if whom:
            fields = [Field("ambushers", "some", whom, least=1, most=len(whom))]
            if others:
                fields.append(Field("watchers", "some", others, least=0, most=len(others)))
            body = Surprise(ambushers=whom)
            yield Offer(key=f"surprise-{side}", body=body, rule="FF-SURP-01", fields=tuple(fields))


def noticed(table: Table[Own], order: Surprise) -> bool:
    """The lowest of the ambushers against the highest of those on the watch, who notice on a tie.

    None of this is seen by others than the ambushers' side and the game master, unless it is noticed.
    """
    side = table.state.fight.combatants[order.ambushers[0]].side
    knowing = table.state.fight.side_seats(side)
    hidden: list[sums.Sum] = []
    for who in order.ambushers:
        skill = look.fighter(table.state, who).lurking or Skill.AGILITY
        faces = table.roll("2d6", by=who, why="ambush", rule="FF-SURP-02", to=knowing)
        thrown = sums.of_dice("2d6", sum(faces), table.last)
        own = sums.of_word(skill.value.lower(), skills(table.state, who).get(skill, 0), "FF-SURP-02", who)
        total = sums.added(thrown, own)
        tested = e.StealthTested(combatant=who, skill=skill, total=int(total))
        hidden.append(total.after(table.emit(tested, rule="FF-SURP-02", because=sums.why(total=total))))
    watching: list[sums.Sum] = []
    for who in order.watchers:
        faces = table.roll("2d6", by=who, why="watch", rule="FF-SURP-03", to=knowing)
        thrown = sums.of_dice("2d6", sum(faces), table.last)
        mind = sums.of_word("mind", attribute(table.state, who, Attribute.MIND), "FF-STAT-01", who)
        total = sums.added(thrown, mind)
        watched = e.WatchTested(combatant=who, total=int(total))
        because = sums.why(total=total)
        watching.append(total.after(table.emit(watched, rule="FF-SURP-03", to=knowing, because=because)))
    found = bool(watching) and max(watching) >= min(hidden)
    low, high = min(hidden), max(watching, default=sums.Sum(0))
    settled = e.AmbushSettled(side=side, total=int(low), opposed_total=int(high), noticed=found)
    because = sums.why(
        total=sums.of_word("lowest", int(low), "FF-SURP-04").after(*low.causes[:1]),
        opposed_total=sums.of_word("highest", int(high), "FF-SURP-04").after(*high.causes[:1]),
    )
    rule = "FF-SURP-04" if found else "FF-SURP-05"
    table.emit(settled, rule=rule, to=None if found else knowing, because=because)
    return found


def spring(table: Table[Own], order: Surprise) -> None:
    """The ambush goes on unnoticed; an ambush that another side meant to lay is none.  [FF-SURP-05]"""
    side = table.state.fight.combatants[order.ambushers[0]].side
    _show_those(table, lambda of: of != side, reason="forgone")
    sprung = e.AmbushSprung(side=side, ambushers=order.ambushers)
    table.emit(sprung, rule="FF-SURP-05", to=table.state.fight.side_seats(side))


# -- free turns
def waiting(state: FF) -> tuple[str, ...]:
    """Who has a free turn left and can take it, in any order their side wants."""
    ambush = state.own.ambush
    return () if ambush is None else tuple(w for w in ambush.waiting if look.able(state.fight.combatants[w]))


def start(table: Table[Own], who: str) -> bool:
    """A free turn: one movement, one action, as far as statuses leave them; nothing else begins or ends with it."""
    table.emit(TurnBegan(acting=(who,)), rule="FF-SURP-05")
    has = allowance(table.state, who)
    most = None if has.most is None else int(has.most)
    given = e.ActionsGiven(combatant=who, normal=int(has.normal), movement=int(has.movement), most=most)
    because = structs.replace(has, extra=sums.NOTHING).because
    table.emit(given, rule="FF-SURP-05", because=because)
    return True


def end(table: Table[Own], who: str) -> None:
    """A free turn is over, used or forgone."""
    table.emit(e.TurnEnded(combatant=who), rule="FF-SURP-05")


def strike(table: Table[Own], order: Order) -> None:
    """Whoever strikes from an ambush is seen as he does."""
    who = actor_of(order)
    fighter = table.state.own.fighters.get(who)
    if fighter is not None and fighter.lurking is not None and _hostile(table.state, who, order):
        _show(table, who, reason="strikes")


def _hostile(state: FF, who: str, order: Order) -> bool:
    """Whether an order is aimed at another side; an area around somebody is."""
    match order:
        case o.Attack(target=target) | o.Grapple(target=target) | o.UseItem(target=target):
            targets: tuple[str, ...] = (target,)
        case o.Cast(targets=targets):
            pass
        case o.UseTechnique(weapon=None):
            return False
        case o.UseTechnique(targets=targets):
            if not targets:
                return True
        case _:
            return False
    side = state.fight.combatants[who].side
    return any(state.fight.combatants[target].side != side for target in targets)


def show_all(table: Table[Own], *, reason: str) -> None:
    """Everybody who still lies in ambush is seen."""
    _show_those(table, lambda side: True, reason=reason)


def _show_those(table: Table[Own], of: Callable[[str], bool], *, reason: str) -> None:
    """Those of some sides who lie in ambush."""
    for who, fighter in table.state.own.fighters.items():
        if fighter.lurking is not None and of(table.state.fight.combatants[who].side):
            _show(table, who, reason=reason)


def _show(table: Table[Own], who: str, *, reason: str) -> None:
    rule = {"noticed": "FF-SURP-04", "forgone": "FF-SURP-01"}.get(reason, "FF-SURP-05")
    table.emit(SightChanged(combatant=who, seen_by=None), rule=rule)
    table.emit(e.AmbusherShown(combatant=who, reason=reason), rule=rule)
