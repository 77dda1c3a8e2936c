"""Where numbers come from: every sum can be checked, and nobody learns a figure from it that is not for him."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.kernel.state import events as k
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import Event, Recorded
from engine.kernel.structs.reasons import Reasons, Term, total_of
from engine.service.proof.audit import audit
from engine.systems.fantasia import events as f
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Armor, Figure, Mod, Protection, Trait
from engine.systems.fantasia.rules.basics import totals
from tests.support.fights.arena import Arena
from tests.support.fights.exports import export, sealed
from tests.systems.fantasia import explained
from tests.systems.fantasia.bout import BOOK, SEATS, Bout, foe, hero, sheet
from tests.systems.fantasia.chance import Chance, field_of_six, play

SWING = o.Attack(attacker="hero", target="foe", weapon="sword")


def recorded(bout: Bout, kind: type[Event]) -> Recorded:
    """The one event of a kind in the last step."""
    (found,) = [r for r in bout.last if isinstance(r.event, kind)]
    return found


def because(bout: Bout, kind: type[Event]) -> Reasons:
    why = recorded(bout, kind).draft.because
    assert why is not None
    return why


def told(terms: tuple[Term, ...]) -> list[tuple[str, int | None, int, int, bool]]:
    return [(t.source, t.amount, t.times, t.over, t.private) for t in terms]


# -- single events
def test_an_attack_says_what_it_added_and_what_it_had_to_reach() -> None:
    """Dice and AT are open, as their total is; what AT is made of stands with the roll, for the attacker's side."""
    mail = Armor(id="mail", name="Mail", protection=Protection.HEAVY, mods=(Mod(figure=Figure.DEFENSE, change=2),))
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword_2",))), foe(figures=sheet(defense=6, own_armor=(mail,))))
    bout.lay("foe", "prone", "off_balance")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword_2"), 3, 4, 1, 2)
    to_hit, damage = (r for r in bout.last if isinstance(r.event, k.DiceRolled))
    numbers = because(bout, f.AttackRolled).numbers()
    assert told(numbers["total"]) == [
        ("2d6", 7, 1, 1, False),
        ("attack", 5, 1, 1, False),
        ("target_prone", 1, 1, 1, False),
    ]
    assert told(numbers["against"]) == [
        ("defense", 6, 1, 1, True),
        ("mail", 2, 1, 1, True),
        ("off_balance", -3, 1, 1, True),
    ]
    assert [t.rule for t in numbers["total"]] == ["FF-DICE-01", "FF-STAT-02", "FF-PRONE-02"]
    assert because(bout, f.AttackRolled).causes == (to_hit.version,)
    assert to_hit.draft.because is not None
    assert told(to_hit.draft.because.terms) == [("strength", 3, 1, 1, True), ("sword_2", 2, 1, 1, True)]
    assert (to_hit.draft.to, to_hit.draft.whole) == (("gm", "ana"), False)
    assert damage.draft.because is not None
    assert told(damage.draft.because.terms) == [("strength", 3, 1, 1, True), ("sword_2", None, 2, 1, True)]


def test_damage_multiplies_in_its_order_and_floors_once() -> None:
    """2d 3 + 3x1 = 6, doubled by two sixes 12, halved by defending 6; it comes from the roll and from the hit."""
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword",))), foe(figures=sheet(defense=6)))
    bout.lay("foe", "defending")
    bout.order(SWING, 6, 6, 1, 2)
    rolled, hit = recorded(bout, f.AttackRolled), [r for r in bout.last if isinstance(r.event, k.DiceRolled)]
    why = because(bout, f.DamageTaken)
    assert told(why.terms) == [
        ("2d6", 3, 1, 1, False),
        ("attribute", 3, 1, 1, True),
        ("critical", None, 2, 1, False),
        ("defending", None, 1, 2, True),
    ]
    assert [t.rule for t in why.terms] == ["FF-DICE-01", "FF-ATK-07", "FF-CRIT-02", "FF-DEF-02"]
    assert why.causes == (rolled.version, hit[1].version)
    assert why.public().withheld == ("damage",)
    assert because(bout, k.VitalChanged) == Reasons(causes=(recorded(bout, f.DamageTaken).version,))


def test_what_is_cut_off_is_a_term_too() -> None:
    """1 - 3 is no damage below 0; the sum can still be checked."""
    assert told(totals.added(totals.of_dice("1d6", 1, 9), totals.of_word("strength", -3, ""), least=0).terms) == [
        ("1d6", 1, 1, 1, False),
        ("strength", -3, 1, 1, False),
        ("limit", 2, 1, 1, False),
    ]
    assert told(totals.added(totals.known(0), least=1).terms) == [("points", 0, 1, 1, False), ("limit", 1, 1, 1, False)]


@pytest.mark.parametrize(
    "made",
    [
        totals.of_dice("2d6", 7, 9),
        totals.of_dice("0d6", 0, 0),
        totals.of_word("shot", -3, "", times=2),
        totals.added(totals.of_dice("1d6", 1, 9), totals.of_word("strength", -3, ""), least=0).after(0, 9, 12, 9),
    ],
)
def test_what_is_known_to_add_up_does(made: totals.Total) -> None:
    """Where nothing is reckoned as it is made it is the same as reckoned."""
    again = totals.Total(int(made), made.terms, made.causes)
    assert (made, made.terms, made.causes) == (again, again.terms, again.causes)
    assert all(made.causes)


def test_berserk_doubles_strength_before_the_weapon_multiplies_it() -> None:
    """Strength 3, 1 less by poison, twice that in a rage, times the weapon's 2: 8."""
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword_2",))), foe(figures=sheet(defense=6)))
    bout.lay("hero", "poison", "berserk")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword_2"), 3, 4, 1, 2, 3)
    to_hit, damage = (r.draft.because for r in bout.last if isinstance(r.event, k.DiceRolled) and r.event.by == "hero")
    assert to_hit is not None
    assert damage is not None
    strength = [("strength", 3, 1, 1, True), ("poison", -1, 1, 1, True), ("berserk", None, 2, 1, True)]
    assert told(damage.terms) == [*strength, ("sword_2", None, 2, 1, True)]
    assert total_of(damage.terms) == 8
    assert told(to_hit.terms) == [*strength, ("sword_2", 2, 1, 1, True), ("berserk", 2, 1, 1, True)]
    assert bout.the(f.DamageTaken).damage == 6 + 8


def test_magic_points_go_for_a_spell() -> None:
    """The figure that goes down says what for."""
    bout = Bout(hero(figures=sheet(mind=2, mp=9, spells=("fire",))), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 1, 2)
    why = because(bout, k.VitalChanged)
    assert told(why.terms) == [("fire", -4, 1, 1, False)]
    assert why.numbers().keys() == {"change"}


def test_with_open_figures_nothing_is_private() -> None:
    """Everybody reads all terms of everything."""
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword",))), foe(figures=sheet(defense=6)), figures_open=True)
    bout.order(SWING, 3, 4, 1, 2)
    for one in bout.arena.stream:
        if one.draft.because is not None:
            assert not one.draft.because.private
            assert one.draft.to is None


def test_initiative_of_a_group_comes_from_one_roll() -> None:
    """Each adds his own agility; what that is made of is his side's."""
    bout = Bout(hero(figures=sheet(agility=2)), foe(), begin=False)
    bout.order(Begin(), 3, 4, 1, 1, seat="gm")
    mine, theirs = (r for r in bout.last if isinstance(r.event, f.InitiativeRolled))
    assert mine.draft.because is not None
    assert told(mine.draft.because.terms)[:2] == [("2d6", 7, 1, 1, False), ("agility", 2, 1, 1, True)]
    assert (mine.draft.to, mine.draft.whole) == (("gm", "ana"), False)
    assert theirs.draft.to == ("gm",)


# -- laws
def at_random(seed: int) -> Arena:
    """A fight played blindly."""
    rng = random.Random(seed)
    arena = Arena(BOOK, field_of_six(places=bool(seed % 2)), dice=Chance(rng), seats=SEATS)
    arena.order("gm", Begin())
    play(arena, rng, 80)
    return arena


@pytest.mark.parametrize("seed", range(8))
def test_every_sum_can_be_checked(seed: int) -> None:
    """The terms of every number come to that number, each with a rule; every number that has a sum shows it."""
    stream = at_random(seed).stream
    for one in stream:
        explained.require(one)
    assert sum(len(one.draft.because.numbers()) for one in stream if one.draft.because) > 20


def test_what_has_no_terms_is_a_number_of_an_event() -> None:
    """The list of exceptions names nothing that is not there."""
    for kind, name in explained.PLAIN:
        assert name in explained.NUMBERS[kind]


@pytest.mark.parametrize("seed", range(3))
def test_an_audit_recomputes_the_terms_of_numbers(seed: int) -> None:
    """Versions and terms alike."""
    assert audit(BOOK, sealed(at_random(seed)), explain=True).replay.state == "PROVEN"


@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        ({"strength": 2}, {"strength": 1, "traits": ("edge",)}),
        ({"strength": 1, "traits": ("edge",)}, {"strength": 0, "traits": ("edge", "edge_2")}),
    ],
)
def test_of_two_ways_to_one_total_nobody_else_reads_which(mine: dict[str, Any], yours: dict[str, Any]) -> None:
    """Hero and foe are built otherwise in two fights, to the same figures: outsiders read the same bytes in both."""
    edge = {
        name: Trait(id=name, name="Edge", mods=(Mod(figure=Figure.ATTACK, change=1),)) for name in ("edge", "edge_2")
    }
    ward = Armor(id="ward", name="Ward", protection=Protection.ACCESSORY, mods=(Mod(figure=Figure.DEFENSE, change=1),))
    reads: list[dict[str | None, list[bytes]]] = []
    for figures, guard in ((mine, {"defense": 12}), (yours, {"defense": 11, "own_armor": (ward,)})):
        traits = tuple(edge[name] for name in figures.get("traits", ()))
        bout = Bout(
            hero(figures=sheet(weapons=("sword",), strength=figures["strength"], own_traits=traits)),
            foe(figures=sheet(**guard)),
        )
        bout.order(SWING, 3, 4)
        assert bout.the(f.AttackRolled).outcome is f.Outcome.MISS
        entries = sealed(bout.arena)
        reads.append({seat: [line.read for line in export(entries, seat)] for seat in ("ana", "eye", None)})
        fought = range(len(entries) - 5, len(entries))
        reads[-1] = {seat: [lines[n] for n in fought] for seat, lines in reads[-1].items()}
    assert reads[0]["eye"] == reads[1]["eye"]
    assert reads[0][None] == reads[1][None]
    of_ana = [msgspec.json.decode(line) for line in reads[0]["ana"]]
    rolled = next(one for one in of_ana if one["type"] == "FantasiaAttackRolled")
    assert rolled["because"]["withheld"] == ["against"]
    assert "ward" not in str(of_ana)
