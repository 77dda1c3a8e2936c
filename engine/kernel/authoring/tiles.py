"""How an order or an answer is shown: its icon, what it is a way of, whom it is meant for, what it costs.

Everything has a default; a game says what it knows better. `icons: Mapping[str, Icon]` has the icons of its content and
conditions by id, and of its orders and answers by class (`Move`); `tile(seen, thing, usual, asked) -> Tile` changes
what the kernel found (asked: the kind of question that it answers; "": it is an order). A tile is shown, and is never a
matter of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, get_args

from msgspec import Struct, structs

from engine.kernel.state.decisions import Field
from engine.kernel.state.fight import State
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import TooCostly
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import Ending, OfferGroup, Order, actor_of

if TYPE_CHECKING:
    from engine.kernel.authoring.rule_system import RuleSystem


class Intent(Enum):
    """Whom an order or an answer is meant for."""

    HARM = "HARM"  # foes: it wounds, hinders or weakens whom it reaches
    HELP = "HELP"  # friends, or oneself: it heals, strengthens, frees, protects
    NONE = "NONE"  # nobody in particular, or either


class Cost(Struct, frozen=True):
    """A part of a price. key: what is spent, an id that the game has a word for; amount: how much of it, at least."""

    key: str
    amount: int = 1


class Tile(Struct, frozen=True, kw_only=True):
    """How an order or an answer is shown.

    way_of: the key of the order that this is a way of, where a client may fold it in; "" for a thing of its own.
    price: what it spends at once, as far as that is certain before dice fall. side: for which it is given, where that
    is not the actor's: of whoever has charmed him; "" for the actor's own.
    """

    icon: Icon = "item"
    way_of: str = ""
    intent: Intent = Intent.NONE
    price: tuple[Cost, ...] = ()
    side: str = ""


GROUP_ICONS: Mapping[OfferGroup, Icon] = {
    OfferGroup.STRIKE: "sword",
    OfferGroup.MOVE: "move",
    OfferGroup.CAST: "magic",
    OfferGroup.OTHER: "item",
    OfferGroup.END: "end",
}
"""The icon of an order that its game says nothing about."""

ANSWER_ICON: Icon = "check"
"""The icon of an answer that is no order, where the game says nothing."""

_KNOWN = frozenset(get_args(Icon))


def icon_of(system: RuleSystem[Any], *words: str) -> Icon | None:
    """The game's icon of the first of these words that it has one for: ids of content or conditions, or a class's name.

    None where it has none. Of a thing in this fight (`sword_2`) the id is tried without its number, too.
    """
    for word in words:
        found: Icon | None = system.icons.get(word) or system.icons.get(word.rstrip("0123456789").rstrip("_-"))
        if found in _KNOWN:
            return found
    return None


def tile_of(system: RuleSystem[Any], seen: State[Any], thing: Struct | None, asked: str = "") -> Tile:
    """How an order, or the body of an answer, is shown to whoever sees the fight so; None: a body without a struct.

    asked: the kind of question that it answers.
    """
    usual = Tile(icon=ANSWER_ICON) if thing is None else _usual(system, seen, thing)
    if thing is None:
        return usual
    try:
        found: Tile = system.tile(seen, thing, usual, asked)
    except (TooCostly, RecursionError):
        raise
    except Exception:  # how it is shown must not hide what may be done
        return usual
    return found


def _usual(system: RuleSystem[Any], seen: State[Any], thing: Struct) -> Tile:
    """The kernel's: the icon of what is used, else of the order, else of its group; an attack is meant for foes."""
    order = thing if isinstance(thing, Order) else None
    icon = icon_of(system, *used_in(seen, thing), type(thing).__name__) or (
        ANSWER_ICON if order is None else _plain_icon(order)
    )
    harm = order is not None and order.group is OfferGroup.STRIKE
    return Tile(icon=icon, intent=Intent.HARM if harm else Intent.NONE)


def _plain_icon(order: Order) -> Icon:
    if isinstance(order, Begin):
        return "fight"
    if order.ending() in (Ending.SIDE, Ending.FIGHT):
        return "flag"
    return GROUP_ICONS[order.group]


def used_in(seen: State[Any], thing: Struct, fields: Iterable[Field] = ()) -> list[str]:
    """The ids of things in an order, such as a weapon or a spell: not those of combatants, nor of open choices.

    fields: its offer's.
    """
    left = {field.name for field in fields if field.open}
    names = zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True)
    values = [getattr(thing, name) for name, written in names if not {name, written} & left]
    return [value for value in values if isinstance(value, str) and value not in seen.fight.combatants]


def fixed_on(seen: State[Any], thing: Struct | None, fields: Iterable[Field]) -> str | None:
    """The combatant that an order or an answer is fixed on; None where a field picks one, or it concerns nobody."""
    if thing is None:
        return None
    left = {field.name for field in fields} | {getattr(type(thing), "actor", "")}
    for name, written in zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True):
        value = getattr(thing, name)
        if not {name, written} & left and isinstance(value, str) and value in seen.fight.combatants:
            return value
    return None


def side_of(seen: State[Any], thing: Struct | None, actor: str = "") -> str | None:
    """The side that an order or an answer is given for: its actor's; None where nobody of the fight acts.

    actor: whose answer it is, where it is no order.
    """
    who = actor_of(thing) if isinstance(thing, Order) else ""
    found = seen.fight.combatants.get(who or actor)
    return found.side if found is not None else None


def with_price(tile: Tile, *costs: Cost | None) -> Tile:
    """The tile with this price; parts that are none or nothing are left out."""
    return structs.replace(tile, price=tuple(cost for cost in costs if cost is not None and cost.amount))
