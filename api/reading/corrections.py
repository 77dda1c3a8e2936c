"""What the game master may correct in a fight: every figure with its path, bounds and present value, in words."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook, per_combatant
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.correction import RULES
from engine.kernel.state.fight import State
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import plain
from schemas import answers


def corrections_of(
    book: Rulebook[Any], seen: State[Any], seat: str | None, locale: str, combatant: str | None
) -> Iterator[answers.Correction]:
    """What a seat may correct of a combatant, or (None) of the fight; nothing for anybody but the GM.

    Conditions and who knows of a combatant have tools of their own.
    """
    fight = seen.fight
    if not fight.is_gm(seat) or fight.status == "ENDED":
        return
    made = _Corrections(Renderer(book, locale, seen))
    if combatant is None:
        yield made.number("round", fight.round)
        yield made.flag("figuresOpen", fight.figures_open)
        yield made.text("name", fight.name)
        return
    who = fight.combatants.get(combatant)
    if who is None:
        return
    yield from made.kernel(who, tuple(fight.seats), tuple(dict.fromkeys(c.side for c in fight.combatants.values())))
    part, field = book.part_of(seen, combatant), per_combatant(book)
    if part is not None and field is not None:
        for one in fields_of(type(part)):
            path = f"{RULES}.{camel_field(type(seen.own), field)}.{combatant}.{one.encode_name}"
            yield from made.ruled(path, type_hints_of(type(part))[one.name], getattr(part, one.name))


def camel_field(cls: type[msgspec.Struct], name: str) -> str:
    """A field's JSON name."""
    return next(one.encode_name for one in fields_of(cls) if one.name == name)


class _Corrections:
    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    def _one(
        self,
        path: str,
        kind: answers.CorrectionKind,
        now: Any,
        *,
        least: int | None = None,
        most: int | None = None,
        nullable: bool = False,
        among: Sequence[Any] = (),
    ) -> answers.Correction:
        steps = tuple(path.split("."))
        shown = steps[2:] if steps[0] == "combatants" else steps[3:] if steps[0] == RULES else steps
        shown = shown[:-1] if len(shown) > 1 and shown[-1] == "now" else shown
        return answers.Correction(
            path=path,
            label=self._renderer.way(shown),
            kind=kind,
            now=now,
            least=least,
            most=most,
            nullable=nullable,
            among=tuple(answers.Option(value=one, label=self._renderer.option(steps[-1], one)) for one in among),
            send={"gm": {"correct": {"path": path, "value": now, "reason": ""}}},
        )

    def number(
        self, path: str, now: int | None, *, least: int | None = 0, most: int | None = None, nullable: bool = False
    ) -> answers.Correction:
        return self._one(path, "NUMBER", now, least=least, most=most, nullable=nullable)

    def flag(self, path: str, now: bool) -> answers.Correction:
        return self._one(path, "FLAG", now)

    def text(self, path: str, now: str | None, *, nullable: bool = False) -> answers.Correction:
        return self._one(path, "TEXT", now, nullable=nullable)

    def choice(self, path: str, now: Any, among: Sequence[Any], *, nullable: bool = False) -> answers.Correction:
        return self._one(path, "CHOICE", now, among=among, nullable=nullable)

    def kernel(self, who: Combatant, seats: Sequence[str], sides: Sequence[str]) -> Iterator[answers.Correction]:
        """What every game keeps of a combatant."""
        at = f"combatants.{who.id}"
        for key, vital in who.vitals.items():
            yield self.number(f"{at}.vitals.{key}.now", vital.now, most=vital.max)
            if vital.max is not None:
                yield self.number(f"{at}.vitals.{key}.max", vital.max, least=vital.now)
        yield self.text(f"{at}.name", who.name)
        yield self.choice(f"{at}.side", who.side, sides)
        yield self.choice(f"{at}.owner", who.owner, seats, nullable=True)
        yield self.choice(f"{at}.controller", who.controller, seats, nullable=True)
        yield self.text(f"{at}.out", who.out, nullable=True)
        yield self._one(f"{at}.place", "PLACE", plain(who.place), nullable=True)

    def ruled(self, path: str, hint: Any, now: Any) -> Iterator[answers.Correction]:
        """What a game keeps of a combatant: numbers, switches and words of a list. Nothing else is a single figure."""
        least: int | None = None
        most: int | None = None
        nullable = False
        while True:
            origin, args = typing.get_origin(hint), typing.get_args(hint)
            if origin is typing.Annotated:
                for meta in args[1:]:
                    if isinstance(meta, msgspec.Meta):
                        least = meta.ge if isinstance(meta.ge, int) else least
                        most = meta.le if isinstance(meta.le, int) else most
                hint = args[0]
            elif origin in (typing.Union, types.UnionType) and len(args) == 2 and type(None) in args:
                nullable = True
                hint = next(one for one in args if one is not type(None))
            else:
                break
        if hint is bool and not nullable:
            yield self.flag(path, now)
        elif hint is int:
            yield self.number(path, now, least=least, most=most, nullable=nullable)
        elif isinstance(hint, type) and issubclass(hint, enum.Enum):
            yield self.choice(path, plain(now), [plain(one) for one in hint], nullable=nullable)
        elif typing.get_origin(hint) is typing.Literal:
            yield self.choice(path, now, typing.get_args(hint), nullable=nullable)
