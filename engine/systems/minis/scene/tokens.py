"""Minis as a scene shows them: points that face in a direction, half an inch apart.  [MN-GAP-05, MN-GAP-47]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.scene import SceneToken, TurnState, Wording, caption
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground.deployment import APART
from engine.systems.minis.scene.badges import badges_of
from engine.systems.minis.scene.bars import bars_of
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.scene.turns import turns_of

_PERCENT = {Size.SMALL: 75, Size.MEDIUM: 100, Size.LARGE: 150}
"""Sizes in a drawing; the rules measure from centre to centre, whatever the size."""


def tokens_of(seen: MinisFight, seat: str | None, words: Wording, texts: SceneTexts) -> tuple[SceneToken, ...]:
    """One for each mini that the seat sees, in order of joining."""
    turns = turns_of(seen)
    return tuple(
        _token(seen, combatant, turns[combatant.id], seat, words, texts) for combatant in seen.fight.combatants.values()
    )


def _token(
    seen: MinisFight, bearer: Combatant, turn: TurnState, seat: str | None, words: Wording, texts: SceneTexts
) -> SceneToken:
    """Whoever has fallen or given up stands nowhere."""
    who, mini = bearer.id, lookup.mini(seen, bearer.id)
    stands = lookup.stands(bearer)
    area = None
    if stands:
        area = SceneArea(disc=SceneDisc(centre=lookup.at(seen, who), radius=APART // 2))
    return SceneToken(
        combatant=who,
        side=bearer.side,
        label=texts.who(bearer.id),
        caption=caption(texts.who(bearer.id)),
        kind_label=words.kind(bearer),
        place=bearer.place if stands else None,
        whereabouts="" if stands else words.out(bearer.out) if bearer.out is not None else texts.say("where.beside"),
        footprint=area,
        towards=mini.facing if stands else None,
        percent=_PERCENT[mini.size],
        hidden=bearer.seen_by is not None,
        down=bearer.out is not None,
        turn=turn,
        yours=seat is not None and seat in seen.fight.holders(who),
        bars=bars_of(bearer, texts),
        badges=badges_of(seen, bearer, texts),
    )
