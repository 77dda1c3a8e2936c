"""Reactions: who is asked when, and what a reaction does.  [RUL-89]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.messages import Event
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Cards,
    Condition,
    DamageKind,
    Distance,
    Does,
    Effect,
    Figure,
    Formula,
    Lasts,
    Talent,
    Weapon,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.events import (
    AbilityUsed,
    AttackDeclared,
    AttackEnded,
    AttackVoided,
    ForceBegan,
    ForceEnded,
    RollThrown,
    Wounded,
)
from engine.systems.mongolian_mercenaries.naming import WORDS
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from engine.systems.mongolian_mercenaries.questions import AskReaction
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

HIT = Attack(combatant="ada", target="bob")
BACK = Attack(combatant="bob", target="ada")
SLOW: dict[str, Any] = {"speed": 1}


def attacked(*talents: str, cards: Cards | None = None, open: bool = True, **more: Any) -> Bout:
    """Ada, who has used her Lucky Break, has these talents, and it is Bob's turn."""
    sheet: dict[str, Any] = {"attributes": {**SLOW, "strength": 10, "toughness": 8}, "talents": talents, **more}
    setup = at(Distance.CLOSE, cards=cards or Cards())
    bout = Bout(pc(lucky=False, **sheet), foe(fight_proficiency=3, health=20, toughness=8), setup=setup, open=open)
    bout.begin()
    return bout


def rolled(bout: Bout) -> list[int]:
    """How many dice fell at each throw."""
    return [len(event.faces) for event in bout.of(RollThrown)]


@pytest.mark.rule("MM-DW-14", "MM-TAL-04", "MM-ACT-05", "MM-GEN-02")
def test_sidestep_takes_two_dice_before_the_roll() -> None:
    """The declaration is public before; it costs no action; declined there are three dice."""
    bout = attacked("sidestep")
    bout.order(BACK)
    assert (bout.asked, bout.choices) == (["AskReaction"], ["pass", "sidestep"])
    assert bout.of(AttackDeclared)
    assert bout.rolls() == []
    before = bout.fighter("ada")
    bout.answer("sidestep", 2)
    assert rolled(bout) == [1]
    assert bout.the(AbilityUsed).card == "sidestep"
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (before.large, before.minor)
    bout = attacked("sidestep")
    bout.order(BACK)
    bout.answer("pass", 2, 2, 2)
    assert rolled(bout) == [3]
    assert bout.of(AbilityUsed) == []


@pytest.mark.rule("RUL-89", "MM-DW-14")
def test_a_reaction_works_once_a_round() -> None:
    """Again in the next one."""
    foes = (foe("bob", fight_proficiency=3), foe("orc", fight_proficiency=3))
    bout = Bout(pc(lucky=False, attributes=SLOW, talents=("sidestep",)), *foes)
    bout.begin()
    bout.order(BACK)
    bout.answer("sidestep", 2)
    bout.order(EndTurn(combatant="bob"))
    bout.order(Attack(combatant="orc", target="ada"), 2, 2, 2)
    bout.order(EndTurn(combatant="orc"))
    bout.order(EndTurn(combatant="ada"))
    bout.order(BACK)
    assert bout.asked == ["AskReaction"]


@pytest.mark.rule("MM-DW-16")
@pytest.mark.parametrize(("faces", "net"), [((6, 7, 2), 1 + 1), ((6, 2, 2), None)])
def test_parry_takes_one_success_of_a_hit(faces: tuple[int, ...], net: int | None) -> None:
    """Of a single one nothing is left: then the attack has missed, but nobody answers the miss."""
    bout = attacked("parry", "counter")
    bout.order(BACK, *faces)
    assert bout.choices == ["pass", "parry"]
    assert bout.of(AttackEnded) == []
    bout.answer("parry")
    assert bout.the(AttackEnded).net == net
    assert bout.asked == []
    terms = bout.because_of(AttackEnded).numbers()["hits"]
    assert ("parry", -1) in [(term.source, term.amount) for term in terms]
    assert sum(term.amount for term in terms) == bout.the(AttackEnded).hits


@pytest.mark.rule("MM-DW-16", "MM-CRIT-06")
def test_a_critical_hit_cannot_be_parried() -> None:
    """Nor a shot, nor a miss."""
    bout = attacked("parry")
    bout.order(BACK, 8, 7, 2)
    assert bout.asked == []
    bout = attacked("parry")
    bout.order(BACK, 5, 5, 2)
    assert bout.asked == []
    bout = Bout(pc(lucky=False, attributes=SLOW, talents=("parry",)), foe(ref="skeleton_archer"))
    bout.begin()
    bout.order(BACK, 6, 2, 2)
    assert bout.asked == []


@pytest.mark.rule("MM-DW-17", "MM-TAL-04", "MM-ACT-05")
def test_a_miss_may_be_countered() -> None:
    """An attack of its own, nested in the other, which costs nothing; then the turn goes on."""
    bout = attacked("counter")
    bout.order(BACK, 2, 3, 4)
    assert bout.choices == ["pass", "counter"]
    bout.answer("counter", 6, 2, 2)
    assert bout.the(AttackDeclared).combatant == "ada"
    assert bout.the(AttackEnded).target == "bob"
    assert bout.health("bob") == 20 - 4
    assert bout.rule_of(AttackDeclared) == "MM-ACT-05"
    assert bout.acting == ("bob",)
    bout.order(EndTurn(combatant="bob"))
    assert bout.fighter("ada").large == 1


@pytest.mark.rule("MM-ACT-05", "MM-DW-17", "MM-MULTI-01", "MM-COV-03")
@pytest.mark.parametrize("ordered", [True, False])
def test_a_counter_strikes_whom_the_weapon_strikes_beside_its_target(ordered: bool) -> None:
    """A flail swings as wide in a counter as in an attack that is ordered."""
    flail = Weapon(id="flail", name="Flail", skill="blunt", kinds=(DamageKind.BLUNT,), around=1)
    sheet: dict[str, Any] = {"own_weapons": (flail,), "weapons": (), "skills": {"blunt": 2}, "talents": ("counter",)}
    ada = pc(lucky=False, attributes={"speed": 9 if ordered else 1, "strength": 10, "toughness": 8}, **sheet)
    bout = Bout(ada, foe(rank=1, fight_proficiency=3), foe("eve", rank=2), setup=at(Distance.CLOSE))
    bout.begin()
    if ordered:
        bout.order(HIT, 6, 2)
    else:
        bout.order(BACK, 2, 2, 2)
        bout.answer("counter", 6, 2)
    declared = next(one for one in bout.of(AttackDeclared) if one.combatant == "ada")
    assert declared.targets == ("bob", "eve")


@pytest.mark.rule("MM-DW-17", "MM-GEN-04")
def test_who_reaches_nobody_is_not_asked_to_counter() -> None:
    """Missed by a blow at which no blow can answer: a shot, or with no weapon and no skill."""
    bout = Bout(pc(lucky=False, attributes=SLOW, talents=("counter",)), foe(ref="skeleton_archer"))
    bout.begin()
    bout.order(BACK, 2, 2, 2)
    assert bout.asked == []
    bout = attacked("counter", weapons=())
    bout.order(BACK, 2, 2, 2)
    assert bout.asked == []


@pytest.mark.rule("RUL-89", "MM-DW-17")
def test_a_counter_may_be_countered_but_never_answers_what_it_has_led_to() -> None:
    """Bob misses, Ada counters and misses, Bob counters and misses: Ada's is used in this round."""
    sheet: dict[str, Any] = {"attributes": {**SLOW, "strength": 10}, "talents": ("counter",)}
    bout = Bout(pc(lucky=False, **sheet), foe(fight_proficiency=2, talents=("counter",)))
    bout.begin()
    bout.order(BACK, 2, 2)
    bout.answer("counter", 2, 2, 2)
    assert bout.waiting[0].question["combatant"] == "bob"
    bout.answer("counter", 2, 2)
    assert bout.asked == []
    assert [event.combatant for event in bout.of(AttackEnded)] == ["bob"]
    assert bout.acting == ("bob",)


@pytest.mark.rule("MM-DW-22", "MM-TAL-04")
def test_an_avenger_has_two_dice_more_on_the_next_hit_test() -> None:
    """Asked as an ally falls; the two dice are there once, though the test fails."""
    party = (
        pc(lucky=False, attributes=SLOW, talents=("avenger",), rank=1),
        pc("bea", "ben", attributes=SLOW, now={"health": 1}, rank=2, lucky=False),
    )
    bout = Bout(*party, foe(fight_proficiency=2, health=30, toughness=10))
    bout.begin()
    bout.order(Attack(combatant="bob", target="bea"), 6, 6)
    assert (bout.choices, bout.waiting[0].seats) == (["pass", "avenger"], ("ana",))
    bout.answer("avenger")
    assert bout.the(ForceBegan).bearer == "ada"
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 2, 2, 2, 2, 2)
    assert rolled(bout) == [5]
    assert bout.the(ForceEnded).card == "avenger"
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    bout.order(HIT, 2, 2, 2)


@pytest.mark.rule("MM-DW-22")
def test_a_fallen_opponent_gives_an_avenger_nothing() -> None:
    """Only an ally does."""
    bout = Bout(pc(lucky=False, talents=("avenger",)), foe(now={"health": 1}), foe("orc"))
    bout.begin()
    bout.order(HIT, 6, 6, 6)
    assert bout.asked == []


@pytest.mark.rule("MM-DW-22")
def test_after_a_correction_nobody_is_asked() -> None:
    """The game master takes Bea out: no reaction, no dice."""
    party = (pc(lucky=False, talents=("avenger",), rank=1), pc("bea", "ben", rank=2))
    bout = Bout(*party, foe())
    bout.begin()
    bout.correct("combatants.bea.vitals.health.now", 0)
    assert bout.who("bea").out == "dying"
    assert bout.asked == []


def card(id: str, when: When, *effects: Effect, asked: bool = False, **only: Any) -> Cards:
    """A table whose only own card is a talent with one ability."""
    ability = Ability(when=when, asked=asked, effects=effects, only=Condition(**only))
    return Cards(talents=(Talent(id=id, name=id.title(), abilities=(ability,)),))


@pytest.mark.rule("MM-DW-22", "MM-GEN-02")
def test_who_is_wounded_or_hit_may_react_as_its_card_says() -> None:
    """A table's own card: it takes revenge by 2 points of damage on whoever wounds its bearer."""
    revenge = Effect(does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=2), kind=DamageKind.PIERCING)
    bout = attacked("spite", cards=card("spite", When.WOUNDED, revenge, asked=True))
    bout.order(BACK, 6, 7, 7)
    assert bout.of(Wounded) == []
    bout = attacked("spite", cards=card("spite", When.HARMED, revenge, asked=True))
    bout.order(BACK, 6, 7, 7)
    assert bout.health("ada") == 22 - 4
    bout.answer("spite")
    assert bout.health("bob") == 20 - 2


@pytest.mark.rule("MM-DW-15", "MM-ATK-01")
def test_an_attack_whose_attacker_falls_before_the_roll_is_void() -> None:
    """By a card that harms whoever attacks its bearer; with one Health more it goes on."""
    thorns = Effect(does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=2), kind=DamageKind.PIERCING)
    for health, void in ((2, True), (3, False)):
        sheet: dict[str, Any] = {"attributes": {**SLOW, "strength": 10}, "talents": ("thorns",)}
        setup = at(Distance.CLOSE, cards=card("thorns", When.ATTACKED, thorns))
        foes = (foe(fight_proficiency=1, now={"health": health}), foe("orc"))
        bout = Bout(pc(lucky=False, **sheet), *foes, setup=setup)
        bout.begin()
        bout.order(BACK, *(() if void else (2,)))
        assert bool(bout.of(AttackVoided)) is void
        assert bool(bout.of(AttackEnded)) is not void
        assert (bout.who("bob").out == "killed") is void


@pytest.mark.rule("RUL-03", "MM-ROUND-02")
def test_what_a_reaction_brings_for_turns_goes_on() -> None:
    """One turn, from its round to the start of the next."""
    dread = Effect(
        does=Does.FIGURE, on=Whom.OTHER, figure=Figure.HIT_DICE, amount=Formula(points=-1), lasts=Lasts(count=1)
    )
    sheet: dict[str, Any] = {"attributes": SLOW, "talents": ("dread",)}
    setup = at(Distance.CLOSE, cards=card("dread", When.ATTACKED, dread))
    bout = Bout(pc(lucky=False, **sheet), foe(fight_proficiency=3), setup=setup)
    bout.begin()
    bout.order(BACK, 2, 2)
    assert [force.bearer for force in bout.own.forces] == ["bob"]
    bout.order(EndTurn(combatant="bob"))
    bout.order(EndTurn(combatant="ada"))
    assert bout.own.forces == ()


@pytest.mark.rule("RUL-89")
def test_a_card_never_answers_its_own_consequences() -> None:
    """Whoever harms somebody harms it once more, and not for ever."""
    more = Effect(does=Does.DAMAGE, on=Whom.OTHER, amount=Formula(points=1), kind=DamageKind.BLUNT)
    setup = at(Distance.CLOSE, cards=card("cruel", When.HARMS, more))
    bout = Bout(pc(lucky=False, talents=("cruel",)), foe(health=30, toughness=10), setup=setup)
    bout.begin()
    bout.order(HIT, 6, 2, 2)
    assert bout.health("bob") == 30 - 4 - 1


# -- what others see
@pytest.mark.rule("MM-DW-14", "MM-DW-16", "MM-DW-17")
def test_where_figures_are_closed_a_pause_tells_nothing() -> None:
    """Whoever is attacked, hit or missed in melee is asked, whether or not it has a card for it."""

    def pauses(*talents: str) -> list[tuple[str, ...]]:
        bout, found = attacked(*talents, open=False), []
        bout.order(BACK)
        while bout.waiting:
            found.append((*bout.asked, *bout.waiting[0].seats))
            seen = bout.arena.book.seen(bout.state, "ben").fight.window
            assert seen is not None
            assert not any(one.offers for one in seen.asked)
            bout.answer("pass", *((6, 2, 2) if len(found) == 1 else ()))
        return found

    assert pauses() == pauses("sidestep", "parry", "counter") == [("AskReaction", "ana"), ("AskReaction", "ana")]


@pytest.mark.rule("MM-DW-14")
def test_where_figures_are_open_nobody_without_a_reaction_is_asked() -> None:
    """Everybody knows who has one."""
    bout = attacked()
    events: list[Event] = bout.order(BACK, 2, 2, 2)
    assert bout.asked == []
    assert events


@pytest.mark.rule("MM-SKILL-12", "RUL-88")
def test_a_dodge_master_dodges_shots() -> None:
    """At 5, not at 4; and no enemy does by its trait."""
    for dodge, hits in ((4, 2), (5, 0)):
        bout = Bout(
            pc(lucky=False, skills={"dodge": dodge}, attributes={**SLOW, "toughness": 8}), foe(ref="skeleton_archer")
        )
        bout.begin()
        bout.order(BACK, 6, 7, 2)
        assert bout.the(AttackEnded).hits == hits
    bout = Bout(pc(skills={"bow": 2}, weapons=("bow",), lucky=False), foe(dodge=9))
    bout.begin()
    bout.order(HIT, 6, 2, 2)
    assert bout.the(AttackEnded).hits == 1


@pytest.mark.parametrize(
    ("trigger", "verb"), [(When.ATTACKED, "atakuje"), (When.HIT, "trafia"), (When.MISSED, "chybia")]
)
def test_in_polish_whoever_attacks_stands_before_the_verb(trigger: When, verb: str) -> None:
    """And not whoever is asked."""
    question = AskReaction(combatant="ada", trigger=trigger, other="wolf", offers=(), default="pass")
    assert WORDS.describe(question, "pl", {"ada": "Ada", "wolf": "Wilk"}) == f"Wilk {verb}, cel: Ada. Reakcja?"
