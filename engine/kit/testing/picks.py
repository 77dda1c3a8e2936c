"""What may be ordered and answered: all offers with the seats that have them, and picks by chance."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Asked, State
from engine.kernel.structs.messages import Order, plain

Offered = tuple[str, Offer[Order]]
"""A seat, and what it is offered."""
COMBINATIONS = 12
"""How many combinations of picks are tried of one offer."""


def offered(book: Rulebook[Any], state: State[Any]) -> list[Offered]:
    """All offers of orders, each with a seat that has it: who may give it, and the GM, who may order anybody."""
    gm = state.fight.gms()[0]
    found: list[Offered] = [(gm, offer) for offer in book.system.offers(book.seen(state, gm), None)]
    for who in state.fight.combatants:
        for seat in dict.fromkeys((*state.fight.holders(who), *state.fight.owners(who), gm)):
            offers = book.system.offers(book.seen(state, seat), who)
            found += [(seat, o) for o in offers if seat == gm or seat in state.fight.givers(type(o.body), who)]
    return found


def pick(field: Field, rng: random.Random) -> Any:
    """A legal pick for an open choice. IndexError or ValueError where nothing can be picked at all."""
    among = plain(field.picks)
    most = field.most
    match field.kind:
        case "path" if field.exact:
            return [rng.choice(among) for _ in range(rng.randint(field.least, most))]
        case "one" | "place" | "path":
            return rng.choice(among)
        case "facing":
            return rng.choice(among or [{"x": 3, "y": -4}])
        case "some" | "places":
            return rng.sample(among, rng.randint(field.least, min(most, len(among))))
        case "amount":
            return rng.choice([field.least, most, rng.randint(field.least, most)])
        case "split":
            shares = dict.fromkeys(rng.sample(among, rng.randint(1, len(among))), 0)
            for _ in range(rng.randint(field.least, most)):
                shares[rng.choice(list(shares))] += 1
            return shares
    return "x" * rng.choice([field.least, most])


def picked(offer: Offer[Any], rng: random.Random) -> dict[str, Any]:
    """Legal picks for all open choices of an offer."""
    return {field.name: pick(field, rng) for field in offer.fields}


def some_choice(asked: Asked, rng: random.Random) -> Choice:
    """A legal answer, with picks for most of its open choices."""
    offer = rng.choice(asked.offers)
    return Choice(offer.key, {field.name: pick(field, rng) for field in offer.fields if rng.random() < 0.8})


def combinations(fields: Sequence[Field], rng: random.Random) -> list[dict[str, Any]]:
    """No picks, then combinations of picks: all single values of small choices, and some of large ones."""
    values = []
    for field in fields:
        small = field.kind in ("one", "place") and len(field.picks) <= COMBINATIONS
        values.append(plain(field.picks) if small else [pick(field, rng) for _ in range(3)])
    every = [dict(zip((f.name for f in fields), row, strict=True)) for row in itertools.product(*values)]
    return [{}, *(every if len(every) <= COMBINATIONS else rng.sample(every, COMBINATIONS))] if fields else [{}]


# -- orders that are not offered
def changed(value: Any, names: Sequence[str]) -> list[Any]:
    """Other values that a field of an order might hold."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, 0, -1, 99]
        case str():
            return [*names, "nobody"]
        case None:
            return [*names, 1]
        case list():
            return [[], value[:-1], value + value[:1], value * 3]
        case dict():
            inner = [{**value, key: new} for key, old in value.items() for new in changed(old, names)[:4]]
            return [{}, *inner, {**value, "nobody": 1}]
    return []
