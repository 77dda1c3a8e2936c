"""The installed rule systems, as frontends read them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from api.reading.forms import form_schema, worded
from api.reading.house_rules import offered_house_rules
from api.reading.validators import digest_tag
from api.words import group_label, humanised
from api.words.rules import rules_in
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Rule
from engine.kernel.playing.entering import conditions_of
from engine.kernel.state.ground.ground import Ground, GroundZone, Space, SpaceKind
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.ready_fights import ReadyFight, ready_fights_of
from engine.kernel.words.sentences import capitalised, language_of
from engine.kernel.words.summaries import CONDITIONS, GROUND, ORDERS, QUESTIONS, summary_of
from engine.kernel.words.wordbook import humanised_id
from schemas import answers


def json_schema(cls: type[Struct]) -> Any:
    """JSON Schema 2020-12 of a struct."""
    (shape,), components = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    return {**shape, "$defs": components}


def system_answer(book: Rulebook[Any], locale: str) -> answers.RuleSystem:
    """One rule system, with its rules in the reader's language where translated."""
    rules = rules_in(book.system, locale)
    found = tuple(answers.Rule(id=r.id, title=r.title, statement=r.statement) for r in rules.values())
    same = described(book)
    content = tuple(
        structs.replace(
            catalogue,
            names={id: _name(book.system, id, locale) for id in catalogue.entries},
            entries={id: _own_named(entry, book.system, locale) for id, entry in catalogue.entries.items()},
            summaries=_summaries(book.system, catalogue.key, catalogue.entries, locale),
        )
        for catalogue in same.content
    )
    commands = tuple(
        structs.replace(
            command,
            group_label=group_label(command.group, locale),
            summary=summary_of(book.system, ORDERS, command.key, locale),
        )
        for command in same.commands
    )
    questions = tuple(
        structs.replace(
            question,
            label=question_label(book, question.key, locale),
            summary=summary_of(book.system, QUESTIONS, question.key, locale),
        )
        for question in same.questions
    )
    ground = tuple(
        structs.replace(
            kind,
            label=_ground_label(book.system, kind, locale),
            summary=summary_of(book.system, GROUND, kind.key, locale),
        )
        for kind in same.ground
    )
    conditions = tuple(_condition(book, key, rules, locale) for key in conditions_of(book.system))
    sides, usual_sides = (
        tuple(structs.replace(side_kind, label=_side_label(book.system, side_kind.key, locale)) for side_kind in some)
        for some in (same.sides, same.usual_sides)
    )
    sheet, setup = forms_in(book, language_of(locale))
    return structs.replace(
        same,
        house_rules=offered_house_rules(book.system, locale),
        ready_fights=tuple(_ready(ready_fight) for ready_fight in ready_fights_of(book.system, locale)),
        rules=found,
        content=content,
        commands=commands,
        questions=questions,
        sheet=sheet,
        setup=setup,
        ground=ground,
        sides=sides,
        usual_sides=usual_sides,
        conditions=conditions,
    )


def _ready(ready_fight: ReadyFight) -> answers.ReadyFight:
    return answers.ReadyFight(
        key=ready_fight.key, title=ready_fight.title, summary=ready_fight.summary, request=ready_fight.request
    )


def installed(book: Rulebook[Any]) -> answers.InstalledSystem:
    """A game in short."""
    system = book.system
    return answers.InstalledSystem(
        id=system.id,
        key=book.key,
        name=system.name,
        language=system.language,
        rules_version=system.version,
        spaces=_spaces(book),
    )


@lru_cache(maxsize=32)
def system_document(book: Rulebook[Any], locale: str) -> tuple[bytes, str]:
    """The JSON of `system_answer`, and its ETag. It is 100 to 500 kB, and the same for all who read this language."""
    body = msgspec.json.encode(system_answer(book, locale))
    return body, digest_tag(body)


def question_label(book: Rulebook[Any], kind: str, locale: str) -> str:
    """What a kind of question is about, as a label."""
    return capitalised(book.system.word(f"kind.{kind}", locale) or humanised(kind).lower())


@lru_cache(maxsize=64)
def forms_in(book: Rulebook[Any], language: str) -> tuple[Any, Any]:
    """The forms of a game's sheets and setups in a language."""
    same = described(book)
    return worded(same.sheet, book, language), worded(same.setup, book, language)


def _condition(book: Rulebook[Any], key: str, rules: Mapping[str, Rule], locale: str) -> answers.ConditionKind:
    entry = book.system.content.get("conditions", {}).get(key)
    rule = rules.get(str(getattr(entry, "carries", "")))
    until = getattr(entry, "until", None)
    return answers.ConditionKind(
        key=key,
        label=capitalised(_name(book.system, key, locale)),
        text=rule.statement if rule is not None else "",
        until=str(msgspec.to_builtins(until)) if until is not None else "",
        summary=summary_of(book.system, CONDITIONS, key, locale),
    )


def _name(system: RuleSystem[Any], id: str, locale: str) -> str:
    """What people call an entry of the content."""
    return system.word(id, locale) or humanised_id(id)


def _own_named(entry: Any, system: RuleSystem[Any], locale: str) -> Any:
    """An entry, with what it alone has called in the reader's language: what is of no table has no name beside it."""
    return {field: _things_named(value, system, locale) for field, value in entry.items()}


def _things_named(value: Any, system: RuleSystem[Any], locale: str) -> Any:
    match value:
        case {"id": str(id), "name": str(name)}:
            return {**value, "name": system.word(id, locale) or name}
        case dict():
            return {key: _things_named(item, system, locale) for key, item in value.items()}
        case list() | tuple():
            return [_things_named(item, system, locale) for item in value]
    return value


def _summaries(system: RuleSystem[Any], kind: str, ids: Iterable[str], locale: str) -> dict[str, str]:
    """What the entries of one kind of content are, without those of which nothing is said."""
    found = {id: summary_of(system, kind, id, locale) for id in ids}
    return {id: summary for id, summary in found.items() if summary}


def _side_label(system: RuleSystem[Any], key: str, locale: str) -> str:
    """What a side is called, as in scenes."""
    return capitalised(system.word(f"side.{key}", locale) or humanised_id(key))


def _ground_label(system: RuleSystem[Any], ground_kind: answers.GroundKind, locale: str) -> str:
    """What a ground may name: as the catalogue calls it, else as the texts of the game's scenes do."""
    found = ground_kind.label or system.word(ground_kind.key, locale)
    if system.scene_phrases is not None:
        for language in (locale, DEFAULT):
            found = found or system.scene_phrases.name(f"ground.{ground_kind.key}", language)
    return capitalised(found or humanised_id(ground_kind.key))


@lru_cache(maxsize=64)
def described(book: Rulebook[Any]) -> answers.RuleSystem:
    """What is the same in every language. Made once, when somebody asks: some 20 ms for a game."""
    system = book.system
    return answers.RuleSystem(
        id=system.id,
        key=book.key,
        name=system.name,
        language=system.language,
        rules_version=system.version,
        commands=tuple(
            answers.OrderKind(
                key=key,
                group=cls.group,
                group_label="",
                ends=cls.ends,
                description=inspect.cleandoc(cls.__doc__ or ""),
                summary="",
                actor=_camel_field(cls, cls.actor),
                fields=json_schema(cls),
            )
            for key, cls in book.orders.items()
        ),
        questions=tuple(answers.QuestionKind(key=q.__name__, label="", summary="") for q in system.questions),
        sheet=form_schema(system.sheet, book),
        setup=form_schema(system.setup, book),
        content=tuple(
            answers.Catalogue(key=key, entries=msgspec.to_builtins(dict(entries)), names={}, summaries={})
            for key, entries in system.content.items()
        ),
        spaces=_spaces(book),
        ground=tuple(
            answers.GroundKind(
                key=ground_entry.key,
                sign=ground_entry.sign,
                label=ground_entry.label,
                look=ground_entry.look or "FLOOR",
                summary="",
            )
            for ground_entry in system.ground_entries
        ),
        sides=tuple(answers.SideKind(key=key, label="") for key in system.sides or ()),
        usual_sides=tuple(answers.SideKind(key=key, label="") for key in system.usual_sides),
        conditions=(),
        rules=(),
    )


SMALLEST: Mapping[SpaceKind, Ground] = {
    "GRID": Ground(space=Space(kind="GRID", width=4, height=4)),
    "PLANE": Ground(space=Space(kind="PLANE", width=400, height=400)),
    "ZONES": Ground(space=Space(kind="ZONES"), zones=(GroundZone(key="a", label="A"), GroundZone(key="b", label="B"))),
    "RANKS": Ground(space=Space(kind="RANKS")),
    "NOWHERE": Ground(),
}
"""A small plain ground of each kind of space."""


@lru_cache(maxsize=64)
def _spaces(book: Rulebook[Any]) -> tuple[SpaceKind, ...]:
    """The kinds of space in which a game can be played."""
    return tuple(kind for kind, ground in SMALLEST.items() if _accepts(book, ground))


def _accepts(book: Rulebook[Any], ground: Ground) -> bool:
    """Whether a game can be played on a ground: it says so itself."""
    try:
        book.require_ground(ground, ())
    except RuleRefusal:
        return False
    return True


def _camel_field(cls: type[Struct], name: str) -> str | None:
    return dict(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)).get(name)
