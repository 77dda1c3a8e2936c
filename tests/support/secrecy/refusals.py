"""Refusals in two fights that look the same to a seat: the same text in both, or none in either.

If an order is accepted in both, its outcome may differ: that is what happened, and the stream shows it. The dice
are typed, so that every request may also carry faces: too many, too few, and such as no die shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct, structs

from engine.kernel.overruling.gm_tools import TakeBack
from engine.kernel.playing import decide, step
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dry_run import UNSEEN
from engine.kernel.state.decisions import filled
from engine.kernel.state.fight import ROLL
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.errors import FacesRefused, Fault, RuleRefusal
from engine.kernel.structs.fields import fields_of
from engine.kernel.structs.messages import plain
from engine.kit.testing import picks
from engine.service.registry import Registry
from engine.service.writing.creator import NewEncounter
from tests.support.fights.playing import Examples, Play
from tests.support.fights.wishes import changed, wish_of
from tests.support.laws import laws
from tests.support.secrecy.lockstep import wrong
from tests.support.secrecy.secrets import LURKER, NAME, closed_to, outsiders, seen_by_all, somebody_unseen
from tests.support.secrecy.worlds import Leak, Secret, World, told_in_all

SIDE = "zq7ambush"
"""A side that nobody else is of."""


# -- pairs of worlds
def other_figures(examples: Examples, rng: random.Random) -> Secret:
    """A combatant whose sheet is closed to a player has different figures in it: its defence, for one."""
    arena = examples.make(rng)
    wish = typed(seen_by_all(wish_of(arena)))
    foe = rng.choice([one for one in wish.combatants if any(closed_to(wish, one["id"]))])
    kinds = {f.encode_name: get_args(f.type) for f in fields_of(arena.book.system.sheet)}
    numbers = [name for name, among in kinds.items() if any(getattr(one, "__origin__", one) is int for one in among)]
    more = {name: rng.randint(1, 9) for name in rng.sample(numbers, rng.randint(1, 2))}
    other = changed(wish, foe["id"], sheet={**foe["sheet"], **more}, vitals=None)
    return Secret(wish, other, closed_to(wish, foe["id"]))


def somewhere_else(examples: Examples, rng: random.Random) -> Secret:
    """A combatant that no player knows of stands near one of theirs, in one place or another."""
    secret = somebody_unseen(examples, rng)
    one = typed(secret.one)
    beside = rng.choice([c for c in one.combatants if c["seat"] is not None])["place"]
    one, other = (changed(one, LURKER, place=_place_moved(beside, rng)) for _ in range(2))
    return Secret(one, other, outsiders(one), hidden=(LURKER, NAME), strict=False)


PAIRS: Mapping[str, Callable[[Examples, random.Random], Secret]] = {
    "other figures": other_figures,
    "somewhere else": somewhere_else,
}


def beside_typed_dice(examples: Examples, rng: random.Random) -> Secret:
    """As `somewhere_else`, where some of the players type their dice and the server rolls everything else."""
    secret = somewhere_else(examples, rng)
    players = [entry.seat for entry in secret.one.seats if entry.role == "PLAYER"]
    who = TypedBy(seats=tuple(rng.sample(players, rng.randint(1, len(players)))))
    one, other = (structs.replace(wish, dice="SEEDED", typed_by=who) for wish in (secret.one, secret.other))
    return structs.replace(secret, one=one, other=other)


def typed_unseen(examples: Examples, rng: random.Random) -> Secret:
    """A side of which only the game master knows types its dice, or the server rolls for it; maybe a player types."""
    one = structs.replace(somebody_unseen(examples, rng).one, dice="SEEDED")
    side = next(one["side"] for one in one.combatants if one["id"] == LURKER)
    if rng.random() < 0.5:
        one, side = changed(one, LURKER, side=SIDE), SIDE
    else:  # a game may know two sides only: all of the lurker's lie in wait
        for friend in [friend["id"] for friend in one.combatants if friend["side"] == side]:
            one = changed(one, friend, seat=None, seenBy=[])
    players = [entry.seat for entry in one.seats if entry.role == "PLAYER"]
    seats = tuple(rng.sample(players, rng.randint(0, 1)))
    other = structs.replace(one, typed_by=TypedBy(seats=seats))
    one = structs.replace(one, typed_by=TypedBy(seats=seats, sides=(side,)))
    return Secret(one, other, outsiders(one), hidden=(LURKER, NAME), strict=False)


MIXED: Mapping[str, Callable[[Examples, random.Random], Secret]] = {
    "beside typed dice": beside_typed_dice,
    "typed unseen": typed_unseen,
}
"""Pairs with mixed dice."""


def typed(wish: NewEncounter) -> NewEncounter:
    """The same fight with typed dice."""
    return structs.replace(wish, dice="PHYSICAL")


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all numbers in a JSON value."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path
    elif isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(item, (*path, key))


def _moved(value: Any, path: tuple[Any, ...], by: int) -> Any:
    """The value with another number at that path."""
    if not path:
        return max(0, value + by)
    key, *rest = path
    if isinstance(value, dict):
        return {**value, key: _moved(value[key], tuple(rest), by)}
    return [_moved(item, tuple(rest), by) if n == key else item for n, item in enumerate(value)]


def _place_moved(place: Any, rng: random.Random) -> Any:
    """A place some steps away."""
    if not place:
        return place
    paths = [path for path in _numbers(place) if path[-1] in ("x", "y")]
    for path in paths:
        step = 100 if "point" in path else 1
        place = _moved(place, path, rng.randint(-2, 2) * step)
    return place


# -- comparing
class Tried(Struct):
    """The number of requests compared: refused in both, accepted in both, and with typed faces."""

    refused: int = 0
    accepted: int = 0
    with_faces: int = 0


async def answer_of(world: World, play: Play) -> bytes:
    """The refusal of a request in all languages; b"" if it is accepted."""
    loaded = await world.loaded()
    try:
        if play.order is not None and "table" in play.order:
            await _taken_back(world, play)
        else:
            await world.tried(play)
    except RuleRefusal as refusal:
        if refusal.reason == UNSEEN:
            raise AssertionError(f"legal as far as {play.seat} sees, and refused: {play}") from refusal
        return msgspec.json.encode(told_in_all(refusal, loaded.book, loaded.position.state, play.seat))
    except Fault as fault:
        raise AssertionError(f"a fault: {play}: {fault}") from fault
    return b""


async def _taken_back(world: World, play: Play) -> None:
    """Request a take-back and discard the result."""
    loaded, service = await world.loaded(), world.service
    wish = msgspec.convert((play.order or {})["table"]["takeBack"], TakeBack)
    fight = loaded.position.state.fight
    around = await service._writer.circumstances(world.id, fight, play.seat, (), {}, loaded.time)
    await service._steps.take_back(world.id, loaded, play.seat, wish, around)


async def begun(worlds: list[World], secret: Secret, rng: random.Random, steps: int) -> list[str]:
    """Both worlds at the first turn; the players who must not be able to distinguish them."""
    for world in worlds:
        await world.start()
    for _ in range(4 * steps):
        # Until the first turn, dice are typed one after the other and nobody may order anything.
        if (await worlds[0].loaded()).position.state.fight.acting or not await stepped(worlds, rng):
            break
    roles = {entry.seat: entry.role for entry in secret.one.seats}
    return [seat for seat in secret.outsiders if seat is not None and roles[seat] == "PLAYER"]


async def alike(worlds: list[World], seats: list[str]) -> list[str]:
    """Those of the seats to which both worlds look the same."""
    one, other = [await world.loaded() for world in worlds]
    if one.head.version != other.head.version:
        return []
    book, states = one.book, (one.position.state, other.position.state)
    return [seat for seat in seats if plain(book.seen(states[0], seat)) == plain(book.seen(states[1], seat))]


async def compared(registry: Registry, secret: Secret, rng: random.Random, steps: int) -> Tried:
    """Play both, and try requests of every outsider at each stop while the worlds look the same to it. Leak."""
    worlds = [World(registry, wish, dice) for wish, dice in zip((secret.one, secret.other), secret.dice, strict=True)]
    seats, done = await begun(worlds, secret, rng, steps), Tried()
    for _ in range(steps):
        seats = await alike(worlds, seats)
        if not seats:
            break
        loaded = await worlds[0].loaded()
        for seat in seats:
            version, state = loaded.head.version, loaded.position.state
            for play in requests(loaded.book, state, version, seat, secret, rng):
                one, other = [await answer_of(world, play) for world in worlds]
                if one != other:
                    raise Leak(f"{seat} tells the worlds apart by {play}:\n{one!r}\n{other!r}")
                done.refused += bool(one)
                done.accepted += not one
                done.with_faces += bool(play.faces)
        if not await stepped(worlds, rng):
            break
    return done


def requests(book: Any, state: Any, version: int, seat: str, secret: Secret, rng: random.Random) -> list[Play]:
    """Orders and answers of a seat, legal and illegal, with and without faces; and take-backs that it might request."""
    mine = [offer for whose, offer in picks.offered(book, state) if whose == seat]
    tries = []
    for offer in rng.sample(mine, min(len(mine), 8)):
        for _ in range(4 if offer.fields else 1):
            order = filled(offer, {f.name: picks.pick(f, rng) for f in offer.fields if rng.random() < 0.7})
            tries.append(Play(seat, book.encode_order(order)))
    mistakes = wrong(book, state, seat, secret, rng)
    tries += rng.sample(mistakes, min(len(mistakes), 8))
    for asked in state.fight.window.asked if state.fight.window else ():
        tries.append(
            Play(seat, decision=asked.decision, choice=picks.some_choice(asked, rng) if asked.offers else None)
        )
    back = [None, *rng.sample(range(1, version + 2), min(version + 1, 4))]
    asks = [Play(seat, {"table": {"takeBack": {"to": to}}}) for to in back]
    return tries + [structs.replace(play, faces=_faces(rng)) for play in tries] + asks


def _faces(rng: random.Random) -> tuple[int, ...]:
    """Some faces, mostly possible ones."""
    most = rng.choice((6, 6, 6, 12, 20))
    faces = tuple(rng.randint(1, most) for _ in range(rng.randint(1, 7)))
    return (*faces, rng.choice((0, -1, 99))) if rng.random() < 0.2 else faces


async def stepped(worlds: list[World], rng: random.Random) -> bool:
    """Take the same step in both; False if no possible one is found."""
    for _ in range(8):
        loaded = await worlds[0].loaded()
        play = _chosen(loaded.book, loaded.position.state, rng)
        if play is None:
            return False
        if any([await answer_of(world, play) for world in worlds]):
            continue
        for world in worlds:
            await world.perform(play)
        return True
    return False


def _chosen(book: Any, state: Any, rng: random.Random) -> Play | None:
    fight = state.fight
    waiting = [a for a in fight.window.asked if not a.answered] if fight.window else []
    if waiting:
        asked = rng.choice(waiting)
        if asked.kind == ROLL:
            return Play(asked.seats[0], decision=asked.decision, faces=laws.typed(asked, rng))
        return Play(asked.seats[0], decision=asked.decision, choice=Choice(asked.default))
    if fight.round == 0 and not fight.acting:
        return Play(fight.gms()[0], {book.key: {"begin": {}}})
    offers = picks.offered(book, state)
    acts = [one for one in offers if type(one[1].body).actor] or offers
    if not acts:
        return None
    seat, offer = rng.choice(acts)
    return Play(seat, book.encode_order(filled(offer, {f.name: picks.pick(f, rng) for f in offer.fields})))


# -- a leak to plant
def left_over_after_playing(patch: pytest.MonkeyPatch) -> None:
    """Count faces only after all is played: the number left over reveals whether a blow has hit."""
    played = step.play_on

    def counted(*args: Any, **more: Any) -> Any:
        done, typed = played(*args, **more), args[3].typed
        if typed.left:
            raise FacesRefused(f"faces left over: {typed.left}")
        return done

    patch.setattr(decide, "play_on", counted)
    patch.setattr(decide, "sees_all", lambda *args: True)
