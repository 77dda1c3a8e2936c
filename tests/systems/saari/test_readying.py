"""Readied actions: paying for them, and cutting in.  [SA-READY, W-07, W-14, W-32]"""

from __future__ import annotations

import pytest

from engine.kernel.state.decisions import Visibility
from engine.kernel.state.events import DecisionOpened, Moved
from engine.kernel.structs.messages import Order
from engine.systems.saari.content.kinds import Attack as Kind
from engine.systems.saari.content.kinds import EnemyAttack, Weapon
from engine.systems.saari.events import (
    ActionReadied,
    ActionsPaid,
    ActionSpoiled,
    AttackDeclared,
    AttackEnded,
    Payment,
    ReadyEnded,
    ReadyKept,
    RollOpened,
    Unready,
)
from engine.systems.saari.orders import (
    Attack,
    AttackArea,
    Cast,
    FirstAid,
    Hold,
    Move,
    Readied,
    Ready,
    Trigger,
    Withdraw,
)
from tests.systems.saari.bout import BOOK, HEROES, Bout, npc, one, pc, zone

PIKE = Weapon(id="pike", name="Pike", melee=True, cost=3, hands=2)
"""It costs 3 actions."""


def ready(
    who: str = "ada", action: Readied = Readied.ATTACK, trigger: Trigger = Trigger.APPROACHES, **more: str
) -> Ready:
    """An attack for whoever approaches."""
    return Ready(combatant=who, action=action, trigger=trigger, **more)


@pytest.mark.rule("SA-READY-01", "SA-READY-02", "SA-READY-04", "SA-READY-05", "SA-ACT-06", "SA-REACT-01")
def test_what_it_costs_beyond_what_was_spent_is_paid_when_it_fires() -> None:
    """The source's example: 3 actions' worth, 1 to begin with, 1 at one more count: the reaction costs 1."""
    bout = Bout(pc("ada", personality=3, weapons=(), own_weapons=(PIKE,)), npc("gob", at="middle", initiative=4, kp=9))
    bout.begin(4, 4, 4)
    bout.order(ready())
    assert bout.of(ActionsPaid) == [ActionsPaid(combatant="ada", cost=1, left=4, payment=Payment.READY)]
    asked = bout.waiting[0]
    assert (asked.kind, asked.seats, asked.visibility) == ("AskCancelReady", ("ana",), Visibility.OPEN)
    assert (bout.choices, asked.default) == (["stay-ready", "cancel"], "stay-ready")
    bout.answer("stay-ready")
    assert bout.the(ReadyKept).spent == 2
    assert (bout.actions("ada"), bout.acting) == (3, ("gob",))
    bout.order(Move(combatant="gob", to=zone("west")))
    assert bout.of(Moved)  # the fitting point: it has come into the zone
    assert (bout.asked, bout.choices) == (["AskFireReadied"], ["pass", "attack-pike", "attack-fists"])
    assert bout.waiting[0].default == "pass"
    bout.answer("attack-pike", 5, 5)
    assert bout.the(ReadyEnded) == ReadyEnded(combatant="ada", why=Unready.FIRED, opponent="gob")
    assert bout.of(ActionsPaid)[0] == ActionsPaid(combatant="ada", cost=1, left=2, payment=Payment.REACTION)
    assert bout.the(AttackEnded).damage == 2
    assert bout.fighter("ada").ready is None


@pytest.mark.rule("SA-READY-05", "SA-REACT-02")
def test_with_enough_spent_it_is_free_even_without_actions() -> None:
    """3 spent for an attack of 2: 0 actions at 0."""
    bout = Bout(pc("ada"), npc("gob", at="middle", initiative=1, kp=9))
    bout.begin(4, 2)
    bout.order(ready())
    bout.answer("stay-ready")
    bout.answer("stay-ready")
    assert (bout.actions("ada"), bout.acting) == (0, ("gob",))
    bout.order(Move(combatant="gob", to=zone("west")))
    assert bout.asked == ["AskFireReadied"]
    bout.answer("attack-sword", 5, 2, 2, 4, 4)
    assert all(paid.combatant == "gob" for paid in bout.of(ActionsPaid))


@pytest.mark.rule("SA-READY-05", "SA-REACT-02")
def test_who_cannot_pay_the_difference_is_not_asked() -> None:
    """1 spent, 0 left, for an attack of 2: what waits stays readied."""
    bout = Bout(pc("ada"), npc("gob", at="middle", initiative=1))
    bout.begin(1, 2)  # a complication: 2 - 1
    bout.order(ready())
    assert (bout.actions("ada"), bout.acting) == (0, ("gob",))
    bout.order(Move(combatant="gob", to=zone("west")))
    assert bout.kinds().count("DecisionOpened") == 1  # that of the end of the round
    assert bout.asked == ["AskCancelReady"]


@pytest.mark.rule("SA-READY-02", "SA-READY-06")
def test_whoever_cancels_acts_normally_with_what_remains() -> None:
    """Instead of paying; what was spent is gone."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(ready())
    bout.answer("cancel")
    assert bout.the(ReadyEnded).why is Unready.CANCELLED
    assert bout.of(ActionsPaid) == []
    assert (bout.acting, bout.actions("ada")) == (("ada",), 3)
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 3)
    assert bout.asked == ["AskMindPoint"]


@pytest.mark.rule("SA-READY-03", "G-42")
def test_it_may_be_kept_into_the_next_round() -> None:
    """For nothing; what was spent still counts.  [G-42, W-32]"""
    bout = Bout(pc("ada"), npc("gob", at="east", initiative=1))
    bout.begin(2, 2)
    bout.order(ready())
    bout.answer("stay-ready")
    bout.order(Hold(combatant="gob"))
    asked = bout.waiting[0]
    assert (asked.kind, asked.question["cost"], asked.default) == ("AskCancelReady", 0, "stay-ready")
    bout.answer("stay-ready", 4, 4)
    assert bout.state.fight.round == 2
    kept = bout.fighter("ada").ready
    assert kept is not None
    assert kept.spent == 2
    assert bout.asked == ["AskCancelReady"]  # at its first count: 1 action, or act


@pytest.mark.rule("SA-READY-03", "SA-READY-06")
def test_at_the_end_of_a_round_it_may_be_dropped() -> None:
    """W-32."""
    bout = Bout(pc("ada"), npc("gob", at="east", initiative=1))
    bout.begin(2, 2)
    bout.order(ready())
    bout.answer("stay-ready")
    bout.order(Hold(combatant="gob"))
    bout.answer("cancel", 4, 4)
    assert bout.fighter("ada").ready is None
    assert bout.acting == ("ada",)


@pytest.mark.rule("SA-READY-04", "G-30")
def test_it_comes_before_the_roll_of_the_attack_that_sets_it_off() -> None:
    """An attacker who falls has attacked in vain, and its actions are gone.  [G-30]"""
    bout = Bout(pc("ada"), npc("gob", initiative=4, kp=1))
    bout.begin(4, 4)
    bout.order(ready(trigger=Trigger.ATTACKS))
    bout.order(Attack(combatant="gob", target="ada"))
    assert bout.the(AttackDeclared).combatant == "gob"
    bout.answer("attack-sword", 5, 5, 2)
    assert [event.combatant for event in bout.of(RollOpened)] == ["ada"]
    assert bout.the(ActionSpoiled).combatant == "gob"
    assert bout.actions("gob") == 2


@pytest.mark.rule("SA-READY-04")
def test_a_trigger_is_met_inside_a_free_strike() -> None:
    """It is an attack like any other."""
    bout = Bout(pc("ada", personality=4), pc("bea", seat="ben", personality=3), npc("gob", initiative=3, kp=9))
    bout.begin(4, 4, 4, 4, 4, 4, 4)
    bout.order(ready(trigger=Trigger.ATTACKS, watched="gob"))
    bout.answer("stay-ready")
    bout.order(Attack(combatant="bea", target="gob"), 5, 2, 2)
    bout.answer("stay-out")
    bout.answer("stay-ready")
    bout.answer("stay-ready")
    bout.order(Move(combatant="bea", to=zone("middle")))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("strike")
    assert bout.the(AttackDeclared).free
    assert (bout.asked, bout.waiting[0].seats) == (["AskFireReadied"], ("ana",))
    bout.answer("pass", 4, 4)
    assert bout.of(Moved)


@pytest.mark.rule("SA-READY-01")
def test_what_is_readied_waits_for_its_trigger_alone() -> None:
    """A character's is open: it is not asked where it does not fit, nor for somebody else's deeds."""
    bout = Bout(pc("ada"), npc("gob", initiative=3, kp=9), npc("hob", initiative=3, kp=9))
    bout.begin(4, 4)
    bout.order(ready(trigger=Trigger.ANYTHING, watched="hob"))
    bout.answer("stay-ready")
    bout.order(Move(combatant="gob", to=zone("middle")))
    assert bout.asked == []
    bout.order(Move(combatant="hob", to=zone("middle")))
    assert bout.asked == ["AskFireReadied"]
    bout.answer("pass")
    assert bout.fighter("ada").ready is not None


@pytest.mark.rule("SA-READY-01")
def test_anything_fits_also_a_movement_before_it_begins() -> None:
    """The interruption comes first: who has fallen goes nowhere."""
    bout = Bout(pc("ada"), npc("gob", initiative=4, kp=1), npc("hob", initiative=1))
    bout.begin(4, 4)
    bout.order(ready(trigger=Trigger.MOVES))
    bout.order(Move(combatant="gob", to=zone("middle")))
    bout.answer("attack-sword", 5, 2, 2)
    assert bout.of(Moved) == []
    assert bout.the(ActionSpoiled).combatant == "gob"


@pytest.mark.rule("SA-READY-01")
def test_one_does_not_wait_for_oneself() -> None:
    """Nor for somebody who is not there."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    assert bout.refuse(ready(watched="ada")).field == "watched"
    assert bout.refuse(ready(watched="nobody")).code == "UNKNOWN"


@pytest.mark.rule("SA-READY-01", "G-36", "G-42")
def test_unconsciousness_breaks_it() -> None:
    """[G-36, G-42]"""
    bout = Bout(pc("ada", now={"kp": 1, "mp": 0}), pc("bea", seat="ben", at="east"), npc("gob", initiative=3, kn=2))
    bout.begin(4, 2, 2, 2)
    bout.order(ready(trigger=Trigger.CASTS))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    assert bout.who("ada").out == "unconscious"
    assert bout.fighter("ada").ready is None


@pytest.mark.rule("SA-READY-04", "G-66")
def test_others_see_that_an_enemy_is_ready_not_for_what() -> None:
    """And it is asked whenever somebody does something, so that a refusal tells nothing.  [G-66]"""
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.CASTS))
    told = next(r for r in bout.last if isinstance(r.event, ActionReadied))
    assert (told.draft.to, told.draft.whole) == (("gm",), False)
    seen = BOOK.seen(bout.state, "ana").own.fighters["gob"].ready
    assert seen is not None
    assert (seen.action, seen.trigger) == (None, None)
    assert BOOK.seen(bout.state, "gm").own.fighters["gob"].ready.trigger is Trigger.CASTS
    bout.order(Move(combatant="ada", to=zone("middle")))
    opened = bout.the(DecisionOpened)
    assert (opened.kind, opened.seats, opened.visibility) == ("AskNpcFireReadied", ("gm",), Visibility.HIDDEN)
    assert bout.choices == ["pass"]
    bout.answer("pass")


@pytest.mark.rule("SA-READY-01")
def test_what_a_character_readies_is_open() -> None:
    """Everybody reads it."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.order(ready())
    assert bout.the(ActionReadied).trigger is Trigger.APPROACHES
    assert next(r for r in bout.last if isinstance(r.event, ActionReadied)).draft.to is None
    seen = BOOK.seen(bout.state, "eye").own.fighters["ada"].ready
    assert seen is not None
    assert seen.trigger is Trigger.APPROACHES


@pytest.mark.rule("SA-READY-01", "G-66")
def test_who_watches_somebody_hidden_seems_to_watch_anybody() -> None:
    """To whoever does not know him."""
    bout = Bout(pc("ada"), pc("bea", seat="ben"), npc("gob", seen_by=("ana",)))
    bout.begin(4, 4, 4, 4)
    bout.order(ready(watched="gob"))
    watched = {seat: BOOK.seen(bout.state, seat).own.fighters["ada"].ready.watched for seat in ("gm", "ana", "ben")}
    assert watched == {"gm": "gob", "ana": "gob", "ben": ""}


@pytest.mark.rule("SA-READY-01", "SA-READY-05", "SA-REACT-03", "G-42")
def test_other_reactions_do_not_break_it_and_are_not_spent_on_it() -> None:
    """A parry is paid for itself.  [G-42]"""
    bout = Bout(pc("ada", personality=3), npc("gob", initiative=4, kn=1))
    bout.begin(4, 4, 4)
    bout.order(ready(trigger=Trigger.CASTS))
    bout.answer("stay-ready")
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("parry", 4)
    kept = bout.fighter("ada").ready
    assert kept is not None
    assert (kept.spent, bout.actions("ada")) == (2, 2)


@pytest.mark.rule("SA-REACT-04", "SA-REACT-01", "SA-INIT-12")
def test_actions_are_the_only_limit_of_reactions() -> None:
    """Two of one round; an action is done at the count where it is paid, only later ones are put off."""
    bout = Bout(pc("ada", personality=3), npc("gob", initiative=5, kn=1), npc("hob", initiative=5, kn=1))
    bout.begin(4, 4, 2)
    for enemy in ("gob", "hob"):
        bout.order(Attack(combatant=enemy, target="ada"), 2, 2)
        bout.answer("parry", 4)
    assert (bout.actions("ada"), bout.acting) == (2, ("gob",))


@pytest.mark.rule("SA-REACT-01", "G-04")
def test_who_holds_still_reacts() -> None:
    """Its actions serve nothing else.  [G-04]"""
    bout = Bout(pc("ada"), npc("gob", initiative=3, kn=1))
    bout.begin(4, 4)
    bout.order(Hold(combatant="ada"))
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    assert bout.asked == ["AskParry"]
    bout.answer("parry", 4)
    assert bout.actions("ada") == 3


# -- what an interruption leaves possible
@pytest.mark.rule("SA-SHOOT-01", "SA-READY-04", "G-30")
@pytest.mark.parametrize(("reach", "spoiled"), [(1, True), (2, False)])
def test_a_shot_is_spoiled_where_its_target_has_gone_out_of_range(reach: int, spoiled: bool) -> None:
    """Ada was in the next zone, and is two away when the shot would be made; what it cost is lost."""
    arrow = EnemyAttack(id="arrow", name="Arrow", kind=Kind.RANGED, range=reach, kn=1)
    bout = Bout(pc("ada", at="middle"), npc("gob", initiative=4, attacks=(arrow,)))
    bout.begin(4, 4)
    bout.order(ready(action=Readied.MOVE, trigger=Trigger.ATTACKS))
    bout.order(Attack(combatant="gob", target="ada", means="arrow"))
    bout.answer("move", *(() if spoiled else (4, 2)), to={"zone": "east"})
    assert bout.who("ada").place == zone("east")
    assert [one.combatant for one in bout.of(ActionSpoiled)] == (["gob"] if spoiled else [])
    assert (len(bout.of(RollOpened)), bout.actions("gob")) == (0 if spoiled else 1, 2)


@pytest.mark.rule("SA-SHOOT-01", "SA-AOE-01", "G-30")
@pytest.mark.parametrize(("to", "spoiled"), [("east", True), ("west", False)])
def test_an_attack_on_a_zone_is_spoiled_where_its_attacker_is_pushed_out_of_range(to: str, spoiled: bool) -> None:
    """A blast reaches the next zone: Ada aims at west from the middle."""
    shove = EnemyAttack(id="shove", name="Shove", kn=1, damage=0, effects=("push",))
    mage = pc("ada", weapons=(), spells=("blast",), at="middle")
    bout = Bout(mage, npc("gob", initiative=5, at="middle", attacks=(shove,)), npc("orc", kp=9, initiative=1))
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.CASTS))
    bout.order(Cast(combatant="ada", spell="blast", to=zone("west")))
    bout.answer("attack-shove", 2, 2)
    bout.answer("let-pass")
    bout.answer("keep")
    bout.answer("push", *(() if spoiled else (4, 4)), to={"zone": to})
    assert [one.combatant for one in bout.of(ActionSpoiled)] == (["ada"] if spoiled else [])
    assert bout.kp("orc") == (9 if spoiled else 6)


@pytest.mark.rule("SA-AOE-01", "G-30")
def test_a_flask_that_is_not_thrown_is_still_there() -> None:
    """The actions are lost, not the flask."""
    shove = EnemyAttack(id="shove", name="Shove", kn=1, damage=0, effects=("push",))
    bout = Bout(
        pc("ada", weapons=("fire_flask",), at="middle", now={"mp": 0}),
        npc("gob", initiative=5, at="middle", attacks=(shove,)),
        npc("orc", kp=9, initiative=1),
    )
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.ATTACKS))
    bout.order(AttackArea(combatant="ada", means="fire_flask", to=zone("west")))
    bout.answer("attack-shove", 2, 2)
    bout.answer("let-pass")
    bout.answer("push", to={"zone": "east"})
    assert [one.combatant for one in bout.of(ActionSpoiled)] == ["ada"]
    assert (bout.fighter("ada").held, bout.kp("orc")) == (("fire_flask",), 9)


@pytest.mark.rule("SA-READY-04", "G-30", "G-44")
def test_a_mount_that_has_fallen_is_struck_no_more() -> None:
    """Orc cuts in before Gob's blow at it; Gob's own is spoiled, and Ada does not roll against it."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada", now={"kp": 1})
    bout = Bout(pc("ada", now={"mp": 0}), pony, npc("orc", initiative=5), npc("gob", initiative=4))
    bout.begin(4, 2)
    bout.order(ready("orc", trigger=Trigger.ATTACKS, watched="gob"))
    bout.answer("stay-ready")
    bout.order(Attack(combatant="gob", target="pony"))
    bout.answer("attack-club", 2, 2, target="pony")
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.who("pony").out == "defeated"
    assert bout.arena.events(ActionSpoiled)[-1].combatant == "gob"
    assert len([event for event in bout.arena.events(RollOpened) if event.combatant == "ada"]) == 2  # with initiative


# -- how often it is asked
def opened_while(bout: Bout, order: Cast, *faces: int) -> list[list[str]]:
    """The answers of each question about a readied action while an order is carried out; each time it is let pass."""
    found = []
    bout.order(order)
    while bout.waiting:
        if bout.asked == ["AskNpcFireReadied"]:
            found.append(bout.choices)
            bout.arena.feed(*(faces if len(found) == 1 else ()))
        bout.arena.answer(bout.waiting[0].seats[0], bout.waiting[0].default)
    return found


@pytest.mark.rule("SA-READY-04")
def test_a_spell_that_attacks_is_one_occasion_to_cut_in_and_its_end_another() -> None:
    """Not one when it is cast and one more when it strikes."""
    bout = Bout(pc("ada", weapons=(), spells=("lance", "gust_ward")), npc("gob", initiative=5, kp=9), npc("orc", kp=9))
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.CASTS))
    assert opened_while(bout, Cast(combatant="ada", spell="lance", target="orc"), 4, 2) == [
        ["pass", "attack-club"],
        ["pass"],
    ]


@pytest.mark.rule("SA-READY-04")
def test_a_spell_that_is_no_attack_is_interrupted_before_it_works() -> None:
    """Then again at its end."""
    bout = Bout(pc("ada", weapons=(), spells=("lance", "gust_ward")), npc("gob", initiative=5, kp=9), npc("orc", kp=9))
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.CASTS))
    found = opened_while(bout, Cast(combatant="ada", spell="gust_ward"))
    assert found == [["pass", "attack-club"], ["pass"]]
    assert bout.who("ada").has("gust_ward")


@pytest.mark.rule("G-42", "SA-DICE-01")
def test_an_opponent_readies_no_help() -> None:
    """First aid and shaking off are rolls."""
    bout = Bout(pc("ada"), npc("gob", initiative=5))
    bout.begin(4, 4)
    assert bout.refuse(ready("gob", action=Readied.HELP)).field == "action"
    (offer,) = [one for one in bout.offers("gob") if one.key == "ready"]
    assert Readied.HELP not in offer.fields[0].among


# -- the order of the windows
def beset(*heroes: object, faces: tuple[int, ...], **more: object) -> Bout:
    """Gob has struck at Ada and may strike again; Orc, who is in no engagement, has readied an attack on her.

    heroes: besides her.
    """
    foes = (npc("gob", initiative=6, kp=9), npc("orc", initiative=5, kp=9))
    bout = Bout(pc("ada", **more), *heroes, *foes)  # type: ignore[arg-type]
    bout.begin(*faces)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(ready("orc", trigger=Trigger.ANYTHING, watched="ada"))
    return bout


def through(bout: Bout, order: object, *faces: int, **answers: str) -> list[str]:
    """The kinds of the questions of an order. answers: by kind; else the default. faces: that fall after a strike."""
    found = []
    bout.order(order)  # type: ignore[arg-type]
    while bout.waiting:
        kind = bout.asked[0]
        found.append(kind)
        bout.answer(answers.get(kind, bout.waiting[0].default), *(faces if kind in answers else ()))
    return found


@pytest.mark.rule("SA-READY-04", "SA-FREE-06")
def test_free_strikes_come_before_readied_actions() -> None:
    """W-13 is before W-14: of a move, of a spell and of a flight, of first aid."""
    bout = beset(faces=(4, 4))
    kinds = through(bout, Move(combatant="ada", to=zone("middle")))
    assert kinds[:2] == ["AskNpcFreeStrike", "AskNpcFireReadied"]
    for spell in (
        Cast(combatant="ada", spell="mend", target="ada"),
        Cast(combatant="ada", spell="fly", to=zone("middle")),
    ):
        bout = beset(faces=(4, 4), weapons=(), spells=("mend", "fly"))
        assert through(bout, spell)[:2] == ["AskNpcFreeStrike", "AskNpcFireReadied"]
    bout = beset(pc("bea", "ben"), faces=(4, 4, 2, 2))
    bout.correct("combatants.bea.vitals.kp.now", 0)
    bout.order(FirstAid(combatant="ada", target="bea"))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.answer("let-go")
    assert bout.asked == ["AskNpcFireReadied"]
    bout.answer("pass", 4, 4)
    assert bout.who("bea").out is None


@pytest.mark.rule("SA-READY-04", "SA-MP-05", "G-30")
def test_a_spell_that_a_readied_action_spoils_has_cost_its_mind_point() -> None:
    """It is paid when the spell is cast; with the last one it is cast all the same."""
    bout = beset(faces=(4, 4), weapons=(), spells=("mend",), now={"kp": 5, "mp": 1})
    through(bout, Cast(combatant="ada", spell="mend", target="ada"), 2, 2, AskNpcFireReadied="attack-club")
    assert (bout.kp("ada"), bout.mp("ada")) == (6, 0)
    bout = beset(faces=(4, 4), weapons=(), spells=("mend",), now={"kp": 1, "mp": 1})
    through(bout, Cast(combatant="ada", spell="mend", target="ada"), 2, 2, AskNpcFireReadied="attack-club")
    assert (bout.kp("ada"), bout.mp("ada"), bout.who("ada").out) == (0, 0, "unconscious")


@pytest.mark.rule("SA-WDRAW-01", "SA-READY-04")
def test_a_withdrawal_goes_on_when_a_comrade_has_felled_the_last_enemy() -> None:
    """Whoever withdraws is in no engagement any more then; it has paid for the way."""
    foes = npc("gob", initiative=9, kp=1), npc("orc", at="east", initiative=1)
    bout = Bout(pc("ada"), pc("bea", "ben", personality=3), *foes)
    bout.begin(4, 4, 4, 4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Hold(combatant="gob"))
    bout.order(ready("bea", trigger=Trigger.MOVES, watched="ada"))
    bout.answer("stay-ready")
    bout.order(Withdraw(combatant="ada", to=zone("middle")))
    bout.answer("attack-sword", 4, 2, 2)
    bout.answer("stay-out")
    assert bout.who("gob").out == "defeated"
    assert bout.who("ada").place == zone("middle")


HOOK = EnemyAttack(id="hook", name="Hook", kn=1, damage=0, effects=("push",))


@pytest.mark.rule("SA-AID-03", "G-30", "G-37")
@pytest.mark.parametrize("order", [
    FirstAid(combatant="ada", target="bea"), Cast(combatant="ada", spell="mend", target="bea"),
])  # fmt: skip
def test_who_is_pushed_away_by_a_free_strike_helps_nobody(order: Order) -> None:
    """Help takes the same zone: it is spoiled, and its cost lost."""
    bout = Bout(
        pc("ada", weapons=(), spells=("mend",), now={"mp": 1}), pc("bea", "ben"),
        npc("gob", initiative=6, kp=9, attacks=(HOOK,)),
    )  # fmt: skip
    bout.begin(4, 4, 2, 2)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.correct("combatants.bea.vitals.kp.now", 0)
    kinds = through(bout, order, 2, 2, AskNpcFreeStrike="strike")
    assert kinds[0] == "AskNpcFreeStrike"
    assert bout.who("ada").place == zone("middle")
    assert [event.combatant for event in bout.arena.events(ActionSpoiled)] == ["ada"]
    assert bout.who("bea").out == "unconscious"


NET = EnemyAttack(id="net", name="Net", kind=Kind.RANGED, range=2, kn=1, damage=0, effects=("pin",))
DART = EnemyAttack(id="dart", name="Dart", kind=Kind.RANGED, range=2, kn=1, damage=3)


@pytest.mark.rule("SA-MOUNT-01", "SA-DEF-06", "G-45", "G-30")
@pytest.mark.parametrize("means", ["net", "dart"])
def test_who_is_pinned_or_unhorsed_half_way_rides_no_further(means: str) -> None:
    """A mounted move of two zones ends where a readied shot cuts in."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = Bout(pc("ada", now={"mp": 0}), pony, npc("gob", at="east", initiative=5, attacks=(NET, DART)))
    bout.begin(4, 4)
    bout.order(ready("gob", trigger=Trigger.MOVES))
    bout.order(Move(combatant="ada", to=zone("east"), through=zone("middle")))
    bout.answer("pass")
    assert bout.who("ada").place == zone("middle")
    bout.answer(f"attack-{means}", 2, 2, target="pony" if means == "dart" else "ada")
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    assert bout.who("ada").place == zone("middle")
    assert [event.combatant for event in bout.arena.events(ActionSpoiled)] == ["ada"]


# -- whom an approach is to
def guarding(trigger: Trigger = Trigger.APPROACHES, *, at: str = "east", **watch: object) -> Bout:
    """Ada readies an attack; Bea and Cid are with her, and Orc stands at `at`."""
    bout = Bout(
        pc("ada", personality=4, weapons=("bow",)),
        pc("bea", "ben", personality=0),
        pc("cid", "ben", personality=0, at="middle"),
        npc("orc", kp=9, initiative=6, at=at),
    )
    bout.begin(4, 4, 4, 4, 2, 2, 2, 2)
    bout.arena.preferences = {"ana AskCancelReady": "never"}
    bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=trigger, **watch))  # type: ignore[arg-type]
    return bout


@pytest.mark.rule("SA-READY-01")
@pytest.mark.parametrize(("toward", "asked"), [(None, False), ("bea", True), ("cid", False), ("orc", False)])
def test_an_approach_is_one_to_whom_it_guards(toward: str | None, asked: bool) -> None:
    """Orc strikes at Bea, and comes into her engagement; that is no approach to Ada beside her, who is not struck."""
    bout = guarding(at="west", toward=toward)
    bout.order(Attack(combatant="orc", target="bea"), *(() if asked else (4, 2)))
    assert bout.asked == (["AskFireReadied"] if asked else [])


@pytest.mark.rule("SA-READY-01")
@pytest.mark.parametrize(("watched", "asked"), [("bea", True), ("orc", False), ("cid", False)])
def test_who_is_watched_sets_it_off_by_being_approached_too(watched: str, asked: bool) -> None:
    """Orc comes into Bea's engagement, whom Ada watches; watched himself he has not come to Ada."""
    bout = guarding(at="west", watched=watched)
    bout.order(Attack(combatant="orc", target="bea"), *(() if asked else (4, 2)))
    assert bout.asked == (["AskFireReadied"] if asked else [])


@pytest.mark.rule("SA-READY-01", "SA-ENG-02")
def test_a_second_blow_in_the_same_engagement_is_no_approach() -> None:
    bout = guarding(at="west", toward="bea")
    bout.order(Attack(combatant="orc", target="bea"))
    bout.answer("pass", 4, 2)
    while bout.acting != ("orc",):
        bout.order(Hold(combatant=bout.acting[0]))
    bout.order(Attack(combatant="orc", target="bea"), 4, 2)
    assert bout.asked == []


@pytest.mark.rule("SA-READY-01")
def test_who_comes_into_the_zone_approaches_everybody_there() -> None:
    """Whom it guards may be elsewhere."""
    for watch, asked in (({}, False), ({"toward": "cid"}, True)):
        bout = guarding(**watch)
        bout.order(Move(combatant="orc", to=zone("middle")))
        assert ("AskFireReadied" in bout.asked) is asked


@pytest.mark.rule("SA-READY-01")
def test_enemies_can_be_meant() -> None:
    """A comrade who comes sets nothing off, whatever it waits for."""
    for enemies, asked in ((False, ["AskFireReadied"]), (True, [])):
        bout = guarding(at="west", enemies=enemies)
        bout.order(Hold(combatant="orc"))
        bout.order(Hold(combatant="bea"))
        bout.order(Move(combatant="cid", to=zone("west")))
        assert bout.asked == asked


@pytest.mark.rule("SA-READY-01")
def test_only_who_waits_for_an_approach_guards_somebody() -> None:
    bout = Bout(pc("ada"), pc("bea", "ben"), npc("orc"))
    bout.begin(4, 4, 4, 4)
    order = Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.ATTACKS, toward="bea")
    assert bout.refuse(order).field == "toward"
    assert bout.refuse(Ready(combatant="ada", action=Readied.ATTACK, toward="ada")).field == "toward"
    assert "guard" in bout.keys("ada")
