"""Combatants as a scene shows them: on their positions, as large as they are.  [MM-POS-01, MM-ENM-04]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneToken, TurnState, Wording, caption
from engine.systems.mongolian_mercenaries.content.kinds import BodySize
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.scene.badges import badges_of
from engine.systems.mongolian_mercenaries.scene.bars import bars_of
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.scene.turns import turns_of

PERCENT = {BodySize.SMALL: 75, BodySize.MEDIUM: 100, BodySize.LARGE: 140, BodySize.HUGE: 180}
"""Sizes in a drawing; each takes one position."""


def tokens_of(seen: MercenariesFight, seat: str | None, words: Wording, texts: SceneTexts) -> tuple[SceneToken, ...]:
    """One for each combatant that the seat sees, in order of joining."""
    turns = turns_of(seen)
    return tuple(
        _token(seen, combatant, turns[combatant.id], seat, words, texts) for combatant in seen.fight.combatants.values()
    )


def _token(
    seen: MercenariesFight, bearer: Combatant, turn: TurnState, seat: str | None, words: Wording, texts: SceneTexts
) -> SceneToken:
    """Who is out leaves its position free, and stands nowhere.  [RUL-28]"""
    sheet = lookup.fighter(seen, bearer.id).figures
    place = bearer.place if bearer.out is None else None
    name = words.name(bearer.id)
    waiting = texts.say("where.reserve" if seen.own.field is not None else "where.before")
    return SceneToken(
        combatant=bearer.id,
        side=bearer.side,
        label=name,
        caption=caption(name),
        kind_label=words.kind(bearer),
        place=place,
        whereabouts="" if place is not None else words.out(bearer.out) if bearer.out is not None else waiting,
        percent=100 if sheet is None else PERCENT[sheet.size],
        hidden=bearer.seen_by is not None,
        down=bearer.out is not None,
        turn=turn,
        yours=seat is not None and seat in seen.fight.holders(bearer.id),
        bars=bars_of(seen, bearer, words),
        badges=badges_of(seen, bearer, words, texts),
    )
