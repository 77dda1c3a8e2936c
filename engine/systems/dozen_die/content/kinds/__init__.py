"""What content is made of: the structs of weapons, armour, skills, talents and grades, and their words.

All figures are whole numbers, distances are squares.
"""

from engine.systems.dozen_die.content.kinds.figures import Ability, Fate, Kind, Level, Tag, Talent
from engine.systems.dozen_die.content.kinds.gear import Armor, Weapon
from engine.systems.dozen_die.content.kinds.grades import Difficulty, Grade, Stride
from engine.systems.dozen_die.content.kinds.skills import Effect, Occasion, Passive, Reach, Skill, Speed, Use
from engine.systems.dozen_die.content.kinds.terrain import Terrain
from engine.systems.dozen_die.content.kinds.types import Bonus, Count, Name

__all__ = [
    "Ability", "Armor", "Bonus", "Count", "Difficulty", "Effect", "Fate", "Grade", "Kind", "Level", "Name",
    "Occasion", "Passive", "Reach", "Skill", "Speed", "Stride", "Tag", "Talent", "Terrain", "Use", "Weapon",
]  # fmt: skip
