"""What may be ordered between fights."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, in_company, is_free
from engine.systems.saari.content.catalogue import SPELLS, TALENTS
from engine.systems.saari.content.kinds import Attribute, Kind
from engine.systems.saari.rules.between import characters, loans
from engine.systems.saari.rules.between import orders as o
from engine.systems.saari.rules.between.company import Stage
from engine.systems.saari.rules.between.expedition import Company, figures_of, own_of, resting
from engine.systems.saari.rules.between.finds import MOST_VALUE
from engine.systems.saari.rules.between.settings import ExpeditionSettings
from engine.systems.saari.rules.between.types import RiseKind
from engine.systems.saari.rules.turns.orders import ReachMilestone, ReturnToBase

NOTE = Field("note", "text", least=0, most=500)
TREASURE = "Treasure"


def of_the_master(seen: Company) -> Iterator[Offer[Order]]:
    """Of the course of an expedition, and what is found."""
    own, settings = own_of(seen), seen.own.settings
    if own.stage is Stage.BASE:
        yield Offer("give-briefing", o.GiveBriefing(), "SA-OUT-11", (NOTE,))
    if own.stage is not Stage.EXPEDITION:
        if resting(seen) and in_company(seen):
            waits = any(own.waiting.get(who) for who in in_company(seen))
            yield Offer("set-out", o.SetOut(regardless=waits), "SA-OUT-01")
    else:
        if resting(seen):
            yield Offer("milestone", ReachMilestone(), "SA-REST-02", (NOTE,))
            if all(find.value is not None or find.thing is not None for find in own.finds.values()):
                yield Offer("return-to-base", ReturnToBase(), "SA-REST-04", (NOTE,))
        yield from _finds(seen, settings)
    for who in in_company(seen):
        if seen.own.members[who].sheet is not None:
            lost = tuple(talent.id for talent in figures_of(seen, who).talents if talent.worldly)
            if lost:
                fields = (Field("talent", "one", lost),)
                yield Offer(f"lose-talent-{who}", o.LoseTalent(combatant=who, talent=lost[0]), "SA-OUT-15", fields)


def _finds(seen: Company, settings: ExpeditionSettings) -> Iterator[Offer[Order]]:
    name = Field("name", "text", least=1, most=80)
    amount = Field("value", "amount", least=0, most=MOST_VALUE)
    yield Offer("record-find", o.RecordFind(name=TREASURE, value=0), "SA-OUT-02", (name, amount))
    for key, find in own_of(seen).finds.items():
        if find.thing is None:
            yield Offer(f"value-{key}", o.ValueFind(find=key, value=find.value or 0), "SA-OUT-03", (amount,))
    if settings.armour_die is not None:
        yield Offer("roll-armour", o.RollArmour(), "SA-OUT-07")
    if settings.beast_values:
        beasts = tuple(settings.beast_values)
        fields = (Field("beast", "one", beasts), Field("count", "amount", least=1, most=99))
        yield Offer("take-parts", o.TakeParts(beast=beasts[0]), "SA-OUT-05", fields)


def of_a_member(seen: Company, who: str) -> Iterator[Offer[Order]]:
    """What a member may do: ask, sell, and at the base change."""
    own, settings = own_of(seen), seen.own.settings
    if own.stage is Stage.EXPEDITION and resting(seen):
        yield Offer(f"ask-for-milestone-{who}", o.AskForMilestone(combatant=who), "SA-OUT-01", (NOTE,))
    if settings.beast_values is not None:
        for beast, count in own.parts.items():
            field = Field("count", "amount", least=1, most=min(count, 99))
            yield Offer(f"offer-{beast}-{who}", o.OfferParts(combatant=who, beast=beast), "SA-OUT-04", (field,))
    if own.stage is not Stage.EXPEDITION and seen.own.members[who].sheet is not None and is_free(seen, who):
        yield from _things(seen, who)
        if seen.fight.combatants[who].kind == Kind.PC.value:
            yield from _changes(seen, who)


def _things(seen: Company, who: str) -> Iterator[Offer[Order]]:
    for key, thing in own_of(seen).things.items():
        if not thing.borrower and thing.owner in ("", who) and _fits(seen, who, key):
            yield Offer(f"borrow-{key}-{who}", o.BorrowThing(combatant=who, thing=key), "SA-OUT-06")
    figures = figures_of(seen, who)
    for item in (*figures.weapons, *figures.shields):
        yield Offer(f"put-off-{item}-{who}", o.PutOff(combatant=who, item=item), "SA-OUT-12")


def _fits(seen: Company, who: str, key: str) -> bool:
    """Whether a thing can be carried, as gear goes.  [SA-OUT-06]"""
    thing, sheet = own_of(seen).things[key], seen.own.members[who].sheet or {}
    if thing.armor is not None and sheet.get("ownArmor"):
        return False
    try:
        loans.require_playable(loans.with_thing(sheet, thing))
    except RuleRefusal:
        return False
    return bool(loans.item_of(thing))


def _changes(seen: Company, who: str) -> Iterator[Offer[Order]]:
    own, figures = own_of(seen), figures_of(seen, who)
    talents = tuple(key for key in TALENTS if key not in {talent.id for talent in figures.talents})
    spells = tuple(key for key in SPELLS if key not in figures.spells)
    risable = characters.may_rise(seen, who)
    if risable and characters.usable(seen, who, as_attribute=True) is not None:
        body = o.TakeRise(combatant=who, attribute=risable[0])
        yield Offer(f"rise-attribute-{who}", body, "SA-OUT-09", (Field("attribute", "one", risable),))
    if characters.usable(seen, who, as_attribute=False) is not None:
        if talents:
            body = o.TakeRise(combatant=who, talent=talents[0])
            yield Offer(f"rise-talent-{who}", body, "SA-OUT-09", (Field("talent", "one", talents),))
        if spells:
            body = o.TakeRise(combatant=who, spell=spells[0])
            yield Offer(f"rise-spell-{who}", body, "SA-OUT-16", (Field("spell", "one", spells),))
    for lost in own.lost.get(who, ()):
        if lost in talents:
            again = o.ReplaceTalent(combatant=who, lost=lost, talent=lost)
            fields = (Field("talent", "one", (lost, *(key for key in talents if key != lost))),)
            yield Offer(f"replace-{lost}-{who}", again, "SA-OUT-15", fields)
        if spells:
            other = o.ReplaceTalent(combatant=who, lost=lost, spell=spells[0])
            yield Offer(f"replace-{lost}-spell-{who}", other, "SA-OUT-16", (Field("spell", "one", spells),))
    if own.stage is Stage.BASE and RiseKind.LEARNING not in own.waiting.get(who, ()):
        yield Offer(f"rebuild-{who}", o.Rebuild(combatant=who), "SA-OUT-11", tuple(_choices(seen, who)))


def _choices(seen: Company, who: str) -> Iterator[Field]:
    """Which depend on each other: as many points and talents as before."""
    for attribute in Attribute:
        yield Field(attribute.value.lower(), "amount", least=0, most=6, exact=False)
    yield Field("talents", "some", tuple(TALENTS), most=len(TALENTS), exact=False)
    yield Field("spells", "some", tuple(SPELLS), most=len(SPELLS), exact=False)
