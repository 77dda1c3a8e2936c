"""Two worlds in which an NPC could do something else, and lets it pass: players read the same.  [G-66]"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.messages import plain
from engine.systems.saari.content.kinds import EnemyAttack, Trait
from engine.systems.saari.orders import Attack, Hold, Move, Readied, Ready, Trigger
from engine.systems.saari.sheet import Ambush, Setup
from tests.systems.saari.bout import BOOK, Bout, npc, pc, zone

OUTSIDERS = ("ana", "ben", "eye", None)
CLUB = EnemyAttack(id="club", name="Club", kn=1)
FANG = EnemyAttack(id="fang", name="Fang", kn=1, damage=3)


def read_by(bout: Bout, seat: str | None) -> list[bytes]:
    """Every event as a seat gets it, and the state at the end."""
    told = []
    for recorded in bout.arena.stream:
        public, secret = BOOK.codec.encode(recorded.version, recorded.time, recorded.draft)
        whole = secret is not None and seat is not None and seat in (recorded.draft.to or ())
        told.append(secret if whole and secret is not None else public)
    return [*told, canonical(plain(BOOK.seen(bout.state, seat)))]


def same(one: Bout, other: Bout) -> None:
    """Nobody without the secret can distinguish them; the game master can."""
    for seat in OUTSIDERS:
        assert read_by(one, seat) == read_by(other, seat), seat
    assert read_by(one, "gm") != read_by(other, "gm")


def walked_off(*attacks: EnemyAttack) -> Bout:
    """Ada leaves Gob, who lets her go. attacks: what he could have struck with."""
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9, attacks=attacks))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada", means="club"), 4, 2)
    bout.order(Move(combatant="ada", to=zone("middle")))
    return bout


@pytest.mark.rule("G-66", "SA-FREE-01")
def test_nobody_reads_that_an_enemy_is_asked_for_a_free_strike() -> None:
    """Neither while it is open nor when it has been let pass; what it could strike with stays secret, too."""
    worlds = walked_off(CLUB), walked_off(CLUB, FANG)
    same(*worlds)
    for bout in worlds:
        assert BOOK.seen(bout.state, "ana").fight.open.window is None
        bout.answer("let-go")
        assert bout.who("ada").place == zone("middle")
    same(*worlds)


@pytest.mark.rule("G-66", "SA-FREE-01")
def test_a_free_strike_that_is_taken_is_read_by_all() -> None:
    """As a character's is: question, answer and blow."""
    bout = walked_off(CLUB)
    bout.answer("strike", 4, 2)
    for seat in OUTSIDERS:
        assert any(b"AttackDeclared" in event and b'"free":true' in event for event in read_by(bout, seat))
    bout = Bout(pc("ada"), npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Hold(combatant="ada"))
    bout.order(Move(combatant="gob", to=zone("middle")))
    bout.answer("let-go")
    for seat in OUTSIDERS:
        assert sum(b"AskFreeStrike" in event for event in read_by(bout, seat)) == 1
        assert any(b'"choice":"let-go"' in event for event in read_by(bout, seat))


@pytest.mark.rule("G-02", "G-66")
def test_nobody_counts_who_could_have_parried() -> None:
    """An opponent without the trait is asked as one that has it, and passes."""
    worlds = [Bout(pc("ada"), npc("gob", kp=9, traits=traits)) for traits in ((), (Trait.PARRY,))]
    for bout, faces in zip(worlds, ((4, 2, 2), ()), strict=True):
        bout.begin(4, 4)
        bout.order(Attack(combatant="ada", target="gob"), *faces)
    worlds[1].answer("let-pass", 4, 2, 2)
    same(*worlds)


def waited(trigger: Trigger, choices: list[str]) -> Bout:
    """Gob is ready, and lets Ada come. choices: that he has when she is there."""
    bout = Bout(pc("ada", at="middle"), npc("gob", initiative=5))
    bout.begin(4, 4)
    bout.order(Ready(combatant="gob", action=Readied.ATTACK, trigger=trigger))
    bout.order(Move(combatant="ada", to=zone("west")))
    bout.answer("pass")
    assert bout.choices == choices
    while bout.asked == ["AskNpcFireReadied"]:
        bout.answer("pass")
    return bout


@pytest.mark.rule("G-66", "SA-READY-04")
def test_nobody_reads_whether_what_an_enemy_waits_for_has_come() -> None:
    """Gob could have struck in one world; in the other he waits for a spell."""
    same(waited(Trigger.APPROACHES, ["pass", "attack-club"]), waited(Trigger.CASTS, ["pass"]))


def passed_over(*attacks: EnemyAttack) -> Bout:
    """From ambush Gob strikes nobody."""
    setup = Setup(delay=False, ambush=Ambush.BY_ENEMIES)
    bout = Bout(pc("ada"), npc("gob", kp=9, attacks=attacks, at="west"), setup=setup)
    bout.begin()
    bout.answer("pass", 4, 4)
    return bout


@pytest.mark.rule("G-66", "SA-AMB-03")
def test_nobody_reads_who_was_asked_in_an_enemies_ambush() -> None:
    """What it could have struck with neither."""
    same(passed_over(CLUB), passed_over(CLUB, FANG))


@pytest.mark.rule("G-66", "SA-AMB-03")
def test_who_reaches_nobody_from_ambush_is_asked_like_the_others() -> None:
    """How far its attack reaches stays secret."""
    setup = Setup(delay=False, ambush=Ambush.BY_ENEMIES)
    bout = Bout(pc("ada"), npc("gob", at="east"), setup=setup)
    bout.begin()
    assert (bout.asked, bout.choices) == (["AskNpcAmbushStrike"], ["pass"])


def parried_not(**figures: object) -> Bout:
    """Ada strikes at a duellist, who does not parry."""
    bout = Bout(pc("ada"), npc("gob", traits=(Trait.PARRY,), **figures))  # type: ignore[arg-type]
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"))
    bout.answer("let-pass", 4, 2, 2)
    return bout


@pytest.mark.rule("G-02", "G-66")
def test_a_parry_that_an_enemy_leaves_is_not_read() -> None:
    """Nor its body points."""
    same(parried_not(kp=9), parried_not(kp=8))
    assert not any(b"NpcParr" in event for event in read_by(parried_not(), "ana"))


LEAKS: tuple[tuple[str, Callable[[], Bout]], ...] = (
    ("a free strike", lambda: walked_off(CLUB)),
    ("a readied action", lambda: waited(Trigger.APPROACHES, ["pass", "attack-club"])),
)


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(("name", "made"), LEAKS)
def test_the_events_of_the_question_are_hidden_whole(name: str, made: Callable[[], Bout]) -> None:
    """An outsider gets neither its kind nor that it is a question."""
    bout = made()
    while bout.waiting and bout.asked[0].startswith("AskNpc"):
        bout.answer(bout.waiting[0].default)
    words = (b"AskNpc", b"let-go", b'"pass"')
    assert any(word in event for event in read_by(bout, "gm") for word in words)
    for seat in OUTSIDERS:
        assert not any(word in event for event in read_by(bout, seat) for word in words)
