"""What there is to know of a combatant: conditions, a riposte, what it rides, that it is ready or holds."""

from __future__ import annotations

from msgspec import structs

from engine.kit import Combatant, Condition
from engine.kit.scene import SceneBadge, Tone, Wording, badge, short
from engine.systems.saari.content.catalogue import EFFECTS, WARDS
from engine.systems.saari.rules.basics import companions, lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import effects
from engine.systems.saari.scene.texts import SceneTexts


def badges_of(seen: SaariFight, bearer: Combatant, words: Wording, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """Why it is out, then conditions. That somebody is ready is known, not for what.  [G-66]"""
    fighter = lookup.fighter(seen, bearer.id)
    found = []
    if bearer.out is not None and bearer.place is not None:
        label = words.out(bearer.out)
        found.append(SceneBadge(key="out", label=label, short=short(label), tone="BAD"))
    found += [_condition(condition, words, texts) for condition in bearer.conditions]
    if fighter.riposte:
        found.append(_plain("riposte", texts.say("badge.riposte"), "SA-XDEF-03", texts, "GOOD", fighter.riposte))
    if fighter.ready is not None:
        found.append(_plain("ready", texts.say("badge.ready"), "SA-READY-01", texts, "WARNING"))
    if fighter.holding:
        found.append(_plain("holding", texts.say("badge.holding"), "SA-INIT-05", texts))
    if fighter.carried:
        found.append(_plain("carried", texts.say("badge.carried"), "SA-DELAY-01", texts, "GOOD", fighter.carried))
    mount = companions.mount_of(seen, bearer.id)
    if mount is not None and mount in seen.fight.combatants:
        found.append(_plain("mounted", texts.say("badge.mounted", mount=texts.who(mount)), "SA-MOUNT-01", texts))
    if fighter.help_used:
        found.append(_plain("helped", texts.say("badge.helped"), "SA-ALLY-04", texts))
    return tuple(found)


def _condition(condition: Condition, words: Wording, texts: SceneTexts) -> SceneBadge:
    """A condition as what it is to its bearer, and when it ends.  [G-58]"""
    kind = condition.kind
    tone: Tone = "GOOD" if kind in WARDS else "BAD" if kind in EFFECTS or kind == effects.SILENCED else "PLAIN"
    until = ""
    if condition.left is not None:
        until = texts.counted("rounds", condition.left)
    elif condition.until in effects.ENDS:
        until = texts.say(f"until.{condition.until}")
    return structs.replace(badge(words, condition), tone=tone, until=until)


def _plain(
    key: str, label: str, rule: str, texts: SceneTexts, tone: Tone = "PLAIN", level: int | None = None
) -> SceneBadge:
    return SceneBadge(
        key=key, label=label, short=short(label), tone=tone, level=level, text=texts.rule(rule), rule=rule
    )
