"""What a combatant is and has, for its sheet: attributes, defence, target numbers, gear, spells, talents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.kit import Term
from engine.kit.scene import StatBlock, StatGroup, StatThing, StatValue
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.rules.basics import lookup, superiority
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.basics.sums import Part, total
from engine.systems.saari.rules.roll import pools
from engine.systems.saari.scene.texts import SceneTexts
from engine.systems.saari.state import Fighter, Figures

HALVES = ("½", "1", "1½", "2", "2½", "3")
"""Weights in halves of a normal one, from one half."""


def stat_block(seen: SaariFight, who: str, locale: str) -> StatBlock:
    """Of closed figures what the table sees: initiative and weight."""
    texts, fighter = SceneTexts(seen, locale), lookup.fighter(seen, who)
    sheet = fighter.figures
    if sheet is None:
        return StatBlock(values=tuple(_open(seen, who, fighter, texts)), whole=False)
    values = (*_open(seen, who, fighter, texts), *_figures(seen, who, sheet, texts))
    return StatBlock(values=values, groups=_groups(sheet, fighter, texts))


def _value(
    key: str, value: object, texts: SceneTexts, rule: str, parts: Iterable[Part] = (), who: str | None = None
) -> StatValue:
    terms = tuple(Term(source=p.source, of="", amount=p.amount, rule=p.rule, combatant=who) for p in parts if p.amount)
    return StatValue(key=key, value=str(value), label=texts.say(f"stat.{key}"), terms=terms, rule=rule)


def _open(seen: SaariFight, who: str, fighter: Fighter, texts: SceneTexts) -> Iterator[StatValue]:
    if fighter.initiative is not None:
        yield _value("initiative", fighter.initiative, texts, "SA-INIT-04")
    halves = superiority.weight_halves(seen, who)
    if 0 < halves <= len(HALVES):
        yield _value("weight", texts.say("stat.people", n=HALVES[halves - 1]), texts, "SA-SUP-03")


def _figures(seen: SaariFight, who: str, sheet: Figures, texts: SceneTexts) -> Iterator[StatValue]:
    """Of a character its attributes and the dice of its defence; of others target numbers."""
    if lookup.is_pc(seen, who):
        for attribute in Attribute:
            yield StatValue(key=attribute.value.lower(), value=str(sheet.score(attribute)), rule="SA-ATTR-01")
        parts = pools.of_attribute(seen, who, Attribute.PERSONALITY, "SA-INIT-02")
        parts += pools.bonuses(seen, who, Purpose.INITIATIVE)
        yield _value("initiative-dice", total(parts), texts, "SA-INIT-02", parts, who)
        yield _value("dodge", pools.dodge_dice(seen, who), texts, "SA-GEAR-14")
        yield _value("armor", pools.armor_dice(seen, who), texts, "SA-GEAR-13")
    elif sheet.initiative:
        yield _value("actions", sheet.initiative, texts, "G-01")
    if sheet.kn is not None:
        yield _value("kn", _target_numbers(sheet, texts), texts, "SA-ATK-05")
    if sheet.traits:
        yield _value(
            "traits", ", ".join(texts.say(f"trait.{trait.value}") for trait in sheet.traits), texts, "SA-MOUNT-02"
        )


def _target_numbers(sheet: Figures, texts: SceneTexts) -> str:
    kn = sheet.kn
    if kn is None:
        return ""
    thrown = kn.ranged if kn.thrown is None else kn.thrown
    return texts.say(
        "stat.numbers", melee=str(kn.melee), ranged=str(kn.ranged), thrown=str(thrown), spell=str(kn.spell)
    )


def _groups(sheet: Figures, fighter: Fighter, texts: SceneTexts) -> tuple[StatGroup, ...]:
    armor = () if sheet.armor is None else (sheet.armor,)
    return (
        StatGroup(key="weapons", things=_gear(sheet.weapons.items(), fighter, texts)),
        StatGroup(key="attacks", things=tuple(StatThing(key=key, of=it) for key, it in sheet.attacks.items())),
        StatGroup(key="shields", things=_gear(sheet.shields.items(), fighter, texts)),
        StatGroup(key="armor", things=tuple(StatThing(key=it.id, of=it) for it in armor)),
        StatGroup(key="spells", things=tuple(StatThing(key=key, of=it) for key, it in sheet.spells.items())),
        StatGroup(key="talents", things=tuple(StatThing(key=it.id, of=it) for it in sheet.talents)),
        StatGroup(key="trinkets", things=tuple(StatThing(key=it.id, of=it) for it in sheet.trinkets)),
    )


def _gear(things: Iterable[tuple[str, Struct]], fighter: Fighter, texts: SceneTexts) -> tuple[StatThing, ...]:
    held = (texts.say("fact.held"),)
    return tuple(StatThing(key=key, of=thing, facts=held if key in fighter.held else ()) for key, thing in things)
