"""What a correction may set in this game's part of a fight, field by field."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.kit.corrections import KEPT, Takes, bearer, combatants, sides_here
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.turns import entering


def _skills(state: DozenDieFight, path: tuple[str, ...]) -> Collection[str]:
    """The skills of the figure that a path is about."""
    who = bearer(state, path)
    return tuple(state.own.figures[who].skills) if who else ()


def _arms(state: DozenDieFight, path: tuple[str, ...]) -> Collection[str]:
    """The weapons of the figure that a path is about."""
    who = bearer(state, path)
    return tuple(state.own.figures[who].arms) if who else ()


def _reactions(state: DozenDieFight, path: tuple[str, ...]) -> Collection[str]:
    """What the figure that a path is about can react with."""
    return (*_skills(state, path), *_arms(state, path))


def _specials(state: DozenDieFight, _: tuple[str, ...]) -> Collection[str]:
    """The special actions of the adventure."""
    return [special.key for special in state.own.adventure.specials]


_ABILITY, _COUNT = Takes(most=99), Takes(most=99)

TAKES: Mapping[str, Takes] = {
    "DozenDieState.adventure": KEPT,
    "DozenDieState.begun": KEPT,
    "DozenDieState.figures": Takes(keys=combatants, every=True),
    "DozenDieState.draw": KEPT,
    "DozenDieState.activation": KEPT,
    "DozenDieState.pools": Takes(keys=sides_here),
    "DozenDieState.reacted": Takes(names=combatants, once=True),
    "DozenDieState.wanderers": KEPT,
    "DozenDieState.used": Takes(names=_specials, once=True),
    "DozenDieState.opened": Takes(once=True),
    "DozenDieState.undecided": Takes(names=sides_here, once=True),
    "DozenDieState.conceded": Takes(names=sides_here, once=True),
    "DozenDieState.fates": Takes(keys=combatants),
    "Die.side": Takes(names=sides_here),
    "Figure.ref": KEPT,
    **{f"Figure.{name}": _ABILITY for name in ("st", "dx", "co", "ch", "aw", "mv")},
    "Figure.abilities": Takes(least=-999, most=999),
    "Figure.size": Takes(least=1, most=9),
    "Figure.levels": Takes(keys=_skills, every=True, most=12),
    "Figure.loaded": Takes(names=_arms, once=True),
    "Figure.pack": Takes(of_text=64),
    "Figure.items": _COUNT,
    "Figure.capacity": _COUNT,
    "Figure.load": Takes(of_text=64),
    "Figure.reactionsUsed": Takes(keys=_reactions, most=99),
    "Figure.activations": _COUNT,
    "Pool.dice": _COUNT,
    "Pool.extra": _COUNT,
}


def fits(state: DozenDieFight, who: str) -> None:
    """RuleRefusal for a place that is none of this game; the GM may set anybody off the board, or onto another."""
    entering.check_place(state.fight.combatants[who].place)
