"""What a combatant is and has, for its sheet: figures as they count now with their terms, weapons, spells, items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit import Term
from engine.kit.scene import StatBlock, StatGroup, StatThing, StatValue
from engine.systems.fantasia.content.catalogue import WEAPONS
from engine.systems.fantasia.content.kinds import Affinity, Figure
from engine.systems.fantasia.rules.basics import figures, lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.state import Fighter, Figures, Held, Where

USUAL = 100
"""The usual size, in percent."""

SHOWN = (
    Figure.STRENGTH,
    Figure.AGILITY,
    Figure.VITALITY,
    Figure.MIND,
    Figure.DEFENSE,
    Figure.MAGIC_DEFENSE,
    Figure.EVASION,
    Figure.MAGIC_BLOCK,
)


def stat_block(seen: FantasiaFight, who: str, locale: str) -> StatBlock:
    """Of a closed sheet its size, its place in the order, and the weapons that are not stowed."""
    texts, fighter = SceneTexts(seen, locale), lookup.fighter(seen, who)
    sheet = fighter.figures
    groups = [StatGroup(key="weapons", things=tuple(_weapons(fighter, texts)))]
    if sheet is not None:
        groups += _groups(sheet, fighter, texts)
    values = (*(() if sheet is None else _figures(seen, who, sheet, texts)), *_open(seen, who, fighter, texts))
    return StatBlock(values=values, groups=tuple(groups), whole=sheet is not None)


def _value(key: str, value: object, texts: SceneTexts, rule: str, terms: Iterable[Term] = ()) -> StatValue:
    return StatValue(key=key, value=str(value), label=texts.say(f"stat.{key}"), terms=tuple(terms), rule=rule)


def _open(seen: FantasiaFight, who: str, fighter: Fighter, texts: SceneTexts) -> Iterator[StatValue]:
    """What everybody knows who sees it."""
    if fighter.initiative is not None:
        yield _value("initiative", fighter.initiative, texts, "FF-INIT-01")
    percent = lookup.size_percent(seen, who)
    size = texts.say("stat.usual") if percent == USUAL else f"{percent} %"
    yield _value("size", size, texts, "FF-STAT-09")


def _figures(seen: FantasiaFight, who: str, sheet: Figures, texts: SceneTexts) -> Iterator[StatValue]:
    yield _value("level", sheet.level, texts, "FF-STAT-10")
    for which in SHOWN:
        terms = totals.of_modifiers(figures.terms_of(seen, who, which), who).terms
        yield _value(which.value.lower(), figures.figure(seen, who, which), texts, figures.rule_of(which), terms)
    yield _movement(seen, who, texts)
    if sheet.multi_attack > 1:
        yield _value("attacks", sheet.multi_attack, texts, "FF-TURN-02")
    if sheet.affinities:
        told = ", ".join(_affinity(affinity, texts) for affinity in sheet.affinities)
        yield _value("elements", told, texts, "FF-ELEM-01")


def _movement(seen: FantasiaFight, who: str, texts: SceneTexts) -> StatValue:
    """Metres: what is added, then the factors of conditions."""
    which, now = Figure.MOVEMENT, figures.figure(seen, who, Figure.MOVEMENT)
    plain = totals.of_modifiers(figures.terms_of(seen, who, which), who)
    found = totals.times(plain, figures.multipliers(seen, who, which), now)
    return _value("movement", f"{now} m", texts, figures.rule_of(which), found.terms)


def _affinity(affinity: Affinity, texts: SceneTexts) -> str:
    relation = texts.say(f"stat.{affinity.relation.value}")
    return f"{texts.value('element', affinity.element)} ({relation})"


def _weapons(fighter: Fighter, texts: SceneTexts) -> Iterator[StatThing]:
    for key, held in fighter.weapons.items():
        yield StatThing(key=key, of=held.weapon, facts=tuple(_held(held, texts)))


def _held(held: Held, texts: SceneTexts) -> Iterator[str]:
    """Where it is, and what is in its chamber; of one that is not of the catalogue its numbers, too."""
    weapon = held.weapon
    if WEAPONS.get(weapon.id) != weapon:
        yield texts.say("fact.weapon", bonus=str(weapon.bonus), dice=str(weapon.dice), metres=str(weapon.range_metres))
    if not (held.weapon.natural and held.where is Where.IN_HAND):
        yield texts.say(f"fact.{held.where.value}")
    if held.weapon.chamber:
        yield texts.say("fact.bullets", left=str(held.bullets), of=str(held.weapon.chamber))


def _groups(sheet: Figures, fighter: Fighter, texts: SceneTexts) -> list[StatGroup]:
    """What stands on the sheet beside its weapons."""
    stock = fighter.stock or {}
    spells = (
        StatThing(key=key, of=known.spell, facts=(texts.say("fact.mp", n=str(known.spell.mp)),))
        for key, known in sheet.spells.items()
    )
    items = (
        StatThing(key=key, of=item, facts=(texts.say("fact.left", n=str(stock.get(key, 0))),))
        for key, item in sheet.items.items()
    )
    techniques = (StatThing(key=key, of=known.technique) for key, known in sheet.techniques.items())
    return [
        StatGroup(key="spells", things=tuple(spells)),
        StatGroup(key="techniques", things=tuple(techniques)),
        StatGroup(
            key="reactions", things=tuple(StatThing(key=k, of=reaction) for k, reaction in sheet.reactions.items())
        ),
        StatGroup(key="items", things=tuple(items)),
        StatGroup(key="armor", things=tuple(StatThing(key=piece.id, of=piece) for piece in sheet.armor)),
        StatGroup(key="traits", things=tuple(StatThing(key=trait.id, of=trait) for trait in sheet.traits)),
    ]
