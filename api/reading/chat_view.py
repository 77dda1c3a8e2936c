"""A fight in plain lines, for whoever has a chat and nothing else: what is asked, and what may be done, numbered.

A number belongs to the version it was shown at: `14.3` is the third choice at version 14. So a number never comes to
mean another order while its reader thinks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from api.reading.encounter_node import EncounterNode
from api.words import shown
from api.words.renderer import Renderer
from api.words.talk import one_line, talk, unnumbered, words_of
from engine.kernel.state.fight import ROLL
from engine.kernel.structs.messages import plain
from schemas import answers

MOST_LINES = 60
"""Choices that are listed at once."""
MOST_OPTIONS = 8
"""Options of an open choice that are listed with it."""
MOST_SHOWN = 300
"""Options of an open choice that are listed where it is asked for."""

Options = Sequence[tuple[Any, str]]
"""Values that may be picked, each with its name."""


class Choice(Struct, frozen=True):
    """One thing that a seat may say: an offer, and the question that it answers; None: it is an order."""

    offer: answers.Offer
    decision: answers.Decision | None = None
    back: bool = False


class ChatView:
    """A fight as one reader is told of it in a chat."""

    def __init__(
        self,
        node: EncounterNode,
        decisions: Sequence[answers.Decision],
        orders: Sequence[answers.Offer],
        omitted: Sequence[answers.OmittedOffers],
        take_backs: Sequence[answers.Offer],
    ) -> None:
        """The parts of the fight that take time, as its node has them: see `of`."""
        self.node, self.locale, self.version = node, node.locale, node.version
        self._decisions, self._orders, self._omitted, self._take_backs = decisions, orders, omitted, take_backs
        self._renderer = Renderer(node.book, node.locale, node.view.seen)

    @classmethod
    async def of(cls, node: EncounterNode) -> ChatView:
        """A fight in lines."""
        return cls(
            node, await node.decisions(), await node.offers(), await node.omitted_offers(), await node.take_backs()
        )

    # -- what may be said
    @cached_property
    def choices(self) -> list[Choice]:
        """All choices of the reader, as they are numbered: answers, then orders, then what would be taken back."""
        answered = [Choice(offer, asked) for asked in self.mine for offer in asked.offers]
        backs = [Choice(offer, back=True) for offer in self._take_backs]
        return [*answered, *map(Choice, self._orders), *backs]

    @cached_property
    def mine(self) -> list[answers.Decision]:
        """The open decisions that the reader may answer."""
        return [asked for asked in self._decisions if asked.may_answer]

    @cached_property
    def rolls(self) -> list[answers.Decision]:
        """Those of them that ask for dice."""
        return [asked for asked in self.mine if asked.kind == ROLL]

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """The words by which each combatant is called."""
        return {who.key: words_of(f"{who.key} {who.name}") for who in self.node.combatants}

    @cached_property
    def name_words(self) -> frozenset[str]:
        """The words by which anybody is called."""
        return frozenset(word for words in self._names.values() for word in words)

    def called(self, combatant: str | None) -> list[str]:
        """The words by which a combatant is called; none for nobody."""
        return self._names.get(combatant or "", [])

    def fits(self, word: str, there: Iterable[str]) -> bool:
        """Whether a word stands for one of these: it is one, or begins one, or begins like one.

        The name of somebody in the fight stands for nothing else that begins like it.
        """
        if word in self.name_words or word.isdigit():
            return word in there
        stem = word if len(word) < 5 or not word.isalpha() else word[: max(4, len(word) - 2)]
        return any(name.startswith(stem) for name in there)

    def number(self, index: int) -> str:
        """How a choice is called."""
        return f"{self.version}.{index + 1}"

    def say(self, what: str, **figures: object) -> str:
        """A text in the reader's language."""
        return talk(self.locale, what, **figures)

    # -- options
    def options(self, field: answers.Field) -> Options:
        """The values of an open choice that have names: not the cells or points of a reach."""
        named = [(option.value, one_line(option.label)) for option in field.among]
        held = [value for value, _ in named]
        for place in field.reach.places if field.reach is not None else ():
            value = {name: part for name, part in plain(place).items() if part not in (None, 0)}
            if value not in held and plain(place) not in held:
                named.append((value, one_line(self._renderer.option(field.name, plain(place)))))
        return named

    def open_fields(self, offer: answers.Offer) -> list[answers.Field]:
        """The fields of an offer that leave something to pick."""
        return [field for field in offer.fields if is_open(field)]

    # -- lines
    def lines(self, first: int = 1) -> list[str]:
        """What is asked, and what may be done, numbered; at most `MOST_LINES` choices, from this one on."""
        told = [self.head(), *self._standing()]
        last = first - 1 + MOST_LINES
        index = 0
        for asked in self.mine:
            told.append(self._question(asked))
            for _ in asked.offers:
                if first <= index + 1 <= last:
                    told.append(self.line(index))
                index += 1
        told += self._part("orders", index, [c for c in self.choices[index:] if not c.back], first, last)
        told += [one_line(omitted.text) for omitted in self._omitted]
        backs = sum(choice.back for choice in self.choices)
        told += self._part("backs", len(self.choices) - backs, self.choices[len(self.choices) - backs :], first, last)
        if len(self.choices) > last:
            told.append(self.say("more", rest=len(self.choices) - last, next=last + 1))
        told.append(self.say("hint", number=self.number(0)) if self.choices else self._idle())
        return [line for line in told if line]

    def _part(self, name: str, start: int, part: Sequence[Choice], first: int, last: int) -> Iterator[str]:
        there = [index for index in range(start, start + len(part)) if first <= index + 1 <= last]
        if there:
            yield self.say(name)
        yield from map(self.line, there)

    def head(self) -> str:
        """The fight, its version and whose turn it is."""
        names = {c.key: c.name for c in self.node.combatants}
        acting = ", ".join(one_line(names[key]) for key in self.node.acting if key in names)
        figures = {"round": self.node.round or None, "acting": acting or None}
        return unnumbered(self.say("head", name=one_line(self.node.name), version=self.version, **figures))

    def line(self, index: int) -> str:
        """One choice, with what is open there."""
        offer = self.choices[index].offer
        told = f"{self.number(index)} {one_line(offer.label)}"
        open_ = [self.open_line(field, index) for field in self.open_fields(offer) if self._matters(field)]
        return f"{told} [{'; '.join(open_)}]" if open_ else told

    def _matters(self, field: answers.Field) -> bool:
        """Whether a field is named with its choice: no note that may be left out, nothing that has only one pick."""
        if field.kind == "some" and field.exact:
            return len(field.among) > field.least
        return field.kind != "text" or field.least > 0

    def open_line(self, field: answers.Field, index: int, most: int = MOST_OPTIONS) -> str:
        """What may be picked for a field, in short."""
        return self.say("open", label=one_line(field.label), options=self._picks(field, index, most))

    def _picks(self, field: answers.Field, index: int, most: int) -> str:
        match field.kind:
            case "amount":
                return self.say("amount", least=field.least, most=field.most)
            case "text":
                return self.say("text")
            case "places":
                return self.say("places", least=field.least, most=field.most)
        options = self.options(field)
        if field.kind == "facing" and not options:
            return self.say("facing", options="1,0")
        if field.kind in ("place", "path", "facing") and any(map(coordinates_of, (v for v, _ in options[:1]))):
            samples = " / ".join(self.written(value) for value, _ in options[: min(most, 4)])
            name = {"place": "reach", "path": "way"}.get(field.kind, "facing")
            return self.say(name, options=samples)
        listed = ", ".join(self._option(value, label, options) for value, label in options[:most]) or self.say("free")
        if field.kind == "split":
            both = self.say("amount", least=field.least, most=field.most)
            return self.say("share", options=listed, amount=both)
        if len(options) > most:
            return self.say("among", options=listed, count=len(options), number=self.number(index))
        return listed

    def _option(self, value: Any, label: str, options: Options) -> str:
        """An option as it may be said: its name; with its id where another has the same name."""
        same = sum(other == label for _, other in options[:MOST_SHOWN])
        return f"{label} ({value})" if same > 1 and isinstance(value, (str, int)) else label

    def written(self, value: Any) -> str:
        """A place, a way or a direction as it may be said: `5,3`."""
        steps = value if isinstance(value, list) else [value]
        found = [coordinates_of(step) for step in steps]
        known = [f"{_decimal(point[0])},{_decimal(point[1])}" for point in found if point is not None]
        return " ".join(known) if len(known) == len(steps) else one_line(shown(value, self.locale))

    def status(self) -> list[str]:
        """How the fight stands: every combatant that the reader knows of."""
        return [self.head(), *self._standing(), *map(self._combatant, self.node.combatants)]

    def _combatant(self, who: answers.Combatant) -> str:
        vitals = [f"{v.label} {v.now}" + ("" if v.max is None else f"/{v.max}") for v in who.vitals]
        conditions = [condition.label for condition in who.conditions]
        place = self._place(plain(who.place)) if who.place is not None else ""
        out = (who.out_label or self.say("out")) if who.out is not None else ""
        told = ", ".join(name for name in (*vitals, place, *conditions, out) if name)
        return unnumbered(one_line(f"{who.name}: {told}" if told else who.name))

    def _place(self, place: dict[str, Any]) -> str:
        """A zone by its name."""
        return self._renderer.option("place", place) if place.get("zone") else shown(place, self.locale)

    def _standing(self) -> Iterator[str]:
        outcome = one_line(self.node.outcome_label) or None
        if self.node.status == "ENDED":
            yield self.say("ended", outcome=outcome)
        elif self.node.status == "PAUSED":
            yield self.say("paused")
        elif outcome:
            yield self.say("decided", outcome=outcome)

    def _question(self, asked: answers.Decision) -> str:
        text = one_line(asked.text)
        if asked.kind != ROLL:
            return self.say("asked", text=text)
        return self.say("roll", text=text, faces=" ".join(map(str, range(1, dice_of(asked) + 1))))

    def _idle(self) -> str:
        """What is waited for, where the reader has nothing to do."""
        if self.mine or self.node.status != "RUNNING":
            return ""
        names = {seat.key: seat.name for seat in self.node.seats}
        asked = dict.fromkeys(names.get(seat, seat) for decision in self._decisions for seat in decision.seats)
        return self.say("waiting", seats=", ".join(map(one_line, asked))) if asked else self.say("none")


def is_open(field: answers.Field) -> bool:
    """Whether a field leaves anything to pick, as `engine.kernel.state.decisions.Field.open` has it."""
    match field.kind:
        case "one":
            return len(field.among) > 1 or not field.exact
        case "amount":
            return field.most > field.least
    return True


def dice_of(asked: answers.Decision) -> int:
    """How many dice a question asks for."""
    count = str((asked.question or {}).get("dice", "1")).partition("d")[0]
    return int(count) if count.isdigit() and len(count) < 3 else 1


def coordinates_of(value: Any) -> tuple[float, float] | None:
    """The coordinates of a place or a direction, as people say them: cells, or units of an open table."""
    match value:
        case {"cell": {"x": int(x), "y": int(y)}}:
            return x, y
        case {"point": {"x": int(x), "y": int(y)}}:
            return x / 100, y / 100
        case {"x": int(x), "y": int(y)}:
            return x, y
        case [first, *_]:
            return coordinates_of(first)
    return None


def _decimal(number: float) -> str:
    return f"{number:g}"
