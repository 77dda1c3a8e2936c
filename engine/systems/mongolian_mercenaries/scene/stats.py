"""What a combatant is and has, for its sheet: attributes and skills as they are now, gear, spells, talents."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Term
from engine.kit.scene import StatBlock, StatGroup, StatThing, StatValue
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.rules.basics import initiative, lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import total
from engine.systems.mongolian_mercenaries.rules.gear import ammunition
from engine.systems.mongolian_mercenaries.scene.texts import SceneTexts
from engine.systems.mongolian_mercenaries.state import Fighter, Figures


def stat_block(seen: MercenariesFight, who: str, locale: str) -> StatBlock:
    """Of closed figures nothing but what the bars and badges show."""
    texts, fighter = SceneTexts(seen, locale), lookup.fighter(seen, who)
    if fighter.figures is None:
        return StatBlock(whole=False)
    values = tuple(_values(seen, who, fighter.figures, texts))
    return StatBlock(values=values, groups=tuple(_groups(seen, who, fighter, fighter.figures, texts)))


def _value(key: str, value: object, texts: SceneTexts, rule: str) -> StatValue:
    return StatValue(key=key, value=str(value), label=texts.say(f"stat.{key}"), rule=rule)


def _values(seen: MercenariesFight, who: str, sheet: Figures, texts: SceneTexts) -> Iterator[StatValue]:
    yield _value("level", sheet.level, texts, "MM-ATTR-14")
    yield _initiative(seen, who, texts)
    for name in sheet.attributes:
        now, written = lookup.attribute(seen, who, name), sheet.attribute(name)
        said = "" if now == written else texts.say("stat.written", n=str(written))
        yield StatValue(key=name, value=str(now), text=said, rule="MM-ATTR-01")
    if sheet.fight_proficiency:
        yield _value("proficiency", sheet.fight_proficiency, texts, "MM-ENM-09")
    if sheet.armour:
        yield _value("armour", sheet.armour, texts, "MM-ENM-11")
    if sheet.dodge:
        yield _value("dodge", sheet.dodge, texts, "MM-ENM-12")
    if sheet.courage is not None:
        yield _value("courage", texts.say(f"courage.{sheet.courage.value}"), texts, "MM-MOR-01")
    yield _value("size", texts.say(f"size.{sheet.size.value}"), texts, "MM-ENM-04")


def _initiative(seen: MercenariesFight, who: str, texts: SceneTexts) -> StatValue:
    """Of this round, as Wait has left it; before the first one what it would be."""
    parts = initiative.parts(seen, who)
    terms = tuple(
        Term(source=p.source, of="", amount=p.amount, rule=p.rule, combatant=p.who) for p in parts if p.amount
    )
    now = lookup.fighter(seen, who).initiative
    rule, label = "MM-INIT-01", texts.say("stat.initiative")
    if now is None or now == total(parts):
        return StatValue(key="initiative", value=str(total(parts)), label=label, terms=terms, rule=rule)
    return StatValue(key="initiative", value=str(now), label=label, rule=rule)


def _groups(
    seen: MercenariesFight, who: str, fighter: Fighter, sheet: Figures, texts: SceneTexts
) -> Iterator[StatGroup]:
    deck = deck_of(seen.own.setup.cards)
    yield StatGroup(key="weapons", things=tuple(_weapons(seen, who, fighter, sheet, texts)))
    worn = (StatThing(key=key, of=it, facts=_state(key, fighter, texts)) for key, it in sheet.worn.items())
    yield StatGroup(key="armour", things=tuple(worn))
    skills = ((name, lookup.skill(seen, who, name)) for name in sheet.skills)
    yield StatGroup(key="skills", things=tuple(StatThing(key=name, facts=(str(now),)) for name, now in skills))
    talents = (StatThing(key=key, of=deck.talents.get(key)) for key in sheet.talents)
    yield StatGroup(key="talents", things=tuple(talents))
    spells = ((key, deck.spells.get(key)) for key in sheet.spells)
    yield StatGroup(key="spells", things=tuple(StatThing(key=key, of=spell) for key, spell in spells))
    things = {**sheet.items, **sheet.spare}
    packed = (StatThing(key=key, of=it, facts=_state(key, fighter, texts)) for key, it in things.items())
    yield StatGroup(key="items", things=tuple(packed))
    prayers = (
        StatThing(key=key, of=deck.prayers.get(key), facts=_prayed(key, fighter, texts)) for key in sheet.prayers
    )
    yield StatGroup(key="prayers", things=tuple(prayers))


def _weapons(
    seen: MercenariesFight, who: str, fighter: Fighter, sheet: Figures, texts: SceneTexts
) -> Iterator[StatThing]:
    for key, weapon in sheet.weapons.items():
        facts = _state(key, fighter, texts)
        if weapon.natural:
            facts += (texts.damage(weapon.damage, weapon.kinds[0]),)
        if key in fighter.ammunition:
            facts += (texts.say("fact.left", n=str(ammunition.left(seen, who, key))),)
        yield StatThing(key=key, of=weapon, facts=facts)


def _state(key: str, fighter: Fighter, texts: SceneTexts) -> tuple[str, ...]:
    """Where a thing is, and that it is damaged."""
    found = (("held", fighter.held), ("packed", fighter.packed), ("damaged", fighter.damaged))
    return tuple(texts.say(f"fact.{word}") for word, ids in found if key in ids)


def _prayed(key: str, fighter: Fighter, texts: SceneTexts) -> tuple[str, ...]:
    return (texts.say("fact.prayed"),) if key in fighter.prayed else ()
