"""The published list of icons: a game names one, a client draws it, and neither knows the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Icon = Literal[
    "aim", "axe", "blind", "bolt", "bow", "check", "claws", "climb", "cure", "dagger", "defend", "dice", "door", "drop",
    "end", "fallen", "fight", "fire", "fist", "flag", "hidden", "ice", "item", "jump", "ladder", "life", "magic",
    "move", "mute", "poison", "potion", "pray", "protect", "ready", "shove", "sleep", "slow", "spear", "speed",
    "stealth", "stop", "sword", "throw", "trident", "undo", "wait", "wounded",
]  # fmt: skip
"""An icon, by name. A release may add some: a client that has no picture of one shows that of the offer's group."""

ICONS: Mapping[Icon, str] = {
    "aim": "Aims, or watches for something.",
    "axe": "An axe, a hammer or another heavy weapon.",
    "blind": "Cannot see.",
    "bolt": "Lightning.",
    "bow": "A bow, a crossbow, a sling or another weapon that shoots.",
    "check": "A test of an ability, a task, or consent.",
    "claws": "Claws, teeth, horns.",
    "climb": "Climbs.",
    "cure": "Heals, or treats wounds.",
    "dagger": "A knife or another short blade.",
    "defend": "A shield, a parry, a cover.",
    "dice": "Dice, luck.",
    "door": "A door or a gate.",
    "drop": "Lies down, or lies.",
    "end": "Ends a turn, goes on.",
    "fallen": "Is out of the fight.",
    "fight": "A fight: begins, or is closed in.",
    "fire": "Fire, an explosion.",
    "fist": "Bare hands, seizing.",
    "flag": "Gives up, ends the fight.",
    "hidden": "Is not seen.",
    "ice": "Ice, water.",
    "item": "A thing: takes, hands over, puts on.",
    "jump": "Jumps, flies.",
    "ladder": "A ladder, stairs.",
    "life": "Life, or its return.",
    "magic": "Any magic.",
    "move": "Goes somewhere.",
    "mute": "Cannot speak.",
    "poison": "Poison, illness.",
    "potion": "A drink.",
    "pray": "Prays, blesses.",
    "protect": "Protects.",
    "ready": "Makes ready, loads, commands.",
    "shove": "Pushes, or is pushed.",
    "sleep": "Sleeps, rests.",
    "slow": "Is slow.",
    "spear": "A spear, a lance, a staff or another long weapon.",
    "speed": "Is fast, runs, rides.",
    "stealth": "Sneaks, hides.",
    "stop": "Cannot act.",
    "sword": "A sword, or any attack.",
    "throw": "Throws.",
    "trident": "A trident, a net.",
    "undo": "Takes back.",
    "wait": "Waits, passes.",
    "wounded": "Is wounded, bleeds.",
}
"""What each icon stands for."""
