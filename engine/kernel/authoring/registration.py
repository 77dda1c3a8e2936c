"""What a game must keep to be registered; each fault is told with what to change."""

from __future__ import annotations

import difflib
import re
import types
import typing
from abc import ABC
from collections.abc import Mapping
from functools import cache
from typing import Any, Generic

from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rules_versions import NotOfThisGame, require_same_contract
from engine.kernel.state import events as e
from engine.kernel.state.decisions import Question
from engine.kernel.state.fight import ROLL, TAKE_BACK
from engine.kernel.state.redaction.redaction import Undeclared, check_declared, check_removable, check_sides
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import RESERVED, Audience, Event, Order


class RegistrationError(Exception):
    """A rule system breaks the registration rules; the message names the class and what to change."""


_CAMEL = re.compile(r"[a-z][a-zA-Z0-9]{0,39}")


@cache
def _declared(base: type[Struct]) -> frozenset[str]:
    """What classes of a kind declare of themselves, which the kernel reads on each: no field may hide it."""
    names = {*vars(base), *vars(base).get("__annotations__", ())}
    return frozenset(name for name in names if not name.startswith("_")) - {*base.__struct_fields__}


def require_members(system: RuleSystem[Any]) -> None:
    """RegistrationError where something is no game, lacks what every game says, or says what no game may."""
    cls = type(system)
    if not isinstance(system, RuleSystem):
        raise RegistrationError(f"{cls.__name__}: derive it from RuleSystem, or from LocalisedSystem")
    kernels = [base for base in cls.__mro__ if base.__module__.startswith("engine.kernel.")]
    for base in reversed(kernels):  # what no default can serve for, beside the abstract methods
        declared = vars(base).get("__annotations__", ())
        missing = [name for name in declared if not hasattr(cls, name) and name not in vars(system)]
        if missing:
            raise RegistrationError(f"{cls.__name__} says no {missing[0]!r}: {base.__name__} tells what it is")
    allowed = {name for base in kernels for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    own = [name for base in cls.__mro__ if base not in (*kernels, ABC, Generic, object) for name in vars(base)]
    for name in (*own, *vars(system)):
        if not name.startswith("_") and name not in allowed:
            near = difflib.get_close_matches(name, sorted(allowed), n=1)
            meant = f"did you mean {near[0]!r}?" if near else "begin the name of a helper with _"
            raise RegistrationError(f"{cls.__name__}.{name}: the kernel asks no game for this; {meant}")


def require_sound(system: RuleSystem[Any], orders: Mapping[str, type[Order]]) -> None:
    """RegistrationError for the first thing that would keep a game from working. orders: by key, the kernel's too."""
    if len(orders) != len(system.orders) + 3:
        raise RegistrationError(f"{system.id}: two orders share a name, or one is called Begin, Enter or Spawn")
    events = (*e.KERNEL_EVENTS, *system.events)
    for event in events:
        _check_event(event)
    seen: set[Any] = set()
    for cls in (*events, *orders.values(), *system.questions, system.own, system.setup, system.sheet):
        _check_deterministic(cls, cls.__name__, seen)
    try:
        check_declared(system.setup, system.sheet)
        check_removable(system.setup)
        check_removable(system.own)
        for named in (*events, *orders.values(), *system.questions):
            check_sides(named)
    except Undeclared as error:
        raise RegistrationError(f"{system.id}: {error}") from error
    _check_house_rules(system)
    _check_questions(system)
    for order in orders.values():
        _check_order(order)
    _check_outdated(system)


def _check_outdated(system: RuleSystem[Any]) -> None:
    for version in range(1, system.version):
        older = system.outdated(version)
        if not isinstance(older, RuleSystem):
            continue
        require_members(older)
        try:
            require_same_contract(system, version, older)
        except NotOfThisGame as error:
            raise RegistrationError(str(error)) from error


def _check_house_rules(system: RuleSystem[Any]) -> None:
    rules = () if system.house_rules is None else system.house_rules.rules
    for number, rule in enumerate(rules):
        if not _CAMEL.fullmatch(rule.key):
            raise RegistrationError(f"{system.id}: a house rule has a key as `criticalFrom`, not {rule.key!r}")
        if rule.key in [other.key for other in rules[:number]]:
            raise RegistrationError(f"{system.id}: two house rules are called {rule.key!r}")
        if why := rule.fault(rule.default):
            raise RegistrationError(f"{system.id}: the house rule {rule.key!r} is {rule.default!r} by default: {why}")
        if rule.rule not in system.rules:
            raise RegistrationError(f"{system.id}: the house rule {rule.key!r} touches {rule.rule!r}, which is no rule")


def _check_questions(system: RuleSystem[Any]) -> None:
    kinds = [question.__name__ for question in system.questions]
    for question in system.questions:
        kind = question.__name__
        if not hasattr(question, "visibility"):
            raise RegistrationError(f"{kind} declares no visibility: say what others see of it")
        _check_fields(question, Question, "questions")
        if kind in (ROLL, TAKE_BACK) or kinds.count(kind) > 1:
            kernels = f"{ROLL} and {TAKE_BACK} are the kernel's"
            raise RegistrationError(f"{system.id}: two questions are called {kind}; {kernels}")


def _check_order(order: type[Order]) -> None:
    names = order.__struct_fields__
    if order.actor and order.actor not in names:
        raise RegistrationError(f"{order.__name__}: there is no field {order.actor!r} for its actor")
    if not names:
        raise RegistrationError(f"{order.__name__}: an order without fields cannot be sent; name who acts")
    _check_fields(order, Order, "orders")
    if order.concession and order.ends is None:
        raise RegistrationError(f"{order.__name__} gives up: say by `ends` what it ends")
    astray = [name for name in order.narrowed if name not in names]
    if astray:
        raise RegistrationError(f"{order.__name__}: there is no field {astray[0]!r} to withhold")
    if order.secret and not order.narrowed:
        raise RegistrationError(f"{order.__name__} is secret: name the fields that it withholds")


def _check_fields(cls: type[Struct], base: type[Struct], kind: str) -> None:
    if taken := sorted(_declared(base).intersection(cls.__struct_fields__)):
        raise RegistrationError(f"{cls.__name__}: {taken} are what a class of {kind} declares, not fields")


def _nullable(tp: Any) -> bool:
    return tp is Any or (typing.get_origin(tp) in (typing.Union, types.UnionType) and type(None) in typing.get_args(tp))


def _check_deterministic(cls: type, owner: str, seen: set[Any]) -> None:
    """No float and no set: another process may round or order differently, and a resumed command would diverge."""
    if cls in seen:
        return
    seen.add(cls)
    if typing.get_origin(cls) is None and isinstance(cls, type) and issubclass(cls, Struct):
        for name, hint in type_hints_of(cls).items():
            if typing.get_origin(hint) is not typing.ClassVar:
                _check_deterministic(hint, f"{owner}.{name}", seen)
        for base in getattr(cls, "__orig_bases__", ()):  # Question[Body]: the type of the answers
            for arg in typing.get_args(base):
                _check_deterministic(arg, owner, seen)
        return
    if cls in (float, set, frozenset) or typing.get_origin(cls) in (set, frozenset):
        raise RegistrationError(f"{owner}: a float or a set does not come back the same; use whole numbers and tuples")
    for arg in typing.get_args(cls):
        if not isinstance(arg, (str, int)) and arg is not None and arg is not Ellipsis:
            _check_deterministic(arg, owner, seen)


@cache
def _check_event(cls: type[Event]) -> None:
    """Cached, as most of a system's events are the kernel's, which every system has."""
    if not any("audience" in base.__dict__ for base in cls.__mro__ if base is not Event):
        raise RegistrationError(f"{cls.__name__} declares no audience: say who may receive it")
    _check_fields(cls, Event, "events")
    fields = {f.name: f for f in fields_of(cls)}
    type_hints = type_hints_of(cls)
    for name in cls.narrowed:
        if name not in fields or not _nullable(type_hints[name]) or fields[name].default is not None:
            raise RegistrationError(f"{cls.__name__}.{name} may be withheld: make it `T | None = None`")
    taken = RESERVED & {f.encode_name for f in fields.values()}
    if taken:
        raise RegistrationError(f"{cls.__name__}: {sorted(taken)} are names of the envelope")
    if cls.audience in (Audience.FIGURES, Audience.SIDE, Audience.SEAT) and "combatant" not in fields:
        raise RegistrationError(f"{cls.__name__}: an audience of {cls.audience.name} needs a field `combatant`")
    if cls.audience is Audience.FIGURES and not cls.narrowed:
        raise RegistrationError(f"{cls.__name__}: name the figures that are narrowed")
