"""Sides ordered by kinds of action: each declaration comes first and restricts the normal action.  [FF-INIT-07]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Offer, Order, RuleRefusal, Table, actor_of
from engine.systems.fantasia.rules.attacks.orders import UseTechnique
from engine.systems.fantasia.rules.basics import known_sides, lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import is_melee
from engine.systems.fantasia.rules.board.orders import Attack
from engine.systems.fantasia.rules.equipment.orders import Draw, PickUp, Reload, UseItem
from engine.systems.fantasia.rules.magic.orders import Cast, Ready
from engine.systems.fantasia.rules.movement.orders import Defend, Jump, Move, StandUp
from engine.systems.fantasia.rules.statuses.order_handlers import hindrance
from engine.systems.fantasia.rules.statuses.orders import BreakFree, Grapple
from engine.systems.fantasia.rules.turns.events import ActionDeclared, PhaseBegan
from engine.systems.fantasia.rules.turns.orders import CheckAttribute
from engine.systems.fantasia.rules.turns.questions import DeclareAction, Declared
from engine.systems.fantasia.state import FantasiaState
from engine.systems.fantasia.types import Phase

IN_ORDER = tuple(Phase)

_KINDS: dict[type[Order], Phase] = {
    CheckAttribute: Phase.CHECKS,
    Grapple: Phase.CHECKS,
    BreakFree: Phase.CHECKS,
    UseItem: Phase.ITEMS,
    PickUp: Phase.ITEMS,
    Defend: Phase.ITEMS,
    Ready: Phase.ITEMS,
    StandUp: Phase.ITEMS,
    Draw: Phase.ITEMS,
    Reload: Phase.ITEMS,
    Move: Phase.ITEMS,
    Jump: Phase.ITEMS,
    Cast: Phase.MAGIC,
}


def kind_of(state: FantasiaFight, order: Order) -> Phase | None:
    """The phase of an order that a normal action pays for; None for free orders and the game master's."""
    match order:
        case Attack(attacker=who, weapon=weapon, thrown=thrown):
            return _form(state, who, weapon, thrown=thrown)
        case UseTechnique(weapon=None):
            return Phase.MAGIC
        case UseTechnique(attacker=who, weapon=str(weapon)):
            return _form(state, who, weapon, thrown=False)
        case _:
            return _KINDS.get(type(order))


def _form(state: FantasiaFight, who: str, weapon: str, *, thrown: bool) -> Phase:
    held = lookup.fighter(state, who).weapons.get(weapon)
    return Phase.MELEE if held is None or is_melee(held.weapon, thrown=thrown) else Phase.RANGED


# -- declaring
def present(table: Table[FantasiaState], left: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the earliest phase among these; undeclared ones declare first."""
    silent = tuple(who for who in left if lookup.fighter(table.state, who).declared is None)
    answers = table.ask_all([(table.state.fight.holders(who), _question(who)) for who in silent], rule="FF-INIT-07")
    for who, answer in zip(silent, answers, strict=True):
        table.emit(ActionDeclared(combatant=who, phase=answer.phase), rule="FF-INIT-07")
    declared = {who: lookup.fighter(table.state, who).declared or Phase.MELEE for who in left}
    phase = min(declared.values(), key=IN_ORDER.index)
    here = tuple(who for who in left if declared[who] is phase)
    if table.state.own.sides.phase is not phase:
        fight = table.state.fight
        to = known_sides.recipients_of(fight, *(fight.combatants[who].side for who in here))
        table.emit(PhaseBegan(phase=phase), rule="FF-INIT-07", to=to)
    return here


def _question(who: str) -> DeclareAction:
    offers = tuple(Offer(key=p.value.lower(), body=Declared(phase=p), rule="FF-INIT-07") for p in IN_ORDER)
    return DeclareAction(offers=offers, default="melee", combatant=who)


# -- what a declaration restricts
def allowed(state: FantasiaFight, who: str) -> tuple[Phase, ...]:
    """The kinds of normal action a combatant may take now: the declared one.

    If that has become impossible, or is done, any of the same or a later kind. An action that a movement could still
    make possible is not impossible. A combatant that must attack does so, whatever it declared.
    """
    declared, turn = lookup.fighter(state, who).declared, state.own.turn
    if declared is None or turn is None or lookup.raging(state.fight.combatants[who]):
        return IN_ORDER
    later = IN_ORDER[IN_ORDER.index(declared) :]
    if turn.fulfilled:
        return later
    if _possible(state, who, declared):
        return (declared,)
    mobile = turn.movement > 0 and any(True for _ in state.own.order_handlers[Move].options(state, who))
    return (declared,) if mobile and _possible(_without_places(state), who, declared) else later


def _possible(state: FantasiaFight, who: str, phase: Phase) -> bool:
    return any(
        kind_of(state, offer.body) is phase and hindrance(state, offer.body) is None
        for action in state.own.order_handlers.values()
        for offer in action.options(state, who)
    )


def _without_places(state: FantasiaFight) -> FantasiaFight:
    """The same state with everybody in reach of everybody."""
    here = {who: structs.replace(c, place=None) for who, c in state.fight.combatants.items()}
    return structs.replace(state, fight=structs.replace(state.fight, combatants=here))


def fits(state: FantasiaFight, order: Order, kinds: tuple[Phase, ...]) -> bool:
    """Whether an order is of one of these kinds, or of none."""
    kind = kind_of(state, order)
    return kind is None or kind in kinds


def require(state: FantasiaFight, order: Order) -> None:
    """RuleRefusal for a normal action of another kind than may be taken now."""
    kinds = allowed(state, actor_of(order))
    if not fits(state, order, kinds):
        words = ", ".join(kind.value.lower() for kind in kinds)
        raise RuleRefusal(f"the declared kind of action comes first: {words}", rule="FF-INIT-07")
