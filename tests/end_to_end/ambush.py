"""Four mercenaries walk into an ambush in a temple; a game master plays the enemies."""

from __future__ import annotations

import random

from tests.end_to_end.mercenaries import KEY, SUMMON, Chronicle, Mercenaries, Wish, before, of, somebody
from tests.end_to_end.seated import Shown

SEATS = {"ana": "checheg", "ben": "ogedei", "cai": "bolor", "dov": "jochi"}
"""Who plays whom."""
BLADE, SUMMONER, PRIEST, SCOUT = SEATS.values()
GUARD, GHOUL, WOLF = "gan", "uul", "chono"

POSITIONS = {
    BLADE: (1, True), PRIEST: (2, False), SUMMONER: (3, False), SCOUT: (4, False),
    GUARD: (1, False), GHOUL: (3, False), WOLF: (4, False),
}  # fmt: skip
"""Where they stand in the temple; on the second position of the enemies there is a pit with spikes."""

PARTY: tuple[Shown, ...] = (
    somebody(
        BLADE,
        "party",
        "ana",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 4, "toughness": 6, "perception": 6},
            "skills": {"long_blade": 4, "protection": 1},
            "weapons": ["sabre"],
            "armour": ["chain_mail", "helmet"],
            "talents": ["counter"],
        },
    ),
    somebody(
        SUMMONER,
        "party",
        "ben",
        {
            "level": 3,
            "attributes": {"strength": 4, "speed": 3, "intelligence": 9},
            "skills": {"magic_darkness": 4, "arcana": 3, "staff": 1},
            "weapons": ["staff"],
            "spells": ["raise_skeleton", "haste"],
        },
    ),
    somebody(
        PRIEST,
        "party",
        "cai",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 5, "toughness": 6, "intelligence": 6},
            "skills": {"magic_nature": 4, "piety": 2, "blunt": 2},
            "weapons": ["mace"],
            "armour": ["lamellar"],
            "spells": ["thorn_armour"],
            "prayers": ["blessing"],
        },
    ),
    somebody(
        SCOUT,
        "party",
        "dov",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 8, "luck": 7, "perception": 5},
            "skills": {"bow": 3, "security": 3, "stealth": 2},
            "weapons": ["bow"],
            "armour": ["leather_jerkin"],
            "items": ["healing", "mana"],
            "backpack": ["bandage"],
        },
    ),
)

BAND: tuple[Shown, ...] = (
    somebody(GUARD, "enemies", "gm", {"ref": "khan_guard"}),
    somebody(GHOUL, "enemies", "gm", {"ref": "ghoul"}),
    somebody(WOLF, "enemies", "gm", {"ref": "wolf"}),
)
"""A guard of the khan who never gives up, a ghoul and a wolf."""


def interleaved(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """In one turn the summoner acts, then the creature, then the summoner again, each with actions of its own."""
    if kind != "ActionPaid" or data["combatant"] != SUMMONER or not so_far.summons:
        return False
    return so_far.actions[-2:] == [SUMMONER, so_far.summons[0]]


def summon_strikes(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """The creature attacks."""
    return kind == "AttackDeclared" and data["combatant"] in so_far.summons


def countered(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """An attack in the turn of whoever has missed."""
    return kind == "AttackDeclared" and data["combatant"] == BLADE and so_far.acting == [GUARD]


def thorns(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """Who attacks loses Health before anything is rolled."""
    struck = bool(so_far.strikes) and so_far.strikes[-1]["combatant"] == GUARD
    return kind == "VitalChanged" and struck and data["combatant"] == GUARD and data["vital"] == "health"


def handed(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """An ally has given what it was asked for."""
    return kind == "GearHanded" and data["combatant"] == SCOUT and data["items"] == ["mana"]


WISHES: dict[str, Wish] = {
    "perception": Wish(
        told=before("RollSettled", purpose="SURPRISE", passed=True), tester=BLADE, dice={"SURPRISE": "pass"}
    ),
    "ambush": Wish(told=before("SidesPrepared", enemiesBegan="PREPARED", partyBegan="READY", attacker="enemies")),
    "trap": Wish(
        told=of("TrapSprung", combatant=GHOUL),
        who=GHOUL,
        order="changePosition",
        pick={"heading": "NEARER"},
    ),
    "counter": Wish(
        told=countered,
        who=GUARD,
        order="attack",
        pick={"target": BLADE},
        dice={"HIT": "fail", f"{BLADE} reacts": "yes"},
    ),
    "reaction spell": Wish(
        told=of("ForceBegan", bearer=PRIEST, abilityCard="thorn_armour"),
        who=PRIEST,
        order="cast",
        pick={"spell": "thorn_armour"},
        after=("counter",),
        dice={"SPELL": "pass"},
    ),
    "thorns": Wish(told=thorns, who=GUARD, order="attack", pick={"target": PRIEST}, after=("reaction spell",)),
    "prayer": Wish(told=of("CardUsed", combatant=PRIEST, card="blessing"), who=PRIEST, order="pray"),
    "summons": Wish(
        told=of("CombatantJoined", side="party"),
        who=SUMMONER,
        order="cast",
        pick={"spell": "raise_skeleton"},
        dice={"SPELL": "pass"},
    ),
    "summoner first": Wish(
        told=of("SpellEnded", combatant=SUMMONER, spell="haste"),
        who=SUMMONER,
        order="cast",
        pick={"spell": "haste"},
        after=("summons",),
        dice={"SPELL": "pass"},
    ),
    "summon second": Wish(told=summon_strikes, who=SUMMON, order="attack", after=("summons",)),
    "interleaved": Wish(
        told=interleaved,
        who=SUMMONER,
        order="changePosition",
        pick={"heading": "FARTHER"},
        after=("summon second", "asked for"),
    ),
    "search": Wish(
        told=of("GearMoved", combatant=SCOUT),
        who=SCOUT,
        order="searchEquipment",
    ),
    "given": Wish(
        told=of("GearHanded", combatant=SCOUT, items=["healing"]),
        who=SCOUT,
        order="handOver",
        pick={"target": SUMMONER, "give": ["healing"]},
    ),
    "asked for": Wish(
        told=handed,
        who=SUMMONER,
        order="handOver",
        pick={"target": SCOUT, "want": ["mana"]},
        after=("given",),
    ),
    "escape": Wish(
        told=of("CombatantOut", combatant=SCOUT, reason="fled"),
        who=SCOUT,
        order="escape",
        after=("search", "asked for", "interleaved", "thorns", "trap"),
        dice={"ESCAPE": "pass"},
    ),
}


def setup() -> Shown:
    """The enemies lie in wait in the temple; the game master's sheets are closed."""
    return {
        "system": "mongolian_mercenaries",
        "name": "The temple",
        "dice": "PHYSICAL",
        "setup": {KEY: {"cause": "AMBUSH", "battlefield": "temple", "hiddenEnemySheets": True}},
        "seats": [
            {"id": "gm", "name": "The GM", "role": "GM"},
            *({"id": seat, "name": seat.capitalize(), "role": "PLAYER"} for seat in SEATS),
        ],
        "combatants": [*PARTY, *BAND],
        "singleAnswers": {"pace": 0},
    }


class Ambush(Mercenaries):
    """The fight and its clients."""

    def __init__(self, base: str, admin: str, rng: random.Random) -> None:
        super().__init__(base, admin, rng, setup(), WISHES, POSITIONS, accepted=("AskHandOver",))
