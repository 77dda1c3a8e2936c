"""The turn of a confused combatant: a die sets the kind of deed, the game master the deed.  [FF-ST-06, FF-ST-42]"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import Field, Offer, Order, Table
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.attacks import fumble
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import barred
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.board.aim import attack_options
from engine.systems.fantasia.rules.board.known_ground import openly_known
from engine.systems.fantasia.rules.magic.orders import Cast
from engine.systems.fantasia.rules.movement import approach
from engine.systems.fantasia.rules.statuses.order_handlers import hindrance, perform
from engine.systems.fantasia.rules.turns.events import ActionSpent
from engine.systems.fantasia.rules.turns.questions import ByChance, ConfusedDeed
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Pay


def play(table: Table[FantasiaState], who: str) -> None:
    """An odd die: a weapon attack on an ally; an even one: an ability usable on one, if there is any.

    With no ally in reach the nearest is approached first; without allies the combatant hurts itself. Who is an ally,
    and who is in reach, goes by what everybody knows; what happens then, by how it is.
    """
    (face,) = table.roll("1d6", by=who, why="confusion", rule="FF-ST-42")
    turn = table.state.own.turn
    if turn is None or not (turn.normal or turn.extra):
        return
    if not _friends(openly_known(table.state, who), who):
        if barred(table.state, who, Activity.ATTACK) is None and lookup.in_hand(table.state, who):
            _spend(table, who)
            fumble.hit_oneself(table, who, None, rule="FF-ST-06")
        return
    if not _deeds(openly_known(table.state, who), who, face):
        _approach(table, who)
    if not lookup.turned(table.state.fight.combatants[who]) or not lookup.able(table.state.fight.combatants[who]):
        return
    order = _chosen(table, who, face)
    if order is not None:
        _spend(table, who)
        perform(table, order)


def _friends(state: FantasiaFight, who: str) -> tuple[str, ...]:
    return tuple(c for c in lookup.allies(state, who) if lookup.standing(state.fight.combatants[c]))


def _spend(table: Table[FantasiaState], who: str) -> None:
    turn = table.state.own.turn
    pay = Pay.NORMAL if turn is None or turn.normal else Pay.EXTRA
    table.emit(ActionSpent(combatant=who, pay=pay), rule="FF-ST-42")


def _deeds(state: FantasiaFight, who: str, face: int) -> list[Offer[Any]]:
    """Possible deeds against allies, each with its allies to pick from."""
    friends = _friends(state, who)
    abilities = _abilities(state, who, friends) if face % 2 == 0 else []
    return abilities or attack_options(state, who, only=friends)


def _abilities(state: FantasiaFight, who: str, friends: tuple[str, ...]) -> list[Offer[Any]]:
    found: list[Offer[Any]] = []
    for kind in (Cast, UseTechnique):
        for offer in state.own.order_handlers[kind].options(state, who):
            aimed = _at(offer, friends)
            if aimed is not None and hindrance(state, aimed.body) is None:
                found.append(aimed)
    return found


def _at(offer: Offer[Any], friends: tuple[str, ...]) -> Offer[Any] | None:
    """The same offer restricted to allies; None where none of them is among its targets."""
    fields: list[Field] = []
    body = offer.body
    for field in offer.fields:
        if field.name == "targets":
            among = tuple(t for t in field.among if t in friends)
            if not among:
                return None
            field = structs.replace(field, among=among, most=min(field.most, len(among)))
            body = structs.replace(body, targets=among[:1])
        fields.append(field)
    return structs.replace(offer, body=body, fields=tuple(fields))


def _approach(table: Table[FantasiaState], who: str) -> None:
    """Move towards the nearest ally."""
    state, turn = openly_known(table.state, who), table.state.own.turn
    if turn is None or not turn.movement or (turn.most is not None and turn.most < 2):
        return
    for friend in distances.nearest_first(state, who, _friends(state, who)):
        step = approach.step(state, who, friend)
        if step is not None:
            table.emit(ActionSpent(combatant=who, pay=Pay.MOVEMENT), rule="FF-ST-06")
            perform(table, step)
            return


def _chosen(table: Table[FantasiaState], who: str, face: int) -> Order | None:
    """The game master's pick, or chance: first the deed, then its target."""
    deeds = _deeds(openly_known(table.state, who), who, face)
    if not deeds:
        return None
    chance: Offer[Any] = Offer(key="chance", body=ByChance(), rule="FF-ST-42")
    question = ConfusedDeed(offers=(chance, *deeds), default="chance", combatant=who)
    answer: Order | ByChance = table.ask(table.state.fight.gms(), question, rule="FF-ST-42")
    if not isinstance(answer, ByChance):
        return answer
    to = lookup.recipients_of(table.state.fight, who)
    gms = table.state.fight.gms()
    by = gms[0] if gms else who

    def drawn(things: tuple[Any, ...]) -> Any:
        single = len(things) == 1
        return things[0] if single else table.draw(things, by=by, why="confusion", rule="FF-ST-42", to=to)

    offer = drawn(tuple(deeds))
    body = offer.body
    for field in offer.fields:
        if field.name == "target":
            body = structs.replace(body, target=drawn(field.among))
        elif field.name == "targets":
            body = structs.replace(body, targets=(drawn(field.among),))
    order: Order = body
    return order
