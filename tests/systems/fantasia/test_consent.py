"""Magic on the willing: who is asked, by which default, and who is rolled against."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import DecisionOpened
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.events import DamageTaken, HitAutomatic, MagicRolled, Outcome, StatusFailed
from tests.systems.fantasia.bout import BOOK, Bout, at, foe, hero, sheet

OWN_WAY = {"mini": "FF-ST-62", "imp": "FF-ST-71", "toad": "FF-ST-74", "pig": "FF-ST-74"}
"""What another magic of its own name ends, and the rule."""

SPELLS: dict[str, Any] = dict(CONTENT["spells"])
HARMFUL = sorted(name for name, spell in SPELLS.items() if not spell.beneficial)
HELPFUL = sorted(name for name, spell in SPELLS.items() if spell.beneficial)


def cast(spell: str, *targets: str) -> o.Cast:
    return o.Cast(caster="hero", spell=spell, targets=targets)


def mage(*spells: str, **more: Any) -> Any:
    return sheet(mp=99, spells=spells, **{"hp": 99, **more})


def changed(*kinds: str) -> tuple[Condition, ...]:
    return tuple(Condition(key=kind, kind=kind, left=4, until="TURNS") for kind in kinds)


@pytest.mark.rule("FF-MAG-04", "FF-MAG-05")
@pytest.mark.parametrize("spell", HARMFUL)
def test_of_any_magic_of_his_own_side_he_is_asked_and_is_unwilling_by_default(spell: str) -> None:
    """The window is open to all; who says no, or nothing, is rolled against."""
    bout = Bout(hero(figures=mage(spell)), hero("friend", sheet(magic_defense=99), seat="bea"), foe())
    bout.order(cast(spell, "friend"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("Willing", ("bea",), "unwilling")
    assert BOOK.seen(bout.state, "eye").fight.window.asked[0].offers
    bout.answer("unwilling", 3, 2)
    assert (bout.the(MagicRolled).target, bout.the(MagicRolled).outcome) == ("friend", Outcome.MISS)


@pytest.mark.rule("FF-MAG-04")
@pytest.mark.parametrize("spell", HARMFUL)
def test_ff_mag_04_of_any_magic_a_willing_friend_is_not_rolled_against(spell: str) -> None:
    """His magic defence does not matter; only what the magic itself rolls falls."""
    bout = Bout(hero(figures=mage(spell)), hero("friend", sheet(magic_defense=99, hp=99), seat="bea"), foe())
    bout.order(cast(spell, "friend"))
    rolled = (SPELLS[spell].damage or 0) + (2 if spell == "doom" else 0)
    bout.answer("willing", *(3,) * rolled)
    assert bout.of(MagicRolled) == []
    assert bout.of(HitAutomatic) == []
    assert bool(bout.of(DamageTaken)) is bool(SPELLS[spell].damage)
    for what in SPELLS[spell].inflicts:
        assert bout.has("friend", what.status)


@pytest.mark.rule("FF-MAG-05")
@pytest.mark.parametrize("spell", HARMFUL)
def test_ff_mag_05_of_an_enemys_harm_nobody_is_asked(spell: str) -> None:
    """He is rolled against at once."""
    bout = Bout(hero(figures=mage(spell)), foe(figures=sheet(magic_defense=99)))
    bout.order(cast(spell, "foe"), 3, 2)
    assert bout.asked == []
    assert bout.the(MagicRolled).outcome is Outcome.MISS


@pytest.mark.rule("FF-MAG-04")
@pytest.mark.parametrize("spell", HARMFUL)
def test_ff_mag_04_any_magic_may_be_aimed_at_oneself(spell: str) -> None:
    """It is offered, behind everybody else; he is asked, and is willing by default."""
    bout = Bout(hero(figures=mage(spell, magic_defense=99)), foe())
    (offer,) = [offer for offer in bout.offers("hero") if offer.key == f"cast-{spell}"]
    assert offer.fields[0].among[-1] == "hero"
    assert offer.body.targets == ("foe",)
    bout.order(cast(spell, "hero"))
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("Willing", ("ana",), "willing")
    rolled = (SPELLS[spell].damage or 0) + (2 if spell == "doom" else 0)
    bout.answer("willing", *(1,) * rolled)
    assert bout.of(MagicRolled) == []
    for what in SPELLS[spell].inflicts:
        assert bout.has("hero", what.status)


@pytest.mark.rule("FF-MAG-05")
def test_ff_mag_05_who_does_not_want_his_own_magic_is_rolled_against() -> None:
    """A charmed mage whose charmer turns him on himself has no say; his charmer's seat is asked."""
    charmed = Condition(key="charmed", kind="charmed", source="foe", left=3, until="TURNS")
    bout = Bout(hero(figures=mage("mini", magic_defense=99), conditions=(charmed,)), foe(seat="bea"))
    bout.order(cast("mini", "hero"))
    assert bout.waiting[0].seats == ("bea",)
    bout.answer("unwilling", 3, 2)
    assert bout.the(MagicRolled).outcome is Outcome.MISS
    assert not bout.has("hero", "mini")


@pytest.mark.rule("FF-ST-05", "FF-ST-11")
def test_the_charmed_do_not_doom_themselves() -> None:
    """Doom takes all points; what they do survive they cast on themselves."""
    charmed = Condition(key="charmed", kind="charmed", source="foe", left=3, until="TURNS")
    bout = Bout(hero(figures=mage("doom", "mini"), conditions=(charmed,)), foe(seat="bea"))
    assert bout.refuse(cast("doom", "hero")).rule == "FF-ST-11"
    among = {offer.key: offer.fields[0].among for offer in bout.offers("hero") if offer.key.startswith("cast")}
    assert ("hero" in among["cast-doom"], "hero" in among["cast-mini"]) == (False, True)


@pytest.mark.rule("FF-ST-31", "FF-ST-62", "FF-ST-68", "FF-ST-71", "FF-ST-74")
@pytest.mark.parametrize("kind", OWN_WAY)
def test_who_is_transformed_ends_it_by_the_same_magic_on_himself(kind: str) -> None:
    """The one spell that an imp, a toad and a pig can still cast is the one that frees them; no dice fall."""
    bout = Bout(hero(figures=mage(kind, magic_defense=99), conditions=changed(kind)), foe())
    assert f"cast-{kind}" in bout.keys("hero")
    bout.order(cast(kind, "hero"))
    bout.answer("willing")
    assert not bout.has("hero", kind)
    assert bout.rolls() == []


@pytest.mark.rule("FF-ST-62", "FF-ST-71", "FF-ST-74", "FF-MAG-04")
@pytest.mark.parametrize(("kind", "rule"), OWN_WAY.items())
def test_a_friend_is_freed_without_a_roll(kind: str, rule: str) -> None:
    """Whoever is willing; in the name of the status's own rule."""
    bout = Bout(hero(figures=mage(kind)), hero("friend", sheet(magic_defense=99), conditions=changed(kind)), foe())
    bout.order(cast(kind, "friend"))
    bout.answer("willing")
    assert not bout.has("friend", kind)
    assert bout.rolls() == []
    lost = [r for r in bout.last if type(r.event).__name__ == "ConditionLost"]
    assert [r.draft.rule for r in lost] == [rule]


@pytest.mark.rule("FF-ST-52", "FF-MAG-04")
@pytest.mark.parametrize(("spell", "target"), [("blizzard", "friend"), ("water", "friend"), ("blizzard", "hero")])
def test_ice_and_water_cool_a_willing_fever(spell: str, target: str) -> None:
    """Half of the damage, no fever any more, and nobody faints, not even who cast it in fever."""
    lying: dict[str, Any] = {target: {"conditions": changed("fever")}}
    bout = Bout(hero(figures=mage(spell), **lying.get("hero", {})), hero("friend", **lying.get("friend", {})), foe())
    bout.order(cast(spell, target))
    bout.answer("willing", 3, 4)
    assert bout.the(DamageTaken).damage == 3
    assert not bout.has(target, "fever")
    assert not bout.has(target, "unconscious")


@pytest.mark.rule("FF-MAG-04", "FF-MAG-05")
def test_of_an_area_his_own_side_is_asked_and_enemies_are_not() -> None:
    """One window for the friends within it and for the caster; who is willing is hit, the others are rolled against."""
    bout = Bout(
        hero(figures=mage("firaga", magic_defense=99), place=at(0)),
        hero("friend", sheet(hp=99, magic_defense=99), place=at(1)),
        hero("other", sheet(hp=99, magic_defense=99), place=at(1, 1)),
        foe(figures=sheet(hp=99), place=at(2)),
    )
    bout.order(cast("firaga", "friend"))
    assert [(a.question["target"], a.default) for a in bout.waiting] == [
        ("hero", "unwilling"),
        ("friend", "unwilling"),
        ("other", "unwilling"),
    ]
    bout.answer("unwilling")
    bout.answer("willing")
    bout.answer("unwilling", 4, 4, 2, 3)
    assert [(m.target, m.outcome) for m in bout.of(MagicRolled)] == [
        ("hero", Outcome.MISS),
        ("other", Outcome.MISS),
        ("foe", Outcome.HIT),
    ]
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("friend", 5), ("foe", 5)]


@pytest.mark.rule("FF-MAG-04")
def test_whoever_names_himself_among_those_in_an_area_is_willing() -> None:
    """Without places the caster names all: himself by his own will."""
    bout = Bout(hero(figures=mage("firaga")), foe(figures=sheet(magic_defense=99, hp=99)))
    bout.order(cast("firaga", "foe", "hero"))
    assert [(a.question["target"], a.default) for a in bout.waiting] == [("hero", "willing")]
    bout.answer("willing", 2, 3, 1, 1)
    assert [m.target for m in bout.of(MagicRolled)] == ["foe"]
    assert [d.target for d in bout.of(DamageTaken)] == ["hero"]


@pytest.mark.rule("FF-CRIT-01", "FF-FUM-01", "FF-MAG-04")
@pytest.mark.parametrize("faces", [(6, 6), (1, 1)])
def test_where_nothing_is_rolled_nothing_is_critical_and_nothing_fumbled(faces: tuple[int, int]) -> None:
    """The damage's own faces are plain."""
    bout = Bout(hero(figures=mage("fire")), hero("friend", sheet(hp=99)), foe())
    bout.order(cast("fire", "friend"))
    bout.answer("willing", *faces)
    assert bout.the(DamageTaken).damage == sum(faces)
    assert bout.asked == []


@pytest.mark.rule("FF-MAG-04", "FF-MAG-05")
@pytest.mark.parametrize("kind", ["unconscious", "asleep", "stop", "frozen"])
def test_who_has_no_senses_is_not_asked(kind: str) -> None:
    """Harm of his own side hits him as it hits the helpless, and good works on him."""
    figures = mage("fire", "protect")
    bout = Bout(hero(figures=figures), hero("friend", sheet(hp=99), conditions=(kind,)), foe())
    bout.order(cast("fire", "friend"), 1, 2)
    assert (bout.asked, bout.the(HitAutomatic).target) == ([], "friend")
    bout = Bout(hero(figures=figures), hero("friend", conditions=(kind,)), foe())
    bout.order(cast("protect", "friend"))
    assert (bout.asked, bout.rolls(), bout.has("friend", "protect")) == ([], [], True)


@pytest.mark.rule("FF-MAG-05", "FF-ST-02")
@pytest.mark.parametrize(("name", "default"), [("friend", "willing"), ("foe", "unwilling")])
def test_the_stunned_do_nothing_but_have_a_will(name: str, default: str) -> None:
    """They are asked as everybody is: magic of an enemy does not take hold of them unasked."""
    bout = Bout(
        hero(figures=mage("berserk")), hero("friend", conditions=("stunned",)), foe(conditions=("stunned",)), foe("f2")
    )
    bout.order(cast("berserk", name))
    assert [(a.question["target"], a.default) for a in bout.waiting] == [(name, default)]


@pytest.mark.rule("FF-MAG-04")
@pytest.mark.parametrize("spell", HELPFUL)
def test_of_what_does_him_good_the_caster_is_not_asked(spell: str) -> None:
    """The source takes him to accept it; his order says so. Life magic is for the fallen."""
    bout = Bout(hero(figures=mage(spell), vitals={"hp": 9}), foe())
    if spell == "life":
        assert bout.refuse(cast(spell, "hero")).field == "targets"
        return
    bout.order(cast(spell, "hero"), *((1,) * (SPELLS[spell].heal or 0)))
    assert bout.asked == []
    assert bout.of(StatusFailed) == []


@pytest.mark.rule("FF-ST-12", "FF-MAG-05", "FF-INT-05")
def test_who_gets_his_own_magic_back_is_not_asked() -> None:
    """He did not aim it at himself, and is rolled against; the friend behind the mirror is not asked either."""
    bout = Bout(
        hero(figures=mage("mini", magic_defense=99)), hero("friend", sheet(level=9), conditions=("reflect",)), foe()
    )
    bout.order(cast("mini", "friend"), 3, 2)
    assert (bout.asked, bout.the(MagicRolled).target) == ([], "hero")


@pytest.mark.rule("FF-MAG-05")
def test_a_standing_preference_serves() -> None:
    """`never` takes the default without a halt, `always` the other; both are recorded as answers."""
    for preference, freed in (("always", True), ("never", False)):
        bout = Bout(
            hero(figures=mage("imp")), hero("friend", sheet(magic_defense=99), conditions=changed("imp")), foe()
        )
        bout.arena.preferences = {"ana Willing": preference}
        bout.order(cast("imp", "friend"), *(() if freed else (3, 2)))
        assert bout.asked == []
        assert bout.has("friend", "imp") is not freed


@pytest.mark.rule("FF-MAG-05")
def test_nobody_is_asked_for_whom_not_all_see() -> None:
    """A friend in ambush within an area is rolled against: a halt would tell that somebody is there."""
    bout = Bout(
        hero(figures=mage("firaga"), place=at(0)),
        hero("friend", sheet(hp=99, magic_defense=99), place=at(5)),
        foe(figures=sheet(hp=99, magic_defense=99), place=at(6)),
    )
    bout.correct("combatants.friend.seenBy", ["ana"])
    bout.order(cast("firaga", "foe"), 2, 3)
    assert [type(r.event) for r in bout.last].count(DecisionOpened) == 0
    assert [m.target for m in bout.of(MagicRolled)] == ["friend", "foe"]


@pytest.mark.rule("FF-MAG-04")
def test_a_hidden_mage_asks_his_hidden_friend_where_nobody_else_sees_it() -> None:
    """The whole order is theirs and the game master's; others read of neither question nor answer."""
    bout = Bout(
        hero(figures=mage("mini"), place=at(0)),
        hero("friend", sheet(hp=99, magic_defense=99), place=at(5)),
        foe(figures=sheet(hp=99, magic_defense=99), place=at(6), seat="bea"),
    )
    bout.correct("combatants.friend.seenBy", ["ana"])
    bout.correct("combatants.hero.seenBy", ["ana"])
    bout.order(cast("mini", "friend"))
    assert bout.waiting[0].seats == ("ana",)
    assert BOOK.seen(bout.state, "bea").fight.window is None
    bout.answer("willing")
    assert bout.has("friend", "mini")
    assert bout.of(MagicRolled) == []
