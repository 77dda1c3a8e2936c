"""The declarations of an initiative round: sealed, and revealed together.  [MN-TURN-02]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Field, Offer, Table, TurnBegan
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.turns.events import HeldBack, InitiativeRoundBegan, MiniDeclared
from engine.systems.minis.rules.turns.questions import Barred, Declared, DeclareWhom
from engine.systems.minis.state import Able, MinisState

NOBODY, NOBODY_UNTIL = "nobody", "nobody-until"


class Participant(Struct, frozen=True):
    """Whoever decides for minis of one side. seats: any of them answers.

    hidden: for those that not everybody knows of; they are asked for apart, so that nobody learns of them by the rest.
    """

    seats: tuple[str, ...]
    side: str
    hidden: bool = False


def participants(state: MinisFight) -> dict[Participant, tuple[str, ...]]:
    """Everybody who controls minis in play at the moment, and which; in order of joining.  [MN-SET-03, MN-GAP-51]"""
    found: dict[Participant, tuple[str, ...]] = {}
    for who in lookup.here(state):
        hidden = state.fight.combatants[who].seen_by is not None
        participant = Participant(state.fight.holders(who), lookup.side_of(state, who), hidden)
        found[participant] = (*found.get(participant, ()), who)
    return found


# -- which rounds there are
class Round(Struct, frozen=True):
    """An initiative round. number: as everybody who knows of it counts.

    last: that of minis that not everybody knows of, at the end of every turn, whatever their initiative.
    """

    number: int
    last: bool = False


def next_round(state: MinisFight) -> Round | None:
    """The next initiative round in which somebody is asked or forced; None: the turn is over.

    Whole numbers from the highest initiative of living minis that have not acted down to the lowest of them, or to 1 if
    that is lower; both are read again after every round, and the number only falls. Those in which nobody is eligible
    are skipped.  [MN-INIT-01, MN-GAP-35]

    Minis that not everybody knows of neither begin a round nor lengthen the countdown: who may not know of them would
    read their initiative from its numbers and pauses. Whatever they have not done they may do in a last round.
    """
    unacted = [who for who in _unacted(state) if _open(state, who)]
    if unacted:
        values = [ability.initiative(state, who) for who in unacted]
        first, last = max(values), min(1, min(values))
        if state.own.known_round is not None:
            first = min(first, state.own.known_round - 1)
        for number in range(first, last - 1, -1):
            here = Round(number)
            if forced(state, here) or any(not participant.hidden for participant in asked(state, here)):
                return here
    if state.own.knowing is not None or all(_open(state, who) for who in _unacted(state)):
        return None
    # Only what everybody knows counts here too: a seat may know one of these minis and not the others.
    lowest = _floor(state) if state.own.known_round is None else min(_floor(state), state.own.known_round)
    return Round(lowest - 1, last=True)


def asked(state: MinisFight, here: Round) -> dict[Participant, tuple[str, ...]]:
    """Who is asked in a round, and for which eligible minis. Whoever has none is not.  [MN-GAP-03]

    Whoever has minis that not everybody knows of is asked in every round until they have acted, even where none of them
    is eligible: how often the fight waits for an answer must not follow from their initiative or state.
    """
    found: dict[Participant, tuple[str, ...]] = {}
    for participant, minis in participants(state).items():
        able = tuple(who for who in minis if ability.eligible(state, who, _required(here)))
        if participant.hidden:
            due = not all(lookup.mini(state, who).used.acted for who in minis)
        else:
            due = not here.last and bool(able) and here.number >= _floor(state)
        if due and (here.last or not _holds(state, participant, minis, here.number)):
            found[participant] = able
    return found


def forced(state: MinisFight, here: Round) -> tuple[str, ...]:
    """Minis that are declared without being asked: those in fear, in the first round they can be.  [MN-GAP-25]"""
    return tuple(
        who
        for who in lookup.here(state)
        if _open(state, who) is not here.last
        and ability.feared(state, who)
        and ability.ready(state, who, _required(here))
    )


def _required(here: Round) -> int:
    """The initiative that a round requires: in the last one any will do."""
    return ability.LOWEST if here.last else here.number


def _unacted(state: MinisFight) -> tuple[str, ...]:
    """Everybody in play that has not acted in this turn."""
    return tuple(who for who in lookup.here(state) if not lookup.mini(state, who).used.acted)


def _open(state: MinisFight, who: str) -> bool:
    """Whether everybody knows of a mini."""
    return state.fight.combatants[who].seen_by is None


# -- holding back
def _able(state: MinisFight, minis: tuple[str, ...]) -> tuple[Able, ...]:
    """What holding back rests on: whoever could still act in this turn, and when."""
    return tuple(
        Able(combatant=who, initiative=ability.initiative(state, who))
        for who in minis
        if not lookup.mini(state, who).used.acted and ability.bar(state, who) is None
    )


def _holds(state: MinisFight, participant: Participant, minis: tuple[str, ...], number: int) -> bool:
    """Whether a participant has said: nobody before a later round. It lapses where its minis have changed."""
    return any(
        holding.seat == participant.seats[0]
        and (holding.side, holding.hidden) == (participant.side, participant.hidden)
        and number > holding.until
        and holding.minis == _able(state, minis)
        for holding in state.own.holdings
    )


# -- asking
def declare(table: Table[MinisState], here: Round) -> tuple[str, ...]:
    """Ask everybody at once, and reveal the declarations together. Returns the declared minis, in order of joining.

    Whoever has minis that not everybody knows of is asked for those first: who does not know of them must not learn
    from the others' questions that somebody else is asked.
    """
    if table.state.fight.acting:
        table.emit(TurnBegan(acting=()), rule="MN-TURN-02")
    seats = _recipients_of(table.state) if here.last else None
    event = InitiativeRoundBegan(init_round=here.number, knowing=seats)
    table.emit(event, rule="MN-INIT-01", to=seats)
    compelled = forced(table.state, here)
    chosen = set(compelled)
    for hidden in (True, False):
        chosen.update(_ask(table, here, hidden=hidden))
    declared = tuple(who for who in lookup.here(table.state) if who in chosen)
    for who in declared:
        rule = "MN-GAP-25" if who in compelled else "MN-TURN-02"
        table.emit(MiniDeclared(combatant=who, init_round=here.number), rule=rule)
    return declared


def _ask(table: Table[MinisState], here: Round, *, hidden: bool) -> tuple[str, ...]:
    """Whom those who are asked declare."""
    asks = {
        participant: minis for participant, minis in asked(table.state, here).items() if participant.hidden is hidden
    }
    replies = table.ask_all(
        [(participant.seats, _question(table.state, participant, minis, here)) for participant, minis in asks.items()],
        rule="MN-TURN-02",
    )
    for participant, reply in zip(asks, replies, strict=True):
        if reply.until is not None:
            minis = _able(table.state, participants(table.state).get(participant, ()))
            event = HeldBack(
                holder=participant.seats[0],
                side=participant.side,
                before_round=reply.until,
                minis=minis,
                unseen=participant.hidden,
            )
            table.emit(event, rule="MN-GAP-35")
    return tuple(who for reply in replies for who in reply.minis)


def _recipients_of(state: MinisFight) -> tuple[str, ...]:
    """The seats that know of somebody who may still act in a last round."""
    bearers = [state.fight.combatants[who] for who in _unacted(state) if not _open(state, who)]
    return tuple(seat for seat in state.fight.seats if any(state.fight.sees(seat, bearer) for bearer in bearers))


def _floor(state: MinisFight) -> int:
    """The lowest round that this turn has, as everybody knows: nothing depends on minis that not everybody knows of."""
    return min([1, *(ability.initiative(state, who) for who in _unacted(state) if _open(state, who))])


def _question(state: MinisFight, participant: Participant, minis: tuple[str, ...], here: Round) -> DeclareWhom:
    """The default declares nobody; the offer to declare some begins with all.  [MN-GAP-03]"""
    floor, number = _floor(state), here.number
    offers = [Offer(NOBODY, Declared(), "MN-GAP-03")]
    if minis:
        some = Field("minis", "some", minis, least=0, most=len(minis))
        offers.insert(0, Offer("these", Declared(minis=minis), "MN-TURN-02", (some,)))
    whose = participants(state)[participant]
    if number > floor and _able(state, whose):
        until = Field("until", "amount", least=floor, most=number - 1)
        offers.append(Offer(NOBODY_UNTIL, Declared(until=number - 1), "MN-GAP-35", (until,)))
    barred = tuple(
        Barred(combatant=who, reason=reason)
        for who in whose
        if (reason := ability.barred(state, who, _required(here))) is not None
    )
    return DeclareWhom(
        offers=tuple(offers),
        default=NOBODY,
        side=participant.side,
        init_round=number,
        combatants=minis,
        barred=barred,
        unseen=participant.hidden,
    )
