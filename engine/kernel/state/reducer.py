"""The kernel's reducer. It stores results and decides nothing; it receives live events only, never a revert."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import convert, structs

from engine.kernel.state import campaign_events as c
from engine.kernel.state import events as e
from engine.kernel.state.campaign import DEAD
from engine.kernel.state.combatant import REMOVED, Combatant, Condition, Vital
from engine.kernel.state.fight import ROLL, Asked, Fight, Open, Policy, SingleAnswers, TakeBacks, TakingBack, Window
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.ground.ground_change import changed
from engine.kernel.state.namesakes import numbered
from engine.kernel.state.redaction.absent import hidden_anew, with_seat, without_seat
from engine.kernel.state.seat import Handover, Invitation, SeatEntry
from engine.kernel.state.side import SideEntry
from engine.kernel.state.unattended import COUNTED, unattended
from engine.kernel.structs.errors import Fault
from engine.kernel.structs.messages import Recorded


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
        ground=event.laid,
        commitment=event.commitment,
        sides={side.key: side for side in (*event.side_entries, *(event.withheld_side_entries or ()))},
        looks=event.looks,
        backdrop=event.backdrop,
        typed_by=event.types,
        single_answers=event.single_answers,
        house_rules=event.house_rules or {},
        odds=event.odds,
        campaign=event.campaign.campaign if event.campaign else "",
    )


def _forked(fight: Fight, r: Recorded, event: e.EncounterForked) -> Fight:
    """A fork begins with people only, without bots, so that it can be inspected first. No request is open in it."""
    seats = {name: structs.replace(entry, bot=None) for name, entry in fight.seats.items()}
    return structs.replace(
        fight,
        id=event.encounter,
        name=event.name or fight.name,
        status="RUNNING",
        commitment=event.commitment,
        seats=seats,
        taking_back=None,
        campaign="",  # a fork is nobody's fight until somebody takes it in
        last_acts={},
        ruled_at={},
        invitations={},
    )


def _without(kept: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in kept.items() if name != key}


def _renamed(fight: Fight, r: Recorded, event: e.SeatRenamed) -> Fight:
    seats = {**fight.seats, event.whose: structs.replace(_seat(fight, event.whose), name=event.name)}
    return structs.replace(fight, seats=seats)


def _removed(fight: Fight, r: Recorded, event: e.SeatRemoved) -> Fight:
    _seat(fight, event.whose)
    return without_seat(fight, event.whose)


def _combatant_shown(fight: Fight, r: Recorded, event: e.CombatantLooksSet) -> Fight:
    """The combatant may be missing: a revert keeps this event, but not that the combatant has joined."""
    return _with(fight, event.combatant, looks=event.looks) if event.combatant in fight.combatants else fight


def _seat_shown(fight: Fight, r: Recorded, event: e.SeatLooksSet) -> Fight:
    """The seat may be missing: it was removed later than this event, which a revert keeps."""
    seat = fight.seats.get(event.whose)
    if seat is None:
        return fight
    return structs.replace(fight, seats={**fight.seats, event.whose: structs.replace(seat, looks=event.looks)})


def _side_shown(fight: Fight, r: Recorded, event: e.SideLooksSet) -> Fight:
    side = structs.replace(fight.sides.get(event.side, SideEntry(key=event.side)), looks=event.looks)
    return structs.replace(fight, sides={**fight.sides, side.key: side})


def _seat(fight: Fight, whose: str) -> SeatEntry:
    if whose not in fight.seats:
        raise Fault(f"there is no seat {whose!r}")
    return fight.seats[whose]


def _invited(fight: Fight, r: Recorded, event: e.SeatInvited) -> Fight:
    invitation = Invitation(event.invitation, event.whose, event.proof, event.epoch, event.expires, event.many)
    return structs.replace(fight, invitations={**fight.invitations, invitation.key: invitation})


def _uninvited(fight: Fight, r: Recorded, event: e.InvitationWithdrawn | e.SeatJoined) -> Fight:
    if event.invitation not in fight.invitations:
        raise Fault(f"there is no invitation {event.invitation!r}")
    return structs.replace(fight, invitations=_without(fight.invitations, event.invitation))


def _offered(fight: Fight, r: Recorded, event: e.ControlOffered) -> Fight:
    handover = Handover(event.giver, event.taker)
    return structs.replace(fight, offered={**fight.offered, event.combatant: handover})


def _unoffered(fight: Fight, r: Recorded, event: e.ControlOfferEnded) -> Fight:
    return structs.replace(fight, offered=_without(fight.offered, event.combatant))


def _controlled(fight: Fight, r: Recorded, event: e.ControlChanged) -> Fight:
    """Accepting an offer makes the combatant lent; any other change of control ends a loan."""
    offer, who = fight.offered.get(event.combatant), event.combatant
    handed = _without(fight.handed, who)
    if offer is not None and offer.taker == event.controller:
        handed[who] = offer
    fight = structs.replace(fight, offered=_without(fight.offered, who), handed=handed)
    return _with(fight, who, controller=event.controller)


def _played(fight: Fight, r: Recorded, event: e.BotSet) -> Fight:
    seats, whose = fight.seats, event.whose
    if whose not in seats:
        raise Fault(f"there is no seat {whose!r}")
    entry = structs.replace(seats[whose], bot=event.bot, bot_pace=event.bot_pace, bot_thinks=event.bot_thinks)
    return structs.replace(fight, seats={**seats, whose: entry})


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
        place=event.stands,
        seen_by=event.seen_by,
        looks=event.looks,
    )
    return numbered(structs.replace(fight, combatants={**fight.combatants, who.id: who}), who.id)


def _moved(fight: Fight, r: Recorded, event: e.Moved) -> Fight:
    """Whoever is off the table stands nowhere, also where an order that was open then would place him."""
    off = _who(fight, event.combatant).out == REMOVED
    return _with(fight, event.combatant, place=None if off else event.stands)


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
    return structs.replace(fight, open=opened, last_acts={**fight.last_acts, event.by: r.version - 1})


def _acted(fight: Fight, seat: str | None, version: int) -> Fight:
    """Record the version to which a seat's last act can be taken back."""
    return fight if seat is None else structs.replace(fight, last_acts={**fight.last_acts, seat: version - 1})


def _ruled(fight: Fight, r: Recorded) -> Fight:
    """Record a ruling of the GM as his last act: a correction or what it tells before, the ground, a note."""
    seat = r.draft.seat
    if seat is None or fight.ruled_at.get(seat) == r.time:
        return fight
    return structs.replace(_acted(fight, seat, r.version), ruled_at={**fight.ruled_at, seat: r.time})


def merged(order: dict[str, Any], withheld: dict[str, Any] | None) -> dict[str, Any]:
    """An order with its withheld fields put back: {system: {key: fields}}."""
    if not withheld:
        return order
    ((system, body),) = order.items()
    ((key, fields),) = body.items()
    return {system: {key: {**fields, **withheld}}}


def _turn_began(fight: Fight, r: Recorded, event: e.TurnBegan) -> Fight:
    """What the rules said of the outcome holds until somebody acts again."""
    return structs.replace(fight, acting=event.all, outcome=None if event.all else fight.outcome)


def _ended(fight: Fight, r: Recorded, event: e.CommandEnded) -> Fight:
    _open(fight)
    return structs.replace(fight, open=None)


def _rolled(fight: Fight, r: Recorded, event: e.DiceRolled | e.Drawn) -> Fight:
    if not fight.rolled:
        fight = structs.replace(fight, rolled=True)
    if fight.open is None or fight.open.window is None:
        return fight
    return _acted(_windowed(fight, None), r.draft.seat, r.version)


def _epoch_closed(fight: Fight, r: Recorded, event: c.DiceEpochClosed) -> Fight:
    """A secret is the commitment to the next one."""
    return structs.replace(fight, commitment=event.dice_secret)


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


def _resumed(fight: Fight, r: Recorded, event: e.Resumed) -> Fight:
    """The clock runs again: what waits has the time of the pause back."""
    fight, stop = structs.replace(fight, status="RUNNING", paused_at=""), (fight.paused_at, r.time)
    if not stop[0]:
        return fight
    if fight.open is not None and fight.open.window is not None:
        fight = _windowed(fight, structs.replace(fight.open.window, asked=_stopped(fight.open.window.asked, stop)))
    talk = fight.taking_back
    if talk is not None:
        asked = _stopped(talk.asked, (max(stop[0], talk.since), r.time))
        fight = structs.replace(fight, taking_back=structs.replace(talk, asked=asked))
    return fight


def _stopped(asked: tuple[Asked, ...], stop: tuple[str, str]) -> tuple[Asked, ...]:
    return tuple(
        question if question.answered else structs.replace(question, stops=(*question.stops, stop))
        for question in asked
    )


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


def _withdrawn(fight: Fight, r: Recorded, event: e.DecisionWithdrawn) -> Fight:
    """The first of a window closes it; the others say so to the seats that they are for."""
    window = fight.window
    open_ = window is not None and any(a.decision == event.decision for a in window.asked)
    return _windowed(fight, None) if open_ else fight


def _ended_encounter(fight: Fight, r: Recorded, event: e.EncounterEnded) -> Fight:
    outcome = event.result or fight.outcome
    return structs.replace(fight, status="ENDED", open=None, acting=(), outcome=outcome, taking_back=None)


def _carried(fight: Fight, r: Recorded, event: c.Carried) -> Fight:
    """Figures and conditions; what stands on the sheet is the campaign's own part."""
    who = _who(fight, event.combatant)
    (key,) = event.about if event.carried != "SHEET" else ("",)
    if event.carried == "VITAL":
        if key not in who.vitals or not isinstance(event.value, int):
            raise Fault(f"{who.id!r} has no {key!r}")
        vital = structs.replace(who.vitals[key], now=event.value)
        return _with(fight, who.id, vitals={**who.vitals, key: vital})
    if event.carried == "CONDITION":
        kept = tuple(condition for condition in who.conditions if condition.key != key)
        gained = () if event.value is None else (convert(event.value, Condition),)
        return _with(fight, who.id, conditions=(*kept, *gained))
    return fight


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
    e.SightChanged: lambda f, r, v: numbered(_with(f, v.combatant, seen_by=v.seen_by), v.combatant),
    e.RoundBegan: lambda f, r, v: structs.replace(f, round=v.round),
    e.OrderSet: lambda f, r, v: structs.replace(f, turn_order=v.all),
    e.TurnBegan: _turn_began,
    e.Moved: _moved,
    e.GroundSet: lambda f, r, v: structs.replace(f, ground=changed(f.ground or Ground(), v.all)),
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
    e.DecisionWithdrawn: _withdrawn,
    e.OutcomeReached: lambda f, r, v: structs.replace(f, outcome=v.result),
    e.EncounterEnded: _ended_encounter,
    e.Paused: lambda f, r, v: structs.replace(f, status="PAUSED", paused_at=r.time),
    e.Resumed: _resumed,
    e.PolicySet: lambda f, r, v: structs.replace(
        f, policy={**f.policy, v.kind: Policy(v.kind, v.asked, v.pace, v.seconds)}
    ),
    e.TakeBackAsked: _asked_back,
    e.TakeBackClosed: _closed,
    e.TakeBacksSet: lambda f, r, v: structs.replace(f, take_backs=TakeBacks(v.consent, v.seconds)),
    e.SingleAnswersSet: lambda f, r, v: structs.replace(f, single_answers=SingleAnswers(v.skip, v.pace)),
    e.SeatAdded: lambda f, r, v: with_seat(f, v.entry),
    e.SeatRenamed: _renamed,
    e.SeatRemoved: _removed,
    e.SeatInvited: _invited,
    e.InvitationWithdrawn: _uninvited,
    e.SeatJoined: _uninvited,
    e.BotSet: _played,
    e.EntropyAdded: _entropy,
    c.DiceEpochClosed: _epoch_closed,
    e.LooksSet: lambda f, r, v: structs.replace(f, looks=v.looks),
    e.CombatantLooksSet: _combatant_shown,
    e.SeatLooksSet: _seat_shown,
    e.SideLooksSet: _side_shown,
    e.BackdropSet: lambda f, r, v: structs.replace(f, backdrop=v.backdrop),
    c.Carried: _carried,
    c.MemberDied: lambda f, r, v: _with(f, v.combatant, out=DEAD),
}


_RULINGS = frozenset({e.Corrected, e.CombatantVanished, e.GroundSet, e.Noted})
"""Events by which the GM overrules or adds something, and which a take-back undoes."""


_NARROWING = frozenset({e.SightChanged, e.GroundSet})
"""Events behind which fewer seats may know of something."""


_OF_ONE = frozenset(
    {
        e.VitalChanged,
        e.VitalLimitChanged,
        e.Moved,
        e.ConditionGained,
        e.ConditionLost,
        e.CombatantOut,
        e.CombatantReturned,
        e.CombatantLooksSet,
    }
)
"""Combatant events that change neither side, owner, controller nor visibility."""


def evolve_fight(fight: Fight, recorded: Recorded) -> Fight:
    """The kernel's part after one more event. Events it does not know change nothing here.

    Fault where the event cannot have happened: then it is not appended.
    """
    draft = recorded.draft
    event = draft.event
    kind = type(event)
    handler = _HANDLERS.get(kind)
    after = handler(fight, recorded, event) if handler else fight
    if kind in _NARROWING and after.away:
        after = hidden_anew(fight, after)
    if draft.command is None or kind in COUNTED:
        after = unattended(after, recorded)
    if draft.command is None and kind in _RULINGS and draft.because is None:
        after = _ruled(after, recorded)
    if after is fight or after.seats is not fight.seats:
        return after
    # Most events leave ownership unchanged, so it is carried over.
    if after.combatants is fight.combatants or kind in _OF_ONE:
        after.with_ownership_of(fight)
    return after


def is_roll(asked: Asked) -> bool:
    """Whether a decision waits for typed dice rather than for a choice."""
    return asked.kind == ROLL
