"""Four mercenaries raid a camp whose people play themselves: the game master begins, and ends it, no more."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.end_to_end.mercenaries import KEY, Chronicle, Mercenaries, Told, Wish, before, of, somebody
from tests.end_to_end.seated import Shown

SEATS = {"ana": "tuya", "ben": "batu", "cai": "sarnai", "dov": "temur"}
"""Who plays whom."""
BLADE, GUNNER, MAGE, SPEARMAN = SEATS.values()

POSITIONS = {BLADE: (1, False), GUNNER: (2, True), SPEARMAN: (3, False), MAGE: (4, False)}
"""Where they stand in the alley; the gunner behind a heavy cover."""

PARTY: tuple[Shown, ...] = (
    somebody(
        BLADE,
        "party",
        "ana",
        {
            "level": 3,
            "attributes": {"strength": 4, "speed": 5, "toughness": 6, "luck": 5},
            "skills": {"long_blade": 4, "protection": 1, "stealth": 3},
            "weapons": ["sabre"],
            "armour": ["chain_mail"],
            "talents": ["parry"],
        },
        health=8,
    ),
    somebody(
        GUNNER,
        "party",
        "ben",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 4, "toughness": 5, "perception": 5},
            "skills": {"pistols": 4, "short_blade": 1, "dodge": 1},
            "weapons": ["pistol", "dagger"],
            "armour": ["leather_jerkin"],
            "talents": ["sidestep"],
            "ammunitionLeft": {"9mm": 12},
        },
    ),
    somebody(
        MAGE,
        "party",
        "cai",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 3, "toughness": 5, "intelligence": 6},
            "skills": {"magic_nature": 4, "staff": 2, "first_aid": 2},
            "weapons": ["staff"],
            "spells": ["ember"],
            "items": ["healing"],
        },
        health=10,
    ),
    somebody(
        SPEARMAN,
        "party",
        "dov",
        {
            "level": 3,
            "attributes": {"strength": 5, "speed": 8, "toughness": 6},
            "skills": {"spear": 3, "looting": 4, "dodge": 2},
            "weapons": ["halberd"],
            "armour": ["lamellar", "helmet"],
            "talents": ["war_cry"],
        },
    ),
)

CAMP: tuple[Shown, ...] = (
    somebody("kol", "enemies", None, {"ref": "bandit"}),
    somebody("rok", "enemies", None, {"ref": "bandit"}),
    somebody("zed", "enemies", None, {"ref": "zealot"}),
    somebody("oyo", "enemies", None, {"ref": "goblin_shaman"}),
)
"""Two cowardly bandits, a zealot and a shaman who resists spells."""


def crit(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """A character's attack with an 8."""
    return kind == "AttackEnded" and data["combatant"] == BLADE and data["crits"] > 0


def lucky(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """A repeat, of dice that everybody has seen fail."""
    failed = so_far.failed
    return kind == "LuckyBreakUsed" and failed is not None and failed["roll"] == data["roll"] and not failed["lucky"]


def killed(by_health: bool) -> Told:
    """An enemy falls: with no Health left, or by its wounds with some."""

    def told(kind: str, data: Shown, so_far: Chronicle) -> bool:
        if kind != "CombatantOut" or data["combatant"] in SEATS.values() or data["reason"] in ("fled", "captured"):
            return False
        return (so_far.health[data["combatant"]] <= 0) is by_health

    return told


def searched(kind: str, data: Shown, so_far: Chronicle) -> bool:
    """Something was found on an enemy."""
    return kind == "EnemyLooted" and bool(data["items"])


DONE = ("cover", "crouch", "lean out", "wait", "screen", "block", "parry", "potion", "resistance", "crit")
"""What happens while all enemies still stand."""

WISHES: dict[str, Wish] = {
    "battlefield drawn": Wish(told=before("Drawn", why="battlefield")),
    "surprise test": Wish(
        told=before("RollSettled", purpose="SURPRISE", passed=True), tester=BLADE, dice={"SURPRISE": "pass"}
    ),
    "position": Wish(told=before("CoverTaken", combatant=GUNNER)),
    # While all stand.
    "wait": Wish(told=of("Waited", combatant=SPEARMAN), who=SPEARMAN, order="wait"),
    "screen": Wish(
        told=of("ScreenSet", combatant=SPEARMAN, hindering="SCREEN"),
        who=SPEARMAN,
        order="screen",
        pick={"target": MAGE},
    ),
    "block": Wish(
        told=of("ScreenSet", combatant=SPEARMAN, hindering="BLOCK"),
        who=SPEARMAN,
        order="block",
        pick={"target": "kol"},
        after=("screen",),
    ),
    "cover": Wish(told=of("CoverTaken", combatant=MAGE), who=MAGE, order="useCover", pick={"leave": False}),
    "potion": Wish(told=of("CardUsed", combatant=MAGE, card="healing"), who=MAGE, order="useItem"),
    "resistance": Wish(
        told=of("RollSettled", combatant="oyo", purpose="RESISTANCE", passed=True),
        who=MAGE,
        order="cast",
        pick={"spell": "ember", "targets": ["oyo"]},
        dice={"SPELL": "pass", "RESISTANCE": "pass"},
    ),
    "crouch": Wish(told=of("Crouched", combatant=GUNNER), who=GUNNER, order="crouch"),
    "lean out": Wish(told=of("LeantOut", combatant=GUNNER), who=GUNNER, order="leanOut", after=("crouch",)),
    "ammunition": Wish(
        told=of("AmmunitionSpent", combatant=GUNNER, item="9mm"),
        who=GUNNER,
        order="attack",
        pick={"target": "zed", "means": "pistol"},
        after=("lean out",),
        dice={"HIT": "spend"},
    ),
    "weapon damaged": Wish(
        told=of("ItemDamaged", combatant=BLADE, item="sabre"),
        who=BLADE,
        order="attack",
        pick={"target": "zed"},
        dice={"HIT": "jam"},
    ),
    "lucky break": Wish(
        told=lucky, who=BLADE, order="attack", pick={"target": "zed"}, after=("weapon damaged",), dice={"HIT": "lucky"}
    ),
    "crit": Wish(
        told=crit, who=BLADE, order="attack", pick={"target": "zed"}, after=("lucky break",), dice={"HIT": "crit"}
    ),
    "parry": Wish(
        told=of("AbilityUsed", combatant=BLADE, abilityCard="parry"),
        tester="zed",
        dice={"HIT": "strong", f"{BLADE} reacts": "yes"},
    ),
    # They lose heart, or fall.
    "closer": Wish(
        told=of("DistanceChanged", combatant=SPEARMAN, target="rok", distance="VERY_CLOSE"),
        who=SPEARMAN,
        order="changeDistance",
        pick={"target": "rok", "heading": "NEARER"},
        after=DONE,
        dice={"DISTANCE": "pass"},
    ),
    "rok is wounded": Wish(
        told=of("Wounded", combatant="rok"),
        who=SPEARMAN,
        order="attack",
        pick={"target": "rok"},
        after=("closer",),
        dice={"HIT": "strong"},
    ),
    "surrender": Wish(told=of("CombatantOut", combatant="rok", reason="captured"), after=("rok is wounded",)),
    "kol is wounded": Wish(
        told=of("Wounded", combatant="kol"),
        who=GUNNER,
        order="attack",
        pick={"target": "kol", "means": "pistol"},
        after=DONE,
        dice={"HIT": "pass"},
    ),
    "flight": Wish(
        told=of("CombatantOut", combatant="kol", reason="fled"),
        tester="kol",
        after=("kol is wounded",),
        dice={"ESCAPE": "pass"},
    ),
    "killed by wounds": Wish(
        told=killed(by_health=False),
        who=GUNNER,
        order="attack",
        pick={"target": "oyo", "means": "pistol"},
        after=("surrender", "flight"),
        dice={"HIT": "pass"},
    ),
    "killed by Health": Wish(
        told=killed(by_health=True),
        who=BLADE,
        order="attack",
        pick={"target": "zed"},
        after=("killed by wounds",),
        dice={"HIT": "strong"},
    ),
    "captives": Wish(told=of("CaptivesTaken", combatants=["rok"])),
    "experience": Wish(told=of("ExperienceGained")),
    "looted": Wish(told=searched, tester=SPEARMAN, dice={"LOOTING": "strong"}),
    "found": Wish(told=of("FoundTaken", keeper=SPEARMAN)),
}


def setup(camp: tuple[Shown, ...] = CAMP) -> Shown:
    """The party knows of the camp; the battlefield is drawn."""
    return {
        "system": "mongolian_mercenaries",
        "name": "The camp",
        "dice": "PHYSICAL",
        "setup": {KEY: {"cause": "KNOWN", "selfPlaying": True}},
        "seats": [
            {"id": "gm", "name": "The GM", "role": "GM"},
            *({"id": seat, "name": seat.capitalize(), "role": "PLAYER"} for seat in SEATS),
        ],
        "combatants": [*PARTY, *camp],
        "singleAnswers": {"pace": 0},
    }


SHORT = (
    "battlefield drawn", "surprise test", "position", "wait", "crouch", "lean out", "ammunition", "weapon damaged",
    "lucky break", "parry", "killed by Health", "experience",
)  # fmt: skip
"""Wishes for a fight against the zealot alone."""


class Raid(Mercenaries):
    """The fight and its clients."""

    def __init__(
        self,
        base: str,
        admin: str,
        rng: random.Random,
        camp: tuple[Shown, ...] = CAMP,
        wishes: Sequence[str] = tuple(WISHES),
    ) -> None:
        wanted = {deed: WISHES[deed] for deed in wishes}
        super().__init__(base, admin, rng, setup(camp), wanted, POSITIONS, cards=("alley",))


def zealot_alone(base: str, admin: str, rng: random.Random) -> Raid:
    """A short form."""
    return Raid(base, admin, rng, CAMP[2:3], SHORT)
