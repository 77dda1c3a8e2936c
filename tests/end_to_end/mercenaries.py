"""A fight of Mongolian Mercenaries that its seats play through GraphQL alone; every die is typed.

A table has wishes: what is to happen, by whose order, and how the dice of that order fall. Till all of them have come
true everybody else misses; from then on chance decides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tests.end_to_end.seated import Seated, Shown
from tests.support.contract.client import fill

KEY = "mongolianMercenaries"
PREFIX = "MongolianMercenaries"

Told = Callable[[str, Shown, "Chronicle"], bool]

FIRST: Mapping[str, tuple[int, ...]] = {
    "fail": (), "pass": (7,), "graze": (7, 7), "crit": (8,), "jam": (1,), "spend": (7, 2),
}  # fmt: skip
"""The first dice of a hit that is to go so; the others show no success. Of one that is strong all do."""
SUMMON = "summon"
"""Whoever has been summoned, in a wish."""


class Wish(Struct, frozen=True, kw_only=True):
    """Something that is to happen once.

    told: whether an event tells of it. who: who orders it; "": it follows from what others do.
    order: by its name on the wire; pick: what it must be about, by the names of its fields.
    after: what must have happened before. dice: how the tests of that order go, by their purpose; those of a fate
    (without an order): the tests of `tester`, at any time till it has come true.
    """

    told: Told
    who: str = ""
    order: str = ""
    pick: Mapping[str, Any] = {}
    after: tuple[str, ...] = ()
    dice: Mapping[str, str] = {}
    tester: str = ""


class Chronicle:
    """What has been told of a fight so far, as far as a wish asks for it."""

    def __init__(self) -> None:
        self.clash = False
        self.acting: list[str] = []
        self.summons: list[str] = []
        self.health: dict[str, int] = {}
        self.actions: list[str] = []
        self.orders: list[str] = []
        self.strikes: list[Shown] = []
        self.failed: Shown | None = None
        self.missed: Shown | None = None

    def add(self, kind: str, data: Shown) -> None:
        """An event, after the wishes have been asked."""
        match kind:
            case "ClashBegan":
                self.clash = True
            case "CombatantJoined" if self.clash:
                self.summons.append(data["combatant"])
            case "VitalChanged" if data["vital"] == "health" and data["now"] is not None:
                self.health[data["combatant"]] = data["now"]
            case "TurnBegan":
                self.actions = [] if data["acting"][:1] != self.acting[:1] else self.actions
                self.acting = data["acting"]
            case "ActionPaid":
                self.actions.append(data["combatant"])
            case "AttackDeclared":
                self.strikes.append(data)
            case "AttackEnded" | "AttackVoided" if self.strikes:
                self.strikes.pop()
            case "RollThrown":
                self.failed = None if data["passed"] else data


class Mercenaries(Seated):
    """The fight and its clients.

    happened: wishes that have come true, in that order. positions: where a combatant goes in the opening, and whether
    into cover. cards: ids of what is drawn, by what is drawn. accepted: kinds of questions that are not answered by
    their default.
    """

    def __init__(
        self,
        base: str,
        admin: str,
        rng: random.Random,
        table: Shown,
        wishes: Mapping[str, Wish],
        positions: Mapping[str, tuple[int, bool]],
        cards: Sequence[str] = (),
        accepted: Sequence[str] = (),
    ) -> None:
        super().__init__(base, admin, rng, table)
        self.happened: list[str] = []
        self.asked: list[str] = []
        self.wishes, self._positions, self._cards, self._accepted = wishes, positions, cards, accepted
        self.seats = {one["id"]: one["seat"] or "gm" for one in table["combatants"]}
        self._party = {one["id"] for one in table["combatants"] if one["side"] == "party"}
        self._told = Chronicle()
        self._wish = ""
        self._roll: Shown = {}

    # -- the course
    async def play(self, most: int) -> str:
        """To its end: the winning side. AssertionError if it is not over after so many orders and answers."""
        await self.sit_down()
        await self.act("gm", {KEY: {"begin": {"note": ""}}})
        while sum(self.steps.values()) < most:
            shown = await self.look("gm")
            if shown["outcome"] is not None:
                await self.act("gm", {"gm": {"end": {"reason": "the field is quiet"}}})
                return str(shown["outcome"])
            await self.step(shown)
        raise AssertionError(f"not over after {most} steps: {self.steps}; still wished: {self.missing}")

    @property
    def missing(self) -> list[str]:
        """Wishes that have not come true."""
        return [deed for deed in self.wishes if deed not in self.happened]

    async def step(self, shown: Shown) -> None:
        """What is to be done now. shown: to the game master."""
        if shown["decisions"]:
            await self.decide(shown["decisions"][0])
            return
        self._wish = ""
        for who in shown["acting"]:
            found = self._wished(await self.look(self._seat(shown, who)), who)
            if found is not None:
                self._wish, order = found
                await self.act(self._seat(shown, who), order)
                return
        who = shown["acting"][-1]
        seat = self._seat(shown, who)
        await self.act(seat, self._usual(await self.look(seat), who))

    async def decide(self, asked: Shown) -> None:
        """Whoever is asked answers."""
        seat = asked["seats"][0]
        mine = next(one for one in (await self.look(seat))["decisions"] if one["id"] == asked["id"])
        if mine["kind"] == "Roll":
            await self.roll(seat, mine, self._faces(mine))
        else:
            await self.reply(seat, mine, self._chosen(mine))

    def heard(self, kind: str, data: Shown) -> None:
        """Keep what the next picks depend on, and what has come true."""
        kind = kind.removeprefix(PREFIX)
        for deed in self.missing:
            if self.wishes[deed].told(kind, data, self._told):
                self.happened.append(deed)
        if kind == "RollOpened":
            self._roll = data
        if kind == "DecisionOpened":
            self.asked.append(data["kind"])
        self._told.add(kind, data)

    def _seat(self, shown: Shown, who: str) -> str:
        """Who orders for somebody; for whoever was summoned, too."""
        return next(one["seat"] or "gm" for one in shown["combatants"] if one["key"] == who)

    def _ready(self, wish: Wish) -> bool:
        """Whether all has happened that is to come before it."""
        return not any(one in self.missing for one in wish.after)

    def _doer(self, wish: Wish) -> str:
        return self._told.summons[0] if wish.who == SUMMON and self._told.summons else wish.who

    # -- dice
    def _faces(self, asked: Shown) -> list[int]:
        """By chance once all wishes have come true; before that as they want, and a failure for all others."""
        question = asked["question"]
        drawn = question.get("among")
        if drawn:
            return [self._drawn(drawn)]
        fallen, sides = self.thrown(asked), int(question["dice"].split("d")[1])
        if not self.missing:
            mine = self._roll.get("combatant") in self._party
            return fallen if mine or sides != 8 else [min(face, 6) for face in fallen]
        if self._roll.get("form") == "OPPOSED":
            # Each side has a die of its own: who tests shows the most where it is to pass.
            mine = question["by"] == self._roll["combatant"]
            return [8 if mine is (self._fate() != "fail") else 1]
        return self._fallen(self._fate(), fallen, sides)

    def _drawn(self, among: list[Any]) -> int:
        """The number of a card that is wanted, or of any."""
        ids = [one["id"] if isinstance(one, dict) else one for one in among]
        wanted = [number for number, one in enumerate(ids, 1) if one in self._cards]
        return wanted[0] if wanted else self._rng.randint(1, len(ids))

    def _fate(self) -> str:
        """How the open test goes."""
        tester, purpose = self._roll.get("combatant"), self._roll.get("purpose", "")
        wish = self.wishes.get(self._wish)
        if (
            wish is not None
            and purpose in wish.dice
            and (tester == self._doer(wish) or purpose in ("RESISTANCE", "TRAP"))
        ):
            return self._again(wish.dice[purpose])
        for deed in self.missing:
            fate = self.wishes[deed]
            if not fate.order and fate.tester == tester and purpose in fate.dice and self._ready(fate):
                return self._again(fate.dice[purpose])
        return "fail"

    def _again(self, fate: str) -> str:
        """Of a test that is to fail and be repeated, the second time."""
        if fate != "lucky":
            return fate
        return "graze" if self._told.failed is not None and self._lucky else "fail"

    @property
    def _lucky(self) -> bool:
        return "lucky break" in self.happened

    def _fallen(self, fate: str, fallen: list[int], sides: int) -> list[int]:
        """Faces that bring a fate about."""
        if sides != 8:
            return [sides if fate == "fail" else 1] * len(fallen)
        if fate == "strong":
            return [6] * len(fallen)
        rest = [self._rng.randint(4, 5) for _ in fallen]
        return [*FIRST[fate], *rest][: len(fallen)]

    # -- answers
    def _chosen(self, asked: Shown) -> Shown:
        kind = asked["kind"]
        by_key = {one["key"]: one for one in asked["offers"]}
        usual = by_key[asked["default"]]
        others = [one for key, one in by_key.items() if key != asked["default"]]
        match kind:
            case "AskPosition":
                return self._stand(asked, by_key, usual)
            case "AskLuckyBreak" if self._wants_luck(asked) and others:
                return fill(others[0], {})
            case "AskReaction" if others and self._reacts(asked):
                return fill(others[0], {})
            case "AskLooting" if others:
                return fill(others[-1], {})
            case _ if kind in self._accepted and others:
                return fill(others[0], {})
            case _:
                return fill(usual, {})

    def _wants_luck(self, asked: Shown) -> bool:
        if not self.missing:
            return True
        wish = self.wishes.get(self._wish)
        return wish is not None and "lucky" in wish.dice.values() and asked["question"]["combatant"] == wish.who

    def _reacts(self, asked: Shown) -> bool:
        """By chance once all has come true; before that where a reaction of this combatant is wished for."""
        who = asked["question"]["combatant"]
        return not self.missing or any(f"{who} reacts" in self.wishes[deed].dice for deed in self.missing)

    def _stand(self, asked: Shown, by_key: Shown, usual: Shown) -> Shown:
        """At its place, if that is free."""
        rank, cover = self._positions.get(asked["question"]["combatant"], (0, False))
        offer = by_key.get("cover" if cover else "stand", usual)
        for field in offer["fields"]:
            if rank in [pick["value"] for pick in field["among"]]:
                return fill(offer, {field["path"][-1]: rank})
        return fill(usual, {})

    # -- orders
    def _wished(self, shown: Shown, who: str) -> tuple[str, Shown] | None:
        """The first wish that can be brought about now."""
        offers = [one for one in shown["offers"] if one["combatant"] == who]
        for deed in self.missing:
            wish = self.wishes[deed]
            if self._doer(wish) != who or not self._ready(wish):
                continue
            for offer in offers:
                order = fitting(offer, wish.order, wish.pick)
                if order is not None:
                    return deed, order
        return None

    def _usual(self, shown: Shown, who: str) -> Shown:
        """An attack, else nearer to somebody, else no more; as long as something is wished for seldom an attack."""
        offers = [one for one in shown["offers"] if one["combatant"] == who]
        attacks = [one for one in offers if "attack" in one["send"].get(KEY, {})]
        nearer = [one for one in offers if "changeDistance" in one["send"].get(KEY, {})]
        if attacks and (not self.missing or self._rng.random() < 0.3):
            return fill(self._rng.choice(attacks), {})
        if nearer and not self.missing:
            return fill(self._rng.choice(nearer), {"heading": "NEARER"})
        return next(fill(one, {}) for one in offers if "endTurn" in one["send"].get(KEY, {}))


def fitting(offer: Shown, order: str, pick: Mapping[str, Any]) -> Shown | None:
    """What to send for an offer if it is of this order and can be about that; else None."""
    body = offer["send"].get(KEY, {}).get(order)
    if body is None:
        return None
    picks: Shown = {}
    for name, value in pick.items():
        if body.get(name) == value:
            continue
        among = [one["value"] for field in offer["fields"] if field["path"][-1] == name for one in field["among"]]
        if not all(one in among for one in (value if isinstance(value, list) else [value])):
            return None
        picks[name] = value
    return fill(offer, picks)


def of(event: str, **having: object) -> Told:
    """Told by an event of this type with these figures, in the clash."""

    def told(kind: str, data: Shown, so_far: Chronicle) -> bool:
        return kind == event and so_far.clash and all(data.get(name) == value for name, value in having.items())

    return told


def before(event: str, **having: object) -> Told:
    """The same of the opening."""

    def told(kind: str, data: Shown, so_far: Chronicle) -> bool:
        return kind == event and not so_far.clash and all(data.get(name) == value for name, value in having.items())

    return told


def somebody(name: str, side: str, seat: str | None, sheet: Shown, health: int | None = None) -> Shown:
    """A combatant. health: at first."""
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": seat,
        "sheet": {KEY: sheet},
        **({} if health is None else {"vitals": {"health": health}}),
    }
