"""Open combat: secret options that beat each other in a circle."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import AnswersRevealed, CombatantOut, DecisionAnswered
from engine.systems.minis.events import ExchangeFought, HarmDone, OptionRolled
from engine.systems.minis.orders import Attack
from engine.systems.minis.rules.combat.events import Option
from engine.systems.minis.rules.combat.exchange import of_face, option_of
from engine.systems.minis.sheet import OpenCombat, Setup
from tests.systems.minis.bout import Bout, ana, ben

HEAD, THRUST, PARRY = Option.HEAD, Option.THRUST, Option.PARRY
DIE = OpenCombat.DIE


def duel(**more: object) -> Bout:
    """Ada and Bob face each other, within reach; Ada acts."""
    bout = Bout(ana(at=(0, 0), attacks=2), ben(at=(80, 0)), **more)  # type: ignore[arg-type]
    bout.begin()
    bout.declare("ada")
    assert bout.acting == "ada"
    return bout


@pytest.mark.rule("MN-OPEN-03", "MN-OPEN-04", "MN-OPEN-05", "MN-OPEN-06")
@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("head", "parry", "ada"),
        ("thrust", "head", "ada"),
        ("parry", "thrust", "ada"),
        ("parry", "head", "bob"),
        ("head", "thrust", "bob"),
        ("thrust", "parry", "bob"),
    ],
)
def test_the_better_option_hits_without_a_die(mine: str, theirs: str, winner: str) -> None:
    """Also on the attacker's activation the defender may be the one who hits."""
    bout = duel()
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose(mine, theirs)
    fought = bout.the(ExchangeFought)
    assert (fought.attacker_hits, fought.defender_hits, fought.face) == (winner == "ada", winner == "bob", None)
    assert (bout.life("ada"), bout.life("bob")) == ((10, 6) if winner == "ada" else (6, 10))
    bout.done()


@pytest.mark.rule("MN-OPEN-07")
@pytest.mark.parametrize(
    ("face", "hits"),
    [
        (1, (False, False)),
        (40, (False, False)),
        (41, (True, False)),
        (60, (True, False)),
        (61, (False, True)),
        (80, (False, True)),
        (81, (True, True)),
        (100, (True, True)),
    ],
)
def test_the_same_option_is_decided_by_one_die(face: int, hits: tuple[bool, bool]) -> None:
    """One d100 for the pair, without modifiers."""
    assert of_face(face) == hits
    bout = duel()
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("thrust", "thrust", face)
    fought = bout.the(ExchangeFought)
    assert (fought.attacker_hits, fought.defender_hits, fought.face) == (*hits, face)
    bout.done()


@pytest.mark.rule("MN-OPEN-07", "MN-GAP-45")
def test_both_hit_even_where_both_fall() -> None:
    """Both damages are applied before anybody leaves play; nobody is left, and nobody wins."""
    bout = Bout(ana(at=(0, 0), life=4), ben(at=(80, 0), life=4))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "head", 81)
    assert [harm.damage for harm in bout.of(HarmDone)] == [4, 4]
    assert [out.combatant for out in bout.of(CombatantOut)] == ["ada", "bob"]
    assert (bout.life("ada"), bout.life("bob"), bout.state.fight.outcome) == (0, 0, "")


@pytest.mark.rule("MN-OPEN-02")
def test_two_faces_for_each_option() -> None:
    """1-2, 3-4, 5-6."""
    assert [option_of(face) for face in range(1, 7)] == [HEAD, HEAD, THRUST, THRUST, PARRY, PARRY]


@pytest.mark.rule("MN-OPEN-01", "MN-GAP-06")
def test_both_commit_before_either_is_revealed() -> None:
    """Nobody else reads a choice, not even the game master, before the other one is in; nor can it be changed."""
    bout = duel()
    bout.order(Attack(combatant="ada", target="bob"))
    assert [(a.kind, a.seats, a.question["combatant"]) for a in bout.waiting] == [
        ("FightHow", ("ana",), "ada"),
        ("FightHow", ("ben",), "bob"),
    ]
    assert [o.key for o in bout.waiting[1].offers] == ["head", "thrust", "parry", "die"]
    assert bout.waiting[1].default == "die"
    ((mine, theirs)) = bout.waiting
    bout.answer("head")
    (answered,) = (r for r in bout.last if isinstance(r.event, DecisionAnswered))
    assert (answered.draft.to, answered.draft.whole) == (("ana",), False)
    book = bout.arena.book
    for seat in ("ben", "gm", "eye"):
        window = book.seen(bout.state, seat).fight.window
        assert window is not None
        seen = next(a for a in window.asked if a.decision == mine.decision)
        assert seen.answered
        if seat != "gm":
            assert (seen.offers, seen.question) == ((), {})
    bout.answer("parry")
    (revealed,) = bout.of(AnswersRevealed)
    assert {a["choice"] for a in revealed.answers.values()} == {"head", "parry"}
    assert theirs.decision != mine.decision
    assert bout.life("bob") == 6


@pytest.mark.rule("MN-GAP-06")
def test_a_die_stands_in_for_whoever_does_not_answer() -> None:
    """Rolled when both are in, with the first melee weapon."""
    bout = duel()
    bout.order(Attack(combatant="ada", target="bob"))
    bout.arena.answer(None, decision=bout.waiting[0].decision)
    bout.answer("head", 3)
    assert bout.the(OptionRolled).option is THRUST
    assert bout.the(ExchangeFought).attacker_hits
    bout.done()


@pytest.mark.rule("MN-GAP-06")
def test_the_variant_rolls_for_both() -> None:
    """Nobody is asked."""
    bout = duel(setup=Setup(open_combat=DIE))
    bout.order(Attack(combatant="ada", target="bob"), 1, 6)
    assert [rolled.option for rolled in bout.of(OptionRolled)] == [HEAD, PARRY]
    assert bout.life("bob") == 6
    bout.done()


@pytest.mark.rule("MN-GAP-06", "MN-GAP-52")
def test_the_variant_fights_with_the_weapon_that_the_attack_names() -> None:
    """Nobody is asked for another; the defender has its first one. The preview has told the same harm."""
    foe = ben(at=(80, 0), hp=30, weapons=("long_sword", "dagger"))
    bout = Bout(ana(at=(0, 0), attacks=2, weapons=("short_sword", "dagger")), foe, setup=Setup(open_combat=DIE))
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob", weapon="dagger"), 1, 5)
    fought = bout.the(ExchangeFought)
    assert (fought.attack_weapon, fought.defense_weapon, bout.life("bob")) == ("dagger", "long_sword", 27)
    bout.order(Attack(combatant="ada", target="bob"), 1, 3)
    assert (bout.the(ExchangeFought).attack_weapon, bout.life("ada")) == ("short_sword", 4)
    bout.done()


@pytest.mark.rule("MN-OPEN-08")
def test_every_attack_is_a_fresh_exchange() -> None:
    """Both choose again."""
    bout = duel()
    for _ in range(2):
        bout.order(Attack(combatant="ada", target="bob"))
        assert bout.asked == ["FightHow", "FightHow"]
        bout.choose("head", "parry")
    assert bout.life("bob") == 2
    bout.done()
