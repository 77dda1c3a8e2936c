"""How a fight ends tells nobody of which side somebody is whom he does not know of."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec import Struct

from engine.kernel.playing.decide import Choice
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import NewEncounter
from engine.service.registry import Registry
from tests.support.fights import playing
from tests.support.fights.wishes import changed
from tests.support.secrecy.secrets import LURKER, outsiders, somebody_unseen
from tests.support.secrecy.variations import SIDE
from tests.support.secrecy.worlds import World, events_of, same, state_of

REGISTRY = Registry.installed()
SYSTEMS = sorted(REGISTRY.books)
FREE = [system for system in SYSTEMS if playing.has_free_sides(playing.examples_of(system))]
FIGHTS, GIVING_UP = 2, 6


class End(Struct):
    """The events with which a fight ends, by version."""

    world: World
    first: int
    last: int

    async def told(self, seat: str | None) -> bytes:
        """What a seat gets of them."""
        return await events_of(self.world, self.world.id, seat, self.first, self.last)


def wish_of(system: str, seed: int) -> NewEncounter:
    """A fight with one of whom only the game master knows."""
    return somebody_unseen(playing.examples_of(system), random.Random(f"ends {seed}")).one


def known_sides(wish: NewEncounter) -> list[str]:
    """The sides of which everybody knows somebody."""
    return list(dict.fromkeys(one["side"] for one in wish.combatants if one["id"] != LURKER))


async def answered(world: World) -> bool:
    """Whether a question was open; it has its default now, or everybody is declared."""
    fight = (await world.loaded()).position.state.fight
    waiting = [asked for asked in fight.window.asked if not asked.answered] if fight.window else []
    for asked in waiting[:1]:
        # In Minis nobody fights before somebody has declared something.
        choice = next((offer.key for offer in asked.offers if asked.kind == "DeclareWhom"), asked.default)
        await world.perform(playing.Play(asked.seats[0], decision=asked.decision, choice=Choice(choice)))
    return bool(waiting)


async def ended(system: str, wish: NewEncounter, orders: list[dict[str, Any]]) -> End:
    """A fight after the first of these orders, given by the game master, that ends it.

    An order that must wait for a question waits for its default.
    """
    world = World(REGISTRY, wish, "02" * 32)
    await world.start()
    gm = next(seat.seat for seat in wish.seats if seat.role == "GM")
    for order in [{REGISTRY.book(system).key: {"begin": {}}}, *orders]:
        while True:
            before = await world.loaded()
            try:
                await world.perform(playing.Play(gm, order))
                break
            except RuleRefusal:
                assert await answered(world), f"{order} is refused"
        if order is orders[-1]:
            while await answered(world):
                pass
        after = await world.loaded()
        if after.position.state.fight.outcome is not None:
            return End(world, before.head.version + 1, after.head.version)
    raise AssertionError("it goes on")


def removal(wish: NewEncounter) -> dict[str, Any]:
    """Everybody but the one unseen is taken out of the fight."""
    return {"gm": {"remove": {"combatants": [one["id"] for one in wish.combatants if one["id"] != LURKER]}}}


@pytest.mark.parametrize("system", FREE)
async def test_a_side_of_which_nobody_knows_ends_a_fight_unnamed(system: str) -> None:
    """It alone is left: whatever it is called, the others read the same, and its name nowhere."""
    for seed in range(FIGHTS):
        wish = wish_of(system, seed)
        ends = [await ended(system, changed(wish, LURKER, side=side), [removal(wish)]) for side in (SIDE, f"{SIDE}-2")]
        for seat in outsiders(wish):
            told = [await end.told(seat) for end in ends]
            states = [await state_of(end.world, end.world.id, seat) for end in ends]
            same("the end", seat, *told)
            assert SIDE.encode() not in told[0]
            for what in states[0]:
                same(what, seat, states[0][what], states[1][what])
                assert SIDE.encode() not in states[0][what]


@pytest.mark.parametrize("system", FREE)
async def test_an_end_has_as_many_events_whosesoever_somebody_unseen_is(system: str) -> None:
    """Where all others leave at once: also if he is of a side that all know, and it has won."""
    for seed in range(FIGHTS):
        wish = wish_of(system, seed)
        counted: set[tuple[int, ...]] = set()
        for side in (*known_sides(wish), SIDE):
            end = await ended(system, changed(wish, LURKER, side=side), [removal(wish)])
            told = [await end.told(seat) for seat in outsiders(wish)]
            counted.add(tuple(len(lines.splitlines()) for lines in told))
        assert len(counted) == 1, f"seed {seed}: {counted}"


def giving_up(system: str, wish: NewEncounter, side: str) -> dict[str, Any] | None:
    """The order by which a side gives up, or all of the game master's of it; None: in this game nobody gives up so."""
    key = REGISTRY.book(system).key
    who = next((one["id"] for one in wish.combatants if one["side"] == side and one["id"] != LURKER), None)
    match system:
        case "fantasia":
            return {key: {"surrender": {"side": side}}}
        case "dozen_die":
            return {key: {"concede": {"side": side}}}
        case "mongolian_mercenaries":
            return None
    return {key: {"concede": {"combatant": who}}}


@pytest.mark.parametrize("system", [system for system in FREE if system != "mongolian_mercenaries"])
async def test_giving_up_reads_the_same_whosesoever_somebody_unseen_is(system: str) -> None:
    """He leaves with those who give up, or stands with those who have won: nobody else reads which, nor how many do."""
    compared = 0
    for seed in range(GIVING_UP):
        wish = all_of_the_gm(wish_of(system, seed))
        sides = [side for side in known_sides(wish) if side != "neutral"]
        if len(sides) != 2:
            continue  # with a third one it would go on
        ends = []
        for side in sides:
            order = giving_up(system, wish, sides[0])
            assert order is not None
            ends.append(await ended(system, changed(wish, LURKER, side=side), [order]))
        for seat in outsiders(wish):
            told = [bare(await end.told(seat)) for end in ends]
            assert told[0] == told[1], f"seed {seed}: {seat} tells them apart"
            compared += len(told[0])
    assert compared


def bare(lines: bytes) -> list[tuple[str, str]]:
    """The kinds of events, and who leaves and wins.

    Not whose turn or die it is: where initiative and draws fall by the version, that depends on all who are there.
    """
    events = [json.loads(line) for line in lines.splitlines()]
    return [(one["type"], one["text"] if one["type"] in ("CombatantOut", "OutcomeReached") else "") for one in events]


def all_of_the_gm(wish: NewEncounter) -> NewEncounter:
    """The same fight, in which nobody is a player's: whoever gives up, gives up for all of his side."""
    for one in wish.combatants:
        wish = changed(wish, one["id"], seat=None)
        if one["id"] == LURKER and "load" in one["sheet"]:
            wish = changed(wish, LURKER, sheet={**one["sheet"], "load": None})  # who carries along shows by what falls
    return wish
