"""What people read of fights: whole sentences in every language, and nothing of the machinery."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

import engine.systems.dozen_die as package
from api.words.renderer import Renderer
from engine.kernel.state.combatant import Cell
from engine.kernel.state.decisions import Offer
from engine.kernel.state.events import DecisionOpened, DiceRolled
from engine.kernel.state.fight import ROLL, Asked
from engine.kernel.state.orders import Begin
from engine.kernel.structs.messages import plain
from engine.kernel.words.sentences import figures_in
from engine.systems.dozen_die import questions, system
from engine.systems.dozen_die.board.steps import Mode
from engine.systems.dozen_die.content.kinds import Ability, Fate, Grade, Kind, Skill, Tag, Use, Weapon
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import MeleeFought, TwelveFailed, WandererComes
from engine.systems.dozen_die.naming import WORDS
from engine.systems.dozen_die.orders import Charge, Manner, Move, Step, StepBy
from engine.systems.dozen_die.rules.basics.dice import of_count, roll_under
from engine.systems.dozen_die.sheet import Setup, Sheet, SpecialAction, Wanderer, Weather
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.systems.dozen_die import examples
from tests.systems.dozen_die.bout import BOOK, Bout, ana, at, ben
from tests.systems.dozen_die.deed import played

FIGHTS = amount("SKALD_TOLD", 4, 40)
"""Fights per language."""

LOCALES = sorted(WORDS.languages)
BROKEN = re.compile(r"^\s|\s$|\s\s|\s[,.:;?!)]|[{}\[\]]|\(\)|[:,;(–]$|^[.,:;?!)]|\bNone\b|\bTrue\b|\bFalse\b")
CODE = re.compile(r"\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{3,}\b")
BODIES = ["Keep", "Stop", "Turn", "Going", "Leaving", "Picked", "Resisting", "Affected", "Graded"]
BODIES += ["React", "Hold", "LetPass", "Paired"]
ENUMS: tuple[type[Enum], ...] = (Ability, Color, Fate, Grade, Kind, Manner, Mode, Tag, Weather)
THINGS = [system.content[table] for table in ("weapons", "armor", "skills", "passive_skills", "talents", "terrain")]
SYSTEM = Path(str(package.__file__)).parent
WHYS = ["shooting", "protection", "wading", "climbing", "jump", "fall", "recovery", "attack", "defense", "resistance"]
WHYS += ["activation"]
KERNELS = {"the catalogue has no x7"}
"""Refusals that the kernel has in words of its own."""

LENT = {"it has one key here, x7"}
"""Refusals that the kernel raises, for which a game has the words."""

SHORT = {"x7 twice"}
"""Refusals of two words: too short to be told from other texts of the code."""


def require_readable(what: str, text: str) -> None:
    """A whole sentence without a word of the code. NPC is the game's own."""
    assert text, f"{what}: no words"
    assert not BROKEN.search(text), f"{what}: {text!r}"
    assert not CODE.search(text.replace("NPC", "")), f"{what}: {text!r}"


def require_different(texts: list[str]) -> None:
    """No two things to choose from read the same."""
    assert len(set(texts)) == len(texts), sorted(text for text in texts if texts.count(text) > 1)


def things_told(arena: Arena, after: int) -> Iterator[Struct]:
    """What has happened since a version, and what may be ordered and answered now."""
    told = WORDS.languages["en"]["sentences"]
    yield from (recorded.event for recorded in arena.stream[after:] if type(recorded.event).__name__ in told)
    for asked in arena.pending:
        yield asked_again(asked)
    for who in (None, *arena.fight.acting):
        yield from system.offers(arena.state, who)


def asked_again(asked: Asked) -> Struct:
    """The question of an open decision, from what the stream keeps of it."""
    cls = next(cls for cls in questions.QUESTIONS if cls.__name__ == asked.kind)
    return msgspec.convert({**asked.question, "offers": [], "default": ""}, cls)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_every_text_of_a_fight_is_for_people(locale: str, seed: int) -> None:
    """No two orders of one figure read the same."""
    rng = random.Random(seed)
    usage = Usage(BOOK, examples.WORN)
    arena = examples.SCENES[seed](rng) if seed < len(examples.SCENES) else examples.make(rng, usage.unused_content)
    after = read = 0
    for _ in range(30):
        names = {c.id: c.name for c in arena.fight.combatants.values()} | dict(system.things(arena.state))
        for thing in things_told(arena, after):
            text = system.describe(thing, locale, names)
            if isinstance(thing, Offer) and type(thing.body).__module__.startswith("engine.kernel"):
                continue
            require_readable(type(thing).__name__, text)
            read += 1
        for who in arena.fight.acting:
            offers = list(system.offers(arena.state, who))
            require_different([system.describe(offer, locale, names) for offer in offers])
            for field in (field for offer in offers for field in offer.fields):
                require_different(
                    [system.pick(field.name, pick, locale, {}) or str(pick) for pick in plain(field.among)]
                )
        after = len(arena.stream)
        play = playing.chosen(arena, rng, usage)
        if play is None:
            break
        playing.perform(arena, play)
        usage.add(arena.stream[after:])
    assert read > 20


# -- the files of words
@pytest.mark.parametrize("locale", LOCALES)
def test_everything_has_a_sentence(locale: str) -> None:
    """Every order, event and question; every body of an answer."""
    sentences = WORDS.languages[locale]["sentences"]
    classes = [cls.__name__ for cls in (*system.orders, *system.events, *system.questions)]
    assert set(classes + BODIES) - sentences.keys() == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_the_same_sentences(locale: str) -> None:
    """As the English file, but for names of things, which it leaves to the content, and forms, which differ.

    Sentences have the same figures.
    """
    mine, english = WORDS.languages[locale], WORDS.languages["en"]
    for cached in english.keys() - {"sentences", "sheets", "things", "forms"}:
        assert mine[cached].keys() == english[cached].keys(), cached
    told = {key: set(figures_in(said)) for key, said in mine["sentences"].items()}
    assert told == {key: set(figures_in(said)) for key, said in english["sentences"].items()}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_word_of_the_code_has_one_for_people(locale: str) -> None:
    """Ids of the content, values of enums, what dice fall for, open choices, kinds of questions."""
    for table in system.content.values():
        for one in table:
            assert system.word(one, locale), one
    for kind in ENUMS:
        for member in kind:
            assert system.word(member.value, locale), member
    for why in WHYS:
        assert system.word(f"why.{why}", locale), why
    for source in sources_of_the_code():
        assert WORDS.languages[locale]["terms"].get(source), source
    for question in system.questions:
        assert system.word(f"kind.{question.__name__}", locale), question
    assert locale == "en" or {one for table in THINGS for one in table} <= WORDS.languages[locale]["things"].keys()


def sources_of_the_code() -> set[str]:
    """What numbers are made of, as far as code names it: `plus("rounding", ...)`; dice are called as they are."""
    code = " ".join(path.read_text(encoding="utf-8") for path in SYSTEM.rglob("*.py"))
    named = re.findall(r'(?:\bplus|\bof_count)\("(\w+)"|source="(\w+)"', code)
    return {one or other for one, other in named} - {"1d12"}


def test_a_word_that_nobody_has() -> None:
    """Is left to who asks."""
    assert system.word("umbrella", "fi") == system.word("field.umbrella", "fi") == ""


# -- as they read
def test_finnish_as_it_is_played() -> None:
    """Names stay as they are; numbers decide between one and several."""
    fought = MeleeFought(
        attacker="a",
        defender="x",
        attack_weapon="sword",
        defense_weapon="unarmed",
        attack_value=7,
        defense_value=3,
        attack_successes=(5, 6),
        defense_successes=(2,),
        winner="a",
        hits=2,
    )
    names = {"a": "Aino", "x": "Otso"}
    text = "Aino (miekka, 7) taistelee hahmoa Otso vastaan (paljaat kädet, 3), ja Aino saa 2 osumaa"
    assert system.describe(fought, "fi-FI", names) == text
    charge = Charge(
        combatant="a", target="x", path=(Step(cell=Cell(1, 0)), Step(cell=Cell(3, 0), height=2, by=StepBy.JUMP))
    )
    assert system.describe(charge, "fi", names) == (
        "Aino rynnäköi hahmon Otso kimppuun reittiä (1, 0) → (3, 0), korkeus 2 (hyppy)"
    )
    assert system.describe(Move(combatant="a", to=at(2)), "sv", names) == "Aino moves to (2, 0)"


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("to", at(3, 1), "(3, 1)"),
        ("to", at(3, 1, -2), "(3, 1) at height -2"),
        ("path", (Step(cell=Cell(1, 0)), Step(cell=Cell(1, 0), height=1)), "(1, 0) → (1, 0) at height 1"),
        ("path", (Step(cell=Cell(3, 0), by=StepBy.JUMP),), "(3, 0) (jump)"),
        ("path", (), "staying in place"),
        ("targets", (), ""),
        ("target", "a", ""),
    ],
)
def test_places_and_ways_to_pick_from_have_words(field: str, value: object, text: str) -> None:
    """As clients get them; heights tell places on one square apart."""
    assert system.pick(field, plain(value), "en", {}) == text


def test_what_only_this_fight_has_is_called_as_it_was_set_up() -> None:
    """Special actions, wanderers, and the things on sheets."""
    horn = Weapon(id="horn", name="Horn of Ylva")
    special = SpecialAction(key="gate", name="The old gate", opens=Cell(1, 0))
    wanderer = Wanderer(key="wend", name="Wend of the Marsh", sheet=Sheet(ref="sellsword"))
    setup = Setup(specials=(special,), wanderers=(wanderer,))
    bout = Bout("a+...x", ana("a", own_weapons=(horn,)), ben("x"), setup=setup)
    things = system.things(bout.state)
    assert {things["horn"], things["gate"], things["wend"]} == {"Horn of Ylva", "The old gate", "Wend of the Marsh"}
    came = WandererComes(side="heroes", wanderer="wend")
    assert system.describe(came, "en", things) == "Wend of the Marsh comes in as a wanderer, for the heroes"


# -- refusals
def refusals_of_the_code() -> set[str]:
    """Every text that a module raises, returns or keeps as a reason, its figures as x7 and without its field."""
    found: set[str] = set()
    for path in SYSTEM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= {text for text in map(_text, _reasons(node)) if text.count(" ") > 1}
    return {re.sub(r"^[a-z_.]+(x7)?: ", "", text).removeprefix("x7: ") for text in found}


def _reasons(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id="RuleRefusal" | "_refusal"), args=[first, *_]):
            yield first
        case ast.Call(func=ast.Name(id="SheetRefused"), args=[_, second, *_]):
            yield second
        case ast.Return(value=ast.expr() as value) if isinstance(value, ast.JoinedStr | ast.Constant):
            yield value
        case ast.Assign(targets=[ast.Name(id="reason")], value=value):
            yield value
        case ast.Tuple(elts=[first, ast.Constant(value=str(rule))]) if rule.startswith("DD-"):
            yield first


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(v.value if isinstance(v, ast.Constant) else "x7" for v in values)
        case _:
            return ""


def test_every_refusal_has_its_finnish() -> None:
    """With as many figures."""
    known = {re.sub(r"\{\d\}", "x7", english): finnish for english, finnish in system.refusals("fi").items()}
    raised = refusals_of_the_code()
    assert len(raised) > 70
    assert raised - known.keys() - KERNELS == set()
    for english, finnish in known.items():
        assert len(re.findall(r"\{\d\}", finnish)) == english.count("x7"), finnish
    assert known.keys() - raised - LENT - SHORT == set(), "nobody refuses so"
    assert system.refusals("en") == {}


# -- dice
@pytest.mark.rule("DD-DICE-03")
def test_a_twelve_that_fails_against_a_high_value_is_told_with_its_rule() -> None:
    """Of values below 12 nothing needs to be said."""
    bout = Bout("a....x", ana("a"), ben("x"))
    bout.start("a")

    def jumped(value: int, *faces: int) -> None:
        against = of_count("dx", value, "DD-JUMP-02")
        rule = "DD-JUMP-02"
        played(bout, "a", lambda t: roll_under(t, "a", against, len(faces), why="jump", rule=rule) and None, *faces)

    jumped(12, 12, 3)
    failed = [r for r in bout.arena.stream if isinstance(r.event, TwelveFailed)]
    assert [r.draft.rule for r in failed] == ["DD-DICE-03"]
    assert system.describe(failed[0].event, "en", {"a": "Aino"}) == "A 12 of Aino fails, whatever the value"
    jumped(11, 12)
    jumped(12, 11)
    assert len([r for r in bout.arena.stream if isinstance(r.event, TwelveFailed)]) == 1


def test_what_a_sheet_brings_is_rolled_under_its_name() -> None:
    """An own skill is not called by its id."""
    skill = Skill(id="howl", name="Howl of Ylva", use=Use.ACTION)
    bout = Bout("a....x", ana("a", own_skills=(skill,), skills={"howl": 2}), ben("x"))
    rolled = DiceRolled(dice="1d12", faces=(3,), by="a", why="howl")
    assert Renderer(BOOK, "en", bout.state).event(rolled) == "A rolls 1d12 for Howl of Ylva: 3"


@pytest.mark.rule("DD-ACT-01")
@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en", "Roll 1d4 for the next die of the bag, where 1: Green (the heroes), 2–3: Yellow (the heroes), 4: Green"),
        ("fi", "Heitä 1d4 (seuraava noppa pussista): 1: Vihreä (sankarit), 2–3: Keltainen (sankarit), 4: Vihreä"),
    ],
)
def test_who_draws_with_a_die_of_his_own_reads_which_face_is_which(locale: str, text: str) -> None:
    """The question lists the bag in its order; whoever does not roll does not read it."""
    green, yellow = ({"side": "heroes", "color": color} for color in ("GREEN", "YELLOW"))
    bag = [green, yellow, yellow, {"side": "foes", "color": "GREEN"}]
    question = {"dice": "1d4", "by": "gm", "why": "activation", "among": bag}
    assert Renderer(BOOK, locale).asks(ROLL, question).startswith(text)


def test_the_bag_is_listed_where_dice_are_typed() -> None:
    """As many things as the die has sides, for the seat that types it."""
    entries = [ana("a", place=at(0)), ben("x", place=at(5))]
    arena = Arena(system, entries, dice=None)
    arena.order("gm", Begin())
    asked = next(r for r in arena.stream if isinstance(r.event, DecisionOpened))
    assert isinstance(asked.event, DecisionOpened)
    figures = asked.event.question
    assert figures is not None
    assert figures["dice"] == f"1d{len(figures['among'])}"
    assert asked.draft.to == ("gm",)
