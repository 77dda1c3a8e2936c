"""What holds between minis, and what lies over the table: contacts, control, the acting mini's reach, entry strips.

Keys are made from what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.ground import SceneArea, SceneDisc
from engine.kit.scene import SceneMark, Tone
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.ground import INCH
from engine.systems.minis.rules.basics import lookup, positions
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.scene.threats import front_of
from engine.systems.minis.state import Phase

CONTROLLING = {"command": "MN-CMD-04", "golem": "MN-GOL-05"}
"""Spells under which a mini obeys its caster, and the rule of it."""


def marks_of(seen: MinisFight, texts: SceneTexts) -> tuple[SceneMark, ...]:
    """All marks of a scene."""
    return (*_engaged(seen, texts), *_controls(seen, texts), *_reach(seen, texts), *_strips(seen, texts))


def _engaged(seen: MinisFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Enemies within reach of each other, each pair once; who has the other in its flank is told.  [MN-GAP-07]"""
    for who in lookup.here(seen):
        for other in lookup.enemies(seen, who):
            if who < other and positions.in_reach(seen, who, other):
                flanked = [
                    combatant
                    for combatant, by in ((who, other), (other, who))
                    if positions.from_flank(seen, by, combatant)
                ]
                label = texts.say("mark.engaged")
                if flanked:
                    label = texts.say("mark.flanked", who=texts.say("and").join(map(texts.who, flanked)))
                tone: Tone = "BAD" if flanked else "WARNING"
                yield SceneMark(
                    key=f"engaged-{who}-{other}",
                    kind="ENGAGED",
                    label=label,
                    tone=tone,
                    members=(who, other),
                    text=texts.rule("MN-GAP-07"),
                    rule="MN-GAP-07",
                )


def _controls(seen: MinisFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Who obeys whom, with how far the caster's control reaches.  [MN-CMD-06, MN-GAP-46]"""
    for key, effect in seen.own.effects.items():
        rule, spell = CONTROLLING.get(effect.spell), SPELLS.get(effect.spell)
        if rule is None or spell is None or effect.inactive:
            continue
        if not (lookup.in_play(seen, effect.caster) and lookup.in_play(seen, effect.target)):
            continue
        reach = (spell.range_inches + lookup.mini(seen, effect.caster).level) * INCH
        yield SceneMark(
            key=f"control-{effect.target}-{key}",
            kind="CONTROLS",
            label=texts.say("mark.control", inches=texts.inches(reach)),
            from_=effect.caster,
            to=effect.target,
            area=SceneArea(disc=SceneDisc(centre=lookup.at(seen, effect.caster), radius=reach)),
            until=texts.say("until.turn", turn=str(effect.last)),
            text=texts.rule(rule),
            rule=rule,
        )


def _reach(seen: MinisFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """How far the mini whose place it is reaches in melee: the half of its front.  [MN-GAP-05, MN-GAP-07]"""
    if seen.own.phase is not Phase.ACTIVATE or len(seen.fight.acting) != 1:
        return
    who = seen.fight.acting[0]
    if not lookup.in_play(seen, who):
        return
    yield SceneMark(
        key=f"reach-{who}",
        kind="AIMS",
        label=texts.say("mark.reach"),
        from_=who,
        area=front_of(seen, who),
        text=texts.rule("MN-GAP-05"),
        rule="MN-GAP-05",
    )


def _strips(seen: MinisFight, texts: SceneTexts) -> Iterator[SceneMark]:
    """Where sides deploy, while somebody of them has no place yet.  [MN-GAP-29]"""
    if seen.own.phase not in (Phase.SETUP, Phase.DEPLOY):
        return
    for side in dict.fromkeys(seen.fight.combatants[who].side for who in deployment.waiting(seen)):
        strip = deployment.strip_of(seen, side)
        if strip is not None:
            yield SceneMark(
                key=f"strip-{side}",
                kind="ENTRY",
                label=texts.say("mark.strip", side=texts.side(side)),
                area=strip.area,
                text=texts.rule("MN-GAP-29"),
                rule="MN-GAP-29",
            )
