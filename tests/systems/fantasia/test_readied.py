"""Readied actions and concentration."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import ConditionLost, DecisionOpened, Hidden
from engine.kernel.state.orders import Begin
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Weapon
from engine.systems.fantasia.events import (
    AbilityBegan,
    AbilityInterrupted,
    AbilityLaunched,
    ActionLost,
    ActionReadied,
    AttackRolled,
    ConcentrationTested,
    DamageTaken,
    MagicRolled,
)
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero, sheet

FAN = Weapon(id="fan", name="Fan", dice=0)


def ready(who: str = "strago", action: o.Readied = o.Readied.ATTACK, **more: object) -> o.Ready:
    return o.Ready(combatant=who, action=action, **more)  # type: ignore[arg-type]


def fire(target: str = "strago") -> o.Cast:
    return o.Cast(caster="kefka", spell="fire", targets=(target,))


def mage(**figures: object) -> Sheet:
    return sheet(**{"mp": 20, "hp": 99, "spells": ("fire",), **figures})


def stage(*, waits: o.Ready | None = None, strago: Sheet | None = None, kefka: Sheet | None = None) -> Bout:
    """Strago holds an attack ready; it is Kefka's turn."""
    bout = Bout(hero("strago", strago or mage()), foe("kefka", kefka or mage(), seat="bea"))
    bout.order(waits or ready())
    bout.end("strago")
    return bout


# -- readied actions
@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_the_normal_action_is_held_back() -> None:
    """It is spent, the movement is left, and all see that something is ready."""
    bout = Bout(hero("strago"), foe("kefka"))
    bout.order(ready())
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (0, 1)
    assert bout.has("strago", "readied")
    bout.order(o.Move(combatant="strago", metres=1))


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_what_is_held_and_for_what_is_a_secret_of_the_side() -> None:
    """Bea, of the other side, gets a bare Hidden and a state without it; Ana and the game master get all."""
    bout = Bout(hero("strago"), foe("kefka", seat="bea"))
    bout.order(ready(trigger=o.Trigger.CASTS, watched="kefka", note="when he laughs"))
    (readied,) = [r for r in bout.last if isinstance(r.event, ActionReadied)]
    assert readied.draft.to == ("gm", "ana")
    public, _ = BOOK.codec.encode(readied.version, readied.time, readied.draft)
    assert isinstance(BOOK.codec.decode(public).event, Hidden)
    accepted = bout.last[0]
    public, _ = BOOK.codec.encode(accepted.version, accepted.time, accepted.draft)
    assert b"laughs" not in public
    assert b"CASTS" not in public
    for seat, knows in (("ana", True), ("gm", True), ("bea", False), ("eye", False), (None, False)):
        seen = BOOK.seen(bout.state, seat)
        assert (seen.own.fighters["strago"].waiting is not None) is knows
        assert seen.fight.combatants["strago"].has("readied")


@pytest.mark.rule("FF-READY-01", "FF-READY-02")
def test_ff_ready_02_being_asked_gives_nothing_away() -> None:
    """Fitting or not, others see the same of the question, and of an answer to hold."""
    seen = []
    for trigger in (o.Trigger.ANY, o.Trigger.CASTS):
        bout = stage(waits=ready(trigger=trigger))
        bout.order(o.Move(combatant="kefka", metres=1))
        drafts = [r for r in bout.last if isinstance(r.event, DecisionOpened)]
        bout.answer("hold")
        for recorded in (*drafts, *bout.last):
            public, _ = BOOK.codec.encode(recorded.version, recorded.time, recorded.draft)
            seen.append(public)
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_who_prefers_it_is_asked_only_where_he_has_a_choice() -> None:
    """Where what happens does not fit, holding is answered for him; where it does he is asked."""
    bout = stage(waits=ready(trigger=o.Trigger.CASTS))
    bout.arena.preferences["ana UseReadied"] = "choice"
    bout.order(o.Move(combatant="kefka", metres=1))
    assert bout.asked == []
    bout.order(fire())
    assert (bout.asked, bout.choices) == (["UseReadied"], ["hold", "attack-unarmed", "grapple"])


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_held_until_it_seems_right() -> None:
    """With `ANY` the holder is asked before every action of another, whatever it is."""
    bout = stage()
    for order in (
        o.Move(combatant="kefka", metres=1),
        o.Defend(combatant="kefka"),
    ):
        bout.order(order)
        assert (bout.asked, bout.choices) == (["UseReadied"], ["hold", "attack-unarmed", "grapple"])
        assert bout.waiting[0].seats == ("ana",)
        assert bout.waiting[0].default == "hold"
        assert bout.waiting[0].interrupts[0].by == "kefka"
        bout.answer("hold")
    assert bout.has("strago", "readied")
    bout.end("kefka")


@pytest.mark.rule("FF-READY-01")
@pytest.mark.parametrize(
    ("trigger", "fits"),
    [
        (o.Trigger.ATTACKS, "Attack"),
        (o.Trigger.CASTS, "Cast"),
        (o.Trigger.USES_TECHNIQUE, "UseTechnique"),
        (o.Trigger.USES_ITEM, "UseItem"),
        (o.Trigger.MOVES, "Move"),
    ],
)
def test_ff_ready_01_a_stated_occasion_and_no_other(trigger: o.Trigger, fits: str) -> None:
    """Asked each time, for that he holds something is open; only the stated occasion gives a choice."""
    from engine.systems.fantasia.sheet import Stock

    kefka = mage(techniques=("sweep",), items=(Stock(item="potion"),))
    orders = {
        "Attack": o.Attack(attacker="kefka", target="strago", weapon="unarmed"),
        "Cast": fire(),
        "UseTechnique": o.UseTechnique(attacker="kefka", technique="sweep", weapon="unarmed", targets=("strago",)),
        "UseItem": o.UseItem(combatant="kefka", item="potion", target="kefka"),
        "Move": o.Move(combatant="kefka", metres=1),
    }
    for name, order in orders.items():
        bout = stage(waits=ready(trigger=trigger), kefka=kefka)
        bout.order(order)
        assert bout.asked == ["UseReadied"]
        assert bout.choices == (["hold", "attack-unarmed", "grapple"] if name == fits else ["hold"])


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_only_the_one_who_is_watched() -> None:
    """Another's action is no occasion."""
    bout = Bout(hero("strago", mage()), foe("kefka", mage()), foe("terra", mage()))
    bout.order(ready(watched="terra"))
    bout.end("strago")
    bout.order(o.Defend(combatant="kefka"))
    assert bout.choices == ["hold"]
    bout.answer("hold")
    bout.end("kefka")
    bout.order(o.Defend(combatant="terra"))
    assert bout.choices == ["hold", "attack-unarmed", "grapple"]


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_what_cannot_be_held_back() -> None:
    """Magic of somebody who has none, techniques and items of nobody; oneself is not watched."""
    bout = Bout(hero("strago"), foe("kefka"))
    for action in (o.Readied.CAST, o.Readied.TECHNIQUE, o.Readied.ITEM):
        assert bout.refuse(ready(action=action)).field == "action"
    assert bout.refuse(ready(watched="strago")).field == "watched"
    assert bout.refuse(ready(watched="gogo")).code == "UNKNOWN"


@pytest.mark.rule("FF-READY-01")
def test_ff_ready_01_an_own_action_and_the_end_of_a_turn_are_no_occasion() -> None:
    """Nobody interrupts himself, and ending a turn is no action."""
    bout = Bout(hero("strago"), foe("kefka"))
    bout.order(ready())
    bout.order(o.Move(combatant="strago", metres=1))
    assert bout.asked == []
    bout.end("strago")
    bout.end("kefka")
    assert bout.of(DecisionOpened) == []


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_before_the_action_that_sets_it_off() -> None:
    """His blow falls first; the attack that set it off follows."""
    bout = stage()
    bout.order(o.Attack(attacker="kefka", target="strago", weapon="unarmed"))
    bout.answer("attack-unarmed", 4, 4, 1, 4, 3, 1)
    assert [e.attacker for e in bout.of(AttackRolled)] == ["strago", "kefka"]
    assert not bout.has("strago", "readied")
    assert bout.fighter("strago").reacted


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_an_action_that_has_become_impossible_is_lost() -> None:
    """Knocked out before his blow, he does not strike, and his turn is over."""
    bout = Bout(hero("strago", sheet(strength=9)), foe("kefka"), foe("terra"))
    bout.order(ready())
    bout.end("strago")
    bout.correct("combatants.kefka.vitals.hp.now", 1)
    bout.order(o.Attack(attacker="kefka", target="strago", weapon="unarmed"))
    bout.answer("attack-unarmed", 1, 2, 1)
    assert bout.the(ActionLost).combatant == "kefka"
    assert bout.hp("strago") == 20
    assert bout.acting == "terra"


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_several_in_the_order_of_acting_and_each_finds_what_the_earlier_left() -> None:
    """Both are asked in one window; the first knocks him out, the second's occasion is gone and he keeps his."""
    bout = Bout(hero("strago", sheet(strength=9)), hero("relm", sheet(strength=9)), foe("kefka"), foe("terra"))
    for who in ("strago", "relm"):
        bout.order(ready(who))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.correct("combatants.kefka.vitals.hp.now", 5)
    bout.order(o.Attack(attacker="kefka", target="relm", weapon="unarmed"))
    assert [a.question["holder"] for a in bout.waiting] == ["strago", "relm"]
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("attack-unarmed", target="kefka")
    # Strago's blow is itself an action, before which Relm could use hers.
    assert [(a.question["holder"], a.question["combatant"]) for a in bout.waiting] == [("relm", "strago")]
    bout.answer("hold", 1, 2, 1)
    assert bout.has("kefka", "unconscious")
    assert not bout.has("strago", "readied")
    assert bout.has("relm", "readied")


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_a_readied_action_is_spent_so_chains_end() -> None:
    """The readied blow of one sets off that of another, and neither comes twice."""
    bout = Bout(hero("strago"), foe("terra"), foe("kefka"))
    bout.order(ready())
    bout.end("strago")
    bout.order(ready("terra"))
    bout.answer("hold")
    bout.end("terra")
    bout.order(o.Attack(attacker="kefka", target="strago", weapon="unarmed"))
    assert [a.question["holder"] for a in bout.waiting] == ["strago", "terra"]
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("hold")
    assert [a.question["combatant"] for a in bout.waiting] == ["strago"]
    bout.answer("attack-unarmed", 4, 3, 1, 4, 3, 1, 4, 3, 1, target="strago")
    assert [e.attacker for e in bout.of(AttackRolled)] == ["terra", "strago", "kefka"]


@pytest.mark.rule("FF-READY-02", "FF-DEF-03")
def test_ff_ready_02_who_cannot_react_is_not_asked() -> None:
    """Defending in between (the game master puts him so), a holder stays out of it."""
    bout = stage()
    bout.lay("strago", "readied", "defending")
    bout.order(o.Defend(combatant="kefka"))
    assert bout.asked == []


@pytest.mark.rule("FF-READY-03")
def test_ff_ready_03_unused_it_is_lost_at_the_start_of_the_next_turn() -> None:
    """Over the enemy's turn it stays; then it is gone."""
    bout = stage()
    assert bout.has("strago", "readied")
    bout.end("kefka")
    assert bout.the(ConditionLost).reason == "turn"
    assert bout.rule_of(ConditionLost) == "FF-READY-03"
    assert bout.fighter("strago").waiting is None


@pytest.mark.rule("FF-REACT-02")
def test_ff_react_02_a_used_readied_action_is_the_one_reaction_until_the_next_turn() -> None:
    """Spent when it is used, back when his turn begins."""
    bout = stage()
    bout.order(o.Defend(combatant="kefka"))
    bout.answer("attack-unarmed", 1, 2)
    assert bout.fighter("strago").reacted
    bout.end("kefka")
    assert not bout.fighter("strago").reacted


@pytest.mark.rule("FF-READY-03", "FF-KO-08")
def test_ff_ready_03_who_falls_loses_it() -> None:
    """Unconscious: nothing is held any more."""
    bout = stage(kefka=mage(strength=99))
    bout.order(o.Attack(attacker="kefka", target="strago", weapon="unarmed"))
    bout.answer("hold", 3, 3, 1)
    assert bout.has("strago", "unconscious")
    assert not bout.has("strago", "readied")


@pytest.mark.rule("FF-READY-01")
@pytest.mark.parametrize("kind", ["CAST", "TECHNIQUE", "ITEM", "DEFEND"])
def test_ff_ready_01_other_actions_can_be_held_too(kind: str) -> None:
    """A spell, a technique, a potion, a defence: target and spell are picked when it is used."""
    from engine.systems.fantasia.sheet import Stock

    figures = mage(techniques=("sweep",), items=(Stock(item="potion"),), spells=("fire", "water"))
    key, faces = {
        "CAST": ("cast-water", (1, 2)),
        "TECHNIQUE": ("technique-sweep-unarmed", (1, 2)),
        "ITEM": ("item-potion", ()),
        "DEFEND": ("defend", ()),
    }[kind]
    bout = stage(waits=ready(action=o.Readied(kind)), strago=figures)
    bout.order(o.Defend(combatant="kefka"))
    assert key in bout.choices
    bout.answer(key, *faces)
    assert not bout.has("strago", "readied")
    assert bout.has("kefka", "defending")


# -- concentration
@pytest.mark.rule("FF-READY-04", "FF-CONC-01", "FF-CONC-02")
def test_ff_ready_04_strago_waits_for_kefka_to_cast() -> None:
    """His Fire resolves first; it hits, and Kefka (mind 1) must reach 7."""
    bout = stage(waits=ready(action=o.Readied.CAST, trigger=o.Trigger.CASTS, watched="kefka"), kefka=mage(mind=1))
    bout.order(fire())
    bout.answer("cast-fire", 4, 3, 1, 1, 3, 3, 4, 3, 1, 1)
    tested = bout.the(ConcentrationTested)
    assert (tested.total, tested.difficulty, tested.passed) == (7, 7, True)
    assert bout.rule_of(ConcentrationTested) == "FF-CONC-02"
    assert [m.caster for m in bout.of(MagicRolled)] == ["strago", "kefka"]
    assert [a.combatant for a in bout.of(AbilityBegan)] == ["strago"]
    assert [a.combatant for a in bout.of(AbilityLaunched)] == ["strago", "kefka"]


@pytest.mark.rule("FF-CONC-02", "FF-CONC-04", "FF-CONC-05")
def test_ff_conc_04_05_a_failed_check_loses_the_magic_but_not_its_points() -> None:
    """6 is not 7: no launch, no roll, 20 points as before; the action is spent."""
    bout = stage()
    bout.order(fire())
    bout.answer("attack-unarmed", 4, 3, 1, 3, 3)
    assert bout.the(ConcentrationTested).passed is False
    assert bout.the(AbilityInterrupted).reason == "concentration"
    assert bout.of(AbilityLaunched) == []
    assert bout.mp("kefka") == 20
    assert bout.state.own.turn.normal == 0
    assert bout.fighter("kefka").activation is None


@pytest.mark.rule("FF-CONC-01")
def test_ff_conc_01_a_miss_or_a_blow_without_damage_forces_no_check() -> None:
    """A readied attack that misses, and one that takes nothing."""
    bout = stage()
    bout.order(fire())
    bout.answer("attack-unarmed", 1, 2, 1, 2)
    assert bout.of(ConcentrationTested) == []
    bout = stage(strago=sheet(hp=99, own_weapons=(FAN,)))
    bout.order(fire())
    bout.answer("attack-fan", 4, 3, 1, 2)
    assert bout.of(DamageTaken) == []
    assert bout.of(ConcentrationTested) == []


@pytest.mark.rule("FF-CONC-01")
def test_ff_conc_01_a_plain_weapon_attack_needs_none() -> None:
    """Hit while about to strike: he strikes."""
    bout = stage()
    bout.order(o.Attack(attacker="kefka", target="strago", weapon="unarmed"))
    bout.answer("attack-unarmed", 4, 3, 1, 4, 3, 1)
    assert bout.of(ConcentrationTested) == []


@pytest.mark.rule("FF-CONC-01")
def test_ff_conc_01_a_technique_needs_it_too() -> None:
    """An ability in the making is as easily lost."""
    bout = stage(kefka=mage(techniques=("sweep",)))
    bout.order(o.UseTechnique(attacker="kefka", technique="sweep", weapon="unarmed", targets=("strago",)))
    bout.answer("attack-unarmed", 4, 3, 1, 3, 3)
    assert bout.the(AbilityInterrupted).ability == "sweep"


@pytest.mark.rule("FF-CONC-03")
def test_ff_conc_03_each_further_check_of_the_same_magic_is_2_harder() -> None:
    """Two blows of a multi-attack: 7, then 9; the next spell begins at 7 again."""
    bout = stage(strago=mage(multi_attack=3))
    bout.order(fire())
    bout.answer("attack-unarmed", 4, 3, 1, 4, 3)
    assert bout.the(ConcentrationTested).difficulty == 7
    bout.answer("same", 4, 3, 1, 5, 4)
    tested = bout.the(ConcentrationTested)
    assert (tested.difficulty, tested.passed) == (9, True)
    assert bout.rule_of(ConcentrationTested) == "FF-CONC-03"
    bout.answer("same", 4, 3, 1, 5, 5)
    tested = bout.the(ConcentrationTested)
    assert (tested.difficulty, tested.passed) == (11, False)
    bout.end("kefka")
    bout.order(ready())
    bout.end("strago")
    bout.order(fire())
    bout.answer("attack-unarmed", 4, 3, 1, 4, 3)
    assert bout.the(ConcentrationTested).difficulty == 7


@pytest.mark.rule("FF-CONC-01", "FF-CONC-04")
def test_ff_conc_01_knocked_out_he_loses_it_without_a_check() -> None:
    """At 0 points there is nothing to concentrate with."""
    bout = Bout(hero("strago", sheet(strength=9)), foe("kefka", mage(hp=5)), foe("terra"))
    bout.order(ready())
    bout.end("strago")
    bout.order(fire())
    bout.answer("attack-unarmed", 4, 3, 1, target="kefka")
    assert bout.of(ConcentrationTested) == []
    assert bout.the(AbilityInterrupted).reason == "unable"
    assert bout.mp("kefka") == 5 * 4


@pytest.mark.rule("FF-CONC-05", "FF-READY-02")
def test_ff_conc_05_a_spell_whose_target_is_gone_is_lost_and_not_paid() -> None:
    """The readied blow takes the one he was aiming at."""
    bout = Bout(hero("strago", sheet(strength=9)), foe("kefka", mage()), foe("goblin", sheet(ref="goblin")), foe("x"))
    bout.order(ready())
    bout.end("strago")
    bout.order(fire("goblin"))
    bout.answer("attack-unarmed", 6, 5, 6, target="goblin")
    assert bout.the(AbilityInterrupted).reason == "impossible"
    assert bout.mp("kefka") == 20


@pytest.mark.rule("FF-READY-01", "FF-MAG-06")
@pytest.mark.parametrize(("armor", "can"), [("heavy_armor", False), ("light_armor", True)])
def test_ff_ready_01_magic_that_armour_stops_cannot_be_held_back(armor: str, can: bool) -> None:
    """A black mage in plate has no spell to hold; in leather he has."""
    bout = Bout(hero("strago", mage(profession="black_mage", armor=(armor,))), foe("kefka"))
    if can:
        bout.order(ready(action=o.Readied.CAST))
    else:
        assert bout.refuse(ready(action=o.Readied.CAST)).field == "action"


@pytest.mark.rule("FF-READY-01", "FF-MAG-06")
@pytest.mark.parametrize(("armor", "can"), [("heavy_armor", False), ("light_armor", True)])
def test_ff_ready_01_nor_can_arcane_techniques(armor: str, can: bool) -> None:
    """A dancer's whirl is of an arcane paradigm; a soldier's is not."""
    for profession, free in (("dancer", can), ("soldier", True)):
        figures = sheet(profession=profession, techniques=("whirl",), armor=(armor,))
        bout = Bout(hero("strago", figures), foe("kefka"))
        assert ("technique-whirl-unarmed" in bout.keys("strago")) is free
        if free:
            bout.order(ready(action=o.Readied.TECHNIQUE))
        else:
            assert bout.refuse(ready(action=o.Readied.TECHNIQUE)).field == "action"


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_the_order_of_acting_is_not_that_of_joining() -> None:
    """Relm joined later and rolled more: she is asked first, and her blow falls first."""
    bout = Bout(hero("strago"), hero("relm"), foe("kefka"), begin=False)
    bout.order(Begin(), 4, 4, 6, 6, 1, 1, seat="gm")
    for who in ("relm", "strago"):
        bout.order(ready(who, trigger=o.Trigger.ATTACKS))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.order(o.Attack(attacker="kefka", target="relm", weapon="unarmed"))
    assert [a.question["holder"] for a in bout.waiting] == ["relm", "strago"]
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("hold", 4, 4, 1, 4, 4, 1, 4, 4, 1)
    assert [e.attacker for e in bout.of(AttackRolled)] == ["relm", "strago", "kefka"]


@pytest.mark.rule("FF-READY-02", "FF-REACT-02")
def test_ff_ready_02_what_was_used_in_between_is_not_used_again() -> None:
    """Relm would strike before Kefka's blow; she already does before Strago's, and once is all she has."""
    bout = Bout(hero("strago"), hero("relm"), foe("kefka"))
    for who in ("strago", "relm"):
        bout.order(ready(who))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.order(o.Attack(attacker="kefka", target="relm", weapon="unarmed"))
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("attack-unarmed", 4, 4, 1, 4, 4, 1, 4, 4, 1, target="kefka")
    assert [e.attacker for e in bout.of(AttackRolled)] == ["relm", "strago", "kefka"]


@pytest.mark.rule("FF-REACT-02")
def test_ff_react_02_nobody_reacts_in_his_own_turn() -> None:
    """He holds something ready and moves on; the blow that this sets off is no occasion for him."""
    bout = stage()
    bout.order(ready("kefka"))
    bout.answer("hold")
    bout.order(o.Move(combatant="kefka", metres=1))
    assert [a.question["holder"] for a in bout.waiting] == ["strago"]
    bout.answer("attack-unarmed", 4, 4, 1, target="kefka")
    assert bout.asked == []
    assert bout.has("kefka", "readied")


@pytest.mark.rule("FF-READY-02", "FF-CONC-04")
def test_ff_ready_02_once_the_magic_is_interrupted_the_others_keep_what_they_hold() -> None:
    """Strago's blow costs Kefka his spell; Relm, who wanted to strike as well, has nothing to forestall any more."""
    bout = Bout(hero("strago"), hero("relm"), foe("kefka", mage()))
    for who in ("strago", "relm"):
        bout.order(ready(who, trigger=o.Trigger.CASTS))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.order(fire("relm"))
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("attack-unarmed", target="kefka")
    bout.answer("hold", 4, 4, 1, 3, 3)
    assert bout.the(AbilityInterrupted).reason == "concentration"
    assert not bout.has("strago", "readied")
    assert bout.has("relm", "readied")
    assert not bout.fighter("relm").reacted


@pytest.mark.rule("FF-READY-02")
def test_ff_ready_02_a_target_that_an_earlier_one_took_leaves_the_later_ones_ready() -> None:
    """Both aim at the goblin before Kefka strikes; the first kills it, the second keeps his, and Kefka strikes."""
    bout = Bout(
        hero("strago", sheet(strength=9)),
        hero("relm", sheet(strength=9)),
        foe("kefka"),
        foe("goblin", sheet(ref="goblin")),
    )
    for who in ("strago", "relm"):
        bout.order(ready(who, trigger=o.Trigger.ATTACKS))
        if bout.asked:
            bout.answer("hold")
        bout.end(who)
    bout.order(o.Attack(attacker="kefka", target="relm", weapon="unarmed"))
    bout.answer("attack-unarmed", target="goblin")
    bout.answer("attack-unarmed", target="goblin")
    bout.answer("hold", 4, 4, 6, 4, 4, 1)
    assert [e.attacker for e in bout.of(AttackRolled)] == ["strago", "kefka"]
    assert bout.has("relm", "readied")
