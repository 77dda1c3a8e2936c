"""Figures as a scene shows them: squares, height, size, bars and badges. They have no front.  [DD-MOVE-04]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.ground import Ground
from engine.kit.scene import SceneToken, TurnState, caption, footprint
from engine.systems.dozen_die.rules.actions.walk import LEFT
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, marching
from engine.systems.dozen_die.rules.conflict.damage import CASUALTY
from engine.systems.dozen_die.rules.turns.gm_orders import CONCEDED
from engine.systems.dozen_die.scene.badges import badges_of
from engine.systems.dozen_die.scene.bars import bars_of
from engine.systems.dozen_die.scene.texts import SceneTexts
from engine.systems.dozen_die.scene.turns import turns_of
from engine.systems.dozen_die.state import Figure

USUAL = 100
"""The size of a figure of one square, in percent."""
AGAIN = 24
"""How many tokens are kept for each figure: its readers' languages, and its turns."""

_Kept = tuple[Combatant, Figure, Ground | None, SceneToken]
"""What a token was made from, and the token."""


def tokens_of(seen: DozenDieFight, seat: str | None, texts: SceneTexts) -> tuple[SceneToken, ...]:
    """One for each figure that the seat sees, in order of joining. A wanderer is none before it comes."""
    turns = turns_of(seen)
    marchers = marching.left(seen) if seen.own.activation is None else ()
    gm = seen.fight.is_gm(seat)
    people, figures = seen.fight.combatants, seen.own.figures
    # Bare land lies below grounds of other kinds, which say where its figures may stand.
    ground, language = seen.fight.ground, texts.language
    other = None if board.ground(seen) is ground else ground
    kept: dict[object, _Kept] = board.land(seen).kept.setdefault("tokens", {})
    found: list[SceneToken] = []
    for who, bearer in people.items():
        figure, turn, marches = figures[who], turns[who], who in marchers
        yours = (gm or bearer.controller == seat) and seat in seen.fight.holders(who)
        key = (texts.who(who), who, turn, marches, yours, language)
        known = kept.get(key)
        if known is None or known[0] is not bearer or known[1] is not figure or known[2] is not other:
            known = (bearer, figure, other, _token(seen, bearer, turn, yours, marches, texts))
            if len(kept) >= AGAIN * len(people):
                kept.clear()
            if all(texts.lists(name) for name, weapon in figure.arms.items() if weapon.ranged):
                # What other weapons are called may depend on anybody's sheet.
                kept[key] = known
        found.append(known[3])
    return tuple(found)


def _token(
    seen: DozenDieFight, bearer: Combatant, turn: TurnState, yours: bool, marches: bool, texts: SceneTexts
) -> SceneToken:
    """Casualties and whoever left or gave up stand nowhere. It reads of the fight what the caller's key names."""
    who, figure = bearer.id, seen.own.figures[bearer.id]
    place = bearer.place if bearer.out is None else None
    return SceneToken(
        combatant=who,
        side=bearer.side,
        label=texts.who(bearer.id),
        caption=caption(texts.who(bearer.id)),
        kind_label=texts.kind(figure),
        place=place,
        whereabouts="" if place is not None else _whereabouts(bearer, texts),
        footprint=footprint(place, figure.size),
        percent=USUAL * figure.size,
        hidden=bearer.seen_by is not None,
        down=bearer.out is not None,
        turn=turn,
        yours=yours,
        bars=bars_of(bearer, texts),
        badges=badges_of(seen, bearer, figure, marches, texts),
    )


def _whereabouts(bearer: Combatant, texts: SceneTexts) -> str:
    """Why a figure stands nowhere.  [DD-HP-05, DD-MOVE-14, DD-MOVE-15]"""
    if bearer.out is None:
        return texts.say("where.beside")
    return texts.say(f"out.{bearer.out}" if bearer.out in (CASUALTY, LEFT, CONCEDED) else "out")
