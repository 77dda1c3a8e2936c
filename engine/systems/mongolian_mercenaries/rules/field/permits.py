"""What cards forbid and allow somebody, all the time.  [MM-GEN-02]"""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Permission
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows import active_cards


def forbidding(state: MercenariesFight, who: str, deed: Activity) -> str:
    """The card that forbids it, such as a state; "": none."""
    return sums.forbidden(active_cards.moment(state), who, deed)


def permitted(state: MercenariesFight, who: str, permission: Permission) -> bool:
    """Whether a card allows what is usually forbidden."""
    return sums.allowed(active_cards.moment(state), who, permission)


def able(state: MercenariesFight, who: str) -> bool:
    """Whether somebody can act at all."""
    return not forbidding(state, who, Activity.ALL)
