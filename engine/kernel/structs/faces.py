"""The published list of faces: a game says what a figure looks like, a client draws it, and neither knows the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Face = Literal[
    "archer", "bird", "flame", "ghost", "goblin", "golem", "healer", "horse", "knight", "mage", "ogre", "person",
    "ranger", "rat", "rogue", "sage", "serpent", "skull", "soldier", "spider", "trap", "warrior", "wolf",
]  # fmt: skip
"""A face, by name. A release may add some: a client that has no picture of one shows that of a person."""

FACES: Mapping[Face, str] = {
    "archer": "Shoots with a bow.",
    "bird": "A bird, a bat, or anything that flies.",
    "flame": "Fire, a spark, a wisp.",
    "ghost": "A ghost, a shade.",
    "goblin": "A goblin, an imp.",
    "golem": "Stone or iron that walks.",
    "healer": "Heals, prays.",
    "horse": "A horse, a mule.",
    "knight": "In armour from head to foot.",
    "mage": "Casts spells.",
    "ogre": "An ogre, a troll, a giant.",
    "person": "Anybody: of whom nothing else is known.",
    "ranger": "A scout.",
    "rat": "A rat, or other vermin.",
    "rogue": "A thief, a bandit.",
    "sage": "A wizard, a shaman.",
    "serpent": "A snake, a lizard, something of the sea.",
    "skull": "A skeleton, a corpse that walks.",
    "soldier": "Fights with a sword.",
    "spider": "A spider.",
    "trap": "A trap, a danger that lies there.",
    "warrior": "Fights with an axe, or with anything.",
    "wolf": "A wolf, a dog, a boar.",
}
"""What each face stands for."""

ANYBODY: Face = "person"
"""The face of whoever no game says anything about."""
