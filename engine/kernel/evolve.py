"""The kernel's reducer. It stores results, it decides nothing; it meets live events only, never a revert."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from engine.kernel import events as e
from engine.kernel.combatant import Combatant, Condition, Vital
from engine.kernel.errors import Fault
from engine.kernel.fight import (
    ROLL,
    Asked,
    Bot,
    Fight,
    Handover,
    Invitation,
    Open,
    Policy,
    SeatEntry,
    TakeBacks,
    TakingBack,
    Window,
)
from engine.kernel.messages import Recorded
from engine.kernel.unattended import unattended


def _who(fight: Fight, combatant: str) -> Combatant:
    found = fight.combatants.get(combatant)
    if found is None:
        raise Fault(f"there is no combatant {combatant!r}")
    return found


def _with(fight: Fight, combatant: str, **changes: Any) -> Fight:
    who = _who(fight, combatant)
    return structs.replace(fight, combatants={**fight.combatants, combatant: structs.replace(who, **changes)})


def _open(fight: Fight) -> Open:
    if fight.open is None:
        raise Fault("no command is open")
    return fight.open


def _windowed(fight: Fight, window: Window | None) -> Fight:
    return structs.replace(fight, open=structs.replace(_open(fight), window=window))


def _created(fight: Fight, r: Recorded, event: e.EncounterCreated) -> Fight:
    return Fight(
        id=event.encounter,
        name=event.name,
        system=event.system,
        dice=event.dice_mode,
        seats={s.seat: s for s in event.table},
        figures_open=event.figures_open,
        board=event.board,
        commitment=event.commitment,
    )


def _forked(fight: Fight, r: Recorded, event: e.EncounterForked) -> Fight:
    """A what-if begins with people only: it is to be looked at before anything goes on. Nothing is asked in it yet."""
    seats = {name: structs.replace(entry, bot=None) for name, entry in fight.seats.items()}
    return structs.replace(
        fight,
        id=event.encounter,
        status="RUNNING",
        commitment=event.commitment,
        seats=seats,
        taking_back=None,
        last_acts={},
        invitations={},
    )


def _without(kept: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in kept.items() if name != key}


def _renamed(fight: Fight, r: Recorded, event: e.SeatRenamed) -> Fight:
    seats = {**fight.seats, event.whose: structs.replace(_seat(fight, event.whose), name=event.name)}
    return structs.replace(fight, seats=seats)


def _removed(fight: Fight, r: Recorded, event: e.SeatRemoved) -> Fight:
    _seat(fight, event.whose)
    invitations = {key: one for key, one in fight.invitations.items() if one.seat != event.whose}
    return structs.replace(fight, seats=_without(fight.seats, event.whose), invitations=invitations)


def _seat(fight: Fight, whose: str) -> SeatEntry:
    if whose not in fight.seats:
        raise Fault(f"there is no seat {whose!r}")
    return fight.seats[whose]


def _invited(fight: Fight, r: Recorded, event: e.SeatInvited) -> Fight:
    one = Invitation(event.invitation, event.whose, event.proof, event.epoch, event.expires, event.many)
    return structs.replace(fight, invitations={**fight.invitations, one.key: one})


def _uninvited(fight: Fight, r: Recorded, event: e.InvitationWithdrawn | e.SeatJoined) -> Fight:
    if event.invitation not in fight.invitations:
        raise Fault(f"there is no invitation {event.invitation!r}")
    return structs.replace(fight, invitations=_without(fight.invitations, event.invitation))


def _offered(fight: Fight, r: Recorded, event: e.ControlOffered) -> Fight:
    one = Handover(event.giver, event.taker)
    return structs.replace(fight, offered={**fight.offered, event.combatant: one})


def _unoffered(fight: Fight, r: Recorded, event: e.ControlOfferEnded) -> Fight:
    return structs.replace(fight, offered=_without(fight.offered, event.combatant))


def _controlled(fight: Fight, r: Recorded, event: e.ControlChanged) -> Fight:
    """Who takes what he is offered has it lent; whatever else changes hands is lent no more."""
    offer, who = fight.offered.get(event.combatant), event.combatant
    handed = _without(fight.handed, who)
    if offer is not None and offer.taker == event.controller:
        handed[who] = offer
    fight = structs.replace(fight, offered=_without(fight.offered, who), handed=handed)
    return _with(fight, who, controller=event.controller)


def _played(seats: dict[str, SeatEntry], whose: str, bot: Bot | None) -> dict[str, SeatEntry]:
    if whose not in seats:
        raise Fault(f"there is no seat {whose!r}")
    return {**seats, whose: structs.replace(seats[whose], bot=bot)}


def _joined(fight: Fight, r: Recorded, event: e.CombatantJoined) -> Fight:
    if event.combatant in fight.combatants:
        raise Fault(f"there is a combatant {event.combatant!r} already")
    who = Combatant(
        id=event.combatant,
        name=event.name,
        side=event.side,
        owner=event.owner,
        controller=event.controller,
        kind=event.kind,
        vitals=event.vitals or {},
        conditions=event.conditions,
        place=event.place,
        seen_by=event.seen_by,
    )
    return structs.replace(fight, combatants={**fight.combatants, who.id: who})


def _vital(fight: Fight, r: Recorded, event: e.VitalChanged) -> Fight:
    who = fight.combatants.get(event.combatant)
    if who is None or event.vital not in who.vitals or event.now is None:
        raise Fault(f"{event.combatant!r} has no {event.vital!r}")
    vital = structs.replace(who.vitals[event.vital], now=event.now)
    return _with(fight, event.combatant, vitals={**who.vitals, event.vital: vital})


def _vital_limit(fight: Fight, r: Recorded, event: e.VitalLimitChanged) -> Fight:
    who = _who(fight, event.combatant)
    was = who.vitals.get(event.vital, Vital(0))
    return _with(fight, event.combatant, vitals={**who.vitals, event.vital: structs.replace(was, max=event.limit)})


def _gained(fight: Fight, r: Recorded, event: e.ConditionGained) -> Fight:
    who = _who(fight, event.combatant)
    condition = Condition(event.condition, event.kind, event.source, event.amount, event.left, event.until)
    if who.condition(event.condition) is None:
        return _with(fight, event.combatant, conditions=(*who.conditions, condition))
    return _with(
        fight, event.combatant, conditions=tuple(condition if c.key == condition.key else c for c in who.conditions)
    )


def _lost(fight: Fight, r: Recorded, event: e.ConditionLost) -> Fight:
    who = _who(fight, event.combatant)
    return _with(fight, event.combatant, conditions=tuple(c for c in who.conditions if c.key != event.condition))


def _accepted(fight: Fight, r: Recorded, event: e.CommandAccepted) -> Fight:
    command = r.draft.command
    if command is None or fight.open is not None:
        raise Fault("a command is open already, or this one has no id")
    order = merged(event.order, event.withheld)
    opened = Open(command=command, order=order, seat=event.by, base=r.version - 1, rules=event.rules)
    return _acted(structs.replace(fight, open=opened), event.by, r.version)


def _acted(fight: Fight, seat: str | None, version: int) -> Fight:
    """Where a seat's last act may be taken back to."""
    return fight if seat is None else structs.replace(fight, last_acts={**fight.last_acts, seat: version - 1})


def merged(order: dict[str, Any], withheld: dict[str, Any] | None) -> dict[str, Any]:
    """An order whose withheld fields are put back: {system: {key: fields}}."""
    if not withheld:
        return order
    ((system, body),) = order.items()
    ((key, fields),) = body.items()
    return {system: {key: {**fields, **withheld}}}


def _turn_began(fight: Fight, r: Recorded, event: e.TurnBegan) -> Fight:
    """What the rules said of the outcome holds until somebody acts again."""
    return structs.replace(fight, acting=event.whom, outcome=None if event.whom else fight.outcome)


def _ended(fight: Fight, r: Recorded, event: e.CommandEnded) -> Fight:
    _open(fight)
    return structs.replace(fight, open=None)


def _rolled(fight: Fight, r: Recorded, event: e.DiceRolled | e.Drawn) -> Fight:
    if not fight.rolled:
        fight = structs.replace(fight, rolled=True)
    if fight.open is None or fight.open.window is None:
        return fight
    return _acted(_windowed(fight, None), r.draft.seat, r.version)


def _entropy(fight: Fight, r: Recorded, event: e.EntropyAdded) -> Fight:
    by = fight.entropy_by if r.draft.seat is None else (*fight.entropy_by, r.draft.seat)
    return structs.replace(fight, entropy=(*fight.entropy, event.entropy), entropy_by=by)


def _opened(fight: Fight, r: Recorded, event: e.DecisionOpened) -> Fight:
    if event.question is None or event.offers is None or event.default is None:
        raise Fault(f"decision {r.version} has lost its question")
    asked = Asked(
        decision=r.version,
        seats=event.seats,
        kind=event.kind,
        visibility=event.visibility,
        question=event.question,
        offers=event.offers,
        default=event.default,
        rule=r.draft.rule,
        deadline=event.deadline,
        pace=event.pace,
        interrupts=event.interrupts,
    )
    if r.foreign:
        talk = _talk(fight)
        return structs.replace(fight, taking_back=structs.replace(talk, asked=(*talk.asked, asked)))
    window = _open(fight).window
    before = window.asked if window and len(window.asked) < window.of else ()
    return _windowed(fight, Window(of=event.of, asked=(*before, asked), first=event.window))


def _asked_back(fight: Fight, r: Recorded, event: e.TakeBackAsked) -> Fight:
    if fight.taking_back is not None:
        raise Fault("two requests to take back at once")
    talk = TakingBack(request=r.version, by=event.by, to=event.to_version, since=r.time, note=event.note)
    return structs.replace(fight, taking_back=talk)


def _closed(fight: Fight, r: Recorded, event: e.TakeBackClosed) -> Fight:
    if _talk(fight).request != event.request:
        raise Fault(f"no request of version {event.request} is open")
    return structs.replace(fight, taking_back=None)


def _talk(fight: Fight) -> TakingBack:
    if fight.taking_back is None:
        raise Fault("nobody asks to take back")
    return fight.taking_back


def _consented(fight: Fight, event: e.DecisionAnswered) -> Fight:
    talk = _talk(fight)
    if not any(a.decision == event.decision and not a.answered for a in talk.asked):
        raise Fault(f"decision {event.decision} is not open")
    asked = tuple(structs.replace(a, answered=True) if a.decision == event.decision else a for a in talk.asked)
    return structs.replace(fight, taking_back=structs.replace(talk, asked=asked))


def _answered(fight: Fight, r: Recorded, event: e.DecisionAnswered) -> Fight:
    if r.foreign:
        return _consented(fight, event)
    window = _open(fight).window
    if window is None or not any(a.decision == event.decision and not a.answered for a in window.asked):
        raise Fault(f"decision {event.decision} is not open")
    asked = tuple(structs.replace(a, answered=True) if a.decision == event.decision else a for a in window.asked)
    done = len(asked) == window.of and all(a.answered for a in asked)
    if event.how in ("HAND", "GM"):
        fight = _acted(fight, r.draft.seat, r.version)
    return _windowed(fight, None if done else structs.replace(window, asked=asked))


def _ended_encounter(fight: Fight, r: Recorded, event: e.EncounterEnded) -> Fight:
    outcome = event.result or fight.outcome
    return structs.replace(fight, status="ENDED", open=None, acting=(), outcome=outcome, taking_back=None)


_HANDLERS: dict[type, Callable[[Fight, Recorded, Any], Fight]] = {
    e.EncounterCreated: _created,
    e.EncounterForked: _forked,
    e.CombatantJoined: _joined,
    e.CombatantOut: lambda f, r, v: _with(f, v.combatant, out=v.reason),
    e.CombatantReturned: lambda f, r, v: _with(f, v.combatant, out=None),
    e.ControlChanged: _controlled,
    e.ControlOffered: _offered,
    e.ControlOfferEnded: _unoffered,
    e.OwnerChanged: lambda f, r, v: _with(f, v.combatant, owner=v.owner),
    e.SightChanged: lambda f, r, v: _with(f, v.combatant, seen_by=v.seen_by),
    e.RoundBegan: lambda f, r, v: structs.replace(f, round=v.round),
    e.OrderSet: lambda f, r, v: structs.replace(f, order=v.whom),
    e.TurnBegan: _turn_began,
    e.Moved: lambda f, r, v: _with(f, v.combatant, place=v.to),
    e.BoardSet: lambda f, r, v: structs.replace(f, board=v.board),
    e.VitalChanged: _vital,
    e.VitalLimitChanged: _vital_limit,
    e.ConditionGained: _gained,
    e.ConditionLost: _lost,
    e.CommandAccepted: _accepted,
    e.CommandEnded: _ended,
    e.DiceRolled: _rolled,
    e.Drawn: _rolled,
    e.DecisionOpened: _opened,
    e.DecisionAnswered: _answered,
    e.OutcomeReached: lambda f, r, v: structs.replace(f, outcome=v.result),
    e.EncounterEnded: _ended_encounter,
    e.Paused: lambda f, r, v: structs.replace(f, status="PAUSED"),
    e.Resumed: lambda f, r, v: structs.replace(f, status="RUNNING"),
    e.PolicySet: lambda f, r, v: structs.replace(
        f, policy={**f.policy, v.kind: Policy(v.kind, v.asked, v.pace, v.seconds)}
    ),
    e.TakeBackAsked: _asked_back,
    e.TakeBackClosed: _closed,
    e.TakeBacksSet: lambda f, r, v: structs.replace(f, take_backs=TakeBacks(v.consent, v.seconds)),
    e.SeatAdded: lambda f, r, v: structs.replace(f, seats={**f.seats, v.entry.seat: v.entry}),
    e.SeatRenamed: _renamed,
    e.SeatRemoved: _removed,
    e.SeatInvited: _invited,
    e.InvitationWithdrawn: _uninvited,
    e.SeatJoined: _uninvited,
    e.BotSet: lambda f, r, v: structs.replace(f, seats=_played(f.seats, v.whose, v.bot)),
    e.EntropyAdded: _entropy,
}


_OF_ONE = frozenset(
    {
        e.VitalChanged,
        e.VitalLimitChanged,
        e.Moved,
        e.ConditionGained,
        e.ConditionLost,
        e.CombatantOut,
        e.CombatantReturned,
    }
)
"""What befalls a combatant and changes neither his side, owner and controller nor who knows of him."""


def evolve_fight(fight: Fight, recorded: Recorded) -> Fight:
    """The kernel's part after one more event. Events it does not know change nothing here.

    Fault where the event cannot have happened: then it is not appended.
    """
    event = recorded.event
    handler = _HANDLERS.get(type(event))
    after = unattended(handler(fight, recorded, event) if handler else fight, recorded)
    if after is fight or after.seats is not fight.seats:
        return after
    # Most events leave everybody where he belongs, and whose he is need not be reckoned again behind each.
    if after.combatants is fight.combatants or type(event) in _OF_ONE:
        after.belonging_as(fight)
    return after


def is_roll(asked: Asked) -> bool:
    """Whether a decision waits for typed dice rather than for a choice."""
    return asked.kind == ROLL
