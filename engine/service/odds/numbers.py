"""Other numbers of opponents in a fight that is not made: how many of each kind, and where more of them stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal
from engine.service.odds.planned import first_position
from engine.service.writing.creator import NewEncounter

MOST = 30
"""Opponents in a proposal, at most."""
TRIES = 200
"""Places that are tried for all who are added."""
STEPS = {"cell": 1, "point": 150}
"""How far from each other those stand who are added: squares, or hundredths of a table's unit."""


class Kind(Struct, frozen=True):
    """Opponents that are alike. name: of the first, without a number; numbers: of each among the combatants."""

    name: str
    side: str
    numbers: tuple[int, ...]


class Copy(Struct, frozen=True):
    """Somebody who is added. of: the number of whom he is like; place: as in a request; None: none."""

    of: int
    id: str
    name: str
    place: dict[str, Any] | None


class Resized(Struct, frozen=True):
    """kept: the numbers of the combatants that stay; copies: those who are added; sizes: how many of each kind."""

    sizes: tuple[int, ...]
    kept: tuple[int, ...]
    copies: tuple[Copy, ...]


def kinds_of(new: NewEncounter, side: str) -> list[Kind]:
    """The opponents of a side by kind: those of one side with the same sheet, in the order of their first."""
    alike: dict[bytes, list[int]] = {}
    for number, raw in enumerate(new.combatants):
        if raw.get("side", "heroes") != side:
            key = msgspec.json.encode((raw.get("side"), raw.get("sheet")), order="sorted")
            alike.setdefault(key, []).append(number)
    return [
        Kind(_bare(new.combatants[numbers[0]]["name"]), new.combatants[numbers[0]].get("side", ""), tuple(numbers))
        for numbers in alike.values()
    ]


def _bare(name: str) -> str:
    return re.sub(r"\s+\d+$", "", name) or name


def sizes_of(kinds: Sequence[Kind], total: int) -> tuple[int, ...]:
    """How many of each kind there are if there are so many in all: in the proportions of now."""
    now = sum(len(kind.numbers) for kind in kinds)
    exact = [total * len(kind.numbers) / now for kind in kinds]
    sizes = [int(share) for share in exact]
    nearest = sorted(range(len(kinds)), key=lambda number: (sizes[number] - exact[number], number))
    for number in nearest[: total - sum(sizes)]:
        sizes[number] += 1
    return tuple(sizes)


def resized(book: Rulebook[Any], new: NewEncounter, kinds: Sequence[Kind], sizes: Sequence[int]) -> Resized | None:
    """A pool job: the fight with so many of each kind. None: there is no place for them. RuleRefusal as of `create`."""
    kept = {number for number in range(len(new.combatants)) if not any(number in kind.numbers for kind in kinds)}
    copies: list[Copy] = []
    ids, names = ({raw[key] for raw in new.combatants} for key in ("id", "name"))
    for kind, size in zip(kinds, sizes, strict=True):
        kept.update(kind.numbers[:size])
        for _ in range(size - len(kind.numbers)):
            like = new.combatants[kind.numbers[-1]]
            id_, name = _free(_bare_id(like["id"]), "-", ids), _free(kind.name, " ", names)
            ids.add(id_)
            names.add(name)
            copies.append(Copy(kind.numbers[-1], id_, name, like.get("place")))
    plan = Resized(tuple(sizes), tuple(sorted(kept)), tuple(copies))
    return _placed(book, new, plan)


def _bare_id(id_: str) -> str:
    return re.sub(r"[-_]?\d+$", "", id_) or id_


def _free(stem: str, between: str, taken: set[str]) -> str:
    number = 2
    while f"{stem}{between}{number}" in taken:
        number += 1
    return f"{stem}{between}{number}"


def _placed(book: Rulebook[Any], new: NewEncounter, plan: Resized) -> Resized | None:
    """With places where the fight can be made: near whom they are like."""
    copies, first = list(plan.copies), len(plan.kept)
    nearby = [_places(copy.place) for copy in copies]
    for _ in range(TRIES):
        tried = structs.replace(plan, copies=tuple(copies))
        try:
            first_position(book, planned(new, tried))
        except RuleRefusal as refusal:
            faults = {int(found[1]) for fault in refusal.all if (found := _PLACE.match(fault.field or ""))}
            added = [number - first for number in sorted(faults) if number >= first]
            if not added:
                raise
            for number in added:
                place = next(nearby[number], None)
                if place is None:
                    return None
                copies[number] = structs.replace(copies[number], place=place)
        else:
            return tried
    return None


_PLACE = re.compile(r"combatants\.(\d+)\.place")


def _places(place: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """Places around another one, the nearest first; of what is no square and no point none."""
    for key, step in STEPS.items():
        at = (place or {}).get(key)
        if place is None or not isinstance(at, dict):
            continue
        for away in range(1, 9):
            ring = [
                (x, y) for x in range(-away, away + 1) for y in range(-away, away + 1) if max(abs(x), abs(y)) == away
            ]
            for x, y in sorted(ring, key=lambda by: (abs(by[0]) + abs(by[1]), by)):
                if at["x"] + x * step >= 0 and at["y"] + y * step >= 0:
                    yield {**place, key: {**at, "x": at["x"] + x * step, "y": at["y"] + y * step}}


def planned(new: NewEncounter, plan: Resized) -> NewEncounter:
    """The fight that a plan makes."""
    stay = [new.combatants[number] for number in plan.kept]
    more = [
        {
            **{key: value for key, value in new.combatants[copy.of].items() if key != "place"},
            "id": copy.id,
            "name": copy.name,
            **({"place": copy.place} if copy.place is not None else {}),
        }
        for copy in plan.copies
    ]
    return structs.replace(new, combatants=(*stay, *more))
