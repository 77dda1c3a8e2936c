"""Individual initiative: everybody rolls once, and the order is kept.  [FF-INIT-01 to FF-INIT-03]"""

from __future__ import annotations

from engine.kit import Fight, Offer, OrderSet, RollAhead, Table
from engine.systems.fantasia.content.kinds import Attribute, Figure
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import of_attribute, roll
from engine.systems.fantasia.rules.basics.figures import attribute, terms_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.turns.events import InitiativeRolled
from engine.systems.fantasia.rules.turns.questions import GroupInitiative, Roll, Shared
from engine.systems.fantasia.state import FantasiaState


def is_player(fight: Fight, who: str) -> bool:
    """Whether a combatant is a player's rather than the game master's."""
    seat = fight.seats.get(fight.combatants[who].owner or "")
    return seat is not None and seat.role == "PLAYER"


def unplaced(state: FantasiaFight) -> tuple[str, ...]:
    """Combatants without a place in the order that could take turns, in order of joining."""
    fight = state.fight
    return tuple(c.id for c in fight.combatants.values() if c.id not in fight.turn_order and c.out is None)


def groups(state: FantasiaFight, whom: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Groups of the game master's combatants, two or more of a kind and side: one roll may serve them all."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for who in whom:
        name = lookup.fighter(state, who).group
        if name is not None and not is_player(state.fight, who):
            key = (name, state.fight.combatants[who].side)
            found[key] = (*found.get(key, ()), who)
    several = {key: members for key, members in found.items() if len(members) > 1}
    names = [name for name, _ in several]
    return {
        (name if names.count(name) == 1 else f"{name} ({side})"): members for (name, side), members in several.items()
    }


def _rolls_once(table: Table[FantasiaState], groups: dict[str, tuple[str, ...]]) -> dict[str, bool]:
    """For each group, whether it rolls once: as set up, or as the game master decides now.  [FF-INIT-03]"""
    settled = {entry.group: not entry.each for entry in table.state.own.setup.group_rolls}
    once: dict[str, bool] = {}
    asked: list[str] = []
    for name, members in groups.items():
        group = lookup.fighter(table.state, members[0]).group or ""
        if group in settled:
            once[name] = settled[group]
        else:
            asked.append(name)
    gms = table.state.fight.gms()
    answers = table.ask_all([(gms, _question(name, groups[name])) for name in asked], rule="FF-INIT-03")
    once |= {name: answer.rolls is Roll.SHARED for name, answer in zip(asked, answers, strict=True)}
    return once


def _question(name: str, members: tuple[str, ...]) -> GroupInitiative:
    offers = (
        Offer(key="shared", body=Shared(rolls=Roll.SHARED), rule="FF-INIT-03"),
        Offer(key="each", body=Shared(rolls=Roll.EACH), rule="FF-INIT-03"),
    )
    return GroupInitiative(offers=offers, default="shared", group=name, members=members)


def roll_initiative(table: Table[FantasiaState]) -> None:
    """Everybody without a place in the order rolls 2d + agility + bonuses; all act from high to low.  [FF-INIT-01]

    Bonuses of tribe, profession and items are part of the initiative figure.  [FF-INIT-02]
    """
    whom = unplaced(table.state)
    if not whom:
        return
    found = groups(table.state, whom)
    once = _rolls_once(table, found)
    leader = {who: members[0] for name, members in found.items() if once[name] for who in members}
    rollers = dict.fromkeys(leader.get(who, who) for who in whom)
    with table.rolls_together([RollAhead("2d6", who, "initiative") for who in rollers]):
        _roll_each(table, whom, leader)
    table.emit(OrderSet(turn_order=merged(table.state, whom)), rule="FF-INIT-01")


def _roll_each(table: Table[FantasiaState], whom: tuple[str, ...], leader: dict[str, str]) -> None:
    """One after the other. leader: who rolls for a group."""
    thrown: dict[str, totals.Total] = {}
    for who in whom:
        first = leader.get(who, who)
        if first not in thrown:
            faces = roll(table, 2, by=first, why="initiative", rule="FF-INIT-01")
            thrown[first] = totals.of_dice("2d6", faces, table.last)
        state = table.state
        bonuses = totals.of_modifiers(terms_of(state, who, Figure.INITIATIVE), who)
        own = totals.added(of_attribute(state, who, Attribute.AGILITY), bonuses).private(state.fight, who)
        total = totals.added(thrown[first], own)
        because = totals.why(total=total)
        to = lookup.recipients_of(state.fight, who) if because.private else None
        table.emit(InitiativeRolled(combatant=who, total=int(total)), rule="FF-INIT-01", to=to, because=because)


def merged(state: FantasiaFight, newcomers: tuple[str, ...]) -> tuple[str, ...]:
    """The order with the newcomers inserted; the others keep their places.

    Equal totals: higher agility, then players' characters, then order of joining.
    """
    joined = {who: place for place, who in enumerate(state.fight.combatants)}

    def key(who: str) -> tuple[int, int, bool, int]:
        total = lookup.fighter(state, who).initiative or 0
        agility = attribute(state, who, Attribute.AGILITY)
        return (-total, -agility, not is_player(state.fight, who), joined[who])

    order = list(state.fight.turn_order)
    keys = {who: key(who) for who in (*order, *newcomers)}  # once each: of many, to compare them is most of the work
    for who in sorted(newcomers, key=keys.__getitem__):
        place = next((i for i, other in enumerate(order) if keys[who] < keys[other]), len(order))
        order.insert(place, who)
    return tuple(order)
