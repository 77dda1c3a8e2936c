"""A fight of Saari that three players and a game master play through GraphQL alone; every die is typed.

The characters lie in ambush in a glade. What the seats pick, and what the dice show, follows from a seed, but till each
of `DEEDS` has happened they play and roll towards it: a table that wants to see everything once.
"""

from __future__ import annotations

import random
from typing import Any

from tests.end_to_end.seated import Seated, Shown, among
from tests.support.contract.client import fill

SEATS = {"ana": "tuisku", "ben": "sirri", "cai": "ilma"}
"""Who plays whom."""
GUARD, ARCHER, MAGE = SEATS.values()

DEEDS = ("ambush", "cut in", "coverage", "parry of a comrade", "assist", "mind point", "complication", "riposte")
"""What is to happen. cut in: a readied action is carried out within a free strike, before its roll. complication: one
that the game master chooses; riposte: its dice are in an attack."""

FOREST: Shown = {
    "space": {"kind": "ZONES"},
    "zones": [
        {"key": "glade", "label": "Glade"},
        {"key": "thicket", "label": "Thicket", "entries": ["cover"]},
        {"key": "bank", "label": "Bank"},
    ],
    "links": [
        {"key": "path", "from": "glade", "to": "thicket"},
        {"key": "ford", "from": "thicket", "to": "bank", "entries": ["difficult"]},
    ],
}
"""A glade, a thicket with cover, and a bank behind a ford that is hard to cross."""


def character(seat: str, **figures: Any) -> Shown:
    """A character of the catalogue, in the glade."""
    return _somebody(SEATS[seat], "heroes", seat, "glade", ref=SEATS[seat], **figures)


def foe(name: str, ref: str, zone: str, **figures: Any) -> Shown:
    """An enemy of the catalogue."""
    return _somebody(name, "foes", "gm", zone, ref=ref, **figures)


def _somebody(name: str, side: str, seat: str, zone: str, **sheet: Any) -> Shown:
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": seat,
        "place": {"zone": zone},
        "sheet": {"saari": sheet},
    }


PARTY = (character("ana", might=4), character("ben"), character("cai"))
BAND = (foe("gritt", "goblin", "glade", kp=8), foe("ohto", "shaman", "thicket", kp=6))
"""A goblin among the characters, and a shaman in cover near by."""
HORDE = (
    *BAND,
    foe("nokk", "goblin", "thicket"),
    foe("mosk", "bandit", "thicket"),
    foe("rauta", "duellist", "bank"),
    foe("juoni", "archer", "bank"),
)


def setup(foes: tuple[Shown, ...]) -> Shown:
    """Three characters lie in wait for these foes."""
    return {
        "system": "saari",
        "name": "The glade",
        "dice": "PHYSICAL",
        "ground": FOREST,
        "setup": {"saari": {"ambush": "BY_CHARACTERS"}},
        "seats": [
            {"id": "gm", "name": "The GM", "role": "GM"},
            *({"id": seat, "name": seat.capitalize(), "role": "PLAYER"} for seat in SEATS),
        ],
        "combatants": [*PARTY, *foes],
        "singleAnswers": {"pace": 0},
    }


class Expedition(Seated):
    """The fight and its clients.  happened: those of DEEDS that have."""

    def __init__(self, base: str, admin: str, rng: random.Random, foes: tuple[Shown, ...] = HORDE) -> None:
        super().__init__(base, admin, rng, setup(foes))
        self.happened: set[str] = set()
        self.asked: list[str] = []
        self._engaged: dict[str, str] = {}
        self._left: dict[str, int] = {}
        self._ready: set[str] = set()
        self._riposte: dict[str, int] = {}
        self._strikes: list[tuple[str, bool]] = []
        self._area = False
        self._marked = ""
        self._roll: Shown = {}

    # -- the course
    async def play(self, most: int) -> str:
        """To its end: the winning side. AssertionError if it is not over after so many orders and answers."""
        await self.sit_down()
        await self.act("gm", {"saari": {"begin": {"note": "they lie in wait"}}})
        while sum(self.steps.values()) < most:
            shown = await self.look("gm")
            if shown["outcome"] is not None:
                await self.act("gm", {"gm": {"end": {"reason": "the glade is quiet"}}})
                return str(shown["outcome"])
            await self.step(shown)
        raise AssertionError(f"it is not over after {most} steps: {self.steps}")

    async def step(self, shown: Shown) -> None:
        """What is to be done now. shown: to the game master."""
        if shown["decisions"]:
            await self.decide(shown["decisions"][0])
            return
        who = shown["acting"][0]
        if who == GUARD and self._wants("complication") and self._marked != who:
            self._marked = who
            await self.act("gm", {"saari": {"markRoll": {"combatant": who}}})
            return
        seat = next(one["seat"] for one in shown["combatants"] if one["key"] == who)
        await self.act(seat, self._ordered(await self.look(seat), who))

    async def decide(self, asked: Shown) -> None:
        """Whoever is asked answers."""
        seat = asked["seats"][0]
        if asked["kind"] == "Roll":
            await self.roll(seat, asked, self._faces(asked))
            return
        mine = next(one for one in (await self.look(seat))["decisions"] if one["id"] == asked["id"])
        await self.reply(seat, mine, self._chosen(mine))

    def heard(self, kind: str, data: Shown) -> None:
        """Keep what the next picks depend on."""
        match kind.removeprefix("Saari"):
            case "AmbushStruck":
                self.happened.add("ambush")
            case "ActionReadied":
                self._ready.add(data["combatant"])
            case "ReadyEnded":
                self._ready.discard(data["combatant"])
                if data["ending"] == "FIRED" and self._in_free_strike():
                    self.happened.add("cut in")
            case "InitiativeSet":
                self._left[data["combatant"]] = data["initiative"]
            case "ActionsPaid" | "ActionsLost":
                self._left[data["combatant"]] = data["actionsLeft"]
            case "EngagementJoined":
                self._engaged[data["combatant"]] = data["engagement"]
            case "EngagementLeft":
                self._engaged.pop(data["combatant"], None)
            case "AttackDeclared":
                self._strikes.append((data["combatant"], data["free"]))
                self._area = False
            case "AreaAttacked":
                self._area = True
            case "AttackEnded" | "ActionSpoiled" if self._strikes and self._strikes[-1][0] == data["combatant"]:
                self._strikes.pop()
            case "RollOpened":
                self._roll = data
                if data["purpose"].endswith("_ATTACK") and self._riposte.pop(data["combatant"], 0):
                    self.happened.add("riposte")
            case "RiposteChanged" if data["riposteDice"]:
                self._riposte[data["combatant"]] = data["riposteDice"]
            case "ExtrasSpent" if data["use"] == "COVERAGE":
                self.happened.add("coverage")
            case "ParryMerged" if data["combatant"] != data["target"]:
                self.happened.add("parry of a comrade")
            case "AssistAdded":
                self.happened.add("assist")
            case "MindPointSpent":
                self.happened.add("mind point")
            case "ComplicationChosen" if "AskComplication" in self.asked:
                self.happened.add("complication")

    def _wants(self, deed: str) -> bool:
        return deed not in self.happened

    def _in_free_strike(self) -> bool:
        return bool(self._strikes) and self._strikes[-1][1]

    # -- answers
    def _faces(self, asked: Shown) -> list[int]:
        """By chance, unless something is wanted that other faces bring about."""
        fallen, roll = self.thrown(asked), self._roll
        high, low = [5] * len(fallen), [2] * len(fallen)
        who, purpose = roll.get("combatant"), roll.get("purpose", "")
        if who == self._marked and self._wants("complication"):
            return [1] * len(fallen)
        if purpose.endswith("_ATTACK") and self.happened < set(DEEDS):
            return low  # nobody falls before everything has happened
        if not purpose.endswith("_DEFENSE") or self.happened == set(DEEDS):
            return fallen
        if self._area and self._wants("coverage"):
            return low if who == MAGE else high
        if who != GUARD and (self._wants("parry of a comrade") or self._wants("mind point")):
            return low
        return high

    def _chosen(self, asked: Shown) -> Shown:
        kind = asked["kind"]
        self.asked.append(kind)
        by_key = {one["key"]: one for one in asked["offers"]}
        others = [one for key, one in by_key.items() if key != asked["default"]]
        usual = by_key[asked["default"]]
        match kind:
            case "AskMindPoint" if not self._wants("mind point") and self.happened < set(DEEDS):
                taken = usual
            case (
                "AskAmbushStrike"
                | "AskNpcAmbushStrike"
                | "AskFreeStrike"
                | "AskNpcFreeStrike"
                | "AskCoverage"
                | "AskComplication"
                | "AskMindPoint"
            ):
                taken = self._rng.choice(others)
            case "AskFireReadied" | "AskNpcFireReadied" if others and (
                self._in_free_strike() or not self._wants("cut in")
            ):
                taken = self._rng.choice(others)
            case "AskCancelReady" if not self._wants("cut in"):
                taken = others[0]
            case "AskParryForComrade":
                taken = others[0]
            case "AskParry" if not self._wants("parry of a comrade"):
                taken = others[0]
            case "AskAssist" | "AskFurtherAssist" if self._wants("assist"):
                taken = others[0]
            case "AskCrossing" | "AskNpcParry" | "AskCarryOver":
                taken = self._rng.choice([usual, *others])
            case _:
                taken = usual
        return fill(taken, {})

    # -- orders
    def _ordered(self, shown: Shown, who: str) -> Shown:
        offers = {one["key"]: one for one in shown["offers"] if one["combatant"] == who}
        people = {one["key"]: one for one in shown["combatants"] if one["out"] is None}
        return (
            self._towards(offers, who)
            or self._attack(offers, people, who)
            or self._go(offers, people, who)
            or offers["hold"]["send"]
        )

    def _towards(self, offers: Shown, who: str) -> Shown | None:
        """The mage readies a spell; the archer leaves a foe that may strike after it; the guard keeps a parry."""
        if who == GUARD and self._wants("parry of a comrade") and self._left[who] <= 2:
            return fill(offers["hold"], {})
        if who == MAGE and self._wants("cut in") and "ready" in offers:
            return fill(offers["ready"], {"action": "SPELL", "trigger": "ATTACKS"})
        if who == ARCHER and self._wants("cut in") and MAGE in self._ready and "move" in offers:
            mine = self._engaged.get(who)
            near = [
                one for one, engagement in self._engaged.items() if engagement == mine and one not in SEATS.values()
            ]
            if mine is not None and any(self._left[one] for one in near):
                return fill(offers["move"], {})
        return None

    def _attack(self, offers: Shown, people: Shown, who: str) -> Shown | None:
        """On many if it can; a foe goes for the archer as long as that helps to what is wanted."""
        areas = [one for key, one in offers.items() if key.startswith(("area-", "cast-blast"))]
        wide = [one for one in areas if len(among(one, "victims")) > 1 and not self._hurts_own(one, people, who)]
        if wide:
            return fill(self._rng.choice(wide), {})
        single = [
            one for one in offers.values() if among(one, "target") and one["key"].startswith(("attack-", "cast-"))
        ]
        if not single:
            return None
        picked = self._rng.choice(single)
        targets = among(picked, "target")
        if ARCHER in targets and (self._wants("cut in") or self._wants("parry of a comrade")):
            return fill(picked, {"target": ARCHER})
        return fill(picked, {"target": self._rng.choice(targets)})

    def _hurts_own(self, offer: Shown, people: Shown, who: str) -> bool:
        return any(people[one]["side"] == people[who]["side"] for one in among(offer, "victims") if one in people)

    def _go(self, offers: Shown, people: Shown, who: str) -> Shown | None:
        """To where most enemies are, or towards them."""
        if "move" not in offers:
            return None
        there = among(offers["move"], "to")
        foes = [one["place"]["zone"] for one in people.values() if one["side"] != people[who]["side"]]
        return fill(offers["move"], {"to": max(there, key=lambda to: foes.count(to["zone"]))})
