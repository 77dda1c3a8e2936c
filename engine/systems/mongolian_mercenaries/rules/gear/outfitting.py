"""Which things are in hand, worn, on the belt or in the backpack, and changing it.  [MM-EQ-01 to MM-EQ-05]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import Bulk
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear import carrying, transfer
from engine.systems.mongolian_mercenaries.rules.gear.events import GearMove, GearMoved
from engine.systems.mongolian_mercenaries.rules.gear.orders import SearchEquipment
from engine.systems.mongolian_mercenaries.rules.gear.questions import AskEquipment, Equipment
from engine.systems.mongolian_mercenaries.sheet import Stow
from engine.systems.mongolian_mercenaries.state import Fighter, Figures, MercenariesState

Moves = tuple[GearMove, ...]
WAYS = {"hold": Stow.HELD, "wear": Stow.WORN, "ready": Stow.READY, "pack": Stow.PACKED}
"""Fields of an order or answer, and where what they name goes."""


def moves_of(chosen: SearchEquipment | Equipment) -> Moves:
    """What is to be swapped."""
    return tuple(GearMove(item=key, stow=stow) for field, stow in WAYS.items() for key in getattr(chosen, field))


def refusal(state: MercenariesFight, who: str, moves: Moves) -> RuleRefusal | None:
    """Why things cannot be swapped like that; None where they can.  [MM-EQ-03, MM-EQ-05, MM-EQ-06, MM-ITEM-03]"""
    fighter, figures = lookup.fighter(state, who), lookup.figures(state, who)
    fields = {stow: field for field, stow in WAYS.items()}
    mine = {**carrying.things(figures), **figures.worn}
    for move in moves:
        field = fields[move.stow]
        if move.item not in mine:
            return RuleRefusal(f"{field}: nothing of that kind is carried", rule="MM-EQ-02", field=field)
        if move.stow is Stow.WORN and move.item not in {**figures.worn, **figures.spare}:
            return RuleRefusal("wear: it is nothing to put on", rule="MM-EQ-05", field="wear")
        if move.stow is Stow.HELD and not carrying.hands_of(figures, move.item):
            return RuleRefusal("hold: it is nothing to hold", rule="MM-EQ-03", field="hold")
    if len({move.item for move in moves}) < len(moves):
        return RuleRefusal("each thing goes to one place", rule="MM-ACT-09")
    packing = any(move.stow is Stow.PACKED for move in moves)
    return _of_result(transfer.swapped(fighter, with_hands(fighter, figures, moves)), packing=packing)


def _of_result(fighter: Fighter, *, packing: bool) -> RuleRefusal | None:
    figures = transfer.figures_of(fighter)
    if hands(fighter.held, figures) > carrying.HANDS:
        return RuleRefusal("two hands hold one weapon each, or one for both", rule="MM-EQ-03", field="hold")
    for _ in carrying.worn_too_much(figures.worn):
        return RuleRefusal("that cannot be worn besides what is worn", rule="MM-EQ-05", field="wear")
    if carrying.excess_at_hand(figures, fighter.packed):
        return RuleRefusal("there is no room at hand for all of it", rule="MM-EQ-06", field="ready")
    if packing and carrying.excess_packed(figures, fighter.packed):
        return RuleRefusal("there is no room in the backpack for all of it", rule="MM-EQ-06", field="pack")
    return None


def hands(held: tuple[str, ...], figures: Figures) -> int:
    """How many hands are full, that of a shield too."""
    return carrying.shield_hands(figures) + sum(carrying.hands_of(figures, key) for key in held)


def with_hands(fighter: Fighter, figures: Figures, moves: Moves) -> Moves:
    """The swaps, and what leaves the hands so that they can hold what they are to: the last that was taken, first."""
    after = transfer.swapped(fighter, moves)
    told, held = {move.item for move in moves}, list(after.held)
    for key in reversed(after.held):
        if hands(tuple(held), transfer.figures_of(after)) > carrying.HANDS and key not in told:
            held.remove(key)
            moves = (*moves, GearMove(item=key, stow=Stow.READY))
    return moves


def swap(table: Table[MercenariesState], who: str, moves: Moves, *, rule: str) -> None:
    """Carry it out; nothing where nothing is swapped."""
    fighter = lookup.fighter(table.state, who)
    all_moves = with_hands(fighter, transfer.figures_of(fighter), moves)
    if all_moves:
        table.emit(GearMoved(combatant=who, items=tuple(move.item for move in moves), moves=all_moves), rule=rule)


class Swap(NamedTuple):
    """A thing that may go somewhere. way: the name of that. pack: what may, or has to, be put away for it."""

    way: str
    moves: Moves
    pack: tuple[Field, ...] = ()

    @property
    def thing(self) -> str:
        """Its id."""
        return self.moves[0].item


def choices(state: MercenariesFight, who: str) -> Iterator[Swap]:
    """What a single thing can be swapped to: into a hand, onto the body, out of the pack.

    What is in its place goes onto the belt, else into the pack: a suit for a suit, a shield for what takes both hands.
    Where there is no room at hand, something has to be put away.
    """
    fighter, figures = lookup.fighter(state, who), lookup.figures(state, who)
    for key in carrying.things(figures):
        ways = ["wear"] if key in figures.spare else ["hold"] if carrying.hands_of(figures, key) else []
        ways += ["ready"] if key in fighter.packed else []
        for way in ways if key not in fighter.held else ():
            found = _found(state, who, way, tuple(_with_room(figures, key, WAYS[way])))
            if found is not None:
                yield found


def _found(state: MercenariesFight, who: str, way: str, ways: tuple[Moves, ...]) -> Swap | None:
    """The first of these that is legal; None: there is none."""
    for moves in ways:
        if refusal(state, who, moves) is None:
            return Swap(way, moves, _to_pack(state, who, moves))
    for moves in ways:
        for field in _to_pack(state, who, moves, least=1):
            return Swap(way, (*moves, GearMove(item=field.among[-1], stow=Stow.PACKED)), (field,))
    return None


def _with_room(figures: Figures, key: str, stow: Stow) -> Iterator[Moves]:
    """Ways to put a thing somewhere, those that move the least first."""
    first = GearMove(item=key, stow=stow)
    yield (first,)
    out = _in_its_place(figures, key, stow)
    for place in (Stow.READY, Stow.PACKED) if out else ():
        yield (first, *(GearMove(item=worn, stow=place) for worn in out))


def _in_its_place(figures: Figures, key: str, stow: Stow) -> tuple[str, ...]:
    """What is worn and has to go: the last piece of a full slot, or a shield.  [MM-EQ-03, MM-EQ-05]"""
    if stow is Stow.HELD and carrying.hands_of(figures, key) > carrying.HANDS - carrying.shield_hands(figures):
        return tuple(worn for worn, piece in figures.worn.items() if piece.hands)
    if stow is not Stow.WORN:
        return ()
    slot = figures.spare[key].slot
    same = tuple(worn for worn, piece in figures.worn.items() if piece.slot is slot)
    return same[-1:] if len(same) >= carrying.WORN_AT_MOST[slot] else ()


def _named(moves: Moves) -> dict[str, tuple[str, ...]]:
    """Swaps as the fields of an order or answer."""
    found = {field: tuple(move.item for move in moves if move.stow is stow) for field, stow in WAYS.items()}
    return {field: keys for field, keys in found.items() if keys}


def _is_bag(state: MercenariesFight, who: str, key: str) -> bool:
    """Whether something is a bag, which is worn."""
    item = lookup.figures(state, who).items.get(key)
    return item is not None and item.bag is not None


def _to_pack(state: MercenariesFight, who: str, moves: Moves, least: int = 0) -> tuple[Field, ...]:
    """What may be put away besides, but for bags: each of it alone, and all of it where there is room for that."""
    told = {move.item for move in moves}
    if any(move.stow is Stow.PACKED for move in moves):
        return ()

    def packing(keys: Sequence[str]) -> Moves:
        return (*moves, *(GearMove(item=key, stow=Stow.PACKED) for key in keys))

    loose = [key for key in carrying.at_hand(state, who) if key not in told and not _is_bag(state, who, key)]
    among = tuple(key for key in loose if refusal(state, who, packing((key,))) is None)
    if not among:
        return ()
    # Within a size more is worse at most up to all of it: where all of some sizes fit, so does any part of them.
    sizes = _by_size(lookup.figures(state, who), among)
    several = (combination for n in range(1, len(sizes) + 1) for combination in combinations(sizes, n))
    all_fit = all(refusal(state, who, packing(tuple(chain(*item)))) is None for item in several)
    return (Field("pack", "some", among, least=least, most=len(among) if all_fit else 1),)


def _by_size(figures: Figures, keys: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Things of each size together."""
    mine, found = carrying.things(figures), dict[Bulk, tuple[str, ...]]()
    for key in keys:
        size = carrying.bulk_of(mine[key])
        found[size] = (*found.get(size, ()), key)
    return tuple(found.values())


# -- in a fight
def check(state: MercenariesFight, order: SearchEquipment) -> None:
    """RuleRefusal where nothing is swapped, or it cannot be.  [MM-ACT-09, RUL-55]"""
    moves = moves_of(order)
    if not moves:
        raise RuleRefusal("name what is swapped", rule="MM-ACT-09")
    refused = refusal(state, order.combatant, moves)
    if refused is not None:
        raise refused


def do(table: Table[MercenariesState], order: SearchEquipment) -> None:
    """Look through bags and backpack; animals and camps are out of reach.  [RUL-55]"""
    swap(table, order.combatant, moves_of(order), rule="MM-ACT-09")


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """One thing each, for which others may be put away; an order may name more.  [MM-DW-24]"""
    for swapped in choices(state, who):
        body = SearchEquipment(combatant=who, **_named(swapped.moves))
        yield Offer("search", body, "MM-ACT-09", swapped.pack)


# -- before it
def choose(table: Table[MercenariesState], who: str) -> None:
    """Who is Prepared chooses weapon and active equipment, one thing after another, each once, until all is as wanted.

    [MM-PREP-02, MM-DW-03]
    """
    done: set[str] = set()
    while found := [choice for choice in choices(table.state, who) if choice.thing not in done]:
        offers = [Offer("keep", Equipment(), "MM-PREP-02")]
        for exchange in found:
            body = Equipment(**_named(exchange.moves))
            offers.append(Offer(f"{exchange.way}_{exchange.thing}", body, "MM-PREP-02", exchange.pack))
        question = AskEquipment(offers=tuple(offers), default="keep", combatant=who)
        chosen = moves_of(prompts.ask(table, who, question, rule="MM-DW-03"))
        if not chosen:
            return
        swap(table, who, chosen, rule="MM-PREP-02")
        done |= {move.item for move in chosen}
