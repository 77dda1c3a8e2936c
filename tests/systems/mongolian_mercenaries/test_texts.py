"""What people read of fights: everything has words, in both languages."""

from __future__ import annotations

import ast
import inspect
import random
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.reading.offers import Offering
from engine.kernel.state.events import Moved, OutcomeReached
from engine.kernel.words.sentences import figures_in
from engine.systems import mongolian_mercenaries
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content.catalogue import BATTLEFIELDS
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from engine.systems.mongolian_mercenaries.events import BattlefieldLaid
from engine.systems.mongolian_mercenaries.naming import WORDS
from engine.systems.mongolian_mercenaries.orders import Block, ChangeDistance, Heading
from engine.systems.mongolian_mercenaries.scene.texts import PHRASES
from tests.support.fights.usage import Usage
from tests.support.laws.fight_texts import read_texts
from tests.systems.mongolian_mercenaries import examples
from tests.systems.mongolian_mercenaries.bout import BOOK, Bout, foe, pc

LOCALES = sorted(WORDS.languages)
KERNELS: frozenset[str] = frozenset()
"""What the kernel says itself."""
KERNEL_EVENTS = {"Moved": Moved, "OutcomeReached": OutcomeReached}
"""Events of the kernel that the game tells in its own words: of positions, and of who wins."""


def test_it_speaks_polish_and_english() -> None:
    """The language of the game first."""
    assert LOCALES == ["en", "pl"]
    assert system.language == "pl"


def test_both_languages_have_the_same_words() -> None:
    """In English things have names of their own, and refusals need none; Polish inflects some values."""
    one, other = (WORDS.languages[locale] for locale in LOCALES)
    for section in one:
        if section not in ("things", "refusals", "sheets"):
            assert one[section].keys() - other[section].keys() == set(), section
            more = other[section].keys() - one[section].keys()
            assert {key.rpartition(".")[2] for key in more} <= one[section].keys(), section


def test_scenes_have_the_same_phrases_in_both() -> None:
    """Of the picture."""
    one, other = PHRASES.languages["en"], PHRASES.languages["pl"]
    for section in one:
        assert one[section].keys() == other[section].keys(), section


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_has_a_sentence(locale: str) -> None:
    """Every order, event and question; in Polish every card has a name."""
    sentences = WORDS.languages[locale]["sentences"]
    classes = {cls.__name__ for cls in (*system.orders, *system.events, *system.questions)}
    assert classes - sentences.keys() == set()
    for table in system.content.values():
        for one in table:
            assert system.word(one, "pl"), one


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seed", range(3))
def test_every_text_of_a_fight_is_for_people(locale: str, seed: int) -> None:
    """Events, questions, orders: no word of the code, no gap."""
    rng = random.Random(seed)
    assert read_texts(system, examples.make(rng), Usage(BOOK, examples.WORN), locale, rng) > 20


@pytest.mark.parametrize(
    ("locale", "order", "told"),
    [
        ("en", ChangeDistance(combatant="a", target="b"), "Ada comes nearer to Bob"),
        ("en", ChangeDistance(combatant="a", target="b", heading=Heading.FARTHER), "Ada draws away from Bob"),
        ("pl", ChangeDistance(combatant="a", target="b", heading=Heading.FARTHER), "Ada oddala się, przeciwnik: Bob"),
        ("pl", Block(combatant="a", target="b"), "Ada zastawia drogę, przeciwnik: Bob"),
    ],
)
def test_orders_are_told_by_what_they_say(locale: str, order: object, told: str) -> None:
    """Which way, and against whom."""
    assert system.describe(order, locale, {"a": "Ada", "b": "Bob"}) == told


# -- refusals
def refusals_of_the_code() -> set[str]:
    """Every text that is refused with, its figures as x7 and without its field."""
    found: set[str] = set()
    for path in Path(inspect.getfile(mongolian_mercenaries)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= {text for text in map(_text, _reasons(node)) if text}
    return {re.sub(r"^(?!needed)[a-zA-Z_.]+(x7)?: |^x7: ", "", text) for text in found} - {"x7"}


def _reasons(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id="RuleRefusal" | "_no"), args=[first, *_]):
            yield first
        case ast.Call(func=ast.Name(id="SheetRefused" | "_fault"), args=[_, second, *_]):
            yield second


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "x7" for v in values)
        case _:
            return ""


def test_every_refusal_has_its_polish() -> None:
    """With no figure that the English has not; a word of the code may be left out."""
    known = {re.sub(r"\{\d\}", "x7", english): polish for english, polish in system.refusals("pl").items()}
    raised = refusals_of_the_code()
    assert len(raised) > 100
    assert sorted(raised - known.keys() - KERNELS) == []
    for english, polish in known.items():
        assert all(int(one) < english.count("x7") for one in re.findall(r"\{(\d)\}", polish)), polish
    assert system.refusals("en") == {}


@pytest.mark.parametrize(("locale", "first", "second"), [("en", "sabre", "sabre 2"), ("pl", "szabla", "szabla 2")])
def test_the_second_of_a_kind_has_its_number(locale: str, first: str, second: str) -> None:
    """Two sabres are two things to choose from."""
    lines = [
        system.describe(o.Attack(combatant="ada", target="bob", means=means), locale, {"bob": "Bob", "ada": "Ada"})
        for means in ("sabre", "sabre-2")
    ]
    assert [line.rpartition("Bob")[2] for line in lines] == [
        lines[0].rpartition("Bob")[2],
        lines[0].rpartition("Bob")[2].replace(first, second),
    ]
    assert lines[0] != lines[1]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sentence_names_what_there_is(locale: str) -> None:
    """Fields of what it tells of, in its figures and its conditions."""
    asked = dict.fromkeys((*system.questions, *system.between.questions))
    answers = (typing.get_args(question.__orig_bases__[0])[0] for question in asked)  # type: ignore[attr-defined]
    kinds = (*system.orders, *system.events, *asked, *answers)
    told = KERNEL_EVENTS | {cls.__name__: cls for cls in (*kinds, *system.between.orders, *system.between.events)}
    for key, sentence in WORDS.languages[locale]["sentences"].items():
        name, *conditions = key.split(".")
        fields = told[name].__struct_fields__
        named = {figure.removeprefix("sent_") for figure in figures_in(sentence)} | set(conditions[::2])
        assert named - set(fields) == set(), f"{locale}: {key}"


def test_a_condition_of_a_sentence_is_one_that_a_value_meets() -> None:
    """Values of enums are written small in conditions: `heading.farther`."""
    for locale in LOCALES:
        for key in WORDS.languages[locale]["sentences"]:
            values = key.split(".")[2::2]
            assert values == [value.lower() for value in values], f"{locale}: {key}"


@pytest.mark.parametrize("locale", LOCALES)
def test_no_event_reads_like_an_order(locale: str) -> None:
    """What was ordered is not told a second time."""
    sentences = WORDS.languages[locale]["sentences"]

    def told(classes: tuple[type, ...]) -> set[str]:
        return {text for key, text in sentences.items() if key.partition(".")[0] in {cls.__name__ for cls in classes}}

    assert told(system.orders) & told(system.events) == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_special_ammunition_is_told_with_the_attack(locale: str) -> None:
    """Two offers of one weapon do not read the same."""
    plain = o.Attack(combatant="ada", target="bob", means="crossbow")
    bolt = o.Attack(combatant="ada", target="bob", means="crossbow", ammunition="piercing_bolt")
    first, second = (system.describe(order, locale, {"ada": "Ada", "bob": "Bob"}) for order in (plain, bolt))
    assert second == f"{first}, {'piercing bolt' if locale == 'en' else 'bełt przebijający'}"


@pytest.mark.parametrize("kind", [cls.__name__ for cls in system.questions])
@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_has_a_name(kind: str, locale: str) -> None:
    """By which a seat says how it wishes to be asked."""
    assert WORDS.languages[locale]["kinds"][kind]


@pytest.mark.rule("MM-FIELD-08")
@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("pl", "Obszar walki: zaułek; dystans: bliski"),
        ("en", "Battlefield: alley; the sides are at close distance"),
    ],
)
def test_the_battlefield_is_told_by_its_name(locale: str, told: str) -> None:
    """Also where it was drawn."""
    laid = BattlefieldLaid(battlefield=BATTLEFIELDS["alley"], start=Distance.CLOSE)
    assert system.describe(laid, locale, {}) == told


@pytest.mark.parametrize(("locale", "name"), [("en", "Attack"), ("pl", "Atak")])
def test_what_a_body_attacks_with_is_not_called_after_another_enemy(locale: str, name: str) -> None:
    """The wolf's bite is no weapon of the bandit beside it."""
    bout = Bout(pc("ada"), foe("bob", ref="bandit"), foe("wolf", ref="wolf"))
    bout.begin()
    offering = Offering(BOOK, BOOK.seen(bout.state, "gm"), "gm", "fight", locale, {})
    told = [one for who in ("bob", "wolf") for listed in offering.orders(who) for one in listed.offers]
    attacks = [one for one in told if one.kind == "attack"]
    assert attacks
    assert {one.name for one in attacks} == {name}
    assert not any("Bandit" in one.label for one in attacks)
