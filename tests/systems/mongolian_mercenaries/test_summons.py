"""Summoned creatures: where they appear, in whose turn they act, and when they vanish."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.reading.encounter_node import EncounterNode
from api.reading.sources import Sources
from api.words.renderer import Renderer
from engine.kernel.state.events import CombatantJoined, CombatantOut
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.proof.signing import Signer
from engine.service.reading.views import FightView
from engine.service.registry import Registry
from engine.store.ids import new_id
from engine.store.memory import MemoryStore
from engine.store.port import Head
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content.kinds import (
    Cards,
    Creature,
    DamageKind,
    Distance,
    Obstacle,
    Position,
)
from engine.systems.mongolian_mercenaries.events import AttackDeclared, SpellOutcome
from engine.systems.mongolian_mercenaries.orders import Attack, CallOff, ChangePosition, EndTurn, Escape, Heading, Wait
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet
from tests.systems.mongolian_mercenaries.bout import BOOK, Bout, at, foe, one, pc
from tests.systems.mongolian_mercenaries.mages import begun, big, cast, done, field, mage, next_round, outcomes, power

BONES = "ada-raise_skeleton"
SUMMON = cast("raise_skeleton")


def summoner(rank: int = 3, **more: Any) -> Any:
    """Darkness 3."""
    return mage("ada", "raise_skeleton", level=3, rank=rank, **more)


def summoned(*others: Any, rank: int = 3, **more: Any) -> tuple[Bout, str]:
    """A skeleton has appeared on the lower position beside Ada; its id."""
    bout = begun(summoner(rank), *(others or (big(),)), **more)
    bout.order(SUMMON, 6, 1, 1)
    if bout.waiting:
        bout.answer(bout.waiting[0].default)
    (name,) = bout.own.patrons
    return bout, name


@pytest.mark.rule("MM-MAG-12", "MM-DW-20", "RUL-52")
def test_it_appears_next_to_its_summoner_where_the_player_wants() -> None:
    """Ada on 3: 2 or 4, the default 2; it is a summon of her side and her seat."""
    bout = begun(summoner(), big())
    bout.order(SUMMON, 6, 1, 1)
    assert (bout.asked, bout.choices, bout.waiting[0].default) == (
        ["AskAppear"], ["position-2", "position-4"], "position-2")  # fmt: skip
    assert bout.waiting[0].seats == ("ana",)
    bout.answer("position-4")
    joined = bout.the(CombatantJoined)
    assert (joined.side, joined.controller, bout.rank(joined.combatant)) == ("party", "ana", 4)
    assert bout.fighter(joined.combatant).kind is Kind.SUMMON
    assert bout.own.patrons == {joined.combatant: "ada"}


@pytest.mark.rule("MM-DW-20", "RUL-52")
def test_where_nobody_can_stand_beside_it_appears_elsewhere() -> None:
    """Beside Ada on 1 an obstacle: 3, 4 and 5 are free, the nearest first; one free position is not asked about."""
    bout = begun(summoner(1), big(), field=field(Position(side="party", rank=2, obstacle=Obstacle.LARGE)))
    bout.order(SUMMON, 6, 1, 1)
    assert bout.choices == ["position-3", "position-4", "position-5"]
    tight = begun(summoner(1), *(pc(name, rank=rank) for name, rank in (("bea", 2), ("cid", 3), ("dan", 4))), big())
    tight.order(SUMMON, 6, 1, 1)
    assert tight.asked == []
    assert tight.rank(next(iter(tight.own.patrons))) == 5


@pytest.mark.rule("RUL-52", "MM-GEN-04", "MM-MAG-12")
def test_without_a_free_position_it_is_refused_at_no_cost() -> None:
    """All five are taken."""
    others = (pc(name, rank=rank) for name, rank in (("bea", 2), ("cid", 3), ("dan", 4), ("eve", 5)))
    bout = begun(summoner(1), *others, big())
    before = power(bout, "ada")
    assert bout.refuse(SUMMON).rule == "MM-MAG-12"
    assert "cast" not in bout.keys("ada")
    assert power(bout, "ada") == before


@pytest.mark.rule("MM-MAG-21", "RUL-86")
def test_a_failed_summoning_hurts_its_caster() -> None:
    """One point of damage, and nobody appears."""
    bout = begun(summoner(), big())
    before = bout.health("ada")
    bout.order(SUMMON, 1, 1, 1)
    assert outcomes(bout) == {None: SpellOutcome.FAILED}
    assert (bout.health("ada"), bout.own.patrons) == (before - 1, {})


@pytest.mark.rule("MM-MAG-13", "RUL-87", "MM-DW-21", "MM-ACT-01")
def test_it_first_acts_in_its_summoners_next_turn_beside_it() -> None:
    """Not in the turn in which it appears; in the next both may be ordered, each with its own budget, in any order."""
    bout, name = summoned()
    assert bout.acting == ("ada",)
    next_round(bout)
    assert bout.acting == ("ada", name)
    assert name not in bout.queue
    bout.order(Attack(combatant=name, target="bob"), 1, 1, 2)
    assert (bout.fighter(name).large, bout.fighter("ada").large) == (0, 1)
    assert bout.acting == ("ada", name)
    bout.order(SUMMON, 1, 1, 1)
    assert bout.acting == ("ada", name)
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == (name,)
    bout.order(EndTurn(combatant=name))
    assert bout.acting == ("bob",)


@pytest.mark.rule("MM-DW-21")
def test_the_turn_goes_on_for_its_summoner_when_it_has_ended() -> None:
    """The other way round."""
    bout, name = summoned()
    next_round(bout)
    bout.order(EndTurn(combatant=name))
    assert bout.acting == ("ada",)
    assert bout.refuse(EndTurn(combatant=name)).rule == "MM-INIT-05"
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("bob",)


@pytest.mark.rule("RUL-87", "MM-INIT-04")
def test_it_waits_with_its_summoner_and_not_by_itself() -> None:
    """Ada's Wait takes both behind Bob; what is left of both budgets is kept."""
    bout, name = summoned()
    next_round(bout)
    assert bout.refuse(Wait(combatant=name)).rule == "RUL-87"
    assert "wait" not in bout.keys(name)
    bout.order(Attack(combatant=name, target="bob"), 1, 1, 2)
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("bob",)
    done(bout, "bob")
    assert bout.acting == ("ada", name)
    assert (bout.fighter("ada").large, bout.fighter(name).large, bout.fighter(name).minor) == (1, 0, 1)


@pytest.mark.rule("RUL-87", "MM-INIT-04", "MM-MAG-13")
def test_it_waits_also_where_that_was_its_summoners_last_action() -> None:
    """Ada has nothing left after her Wait, the skeleton both: it acts at her new place, behind Bob."""
    bout, name = summoned()
    next_round(bout)
    bout.order(ChangePosition(combatant="ada", heading=Heading.FARTHER))
    bout.order(Wait(combatant="ada"))
    assert bout.acting == ("bob",)
    done(bout, "bob")
    assert bout.acting == (name,)
    assert (bout.fighter(name).large, bout.fighter(name).minor, bout.fighter("ada").large) == (1, 1, 0)
    done(bout, name)
    assert bout.state.fight.round == 3


@pytest.mark.rule("RUL-21", "MM-MAG-12")
def test_it_inherits_its_summoners_distances() -> None:
    """Ada has come very close to Bob; so is the skeleton."""
    from engine.systems.mongolian_mercenaries.orders import ChangeDistance
    from engine.systems.mongolian_mercenaries.rules.basics import distances

    bout = begun(summoner(), big(), big("cid"))
    bout.order(ChangeDistance(combatant="ada", target="bob"), 8, 1)
    next_round(bout)
    bout.order(SUMMON, 6, 1, 1)
    bout.answer("position-2")
    (name,) = bout.own.patrons
    assert distances.between(bout.state, name, "bob") is Distance.VERY_CLOSE
    assert distances.between(bout.state, name, "cid") is Distance.CLOSE


@pytest.mark.rule("RUL-87", "MM-MAG-14")
def test_it_vanishes_when_its_summoner_is_out() -> None:
    """Ada falls: the skeleton is gone with her, and nobody is left of the party."""
    bout, name = summoned(foe("bob", damage=30, fight_proficiency=3), rank=3)
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target="ada"), 7, 7, 2)
    assert bout.who("ada").out == "dying"
    assert bout.who(name).out == "vanished"
    assert [one.combatant for one in bout.of(CombatantOut)][:2] == ["ada", name]


@pytest.mark.rule("RUL-87")
def test_it_vanishes_when_its_summoner_flees() -> None:
    """Ada leaves from afar: speed 9 and luck 3, and 2 for a level more, above a 13."""
    bout, name = summoned(big(), pc("bea", "ben", rank=5), distance=Distance.FAR)
    next_round(bout)
    bout.order(Escape(combatant="ada"), 13)
    assert (bout.who("ada").out, bout.who(name).out) == ("fled", "vanished")
    assert bout.acting == ("bea",)


@pytest.mark.rule("MM-MAG-13", "RUL-87")
def test_what_a_summon_has_summoned_acts_in_the_same_turn() -> None:
    """The moth's mote: both act in Ada's turn, and both vanish with her."""
    mote, moth = Creature(id="mote", name="Mote", health=1), Creature(id="moth", name="Moth", health=1)
    bout = Bout(mage("ada"), big(), setup=at(Distance.CLOSE))
    bout.begin()
    for name, by, card in (("moth", "ada", moth), ("mote", "moth", mote)):
        entry = one(name, "party", "ana", Sheet(kind=Kind.SUMMON, card=card, patron=by))
        bout.order(entry, seat="gm")
    next_round(bout)
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.acting == ("ada", "moth", "mote")
    bout.correct("combatants.ada.vitals.health.now", 0)
    assert [bout.who(name).out for name in ("ada", "moth", "mote")] == ["dying", "vanished", "vanished"]


@pytest.mark.rule("MM-MAG-13")
def test_a_summon_of_nobody_in_the_fight_has_its_own_turn() -> None:
    """Its summoner is not there, or of the other side."""
    for patron in ("nobody", "bob"):
        stray = one(
            "moth", "party", "ana", Sheet(kind=Kind.SUMMON, card=Creature(id="moth", name="Moth"), patron=patron)
        )
        bout = begun(mage("ada"), stray, big())
        assert "moth" in bout.queue
        next_round(bout)
        assert bout.who("moth").out is None


@pytest.mark.rule("MM-MAG-14", "MM-END-04")
def test_it_vanishes_after_the_fight() -> None:
    """The last enemy falls; at the end of the round the clash is over, and so is the skeleton."""
    bout, name = summoned(foe("bob", now={"health": 1}))
    next_round(bout)
    bout.order(Attack(combatant=name, target="bob"), 7, 1, 2)
    while bout.acting and not bout.waiting:
        bout.order(EndTurn(combatant=bout.acting[0]))
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.state.fight.outcome == "party"
    assert bout.who(name).out == "vanished"


@pytest.mark.rule("RUL-32", "MM-MAG-12")
def test_it_is_an_ally_like_any_other_and_may_be_attacked() -> None:
    """Bob may attack it; what kills it leaves Ada alone."""
    bout, name = summoned(foe("bob", damage=30, fight_proficiency=3))
    done(bout, "ada")
    bout.order(Attack(combatant="bob", target=name), 7, 7, 2)
    assert bout.who(name).out == "killed"
    done(bout, "bob")
    assert bout.acting == ("ada",)


def moths(lasts: dict[str, Any] | None = None) -> Any:
    """The setup of a table that calls moths. lasts: of the moth."""
    effect = {"does": "SUMMON", "creature": "moth"} | ({} if lasts is None else {"lasts": lasts})
    told = {
        "creatures": [{"id": "moth", "name": "Moth", "health": 1, "fightProficiency": 2}],
        "spells": [{
            "id": "call_moth", "name": "Call a moth", "school": "arcana", "types": ["SUMMONING"], "choice": "POSITION",
            "abilities": [{"when": "USED", "cost": "LARGE", "effects": [effect]}],
        }],
    }  # fmt: skip
    return at(Distance.CLOSE, cards=msgspec.convert(told, Cards))


@pytest.mark.rule("MM-GEN-02", "MM-MAG-12")
def test_a_table_summons_by_its_own_cards() -> None:
    """A spell and a creature of this table alone."""
    bout = Bout(mage("ada", "call_moth"), big(), setup=moths())
    bout.begin()
    bout.order(cast("call_moth"), 6, 1)
    (name,) = bout.own.patrons
    assert bout.health(name) == 1
    assert bout.who(name).name == "Moth"


@pytest.mark.rule("MM-MAG-14")
@pytest.mark.parametrize(("lasts", "out"), [({"until": "REMOVED"}, None), ({"until": "FIGHT"}, "vanished")])
def test_a_spell_may_say_that_its_creature_stays(lasts: dict[str, Any], out: str | None) -> None:
    """After the fight that the party has won."""
    bout = Bout(mage("ada", "call_moth"), foe(), setup=moths(lasts))
    bout.begin()
    bout.order(cast("call_moth"), 6, 1)
    (name,) = bout.own.patrons
    bout.order(CallOff(winner="party"), seat="gm")
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.who(name).out == out


@pytest.mark.rule("MM-MAG-14")
def test_a_creature_for_some_turns_is_no_card() -> None:
    """It goes with the fight, or stays."""
    with pytest.raises(RuleRefusal, match="SUMMON ends by FIGHT or REMOVED"):
        Bout(mage("ada"), big(), setup=moths({"count": 2}))


@pytest.mark.rule("MM-MAG-12")
@pytest.mark.parametrize(("locale", "called"), [("pl", "Szkielet łucznik"), ("en", "Skeleton archer")])
def test_a_summoned_creature_is_called_as_its_card_in_each_language(locale: str, called: str) -> None:
    """In the log and in the picture; a name that people have given stands, though it is that of a card."""
    bout, summon = summoned(foe("bob", rank=1))
    joined, learned = bout.the(CombatantJoined), Renderer(BOOK, locale)
    assert called in learned.event(joined)
    learned.learn(joined)
    attacked = AttackDeclared(
        combatant=summon, targets=("bob",), means="natural", damage_kind=DamageKind.PIERCING, melee=False
    )
    for renderer in (learned, Renderer(BOOK, locale, bout.state)):
        assert called in renderer.event(attacked)
    next_round(bout)
    picture = system.scene(BOOK.seen(bout.state, "ana"), "ana", locale)
    assert [token.label for token in picture.tokens if token.combatant == summon] == [called]
    assert called in [slot.label for slot in picture.play.slots]
    assert answered(bout, locale)[summon] == called
    bout.correct("combatants.bob.name", "Skeleton archer")
    assert answered(bout, locale)["bob"] == "Skeleton archer"
    assert Renderer(BOOK, locale, bout.state).named("target")["bob"] == "Skeleton archer 2"
    bout.correct(f"combatants.{summon}.name", "Rattle")
    assert Renderer(BOOK, locale, bout.state).named("target")[summon] == "Rattle"
    assert answered(bout, locale)[summon] == "Rattle"


def answered(bout: Bout, locale: str) -> dict[str, str]:
    """What everybody is called where the API answers with combatants."""
    view = FightView(BOOK, new_id(0, bytes(6)), Head(1), bout.arena.position, "ana", "2000-01-01T00:00:00.000Z")
    sources = Sources(Encounters(MemoryStore(), Registry.installed()), Signer(bytes(range(32))))
    return {one.key: one.name for one in EncounterNode(view, locale, sources).combatants}
