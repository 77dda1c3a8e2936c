"""Pairs of masques that differ in what is hidden: everything the kernel can hide."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state.seat import SeatEntry
from engine.service.encounters import NewEncounter
from tests.support.fights.fights import SEATS
from tests.support.fights.wishes import changed
from tests.support.secrecy.secrets import LURKER, NAME, outsiders
from tests.support.secrecy.worlds import Secret


def guest(who: str, side: str, seat: str | None, **more: Any) -> dict[str, Any]:
    """JSON of an Enter order of a masque."""
    return {"id": who, "name": who.capitalize(), "side": side, "seat": seat, "sheet": {}, **more}


def masque(*, lurker: bool = False) -> NewEncounter:
    """Two of Ana's side, one each of Ben's and the GM's, who are strangers to it; optionally a hidden one."""
    people = [guest("aino", "a", "ana"), guest("bo", "b", "ben"), guest("gil", "c", None)]
    people += [guest(LURKER, "c", None, seenBy=[])] if lurker else []
    seats: tuple[SeatEntry, ...] = SEATS
    wish = NewEncounter(system="slice_masque", name="Masque", seats=seats, combatants=tuple(people), dice="SEEDED")
    return changed(wish, LURKER, name=NAME)


STRANGERS = ("eve", None)
"""Who may not know the secrets of Ana, Ben and the GM."""


def choices(rng: random.Random) -> Secret:
    """Differ in sealed and private answers, plans and secret orders."""
    return Secret(masque(), masque(), STRANGERS, twins=True)


def figures(rng: random.Random) -> Secret:
    """Differ in nerve and wit."""
    other = changed(masque(), "bo", sheet={"nerve": 55, "wit": 9})
    return Secret(masque(), other, ("ana", *STRANGERS))


def omens(rng: random.Random) -> Secret:
    """Differ in what only the GM rolls."""
    return Secret(masque(), masque(), outsiders(masque()), dice=("02" * 32, "03" * 32))


def wishes(rng: random.Random) -> Secret:
    """Differ in the preferences of seats for private questions."""
    always = {"ben Make": "always", "gm Make": "never", "ana Make": "never"}
    never = {"ben Make": "never", "gm Make": "always", "ana Make": "always"}
    return Secret(masque(), masque(), STRANGERS, preferences=(always, never))


def lurker(rng: random.Random) -> Secret:
    """Differ in a hidden combatant: its figures and all that it does to itself."""
    wish = masque(lurker=True)
    other = changed(wish, LURKER, sheet={"nerve": 7, "wit": 1})
    return Secret(wish, other, outsiders(wish), hidden=(LURKER, NAME), strict=False, twins=True)


SECRETS: Mapping[str, Callable[[random.Random], Secret]] = {
    "choices": choices,
    "figures": figures,
    "omens": omens,
    "wishes": wishes,
    "somebody unseen": lurker,
}
