"""What there is to know of a combatant: wounds, states, cover, its mount, what is Damaged."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from engine.kit import Combatant
from engine.kit.scene import SceneBadge, Tone, Wording, badge, short
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.forces import Force
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Cover, Does, Until, Whom, Wound
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.blows.harm import count
from engine.systems.mongolian_mercenaries.rules.field import cover
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts

TOLD = (Until.ROUND_END, Until.NEXT_TEST, Until.FIGHT)
"""Ends that have words of their own."""


def badges_of(seen: MercenariesFight, bearer: Combatant, words: Wording, texts: SceneTexts) -> tuple[SceneBadge, ...]:
    """Wounds first: a number of one kind takes somebody out, whatever Health is left.  [MM-WND-03]"""
    return (
        *_wounds(seen, bearer, texts),
        *_states(seen, bearer, words),
        *forces_of(seen, bearer.id, words, texts),
        *_cover(seen, bearer, texts),
        *_rest(seen, bearer, words, texts),
    )


def _wounds(seen: MercenariesFight, bearer: Combatant, texts: SceneTexts) -> Iterator[SceneBadge]:
    wounds = lookup.fighter(seen, bearer.id).wounds
    for wound in Wound:
        number = count(wounds, wound)
        if number:
            key = f"wound-{wound.value.lower()}"
            yield _plain(key, texts.say(f"badge.{key}"), "MM-WND-03", texts, "BAD", number)


def _states(seen: MercenariesFight, bearer: Combatant, words: Wording) -> Iterator[SceneBadge]:
    """Each with its own tone: what its card says is a burden, or a help.  [MM-ST-01]"""
    deck = deck_of(seen.own.setup.cards)
    for condition in bearer.conditions:
        shown = badge(words, condition)
        card = deck.states.get(condition.kind)
        yield shown if card is None else structs.replace(shown, tone=tone_of(card.abilities))


def forces_of(seen: MercenariesFight, who: str, words: Wording, texts: SceneTexts) -> Iterator[SceneBadge]:
    """What spells, talents and the like have brought and goes on; of one card once, the last to end.

    who: "" for the whole field.  [MM-ROUND-02]
    """
    found = {
        force.source: force
        for force in sorted(seen.own.forces, key=lambda force: force.lasts.count)
        if force.bearer == who
    }
    for source, force in found.items():
        label = words.word(source)
        yield SceneBadge(
            key=f"force-{source}",
            label=label,
            short=short(label),
            tone=tone_of(force.abilities),
            until=_until(force, texts),
            text=texts.rule("MM-ROUND-02"),
            rule="MM-ROUND-02",
            source=force.by if force.by in seen.fight.combatants else None,
        )


def _until(force: Force, texts: SceneTexts) -> str:
    if force.lasts.until is Until.TURNS:
        return texts.say("until.round", round=str(force.began + force.lasts.count))
    key = f"until.{force.lasts.until.value.lower()}"
    return texts.say(key) if force.lasts.until in TOLD else ""


def tone_of(abilities: tuple[Ability, ...]) -> Tone:
    """BAD for what takes something, forbids or harms; GOOD for everything else."""
    bad = any(
        effect.does in (Does.FORBID, Does.DAMAGE)
        or (effect.amount is not None and effect.amount.points < 0)
        or (effect.does is Does.RESIST and (effect.percent or 0) > 0)
        or (effect.does is Does.LIGHTING and effect.steps > 0)
        for ability in abilities
        for effect in ability.effects
        if effect.on is Whom.SELF
    )
    return "BAD" if bad else "GOOD"


def _cover(seen: MercenariesFight, bearer: Combatant, texts: SceneTexts) -> Iterator[SceneBadge]:
    """Being behind a cover is a state; beside one that is not used nothing holds.  [MM-MOVE-06]"""
    fighter = lookup.fighter(seen, bearer.id)
    if seen.own.field is None or not lookup.on_field(seen, bearer.id):
        return
    found = cover.of(seen, bearer.id)
    if found is not Cover.NONE:
        yield _plain("cover", texts.say(f"badge.cover-{found.value.lower()}"), cover.RULE[found], texts, "GOOD")
    if fighter.crouched:
        yield _plain(
            "crouched", texts.say("badge.crouched"), "MM-COV-03", texts, "GOOD", until=texts.say("until.lean-out")
        )


def _rest(seen: MercenariesFight, bearer: Combatant, words: Wording, texts: SceneTexts) -> Iterator[SceneBadge]:
    fighter = lookup.fighter(seen, bearer.id)
    if fighter.mounted and fighter.mount is not None:
        yield _plain("mounted", texts.say("badge.mounted", mount=words.word(fighter.mount)), "MM-MNT-03", texts)
    if fighter.waited:
        yield _plain("waited", texts.say("badge.waited"), "MM-INIT-04", texts, level=fighter.waited)
    for label in dict.fromkeys(fighter.wound_labels):
        number = fighter.wound_labels.count(label)
        yield _plain(f"label-{label}", words.word(label), "MM-WND-06", texts, "BAD", number)
    for item in fighter.damaged:
        yield _plain(f"damaged-{item}", texts.say("badge.damaged", item=words.word(item)), "MM-ST-05", texts, "WARNING")


def _plain(
    key: str,
    label: str,
    rule: str,
    texts: SceneTexts,
    tone: Tone = "PLAIN",
    level: int | None = None,
    until: str = "",
) -> SceneBadge:
    return SceneBadge(
        key=key, label=label, short=short(label), tone=tone, level=level, until=until, text=texts.rule(rule), rule=rule
    )
