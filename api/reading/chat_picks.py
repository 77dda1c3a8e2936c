"""What words mean: which choice of a fight they name, and what they pick for its open fields.

A word fits where a name has a word that begins with it. All work is bounded by the line and by what is listed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from api.reading.chat_view import ChatView, coordinates_of
from api.words.talk import words_of
from engine.kernel.structs.messages import OfferGroup
from schemas import answers

LONGEST_LINE = 500
"""The most characters of a line."""
MOST_WORDS = 40
"""The most words of a line that are read as an order."""
FARTHEST = 60
"""The most cells of a way of which only the end is said."""
MOST_COMPARED = 20_000
"""The most options that one line is compared with."""

_ITEM = re.compile(
    r'"(?P<text>[^"]*)"'
    r"|(?P<x>[+-]?\d{1,7}(?:\.\d{1,2})?)[,;](?P<y>[+-]?\d{1,7}(?:\.\d{1,2})?)(?=\s|$)"
    r"|(?P<name>[^\s=\"]+)=(?P<value>\"[^\"]*\"|\S*)"
    r"|(?P<word>[^\s\"]+)"
)


class TooVague(Exception):
    """A line is compared with more options than are compared at once."""


class Said(NamedTuple):
    """What a line says of a choice.

    at: the index of the choice. send: its value with the picks. left: fields for which a person has to pick, and has
    not.
    """

    at: int
    send: Any
    left: tuple[answers.Field, ...]


class ChatLine(Struct, frozen=True):
    """A line, read: words and numbers, coordinates, texts in quotes, and what is named by `name=value`."""

    words: tuple[str, ...] = ()
    spots: tuple[tuple[float, float], ...] = ()
    texts: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    @property
    def bare(self) -> bool:
        """Whether it says nothing."""
        return not (self.words or self.spots or self.texts or self.named)


def read_line(text: str) -> ChatLine:
    """The parts of a line; what is neither a letter nor a digit parts words."""
    words: list[str] = []
    spots, texts, named = [], [], []
    for found in _ITEM.finditer(text):
        match found.lastgroup:
            case "text":
                texts.append(found["text"])
            case "y":
                spots.append((float(found["x"]), float(found["y"])))
            case "value":
                named.append((found["name"], found["value"].strip('"')))
            case _:
                words += words_of(found["word"])
    return ChatLine(tuple(words), tuple(spots), tuple(texts), tuple(named))


class _Picker:
    """Makes picks for one offer of what a line says."""

    def __init__(self, chat: ChatView, offer: answers.Offer, budget: list[int]) -> None:
        self._chat, self._offer, self._budget = chat, offer, budget
        self.send = copy.deepcopy(offer.send)
        self._done: set[str] = set()

    def fill(self, line: ChatLine) -> bool:
        """Whether every part of the line is picked for some field; then `send` has it."""
        return (
            all(self._named(name, value) for name, value in line.named)
            and all(map(self._text, line.texts))
            and self._spots(line.spots)
            and self._words(list(line.words))
        )

    def left(self) -> tuple[answers.Field, ...]:
        """The fields for which a person has to pick, and has not: whom, or where to."""
        return tuple(field for field in self._offer.fields if field.needs_pick and field.name not in self._done)

    def _fields(self, *kinds: str) -> Iterator[answers.Field]:
        for field in self._chat.open_fields(self._offer):
            if field.name not in self._done and (not kinds or field.kind in kinds):
                yield field

    def _put(self, field: answers.Field, value: Any) -> bool:
        *path, last = field.path
        there = self.send
        for name in path:
            there = there[name]
        there[last] = value
        self._done.add(field.name)
        return True

    def _offered(self, field: answers.Field) -> Any:
        value: Any = self._offer.send
        for name in field.path:
            value = value.get(name) if isinstance(value, dict) else None
        return value

    # -- by name
    def _named(self, name: str, value: str) -> bool:
        wanted = " ".join(words_of(name))
        for field in self._fields():
            if wanted in (" ".join(words_of(field.name)), " ".join(words_of(field.label))):
                return self._named_pick(field, value)
        return self._share(name, value)

    def _named_pick(self, field: answers.Field, value: str) -> bool:
        match field.kind:
            case "amount":
                fits = _is_whole(value) and field.least <= int(value) <= field.most
                return fits and self._put(field, int(value))
            case "text":
                return self._put(field, value)
            case "some" | "places":
                parts = value.split("+")
                if field.kind == "places":
                    spots = [_spot(part) for part in parts]
                    return None not in spots and self._put(field, [self._place(field, s) for s in spots if s])
                found = [self._best(field, words_of(part), whole=True) for part in parts]
                return all(found) and self._put(field, [pair[0] for pair in found if pair])
            case "place" | "path" | "facing" if (spot := _spot(value)) is not None:
                return self._spots_of(field, (spot,))
        pair = self._best(field, words_of(value), whole=True)
        return pair is not None and self._put(field, pair[0])

    def _share(self, name: str, value: str) -> bool:
        """A part of a split: `wolf=2`. What is not named has nothing."""
        for field in self._chat.open_fields(self._offer):
            if field.kind == "split" and _is_whole(value) and (pair := self._best(field, words_of(name), whole=True)):
                held = self._offered(field) if field.name not in self._done else self._now(field)
                parts = held if field.name in self._done and isinstance(held, dict) else {}
                return self._put(field, {**parts, str(pair[0]): int(value)})
        return False

    def _now(self, field: answers.Field) -> Any:
        value: Any = self.send
        for name in field.path:
            value = value[name]
        return value

    # -- by kind
    def _text(self, text: str) -> bool:
        return any(self._put(field, text) for field in self._fields("text"))

    def _spots(self, spots: Sequence[tuple[float, float]]) -> bool:
        if not spots:
            return True
        for field in self._fields("path", "places", "place", "facing"):
            if field.kind in ("path", "places") or len(spots) == 1:
                return self._spots_of(field, spots)
        single = list(self._fields("place", "facing"))
        return len(single) >= len(spots) and all(
            self._spots_of(field, (spot,)) for field, spot in zip(single, spots, strict=False)
        )

    def _spots_of(self, field: answers.Field, spots: Sequence[tuple[float, float]]) -> bool:
        match field.kind:
            case "facing":
                ((x, y),) = spots[:1]
                return self._put(field, {"x": round(x), "y": round(y)})
            case "path":
                if len(spots) == 1:
                    for way in (option.value for option in field.among):
                        if isinstance(way, list) and way and coordinates_of(way[-1]) == spots[0]:
                            return self._put(field, way)
                    spots = self._straight_to(spots[0])
                return self._put(field, [self._place(field, spot) for spot in spots])
            case "places":
                return self._put(field, [self._place(field, spot) for spot in spots])
        place = self._place(field, spots[0])
        reach = field.reach
        if field.exact and reach is not None and (reach.runs or reach.places) and not _holds(field, place):
            return False
        return self._put(field, place)

    def _straight_to(self, spot: tuple[float, float]) -> Sequence[tuple[float, float]]:
        """The cells of a straight way there from where the actor stands, with its end; elsewhere only the end.

        Whether anybody may go that way, the rules say.
        """
        standing = next((c.place for c in self._chat.node.combatants if c.key == self._offer.combatant), None)
        if standing is None or standing.cell is None:
            return (spot,)
        x, y = standing.cell.x, standing.cell.y
        far = max(abs(spot[0] - x), abs(spot[1] - y))
        if not 1 < far <= FARTHEST:
            return (spot,)
        steps = range(1, int(far) + 1)
        return [(x + round((spot[0] - x) * n / far), y + round((spot[1] - y) * n / far)) for n in steps]

    def _place(self, field: answers.Field, spot: tuple[float, float]) -> dict[str, Any]:
        """The place that a spot means: a cell where the field has cells, else a point."""
        x, y = spot
        sample = self._offered(field) or next((option.value for option in field.among), None)
        first = sample[0] if isinstance(sample, list) and sample else sample
        on_cells = bool(field.reach is not None and field.reach.runs)
        if on_cells or (isinstance(first, dict) and first.get("cell") is not None):
            for run in field.reach.runs if field.reach is not None else ():
                if run.y == y and run.x <= x < run.x + run.length:
                    return {"cell": {"x": int(x), "y": int(y)}, **({"height": run.height} if run.height else {})}
            return {"cell": {"x": round(x), "y": round(y)}}
        return {"point": {"x": round(100 * x), "y": round(100 * y)}}

    # -- by words
    def _words(self, words: list[str]) -> bool:
        for field in self._fields("one", "some", "place", "facing", "path"):
            if not words:
                break
            found = self._best(field, words)
            if found is None:
                continue
            value, used = found
            words = _without(words, used)
            if field.kind == "some":
                picked = [value]
                while words and len(picked) < field.most and (more := self._best(field, words)) is not None:
                    words = _without(words, more[1])
                    picked += [more[0]] if more[0] not in picked else []
                value = picked
            self._put(field, value)
        for field in self._fields("amount"):
            number = next((word for word in words if _is_whole(word)), None)
            if number is not None and field.least <= int(number) <= field.most:
                words.remove(number)
                self._put(field, int(number))
        return not words

    def _best(self, field: answers.Field, words: Sequence[str], *, whole: bool = False) -> tuple[Any, list[str]] | None:
        """The option that most of the words name, and those words; None where none, or several alike.

        whole: all words have to name it.
        """
        best: list[tuple[tuple[int, int, int], Any, list[str]]] = []
        for value, label in self._chat.options(field):
            self._budget[0] -= 1
            if self._budget[0] < 0:
                raise TooVague
            own = words_of(label)
            id = words_of(str(value)) if isinstance(value, (str, int)) else []
            used = [word for word in words if self._chat.fits(word, (*own, *id))]
            if not used or (whole and len(used) < len(words)):
                continue
            exact = sum(word in own or word in id for word in used)
            is_id = bool(id) and id == used
            all_said = set(own) <= set(used)
            best.append(((len(used), exact, 2 * is_id + all_said), value, used))
        if not best:
            return None
        top = max(rank for rank, _, _ in best)
        first, *more = [pair for pair in best if pair[0] == top]
        return None if more else (first[1], first[2])


def with_picks(chat: ChatView, index: int, line: ChatLine) -> Said | None:
    """What a line with these picks says of a choice; None where they do not fit. TooVague."""
    picker = _Picker(chat, chat.choices[index].offer, [MOST_COMPARED])
    return Said(index, picker.send, picker.left()) if picker.fill(line) else None


def matching_choices(chat: ChatView, line: ChatLine) -> list[Said]:
    """What a line may say, for each of the choices that it may mean. TooVague.

    A place alone, or behind a name, means to go there. Those whose whole name is said come before others, then those
    that are named, then those of a kind that is named.
    """
    if len(line.words) + len(line.spots) + len(line.named) > MOST_WORDS:
        raise TooVague
    budget = [MOST_COMPARED]
    ranked: dict[int, list[Said]] = {}
    for index, choice in enumerate(chat.choices):
        offer = choice.offer
        budget[0] -= 1
        if budget[0] < 0:
            raise TooVague
        if choice.back:
            continue
        label, key = words_of(offer.label), words_of(offer.key)
        own = [*label, *key, *words_of(offer.kind), *chat.called(offer.combatant)]
        rest = [word for word in line.words if not chat.fits(word, own)]
        by_group = bool(rest) and chat.fits(rest[0], words_of(offer.group_label))
        if by_group:
            rest = rest[1:]
        picker = _Picker(chat, offer, budget)
        if not picker.fill(ChatLine(tuple(rest), line.spots, line.texts, line.named)):
            continue
        said = {word for word in line.words if word not in rest}
        whole = bool(said) and (set(label) <= said or set(key) == said)
        rank = 3 if whole else 2 if said and not by_group else 1 if said else 0
        ranked.setdefault(rank, []).append(Said(index, picker.send, picker.left()))
    found = ranked[max(ranked)] if ranked else []
    going = [phrase for phrase in found if chat.choices[phrase.at].offer.group is OfferGroup.MOVE]
    if len(found) > 1 and going and line.spots and all(word in chat.name_words for word in line.words):
        return going[:1]  # a place alone: there, in the usual way, which is offered first
    return found


def _without(words: Sequence[str], used: Sequence[str]) -> list[str]:
    left = list(words)
    for word in used:
        left.remove(word)
    return left


def _is_whole(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10


def _spot(text: str) -> tuple[float, float] | None:
    found = _ITEM.fullmatch(text)
    return (float(found["x"]), float(found["y"])) if found and found["x"] is not None else None


def _holds(field: answers.Field, place: dict[str, Any]) -> bool:
    cell = place.get("cell")
    runs = field.reach.runs if field.reach is not None else ()
    return cell is None or any(run.y == cell["y"] and run.x <= cell["x"] < run.x + run.length for run in runs)
