"""What is refused is refused in Spanish too: every text that the rules or the kernel can raise has its words."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

import engine.kernel as kernel
import engine.service as service
import engine.systems.fantasia as fantasia
from api.errors.problems import TABLE, problem_of
from api.words.refusals import worded
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die import system as dozen_die
from engine.systems.fantasia import system

RAISED = ("RuleRefusal", "FacesRefused", "PicksRefused", "Misread", "SheetRefused", "_refuse")
"""What makes a refusal."""
FIELD_FIRST = ("SheetRefused", "_refuse")
"""Of these, what take the field first and then the text."""
FIGURE = "x7"
"""What stands in a text for what is only known when it is raised."""
MODULES = [
    path for package in (kernel, service, fantasia) for path in sorted(Path(str(package.__file__)).parent.rglob("*.py"))
]


Function = ast.FunctionDef | ast.AsyncFunctionDef


class Reader:
    """The texts that one module raises."""

    def __init__(self, path: Path) -> None:
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._functions = {
            n.name: n for n in ast.walk(self._tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        self._constants = {
            t.id: n.value.value
            for n in self._tree.body
            if isinstance(n, ast.Assign) and isinstance(n.value, ast.Constant) and isinstance(n.value.value, str)
            for t in n.targets
            if isinstance(t, ast.Name)
        }
        self._tables = {
            t.id: [v.value for v in n.value.values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
            for n in self._tree.body
            if isinstance(n, ast.Assign) and isinstance(n.value, ast.Dict)
            for t in n.targets
            if isinstance(t, ast.Name)
        }

    def refusals(self) -> Iterator[str]:
        for function in self._functions.values():
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in RAISED and call.args:
                    reason = call.args[1 if getattr(call.func, "id", "") in FIELD_FIRST else 0]
                    yield from self.texts(reason, function)

    def texts(self, node: ast.expr, function: Function, within: tuple[str, ...] = ()) -> list[str]:
        """Every text that an expression can be, its figures filled in. within: names that are being looked up."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=values):
                parts = [
                    self.texts(v.value if isinstance(v, ast.FormattedValue) else v, function, within) for v in values
                ]
                return ["".join(chosen) for chosen in product(*parts)]
            case ast.IfExp(body=body, orelse=orelse):
                return [*self.texts(body, function, within), *self.texts(orelse, function, within)]
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name), attr="format") if name in self._constants:
                return [re.sub(r"{\w*}", FIGURE, self._constants[name])]
            case ast.Call(func=ast.Attribute(attr="format") as shape):
                return self.texts(shape, function, within)
            case ast.Name(id=name) if name not in within:
                found = [
                    n.value
                    for n in ast.walk(function)
                    if isinstance(n, ast.Assign) and any(getattr(t, "id", "") == name for t in n.targets)
                ]
                return [text for value in found for text in self.texts(value, function, (*within, name))] or [FIGURE]
            case ast.Call(func=ast.Name(id=name)) if name in self._functions and name not in within:
                inner = self._functions[name]
                given = [n.value for n in ast.walk(inner) if isinstance(n, ast.Return) and n.value is not None]
                return [text for value in given for text in self.texts(value, inner, (*within, name))] or [FIGURE]
            case ast.Subscript(value=ast.Name(id=name)) if name in self._tables:
                return self._tables[name]
            case _:
                return [FIGURE]


def bare(text: str) -> bool:
    """Whether it is figures alone, handed on from where they were made."""
    return not any(c.isalpha() for c in text.replace(FIGURE, ""))


@pytest.fixture(scope="module")
def raised() -> list[str]:
    """Every text that the kernel or Fantasia raises."""
    return sorted({text for path in MODULES for text in Reader(path).refusals() if not bare(text)})


def test_texts_are_found(raised: list[str]) -> None:
    """Some of each kind: whole, with figures, chosen between, by a name, by a function, through a helper."""
    assert len(raised) > 140
    assert {
        "nobody is fighting",
        "it is not the turn of x7",
        "x7 has the turn already",
        "only allies while confused",
        "the catalogue has no x7",
        "this fight rolls its own dice: leave `faces` out",
        "not among the choices",
    } <= set(raised) | {t.partition(": ")[2] for t in raised}


def test_every_refusal_has_its_spanish(raised: list[str]) -> None:
    """Another text, with as many figures."""
    spanish = {text: worded(text, "es", [system]) for text in raised}
    assert [text for text, told in spanish.items() if told == text] == []
    assert {text: told for text, told in spanish.items() if told.count(FIGURE) != text.count(FIGURE)} == {}


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("weapon: pistol: its chamber is full", "weapon: pistol: tiene la recámara llena"),
        ("pay: the movement action is used", "se paga con: la acción de movimiento ya está gastada"),
        (
            "the declared kind of action comes first: ranged, magic",
            "primero va la clase de acción declarada: a distancia, magia",
        ),
        ("ref: the catalogue has no 'dragon'", "ref: el catálogo no tiene 'dragon'"),
        (
            "sheet.hp: expected a whole number or null, got a text",
            "sheet.hp: se esperaba un número entero o null y llegó un texto",
        ),
        ("expected a text of at least 1 character", "se esperaba un texto de al menos 1 carácter"),
        ("metres: a whole number from 1 to 5", "metres: un número entero de 1 a 5"),
        ("target: not oneself", "objetivo: no contra uno mismo"),
        ("hero: what nobody has translated", "hero: what nobody has translated"),
    ],
)
def test_what_stands_for_a_figure_may_be_words(english: str, spanish: str) -> None:
    assert worded(english, "es", [system]) == spanish


def test_what_only_the_source_s_language_says_stays_english_whole() -> None:
    """`{0} has no {1}`, which the kernel says in every language, would fit, and leave the rest as it is."""
    assert worded("tove has no ranged weapon 'sword'", "es", [dozen_die]) == "tove has no ranged weapon 'sword'"
    assert worded("tove has no ranged weapon 'sword'", "fi", [dozen_die]) == "tove: ei ampuma-asetta 'sword'"
    assert worded("figure: tove has marched", "es", [dozen_die]) == "figure: tove has marched"
    assert worded("ref: the catalogue has no 'dragon'", "es", [dozen_die, system]).startswith("ref: el catálogo")
    assert worded("who: tove has no soul", "es", [dozen_die]) == "who: tove no tiene soul"
    assert worded("tove has no ranged weapon 'sword'", "pl", [dozen_die]) == "tove has no ranged weapon 'sword'"
    assert worded("who: tove has no soul", "pl", [dozen_die]) == "who: tove nie ma czegoś takiego: soul"


@pytest.mark.parametrize(
    ("english", "polish"),
    [
        ("sheet.hp: expected a whole number or null, got a text",
         "sheet.hp: oczekiwano: liczba całkowita lub null, podano: tekst"),
        ("expected a text of at least 1 character", "oczekiwano: tekst od 1 znaku"),
        ("expected a text of at most 64 characters", "oczekiwano: tekst do 64 znaków"),
        ("expected a list of exactly 3 items", "oczekiwano: lista o długości dokładnie 3 elementów"),
        ("expected a number of more than 0", "oczekiwano: liczba powyżej 0"),
        ("metres: a whole number from 1 to 5", "metres: liczba całkowita od 1 do 5"),
        ("path: a list of 1 to 6 steps", "path: lista od 1 do 6 kroków"),
        ("spoils: pick 0 to 2 of the choices, as a list", "spoils: wybierz od 0 do 2 możliwości, jako listę"),
        ("hp is 0 to any number", "hp: wartość od 0 do dowolnej liczby"),
    ],
)  # fmt: skip
def test_figures_in_polish_stand_behind_words_that_ask_for_one_case(english: str, polish: str) -> None:
    """Whatever the number: 64 characters decline otherwise than 5, but not behind `do`."""
    assert worded(english, "pl", [dozen_die]) == polish


def test_a_reason_inside_a_refusal_is_translated_whole() -> None:
    """The last figure of `at step {0}, square {1}, {2}: {3}` is such a reason, also one with a colon of its own."""
    told = worded("path: at step 2, square 3, 0: after a fall and off the board there is no step", "fi", [dozen_die])
    assert told == "path: askeleella 2, ruutu 3, 0: putoamisen jälkeen ja laudan ulkopuolella ei ole askelta"
    told = worded("to: square 3, 0: it ends in contact with a foreign figure: that is a charge", "fi", [dozen_die])
    assert told == "to: ruutu 3, 0: se päättyy kontaktiin toisen hahmon kanssa: se on rynnäkkö"


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "Sir Tove has no movement action: Immobilized"),
        ("es", "Sir Tove no tiene acción de movimiento: Inmovilizado"),
        ("fi", "Sir Tove has no movement action: Immobilized"),
    ],
)
def test_names_and_words_of_the_content_stand_for_ids(locale: str, told: str) -> None:
    """Of a combatant his name, of the content what it is called there; where a language is missing, in English too."""
    reason = "tove has no movement action: immobilized"
    assert worded(reason, locale, [system, dozen_die], {"tove": "Sir Tove"}, system) == told


@pytest.mark.parametrize(
    ("sent", "told"),
    [("boomerang", "weapon: Sir Tove has no Boomerang stowed"), ("zork", "weapon: Sir Tove has no 'zork' stowed")],
)
def test_what_was_sent_is_named_as_well(sent: str, told: str) -> None:
    """Refusals quote what they were sent; a person reads what it is called, if it is anything."""
    assert worded(f"weapon: tove has no '{sent}' stowed", "en", [system], {"tove": "Sir Tove"}, system) == told


def test_the_kernel_refuses_in_every_language_alike() -> None:
    """The same texts with the same figures, whatever languages there are."""
    read = {
        file.name: json.loads(file.read_text(encoding="utf-8"))
        for file in files("api.words").iterdir()
        if file.name.startswith("refusals.") and file.name.endswith(".json")
    }
    assert read.keys() >= {"refusals.es.json", "refusals.fi.json", "refusals.pl.json"}
    spanish = read["refusals.es.json"]
    for name, event_cache in read.items():
        for cached, texts in event_cache.items():
            assert texts.keys() == spanish[cached].keys(), name
            for english, text in texts.items():
                assert sorted(re.findall(r"{\d}", english)) == sorted(re.findall(r"{\d}", text)), text


@pytest.mark.parametrize("locale", ["es", "fi", "pl"])
def test_titles_of_problems_are_told_in_the_readers_language(locale: str) -> None:
    """Of every kind of error, also where a refusal has a title of its own."""

    def told(text: str, refusal: RuleRefusal | None = None) -> str:
        return worded(text, locale, [system])

    made = {row.title for row in TABLE} | {problem_of(RuleRefusal("no", code="NOT_YOURS")).title}
    assert [title for title in made if told(title) == title] == []
    refusal = RuleRefusal("nobody is there", code="UNKNOWN")
    assert problem_of(refusal, worded=told).title == told(problem_of(refusal).title) != problem_of(refusal).title
