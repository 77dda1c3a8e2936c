"""The picture of a fight: positions, distances, screens, wounds, the queue."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kernel.playing.preview import preview_order
from engine.kernel.scene.play import SceneBar
from engine.kernel.scene.preview import Preview
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneRanks
from engine.kernel.scene.tokens import SceneToken
from engine.kernel.state.combatant import Place
from engine.kernel.state.events import VitalChanged
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.structs.messages import Order
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content.kinds import (
    Battlefield,
    BodySize,
    Cover,
    Distance,
    FieldSize,
    FieldType,
    Lighting,
    Obstacle,
    Position,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded
from engine.systems.mongolian_mercenaries.orders import (
    Attack,
    Block,
    Cast,
    ChangeDistance,
    ChangePosition,
    Crouch,
    Dismount,
    EndTurn,
    Heading,
    Screen,
    Wait,
)
from engine.systems.mongolian_mercenaries.reducer import evolve
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

GROUND = Battlefield(
    id="yard",
    name="Yard",
    landscape="city",
    size=FieldSize.MEDIUM,
    lighting=Lighting.DIM,
    positions=(
        Position(side="party", rank=1, cover=Cover.HEAVY),
        Position(side="enemies", rank=2, obstacle=Obstacle.LARGE),
        Position(side="party", rank=2, obstacle=Obstacle.ORDINARY),
        Position(side="enemies", rank=4, trap="spike_pit"),
        Position(side="party", rank=5, special="holy_ground"),
    ),
)


def shown(bout: Bout, seat: str | None = "ana", locale: str = "en") -> Scene:
    """What a seat sees."""
    return system.scene(bout.arena.book.seen(bout.state, seat), seat, locale)


def token(scene: Scene, who: str) -> SceneToken:
    """Somebody's."""
    return next(one for one in scene.tokens if one.combatant == who)


def fight() -> Bout:
    """Ada behind heavy cover against Bob and Cat; it is her turn."""
    bout = Bout(
        pc(rank=1, lucky=False, mount="steppe_horse", mounted=True, skills={"riding": 1, "long_blade": 3}),
        foe(rank=1),
        foe("cat", rank=3),
        setup=at(Distance.CLOSE, GROUND),
    )
    bout.begin()
    return bout


@pytest.mark.rule("MM-POS-01", "MM-FIELD-01", "MM-FIELD-06", "MM-FIELD-04")
def test_the_space_is_two_ranks_of_five() -> None:
    """With what is on them; nobody stands on an obstacle; the field bounds the distance."""
    scene = shown(fight())
    space = scene.space
    assert isinstance(space, SceneRanks)
    assert [(one.side, one.rank) for one in space.positions] == [
        (side, rank) for side in ("party", "enemies") for rank in range(1, 6)
    ]
    on = {(one.side, one.rank): (one.open, one.entries) for one in space.positions}
    assert on["party", 1] == (True, ("cover-heavy",))
    assert on["party", 2] == (False, ("obstacle-ordinary",))
    assert on["enemies", 2] == (False, ("obstacle-large",))
    assert on["enemies", 4] == (True, ("trap-spike_pit",))
    assert on["party", 3] == (True, ())
    assert (space.bands[space.farthest], len(space.bands)) == ("medium", 4)
    legend = {one.key: one for one in scene.ground.legend}
    assert (legend["cover-heavy"].cover, legend["cover-heavy"].cover_figure) == ("3 dice less to hit", 3)
    assert (legend["obstacle-large"].step, legend["trap-spike_pit"].look) == ("NEVER", "HAZARD")
    assert legend["special-holy_ground"].label == "Holy ground"


@pytest.mark.rule("MM-FIELD-02", "MM-FIELD-03", "MM-FIELD-05")
def test_the_field_bears_its_light_kind_and_landscape() -> None:
    """As badges of the whole."""
    assert [(one.key, one.label) for one in shown(fight()).badges] == [
        ("light", "Dim light"),
        ("field", "Open battlefield"),
        ("landscape", "Landscape: city"),
    ]


@pytest.mark.rule("RUL-21", "MM-MOVE-07")
def test_distances_blocks_and_traps_are_marks() -> None:
    """A distance for each pair of opponents."""
    bout = fight()
    bout.order(Block(combatant="ada", target="bob"))
    marks = {one.key: one for one in shown(bout).marks}
    assert marks["distance-ada-bob"].members == ("ada", "bob")
    assert (marks["distance-ada-cat"].level, marks["distance-ada-cat"].label) == (1, "close")
    block = marks["block-ada-bob"]
    assert (block.kind, block.from_, block.to, block.until) == ("BLOCKS", "ada", "bob", "until either moves")
    assert marks["trap-enemies-4"].label == "Trap: Spike pit (The enemies, position 4)"
    bout.order(EndTurn(combatant="ada"))
    bout.order(ChangeDistance(combatant="bob", target="ada"), 8, 1)
    marks = {one.key: one for one in shown(bout).marks}
    assert marks["distance-ada-bob"].label == "very close"
    assert "block-ada-bob" not in marks


def test_a_token_bears_wounds_cover_and_mount() -> None:
    """Wounds are public, whatever is known of Health."""
    bout = fight()
    bout.order(Crouch(combatant="ada"))
    bout.order(Attack(combatant="ada", target="bob"), 6, 5, 1)
    scene = shown(bout)
    ada, bob = token(scene, "ada"), token(scene, "bob")
    assert {one.key: one.label for one in ada.badges} == {
        "cover": "In heavy cover",
        "crouched": "Crouched",
        "mounted": "Mounted: Steppe horse",
        "damaged-sabre": "Damaged: Sabre",
    }
    assert [(one.key, one.level) for one in bob.badges] == [("wound-light", 1)]
    assert [one.key for one in ada.bars] == ["health", "power"]
    assert [one.key for one in bob.bars] == ["health"]
    assert (bob.place.rank if bob.place else None, bob.turn) == (1, "ACTING")


@pytest.mark.rule("RUL-28", "RUL-52")
def test_who_is_out_or_in_reserve_stands_nowhere() -> None:
    """And it is said why."""
    crowd = [foe(f"foe{number}") for number in range(5)]
    bout = Bout(pc(rank=1), *crowd, setup=at(Distance.CLOSE, GROUND))
    bout.begin()
    bout.correct("combatants.foe0.vitals.health.now", 0)
    scene = shown(bout)
    assert (token(scene, "foe4").place, token(scene, "foe4").whereabouts) == (None, "in reserve")
    assert (token(scene, "foe0").place, token(scene, "foe0").whereabouts) == (None, "killed")


@pytest.mark.rule("MM-INIT-02", "MM-INIT-04", "MM-ACT-01")
def test_the_queue_is_the_order_of_play() -> None:
    """With INC, and what is left of the turn; Wait moves its slot."""
    bout = fight()
    play = shown(bout).play
    assert [(one.combatant, one.figure, one.state) for one in play.slots] == [
        ("ada", 4, "ACTING"),
        ("bob", 2, "NEXT"),
        ("cat", 2, "WAITING"),
    ]
    assert [(one.key, one.now) for one in play.slots[0].left] == [("large", 1), ("minor", 1)]
    bout.order(Wait(combatant="ada"))
    play = shown(bout).play
    assert [one.combatant for one in play.slots] == ["bob", "cat", "ada"]
    assert play.phase == "Turn of Bob"


def test_it_is_told_in_polish() -> None:
    """The language of the game."""
    bout = fight()
    bout.order(Attack(combatant="ada", target="bob"), 6, 5, 1)
    seen = shown(bout, locale="pl")
    assert seen.play.label == "Kolejka rundy 1"
    assert [one.label for one in seen.badges] == ["Słabe światło", "Otwarty obszar walki", "Krajobraz: miasto"]
    assert [(one.label, one.level) for one in token(seen, "bob").badges] == [("Lekkie Rany", 1)]
    assert next(one for one in seen.ground.legend if one.key == "cover-heavy").cover == "trafienie: 3 kości mniej"


# -- what is foretold
def foretold(bout: Bout, order: Order, seat: str = "ana", locale: str = "en") -> Preview:
    """What an order would do."""
    return preview_order(bout.arena.book, bout.arena.position, seat, order, locale)


HIT = Attack(combatant="ada", target="bob")


@pytest.mark.rule("MM-ATK-02", "MM-ATK-04", "MM-COV-02", "MM-FIELD-05")
def test_a_preview_tells_the_hit_dice_with_their_terms() -> None:
    """Skill 5, heavy cover -3, dim light -1 at medium: one die, 3 of 8."""
    ground = Battlefield(
        id="x", name="X", lighting=Lighting.DIM, positions=(Position(side="enemies", rank=1, cover=Cover.HEAVY),)
    )
    bout = Bout(pc(rank=1, skills={"long_blade": 5}), foe(rank=1), setup=at(Distance.MEDIUM, ground))
    bout.begin()
    (test,) = foretold(bout, HIT).tests
    assert (test.label, test.dice, test.chance, test.target) == ("Hit test", "1d8", 375, "bob")
    assert [(one.source, one.amount) for one in test.terms] == [("long_blade", 5), ("cover", -3), ("lighting", -1)]
    assert [one.combatant for one in foretold(bout, HIT).affected] == ["bob"]
    polish = foretold(bout, HIT, locale="pl")
    assert polish.tests[0].label == "Test Trafienia"
    assert ("1d8" in foretold(bout, HIT).text, "1k8" in polish.text, "1d8" in polish.text) == (True, True, False)


@pytest.mark.rule("MM-MULTI-01", "MM-MULTI-02", "RUL-37")
def test_of_several_targets_each_has_its_own_pool() -> None:
    """Cat is behind light cover."""
    ground = Battlefield(id="x", name="X", positions=(Position(side="enemies", rank=2, cover=Cover.LIGHT),))
    sheet = {"skills": {"long_blade": 3}, "weapons": ("greatsword",)}
    bout = Bout(pc(rank=1, **sheet), foe(rank=1), foe("cat", rank=2), setup=at(Distance.CLOSE, ground))  # type: ignore[arg-type]
    bout.begin()
    told = foretold(bout, Attack(combatant="ada", target="bob", others=("cat",)))
    assert [(test.target, test.dice) for test in told.tests] == [("bob", "3d8"), ("cat", "2d8")]


@pytest.mark.rule("MM-MOVE-01", "RUL-53")
def test_a_change_of_distance_is_foretold() -> None:
    """3 + d8 > 2 + d8 in 36 of 64."""
    bout = fight()
    bout.order(Dismount(combatant="ada"))
    for who in ("ada", "bob", "cat"):
        bout.order(EndTurn(combatant=who))
    (test,) = foretold(bout, ChangeDistance(combatant="ada", target="bob")).tests
    assert (test.dice, test.chance) == ("1d8", 563)
    assert [(one.source, one.of, one.amount) for one in test.terms] == [("speed", "faces", 3), ("speed", "against", 2)]


def test_of_closed_figures_no_chance_is_told() -> None:
    """The dice are, with what the seat knows of them; Dodge and speed of the enemy are not."""
    bout = Bout(pc(rank=1), foe(rank=1, dodge=3), setup=at(Distance.CLOSE), open=False)
    bout.begin()
    for order, dice in ((HIT, "3d8"), (ChangeDistance(combatant="ada", target="bob"), "1d8")):
        (test,) = foretold(bout, order).tests
        assert (test.dice, test.chance) == (dice, None)
        assert all(one.combatant in (None, "ada") for one in test.terms)
        assert foretold(bout, order, "gm").tests[0].chance is not None


# -- Health lost, where sheets are closed
def closed(**figures: int) -> Bout:
    """Ada may strike at Bob, whose sheet she does not know."""
    bout = Bout(pc(rank=1, lucky=False), foe(rank=1, **figures), setup=at(Distance.CLOSE), open=False)
    bout.begin()
    return bout


def outcome(bout: Bout, *faces: int) -> tuple[int | None, bool, tuple[tuple[str, str, int], ...], tuple[str, ...]]:
    """How Ada's attack ends as everybody is told: net value, whether they read nothing, terms, what is withheld.

    Whether Bob has a reaction nobody knows: he is asked before the dice, and passes.
    """
    bout.order(HIT)
    bout.answer("pass", *faces)
    made = list(bout.last)
    while bout.asked:
        bout.answer("pass")
        made += bout.last
    (one,) = (each for each in made if isinstance(each.event, AttackEnded))
    assert isinstance(one.event, AttackEnded)
    assert one.draft.because is not None
    because = one.draft.because.public()
    terms = tuple((term.source, term.of, term.amount) for term in because.terms)
    return one.event.net, one.draft.whole, terms, because.withheld


@pytest.mark.rule("MM-DW-14")
def test_of_a_closed_enemy_the_health_that_it_has_lost_is_shown_and_no_more() -> None:
    """Lost and regained are public; what it has, its maximum and its Power are not."""
    bout = closed()
    assert token(shown(bout), "bob").bars == (SceneBar(key="health", label="Health", lost=0),)
    outcome(bout, 6, 7, 1)
    seen = bout.arena.book.seen(bout.state, "ana")
    assert (seen.own.fighters["bob"].lost, seen.fight.combatants["bob"].vitals) == ({"health": 5}, {})
    for seat in ("ana", "ben", None):
        assert token(shown(bout, seat), "bob").bars == (SceneBar(key="health", label="Health", lost=5),)
    (known, *_) = token(shown(bout, "gm"), "bob").bars
    assert (known.now, known.max, known.lost) == (4, 9, None)
    healed = evolve(bout.state.own, VitalChanged(combatant="bob", vital="health", change=3, now=7), bout.state.fight)
    assert healed.fighters["bob"].lost == {"health": 2}


@pytest.mark.rule("MM-DW-14")
def test_what_befalls_somebody_unseen_is_never_counted() -> None:
    """Who did not see it lose Health learns nothing of it later."""
    bout = Bout(pc(rank=1), foe(rank=1), foe("cat", rank=2, seen_by=()), setup=at(Distance.CLOSE), open=False)
    bout.begin()
    burnt = VitalChanged(combatant="cat", vital="health", change=-3, now=6)
    assert evolve(bout.state.own, burnt, bout.state.fight).fighters["cat"].lost == {}
    assert evolve(bout.state.own, replace(burnt, combatant="bob"), bout.state.fight).fighters["bob"].lost


@pytest.mark.rule("MM-DW-14")
def test_of_a_closed_enemy_how_a_hit_ends_is_told_as_far_as_it_shows() -> None:
    """Whether there is Armour or not everybody reads the outcome; of what Armour takes beyond the hit nobody does."""
    bare = (("successes", "hits", 2), ("hits", "net", 2), ("sabre", "net", 3))
    assert outcome(closed(), 6, 7, 1) == (5, False, bare, ())
    assert outcome(closed(armour=1), 6, 7, 1) == (4, False, bare, ("net",))
    for armour in (5, 9):
        bout = closed(armour=armour)
        assert outcome(bout, 6, 7, 1) == (0, False, bare, ("net",))
        assert token(shown(bout), "bob").bars[0].lost == 0


@pytest.mark.rule("MM-DW-14", "MM-ATK-05")
def test_a_miss_does_not_betray_dodge() -> None:
    """Dodge that has taken nothing leaves no trace; taken successes show themselves."""
    assert outcome(closed(), 1, 2, 3) == outcome(closed(dodge=2), 1, 2, 3) == (None, False, (), ())
    assert outcome(closed(dodge=1), 6, 2, 3) == (None, False, (("successes", "hits", 1),), ("hits",))
    assert outcome(closed(dodge=9), 6, 2, 3) == (None, False, (("successes", "hits", 1),), ("hits",))


@pytest.mark.rule("MM-MOVE-05")
def test_a_step_is_foretold_with_who_changes_places() -> None:
    """Its way, and the ally."""
    bout = Bout(pc(rank=1), pc("eve", "ben", rank=2, attributes={"speed": 1}), foe(rank=1))
    bout.begin()
    told = foretold(bout, ChangePosition(combatant="ada", heading=Heading.FARTHER))
    assert [(one.combatant, one.label) for one in told.affected] == [("eve", "changes places")]
    assert {one.combatant: one.steps for one in told.ways} == {
        "ada": (Place(rank=2, side="party"),),
        "eve": (Place(rank=1, side="party"),),
    }
    assert told.certain


def test_a_reaction_is_named_beside_the_chance() -> None:
    """Bob may sidestep: the chance holds if he does not."""
    bout = Bout(pc(rank=1), foe(rank=1, talents=("sidestep",)))
    bout.begin()
    (test,) = foretold(bout, HIT).tests
    assert test.provided == "if nobody reacts"


@pytest.mark.rule("MM-ROUND-02", "MM-ST-01", "MM-WND-06")
def test_what_goes_on_is_shown_with_its_end() -> None:
    """Haste for two turns, a state, and the wounds of fire."""
    sheet = {"skills": {"arcana": 2, "long_blade": 3}, "spells": ("haste",), "weapons": ("fire_sabre",), "lucky": False}
    bout = Bout(pc(rank=1, **sheet), foe(rank=1, toughness=3, health=20), setup=at(Distance.CLOSE))  # type: ignore[arg-type]
    bout.begin()
    bout.order(Cast(combatant="ada", spell="haste"), 8, 1)
    bout.order(Attack(combatant="ada", target="bob"), 6, 1, 1)
    scene = shown(bout)
    haste = next(one for one in token(scene, "ada").badges if one.key == "force-haste")
    assert (haste.label, haste.tone, haste.until) == ("Haste", "GOOD", "until round 3")
    labels = {one.key: one.level for one in token(scene, "bob").badges}
    assert labels == {"wound-heavy": 1, "label-burn": 1}


def summoned() -> Bout:
    """Ada has raised a skeleton, which follows her."""
    sheet = {"skills": {"magic_darkness": 3}, "spells": ("raise_skeleton",), "lucky": False}
    bout = Bout(pc(rank=1, **sheet), foe(rank=1, speed=1), setup=at(Distance.CLOSE))  # type: ignore[arg-type]
    bout.begin()
    bout.order(Cast(combatant="ada", spell="raise_skeleton"), 8, 1, 1)
    while bout.waiting:
        bout.answer(bout.waiting[0].default)
    return bout


@pytest.mark.rule("MM-MAG-12")
def test_a_summon_is_marked_as_its_summoners() -> None:
    """A mark from one to the other, and both act in one turn."""
    bout = summoned()
    (mark,) = [one for one in shown(bout).marks if one.kind == "CONTROLS"]
    assert (mark.from_, mark.label) == ("ada", "follows Ada")


@pytest.mark.rule("MM-MAG-10", "RUL-47")
def test_an_area_is_foretold_with_its_positions() -> None:
    """Those of the other side, and whoever stands on them."""
    sheet = {"skills": {"magic_mystic": 4}, "spells": ("holy_light",), "level": 4, "lucky": False}
    bout = Bout(pc(rank=1, **sheet), foe("gul", ref="ghoul", rank=1), foe("far", ref="ghoul", rank=3))  # type: ignore[arg-type]
    bout.begin()
    told = foretold(bout, Cast(combatant="ada", spell="holy_light"))
    assert told.areas == (SceneArea(places=tuple(Place(side="enemies", rank=rank) for rank in (1, 2))),)
    assert [one.combatant for one in told.affected] == ["gul"]


# -- what the other fights of this file do not show
@pytest.mark.rule("MM-ENM-04")
def test_sizes_from_small_to_huge_are_drawn_on_one_position_each() -> None:
    """Nobody has a front or takes more than its position."""
    people = [foe(size.value.lower(), rank=rank, size=size) for rank, size in enumerate(BodySize, 1)]
    bout = Bout(pc(rank=1), *people, setup=at(Distance.CLOSE))
    bout.begin()
    scene = shown(bout)
    assert [token(scene, one.id).percent for one in people] == [75, 100, 140, 180]
    assert {(one.footprint, one.towards) for one in scene.tokens} == {(None, None)}


@pytest.mark.rule("MM-FIELD-02", "MM-FIELD-05")
def test_a_closed_field_and_darkness_are_told() -> None:
    """As it is, not only where it is open and dim."""
    cave = Battlefield(id="cave", name="Cave", type=FieldType.CLOSED, lighting=Lighting.DARK)
    bout = Bout(pc(rank=1), foe(rank=1), setup=at(Distance.CLOSE, cave))
    bout.begin()
    found = {one.key: (one.label, one.tone) for one in shown(bout).badges}
    assert found["light"] == ("Dark", "BAD")
    assert found["field"] == ("Closed battlefield", "PLAIN")


@pytest.mark.rule("MM-MOVE-08")
def test_a_screen_is_a_mark_from_who_stands_before_to_whom_it_covers() -> None:
    """Until either moves."""
    bout = Bout(pc(rank=1), pc("eve", "ben", rank=2), foe(rank=1))
    bout.begin()
    bout.order(Screen(combatant="ada", target="eve"))
    (screen,) = [one for one in shown(bout, "eye").marks if one.kind == "COVERS"]
    assert (screen.from_, screen.to, screen.tone, screen.rule) == ("ada", "eve", "GOOD", "MM-MOVE-08")
    assert screen.until == "until either moves"


@pytest.mark.rule("RUL-28", "RUL-52")
@pytest.mark.parametrize("why", ["dying", "captured", "fled"])
def test_whoever_is_out_is_told_with_the_reason(why: str) -> None:
    """It leaves its position, and has no place in the queue."""
    bout = Bout(pc(rank=1), pc("eve", "ben", rank=2), foe(rank=1))
    bout.begin()
    bout.correct("combatants.eve.out", why)
    scene = shown(bout)
    eve = token(scene, "eve")
    assert (eve.place, eve.whereabouts, eve.down, eve.turn) == (None, why, True, "UNABLE")
    assert "eve" not in [one.combatant for one in scene.play.slots]


@pytest.mark.rule("MM-INIT-04", "MM-DW-21", "MM-ACT-01")
def test_a_summoner_and_its_summon_act_side_by_side_with_a_budget_each() -> None:
    """In the turn after the one in which it has come."""
    bout = summoned()
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"))
    acting = [one for one in shown(bout).play.slots if one.state == "ACTING"]
    assert [one.label for one in acting] == ["Ada", "Skeleton archer"]
    assert [[(bar.key, bar.now) for bar in one.left] for one in acting] == [[("large", 1), ("minor", 1)]] * 2


@pytest.mark.rule("MM-INIT-04")
def test_who_has_waited_bears_it() -> None:
    """How often, in this round."""
    bout = fight()
    bout.order(Wait(combatant="ada"))
    (waited,) = [one for one in token(shown(bout, "eye"), "ada").badges if one.key == "waited"]
    assert (waited.level, waited.rule) == (1, "MM-INIT-04")
