"""What there is to know of a combatant: its conditions, and what it is about to do."""

from __future__ import annotations

from engine.kit import Combatant, Condition
from engine.kit.scene import SceneBadge, Tone, short
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.statuses import ConditionKind
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import PHRASES, SceneTexts
from engine.systems.fantasia.state import Fighter, Waiting, Where

READIED = "readied"


def badges_of(seen: FantasiaFight, bearer: Combatant, fighter: Fighter, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """Conditions first, then a readied action, an ability in the making, an ambush, a declaration, an empty weapon."""
    found = [_of_condition(condition, fighter, texts) for condition in bearer.conditions]
    if fighter.activation is not None:
        what = texts.ability(fighter.activation.ability)
        found.append(_plain("making", texts.say("badge.making", what=what), "FF-CONC-01", texts, "WARNING"))
    if fighter.lurking is not None:
        found.append(_plain("lurking", texts.say("badge.lurking"), "FF-SURP-01", texts, "GOOD"))
    if bearer.id in seen.own.delaying:
        found.append(_plain("delaying", texts.say("badge.delaying"), "FF-DELAY-01", texts))
    if fighter.declared is not None:
        label = texts.say("badge.declared", phase=texts.value("phase", fighter.declared))
        found.append(_plain("declared", label, "FF-INIT-07", texts))
    for name, held in fighter.weapons.items():
        if held.weapon.chamber and not held.bullets and held.where is Where.IN_HAND:
            label = texts.say("badge.unloaded", what=texts.weapon(name))
            found.append(_plain(f"unloaded-{name}", label, "FF-EQ-03", texts, "BAD"))
    return tuple(found)


def _of_condition(condition: Condition, fighter: Fighter, texts: SceneTexts) -> SceneBadge:
    kind = CONDITIONS.get(condition.kind)
    rule = kind.carries if kind is not None else None
    label = texts.condition(condition.kind)
    return SceneBadge(
        key=condition.key,
        label=label,
        short=short(label),
        tone="PLAIN" if kind is None else "GOOD" if kind.boon else "BAD",
        level=condition.amount,
        until=_until(condition, kind, texts),
        text=_waits(fighter.waiting, texts) if condition.kind == READIED and fighter.waiting else _ruled(rule, texts),
        rule=rule,
        source=condition.source,
    )


def _until(condition: Condition, kind: ConditionKind | None, texts: SceneTexts) -> str:
    """The end of a condition, in words: its turns, or what ends it."""
    if condition.left is not None:
        return texts.counted("left", condition.left)
    key = f"until.{condition.until or (kind.until if kind is not None else '')}"
    return texts.say(key) if key in PHRASES.languages["en"]["phrases"] else ""


def _waits(waiting: Waiting, texts: SceneTexts) -> str:
    """What somebody holds ready, and for what: only his own side sees that.  [FF-READY-01]"""
    return texts.say(
        "badge.waits",
        action=texts.value("action", waiting.action),
        trigger=texts.value("trigger", waiting.trigger),
        watched=texts.who(waiting.watched) if waiting.watched else "",
        note=waiting.note,
    )


def _plain(key: str, label: str, rule: str, texts: SceneTexts, tone: Tone = "PLAIN") -> SceneBadge:
    return SceneBadge(key=key, label=label, short=short(label), tone=tone, text=texts.rule(rule), rule=rule)


def _ruled(rule: str | None, texts: SceneTexts) -> str:
    return texts.rule(rule) if rule is not None else ""


def short_of(label: str) -> str:
    """The first letters of a label."""
    return short(label)
