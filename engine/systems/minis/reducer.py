"""The system's reducer: it stores what events report, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import Event, Fight, Point
from engine.kit import events as k
from engine.systems.minis import events as e
from engine.systems.minis.ground import BARE
from engine.systems.minis.rules.basics.ability import with_effects
from engine.systems.minis.rules.magic.entering import mini_of
from engine.systems.minis.sheet import Sheet
from engine.systems.minis.state import Effect, Holding, MinisState, Phase, Slot, StandingOrder, Used, Verb

Handler = Callable[[MinisState, Any], MinisState]


def _with(own: MinisState, who: str, **changes: Any) -> MinisState:
    return structs.replace(own, minis={**own.minis, who: structs.replace(own.minis[who], **changes)})


def _used(own: MinisState, who: str, **changes: Any) -> MinisState:
    return _with(own, who, used=structs.replace(own.minis[who].used, **changes))


def _performed(own: MinisState, who: str, **changes: Any) -> MinisState:
    """An action of a mini: it cannot act in another initiative round of this turn.  [MN-TURN-03, MN-GAP-34]"""
    own = _used(own, who, **{"acted": True, "pivoted": False, **changes})
    return own if own.stirred else structs.replace(own, stirred=True)


def _joined(own: MinisState, event: k.CombatantJoined, fight: Fight) -> MinisState:
    """A newcomer faces the middle of the table unless its sheet says otherwise.  [MN-GAP-29]"""
    space, at = (fight.ground or BARE).space, event.place.point if event.place is not None else None
    towards = Point(space.width // 2 - at.x, space.height // 2 - at.y) if at is not None else None
    mini = mini_of(msgspec.convert(event.sheet, Sheet), towards if towards != Point(0, 0) else None)
    return structs.replace(own, minis={**own.minis, event.combatant: mini})


# -- the course
def _turn(own: MinisState, event: k.RoundBegan) -> MinisState:
    """All that is counted per turn begins anew.  [MN-TURN-03]"""
    minis = {who: structs.replace(mini, used=Used()) for who, mini in own.minis.items()}
    return structs.replace(
        own,
        minis=minis,
        phase=Phase.DECLARE,
        init_round=None,
        known_round=None,
        knowing=None,
        slots=(),
        holdings=(),
        stirred=False,
    )


def _round(own: MinisState, event: e.InitiativeRoundBegan) -> MinisState:
    known = event.init_round if event.knowing is None else own.known_round
    return structs.replace(
        own, phase=Phase.DECLARE, init_round=event.init_round, known_round=known, knowing=event.knowing, slots=()
    )


def _declared(own: MinisState, event: e.MiniDeclared) -> MinisState:
    return structs.replace(own, slots=(*own.slots, Slot(combatant=event.combatant)))


def _held(own: MinisState, event: e.HeldBack) -> MinisState:
    key = (event.holder, event.side, event.unseen)
    others = tuple(holding for holding in own.holdings if (holding.seat, holding.side, holding.hidden) != key)
    mine = Holding(seat=event.holder, side=event.side, until=event.before_round, minis=event.minis, hidden=event.unseen)
    return structs.replace(own, holdings=(*others, mine))


def _seat_left(own: MinisState, event: k.SeatRemoved) -> MinisState:
    """Whoever has its minis now is asked for them."""
    readers = None if own.knowing is None else tuple(seat for seat in own.knowing if seat != event.whose)
    holdings = tuple(holding for holding in own.holdings if holding.seat != event.whose)
    return structs.replace(own, knowing=readers, holdings=holdings)


def _seat_came(own: MinisState, event: k.SeatAdded, fight: Fight) -> MinisState:
    """A seat that knows of minis that not everybody knows of knows of their round."""
    whose = event.entry.seat
    hidden = [who for who in fight.combatants.values() if who.seen_by is not None]
    if own.knowing is None or whose in own.knowing or not any(fight.sees(whose, who) for who in hidden):
        return own
    return structs.replace(own, knowing=(*own.knowing, whose))


def _rolled(own: MinisState, event: e.OrderRolled) -> MinisState:
    """Of several rolls the first is the score: a tie is broken behind it.  [MN-GAP-02]"""
    slots = tuple(
        structs.replace(slot, score=event.score) if slot.combatant == event.combatant and slot.score is None else slot
        for slot in own.slots
    )
    return structs.replace(own, slots=slots)


def _ordered(own: MinisState, event: k.OrderSet) -> MinisState:
    places = {who: number for number, who in enumerate(event.all)}
    slots = sorted(own.slots, key=lambda slot: places.get(slot.combatant, len(places)))
    return structs.replace(own, slots=tuple(slots))


def _without(own: MinisState, who: str) -> MinisState:
    if all(slot.combatant != who for slot in own.slots):
        return own
    return structs.replace(own, slots=tuple(slot for slot in own.slots if slot.combatant != who))


def _activated(own: MinisState, event: e.ActivationBegan) -> MinisState:
    own = _used(
        _without(own, event.combatant), event.combatant, pivoted=False, facing_fixed=False, water_start=event.waters
    )
    return structs.replace(own, phase=Phase.ACTIVATE)


def _ended(own: MinisState, event: e.TurnEnded) -> MinisState:
    return structs.replace(own, quiet_turns=event.quiet_turns)


def _conceded(own: MinisState, event: e.ParticipantConceded) -> MinisState:
    return structs.replace(own, conceded=(*own.conceded, event.side))


def _went_on(own: MinisState, event: e.WentOn) -> MinisState:
    sides = event.sides if event.all_sides is None else event.all_sides
    return structs.replace(own, undecided=sides, phase=Phase.DECLARE, quiet_turns=0)


# -- movement
def _turned(own: MinisState, event: e.Turned) -> MinisState:
    own = _with(own, event.combatant, facing=event.facing)
    return _performed(own, event.combatant, pivoted=True) if event.pivot else own


def _moved(own: MinisState, event: e.PieceMoved) -> MinisState:
    used = own.minis[event.combatant].used
    return _performed(
        own,
        event.combatant,
        moved=used.moved + event.thousandths,
        fraction=event.fraction,
        penalised=used.penalised or event.penalised,
        movement_ended=used.movement_ended or event.ended,
        facing_fixed=used.facing_fixed and not event.thousandths,
        started_at=used.started_at if used.started_at is not None else event.from_,
    )


# -- fighting
def _struck_at_leaving(own: MinisState, event: e.OpportunityTaken) -> MinisState:
    """It costs no attack and is no action; in water it is an attack.  [MN-GAP-38]"""
    attacked = own.minis[event.combatant].used.attacked_in_water or event.in_water
    return _used(own, event.combatant, opportunity=True, attacked_in_water=attacked)


def _attacked(own: MinisState, event: e.AttackBegan) -> MinisState:
    used = own.minis[event.combatant].used
    return _performed(
        own,
        event.combatant,
        attacks=used.attacks + 1,
        attacked_or_cast=True,
        attacked_in_water=used.attacked_in_water or event.in_water,
    )


# -- magic
def _cast(own: MinisState, event: e.CastBegan | e.OrderCalled) -> MinisState:
    """A cast and an order count as attacks in water.  [MN-MAG-06, MN-GAP-34, MN-GAP-43]"""
    used = own.minis[event.combatant].used
    return _performed(
        own,
        event.combatant,
        spell_attacks=used.spell_attacks + 1,
        attacked_or_cast=True,
        attacked_in_water=used.attacked_in_water or event.in_water,
    )


def _lasts(own: MinisState, event: e.EffectBegan) -> MinisState:
    effect = Effect(
        target=event.combatant,
        spell=event.spell,
        caster=event.caster,
        caster_level=event.caster_level,
        target_level=event.target_level,
        started=event.last - event.turns + 1,
        last=event.last,
    )
    return structs.replace(own, effects={**own.effects, event.condition: effect})


def _condition_lost(own: MinisState, event: k.ConditionLost) -> MinisState:
    if event.condition not in own.effects or own.effects[event.condition].target != event.combatant:
        return own
    return structs.replace(own, effects={key: effect for key, effect in own.effects.items() if key != event.condition})


def _with_order(
    own: MinisState, who: str, caster: str | None, order: StandingOrder | None, *, inactive: bool
) -> MinisState:
    """The order of a Command goes before that of a golem. caster: whose order it is; None: of any."""
    for spell in ("command", "golem"):
        for key, effect in own.effects.items():
            if (effect.target, effect.spell) == (who, spell) and caster in (None, effect.caster):
                changed = structs.replace(effect, order=order, inactive=inactive)
                return structs.replace(own, effects={**own.effects, key: changed})
    return own


def _bidden(own: MinisState, event: e.OrderTaken) -> MinisState:
    order = StandingOrder(verb=event.verb, target=event.aimed_at, point=event.place.point if event.place else None)
    return _with_order(own, event.combatant, event.caster, order, inactive=False)


def _stopped(own: MinisState, event: e.GolemStopped) -> MinisState:
    changed = {
        key: structs.replace(effect, order=None, inactive=True)
        for key, effect in own.effects.items()
        if (effect.target, effect.spell) == (event.combatant, "golem")
    }
    return structs.replace(own, effects={**own.effects, **changed})


_HANDLERS: dict[type[Event], Handler] = {
    k.RoundBegan: _turn,
    k.OrderSet: _ordered,
    k.CombatantOut: lambda own, v: _without(own, v.combatant),
    k.OutcomeReached: lambda own, v: structs.replace(own, phase=Phase.OVER),
    k.SeatRemoved: _seat_left,
    e.DeploymentBegan: lambda own, v: structs.replace(own, phase=Phase.DEPLOY),
    e.InitiativeRoundBegan: _round,
    e.MiniDeclared: _declared,
    e.HeldBack: _held,
    e.OrderRolled: _rolled,
    e.PlaceSkipped: lambda own, v: _without(own, v.combatant),
    e.ActivationBegan: _activated,
    e.TurnEnded: _ended,
    e.ParticipantConceded: _conceded,
    e.WentOn: _went_on,
    e.Turned: _turned,
    e.RunElected: lambda own, v: _used(own, v.combatant, running=True, pivoted=False),
    e.PieceMoved: _moved,
    e.OpportunityTaken: _struck_at_leaving,
    e.AttackBegan: _attacked,
    e.CastBegan: _cast,
    e.OrderCalled: _cast,
    e.EffectBegan: _lasts,
    k.ConditionLost: _condition_lost,
    e.OrderTaken: _bidden,
    e.OrderFulfilled: lambda own, v: _with_order(own, v.combatant, None, StandingOrder(verb=Verb.HOLD), inactive=False),
    e.GolemStopped: _stopped,
    e.Teleported: lambda own, v: _used(own, v.combatant, facing_fixed=True, pivoted=False),
}


_OF_INITIATIVE = (k.ConditionGained, k.ConditionLost, k.Corrected)
"""What may change an initiative."""


def _effective(own: MinisState, fight: Fight) -> MinisState:
    """Initiative with the spells that lie on a mini.  [MN-INIT-05]"""
    now = {who: with_effects(mini, fight.combatants[who]) for who, mini in own.minis.items() if who in fight.combatants}
    changed = {who: value for who, value in now.items() if own.minis[who].effective_initiative != value}
    if not changed:
        return own
    minis = {who: structs.replace(own.minis[who], effective_initiative=value) for who, value in changed.items()}
    return structs.replace(own, minis={**own.minis, **minis})


def evolve(own: MinisState, event: Event, fight: Fight) -> MinisState:
    """The system's part after one more event; `fight` is evolved already."""
    if isinstance(event, k.CombatantJoined):
        return _effective(_joined(own, event, fight), fight)
    if isinstance(event, k.SeatAdded):
        return _seat_came(own, event, fight)
    handler = _HANDLERS.get(type(event))
    made = handler(own, event) if handler else own
    if isinstance(event, _OF_INITIATIVE):
        made = _effective(made, fight)
    if made.stirred and not own.stirred and _unknown(fight, event):
        # Everybody reads which turns were quiet: what not everybody knows of does not count.
        return structs.replace(made, stirred=False)
    return made


def _unknown(fight: Fight, event: Event) -> bool:
    """Whether an event is about somebody of whom not everybody knows."""
    who = fight.combatants.get(getattr(event, "combatant", ""))
    return who is not None and who.seen_by is not None
