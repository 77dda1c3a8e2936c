"""Where chapters add to an attack. `rules/hook_order.py` fills these lists; their order is the order of the terms.

HIT_DICE: dice of the hit test against a target.  [MM-ATK-04]
LAST_DICE: the same, knowing the pool that all else has left: bad light never takes the last die.  [MM-FIELD-05]
NET_POINTS: points of the net value.  [MM-ATK-07]  PERCENTS: of the net value, in percent.  [MM-GEN-03]
BARS: why an attack is not legal beyond range, crouching, skill; only what the attacker's seat sees may be read.
ATTACKED: windows after the declaration, for each target: what they bring into the attack.  [MM-DW-14, MM-DW-15]
ON_HIT: windows before damage; the hits that are left.  [MM-DW-16]  ON_MISS: after a final miss.  [MM-DW-17]
AFTER_ROLL: what faces do to the weapon and its ammunition, hit or miss.  [MM-WDM-01, MM-AMMO-06]
AFTER_HIT: riders of a hit, with the net value: what critical damage, elements and states do.
HARMED: riders of lost Health and wounds, however they came.  AFTERMATH: windows after them.  [MM-DW-22]
FALLEN: windows when somebody is out, with what has led to it; never after a correction.  [MM-DW-22]
"""

from __future__ import annotations

from collections.abc import Callable

from engine.kit import RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards.moments import Applied
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Parts
from engine.systems.mongolian_mercenaries.rules.blows.chain import Chain
from engine.systems.mongolian_mercenaries.rules.blows.hits import Hits
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm, Taken
from engine.systems.mongolian_mercenaries.state import MercenariesState

HIT_DICE: list[Callable[[MercenariesFight, Strike, str], Parts]] = []
LAST_DICE: list[Callable[[MercenariesFight, Strike, str, int], Parts]] = []
NET_POINTS: list[Callable[[MercenariesFight, Strike, str], Parts]] = []
PERCENTS: list[Callable[[MercenariesFight, Strike, str], Parts]] = []
BARS: list[Callable[[MercenariesFight, Strike, str], RuleRefusal | None]] = []
ATTACKED: list[Callable[[Table[MercenariesState], Strike, str], tuple[Applied, ...]]] = []
ON_HIT: list[Callable[[Table[MercenariesState], Strike, str, Hits], Hits]] = []
ON_MISS: list[Callable[[Table[MercenariesState], Strike, str], None]] = []
AFTER_ROLL: list[Callable[[Table[MercenariesState], Strike, tuple[int, ...]], None]] = []
AFTER_HIT: list[Callable[[Table[MercenariesState], Strike, str, Hits, int], None]] = []
HARMED: list[Callable[[Table[MercenariesState], str, Harm, Taken], None]] = []
AFTERMATH: list[Callable[[Table[MercenariesState], str, Harm, Taken], None]] = []
FALLEN: list[Callable[[Table[MercenariesState], str, Chain], None]] = []
