"""Whom an offer is meant for: candidates in order, what may be proposed, and what has to be asked for.

Nothing here changes what is legal. Whoever is of another side than the one who acts counts as a foe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.tiles import Intent, Tile, side_of, tile_of
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Field, Offer, only
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Order, actor_of

_PICKED = ("one", "some", "split")
_SPOTS = ("place", "places", "path", "facing")


class Aim(Struct, frozen=True):
    """Whom something is meant for. side: of whoever acts; None: nobody of the fight acts. actor: who it is, or ""."""

    intent: Intent
    here: Mapping[str, Combatant]
    side: str | None = None
    actor: str = ""

    def among(self, values: Iterable[Any]) -> bool:
        """Whether these are combatants of the fight, and no other things."""
        listed = list(values)
        return bool(listed) and all(isinstance(item, str) and item in self.here for item in listed)

    def harms_own(self, value: Any) -> bool:
        """Whether it would do harm to somebody of the side that acts."""
        if self.intent is not Intent.HARM or self.side is None:
            return False
        several = value if isinstance(value, (list, tuple)) else [value]
        return any(self._own(item) for item in several if isinstance(item, str))

    def harmful(self, order: Struct) -> bool:
        """Whether an order or an answer, as it stands, does harm to somebody of the side that acts."""
        own = getattr(order, "actor", "")
        return any(self.harms_own(getattr(order, name)) for name in order.__struct_fields__ if name != own)

    def _own(self, name: str) -> bool:
        found = self.here.get(name)
        return found is not None and (found.side == self.side or name == self.actor)

    def sensible(self, value: Any) -> bool:
        """Whether somebody is one for whom it is meant: a foe to harm, a friend to help."""
        match self.intent:
            case Intent.HARM:
                return self.side is None or not self._own(value)
            case Intent.HELP:
                return self.side is None or self._own(value)
        return True

    def ordered(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Candidates with those first for whom it is meant; of harm whoever acts is the last of all."""
        if self.intent is Intent.NONE or self.side is None or not self.among(values):
            return values
        self_harm = self.actor if self.intent is Intent.HARM else ""
        return tuple(sorted(values, key=lambda item: (not self.sensible(item), item == self_harm)))


def aim_of(seen: State[Any], thing: Struct | None, tile: Tile, actor: str = "") -> Aim:
    """Whom an order or an answer is meant for. actor: whose answer it is, where it is no order."""
    who = (actor_of(thing) if isinstance(thing, Order) else "") or actor
    return Aim(tile.intent, seen.fight.combatants, tile.side or side_of(seen, thing, actor), who)


def in_order(body: Any, fields: tuple[Field, ...], aim: Aim) -> tuple[Any, tuple[Field, ...]]:
    """A body and its fields, with whom it is meant for first and, where the pick is free, sent if nobody picks.

    body: a struct, or the JSON of an answer.
    """
    found: list[Field] = []
    for field in fields:
        if field.kind not in _PICKED or field.towards or not field.exact:
            found.append(field)
            continue
        among = aim.ordered(field.among)
        if among != field.among:
            field = structs.replace(field, among=among)
            body = _with_first(body, field, aim)
        found.append(field)
    return body, tuple(found)


def _with_first(body: Any, field: Field, aim: Aim) -> Any:
    """The body with the first of the field's values, in place of the one that it holds.

    A list of several keeps those for whom it is meant, if enough are left.
    """
    written = isinstance(body, dict)
    name = field.name if written else _python(body, field.name)
    held = body.get(name) if written else getattr(body, name, None)
    if isinstance(held, str) and field.kind == "one":
        value: Any = field.among[0]
    elif isinstance(held, (list, tuple)) and held and aim.among(held) and field.kind == "some":
        good = [item for item in field.among if aim.sensible(item)]
        if len(held) > 1 and all(map(aim.sensible, held)):
            return body
        value = type(held)((good or list(field.among))[: len(held)])
        if len(value) < field.least:
            return body
    else:
        return body
    return {**body, name: value} if written else structs.replace(body, **{name: value})


def _python(body: Struct, name: str) -> str:
    names = zip(body.__struct_encode_fields__, body.__struct_fields__, strict=True)
    return next((python for written, python in names if written == name), name)


def proposed(field: Field, aim: Aim) -> Any:
    """What may be set beforehand: the only sensible value of a field; None where there is no such one.

    A place is never proposed, nor one's own side for harm.
    """
    if field.kind not in ("one", "some") or not field.exact or field.towards:
        return None
    left = [item for item in field.among if aim.sensible(item)] if aim.among(field.among) else list(field.among)
    if len(left) != 1 or (field.kind == "some" and field.least > 1):
        return None
    return [left[0]] if field.kind == "some" else left[0]


def needs_pick(field: Field, held: Any, aim: Aim) -> bool:
    """Whether a person has to pick before it is sent: whom, or where to, with nobody proposed.

    held: what is sent if nobody picks. What holds nobody and no place, as a target that may be left out, will do; so
    will a way without a step, where the rules find one: that of a charge.
    """
    if not field.open or held in (None, "", [], (), {}) or (field.kind == "path" and field.least == 0):
        return False
    if field.kind in _SPOTS or field.towards:
        return True
    return field.kind in _PICKED and aim.among(field.among) and proposed(field, aim) is None


def sparing(system: RuleSystem[Any], seen: State[Any], offers: Iterable[Offer[Order]]) -> list[Offer[Order]]:
    """The offers without what does harm to one's own side, wherever a foe may be picked for it.

    For whoever chooses by trying, or by chance. An order that harms one's own side as it stands is left out where
    another of its kind, or of the same thing, harms nobody of it.
    """
    found: list[tuple[Offer[Order], bool]] = []
    for offer in offers:
        aim = aim_of(seen, offer.body, tile_of(system, seen, offer.body))
        body, fields = in_order(offer.body, offer.fields, aim)
        left = tuple(_foes(field, aim) for field in fields)
        kept = structs.replace(offer, body=body, fields=left) if aim.intent is Intent.HARM else offer
        found.append((kept, aim.harmful(kept.body)))
    aimed = {type(offer.body) for offer, harmful in found if not harmful}
    return [offer for offer, harmful in found if not harmful or type(offer.body) not in aimed]


def _foes(field: Field, aim: Aim) -> Field:
    """A field without the combatants of the side that acts, where enough others are left."""
    if field.kind not in ("one", "some") or not field.exact or field.towards or not aim.among(field.among):
        return field
    foes = [item for item in field.among if aim.sensible(item)]
    return only(field, foes) if len(foes) >= max(1, field.least) else field
