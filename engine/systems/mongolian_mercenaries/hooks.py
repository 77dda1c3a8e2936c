"""Where chapters add to each other's rules. `rules/course/handlers.py` says who adds what, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.kit import Order, RuleRefusal, Table

if TYPE_CHECKING:  # a chapter that calls a hook comes before those that add to it
    from engine.systems.mongolian_mercenaries.cards.moments import Applied
    from engine.systems.mongolian_mercenaries.content.kinds import Does, Tactic
    from engine.systems.mongolian_mercenaries.rules.attack.behaviour import Choices
    from engine.systems.mongolian_mercenaries.rules.attack.effects import Work
    from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
    from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import OrderHandler
    from engine.systems.mongolian_mercenaries.rules.basics.sums import Parts
    from engine.systems.mongolian_mercenaries.rules.blows.chain import Chain
    from engine.systems.mongolian_mercenaries.rules.blows.hits import Hits
    from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
    from engine.systems.mongolian_mercenaries.rules.blows.taken import Harm, Taken
    from engine.systems.mongolian_mercenaries.state import MercenariesState


@dataclass(frozen=True)
class Hooks:
    """What the rules of one chapter call of those of others; every order here is that of terms, windows or steps."""

    # -- orders
    order_handlers: Mapping[type[Order], OrderHandler]
    """What plays which order, in the order of the offers."""
    gm_orders: Mapping[type[Order], Callable[[Table[MercenariesState], Any], None]]
    """Orders of the game master, which nobody's turn is needed for."""

    # -- values
    attributes: tuple[Callable[[MercenariesFight, str, str, int], int], ...]
    """What makes an attribute another number than on its sheet: states, spells, talents.  [MM-MAG-20, MM-ST-01]"""
    skills: tuple[Callable[[MercenariesFight, str, str, int], int], ...]
    """The same for skills; none acts on one that began negative.  [MM-SKILL-03]"""
    initiative: tuple[Callable[[MercenariesFight, str], Parts], ...]
    """What is added to initiative: talents, states and the like.  [MM-INIT-01]"""

    # -- an attack
    bars: tuple[Callable[[MercenariesFight, Strike, str], RuleRefusal | None], ...]
    """Why it is not legal beyond range, crouching, skill; only what the attacker's seat sees may be read."""
    hit_dice: tuple[Callable[[MercenariesFight, Strike, str], Parts], ...]
    """Dice of the hit test against a target.  [MM-ATK-04]"""
    last_dice: tuple[Callable[[MercenariesFight, Strike, str, int], Parts], ...]
    """The same, knowing the pool that all else has left: bad light never takes the last die.  [MM-FIELD-05]"""
    attacked: tuple[Callable[[Table[MercenariesState], Strike, str], tuple[Applied, ...]], ...]
    """Windows after the declaration, for each target: what they bring into the attack.  [MM-DW-14, MM-DW-15]"""
    after_roll: tuple[Callable[[Table[MercenariesState], Strike, tuple[int, ...]], None], ...]
    """What faces do to the weapon and its ammunition, hit or miss.  [MM-WDM-01, MM-AMMO-06]"""
    on_hit: tuple[Callable[[Table[MercenariesState], Strike, str, Hits], Hits], ...]
    """Windows before damage; the hits that are left.  [MM-DW-16]"""
    on_miss: tuple[Callable[[Table[MercenariesState], Strike, str], None], ...]
    """After a final miss.  [MM-DW-17]"""
    net_points: tuple[Callable[[MercenariesFight, Strike, str], Parts], ...]
    """Points of the net value.  [MM-ATK-07]"""
    percents: tuple[Callable[[MercenariesFight, Strike, str], Parts], ...]
    """Of the net value, in percent.  [MM-GEN-03]"""
    after_hit: tuple[Callable[[Table[MercenariesState], Strike, str, Hits, int], None], ...]
    """Riders of a hit, with the net value: what critical damage, elements and states do."""
    harmed: tuple[Callable[[Table[MercenariesState], str, Harm, Taken], None], ...]
    """Riders of lost Health and wounds, however they came."""
    aftermath: tuple[Callable[[Table[MercenariesState], str, Harm, Taken], None], ...]
    """Windows after them.  [MM-DW-22]"""
    fallen: tuple[Callable[[Table[MercenariesState], str, Chain], None], ...]
    """Windows when somebody is out, with what has led to it; never after a correction.  [MM-DW-22]"""
    leaves: tuple[Callable[[Table[MercenariesState], str], None], ...]
    """What ends with who leaves: what it screens and blocks, whom it has summoned.  [RUL-82, RUL-87]"""

    # -- rounds
    starts: tuple[Callable[[Table[MercenariesState], str], None], ...]
    """Of everybody on the field as the clash begins, after the first queue is told."""
    entered: tuple[Callable[[Table[MercenariesState], str], None], ...]
    """When somebody has come to stand on a position, or starts there.  [MM-FIELD-07]"""
    expire: tuple[Callable[[Table[MercenariesState]], None], ...]
    """At the start of a round, before the queue: effects of a number of turns end.  [MM-ROUND-01, MM-ROUND-02]"""
    turn_begins: tuple[Callable[[Table[MercenariesState], str], bool], ...]
    """When a turn begins; true: the turn is spent on it, as courage, or who plays by its behaviour.  [MM-DW-07]"""
    round_ends: tuple[Callable[[Table[MercenariesState]], None], ...]
    """At the end of a round: damage over time, then what lasts to the end of the round.  [MM-ROUND-04]"""
    summary: tuple[Callable[[Table[MercenariesState], str], None], ...]
    """The steps of the summary; the winner is a side, or "".  [MM-PHASE-05]"""

    # -- cards
    works: Mapping[Does, Work]
    """What happens at once, by kind of effect."""
    choices: Mapping[Tactic, Choices]
    """The legal orders of a tactic, the best first; whether they can be paid for is checked besides. PASS has none."""
