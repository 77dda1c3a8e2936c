"""Summoned creatures: they appear beside their summoner, act in its turn, and vanish with it.

[MM-MAG-12 to MM-MAG-14, RUL-52, RUL-87, MM-DW-20, MM-DW-21]
"""

from __future__ import annotations

from engine.kit import CombatantJoined, CombatantOut, Offer, Table, is_id, plain
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment
from engine.systems.mongolian_mercenaries.content.catalogue import CREATURES
from engine.systems.mongolian_mercenaries.content.kinds import Until
from engine.systems.mongolian_mercenaries.rules.basics import distances, lookup, positions, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear import entering
from engine.systems.mongolian_mercenaries.rules.magic.questions import Appear, AskAppear
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet
from engine.systems.mongolian_mercenaries.state import MercenariesState

VANISHED = "vanished"
KEPT_BETWEEN_FIGHTS = frozenset(
    (
        "devPointsLeft",
        "woundsTaken",
        "woundElements",
        "damagedThings",
        "poisonedWeapons",
        "stowed",
        "emptied",
        "inForce",
        "usedToday",
        "provisions",
        "money",
    )
)
"""Fields of a sheet that came later than summons. They never have any, and fights that lack them stay proven."""


def leader(state: MercenariesFight, who: str) -> str:
    """In whose turn somebody acts: a summon in that of its summoner, also one that a summon has summoned.

    [MM-MAG-13]
    """
    seen = [who]
    while (by := lookup.patron(state, seen[-1])) is not None and by not in seen:
        seen.append(by)
    return seen[-1]


def of(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Those on the field who act in somebody's turn, in the order of appearing."""
    mine = (patron for patron in state.own.patrons if patron != who and leader(state, patron) == who)
    return tuple(combatant for combatant in mine if lookup.on_field(state, combatant))


def together(state: MercenariesFight, who: str) -> tuple[str, ...]:
    """Those who act in somebody's turn and have not ended theirs: itself, and summons with actions left.

    One that has just appeared has none before the next round.  [MM-MAG-13, RUL-87]
    """

    def left(combatant: str) -> bool:
        fighter = lookup.fighter(state, combatant)
        return lookup.on_field(state, combatant) and not fighter.acted and (fighter.large > 0 or fighter.minor > 0)

    return tuple(combatant for combatant in (who, *of(state, who)) if left(combatant))


# -- appearing
def places(state: MercenariesFight, who: str) -> tuple[int, ...]:
    """Free positions next to somebody; where there is none, all free ones of its side; the nearest first.  [RUL-52]"""
    here = lookup.rank(state, who)
    free = sorted(positions.free(state, lookup.side_of(state, who)), key=lambda rank: (abs(rank - here), rank))
    return tuple(rank for rank in free if abs(rank - here) == 1) or tuple(free)


def summon(table: Table[MercenariesState], effect: Applied, moment: Moment, rule: str) -> None:
    """A creature appears, at its summoner's distances; it vanishes after the fight unless the
    card says that it lasts until it is removed.  [MM-MAG-12, MM-MAG-14, RUL-21]
    """
    who, creature = effect.bearer, effect.effect.creature
    if creature is None or not lookup.on_field(table.state, who):
        return
    free = places(table.state, who)
    if not free:
        return
    rank = free[0]
    if len(free) > 1:
        offers = tuple(Offer(f"position-{place}", Appear(position=place), "MM-DW-20") for place in free)
        question = AskAppear(offers=offers, default=offers[0].key, combatant=who, creature=creature)
        rank = prompts.ask(table, who, question, rule="MM-DW-20").position
    stays = effect.effect.lasts is not None and effect.effect.lasts.until is Until.REMOVED
    summoned = _join(table, who, creature, stays=stays)
    distances.inherit(table, summoned, who, rule="MM-MAG-12")
    positions.put(table, summoned, rank, rule="MM-MAG-12")


def _join(table: Table[MercenariesState], who: str, creature: str, *, stays: bool) -> str:
    """It enters on its summoner's side, for its summoner's participant."""
    state = table.state
    card = deck_of(state.own.setup.cards).creatures[creature]
    listed = creature in CREATURES
    ref, own = (creature, None) if listed else (None, card)
    sheet = Sheet(kind=Kind.SUMMON, ref=ref, card=own, patron=who, stays=stays)
    made, by = entering.combatant_of(sheet, None), state.fight.combatants[who]
    number, summoned = 1, ""
    while not summoned or summoned in state.fight.combatants:
        summoned, number = f"{who}-{creature}-{number}", number + 1
        if not is_id(summoned):
            summoned = table.new_id()
    joined = CombatantJoined(
        combatant=summoned,
        name=card.name,
        side=by.side,
        owner=by.owner,
        controller=by.controller,
        kind=made.kind,
        place=None,
        conditions=(),
        vitals=made.vitals,
        sheet={name: value for name, value in plain(sheet).items() if name not in KEPT_BETWEEN_FIGHTS},
        seen_by=by.seen_by,
    )
    table.emit(joined, rule="MM-MAG-12")
    return summoned


# -- vanishing
def vanish_with(table: Table[MercenariesState], who: str) -> None:
    """When the summoner is out, its summons vanish, and theirs.  [RUL-87]"""
    if lookup.in_play(table.state, who):
        return
    for patron in tuple(table.state.own.patrons):
        if lookup.patron(table.state, patron) == who and _vanish(table, patron, rule="RUL-87"):
            vanish_with(table, patron)


def vanish_left(table: Table[MercenariesState]) -> None:
    """Those whose summoner has left in whatever way.  [RUL-87]"""
    for by in dict.fromkeys(table.state.own.patrons.values()):
        if by in table.state.own.fighters:
            vanish_with(table, by)


def vanish_all(table: Table[MercenariesState], winner: str) -> None:
    """After the fight, but for those of which their spell says otherwise.  [MM-MAG-14, MM-END-04]"""
    for patron in tuple(table.state.own.patrons):
        if lookup.fighter(table.state, patron).stays:
            continue
        _vanish(table, patron, rule="MM-END-04")


def _vanish(table: Table[MercenariesState], who: str, *, rule: str) -> bool:
    if not lookup.in_play(table.state, who):
        return False
    table.emit(CombatantOut(combatant=who, reason=VANISHED), rule=rule)
    return True
