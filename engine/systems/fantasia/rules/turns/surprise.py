"""Ambushes: who hides, who notices, and free turns before the fight.  [FF-SURP-01 to FF-SURP-06]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from engine.kit import Field, Odds, Offer, Order, RuleRefusal, SightChanged, Table, TurnBegan, actor_of
from engine.systems.fantasia.content.kinds import Attribute
from engine.systems.fantasia.house_rules import TIES
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.figures import attribute
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import allowance, unable
from engine.systems.fantasia.rules.basics.throws import unnoticed
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.equipment.orders import UseItem
from engine.systems.fantasia.rules.magic.orders import Cast
from engine.systems.fantasia.rules.statuses.orders import Grapple
from engine.systems.fantasia.rules.turns.events import (
    ActionsGiven,
    AmbusherShown,
    AmbushLaid,
    AmbushSettled,
    AmbushSprung,
    StealthTested,
    TurnEnded,
    WatchTested,
)
from engine.systems.fantasia.rules.turns.orders import Lurk, Surprise
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Skill


# -- before the fight
def skills(state: FantasiaFight, who: str) -> dict[Skill, int]:
    """Skills for hiding, the best first: agility, and those of the sheet.  [FF-SURP-02]"""
    sheet = lookup.figures(state, who)
    scores = {
        Skill.STEALTH: sheet.stealth,
        Skill.HIDE: sheet.hide,
        Skill.AGILITY: attribute(state, who, Attribute.AGILITY),
    }
    having = {skill: score for skill, score in scores.items() if score is not None}
    return dict(sorted(having.items(), key=lambda entry: -entry[1]))


def _check_lurk(state: FantasiaFight, order: Lurk) -> None:
    who = order.combatant
    if state.own.begun:
        raise RuleRefusal("the fight has begun", rule="FF-SURP-01")
    if not lookup.able(state.fight.require(who)):
        raise unable(state, who)
    if lookup.fighter(state, who).lurking is not None:
        raise RuleRefusal(f"{who} lies in ambush already", rule="FF-SURP-01")
    if order.skill is not None and order.skill not in skills(state, who):
        raise RuleRefusal(f"skill: {who} does not have it", rule="FF-SURP-02", field="skill")


def lurk(table: Table[FantasiaState], order: Lurk) -> None:
    """Lie in ambush; a combatant visible to all becomes visible to its side only.  [FF-SURP-01]"""
    _check_lurk(table.seen(table.seat), order)
    who, fight = order.combatant, table.state.fight
    skill = order.skill or next(iter(skills(table.state, who)))
    if fight.combatants[who].seen_by is None:
        seen_by = fight.side_seats(fight.combatants[who].side)
        table.emit(SightChanged(combatant=who, seen_by=seen_by), rule="FF-SURP-01")
    table.emit(AmbushLaid(combatant=who, skill=skill), rule="FF-SURP-01")


def lurk_options(state: FantasiaFight, who: str) -> Iterable[Offer[Any]]:
    """Lying in ambush, with the available skills."""
    found = state.fight.combatants.get(who)
    if found is not None and lookup.able(found) and lookup.fighter(state, who).lurking is None:
        having = tuple(skills(state, who))
        body = Lurk(combatant=who, skill=having[0])
        yield Offer(key="lurk", body=body, rule="FF-SURP-01", fields=(Field("skill", "one", having),))


# -- the beginning
def _lurkers(state: FantasiaFight, side: str) -> tuple[str, ...]:
    """Members of a side that lie in ambush and can act, in order of joining."""
    here = state.fight.combatants.values()
    return tuple(
        c.id for c in here if c.side == side and lookup.able(c) and lookup.fighter(state, c.id).lurking is not None
    )


def _watchers(state: FantasiaFight, side: str) -> tuple[str, ...]:
    """Possible watchers against a side."""
    return tuple(c.id for c in state.fight.combatants.values() if c.side != side and lookup.able(c))


def check(state: FantasiaFight, order: Surprise) -> None:
    """RuleRefusal unless all ambushers are of a side and lie in ambush, and all watchers are of others."""
    sides = {state.fight.require(who).side for who in order.ambushers}
    if len(sides) != 1 or len(set(order.ambushers)) != len(order.ambushers):
        raise RuleRefusal("ambushers: of one side, each once", rule="FF-SURP-01", field="ambushers")
    side = sides.pop()
    if not set(order.ambushers) <= set(_lurkers(state, side)):
        raise RuleRefusal("ambushers: they lie in ambush first", rule="FF-SURP-01", field="ambushers")
    if len(set(order.watchers)) != len(order.watchers) or not set(order.watchers) <= set(_watchers(state, side)):
        raise RuleRefusal("watchers: of another side, able to act, each once", rule="FF-SURP-03", field="watchers")


def options(state: FantasiaFight) -> Iterable[Offer[Any]]:
    """One ambush for each side with ambushers."""
    for side in dict.fromkeys(c.side for c in state.fight.combatants.values()):
        whom, others = _lurkers(state, side), _watchers(state, side)
        if whom:
            fields = [Field("ambushers", "some", whom, least=1, most=len(whom))]
            if others:
                fields.append(Field("watchers", "some", others, least=0, most=len(others)))
            body = Surprise(ambushers=whom)
            yield Offer(key=f"surprise-{side}", body=body, rule="FF-SURP-01", fields=tuple(fields))


def noticed(table: Table[FantasiaState], order: Surprise) -> bool:
    """The lowest total of the ambushers against the highest of the watchers, who notice on a tie.

    Only the ambushers' side and the game master see any of this, unless the ambush is noticed.
    """
    side = table.state.fight.combatants[order.ambushers[0]].side
    readers = table.state.fight.side_seats(side)
    hidden: list[totals.Total] = []
    for who in order.ambushers:
        skill, own = _hiding(table.state, who)
        faces = table.roll("2d6", by=who, why="ambush", rule="FF-SURP-02", to=readers, odds=lambda: _odds(table, order))
        thrown = totals.of_dice("2d6", sum(faces), table.last)
        total = totals.added(thrown, own)
        tested = StealthTested(combatant=who, skill=skill, total=int(total))
        hidden.append(total.after(table.emit(tested, rule="FF-SURP-02", because=totals.why(total=total))))
    watching: list[totals.Total] = []
    for who in order.watchers:
        faces = table.roll("2d6", by=who, why="watch", rule="FF-SURP-03", to=readers)
        thrown = totals.of_dice("2d6", sum(faces), table.last)
        total = totals.added(thrown, _watching(table.state, who))
        watched = WatchTested(combatant=who, total=int(total))
        because = totals.why(total=total)
        watching.append(total.after(table.emit(watched, rule="FF-SURP-03", to=readers, because=because)))
    found = bool(watching) and _notices(table.state, max(watching), min(hidden))
    low, high = min(hidden), max(watching, default=totals.Total(0))
    settled = AmbushSettled(side=side, total=int(low), opposed_total=int(high), noticed=found)
    because = totals.why(
        total=totals.of_word("lowest", int(low), "FF-SURP-04").after(*low.causes[:1]),
        opposed_total=totals.of_word("highest", int(high), "FF-SURP-04").after(*high.causes[:1]),
    )
    rule = "FF-SURP-04" if found else "FF-SURP-05"
    table.emit(settled, rule=rule, to=None if found else readers, because=because)
    return found


def _notices(state: FantasiaFight, watching: int, hiding: int) -> bool:
    """On a tie too, unless the table has it otherwise.  [FF-SURP-04]"""
    return watching > hiding or (watching == hiding and not TIES.of(state.fight))


def _hiding(state: FantasiaFight, who: str) -> tuple[Skill, totals.Total]:
    """What an ambusher rolls with, and its score.  [FF-SURP-02]"""
    skill = lookup.fighter(state, who).lurking or Skill.AGILITY
    return skill, totals.of_word(skill.value.lower(), skills(state, who).get(skill, 0), "FF-SURP-02", who)


def _watching(state: FantasiaFight, who: str) -> totals.Total:
    """What a watcher rolls with.  [FF-SURP-03]"""
    return totals.of_word("mind", attribute(state, who, Attribute.MIND), "FF-STAT-01", who)


def _odds(table: Table[FantasiaState], order: Surprise) -> Odds:
    """The chance that nobody notices any of them."""
    hiding = [_hiding(table.state, who)[1] for who in order.ambushers]
    watching = [_watching(table.state, who) for who in order.watchers]
    good, of = unnoticed(hiding, watching, ties=TIES.of(table.state.fight))
    numbers = {"faces": hiding, "against": watching}
    terms = (structs.replace(t, of=name) for name, scores in numbers.items() for s in scores for t in s.terms)
    return Odds(good=good, of=of, terms=tuple(terms))


def spring(table: Table[FantasiaState], order: Surprise) -> None:
    """The ambush is unnoticed; an ambush prepared by another side is dropped.  [FF-SURP-05]"""
    side = table.state.fight.combatants[order.ambushers[0]].side
    _show_those(table, lambda of: of != side, reason="forgone")
    sprung = AmbushSprung(side=side, ambushers=order.ambushers)
    table.emit(sprung, rule="FF-SURP-05", to=table.state.fight.side_seats(side))


# -- free turns
def waiting(state: FantasiaFight) -> tuple[str, ...]:
    """Combatants with a free turn left that can take it, in any order their side wants."""
    ambush = state.own.ambush
    return () if ambush is None else tuple(w for w in ambush.waiting if lookup.able(state.fight.combatants[w]))


def start(table: Table[FantasiaState], who: str) -> bool:
    """A free turn: one movement, one action, as far as statuses permit; no other start or end effects."""
    table.emit(TurnBegan(acting=(who,)), rule="FF-SURP-05")
    has = allowance(table.state, who)
    most = None if has.most is None else int(has.most)
    given = ActionsGiven(combatant=who, normal=int(has.normal), movement=int(has.movement), most=most)
    because = structs.replace(has, extra=totals.NOTHING).because
    table.emit(given, rule="FF-SURP-05", because=because)
    return True


def end(table: Table[FantasiaState], who: str) -> None:
    """End a free turn, used or forgone."""
    table.emit(TurnEnded(combatant=who), rule="FF-SURP-05")


def strike(table: Table[FantasiaState], order: Order) -> None:
    """An ambusher that strikes becomes visible."""
    who = actor_of(order)
    fighter = table.state.own.fighters.get(who)
    if fighter is not None and fighter.lurking is not None and _hostile(table.state, who, order):
        _show(table, who, reason="strikes")


def _hostile(state: FantasiaFight, who: str, order: Order) -> bool:
    """Whether an order is aimed at another side; an area around the user is."""
    match order:
        case Attack(target=target) | Grapple(target=target) | UseItem(target=target):
            targets: tuple[str, ...] = (target,)
        case Cast(targets=targets):
            pass
        case UseTechnique(weapon=None):
            return False
        case UseTechnique(targets=targets):
            if not targets:
                return True
        case _:
            return False
    side = state.fight.combatants[who].side
    return any(state.fight.combatants[target].side != side for target in targets)


def show_all(table: Table[FantasiaState], *, reason: str) -> None:
    """Everybody still in ambush becomes visible."""
    _show_those(table, lambda side: True, reason=reason)


def _show_those(table: Table[FantasiaState], of: Callable[[str], bool], *, reason: str) -> None:
    """Show the ambushers of some sides."""
    for who, fighter in table.state.own.fighters.items():
        if fighter.lurking is not None and of(table.state.fight.combatants[who].side):
            _show(table, who, reason=reason)


def _show(table: Table[FantasiaState], who: str, *, reason: str) -> None:
    rule = {"noticed": "FF-SURP-04", "forgone": "FF-SURP-01"}.get(reason, "FF-SURP-05")
    table.emit(SightChanged(combatant=who, seen_by=None), rule=rule)
    table.emit(AmbusherShown(combatant=who, reason=reason), rule=rule)
