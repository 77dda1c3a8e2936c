"""What there is to know of a figure, and of the whole board: injury, hiding, loads, empty weapons, cover, weather."""

from __future__ import annotations

from engine.kit import Combatant, Condition
from engine.kit.scene import SceneBadge, Tone, short
from engine.systems.dozen_die.rules.basics import loads
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, hiding
from engine.systems.dozen_die.rules.conflict import damage, effects
from engine.systems.dozen_die.scene.texts import SceneTexts
from engine.systems.dozen_die.sheet import Weather
from engine.systems.dozen_die.state import Figure

_KINDS: dict[str, tuple[Tone, str]] = {
    damage.INJURED: ("BAD", "DD-HP-02"),
    hiding.HIDDEN: ("GOOD", "DD-TERR-03"),
    effects.TAUNTED: ("BAD", "DD-CON-03"),
}
"""Condition -> its tone and rule."""


def badges_of(
    seen: DozenDieFight, bearer: Combatant, figure: Figure, marching: bool, texts: SceneTexts
) -> tuple[SceneBadge, ...]:
    """Conditions first, then loads, empty weapons, cover. marching: it may march with the die in hand."""
    found = [_of_condition(condition, texts) for condition in bearer.conditions]
    if loads.overloaded(seen, bearer.id):
        found.append(_plain("overloaded", texts.say("badge.overloaded"), "DD-MARCH-05", texts, "BAD"))
    for name, weapon in figure.arms.items():
        if weapon.ranged and name not in figure.loaded:
            label = texts.say("badge.unloaded", what=texts.thing(name, "a_weapon"))
            found.append(_plain(f"unloaded-{name}", label, "DD-REA-24", texts, "BAD"))
    terrain, bonus = board.cover(seen, bearer.id)
    if bonus > 0:
        label = texts.say("badge.cover", what=texts.terrain(board.land(seen).named(terrain)))
        found.append(_plain("cover", label, "DD-TERR-02", texts, "GOOD", bonus))
    if marching:
        found.append(_plain("march", texts.say("badge.march"), "DD-MARCH-03", texts, "GOOD"))
    return tuple(found)


def _of_condition(condition: Condition, texts: SceneTexts) -> SceneBadge:
    known = _KINDS.get(condition.kind)
    label = texts.condition(condition.kind)
    return SceneBadge(
        key=condition.key,
        label=label,
        short=short(label),
        tone=known[0] if known is not None else "PLAIN",
        until=texts.say(f"until.{condition.kind}") if known is not None else "",
        text=texts.rule(known[1]) if known is not None else "",
        rule=known[1] if known is not None else None,
        source=condition.source,
    )


def _plain(
    key: str, label: str, rule: str, texts: SceneTexts, tone: Tone = "PLAIN", level: int | None = None
) -> SceneBadge:
    text = texts.rule(rule)
    return SceneBadge(key=key, label=label, short=short(label), tone=tone, level=level, text=text, rule=rule)


def of_the_field(seen: DozenDieFight, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """The weather, where it matters.  [DD-TERR-16]"""
    if seen.own.weather is Weather.NONE:
        return ()
    return (_plain("weather", texts.say("badge.weather"), "DD-TERR-16", texts, "WARNING"),)
