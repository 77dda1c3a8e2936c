"""The system's reducer: it stores what events report, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import Event, Fault
from engine.kit import events as k
from engine.kit.board import Runs
from engine.systems.dozen_die import events as e
from engine.systems.dozen_die.dice import Die
from engine.systems.dozen_die.rules.turns.entering import figure_of
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import Activation, Contact, DozenDieState, Draw


def _with(own: DozenDieState, who: str, **changes: Any) -> DozenDieState:
    return structs.replace(own, figures={**own.figures, who: structs.replace(own.figures[who], **changes)})


def _joined(own: DozenDieState, event: k.CombatantJoined) -> DozenDieState:
    figure = figure_of(msgspec.convert(event.sheet, Sheet))
    return structs.replace(own, figures={**own.figures, event.combatant: figure})


# -- the bag
def _round_began(own: DozenDieState, event: k.RoundBegan) -> DozenDieState:
    """Everything counted per round is reset.  [DD-ROUND-02]"""
    figures = {who: structs.replace(f, reactions_used={}, activations=0) for who, f in own.figures.items()}
    pools = {side: structs.replace(pool, extra=0) for side, pool in own.pools.items()}
    return structs.replace(own, begun=True, figures=figures, pools=pools, stirred=False)


def _drawn(own: DozenDieState, event: e.DieDrawn) -> DozenDieState:
    """Of equal dice the first one leaves the bag: they do not differ."""
    die = Die(side=event.side, color=event.color)
    at = own.bag.index(die)
    return structs.replace(own, bag=own.bag[:at] + own.bag[at + 1 :], draw=Draw(side=event.side, color=event.color))


def _draw(own: DozenDieState) -> Draw:
    if own.draw is None:
        raise Fault("no die is in hand")
    return own.draw


def _spent(own: DozenDieState, event: e.DieSpent) -> DozenDieState:
    die = Die(side=event.side, color=event.color)
    return structs.replace(own, draw=None, spent=(*own.spent, die))


def _special(own: DozenDieState, event: e.SpecialTriggered) -> DozenDieState:
    draw = structs.replace(_draw(own), special=event.special)
    return structs.replace(own, draw=draw, used=(*own.used, event.special))


def _marched(own: DozenDieState, event: e.MarchBegan) -> DozenDieState:
    draw = _draw(own)
    return structs.replace(own, draw=structs.replace(draw, marched=(*draw.marched, event.combatant)), reacted=())


def _wanderer_comes(own: DozenDieState, event: e.WandererComes) -> DozenDieState:
    waiting = tuple(w for w in own.wanderers if w.key != event.wanderer)
    return structs.replace(own, wanderers=waiting)


# -- the activation
def _activation(own: DozenDieState) -> Activation:
    if own.activation is None:
        raise Fault("nobody is activated")
    return own.activation


def _activated(own: DozenDieState, event: e.ActivationBegan) -> DozenDieState:
    for who in event.activated:
        own = _with(own, who, activations=own.figures[who].activations + 1)
    return structs.replace(own, activation=Activation(figures=event.activated), reacted=())


def _order_began(own: DozenDieState, event: e.OrderBegan) -> DozenDieState:
    return structs.replace(own, activation=structs.replace(_activation(own), manner=event.manner))


def _part_finished(own: DozenDieState, event: e.PartFinished) -> DozenDieState:
    activation = _activation(own)
    activation = structs.replace(activation, done=(*activation.done, event.combatant), manner=None, allowance=None)
    return structs.replace(own, activation=activation)


def _order_finished(own: DozenDieState, event: e.OrderFinished) -> DozenDieState:
    activation = Activation(figures=_activation(own).figures, orders_left=event.orders_left)
    return structs.replace(own, activation=activation, reacted=())


def _contact_held(own: DozenDieState, event: e.ContactHeld) -> DozenDieState:
    activation = _activation(own)
    contact = Contact(attacker=event.attacker, defender=event.defender, used=event.used)
    return structs.replace(own, activation=structs.replace(activation, held=(*activation.held, contact)))


def _tested(own: DozenDieState, event: e.TerrainTested) -> DozenDieState:
    """Whoever marches is not activated yet: nothing of his is kept."""
    activation = own.activation
    if activation is None or event.combatant not in activation.figures:
        return own
    return structs.replace(own, activation=structs.replace(activation, allowance=event.allowance))


def _raised(own: DozenDieState, event: e.PoolRaised) -> DozenDieState:
    pool = own.pools[event.side]
    raised = structs.replace(pool, extra=pool.extra + event.extra)
    return structs.replace(own, pools={**own.pools, event.side: raised})


# -- reactions
def _reacted(own: DozenDieState, event: e.ReactionMade) -> DozenDieState:
    """Once in an order, and counted per round.  [DD-REA-18, DD-REA-19, DD-REA-20]"""
    used = own.figures[event.combatant].reactions_used
    own = _with(own, event.combatant, reactions_used={**used, event.means: used.get(event.means, 0) + 1})
    return structs.replace(own, reacted=(*own.reacted, event.combatant))


# -- gear
def _loaded(own: DozenDieState, event: e.WeaponLoaded) -> DozenDieState:
    return _with(own, event.combatant, loaded=(*own.figures[event.combatant].loaded, event.weapon))


def _unloaded(own: DozenDieState, event: e.WeaponUnloaded) -> DozenDieState:
    loaded = tuple(name for name in own.figures[event.combatant].loaded if name != event.weapon)
    return _with(own, event.combatant, loaded=loaded)


def _opened(own: DozenDieState, event: e.DoorOpened) -> DozenDieState:
    if event.at.cell is None:
        raise Fault("a door stands on a square")
    if event.beyond is not None:
        return own  # a door between squares stands open on the ground itself
    return structs.replace(own, opened=(*own.opened, event.at.cell))


def _relaid(own: DozenDieState, event: k.GroundSet) -> DozenDieState:
    """A door that the game master lays anew is as he says, whatever was opened there."""
    change = event.all
    if change.ground is not None or change.rows is not None:
        return structs.replace(own, opened=())
    runs = [(cells.y, cells.x, cells.length, True) for cells in change.cells]
    runs += [(run.y, run.x, run.length, True) for patch in change.patches for run in patch.area.runs]
    relaid = Runs(runs)
    laid = [cell for cell in own.opened if relaid.at(cell.x, cell.y)]
    return structs.replace(own, opened=tuple(cell for cell in own.opened if cell not in laid)) if laid else own


_HANDLERS: dict[type[Event], Callable[[DozenDieState, Any], DozenDieState]] = {
    k.CombatantJoined: _joined,
    k.GroundSet: _relaid,
    k.RoundBegan: _round_began,
    k.TurnBegan: lambda own, v: structs.replace(own, stirred=own.stirred or bool(v.acting)),
    e.PoolsSet: lambda own, v: structs.replace(own, pools=v.pools if v.all_pools is None else v.all_pools),
    e.BagFilled: lambda own, v: structs.replace(own, bag=v.bag if v.all_dice is None else v.all_dice, spent=()),
    e.DieDrawn: _drawn,
    e.MarchersFound: lambda own, v: structs.replace(own, draw=structs.replace(_draw(own), eligible=v.all)),
    e.SpecialTriggered: _special,
    e.MarchBegan: _marched,
    e.WandererComes: _wanderer_comes,
    e.DieSpent: _spent,
    e.SideConceded: lambda own, v: structs.replace(own, conceded=(*own.conceded, v.side)),
    e.WentOn: lambda own, v: structs.replace(own, undecided=v.sides if v.all_sides is None else v.all_sides),
    e.WeatherChanged: lambda own, v: structs.replace(own, weather=v.weather),
    e.ActivationBegan: _activated,
    e.OrderBegan: _order_began,
    e.PartFinished: _part_finished,
    e.OrderFinished: _order_finished,
    e.ActivationEnded: lambda own, v: structs.replace(own, activation=None, reacted=()),
    e.ContactHeld: _contact_held,
    e.TerrainTested: _tested,
    e.PoolRaised: _raised,
    e.RecoveryRolled: lambda own, v: structs.replace(own, fates={**own.fates, v.combatant: v.fate}),
    e.ReactionMade: _reacted,
    e.WeaponLoaded: _loaded,
    e.WeaponUnloaded: _unloaded,
    e.LoadDropped: lambda own, v: _with(own, v.combatant, load=None),
    e.DoorOpened: _opened,
}


def evolve(own: DozenDieState, event: Event) -> DozenDieState:
    """The system's part after one more event."""
    handler = _HANDLERS.get(type(event))
    return handler(own, event) if handler else own
