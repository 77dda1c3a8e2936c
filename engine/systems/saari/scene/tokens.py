"""Combatants as a scene shows them: in their zones, as large as they weigh.  [SA-ZONE-01, SA-SUP-03]"""

from __future__ import annotations

from engine.kit import Combatant
from engine.kit.scene import SceneToken, TurnState, Wording, caption
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.badges import badges_of
from engine.systems.saari.scene.bars import bars_of
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.scene.turns import turns_of

SMALLEST, PER_HALF = 50, 25
"""Percent of the usual size: 75 for a small one, 100 for a normal, 150 for a large one."""


def tokens_of(seen: SaariFight, seat: str | None, words: Wording, texts: SceneTexts) -> tuple[SceneToken, ...]:
    """One for each combatant that the seat sees, in order of joining."""
    turns = turns_of(seen)
    return tuple(
        _token(seen, combatant, turns[combatant.id], seat, words, texts) for combatant in seen.fight.combatants.values()
    )


def _token(
    seen: SaariFight, bearer: Combatant, turn: TurnState, seat: str | None, words: Wording, texts: SceneTexts
) -> SceneToken:
    absent = texts.say("where.unknown") if bearer.out is None else words.out(bearer.out)
    return SceneToken(
        combatant=bearer.id,
        side=bearer.side,
        label=texts.who(bearer.id),
        caption=caption(texts.who(bearer.id)),
        kind_label=words.kind(bearer),
        place=bearer.place,
        whereabouts="" if bearer.place is not None else absent,
        percent=SMALLEST + PER_HALF * lookup.fighter(seen, bearer.id).weight_halves,
        hidden=bearer.seen_by is not None,
        down=bearer.out is not None,
        turn=turn,
        yours=seat is not None and seat in seen.fight.holders(bearer.id),
        bars=bars_of(seen, bearer, texts),
        badges=badges_of(seen, bearer, words, texts),
    )
