"""What a mini is and has, for its sheet: values with the spells on it, weapons, armour, spells, resistances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import structs

from engine.kit import Term
from engine.kit.scene import StatBlock, StatGroup, StatThing, StatValue
from engine.systems.minis.content.catalogue import ARMOR, SPELLS, WEAPONS
from engine.systems.minis.content.kinds import Armor, Weapon
from engine.systems.minis.ground import INCH
from engine.systems.minis.rules.basics import ability, lookup, sums, weapons
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import magic
from engine.systems.minis.rules.movement import allowance
from engine.systems.minis.scene.texts import SceneTexts
from engine.systems.minis.state import Mini


def stat_block(seen: MinisFight, who: str, locale: str) -> StatBlock:
    """Minis are open to all in this game."""
    texts, mini = SceneTexts(seen, locale), lookup.mini(seen, who)
    arms = dict.fromkeys((*mini.arms, *weapons.melee(seen, who), *weapons.missiles(seen, who)))
    groups = (
        StatGroup(key="weapons", things=tuple(_weapon(key, mini.arms.get(key) or WEAPONS[key], texts) for key in arms)),
        StatGroup(key="armor", things=tuple(_armour(piece, texts) for piece in mini.worn)),
        StatGroup(key="spells", things=tuple(_spells(seen, who, mini, texts))),
        StatGroup(key="resistances", things=tuple(StatThing(key=kind.value) for kind in mini.resistances)),
    )
    return StatBlock(values=tuple(_values(seen, who, mini, texts)), groups=groups)


def _value(key: str, value: object, texts: SceneTexts, rule: str, terms: tuple[Term, ...] = ()) -> StatValue:
    return StatValue(key=key, value=str(value), label=texts.say(f"stat.{key}"), terms=terms, rule=rule)


def _values(seen: MinisFight, who: str, mini: Mini, texts: SceneTexts) -> Iterator[StatValue]:
    yield _value("level", mini.level, texts, "MN-SET-02")
    yield _value("initiative", ability.initiative(seen, who), texts, "MN-INIT-05", _initiative(seen, who, mini))
    yield _movement(seen, who, mini, texts)
    yield _value("attacks", mini.attacks, texts, "MN-SET-02")
    if mini.spell_attacks:
        yield _value("spell-attacks", mini.spell_attacks, texts, "MN-SET-02")
    yield _value("size", texts.value(mini.size), texts, "MN-SET-01")


def _initiative(seen: MinisFight, who: str, mini: Mini) -> tuple[Term, ...]:
    """The mini's own, and what spells add to it."""
    found = sums.Sum((Term(source="initiative", of="", amount=mini.initiative, rule="MN-INIT-05", combatant=who),))
    for spell, more in ability.INITIATIVE_CHANGE.items():
        if seen.fight.combatants[who].has(spell):
            found = found.plus(spell, more, "MN-INIT-05")
    return found.terms


def _movement(seen: MinisFight, who: str, mini: Mini, texts: SceneTexts) -> StatValue:
    """Of this turn: with spells, then running, then water; in inches."""
    own = structs.replace(_inches("movement", mini.movement), combatant=who)
    spells = (_inches(spell, more) for spell, more in allowance.CHANGE.items() if seen.fight.combatants[who].has(spell))
    factors = (
        (mini.used.running, "running", allowance.running(seen)),
        (mini.used.penalised, "water", allowance.IN_WATER),
    )
    scaled = (
        Term(source=word, of="", times=by.numerator, over=by.denominator, rule="MN-GAP-10")
        for holds, word, by in factors
        if holds
    )
    thousandths = allowance.allowance(seen, who)
    told = texts.say("preview.inches", inches=texts.inches(int(Fraction(thousandths, 10))))
    return _value("movement", told, texts, "MN-MOVE-01", (own, *spells, *scaled))


def _inches(source: str, hundredths: int) -> Term:
    """A length as a term, in whole inches where it is so many."""
    whole = hundredths % INCH == 0
    amount, over = (hundredths // INCH, 1) if whole else (hundredths, INCH)
    return Term(source=source, of="", amount=amount, over=over, rule="MN-MOVE-01")


def _weapon(key: str, weapon: Weapon, texts: SceneTexts) -> StatThing:
    """The catalogue says what its own do; of others the numbers are told."""
    if WEAPONS.get(key) == weapon:
        return StatThing(key=key, of=weapon)
    facts = [texts.counted("damage", weapon.damage)]
    if weapon.max_range is not None:
        facts.append(texts.say("fact.range", inches=texts.inches(weapon.max_range)))
    return StatThing(key=key, of=weapon, facts=tuple(facts))


def _armour(piece: Armor, texts: SceneTexts) -> StatThing:
    known = ARMOR.get(piece.id) == piece
    facts = () if known else (texts.say("fact.protection", n=str(piece.protection)),)
    return StatThing(key=piece.id, of=piece, facts=facts)


def _spells(seen: MinisFight, who: str, mini: Mini, texts: SceneTexts) -> Iterator[StatThing]:
    """With their reach at its level."""
    for key in mini.spells:
        spell = SPELLS.get(key)
        far = spell is not None and spell.range_inches
        reach = (texts.say("fact.range", inches=texts.inches(magic.reach(seen, who, key))),) if far else ()
        yield StatThing(key=key, facts=reach)
