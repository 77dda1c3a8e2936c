"""What a figure is and has, for its sheet: abilities, what it fights with, weapons, skills, talents."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.scene import StatBlock, StatGroup, StatThing, StatValue
from engine.systems.dozen_die.rules.basics import lookup, values
from engine.systems.dozen_die.rules.basics.dice import Value
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.scene.texts import SceneTexts
from engine.systems.dozen_die.state import Figure

ABILITIES = ("st", "dx", "co", "ch", "aw")


def stat_block(seen: DozenDieFight, who: str, locale: str) -> StatBlock:
    """Figures are open in this game."""
    texts, figure = SceneTexts(seen, locale), lookup.figure(seen, who)
    armor = () if figure.armor is None else (StatThing(key=figure.armor.id, of=figure.armor),)
    skills = (
        StatThing(key=key, of=skill, facts=(texts.counted("levels", figure.levels.get(key, 0)),))
        for key, skill in figure.skills.items()
    )
    groups = (
        StatGroup(key="weapons", things=tuple(_weapons(figure, texts))),
        StatGroup(key="armor", things=armor),
        StatGroup(key="skills", things=tuple(skills)),
        StatGroup(key="talents", things=tuple(StatThing(key=talent.id, of=talent) for talent in figure.talents)),
    )
    return StatBlock(values=tuple(_values(seen, who, figure, texts)), groups=groups)


def _value(key: str, value: object, texts: SceneTexts, rule: str | None = None, sum: Value | None = None) -> StatValue:
    terms = () if sum is None else sum.terms
    return StatValue(key=key, value=str(value), label=texts.say(f"stat.{key}"), terms=terms, rule=rule)


def _values(seen: DozenDieFight, who: str, figure: Figure, texts: SceneTexts) -> Iterator[StatValue]:
    for key in ABILITIES:
        yield _value(key, getattr(figure, key), texts)
    yield _value("mv", texts.counted("squares", figure.mv), texts)
    melee, saved = values.melee(seen, who), values.protection(seen, who, board.cover(seen, who))
    yield _value("melee", melee.total, texts, "DD-MEL-01", melee)
    yield _value("protection", saved.total, texts, "DD-ARM-02", saved)
    size = texts.say("stat.one") if figure.size == 1 else texts.say("stat.side", n=str(figure.size))
    yield _value("size", size, texts)
    if figure.tags:
        yield _value("tags", ", ".join(texts.value(tag) for tag in figure.tags), texts)
    if figure.items or figure.capacity:
        yield _value(
            "items", texts.say("stat.carried", n=str(figure.items), of=str(figure.capacity)), texts, "DD-MARCH-05"
        )


def _weapons(figure: Figure, texts: SceneTexts) -> Iterator[StatThing]:
    for key, weapon in figure.arms.items():
        facts = () if not weapon.ranged else (texts.say("fact.loaded" if key in figure.loaded else "fact.unloaded"),)
        yield StatThing(key=key, of=weapon, facts=facts)
