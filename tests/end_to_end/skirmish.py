"""A skirmish of Minis that two players play through GraphQL alone: they pick among the offers, and type their dice.

A player goes for the nearest enemy, over the bridge if it does not wade; it casts what harms, heals who is hurt,
shoots, and fights. What it picks and what the dice show follows from a seed.
"""

from __future__ import annotations

import random
from math import hypot
from typing import Any

from tests.end_to_end.seated import Seated, Shown, among
from tests.support.contract.client import fill

Spot = tuple[int, int]

SIDES = {"red": "ana", "blue": "ben"}
BRIDGE, BRIDGE_HALF = (1200, 1000), 100
"""The middle of the bridge, and half its width, in hundredths of an inch."""
WADERS = ("finn", "gorm", "otto", "smok")
"""Minis that go straight through the river."""
MIDSTREAM = 1000
"""Where the river flows: who has less y is to the north of it."""
HARMS = ("fireball", "lightning_bolt", "flying_fist")
"""Spells, the most harmful first."""

VALLEY: Shown = {
    "space": {"kind": "PLANE", "width": 2400, "height": 2000, "unit": "inch"},
    "legend": [{"key": "bridge", "look": "BRIDGE", "label": "Bridge"}],
    "patches": [
        {
            "key": "river",
            "entry": "river",
            "area": {
                "strip": {"line": [{"x": 0, "y": 940}, {"x": 1200, "y": 1000}, {"x": 2400, "y": 1060}], "width": 250}
            },
        },
        {
            "key": "road",
            "entry": "road",
            "area": {"strip": {"line": [{"x": 1200, "y": 0}, {"x": 1200, "y": 2000}], "width": 150}},
        },
        {
            "key": "bridge",
            "entry": "bridge",
            "area": {"strip": {"line": [{"x": 1200, "y": 850}, {"x": 1200, "y": 1150}], "width": 200}},
        },
        {
            "key": "hill",
            "entry": "hill",
            "area": {
                "outlines": [
                    {"points": [{"x": 300, "y": 420}, {"x": 620, "y": 380}, {"x": 700, "y": 640}, {"x": 380, "y": 720}]}
                ]
            },
        },
        {
            "key": "grove",
            "entry": "wood",
            "area": {
                "outlines": [{"points": [{"x": 1700, "y": 1300}, {"x": 1900, "y": 1280}, {"x": 1860, "y": 1480}]}]
            },
        },
    ],
}
"""A river of two and a half inches, a road with a bridge across it, a hill and a wood."""


def mini(name: str, side: str, ref: str, x: int, y: int, **sheet: Any) -> Shown:
    """A mini of the catalogue that looks across the river."""
    towards = {"x": 0, "y": 1 if y < MIDSTREAM else -1}
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": SIDES[side],
        "place": {"point": {"x": x, "y": y}},
        "sheet": {"minis": {"ref": ref, "towards": towards, **sheet}},
    }


SIX_A_SIDE = (
    mini("kord", "red", "knight", 1160, 660),
    mini("runa", "red", "archer", 500, 560),
    mini("mira", "red", "wizard", 1240, 520, spells=["flying_fist", "lightning_bolt", "fireball", "heal"]),
    mini("finn", "red", "footman", 1560, 740),
    mini("snik", "red", "goblin", 1060, 740),
    mini("gorm", "red", "ogre", 1700, 700),
    mini("vera", "blue", "knight", 1190, 1300),
    mini("rolf", "blue", "archer", 1560, 1420),
    mini("ida", "blue", "battle_mage", 1300, 1420),
    mini("otto", "blue", "sergeant", 900, 1220),
    mini("webb", "blue", "giant_spider", 1040, 1340),
    mini("smok", "blue", "salamander", 1660, 1220),
)
"""A caster, an archer and four for melee on either bank, an ogre among them."""
TWO_A_SIDE = (
    mini("mira", "red", "wizard", 1240, 740, spells=["flying_fist", "lightning_bolt", "fireball", "heal"]),
    mini("gorm", "red", "ogre", 1200, 900),
    mini("rolf", "blue", "archer", 1240, 1300),
    mini("smok", "blue", "salamander", 1180, 1080),
)
"""On the bridge and before it."""


def setup(minis: tuple[Shown, ...] = SIX_A_SIDE) -> Shown:
    """Ana against Ben in the valley; every die is typed."""
    return {
        "system": "minis",
        "name": "The valley",
        "dice": "PHYSICAL",
        "ground": VALLEY,
        "seats": [
            {"id": "gm", "name": "The GM", "role": "GM"},
            {"id": "ana", "name": "Ana", "role": "PLAYER"},
            {"id": "ben", "name": "Ben", "role": "PLAYER"},
        ],
        "combatants": list(minis),
        "singleAnswers": {"pace": 0},
    }


class Skirmish(Seated):
    """The fight and its clients."""

    def __init__(self, base: str, admin: str, rng: random.Random, minis: tuple[Shown, ...] = SIX_A_SIDE) -> None:
        super().__init__(base, admin, rng, setup(minis))

    # -- the course
    async def play(self, most: int) -> str:
        """To its end: the winning side. AssertionError if nobody has won after so many orders and answers."""
        await self.sit_down()
        await self.act("gm", {"minis": {"begin": {"note": "they meet at the bridge"}}})
        seat = "ana"
        while sum(self.steps.values()) < most:
            shown = await self.look(seat)
            if shown["outcome"] is not None:
                await self.act("gm", {"gm": {"end": {"reason": "the field is won"}}})
                return str(shown["outcome"])
            seat = await self._step(seat, shown)
        raise AssertionError(f"nobody has won after {most} steps: {self.steps}")

    async def _step(self, seat: str, shown: Shown) -> str:
        """What a seat does now, if anything; who is to be looked at next."""
        mine = [one for one in shown["decisions"] if seat in one["seats"] and (one["offers"] or one["kind"] == "Roll")]
        if mine:
            await self._answer(seat, shown, mine[0])
            return seat
        if shown["decisions"]:
            other = next(one for one in shown["decisions"] if seat not in one["seats"])["seats"][0]
            return str(other)
        who = shown["acting"][0]
        owner = next(one["seat"] for one in shown["combatants"] if one["key"] == who)
        if owner == seat:
            await self.act(seat, self._ordered(shown, who))
        return str(owner)

    # -- answers
    async def _answer(self, seat: str, shown: Shown, asked: Shown) -> None:
        if asked["kind"] == "Roll":
            await self.roll(seat, asked, self.thrown(asked))
            return
        await self.reply(seat, asked, self._chosen(seat, shown, asked))

    def _chosen(self, seat: str, shown: Shown, asked: Shown) -> Shown:
        by_key = {one["key"]: one for one in asked["offers"]}
        others = [one for key, one in by_key.items() if key != asked["default"]] or list(by_key.values())
        match asked["kind"]:
            case "DeclareWhom":  # whoever can act is declared
                return fill(by_key["these"], {"minis": asked["question"]["combatants"]})
            case "ConfirmFireball":
                sides = {one["key"]: one["side"] for one in shown["combatants"]}
                own = next(side for side, holder in SIDES.items() if holder == seat)
                hurt = [sides[one["combatant"]] == own for one in asked["question"]["victims"]]
                return fill(others[0] if sum(hurt) * 2 < len(hurt) else by_key[asked["default"]], {})
            case "FightHow" | "StrikeAtLeaving":
                return fill(self._rng.choice(others), {})
        return fill(by_key[asked["default"]], {})

    # -- orders
    def _ordered(self, shown: Shown, who: str) -> Shown:
        offers = {one["key"]: one for one in shown["offers"] if one["combatant"] == who}
        people = {one["key"]: one for one in shown["combatants"] if one["out"] is None}
        foes = [one for one in people.values() if one["side"] != people[who]["side"]]
        nearest = min(foes, key=lambda one: (_distance(_spot(people[who]), _spot(one)), one["key"]))
        return (
            self._cast(offers, people, who)
            or self._attack(offers, people)
            or self._turn(offers, people[who], nearest)
            or self._go(offers, people[who], nearest)
            or (offers.get("end-activation") or offers["wait"])["send"]
        )

    def _cast(self, offers: Shown, people: Shown, who: str) -> Shown | None:
        """Heals a friend that has lost half its life, else harms an enemy."""
        hurt = {
            key for key, one in people.items() if one["side"] == people[who]["side"] and 2 * _life(one) < _most(one)
        }
        healing = offers.get("cast-heal")
        for target in among(healing, "target") if healing else ():
            if target in hurt:
                return fill(healing, {"target": target})
        for spell in HARMS:
            offer = offers.get(f"cast-{spell}")
            if offer is None or (spell != HARMS[-1] and self._rng.random() < 0.4):
                continue
            enemies = [key for key in among(offer, "target") if people[key]["side"] != people[who]["side"]]
            if enemies:
                return fill(offer, {"target": self._rng.choice(enemies)})
            if not among(offer, "target"):
                return fill(offer, {})
        return None

    def _attack(self, offers: Shown, people: Shown) -> Shown | None:
        """Attacks whoever has the least life left."""
        attacks = [offer for key, offer in offers.items() if key.startswith("attack-")]
        if not attacks:
            return None
        return fill(min(attacks, key=lambda one: (_life(people[one["key"].removeprefix("attack-")]), one["key"])), {})

    def _turn(self, offers: Shown, one: Shown, nearest: Shown) -> Shown | None:
        """Turns to the nearest enemy where it is within an inch, and is not to be attacked as the mini stands."""
        offer = offers.get("pivot")
        here, there = _spot(one), _spot(nearest)
        if offer is None or _distance(here, there) > 100:
            return None
        return fill(offer, {"facing": {"x": there[0] - here[0], "y": there[1] - here[1]}})

    def _go(self, offers: Shown, one: Shown, nearest: Shown) -> Shown | None:
        """Goes where it is nearest to its goal; stays where no way leads nearer."""
        offer = offers.get("move")
        if offer is None:
            return None
        here, goal = _spot(one), _goal(one, nearest)
        ways = among(offer, "path")
        best = min(ways, key=lambda way: _distance(_end(way), goal))
        if _distance(_end(best), goal) > _distance(here, goal) - 10:
            return None
        return fill(offer, {"path": best})


def _goal(one: Shown, nearest: Shown) -> Spot:
    """The nearest enemy; the bridge where the river is between, unless it wades or stands before the bridge."""
    here, there = _spot(one), _spot(nearest)
    across = (here[1] < MIDSTREAM) != (there[1] < MIDSTREAM)
    if not across or one["key"] in WADERS or abs(here[0] - BRIDGE[0]) <= BRIDGE_HALF:
        return there
    return BRIDGE


def _spot(one: Shown) -> Spot:
    return one["place"]["point"]["x"], one["place"]["point"]["y"]


def _end(way: list[Shown]) -> Spot:
    return way[-1]["point"]["x"], way[-1]["point"]["y"]


def _distance(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _life(one: Shown) -> int:
    return next(int(vital["now"]) for vital in one["vitals"] if vital["key"] == "life")


def _most(one: Shown) -> int:
    return next(int(vital["max"]) for vital in one["vitals"] if vital["key"] == "life")
