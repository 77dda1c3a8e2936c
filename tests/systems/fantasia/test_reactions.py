"""Reaction abilities."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.events import DecisionOpened
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import REACTIONS
from engine.systems.fantasia.content.kinds import Category, Reaction, ReactionEffect, Weapon
from engine.systems.fantasia.events import (
    AttackRolled,
    AvoidanceTested,
    DamageTaken,
    HitTakenOver,
    MagicRolled,
    ReactionRegained,
    ReactionSpent,
    ReactionUsed,
)
from tests.systems.fantasia.bout import BOOK, Bout, at, cell, foe, hero, one, sheet
from tests.systems.fantasia.laid import Grid, Setup

CLUB = (Weapon(id="club", name="Club", dice=2),)


def brute(**more: Any) -> Any:
    """A foe whose club deals 2d and nothing more; it needs 7 to hit a hero."""
    return foe("brute", sheet(hp=60, own_weapons=CLUB), seat="bea", **more)


def club(target: str = "hero") -> o.Attack:
    return o.Attack(attacker="brute", target=target, weapon="club")


def clubbed(*reactions: str, **more: Any) -> Bout:
    """The brute is at turn before a hero with these reactions."""
    return Bout(brute(), hero(figures=sheet(reactions=reactions, **more)))


# -- counter
@pytest.mark.rule("FF-REACT-01")
def test_ff_react_01_counter_strikes_out_of_turn_when_hit_in_melee() -> None:
    """Hit and hurt first, then one attack on the attacker, in the attacker's turn."""
    bout = clubbed("counter", strength=2, weapons=("sword",))
    bout.order(club(), 3, 4)
    assert bout.asked == ["ReactToHit"]
    bout.answer("hold", 2, 3)
    assert (bout.asked, bout.hp("hero"), bout.acting) == (["ReactToWound"], 15, "brute")
    assert bout.waiting[0].seats == ("ana",)
    assert bout.choices == ["hold", "hero-counter-attack-sword", "hero-counter-attack-unarmed"]
    bout.answer("hero-counter-attack-sword", 3, 3, 4, 4)
    assert [u.reaction for u in bout.of(ReactionUsed)] == ["counter"]
    assert bout.hp("brute") == 60 - (8 + 2)
    assert bout.acting == "brute"


@pytest.mark.rule("FF-REACT-01")
def test_ff_react_01_a_miss_or_a_shot_is_no_occasion_for_counter() -> None:
    """Who was missed is asked nothing; an arrow that hits asks before its damage only."""
    bout = clubbed("counter")
    bout.order(club(), 1, 2)
    assert bout.asked == []
    bout = Bout(foe("archer", sheet(weapons=("bow",)), seat="bea"), hero(figures=sheet(reactions=("counter",))))
    bout.order(o.Attack(attacker="archer", target="hero", weapon="bow"), 4, 4)
    assert bout.choices == ["hold"]
    bout.answer("hold", 1, 1)
    assert bout.asked == []


@pytest.mark.rule("FF-REACT-01")
def test_counter_needs_the_attacker_within_reach() -> None:
    """A giant's arm is longer than the hero's: there is nothing to choose."""
    bout = Bout(
        foe("giant", sheet(size_percent=300, hp=60), seat="bea", place=at(0)),
        hero(figures=sheet(reactions=("counter",)), place=at(3)),
    )
    bout.order(o.Attack(attacker="giant", target="hero", weapon="unarmed"), 4, 4)
    bout.answer("hold", 1)
    assert (bout.asked, bout.choices) == (["ReactToWound"], ["hold"])


@pytest.mark.rule("FF-REACT-02")
def test_ff_react_02_one_reaction_till_the_next_own_turn() -> None:
    """Used on the first blow, it is not there for the second; at the start of his next turn it is back."""
    bout = Bout(
        foe("brute", sheet(hp=60, own_weapons=CLUB, multi_attack=2), seat="bea"),
        hero(figures=sheet(hp=60, reactions=("counter",))),
    )
    bout.order(club(), 3, 4)
    bout.answer("hold", 1, 1)
    bout.answer("hero-counter-attack-unarmed", 1, 2)
    assert bout.the(ReactionSpent).combatant == "hero"
    assert bout.asked == ["NextAttack"]
    bout.answer("same", 3, 4)
    bout.answer("hold", 1, 1)
    assert (bout.asked, bout.choices) == (["ReactToWound"], ["hold"])
    bout.answer("hold")
    bout.end("brute")
    assert bout.the(ReactionRegained).combatant == "hero"
    assert not bout.fighter("hero").reacted


@pytest.mark.rule("FF-REACT-02")
def test_ff_react_02_a_readied_action_is_the_same_one() -> None:
    """Who has used what he held ready has no reaction left."""
    bout = Bout(hero(figures=sheet(hp=60, reactions=("counter",))), brute())
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK))
    bout.end("hero")
    bout.order(club())
    bout.answer("attack-unarmed", 1, 2, 3, 4)
    bout.answer("hold", 1, 1)
    assert (bout.asked, bout.choices) == (["ReactToWound"], ["hold"])


@pytest.mark.rule("FF-REACT-01", "FF-REACT-02")
def test_ff_react_01_none_in_ones_own_turn() -> None:
    """The countered one is at turn: neither he nor his free reactions answer, though all others may."""
    bout = Bout(
        foe("brute", sheet(hp=60, own_weapons=CLUB, reactions=("counter", "evade", "deflect")), seat="bea"),
        hero(figures=sheet(hp=60, reactions=("counter",))),
    )
    bout.order(club(), 3, 4)
    bout.answer("hold", 1, 1)
    bout.answer("hero-counter-attack-unarmed", 5, 5, 1)
    assert bout.asked == []
    assert bout.hp("brute") == 59


@pytest.mark.rule("FF-REACT-01")
def test_out_of_turn_attacks_are_reacted_to_and_chains_end() -> None:
    """The brute strikes; the hero counters; the brute's friend steps in and counters that; then all is spent."""
    bout = Bout(
        brute(),
        hero(figures=sheet(hp=60, reactions=("counter",))),
        foe("friend", sheet(hp=60, reactions=("cover", "counter")), seat="bea"),
    )
    bout.order(club(), 3, 4)
    bout.answer("hold", 1, 1)
    bout.answer("hero-counter-attack-unarmed", 5, 5)
    assert bout.choices == ["hold", "friend-cover-brute"]
    bout.answer("friend-cover-brute")
    assert (bout.asked, bout.choices) == (["ReactToHit"], ["hold"])
    bout.answer("hold", 1)
    assert (bout.asked, bout.hp("friend")) == (["ReactToWound"], 59)
    bout.answer("friend-counter-attack-unarmed", 5, 5)
    bout.answer("hold", 1)
    assert (bout.asked, bout.choices) == (["ReactToWound"], ["hold"])
    bout.answer("hold")
    assert bout.asked == []
    assert bout.acting == "brute"


@pytest.mark.rule("FF-DEF-03", "FF-REACT-01")
@pytest.mark.parametrize("condition", ["defending", "unconscious"])
def test_ff_def_03_neither_defending_nor_unable_does_anybody_react(condition: str) -> None:
    """Not asked at all: that much everybody sees."""
    bout = clubbed("counter", "deflect", hp=60)
    bout.lay("hero", condition)
    bout.order(club(), *((5, 6, 1, 1) if condition == "defending" else (1, 1)))
    assert bout.asked == []


@pytest.mark.rule("FF-REACT-01")
def test_whom_the_hit_fells_does_not_strike_back() -> None:
    """At 0 points there is no answer, and nobody is asked for one."""
    bout = clubbed("counter", hp=5)
    bout.order(club(), 3, 4)
    bout.answer("hold", 3, 3)
    assert bout.asked == []
    assert bout.has("hero", "unconscious")


@pytest.mark.rule("FF-REACT-01")
def test_a_counter_is_one_attack_and_may_fumble() -> None:
    """Two strokes in one action are for one's own turn; two ones are as bad as ever."""
    bout = Bout(brute(), hero(figures=sheet(hp=60, reactions=("counter",), traits=("twin_strike",))))
    bout.order(club(), 3, 4)
    bout.answer("hold", 1, 1)
    bout.answer("hero-counter-attack-unarmed", 1, 1)
    assert bout.asked == ["FumbleEffect"]
    bout.answer("row-2")
    assert (bout.asked, bout.has("hero", "prone")) == ([], True)


@pytest.mark.rule("FF-REACT-01")
def test_a_thrown_counter_leaves_the_attribute_open() -> None:
    """A dagger may be thrown back, with strength or agility."""
    bout = clubbed("counter", agility=2, weapons=("dagger",))
    bout.order(club(), 4, 4)
    bout.answer("hold", 1, 1)
    (offer,) = [f for f in bout.waiting[0].offers if f.key == "hero-counter-throw-dagger"]
    assert [field.name for field in offer.fields] == ["attribute"]
    bout.answer("hero-counter-throw-dagger", 4, 4, 3, attribute="STRENGTH")
    assert bout.the(DamageTaken).damage == 3


# -- evade
@pytest.mark.rule("FF-REACT-01", "FF-STAT-05")
@pytest.mark.parametrize(("faces", "hurt"), [((3, 4), False), ((3, 3), True)])
def test_evade_cancels_a_hit_by_reaching_its_total(faces: tuple[int, int], hurt: bool) -> None:
    """An attack of 9 against 2d + EV 2 of a shield: 9 is enough, 8 is not; no damage is rolled then."""
    bout = clubbed("evade", armor=("shield",))
    bout.order(club(), 4, 5)
    bout.answer("hero-evade", *faces)
    tested = bout.the(AvoidanceTested)
    assert (tested.total, tested.difficulty, tested.passed) == (sum(faces) + 2, 9, not hurt)
    if hurt:
        assert (bout.asked, bout.choices) == (["ReactToHit"], ["hold"])
        bout.answer("hold", 1, 1)
        bout.answer("hold")
    assert bout.hp("hero") == (18 if hurt else 20)
    assert bout.asked == []


@pytest.mark.rule("FF-REACT-01", "FF-CRIT-01")
def test_evade_meets_a_natural_12_by_its_total() -> None:
    """Two sixes hit whatever DE; what they come to can be reached all the same."""
    bout = clubbed("evade", evasion=5)
    bout.order(club(), 6, 6)
    bout.answer("hero-evade", 3, 4)
    assert bout.of(DamageTaken) == []


@pytest.mark.rule("FF-REACT-01")
def test_evade_is_for_the_one_who_has_it() -> None:
    """Of two that a sweep hits only one evades; the other takes the damage."""
    sweeper = foe("brute", sheet(hp=60, own_weapons=CLUB, techniques=("sweep",)), seat="bea")
    bout = Bout(sweeper, hero(figures=sheet(reactions=("evade",))), hero("friend"))
    order = o.UseTechnique(attacker="brute", technique="sweep", weapon="club", targets=("hero", "friend"))
    bout.order(order, 4, 4)
    assert [a.question["combatants"] for a in bout.waiting] == [["hero", "friend"]]
    bout.answer("hero-evade", 4, 4)
    bout.answer("hold", 1, 1)
    assert (bout.asked, bout.hp("hero"), bout.hp("friend")) == (["ReactToWound"], 20, 18)
    bout.answer("hold")


# -- spell ward
@pytest.mark.rule("FF-REACT-01", "FF-STAT-05")
@pytest.mark.parametrize(("block", "hurt"), [(2, False), (1, True)])
def test_spell_ward_cancels_magic_by_reaching_its_total(block: int, hurt: bool) -> None:
    """Fire of 8 + mind 1 against 2d + BM; what is cancelled is paid for all the same."""
    mage = foe("mage", sheet(mind=1, mp=4, spells=("fire",)), seat="bea")
    bout = Bout(mage, hero(figures=sheet(magic_block=block, reactions=("spell_ward",))))
    bout.order(o.Cast(caster="mage", spell="fire", targets=("hero",)), 4, 4)
    assert (bout.asked, bout.choices) == (["ReactToMagic"], ["hold", "hero-spell_ward"])
    bout.answer("hero-spell_ward", 3, 4)
    if hurt:
        bout.answer("hold", 1, 1)
    assert (bout.hp("hero"), bout.mp("mage")) == (17 if hurt else 20, 0)


@pytest.mark.rule("FF-REACT-01", "FF-MAG-04")
def test_magic_that_needed_no_roll_cannot_be_warded() -> None:
    """Healing that was welcome has no total; nobody is asked."""
    bout = Bout(
        hero("healer", sheet(mp=9, spells=("cure",))),
        hero(figures=sheet(reactions=("spell_ward",)), vitals={"hp": 5}),
    )
    bout.order(o.Cast(caster="healer", spell="cure", targets=("hero",)))
    bout.answer("willing", 2, 3)
    assert (bout.asked, bout.hp("hero")) == ([], 10)


@pytest.mark.rule("FF-REACT-01", "FF-ATK-05")
def test_a_magic_weapon_hits_as_a_weapon() -> None:
    """A rod is rolled against DE: it can be evaded, not warded."""
    bout = Bout(
        foe("mage", sheet(weapons=("rod",)), seat="bea"),
        hero(figures=sheet(reactions=("evade", "spell_ward"))),
    )
    bout.order(o.Attack(attacker="mage", target="hero", weapon="rod"), 4, 4)
    assert bout.choices == ["hold", "hero-evade"]
    bout.answer("hold", 1)


# -- cover
@pytest.mark.rule("FF-REACT-03", "FF-REACT-01")
def test_ff_react_03_cover_takes_the_hit_for_an_ally_beside_and_is_free() -> None:
    """The damage is the coverer's, by his own figures; his one reaction is still there: he counters."""
    bout = Bout(
        brute(),
        hero("mage", sheet(hp=9)),
        hero("knight", sheet(hp=60, reactions=("cover", "counter"))),
    )
    bout.order(club("mage"), 6, 6)
    assert bout.choices == ["hold", "knight-cover-mage"]
    bout.answer("knight-cover-mage")
    assert bout.the(HitTakenOver).target == "mage"
    assert bout.of(ReactionSpent) == []
    bout.answer("hold", 3, 4)
    assert (bout.hp("mage"), bout.hp("knight")) == (9, 46)
    assert (bout.asked, bout.waiting[0].question["combatants"]) == (["ReactToWound"], ["knight"])
    bout.answer("knight-counter-attack-unarmed", 1, 2)
    assert bout.the(ReactionSpent).combatant == "knight"


@pytest.mark.rule("FF-REACT-03", "FF-REACT-04")
def test_cover_is_once_in_each_turn_also_after_another_reaction() -> None:
    """Not twice in one turn; in the next one again, though no turn of his own was between, and he has countered."""
    twice = sheet(hp=60, own_weapons=CLUB, multi_attack=2)
    bout = Bout(
        foe("one", twice, seat="bea"),
        foe("two", twice, seat="bea"),
        hero("mage", sheet(hp=60)),
        hero("knight", sheet(hp=99, reactions=("cover", "counter"))),
    )
    bout.order(o.Attack(attacker="one", target="mage", weapon="club"), 4, 4)
    bout.answer("knight-cover-mage")
    bout.answer("hold", 1, 1)
    bout.answer("knight-counter-attack-unarmed", 1, 2)
    bout.answer("same", 4, 4)
    assert bout.choices == ["hold"]
    bout.answer("hold", 1, 1)
    bout.answer("hold")
    bout.end("one")
    bout.order(o.Attack(attacker="two", target="mage", weapon="club"), 4, 4)
    assert bout.choices == ["hold", "knight-cover-mage"]
    bout.answer("knight-cover-mage")
    bout.answer("hold", 1, 1)
    assert bout.choices == ["hold"]
    bout.answer("hold")
    bout.answer("hold")
    assert bout.asked == []


@pytest.mark.rule("FF-REACT-01")
def test_cover_needs_an_ally_within_a_metre() -> None:
    """At 2 m nobody is asked; an enemy beside is not covered."""
    bout = Bout(
        brute(place=at(0)),
        hero("mage", place=at(1)),
        hero("knight", sheet(reactions=("cover",)), place=at(3)),
        foe("other", sheet(reactions=("cover",)), seat="bea", place=at(1, 1)),
    )
    bout.order(club("mage"), 4, 4)
    assert [a.question["combatants"] for a in bout.waiting] == [["mage"]]
    bout.answer("hold", 1, 1)
    bout.answer("hold")


@pytest.mark.rule("FF-REACT-01", "FF-CRIT-02")
def test_the_double_damage_goes_with_the_hit_and_a_hit_is_taken_over_once() -> None:
    """Two knights both want it: the first in the order of acting has it, the second keeps his reaction."""
    bout = Bout(
        brute(),
        hero("mage"),
        hero("first", sheet(hp=60, reactions=("cover",))),
        one("second", "heroes", sheet(hp=60, reactions=("cover",)), seat=None),
    )
    bout.order(club("mage"), 6, 6)
    assert [a.seats for a in bout.waiting] == [("ana",), ("gm",)]
    bout.answer("first-cover-mage")
    bout.answer("second-cover-mage")
    assert [u.combatant for u in bout.of(ReactionUsed)] == ["first"]
    assert bout.asked == ["ReactToHit"]
    assert bout.choices == ["hold"]
    bout.answer("hold", 1, 1)
    assert bout.hp("first") == 56
    while bout.asked:
        bout.answer("hold")


# -- deflect
@pytest.mark.rule("FF-REACT-04")
def test_ff_react_04_deflect_twice_between_two_turns_each_hit_once() -> None:
    """2 off the damage of two hits, not twice off one; a third finds nothing, and his one reaction is still there."""
    bout = Bout(
        foe("brute", sheet(hp=60, own_weapons=CLUB, multi_attack=3), seat="bea"),
        hero(figures=sheet(hp=60, reactions=("deflect", "evade"))),
    )
    bout.order(club(), 4, 4)
    bout.answer("hero-deflect")
    assert bout.choices == ["hold", "hero-evade"]
    bout.answer("hold", 3, 4)
    assert (bout.the(DamageTaken).damage, bout.the(DamageTaken).lowered) == (5, 2)
    bout.answer("hold")
    bout.answer("same", 4, 4)
    bout.answer("hero-deflect")
    bout.answer("hold", 3, 4)
    bout.answer("hold")
    bout.answer("same", 4, 4)
    assert bout.choices == ["hold", "hero-evade"]
    bout.answer("hold", 3, 4)
    assert bout.hp("hero") == 60 - 5 - 5 - 7
    bout.answer("hold")
    assert bout.fighter("hero").reactions_used == {"deflect": 2}
    bout.end("brute")
    assert bout.fighter("hero").reactions_used == {}


@pytest.mark.rule("FF-REACT-04")
def test_deflect_comes_after_all_factors_and_not_below_nothing() -> None:
    """A critical of 2 is 4, less 2; a hit of 2 is no damage at all. A shot cannot be deflected."""
    bout = clubbed("deflect")
    bout.order(club(), 6, 6)
    bout.answer("hero-deflect")
    bout.answer("hold", 1, 1)
    assert bout.the(DamageTaken).damage == 2
    bout = clubbed("deflect")
    bout.order(club(), 4, 4)
    bout.answer("hero-deflect")
    bout.answer("hold", 1, 1)
    assert bout.of(DamageTaken) == []
    bow = Weapon(id="bow", name="Bow", category=Category.SHOOTING, range_metres=9)
    bout = Bout(foe("archer", sheet(own_weapons=(bow,)), seat="bea"), hero(figures=sheet(reactions=("deflect",))))
    bout.order(o.Attack(attacker="archer", target="hero", weapon="bow"), 4, 4)
    assert bout.choices == ["hold"]


# -- who is asked
@pytest.mark.rule("FF-REACT-01")
def test_who_is_asked_follows_from_what_all_see() -> None:
    """Whoever of the two has the reaction, the same seats are asked about the same figures."""

    def opened(first: tuple[str, ...], second: tuple[str, ...]) -> list[Any]:
        bout = Bout(brute(), hero(figures=sheet(reactions=first)), one("mate", "heroes", sheet(reactions=second)))
        bout.order(club(), 4, 4)
        return [(a.kind, a.seats, a.question["combatants"]) for a in bout.waiting]

    assert (
        opened(("evade",), ())
        == opened((), ("counter",))
        == [
            ("ReactToHit", ("ana",), ["hero"]),
            ("ReactToHit", ("gm",), ["mate"]),
        ]
    )


@pytest.mark.rule("FF-REACT-01")
def test_others_see_neither_the_options_nor_that_there_were_any() -> None:
    """The attacker's seat sees that Ana is asked, and no offers; a decline is the same with and without an option."""
    streams = []
    for reactions in (("evade",), ("counter",)):
        bout = clubbed(*reactions)
        bout.order(club(), 4, 4)
        assert len(bout.of(DecisionOpened)) == 1
        seen = BOOK.seen(bout.state, "bea").fight.open
        assert seen is not None
        assert seen.window is not None
        assert seen.window.asked[0].offers == ()
        bout.answer("hold", 1, 1)
        public = []
        for recorded in bout.last:
            written, _ = BOOK.codec.encode(recorded.version, recorded.time, recorded.draft)
            public.append(BOOK.codec.decode(written).event)
        streams.append([type(e).__name__ for e in public])
    assert streams[0] == streams[1]


@pytest.mark.rule("FF-REACT-01")
def test_where_nobody_has_a_reaction_nobody_is_asked_unless_the_table_wants_it() -> None:
    """That there are reactions in a fight is open; a setup hides even that. A hidden combatant's do not count."""
    bout = clubbed()
    bout.order(club(), 4, 4, 1, 1)
    assert bout.asked == []
    bout = Bout(brute(), hero(), setup=Setup(ask_reactions=True))
    bout.order(club(), 4, 4)
    assert (bout.asked, bout.choices) == (["ReactToHit"], ["hold"])


@pytest.mark.rule("FF-REACT-01")
def test_a_seat_is_asked_once_about_all_its_figures() -> None:
    """Six of the game master's goblins beside each other are one question."""
    goblins = [foe(f"g{n}", sheet(hp=9, reactions=("evade",))) for n in range(6)]
    bout = Bout(hero(), *goblins)
    bout.order(o.Attack(attacker="hero", target="g0", weapon="unarmed"), 4, 4)
    (asked,) = bout.waiting
    assert asked.question["combatants"] == [f"g{n}" for n in range(6)]
    assert bout.choices == ["hold", "g0-evade"]


@pytest.mark.rule("FF-REACT-01")
def test_a_correction_while_somebody_thinks_is_met() -> None:
    """The ally that would help is put far off: its seat is asked anew without it, and nothing is spent."""
    bout = Bout(
        brute(place=at(0)),
        hero("mage", place=at(1)),
        hero("knight", sheet(reactions=("cover",)), place=at(2)),
        one("mate", "heroes", place=at(1, 1)),
    )
    bout.order(club("mage"), 4, 4)
    bout.answer("knight-cover-mage")
    bout.correct("combatants.knight.place.point.x", 900)
    assert [asked.question["combatants"] for asked in bout.waiting] == [["mage"], ["mate"]]
    bout.answer("hold")
    bout.answer("hold", 1, 1)
    assert (bout.of(ReactionUsed), bout.hp("mage")) == ([], 18)


def test_the_reactions_of_the_catalogue() -> None:
    """Five, each with an effect of its own."""
    assert {r.effect for r in REACTIONS.values()} == {*ReactionEffect}
    assert [(r.id, r.free, r.uses) for r in REACTIONS.values()] == [
        ("counter", False, 0),
        ("evade", False, 0),
        ("spell_ward", False, 0),
        ("cover", True, 1),
        ("deflect", False, 2),
    ]


def test_a_reaction_of_ones_own() -> None:
    """Written in full on the sheet: a shield wall that takes 5 off any hit."""
    wall = Reaction(id="wall", name="Wall", effect=ReactionEffect.LOWER_DAMAGE, amount=5)
    bout = Bout(brute(), hero(figures=sheet(own_reactions=(wall,))))
    bout.order(club(), 4, 4)
    bout.answer("hero-wall")
    assert bout.the(ReactionSpent).combatant == "hero"
    bout.answer("hold", 4, 4)
    assert bout.the(DamageTaken).damage == 3
    bout.answer("hold")
    assert bout.of(AttackRolled) == bout.of(MagicRolled) == []


@pytest.mark.rule("FF-REACT-01")
def test_the_numbers_of_an_evasion_say_what_they_are_made_of() -> None:
    """Dice and EV make the total, and it names the roll and the hit that it meets."""
    bout = clubbed("evade", armor=("shield",))
    bout.order(club(), 4, 5)
    (hit,) = [r.version for r in bout.last if isinstance(r.event, AttackRolled)]
    bout.answer("hero-evade", 4, 4)
    (tested,) = [r for r in bout.last if isinstance(r.event, AvoidanceTested)]
    because = tested.draft.because
    assert because is not None
    assert [(t.source, t.amount) for t in because.terms] == [("2d6", 8), ("evasion", 2), ("hit_total", 9)]
    assert [t.of for t in because.terms] == ["total", "total", "difficulty"]
    assert hit in because.causes


@pytest.mark.rule("FF-REACT-01", "FF-GRID-01")
def test_on_the_board_beside_is_the_next_cell() -> None:
    """Who stands aslant covers nobody."""
    for row, asked in ((2, ["mage", "knight"]), (3, ["mage"])):
        bout = Bout(
            brute(place=cell(1, 1)),
            hero("mage", place=cell(1, 2)),
            hero("knight", sheet(reactions=("cover",)), place=cell(2, row)),
            setup=Setup(grid=Grid()),
        )
        bout.order(club("mage"), 4, 4)
        assert [a.question["combatants"] for a in bout.waiting] == [asked]


@pytest.mark.rule("FF-REACT-03")
def test_ff_react_03_a_free_reaction_is_there_again_and_again() -> None:
    """Against every hit, also after the one that counts; and it leaves that one alone."""
    skin = Reaction(id="skin", name="Thick skin", effect=ReactionEffect.LOWER_DAMAGE, amount=1, free=True)
    bout = Bout(
        foe("brute", sheet(hp=60, own_weapons=CLUB, multi_attack=3), seat="bea"),
        hero(figures=sheet(hp=60, own_reactions=(skin,), reactions=("counter",))),
    )
    bout.order(club(), 4, 4)
    for last in (False, False, True):
        assert bout.choices == ["hold", "hero-skin"]
        bout.answer("hero-skin")
        assert (bout.of(ReactionSpent), bout.choices) == ([], ["hold"])
        bout.answer("hold", 1, 1)
        if bout.choices == ["hold"]:
            bout.answer("hold")
        else:
            bout.answer("hero-counter-attack-unarmed", 1, 2)
        if not last:
            bout.answer("same", 4, 4)
    assert (bout.hp("hero"), bout.fighter("hero").reactions_used) == (57, {"skin": 3, "counter": 1})


@pytest.mark.rule("FF-REACT-01")
def test_who_is_not_seen_is_neither_asked_nor_betrayed() -> None:
    """A hidden guard's ability opens no question; where there are questions anyway, none names him."""
    guard = structs.replace(foe("guard", sheet(reactions=("cover",))), seen_by=("gm",))
    for others, asked in (((), []), (("evade",), [["foe"]])):
        bout = Bout(hero(), foe(figures=sheet(reactions=others)), guard)
        bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 4, 4, *([] if others else [1]))
        assert [a.question["combatants"] for a in bout.waiting] == asked


@pytest.mark.rule("FF-REACT-01")
def test_nobody_takes_over_what_somebody_has_taken_over() -> None:
    """Both knights are one player's: once the first has the hit, the second has nothing to choose."""
    bout = Bout(
        brute(),
        hero("mage"),
        hero("first", sheet(reactions=("cover",))),
        hero("second", sheet(reactions=("cover",))),
    )
    bout.order(club("mage"), 4, 4)
    assert bout.choices == ["hold", "first-cover-mage", "second-cover-mage"]
    bout.answer("first-cover-mage")
    assert bout.choices == ["hold"]


@pytest.mark.rule("FF-REACT-01")
def test_nobody_strikes_back_at_who_has_fallen_meanwhile() -> None:
    """Two were hit and both strike back; the first fells the attacker, and the second keeps his reaction."""
    sweeper = foe("brute", sheet(hp=1, own_weapons=CLUB, techniques=("sweep",)), seat="bea")
    bout = Bout(
        sweeper,
        hero("one", sheet(reactions=("counter",))),
        one("two", "heroes", sheet(reactions=("counter",)), seat=None),
    )
    order = o.UseTechnique(attacker="brute", technique="sweep", weapon="club", targets=("one", "two"))
    bout.order(order, 4, 4)
    bout.answer("hold")
    bout.answer("hold", 1, 1)
    bout.answer("one-counter-attack-unarmed")
    bout.answer("two-counter-attack-unarmed", 4, 4, 1)
    assert bout.has("brute", "unconscious")
    assert [u.combatant for u in bout.of(ReactionUsed)] == ["one"]
    assert not bout.fighter("two").reacted


@pytest.mark.rule("FF-REACT-01")
def test_who_takes_a_hit_over_does_not_evade_it() -> None:
    """He may soften it, no more."""
    bout = Bout(brute(), hero("mage"), hero("knight", sheet(reactions=("cover", "evade", "deflect"))))
    bout.order(club("mage"), 4, 4)
    bout.answer("knight-cover-mage")
    assert bout.choices == ["hold", "knight-deflect"]
