"""Who fights in the whole fights: two figures a side of each game, as a host takes them from the bestiary."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Party:
    """A fight that is made on the page of a host: entries of the bestiary of the two sides."""

    system: str
    heroes: tuple[str, ...]
    foes: tuple[str, ...]


PARTIES = (
    Party("saari", ("karhu", "ilma"), ("goblin", "goblin")),
    Party("dozen_die", ("veteran", "dwarf"), ("gnoll_archer", "gnoll_archer", "rat")),
    Party("mongolian_mercenaries", ("swordsman", "halberdier"), ("bandit", "wolf")),
    Party("minis", ("champion", "knight"), ("goblin", "goblin")),
    Party("fantasia", ("soldier", "black_mage"), ("goblin", "goblin")),
)
