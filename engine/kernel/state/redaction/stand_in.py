"""A question for a seat that is asked and does not know everybody in it: what it is about stays, and nobody is named.

Whom the seat does not know is "somebody" (`SOMEBODY`); among choices it is left out.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import structs

from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Asked
from engine.kernel.structs.messages import plain

SOMEBODY = "?"
"""In place of somebody whom the reader does not know; no id is spelled like this."""


def without_names(asked: Asked, unseen: Collection[str], zones: Collection[str], words: Collection[str]) -> Asked:
    """An open question without the combatants and zones that a seat does not know. words: figures that name nobody."""
    named = _Unnamed(frozenset(unseen), frozenset(zones))
    question = {name: item if name in words else named.value(item) for name, item in asked.question.items()}
    return structs.replace(
        asked,
        question=question,
        offers=tuple(named.offer(offer) for offer in asked.offers),
        interrupts=tuple(
            interrupt for interrupt in asked.interrupts if interrupt.by not in unseen and interrupt.what not in unseen
        ),
    )


class _Unnamed:
    def __init__(self, unseen: frozenset[str], zones: frozenset[str]) -> None:
        self._unseen, self._zones = unseen, zones

    def value(self, value: Any) -> Any:
        """A JSON value in which nobody unknown is named. A place in an unknown zone is none."""
        match value:
            case str():
                return SOMEBODY if value in self._unseen else value
            case dict():
                if isinstance(zone := value.get("zone"), str) and zone in self._zones:
                    return None
                return {self.value(key): self.value(item) for key, item in value.items() if key not in self._unseen}
            case list():
                return [self.value(item) for item in value if not self._is_unknown(item)]
        return value

    def _is_unknown(self, value: Any) -> bool:
        """Whether an item of a list stands for somebody or somewhere unknown, and for nothing else."""
        if isinstance(value, dict):
            return value.get("zone") in self._zones
        return isinstance(value, str) and value in self._unseen

    def offer(self, offer: Offer[dict[str, Any]]) -> Offer[dict[str, Any]]:
        return structs.replace(
            offer, body=self.value(plain(offer.body)), fields=tuple(self._field(field) for field in offer.fields)
        )

    def _field(self, field: Field) -> Field:
        among = [item for item in plain(field.among) if self.value(item) == item]
        if len(among) == len(field.among):
            return field
        most = min(field.most, len(among)) if field.kind in ("some", "places") else field.most
        return structs.replace(field, among=tuple(among), most=most, reach=None, towards=())
