"""Fights of the slices, ready to play: their combatants and sides.

Seats: gm, ana and ben (players), eve (a spectator). Dice: `secret` gives seeded ones that depend on nothing else, so
that a step may be tried and discarded; `physical` asks for typed ones; `faces` are fed by hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import SeededDice
from engine.kernel.state.combatant import Condition
from engine.kernel.state.orders import Begin, Entry
from tests.support.fights.arena import Arena
from tests.support.slices import dozen, fantasia, minis, saari

Make = Callable[..., Arena]


def seeded(secret: str) -> SeededDice:
    """Dice that follow from a secret."""
    return SeededDice(
        "arena", hashlib.sha256(secret.encode()).hexdigest(), hashlib.sha256(b"2" + secret.encode()).hexdigest()
    )


def fight(
    system: Any,
    entries: Callable[[Rulebook[Any]], list[Entry]],
    *,
    secret: str = "",
    physical: bool = False,
    faces: Sequence[int] | None = None,
    begun: bool = True,
    **more: Any,
) -> Arena:
    """A fight of any system that begins without a roll."""
    book = system if isinstance(system, Rulebook) else Rulebook(system)
    dice: Any = None if physical else seeded(secret) if faces is None else faces
    arena = Arena(book, entries(book), dice=dice, **more)
    if begun:
        arena.order("gm", Begin())
    return arena


def one(
    book: Rulebook[Any],
    name: str,
    side: str,
    seat: str | None,
    *,
    hidden_from: bool = False,
    conditions: tuple[Condition, ...] = (),
    place: Any = None,
    **sheet: Any,
) -> Entry:
    """A combatant that enters. hidden_from: only its own seat and the GM know of it."""
    return book.enter(
        id=name,
        name=name.capitalize(),
        side=side,
        seat=seat,
        place=place,
        conditions=conditions,
        sheet=book.system.sheet(**sheet),
        seen_by=((seat,) if seat else ()) if hidden_from else None,
    )  # type: ignore[call-arg]


def saari_fight(*, will: bool = False, life: int = 6, actions: int = 4, **more: Any) -> Arena:
    """Aino (ana) and Bo (ben) in one melee with the GM's goblin and imp."""

    def entries(book: Rulebook[Any]) -> list[Entry]:
        return [
            one(book, "aino", "heroes", "ana", place=saari.GLADE, life=life, actions=actions, knot="k1"),
            one(book, "bo", "heroes", "ben", place=saari.GLADE, life=life, actions=actions, mind=1, pool=2, knot="k1"),
            one(book, "gob", "foes", None, place=saari.GLADE, life=life, needed=3, will=will, knot="k1"),
            one(book, "imp", "foes", None, place=saari.GLADE, life=life, actions=1, knot="k1"),
        ]

    return fight(saari.system, entries, **more)


def dozen_fight(*, archers: int = 3, bog: bool = False, life: int = 3, **more: Any) -> Arena:
    """Run (ana) marches before Ben's archers; the last archer is the GM's."""

    def entries(book: Rulebook[Any]) -> list[Entry]:
        line = [
            one(
                book,
                f"arch{i}",
                "b",
                "ben" if i < archers - 1 else None,
                place=dozen.GROUND[i % 6],
                life=life,
                loaded=1,
            )
            for i in range(archers)
        ]
        return [one(book, "run", "a", "ana", place=dozen.GROUND[0], life=life, bog=bog), *line]

    return fight(dozen.system, entries, **more)


def minis_fight(*, knight: str | None = "ben", life: int = 9, **more: Any) -> Arena:
    """An ogre (ana) against a knight (ben) and the GM's rat."""

    def entries(book: Rulebook[Any]) -> list[Entry]:
        return [
            one(book, "ogre", "a", "ana", life=life),
            one(book, "knight", "b", knight, life=life),
            one(book, "rat", "b", None, life=life),
        ]

    return fight(minis.system, entries, **more)


def fantasia_fight(
    *, trigger: str = "cast", lurker: bool = False, life: int = 20, magic: int = 9, **more: Any
) -> Arena:
    """The GM's Kefka against Strago (ana) and Relm (ben), who both hold something ready; Relm mirrors spells.

    lurker: a friend of Kefka's whom only the GM knows of.
    """

    def entries(book: Rulebook[Any]) -> list[Entry]:
        mirror = (Condition("mirror", "reflect"),)
        here = [
            one(book, "kefka", "b", None, life=life, magic=magic),
            one(book, "strago", "a", "ana", life=life, magic=magic, trigger=trigger),
            one(book, "relm", "a", "ben", life=life, magic=magic, trigger="any", conditions=mirror),
        ]
        return [*here, one(book, "lurker", "b", None, hidden_from=True, life=life)] if lurker else here

    return fight(fantasia.system, entries, **more)


FIGHTS: dict[str, Make] = {
    "saari": saari_fight,
    "dozen": dozen_fight,
    "minis": minis_fight,
    "fantasia": fantasia_fight,
}


def play_out(arena: Arena, picks: dict[str, tuple[str, dict[str, Any]]] | None = None) -> None:
    """Answer every decision: a kind in `picks` with its choice if that is offered, all others by default."""
    while arena.pending:
        asked = arena.pending[0]
        key, fields = (picks or {}).get(asked.kind, (asked.default, {}))
        if all(offer.key != key for offer in asked.offers):
            key, fields = asked.default, {}
        arena.answer(asked.seats[0], key, fields, decision=asked.decision)


def find(make: Callable[[str], Arena | None]) -> Arena:
    """The first fight, over secrets 0, 1, 2 ..., for which `make` does not return None."""
    for number in range(500):
        arena = make(str(number))
        if arena is not None:
            return arena
    raise AssertionError("no secret makes such a fight")
