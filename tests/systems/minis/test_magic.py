"""Magic in general: range, bands, chances, prices, durations, and what forbids a cast."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim, Band, Lasting, Resistance, Size
from engine.systems.minis.events import CastBegan, EffectBegan, NoEffect, SpellRolled
from engine.systems.minis.orders import Attack, Cast, Pivot, Run
from engine.systems.minis.rules.magic import effects, magic
from engine.systems.minis.scene.preview import foreseen
from engine.systems.minis.sheet import Setup, SpellCost
from tests.systems.minis.bout import BOOK, Bout, ana, ben, place
from tests.systems.minis.casts import bid, cast, caster, effect, give, pass_turn, ready
from tests.systems.minis.lands import box, ground, river
from tests.systems.minis.steps import EAST, WEST, move, refuses


# -- range, band, chance
@pytest.mark.rule("MN-MAG-01", "MN-MAG-02", "MN-GAP-04", "MN-GAP-20", "MN-GAP-21")
@pytest.mark.parametrize(
    ("distance", "band", "chance"),
    [
        (533, Band.SHORT, 77),
        (534, Band.MEDIUM, 58),
        (1066, Band.MEDIUM, 58),
        (1067, Band.LONG, 39),
        (1600, Band.LONG, 39),
    ],
)
def test_a_spell_is_rolled_by_thirds_of_its_own_range(distance: int, band: Band, chance: int) -> None:
    """Level 4 reaches 16 inches; the chances are those of missiles, with the caster's level."""
    bout = ready(ben(at=(distance, 0), hp=30))
    cast(bout, "flying_fist", "bob", chance)
    rolled = bout.the(SpellRolled)
    assert (rolled.band, rolled.chance, rolled.face, rolled.hit) == (band, chance, chance, True)
    assert sum(amount for _, amount in bout.terms(SpellRolled)) == chance
    assert bout.life("bob") == 20


@pytest.mark.rule("MN-MAG-02", "MN-MAG-06")
def test_beyond_the_range_nothing_is_spent() -> None:
    """Sixteen inches and a hundredth."""
    bout = ready(ben(at=(1601, 0)))
    order = Cast(combatant="ada", spell="statue", target="bob")
    refuses(bout, order, "it is 17 inches away, in range are 16", "MN-MAG-02")
    assert bout.mini("ada").used.spell_attacks == 0


@pytest.mark.rule("MN-MAG-01", "MN-SIZE-01", "MN-SIZE-02", "MN-FLK-01", "MN-FLK-04", "MN-GAP-44")
@pytest.mark.parametrize(
    ("size", "flanked", "chance"),
    [("MEDIUM", False, 77), ("SMALL", False, 72), ("LARGE", False, 92), ("LARGE", True, 107), ("SMALL", True, 87)],
)
def test_size_and_flank_of_the_target_count(size: str, flanked: bool, chance: int) -> None:
    """Both where both apply."""
    bout = ready(ben(at=(300, 0), size=Size(size), towards=(1, 0) if flanked else (-1, 0)))
    cast(bout, "slow", "bob", 1)
    assert bout.the(SpellRolled).chance == chance


@pytest.mark.rule("MN-GAP-44", "MN-GAP-20", "MN-GAP-05")
def test_on_oneself_it_is_short_range_and_never_the_flank() -> None:
    """Own size counts; it is rolled all the same. A small caster has 5 less."""
    bout = ready(size=Size.SMALL)
    cast(bout, "speed", "ada", 72)
    assert (bout.the(SpellRolled).band, bout.the(SpellRolled).chance) == (Band.SHORT, 72)
    assert bout.has("ada", "speed")


@pytest.mark.rule("MN-MAG-01", "MN-MAG-06")
def test_a_failure_costs_the_spell_attack_and_does_nothing() -> None:
    """One more than the chance."""
    bout = ready()
    cast(bout, "statue", "bob", 78)
    assert not bout.the(SpellRolled).hit
    assert not bout.has("bob", "statue")
    used = bout.mini("ada").used
    assert (used.spell_attacks, used.acted, used.attacked_or_cast) == (1, True, True)


# -- what forbids it
@pytest.mark.rule("MN-MAG-06")
def test_spell_attacks_are_a_budget_of_the_turn() -> None:
    """Several in one activation, split with movement; then no more."""
    bout = ready(spell_attacks=2)
    cast(bout, "flying_fist", "bob", 100)
    bout.order(move("ada", (50, 0)))
    cast(bout, "flying_fist", "bob", 100)
    order = Cast(combatant="ada", spell="flying_fist", target="bob")
    refuses(bout, order, "ada has no spell attacks left in this turn", "MN-MAG-06")


@pytest.mark.rule("MN-GAP-43")
def test_attacks_and_spell_attacks_are_separate_budgets() -> None:
    """Both in one activation."""
    bout = ready(ben(at=(80, 0), hp=30), attacks=1, spell_attacks=1)
    cast(bout, "flying_fist", "bob", 100)
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    used = bout.mini("ada").used
    assert (used.attacks, used.spell_attacks) == (1, 1)


@pytest.mark.rule("MN-RUN-03", "MN-GAP-11")
def test_whoever_runs_casts_nothing_and_whoever_has_cast_does_not_run() -> None:
    """Beneficial spells too."""
    bout = ready()
    bout.order(Run(combatant="ada"))
    refuses(bout, Cast(combatant="ada", spell="heal", target="ada"), "ada is running, and cannot cast", "MN-RUN-03")
    bout = ready()
    cast(bout, "heal", "ada", 1)
    refuses(bout, Run(combatant="ada"), "ada has attacked or cast, and cannot run any more", "MN-GAP-11")


@pytest.mark.rule("MN-MAG-06")
def test_a_mini_casts_only_what_it_knows() -> None:
    """Neither another spell nor one that there is not."""
    bout = ready(spells=("slow",))
    for spell in ("speed", "wish"):
        order = Cast(combatant="ada", spell=spell, target="bob")
        refuses(bout, order, "ada does not know this spell", "MN-MAG-06")


@pytest.mark.rule("MN-GAP-43", "MN-GAP-05")
def test_a_target_is_in_sight_and_in_front() -> None:
    """A wood hides it; behind the caster it is too, until it pivots."""
    order = Cast(combatant="ada", spell="slow", target="bob")
    bout = ready(land=ground(box("wood", "wood", 100, -100, 200, 100)))
    refuses(bout, order, "there is no line of sight", "MN-GAP-43")
    bout = ready(ben(at=(-300, 0)))
    refuses(bout, order, "it is not in front of ada: pivot first", "MN-GAP-05")
    bout.order(Pivot(combatant="ada", facing=WEST))
    bout.order(order, 1)
    assert bout.has("bob", "slow")
    bout = ready(ben(at=(0, 300)))
    bout.order(order, 1)  # exactly 90 degrees is front
    assert bout.has("bob", "slow")


@pytest.mark.rule("MN-GAP-43")
def test_losing_sight_later_ends_nothing() -> None:
    """Bob walks behind the wood."""
    bout = ready(ben(at=(300, 0), initiative=8), land=ground(box("wood", "wood", 200, 100, 250, 900)))
    cast(bout, "slow", "bob", 1)
    bout.correct("combatants.bob.place", place(300, 300))
    assert bout.has("bob", "slow")


@pytest.mark.rule("MN-WAT-06", "MN-GAP-43")
def test_in_water_a_cast_counts_as_an_attack() -> None:
    """Who has moved does not cast; who has cast does not move."""
    land = ground(river(left=-100))
    bout = ready(land=land)
    bout.order(move("ada", (20, 0)))
    order = Cast(combatant="ada", spell="slow", target="bob")
    refuses(bout, order, "ada is in water and has moved, and cannot attack", "MN-WAT-06")
    bout = ready(land=land)
    cast(bout, "slow", "bob", 1)
    assert bout.the(CastBegan).in_water
    refuses(bout, move("ada", (20, 0)), "ada has attacked in water, and cannot move", "MN-WAT-06")


@pytest.mark.rule("MN-SPL-04", "MN-GAP-24")
def test_what_a_spell_has_no_use_for_is_refused() -> None:
    """Each field by its name; the fallen and strangers are no targets."""
    bout = ready(ben(at=(300, 0)), ben("cid", at=(500, 0)), ben("dan", at=(700, 0)))
    bout.correct("combatants.cid.out", "fallen")
    for order, field in (
        (Cast(combatant="ada", spell="slow"), "target"),
        (Cast(combatant="ada", spell="slow", target="bob", place=place(0, 0)), "place"),
        (Cast(combatant="ada", spell="slow", target="bob", facing=EAST), "facing"),
        (Cast(combatant="ada", spell="slow", target="cid"), "target"),
        (Cast(combatant="ada", spell="magic_shield", target="bob"), "target"),
        (Cast(combatant="ada", spell="golem", target="bob", place=place(100, 0)), "target"),
        (Cast(combatant="ada", spell="golem"), "place"),
        (Cast(combatant="ada", spell="fireball"), "place"),
    ):
        assert bout.refuse(order).field == field, order


# -- durations
@pytest.mark.rule("MN-MAG-03", "MN-MAG-04", "MN-MAG-05", "MN-MAG-07", "MN-SPL-04")
def test_the_durations_of_the_ledger() -> None:
    """By the table: immediate, 1 + level, 1 + the difference of levels."""
    by_lasting = {kind: {id for id, spell in SPELLS.items() if spell.lasting is kind} for kind in Lasting}
    assert by_lasting[Lasting.IMMEDIATE] == {"flying_fist", "lightning_bolt", "heal", "fireball", "teleport"}
    assert by_lasting[Lasting.DIFFERENCE] == {"statue", "fear", "command"}
    bout = Bout(caster(level=6), ben(at=(300, 0), level=4))
    for spell in by_lasting[Lasting.CASTER]:
        assert effects.turns(bout.state, "ada", "bob", spell).total == 7
    for spell in by_lasting[Lasting.DIFFERENCE]:
        assert effects.turns(bout.state, "ada", "bob", spell).total == 3
    assert {id for id, spell in SPELLS.items() if spell.range_inches == 0} == {"magic_shield"}
    assert all(magic.reach(bout.state, "ada", id) == 1800 for id in SPELLS if id != "magic_shield")
    assert len(SPELLS) == 15


@pytest.mark.rule("MN-RES-06", "MN-GAP-15")
@pytest.mark.parametrize(("level", "turns"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (6, 3)])
def test_who_resists_spells_has_half_of_every_duration(level: int, turns: int) -> None:
    """Rounded down, not below 1; friendly ones too."""
    bout = ready(ben(at=(300, 0), level=0, resistances=(Resistance.SPELLS,)), level=level)
    cast(bout, "speed", "bob", 1)
    assert bout.the(EffectBegan).turns == turns
    assert bout.the(EffectBegan).last == turns


@pytest.mark.rule("MN-MAG-07", "MN-GAP-09", "MN-MAG-04")
def test_the_turn_of_casting_is_the_first() -> None:
    """Two turns: it lasts to the end of the next one."""
    bout = ready(ben(at=(300, 0), level=3))
    cast(bout, "statue", "bob", 1)
    found = effect(bout, "bob", "statue")
    assert found is not None
    assert (found.started, found.last, found.caster_level, found.target_level) == (1, 2, 4, 3)
    pass_turn(bout)
    assert bout.state.fight.round == 2
    assert bout.has("bob", "statue")
    pass_turn(bout)
    assert bout.state.fight.round == 3
    assert not bout.has("bob", "statue")
    assert bout.own.effects == {}


@pytest.mark.rule("MN-GAP-39", "MN-MAG-04")
@pytest.mark.parametrize(("level", "turns"), [(4, 1), (5, 0), (7, -2)])
def test_below_one_turn_a_spell_is_rolled_and_paid_and_does_nothing(level: int, turns: int) -> None:
    """It is offered apart from the others."""
    bout = ready(ben(at=(300, 0), level=level))
    assert effects.turns(bout.state, "ada", "bob", "statue").total == turns
    keys = [key for key in bout.keys("ada") if key.startswith("cast-statue")]
    assert keys == (["cast-statue"] if turns > 0 else ["cast-statue", "cast-statue-in-vain"])
    labels = {offer.key: BOOK.system.describe(offer, "en", {"ada": "Ada"}) for offer in bout.offers("ada")}
    told = foreseen(BOOK.seen(bout.state, "ana"), Cast(combatant="ada", spell="statue", target="bob"), "en")
    assert told is not None
    (affected,) = told.affected
    if turns > 0:
        assert affected.label == "it would last 1 turn"
    else:
        assert labels["cast-statue-in-vain"] == "Ada casts statue at bob (in vain: it would last no turn)"
        assert "in vain" not in labels["cast-statue"]
        assert affected.label == "in vain: it would last no turn"
    cast(bout, "statue", "bob", 1)
    assert bout.mini("ada").used.spell_attacks == 1
    assert bout.has("bob", "statue") is (turns > 0)
    assert [event.reason for event in bout.of(NoEffect)] == ([] if turns > 0 else ["too_short"])


@pytest.mark.rule("MN-GAP-40")
def test_the_same_spell_again_keeps_the_later_end() -> None:
    """It does not add up; a shorter one changes nothing, a longer one replaces the end."""
    bout = Bout(caster(), caster("amy", at=(0, 100), level=2), caster("ann", at=(0, 200), level=6), ben(at=(300, 0)))
    bout.begin()
    bout.declare("ada", "amy", "ann", faces=(90, 50, 10))
    for who, last, reasons in (("ada", 5, []), ("amy", 5, ["lasts_longer"]), ("ann", 7, [])):
        assert bout.acting == who
        cast(bout, "speed", "bob", 1, by=who)
        found = effect(bout, "bob", "speed")
        assert found is not None
        assert found.last == last
        assert [event.reason for event in bout.of(NoEffect)] == reasons
        assert [c.kind for c in bout.who("bob").conditions] == ["speed"]
        bout.end(who)


@pytest.mark.rule("MN-GAP-41")
def test_effects_survive_the_fall_of_their_caster() -> None:
    """Slow stays."""
    bout = ready(ben(at=(300, 0)), ana("amy", at=(0, 500)))
    cast(bout, "slow", "bob", 1)
    bout.correct("combatants.ada.vitals.life.now", 0)
    assert bout.who("ada").out == "fallen"
    assert bout.has("bob", "slow")


@pytest.mark.rule("MN-MAG-06", "MN-GAP-44")
def test_every_spell_is_offered_and_every_offer_names_what_it_needs() -> None:
    """A friend behind is no target."""
    bout = ready(ben(at=(300, 0)), ana("amy", at=(-300, 0)))
    offered: dict[str, Any] = {offer.key: offer for offer in bout.offers("ada") if offer.key.startswith("cast-")}
    assert {offer.body.spell for offer in offered.values()} == set(SPELLS)
    for offer in offered.values():
        aim = SPELLS[offer.body.spell].aim
        assert (offer.body.place is not None) is (aim in (Aim.POINT, Aim.PATH))
    (field,) = offered["cast-slow"].fields
    assert field.among == ("bob", "ada")
    (field,) = offered["cast-speed"].fields
    assert field.among == ("ada", "bob")


# -- mana
@pytest.mark.rule("MN-GAP-22")
def test_where_spells_cost_mana_each_cast_is_paid_and_orders_are_not() -> None:
    """Its price, out of a pool; a failure too. Whoever has too little, or no pool, is refused and has no offer."""
    setup = Setup(spell_cost=SpellCost.MANA, build_points=0)
    bout = ready(ben(at=(300, 0), level=2), ben("cid", at=(2000, 0)), setup=setup, mana=30, spell_attacks=9)
    cast(bout, "statue", "bob", 100)
    assert bout.who("ada").vitals["mana"].now == 10
    assert {offer.body.spell for offer in bout.offers("ada") if offer.key.startswith("cast-")} == {
        id for id, spell in SPELLS.items() if spell.build_cost <= 10
    }
    refuses(bout, Cast(combatant="ada", spell="command", target="bob"), "ada has not so much mana", "MN-GAP-22")
    bout.correct("combatants.ada.vitals.mana.now", 20)
    cast(bout, "command", "bob", 1)
    bout.answer("hold")
    give(bout, "bob", bid("FOLLOW", "ada"), 1)
    assert bout.who("ada").vitals["mana"].now == 0
    bout = ready(setup=setup)
    refuses(bout, Cast(combatant="ada", spell="slow", target="bob"), "ada has not so much mana", "MN-GAP-22")


@pytest.mark.rule("MN-GAP-22", "MN-OUT-02")
def test_by_default_spells_are_paid_before_play() -> None:
    """Casting costs spell attacks only."""
    bout = ready()
    cast(bout, "statue", "bob", 1)
    assert "mana" not in bout.who("ada").vitals
