"""What the game master may correct in a fight: every figure with its path, bounds and present value, in words."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook, per_combatant
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.correction import RULES
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.takes import Takes
from engine.kernel.structs.fields import fields_of, type_hints_of
from engine.kernel.structs.messages import plain
from schemas import answers


def corrections_of(
    book: Rulebook[Any], seen: State[Any], seat: str | None, locale: str, combatant: str | None
) -> Iterator[answers.Correction]:
    """All that a seat may correct of a combatant, or (None) of the fight; nothing for anybody but the GM.

    Single figures come with their bounds. What has parts comes whole, as JSON, and each part of it has a path below its
    own; conditions, and who knows of a combatant, have tools of their own besides. What a game keeps for its rules is
    left out, as `correct` refuses it.
    """
    fight = seen.fight
    if not fight.is_gm(seat) or fight.status == "ENDED":
        return
    made = _Corrections(Renderer(book, locale, seen), book.system.takes)
    if combatant is None:
        yield made.number("round", fight.round)
        yield made.flag("figuresOpen", fight.figures_open)
        yield made.text("name", fight.name)
        yield made.whole("order", fight.turn_order)
        yield made.whole("acting", fight.acting)
        yield made.choice("outcome", fight.outcome, ("", *_sides(fight)), nullable=True)
        yield from made.part(RULES, seen.own, without=per_combatant(book))
        return
    who = fight.combatants.get(combatant)
    if who is None:
        return
    kinds = tuple(dict.fromkeys(c.kind for c in fight.combatants.values()))
    yield from made.kernel(who, tuple(fight.seats), _sides(fight), kinds)
    part, field = book.part_of(seen, combatant), per_combatant(book)
    if part is not None and field is not None:
        yield from made.part(f"{RULES}.{camel_field(type(seen.own), field)}.{combatant}", part)


def _sides(fight: Fight) -> tuple[str, ...]:
    """Those that somebody is of, in order of joining."""
    return tuple(dict.fromkeys(c.side for c in fight.combatants.values()))


def camel_field(cls: type[msgspec.Struct], name: str) -> str:
    """A field's JSON name."""
    return next(field.encode_name for field in fields_of(cls) if field.name == name)


class _Corrections:
    def __init__(self, renderer: Renderer, takes: Mapping[str, Takes]) -> None:
        self._renderer, self._takes = renderer, takes

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
        of: str = "",
    ) -> answers.Correction:
        """of: the field by whose name the values of a list are called, where it is another."""
        steps = tuple(path.split("."))
        # Whose it is, is known to whoever asked for it: the list is that of one combatant, or of the fight.
        shown = steps[2:] if steps[0] == "combatants" else steps
        shown = steps[3:] or steps[1:] if steps[0] == RULES else shown
        shown = shown[:-1] if len(shown) > 1 and shown[-1] == "now" else shown
        return answers.Correction(
            path=path,
            label=self._renderer.way(shown),
            kind=kind,
            now=now,
            least=least,
            most=most,
            nullable=nullable,
            among=tuple(
                answers.Option(value=item, label=self._renderer.option(of or steps[-1], item)) for item in among
            ),
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

    def choice(
        self, path: str, now: Any, among: Sequence[Any], *, nullable: bool = False, of: str = ""
    ) -> answers.Correction:
        return self._one(path, "CHOICE", now, among=among, nullable=nullable, of=of)

    def whole(self, path: str, now: Any, *, nullable: bool = False) -> answers.Correction:
        """Something of several parts, as JSON."""
        return self._one(path, "JSON", plain(now), nullable=nullable)

    def part(self, path: str, part: msgspec.Struct, without: str | None = None) -> Iterator[answers.Correction]:
        """What a game keeps, field by field. without: the field of which each combatant has a part."""
        hints = type_hints_of(type(part))
        for field in fields_of(type(part)):
            takes = self._takes.get(f"{type(part).__name__}.{field.encode_name}")
            if field.name == without or (takes is not None and takes.kept):
                continue
            at, now = f"{path}.{field.encode_name}", getattr(part, field.name)
            single = list(self.ruled(at, hints[field.name], now))
            yield from single or [self.whole(at, now, nullable=type(None) in typing.get_args(hints[field.name]))]

    def kernel(
        self, who: Combatant, seats: Sequence[str], sides: Sequence[str], kinds: Sequence[str]
    ) -> Iterator[answers.Correction]:
        """What every game keeps of a combatant. seats, sides, kinds: those that there are in the fight."""
        at = f"combatants.{who.id}"
        for key, vital in who.vitals.items():
            yield self.number(f"{at}.vitals.{key}.now", vital.now, most=vital.max)
            if vital.max is not None:
                yield self.number(f"{at}.vitals.{key}.max", vital.max, least=vital.now)
        yield self.text(f"{at}.name", who.name)
        yield self.choice(f"{at}.kind", who.kind, kinds)
        yield self.choice(f"{at}.side", who.side, sides)
        yield self.choice(f"{at}.owner", who.owner, seats, nullable=True)
        yield self.choice(f"{at}.controller", who.controller, seats, nullable=True)
        yield self.text(f"{at}.out", who.out, nullable=True)
        yield self._one(f"{at}.place", "PLACE", plain(who.place), nullable=True)
        yield self.whole(f"{at}.conditions", who.conditions)
        yield self.whole(f"{at}.seenBy", who.seen_by, nullable=True)

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
                hint = next(item for item in args if item is not type(None))
            else:
                break
        if hint is bool and not nullable:
            yield self.flag(path, now)
        elif hint is int:
            yield self.number(path, now, least=least, most=most, nullable=nullable)
        elif isinstance(hint, type) and issubclass(hint, enum.Enum):
            # A game calls them by what they are of, whatever the field is that holds one.
            among, of = [plain(candidate) for candidate in hint], hint.__name__.lower()
            yield self.choice(path, plain(now), among, nullable=nullable, of=of)
        elif typing.get_origin(hint) is typing.Literal:
            yield self.choice(path, now, typing.get_args(hint), nullable=nullable)
