"""Health and Power, as far as a seat may know them.  [MM-DW-14]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Combatant
from engine.kit.scene import SceneBar, Wording, bar
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER, MercenariesFight


def bars_of(seen: MercenariesFight, bearer: Combatant, words: Wording) -> tuple[SceneBar, ...]:
    """Now and maximum where they are known; of anybody else what all have seen it lose: nothing is reckoned."""
    return tuple(_bars(seen, bearer, words))


def _bars(seen: MercenariesFight, bearer: Combatant, words: Wording) -> Iterator[SceneBar]:
    for key in (HEALTH, POWER):
        known, lost = bearer.vitals.get(key), lookup.fighter(seen, bearer.id).lost.get(key, 0)
        if known is not None and known.max != 0:  # who can have no Power at all has no bar of it
            yield bar(words, key, known)
        elif known is None and (lost or key == HEALTH):
            yield SceneBar(key=key, label=words.word(key), lost=lost)
