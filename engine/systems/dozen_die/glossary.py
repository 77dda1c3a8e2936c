"""The meaning of Dozen Die's words in the schema, where no docstring beside a field says it.

A key is a field (`needed`), a field of one struct (`Pushed.squares`), or a value of an enum (`Grade.HARD`).
"""

from __future__ import annotations

_FIELDS = {
    "attackSuccesses": "Dice of the attacker or actor not above its value, as they fell.",
    "attackValue": "The attacker's or actor's dice must not exceed it.",
    "defender": "Who is charged.",
    "defenseSuccesses": "Dice of the other not above its value, as they fell.",
    "defenseValue": "The other's dice must not exceed it.",
    "effect": "A success's effect.",
    "extra": "Additional dice.",
    "fate": "The figure's fate.",
    "grade": "How hard it is.",
    "hits": "How many dice hit.",
    "id": "Its name in the catalogue or on the sheet, and in orders.",
    "key": "Its name in the catalogue or on the sheet, and in orders.",
    "level": "Dice it gives; 0: not learned.",
    "lost": "Hit points lost.",
    "needed": "What a die must not exceed; a 12 always fails.",
    "pusher": "Away from whom.",
    "skill": "The skill, by its id.",
    "squares": "How far; 0: there was nowhere to go.",
    "successes": "How many dice succeed.",
    "targets": "Its targets.",
}

_VALUES = {
    "Ability.ST": "Strength: melee.",
    "Ability.DX": "Dexterity: shooting, protection, terrain, jumps.",
    "Ability.CO": "Constitution: hit points, falls, recovery.",
    "Ability.CH": "Charisma: prayers, taunts, spells.",
    "Ability.AW": "Awareness: how many squares away one notices things done on the spot.",
    "Effect.NOTHING": "No effect in the rules.",
    "Effect.HIT": "Each is a hit, answered by a protection roll.",
    "Effect.TURN": "Each pushes one target away.",
    "Effect.UNLOCK": "A locked door opens.",
    "Effect.HIDE": "Its user is unseen by anyone further away than their own awareness.",
    "Effect.PUSH": "A skill's target in contact is pushed back.",
    "Effect.TAUNT": "The target does not react until the next die is drawn.",
    "Effect.HALT": "A mover stops where it is met.",
    "Effect.HINDER": "The value of the answered action changes.",
    "Effect.POOL": "The side gets more dice for rolls this round.",
    "Fate.RECOVERED": "Well again.",
    "Fate.ABSENT": "Misses the next adventure.",
    "Fate.DEAD": "Dead.",
    "Grade.VERY_EASY": "Nothing is rolled: it succeeds.",
    "Grade.EASY": "The ability +6.",
    "Grade.NORMAL": "The ability +3.",
    "Grade.HARD": "The ability as it is.",
    "Grade.VERY_HARD": "The ability -1.",
    "Kind.ADVENTURER": "A player's hero.",
    "Kind.VASSAL": "In a player's service.",
    "Kind.CREATURE": "A beast or monster, nobody's.",
    "Kind.NPC": "A person, nobody's.",
    "Kind.WANDERER": "Off the board until somebody brings it in.",
    "Mode.WADING": "On the level, through slow terrain.",
    "Mode.CLIMBING": "Up or down.",
    "Occasion.MOVE": "A move or a march.",
    "Occasion.ACTION": "An action.",
    "Passive.MELEE": "Dice in melee.",
    "Passive.SHOOTING": "Dice in shooting.",
    "Passive.ENDURANCE": "More hit points.",
    "Passive.GRIT": "Injury has no effect.",
    "Reach.SELF": "Only its user.",
    "Reach.CONTACT": "Whom its user touches, or a door beside it.",
    "Reach.AWARENESS": "As many squares as its user's awareness.",
    "Reach.SQUARES": "As many squares as its range.",
    "Speed.ONCE": "Once in a round: speed 1.",
    "Speed.TWICE": "Twice in a round: speed 2.",
    "Speed.ALWAYS": "Once in each order: speed A.",
    "Speed.CHARGE": "To a charge against its owner, before the melee.",
    "Tag.UNDEAD": "It can be turned.",
    "Use.PASSIVE": "By no order: other rules use its level.",
    "Use.ACTION": "By an action.",
    "Use.CONTACT": "By a charge, instead of melee.",
    "Use.REACTION": "Only in answer to somebody else's order.",
}

GLOSSARY: dict[str, str] = {**_FIELDS, **_VALUES}

CATALOGUES: dict[str, tuple[str, ...]] = {
    "Sheet.ref": ("characters", "creatures"),
    "Sheet.weapons": ("weapons",),
    "Sheet.unloaded": ("weapons",),
    "Sheet.armor": ("armor",),
    "Sheet.talents": ("talents",),
    "Level.skill": ("skills",),
}
"""Fields of sheet and setup that name entries of the content, and the kinds of content that these are of."""
