"""Which things are in hand, worn, on the belt or in the backpack, and changing it.  [MM-EQ-01 to MM-EQ-05]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.authoring.system import Table
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.systems.mongolian_mercenaries.commands import SearchEquipment
from engine.systems.mongolian_mercenaries.events import GearMove, GearMoved, Stow
from engine.systems.mongolian_mercenaries.questions import AskEquipment, Equipment
from engine.systems.mongolian_mercenaries.rules import asking, lookup
from engine.systems.mongolian_mercenaries.rules.gear import carrying, transfer
from engine.systems.mongolian_mercenaries.rules.lookup import MM
from engine.systems.mongolian_mercenaries.state import Fighter, Figures, Own

Moves = tuple[GearMove, ...]
WAYS = {"hold": Stow.HELD, "wear": Stow.WORN, "ready": Stow.READY, "pack": Stow.PACKED}
"""Fields of an order or answer, and where what they name goes."""


def moves_of(chosen: SearchEquipment | Equipment) -> Moves:
    """What is to be swapped."""
    return tuple(GearMove(item=key, stow=stow) for field, stow in WAYS.items() for key in getattr(chosen, field))


def refusal(state: MM, who: str, moves: Moves) -> RuleRefusal | None:
    """Why things cannot be swapped like that; None where they can.  [MM-EQ-03, MM-EQ-05, MM-EQ-06, MM-ITEM-03]"""
    one, figures = lookup.fighter(state, who), lookup.figures(state, who)
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
    return _of_result(transfer.swapped(one, with_hands(one, figures, moves)), packing=packing)


def _of_result(one: Fighter, *, packing: bool) -> RuleRefusal | None:
    figures = transfer.figures_of(one)
    if hands(one.held, figures) > carrying.HANDS:
        return RuleRefusal("two hands hold one weapon each, or one for both", rule="MM-EQ-03", field="hold")
    for _ in carrying.worn_too_much(figures.worn):
        return RuleRefusal("that cannot be worn besides what is worn", rule="MM-EQ-05", field="wear")
    if carrying.excess_at_hand(figures, one.packed):
        return RuleRefusal("there is no room at hand for all of it", rule="MM-EQ-06", field="ready")
    if packing and carrying.excess_packed(figures, one.packed):
        return RuleRefusal("there is no room in the backpack for all of it", rule="MM-EQ-06", field="pack")
    return None


def hands(held: tuple[str, ...], figures: Figures) -> int:
    """How many hands are full, that of a shield too."""
    return carrying.shield_hands(figures) + sum(carrying.hands_of(figures, key) for key in held)


def with_hands(one: Fighter, figures: Figures, moves: Moves) -> Moves:
    """The swaps, and what leaves the hands so that they can hold what they are to: the last that was taken, first."""
    after = transfer.swapped(one, moves)
    told, held = {move.item for move in moves}, list(after.held)
    for key in reversed(after.held):
        if hands(tuple(held), transfer.figures_of(after)) > carrying.HANDS and key not in told:
            held.remove(key)
            moves = (*moves, GearMove(item=key, stow=Stow.READY))
    return moves


def swap(table: Table[Own], who: str, moves: Moves, *, rule: str) -> None:
    """Carry it out; nothing where nothing is swapped."""
    one = lookup.fighter(table.state, who)
    all_moves = with_hands(one, transfer.figures_of(one), moves)
    if all_moves:
        table.emit(GearMoved(combatant=who, items=tuple(move.item for move in moves), moves=all_moves), rule=rule)


def choices(state: MM, who: str) -> Iterator[tuple[str, Moves]]:
    """What a single thing can be swapped to, with the name of the way: into a hand, onto the body, out of the pack."""
    one, figures = lookup.fighter(state, who), lookup.figures(state, who)
    for key in carrying.things(figures):
        ways = ["wear"] if key in figures.spare else ["hold"] if carrying.hands_of(figures, key) else []
        ways += ["ready"] if key in one.packed else []
        for way in ways:
            moves = (GearMove(item=key, stow=WAYS[way]),)
            if key not in one.held and refusal(state, who, moves) is None:
                yield way, moves


# -- in a fight
def check(state: MM, order: SearchEquipment) -> None:
    """RuleRefusal where nothing is swapped, or it cannot be.  [MM-ACT-09, RUL-55]"""
    moves = moves_of(order)
    if not moves:
        raise RuleRefusal("name what is swapped", rule="MM-ACT-09")
    refused = refusal(state, order.combatant, moves)
    if refused is not None:
        raise refused


def do(table: Table[Own], order: SearchEquipment) -> None:
    """Look through bags and backpack; animals and camps are out of reach.  [RUL-55]"""
    swap(table, order.combatant, moves_of(order), rule="MM-ACT-09")


def options(state: MM, who: str) -> Iterator[Offer[Order]]:
    """One thing each, for which another may be put away; an order may name more.  [MM-DW-24]"""
    for way, moves in choices(state, who):
        body = SearchEquipment(combatant=who, **{way: (moves[0].item,)})
        among = tuple(
            key
            for key in carrying.at_hand(state, who)
            if key != moves[0].item and refusal(state, who, (*moves, GearMove(item=key, stow=Stow.PACKED))) is None
        )
        fields = (Field("pack", "some", among),) if among else ()
        yield Offer("search", body, "MM-ACT-09", fields)


# -- before it
def choose(table: Table[Own], who: str) -> None:
    """Who is Prepared chooses weapon and active equipment, if it has a choice.  [MM-PREP-02, MM-DW-03]"""
    found = tuple(choices(table.state, who))
    if not found:
        return
    offers = [Offer("keep", Equipment(), "MM-PREP-02")]
    for way, moves in found:
        key = moves[0].item
        offers.append(Offer(f"{way}_{key}", Equipment(**{way: (key,)}), "MM-PREP-02"))
    question = AskEquipment(offers=tuple(offers), default="keep", combatant=who)
    chosen = asking.ask(table, who, question, rule="MM-DW-03")
    swap(table, who, moves_of(chosen), rule="MM-PREP-02")
