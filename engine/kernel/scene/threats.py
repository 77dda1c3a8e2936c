"""What a combatant threatens, as marks of a scene; told when it is asked for, one combatant at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.omitted import omitted
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.structs.budget import LISTING, Timer, bounded, spend
from engine.kernel.structs.errors import TooCostly


class Threat(Struct, frozen=True, kw_only=True):
    """One way in which a combatant could harm others from where it is.

    manner: a word that tells it from its other ways (`melee`). label: in words. area: where it reaches, null where that
    is not a place. targets: whom it could reach there now. text: the rule in a line; rule: its id.
    """

    manner: str
    label: str
    area: SceneArea | None = None
    targets: tuple[str, ...] = ()
    text: str = ""
    rule: str | None = None


def threats_of(
    system: RuleSystem[Any], seen: State[Any], who: str, locale: str, *, timer: Timer | None = None
) -> tuple[SceneMark, ...]:
    """What a combatant threatens as far as a reader knows: an area for each way, and an arrow to each that it reaches.

    seen: what the reader sees of the fight; nothing else is read. Empty for whoever it does not see. Where it takes too
    much work a single mark says so. timer: of the service, for the guard of the budget.
    """
    if who not in seen.fight.combatants:
        return ()
    with suppress(TooCostly, RecursionError), bounded(LISTING, timer):  # rules that call each other without end, too
        spend(len(seen.fight.combatants))
        return tuple(mark for threat in system.threats(seen, who, locale) for mark in _marks(who, threat))
    return (omitted(Wording(system, seen, locale), f"threats-omitted-{who}", who),)


def _marks(who: str, threat: Threat) -> Iterator[SceneMark]:
    key = f"threat-{threat.manner}-{who}"
    if threat.area is not None:
        yield _mark(key, who, threat, area=threat.area)
    for target in threat.targets:
        yield _mark(f"{key}-{target}", who, threat, to=target)


def _mark(key: str, who: str, threat: Threat, *, to: str | None = None, area: SceneArea | None = None) -> SceneMark:
    return SceneMark(
        key=key,
        kind="THREATENS",
        label=threat.label,
        tone="WARNING",
        from_=who,
        to=to,
        area=area,
        text=threat.text,
        rule=threat.rule,
    )
