"""Combatants as a scene shows them: place, cells, direction, size, bars and badges.  [FF-GRID-07, FF-GRID-12, -13]"""

from __future__ import annotations

from engine.kit import Combatant, Point
from engine.kit.scene import SceneToken, caption, footprint
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.board.grid import STEPS
from engine.systems.fantasia.scene.badges import badges_of
from engine.systems.fantasia.scene.bars import bars_of
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.scene.turns import turn_of

GONE = ("left", "surrendered")
"""Reasons for being out of the fight that take somebody off the board; all others lie where they fell."""


def tokens_of(seen: FantasiaFight, seat: str | None, texts: SceneTexts) -> tuple[SceneToken, ...]:
    """One for each combatant that the seat sees, in order of joining."""
    return tuple(_token(seen, bearer, seat, texts) for bearer in seen.fight.combatants.values())


def _token(seen: FantasiaFight, bearer: Combatant, seat: str | None, texts: SceneTexts) -> SceneToken:
    who, fighter = bearer.id, seen.own.fighters[bearer.id]
    place = None if bearer.out in GONE else bearer.place
    return SceneToken(
        combatant=who,
        side=bearer.side,
        label=texts.who(bearer.id),
        caption=caption(texts.who(bearer.id)),
        kind_label=texts.kind(bearer.kind),
        place=place,
        whereabouts="" if place is not None else _whereabouts(seen, bearer, texts),
        footprint=footprint(place, board.side(seen, who)) if board.grid(seen) is not None else None,
        towards=_towards(seen, who) if place is not None else None,
        percent=lookup.size_percent(seen, who),
        hidden=bearer.seen_by is not None,
        down=not lookup.standing(bearer),
        turn=turn_of(seen, who),
        yours=seat is not None and seat in seen.fight.holders(who),
        bars=bars_of(bearer, fighter, texts),
        badges=badges_of(seen, bearer, fighter, texts),
    )


def _whereabouts(seen: FantasiaFight, bearer: Combatant, texts: SceneTexts) -> str:
    """Why somebody has no place."""
    if bearer.out is not None:
        known = bearer.out in ("defeated", "dead", "statue", *GONE)
        return texts.say(f"out.{bearer.out}" if known else "out")
    return texts.say("where.nowhere" if board.grid(seen) is None else "where.waiting")


def _towards(seen: FantasiaFight, who: str) -> Point | None:
    """The direction in which somebody looks; None where it matters to nobody, or he never turned."""
    looks = board.facing(seen, who) if board.grid(seen) is not None else None
    return None if looks is None else Point(*STEPS[looks])
