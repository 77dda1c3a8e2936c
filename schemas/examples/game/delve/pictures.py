"""What is drawn beside the kernel's picture: spells and saving throws left, and the way of a move."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

import engine.kit as k
from delve.chapters.basics import Seen, creature_of
from delve.chapters.moving import ways
from delve.model import Fighter, Move
from engine.kit.scene import Foreseen, PreviewWay, Scene, SceneBadge, bare_scene


def scene(game: k.RuleSystem[Any], seen: Seen, seat: str | None, locale: str) -> Scene:
    """The kernel's scene, with badges for slots and for throws against death."""
    bare = bare_scene(game, seen, seat, locale)

    def badges(who: str) -> tuple[SceneBadge, ...]:
        has: Fighter = seen.own.fighters[who]
        shown = {"slots": has.slots if creature_of(seen, who).slots else 0}
        if seen.fight.combatants[who].has("dying"):
            shown |= {"successes": has.successes, "failures": has.failures}
        words = {key: game.word(f"sheet.{key}", locale) for key in shown}
        return tuple(SceneBadge(key=at, label=words[at], short=str(n), level=n) for at, n in shown.items() if n)

    tokens = tuple(structs.replace(token, badges=(*token.badges, *badges(token.combatant))) for token in bare.tokens)
    return structs.replace(bare, tokens=tokens)


def foreseen(game: k.RuleSystem[Any], seen: Seen, seat: str, thing: Struct, locale: str) -> Foreseen | None:
    """The way of a move, what it takes, and what is left then; of all else the kernel tells dice and chances."""
    steps = ways(seen, thing.combatant).get(thing.to.cell) if isinstance(thing, Move) and thing.to.cell else None
    if steps is None or not isinstance(thing, Move):
        return None
    left = seen.own.fighters[thing.combatant].squares - len(steps)
    places, unit = tuple(k.Place(cell=cell) for cell in steps), game.word("squares", locale)
    return Foreseen(ways=(PreviewWay(combatant=thing.combatant, steps=places, cost=len(steps), left=left, unit=unit),))
