"""A company of Mongolian Mercenaries over three fights: treated, fed and rested between them, proven whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.playing.decide import Choice
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.service.encounters import Encounters, NewEncounter
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.port import Store
from engine.systems.mongolian_mercenaries.content.catalogue import WEAPONS
from tests.support.fights.fights import SEATS

BANDIT = {"id": "bandit", "name": "Bandit", "side": "enemies", "sheet": {"ref": "bandit"}}


def company() -> NewEncounter:
    """A swordsman with food and money, and a healer; experience needs a table."""
    people = (
        ("temur", "Temür", {"ref": "swordsman", "provisions": 4, "money": {"mnt": 400}}),
        ("saran", "Saran", {"ref": "healer", "luckyBreakUsed": True}),
    )
    combatants = tuple(
        {"id": id, "name": name, "side": "party", "seat": "ana", "sheet": sheet} for id, name, sheet in people
    )
    return as_campaign(
        NewEncounter(
            system="mongolian_mercenaries",
            name="The company",
            seats=SEATS,
            combatants=combatants,
            setup={"xpTable": [100]},
        )
    )


async def own_of(service: Encounters, encounter: str) -> Any:
    return (await service.view(encounter, "gm")).position.state.own


async def ordered(service: Encounters, campaign: str, seat: str, order: dict[str, Any]) -> None:
    """An order between fights; what it asks takes its default."""
    view = (await service.submit(campaign, seat, {"mongolianMercenariesCampaign": order})).view
    while window := view.position.state.fight.window:
        asked = next(one for one in window.asked if not one.answered)
        view = (await service.answer(campaign, "gm", asked.decision, Choice(asked.default))).view


async def fought(service: Encounters, campaign: str, **corrected: Any) -> str:
    """A fight of both, in which the game master says how it went, settled. corrected: path -> value."""
    new = NewEncounter(system="", name="At the ford", seats=(), combatants=(BANDIT,))
    wish = NewFight(members=(ComingAlong(member="temur"), ComingAlong(member="saran")), new=new)
    fight = (await service.campaigns.begin(campaign, "gm", wish)).fight
    for path, value in corrected.items():
        await service.submit(fight, "gm", {"gm": {"correct": {"path": path, "value": value, "reason": "so it went"}}})
    await service.submit(fight, "gm", {"gm": {"end": {"reason": "they talk", "outcome": "party"}}})
    proposal = await service.campaigns.proposal(campaign, fight)
    await service.campaigns.settle(campaign, "gm", fight, proposal.digest)
    return fight


async def test_three_fights_with_something_between_each(store: Store, registry: Registry) -> None:
    """Wounds and experience stay; each fight takes a phase; levels, food, rest and travel are orders between."""
    service = Encounters(store, registry)
    made = await service.create(company())
    wounds = {"rules.fighters.temur.wounds.light": 2, "rules.fighters.temur.xpSinceLevel": 130}
    await fought(service, made.id, **wounds)
    own = await own_of(service, made.id)
    assert (own.members["temur"].sheet["woundsTaken"]["light"], own.members["temur"].sheet["xp"]) == (2, 130)
    assert own.game.day_phase.value == "NOON"

    await ordered(service, made.id, "ana", {"riseLevel": {"combatant": "temur"}})
    await ordered(service, made.id, "gm", {"eatProvisions": {}})
    await ordered(service, made.id, "gm", {"travel": {"steps": [{}]}})
    second = await fought(service, made.id)
    there = await own_of(service, second)
    assert (there.fighters["temur"].wounds.light, there.fighters["temur"].figures.level) == (2, 2)
    assert there.fighters["temur"].ref == "swordsman"

    await ordered(service, made.id, "gm", {"recover": {"way": "NIGHT"}})
    await ordered(service, made.id, "gm", {"recover": {"way": "REST"}})
    third = await fought(service, made.id)
    own = await own_of(service, made.id)
    sheet = own.members["temur"].sheet
    assert (sheet["level"], sheet["xp"], sheet["devPointsLeft"], sheet["provisions"]) == (2, 30, 2, 0)
    assert (own.game.day, own.game.day_phase.value) == (2, "EVENING")
    for stream in (made.id, second, third):
        assert (await service.audit(stream)).replay.state == "PROVEN"


@pytest.mark.rule("MM-GEN-02", "MM-OUT-03")
async def test_a_fight_has_the_cards_and_the_time_of_its_campaign(store: Store, registry: Registry) -> None:
    """A member has a weapon of the table; what whoever begins a fight says of its setup goes first."""
    service = Encounters(store, registry)
    dusty = structs.replace(WEAPONS["sabre"], id="dust_saber", name="Saber of dust")
    new = company()
    sheet = {"attributes": {"strength": 6}, "skills": {"long_blade": 3}, "weapons": ["dust_saber"]}
    entry = {"id": "temur", "name": "Temür", "side": "party", "seat": "ana", "sheet": sheet}
    cards = {"weapons": [plain(dusty)]}
    made = await service.create(structs.replace(new, combatants=(entry, new.combatants[1]), setup={"cards": cards}))
    for way in ("PHASE", "PHASE", "PHASE", "NIGHT", "PHASE"):
        await ordered(service, made.id, "gm", {"recover": {"way": way}})

    async def setup_of(**said: Any) -> Any:
        fought = NewEncounter(system="", name="At the ford", seats=(), combatants=(BANDIT,), setup=said)
        wish = NewFight(members=(ComingAlong(member="temur"),), new=fought)
        fight = (await service.campaigns.begin(made.id, "gm", wish)).fight
        own = await own_of(service, fight)
        await service.campaigns.release(made.id, "gm", fight)
        assert (await service.audit(fight)).replay.state == "PROVEN"
        return own.setup

    first = await setup_of()
    assert [card.id for card in first.cards.weapons] == ["dust_saber"]
    assert (first.day, first.day_phase.value) == (2, "NOON")
    second = await setup_of(day=7)
    assert (second.day, second.day_phase.value) == (7, "NOON")


@pytest.mark.rule("MM-OUT-31", "MM-OUT-03")
async def test_the_phase_of_a_fight_counts_for_what_lasts_for_phases(store: Store, registry: Registry) -> None:
    """Of two phases one is left in the next fight, of one none; then an order counts them in the campaign."""
    service = Encounters(store, registry)
    new = company()
    conditions = [{"key": "hungry", "kind": "hungry", "until": "PHASES", "amount": 2}]
    one = [{"key": "tired", "kind": "tired", "until": "PHASES"}]
    people = tuple({**dict(entry), "conditions": [*conditions, *one]} for entry in new.combatants)
    made = await service.create(structs.replace(new, combatants=people))
    await fought(service, made.id)
    fight = NewEncounter(system="", name="At the ford", seats=(), combatants=(BANDIT,))
    begun = await service.campaigns.begin(made.id, "gm", NewFight(members=(ComingAlong(member="temur"),), new=fight))
    there = (await service.view(begun.fight, "gm")).position.state.fight.combatants["temur"]
    assert [(condition.kind, condition.amount) for condition in there.conditions] == [("hungry", None)]
    await service.campaigns.release(made.id, "gm", begun.fight)
    await ordered(service, made.id, "gm", {"eatProvisions": {}})
    position = (await service.view(made.id, "gm")).position
    kept = position.state.fight.combatants["temur"].conditions
    assert [(condition.kind, condition.amount) for condition in kept] == [("hungry", None)]
    assert position.state.own.game.owed == 0
    assert (await service.audit(made.id)).replay.state == "PROVEN"


async def test_an_order_that_is_refused_after_a_fight_has_counted_nothing(store: Store, registry: Registry) -> None:
    """The phase of the fight waits for an order that is carried out."""
    service = Encounters(store, registry)
    made = await service.create(company())
    await ordered(service, made.id, "gm", {"eatProvisions": {}})
    await fought(service, made.id)
    with pytest.raises(RuleRefusal, match="eaten today"):
        await ordered(service, made.id, "gm", {"eatProvisions": {}})
    assert (await own_of(service, made.id)).game.owed == 1
    await ordered(service, made.id, "gm", {"recover": {"way": "REST"}})
    assert (await own_of(service, made.id)).game.owed == 0
    assert (await service.audit(made.id)).replay.state == "PROVEN"
