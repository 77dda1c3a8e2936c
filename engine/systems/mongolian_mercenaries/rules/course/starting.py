"""Where somebody stands at first, and with which weapons.  [MM-PREP-02, MM-PREP-03, MM-PREP-04]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Field, Offer, Table
from engine.systems.mongolian_mercenaries.content.kinds import Cover
from engine.systems.mongolian_mercenaries.rules.basics import lookup, positions, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import weapons
from engine.systems.mongolian_mercenaries.rules.blows.events import WeaponDrawn
from engine.systems.mongolian_mercenaries.rules.course import preparedness
from engine.systems.mongolian_mercenaries.rules.course.questions import AskPosition, TakePosition
from engine.systems.mongolian_mercenaries.rules.field.events import CoverTaken
from engine.systems.mongolian_mercenaries.rules.gear import carrying, outfitting
from engine.systems.mongolian_mercenaries.sheet import Kind, Preparedness
from engine.systems.mongolian_mercenaries.state import MercenariesState

FOREMOST, HINDMOST = min, max


def take(table: Table[MercenariesState], who: str) -> None:
    """Weapons, then a position: chosen by who is prepared, kept by who is ready, at random for who is surprised.

    A place that the game master has given is kept by all of them.  [MM-DW-03, MM-DW-04, RUL-62, RUL-63]
    """
    began = preparedness.of_side(table.state, lookup.side_of(table.state, who))
    if began is Preparedness.PREPARED:
        outfitting.choose(table, who)
    if began is Preparedness.SURPRISED:
        _random_weapon(table, who)
    state, bearer = table.state, table.state.fight.combatants[who]
    given, free = bearer.place, positions.free(state, bearer.side)
    last = lookup.fighter(state, who).last_position
    if given is not None and given.rank in positions.standable(state, bearer.side):
        ranks: tuple[int, ...] = (given.rank,)
    elif not free:
        positions.put(table, who, None, rule="MM-POS-02")
        return
    elif began is Preparedness.READY and last in free:
        ranks = (last,)
    elif began is Preparedness.SURPRISED and len(free) > 1:
        ranks = (table.draw(free, by=who, why="position", rule="MM-PREP-04"),)
    else:
        ranks = free
    cover = began is not Preparedness.SURPRISED
    rule = "MM-DW-03" if began is Preparedness.PREPARED else "MM-DW-04"
    stand(table, who, ranks, cover=cover, preferred=_preferred(state, who, ranks), rule=rule)


def stand(
    table: Table[MercenariesState], who: str, ranks: Sequence[int], *, cover: bool, preferred: int, rule: str
) -> None:
    """Onto one of these positions; asked where there is a choice. cover: whether it may begin in cover.  [RUL-26]"""
    state, side = table.state, lookup.side_of(table.state, who)
    covered = [rank for rank in ranks if cover and lookup.battlefield(state).at(side, rank).cover is not Cover.NONE]
    chosen = TakePosition(rank=preferred, cover=preferred in covered)
    if len(ranks) + len(covered) > 1:
        offers = [Offer("stand", TakePosition(rank=preferred), rule, (Field("position", "one", tuple(ranks)),))]
        if covered:
            first = preferred if preferred in covered else covered[0]
            field = Field("position", "one", tuple(covered))
            offers.append(Offer("cover", TakePosition(rank=first, cover=True), rule, (field,)))
        default = "cover" if chosen.cover else "stand"
        question = AskPosition(offers=tuple(offers), default=default, combatant=who)
        chosen = prompts.ask(table, who, question, rule=rule)
    positions.put(table, who, chosen.rank, rule="MM-PREP-03" if cover else "MM-POS-02")
    if chosen.cover:
        table.emit(CoverTaken(combatant=who), rule="MM-MOVE-06")


def _preferred(state: MercenariesFight, who: str, ranks: Sequence[int]) -> int:
    """The lowest; of who is no character and shoots the highest.  [RUL-63]"""
    return (HINDMOST if lookup.fighter(state, who).kind is not Kind.PC and shoots(state, who) else FOREMOST)(ranks)


def shoots(state: MercenariesFight, who: str) -> bool:
    """Whether the first weapon at hand works at a distance."""
    first = next(iter(weapons.at_hand(state, who).values()), None)
    return first is not None and first.reach is not None


def _random_weapon(table: Table[MercenariesState], who: str) -> None:
    """Without a weapon at hand, on the belt or in pockets too, one out of the backpack; none: bare hands.

    Only what its hands can hold beside a worn shield counts. A torch is no weapon, and stays in the other hand if that
    is free.  [MM-PREP-04, MM-EQ-01, MM-EQ-03, RUL-62]
    """
    figures, packed = lookup.figures(table.state, who), lookup.fighter(table.state, who).packed
    free = carrying.HANDS - carrying.shield_hands(figures)
    fitting = tuple(key for key, weapon in figures.weapons.items() if weapon.hands <= free)
    among = tuple(key for key in fitting if key in packed)
    if len(among) < len(fitting) or not among:
        return
    found = among[0] if len(among) == 1 else table.draw(among, by=who, why="weapon", rule="MM-PREP-04")
    drawn = WeaponDrawn(combatant=who, held=weapons.hands_with(table.state, who, found))
    table.emit(drawn, rule="MM-PREP-04")
