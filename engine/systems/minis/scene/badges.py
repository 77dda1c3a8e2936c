"""What there is to know of a mini: spells that last, the order it obeys, running, water."""

from __future__ import annotations

from engine.kit import Combatant, Condition
from engine.kit.scene import SceneBadge, Tone, short
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.rules.basics import ability, lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import water
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.state import StandingOrder

_TONES: dict[str, Tone] = {
    "statue": "BAD",
    "fear": "BAD",
    "slow": "BAD",
    "command": "BAD",
    "golem": "PLAIN",
    "familiar": "PLAIN",
}
"""Spells that last -> what they mean to whoever bears them; all others help."""


def badges_of(seen: MinisFight, bearer: Combatant, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """Spells first, then running, then water, then initiative and size."""
    found = [_of_spell(seen, condition, texts) for condition in bearer.conditions]
    used = lookup.mini(seen, bearer.id).used
    if used.running:
        found.append(_plain("running", texts, "PLAIN", "MN-RUN-04"))
    if lookup.stands(bearer) and water.around(seen, bearer.id) is not None:
        found.append(_plain("in-water", texts, "BAD", "MN-WAT-06"))
    elif used.movement_ended:
        found.append(_plain("stopped", texts, "WARNING", "MN-WAT-01"))
    return (*found, _figures(seen, bearer, texts))


def _figures(seen: MinisFight, bearer: Combatant, texts: SceneTexts) -> SceneBadge:
    """Its initiative as it is now, which says in which rounds it may act, and its size.  [MN-INIT-05]"""
    now, size = ability.initiative(seen, bearer.id), lookup.mini(seen, bearer.id).size
    label = texts.say("badge.initiative", initiative=str(now), size=texts.value(size))
    rule = "MN-INIT-05"
    return SceneBadge(key="initiative", label=label, short=str(now), text=texts.rule(rule), rule=rule)


def _of_spell(seen: MinisFight, condition: Condition, texts: SceneTexts) -> SceneBadge:
    """A spell, with the last turn that it counts in, and the order that is obeyed under it.  [MN-GAP-09]"""
    effect, spell = seen.own.effects.get(condition.key), SPELLS.get(condition.kind)
    label = texts.word(condition.kind)
    if effect is not None and effect.order is not None:
        label = texts.say("badge.ordered", spell=label, order=_order(effect.order, texts))
    if effect is not None and effect.inactive:
        label = texts.say("badge.inactive", spell=label)
    last = effect.last if effect is not None else None
    if condition.left is not None:
        ends = seen.fight.round + max(condition.left, 1) - 1
        last = ends if last is None else min(last, ends)
    return SceneBadge(
        key=f"spell-{condition.key}",
        label=label,
        short=short(texts.word(condition.kind)),
        tone=_TONES.get(condition.kind, "GOOD"),
        until=texts.say("until.turn", turn=str(last)) if last is not None else "",
        text=texts.rule(spell.rule) if spell is not None else "",
        rule=spell.rule if spell is not None else None,
        source=condition.source if condition.source in seen.fight.combatants else None,
    )


def _order(order: StandingOrder, texts: SceneTexts) -> str:
    """`attack Bob`, `move to (3 in; 4 in)`, `hold`."""
    at = ""
    if order.point is not None:
        at = texts.say("at", x=texts.inches(order.point.x), y=texts.inches(order.point.y))
    whom = texts.who(order.target) if order.target is not None else ""
    return texts.say("order", verb=texts.value(order.verb), whom=whom, at=at)


def _plain(key: str, texts: SceneTexts, tone: Tone, rule: str) -> SceneBadge:
    label = texts.say(f"badge.{key}")
    return SceneBadge(key=key, label=label, short=short(label), tone=tone, text=texts.rule(rule), rule=rule)
